//! The rows of a component: from the layout, from lists that are combined, or from a file.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::diag::{Diagnostic, Few, Place, Result, codes};
use crate::model::MOST_PIECES;
use crate::model::pieces::{Origin, WordPlaces};
use crate::model::template::{Of, Row, Template};
use crate::model::values::{ColumnBuilder, Values, keep_rows};
use crate::model::{DrawnDeck, Engine};
use crate::resolve::context::{Compiler, DeckContext};
use crate::resolve::random::drawn;
use crate::resolve::{empties, never};
use crate::spec::data::{Data, MOST_CELLS};
use crate::spec::tables::deck::RandomDeck;
use crate::spec::tables::layout::Pieces;
use crate::spec::values::copies::Copies;
use crate::spec::values::mend;
use crate::spec::values::place::{At, Named};
use crate::spec::values::scalar::Scalar;

/// The most copies of one piece.
pub const MOST_COPIES: usize = 100_000;

/// Which pieces there are.
#[derive(Default)]
pub struct Given {
    /// What differs between them.
    pub values: Values,
    /// Where each row speaks of its own copies, and what it says.
    copies: Vec<Option<(Place, Scalar)>>,
    /// The file they come from.
    pub origin: Option<Origin>,
    /// Where the values stand in the layout.
    pub places: WordPlaces,
    /// The tiles, where they were drawn at random.
    pub drawn: Option<Box<DrawnDeck>>,
}

/// The rows, and how many copies of each.
pub struct Rows {
    pub given: Given,
    pub copies: Vec<usize>,
}

/// The rows, and how many copies of each.
pub fn rows(p: &Pieces, kind: DeckContext<'_>, compiler: &mut Compiler<'_>) -> Option<Rows> {
    let default = default_copies(p, compiler);
    let mut given = given(p, kind, compiler)?;
    work_out_words(&mut given, p, compiler)?;
    if let Some(condition) = &p.where_ {
        choose(&mut given, condition, p, compiler)?;
    }
    let default = default?;
    let template = match p.copies.as_ref().map(|at| (&at.value, compiler.place(at))) {
        Some((Copies::Template(source), place)) => Some((compiler.template(source, place)?, place)),
        _ => None,
    };
    // A row's own `copies` comes first, unless the template computes with it.
    let own = template.iter().all(|(template, _)| template.needs().all(|need| need != "copies"));
    let mut few = Few::default();
    let mut copies = Vec::with_capacity(given.values.len());
    for index in 0..given.values.len() {
        let said = given.copies.get(index).and_then(Option::as_ref).filter(|_| own);
        let counted = match (said, &template) {
            (Some((place, value)), _) => count(value, &compiler.engine).map_err(|wrong| wrong.at(*place)),
            (None, None) => Ok(default),
            (None, Some((template, place))) => {
                let counted = worked_out(&given, index, template, p, compiler);
                counted.map_err(|wrong| given.beside(index, template, p, wrong).at(*place))
            }
        };
        copies.push(counted.unwrap_or_else(|wrong| {
            if few.more() {
                compiler.report.push(wrong);
            }
            0
        }));
    }
    (!few.any()).then_some(Rows { given, copies })
}

fn default_copies(p: &Pieces, compiler: &mut Compiler<'_>) -> Option<usize> {
    let Some(at) = &p.copies else { return Some(1) };
    let Copies::Number(number) = at.value else { return Some(1) };
    let number = number as usize;
    if !(1..=MOST_COPIES).contains(&number) {
        let message = format!("`copies` lies between 1 and {MOST_COPIES}");
        return compiler.error(codes::BAD_COUNT, at, message).none();
    }
    Some(number)
}

fn count(value: &Scalar, engine: &Engine) -> Result<usize> {
    let number = engine.whole(value).and_then(|n| usize::try_from(n).ok()).filter(|n| *n <= MOST_COPIES);
    let message = || format!("`copies` is a whole number from 0 to {MOST_COPIES}");
    let is_possible = |number: &u32| *number as usize <= MOST_COPIES;
    let meant = || mend::whole(&value.to_string()).filter(is_possible);
    let hint = || meant().map(|number| format!("write {number}"));
    number.ok_or_else(|| match value.to_string().trim().eq_ignore_ascii_case("copies") {
        true => codes::BAD_DATA.error("this row has the names of the columns once more").hint("delete it"),
        false => codes::BAD_COUNT.error(message()).maybe_hint(hint()),
    })
}

/// The component before (-1) or after (1) this one in the list of its kind.
fn next_to<'c>(p: &Pieces, step: isize, compiler: &Compiler<'c>) -> Option<&'c Pieces> {
    compiler.layout.pieces().into_iter().find_map(|(_, list)| {
        let at = list.iter().position(|other| std::ptr::eq(&other.value, p))?;
        list.get(at.checked_add_signed(step)?).map(|other| &other.value)
    })
}

/// Whether a component says nothing of which pieces there are.
fn says_no_pieces(p: &Pieces) -> bool {
    p.rows.is_none() && p.data.is_none() && p.each.is_none() && p.deck.is_none()
}

fn given(p: &Pieces, kind: DeckContext<'_>, compiler: &mut Compiler<'_>) -> Option<Given> {
    let ways = [
        ("data", p.data.as_ref().map(|at| compiler.place(at))),
        ("rows", p.rows.as_ref().map(|at| compiler.place(at))),
        ("each", p.each.as_ref().map(|at| compiler.place(at))),
        ("deck", p.deck.as_ref().map(|at| compiler.place(at))),
    ];
    let mut said = ways.iter().filter_map(|(name, place)| Some((*name, (*place)?)));
    if let (Some((one, place)), Some((other, _))) = (said.next(), said.next()) {
        let message = format!("`{one}` and `{other}` both say which pieces there are: leave one out");
        let mut wrong = codes::BAD_VALUE.error(message);
        let above = next_to(p, -1, compiler).filter(|above| says_no_pieces(above));
        if let (Some(deck), Some(above)) = (&p.deck, above) {
            let deck = compiler.key_place(&deck.span);
            let of = above.name.as_ref().map_or("the component above", |name| name.value.as_str());
            let hint = format!("if the deck is of `{of}`, move its tables above this component");
            wrong = wrong.hint(hint).also(deck, "the deck is below this component");
        }
        return compiler.wrong(wrong, place).none();
    }
    if let Some(data) = &p.data {
        return table(data, compiler);
    }
    if let Some(each) = &p.each {
        return combined(each, compiler);
    }
    if let Some(deck) = &p.deck {
        return compiler.whole(|compiler| random(deck, p, kind, compiler)).flatten();
    }
    let Some(given) = &p.rows else {
        let has_strayed = |next: &Pieces| next.deck.is_some() && (next.rows.is_some() || next.data.is_some());
        if next_to(p, 1, compiler).is_some_and(has_strayed) {
            // Reported there: the deck of this component is typed below the next one.
            return None;
        }
        // One piece without values of its own.
        let values = Values::without_columns(1);
        return Some(Given { values, copies: vec![None], ..Given::default() });
    };
    if given.value.is_empty() {
        return compiler.error(codes::NOTHING, given, "`rows` is empty").none();
    }
    let mut columns: Vec<Arc<str>> = Vec::new();
    let mut known: BTreeSet<&str> = BTreeSet::new();
    for name in given.value.iter().flat_map(|row| row.value.names()) {
        if name != "copies" && known.insert(name) {
            columns.push(name.into());
        }
    }
    if given.value.len().saturating_mul(columns.len()) > MOST_CELLS {
        let message = format!("these rows make a table of more than {MOST_CELLS} cells");
        let hint = "rows of one component have fields of the same names";
        return compiler.hinted(codes::BAD_COUNT, given, message, hint).none();
    }
    let mut places = WordPlaces::default();
    let rows = given.value.iter();
    let values = Values::of_rows(
        &columns,
        rows.map(|row| columns.iter().map(|c| row.value.get(c).map(|v| &v.value)).collect()),
    );
    let mut copies = Vec::with_capacity(given.value.len());
    for row in &given.value {
        places.rows.push(columns.iter().map(|c| row.value.get(c).map(|v| compiler.place(v))).collect());
        copies.push(row.value.get("copies").map(|v| (compiler.place(v), v.value.clone())));
    }
    Some(Given { values, copies, places, ..Given::default() })
}

/// The rows of a deck that is drawn: a tile each.
fn random(
    deck: &At<Box<RandomDeck>>,
    p: &Pieces,
    kind: DeckContext<'_>,
    compiler: &mut Compiler<'_>,
) -> Option<Given> {
    if let Some(at) = &p.where_ {
        let message = "`where` chooses among rows, and a random deck has none";
        let hint = "its `count` says how many tiles there are";
        let place = compiler.key_place(&at.span);
        compiler.hinted(codes::IDLE_KEY, place, message, hint);
    }
    if let Some(at) = p.copies.as_ref().filter(|at| at.value != Copies::Number(1)) {
        let message = "`copies` of the tiles of a random deck would be alike";
        let hint = "`print` prints whole sheets again, --pieces single tiles";
        let place = compiler.key_place(&at.span);
        compiler.hinted(codes::IDLE_KEY, place, message, hint);
    }
    let drawn = drawn(deck, kind, compiler)?;
    let (values, copies) = (drawn.values(kind.in_one), vec![None; drawn.tiles.len()]);
    Some(Given { values, copies, drawn: Some(drawn), ..Given::default() })
}

/// The rows of a file; an empty cell in the column `copies` says nothing.
fn table(data: &At<Data>, compiler: &mut Compiler<'_>) -> Option<Given> {
    let Some(table) = &data.value.table else {
        let message = format!("`{}` has not been read", data.value.name);
        return compiler.error(codes::UNREADABLE, data, message).none();
    };
    let column = table.columns.iter().position(|c| c.as_ref() == "copies");
    let rows = (0..table.len()).map(|index| table.row(index).iter().map(Some).collect());
    let copies = (0..table.len()).map(|row| {
        let value = table.row(row).get(column?)?.clone();
        let is_empty = matches!(&value, Scalar::Text(text) if text.trim().is_empty());
        (!is_empty).then_some((table.cell_place(row, column?), value))
    });
    Some(Given {
        values: Values::of_rows(&table.columns, rows),
        copies: copies.collect(),
        origin: Some(Origin {
            table: Arc::clone(table),
            rows: (0..table.len()).map(|i| i as u32).collect(),
            made: Vec::new(),
        }),
        ..Given::default()
    })
}

/// Lists of `each` with more values are not searched for those that are there twice.
const MOST_COMPARED: usize = 1000;

fn combined(each: &At<Named<At<Vec<At<Scalar>>>>>, compiler: &mut Compiler<'_>) -> Option<Given> {
    let mut count: usize = 1;
    for (name, list) in each.value.iter() {
        if list.value.is_empty() {
            let message = format!("the list `{}` is empty, so there is no piece", name.value);
            return compiler.error(codes::NOTHING, list, message).none();
        }
        count = count.saturating_mul(list.value.len());
        let again = list
            .value
            .iter()
            .enumerate()
            .find(|(at, one)| list.value[..*at].iter().any(|other| other.value == one.value));
        if let Some((_, again)) = again.filter(|_| list.value.len() <= MOST_COMPARED) {
            let message =
                format!("`{}` is in `{}` twice, so its pieces are made twice", again.value, name.value);
            let hint = "leave one out; how often a piece is printed stands in `copies`";
            compiler.warnings.push(codes::SAME_NAME.warning(message).at(compiler.place(again)).hint(hint));
        }
    }
    if count > MOST_PIECES {
        let message = format!("these lists combine to {count} pieces; at most {MOST_PIECES} can be made");
        return compiler.error(codes::BAD_COUNT, each, message).none();
    }
    let columns: Vec<_> = each.value.names().map(Arc::from).collect();
    let lists: Vec<Vec<Scalar>> =
        each.value.iter().map(|(_, list)| list.value.iter().map(|v| v.value.clone()).collect()).collect();
    let values = Values::combinations(&columns, &lists);
    let copies = vec![None; values.len()];
    let lists = each.value.iter().map(|(_, list)| list.value.iter().map(|v| compiler.place(v)).collect());
    let places = WordPlaces { lists: lists.collect(), ..WordPlaces::default() };
    Some(Given { values, copies, places, ..Given::default() })
}

/// One row for conditions and `copies`: what a row leaves out, and others have, is empty.
pub(super) struct Asked<'a> {
    pub(super) values: &'a Values,
    pub(super) row: usize,
    pub(super) set: &'a Named<At<Scalar>>,
}

impl Row for Asked<'_> {
    fn of(&self) -> Of {
        Of::Row
    }

    fn value(&self, name: &str) -> Option<&Scalar> {
        let column = self.values.position(name);
        let own = column.and_then(|column| self.values.value(self.row, column));
        own.or_else(|| self.set.get(name).map(|at| &at.value)).or(column.map(|_| Scalar::empty()))
    }

    fn names(&self) -> Vec<&str> {
        self.values.names().chain(self.set.names()).collect()
    }

    fn has_letters(&self, name: &str) -> bool {
        self.values.has_letters(name)
    }
}

/// Words of `set` that are worked out become columns, and so does `edges`; a row's own word comes first.
fn work_out_words(given: &mut Given, p: &Pieces, compiler: &mut Compiler<'_>) -> Option<()> {
    let is_worked_out = |value: &Scalar| matches!(value, Scalar::Text(text) if text.contains('{'));
    let mut few = Few::default();
    for (index, (name, value)) in p.set.iter().enumerate() {
        let Scalar::Text(text) = &value.value else { continue };
        let edges = name.value == "edges" && given.drawn.is_none();
        if !is_worked_out(&value.value) && !edges {
            continue;
        }
        let place = compiler.place(value);
        let template = compiler.template(text, place)?;
        let mut later = p.set.iter().skip(index).filter(|(_, value)| is_worked_out(&value.value));
        if let Some((later, _)) = later.find(|(later, _)| template.needs().any(|need| need == later.value)) {
            let message = match later.value == name.value {
                true => format!("`{}` asks for itself", name.value),
                false => format!("`{}` asks for `{}`, which stands further down", name.value, later.value),
            };
            let hint = "a word of `set` is worked out from those of the row, and from those above it";
            return compiler.hinted(codes::BAD_TEMPLATE, place, message, hint).none();
        }
        if let Some(origin) = &mut given.origin {
            origin.made.push((name.value.as_str().into(), template.needs().map(Arc::from).collect()));
        }
        let own = given.values.position(&name.value);
        let mut column = ColumnBuilder::new(name.value.as_str().into());
        for row in 0..given.values.len() {
            if let Some(own) = own.and_then(|own| given.values.value(row, own)) {
                column.push(Some(own));
                continue;
            }
            let asked = Asked { values: &given.values, row, set: &p.set };
            let field = compiler.engine.field(&template, &asked).unwrap_or_else(|wrong| {
                if few.more() {
                    compiler.wrong(given.beside(row, &template, p, wrong), place);
                }
                Scalar::empty().clone()
            });
            column.push(Some(&field));
        }
        match own {
            Some(own) => given.values.replace(own, column.finish()),
            None => given.values.push(column.finish()),
        }
    }
    (!few.any()).then_some(())
}

/// Keeps the rows for which a condition holds.
fn choose(given: &mut Given, condition: &At<String>, p: &Pieces, compiler: &mut Compiler<'_>) -> Option<()> {
    let place = compiler.place(condition);
    let compiled = compiler.found(compiler.engine.compile_condition(condition), place)?;
    let values = &given.values;
    let rows: Vec<_> = (0..values.len()).map(|row| Asked { values, row, set: &p.set }).collect();
    let rows = rows.iter().map(|row| row as &dyn Row);
    let mut keep = Vec::with_capacity(values.len());
    let decided =
        empties::decided(&compiled, values, &compiler.engine, |row| Some(Asked { values, row, set: &p.set }));
    if let Some((row, column)) = decided {
        let name = values.names().nth(column).unwrap_or_default();
        let warning = empties::warning(condition, name).at(place);
        let cell = given.cell(row, column);
        compiler.warnings.push(match cell {
            Some(cell) => warning.also(cell, "empty here"),
            None => warning,
        });
    }
    let mut few = Few::default();
    for (index, holds) in compiler.engine.holds_each(&compiled, rows).into_iter().enumerate() {
        keep.push(holds.unwrap_or_else(|wrong| {
            if few.more() {
                compiler.wrong(given.beside(index, &compiled, p, wrong), place);
            }
            false
        }));
    }
    if few.any() {
        return None;
    }
    if !keep.contains(&true) {
        let said = |name: &str| {
            let at = values.position(name)?;
            Some((0..values.len()).filter_map(|row| values.value(row, at)).map(ToString::to_string).collect())
        };
        let hint = never::why(condition, said);
        let wrong = codes::NOTHING.error("`where` matches no row").maybe_hint(hint);
        return compiler.wrong(wrong, place).none();
    }
    given.values.keep(&keep);
    keep_rows(&mut given.copies, &keep);
    given.places.keep(&keep);
    if let Some(origin) = &mut given.origin {
        keep_rows(&mut origin.rows, &keep);
    }
    Some(())
}

/// How many copies of a row a text says.
fn worked_out(
    given: &Given,
    row: usize,
    template: &Template,
    p: &Pieces,
    compiler: &Compiler<'_>,
) -> Result<usize> {
    let field = compiler.engine.field(template, &Asked { values: &given.values, row, set: &p.set })?;
    match &field {
        // An empty cell says nothing: one copy.
        Scalar::Text(text) if text.trim().is_empty() => Ok(1),
        field => count(field, &compiler.engine),
    }
}

impl Given {
    /// Where the value of a row stands.
    fn cell(&self, row: usize, column: usize) -> Option<Place> {
        self.places
            .value(row, column)
            .or_else(|| self.origin.as_ref()?.cell(row, self.values.names().nth(column)?))
    }

    /// With the line of data at which a template failed.
    fn beside(&self, index: usize, template: &Template, p: &Pieces, wrong: Diagnostic) -> Diagnostic {
        let needs: Vec<&str> = template.needs().collect();
        let known =
            needs.iter().all(|need| self.values.position(need).is_some() || p.set.get(need).is_some());
        // The field that is known to be wrong, else all.
        let field = wrong.field().map(str::to_owned);
        let only = field.as_deref().map(|field| [field]);
        let asked = only.as_ref().map_or(needs.as_slice(), |only| only.as_slice());
        if let Some((line, what)) = self.origin.as_ref().and_then(|origin| origin.of(index, known, asked)) {
            return wrong.also(line, what);
        }
        // In rows that are typed, the value that is wrong.
        let mut columns = asked.iter().filter_map(|name| self.values.position(name));
        let only = columns.next().filter(|_| columns.next().is_none());
        match only.and_then(|column| self.places.value(index, column)) {
            Some(place) => wrong.also(place, "of this row"),
            None => wrong,
        }
    }
}

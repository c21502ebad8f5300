//! The rows of a component: from the layout, from lists that are combined, or from a file.

use std::sync::Arc;

use crate::diag::{Diagnostic, Few, Place, codes};
use crate::model::Drawn;
use crate::model::MOST_PIECES;
use crate::model::pieces::{Origin, WordPlaces};
use crate::model::template::{Row, Template};
use crate::model::values::Values;
use crate::resolve::context::{Compiler, Kind};
use crate::resolve::random::drawn;
use crate::spec::data::Data;
use crate::spec::tables::deck::RandomDeck;
use crate::spec::tables::layout::Pieces;
use crate::spec::values::copies::Copies;
use crate::spec::values::place::{At, Named};
use crate::spec::values::scalar::Scalar;

/// The most copies of one piece.
pub const MOST_COPIES: usize = 100_000;

/// Which pieces there are.
pub struct Rows {
    /// What differs between them.
    pub values: Values,
    /// How often each is printed.
    pub copies: Vec<usize>,
    /// The file they come from.
    pub origin: Option<Origin>,
    /// Where the values stand in the layout.
    pub places: WordPlaces,
    /// The tiles, where they were drawn at random.
    pub drawn: Option<Box<Drawn>>,
}

/// What `copies` says of each row, before those of `where` are taken.
struct Given {
    values: Values,
    /// Where each row speaks of its own copies, and what it says.
    copies: Vec<Option<(Place, Scalar)>>,
    origin: Option<Origin>,
    places: WordPlaces,
    drawn: Option<Box<Drawn>>,
}

/// The rows, and how many copies of each.
pub fn rows(p: &Pieces, kind: Kind<'_>, compiler: &mut Compiler<'_>) -> Option<Rows> {
    let default = default_copies(p, compiler);
    let mut given = given(p, kind, compiler)?;
    if let Some(condition) = &p.where_ {
        choose(&mut given, condition, p, compiler)?;
    }
    let copies = match p.copies.as_ref().map(|at| at.with(&at.value)) {
        Some(At { value: Copies::Template(source), span }) => {
            let place = Place::new(compiler.file, span);
            let template = compiler.template(source, place)?;
            worked_out(&given, &template, place, p, compiler)?
        }
        _ => {
            let default = default?;
            let mut few = Few::default();
            let mut copies = Vec::with_capacity(given.values.len());
            for said in &given.copies {
                copies.push(match said {
                    None => default,
                    Some((place, value)) => count(value).unwrap_or_else(|wrong| {
                        if few.more() {
                            compiler.wrong(wrong, *place);
                        }
                        0
                    }),
                });
            }
            if few.any() {
                return None;
            }
            copies
        }
    };
    let Given { values, origin, places, drawn, .. } = given;
    Some(Rows { values, copies, origin, places, drawn })
}

fn default_copies(p: &Pieces, compiler: &mut Compiler<'_>) -> Option<usize> {
    let Some(at) = &p.copies else { return Some(1) };
    let Copies::Number(number) = at.value else { return Some(1) };
    let number = number as usize;
    if !(1..=MOST_COPIES).contains(&number) {
        let message = format!("`copies` lies between 1 and {MOST_COPIES}");
        compiler.wrong(Diagnostic::error(codes::BAD_COUNT, message), compiler.place(at));
        return None;
    }
    Some(number)
}

fn count(value: &Scalar) -> Result<usize, Diagnostic> {
    match value {
        Scalar::Whole(n) if (0..=MOST_COPIES as i64).contains(n) => Ok(*n as usize),
        _ => Err(Diagnostic::error(
            codes::BAD_COUNT,
            format!("`copies` is a whole number from 0 to {MOST_COPIES}"),
        )),
    }
}

fn given(p: &Pieces, kind: Kind<'_>, compiler: &mut Compiler<'_>) -> Option<Given> {
    let ways = [
        ("data", p.data.as_ref().map(|at| compiler.place(at))),
        ("rows", p.rows.as_ref().map(|at| compiler.place(at))),
        ("each", p.each.as_ref().map(|at| compiler.place(at))),
        ("deck", p.deck.as_ref().map(|at| compiler.place(at))),
    ];
    let mut said = ways.iter().filter_map(|(name, place)| Some((*name, (*place)?)));
    if let (Some((one, place)), Some((other, _))) = (said.next(), said.next()) {
        let message = format!("`{one}` and `{other}` both say which pieces there are: leave one out");
        compiler.wrong(Diagnostic::error(codes::BAD_VALUE, message), place);
        return None;
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
        // One piece without values of its own.
        return Some(Given {
            values: Values::without_columns(1),
            copies: vec![None],
            origin: None,
            places: WordPlaces::default(),
            drawn: None,
        });
    };
    if given.value.is_empty() {
        compiler.wrong(Diagnostic::error(codes::NOTHING, "`rows` is empty"), compiler.place(given));
        return None;
    }
    let mut columns: Vec<Arc<str>> = Vec::new();
    for row in &given.value {
        for name in row.value.names() {
            if name != "copies" && !columns.iter().any(|c| c.as_ref() == name) {
                columns.push(name.into());
            }
        }
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
    Some(Given { values, copies, origin: None, places, drawn: None })
}

/// The rows of a deck that is drawn: a tile each.
fn random(
    deck: &At<Box<RandomDeck>>,
    p: &Pieces,
    kind: Kind<'_>,
    compiler: &mut Compiler<'_>,
) -> Option<Given> {
    if let Some(at) = &p.where_ {
        let message = "`where` chooses among rows, and a random deck has none".to_owned();
        let hint = "its `count` says how many tiles there are".to_owned();
        let place = compiler.key_place(&at.span);
        compiler.wrong(Diagnostic::error(codes::IDLE_KEY, message).hint(hint), place);
    }
    if let Some(at) = p.copies.as_ref().filter(|at| at.value != Copies::Number(1)) {
        let message = "`copies` of the tiles of a random deck would be alike".to_owned();
        let hint = "`print` prints whole sheets again, --pieces single tiles".to_owned();
        let place = compiler.key_place(&at.span);
        compiler.wrong(Diagnostic::error(codes::IDLE_KEY, message).hint(hint), place);
    }
    let drawn = drawn(deck, kind, compiler)?;
    Some(Given {
        values: drawn.values(kind.in_one),
        copies: vec![None; drawn.tiles.len()],
        origin: None,
        places: WordPlaces::default(),
        drawn: Some(drawn),
    })
}

/// The rows of a file; an empty cell in the column `copies` says nothing.
fn table(data: &At<Data>, compiler: &mut Compiler<'_>) -> Option<Given> {
    let Some(table) = &data.value.table else {
        let message = format!("`{}` has not been read", data.value.name);
        compiler.wrong(Diagnostic::error(codes::UNREADABLE, message), compiler.place(data));
        return None;
    };
    let copies = table.columns.iter().position(|c| c.as_ref() == "copies");
    let mut given = Given {
        values: Values::of_rows(
            &table.columns,
            (0..table.len()).map(|index| table.row(index).iter().map(Some).collect()),
        ),
        copies: Vec::with_capacity(table.len()),
        origin: Some(Origin { table: Arc::clone(table), rows: (0..table.len()).map(|i| i as u32).collect() }),
        places: WordPlaces::default(),
        drawn: None,
    };
    for index in 0..table.len() {
        let row = table.row(index);
        let said =
            copies.and_then(|column| Some((table.cell_place(index, column), row.get(column)?.clone())));
        given.copies.push(said.filter(|(_, value)| *value != Scalar::Text(String::new())));
    }
    Some(given)
}

fn combined(each: &At<Named<At<Vec<At<Scalar>>>>>, compiler: &mut Compiler<'_>) -> Option<Given> {
    let mut count: usize = 1;
    for (name, list) in each.value.iter() {
        if list.value.is_empty() {
            let message = format!("the list `{}` is empty, so there is no piece", name.value);
            compiler.wrong(Diagnostic::error(codes::NOTHING, message), compiler.place(list));
            return None;
        }
        count = count.saturating_mul(list.value.len());
    }
    if count > MOST_PIECES {
        let message = format!("these lists combine to {count} pieces; at most {MOST_PIECES} can be made");
        compiler.wrong(Diagnostic::error(codes::BAD_COUNT, message), compiler.place(each));
        return None;
    }
    let columns: Vec<_> = each.value.names().map(Arc::from).collect();
    let lists: Vec<Vec<Scalar>> =
        each.value.iter().map(|(_, list)| list.value.iter().map(|v| v.value.clone()).collect()).collect();
    let values = Values::combinations(&columns, &lists);
    let copies = vec![None; values.len()];
    let lists = each.value.iter().map(|(_, list)| list.value.iter().map(|v| compiler.place(v)).collect());
    let places = WordPlaces { lists: lists.collect(), ..WordPlaces::default() };
    Some(Given { values, copies, origin: None, places, drawn: None })
}

/// One row for conditions and `copies`: what a row leaves out, and others have, is empty.
struct Asked<'a> {
    values: &'a Values,
    row: usize,
    set: &'a Named<At<Scalar>>,
}

impl Row for Asked<'_> {
    fn value(&self, name: &str) -> Option<&Scalar> {
        let column = self.values.position(name);
        let own = column.and_then(|column| self.values.value(self.row, column));
        own.or_else(|| self.set.get(name).map(|at| &at.value)).or(column.map(|_| Scalar::EMPTY))
    }

    fn names(&self) -> Vec<&str> {
        self.values.names().chain(self.set.names()).collect()
    }
}

/// Keeps the rows for which a condition holds.
fn choose(given: &mut Given, condition: &At<String>, p: &Pieces, compiler: &mut Compiler<'_>) -> Option<()> {
    let place = compiler.place(condition);
    let compiled = compiler.engine.compile_condition(&condition.value);
    let compiled = compiled.map_err(|wrong| compiler.wrong(wrong, place)).ok()?;
    let all = &given.values;
    let values = (0..all.len()).map(|row| Asked { values: all, row, set: &p.set });
    let mut keep = Vec::with_capacity(all.len());
    let mut few = Few::default();
    for (index, holds) in compiler.engine.holds_each(&compiled, values).into_iter().enumerate() {
        keep.push(holds.unwrap_or_else(|wrong| {
            if few.more() {
                let beside = beside(given, index, &compiled, p, &wrong);
                tell(compiler, wrong, place, beside);
            }
            false
        }));
    }
    if few.any() {
        return None;
    }
    if !keep.contains(&true) {
        let message = "no row is left: this holds for none".to_owned();
        compiler.wrong(Diagnostic::error(codes::NOTHING, message), place);
        return None;
    }
    given.values.keep(&keep);
    let mut kept = keep.iter();
    given.copies.retain(|_| kept.next().is_some_and(|k| *k));
    given.places.keep(&keep);
    if let Some(origin) = &mut given.origin {
        let mut kept = keep.iter();
        origin.rows.retain(|_| kept.next().is_some_and(|k| *k));
    }
    Some(())
}

fn worked_out(
    given: &Given,
    template: &Template,
    place: Place,
    p: &Pieces,
    compiler: &mut Compiler<'_>,
) -> Option<Vec<usize>> {
    let mut few = Few::default();
    let mut copies = Vec::with_capacity(given.values.len());
    // What a row says itself comes first, but where it is what the text reckons with.
    let own = template.needs().all(|need| need != "copies");
    for index in 0..given.values.len() {
        if let Some(Some((place, value))) = given.copies.get(index).filter(|_| own) {
            copies.push(count(value).unwrap_or_else(|wrong| {
                if few.more() {
                    compiler.wrong(wrong, *place);
                }
                0
            }));
            continue;
        }
        let values = Asked { values: &given.values, row: index, set: &p.set };
        let counted = match compiler.engine.render(template, &values) {
            // An empty cell says nothing: one copy.
            Ok(text) if text.trim().is_empty() => Ok(1),
            Ok(text) => count(&text.trim().parse().map_or_else(|_| Scalar::Text(text), Scalar::Whole)),
            Err(wrong) => Err(wrong),
        };
        copies.push(counted.unwrap_or_else(|wrong| {
            if few.more() {
                let beside = beside(given, index, template, p, &wrong);
                tell(compiler, wrong, place, beside);
            }
            0
        }));
    }
    (!few.any()).then_some(copies)
}

/// The line of data that a template stumbled over.
fn beside(
    given: &Given,
    index: usize,
    template: &Template,
    p: &Pieces,
    wrong: &Diagnostic,
) -> Option<(Place, String)> {
    let needs: Vec<&str> = template.needs().collect();
    let column = |need: &str| given.values.position(need).is_some();
    let known = needs.iter().all(|need| column(need) || p.set.get(need).is_some());
    given.origin.as_ref()?.of(index, known, &needs, wrong)
}

fn tell(compiler: &mut Compiler<'_>, wrong: Diagnostic, place: Place, beside: Option<(Place, String)>) {
    compiler.report.push(match beside {
        Some((line, what)) => wrong.at(place).also(line, what),
        None => wrong.at(place),
    });
}

//! Reads the rows of a component and counts the copies of each row.
//!
//! The rows come from `rows`, the lists of `each`, a data file or a random deck.
//!
//! - In: a table of the layout.
//! - Out: the values of those rows that satisfy `where`. The templates of `set` are computed.

mod copies;

use std::collections::BTreeSet;
use std::sync::Arc;

use super::field_values::RowWithSet;
use crate::context::{DeckProperties, Resolver};
use crate::random::choose_tiles;
use crate::{empty_comparisons, unmet_conditions};
use copies::{copies_of_value, default_copies};
use hexpress_base::diag::{Diagnostic, MistakeLimit, Result, SourceSpan, codes};
use hexpress_game::MAX_PIECES;
use hexpress_game::RandomTiles;
use hexpress_game::pieces::{ComputedColumn, Origin, ValuePlaces};
use hexpress_game::values::{ColumnBuilder, Values, keep_rows};
use hexpress_language::data::{Data, MAX_CELLS};
use hexpress_language::tables::deck::RandomDeck;
use hexpress_language::tables::layout::Pieces;
use hexpress_language::values::copies::Copies;
use hexpress_language::values::scalar::Scalar;
use hexpress_language::values::spanned::{NamedEntries, Spanned};
use hexpress_template::{Row, Template};

/// The rows of a component. The number of copies of each row is not computed yet.
#[derive(Default)]
pub struct UncountedRows {
    pub values: Values,
    /// The value of the field `copies` in each row, with its place. `None` if the row lacks this
    /// field.
    copies: Vec<Option<(SourceSpan, Scalar)>>,
    pub origin: Option<Origin>,
    /// The places of the values that are in the layout.
    pub places: ValuePlaces,
    /// The tiles of a random deck. `None` for any other component.
    pub random_tiles: Option<Box<RandomTiles>>,
}

/// The rows of a component, and the number of copies of each row.
pub struct CountedRows {
    pub given: UncountedRows,
    pub copies: Vec<usize>,
}

/// Returns the rows of a component, or `None` after an error.
pub fn rows(
    table: &Pieces,
    properties: DeckProperties<'_>,
    resolver: &mut Resolver<'_>,
) -> Option<CountedRows> {
    let copies_of_component = default_copies(table, resolver);
    let mut uncounted = given_rows(table, properties, resolver)?;
    compute_set(&mut uncounted, table, resolver)?;
    if let Some(condition) = &table.where_ {
        choose(&mut uncounted, condition, table, resolver)?;
    }
    let default = copies_of_component?;
    let template = match table.copies.as_ref().map(|at| (&at.value, resolver.place(at))) {
        Some((Copies::Template(source), place)) => Some((resolver.template(source, place)?, place)),
        _ => None,
    };
    // In a row, the field `copies` overrides the key `copies` of the component. If the key is a
    // template that uses the field, such as `{{ copies * 2 }}`, the template determines the number.
    let overrides = template.iter().all(|(template, _)| template.needs().all(|need| need != "copies"));
    let mut limit = MistakeLimit::default();
    let mut copies = Vec::with_capacity(uncounted.values.len());
    for index in 0..uncounted.values.len() {
        let field = uncounted.copies.get(index).and_then(Option::as_ref).filter(|_| overrides);
        let counted = match (field, &template) {
            (Some((place, value)), _) => {
                copies_of_value(value, &resolver.engine).map_err(|diagnostic| diagnostic.at(*place))
            }
            (None, None) => Ok(default),
            (None, Some((template, place))) => uncounted
                .computed_copies(index, template, table, resolver)
                .map_err(|diagnostic| uncounted.with_row(index, template, table, diagnostic).at(*place)),
        };
        copies.push(counted.unwrap_or_else(|diagnostic| {
            if limit.count() {
                resolver.report.push(diagnostic);
            }
            0
        }));
    }
    (!limit.any()).then_some(CountedRows { given: uncounted, copies })
}

/// Where another component of the same table, such as `[[tiles]]`, is in the layout: directly above or
/// directly below.
#[derive(Debug, Clone, Copy)]
enum Neighbour {
    Above,
    Below,
}

impl Neighbour {
    fn of<'c>(self, p: &Pieces, resolver: &Resolver<'c>) -> Option<&'c Pieces> {
        resolver.layout.pieces().into_iter().find_map(|(_, list)| {
            let index = list.iter().position(|other| std::ptr::eq(&other.value, p))?;
            let neighbour = match self {
                Self::Above => index.checked_sub(1)?,
                Self::Below => index + 1,
            };
            list.get(neighbour).map(|other| &other.value)
        })
    }
}

/// Returns whether a component has none of the keys that define its pieces.
fn defines_no_pieces(p: &Pieces) -> bool {
    p.rows.is_none() && p.data.is_none() && p.each.is_none() && p.deck.is_none()
}

/// Returns whether a component has both a random deck and other rows. The deck is then probably meant
/// for the component above.
fn has_stray_deck(p: &Pieces) -> bool {
    p.deck.is_some() && (p.rows.is_some() || p.data.is_some())
}

/// Returns the rows that `data`, `rows`, `each` or `deck` define. Without any of these keys, returns
/// one row without values. Returns `None` after an error.
fn given_rows(
    own_table: &Pieces,
    properties: DeckProperties<'_>,
    resolver: &mut Resolver<'_>,
) -> Option<UncountedRows> {
    let keys = [
        ("data", own_table.data.as_ref().map(|at| resolver.place(at))),
        ("rows", own_table.rows.as_ref().map(|at| resolver.place(at))),
        ("each", own_table.each.as_ref().map(|at| resolver.place(at))),
        ("deck", own_table.deck.as_ref().map(|at| resolver.place(at))),
    ];
    let mut used = keys.iter().filter_map(|(name, place)| Some((*name, (*place)?)));
    if let (Some((one, place)), Some((other, _))) = (used.next(), used.next()) {
        let message = format!("`{one}` and `{other}` both define the pieces");
        let conflict = codes::BAD_VALUE.error(message).hint("delete one of them");
        let diagnostic = with_stray_deck(own_table, conflict, resolver);
        return resolver.add_error(diagnostic, place).none();
    }
    if let Some(data) = &own_table.data {
        return table(data, resolver);
    }
    if let Some(each) = &own_table.each {
        return combined(each, resolver);
    }
    if let Some(deck) = &own_table.deck {
        return resolver.without_errors(|resolver| random(deck, own_table, properties, resolver)).flatten();
    }
    if let Some(rows) = &own_table.rows {
        return listed_rows(rows, resolver);
    }
    if Neighbour::Below.of(own_table, resolver).is_some_and(has_stray_deck) {
        // The user probably wrote the deck of this component too far down, in the next component. An
        // error is reported for that component.
        return None;
    }
    Some(UncountedRows { values: Values::without_columns(1), copies: vec![None], ..UncountedRows::default() })
}

/// Adds a hint to an error about two conflicting keys, if the deck is probably meant for the
/// component above.
fn with_stray_deck(p: &Pieces, diagnostic: Diagnostic, resolver: &Resolver<'_>) -> Diagnostic {
    let above = Neighbour::Above.of(p, resolver).filter(|above| defines_no_pieces(above));
    let (Some(deck), Some(above)) = (&p.deck, above) else { return diagnostic };
    let name = above.name.as_ref().map_or("the component above", |name| name.value.as_str());
    let hint = format!(
        "if the deck belongs to `{name}`, move its tables up to the end of `{name}`; if not, delete one of the two keys"
    );
    diagnostic.hint(hint).related_place(resolver.key_place(&deck.span), "the deck is below this component")
}

/// Returns the rows that the layout lists. Returns `None` after an error.
fn listed_rows(
    rows: &Spanned<Vec<Spanned<NamedEntries<Spanned<Scalar>>>>>,
    resolver: &mut Resolver<'_>,
) -> Option<UncountedRows> {
    if rows.value.is_empty() {
        return resolver.error(codes::NOTHING, rows, "`rows` is empty, so there are no pieces").none();
    }
    no_tables(rows.value.iter().flat_map(|row| row.value.iter()), resolver)?;
    let mut columns: Vec<Arc<str>> = Vec::new();
    let mut known: BTreeSet<&str> = BTreeSet::new();
    for name in rows.value.iter().flat_map(|row| row.value.names()) {
        if name != "copies" && known.insert(name) {
            columns.push(name.into());
        }
    }
    if rows.value.len().saturating_mul(columns.len()) > MAX_CELLS {
        let message = format!("these rows make a table of more than {MAX_CELLS} cells");
        let hint = "give all rows of a component the same fields";
        return resolver.error_with_hint(codes::BAD_COUNT, rows, message, hint).none();
    }
    let values = Values::of_rows(
        &columns,
        rows.value.iter().map(|row| columns.iter().map(|c| row.value.get(c).map(|v| &v.value)).collect()),
    );
    let mut places = ValuePlaces::default();
    let mut copies = Vec::with_capacity(rows.value.len());
    for row in &rows.value {
        places.rows.push(columns.iter().map(|c| row.value.get(c).map(|v| resolver.place(v))).collect());
        copies.push(row.value.get("copies").map(|v| (resolver.place(v), v.value.clone())));
    }
    Some(UncountedRows { values, copies, places, ..UncountedRows::default() })
}

/// Reports the first field whose value is a table. Tables are only allowed in `set`. Returns `None`
/// after an error.
fn no_tables<'v>(
    mut fields: impl Iterator<Item = (&'v Spanned<String>, &'v Spanned<Scalar>)>,
    resolver: &mut Resolver<'_>,
) -> Option<()> {
    let Some((name, value)) = fields.find(|(_, field)| matches!(field.value, Scalar::Table(_))) else {
        return Some(());
    };
    let message = format!("`{}` must be text, a number, true or false, not a table", name.value);
    resolver.error_with_hint(codes::WRONG_TYPE, value, message, "write a field for each of its values").none()
}

/// Returns the rows of a random deck, one for each tile. Returns `None` after an error.
fn random(
    deck: &Spanned<Box<RandomDeck>>,
    p: &Pieces,
    properties: DeckProperties<'_>,
    resolver: &mut Resolver<'_>,
) -> Option<UncountedRows> {
    if let Some(at) = &p.where_ {
        let diagnostic = codes::IDLE_KEY.error("`where` selects rows, but a random deck has none");
        let hint = "to set the number of tiles, use `count` in [tiles.deck]";
        resolver.add_error(diagnostic.hint(hint), resolver.key_place(&at.span));
    }
    if let Some(at) = p.copies.as_ref().filter(|at| at.value != Copies::Number(1)) {
        let diagnostic = codes::IDLE_KEY
            .error("the tiles of a random deck are all different, so they cannot have `copies`");
        let options = "to print all sheets twice, write print = 2; to print only some tiles again, add \
            --pieces COMPONENT:1,5 (write the name of this component)";
        resolver.add_error(diagnostic.hint(options), resolver.key_place(&at.span));
    }
    let random_tiles = choose_tiles(deck, properties, resolver)?;
    let (values, copies) =
        (random_tiles.values(properties.asks_for_all_edges), vec![None; random_tiles.tiles.len()]);
    Some(UncountedRows { values, copies, random_tiles: Some(random_tiles), ..UncountedRows::default() })
}

/// Returns the rows of a data file. If the cell of a row in the column `copies` is empty, the row does
/// not have the field `copies`. Returns `None` after an error.
fn table(data: &Spanned<Data>, resolver: &mut Resolver<'_>) -> Option<UncountedRows> {
    let table = resolver.table(data)?;
    let column = table.columns.iter().position(|c| c.as_ref() == "copies");
    let rows = (0..table.len()).map(|index| table.row(index).iter().map(Some).collect());
    let copies = (0..table.len()).map(|row| {
        let value = table.row(row).get(column?)?.clone();
        let is_empty = matches!(&value, Scalar::Text(text) if text.trim().is_empty());
        (!is_empty).then_some((table.cell_place(row, column?), value))
    });
    Some(UncountedRows {
        values: Values::of_rows(&table.columns, rows),
        copies: copies.collect(),
        origin: Some(Origin {
            table: Arc::clone(table),
            rows: (0..table.len()).map(|i| i as u32).collect(),
            computed: Vec::new(),
        }),
        ..UncountedRows::default()
    })
}

/// Longer lists of `each` are not checked for repeated values. This would take too long, because each
/// value is compared with all earlier ones.
const MAX_COMPARED_VALUES: usize = 1000;

/// Returns one row for each combination of the values in the lists. Returns `None` after an error.
fn combined(
    each: &Spanned<NamedEntries<Spanned<Vec<Spanned<Scalar>>>>>,
    resolver: &mut Resolver<'_>,
) -> Option<UncountedRows> {
    let listed = each.value.iter().flat_map(|(name, list)| list.value.iter().map(move |value| (name, value)));
    no_tables(listed, resolver)?;
    let mut count: usize = 1;
    for (name, list) in each.value.iter() {
        if list.value.is_empty() {
            let message = format!("the list `{}` is empty, so there are no pieces", name.value);
            return resolver.error(codes::NOTHING, list, message).none();
        }
        count = count.saturating_mul(list.value.len());
        repeated_value(name, list, resolver);
    }
    if count > MAX_PIECES {
        let too_many = format!("these lists combine to {count} pieces; at most {MAX_PIECES} are possible");
        return resolver.error(codes::BAD_COUNT, each, too_many).none();
    }
    let columns: Vec<_> = each.value.names().map(Arc::from).collect();
    let lists: Vec<Vec<Scalar>> =
        each.value.iter().map(|(_, list)| list.value.iter().map(|v| v.value.clone()).collect()).collect();
    let values = Values::combinations(&columns, &lists);
    let copies = vec![None; values.len()];
    let lists_of_places =
        each.value.iter().map(|(_, list)| list.value.iter().map(|value| resolver.place(value)).collect());
    let places = ValuePlaces { lists: lists_of_places.collect(), ..ValuePlaces::default() };
    Some(UncountedRows { values, copies, places, ..UncountedRows::default() })
}

/// Warns about the first value that occurs twice in a list of `each`.
fn repeated_value(name: &Spanned<String>, list: &Spanned<Vec<Spanned<Scalar>>>, resolver: &mut Resolver<'_>) {
    if list.value.len() > MAX_COMPARED_VALUES {
        return;
    }
    let mut values = list.value.iter().enumerate();
    let repeated =
        values.find(|(index, one)| list.value[..*index].iter().any(|earlier| earlier.value == one.value));
    if let Some((_, repeated)) = repeated {
        let message =
            format!("`{}` is in `{}` twice, so its pieces are printed twice", repeated.value, name.value);
        let hint = "delete one of the two; to print a piece several times, use `copies`";
        resolver.warnings.push(codes::SAME_NAME.warning(message).at(resolver.place(repeated)).hint(hint));
    }
}

/// Adds a column for each field of `set` whose value is a template. Also adds a column for the field
/// `edges` of `set`. A row that has its own value of such a field keeps it. Returns `None` after an
/// error.
fn compute_set(rows: &mut UncountedRows, table: &Pieces, resolver: &mut Resolver<'_>) -> Option<()> {
    let mut limit = MistakeLimit::default();
    for (index, (name, value)) in table.set.iter().enumerate() {
        let Scalar::Text(text) = &value.value else { continue };
        let is_edges = name.value == "edges" && rows.random_tiles.is_none();
        if !is_template(&value.value) && !is_edges {
            continue;
        }
        let place = resolver.place(value);
        let template = resolver.template(text, place)?;
        let mut later = table.set.iter().skip(index).filter(|(_, value)| is_template(&value.value));
        if let Some((later, _)) = later.find(|(later, _)| template.needs().any(|need| need == later.value)) {
            let message = match later.value == name.value {
                true => format!("`{}` uses itself", name.value),
                false => format!("`{}` uses `{}`, which is defined after it", name.value, later.value),
            };
            let hint = "use only fields of the row, and fields that come earlier in `set`";
            return resolver.error_with_hint(codes::BAD_TEMPLATE, place, message, hint).none();
        }
        if let Some(origin) = &mut rows.origin {
            let needs = template.needs().map(Arc::from).collect();
            origin.computed.push(ComputedColumn { name: name.value.as_str().into(), needs });
        }
        let field = rows.values.position(&name.value);
        let mut column = ColumnBuilder::new(name.value.as_str().into());
        for row in 0..rows.values.len() {
            if let Some(value) = field.and_then(|field| rows.values.value(row, field)) {
                column.push(Some(value));
                continue;
            }
            let row_with_set = RowWithSet { values: &rows.values, row, pieces: table };
            let computed = resolver.engine.field(&template, &row_with_set).unwrap_or_else(|diagnostic| {
                if limit.count() {
                    resolver.add_error(rows.with_row(row, &template, table, diagnostic), place);
                }
                Scalar::empty().clone()
            });
            column.push(Some(&computed));
        }
        match field {
            Some(field) => rows.values.replace(field, column.finish()),
            None => rows.values.push(column.finish()),
        }
    }
    (!limit.any()).then_some(())
}

/// Returns whether a value of `set` is computed for each row.
fn is_template(value: &Scalar) -> bool {
    matches!(value, Scalar::Text(text) if text.contains('{'))
}

/// Adds a cause to an error that was found while a condition was evaluated for one row. Errors with the
/// same cause are reported together. The cause consists of the place of the condition and the hint of the
/// error.
fn with_cause(error: Diagnostic, place: SourceSpan) -> Diagnostic {
    let advice = error.hint.as_deref().filter(|_| error.cause.is_none());
    match advice.map(|advice| format!("{} {advice}", place.start)) {
        Some(cause) => error.cause(cause, ""),
        None => error,
    }
}

/// Removes all rows that do not satisfy a condition. Reports a condition that no row satisfies. Returns
/// `None` after an error.
fn choose(
    uncounted: &mut UncountedRows,
    condition: &Spanned<String>,
    table: &Pieces,
    resolver: &mut Resolver<'_>,
) -> Option<()> {
    let place = resolver.place(condition);
    let compiled = resolver.ok_or_report(resolver.engine.compile_condition(condition), place)?;
    let values = &uncounted.values;
    let decided = empty_comparisons::decided(&compiled, values, &resolver.engine, |row| {
        Some(RowWithSet { values, row, pieces: table })
    });
    if let Some((row, column)) = decided {
        let name = values.names().nth(column).unwrap_or_default();
        let warning = empty_comparisons::warning(condition, name).at(place);
        resolver.warnings.push(match uncounted.cell(row, column) {
            Some(cell) => warning.related_place(cell, "empty here"),
            None => warning,
        });
    }
    let rows: Vec<_> = (0..values.len()).map(|row| RowWithSet { values, row, pieces: table }).collect();
    let results = resolver.engine.holds_each(&compiled, rows.iter().map(|row| row as &dyn Row));
    let mut keep = Vec::with_capacity(values.len());
    let mut limit = MistakeLimit::default();
    for (index, holds) in results.into_iter().enumerate() {
        keep.push(holds.unwrap_or_else(|diagnostic| {
            if limit.count() {
                let error = uncounted.with_row(index, &compiled, table, diagnostic);
                resolver.add_error(with_cause(error, place), place);
            }
            false
        }));
    }
    if limit.any() {
        return None;
    }
    if !keep.contains(&true) {
        let hint = unmet_conditions::why(condition, |name| {
            let column = values.position(name)?;
            let column_values = (0..values.len()).filter_map(|row| values.value(row, column));
            Some(column_values.map(ToString::to_string).collect())
        });
        let diagnostic = codes::NOTHING.error("`where` matches no row").maybe_hint(hint);
        return resolver.add_error(diagnostic, place).none();
    }
    uncounted.keep(&keep);
    Some(())
}

impl UncountedRows {
    /// Keeps the rows whose flag in `keep` is `true`, and removes all others.
    fn keep(&mut self, keep: &[bool]) {
        self.values.keep(keep);
        keep_rows(&mut self.copies, keep);
        self.places.keep(keep);
        if let Some(origin) = &mut self.origin {
            keep_rows(&mut origin.rows, keep);
        }
    }

    /// Evaluates the template for the number of copies of a row. An empty text means 1.
    fn computed_copies(
        &self,
        row: usize,
        template: &Template,
        p: &Pieces,
        resolver: &Resolver<'_>,
    ) -> Result<usize> {
        let field = resolver.engine.field(template, &RowWithSet { values: &self.values, row, pieces: p })?;
        match &field {
            Scalar::Text(text) if text.trim().is_empty() => Ok(1),
            field => copies_of_value(field, &resolver.engine),
        }
    }

    /// Returns the place of a value in the layout or in the data file. Returns `None` if neither
    /// contains the value.
    fn cell(&self, row: usize, column: usize) -> Option<SourceSpan> {
        self.places
            .value(row, column)
            .or_else(|| self.origin.as_ref()?.cell(row, self.values.names().nth(column)?))
    }

    /// Adds a second place to the error of a template: the place of the wrong value, or of its row.
    fn with_row(&self, index: usize, template: &Template, p: &Pieces, diagnostic: Diagnostic) -> Diagnostic {
        let needs: Vec<&str> = template.needs().collect();
        let are_known =
            needs.iter().all(|need| self.values.position(need).is_some() || p.set.get(need).is_some());
        // If the error names no field, any field that the template uses may have caused the error.
        let field = diagnostic.field().map(str::to_owned);
        let suspects = field.as_deref().map_or(needs, |field| vec![field]);
        if let Some((line, what)) =
            self.origin.as_ref().and_then(|origin| origin.place_of_needs(index, are_known, &suspects))
        {
            return diagnostic.related_place(line, what);
        }
        let mut columns = suspects.iter().filter_map(|name| self.values.position(name));
        let only = columns.next().filter(|_| columns.next().is_none());
        match only.and_then(|column| self.places.value(index, column)) {
            Some(place) => diagnostic.related_place(place, "the value in this row"),
            None => diagnostic,
        }
    }
}

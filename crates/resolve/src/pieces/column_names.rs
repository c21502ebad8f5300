//! Checks fields with a predefined meaning, such as `copies`. Also checks fields whose name is
//! nearly the name of such a field, for example `copys`.
//!
//! - In: the fields and faces of a component.
//! - Out: errors, unused columns, and records of which values of `set` are used.
//! - Not here: fields that are not printed (`unused_fields`, which this module calls).

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{near_fields, unused_fields};
use crate::context::Resolver;
use crate::unused_columns::{UnusedColumn, UnusedColumns};
use crate::uses::{FieldSource, SetFieldUse};
use hexpress_base::diag::near::is_slip;
use hexpress_base::diag::{Hint, codes};
use hexpress_game::element::Element;
use hexpress_language::data::column_name;
use hexpress_language::tables::layout::Pieces;
use hexpress_language::values::copies::Copies;
use hexpress_language::values::scalar::Scalar;
use hexpress_language::values::spanned::Spanned;
use hexpress_template::Template;

/// The fields with a predefined meaning for which this module looks for similar names.
const PREDEFINED_FIELDS: [&str; 2] = ["copies", "edges"];

/// Names that other programs and languages often use for the field `copies`. They are in the form in
/// which [`column_name`] returns names.
const USUAL_COPIES_NAMES: [&str; 9] = [
    // English, and terms from other card programs.
    "amount amt card_count cards_in_deck copies_in_deck copies_to_print deck_count freq frequency how_many_copies in_deck number_in_deck per_deck times copy count how_many no_of_copies num_copies number_of_copies",
    "print print_count printed prints qnt qnty qtty qty quantity",
    // German; French.
    "anz anzahl exemplare kopien menge stk stück stückzahl",
    "exemplaires nb nb_exemplaires nombre_d_exemplaires qté quantite quantité",
    // Spanish, Portuguese, Italian.
    "cantidad copias copie cópias ejemplares qtd qtde quantidade quantita quantità",
    // Dutch, Danish, Norwegian, Swedish, Finnish.
    "aantal antal antall eksemplarer exemplar kopieën kopior kpl määrä",
    // Polish, Czech, Hungarian, Turkish, Greek.
    "adet darab ilość ποσότητα počet počet_kusů sztuk",
    // Russian, Ukrainian.
    "кол_во количество копии кількість",
    // Chinese, Japanese, Korean.
    "张数 枚数 数量 수량",
];

/// Returns whether a name usually means the number of copies of a piece.
pub fn is_count(name: &str) -> bool {
    let column = column_name(name);
    USUAL_COPIES_NAMES.iter().any(|words| words.split(' ').any(|word| word == column))
}

/// The fields that the elements and templates of a component use.
pub(super) struct UsedFields<'a> {
    /// The fields that elements of faces and backs use.
    by_faces: BTreeSet<&'a str>,
    /// The templates of `where`, `alt` and `copies`, which may also use fields.
    others: Vec<Template>,
    /// The field that identifies a row, from the key `key` of the component. `None` without this key.
    key: Option<&'a str>,
}

impl<'a> UsedFields<'a> {
    fn new(p: &'a Pieces, faces: [&'a [Element]; 2], resolver: &Resolver<'_>) -> Self {
        let condition = p.where_.as_ref().map(|at| resolver.engine.compile_condition(&at.value));
        let copies = match p.copies.as_ref().map(|at| &at.value) {
            Some(Copies::Template(source)) => Some(resolver.engine.compile(source)),
            _ => None,
        };
        let alt = p.alt.as_ref().map(|at| resolver.engine.compile(&at.value));
        // Invalid templates are left out of `others`. They are reported where they are evaluated.
        let by_faces = faces.into_iter().flat_map(Element::with_parts).flat_map(Element::needs).collect();
        let others = [condition, copies, alt].into_iter().flatten().flatten().collect();
        Self { by_faces, others, key: p.key.as_ref().map(|at| at.value.as_str()) }
    }

    /// Returns the names of all fields that are used, sorted.
    pub(super) fn all(&self) -> BTreeSet<&str> {
        let others = self.others.iter().flat_map(Template::needs).chain(self.key);
        self.by_faces.iter().copied().chain(others).collect()
    }

    /// Returns whether an element or a template uses a field.
    pub(super) fn contains(&self, name: &str) -> bool {
        self.by_faces.contains(name)
            || self.key == Some(name)
            || self.others.iter().any(|template| template.needs().any(|need| need == name))
    }
}

/// Checks fields with a predefined meaning. Reports an unused field if its name is similar to a name in
/// [`PREDEFINED_FIELDS`]. Also reports `copies` in `set` or `each`, if no element uses it as a field.
pub fn check(p: &Pieces, faces: [&[Element]; 2], resolver: &mut Resolver<'_>) {
    let used_fields = UsedFields::new(p, faces, resolver);
    let mut reported = near_predefined(p, &used_fields, resolver);
    let set = p.set.iter().map(|(key, _)| (key, "set"));
    let each = p.each.iter().flat_map(|each| each.value.iter().map(|(key, _)| (key, "each")));
    for (key, table) in set.chain(each) {
        if key.value == "copies" && !used_fields.contains("copies") {
            report_copies(key, table, resolver);
        }
    }
    note_uses(p, &used_fields, resolver);
    reported.extend(near_fields::check(p, &used_fields, resolver));
    columns(p, &used_fields, &mut resolver.unused_columns);
    unused_fields::check(p, &used_fields, &reported, resolver);
}

/// Reports unused fields whose names are similar to a name in [`PREDEFINED_FIELDS`]. Returns the names of all fields
/// with such a name, including those that are used.
fn near_predefined(
    p: &Pieces,
    used_fields: &UsedFields<'_>,
    resolver: &mut Resolver<'_>,
) -> BTreeSet<String> {
    let rows = p.rows.iter().flat_map(|rows| rows.value.iter());
    let fields = rows.flat_map(|row| row.value.iter().map(|(key, _)| key));
    let each = p.each.iter().flat_map(|each| each.value.iter().map(|(key, _)| key));
    let set = p.set.iter().map(|(key, _)| key);
    let mut known = BTreeSet::new();
    for key in fields.chain(each).chain(set) {
        let name = key.value.as_str();
        if PREDEFINED_FIELDS.contains(&name) || known.contains(name) {
            continue;
        }
        let hint = if is_count(name) {
            Hint::replacing("use `copies`, the number of copies of this piece", name, "copies")
        } else if let Some(near) = PREDEFINED_FIELDS.into_iter().find(|intended| is_slip_of(name, intended)) {
            Hint::did_you_mean(name, near)
        } else {
            continue;
        };
        known.insert(name.to_owned());
        if !used_fields.contains(name) {
            let message = format!("no element uses the field `{name}`");
            resolver.error_with_hint(codes::UNKNOWN_KEY, key, message, hint);
        }
    }
    known
}

/// Records which values of `set` are used, and which numbers of a random deck are used.
fn note_uses(table: &Pieces, used_fields: &UsedFields<'_>, resolver: &mut Resolver<'_>) {
    // A template in `set` may use another field of `set`.
    let templates = table.set.iter().filter_map(|(_, value)| match &value.value {
        Scalar::Text(text) if text.contains('{') => Some(&**text),
        _ => None,
    });
    let in_templates: BTreeSet<&str> =
        templates.flat_map(|text| text.split(|c: char| !c.is_alphanumeric() && c != '_')).collect();
    for (key, value) in table.set.iter() {
        let field = key.value.as_str();
        let is_used =
            PREDEFINED_FIELDS.contains(&field) || used_fields.contains(field) || in_templates.contains(field);
        let place = resolver.place(key);
        let is_of_theme = resolver.is_of_theme(value);
        let overridden_by = field_source(table, field);
        let usage = SetFieldUse {
            is_used: is_used || is_of_theme,
            is_needed_by_a_row: is_of_theme || overridden_by.is_none(),
            overridden_by,
        };
        resolver.uses.note_set_field(place, field, usage);
    }
    for (key, number) in table.deck.iter().flat_map(|deck| deck.value.numbers.iter()) {
        let name = key.value.as_str();
        let words = resolver.text.split(|c: char| !c.is_alphanumeric() && c != '_');
        let is_repeated = words.filter(|word| *word == name).count() > 1;
        let is_used = used_fields.contains(name) || is_repeated || resolver.is_of_theme(number);
        resolver.uses.note_number(resolver.place(key), name, is_used);
    }
}

/// Returns whether `name` differs from `intended` only by a typing mistake or in capitals.
fn is_slip_of(name: &str, intended: &str) -> bool {
    is_slip(name, intended) || (name != intended && name.to_lowercase() == intended)
}

/// Reports `copies` in `set` or `each`, where it is an ordinary field and does not set the number of
/// copies.
fn report_copies(key: &Spanned<String>, table: &str, resolver: &mut Resolver<'_>) {
    let message = format!("`copies` in `{table}` is only a field: it does not set the number of copies");
    let hint = "for all pieces, move `copies` next to `face`; for one piece, move `copies` to its row";
    resolver.error_with_hint(codes::IDLE_KEY, key, message, hint);
}

/// If every row has its own value of a field, returns where these values are: in the rows, in `each` or
/// in a data file, which has a cell for every row. The value of the field in `set` is then never used.
/// Returns `None` if a row has no value of its own.
fn field_source(p: &Pieces, name: &str) -> Option<FieldSource> {
    if p.rows.as_ref().is_some_and(|rows| rows.value.iter().all(|row| row.value.get(name).is_some())) {
        return Some(FieldSource::Rows);
    }
    if p.each.as_ref().is_some_and(|each| each.value.get(name).is_some()) {
        return Some(FieldSource::Each);
    }
    let table = p.data.as_ref().and_then(|data| data.value.table.as_ref());
    let is_column = table.is_some_and(|table| table.columns.iter().any(|column| column.as_ref() == name));
    is_column.then_some(FieldSource::File)
}

/// Records unused columns of a data file that probably contain the number of copies. Does nothing if
/// the file has a column `copies`.
fn columns(own_table: &Pieces, used_fields: &UsedFields<'_>, unused_columns: &mut UnusedColumns) {
    let Some(table) = own_table.data.as_ref().and_then(|data| data.value.table.as_ref()) else { return };
    let rows = table.header_place();
    let used = table.columns.iter().filter(|column| used_fields.contains(column));
    unused_columns.used.extend(used.map(|column| (rows, Arc::clone(column))));
    if table.columns.iter().any(|column| column.as_ref() == "copies") {
        return;
    }
    for (index, column) in table.columns.iter().enumerate() {
        let place = table.column_place(index);
        let mut is_error = true;
        let hint = if is_slip(column, "copies") {
            "did you mean `copies`?".to_owned()
        } else if own_table.copies.is_none() && !is_count(column) && near_fields::seems_to_count(table, index)
        {
            is_error = false;
            "if this column is the number of copies of each piece, rename it to `copies`; if not, write copies = 1 next to `data` in the layout".to_owned()
        } else if is_count(column) && (own_table.copies.is_none() || used_fields.contains(column)) {
            "if this column is the number of copies of each piece, rename it to `copies`; if not, write \
                copies = 1 next to `data` in the layout"
                .to_owned()
        } else {
            continue;
        };
        if !used_fields.contains(column) {
            let (column, intended) = (Arc::clone(column), Some("copies"));
            unused_columns.candidates.push(UnusedColumn { rows, column, intended, place, hint, is_error });
        }
    }
}

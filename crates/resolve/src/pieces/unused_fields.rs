//! Finds fields and columns that no element of a component uses. Their values are not visible on any
//! piece.
//!
//! - In: the rows of a component, and the names that are used.
//! - Out: unused columns (possible warnings). The compiler reports them unless another component uses the
//!   same field.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::column_names::UsedFields;
use super::families::families;
use crate::comparisons::column_cells;
use crate::context::Resolver;
use crate::unused_columns::{UnusedColumn, is_noted};
use hexpress_base::diag::SourceSpan;
use hexpress_language::tables::layout::Pieces;
use hexpress_language::values::scalar::Scalar;
use hexpress_template::edge_number;

/// The fields with a predefined meaning. They have an effect even if no element uses them.
const PREDEFINED_FIELDS: [&str; 5] = ["copies", "edges", "paths", "edge", "path"];

/// The fields that the program adds to every piece.
const PROVIDED_FIELDS: [&str; 12] = [
    "copies", "edges", "paths", "edge", "number", "of", "title", "author", "rights", "source", "version",
    "language",
];

/// A field that every piece has. A user may use it by mistake instead of a column with a similar
/// meaning.
struct Provided {
    name: &'static str,
    meaning: &'static str,
    /// Common names for a column with a similar meaning.
    columns: &'static str,
}

const CONFUSED_FIELDS: [Provided; 3] = [
    Provided {
        name: "title",
        meaning: "the title of the game",
        columns: "name names heading caption card cards card_name label headline nom nombre",
    },
    Provided {
        name: "number",
        meaning: "the number of the piece",
        columns: "no nr num value rank level cost price",
    },
    Provided { name: "author", meaning: "the author of the game", columns: "artist illustrator by" },
];

/// Common names of fields. Next to each group of names is an example of an element that shows such a
/// field. The last entry is for all other names.
const EXAMPLES: [(&str, &str); 5] = [
    (
        "image images picture pictures pic art artwork photo img file",
        "{ image = \"{{ NAME }}\", size = \"40 x 40mm\" }",
    ),
    ("icon icons symbol", "{ icon = \"{{ NAME }}\", size = \"10mm\" }"),
    ("colour color fill background ground", "{ fill = \"{{ NAME }}\" }"),
    ("line border", "{ box = \"100% x 100%\", line = \"{{ NAME }}\" }"),
    ("", "{ text = \"{{ NAME }}\", font = \"9pt\" }"),
];

/// Adds an unused column for every unused field. `reported` contains the fields that another check has
/// already reported.
pub fn check(
    table: &Pieces,
    used_fields: &UsedFields<'_>,
    reported: &BTreeSet<String>,
    resolver: &mut Resolver<'_>,
) {
    let is_checked = table.must.as_ref().is_some_and(|must| must.have.names().any(|name| name != "pieces"));
    let shows = table.face.is_some() || table.back.is_some();
    if is_checked || !shows || table.deck.is_some() {
        return;
    }
    let fields = fields(table, resolver);
    // If an element uses a field that does not exist, this is already an error. The user may then have
    // meant an unused field, so unused fields are not reported too.
    if !used_fields.all().into_iter().all(|name| is_known(table, name, &fields)) {
        let used = fields.into_iter().filter(|field| used_fields.contains(&field.name));
        resolver.unused_columns.used.extend(used.map(|field| (field.rows, field.name)));
        return;
    }
    for field in fields {
        if used_fields.contains(&field.name) || is_in_set(table, &field.name) {
            resolver.unused_columns.used.insert((field.rows, field.name));
            continue;
        }
        if reported.contains(&*field.name) || is_useful_unused(table, &field.name, resolver) {
            continue;
        }
        let hint = hint(table, used_fields, &field.name, resolver);
        resolver.unused_columns.candidates.push(UnusedColumn {
            rows: field.rows,
            column: field.name,
            intended: None,
            place: field.place,
            hint,
            is_error: false,
        });
    }
}

/// Returns whether a row, `set` or the program defines the field `name`.
fn is_known(p: &Pieces, name: &str, fields: &[Field]) -> bool {
    fields.iter().any(|field| *field.name == *name)
        || p.set.get(name).is_some()
        || PROVIDED_FIELDS.contains(&name)
        || edge_number(name).is_some()
}

/// Returns whether an unused field needs no warning. Such a field has a predefined meaning, is always
/// empty, is a note of the author, numbers the rows, or is already in another warning.
fn is_useful_unused(p: &Pieces, name: &str, resolver: &Resolver<'_>) -> bool {
    // If there is only one row, an unused field in it may simply describe the pieces.
    let is_only_row = p.rows.as_ref().is_some_and(|rows| rows.value.len() == 1);
    PREDEFINED_FIELDS.contains(&name)
        || is_noted(name)
        || edge_number(name).is_some()
        || values(p, name).all(|value| value.to_string().trim().is_empty())
        || numbers_rows(p, name)
        || resolver.unused_columns.in_foreign_syntax.contains(name)
        || (is_only_row && replaced_face(p, name, resolver).is_none())
}

/// A field of the rows of a component.
struct Field {
    /// The place of the key `rows`, of the lists of `each`, or of the header in the data file.
    rows: SourceSpan,
    name: Arc<str>,
    /// The first place at which the name occurs.
    place: SourceSpan,
}

/// Returns every field of the rows, of the lists of `each` and of the data file. Leaves out fields
/// that the theme defines.
fn fields(own_table: &Pieces, resolver: &Resolver<'_>) -> Vec<Field> {
    let typed = own_table.rows.as_ref().map(|rows| {
        let keys = rows.value.iter().flat_map(|row| row.value.iter().map(|(key, _)| key));
        (resolver.place(rows), keys.collect::<Vec<_>>())
    });
    let listed = own_table
        .each
        .as_ref()
        .map(|each| (resolver.place(each), each.value.iter().map(|(key, _)| key).collect::<Vec<_>>()));
    let mut known = BTreeSet::new();
    let mut fields = Vec::new();
    for (rows, keys) in typed.into_iter().chain(listed) {
        for key in keys.into_iter().filter(|key| known.insert(key.value.as_str())) {
            if !resolver.is_of_theme(key) {
                fields.push(Field { rows, name: key.value.as_str().into(), place: resolver.place(key) });
            }
        }
    }
    if let Some(table) = own_table.data.as_ref().and_then(|data| data.value.table.as_ref()) {
        fields.extend(table.columns.iter().enumerate().map(|(index, name)| Field {
            rows: table.header_place(),
            name: Arc::clone(name),
            place: table.column_place(index),
        }));
    }
    fields
}

/// Returns every value of a field.
fn values<'p>(p: &'p Pieces, name: &'p str) -> impl Iterator<Item = &'p Scalar> {
    let rows = p.rows.iter().flat_map(|rows| rows.value.iter()).filter_map(move |row| row.value.get(name));
    let each = p.each.iter().filter_map(move |each| each.value.get(name)).flat_map(|list| list.value.iter());
    let table = p.data.as_ref().and_then(|data| data.value.table.as_ref());
    let cells = table.into_iter().flat_map(move |table| column_cells(table, name));
    rows.chain(each).map(|value| &value.value).chain(cells.map(|(value, _)| value))
}

/// Returns whether the values of a field just number the rows: 0, 1, 2 and so on, or 1, 2, 3 and so on.
/// There must be at least two rows.
fn numbers_rows(p: &Pieces, name: &str) -> bool {
    let numbers: Vec<Option<usize>> =
        values(p, name).map(|value| value.to_string().parse::<usize>().ok()).collect();
    numbers.len() > 1
        && numbers.iter().enumerate().all(|(row, number)| *number == Some(row) || *number == Some(row + 1))
}

/// Returns whether a template in `set` uses a field.
fn is_in_set(p: &Pieces, name: &str) -> bool {
    p.set.iter().any(
        |(_, value)| matches!(&value.value, Scalar::Text(text) if text.contains('{') && has_word(text, name)),
    )
}

/// Returns whether a text contains a word as a whole. The characters next to the word must not be
/// letters, digits or `_`.
fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|part| part == word)
}

/// Returns a hint for an unused field. It depends on the probable mistake: this component replaces the
/// face that shows the field, or the user confused two fields, or an element is missing.
fn hint(p: &Pieces, used_fields: &UsedFields<'_>, name: &str, resolver: &Resolver<'_>) -> String {
    if let Some(other) = replaced_face(p, name, resolver) {
        return format!(
            "copy the element that prints `{name}` from the `face` of `{other}`: this component replaces \
                that `face` with its own"
        );
    }
    let is_provided = |field: &str| {
        used_fields.contains(field) && p.set.get(field).is_none() && values(p, field).next().is_none()
    };
    let confused = CONFUSED_FIELDS.iter().find(|provided| {
        is_provided(provided.name) && provided.columns.split_whitespace().any(|column| column == name)
    });
    if let Some(Provided { name: provided, meaning, .. }) = confused {
        return format!("to print this field, write {{{{ {name} }}}}: {{{{ {provided} }}}} is {meaning}");
    }
    if super::column_names::is_count(name) && is_provided("number") {
        return format!(
            "to print this field, write {{{{ {name} }}}}: {{{{ number }}}} is the number of the piece"
        );
    }
    match name {
        "size" | "shape" | "bleed" | "safe" | "round" | "across" => {
            format!(
                "make a component for each `{name}`, because all pieces of a component have the same `{name}`"
            )
        }
        "back" | "face" => format!(
            "to draw it, write next to `data`: {name} = [{{ image = \"{{{{ {name} }}}}\", size = \"40 x 40mm\" }}]"
        ),
        _ => {
            let mut examples = EXAMPLES.iter();
            let example =
                examples.find(|(names, _)| names.is_empty() || names.split(' ').any(|one| one == name));
            let element = example.map_or("", |(_, element)| *element).replace("NAME", name);
            format!("to show it, add an element: {element}")
        }
    }
}

/// A component with the key `like` may replace a face of the other component. If `p` does so, and the
/// replaced face uses the field `name`, returns the name of the other component. Otherwise returns
/// `None`.
fn replaced_face<'c>(p: &'c Pieces, name: &str, resolver: &Resolver<'c>) -> Option<&'c str> {
    let (like, face) = (p.like.as_ref()?, p.face.as_ref()?);
    let families = families(resolver.layout);
    let mut components =
        families.iter().flat_map(|family| family.tables.iter().map(|table| (family.name_of(table), table)));
    let (_, base) = components.find(|(component, _)| *component == like.value)?;
    let replaced = base.face.as_ref().filter(|replaced| replaced.span != face.span)?;
    let text = resolver.text.get(replaced.span.clone())?;
    has_word(text, name).then_some(like.value.as_str())
}

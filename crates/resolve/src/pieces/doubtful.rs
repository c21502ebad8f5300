//! Warns about layouts that can be printed but are probably wrong. Examples are ranges in `each`, fills
//! that cover everything, `{ name }`, and colours without icons.
//!
//! - In: the faces and rows of a component.
//! - Out: warnings.
//! - Not here: texts, data files and spreadsheets. This module calls other modules that check them.

use std::collections::BTreeSet;

use super::field_values::{outside_braces, values};
use super::{colour_icons, foreign_text, mangled, table_doubts};
use crate::comparisons;
use crate::context::Resolver;
use hexpress_base::diag::{SourceSpan, codes};
use hexpress_game::element::{Element, PerRow, Shape};
use hexpress_language::data::column_name;
use hexpress_language::tables::layout::Pieces;
use hexpress_language::values::parse_field::is_sheet_error;
use hexpress_language::values::scalar::Scalar;
use hexpress_language::values::spanned::Spanned;
use hexpress_language::values::value::Alignment;
use hexpress_template::edge_number;

/// Warns about everything that is probably wrong in the pieces of a component.
pub fn check(table: &Pieces, faces: [&[Element]; 2], resolver: &mut Resolver<'_>) {
    faces.into_iter().for_each(|face| covering_fills(face, resolver));
    foreign_placeholders(table, faces, resolver);
    foreign_text::check(table, faces, resolver);
    table_doubts::check(table, faces, resolver);
    colour_icons::check(table, faces, resolver);
    idle_align(table, faces, resolver);
    sheet_errors(table, resolver);
    mangled::check(table, faces, resolver);
    typed_ranges(table, resolver);
    parallel_lists(table, resolver);
    let mut conditions = comparisons::of_elements(faces.into_iter().flat_map(Element::with_parts));
    if let Some(condition) = &table.where_ {
        conditions.push(comparisons::ParsedCondition::new(condition, resolver.place(condition)));
    }
    comparisons::check(&conditions, |name, resolver| values(table, name, resolver), resolver);
}

/// Returns the numbers of a range, such as `1-4`, as a list: `1, 2, 3, 4`. Also reads ranges such as
/// `1..4` and `1 to 4`. Returns `None` if the value is not a range, has negative numbers, or has more
/// than 60 numbers.
fn range(value: &Scalar) -> Option<String> {
    const MAX_NUMBERS: i64 = 60;
    let Scalar::Text(text) = value else { return None };
    let (from, to) = ["..=", "..", "–", "-", " to "].iter().find_map(|sign| text.split_once(sign))?;
    let from: i64 = from.trim().parse().ok()?;
    let to: i64 = to.trim().parse().ok()?;
    if from < 0 || to <= from || to - from >= MAX_NUMBERS {
        return None;
    }
    Some((from..=to).map(|n| n.to_string()).collect::<Vec<_>>().join(", "))
}

/// Warns about values in `each` that look like ranges.
fn typed_ranges(p: &Pieces, resolver: &mut Resolver<'_>) {
    const MAX_REPORTED: usize = 3;
    let Some(each) = &p.each else { return };
    for (name, list) in each.value.iter() {
        let ranges = list.value.iter().filter_map(|item| Some((item, range(&item.value)?)));
        for (item, numbers) in ranges.take(MAX_REPORTED) {
            let message = format!("`{}` is one value, not a range", item.value);
            let hint = format!("write every number: {} = [{numbers}]", name.value);
            resolver.warnings.push(codes::IDLE_KEY.warning(message).at(resolver.place(item)).hint(hint));
        }
    }
}

/// Warns about lists in `each` that the user probably wanted to read in parallel: the first values of
/// all lists form a row, and so on. This is assumed if all lists have the same length, and one of them
/// contains names.
fn parallel_lists(p: &Pieces, resolver: &mut Resolver<'_>) {
    const NAMES: &str = "name names title titles card cards text words label caption hero heroes character player who image picture file";
    let Some(each) = &p.each else { return };
    let lists: Vec<(&str, &[Spanned<Scalar>])> =
        each.value.iter().map(|(name, list)| (name.value.as_str(), list.value.as_slice())).collect();
    let [(_, first), _, ..] = lists.as_slice() else { return };
    let rows = first.len();
    let has_name = lists.iter().any(|(name, _)| NAMES.split(' ').any(|usual| usual == *name));
    // A condition leaves out some combinations, so combinations are probably intended.
    if rows < 2 || p.where_.is_some() || !has_name || lists.iter().any(|(_, list)| list.len() != rows) {
        return;
    }
    let combinations: usize = lists.iter().map(|(_, list)| list.len()).product();
    let message =
        format!("`each` combines its lists: these make {combinations} different pieces, not {rows}");
    let [one, other] = [0, 1].map(|row| typed_row(&lists, row, resolver));
    let more = if rows > 2 { ", …" } else { "" };
    let hint = format!("for {rows} pieces, write rows = [{one}, {other}{more}]");
    let place = resolver.key_place(&each.span);
    resolver.warnings.push(codes::IDLE_KEY.warning(message).at(place).hint(hint));
}

/// Returns a row that contains the value at `index` of every list, in the syntax of the layout:
/// `{ name = "Ann", cost = 2 }`.
fn typed_row(lists: &[(&str, &[Spanned<Scalar>])], index: usize, resolver: &Resolver<'_>) -> String {
    let fields = lists.iter().filter_map(|(name, list)| {
        let typed = resolver.text.get(list.get(index)?.span.clone())?;
        Some(format!("{name} = {typed}"))
    });
    format!("{{ {} }}", fields.collect::<Vec<_>>().join(", "))
}

/// Warns about a component with a data file or a random deck, if no element shows any of its values.
pub fn shows_no_row(own_table: &Pieces, faces: [&[Element]; 2], resolver: &mut Resolver<'_>) {
    const EDGE_BAND: &str = "{ edge-band = \"{{ edge }}\", at = \"each edge\" }";
    const PATH: &str = "{ path = \"{{ paths }}\" }";
    let mut needs = faces.into_iter().flat_map(Element::with_parts).flat_map(Element::needs);
    if let (Some(deck), Some(_)) = (&own_table.deck, &own_table.face)
        && !needs.any(is_of_deck)
    {
        let (fields, example) = match deck.value.join {
            Some(_) => ("paths", PATH),
            None => ("edges", EDGE_BAND),
        };
        let warning = codes::IDLE_KEY.warning(format!("no element shows the {fields} of these tiles"));
        let hint = format!("add one, for example {example}");
        resolver.warnings.push(warning.at(resolver.place(deck)).hint(hint));
    }
    if own_table.face.is_some() {
        return;
    }
    let (place, values, example) = match (&own_table.data, &own_table.deck) {
        (Some(data), _) => {
            let columns = data.value.table.as_ref().map(|table| &table.columns);
            let column = columns.and_then(|columns| columns.first()).map_or("name", |column| &**column);
            let example = format!("{{ text = \"{{{{ {column} }}}}\", font = \"9pt\" }}");
            (resolver.place(data), "the values in the file", example)
        }
        (None, Some(deck)) if deck.value.join.is_some() => {
            (resolver.place(deck), "their paths", PATH.to_owned())
        }
        (None, Some(deck)) => (resolver.place(deck), "the values of their edges", EDGE_BAND.to_owned()),
        (None, None) => return,
    };
    let message = format!("these pieces have no `face`, so {values} are not printed");
    let nothing_shown = codes::IDLE_KEY.warning(message).at(place);
    resolver.warnings.push(nothing_shown.hint(format!("add a face: face = [{example}]")));
}

/// Returns whether a random deck provides the field `need`.
fn is_of_deck(need: &str) -> bool {
    ["edge", "edges", "paths", "colours"].contains(&need) || edge_number(need).is_some()
}

/// Warns about a fill after the first element, because such a fill covers all earlier elements.
fn covering_fills(face: &[Element], resolver: &mut Resolver<'_>) {
    for element in face.iter().skip(1) {
        let is_opaque = matches!(element.fill, Some(PerRow::Fixed(Some(_))));
        if matches!(element.shape, Shape::Fill) && is_opaque && element.when.is_none() {
            let message = "this fill covers everything that is drawn before it";
            let warning = codes::IDLE_KEY.warning(message).at(element.place);
            let hint = "write the fill as the first element: elements are drawn in the order of the list";
            resolver.warnings.push(warning.hint(hint));
        }
    }
}

/// Warns about names of fields in the syntax of other programs, such as `{ name }` or `[Card Name]`.
/// Such a name is printed unchanged, and is not replaced by the value of the field.
fn foreign_placeholders(p: &Pieces, faces: [&[Element]; 2], resolver: &mut Resolver<'_>) {
    let table = p.data.as_ref().and_then(|data| data.value.table.as_ref());
    let columns = table.iter().flat_map(|table| table.columns.iter().map(AsRef::as_ref));
    let rows = p.rows.iter().flat_map(|rows| rows.value.iter()).flat_map(|row| row.value.names());
    let each = p.each.iter().flat_map(|each| each.value.names());
    let fields: BTreeSet<&str> = columns.chain(rows).chain(each).chain(p.set.names()).collect();
    let used: BTreeSet<&str> =
        faces.into_iter().flat_map(Element::with_parts).flat_map(Element::needs).collect();
    for element in faces.into_iter().flat_map(Element::with_parts) {
        let Shape::Text(template, _) = &element.shape else { continue };
        let source = template.source();
        if let Some(field) = single_braces(source).find(|field| fields.contains(field)) {
            warn_of_placeholder(&format!("{{ {field} }}"), field, element.place, resolver);
        }
        let text = source.trim();
        if fields.contains(text) && !used.contains(text) {
            warn_of_placeholder(text, text, element.place, resolver);
        }
        let printed = outside_braces(source);
        for (written, field) in bracketed(&printed, &fields) {
            warn_of_placeholder(&written, field, element.place, resolver);
        }
    }
}

/// Warns about a placeholder in the syntax of another program. `written` is the placeholder, and
/// `field` is the field that the user probably means.
fn warn_of_placeholder(written: &str, field: &str, place: SourceSpan, resolver: &mut Resolver<'_>) {
    resolver.unused_columns.in_foreign_syntax.insert(field.to_owned());
    let hint = format!("to print the field of the row, write {{{{ {field} }}}}");
    let message = format!("`{written}` is printed as typed, not as the value of the field `{field}`");
    resolver.warnings.push(codes::BAD_TEMPLATE.warning(message).at(place).hint(hint));
}

/// Warns about the key `align` of a text with a single line and no `size`. The key has no effect on
/// such a text.
fn idle_align(p: &Pieces, faces: [&[Element]; 2], resolver: &mut Resolver<'_>) {
    for element in faces.into_iter().flat_map(Element::with_parts) {
        let Shape::Text(template, format) = &element.shape else { continue };
        let Some(across) =
            format.align.across.filter(|_| format.align.down.is_none() && !format.align.baseline)
        else {
            continue;
        };
        let has_box = element.size.is_some() || format.bend.is_some() || format.along;
        let may_wrap = template.source().contains(['\n', '%', '|']);
        if has_box || may_wrap || template.needs().any(|field| has_several_lines(p, field, resolver)) {
            continue;
        }
        let hint = match across {
            Alignment::Middle => "delete it".to_owned(),
            Alignment::Start => move_hint("left"),
            Alignment::End => move_hint("right"),
        };
        let message = "`align` has no effect on a single line of text without a `size`";
        resolver.warnings.push(codes::IDLE_KEY.warning(message).at(element.place).hint(hint));
    }
}

/// Returns a hint that says how to move a text to a side of its piece.
fn move_hint(side: &str) -> String {
    format!(
        "to move the line, write at = \"top-{side}\", \"{side}\" or \"bottom-{side}\", with inset = \"5mm\""
    )
}

/// Returns whether a value of a field has several lines. A template also counts, because it may produce
/// several lines.
fn has_several_lines(p: &Pieces, field: &str, resolver: &Resolver<'_>) -> bool {
    values(p, field, resolver).iter().any(|(value, _)| value.to_string().contains(['\n', '{']))
}

/// The characters that enclose the name of a column in other programs. `$` has no closing character:
/// the name after it ends at the first character that is not a letter, a digit or `_`.
const BRACKETS: [(&str, &str); 8] =
    [("[", "]"), ("<", ">"), ("%", "%"), ("@", "@"), ("${", "}"), ("$", ""), ("«", "»"), ("#", "#")];

/// Finds names of fields in the syntax of other programs, such as `[Card Name]`, `«name»` or `$name`.
/// Returns each name as it is written, and the field that it means. Returns at most one name for each
/// entry of [`BRACKETS`].
fn bracketed<'w>(printed: &str, fields: &BTreeSet<&'w str>) -> Vec<(String, &'w str)> {
    let found = BRACKETS.iter().filter_map(|(open, close)| {
        printed.match_indices(open).find_map(|(at, _)| {
            let name = bracketed_name(&printed[at + open.len()..], close)?;
            let field = fields.get(column_name(name).as_str())?;
            Some((format!("{open}{name}{close}"), *field))
        })
    });
    found.collect()
}

/// Returns the name at the start of a text, up to the closing character `close`. Returns `None` if the
/// text there cannot be the name of a column.
fn bracketed_name<'t>(text: &'t str, close: &str) -> Option<&'t str> {
    const MAX_COLUMN_NAME_LENGTH: usize = 40;
    let end = match close {
        "" => text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len()),
        close => text.find(close)?,
    };
    Some(&text[..end])
        .filter(|name| name.len() <= MAX_COLUMN_NAME_LENGTH && name.starts_with(char::is_alphabetic))
}

/// Returns the texts in single braces, without white space around them. Leaves out texts in double
/// braces.
fn single_braces(source: &str) -> impl Iterator<Item = &str> {
    source.match_indices('{').filter_map(|(at, _)| {
        let (field, _) = source[at + 1..].split_once('}')?;
        let is_doubled = field.starts_with('{') || source[..at].ends_with('{');
        (!is_doubled).then_some(field.trim())
    })
}

/// Reports `#REF!` and other errors of spreadsheets in the rows of the layout. Such errors in a data
/// file are reported when the file is read.
fn sheet_errors(p: &Pieces, resolver: &mut Resolver<'_>) {
    let rows = p.rows.iter().flat_map(|rows| rows.value.iter()).flat_map(|row| row.value.iter());
    let lists = p.each.iter().flat_map(|each| each.value.iter());
    let items = lists.flat_map(|(name, list)| list.value.iter().map(move |value| (name, value)));
    for (name, value) in rows.chain(p.set.iter()).chain(items) {
        if let Scalar::Text(text) = &value.value
            && is_sheet_error(text)
        {
            let message = format!("`{text}` in `{}` is a spreadsheet error", name.value);
            let hint = "write the value, or leave it empty: \"\"";
            resolver.error_with_hint(codes::BAD_DATA, value, message, hint);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::single_braces;

    #[test]
    fn fields_in_single_braces_are_found() {
        let words = |source| single_braces(source).collect::<Vec<_>>();
        assert_eq!(words("{ name } and {cost}} {"), ["name", "cost"]);
        assert_eq!(words("{{ name }} {% if a %}{x"), ["% if a %"]);
        assert_eq!(words("{{ name }} { name }"), ["name"]);
    }
}

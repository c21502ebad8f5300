//! What can be printed but is probably not meant: warnings.

use std::collections::BTreeSet;

use crate::diag::{Diagnostic, Few, Place, codes};
use crate::model::element::{Element, Shape, Value};
use crate::resolve::context::Compiler;
use crate::spec::tables::layout::Pieces;
use crate::spec::values::scalar::Scalar;
use crate::spec::values::spelling::is_sheet_error;

/// Looks at the pieces of one component, whose faces are these.
pub fn check(p: &Pieces, faces: [&[Element]; 2], compiler: &mut Compiler<'_>) {
    faces.into_iter().for_each(|face| covered(face, compiler));
    braces(p, faces, compiler);
    as_they_stand(p, faces, compiler);
    sheet_errors(p, compiler);
}

/// Rows of a file, or tiles that are drawn at random, and nothing that shows them.
pub fn shows_no_row(p: &Pieces, compiler: &mut Compiler<'_>) {
    let data = p.data.as_ref().map(|data| (compiler.place(data), "{ text = \"{{ name }}\" }"));
    let deck = p
        .deck
        .as_ref()
        .map(|deck| (compiler.place(deck), "{ edge-band = \"{{ edge }}\", at = \"each edge\" }"));
    if let Some((place, example)) = data.or(deck).filter(|_| p.face.is_none()) {
        let warning = codes::IDLE_KEY.warning("nothing of this stands on the pieces").at(place);
        compiler.warnings.push(warning.hint(format!("say what does: face = [{example}]")));
    }
}

/// A fill covers the whole piece, and with it all that was drawn before.
fn covered(face: &[Element], compiler: &mut Compiler<'_>) {
    for element in face.iter().skip(1) {
        let opaque = matches!(element.fill, Some(Value::Fixed(Some(_))));
        if matches!(element.shape, Shape::Fill) && opaque && element.when.is_none() {
            let message = "this fill covers everything that is drawn before it";
            let warning = codes::IDLE_KEY.warning(message).at(element.place);
            compiler.warnings.push(warning.hint("elements are drawn in their order: put it first"));
        }
    }
}

/// `{ name }` in a text is printed as it stands.
fn braces(p: &Pieces, faces: [&[Element]; 2], compiler: &mut Compiler<'_>) {
    let table = p.data.as_ref().and_then(|data| data.value.table.as_ref());
    let columns = table.iter().flat_map(|table| table.columns.iter().map(AsRef::as_ref));
    let rows = p.rows.iter().flat_map(|rows| rows.value.iter()).flat_map(|row| row.value.names());
    let each = p.each.iter().flat_map(|each| each.value.names());
    let mut words: Vec<&str> = columns.chain(rows).chain(each).chain(p.set.names()).collect();
    words.sort_unstable();
    words.dedup();
    for element in faces.into_iter().flatten() {
        let Shape::Text(text) = &element.shape else { continue };
        let source = text.template.source();
        let mut doubt = |written: &str, hint: String| {
            let warning = codes::BAD_TEMPLATE.warning(format!("`{written}` is printed as it stands"));
            compiler.warnings.push(warning.at(element.place).hint(hint));
        };
        if let Some(word) = single_braces(source).find(|word| words.binary_search(word).is_ok()) {
            doubt(&format!("{{ {word} }}"), format!("the word of the row is {{{{ {word} }}}}"));
        }
        let printed = outside_braces(source);
        for (open, close) in BRACKETS {
            let written = |word: &&&str| printed.contains(&format!("{open}{word}{close}"));
            if let Some(word) = words.iter().find(written) {
                doubt(&format!("{open}{word}{close}"), format!("the word of the row is {{{{ {word} }}}}"));
            }
        }
    }
}

/// What stands round the names of columns in other programs.
const BRACKETS: [(&str, &str); 4] = [("[", "]"), ("<", ">"), ("%", "%"), ("@", "@")];

/// A text without what is worked out in it.
fn outside_braces(source: &str) -> String {
    let mut printed = String::new();
    let mut rest = source;
    while let Some(open) = rest.find("{{").into_iter().chain(rest.find("{%")).min() {
        printed.push_str(rest.get(..open).unwrap_or_default());
        printed.push('\u{0}');
        let close = if rest.get(open..).is_some_and(|rest| rest.starts_with("{{")) { "}}" } else { "%}" };
        let behind = rest.get(open..).unwrap_or_default();
        rest = behind.find(close).and_then(|at| behind.get(at + 2..)).unwrap_or_default();
    }
    printed + rest
}

/// What stands in a text between one brace and the next one that closes, be that doubled or not.
fn single_braces(source: &str) -> impl Iterator<Item = &str> {
    source.match_indices('{').filter_map(|(at, _)| {
        let (word, _) = source.get(at + 1..)?.split_once('}')?;
        let doubled = word.starts_with('{') || source[..at].ends_with('{');
        (!doubled).then_some(word.trim())
    })
}

/// `\n` in a cell is no new line, and HTML nothing but signs.
fn as_they_stand(p: &Pieces, faces: [&[Element]; 2], compiler: &mut Compiler<'_>) {
    let elements = || faces.into_iter().flatten();
    for element in elements() {
        if let Shape::Text(text) = &element.shape
            && let Some(sign) = html(text.template.source())
        {
            compiler.warnings.push(foreign(sign).at(element.place));
        }
    }
    let asked: BTreeSet<&str> = elements().flat_map(Element::needs).collect();
    let mut few = Few::default();
    let mut doubt = |text: &str, place: Place, in_file: bool, compiler: &mut Compiler<'_>| {
        let sign = html(text);
        let warning = match sign {
            Some(sign) => foreign(sign),
            None if in_file && text.contains("\\n") => {
                let hint = "a new line in a cell is a real one; in .csv such a cell stands in quotes";
                codes::BAD_DATA.warning("`\\n` in a cell is printed as it stands").hint(hint)
            }
            None => return,
        };
        if few.more() {
            compiler.warnings.push(warning.at(place));
        }
    };
    let rows = p.rows.iter().flat_map(|rows| rows.value.iter()).flat_map(|row| row.value.iter());
    let words = rows.chain(p.set.iter());
    for (_, value) in words.filter(|(name, _)| asked.contains(name.value.as_str())) {
        if let Scalar::Text(text) = &value.value {
            doubt(text, compiler.place(value), false, compiler);
        }
    }
    let Some(table) = p.data.as_ref().and_then(|data| data.value.table.clone()) else { return };
    let columns = table.columns.iter().enumerate().filter(|(_, column)| asked.contains(&***column));
    let columns: Vec<usize> = columns.map(|(index, _)| index).collect();
    for row in 0..table.len() {
        for &column in &columns {
            if let Some(Scalar::Text(text)) = table.row(row).get(column) {
                doubt(text, table.cell_place(row, column), true, compiler);
            }
        }
    }
}

/// What is written in HTML, and what says the same here.
const HTML: [(&str, &str); 18] = [
    ("<b>", "**bold**"),
    ("<strong>", "**bold**"),
    ("<i>", "*italic*"),
    ("<em>", "*italic*"),
    ("<u>", "**bold** or *italic*: nothing is underlined"),
    ("<br", "a line ends with \\n, or where a text between three quotes does"),
    ("<p>", "a line ends with \\n, or where a text between three quotes does"),
    ("<span", "an element of its own for words in another colour or size"),
    ("<font", "an element of its own for words in another colour or size"),
    ("<sup>", "the sign itself, such as ²"),
    ("<sub>", "the sign itself, such as ₂"),
    ("<img", ":coin: for an icon among words, or an element { image = … }"),
    ("&amp;", "the sign itself: &"),
    ("&lt;", "the sign itself: <"),
    ("&gt;", "the sign itself: >"),
    ("&quot;", "the sign itself: \""),
    ("&nbsp;", "\\u00A0 for a space that breaks no line"),
    ("&#", "the sign itself, or \\u and its number"),
];

/// The first piece of HTML in a text, and what to write instead.
fn html(text: &str) -> Option<(&'static str, &'static str)> {
    if !text.contains(['<', '&']) {
        return None;
    }
    let small = text.to_lowercase();
    HTML.into_iter().find(|(sign, _)| small.contains(sign))
}

fn foreign((sign, instead): (&str, &str)) -> Diagnostic {
    let message = format!("`{sign}` is printed as it stands: texts here are no HTML");
    codes::FOREIGN_SIGNS.warning(message).hint(format!("write {instead}"))
}

/// `#REF!` and its like in rows that are typed, as they are copied from a spreadsheet; in a file they are found when it is
/// read.
fn sheet_errors(p: &Pieces, compiler: &mut Compiler<'_>) {
    let rows = p.rows.iter().flat_map(|rows| rows.value.iter()).flat_map(|row| row.value.iter());
    let each = p.each.iter().flat_map(|each| each.value.iter());
    let each = each.flat_map(|(name, list)| list.value.iter().map(move |value| (name, value)));
    for (name, value) in rows.chain(p.set.iter()).chain(each) {
        if let Scalar::Text(text) = &value.value
            && is_sheet_error(text)
        {
            let message = format!("`{text}` as `{}` is an error of a spreadsheet", name.value);
            compiler.hinted(codes::BAD_DATA, value, message, "type the value, or leave it empty: \"\"");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::single_braces;

    #[test]
    fn words_in_single_braces() {
        let words = |source| single_braces(source).collect::<Vec<_>>();
        assert_eq!(words("{ name } and {cost}} {"), ["name", "cost"]);
        assert_eq!(words("{{ name }} {% if a %}{x"), ["% if a %"]);
        assert_eq!(words("{{ name }} { name }"), ["name"]);
    }
}

//! Texts that are printed as they stand, and would be more than text in another program.

use std::collections::BTreeSet;

use super::doubtful::outside_braces;
use crate::diag::{Diagnostic, Few, Place, codes};
use crate::model::element::{Element, Shape};
use crate::resolve::context::Compiler;
use crate::spec::tables::layout::Pieces;
use crate::spec::values::scalar::Scalar;

/// Warns of texts that another program would read as more than text: HTML, Markdown, formulas, `\n` in a cell.
pub fn check(p: &Pieces, faces: [&[Element]; 2], compiler: &mut Compiler<'_>) {
    let elements = || faces.into_iter().flatten();
    for element in elements() {
        let Shape::Text(template, _) = &element.shape else { continue };
        let source = template.source();
        let found = html(source).map(foreign).or_else(|| marked(source));
        let found =
            found.or_else(|| new_line(&outside_braces(source), IN_LAYOUT)).or_else(|| unpaired(source));
        let found = found.or_else(|| spaced_icon(source, compiler)).or_else(|| bare_icon(source, compiler));
        compiler.warnings.extend(found.map(|warning| warning.at(element.place)));
    }
    let table = p.data.as_ref().and_then(|data| data.value.table.as_ref());
    let columns = table.iter().flat_map(|table| table.columns.iter().map(AsRef::as_ref));
    let rows = p.rows.iter().flat_map(|rows| rows.value.iter()).flat_map(|row| row.value.names());
    let known: BTreeSet<&str> = columns.chain(rows).chain(p.set.names()).collect();
    let of_text = |element: &&Element| matches!(element.shape, Shape::Text(..));
    let printed: BTreeSet<&str> = elements().filter(of_text).flat_map(Element::needs).collect();
    let asked: BTreeSet<&str> = elements().flat_map(Element::needs).collect();
    let mut few = Few::default();
    let mut doubt = |name: &str, text: &str, place: Place, in_file: bool, compiler: &mut Compiler<'_>| {
        if is_plain(text) {
            return;
        }
        let cell = || new_line(text, if in_file { IN_CELL } else { IN_LAYOUT });
        let found = html(text).map(foreign).or_else(cell).or_else(|| formula(text));
        let more = || {
            let braces = if in_file { braces_in_cell(text, &known) } else { None };
            let signs = braces.or_else(|| marked(text)).or_else(|| unpaired(text));
            signs.or_else(|| spaced_icon(text, compiler)).or_else(|| bare_icon(text, compiler))
        };
        let found = found.or_else(|| if printed.contains(name) { more() } else { None });
        let Some(warning) = found else { return };
        if few.more() {
            compiler.warnings.push(warning.at(place));
        }
    };
    let rows = p.rows.iter().flat_map(|rows| rows.value.iter()).flat_map(|row| row.value.iter());
    let words = rows.chain(p.set.iter());
    for (name, value) in words.filter(|(name, _)| asked.contains(name.value.as_str())) {
        if let Scalar::Text(text) = &value.value {
            doubt(&name.value, text, compiler.place(value), false, compiler);
        }
    }
    let Some(table) = p.data.as_ref().and_then(|data| data.value.table.clone()) else { return };
    let columns = table.columns.iter().enumerate().filter(|(_, column)| asked.contains(&***column));
    let columns: Vec<usize> = columns.map(|(index, _)| index).collect();
    for row in 0..table.len() {
        for &column in &columns {
            if let Some(Scalar::Text(text)) = table.row(row).get(column) {
                doubt(&table.columns[column], text, table.cell_place(row, column), true, compiler);
            }
        }
    }
}

/// Whether a text has only letters, digits, spaces, commas and full stops, so that no sign of another program is in it.
fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b',' | b'.'))
}

const ANOTHER_ELEMENT: &str = "an element of its own for words in another colour or size";

/// What is written in HTML, and what says the same here.
const HTML: [(&str, &str); 30] = [
    ("<b>", "**bold**"),
    ("<strong>", "**bold**"),
    ("<i>", "*italic*"),
    ("<em>", "*italic*"),
    ("<u>", "**bold** or *italic*: nothing is underlined"),
    ("<br", "\\n in a layout, and in a cell of a CSV file a line break between quotes"),
    ("<p>", "\\n in a layout, and in a cell of a CSV file a line break between quotes"),
    ("<span", ANOTHER_ELEMENT),
    ("<font", ANOTHER_ELEMENT),
    ("</", "words without tags; **bold** and *italic* are what texts have"),
    ("<div", ANOTHER_ELEMENT),
    ("<center>", "align = \"centre\" in the element"),
    ("<h1", "an element of its own with a larger font"),
    ("<h2", "an element of its own with a larger font"),
    ("<h3", "an element of its own with a larger font"),
    ("<ul>", "• before each line, and \\n between lines"),
    ("<ol>", "1. before each line, and \\n between lines"),
    ("<li>", "• before each line, and \\n between lines"),
    ("<hr", "an element of its own: { box = \"40 x 0.3mm\", fill = \"black\" }"),
    ("<a ", "the words alone: nothing on paper is a link"),
    ("<s>", "the words alone: nothing is struck out"),
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
    HTML.into_iter().find(|(sign, _)| small.contains(sign)).or_else(|| {
        // `&eacute;` and the hundreds of its like.
        let mut names = small.match_indices('&').filter_map(|(at, _)| small[at + 1..].split_once(';'));
        let is_name =
            |name: &str| (2..=8).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_alphanumeric());
        names.any(|(name, _)| is_name(name)).then_some(("&…;", "the sign itself, such as é or ©"))
    })
}

fn foreign((sign, instead): (&str, &str)) -> Diagnostic {
    let message = format!("`{sign}` is printed as it stands: texts here are no HTML");
    codes::FOREIGN_SIGNS.warning(message).hint(format!("write {instead}"))
}

const IN_CELL: &str = "a new line in a cell is a real one; in .csv such a cell stands in quotes";
const IN_LAYOUT: &str = "between \" and \" it begins a new line; between ' and ' it does not";

fn new_line(text: &str, hint: &str) -> Option<Diagnostic> {
    let what = if hint == IN_CELL {
        "`\\n` in a cell is printed as it stands"
    } else {
        "`\\n` is printed as it stands"
    };
    text.contains("\\n").then(|| codes::BAD_DATA.warning(what).hint(hint))
}

/// A formula of a spreadsheet: `=CONCATENATE(A2, " hides")`, `=B2*2`.
fn formula(text: &str) -> Option<Diagnostic> {
    let rest = text.trim_start().strip_prefix('=')?;
    let letters =
        rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_uppercase() || ".$_".contains(c)).len();
    let behind = rest.get(letters..)?;
    let is_formula =
        letters > 0 && (behind.starts_with('(') || behind.starts_with(|c: char| c.is_ascii_digit()));
    let message = "this formula is printed as it stands";
    let hint = "save the table with the values of its formulas, as .csv or .xlsx";
    is_formula.then(|| codes::BAD_DATA.warning(message).hint(hint))
}

/// Signs of Markdown, and of forums, that mean nothing here, round a word or more, and what is written here.
const MARKED: [(&str, &str, &str); 8] = [
    ("__", "__", "write **bold**"),
    ("_", "_", "write *italic*"),
    ("~~", "~~", "nothing is struck out"),
    ("[b]", "[/b]", "write **bold**"),
    ("[i]", "[/i]", "write *italic*"),
    ("[u]", "[/u]", "nothing is underlined: write **bold** or *italic*"),
    ("\\textbf{", "}", "write **bold**"),
    ("`", "`", "nothing is set as code"),
];

/// The first signs of Markdown in a text.
fn marked(text: &str) -> Option<Diagnostic> {
    let (written, instead) = MARKED.iter().find_map(|(open, close, instead)| {
        text.match_indices(open).find_map(|(at, _)| {
            let inside = &text[at + open.len()..];
            let end = inside.find(close)?;
            let before = text[..at].chars().next_back();
            let behind = inside[end + close.len()..].chars().next();
            let word = &inside[..end];
            let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
            let whole =
                word.starts_with(char::is_alphanumeric) && word.ends_with(|c: char| !c.is_whitespace());
            let is_name = word.contains(['{', '}', '|', '\n']);
            (whole && !is_name && !is_part(before) && !is_part(behind))
                .then(|| (&text[at..at + open.len() + end + close.len()], *instead))
        })
    })?;
    let shown = if written.len() <= 40 { written } else { "_…_" };
    let message = format!("`{shown}` is printed as it stands");
    Some(codes::FOREIGN_SIGNS.warning(message).hint(instead))
}

/// A `{{ cost }}` or `{cost}` in a cell, which is printed as it stands.
fn braces_in_cell(text: &str, known: &BTreeSet<&str>) -> Option<Diagnostic> {
    let (open, rest) = text.match_indices('{').map(|(at, _)| text.split_at(at)).find_map(|(_, rest)| {
        let name = rest.trim_start_matches('{').split('}').next()?.trim();
        (rest.contains('}') && known.contains(name)).then_some((name, rest))
    })?;
    let end = rest.find('}').map_or(rest.len(), |end| end + 1 + usize::from(rest[end..].starts_with("}}")));
    let message = format!("`{}` in a cell is printed as it stands", &rest[..end]);
    let hint = format!("write what it stands for; a text with {{{{ {open} }}}} in it belongs to the layout");
    Some(codes::FOREIGN_SIGNS.warning(message).hint(hint))
}

/// Two stars that no others follow: `**Bold`.
fn unpaired(text: &str) -> Option<Diagnostic> {
    let is_odd = text.matches("**").count() % 2 == 1 && !text.contains("***") && !text.contains("\\*");
    let worked_out = text.contains("{{") && text.contains(" ** ");
    let begins = text.match_indices("**").any(|(at, _)| {
        text[at + 2..].starts_with(char::is_alphanumeric) || text[..at].ends_with(char::is_alphanumeric)
    });
    let message = "`**` is printed as it stands: it has no partner";
    (is_odd && begins && !worked_out)
        .then(|| codes::FOREIGN_SIGNS.warning(message).hint("write **bold**, with two stars at both ends"))
}

/// The name of an icon as other programs write it: `[coin]`, `{coin}`, or `:coin` without its second colon.
fn bare_icon(text: &str, compiler: &Compiler<'_>) -> Option<Diagnostic> {
    for (at, open) in text.match_indices(['[', '{', '<', ':']) {
        let rest = &text[at + 1..];
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '-').unwrap_or(rest.len());
        let (name, behind) = rest.split_at(end);
        let before = text[..at].chars().next_back();
        let closed = match open {
            "[" => behind.starts_with(']'),
            "{" => behind.starts_with('}') && before != Some('{'),
            "<" => behind.starts_with('>'),
            _ => {
                let is_free = before.is_none_or(|c| c.is_whitespace() || c == '(');
                is_free && !behind.starts_with(':') && !behind.starts_with('-')
            }
        };
        if closed && name.len() > 2 && compiler.pictures.icon(name).is_ok() {
            let close = match open {
                "[" => "]",
                "{" => "}",
                "<" => ">",
                _ => "",
            };
            let message = format!("`{open}{name}{close}` is printed as it stands");
            return Some(codes::FOREIGN_SIGNS.warning(message).hint(format!("the icon is written :{name}:")));
        }
    }
    None
}

/// The name of an icon with a space in it, which is printed letter by letter: `:gold coin:`.
fn spaced_icon(text: &str, compiler: &Compiler<'_>) -> Option<Diagnostic> {
    let known = |name: &str| compiler.pictures.icon(name).is_ok();
    for (at, _) in text.match_indices(':') {
        let rest = &text[at + 1..];
        let Some(end) = rest.find(':') else { break };
        let name = &rest[..end];
        let words: Vec<&str> = name.split(' ').collect();
        let plain = |word: &&str| !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || c == '-');
        if !(2..=3).contains(&words.len()) || !words.iter().all(plain) {
            continue;
        }
        let joined = words.join("-").to_lowercase();
        let one = || words.iter().rev().map(|word| word.to_lowercase()).find(|word| known(word));
        if let Some(icon) = Some(joined.clone()).filter(|name| known(name)).or_else(one) {
            let message = format!("`:{name}:` is printed as it stands: the name of an icon has no spaces");
            return Some(codes::FOREIGN_SIGNS.warning(message).hint(format!("did you mean `:{icon}:`?")));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{formula, marked, unpaired};

    #[test]
    fn stars_without_partners() {
        for text in ["**Bold word", "Bold**", "a **b** and **c"] {
            assert!(unpaired(text).is_some(), "{text}");
        }
        for text in ["**Bold**", "2 ** 3", "{{ cost ** 2 }}", "***both***", "a * b"] {
            assert!(unpaired(text).is_none(), "{text}");
        }
    }

    #[test]
    fn formulas_and_markdown_are_told_from_texts() {
        for text in ["=CONCATENATE(A2,\" hides\")", "=B2*2", "=$A$1", " =SUM(C:C)"] {
            assert!(formula(text).is_some(), "{text}");
        }
        for text in ["= 3", "=", "=>", "=name", "a = B2", "+2 swords", "==", "=A"] {
            assert!(formula(text).is_none(), "{text}");
        }
        for text in ["Move _two_ steps", "__Stop__", "~~old~~", "a [b]bold[/b] word", "(_x y_)"] {
            assert!(marked(text).is_some(), "{text}");
        }
        for text in ["snake_case_name", "____", "_ _", "a_b_", "{{ hit_points }} _{{ x }}_", "5 _ 3 _"] {
            assert!(marked(text).is_none(), "{text}");
        }
    }
}

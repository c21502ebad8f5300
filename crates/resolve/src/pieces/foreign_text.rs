//! Warns about texts in the syntax of another program. Examples are HTML, Markdown, formulas, `\n` in a
//! cell, and names of icons in brackets.
//!
//! - In: the elements and rows of a component.
//! - Out: at most one warning for each text. Such a text is printed as it is, with the characters of
//!   the other syntax.

use std::collections::BTreeSet;

use super::field_values::outside_braces;
use crate::context::Resolver;
use hexpress_base::diag::{Diagnostic, Hint, MistakeLimit, SourceSpan, codes};
use hexpress_game::element::{Element, Shape};
use hexpress_language::tables::layout::Pieces;
use hexpress_language::values::scalar::Scalar;

/// Warns about elements and cells whose text contains syntax of another program.
pub fn check(p: &Pieces, faces: [&[Element]; 2], resolver: &mut Resolver<'_>) {
    check_elements(faces, resolver);
    let mut cells = CheckedFields::new(p, faces);
    cells.check_typed(p, resolver);
    cells.check_table(p, resolver);
}

fn check_elements(faces: [&[Element]; 2], resolver: &mut Resolver<'_>) {
    for element in faces.into_iter().flat_map(Element::with_parts) {
        let Shape::Text(template, _) = &element.shape else { continue };
        let source = template.source();
        let found = html(source)
            .or_else(|| marked(source))
            .or_else(|| new_line(&outside_braces(source), TypedIn::Layout))
            .or_else(|| unpaired(source))
            .or_else(|| spaced_stars(&outside_braces(source)))
            .or_else(|| spaced_icon(source, resolver))
            .or_else(|| bare_icon(source, resolver));
        resolver.warnings.extend(found.map(|warning| warning.at(element.place)));
    }
}

/// Where the user typed a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TypedIn {
    Layout,
    DataFile,
}

/// The fields of a component whose values are checked.
struct CheckedFields<'p> {
    /// All fields of the rows, of `set` and of the data file.
    known: BTreeSet<&'p str>,
    /// The fields that elements use.
    used: BTreeSet<&'p str>,
    /// The fields that texts print.
    printed: BTreeSet<&'p str>,
    limit: MistakeLimit,
}

impl<'p> CheckedFields<'p> {
    fn new(p: &'p Pieces, faces: [&'p [Element]; 2]) -> Self {
        let table = p.data.as_ref().and_then(|data| data.value.table.as_ref());
        let columns = table.iter().flat_map(|table| table.columns.iter().map(AsRef::as_ref));
        let fields = p.rows.iter().flat_map(|rows| rows.value.iter()).flat_map(|row| row.value.names());
        let elements: Vec<&Element> = faces.into_iter().flat_map(Element::with_parts).collect();
        let texts = elements.iter().filter(|element| matches!(element.shape, Shape::Text(..)));
        Self {
            known: columns.chain(fields).chain(p.set.names()).collect(),
            used: elements.iter().flat_map(|element| element.needs()).collect(),
            printed: texts.flat_map(|element| element.needs()).collect(),
            limit: MistakeLimit::default(),
        }
    }

    /// Checks the values of `rows` and `set`.
    fn check_typed(&mut self, p: &Pieces, resolver: &mut Resolver<'_>) {
        let rows = p.rows.iter().flat_map(|rows| rows.value.iter()).flat_map(|row| row.value.iter());
        for (name, value) in rows.chain(p.set.iter()) {
            if let Scalar::Text(text) = &value.value
                && self.used.contains(name.value.as_str())
            {
                let found = self.foreign_sign(&name.value, text, TypedIn::Layout, resolver);
                self.warn(found, resolver.place(value), resolver);
            }
        }
    }

    /// Checks the cells of the data file.
    fn check_table(&mut self, p: &Pieces, resolver: &mut Resolver<'_>) {
        let Some(table) = p.data.as_ref().and_then(|data| data.value.table.as_ref()) else { return };
        let columns: Vec<usize> =
            (0..table.columns.len()).filter(|column| self.used.contains(&*table.columns[*column])).collect();
        for row in 0..table.len() {
            for &column in &columns {
                if let Some(Scalar::Text(text)) = table.row(row).get(column) {
                    let found = self.foreign_sign(&table.columns[column], text, TypedIn::DataFile, resolver);
                    self.warn(found, table.cell_place(row, column), resolver);
                }
            }
        }
    }

    /// Adds a warning, unless the largest number of warnings is already reached.
    fn warn(&mut self, found: Option<Diagnostic>, place: SourceSpan, resolver: &mut Resolver<'_>) {
        if let Some(warning) = found
            && self.limit.count()
        {
            resolver.warnings.push(warning.at(place));
        }
    }

    /// Returns a warning for the first part of a field's value that is in the syntax of another program.
    /// Returns `None` for a value without such syntax.
    fn foreign_sign(
        &self,
        name: &str,
        text: &str,
        typed_in: TypedIn,
        resolver: &Resolver<'_>,
    ) -> Option<Diagnostic> {
        if is_plain(text) {
            return None;
        }
        let found = html(text).or_else(|| new_line(text, typed_in)).or_else(|| formula(text));
        if found.is_some() || !self.printed.contains(name) {
            return found;
        }
        let braces = if typed_in == TypedIn::DataFile { braces_in_cell(text, &self.known) } else { None };
        braces
            .or_else(|| marked(text))
            .or_else(|| unpaired(text))
            .or_else(|| spaced_stars(text))
            .or_else(|| spaced_icon(text, resolver))
            .or_else(|| bare_icon(text, resolver))
    }
}

/// Returns whether a text consists only of ASCII letters, digits, spaces, commas and full stops. Such a
/// text needs no check.
fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b',' | b'.'))
}

const ANOTHER_ELEMENT: &str = "a separate element for text in another colour or size";

/// HTML tags and entities, each with the text or markup to write instead.
const HTML: [(&str, &str); 30] = [
    ("<b>", "**bold**"),
    ("<strong>", "**bold**"),
    ("<i>", "*italic*"),
    ("<em>", "*italic*"),
    ("<u>", "**bold** or *italic*: underlining is not supported"),
    ("<br", "\\n in a layout; in a CSV file, put the cell in quotes, and press Enter inside it"),
    ("<p>", "\\n in a layout; in a CSV file, put the cell in quotes, and press Enter inside it"),
    ("<span", ANOTHER_ELEMENT),
    ("<font", ANOTHER_ELEMENT),
    ("</", "the text without tags; **bold** and *italic* are supported"),
    ("<div", ANOTHER_ELEMENT),
    ("<center>", "align = \"centre\" in the element"),
    ("<h1", "a separate element with a larger font"),
    ("<h2", "a separate element with a larger font"),
    ("<h3", "a separate element with a larger font"),
    ("<ul>", "• before each line, and \\n between lines"),
    ("<ol>", "1. before each line, and \\n between lines"),
    ("<li>", "• before each line, and \\n between lines"),
    ("<hr", "a separate element: { box = \"40 x 0.3mm\", fill = \"black\" }"),
    ("<a ", "only the text: paper has no links"),
    ("<s>", "only the text: strikethrough is not supported"),
    ("<sup>", "the character itself, such as ²"),
    ("<sub>", "the character itself, such as ₂"),
    ("<img", ":coin: for an icon in text, or an element { image = … }"),
    ("&amp;", "the character itself: &"),
    ("&lt;", "the character itself: <"),
    ("&gt;", "the character itself: >"),
    ("&quot;", "the character itself: \""),
    ("&nbsp;", "\\u00A0 for a non-breaking space"),
    ("&#", "the character itself, or \\u and its number"),
];

/// Returns a warning for the first HTML tag or entity in a text. Returns `None` for a text without
/// HTML.
fn html(text: &str) -> Option<Diagnostic> {
    if !text.contains(['<', '&']) {
        return None;
    }
    let small = text.to_ascii_lowercase();
    let known = HTML.into_iter().find_map(|(sign, instead)| {
        let at = small.find(sign)?;
        Some((whole_sign(&text[at..], sign.len()), instead))
    });
    let (sign, instead) =
        known.or_else(|| has_entity(&small).then_some(("&…;", "the character itself, such as é or ©")))?;
    let message = format!("`{sign}` is printed unchanged: texts are not HTML");
    Some(codes::FOREIGN_SIGNS.warning(message).hint(format!("write {instead}")))
}

/// Returns the tag or entity at the start of a text. If it is very long or is not closed, returns only
/// the first `length` bytes.
fn whole_sign(text: &str, length: usize) -> &str {
    const MAX_LENGTH: usize = 20;
    let last = if text.starts_with('<') { '>' } else { ';' };
    let end = text.find(last).map_or(length, |at| at + 1);
    text.get(..end).filter(|sign| sign.len() <= MAX_LENGTH).unwrap_or(&text[..length])
}

/// Returns whether a text has a named entity, such as `&eacute;`.
fn has_entity(text: &str) -> bool {
    let mut names = text.match_indices('&').filter_map(|(at, _)| text[at + 1..].split_once(';'));
    names.any(|(name, _)| (2..=8).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_alphanumeric()))
}

/// Returns a warning if a text contains the two characters `\` and `n`, which probably stand for a
/// line break.
fn new_line(text: &str, typed_in: TypedIn) -> Option<Diagnostic> {
    if !text.contains("\\n") {
        return None;
    }
    let (message, hint) = match typed_in {
        TypedIn::DataFile => (
            "`\\n` in a cell is printed unchanged",
            "type a real line break in the cell; in a .csv file, put the cell in quotes",
        ),
        TypedIn::Layout => (
            "`\\n` is printed unchanged",
            "put the text in double quotes, \"…\", where \\n begins a new line; in single quotes, '…', \\n is \
                printed",
        ),
    };
    Some(codes::BAD_DATA.warning(message).hint(hint))
}

/// Returns a warning for a spreadsheet formula, such as `=CONCATENATE(A2, " hides")` or `=B2*2`.
/// Returns `None` for any other text.
fn formula(text: &str) -> Option<Diagnostic> {
    let formula = text.trim_start().strip_prefix('=')?;
    // A formula begins with a function and `(`, as in `SUM(`, or with a cell, as in `B2`.
    let rest = formula.trim_start_matches(|c: char| c.is_ascii_uppercase() || ".$_".contains(c));
    let is_formula = rest.len() < formula.len() && rest.starts_with(|c: char| c == '(' || c.is_ascii_digit());
    let message = "this formula is printed unchanged";
    let hint = "save the table with the values of its formulas, as .csv or .xlsx";
    is_formula.then(|| codes::BAD_DATA.warning(message).hint(hint))
}

/// The characters before and after a text that format the text in Markdown or in forums. In a
/// layout, these characters have no meaning.
struct Markup {
    open: &'static str,
    close: &'static str,
    instead: &'static str,
}

impl Markup {
    const fn new(open: &'static str, close: &'static str, instead: &'static str) -> Self {
        Self { open, close, instead }
    }

    /// Returns the first text between these characters, together with the characters. Returns `None` if
    /// the text does not contain these characters.
    fn find<'t>(&self, text: &'t str) -> Option<&'t str> {
        text.match_indices(self.open).find_map(|(at, _)| {
            let inside = &text[at + self.open.len()..];
            let length = inside.find(self.close)?;
            let end = at + self.open.len() + length + self.close.len();
            let phrase = &inside[..length];
            let is_phrase =
                phrase.starts_with(char::is_alphanumeric) && phrase.ends_with(|c: char| !c.is_whitespace());
            let is_name = phrase.contains(['{', '}', '|', '\n'])
                || text[..at].ends_with(is_part_of_word)
                || text[end..].starts_with(is_part_of_word);
            (is_phrase && !is_name).then(|| &text[at..end])
        })
    }
}

fn is_part_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Markup that would be printed as ordinary characters. `__` must come before `_`, because `_`
/// would also match `__`.
const MARKUP: [Markup; 8] = [
    Markup::new("__", "__", "for bold text, write **…**"),
    Markup::new("_", "_", "for italic text, write *…*"),
    Markup::new("~~", "~~", "delete the `~~`: strikethrough is not supported"),
    Markup::new("[b]", "[/b]", "for bold text, write **…**"),
    Markup::new("[i]", "[/i]", "for italic text, write *…*"),
    Markup::new(
        "[u]",
        "[/u]",
        "write **…** for bold text, or *…* for italic text: underlining is not supported",
    ),
    Markup::new("\\textbf{", "}", "for bold text, write **…**"),
    Markup::new("`", "`", "delete the backticks: text cannot be marked as code"),
];

/// Returns a warning for the first Markdown markup in a text. Returns `None` for a text without such
/// markup.
fn marked(text: &str) -> Option<Diagnostic> {
    const MAX_SHOWN_LENGTH: usize = 40;
    let (written, instead) = MARKUP.iter().find_map(|markup| Some((markup.find(text)?, markup.instead)))?;
    let shown = if written.len() <= MAX_SHOWN_LENGTH { written } else { "_…_" };
    let message = format!("`{shown}` is printed as typed, without formatting");
    Some(codes::FOREIGN_SIGNS.warning(message).hint(instead))
}

/// Returns a warning for `{{ cost }}` or `{cost}` in a cell, if `cost` is in `known`.
fn braces_in_cell(text: &str, known: &BTreeSet<&str>) -> Option<Diagnostic> {
    let (open, rest) = text.match_indices('{').map(|(at, _)| text.split_at(at)).find_map(|(_, rest)| {
        let name = rest.trim_start_matches('{').split('}').next()?.trim();
        (rest.contains('}') && known.contains(name)).then_some((name, rest))
    })?;
    let end = rest.find('}').map_or(rest.len(), |end| end + 1 + usize::from(rest[end..].starts_with("}}")));
    let message = format!("`{}` in a cell is printed unchanged", &rest[..end]);
    let hint = format!("type the value itself: {{{{ {open} }}}} is replaced only in texts of the layout");
    Some(codes::FOREIGN_SIGNS.warning(message).hint(hint))
}

/// Returns a warning for `**` without a second `**`, as in `**Bold`. Returns `None` for any other text.
fn unpaired(text: &str) -> Option<Diagnostic> {
    let is_odd = text.matches("**").count() % 2 == 1 && !text.contains("***") && !text.contains("\\*");
    let is_power = text.contains("{{") && text.contains(" ** ");
    let touches_word = text.match_indices("**").any(|(at, _)| {
        text[at + 2..].starts_with(char::is_alphanumeric) || text[..at].ends_with(char::is_alphanumeric)
    });
    let message = "`**` is printed unchanged: there is no second `**`";
    (is_odd && touches_word && !is_power).then(|| {
        codes::FOREIGN_SIGNS.warning(message).hint("write **bold**, with two asterisks at both ends")
    })
}

/// Returns a warning for stars with spaces inside, as in `** two **`. Such stars do not make the text
/// bold. Returns `None` for any other text.
fn spaced_stars(text: &str) -> Option<Diagnostic> {
    let mut parts = text.split("**");
    let before = parts.next()?;
    let (inside, _) = (parts.next()?, parts.next()?);
    let words = inside.trim();
    let is_spaced = inside.starts_with(' ') && inside.ends_with(' ');
    let is_product = before.trim_end().ends_with(|c: char| c.is_ascii_digit());
    if !is_spaced || is_product || !words.contains(char::is_alphabetic) || words.contains('*') {
        return None;
    }
    let message =
        format!("`** {words} **` is printed with its asterisks, because of the spaces next to them");
    Some(codes::FOREIGN_SIGNS.warning(message).hint(format!("write **{words}**")))
}

/// Returns a warning for an icon in the syntax of other programs, such as `[coin]` or `{coin}`, or for
/// `:coin` without the second colon. Returns `None` for any other text.
fn bare_icon(text: &str, resolver: &Resolver<'_>) -> Option<Diagnostic> {
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
        if closed && name.len() > 2 && resolver.pictures.icon(name).is_ok() {
            let close = match open {
                "[" => "]",
                "{" => "}",
                "<" => ">",
                _ => "",
            };
            let message = format!("`{open}{name}{close}` is printed unchanged");
            return Some(codes::FOREIGN_SIGNS.warning(message).hint(format!("for the icon, write :{name}:")));
        }
    }
    None
}

/// Returns a warning for the name of an icon that contains spaces, such as `:gold coin:`, because such a
/// name is printed as letters. Returns `None` for any other text.
fn spaced_icon(text: &str, resolver: &Resolver<'_>) -> Option<Diagnostic> {
    text.match_indices(':').find_map(|(at, _)| {
        let (name, _) = text[at + 1..].split_once(':')?;
        let icon = icon_without_spaces(name, resolver)?;
        let message = format!("`:{name}:` is printed unchanged: the name of an icon has no spaces");
        Some(
            codes::FOREIGN_SIGNS
                .warning(message)
                .hint(Hint::did_you_mean(&format!(":{name}:"), &format!(":{icon}:"))),
        )
    })
}

/// Returns the icon that two or three words probably mean. Tries the words joined with `-` first, and
/// then each word, beginning with the last. Returns `None` if none of these is an icon.
fn icon_without_spaces(name: &str, resolver: &Resolver<'_>) -> Option<String> {
    let words: Vec<&str> = name.split(' ').collect();
    if !(2..=3).contains(&words.len()) || !words.iter().all(|word| is_icon_word(word)) {
        return None;
    }
    let single = words.iter().rev().map(|word| word.to_lowercase());
    std::iter::once(words.join("-").to_lowercase())
        .chain(single)
        .find(|name| resolver.pictures.icon(name).is_ok())
}

fn is_icon_word(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || c == '-')
}

#[cfg(test)]
mod tests {
    use super::{formula, marked, spaced_stars, unpaired};

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
    fn stars_with_spaces_inside() {
        assert!(spaced_stars("Move ** two ** steps").is_some());
        for text in
            ["**two** steps", "2 ** 3 ** 4", "2 ** x ** 4", "a ** b", "** 2 **", "Move **two ** steps"]
        {
            assert!(spaced_stars(text).is_none(), "{text}");
        }
    }

    #[test]
    fn formulas_and_markdown_differ_from_texts() {
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

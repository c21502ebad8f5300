//! What can be printed but is probably not meant: warnings.

use super::{foreign_text, mangled, table_doubts};
use crate::diag::{Place, codes, near};
use crate::model::element::{Element, PerRow, Shape};
use crate::model::names::literal_colour;
use crate::resolve::comparisons;
use crate::resolve::context::Compiler;
use crate::spec::data::column_name;
use crate::spec::tables::layout::Pieces;
use crate::spec::values::place::{At, NameOr};
use crate::spec::values::scalar::Scalar;
use crate::spec::values::spelling::{is_refusal, is_sheet_error};

/// Looks at the pieces of one component, whose faces are these.
pub fn check(p: &Pieces, faces: [&[Element]; 2], compiler: &mut Compiler<'_>) {
    faces.into_iter().for_each(|face| covered(face, compiler));
    braces(p, faces, compiler);
    foreign_text::check(p, faces, compiler);
    table_doubts::check(p, faces, compiler);
    icons_of_colours(p, faces, compiler);
    aligned(p, faces, compiler);
    sheet_errors(p, compiler);
    mangled::check(p, faces, compiler);
    side_by_side(p, compiler);
    let mut conditions = comparisons::of_elements(faces.into_iter().flatten());
    if let Some(condition) = &p.where_ {
        conditions.push(comparisons::Condition::new(condition, compiler.place(condition)));
    }
    comparisons::check(&conditions, |name, compiler| values(p, name, compiler), compiler);
}

/// The numbers of a range as other programs write it: `1-13`, `1..13`, `1 to 13`.
fn range(value: &Scalar) -> Option<String> {
    const MOST: i64 = 60;
    let Scalar::Text(text) = value else { return None };
    let signs = ["..=", "..", "–", "-", " to "];
    let (from, to) = signs.iter().find_map(|sign| text.split_once(sign))?;
    let number = |text: &str| text.trim().parse::<i64>().ok();
    let (from, to) = (number(from)?, number(to)?);
    let numbers: Vec<String> = (from..=to).take(MOST as usize).map(|n| n.to_string()).collect();
    (from >= 0 && to > from && to - from < MOST).then(|| numbers.join(", "))
}

/// Lists of `each` that seem to be meant side by side: as many names as other values.
fn side_by_side(p: &Pieces, compiler: &mut Compiler<'_>) {
    const NAMES: &str = "name names title titles card cards text words label caption hero heroes character player who image picture file";
    let Some(each) = &p.each else { return };
    for (name, list) in each.value.iter() {
        let ranges = list.value.iter().filter_map(|item| Some((item, range(&item.value)?)));
        for (item, numbers) in ranges.take(3) {
            let message = format!("`{}` is one value, and no range", item.value);
            let hint = format!("a list has each number: {} = [{numbers}]", name.value);
            compiler.warnings.push(codes::IDLE_KEY.warning(message).at(compiler.place(item)).hint(hint));
        }
    }
    let lists: Vec<(&str, &[At<Scalar>])> =
        each.value.iter().map(|(name, list)| (name.value.as_str(), list.value.as_slice())).collect();
    let [(_, first), _, ..] = lists.as_slice() else { return };
    let (rows, many) = (first.len(), lists.iter().map(|(_, list)| list.len()).product::<usize>());
    let named = lists.iter().any(|(name, _)| NAMES.split(' ').any(|one| one == *name));
    // A condition chooses among the combinations.
    if rows < 2 || p.where_.is_some() || !named || lists.iter().any(|(_, list)| list.len() != rows) {
        return;
    }
    let row = |at: usize| {
        let fields = lists.iter().filter_map(|(name, list)| {
            let typed = compiler.text.get(list.get(at)?.span.clone())?;
            Some(format!("{name} = {typed}"))
        });
        format!("{{ {} }}", fields.collect::<Vec<_>>().join(", "))
    };
    let more = if rows > 2 { ", …" } else { "" };
    let message = format!("`each` combines its lists: these make {many} different pieces, not {rows}");
    let hint = format!("if {rows} are meant, write rows = [{}, {}{more}]", row(0), row(1));
    let place = compiler.key_place(&each.span);
    compiler.warnings.push(codes::IDLE_KEY.warning(message).at(place).hint(hint));
}

/// Rows of a file, or tiles that are drawn at random, and nothing that shows them.
pub fn shows_no_row(p: &Pieces, faces: [&[Element]; 2], compiler: &mut Compiler<'_>) {
    let is_of_deck = |need: &str| {
        ["edge", "edges", "paths", "colours"].contains(&need)
            || crate::model::edges::edge_number(need).is_some()
    };
    let shown = faces.into_iter().flatten().any(|element| element.needs().into_iter().any(is_of_deck));
    let data = p.data.as_ref().map(|data| (compiler.place(data), "{ text = \"{{ name }}\" }"));
    let deck = p
        .deck
        .as_ref()
        .map(|deck| (compiler.place(deck), "{ edge-band = \"{{ edge }}\", at = \"each edge\" }"));
    if let (Some(deck), Some(_)) = (&p.deck, &p.face)
        && !shown
    {
        let what = if deck.value.join.is_some() { "paths" } else { "edges" };
        let example = match what {
            "paths" => "{ path = \"{{ paths }}\" }",
            _ => "{ edge-band = \"{{ edge }}\", at = \"each edge\" }",
        };
        let warning = codes::IDLE_KEY.warning(format!("no element shows the {what} of these tiles"));
        compiler
            .warnings
            .push(warning.at(compiler.place(deck)).hint(format!("add one that does: {example}")));
    }
    if let Some((place, example)) = data.or(deck).filter(|_| p.face.is_none()) {
        let warning = codes::IDLE_KEY.warning("nothing of this stands on the pieces").at(place);
        compiler.warnings.push(warning.hint(format!("say what does: face = [{example}]")));
    }
}

/// A fill covers the whole piece, and with it all that was drawn before.
fn covered(face: &[Element], compiler: &mut Compiler<'_>) {
    for element in face.iter().skip(1) {
        let opaque = matches!(element.fill, Some(PerRow::Fixed(Some(_))));
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
        let Shape::Text(template, _) = &element.shape else { continue };
        let source = template.source();
        let mut doubt = |written: &str, word: &str| {
            compiler.doubts.written.insert(word.to_owned());
            let hint = format!("the word of the row is {{{{ {word} }}}}");
            let warning = codes::BAD_TEMPLATE.warning(format!("`{written}` is printed as it stands"));
            compiler.warnings.push(warning.at(element.place).hint(hint));
        };
        if let Some(word) = single_braces(source).find(|word| words.binary_search(word).is_ok()) {
            doubt(&format!("{{ {word} }}"), word);
        }
        let is_asked = |word: &str| {
            faces.iter().flat_map(|face| face.iter()).any(|element| element.needs().contains(&word))
        };
        if words.binary_search(&source.trim()).is_ok() && !is_asked(source.trim()) {
            let word = source.trim();
            doubt(word, word);
        }
        let printed = outside_braces(source);
        for (written, word) in bracketed(&printed, &words) {
            doubt(&written, word);
        }
    }
}

/// Every value that the rows of a component have in a field, and where it stands.
pub(super) fn values<'p>(p: &'p Pieces, name: &str, compiler: &Compiler<'_>) -> Vec<(&'p Scalar, Place)> {
    let rows = p.rows.iter().flat_map(|rows| rows.value.iter()).filter_map(|row| row.value.get(name));
    let each = p.each.iter().filter_map(|each| each.value.get(name)).flat_map(|list| list.value.iter());
    let typed = rows.chain(each).chain(p.set.get(name)).map(|value| (&value.value, compiler.place(value)));
    let table = p.data.as_ref().and_then(|data| data.value.table.as_ref());
    let of_file = table.into_iter().flat_map(|table| {
        let column = table.columns.iter().position(|column| column.as_ref() == name);
        let cell = move |row| Some((table.row(row).get(column?)?, table.cell_place(row, column?)));
        (0..table.len()).filter_map(cell)
    });
    typed.chain(of_file).collect()
}

/// `{{ owner | icon }}` where one owner is a colour with an icon, and another is a colour that the layout does not name.
fn icons_of_colours(p: &Pieces, faces: [&[Element]; 2], compiler: &mut Compiler<'_>) {
    let theme = compiler.layout.game.as_ref().and_then(|about| about.theme.as_ref());
    let theme = theme.map(|theme| compiler.place(theme));
    let mut fields: Vec<(&str, bool)> = Vec::new();
    for element in faces.into_iter().flatten() {
        let template = match &element.shape {
            Shape::Icon(template) | Shape::Text(template, _) => template,
            _ => continue,
        };
        let source: String = template.source().split_whitespace().collect();
        let shown = template.needs().filter(|need| source.contains(&format!("{{{{{need}|icon}}}}")));
        // A condition may leave those without an icon out, and what a theme draws is nobody's wish.
        let is_wished = element.when.is_none() && Some(element.place) != theme;
        fields.extend(shown.map(|field| (field, is_wished)));
    }
    fields.sort_unstable();
    fields.dedup_by(|later, first| {
        let is_same = later.0 == first.0;
        first.1 |= is_same && later.1;
        is_same
    });
    for (field, is_wished) in fields {
        let values = values(p, if field == "edge" { "edges" } else { field }, compiler);
        let words: Vec<(&str, Place)> = values
            .iter()
            .filter_map(|(value, place)| match value {
                Scalar::Text(text) => Some((text.as_ref(), *place)),
                _ => None,
            })
            .flat_map(|(text, place)| {
                let parts =
                    if field == "edge" { text.split_whitespace().collect() } else { vec![text.trim()] };
                parts.into_iter().map(move |part| (part, place))
            })
            .collect();
        let names = &compiler.names;
        let icon = |word: &str| {
            let own = names.colours.iter().position(|ink| ink.name.as_ref() == word);
            own.map(|own| names.icons.get(own).is_some_and(Option::is_some))
        };
        let is_none = |word: &str| {
            icon(word).is_none() && literal_colour(word).is_none() && !word.contains('{') && !is_refusal(word)
        };
        if let Some((word, place)) = words.iter().find(|(word, _)| !word.is_empty() && is_none(word)) {
            let own: Vec<&str> = names.colours.iter().map(|ink| ink.name.as_ref()).collect();
            let hint = near::hint(word, own.iter().copied(), || {
                format!("name it in [colours]: {word} = {{ fill = \"navy\", icon = \"star\" }}")
            });
            let message =
                format!("no colour is called `{word}`, so `{{{{ {field} | icon }}}}` shows nothing there");
            compiler.warnings.push(codes::UNKNOWN_COLOUR.warning(message).at(*place).hint(hint));
            continue;
        }
        if !words.iter().any(|(word, _)| icon(word) == Some(true)) {
            continue;
        }
        let own =
            |word: &str| compiler.layout.colours.get(word).filter(|_| is_wished && icon(word) == Some(false));
        let plain = |word: &str| icon(word).is_none() && literal_colour(word).is_some();
        let is_bare = |word: &str| plain(word) || own(word).is_some();
        let Some((word, place)) = words.iter().find(|(word, _)| is_bare(word)) else { continue };
        let message = format!(
            "`{word}` has no icon, and other colours of `{field}` have one: `{{{{ {field} | icon }}}}` prints nothing"
        );
        let wrong = codes::IDLE_KEY.warning(message).at(*place);
        compiler.warnings.push(match own(word) {
            Some(given) => {
                let fill = match &given.value {
                    NameOr::Name(name) => name.as_str(),
                    NameOr::Full(colour) => colour.fill.as_ref().map_or("navy", |fill| fill.value.0.as_str()),
                };
                let wrong = wrong.also(compiler.place(given), "a colour without an icon");
                wrong.hint(format!("in [colours]: {word} = {{ fill = \"{fill}\", icon = \"star\" }}"))
            }
            None => {
                wrong.hint(format!("name it in [colours]: {word} = {{ fill = \"{word}\", icon = \"star\" }}"))
            }
        });
    }
}

/// `align` moves the lines of a text against each other, or in the box that they have.
fn aligned(p: &Pieces, faces: [&[Element]; 2], compiler: &mut Compiler<'_>) {
    for element in faces.into_iter().flatten() {
        let Shape::Text(template, words) = &element.shape else { continue };
        let Some(across) = words.align.across.filter(|_| words.align.down.is_none()) else { continue };
        let free = element.size.is_none() && words.bend.is_none() && !words.along;
        let has_lines = |name: &str| {
            let lines = |(value, _): &(&Scalar, _)| value.to_string().contains(['\n', '{']);
            values(p, name, compiler).iter().any(lines)
        };
        if !free || template.source().contains(['\n', '%', '|']) || template.needs().any(has_lines) {
            continue;
        }
        let side = ["left", "centre", "right"].get(usize::from(across)).copied().unwrap_or("left");
        let hint = match side {
            "centre" => "leave it out".to_owned(),
            side => format!("`at` moves the line: at = \"{side}\", \"top-{side}\" or \"bottom-{side}\""),
        };
        let message = "`align` does nothing on one line without a `size`";
        compiler.warnings.push(codes::IDLE_KEY.warning(message).at(element.place).hint(hint));
    }
}

/// What stands round the names of columns in other programs.
const BRACKETS: [(&str, &str); 8] =
    [("[", "]"), ("<", ">"), ("%", "%"), ("@", "@"), ("${", "}"), ("$", ""), ("«", "»"), ("#", "#")];

/// Names of columns as other programs write them, one of each way, and the words that they are: `[Card Name]`, `«name»`, `$name`.
fn bracketed<'w>(printed: &str, words: &[&'w str]) -> Vec<(String, &'w str)> {
    let found = |(open, close): &(&str, &str)| {
        printed.match_indices(open).find_map(|(at, _)| {
            let inside = &printed[at + open.len()..];
            let end = match close.is_empty() {
                true => inside.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(inside.len()),
                false => inside.find(close)?,
            };
            let name = &inside[..end];
            let is_name = name.len() <= 40 && name.starts_with(char::is_alphabetic);
            let named = Some(column_name(name)).filter(|_| is_name)?;
            let word = words.iter().find(|word| **word == named)?;
            Some((format!("{open}{name}{close}"), *word))
        })
    };
    BRACKETS.iter().filter_map(found).collect()
}

/// A text without what is worked out in it.
pub(super) fn outside_braces(source: &str) -> String {
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

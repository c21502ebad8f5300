//! Adds an element with a picture to a list of elements.
//!
//! - In: the text of a layout, the name of a picture, and the position of the cursor.
//! - Out: the new text, in which only the element is added.
//! - Not here: finding a free place on the card for the picture.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The place and size of a new picture: in the upper middle of a card. Above and below the picture,
/// there is space for a headline and a text.
const PLACE: &str = "at = \"0% -8%\", size = \"60% x 32%\"";

/// The components that consist of pieces.
const PIECES: [&str; 4] = ["cards", "notes", "tiles", "counters"];
/// The keys of a component that contain a list of elements.
const LISTS: [&str; 4] = ["face", "back", "ground", "under"];

/// A list of elements in the text.
struct List {
    /// The byte range of the list, including its brackets.
    span: Range<usize>,
    elements: Vec<Range<usize>>,
}

/// Adds a picture after the element at the cursor. If the cursor is not in a list of elements, adds
/// the picture at the end of the first face.
///
/// Returns `None` if the text is not valid TOML, or has no list of elements for the picture.
pub fn put_picture(text: &str, picture: &str, cursor: Option<usize>) -> Option<String> {
    let document = DeTable::parse(text).ok()?;
    let root = document.get_ref();
    let at_cursor = cursor.and_then(|at| {
        let list = lists(root).into_iter().find(|list| list.span.start < at && at < list.span.end)?;
        let index = list.elements.iter().filter(|element| element.start < at).count();
        Some((list, index))
    });
    let (list, index) = at_cursor.or_else(|| {
        let list = first_face(root)?;
        let index = list.elements.len();
        Some((list, index))
    })?;
    let name = serde_json::json!(picture).to_string();
    Some(insert(text, &list, index, &format!("{{ image = {name}, {PLACE} }}")))
}

/// Returns all lists of elements of a layout.
fn lists(root: &DeTable<'_>) -> Vec<List> {
    let mut found = Vec::new();
    for (kind, item) in root.iter() {
        match item.get_ref() {
            DeValue::Table(looks) if kind.get_ref() == "look" => {
                found.extend(looks.iter().filter_map(|(_, item)| list(item)));
            }
            DeValue::Array(components) => {
                for component in components.iter().filter_map(|component| component.get_ref().as_table()) {
                    found.extend(LISTS.iter().filter_map(|key| list(component.get(*key)?)));
                }
            }
            _ => {}
        }
    }
    found
}

fn list(item: &Spanned<DeValue<'_>>) -> Option<List> {
    let elements = item.get_ref().as_array()?.iter().map(Spanned::span).collect();
    Some(List { span: item.span(), elements })
}

/// Returns the face of the first component that consists of pieces and has a face. Returns `None` if
/// there is no such face.
fn first_face(root: &DeTable<'_>) -> Option<List> {
    let components = PIECES.iter().filter_map(|kind| root.get(*kind)?.get_ref().as_array()).flatten();
    let mut faces = components.filter_map(|component| component.get_ref().as_table()?.get("face"));
    let face = faces.next()?;
    match face.get_ref().as_str() {
        Some(look) => list(root.get("look")?.get_ref().as_table()?.get(look)?),
        None => list(face),
    }
}

/// Inserts an element as the item `index` of a list. If a comment follows the previous element on its
/// line, it stays on this line.
fn insert(text: &str, List { span, elements }: &List, index: usize, element: &str) -> String {
    let put = |at: usize, words: &str| format!("{}{words}{}", &text[..at], &text[at..]);
    let Some(first) = elements.first() else { return put(span.start + 1, element) };
    let indent = text[..first.start].rsplit_once('\n').map(|(_, indent)| indent);
    let indent = indent.filter(|indent| indent.trim().is_empty());
    let Some(before) = index.checked_sub(1).and_then(|before| elements.get(before)) else {
        let between = indent.map_or_else(|| " ".to_owned(), |indent| format!("\n{indent}"));
        return put(first.start, &format!("{element},{between}"));
    };
    let Some(indent) = indent else { return put(before.end, &format!(", {element}")) };
    let end = elements.get(index).map_or(span.end - 1, |next| next.start);
    let line = text[before.end..end].split('\n').next().unwrap_or_default();
    let line_end = before.end + line.trim_end().len();
    let new = format!("\n{indent}{element}");
    if line.trim_start().starts_with(',') {
        return put(line_end, &format!("{new},"));
    }
    // The previous element has no comma on its line, so it gets one. If its comma was on a later line,
    // this comma now follows the new element.
    let comma = if elements.len() > index { "" } else { "," };
    format!("{},{}{new}{comma}{}", &text[..before.end], &text[before.end..line_end], &text[line_end..])
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEW: &str = "{ image = \"a.png\", at = \"0% -8%\", size = \"60% x 32%\" }";

    #[track_caller]
    fn expect(text: &str, expected: &str) {
        let cursor = text.find('|');
        let new = put_picture(&text.replacen('|', "", 1), "a.png", cursor).unwrap();
        assert_eq!(new, expected.replace("NEW", NEW));
    }

    #[test]
    fn a_picture_goes_to_the_end_of_the_first_face() {
        expect("[[cards]]\nface = []\n", "[[cards]]\nface = [NEW]\n");
        expect("[[cards]]\nface = [{ disc = \"9mm\" }]\n", "[[cards]]\nface = [{ disc = \"9mm\" }, NEW]\n");
        expect(
            "|[[cards]]\nface = [\n  { disc = \"9mm\" }, # one\n  # two\n]\n",
            "[[cards]]\nface = [\n  { disc = \"9mm\" }, # one\n  NEW,\n  # two\n]\n",
        );
        expect(
            "[[cards]]\nface = [\n  { disc = \"9mm\" } # one\n]\n",
            "[[cards]]\nface = [\n  { disc = \"9mm\" }, # one\n  NEW,\n]\n",
        );
        expect(
            "[[cards]]\nface = \"own\"\n[look]\nown = [{ fill = \"red\" }]\n",
            "[[cards]]\nface = \"own\"\n[look]\nown = [{ fill = \"red\" }, NEW]\n",
        );
    }

    #[test]
    fn a_picture_goes_after_the_element_at_the_cursor() {
        let text = "[[cards]]\nface = [\n  { text = \"a|, b\" }, # one\n  # two\n  { disc = \"9mm\" },\n]\n";
        let expected =
            "[[cards]]\nface = [\n  { text = \"a, b\" }, # one\n  NEW,\n  # two\n  { disc = \"9mm\" },\n]\n";
        expect(text, expected);
        expect(
            "[[cards]]\nface = []\nback = [|{ fill = \"red\" }]\n",
            "[[cards]]\nface = []\nback = [NEW, { fill = \"red\" }]\n",
        );
    }

    #[test]
    fn without_a_list_nothing_is_changed() {
        for text in ["[[cards]]\n", "[[board]]\nshape = \"hexhex 3\"\n", "[[cards]\nface = []\n"] {
            assert_eq!(put_picture(text, "a.png", None), None, "{text}");
        }
    }
}

//! Translates words from other programs, other languages and everyday speech to names of the layout
//! language.
//!
//! - In: a word, and the place where it was typed.
//! - Out: a hint with the right name.
//! - Not here: misspelt names; [`near`](super::near) finds them.
//!
//! The words are in the table `synonyms.tsv`. To add a word, add a line to this table.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::Hint;

/// The place where a word was typed: in a layout, or on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Typed<'a> {
    /// A key. Contains the name that its table has in the schema, such as `Pieces` for `[[cards]]`.
    Key(&'a str),
    /// A value of a key. Contains the name of the key.
    Value(&'a str),
    /// A value of the wrong type. Contains the name of its key. In this case, the word to look up is the type
    /// of the value: `text`, `list`, `table`, `flag`, `number` or `date`.
    Kind(&'a str),
    /// A command of the command line.
    Command,
    /// The name of an icon.
    Icon,
    /// The name of a colour, on its own or in the description of a line.
    Colour,
    /// A word in the value of a font: a weight, a style or a family.
    Font,
    /// A unit of length.
    Unit,
    /// An option of the command line, without its dashes.
    Option,
}

impl Typed<'_> {
    /// Returns whether an entry of the table applies to this place.
    fn is_at(self, place: &str) -> bool {
        match self {
            Self::Key(table) => lists(place, "key", table),
            Self::Value(key) => lists(place, "value", key),
            Self::Kind(key) => lists(place, "kind", key),
            Self::Command => place == "command",
            Self::Icon => place == "icon",
            Self::Colour => place == "colour",
            Self::Font => place == "font",
            Self::Unit => place == "unit",
            Self::Option => place == "option",
        }
    }
}

/// Returns whether an entry of the table applies to `name` at places of the type `kind`.
///
/// `place` is the place of the entry: a type and a list of names, such as `key Layout Game`. The list
/// `*` stands for all names.
fn lists(place: &str, kind: &str, name: &str) -> bool {
    let names = place.strip_prefix(kind).filter(|names| names.starts_with(' ')).unwrap_or_default();
    names == " *" || names.split_whitespace().any(|one| one == name)
}

/// Returns what to type in place of a word that the layout language does not have. Returns `None` if
/// the table does not contain the word for this place.
pub fn synonym(place: Typed<'_>, typed: &str) -> Option<Hint> {
    let SynonymRow { hint, replacement: put, .. } = row(place, typed)?;
    Some(match (hint, put) {
        (Some(hint), Some(put)) => Hint::replacing(hint, typed, put),
        (Some(hint), None) => hint.into(),
        (None, put) => Hint::did_you_mean(typed, put?),
    })
}

fn row(place: Typed<'_>, typed: &str) -> Option<SynonymRow> {
    const MAX_TERM_BYTES: usize = 40;
    let typed = typed.trim().trim_end_matches('\u{fe0f}').to_lowercase().replace(['_', ' '], "-");
    if typed.len() > MAX_TERM_BYTES {
        return None;
    }
    let entries = INDEX.get(&*typed)?;
    entries.iter().find(|entry| place.is_at(entry.place)).copied()
}

/// For each word that users type, the lines of the table that contain the word. A file may have
/// thousands of mistakes, so searching the whole table for each of them would take long.
static INDEX: LazyLock<FxHashMap<&str, Vec<SynonymRow>>> = LazyLock::new(|| {
    let mut index: FxHashMap<&str, Vec<SynonymRow>> = FxHashMap::default();
    for entry in entries() {
        for word in entry.words.split_whitespace() {
            index.entry(word).or_default().push(entry);
        }
    }
    index
});

/// Returns the names of icons that hints propose.
pub fn proposed_icons() -> impl Iterator<Item = &'static str> {
    entries().filter(|entry| entry.place == "icon").filter_map(|entry| entry.replacement)
}

/// A line of the table of words.
#[derive(Clone, Copy)]
struct SynonymRow {
    /// Where users type the words: a type of place, and then tables or keys, such as `key Layout Game`.
    place: &'static str,
    /// The words, in lower case. `-` stands for `_` and for spaces.
    words: &'static str,
    /// The text of the hint. If it is `None`, the hint only says which word to type.
    hint: Option<&'static str>,
    /// The word to type instead. `None` if there is no single word that fits.
    replacement: Option<&'static str>,
}

/// Returns all lines of the table, in its order.
fn entries() -> impl Iterator<Item = SynonymRow> {
    let lines = include_str!("synonyms.tsv").lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| {
        let (place, rest) = line.split_once('\t')?;
        let (words, rest) = rest.split_once('\t')?;
        let (hint, put) = match (rest.strip_prefix("= "), rest.split_once('\t')) {
            (Some(put), _) => (None, Some(put)),
            (None, Some((hint, put))) => (Some(hint), Some(put)),
            (None, None) => (Some(rest), None),
        };
        Some(SynonymRow { place, words, hint, replacement: put })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_other_programs_are_known_where_they_are_typed() {
        let hint = |place, word| synonym(place, word).unwrap_or_default().words;
        assert!(hint(Typed::Key("Pieces"), "width").contains("size = \"63 x 88mm\""));
        assert!(hint(Typed::Key("Element"), "width").contains("size = \"30 x 20mm\""));
        assert!(hint(Typed::Key("Pieces"), "Border_Radius").contains("round = \"3mm\""));
        assert!(hint(Typed::Icon, "rook").contains("`chess-rook`"));
        assert!(hint(Typed::Font, "semibold").contains("bold 11pt"));
        assert_eq!(hint(Typed::Icon, "width"), "");
        assert_eq!(hint(Typed::Key("Board"), &"x".repeat(1 << 20)), "");
    }

    #[test]
    fn entries_are_written_as_they_are_looked_up_and_meant_once() {
        let mut seen = std::collections::HashSet::new();
        for SynonymRow { place, words, hint, replacement: put } in entries() {
            let repeated = put.map(|put| Hint::did_you_mean("", put).words);
            assert!(hint.is_none() || hint != repeated.as_deref(), "write `= {}`", put.unwrap_or_default());
            assert!(hint.is_none_or(|hint| !hint.is_empty() && !hint.ends_with('.')), "{hint:?}");
            for word in words.split_whitespace() {
                assert_eq!(word, word.to_lowercase().replace('_', "-"));
                assert!(seen.insert((place, word)), "{place}: {word} twice");
            }
        }
    }
}

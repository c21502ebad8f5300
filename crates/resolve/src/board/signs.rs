//! Checks that each sign in `[board.key]` is a single character, and explains unknown signs on the
//! map.
//!
//! - In: a sign of `[board.key]` or of the map.
//! - Out: its character, or an error with a hint.
//! - Not here: finding the signs in the text of a map (`map.rs`).

use std::collections::HashMap;

use crate::context::Resolver;
use hexpress_base::diag::{Diagnostic, Hint, codes, near};
use hexpress_game::CellKind;
use hexpress_language::tables::element::Sign;
use hexpress_language::values::spanned::Spanned;

/// Signs that mean "no cell here" in the maps of other programs.
const NO_CELL_SIGNS: [char; 6] = ['.', '-', '_', '0', '·', '–'];

/// The signs of `[board.key]`.
#[derive(Clone, Copy)]
pub struct Signs<'k> {
    /// For each sign that stands for a kind, the index of the kind.
    pub kind_signs: &'k HashMap<char, usize>,
    pub marks: &'k HashMap<char, usize>,
    pub kinds: &'k [CellKind],
    /// The spaces between the signs of two neighbouring cells in a row of the map, for hints.
    pub cell_gap: &'static str,
}

impl<'k> Signs<'k> {
    /// Returns the error for a sign on the map with an unknown character. `index` is the index of
    /// this character in the sign.
    pub fn unknown(&self, sign: &str, index: usize) -> Diagnostic {
        if let Some((letter, name)) = self.kind_named(sign) {
            let message = format!("`{name}` is the name of a kind of cell, not a character of the map");
            let hint = format!(
                "write the character of the kind, `{letter}`: on a map, each cell is one character, followed \
                    by its marks"
            );
            return codes::UNKNOWN_SIGN.error(message).hint(hint);
        }
        match sign.chars().nth(index) {
            None => codes::UNKNOWN_SIGN.error(format!("[board.key] does not define `{sign}`")).hint(""),
            Some(c) if index == 0 && self.marks.contains_key(&c) => self.mark_first(sign, c),
            Some(c) if index > 0 && self.kind_signs.contains_key(&c) => self.second_kind(sign, c),
            Some(c) => self.not_in_key(c, index == 0),
        }
    }

    /// Returns the error for a sign that begins with a mark.
    fn mark_first(&self, sign: &str, mark: char) -> Diagnostic {
        let hint = if let Some(letter) = sign.chars().find(|c| self.kind_signs.contains_key(c)) {
            let marks: String = sign.chars().filter(|c| *c != letter).collect();
            format!("write `{letter}{marks}`")
        } else {
            let letter = self.kind_signs.keys().min().copied().unwrap_or('g');
            format!("write the character of the cell first, for example `{letter}{mark}`")
        };
        let message = format!("`{mark}` is a mark, and needs the character of a cell before it");
        codes::UNKNOWN_SIGN.error(message).hint(hint)
    }

    /// Returns the error for a sign such as `gw`: its second or a later character stands for a kind.
    fn second_kind(&self, sign: &str, c: char) -> Diagnostic {
        let diagnostic = codes::UNKNOWN_SIGN
            .error(format!("`{sign}` is read as one cell, but contains more than one kind"));
        if c.is_alphanumeric() {
            let signs: Vec<String> = sign.chars().map(String::from).collect();
            let hint = format!("write spaces between the cells: \"{}\"", signs.join(self.cell_gap));
            diagnostic.hint(hint).cause("signs without spaces", sign)
        } else {
            diagnostic.hint(format!(
                "if `{c}` is a mark, define it as one in [board.key]: \"{c}\" = {{ mark = \"…\", … }}"
            ))
        }
    }

    /// Returns the error for a character of the map that `[board.key]` does not define.
    fn not_in_key(&self, character: char, is_first: bool) -> Diagnostic {
        let (table, what) = if is_first { (self.kind_signs, "character") } else { (self.marks, "mark") };
        let mut known: Vec<String> = table.keys().map(char::to_string).collect();
        known.sort_unstable();
        let diagnostic =
            codes::UNKNOWN_SIGN.error(format!("[board.key] does not define the {what} `{character}`"));
        let lower = character.to_lowercase().to_string();
        if let Some(other_case) = known.iter().find(|sign| sign.to_lowercase() == lower) {
            let hint = Hint::did_you_mean(&character.to_string(), other_case);
            return diagnostic.hint(hint).cause("signs in the other case", character.to_string());
        }
        let value =
            if is_first { "kind = \"…\", fill = \"tan\"" } else { "mark = \"…\", disc = \"5mm\"" };
        diagnostic.hint(match character {
            _ if is_first && NO_CELL_SIGNS.contains(&character) => {
                "write spaces where the board has no cell".to_owned()
            }
            '#' => "write this key in quotes, \"#\" = { … }: without quotes, # begins a comment".to_owned(),
            _ => match &known[..] {
                [] => format!("add it to [board.key]: \"{character}\" = {{ {value} }}"),
                [only] => format!(
                    "write `{only}`, or add `{character}` to [board.key]: \"{character}\" = {{ {value} }}"
                ),
                _ => format!(
                    "choose one of: {}; or add `{character}` to [board.key]: \"{character}\" = {{ {value} }}",
                    known.join(", ")
                ),
            },
        })
    }

    /// If the user wrote the name of a kind on the map instead of its sign, returns the sign and the
    /// name. The name on the map may be misspelt. Returns `None` if no kind has a similar name.
    fn kind_named(&self, word: &str) -> Option<(char, &'k str)> {
        if !is_long(word) {
            return None;
        }
        let names = self.kind_names().map(|(_, name)| name);
        let nearest = near::nearest(word, names.filter(|name| is_long(name)))?;
        self.kind_names().filter(|(_, name)| *name == nearest).min()
    }

    fn kind_names(&self) -> impl Iterator<Item = (char, &'k str)> {
        let kinds = self.kinds;
        self.kind_signs.iter().filter_map(move |(sign, kind)| Some((*sign, &*kinds.get(*kind)?.name)))
    }
}

/// Returns whether a text is so long that it is probably not a sign with marks.
fn is_long(text: &str) -> bool {
    text.chars().count() > 2
}

/// Returns the character of a sign. Reports a sign of several characters. Returns `None` after an
/// error.
pub fn sign_char(sign: &Spanned<String>, resolver: &mut Resolver<'_>) -> Option<char> {
    if let Some(c) = only_char(&sign.value) {
        return Some(c);
    }
    let message =
        format!("a map has one character for each kind, but `{}` has several characters", sign.value);
    let mut letters = sign.value.chars().rev().filter(|c| c.is_alphanumeric());
    let letter = letters.find(|c| resolver.text.contains(*c)).unwrap_or('F');
    let hint = format!("write one character for this kind, here and on the map, for example `{letter}`");
    resolver.error_with_hint(codes::BAD_MAP, sign, message, hint).none()
}

/// Returns the only character of a text. Returns `None` if the text has several characters, is empty or
/// is a space.
pub fn only_char(sign: &str) -> Option<char> {
    let mut chars = sign.chars();
    chars.next().filter(|c| chars.next().is_none() && !c.is_whitespace())
}

/// Returns the sign of a kind, for a board without a map. Reports a sign of several characters, and
/// returns `None`. The hint proposes a character that is not in `taken`, and adds it to `taken`.
pub fn sign_of_kind(
    sign: &Spanned<String>,
    entry: &Spanned<Sign>,
    taken: &mut Vec<char>,
    resolver: &mut Resolver<'_>,
) -> Option<char> {
    if let Some(c) = only_char(sign) {
        return Some(c);
    }
    let in_name = sign.value.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_uppercase);
    let letter = in_name.chain('A'..='Z').find(|c| !taken.contains(c)).unwrap_or('X');
    taken.push(letter);
    let typed = resolver.text.get(entry.span.clone()).and_then(|typed| typed.trim().strip_prefix('{'));
    let name = match entry.kind {
        Some(_) => String::new(),
        None => format!(" kind = \"{}\",", sign.value),
    };
    let rest = typed.map_or(" … }", str::trim_end);
    let message = format!("a key of [board.key] must be one character, but `{}` has several", sign.value);
    let hint = format!("write one character as the key, and the name in `kind`: {letter} = {{{name}{rest}");
    resolver.error_with_hint(codes::BAD_MAP, sign, message, hint).none()
}

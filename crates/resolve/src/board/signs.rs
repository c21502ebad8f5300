//! What is wrong with a sign of a map that no cell of the board can have.

use std::collections::HashMap;

use crate::diag::{Diagnostic, codes, near};
use crate::model::Kind;
use crate::resolve::context::Compiler;
use crate::spec::tables::element::Sign;
use crate::spec::values::place::At;

/// Signs that other programs take for a place without a cell.
const HOLES: [char; 6] = ['.', '-', '_', '0', '·', '–'];

/// The signs of a board's key.
#[derive(Clone, Copy)]
pub struct Signs<'k> {
    /// The kind of each sign of a cell, by its place in `kinds`.
    pub letters: &'k HashMap<char, usize>,
    /// The signs of marks.
    pub marks: &'k HashMap<char, usize>,
    pub kinds: &'k [Kind],
    /// The blanks from the sign of a cell to the next one in its row.
    pub between: &'static str,
}

impl<'k> Signs<'k> {
    /// Says what is wrong with the character at `index` of a sign, and what may be meant.
    pub fn unknown(&self, sign: &str, index: usize) -> Diagnostic {
        let wrong = |message: String, hint: String| codes::UNKNOWN_SIGN.error(message).hint(hint);
        if let Some((letter, name)) = self.named(sign) {
            let hint =
                format!("write its sign, `{letter}`: a map has one character for each cell, then its marks");
            return wrong(format!("`{name}` is the name of a kind, not a sign of the map"), hint);
        }
        let Some(c) = sign.chars().nth(index) else {
            return wrong(format!("`{sign}` is no sign"), String::new());
        };
        let is_kind = |c: &char| self.letters.contains_key(c);
        if index == 0 && self.marks.contains_key(&c) {
            let letter = sign.chars().find(is_kind);
            let turned = letter.map(|letter| {
                let marks: String = sign.chars().filter(|c| *c != letter).collect();
                format!("write `{letter}{marks}`")
            });
            let hint = turned.unwrap_or_else(|| {
                let letter = self.first().unwrap_or('g');
                format!("write the sign of the cell first, for example `{letter}{c}`")
            });
            return wrong(format!("`{c}` is a mark: it follows the sign of its cell"), hint);
        }
        if index > 0 && is_kind(&c) {
            let is_unparted = c.is_alphanumeric();
            let hint = match is_unparted {
                true => {
                    let parted: Vec<String> = sign.chars().map(String::from).collect();
                    format!("put blanks between the signs of cells: \"{}\"", parted.join(self.between))
                }
                false => {
                    format!("if `{c}` is a mark, say so in [board.key]: \"{c}\" = {{ mark = \"…\", … }}")
                }
            };
            let wrong = wrong(format!("`{sign}` has the signs of two kinds, and a cell has one"), hint);
            return if is_unparted { wrong.cause("signs without blanks", sign) } else { wrong };
        }
        let (table, what) = if index == 0 { (self.letters, "kind of cell") } else { (self.marks, "mark") };
        let mut known: Vec<String> = table.keys().map(char::to_string).collect();
        known.sort_unstable();
        let other_case = known.iter().find(|k| k.to_lowercase() == c.to_lowercase().to_string());
        let hint = match other_case {
            Some(near) => format!("did you mean `{near}`?"),
            None if index == 0 && HOLES.contains(&c) => {
                "leave the place blank where the board has no cell".to_owned()
            }
            None if c == '#' => {
                "a line that begins with # is a remark: put quotes round the sign, \"#\" = { … }".to_owned()
            }
            None if known.is_empty() => format!("add it to [board.key]: \"{c}\" = {{ … }}"),
            None => format!("it has {}", known.join(" ")),
        };
        let wrong = wrong(format!("[board.key] has no {what} `{c}`"), hint);
        match other_case {
            Some(_) => wrong.cause("signs in the other case", c.to_string()),
            None => wrong,
        }
    }

    /// The sign and the name of the kind that a word on the map names, or nearly names.
    fn named(&self, word: &str) -> Option<(char, &'k str)> {
        let names = || self.letters.iter().filter_map(|(c, at)| Some((*c, &*self.kinds.get(*at)?.name)));
        let long = |name: &str| name.chars().count() > 2;
        let near = near::nearest(word, names().map(|(_, name)| name).filter(|name| long(name)));
        let name = near.filter(|_| long(word))?;
        names().filter(|(_, of)| *of == name).min()
    }

    /// The first sign of a kind.
    fn first(&self) -> Option<char> {
        self.letters.keys().min().copied()
    }
}

/// The character of a sign. One of several is a mistake, which is reported.
pub fn sign_char(sign: &At<String>, compiler: &mut Compiler<'_>) -> Option<char> {
    let mut chars = sign.value.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) if !c.is_whitespace() => Some(c),
        _ => {
            let message = format!("a sign of a map is one character, and `{}` is not", sign.value);
            let letters = sign.value.chars().filter(|c| c.is_alphanumeric()).collect::<Vec<_>>();
            let only = letters.iter().rev().find(|c| compiler.text.matches(**c).count() > 0);
            let hint = "give each kind one character, here and on the map, as in F and f, or 1 and 2";
            let hint = only.map_or_else(|| hint.to_owned(), |c| format!("{hint}; `{c}` for this one, say"));
            compiler.hinted(codes::BAD_MAP, sign, message, hint).none()
        }
    }
}

/// The character of a sign that has one.
pub fn only_char(sign: &str) -> Option<char> {
    let mut chars = sign.chars();
    chars.next().filter(|c| chars.next().is_none() && !c.is_whitespace())
}

/// The sign of a kind on a board without a map. For the name of a kind in its place, the hint gives the kind a sign, which
/// `taken` does not have yet.
pub fn letter_of_kind(
    sign: &At<String>,
    entry: &At<Sign>,
    taken: &mut Vec<char>,
    compiler: &mut Compiler<'_>,
) -> Option<char> {
    if let Some(c) = only_char(sign) {
        return Some(c);
    }
    let own = sign.value.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_uppercase);
    let letter = own.chain('A'..='Z').find(|c| !taken.contains(c)).unwrap_or('X');
    taken.push(letter);
    let typed = compiler.text.get(entry.span.clone()).and_then(|typed| typed.trim().strip_prefix('{'));
    let name = match entry.kind {
        Some(_) => String::new(),
        None => format!(" kind = \"{}\",", sign.value),
    };
    let rest = typed.map_or(" … }", str::trim_end);
    let message = format!("a sign of [board.key] is one character, and `{}` is not", sign.value);
    let hint = format!("give the kind a sign, and write its name behind: {letter} = {{{name}{rest}");
    compiler.hinted(codes::BAD_MAP, sign, message, hint).none()
}

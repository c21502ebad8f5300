//! Parses places, alignments and directions: `"top-left"`, `"12 8mm"`, `"left top"`,
//! `"upper-right"`.
//!
//! - In: the text of one value.
//! - Out: a [`ElementPlace`], [`Align`], [`DrawnFor`] or [`Heading`], or an error that suggests the likely
//!   text.
//! - Not here: looking up cells and points of a board.

use std::str::FromStr;

use super::bad;
use super::value::{ALIGNS, ANCHORS, Align, DrawnFor, ElementPlace, HEADINGS, Heading, Pair};
use hexpress_base::diag::{Diagnostic, Hint, Result, near};

/// The message for American spelling.
const CENTER: &str = "`center` must be spelled `centre`";

impl FromStr for Align {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        let mut align = Self::default();
        for word in text.split_whitespace() {
            let side = match word {
                "justified" | "block" => {
                    return Err(
                        bad(format!("unknown alignment `{word}`")).hint(Hint::did_you_mean(word, "justify"))
                    );
                }
                "center" => return Err(bad(CENTER)),
                _ => near::entry(word, &ALIGNS, "unknown alignment")?,
            };
            let down_twice = align.has_down() && side.has_down();
            if align.across.and(side.across).is_some() || down_twice {
                let message = "expected one horizontal and one vertical alignment, such as \"left top\"";
                return Err(bad(message));
            }
            align = Self {
                across: align.across.or(side.across),
                down: align.down.or(side.down),
                baseline: align.baseline || side.baseline,
                justify: align.justify || side.justify,
            };
        }
        if align == Self::default() {
            return Err(bad("expected an alignment, such as \"left top\""));
        }
        Ok(align)
    }
}

impl FromStr for ElementPlace {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        match text.trim() {
            "each corner" => Ok(Self::EachCorner),
            "each edge" => Ok(Self::EachEdge),
            "center" => Err(bad(CENTER)),
            offset if offset.starts_with(|c: char| c.is_ascii_digit() || "-+.".contains(c)) => {
                offset.parse().map(Self::Offset)
            }
            offset if offset.starts_with('%') => Err(bad("a number is missing before `%`")
                .hint(format!("write the number, such as \"10{offset}\""))),
            name => match ANCHORS.iter().find(|(known, _)| *known == name) {
                Some((_, anchor)) => Ok(Self::Anchor(*anchor)),
                None => Err(bad(format!("unknown place `{name}`")).hint(place_hint(name))),
            },
        }
    }
}

/// Returns the hint for an unknown name of a place.
fn place_hint(text: &str) -> Hint {
    let names: Vec<&str> =
        ANCHORS.iter().map(|(name, _)| *name).chain(["each corner", "each edge"]).collect();
    let several: Vec<&str> = text
        .split([',', ';', '|', '/', '+'])
        .map(str::trim)
        .map(|typed| anchor_by_other_name(typed).unwrap_or(typed))
        .collect();
    if several.len() > 1 && several.iter().all(|name| names.contains(name)) {
        let list: Vec<String> = several.iter().map(|name| format!("\"{name}\"")).collect();
        return format!("write several places as a list: at = [{}]", list.join(", ")).into();
    }
    // In `top 5mm`, the second word is meant as the `inset`, which is the distance from the top edge.
    if let Some((place, inset)) = text.split_once(' ')
        && names.contains(&place)
        && inset.parse::<Pair>().is_ok()
    {
        return format!("write at = \"{place}\", inset = \"{inset}\"").into();
    }
    if is_cell_name(text) {
        return format!("to draw on a cell, write below [board.at]: \"{text}\" = {{ … }}").into();
    }
    let typed = anchor_by_other_name(text).unwrap_or(text);
    if names.contains(&typed) {
        return Hint::did_you_mean(text, typed);
    }
    near::hint(typed, names.iter().copied(), || {
        format!("choose one of: {}; or write an offset from the centre such as \"12 8mm\"", names.join(", "))
    })
}

/// Returns true for a text such as `b3` or `AA12`: one or two letters and one or two digits.
fn is_cell_name(text: &str) -> bool {
    let letters = text.trim_end_matches(|c: char| c.is_ascii_digit());
    (1..=2).contains(&letters.len())
        && (1..=2).contains(&(text.len() - letters.len()))
        && letters.chars().all(|c| c.is_ascii_alphabetic())
}

/// Returns the anchor for a name from other programs, such as `center top`, `left-bottom` or `middle`.
/// Returns `None` for any other name.
fn anchor_by_other_name(text: &str) -> Option<&'static str> {
    let (sides, others): (Vec<&str>, Vec<&str>) = text
        .split([' ', '-', '_'])
        .map(plain_side)
        .partition(|word| ["top", "bottom", "left", "right"].contains(word));
    if others.iter().any(|word| !["center", "centre", "middle"].contains(word)) {
        return None;
    }
    ANCHORS.iter().map(|(name, _)| *name).find(|name| match sides.as_slice() {
        [] => *name == "centre",
        sides => name.split('-').count() == sides.len() && name.split('-').all(|side| sides.contains(&side)),
    })
}

/// Replaces an unusual word for a side of a box, such as `upper`, by the usual one. Returns any other
/// word unchanged.
fn plain_side(word: &str) -> &str {
    match word {
        "upper" | "up" | "north" => "top",
        "lower" | "down" | "south" => "bottom",
        "west" => "left",
        "east" => "right",
        other => other,
    }
}

impl FromStr for DrawnFor {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        match text.trim() {
            "each seat" => Ok(Self::EachSeat),
            other => Err(bad(format!("expected \"each seat\", found `{other}`"))
                .hint("write \"each seat\", or delete the key")),
        }
    }
}

impl FromStr for Heading {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        let name = text.trim();
        match name.parse::<f64>() {
            Ok(degrees) if degrees.is_finite() => Ok(Self { flat_top: degrees, pointy_top: degrees }),
            _ => near::entry(name, &HEADINGS, "unknown direction"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hint_shows_the_place_that_is_meant() {
        for (typed, meant) in [
            ("center top", "did you mean `top`?"),
            ("north, south", "write several places as a list: at = [\"top\", \"bottom\"]"),
            ("top 5mm", "write at = \"top\", inset = \"5mm\""),
            ("AA12", "to draw on a cell, write below [board.at]: \"AA12\" = { … }"),
        ] {
            assert_eq!(typed.parse::<ElementPlace>().unwrap_err().hint.as_deref(), Some(meant), "{typed}");
        }
    }

    #[test]
    fn a_cell_has_at_most_two_letters_and_two_digits() {
        assert!(is_cell_name("a1") && is_cell_name("ab12"));
        assert!(!is_cell_name("abc1") && !is_cell_name("a123") && !is_cell_name("ab") && !is_cell_name("12"));
    }
}

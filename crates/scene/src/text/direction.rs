//! Finds out which letters of a text run from right to left.
//!
//! - In: a text, and the main direction of its paragraphs.
//! - Out: the bidirectional level of each byte (UAX 9), and the order of parts on a line.
//! - Not here: shaping letters, and breaking lines.

use std::ops::Range;

use unicode_bidi::{BidiInfo, Level};

/// The direction in which a paragraph runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    LeftToRight,
    RightToLeft,
}

/// The languages that are written from right to left.
const RIGHT_TO_LEFT: [&str; 14] =
    ["ar", "arc", "ckb", "dv", "fa", "he", "ku-arab", "ps", "sd", "syr", "ug", "ur", "yi", "yid"];

impl Direction {
    /// Returns the direction of a language, such as `he` or `ar-EG`.
    pub fn of_language(tag: &str) -> Self {
        let tag = tag.to_ascii_lowercase();
        let is_listed = |language: &str| {
            tag.strip_prefix(language).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        };
        if RIGHT_TO_LEFT.into_iter().any(is_listed) { Self::RightToLeft } else { Self::LeftToRight }
    }

    fn level(self) -> Level {
        match self {
            Self::LeftToRight => Level::ltr(),
            Self::RightToLeft => Level::rtl(),
        }
    }

    /// Returns the direction of letters that have the bidirectional level `level`.
    pub fn of_level(level: u8) -> Self {
        if level % 2 == 1 { Self::RightToLeft } else { Self::LeftToRight }
    }
}

/// Returns whether a character belongs to a script that runs from right to left. Also returns true for
/// control characters that change the direction of the text.
pub fn runs_leftwards(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}'
        | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}'
        | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The bidirectional levels of a text (UAX 9). Letters with an odd level run from right to left.
#[derive(Debug)]
pub struct Levels {
    of_bytes: Vec<Level>,
    /// The direction of the first paragraph.
    pub base: Direction,
}

impl Levels {
    /// Returns the levels of a text. Returns `None` if the whole text runs from left to right.
    ///
    /// If `base` is `None`, the direction of each paragraph is that of its first letter.
    pub fn new(text: &str, base: Option<Direction>) -> Option<Self> {
        let is_leftward =
            base == Some(Direction::RightToLeft) || !text.is_ascii() && text.chars().any(runs_leftwards);
        if !is_leftward {
            return None;
        }
        let info = BidiInfo::new(text, base.map(Direction::level));
        let first = info.paragraphs.first().map_or(0, |paragraph| paragraph.level.number());
        Some(Self { of_bytes: info.levels, base: Direction::of_level(first) })
    }

    /// Divides a range of bytes into ranges with the same level.
    pub fn divided(&self, range: Range<usize>) -> Vec<(Range<usize>, u8)> {
        let mut parts: Vec<(Range<usize>, u8)> = Vec::new();
        for at in range {
            let level = self.of_bytes.get(at).map_or(0, |level| level.number());
            match parts.last_mut() {
                Some((part, last)) if *last == level => part.end = at + 1,
                _ => parts.push((at..at + 1, level)),
            }
        }
        parts
    }
}

/// Returns the indices of the parts of a line, sorted by their places from left to right (UAX 9, L2).
/// `levels` contains the level of each part in reading order.
pub fn from_left(levels: &[u8]) -> Vec<usize> {
    let levels: Vec<Level> =
        levels.iter().map(|level| Level::new(*level).unwrap_or_else(|_| Level::ltr())).collect();
    BidiInfo::reorder_visual(&levels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_have_a_direction() {
        for tag in ["he", "ar", "ar-EG", "FA", "ur-PK", "yi"] {
            assert_eq!(Direction::of_language(tag), Direction::RightToLeft, "{tag}");
        }
        for tag in ["en", "de-CH", "arn", "hen", "ku", ""] {
            assert_eq!(Direction::of_language(tag), Direction::LeftToRight, "{tag}");
        }
    }

    #[test]
    fn numbers_and_latin_words_keep_their_direction() {
        let text = "\u{5d0}\u{5d1} 12 ab";
        let levels = Levels::new(text, None).unwrap();
        assert_eq!(levels.base, Direction::RightToLeft);
        let parts: Vec<(&str, u8)> =
            levels.divided(0..text.len()).into_iter().map(|(range, level)| (&text[range], level)).collect();
        assert_eq!(parts, [("\u{5d0}\u{5d1} ", 1), ("12", 2), (" ", 1), ("ab", 2)]);
        assert_eq!(from_left(&[1, 2, 1, 2]), [3, 2, 1, 0]);
        assert!(Levels::new("ab 12", None).is_none());
        assert!(Levels::new("ab 12", Some(Direction::RightToLeft)).is_some());
    }
}

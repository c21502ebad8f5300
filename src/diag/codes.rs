//! The codes of all mistakes, in ranges: `HX0` reading, `HX1` the layout, `HX2` fonts, text and pictures,
//! `HX3` sheets, `HX4` and up the checker.

use std::fmt;

/// A kind of mistake, written `HX101`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(pub u16);

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HX{:03}", self.0)
    }
}

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $name:ident = $number:literal;)+) => {
        $($(#[doc = $doc])+ pub const $name: Code = Code($number);)+

        /// Every code, with what it means.
        pub const ALL: &[(Code, &str)] = &[$((Code($number), concat!($($doc),+))),+];
    };
}

codes! {
    /// A file or a folder cannot be read.
    UNREADABLE = 1;
    /// The file is not TOML.
    SYNTAX = 2;
    /// A key that the layout language does not have, or not here.
    UNKNOWN_KEY = 3;
    /// A value of the wrong kind: a number where text is wanted, a list where one value is wanted.
    WRONG_TYPE = 4;
    /// A value that cannot be understood: a length without a unit, a colour that is none.
    BAD_VALUE = 5;
    /// A key that must be there is not.
    MISSING_KEY = 6;
    /// No bundled game and no file has this name.
    UNKNOWN_GAME = 7;
    /// No paper has this name.
    UNKNOWN_PAPER = 8;
    /// A file cannot be written.
    UNWRITABLE = 9;
    /// `like` names no component of the file, or goes round in a circle.
    BAD_LIKE = 10;
    /// Two inputs would be written to one file.
    SAME_OUTPUT = 11;
    /// A PDF that this program did not make, or whose record was left out.
    NO_RECORD = 12;
    /// An option of the command line that cannot be.
    BAD_OPTION = 13;
    /// The PDF was made by another version of this program.
    OTHER_VERSION = 14;
    /// A sheet of an earlier build that lies among those of this one.
    STALE_SHEET = 15;

    /// A sign of the map that `[board.key]` does not explain.
    UNKNOWN_SIGN = 101;
    /// A map that cannot be read as a picture: tabs, cells off the step.
    BAD_MAP = 102;
    /// Nothing to print: no component, no cell, no piece.
    NOTHING = 103;
    /// Two things of one name.
    SAME_NAME = 104;
    /// A colour that is neither in `[colours]` nor a known name nor hex.
    UNKNOWN_COLOUR = 105;
    /// A size that is zero, negative, or larger than any press prints.
    BAD_SIZE = 106;
    /// A direction that is not in `[directions]`.
    UNKNOWN_DIRECTION = 107;
    /// A `{{ … }}` in a text that cannot be worked out.
    BAD_TEMPLATE = 108;
    /// A place that no drawing has.
    UNKNOWN_PLACE = 109;
    /// A drawing element that says nothing to draw, or two things at once.
    BAD_ELEMENT = 110;
    /// A number of copies, sheets, rows or columns that cannot be.
    BAD_COUNT = 111;
    /// A mark, a kind or a component that is named but not there.
    UNKNOWN_NAME = 112;
    /// A key that does nothing where it stands.
    IDLE_KEY = 120;
    /// A file of data that is no table: rows of different length, columns without a name.
    BAD_DATA = 121;
    /// A random deck whose colours cannot be as even as they are wished to be.
    UNEVEN_DECK = 122;

    /// No font family has this name.
    UNKNOWN_FONT = 201;
    /// A character that the font does not have.
    NO_GLYPH = 202;
    /// A text that is larger than the place it was given.
    TEXT_TOO_LARGE = 203;
    /// A file that is not a font, or not one that can be used.
    BAD_FONT = 204;
    /// A file that the layout names and that cannot be had.
    NO_FILE = 205;
    /// A file that is not a picture, or not one that can be used.
    BAD_PICTURE = 206;
    /// A picture with too few pixels for the size it is printed at.
    COARSE_PICTURE = 207;
    /// A figure that reaches outside its piece.
    FIGURE_TOO_LARGE = 210;

    /// A component that does not fit on its sheet.
    DOES_NOT_FIT = 301;
    /// Margins that leave no room.
    NO_ROOM = 302;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_print_with_three_digits() {
        let mut numbers: Vec<_> = ALL.iter().map(|(code, _)| code.0).collect();
        numbers.dedup();
        assert_eq!(numbers.len(), ALL.len());
        assert!(numbers.is_sorted());
        assert_eq!(UNREADABLE.to_string(), "HX001");
    }
}

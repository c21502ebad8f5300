//! The codes of all mistakes, in ranges: `HX0` reading, `HX1` the layout, `HX2` fonts, text and pictures,
//! `HX3` sheets, `HX4` and up the checker.

use std::fmt;

use super::{Diagnostic, Severity};

/// A kind of mistake, written `HX101`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(pub u16);

impl Code {
    /// An error of this kind, without a place or a hint.
    #[must_use]
    pub fn error(self, message: impl Into<String>) -> Diagnostic {
        let (message, severity) = (message.into(), Severity::Error);
        Diagnostic { code: self, severity, message, place: None, hint: None, also: None, about: None }
    }

    /// A warning of this kind, without a place or a hint.
    #[must_use]
    pub fn warning(self, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..self.error(message) }
    }
}

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
    /// A command or an option that cannot be.
    BAD_OPTION = 13;
    /// The PDF was made by another version of this program.
    OTHER_VERSION = 14;
    /// A sheet of an earlier build that lies among those of this one.
    STALE_SHEET = 15;
    /// A file that takes more time or memory to read or to print than it may.
    UNBOUNDED = 16;
    /// A finished file of ours whose record or layout is missing, damaged, or that of another file.
    DAMAGED_RECORD = 17;
    /// A name that no file can have on some system, or that leads to another folder.
    UNSAFE_NAME = 18;

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

    /// A piece that is larger than the sheet it is made for: it becomes a poster, or has no room for its marks.
    DOES_NOT_FIT = 301;
    /// Margins that leave no room.
    NO_ROOM = 302;
    /// A packing in which pieces of this outline cannot lie, or marks that nothing of theirs can be shown with.
    BAD_PACK = 303;
    /// Places of a sheet that is cut already that lie outside it.
    PLACES_OFF_SHEET = 304;
    /// Places of a sheet that is cut already that lie on each other.
    PITCH_TOO_SMALL = 305;
    /// A piece that is larger than its place on a sheet that is cut already.
    LARGER_THAN_PLACE = 306;
    /// A sheet that is cut already, of another paper than the one at hand.
    OTHER_PAPER = 307;
    /// Bleeds that would lie on each other on a sheet that is cut already.
    BLEEDS_MEET = 308;
    /// Words or an icon nearer to the cut than the safe zone of their piece.
    NOT_SAFE = 310;
    /// A piece that fits its sheet, but not beside its back on a sheet that is folded.
    NO_ROOM_TO_FOLD = 315;
    /// A sheet that is cut already, and would have to be folded.
    CANNOT_FOLD = 316;
    /// A printer's profile that says more than is corrected: a scale, an offset, a skew or an angle.
    PROFILE_TOO_FAR = 320;
    /// A reading of a calibration sheet that cannot be, or that is none.
    BAD_READING = 321;
    /// A profile that is there already.
    PROFILE_EXISTS = 322;
    /// A printer that makes everything smaller or larger by as much as "fit to page" does.
    FIT_TO_PAGE = 323;
    /// Readings of a calibration sheet that contradict each other.
    READINGS_APART = 324;
    /// A board that would take too many sheets as a poster.
    POSTER_TOO_LARGE = 330;
    /// A board that cannot be cut over several sheets without cutting through words.
    SEAM_THROUGH_WORDS = 331;
    /// Pictures that were to have a bleed, of pieces that have none.
    WITHOUT_BLEED = 341;
    /// A title that no font can write, so that sheets do not say which game they belong to.
    TITLE_UNWRITTEN = 342;
    /// A cut plan of sheets that no straight cut parts.
    NO_CUT_TO_PLAN = 393;

    /// A cell that is no regular hexagon.
    CELL_IRREGULAR = 401;
    /// A cell that is larger or smaller than the others of its board.
    CELL_UNEQUAL = 402;
    /// Cells that stand another way than the layout says, or than the others.
    CELL_TURNED = 403;
    /// A cell that lies beside its place among the others.
    CELL_OFF_PLACE = 404;
    /// Neighbouring cells that do not share an edge: a gap, or an overlap.
    CELL_GAP = 405;
    /// A board that is scaled more one way than the other.
    BOARD_STRETCHED = 406;
    /// A cell of the layout that is not on the page.
    CELL_MISSING = 407;
    /// A cell on the page that the layout does not have, or has once.
    CELL_EXTRA = 408;
    /// Pairs of neighbours, edges and corners that are other than the layout's.
    CELL_COUNTS = 409;

    /// A cell that lies elsewhere than its drawing says.
    CELL_ELSEWHERE = 410;
    /// Cells that are larger or smaller than the layout says.
    CELL_SIZE = 411;

    /// Words that reach out of their cell.
    LABEL_OUTSIDE = 421;
    /// Words that lie on other words.
    LABELS_MEET = 422;
    /// Words that a counter in their cell covers.
    LABEL_COVERED = 423;
    /// Words too small to read.
    TEXT_TOO_SMALL = 424;
    /// Words that do not stand out against what is below them.
    LOW_CONTRAST = 425;
    /// A cell that does not say what the layout says of its kind.
    LABEL_WRONG = 426;
    /// A cell that does not look like the others of its kind.
    CELL_UNLIKE = 427;
    /// A mark of the layout that is not drawn in its cell.
    MARK_MISSING = 428;
    /// A small word printed twice in a row: `the the`.
    WORD_TWICE = 429;

    /// A drawing that lies outside the sheet.
    OUTSIDE_SHEET = 441;
    /// A drawing in the strip that printers do not reach.
    OUTSIDE_MARGIN = 442;
    /// A page that has not the size of the paper that was asked for.
    WRONG_PAPER = 443;
    /// Boxes of a page that hide a part of it, or cut it elsewhere.
    WRONG_BOXES = 444;
    /// A ruler that is not as long as it says.
    RULER_FALSE = 445;
    /// Pieces that lie on each other.
    PIECES_OVERLAP = 446;
    /// A mark for cutting that runs into a piece.
    MARK_ON_PIECE = 447;
    /// Marks of one cut that show two.
    MARKS_DISAGREE = 448;
    /// A piece that has not the size or the shape that the layout says.
    PIECE_SIZE = 449;

    /// A drawing that reaches out of its piece.
    OUT_OF_PIECE = 450;
    /// A piece of the layout that is on no page.
    PIECE_MISSING = 451;
    /// A piece on a page that the layout does not have, or has once.
    PIECE_EXTRA = 452;
    /// A line for cutting that no piece has a side on.
    LINE_OFF_SIDES = 453;
    /// Pieces that stand closer together than scissors or their bleed need.
    TOO_CLOSE = 454;

    /// A font that is not in the file.
    FONT_NOT_EMBEDDED = 461;
    /// A picture made of pixels that the layout does not name.
    RASTER = 462;
    /// A file that does not ask to be printed at its true size.
    PRINT_SCALING = 463;
    /// A page that was changed after the file was made.
    PAGE_CHANGED = 464;
    /// Pages that are missing, too many, or in another order.
    PAGES_LOST = 465;
    /// Words that cannot be searched or copied.
    NOT_SEARCHABLE = 466;
    /// Something that a printer's correction moves to where the printer does not print.
    BEYOND_REACH = 467;
    /// A mark of a calibration sheet that is not where readings are reckoned from.
    CALIBRATION_MARK = 468;

    /// A colour that ends before the bleed does.
    NO_BLEED = 470;
    /// Words that are nearer to the cut than they should be.
    WORDS_AT_CUT = 471;
    /// A cut of a cut plan that goes through a piece.
    CUT_THROUGH_PIECE = 472;
    /// Cuts of a cut plan that cannot be made, or that leave pieces in one part.
    CUTS_DO_NOT_PART = 473;
    /// A back that does not lie behind its front.
    BACK_ASTRAY = 476;
    /// A piece, or its back, that is upside down.
    PIECE_TURNED = 477;
    /// A file that asks for other sides or copies than its pages are made for.
    JOB_DISAGREES = 478;
    /// A page of a file with backs that comes on the wrong side of its sheet, or is not empty and should be.
    OUT_OF_STEP = 479;

    /// A sheet to be folded that does not show where, or a piece too near the fold.
    FOLD_WRONG = 480;
    /// A counter or a tile that does not fit the cells of its board.
    TOO_LARGE_FOR_CELLS = 481;
    /// A piece that is not the share of a cell that the layout says.
    WRONG_SHARE = 482;
    /// Parts of a poster that do not join: what both show lies apart.
    PARTS_APART = 483;
    /// A part of a poster that is missing.
    PART_MISSING = 484;
    /// Words on a seam of a poster.
    WORDS_ON_SEAM = 485;
    /// Something of a poster that is on none of its sheets.
    PART_HIDDEN = 486;

    /// Kinds of cells that only colours tell apart, and not for every eye.
    KINDS_ALIKE = 491;
    /// Colours of a board's sides that look alike.
    SIDES_ALIKE = 492;
    /// Colours of tiles' edges that look alike, without signs beside them.
    EDGES_ALIKE = 493;
    /// Pieces that only colours tell apart, and not for every eye.
    PIECES_ALIKE = 494;

    /// A board whose cells do not hang together.
    MUST_CONNECT = 501;
    /// A hole in a board that should have none.
    MUST_HOLE = 502;
    /// More or fewer cells, of a kind or with a mark, than there should be.
    MUST_HAVE = 503;
    /// A board that a turn or a mirror changes, and should not.
    MUST_MATCH = 504;
    /// Two kinds or marks on one cell that should be apart.
    MUST_APART = 505;
    /// Cells that share a name, or have none.
    MUST_NAMES = 506;
    /// A middle that is not marked, or not alone.
    MUST_CENTRE = 507;
    /// Sides with a gap, in pieces, or too few.
    MUST_SIDES = 508;
    /// A board that may be filled without a winner, or with two.
    MUST_WIN = 509;

    /// A cell through which no straight line of cells goes that is long enough.
    MUST_LINE = 510;
    /// A cell that cannot be reached.
    MUST_REACH = 511;
    /// A player without a first move.
    MUST_OPEN = 512;
    /// A start to which nothing can be added, or with too few pieces left.
    MUST_ADD = 513;

    /// More or fewer pieces than there should be.
    MUST_PIECES = 521;
    /// Two pieces that are the same, and should not be.
    MUST_DIFFER = 522;
    /// A piece with more or fewer colours than it should have.
    MUST_COLOURS = 523;
    /// A colour that is on too few pieces, or on none.
    MUST_EACH = 524;
    /// A piece without words that it should bear.
    MUST_SAY = 525;
    /// Pieces that can be told apart from behind, or by their size.
    MUST_SAME_BACK = 526;

    /// A board that would be a shape that has a name, but for a cell.
    SHAPE_LACKS = 601;
    /// A board that would be a shape that has a name without a cell.
    SHAPE_EXTRA = 602;
    /// Lines that should meet, and do not.
    LINES_APART = 603;
    /// A page that has the size of no paper.
    NO_PAPER = 604;
    /// Drawings in the strip along the edges that many printers leave white.
    NEAR_EDGE = 605;
    /// Lines too thin to be printed everywhere.
    HAIRLINE = 606;

    /// A cell of the layout that a drawing is held against and does not have.
    AGAINST_LACKS = 611;
    /// A cell of a drawing that the layout does not have.
    AGAINST_EXTRA = 612;
    /// A cell that looks like another kind than the layout has there.
    AGAINST_KIND = 613;
    /// Cells of another size than those of the layout.
    AGAINST_SIZE = 614;
    /// A board that is the layout's seen in a mirror.
    AGAINST_MIRROR = 615;
    /// A board of the layout that no drawing shows.
    AGAINST_NONE = 616;

    /// A drawing without a board, of which no layout can be written.
    NO_BOARD = 620;
    /// A file that is there already, and is not written over.
    NOT_OVER = 621;
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

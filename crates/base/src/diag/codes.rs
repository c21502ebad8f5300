//! The codes of all findings.
//!
//! Codes that begin with `HX0` are about reading files, `HX1` about layouts, `HX2` about fonts, texts and
//! pictures, and `HX3` about sheets. Most codes from `HX401` on are rules of the checker. This file does not
//! say what they mean, because each rule has its own explanation. `HX620` to `HX639` are not rules: they are
//! about layouts made from drawings, and about scans of prints. `HX7` is about the standards of print shops.

use std::fmt;

use super::{Diagnostic, Severity};

/// The code of a finding. The number 101 is written as `HX101`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(pub u16);

impl Code {
    /// Returns an error with this code, without a place or a hint.
    pub fn error(self, message: impl Into<String>) -> Diagnostic {
        let (message, severity) = (message.into(), Severity::Error);
        let (place, hint, related_place) = (None, None, None);
        let (wrong_part, piece, cause) = (None, None, None);
        Diagnostic {
            code: self,
            severity,
            message,
            place,
            hint,
            related_place,
            wrong_part,
            piece,
            unlisted_count: 0,
            cause,
        }
    }

    /// Returns a note with this code, without a place or a hint.
    pub fn note(self, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Note, ..self.error(message) }
    }

    /// Returns a warning with this code, without a place or a hint.
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
    ($($(#[doc = $doc:literal])* $name:ident = $number:literal;)+) => {
        $(#[doc = concat!("HX", $number, ".", $($doc),*)] pub const $name: Code = Code($number);)+

        /// All codes with their meanings. The meaning is empty for a code of the checker, because
        /// the rules of the checker have their own explanations.
        pub const ALL: &[(Code, &str)] = &[$((Code($number), concat!($($doc),*))),+];
    };
}

codes! {
    /// A file or folder cannot be read.
    UNREADABLE = 1;
    /// The file is not valid TOML.
    SYNTAX = 2;
    /// The layout language has no such key, or the key belongs to another table.
    UNKNOWN_KEY = 3;
    /// A value has the wrong type: a number where text is expected, or a list where one value is
    /// expected.
    WRONG_TYPE = 4;
    /// A value cannot be parsed, such as a length without a unit.
    BAD_VALUE = 5;
    /// A required key is missing.
    MISSING_KEY = 6;
    /// No bundled game and no file has this name.
    UNKNOWN_GAME = 7;
    /// No paper has this name.
    UNKNOWN_PAPER = 8;
    /// A file cannot be written.
    UNWRITABLE = 9;
    /// `like` names an unknown component, or components refer to each other in a circle with
    /// `like`.
    BAD_LIKE = 10;
    /// The outputs of two inputs would be written to the same file.
    SAME_OUTPUT = 11;
    /// hexpress did not make this file, or the file contains no record of its build.
    NO_RECORD = 12;
    /// A command or an option is not valid.
    BAD_OPTION = 13;
    /// The PDF was made by another version of hexpress.
    OTHER_VERSION = 14;
    /// A sheet of an earlier build is in the folder of this build.
    STALE_SHEET = 15;
    /// A file needs too much time or memory to read or to print.
    UNBOUNDED = 16;
    /// The record or the layout in a file is missing, damaged or from another file.
    DAMAGED_RECORD = 17;
    /// Some systems do not allow this file name, or it leads to another folder.
    UNSAFE_NAME = 18;
    /// The layout makes so many pages that one of its numbers is probably wrong.
    MANY_SHEETS = 19;
    /// Two finished files contain different versions of a game.
    VERSIONS_DIFFER = 20;
    /// There are more mistakes than the list shows.
    MORE_MISTAKES = 24;

    /// `[board.key]` does not define a character of the map.
    UNKNOWN_SIGN = 101;
    /// A map cannot be read: it has tabs, or cells between two columns.
    BAD_MAP = 102;
    /// There is nothing to print: no component, no cell or no piece.
    NOTHING = 103;
    /// Two things have the same name.
    SAME_NAME = 104;
    /// A colour is neither in `[colours]` nor a known name nor hex digits.
    UNKNOWN_COLOUR = 105;
    /// A size is zero, negative or too large.
    BAD_SIZE = 106;
    /// A direction is not in `[directions]`.
    UNKNOWN_DIRECTION = 107;
    /// A template, such as `{{ cost }}`, cannot be computed.
    BAD_TEMPLATE = 108;
    /// A place is unknown.
    UNKNOWN_PLACE = 109;
    /// An element has no drawing key, or has two of them.
    BAD_ELEMENT = 110;
    /// A number of copies, sheets, rows or columns is out of range.
    BAD_COUNT = 111;
    /// A mark, kind or component is unknown.
    UNKNOWN_NAME = 112;
    /// A condition matches no row.
    NEVER_HOLDS = 113;
    /// Markup of another language, such as HTML, is printed as text.
    FOREIGN_SIGNS = 114;
    /// Text and an icon are at the same place in a cell.
    LABEL_ON_ICON = 115;
    /// A key has no effect.
    IDLE_KEY = 120;
    /// A data file is not a table: its rows have different lengths, or columns have no name.
    BAD_DATA = 121;
    /// The colours of a random deck cannot be balanced.
    UNEVEN_DECK = 122;

    /// A font family is unknown.
    UNKNOWN_FONT = 201;
    /// The font does not have a character.
    NO_GLYPH = 202;
    /// Text is too large for its space.
    TEXT_TOO_LARGE = 203;
    /// A font file cannot be used.
    BAD_FONT = 204;
    /// A file that the layout names is missing or cannot be used.
    NO_FILE = 205;
    /// A picture file cannot be used.
    BAD_PICTURE = 206;
    /// A picture has too few pixels for its size in print.
    COARSE_PICTURE = 207;
    /// PDF/A does not allow a picture, so the file is a plain PDF.
    NOT_ARCHIVAL = 208;
    /// A QR code has no text, too much text, modules that are too small, or too little contrast.
    BAD_QR_CODE = 209;
    /// A figure extends beyond its piece.
    FIGURE_TOO_LARGE = 210;
    /// A picture fills its piece but has other proportions, so strips of the piece stay bare.
    PICTURE_LEAVES_STRIPS = 211;
    /// A drawing names a font that is not available, or has a character that is in no font.
    PICTURE_FONT = 212;
    /// A part of a drawing is printed as pixels.
    PICTURE_PIXELS = 213;

    /// A piece is larger than its sheet: it becomes a poster, or has no room for its marks.
    DOES_NOT_FIT = 301;
    /// The margins leave no room.
    NO_ROOM = 302;
    /// The value of `pack` or `marks` is not possible for pieces with this outline, or the two values do
    /// not suit each other.
    BAD_PACK = 303;
    /// Some of the places for pieces on a pre-cut sheet are outside the sheet.
    PLACES_OFF_SHEET = 304;
    /// Places of a pre-cut sheet overlap.
    PITCH_TOO_SMALL = 305;
    /// A piece is larger than its place on a pre-cut sheet.
    LARGER_THAN_PLACE = 306;
    /// The paper of a pre-cut sheet differs from the paper that was chosen.
    OTHER_PAPER = 307;
    /// Bleeds overlap on a pre-cut sheet.
    BLEEDS_MEET = 308;
    /// Text or an icon is outside the safe zone of its piece.
    NOT_SAFE = 310;
    /// A piece fits its sheet, but not next to its back on a folded sheet.
    NO_ROOM_TO_FOLD = 315;
    /// A pre-cut sheet would have to be folded.
    CANNOT_FOLD = 316;
    /// A scale, offset, skew or angle in a printer's profile is too large to correct.
    PROFILE_TOO_FAR = 320;
    /// A value that the user read off a calibration sheet is not valid.
    BAD_READING = 321;
    /// The profile already exists.
    PROFILE_EXISTS = 322;
    /// The values from a calibration sheet look as if the sheet was printed with "fit to page".
    FIT_TO_PAGE = 323;
    /// The values from a calibration sheet contradict each other.
    READINGS_APART = 324;
    /// A poster of the board would need too many sheets.
    POSTER_TOO_LARGE = 330;
    /// A board cannot be divided into sheets without cutting through text.
    SEAM_THROUGH_WORDS = 331;
    /// Pictures should include the bleed, but the pieces have no `bleed`.
    WITHOUT_BLEED = 341;
    /// No font can print the title, so the sheets do not show it.
    TITLE_UNWRITTEN = 342;
    /// A shop does not sell the pieces, or not so many.
    UNSOLD = 343;
    /// Straight cuts cannot divide the sheets of a cut plan.
    NO_CUT_TO_PLAN = 393;

    CELL_IRREGULAR = 401;
    CELL_UNEQUAL = 402;
    CELL_TURNED = 403;
    CELL_OFF_PLACE = 404;
    CELL_GAP = 405;
    BOARD_STRETCHED = 406;
    CELL_MISSING = 407;
    CELL_EXTRA = 408;
    CELL_COUNTS = 409;

    CELL_ELSEWHERE = 410;
    CELL_SIZE = 411;
    LINES_DIFFER = 412;

    LABEL_OUTSIDE = 421;
    LABELS_MEET = 422;
    LABEL_COVERED = 423;
    TEXT_TOO_SMALL = 424;
    LOW_CONTRAST = 425;
    LABEL_WRONG = 426;
    CELL_UNLIKE = 427;
    MARK_MISSING = 428;
    WORD_TWICE = 429;
    NAME_ON_CELL = 430;
    DRAWN_OUTSIDE = 431;
    FIGURE_UNSEEN = 432;
    NOT_AT_EDGE = 433;
    HEARD_WRONG = 434;
    QR_CODE_WRONG = 435;
    QR_CODE_HARD_TO_READ = 436;
    TEXT_INCOMPLETE = 437;
    BOOKLET_WRONG = 438;
    LINK_WRONG = 439;

    OUTSIDE_SHEET = 441;
    OUTSIDE_MARGIN = 442;
    WRONG_PAPER = 443;
    WRONG_BOXES = 444;
    RULER_FALSE = 445;
    PIECES_OVERLAP = 446;
    MARK_ON_PIECE = 447;
    MARKS_DISAGREE = 448;
    PIECE_SIZE = 449;

    OUT_OF_PIECE = 450;
    PIECE_MISSING = 451;
    PIECE_EXTRA = 452;
    LINE_OFF_SIDES = 453;
    TOO_CLOSE = 454;
    NET_DIFFERS = 455;
    BOX_PARTS_DIFFER = 456;
    REGISTRATION_MARK = 458;

    FONT_NOT_EMBEDDED = 461;
    RASTER = 462;
    PRINT_SCALING = 463;
    PAGE_CHANGED = 464;
    PAGES_LOST = 465;
    NOT_SEARCHABLE = 466;
    BEYOND_REACH = 467;
    CALIBRATION_MARK = 468;
    DIFFERS = 469;

    NO_BLEED = 470;
    WORDS_AT_CUT = 471;
    CUT_THROUGH_PIECE = 472;
    CUTS_DO_NOT_PART = 473;
    STACKS_OUT_OF_ORDER = 474;
    BACK_ASTRAY = 476;
    PIECE_TURNED = 477;
    JOB_DISAGREES = 478;
    OUT_OF_STEP = 479;

    FOLD_WRONG = 480;
    TOO_LARGE_FOR_CELLS = 481;
    WRONG_SHARE = 482;
    PARTS_APART = 483;
    PART_MISSING = 484;
    WORDS_ON_SEAM = 485;
    PART_HIDDEN = 486;

    KINDS_ALIKE = 491;
    SIDES_ALIKE = 492;
    EDGES_ALIKE = 493;
    PIECES_ALIKE = 494;

    MUST_CONNECT = 501;
    MUST_HOLE = 502;
    MUST_HAVE = 503;
    MUST_MATCH = 504;
    MUST_APART = 505;
    MUST_NAMES = 506;
    MUST_CENTRE = 507;
    MUST_SIDES = 508;
    MUST_WIN = 509;

    MUST_LINE = 510;
    MUST_REACH = 511;
    MUST_OPEN = 512;
    MUST_ADD = 513;
    MUST_SHOW = 514;

    MUST_PIECES = 521;
    MUST_DIFFER = 522;
    MUST_COLOURS = 523;
    MUST_EACH = 524;
    MUST_SAY = 525;
    MUST_SAME_BACK = 526;
    MUST_EACH_ONCE = 527;

    SHAPE_LACKS = 601;
    SHAPE_EXTRA = 602;
    LINES_APART = 603;
    NO_PAPER = 604;
    NEAR_EDGE = 605;
    HAIRLINE = 606;
    DRAWN_OVER = 607;
    OUT_OF_LINE = 608;

    AGAINST_LACKS = 611;
    AGAINST_EXTRA = 612;
    AGAINST_KIND = 613;
    AGAINST_SIZE = 614;
    AGAINST_MIRROR = 615;
    AGAINST_NONE = 616;

    /// The drawing has no board, so no layout can be written.
    NO_BOARD = 620;
    /// The file already exists and is not overwritten.
    NOT_OVER = 621;

    /// A scan shows no page of the file that it is compared with.
    SCAN_UNKNOWN = 630;
    /// A print has another size than its file.
    SCAN_SCALED = 631;
    /// A part of a print is missing.
    SCAN_MISSING = 632;
    /// A piece or a cell of a print is not in its place.
    SCAN_MOVED = 633;
    /// Something covers a part of a print.
    SCAN_COVERED = 634;
    /// A part of a print is smeared.
    SCAN_SMEARED = 635;
    /// A print is cut off at an edge of its sheet.
    SCAN_CUT_OFF = 636;
    /// A streak goes through a print.
    SCAN_STREAK = 637;
    /// A piece or a cell of a print has a wrong colour.
    SCAN_COLOURED = 638;
    /// An ink is missing in a whole print.
    SCAN_WITHOUT_INK = 639;

    PRESS_VERSION = 701;
    PRESS_LATER_FEATURE = 702;
    PRESS_ENCRYPTED = 703;
    PRESS_NO_ID = 704;
    PRESS_UNIDENTIFIED = 705;
    PRESS_METADATA = 706;
    PRESS_DOCUMENT_ID = 707;
    PRESS_TRAPPED = 708;
    PRESS_OUTPUT_INTENT = 709;

    PRESS_PROFILE = 710;
    PRESS_BOXES = 711;
    PRESS_BOXES_ASTRAY = 712;
    PRESS_FONT = 713;
    PRESS_DEVICE_COLOUR = 714;
    PRESS_COLOUR_SPACE = 715;
    PRESS_BLEND_SPACE = 716;
    PRESS_SPOT_DIFFERS = 717;
    PRESS_OVERPRINT = 718;
    PRESS_TRANSPARENCY = 719;

    PRESS_TRANSFER = 720;
    PRESS_POSTSCRIPT = 721;
    PRESS_ALTERNATE = 722;
    PRESS_OPI = 723;
    PRESS_EXTERNAL = 724;
    PRESS_COMPRESSION = 725;
    PRESS_OPERATOR = 726;
    PRESS_RENDERING = 727;
    PRESS_ANNOTATION = 728;
    PRESS_SCRIPT = 729;

    PRESS_ACTION = 730;
    PRESS_FORM = 731;
    PRESS_LAYERS = 732;
    PRESS_VIEW = 733;
    PRESS_SLIDES = 734;

    SHOP_INK = 741;
    SHOP_RICH_BLACK = 742;
    SHOP_RESOLUTION = 743;
    SHOP_CUT_PLATE = 744;
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

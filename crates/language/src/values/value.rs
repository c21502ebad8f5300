//! The types of values that a layout writes as text: lengths, sizes, places, lines, fonts.
//!
//! - In: the text of a value. Each type parses itself, and its error says what is expected.
//! - Out: a typed value. The schema names a format for each type, so that [`check_format`] can check
//!   every text of a file.
//! - Not here: looking up names of colours, fonts, boards and sheets.

use std::borrow::Cow;
use std::str::FromStr;

use kurbo::Size;
use serde::{Deserialize, Deserializer};

use super::choice::Class;
use super::count::CountCondition;
use super::fold_line::FoldLine;
use super::inside::Inside;
use super::per_row::{PerRow, RowValue};
use super::shares::{Lengths, OfWhole, PercentWords};
use super::style::{Letters, Opacity, Scale, Shadow, Tracking};
use super::tiles::{Different, Straight};
use hexpress_base::diag::{Diagnostic, Result};
use hexpress_base::units::Mm;
use hexpress_scene::print::margins::Margins;
use hexpress_scene::print::paper::page_size;

/// A length in mm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Length(pub f64);

impl FromStr for Length {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        Ok(Self(text.parse::<Mm>()?.0))
    }
}

/// The margins of a sheet, in mm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SheetMargins(pub Margins);

impl FromStr for SheetMargins {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        text.parse().map(Self)
    }
}

/// The size of the paper of a page of text, in mm and in portrait orientation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PagePaper(pub Size);

impl FromStr for PagePaper {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        page_size(text).map(Self)
    }
}

/// A length, or a percentage of the width or the height of a piece.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Measure {
    /// A length in mm.
    Mm(f64),
    /// A percentage of the width or height of the piece.
    Percent(f64),
}

impl Measure {
    /// Returns the length in mm. `whole` is the width or the height of the piece, in mm.
    pub fn of(self, whole: f64) -> f64 {
        match self {
            Self::Mm(mm) => mm,
            Self::Percent(share) => whole * share / 100.0,
        }
    }
}

/// A width and a height, or one length for both: `"41 x 63mm"`, `"100% x 100%"`, `"26mm"`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Extent {
    /// The width, or the only length of the text.
    pub width: Measure,
    /// The height. `None` if the text has only one length.
    pub height: Option<Measure>,
}

/// The size of a piece from side to side: a length, or a percentage of a board's cells.
#[derive(Debug, Clone, PartialEq)]
pub enum Across {
    /// A length in mm.
    Mm(f64),
    /// A percentage of the distance between opposite sides of a cell, and the name of the board.
    Share(f64, String),
}

/// The names of card sizes, with the sizes in mm. Makers do not agree on these sizes, so sheets
/// show both the name and the size.
pub const SIZES: [(&str, Size); 14] = [
    ("poker", Size::new(63.5, 88.9)),
    ("tcg", Size::new(63.0, 88.0)),
    ("bridge", Size::new(57.15, 88.9)),
    ("tarot", Size::new(69.85, 120.65)),
    ("mini", Size::new(44.45, 63.5)),
    ("mini-euro", Size::new(44.0, 68.0)),
    ("mini-us", Size::new(41.0, 63.0)),
    ("euro", Size::new(59.0, 92.0)),
    ("japanese", Size::new(59.0, 86.0)),
    ("business-eu", Size::new(85.0, 55.0)),
    ("business-us", Size::new(88.9, 50.8)),
    ("id-1", Size::new(85.6, 54.0)),
    ("a6", Size::new(105.0, 148.0)),
    ("a7", Size::new(74.0, 105.0)),
];

/// A horizontal and a vertical length: `"3 8mm"`. A single length is used for both.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Pair {
    /// The horizontal length, in mm.
    pub x: f64,
    /// The vertical length, in mm.
    pub y: f64,
}

/// A line with a width, a colour and a style: `"0.5mm black"`, `"0.3mm red dashed"`. For `"none"`, the
/// width is 0.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// The width in mm. It is 0 if there is no line.
    pub width: f64,
    /// The name of the colour. It is `black` if the text names no colour.
    pub colour: String,
    pub dashed: bool,
}

/// The name or the hex digits of a colour.
#[derive(Debug, Clone, PartialEq)]
pub struct ColourName(pub String);

/// A font with a family, a weight, a slope and a size: `"display bold 12pt"`, `"9pt"`.
#[derive(Debug, Clone, PartialEq)]
pub struct Font {
    /// The name of the family. `None` for the default family.
    pub family: Option<String>,
    pub bold: bool,
    pub italic: bool,
    /// The size of the em, in mm.
    pub size: f64,
}

/// One of three places along an axis of a box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Alignment {
    /// At the left or at the top.
    Start,
    /// In the middle.
    Middle,
    /// At the right or at the bottom.
    End,
}

impl Alignment {
    /// Returns -1 for the start, 0 for the middle and 1 for the end.
    pub fn sign(self) -> f64 {
        match self {
            Self::Start => -1.0,
            Self::Middle => 0.0,
            Self::End => 1.0,
        }
    }
}

/// How the lines of a text are aligned in its box: `"left top"`, `"right"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Align {
    /// The horizontal alignment. `None` if it follows from the place of the text.
    pub across: Option<Alignment>,
    /// The vertical alignment. `None` if it follows from the place of the text.
    pub down: Option<Alignment>,
    /// Whether the first baseline of the text is at the text's place, as for `"left baseline"`.
    /// Otherwise, an edge or the middle of the text is there.
    pub baseline: bool,
    /// Whether lines are justified, so that they fill the width of the box.
    pub justify: bool,
}

impl Align {
    const fn across(across: Alignment) -> Self {
        Self { across: Some(across), down: None, justify: false, baseline: false }
    }

    /// Returns whether the alignment sets the vertical position of the lines.
    pub(super) fn has_down(self) -> bool {
        self.down.is_some() || self.baseline
    }

    const fn down(down: Alignment) -> Self {
        Self { across: None, down: Some(down), justify: false, baseline: false }
    }
}

/// The words that a layout uses for alignments.
pub const ALIGNS: [(&str, Align); 8] = [
    ("left", Align::across(Alignment::Start)),
    ("centre", Align::across(Alignment::Middle)),
    ("right", Align::across(Alignment::End)),
    ("justify", Align { justify: true, ..Align::across(Alignment::Start) }),
    ("top", Align::down(Alignment::Start)),
    ("middle", Align::down(Alignment::Middle)),
    ("bottom", Align::down(Alignment::End)),
    ("baseline", Align { across: None, down: None, justify: false, baseline: true }),
];

/// A number of columns and rows: `"6 x 3"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grid {
    /// The number of columns, from 1 to 1000.
    pub columns: u32,
    /// The number of rows, from 1 to 1000.
    pub rows: u32,
}

/// The sheet of a component: a sheet of the user's paper, or a pre-cut sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OnSheet {
    /// A sheet of the user's paper.
    Of(Class),
    /// The name of a `[[sheet]]`.
    Named(String),
}

impl FromStr for OnSheet {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        Ok(match text {
            "large" => Self::Of(Class::Large),
            "small" => Self::Of(Class::Small),
            other => Self::Named(other.to_owned()),
        })
    }
}

/// One of nine points of a box: the corners, the middles of the sides, the centre.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Anchor {
    /// The position from left to right.
    pub across: Alignment,
    /// The position from top to bottom.
    pub down: Alignment,
}

impl Anchor {
    /// The middle of the box.
    pub const CENTRE: Self = Self::new(Alignment::Middle, Alignment::Middle);
    /// The middle of the lower side.
    pub const BOTTOM: Self = Self::new(Alignment::Middle, Alignment::End);

    /// Returns the anchor with these positions along the two axes.
    pub const fn new(across: Alignment, down: Alignment) -> Self {
        Self { across, down }
    }
}

/// The nine anchors and their names.
pub const ANCHORS: [(&str, Anchor); 9] = [
    ("top-left", Anchor::new(Alignment::Start, Alignment::Start)),
    ("top", Anchor::new(Alignment::Middle, Alignment::Start)),
    ("top-right", Anchor::new(Alignment::End, Alignment::Start)),
    ("left", Anchor::new(Alignment::Start, Alignment::Middle)),
    ("centre", Anchor::new(Alignment::Middle, Alignment::Middle)),
    ("right", Anchor::new(Alignment::End, Alignment::Middle)),
    ("bottom-left", Anchor::new(Alignment::Start, Alignment::End)),
    ("bottom", Anchor::new(Alignment::Middle, Alignment::End)),
    ("bottom-right", Anchor::new(Alignment::End, Alignment::End)),
];

/// The place of an element on its piece.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ElementPlace {
    /// At one of the nine anchors.
    Anchor(Anchor),
    /// At an offset from the centre.
    Offset(Pair),
    /// Once at every corner.
    EachCorner,
    /// Once at every edge. Each copy is rotated so that it is read from its edge.
    EachEdge,
}

impl ElementPlace {
    /// The centre of a piece.
    pub const CENTRE: Self = Self::Anchor(Anchor::CENTRE);
}

/// The players for whom copies of an element are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DrawnFor {
    /// The players at all seats. Each copy of the element faces its seat.
    EachSeat,
}

/// A direction on the sheet, in degrees clockwise. 0 is upwards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Heading {
    /// The direction in a game with flat-top boards, or without boards.
    pub flat_top: f64,
    /// The direction in a game with pointy-top boards.
    pub pointy_top: f64,
}

/// The names of directions. Slanted directions lead from a cell to its neighbour, so their angles
/// depend on the orientation of the cells.
///
/// A flat-top board has six directions: `up`, `down` and four slanted ones. A pointy-top board has
/// `left`, `right` and four slanted ones.
pub const HEADINGS: [(&str, Heading); 8] = [
    ("up", Heading { flat_top: 0.0, pointy_top: 0.0 }),
    ("upper-right", Heading { flat_top: 60.0, pointy_top: 30.0 }),
    ("right", Heading { flat_top: 90.0, pointy_top: 90.0 }),
    ("lower-right", Heading { flat_top: 120.0, pointy_top: 150.0 }),
    ("down", Heading { flat_top: 180.0, pointy_top: 180.0 }),
    ("lower-left", Heading { flat_top: 240.0, pointy_top: 210.0 }),
    ("left", Heading { flat_top: 270.0, pointy_top: 270.0 }),
    ("upper-left", Heading { flat_top: 300.0, pointy_top: 330.0 }),
];

impl Extent {
    /// Returns the width and height in mm. `whole` is the size of the piece.
    ///
    /// If there is only one length, it is used for both. A percentage is then a percentage of the
    /// width.
    pub fn of(self, whole: Size) -> Size {
        let width = self.width.of(whole.width);
        Size::new(width, self.height.map_or(width, |h| h.of(whole.height)))
    }

    /// Returns the width and height in mm. `whole` is the size of the piece.
    ///
    /// If there is only one percentage, it applies to both sides: `50%` is half the width and half the
    /// height.
    pub fn of_both(self, whole: Size) -> Size {
        match (self.width, self.height) {
            (share @ Measure::Percent(_), None) => Size::new(share.of(whole.width), share.of(whole.height)),
            _ => self.of(whole),
        }
    }
}

impl RowValue for ColourName {}
impl RowValue for Extent {}

/// Implements [`RowValue`]. The word after each type says which words of its text may be percentages of
/// a frame.
macro_rules! shares {
    ($($type:ty: $shares:ident),+) => {
        $(impl RowValue for $type {
            const SHARES: PercentWords = PercentWords::$shares;
        })+
    };
}

shares! {
    Align: None, Font: Any, Length: Leading, Letters: None, Line: Leading, Mm: Leading, Pair: Leading,
    Shadow: Leading, Tracking: Leading, ElementPlace: Leading
}

/// Implements [`Lengths`] for types whose values contain one or two lengths. The lengths are in mm.
macro_rules! lengths {
    ($($type:ty: |$value:ident| $lengths:expr;)+) => {
        $(impl Lengths for $type {
            fn lengths(&self) -> [f64; 2] {
                let $value = self;
                $lengths
            }
        })+
    };
}

lengths! {
    Length: |length| [length.0, 0.0];
    Line: |line| [line.width, 0.0];
    Font: |font| [font.size, 0.0];
    Pair: |pair| [pair.x, pair.y];
    ElementPlace: |place| match place {
        Self::Offset(pair) => [pair.x, pair.y],
        Self::Anchor(_) | Self::EachCorner | Self::EachEdge => [0.0; 2],
    };
}

macro_rules! formats {
    ($($type:ty = $name:literal, $example:literal;)+) => {
        /// Checks a text against a format in the schema. If the format is unknown, every text is valid.
        ///
        /// # Errors
        /// The type of the format cannot parse the text.
        pub fn check_format(format: &str, text: &str) -> Result<()> {
            match format {
                $($name => _ = text.parse::<$type>()?,)+
                "count" => _ = text.parse::<CountCondition>()?,
                "tracking-or-template" => _ = text.parse::<PerRow<Tracking>>()?,
                "different-colours" => _ = text.parse::<Different>()?,
                "straight-paths" => _ = text.parse::<Straight>()?,
                _ => {}
            }
            Ok(())
        }

        $(
            impl<'de> Deserialize<'de> for $type {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    let text = Cow::<'de, str>::deserialize(deserializer)?;
                    text.parse().map_err(serde::de::Error::custom)
                }
            }

            #[cfg(test)]
            crate::tests::inline_schemas! {
                $type = { "type": "string", "format": $name, "examples": [$example] };
            }
        )+
    };
}

formats! {
    Length = "length", "38mm";
    SheetMargins = "margins", "5 5 20 30mm";
    PagePaper = "paper", "a5";
    Extent = "size", "41 x 63mm";
    Across = "across", "40mm";
    Pair = "offset", "3 8mm";
    Line = "line", "0.5mm black";
    ColourName = "colour", "#CFE8CF";
    Font = "font", "bold 9pt";
    Align = "align", "left top";
    Opacity = "share", "40%";
    Scale = "scale", "99.6 x 99.8%";
    Letters = "letters", "small-capitals old-style";
    PerRow<Shadow> = "shadow-or-template", "0.6 0.8mm silver";
    Grid = "grid", "6 x 3";
    FoldLine = "fold-line", "across 50%";
    Inside = "inside", "66 x 91 x 20mm";
    OnSheet = "sheet", "small";
    ElementPlace = "place", "top-left";
    DrawnFor = "for", "each seat";
    Heading = "direction", "upper-left";
    PerRow<ColourName> = "colour-or-template", "{{ ink }}";
    PerRow<Line> = "line-or-template", "0.15mm {{ ink }}";
    PerRow<Extent> = "size-or-template", "26mm";
    PerRow<Mm> = "length-or-template", "5mm";
    PerRow<Pair> = "offset-or-template", "3 8mm";
    PerRow<ElementPlace> = "place-or-template", "top-left";
    PerRow<Font> = "font-or-template", "bold 9pt";
    PerRow<Align> = "alignment-or-template", "left top";
    PerRow<Letters> = "letters-or-template", "small-capitals old-style";
    OfWhole<Length> = "length-or-share", "38mm";
    OfWhole<Pair> = "offset-or-share", "3 8mm";
    OfWhole<Line> = "line-or-share", "0.5mm black";
    OfWhole<Font> = "font-or-share", "bold 9pt";
    OfWhole<ElementPlace> = "place-or-share", "top-left";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_borrow_their_unit() {
        let card: Extent = "41 x 63mm".parse().unwrap();
        assert_eq!((card.width, card.height), (Measure::Mm(41.0), Some(Measure::Mm(63.0))));
        let whole: Extent = "100% x 50%".parse().unwrap();
        assert_eq!(whole.of(Size::new(10.0, 20.0)), Size::new(10.0, 10.0));
        assert_eq!("26mm".parse::<Extent>().unwrap().height, None);
        assert!("41 x".parse::<Extent>().is_err());
        assert!("x 63mm".parse::<Extent>().is_err());
    }

    #[test]
    fn pairs_lines_fonts_and_places() {
        assert_eq!("3 8mm".parse(), Ok(Pair { x: 3.0, y: 8.0 }));
        assert_eq!("3 mm".parse(), Ok(Pair { x: 3.0, y: 3.0 }));
        for spaced in ["3 8 mm", "3 mm 8 mm", "3\tmm 8\tmm"] {
            assert_eq!(spaced.parse(), Ok(Pair { x: 3.0, y: 8.0 }), "{spaced}");
        }
        assert_eq!("3 8 mm".parse(), Ok(ElementPlace::Offset(Pair { x: 3.0, y: 8.0 })));
        assert!("1 2 3mm".parse::<Pair>().is_err());
        let line: Line = "0.3mm red dashed".parse().unwrap();
        assert_eq!((line.width, line.colour.as_str(), line.dashed), (0.3, "red", true));
        assert!("black".parse::<Line>().is_err());
        let font: Font = "display bold 12pt".parse().unwrap();
        assert_eq!((font.family.as_deref(), font.bold), (Some("display"), true));
        assert!("bold".parse::<Font>().unwrap_err().to_string().contains("size"));
        assert!("center".parse::<ElementPlace>().unwrap_err().to_string().contains("centre"));
        assert!("top-lft".parse::<ElementPlace>().unwrap_err().to_string().contains("top-left"));
        assert_eq!("-7 0mm".parse(), Ok(ElementPlace::Offset(Pair { x: -7.0, y: 0.0 })));
    }
}

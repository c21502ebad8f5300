//! Defines margins: the strips along the edges of a sheet on which a printer cannot print.
//!
//! - In: one to four lengths as the user typed them.
//! - Out: the printable part of a page.
//! - Not here: bleed, and the space for crop marks.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use kurbo::{Insets, Point, Rect, Size};

use hexpress_base::diag::{Diagnostic, Result, codes};
use hexpress_base::units::{LengthError, Mm, ShortNumber, is_unit, split_number};

/// The default margin, in mm: a quarter of an inch. Common home printers have no wider margin.
pub const DEFAULT_MARGIN: f64 = 6.35;

/// The allowed widths of a margin, in mm.
const RANGE: RangeInclusive<f64> = 0.0..=100.0;

/// The margins of a sheet in portrait orientation, in mm.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Margins {
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
    pub left: f64,
}

impl From<f64> for Margins {
    /// Returns margins with the same width along every edge.
    fn from(mm: f64) -> Self {
        Self { top: mm, right: mm, bottom: mm, left: mm }
    }
}

impl Margins {
    /// Returns the top, right, bottom and left margin, in the order of CSS.
    pub const fn sides(self) -> [f64; 4] {
        [self.top, self.right, self.bottom, self.left]
    }

    /// Creates margins from the top, right, bottom and left width. Returns `None` if a width is out of
    /// range.
    pub fn from_sides(sides: [f64; 4]) -> Option<Self> {
        let [top, right, bottom, left] = sides;
        sides.iter().all(|side| RANGE.contains(side)).then_some(Self { top, right, bottom, left })
    }

    /// Returns the width of the margins if they are all equal. Otherwise, returns `None`.
    pub fn uniform(self) -> Option<f64> {
        self.sides().iter().all(|side| *side == self.top).then_some(self.top)
    }

    /// Returns margins in which `change` is applied to every width.
    pub fn map(self, change: impl Fn(f64) -> f64) -> Self {
        let [top, right, bottom, left] = self.sides().map(change);
        Self { top, right, bottom, left }
    }

    /// Returns margins that are `mm` wider along every edge.
    pub fn grown(self, mm: f64) -> Self {
        self.map(|side| side + mm)
    }

    /// Returns these margins, with every width above `mm` reduced to `mm`.
    pub fn at_most(self, mm: f64) -> Self {
        self.map(|side| side.min(mm))
    }

    /// Returns the widest margin, in mm.
    pub fn widest(self) -> f64 {
        self.sides().into_iter().fold(0.0, f64::max)
    }

    /// Returns the margins of a page as a reader holds it: `y0` of the result is the margin at the top for
    /// the reader.
    ///
    /// The printer rotates a landscape page to the left. The upper edge of the page is therefore at the left
    /// edge of the sheet.
    pub fn on_page(self, page: Size) -> Insets {
        let Self { top, right, bottom, left } = self;
        match page.width > page.height {
            true => Insets::new(bottom, left, top, right),
            false => Insets::new(left, top, right, bottom),
        }
    }

    /// Returns the printable part of a page.
    pub fn inside(self, page: Size) -> Rect {
        page.to_rect().inset(-self.on_page(page))
    }

    /// Returns the margins that leave `rect` as the printable part of a page.
    pub fn around(rect: Rect, page: Size) -> Self {
        let (left, top) = (rect.x0, rect.y0);
        let (right, bottom) = (page.width - rect.x1, page.height - rect.y1);
        match page.width > page.height {
            true => Self { top: left, right: top, bottom: right, left: bottom },
            false => Self { top, right, bottom, left },
        }
    }

    /// Returns the size of the printable part, in mm. It is negative if the margins overlap.
    pub fn room(self, page: Size) -> Size {
        let Insets { x0, y0, x1, y1 } = self.on_page(page);
        Size::new(page.width - (x0 + x1), page.height - (y0 + y1))
    }

    /// Returns the middle of the printable part.
    pub fn centre(self, page: Size) -> Point {
        let Insets { x0, y0, x1, y1 } = self.on_page(page);
        // If all margins are equal, this formula is exact. The middle of `inside` could be shifted slightly
        // by rounding.
        Point::new((page.width + (x0 - x1)) / 2.0, (page.height + (y0 - y1)) / 2.0)
    }

    /// Returns the margins as the user would type them, such as `6mm` or `5 5 20 30mm`.
    pub fn typed(self) -> String {
        match self.uniform() {
            Some(mm) => format!("{}mm", ShortNumber(mm)),
            None => format!("{}mm", self.numbers()),
        }
    }

    /// Returns the command-line option that sets these margins. The value is quoted if it contains
    /// spaces.
    pub fn option(self) -> String {
        match self.uniform() {
            Some(_) => format!("--margin {}", self.typed()),
            None => format!("--margin \"{}\"", self.typed()),
        }
    }

    fn numbers(self) -> String {
        self.sides().map(|side| ShortNumber(side).to_string()).join(" ")
    }
}

impl fmt::Display for Margins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.uniform() {
            Some(mm) => Mm(mm).fmt(f),
            None => write!(f, "{} mm (top right bottom left)", self.numbers()),
        }
    }
}

fn bad(message: impl Into<String>) -> Diagnostic {
    codes::BAD_VALUE.error(message)
}

impl FromStr for Margins {
    type Err = Diagnostic;

    /// Reads one to four lengths, in the order of CSS.
    ///
    /// A number without a unit gets the unit of the next length that has one.
    fn from_str(text: &str) -> Result<Self> {
        if text.contains(',') {
            let message = "margins are separated by spaces, and decimals have a point, not a comma";
            return Err(bad(message).hint(
                "for one margin, write \"6.35mm\"; for four, write \"5 5 20 30mm\" (top right bottom left)",
            ));
        }
        let lengths = split_lengths(text);
        if lengths.len() > 4 {
            let message = format!("expected one to four margins, found {}", lengths.len());
            let hint = "write at most four, in the order top right bottom left, such as \"5 5 20 30mm\"";
            return Err(bad(message).hint(hint));
        }
        if lengths.len() > 1 && lengths.iter().all(|length| is_number(length)) {
            let numbers = lengths.join(" ");
            return Err(bad("these margins have no unit").hint(format!("write \"{numbers}mm\"")));
        }
        let values: Vec<f64> =
            (0..lengths.len()).map(|index| parse_length(&lengths[index..])).collect::<Result<_>>()?;
        let sides = match values[..] {
            [all] => [all; 4],
            [vertical, horizontal] => [vertical, horizontal, vertical, horizontal],
            [top, horizontal, bottom] => [top, horizontal, bottom, horizontal],
            [top, right, bottom, left] => [top, right, bottom, left],
            _ => return Err(LengthError::NoNumber.into()),
        };
        Self::from_sides(sides).ok_or_else(|| {
            let wrong = sides.into_iter().find(|side| !RANGE.contains(side)).unwrap_or_default();
            bad(format!("a margin must be 0 to 100 mm, not {}", Mm(wrong)))
        })
    }
}

/// Splits a text into lengths. A unit that follows a space belongs to the number before it.
fn split_lengths(text: &str) -> Vec<String> {
    let mut lengths: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lengths.last_mut() {
            Some(last) if is_unit(word) && unit_of(last).is_empty() => {
                last.push_str(word);
            }
            _ => lengths.push(word.to_owned()),
        }
    }
    lengths
}

fn unit_of(word: &str) -> &str {
    split_number(word).1
}

fn is_number(word: &str) -> bool {
    unit_of(word).is_empty() && word.parse::<f64>().is_ok()
}

/// Reads the first length of a list, in mm. If it has no unit, it gets the next unit in the list.
fn parse_length(lengths: &[String]) -> Result<f64> {
    let [first, later @ ..] = lengths else { return Err(LengthError::NoNumber.into()) };
    let mut units = later.iter().map(|length| unit_of(length)).filter(|unit| !unit.is_empty());
    let unit = if is_number(first) { units.next().unwrap_or_default() } else { "" };
    Ok(format!("{first}{unit}").parse::<Mm>()?.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sides(text: &str) -> [f64; 4] {
        text.parse::<Margins>().unwrap().sides()
    }

    #[test]
    fn one_to_four_lengths_are_sides_as_in_css() {
        assert_eq!(sides("6.35mm"), [6.35; 4]);
        assert_eq!(sides("5 30mm"), [5.0, 30.0, 5.0, 30.0]);
        assert_eq!(sides("5mm 6mm 20mm"), [5.0, 6.0, 20.0, 6.0]);
        assert_eq!(sides("5 6 20 30mm"), [5.0, 6.0, 20.0, 30.0]);
        assert_eq!(sides("1cm 5 20mm 0.5 in"), [10.0, 5.0, 20.0, 12.7]);
        assert_eq!(sides("0 0 0 100mm"), [0.0, 0.0, 0.0, 100.0]);
    }

    #[test]
    fn margins_are_written_as_they_are_typed() {
        for text in ["6.35mm", "5 6 20.5 30mm", "0mm"] {
            assert_eq!(text.parse::<Margins>().unwrap().typed(), text);
        }
        let four: Margins = "5 6 20 30mm".parse().unwrap();
        assert_eq!(four.to_string(), "5 6 20 30 mm (top right bottom left)");
        assert_eq!(four.option(), "--margin \"5 6 20 30mm\"");
        assert_eq!(Margins::from(6.35).to_string(), "6.35 mm");
    }

    #[test]
    fn other_texts_are_refused() {
        for (text, wrong) in [
            ("5", "this length has no unit; write \"5mm\", or use cm, in or pt"),
            ("1 2 3 4", "these margins have no unit; write \"1 2 3 4mm\""),
            ("5mm 20", "this length has no unit; write \"20mm\", or use cm, in or pt"),
            (
                "1 2 3 4 5mm",
                "expected one to four margins, found 5; write at most four, in the order top right bottom left, \
                    such as \"5 5 20 30mm\"",
            ),
            ("5 5 -1 5mm", "a margin must be 0 to 100 mm, not -1 mm"),
            ("100.1mm", "a margin must be 0 to 100 mm, not 100.1 mm"),
            ("5 furlongs", "`furlongs` is not a unit of length: use mm, cm, in or pt"),
            ("nan", "this length is not a number, or is infinitely large"),
        ] {
            assert_eq!(text.parse::<Margins>().unwrap_err().to_string(), wrong, "{text}");
        }
        assert!("".parse::<Margins>().is_err() && "5mm,6mm".parse::<Margins>().is_err());
        assert_eq!(Margins::from_sides([0.0, 0.0, f64::NAN, 0.0]), None);
    }

    #[test]
    fn a_landscape_page_is_rotated_to_the_left() {
        let margins: Margins = "1 2 3 4mm".parse().unwrap();
        let (portrait, landscape) = (Size::new(210.0, 297.0), Size::new(297.0, 210.0));
        assert_eq!(margins.inside(portrait), Rect::new(4.0, 1.0, 208.0, 294.0));
        assert_eq!(margins.inside(landscape), Rect::new(3.0, 4.0, 296.0, 208.0));
        for page in [portrait, landscape] {
            let inside = margins.inside(page);
            assert_eq!((margins.room(page), margins.centre(page)), (inside.size(), inside.center()));
        }
    }
}

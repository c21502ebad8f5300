//! Margins: how far from each edge of its sheets a printer begins to print. Lengths go in as they are typed; the part
//! of a page that is printed comes out.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use kurbo::{Insets, Point, Rect, Size};

use crate::base::units::{LengthError, Mm, Trimmed, UNITS, split_number};
use crate::diag::{Diagnostic, Result, codes};

/// A quarter of an inch: what home printers reach at the worst.
pub const DEFAULT_MARGIN: f64 = 6.35;

/// How wide a margin may be, in mm.
const RANGE: RangeInclusive<f64> = 0.0..=100.0;

/// The strips along the edges of an upright sheet that the printer cannot reach, in mm.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Margins {
    /// Along the upper edge.
    pub top: f64,
    /// Along the right edge.
    pub right: f64,
    /// Along the lower edge.
    pub bottom: f64,
    /// Along the left edge.
    pub left: f64,
}

impl From<f64> for Margins {
    /// The same along every edge.
    fn from(mm: f64) -> Self {
        Self { top: mm, right: mm, bottom: mm, left: mm }
    }
}

impl Margins {
    /// Top, right, bottom and left, as in CSS.
    pub const fn sides(self) -> [f64; 4] {
        [self.top, self.right, self.bottom, self.left]
    }

    /// The margins with these sides; `None` if one is wider or narrower than margins may be.
    pub fn of_sides(sides: [f64; 4]) -> Option<Self> {
        let [top, right, bottom, left] = sides;
        sides.iter().all(|side| RANGE.contains(side)).then_some(Self { top, right, bottom, left })
    }

    /// The only width; `None` if the sides differ.
    pub fn all_alike(self) -> Option<f64> {
        self.sides().iter().all(|side| *side == self.top).then_some(self.top)
    }

    /// Each side changed by itself.
    pub fn map(self, change: impl Fn(f64) -> f64) -> Self {
        let [top, right, bottom, left] = self.sides().map(change);
        Self { top, right, bottom, left }
    }

    /// So many mm more along every edge.
    pub fn grown(self, by: f64) -> Self {
        self.map(|side| side + by)
    }

    /// No wider than this anywhere, in mm.
    pub fn at_most(self, mm: f64) -> Self {
        self.map(|side| side.min(mm))
    }

    /// The widest of them, in mm.
    pub fn widest(self) -> f64 {
        self.sides().into_iter().fold(0.0, f64::max)
    }

    /// The margins of a page of this size, as it is read. A page that lies is turned to the left by the printer: its top
    /// runs along the left edge of the upright sheet.
    pub fn of_page(self, page: Size) -> Insets {
        let Self { top, right, bottom, left } = self;
        match page.width > page.height {
            true => Insets::new(bottom, left, top, right),
            false => Insets::new(left, top, right, bottom),
        }
    }

    /// The part of a page that is printed.
    pub fn inside(self, page: Size) -> Rect {
        page.to_rect().inset(-self.of_page(page))
    }

    /// Width and height of that part, in mm; negative where there is none.
    pub fn room(self, page: Size) -> Size {
        let Insets { x0, y0, x1, y1 } = self.of_page(page);
        Size::new(page.width - (x0 + x1), page.height - (y0 + y1))
    }

    /// The middle of that part.
    pub fn middle(self, page: Size) -> Point {
        let Insets { x0, y0, x1, y1 } = self.of_page(page);
        // Not that of `inside`, which is off by the last bit where all margins are alike.
        Point::new((page.width + (x0 - x1)) / 2.0, (page.height + (y0 - y1)) / 2.0)
    }

    /// As it is typed: `6mm`, `5 5 20 30mm`.
    pub fn typed(self) -> String {
        match self.all_alike() {
            Some(mm) => format!("{}mm", Trimmed(mm)),
            None => format!("{}mm", self.numbers()),
        }
    }

    /// As it is typed after `--margin`, quoted where it has blanks.
    pub fn option(self) -> String {
        match self.all_alike() {
            Some(_) => format!("--margin {}", self.typed()),
            None => format!("--margin \"{}\"", self.typed()),
        }
    }

    fn numbers(self) -> String {
        self.sides().map(|side| Trimmed(side).to_string()).join(" ")
    }
}

impl fmt::Display for Margins {
    /// Writes `6 mm` or `5 5 20 30 mm (top right bottom left)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.all_alike() {
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

    /// Reads one to four lengths, as in CSS: all sides; top and bottom, then left and right; top, left and right, then
    /// bottom; top, right, bottom, left. A number without a unit has that of the next one.
    fn from_str(text: &str) -> Result<Self> {
        if text.contains(',') {
            let message = "margins have blanks between them, and decimals have a point";
            return Err(
                bad(message).hint("for example \"6.35mm\" or \"5 5 20 30mm\" (top right bottom left)")
            );
        }
        let words = words(text);
        if words.len() > 4 {
            let message = format!("a sheet has four margins, and these are {} lengths", words.len());
            return Err(bad(message).hint("type them in this order: top right bottom left"));
        }
        if words.len() > 1 && words.iter().all(|word| is_number(word)) {
            let right = words.join(" ");
            return Err(bad("these lengths have no unit").hint(format!("write \"{right}mm\"")));
        }
        let one = |number: usize| length(&words[number], &words[number + 1..]);
        let sides = match words.len() {
            0 => return Err(LengthError::NoNumber.into()),
            1 => [one(0)?; 4],
            2 => [one(0)?, one(1)?, one(0)?, one(1)?],
            3 => [one(0)?, one(1)?, one(2)?, one(1)?],
            _ => [one(0)?, one(1)?, one(2)?, one(3)?],
        };
        Self::of_sides(sides).ok_or_else(|| {
            let wrong = sides.into_iter().find(|side| !RANGE.contains(side)).unwrap_or_default();
            bad(format!("a margin is at least 0 and at most 100 mm, not {}", Mm(wrong)))
        })
    }
}

/// The lengths of a text, apart: a unit after a blank belongs to the number before it.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match words.last_mut() {
            Some(last) if UNITS.iter().any(|(unit, _)| *unit == word) && unit_of(last).is_empty() => {
                last.push_str(word);
            }
            _ => words.push(word.to_owned()),
        }
    }
    words
}

fn unit_of(word: &str) -> &str {
    split_number(word).1
}

fn is_number(word: &str) -> bool {
    unit_of(word).is_empty() && word.parse::<f64>().is_ok()
}

/// A length in mm, with the unit of a later one where it has none itself.
fn length(word: &str, later: &[String]) -> Result<f64> {
    let unit = later.iter().map(|word| unit_of(word)).find(|unit| is_number(word) && !unit.is_empty());
    Ok(format!("{word}{}", unit.unwrap_or_default()).parse::<Mm>()?.0)
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
    fn what_is_typed_comes_back() {
        for text in ["6.35mm", "5 6 20.5 30mm", "0mm"] {
            assert_eq!(text.parse::<Margins>().unwrap().typed(), text);
        }
        let four: Margins = "5 6 20 30mm".parse().unwrap();
        assert_eq!(four.to_string(), "5 6 20 30 mm (top right bottom left)");
        assert_eq!(four.option(), "--margin \"5 6 20 30mm\"");
        assert_eq!(Margins::from(6.35).to_string(), "6.35 mm");
    }

    #[test]
    fn what_is_no_margin_is_refused() {
        for (text, wrong) in [
            ("5", "this length has no unit: write \"5mm\", or use cm, in or pt"),
            ("1 2 3 4", "these lengths have no unit; write \"1 2 3 4mm\""),
            ("5mm 20", "this length has no unit: write \"20mm\", or use cm, in or pt"),
            (
                "1 2 3 4 5mm",
                "a sheet has four margins, and these are 5 lengths; type them in this order: top right bottom left",
            ),
            ("5 5 -1 5mm", "a margin is at least 0 and at most 100 mm, not -1 mm"),
            ("100.1mm", "a margin is at least 0 and at most 100 mm, not 100.1 mm"),
            ("5 furlongs", "`furlongs` is not a unit of length: use mm, cm, in or pt"),
            ("nan", "a length must be a finite number"),
        ] {
            assert_eq!(text.parse::<Margins>().unwrap_err().to_string(), wrong, "{text}");
        }
        assert!("".parse::<Margins>().is_err() && "5mm,6mm".parse::<Margins>().is_err());
        assert_eq!(Margins::of_sides([0.0, 0.0, f64::NAN, 0.0]), None);
    }

    #[test]
    fn a_page_that_lies_is_turned_to_the_left() {
        let margins: Margins = "1 2 3 4mm".parse().unwrap();
        let (upright, lying) = (Size::new(210.0, 297.0), Size::new(297.0, 210.0));
        assert_eq!(margins.inside(upright), Rect::new(4.0, 1.0, 208.0, 294.0));
        assert_eq!(margins.inside(lying), Rect::new(3.0, 4.0, 296.0, 208.0));
        for page in [upright, lying] {
            let inside = margins.inside(page);
            assert_eq!((margins.room(page), margins.middle(page)), (inside.size(), inside.center()));
        }
    }
}

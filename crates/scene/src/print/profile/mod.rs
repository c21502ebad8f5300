//! A printer as it is: what it does to lengths and places, and how that is undone.
//!
//! A [`Profile`] says what a printer does to each side of a sheet ([`PrintedSide`]). A sheet to measure it by has its
//! marks at the places of [`marks`]; [`readings`] is what a person reads off it, and [`fit()`] makes a profile of that.

pub mod fit;
pub mod marks;
mod profile_text;
pub mod readings;

use kurbo::{Affine, Size};

pub use fit::fit;
pub use marks::Marks;
pub use profile_text::profile_text;

use super::margins::Margins;
use super::setup::{Backs, PrintSetup};
use crate::base::geometry::beyond;
use crate::base::units::Trimmed;

/// What a printer does to one side of a sheet, as somebody sees it who looks at that side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PrintedSide {
    /// How long a length of 1 becomes: across and down.
    pub scale: (f64, f64),
    /// How far the middle of the page lands from the middle of the sheet, in mm: right and down.
    pub offset: (f64, f64),
    /// How far lying lines are turned, in degrees clockwise.
    pub skew: f64,
    /// Between lying and upright lines, in degrees: 90 where all is well.
    pub angle: f64,
}

impl Default for PrintedSide {
    fn default() -> Self {
        Self { scale: (1.0, 1.0), offset: (0.0, 0.0), skew: 0.0, angle: 90.0 }
    }
}

/// A printer, and the print setup that goes with it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Profile {
    /// What its owner calls it.
    pub name: String,
    /// What `--paper` says if nobody says it.
    pub paper: Option<String>,
    /// What `--cut`, `--backs` and `--ink` say if nobody says it.
    pub print_setup: PrintSetup,
    /// The strips along the edges that are left free.
    pub margin: Option<Margins>,
    /// How near to the edges it prints; as near as the margin where that is not said.
    pub reach: Option<Margins>,
    /// What it does to the side that is printed first.
    pub front: PrintedSide,
    /// What it does to the other side.
    pub back: PrintedSide,
    /// The file that says all this, which travels in the record.
    pub text: String,
}

/// What a printer is called: one line, whatever was typed.
pub fn called(typed: &str) -> String {
    let words = typed.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// The most that a profile corrects: scale, as a share of 1.
pub const MOST_SCALE: f64 = 0.1;
/// The most that a profile corrects: offset, in mm.
pub const MOST_OFFSET: f64 = 15.0;
/// The most that a profile corrects: skew, and how far an angle is from 90, in degrees.
pub const MOST_DEGREES: f64 = 3.0;

impl PrintedSide {
    /// From places on a page of this size to places on the sheet, in mm, y down.
    pub fn printed(&self, size: Size) -> Affine {
        let turned = |length: f64, degrees: f64| {
            let angle = degrees.to_radians();
            (length * libm::cos(angle), length * libm::sin(angle))
        };
        let (a, b) = turned(self.scale.0, self.skew);
        let (c, d) = turned(self.scale.1, self.skew + self.angle);
        let centre = size.to_vec2() / 2.0;
        Affine::translate(centre + kurbo::Vec2::from(self.offset))
            * Affine::new([a, b, c, d, 0.0, 0.0])
            * Affine::translate(-centre)
    }

    /// The side that prints a page of this size in this way.
    pub fn of(printed: Affine, size: Size) -> Self {
        let [a, b, c, d, ..] = printed.as_coeffs();
        let skew = libm::atan2(b, a).to_degrees();
        let centre = (size.to_vec2() / 2.0).to_point();
        let offset = printed * centre - centre;
        Self {
            scale: (libm::hypot(a, b), libm::hypot(c, d)),
            offset: (offset.x, offset.y),
            skew,
            angle: libm::atan2(d, c).to_degrees() - skew,
        }
    }

    /// What no printer does that is worth correcting, if there is any: what is said and what may be.
    pub fn excess(&self) -> Vec<Excess> {
        let all = [
            ("scale", self.scale.0 * 100.0, " %", 100.0, MOST_SCALE * 100.0),
            ("scale", self.scale.1 * 100.0, " %", 100.0, MOST_SCALE * 100.0),
            ("offset", self.offset.0, " mm", 0.0, MOST_OFFSET),
            ("offset", self.offset.1, " mm", 0.0, MOST_OFFSET),
            ("skew", self.skew, "°", 0.0, MOST_DEGREES),
            ("angle", self.angle, "°", 90.0, MOST_DEGREES),
        ];
        // What is not a number is not within bounds either.
        let within = |said: f64, right: f64, most: f64| (said - right).abs() <= most + 1e-9;
        let far = all.into_iter().filter(|(_, said, _, right, most)| !within(*said, *right, *most));
        far.map(|(key, said, unit, right, most)| {
            let number = |n: f64| format!("{}{unit}", Trimmed::hundredths(n));
            let may = if right == 0.0 {
                format!("{} either way", number(most))
            } else {
                format!("between {} and {}", number(right - most), number(right + most))
            };
            Excess { key, said: number(said), may }
        })
        .collect()
    }
}

/// Something that a profile says and may not say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excess {
    /// The key: `scale`, `offset`, `skew`, `angle`.
    pub key: &'static str,
    /// What it is: `130 %`.
    pub said: String,
    /// What it may be: `between 90 % and 110 %`.
    pub may: String,
}

impl Profile {
    /// Whether it says of a side that anything is to be corrected.
    pub fn corrects(&self) -> bool {
        [self.front, self.back].iter().any(|side| *side != PrintedSide::default())
    }

    /// From places on a page to places on the sheet, in mm, y down. The page is a back or not, of this size, and the
    /// sheet is turned over in this way. A page that lies is taken to be turned to the left on its upright sheet.
    pub fn printed(&self, back: bool, page: Size, flip: Option<Backs>) -> Affine {
        let side = if back { &self.back } else { &self.front };
        let lies = page.width > page.height;
        let mut printed = if lies {
            let sheet = Size::new(page.height, page.width);
            // The top of the page is on the left of the sheet.
            let onto = Affine::new([0.0, -1.0, 1.0, 0.0, 0.0, page.width]);
            onto.inverse() * side.printed(sheet) * onto
        } else {
            side.printed(page)
        };
        let short = flip == Some(Backs::FlipShort);
        let measured_short = self.print_setup.backs == Some(Backs::FlipShort);
        if back && short != measured_short {
            // The printer gets the other side standing on its head.
            let half = Affine::new([-1.0, 0.0, 0.0, -1.0, page.width, page.height]);
            printed = half * printed * half;
        }
        printed
    }

    /// What is done to a page so that the printer makes it right.
    pub fn correction(&self, back: bool, page: Size, flip: Option<Backs>) -> Affine {
        self.printed(back, page, flip).inverse()
    }

    /// How far from the edges something must end on a page of this size, in whole half millimetres, so that the
    /// correction moves it no nearer to an edge than `reach`.
    pub fn margin_for(&self, reach: Margins, page: Size) -> Margins {
        let room = reach.inside(page);
        let within = |margin: &Margins| {
            [false, true].into_iter().all(|back| {
                let moved = self.correction(back, page, self.print_setup.backs);
                beyond(moved.transform_rect_bbox(margin.inside(page)), room) <= 0.0
            })
        };
        let least = reach.map(|side| (side * 2.0).ceil() / 2.0);
        (0..=200).map(|step| least.grown(f64::from(step) / 2.0)).find(within).unwrap_or(least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurbo::Point;

    const A4: Size = Size::new(210.0, 297.0);

    fn side() -> PrintedSide {
        PrintedSide { scale: (0.98, 1.01), offset: (1.5, -2.0), skew: 0.7, angle: 90.4 }
    }

    #[test]
    fn a_side_comes_back_from_what_it_does() {
        let back = PrintedSide::of(side().printed(A4), A4);
        assert!((back.scale.0 - 0.98).abs() < 1e-12 && (back.scale.1 - 1.01).abs() < 1e-12);
        assert!((back.offset.0 - 1.5).abs() < 1e-9 && (back.offset.1 + 2.0).abs() < 1e-9);
        assert!((back.skew - 0.7).abs() < 1e-9 && (back.angle - 90.4).abs() < 1e-9);
    }

    #[test]
    fn what_is_corrected_lands_where_it_should() {
        let profile = Profile { front: side(), back: side(), ..Profile::default() };
        for size in [A4, Size::new(297.0, 210.0)] {
            for (back, flip) in [(false, None), (true, Some(Backs::FlipShort)), (true, None)] {
                let point = Point::new(17.0, 133.0);
                let fixed = profile.correction(back, size, flip) * point;
                let landed = profile.printed(back, size, flip) * fixed;
                assert!(landed.distance(point) < 1e-9);
            }
        }
    }

    #[test]
    fn a_page_that_lies_is_turned_to_the_left() {
        let front = PrintedSide { offset: (1.0, 2.0), scale: (0.9, 1.0), ..PrintedSide::default() };
        let profile = Profile { front, ..Profile::default() };
        let printed = profile.printed(false, Size::new(297.0, 210.0), None);
        // Right on the sheet is down on the page, and down on the sheet is left on the page.
        let centre = printed * Point::new(148.5, 105.0);
        assert!(centre.distance(Point::new(146.5, 106.0)) < 1e-9, "{centre:?}");
        let [a, _, _, d, ..] = printed.as_coeffs();
        assert!((a - 1.0).abs() < 1e-9 && (d - 0.9).abs() < 1e-9);
    }
}

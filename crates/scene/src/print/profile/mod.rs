//! Describes the errors of a printer, and corrects them.
//!
//! - In: the numbers that a person reads from a calibration sheet (the readings), or a profile.
//! - Out: for each printed side, a transform that describes the errors. Its inverse corrects them.
//! - Not here: drawing the calibration sheet, and the file format of profiles.
//!
//! A [`Profile`] describes both sides of a sheet ([`PrintedSide`]). [`marks`] places the marks of the
//! calibration sheet. [`readings`] lists the numbers that a person reads from it. [`fit()`] computes
//! both sides from the readings.

pub mod fit;
pub mod marks;
mod profile_text;
pub mod readings;

use kurbo::{Affine, Size, Vec2};

pub use fit::fit;
pub use marks::{CrossLine, Marks};
pub use profile_text::profile_text;

use super::cuts::Blade;
use super::furniture::FurnitureSettings;
use super::margins::Margins;
use super::setup::{Backs, PrintSetup};
use hexpress_base::geometry::overhang;
use hexpress_base::piece_side::PieceSide;
use hexpress_base::units::ShortNumber;

/// The errors that a printer makes on one side of a sheet, as seen from this side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PrintedSide {
    pub scale: ScaleFactors,
    /// How far the middle of the page is shifted to the right and downwards, in mm.
    pub offset: Vec2,
    /// The clockwise rotation of horizontal lines, in degrees.
    pub skew: f64,
    /// The angle between horizontal and vertical lines, in degrees. 90 is correct.
    pub angle: f64,
}

impl Default for PrintedSide {
    fn default() -> Self {
        Self { scale: ScaleFactors::default(), offset: Vec2::ZERO, skew: 0.0, angle: 90.0 }
    }
}

/// The factors by which a printer changes lengths. The correct value is 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScaleFactors {
    pub across: f64,
    pub down: f64,
}

impl Default for ScaleFactors {
    fn default() -> Self {
        Self { across: 1.0, down: 1.0 }
    }
}

/// The errors of a printer, and the print setup that the owner of the printer uses by default.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Profile {
    /// The name that the owner gave to the printer.
    pub name: String,
    /// The default of `--paper`. `None` if the profile sets none.
    pub paper: Option<String>,
    /// The defaults of `--cut`, `--backs` and `--ink`.
    pub print_setup: PrintSetup,
    /// The settings of page furniture, such as rulers. They apply if the layout does not set them.
    pub furniture: FurnitureSettings,
    /// The default of `--margin`. `None` if the profile sets none.
    pub margin: Option<Margins>,
    /// The widths of the strips along the edges that the printer cannot print.
    ///
    /// If `None`, they are as wide as the margins.
    pub unprintable: Option<Margins>,
    /// The knife of the cutting machine.
    pub blade: Blade,
    /// The errors of the side that is printed first.
    pub front: PrintedSide,
    /// The errors of the side that is printed second.
    pub back: PrintedSide,
    /// The text of the profile's file. The record of each build contains a copy of this text.
    pub text: String,
}

/// Returns the name that the user typed for a printer, reduced to one line without control
/// characters.
pub fn called(typed: &str) -> String {
    let words = typed.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// The largest error of a scale factor that a profile corrects, as a fraction of the correct scale.
pub const MAX_SCALE: f64 = 0.1;
/// The largest offset that a profile corrects, in mm.
pub const MAX_OFFSET_MM: f64 = 15.0;
/// The largest error of an angle that a profile corrects, in degrees. It applies to the rotation of
/// horizontal lines, and to the angle between horizontal and vertical lines.
pub const MAX_DEGREES: f64 = 3.0;

impl PrintedSide {
    /// Returns the transform from a page of this size to the printed sheet, in mm.
    ///
    /// y points down.
    pub fn printed(&self, size: Size) -> Affine {
        let across = polar(self.scale.across, self.skew);
        let down = polar(self.scale.down, self.skew + self.angle);
        let centre = size.to_vec2() / 2.0;
        Affine::translate(centre + self.offset)
            * Affine::new([across.x, across.y, down.x, down.y, 0.0, 0.0])
            * Affine::translate(-centre)
    }

    /// Returns the errors that lead to the transform `printed` on a page of this size. This is the
    /// inverse of [`Self::printed`].
    pub fn from_affine(printed: Affine, size: Size) -> Self {
        let [a, b, c, d, ..] = printed.as_coeffs();
        let skew = libm::atan2(b, a).to_degrees();
        let centre = (size.to_vec2() / 2.0).to_point();
        Self {
            scale: ScaleFactors { across: libm::hypot(a, b), down: libm::hypot(c, d) },
            offset: printed * centre - centre,
            skew,
            angle: libm::atan2(d, c).to_degrees() - skew,
        }
    }

    /// Returns the values that differ too much from the correct values. If the result is not empty, a reading
    /// is probably wrong.
    pub fn excess(&self) -> Vec<Excess> {
        let scale = Limit { key: "scale", unit: " %", correct: 100.0, most: MAX_SCALE * 100.0 };
        let offset = Limit { key: "offset", unit: " mm", correct: 0.0, most: MAX_OFFSET_MM };
        let skew = Limit { key: "skew", unit: "°", correct: 0.0, most: MAX_DEGREES };
        let angle = Limit { key: "angle", unit: "°", correct: 90.0, most: MAX_DEGREES };
        let excesses = [
            scale.excess(self.scale.across * 100.0),
            scale.excess(self.scale.down * 100.0),
            offset.excess(self.offset.x),
            offset.excess(self.offset.y),
            skew.excess(self.skew),
            angle.excess(self.angle),
        ];
        excesses.into_iter().flatten().collect()
    }
}

/// Returns a vector of this length. Its angle is measured clockwise from the direction to the right.
fn polar(length: f64, degrees: f64) -> Vec2 {
    let angle = degrees.to_radians();
    Vec2::new(length * libm::cos(angle), length * libm::sin(angle))
}

/// The correct value of a profile's key, and the largest allowed difference from this value.
struct Limit {
    key: &'static str,
    unit: &'static str,
    correct: f64,
    most: f64,
}

impl Limit {
    /// Returns an [`Excess`] if a value differs too much from the correct value, or is NaN. Otherwise,
    /// returns `None`.
    fn excess(&self, value: f64) -> Option<Excess> {
        let is_allowed = (value - self.correct).abs() <= self.most + 1e-9;
        (!is_allowed).then(|| Excess { key: self.key, value: self.written(value), allowed: self.range() })
    }

    fn range(&self) -> String {
        if self.correct == 0.0 {
            return format!("at most {} in either direction", self.written(self.most));
        }
        let (least, most) = (self.correct - self.most, self.correct + self.most);
        format!("between {} and {}", self.written(least), self.written(most))
    }

    fn written(&self, value: f64) -> String {
        format!("{}{}", ShortNumber::hundredths(value), self.unit)
    }
}

/// A value of a profile that differs too much from the correct value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excess {
    /// The key, such as `scale`, `offset`, `skew` or `angle`.
    pub key: &'static str,
    /// The value as a text, such as `130 %`.
    pub value: String,
    /// The allowed values as a text, such as `between 90 % and 110 %`.
    pub allowed: String,
}

impl Profile {
    /// Returns whether the profile has an error to correct on at least one side.
    pub fn corrects(&self) -> bool {
        [self.front, self.back].iter().any(|side| *side != PrintedSide::default())
    }

    /// Returns the transform from a page of this size to the printed sheet, in mm.
    ///
    /// y points down. `flip` says how the sheet is turned over. The printer rotates a landscape
    /// page to the left, so that it fits on a sheet in portrait orientation.
    pub fn printed(&self, side: PieceSide, page: Size, flip: Option<Backs>) -> Affine {
        let printed_side = match side {
            PieceSide::Front => &self.front,
            PieceSide::Back => &self.back,
        };
        let mut printed = if page.width > page.height {
            let sheet = Size::new(page.height, page.width);
            // The top of a landscape page is at the left edge of the sheet.
            let to_sheet = Affine::new([0.0, -1.0, 1.0, 0.0, 0.0, page.width]);
            to_sheet.inverse() * printed_side.printed(sheet) * to_sheet
        } else {
            printed_side.printed(page)
        };
        let is_short = flip == Some(Backs::FlipShort);
        let was_measured_short = self.print_setup.backs == Some(Backs::FlipShort);
        if side.is_back() && is_short != was_measured_short {
            // This sheet and the calibration sheet are turned over different edges. Therefore, this back is
            // upside down, compared with the back of the calibration sheet.
            let half_turn = Affine::new([-1.0, 0.0, 0.0, -1.0, page.width, page.height]);
            printed = half_turn * printed * half_turn;
        }
        printed
    }

    /// Returns the transform that is applied to a page to cancel the errors of the printer.
    pub fn correction(&self, side: PieceSide, page: Size, flip: Option<Backs>) -> Affine {
        self.printed(side, page, flip).inverse()
    }

    /// Returns the smallest margins with which nothing on a corrected page is in the strips `unprintable`.
    /// The printer cannot print on these strips. Margins are tried in steps of 0.5 mm.
    pub fn margin_for(&self, unprintable: Margins, page: Size) -> Margins {
        let printable = unprintable.inside(page);
        let corrections = PieceSide::BOTH.map(|side| self.correction(side, page, self.print_setup.backs));
        let least = unprintable.map(|side| (side * 2.0).ceil() / 2.0);
        let mut candidates = (0..=200).map(|step| least.grown(f64::from(step) / 2.0));
        let found = candidates.find(|margin| {
            let inside = margin.inside(page);
            corrections.iter().all(|moved| overhang(moved.transform_rect_bbox(inside), printable) <= 0.0)
        });
        found.unwrap_or(least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurbo::Point;

    const A4: Size = Size::new(210.0, 297.0);

    fn side() -> PrintedSide {
        PrintedSide {
            scale: ScaleFactors { across: 0.98, down: 1.01 },
            offset: Vec2::new(1.5, -2.0),
            skew: 0.7,
            angle: 90.4,
        }
    }

    #[test]
    fn a_side_can_be_read_from_its_transform() {
        let back = PrintedSide::from_affine(side().printed(A4), A4);
        assert!((back.scale.across - 0.98).abs() < 1e-12 && (back.scale.down - 1.01).abs() < 1e-12);
        assert!((back.offset.x - 1.5).abs() < 1e-9 && (back.offset.y + 2.0).abs() < 1e-9);
        assert!((back.skew - 0.7).abs() < 1e-9 && (back.angle - 90.4).abs() < 1e-9);
    }

    #[test]
    fn a_corrected_point_is_printed_at_its_place() {
        let profile = Profile { front: side(), back: side(), ..Profile::default() };
        for size in [A4, Size::new(297.0, 210.0)] {
            for (printed_side, flip) in
                [(PieceSide::Front, None), (PieceSide::Back, Some(Backs::FlipShort)), (PieceSide::Back, None)]
            {
                let point = Point::new(17.0, 133.0);
                let fixed = profile.correction(printed_side, size, flip) * point;
                let landed = profile.printed(printed_side, size, flip) * fixed;
                assert!(landed.distance(point) < 1e-9);
            }
        }
    }

    #[test]
    fn a_landscape_page_is_rotated_to_the_left() {
        let front = PrintedSide {
            offset: Vec2::new(1.0, 2.0),
            scale: ScaleFactors { across: 0.9, down: 1.0 },
            ..PrintedSide::default()
        };
        let profile = Profile { front, ..Profile::default() };
        let printed = profile.printed(PieceSide::Front, Size::new(297.0, 210.0), None);
        // On the sheet, the page is rotated by 90°. A shift to the right on the sheet is therefore a shift
        // downwards on the page. A shift downwards on the sheet is a shift to the left on the page.
        let centre = printed * Point::new(148.5, 105.0);
        assert!(centre.distance(Point::new(146.5, 106.0)) < 1e-9, "{centre:?}");
        let [a, _, _, d, ..] = printed.as_coeffs();
        assert!((a - 1.0).abs() < 1e-9 && (d - 0.9).abs() < 1e-9);
    }
}

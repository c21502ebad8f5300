//! Places the marks of a calibration sheet.
//!
//! - In: the size of a sheet.
//! - Out: the lines of crosses and scales, in mm.
//! - Not here: drawing the marks.
//!
//! The front has a cross near each corner. Both lines of a cross have a scale in millimetres. On
//! the back, two slanted lines go through the middle of each cross. One of these lines is nearly
//! horizontal: it rises by 1 over a length of [`SLANT`]. The other line is nearly vertical, and has
//! the same slant.
//!
//! The user holds the sheet against the light. If front and back agree, each slanted line meets its scale at
//! the zero mark. If the back is displaced, this meeting point moves along the scale, [`SLANT`] times as far
//! as the back. A reading of half a millimetre therefore means a displacement of an eighth of a millimetre.

use kurbo::{Affine, Point, Size, Vec2};

use crate::print::setup::Backs;

/// The length of a scale, measured from the middle of its cross, in mm.
pub const ARM: f64 = 16.0;
/// The length of a slanted line, measured along its scale from the middle of the cross, in mm. It
/// is longer than the scale.
pub const SLANT_ARM: f64 = 18.0;
/// How flat slanted lines are. For each 4 mm along its scale, a slanted line moves away from the scale by 1
/// mm.
pub const SLANT: f64 = 4.0;
/// The smallest distance from the middle of a cross to the edges of the sheet, in mm.
const FROM_EDGE: f64 = 26.0;
/// The marks on the scale at each edge of the sheet.
pub const EDGE_MARKS: EdgeMarks = EdgeMarks { first: 1.0, last: 12.0, step: 0.5 };

/// Marks at equal distances from each other. `first` and `last` are distances from the edge of the
/// sheet, in mm. `step` is the distance from mark to mark.
#[derive(Debug, Clone, Copy)]
pub struct EdgeMarks {
    pub first: f64,
    pub last: f64,
    pub step: f64,
}

impl EdgeMarks {
    /// Returns the distances of the marks from the edge, in mm.
    pub fn places(self) -> impl Iterator<Item = f64> {
        let count = ((self.last - self.first) / self.step).round() as u32;
        (0..=count).map(move |i| self.first + self.step * f64::from(i))
    }
}

/// One of the two lines of a cross. Each line has a scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CrossLine {
    Horizontal,
    Vertical,
}

impl CrossLine {
    /// Both lines, in the order in which they are read.
    pub const BOTH: [Self; 2] = [Self::Horizontal, Self::Vertical];
}

/// The crosses of a calibration sheet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Marks {
    /// The size of the sheet in portrait orientation, in mm.
    pub size: Size,
    /// The centres of the crosses: top left, top right, bottom left, bottom right.
    pub crosses: [Point; 4],
}

/// The size of the smallest sheet on which the marks fit, in mm.
pub const MIN_SHEET_MM: Size = Size::new(140.0, 190.0);

impl Marks {
    /// Returns the marks for a sheet. Returns `None` if the sheet is smaller than [`MIN_SHEET_MM`].
    pub fn on(size: Size) -> Option<Self> {
        if size.width < MIN_SHEET_MM.width || size.height < MIN_SHEET_MM.height {
            return None;
        }
        // The lengths are rounded down, so that correct readings are whole millimetres. Page sizes in files
        // may be too small by some nanometres. Without the additional 0.01 mm, rounding would then remove a
        // whole millimetre.
        let [x, y] = [size.width, size.height].map(|side| (side / 2.0 - FROM_EDGE + 0.01).floor());
        let centre = Point::new(size.width / 2.0, size.height / 2.0);
        let crosses = [(-x, -y), (x, -y), (-x, y), (x, y)].map(|shift| centre + Vec2::from(shift));
        Some(Self { size, crosses })
    }

    /// Returns the ends of one line of a cross on the front.
    pub fn line(&self, cross: usize, line: CrossLine) -> [Point; 2] {
        let arm = match line {
            CrossLine::Horizontal => Vec2::new(ARM, 0.0),
            CrossLine::Vertical => Vec2::new(0.0, ARM),
        };
        [self.crosses[cross] - arm, self.crosses[cross] + arm]
    }

    /// Returns the ends of a slanted line of the back, as seen from the front through the sheet.
    pub fn slanted(&self, cross: usize, line: CrossLine) -> [Point; 2] {
        let away = SLANT_ARM / SLANT;
        let arm = match line {
            CrossLine::Horizontal => Vec2::new(SLANT_ARM, -away),
            CrossLine::Vertical => Vec2::new(-away, SLANT_ARM),
        };
        [self.crosses[cross] - arm, self.crosses[cross] + arm]
    }

    /// Returns the transform that converts points of the back, as seen from behind, to points as seen from
    /// the front through the sheet. The transform is its own inverse.
    pub fn through(&self, flip: Backs) -> Affine {
        match flip {
            Backs::FlipShort => Affine::new([1.0, 0.0, 0.0, -1.0, 0.0, self.size.height]),
            _ => Affine::new([-1.0, 0.0, 0.0, 1.0, self.size.width, 0.0]),
        }
    }

    /// Returns the distance from the left end of the first cross to the right end of the second
    /// cross, in mm.
    pub fn across(&self) -> f64 {
        self.crosses[1].x - self.crosses[0].x + 2.0 * ARM
    }

    /// Returns the distance from the top of the first cross to the bottom of the third cross, in
    /// mm.
    pub fn down(&self) -> f64 {
        self.crosses[2].y - self.crosses[0].y + 2.0 * ARM
    }

    /// Returns the distance between the centres of the first and the fourth cross, in mm.
    pub fn diagonal(&self) -> f64 {
        self.crosses[0].distance(self.crosses[3])
    }
}

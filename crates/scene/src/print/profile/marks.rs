//! Places the marks of a calibration sheet.
//!
//! - In: the size of a sheet.
//! - Out: the lines of crosses and scales, in mm.
//! - Not here: drawing them.
//!
//! Four crosses are near the corners of the front. Each cross has a scale in millimetres along both of
//! its lines. On the back, two slanted lines go through the middle of each cross. One of them rises
//! from the horizontal scale by 1 in [`SLANT`], the other leans from the vertical scale by as much.
//!
//! Hold the sheet against the light: if front and back agree, each line meets its scale at 0. If the
//! back is displaced, a line meets the scale `SLANT` times as far away. A reading of half a millimetre
//! means an eighth of a millimetre.

use kurbo::{Affine, Point, Size, Vec2};

use crate::print::setup::Backs;

/// The length of a scale from the middle of its cross, in mm.
pub const ARM: f64 = 16.0;
/// How far a slanted line extends along its scale, from the middle, in mm. It is longer than the
/// scale.
pub const SLANT_ARM: f64 = 18.0;
/// The length along a scale after which its slanted line is 1 away from the scale.
pub const SLANT: f64 = 4.0;
/// The smallest distance between the middle of a cross and the edges of the sheet, in mm.
const FROM_EDGE: f64 = 26.0;
/// Where the marks of each scale at an edge are.
pub const EDGE_MARKS: EdgeMarks = EdgeMarks { first: 1.0, last: 12.0, step: 0.5 };

/// Marks at equal distances, in mm from the edge of the sheet.
#[expect(missing_docs, reason = "the names say it")]
#[derive(Debug, Clone, Copy)]
pub struct EdgeMarks {
    pub first: f64,
    pub last: f64,
    /// The distance between two marks.
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
#[expect(missing_docs, reason = "the names say it")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CrossLine {
    Horizontal,
    Vertical,
}

impl CrossLine {
    /// Both lines, in the order in which they are read.
    pub const BOTH: [Self; 2] = [Self::Horizontal, Self::Vertical];
}

/// The marks of a sheet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Marks {
    /// The size of the sheet in portrait, in mm.
    pub size: Size,
    /// The middles of the crosses: top left, top right, bottom left, bottom right.
    pub crosses: [Point; 4],
}

/// The smallest sheet that has room for the marks, in mm.
pub const SMALLEST: Size = Size::new(140.0, 190.0);

impl Marks {
    /// Returns the marks of a sheet; `None` if it is smaller than [`SMALLEST`].
    pub fn on(size: Size) -> Option<Self> {
        if size.width < SMALLEST.width || size.height < SMALLEST.height {
            return None;
        }
        // Correct readings are whole millimetres. The small addition is needed because the size of
        // a page in a file may differ by some nanometres.
        let [x, y] = [size.width, size.height].map(|side| (side / 2.0 - FROM_EDGE + 0.01).floor());
        let centre = Point::new(size.width / 2.0, size.height / 2.0);
        let crosses = [(-x, -y), (x, -y), (-x, y), (x, y)].map(|shift| centre + Vec2::from(shift));
        Some(Self { size, crosses })
    }

    /// Returns the ends of a line of a cross on the front.
    pub fn line(&self, cross: usize, line: CrossLine) -> [Point; 2] {
        let arm = match line {
            CrossLine::Horizontal => Vec2::new(ARM, 0.0),
            CrossLine::Vertical => Vec2::new(0.0, ARM),
        };
        [self.crosses[cross] - arm, self.crosses[cross] + arm]
    }

    /// Returns the ends of the slanted line on the back that belongs to a line of a cross. Its
    /// places are those seen through the sheet from the front.
    pub fn slanted(&self, cross: usize, line: CrossLine) -> [Point; 2] {
        let away = SLANT_ARM / SLANT;
        let arm = match line {
            CrossLine::Horizontal => Vec2::new(SLANT_ARM, -away),
            CrossLine::Vertical => Vec2::new(-away, SLANT_ARM),
        };
        [self.crosses[cross] - arm, self.crosses[cross] + arm]
    }

    /// Returns the transform from places on the back, seen from behind, to the same places seen
    /// through the sheet from the front. It is its own inverse.
    pub fn through(&self, flip: Backs) -> Affine {
        match flip {
            Backs::FlipShort => Affine::new([1.0, 0.0, 0.0, -1.0, 0.0, self.size.height]),
            _ => Affine::new([-1.0, 0.0, 0.0, 1.0, self.size.width, 0.0]),
        }
    }

    /// Returns the distance from the outer end of the first cross to the outer end of the second,
    /// in mm.
    pub fn across(&self) -> f64 {
        self.crosses[1].x - self.crosses[0].x + 2.0 * ARM
    }

    /// Returns the distance from the upper end of the first cross to the lower end of the third, in
    /// mm.
    pub fn down(&self) -> f64 {
        self.crosses[2].y - self.crosses[0].y + 2.0 * ARM
    }

    /// Returns the distance from the middle of the first cross to the middle of the fourth, in mm.
    pub fn diagonal(&self) -> f64 {
        self.crosses[0].distance(self.crosses[3])
    }
}

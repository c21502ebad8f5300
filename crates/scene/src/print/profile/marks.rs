//! Where the marks of a calibration sheet are.
//!
//! Four crosses stand near the corners of the front, each with a scale in millimetres along both of its lines. Behind
//! each cross, on the back, there are two slanted lines through its middle: one leaves the lying scale by 1 in
//! [`SLANT`], the other the upright one. Held against the light, each meets its scale at 0 if back and front agree;
//! if they do not, it meets it `SLANT` times as far away, so that whoever reads half a millimetre sees an eighth of one.

use kurbo::{Affine, Point, Size, Vec2};

use crate::print::setup::Backs;

/// How far the scales of a cross reach from its middle, in mm.
pub const ARM: f64 = 16.0;
/// How far the slanted lines reach along the scale they meet, in mm: beyond its ends.
pub const SLANT_ARM: f64 = 18.0;
/// A slanted line leaves its scale by 1 in so many.
pub const SLANT: f64 = 4.0;
/// The middle of a cross is so far from the edges of the sheet at least, in mm.
const FROM_EDGE: f64 = 26.0;
/// The marks of the scales at the edges: the first, the last, and the step, in mm from the edge.
pub const EDGE_MARKS: (f64, f64, f64) = (1.0, 12.0, 0.5);

/// The marks of a sheet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Marks {
    /// The sheet, upright, in mm.
    pub size: Size,
    /// The middles of the crosses on the front: top left, top right, bottom left, bottom right.
    pub crosses: [Point; 4],
}

/// The smallest sheet that there is room on to measure by, in mm.
pub const SMALLEST: Size = Size::new(140.0, 190.0);

impl Marks {
    /// The marks of a sheet of this size; none where it is smaller than [`SMALLEST`].
    pub fn on(size: Size) -> Option<Self> {
        if size.width < SMALLEST.width || size.height < SMALLEST.height {
            return None;
        }
        // Whole millimetres between the crosses, so that right is a round number.
        // A page that was read back is as large as it was but for a few nanometres.
        let whole = |side: f64| (side / 2.0 - FROM_EDGE + 0.01).floor();
        let half = Vec2::new(whole(size.width), whole(size.height));
        let centre = Point::new(size.width / 2.0, size.height / 2.0);
        let at = |x: f64, y: f64| centre + Vec2::new(half.x * x, half.y * y);
        Some(Self { size, crosses: [at(-1.0, -1.0), at(1.0, -1.0), at(-1.0, 1.0), at(1.0, 1.0)] })
    }

    /// The ends of the lying line (0) or the upright line (1) of a cross on the front.
    pub fn axis(&self, cross: usize, upright: bool) -> [Point; 2] {
        let arm = if upright { Vec2::new(0.0, ARM) } else { Vec2::new(ARM, 0.0) };
        [self.crosses[cross] - arm, self.crosses[cross] + arm]
    }

    /// The ends of the slanted line on the back that meets the lying scale of a cross, or the upright one: as somebody
    /// sees it who looks through from the front.
    pub fn slanted(&self, cross: usize, upright: bool) -> [Point; 2] {
        let away = SLANT_ARM / SLANT;
        let arm = if upright { Vec2::new(-away, SLANT_ARM) } else { Vec2::new(SLANT_ARM, -away) };
        [self.crosses[cross] - arm, self.crosses[cross] + arm]
    }

    /// From a place on the back, as somebody sees it who looks at the back, to the same place seen from the front; and
    /// from there to the back.
    pub fn through(&self, flip: Backs) -> Affine {
        match flip {
            Backs::FlipShort => Affine::new([1.0, 0.0, 0.0, -1.0, 0.0, self.size.height]),
            _ => Affine::new([-1.0, 0.0, 0.0, 1.0, self.size.width, 0.0]),
        }
    }

    /// How far the marks of a scale at an edge are from it, in mm.
    pub fn edge_marks() -> impl Iterator<Item = f64> {
        let (first, last, step) = EDGE_MARKS;
        let count = ((last - first) / step).round() as u32;
        (0..=count).map(move |i| first + step * f64::from(i))
    }

    /// From the outer end of the first cross to the outer end of the second, in mm.
    pub fn across(&self) -> f64 {
        self.crosses[1].x - self.crosses[0].x + 2.0 * ARM
    }

    /// From the upper end of the first cross to the lower end of the third, in mm.
    pub fn down(&self) -> f64 {
        self.crosses[2].y - self.crosses[0].y + 2.0 * ARM
    }

    /// From the middle of the first cross to that of the fourth, in mm.
    pub fn diagonal(&self) -> f64 {
        self.crosses[0].distance(self.crosses[3])
    }
}

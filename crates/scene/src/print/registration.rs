//! Defines the registration marks of Silhouette cutting machines.
//!
//! - In: the cutting tool.
//! - Out: the dimensions of the marks, and the outlines of the marks on a sheet.
//! - Not here: deciding which sheets have marks, and drawing the marks.
//!
//! The machine finds the marks with an optical sensor, and positions its cuts relative to them.

use kurbo::{Point, Rect, Size};

use super::margins::Margins;
use super::setup::Cutter;

/// The dimensions of registration marks, in mm. The user types the first three of them into
/// Silhouette Studio.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RegistrationMarks {
    /// The distance from an edge of the sheet to the middle of the lines along this edge.
    pub inset: f64,
    /// The length of an arm of an L, measured from the middle of the other arm's line.
    pub length: f64,
    /// The width of all lines.
    pub thickness: f64,
    /// The length of a side of the filled square in the top left corner, without the line around
    /// the square. If `None`, the top left and the bottom right corner have an L instead.
    pub square: Option<f64>,
}

/// The marks that Silhouette Studio prints: a square and two Ls.
///
/// Silhouette Studio prints the same marks on A4, Letter, A3 and Tabloid. The ink begins at a
/// distance of 9.5 mm from the edges. Measured to the outer edges of the lines, an arm is 8.2 mm
/// long, and the square is 6 mm wide. Source: measured at 300 dpi in `assets/*_registration.pdf` of
/// <https://github.com/Alan-Cha/silhouette-card-maker>.
const SQUARE_AND_LS: RegistrationMarks =
    RegistrationMarks { inset: 10.0, length: 7.7, thickness: 1.0, square: Some(5.0) };

/// The marks of Cameo 5 Alpha and Pro MK-II: four Ls, as in
/// `templates/silhouette-cameo-5-alpha-*.svg` of <https://github.com/fablabnbg/inkscape-silhouette>.
const FOUR_LS: RegistrationMarks =
    RegistrationMarks { inset: 10.0, length: 20.0, thickness: 0.3, square: None };

/// The space that must stay empty beyond the end of an arm has this length, in mm. The sensor would mistake a
/// line there for a part of the mark.
const CLEAR: f64 = 2.3;

/// A corner of a sheet that has a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SheetCorner {
    TopLeft,
    TopRight,
    BottomLeft,
    BottomRight,
}

impl SheetCorner {
    /// Returns the corner as a point of the sheet, and the horizontal and the vertical direction into the
    /// sheet. 1 means to the right or downwards, and -1 means to the left or upwards.
    fn on(self, sheet: Size) -> (Point, f64, f64) {
        match self {
            Self::TopLeft => (Point::ZERO, 1.0, 1.0),
            Self::TopRight => (Point::new(sheet.width, 0.0), -1.0, 1.0),
            Self::BottomLeft => (Point::new(0.0, sheet.height), 1.0, -1.0),
            Self::BottomRight => (Point::new(sheet.width, sheet.height), -1.0, -1.0),
        }
    }
}

impl RegistrationMarks {
    /// Returns the marks of a tool, or `None` if the tool needs none.
    pub fn from_cutter(cutter: Option<Cutter>) -> Option<Self> {
        match cutter? {
            Cutter::Silhouette => Some(SQUARE_AND_LS),
            Cutter::SilhouetteFour => Some(FOUR_LS),
            Cutter::Guillotine | Cutter::Knife | Cutter::Scissors | Cutter::Plotter | Cutter::Captured => {
                None
            }
        }
    }

    pub fn corners(&self) -> &'static [SheetCorner] {
        use SheetCorner::{BottomLeft, BottomRight, TopLeft, TopRight};
        match self.square {
            Some(_) => &[TopLeft, TopRight, BottomLeft],
            None => &[TopLeft, TopRight, BottomLeft, BottomRight],
        }
    }

    /// Returns the distance from the edge of the sheet to the nearest ink of the marks, in mm.
    pub fn ink_start_mm(&self) -> f64 {
        self.inset - self.thickness / 2.0
    }

    /// Returns the side length, in mm, of the square that must stay free of other ink in each corner with a
    /// mark.
    pub fn clear_side_mm(&self) -> f64 {
        self.inset + self.length + CLEAR
    }

    /// Returns the square that must stay free of other ink in a corner with a mark.
    pub fn clear_square(&self, corner: SheetCorner, sheet: Size) -> Rect {
        let (at, right, down) = corner.on(sheet);
        let side = self.clear_side_mm();
        Rect::from_points(at, Point::new(at.x + right * side, at.y + down * side))
    }

    /// Returns the corners of a mark's outline.
    pub fn outline(&self, corner: SheetCorner, sheet: Size) -> Vec<Point> {
        let (at, right, down) = corner.on(sheet);
        let (near, far) = (self.ink_start_mm(), self.inset + self.thickness / 2.0);
        let end = self.inset + self.length;
        let points: Vec<[f64; 2]> = match (corner, self.square) {
            (SheetCorner::TopLeft, Some(side)) => {
                let side = self.inset + side + self.thickness / 2.0;
                vec![[near, near], [side, near], [side, side], [near, side]]
            }
            _ => vec![[near, near], [end, near], [end, far], [far, far], [far, end], [near, end]],
        };
        points.into_iter().map(|[x, y]| Point::new(at.x + right * x, at.y + down * y)).collect()
    }

    /// Returns two possible sets of margins that keep pieces away from all marks. The first set leaves the
    /// widest space for pieces, and the second set leaves the highest.
    ///
    /// The machine cuts nothing outside the marks. The margins on all sides are therefore at least as wide as
    /// the inset of the marks.
    pub fn margins(&self, margin: Margins) -> [Margins; 2] {
        let Margins { top, right, bottom, left } = margin;
        let (beside, inside) = (|side: f64| side.max(self.clear_side_mm()), |side: f64| side.max(self.inset));
        [
            Margins { top: beside(top), bottom: beside(bottom), right: inside(right), left: inside(left) },
            Margins { top: inside(top), bottom: inside(bottom), right: beside(right), left: beside(left) },
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurbo::{BezPath, Shape as _};

    #[test]
    fn marks_have_the_measures_of_the_sheets_that_the_program_of_the_machine_prints() {
        let marks = RegistrationMarks::from_cutter(Some(Cutter::Silhouette)).unwrap();
        let a4 = Size::new(297.0, 210.0);
        let box_of = |corner| {
            let points = marks.outline(corner, a4);
            points[1..]
                .iter()
                .fold(Rect::from_points(points[0], points[0]), |all, point| all.union_pt(*point))
        };
        assert_eq!(box_of(SheetCorner::TopLeft), Rect::new(9.5, 9.5, 15.5, 15.5));
        assert_eq!(box_of(SheetCorner::TopRight), Rect::new(297.0 - 17.7, 9.5, 297.0 - 9.5, 17.7));
        assert_eq!(box_of(SheetCorner::BottomLeft), Rect::new(9.5, 210.0 - 17.7, 17.7, 210.0 - 9.5));
        assert_eq!(marks.clear_side_mm(), 20.0);
        let arms: BezPath = hexpress_base::geometry::polygon(&marks.outline(SheetCorner::TopRight, a4));
        assert!((arms.area().abs() - (8.2 + 7.2)).abs() < 1e-9);
    }

    #[test]
    fn pieces_keep_away_from_every_mark() {
        for cutter in [Cutter::Silhouette, Cutter::SilhouetteFour] {
            let marks = RegistrationMarks::from_cutter(Some(cutter)).unwrap();
            for sheet in [Size::new(210.0, 297.0), Size::new(431.8, 279.4)] {
                for margin in marks.margins(6.35.into()) {
                    let room = margin.inside(sheet);
                    for corner in marks.corners() {
                        let shared = room.intersect(marks.clear_square(*corner, sheet));
                        assert!(shared.area() < 1e-9, "{cutter} {shared:?}");
                    }
                }
            }
        }
    }
}

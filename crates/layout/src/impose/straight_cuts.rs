//! Computes straight cuts along the sides of pieces.
//!
//! - In: the middles of pieces.
//! - Out: cuts, and the stroke for drawing them.
//!
//! The modules `rectangles`, `hexagons` and `triangles` decide which sides to cut.

use kurbo::{Line, Point, Rect, Size, Vec2};

use super::duplex::Duplex;
use super::slot::Slot;
use hexpress_game::Outline;
use hexpress_scene::{Ink, Stroke};

/// A straight cut.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CutLine {
    /// The point at which the cut starts, in mm.
    pub from: Point,
    /// The point at which the cut ends, in mm.
    pub to: Point,
    /// The number of the stage in which the cut is made, counted from 0. All cuts of a stage are
    /// parallel. A cut may end at a cut of an earlier stage, but not at a cut of a later stage.
    pub stage: u8,
}

/// Two parallel lines count as one if they are at most this far apart, in mm.
pub const ONE: f64 = 0.001;
/// A cut runs along a side of a piece if the distance between them is less than this length, in mm.
const NEAR_SIDE: f64 = 0.01;
/// A length that is larger than every sheet, in mm.
const BEYOND_SHEETS: f64 = 1e5;

impl CutLine {
    /// Returns the unit vector along the cut.
    pub fn direction(&self) -> Vec2 {
        (self.to - self.from).normalize()
    }

    /// Returns the cut between the backs that corresponds to this cut between the fronts. Backs are on
    /// the other side of the sheet, or on the other side of the fold.
    pub fn on_back(&self, duplex: Duplex, sheet: Size) -> Self {
        let [from, to] = [self.from, self.to].map(|end| duplex.axis.mirrored(end, sheet));
        Self { from, to, ..*self }
    }

    /// Returns whether the cut runs along a side of the piece in `slot`.
    ///
    /// Of the two cuts along its row, a triangle has a side on only one. But both count, because the slanted
    /// cuts of the row end at them.
    pub fn touches(&self, slot: &Slot, piece: Size, outline: &Outline) -> bool {
        let (way, to_middle) = (self.direction(), slot.centre - self.from);
        // `foot` is the position along the cut that is nearest to the middle of the piece. If `foot` is not
        // between the ends of the cut, the cut does not touch the side.
        let foot = to_middle.dot(way);
        if foot < 0.0 || foot > (self.to - self.from).hypot() {
            return false;
        }
        let distance = to_middle.cross(way).abs();
        let covers = slot.covers(piece).size();
        match outline {
            Outline::Hexagon(_) => is_near(distance, covers.width.min(covers.height) / 2.0),
            // The middle of a triangle is its centroid, which is also the middle of its box (see
            // `triangles`). It is a quarter of the box's height away from each side, and half of the height
            // away from the apex.
            Outline::Regular(tiling) if tiling.is_triangles() => {
                is_near(distance, piece.height / 4.0)
                    || (self.stage == 0 && is_near(distance, piece.height / 2.0))
            }
            _ => is_near(distance, (way.y.abs() * covers.width + way.x.abs() * covers.height) / 2.0),
        }
    }
}

fn is_near(distance: f64, side: f64) -> bool {
    (distance - side).abs() < NEAR_SIDE
}

/// The width of a line that shows a cut, in mm. Print shops usually use a quarter of a point.
const HAIRLINE: f64 = 0.09;

/// Returns the stroke for a cut line that is drawn over artwork, such as the seam of a poster.
pub fn hairline() -> Stroke {
    Stroke::solid(HAIRLINE, Ink::black())
}

/// Returns the part of a line that is inside a box. Returns `None` if the whole line is outside.
pub fn clip_segment(line: Line, within: Rect) -> Option<Line> {
    let way = line.p1 - line.p0;
    let (mut low, mut high) = (0.0_f64, 1.0_f64);
    for (from, length, least, most) in
        [(line.p0.x, way.x, within.x0, within.x1), (line.p0.y, way.y, within.y0, within.y1)]
    {
        if length.abs() < 1e-12 {
            if from < least - ONE || from > most + ONE {
                return None;
            }
            continue;
        }
        let (a, b) = ((least - from) / length, (most - from) / length);
        (low, high) = (low.max(a.min(b)), high.min(a.max(b)));
    }
    (high > low).then(|| Line::new(line.p0 + way * low, line.p0 + way * high))
}

/// Returns the values in ascending order. If several values differ by less than `apart`, only the
/// first of them is kept.
pub fn distinct(values: impl Iterator<Item = f64>, apart: f64) -> Vec<f64> {
    let mut sorted: Vec<f64> = values.collect();
    sorted.sort_by(f64::total_cmp);
    sorted.dedup_by(|a, b| (*a - *b).abs() < apart);
    sorted
}

/// Returns the cuts along two opposite sides of every piece. The sides are perpendicular to `normal`,
/// and are `half` mm away from the middle of the piece. The cuts end at the edges of `within`.
///
/// If several pieces have sides on the same line, the cut along this line is returned only once.
pub fn cuts_along_sides(
    middles: impl Iterator<Item = Point>,
    normal: Vec2,
    half: f64,
    within: Rect,
    stage: u8,
) -> Vec<CutLine> {
    let rows = distinct(middles.map(|centre| normal.dot(centre.to_vec2())), ONE);
    let sides = distinct(rows.iter().flat_map(|row| [row - half, row + half]), ONE);
    let way = Vec2::new(-normal.y, normal.x) * BEYOND_SHEETS;
    let lines = sides.into_iter().filter_map(|side| {
        let centre = (normal * side).to_point();
        clip_segment(Line::new(centre - way, centre + way), within)
    });
    lines.map(|Line { p0: from, p1: to }| CutLine { from, to, stage }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_segment_is_clipped_to_a_box() {
        let within = Rect::new(0.0, 0.0, 10.0, 10.0);
        let through = clip_segment(Line::new((-5.0, 5.0), (15.0, 5.0)), within).unwrap();
        assert_eq!((through.p0, through.p1), (Point::new(0.0, 5.0), Point::new(10.0, 5.0)));
        assert!(clip_segment(Line::new((-5.0, 11.0), (15.0, 11.0)), within).is_none());
    }

    #[test]
    fn a_segment_along_the_edge_of_a_box_is_in_it() {
        let within = Rect::new(0.0, 0.0, 10.0, 10.0);
        let edge = Line::new((2.0, 10.0 + ONE / 2.0), (8.0, 10.0 + ONE / 2.0));
        assert_eq!(clip_segment(edge, within), Some(edge));
    }

    #[test]
    fn neighbours_share_a_cut() {
        let middles = [5.0, 15.0].map(|x| Point::new(x, 5.0)).into_iter();
        let cuts = cuts_along_sides(middles, Vec2::new(1.0, 0.0), 5.0, Rect::new(0.0, 0.0, 20.0, 10.0), 1);
        assert_eq!(cuts.iter().map(|cut| cut.from.x).collect::<Vec<_>>(), [0.0, 10.0, 20.0]);
    }
}

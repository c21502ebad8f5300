//! Finds pieces with a side that is not in its place.
//!
//! - In: measured squares of a page, and its pieces.
//! - Out: faults along sides of pieces, with displacements.
//!
//! If a pale piece is displaced, one of its sides covers a neighbour. The opposite side uncovers bare
//! paper, which looks nearly like the pale piece. So only the first side seems to be displaced.

use std::sync::Arc;

use kurbo::{Rect, Vec2};

use super::fault::{Fault, FaultKind, MIN_MOVE};
use super::scan_view::{SQUARE_SIDE_MM, View};
use super::usual_shift::UsualShift;
use crate::fit::median_or_zero;
use crate::named_drawings::NamedDrawing;
use crate::observe::{PartMeasurement, observe};

/// The largest distance in mm between a side and a square that belongs to it.
const MAX_SQUARE_DISTANCE_MM: f64 = 1.5;
/// The length, in mm, that is left out at each end of a side. Squares there show the adjacent side.
const LEFT_OUT_ENDS_MM: f64 = 2.0;
/// The smallest number of measured squares along a side.
const MIN_SQUARES: usize = 5;

/// A side of a piece. `strip` is the area around the side. `normal` is a unit vector at right angles to
/// the side. `outward` is the unit vector that leads away from the piece.
struct PieceEdge {
    strip: Rect,
    normal: Vec2,
    outward: Vec2,
}

fn sides(area: Rect) -> [PieceEdge; 4] {
    let Rect { x0, y0, x1, y1 } = area;
    let vertical = |x: f64| {
        Rect::new(
            x - MAX_SQUARE_DISTANCE_MM,
            y0 + LEFT_OUT_ENDS_MM,
            x + MAX_SQUARE_DISTANCE_MM,
            y1 - LEFT_OUT_ENDS_MM,
        )
    };
    let horizontal = |y: f64| {
        Rect::new(
            x0 + LEFT_OUT_ENDS_MM,
            y - MAX_SQUARE_DISTANCE_MM,
            x1 - LEFT_OUT_ENDS_MM,
            y + MAX_SQUARE_DISTANCE_MM,
        )
    };
    let [across, down] = [Vec2::new(1.0, 0.0), Vec2::new(0.0, 1.0)];
    [
        PieceEdge { strip: vertical(x0), normal: across, outward: -across },
        PieceEdge { strip: vertical(x1), normal: across, outward: across },
        PieceEdge { strip: horizontal(y0), normal: down, outward: -down },
        PieceEdge { strip: horizontal(y1), normal: down, outward: down },
    ]
}

/// Finds the sides that are not in their places, except in the areas `taken`. Adds the areas of the
/// faults to `taken`, so that two pieces with a common side are not both reported.
pub fn moved_sides(
    view: &View<'_>,
    squares: &[Rect],
    measurements: &[Option<PartMeasurement>],
    named_drawings: &[NamedDrawing],
    taken: &mut Vec<Rect>,
) -> Vec<Fault> {
    let shown = view.size.to_rect();
    let mut suspects: Vec<DisplacedEdge<'_>> = Vec::new();
    for piece in named_drawings.iter().filter(|piece| piece.is_piece_or_cell()) {
        for edge in sides(piece.area) {
            let is_taken = taken.iter().any(|rect| rect.overlaps(edge.strip));
            if is_taken || edge.strip.width() <= 0.0 || edge.strip.height() <= 0.0 {
                continue;
            }
            // A side may be on the border between squares of the page, so that no square shows it. In
            // this case, the side is measured with squares of its own.
            let by_page = edge
                .shift(view.fitted.spread, measurements)
                .map(|first| (first, edge.touching_squares(squares)));
            let by_side = || {
                let squares = edge.squares();
                let measurements = observe(&view.drawn, &view.scan, &view.map, &squares);
                Some((edge.shift(view.fitted.spread, &measurements)?, squares))
            };
            let Some((first, squares)) = by_page.or_else(by_side) else { continue };
            if first.abs() >= MIN_MOVE && shown.contains_rect(edge.strip) {
                suspects.push(DisplacedEdge { piece, edge, first, squares });
            }
        }
    }
    let usual = USUAL_SHIFT.limit(displacement_sizes(&suspects));
    let mut found = Vec::new();
    for DisplacedEdge { piece, edge, first, squares } in suspects {
        if taken.iter().any(|rect| rect.overlaps(edge.strip)) {
            continue;
        }
        let Some(by) = edge.settled(view, &squares, first).filter(|by| by.abs() > usual) else { continue };
        // A side seems to be displaced into its piece if a displaced neighbour covers it. Without a
        // neighbour, such a displacement is not a fault: next to bare paper, halftone dots make an
        // edge ragged.
        if by * edge.normal.dot(edge.outward) < 0.0 && !edge.has_neighbour(named_drawings) {
            continue;
        }
        taken.push(edge.strip);
        found.push(Fault {
            shift: Some(edge.normal * by),
            ..Fault::new(FaultKind::Moved, edge.strip, Some(Arc::clone(&piece.id)))
        });
    }
    found
}

/// A side that seems to be displaced.
struct DisplacedEdge<'p> {
    piece: &'p NamedDrawing,
    edge: PieceEdge,
    /// The displacement of the side as first measured, in mm.
    first: f64,
    /// The squares that show the side.
    squares: Vec<Rect>,
}

/// Halftone dots displace many sides by the same amount if the drawing is alike at all of them. A fault
/// displaces the four sides of a piece.
const USUAL_SHIFT: UsualShift = UsualShift { rank: 5, factor: 1.4, max_mm: 0.2 };

/// Returns the sizes of displacements, in mm. A common side of two pieces counts once, although it has two
/// strips at nearly the same place.
fn displacement_sizes(edges: &[DisplacedEdge<'_>]) -> Vec<f64> {
    let mut counted: Vec<&DisplacedEdge<'_>> = Vec::new();
    for edge in edges {
        let is_same = |other: &&DisplacedEdge<'_>| other.edge.strip.contains(edge.edge.strip.center());
        if !counted.iter().any(is_same) {
            counted.push(edge);
        }
    }
    counted.into_iter().map(|edge| edge.first.abs()).collect()
}

impl PieceEdge {
    /// Returns whether another piece is directly outside of this side.
    fn has_neighbour(&self, named_drawings: &[NamedDrawing]) -> bool {
        let beyond = self.strip.center() + self.outward * MAX_SQUARE_DISTANCE_MM;
        named_drawings.iter().any(|piece| piece.is_piece_or_cell() && piece.area.contains(beyond))
    }

    /// Returns the squares that touch the side.
    fn touching_squares(&self, squares: &[Rect]) -> Vec<Rect> {
        squares.iter().filter(|square| self.strip.overlaps(**square)).copied().collect()
    }

    /// Returns squares along the side. Their centres are on the side. Returns no squares if the side is
    /// too short.
    fn squares(&self) -> Vec<Rect> {
        let along = Vec2::new(self.normal.y, self.normal.x);
        let length = along.dot(self.strip.size().to_vec2());
        let count = (length / SQUARE_SIDE_MM) as usize;
        if count < MIN_SQUARES {
            return Vec::new();
        }
        let centre = |index: usize| {
            let offset = length * ((index as f64 + 0.5) / count as f64 - 0.5);
            self.strip.center() + along * offset
        };
        (0..count)
            .map(|index| Rect::from_center_size(centre(index), (SQUARE_SIDE_MM, SQUARE_SIDE_MM)))
            .collect()
    }

    /// Measures how far a side is displaced, in mm. `spread` is how far ink spreads, in mm. Returns
    /// `None` if too few squares along the side are measured, or if they do not agree.
    fn shift(&self, spread: f64, measurements: &[Option<PartMeasurement>]) -> Option<f64> {
        /// The cosine of the largest angle that an edge may have with its side.
        const MIN_COSINE: f64 = 0.95;
        /// At least half of the displacements must be near their median. They may differ from it by
        /// `MAX_DIFFERENCE_MM` mm or by `SHARE_APART` times the median, whichever is larger.
        const MAX_DIFFERENCE_MM: f64 = 0.03;
        const SHARE_APART: f64 = 0.25;
        /// The largest standard deviation of the displacement of a square, in mm.
        const MAX_ERROR: f64 = 0.04;
        let inside = measurements.iter().flatten().filter(|measurement| self.strip.contains(measurement.at));
        let mut shifts: Vec<f64> = inside
            .flat_map(|measurement| measurement.observations.into_iter().flatten().take(1))
            .filter(|one| one.variance < MAX_ERROR * MAX_ERROR)
            .filter_map(|one| {
                let cosine = one.direction.dot(self.normal);
                let shift = -(one.shift + one.polarity * spread);
                (cosine.abs() > MIN_COSINE).then_some(shift * cosine.signum())
            })
            .collect();
        if shifts.len() < MIN_SQUARES {
            return None;
        }
        let middle = median_or_zero(&mut shifts);
        let mut apart: Vec<f64> = shifts.iter().map(|shift| (shift - middle).abs()).collect();
        (median_or_zero(&mut apart) < MAX_DIFFERENCE_MM.max(SHARE_APART * middle.abs())).then_some(middle)
    }

    /// Measures a side again in several steps, each time at the place where the side seems to be.
    /// Returns its displacement in mm. Returns `None` if the side is in its place, or if the place
    /// keeps changing.
    fn settled(&self, view: &View<'_>, squares: &[Rect], first: f64) -> Option<f64> {
        const STEPS: usize = 6;
        /// Each step follows only this fraction of the measured displacement.
        const FOLLOWED_FRACTION: f64 = 0.6;
        /// A side counts as found if the last step was shorter than this number of mm.
        const MAX_LAST_STEP_MM: f64 = 0.03;
        /// If the measured places in a print scatter, sides without a fault also seem to be displaced.
        /// So the smallest displacement of a fault is raised, but at most by this number of mm.
        const MAX_SCATTER_ADDITION: f64 = 0.05;
        let mut map = view.map;
        let (mut by, mut step) = (0.0, FOLLOWED_FRACTION * first);
        for _ in 0..STEPS {
            by += step;
            map = map.shifted(self.normal * step);
            let measurements = observe(&view.drawn, &view.scan, &map, squares);
            step = FOLLOWED_FRACTION * self.shift(view.fitted.spread, &measurements)?;
        }
        let least = MIN_MOVE + (4.0 * view.fitted.scatter).min(MAX_SCATTER_ADDITION);
        (step.abs() < MAX_LAST_STEP_MM && by.abs() > least && by.abs() < 2.0 * first.abs()).then_some(by)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::Observation;
    use kurbo::Point;

    /// Returns squares along the left side of a piece, one for each value of `shifts`. The value is
    /// the displacement of the square's content, in mm.
    fn measurements(shifts: &[f64]) -> Vec<Option<PartMeasurement>> {
        let square = |(index, shift): (usize, &f64)| {
            let at = Point::new(20.0, 25.0 + 2.0 * index as f64);
            let direction = Vec2::new(1.0, 0.0);
            let one =
                Observation { at, direction, shift: *shift, polarity: 1.0, variance: 1e-4, part: index };
            Some(PartMeasurement {
                at,
                pixels: 90,
                unseen: 0,
                contrast: 1.0,
                contrast_error: 0.01,
                explained_share: 0.9,
                scan_deviation: 50.0,
                drawing_variance: 2500.0,
                drawing_light: 120.0,
                blur: 0.01,
                blur_error: 0.001,
                observations: [Some(one), None],
            })
        };
        shifts.iter().enumerate().map(square).collect()
    }

    #[test]
    fn a_side_is_measured_if_its_squares_agree() {
        let [left, right, ..] = sides(Rect::new(20.0, 20.0, 50.0, 50.0));
        let shift = |side: &PieceEdge, shifts: &[f64]| side.shift(0.02, &measurements(shifts));
        let by = shift(&left, &[-0.22, -0.23, -0.21, -0.22, -0.9]).unwrap();
        assert!((by - 0.2).abs() < 0.011, "{by}");
        assert_eq!(shift(&left, &[-0.22; MIN_SQUARES - 1]), None);
        assert_eq!(shift(&left, &[-0.22, 0.2, -0.5, 0.4, -0.02, 0.1]), None);
        assert_eq!(shift(&right, &[-0.22; 8]), None);
    }

    #[test]
    fn a_common_side_of_two_pieces_counts_once() {
        let piece = NamedDrawing { id: Arc::new("board/cell:1,1".parse().unwrap()), area: Rect::ZERO };
        let displaced = |x: f64, first: f64| {
            let [edge, ..] = sides(Rect::new(x, 0.0, x + 30.0, 30.0));
            DisplacedEdge { piece: &piece, edge, first, squares: Vec::new() }
        };
        assert_eq!(displacement_sizes(&[displaced(0.0, 0.11), displaced(0.2, 0.1)]), [0.11]);
        assert_eq!(displacement_sizes(&[displaced(0.0, 0.11), displaced(40.0, -0.1)]), [0.11, 0.1]);
    }

    #[test]
    fn a_side_knows_whether_a_piece_is_beyond_it() {
        let piece = |area: Rect| NamedDrawing { id: Arc::new("board/cell:1,1".parse().unwrap()), area };
        let named_drawings =
            [piece(Rect::new(20.0, 20.0, 50.0, 50.0)), piece(Rect::new(50.0, 20.0, 80.0, 50.0))];
        let beyond = sides(named_drawings[0].area).map(|side| side.has_neighbour(&named_drawings));
        assert_eq!(beyond, [false, true, false, false]);
    }

    #[test]
    fn a_side_halves_its_own_squares() {
        let [left, _, top, _] = sides(Rect::new(20.0, 20.0, 50.0, 36.0));
        assert_eq!((left.squares().len(), top.squares().len()), (6, 13));
        assert!(
            left.squares().iter().all(|square| square.center().x == 20.0 && square.width() == SQUARE_SIDE_MM)
        );
        let long_enough =
            |height: f64| !sides(Rect::new(20.0, 20.0, 50.0, 20.0 + height))[0].squares().is_empty();
        let least = MIN_SQUARES as f64 * SQUARE_SIDE_MM + 2.0 * LEFT_OUT_ENDS_MM;
        assert!(long_enough(least + 0.01) && !long_enough(least - 0.01));
    }
}

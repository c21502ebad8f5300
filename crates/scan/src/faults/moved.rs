//! Finds the pieces that are not in their places.
//!
//! - In: measured squares of a page, and its pieces.
//! - Out: moved pieces with their displacements, and smeared pieces. A smeared piece seems to be
//!   displaced, too.

use std::collections::BTreeMap;
use std::sync::Arc;

use kurbo::{Point, Rect, Vec2};

use super::displacement::{Covariance, Equation, fitted_shift};
use super::fault::{Fault, FaultKind, MIN_MOVE};
use super::moved_sides::moved_sides;
use super::scan_view::{MIN_PIXELS, PIECE_STRIP_MM, SQUARE_SIDE_MM, View, reliable, squares_of};
use super::usual_shift::UsualShift;
use crate::fit::median_or_zero;
use crate::locate::max_usual_blur;
use crate::named_drawings::NamedDrawing;
use crate::observe::{PartMeasurement, observe, squares};

/// Finds the pieces that are not in their places, except the `absent` ones. If the neighbour of a
/// piece is moved or absent, the piece is measured without the squares that touch this neighbour.
pub fn moved(
    view: &View<'_>,
    squares: &[Rect],
    measurements: &[Option<PartMeasurement>],
    named_drawings: &[NamedDrawing],
    absent: &[Rect],
) -> Vec<Fault> {
    let sharp = max_usual_blur(measurements, MIN_PIXELS);
    let page = MeasuredSquares { squares: squares.to_vec(), measurements: measurements.to_vec() };
    let small = squares_of_small_pieces(view, named_drawings);
    let parts = |index: usize| small.get(&index).unwrap_or(&page);
    let mut taken: Vec<Rect> =
        absent.iter().map(|area| area.inflate(PIECE_STRIP_MM, PIECE_STRIP_MM)).collect();
    let mut found: Vec<Fault> = Vec::new();
    let mut sizes: Vec<f64> = Vec::new();
    let mut suspects: Vec<Suspect> = named_drawings
        .iter()
        .enumerate()
        .filter(|(_, piece)| piece.is_piece_or_cell())
        .filter_map(|(index, piece)| Suspect::measured(view, parts(index), index, piece.area, &taken))
        .collect();
    suspects.sort_by(|a, b| {
        let by_certainty = || b.displacement.certainty().total_cmp(&a.displacement.certainty());
        b.is_confirmed.cmp(&a.is_confirmed).then_with(by_certainty)
    });
    let areas: Vec<Rect> = suspects.iter().map(|suspect| named_drawings[suspect.index].area).collect();
    let displacements: Vec<Vec2> = suspects
        .iter()
        .filter(|suspect| suspect.displacement.may_be_fault())
        .map(|suspect| suspect.displacement.by)
        .collect();
    let is_alone = displacements.len() <= 1;
    let common = common_displacement(&displacements);
    let limits = Limits { blur: sharp, shift: least_shift(view.fitted.scatter), is_alone };
    for Suspect { index, .. } in suspects {
        let area = named_drawings[index].area;
        let Some(displacement) = measure_displacement(view, parts(index), area, &taken) else { continue };
        if displacement.may_be_fault() {
            sizes.push((displacement.by - common).hypot());
        }
        // Beside a certain fault, a doubtful one is more often scatter.
        if !found.is_empty() && displacement.certainty() <= MIN_CERTAIN_DEVIATIONS {
            continue;
        }
        let has_neighbour = areas.iter().any(|other| is_beside(area, *other));
        if displacement.is_measured_again(area)
            && displacement.share > 0.5
            && (!has_neighbour || is_whole(view, parts(index), area, &taken, displacement.by))
            && let Some(fault) =
                moved_or_smeared(view, &named_drawings[index], &displacement, &limits, &taken)
        {
            taken.push(area.inflate(PIECE_STRIP_MM, PIECE_STRIP_MM));
            found.push(fault);
        }
    }
    let least = USUAL_SHIFT.limit(sizes).max(if is_alone { MIN_MOVE } else { limits.shift });
    for fault in &mut found {
        fault.shift = fault.shift.map(|by| by - common);
    }
    found.retain(|fault| fault.shift.is_none_or(|by| by.hypot() > least));
    found.extend(moved_sides(view, squares, measurements, named_drawings, &mut taken));
    found
}

/// A piece that may be displaced.
struct Suspect {
    /// The index of the piece in the list of pieces.
    index: usize,
    displacement: MeasuredDisplacement,
    /// Whether two opposite halves of the piece show a displacement in the direction of the whole piece.
    /// Pieces with such halves are judged first: beside a displaced piece, only the near half of a neighbour
    /// seems to be displaced.
    is_confirmed: bool,
}

impl Suspect {
    /// Returns `None` if the piece does not seem to be displaced.
    fn measured(
        view: &View<'_>,
        parts: &MeasuredSquares,
        index: usize,
        area: Rect,
        taken: &[Rect],
    ) -> Option<Self> {
        let displacement = measure_displacement(view, parts, area, taken)
            .filter(|displacement| displacement.is_measured_again(area))?;
        let halves = displaced_halves(view, parts, area, taken, displacement.by);
        let is_confirmed = halves.is_some_and(|halves| halves.confirm(displacement.by));
        Some(Self { index, displacement, is_confirmed })
    }
}

/// Returns the displacement that many pieces have in common. It is not a fault of a piece: if ink fills the
/// gaps between lines that slant in one direction, all pieces with such lines seem to be displaced. Returns
/// zero if only a few pieces are displaced.
fn common_displacement(displacements: &[Vec2]) -> Vec2 {
    /// With fewer displaced pieces than this, each of them may have a fault.
    const MIN_PIECES: usize = 8;
    if displacements.len() < MIN_PIECES {
        return Vec2::ZERO;
    }
    let middle =
        |along: fn(&Vec2) -> f64| median_or_zero(&mut displacements.iter().map(along).collect::<Vec<_>>());
    Vec2::new(middle(|by| by.x), middle(|by| by.y))
}

/// A fault may displace a piece and up to two neighbours more than usual. In a print whose dark tones run
/// together, pieces seem to be displaced by up to 0.12 mm.
const USUAL_SHIFT: UsualShift = UsualShift { rank: 4, factor: 1.3, max_mm: 0.14 };

/// The largest blur and the largest displacement that are not faults.
struct Limits {
    /// The blur of a square, in mm².
    blur: f64,
    /// The displacement of a piece, in mm.
    shift: f64,
    /// Whether at most one piece seems to be displaced. The scatter of the print cannot be the reason
    /// then, because scatter affects several pieces.
    is_alone: bool,
}

/// A displacement is certain if it is more than this number of standard deviations.
const MIN_CERTAIN_DEVIATIONS: f64 = 8.0;

impl Limits {
    /// Returns how far a piece may be displaced and still count as in its place, in mm. `certainty` is
    /// the displacement as a multiple of its standard deviation. If the displacement is certain, and no
    /// other piece seems to be displaced, the limit does not depend on scatter.
    fn least_shift(&self, certainty: f64) -> f64 {
        if self.is_alone && certainty > MIN_CERTAIN_DEVIATIONS { MIN_MOVE } else { self.shift }
    }
}

/// Returns how far a piece may be displaced and still count as in its place, in mm. `scatter` is the
/// scatter of the measured places, in mm. Scatter raises this limit, because it makes pieces seem
/// displaced.
fn least_shift(scatter: f64) -> f64 {
    /// The largest addition to the limit, in mm.
    const MAX_SCATTER_ADDITION: f64 = 0.02;
    MIN_MOVE + (2.0 * scatter).min(MAX_SCATTER_ADDITION)
}

/// Squares, and the measurement of each square.
struct MeasuredSquares {
    squares: Vec<Rect>,
    measurements: Vec<Option<PartMeasurement>>,
}

fn is_small(area: Rect) -> bool {
    /// A piece is small if both its width and its height are less than this.
    const SMALL_PIECE_MM: f64 = 10.0;
    area.width().max(area.height()) < SMALL_PIECE_MM
}

/// Returns an area that contains the middles of all squares of a piece. This is the area of the piece,
/// but at least as wide and as high as a square. A narrow piece, such as a part of a line, may not reach
/// the middle of a square.
fn at_least_square(area: Rect) -> Rect {
    let [dx, dy] = [area.width(), area.height()].map(|side| ((SQUARE_SIDE_MM - side) / 2.0).max(0.0));
    area.inflate(dx, dy)
}

/// Divides each small piece into squares, and measures them. The keys of the result are indices of
/// pieces. The squares of the page are less suitable: they extend beyond the piece, where nothing is
/// displaced.
fn squares_of_small_pieces(
    view: &View<'_>,
    named_drawings: &[NamedDrawing],
) -> BTreeMap<usize, MeasuredSquares> {
    let small: Vec<(usize, Vec<Rect>)> = named_drawings
        .iter()
        .enumerate()
        .filter(|(_, piece)| piece.is_piece_or_cell() && is_small(piece.area))
        .map(|(index, piece)| (index, squares_of(piece.area)))
        .collect();
    let all: Vec<Rect> = small.iter().flat_map(|(_, squares)| squares).copied().collect();
    let mut measurements = observe(&view.drawn, &view.scan, &view.map, &all).into_iter();
    small
        .into_iter()
        .map(|(index, squares)| {
            let measurements = measurements.by_ref().take(squares.len()).collect();
            (index, MeasuredSquares { squares, measurements })
        })
        .collect()
}

/// Returns whether two areas are neighbours. An area inside another area is not its neighbour.
fn is_beside(area: Rect, other: Rect) -> bool {
    area != other
        && area.inflate(PIECE_STRIP_MM, PIECE_STRIP_MM).overlaps(other)
        && !area.contains(other.center())
        && !other.contains(area.center())
}

/// Returns whether the whole piece is displaced. If only a neighbour is displaced, the piece seems to be
/// displaced only at the side next to this neighbour.
fn is_whole(view: &View<'_>, parts: &MeasuredSquares, area: Rect, taken: &[Rect], by: Vec2) -> bool {
    /// The smallest number of halves that must be displaced like the whole piece.
    const MIN_HALVES: usize = 3;
    displaced_halves(view, parts, area, taken, by).is_some_and(|halves| halves.count() >= MIN_HALVES)
}

/// The halves of a piece that are certainly displaced like the whole piece.
struct DisplacedHalves {
    left: bool,
    right: bool,
    top: bool,
    bottom: bool,
}

impl DisplacedHalves {
    fn count(&self) -> usize {
        [self.left, self.right, self.top, self.bottom].into_iter().filter(|half| *half).count()
    }

    /// Returns whether two opposite halves show the displacement `by` of the whole piece.
    fn confirm(&self, by: Vec2) -> bool {
        /// A pair of opposite halves shows a displacement if at least this share of its square is along the
        /// line between the halves.
        const MIN_SHARE: f64 = 0.25;
        let share = |along: f64| along * along >= MIN_SHARE * by.hypot2();
        (self.left && self.right && share(by.x)) || (self.top && self.bottom && share(by.y))
    }
}

/// Returns which halves of a piece are displaced like the whole piece. Leaves out the halves whose
/// displacement is uncertain. Returns `None` if another half is not displaced like the whole piece.
fn displaced_halves(
    view: &View<'_>,
    parts: &MeasuredSquares,
    area: Rect,
    taken: &[Rect],
    by: Vec2,
) -> Option<DisplacedHalves> {
    /// A half of the piece is displaced if its displacement is at least this fraction of the
    /// displacement of the whole piece.
    const MIN_HALF_FRACTION: f64 = 0.35;
    /// The largest error of a half, as a fraction of the displacement of the whole piece. A half with a
    /// larger error is uncertain.
    const MAX_ERROR: f64 = 0.25;
    let Point { x, y } = area.center();
    let size = by.hypot();
    let is_displaced = |half: Rect| {
        let certain = measure_displacement(view, parts, half, taken)
            .filter(|half| half.covariance.error_along(by / size) < MAX_ERROR * size);
        match certain {
            None => Some(false),
            Some(half) => (half.by.dot(by) / size > MIN_HALF_FRACTION * size).then_some(true),
        }
    };
    Some(DisplacedHalves {
        left: is_displaced(Rect { x1: x, ..area })?,
        right: is_displaced(Rect { x0: x, ..area })?,
        top: is_displaced(Rect { y1: y, ..area })?,
        bottom: is_displaced(Rect { y0: y, ..area })?,
    })
}

/// Measures a piece again if it seems to be displaced, and returns its fault. The first measurement may
/// be wrong: a smear displaces what it blurs, and the displacement of thin lines seems too large. So the
/// piece is measured again at the place where it seems to be.
///
/// Returns `None` if the last measurement shows no fault.
fn moved_or_smeared(
    view: &View<'_>,
    piece: &NamedDrawing,
    displacement: &MeasuredDisplacement,
    limits: &Limits,
    taken: &[Rect],
) -> Option<Fault> {
    /// If more than this fraction of the squares is blurred, the displacement is a smear.
    const MIN_SMEARED_FRACTION: f64 = 0.25;
    const STEPS: usize = 6;
    /// Each step follows only this fraction of the measured displacement, so that the steps
    /// converge.
    const FOLLOWED_FRACTION: f64 = 0.6;
    /// The final displacement must be less than twice the first one, plus this number of mm.
    const MAX_ADDED_SHIFT_MM: f64 = 0.1;
    /// A piece counts as found if the last step was shorter than this number of mm.
    const MAX_LAST_STEP_MM: f64 = 0.04;
    /// If the first displacement was doubtful, the final displacement must be certain, and larger
    /// than this number of mm.
    const MIN_CERTAIN_SHIFT_MM: f64 = 0.12;
    let squares = match is_small(piece.area) {
        true => squares_of(piece.area),
        false => {
            let of_page = squares(view.size, SQUARE_SIDE_MM).into_iter();
            let near = at_least_square(piece.area);
            of_page.filter(|square| near.contains(square.center())).collect()
        }
    };
    let (mut map, mut by) = (view.map, Vec2::ZERO);
    let mut parts = MeasuredSquares { squares, measurements: Vec::new() };
    let mut last = f64::INFINITY;
    for step in 0..STEPS {
        let found = FOLLOWED_FRACTION
            * match step {
                0 => displacement.by,
                _ => {
                    measure_displacement(view, &parts, piece.area, taken).map_or(Vec2::ZERO, |found| found.by)
                }
            };
        by += found;
        last = found.hypot();
        map = map.shifted(found);
        parts.measurements = observe(&view.drawn, &view.scan, &map, &parts.squares);
    }
    let blurred =
        reliable(&parts.measurements).filter(|measurement| measurement.blur > limits.blur).count() as f64;
    let (kind, shift) = match blurred > MIN_SMEARED_FRACTION * reliable(&parts.measurements).count() as f64 {
        true => (FaultKind::Smeared, None),
        false => (FaultKind::Moved, Some(by)),
    };
    let is_at_rest = last < MAX_LAST_STEP_MM;
    let is_near = by.hypot() < 2.0 * displacement.by.hypot() + MAX_ADDED_SHIFT_MM;
    let least = limits.least_shift(displacement.certainty());
    let is_fault = match displacement.may_be_fault() {
        true => kind == FaultKind::Smeared || (is_at_rest && is_near && by.hypot() > least),
        false => {
            let final_shift = measure_displacement(view, &parts, piece.area, taken)?;
            let is_clear = by.hypot() > MIN_CERTAIN_SHIFT_MM
                && final_shift.covariance.distance(by) > MIN_CERTAIN_DEVIATIONS;
            kind == FaultKind::Moved && is_at_rest && is_clear
        }
    };
    is_fault.then(|| Fault { shift, ..Fault::new(kind, piece.area, Some(Arc::clone(&piece.id))) })
}

/// How far a piece is from its place.
struct MeasuredDisplacement {
    by: Vec2,
    covariance: Covariance,
    /// The fraction of the piece's pixels near edges that the measurement used.
    share: f64,
}

impl MeasuredDisplacement {
    /// Returns the displacement as a multiple of its standard deviation.
    fn certainty(&self) -> f64 {
        self.covariance.distance(self.by)
    }

    fn may_be_fault(&self) -> bool {
        /// The smallest displacement that may be a fault.
        const MIN_SHIFT_MM: f64 = 0.05;
        self.by.hypot() > MIN_SHIFT_MM && self.certainty() > 5.0
    }

    /// Returns whether the piece in `area` must be measured again at the place where it seems to be. A
    /// small piece is measured again even if its displacement is uncertain. If a small piece is
    /// displaced by more than the width of a blurred edge, the first measurement shows only a part of
    /// this displacement.
    fn is_measured_again(&self, area: Rect) -> bool {
        const MIN_SMALL_PIECE_SHIFT_MM: f64 = 0.04;
        let is_doubtful = self.by.hypot() > MIN_SMALL_PIECE_SHIFT_MM && self.certainty() > 3.0;
        self.may_be_fault() || (is_small(area) && is_doubtful)
    }
}

/// Measures how far the piece in `area` is displaced. Leaves out the squares that touch `taken`.
/// Returns `None` if the other squares do not show the displacement well enough.
///
/// A piece that is a part of a line has edges along only one direction. Its displacement along the line
/// is then unknown, and is assumed to be zero.
fn measure_displacement(
    view: &View<'_>,
    parts: &MeasuredSquares,
    area: Rect,
    taken: &[Rect],
) -> Option<MeasuredDisplacement> {
    let scatter = view.fitted.scatter;
    let near = at_least_square(area);
    let mut equations: Vec<Equation> = Vec::new();
    let (mut used, mut all) = (0.0, 0.0);
    for (square, measurement) in parts.squares.iter().zip(&parts.measurements) {
        let Some(measurement) = measurement else { continue };
        if !near.contains(measurement.at) {
            continue;
        }
        all += measurement.pixels as f64;
        if taken.iter().any(|rect| rect.overlaps(*square)) {
            continue;
        }
        used += measurement.pixels as f64;
        for one in measurement.observations.iter().flatten() {
            // The shift of an observation leads from the displaced content back to its place, so the
            // piece moved in the opposite direction. The part of the shift that comes from spreading ink
            // is removed.
            let shift = -(one.shift + one.polarity * view.fitted.spread);
            // Small squares scatter more than the larger parts that the map was fitted to.
            let weight = 1.0 / (one.variance + 4.0 * scatter * scatter + 1e-4);
            equations.push(Equation { direction: one.direction, polarity: one.polarity, shift, weight });
        }
    }
    if equations.len() < 6 {
        return None;
    }
    let (by, covariance) = fitted_shift(&equations)?;
    Some(MeasuredDisplacement { by, covariance, share: used / f64::max(all, 1.0) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_displacement_of_many_pieces_is_common() {
        let mut displacements = vec![Vec2::new(-0.06, 0.02); 7];
        assert_eq!(common_displacement(&displacements), Vec2::ZERO);
        displacements.push(Vec2::new(0.3, -0.2));
        let common = common_displacement(&displacements);
        assert!((common - Vec2::new(-0.06, 0.02)).hypot() < 1e-9, "{common}");
    }

    #[test]
    fn a_single_certain_displacement_counts_from_the_least() {
        let limits = |is_alone| Limits { blur: 0.0, shift: 0.118, is_alone };
        assert_eq!(limits(true).least_shift(8.1), MIN_MOVE);
        assert_eq!(limits(true).least_shift(8.0), 0.118);
        assert_eq!(limits(false).least_shift(50.0), 0.118);
    }

    #[test]
    fn scatter_raises_the_limit() {
        assert!((least_shift(0.008) - 0.116).abs() < 1e-9);
        assert!((least_shift(0.5) - 0.12).abs() < 1e-9);
    }
}

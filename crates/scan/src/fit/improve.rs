//! Improves a map step by step, until it hardly changes.
//!
//! - In: the drawn page, the scan, and a map that is nearly correct.
//! - Out: a better map, and the parts of the page, measured with the map before the last step.
//! - Not here: the first map (`rough`), and the accurate fit of the last observations (`locate`).
//!
//! If a thin line is far from its correct place, its contrast seems too low, so its displacement seems too
//! large. Full steps would therefore oscillate around the correct place. So each step is shortened by as
//! much as the previous step was too long (Aitken's relaxation, Irons and Tuck 1969). If the previous step
//! was too short, the next step is a full step.

use kurbo::{Point, Rect, Vec2};

use crate::fit::{Degree, fit};
use crate::locate::observations;
use crate::map::{Map, TERMS, Warp};
use crate::observe::{Drawn, Observation, PartMeasurement, observe};
use crate::plane::Plane;

/// A map that is improved by a number of steps.
pub struct Improved {
    pub map: Map,
    /// The parts of the page, measured with the map before the last step.
    pub measurements: Vec<Option<PartMeasurement>>,
}

/// Improves a map with at least one and at most `times` steps. Returns `None` if too few parts can be
/// measured.
pub fn improve(
    drawn: &Drawn,
    scan: &Plane,
    mut map: Map,
    parts: &[Rect],
    degree: Degree,
    times: usize,
) -> Option<Improved> {
    /// The smallest change that needs another step, in mm.
    const MIN_CHANGE_MM: f64 = 0.001;
    let mut measurements = observe(drawn, scan, &map, parts);
    let mut steps = StepControl::new(&measurements);
    for time in 1.. {
        let observations = limited(observations(&measurements), drawn.pixels_per_mm);
        let proposed = fit(&observations, &map, degree)?.warp;
        let change = steps.apply_step(&mut map, proposed);
        if time >= times || change < MIN_CHANGE_MM {
            break;
        }
        measurements = observe(drawn, scan, &map, parts);
    }
    Some(Improved { map, measurements })
}

/// Limits the displacements of observations for one step, because the model of a part is accurate only
/// near the place of an edge.
fn limited(observations: Vec<Observation>, pixels_per_mm: f64) -> Vec<Observation> {
    /// The limit at high resolutions, in mm. It is twice the smallest displacement at which a fit leaves
    /// a part out, so parts that really moved are still left out.
    const MIN_LIMIT_MM: f64 = 0.16;
    let most = MIN_LIMIT_MM.max(1.0 / pixels_per_mm);
    observations.into_iter().map(|one| Observation { shift: one.shift.clamp(-most, most), ..one }).collect()
}

/// The previous step, from which the length of the next step is computed.
struct StepControl {
    /// The places at which the proposed changes of two steps are compared.
    places: Vec<Point>,
    /// The last proposed change at each place, in mm.
    last: Option<Vec<Vec2>>,
    /// The fraction of the last proposed change that was made.
    factor: f64,
}

impl StepControl {
    /// Prepares the first step. Changes are compared at the places of the parts in `measurements`.
    fn new(measurements: &[Option<PartMeasurement>]) -> Self {
        /// The largest number of places that are compared.
        const MAX_PLACES: usize = 200;
        let all: Vec<Point> = measurements.iter().flatten().map(|part| part.at).collect();
        let places = all.iter().step_by(all.len().div_ceil(MAX_PLACES).max(1)).copied().collect();
        Self { places, last: None, factor: 1.0 }
    }

    /// Moves a map towards a proposed warp. Returns the length of the proposed change, in mm: the
    /// square root of the mean of the squares.
    fn apply_step(&mut self, map: &mut Map, proposed: Warp) -> f64 {
        /// The smallest fraction of a proposed change that is made.
        const MIN_FACTOR: f64 = 0.3;
        let target = Map { warp: proposed, ..*map };
        let change: Vec<Vec2> =
            self.places.iter().map(|at| target.displacement(*at) - map.displacement(*at)).collect();
        if let Some(last) = &self.last {
            let (mut along, mut apart) = (0.0, 0.0);
            for (last, new) in last.iter().zip(&change) {
                along += last.dot(*last - *new);
                apart += (*last - *new).hypot2();
            }
            // If `along` is not positive, the last step was too short. The next step is then a full
            // step.
            let factor = if along > 0.0 { self.factor * along / apart } else { 1.0 };
            self.factor = factor.clamp(MIN_FACTOR, 1.0);
        }
        for index in 0..TERMS {
            map.warp.x[index] += (proposed.x[index] - map.warp.x[index]) * self.factor;
            map.warp.y[index] += (proposed.y[index] - map.warp.y[index]) * self.factor;
        }
        let squares: f64 = change.iter().map(|by| by.hypot2()).sum();
        self.last = Some(change);
        (squares / self.places.len().max(1) as f64).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurbo::Size;

    /// Takes `times` steps towards a warp. Each proposed change is `gain` times the correct change. Returns
    /// the distance from the correct displacement, in mm.
    fn rest(gain: f64, times: usize) -> f64 {
        let mut map = Map::turned(Size::new(210.0, 297.0), 12.0, 0.0, Point::new(1260.0, 1782.0));
        let places = (0..9).map(|index| Point::new(f64::from(index) * 20.0, 50.0)).collect();
        let mut steps = StepControl { places, last: None, factor: 1.0 };
        for _ in 0..times {
            let mut proposed = map.warp;
            proposed.x[0] += gain * (0.5 - map.warp.x[0]);
            steps.apply_step(&mut map, proposed);
        }
        (0.5 - map.warp.x[0]).abs()
    }

    #[test]
    fn steps_that_are_too_long_are_shortened() {
        assert_eq!(rest(1.0, 1), 0.0);
        for gain in [0.8, 1.5, 2.1, 2.5] {
            assert!(rest(gain, 4) < 0.002, "{gain}: {}", rest(gain, 4));
        }
    }

    #[test]
    fn steps_that_are_too_short_are_not_shortened() {
        let mut map = Map::turned(Size::new(210.0, 297.0), 12.0, 0.0, Point::new(1260.0, 1782.0));
        let mut steps = StepControl { places: vec![Point::new(50.0, 50.0)], last: None, factor: 1.0 };
        for change in [0.150, 0.155, 0.160] {
            let mut proposed = map.warp;
            proposed.x[0] += change;
            steps.apply_step(&mut map, proposed);
        }
        assert!((map.warp.x[0] - 0.465).abs() < 1e-9, "{}", map.warp.x[0]);
    }
}

//! Limits the tones that occur only at one place of a page.
//!
//! - In: what the scan shows for each grey value of the page, and where these grey values occur.
//! - Out: the tones, without the effect of a fault at a single place.
//!
//! If a fault covers the only place with a grey value, the fault looks like the tone of this grey value. Tones
//! that occur at other places show that this tone is wrong.

use kurbo::{Point, Vec2};

use crate::tone::{ByTone, Flat, TONES, filled, with_black};
use hexpress_base::parallel;

/// Where a tone occurs on the page.
pub struct TonePlace {
    /// The mean position of the points with this tone.
    middle: Point,
    /// Whether nearly all points are near the mean position.
    is_single: bool,
}

/// The largest distance in mm between two points at the same place.
const SAME_PLACE_MM: f64 = 10.0;

impl TonePlace {
    /// Returns the place of each tone. The item is `None` if the tone does not occur.
    pub fn of_tones(flats: &[Flat], by_tone: &ByTone) -> Vec<Option<Self>> {
        /// At least this fraction of the points of a tone must be near their mean position.
        const MIN_NEAR: f64 = 0.9;
        let place = |tone: usize| {
            let point =
                |index: &usize| Point::new(f64::from(flats[*index].at[0]), f64::from(flats[*index].at[1]));
            let points = || by_tone.near(tone).iter().map(point);
            let count = by_tone.near(tone).len() as f64;
            let sum = points().fold(Vec2::ZERO, |sum, point| sum + point.to_vec2());
            let middle = (sum / count).to_point();
            let near = points().filter(|point| (*point - middle).hypot() < SAME_PLACE_MM).count() as f64;
            (count > 0.0).then_some(Self { middle, is_single: near >= MIN_NEAR * count })
        };
        parallel::in_order(TONES, || (), |(), tone| place(tone))
    }

    /// Returns whether another tone also occurs elsewhere.
    fn is_without(&self, other: &Self) -> bool {
        !other.is_single || (other.middle - self.middle).hypot() > SAME_PLACE_MM
    }
}

/// Limits the tones that occur only at one place. Such a tone may be wrong because the place is covered, for
/// example. So it may differ only by some grey values from the tone that follows from other places. The tone
/// that differs most is limited first, and no longer limits the others.
pub fn limited_tones(medians: &[Option<f64>], places: &[Option<TonePlace>]) -> Vec<Option<f64>> {
    let mut known = medians.to_vec();
    let mut wrong: Vec<usize> = Vec::new();
    loop {
        let excess = |tone: usize| Some((tone, ToneRange::new(tone, &known, places)?.excess(known[tone]?)));
        let excesses = parallel::in_order(TONES, || (), |(), tone| excess(tone));
        let worst = excesses.into_iter().flatten().max_by(|(_, a), (_, b)| a.total_cmp(b));
        let Some((tone, _)) = worst.filter(|(_, excess)| *excess > 0.0) else { break };
        known[tone] = None;
        wrong.push(tone);
    }
    let ranges: Vec<Option<ToneRange>> =
        wrong.iter().map(|tone| ToneRange::new(*tone, &known, places)).collect();
    for (tone, range) in wrong.into_iter().zip(ranges) {
        known[tone] = medians[tone].zip(range).map(|(value, range)| range.nearest(value));
    }
    known
}

/// The values that a tone may have, according to the tones at other places.
struct ToneRange {
    middle: f64,
    reach: f64,
}

impl ToneRange {
    /// Returns `None` if the tone occurs at several places, or if no tone occurs elsewhere.
    fn new(tone: usize, known: &[Option<f64>], places: &[Option<TonePlace>]) -> Option<Self> {
        /// How far two tones with the same grey value may differ, because they have different colours.
        const MAX_COLOUR_DIFFERENCE: f64 = 25.0;
        /// A tone that follows from other tones may be wrong by this fraction of its distance from the
        /// nearest of them.
        const ERROR_PER_DISTANCE: f64 = 0.5;
        let place = places[tone].as_ref().filter(|place| place.is_single)?;
        let is_elsewhere =
            |other: &Option<TonePlace>| other.as_ref().is_some_and(|other| place.is_without(other));
        let elsewhere: Vec<Option<f64>> =
            known.iter().zip(places).map(|(value, other)| value.filter(|_| is_elsewhere(other))).collect();
        let others = (0..TONES).filter(|other| elsewhere[*other].is_some());
        let distance = others.map(|other| other.abs_diff(tone)).min()?;
        let reach = MAX_COLOUR_DIFFERENCE + ERROR_PER_DISTANCE * distance as f64;
        Some(Self { middle: f64::from(filled(&with_black(elsewhere))?[tone]), reach })
    }

    /// Returns how far a value is outside the range.
    fn excess(&self, value: f64) -> f64 {
        (value - self.middle).abs() - self.reach
    }

    fn nearest(&self, value: f64) -> f64 {
        value.clamp(self.middle - self.reach, self.middle + self.reach)
    }
}

/// Limits the spreads of the tones that occur only at one place. If a part of the place is covered, the scan
/// varies there more than it should.
pub fn limited_spreads(spreads: &[Option<f64>], places: &[Option<TonePlace>]) -> Vec<Option<f64>> {
    /// The scan may vary at a single place by this multiple of the largest spread of the other tones.
    const MAX_RATIO: f64 = 2.0;
    let is_single = |tone: usize| places[tone].as_ref().is_some_and(|place| place.is_single);
    let others = (0..spreads.len()).filter(|tone| !is_single(*tone)).filter_map(|tone| spreads[tone]);
    let most = others.max_by(f64::total_cmp).map_or(f64::INFINITY, |spread| MAX_RATIO * spread);
    let limit = |(tone, spread): (usize, &Option<f64>)| {
        spread.map(|spread| if is_single(tone) { spread.min(most) } else { spread })
    };
    spreads.iter().enumerate().map(limit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tone_at_one_place_is_limited_by_tones_elsewhere() {
        let place = |x: f64, is_single| Some(TonePlace { middle: Point::new(x, 0.0), is_single });
        let (mut medians, mut places) = (vec![None; TONES], Vec::from_iter((0..TONES).map(|_| None)));
        let tones = [
            (50, 45.0, place(0.0, true)),
            // This tone is covered by a lighter one.
            (100, 190.0, place(40.0, true)),
            (120, 105.0, place(80.0, true)),
            (240, 230.0, place(50.0, false)),
        ];
        for (tone, value, place) in tones {
            (medians[tone], places[tone]) = (Some(value), place);
        }
        let limited = limited_tones(&medians, &places);
        assert_eq!((limited[50], limited[120], limited[240]), (Some(45.0), Some(105.0), Some(230.0)));
        // The tones 50 and 120 are elsewhere, so tone 100 should be about 88. It may differ from this by 25,
        // and by half of its distance from tone 120.
        let expected = 45.0 + 60.0 * 50.0 / 70.0 + 25.0 + 10.0;
        assert!((limited[100].unwrap() - expected).abs() < 1e-4, "{:?}", limited[100]);
        // A tone that occurs at several places is known.
        places[100] = place(40.0, false);
        assert_eq!(limited_tones(&medians, &places)[100], Some(190.0));
    }

    #[test]
    fn a_spread_at_one_place_is_limited_by_spreads_elsewhere() {
        let place = |is_single| Some(TonePlace { middle: Point::ORIGIN, is_single });
        let limited = |paper_is_single| {
            limited_spreads(&[Some(40.0), Some(8.0)], &[place(true), place(paper_is_single)])
        };
        assert_eq!(limited(false), [Some(16.0), Some(8.0)]);
        assert_eq!(limited(true), [Some(40.0), Some(8.0)]);
    }
}

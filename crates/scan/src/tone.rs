//! Predicts the grey values of a scan from the grey values of its page.
//!
//! - In: the drawn page, the scan, and the map between them.
//! - Out: the grey value that the scan should have at a point.
//!
//! A scan differs from its page for two reasons. The module estimates them alternately, in several
//! rounds:
//!
//! - The scanner shows each grey value of the page as another grey value, called the *tone*. The
//!   tone is the median of the grey values that the scan shows where the page has this grey value.
//!   Only points away from edges count. The grey values of the scan are first divided by the light
//!   at their points.
//! - The scanner lights some places more than others. The *light* is a factor for each point of the page.
//!   It is a polynomial of second degree in the coordinates of the point, fitted to the grey values of
//!   the scan, divided by their tones.

use kurbo::{Point, Rect};

use crate::fit::median_or_zero;
use crate::fit::solve::Factored;
use crate::light;
use crate::map::Map;
use crate::observe::Drawn;
use crate::plane::Plane;
use crate::single_places::{TonePlace, limited_spreads, limited_tones};
use hexpress_base::parallel;

/// The number of terms of the polynomial that describes the light.
const LIGHT_TERMS: usize = 6;
pub const TONES: usize = 256;

/// For each round of the fit, the usual error of the light that the previous round fitted. The correct
/// light at a point is the scan divided by its expected tone. The first round begins with even light,
/// so the error is large.
const USUAL_OFF: [f64; 7] = [0.3, 0.15, 0.1, 0.06, 0.03, 0.03, 0.03];

/// What the scan shows for each grey value of the page.
pub struct Tones {
    tones: Vec<f32>,
    /// The tones, where a tone that occurs only at one place is limited by the other tones. Such a place may
    /// have a fault.
    limited: Vec<f32>,
    /// For each grey value of the page, how much the scan varies where the page has this grey value.
    spreads: Vec<f32>,
    /// The spreads, limited like the tones.
    limited_spreads: Vec<f32>,
    /// For each grey value of the page, the uncertainty of its tone. The uncertainty is 0 if a flat
    /// area of the page has this grey value.
    doubts: Vec<f32>,
    light: [f64; LIGHT_TERMS],
}

/// A point of the page that is not near an edge.
pub struct Flat {
    /// The coordinates of the point, in mm.
    pub at: [f32; 2],
    terms: [f64; LIGHT_TERMS],
    drawn: usize,
    scanned: f64,
}

fn light_terms(map: &Map, at: Point) -> [f64; LIGHT_TERMS] {
    let terms = map.frame.terms(at);
    [0, 1, 2, 3, 4, 5].map(|term| terms[term])
}

impl Tones {
    /// Learns the tones of a scan. Ignores the areas `absent` of the page, because pieces are missing
    /// there. Returns `None` if the page has no flat areas.
    pub fn learn(drawn: &Drawn, scan: &Plane, map: &Map, absent: &[Rect]) -> Option<Self> {
        /// The distance between the points that are examined, in pixels.
        const POINT_DISTANCE_PIXELS: usize = 3;
        let plane = drawn.plane();
        let flat = |x: usize, y: usize| {
            if drawn.is_near_edge(x, y) {
                return None;
            }
            let at = Point::new(x as f64 + 0.5, y as f64 + 0.5).to_vec2() / drawn.pixels_per_mm;
            if absent.iter().any(|area| area.contains(at.to_point())) {
                return None;
            }
            let scanned = map.apply(at.to_point());
            let value = scan.sample(scanned.x, scanned.y)?;
            let terms = light_terms(map, at.to_point());
            let tone = light::to_grey(plane.at(x, y)).round().clamp(0.0, 255.0) as usize;
            let at = [at.x as f32, at.y as f32];
            Some(Flat { at, terms, drawn: tone, scanned: f64::from(light::to_grey(value)).max(1.0) })
        };
        let of_row = |(): &mut (), row: usize| -> Vec<Flat> {
            (1..plane.width)
                .step_by(POINT_DISTANCE_PIXELS)
                .filter_map(|x| flat(x, 1 + row * POINT_DISTANCE_PIXELS))
                .collect()
        };
        let rows =
            parallel::in_order(plane.height.saturating_sub(1).div_ceil(POINT_DISTANCE_PIXELS), || (), of_row);
        let flats: Vec<Flat> = rows.into_iter().flatten().collect();
        let by_tone = ByTone::new(&flats);
        let mut light = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        let counts: Vec<usize> = (0..TONES).map(|tone| by_tone.near(tone).len()).collect();
        let mut measured = medians(&flats, &by_tone, &light);
        let mut known = rising(measured.clone(), &counts);
        for usual in USUAL_OFF {
            light = fit_light(&flats, &known, &light, usual)?;
            measured = medians(&flats, &by_tone, &light);
            known = rising(measured.clone(), &counts);
        }
        let places = TonePlace::of_tones(&flats, &by_tone);
        let limited = rising(limited_tones(&measured, &places), &counts);
        let spreads = spreads(&flats, &known, &light);
        let doubts = doubts(&known);
        Some(Self {
            tones: filled(&with_black(known))?,
            limited: filled(&with_black(limited))?,
            limited_spreads: filled(&limited_spreads(&spreads, &places))?,
            spreads: filled(&spreads)?,
            doubts,
            light,
        })
    }

    /// Returns the tones that the page should have if no ink is missing: a tone that occurs only at one place
    /// is limited by the other tones.
    pub fn with_limits(self) -> Self {
        Self { tones: self.limited.clone(), spreads: self.limited_spreads.clone(), ..self }
    }

    /// Returns how bright the light of the scanner is at a point of the page, as a factor.
    pub fn brightness(&self, map: &Map, at: Point) -> f32 {
        light_terms(map, at).iter().zip(&self.light).map(|(a, b)| a * b).sum::<f64>() as f32
    }

    /// Returns the light that the scan should have where the page has the light `drawn`.
    pub fn predict(&self, drawn: f32, brightness: f32) -> f32 {
        light::of_grey(between(&self.tones, light::to_grey(drawn)) * brightness)
    }

    /// Returns how far a predicted value may be wrong. It is predicted from other grey values if no flat
    /// area of the page has the grey value of `drawn`.
    pub fn doubt(&self, drawn: f32) -> f32 {
        between(&self.doubts, light::to_grey(drawn))
    }

    /// Returns how much the scan usually varies around a tone.
    pub fn spread(&self, drawn: f32) -> f32 {
        between(&self.spreads, light::to_grey(drawn))
    }
}

/// Adds a value for black if the page has no flat black areas. The value is extrapolated in a straight
/// line from the darkest known tone.
pub fn with_black(known: Vec<Option<f64>>) -> Vec<Option<f64>> {
    /// The least value that black may have in the scan. Black on paper is never quite black.
    const MIN_BLACK: f64 = 15.0;
    let mut known = known;
    let ends = (known.iter().position(Option::is_some), known.iter().rposition(Option::is_some));
    if let (Some(first), Some(last)) = ends
        && let (Some(darkest), Some(lightest)) = (known[first], known[last])
        && first > 0
    {
        let slope = lightest / last as f64;
        known[0] = Some((darkest - slope * first as f64).max(MIN_BLACK).min(darkest));
    }
    known
}

/// Returns the uncertainty of each tone, which follows from its distance to the nearest known tone.
fn doubts(known: &[Option<f64>]) -> Vec<f32> {
    /// An unknown tone may be wrong by this fraction of its distance from a known tone.
    const UNKNOWN_TONE_ERROR: f32 = 0.5;
    let mut doubts = vec![f32::INFINITY; known.len()];
    for (tone, _) in known.iter().enumerate().filter(|(_, value)| value.is_some()) {
        for (other, doubt) in doubts.iter_mut().enumerate() {
            *doubt = doubt.min(tone.abs_diff(other) as f32 * UNKNOWN_TONE_ERROR);
        }
    }
    doubts
}

fn between(values: &[f32], at: f32) -> f32 {
    let at = at.clamp(0.0, (TONES - 1) as f32);
    let low = (at as usize).min(TONES - 2);
    values[low] + (values[low + 1] - values[low]) * (at - low as f32)
}

fn light_at(flat: &Flat, light: &[f64; LIGHT_TERMS]) -> f64 {
    flat.terms.iter().zip(light).map(|(a, b)| a * b).sum::<f64>().max(0.1)
}

/// The flat points of a page in the order of their tones.
pub struct ByTone {
    /// The indices of the points.
    points: Vec<usize>,
    /// For each tone, the index in `points` of the first point with this tone. The last entry is
    /// the number of all points.
    starts: Vec<usize>,
}

impl ByTone {
    fn new(flats: &[Flat]) -> Self {
        let mut starts = vec![0; TONES + 1];
        flats.iter().for_each(|flat| starts[flat.drawn + 1] += 1);
        (0..TONES).for_each(|tone| starts[tone + 1] += starts[tone]);
        let (mut points, mut next) = (vec![0; flats.len()], starts.clone());
        for (index, flat) in flats.iter().enumerate() {
            points[next[flat.drawn]] = index;
            next[flat.drawn] += 1;
        }
        Self { points, starts }
    }

    /// Returns the indices of the points whose tone is equal to `tone`, or nearly so.
    pub fn near(&self, tone: usize) -> &[usize] {
        /// Two tones count as the same tone if they differ by at most this.
        const SAME_TONE: usize = 2;
        &self.points
            [self.starts[tone.saturating_sub(SAME_TONE)]..self.starts[(tone + SAME_TONE + 1).min(TONES)]]
    }
}

/// Returns the median of the scan for each tone that occurs often enough. The item for any other tone
/// is `None`.
fn medians(flats: &[Flat], by_tone: &ByTone, light: &[f64; LIGHT_TERMS]) -> Vec<Option<f64>> {
    /// The smallest number of points with a tone.
    const MIN_POINTS: usize = 12;
    let medians: Vec<Option<f64>> = parallel::in_order(
        TONES,
        || (),
        |(), tone| {
            let points = by_tone.near(tone);
            let scanned = |index: &usize| flats[*index].scanned / light_at(&flats[*index], light);
            (points.len() >= MIN_POINTS)
                .then(|| median_or_zero(&mut points.iter().map(scanned).collect::<Vec<f64>>()))
        },
    );
    printed(medians)
}

/// Drops the tones that contradict other tones: where the page is lighter, the scan cannot be much
/// darker. For example, if the only piece with a grey value is missing, the scan shows paper in its
/// place. The tone of this grey value then contradicts the tones of all lighter grey values. Keeps
/// the set of tones without contradictions that covers the most points.
fn rising(medians: Vec<Option<f64>>, counts: &[usize]) -> Vec<Option<f64>> {
    /// How much darker the scan may be at the lighter of two tones, because the two tones have
    /// different colours.
    const MAX_DARKENING: f64 = 25.0;
    // For each tone, the set of tones without contradictions that covers the most points. The set
    // contains this tone, and no tone with a larger median.
    let mut chains: Vec<Chain> = Vec::new();
    for (tone, value) in medians.iter().enumerate() {
        let Some(value) = *value else { continue };
        let mut best = Chain { lightest: value, count: counts[tone], tones: vec![tone] };
        for chain in &mut chains {
            if value < chain.lightest - MAX_DARKENING {
                continue;
            }
            if value <= chain.lightest {
                chain.count += counts[tone];
                chain.tones.push(tone);
            } else if chain.count + counts[tone] > best.count {
                best.count = chain.count + counts[tone];
                best.tones = chain.tones.iter().copied().chain([tone]).collect();
            }
        }
        chains.push(best);
    }
    let mut kept = vec![None; medians.len()];
    if let Some(best) = chains.into_iter().max_by_key(|chain| chain.count) {
        best.tones.into_iter().for_each(|tone| kept[tone] = medians[tone]);
    }
    kept
}

/// Tones without contradictions.
struct Chain {
    /// The largest value that the scan shows for these tones.
    lightest: f64,
    /// How often these tones occur in total.
    count: usize,
    tones: Vec<usize>,
}

/// Drops the dark tones that the scan shows as bare paper, because a piece is missing there. A missing
/// ink cannot be the cause: cyan, magenta or yellow without another ink never prints such a dark tone.
fn printed(mut medians: Vec<Option<f64>>) -> Vec<Option<f64>> {
    /// Grey values of the page below this value count as dark.
    const MAX_DARK_GREY: usize = 140;
    /// A printed tone is darker than paper by at least this fraction.
    const MIN_DARKNESS: f64 = 0.08;
    let paper = medians.iter().flatten().copied().fold(0.0, f64::max);
    for value in &mut medians[..MAX_DARK_GREY] {
        *value = value.filter(|value| *value < (1.0 - MIN_DARKNESS) * paper);
    }
    medians
}

fn spreads(flats: &[Flat], known: &[Option<f64>], light: &[f64; LIGHT_TERMS]) -> Vec<Option<f64>> {
    let mut values: Vec<Vec<f64>> = vec![Vec::new(); TONES];
    for flat in flats {
        if let Some(tone) = known[flat.drawn] {
            values[flat.drawn].push((flat.scanned - tone * light_at(flat, light)).abs());
        }
    }
    // The factor 1.4826 converts the median of distances to a standard deviation.
    values.iter_mut().map(|values| (!values.is_empty()).then(|| 1.4826 * median_or_zero(values))).collect()
}

/// Fits the light to the ratios of the scan to its expected tones. Points that differ by more than
/// `usual` count less.
fn fit_light(
    flats: &[Flat],
    known: &[Option<f64>],
    before: &[f64; LIGHT_TERMS],
    usual: f64,
) -> Option<[f64; LIGHT_TERMS]> {
    /// Only every fourth point is used, which saves time.
    const POINT_STEP: usize = 4;
    let (mut matrix, mut right) = ([0.0; LIGHT_TERMS * LIGHT_TERMS], [0.0; LIGHT_TERMS]);
    for flat in flats.iter().step_by(POINT_STEP) {
        let Some(tone) = known[flat.drawn].filter(|tone| *tone > 20.0) else { continue };
        let ratio = flat.scanned / tone;
        let weight = 1.0 / (1.0 + ((ratio - light_at(flat, before)) / usual).powi(2));
        for row in 0..LIGHT_TERMS {
            right[row] += weight * flat.terms[row] * ratio;
            for column in 0..LIGHT_TERMS {
                matrix[row * LIGHT_TERMS + column] += weight * flat.terms[row] * flat.terms[column];
            }
        }
    }
    for row in 0..LIGHT_TERMS {
        matrix[row * LIGHT_TERMS + row] += 1.0;
    }
    // On a page with few flat points, the equations hardly determine the light. So even light is
    // slightly preferred.
    right[0] += 1.0;
    let solved = Factored::new(&matrix, LIGHT_TERMS)?.solve(&right);
    Some([0, 1, 2, 3, 4, 5].map(|term| solved[term]))
}

/// Fills gaps between known values. Returns `None` if no value is known.
pub fn filled(values: &[Option<f64>]) -> Option<Vec<f32>> {
    let known: Vec<(usize, f64)> =
        values.iter().enumerate().filter_map(|(index, value)| Some((index, (*value)?))).collect();
    let ends = [known.first()?.1, known.last()?.1];
    Some((0..values.len()).map(|index| filled_at(index, &known, ends) as f32).collect())
}

/// Interpolates the value at `index` between two known values. Before the first known value, returns
/// the first. After the last known value, returns the last.
fn filled_at(index: usize, known: &[(usize, f64)], [first, last]: [f64; 2]) -> f64 {
    let after = known.partition_point(|(at, _)| *at < index);
    match (after.checked_sub(1).map(|before| known[before]), known.get(after)) {
        (_, Some((at, value))) if *at == index => *value,
        (Some((from, low)), Some((to, high))) => {
            low + (high - low) * (index - from) as f64 / (to - from) as f64
        }
        (None, _) => first,
        (_, None) => last,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tone_that_only_a_missing_piece_has_is_dropped() {
        // The darkest tone shows paper, because the piece is missing.
        let medians = vec![Some(240.0), Some(60.0), Some(52.0), None, Some(245.0)];
        let kept = rising(medians, &[400, 900, 300, 0, 5000]);
        assert_eq!(kept, [None, Some(60.0), Some(52.0), None, Some(245.0)]);
    }

    #[test]
    fn two_rare_tones_count_more_than_a_frequent_one_that_contradicts_them() {
        let medians = vec![Some(240.0), Some(60.0), Some(90.0), Some(245.0)];
        assert_eq!(rising(medians, &[400, 300, 300, 5000])[..2], [None, Some(60.0)]);
    }

    #[test]
    fn a_dark_tone_that_looks_like_paper_is_dropped() {
        let mut medians = vec![None; TONES];
        (medians[95], medians[150], medians[255]) = (Some(238.0), Some(238.0), Some(245.0));
        let kept = printed(medians);
        assert_eq!((kept[95], kept[150]), (None, Some(238.0)));
    }
}

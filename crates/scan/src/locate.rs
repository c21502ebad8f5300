//! Finds where a scan shows each point of a page.
//!
//! - In: a page of a PDF, and the brightness of the pixels of a scan.
//! - Out: an accurate map, and the observations to which the map was fitted.
//! - Not here: what the map means (`figures`), and faults.

use std::sync::Arc;

use kurbo::{Rect, Size};

use crate::colour_grid::Colours;
use crate::fit::improve::{Improved, improve};
use crate::fit::{Degree, Fitted, fit, median_or_zero};
use crate::light;
use crate::map::Map;
use crate::observe::{Drawn, Observation, PartMeasurement, observe, squares};
use crate::page::{RenderedPage, Sheets};
use crate::plane::Plane;
use crate::rough::turn::{Page, best_turn};
use crate::rough::{Edges, best_of_each_quarter, find};
use crate::tone::Tones;
use hexpress_base::parallel;

/// The side of the parts of a page that are measured, in mm. The parts are squares.
const PART_SIDE_MM: f64 = 4.0;
/// The smallest number of pixels along the side of a part.
const MIN_SIDE_PIXELS: f64 = 14.0;
/// The highest resolution that the rough search uses, in pixels per mm.
const ROUGH_PIXELS_PER_MM: f64 = 4.0;

/// A map with another quarter turn is nearly as good as the best map if it explains enough of the scan.
/// It must explain more than this fraction of the variance that the best map explains.
const ALIKE_SHARE: f64 = 0.6;
/// The lowest resolution, in pixels per mm, at which the orientation of a page can be recognised. Words
/// are just large enough to be told apart from words that are upside down.
const LEGIBLE_PIXELS_PER_MM: f64 = 5.0;

/// The number of rough maps that are compared at a finer resolution.
const MAX_COMPARED_MAPS: usize = 4;

/// The brightness of a scan, at several resolutions.
pub struct Scan {
    /// The brightness at each resolution. The finest level comes first. Each other level has half the
    /// resolution of the previous level.
    levels: Vec<Plane>,
    /// The resolution of the finest level, as the file of the scan states it.
    pub pixels_per_mm: f64,
    /// The colours, if they are known. They have the same coordinates as the finest level.
    pub colours: Option<Colours>,
    edges: Edges,
}

impl Scan {
    /// Creates a scan. `plane` contains amounts of light.
    pub fn new(plane: Plane, pixels_per_mm: f64) -> Self {
        let mut levels = vec![plane];
        let mut resolution = pixels_per_mm;
        while resolution >= ROUGH_PIXELS_PER_MM {
            let finer = &levels[levels.len() - 1];
            levels.push(finer.halved());
            resolution /= 2.0;
        }
        let edges = Edges::new(&levels[levels.len() - 1].map(light::to_grey).smoothed(1), resolution);
        Self { levels, pixels_per_mm, colours: None, edges }
    }

    pub fn with_colours(self, colours: Colours) -> Self {
        Self { colours: Some(colours), ..self }
    }

    pub fn finest(&self) -> &Plane {
        &self.levels[0]
    }

    /// Returns the coarsest level with at least this number of pixels per mm, and the side of its
    /// pixels in pixels of the finest level.
    pub fn coarse(&self, least: f64) -> (&Plane, f64) {
        let level = (0..self.levels.len()).rev().find(|level| self.resolution(*level) >= least).unwrap_or(0);
        (&self.levels[level], (1_u64 << level) as f64)
    }

    fn coarsest(&self) -> usize {
        self.levels.len() - 1
    }

    fn resolution(&self, level: usize) -> f64 {
        self.pixels_per_mm / (1_u64 << level) as f64
    }
}

/// A page that a scan may show.
#[derive(Debug, Clone)]
pub struct Candidate {
    pub page: usize,
    /// The map from mm on the page to pixels of the scan at the highest resolution that [`Scan`] stores.
    pub map: Map,
    /// Maps with other quarter turns that fit nearly as well. A board may look alike after a quarter
    /// turn, except for its words, which the rough search does not see.
    pub turned: Vec<Map>,
    /// The fraction of the scan's variance near drawn edges that the page explains, from 0 to 1. It is
    /// 1 if the page explains all differences in brightness there.
    pub quality: f64,
}

/// Finds a page roughly. `sizes` contains the possible sizes of the print, as factors of its nominal
/// size. Returns `None` if the page is empty or cannot be drawn.
pub fn find_page(sheets: &Sheets, page: usize, scan: &Scan, sizes: &[f64]) -> Option<Candidate> {
    let size = sheets.size(page)?;
    let level = scan.coarsest();
    let resolution = scan.resolution(level);
    let drawn = sheets.draw(page, resolution)?;
    let edges = Edges::new(&drawn.plain.map(light::to_grey).smoothed(1), resolution);
    let half =
        (ScanAppearance::default().drawn(&drawn.halved(), resolution / 2.0), scan.levels[level].halved());
    let drawn = ScanAppearance::default().drawn(&drawn, resolution);
    let guesses = find(size, &edges, &scan.edges, sizes);
    let density = scaled(&edges.density);
    let no_growth = Plane::new(density.width, density.height);
    let density = Drawn::new(density, no_growth, edges.pixels_per_mm);
    let scan_density = scaled(&scan.edges.density);
    let shown = &scan.levels[level];
    let mut fitted =
        changed_each(&guesses, |map| refine(&density, &scan_density, map, size, Degree::Affine, 5));
    fitted.sort_by(|(_, a), (_, b)| b.pixels.total_cmp(&a.pixels));
    let compared = best_of_each_quarter(fitted.into_iter().map(|(map, _)| map), MAX_COMPARED_MAPS);
    let mut better = changed_each(&compared, |map| {
        // The first fit uses half the resolution. It finds thin lines even if the rough map is
        // inaccurate.
        let (drawn_half, shown_half) = &half;
        let map = map.coarser(scan.edges.pixels_per_mm / (resolution / 2.0));
        let (map, _) = refine(drawn_half, shown_half, map, size, Degree::Affine, 4)?;
        refine(&drawn, shown, map.coarser(0.5), size, Degree::Affine, 3)
    });
    better.sort_by(|(_, a), (_, b)| b.pixels.total_cmp(&a.pixels));
    let (best, most) = *better.first()?;
    let (map, explained) = refine(&drawn, shown, best, size, Degree::Affine, 3)?;
    let to_finest = resolution / scan.pixels_per_mm;
    let turned = alike_in_other_quarters(&better, &best, most)
        .into_iter()
        .filter_map(|map| refine(&drawn, shown, map, size, Degree::Affine, 3))
        .map(|(map, _)| map.coarser(to_finest))
        .collect();
    Some(Candidate { page, map: map.coarser(to_finest), turned, quality: explained.quality() })
}

/// Changes each map. Leaves out maps for which `change` returns `None`.
fn changed_each(
    maps: &[Map],
    change: impl Fn(Map) -> Option<(Map, Explained)> + Sync,
) -> Vec<(Map, Explained)> {
    let changed = parallel::in_order(maps.len(), || (), |(), index| change(maps[index]));
    changed.into_iter().flatten().collect()
}

/// Returns the best map of each other quarter turn, if it explains nearly as much of the scan's
/// variance as the best map.
fn alike_in_other_quarters(found: &[(Map, Explained)], best: &Map, most: Explained) -> Vec<Map> {
    let alike = found.iter().filter(|(map, explained)| {
        explained.pixels > ALIKE_SHARE * most.pixels && !map.is_in_quarter_of(best)
    });
    best_of_each_quarter(alike.map(|(map, _)| *map), 0)
}

/// Smooths a density of edges, and scales it to values up to 255.
fn scaled(density: &Plane) -> Plane {
    density.smoothed(1).map(|value| value * 255.0)
}

/// Improves a map with up to `times` steps. Returns the map, and how much of the scan's variance the drawn
/// page explains with this map. Returns `None` if too few parts can be measured.
fn refine(
    drawn: &Drawn,
    scan: &Plane,
    map: Map,
    size: Size,
    degree: Degree,
    times: usize,
) -> Option<(Map, Explained)> {
    let Improved { map, measurements } = improve(drawn, scan, map, &parts(drawn, size), degree, times)?;
    Some((map, Explained::from_measurements(&measurements)))
}

/// Returns the parts of a page that are measured.
fn parts(drawn: &Drawn, size: Size) -> Vec<Rect> {
    squares(size, PART_SIDE_MM.max(MIN_SIDE_PIXELS / drawn.pixels_per_mm))
}

/// How much of the variance of a scan the drawn page explains. Both fields count pixels near drawn
/// edges.
#[derive(Debug, Clone, Copy, Default)]
struct Explained {
    /// The number of pixels, but each pixel counts only as the fraction of the variance that is
    /// explained in its part.
    pixels: f64,
    /// The number of pixels in all parts, including pixels that the scan does not show.
    all: f64,
}

impl Explained {
    fn from_measurements(measurements: &[Option<PartMeasurement>]) -> Self {
        let mut sum = Self::default();
        for part in measurements.iter().flatten() {
            let explained = if part.contrast > 0.1 { part.explained_share } else { 0.0 };
            sum.pixels += part.pixels as f64 * explained;
            sum.all += (part.pixels + part.unseen) as f64;
        }
        sum
    }

    /// Returns the fraction of the variance of the scan that the drawn page explains, over all parts.
    fn quality(&self) -> f64 {
        if self.all > 0.0 { self.pixels / self.all } else { 0.0 }
    }
}

/// Returns the observations of the parts that are about as sharp as the others. Blurred parts are
/// left out, because a smear displaces what it blurs.
pub fn observations(measurements: &[Option<PartMeasurement>]) -> Vec<Observation> {
    let max_blur = max_usual_blur(measurements, 60);
    let parts = measurements.iter().flatten().filter(|part| part.blur <= max_blur);
    parts.flat_map(|part| part.observations).flatten().collect()
}

/// Returns the largest usual blur of parts, in mm². Parts with fewer than `pixels` pixels near
/// edges do not count.
pub fn max_usual_blur(measurements: &[Option<PartMeasurement>], pixels: usize) -> f64 {
    /// The smallest additional blur of a smear, in mm².
    const MIN_BLUR: f64 = 0.012;
    let sure = || measurements.iter().flatten().filter(|measurement| measurement.pixels >= pixels);
    let usual = median_or_zero(&mut sure().map(|measurement| measurement.blur).collect::<Vec<_>>());
    let mut off: Vec<f64> = sure().map(|measurement| (measurement.blur - usual).abs()).collect();
    usual + (8.0 * median_or_zero(&mut off)).max(MIN_BLUR)
}

/// A page whose place in the scan is known accurately.
pub struct Located {
    pub page: usize,
    pub size: Size,
    pub drawn: Drawn,
    pub map: Map,
    pub fitted: Fitted,
    pub parts: Vec<Rect>,
    pub measurements: Vec<Option<PartMeasurement>>,
    /// The observations to which the map was fitted. Their shifts are relative to `map`.
    pub observations: Vec<Observation>,
    pub quality: f64,
    /// The variance of the blur that the scan has in addition to the blur of the drawing, in mm².
    pub blur: f64,
    /// The colours of the page.
    pub colours: Arc<Colours>,
}

impl Located {
    /// Fits the map again, to the parts that are outside of all `areas`. Returns `None` if too few of
    /// these parts can be measured.
    pub fn fitted_without(mut self, scan: &Scan, areas: &[Rect]) -> Option<Self> {
        let is_outside = |one: &Observation| !areas.iter().any(|area| area.contains(one.at));
        self.observations.retain(is_outside);
        refit_map(&mut self.map, &mut self.observations)?;
        // The parts were measured less exactly where the map was wrong, so they are measured again.
        self.measurements = observe(&self.drawn, scan.finest(), &self.map, &self.parts);
        self.observations = observations(&self.measurements);
        self.observations.retain(is_outside);
        self.fitted = refit_map(&mut self.map, &mut self.observations)?;
        Some(self)
    }
}

/// Fits `map` to observations whose shifts are relative to it. Then makes the shifts relative to the
/// new map. Returns `None` if there are too few observations.
fn refit_map(map: &mut Map, observations: &mut [Observation]) -> Option<Fitted> {
    let before = *map;
    let fitted = fit(observations, &before, Degree::Full)?;
    map.warp = fitted.warp;
    for one in observations {
        let moved = map.displacement(one.at) - before.displacement(one.at);
        one.shift -= one.direction.dot(moved);
    }
    Some(fitted)
}

/// Returns the usual variance of the blur of the parts, in mm². It may be less than 0.
/// [`PartMeasurement::blur`] is half of such a variance.
fn typical_blur(measurements: &[Option<PartMeasurement>]) -> f64 {
    2.0 * median_or_zero(
        &mut measurements.iter().flatten().map(|measurement| measurement.blur).collect::<Vec<_>>(),
    )
}

/// The tones and the blur of a scan. A drawing must have the same tones and blur, because otherwise
/// its edges seem to be displaced.
#[derive(Default)]
struct ScanAppearance {
    tones: Option<Tones>,
    /// The variance of the blur, in mm².
    blur: f64,
}

impl ScanAppearance {
    /// Returns a drawing with the tones and the blur of the scan.
    fn drawn(&self, drawing: &RenderedPage, pixels_per_mm: f64) -> Drawn {
        /// The variance of the blur that each drawing gets, in square pixels. Without this blur, edges of
        /// the drawing would be jumps, which have no slope.
        const DRAWING_BLUR: f64 = 0.5;
        let variance = DRAWING_BLUR + self.blur * pixels_per_mm * pixels_per_mm;
        let toned = |plane: &Plane| match &self.tones {
            Some(tones) => plane.map(|light| tones.predict(light, 1.0)).blurred(variance),
            None => plane.blurred(variance),
        };
        let (plain, mut growth) = (toned(&drawing.plain), toned(&drawing.grown));
        let per_mm = 1.0 / drawing.growth as f32;
        growth.for_rows(|y, row| {
            for (value, plain) in row.iter_mut().zip(plain.row(y)) {
                *value = (plain - *value) * per_mm;
            }
        });
        Drawn::new(plain, growth, pixels_per_mm)
    }
}

/// A map that was refined at some levels of a scan, and the tones and the blur that were measured
/// there.
struct RefinedMap {
    map: Map,
    appearance: ScanAppearance,
}

impl RefinedMap {
    /// Refines the map at a level of a scan, and measures the tones there. Returns `None` if too few parts
    /// of the page can be measured.
    fn refine(&mut self, level: usize, drawing: &RenderedPage, scan: &Scan, size: Size) -> Option<()> {
        let factor = (1_u64 << level) as f64;
        let drawn = self.appearance.drawn(drawing, scan.resolution(level));
        let degree = if level <= 1 { Degree::Full } else { Degree::Affine };
        let coarse = self.map.coarser(factor);
        let (refined, _) = refine(&drawn, &scan.levels[level], coarse, size, degree, 3)?;
        let plain = ScanAppearance::default().drawn(drawing, scan.resolution(level));
        self.appearance.tones =
            Tones::learn(&plain, &scan.levels[level], &refined, &[]).map(|tones| tones.with_limits());
        self.map = refined.coarser(1.0 / factor);
        Some(())
    }
}

/// Refines the rough map of a page at all levels of a scan except the finest. `drawings` contains the page
/// at each level. If several quarter turns are possible, the first level at which words are legible
/// decides. Returns `None` if too few parts of the page can be measured.
fn refine_coarse_levels(
    drawings: &[Arc<RenderedPage>],
    rough: &Candidate,
    scan: &Scan,
    size: Size,
) -> Option<RefinedMap> {
    let levels = scan.coarsest();
    let legible =
        (0..=levels).rev().find(|level| scan.resolution(*level) >= LEGIBLE_PIXELS_PER_MM).unwrap_or(0);
    let begun = |map: &Map| RefinedMap { map: *map, appearance: ScanAppearance::default() };
    let mut best = begun(&rough.map);
    let mut next = levels;
    if !rough.turned.is_empty() {
        // The quarter turns are refined one after another, because memory may not suffice for the
        // drawings of several turns.
        let mut turns: Vec<RefinedMap> = [&rough.map]
            .into_iter()
            .chain(&rough.turned)
            .filter_map(|map| {
                let mut turn = begun(map);
                for level in (legible..=levels).rev() {
                    turn.refine(level, &drawings[level], scan, size)?;
                }
                Some(turn)
            })
            .collect();
        let page = Page::new(drawings[legible].plain.clone(), scan.resolution(legible));
        let factor = (1_u64 << legible) as f64;
        let maps: Vec<Map> = turns.iter().map(|turn| turn.map.coarser(factor)).collect();
        best = turns.swap_remove(best_turn(&page, &scan.levels[legible], &maps)?);
        next = legible.saturating_sub(1);
    }
    for level in (1..=next).rev() {
        best.refine(level, &drawings[level], scan, size)?;
    }
    Some(best)
}

/// The largest number of steps at the finest level.
const MAX_STEPS: usize = 6;

/// Finds the accurate place of a page, beginning with a rough map. Returns `None` if the page cannot be
/// drawn, or if too few of its parts can be measured.
pub fn locate(sheets: &Sheets, rough: &Candidate, scan: &Scan) -> Option<Located> {
    let size = sheets.size(rough.page)?;
    let mut drawings = vec![sheets.draw(rough.page, scan.pixels_per_mm)?];
    while drawings.len() < scan.levels.len() {
        drawings.push(Arc::new(drawings[drawings.len() - 1].halved()));
    }
    let RefinedMap { map, mut appearance } = refine_coarse_levels(&drawings, rough, scan, size)?;
    let drawing = drawings.swap_remove(0);
    drop(drawings);
    // The blur is measured at the finest level, after the first step, because displaced edges look blurred.
    let drawn = appearance.drawn(&drawing, scan.pixels_per_mm);
    let parts = parts(&drawn, size);
    let finest = scan.finest();
    let Improved { map, measurements } = improve(&drawn, finest, map, &parts, Degree::Full, 2)?;
    appearance.blur = typical_blur(&measurements);
    // Memory may not suffice for two large drawings, so the first one is dropped.
    drop(drawn);
    let drawn = appearance.drawn(&drawing, scan.pixels_per_mm);
    let Improved { mut map, .. } = improve(&drawn, finest, map, &parts, Degree::Full, MAX_STEPS)?;
    let measurements = observe(&drawn, finest, &map, &parts);
    let mut observations = observations(&measurements);
    let fitted = refit_map(&mut map, &mut observations)?;
    let quality = Explained::from_measurements(&measurements).quality();
    let blur = (appearance.blur + typical_blur(&measurements)).max(0.0);
    let colours = Arc::clone(&drawing.colours);
    Some(Located {
        page: rough.page,
        size,
        drawn,
        map,
        fitted,
        parts,
        measurements,
        observations,
        quality,
        blur,
        colours,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_of_other_quarters_explain_nearly_as_much() {
        let size = Size::new(100.0, 60.0);
        let turned = |degrees: f64| Map::turned(size, 4.0, degrees.to_radians(), kurbo::Point::ORIGIN);
        let explained = |pixels: f64| Explained { pixels, all: 1.0 };
        let best = turned(1.0);
        let count = |degrees: f64, pixels: f64| {
            alike_in_other_quarters(&[(turned(degrees), explained(pixels))], &best, explained(10.0)).len()
        };
        assert_eq!((count(180.0, 9.0), count(180.0, 5.0)), (1, 0));
        assert_eq!((count(2.0, 9.0), count(2.0, 5.0)), (0, 0));
    }
}

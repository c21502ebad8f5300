//! Finds where a scan shows each point of a page.
//!
//! - In: a page of a PDF, and the brightness of the pixels of a scan.
//! - Out: an accurate map, and the observations to which the map was fitted.
//! - Not here: what the map means (`figures`), and faults.

use std::sync::Arc;

use kurbo::{Rect, Size};

use crate::colours::Colours;
use crate::fit::{Degree, Fitted, fit, median};
use crate::light;
use crate::map::Map;
use crate::observe::{Drawn, Observation, Seen, observe, squares};
use crate::page::{Drawing, Sheets};
use crate::plane::Plane;
use crate::rough::{Edges, best_of_each_quarter, find};
use crate::tone::Tones;

/// The side of the parts that are measured, in mm.
const PART: f64 = 4.0;
/// The smallest number of pixels along the side of a part.
const LEAST_SIDE: f64 = 14.0;
/// The highest resolution that the rough search uses, in pixels per mm.
const ROUGH: f64 = 4.0;

/// The number of rough maps that are compared at a finer resolution.
const MOST_COMPARED: usize = 4;

/// The brightness of a scan, at several resolutions.
pub struct Scan {
    /// The brightness at each resolution. The finest level comes first. Each other level has half the
    /// resolution of the previous level.
    levels: Vec<Plane>,
    /// The nominal resolution of the finest level.
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
        while resolution >= ROUGH {
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
#[derive(Debug, Clone, Copy)]
pub struct Candidate {
    pub page: usize,
    /// The map from the page to the finest level of the scan.
    pub map: Map,
    /// How well the page fits, up to 1: the fraction of the variance of the scan near drawn edges that
    /// the page explains.
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
    let drawn = Look::default().drawn(&drawn, resolution);
    let guesses = find(size, &edges, &scan.edges, sizes);
    let density = scaled(&edges.density);
    let no_growth = Plane::new(density.width, density.height);
    let density = Drawn::new(density, no_growth, edges.pixels_per_mm);
    let scan_density = scaled(&scan.edges.density);
    let shown = &scan.levels[level];
    let mut fitted: Vec<(Map, Explained)> = guesses
        .into_iter()
        .filter_map(|map| refine(&density, &scan_density, map, size, Degree::Affine, 5))
        .collect();
    fitted.sort_by(|(_, a), (_, b)| b.pixels.total_cmp(&a.pixels));
    let mut better: Vec<(Map, Explained)> =
        best_of_each_quarter(fitted.into_iter().map(|(map, _)| map), MOST_COMPARED)
            .into_iter()
            .filter_map(|map| {
                let map = map.coarser(scan.edges.pixels_per_mm / resolution);
                refine(&drawn, shown, map, size, Degree::Affine, 2)
            })
            .collect();
    better.sort_by(|(_, a), (_, b)| b.pixels.total_cmp(&a.pixels));
    let best = among_alike(sheets, page, scan, &better)?;
    let (map, explained) = refine(&drawn, shown, best, size, Degree::Affine, 3)?;
    let map = map.coarser(resolution / scan.pixels_per_mm);
    Some(Candidate { page, map, quality: explained.quality() })
}

/// Returns the best of several maps to the coarsest level of a scan. `found` contains the maps, the best
/// first. If a board looks alike after a quarter turn, except for its words, several maps are nearly as
/// good, and a finer level decides.
fn among_alike(sheets: &Sheets, page: usize, scan: &Scan, found: &[(Map, Explained)]) -> Option<Map> {
    /// Maps that explain more than this fraction of what the best map explains are compared at a finer
    /// level.
    const ALIKE: f64 = 0.8;
    let (best, most) = found.first()?;
    let is_alike = |(map, explained): &&(Map, Explained)| {
        explained.pixels > ALIKE * most.pixels && !map.is_in_quarter_of(best)
    };
    let alike: Vec<&Map> = found.iter().filter(is_alike).map(|(map, _)| map).collect();
    if alike.is_empty() {
        return Some(*best);
    }
    let level = scan.coarsest().saturating_sub(1);
    let resolution = scan.resolution(level);
    let size = sheets.size(page)?;
    let drawn = Look::default().drawn(&*sheets.draw(page, resolution)?, resolution);
    let factor = scan.resolution(scan.coarsest()) / resolution;
    let compared = [best].into_iter().chain(alike).filter_map(|map| {
        let finer = map.coarser(factor);
        let (_, explained) = refine(&drawn, &scan.levels[level], finer, size, Degree::Affine, 3)?;
        Some((*map, explained))
    });
    compared.max_by(|(_, a), (_, b)| a.pixels.total_cmp(&b.pixels)).map(|(map, _)| map)
}

/// Smooths a density of edges, and scales it to values up to 255.
fn scaled(density: &Plane) -> Plane {
    density.clone().smoothed(1).map(|value| value * 255.0)
}

/// Improves a map `times` times. Returns the map, and what the drawn page explains with it. Returns
/// `None` if too few parts can be measured.
fn refine(
    drawn: &Drawn,
    scan: &Plane,
    map: Map,
    size: Size,
    degree: Degree,
    times: usize,
) -> Option<(Map, Explained)> {
    let parts = squares(size, PART.max(LEAST_SIDE / drawn.pixels_per_mm));
    let (mut map, mut explained) = (map, Explained::default());
    for _ in 0..times {
        let seen = observe(drawn, scan, &map, &parts);
        explained = Explained::of(&seen);
        map.warp = fit(&observations(&seen), &map, degree)?.warp;
    }
    Some((map, explained))
}

/// How much of the variance of a scan the drawn page explains, as numbers of pixels near drawn edges.
#[derive(Debug, Clone, Copy, Default)]
struct Explained {
    /// The pixels, each weighted with the fraction of the variance that is explained around it.
    pixels: f64,
    /// The pixels of all parts of the page that the scan shows.
    all: f64,
}

impl Explained {
    fn of(seen: &[Option<Seen>]) -> Self {
        let mut sum = Self::default();
        for part in seen.iter().flatten() {
            let explained = if part.contrast > 0.1 { part.explained } else { 0.0 };
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
fn observations(seen: &[Option<Seen>]) -> Vec<Observation> {
    let sharp = sharpness(seen, 60);
    let parts = seen.iter().flatten().filter(|part| part.blur <= sharp);
    parts.flat_map(|part| part.observations).flatten().collect()
}

/// Returns the largest usual blur of parts, in mm². Parts with fewer than `pixels` pixels near
/// edges do not count.
pub fn sharpness(seen: &[Option<Seen>], pixels: usize) -> f64 {
    /// The smallest additional blur of a smear, in mm².
    const LEAST_BLUR: f64 = 0.012;
    let sure = || seen.iter().flatten().filter(|seen| seen.pixels >= pixels);
    let usual = median(&mut sure().map(|seen| seen.blur).collect::<Vec<_>>());
    let mut off: Vec<f64> = sure().map(|seen| (seen.blur - usual).abs()).collect();
    usual + (8.0 * median(&mut off)).max(LEAST_BLUR)
}

/// A page whose place in the scan is known accurately.
pub struct Located {
    pub page: usize,
    pub size: Size,
    pub drawn: Drawn,
    pub map: Map,
    pub fitted: Fitted,
    pub parts: Vec<Rect>,
    pub seen: Vec<Option<Seen>>,
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
        follow(&mut self.map, &mut self.observations)?;
        // The parts were measured less exactly where the map was wrong, so they are measured again.
        self.seen = observe(&self.drawn, scan.finest(), &self.map, &self.parts);
        self.observations = observations(&self.seen);
        self.observations.retain(is_outside);
        self.fitted = follow(&mut self.map, &mut self.observations)?;
        Some(self)
    }
}

/// Fits `map` to observations whose shifts are relative to it. Then makes the shifts relative to the
/// new map.
fn follow(map: &mut Map, observations: &mut [Observation]) -> Option<Fitted> {
    let before = *map;
    let fitted = fit(observations, &before, Degree::Full)?;
    map.warp = fitted.warp;
    for one in observations {
        let moved = map.displacement(one.at) - before.displacement(one.at);
        one.shift -= one.direction.dot(moved);
    }
    Some(fitted)
}

/// Returns the usual variance of the blur of the parts, in mm². It may be less than 0. [`Seen::blur`] is
/// half of such a variance.
fn typical_blur(seen: &[Option<Seen>]) -> f64 {
    2.0 * median(&mut seen.iter().flatten().map(|seen| seen.blur).collect::<Vec<_>>())
}

/// The tones and the blur of a scan. A drawing must have the same tones and blur, because otherwise
/// its edges seem to be displaced.
#[derive(Default)]
struct Look {
    tones: Option<Tones>,
    /// The variance of the blur, in mm².
    blur: f64,
}

impl Look {
    /// Returns a drawing with the tones and the blur of the scan.
    fn drawn(&self, drawing: &Drawing, pixels_per_mm: f64) -> Drawn {
        /// The variance of the blur that each drawing gets, in square pixels. Without this blur, edges of
        /// the drawing would be jumps, which have no slope.
        const SMOOTH: f64 = 0.5;
        let variance = SMOOTH + self.blur * pixels_per_mm * pixels_per_mm;
        let toned = |plane: &Plane| match &self.tones {
            Some(tones) => plane.map(|light| tones.predict(light, 1.0)).blurred(variance),
            None => plane.clone().blurred(variance),
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

/// Finds the accurate place of a page, beginning with a rough map. Returns `None` if the page cannot be
/// drawn, or if too few of its parts can be measured.
pub fn locate(sheets: &Sheets, rough: &Candidate, scan: &Scan) -> Option<Located> {
    let size = sheets.size(rough.page)?;
    let mut drawings = vec![sheets.draw(rough.page, scan.pixels_per_mm)?];
    while drawings.len() < scan.levels.len() {
        drawings.push(Arc::new(drawings[drawings.len() - 1].halved()));
    }
    let mut map = rough.map;
    let mut look = Look::default();
    for level in (1..scan.levels.len()).rev() {
        let factor = (1_u64 << level) as f64;
        let drawn = look.drawn(&drawings[level], scan.resolution(level));
        let degree = if level <= 1 { Degree::Full } else { Degree::Affine };
        let coarse = map.coarser(factor);
        let (refined, _) = refine(&drawn, &scan.levels[level], coarse, size, degree, 3)?;
        let plain = Look::default().drawn(&drawings[level], scan.resolution(level));
        look.tones = Tones::learn(&plain, &scan.levels[level], &refined, &[]);
        map = refined.coarser(1.0 / factor);
    }
    let drawing = drawings.swap_remove(0);
    drop(drawings);
    // The blur is measured at the finest level, after the map was refined there.
    let drawn = look.drawn(&drawing, scan.pixels_per_mm);
    let parts = squares(size, PART.max(LEAST_SIDE / drawn.pixels_per_mm));
    map = refine(&drawn, scan.finest(), map, size, Degree::Full, 1)?.0;
    look.blur = typical_blur(&observe(&drawn, scan.finest(), &map, &parts));
    // Memory may not suffice for two large drawings, so the first one is dropped.
    drop(drawn);
    let drawn = look.drawn(&drawing, scan.pixels_per_mm);
    map = refine(&drawn, scan.finest(), map, size, Degree::Full, 2)?.0;
    let seen = observe(&drawn, scan.finest(), &map, &parts);
    let mut observations = observations(&seen);
    let fitted = follow(&mut map, &mut observations)?;
    let quality = Explained::of(&seen).quality();
    let blur = (look.blur + typical_blur(&seen)).max(0.0);
    let colours = Arc::clone(&drawing.colours);
    Some(Located {
        page: rough.page,
        size,
        drawn,
        map,
        fitted,
        parts,
        seen,
        observations,
        quality,
        blur,
        colours,
    })
}

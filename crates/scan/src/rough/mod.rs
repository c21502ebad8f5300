//! Finds roughly where a page is in a scan: its rotation, its size and its place.
//!
//! - In: the drawn page and the scan as densities of edges.
//! - Out: maps that may be correct, the best first.
//! - Not here: the accurate map.
//!
//! Both pictures become densities of edges on a coarse grid, so that tones, blur and fine patterns
//! hardly matter. The directions of edges give a few likely angles. For each angle and size, one
//! correlation by Fourier transforms tries all places at once.

mod fourier;
pub mod turn;

use kurbo::{Point, Size, Vec2};

use crate::map::Map;
use crate::plane::Plane;
use fourier::{Complex, Fourier};
use hexpress_base::parallel;

/// The binary logarithm of the side of the grid.
const GRID_SIDE_BITS: u32 = 8;
/// The largest number of pixels along the longer side of both pictures. The rest of the grid is
/// empty, so that the pictures can be shifted.
const MAX_SIDE_PIXELS: f64 = 150.0;
/// The largest rotation of a sheet on the scanner, in addition to multiples of 90 degrees, in
/// degrees.
const MAX_TURN: f64 = 10.0;
/// The number of distinct directions in half a turn.
const DIRECTIONS: usize = 720;
/// The number of maps that are returned.
const MAX_MAPS: usize = 10;

/// The edges of a picture.
pub struct Edges {
    /// The density of edges, from 0 to 1, and its resolution.
    pub density: Plane,
    pub pixels_per_mm: f64,
    /// For each direction, how much stronger its edges are than those of an average direction. The
    /// directions are evenly spaced over half a turn.
    directions: Vec<f32>,
}

impl Edges {
    /// Computes the edges of a picture, and their density at about one pixel per mm.
    pub fn new(picture: &Plane, pixels_per_mm: f64) -> Self {
        let steep = picture.steepness();
        let noise = typical(&steep);
        let directions = directions(picture, &steep, noise);
        let mut density = steep;
        for value in &mut density.values {
            *value = if *value > 2.0 * noise { *value / (*value + 4.0 * noise) } else { 0.0 };
        }
        let mut resolution = pixels_per_mm;
        while resolution >= 1.5 {
            density = density.halved();
            resolution /= 2.0;
        }
        Self { density, pixels_per_mm: resolution, directions }
    }
}

/// Returns the mean steepness of the pixels, but at least 2. Only pixels that are at least twice as
/// steep count as edges.
fn typical(steep: &Plane) -> f32 {
    let values = &steep.values;
    let mean = values.iter().sum::<f32>() / values.len().max(1) as f32;
    mean.max(2.0)
}

fn directions(picture: &Plane, steep: &Plane, noise: f32) -> Vec<f32> {
    let mut sums = vec![0.0; DIRECTIONS];
    for y in 1..picture.height.saturating_sub(1) {
        for x in 1..picture.width.saturating_sub(1) {
            let strength = steep.at(x, y);
            if strength < 4.0 * noise {
                continue;
            }
            let dx = picture.at(x + 1, y) - picture.at(x - 1, y);
            let dy = picture.at(x, y + 1) - picture.at(x, y - 1);
            let angle = libm::atan2f(dy, dx) / std::f32::consts::PI;
            let index = ((angle + 1.0) * DIRECTIONS as f32) as usize % DIRECTIONS;
            sums[index] += strength.min(20.0 * noise);
        }
    }
    let smoothed: Vec<f32> = (0..DIRECTIONS)
        .map(|i| {
            let near = (0..5).map(|k| sums[(i + DIRECTIONS + k - 2) % DIRECTIONS]);
            near.zip([1.0, 2.0, 3.0, 2.0, 1.0]).map(|(sum, weight)| sum * weight).sum()
        })
        .collect();
    let mean = smoothed.iter().sum::<f32>() / DIRECTIONS as f32;
    smoothed.iter().map(|sum| sum - mean).collect()
}

/// A map that may be correct.
#[derive(Debug, Clone, Copy)]
struct Guess {
    map: Map,
    /// The correlation, up to 1.
    score: f64,
}

/// An angle in radians, and a scale as a factor of the nominal size.
#[derive(Clone, Copy)]
struct AngleAndScale {
    angle: f64,
    scale: f64,
}

/// Finds a page in a scan. `sizes` contains the possible sizes of the print, as factors of its nominal
/// size. The returned maps lead to pixels of `scan.density`.
pub fn find(page: Size, drawn: &Edges, scan: &Edges, sizes: &[f64]) -> Vec<Map> {
    let fourier = Fourier::new(GRID_SIDE_BITS);
    let longer = |edges: &Edges| edges.density.width.max(edges.density.height) as f64;
    let scan_mm = longer(scan) / scan.pixels_per_mm;
    let grid_per_mm = MAX_SIDE_PIXELS / scan_mm.max(page.width.max(page.height)).max(1.0);
    let shown = on_grid(&fourier, |at| {
        let at = at * (scan.pixels_per_mm / grid_per_mm);
        scan.density.sample(at.x, at.y)
    });
    let mut transformed = shown.grid;
    fourier.forward(&mut transformed);
    let poses: Vec<AngleAndScale> = angles(drawn, scan)
        .into_iter()
        .flat_map(|angle| sizes.iter().map(move |scale| AngleAndScale { angle, scale: *scale }))
        .collect();
    let found = parallel::in_order(
        poses.len(),
        || (),
        |(), index| correlate(&fourier, &transformed, page, drawn, grid_per_mm, poses[index], shown.norm),
    );
    let mut guesses: Vec<Guess> = found.into_iter().flatten().collect();
    guesses.sort_by(|a, b| b.score.total_cmp(&a.score));
    let mut apart: Vec<Map> = Vec::new();
    for Guess { map, .. } in guesses {
        if !apart.iter().any(|other| are_near(&map, other)) {
            apart.push(map);
        }
    }
    let chosen = best_of_each_quarter(apart, MAX_MAPS).into_iter();
    chosen.map(|map| map.coarser(grid_per_mm / scan.pixels_per_mm)).collect()
}

/// Returns the first `count` maps, and the first map of each quarter turn that these maps lack. A board
/// may look nearly the same after a quarter turn. At a low resolution, several places with a wrong turn
/// may then fit better than the correct place.
pub fn best_of_each_quarter(maps: impl IntoIterator<Item = Map>, count: usize) -> Vec<Map> {
    let mut chosen: Vec<Map> = Vec::new();
    for map in maps {
        if chosen.len() < count || !chosen.iter().any(|other| map.is_in_quarter_of(other)) {
            chosen.push(map);
        }
    }
    chosen
}

/// Returns whether two maps lead to nearly the same pixels. If so, a fit that starts with either of
/// them finds the same map.
fn are_near(one: &Map, other: &Map) -> bool {
    let frame = one.frame;
    [(-0.6, -0.6), (0.6, 0.6), (0.6, -0.6)].iter().all(|(x, y)| {
        let at = frame.centre + Vec2::new(*x, *y) * frame.radius;
        one.apply(at).distance(other.apply(at)) < 2.5
    })
}

/// Returns likely angles in radians: up to two near each multiple of 90 degrees.
fn angles(drawn: &Edges, scan: &Edges) -> Vec<f64> {
    let per_degree = DIRECTIONS as f64 / 180.0;
    let reach = (MAX_TURN * per_degree) as i64;
    let matching = |shift: i64| -> f32 {
        let shift = shift.rem_euclid(DIRECTIONS as i64) as usize;
        (0..DIRECTIONS).map(|i| drawn.directions[i] * scan.directions[(i + shift) % DIRECTIONS]).sum()
    };
    let mut found = Vec::new();
    for half in 0..2_i64 {
        let middle = half * DIRECTIONS as i64 / 2;
        let scores: Vec<f32> = (-reach..=reach).map(|shift| matching(middle + shift)).collect();
        let mut peaks: Vec<usize> = (0..scores.len())
            .filter(|&i| {
                let near = &scores[i.saturating_sub(4)..(i + 5).min(scores.len())];
                near.iter().all(|other| *other <= scores[i])
            })
            .collect();
        peaks.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]));
        for peak in peaks.into_iter().take(2) {
            let degrees = (peak as i64 - reach) as f64 / per_degree + 90.0 * half as f64;
            found.extend([degrees, degrees + 180.0].map(f64::to_radians));
        }
    }
    found
}

/// A picture in the corner of the grid, with a mean of 0. `norm` is the square root of the sum of its
/// squared values.
struct OnGrid {
    grid: Vec<Complex>,
    norm: f64,
}

/// Fills the grid with the results of `value`, minus their mean. Points without a result get 0.
fn on_grid(fourier: &Fourier, value: impl Fn(Vec2) -> Option<f32>) -> OnGrid {
    let side = fourier.side;
    let values: Vec<Option<f32>> = (0..side * side)
        .map(|index| value(Vec2::new((index % side) as f64 + 0.5, (index / side) as f64 + 0.5)))
        .collect();
    let (sum, count) = values
        .iter()
        .flatten()
        .fold((0.0, 0.0_f64), |(sum, count), value| (sum + f64::from(*value), count + 1.0));
    let mean = (sum / count.max(1.0)) as f32;
    let grid: Vec<Complex> =
        values.iter().map(|value| Complex { re: value.map_or(0.0, |value| value - mean), im: 0.0 }).collect();
    let norm = grid.iter().map(|value| f64::from(value.re * value.re)).sum::<f64>().sqrt();
    OnGrid { grid, norm }
}

/// A local maximum of a correlation.
struct Peak {
    value: f32,
    x: i64,
    y: i64,
}

/// Returns the highest local maxima of a square grid that repeats on all sides, the highest first.
fn highest_peaks(side: i64, at: impl Fn(i64, i64) -> f32) -> Vec<Peak> {
    const PEAKS: usize = 3;
    let mut peaks: Vec<Peak> = Vec::new();
    for y in 0..side {
        for x in 0..side {
            let value = at(x, y);
            let is_peak = value > 0.0 && (-1..=1).all(|dy| (-1..=1).all(|dx| at(x + dx, y + dy) <= value));
            if is_peak && (peaks.len() < PEAKS || peaks.iter().any(|peak| peak.value < value)) {
                peaks.push(Peak { value, x, y });
                peaks.sort_by(|a, b| b.value.total_cmp(&a.value));
                peaks.truncate(PEAKS);
            }
        }
    }
    peaks
}

/// Returns the best places of a page with a known angle and size.
fn correlate(
    fourier: &Fourier,
    transformed: &[Complex],
    page: Size,
    drawn: &Edges,
    grid_per_mm: f64,
    pose: AngleAndScale,
    norm: f64,
) -> Vec<Guess> {
    let side = fourier.side as i64;
    // The page's centre is placed on the corner of the grid. The grid repeats on all sides, so the
    // left half of the page is at the right side of the grid.
    let map = Map::turned(page, grid_per_mm * pose.scale, pose.angle, Point::ORIGIN);
    let placed = on_grid(fourier, |at| {
        let wrapped = |v: f64| if v > side as f64 / 2.0 { v - side as f64 } else { v };
        let mm = map.invert(Point::new(wrapped(at.x), wrapped(at.y))).to_vec2();
        let at = mm * drawn.pixels_per_mm;
        drawn.density.sample(at.x, at.y)
    });
    let mut grid = placed.grid;
    fourier.forward(&mut grid);
    // A transform of this product gives the correlation of the page and the scan, for all places at
    // once.
    for (value, scan) in grid.iter_mut().zip(transformed) {
        *value = value.times_conjugate(*scan);
    }
    fourier.forward(&mut grid);
    let at = |x: i64, y: i64| grid[(y.rem_euclid(side) * side + x.rem_euclid(side)) as usize].re;
    let full = norm * placed.norm * (side * side) as f64;
    highest_peaks(side, at)
        .into_iter()
        .map(|Peak { value, x, y }| {
            let middle = |before: f32, after: f32| {
                let curvature = before + after - 2.0 * value;
                if curvature < 0.0 { f64::from((before - after) / (2.0 * curvature)) } else { 0.0 }
            };
            let fine = Vec2::new(middle(at(x - 1, y), at(x + 1, y)), middle(at(x, y - 1), at(x, y + 1)));
            let wrapped = |v: i64| if v > side - side / 8 { v - side } else { v } as f64;
            let centre = Point::new(wrapped(x), wrapped(y)) + fine;
            Guess { map: Map { centre, ..map }, score: f64::from(value) / full.max(1e-9) }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_direction_of_an_edge_is_the_strongest() {
        let strongest = |is_dark: fn(usize, usize) -> bool| {
            let picture = Plane::from_rows(40, 40, |y, row| {
                for (x, value) in row.iter_mut().enumerate() {
                    *value = if is_dark(x, y) { 0.0 } else { 200.0 };
                }
            });
            let found = directions(&picture, &picture.steepness(), 2.0);
            (0..DIRECTIONS).max_by(|a, b| found[*a].total_cmp(&found[*b])).unwrap()
        };
        // The brightness increases to the right, downwards, and between both.
        assert_eq!(strongest(|x, _| x < 20), 0);
        assert_eq!(strongest(|_, y| y < 20), DIRECTIONS / 2);
        assert_eq!(strongest(|x, y| x + y < 40), DIRECTIONS / 4);
    }

    #[test]
    fn peaks_are_higher_than_the_places_around_them() {
        let heights = [(1, 1, 5.0), (2, 1, 4.0), (7, 7, 9.0), (0, 7, 8.0), (4, 4, 1.0), (4, 6, -3.0)];
        let at = |x: i64, y: i64| {
            let (x, y) = (x.rem_euclid(8), y.rem_euclid(8));
            heights.iter().find(|(a, b, _)| (*a, *b) == (x, y)).map_or(0.0, |(_, _, value)| *value)
        };
        let peaks: Vec<_> =
            highest_peaks(8, at).into_iter().map(|peak| (peak.x, peak.y, peak.value)).collect();
        // (0, 7) is next to (7, 7), because the grid repeats. (2, 1) is next to (1, 1).
        assert_eq!(peaks, [(7, 7, 9.0), (1, 1, 5.0), (4, 4, 1.0)]);
    }
}

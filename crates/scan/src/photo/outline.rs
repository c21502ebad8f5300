//! Finds roughly where a sheet of paper is in a photo.
//!
//! - In: the brightness of the pixels of a photo.
//! - Out: the four corners of the sheet.
//!
//! Many grey values are tried. For each of them, everything that is darker and connected with the
//! edge of the photo counts as the table. The rest should be an area with four sides.

use kurbo::{Point, Size};

use crate::light;
use crate::plane::Plane;

/// The largest number of pixels along the longer side of the picture that is searched.
const MAX_SIDE_PIXELS: usize = 700;
/// The grey values that are tried.
const TRIED_GREYS: std::ops::RangeInclusive<u8> = 60..=235;
/// The distance between the grey values that are tried.
const GREY_STEP: usize = 7;
/// The sheet must cover at least this fraction of the photo.
const MIN_AREA: f64 = 0.15;
/// The area of the paper and the area inside the four corners must be nearly equal. The smaller one is
/// at least this fraction of the larger one. The four corners must also enclose at least this fraction
/// of the paper's convex hull.
const MIN_FILLED_SHARE: f64 = 0.93;
/// The largest number of corners of the convex hull that are compared.
const MAX_CORNERS: usize = 120;
/// How far a lens may bend an edge, as a fraction of the longer side of the photo.
const MAX_LENS_BEND: f64 = 0.02;

/// A sheet of paper in a photo.
#[derive(Debug, Clone)]
pub struct Outline {
    /// The corners in pixels of the photo, clockwise.
    corners: [Point; 4],
    /// A grey value that is lighter than the table and darker than the paper.
    pub threshold: f32,
    /// The longer side of the photo, in pixels.
    longer: f64,
}

impl Outline {
    /// Returns the corners in the order top left, top right, bottom right, bottom left. The first
    /// corner is chosen so that the longer sides of the sheet are those of `paper`.
    pub fn corners_for(&self, paper: Size) -> [Point; 4] {
        let [a, b, c, d] = self.corners;
        let (first, second) = (a.distance(b) + c.distance(d), b.distance(c) + d.distance(a));
        if (first >= second) == (paper.width >= paper.height) { [a, b, c, d] } else { [b, c, d, a] }
    }

    /// Returns how far the edges may be from the straight lines between the corners, in pixels.
    pub fn max_bend(&self) -> f64 {
        MAX_LENS_BEND * self.longer
    }
}

/// Finds the sheet. Returns `None` if nothing in the photo has four sides and is lighter than what is
/// around it.
pub fn find(photo: &Plane) -> Option<Outline> {
    let mut small = photo.map(light::to_grey);
    let mut factor = 1.0;
    while small.width.max(small.height) > MAX_SIDE_PIXELS {
        small = small.halved();
        factor *= 2.0;
    }
    let small = small.smoothed(2);
    let found = TRIED_GREYS.step_by(GREY_STEP).filter_map(|grey| at_threshold(&small, f32::from(grey)));
    let best = found.max_by(|a, b| a.filled.total_cmp(&b.filled))?;
    let corners = best.corners.map(|at| (at.to_vec2() * factor).to_point());
    Some(Outline { corners, threshold: best.threshold, longer: photo.width.max(photo.height) as f64 })
}

/// A four-sided area that may be the sheet.
struct FoundOutline {
    corners: [Point; 4],
    /// A grey value that is lighter than the table and darker than the paper.
    threshold: f32,
    /// How well the paper and the four-sided area agree, up to 1.
    filled: f64,
}

/// Searches for the sheet with one grey value. Only pixels that are darker than `grey` belong to the
/// table. Returns `None` if the photo shows no sheet with this grey value.
fn at_threshold(small: &Plane, grey: f32) -> Option<FoundOutline> {
    let table = reached(small, grey);
    let (width, height) = (small.width, small.height);
    let paper = largest(&table, width, height)?;
    let hull = hull(&paper.boundary);
    let all = (width * height) as f64;
    if (paper.area as f64) < MIN_AREA * all || hull.len() < 4 {
        return None;
    }
    let corners = widest_four(&hull)?;
    let area = area(&corners);
    // The lens makes the sides bulge, so the hull may be slightly larger than the area inside the
    // corners.
    let filled = (paper.area as f64 / area).min(area / paper.area as f64).min(area / self::area(&hull));
    (filled >= MIN_FILLED_SHARE).then_some(FoundOutline { corners, threshold: grey, filled })
}

/// Returns, for each pixel, whether it is a part of the table. Pixels of the table are darker than
/// `grey` and connected with the edge of the picture.
fn reached(small: &Plane, grey: f32) -> Vec<bool> {
    let (width, height) = (small.width, small.height);
    let mut table = vec![false; width * height];
    let mut open: Vec<usize> = Vec::new();
    let is_edge = |index: usize| {
        let (x, y) = (index % width, index / width);
        x == 0 || y == 0 || x + 1 == width || y + 1 == height
    };
    for (index, is_table) in table.iter_mut().enumerate() {
        if is_edge(index) && small.values[index] < grey {
            *is_table = true;
            open.push(index);
        }
    }
    while let Some(index) = open.pop() {
        for next in neighbours(index, width, height) {
            if !table[next] && small.values[next] < grey {
                table[next] = true;
                open.push(next);
            }
        }
    }
    table
}

fn neighbours(index: usize, width: usize, height: usize) -> impl Iterator<Item = usize> {
    let (x, y) = (index % width, index / width);
    [
        (x > 0).then(|| index - 1),
        (x + 1 < width).then_some(index + 1),
        (y > 0).then(|| index - width),
        (y + 1 < height).then_some(index + width),
    ]
    .into_iter()
    .flatten()
}

/// A connected area that does not belong to the table.
struct Patch {
    area: usize,
    boundary: Vec<Point>,
}

/// Returns the largest connected area that is not the table. An area that the edge of the photo cuts
/// off does not count. Returns `None` if there is no such area.
fn largest(table: &[bool], width: usize, height: usize) -> Option<Patch> {
    let mut visited = table.to_vec();
    let mut best: Option<Patch> = None;
    for start in 0..table.len() {
        if visited[start] {
            continue;
        }
        let mut patch = Patch { area: 0, boundary: Vec::new() };
        let mut is_cut = false;
        let mut open = vec![start];
        visited[start] = true;
        while let Some(index) = open.pop() {
            patch.area += 1;
            let mut is_boundary = false;
            let mut sides = 0;
            for next in neighbours(index, width, height) {
                sides += 1;
                is_boundary |= table[next];
                if !visited[next] {
                    visited[next] = true;
                    open.push(next);
                }
            }
            is_cut |= sides < 4;
            if is_boundary {
                let (x, y) = (index % width, index / width);
                patch.boundary.push(Point::new(x as f64 + 0.5, y as f64 + 0.5));
            }
        }
        if !is_cut && best.as_ref().is_none_or(|known| known.area < patch.area) {
            best = Some(patch);
        }
    }
    best
}

/// Returns the corners of the smallest convex area around points, clockwise (Andrew 1979).
fn hull(points: &[Point]) -> Vec<Point> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let mut out = half_hull(sorted.iter());
    out.extend(half_hull(sorted.iter().rev()));
    out
}

/// Returns the corners of one half of a hull. The first of the sorted points is the first corner. The last
/// point is left out, because the other half begins with it.
fn half_hull<'p>(sorted: impl Iterator<Item = &'p Point>) -> Vec<Point> {
    let mut chain: Vec<Point> = Vec::new();
    for point in sorted {
        while let [.., a, b] = chain.as_slice() {
            if (*b - *a).cross(*point - *b) > 0.0 {
                break;
            }
            chain.pop();
        }
        chain.push(*point);
    }
    chain.pop();
    chain
}

/// Chooses the four corners of a hull that enclose the largest area. Returns `None` if the hull has
/// fewer than four corners.
fn widest_four(hull: &[Point]) -> Option<[Point; 4]> {
    let every = hull.len().div_ceil(MAX_CORNERS);
    let hull: Vec<Point> = hull.iter().copied().step_by(every).collect();
    let mut best: Option<(f64, [Point; 4])> = None;
    for (first, a) in hull.iter().enumerate() {
        for (second, c) in hull.iter().enumerate().skip(first + 2) {
            let between = hull[first + 1..second].iter();
            let others = hull[second + 1..].iter().chain(&hull[..first]);
            let (Some(b), Some(d)) = (farthest(between, *a, *c), farthest(others, *a, *c)) else { continue };
            let corners = [*a, b, *c, d];
            let size = area(&corners);
            if best.as_ref().is_none_or(|(most, _)| size > *most) {
                best = Some((size, corners));
            }
        }
    }
    best.map(|(_, corners)| corners)
}

/// Returns the point that is farthest from the line through `a` and `c`. Returns `None` if there are no
/// points.
fn farthest<'p>(points: impl Iterator<Item = &'p Point>, a: Point, c: Point) -> Option<Point> {
    let distance = |at: &Point| (c - a).cross(*at - a).abs();
    points.copied().max_by(|p, q| distance(p).total_cmp(&distance(q)))
}

/// Returns the area of the polygon with these corners.
fn area(corners: &[Point]) -> f64 {
    let next = corners.iter().cycle().skip(1);
    let twice: f64 = corners.iter().zip(next).map(|(a, b)| a.to_vec2().cross(b.to_vec2())).sum();
    twice.abs() / 2.0
}

//! Finds roughly where a card may be in a scan.
//!
//! - In: a scan in which a page was found.
//! - Out: places with their directions, the best first.
//!
//! The scan is divided into squares of 1 mm. Each square keeps only its steepest edge, and edges that
//! the page draws are left out. The search looks for four straight edges that are as far apart as the
//! sides of a card.

use kurbo::{Point, Vec2};

use super::{CARD_SIZE_MM, CORNER_RADIUS_MM};
use crate::light;
use crate::locate::{Located, Scan};
use hexpress_base::parallel;

/// The rotations that are tried: from `-MAX_TURN` to `MAX_TURN` degrees, in steps of `TURN_STEP`
/// degrees. Each rotation is tried with the long side horizontal and with the long side vertical.
const MAX_TURN: f64 = 12.0;
const TURN_STEP: f64 = 0.75;
/// An edge counts fully if its steepness is at least `FULL_STEEPNESS`. It does not count if its steepness is
/// less than `MIN_STEEPNESS`. Both values are in grey values per pixel.
const FULL_STEEPNESS: f32 = 24.0;
const MIN_STEEPNESS: f32 = 4.0;
/// The largest number of places that are measured.
const MAX_PLACES: usize = 12;
/// The least mean strength of the edges along each side of a card, from 0 to 1.
const MIN_EDGE_STRENGTH: f32 = 0.12;

/// A place of a card, in pixels of the scan at its full resolution.
#[derive(Debug, Clone, Copy)]
pub struct CardPlace {
    pub centre: Point,
    /// The unit vectors along the long sides (`along`) and along the short sides (`across`).
    pub along: Vec2,
    pub across: Vec2,
}

/// The steepest edge of each square of 1 mm, as its gradient. The gradient is (0, 0) if the square has
/// no edge.
struct Edges {
    columns: usize,
    rows: usize,
    values: Vec<(f32, f32)>,
}

/// Returns places where a card may be.
pub fn places(located: &Located, scan: &Scan, pixels_per_mm: f64) -> Vec<CardPlace> {
    let edges = edges(located, scan, pixels_per_mm);
    let count = (2.0 * MAX_TURN / TURN_STEP) as usize + 1;
    let found = parallel::in_order(
        count,
        || (),
        |(), index| search(&edges, (index as f64 * TURN_STEP - MAX_TURN).to_radians()),
    );
    let mut all: Vec<(f32, CardPlace)> = found.into_iter().flatten().collect();
    all.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let mut chosen: Vec<CardPlace> = Vec::new();
    for (_, place) in all {
        // Places are in mm here. Two places count as one if their centres and their directions are close
        // to each other.
        let is_new = chosen.iter().all(|known| {
            known.centre.distance(place.centre) > 4.0 || known.along.dot(place.along).abs() < 0.7
        });
        if is_new && chosen.len() < MAX_PLACES {
            chosen.push(place);
        }
    }
    for place in &mut chosen {
        place.centre = (place.centre.to_vec2() * pixels_per_mm).to_point();
    }
    chosen
}

/// Finds the steepest edge of each square of 1 mm, except edges that the page draws.
fn edges(located: &Located, scan: &Scan, pixels_per_mm: f64) -> Edges {
    /// The largest distance between an edge of the page's drawing and the same edge in the scan.
    const MAX_DRAWN_DISTANCE_MM: f64 = 0.7;
    let (flat, page) = (located.map.flat(), located.size.to_rect());
    let (plane, factor) = scan.coarse(3.0);
    let grey = plane.map(light::to_grey).smoothed(1);
    let side = pixels_per_mm / factor;
    let (columns, rows) = ((grey.width as f64 / side) as usize + 1, (grey.height as f64 / side) as usize + 1);
    let mut values = vec![(0.0_f32, 0.0_f32); columns * rows];
    for y in 1..grey.height.saturating_sub(1) {
        for x in 1..grey.width.saturating_sub(1) {
            let dx = (grey.at(x + 1, y) - grey.at(x - 1, y)) / 2.0;
            let dy = (grey.at(x, y + 1) - grey.at(x, y - 1)) / 2.0;
            let place = (y as f64 / side) as usize * columns + (x as f64 / side) as usize;
            let (known_x, known_y) = values[place];
            let steep = dx.hypot(dy);
            if steep < MIN_STEEPNESS || steep <= known_x.hypot(known_y) {
                continue;
            }
            let pixel = Point::new((x as f64 + 0.5) * factor, (y as f64 + 0.5) * factor);
            let is_on_page = page.contains(flat.invert(pixel));
            if !(is_on_page && draws_near(located, located.map.invert(pixel), MAX_DRAWN_DISTANCE_MM)) {
                values[place] = (dx, dy);
            }
        }
    }
    Edges { columns, rows, values }
}

/// Returns whether the page draws an edge near a point.
fn draws_near(located: &Located, at: Point, near: f64) -> bool {
    let (scale, plane) = (located.drawn.pixels_per_mm, located.drawn.plane());
    [(0.0, 0.0), (near, 0.0), (-near, 0.0), (0.0, near), (0.0, -near)].into_iter().any(|(dx, dy)| {
        let (x, y) = ((at.x + dx) * scale, (at.y + dy) * scale);
        let is_inside = x >= 0.0 && y >= 0.0 && (x as usize) < plane.width && (y as usize) < plane.height;
        is_inside && located.drawn.is_near_edge(x as usize, y as usize)
    })
}

/// Running sums along each row of a square grid. They give the mean of any part of a row in one step.
struct Sums {
    side: usize,
    values: Vec<f32>,
}

impl Sums {
    /// Computes the running sums of each row of `values`.
    fn new(side: usize, values: &[f32]) -> Self {
        let mut sums = vec![0.0; side * (side + 1)];
        for row in 0..side {
            for column in 0..side {
                sums[row * (side + 1) + column + 1] =
                    sums[row * (side + 1) + column] + values[row * side + column];
            }
        }
        Self { side, values: sums }
    }

    /// Returns the mean of the values in a part of a row.
    fn mean(&self, row: usize, from: usize, to: usize) -> f32 {
        let start = row * (self.side + 1);
        (self.values[start + to] - self.values[start + from]) / (to - from) as f32
    }
}

/// Searches for cards that are rotated by `angle`, in radians. Returns scores and places. These places
/// are in mm on the scan, not in pixels.
fn search(edges: &Edges, angle: f64) -> Vec<(f32, CardPlace)> {
    /// The largest number of places for each rotation and each orientation of a card.
    const MAX_CARD_PLACES: usize = 6;
    let side = (edges.columns as f64).hypot(edges.rows as f64).ceil() as usize + 2;
    let mid = Vec2::new(edges.columns as f64, edges.rows as f64) / 2.0;
    let half = side as f64 / 2.0;
    let (right, down) =
        (Vec2::new(libm::cos(angle), libm::sin(angle)), Vec2::new(-libm::sin(angle), libm::cos(angle)));
    // `upright` contains the edges that are vertical after the rotation, stored column by column.
    // `level` contains the horizontal edges, stored row by row.
    let (mut upright, mut level) = (vec![0.0_f32; side * side], vec![0.0_f32; side * side]);
    for (index, (dx, dy)) in edges.values.iter().enumerate().filter(|(_, edge)| **edge != (0.0, 0.0)) {
        let at = Vec2::new((index % edges.columns) as f64 + 0.5, (index / edges.columns) as f64 + 0.5) - mid;
        let edge = Vec2::new(f64::from(*dx), f64::from(*dy));
        // The column and the row of the square after the rotation.
        let (u, v) = ((at.dot(right) + half) as usize, (at.dot(down) + half) as usize);
        let share = |by: Vec2| {
            let along = edge.dot(by).abs() as f32;
            // An edge counts for a direction only if its gradient is nearly parallel to this direction.
            if f64::from(along) > 0.9 * edge.hypot() { (along / FULL_STEEPNESS).min(1.0) } else { 0.0 }
        };
        let (to_right, to_bottom) = (share(right), share(down));
        for by in -1..=1_i64 {
            // The rotation is not exact, so an edge also counts in the two neighbouring rows or
            // columns. It counts less there, so that the best rotation gets the highest score.
            let weight = if by == 0 { 1.0 } else { 0.6 };
            if let (Ok(near), true) = (usize::try_from(u as i64 + by), v < side)
                && near < side
            {
                let value = &mut upright[near * side + v];
                *value = value.max(to_right * weight);
            }
            if let (Ok(near), true) = (usize::try_from(v as i64 + by), u < side)
                && near < side
            {
                let value = &mut level[near * side + u];
                *value = value.max(to_bottom * weight);
            }
        }
    }
    let (upright, level) = (Sums::new(side, &upright), Sums::new(side, &level));
    let corner = CORNER_RADIUS_MM.ceil() as usize + 1;
    let mut out = Vec::new();
    for lies_across in [true, false] {
        let [long, short] = CARD_SIZE_MM.map(|mm| mm.round() as usize);
        let (width, height) = if lies_across { (long, short) } else { (short, long) };
        let mut found: Vec<(f32, CardPlace)> = Vec::new();
        for top in 0..side.saturating_sub(height + 1) {
            for left in 0..side.saturating_sub(width + 1) {
                let [from, to] = [top + corner, top + height - corner];
                let first = upright.mean(left, from, to);
                if first < MIN_EDGE_STRENGTH {
                    continue;
                }
                let second = upright.mean(left + width, from, to);
                let [from, to] = [left + corner, left + width - corner];
                let (third, fourth) = (level.mean(top, from, to), level.mean(top + height, from, to));
                let least = first.min(second).min(third).min(fourth);
                if least < MIN_EDGE_STRENGTH {
                    continue;
                }
                // All four sides of a card are visible, so the side with the weakest edges counts most.
                let score = least + (first + second + third + fourth) / 8.0;
                if found.len() == MAX_CARD_PLACES && found[MAX_CARD_PLACES - 1].0 >= score {
                    continue;
                }
                let own = Vec2::new((2 * left + width + 1) as f64, (2 * top + height + 1) as f64) / 2.0
                    - Vec2::new(half, half);
                let centre = (mid + right * own.x + down * own.y).to_point();
                let (along, across) = if lies_across { (right, down) } else { (down, right) };
                found.push((score, CardPlace { centre, along, across }));
                found.sort_by(|(a, _), (b, _)| b.total_cmp(a));
                found.truncate(MAX_CARD_PLACES);
            }
        }
        out.extend(found);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_give_the_mean_of_a_part_of_a_row() {
        let sums = Sums::new(3, &[1.0, 2.0, 6.0, 10.0, 20.0, 90.0, 0.0, 0.0, 7.0]);
        assert_eq!([sums.mean(0, 0, 3), sums.mean(1, 0, 2), sums.mean(1, 1, 3)], [3.0, 15.0, 55.0]);
        assert_eq!(sums.mean(2, 2, 3), 7.0);
    }
}

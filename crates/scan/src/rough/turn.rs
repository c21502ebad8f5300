//! Finds the orientation of a page in a scan, if the page looks nearly the same after a quarter turn.
//!
//! - In: the drawn page, a scan, and maps with different quarter turns.
//! - Out: the map that predicts the scan best at those pixels where the maps disagree.
//!
//! After a quarter turn of a square board, for example, only words and small marks differ. They have
//! few pixels, so a small error along the many lines of the board counts more in a fit of the whole
//! page. Here, a pixel counts only if two maps expect clearly different light, and at least one of them
//! expects an even area around the pixel.

use kurbo::Point;

use crate::map::Map;
use crate::plane::Plane;
use hexpress_base::parallel;

/// A drawn page, as amounts of light.
pub struct Page {
    light: Plane,
    /// For each pixel, the difference between the lightest and the darkest pixel around it.
    range: Plane,
    pixels_per_mm: f64,
}

impl Page {
    pub fn new(light: Plane, pixels_per_mm: f64) -> Self {
        /// A pixel is in an even area if all pixels up to this distance (in mm) have similar
        /// amounts of light. The distance is larger than the errors of the maps.
        const AROUND_MM: f64 = 0.6;
        let radius = (AROUND_MM * pixels_per_mm).ceil() as usize;
        let [mut range, darkest] = [f32::max, f32::min].map(|more| around(&light, radius, more));
        range.values.iter_mut().zip(&darkest.values).for_each(|(lightest, darkest)| *lightest -= darkest);
        Self { light, range, pixels_per_mm }
    }

    /// Returns the pixel of the drawing at a point of the page.
    fn pixel(&self, at: Point) -> Point {
        (at.to_vec2() * self.pixels_per_mm).to_point()
    }
}

/// Returns a plane in which each value is the minimum or the maximum of the values up to `radius`
/// pixels away. `more` returns the smaller or the larger of two values.
fn around(plane: &Plane, radius: usize, more: fn(f32, f32) -> f32) -> Plane {
    let (width, height) = (plane.width, plane.height);
    let mut rows = plane.clone();
    for y in 0..height {
        let row = plane.row(y);
        for x in 0..width {
            let near = &row[x.saturating_sub(radius)..(x + radius + 1).min(width)];
            rows.values[y * width + x] = near.iter().copied().fold(row[x], more);
        }
    }
    let mut out = rows.clone();
    for y in 0..height {
        for near in y.saturating_sub(radius)..(y + radius + 1).min(height) {
            let start = y * width;
            let values = out.values[start..start + width].iter_mut();
            values.zip(rows.row(near)).for_each(|(value, near)| *value = more(*value, *near));
        }
    }
    out
}

/// Returns the index of the map with which the page fits the scan best. The maps lead to pixels of
/// `scan`. Returns `None` if there is no map.
pub fn best_turn(page: &Page, scan: &Plane, maps: &[Map]) -> Option<usize> {
    (0..maps.len()).reduce(|best, other| {
        let is_better = preference(page, scan, &maps[other], &maps[best]) > 0;
        if is_better { other } else { best }
    })
}

/// Returns the number of pixels that look as the map `one` expects, minus the number of pixels that
/// look as `other` expects.
fn preference(page: &Page, scan: &Plane, one: &Map, other: &Map) -> i64 {
    /// Only every second pixel of every second row is compared. This saves time.
    const STEP: usize = 2;
    let votes = parallel::in_order(
        scan.height.div_ceil(STEP),
        || (),
        |(), row| -> i64 {
            let y = row * STEP;
            let points = (0..scan.width)
                .step_by(STEP)
                .map(|x| (Point::new(x as f64 + 0.5, y as f64 + 0.5), scan.at(x, y)));
            points.filter_map(|(at, shown)| vote(page, shown, [one, other].map(|map| map.invert(at)))).sum()
        },
    );
    votes.into_iter().sum()
}

/// Compares a pixel of the scan with the page at two points. Returns 1 if the pixel looks like the
/// first point, and -1 if it looks like the second. `shown` is the light of the pixel. Returns `None`
/// if the pixel does not count.
fn vote(page: &Page, shown: f32, points: [Point; 2]) -> Option<i64> {
    /// A pixel counts only if the amounts of light at the points differ by more than this.
    const CLEAR_DIFFERENCE: f32 = 60.0;
    /// The largest range of light in an even area.
    const EVEN_RANGE: f32 = 20.0;
    let pixels = points.map(|point| page.pixel(point));
    let [Some(first), Some(second)] = pixels.map(|at| page.light.sample(at.x, at.y)) else { return None };
    if (first - second).abs() <= CLEAR_DIFFERENCE {
        return None;
    }
    let is_first = (shown - first).abs() < (shown - second).abs();
    let mut ranges = pixels.iter().filter_map(|at| page.range.sample(at.x, at.y));
    ranges.any(|range| range < EVEN_RANGE).then_some(if is_first { 1 } else { -1 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurbo::Size;

    /// A square of 40 mm with a frame, and a dark mark of 2 mm near one corner.
    fn page() -> Plane {
        let mut plane = Plane::new(160, 160);
        for y in 0..160 {
            for x in 0..160 {
                let is_frame = [x, y].iter().any(|at| (8..12).contains(at) || (148..152).contains(at));
                let is_mark = (20..28).contains(&x) && (20..28).contains(&y);
                plane.values[y * 160 + x] = if is_frame || is_mark { 0.0 } else { 255.0 };
            }
        }
        plane
    }

    #[test]
    fn a_small_mark_shows_the_turn() {
        let light = page();
        let page = Page::new(light.clone(), 4.0);
        let centre = Point::new(80.0, 80.0);
        let maps: Vec<Map> = (0..4)
            .map(|turn| {
                Map::turned(Size::new(40.0, 40.0), 4.0, f64::from(turn) * 90_f64.to_radians(), centre)
            })
            .collect();
        for (turn, map) in maps.iter().enumerate() {
            let mut scan = Plane::new(160, 160);
            for y in 0..160 {
                for x in 0..160 {
                    // The scan is paler than the page.
                    let at = page.pixel(map.invert(Point::new(x as f64 + 0.5, y as f64 + 0.5)));
                    scan.values[y * 160 + x] = 60.0 + 0.7 * light.sample(at.x, at.y).unwrap_or(255.0);
                }
            }
            assert_eq!(best_turn(&page, &scan, &maps), Some(turn));
        }
        assert_eq!(best_turn(&page, &light, &[]), None);
    }
}

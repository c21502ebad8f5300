//! Finds a grid of rectangular cells.
//!
//! - In: addresses and outlines of cells.
//! - Out: the tiling, and the ratio of a cell's width to its height.
//! - Not here: finding the addresses.

use kurbo::Size;

use hexpress_base::cell_address::CellAddress;
use hexpress_base::geometry::median_of;
use hexpress_base::tiling::{Grid, Tiling};
use hexpress_read::find::Polygon;

/// Two sides count as equally long if they differ by at most this fraction.
const SAME_SIDE: f64 = 0.02;
/// In each tiling, a cell has a usual ratio of width to height. Cells that deviate from it by at least
/// this fraction are meant to be wider or narrower. A smaller deviation is an error of the drawing.
const MIN_INTENDED_STRETCH: f64 = 0.03;
/// The largest distance between a cell and its place on the grid, as a fraction of the cell's
/// shorter side.
const MAX_PLACE_DISTANCE: f64 = 0.2;

/// Returns the width and the height of a rectangle, in mm. The width is the length of the sides that
/// are closer to horizontal. Returns `None` for other polygons.
pub fn size_of_rectangle(polygon: &Polygon) -> Option<Size> {
    let [first, second, third, fourth] = polygon.sides[..] else { return None };
    let [a, b, c, d] = polygon.corners[..] else { return None };
    let is_rectangle = [(first, third), (second, fourth), (a.distance(c), b.distance(d))]
        .iter()
        .all(|(one, other)| (one - other).abs() <= SAME_SIDE * one.max(*other));
    let offset = b - a;
    let is_level = offset.x.abs() >= offset.y.abs();
    is_rectangle.then_some(if is_level { Size::new(first, second) } else { Size::new(second, first) })
}

/// Returns the grid that rectangles or bricks form.
///
/// Returns `None` for squares, for polygons that are not rectangles, and for rectangles that fit no
/// grid.
pub fn grid_of_rectangles(cells: &[(CellAddress, &Polygon)]) -> Option<Grid> {
    let sizes: Vec<Size> =
        cells.iter().map(|(_, polygon)| size_of_rectangle(polygon)).collect::<Option<_>>()?;
    let width = median_of(sizes.iter().map(|size| size.width))?;
    let height = median_of(sizes.iter().map(|size| size.height))?;
    let ratio = width / height;
    let best = [(Tiling::Square, ratio), (Tiling::Brick, ratio / 2.0)]
        .map(|(tiling, width_factor)| Grid { width_factor, ..tiling.grid() })
        .into_iter()
        .map(|grid| (grid, largest_offset(cells, grid, height)))
        .min_by(|(_, one), (_, other)| one.total_cmp(other))
        .filter(|(_, offset)| *offset <= MAX_PLACE_DISTANCE * width.min(height));
    let (grid, _) = best?;
    let is_usual = (grid.width_factor - 1.0).abs() < MIN_INTENDED_STRETCH;
    let intended = if is_usual { grid.tiling.grid() } else { grid };
    intended.size(1.0).map(|_| intended)
}

/// Returns the largest distance between a cell and its place on a grid, in mm.
///
/// The first cell is exactly in its place. `height` is the height of a cell, in mm.
fn largest_offset(cells: &[(CellAddress, &Polygon)], grid: Grid, height: f64) -> f64 {
    let Some((first, origin)) = cells.first().map(|(address, polygon)| (*address, polygon.centre)) else {
        return 0.0;
    };
    let offsets = cells.iter().map(|(address, polygon)| {
        let offset = (grid.centre(*address) - grid.centre(first)) * height;
        (polygon.centre - origin - offset).hypot()
    });
    offsets.fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurbo::Point;

    fn size(corners: [(f64, f64); 4]) -> Option<Size> {
        size_of_rectangle(&Polygon::new(corners.map(Point::from), 0))
    }

    #[test]
    fn opposite_sides_of_a_rectangle_differ_by_at_most_two_percent() {
        assert_eq!(size([(0.0, 0.0), (10.0, 0.0), (10.0, 6.0), (0.0, 6.0)]), Some(Size::new(10.0, 6.0)));
        assert_eq!(size([(0.0, 0.0), (0.0, 6.0), (10.0, 6.0), (10.0, 0.0)]), Some(Size::new(10.0, 6.0)));
        assert!(size([(0.0, 0.0), (10.0, 0.0), (9.9, 6.0), (0.1, 6.0)]).is_some());
        assert!(size([(0.0, 0.0), (10.0, 0.0), (9.8, 6.0), (0.2, 6.0)]).is_none());
    }
}

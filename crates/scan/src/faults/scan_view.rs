//! Holds a scan and its page at the resolution for judging faults, and divides pieces into squares.

use kurbo::{Rect, Size, Vec2};

use crate::fit::Fitted;
use crate::locate::Located;
use crate::map::Map;
use crate::observe::{Drawn, PartMeasurement};
use crate::plane::Plane;

/// The side of the squares that are measured near edges, in mm.
pub const SQUARE_SIDE_MM: f64 = 2.0;
/// In a strip around a wrong piece, the scan may be wrong, too. This is the width of the strip.
pub const PIECE_STRIP_MM: f64 = 0.3;
/// A square is judged only if it has at least this number of pixels near edges.
pub const MIN_PIXELS: usize = 60;

/// A page that was found in a scan, at a reduced resolution. A measurement reaches only a few pixels
/// around an edge. At a lower resolution, these pixels cover more mm, so displaced pieces are found.
pub struct View<'l> {
    pub drawn: Drawn,
    pub scan: Plane,
    pub map: Map,
    pub size: Size,
    pub fitted: &'l Fitted,
    /// The usual blur of the scan, in mm².
    pub blur: f64,
    /// The light of bare paper in the drawing.
    pub white: f32,
}

impl<'l> View<'l> {
    pub fn new(located: &'l Located, scan: &Plane) -> Self {
        /// The highest resolution of the view, in pixels per mm.
        const MAX_PIXELS_PER_MM: f64 = 8.0;
        let (mut resolution, mut halvings) = (located.drawn.pixels_per_mm, 0);
        while resolution > MAX_PIXELS_PER_MM {
            (resolution, halvings) = (resolution / 2.0, halvings + 1);
        }
        let [drawn, growth, shown] =
            [located.drawn.plane(), located.drawn.growth(), scan].map(|plane| halved(plane, halvings));
        let map = located.map.coarser(f64::from(1_u32 << halvings));
        let drawn = Drawn::new(drawn, growth, resolution);
        let white = drawn.plane().values.iter().copied().fold(0.0, f32::max);
        Self { drawn, scan: shown, map, size: located.size, fitted: &located.fitted, blur: 0.0, white }
    }
}

/// Returns a plane whose resolution is halved `times` times.
fn halved(plane: &Plane, times: u32) -> Plane {
    match times {
        0 => plane.clone(),
        _ => (1..times).fold(plane.halved(), |plane, _| plane.halved()),
    }
}

/// Returns the squares with enough pixels near edges.
pub fn reliable(measurements: &[Option<PartMeasurement>]) -> impl Iterator<Item = &PartMeasurement> {
    measurements.iter().flatten().filter(|measurement| measurement.pixels >= MIN_PIXELS)
}

/// Divides an area into squares. All of them are inside the area, unlike the squares of a page.
pub fn squares_of(area: Rect) -> Vec<Rect> {
    let [columns, rows] = [area.width(), area.height()].map(|side| (side / SQUARE_SIDE_MM).ceil().max(1.0));
    let size = Size::new(area.width() / columns, area.height() / rows);
    let (columns, count) = (columns as usize, columns as usize * rows as usize);
    let corner =
        |index: usize| ((index % columns) as f64 * size.width, (index / columns) as f64 * size.height);
    (0..count).map(|index| Rect::from_origin_size(area.origin() + Vec2::from(corner(index)), size)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_fill_an_area() {
        let squares = squares_of(Rect::new(9.5, 19.5, 14.1, 21.5));
        let whole = squares.iter().skip(1).fold(squares[0], |all, square| all.union(*square));
        assert_eq!(squares.len(), 3);
        assert!((whole.x0 - 9.5).abs() < 1e-9 && (whole.x1 - 14.1).abs() < 1e-9);
        assert!((whole.y0 - 19.5).abs() < 1e-9 && (whole.y1 - 21.5).abs() < 1e-9);
    }
}

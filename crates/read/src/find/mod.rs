//! Finds shapes on a page: polygons, rectangles, discs, hexagons that are drawn as a net of lines,
//! and polygons that share an edge.
//!
//! - In: the items of a page, in mm.
//! - Out: shapes, with the index of the item that draws them.
//! - Not here: what the shapes mean in a game.

mod adjacency;
mod contour;
mod crossing;
mod disc;
mod faces;
mod hexagon_net;
mod merged_points;
mod polygon;
mod rectangle;
mod strokes;

use kurbo::Rect;

pub use adjacency::{Neighbour, adjacency};
pub use crossing::polygons_between;
pub use disc::{Disc, discs};
pub use hexagon_net::{Lines, LooseEnd, lines};
pub use polygon::{Polygon, ReferenceShape, intended_polygons, polygons, polygons_of};
pub use rectangle::{Rectangle, rectangles};
pub use strokes::{MAX_LINES, PositionOnLine, Strokes, runs};

/// Returns the number of closed shapes on a page that have a curved side or a rounded corner. Discs
/// do not count.
pub fn count_curved(page: &crate::Page) -> usize {
    let curved = contour::each(page).filter(|contour| contour.corners().is_none()).count();
    curved.saturating_sub(discs(page).len())
}

/// The largest distance between two points that count as equal, in mm.
pub const SAME_POINT_MM: f64 = 0.002;

/// Wraps a rotation, in degrees, into the range `0..period`. If rounding would leave the result just below
/// `period`, returns 0.
fn wrapped(degrees: f64, period: f64) -> f64 {
    let rest = degrees % period;
    let turn = if rest < 0.0 { rest + period } else { rest };
    if turn >= period - 1e-9 { 0.0 } else { turn }
}

/// A shape that shares no edge with another shape.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LooseShape {
    /// The kind of shape: `hexagon`, `disc`, `square` or `rectangle`.
    pub what: &'static str,
    /// The bounding box, in mm.
    pub rect: Rect,
}

#[cfg(test)]
pub(crate) mod sample {
    //! Builds pages that contain only paths.
    use crate::{DrawStyle, Item, ItemKind, Page, Rgb};
    use kurbo::BezPath;

    /// Returns a page that fills paths in black.
    pub(crate) fn page(paths: impl IntoIterator<Item = BezPath>) -> Page {
        let items = paths.into_iter().map(|path| {
            let kind = ItemKind::Path { path: path.into(), fill: Some(Rgb([0; 3])), stroke: None };
            Item {
                id: None,
                tag: None,
                copy: None,
                clip: None,
                clip_outlines: None,
                turn: Some(0),
                effect: 0,
                draw_style: DrawStyle::default(),
                opacity: 1.0,
                shades: None,
                gradient: None,
                painted_bounds: kind.painted_bounds(),
                kind,
            }
        });
        Page { number: 1, items: items.collect(), ..Page::default() }
    }

    /// Returns a closed path along points.
    pub(crate) fn closed(points: &[(f64, f64)]) -> BezPath {
        let mut path = BezPath::new();
        for (n, &point) in points.iter().enumerate() {
            if n == 0 { path.move_to(point) } else { path.line_to(point) }
        }
        path.close_path();
        path
    }

    /// Returns the corners of a regular hexagon, clockwise as seen on the page. `turn` is the
    /// rotation in degrees.
    pub(crate) fn hexagon(centre: (f64, f64), side: f64, turn: f64) -> Vec<(f64, f64)> {
        let angles = (0..6).map(|k| (f64::from(k) * 60.0 + turn).to_radians());
        angles.map(|a| (centre.0 + side * libm::cos(a), centre.1 + side * libm::sin(a))).collect()
    }
}

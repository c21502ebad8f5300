//! Shapes found in a drawing: polygons, rectangles and discs, and which
//! polygons lie edge to edge; and the hexagons between lines that cells share.
//!
//! Everything is in millimetres with y down, as [`crate::read`] hands it over.

mod adjacency;
mod contour;
mod crossing;
mod disc;
mod lines;
mod polygon;
mod rectangle;
mod strokes;

use kurbo::Rect;

pub use adjacency::{Neighbour, adjacency};
pub use crossing::polygons_between;
pub use disc::{Disc, discs};
pub use lines::{Lines, Loose, lines};
pub use polygon::{Figure, Polygon, meant, polygons, polygons_of};
pub use rectangle::{Rectangle, rectangles};
pub use strokes::{Beside, MOST_LINES, Strokes, runs};

/// How many closed shapes of a page have sides that are bent, or corners that are rounded; discs left out.
pub fn bent(page: &crate::read::Page) -> usize {
    let curved = contour::each(page).filter(|contour| contour.corners().is_none()).count();
    curved.saturating_sub(discs(page).len())
}

/// Points closer together than this are one point, in mm: 2 µm.
pub const SAME: f64 = 0.002;

/// A turn in degrees brought into `0..period`, where the hair's breadth below
/// `period` that rounding leaves is none at all.
fn wrapped(degrees: f64, period: f64) -> f64 {
    let rest = degrees % period;
    let turn = if rest < 0.0 { rest + period } else { rest };
    if turn >= period - 1e-9 { 0.0 } else { turn }
}

/// A shape that lies by itself.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LooseShape {
    /// `hexagon`, `disc`, `square` or `rectangle`.
    pub what: &'static str,
    /// The box round it, in mm.
    pub rect: Rect,
}

#[cfg(test)]
pub(crate) mod sample {
    //! Pages made of paths alone.
    use crate::read::{Item, ItemKind, Manner, Page, Rgb};
    use kurbo::BezPath;

    /// A page that fills these paths in black.
    pub(crate) fn page(paths: impl IntoIterator<Item = BezPath>) -> Page {
        let items = paths.into_iter().map(|path| {
            let kind = ItemKind::Path { path: path.into(), fill: Some(Rgb([0; 3])), stroke: None };
            Item {
                id: None,
                tag: None,
                clip: None,
                cuts: None,
                turn: Some(0),
                effect: 0,
                manner: Manner::default(),
                cover: 1.0,
                shades: None,
                run: None,
                whole: kind.whole(),
                kind,
            }
        });
        Page { number: 1, items: items.collect(), ..Page::default() }
    }

    /// A closed path along these points.
    pub(crate) fn closed(points: &[(f64, f64)]) -> BezPath {
        let mut path = BezPath::new();
        for (n, &point) in points.iter().enumerate() {
            if n == 0 { path.move_to(point) } else { path.line_to(point) }
        }
        path.close_path();
        path
    }

    /// The corners of a regular hexagon, clockwise as seen; its sides are as
    /// long as the way from the centre to a corner.
    pub(crate) fn hexagon(centre: (f64, f64), side: f64, turn: f64) -> Vec<(f64, f64)> {
        let corner = |k: i32| {
            let angle = (f64::from(k) * 60.0 + turn).to_radians();
            (centre.0 + side * libm::cos(angle), centre.1 + side * libm::sin(angle))
        };
        (0..6).map(corner).collect()
    }
}

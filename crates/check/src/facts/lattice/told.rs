//! The grid that rectangles lie on whose drawings say their addresses, where no layout says how wide they are.

use kurbo::{Size, Vec2};

use super::median;
use crate::base::hex::Hex;
use crate::base::tiling::{Grid, Tiling};
use crate::find::Polygon;

/// How much two sides may differ that are alike, as a share.
const ALIKE: f64 = 0.02;
/// How much wider than in the table cells may be that are meant to be as there, as a share.
const STRETCHED: f64 = 0.03;
/// How far from its place a cell may be, as a share of its shorter side.
const OFF: f64 = 0.2;

/// Returns width and height of a rectangle in mm, the way nearer to level first; `None` for other polygons.
pub fn size_of_rectangle(own: &Polygon) -> Option<Size> {
    let [a, b, c, d] = own.sides[..] else { return None };
    let like = |a: f64, b: f64| (a - b).abs() <= ALIKE * a.max(b);
    let [p, q, r, s] = own.corners[..] else { return None };
    let first: Vec2 = q - p;
    let is_rectangle = like(a, c) && like(b, d) && like(p.distance(r), q.distance(s));
    let level = first.x.abs() >= first.y.abs();
    is_rectangle.then_some(if level { Size::new(a, b) } else { Size::new(b, a) })
}

/// Returns the grid of rectangles or bricks on which cells with these addresses lie; `None` for squares and for what is
/// no rectangle.
pub fn grid_told(cells: &[(Hex, &Polygon)]) -> Option<Grid> {
    let sizes: Vec<Size> = cells.iter().map(|(_, own)| size_of_rectangle(own)).collect::<Option<Vec<_>>>()?;
    let width = median(sizes.iter().map(|size| size.width))?;
    let height = median(sizes.iter().map(|size| size.height))?;
    let (first, at) = cells.first().map(|(hex, own)| (*hex, own.centre))?;
    let off = |grid: Grid| {
        let way = |hex: Hex| (grid.middle(hex) - grid.middle(first)) * height;
        cells.iter().map(|(hex, own)| (own.centre - at - way(*hex)).hypot()).fold(0.0, f64::max)
    };
    let ratio = width / height;
    let grids = [(Tiling::Square, ratio), (Tiling::Brick, ratio / 2.0)];
    let best = grids
        .into_iter()
        .map(|(tiling, wide)| Grid { tiling, wide })
        .min_by(|a, b| off(*a).total_cmp(&off(*b)))
        .filter(|grid| off(*grid) <= OFF * width.min(height))?;
    let is_usual = (best.wide - 1.0).abs() < STRETCHED;
    let grid = if is_usual { best.tiling.grid() } else { best };
    grid.size(1.0).map(|_| grid)
}

//! Rectangles of one size that lie edge to edge, in columns or as bricks do.
//!
//! So do cards on a sheet and the fields of a form: rectangles are cells where there are many of them, no larger than any
//! card, and not much longer than wide.

use kurbo::Size;

use crate::base::map::Map;
use crate::base::point_index::PointIndex;
use crate::base::tiling::{Grid, Tiling};
use crate::check::facts::board::figure;
use crate::check::facts::lattice::{Lattice, size_of_rectangle};
use crate::find::{self, Polygon};
use crate::read::Page;

/// How far apart the middles of two drawings of one cell may lie, in mm.
const SAME: f64 = 0.5;
/// The fewest that are a board.
const FEWEST: usize = 12;
/// The longest side of a cell, in mm.
const LONGEST: f64 = 40.0;
/// How many times as long as wide they are at most; a hair more than a brick.
const SLIM: f64 = 2.02;
/// How much the sizes of two cells may differ, as a share.
const ALIKE: f64 = 0.06;
/// How much narrower than high squares may be, as a share: those of a board that was drawn or printed a little too narrow
/// are still meant to be squares.
const SQUARE: f64 = 0.05;
/// How far from its place a cell may lie, as a share of its shorter side.
const OFF: f64 = 0.1;

/// Returns the rectangles of a page that are cells, and how they lie; `None` if there are none, or if they are squares.
/// `between` are those between lines that cross.
pub(super) fn field(page: &Page, between: &[Polygon]) -> Option<(Vec<Polygon>, Lattice)> {
    let drawn = once(find::polygons(page, 4).into_iter().chain(between.iter().cloned()));
    let all: Vec<(Polygon, Size)> =
        drawn.into_iter().filter_map(|own| size(&own).map(|size| (own, size))).collect();
    let key = |size: Size| [size.width, size.height].map(|mm| (mm * 20.0).round() as i64);
    let mut votes: Map<[i64; 2], usize> = Map::new();
    all.iter().for_each(|(_, size)| *votes.entry(key(*size)).or_default() += 1);
    let (most, _) = votes.into_iter().max_by_key(|(_, count)| *count)?;
    let (_, usual) = all.iter().find(|(_, size)| key(*size) == most)?;
    let near = |a: f64, b: f64| (a - b).abs() <= ALIKE * b;
    let alike = |size: &Size| near(size.width, usual.width) && near(size.height, usual.height);
    let own: Vec<&Polygon> = all.iter().filter(|(_, size)| alike(size)).map(|(polygon, _)| polygon).collect();
    let ratio = usual.width / usual.height;
    if own.len() < FEWEST || is_square(ratio) {
        return None;
    }
    let grids = [(Tiling::Square, ratio), (Tiling::Brick, ratio / 2.0)];
    grids.into_iter().find_map(|(tiling, wide)| laid(&own, Grid { tiling, wide }))
}

/// Returns whether rectangles that are so many times as wide as high are meant to be squares.
pub(super) fn is_square(ratio: f64) -> bool {
    (1.0 - SQUARE..=1.0 / (1.0 - SQUARE)).contains(&ratio)
}

/// Rectangles of about the same corners once: of a cell that is outlined and lies between lines too, the drawing.
fn once(all: impl Iterator<Item = Polygon>) -> Vec<Polygon> {
    let mut kept: Vec<Polygon> = Vec::new();
    let mut index = PointIndex::<2>::new(SAME);
    for own in all.filter(|own| own.corners.iter().all(|p| p.x.abs() < 1e7 && p.y.abs() < 1e7)) {
        let alike = |other: &Polygon| (other.side() - own.side()).abs() <= ALIKE * own.side();
        if index.within(own.centre, SAME).all(|other| !alike(&kept[other])) {
            index.insert([own.centre.x, own.centre.y], kept.len());
            kept.push(own);
        }
    }
    kept
}

/// Width and height of a rectangle that may be a cell, the way nearer to level first.
fn size(own: &Polygon) -> Option<Size> {
    let size = size_of_rectangle(own)?;
    let (long, short) = (size.width.max(size.height), size.width.min(size.height));
    (short > 1.0 && long <= LONGEST && long <= SLIM * short).then_some(size)
}

/// These rectangles as cells of a grid, where nearly all of them lie on it, in several rows.
fn laid(own: &[&Polygon], grid: Grid) -> Option<(Vec<Polygon>, Lattice)> {
    // Squares in columns are found as such.
    grid.size(1.0)?;
    let figure = figure(grid);
    let cells: Vec<Polygon> = own.iter().filter_map(|polygon| polygon.as_figure(&figure)).collect();
    let lattice = Lattice::of_rectangles(&cells, grid)?;
    let shorter = lattice.across();
    let placed = lattice.addresses.iter().zip(&cells);
    let there: Vec<_> = placed
        .filter_map(|(hex, cell)| hex.map(|hex| (hex, lattice.centre(hex).distance(cell.centre))))
        .filter(|(_, off)| *off <= OFF * shorter)
        .map(|(hex, _)| hex)
        .collect();
    let several = |line: Vec<i32>| {
        let lines: std::collections::BTreeSet<i32> = line.into_iter().collect();
        lines.len() >= 3
    };
    // Each lies beside others, edge to edge: so they are no cards with room between them.
    let all: std::collections::BTreeSet<_> = there.iter().copied().collect();
    let beside = |hex: &&_| grid.tiling.neighbours(**hex).filter(|next| all.contains(next)).count() >= 2;
    let touching = there.iter().filter(beside).count();
    let is_upright = lattice.stretch <= OFF * shorter;
    let enough = is_upright && there.len() * 10 >= own.len() * 9 && touching * 10 >= there.len() * 9;
    let is_field =
        several(there.iter().map(|hex| hex.q).collect()) && several(there.iter().map(|hex| hex.r).collect());
    (enough && is_field && lattice.gap() < OFF * shorter).then_some((cells, lattice))
}

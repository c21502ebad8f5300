//! Boards of points as they are drawn: the lines, and the places where these end.

use std::collections::BTreeSet;

use kurbo::{Line, PathSeg, Point, Rect};

use super::board::FoundBoard;
use super::lattice::Lattice;
use super::shape::shifts;
use crate::base::geometry::span;
use crate::base::hex::Hex;
use crate::base::identity::{Feature, Identity, Single};
use crate::base::map::Map;
use crate::base::point_index::PointIndex;
use crate::find::Polygon;
use crate::model::{Board, Points};
use crate::read::{Item, Kind, Page};

/// Ends of lines that lie closer together than this are one point, in mm.
const TOGETHER: f64 = 0.02;

fn is_lines(item: &Item) -> bool {
    item.id.as_deref().and_then(Identity::feature) == Some(&Feature::Single(Single::Lines))
}

/// The lines between points of a page.
#[must_use]
pub fn lines_of(page: &Page) -> Vec<Line> {
    let paths = page.items.iter().filter(|item| is_lines(item)).filter_map(|item| match &item.kind {
        Kind::Path { path, stroke: Some(_), .. } => Some(path),
        _ => None,
    });
    let lines = paths.flat_map(|path| path.segments()).filter_map(|segment| match segment {
        PathSeg::Line(line) => Some(line),
        _ => None,
    });
    lines.collect()
}

impl FoundBoard {
    /// The board on a page, which is to be this one, if that is known; none where there is none.
    #[must_use]
    pub fn seek(page: &Page, layout: Option<&Board>) -> Option<Self> {
        let on_points = layout.and_then(|board| Some((board, board.points.as_ref()?)));
        // Points that are drawn as cells are found as such.
        let bare = |board: &&Board| board.cells.iter().any(|cell| !board.is_drawn(cell));
        match on_points {
            Some((board, points)) if bare(&board) => Self::of_points(page, board, points),
            _ => Self::of(page),
        }
    }

    /// Where lines end there are points: each is taken for a cell, as large as there is room between them.
    fn of_points(page: &Page, layout: &Board, points: &Points) -> Option<Self> {
        let item = page.items.iter().position(is_lines)?;
        let mut middles: Vec<Point> = Vec::new();
        let mut index = PointIndex::<2>::new(TOGETHER);
        for end in lines_of(page).into_iter().flat_map(|line| [line.p0, line.p1]) {
            if index.within(end, TOGETHER).next().is_none() {
                index.insert([end.x, end.y], middles.len());
                middles.push(end);
            }
        }
        let asked: BTreeSet<Hex> =
            points.links.iter().flatten().filter_map(|point| Some(layout.cells.get(*point)?.hex)).collect();
        let size = |points: &mut dyn Iterator<Item = Point>| {
            let all: Vec<Point> = points.collect();
            let (x, y) = (span(all.iter().map(|p| p.x)), span(all.iter().map(|p| p.y)));
            Rect::new(x.0, y.0, x.1, y.1).size()
        };
        let unit = size(&mut asked.iter().map(|hex| layout.tiling.unit_centre(*hex)));
        let drawn = size(&mut middles.iter().copied());
        let side =
            if unit.width > unit.height { drawn.width / unit.width } else { drawn.height / unit.height };
        if !(side.is_finite() && side > 0.0) {
            return None;
        }
        let corners = layout.tiling.unit_corners(Hex::new(0, 0));
        let cell =
            |at: &Point| Polygon::new(corners.iter().map(|c| *at + *c * side).collect::<Vec<_>>(), item);
        let cells: Vec<Polygon> = middles.iter().map(cell).collect();
        // Where ends lie beside each other that are to be one, that is the one nearest to its place: a rule of its own tells
        // of the others.
        let all = Lattice::of(&cells)?;
        let mut best: Map<Hex, usize> = Map::new();
        let off = |i: usize, hex: Hex| all.centre(hex).distance(cells[i].centre);
        for (i, hex) in all.addresses.iter().enumerate().filter_map(|(i, hex)| Some((i, (*hex)?))) {
            let known = best.entry(hex).or_insert(i);
            if off(i, hex) < off(*known, hex) {
                *known = i;
            }
        }
        let cells: Vec<Polygon> = best.into_values().map(|i| cells[i].clone()).collect();
        let lattice = Lattice::of(&cells)?;
        let mut board = Self::bare(page, cells, lattice);
        let found: BTreeSet<Hex> = board.cells.iter().map(|cell| cell.hex).collect();
        let fits = |shift: &Hex| asked.iter().filter(|hex| found.contains(&(**hex + *shift))).count();
        let shift = shifts(asked.iter().copied(), &found).into_iter().max_by_key(fits)?;
        let back = Hex::new(0, 0) - shift;
        board.cells.iter_mut().for_each(|cell| cell.hex = cell.hex + back);
        board.lattice.renumber(back);
        board.fill(page, false);
        Some(board)
    }
}

//! Boards of points as they are drawn: the lines, and the places where these end.

use std::collections::BTreeSet;

use kurbo::{Line, ParamCurve as _, PathSeg, Point, Rect};

use super::board::FoundBoard;
use super::lattice::{Lattice, nearest};
use crate::base::geometry::span;
use crate::base::hex::Hex;
use crate::base::identity::{Feature, Identity, Single};
use crate::base::map::Map;
use crate::base::point_index::PointIndex;
use crate::find::Polygon;
use crate::model::{Board, Points};
use crate::read::{Item, ItemKind, Page};

/// Ends of lines that lie closer together than this are one point, in mm.
const TOGETHER: f64 = 0.02;

pub fn is_lines(item: &Item) -> bool {
    item.id.as_deref().and_then(Identity::feature) == Some(&Feature::Single(Single::Lines))
}

/// The lines between points of a page.
pub fn lines_of(page: &Page) -> Vec<Line> {
    let paths = page.items.iter().filter(|item| is_lines(item)).filter_map(|item| match &item.kind {
        ItemKind::Path { path, stroke: Some(_), .. } => Some(path),
        _ => None,
    });
    let lines = paths.flat_map(|path| path.segments()).filter_map(|segment| match segment {
        PathSeg::Line(line) => Some(line),
        _ => None,
    });
    lines.collect()
}

/// An arc between points, as it is drawn: where its curves begin, and the last one ends.
pub struct FoundBow {
    pub ends: [Point; 2],
    /// Places on it.
    pub on: Vec<Point>,
}

/// The arcs between points of a page.
pub fn bows_of(page: &Page) -> Vec<FoundBow> {
    let mut bows: Vec<FoundBow> = Vec::new();
    for item in page.items.iter().filter(|item| is_lines(item)) {
        let ItemKind::Path { path, stroke: Some(_), .. } = &item.kind else { continue };
        let mut last: Option<Point> = None;
        for segment in path.segments() {
            let PathSeg::Cubic(curve) = segment else {
                last = None;
                continue;
            };
            let on = [0.25, 0.5, 0.75, 1.0].map(|t| curve.eval(t));
            match bows.last_mut().filter(|_| last.is_some_and(|last| last.distance(curve.p0) < TOGETHER)) {
                Some(bow) => {
                    bow.ends[1] = curve.p3;
                    bow.on.extend(on);
                }
                None => bows.push(FoundBow { ends: [curve.p0, curve.p3], on: on.to_vec() }),
            }
            last = Some(curve.p3);
        }
    }
    bows
}

impl FoundBoard {
    /// The board on a page, which is to be this one, if that is known; none where there is none.
    pub fn seek(page: &Page, layout: Option<&Board>) -> Option<Self> {
        let on_points = layout.and_then(|board| Some((board, board.points.as_ref()?)));
        // Points that are drawn as cells are found as such.
        let bare = |board: &&Board| board.cells.iter().any(|cell| !board.is_drawn(cell));
        match on_points {
            Some((board, points)) if bare(&board) => Self::of_points(page, board, points),
            _ => Self::of(page, layout.map(Board::grid)),
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
        let tiling = layout.tiling;
        let unit = around(asked.iter().map(|hex| tiling.unit_centre(*hex)));
        let drawn = around(middles.iter().copied());
        let wide = unit.width() > unit.height();
        let side = if wide { drawn.width() / unit.width() } else { drawn.height() / unit.height() };
        if !(side.is_finite() && side > 0.0) {
            return None;
        }
        // Where the layout has them, on a board as large as this one.
        let at = |hex: Hex| drawn.origin() + (tiling.unit_centre(hex) - unit.origin()) * side;
        let first = at(Hex::new(0, 0));
        let places = (first, [at(Hex::new(1, 0)) - first, at(Hex::new(0, 1)) - first]);
        // Where ends lie beside each other that are to be one, that is the one nearest to its place: a rule of its own
        // tells of the others.
        let mut best: Map<Hex, Point> = Map::new();
        for point in middles {
            let hex = nearest(tiling, places, point);
            let known = best.entry(hex).or_insert(point);
            if point.distance(at(hex)) < known.distance(at(hex)) {
                *known = point;
            }
        }
        let cell = |(hex, middle): (&Hex, &Point)| {
            let corners = tiling.unit_corners(*hex).iter().map(|c| *middle + *c * side);
            Polygon::new(corners.collect::<Vec<_>>(), item)
        };
        let cells: Vec<Polygon> = best.iter().map(cell).collect();
        let addresses = best.keys().map(|hex| Some(*hex)).collect();
        let lattice = Lattice::fitted(&cells, (tiling.grid(), 0.0), side, addresses);
        let mut board = Self::bare(page, cells, lattice);
        board.fill(page, false);
        Some(board)
    }
}

/// The box round some points.
pub(super) fn around(points: impl Iterator<Item = Point>) -> Rect {
    let all: Vec<Point> = points.collect();
    let (x, y) = (span(all.iter().map(|p| p.x)), span(all.iter().map(|p| p.y)));
    Rect::new(x.0, y.0, x.1, y.1)
}

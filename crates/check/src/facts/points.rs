//! Finds the boards of points on pages of hexpress.
//!
//! - In: a page, and the board in the layout.
//! - Out: the lines between points, and a board whose points are the ends of these lines.
//! - Not here: boards drawn by other programs.

use std::collections::BTreeSet;

use kurbo::{Line, ParamCurve as _, PathSeg, Point, Rect};

use super::board::{FoundBoard, WrittenBy};
use super::lattice::{FreeFit, Lattice};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::geometry::span;
use hexpress_base::identity::{Feature, Identity, Single};
use hexpress_base::point_index::PointIndex;
use hexpress_base::sorted_map::SortedMap;
use hexpress_base::tiling::Tiling;
use hexpress_game::{Board, Points};
use hexpress_read::find::Polygon;
use hexpress_read::{Item, ItemKind, Page};

/// Ends of lines count as one point if the distance between them is at most this, in mm.
const SAME_POINT_MM: f64 = 0.02;

/// Returns whether an item draws the lines between the points of a board.
pub fn is_lines(item: &Item) -> bool {
    item.id.as_deref().and_then(Identity::feature) == Some(&Feature::Single(Single::Lines))
}

/// Returns the straight lines between points on a page.
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

/// An arc between points on a page.
pub struct FoundBow {
    /// The start of the arc and its end, in mm. An arc may consist of several curves.
    pub ends: [Point; 2],
    /// Four sample points on each curve of the arc, in mm.
    pub on: Vec<Point>,
}

/// Returns the arcs between points on a page. If curves continue each other, they are one arc.
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
            match bows.last_mut().filter(|_| last.is_some_and(|last| last.distance(curve.p0) < SAME_POINT_MM))
            {
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
    /// Returns the board on a page. Returns `None` if no board is drawn.
    ///
    /// `layout` is the board that the page should show, if it is known.
    pub fn seek(page: &Page, layout: Option<&Board>) -> Option<Self> {
        if let Some(board) = layout.filter(|board| board.grid.is_free()) {
            return Self::of_free_points(page, board);
        }
        match layout.and_then(|board| Some((board, board.points.as_ref()?))) {
            // If a point is not drawn as a cell, only the ends of lines show where it is. If all points
            // are drawn as cells, they are found like other cells.
            Some((board, points)) if board.cells.iter().any(|cell| !board.is_drawn(cell)) => {
                Self::of_points(page, board, points)
            }
            _ => Self::new(page, layout.map(|board| board.grid)),
        }
    }

    /// Returns the board whose points are the ends of lines. Each point becomes a cell that touches its
    /// neighbours. Returns `None` if the page has no such lines, or if the box around their ends has no
    /// size.
    fn of_points(page: &Page, layout: &Board, points: &Points) -> Option<Self> {
        let item = page.items.iter().position(is_lines)?;
        let ends = separate_ends(page);
        let expected = ExpectedPoints::new(layout, points, &ends)?;
        let ExpectedPoints { tiling, side, .. } = expected;
        let nearest = expected.nearest_ends(ends);
        let mut cells = Vec::with_capacity(nearest.len());
        for (address, centre) in &nearest {
            let corners = tiling.unit_corners(*address).iter().map(|corner| *centre + *corner * side);
            cells.push(Polygon::new(corners.collect::<Vec<_>>(), item));
        }
        let addresses = nearest.keys().map(|address| Some(*address)).collect();
        let lattice = Lattice::fitted(&cells, tiling.grid(), 0.0, side, addresses);
        let mut board = Self::empty(page, cells, lattice);
        board.fill(page, WrittenBy::Ours);
        Some(board)
    }
}

/// Returns the ends of the lines on a page. If several ends are at the same place, returns only one of
/// them.
pub(super) fn separate_ends(page: &Page) -> Vec<Point> {
    let mut ends: Vec<Point> = Vec::new();
    let mut index = PointIndex::<2>::new(SAME_POINT_MM);
    for end in lines_of(page).into_iter().flat_map(|line| [line.p0, line.p1]) {
        if index.within(end, SAME_POINT_MM).next().is_none() {
            index.insert([end.x, end.y], ends.len());
            ends.push(end);
        }
    }
    ends
}

/// The expected places of the layout's points, scaled to the size of the drawn board.
#[derive(Clone, Copy)]
struct ExpectedPoints {
    tiling: Tiling,
    /// The side of a cell, in mm.
    side: f64,
    /// The top left corner of the box of the drawn points, in mm.
    drawn: Point,
    /// The top left corner of the box of the layout's points, in units of a cell's side length.
    unit: Point,
}

impl ExpectedPoints {
    /// Computes the expected places of points. The box of the layout's points is scaled and moved to
    /// the box of the drawn points.
    ///
    /// Returns `None` if a box has no size.
    fn new(layout: &Board, points: &Points, drawn: &[Point]) -> Option<Self> {
        let tiling = layout.grid.tiling;
        let linked = points.links.iter().flatten();
        let cells_with_points: BTreeSet<CellAddress> =
            linked.filter_map(|point| Some(layout.cells.get(*point)?.address)).collect();
        let unit = bounding_box(cells_with_points.iter().map(|address| tiling.unit_centre(*address)));
        let box_ = bounding_box(drawn.iter().copied());
        let is_wide = unit.width() > unit.height();
        let side = if is_wide { box_.width() / unit.width() } else { box_.height() / unit.height() };
        let is_valid = side.is_finite() && side > 0.0;
        is_valid.then(|| Self { tiling, side, drawn: box_.origin(), unit: unit.origin() })
    }

    fn place(self, cell: CellAddress) -> Point {
        self.drawn + (self.tiling.unit_centre(cell) - self.unit) * self.side
    }

    /// For each expected point, returns the nearest end of a line. Leaves out all other ends, because
    /// another rule reports them.
    fn nearest_ends(self, ends: Vec<Point>) -> SortedMap<CellAddress, Point> {
        let origin = self.place(CellAddress::new(0, 0));
        let basis =
            [CellAddress::new(1, 0), CellAddress::new(0, 1)].map(|address| self.place(address) - origin);
        let lattice = FreeFit { origin, basis };
        let mut nearest: SortedMap<CellAddress, Point> = SortedMap::new();
        for end in ends {
            let address = lattice.nearest(self.tiling, end);
            let known = nearest.entry(address).or_insert(end);
            if end.distance(self.place(address)) < known.distance(self.place(address)) {
                *known = end;
            }
        }
        nearest
    }
}

pub(super) fn bounding_box(points: impl Iterator<Item = Point>) -> Rect {
    let all: Vec<Point> = points.collect();
    let (x, y) = (span(all.iter().map(|p| p.x)), span(all.iter().map(|p| p.y)));
    Rect::new(x.0, y.0, x.1, y.1)
}

//! Draws bands of colour along the sides of a board, and the lines along the edges of the bands.
//!
//! - In: a board with sides, and its place on the sheet.
//! - Out: one drawing for the band of each side, and one drawing for the lines over the bands.
//! - Not here: finding the sides (`hexpress-game`).
//!
//! The bands of two sides meet at a corner of the border, and are joined there along a mitre. A board
//! in the shape of a large hexagon has a short edge in place of each corner. The mitre is then in the
//! middle of this edge.

use kurbo::{Affine, BezPath, Point, Rect, Vec2};

use super::fit::{BoardFit, band};
use crate::sheet_builder::SheetBuilder;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::geometry::polygon;
use hexpress_base::identity::{Feature, Single};
use hexpress_game::Board;
use hexpress_scene::{Drawing, Group, Stroke};

/// A straight part of the border: an edge of a cell, or half of such an edge. Segments run
/// clockwise around the board.
#[derive(Debug, Clone, Copy)]
struct Segment {
    /// The index of the side of the board to which the segment belongs.
    side: usize,
    from: Point,
    to: Point,
    /// The unit vector that points out of the board.
    normal: Vec2,
}

impl Segment {
    /// Returns the segment for a whole edge of a cell.
    fn edge(board: &Board, fit: &BoardFit, side: usize, (address, edge): (CellAddress, usize)) -> Self {
        let normal = board.grid.tiling.edge_normal(address, edge);
        Self { side, from: fit.corner(address, edge), to: fit.corner(address, edge + 1), normal }
    }

    fn first_half(self) -> Self {
        Self { to: self.from.midpoint(self.to), ..self }
    }

    fn second_half(self) -> Self {
        Self { from: self.from.midpoint(self.to), ..self }
    }
}

/// Draws the bands, and the lines along their edges.
pub fn draw(board: &Board, fit: &BoardFit, page: &mut SheetBuilder<'_, '_>) {
    if board.sides.is_empty() {
        return;
    }
    let border = Border::new(board, fit);
    // At a mitre, a band extends a little farther than its width.
    let reach = band(board);
    for segment in &border.segments {
        page.space.take(Rect::from_points(segment.from, segment.to).inflate(reach, reach));
    }
    for (index, side) in board.sides.iter().enumerate() {
        let mut path = BezPath::new();
        for run in border.runs(|a, b| a.side == b.side) {
            if run.first().is_some_and(|first| border.segments[*first].side == index) {
                path.extend(border.ring(&run, 0.0, board.sides_width));
            }
        }
        let band = Drawing::Path { path, fill: Some(side.ink.clone()), stroke: None };
        page.push(Feature::Side(side.name.into()), Affine::IDENTITY, vec![band]);
    }
    let Some(outline) = &board.sides_outline else { return };
    let lines = border.outline(board.sides_width, outline, board.line.width);
    let id = page.painter.identity(Feature::Single(Single::SidesOutline));
    page.drawings.push(Drawing::Group(Group::piece(id, Affine::IDENTITY, lines)));
}

/// The border of a board, as segments in clockwise order. Only the parts that belong to a side of the
/// board are included.
struct Border {
    segments: Vec<Segment>,
}

impl Border {
    fn new(board: &Board, fit: &BoardFit) -> Self {
        let mut segments = Vec::new();
        let count = board.sides.len();
        for (index, side) in board.sides.iter().enumerate() {
            let first = segments.len();
            segments.extend(side.edges.iter().map(|edge| Segment::edge(board, fit, index, *edge)));
            if let Some(segment) = segments.get_mut(first).filter(|_| side.shares_first) {
                *segment = segment.second_half();
            }
            let next = &board.sides[(index + 1) % count];
            if let Some(edge) = next.edges.first().filter(|_| next.shares_first) {
                segments.push(Segment::edge(board, fit, index, *edge).first_half());
            }
        }
        Self { segments }
    }

    fn after(&self, index: usize) -> usize {
        (index + 1) % self.segments.len()
    }

    fn before(&self, index: usize) -> usize {
        (index + self.segments.len() - 1) % self.segments.len()
    }

    /// Returns whether the segment `next` begins where the segment `index` ends.
    fn joined(&self, index: usize, next: usize) -> bool {
        let (a, b) = (self.segments[index], self.segments[next]);
        a.to.distance(b.from) < a.from.distance(a.to) * 0.01
    }

    /// Splits the border into runs: lists of the indices of consecutive segments.
    ///
    /// Two consecutive segments are in the same run if they touch and `together` returns true for them. If
    /// the whole border is one closed run, the run begins at the first segment.
    fn runs(&self, together: impl Fn(&Segment, &Segment) -> bool) -> Vec<Vec<usize>> {
        let count = self.segments.len();
        let goes_on = |index: usize| {
            let next = self.after(index);
            self.joined(index, next) && together(&self.segments[index], &self.segments[next])
        };
        let start = (0..count).find(|&index| !goes_on(index)).map_or(0, |last| last + 1);
        let mut runs: Vec<Vec<usize>> = Vec::new();
        for step in 0..count {
            let index = (start + step) % count;
            match runs.last_mut() {
                Some(run) if goes_on(self.before(index)) => run.push(index),
                _ => runs.push(vec![index]),
            }
        }
        runs
    }

    /// Returns `corner` of the segment `index`, moved outwards by `by` mm.
    ///
    /// If the segment `joined` touches this corner, the corner moves along the mitre between both
    /// segments. Otherwise it moves along the normal of the segment `index`.
    fn mitred(&self, corner: Point, index: usize, joined: Option<usize>, by: f64) -> Point {
        let normal = self.segments[index].normal;
        let other = joined.map_or(normal, |joined| self.segments[joined].normal);
        corner + (normal + other) / (1.0 + normal.dot(other)) * by
    }

    /// Returns the first corner of a segment, moved outwards by `by` mm.
    fn start(&self, index: usize, by: f64) -> Point {
        let before = Some(self.before(index)).filter(|before| self.joined(*before, index));
        self.mitred(self.segments[index].from, index, before, by)
    }

    /// Returns the last corner of a segment, moved outwards by `by` mm.
    fn end(&self, index: usize, by: f64) -> Point {
        let after = Some(self.after(index)).filter(|after| self.joined(index, *after));
        self.mitred(self.segments[index].to, index, after, by)
    }

    /// Returns the corners of a run, moved outwards by `by` mm. If an end of the run touches a segment of
    /// another side, this end moves along the mitre between both sides.
    fn moved_out(&self, run: &[usize], by: f64) -> Vec<Point> {
        let start = run.first().map(|first| self.start(*first, by));
        start.into_iter().chain(run.iter().map(|index| self.end(*index, by))).collect()
    }

    /// Returns a strip along a run. The strip begins `inner` mm outside the run, and ends `outer` mm outside
    /// the run.
    fn ring(&self, run: &[usize], inner: f64, outer: f64) -> BezPath {
        let mut corners = self.moved_out(run, inner);
        corners.extend(self.moved_out(run, outer).into_iter().rev());
        polygon(&corners)
    }

    /// Returns a closed run as a polygon, moved outwards by `by` mm. A closed run ends where it
    /// begins.
    fn closed(&self, run: &[usize], by: f64) -> BezPath {
        polygon(&self.moved_out(run, by)[1..])
    }

    /// Returns the lines along the edges of the bands.
    ///
    /// If the border is closed, one line runs along the outer edge of the bands, and another line along their
    /// inner edge. The inner line covers the lines of the cells. If the border has gaps, each run of bands
    /// gets one line around it. No line separates neighbouring bands.
    fn outline(&self, width: f64, line: &Stroke, cell_line: f64) -> Vec<Drawing> {
        let outer = (width - line.width / 2.0).max(0.0);
        let (mut inside, mut outside, mut around) = (BezPath::new(), BezPath::new(), BezPath::new());
        for run in self.runs(|_, _| true) {
            if run.last().is_some_and(|&last| self.joined(last, run[0])) {
                inside.extend(self.closed(&run, 0.0));
                outside.extend(self.closed(&run, outer));
            } else {
                around.extend(self.ring(&run, 0.0, outer));
            }
        }
        let inner_line = Stroke { width: line.width.max(cell_line), ..line.clone() };
        [(inside, inner_line), (outside, line.clone()), (around, line.clone())]
            .into_iter()
            .filter(|(path, _)| !path.elements().is_empty())
            .map(|(path, stroke)| Drawing::stroked(path, stroke))
            .collect()
    }
}

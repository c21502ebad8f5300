//! Bands of colour along the sides of a board, and the line round them. Where two sides meet, their bands are
//! mitred: at a corner of the border, or in the middle of the edge in which a blunt corner turns.

use kurbo::{Affine, BezPath, Point, Rect, Vec2};

use super::fit::{BoardFit, band};
use crate::base::hex::{Hex, polygon};
use crate::base::identity::{Feature, Single};
use crate::layout::page::Page;
use crate::model::Board;
use crate::scene::{Draw, Group, Stroke};

/// A straight piece of the border, clockwise: an edge or half of one.
#[derive(Debug, Clone, Copy)]
struct Piece {
    /// Index of its side.
    side: usize,
    from: Point,
    to: Point,
    /// Out of the board.
    normal: Vec2,
}

/// Draws the bands. Gives the line round them, which belongs over the cells.
pub fn draw(board: &Board, fit: &BoardFit, page: &mut Page<'_, '_>) -> Option<Draw> {
    if board.sides.is_empty() {
        return None;
    }
    let border = Border::new(board, fit);
    // A mitre reaches a little further than the band is wide.
    let reach = band(board);
    for piece in &border.pieces {
        page.space.take(Rect::from_points(piece.from, piece.to).inflate(reach, reach));
    }
    for (index, side) in board.sides.iter().enumerate() {
        let mut path = BezPath::new();
        for run in border.runs(|a, b| a.side == b.side) {
            if run.first().is_some_and(|first| border.pieces[*first].side == index) {
                path.extend(border.ring(&run, 0.0, board.sides_width));
            }
        }
        let band = Draw::Path { path, fill: Some(side.ink.clone()), stroke: None };
        page.push(Feature::Side(side.name.into()), Affine::IDENTITY, vec![band]);
    }
    let lines = border.outline(board.sides_width, board.sides_outline.as_ref()?, board.line.width);
    let id = page.painter.identity(Feature::Single(Single::SidesOutline));
    Some(Draw::Group(Group::piece(id, Affine::IDENTITY, lines)))
}

/// The border that belongs to sides, clockwise.
struct Border {
    pieces: Vec<Piece>,
}

impl Border {
    fn new(board: &Board, fit: &BoardFit) -> Self {
        let whole = |side: usize, (hex, edge): (Hex, usize)| {
            let normal = board.tiling.edge_normal(hex, edge);
            Piece { side, from: fit.corner(hex, edge), to: fit.corner(hex, edge + 1), normal }
        };
        let mut pieces = Vec::new();
        let count = board.sides.len();
        for (index, side) in board.sides.iter().enumerate() {
            let own = side.edges.iter().map(|edge| whole(index, *edge));
            pieces.extend(own.enumerate().map(|(i, piece)| match side.shares_first && i == 0 {
                true => Piece { from: piece.from.midpoint(piece.to), ..piece },
                false => piece,
            }));
            let next = &board.sides[(index + 1) % count];
            if let Some(edge) = next.edges.first().filter(|_| next.shares_first) {
                let piece = whole(index, *edge);
                pieces.push(Piece { to: piece.from.midpoint(piece.to), ..piece });
            }
        }
        Self { pieces }
    }

    /// Whether a piece goes on where another one ends.
    fn joined(&self, index: usize, next: usize) -> bool {
        let (a, b) = (self.pieces[index], self.pieces[next]);
        a.to.distance(b.from) < a.from.distance(a.to) * 0.01
    }

    /// Pieces that hang together, one after the other. A border that is one closed run begins anywhere.
    fn runs(&self, together: impl Fn(&Piece, &Piece) -> bool) -> Vec<Vec<usize>> {
        let count = self.pieces.len();
        let goes_on = |i: usize| {
            let next = (i + 1) % count;
            self.joined(i, next) && together(&self.pieces[i], &self.pieces[next])
        };
        let start = (0..count).find(|&i| !goes_on(i)).map_or(0, |last| last + 1);
        let mut runs: Vec<Vec<usize>> = Vec::new();
        for step in 0..count {
            let index = (start + step) % count;
            match runs.last_mut() {
                Some(run) if goes_on((index + count - 1) % count) => run.push(index),
                _ => runs.push(vec![index]),
            }
        }
        runs
    }

    /// A run, so many mm further out: at each end of a piece on the mitre with the next one, if there is one, whatever
    /// side that is of.
    fn along(&self, run: &[usize], by: f64) -> Vec<Point> {
        let count = self.pieces.len();
        let mitred = |at: Point, index: usize, next: usize, joined: bool| {
            let a = self.pieces[index].normal;
            let b = if joined { self.pieces[next].normal } else { a };
            at + (a + b) / (1.0 + a.dot(b)) * by
        };
        let start = |index: usize| {
            let before = (index + count - 1) % count;
            mitred(self.pieces[index].from, index, before, self.joined(before, index))
        };
        let end = |index: usize| {
            let next = (index + 1) % count;
            mitred(self.pieces[index].to, index, next, self.joined(index, next))
        };
        run.first()
            .map(|first| start(*first))
            .into_iter()
            .chain(run.iter().map(|index| end(*index)))
            .collect()
    }

    /// What lies between a run moved out by `inner` and by `outer` mm.
    fn ring(&self, run: &[usize], inner: f64, outer: f64) -> BezPath {
        let mut corners = self.along(run, inner);
        corners.extend(self.along(run, outer).into_iter().rev());
        polygon(&corners)
    }

    /// The line along the outer rim of the bands and, over the cells' own line, along the inner one; it does not
    /// part one band from the next.
    fn outline(&self, width: f64, line: &Stroke, cell_line: f64) -> Vec<Draw> {
        let outer_at = (width - line.width / 2.0).max(0.0);
        let inner = Stroke { width: line.width.max(cell_line), ..line.clone() };
        let (mut inside, mut outside, mut round) = (BezPath::new(), BezPath::new(), BezPath::new());
        for run in self.runs(|_, _| true) {
            let closed = run.last().is_some_and(|&last| self.joined(last, run[0]));
            if closed {
                let open = |by: f64| polygon(&self.along(&run, by)[1..]);
                inside.extend(open(0.0));
                outside.extend(open(outer_at));
            } else {
                round.extend(self.ring(&run, 0.0, outer_at));
            }
        }
        let drawn = [(inside, inner), (outside, line.clone()), (round, line.clone())];
        let drawn = drawn.into_iter().filter(|(path, _)| !path.elements().is_empty());
        drawn.map(|(path, stroke)| Draw::Path { path, fill: None, stroke: Some(stroke) }).collect()
    }
}

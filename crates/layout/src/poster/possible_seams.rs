//! Finds the lines along which a poster may be cut. They follow the edges of cells, or run straight
//! between texts.
//!
//! - In: the content and the obstacles of the whole picture, and the cells of a board.
//! - Out: possible seams. In their coordinates, `x` is parallel to one axis.
//!
//! The module `choose_seams` decides which seams a poster gets.

use kurbo::{Line, Point, Rect};

use super::cell_edges::CellEdges;
use super::interval_index::{Interval, IntervalIndex};
use super::obstacles::Obstacles;
use super::seam::{Course, Seam};
use crate::board::fit::BoardFit;
use crate::impose::duplex::Axis;
use crate::impose::straight_cuts::{ONE, clip_segment};
use hexpress_base::geometry::span;
use hexpress_game::Board;

/// The distance that a seam keeps from a text when it goes around the text, in mm. A straight seam keeps at
/// least half of this distance from texts.
const CLEARANCE: f64 = 1.0;
/// Straight seams are tried at this distance from one another, in mm.
const STEP: f64 = 2.0;
/// The smallest distance between a straight seam and the edge of the picture, in mm.
const EDGE_CLEARANCE: f64 = 4.0;
/// The largest number of texts that a seam may go around between the cells and the edge of the picture.
/// The limit ensures that the search ends.
const MAX_DETOURS: usize = 16;

/// Finds seams along an axis. In all coordinates, `x` is parallel to this axis, and `y` is at a
/// right angle to it.
pub struct SeamFinder<'b> {
    axis: Axis,
    /// The cells of a board, or `None` for a piece.
    cells: Option<CellEdges<'b>>,
    /// The bounding boxes of texts, sorted by `y`.
    texts: IntervalIndex<Rect>,
    /// The bounding boxes of small drawings.
    drawings: Vec<Rect>,
    /// The part of the whole picture that is printed.
    pub content: Rect,
}

impl<'b> SeamFinder<'b> {
    /// Returns a finder for a picture without cells. `content` and `obstacles` are in the coordinates
    /// of the whole picture.
    pub fn new(content: Rect, axis: Axis, obstacles: &Obstacles) -> Self {
        let texts = obstacles.texts.iter().map(|text| axis.swap_rect(*text));
        Self {
            axis,
            cells: None,
            texts: IntervalIndex::new(texts, |text| Interval { from: text.y0, to: text.y1 }),
            drawings: obstacles.drawings.iter().map(|drawing| axis.swap_rect(*drawing)).collect(),
            content: axis.swap_rect(content),
        }
    }

    /// Adds the cells of a board to the finder.
    pub fn with_cells(mut self, board: &Board, fit: &'b BoardFit) -> Self {
        self.cells = Some(CellEdges::new(self.axis, board, fit));
        self
    }

    /// Returns all seams that run along the edges of cells, or straight past all cells. `within` contains
    /// intervals of `y`. Seams along cells are skipped if they are completely outside these intervals.
    pub fn along_cells(&self, within: &[Interval]) -> Vec<Seam> {
        let Some(cells) = &self.cells else {
            return self.steps().filter_map(|y| self.straight(y, Course::BetweenCells)).collect();
        };
        let max_distance = cells.max_distance();
        let levels = cells.levels().windows(2).map(|pair| f64::midpoint(pair[0], pair[1]));
        let near = levels.filter(|level| {
            within
                .iter()
                .any(|stretch| level + max_distance >= stretch.from && level - max_distance <= stretch.to)
        });
        let mut seams: Vec<Seam> = near.filter_map(|level| self.zigzag(cells, level)).collect();
        let bounds = cells.bounds();
        let outside = self.steps().filter(|y| *y < bounds.y0 || *y > bounds.y1);
        seams.extend(outside.filter_map(|y| self.straight(y, Course::BetweenCells)));
        seams
    }

    /// Returns straight seams, which may cross cells. They are tried at equal distances, and at each
    /// `y` in `more`.
    pub fn through_cells(&self, more: impl Iterator<Item = f64>) -> Vec<Seam> {
        self.steps().chain(more).filter_map(|y| self.straight(y, Course::ThroughCells)).collect()
    }

    /// Returns the coordinates `y` at which straight seams are tried, at distances of [`STEP`].
    fn steps(&self) -> impl Iterator<Item = f64> + use<> {
        let (from, to) = (self.content.y0 + EDGE_CLEARANCE, self.content.y1 - EDGE_CLEARANCE);
        let count = ((to - from) / STEP).max(0.0) as usize;
        (0..=count).map(move |step| from + STEP * step as f64).filter(move |y| *y <= to)
    }

    /// Returns the straight seam at `y`, or `None` if it would be too close to a text.
    fn straight(&self, y: f64, course: Course) -> Option<Seam> {
        let clearance = CLEARANCE / 2.0;
        let mut texts = self.texts.touching(Interval::around(y, clearance));
        let is_free = texts.all(|text| y < text.y0 - clearance || y > text.y1 + clearance);
        is_free
            .then(|| Seam::new([self.content.x0, self.content.x1].map(|x| Point::new(x, y)).to_vec(), course))
    }

    /// Returns the seam along the edges between the cells above `level` and the cells below it.
    /// Returns `None` if this seam crosses a text.
    fn zigzag(&self, cells: &CellEdges<'_>, level: f64) -> Option<Seam> {
        let corners = cells.corners_between(level);
        let (from, to) = span(corners.iter().map(|corner| corner.y));
        let texts = IntervalIndex::new(self.texts.touching(Interval { from, to }), |text| Interval {
            from: text.x0,
            to: text.x1,
        });
        if corners.windows(2).any(|edge| crosses_text(edge[0], edge[1], &texts)) {
            return None;
        }
        let (first, last) = (*corners.first()?, *corners.last()?);
        let mut points = self.way_out(cells, first, self.content.x0)?;
        points.reverse();
        points.extend(corners);
        points.extend(self.way_out(cells, last, self.content.x1)?);
        Some(Seam::new(points, Course::BetweenCells))
    }

    /// Returns the corners of the path that continues a seam from the last corner of the cells to
    /// `edge`, the edge of the picture. The path is straight, except where it goes around texts.
    /// Returns `None` if there is no such path.
    fn way_out(&self, cells: &CellEdges<'_>, start: Point, edge: f64) -> Option<Vec<Point>> {
        let heading = Heading::between(start.x, edge);
        let (mut at, mut way) = (start, Vec::new());
        for _ in 0..MAX_DETOURS {
            if heading.distance(at.x, edge) <= 0.0 {
                return Some(way);
            }
            let end = Point::new(edge, at.y);
            let Some(text) = self.first_text(at, end, heading) else {
                way.push(end);
                return Some(way);
            };
            let x = heading.sign() * (heading.near_side(text) - CLEARANCE);
            if heading.distance(at.x, x) < 0.0 {
                return None;
            }
            let corner = Point::new(x, at.y);
            at = self.past_text(cells, corner, text)?;
            way.extend([corner, at]);
        }
        None
    }

    /// Returns the first text that is in the way of a straight path from `at` to `end`. Returns `None` if no
    /// text is in the way.
    fn first_text(&self, at: Point, end: Point, heading: Heading) -> Option<&Rect> {
        let texts = self.texts.touching(Interval::around(at.y, CLEARANCE));
        texts
            .filter(|text| crosses(at, end, text.inflate(0.0, CLEARANCE / 2.0)))
            .min_by(|a, b| heading.near_side(a).total_cmp(&heading.near_side(b)))
    }

    /// Finds a way around `text`: returns a point directly above or below `corner` from which the path can
    /// continue straight past the text. Prefers the nearer point. Returns `None` if texts or cells are in the
    /// way of both points.
    fn past_text(&self, cells: &CellEdges<'_>, corner: Point, text: &Rect) -> Option<Point> {
        let mut ys = [text.y0 - CLEARANCE, text.y1 + CLEARANCE];
        ys.sort_by(|a, b| (a - corner.y).abs().total_cmp(&(b - corner.y).abs()));
        ys.map(|y| Point::new(corner.x, y)).into_iter().find(|next| {
            let mut texts = self.texts.touching(Interval::between(corner.y, next.y));
            !texts.any(|text| crosses(corner, *next, *text)) && !cells.is_on_cell(*next)
        })
    }

    /// Returns the number of small drawings that a seam crosses. A drawing is small if it covers
    /// less than a quarter of the picture.
    pub fn drawings_crossed(&self, seam: &Seam) -> usize {
        let large = self.content.area() / 4.0;
        let small = self.drawings.iter().filter(|drawing| drawing.area() < large);
        small
            .filter(|drawing| seam.points.windows(2).any(|pair| crosses(pair[0], pair[1], **drawing)))
            .count()
    }
}

/// The direction of a path along `x`: to the left or to the right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Heading {
    Left,
    Right,
}

impl Heading {
    /// Returns the direction from one `x` to another. If both are equal, returns `Right`.
    fn between(from: f64, to: f64) -> Self {
        if to < from { Self::Left } else { Self::Right }
    }

    /// Returns -1 for the left and 1 for the right.
    fn sign(self) -> f64 {
        match self {
            Self::Left => -1.0,
            Self::Right => 1.0,
        }
    }

    /// Returns the distance from `from` to `to` in this direction, in mm. The result is negative if
    /// `to` is in the opposite direction.
    fn distance(self, from: f64, to: f64) -> f64 {
        (to - from) * self.sign()
    }

    /// Returns the position of the side of a box that the path reaches first. It is measured along the path:
    /// it is `x` for a path to the right, and `-x` for a path to the left.
    fn near_side(self, rect: &Rect) -> f64 {
        match self {
            Self::Left => -rect.x1,
            Self::Right => rect.x0,
        }
    }
}

/// Returns whether a line crosses any text. The texts are sorted by `x`.
fn crosses_text(a: Point, b: Point, texts: &IntervalIndex<&Rect>) -> bool {
    texts.touching(Interval::between(a.x, b.x)).any(|text| crosses(a, b, **text))
}

/// Returns whether a line runs through the inside of a box. A line along an edge of the box does
/// not cross the box.
fn crosses(a: Point, b: Point, rect: Rect) -> bool {
    clip_segment(Line::new(a, b), rect.inset(-2.0 * ONE)).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finder(texts: Vec<Rect>) -> SeamFinder<'static> {
        let obstacles = Obstacles { texts, ..Obstacles::default() };
        SeamFinder::new(Rect::new(0.0, 0.0, 100.0, 100.0), Axis::Horizontal, &obstacles)
    }

    #[test]
    fn straight_seams_keep_off_texts_and_the_edges_of_the_picture() {
        let ys: Vec<f64> = finder(vec![Rect::new(10.0, 7.0, 90.0, 95.0)])
            .along_cells(&[])
            .iter()
            .map(|seam| seam.extent.from)
            .collect();
        assert_eq!(ys, [4.0, 6.0, 96.0]);
    }

    #[test]
    fn a_line_along_the_edge_of_a_box_does_not_cross_it() {
        let rect = Rect::new(0.0, 0.0, 10.0, 10.0);
        assert!(!crosses(Point::new(-5.0, 0.0), Point::new(15.0, 0.0), rect));
        assert!(crosses(Point::new(-5.0, 1.0), Point::new(15.0, 1.0), rect));
    }
}

//! Places boards that consist of points and lines over the strokes of a drawing.
//!
//! - In: the sheets of another program, and a game.
//! - Out: where each board of the game is drawn, and which links are missing or added.
//! - Not here: reporting faults.
//!
//! To find the place of a board, its longest lines are placed over the long lines of the drawing, in
//! both directions and mirrored. Comparing bounding boxes would not work. There may be frames and other
//! drawings next to the board, and lines of the board may be missing or out of place.

mod board_lines;

use std::collections::BTreeSet;

use kurbo::{Affine, Line, Point, Rect};

use super::closest_drawing::{MIN_COMMON_CELLS, boards, is_lines};
use super::points::bounding_box;
use super::shape::within_half_a_turn;
use super::sheet::FoundSheet;
use board_lines::{BoardLines, Link, MIN_LINK_LENGTH};
use hexpress_game::Game;
use hexpress_read::find::{PositionOnLine, Strokes};

/// A stroke may be at most this far from its expected place, as a fraction of the length of the shortest
/// link.
const MAX_STROKE_DISTANCE: f64 = 0.05;
/// A second limit for the same distance, in mm. The smaller of the two limits applies.
const MAX_STROKE_DISTANCE_MM: f64 = 4.0;
/// The smallest tolerance for the places of strokes, in mm. The tolerance grows with the size of a
/// placed board. If it is smaller than this, the placed board is too small to be real.
const MIN_STROKE_TOLERANCE_MM: f64 = 0.1;
/// A link counts as drawn if at least this fraction of it is on strokes.
const MIN_DRAWN_FRACTION: f64 = 0.75;
/// A stroke counts as decoration if its length is at most this fraction of the length of the shortest
/// link.
const MAX_DECORATION_LENGTH: f64 = 0.5;
/// Only the longest lines of the layout are compared with the drawing: at most this number of them.
const MAX_LAYOUT_LINES: usize = 6;
/// Only the longest lines of the drawing are compared with the layout: at most this number of them.
const MAX_DRAWN_LINES: usize = 150;

/// A board of lines, and its place on a drawing.
pub struct PlacedLineBoard {
    /// The index of the board among the boards of the game.
    pub board: usize,
    /// The index of the sheet with the drawing.
    pub sheet: usize,
    /// The lines of the board, in a coordinate system of their own.
    pub lines: BoardLines,
    /// The map from this coordinate system to the page.
    pub transform: Affine,
    /// The side of a cell on the page, in mm.
    pub side: f64,
    /// The indices of the links that are not drawn.
    pub missing: Vec<usize>,
    /// The pairs of points between which there is a straight stroke, but no link.
    pub extra: BTreeSet<[usize; 2]>,
}

impl PlacedLineBoard {
    pub fn is_mirrored(&self) -> bool {
        self.transform.determinant() < 0.0
    }

    /// Returns the clockwise rotation of the board, in degrees.
    pub fn turned(&self) -> f64 {
        rotation_degrees(self.transform)
    }

    /// Returns the bounding box of points on the page, in mm. `places` are in the coordinate system of
    /// the field `lines`.
    pub fn on_page(&self, places: &[Point]) -> Rect {
        bounding_box(places.iter().map(|at| self.transform * *at))
    }
}

/// Returns the clockwise rotation of an affine map, in degrees.
fn rotation_degrees(transform: Affine) -> f64 {
    let [right, down, ..] = transform.as_coeffs();
    within_half_a_turn(libm::atan2(down, right).to_degrees())
}

fn scale(transform: Affine) -> f64 {
    transform.determinant().abs().sqrt()
}

/// Returns how far a stroke may be from its expected place, in mm. `transform` places the board on the
/// page.
fn stroke_tolerance(transform: Affine) -> f64 {
    (MAX_STROKE_DISTANCE * MIN_LINK_LENGTH * scale(transform)).min(MAX_STROKE_DISTANCE_MM)
}

fn length(line: &Line) -> f64 {
    line.p0.distance(line.p1)
}

/// Returns the length of the part of a line that is inside a box.
fn length_inside(room: Rect, line: Line) -> f64 {
    let along = line.p1 - line.p0;
    let (mut from, mut to) = (0.0_f64, 1.0_f64);
    for [start, along, low, high] in
        [[line.p0.x, along.x, room.x0, room.x1], [line.p0.y, along.y, room.y0, room.y1]]
    {
        let [one, other] = [(low - start) / along, (high - start) / along];
        from = from.max(one.min(other));
        to = to.min(one.max(other));
    }
    (to - from).max(0.0) * length(&line)
}

/// A transform that places a board over a sheet, and how well it fits.
#[derive(Clone, Copy)]
struct Placement {
    transform: Affine,
    score: Score,
}

/// How good a placement is. Placements are compared by these fields, in this order:
///
/// - More drawn links are better.
/// - A placement that is not mirrored is better than a mirrored one.
/// - A smaller rotation is better.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct Score {
    drawn: usize,
    is_plain: bool,
    /// The rotation in degrees, as a negative number. A larger number is therefore better.
    upright: f64,
}

/// A board of lines, and the strokes of a sheet. The search places the board over the strokes.
#[derive(Clone, Copy)]
struct PlacementSearch<'o> {
    sheet: usize,
    lines: &'o BoardLines,
    strokes: &'o Strokes,
}

impl PlacementSearch<'_> {
    /// Returns the best placement whose middle is not on another board. Returns `None` if no placement fits.
    fn best(self, others: &[PlacedLineBoard]) -> Option<Placement> {
        let room = bounding_box(self.lines.points.iter().copied());
        let corners = [room.origin(), Point::new(room.x1, room.y0), Point::new(room.x0, room.y1)];
        let here = others.iter().filter(|other| other.sheet == self.sheet);
        let taken: Vec<Rect> = here.map(|other| other.on_page(&other.lines.points)).collect();
        let mut tried = BTreeSet::new();
        let mut best: Option<Placement> = None;
        for own_line in self.lines.runs.iter().take(MAX_LAYOUT_LINES) {
            for transform in
                self.strokes.runs.iter().take(MAX_DRAWN_LINES).flat_map(|drawn| transforms(*own_line, *drawn))
            {
                // If two placements differ by less than the tolerance for strokes, only the first of
                // them is tried.
                let steps = corners.map(|corner| {
                    let place = transform * corner;
                    [place.x, place.y].map(|mm| (mm / stroke_tolerance(transform)).round() as i64)
                });
                let centre = transform * room.center();
                if stroke_tolerance(transform) < MIN_STROKE_TOLERANCE_MM
                    || !tried.insert(steps)
                    || taken.iter().any(|other| other.contains(centre))
                {
                    continue;
                }
                let Some(next) = self.placement(transform) else { continue };
                if best.is_none_or(|best| next.score > best.score) && self.explains(next) {
                    best = Some(next);
                }
            }
        }
        best
    }

    /// Returns the placement of the board by an affine map. Returns `None` if too few links of the
    /// board are on strokes.
    fn placement(self, transform: Affine) -> Option<Placement> {
        let links = &self.lines.links;
        let most_missing = (links.len() as f64 * (1.0 - MIN_COMMON_CELLS)) as usize;
        // Most placements can be rejected by checking only the middles of links.
        let mut bare = links.iter().filter(|link| {
            let centre = link.places.get(link.places.len() / 2);
            centre.is_some_and(|at| !self.strokes.pass(transform * *at, stroke_tolerance(transform)))
        });
        if bare.nth(most_missing).is_some() {
            return None;
        }
        let missing = self.missing(transform).len();
        let upright = -rotation_degrees(transform).abs().round();
        let score = Score { drawn: links.len() - missing, is_plain: transform.determinant() > 0.0, upright };
        (missing <= most_missing).then_some(Placement { transform, score })
    }

    /// Returns the indices of the links that are not on strokes.
    fn missing(self, transform: Affine) -> Vec<usize> {
        let links = self.lines.links.iter().enumerate();
        links.filter(|(_, link)| self.is_missing(link, transform)).map(|(number, _)| number).collect()
    }

    fn is_missing(self, link: &Link, transform: Affine) -> bool {
        let on_strokes = link
            .places
            .iter()
            .filter(|place| self.strokes.pass(transform * **place, stroke_tolerance(transform)));
        (on_strokes.count() as f64) < MIN_DRAWN_FRACTION * link.places.len() as f64
    }

    /// Checks whether most of the strokes inside the board are its links. For this, the total length of
    /// its drawn lines is compared with the total length of all straight strokes inside it.
    ///
    /// If this is not the case, the placement covers only a part of a larger board, or only every
    /// second line. Closed strokes do not count, because they may be cells around the points.
    fn explains(self, Placement { transform, score, .. }: Placement) -> bool {
        let room = bounding_box(self.lines.points.iter().copied())
            .inflate(MIN_LINK_LENGTH * MAX_STROKE_DISTANCE, MIN_LINK_LENGTH * MAX_STROKE_DISTANCE);
        let drawn = self.strokes.open.iter().map(|run| transform.inverse() * *run);
        let among = drawn.filter(|run| length_inside(room, *run) > MAX_DECORATION_LENGTH * MIN_LINK_LENGTH);
        let own = self.lines.runs.iter().map(length).sum::<f64>();
        let share = score.drawn as f64 / self.lines.links.len() as f64;
        own * share >= MIN_COMMON_CELLS * among.map(|run| length(&run)).sum::<f64>()
    }

    /// Returns the length of a cell's side on the page, in mm. Each line that is drawn from end to end
    /// shows the scale of the drawing. The median of these scales is used.
    fn side(self, transform: Affine) -> f64 {
        let drawn = self.lines.runs.iter().filter_map(|own_line| {
            let place = transform * *own_line;
            let mut strokes = self.strokes.runs.iter();
            let stroke = strokes.find(|run| {
                is_near(**run, place, stroke_tolerance(transform))
                    || is_near(run.reversed(), place, stroke_tolerance(transform))
            });
            Some(length(stroke?) / length(own_line))
        });
        let mut scales: Vec<f64> = drawn.collect();
        scales.sort_by(f64::total_cmp);
        self.lines.side * scales.get(scales.len() / 2).copied().unwrap_or_else(|| scale(transform))
    }

    /// Returns the pairs of neighbouring points between which there is a straight stroke, but no link.
    fn unexpected_links(self, transform: Affine) -> BTreeSet<[usize; 2]> {
        let straight = self.lines.links.iter().filter(|link| !link.is_arc);
        let links: BTreeSet<[usize; 2]> = straight.map(|link| link.ends).collect();
        let places: Vec<Point> = self.lines.points.iter().map(|at| transform * *at).collect();
        let mut extra = BTreeSet::new();
        for run in &self.strokes.runs {
            let on = points_on(*run, &places, stroke_tolerance(transform));
            let pairs = on.windows(2).map(|pair| [pair[0].min(pair[1]), pair[0].max(pair[1])]);
            extra.extend(pairs.filter(|pair| !links.contains(pair)));
        }
        extra
    }
}

/// Returns whether two lines start near each other and also end near each other.
fn is_near(line: Line, other: Line, tolerance: f64) -> bool {
    line.p0.distance(other.p0) <= tolerance && line.p1.distance(other.p1) <= tolerance
}

/// Returns the indices of the points that are at most `tolerance` mm from a line, in their order along
/// the line.
fn points_on(line: Line, points: &[Point], tolerance: f64) -> Vec<usize> {
    let places = points.iter().map(|point| PositionOnLine::new(line, *point)).enumerate();
    let mut on: Vec<(usize, PositionOnLine)> = places
        .filter(|(_, place)| {
            place.off <= tolerance && (-tolerance..=length(&line) + tolerance).contains(&place.along)
        })
        .collect();
    on.sort_by(|(_, a), (_, b)| a.along.total_cmp(&b.along));
    on.into_iter().map(|(number, _)| number).collect()
}

/// Returns the four transforms that map a line to another line: one for each direction, and the mirror
/// images of both.
fn transforms(own_line: Line, drawn: Line) -> [Affine; 4] {
    let (plain, mirror, back) = (Affine::IDENTITY, Affine::FLIP_X, drawn.reversed());
    [(plain, drawn), (plain, back), (mirror, drawn), (mirror, back)].map(|(flip, target)| {
        let line = flip * own_line;
        let (a, b) = (line.p1 - line.p0, target.p1 - target.p0);
        let [cos, sin] = [a.dot(b) / a.hypot2(), a.cross(b) / a.hypot2()];
        let turn = Affine::new([cos, sin, -sin, cos, 0.0, 0.0]);
        Affine::translate(target.p0 - turn * line.p0) * turn * flip
    })
}

/// Finds the best placement of each board that consists of lines. Leaves out the boards that are not drawn on
/// the sheets.
pub fn place_line_boards(sheets: &[FoundSheet], game: &Game) -> Vec<PlacedLineBoard> {
    if !boards(game).any(|(_, board)| is_lines(board)) {
        return Vec::new();
    }
    let strokes: Vec<Option<Strokes>> =
        sheets.iter().map(|sheet| sheet.page.as_ref().map(Strokes::from_page)).collect();
    let mut all: Vec<PlacedLineBoard> = Vec::new();
    for (number, (_, board)) in boards(game).enumerate().filter(|(_, (_, board))| is_lines(board)) {
        let Some(lines) = board.points.as_ref().and_then(|points| BoardLines::new(board, points)) else {
            continue;
        };
        let sheets = strokes.iter().enumerate().filter_map(|(sheet, strokes)| {
            Some(PlacementSearch { sheet, lines: &lines, strokes: strokes.as_ref()? })
        });
        let placements = sheets.filter_map(|over| Some((over, over.best(&all)?)));
        let best = placements.reduce(|one, other| if other.1.score > one.1.score { other } else { one });
        let Some((over, Placement { transform, .. })) = best else { continue };
        let (sheet, side, missing, extra) =
            (over.sheet, over.side(transform), over.missing(transform), over.unexpected_links(transform));
        all.push(PlacedLineBoard { board: number, sheet, transform, side, missing, extra, lines });
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurbo::ParamCurve as _;

    /// Returns the lines of a board with four points at the corners of a square.
    fn square() -> BoardLines {
        let points = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
            .map(|(x, y)| Point::new(x * MIN_LINK_LENGTH, y * MIN_LINK_LENGTH))
            .to_vec();
        let pairs = [[0, 1], [1, 2], [2, 3], [0, 3]];
        let runs: Vec<Line> = pairs.iter().map(|[a, b]| Line::new(points[*a], points[*b])).collect();
        let links = pairs.iter().zip(&runs).map(|(ends, run)| {
            let places = (0..10).map(|number| run.eval((f64::from(number) + 0.5) / 10.0)).collect();
            Link { ends: *ends, places, is_arc: false }
        });
        BoardLines { links: links.collect(), points, runs, side: MIN_LINK_LENGTH }
    }

    #[test]
    fn a_board_is_not_placed_over_a_drawing_that_is_too_small() {
        let is_placed = |side: f64| {
            // Each side of the square is drawn in nine steps.
            let step = side / 9.0;
            let steps = ["h", "v", "h-", "v-"].map(|way| format!("{way}{step}").repeat(9)).concat();
            let file = format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"99mm\" height=\"99mm\" viewBox=\"0 0 99 99\">\
                 <path d=\"M20 20{steps}\" fill=\"none\" stroke=\"red\" stroke-width=\".1\"/></svg>"
            );
            let page = hexpress_read::svg(file.as_bytes()).unwrap().document.pages.remove(0);
            let (lines, strokes) = (square(), Strokes::from_page(&page));
            PlacementSearch { sheet: 0, lines: &lines, strokes: &strokes }.best(&[]).is_some()
        };
        let limit = MIN_STROKE_TOLERANCE_MM / MAX_STROKE_DISTANCE;
        assert!(is_placed(1.05 * limit));
        assert!(!is_placed(0.95 * limit));
    }
}

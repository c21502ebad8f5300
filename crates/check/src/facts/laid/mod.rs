//! Boards of lines between points, each laid over the strokes of a drawing so that most of its lines lie on some.
//!
//! The longest runs of the layout are laid upon the long ones of the drawing, both ways and in a mirror. No box is asked:
//! frames and other drawings may lie beside the board, and lines of it be missing or beside their place.

mod board_lines;

use std::collections::BTreeSet;

use kurbo::{Affine, Line, Point, Rect};

use super::against::{ALIKE, boards, is_lines};
use super::points::around;
use super::shape::within_half_a_turn;
use super::sheet::FoundSheet;
use crate::find::{Beside, Strokes};
use crate::model::Game;
use board_lines::{BoardLines, Link, SHORTEST};

/// How far beside its place a stroke may lie, as a share of the shortest link.
const NEAR: f64 = 0.05;
/// The farthest that one may lie, in mm.
const FARTHEST: f64 = 4.0;
/// Where one would have to lie nearer than this, in mm, the board is too small to be one.
const LEAST: f64 = 0.1;
/// The share of a link that must lie on strokes.
const COVERED: f64 = 0.75;
/// Strokes shorter than this share of the shortest link are decoration.
const DECORATION: f64 = 0.5;
/// How many of the longest runs of the layout are laid upon those of the drawing.
const MOST_OWN: usize = 6;
/// How many of the longest runs of the drawing these are laid upon.
const MOST_DRAWN: usize = 150;

/// A board of lines as it lies in a drawing.
pub struct Laid {
    /// Its number among the boards of the game.
    pub board: usize,
    /// The number of its sheet.
    pub sheet: usize,
    /// Its lines, before they were laid there.
    pub lines: BoardLines,
    /// From these to the page.
    pub way: Affine,
    /// How long a side of its cells is there, in mm.
    pub side: f64,
    /// The numbers of the links that are not drawn.
    pub missing: Vec<usize>,
    /// Points that a straight stroke joins, and no link.
    pub extra: BTreeSet<[usize; 2]>,
}

impl Laid {
    /// Whether it is seen in a mirror.
    pub fn is_mirrored(&self) -> bool {
        self.way.determinant() < 0.0
    }

    /// How far it is turned clockwise, in degrees.
    pub fn turned(&self) -> f64 {
        turned(self.way)
    }

    /// The box on the page round places of its lines.
    pub fn on_page(&self, places: &[Point]) -> Rect {
        around(places.iter().map(|at| self.way * *at))
    }
}

fn turned(way: Affine) -> f64 {
    let [right, down, ..] = way.as_coeffs();
    within_half_a_turn(libm::atan2(down, right).to_degrees())
}

fn scale(way: Affine) -> f64 {
    way.determinant().abs().sqrt()
}

/// How far from its place a stroke may lie where a board is laid so.
fn reach(way: Affine) -> f64 {
    (NEAR * SHORTEST * scale(way)).min(FARTHEST)
}

fn long(line: &Line) -> f64 {
    line.p0.distance(line.p1)
}

/// How much of a line lies in a box.
fn within(room: Rect, line: Line) -> f64 {
    let way = line.p1 - line.p0;
    let (mut from, mut to) = (0.0_f64, 1.0_f64);
    for [start, along, low, high] in
        [[line.p0.x, way.x, room.x0, room.x1], [line.p0.y, way.y, room.y0, room.y1]]
    {
        let [one, other] = [(low - start) / along, (high - start) / along];
        from = from.max(one.min(other));
        to = to.min(one.max(other));
    }
    (to - from).max(0.0) * long(&line)
}

/// A way of laying a board over a sheet.
#[derive(Clone, Copy)]
struct Lying {
    sheet: usize,
    way: Affine,
    score: Score,
}

/// How good it is: the more links are drawn the better, then in no mirror, then turned by as few degrees as can be.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct Score {
    drawn: usize,
    is_plain: bool,
    upright: f64,
}

/// The better of two, the first if they are as good.
fn better(one: Lying, other: Lying) -> Lying {
    if other.score > one.score { other } else { one }
}

/// A board over the strokes of a sheet.
#[derive(Clone, Copy)]
struct Over<'o> {
    sheet: usize,
    lines: &'o BoardLines,
    strokes: &'o Strokes,
}

impl Over<'_> {
    /// How the board lies best, where its middle lies on none of the others.
    fn best(self, others: &[Laid]) -> Option<Lying> {
        let room = around(self.lines.points.iter().copied());
        let corners = [room.origin(), Point::new(room.x1, room.y0), Point::new(room.x0, room.y1)];
        let here = others.iter().filter(|other| other.sheet == self.sheet);
        let taken: Vec<Rect> = here.map(|other| other.on_page(&other.lines.points)).collect();
        let mut tried = BTreeSet::new();
        let mut best: Option<Lying> = None;
        for own in self.lines.runs.iter().take(MOST_OWN) {
            for way in self.strokes.runs.iter().take(MOST_DRAWN).flat_map(|drawn| ways(*own, *drawn)) {
                // As coarse as strokes are looked for.
                let steps = |v: f64| (v / reach(way)).round() as i64;
                let lies = corners.map(|at| way * at).map(|at| [steps(at.x), steps(at.y)]);
                let middle = way * room.center();
                if reach(way) < LEAST
                    || !tried.insert(lies)
                    || taken.iter().any(|other| other.contains(middle))
                {
                    continue;
                }
                let Some(next) = self.lying(way) else { continue };
                if best.is_none_or(|best| next.score > best.score) && self.explains(next) {
                    best = Some(next);
                }
            }
        }
        best
    }

    /// The board laid so, where enough of its links lie on strokes.
    fn lying(self, way: Affine) -> Option<Lying> {
        let links = &self.lines.links;
        let most_missing = (links.len() as f64 * (1.0 - ALIKE)) as usize;
        let is_bare = |link: &&Link| {
            let middle = link.places.get(link.places.len() / 2);
            middle.is_some_and(|at| !self.strokes.pass(way * *at, reach(way)))
        };
        // The middles alone tell most of what is no board.
        if links.iter().filter(is_bare).nth(most_missing).is_some() {
            return None;
        }
        let missing = self.missing(way).len();
        let upright = -turned(way).abs().round();
        let score = Score { drawn: links.len() - missing, is_plain: way.determinant() > 0.0, upright };
        (missing <= most_missing).then_some(Lying { sheet: self.sheet, way, score })
    }

    /// The numbers of the links that do not lie on strokes.
    fn missing(self, way: Affine) -> Vec<usize> {
        let is_missing = |link: &Link| {
            let on = link.places.iter().filter(|at| self.strokes.pass(way * **at, reach(way))).count();
            (on as f64) < COVERED * link.places.len() as f64
        };
        let links = self.lines.links.iter().enumerate();
        links.filter(|(_, link)| is_missing(link)).map(|(number, _)| number).collect()
    }

    /// Whether the straight strokes among its points are its links that are drawn, for the most part, and do not run on
    /// beyond them: else it lies on a part of a larger board, or on every second line of it. What is closed may be cells
    /// round the points.
    fn explains(self, Lying { way, score, .. }: Lying) -> bool {
        let room = around(self.lines.points.iter().copied()).inflate(SHORTEST * NEAR, SHORTEST * NEAR);
        let drawn = self.strokes.open.iter().map(|run| way.inverse() * *run);
        let among = drawn.filter(|run| within(room, *run) > DECORATION * SHORTEST);
        let own = self.lines.runs.iter().map(long).sum::<f64>();
        let share = score.drawn as f64 / self.lines.links.len() as f64;
        own * share >= ALIKE * among.map(|run| long(&run)).sum::<f64>()
    }

    /// How long a side is: what the middle one says of the runs that are drawn from end to end.
    fn side(self, way: Affine) -> f64 {
        let near = |a: Point, b: Point| a.distance(b) <= reach(way);
        let drawn = self.lines.runs.iter().filter_map(|own| {
            let (from, to) = (way * own.p0, way * own.p1);
            let is_it = |run: &&Line| {
                near(run.p0, from) && near(run.p1, to) || near(run.p1, from) && near(run.p0, to)
            };
            Some(long(self.strokes.runs.iter().find(is_it)?) / long(own))
        });
        let mut scales: Vec<f64> = drawn.collect();
        scales.sort_by(f64::total_cmp);
        self.lines.side * scales.get(scales.len() / 2).copied().unwrap_or_else(|| scale(way))
    }

    /// Points that a straight stroke joins, and no link: each with the next on the stroke.
    fn extra(self, way: Affine) -> BTreeSet<[usize; 2]> {
        let straight = self.lines.links.iter().filter(|link| !link.is_arc);
        let links: BTreeSet<[usize; 2]> = straight.map(|link| link.ends).collect();
        let places: Vec<Point> = self.lines.points.iter().map(|at| way * *at).collect();
        let mut extra = BTreeSet::new();
        for run in &self.strokes.runs {
            let beside = |point: usize| Beside::of(*run, places[point]);
            let reach = reach(way);
            let is_on = |point: &usize| {
                let Beside { along, off } = beside(*point);
                off <= reach && (-reach..=long(run) + reach).contains(&along)
            };
            let mut on: Vec<usize> = (0..places.len()).filter(is_on).collect();
            on.sort_by(|a, b| beside(*a).along.total_cmp(&beside(*b).along));
            let pairs = on.windows(2).map(|pair| [pair[0].min(pair[1]), pair[0].max(pair[1])]);
            extra.extend(pairs.filter(|pair| !links.contains(pair)));
        }
        extra
    }
}

/// The ways of laying a line upon another: from end to end and the other way round, and the same in a mirror.
fn ways(own: Line, drawn: Line) -> [Affine; 4] {
    let way = |mirror: Affine, drawn: Line| {
        let own = mirror * own;
        let (a, b) = (own.p1 - own.p0, drawn.p1 - drawn.p0);
        let [cos, sin] = [a.dot(b) / a.hypot2(), a.cross(b) / a.hypot2()];
        let turn = Affine::new([cos, sin, -sin, cos, 0.0, 0.0]);
        Affine::translate(drawn.p0 - turn * own.p0) * turn * mirror
    };
    let (plain, mirror, back) = (Affine::IDENTITY, Affine::FLIP_X, drawn.reversed());
    [way(plain, drawn), way(plain, back), way(mirror, drawn), way(mirror, back)]
}

/// The boards of lines of a game that are drawn.
pub fn laid(sheets: &[FoundSheet], game: &Game) -> Vec<Laid> {
    if !boards(game).any(|(_, board)| is_lines(board)) {
        return Vec::new();
    }
    let strokes = sheets.iter().map(|sheet| sheet.page.as_ref().map(Strokes::of));
    let strokes: Vec<Option<Strokes>> = strokes.collect();
    let mut all: Vec<Laid> = Vec::new();
    for (number, (_, board)) in boards(game).enumerate().filter(|(_, (_, board))| is_lines(board)) {
        let Some(lines) = board.points.as_ref().and_then(|points| BoardLines::of(board, points)) else {
            continue;
        };
        let over = |sheet: usize| Some(Over { sheet, lines: &lines, strokes: strokes.get(sheet)?.as_ref()? });
        let lying = (0..sheets.len()).filter_map(|sheet| over(sheet)?.best(&all)).reduce(better);
        let Some((over, way)) = lying.and_then(|lying| Some((over(lying.sheet)?, lying.way))) else {
            continue;
        };
        let (sheet, side, missing, extra) = (over.sheet, over.side(way), over.missing(way), over.extra(way));
        all.push(Laid { board: number, sheet, way, side, missing, extra, lines });
    }
    all
}

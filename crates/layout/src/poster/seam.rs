//! Where a poster may be cut: lines along the edges of cells, and past words.
//!
//! Everything here is told in the frame of an axis: `x` runs along the seam, `y` across it. For seams from left to
//! right that is the sheet's own frame; for those from top to bottom `x` and `y` change places.

use kurbo::{Affine, BezPath, Line, Point, Rect};
use rustc_hash::FxHashMap;

use super::spans::Spans;
use crate::base::hex::Hex;
use crate::base::identity::{Feature, Identity};
use crate::base::map::Map;
use crate::base::tiling::{Edge, Exact, Tiling};
use crate::layout::board::fit::BoardFit;
use crate::layout::draw::bounds::{DEEP, bounds};
use crate::layout::impose::duplex::Axis;
use crate::layout::impose::lines::{ONE, clip_segment, distinct};
use crate::layout::page::open_line;
use crate::model::Board;
use crate::scene::{Draw, Group, Many};

/// How large a mark may be as a share of its cell: what is larger fills it.
const MARK: f64 = 0.69;
/// What a sheet shows beyond a seam, mm: a little of the picture, then words for whoever cuts and glues.
pub const TAB: f64 = 6.0;
/// A seam, in the frame of its axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Seam {
    /// Its corners; `x` never falls.
    pub points: Vec<Point>,
    /// The least `y`.
    pub lo: f64,
    /// The largest `y`.
    pub hi: f64,
    /// Whether it runs through cells rather than along their edges.
    pub through_cells: bool,
}

impl Seam {
    fn new(points: Vec<Point>, through_cells: bool) -> Self {
        let ys = || points.iter().map(|p| p.y);
        let (lo, hi) = (ys().fold(f64::INFINITY, f64::min), ys().fold(f64::NEG_INFINITY, f64::max));
        Self { points, lo, hi, through_cells }
    }

    /// Where it is crossed by the line at `x`.
    fn at(&self, x: f64) -> f64 {
        let next = self.points.partition_point(|p| p.x <= x);
        match (next.checked_sub(1).and_then(|i| self.points.get(i)), self.points.get(next)) {
            (Some(a), Some(b)) => a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x),
            (Some(end), None) | (None, Some(end)) => end.y,
            (None, None) => 0.0,
        }
    }

    /// Whether a point, in the frame of the seam's axis, lies beyond it.
    pub fn is_before(&self, point: Point) -> bool {
        self.at(point.x) < point.y
    }

    /// Its line on the sheet.
    pub fn path(&self, axis: Axis) -> BezPath {
        open_line(&self.points.iter().map(|p| on_sheet(axis, *p)).collect::<Vec<_>>())
    }

    /// Its corners, so far to the side and going on for ever.
    pub fn moved(&self, by: f64) -> Vec<Point> {
        let first = self.points.first().map(|p| Point::new(-FAR, p.y));
        let last = self.points.last().map(|p| Point::new(FAR, p.y));
        let all = first.into_iter().chain(self.points.iter().copied()).chain(last);
        all.map(|p| Point::new(p.x, p.y + by)).collect()
    }
}

/// Beyond the ends of any picture, in mm, and still within what readers of PDF can count to.
pub const FAR: f64 = 5_000.0;

/// From the frame of an axis to the sheet, or back.
pub fn on_sheet(axis: Axis, point: Point) -> Point {
    match axis {
        Axis::Lying => point,
        Axis::Upright => Point::new(point.y, point.x),
    }
}

/// The same for a box.
pub fn turned(axis: Axis, rect: Rect) -> Rect {
    match axis {
        Axis::Lying => rect,
        Axis::Upright => Rect::new(rect.y0, rect.x0, rect.y1, rect.x1),
    }
}

/// What no seam may cross.
#[derive(Debug, Default)]
pub struct Obstacles {
    /// Words, icons that stand for words, and marks of cells.
    words: Vec<Rect>,
    /// Other small drawings: better not.
    small: Vec<Rect>,
}

impl Obstacles {
    /// What stands in the way of seams on a board drawn whole, which lies so.
    pub fn of_board(draws: &[Draw], fit: &BoardFit) -> Self {
        let mut obstacles = Self::default();
        for draw in draws {
            obstacles.add(draw, fit);
        }
        obstacles
    }

    fn add(&mut self, draw: &Draw, fit: &BoardFit) {
        if let Draw::Many(many) = draw {
            return self.add_many(many, fit);
        }
        collect(draw, Affine::IDENTITY, &mut self.words);
        if let Draw::Group(group) = draw {
            match group.id.as_ref().and_then(Identity::feature) {
                Some(Feature::Cell(hex)) => {
                    // Cells of another sort may be as small as a mark of a large one.
                    let across = match fit.tiling.polygons() {
                        1 => fit.grid().across(fit.side),
                        _ => 2.0 * fit.tiling.apothem(*hex) * fit.side,
                    };
                    // Marks and icons, but not what fills the cell.
                    let marks = group.draws.iter().filter_map(|draw| covered(draw, Affine::IDENTITY));
                    let marks = marks.filter(|mark| mark.width().max(mark.height()) < MARK * across);
                    self.words.extend(marks.map(|mark| group.transform.transform_rect_bbox(mark)));
                }
                Some(Feature::Draw(_)) => self.small.extend(covered(draw, Affine::IDENTITY)),
                _ => {}
            }
        }
    }

    /// The same of many cells: what is in the way of one is in the way of all that look so, but for names.
    fn add_many(&mut self, many: &Many, fit: &BoardFit) {
        let mut known: FxHashMap<u32, Vec<Rect>> = FxHashMap::default();
        let mut glyphs = Vec::new();
        for placed in &many.places {
            let Some(look) = many.looks.get(placed.look as usize) else { continue };
            let middle = many.lattice.middle(placed.hex).to_vec2();
            if let [Draw::Text(text)] = &look.draws[..] {
                let wide = many.words.glyphs(placed.word, &mut glyphs) * text.size;
                let (left, base) = (-wide / 2.0, text.origin.y);
                let own = Rect::new(left, base - text.size, left + wide, base + DEEP * text.size);
                self.words.push(own + middle + look.shift);
            } else if look.draws.iter().all(|draw| matches!(draw, Draw::Use { .. })) {
                let own = known.entry(placed.look).or_insert_with(|| {
                    let mut one = Self::default();
                    let transform = Affine::translate(look.shift);
                    one.add(&Draw::Group(Group { transform, ..many.group(*placed) }), fit);
                    one.words
                });
                self.words.extend(own.iter().map(|rect| *rect + middle));
            } else {
                self.add(&Draw::Group(many.group(*placed)), fit);
            }
        }
    }

    /// What stands in the way of seams on a piece drawn whole: words, and each of its elements.
    pub fn of_piece(draws: &[Draw]) -> Self {
        let mut obstacles = Self::default();
        for draw in draws {
            collect(draw, Affine::IDENTITY, &mut obstacles.words);
            if let Draw::Group(group) = draw {
                let elements = group.draws.iter().filter_map(|draw| covered(draw, group.transform));
                obstacles.small.extend(elements.map(|rect| rect.inflate(BESIDE, BESIDE)));
            }
        }
        obstacles
    }
}

/// What a drawing covers, in the frame that `to` leads to.
pub fn covered(draw: &Draw, to: Affine) -> Option<Rect> {
    bounds(std::slice::from_ref(draw)).map(|covered| to.transform_rect_bbox(covered))
}

fn collect(draw: &Draw, to: Affine, words: &mut Vec<Rect>) {
    match draw {
        Draw::Text(_) | Draw::Group(Group { says: Some(_), .. }) => words.extend(covered(draw, to)),
        Draw::Group(group) => group.draws.iter().for_each(|d| collect(d, to * group.transform, words)),
        Draw::Use { shared, transform } => {
            shared.draws.iter().for_each(|d| collect(d, to * *transform, words));
        }
        Draw::Many(many) => many.groups().for_each(|group| collect(&Draw::Group(group), to, words)),
        Draw::Path { .. } | Draw::EvenOdd { .. } | Draw::Image { .. } => {}
    }
}

/// The picture as seams see it, in the frame of an axis.
pub struct Ground<'b> {
    axis: Axis,
    lattice: Option<Lattice<'b>>,
    /// By how far down they reach.
    words: Spans<Rect>,
    small: Vec<Rect>,
    /// What is to be seen.
    pub content: Rect,
}

/// The cells of a board.
struct Lattice<'b> {
    axis: Axis,
    fit: &'b BoardFit,
    /// By how far down they count as lying.
    cells: Spans<Hex>,
    /// The same of all places where the edges of cells would be, across bays too; none where those are too many.
    places: Option<Spans<Hex>>,
    /// How far down cells lie.
    levels: Vec<f64>,
}

/// Between a seam and what is drawn on a piece, mm, where there is so much room.
const BESIDE: f64 = 3.0;
/// Between a seam and words beside the board, mm.
const CLEAR: f64 = 1.0;
/// A board with more places than this is mostly gaps: seams then cross its bays straight.
const WIDE: i64 = 250_000;
/// Straight seams are tried at such steps, mm.
const STEP: f64 = 2.0;

impl<'b> Ground<'b> {
    /// What is to be seen of a sheet that holds the picture whole.
    pub fn new(content: Rect, axis: Axis, obstacles: &Obstacles) -> Self {
        let turn = |rect: &Rect| turned(axis, *rect);
        Self {
            axis,
            lattice: None,
            words: Spans::new(obstacles.words.iter().map(turn), |word| [word.y0, word.y1]),
            small: obstacles.small.iter().map(turn).collect(),
            content: turned(axis, content),
        }
    }

    /// The same with the cells of a board.
    pub fn with_cells(mut self, board: &Board, fit: &'b BoardFit) -> Self {
        self.lattice = Some(Lattice::new(self.axis, board, fit));
        self
    }

    /// Seams along the edges of cells, and straight ones where there are no cells. Of those along cells, the ones that reach
    /// into these stretches.
    pub fn along_cells(&self, within: &[[f64; 2]]) -> Vec<Seam> {
        let Some(lattice) = &self.lattice else {
            return self.steps().filter_map(|y| self.straight(y, false)).collect();
        };
        let between = lattice.levels.windows(2).map(|pair| f64::midpoint(pair[0], pair[1]));
        let reach = lattice.reach();
        let is_within =
            |level: &f64| within.iter().any(|[from, to]| level + reach >= *from && level - reach <= *to);
        let between = between.filter(is_within);
        let mut seams: Vec<Seam> = between.filter_map(|level| self.zigzag(lattice, level)).collect();
        let cells = turned(self.axis, lattice.fit.cells);
        let beside = self.steps().filter(|y| *y < cells.y0 || *y > cells.y1);
        seams.extend(beside.filter_map(|y| self.straight(y, false)));
        seams
    }

    /// Straight seams, through cells where it must be; beside the usual steps at these places.
    pub fn through_cells(&self, at: impl Iterator<Item = f64>) -> Vec<Seam> {
        self.steps().chain(at).filter_map(|y| self.straight(y, true)).collect()
    }

    fn steps(&self) -> impl Iterator<Item = f64> + use<> {
        let (from, to) = (self.content.y0 + 4.0, self.content.y1 - 4.0);
        let count = ((to - from) / STEP).max(0.0) as usize;
        (0..=count).map(move |i| from + STEP * i as f64).filter(move |y| *y <= to)
    }

    fn straight(&self, y: f64, through_cells: bool) -> Option<Seam> {
        let mut near = self.words.near(y - CLEAR / 2.0, y + CLEAR / 2.0);
        let free = near.all(|word| y < word.y0 - CLEAR / 2.0 || y > word.y1 + CLEAR / 2.0);
        let ends = || [self.content.x0, self.content.x1].map(|x| Point::new(x, y));
        free.then(|| Seam::new(ends().to_vec(), through_cells))
    }

    /// The seam along the edges between cells whose middles lie before and beyond `level`; none where it would
    /// cross words.
    fn zigzag(&self, lattice: &Lattice<'_>, level: f64) -> Option<Seam> {
        let points = lattice.zigzag(level);
        let ys = || points.iter().map(|p| p.y);
        let (lo, hi) = (ys().fold(f64::INFINITY, f64::min), ys().fold(f64::NEG_INFINITY, f64::max));
        let words = Spans::new(self.words.near(lo, hi), |word| [word.x0, word.x1]);
        let crossed =
            |a: Point, b: Point| words.near(a.x.min(b.x), a.x.max(b.x)).any(|word| crosses(a, b, **word));
        if points.windows(2).any(|pair| crossed(pair[0], pair[1])) {
            return None;
        }
        let (first, last) = (*points.first()?, *points.last()?);
        let mut left = self.way_out(lattice, first, self.content.x0)?;
        left.reverse();
        left.extend(points);
        left.extend(self.way_out(lattice, last, self.content.x1)?);
        Some(Seam::new(left, false))
    }

    /// The way from the last corner of a cell straight to the edge of the picture, round words; none where there
    /// is none.
    fn way_out(&self, lattice: &Lattice<'_>, from: Point, to: f64) -> Option<Vec<Point>> {
        let ahead = if to < from.x { -1.0 } else { 1.0 };
        let (mut at, mut way) = (from, Vec::new());
        for _ in 0..16 {
            if (to - at.x) * ahead <= 0.0 {
                return Some(way);
            }
            let end = Point::new(to, at.y);
            let blocks = |r: &&Rect| crosses(at, end, r.inflate(0.0, CLEAR / 2.0));
            let near = |r: &Rect| if ahead > 0.0 { r.x0 } else { -r.x1 };
            let words = self.words.near(at.y - CLEAR, at.y + CLEAR).filter(blocks);
            let Some(word) = words.min_by(|a, b| near(a).total_cmp(&near(b))) else {
                way.push(end);
                return Some(way);
            };
            let x = ahead * (near(word) - CLEAR);
            if (x - at.x) * ahead < 0.0 {
                return None;
            }
            let mut ys = [word.y0 - CLEAR, word.y1 + CLEAR];
            ys.sort_by(|a, b| (a - at.y).abs().total_cmp(&(b - at.y).abs()));
            let corner = Point::new(x, at.y);
            let free = |y: &f64| {
                let next = Point::new(x, *y);
                let (lo, hi) = (corner.y.min(next.y), corner.y.max(next.y));
                let is_free = !self.words.near(lo, hi).any(|word| crosses(corner, next, *word));
                is_free && !lattice.is_on_cell(next)
            };
            let y = ys.into_iter().find(free)?;
            at = Point::new(x, y);
            way.extend([corner, at]);
        }
        None
    }

    /// How many drawings that had better be whole a seam crosses.
    pub fn crossed(&self, seam: &Seam) -> usize {
        let large = self.content.area() / 4.0;
        let small = self.small.iter().filter(|r| r.area() < large);
        let crossed = |r: &&Rect| seam.points.windows(2).any(|pair| crosses(pair[0], pair[1], **r));
        small.filter(crossed).count()
    }
}

impl<'b> Lattice<'b> {
    fn new(axis: Axis, board: &Board, fit: &'b BoardFit) -> Self {
        let none = || Spans::new(std::iter::empty(), |_| [0.0; 2]);
        let mut lattice = Self { axis, fit, cells: none(), places: None, levels: Vec::new() };
        let hexes = || board.cells.iter().map(|cell| cell.hex);
        lattice.levels = distinct(hexes().map(|hex| lattice.height(hex)), 1e-6);
        lattice.cells = Spans::new(hexes(), |hex| [lattice.height(*hex); 2]);
        let span = |f: fn(Hex) -> i32| {
            (hexes().map(f).min().unwrap_or(0) - 1, hexes().map(f).max().unwrap_or(0) + 1)
        };
        let (q, r) = (span(|hex| hex.q), span(|hex| hex.r));
        let is_wide = i64::from(q.1 - q.0) * i64::from(r.1 - r.0) > WIDE;
        let places = (q.0..=q.1).flat_map(|q| (r.0..=r.1).map(move |r| Hex::new(q, r)));
        let places = places.flat_map(|hex| (0..fit.tiling.polygons()).map(move |k| Hex { k, ..hex }));
        lattice.places = (!is_wide).then(|| Spans::new(places, |hex| [lattice.height(*hex); 2]));
        lattice
    }

    fn centre(&self, hex: Hex) -> Point {
        on_sheet(self.axis, self.fit.middle(hex))
    }

    /// The corners, along the edges between cells whose middles lie before and beyond `level`, in their order; none
    /// where there are no such edges.
    fn zigzag(&self, level: f64) -> Vec<Point> {
        let tiling = self.fit.tiling;
        let reach = self.reach();
        let near = |all: &Spans<Hex>| {
            let mut near: Vec<Hex> = all.near(level - reach, level + reach).copied().collect();
            near.sort_unstable();
            near
        };
        let edges = |hex: Hex| {
            let before = self.height(hex) < level;
            (0..tiling.edges(hex)).filter_map(move |edge| {
                let crosses = (self.height(tiling.neighbour(hex, edge)) < level) != before;
                let corner = |k: usize| on_sheet(self.axis, self.fit.corner(hex, k));
                crosses.then(|| (corner(edge), corner(edge + 1)))
            })
        };
        let cells = near(&self.cells);
        let own = cells.iter().flat_map(|&hex| edges(hex)).flat_map(|(a, b)| [a.x, b.x]);
        let (from, to) = own.fold((f64::MAX, f64::MIN), |(a, b), x| (a.min(x), b.max(x)));
        if from > to {
            return Vec::new();
        }
        // Across a bay, the seam goes on where the edges of cells would be.
        let lattice = self.places.as_ref().map_or(cells, near);
        if tiling.polygons() > 1 || tiling == Tiling::Brick {
            let crossing = |hex: Hex| {
                let before = self.height(hex) < level;
                let over = move |edge: &usize| (self.height(tiling.neighbour(hex, *edge)) < level) != before;
                (0..tiling.edges(hex)).filter(over).map(move |edge| (hex, edge))
            };
            return self.chain(lattice.into_iter().flat_map(crossing).collect(), from, to);
        }
        let all = lattice.into_iter().flat_map(edges).flat_map(|(a, b)| [a, b]);
        let mut points: Vec<Point> = all.filter(|p| p.x >= from - 1e-6 && p.x <= to + 1e-6).collect();
        points.sort_by(|a, b| a.x.total_cmp(&b.x));
        points.dedup_by(|a, b| (a.x - b.x).abs() < 1e-6);
        points
    }

    /// How far down a cell counts as lying. Of cells of several sorts those of a parallelogram hang together: so no two
    /// parts of a sheet meet at a corner alone.
    fn height(&self, hex: Hex) -> f64 {
        self.centre(Hex { k: 0, ..hex }).y
    }

    /// How far from a seam cells may lie that have an edge on it, mm.
    fn reach(&self) -> f64 {
        let step = |q, r| self.centre(Hex::new(q, r)).distance(self.centre(Hex::new(0, 0)));
        match self.fit.tiling.polygons() {
            1 if self.fit.wide == 1.0 => 2.0 * self.fit.side,
            _ => 2.0 * step(1, 0).max(step(0, 1)),
        }
    }

    /// The edges one after the other, between these two places; of cells of several sorts they may go back a little.
    fn chain(&self, edges: Vec<Edge>, from: f64, to: f64) -> Vec<Point> {
        let tiling = self.fit.tiling;
        let mut beside: Map<Exact, Vec<(Exact, Point)>> = Map::new();
        for (hex, edge) in edges {
            let end = |k: usize| (tiling.corner(hex, k), on_sheet(self.axis, self.fit.corner(hex, k)));
            let (a, b) = (end(edge), end(edge + 1));
            for (own, other) in [(a, b), (b, a)] {
                let all = beside.entry(own.0).or_default();
                if all.iter().all(|(there, _)| *there != other.0) {
                    all.push(other);
                }
            }
        }
        // At the rim of what is looked at there may be bits of others: the longest is the seam.
        let walk = |start: Exact| {
            let (mut at, mut before, mut points) = (start, None, Vec::new());
            for _ in 0..beside.len() {
                let next =
                    beside.get(&at).and_then(|all| all.iter().find(|(there, _)| Some(*there) != before));
                let Some(&(next, point)) = next else { break };
                points.push(point);
                (before, at) = (Some(at), next);
            }
            points
        };
        let within = |p: &Point| (from - 1e-6..=to + 1e-6).contains(&p.x);
        let ends = beside.iter().filter(|(_, all)| all.len() == 1).map(|(end, _)| *end);
        let chains = ends.map(walk).map(|points: Vec<Point>| {
            let first = points.iter().position(within).unwrap_or(0);
            let last = points.iter().rposition(within).map_or(0, |last| last + 1);
            points.get(first..last).map_or_else(Vec::new, <[Point]>::to_vec)
        });
        let mut longest = chains.max_by_key(Vec::len).unwrap_or_default();
        if longest.first().zip(longest.last()).is_some_and(|(first, last)| first.x > last.x) {
            longest.reverse();
        }
        longest
    }

    fn is_on_cell(&self, point: Point) -> bool {
        let reach = |hex| self.fit.side * self.fit.tiling.apothem(hex) * self.fit.wide.min(1.0);
        // Cells of several sorts lie at some steps from where they count as lying.
        let far = self.reach() + 2.0 * self.fit.side;
        let mut near = self.cells.near(point.y - far, point.y + far);
        near.any(|&hex| self.centre(hex).distance(point) < reach(hex))
    }
}

/// Whether a line goes through a box, not only along its edge.
fn crosses(a: Point, b: Point, rect: Rect) -> bool {
    clip_segment(Line::new(a, b), rect.inset(-2.0 * ONE)).is_some()
}

//! A drawing that says nothing of itself: which of its shapes are cells of boards, which are pieces, and which are
//! decoration. The lattice decides: cells are those that lie edge to edge, or as good as, with others of their size.

mod grounds;
mod no_board;
mod once;
mod rectangles;
mod rings;
mod sets;

use crate::base::map::Map;
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use kurbo::{Point, Rect, Shape as _};

use crate::base::geometry::is_outside;
use crate::base::hex::Hex;
use crate::base::point_index::PointIndex;
use crate::base::tiling::Tiling;
use crate::check::facts::board::FoundBoard;
use crate::check::facts::item::depth;
use crate::check::facts::lattice::Lattice;
use crate::find::LooseShape;
use crate::find::{self, Loose, Polygon};
use crate::read::{Item, ItemKind, Page};
use no_board::{is_chance, is_sheet_of_tiles};
use once::{TWICE, once};
use sets::{FEWEST, sets};

/// How much smaller than a hexagon between lines a closed one is that is another drawing, as a share.
const SMALLER: f64 = 0.7;
/// How far from a corner of a cell a line along its edge may end, as a share of the cell's side.
const MEETS: f64 = 0.15;

/// The most sets of hexagons that are told apart by which lie on which.
const MOST_SETS: usize = 200;
/// The most boards of one page.
const MOST_BOARDS: usize = 50;
/// The most drawings that are looked at for all boards of a page together.
const MOST_LOOKS: usize = 5_000_000;

/// What is on a page of a file that does not say what it shows.
#[derive(Debug, Clone, Default)]
pub struct ForeignPage {
    /// Lines along the edges of cells that almost meet, and should.
    pub loose: Vec<Loose>,
    /// How many straight lines there are that close nothing by themselves, how many of their ends meet no other, and
    /// how long most of them are, in mm.
    pub lines: (usize, usize, f64),
    /// Shapes that lie by themselves, such as pieces to be cut out: how many of each sort, in words.
    pub pieces: Vec<(usize, String)>,
    /// The same one by one.
    pub shapes: Vec<LooseShape>,
    /// Pictures made of pixels.
    pub pictures: usize,
    /// Where there is no board: closed shapes with bent sides or rounded corners.
    pub bent: usize,
    /// Where there is no board: rectangles that are as narrow as lines.
    pub bars: usize,
    /// How many drawings were left out because they are white on bare paper.
    pub white: usize,
    /// Whether nothing is drawn.
    pub empty: bool,
    /// Hexagons, crooked or of another size, that are no cells of a board and lie on none.
    pub others: Vec<Polygon>,
    /// The fonts in which its words are set; one without a name for fonts that do not say it.
    pub fonts: BTreeSet<Arc<str>>,
}

/// The boards on a page, the largest first, and what else is there.
pub fn boards(page: &Page) -> (Vec<FoundBoard>, ForeignPage) {
    let lines = find::lines(page);
    let mut look = Look::default();
    // What lies between cells of several sorts is a cell, and no gap.
    look.mixed(page);
    let between = if look.boards.is_empty() { look.at(page, 6, lines.hexagons) } else { Vec::new() };
    // Squares may be cards, and their fields; where there are hexagons, these are the cells.
    if look.boards.is_empty() {
        let between = find::polygons_between(page, 4);
        let rectangles = rectangles::field(page, &between);
        look.at(page, 4, between);
        if let Some((own, lattice)) = rectangles
            && area(own.iter())
                >= area(look.boards.iter().flat_map(|board| board.cells.iter().map(|cell| &cell.outline)))
        {
            look.boards = vec![board_of(page, own, lattice)];
        }
    }
    if look.boards.is_empty() {
        look.at(page, 3, find::polygons_between(page, 3));
    }
    let Look { mut boards, hexagons, taken } = look;
    boards.sort_by_key(|board| std::cmp::Reverse(board.cells.len()));
    let inside = Inside::of(&boards);
    let free = |i: &usize| !taken[*i] && !inside.holds(hexagons[*i].centre);
    let free: Vec<&Polygon> = (0..hexagons.len()).filter(free).map(|i| &hexagons[i]).collect();
    let pictures = page.items.iter().filter(|item| matches!(item.kind, ItemKind::Image { .. })).count();
    let mut shapes = Vec::new();
    let pieces = pieces(page, &free, &inside, &mut shapes);
    let drawing = ForeignPage {
        loose: along_cells(&of_boards(between, &boards), lines.loose),
        lines: (lines.count, lines.ends, lines.usual),
        pieces,
        shapes,
        pictures,
        bent: if boards.is_empty() { find::count_curved(page) } else { 0 },
        bars: if boards.is_empty() { bars(page) } else { 0 },
        white: 0,
        empty: page.items.is_empty(),
        others: free.into_iter().take(1000).cloned().collect(),
        fonts: page.items.iter().filter_map(font).collect(),
    };
    (boards, drawing)
}

/// The font of words.
fn font(item: &Item) -> Option<Arc<str>> {
    match &item.kind {
        ItemKind::Text(text) => Some(Arc::clone(&text.font)),
        _ => None,
    }
}

/// What polygons of a page turn out to be.
#[derive(Default)]
struct Look {
    boards: Vec<FoundBoard>,
    /// The hexagons of the page.
    hexagons: Vec<Polygon>,
    /// Which of these are cells of a board.
    taken: Vec<bool>,
}

impl Look {
    /// Looks for boards of cells with so many sides, some of which lie between lines. Gives those of the latter that are
    /// no closed shapes.
    fn at(&mut self, page: &Page, sides: usize, between_lines: Vec<Polygon>) -> Vec<Polygon> {
        let mut closed = rings::as_lines(page, find::intended_polygons(page, sides));
        // What lies outside the sheet is no part of its board.
        let sheet = Rect::from_origin_size(Point::ORIGIN, page.media.size());
        closed.retain(|own| !is_outside(crate::base::hex::bounds(&own.corners), sheet));
        if sides == 4 {
            closed.extend(grounds::between(page, &closed));
        }
        let between = between(&closed, between_lines);
        let drawn = closed.into_iter().chain(between.iter().cloned());
        let all = once(page, drawn.filter(|h| h.corners.iter().all(|p| is_near(*p))).collect());
        let sets = outermost(&all, most(sets(&all), MOST_SETS));
        let mut taken = vec![false; all.len()];
        let turned = words_turned(page);
        // Each board is held against everything on its page, once.
        for set in most(sets, (MOST_LOOKS / page.items.len().max(1)).clamp(1, MOST_BOARDS)) {
            let own: Vec<Polygon> = set.iter().map(|&i| all[i].clone()).collect();
            let Some(lattice) = Lattice::of(&own) else { continue };
            if sides != 6 && !is_field(&lattice) || sides == 4 && !is_square(&lattice) {
                continue;
            }
            if is_sheet_of_tiles(&own, &lattice) || is_chance(page, &own, sheet) {
                continue;
            }
            set.iter().for_each(|&i| taken[i] = true);
            self.found(page, own, lattice, turned);
        }
        if sides == 6 {
            (self.hexagons, self.taken) = (all, taken);
        }
        between
    }

    /// Looks for boards of cells of several sorts.
    fn mixed(&mut self, page: &Page) {
        let all = rings::as_lines(page, find::polygons_of(page, &[3, 4, 6, 8, 12]));
        let all = once(page, all.into_iter().filter(|h| h.corners.iter().all(|p| is_near(*p))).collect());
        for set in most(sets::mixed(&all), MOST_BOARDS) {
            let own: Vec<Polygon> = set.iter().map(|&i| all[i].clone()).collect();
            let Some(lattice) = Lattice::of(&own) else { continue };
            let placed = lattice.addresses.iter().flatten().count();
            if lattice.tiling.all_edges().is_none() && placed * 10 >= own.len() * 8 {
                self.found(page, own, lattice, words_turned(page));
            }
        }
    }

    /// A board that was found, with its tiles left out, and standing as it does.
    fn found(&mut self, page: &Page, own: Vec<Polygon>, lattice: Lattice, turned: Option<f64>) {
        let (own, mut lattice) = without_tiles(page, own, lattice);
        stand(&mut lattice, turned);
        self.boards.push(board_of(page, own, lattice));
    }
}

fn board_of(page: &Page, own: Vec<Polygon>, lattice: Lattice) -> FoundBoard {
    let mut board = FoundBoard::on(page, own, lattice);
    board.named = Some(board.shape_name());
    board
}

/// What polygons cover together, in mm².
fn area<'p>(all: impl Iterator<Item = &'p Polygon>) -> f64 {
    all.map(|own| crate::base::hex::polygon(&own.corners).area()).sum()
}

/// Returns whether cells lie as far apart along rows as along columns, or nearly so.
fn is_square(lattice: &Lattice) -> bool {
    let [along, across] = lattice.basis.map(|way| way.hypot());
    rectangles::is_square(along / across)
}

/// Whether squares lie in more than one row and one column.
fn is_field(lattice: &Lattice) -> bool {
    let several =
        |of: fn(&Hex) -> i32| lattice.addresses.iter().flatten().map(of).collect::<BTreeSet<_>>().len() > 1;
    several(|hex| hex.q) && several(|hex| hex.r)
}

/// The hexagons between lines, but for those that lie on a closed one of about their size: that is the cell.
fn between(closed: &[Polygon], between: Vec<Polygon>) -> Vec<Polygon> {
    let reach = closed.iter().map(|h| h.side()).fold(0.0, f64::max);
    let grid = PointIndex::of(closed.iter().enumerate().map(|(i, h)| (i, h.centre)), reach.max(1.0));
    let on_closed = |face: &Polygon| {
        let (side, middle) = (face.side(), face.centre);
        is_near(middle)
            && grid
                .within(middle, 0.5 * side)
                .any(|i| (SMALLER * side..=side / SMALLER).contains(&closed[i].side()))
    };
    between.into_iter().filter(|face| !on_closed(face)).collect()
}

/// Of hexagons between lines, those that are cells of a board: lines across cells may close larger ones.
fn of_boards(between: Vec<Polygon>, boards: &[FoundBoard]) -> Vec<Polygon> {
    let place =
        |cell: &Polygon| cell.corners.iter().map(|p| [p.x, p.y].map(f64::to_bits)).collect::<Vec<_>>();
    let cells: HashSet<_> =
        boards.iter().flat_map(|board| &board.cells).map(|cell| place(&cell.outline)).collect();
    between.into_iter().filter(|face| cells.contains(&place(face))).collect()
}

/// Of lines that stop short, those that belong to an edge of a cell between lines.
fn along_cells(cells: &[Polygon], loose: Vec<Loose>) -> Vec<Loose> {
    let edges = cells.iter().enumerate().flat_map(|(i, cell)| {
        let middles = cell.corners.iter().zip(cell.corners.iter().cycle().skip(1));
        middles.map(move |(a, b)| (i, a.midpoint(*b)))
    });
    let reach = cells.iter().map(|cell| cell.side()).fold(0.0, f64::max).max(1.0);
    let grid = PointIndex::of(edges, reach);
    let belongs = |line: &Loose| {
        let middle = line.from.midpoint(line.meant);
        let meets =
            |cell: &Polygon, p: Point| cell.corners.iter().any(|c| c.distance(p) <= MEETS * cell.side());
        is_near(middle)
            && grid
                .within(middle, MEETS * reach)
                .any(|i| meets(&cells[i], line.from) && meets(&cells[i], line.meant))
    };
    loose.into_iter().filter(belongs).collect()
}

/// The cells without the tiles that were laid on them: hexagons on the place of another one, of another colour or a
/// little smaller. What is as large and has the same colour is the cell again, and told.
fn without_tiles(page: &Page, hexagons: Vec<Polygon>, lattice: Lattice) -> (Vec<Polygon>, Lattice) {
    let mut bases: Map<Hex, &Polygon> = Map::new();
    let mut tiles: BTreeSet<usize> = BTreeSet::new();
    let fill = |hexagon: &Polygon| match page.items.get(hexagon.item).map(|item| &item.kind) {
        Some(ItemKind::Path { fill, .. }) => *fill,
        _ => None,
    };
    for (number, (hexagon, address)) in hexagons.iter().zip(&lattice.addresses).enumerate() {
        let Some(address) = address else { continue };
        let Some(base) = bases.get(address) else {
            bases.insert(*address, hexagon);
            continue;
        };
        let repainted = fill(hexagon).is_some_and(|own| fill(base).is_some_and(|other| own != other));
        if repainted || hexagon.side() < base.side() - 2.0 * TWICE {
            tiles.insert(number);
        }
    }
    if tiles.is_empty() {
        return (hexagons, lattice);
    }
    let own: Vec<Polygon> =
        (0..).zip(&hexagons).filter(|(i, _)| !tiles.contains(i)).map(|(_, h)| h.clone()).collect();
    match Lattice::of(&own) {
        Some(lattice) => (own, lattice),
        None => (hexagons, lattice),
    }
}

/// How many rectangles of a page are so narrow that they may stand for lines.
fn bars(page: &Page) -> usize {
    /// How many times as long as wide they are at least.
    const LONG: f64 = 12.0;
    let is_bar = |own: &find::Rectangle| own.width.max(own.height) >= LONG * own.width.min(own.height);
    find::rectangles(page).iter().filter(|own| is_bar(own)).count()
}

/// Whether a point is anywhere that paper may be, in mm.
fn is_near(point: Point) -> bool {
    point.x.abs() < 1e7 && point.y.abs() < 1e7
}

/// The largest sets, in the order in which they were.
fn most(mut sets: Vec<Vec<usize>>, count: usize) -> Vec<Vec<usize>> {
    if sets.len() > count {
        let mut sizes: Vec<usize> = sets.iter().map(Vec::len).collect();
        sizes.sort_unstable_by_key(|size| std::cmp::Reverse(*size));
        let least = sizes.get(count).copied().unwrap_or(0);
        sets.retain(|set| set.len() > least);
    }
    sets
}

/// Leaves out what lies on the cells of another board: icons, and outlines inside of outlines; and what holds many
/// cells of another: frames round groups of cells.
fn outermost(hexagons: &[Polygon], sets: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    let mut kept: Vec<Vec<usize>> = Vec::new();
    // By size, the largest hexagons first.
    for set in sets {
        let mut on_cells = false;
        let mut frames = None;
        for (at, larger) in kept.iter().enumerate() {
            let grid = Cells::of(larger.iter().map(|&i| &hexagons[i]));
            let inside = set.iter().filter(|&&i| grid.holds(hexagons[i].centre)).count();
            if inside * 10 >= set.len() * 8 {
                // Three and more to each large one, edge to edge: the small ones are the cells.
                if set.len() >= 3 * larger.len() && set.len() >= 3 * FEWEST && larger.len() < 8 {
                    frames = Some(at);
                } else {
                    on_cells = true;
                }
            }
        }
        if let Some(at) = frames {
            kept.remove(at);
        }
        if !on_cells {
            kept.push(set);
        }
    }
    kept
}

/// Hexagons by where they lie.
struct Cells<'h> {
    grid: PointIndex<2>,
    all: Vec<&'h Polygon>,
    reach: f64,
}

impl<'h> Cells<'h> {
    fn of(hexagons: impl Iterator<Item = &'h Polygon>) -> Self {
        let all: Vec<&Polygon> = hexagons.collect();
        let reach = all.iter().map(|h| h.side()).fold(0.0, f64::max) * 1.1;
        let grid = PointIndex::of(all.iter().enumerate().map(|(i, h)| (i, h.centre)), reach);
        Self { grid, all, reach }
    }

    fn holds(&self, point: Point) -> bool {
        if !is_near(point) {
            return false;
        }
        self.grid.within(point, self.reach).any(|i| depth(point, &self.all[i].corners) >= 0.0)
    }
}

/// The cells of all boards.
struct Inside<'b>(Vec<Cells<'b>>);

impl<'b> Inside<'b> {
    fn of(boards: &'b [FoundBoard]) -> Self {
        Self(boards.iter().map(|board| Cells::of(board.cells.iter().map(|cell| &cell.outline))).collect())
    }

    fn holds(&self, point: Point) -> bool {
        self.0.iter().any(|cells| cells.holds(point))
    }
}

/// The angle at which most words of a page stand, if it is none of the four that paper has.
fn words_turned(page: &Page) -> Option<f64> {
    let mut votes: Map<i64, usize> = Map::new();
    let mut all = 0;
    for item in &page.items {
        if let ItemKind::Text(text) = &item.kind {
            all += 1;
            *votes.entry((text.angle * 10.0).round() as i64).or_default() += 1;
        }
    }
    let (angle, count) = votes.into_iter().max_by_key(|(_, count)| *count)?;
    let angle = angle as f64 / 10.0;
    let turned = (angle + 45.0).rem_euclid(90.0) - 45.0;
    (count * 2 > all && turned.abs() > 0.3).then_some(turned)
}

/// Brings a lattice to the way of standing that a person would name: upright if it is, else turned clockwise by as
/// little as may be; and if its words are turned with it, by as much as they are.
fn stand(lattice: &mut Lattice, words: Option<f64>) {
    if !lattice.tiling.is_hexagons() {
        return lattice.stand(lattice.tiling, lattice.turned);
    }
    // A sixth of a turn changes nothing but the numbers of the cells.
    let base = lattice.turned + if lattice.tiling == Tiling::FlatTop { 0.0 } else { 30.0 };
    let base = base.rem_euclid(60.0);
    let upright = words.and_then(|turned| {
        let rest = (base - turned + 1.5).rem_euclid(30.0) - 1.5;
        (rest.abs() <= 1.5).then(|| {
            let pointy = (base - turned + 15.0).rem_euclid(60.0) >= 30.0;
            (if pointy { Tiling::PointyTop } else { Tiling::FlatTop }, turned + rest)
        })
    });
    let (tiling, turned) = upright.unwrap_or(match base {
        b if b <= 20.0 => (Tiling::FlatTop, b),
        b if b <= 50.0 => (Tiling::PointyTop, b - 30.0),
        b => (Tiling::FlatTop, b - 60.0),
    });
    lattice.stand(tiling, turned);
}

/// Shapes that lie by themselves: hexagons, discs and rectangles, by their sizes, and each in `shapes`.
fn pieces(
    page: &Page,
    hexagons: &[&Polygon],
    boards: &Inside<'_>,
    shapes: &mut Vec<LooseShape>,
) -> Vec<(usize, String)> {
    let mut sorts: Map<(u8, i64, i64), usize> = Map::new();
    let tenths = |v: f64| (v * 10.0).round() as i64;
    let sheet = page.media;
    let mut spots: BTreeSet<(i64, i64, i64)> = BTreeSet::new();
    // One piece drawn twice is one.
    let mut fresh = |at: Point, size: f64| spots.insert((tenths(at.x), tenths(at.y), tenths(size)));
    for hexagon in hexagons {
        if hexagon.irregularity() <= 0.02 * hexagon.side() && fresh(hexagon.centre, hexagon.side()) {
            *sorts.entry((0, tenths(hexagon.across_flats()), 0)).or_default() += 1;
            let rect = crate::base::hex::bounds(&hexagon.corners);
            shapes.push(LooseShape { what: "hexagon", rect });
        }
    }
    for disc in find::discs(page) {
        if disc.radius > 3.0 && !boards.holds(disc.centre) && fresh(disc.centre, disc.radius) {
            *sorts.entry((1, tenths(2.0 * disc.radius), 0)).or_default() += 1;
            let size = (2.0 * disc.radius, 2.0 * disc.radius);
            shapes.push(LooseShape { what: "disc", rect: Rect::from_center_size(disc.centre, size) });
        }
    }
    for card in find::rectangles(page) {
        let w = card.width.min(card.height);
        let frame = w > 0.85 * sheet.width().min(sheet.height());
        if w > 8.0 && !frame && !boards.holds(card.centre) && fresh(card.centre, w) {
            *sorts.entry((2, tenths(card.width), tenths(card.height))).or_default() += 1;
            let is_square = tenths(card.width) == tenths(card.height);
            let what = if is_square { "square" } else { "rectangle" };
            let [a, b, c, d] = card.corners;
            let rect = Rect::from_points(a, c).union(Rect::from_points(b, d));
            shapes.push(LooseShape { what, rect });
        }
    }
    let mm = |v: i64| crate::base::units::Trimmed(v as f64 / 10.0);
    let words = |(kind, a, b): (u8, i64, i64)| match kind {
        0 => format!("hexagon of {} mm across flats", mm(a)),
        1 => format!("disc of {} mm", mm(a)),
        _ => format!("rectangle of {} x {} mm", mm(a), mm(b)),
    };
    let mut all: Vec<(usize, String)> = sorts.into_iter().map(|(sort, n)| (n, words(sort))).collect();
    all.sort_by_key(|(n, _)| std::cmp::Reverse(*n));
    all
}

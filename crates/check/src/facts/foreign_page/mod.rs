//! Finds what is on a page of another program, whose drawings have no ids.
//!
//! - In: a page.
//! - Out: its boards, and everything else on it.
//! - Not here: reporting faults.
//!
//! A polygon is a cell if it touches, or nearly touches, other polygons of the same size.

mod between_lines;
mod covered_cells;
mod grounds;
mod loose_shapes;
mod merge_outlines;
mod no_board;
mod orientation;
mod polygons;
mod rectangles;
mod rings;
mod sets;

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::Arc;

use kurbo::{Point, Rect};

use crate::facts::board::FoundBoard;
use crate::facts::lattice::Lattice;
use covered_cells::{CoveredCells, outermost};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::geometry::is_outside;
use hexpress_base::sorted_map::SortedMap;
use hexpress_read::find::{self, LooseEnd, LooseShape, Polygon};
use hexpress_read::{Item, ItemKind, Page, Rgb};
use loose_shapes::LooseShapes;
use merge_outlines::{SAME_CORNER_MM, once};
use no_board::{is_chance, is_sheet_of_tiles};
use orientation::{angle_of_texts, orient};
use polygons::{area, cloned, count_lines, is_on_paper};
use rectangles::RectangleCells;
use sets::{mixed_sets, sets};

/// At most this number of sets of polygons, the largest ones, are compared to find sets inside each other.
const MAX_SETS: usize = 200;
/// The largest number of boards on one page.
const MAX_BOARDS: usize = 50;
/// The number of boards that are searched for, multiplied by the number of drawings on the page, is at
/// most this. More would take too long.
const MAX_LATTICE_TRIALS: usize = 5_000_000;
/// At most this number of hexagons that belong to no board are kept.
const MAX_OTHER_HEXAGONS: usize = 1000;
/// The contents of a page of another program, apart from its boards.
#[derive(Debug, Clone, Default)]
pub struct ForeignPage {
    /// The loose ends of lines along the edges of cells. They should meet another line, but do not.
    pub loose: Vec<LooseEnd>,
    /// The straight lines that do not form closed shapes.
    pub lines: OpenLines,
    /// The shapes that are not on boards, which may be pieces to be cut out. For each form and size,
    /// such as `disc of 20 mm`, the list contains the number of shapes.
    pub pieces: Vec<(usize, String)>,
    /// All shapes that are counted in the field `pieces`.
    pub shapes: Vec<LooseShape>,
    /// The number of pictures made of pixels.
    pub pictures: usize,
    /// The number of closed shapes with curved sides or rounded corners. 0 if the page has a board.
    pub bent: usize,
    /// The number of rectangles that are as narrow as lines. 0 if the page has a board.
    pub bars: usize,
    /// The number of drawings that were ignored because they are white on white paper.
    pub white: usize,
    pub empty: bool,
    /// Hexagons that are neither cells of a board nor drawn on a board, because they are irregular
    /// or have another size.
    pub others: Vec<Polygon>,
    /// The names of the fonts of the texts. A font without a name is represented by an empty text.
    pub fonts: BTreeSet<Arc<str>>,
}

/// Straight lines that do not form closed shapes.
#[derive(Debug, Clone, Copy, Default)]
pub struct OpenLines {
    pub count: usize,
    /// The number of ends of these lines that meet no other line.
    pub ends: usize,
    /// The usual length of the lines, in mm.
    pub usual_length: f64,
}

/// Returns the boards on a page, the largest first, and everything else on it.
pub fn boards(page: &Page) -> (Vec<FoundBoard>, ForeignPage) {
    let lines = find::lines(page);
    let mut search = BoardSearch::default();
    // On a board with cells of several shapes, gaps between some cells look like cells. The search
    // therefore begins with such boards.
    search.add_mixed_cells(page);
    let between = if search.boards.is_empty() { search.add(page, 6, lines.hexagons) } else { Vec::new() };
    // Squares may be cards or parts of cards. They count as cells only on pages without hexagons.
    if search.boards.is_empty() {
        search.add_squares_or_rectangles(page);
    }
    if search.boards.is_empty() {
        search.add(page, 3, find::polygons_between(page, 3));
    }
    let BoardSearch { mut boards, hexagons, is_in_board } = search;
    boards.sort_by_key(|board| Reverse(board.cells.len()));
    let covered = CoveredCells::from_boards(&boards);
    let free: Vec<&Polygon> = hexagons
        .iter()
        .zip(&is_in_board)
        .filter(|(hexagon, is_in_board)| !**is_in_board && !covered.contain(hexagon.centre))
        .map(|(hexagon, _)| hexagon)
        .collect();
    let LooseShapes { sorts, shapes } = LooseShapes::new(page, &free, &covered);
    let cells_between = between_lines::of_boards(between, &boards);
    let has_no_board = boards.is_empty();
    let foreign = ForeignPage {
        loose: between_lines::along_cells(&cells_between, lines.loose),
        lines: OpenLines { count: lines.count, ends: lines.ends, usual_length: lines.usual_length },
        pieces: sorts,
        shapes,
        pictures: page.items.iter().filter(|item| matches!(item.kind, ItemKind::Image { .. })).count(),
        bent: if has_no_board { find::count_curved(page) } else { 0 },
        bars: if has_no_board { count_bars(page) } else { 0 },
        white: 0,
        empty: page.items.is_empty(),
        others: free.into_iter().take(MAX_OTHER_HEXAGONS).cloned().collect(),
        fonts: page.items.iter().filter_map(font).collect(),
    };
    (boards, foreign)
}

fn font(item: &Item) -> Option<Arc<str>> {
    match &item.kind {
        ItemKind::Text(text) => Some(Arc::clone(&text.font)),
        _ => None,
    }
}

/// A search for boards on a page, with the boards that are already found.
#[derive(Default)]
struct BoardSearch {
    boards: Vec<FoundBoard>,
    /// The hexagons of the page.
    hexagons: Vec<Polygon>,
    /// For each of `hexagons`, whether it is a cell of a board.
    is_in_board: Vec<bool>,
}

impl BoardSearch {
    /// Adds the boards whose cells have `sides` sides. `between_lines` are the polygons that crossing
    /// lines enclose. Returns the polygons in `between_lines` that are not also drawn as closed shapes.
    fn add(&mut self, page: &Page, sides: usize, between_lines: Vec<Polygon>) -> Vec<Polygon> {
        let mut closed = rings::as_lines(page, find::intended_polygons(page, sides));
        // Drawings outside the sheet do not belong to its board.
        let sheet = Rect::from_origin_size(Point::ORIGIN, page.media.size());
        closed.retain(|polygon| {
            !is_outside(hexpress_base::geometry::bounds_of_points(&polygon.corners), sheet)
        });
        if sides == 4 {
            closed.extend(grounds::cells_between(page, &closed));
        }
        let between = between_lines::without_closed(&closed, between_lines);
        let drawn = closed.into_iter().chain(between.iter().cloned());
        let all = once(page, drawn.filter(is_on_paper).collect());
        let sets = outermost(&all, largest_sets(sets(&all), MAX_SETS));
        let mut is_in_board = vec![false; all.len()];
        let text_angle = angle_of_texts(page);
        // Comparing a board with everything on its page takes time, so the number of boards is limited.
        let most = (MAX_LATTICE_TRIALS / page.items.len().max(1)).clamp(1, MAX_BOARDS);
        for set in largest_sets(sets, most) {
            let cells = cloned(&all, &set);
            let Some(lattice) = Lattice::from_polygons(&cells) else { continue };
            if sides != 6 && !is_field(&lattice) || sides == 4 && !is_square(&lattice) {
                continue;
            }
            if is_sheet_of_tiles(&cells, &lattice) || is_chance(page, &cells, sheet) {
                continue;
            }
            set.iter().for_each(|&i| is_in_board[i] = true);
            self.push(page, cells, lattice, text_angle);
        }
        if sides == 6 {
            (self.hexagons, self.is_in_board) = (all, is_in_board);
        }
        between
    }

    /// Adds the boards whose cells are squares. If a board of rectangles covers at least the same area,
    /// adds only that board instead.
    fn add_squares_or_rectangles(&mut self, page: &Page) {
        let between = find::polygons_between(page, 4);
        let rectangles = RectangleCells::new(page, &between);
        self.add(page, 4, between);
        if let Some(RectangleCells { cells, lattice }) = rectangles {
            let outlines = self.boards.iter().flat_map(|board| &board.cells).map(|cell| &cell.outline);
            if area(cells.iter()) >= area(outlines) {
                self.boards = vec![board_of(page, cells, lattice)];
            }
        }
    }

    /// Adds the boards of cells of several shapes.
    fn add_mixed_cells(&mut self, page: &Page) {
        let closed = rings::as_lines(page, find::polygons_of(page, &[3, 4, 6, 8, 12]));
        let all = once(page, closed.into_iter().filter(is_on_paper).collect());
        for set in largest_sets(mixed_sets(&all), MAX_BOARDS) {
            let cells = cloned(&all, &set);
            let Some(lattice) = Lattice::from_polygons(&cells) else { continue };
            let placed = lattice.addresses.iter().flatten().count();
            if lattice.grid.tiling.all_edges().is_none() && placed * 10 >= cells.len() * 8 {
                self.push(page, cells, lattice, angle_of_texts(page));
            }
        }
    }

    /// Adds a board, without the tiles on its cells. Describes the orientation of the board so that it
    /// agrees with the rotation of the texts on the page.
    fn push(&mut self, page: &Page, cells: Vec<Polygon>, lattice: Lattice, text_angle: Option<f64>) {
        let (bare_cells, mut bare_lattice) = without_tiles(page, cells, lattice);
        orient(&mut bare_lattice, text_angle);
        self.boards.push(board_of(page, bare_cells, bare_lattice));
    }
}

fn board_of(page: &Page, cells: Vec<Polygon>, lattice: Lattice) -> FoundBoard {
    let mut board = FoundBoard::of_foreign_cells(page, cells, lattice);
    board.named = Some(board.shape_name());
    board
}

/// Returns whether the distance between neighbouring cells is about the same in rows and in columns.
fn is_square(lattice: &Lattice) -> bool {
    let [along, across] = lattice.basis.map(|step| step.hypot());
    rectangles::is_square(along / across)
}

/// Returns whether cells are in more than one row and more than one column.
fn is_field(lattice: &Lattice) -> bool {
    count_lines(lattice, |address| address.q) > 1 && count_lines(lattice, |address| address.r) > 1
}

/// Returns the cells, without the tiles on them. A tile is a polygon at the place of a cell, but in
/// another colour or slightly smaller than the cell.
///
/// If a polygon has the same size and colour as a cell, it is a second drawing of the cell. Another
/// rule reports such drawings.
fn without_tiles(page: &Page, polygons: Vec<Polygon>, lattice: Lattice) -> (Vec<Polygon>, Lattice) {
    let mut bases: SortedMap<CellAddress, &Polygon> = SortedMap::new();
    let mut tiles: BTreeSet<usize> = BTreeSet::new();
    for (number, (polygon, address)) in polygons.iter().zip(&lattice.addresses).enumerate() {
        let Some(address) = address else { continue };
        let Some(base) = bases.get(address) else {
            bases.insert(*address, polygon);
            continue;
        };
        let colours = fill(page, polygon).zip(fill(page, base));
        let is_repainted = colours.is_some_and(|(own_colour, below)| own_colour != below);
        if is_repainted || polygon.side() < base.side() - 2.0 * SAME_CORNER_MM {
            tiles.insert(number);
        }
    }
    if tiles.is_empty() {
        return (polygons, lattice);
    }
    let others = (0..).zip(&polygons).filter(|(number, _)| !tiles.contains(number));
    let cells: Vec<Polygon> = others.map(|(_, polygon)| polygon.clone()).collect();
    match Lattice::from_polygons(&cells) {
        Some(bare_lattice) => (cells, bare_lattice),
        None => (polygons, lattice),
    }
}

/// Returns the colour that fills a polygon. Returns `None` if the polygon has no fill.
fn fill(page: &Page, polygon: &Polygon) -> Option<Rgb> {
    match page.items.get(polygon.item).map(|item| &item.kind) {
        Some(ItemKind::Path { fill, .. }) => *fill,
        _ => None,
    }
}

/// Counts the rectangles on a page that are so narrow that they may be lines.
fn count_bars(page: &Page) -> usize {
    /// The smallest ratio of length to width at which a rectangle may be a line.
    const MIN_LINE_RATIO: f64 = 12.0;
    let rectangles = find::rectangles(page);
    let sizes = rectangles.iter().map(|own_rectangle| {
        (own_rectangle.width.max(own_rectangle.height), own_rectangle.width.min(own_rectangle.height))
    });
    sizes.filter(|(long, short)| *long >= MIN_LINE_RATIO * short).count()
}

/// Returns the largest sets, but not more than `most` of them. Keeps the order of `sets`.
fn largest_sets(mut sets: Vec<Vec<usize>>, most: usize) -> Vec<Vec<usize>> {
    if sets.len() > most {
        let mut sizes: Vec<usize> = sets.iter().map(Vec::len).collect();
        sizes.sort_unstable_by_key(|size| Reverse(*size));
        let least = sizes.get(most).copied().unwrap_or(0);
        sets.retain(|set| set.len() > least);
    }
    sets
}

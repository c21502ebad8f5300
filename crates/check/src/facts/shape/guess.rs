//! Lists the shapes that cells may form.
//!
//! - In: cells.
//! - Out: shapes with about the same extents and about the same number of cells.
//! - Not here: deciding which of these shapes the cells form; [`super::known`] does that.

use std::collections::BTreeSet;

use super::Span;
use super::known::CELLS_PER_DIFFERENCE;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::tiling::Tiling;
use hexpress_game::shape::{BoardShape, Lean, Offset};

/// A shape that cells may form, with its orientation.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Guess {
    pub(super) shape: BoardShape,
    pub(super) lean: Lean,
    pub(super) offset: Offset,
}

impl Guess {
    /// Returns a shape in its usual orientation.
    fn in_default_orientation(shape: BoardShape) -> Self {
        Self { shape, lean: Lean::Left, offset: Offset::Second }
    }
}

/// Returns the shapes that cells of a tiling may form.
pub(super) fn guesses(cells: &BTreeSet<CellAddress>, tiling: Tiling) -> Vec<Guess> {
    if tiling.polygons() == 1 {
        return Extents::new(cells, tiling).guesses();
    }
    if tiling.is_triangles() {
        return guesses_of_triangles(cells, tiling);
    }
    // Each period of the tiling consists of several cells, so only the first cell of each period is
    // counted.
    let firsts: BTreeSet<CellAddress> =
        cells.iter().copied().filter(|address| address.polygon == 0).collect();
    let guesses = Extents::new(&firsts, tiling.tiling_for_shapes()).guesses().into_iter();
    guesses.filter(|guess| guess.shape.suits(tiling)).collect()
}

/// Returns the shapes that triangles may form.
///
/// Rectangles are found by counting the rows of triangles. For all other shapes, the corners of the
/// triangles are treated as cells of a tiling of hexagons.
fn guesses_of_triangles(cells: &BTreeSet<CellAddress>, tiling: Tiling) -> Vec<Guess> {
    // These are the steps from the tip of a triangle to its other two corners. For the second triangle
    // of a period, the step `other` replaces `q`.
    let is_sideways = tiling == Tiling::TrianglesSideways;
    let (q, r) = if is_sideways {
        (CellAddress::new(1, -1), CellAddress::new(1, 0))
    } else {
        (CellAddress::new(-1, 1), CellAddress::new(0, 1))
    };
    let other = if is_sideways { CellAddress::new(0, 1) } else { CellAddress::new(1, 0) };
    let mut corners: BTreeSet<CellAddress> = BTreeSet::new();
    for address in cells {
        let tip = CellAddress { polygon: 0, ..*address };
        corners.extend([tip, if address.polygon == 0 { tip + q } else { tip + other }, tip + r]);
    }
    let by_corners = Extents::new(&corners, tiling.tiling_for_shapes()).guesses().into_iter();
    let mut all: Vec<Guess> = by_corners
        .map(|guess| Guess { shape: guess.shape.triangle_shape(), ..guess })
        .filter(|guess| guess.shape.suits(tiling) && !matches!(guess.shape, BoardShape::Rectangle { .. }))
        .collect();
    let places = cells.iter().map(|address| tiling.row_of_triangles(*address));
    let columns = Span::from_values(places.clone().map(|place| place.0)).length;
    let rows = Span::from_values(places.map(|place| place.1)).length;
    all.push(Guess::in_default_orientation(BoardShape::Rectangle { columns, rows }));
    all
}

/// The extents of a set of cells, and the number of cells.
struct Extents {
    tiling: Tiling,
    count: usize,
    /// The number of different coordinates along each axis.
    q: u32,
    r: u32,
    s: u32,
}

impl Extents {
    fn new(cells: &BTreeSet<CellAddress>, tiling: Tiling) -> Self {
        Self {
            tiling,
            count: cells.len(),
            q: Span::from_values(cells.iter().map(|address| address.q)).length,
            r: Span::from_values(cells.iter().map(|address| address.r)).length,
            s: Span::from_values(cells.iter().map(|address| address.s())).length,
        }
    }

    /// Returns the shapes that have about the same extents and number of cells as the board. Each
    /// shape is returned once.
    fn guesses(&self) -> Vec<Guess> {
        let mut guesses = Guesses { count: self.count as u64, all: Vec::new() };
        if self.tiling.has_hexagon_neighbours() {
            self.add_hexagonal_shapes(&mut guesses);
        } else {
            self.add_square_shapes(&mut guesses);
        }
        guesses.all
    }

    fn add_square_shapes(&self, guesses: &mut Guesses) {
        let (q, r) = (self.q, self.r);
        for [columns, rows] in one_less(q, r) {
            guesses.add(Guess::in_default_orientation(BoardShape::Rectangle { columns, rows }));
        }
        for wide in [q.min(r), q.max(r)] {
            guesses.add(Guess::in_default_orientation(BoardShape::Diamond(wide / 2 + 1)));
            // Crosses with the same extents may have arms of different widths.
            for arm in (1..wide).filter(|arm| (wide - arm) % 2 == 0) {
                guesses.add(Guess::in_default_orientation(BoardShape::Cross {
                    wide: arm,
                    long: (wide - arm) / 2,
                }));
            }
        }
        guesses.all.retain(|guess| guess.shape.count() > 0);
    }

    fn add_hexagonal_shapes(&self, guesses: &mut Guesses) {
        let Self { q, r, s, .. } = *self;
        let has_rows = self.tiling.has_shifted_rows();
        // A single additional cell may make one of the extents too large, so each extent is tried for
        // the size of the shape.
        let mut spans = [q, r, s];
        spans.sort_unstable();
        for span in spans {
            guesses.add(Guess::in_default_orientation(BoardShape::Hexhex(span / 2 + 1)));
        }
        for shape in parallelograms(q, r) {
            guesses.add(Guess::in_default_orientation(shape));
        }
        let (columns, rows) = if has_rows { (s, r) } else { (q, s) };
        for shape in parallelograms(columns, rows) {
            guesses.add(Guess { lean: Lean::Right, ..Guess::in_default_orientation(shape) });
        }
        let lines = if has_rows { r } else { q };
        for lines in [lines, lines.saturating_sub(1)].into_iter().filter(|lines| *lines > 0) {
            let long = ((self.count as f64 / f64::from(lines)).round() as u32).max(1);
            let (columns, rows) = if has_rows { (long, lines) } else { (lines, long) };
            let rectangle = Guess::in_default_orientation(BoardShape::Rectangle { columns, rows });
            guesses.add(rectangle);
            guesses.add(Guess { offset: Offset::First, ..rectangle });
        }
        for side in spans {
            guesses.add(Guess::in_default_orientation(BoardShape::Triangle(side)));
            if side > 4 {
                guesses.add(Guess::in_default_orientation(BoardShape::Star((side - 1) / 4)));
            }
        }
    }
}

/// Collects shapes that have about as many cells as the board.
struct Guesses {
    /// The number of cells of the board.
    count: u64,
    all: Vec<Guess>,
}

impl Guesses {
    /// Adds a shape, unless it is already in the list or its number of cells is too different.
    fn add(&mut self, guess: Guess) {
        let difference = guess.shape.count().abs_diff(self.count);
        if difference <= (self.count / CELLS_PER_DIFFERENCE).max(2) && !self.all.contains(&guess) {
            self.all.push(guess);
        }
    }
}

/// Returns three sizes as numbers of columns and rows: the given size, the size with one column
/// less, and the size with one row less.
fn one_less(columns: u32, rows: u32) -> impl Iterator<Item = [u32; 2]> {
    [[columns, rows], [columns.saturating_sub(1), rows], [columns, rows.saturating_sub(1)]].into_iter()
}

fn parallelograms(columns: u32, rows: u32) -> impl Iterator<Item = BoardShape> {
    let all = one_less(columns, rows).filter(|[columns, rows]| *columns > 0 && *rows > 0);
    all.map(|[columns, rows]| BoardShape::Parallelogram { columns, rows })
}

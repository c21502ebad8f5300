//! Finds the named shape that is most similar to a set of cells.
//!
//! - In: cells.
//! - Out: the shape, its rotation, and the missing and additional cells.
//! - Not here: choosing the shapes to try; [`super::guess`] does that.

use std::collections::BTreeSet;

use super::guess::{Guess, guesses};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::tiling::Tiling;
use hexpress_game::shape::{BoardShape, Lean, MAX_CELLS, Offset};

/// One cell in this number of cells may be missing or additional.
pub(super) const CELLS_PER_DIFFERENCE: u64 = 20;
/// A set with fewer cells than this must match a shape exactly. In a small set, a missing or additional
/// cell would make another shape.
const MIN_INEXACT_CELLS: usize = 10;
/// In a set with at least this number of cells, two or more cells may be missing or additional. In a
/// smaller set, only one cell may be.
const MIN_CELLS_WITH_SEVERAL_FAULTS: usize = 30;

/// A named shape, and how a set of cells differs from it.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedShape {
    /// The shape and its size.
    pub shape: BoardShape,
    /// Whether a rhombus or a parallelogram leans to the left or to the right.
    pub lean: Lean,
    /// Which rows or columns of a rectangle are indented: the first, third … or the second, fourth ….
    pub offset: Offset,
    /// The clockwise rotation of the shape from its upright form, as a multiple of the smallest
    /// rotation that maps the tiling to itself. For hexagons, this is a sixth of a full turn.
    pub turns: usize,
    pub missing: Vec<CellAddress>,
    /// The cells that are not part of the shape.
    pub extra: Vec<CellAddress>,
    /// Whether the missing and additional cells are symmetrical. They are then probably intended.
    pub differs_on_purpose: bool,
}

impl NamedShape {
    /// Returns the name of the shape as the layout writes it: `hexhex 5`.
    pub fn shape_text(&self) -> String {
        match self.shape {
            BoardShape::Hexhex(n) => format!("hexhex {n}"),
            BoardShape::Parallelogram { columns, rows } if columns == rows => {
                format!("rhombus {columns} x {rows}")
            }
            BoardShape::Parallelogram { columns, rows } => format!("parallelogram {columns} x {rows}"),
            BoardShape::Rectangle { columns, rows } => format!("rectangle {columns} x {rows}"),
            BoardShape::Triangle(n) => format!("triangle {n}"),
            BoardShape::Star(n) => format!("star {n}"),
            BoardShape::Diamond(n) => format!("diamond {n}"),
            BoardShape::Morris(n) => format!("morris {n}"),
            BoardShape::Cross { wide, long } => format!("cross {wide} x {long}"),
        }
    }

    /// Returns whether the cells form the shape without any missing or additional cells.
    pub fn is_exact(&self) -> bool {
        self.missing.is_empty() && self.extra.is_empty()
    }

    /// Returns whether the shape is a parallelogram with several rows and columns.
    ///
    /// A single line of cells does not lean.
    pub fn leans(&self) -> bool {
        matches!(self.shape, BoardShape::Parallelogram { columns, rows } if columns > 1 && rows > 1)
    }

    pub(super) fn lean_word(&self) -> &'static str {
        if self.lean == Lean::Left { "left" } else { "right" }
    }

    /// Describes the missing and additional cells: ` without one cell`, ` and 2 cells more`. Returns an
    /// empty text if the shape is exact.
    pub(super) fn difference_words(&self) -> String {
        match (self.missing.len(), self.extra.len()) {
            (0, 0) => String::new(),
            (n, 0) => format!(" without {}", counted_cells(n)),
            (0, n) => format!(" and {} more", counted_cells(n)),
            (n, m) => format!(" without {} and with {} more", counted_cells(n), counted_cells(m)),
        }
    }
}

/// Returns the number of cells as text, e.g. `one cell` or `3 cells`.
pub fn counted_cells(count: usize) -> String {
    if count == 1 { "one cell".to_owned() } else { format!("{count} cells") }
}

/// Returns the shape that the cells form. If they form no shape exactly, returns the shape with the
/// fewest missing and additional cells. Returns `None` if no shape is similar enough.
pub(super) fn closest(cells: &BTreeSet<CellAddress>, tiling: Tiling) -> Option<NamedShape> {
    if cells.len() < 2 || cells.len() > MAX_CELLS as usize {
        return None;
    }
    let allowed = match cells.len() {
        n if n < MIN_INEXACT_CELLS => 0,
        n if n < MIN_CELLS_WITH_SEVERAL_FAULTS => 1,
        n => (n / CELLS_PER_DIFFERENCE as usize).max(2),
    };
    let mut best: Option<NamedShape> = None;
    let turn_count = tiling.turns();
    // Upright shapes come first. On a board of squares, shapes look the same upside down, so only two of
    // the four rotations are needed.
    for turns in tiling.motions_in_order().filter(|turn| *turn < turn_count && (turn_count != 4 || *turn < 2))
    {
        let turns_back = (turn_count - turns) % turn_count;
        let upright: BTreeSet<CellAddress> =
            cells.iter().map(|address| rotate_cell(tiling, *address, turns_back)).collect();
        for Guess { shape, lean, offset } in guesses(&upright, tiling) {
            let shape_cells = shape.cells(tiling, lean, offset);
            let limit = best.as_ref().map_or(allowed + 1, |best| best.missing.len() + best.extra.len());
            let Some(laid) = LaidShape::over(&upright, &shape_cells, limit) else { continue };
            let differs_on_purpose = tiling.polygons() == 1 && laid.is_symmetrical(&shape_cells);
            let [missing, extra] = [laid.missing, laid.extra].map(|cells| {
                cells.into_iter().map(|address| rotate_cell(tiling, address, turns)).collect::<Vec<_>>()
            });
            let known = NamedShape { shape, lean, offset, turns, missing, extra, differs_on_purpose };
            if limit == 0 || known.is_exact() {
                return Some(known);
            }
            best = Some(known);
        }
    }
    best
}

/// Rotates a cell clockwise `times` times by the smallest rotation that maps the tiling to itself.
fn rotate_cell(tiling: Tiling, cell: CellAddress, times: usize) -> CellAddress {
    (0..times).fold(cell, |cell, _| tiling.turned(cell))
}

/// A shape that is placed over a set of cells, and its differences from this set.
struct LaidShape {
    /// The cells of the shape that are missing from the set.
    missing: Vec<CellAddress>,
    /// The cells of the set that are not part of the shape.
    extra: Vec<CellAddress>,
    /// How many steps the shape was moved along each axis.
    shift: CellAddress,
}

impl LaidShape {
    /// Places a shape over a set of cells so that the outermost cells of both are at the same places
    /// along two axes. Of all such positions, uses the one with the fewest differing cells.
    ///
    /// Returns `None` if `limit` or more cells differ.
    fn over(cells: &BTreeSet<CellAddress>, shape: &[CellAddress], limit: usize) -> Option<Self> {
        let mut best: Option<Self> = None;
        for shift in shifts(shape.iter().copied(), cells) {
            let least = best.as_ref().map_or(limit, |laid| laid.missing.len() + laid.extra.len());
            let shifted = shape.iter().map(|address| *address + shift);
            let missing: Vec<CellAddress> =
                shifted.clone().filter(|address| !cells.contains(address)).take(least).collect();
            // It would be slow to find the additional cells for every position. Their number alone
            // follows from the sizes of both sets and the number of missing cells.
            let extra_count = (cells.len() + missing.len()).saturating_sub(shape.len());
            if missing.len() + extra_count >= least {
                continue;
            }
            let laid: BTreeSet<CellAddress> = shifted.collect();
            let extra = cells.iter().filter(|address| !laid.contains(address)).copied().collect();
            best = Some(Self { missing, extra, shift });
        }
        best
    }

    /// Returns whether the differing cells are symmetrical. A half turn or a third of a turn about the
    /// middle of the shape must map them onto themselves.
    fn is_symmetrical(&self, shape: &[CellAddress]) -> bool {
        self.is_kept_by(shape, |[q, r]| [-q, -r]) || self.is_kept_by(shape, |[q, r]| [r, -q - r])
    }

    /// Returns whether the rotation `turn` about the middle of the shape maps the differing cells onto
    /// themselves. `turn` gets coordinates `q` and `r` relative to the middle.
    fn is_kept_by(&self, shape: &[CellAddress], turn: fn([i64; 2]) -> [i64; 2]) -> bool {
        let differing: BTreeSet<CellAddress> = self.missing.iter().chain(&self.extra).copied().collect();
        // All coordinates are multiplied by the number of cells, so that those of the middle are whole
        // numbers.
        let n = shape.len() as i64;
        let middle_q =
            shape.iter().map(|address| i64::from(address.q)).sum::<i64>() + n * i64::from(self.shift.q);
        let middle_r =
            shape.iter().map(|address| i64::from(address.r)).sum::<i64>() + n * i64::from(self.shift.r);
        differing.iter().all(|address| {
            let [q, r] = turn([n * i64::from(address.q) - middle_q, n * i64::from(address.r) - middle_r]);
            let image = divided(q + middle_q, n).zip(divided(r + middle_r, n));
            image.is_some_and(|(q, r)| differing.contains(&CellAddress::new(q, r)))
        })
    }
}

/// Divides two numbers. Returns `None` if the result is not an integer.
fn divided(value: i64, by: i64) -> Option<i32> {
    (value % by == 0).then(|| i32::try_from(value / by).ok()).flatten()
}

/// Returns the smallest and the largest coordinate of cells along each axis. Returns `None` if there
/// are no cells.
fn axis_ranges(cells: impl Iterator<Item = CellAddress>) -> Option<[(i32, i32); 3]> {
    let each = cells.map(|address| [address.q, address.r, address.s()].map(|v| (v, v)));
    each.reduce(|all, one| std::array::from_fn(|i| (all[i].0.min(one[i].0), all[i].1.max(one[i].1))))
}

/// Returns the shifts that move the cells `laid` over the cells `cells`. After each shift, both sets
/// begin or end at the same coordinates along two axes.
pub fn shifts(
    laid: impl Iterator<Item = CellAddress>,
    cells: &BTreeSet<CellAddress>,
) -> BTreeSet<CellAddress> {
    let mut shifts = BTreeSet::new();
    let Some((own, other)) = axis_ranges(cells.iter().copied()).zip(axis_ranges(laid)) else { return shifts };
    let [by_q, by_r, by_s]: [[i32; 2]; 3] =
        std::array::from_fn(|axis| [own[axis].0 - other[axis].0, own[axis].1 - other[axis].1]);
    for (a, b) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        shifts.insert(CellAddress::new(by_q[a], by_r[b]));
        shifts.insert(CellAddress::new(by_q[a], -by_q[a] - by_s[b]));
        shifts.insert(CellAddress::new(-by_r[a] - by_s[b], by_r[a]));
    }
    shifts
}

//! Finds the name of the shape that the cells of a board form.
//!
//! - In: a lattice and its cells.
//! - Out: a named shape and its rotation, with the cells that are missing or extra. If no shape fits,
//!   the number of parts and holes.
//! - Not here: deciding which cells belong to a board.

mod connected;
mod guess;
mod known;

use std::collections::BTreeSet;

use kurbo::Size;

use super::lattice::Lattice;
use crate::TOLERANCE;
use crate::fault::counted;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::sorted_map::SortedMap;
use hexpress_base::tiling::Tiling;
use hexpress_base::units::ShortNumber;
use hexpress_game::shape::{BoardShape, Offset};

pub use known::{NamedShape, counted_cells, shifts};

/// The rotations of a cell and of the lattice count as equal if they differ by less than this, in
/// degrees.
const SAME_TURN: f64 = 1.0;
/// Neighbouring cells count as touching if the gap between them makes their sides shorter by less than
/// this, in mm.
const SAME_SIDE: f64 = 0.03;

/// A drawn board, described by its shape.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundShape {
    /// The named shape that is most similar to the board; `None` if no shape is similar enough.
    pub shape: Option<NamedShape>,
    /// The number of rows or columns and their lengths, if they are alternately longer and shorter.
    ///
    /// `None` if the board has a shape that the layout language can name.
    pub in_turn: Option<InTurn>,
    /// The tiling, such as `PointyTop`. It includes the orientation of the cells.
    pub tiling: Tiling,
    /// The clockwise rotation of the board, in degrees, from -180 to 180.
    pub turned: f64,
    /// The distance between opposite sides of most cells, in mm.
    pub across: f64,
    /// The size of the cells in mm, if they are rectangles but not squares. `None` for all other cells.
    pub size: Option<Size>,
    /// The gap between neighbouring cells, in mm; 0 if they touch.
    pub gap: f64,
    /// The number of cells. Several cells in the same place count as one.
    pub cells: usize,
    /// The number of connected parts.
    pub parts: usize,
    /// The number of holes between cells.
    pub holes: usize,
}

/// The rows or columns of a board that are alternately longer and shorter, as on most maps of wargames.
///
/// Every second line is indented and has one cell more or less than the line before it, for example 8,
/// 7, 8, 7 cells. A line is a row or a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InTurn {
    /// The number of lines.
    pub lines: usize,
    /// The number of cells in the first line.
    pub first: usize,
    /// The number of cells in the second line.
    pub second: usize,
}

impl FoundShape {
    /// Returns the shape that `cells` form on the lattice.
    pub fn new(lattice: &Lattice, cells: &BTreeSet<CellAddress>) -> Self {
        let tiling = lattice.grid.tiling;
        let closest = known::closest(cells, tiling);
        let is_exact = closest.as_ref().is_some_and(NamedShape::is_exact);
        let in_turn = if is_exact { None } else { InTurn::new(cells, tiling) };
        let shape = closest.filter(|_| in_turn.is_none());
        let turns = shape.as_ref().map_or(0, |known| known.turns);
        // The bearing of the lattice is computed from all centres, so it is more exact than the
        // rotation of a single cell. But the bearing is wrong if each cell is rotated around its own
        // centre.
        let is_turned_as_a_whole = (lattice.bearing - lattice.turned).abs() < SAME_TURN;
        let turned = if is_turned_as_a_whole { lattice.bearing } else { lattice.turned }
            + 360.0 / tiling.turns() as f64 * turns as f64;
        let is_touching = (lattice.pitch - lattice.side).abs() < SAME_SIDE;
        let side = if is_touching { lattice.pitch } else { lattice.side };
        let gap = lattice.gap();
        Self {
            shape,
            in_turn,
            tiling,
            turned: within_half_a_turn(turned),
            across: lattice.grid.across(side),
            size: lattice.grid.size(side),
            gap: if gap >= TOLERANCE { gap } else { 0.0 },
            cells: cells.len(),
            parts: connected::count_parts(tiling, cells),
            holes: connected::count_holes(tiling, cells),
        }
    }

    /// Returns whether the cells form a shape without missing or extra cells: a named shape, or lines
    /// that are alternately longer and shorter.
    pub fn is_shape(cells: &BTreeSet<CellAddress>, tiling: Tiling) -> bool {
        known::closest(cells, tiling).is_some_and(|known| known.is_exact())
            || InTurn::new(cells, tiling).is_some()
    }

    fn lines_word(&self) -> &'static str {
        if self.tiling == Tiling::FlatTop { "columns" } else { "rows" }
    }

    /// Returns the name of the shape, e.g. `hexhex 5` or `9 rows of 8 and 7 in turn`. Returns `None` if the
    /// shape has no name.
    pub fn shape_text(&self) -> Option<String> {
        if let Some(known) = &self.shape {
            return Some(known.shape_text());
        }
        let InTurn { lines, first, second } = self.in_turn?;
        Some(format!("{lines} {} of {first} and {second} in turn", self.lines_word()))
    }

    /// Returns the number of cells and their shape, e.g. `61 cells: hexhex 5` or `54 cells in 2 parts,
    /// 1 hole`.
    pub fn shape_words(&self) -> String {
        let all = counted(self.cells, "cell", "cells");
        match (&self.shape, self.shape_text()) {
            (Some(known), Some(shape)) => {
                format!("{all}: {shape}{}{}", self.manner_words(known), known.difference_words())
            }
            (_, Some(shape)) => format!("{all}: {shape}"),
            (_, None) => {
                let parts = counted(self.parts, "part", "parts");
                let holes = match self.holes {
                    0 => String::new(),
                    n => format!(", {}", counted(n, "hole", "holes")),
                };
                format!("{all} in {parts}{holes}")
            }
        }
    }

    /// Describes an unusual form of a shape: ` with the first, third … rows shifted` for a rectangle, or
    /// ` that leans right` for a parallelogram.
    ///
    /// The text is empty for the usual form.
    fn manner_words(&self, known: &NamedShape) -> String {
        match known.shape {
            BoardShape::Rectangle { .. }
                if known.offset == Offset::First && self.tiling.has_hexagon_neighbours() =>
            {
                format!(" with the first, third … {} shifted", self.lines_word())
            }
            BoardShape::Parallelogram { .. } if known.leans() => format!(" that leans {}", known.lean_word()),
            _ => String::new(),
        }
    }

    /// Returns the full description, e.g. `61 cells: hexhex 5, pointy-top, 28.00 mm across flats,
    /// turned 17.0°`.
    pub fn words(&self) -> String {
        let (shape, orientation) = (self.shape_words(), self.tiling.word());
        let mut words = match self.size {
            Some(Size { width, height }) => format!("{shape}, {orientation}, {width:.2} x {height:.2} mm"),
            None => format!("{shape}, {orientation}, {:.2} mm across flats", self.across),
        };
        if self.gap > 0.0 {
            let gap = ShortNumber::hundredths(self.gap);
            words.push_str(&format!(", {gap} mm between cells"));
        }
        if self.turned.abs() >= 0.05 {
            words.push_str(&format!(", turned {:.1}°", self.turned));
        }
        words
    }
}

/// Converts an angle in degrees to the equal angle from -180 to 180. The result for half a turn is
/// always 180, never -180.
pub fn within_half_a_turn(degrees: f64) -> f64 {
    /// Messages print an angle below this, in degrees, as 0. An angle this close to -180 counts as 180.
    const NONE: f64 = 0.05;
    let turned = 180.0 - (180.0 - degrees).rem_euclid(360.0);
    if turned < NONE - 180.0 { turned + 360.0 } else { turned }
}

impl InTurn {
    /// Returns the number and lengths of the lines of cells.
    ///
    /// Returns `None` unless every second line is indented by half a cell and has one cell more or less
    /// than the line before it.
    fn new(cells: &BTreeSet<CellAddress>, tiling: Tiling) -> Option<Self> {
        if !tiling.has_hexagon_neighbours() {
            return None;
        }
        let mut lines: SortedMap<i32, Vec<i32>> = SortedMap::new();
        for address in cells {
            // Positions along a line are counted in half cells. So the positions of indented lines are
            // integers too.
            let (line, along) = match tiling {
                Tiling::PointyTop | Tiling::Brick => {
                    (address.r, address.q.checked_mul(2)?.checked_add(address.r)?)
                }
                _ => (address.q, address.r.checked_mul(2)?.checked_add(address.q)?),
            };
            lines.entry(line).or_default().push(along);
        }
        let numbers = Span::from_values(lines.keys().copied());
        if lines.len() < 3 || lines.len() != numbers.length as usize {
            return None;
        }
        let first = Span::from_values(lines.get(&numbers.low)?.iter().copied());
        let second = Span::from_values(lines.get(&(numbers.low + 1))?.iter().copied());
        let is_indented = (second.low == first.low + 1 && second.high == first.high - 1)
            || (second.low == first.low - 1 && second.high == first.high + 1);
        let repeats = lines.iter().all(|(line, places)| {
            let model = if (line - numbers.low) % 2 == 0 { first } else { second };
            Span::from_values(places.iter().copied()) == model && places.len() as u32 == model.cells()
        });
        (is_indented && repeats).then(|| Self {
            lines: lines.len(),
            first: first.cells() as usize,
            second: second.cells() as usize,
        })
    }
}

/// The range that a set of integers covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Span {
    low: i32,
    high: i32,
    /// The number of integers from `low` to `high`; 0 for an empty set.
    length: u32,
}

impl Span {
    fn from_values(values: impl Iterator<Item = i32>) -> Self {
        let (low, high) =
            values.fold((i32::MAX, i32::MIN), |(low, high), value| (low.min(value), high.max(value)));
        Self { low, high, length: if low > high { 0 } else { high.abs_diff(low).saturating_add(1) } }
    }

    /// Returns the number of cells in the range. Neighbouring cells are 2 apart, because positions are
    /// counted in half cells.
    fn cells(self) -> u32 {
        self.length / 2 + 1
    }
}

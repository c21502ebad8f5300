//! Shapes of boards, each in two or three words: `"hexhex 5"`, `"rhombus 11 x 11"`, `"rectangle 8 x 10"`.
//!
//! A shape looks like itself whichever way its cells stand; what differs is which of its sides are straight
//! lines across the sheet.
//!
//! | | pointy-top cells | flat-top cells |
//! |---|---|---|
//! | hexhex | rows across; level sides at the top and the bottom, corners left and right | columns; upright sides left and right, corners at the top and the bottom |
//! | rhombus, parallelogram | rows across, each shifted by half a cell; level top and bottom | columns, each shifted by half a cell; upright left and right |
//! | rectangle | every other row shoved right by half a cell | every other column shoved down by half a cell |
//! | triangle | a corner at the top, rows of 1, 2, 3 … cells, a level side at the bottom | a corner at the left, columns of 1, 2, 3 … cells, an upright side at the right |
//! | star | a point at the top and at the bottom, two on each side | a point left and right, two at the top and two at the bottom |
//!
//! To which side the top of a rhombus or parallelogram leans, as letters do: `/ /` leans right.
//!
//! ```text
//!        pointy-top            flat-top
//!      left      right       left   right
//!                            o        o
//!                             o      o
//!     o o o        o o o     o o    o o
//!      o o o      o o o       o      o
//!       o o o    o o o       o o    o o
//!                             o      o
//!                              o    o
//! ```
//!
//! With either kind of cell, leaning right puts the acute corners at the bottom left and the top right, and
//! leaning left at the top left and the bottom right.
//!
//! Which lines of a rectangle are shoved by half a cell: rows of pointy-top cells to the right, columns of
//! flat-top cells down. The second are `odd-r` and `odd-q` to those who count from nought, the first `even-r` and
//! `even-q`.
//!
//! ```text
//!        pointy-top            flat-top
//!     second     first       second  first
//!     o o o       o o o       o o      o
//!      o o o     o o o         o      o o
//!     o o o       o o o       o o      o
//!                              o      o o
//! ```

mod tiled;

use std::str::FromStr;

use super::cells::sort_for_reading;
use crate::base::hex::Hex;
use crate::base::tiling::Tiling;
use crate::diag::synonyms::{Typed, synonym};
use crate::diag::{Diagnostic, Result, codes, near};
pub use crate::spec::values::choice::{Lean, Offset};

/// The most cells that a board may have.
pub const MOST_CELLS: u64 = 1_000_000;

/// What a board looks like from afar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A hexagon of hexagons with so many cells a side.
    Hexhex(u32),
    /// Columns and rows, as many in each; a rhombus when there are as many of one as of the other.
    Parallelogram {
        /// Cells from left to right.
        columns: u32,
        /// Cells from top to bottom.
        rows: u32,
    },
    /// Columns and rows with every other one shoved by half a cell, so that the board stands upright.
    Rectangle {
        /// Cells from left to right.
        columns: u32,
        /// Cells from top to bottom.
        rows: u32,
    },
    /// A triangle with so many cells a side.
    Triangle(u32),
    /// A six-pointed star; each point is a triangle with so many cells a side.
    Star(u32),
    /// A square of squares that stands on a corner, with so many cells a side.
    Diamond(u32),
    /// A square of squares with an arm on each of its sides.
    Cross {
        /// How many cells wide the arms are.
        wide: u32,
        /// How many cells long they are.
        long: u32,
    },
    /// So many squares of points one in the other, eight points on each.
    Morris(u32),
}

/// The words for shapes, each with an example.
pub const SHAPES: [(&str, &str); 9] = [
    ("hexhex", "hexhex 5"),
    ("rhombus", "rhombus 11 x 11"),
    ("parallelogram", "parallelogram 7 x 5"),
    ("rectangle", "rectangle 8 x 10"),
    ("triangle", "triangle 6"),
    ("star", "star 4"),
    ("diamond", "diamond 5"),
    ("cross", "cross 3 x 2"),
    ("morris", "morris 3"),
];

impl FromStr for Shape {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        read(text).map_err(|wrong| match meant(text).filter(|meant| read(meant).is_ok()) {
            Some(meant) => wrong.hint(format!("write \"{meant}\"")),
            None => wrong,
        })
    }
}

/// A shape in other signs, or with too many or too few of them: `hexhex4`, `rectangle 8*8`, `hexagon 4`.
fn meant(text: &str) -> Option<String> {
    let text = text.trim().to_lowercase();
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let word = text[..start].trim_matches(|c: char| !c.is_alphabetic());
    let numbers: Vec<&str> =
        text[start..].split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty()).collect();
    let word = match word {
        "hexagon" | "hex" | "hexes" | "hexagonal" => "hexhex",
        "" | "square" | "grid" | "rect" | "board" => "rectangle",
        word => word,
    };
    let forms = match numbers[..] {
        [one] => vec![format!("{word} {one}"), format!("{word} {one} x {one}")],
        [one, other] if one == other => vec![format!("{word} {one} x {other}"), format!("{word} {one}")],
        [one, other] => vec![format!("{word} {one} x {other}")],
        _ => Vec::new(),
    };
    forms.into_iter().find(|form| *form != text && read(form).is_ok())
}

/// Reads a shape as it is written.
fn read(text: &str) -> Result<Shape> {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let grid = text.split_once(['x', '×']).map(|(columns, rows)| (columns.trim(), rows.trim()));
    let is_number = |text: &str| text.parse::<u32>().is_ok();
    let example = near::entry(word, &SHAPES, "no shape is called").map_err(|wrong| match grid {
        Some((columns, rows)) if is_number(columns) && is_number(rows) => {
            wrong.hint(format!("write \"rectangle {columns} x {rows}\""))
        }
        _ => match synonym(Typed::Value("board.shape"), word) {
            Some(hint) => wrong.hint(hint),
            None => wrong,
        },
    })?;
    let bad = |message: String| codes::BAD_VALUE.error(message).hint(format!("for example \"{example}\""));
    let number = |text: &str, of: &str| match text.trim().parse::<u32>() {
        Ok(0) => Err(bad(format!("a {word} without {of} has no cell"))),
        Ok(n) => Ok(n),
        Err(_) if text.trim().is_empty() => Err(bad(format!("a {word} needs its number of {of}"))),
        Err(_) => Err(bad(format!("`{}` is not a number of {of}", text.trim()))),
    };
    let shape = match word {
        "rhombus" | "parallelogram" | "rectangle" => {
            let (columns, rows) = match rest.split_once(['x', '×']) {
                Some((columns, rows)) => (number(columns, "columns")?, number(rows, "rows")?),
                // A rhombus has one length, and may say it once.
                None if word == "rhombus" => {
                    let side = number(rest, "cells a side")?;
                    (side, side)
                }
                None => return Err(bad(format!("a {word} is columns x rows"))),
            };
            if word == "rhombus" && columns != rows {
                let size = format!("{columns} x {rows}");
                let message = format!("a rhombus has as many rows as columns, and {size} has not");
                return Err(bad(message).hint(format!("write \"parallelogram {size}\"")));
            }
            match word {
                "rectangle" => Shape::Rectangle { columns, rows },
                _ => Shape::Parallelogram { columns, rows },
            }
        }
        "hexhex" => Shape::Hexhex(number(rest, "cells a side")?),
        "triangle" => Shape::Triangle(number(rest, "cells a side")?),
        "morris" => Shape::Morris(number(rest, "squares")?),
        "diamond" => Shape::Diamond(number(rest, "cells a side")?),
        "cross" => {
            let (wide, long) = rest
                .split_once(['x', '×'])
                .ok_or_else(|| bad("a cross is the width x the length of its arms".to_owned()))?;
            Shape::Cross {
                wide: number(wide, "cells across an arm")?,
                long: number(long, "cells along an arm")?,
            }
        }
        _ => Shape::Star(number(rest, "cells in the side of a point")?),
    };
    match shape.count() {
        count if count <= MOST_CELLS => Ok(shape),
        count => {
            let message = format!("\"{text}\" has {count} cells, and a board has at most {MOST_CELLS}");
            Err(codes::BAD_VALUE.error(message))
        }
    }
}

impl Shape {
    /// Whether cells of such a tiling make this shape.
    pub fn suits(self, tiling: Tiling) -> bool {
        let like = tiling.like();
        match self {
            // Its rows would not lie level.
            Self::Rectangle { .. } => tiling != Tiling::T33336,
            Self::Diamond(_) | Self::Cross { .. } => matches!(tiling, Tiling::Square | Tiling::T488),
            Self::Morris(_) => tiling == Tiling::Square,
            Self::Parallelogram { .. } => like != Tiling::Square,
            // Rows of squares and rows of triangles have two ways alike, and no six.
            Self::Hexhex(_) | Self::Triangle(_) | Self::Star(_) => {
                like != Tiling::Square && tiling != Tiling::T33344
            }
        }
    }

    /// How many cells it has where they are hexagons or squares.
    pub const fn count(self) -> u64 {
        // Sides of up to four thousand million cells fit: their squares stay below 2⁶⁴, or are cut off there.
        match self {
            Self::Hexhex(n) => (n as u64).saturating_mul(n as u64 - 1).saturating_mul(3).saturating_add(1),
            Self::Parallelogram { columns, rows } | Self::Rectangle { columns, rows } => {
                columns as u64 * rows as u64
            }
            Self::Triangle(n) => n as u64 * (n as u64 + 1) / 2,
            Self::Star(m) => (m as u64).saturating_mul(m as u64 + 1).saturating_mul(6).saturating_add(1),
            Self::Diamond(n) => (n as u64).saturating_mul(n as u64 - 1).saturating_mul(2).saturating_add(1),
            Self::Cross { wide, long } => {
                let arms = (long as u64).saturating_mul(4).saturating_add(wide as u64);
                (wide as u64).saturating_mul(arms)
            }
            Self::Morris(rings) => (rings as u64).saturating_mul(8),
        }
    }

    /// Its cells, in the order of reading. `lean` matters to rhombus and parallelogram, `offset` to the
    /// rectangle. The centre of a hexhex and of a star is (0, 0), and so is the first cell of the others'
    /// top row (pointy-top) or left column (flat-top).
    pub fn cells(self, tiling: Tiling, lean: Lean, offset: Offset) -> Vec<Hex> {
        let pointy = tiling.has_rows_in_turn();
        if tiling.polygons() > 1 {
            return self.tiled(tiling, lean, offset);
        }
        let mut cells: Vec<Hex> = match self {
            Self::Hexhex(n) => {
                let m = whole(n) - 1;
                square(-m, m, -m, m).filter(|hex| hex.s().abs() <= m).collect()
            }
            Self::Parallelogram { columns, rows } => grid(columns, rows)
                .map(|(column, row)| match lean {
                    Lean::Left => Hex::new(column, row),
                    Lean::Right if pointy => Hex::new(column - row, row),
                    Lean::Right => Hex::new(column, row - column),
                })
                .collect(),
            Self::Diamond(n) => {
                let m = whole(n) - 1;
                square(-m, m, -m, m).filter(|hex| hex.q.abs() + hex.r.abs() <= m).collect()
            }
            Self::Morris(rings) => {
                let m = whole(rings);
                let ring = |d: i32| {
                    [-d, 0, d].into_iter().flat_map(move |q| [-d, 0, d].map(move |r| Hex::new(q, r)))
                };
                (1..=m).flat_map(ring).filter(|hex| *hex != Hex::new(0, 0)).collect()
            }
            Self::Cross { wide, long } => {
                let (wide, long) = (whole(wide), whole(long));
                let middle = 0..wide;
                square(-long, wide + long - 1, -long, wide + long - 1)
                    .filter(|hex| middle.contains(&hex.q) || middle.contains(&hex.r))
                    .collect()
            }
            Self::Rectangle { columns, rows } => {
                grid(columns, rows).map(|place| Self::in_rectangle(tiling, offset, place)).collect()
            }
            Self::Triangle(n) => {
                let m = whole(n) - 1;
                if pointy {
                    square(-m, 0, 0, m).filter(|hex| hex.s() <= 0).collect()
                } else {
                    square(0, m, -m, 0).filter(|hex| hex.s() <= 0).collect()
                }
            }
            Self::Star(m) => {
                let m = whole(m);
                let one = |hex: &Hex| hex.q <= m && hex.r <= m && hex.s() <= m;
                let other = |hex: &Hex| hex.q >= -m && hex.r >= -m && hex.s() >= -m;
                square(-2 * m, 2 * m, -2 * m, 2 * m).filter(|hex| one(hex) || other(hex)).collect()
            }
        };
        sort_for_reading(&mut cells, tiling);
        cells
    }
}

impl Shape {
    /// The lines of so many squares of points, one in the other: along each, and from each to the next over the middles of
    /// its sides; over its corners too where it has diagonals.
    pub fn morris_links(rings: u32, diagonals: bool) -> Vec<(Hex, Hex)> {
        // Round a square of side 2 from its upper left corner on.
        const ROUND: [(i32, i32); 8] = [(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)];
        let at = |k: usize, ring: i32| Hex::new(ROUND[k % 8].0 * ring, ROUND[k % 8].1 * ring);
        let along = (1..=whole(rings)).flat_map(|ring| (0..8).map(move |k| (at(k, ring), at(k + 1, ring))));
        let out = (1..whole(rings)).flat_map(|ring| (0..8).map(move |k| (k, at(k, ring), at(k, ring + 1))));
        let out = out.filter(|(k, ..)| diagonals || k % 2 == 1).map(|(_, a, b)| (a, b));
        along.chain(out).collect()
    }
}

impl Shape {
    /// The cell of a rectangle in this column and row, both from nought.
    pub fn in_rectangle(tiling: Tiling, offset: Offset, (column, row): (i32, i32)) -> Hex {
        let shoved = |line: i32| match offset {
            Offset::Second => (line - (line & 1)) / 2,
            Offset::First => (line + (line & 1)) / 2,
        };
        match tiling {
            Tiling::PointyTop | Tiling::Brick => Hex::new(column - shoved(row), row),
            Tiling::FlatTop => Hex::new(column, row - shoved(column)),
            Tiling::Triangles | Tiling::TrianglesSideways => tiling.triangle_at((column, row)),
            _ => Hex::new(column, row),
        }
    }
}

/// A number of cells that passed the check of [`MOST_CELLS`]. One that did not is cut to that size rather
/// than wrapped.
pub(super) fn whole(n: u32) -> i32 {
    i32::try_from(n.min(MOST_CELLS as u32)).unwrap_or(0)
}

fn square(low_q: i32, high_q: i32, low_r: i32, high_r: i32) -> impl Iterator<Item = Hex> {
    (low_r..=high_r).flat_map(move |r| (low_q..=high_q).map(move |q| Hex::new(q, r)))
}

fn grid(columns: u32, rows: u32) -> impl Iterator<Item = (i32, i32)> {
    (0..whole(rows)).flat_map(move |row| (0..whole(columns)).map(move |column| (column, row)))
}

#[cfg(test)]
mod tests;

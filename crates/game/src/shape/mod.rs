//! Makes the cells of a board from its shape, such as `"hexhex 5"`, `"rhombus 11 x 11"` or
//! `"rectangle 8 x 10"`.
//!
//! - In: the text of a shape, a tiling, and the lean or offset of the shape.
//! - Out: the cells of the shape, in reading order.
//! - Not here: the names of sides (`sides.rs`).
//!
//! A shape looks nearly the same with pointy-top and with flat-top cells, but different sides of it
//! are straight.
//!
//! | | pointy-top cells | flat-top cells |
//! |---|---|---|
//! | hexhex | rows across; level sides at the top and the bottom, corners left and right | columns; upright sides left and right, corners at the top and the bottom |
//! | rhombus, parallelogram | rows across, each shifted by half a cell; level top and bottom | columns, each shifted by half a cell; upright left and right |
//! | rectangle | every other row shifted right by half a cell | every other column shifted down by half a cell |
//! | triangle | a corner at the top, rows of 1, 2, 3 … cells, a level side at the bottom | a corner at the left, columns of 1, 2, 3 … cells, an upright side at the right |
//! | star | a point at the top and at the bottom, two on each side | a point left and right, two at the top and two at the bottom |
//!
//! A rhombus or parallelogram leans towards the side to which its top is shifted, as italic letters do:
//! `/ /` leans right.
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
//! If a shape leans right, its acute corners are at the bottom left and the top right. If the shape
//! leans left, its acute corners are at the top left and the bottom right.
//!
//! The offset of a rectangle says which rows (pointy-top) are shifted to the right, or which
//! columns (flat-top) are shifted down. Other programs count rows and columns from 0. In these
//! programs, `second` is called `odd-r` or `odd-q`, and `first` is called `even-r` or `even-q`.
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

use crate::cells::sort_for_reading;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::synonyms::{Typed, synonym};
use hexpress_base::diag::{Diagnostic, Result, codes, near};
use hexpress_base::tiling::Tiling;
pub use hexpress_language::values::choice::{Lean, Offset};

/// The largest number of cells on a board.
pub const MAX_CELLS: u64 = 1_000_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardShape {
    /// A hexagon of hexagons. The number is the number of cells along each side.
    Hexhex(u32),
    /// Slanted columns and rows. If both numbers are equal, the shape is a rhombus.
    Parallelogram { columns: u32, rows: u32 },
    /// Upright columns and rows. Every other row or column of hexagons is shifted by half a cell.
    Rectangle { columns: u32, rows: u32 },
    /// A triangle. The number is the number of cells along each side.
    Triangle(u32),
    /// A six-pointed star. Its points are triangles. The number is the number of cells along a side
    /// of such a triangle.
    Star(u32),
    /// A square that is turned by 45 degrees. The number is the number of cells along each side.
    Diamond(u32),
    /// A square of squares with an arm on each side.
    Cross {
        /// The width of each arm, in cells.
        wide: u32,
        /// The length of each arm, in cells.
        long: u32,
    },
    /// The board of nine men's morris. The number is the number of nested squares. There are eight
    /// points on each square.
    Morris(u32),
}

/// The words for shapes, such as `hexhex`, each with a correct example, such as `hexhex 5`.
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

impl FromStr for BoardShape {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        read(text).map_err(|diagnostic| match corrected(text) {
            Some(right) => diagnostic.hint(format!("write \"{right}\"")),
            None => diagnostic,
        })
    }
}

/// Corrects a text that is nearly a shape, such as `hexhex4`, `rectangle 8*8` or `hexagon 4`.
///
/// The text may contain wrong words or signs, or too many or too few numbers. Returns `None` if the
/// shape cannot be guessed.
fn corrected(typed: &str) -> Option<String> {
    let text = typed.trim().to_lowercase();
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let word = match text[..start].trim_matches(|c: char| !c.is_alphabetic()) {
        "hexagon" | "hex" | "hexes" | "hexagonal" => "hexhex",
        "" | "square" | "grid" | "rect" | "board" => "rectangle",
        word => word,
    };
    let numbers: Vec<&str> =
        text[start..].split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty()).collect();
    let forms = match numbers[..] {
        [one] => vec![format!("{word} {one}"), format!("{word} {one} x {one}")],
        [one, other] if one == other => vec![format!("{word} {one} x {other}"), format!("{word} {one}")],
        [one, other] => vec![format!("{word} {one} x {other}")],
        _ => Vec::new(),
    };
    forms.into_iter().find(|form| *form != text && read(form).is_ok())
}

fn read(typed: &str) -> Result<BoardShape> {
    let text = ShapeText::new(typed.trim())?;
    let shape = text.shape()?;
    let count = shape.count();
    if count > MAX_CELLS {
        let message = format!("\"{}\" has {count} cells; at most {MAX_CELLS} are possible", typed.trim());
        return Err(codes::BAD_VALUE.error(message));
    }
    Ok(shape)
}

/// The text of a shape, split into its word and its numbers.
struct ShapeText<'a> {
    word: &'a str,
    numbers: &'a str,
    /// An example of a correct text with this word, such as `hexhex 5`.
    example: &'static str,
}

impl<'a> ShapeText<'a> {
    fn new(text: &'a str) -> Result<Self> {
        let (word, numbers) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let example = near::entry(word, &SHAPES, "unknown shape").map_err(|diagnostic| {
            if let Some((columns, rows)) = split_factors(text)
                && columns.parse::<u32>().is_ok()
                && rows.parse::<u32>().is_ok()
            {
                return diagnostic.hint(format!("write \"rectangle {columns} x {rows}\""));
            }
            match synonym(Typed::Value("board.shape"), word) {
                Some(hint) => diagnostic.hint(hint),
                None => diagnostic,
            }
        })?;
        Ok(Self { word, numbers, example })
    }

    fn error(&self, message: String) -> Diagnostic {
        codes::BAD_VALUE.error(message).hint(format!("for example, write \"{}\"", self.example))
    }

    /// Parses a number that is at least 1. `counted` says what is counted, for messages.
    fn number(&self, text: &str, counted: &str) -> Result<u32> {
        let (word, digits) = (self.word, text.trim());
        match digits.parse::<u32>() {
            Ok(0) => Err(self.error(format!("a {word} of 0 {counted} has no cells"))),
            Ok(number) => Ok(number),
            Err(_) if digits.is_empty() => Err(self.error(format!("a {word} needs a number of {counted}"))),
            Err(_) => Err(self.error(format!("expected a number of {counted}, found `{digits}`"))),
        }
    }

    fn cells_a_side(&self) -> Result<u32> {
        self.number(self.numbers, "cells per side")
    }

    fn columns_and_rows(&self) -> Result<(u32, u32)> {
        let Some((columns, rows)) = split_factors(self.numbers) else {
            return Err(self.error(format!("a {} needs two numbers: columns x rows", self.word)));
        };
        Ok((self.number(columns, "columns")?, self.number(rows, "rows")?))
    }

    fn shape(&self) -> Result<BoardShape> {
        Ok(match self.word {
            "rhombus" => self.rhombus()?,
            "parallelogram" => {
                let (columns, rows) = self.columns_and_rows()?;
                BoardShape::Parallelogram { columns, rows }
            }
            "rectangle" => {
                let (columns, rows) = self.columns_and_rows()?;
                BoardShape::Rectangle { columns, rows }
            }
            "hexhex" => BoardShape::Hexhex(self.cells_a_side()?),
            "triangle" => BoardShape::Triangle(self.cells_a_side()?),
            "morris" => BoardShape::Morris(self.number(self.numbers, "squares")?),
            "diamond" => BoardShape::Diamond(self.cells_a_side()?),
            "cross" => {
                let Some((wide, long)) = split_factors(self.numbers) else {
                    return Err(self
                        .error("a cross needs two numbers: the width x the length of its arms".to_owned()));
                };
                BoardShape::Cross {
                    wide: self.number(wide, "cells across an arm")?,
                    long: self.number(long, "cells along an arm")?,
                }
            }
            _ => BoardShape::Star(self.number(self.numbers, "cells in the side of a point")?),
        })
    }

    /// Reads a rhombus, such as `rhombus 11 x 11` or `rhombus 11`.
    fn rhombus(&self) -> Result<BoardShape> {
        if split_factors(self.numbers).is_none() {
            let side = self.cells_a_side()?;
            return Ok(BoardShape::Parallelogram { columns: side, rows: side });
        }
        let (columns, rows) = self.columns_and_rows()?;
        if columns != rows {
            let size = format!("{columns} x {rows}");
            let message = format!("a rhombus must have as many rows as columns, but {size} does not");
            return Err(self.error(message).hint(format!("write \"parallelogram {size}\"")));
        }
        Ok(BoardShape::Parallelogram { columns, rows })
    }
}

/// Splits a text such as `8 x 10` into its two numbers. Returns `None` if the text has no `x`.
fn split_factors(text: &str) -> Option<(&str, &str)> {
    text.split_once(['x', '×']).map(|(first, second)| (first.trim(), second.trim()))
}

impl BoardShape {
    /// Returns whether a board of this tiling can have this shape.
    pub fn suits(self, tiling: Tiling) -> bool {
        let shape_tiling = tiling.tiling_for_shapes();
        match self {
            // The rows of this tiling are not horizontal.
            Self::Rectangle { .. } => tiling != Tiling::T33336,
            Self::Diamond(_) | Self::Cross { .. } => matches!(tiling, Tiling::Square | Tiling::T488),
            Self::Morris(_) => tiling == Tiling::Square,
            Self::Parallelogram { .. } => shape_tiling != Tiling::Square,
            // These shapes need a tiling that looks the same in six directions. The tiling with
            // alternating rows of squares and triangles looks the same in only two directions.
            Self::Hexhex(_) | Self::Triangle(_) | Self::Star(_) => {
                shape_tiling != Tiling::Square && tiling != Tiling::T33344
            }
        }
    }

    /// Returns the number of cells of the shape, if the cells are hexagons or squares.
    pub const fn count(self) -> u64 {
        // A product of two `u32` always fits into a `u64`. In longer products, a number that is too
        // large becomes the largest `u64`.
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

    /// Returns the cells in reading order. `lean` is used only for a parallelogram, and `offset` only
    /// for a rectangle.
    ///
    /// Position (0, 0) is the centre of a hexhex, a star, a diamond and a morris board. It is the upper
    /// left cell in the middle square of a cross. In all other shapes, it is the first cell of the top
    /// row (pointy-top) or of the left column (flat-top).
    pub fn cells(self, tiling: Tiling, lean: Lean, offset: Offset) -> Vec<CellAddress> {
        let pointy = tiling.has_shifted_rows();
        if tiling.polygons() > 1 {
            return self.tiled(tiling, lean, offset);
        }
        let mut cells: Vec<CellAddress> = match self {
            Self::Hexhex(n) => {
                let m = cells_i32(n) - 1;
                square(-m, m, -m, m).filter(|address| address.s().abs() <= m).collect()
            }
            Self::Parallelogram { columns, rows } => grid(columns, rows)
                .map(|(column, row)| match lean {
                    Lean::Left => CellAddress::new(column, row),
                    Lean::Right if pointy => CellAddress::new(column - row, row),
                    Lean::Right => CellAddress::new(column, row - column),
                })
                .collect(),
            Self::Diamond(n) => {
                let m = cells_i32(n) - 1;
                square(-m, m, -m, m).filter(|address| address.q.abs() + address.r.abs() <= m).collect()
            }
            Self::Morris(rings) => {
                let rings = 1..=cells_i32(rings);
                rings.flat_map(|ring| (0..8).map(move |k| Self::morris_point(k, ring))).collect()
            }
            Self::Cross { wide, long } => {
                let (wide, long) = (cells_i32(wide), cells_i32(long));
                let middle = 0..wide;
                square(-long, wide + long - 1, -long, wide + long - 1)
                    .filter(|address| middle.contains(&address.q) || middle.contains(&address.r))
                    .collect()
            }
            Self::Rectangle { columns, rows } => {
                grid(columns, rows).map(|place| Self::in_rectangle(tiling, offset, place)).collect()
            }
            Self::Triangle(n) => {
                let m = cells_i32(n) - 1;
                if pointy {
                    square(-m, 0, 0, m).filter(|address| address.s() <= 0).collect()
                } else {
                    square(0, m, -m, 0).filter(|address| address.s() <= 0).collect()
                }
            }
            Self::Star(m) => {
                let m = cells_i32(m);
                let is_in_star = |address: &CellAddress| {
                    let coordinates = [address.q, address.r, address.s()];
                    coordinates.iter().all(|c| *c <= m) || coordinates.iter().all(|c| *c >= -m)
                };
                square(-2 * m, 2 * m, -2 * m, 2 * m).filter(is_in_star).collect()
            }
        };
        sort_for_reading(&mut cells, tiling);
        cells
    }
}

impl BoardShape {
    /// Returns the lines of a board of nested squares. Each line connects two points.
    ///
    /// Lines run along the sides of each square, and from the middle of each side to the next square.
    /// With `diagonals`, lines also connect the corners of neighbouring squares.
    pub fn morris_links(rings: u32, diagonals: bool) -> Vec<(CellAddress, CellAddress)> {
        let mut links = Vec::new();
        for ring in 1..=cells_i32(rings) {
            links.extend((0..8).map(|k| (Self::morris_point(k, ring), Self::morris_point(k + 1, ring))));
        }
        for ring in 1..cells_i32(rings) {
            let points = (0..8).filter(|k| diagonals || k % 2 == 1);
            links.extend(points.map(|k| (Self::morris_point(k, ring), Self::morris_point(k, ring + 1))));
        }
        links
    }

    /// Returns a point of the nested square number `ring`. `index` counts the points clockwise from the
    /// upper left corner.
    fn morris_point(index: usize, ring: i32) -> CellAddress {
        const POINTS: [(i32, i32); 8] =
            [(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)];
        let (q, r) = POINTS[index % POINTS.len()];
        CellAddress::new(q * ring, r * ring)
    }

    /// Returns the cell in a column and a row of a rectangle. Both are counted from 0.
    pub fn in_rectangle(tiling: Tiling, offset: Offset, (column, row): (i32, i32)) -> CellAddress {
        match tiling {
            Tiling::PointyTop | Tiling::Brick => {
                CellAddress::new(column - cells_before_zero(offset, row), row)
            }
            Tiling::FlatTop => CellAddress::new(column, row - cells_before_zero(offset, column)),
            Tiling::Triangles | Tiling::TrianglesSideways => tiling.triangle_at((column, row)),
            _ => CellAddress::new(column, row),
        }
    }

    /// Returns the column and the row of a cell in a rectangle.
    ///
    /// For hexagons, bricks and squares, this reverses [`Self::in_rectangle`].
    pub fn place_in_rectangle(tiling: Tiling, offset: Offset, cell: CellAddress) -> (i32, i32) {
        match tiling {
            Tiling::PointyTop | Tiling::Brick => (cell.q + cells_before_zero(offset, cell.r), cell.r),
            Tiling::FlatTop => (cell.q, cell.r + cells_before_zero(offset, cell.q)),
            _ => (cell.q, cell.r),
        }
    }
}

/// Returns by how many cells a row or column of a rectangle begins before the coordinate 0.
///
/// The coordinates are slanted. So the first cell of row `line` (pointy-top) has a negative `q`, and
/// the first cell of column `line` (flat-top) has a negative `r`. This function returns this
/// coordinate without its sign.
pub(super) const fn cells_before_zero(offset: Offset, line: i32) -> i32 {
    match offset {
        Offset::Second => (line - (line & 1)) / 2,
        Offset::First => (line + (line & 1)) / 2,
    }
}

/// Converts a number of cells to an `i32`. A number above [`MAX_CELLS`] becomes [`MAX_CELLS`].
pub(super) fn cells_i32(count: u32) -> i32 {
    i32::try_from(count.min(MAX_CELLS as u32)).unwrap_or(0)
}

/// Returns the cells with coordinates in these ranges. Both ends of a range are included.
fn square(low_q: i32, high_q: i32, low_r: i32, high_r: i32) -> impl Iterator<Item = CellAddress> {
    (low_r..=high_r).flat_map(move |r| (low_q..=high_q).map(move |q| CellAddress::new(q, r)))
}

/// Returns all pairs of a column and a row, row by row. The first pair is (0, 0).
fn grid(columns: u32, rows: u32) -> impl Iterator<Item = (i32, i32)> {
    (0..cells_i32(rows)).flat_map(move |row| (0..cells_i32(columns)).map(move |column| (column, row)))
}

#[cfg(test)]
mod shape_tests;

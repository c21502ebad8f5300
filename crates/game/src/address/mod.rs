//! Reads addresses, which name places on a board: `"e5"`, `"a1 .. a11"`, `"ring 2 of e5"`,
//! `"C5|C7"`, `"e5|e6|f6"`.
//!
//! - In: the text of an address, and the cells of a board with their names and kinds.
//! - Out: the places in the order of the address, or the first fault and its byte range.
//! - Not here: naming the cells.
//!
//! An address is a list of parts, separated by spaces or commas:
//!
//! | part | places |
//! |---|---|
//! | `e5` | a cell |
//! | `a1 .. a11` | the cells in a straight line from one cell to another, with both; gaps in the board are skipped |
//! | `ring 2 of e5` | the cells two steps from a cell |
//! | `kind buy`, `kind 8-gon` | the cells of a kind; the cells with eight sides |
//! | `border` | the cells with an edge on the border of the board or of a hole |
//! | `all` | all cells |
//! | `C5\|C7` | the edge between two neighbours |
//! | `e5\|e6\|f6` | the corner where these cells meet |
//! | `a1\|out`, `a1\|out2` | the edges of a cell on the border of the board; the second of these edges, clockwise from the top |

mod guess;
mod reader;
pub mod straight_lines;
mod tokens;

use hexpress_base::diag::Hint;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::cells::meeting_at;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::cell_index::CellIndex;
use hexpress_base::tiling::Tiling;
use reader::Reader;

/// A place on a board.
///
/// A cell is given by its index in the cells of the board. Edges and corners are numbered clockwise
/// as in [`hexpress_base::tiling::hex`]: edge `k` leads from corner `k` to corner `k + 1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BoardPlace {
    Cell(usize),
    /// An edge of a cell. The cell is the one that the address names first.
    Edge {
        cell: usize,
        edge: usize,
    },
    /// A corner of a cell. The cell is the one that the address names first.
    Corner {
        cell: usize,
        corner: usize,
    },
}

/// An index that finds the cells of a board by their names and by their coordinates.
///
/// The same index can be used to read any number of addresses.
#[derive(Debug, Clone)]
pub struct AddressedBoard<'a> {
    tiling: Tiling,
    /// The coordinates of the cells.
    pub cells: &'a [CellAddress],
    names: Vec<&'a str>,
    by_name: HashMap<&'a str, usize>,
    by_hex: CellIndex,
    /// Whether `a .. f` stands for all cells from `a` to `f` in the order of `cells`.
    ///
    /// If this field is false, `a .. f` stands for the cells on a straight line.
    is_in_order: bool,
    /// The word for a place of the board in messages: `cell` or `point`.
    place_word: &'static str,
}

/// A function that returns the name of the kind of a cell. Its argument is the index of the cell.
type KindOf<'f, 'k> = &'f dyn Fn(usize) -> &'k str;

/// Why a part of an address does not name a place on the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddressError {
    /// One sentence that says what is wrong.
    pub message: String,
    /// What to write instead. `None` if this is unknown.
    pub hint: Option<Hint>,
    /// The byte range of the part in the address.
    pub span: Range<usize>,
    pub kind: AddressErrorKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddressErrorKind {
    /// The board has no cell with this name.
    UnknownCell {
        /// Whether the hint says exactly what to write instead.
        has_replacement: bool,
    },
    Other,
}

/// Returns the places that an address names, in the order of the address and without repetitions.
///
/// # Errors
/// A part names no place. The error describes the first such part.
pub fn spots<'k>(
    address: &str,
    board: &AddressedBoard<'_>,
    kind_of: KindOf<'_, 'k>,
) -> Result<Vec<BoardPlace>, AddressError> {
    let mut known = HashSet::new();
    let mut found = repeated_spots(address, board, kind_of)?;
    // Two parts may name the same edge or corner through different cells, such as `a1|b1` and `b1|a1`.
    // So places are compared by the positions that meet at them.
    found.retain(|&spot| known.insert(board.touching_cells(spot)));
    Ok(found)
}

/// Returns the places that an address names, in the order of the address.
///
/// If a place is named twice, it is also in the result twice.
///
/// # Errors
/// A part names no place. The error describes the first such part.
pub fn repeated_spots<'k>(
    address: &str,
    board: &AddressedBoard<'_>,
    kind_of: KindOf<'_, 'k>,
) -> Result<Vec<BoardPlace>, AddressError> {
    let found = Reader::new(address, board, kind_of).spots()?;
    if found.is_empty() {
        let hint = "write a cell such as \"a1\", a run such as \"a1 .. a5\", \"border\" or \"all\"";
        return Err(AddressError {
            message: "expected an address, found nothing".to_owned(),
            hint: Some(hint.into()),
            span: 0..address.len(),
            kind: AddressErrorKind::Other,
        });
    }
    Ok(found)
}

impl<'a> AddressedBoard<'a> {
    /// Creates an index of the cells of a board.
    ///
    /// `names` contains the name of each cell, in the order of `cells`. If the cells have no names,
    /// `names` is empty.
    pub fn new(tiling: Tiling, cells: &'a [CellAddress], names: impl IntoIterator<Item = &'a str>) -> Self {
        let names: Vec<&str> = names.into_iter().collect();
        let named = names.iter().enumerate().filter(|(_, name)| !name.is_empty());
        let by_name = named.map(|(index, name)| (*name, index)).collect();
        let by_hex = CellIndex::from_cells(cells);
        Self { tiling, cells, names, by_name, by_hex, is_in_order: false, place_word: "cell" }
    }

    /// Sets whether `a .. f` stands for all cells from `a` to `f` in the order of [`Self::cells`].
    ///
    /// This is useful for boards whose points are not in straight lines.
    pub fn in_order(self, is_in_order: bool) -> Self {
        Self { is_in_order, ..self }
    }

    /// Sets whether messages call the places of the board points instead of cells.
    pub fn of_points(self, is_of_points: bool) -> Self {
        Self { place_word: if is_of_points { "point" } else { "cell" }, ..self }
    }

    pub fn has(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// Returns the name of a cell. The text is empty if the cell has no name.
    pub fn name(&self, cell: usize) -> &str {
        self.names.get(cell).copied().unwrap_or_default()
    }

    /// Returns the text that names a place in an address.
    ///
    /// This is `a1` for a cell, and `a1|b1` for an edge or corner where cells meet. It is `a1|out` for
    /// an edge or corner that belongs to only one cell.
    pub fn spot_name(&self, spot: BoardPlace) -> String {
        let cells = self.touching_cells(spot).into_iter().filter_map(|address| self.by_hex.get(address));
        let mut names: Vec<&str> = cells.map(|cell| self.name(cell)).collect();
        if names.len() == 1 && !matches!(spot, BoardPlace::Cell(_)) {
            names.push("out");
        }
        names.join("|")
    }

    /// Returns whether two places touch.
    ///
    /// Two cells touch if they share an edge or a corner. A cell touches its own edges and corners. An
    /// edge or a corner never touches another edge or corner.
    pub fn touch(&self, one: BoardPlace, other: BoardPlace) -> bool {
        match (one, other) {
            (BoardPlace::Cell(a), BoardPlace::Cell(b)) => {
                let address = self.cells[a];
                let mut corners = 0..self.tiling.edges(address);
                a != b
                    && corners.any(|corner| meeting_at(self.tiling, address, corner).contains(&self.cells[b]))
            }
            (BoardPlace::Cell(cell), spot) | (spot, BoardPlace::Cell(cell)) => {
                self.touching_cells(spot).contains(&self.cells[cell])
            }
            _ => false,
        }
    }

    /// Returns whether an edge is on the border of the board or of a hole.
    fn is_border(&self, cell: CellAddress, edge: usize) -> bool {
        !self.by_hex.contains(self.tiling.neighbour(cell, edge))
    }

    /// Returns the indices of the cells that share an edge with the position `cell`, in clockwise
    /// order. The position itself may have no cell.
    fn neighbours(&self, cell: CellAddress) -> Vec<usize> {
        self.tiling.neighbours(cell).filter_map(|next| self.by_hex.get(next)).collect()
    }

    /// Returns the coordinates of all positions that meet at a place, in sorted order. Positions
    /// without a cell are included.
    ///
    /// Two different [`BoardPlace`]s may be the same place. For example, an edge is an edge of each of
    /// its two cells. The results for both are then equal.
    fn touching_cells(&self, spot: BoardPlace) -> Vec<CellAddress> {
        let mut touching = match spot {
            BoardPlace::Cell(cell) => vec![self.cells[cell]],
            BoardPlace::Edge { cell, edge } => {
                let address = self.cells[cell];
                vec![address, self.tiling.neighbour(address, edge)]
            }
            BoardPlace::Corner { cell, corner } => meeting_at(self.tiling, self.cells[cell], corner),
        };
        touching.sort_unstable();
        touching
    }
}

#[cfg(test)]
mod address_tests;

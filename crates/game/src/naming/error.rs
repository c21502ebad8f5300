//! The reasons why the cells of a board cannot have the names that a layout uses.
//!
//! - Not here: their messages and hints, which `hexpress-resolve` writes.

use hexpress_base::tiling::Tiling;

/// The reason why cells cannot have names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NamingError {
    /// The scheme counts along vertical files, and the cells are not flat-top.
    NeedsFlatTop,
    /// The scheme bends ranks at the middle file, and the number of files is even.
    NoMiddleFile {
        /// The number of files of the board.
        files: i64,
    },
    /// The scheme counts along lines of hexagons, and the cells are others.
    NeedsHexagons,
    /// The scheme counts along the axes of hexagons or squares, and the cells are of several sorts.
    NeedsAxes,
    /// The scheme counts dark squares, and the cells are not squares.
    NeedsSquares,
    /// The cells of the tiling are not in columns and rows.
    NoColumnsAndRows(Tiling),
    /// The scheme counts from the centre, and no cell is there.
    NoCentreCell,
    /// The scheme has no corner from which it counts, and the layout gives one.
    NoCorner(Cornerless),
    /// The scheme counts from the corner of a rectangle, and the layout gives one of a hexhex.
    NotRectangleCorner,
    /// The corners of flat-top boards are at the top and bottom, and the layout gives one on the
    /// left or right.
    NotFlatTopCorner,
    /// The corners of pointy-top boards are on the left and right, and the layout gives one at the
    /// top or bottom.
    NotPointyTopCorner,
    /// Two cells would have the same name.
    SharedName {
        name: String,
        /// The numbers of the cells in the order of the board, from 1.
        cells: [u32; 2],
    },
    /// The form has a sign that separates names in an address.
    SeparatorInForm(char),
    /// A `{` of the form has no `}`.
    UnclosedForm(String),
    /// The form has a part in braces that is not a number of a cell.
    UnknownPart(String),
    /// The board has more lines than the layout lists letters.
    TooFewLetters(String),
    /// All letters are left out.
    NoLetters,
    /// A number below 0 cannot be written as a letter.
    NegativeLetter(i64),
}

/// A scheme that counts from no corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cornerless {
    /// Names that are the axial coordinates.
    Axial,
    /// Names that count rings from the centre.
    Ring,
}

/// The names of cells, or numbers for them, or why there are none.
pub(super) type NamingResult<T> = std::result::Result<T, NamingError>;

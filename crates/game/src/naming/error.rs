//! The reasons why cells cannot have the names that a layout requests.
//!
//! - Not here: the messages and hints for these reasons. `hexpress-resolve` writes them.

use hexpress_base::tiling::Tiling;

/// The reason why cells cannot have names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NamingError {
    /// The scheme counts along vertical files, but the cells are not flat-top hexagons.
    NeedsFlatTop,
    /// The scheme bends ranks at the file in the middle, but the number of files is even.
    NoMiddleFile { files: i64 },
    /// The scheme counts along lines of hexagons, but the cells are not hexagons.
    NeedsHexagons,
    /// The scheme counts along the axes of hexagons or squares, but the cells of the board have
    /// several shapes.
    NeedsAxes,
    /// The scheme counts only the dark squares of a board, but the cells are not squares.
    NeedsSquares,
    /// The cells of this tiling are not in columns and rows.
    NoColumnsAndRows(Tiling),
    /// The scheme counts from the centre cell, but the board has no centre cell.
    NoCentreCell,
    /// The layout sets the corner where counting begins, but the scheme does not count from a
    /// corner.
    NoCorner(Cornerless),
    /// The layout sets a corner that only a hexagon of hexagons (hexhex) has, such as `top`. But
    /// the scheme counts from a corner of a rectangle, such as `top-left`.
    NotRectangleCorner,
    /// The layout sets the left or the right corner, but a flat-top board has corners at the top and
    /// bottom instead.
    NotFlatTopCorner,
    /// The layout sets the top or the bottom corner, but a pointy-top board has corners on the left and
    /// right instead.
    NotPointyTopCorner,
    /// Two cells have the same name.
    SharedName {
        name: String,
        /// The positions of the two cells in the order of the board, from 1.
        cells: [u32; 2],
    },
    /// The form of the names contains a space or `|`. Both have a meaning in addresses.
    SeparatorInForm(char),
    /// The form of the names contains a `{` without a matching `}`.
    UnclosedForm(String),
    /// The form of the names contains an unknown word in braces.
    UnknownPart(String),
    /// The board has more rows or columns than there are letters in the layout's list.
    TooFewLetters(String),
    /// The layout excludes all letters.
    NoLetters,
    /// A number below 0 cannot be written as a letter.
    NegativeLetter(i64),
}

/// A scheme that does not count from a corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cornerless {
    /// The names are the axial coordinates.
    Axial,
    /// The names count rings from the centre.
    Ring,
}

/// The result of naming or numbering cells.
pub(super) type NamingResult<T> = std::result::Result<T, NamingError>;

//! A compiled game: boards, decks and elements, with all names resolved.
//!
//! - In: the values that `hexpress-resolve` reads from a layout.
//! - Out: boards, decks and elements, with the names of cells.
//! - Not here: TOML tables, the places of pieces on sheets, and drawing.
//!
//! A deck consists of one compiled face and a row for each piece. A piece is computed only when its
//! sheet is laid out.
//!
//! # Example
//!
//! The cells of a board in the shape of a large hexagon, and their names:
//!
//! ```
//! use hexpress_base::tiling::Tiling;
//! use hexpress_game::cells::adjacencies;
//! use hexpress_game::naming::{Naming, Scheme, names};
//! use hexpress_game::shape::{BoardShape, Lean, Offset};
//!
//! let cells = BoardShape::Hexhex(3).cells(Tiling::PointyTop, Lean::Left, Offset::Second);
//! assert_eq!(cells.len(), 19);
//! assert_eq!(adjacencies(Tiling::PointyTop, &cells), 42);
//!
//! // A name is the letter of a row, and a number that counts half steps along the row. The
//! // numbers of neighbours in a row therefore differ by two.
//! let names = names(&cells, Tiling::PointyTop, &Naming::default_for(Scheme::Railway)).unwrap();
//! let top_row: Vec<&str> = names.iter().take(3).collect();
//! assert_eq!(top_row, ["A3", "A5", "A7"]);
//! ```

pub mod address;
pub mod alt_text;
pub mod board;
mod board_lengths;
pub mod board_style;
pub mod cell_lines;
pub mod cells;
pub mod constraints;
pub mod default_colours;
pub mod element;
mod game;
pub mod icons;
pub mod names;
pub mod naming;
pub mod numbers;
pub mod pages;
pub mod path;
mod per_row;
pub mod pictures;
pub mod pieces;
pub mod random_tiles;
pub mod shape;
pub mod sheet;
pub mod sides;
pub mod values;
pub mod walk;

pub use board::{
    Board, Cell, CellField, CellFields, CellKind, CellSize, ColouredSide, Detail, EdgeOrCorner, PointArc,
    Points, Road, Stop, cell_alt_text, cell_called,
};
pub use board_style::{BoardCut, BoardPage, Head, LabelStyle, NameStyle, Plate, ShowNames};
pub use constraints::{Constraints, Located};
pub use element::{
    Bend, Element, EndMark, Figure, FrameStyle, Image, ImageFit, Mark, PerRow, Shape, TextFormat, WovenLines,
};
pub use element::{repeat, style, text_flow, typesetting};
pub use game::{Allow, Body, Component, Game, Sharing, SheetFields, SheetNumber, value_for};
pub use names::{Direction, Names, Resolve, literal_colour};
pub use pictures::{Icon, Pictures};
pub use pieces::{
    BAD_PIECE, BleedShape, CellShare, FoldLine, Hole, MAX_PIECES, Origin, Outline, Pack, PathOutline, Piece,
    PieceSet, PieceSide, PieceSize, Safe, fold_across, share_of_cell,
};
pub use random_tiles::{NumberField, RandomTiles};
pub use sheet::DieSheet;

//! What was found in the finished files, and what their record says. Rules see nothing else.
//!
//! Shapes, sizes, words and colours come from the drawings alone. The ids that drawings bear are used to say which
//! piece is meant, and which line of the layout made it.

pub(crate) mod against;
pub(crate) mod all;
pub(crate) mod board;
pub(crate) mod cut;
pub(crate) mod drawn_by;
pub(crate) mod expected;
pub(crate) mod foreign_page;
pub(crate) mod item;
pub(crate) mod laid;
pub(crate) mod lattice;
pub(crate) mod look;
pub(crate) mod marked;
pub(crate) mod opened;
pub(crate) mod page;
pub(crate) mod pieces;
pub(crate) mod points;
pub(crate) mod poster;
pub(crate) mod printer;
pub(crate) mod shape;
pub(crate) mod shared;
pub(crate) mod sheet;
pub(crate) mod small_boards;
pub(crate) mod visible;

pub use all::Facts;
pub use expected::{Expected, line};
pub use item::{area, cell_of, covers, depth, is_furniture, squeezed, texts, tight_corners};
pub use page::{PageContext, Words};
pub use sheet::{File, Format, FoundSheet};

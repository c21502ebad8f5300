//! Drawing elements as drawings: text, figures, images, guilloches, small boards.

mod border;
mod effects;
pub(crate) mod face;
pub(crate) mod figure;
pub(crate) mod guilloche;
pub(crate) mod image;
mod mended;
pub(crate) mod mini_board;
pub(crate) mod text_block;
pub(crate) mod words;

mod shape;
mod stops;

pub use mended::IN_ELEMENT;

pub(crate) use face::heard_as;

//! Draws elements: text, figures, pictures, guilloches and small boards.
//!
//! - In: an element of the game, and the frame and row for which it is drawn.
//! - Out: drawings in the frame.
//! - Not here: computing the values of elements (`hexpress-settle`).

pub(crate) mod border;
mod compass;
mod effects;
pub(crate) mod face;
pub(crate) mod figure;
mod font_run;
pub(crate) mod guilloche;
pub(crate) mod image;
mod knock_out;
pub(crate) mod mini_board;
mod paint;
mod parts;
mod qr_code;
mod shape;
mod small_mark;
mod stops;
pub(crate) mod text_block;
pub(crate) mod text_fit;
mod text_fixes;

pub use text_fixes::IN_ELEMENT;

pub(crate) use face::group_with_alt;

//! The tools for editing layouts.
//!
//! - [`format()`] implements `hexpress fmt`.
//! - [`Server`] implements `hexpress lsp`: it speaks the language server protocol over two streams. It
//!   reports mistakes while the user types. It also offers completions, meanings of words, definitions
//!   of names, and renaming.
//! - [`page`] gives the same answers to the editor on the web page.
//!
//! This module never writes a file.

mod colour_swatches;
mod complete;
mod cursor;
#[cfg(feature = "program")]
mod definition;
mod document;
mod fixes;
#[cfg(feature = "program")]
mod format;
mod hover;
mod kind_of_file;
#[cfg(feature = "program")]
mod message;
mod names;
#[cfg(feature = "program")]
mod outline;
pub mod page;
mod position;
mod put_picture;
#[cfg(feature = "program")]
mod rename;
mod schema;
#[cfg(feature = "program")]
mod server;
mod strings;

pub use fixes::fix_title;
#[cfg(feature = "program")]
pub use format::format;
#[cfg(feature = "program")]
pub use kind_of_file::is_layout;
#[cfg(feature = "program")]
pub use server::{Ask, LimitedProcess, Server};

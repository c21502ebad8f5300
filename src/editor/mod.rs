//! The tools for editing layouts.
//!
//! - [`format()`] is `hexpress fmt`.
//! - [`Server`] is `hexpress lsp`, the language server protocol over two streams: mistakes while
//!   the user types, completions, meanings of words, definitions of names, and renaming.
//!
//! Nothing here writes a file.

mod complete;
mod cursor;
mod document;
mod format;
mod message;
mod names;
mod position;
mod schema;
mod server;

pub use format::format;
pub use server::{Apart, Ask, Server};

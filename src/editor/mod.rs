//! What an editor asks of a layout: its usual form, its mistakes as it is typed, what may be typed next, what a word means,
//! where a name is made, and another name for it.
//!
//! - [`format()`]: `hexpress fmt`;
//! - [`Server`]: `hexpress lsp`, the language server protocol over two streams.

mod complete;
mod cursor;
mod format;
mod names;
mod place;
mod schema;
mod server;

pub use format::format;
pub use server::{Apart, Ask, Server};

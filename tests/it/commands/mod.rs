//! Tests of every command, as a user runs it.

pub mod calibrate;
pub mod command_line;
pub mod completions;
pub mod folders;
pub mod library;
pub mod lists;
pub mod lsp;
mod manifest;
pub mod new;
pub mod preview;
pub mod progress;
pub mod terminal;
pub mod ticket;

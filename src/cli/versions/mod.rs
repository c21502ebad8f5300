//! `hexpress diff`, `hexpress which` and `build --since`: compare versions of a game.
//!
//! - In: the arguments, which name layouts, PDFs, folders and revisions of git.
//! - Out: the differences as a table or JSON, the version that a piece is from, or the pieces to
//!   print.
//! - Not here: comparing; `versions` does.

pub mod args;
mod diff;
mod git;
mod since;
mod source;
mod which;

pub use diff::run as diff;
pub use since::{Since, exchange_since};
pub use source::{Shown, different_versions};
pub use which::run as which;

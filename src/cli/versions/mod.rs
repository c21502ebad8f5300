//! `hexpress diff`, `hexpress which` and `build --since`: compare versions of a game.
//!
//! - In: the arguments, which name layouts, PDFs, folders and revisions of git.
//! - Out: for `diff`, the differences as a table or JSON; for `which`, the version of a printed piece;
//!   for `--since`, the pieces to print again.
//! - Not here: comparing the versions; `crate::versions` does this.

pub mod args;
mod diff;
mod git;
mod since;
mod source;
mod which;

pub use diff::run as diff;
pub use since::{Since, exchange_since};
pub use source::{NamedInput, different_versions};
pub use which::run as which;

//! `hexpress diff`, `hexpress which` and `build --since`: compare versions of a game.
//!
//! - In: the arguments, which name layouts, PDFs, folders and revisions of git.
//! - Out: for `diff`, the differences as a table or JSON; for `which`, the version of a printed piece;
//!   for `--since`, the pieces to print again.
//! - Not here: comparing the versions; `crate::versions` does this.

mod build_since;
mod diff;
mod git;
mod named_version;
pub mod version_args;
mod which;

pub use build_since::{Since, exchange_since};
pub use diff::run as diff;
pub use named_version::{NamedInput, different_versions};
pub use which::run as which;

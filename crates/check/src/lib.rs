//! Judges finished files by rules, each of them one function, over what was found in the files.
//!
//! - In: finished files, and what their record asks for.
//! - Out: a [`Verdict`].
//! - Not here: how sheets are laid out or written. A mistake in shared code would never be found.
//!
//! # Example
//!
//! A rule has a code, the sentence that is true if the rule is kept, and an example that breaks it:
//!
//! ```
//! use hexpress_base::diag::{Severity, codes};
//!
//! let rule = hexpress_check::find(codes::LOW_CONTRAST).unwrap();
//! assert_eq!(rule.code.to_string(), "HX425");
//! assert_eq!(rule.title, "text has enough contrast with what is below it");
//! assert_eq!(rule.wrong, "white on #F0E442, a ratio of 1.3");
//! assert_eq!(rule.severity, Severity::Error);
//! ```
//!
//! # What is judged
//!
//! [`Opened`] is a finished file, a PDF or an SVG of hexpress, whose pages are not read yet. [`judge`]
//! takes the files of one record and what that record asks for ([`Expected`]: the layout, parsed
//! again by the caller), and returns a [`Verdict`]. [`RuleFunction`] says what a rule looks at:
//!
//! - *page rules* see one page with all its drawings ([`PageContext`]) while it is read. Pages are
//!   read in parallel, and their drawings are dropped afterwards;
//! - *rules over everything* see what was found on all pages ([`Facts`]), which is small: boards
//!   with their cells ([`FoundBoard`]), pieces with their outline, words, colours and edges
//!   ([`FoundPiece`]). Only the drawings of boards are kept ([`FoundSheet::page`]).
//!
//! Modules import each other in one direction, which `tests/it/house/tidy.rs` checks: `color_vision`
//! and `fault` → `facts` (what was found) → `hints` and `rule` → `rules`, `game` and `foreign` (the
//! rules) → `compare` → `registry` (the list of rules) → `verdict` → `judge`.
//!
//! # How a rule is added
//!
//! 1. A line in [`hexpress_base::diag::codes`]: the name and the number of its code.
//! 2. A file in a folder of `rules/`, or of `game/` if a layout has to ask for the rule, named by
//!    its number and subject. Its `RULE` has what holds if the rule is kept, why, a right and a
//!    wrong example, its code and severity, and its function with what that looks at. All that
//!    `hexpress rules` and `docs/check.md` say about the rule is made from this. The function
//!    measures on the drawing ([`Findings::measured`] keeps the largest deviation), reports a
//!    [`Fault`] with its place on paper and in the layout, and states what it could not judge
//!    ([`Findings::not_judged`]). It reports nothing that another rule reports. The `mod.rs` of the
//!    folder lists it.
//! 3. A row in the `WRONGS` of a file in `tests/it/check/wrongs`: a change of a right file that the
//!    rule has to find.
//!
//! The tables in `docs/check.md` and `docs/wrongs.md` are made from these; `UPDATE=1 cargo test
//! --test it the_page_lists` writes them again.

mod cause;
mod color_vision;
mod compare;
pub mod facts;
mod fault;
pub mod foreign;
pub mod game;
mod hints;
mod judge;
mod registry;
mod rule;
pub mod rules;
mod shown;
mod verdict;

pub use cause::Cause;
pub use color_vision::hex_code;
pub use facts::board::{FoundBoard, FoundCell};
pub use facts::closest_drawing::Against;
pub use facts::cut::{CropMark, Cut};
pub use facts::foreign_page::ForeignPage;
pub use facts::lattice::Lattice;
pub use facts::opened::Opened;
pub use facts::piece_look::Edge;
pub use facts::pieces::FoundPiece;
pub use facts::printer::Printer;
pub use facts::shape::{FoundShape, NamedShape};
pub use facts::{Expected, Facts, File, Format, FoundSheet, PageContext, cell_of, covers, depth, line};
pub use fault::{Fault, Findings, Shift, Spot, mm};
pub use foreign::infer::{Learn, Learned};
pub use hexpress_read::find::LooseShape;
pub use judge::{Ask, judge, judge_and};
pub use registry::{find, rules};
pub use rule::{Rule, RuleFunction};
pub use shown::{BoardShown, CellShown, PieceShown, Shown};
pub use verdict::{AllowedFaults, Verdict};

/// The largest deviation of a length that is not a fault, in mm, unless the user gives another one.
pub const TOLERANCE: f64 = 0.05;

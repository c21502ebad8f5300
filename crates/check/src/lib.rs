//! Judges finished files. Each rule is a function that judges what was found in the files.
//!
//! - In: finished files, and the layout and options of their build, which hexpress stores in a
//!   record in each file.
//! - Out: a [`Verdict`].
//! - Not here: laying out or writing sheets. The checker does not use the code that places pieces,
//!   because it would never find a mistake in code that it used itself.
//!
//! # Example
//!
//! A rule has a code, a sentence that is true if a file keeps the rule, and an example that breaks
//! it:
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
//! [`Opened`] is a finished PDF or SVG whose pages are not read yet. [`judge()`] takes the files of
//! one record, and the contents of the record. It returns a [`Verdict`]. [`Expected`] holds the
//! contents of the record: the options of the build, and the layout, which the caller has parsed
//! again.
//!
//! [`RuleFunction`] says which part of the files a rule looks at:
//!
//! - *Page rules* see one page with all its drawings ([`PageContext`]). Pages are read in parallel,
//!   and their drawings are dropped afterwards.
//! - *Rules over everything* see the facts about all pages ([`Facts`]). The facts are small: boards
//!   with their cells ([`FoundBoard`]), and pieces with their outlines, texts, colours and edges
//!   ([`FoundPiece`]). Only the drawings of boards are kept ([`FoundSheet::page`]).
//!
//! Modules import each other in only one direction, and `tests/it/house/tidy.rs` checks this
//! direction: `colour_vision` and `fault` → `facts` (what was found) → `hints` and `rule` → `rules`,
//! `must` and `foreign` (the rules) → `compare` → `registry` (the list of rules) → `verdict` →
//! `judge`. The rules of print shops are in `standards`, next to `foreign`.
//!
//! # How to add a rule
//!
//! 1. Add a line to [`hexpress_base::diag::codes`] with the name and the number of the code.
//! 2. Add a file to a folder of `rules/`, or of `must/` if a layout has to ask for the rule. Name
//!    the file after the number and the subject of the rule, and list it in the `mod.rs` of the
//!    folder.
//! 3. Add a row to the `WRONGS` of a file in `tests/it/check/wrongs`. The row adds an error to a
//!    correct file, and the rule has to find this error.
//!
//! The file of a rule contains its `RULE`: the title, the reason, a right and a wrong example, the
//! code, the severity, and the function. `hexpress rules` and `docs/check.md` are made from these
//! values.
//!
//! The function measures the drawing ([`Findings::measured`] records the largest deviation). It
//! reports a [`Fault`] with its place on paper and in the layout, and says what it could not judge
//! ([`Findings::not_judged`]). It does not report what another rule reports.
//!
//! The tables in `docs/check.md` and `docs/wrongs.md` are made from the rules and the tests. To
//! write the tables again, run `UPDATE=1 cargo test --test it the_page_lists`.

mod cause;
mod colour_vision;
mod compare;
mod cut_file;
pub mod facts;
mod fault;
pub mod foreign;
mod hints;
mod judge;
pub mod must;
mod registry;
mod rule;
pub mod rules;
mod shown;
mod standards;
mod verdict;

pub use cause::Cause;
pub use colour_vision::hex_code;
pub use cut_file::{CutFault, CutVerdict, NamedPlace, compare_cuts};
pub use facts::board::{FoundBoard, FoundCell};
pub use facts::closest_drawing::ReferenceLayout;
pub use facts::cut::{CropMark, Cut};
pub use facts::foreign_page::ForeignPage;
pub use facts::lattice::Lattice;
pub use facts::opened::Opened;
pub use facts::piece_look::Edge;
pub use facts::pieces::FoundPiece;
pub use facts::press::PressContext;
pub use facts::printer::Printer;
pub use facts::shape::{FoundShape, NamedShape};
pub use facts::{
    Expected, Facts, File, Format, FoundSheet, PageContext, cell_of, depth_in_outline, layout_place_of,
    visible_bounds,
};
pub use fault::{Fault, Findings, PaperPlace, Shift, format_mm};
pub use foreign::infer::{Learn, Learned};
pub use hexpress_read::find::LooseShape;
pub use judge::{JudgeOptions, judge, judge_press, judge_with};
pub use registry::{find, rules};
pub use rule::{Rule, RuleFunction};
pub use shown::{BoardShown, CellShown, PageInventory, PieceShown};
pub use verdict::{AllowedFaults, Checked, Verdict};

/// The default tolerance in mm. A deviation of a length up to this tolerance is not a fault.
pub const TOLERANCE: f64 = 0.05;

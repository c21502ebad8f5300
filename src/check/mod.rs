//! The checker: rules, each one function, over what was found in finished files.
//!
//! # What is judged
//!
//! [`Opened`] is a finished file, a PDF or an SVG of ours, whose pages have yet to be looked at. [`judge`] takes files
//! of one record and what that record says ([`Expected`]: the layout, parsed again by whoever calls), and gives a
//! [`Verdict`]. There are two kinds of rules ([`Run`]):
//!
//! - *page rules* see one page with all its drawings ([`PageContext`]), as it is read; pages are read on all cores, and
//!   their drawings are dropped afterwards;
//! - *rules over everything* see what was found on all pages ([`Facts`]), which is small: boards with their cells
//!   ([`FoundBoard`]), pieces with their outline, words, colours and edges ([`FoundPiece`]). The drawings of boards are
//!   kept ([`Sheet::page`]).
//!
//! # How a rule is made
//!
//! 1. a code in [`crate::diag::codes`], whose comment says what is wrong where it is told;
//! 2. an entry in the `RULES` of a file of its topic: what holds where it is kept, why, a right and a wrong example,
//!    how bad it is to break it, and the function. A new file is added to [`rule::GROUPS`];
//! 3. a function `fn(&PageContext, &mut Findings)` or `fn(&Facts, &mut Findings)`. It measures on the drawing
//!    ([`Findings::measured`] keeps the worst), tells a [`Fault`] with its place on paper and the line of the
//!    layout, and says what it could not judge ([`Findings::not_judged`]). It tells nothing that another rule tells;
//! 4. a row in the table of rules in `docs/check.md`, and at least one in its table of wrongs, which the tests run.
//!
//! Nothing here knows how sheets are laid out or written: a wrong that both made and judged would never be found.

mod color_vision;
pub(crate) mod facts;
mod fault;
pub(crate) mod foreign;
pub mod game;
mod judge;
mod registry;
mod rule;
pub(crate) mod rules;
mod verdict;

pub use facts::against::Against;
pub use facts::board::{FoundBoard, FoundCell};
pub use facts::cut::{CropMark, Cut};
pub use facts::drawing::Drawing;
pub use facts::lattice::Lattice;
pub use facts::look::Edge;
pub use facts::opened::Opened;
pub use facts::pieces::FoundPiece;
pub use facts::printer::Printer;
pub use facts::shape_name::{Known, Named};
pub use facts::{Expected, Facts, File, Format, PageContext, Sheet, cell_of, covers, depth, line};
pub use fault::{Fault, Findings, Spot, mm};
pub use judge::{Ask, judge, judge_and};
pub use registry::{find, rules};
pub use rule::{Rule, Run};
pub use verdict::Verdict;

/// How far from right a length may be, in mm, where nothing else is asked for.
pub const TOLERANCE: f64 = 0.05;

//! How much a finished file may ask for. `docs/limits.md` has the same numbers.

/// The most pages a file may have.
pub const MAX_PAGES: usize = 20_000;
/// The most items a whole file may draw; each dash of a line is one more.
pub const MAX_ITEMS: usize = 5_000_000;
/// The most bytes all attachments may have together.
pub const MAX_ATTACHED: usize = 64 << 20;
/// The deepest nesting of marked content.
pub const MAX_MARKS: usize = 10_000;
/// The most nodes and names of the tree of attachments.
pub const MAX_NAMES: usize = 100_000;
/// The most bytes of contents that the forms of a file may come to in all,
/// each counted as often as it is drawn.
pub const MAX_BYTES: u64 = 1 << 30;
/// The deepest nesting of forms; the interpreter draws no deeper ones.
pub const MAX_DEPTH: usize = 50;
/// The deepest nesting of plain groups of an SVG, between one use of a drawing and the next.
pub const MAX_GROUPS: usize = 1_000;
/// The widest and highest page, in mm: a kilometre.
pub const MAX_SIDE: f64 = 1e6;
/// The most bytes that one stream of a file may inflate to.
pub const MOST_OF_STREAM: usize = 256 << 20;
/// The most bytes that all streams of a file may inflate to, each counted once.
pub const MOST_OF_FILE: usize = 1 << 30;
/// The most bytes of the contents of a page, or of a form.
pub const MOST_OF_CONTENTS: usize = 256 << 20;

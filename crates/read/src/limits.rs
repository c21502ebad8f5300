//! Sets the limits for finished files. `docs/limits.md` states the same numbers.

/// The maximum number of pages in a file.
pub const MAX_PAGES: usize = 20_000;
/// The maximum number of items in a file. Each dash of a line counts as an item.
pub const MAX_ITEMS: usize = 5_000_000;
/// The maximum number of bytes in all attachments together.
pub const MAX_ATTACHED: usize = 64 << 20;
/// The deepest allowed nesting of marked content.
pub const MAX_MARKS: usize = 10_000;
/// The maximum number of nodes and entries in the name tree of attachments. An attachment has two
/// entries: its name and its file.
pub const MAX_NAMES: usize = 100_000;
/// The maximum total number of bytes in the contents of all form XObjects, which are reusable drawings. A
/// form counts each time it is drawn.
pub const MAX_BYTES: u64 = 1 << 30;
/// The deepest allowed nesting of form XObjects. A file with deeper nesting is refused, because the
/// interpreter would leave out the deeper forms.
pub const MAX_DEPTH: usize = 50;
/// The deepest allowed nesting of `<g>` groups in an SVG. Inside a drawing that a `<use>` element draws,
/// the count starts again.
pub const MAX_GROUPS: usize = 1_000;
/// The largest width and height of a page, in mm: a kilometre.
pub const MAX_SIDE: f64 = 1e6;
/// The maximum number of bytes that one stream of a file may inflate to.
pub const MAX_STREAM_BYTES: usize = 256 << 20;
/// The maximum number of bytes that all streams of a file together may inflate to. Each stream
/// counts once.
pub const MAX_INFLATED_FILE_BYTES: usize = 1 << 30;
/// The maximum number of bytes in the contents of one page or one form XObject.
pub const MAX_CONTENTS_BYTES: usize = 256 << 20;

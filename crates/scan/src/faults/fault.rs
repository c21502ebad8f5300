//! Describes a fault of a print.

use std::sync::Arc;

use kurbo::{Rect, Vec2};

use hexpress_base::identity::Identity;

/// The smallest displacement of a piece that is a fault, in mm.
pub const LEAST_MOVE: f64 = 0.1;

/// The kinds of faults.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The paper is bare where the page draws something.
    Missing,
    /// A piece is not in its place.
    Moved,
    /// Something other than the drawing is in this place.
    Covered,
    /// Edges are much less sharp than elsewhere.
    Smeared,
    /// Everything up to an edge of the sheet is missing.
    CutOff,
    /// A long and narrow strip is too light or too dark.
    Streak,
}

/// A fault of a print.
#[derive(Debug, Clone)]
pub struct Fault {
    pub kind: Kind,
    /// The area on the page, in mm.
    pub area: Rect,
    /// The smallest piece, cell or mark that contains the fault.
    pub id: Option<Arc<Identity>>,
    /// How far a piece moved, in mm on the page.
    pub shift: Option<Vec2>,
}

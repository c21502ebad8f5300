//! The lines on a box that is unfolded flat, except its outline: folds, slits, and areas that are
//! glued.
//!
//! - In: the panels that `hexpress-resolve` lays out flat.
//! - Out: lines and areas, in mm from the middle of the piece.
//! - Not here: drawing them.

use kurbo::{BezPath, Line};

use hexpress_language::values::inside::Inside;

/// The lines on a piece that is folded into a box.
#[derive(Debug, Clone, PartialEq)]
pub struct Net {
    /// The size of the inside. `None` if nothing can be put into the box.
    pub inside: Option<Inside>,
    /// The lines along which the piece is folded.
    pub folds: Vec<Line>,
    /// The lines along which the piece is cut. They begin at the outline and end inside the piece.
    pub slits: Vec<Line>,
    /// The flaps that are glued to the inside of another panel. Nothing is printed there.
    pub glue: Vec<BezPath>,
}

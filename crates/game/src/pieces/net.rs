//! The lines on a flat box, other than its outline: folds, slits, and areas for glue.
//!
//! - In: the panels that `hexpress-resolve` lays out flat.
//! - Out: lines and areas, in mm from the middle of the piece.
//! - Not here: drawing them.

use kurbo::{BezPath, Line};

use hexpress_language::values::inside::Inside;

/// The lines on a piece that is folded into a box.
#[derive(Debug, Clone, PartialEq)]
pub struct Net {
    /// The size of the inside; `None` if nothing can be put inside.
    pub inside: Option<Inside>,
    /// The lines to fold along.
    pub folds: Vec<Line>,
    /// The lines to cut that start at the outline and end inside the piece.
    pub slits: Vec<Line>,
    /// The flaps that are glued to the inside of another panel. Nothing is printed there.
    pub glue: Vec<BezPath>,
}

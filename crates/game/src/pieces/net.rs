//! The lines and areas on a box that is unfolded flat: folds, slits, and areas for glue. The
//! outline of the flat box is left out.
//!
//! - In: the panels that `hexpress-resolve` lays out flat.
//! - Out: lines and areas, in mm from the middle of the piece.
//! - Not here: drawing the lines and areas, and dividing a flat box that is larger than a sheet.
//!
//! A *panel* is a side or a flap of the box. If the flat box is larger than a sheet, it is printed
//! as several *parts*, each with some of the panels. Two parts are joined by a *strip* for glue:
//! one part has the strip beyond its edge, and the other part is glued over this strip.

use std::sync::Arc;

use kurbo::{BezPath, Line, Point, Size, Vec2};

use super::outline::Outline;
use hexpress_base::units::column_letters;
use hexpress_language::values::inside::Inside;

/// The lines and areas on a piece that is folded into a box.
#[derive(Debug, Clone, PartialEq)]
pub struct Net {
    /// The size of the inside. `None` if nothing can be put into the box.
    pub inside: Option<Inside>,
    /// The lines along which the piece is folded.
    pub folds: Vec<Line>,
    /// The lines along which the piece is cut. They begin at the outline and end inside the piece.
    pub slits: Vec<Line>,
    /// The flaps that are glued to the inside of a panel. Nothing is printed on these flaps.
    pub glue: Vec<BezPath>,
    /// The folds that run from outline to outline. They are also in `folds`. A flat box that is larger
    /// than a sheet is divided along some of them.
    pub seams: Vec<Line>,
    /// The middles of all panels and flaps.
    pub panels: Vec<Point>,
    /// Which part of a flat box the piece is, and how it is joined to other parts. `None` if the
    /// piece is the whole flat box.
    pub part: Option<Box<NetPart>>,
}

/// A part of a flat box that is larger than a sheet.
#[derive(Debug, Clone, PartialEq)]
pub struct NetPart {
    /// The name of the component for the whole box.
    pub of: Arc<str>,
    /// The index of this part among all parts. The part with the index 0 is called A.
    pub index: usize,
    /// The number of parts.
    pub count: usize,
    pub whole: Arc<WholeNet>,
    /// The vector from the middle of the whole flat box to the middle of this part, in mm.
    pub at: Vec2,
    /// The outline of the part without its strips for glue, in mm from the middle of the part.
    pub own: BezPath,
    pub joints: Vec<PartJoint>,
}

/// A flat box before it is divided into parts.
#[derive(Debug, Clone, PartialEq)]
pub struct WholeNet {
    /// The outline of the flat box.
    pub outline: Outline,
    /// The width and height of the flat box, in mm.
    pub size: Size,
    pub net: Net,
    /// The places where the parts are joined. Each joint connects a part to an earlier part.
    pub joints: Vec<Joint>,
}

/// Two parts that are glued together.
#[derive(Debug, Clone, PartialEq)]
pub struct Joint {
    /// The index of the part that has the strip for glue.
    pub strip_of: usize,
    /// The index of the part that is glued over this strip.
    pub over: usize,
    /// The line between the two parts. The box is folded there.
    pub seam: Line,
}

/// An edge at which a part is joined to another part.
#[derive(Debug, Clone, PartialEq)]
pub struct PartJoint {
    /// The index of the other part.
    pub other: usize,
    /// The edge, in mm from the middle of the part.
    pub edge: Line,
    /// The vector of length 1 that points from the edge to the other part.
    pub out: Vec2,
    /// The white area of the strip for glue beyond the edge. `None` if the other part has the strip.
    pub strip: Option<BezPath>,
}

impl NetPart {
    /// Returns the letter for the index of a part, such as `A` for 0.
    pub fn letter(index: usize) -> String {
        column_letters(index)
    }
}

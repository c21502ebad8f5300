//! Describes where a plotter cuts.

use kurbo::{BezPath, Size};

/// The cuts of a sheet, in mm from its top left corner.
#[derive(Debug, Clone, PartialEq)]
pub struct Cuts {
    /// Lines to cut. A closed outline is one path.
    pub lines: Vec<BezPath>,
    /// The marks that are printed outside the pieces, by which cuts are aligned.
    pub marks: BezPath,
    /// The number of pieces.
    pub pieces: usize,
    /// Width and height of what is cut, in mm: the sheet, or the half with the fronts if the sheet
    /// is folded first.
    pub sheet: Size,
    /// Whether the sheet is folded first.
    pub folded: bool,
}

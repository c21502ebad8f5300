//! Describes where a plotter cuts.

use kurbo::{BezPath, Size};

/// The cuts of a sheet, in mm from its top left corner.
#[derive(Debug, Clone, PartialEq)]
pub struct Cuts {
    /// Lines to cut. A closed outline is one path.
    pub lines: Vec<BezPath>,
    /// The marks that are printed outside the pieces. The plotter aligns its cuts by them.
    pub marks: BezPath,
    /// The number of pieces.
    pub pieces: usize,
    /// The width and height of what is cut, in mm. It is the sheet, or, if the sheet is folded
    /// first, the half with the fronts.
    pub sheet: Size,
    /// Whether the sheet is folded before it is cut.
    pub folded: bool,
}

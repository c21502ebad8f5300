//! Describes where a plotter cuts.

use kurbo::{BezPath, Size};

/// The cuts of a sheet, in mm from its top left corner.
#[derive(Debug, Clone, PartialEq)]
pub struct Cuts {
    /// The lines to cut. A closed outline is one path.
    pub lines: Vec<BezPath>,
    /// The lines along which pieces are folded. They are left out of files for plotters that can
    /// only cut.
    pub folds: Vec<BezPath>,
    /// The marks by which the plotter aligns its cuts. They are printed outside the pieces.
    pub marks: BezPath,
    pub pieces: usize,
    /// The size of the area to cut, in mm.
    /// This is the size of the sheet. For a sheet that is folded first, it is the size of the half
    /// with the fronts.
    pub sheet: Size,
    /// Whether the sheet is folded before it is cut.
    pub folded: bool,
}

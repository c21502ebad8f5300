//! Where a plotter cuts.

use kurbo::{BezPath, Size};

/// The cuts of a sheet, in mm from its top left corner.
#[derive(Debug, Clone, PartialEq)]
pub struct Cuts {
    /// Lines to be cut; a closed outline is one path.
    pub lines: Vec<BezPath>,
    /// The registration marks that are printed next to the pieces.
    pub marks: BezPath,
    /// The number of pieces that are cut out.
    pub pieces: usize,
    /// Width and height in mm of what is cut: the sheet, or the half with the fronts if it is folded first.
    pub sheet: Size,
    /// Whether the sheet is folded first.
    pub folded: bool,
}

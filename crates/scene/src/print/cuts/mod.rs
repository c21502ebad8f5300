//! Describes where a plotter cuts.
//!
//! - In: the outlines, holes and folds of pieces.
//! - Out: lines with their kinds, and the paths on which a blade follows these lines.
//! - Not here: deciding what is cut, and writing files.

mod blade;

use kurbo::{BezPath, Size};

pub use crate::cut_kind::CutKind;
pub use blade::Blade;

/// A line along which a plotter cuts or scores.
#[derive(Debug, Clone, PartialEq)]
pub struct CutPath {
    pub kind: CutKind,
    /// The line. A closed outline is one path.
    pub path: BezPath,
}

/// The cuts of a sheet, in mm from its top left corner.
#[derive(Debug, Clone, PartialEq)]
pub struct Cuts {
    /// The lines, in the order of their kinds. Within a kind, holes come before outlines.
    pub lines: Vec<CutPath>,
    /// The printed marks by which the plotter aligns its cuts. They are outside the pieces.
    pub marks: BezPath,
    pub pieces: usize,
    /// The size of the sheet in the plotter, in mm. For a sheet that is folded before it is cut,
    /// this is the size of the half with the fronts.
    pub sheet: Size,
    /// Whether the sheet is folded before it is cut.
    pub folded: bool,
}

impl Cuts {
    /// Returns the lines of one kind.
    pub fn of(&self, kind: CutKind) -> impl Iterator<Item = &BezPath> {
        self.lines.iter().filter(move |line| line.kind == kind).map(|line| &line.path)
    }

    /// Returns the kinds of lines that the sheet has, in the order of [`CutKind`].
    pub fn kinds(&self) -> impl Iterator<Item = CutKind> {
        CutKind::ALL.iter().copied().filter(|kind| self.of(*kind).next().is_some())
    }

    /// Returns the cuts with each line replaced by the path of the blade. Folds stay unchanged, because
    /// another tool scores them.
    pub fn for_blade(mut self, blade: Blade) -> Self {
        for line in self.lines.iter_mut().filter(|line| line.kind != CutKind::Fold) {
            line.path = blade.path(&line.path);
        }
        self
    }
}

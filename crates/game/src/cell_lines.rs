//! Lines and other lengths of a board that may be percentages of a cell.
//!
//! - In: a line or the percentages of a key, as written in the layout.
//! - Out: the line or the lengths for cells of a given size.
//! - Not here: the board that has these lines and lengths (`board_lengths`).

use std::ops::Deref;

use hexpress_scene::Stroke;

/// A line whose width may be a percentage of a cell.
#[derive(Debug, Clone, PartialEq)]
pub struct CellLine {
    /// The line. A width that is a percentage is computed for cells of the nominal size, until
    /// [`Self::set_cell`] sets another size.
    stroke: Stroke,
    /// The width as a percentage of a cell. It is 0 if the layout gives the width in mm.
    percent: f64,
}

impl CellLine {
    /// Returns a line. `percent` is its width as a percentage of a cell, or 0 if the layout gives the
    /// width in mm.
    pub fn new(stroke: Stroke, percent: f64) -> Self {
        Self { stroke, percent }
    }

    /// Returns whether the width is a percentage of a cell.
    pub fn is_percentage(&self) -> bool {
        self.percent != 0.0
    }

    /// Computes the width of the line for cells of the size `cell`, in mm. A width that the layout
    /// gives in mm does not change.
    pub fn set_cell(&mut self, cell: f64) {
        if self.percent != 0.0 {
            self.stroke.width = cell * self.percent / 100.0;
        }
    }
}

impl From<Stroke> for CellLine {
    fn from(stroke: Stroke) -> Self {
        Self::new(stroke, 0.0)
    }
}

impl Deref for CellLine {
    type Target = Stroke;

    fn deref(&self) -> &Stroke {
        &self.stroke
    }
}

/// A key of a board that sets one or two lengths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardLength {
    Rim,
    Round,
    HeadHeight,
    PlateMargin,
    PlateLine,
    PlateRound,
    SidesWidth,
    SidesOutline,
    PointsLine,
    Arrows,
    NamesFont,
    NamesHalo,
    NamesAt,
    LabelsAt,
    LabelsInset,
    LabelsFont,
    LabelsShrink,
    LabelsHalo,
    ClearOf,
}

/// The one or two lengths that a key of a board sets, as percentages of a cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LengthPercentages {
    pub of: BoardLength,
    /// The percentages. An item is 0 if the layout gives this length in mm, or if the key sets only one
    /// length.
    pub percents: [f64; 2],
}

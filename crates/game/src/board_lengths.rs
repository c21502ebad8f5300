//! The lengths of a board that the layout gives as percentages of a cell.
//!
//! - In: a board with lengths for cells of [`NOMINAL_CELL`] mm, and the percentages in its layout.
//! - Out: the same board, with lengths for cells of another size.
//! - Not here: the size of the cells (`hexpress-layout`), and elements. Percentages in elements are
//!   converted when the elements are drawn.

use crate::board::{Board, CellSize};
use crate::cell_lines::{BoardLength, LengthPercentages};
use hexpress_language::values::shares::NOMINAL_CELL;
use hexpress_language::values::value::{ElementPlace, Pair};

/// Returns the one or two lengths that a key sets on a board, in mm. An item is `None` if the board has
/// no such length.
fn lengths(key: BoardLength, board: &mut Board) -> [Option<&mut f64>; 2] {
    let one = match key {
        BoardLength::Rim => board.rim.as_mut().map(|line| &mut line.width),
        BoardLength::Round => Some(&mut board.round),
        BoardLength::HeadHeight => Some(&mut board.head.height),
        BoardLength::PlateMargin => board.plate.as_mut().map(|plate| &mut plate.margin),
        BoardLength::PlateLine => board.plate.as_mut().map(|plate| &mut plate.line.width),
        BoardLength::PlateRound => board.plate.as_mut().map(|plate| &mut plate.round),
        BoardLength::SidesWidth => Some(&mut board.sides_width),
        BoardLength::SidesOutline => board.sides_outline.as_mut().map(|line| &mut line.width),
        BoardLength::PointsLine => board.points.as_mut().map(|points| &mut points.line.width),
        BoardLength::Arrows => board.points.as_mut().map(|points| &mut points.arrow_length),
        BoardLength::NamesFont => Some(&mut board.name_style.size),
        BoardLength::NamesHalo => board.names_halo.as_mut().map(|line| &mut line.width),
        BoardLength::NamesAt => return of_place(&mut board.name_style.anchor),
        BoardLength::LabelsAt => return of_place(&mut board.labels.anchor),
        BoardLength::LabelsInset => return of_pair(&mut board.labels.inset),
        BoardLength::LabelsFont => Some(&mut board.labels.size),
        BoardLength::LabelsShrink => Some(&mut board.labels.min_size),
        BoardLength::LabelsHalo => board.labels.halo.as_mut().map(|line| &mut line.width),
        BoardLength::ClearOf => board.labels.clear_of.as_mut().map(|size| &mut size.value),
    };
    [one, None]
}

fn of_pair(pair: &mut Pair) -> [Option<&mut f64>; 2] {
    [Some(&mut pair.x), Some(&mut pair.y)]
}

fn of_place(place: &mut ElementPlace) -> [Option<&mut f64>; 2] {
    match place {
        ElementPlace::Offset(pair) => of_pair(pair),
        ElementPlace::Anchor(_) | ElementPlace::EachCorner | ElementPlace::EachEdge => [None, None],
    }
}

impl Board {
    /// Returns whether the layout gives at least one length of the board as a percentage of a cell.
    pub fn has_percentage_lengths(&self) -> bool {
        let kinds = self.kinds.iter().filter_map(|kind| kind.line.as_ref());
        let details = self.details.iter().filter_map(|detail| detail.line.as_ref());
        let roads = self.roads.iter().map(|road| &road.line);
        let mut lines = [&self.line].into_iter().chain(kinds).chain(details).chain(roads);
        !self.percentage_lengths.is_empty() || lines.any(|line| line.is_percentage())
    }

    /// Returns a copy of the board for cells of the size `cell`, in mm. The lengths that are
    /// percentages of a cell are converted.
    #[must_use]
    pub fn with_cells_of(&self, cell: f64) -> Self {
        let mut board = self.clone();
        for LengthPercentages { of, percents } in &self.percentage_lengths {
            for (length, percent) in lengths(*of, &mut board).into_iter().zip(percents) {
                if let Some(length) = length.filter(|_| *percent != 0.0) {
                    *length = cell * percent / 100.0;
                }
            }
        }
        let kinds = board.kinds.iter_mut().filter_map(|kind| kind.line.as_mut());
        let details = board.details.iter_mut().filter_map(|detail| detail.line.as_mut());
        let roads = board.roads.iter_mut().map(|road| &mut road.line);
        let lines = [&mut board.line].into_iter().chain(kinds).chain(details).chain(roads);
        lines.for_each(|line| line.set_cell(cell));
        board
    }

    /// Returns the length, in mm, that a key sets on a board with cells of the size `cell`. If the key
    /// sets two lengths, returns the first one. If the layout gives the length in mm, returns `mm`.
    pub fn length(&self, key: BoardLength, mm: f64, cell: f64) -> f64 {
        let percent =
            self.percentage_lengths.iter().find(|shares| shares.of == key).map(|shares| shares.percents[0]);
        percent.filter(|percent| *percent != 0.0).map_or(mm, |percent| cell * percent / 100.0)
    }

    /// Returns the width of cells across flats, in mm. If cells are as large as the sheet allows, their
    /// width is unknown here, so the result is [`NOMINAL_CELL`].
    pub fn usual_cell(&self) -> f64 {
        match self.size {
            CellSize::Largest => NOMINAL_CELL,
            CellSize::Across(across) => self.grid.across(self.grid.tiling.side_from_across(across)),
        }
    }
}

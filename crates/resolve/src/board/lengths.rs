//! Collects the lengths of a board that are given as a percentage of the cell size.
//!
//! - In: the keys of `[[board]]`.
//! - Out: for each key, the percentages in its value.
//! - Not here: the lines of cells, edges and roads, which store their own percentages.

use hexpress_game::cell_lines::{BoardLength, LengthPercentages};
use hexpress_language::tables::layout::Board;
use hexpress_language::values::shares::OfWhole;
use hexpress_language::values::spanned::{NameOr, Spanned};

/// Returns the percentages in the value of each key.
pub fn percentage_lengths(board: &Board) -> Vec<LengthPercentages> {
    let mut found = FoundShares(Vec::new());
    found.add(BoardLength::Rim, &board.rim);
    found.add(BoardLength::Round, &board.round);
    found.add(BoardLength::PointsLine, &board.lines);
    found.add(BoardLength::Arrows, &board.arrows);
    found.add(BoardLength::NamesFont, &board.names_font);
    found.add(BoardLength::NamesHalo, &board.names_halo);
    found.add(BoardLength::NamesAt, &board.names_at);
    if let Some(NameOr::Full(head)) = board.head.as_deref() {
        found.add(BoardLength::HeadHeight, &head.height);
    }
    if let Some(plate) = &board.plate {
        found.add(BoardLength::PlateMargin, &plate.margin);
        found.add(BoardLength::PlateLine, &plate.line);
        found.add(BoardLength::PlateRound, &plate.round);
    }
    if let Some(sides) = &board.sides {
        found.add(BoardLength::SidesWidth, &sides.width);
        found.add(BoardLength::SidesOutline, &sides.outline);
    }
    if let Some(labels) = &board.labels {
        found.add(BoardLength::LabelsAt, &labels.at);
        found.add(BoardLength::LabelsInset, &labels.inset);
        found.add(BoardLength::LabelsFont, &labels.font);
        // Without `shrink`, texts never become smaller than their font size. The font size is then also
        // the smallest size.
        match &labels.shrink {
            Some(_) => found.add(BoardLength::LabelsShrink, &labels.shrink),
            None => found.add(BoardLength::LabelsShrink, &labels.font),
        }
        found.add(BoardLength::LabelsHalo, &labels.halo);
        found.add(BoardLength::ClearOf, &labels.clear_of);
    }
    found.0
}

/// The percentages that were found in the keys of a board.
struct FoundShares(Vec<LengthPercentages>);

impl FoundShares {
    fn add<T>(&mut self, of: BoardLength, value: &Option<Spanned<OfWhole<T>>>) {
        if let Some(value) = value.as_ref().filter(|value| value.is_share()) {
            self.0.push(LengthPercentages { of, percents: value.percents });
        }
    }
}

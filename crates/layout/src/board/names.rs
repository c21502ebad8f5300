//! Draws the names of a board's cells. The layout chooses where the names are printed: inside all
//! cells, or only inside the cells along the border. Alternatively, the names of lines are printed
//! outside the board.
//!
//! - In: a board, its place on the sheet, and where the layout wants the names.
//! - Out: drawings on the page. Names that do not fit are reported.
//! - Not here: making the names (`hexpress-game`).

use super::cell_names::{self, NamedCells};
use super::fit::BoardFit;
use super::outside_names;
use crate::sheet_builder::SheetBuilder;
use hexpress_game::{Board, ShowNames};

/// Draws the names of a board's cells where its layout wants them.
pub fn draw(board: &Board, fit: &BoardFit, page: &mut SheetBuilder<'_, '_>) {
    let Some(names) = &board.names else { return };
    let drawn = match board.name_style.show {
        ShowNames::None => Ok(()),
        ShowNames::Inside => cell_names::draw(board, fit, names, NamedCells::All, page),
        ShowNames::Edge => cell_names::draw(board, fit, names, NamedCells::AlongTheEdge, page),
        ShowNames::Outside => outside_names::draw(board, fit, names, page),
    };
    if let Err(diagnostic) = drawn {
        let place = diagnostic.place.unwrap_or(board.name_style.place);
        page.painter.add_finding(diagnostic.at(place));
    }
}

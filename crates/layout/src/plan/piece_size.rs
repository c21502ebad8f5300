//! Computes the sizes of pieces and of the cells of boards.
//!
//! - In: a deck or a board, with its game and a setup.
//! - Out: a length in mm, or the reason why it cannot be computed.

use kurbo::Size;

use crate::board::fit::{self, SizedBoard};
use crate::setup::{Setup, TOLERANCE};
use hexpress_base::diag::{Result, codes};
use hexpress_base::units::ShortNumber;
use hexpress_game::pieces::CellShare;
use hexpress_game::{BAD_PIECE, Board, Body, Component, Game, PieceSet, PieceSize, share_of_cell};
use hexpress_scene::print::paper::sheet_name;

/// The smallest allowed distance between opposite sides of a cell, in mm.
const MIN_CELL_WIDTH: f64 = 1.0;

/// Returns the width and height of a deck's pieces, in mm.
///
/// The size may be a percentage of the cells of a board, whose cells may be as large as the sheet allows. In
/// this case, the size is computed for the sheet for which the board is designed, even if the board is not
/// printed.
///
/// # Errors
/// The piece is too small or too large, or its safe zone does not fit.
pub fn piece_size(game: &Game, deck: &PieceSet, setup: &Setup) -> Result<Size> {
    let share = match &deck.size {
        PieceSize::Fixed(size) => return Ok(*size),
        PieceSize::Share(share) => share,
    };
    let size = deck.outline.across(share_of_cell(share.percent, cells_across(game, share, setup)?));
    if !PieceSize::allows(size) {
        return Err(codes::BAD_SIZE.error(BAD_PIECE).at(share.place));
    }
    match deck.safe.fits(size) {
        Ok(()) => Ok(size),
        Err(message) => Err(codes::BAD_SIZE.error(message).at(deck.safe.place.unwrap_or(share.place))),
    }
}

/// Returns the distance between opposite sides of a board's cells, in mm. `share` contains the name
/// of the board.
fn cells_across(game: &Game, share: &CellShare, setup: &Setup) -> Result<f64> {
    for component in &game.components {
        if let Body::Board(board) = &component.body
            && component.name == share.board
        {
            let board = sized(component, board, setup);
            return Ok(board.grid.across(cell_side(component, &board, setup)?));
        }
    }
    // This cannot happen, because the name of the board is checked when the layout is read.
    Ok(0.0)
}

/// Returns a board with the lengths that it has on the sheet for which it is designed.
pub fn sized<'a>(component: &Component, board: &'a Board, setup: &Setup) -> SizedBoard<'a> {
    fit::sized(board, setup.margin, setup.paper.design_sheet(component.class))
}

/// Returns the length of a cell's side, in mm, on the sheet for which the board is designed.
///
/// # Errors
/// The cells are smaller than 1 mm.
pub fn cell_side(component: &Component, board: &Board, setup: &Setup) -> Result<f64> {
    let design = setup.paper.design_sheet(component.class);
    let side = fit::cell_side(board, &fit::SpaceAroundCells::new(board, setup.margin), design);
    if board.grid.across(side) + TOLERANCE >= MIN_CELL_WIDTH {
        return Ok(side);
    }
    let on = match board.cut.and_then(|cut| cut.trim) {
        Some(trim) => format!("in a trim of {} x {} mm", ShortNumber(trim.width), ShortNumber(trim.height)),
        None => format!("on {}", sheet_name(design)),
    };
    let message = format!("{on}, the cells of `{}` would be less than 1 mm across", component.name);
    let hint = "use fewer cells, or make the names, the margins or the `width` in [board.sides] smaller";
    Err(codes::NO_ROOM.error(message).at(component.place).hint(hint))
}

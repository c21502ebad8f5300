//! How large pieces and the cells of boards are.

use kurbo::Size;

use crate::diag::{Result, codes};
use crate::layout::board::fit;
use crate::layout::setup::{Setup, TOLERANCE};
use crate::model::{BAD_PIECE, Board, Body, Component, Deck, Game, PieceSize, share_of};
use crate::print::paper::sheet_name;

/// Width and height of a deck's pieces, in mm. A share of a fitted board is one of the cells that the board has
/// on its design sheet, whether or not the board is printed now.
pub fn piece_size(game: &Game, deck: &Deck, setup: &Setup) -> Result<Size> {
    let (percent, name, place) = match &deck.size {
        PieceSize::Fixed(size) => return Ok(*size),
        PieceSize::Share(share) => (share.percent, &share.board, share.place),
    };
    let across = game.components.iter().find_map(|component| match &component.body {
        Body::Board(board) if component.name == *name => {
            let side = cell_side(component, board, setup);
            Some(side.map(|side| board.grid().across(side)))
        }
        _ => None,
    });
    // Names of boards were looked up when the layout was read.
    let across = across.transpose()?.unwrap_or(0.0);
    let size = deck.outline.across(share_of(percent, across));
    if !PieceSize::allows(size) {
        return Err(codes::BAD_SIZE.error(BAD_PIECE).at(place));
    }
    match deck.safe.fits(size) {
        Ok(()) => Ok(size),
        Err(message) => Err(codes::BAD_SIZE.error(message).at(deck.safe.place.unwrap_or(place))),
    }
}

/// The side of a board's cells on its design sheet, in mm.
pub fn cell_side(component: &Component, board: &Board, setup: &Setup) -> Result<f64> {
    let design = setup.paper.design_sheet(component.class);
    let side = fit::cell_side(board, &fit::Room::of(board, setup.margin), design);
    if board.grid().across(side) + TOLERANCE >= 1.0 {
        return Ok(side);
    }
    let message = format!(
        "on {}, the cells of `{}` would measure less than 1 mm across",
        sheet_name(design),
        component.name
    );
    let hint = "fewer cells, or less beside them: names, bands along the sides, margins";
    Err(codes::NO_ROOM.error(message).at(component.place).hint(hint))
}

//! Boards with rules and no sheet of their own, drawn in small on the pieces of a deck.

use std::sync::Arc;

use super::board::FoundBoard;
use super::expected::Expected;
use super::pieces::FoundPiece;
use crate::model::{Deck, Shape};
use crate::read::Page;

/// The boards that have rules and no sheet of their own, as they stand in small on the pieces of a page.
pub fn small_boards(
    page: &Page,
    deck: &Deck,
    pieces: &[FoundPiece],
    expected: Expected<'_>,
) -> Vec<(usize, FoundBoard)> {
    let mut found = Vec::new();
    for (name, _) in &expected.game.constraints.boards {
        let Some((index, component)) = expected.component(name) else { continue };
        let shows = |shape: &Shape| matches!(shape, Shape::Board(board) if board == name);
        let (0, Some(board)) = (component.print, component.board()) else { continue };
        if !deck.face.iter().any(|element| shows(&element.shape)) {
            continue;
        }
        let Some(piece) = pieces.iter().find(|piece| !piece.back && piece.id.is_some()) else { continue };
        // The others are left out, places in the page stay what they are.
        let mut only = page.clone();
        for item in &mut only.items {
            if item.id != piece.id {
                item.tag = Some(Arc::from("Artifact"));
                item.whole = None;
                item.kind = crate::read::ItemKind::Path {
                    path: kurbo::BezPath::new().into(),
                    fill: None,
                    stroke: None,
                };
            }
        }
        let Some(mut small) = FoundBoard::of(&only, Some(board.grid())) else { continue };
        let least = board.cells.iter().map(|cell| cell.hex).min();
        let own = small.cells.iter().map(|cell| cell.hex).min();
        if let (Some(least), Some(own)) = (least, own) {
            for cell in &mut small.cells {
                cell.hex = cell.hex + least - own;
            }
            found.push((index, small));
        }
    }
    found
}

//! Finds small pictures of boards on the pieces of a deck. These are boards that have rules, but are
//! not printed on a sheet of their own.
//!
//! - In: a page with its pieces.
//! - Out: the boards with their cells.

use std::sync::Arc;

use super::board::FoundBoard;
use super::expected::Expected;
use super::pieces::FoundPiece;
use hexpress_game::{Element, PieceSet, Shape};
use hexpress_read::Page;

/// A board that is drawn as a small picture on a piece.
#[derive(Debug, Clone)]
pub struct SmallBoard {
    /// The index of the board's component in the layout.
    pub component: usize,
    pub board: FoundBoard,
}

/// Returns the boards that are drawn as small pictures on the pieces of a page. Only boards that have
/// rules but no sheet of their own are returned.
pub fn small_boards(
    page: &Page,
    deck: &PieceSet,
    pieces: &[FoundPiece],
    expected: Expected<'_>,
) -> Vec<SmallBoard> {
    let mut found = Vec::new();
    for (name, _) in &expected.game.constraints.boards {
        let Some((index, component)) = expected.component(name) else { continue };
        let (0, Some(board)) = (component.print, component.board()) else { continue };
        // The cells of a small picture have no ids. On a board without a regular grid, cells cannot be
        // found without ids.
        if board.grid.is_free() {
            continue;
        }
        let shows =
            |element: &Element| matches!(&element.shape, Shape::Board { name: shown, .. } if shown == name);
        if !Element::with_parts(&deck.face).into_iter().any(shows) {
            continue;
        }
        let Some(piece) = pieces.iter().find(|piece| !piece.side.is_back() && piece.id.is_some()) else {
            continue;
        };
        // The drawings of other pieces are replaced with empty drawings. If they were removed, the
        // indices of the items would change.
        let mut only = page.clone();
        for item in &mut only.items {
            if item.id != piece.id {
                item.tag = Some(Arc::from("Artifact"));
                item.painted_bounds = None;
                item.kind = hexpress_read::ItemKind::Path {
                    path: kurbo::BezPath::new().into(),
                    fill: None,
                    stroke: None,
                };
            }
        }
        let Some(mut small) = FoundBoard::new(&only, Some(board.grid)) else { continue };
        // All addresses are shifted by the same amount, so that the smallest address is the same as in
        // the layout.
        let least = board.cells.iter().map(|cell| cell.address).min();
        let own_address = small.cells.iter().map(|cell| cell.address).min();
        if let (Some(least), Some(own_address)) = (least, own_address) {
            for cell in &mut small.cells {
                cell.address = cell.address + least - own_address;
            }
            found.push(SmallBoard { component: index, board: small });
        }
    }
    found
}

//! Fits boards to the products of a print shop.
//!
//! - In: the preset of a shop, and a board.
//! - Out: the canvas of the board, which is the size of its page with bleed. The bleed of the board is
//!   set to that of the shop. Its `safe` becomes that of the shop, unless its own `safe` is larger.
//! - Not here: pieces; see `canvas.rs`.

use std::sync::Arc;

use kurbo::Size;

use super::canvas::{Canvas, Piece, choose_product};
use hexpress_base::diag::{Diagnostic, SourceSpan, codes};
use hexpress_base::geometry::grown;
use hexpress_base::units::width_and_height;
use hexpress_game::pieces::Safe;
use hexpress_game::{Board, BoardCut, BoardPage, Outline};
use hexpress_language::tables::shop::Shop;
use hexpress_layout::{Content, Plan};

/// Chooses the product for a board, and adapts the board to the shop.
///
/// `sheet` is the size of the paper that the board is designed for. The board gets this size if the
/// layout sets no `trim`, and the shop takes any size. Errors are reported at `place`, where the layout
/// defines the board.
///
/// # Errors
/// The shop does not sell a board of this size.
pub fn choose_for_board(
    shop: &Shop,
    board: &mut Board,
    name: &Arc<str>,
    sheet: Size,
    place: SourceSpan,
) -> Result<Canvas, Diagnostic> {
    let trim = board.cut.and_then(|cut| cut.trim);
    let trim_place = board.cut.map_or(place, |cut| cut.place);
    let own_bleed = board.cut.map_or(0.0, |cut| cut.bleed);
    let rectangle = |size| Piece { outline: &Outline::Rectangle(0.0), name, size, key: Some("trim") };
    let (canvas, bleed, product) = match (shop.bleed.filter(|_| shop.products.is_empty()), trim) {
        // If the board's own bleed is larger than that of the shop, it is kept. For example, the paper
        // may be folded around cardboard.
        (Some(bleed), _) => (None, bleed.max(own_bleed), None),
        (None, None) => {
            let message = format!("`{name}` has no `trim`, and {} sells only certain sizes", shop.name);
            let error = codes::UNSOLD.error(message);
            let nearest = match choose_product(shop, &rectangle(sheet)) {
                Ok(product) => {
                    format!("add trim = \"{}mm\", which is {}", width_and_height(product.trim), product.name)
                }
                Err(other) => match other.hint {
                    Some(hint) => format!("add `trim`, the size of the board after the cut; {}", hint),
                    None => return Err(error),
                },
            };
            return Err(error.hint(nearest));
        }
        (None, Some(trim)) => {
            let product =
                choose_product(shop, &rectangle(trim)).map_err(|diagnostic| diagnostic.at(trim_place))?;
            let bleed = (product.canvas - trim) / 2.0;
            (Some(product.canvas), bleed.width.max(bleed.height).max(0.0), Some(product.name.clone()))
        }
    };
    let own_cut = board.cut;
    let safe = own_cut.map_or(Safe::default(), |cut| cut.safe);
    let safe = if shop.safe > safe.mm { Safe { mm: shop.safe, place: Some(place) } } else { safe };
    let border = own_cut.map_or(0.0, |cut| cut.border);
    let place = own_cut.map_or(place, |cut| cut.place);
    board.cut = Some(BoardCut { trim, bleed, safe, border, page: BoardPage::Shop(canvas), place });
    let trim = trim.unwrap_or(sheet);
    let size = canvas.unwrap_or_else(|| grown(trim, bleed));
    Ok(Canvas { component: Arc::clone(name), size, trim, needs_outline: false, product })
}

/// Sets the sizes of boards that are as large as their sheets. The plan is needed, because it decides
/// whether the sheet of a board is portrait or landscape.
pub fn set_sizes(canvases: &mut [Canvas], plan: &Plan<'_>) {
    for sheet in &plan.sheets {
        let Content::Board(_, fit) = &sheet.content else { continue };
        let of_board = canvases.iter_mut().find(|canvas| canvas.component == sheet.component.name);
        if let (Some(canvas), Some(trim)) = (of_board, fit.area.trim) {
            (canvas.size, canvas.trim) = (fit.sheet, trim.size());
        }
    }
}

//! Compiles how a board is cut out of its sheet.
//!
//! - In: the keys `trim`, `bleed` and `safe` of a board.
//! - Out: the size of the board after the cut, and the widths of the strips along the cut.
//! - Not here: the place of the cut on the sheet (`hexpress-layout`).

use std::ops::RangeInclusive;

use kurbo::Size;

use crate::context::Resolver;
use hexpress_base::diag::{SourceSpan, codes};
use hexpress_base::units::ShortNumber;
use hexpress_game::CellSize;
use hexpress_game::board_style::{BoardCut, BoardPage};
use hexpress_game::pieces::Safe;
use hexpress_language::tables::layout::Board;
use hexpress_language::values::spanned::Spanned;
use hexpress_language::values::value::{Extent, Length, Measure};

/// The widest bleed, and the largest distance from the cut to the safe zone, in mm. Boards whose
/// paper is folded around their edges need 15 to 20 mm.
const MAX_BLEED_MM: f64 = 20.0;
/// The lengths that a side of a board may have after the cut, in mm.
const ALLOWED_SIDES_MM: RangeInclusive<f64> = 20.0..=2000.0;

/// Returns how a board is cut out. Returns `None` if the board is not cut out, or after an error. `size`
/// is the size of its cells, and `place` is where the layout defines the board.
pub fn cut(
    board: &Board,
    size: CellSize,
    place: SourceSpan,
    resolver: &mut Resolver<'_>,
) -> Option<BoardCut> {
    let trim = board.trim.as_ref().map(|at| trim(at, resolver));
    let bleed = board.bleed.as_ref().map_or(0.0, |at| width(at, "bleed", resolver));
    let safe = board.safe.as_ref().map_or(0.0, |at| width(at, "safe", resolver));
    if trim.is_none() && bleed == 0.0 {
        if let Some(at) = board.safe.as_ref().filter(|_| board.bleed.is_none()) {
            let message = "`safe` has no effect: this board is not cut out of its sheet";
            let hint = "add the size after the cut, such as trim = \"260 x 180mm\", or delete `safe`";
            resolver.error_with_hint(codes::IDLE_KEY, at, message, hint);
        }
        return None;
    }
    let place = match (&board.trim, &board.bleed) {
        (Some(at), _) => resolver.place(at),
        (None, Some(at)) => resolver.place(at),
        (None, None) => place,
    };
    let safe_place = board.safe.as_ref().map(|at| resolver.place(at));
    Some(BoardCut {
        trim: match trim {
            Some(trim) => Some(trim?),
            None => None,
        },
        bleed,
        safe: Safe { mm: safe, place: safe_place },
        // If `fit` determines the size of cells, the cells stay inside the safe zone. Cells of a
        // fixed size may be closer to the cut.
        border: if size == CellSize::Largest { safe } else { 0.0 },
        page: BoardPage::Sheet,
        place,
    })
}

/// Returns the size after the cut. Returns `None` after an error.
fn trim(at: &Spanned<Extent>, resolver: &mut Resolver<'_>) -> Option<Size> {
    let hint = "write the width and the height after the cut, such as trim = \"260 x 180mm\"";
    let Extent { width: Measure::Mm(width), height: Some(Measure::Mm(height)) } = at.value else {
        resolver.error_with_hint(codes::BAD_SIZE, at, "`trim` must be a width and a height in mm", hint);
        return None;
    };
    if !(ALLOWED_SIDES_MM.contains(&width) && ALLOWED_SIDES_MM.contains(&height)) {
        let message = format!(
            "the sides of `trim` must be {} to {} mm",
            ALLOWED_SIDES_MM.start(),
            ALLOWED_SIDES_MM.end()
        );
        resolver.error_with_hint(codes::BAD_SIZE, at, message, hint);
        return None;
    }
    Some(Size::new(width, height))
}

/// Returns the width that the key `key` (`bleed` or `safe`) sets, in mm. Returns 0 after an error.
fn width(at: &Spanned<Length>, key: &str, resolver: &mut Resolver<'_>) -> f64 {
    let mm = at.value.0;
    if (0.0..=MAX_BLEED_MM).contains(&mm) {
        return mm;
    }
    let message =
        format!("the `{key}` of a board must be 0 to {MAX_BLEED_MM} mm, not {} mm", ShortNumber(mm));
    resolver.error_with_hint(codes::BAD_SIZE, at, message, format!("write {key} = \"3mm\""));
    0.0
}

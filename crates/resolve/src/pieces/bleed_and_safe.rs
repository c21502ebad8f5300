//! Compiles the widths of the two strips along the trim line of a piece. Outside the trim line is the
//! bleed. Inside the trim line is a strip without texts, between the trim line and the safe zone.
//!
//! - In: the keys `bleed`, `back-bleed` and `safe`.
//! - Out: widths in mm, and errors for widths that are too large.

use crate::context::Resolver;
use hexpress_base::diag::codes;
use hexpress_base::units::ShortNumber;
use hexpress_game::pieces::{PieceSize, Safe};
use hexpress_language::tables::layout::Pieces;
use hexpress_language::values::spanned::Spanned;
use hexpress_language::values::value::Length;

/// The largest bleed, in mm. Print shops need 2 to 5 mm.
const MAX_BLEED_MM: f64 = 20.0;

/// The widths of the strips along the edges of a deck's pieces.
#[derive(Debug)]
pub struct BleedAndSafe {
    /// The bleed of fronts, in mm.
    pub bleed: f64,
    /// The bleed of backs, in mm. It is never less than the bleed of fronts.
    pub back_bleed: f64,
    /// The least distance between texts and the trim line.
    pub safe: Safe,
}

/// Returns the strips of a component. `size` is the size of the pieces. It is `None` if the size in the
/// layout has errors.
pub fn strips(p: &Pieces, size: Option<&PieceSize>, resolver: &mut Resolver<'_>) -> BleedAndSafe {
    let bleed = p.bleed.as_ref().map_or(0.0, |at| width(at, "bleed", resolver));
    let back_bleed = p.back_bleed.as_ref().map_or(bleed, |at| back_bleed(p, at, bleed, resolver));
    BleedAndSafe { bleed, back_bleed, safe: safe(p, size, resolver) }
}

/// Returns the bleed of backs, in mm. Reports `back-bleed` if there are no backs, or if it is less
/// than the bleed of fronts.
fn back_bleed(p: &Pieces, at: &Spanned<Length>, bleed: f64, resolver: &mut Resolver<'_>) -> f64 {
    let wide = width(at, "back-bleed", resolver);
    if p.back.is_none() {
        let no_back = "`back-bleed` has no effect: these pieces have no `back`";
        resolver.error_with_hint(codes::IDLE_KEY, at, no_back, "for the bleed of the fronts, use `bleed`");
        return bleed;
    }
    if wide < bleed {
        let (back, front) = (ShortNumber(wide), ShortNumber(bleed));
        let message =
            format!("`back-bleed` is {back} mm, but must be at least as wide as `bleed`: {front} mm");
        resolver.error_with_hint(codes::BAD_SIZE, at, message, "make `back-bleed` larger, or delete it");
        return bleed;
    }
    wide
}

/// Returns the width of a bleed in mm. Returns 0 after an error.
fn width(at: &Spanned<Length>, key: &str, resolver: &mut Resolver<'_>) -> f64 {
    let bleed = at.value.0;
    if !(0.0..=MAX_BLEED_MM).contains(&bleed) {
        let message = format!("`{key}` must be 0 to {} mm", ShortNumber(MAX_BLEED_MM));
        let hint = format!("write {key} = \"3mm\": colours usually extend 2 or 3 mm beyond the cut");
        resolver.error_with_hint(codes::BAD_SIZE, at, message, hint);
        return 0.0;
    }
    bleed
}

/// Returns the safe zone. Reports a safe zone that is negative or too large for the piece.
fn safe(p: &Pieces, size: Option<&PieceSize>, resolver: &mut Resolver<'_>) -> Safe {
    let Some(at) = &p.safe else { return Safe::default() };
    let safe = Safe { mm: at.value.0, place: Some(resolver.place(at)) };
    if safe.mm < 0.0 {
        let message = "`safe` is the distance of text from the cut, and must be at least 0";
        let hint = "to extend colours beyond the cut, use `bleed`";
        resolver.error_with_hint(codes::BAD_SIZE, at, message, hint);
    } else if let Some(PieceSize::Fixed(size)) = size
        && let Err(message) = safe.fits(*size)
    {
        resolver.error(codes::BAD_SIZE, at, message);
    }
    safe
}

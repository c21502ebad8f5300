//! The strips along the edge of a piece: the bleed beyond the cut, and the safe zone's distance inside it.

use crate::base::units::Trimmed;
use crate::diag::codes;
use crate::model::pieces::{PieceSize, Safe};
use crate::resolve::context::Compiler;
use crate::spec::tables::layout::Pieces;
use crate::spec::values::place::At;
use crate::spec::values::value::Length;

/// The widest bleed, in mm: printers ask for 2 to 5.
const MOST_BLEED: f64 = 20.0;

/// The strips along the edge of a deck's pieces.
#[derive(Debug)]
pub struct Strips {
    /// The bleed of fronts, in mm.
    pub bleed: f64,
    /// That of backs, which is never less.
    pub back_bleed: f64,
    /// Where words keep to.
    pub safe: Safe,
}

/// The bleed of a deck's pieces, that of their backs, and their safe zone.
pub fn strips(p: &Pieces, size: Option<&PieceSize>, compiler: &mut Compiler<'_>) -> Strips {
    let bleed = p.bleed.as_ref().map_or(0.0, |at| width(at, "bleed", compiler));
    let back_bleed = p.back_bleed.as_ref().map_or(bleed, |at| {
        let wide = width(at, "back-bleed", compiler);
        let wrong = if p.back.is_none() {
            let message = "`back-bleed` does nothing here: these pieces have no `back`";
            codes::IDLE_KEY.error(message).hint("how far the colours of fronts go on is `bleed`")
        } else if wide < bleed {
            let message = format!(
                "`back-bleed` is {} mm, and `bleed` lets fronts and backs go on for {} mm",
                Trimmed(wide),
                Trimmed(bleed)
            );
            codes::BAD_SIZE.error(message).hint("a larger one, or none")
        } else {
            return wide;
        };
        compiler.wrong(wrong, at);
        bleed
    });
    Strips { bleed, back_bleed, safe: safe(p, size, compiler) }
}

/// What a bleed measures, in mm.
fn width(at: &At<Length>, key: &str, compiler: &mut Compiler<'_>) -> f64 {
    let bleed = at.value.0;
    if !(0.0..=MOST_BLEED).contains(&bleed) {
        let message = format!("`{key}` lies between 0 and {}mm", Trimmed(MOST_BLEED));
        let hint = "how far colours go on beyond the cut: 2 or 3 mm are usual";
        compiler.hinted(codes::BAD_SIZE, at, message, hint);
        return 0.0;
    }
    bleed
}

fn safe(p: &Pieces, size: Option<&PieceSize>, compiler: &mut Compiler<'_>) -> Safe {
    let Some(at) = &p.safe else { return Safe::default() };
    let safe = Safe { mm: at.value.0, place: Some(compiler.place(at)) };
    if safe.mm < 0.0 {
        let message = "`safe` is how far inside the cut words stay: 0 or more";
        compiler.hinted(codes::BAD_SIZE, at, message, "how far colours go on beyond the cut is `bleed`");
    } else if let Some(PieceSize::Fixed(size)) = size
        && let Err(message) = safe.fits(*size)
    {
        compiler.error(codes::BAD_SIZE, at, message);
    }
    safe
}

//! The strips along the edge of a piece: the bleed beyond the cut, and the safe zone's distance inside it.

use kurbo::Size;

use super::compile::Compiler;
use super::pieces::{PieceSize, Safe};
use crate::diag::codes;
use crate::spec::layout::Pieces;
use crate::units::Trimmed;

/// The widest bleed, in mm: printers ask for 2 to 5.
const MOST_BLEED: f64 = 20.0;

/// The bleed of a deck's pieces in mm, and their safe zone.
pub fn strips(p: &Pieces, size: Option<&PieceSize>, compiler: &mut Compiler<'_>) -> (f64, Safe) {
    let mut bleed = p.bleed.as_ref().map_or(0.0, |at| at.value.0);
    if let Some(at) = &p.bleed
        && !(0.0..=MOST_BLEED).contains(&bleed)
    {
        let message = format!("`bleed` lies between 0 and {}mm", Trimmed(MOST_BLEED));
        let hint = "how far colours go on beyond the cut: 2 or 3 mm are usual".to_owned();
        compiler.wrong((codes::BAD_SIZE, message, Some(hint)), compiler.place(at));
        bleed = 0.0;
    }
    let Some(at) = &p.safe else { return (bleed, Safe::default()) };
    let safe = Safe { mm: at.value.0, place: Some(compiler.place(at)) };
    if safe.mm < 0.0 {
        let message = "`safe` is how far inside the cut words stay: 0 or more".to_owned();
        let hint = "how far colours go on beyond the cut is `bleed`".to_owned();
        compiler.wrong((codes::BAD_SIZE, message, Some(hint)), compiler.place(at));
    } else if let Some(PieceSize::Fixed(size)) = size
        && let Err(message) = safe.fits(*size)
    {
        compiler.wrong((codes::BAD_SIZE, message, None), compiler.place(at));
    }
    (bleed, safe)
}

impl Safe {
    /// Whether a piece of this size has room inside its safe zone.
    ///
    /// # Errors
    /// What to say if it has not.
    pub fn fits(&self, piece: Size) -> Result<(), String> {
        // Of a hexagon, the shorter side of its box is from flat to flat.
        let half = piece.width.min(piece.height) / 2.0;
        if self.mm < half {
            return Ok(());
        }
        let half = Trimmed((half * 1000.0).round() / 1000.0);
        Err(format!(
            "a safe zone {} mm inside the cut leaves nothing of a piece of which half measures {half} mm",
            Trimmed(self.mm)
        ))
    }
}

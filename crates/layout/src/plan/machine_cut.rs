//! Plans the sheets of pieces that a machine cuts. The machine finds the pieces by registration
//! marks.
//!
//! - In: a deck, and a setup whose cutting tool needs marks.
//! - Out: sheets on which no piece is near a mark, or the reason why there are none.
//!
//! The module `marks::registration` draws the marks.

use kurbo::Size;

use super::SheetPlan;
use super::component_sheets::piece_sheets;
use crate::impose::{self, duplex};
use crate::setup::Setup;
use hexpress_base::diag::{Result, codes};
use hexpress_base::units::Trimmed;
use hexpress_game::{Component, Deck};
use hexpress_scene::print::paper::sheet_name;

/// Returns the sheets of a deck. Returns `None` if no registration marks are needed, because the
/// tool needs none or the sheets are die-cut.
///
/// # Errors
/// The printer cannot print the marks, the sheets are folded, or the marks leave too little space.
pub fn sheets<'a>(
    component: &'a Component,
    deck: &'a Deck,
    piece: Size,
    setup: &Setup,
) -> Result<Option<Vec<SheetPlan<'a>>>> {
    let (Some(marks), Some(cut)) = (setup.registration(), setup.print_setup.cut) else { return Ok(None) };
    if deck.die_sheet.is_some() {
        return Ok(None);
    }
    if duplex::folds(deck, setup.print_setup.backs_or_default()) {
        let message =
            format!("--backs fold cannot be used with --cut {cut}: marks on a folded sheet are not read");
        let hint = "print backs on the other side of the sheet: --backs flip-long";
        return Err(codes::BAD_OPTION.error(message).hint(hint));
    }
    if setup.margin.widest() > marks.nearest() {
        let message = format!(
            "the marks of --cut {cut} are {} mm from the edges of the sheet, and margins of {} reach over them",
            Trimmed(marks.nearest()),
            setup.margin
        );
        let hint = format!("use margins of at most {} mm", Trimmed(marks.nearest()));
        return Err(codes::NO_ROOM.error(message).hint(hint));
    }
    let paper = setup.paper.sheet(component.class);
    let count = deck.pieces.len();
    let fits = setup.for_pieces().into_iter().filter_map(|setup| {
        let mut fit = impose::best_fit_for(count, deck, piece, paper, &setup)?;
        // Crop marks must not be in the corners with registration marks either.
        fit.bed = Some(setup.margin.inside(fit.sheet));
        Some(piece_sheets(component, deck, &fit, &setup))
    });
    if let Some(fewest) = fits.min_by_key(Vec::len) {
        return Ok(Some(fewest));
    }
    let message = format!(
        "a piece of `{}` is {} x {} mm, which leaves no room for the marks of --cut {cut} on a sheet of {}: each mark \
         needs an empty square of {} mm in its corner of the sheet",
        component.name,
        Trimmed(piece.width),
        Trimmed(piece.height),
        sheet_name(paper),
        Trimmed(marks.keep_clear())
    );
    let hint = "use larger paper, or --cut plotter, which needs no marks";
    Err(codes::DOES_NOT_FIT.error(message).hint(hint))
}

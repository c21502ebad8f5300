//! Sheets that are cut already say themselves where pieces lie.

use kurbo::Size;

use super::duplex::{self, Duplex};
use super::pack_fit::{Marks, PackFit, Packing};
use super::slot::Slot;
use crate::base::units::Trimmed;
use crate::diag::{Result, codes};
use crate::layout::setup::Setup;
use crate::model::{Deck, DieSheet};
use crate::print::paper::{PAPERS, sheet_name};

/// Each piece in the middle of a place.
///
/// # Errors
/// Another paper than the one at hand; a bleed that does not fit between two places.
pub fn in_places(deck: &Deck, blank: &DieSheet, piece: Size, paper: Size, setup: &Setup) -> Result<PackFit> {
    let choice = &setup.paper.name;
    let way = setup.print_setup.way();
    if duplex::folds(deck, way) {
        let message = format!("`{}` is cut already, so it cannot be folded", blank.name);
        let hint =
            "--backs flip-long prints backs on the other side of the sheet, --backs none leaves them out";
        return Err(codes::CANNOT_FOLD.error(message).hint(hint));
    }
    let own_paper = blank.upright();
    if (paper.width - own_paper.width).abs().max((paper.height - own_paper.height).abs()) > 0.01 {
        let own = sheet_name(blank.paper);
        let message = format!("`{}` is {own}, and --paper {choice} gives {}", blank.name, sheet_name(paper));
        let named = PAPERS.iter().find(|p| Size::new(p.size.0, p.size.1) == own_paper);
        let hint = match named {
            Some(paper) => format!("--paper {}", paper.name),
            None => format!("--paper {}x{}mm", Trimmed(own_paper.width), Trimmed(own_paper.height)),
        };
        return Err(codes::OTHER_PAPER.error(message).hint(hint));
    }
    let (x, y) = (blank.pitch.x - piece.width, blank.pitch.y - piece.height);
    let across = if blank.grid.columns > 1 { x } else { f64::INFINITY };
    let between = if blank.grid.rows > 1 { across.min(y) } else { across };
    if between < 2.0 * deck.bleed - 0.001 {
        let message = format!(
            "a bleed of {} mm needs {} mm between two pieces, and on `{}` there are {} mm",
            Trimmed(deck.bleed),
            Trimmed(2.0 * deck.bleed),
            blank.name,
            Trimmed(between.max(0.0))
        );
        let hint = format!("bleed = \"{}mm\"", Trimmed((between / 2.0).max(0.0)));
        return Err(codes::BLEEDS_MEET.error(message).hint(hint));
    }
    Ok(PackFit {
        sheet: blank.paper,
        slots: blank.places().map(|place| Slot::upright(place.center())).collect(),
        packing: Packing::Places,
        gap: between.max(0.0),
        marks: Marks::None,
        duplex: Duplex::flip(way, blank.paper),
        ..PackFit::alone(deck, piece, 0.0)
    })
}

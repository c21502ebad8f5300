//! Cells that are so large that their unit seems to be wrong: warnings.

use crate::base::units::{Trimmed, several};
use crate::diag::{Diagnostic, FileId, Place, Report, codes};
use crate::layout::{Setup, board_sheets};
use crate::model::Game;
use crate::spec::tables::layout::Layout;
use crate::text::Fonts;

/// The largest cell that is likely meant, in mm.
const LARGE: f64 = 120.0;

/// The most sheets of a board whose cells may have any size.
const FEW: usize = 12;

/// Warns of boards that take many sheets because of the size of their cells.
pub(super) fn large(
    (game, layout): (&Game, &Layout),
    (file, text): (FileId, &str),
    fonts: &Fonts,
    setup: &Setup,
) -> Report {
    let mut report = Report::default();
    for given in &layout.board {
        let Some(across) = given.across.as_ref().filter(|across| across.value.0 > LARGE) else { continue };
        let place = Place::new(file, given.span.clone());
        let Some(component) = game.components.iter().find(|component| component.place == place) else {
            continue;
        };
        let Some(board) = component.board().filter(|_| component.is_among(&setup.only)) else { continue };
        let Some(sheets) = board_sheets(game, fonts, component, board, setup).filter(|many| *many > FEW)
        else {
            continue;
        };
        let message =
            format!("cells of {} mm make a board of {}", Trimmed(across.value.0), several(sheets, "sheet"));
        let typed = text.get(across.span.clone()).unwrap_or_default();
        report.push(unit(message, across.value.0, typed).at(Place::new(file, across.span.clone())));
    }
    report
}

/// A warning that a length, as typed, is probably ten times too long.
fn unit(message: String, mm: f64, typed: &str) -> Diagnostic {
    let meant = match typed.contains("cm") {
        true => "if millimetres are meant",
        false => "if it has a digit too many",
    };
    let hint = format!("{meant}, write across = \"{}mm\"", Trimmed((mm * 10.0).round() / 100.0));
    codes::BAD_SIZE.warning(message).hint(hint)
}

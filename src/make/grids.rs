//! How many pieces a layout wants on a sheet, where none holds so many: warnings.

use crate::diag::{FileId, Place, Report};
use crate::layout::Setup;
use crate::layout::plan::{no_fit, piece_size};
use crate::model::Game;
use crate::print::margins::DEFAULT_MARGIN;
use crate::spec::tables::layout::Layout;

/// What is to be said of each `grid` of a layout that no sheet holds.
pub(super) fn grids(game: &Game, layout: &Layout, file: FileId, setup: &Setup) -> Report {
    let mut report = Report::default();
    // A margin that is wider than most printers need is a matter of the printer, and not of the layout.
    if setup.margin.sides().iter().any(|side| *side > DEFAULT_MARGIN) {
        return report;
    }
    for family in crate::resolve::families(layout) {
        for given in family.given {
            let Some(grid) = &given.grid else { continue };
            let name = family.name_of(given);
            let asked = setup.only.is_empty() || setup.only.iter().any(|only| only == name);
            let component = game.components.iter().find(|component| *component.name == *name);
            let Some((component, deck)) =
                component.filter(|_| asked).and_then(|one| Some((one, one.deck()?)))
            else {
                continue;
            };
            let Ok(piece) = piece_size::piece_size(game, deck, setup) else { continue };
            if let Some(warning) = no_fit::grid_warning(component, deck, piece, setup) {
                report.push(warning.at(Place::new(file, grid.span.clone())));
            }
        }
    }
    report
}

//! Warns about grids that do not fit on a sheet.

use hexpress_base::diag::{FileId, Report, SourceSpan};
use hexpress_game::Game;
use hexpress_language::tables::layout::Layout;
use hexpress_layout::Setup;
use hexpress_layout::plan::{no_fit, piece_size};
use hexpress_scene::print::margins::DEFAULT_MARGIN;

/// Returns a warning for every `grid` in a layout that does not fit on a sheet.
pub(super) fn grids(game: &Game, layout: &Layout, file: FileId, setup: &Setup) -> Report {
    let mut report = Report::default();
    // If the margins are wider than most printers need, a grid may not fit, although the layout is
    // correct.
    if setup.margin.sides().iter().any(|side| *side > DEFAULT_MARGIN) {
        return report;
    }
    for family in hexpress_resolve::families(layout) {
        for table in family.tables {
            let Some(grid) = &table.grid else { continue };
            let name = family.name_of(table);
            if !setup.only.is_empty() && !setup.only.iter().any(|only| only == name) {
                continue;
            }
            let named = game.components.iter().find(|component| *component.name == *name);
            let Some((component, deck)) = named.and_then(|component| Some((component, component.deck()?)))
            else {
                continue;
            };
            let Ok(piece) = piece_size::piece_size(game, deck, setup) else { continue };
            if let Some(warning) = no_fit::grid_warning(component, deck, piece, setup) {
                report.push(warning.at(SourceSpan::new(file, grid.span.clone())));
            }
        }
    }
    report
}

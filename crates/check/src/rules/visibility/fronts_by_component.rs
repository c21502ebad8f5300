//! Groups the fronts of pieces by their component.

use crate::base::ordered_map::Map;
use crate::check::FoundSheet;
use crate::check::facts::Facts;
use crate::check::facts::pieces::FoundPiece;

/// Returns the fronts of pieces with their pages, by the number of their component.
pub(super) fn fronts_by_component<'page>(
    facts: &'page Facts<'_>,
) -> Map<usize, Vec<(&'page FoundSheet, &'page FoundPiece)>> {
    let mut fronts: Map<usize, Vec<_>> = Map::new();
    for sheet in facts.views() {
        if let Some(component) = sheet.component {
            fronts.entry(component).or_default().extend(sheet.fronts().map(|piece| (sheet, piece)));
        }
    }
    fronts
}

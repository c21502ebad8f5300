//! Groups the fronts of pieces by their component.

use crate::base::map::Map;
use crate::check::facts::Facts;
use crate::check::facts::pieces::FoundPiece;

/// Pieces of one component, with the page of each.
pub(super) fn decks<'e>(
    facts: &'e Facts<'_>,
) -> Map<usize, Vec<(&'e crate::check::FoundSheet, &'e FoundPiece)>> {
    let mut decks: Map<usize, Vec<_>> = Map::new();
    for sheet in facts.views() {
        if let Some(component) = sheet.component {
            decks.entry(component).or_default().extend(sheet.fronts().map(|piece| (sheet, piece)));
        }
    }
    decks
}

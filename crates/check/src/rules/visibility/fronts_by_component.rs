//! Groups the fronts of all pieces by their component.

use crate::facts::Facts;
use crate::facts::FoundSheet;
use crate::facts::pieces::FoundPiece;
use hexpress_base::sorted_map::SortedMap;

/// Returns the fronts of all pieces and their pages, grouped by component. The key is the index of the
/// component.
pub(super) fn fronts_by_component<'page>(
    facts: &'page Facts<'_>,
) -> SortedMap<usize, Vec<(&'page FoundSheet, &'page FoundPiece)>> {
    let mut fronts: SortedMap<usize, Vec<_>> = SortedMap::new();
    for sheet in facts.views() {
        if let Some(component) = sheet.component {
            fronts.entry(component).or_default().extend(sheet.fronts().map(|piece| (sheet, piece)));
        }
    }
    fronts
}

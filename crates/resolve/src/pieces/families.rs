//! Groups the components with pieces in a layout by their table: `[[cards]]`, `[[notes]]`,
//! `[[tiles]]` or `[[counters]]`.

use hexpress_language::tables::layout::{Layout, Outline as Figure, Pieces};
use hexpress_language::values::spanned::Spanned;

/// All components of the same table, such as `[[cards]]`. The table determines their default name and
/// default outline.
pub struct Family<'l> {
    /// The name of the table. It is also the default name of a component.
    pub name: &'static str,
    /// The default outline of pieces.
    pub outline: Figure,
    /// The tables of the layout that have this name.
    pub tables: &'l [Spanned<Pieces>],
}

impl<'l> Family<'l> {
    pub fn name_of(&self, table: &'l Pieces) -> &'l str {
        table.name.as_deref().map_or(self.name, String::as_str)
    }
}

/// Returns all components with pieces, grouped by their table.
pub fn families(layout: &Layout) -> [Family<'_>; 4] {
    [
        Family { name: "cards", outline: Figure::Rectangle, tables: &layout.cards },
        Family { name: "notes", outline: Figure::Rectangle, tables: &layout.notes },
        Family { name: "tiles", outline: Figure::Hexagon, tables: &layout.tiles },
        Family { name: "counters", outline: Figure::Disc, tables: &layout.counters },
    ]
}

//! Lists the components of pieces of a layout, by the name of their table: `[[cards]]`,
//! `[[notes]]`, `[[tiles]]`, `[[counters]]`.

use hexpress_language::tables::layout::{Layout, Outline as Figure, Pieces};
use hexpress_language::values::place::At;

/// The components of one kind of table. Families differ in their default name and outline.
pub struct Family<'l> {
    /// The name of the table, and the default name of a component.
    pub name: &'static str,
    /// The default outline of pieces.
    pub outline: Figure,
    /// The tables of the layout.
    pub given: &'l [At<Pieces>],
}

impl<'l> Family<'l> {
    /// Returns the name of a component.
    pub fn name_of(&self, given: &'l Pieces) -> &'l str {
        given.name.as_deref().map_or(self.name, String::as_str)
    }
}

/// Returns all components of pieces.
pub fn families(layout: &Layout) -> [Family<'_>; 4] {
    [
        Family { name: "cards", outline: Figure::Rectangle, given: &layout.cards },
        Family { name: "notes", outline: Figure::Rectangle, given: &layout.notes },
        Family { name: "tiles", outline: Figure::Hexagon, given: &layout.tiles },
        Family { name: "counters", outline: Figure::Disc, given: &layout.counters },
    ]
}

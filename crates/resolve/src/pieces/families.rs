//! The components of pieces of a layout, by the table that they stand in.

use crate::spec::tables::layout::{Layout, Outline as Figure, Pieces};
use crate::spec::values::place::At;

/// The components of pieces that a layout lists by one name: they differ in what they are by default.
pub struct Family<'l> {
    /// What a component is called by default.
    pub name: &'static str,
    /// The outline of its pieces by default.
    pub outline: Figure,
    /// The components.
    pub given: &'l [At<Pieces>],
}

impl<'l> Family<'l> {
    /// What a component is called.
    pub fn name_of(&self, given: &'l Pieces) -> &'l str {
        given.name.as_deref().map_or(self.name, String::as_str)
    }
}

/// All components of pieces.
pub fn families(layout: &Layout) -> [Family<'_>; 4] {
    [
        Family { name: "cards", outline: Figure::Rectangle, given: &layout.cards },
        Family { name: "notes", outline: Figure::Rectangle, given: &layout.notes },
        Family { name: "tiles", outline: Figure::Hexagon, given: &layout.tiles },
        Family { name: "counters", outline: Figure::Disc, given: &layout.counters },
    ]
}

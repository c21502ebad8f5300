//! Describes what files should show, according to their record.
//!
//! - In: the layout, parsed again, and the options of the build.
//! - Out: components, colours, papers, and places in the layout.
//! - Not here: the drawings.

use hexpress_base::diag::SourceSpan;
use hexpress_base::identity::Identity;
use hexpress_game::{Component, Game};
use hexpress_language::record::Options;
use hexpress_scene::print::ink::Appearance;
use hexpress_scene::print::paper::PaperChoice;
use hexpress_scene::print::setup::{Backs, Inking, PrintSetup};

/// The contents of the record of files: the layout, parsed again, and the options of the build.
#[derive(Clone, Copy)]
pub struct Expected<'a> {
    /// The game. If only some pieces were built, it contains only these pieces.
    pub game: &'a Game,
    /// The options of the build. If several files are checked, their options are combined.
    pub options: &'a Options,
}

impl<'a> Expected<'a> {
    /// Returns the component with a name, and its index. Returns `None` if the layout has no component of
    /// this name.
    pub fn component(&self, name: &str) -> Option<(usize, &'a Component)> {
        self.game.components.iter().enumerate().find(|(_, c)| *c.name == *name)
    }

    /// Returns whether the files should show a component.
    pub fn prints(&self, component: &Component) -> bool {
        let Options { only, pieces, .. } = self.options;
        component.print > 0
            // A test sheet shows only one piece of each component, so no component is expected on it.
            && !self.options.print_setup.test_sheet
            && component.is_among(only)
            && (pieces.is_empty() || pieces.iter().any(|piece| is_of_component(piece, component)))
    }

    /// Returns whether a print may show the colour `asked` of the layout as the colour `found`.
    pub fn may_print(&self, expected: [u8; 3], found: [u8; 3]) -> bool {
        self.appearance().may_print(expected, found)
    }

    /// Returns how colours of the layout appear in the files.
    pub fn appearance(&self) -> Appearance {
        Appearance { inking: self.inking(), press: self.options.print_setup.press_of_standard() }
    }

    /// Returns how much ink the files use.
    pub fn inking(&self) -> Inking {
        self.options.print_setup.ink.unwrap_or(Inking::Full)
    }

    /// Returns the paper of the build. Returns `None` if the paper in the record is unknown.
    pub fn paper(&self) -> Option<PaperChoice> {
        PaperChoice::parse(&self.options.paper).ok()
    }
}

/// Returns whether `piece`, such as `cards:3`, belongs to a component. The user chose the piece for the
/// build.
fn is_of_component(piece: &str, component: &Component) -> bool {
    piece.split_once(':').is_some_and(|(name, _)| component.is_called(name))
}

/// Returns how the backs of pieces are printed in the build. Returns the default if there is no
/// record.
pub fn backs(expected: Option<Expected<'_>>) -> Backs {
    expected.map_or_else(PrintSetup::default, |expected| expected.options.print_setup).backs_or_default()
}

/// Returns the place in the layout that describes a drawing with the id `id`. If the drawing is a cell, this
/// is the place of the cell. Otherwise, it is the place of the component. Returns `None` if the component is
/// unknown.
pub fn layout_place_of(game: &Game, component: Option<usize>, id: Option<&Identity>) -> Option<SourceSpan> {
    let component = game.components.get(component?)?;
    let board_and_cell = component.board().zip(id.and_then(Identity::cell));
    let cell_place =
        board_and_cell.and_then(|(board, address)| Some(board.cells[board.cell_at(address)?].place));
    Some(cell_place.unwrap_or(component.place))
}

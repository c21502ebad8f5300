//! What the record of the files says: the layout, and what the build was asked for.

use crate::base::identity::Identity;
use crate::diag::Place;
use crate::model::{Component, Game};
use crate::print::paper::PaperChoice;
use crate::print::setup::{Backs, Inking, PrintSetup};
use crate::record::Options;

/// What the record of the files says: the layout, parsed again, and what the build was asked for.
#[derive(Clone, Copy)]
pub struct Expected<'a> {
    /// The game; of a build of a few pieces, with these alone.
    pub game: &'a Game,
    /// What was asked for; of files that are judged together, by all of them.
    pub options: &'a Options,
}

impl<'a> Expected<'a> {
    /// The component of this name, and its number.
    pub fn component(&self, name: &str) -> Option<(usize, &'a Component)> {
        self.game.components.iter().enumerate().find(|(_, c)| *c.name == *name)
    }

    /// Whether the files should show this component.
    pub fn prints(&self, component: &Component) -> bool {
        let Options { only, pieces, .. } = self.options;
        let named = |text: &String| text.split_once(':').is_some_and(|(name, _)| *name == *component.name);
        component.print > 0
            // A test sheet shows a piece of each, to be looked at.
            && !self.options.print_setup.test_sheet
            && component.is_among(only)
            && (pieces.is_empty() || pieces.iter().any(named))
    }

    /// Whether something that the layout wants in the colour `asked` may be of the colour `found` on paper.
    pub fn may_print(&self, asked: [u8; 3], found: [u8; 3]) -> bool {
        self.inking().may_print(asked, found)
    }

    /// How the files were inked.
    pub fn inking(&self) -> Inking {
        self.options.print_setup.ink.unwrap_or(Inking::Full)
    }

    /// The sheets that were asked for; none where the record names a paper that there is not.
    pub fn paper(&self) -> Option<PaperChoice> {
        PaperChoice::parse(&self.options.paper).ok()
    }
}

/// How the build turns sheets over; without a record, as it does where nothing is asked for.
pub fn way(expected: Option<Expected<'_>>) -> Backs {
    expected.map_or_else(|| PrintSetup::default().way(), |expected| expected.options.print_setup.way())
}

/// The line of the layout that made the drawing `id` on a page of this component.
pub fn line(game: &Game, component: Option<usize>, id: Option<&Identity>) -> Option<Place> {
    let component = game.components.get(component?)?;
    let cell = component.board().zip(id.and_then(Identity::cell));
    let cell = cell.and_then(|(board, hex)| Some(board.cells[board.cell_at(hex)?].place));
    Some(cell.unwrap_or(component.place))
}

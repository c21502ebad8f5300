//! One page as page rules see it: its drawings, what was found on it, and what it should show.

use std::sync::Arc;

use kurbo::{Affine, Rect};

use super::board::{FoundBoard, FoundCell};
use super::drawn_by::drawn_by;
use super::expected::{Expected, line};
use super::printer::Printer;
use super::sheet::{Format, FoundSheet};
use crate::base::identity::Identity;
use crate::check::fault::{Fault, Findings};
use crate::diag::Place;
use crate::model::{Board, Component, Deck, cell_called};
use crate::read::{Item, Page, Text};

/// One page with its drawings, as it is read.
#[derive(Clone, Copy)]
pub struct PageContext<'e> {
    /// What was found on it.
    pub sheet: &'e FoundSheet,
    /// The board that is judged: where another program drew several on one page, one of them.
    pub found: Option<&'e FoundBoard>,
    /// Its drawings.
    pub page: &'e Page,
    /// What the record says.
    pub expected: Option<Expected<'e>>,
    /// How the file is written.
    pub format: Format,
    /// How far from right a length may be, in mm.
    pub tolerance: f64,
    /// The printer that the page is corrected for.
    pub printer: Option<&'e Printer>,
    /// From the page to what is judged: what that printer makes of it.
    pub printed: Affine,
}

/// Words that are told, and where.
pub struct Words<'i> {
    /// What is meant, in mm.
    pub rect: Rect,
    /// The drawing that they are.
    pub item: &'i Item,
    /// What they are.
    pub text: &'i Text,
}

impl<'e> PageContext<'e> {
    /// The component on the page.
    pub fn component(&self) -> Option<&'e Component> {
        self.expected?.game.components.get(self.sheet.component?)
    }

    /// The board that the page should show.
    pub fn board(&self) -> Option<&'e Board> {
        self.component()?.board()
    }

    /// The deck that the page should show pieces of.
    pub fn deck(&self) -> Option<&'e Deck> {
        self.component()?.deck()
    }

    /// Returns whether two drawings are of one piece or cell. Other programs name each drawing for itself, so nothing parts
    /// theirs.
    pub(crate) fn are_of_one(&self, a: &Item, b: &Item) -> bool {
        self.sheet.foreign.is_some() || a.id == b.id
    }

    /// The line of the layout that made a drawing: that of the kind of a cell, else that of the component.
    pub fn line(&self, id: Option<&Identity>) -> Option<Place> {
        line(self.expected?.game, self.sheet.component, id)
    }

    /// A fault, at a place on this page.
    pub(crate) fn fault<'f>(
        &self,
        out: &'f mut Findings,
        rect: Rect,
        message: impl Into<String>,
    ) -> &'f mut Fault {
        out.fault(message).at(self.sheet.file, self.sheet.number, Some(rect))
    }

    /// The same of a drawing, or of the component for none, with the line of the layout that made it.
    pub(crate) fn fault_of<'f>(
        &self,
        out: &'f mut Findings,
        rect: Rect,
        id: Option<&Arc<Identity>>,
        message: impl Into<String>,
    ) -> &'f mut Fault {
        self.fault(out, rect, message).about(id).line(self.line(id.map(|id| &**id)))
    }

    /// The same of words, with the line of the element that says them.
    pub(crate) fn fault_of_words<'f>(
        &self,
        out: &'f mut Findings,
        words: &Words<'_>,
        message: impl Into<String>,
    ) -> &'f mut Fault {
        let Words { rect, item, text } = words;
        let element = self.element_of(item, text);
        let fault = self.fault_of(out, *rect, item.id.as_ref(), message);
        let line = element.or(fault.place);
        fault.line(line)
    }

    /// Reports a fault of a cell. The message follows its name.
    pub(crate) fn cell<'f>(&self, out: &'f mut Findings, cell: &FoundCell, message: &str) -> &'f mut Fault {
        let message = format!("{} {message}", self.name_of(cell));
        self.fault_of(out, cell.bounds(), cell.id.as_ref(), message)
    }

    /// Returns where the layout has the element that draws a text, if that is known.
    pub(crate) fn element_of(&self, item: &Item, text: &Text) -> Option<Place> {
        let drawn = self.expected.zip(self.component()).zip(item.id.as_deref());
        drawn.and_then(|((expected, component), id)| drawn_by(expected, component, id, text))
    }

    /// Returns the name of a cell: that of the layout, or else the one that is printed in it, or its address.
    pub(crate) fn name_of(&self, cell: &FoundCell) -> String {
        let hex = cell.meant();
        let layout_name = self.board().and_then(|board| board.cell_name(board.cell_at(hex)?));
        let name = layout_name.or_else(|| cell.name.as_deref().map(str::to_owned));
        name.unwrap_or_else(|| cell_called(None, None, hex))
    }

    /// Adds a hint on how to mend a drawing without a layout. With a layout, the layout is to be mended.
    pub(crate) fn mend(&self, fault: &mut Fault, how: impl FnOnce() -> String) {
        if self.sheet.foreign.is_some() {
            fault.hint(how());
        }
    }
}

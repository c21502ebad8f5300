//! The data that rules need to check one page.
//!
//! - In: a page, the facts about it, and the layout.
//! - Out: faults with their place on the page and in the layout.

use std::sync::Arc;

use kurbo::{Affine, Rect};

use super::board::{FoundBoard, FoundCell};
use super::drawn_by::drawn_by;
use super::expected::{Expected, layout_place_of};
use super::printer::Printer;
use super::sheet::{Format, FoundSheet};
use crate::fault::{Fault, Findings};
use hexpress_base::diag::SourceSpan;
use hexpress_base::identity::{Feature, Identity};
use hexpress_game::{Board, Component, PieceSet, SheetNumber, cell_called};
use hexpress_read::{Item, Page, Text};

/// A page with its drawings, the facts about it, and its expected content.
#[derive(Clone, Copy)]
pub struct PageContext<'e> {
    /// The facts that were found on the page.
    pub sheet: &'e FoundSheet,
    /// The board that is checked. A page of another program may have several boards, which are checked one by
    /// one. `None` if the page has no board.
    pub found: Option<&'e FoundBoard>,
    /// The drawings on the page.
    pub page: &'e Page,
    /// The contents of the record, which say what the page should show. `None` if there is no record.
    pub expected: Option<Expected<'e>>,
    /// The number of the sheet. Some templates print it.
    pub sheet_number: SheetNumber,
    pub format: Format,
    /// The largest deviation that is not a fault, in mm.
    pub tolerance: f64,
    /// The printer whose errors the page corrects. `None` if the page corrects no errors.
    pub printer: Option<&'e Printer>,
    /// The transform from the page to the printed sheet. The rules check the printed sheet.
    pub printed: Affine,
}

/// A text that has a fault, and the box where the fault is reported.
pub struct ReportedText<'i> {
    /// The part of the page that is reported, in mm.
    pub rect: Rect,
    /// The drawing that contains the text.
    pub item: &'i Item,
    pub text: &'i Text,
}

impl<'e> PageContext<'e> {
    /// Returns whether an item belongs to a small picture of a board or a piece on a page of text. Such
    /// a picture is not checked, because the board or piece itself is checked on its own sheet.
    pub fn is_in_picture(&self, item: &Item) -> bool {
        let feature = item.id.as_deref().and_then(Identity::feature);
        self.sheet.text().is_some() && matches!(feature, Some(Feature::Draw(_)))
    }

    /// Returns the component that the page shows. Returns `None` if the component is unknown.
    pub fn component(&self) -> Option<&'e Component> {
        self.expected?.game.components.get(self.sheet.component?)
    }

    /// Returns the board that the page should show. Returns `None` if it should show no board, or if it
    /// is unknown what it should show.
    pub fn board(&self) -> Option<&'e Board> {
        self.component()?.board()
    }

    /// Returns the deck whose pieces the page should show. Returns `None` if it should show no pieces,
    /// or if it is unknown what it should show.
    pub fn deck(&self) -> Option<&'e PieceSet> {
        self.component()?.deck()
    }

    /// Returns whether two drawings may belong to the same piece or cell.
    ///
    /// Always returns true for a page by another program, because its drawings have no ids of pieces or
    /// cells.
    pub(crate) fn are_of_one(&self, a: &Item, b: &Item) -> bool {
        self.sheet.is_foreign() || a.id == b.id
    }

    /// Returns the place in the layout that describes a drawing with the id `id`. If the drawing is a cell,
    /// this is the place of the cell. Otherwise, it is the place of the component. Returns `None` if the
    /// component is unknown.
    pub fn layout_place_of(&self, id: Option<&Identity>) -> Option<SourceSpan> {
        layout_place_of(self.expected?.game, self.sheet.component, id)
    }

    /// Reports a fault at a place on this page, in mm.
    pub(crate) fn fault<'f>(
        &self,
        findings: &'f mut Findings,
        rect: Rect,
        message: impl Into<String>,
    ) -> &'f mut Fault {
        findings.fault(message).at(self.sheet.file, self.sheet.number, Some(rect))
    }

    /// Reports a fault of a drawing, or of the component if `id` is `None`.
    ///
    /// The fault also gets the place in the layout that describes the drawing or the component.
    pub(crate) fn fault_of<'f>(
        &self,
        findings: &'f mut Findings,
        rect: Rect,
        id: Option<&Arc<Identity>>,
        message: impl Into<String>,
    ) -> &'f mut Fault {
        self.fault(findings, rect, message).about(id).in_layout(self.layout_place_of(id.map(|id| &**id)))
    }

    /// Reports a fault of a text. The fault also gets the place where the layout defines the
    /// element that draws the text.
    pub(crate) fn fault_of_text<'f>(
        &self,
        findings: &'f mut Findings,
        words: &ReportedText<'_>,
        message: impl Into<String>,
    ) -> &'f mut Fault {
        let ReportedText { rect, item, text } = words;
        let element = self.element_of(item, text);
        let fault = self.fault_of(findings, *rect, item.id.as_ref(), message);
        let line = element.or(fault.place);
        fault.in_layout(line)
    }

    /// Reports a fault of a cell. The message starts with the name of the cell.
    pub(crate) fn cell<'f>(
        &self,
        findings: &'f mut Findings,
        cell: &FoundCell,
        message: &str,
    ) -> &'f mut Fault {
        let message = format!("{} {message}", self.name_of(cell));
        self.fault_of(findings, cell.bounds(), cell.id.as_ref(), message)
    }

    /// Returns the place in the layout of the element that draws a text. Returns `None` if this place is
    /// unknown.
    pub(crate) fn element_of(&self, item: &Item, text: &Text) -> Option<SourceSpan> {
        let drawn = self.expected.zip(self.component()).zip(item.id.as_deref());
        drawn.and_then(|((expected, component), id)| drawn_by(expected, component, id, text))
    }

    /// Returns the name of a cell for messages. This is the name in the layout. If there is none, it is
    /// the name printed in the cell, or else the address of the cell.
    pub(crate) fn name_of(&self, cell: &FoundCell) -> String {
        let address = cell.intended_address();
        let layout_name = self.board().and_then(|board| board.cell_name(board.cell_at(address)?));
        let name = layout_name.or_else(|| cell.name.as_deref().map(str::to_owned));
        name.unwrap_or_else(|| cell_called(None, None, address))
    }

    /// If another program made the drawing, adds a hint that says how to correct the drawing.
    ///
    /// For drawings that hexpress made, adds nothing, because the user corrects the layout instead.
    pub(crate) fn hint_if_foreign(&self, fault: &mut Fault, how: impl FnOnce() -> String) {
        if self.sheet.is_foreign() {
            fault.hint(how());
        }
    }
}

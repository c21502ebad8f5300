//! Collects the facts about all checked files.
//!
//! - In: the files, and what was found on each of their pages.
//! - Out: the boards and pieces of a component, and faults with their place.

use std::cell::OnceCell;
use std::sync::Arc;

use kurbo::Rect;

use super::board::FoundBoard;
use super::closest_drawing::{Closest, ReferenceLayout};
use super::expected::{Expected, layout_place_of};
use super::laid_lines::PlacedLineBoard;
use super::pieces::FoundPiece;
use super::poster::Poster;
use super::sheet::{File, FoundSheet};
use crate::fault::{Fault, Findings};
use hexpress_base::identity::Identity;
use hexpress_game::{Board, Component};

/// The facts about all checked files.
pub struct Facts<'a> {
    /// The files, without their pages.
    pub files: Vec<File>,
    /// The pages of all files, in order.
    pub sheets: Vec<FoundSheet>,
    /// The boards and pieces that extend over several pages.
    pub posters: Vec<Poster>,
    /// The differences between the files and new builds of their layout. Empty if the files were not compared
    /// with new builds.
    pub differences: Vec<Fault>,
    /// The contents of the record. `None` if there is no record.
    pub expected: Option<Expected<'a>>,
    /// The layout that drawings are compared with. `None` if the user did not request a comparison.
    pub against: Option<ReferenceLayout<'a>>,
    /// For each board of the layout in `against`, the most similar drawing. Computed on first use.
    pub closest: OnceCell<Vec<Option<Closest>>>,
    /// The boards made of points and lines, each laid over the drawing that matches it. Computed on
    /// first use.
    pub laid: OnceCell<Vec<PlacedLineBoard>>,
    /// The largest deviation that is not a fault, in mm.
    pub tolerance: f64,
    /// Whether the pages are only for viewing, and not for printing.
    pub proof: bool,
}

impl<'a> Facts<'a> {
    /// Returns a view of every page. If a page has several components, returns one view for each of them.
    pub fn views(&self) -> impl Iterator<Item = &FoundSheet> {
        self.sheets.iter().flat_map(FoundSheet::views)
    }

    /// Returns the pages that show a component.
    pub fn sheets_of(&self, component: usize) -> impl Iterator<Item = &FoundSheet> {
        self.views().filter(move |sheet| sheet.component == Some(component))
    }

    /// Returns each board of the layout that was found, with the page that shows it. If a board is on
    /// two pages, returns it twice.
    pub fn boards(&self) -> Vec<(&'a Component, &'a Board, &FoundSheet, &FoundBoard)> {
        let components =
            self.expected.iter().flat_map(|expected| expected.game.components.iter().enumerate());
        let boards = components.filter_map(|(i, component)| Some((i, component, component.board()?)));
        let found = boards.flat_map(|(i, component, board)| {
            self.sheets_of(i).filter_map(move |sheet| Some((component, board, sheet, sheet.board()?)))
        });
        found.collect()
    }

    /// Reports a fault of a drawing. The fault also gets the place in the layout where the drawing is
    /// described. If the drawing has no id, it gets the place of the component.
    pub(crate) fn fault<'f>(
        &self,
        findings: &'f mut Findings,
        sheet: &FoundSheet,
        (rect, id): (Option<Rect>, Option<&Arc<Identity>>),
        message: impl Into<String>,
    ) -> &'f mut Fault {
        let line =
            self.expected.and_then(|said| layout_place_of(said.game, sheet.component, id.map(|id| &**id)));
        findings.fault(message).at(sheet.file, sheet.number, rect).about(id).in_layout(line)
    }

    pub(crate) fn page_fault<'f>(
        &self,
        findings: &'f mut Findings,
        sheet: &FoundSheet,
        message: impl Into<String>,
    ) -> &'f mut Fault {
        self.fault(findings, sheet, (None, None), message)
    }

    pub(crate) fn piece_fault<'f>(
        &self,
        findings: &'f mut Findings,
        (sheet, piece): (&FoundSheet, &FoundPiece),
        message: impl Into<String>,
    ) -> &'f mut Fault {
        self.fault(findings, sheet, (piece.place(), piece.id.as_ref()), message)
    }

    /// Returns the fronts of a component's pieces, each with its page.
    pub fn fronts_of(&self, component: usize) -> impl Iterator<Item = (&FoundSheet, &FoundPiece)> {
        self.sheets_of(component).flat_map(|sheet| sheet.fronts().map(move |piece| (sheet, piece)))
    }
}

//! Everything that rules can know of the files that are judged together.

use std::cell::OnceCell;
use std::sync::Arc;

use kurbo::Rect;

use super::against::{Against, Closest};
use super::board::FoundBoard;
use super::expected::{Expected, line};
use super::laid::Laid;
use super::pieces::FoundPiece;
use super::poster::Poster;
use super::sheet::{File, FoundSheet};
use crate::base::identity::Identity;
use crate::check::fault::{Fault, Findings};
use crate::model::{Board, Component};

/// Everything that rules can know.
pub struct Facts<'a> {
    /// The files.
    pub files: Vec<File>,
    /// Their pages, in order.
    pub sheets: Vec<FoundSheet>,
    /// The boards and pieces that lie on several of them.
    pub posters: Vec<Poster>,
    /// What differs from the files that their layout makes, where these were compared.
    pub differences: Vec<Fault>,
    /// What their record says; none if they have none.
    pub expected: Option<Expected<'a>>,
    /// What drawings are held against.
    pub against: Option<Against<'a>>,
    /// Which drawings these are, from when it is asked first.
    pub closest: OnceCell<Vec<Option<Closest>>>,
    /// The boards of lines that are drawn, in the same way.
    pub laid: OnceCell<Vec<Laid>>,
    /// How far from right a length may be, in mm.
    pub tolerance: f64,
    /// Whether the pages are no job for a printer.
    pub proof: bool,
}

impl<'a> Facts<'a> {
    /// The pages, each once for each component on it.
    pub fn views(&self) -> impl Iterator<Item = &FoundSheet> {
        self.sheets.iter().flat_map(FoundSheet::views)
    }

    /// The pages that show a component.
    pub fn sheets_of(&self, component: usize) -> impl Iterator<Item = &FoundSheet> {
        self.views().filter(move |sheet| sheet.component == Some(component))
    }

    /// The boards of the layout, each with the page it is found on.
    pub fn boards(&self) -> Vec<(&'a Component, &'a Board, &FoundSheet, &FoundBoard)> {
        let components =
            self.expected.iter().flat_map(|expected| expected.game.components.iter().enumerate());
        let boards = components.filter_map(|(i, component)| Some((i, component, component.board()?)));
        let found = boards.flat_map(|(i, component, board)| {
            self.sheets_of(i).filter_map(move |sheet| Some((component, board, sheet, sheet.board.as_ref()?)))
        });
        found.collect()
    }

    /// A fault on a page: of a drawing, or of the component for none, with the line of the layout that made it.
    pub(crate) fn fault<'f>(
        &self,
        out: &'f mut Findings,
        sheet: &FoundSheet,
        (rect, id): (Option<Rect>, Option<&Arc<Identity>>),
        message: impl Into<String>,
    ) -> &'f mut Fault {
        let line = self.expected.and_then(|said| line(said.game, sheet.component, id.map(|id| &**id)));
        out.fault(message).at(sheet.file, sheet.number, rect).about(id).line(line)
    }

    /// The same of a page as a whole.
    pub(crate) fn page_fault<'f>(
        &self,
        out: &'f mut Findings,
        sheet: &FoundSheet,
        message: impl Into<String>,
    ) -> &'f mut Fault {
        self.fault(out, sheet, (None, None), message)
    }

    /// The same of a piece.
    pub(crate) fn piece_fault<'f>(
        &self,
        out: &'f mut Findings,
        (sheet, piece): (&FoundSheet, &FoundPiece),
        message: impl Into<String>,
    ) -> &'f mut Fault {
        self.fault(out, sheet, (piece.place(), piece.id.as_ref()), message)
    }

    /// The pieces of a component, fronts alone, each with its page.
    pub fn fronts_of(&self, component: usize) -> impl Iterator<Item = (&FoundSheet, &FoundPiece)> {
        self.sheets_of(component).flat_map(|sheet| sheet.fronts().map(move |piece| (sheet, piece)))
    }
}

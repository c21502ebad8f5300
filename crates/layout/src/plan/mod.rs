//! Which sheets there are: what fits on a sheet, and what is said where it does not.

pub(crate) mod extra_sheets;
pub mod no_fit;
pub(crate) mod pages;
pub mod piece_size;
mod share;
pub(crate) mod sheets;

use std::ops::Range;
use std::sync::Arc;

use kurbo::{Affine, Size};

use super::board::fit::BoardFit;
use super::extra::ExtraSheet;
use super::impose::{CutLine, PackFit};
use super::poster::Poster;
use super::setup::Setup;
use crate::base::identity::CUT_PLAN;
use crate::model::{Board, Component, Deck, Game};
use crate::print::margins::Margins;
use crate::print::profile::Profile;
use crate::print::setup::{Backs, Inking};
use crate::text::Fonts;

pub use share::Sheets;

/// Every sheet that will be printed, not yet drawn.
#[derive(Debug)]
pub struct Plan<'a> {
    pub(super) game: &'a Game,
    pub(super) fonts: &'a Fonts,
    pub(super) margin: Margins,
    pub(super) backs: Backs,
    /// What colours become; none where they stay as they are.
    pub(super) inking: Option<Inking>,
    /// In printing order.
    pub sheets: Vec<SheetPlan<'a>>,
    /// How many sheets fewer these are than if each component had its own.
    pub saved: usize,
    /// The file each sheet goes to, as printed on it; set by whoever names the files.
    pub files: Vec<FileLine>,
    pub(super) printer: Option<Arc<Profile>>,
    pub(super) watch: Option<Watch<'a>>,
}

/// Called when a sheet is drawn.
#[derive(Clone, Copy)]
pub(super) struct Watch<'a>(pub(super) &'a (dyn Fn() + Sync));

impl std::fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Watch")
    }
}

/// What is printed on a sheet about the file it belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileLine {
    /// The file's name, without a folder.
    pub name: String,
    /// The sheet's number in it, from 1.
    pub page: usize,
    /// How many pages the file has.
    pub pages: usize,
}

/// One sheet to come.
#[derive(Debug)]
pub struct SheetPlan<'a> {
    /// What is on it.
    pub component: &'a Component,
    /// Width and height in mm.
    pub size: Size,
    /// What lies where.
    pub content: Content<'a>,
    /// Pieces of other components on the same sheet.
    pub beside: Vec<SheetPlan<'a>>,
    /// The straight cuts that part a sheet into blocks of pieces of one size, which are made before all others.
    pub between: Arc<[CutLine]>,
}

impl<'a> SheetPlan<'a> {
    /// A sheet of one component.
    pub fn of(component: &'a Component, size: Size, content: Content<'a>) -> Self {
        Self { component, size, content, beside: Vec::new(), between: Arc::new([]) }
    }

    /// What is on it, component by component.
    pub fn parts(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(&self.beside)
    }

    /// The same, block by block: in each lie pieces of one size and outline.
    pub fn blocks(&self) -> Vec<Vec<&Self>> {
        let slots = |part: &Self| match &part.content {
            Content::Fronts(_, fit, _) | Content::Backs(_, fit, _) => Some(Arc::clone(&fit.slots)),
            _ => None,
        };
        let mut blocks: Vec<Vec<&Self>> = Vec::new();
        for part in self.parts() {
            let own = slots(part);
            let same = |block: &&mut Vec<&Self>| {
                let known = block.first().and_then(|first| slots(first));
                own.as_ref().zip(known.as_ref()).is_some_and(|(a, b)| Arc::ptr_eq(a, b))
            };
            match blocks.iter_mut().find(same) {
                Some(block) => block.push(part),
                None => blocks.push(vec![part]),
            }
        }
        blocks
    }

    /// The components on it, in words: `deck, start`.
    pub fn names(&self) -> Arc<str> {
        if self.beside.is_empty() {
            return Arc::clone(&self.component.name);
        }
        self.parts().map(|part| &*part.component.name).collect::<Vec<_>>().join(", ").into()
    }

    /// Whether it shows the backs of the pieces on the sheet before.
    pub fn is_back(&self) -> bool {
        matches!(self.content, Content::Backs(..))
    }

    /// What it shows if not a component or the fronts of its pieces, as a word in a file's name.
    pub fn word(&self) -> Option<&'static str> {
        match &self.content {
            Content::Backs(..) => Some("back"),
            Content::Poster(poster, _) if poster.is_back() => Some("back"),
            Content::ExtraSheet(ExtraSheet::Cuts(_)) => Some(CUT_PLAN),
            Content::ExtraSheet(ExtraSheet::Test(_)) => Some("test"),
            Content::Board(..) | Content::Poster(..) | Content::Fronts(..) | Content::Blank => None,
        }
    }

    /// What it shows, in words: `movement`, `movement back`.
    pub fn title(&self) -> Arc<str> {
        let name = self.names();
        match self.word() {
            // It is of no component.
            Some("test") => "test sheet".into(),
            Some(what) => format!("{name} {}", what.replace('-', " ")).into(),
            None if matches!(self.content, Content::Blank) => format!("{name} left empty").into(),
            None => name,
        }
    }
}

/// What a sheet shows.
#[derive(Debug)]
pub enum Content<'a> {
    /// A whole board.
    Board(&'a Board, BoardFit),
    /// Part of a board or a piece that is larger than its sheet: which, from 0.
    Poster(Arc<Poster<'a>>, usize),
    /// Some of a deck's pieces, from the first to before the second; their fronts, and on a sheet that is folded their
    /// backs.
    Fronts(&'a Deck, PackFit, Range<usize>),
    /// The backs of the pieces on the sheet before.
    Backs(&'a Deck, PackFit, Range<usize>),
    /// Nothing, behind a sheet with one side, so that the sheets after it keep their two.
    Blank,
    /// Something for whoever prints and cuts.
    ExtraSheet(ExtraSheet<'a>),
}

impl<'a> Plan<'a> {
    pub(super) fn of(game: &'a Game, fonts: &'a Fonts, setup: &Setup, sheets: Sheets<'a>) -> Self {
        let Sheets { sheets, saved } = sheets;
        let (margin, backs, files) = (setup.margin, setup.print_setup.way(), Vec::new());
        let printer = setup.printer.clone();
        let inking = setup.print_setup.ink.filter(|ink| *ink != Inking::Full);
        let mut plan =
            Self { game, fonts, margin, backs, inking, sheets, saved, files, printer, watch: None };
        plan.number_files();
        plan
    }

    /// Numbers all sheets anew, as if they went into one file without a name.
    pub(super) fn number_files(&mut self) {
        let pages = self.sheets.len();
        self.files = (1..=pages).map(|page| FileLine { name: String::new(), page, pages }).collect();
        self.number_cut_plans(std::slice::from_ref(&(0..pages)));
    }

    /// Has `watch` called each time a sheet is drawn, by whichever core draws it.
    pub fn watch(&mut self, watch: &'a (dyn Fn() + Sync)) {
        self.watch = Some(Watch(watch));
    }

    /// The sheets that go to the same file as the `index`-th.
    pub fn file_of(&self, index: usize) -> Range<usize> {
        let Some(file) = self.files.get(index) else { return 0..0 };
        let first = (index + 1).saturating_sub(file.page);
        first..first + file.pages
    }

    /// The game that is printed.
    pub fn game(&self) -> &'a Game {
        self.game
    }

    /// What a writer does to all of the `index`-th sheet, in mm, y down, so that the printer makes it right.
    pub fn correction(&self, index: usize) -> Option<Affine> {
        let printer = self.printer.as_ref()?;
        let sheet = self.sheets.get(index)?;
        Some(printer.correction(sheet.is_back(), sheet.size, Some(self.backs)))
    }
}

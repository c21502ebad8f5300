//! Defines the plan of a game, which says what is on each sheet.
//!
//! - In: a game and a setup.
//! - Out: a [`Plan`] with every sheet and its contents. Nothing is drawn yet.
//!
//! [`Plan::sheet`] in the module `sheet` draws a sheet.

mod beside_boards;
mod component_sheets;
mod extra_sheets;
mod machine_cut;
pub mod no_fit;
mod one_deck;
pub mod piece_size;
pub(crate) mod print_job;
mod shared_sheets;

pub use component_sheets::packing_for;
use std::iter;
use std::ops::Range;
use std::sync::Arc;

use kurbo::{Affine, Size};

use super::board::fit::{BoardFit, SizedBoard};
use super::extra::ExtraSheet;
use super::impose::{CutLine, SheetPacking};
use super::pages::{Flow, FoldedSide, PageSheet};
use super::piece_run::PieceRun;
use super::poster::Poster;
use super::setup::Setup;
use hexpress_base::identity::CUT_PLAN;
use hexpress_game::pages::Pages;
use hexpress_game::{Component, Game, PieceSet, PieceSide};
use hexpress_scene::print::furniture::Furniture;
use hexpress_scene::print::setup::{Backs, Inking};
use hexpress_scene::text::Fonts;

pub(crate) use component_sheets::all_sheets;
pub use shared_sheets::Sheets;

/// A plan for every sheet of a game. No sheet is drawn yet.
#[derive(Debug)]
pub struct Plan<'a> {
    pub(super) game: &'a Game,
    pub(super) fonts: &'a Fonts,
    pub(super) setup: Setup,
    pub(super) backs: Backs,
    /// How colours are replaced. `None` if colours stay the same.
    pub(super) inking: Option<Inking>,
    pub(super) furniture: Furniture,
    /// The sheets, in printing order.
    pub sheets: Vec<SheetPlan<'a>>,
    /// The number of sheets that are saved because components share sheets.
    pub sheets_saved: usize,
    /// For each sheet in `sheets`: the name of its file, and its page number in this file. Both are printed
    /// on the sheet. They are set by the code that chooses the names of files.
    pub page_labels: Vec<PageInFile>,
    pub(super) watch: Option<Watch<'a>>,
}

/// A function that is called each time a sheet is drawn.
#[derive(Clone, Copy)]
pub(super) struct Watch<'a>(pub(super) &'a (dyn Fn() + Sync));

impl std::fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Watch")
    }
}

/// The name of the file that contains a sheet, and the page number of the sheet in this file. Both are
/// printed on the sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageInFile {
    /// The name of the file without a folder.
    pub name: String,
    /// The number of the sheet in the file, counted from 1.
    pub page: usize,
    pub pages: usize,
}

/// A sheet that is not drawn yet.
#[derive(Debug)]
pub struct SheetPlan<'a> {
    /// The first component on the sheet.
    pub component: &'a Component,
    pub size: Size,
    /// What the sheet shows of its first component: pieces, a board or a page.
    pub content: Content<'a>,
    /// The parts of the sheet that show pieces of other components.
    pub other_parts: Vec<SheetPlan<'a>>,
    /// The straight cuts between blocks of pieces. A block contains pieces of the same size. These cuts
    /// are made before all other cuts.
    pub block_cuts: Arc<[CutLine]>,
}

impl<'a> SheetPlan<'a> {
    /// Returns a sheet of a single component.
    pub fn new(component: &'a Component, size: Size, content: Content<'a>) -> Self {
        Self { component, size, content, other_parts: Vec::new(), block_cuts: Arc::new([]) }
    }

    /// Returns the parts of the sheet. Each part belongs to one component.
    pub fn parts(&self) -> impl Iterator<Item = &Self> {
        iter::once(self).chain(&self.other_parts)
    }

    /// Returns the parts of the sheet, grouped into blocks. All pieces in a block have the same
    /// size and outline.
    pub fn blocks(&self) -> Vec<Vec<&Self>> {
        let mut blocks: Vec<Vec<&Self>> = Vec::new();
        for part in self.parts() {
            match blocks.iter_mut().find(|block| block[0].shares_slots(part)) {
                Some(block) => block.push(part),
                None => blocks.push(vec![part]),
            }
        }
        blocks
    }

    /// Returns whether two parts of a sheet belong to the same block.
    fn shares_slots(&self, other: &Self) -> bool {
        let packings = self.content.packing().zip(other.content.packing());
        packings.is_some_and(|(own, other)| Arc::ptr_eq(&own.slots, &other.slots))
    }

    /// Returns the names of the components on the sheet, such as `deck, start`.
    pub fn names(&self) -> Arc<str> {
        if self.other_parts.is_empty() {
            return Arc::clone(&self.component.name);
        }
        self.parts().map(|part| &*part.component.name).collect::<Vec<_>>().join(", ").into()
    }

    /// Returns whether the sheet is the back of the previous sheet.
    pub fn is_back(&self) -> bool {
        matches!(self.content, Content::Backs(..)) || self.folded_side().is_some_and(FoldedSide::is_back)
    }

    /// Returns the pages that are next to each other on this side of a folded sheet. Returns `None` if the
    /// sheet is not folded.
    pub fn folded_side(&self) -> Option<&FoldedSide> {
        match &self.content {
            Content::Page(.., PageSheet::Folded(side)) => Some(side),
            _ => None,
        }
    }

    /// Returns the suffix for the sheet in names of files, such as `back`. Returns `None` for
    /// boards and fronts.
    pub fn name_suffix(&self) -> Option<&'static str> {
        match &self.content {
            Content::Backs(..) => Some("back"),
            Content::Poster(poster, _) if poster.is_back() => Some("back"),
            Content::ExtraSheet(ExtraSheet::Cuts(_)) => Some(CUT_PLAN),
            Content::ExtraSheet(ExtraSheet::Test(_)) => Some("test"),
            Content::Board(..)
            | Content::Poster(..)
            | Content::Fronts(..)
            | Content::Page(..)
            | Content::Blank => None,
        }
    }

    /// Returns the title of the sheet as users see it, such as `movement` or `movement back`.
    pub fn title(&self) -> Arc<str> {
        let names = self.names();
        match (&self.content, self.name_suffix()) {
            // A test sheet shows all components, so its title does not name a component.
            (Content::ExtraSheet(ExtraSheet::Test(_)), _) => "test sheet".into(),
            (_, Some(suffix)) => format!("{names} {}", suffix.replace('-', " ")).into(),
            (Content::Blank, None) => format!("{names} left empty").into(),
            (_, None) => names,
        }
    }
}

#[derive(Debug)]
pub enum Content<'a> {
    /// A whole board.
    Board(SizedBoard<'a>, BoardFit),
    /// A part of a board or piece that is larger than its sheet. The number is the index of the
    /// part in the poster.
    Poster(Arc<Poster<'a>>, usize),
    /// The fronts of some pieces of a deck. If the sheet is folded, it also shows the backs of
    /// these pieces.
    Fronts(&'a PieceSet, SheetPacking, PieceRun),
    /// The backs of the pieces on the previous sheet.
    Backs(&'a PieceSet, SheetPacking, PieceRun),
    /// A page of text, or a side of a folded sheet.
    Page(Arc<Flow>, &'a Pages, PageSheet),
    /// Nothing. In files with backs, an empty page follows each sheet that has no back. Without it, later
    /// backs would not be behind their fronts.
    Blank,
    /// Instructions for the printer, and for the user who cuts the sheets.
    ExtraSheet(ExtraSheet<'a>),
}

impl<'a> Content<'a> {
    /// Returns the fronts or the backs of some pieces of a deck.
    pub(super) fn pieces(side: PieceSide, deck: &'a PieceSet, packing: SheetPacking, run: PieceRun) -> Self {
        match side {
            PieceSide::Front => Self::Fronts(deck, packing, run),
            PieceSide::Back => Self::Backs(deck, packing, run),
        }
    }

    /// Returns the number of pieces on the sheet, or `None` if the sheet shows no pieces.
    fn count(&self) -> Option<usize> {
        match self {
            Self::Fronts(.., run) | Self::Backs(.., run) => Some(run.count()),
            _ => None,
        }
    }

    /// Replaces the arrangement of the pieces by `other`.
    fn set_packing(&mut self, other: &SheetPacking) {
        if let Self::Fronts(_, packing, _) | Self::Backs(_, packing, _) = self {
            *packing = SheetPacking { foreign_slots: packing.foreign_slots, ..other.clone() };
        }
    }

    /// Returns how the pieces are arranged on the sheet, or `None` if there are no pieces.
    fn packing(&self) -> Option<&SheetPacking> {
        match self {
            Self::Fronts(_, packing, _) | Self::Backs(_, packing, _) => Some(packing),
            _ => None,
        }
    }
}

impl<'a> Plan<'a> {
    /// Returns a plan for `sheets`. The sheets are numbered as pages of a single file.
    pub(super) fn new(game: &'a Game, fonts: &'a Fonts, setup: &Setup, mut sheets: Sheets<'a>) -> Self {
        let backs = print_job::backs(setup, &sheets.sheets);
        print_job::turn_folded(backs, &mut sheets.sheets);
        let mut plan = Self {
            game,
            fonts,
            setup: setup.clone(),
            backs,
            inking: setup.print_setup.ink.filter(|ink| *ink != Inking::Full),
            furniture: setup.furniture(game),
            sheets: sheets.sheets,
            sheets_saved: sheets.sheets_saved,
            page_labels: Vec::new(),
            watch: None,
        };
        plan.number_files();
        plan
    }

    /// Renumbers all sheets as the pages of one file without a name.
    pub(super) fn number_files(&mut self) {
        let pages = self.sheets.len();
        self.page_labels = (1..=pages).map(|page| PageInFile { name: String::new(), page, pages }).collect();
        self.number_cut_plans(std::slice::from_ref(&(0..pages)));
    }

    /// Sets the function that is called each time a sheet is drawn. The function runs on the thread
    /// that draws the sheet.
    pub fn watch(&mut self, watch: &'a (dyn Fn() + Sync)) {
        self.watch = Some(Watch(watch));
    }

    /// Returns the range of sheets that are in the same file as the sheet at this index.
    pub fn file_of(&self, index: usize) -> Range<usize> {
        let Some(file) = self.page_labels.get(index) else { return 0..0 };
        let first = (index + 1).saturating_sub(file.page);
        first..first + file.pages
    }

    pub fn game(&self) -> &'a Game {
        self.game
    }

    /// Returns the transform that corrects the errors of the printer on the sheet at `index`. The
    /// transform is applied when files are written. Lengths are in mm, and `y` points down. Returns
    /// `None` if the errors are unknown.
    pub fn correction(&self, index: usize) -> Option<Affine> {
        let printer = self.setup.printer.as_ref()?;
        let sheet = self.sheets.get(index)?;
        let side = PieceSide::from_is_back(sheet.is_back());
        Some(printer.correction(side, sheet.size, Some(self.backs)))
    }
}

//! Files and their pages, with what was found on each.

use std::sync::Arc;

use kurbo::{Point, Rect, Size};

use super::board::FoundBoard;
use super::expected::{Expected, way};
use super::foreign_page::{self, ForeignPage};
use super::item::{cell_of, fold_line, is_furniture};
use super::pieces::{self, FoundPiece};
use super::poster::part::{PosterPart, Seam};
use super::shared::{self, View};
use super::small_boards::small_boards;
use super::visible::Hidden;
use crate::base::identity::{CUT_PLAN, Feature, Single};
use crate::read::{Document, Page};
use crate::record::Record;

/// How a file is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// PDF.
    Pdf,
    /// SVG, one sheet to a file.
    Svg,
}

/// One of the files that are judged together.
#[derive(Debug, Clone)]
pub struct File {
    /// As the user knows it.
    pub name: String,
    /// How it is written.
    pub format: Format,
    /// What it says of itself; its pages are among the sheets.
    pub document: Document,
    /// Its record; none if it is not one of ours, or does not say.
    pub record: Option<Record>,
    /// Of a file that holds one sheet of many: which, from 1, and how many there are.
    pub sheet: Option<(usize, usize)>,
    /// Whether it is one of ours without its layout, and was changed since it was made.
    pub is_changed: bool,
    /// Whether it was compared with the file that its layout makes, whose sheets stand for its own.
    pub is_compared: bool,
}

/// A page, with what was found on it.
#[derive(Debug, Clone)]
pub struct FoundSheet {
    /// Which of the files, from 0.
    pub file: usize,
    /// The page's number in its file, from 1.
    pub number: usize,
    /// Its size in mm.
    pub size: Size,
    /// Its boxes, in mm: crop, trim and bleed, where it has them.
    pub boxes: [Option<Rect>; 3],
    /// The [digest](crate::record::page_digest) of its contents.
    pub digest: String,
    /// The number of the component that it shows in the layout.
    pub component: Option<usize>,
    /// The name that its drawings bear.
    pub name: Option<Arc<str>>,
    /// The board on it.
    pub board: Option<FoundBoard>,
    /// The pieces on it.
    pub pieces: Vec<FoundPiece>,
    /// The ends of the line that it is to be folded along.
    pub fold: Option<(Point, Point)>,
    /// Whether it shows where to cut other pages.
    pub is_cut_plan: bool,
    /// Whether it says that it is left empty.
    pub says_empty: bool,
    /// How much is drawn on it beside what is there for whoever prints.
    pub drawings: usize,
    /// The boards with rules that stand in small on its pieces, each with its component's number.
    pub small: Vec<(usize, FoundBoard)>,
    /// Its seams, if it is a part of a poster.
    pub part: Option<PosterPart>,
    /// On a page that says nothing of itself: its boards but the first, which is `board`.
    pub more: Vec<FoundBoard>,
    /// And what else is there.
    pub foreign: Option<ForeignPage>,
    /// Where it shows pieces of several components, the same for each of them: with its own pieces alone.
    pub views: Vec<FoundSheet>,
    /// What of it is hidden, if its file has no record.
    pub hidden: Hidden,
    /// Its drawings, where they are kept: those of boards, and of one component among several until it was judged.
    pub page: Option<Page>,
}

impl FoundSheet {
    /// Reads a page. `silent` if its file has no record.
    pub fn of(page: &Page, file: usize, expected: Option<Expected<'_>>, silent: bool) -> Self {
        let (mut views, mut pieces) = (Vec::new(), Vec::new());
        for View { name, page, items } in shared::views(page) {
            let own = Self { page: None, ..Self::of_one(&page, Some(name), file, expected, silent) };
            pieces.extend(own.pieces.iter().cloned().map(|mut piece| {
                piece.items.iter_mut().for_each(|i| *i = items[*i]);
                piece
            }));
            views.push(Self { page: Some(page), ..own });
        }
        if views.is_empty() {
            return Self::of_one(page, component_name(page), file, expected, silent);
        }
        let drawings = page.items.iter().filter(|item| !is_furniture(item)).count();
        Self { pieces, drawings, page: None, small: Vec::new(), views: views.clone(), ..views.swap_remove(0) }
    }

    /// Reads a page with one component, whose name is `name`.
    fn of_one(
        page: &Page,
        name: Option<Arc<str>>,
        file: usize,
        expected: Option<Expected<'_>>,
        silent: bool,
    ) -> Self {
        let says_empty = has_single(page, Single::Empty);
        // A component may have that name too.
        let is_cut_plan = name.as_deref() == Some(CUT_PLAN) && has_single(page, Single::Sheet);
        // An empty page behind a component does not show the component.
        let shows = name.as_deref().filter(|_| !says_empty);
        let component = shows.and_then(|name| Some(expected?.component(name)?.0));
        let deck = component.and_then(|i| expected?.game.components.get(i)?.deck());
        let is_board = deck.is_none()
            && (has_single(page, Single::Lines) || page.items.iter().any(|item| cell_of(item).is_some()));
        let part = PosterPart::of(page);
        let pieces =
            if is_board || part.is_some() { Vec::new() } else { pieces::of(page, deck, way(expected)) };
        let (board, more, foreign) = if part.is_some() {
            // Boards and pieces on several pages are found when the pages are merged.
            (None, Vec::new(), None)
        } else if is_board {
            let layout = component.and_then(|i| expected?.game.components.get(i)?.board());
            let mut board = FoundBoard::seek(page, layout);
            if silent && let Some(board) = &mut board {
                board.named = Some(board.shape_name());
            }
            (board, Vec::new(), None)
        } else if silent && name.is_none() {
            let (boards, foreign) = foreign_page::boards(page);
            let mut boards = boards.into_iter();
            (boards.next(), boards.collect(), Some(foreign))
        } else {
            (None, Vec::new(), None)
        };
        let whole_deck = expected.zip(deck).filter(|_| part.is_none());
        let small = whole_deck.map(|(expected, deck)| small_boards(page, deck, &pieces, expected));
        Self {
            file,
            number: page.number,
            size: page.media.size(),
            boxes: [page.crop, page.trim, page.bleed],
            digest: page.digest.clone(),
            component,
            name,
            board,
            more,
            foreign,
            hidden: Hidden::default(),
            pieces,
            small: small.unwrap_or_default(),
            part,
            fold: fold_line(page).map(|line| (line.p0, line.p1)),
            views: Vec::new(),
            is_cut_plan,
            says_empty,
            drawings: page.items.iter().filter(|item| !is_furniture(item)).count(),
            page: None,
        }
    }
}

impl FoundSheet {
    /// Returns all boards of the sheet.
    pub fn boards(&self) -> impl Iterator<Item = &FoundBoard> {
        self.board.iter().chain(&self.more)
    }

    /// Returns the sheet, or, if it shows several components, its view of each of them.
    pub fn views(&self) -> impl Iterator<Item = &Self> {
        let all = if self.views.is_empty() { std::slice::from_ref(self) } else { &self.views };
        all.iter()
    }

    /// Returns the seams of the part of a poster, by their names.
    pub(super) fn seams(&self) -> impl Iterator<Item = (&Arc<str>, &Seam)> {
        self.part.iter().flat_map(|part| part.seams.iter())
    }

    /// Returns the pieces that are no backs.
    pub fn fronts(&self) -> impl Iterator<Item = &FoundPiece> {
        self.pieces.iter().filter(|piece| !piece.back)
    }
}

/// Whether a page has a drawing of a kind that a page has once.
fn has_single(page: &Page, single: Single) -> bool {
    let mut features = page.items.iter().filter_map(|item| item.id.as_deref()?.feature());
    features.any(|feature| *feature == Feature::Single(single))
}

/// Returns the name of the component that a page shows, from the ids of its drawings.
fn component_name(page: &Page) -> Option<Arc<str>> {
    page.items.iter().find_map(|item| item.id.as_deref()?.component().cloned())
}

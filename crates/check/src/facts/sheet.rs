//! The facts about one file, and about one page.
//!
//! In goes a page with its drawings. Out come its boards, pieces and seams. Nothing here compares them with the layout.

use std::sync::Arc;

use kurbo::{Point, Rect, Size};

use super::board::FoundBoard;
use super::component_views::{self, View};
use super::expected::{Expected, way};
use super::foreign_page::{self, ForeignPage};
use super::item::{cell_of, fold_line, is_furniture};
use super::pieces::{self, FoundPiece};
use super::poster::part::{PosterPart, Seam};
use super::small_boards::small_boards;
use super::visible::Hidden;
use hexpress_base::identity::{CUT_PLAN, Feature, Single};
use hexpress_language::record::Record;
use hexpress_read::{Document, Page};

/// The format of a file.
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
    /// The name of the file as the user typed it.
    pub name: String,
    /// Whether the file is a PDF or an SVG.
    pub format: Format,
    /// The contents of the file. Its pages are sheets.
    pub document: Document,
    /// The record; `None` if another program wrote the file, or the record was left out.
    pub record: Option<Record>,
    /// The number of the sheet, from 1, and the number of sheets, if each sheet is a file.
    pub sheet: Option<(usize, usize)>,
    /// Whether hexpress wrote the file without its layout, and it was changed later.
    pub is_changed: bool,
    /// Whether the file was compared with the one that its layout makes. The sheets are those of that file then.
    pub is_compared: bool,
}

/// The facts about a page, or about one component of a page.
#[derive(Debug, Clone)]
pub struct FoundSheet {
    /// The index of its file.
    pub file: usize,
    /// The number of the page in its file, from 1.
    pub number: usize,
    /// The size, in mm.
    pub size: Size,
    /// The crop, trim and bleed boxes, in mm, if the page has them.
    pub boxes: [Option<Rect>; 3],
    /// The [digest](hexpress_language::record::page_digest) of its contents.
    pub digest: String,
    /// The index of its component in the layout.
    pub component: Option<usize>,
    /// The name of its component, from the ids of its drawings.
    pub name: Option<Arc<str>>,
    /// The first board.
    pub board: Option<FoundBoard>,
    /// The pieces.
    pub pieces: Vec<FoundPiece>,
    /// The ends of the line along which the page is folded.
    pub fold: Option<(Point, Point)>,
    /// Whether the page is a cut plan for other pages.
    pub is_cut_plan: bool,
    /// Whether the page has a note that it is left empty.
    pub says_empty: bool,
    /// The number of its drawings, without those for the printer.
    pub drawings: usize,
    /// The boards with rules that are drawn in small on its pieces, with the indexes of their components.
    pub small: Vec<(usize, FoundBoard)>,
    /// The seams, if the page is a part of a poster.
    pub part: Option<PosterPart>,
    /// The boards after the first one, on a page of another program.
    pub more: Vec<FoundBoard>,
    /// Other facts about a page of another program.
    pub foreign: Option<ForeignPage>,
    /// The facts about each component, if the page has pieces of several components.
    pub views: Vec<FoundSheet>,
    /// The drawings that are hidden, if the file has no record.
    pub hidden: Hidden,
    /// The drawings, as long as they are kept: those of boards, and those of a component until it is judged.
    pub page: Option<Page>,
}

impl FoundSheet {
    /// Reads a page. `silent` if its file has no record.
    pub fn of(page: &Page, file: usize, expected: Option<Expected<'_>>, silent: bool) -> Self {
        let (mut views, mut pieces) = (Vec::new(), Vec::new());
        for View { name, page, items } in component_views::views(page) {
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

//! Finds what one page shows.
//!
//! - In: a page with its drawings, and the layout if it is known.
//! - Out: a [`FoundSheet`] with its boards, pieces or seams.
//! - Not here: comparing boards and pieces with the layout.

use std::sync::Arc;

use kurbo::{Line, Rect, Size};

use super::board::FoundBoard;
use super::component_views::{self, ComponentView};
use super::expected::{Expected, backs};
use super::foreign_page::{self, ForeignPage};
use super::item::{cell_of, fold_lines, is_furniture};
use super::pieces::{self, FoundPiece};
use super::poster::part::{PosterPart, Seam};
use super::qr_codes::PageCodes;
use super::small_boards::{SmallBoard, small_boards};
use super::text::TextSheet;
use super::visible::Hidden;
use hexpress_base::identity::{CUT_PLAN, Feature, Single};
use hexpress_base::piece_side::PieceSide;
use hexpress_game::PieceSet;
use hexpress_language::record::Record;
use hexpress_read::{Document, Page};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A PDF, with all sheets as pages.
    Pdf,
    /// SVG. Each sheet is a separate file.
    Svg,
}

/// One of the files that are judged together.
#[derive(Debug, Clone)]
pub struct File {
    /// The name of the file as the user typed it.
    pub name: String,
    /// The format, detected from the first bytes.
    pub format: Format,
    /// The contents of the file. Each page of the document is a sheet.
    pub document: Document,
    /// The record that hexpress writes into its files. `None` if another program wrote the file, or if
    /// the record was left out.
    pub record: Option<Record>,
    /// The sheet that this file contains, if the build wrote one file for each sheet.
    pub sheet: Option<SheetOfBuild>,
    /// True if hexpress wrote the file without embedding the layout, and the file was changed later.
    pub is_changed: bool,
    /// Whether the file was compared with a new build of its layout. In this case, the sheets are
    /// those of the new build.
    pub is_compared: bool,
}

/// The position of a sheet in a build that writes one file for each sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SheetOfBuild {
    pub number: usize,
    /// The number of sheets in the build.
    pub count: usize,
}

/// The facts about a page. If a page shows several components, there are also facts about each component.
#[derive(Debug, Clone)]
pub struct FoundSheet {
    /// The index of the file in the list of judged files.
    pub file: usize,
    /// The number of the page in the file, from 1.
    pub number: usize,
    /// The size of the page, in mm.
    pub size: Size,
    /// The crop, trim and bleed boxes of the page, if it has any.
    pub boxes: PageBoxes,
    /// The [digest](hexpress_language::record::page_digest) of the page contents.
    pub digest: String,
    /// The index of the component in the layout; `None` if it is unknown.
    pub component: Option<usize>,
    /// The name of the component. It is taken from the ids of the drawings. `None` if no id contains a
    /// component.
    pub name: Option<Arc<str>>,
    /// The contents of the page.
    pub content: SheetContent,
    /// The lines that show where the page is folded.
    pub folds: Vec<Line>,
    /// Whether the page is a cut plan for other pages.
    pub is_cut_plan: bool,
    /// Whether a note on the page says that the page is empty on purpose.
    pub says_empty: bool,
    /// The number of drawings on the page, without marks, rulers and other drawings that belong to the
    /// sheet.
    pub drawings: usize,
    /// The hidden drawings that were removed from the page.
    pub hidden: Hidden,
    /// The QR codes of the page.
    pub codes: PageCodes,
    /// The page with its drawings; `None` if it is not kept.
    ///
    /// Pages with boards are kept until the end. Pages with any other component are kept until the
    /// component is judged.
    pub page: Option<Page>,
}

/// The crop, trim and bleed boxes of a PDF page, in mm. They say where to print and where to cut.
#[derive(Debug, Clone, Copy, Default)]
pub struct PageBoxes {
    pub crop: Option<Rect>,
    pub trim: Option<Rect>,
    pub bleed: Option<Rect>,
}

/// The contents of a sheet.
#[derive(Debug, Clone)]
pub enum SheetContent {
    /// A board; `None` if its cells were not found.
    Board(Option<FoundBoard>),
    /// Pieces. The list is empty for a sheet that is empty or has only marks and similar drawings.
    Pieces(PieceSheet),
    PosterPart(PosterSheet),
    /// A page by another program.
    Foreign(ForeignSheet),
    Several(SharedSheet),
    /// A page of text.
    Text(TextSheet),
}

#[derive(Debug, Clone, Default)]
pub struct PieceSheet {
    pub pieces: Vec<FoundPiece>,
    /// The small pictures of boards on the pieces. Only boards that have rules are listed.
    pub small_boards: Vec<SmallBoard>,
}

/// A sheet that shows one part of a poster.
#[derive(Debug, Clone)]
pub struct PosterSheet {
    pub part: PosterPart,
    /// The whole board or piece of the poster. It is added to the first sheet of the poster, after the parts
    /// are joined. `None` for all other sheets.
    pub whole: Option<PosterWhole>,
}

/// A board or a piece that is larger than a sheet. It is joined from the parts on several sheets.
#[derive(Debug, Clone)]
pub enum PosterWhole {
    /// A board; `None` if its cells were not found.
    Board(Option<Box<FoundBoard>>),
    Pieces(PieceSheet),
}

/// A page that another program made.
#[derive(Debug, Clone)]
pub struct ForeignSheet {
    pub boards: Vec<FoundBoard>,
    pub pieces: Vec<FoundPiece>,
    /// The facts about the drawings outside the boards of the page.
    pub page: ForeignPage,
}

/// A sheet that shows several components: pieces, and at most one board.
#[derive(Debug, Clone)]
pub struct SharedSheet {
    /// The pieces of all components. Each piece stores indices into the items of the whole page.
    pub pieces: Vec<FoundPiece>,
    /// The facts about each component, in drawing order. The list is never empty.
    pub views: Vec<FoundSheet>,
}

impl SharedSheet {
    /// Returns the board of the sheet; `None` if no component is a board, or if its cells were not
    /// found.
    fn board(&self) -> Option<&FoundBoard> {
        self.views.iter().find_map(|view| match &view.content {
            SheetContent::Board(board) => board.as_ref(),
            _ => None,
        })
    }
}

/// Finds what the pages of a file show. The fields are the same for all pages of the file.
#[derive(Clone, Copy)]
pub struct SheetFinder<'e> {
    pub file: usize,
    pub expected: Option<Expected<'e>>,
    /// Whether the file has no record of its build.
    pub has_no_record: bool,
}

impl SheetFinder<'_> {
    /// Returns what a page shows, separately for each component on the page.
    pub fn sheet(&self, page: &Page) -> FoundSheet {
        let (mut views, mut pieces) = (Vec::new(), Vec::new());
        for ComponentView { name, page, items } in component_views::views(page) {
            let view = self.sheet_of_component(&page, Some(name));
            pieces.extend(view.pieces().iter().cloned().map(|mut piece| {
                piece.items.iter_mut().for_each(|i| *i = items[*i]);
                piece
            }));
            views.push(FoundSheet { page: Some(page), ..view });
        }
        let Some(first) = views.first().cloned() else {
            return self.sheet_of_component(page, component_name(page));
        };
        FoundSheet {
            content: SheetContent::Several(SharedSheet { pieces, views }),
            drawings: drawing_count(page),
            page: None,
            ..first
        }
    }

    /// Returns what a page with one component shows.
    fn sheet_of_component(&self, page: &Page, name: Option<Arc<str>>) -> FoundSheet {
        let says_empty = has_single(page, Single::Empty);
        // A component may have the same name as the cut plan, so the name alone does not prove that
        // the page is the cut plan.
        let is_cut_plan = name.as_deref() == Some(CUT_PLAN) && has_single(page, Single::Sheet);
        // An empty page may be the back of a sheet that shows a component. The empty page itself does
        // not show this component.
        let shows = name.as_deref().filter(|_| !says_empty);
        let component = shows.and_then(|name| Some(self.expected?.component(name)?.0));
        FoundSheet {
            file: self.file,
            number: page.number,
            size: page.media.size(),
            boxes: PageBoxes { crop: page.crop, trim: page.trim, bleed: page.bleed },
            digest: page.digest.clone(),
            component,
            content: self.content(page, name.as_deref(), component),
            name,
            hidden: Hidden::default(),
            codes: PageCodes::default(),
            folds: fold_lines(page),
            is_cut_plan,
            says_empty,
            drawings: drawing_count(page),
            page: None,
        }
    }

    /// Returns whether a component consists of pages of text.
    fn is_text(&self, component: usize) -> bool {
        let components = self.expected.map(|expected| &expected.game.components);
        components.is_some_and(|all| all.get(component).is_some_and(|component| component.pages().is_some()))
    }

    fn content(&self, page: &Page, name: Option<&str>, component: Option<usize>) -> SheetContent {
        if component.is_some_and(|i| self.is_text(i)) {
            return SheetContent::Text(TextSheet::find(page));
        }
        // For a part of a poster, the board or piece is found later, when the parts are joined.
        if let Some(part) = PosterPart::from_page(page) {
            return SheetContent::PosterPart(PosterSheet { part, whole: None });
        }
        let body = component.and_then(|i| self.expected?.game.components.get(i));
        let deck = body.and_then(|body| body.deck());
        let is_board = deck.is_none()
            && (has_single(page, Single::Lines) || page.items.iter().any(|item| cell_of(item).is_some()));
        if is_board {
            let mut board = FoundBoard::seek(page, body.and_then(|body| body.board()));
            if self.has_no_record
                && let Some(board) = &mut board
            {
                board.named = Some(board.shape_name());
            }
            SheetContent::Board(board)
        } else if self.has_no_record && name.is_none() {
            let pieces = pieces::found_pieces(page, None, backs(self.expected));
            let (boards, page) = foreign_page::boards(page);
            SheetContent::Foreign(ForeignSheet { boards, pieces, page })
        } else {
            SheetContent::Pieces(PieceSheet::find(page, deck, self.expected))
        }
    }
}

impl PieceSheet {
    /// Returns the pieces of a page. `deck` is the deck that the page should show.
    pub fn find(page: &Page, deck: Option<&PieceSet>, expected: Option<Expected<'_>>) -> Self {
        let pieces = pieces::found_pieces(page, deck, backs(expected));
        let small_boards = deck
            .zip(expected)
            .map_or_else(Vec::new, |(deck, expected)| small_boards(page, deck, &pieces, expected));
        Self { pieces, small_boards }
    }
}

impl FoundSheet {
    /// Returns all boards of the sheet. If the sheet is a part of a poster, returns the board of the
    /// whole poster.
    ///
    /// If a board shares its page with pieces, the board is drawn first. So the items of the board have
    /// the same indices in its own view as on the whole page.
    pub fn boards(&self) -> impl Iterator<Item = &FoundBoard> {
        let (only, several): (Option<&FoundBoard>, &[FoundBoard]) = match &self.content {
            SheetContent::Board(board) => (board.as_ref(), &[]),
            SheetContent::Several(shared) => (shared.board(), &[]),
            SheetContent::PosterPart(PosterSheet { whole: Some(PosterWhole::Board(board)), .. }) => {
                (board.as_deref(), &[])
            }
            SheetContent::Foreign(foreign) => (None, &foreign.boards),
            SheetContent::PosterPart(_) | SheetContent::Pieces(_) | SheetContent::Text(_) => (None, &[]),
        };
        only.into_iter().chain(several)
    }

    pub fn board(&self) -> Option<&FoundBoard> {
        self.boards().next()
    }

    /// Returns the pieces of the sheet. If the sheet is a part of a poster, returns the pieces of the
    /// whole poster.
    pub fn pieces(&self) -> &[FoundPiece] {
        match &self.content {
            SheetContent::Pieces(sheet)
            | SheetContent::PosterPart(PosterSheet { whole: Some(PosterWhole::Pieces(sheet)), .. }) => {
                &sheet.pieces
            }
            SheetContent::Foreign(foreign) => &foreign.pieces,
            SheetContent::Several(shared) => &shared.pieces,
            SheetContent::Board(_) | SheetContent::PosterPart(_) | SheetContent::Text(_) => &[],
        }
    }

    /// Returns the small pictures of boards on the pieces of the sheet. Only boards that have rules are
    /// returned.
    pub fn small_boards(&self) -> &[SmallBoard] {
        match &self.content {
            SheetContent::Pieces(sheet)
            | SheetContent::PosterPart(PosterSheet { whole: Some(PosterWhole::Pieces(sheet)), .. }) => {
                &sheet.small_boards
            }
            _ => &[],
        }
    }

    /// Returns the part of a poster that the sheet shows; `None` if the sheet does not belong to a
    /// poster.
    pub fn poster_part(&self) -> Option<&PosterPart> {
        match &self.content {
            SheetContent::PosterPart(poster) => Some(&poster.part),
            _ => None,
        }
    }

    /// Returns the text of the sheet; `None` if it is not a page of text.
    pub fn text(&self) -> Option<&TextSheet> {
        match &self.content {
            SheetContent::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the facts about the drawings outside the boards; `None` if hexpress made the page.
    pub fn foreign(&self) -> Option<&ForeignPage> {
        match &self.content {
            SheetContent::Foreign(foreign) => Some(&foreign.page),
            _ => None,
        }
    }

    /// Returns whether another program drew the sheet.
    pub fn is_foreign(&self) -> bool {
        self.foreign().is_some()
    }

    /// Returns whether the sheet shows several components.
    pub fn is_shared(&self) -> bool {
        matches!(self.content, SheetContent::Several(_))
    }

    /// Returns one view for each component. If the sheet shows only one component, the sheet itself is
    /// the only view.
    pub fn views(&self) -> impl Iterator<Item = &Self> {
        let all = match &self.content {
            SheetContent::Several(shared) => &*shared.views,
            _ => std::slice::from_ref(self),
        };
        all.iter()
    }

    /// Returns the seams between this part of a poster and its neighbours, with the names of the seams.
    pub(super) fn seams(&self) -> impl Iterator<Item = (&Arc<str>, &Seam)> {
        self.poster_part().into_iter().flat_map(|part| &part.seams)
    }

    /// Returns the pieces that show their front.
    pub fn fronts(&self) -> impl Iterator<Item = &FoundPiece> {
        self.pieces().iter().filter(|piece| piece.side == PieceSide::Front)
    }
}

/// Returns the number of drawings on a page, without marks, rulers and other drawings that belong to the
/// sheet.
fn drawing_count(page: &Page) -> usize {
    page.items.iter().filter(|item| !is_furniture(item)).count()
}

/// Returns whether a page has the drawing `single`. A page has this kind of drawing at most once.
fn has_single(page: &Page, single: Single) -> bool {
    let mut features = page.items.iter().filter_map(|item| item.id.as_deref()?.feature());
    features.any(|feature| *feature == Feature::Single(single))
}

/// Returns the name of the component on a page, from the ids of the drawings. Returns `None` if no id
/// contains a component.
fn component_name(page: &Page) -> Option<Arc<str>> {
    page.items.iter().find_map(|item| item.id.as_deref()?.component().cloned())
}

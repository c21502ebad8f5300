//! What was found in the finished files, and what their record says. Rules see nothing else.
//!
//! Shapes, sizes, words and colours come from the drawings alone. The ids that drawings bear are used to say which
//! piece is meant, and which line of the layout made it.

pub(crate) mod board;
pub(crate) mod crooked;
pub(crate) mod ground;
pub(crate) mod lattice;
pub(crate) mod lines;
pub(crate) mod look;
pub(crate) mod marked;
pub(crate) mod opened;
pub(crate) mod pieces;
pub(crate) mod poster;
pub(crate) mod printer;
pub(crate) mod shape_name;

use std::cell::OnceCell;
use std::sync::Arc;

use kurbo::{Affine, BezPath, Point, Rect, Size};

use super::foreign::against::{Against, Closest};
use super::foreign::drawing::{self, Drawing};
use crate::base::identity::{CUT_PLAN, Feature, Identity, Single};
use crate::check::facts::board::FoundBoard;
use crate::check::facts::pieces::FoundPiece;
use crate::check::facts::poster::{Part, Poster};
use crate::check::facts::printer::Printer;
use crate::check::facts::shape_name::Named;
use crate::diag::Place;
use crate::model::{Board, Body, Component, Deck, Game};
use crate::print::paper::PaperChoice;
use crate::print::setup::{Inking, PrintSetup};
use crate::read::{Document, Item, Kind, Page};
use crate::record::{Options, Record};

/// What the record of the files says: the layout, parsed again, and what the build was asked for.
#[derive(Clone, Copy)]
pub struct Said<'a> {
    /// The game; of a build of a few pieces, with these alone.
    pub game: &'a Game,
    /// What was asked for; of files that are judged together, by all of them.
    pub options: &'a Options,
}

impl<'a> Said<'a> {
    /// The component of this name, and its number.
    #[must_use]
    pub fn component(&self, name: &str) -> Option<(usize, &'a Component)> {
        self.game.components.iter().enumerate().find(|(_, c)| *c.name == *name)
    }

    /// Whether the files should show this component.
    #[must_use]
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
    #[must_use]
    pub fn may_print(&self, asked: [u8; 3], found: [u8; 3]) -> bool {
        self.options.print_setup.ink.unwrap_or(Inking::Full).may_print(asked, found)
    }

    /// The sheets that were asked for; none where the record names a paper that there is not.
    #[must_use]
    pub fn paper(&self) -> Option<PaperChoice> {
        PaperChoice::parse(&self.options.paper).ok()
    }
}

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
}

/// A page, with what was found on it.
#[derive(Debug, Clone)]
pub struct Sheet {
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
    pub part: Option<Part>,
    /// On a page that says nothing of itself: its boards but the first, which is `board`.
    pub more: Vec<FoundBoard>,
    /// And what else is there.
    pub drawing: Option<Drawing>,
    /// Its drawings, where they are kept: those of boards.
    pub page: Option<Page>,
}

/// Everything that rules can know.
pub struct Evidence<'a> {
    /// The files.
    pub files: Vec<File>,
    /// Their pages, in order.
    pub sheets: Vec<Sheet>,
    /// The boards and pieces that lie on several of them.
    pub posters: Vec<Poster>,
    /// What their record says; none if they have none.
    pub said: Option<Said<'a>>,
    /// What drawings are held against.
    pub against: Option<Against<'a>>,
    /// Which drawings these are, from when it is asked first.
    pub closest: OnceCell<Vec<Option<Closest>>>,
    /// How far from right a length may be, in mm.
    pub tolerance: f64,
    /// Whether the pages are no job for a printer.
    pub proof: bool,
}

/// One page with its drawings, as it is read.
pub struct Look<'e> {
    /// What was found on it.
    pub sheet: &'e Sheet,
    /// Its drawings.
    pub page: &'e Page,
    /// What the record says.
    pub said: Option<Said<'e>>,
    /// How the file is written.
    pub format: Format,
    /// How far from right a length may be, in mm.
    pub tolerance: f64,
    /// The printer that the page is corrected for.
    pub printer: Option<&'e Printer>,
    /// From the page to what is judged: what that printer makes of it.
    pub printed: Affine,
}

impl Sheet {
    /// Looks at a page; `silent` if its file has no record.
    #[must_use]
    pub fn of(page: &Page, file: usize, said: Option<Said<'_>>, silent: bool) -> Self {
        let name = component_name(page);
        let has = |single| {
            let is = |item: &Item| {
                item.id.as_deref().and_then(Identity::feature) == Some(&Feature::Single(single))
            };
            page.items.iter().any(is)
        };
        let says_empty = has(Single::Empty);
        // A component may bear that name too.
        let is_cut_plan = name.as_deref() == Some(CUT_PLAN) && has(Single::Sheet);
        // The page behind a component shows nothing of it.
        let shows = name.as_deref().filter(|_| !says_empty);
        let component = shows.and_then(|name| Some(said?.component(name)?.0));
        let deck = component.and_then(|i| deck(said?.game, i));
        let is_board = deck.is_none() && page.items.iter().any(|item| cell_of(item).is_some());
        let part = Part::of(page);
        let way = said.map_or_else(|| PrintSetup::default().way(), |said| said.options.print_setup.way());
        let pieces = if is_board || part.is_some() {
            Vec::new()
        } else {
            crate::check::facts::pieces::of(page, deck, way)
        };
        let (board, more, drawing) = if part.is_some() {
            // What lies on several pages is looked for when they are put together.
            (None, Vec::new(), None)
        } else if is_board {
            let mut board = FoundBoard::of(page);
            if silent && let Some(board) = &mut board {
                board.named = Some(Named::of(board));
            }
            (board, Vec::new(), None)
        } else if silent && name.is_none() {
            let (boards, drawing) = drawing::boards(page);
            let mut boards = boards.into_iter();
            (boards.next(), boards.collect(), Some(drawing))
        } else {
            (None, Vec::new(), None)
        };
        let whole = part.is_none();
        let small = said.zip(deck).filter(|_| whole);
        let small = small.map(|(said, deck)| super::game::small_boards(page, deck, &pieces, said));
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
            drawing,
            pieces,
            small: small.unwrap_or_default(),
            part,
            fold: fold_line(page),
            is_cut_plan,
            says_empty,
            drawings: page.items.iter().filter(|item| !is_furniture(item)).count(),
            page: None,
        }
    }
}

impl Sheet {
    /// All boards on it.
    pub fn boards(&self) -> impl Iterator<Item = &FoundBoard> {
        self.board.iter().chain(&self.more)
    }

    /// The pieces on it that are no backs.
    pub fn fronts(&self) -> impl Iterator<Item = &FoundPiece> {
        self.pieces.iter().filter(|piece| !piece.back)
    }
}

impl<'a> Evidence<'a> {
    /// The pages that show a component.
    pub fn sheets_of(&self, component: usize) -> impl Iterator<Item = &Sheet> {
        self.sheets.iter().filter(move |sheet| sheet.component == Some(component))
    }

    /// The boards of the layout, each with the page it is found on.
    pub fn boards(&self) -> Vec<(&'a Component, &'a Board, &Sheet, &FoundBoard)> {
        let Some(said) = self.said else { return Vec::new() };
        let components = said.game.components.iter().enumerate();
        let boards = components.filter_map(|(i, c)| match &c.body {
            Body::Board(board) => Some((i, c, board.as_ref())),
            Body::Deck(_) => None,
        });
        boards
            .flat_map(|(i, c, board)| {
                self.sheets_of(i).filter_map(move |s| Some((c, board, s, s.board.as_ref()?)))
            })
            .collect()
    }
}

impl<'e> Look<'e> {
    /// The component on the page.
    #[must_use]
    pub fn component(&self) -> Option<&'e Component> {
        self.said?.game.components.get(self.sheet.component?)
    }

    /// The board that the page should show.
    #[must_use]
    pub fn board(&self) -> Option<&'e Board> {
        match &self.component()?.body {
            Body::Board(board) => Some(board),
            Body::Deck(_) => None,
        }
    }

    /// The deck that the page should show pieces of.
    #[must_use]
    pub fn deck(&self) -> Option<&'e Deck> {
        deck(self.said?.game, self.sheet.component?)
    }

    /// The line of the layout that made a drawing: that of the kind of a cell, else that of the component.
    #[must_use]
    pub fn line(&self, id: Option<&Identity>) -> Option<Place> {
        line(self.said?.game, self.sheet.component, id)
    }
}

/// The line of the layout that made the drawing `id` on a page of this component.
#[must_use]
pub fn line(game: &Game, component: Option<usize>, id: Option<&Identity>) -> Option<Place> {
    let component = game.components.get(component?)?;
    if let (Some(cell), Body::Board(board)) = (id.and_then(Identity::cell), &component.body)
        && let Some(cell) = board.cell_at(cell)
    {
        return Some(board.cells[cell].place);
    }
    Some(component.place)
}

/// The deck of a component.
pub fn deck(game: &Game, component: usize) -> Option<&Deck> {
    match &game.components.get(component)?.body {
        Body::Deck(deck) => Some(deck),
        Body::Board(_) => None,
    }
}

/// The component that a page says it shows.
fn component_name(page: &Page) -> Option<Arc<str>> {
    // All drawings of a page bear the name of one component.
    page.items.iter().find_map(|item| item.id.as_deref()?.component().cloned())
}

/// The ends of the line on a page that shows where to fold it.
#[must_use]
pub fn fold_line(page: &Page) -> Option<(Point, Point)> {
    use kurbo::ParamCurve;
    let mut lines = page.items.iter().filter(|item| item.id.as_deref() == Some(&Identity::Fold));
    lines.find_map(|item| match &item.kind {
        Kind::Path { path, .. } => path.segments().next().map(|line| (line.start(), line.end())),
        _ => None,
    })
}

/// The cell that an item says it belongs to: `board/cell:3,-1`.
#[must_use]
pub fn cell_of(item: &Item) -> Option<crate::base::hex::Hex> {
    item.id.as_deref()?.cell()
}

/// Words without spaces, for they may be broken anywhere.
#[must_use]
pub fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Whether an item is there for whoever prints: a ruler, a mark, a line of text.
#[must_use]
pub fn is_furniture(item: &Item) -> bool {
    item.tag.as_deref() == Some("Artifact") || matches!(item.id.as_deref(), Some(Identity::Ruler(_)))
}

/// What an item covers, half of its line included, in mm; what a clip takes away is left out. Nothing where all of
/// it is clipped.
#[must_use]
pub fn covers(item: &Item) -> Option<Rect> {
    use kurbo::{ParamCurve, PathEl, Shape};
    let rect = match &item.kind {
        // Nothing is drawn along no line at all.
        Kind::Path { path, .. } if path.segments().next().is_none() => return None,
        Kind::Path { path, stroke: None, .. } => path.bounding_box(),
        Kind::Path { path, stroke: Some(stroke), .. } => {
            let half = stroke.width / 2.0;
            let angular = |e: &PathEl| matches!(e, PathEl::MoveTo(_) | PathEl::LineTo(_));
            match path.elements() {
                // Upright and lying strokes end where they end.
                all if all.iter().all(angular) => {
                    let each = path.segments().map(|s| straight(s.start(), s.end(), half));
                    each.reduce(|a, b| a.union(b)).unwrap_or_default()
                }
                _ => path.bounding_box().inflate(half, half),
            }
        }
        Kind::Text(text) => text.outline,
        Kind::Image { corners, .. } => {
            let [a, b, c, d] = *corners;
            Rect::from_points(a, c).union(Rect::from_points(b, d))
        }
    };
    match item.clip {
        None => Some(rect),
        Some(clip) => {
            let seen = rect.intersect(clip);
            (seen.width() > 0.0 && seen.height() > 0.0).then_some(seen)
        }
    }
}

/// The area that a path goes round, in mm². Parts that are open are closed: else it would be another at each place.
#[must_use]
pub fn area(path: &BezPath) -> f64 {
    use kurbo::{Line, ParamCurveArea, PathEl, Shape};
    let (mut start, mut last, mut closing) = (Point::ORIGIN, Point::ORIGIN, 0.0);
    for element in path.elements() {
        match element {
            PathEl::MoveTo(point) => {
                closing += Line::new(last, start).signed_area();
                (start, last) = (*point, *point);
            }
            PathEl::ClosePath => last = start,
            other => last = other.end_point().unwrap_or(last),
        }
    }
    (path.area() + closing + Line::new(last, start).signed_area()).abs()
}

fn straight(from: Point, to: Point, half: f64) -> Rect {
    const LEVEL: f64 = 0.002;
    let rect = Rect::from_points(from, to);
    match (rect.width() < LEVEL, rect.height() < LEVEL) {
        (true, _) => rect.inflate(half, 0.0),
        (_, true) => rect.inflate(0.0, half),
        _ => rect.inflate(half, half),
    }
}

/// How deep a point lies in a convex outline whose corners run clockwise as seen, in mm; negative outside.
#[must_use]
pub fn depth(point: Point, corners: &[Point]) -> f64 {
    let next = corners.iter().cycle().skip(1);
    let sides = corners.iter().zip(next).map(|(&a, &b)| (b - a).cross(point - a) / a.distance(b));
    sides.fold(f64::INFINITY, f64::min)
}

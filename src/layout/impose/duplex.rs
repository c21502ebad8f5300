//! Where backs lie: behind their fronts once the sheet is turned over, or folded.

use std::ops::Range;

use kurbo::{Affine, BezPath, Point, Rect, Size};

use crate::base::identity::Identity;
use crate::base::units::Mm;
use crate::layout::draw::frame::turn;
use crate::layout::elements::face::{Painter, line_of_text};
use crate::layout::plan::space::Space;
use crate::layout::{Content, PackFit, Plan, Setup, SheetPlan, Slot};
use crate::model::Deck;
use crate::print::setup::Backs;
use crate::scene::{Draw, Group, Ink, Role, Stroke};

/// The line through the middle of a sheet about which it is turned over, or along which it is folded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    /// From top to bottom.
    Upright,
    /// From left to right.
    Lying,
}

/// How the backs of a sheet's pieces get behind their fronts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Behind {
    /// The line in the middle that stays where it is.
    pub axis: Axis,
    /// Whether backs lie on the same side of the sheet, beyond that line; else on its other side.
    pub fold: bool,
}

/// How a stack of sheets is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Job {
    /// On which sides.
    pub sides: Sides,
    /// How often, if all sheets agree.
    pub copies: Option<u32>,
}

/// On which sides sheets are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sides {
    /// On one side.
    One,
    /// On both sides, turned over their longer edge.
    TwoLong,
    /// On both sides, turned over their shorter edge.
    TwoShort,
}

impl Sides {
    /// The edge that sheets are turned over: `long`, `short`.
    #[must_use]
    pub fn edge(self) -> Option<&'static str> {
        match self {
            Self::One => None,
            Self::TwoLong => Some("long"),
            Self::TwoShort => Some("short"),
        }
    }
}

/// Between the fold and the nearest bleed, mm: what a fold that is a little off does not reach.
pub const FOLD_ROOM: f64 = 5.0;
/// Of that, what marks leave to the line of the fold and its words, mm.
const WORDS_ROOM: f64 = 2.0;

impl Axis {
    /// The line about which a sheet is turned over its longer or shorter edge; that of a square sheet which is as long
    /// as the others stands upright for the longer.
    #[must_use]
    pub fn of_flip(short: bool, sheet: Size) -> Self {
        if short == (sheet.width > sheet.height) { Self::Upright } else { Self::Lying }
    }

    /// A point on the other side of the line, as far from it.
    #[must_use]
    pub fn mirrored(self, point: Point, sheet: Size) -> Point {
        match self {
            Self::Upright => Point::new(sheet.width - point.x, point.y),
            Self::Lying => Point::new(point.x, sheet.height - point.y),
        }
    }
}

impl Behind {
    /// For a sheet of this size that is turned over.
    #[must_use]
    pub fn flip(backs: Backs, sheet: Size) -> Self {
        Self { axis: Axis::of_flip(backs == Backs::FlipShort, sheet), fold: false }
    }

    /// Where the back of a piece lies whose front lies in `slot`. A piece is turned over as the page of a book is, from
    /// left to right; its back then stands upright.
    #[must_use]
    pub fn slot(self, slot: &Slot, sheet: Size) -> Slot {
        let turn = match self.axis {
            Axis::Upright => 4 - slot.turn % 4,
            Axis::Lying => 6 - slot.turn % 4,
        };
        Slot { middle: self.axis.mirrored(slot.middle, sheet), turn: turn % 4 }
    }

    /// What is cut: the sheet, which has half its size once it is folded.
    #[must_use]
    pub fn cut_sheet(self, sheet: Size) -> Size {
        match self {
            Self { fold: false, .. } => sheet,
            Self { axis: Axis::Upright, .. } => Size::new(sheet.width / 2.0, sheet.height),
            Self { axis: Axis::Lying, .. } => Size::new(sheet.width, sheet.height / 2.0),
        }
    }

    /// What marks for cutting may use of a folded sheet: the half of the fronts, or that of the backs.
    #[must_use]
    pub fn marks(self, sheet: Size, printable: Rect, back: bool) -> Rect {
        let (x, y) = (sheet.width / 2.0, sheet.height / 2.0);
        match (self.axis, back) {
            (Axis::Upright, false) => Rect { x1: x - WORDS_ROOM, ..printable },
            (Axis::Upright, true) => Rect { x0: x + WORDS_ROOM, ..printable },
            (Axis::Lying, false) => Rect { y1: y - WORDS_ROOM, ..printable },
            (Axis::Lying, true) => Rect { y0: y + WORDS_ROOM, ..printable },
        }
    }
}

/// The half that holds the fronts of what pieces may cover of a sheet, less what the fold takes with the pieces' bleed.
#[must_use]
pub fn half(axis: Axis, sheet: Size, all: Rect, bleed: f64) -> Rect {
    let room = FOLD_ROOM + bleed;
    match axis {
        Axis::Upright => Rect { x1: sheet.width / 2.0 - room, ..all },
        Axis::Lying => Rect { y1: sheet.height / 2.0 - room, ..all },
    }
}

/// Draws the line to fold along, from edge to edge of what the printer reaches, with a word that says so.
pub fn fold(axis: Axis, sheet: Size, painter: &Painter<'_, '_>, space: &mut Space, draws: &mut Vec<Draw>) {
    let p = space.printable();
    let (x, y) = (sheet.width / 2.0, sheet.height / 2.0);
    let (from, to) = match axis {
        Axis::Upright => (Point::new(x, p.y0), Point::new(x, p.y1)),
        Axis::Lying => (Point::new(p.x0, y), Point::new(p.x1, y)),
    };
    let mut path = BezPath::new();
    path.move_to(from);
    path.line_to(to);
    let dashes = Stroke { dash: vec![3.0, 2.0], ..Stroke::solid(0.15, Ink::black()) };
    let stroke = dashes.with_dashes_for(from.distance(to));
    let line = Draw::Path { path, fill: None, stroke: Some(stroke) };
    let group = Group { role: Role::Furniture, id: Some(Identity::Fold), ..Group::plain(vec![line]) };
    draws.push(Draw::Group(group));
    draws.extend(words(axis, sheet, painter));
    space.take(Rect::from_points(from, to).inflate(WORDS_ROOM, WORDS_ROOM));
}

const FOLD_WORDS: &str = "fold here, print outwards, and glue; then cut";

/// Words along the line that a sheet is folded along, just above it or left of it.
fn words(axis: Axis, sheet: Size, painter: &Painter<'_, '_>) -> Option<Draw> {
    let font = painter.shaper.default_font()?;
    let shaped = painter.shaper.plain(font, FOLD_WORDS).ok()?;
    let size = Mm::from_pt(4.5).0;
    let origin = Point::new(-shaped.advance * size / 2.0, -0.4 - shaped.ink.y1 * size);
    let text = line_of_text(&shaped, font, size, origin, Ink::black());
    let degrees = match axis {
        Axis::Lying => 0.0,
        Axis::Upright => 270.0,
    };
    let transform = Affine::translate((sheet.width / 2.0, sheet.height / 2.0)) * turn(degrees);
    let group = Group { transform, ..Group::plain(vec![text]) };
    Some(Draw::Group(Group {
        role: Role::Furniture,
        id: Some(Identity::Fold),
        ..Group::plain(vec![Draw::Group(group)])
    }))
}

impl<'a> Plan<'a> {
    /// Whether sheets are turned over, and over which edge, where there are backs.
    #[must_use]
    pub fn flips(&self) -> Sides {
        match self.backs {
            Backs::FlipLong => Sides::TwoLong,
            Backs::FlipShort => Sides::TwoShort,
            Backs::Fold | Backs::None => Sides::One,
        }
    }

    /// Whether backs are printed on the other side of their sheet.
    #[must_use]
    pub fn has_backs(&self) -> bool {
        self.flips() != Sides::One
    }

    /// How these sheets are printed.
    #[must_use]
    pub fn job(&self, sheets: Range<usize>) -> Job {
        let sheets = self.sheets.get(sheets).unwrap_or_default();
        let two = sheets.iter().any(|sheet| matches!(sheet.content, Content::Backs(..)));
        let sides = if two { self.flips() } else { Sides::One };
        let first = sheets.first().map(|sheet| sheet.component.print);
        let copies = first.filter(|n| sheets.iter().all(|sheet| sheet.component.print == *n));
        Job { sides, copies }
    }

    /// Puts an empty page behind each sheet with one side that goes into a file with a sheet that has two, so that the
    /// sides of the others stay together when all of it is printed on both sides. Cut plans, which end their file, may
    /// lie behind each other. `files` are the sheets of each file.
    pub fn keep_in_step(&mut self, files: &mut [Range<usize>]) {
        if !self.sheets.iter().any(|sheet| matches!(sheet.content, Content::Backs(..))) {
            return;
        }
        let old = std::mem::take(&mut self.sheets);
        let mut old = old.into_iter();
        for range in files {
            let own: Vec<SheetPlan<'a>> = old.by_ref().take(range.len()).collect();
            let start = self.sheets.len();
            let two = own.iter().any(|sheet| matches!(sheet.content, Content::Backs(..)));
            let mut own = own.into_iter().peekable();
            while let Some(sheet) = own.next() {
                let alone = !matches!(sheet.content, Content::Backs(..) | Content::Aside(_));
                let has_back = own.peek().is_some_and(|next| matches!(next.content, Content::Backs(..)));
                let (component, size, number) = (sheet.component, sheet.size, sheet.number);
                self.sheets.push(sheet);
                if two && alone && !has_back {
                    self.sheets.push(SheetPlan { component, size, number, content: Content::Blank });
                }
            }
            *range = start..self.sheets.len();
        }
        self.number_files();
    }

    /// Takes the empty pages out again.
    pub fn drop_blanks(&mut self) {
        let before = self.sheets.len();
        self.sheets.retain(|sheet| !matches!(sheet.content, Content::Blank));
        if self.sheets.len() != before {
            self.number_files();
        }
    }
}

/// Whether a deck's backs are printed on the side of its fronts.
#[must_use]
pub fn folds(deck: &Deck, backs: Backs) -> bool {
    backs == Backs::Fold && !deck.back.is_empty()
}

/// How far the drawings of a deck go on beyond the cut at most, in mm, when its backs are printed so.
#[must_use]
pub fn widest_bleed(deck: &Deck, backs: Backs) -> f64 {
    if backs == Backs::None { deck.bleed } else { deck.back_bleed }
}

impl PackFit {
    /// What the fronts may cover of the sheet, or of the half of it before the fold.
    #[must_use]
    pub fn room(&self, deck: &Deck, setup: &Setup) -> Rect {
        let bleed = widest_bleed(deck, setup.house.way());
        let whole = self.sheet.to_rect().inset(-setup.margin - bleed);
        if self.behind.fold { half(self.behind.axis, self.sheet, whole, bleed) } else { whole }
    }

    /// What all pieces of a side together cover.
    #[must_use]
    pub fn block_of(&self, back: bool) -> Rect {
        let boxes = self.places(back).map(|slot| slot.covers(self.piece));
        boxes.reduce(|a, b| a.union(b)).unwrap_or_default()
    }

    /// Where the pieces of a side lie: fronts as they are, backs behind them.
    pub fn places(&self, back: bool) -> impl Iterator<Item = Slot> {
        let (behind, sheet) = (self.behind, self.sheet);
        self.slots.iter().map(move |slot| if back { behind.slot(slot, sheet) } else { *slot })
    }
}

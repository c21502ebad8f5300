//! What is drawn over a page with faults: rings, numbers beside them, and insets that show small shifts.

use std::collections::{BTreeMap, BTreeSet};

use kurbo::{BezPath, Point, Rect, Shape, Size};

use super::inset::{self, Inset};
use super::room::{DRAWN, RING, Room, WORDS};
use super::strokes;
use crate::base::round;
use crate::check::{Shift, Verdict};
use crate::diag::{Diagnostic, codes};

/// Room between what is meant and its ring, in mm.
const ROUND: f64 = 2.0;
/// How high a digit is, in mm.
const HIGH: f64 = 4.0;
/// Room round a number, in mm.
const PAD: f64 = 0.8;
/// A number farther from its ring than this has a line to it, in mm.
const LED: f64 = 2.5;
/// What is larger than this has a ring with straight sides, in mm.
const LARGE: f64 = 40.0;
/// What covers so much of a page both ways is the page.
const WHOLE: f64 = 0.85;
/// The most insets of a page.
const INSETS: usize = 12;
/// The width of the lines, in mm.
pub const LINE: f64 = 0.5;
/// Their colour.
pub const COLOUR: [u8; 3] = [0xE0, 0x00, 0x4D];

/// A page with faults.
pub struct FaultyPage {
    /// The number of its file, and its own there.
    pub file: usize,
    pub page: usize,
    faults: Vec<Ringed>,
    /// Where its boards and pieces lie, in mm.
    drawn: Vec<Rect>,
}

/// A fault on a page.
struct Ringed {
    /// The number of its cause.
    number: usize,
    /// Whether it is the one that is told.
    is_told: bool,
    /// Where; none for the page as a whole.
    rect: Option<Rect>,
    shift: Option<Shift>,
}

/// What is drawn over a page, in mm: one after the other.
#[derive(Default)]
pub struct Overlay {
    /// Rings, and lines that lead to them.
    pub rings: BezPath,
    /// White grounds of numbers.
    pub plates: Vec<Rect>,
    /// The numbers.
    pub numbers: BezPath,
    /// What is shown larger than it is.
    pub insets: Vec<Inset>,
}

/// Which pages have faults.
pub fn pages(verdict: &Verdict) -> Vec<FaultyPage> {
    let mut pages: BTreeMap<(usize, usize), Vec<Ringed>> = BTreeMap::new();
    for (number, cause) in (1..).zip(verdict.causes()) {
        for fault in cause.faults() {
            let Some(spot) = &fault.spot else { continue };
            // Round what lies beyond all paper no ring can be drawn.
            let is_near = |rect: Rect| [rect.x0, rect.y0, rect.x1, rect.y1].iter().all(|v| v.abs() < 1e6);
            if spot.rect.is_some_and(|rect| !is_near(rect)) {
                continue;
            }
            let on = pages.entry((spot.file, spot.page)).or_default();
            // On each page the first of a cause has its number.
            let is_told = on.last().is_none_or(|last| last.number != number);
            on.push(Ringed { number, is_told, rect: spot.rect, shift: fault.shift });
        }
    }
    let mut drawn: BTreeMap<(usize, usize), Vec<Rect>> = BTreeMap::new();
    let shown = &verdict.shown;
    let boards = shown.boards.iter().map(|board| (board.on, board.bounds()));
    for (on, rect) in boards.chain(shown.pieces.iter().filter_map(|piece| Some((piece.on, piece.rect?)))) {
        drawn.entry((on.file, on.page)).or_default().push(rect);
    }
    let page = |(at, faults): ((usize, usize), Vec<Ringed>)| {
        let drawn = drawn.remove(&at).unwrap_or_default();
        FaultyPage { file: at.0, page: at.1, faults, drawn }
    };
    pages.into_iter().map(page).collect()
}

/// A ring, or the frame along the edge of a page.
#[derive(Clone, Copy)]
enum Ring {
    Page,
    Ellipse(Rect),
    Straight(Rect),
}

impl Ring {
    /// Round what lies on a page of this size, or as near to it as the page goes.
    fn round(rect: Option<Rect>, page: Size) -> Self {
        let Some(rect) = rect else { return Self::Page };
        let on_page = |p: Point| Point::new(p.x.clamp(0.0, page.width), p.y.clamp(0.0, page.height));
        let rect = Rect::from_points(on_page(rect.origin()), on_page(Point::new(rect.x1, rect.y1)));
        if rect.width() >= WHOLE * page.width && rect.height() >= WHOLE * page.height {
            return Self::Page;
        }
        if rect.width().max(rect.height()) > LARGE {
            return Self::Straight(rect.inflate(ROUND, ROUND));
        }
        // An ellipse round a rectangle is wider by the root of two.
        let size = rect.size() * std::f64::consts::SQRT_2;
        let size = Size::new(size.width + 2.0 * ROUND, size.height + 2.0 * ROUND);
        Self::Ellipse(Rect::from_center_size(rect.center(), size))
    }

    fn path(self, page: Size) -> BezPath {
        match self {
            Self::Page => page.to_rect().inset(-ROUND).to_path(0.1),
            Self::Ellipse(rect) => round::ellipse(rect.center(), rect.size()),
            Self::Straight(rect) => round::rectangle(rect, ROUND),
        }
    }

    /// The box round it; none for the page.
    fn bounds(self) -> Option<Rect> {
        match self {
            Self::Page => None,
            Self::Ellipse(rect) | Self::Straight(rect) => Some(rect),
        }
    }

    /// The point of it that a line from elsewhere leads to.
    fn end(self, from: Point) -> Option<Point> {
        match self {
            Self::Page => None,
            Self::Ellipse(rect) => {
                let way = from - rect.center();
                let far = (way.x / rect.width() * 2.0).hypot(way.y / rect.height() * 2.0);
                Some(if far > 1.0 { rect.center() + way / far } else { rect.center() })
            }
            Self::Straight(rect) => Some(nearest(rect, from)),
        }
    }
}

/// The point of a rectangle that is nearest to another one.
fn nearest(rect: Rect, to: Point) -> Point {
    Point::new(to.x.clamp(rect.x0, rect.x1), to.y.clamp(rect.y0, rect.y1))
}

impl FaultyPage {
    /// What is drawn over a page of this size.
    pub fn overlay(&self, page: Size) -> Overlay {
        let mut room = Room::on(page);
        let mut overlay = Overlay::default();
        self.drawn.iter().for_each(|rect| room.take(*rect, DRAWN));
        let mut known: BTreeSet<[i64; 4]> = BTreeSet::new();
        for fault in &self.faults {
            let ring = Ring::round(fault.rect, page);
            let rect = ring.bounds().unwrap_or_default();
            // Faults of one place have one ring.
            if known.insert([rect.x0, rect.y0, rect.x1, rect.y1].map(|v| (v * 10.0).round() as i64)) {
                overlay.rings.extend(ring.path(page));
            }
            if let Ring::Ellipse(rect) = ring {
                room.take(rect, RING);
            }
        }
        for (fault, shift) in self.insets() {
            overlay.show(fault, shift, &mut room, page);
        }
        // What is told has its number first.
        for is_told in [true, false] {
            for fault in self.faults.iter().filter(|fault| fault.is_told == is_told) {
                overlay.number(fault, &mut room, page);
            }
        }
        overlay
    }

    /// The faults that are shown larger than they are: of each cause the first.
    fn insets(&self) -> impl Iterator<Item = (&Ringed, Shift)> {
        let small = |fault: &Ringed| fault.shift.filter(inset::is_small);
        let told = self.faults.iter().filter(|fault| fault.is_told);
        told.filter_map(move |fault| Some((fault, small(fault)?))).take(INSETS)
    }
}

impl Overlay {
    fn show(&mut self, fault: &Ringed, shift: Shift, room: &mut Room, page: Size) {
        let ring = Ring::round(fault.rect, page);
        let near = ring.bounds().unwrap_or(Rect::from_points(shift.is, shift.is));
        let at = |what: u8| {
            let about = room.about(near, inset::SIZE, what);
            about.or_else(|| room.anywhere(near.center(), inset::SIZE, what))
        };
        let place = at(WORDS | RING | DRAWN).or_else(|| at(WORDS | RING)).or_else(|| at(WORDS));
        let Some(place) = place else { return };
        room.take(place, WORDS);
        self.lead(place, ring);
        self.insets.push(Inset::of(shift, place));
    }

    fn number(&mut self, fault: &Ringed, room: &mut Room, page: Size) {
        let text = fault.number.to_string();
        let size = Size::new(strokes::width(&text, HIGH) + 2.0 * PAD, HIGH + 2.0 * PAD);
        let ring = Ring::round(fault.rect, page);
        let place = match ring.bounds() {
            None => room.along_top(size).or_else(|| room.anywhere(Point::ORIGIN, size, WORDS)),
            Some(bounds) => {
                let near =
                    room.beside(bounds, size, WORDS | RING).or_else(|| room.beside(bounds, size, WORDS));
                let far = || {
                    let about = room.about(bounds, size, WORDS | RING);
                    about.or_else(|| room.anywhere(bounds.center(), size, WORDS))
                };
                if fault.is_told { near.or_else(far) } else { near }
            }
        };
        let Some(place) = place else { return };
        room.take(place, WORDS);
        self.lead(place, ring);
        self.plates.push(place);
        strokes::push(&text, place.origin() + kurbo::Vec2::new(PAD, PAD), HIGH, &mut self.numbers);
    }

    /// A line from a number or an inset to its ring, where that is not beside it.
    fn lead(&mut self, place: Rect, ring: Ring) {
        let Some(end) = ring.end(place.center()) else { return };
        let from = nearest(place, end);
        if from.distance(end) > LED {
            self.rings.move_to(from);
            self.rings.line_to(end);
        }
    }
}

/// That no picture can be drawn, and why.
pub fn unreadable(what: &str) -> Diagnostic {
    codes::UNREADABLE.error(format!("no picture can be drawn: {what}"))
}

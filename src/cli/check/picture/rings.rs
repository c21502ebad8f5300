//! The overlay of a page with faults: rings, numbers next to them, and insets that show small
//! shifts.
//!
//! - In: a verdict, and the size of a page in mm.
//! - Out: the shapes of an [`Overlay`], in mm on the page.
//! - Not here: drawing the page, and the format of the picture.

use std::collections::{BTreeMap, BTreeSet};

use kurbo::{BezPath, Point, Rect, Shape, Size, Vec2};

use super::inset::{self, Inset};
use super::room::{Occupant, Room};
use super::strokes;
use hexpress_base::diag::{Diagnostic, codes};
use hexpress_base::round;
use hexpress_check::{Shift, Spot, Verdict};

/// The gap between a fault and its ring, in mm.
const RING_GAP: f64 = 2.0;
/// The height of a digit, in mm.
const DIGIT_HEIGHT: f64 = 4.0;
/// The white margin around a number, in mm.
const PADDING: f64 = 0.8;
/// The largest distance from a number to its ring without a line between them, in mm.
const LARGEST_GAP: f64 = 2.5;
/// A fault that is larger has a ring with straight sides, in mm.
const LARGEST_ELLIPSE: f64 = 40.0;
/// A fault that covers this share of width and height is a fault of the page.
const PAGE_SHARE: f64 = 0.85;
/// The most insets on a page.
const MOST_INSETS: usize = 12;
/// A fault that is farther away from the page is not drawn, in mm.
const FARTHEST: f64 = 1e6;
/// The width of the lines, in mm.
pub const LINE_WIDTH: f64 = 0.5;
/// The colour of the lines, as red, green and blue.
pub const COLOUR: [u8; 3] = [0xE0, 0x00, 0x4D];

/// The place of a page among the files that are judged together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct PageKey {
    /// The index of the file.
    pub file: usize,
    /// The number of the page in the file, from 1.
    pub number: usize,
}

/// A page with faults.
pub struct FaultyPage {
    pub key: PageKey,
    faults: Vec<RingedFault>,
    /// The bounds of the boards and pieces on the page, in mm.
    drawn: Vec<Rect>,
}

/// A fault on a page.
struct RingedFault {
    /// The number of its cause, from 1.
    number: usize,
    /// Whether this is the first fault of its cause on the page. The number of such a fault is
    /// always shown.
    is_first: bool,
    /// The faulty area, in mm; `None` if the fault concerns the whole page.
    rect: Option<Rect>,
    shift: Option<Shift>,
}

/// The shapes over a page in mm, in drawing order.
#[derive(Default)]
pub struct Overlay {
    /// Rings, and lines that lead to them.
    pub rings: BezPath,
    /// White backgrounds of the numbers.
    pub plates: Vec<Rect>,
    /// The strokes of the numbers.
    pub numbers: BezPath,
    /// Enlarged details.
    pub insets: Vec<Inset>,
}

/// Returns the pages with faults, in the order of their files.
pub fn pages(verdict: &Verdict) -> Vec<FaultyPage> {
    let mut pages: BTreeMap<PageKey, FaultyPage> = BTreeMap::new();
    for (number, cause) in (1..).zip(verdict.causes()) {
        for fault in cause.faults() {
            let Some(spot) = fault.spot.as_ref().filter(|spot| is_drawable(spot)) else { continue };
            let key = PageKey { file: spot.file, number: spot.page };
            let page = pages.entry(key).or_insert(FaultyPage { key, faults: Vec::new(), drawn: Vec::new() });
            let is_first = page.faults.last().is_none_or(|last| last.number != number);
            page.faults.push(RingedFault { number, is_first, rect: spot.rect, shift: fault.shift });
        }
    }
    let boards = verdict.shown.boards.iter().map(|board| (board.on, board.bounds()));
    let pieces = verdict.shown.pieces.iter().filter_map(|piece| Some((piece.on, piece.rect?)));
    for (on, rect) in boards.chain(pieces) {
        if let Some(page) = pages.get_mut(&PageKey { file: on.file, number: on.page }) {
            page.drawn.push(rect);
        }
    }
    pages.into_values().collect()
}

/// Returns whether a ring can be drawn around a spot: broken files have shapes far outside of any
/// paper.
fn is_drawable(spot: &Spot) -> bool {
    spot.rect.is_none_or(|rect| [rect.x0, rect.y0, rect.x1, rect.y1].iter().all(|v| v.abs() < FARTHEST))
}

/// A ring, or a frame along the edge of the page.
#[derive(Clone, Copy)]
enum Ring {
    Page,
    Ellipse(Rect),
    Straight(Rect),
}

impl Ring {
    /// The ring around a faulty area, cut off at the edges of a page of this size.
    fn new(rect: Option<Rect>, page: Size) -> Self {
        let Some(rect) = rect else { return Self::Page };
        let sheet = page.to_rect();
        let visible =
            Rect::from_points(nearest(sheet, rect.origin()), nearest(sheet, Point::new(rect.x1, rect.y1)));
        if visible.width() >= PAGE_SHARE * page.width && visible.height() >= PAGE_SHARE * page.height {
            return Self::Page;
        }
        if visible.width().max(visible.height()) > LARGEST_ELLIPSE {
            return Self::Straight(visible.inflate(RING_GAP, RING_GAP));
        }
        // The ellipse through the corners of a rectangle is wider by the square root of two.
        let size = visible.size() * std::f64::consts::SQRT_2;
        let spaced = Size::new(size.width + 2.0 * RING_GAP, size.height + 2.0 * RING_GAP);
        Self::Ellipse(Rect::from_center_size(visible.center(), spaced))
    }

    fn path(self, page: Size) -> BezPath {
        match self {
            Self::Page => page.to_rect().inset(-RING_GAP).to_path(0.1),
            Self::Ellipse(rect) => round::ellipse(rect.center(), rect.size()),
            Self::Straight(rect) => round::rectangle(rect, RING_GAP),
        }
    }

    /// Returns the bounds of the ring; `None` if the ring surrounds the whole page.
    fn bounds(self) -> Option<Rect> {
        match self {
            Self::Page => None,
            Self::Ellipse(rect) | Self::Straight(rect) => Some(rect),
        }
    }

    /// Returns the point of the ring to which a line from `from` leads; `None` if the ring
    /// surrounds the whole page.
    fn end_of_line(self, from: Point) -> Option<Point> {
        match self {
            Self::Page => None,
            Self::Ellipse(rect) => {
                let way = from - rect.center();
                let radii = (way.x / rect.width() * 2.0).hypot(way.y / rect.height() * 2.0);
                Some(if radii > 1.0 { rect.center() + way / radii } else { rect.center() })
            }
            Self::Straight(rect) => Some(nearest(rect, from)),
        }
    }
}

/// Returns the point of a rectangle that is nearest to `to`.
fn nearest(rect: Rect, to: Point) -> Point {
    Point::new(to.x.clamp(rect.x0, rect.x1), to.y.clamp(rect.y0, rect.y1))
}

impl FaultyPage {
    /// Returns the overlay of the page, which has this size in mm.
    pub fn overlay(&self, page: Size) -> Overlay {
        let mut room = Room::new(page);
        let mut overlay = Overlay::default();
        self.drawn.iter().for_each(|rect| room.occupy(*rect, Occupant::Drawing));
        // Faults in the same place share one ring.
        let mut known: BTreeSet<[i64; 4]> = BTreeSet::new();
        for fault in &self.faults {
            let ring = Ring::new(fault.rect, page);
            let bounds = ring.bounds().unwrap_or_default();
            let tenths = [bounds.x0, bounds.y0, bounds.x1, bounds.y1].map(|v| (v * 10.0).round() as i64);
            if known.insert(tenths) {
                overlay.rings.extend(ring.path(page));
            }
            if let Ring::Ellipse(rect) = ring {
                room.occupy(rect, Occupant::Ring);
            }
        }
        for (fault, shift) in self.small_shifts() {
            overlay.add_inset(fault, shift, &mut room, page);
        }
        // The first fault of each cause gets its place before the other faults.
        for is_first in [true, false] {
            for fault in self.faults.iter().filter(|fault| fault.is_first == is_first) {
                overlay.add_number(fault, &mut room, page);
            }
        }
        overlay
    }

    /// The faults that have an inset: the first of each cause, if its shift is small.
    fn small_shifts(&self) -> impl Iterator<Item = (&RingedFault, Shift)> {
        let first = self.faults.iter().filter(|fault| fault.is_first);
        first.filter_map(|fault| Some((fault, fault.shift.filter(inset::is_small)?))).take(MOST_INSETS)
    }
}

impl Overlay {
    /// Adds an inset near the ring of a fault, if the page has room for it.
    fn add_inset(&mut self, fault: &RingedFault, shift: Shift, room: &mut Room, page: Size) {
        let ring = Ring::new(fault.rect, page);
        let near = ring.bounds().unwrap_or(Rect::from_points(shift.is, shift.is));
        let place = [Occupant::Drawing, Occupant::Ring, Occupant::Label].into_iter().find_map(|avoid| {
            let around = room.around(near, inset::SIZE, avoid);
            around.or_else(|| room.anywhere(near.center(), inset::SIZE, avoid))
        });
        let Some(place) = place else { return };
        room.occupy(place, Occupant::Label);
        self.connect(place, ring);
        self.insets.push(Inset::new(shift, place));
    }

    /// Adds the number of a fault next to its ring. If there is no room next to the ring, only the
    /// first fault of a cause gets a number elsewhere.
    fn add_number(&mut self, fault: &RingedFault, room: &mut Room, page: Size) {
        let text = fault.number.to_string();
        let width = strokes::width(&text, DIGIT_HEIGHT);
        let size = Size::new(width + 2.0 * PADDING, DIGIT_HEIGHT + 2.0 * PADDING);
        let ring = Ring::new(fault.rect, page);
        let place = match ring.bounds() {
            None => room.along_top(size).or_else(|| room.anywhere(Point::ORIGIN, size, Occupant::Label)),
            Some(bounds) => {
                let next_to = room
                    .next_to(bounds, size, Occupant::Ring)
                    .or_else(|| room.next_to(bounds, size, Occupant::Label));
                match fault.is_first {
                    true => next_to
                        .or_else(|| room.around(bounds, size, Occupant::Ring))
                        .or_else(|| room.anywhere(bounds.center(), size, Occupant::Label)),
                    false => next_to,
                }
            }
        };
        let Some(place) = place else { return };
        room.occupy(place, Occupant::Label);
        self.connect(place, ring);
        self.plates.push(place);
        strokes::push(&text, place.origin() + Vec2::new(PADDING, PADDING), DIGIT_HEIGHT, &mut self.numbers);
    }

    /// Draws a line from a number or an inset to its ring, unless they are next to each other.
    fn connect(&mut self, place: Rect, ring: Ring) {
        let Some(end) = ring.end_of_line(place.center()) else { return };
        let start = nearest(place, end);
        if start.distance(end) > LARGEST_GAP {
            self.rings.move_to(start);
            self.rings.line_to(end);
        }
    }
}

/// Returns the error that no picture can be drawn, with the reason.
pub fn unreadable(reason: &str) -> Diagnostic {
    codes::UNREADABLE.error(format!("the picture cannot be drawn: {reason}"))
}

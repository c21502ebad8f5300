//! Places rings and their numbers on a page with faults. Adds insets that enlarge small shifts.
//!
//! - In: a verdict, and the size of a page in mm.
//! - Out: the shapes of an [`Overlay`], in mm on the page.
//! - Not here: drawing the page, and the format of the picture.

use std::collections::{BTreeMap, BTreeSet};

use kurbo::{BezPath, Point, Rect, Shape, Size, Vec2};

use super::inset::{self, Inset};
use super::room::{FreeSpace, Occupant};
use super::strokes;
use hexpress_base::diag::{Diagnostic, codes};
use hexpress_base::round_shapes;
use hexpress_check::{PaperPlace, Shift, Verdict};

/// The gap between a fault and its ring, in mm.
const RING_GAP: f64 = 2.0;
/// The height of a digit, in mm.
const DIGIT_HEIGHT: f64 = 4.0;
/// The white margin around a number, in mm.
const PADDING: f64 = 0.8;
/// The largest gap between a number and its ring without a connecting line, in mm.
const MAX_GAP_MM: f64 = 2.5;
/// If a fault is longer than this number of mm, its ring has straight sides. The rings around
/// shorter faults are ellipses.
const MAX_ELLIPSE_LENGTH_MM: f64 = 40.0;
/// If a fault covers more than this fraction of the page's width and height, the whole page counts
/// as faulty.
const PAGE_SHARE: f64 = 0.85;
const MAX_INSETS: usize = 12;
/// If a fault is farther than this from the top-left corner of the page, in mm, it gets no ring.
const MAX_COORDINATE_MM: f64 = 1e6;
/// The width of the lines in the overlay, in mm.
pub const LINE_WIDTH: f64 = 0.5;
pub const COLOUR: [u8; 3] = [0xE0, 0x00, 0x4D];

/// Identifies a page in the files that are judged together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct PageKey {
    /// The index of the file.
    pub file: usize,
    /// The number of the page in its file, counted from 1.
    pub number: usize,
}

/// A page with faults.
pub struct FaultyPage {
    pub key: PageKey,
    faults: Vec<RingedFault>,
    /// The bounds of every board and piece on the page, in mm.
    drawn: Vec<Rect>,
}

/// A fault on a page, and what is needed to draw its ring and its number.
struct RingedFault {
    /// The number in the picture, counted from 1. Faults with the same cause have the same number.
    number: usize,
    /// Whether this is the first fault on the page with this cause. The number of such a fault is
    /// always shown.
    is_first: bool,
    /// The faulty area, in mm. `None` if the whole page is faulty.
    rect: Option<Rect>,
    shift: Option<Shift>,
}

/// The shapes that are drawn over a page, in mm and in drawing order.
#[derive(Default)]
pub struct Overlay {
    /// The rings, and the lines that connect numbers and insets with their rings.
    pub rings: BezPath,
    /// The white backgrounds behind the numbers.
    pub plates: Vec<Rect>,
    /// The strokes of the numbers.
    pub numbers: BezPath,
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
    let boards = verdict.inventory.boards.iter().map(|board| (board.on, board.bounds()));
    let pieces = verdict.inventory.pieces.iter().filter_map(|piece| Some((piece.on, piece.rect?)));
    for (on, rect) in boards.chain(pieces) {
        if let Some(page) = pages.get_mut(&PageKey { file: on.file, number: on.page }) {
            page.drawn.push(rect);
        }
    }
    pages.into_values().collect()
}

/// Returns whether a ring can be drawn around a fault. This is not possible in some broken files, in
/// which shapes are very far outside the paper.
fn is_drawable(spot: &PaperPlace) -> bool {
    spot.rect
        .is_none_or(|rect| [rect.x0, rect.y0, rect.x1, rect.y1].iter().all(|v| v.abs() < MAX_COORDINATE_MM))
}

/// A ring around an area, or a frame along the edges of the page.
#[derive(Clone, Copy)]
enum Ring {
    Page,
    Ellipse(Rect),
    Straight(Rect),
}

impl Ring {
    /// Creates a ring around the part of a faulty area that is on the page.
    fn new(rect: Option<Rect>, page: Size) -> Self {
        let Some(rect) = rect else { return Self::Page };
        let sheet = page.to_rect();
        let visible =
            Rect::from_points(nearest(sheet, rect.origin()), nearest(sheet, Point::new(rect.x1, rect.y1)));
        if visible.width() >= PAGE_SHARE * page.width && visible.height() >= PAGE_SHARE * page.height {
            return Self::Page;
        }
        if visible.width().max(visible.height()) > MAX_ELLIPSE_LENGTH_MM {
            return Self::Straight(visible.inflate(RING_GAP, RING_GAP));
        }
        // The ellipse passes through the corners of the rectangle. Its width and height are therefore
        // those of the rectangle times the square root of two.
        let size = visible.size() * std::f64::consts::SQRT_2;
        let spaced = Size::new(size.width + 2.0 * RING_GAP, size.height + 2.0 * RING_GAP);
        Self::Ellipse(Rect::from_center_size(visible.center(), spaced))
    }

    fn path(self, page: Size) -> BezPath {
        match self {
            Self::Page => page.to_rect().inset(-RING_GAP).to_path(0.1),
            Self::Ellipse(rect) => round_shapes::ellipse(rect.center(), rect.size()),
            Self::Straight(rect) => round_shapes::rectangle(rect, RING_GAP),
        }
    }

    /// Returns the bounds of the ring, or `None` if it is a frame around the whole page.
    fn bounds(self) -> Option<Rect> {
        match self {
            Self::Page => None,
            Self::Ellipse(rect) | Self::Straight(rect) => Some(rect),
        }
    }

    /// Returns the end point of a line from the point `from` to the ring.
    ///
    /// Returns `None` if the ring is a frame around the whole page.
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

/// Returns the point of a rectangle that is nearest to the point `to`.
fn nearest(rect: Rect, to: Point) -> Point {
    Point::new(to.x.clamp(rect.x0, rect.x1), to.y.clamp(rect.y0, rect.y1))
}

impl FaultyPage {
    /// Returns the overlay of the page. `page` is its size in mm.
    pub fn overlay(&self, page: Size) -> Overlay {
        let mut free_space = FreeSpace::new(page);
        let mut overlay = Overlay::default();
        self.drawn.iter().for_each(|rect| free_space.occupy(*rect, Occupant::Drawing));
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
                free_space.occupy(rect, Occupant::Ring);
            }
        }
        for (fault, shift) in self.small_shifts() {
            overlay.add_inset(fault, shift, &mut free_space, page);
        }
        // The numbers that must be shown (those of the first fault of each cause) are placed before
        // all other numbers.
        for is_first in [true, false] {
            for fault in self.faults.iter().filter(|fault| fault.is_first == is_first) {
                overlay.add_number(fault, &mut free_space, page);
            }
        }
        overlay
    }

    /// Returns the faults that get an inset, with their shifts. These are the first faults of each
    /// cause, if their shifts are small.
    fn small_shifts(&self) -> impl Iterator<Item = (&RingedFault, Shift)> {
        let first = self.faults.iter().filter(|fault| fault.is_first);
        first.filter_map(|fault| Some((fault, fault.shift.filter(inset::is_small)?))).take(MAX_INSETS)
    }
}

impl Overlay {
    /// Adds an inset near the ring of a fault, if there is enough free space on the page.
    fn add_inset(&mut self, fault: &RingedFault, shift: Shift, free_space: &mut FreeSpace, page: Size) {
        let ring = Ring::new(fault.rect, page);
        let near = ring.bounds().unwrap_or(Rect::from_points(shift.actual, shift.actual));
        let place = [Occupant::Drawing, Occupant::Ring, Occupant::Label].into_iter().find_map(|avoid| {
            let around = free_space.around(near, inset::SIZE, avoid);
            around.or_else(|| free_space.anywhere(near.center(), inset::SIZE, avoid))
        });
        let Some(place) = place else { return };
        free_space.occupy(place, Occupant::Label);
        self.connect(place, ring);
        self.insets.push(Inset::new(shift, place));
    }

    /// Adds the number of a fault next to its ring.
    ///
    /// If there is no free space next to the ring, the number is placed elsewhere on the page. This is
    /// done only for the first fault of each cause. Other faults then get no number.
    fn add_number(&mut self, fault: &RingedFault, free_space: &mut FreeSpace, page: Size) {
        let text = fault.number.to_string();
        let width = strokes::width(&text, DIGIT_HEIGHT);
        let size = Size::new(width + 2.0 * PADDING, DIGIT_HEIGHT + 2.0 * PADDING);
        let ring = Ring::new(fault.rect, page);
        let place = match ring.bounds() {
            None => free_space
                .along_top(size)
                .or_else(|| free_space.anywhere(Point::ORIGIN, size, Occupant::Label)),
            Some(bounds) => {
                let next_to = free_space
                    .next_to(bounds, size, Occupant::Ring)
                    .or_else(|| free_space.next_to(bounds, size, Occupant::Label));
                match fault.is_first {
                    true => next_to
                        .or_else(|| free_space.around(bounds, size, Occupant::Ring))
                        .or_else(|| free_space.anywhere(bounds.center(), size, Occupant::Label)),
                    false => next_to,
                }
            }
        };
        let Some(place) = place else { return };
        free_space.occupy(place, Occupant::Label);
        self.connect(place, ring);
        self.plates.push(place);
        strokes::push(&text, place.origin() + Vec2::new(PADDING, PADDING), DIGIT_HEIGHT, &mut self.numbers);
    }

    /// Draws a line from a number or an inset to its ring, unless the two touch or nearly touch.
    fn connect(&mut self, place: Rect, ring: Ring) {
        let Some(end) = ring.end_of_line(place.center()) else { return };
        let start = nearest(place, end);
        if start.distance(end) > MAX_GAP_MM {
            self.rings.move_to(start);
            self.rings.line_to(end);
        }
    }
}

/// Returns the error for a picture that cannot be drawn.
pub fn unreadable(reason: &str) -> Diagnostic {
    codes::UNREADABLE.error(format!("the picture cannot be drawn: {reason}"))
}

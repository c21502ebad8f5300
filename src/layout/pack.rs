//! Where pieces lie on a sheet: rectangles edge to edge in a grid, hexagons as a honeycomb that shares its
//! edges, discs in staggered rows.

use std::ops::Range;
use std::sync::Arc;

use kurbo::{Affine, Point, Rect, Size};

use super::face::Painter;
use super::faces::{Cut, Faces, Full};
use super::furniture::Space;
use super::share::shared;
use super::{Setup, TOLERANCE, marks};
use crate::hex::{Orientation, SQRT_3};
use crate::model::{Deck, Outline};
use crate::scene::{Draw, Group, Role, Shared};
use crate::spec::value::Grid;

/// Pieces on a sheet.
#[derive(Debug, Clone, PartialEq)]
pub struct PackFit {
    /// The sheet, as it lies: width and height in mm.
    pub sheet: Size,
    /// Width and height of a piece, in mm.
    pub piece: Size,
    /// Where pieces lie, in the order they are filled.
    pub slots: Arc<[Slot]>,
}

/// Where a piece lies on its sheet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slot {
    /// Its middle, in mm.
    pub middle: Point,
    /// How it is turned: so many right angles clockwise, from 0 to 3.
    pub turn: u8,
}

impl Slot {
    /// A piece that stands upright.
    #[must_use]
    pub fn upright(middle: Point) -> Self {
        Self { middle, turn: 0 }
    }

    /// From the piece's own frame, about its middle, to the sheet.
    #[must_use]
    pub fn transform(&self) -> Affine {
        // Right angles need no sine: the same on every machine.
        let [cos, sin] = match self.turn % 4 {
            0 => [1.0, 0.0],
            1 => [0.0, 1.0],
            2 => [-1.0, 0.0],
            _ => [0.0, -1.0],
        };
        Affine::new([cos, sin, -sin, cos, self.middle.x, self.middle.y])
    }

    /// Where the back of the piece lies, on a sheet of this size that is turned over its upright edge.
    #[must_use]
    pub fn behind(&self, sheet: Size) -> Self {
        Self { middle: Point::new(sheet.width - self.middle.x, self.middle.y), turn: (4 - self.turn % 4) % 4 }
    }

    /// What a piece of this size covers.
    #[must_use]
    pub fn covers(&self, piece: Size) -> Rect {
        let size = if self.turn.is_multiple_of(2) { piece } else { Size::new(piece.height, piece.width) };
        Rect::from_center_size(self.middle, size)
    }
}

/// Between two discs, mm: room for scissors.
const DISC_GAP: f64 = 2.0;

/// The sheet that holds more pieces of `piece` mm: upright or lying. None where not even one piece fits.
pub fn fit(deck: &Deck, piece: Size, paper: Size, setup: &Setup) -> Option<PackFit> {
    let margin = setup.margin;
    let turned = Size::new(paper.height, paper.width);
    let pack = |sheet: Size| {
        let room = Size::new(sheet.width - 2.0 * margin + TOLERANCE, sheet.height - 2.0 * margin + TOLERANCE);
        let slots = match deck.outline {
            Outline::Rectangle(_) => grid(piece, 0.0, room, deck.grid),
            Outline::Hexagon(orientation) => honeycomb(orientation, piece, room, deck.grid),
            Outline::Disc => discs(piece, room, deck.grid),
        };
        let slots = centred(slots, piece, sheet).into_iter().map(Slot::upright);
        PackFit { sheet, piece, slots: slots.collect() }
    };
    let (upright, lying) = (pack(paper), pack(turned));
    let best = if lying.slots.len() > upright.slots.len() { lying } else { upright };
    (!best.slots.is_empty()).then_some(best)
}

/// How many of `piece` fit into `room`, each `gap` from the next.
fn count(room: f64, piece: f64, gap: f64) -> u32 {
    if room < piece { 0 } else { ((room - piece) / (piece + gap)).floor() as u32 + 1 }
}

fn grid(piece: Size, gap: f64, room: Size, wish: Option<Grid>) -> Vec<Point> {
    let most = (count(room.width, piece.width, gap), count(room.height, piece.height, gap));
    let (columns, rows) = wish.map_or(most, |w| (most.0.min(w.columns), most.1.min(w.rows)));
    let at = |column: u32, row: u32| {
        Point::new(f64::from(column) * (piece.width + gap), f64::from(row) * (piece.height + gap))
    };
    (0..rows).flat_map(|row| (0..columns).map(move |column| at(column, row))).collect()
}

/// Rows of hexagons that stand on a corner, every other row pushed in by half a piece; or the same turned by
/// a right angle, in columns.
fn honeycomb(orientation: Orientation, piece: Size, room: Size, wish: Option<Grid>) -> Vec<Point> {
    match orientation {
        Orientation::PointyTop => staggered(piece.width, piece.height * 0.75, piece, room, wish),
        Orientation::FlatTop => {
            let swap = |s: Size| Size::new(s.height, s.width);
            let wish = wish.map(|w| Grid { columns: w.rows, rows: w.columns });
            let columns = staggered(piece.height, piece.width * 0.75, swap(piece), swap(room), wish);
            let mut slots: Vec<_> = columns.into_iter().map(|p| Point::new(p.y, p.x)).collect();
            // Filled row by row, as a reader would.
            slots.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)));
            slots
        }
    }
}

/// Discs in a square grid or in staggered rows, whichever holds more.
fn discs(piece: Size, room: Size, wish: Option<Grid>) -> Vec<Point> {
    let pitch = piece.width + DISC_GAP;
    let square = grid(piece, DISC_GAP, room, wish);
    let rows = staggered(pitch, pitch * SQRT_3 / 2.0, piece, room, wish);
    if rows.len() > square.len() { rows } else { square }
}

/// Rows `down` apart of pieces `across` apart, every other row pushed in by half of that. A row that is
/// pushed in has one piece less where the room is too narrow.
fn staggered(across: f64, down: f64, piece: Size, room: Size, wish: Option<Grid>) -> Vec<Point> {
    let gap = across - piece.width;
    let most = count(room.width, piece.width, gap);
    let rows =
        if room.height < piece.height { 0 } else { ((room.height - piece.height) / down).floor() as u32 + 1 };
    let (columns, rows) = wish.map_or((most, rows), |w| (most.min(w.columns), rows.min(w.rows)));
    let pushed = count(room.width - across / 2.0, piece.width, gap).min(columns);
    let mut slots = Vec::new();
    for row in 0..rows {
        let (start, count) = if row % 2 == 0 { (0.0, columns) } else { (across / 2.0, pushed) };
        for column in 0..count {
            slots.push(Point::new(start + f64::from(column) * across, f64::from(row) * down));
        }
    }
    slots
}

/// The slots moved so that their block lies in the middle of the sheet.
fn centred(slots: Vec<Point>, piece: Size, sheet: Size) -> Vec<Point> {
    let Some(block) = block(&slots, piece) else { return slots };
    let by = Point::new(sheet.width / 2.0, sheet.height / 2.0) - block.center();
    slots.into_iter().map(|slot| slot + by).collect()
}

fn block(slots: &[Point], piece: Size) -> Option<Rect> {
    slots.iter().map(|slot| Rect::from_center_size(*slot, piece)).reduce(|a, b| a.union(b))
}

impl PackFit {
    /// What all slots together cover.
    #[must_use]
    pub fn block(&self) -> Rect {
        let boxes = self.slots.iter().map(|slot| slot.covers(self.piece));
        boxes.reduce(|a, b| a.union(b)).unwrap_or_default()
    }

    /// How many straight cuts part the first `pieces` of a sheet: one along each line between rows or columns of
    /// rectangles, and one along each outer side.
    #[must_use]
    pub fn cuts(&self, pieces: usize) -> usize {
        let slots = self.slots.get(..pieces).unwrap_or(&self.slots);
        let lines = |along: fn(&Slot) -> f64| {
            let mut all: Vec<f64> = slots.iter().map(along).collect();
            all.sort_by(f64::total_cmp);
            all.dedup_by(|a, b| (*a - *b).abs() < TOLERANCE);
            all.len() + 1
        };
        lines(|slot| slot.middle.x) + lines(|slot| slot.middle.y)
    }
}

/// One side of some of a deck's pieces.
#[derive(Debug, Clone)]
pub struct Side<'s> {
    /// The deck.
    pub deck: &'s Deck,
    /// Where its pieces lie.
    pub fit: &'s PackFit,
    /// Which of them, from the first to before the second.
    pub range: Range<usize>,
    /// Whether it is their backs.
    pub back: bool,
}

/// Draws the pieces of `range`, their fronts or their backs, and where to cut.
pub fn draw(
    side: &Side<'_>,
    faces: &mut Faces<'_>,
    painter: &mut Painter<'_, '_>,
    space: &mut Space,
    draws: &mut Vec<Draw>,
) {
    let Side { deck, fit, range, back } = side.clone();
    faces.begin();
    let mut places = Vec::with_capacity(range.len());
    for (slot, index) in fit.slots.iter().zip(range) {
        // Backs lie behind their fronts when the sheet is turned over its upright edge.
        let slot = if back { slot.behind(fit.sheet) } else { *slot };
        let Some(content) = faces.piece(painter, index) else { continue };
        let side = if back { "/back" } else { "" };
        let id = format!("{}/{}{side}", painter.component(), deck.number(index));
        draws.push(Draw::Group(Group::piece(id, slot.transform(), content)));
        places.push(slot);
    }
    if deck.outline == Outline::Rectangle(0.0) {
        let rects: Vec<_> = places.iter().map(|slot| slot.covers(fit.piece)).collect();
        rects.iter().for_each(|rect| space.take(*rect));
        marks::crop(&rects, space, draws);
        return;
    }
    let cuts = if faces.once() && places.len() == fit.slots.len() {
        let Full { lines, taken } = faces.full.get_or_insert_with(|| {
            let before = space.clone();
            let cuts = cut_out(&places, &faces.cut, space);
            let taken = space.taken_since(before.taken()).to_vec();
            *space = before;
            Full { lines: Arc::new(Shared { large: true, ..shared(cuts) }), taken }
        });
        space.take_all(taken);
        vec![Draw::Use { shared: Arc::clone(lines), transform: Affine::IDENTITY }]
    } else {
        cut_out(&places, &faces.cut, space)
    };
    draws.push(Draw::Group(Group { role: Role::Cut, id: Some("cut".into()), ..Group::plain(cuts) }));
}

/// A line round each piece.
fn cut_out(places: &[Slot], cut: &Cut, space: &mut Space) -> Vec<Draw> {
    let mut cuts = Vec::with_capacity(places.len());
    for place in places {
        let transform = place.transform();
        cuts.push(Draw::Use { shared: Arc::clone(&cut.line), transform });
        let corners: Vec<Point> = cut.corners.iter().map(|corner| transform * *corner).collect();
        space.take_polygon(&corners);
    }
    cuts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hexagons(orientation: Orientation, room: (f64, f64)) -> usize {
        let (w, h) = orientation.unit_size();
        let side = 40.0 / SQRT_3;
        let room = Size::new(room.0 + TOLERANCE, room.1 + TOLERANCE);
        honeycomb(orientation, Size::new(w * side, h * side), room, None).len()
    }

    #[test]
    fn honeycombs_hold_what_brute_force_found() {
        // 40 mm hexagons on A4 with margins of 5 mm.
        assert_eq!(hexagons(Orientation::FlatTop, (200.0, 287.0)), 33);
        assert_eq!(hexagons(Orientation::PointyTop, (200.0, 287.0)), 32);
    }

    #[test]
    fn no_row_is_lost_to_floating_point() {
        assert_eq!(
            grid(Size::new(40.0, 88.9), 0.0, Size::new(200.0 + TOLERANCE, 266.7 + TOLERANCE), None).len(),
            15
        );
    }

    #[test]
    fn discs_are_staggered_where_that_holds_more() {
        assert!(discs(Size::new(22.0, 22.0), Size::new(197.3, 284.3), None).len() > 96);
    }
}

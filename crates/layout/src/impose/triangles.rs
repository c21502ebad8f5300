//! Triangles in rows, up and down in turn: each shares its slanted sides with its neighbours, and its level one with the
//! next row.

use kurbo::{Line, Point, Rect, Size, Vec2};

use super::grid::count;
use super::lines::{CutLine, ONE, clip_segment};
use super::slot::Slot;
use crate::base::hex::SQRT_3;
use crate::spec::values::value::Grid;

/// Half a turn, in right angles.
const DOWN: u8 = 2;

/// As many triangles as fit, `gap` mm between their sides. Their boxes reach beyond the room, above and below: the middle of
/// a triangle is that of its box, which is a third higher.
pub fn interlocked(piece: Size, gap: f64, room: Size, wish: Option<Grid>) -> Vec<Slot> {
    let high = piece.height * 0.75;
    // Between slanted sides, measured level.
    let (across, down) = (piece.width / 2.0 + gap * 2.0 / SQRT_3, high + gap);
    let (most, rows) = (count(room.width, piece.width, across), count(room.height, high, down));
    let (columns, rows) = wish.map_or((most, rows), |w| (most.min(w.columns), rows.min(w.rows)));
    let slot = |column: u32, row: u32| {
        let points_down = (column + row) % 2 == 1;
        let below = if points_down { high / 3.0 } else { high * 2.0 / 3.0 };
        let middle = Point::new(f64::from(column) * across, f64::from(row) * down + below);
        Slot { middle, turn: if points_down { DOWN } else { 0 } }
    };
    (0..rows).flat_map(|row| (0..columns).map(move |column| slot(column, row))).collect()
}

/// Returns the straight cuts that part triangles: first full lines between rows, then slanted cuts one way, then the other
/// way. Triangles that share their sides lie on lines that run through the whole sheet. Where `gap` mm lie between
/// them, the slanted cuts of a row end at the lines above and below it.
pub fn triangle_cuts(slots: &[Slot], piece: Size, gap: f64, sheet: Rect) -> Vec<CutLine> {
    let mut cuts: Vec<CutLine> = Vec::with_capacity(slots.len() * 2);
    for slot in slots {
        let row = row_of(slot, piece);
        let band = if gap > 0.0 { Rect { y0: row.y0, y1: row.y1, ..sheet } } else { sheet };
        let [left, right, apex] = corners(slot, piece);
        let level = |y: f64| (0, Line::new((sheet.x0, y), (sheet.x1, y)), sheet);
        let (rises, falls) = if is_down(slot) { (right, left) } else { (left, right) };
        let slanted = [(1, Line::new(rises, apex), band), (2, Line::new(falls, apex), band)];
        for (stage, line, within) in [level(row.y0), level(row.y1)].into_iter().chain(slanted) {
            let far = (line.p1 - line.p0).normalize() * (sheet.width() + sheet.height());
            let full = Line::new(line.p0 - far, line.p0 + far);
            cuts.extend(clip_segment(full, within).map(|cut| CutLine { from: cut.p0, to: cut.p1, stage }));
        }
    }
    // By stage, then row by row and from the left: what two triangles share follows itself.
    let start = |cut: &CutLine| if cut.from.y <= cut.to.y { cut.from } else { cut.to };
    let thousandths = |length: f64| (length / ONE).round() as i64;
    cuts.sort_by_key(|cut| (cut.stage, thousandths(start(cut).y), thousandths(start(cut).x)));
    cuts.dedup_by(|a, b| a.stage == b.stage && start(a).distance(start(b)) < 2.0 * ONE);
    cuts
}

/// Returns the band between a triangle's level side and its apex, as wide as the triangle.
pub fn row_of(slot: &Slot, piece: Size) -> Rect {
    let [left, right, apex] = corners(slot, piece);
    Rect::from_points(left, right).union_pt(apex)
}

fn is_down(slot: &Slot) -> bool {
    slot.turn == DOWN
}

/// The left and the right end of a triangle's level side, and its apex.
fn corners(slot: &Slot, piece: Size) -> [Point; 3] {
    let inner = piece.height / 4.0;
    let below = if is_down(slot) { -1.0 } else { 1.0 };
    let corner = |x: f64, y: f64| slot.middle + Vec2::new(x, y * below);
    [corner(-piece.width / 2.0, inner), corner(piece.width / 2.0, inner), corner(0.0, -2.0 * inner)]
}

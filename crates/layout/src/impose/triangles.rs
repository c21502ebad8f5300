//! Packs triangles in rows. Triangles alternately point up and down.
//!
//! - In: the size of a triangle and of the available space, or the slots of packed triangles.
//! - Out: the slots of triangles, or the straight cuts between slots.
//!
//! A triangle shares its slanted sides with its neighbours in the row, and its horizontal side with a
//! triangle of another row.
//!
//! The size of a triangle is the size of its box. This box is higher than the triangle: its height is
//! 4/3 of the height of the triangle. The middle of the box is then also the centroid of the triangle.

use kurbo::{Line, Point, Rect, Size, Vec2};

use super::grid::{count, limited_grid};
use super::slot::Slot;
use super::straight_cuts::{CutLine, ONE, clip_segment};
use hexpress_base::tiling::hex::SQRT_3;
use hexpress_language::values::value::Grid;

/// The rotation of a triangle that points down, in steps of 90°.
const DOWN: u8 = 2;

/// Returns the slots of the triangles that fit into `room`. The numbers in `requested_grid` are upper limits.
/// `gap` is the distance between the sides of two triangles, in mm.
///
/// The boxes of triangles may extend beyond the top and bottom of `room`.
pub fn interlocked(piece: Size, gap: f64, room: Size, requested_grid: Option<Grid>) -> Vec<Slot> {
    let height = piece.height * 0.75;
    // The gap is measured at a right angle to the slanted sides, so it is longer along the horizontal row.
    let (across, down) = (piece.width / 2.0 + gap * 2.0 / SQRT_3, height + gap);
    let grid = limited_grid(
        count(room.width, piece.width, across),
        count(room.height, height, down),
        requested_grid,
    );
    let mut slots = Vec::with_capacity(grid.columns as usize * grid.rows as usize);
    for row in 0..grid.rows {
        for column in 0..grid.columns {
            let points_down = (column + row) % 2 == 1;
            let below = if points_down { height / 3.0 } else { height * 2.0 / 3.0 };
            let centre = Point::new(f64::from(column) * across, f64::from(row) * down + below);
            slots.push(Slot { centre, turn: if points_down { DOWN } else { 0 } });
        }
    }
    slots
}

/// Returns the straight cuts that separate triangles. The cuts between rows come first, and then
/// the slanted cuts in two directions.
///
/// If `gap` is 0, the slanted cuts run through the whole sheet, because the sides of all triangles
/// are on common lines. Otherwise, the slanted cuts of a row end at the cuts above and below the
/// row.
pub fn triangle_cuts(slots: &[Slot], piece: Size, gap: f64, sheet: Rect) -> Vec<CutLine> {
    let mut cuts: Vec<CutLine> = Vec::with_capacity(slots.len() * 2);
    for slot in slots {
        let row = row_of(slot, piece);
        let band = if gap > 0.0 { Rect { y0: row.y0, y1: row.y1, ..sheet } } else { sheet };
        let [left, right, apex] = corners(slot, piece);
        let (rising, falling) = if is_down(slot) { (right, left) } else { (left, right) };
        cuts.extend(level_cut(row.y0, sheet));
        cuts.extend(level_cut(row.y1, sheet));
        cuts.extend(full_cut(Line::new(rising, apex), band, sheet, 1));
        cuts.extend(full_cut(Line::new(falling, apex), band, sheet, 2));
    }
    // If two triangles share a cut, `cuts` contains this cut twice. After sorting, both copies are next
    // to each other.
    cuts.sort_by_key(|cut| {
        let start = upper_end(cut);
        (cut.stage, in_units(start.y), in_units(start.x))
    });
    cuts.dedup_by(|a, b| a.stage == b.stage && upper_end(a).distance(upper_end(b)) < 2.0 * ONE);
    cuts
}

fn level_cut(y: f64, sheet: Rect) -> Option<CutLine> {
    full_cut(Line::new((sheet.x0, y), (sheet.x1, y)), sheet, sheet, 0)
}

/// Extends a line to a cut. The cut ends at the edges of `within`, which is a part of `sheet`. Returns `None`
/// if the line does not cross `within`.
fn full_cut(line: Line, within: Rect, sheet: Rect, stage: u8) -> Option<CutLine> {
    let extension = (line.p1 - line.p0).normalize() * (sheet.width() + sheet.height());
    let full = clip_segment(Line::new(line.p0 - extension, line.p0 + extension), within)?;
    Some(CutLine { from: full.p0, to: full.p1, stage })
}

fn upper_end(cut: &CutLine) -> Point {
    if cut.from.y <= cut.to.y { cut.from } else { cut.to }
}

/// Returns a length as a whole number of units of [`ONE`]. Lines that count as one line then have equal
/// numbers.
fn in_units(length: f64) -> i64 {
    (length / ONE).round() as i64
}

/// Returns the part of a triangle's box between the horizontal side and the apex. The rest of the box,
/// above or below the triangle, is empty.
pub fn row_of(slot: &Slot, piece: Size) -> Rect {
    let [left, right, apex] = corners(slot, piece);
    Rect::from_points(left, right).union_pt(apex)
}

fn is_down(slot: &Slot) -> bool {
    slot.turn == DOWN
}

/// Returns the left end and the right end of a triangle's horizontal side, and its apex.
fn corners(slot: &Slot, piece: Size) -> [Point; 3] {
    let (half, inradius) = (piece.width / 2.0, piece.height / 4.0);
    let below = if is_down(slot) { -1.0 } else { 1.0 };
    [(-half, inradius), (half, inradius), (0.0, -2.0 * inradius)]
        .map(|(x, y)| slot.centre + Vec2::new(x, y * below))
}

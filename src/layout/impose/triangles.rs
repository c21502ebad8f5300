//! Triangles in rows, up and down in turn: each shares its slanted sides with its neighbours, and its level one with the
//! next row.

use kurbo::{Point, Size};

use super::grid::count;
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

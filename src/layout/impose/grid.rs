//! Points in rows and columns: the arithmetic that all packings share. They are the middles of pieces, but for a
//! shift that is the same for all of them.

use kurbo::{Point, Size};

use crate::spec::values::value::Grid;

/// How many of `piece` fit into `room`, each `gap` from the next.
pub fn count(room: f64, piece: f64, gap: f64) -> u32 {
    if room < piece { 0 } else { ((room - piece) / (piece + gap)).floor() as u32 + 1 }
}

/// Columns and rows, so far from one to the next.
pub fn grid(piece: Size, pitch: Size, room: Size, wish: Option<Grid>) -> Vec<Point> {
    let most = (
        count(room.width, piece.width, pitch.width - piece.width),
        count(room.height, piece.height, pitch.height - piece.height),
    );
    let (columns, rows) = wish.map_or(most, |w| (most.0.min(w.columns), most.1.min(w.rows)));
    let at =
        |column: u32, row: u32| Point::new(f64::from(column) * pitch.width, f64::from(row) * pitch.height);
    (0..rows).flat_map(|row| (0..columns).map(move |column| at(column, row))).collect()
}

/// Rows `down` apart of pieces `across` apart, every other row pushed in by half of that. A row that is
/// pushed in has one piece less where the room is too narrow.
pub fn staggered(across: f64, down: f64, piece: Size, room: Size, wish: Option<Grid>) -> Vec<Point> {
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

/// What is done in rows, done in columns.
pub fn in_columns(
    room: Size,
    wish: Option<Grid>,
    rows: impl Fn(Size, Option<Grid>) -> Vec<Point>,
) -> Vec<Point> {
    let wish = wish.map(|w| Grid { columns: w.rows, rows: w.columns });
    let columns = rows(Size::new(room.height, room.width), wish);
    let mut slots: Vec<_> = columns.into_iter().map(|p| Point::new(p.y, p.x)).collect();
    // Filled row by row, as a reader would.
    slots.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)));
    slots
}

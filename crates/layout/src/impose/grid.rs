//! Points in rows and columns: the arithmetic that all packings share. They are the middles of pieces, but for a
//! shift that is the same for all of them.

use kurbo::{Point, Size};

use super::pack_fit::Packing;
use crate::base::hex::{Orientation, SQRT_3};
use crate::model::Outline;
use crate::spec::values::value::Grid;

/// How many of `piece` fit into `room`, `step` mm from one to the next.
pub fn count(room: f64, piece: f64, step: f64) -> u32 {
    if room < piece { 0 } else { ((room - piece) / step).floor() as u32 + 1 }
}

/// How far it is from a piece to the next ones.
#[derive(Debug, Clone, Copy)]
pub struct Steps {
    /// In a row, mm.
    pub across: f64,
    /// From row to row, mm.
    pub down: f64,
    /// Whether every other row is pushed in by half a step.
    pub pushed: bool,
    /// Whether rows run from top to bottom.
    pub columns: bool,
}

impl Steps {
    /// How pieces lie with so much between their sides; none where no step leads from one to the next.
    ///
    /// In a honeycomb every hexagon shares its edges with its neighbours, or is `gap` mm away from them: rows of
    /// hexagons that stand on a corner, every other one pushed in. For straight cuts hexagons meet at their corners
    /// alone, with a triangle between each three: all their sides lie on straight lines that pass no hexagon. Where rows
    /// are pushed in these run through the whole sheet; strips, row below row, are cut apart first.
    pub fn of(packing: Packing, outline: Outline, piece: Size, gap: f64) -> Option<Self> {
        let columns = match packing {
            Packing::Honeycomb => outline == Outline::Hexagon(Orientation::FlatTop),
            Packing::Straight | Packing::Strips => outline == Outline::Hexagon(Orientation::PointyTop),
            _ => false,
        };
        let Size { width, height } = if columns { turned(piece) } else { piece };
        // From corner to corner, and beyond the gap between two slanted sides.
        let at_corners = width + gap * 2.0 / SQRT_3;
        let (across, down, pushed) = match packing {
            Packing::Grid => (width + gap, height + gap, false),
            Packing::Staggered => (width + gap, (width + gap) * SQRT_3 / 2.0, true),
            Packing::Honeycomb => (width + gap, height * 0.75 + gap * SQRT_3 / 2.0, true),
            Packing::Straight => (at_corners, height + gap, true),
            Packing::Strips => (at_corners, height + gap, false),
            Packing::Mixed | Packing::Interlocked | Packing::Places => return None,
        };
        Some(Self { across, down, pushed, columns })
    }

    /// As many pieces as fit, or as are wished for. A row that is pushed in has one piece less where the room is too
    /// narrow.
    pub fn points(&self, piece: Size, room: Size, wish: Option<Grid>) -> Vec<Point> {
        if self.columns {
            let wish = wish.map(|w| Grid { columns: w.rows, rows: w.columns });
            let rows = Self { columns: false, ..*self }.points(turned(piece), turned(room), wish);
            let mut points: Vec<_> = rows.into_iter().map(|p| Point::new(p.y, p.x)).collect();
            // Filled row by row, as a reader would; columns that are pushed in belong to the row that they lie beside, so
            // that few pieces on a sheet lie close together.
            let row = |p: &Point| (p.y / self.across + 1e-6).floor();
            points.sort_by(|a, b| row(a).total_cmp(&row(b)).then(a.x.total_cmp(&b.x)));
            return points;
        }
        let most = count(room.width, piece.width, self.across);
        let rows = count(room.height, piece.height, self.down);
        let (columns, rows) = wish.map_or((most, rows), |w| (most.min(w.columns), rows.min(w.rows)));
        let half = self.across / 2.0;
        let pushed = count(room.width - half, piece.width, self.across).min(columns);
        let row = |row: u32| {
            let (start, count) = if self.pushed && row % 2 == 1 { (half, pushed) } else { (0.0, columns) };
            let across = move |column: u32| start + f64::from(column) * self.across;
            (0..count).map(move |column| Point::new(across(column), f64::from(row) * self.down))
        };
        (0..rows).flat_map(row).collect()
    }
}

/// Width for height.
pub fn turned(size: Size) -> Size {
    Size::new(size.height, size.width)
}

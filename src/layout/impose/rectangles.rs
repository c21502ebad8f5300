//! Rectangles: in a grid, edge to edge or with gutters, or in two blocks of which one is turned.

use kurbo::{Point, Rect, Size, Vec2};

use super::grid::{count, grid};
use super::lines::{CutLine, along};
use super::slot::Slot;

/// Two blocks, one below the other: rows of pieces that stand upright, and rows of pieces that are turned.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mixed {
    /// Rows of upright pieces.
    pub upright: u32,
    /// Rows of turned pieces.
    pub turned: u32,
    /// Pieces in a row of each.
    pub columns: (u32, u32),
}

impl Mixed {
    /// How many pieces there are.
    pub fn pieces(&self) -> usize {
        (self.upright * self.columns.0 + self.turned * self.columns.1) as usize
    }

    /// The two blocks that hold the most pieces. None where one of them would be empty.
    pub fn best(piece: Size, gap: f64, room: Size) -> Option<Self> {
        let columns = (count(room.width, piece.width, gap), count(room.width, piece.height, gap));
        let most = count(room.height, piece.height, gap);
        let ways = (1..=most).map(|upright| {
            let rest = room.height - f64::from(upright) * (piece.height + gap);
            Self { upright, turned: count(rest, piece.width, gap), columns }
        });
        let whole = ways.filter(|m| m.turned > 0 && m.columns.0 > 0 && m.columns.1 > 0);
        // Of two that hold as many, the one with more upright pieces.
        whole.max_by_key(|mixed| (mixed.pieces(), mixed.upright))
    }

    /// Where its pieces lie, from the top left corner of the blocks.
    pub fn slots(&self, piece: Size, gap: f64) -> Vec<Slot> {
        let lying = Size::new(piece.height, piece.width);
        let below = f64::from(self.upright) * (piece.height + gap);
        let block = |size: Size, columns: u32, rows: u32, from: f64, turn: u8| {
            let pitch = size + Size::new(gap, gap);
            // As many as are asked for fit.
            let room = Size::new(f64::from(columns) * pitch.width, f64::from(rows) * pitch.height);
            let shift = Vec2::new(size.width / 2.0, size.height / 2.0 + from);
            let points = grid(size, pitch, room, Some(crate::spec::values::value::Grid { columns, rows }));
            points.into_iter().map(move |point| Slot { middle: point + shift, turn })
        };
        let upright = block(piece, self.columns.0, self.upright, 0.0, 0);
        upright.chain(block(lying, self.columns.1, self.turned, below, 1)).collect()
    }
}

/// The cuts of a grid: first all from side to side, then all from top to bottom, each through the whole sheet.
pub fn grid_cuts(middles: &[Point], piece: Size, sheet: Size) -> Vec<CutLine> {
    let within = sheet.to_rect();
    let middles = || middles.iter().copied();
    let mut cuts = along(middles(), Vec2::new(0.0, 1.0), piece.height / 2.0, within, 0);
    cuts.extend(along(middles(), Vec2::new(1.0, 0.0), piece.width / 2.0, within, 1));
    cuts
}

/// The cuts of two blocks: first all from side to side, then each block from top to bottom.
pub fn mixed_cuts(slots: &[Slot], piece: Size, sheet: Size) -> Vec<CutLine> {
    let mut first: Vec<CutLine> = Vec::new();
    let mut then = Vec::new();
    for turn in [0, 1] {
        let own = || slots.iter().filter(move |slot| slot.turn == turn);
        let Some(block) = own().map(|slot| slot.covers(piece)).reduce(|a, b| a.union(b)) else { continue };
        let size = own().next().map_or(piece, |slot| slot.covers(piece).size());
        let middles = || own().map(|slot| slot.middle);
        first.extend(along(middles(), Vec2::new(0.0, 1.0), size.height / 2.0, sheet.to_rect(), 0));
        // Upright pieces lie above.
        let (top, bottom) = if turn == 0 { (0.0, block.y1) } else { (block.y0, sheet.height) };
        let within = Rect::new(0.0, top, sheet.width, bottom);
        then.extend(along(middles(), Vec2::new(1.0, 0.0), size.width / 2.0, within, 1));
    }
    // Where the blocks lie edge to edge one cut parts them.
    first.sort_by(|a, b| a.from.y.total_cmp(&b.from.y));
    first.dedup_by(|a, b| (a.from.y - b.from.y).abs() < 0.001);
    first.extend(then);
    first
}

//! Rectangles: in a grid, edge to edge or with gutters, or in two blocks of which one is turned.

use kurbo::{Point, Rect, Size, Vec2};

use super::grid::{count, turned};
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
        let (upright, lying) = (piece.height + gap, piece.width + gap);
        let columns = (count(room.width, piece.width, lying), count(room.width, piece.height, upright));
        let most = count(room.height, piece.height, upright);
        let ways = (1..=most).map(|rows| {
            let rest = room.height - f64::from(rows) * upright;
            Self { upright: rows, turned: count(rest, piece.width, lying), columns }
        });
        let whole = ways.filter(|m| m.turned > 0 && m.columns.0 > 0 && m.columns.1 > 0);
        // Of two that hold as many, the one with more upright pieces.
        whole.max_by_key(|mixed| (mixed.pieces(), mixed.upright))
    }

    /// Where its pieces lie, from the top left corner of the blocks.
    pub fn slots(&self, piece: Size, gap: f64) -> Vec<Slot> {
        let below = f64::from(self.upright) * (piece.height + gap);
        let block = |size: Size, columns: u32, rows: u32, from: f64, turn: u8| {
            let shift = Vec2::new(size.width / 2.0, size.height / 2.0 + from);
            let at = move |column: u32, row: u32| {
                let (column, row) = (f64::from(column), f64::from(row));
                Point::new(column * (size.width + gap), row * (size.height + gap)) + shift
            };
            let slot = move |row| (0..columns).map(move |column| Slot { middle: at(column, row), turn });
            (0..rows).flat_map(slot)
        };
        let upright = block(piece, self.columns.0, self.upright, 0.0, 0);
        upright.chain(block(turned(piece), self.columns.1, self.turned, below, 1)).collect()
    }
}

/// The cuts of one block, or of two of which the second one lies below and is turned: first all from side to side
/// through the whole of a sheet, or of a part of it, then each block from top to bottom.
pub fn block_cuts(slots: &[Slot], piece: Size, sheet: Rect) -> Vec<CutLine> {
    let (mut first, mut then) = (Vec::new(), Vec::new());
    let blocks: Vec<&[Slot]> = slots.chunk_by(|a, b| a.turn == b.turn).collect();
    for (index, own) in blocks.iter().enumerate() {
        let covers = || own.iter().map(|slot| slot.covers(piece));
        let Some(block) = covers().reduce(|a, b| a.union(b)) else { continue };
        let size = if own[0].turn == 0 { piece } else { turned(piece) };
        let middles = || own.iter().map(|slot| slot.middle);
        first.extend(along(middles(), Vec2::new(0.0, 1.0), size.height / 2.0, sheet, 0));
        let y0 = if index == 0 { sheet.y0 } else { block.y0 };
        let y1 = if index + 1 == blocks.len() { sheet.y1 } else { block.y1 };
        let within = Rect { y0, y1, ..sheet };
        then.extend(along(middles(), Vec2::new(1.0, 0.0), size.width / 2.0, within, 1));
    }
    // Where the blocks lie edge to edge one cut parts them.
    first.sort_by(|a, b| a.from.y.total_cmp(&b.from.y));
    first.dedup_by(|a, b| (a.from.y - b.from.y).abs() < 0.001);
    first.extend(then);
    first
}

//! Packs rectangles in two blocks with different rotations. Also computes the straight cuts that
//! separate rectangles.
//!
//! - In: the size of a piece and of the available space, or the slots of packed pieces.
//! - Out: the slots of two blocks, or the straight cuts between slots.
//!
//! The module `grid` packs single blocks.

use kurbo::{Point, Rect, Size, Vec2};

use super::grid::{count, transposed};
use super::slot::Slot;
use super::straight_cuts::{CutLine, cuts_along_sides};

/// Two blocks of pieces, one above the other. The pieces of the upper block are upright. The pieces of the
/// lower block are rotated by 90°.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TwoBlocks {
    pub upright: PieceGrid,
    pub turned: PieceGrid,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PieceGrid {
    pub columns: u32,
    pub rows: u32,
}

impl PieceGrid {
    fn pieces(self) -> u32 {
        self.columns * self.rows
    }

    /// Returns the slots of the block. `size` is the size of a piece after its rotation. `top` is the y
    /// coordinate of the top edge of the block.
    fn slots(self, size: Size, gap: f64, top: f64, turn: u8) -> impl Iterator<Item = Slot> {
        let first = Vec2::new(size.width / 2.0, size.height / 2.0 + top);
        (0..self.rows).flat_map(move |row| {
            (0..self.columns).map(move |column| {
                let (column, row) = (f64::from(column), f64::from(row));
                let corner = Point::new(column * (size.width + gap), row * (size.height + gap));
                Slot { centre: corner + first, turn }
            })
        })
    }
}

impl TwoBlocks {
    pub fn pieces(&self) -> usize {
        (self.upright.pieces() + self.turned.pieces()) as usize
    }

    /// Returns the two blocks with the largest total number of pieces. Among arrangements with the
    /// same number of pieces, prefers the one with the most rows of upright pieces. Returns `None`
    /// if a block would be empty.
    pub fn best(piece: Size, gap: f64, room: Size) -> Option<Self> {
        let (height, width) = (piece.height + gap, piece.width + gap);
        let upright_columns = count(room.width, piece.width, width);
        let turned_columns = count(room.width, piece.height, height);
        let most_rows = count(room.height, piece.height, height);
        let ways = (1..=most_rows).map(|rows| {
            let rest = room.height - f64::from(rows) * height;
            Self {
                upright: PieceGrid { columns: upright_columns, rows },
                turned: PieceGrid { columns: turned_columns, rows: count(rest, piece.width, width) },
            }
        });
        ways.filter(|two_blocks| two_blocks.turned.pieces() > 0 && two_blocks.upright.pieces() > 0)
            .max_by_key(|two_blocks| (two_blocks.pieces(), two_blocks.upright.rows))
    }

    /// Returns the slots of both blocks. The origin is the top left corner of the blocks.
    pub fn slots(&self, piece: Size, gap: f64) -> Vec<Slot> {
        let below = f64::from(self.upright.rows) * (piece.height + gap);
        let upright = self.upright.slots(piece, gap, 0.0, 0);
        upright.chain(self.turned.slots(transposed(piece), gap, below, 1)).collect()
    }
}

/// Returns the cuts of one block, or of two blocks one above the other. The first cuts are horizontal,
/// and run through the whole of `sheet`. The other cuts are vertical, and each of them divides only one
/// block.
pub fn rectangle_cuts(slots: &[Slot], piece: Size, sheet: Rect) -> Vec<CutLine> {
    let (mut horizontal, mut vertical) = (Vec::new(), Vec::new());
    let blocks: Vec<&[Slot]> = slots.chunk_by(|a, b| a.turn == b.turn).collect();
    for (index, block) in blocks.iter().enumerate() {
        let covers = block.iter().map(|slot| slot.covers(piece));
        let Some(bounds) = covers.reduce(|a, b| a.union(b)) else { continue };
        let size = if block[0].turn == 0 { piece } else { transposed(piece) };
        let middles = block.iter().map(|slot| slot.centre);
        horizontal.extend(cuts_along_sides(
            middles.clone(),
            Vec2::new(0.0, 1.0),
            size.height / 2.0,
            sheet,
            0,
        ));
        let within = Rect {
            y0: if index == 0 { sheet.y0 } else { bounds.y0 },
            y1: if index + 1 == blocks.len() { sheet.y1 } else { bounds.y1 },
            ..sheet
        };
        vertical.extend(cuts_along_sides(middles, Vec2::new(1.0, 0.0), size.width / 2.0, within, 1));
    }
    // If the blocks touch, the cut between them is in `horizontal` twice: once for each block.
    horizontal.sort_by(|a, b| a.from.y.total_cmp(&b.from.y));
    horizontal.dedup_by(|a, b| (a.from.y - b.from.y).abs() < 0.001);
    horizontal.extend(vertical);
    horizontal
}

//! Rectangular pieces in a grid, edge to edge: one cut parts two of them.

use std::ops::Range;

use kurbo::{Affine, Point, Rect, Size, Vec2};

use super::face::Painter;
use super::frame::Frame;
use super::furniture::Space;
use super::{TOLERANCE, marks};
use crate::model::Deck;
use crate::scene::{Draw, Group};

/// A grid of pieces on a sheet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GridFit {
    /// The sheet, as it lies: width and height in mm.
    pub sheet: Size,
    /// Columns of pieces.
    pub columns: u32,
    /// Rows of pieces.
    pub rows: u32,
    /// Top left corner of the first piece, in mm.
    pub origin: Point,
    /// Width and height of a piece, in mm.
    pub piece: Size,
}

/// The grid for a deck: its own where that fits, else the largest; upright or lying, whichever holds more.
/// None where not even one piece fits.
pub fn fit(deck: &Deck, paper: Size, margin: f64) -> Option<GridFit> {
    let turned = Size::new(paper.height, paper.width);
    let options = [paper, turned].map(|sheet| {
        let count =
            |room: f64, piece: f64| ((room - 2.0 * margin + TOLERANCE) / piece).floor().max(0.0) as u32;
        let most = (count(sheet.width, deck.size.width), count(sheet.height, deck.size.height));
        let (columns, rows) = match deck.grid {
            Some(wish) => (most.0.min(wish.columns), most.1.min(wish.rows)),
            None => most,
        };
        (sheet, columns, rows)
    });
    let (sheet, columns, rows) = options
        .into_iter()
        .reduce(|upright, lying| if lying.1 * lying.2 > upright.1 * upright.2 { lying } else { upright })?;
    if columns == 0 || rows == 0 {
        return None;
    }
    let size = Size::new(f64::from(columns) * deck.size.width, f64::from(rows) * deck.size.height);
    let origin = Point::new((sheet.width - size.width) / 2.0, (sheet.height - size.height) / 2.0);
    Some(GridFit { sheet, columns, rows, origin, piece: deck.size })
}

impl GridFit {
    /// The box of the piece in slot `slot`, row by row from the top left.
    #[must_use]
    pub fn slot(&self, slot: u32) -> Rect {
        let (column, row) = (slot % self.columns, slot / self.columns);
        let corner = Vec2::new(f64::from(column) * self.piece.width, f64::from(row) * self.piece.height);
        Rect::from_origin_size(self.origin + corner, self.piece)
    }
}

/// Draws the pieces of `range` and the marks to cut them by.
pub fn draw(
    deck: &Deck,
    fit: &GridFit,
    range: Range<usize>,
    painter: &mut Painter<'_, '_>,
    space: &mut Space,
    draws: &mut Vec<Draw>,
) {
    let frame = Frame::rectangle(fit.piece);
    let mut slots = Vec::with_capacity(range.len());
    let mut faces = painter.deck(deck, frame);
    for (slot, index) in (0u32..).zip(range) {
        let place = fit.slot(slot);
        let Some(piece) = deck.piece(index) else { continue };
        let content = faces.piece(painter, piece, index + 1);
        let id = format!("{}/{}", painter.component(), index + 1);
        draws.push(Draw::Group(Group::piece(id, Affine::translate(place.center().to_vec2()), content)));
        slots.push(place);
    }
    for place in &slots {
        space.take(*place);
    }
    marks::crop(&slots, space, draws);
}

//! Prints the name of a cell next to the sticker for this cell, outside the cut line of the sticker.
//!
//! - In: a deck of stickers, and the slot of one sticker.
//! - Out: the name of the cell, or the number of the sticker if there is no space for the name.
//! - Not here: making stickers (`patches`).

use kurbo::Point;

use crate::impose::{SheetPacking, Slot};
use crate::sheet_builder::{SheetBuilder, centred_words};
use hexpress_base::tiling::hex::Orientation;
use hexpress_base::units::Mm;
use hexpress_game::{Outline, PieceSet};
use hexpress_scene::Drawing;
use hexpress_template::Row;

/// The size of the names, in points.
const NAME_PT: f64 = 5.0;
/// The distance from the sticker to the middle of its name, in mm. The gap between two stickers is
/// twice this distance.
const DISTANCE: f64 = 2.0;
/// The width that is free for a name between the corners of pointy-top hexagons, in mm.
const BETWEEN_CORNERS: f64 = 3.8;

/// Draws the name of the sticker at `index` below its slot. At the lower edge of the sheet, the
/// name is above the slot. Returns `None` if there is no space.
pub fn draw(
    deck: &PieceSet,
    index: usize,
    packing: &SheetPacking,
    slot: Slot,
    page: &SheetBuilder<'_, '_>,
) -> Option<Drawing> {
    let covers = slot.covers(packing.piece);
    let room = match packing.outline {
        Outline::Hexagon(Orientation::PointyTop) => BETWEEN_CORNERS,
        _ => covers.width() / 2.0,
    };
    let size = Mm::from_pt(NAME_PT).0;
    let name = deck.piece(index).and_then(|piece| piece.value("name").map(ToString::to_string));
    let texts = name.into_iter().chain([deck.number(index).to_string()]).filter(|text| !text.is_empty());
    let mut shaped = texts.filter_map(|text| page.painter.shaper.plain(&text));
    let shaped = shaped.find(|shaped| shaped.advance * size <= room)?;
    let is_on_sheet = |y: f64| {
        let printable = page.space.printable();
        y - size / 2.0 > printable.y0 && y + size / 2.0 < printable.y1
    };
    let mut places = [covers.y1 + DISTANCE, covers.y0 - DISTANCE].into_iter();
    let y = places.find(|y| is_on_sheet(*y))?;
    let ink = page.painter.furniture.words_ink.clone();
    Some(centred_words(&shaped, size, Point::new(covers.center().x, y), 0.0, ink))
}

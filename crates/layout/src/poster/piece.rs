//! Divides pieces that are larger than a sheet into posters.
//!
//! - In: a deck and the size of its pieces.
//! - Out: a poster for each printed side of each piece. A poster contains the drawings of one whole side, and
//!   the seams between its sheets.

use std::sync::Arc;

use kurbo::{Rect, Size};

use super::obstacles::Obstacles;
use super::possible_seams::SeamFinder;
use super::{Divider, Division, Poster, PosterSubject};
use crate::impose::face_cache::FaceCache;
use crate::impose::{self, SheetPacking};
use crate::piece_run::PieceRun;
use crate::sheet_builder::SheetBuilder;
use hexpress_base::diag::{Diagnostic, Result};
use hexpress_base::identity::{Feature, Identity};
use hexpress_game::{PieceSet, PieceSide};
use hexpress_scene::print::furniture::Furniture;
use hexpress_scene::text::Shaper;

/// All pieces of a deck, seen from one side.
struct PosterSide<'a> {
    side: PieceSide,
    faces: FaceCache<'a>,
    /// The place of a single piece on a sheet that is as large as the piece with its bleed.
    packing: SheetPacking,
}

impl<'a> PosterSide<'a> {
    fn new(deck: &'a PieceSet, piece: Size, side: PieceSide, furniture: &Furniture) -> Self {
        let packing = SheetPacking::single(deck, piece, deck.bleed_of(side));
        Self { side, faces: FaceCache::new(deck, side, &packing, furniture), packing }
    }
}

/// Divides every piece of a deck into the parts of a poster. If `sides` contains fronts and backs,
/// the poster of each front is followed by the poster of its back.
///
/// Sheets that overlap at seams cannot be printed on both sides. The back is therefore a poster of its own,
/// which is glued to the front. `warning` is reported with the first poster.
///
/// # Errors
/// A piece takes too many sheets, or seams would have to cross texts.
pub fn piece_posters<'a>(
    divider: &Divider<'_>,
    deck: &'a PieceSet,
    piece: Size,
    sides: &[PieceSide],
    warning: Option<Diagnostic>,
) -> Result<Vec<Poster<'a>>> {
    let component = divider.component;
    let shaper = Shaper::new(divider.fonts);
    let mut poster_sides: Vec<PosterSide<'a>> =
        sides.iter().map(|side| PosterSide::new(deck, piece, *side, divider.furniture)).collect();
    for PosterSide { packing, .. } in &poster_sides {
        Divider { name: &piece_name(divider, deck, 0), ..*divider }.allows(packing.sheet)?;
    }
    let mut pending_warning = warning.map(|warning| {
        let place = warning.place.unwrap_or(component.place);
        warning.at(place)
    });
    let mut posters = Vec::with_capacity(deck.pieces.len() * poster_sides.len());
    for index in 0..deck.pieces.len() {
        let name = piece_name(divider, deck, index);
        for PosterSide { side, faces, packing } in &mut poster_sides {
            // This page shows the whole picture. It has no marks, because each sheet of the poster gets its
            // own marks, outside its part of the picture.
            let mut page = SheetBuilder::new(divider.game, &shaper, &component.name, Rect::ZERO);
            page.painter.furniture = divider.furniture.clone();
            let pieces =
                impose::DeckSide { deck, packing, run: PieceRun::consecutive(index..index + 1), side: *side };
            let slots = impose::draw_pieces(&pieces, faces, &mut page);
            impose::draw_cuts(&pieces, &slots, faces, &mut page);
            if let Some(warning) = pending_warning.take() {
                page.painter.add_finding(warning);
            }
            let drawn = page.finish(packing.sheet);
            let drawings = drawn.as_ref().map_or(&[][..], |sheet| &sheet.drawings);
            let obstacles = Obstacles::on_piece(drawings);
            let content = packing.sheet.to_rect();
            let Division { grid, across, down } = Divider { name: &name, ..*divider }
                .divide(packing.sheet, |axis| SeamFinder::new(content, axis, &obstacles))?;
            let shows = PosterSubject::Piece { deck, index, side: *side, packing: packing.clone() };
            posters.push(Poster { grid, shows, content, drawn, credit: None, first: 0, across, down });
        }
    }
    Ok(posters)
}

/// Returns the name of a piece in messages, such as `deck/7`.
fn piece_name(divider: &Divider<'_>, deck: &PieceSet, index: usize) -> String {
    let front = Feature::piece(deck.number(index), PieceSide::Front);
    Identity::Of(Arc::clone(&divider.component.name), front).to_string()
}

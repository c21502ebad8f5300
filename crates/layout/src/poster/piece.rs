//! Pieces drawn whole, each side by itself, to be cut over sheets.

use std::sync::Arc;

use kurbo::{Rect, Size};

use super::{Divider, Poster, Shows, seam};
use crate::base::identity::{Feature, Identity};
use crate::diag::{Diagnostic, Result};
use crate::layout::impose::face_cache::FaceCache;
use crate::layout::impose::{self, PackFit};
use crate::layout::page::Page;
use crate::model::Deck;
use crate::text::Shaper;

/// Cuts each piece of a deck over sheets and, where `backs` are printed, its back after it: a poster of its own, to be
/// glued to the front's, for sheets that overlap at their seams cannot be printed on both sides. `warning` is told with
/// the first.
///
/// # Errors
/// A piece that takes too many sheets, or cannot be cut without cutting words.
pub fn posters<'a>(
    divider: &Divider<'_>,
    deck: &'a Deck,
    piece: Size,
    backs: bool,
    warning: Option<Diagnostic>,
) -> Result<Vec<Poster<'a>>> {
    let component = divider.component;
    let shaper = Shaper::new(divider.fonts);
    let sides = [false, true].into_iter().filter(|back| backs || !back);
    let mut sides: Vec<_> = sides
        .map(|back| {
            let fit = PackFit::alone(deck, piece, deck.bleed_of(back));
            (back, FaceCache::new(deck, back, &fit, false), fit)
        })
        .collect();
    let name = |index: usize| {
        let front = Feature::piece(deck.number(index), false);
        Identity::Of(Arc::clone(&component.name), front).to_string()
    };
    for (.., fit) in &sides {
        Divider { name: &name(0), ..*divider }.allows(fit.sheet)?;
    }
    let mut warning = warning.map(|warning| {
        let place = warning.place.unwrap_or(component.place);
        warning.at(place)
    });
    let mut posters = Vec::with_capacity(deck.pieces.len() * sides.len());
    for index in 0..deck.pieces.len() {
        for (back, faces, fit) in &mut sides {
            // What else stands on its sheets keeps clear of their whole windows.
            let mut page = Page::new(divider.game, &shaper, &component.name, Rect::ZERO);
            let side = impose::DeckSide { deck, fit, range: index..index + 1, back: *back };
            let places = impose::draw(&side, faces, &mut page);
            impose::draw_cuts(&side, &places, faces, &mut page);
            warning.take().into_iter().for_each(|warning| page.painter.wrong(warning));
            let drawn = page.finish(fit.sheet);
            let draws = drawn.as_ref().map_or(&[][..], |sheet| &sheet.draws);
            let obstacles = seam::Obstacles::of_piece(draws);
            let content = fit.sheet.to_rect();
            let ground = |axis| seam::Ground::new(content, axis, &obstacles);
            let (grid, across, down) =
                Divider { name: &name(index), ..*divider }.divide(fit.sheet, ground)?;
            let shows = Shows::Piece { deck, index, back: *back, fit: fit.clone() };
            posters.push(Poster { grid, shows, content, drawn, credit: None, across, down });
        }
    }
    Ok(posters)
}

//! Pieces drawn whole, each side by itself, to be cut over sheets.

use std::sync::Arc;

use kurbo::{Rect, Size};

use super::{Divider, Poster, Shows, seam};
use crate::base::identity::{Feature, Identity};
use crate::diag::{Diagnostic, Report};
use crate::layout::draw::painter::Painter;
use crate::layout::draw::space::Space;
use crate::layout::impose::face_cache::FaceCache;
use crate::layout::impose::{self, PackFit};
use crate::model::{Component, Deck, Game};
use crate::scene::Sheet;
use crate::text::{Fonts, Shaper};

/// The pieces of a deck that are larger than their sheet.
pub struct WholePieces<'a, 's> {
    /// The game.
    pub game: &'s Game,
    /// Its fonts.
    pub fonts: &'s Fonts,
    /// The deck's component.
    pub component: &'s Component,
    /// The deck.
    pub deck: &'a Deck,
    /// Width and height of a piece, in mm.
    pub piece: Size,
    /// Whether their backs are printed. Each is a poster of its own, to be glued to the front's: sheets that overlap
    /// at their seams cannot be printed on both sides.
    pub backs: bool,
    /// What is to be said of all of them, with the first.
    pub warning: Option<Diagnostic>,
}

impl<'a, 's> WholePieces<'a, 's> {
    /// Cuts each piece over sheets, and its back after it.
    ///
    /// # Errors
    /// A piece that takes too many sheets, or cannot be cut without cutting words.
    pub fn posters(&self, divider: &Divider<'_>) -> Result<Vec<Poster<'a>>, Diagnostic> {
        let sides = || [false, true].into_iter().filter(|back| self.backs || !back);
        let shaper = Shaper::new(self.fonts);
        let mut ready: Vec<_> = sides()
            .map(|back| {
                let fit = PackFit::alone(self.deck, self.piece, self.deck.bleed_of(back));
                (back, FaceCache::new(self.deck, back, &fit, false), fit)
            })
            .collect();
        let name = |index: usize| {
            let front = Feature::piece(self.deck.number(index), false);
            Identity::Of(Arc::clone(&self.component.name), front).to_string()
        };
        for (.., fit) in &ready {
            Divider { name: &name(0), ..*divider }.allows(fit.sheet)?;
        }
        let mut posters = Vec::with_capacity(self.deck.pieces.len() * ready.len());
        for index in 0..self.deck.pieces.len() {
            for (back, faces, fit) in &mut ready {
                let drawn = self.draw(index, *back, fit, faces, &shaper);
                let draws = drawn.as_ref().map_or(&[][..], |sheet| &sheet.draws);
                let obstacles = seam::Obstacles::of_piece(draws);
                let content = fit.sheet.to_rect();
                let ground = |axis| seam::Ground::new(content, axis, &obstacles);
                let (grid, across, down) =
                    Divider { name: &name(index), ..*divider }.divide(fit.sheet, ground)?;
                let shows = Shows::Piece { deck: self.deck, index, back: *back, fit: fit.clone() };
                posters.push(Poster { grid, shows, content, drawn, credit: None, across, down });
            }
        }
        Ok(posters)
    }

    /// One side of a piece with its outline, on a sheet as large as it is.
    fn draw(
        &self,
        index: usize,
        back: bool,
        fit: &PackFit,
        faces: &mut FaceCache<'a>,
        shaper: &Shaper<'s>,
    ) -> Result<Sheet, Report> {
        let component = Arc::clone(&self.component.name);
        let mut painter = Painter::new(self.game, shaper, Arc::clone(&component));
        // What else stands on its sheets keeps clear of their whole windows.
        let mut space = Space::new(Rect::ZERO);
        let mut draws = Vec::new();
        let side = impose::DeckSide { deck: self.deck, fit, range: index..index + 1, back };
        impose::draw(&side, faces, &mut painter, &mut space, &mut draws);
        if let (Some(warning), 0, false) = (&self.warning, index, back) {
            painter.wrong(warning.clone().at(self.component.place));
        }
        painter.finish(component, fit.sheet, draws)
    }
}

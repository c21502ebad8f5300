//! One sheet of a plan as drawings in millimetres.

use std::sync::Arc;

use kurbo::Rect;

use super::draw::inking;
use super::draw::painter::Painter;
use super::draw::space::Space;
use super::impose::face_cache::FaceCaches;
use super::marks::printer_marks::{self, Rulers};
use super::marks::{crop, fold};
use super::plan::{Content, Plan, Watch};
use super::{board, impose, poster};
use crate::diag::{Diagnostic, Report, codes};
use crate::scene::{Draw, Sheet};
use crate::text::Shaper;

/// Shaped words and finished drawings. They change how soon a sheet is drawn, never what is on it.
#[derive(Debug)]
pub struct SheetCache<'a> {
    /// Sets lines of text.
    pub(crate) shaper: Shaper<'a>,
    /// Pieces of decks.
    pub(crate) faces: FaceCaches<'a>,
    /// Rulers.
    pub(crate) rulers: Rulers,
}

impl<'a> SheetCache<'a> {
    /// One that knows nothing yet, for so many sheets.
    pub(crate) fn new(shaper: Shaper<'a>, sheets: usize) -> Self {
        let faces = FaceCaches::new(sheets);
        let rulers = Rulers::new(faces.many());
        Self { shaper, faces, rulers }
    }
}

impl<'a> Plan<'a> {
    /// Adds what cannot be drawn on any sheet.
    pub(super) fn tell(&self, report: &mut Report) {
        let mut cache = self.sheet_cache();
        for index in 0..self.sheets.len() {
            if let Err(wrong) = self.sheet(index, &mut cache) {
                report.extend(wrong);
            }
        }
    }

    /// What [`Plan::sheet`] draws with; one for each core.
    #[must_use]
    pub fn sheet_cache(&self) -> SheetCache<'a> {
        self.sheet_cache_for(self.sheets.len())
    }

    /// The same, where so many pages go into one file.
    #[must_use]
    pub fn sheet_cache_for(&self, pages: usize) -> SheetCache<'a> {
        SheetCache::new(Shaper::new(self.fonts), pages)
    }

    /// Draws the `index`-th sheet.
    ///
    /// # Errors
    /// What cannot be drawn: a name that a row does not have, a text that does not fit.
    pub fn sheet(&self, index: usize, cache: &mut SheetCache<'a>) -> Result<Sheet, Report> {
        let (Some(sheet), Some(file)) = (self.sheets.get(index), self.files.get(index)) else {
            return Err(Diagnostic::error(codes::NOTHING, format!("there is no sheet {}", index + 1)).into());
        };
        let SheetCache { shaper, faces, rulers } = cache;
        let mut painter = Painter::new(self.game, shaper, Arc::clone(&sheet.component.name));
        painter.inking = self.inking;
        let printable = Rect::from_origin_size((0.0, 0.0), sheet.size).inset(-self.margin);
        let mut space = Space::new(printable);
        let mut draws = Vec::new();
        let mut rims = Vec::new();
        match &sheet.content {
            Content::Board(board, fit) => {
                board::draw(board, fit, printable, &mut painter, &mut space, &mut draws);
            }
            Content::Poster(poster, index) => {
                let whole = poster.drawn()?;
                // What there is to look at is told once.
                if *index == 0 {
                    whole.warnings.iter().for_each(|warning| painter.wrong(warning.clone()));
                }
                poster::draw(poster, *index, &whole.draws, &painter, &mut space, &mut draws);
            }
            Content::Fronts(deck, fit, range) | Content::Backs(deck, fit, range) => {
                let back = matches!(sheet.content, Content::Backs(..));
                let mut side = |back: bool, draws: &mut Vec<Draw>| {
                    let faces = faces.of(&sheet.component.name, deck, back, fit);
                    let side = impose::DeckSide { deck, fit, range: range.clone(), back };
                    rims.extend(impose::draw(&side, faces, &mut painter, &mut space, draws));
                };
                side(back, &mut draws);
                if fit.duplex.fold {
                    side(true, &mut draws);
                    fold::draw(fit.duplex.axis, fit.sheet, &painter, &mut space, &mut draws);
                }
            }
            Content::Blank => {}
            Content::ExtraSheet(extra) => extra.draw(faces, &mut painter, &mut space, &mut draws),
        }
        if let Some(inking) = self.inking {
            draws = inking::printed(inking, draws);
        }
        let before = space.taken();
        printer_marks::draw(sheet, file, self, rulers, &mut painter, &mut space, &mut draws);
        if !rims.is_empty() {
            crop::rims(&rims, space.taken_since(before), &mut draws);
        }
        let component = Arc::clone(&sheet.component.name);
        let drawn = painter.finish(component, sheet.size, draws);
        if let Some(Watch(watch)) = self.watch {
            watch();
        }
        drawn
    }
}

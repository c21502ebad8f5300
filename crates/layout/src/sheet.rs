//! One sheet of a plan as drawings in millimetres.

use kurbo::Line;

use super::draw::inking;
use super::impose::DeckSide;
use super::impose::face_cache::FaceCaches;
use super::marks::printer_marks::{self, Rulers};
use super::marks::{crop, fold};
use super::page::Page;
use super::plan::{Content, Plan, SheetPlan, Watch};
use super::{board, impose, poster, small};
use crate::diag::{Report, codes};
use crate::scene::Sheet;
use crate::text::Shaper;

/// Shaped words and finished drawings. They change how soon a sheet is drawn, never what is on it.
#[derive(Debug)]
pub struct SheetCache<'a> {
    /// Sets lines of text.
    pub(crate) shaper: Shaper<'a>,
    /// Pieces of decks.
    pub(crate) faces: FaceCaches<'a>,
    /// Rulers, where there are so many sheets that each stands in a file once.
    pub(crate) rulers: Option<Rulers>,
}

impl<'a> Plan<'a> {
    /// Draws every sheet, and returns what is wrong on them: values of rows, and what has no room.
    pub fn check(&self) -> Report {
        let mut report = Report::default();
        let mut cache = self.sheet_cache();
        for index in 0..self.sheets.len() {
            if let Err(wrong) = self.sheet(index, &mut cache) {
                report.extend(wrong);
            }
        }
        report
    }

    /// What [`Plan::sheet`] draws with; one for each core.
    pub fn sheet_cache(&self) -> SheetCache<'a> {
        self.sheet_cache_for(self.sheets.len())
    }

    /// The same, where so many pages go into one file.
    pub fn sheet_cache_for(&self, pages: usize) -> SheetCache<'a> {
        let faces = FaceCaches::new(pages);
        let rulers = faces.many.then(Rulers::default);
        SheetCache { shaper: Shaper::new(self.fonts), faces, rulers }
    }

    /// Draws the `index`-th sheet.
    ///
    /// # Errors
    /// What cannot be drawn: a name that a row does not have, a text that does not fit.
    pub fn sheet(&self, index: usize, cache: &mut SheetCache<'a>) -> Result<Sheet, Report> {
        let (Some(sheet), Some(file)) = (self.sheets.get(index), self.files.get(index)) else {
            return Err(codes::NOTHING.error(format!("there is no sheet {}", index + 1)).into());
        };
        let SheetCache { shaper, faces, rulers } = cache;
        let printable = self.margin.inside(sheet.size);
        let mut page = Page::new(self.game, shaper, &sheet.component.name, printable);
        page.painter.inking = self.inking;
        let mut rims: Vec<Vec<Line>> = Vec::new();
        match &sheet.content {
            Content::Board(board, fit) => board::draw(board, fit, &mut page),
            Content::Poster(poster, index) => {
                let whole = poster.drawn()?;
                // What there is to look at is told once.
                if *index == 0 {
                    whole.warnings.iter().for_each(|warning| page.painter.wrong(warning.clone()));
                }
                poster::draw(poster, *index, &whole.draws, &mut page);
            }
            Content::Fronts(_, fit, _) | Content::Backs(_, fit, _) => {
                let back = sheet.is_back();
                rims = sheet.pieces(back, faces, &mut page);
                let parted = sheet.between.iter();
                let parted = parted.map(|cut| if back { cut.behind(fit.duplex, fit.sheet) } else { *cut });
                let reached = fit.duplex.reached(fit.sheet, page.space.printable(), back);
                page.draws.extend(crop::between(parted, reached, &mut page.space));
                if fit.duplex.fold {
                    let backs = sheet.pieces(true, faces, &mut page);
                    rims.iter_mut().zip(backs).for_each(|(rims, more)| rims.extend(more));
                    fold::draw(fit.duplex.axis, fit.sheet, &mut page);
                }
            }
            Content::Blank => {}
            Content::ExtraSheet(extra) => {
                extra.draw(faces, &mut page.painter, &mut page.space, &mut page.draws);
            }
        }
        if let Some(inking) = self.inking {
            page.draws = inking::printed(inking, page.draws);
        }
        let before = page.space.taken();
        printer_marks::draw(sheet, file, self, rulers.as_mut(), &mut page);
        let taken = page.space.taken_since(before);
        page.draws.extend(rims.iter().filter_map(|rims| crop::rims(rims, taken)));
        let drawn = page.finish(sheet.size).map(|drawn| Sheet {
            title: sheet.title(),
            component: sheet.names(),
            ..drawn
        });
        if let Some(Watch(watch)) = self.watch {
            watch();
        }
        drawn.map_err(|wrong| small::one_cause(self.game, wrong))
    }
}

impl<'a> SheetPlan<'a> {
    /// Draws one side of all pieces on it, and where to cut. Gives the parts of cuts that go on to the edge of the sheet,
    /// block by block.
    fn pieces(&self, back: bool, faces: &mut FaceCaches<'a>, page: &mut Page<'_, '_>) -> Vec<Vec<Line>> {
        let mut rims = Vec::new();
        for block in self.blocks() {
            let (mut places, mut last) = (Vec::new(), None);
            for part in block {
                let (Content::Fronts(deck, fit, range) | Content::Backs(deck, fit, range)) = &part.content
                else {
                    continue;
                };
                let name = &part.component.name;
                let side = DeckSide { deck, fit, range: range.clone(), back };
                page.painter.set_component(name);
                let faces = faces.of(name, deck, back, fit);
                places.extend(impose::draw(&side, faces, page));
                last = Some((name, *deck, side));
            }
            // Pieces of several components in one block are cut as one.
            if let Some((name, deck, side)) = last {
                let faces = faces.of(name, deck, back, side.fit);
                rims.push(impose::draw_cuts(&side, &places, faces, page));
            }
        }
        page.painter.set_component(&self.component.name);
        rims
    }
}

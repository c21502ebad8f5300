//! Draws one sheet of a plan.
//!
//! - In: a planned sheet.
//! - Out: a [`Sheet`] in millimetres, or the errors on it.
//!
//! `hexpress-write` writes files.

use kurbo::Line;

use super::draw::inking;
use super::impose::DeckSide;
use super::impose::face_cache::FaceCaches;
use super::marks::printer_marks::{self, Rulers};
use super::marks::{crop, fold, registration};
use super::pages::PageSheet;
use super::plan::{Content, Plan, SheetPlan, Watch};
use super::sheet_builder::SheetBuilder;
use super::{SheetPacking, board, impose, pages, poster, small_pieces};
use hexpress_base::diag::Report;
use hexpress_game::PieceSide;
use hexpress_scene::text::Shaper;
use hexpress_scene::{Sheet, no_sheet};

/// Shaped texts and finished drawings that a thread keeps from sheet to sheet. The cache only makes
/// drawing faster. It never changes what a sheet shows.
#[derive(Debug)]
pub struct SheetCache<'a> {
    pub(crate) shaper: Shaper<'a>,
    pub(crate) faces: FaceCaches<'a>,
    /// The rulers that pages share. `None` in a file with few pages.
    pub(crate) rulers: Option<Rulers>,
}

/// For each block of pieces, the outer parts of its cut lines, up to the edges of the printable area. They
/// are drawn last, where there is space for them.
type OuterCutLines = Vec<Vec<Line>>;

impl<'a> Plan<'a> {
    /// Draws every sheet, and returns the errors. Examples of errors are a wrong value in a row, or
    /// an element that does not fit.
    pub fn check(&self) -> Report {
        let mut report = Report::default();
        let mut cache = self.sheet_cache();
        for index in 0..self.sheets.len() {
            if let Err(mistakes) = self.sheet(index, &mut cache) {
                report.extend(mistakes);
            }
        }
        report
    }

    /// Returns a new cache for [`Plan::sheet`]. The cache is for a single file that contains all
    /// sheets. Each thread needs its own cache.
    pub fn sheet_cache(&self) -> SheetCache<'a> {
        self.sheet_cache_for(self.sheets.len())
    }

    /// Returns a new cache for a file with `pages` pages.
    pub fn sheet_cache_for(&self, pages: usize) -> SheetCache<'a> {
        let faces = FaceCaches::new(pages, self.furniture.clone());
        let rulers = faces.shares_sheets.then(Rulers::default);
        SheetCache { shaper: Shaper::new(self.fonts), faces, rulers }
    }

    /// Draws the sheet at `index`.
    ///
    /// # Errors
    /// There is no such sheet, or it cannot be drawn. For example, a row lacks a field that an
    /// element uses, or a text does not fit.
    pub fn sheet(&self, index: usize, cache: &mut SheetCache<'a>) -> Result<Sheet, Report> {
        let (Some(sheet), Some(file)) = (self.sheets.get(index), self.page_labels.get(index)) else {
            return Err(no_sheet(index));
        };
        let SheetCache { shaper, faces, rulers } = cache;
        let printable = self.setup.margin.inside(sheet.size);
        let mut page = SheetBuilder::new(self.game, shaper, &sheet.component.name, printable);
        page.painter.inking = self.inking;
        page.painter.furniture = self.furniture.clone();
        let registration = self.setup.registration().filter(|_| registration::is_on(sheet));
        if let Some(marks) = &registration {
            registration::take_corners(marks, sheet.size, &mut page);
        }
        let captured = registration::captured_page(sheet, self.setup.capture.as_deref());
        if let Some(captured) = captured {
            registration::take_captured(captured, &mut page);
        }
        let outer_lines = sheet.draw_content(faces, &mut page)?;
        if let Some(inking) = self.inking {
            page.drawings = inking::inked(inking, page.painter.shaper, &page.drawings);
        }
        if let Some(marks) = &registration {
            registration::draw(marks, sheet.size, &mut page);
        }
        if let Some(captured) = captured {
            registration::draw_captured(captured, &mut page);
        }
        let taken_before = page.space.taken();
        printer_marks::draw(sheet, file, self, rulers.as_mut(), &mut page);
        let stroke = self.furniture.cut_stroke();
        let taken_by_marks = page.space.taken_since(taken_before);
        page.drawings.extend(
            outer_lines.iter().filter_map(|block| crop::outer_cut_lines(block, taken_by_marks, &stroke)),
        );
        let drawn = page.finish(sheet.size);
        if let Some(Watch(watch)) = self.watch {
            watch();
        }
        match drawn {
            Ok(drawn) => {
                let correction = self.correction(index);
                Ok(Sheet { title: sheet.title(), component: sheet.names(), correction, ..drawn })
            }
            Err(report) => Err(small_pieces::merge_size_mistakes(self.game, report)),
        }
    }
}

impl<'a> SheetPlan<'a> {
    /// Draws everything on the sheet except marks for the printer. Returns the parts of cut lines that must
    /// be drawn last.
    ///
    /// # Errors
    /// A poster cannot be drawn.
    fn draw_content(
        &self,
        faces: &mut FaceCaches<'a>,
        page: &mut SheetBuilder<'_, '_>,
    ) -> Result<OuterCutLines, Report> {
        match &self.content {
            Content::Board(board, fit) => {
                board::draw(board, fit, page);
                board::area::draw_marks(fit, page);
                if let Some(Content::Fronts(_, packing, _)) =
                    self.other_parts.first().map(|part| &part.content)
                {
                    return Ok(self.draw_sides(packing, PieceSide::Front, faces, page));
                }
            }
            Content::Poster(poster, part) => {
                let whole = poster.drawn()?;
                // Warnings about a poster are reported only with the first printed sheet of the
                // poster.
                if *part == poster.first {
                    whole.warnings.iter().for_each(|warning| page.painter.add_finding(warning.clone()));
                }
                poster::draw(poster, *part, &whole.drawings, page);
            }
            Content::Fronts(_, packing, _) => {
                return Ok(self.draw_sides(packing, PieceSide::Front, faces, page));
            }
            Content::Backs(_, packing, _) => {
                return Ok(self.draw_sides(packing, PieceSide::Back, faces, page));
            }
            Content::Page(flow, pages, PageSheet::Single(index)) => pages::draw(flow, pages, *index, page),
            Content::Page(flow, pages, PageSheet::Copies(index, grid)) => {
                pages::draw_copies(flow, pages, *index, grid, page);
            }
            Content::Page(flow, pages, PageSheet::Folded(side)) => {
                side.draw(flow, pages, self.size, page);
            }
            Content::Blank => {}
            Content::ExtraSheet(extra) => {
                extra.draw(faces, &mut page.painter, &mut page.space, &mut page.drawings);
            }
        }
        Ok(OuterCutLines::new())
    }

    /// Draws the fronts or the backs of all pieces on the sheet, and the cuts between blocks. On a
    /// folded sheet, draws both fronts and backs.
    fn draw_sides(
        &self,
        packing: &SheetPacking,
        side: PieceSide,
        faces: &mut FaceCaches<'a>,
        page: &mut SheetBuilder<'_, '_>,
    ) -> OuterCutLines {
        let mut outer_lines = self.draw_pieces(side, faces, page);
        let between = self.block_cuts.iter().map(|cut| match side {
            PieceSide::Front => *cut,
            PieceSide::Back => cut.on_back(packing.duplex, packing.sheet),
        });
        let reached = packing.duplex.reached(packing.sheet, page.space.printable(), side);
        let stroke = page.painter.furniture.stroke();
        page.drawings.extend(crop::between(between, reached, &stroke, &mut page.space));
        if packing.duplex.fold {
            let back_lines = self.draw_pieces(PieceSide::Back, faces, page);
            outer_lines.iter_mut().zip(back_lines).for_each(|(block, back_block)| block.extend(back_block));
            fold::draw(packing.duplex.axis, packing.sheet, page);
        }
        outer_lines
    }

    /// Draws the fronts or the backs of all pieces on the sheet, and the marks and lines that show
    /// where to cut them.
    fn draw_pieces(
        &self,
        side: PieceSide,
        faces: &mut FaceCaches<'a>,
        page: &mut SheetBuilder<'_, '_>,
    ) -> OuterCutLines {
        let mut outer_lines = OuterCutLines::new();
        for block in self.blocks() {
            let mut places = Vec::new();
            let mut last = None;
            for part in block {
                let (Content::Fronts(deck, packing, run) | Content::Backs(deck, packing, run)) =
                    &part.content
                else {
                    continue;
                };
                let name = &part.component.name;
                let pieces = DeckSide { deck, packing, run: *run, side };
                page.painter.set_component(name);
                let cache = faces.cache_for(name, deck, side, packing);
                places.extend(impose::draw_pieces(&pieces, cache, page));
                last = Some((name, *deck, pieces));
            }
            // If a block contains pieces of several components, the marks of all these pieces are drawn
            // together.
            if let Some((name, deck, pieces)) = last {
                let cache = faces.cache_for(name, deck, side, pieces.packing);
                outer_lines.push(impose::draw_cuts(&pieces, &places, cache, page));
            }
        }
        page.painter.set_component(&self.component.name);
        outer_lines
    }
}

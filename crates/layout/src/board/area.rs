//! Computes the part of a sheet that a board takes, and draws the bleed and the crop marks around it.
//!
//! - In: how a board is cut out of its sheet.
//! - Out: the rectangles of the trim and of the bleed on the sheet, in mm. Drawings at the cut are extended
//!   into the bleed.
//! - Not here: the size of cells (`fit`).

use kurbo::{Affine, Point, Rect, Shape as _, Size, Vec2};

use super::fit::BoardFit;
use crate::draw::bleed::{self, SafeText};
use crate::draw::bounds::bounds;
use crate::draw::frame::Frame;
use crate::draw::painter::OVERSHOOT;
use crate::marks::crop;
use crate::sheet_builder::SheetBuilder;
use hexpress_base::diag::codes;
use hexpress_base::geometry::{grown, overhang};
use hexpress_base::identity::{Feature, Single};
use hexpress_base::units::{ShortNumber, to_hundredths};
use hexpress_game::{Board, BoardCut, BoardPage, Element};
use hexpress_scene::Drawing;
use hexpress_scene::print::cuts::CutKind;
use hexpress_scene::print::margins::Margins;

/// The width of the space for crop marks, measured outwards from the edge of the bleed, in mm.
const MARKS: f64 = crop::ROOM + 1.0;
/// The smallest distance between the cut and the small print, in mm. The small print is the line of text at
/// the bottom of a board.
const PRINT_FROM_CUT: f64 = 4.0;
/// A drawing is clipped only if it extends beyond the bleed by more than this length, in mm. A smaller excess
/// is not visible.
const VISIBLE: f64 = 0.001;

/// The part of a sheet that a board takes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BoardArea {
    /// The area in which elements are placed.
    pub face: Rect,
    /// The rectangle of the board after it is cut out. `None` if the board is not cut out.
    pub trim: Option<Rect>,
    /// The outer edge of the bleed. For a board that is not cut out, this is the printable area.
    pub bled: Rect,
    /// Whether crop marks show where to cut.
    is_marked: bool,
}

/// Returns the size that a board needs on its page, in mm. On a sheet, the size includes the bleed and the
/// crop marks. If the page is made for a print shop, the size is the trim size. `content` is the size of the
/// cells together with everything around them.
pub fn needed(cut: &BoardCut, content: Size) -> Size {
    let trim = cut.trim.unwrap_or_else(|| grown(content, cut.border));
    match cut.page {
        BoardPage::Sheet => grown(trim, cut.bleed + MARKS),
        BoardPage::Shop(_) => trim,
    }
}

/// Returns how far the small print of a board is moved up to stay clear of the cut, in mm.
pub fn lift(cut: &BoardCut) -> f64 {
    let is_at_cut = cut.trim.is_some() || cut.page == BoardPage::Sheet;
    if is_at_cut { (PRINT_FROM_CUT - cut.border).max(0.0) } else { 0.0 }
}

impl BoardArea {
    /// Returns the area of a board that is not cut out.
    pub fn whole(printable: Rect) -> Self {
        Self { face: printable, trim: None, bled: printable, is_marked: false }
    }

    /// Returns the size of a board's page, and the area that the board takes on this page. `margin` contains
    /// the margins of `sheet`.
    pub fn of(cut: &BoardCut, margin: Margins, sheet: Size) -> (Size, Self) {
        match cut.page {
            BoardPage::Sheet => {
                let printable = margin.inside(sheet);
                let around = cut.bleed + MARKS;
                let trim = match cut.trim {
                    Some(size) => Rect::from_center_size(printable.center(), size),
                    None => printable.inflate(-around, -around),
                };
                let bled = trim.inflate(cut.bleed, cut.bleed);
                (sheet, Self { face: trim, trim: Some(trim), bled, is_marked: true })
            }
            BoardPage::Shop(canvas) => {
                let size = cut.trim.unwrap_or(sheet);
                let page = canvas.unwrap_or_else(|| grown(size, cut.bleed));
                let trim = Rect::from_center_size(page.to_rect().center(), size);
                // If the layout sets no trim size, the whole sheet becomes the board. Elements are
                // still placed inside the margins of the sheet, as if the sheet were not cut.
                let face = match cut.trim {
                    Some(_) => trim,
                    None => margin.inside(sheet) + trim.origin().to_vec2(),
                };
                (page, Self { face, trim: Some(trim), bled: page.to_rect(), is_marked: false })
            }
        }
    }

    /// Returns the width of the bleed, in mm. If the bleed is not equally wide on all sides,
    /// returns the largest width.
    pub fn bleed(&self) -> f64 {
        self.trim.map_or(0.0, |trim| self.frame(trim).bleed)
    }

    /// Returns the rectangle that contains the board, its bleed and its crop marks. Returns `None`
    /// if the board is not cut out.
    pub fn with_marks(&self) -> Option<Rect> {
        let around = if self.is_marked { MARKS } else { 0.0 };
        self.trim.map(|_| self.bled.inflate(around, around))
    }

    fn moved(self, by: Vec2) -> Self {
        Self { face: self.face + by, trim: self.trim.map(|trim| trim + by), bled: self.bled + by, ..self }
    }

    /// Returns whether elements may be placed right up to the cut.
    ///
    /// Returns false if the whole sheet becomes the board, because elements then end at the margin of the
    /// sheet. In such a board, only drawings that cover the whole area inside the margin are extended into
    /// the bleed.
    fn ends_at_cut(&self) -> bool {
        self.trim == Some(self.face)
    }

    /// Extends drawings at the edge of `rect` into the bleed, and clips them at the outer edge of
    /// the bleed. `rect` is a part of the sheet. The coordinates of the drawings are relative to
    /// the middle of `rect`.
    pub fn extend_into_bleed(&self, drawings: &mut Vec<Drawing>, rect: Rect) {
        if self.trim.is_none() {
            return;
        }
        let frame = self.frame(rect);
        let continues = self.ends_at_cut() || bounds(drawings).is_some_and(|drawn| covers(drawn, frame.size));
        if frame.bleed > 0.0 && continues {
            bleed::extend_into_bleed(drawings, &frame);
        }
        self.clip(drawings, rect);
    }

    /// Clips drawings at the outer edge of the bleed. The coordinates of the drawings are relative
    /// to the middle of `rect`.
    fn clip(&self, drawings: &mut Vec<Drawing>, rect: Rect) {
        let edge = self.bled - rect.center().to_vec2();
        if bounds(drawings).is_some_and(|drawn| overhang(drawn, edge) > VISIBLE) {
            *drawings = vec![Drawing::clipped(edge.to_path(0.1), std::mem::take(drawings))];
        }
    }

    /// Extends drawings at the edge of `face` into the bleed. The coordinates of the drawings are
    /// relative to the middle of `rect`, which may be smaller than `face`.
    pub fn extend_into_bleed_at(&self, drawings: &mut Vec<Drawing>, rect: Rect) {
        if self.trim.is_none() {
            return;
        }
        let by = rect.center() - self.face.center();
        let mut moved = vec![Drawing::moved(Affine::translate(by), std::mem::take(drawings))];
        self.extend_into_bleed(&mut moved, self.face);
        *drawings = vec![Drawing::moved(Affine::translate(-by), moved)];
    }

    /// Extends the drawings at the cut into the bleed. Does nothing if elements end at the margin of the
    /// sheet, not at the cut.
    ///
    /// In the drawings of `page`, the cells and the drawings around them begin at the index `first`. The
    /// strips of bleed are inserted at this index, so that the cells are drawn over them.
    pub fn extend_cells_into_bleed(&self, first: usize, page: &mut SheetBuilder<'_, '_>) {
        let frame = self.frame(self.face);
        if frame.bleed == 0.0 || !self.ends_at_cut() {
            return;
        }
        let centre = self.face.center().to_vec2();
        let cells = page.drawings.split_off(first);
        let mut strips = bleed::strips(&cells, Affine::translate(-centre), &frame);
        self.clip(&mut strips, self.face);
        if !strips.is_empty() {
            page.push(Feature::Single(Single::Bleed), Affine::translate(centre), strips);
        }
        page.drawings.extend(cells);
    }

    /// Returns a frame of the size of `rect`, with a bleed.
    ///
    /// The outer edge of the board's bleed may be at different distances from the four sides of `rect`. The
    /// frame has the largest of these distances as its bleed on all sides. If the board is not cut out, the
    /// frame has no bleed.
    pub fn frame(&self, rect: Rect) -> Frame {
        let strips = self.bled - rect;
        let widest = [strips.x0, strips.y0, strips.x1, strips.y1].into_iter().fold(0.0, f64::max);
        let bleed = if self.trim.is_some() { widest } else { 0.0 };
        Frame::rectangle(rect.size()).with_bleed_and_safe(bleed, 0.0)
    }

    /// Returns the trim rectangle, and a frame of the same size with the safe zone of the board. Returns
    /// `None` if the board has no safe zone or is not cut out.
    fn safe_frame(&self, board: &Board) -> Option<(Rect, Frame)> {
        let safe = board.cut.map_or(0.0, |cut| cut.safe.mm);
        let trim = self.trim.filter(|_| safe > 0.0)?;
        Some((trim, Frame::rectangle(trim.size()).with_bleed_and_safe(0.0, safe)))
    }

    /// Reports texts and icons of an element that are outside the safe zone. The coordinates of the
    /// drawings are relative to the middle of `rect`.
    pub fn keep_safe(
        &self,
        board: &Board,
        element: &Element,
        drawings: &[Drawing],
        rect: Rect,
        page: &mut SheetBuilder<'_, '_>,
    ) {
        let Some((trim, frame)) = self.safe_frame(board) else { return };
        let placed = [Drawing::moved(Affine::translate(rect.center() - trim.center()), drawings.to_vec())];
        let name = page.painter.component().to_string();
        bleed::keep_safe(element, &placed, &frame, &name, &mut page.painter);
    }

    /// Reports the text that extends farthest outside the safe zone of the board. Ignores the drawings
    /// of `page` before the index `first`.
    pub fn keep_texts_safe(&self, board: &Board, first: usize, page: &mut SheetBuilder<'_, '_>) {
        let (Some((trim, frame)), Some(cut)) = (self.safe_frame(board), board.cut) else { return };
        let to_frame = Affine::translate(-trim.center().to_vec2());
        let drawings = page.drawings.get(first..).unwrap_or_default();
        let Some(SafeText { string, over }) = bleed::nearest_text(drawings, to_frame, &frame, &page.painter)
        else {
            return;
        };
        let clear = to_hundredths(frame.safe - over);
        let near = match clear >= 0.0 {
            true => format!("is {} mm from the cut", ShortNumber(clear)),
            false => format!("extends {} mm beyond the cut", ShortNumber(-clear)),
        };
        let message = format!(
            "\"{string}\" on the board {near}, but must stay {} mm inside it (`safe`)",
            ShortNumber(frame.safe)
        );
        let diagnostic = codes::NOT_SAFE.error(message).at(cut.safe.place.unwrap_or(cut.place));
        page.painter
            .add_finding(diagnostic.hint("make the board smaller or `trim` larger, or reduce `safe`"));
    }
}

/// Returns whether the box `drawn` covers a rectangle of size `size` around the origin.
fn covers(drawn: Rect, size: Size) -> bool {
    overhang(Rect::from_center_size(Point::ORIGIN, size), drawn) <= OVERSHOOT
}

impl BoardFit {
    /// Makes the board itself the page: crops the page to the trim of the board, or to the edge of the bleed
    /// if `with_bleed` is true. Returns the place of the board on the cropped page. If the board is not cut
    /// out, the page stays the whole sheet.
    pub fn cut_out(self, with_bleed: bool) -> Self {
        let Some(trim) = self.area.trim else { return self };
        let page = if with_bleed { self.area.bled } else { trim };
        let by = -page.origin().to_vec2();
        Self {
            sheet: page.size(),
            origin: self.origin + by,
            cells: self.cells + by,
            bottom_line: self.bottom_line.map(|baseline| baseline + by.y),
            area: self.area.moved(by),
            ..self
        }
    }
}

/// Draws the crop marks of a board. Also marks the area of the board as taken, so that no other
/// printer's mark is placed there.
pub fn draw_marks(fit: &BoardFit, page: &mut SheetBuilder<'_, '_>) {
    let area = &fit.area;
    let Some(trim) = area.trim.filter(|_| area.is_marked) else { return };
    page.space.take(area.bled);
    let bleed = area.bled.x1 - trim.x1;
    let furniture = page.painter.furniture.clone();
    let marks = crop::ends(&[trim], bleed, crop::Outlines::Absent, &furniture, &mut page.space);
    page.drawings.push(crop::cuts(CutKind::Through, marks));
}

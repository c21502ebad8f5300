//! Arranges the pages of booklets and leaflets on sheets that are folded.
//!
//! - In: the number of pages, and the paper.
//! - Out: the pages on each side of each sheet, and marks for folding and stapling.
//! - Not here: the text on the pages.

use std::sync::Arc;

use kurbo::{Affine, Line, Point, Rect, Size, Vec2};

use super::{Flow, draw};
use crate::setup::TOLERANCE;
use crate::sheet_builder::{SheetBuilder, open_line};
use hexpress_base::diag::{Result, codes};
use hexpress_base::identity::{Feature, Identity, Single};
use hexpress_base::units::ShortNumber;
use hexpress_game::PieceSide;
use hexpress_game::pages::{CopyGrid, FoldedForm, Folding, Pages};
use hexpress_scene::print::margins::Margins;
use hexpress_scene::print::paper::sheet_name;
use hexpress_scene::text::Direction;
use hexpress_scene::{Drawing, Group, Role, TextTag};

/// The number of pages on a sheet of a booklet: two on each side.
const PER_SHEET: usize = 4;
/// The indices of the pages of a leaflet with three panels: first the pages of the outer side, then the pages
/// of the inner side. On each side, the pages are in order from left to right.
///
/// The cover is the right panel of the outer side. When the leaflet is unfolded, its inner side shows
/// the pages with the numbers 2, 3 and 4.
const THIRDS: [[usize; 3]; 2] = [[4, 5, 0], [1, 2, 3]];
/// The largest number of sheets in a booklet. A staple can go through about 25 sheets.
const MAX_SHEETS: usize = 25;
/// The length of a mark that shows where to fold, in mm.
const FOLD_MARK: f64 = 4.0;
/// The width of a staple, in mm.
const STAPLE: f64 = 12.0;
/// The distances of the staples from the upper edge, as fractions of the height of a page.
const STAPLES: [f64; 2] = [0.25, 0.75];
/// A sheet is cut only if it is larger than all pages on one of its sides taken together. It must be wider or
/// higher by at least this length, in mm.
const MIN_CUT_LENGTH: f64 = 2.0;
/// Two lengths in mm: the length of a cut mark, and the distance between the mark and the page.
const CUT_MARK: [f64; 2] = [4.0, 1.0];

/// The pages of a text on one side of a sheet.
#[derive(Debug, Clone)]
pub enum PageSheet {
    /// The page with this index.
    Single(usize),
    /// Copies of the page with this index.
    Copies(usize, CopyGrid),
    /// Several pages next to each other, on a sheet that is folded between them.
    Folded(FoldedSide),
}

/// Pages next to each other on a side of a sheet.
#[derive(Debug, Clone)]
pub struct FoldedSide {
    /// The panels from left to right.
    panels: Vec<Panel>,
    /// The distances of the folds from the left edge of the side, in mm. They are measured while the pages
    /// are upright, before `is_turned` rotates them.
    folds: Vec<f64>,
    /// The side of the sheet. The front shows the outer pages.
    side: PieceSide,
    /// Whether staples are pushed in from this side. True only for the outer side of the outermost
    /// sheet.
    is_cover: bool,
    pub form: FoldedForm,
    /// The number of sheets of the text.
    pub sheets: usize,
    /// Whether the sheets must be cut, because a sheet is larger than all pages on one of its sides taken
    /// together.
    pub is_cut: bool,
    /// Whether the pages are rotated by 180°. True for a back if the sheet is turned over from top to
    /// bottom.
    pub is_turned: bool,
}

/// The part of a sheet that one page takes.
#[derive(Debug, Clone, Copy)]
struct Panel {
    /// The index of the page; `None` for a blank page.
    page: Option<usize>,
    /// The distance of the page from the left edge of the sheet, in mm.
    left: f64,
    /// The distance by which the page moves to the right, in mm. The movement compensates for the thickness
    /// of the paper. A negative value means a movement to the left.
    shift: f64,
}

/// A text on folded sheets, and the paper on which it is printed.
pub struct FoldedFit<'a> {
    pub folding: Folding,
    pub pages: &'a Pages,
    pub paper: Size,
    /// The margins that the printer needs.
    pub margin: Margins,
}

impl FoldedFit<'_> {
    /// Checks that two pages of a booklet fit next to each other on a sheet.
    ///
    /// # Errors
    /// The pages are too large.
    pub fn check_size(&self) -> Result<()> {
        let (page, sheet) = (self.pages.page_size(self.paper), self.pages.sheet_size(self.paper));
        if 2.0 * page.width <= sheet.width + TOLERANCE && page.height <= sheet.height + TOLERANCE {
            return Ok(());
        }
        let message = format!(
            "two pages of {} do not fit next to each other on {}",
            sheet_name(page),
            sheet_name(sheet)
        );
        let half = Size::new(sheet.width / 2.0, sheet.height);
        let hint = format!(
            "leave out `size` for half a sheet ({} x {} mm), or use larger paper",
            ShortNumber::tenths(half.width),
            ShortNumber::tenths(half.height)
        );
        Err(codes::NO_ROOM.error(message).hint(hint).at(self.folding.place))
    }

    /// Returns the sides of each sheet, for a text with `count` pages. Blank pages are at the end, so
    /// even the back cover may be blank.
    ///
    /// # Errors
    /// The booklet is too thick, or the leaflet has too few pages for the text.
    pub fn sheets(&self, count: usize) -> Result<Vec<Vec<PageSheet>>> {
        let form = self.folding.form;
        let sheets = match form {
            FoldedForm::Booklet { .. } => count.div_ceil(PER_SHEET),
            FoldedForm::Leaflet(_) => 1,
        };
        self.check_thickness(count, sheets)?;
        self.check_leaflet(count)?;
        let (size, sheet) = (self.pages.page_size(self.paper), self.pages.sheet_size(self.paper));
        let is_cut = [sheet.width - form.panels() as f64 * size.width, sheet.height - size.height];
        let is_cut = is_cut.into_iter().any(|excess| excess >= MIN_CUT_LENGTH);
        let sides = (0..sheets).map(|number| {
            let mut of_sides = match form.panels() {
                2 => pages_of_sheet(number, count).map(Vec::from),
                _ => THIRDS.map(|side| side.map(|index| (index < count).then_some(index)).to_vec()),
            };
            // A booklet with text that runs from right to left is bound on the right.
            if self.runs_leftwards() {
                of_sides.iter_mut().for_each(|side| side.reverse());
            }
            let is_filled = |side: PieceSide| !side.is_back() || of_sides[1].iter().any(Option::is_some);
            // If a text has a single page, the back of its sheet is empty. An empty back is not
            // printed.
            let printed = PieceSide::BOTH.into_iter().filter(|side| is_filled(*side)).map(|side| {
                let creep = number as f64 * form.thickness();
                PageSheet::Folded(FoldedSide {
                    panels: self.panels(&of_sides[usize::from(side.is_back())], side, creep),
                    folds: self.folds(),
                    side,
                    is_cover: number == 0 && matches!(form, FoldedForm::Booklet { .. }) && !side.is_back(),
                    form,
                    sheets,
                    is_cut,
                    is_turned: false,
                })
            });
            printed.collect()
        });
        Ok(sides.collect())
    }

    fn runs_leftwards(&self) -> bool {
        self.pages.direction == Direction::RightToLeft
    }

    /// Returns the panels of a side, from left to right. Each page moves by `creep` mm towards the
    /// middle of the sheet.
    fn panels(&self, pages: &[Option<usize>], side: PieceSide, creep: f64) -> Vec<Panel> {
        let (page, sheet) = (self.pages.page_size(self.paper), self.pages.sheet_size(self.paper));
        let form = self.folding.form;
        // All pages have the same width. If one panel is narrower than the others, its page extends beyond
        // the edge of the sheet.
        let excess = sheet.width - form.panels() as f64 * page.width + form.narrower();
        let is_left_narrower = side.is_back() == self.runs_leftwards();
        let narrower = if is_left_narrower { form.narrower() } else { 0.0 };
        let first = excess / 2.0 - narrower;
        let panels = pages.iter().enumerate().map(|(index, own)| {
            let left = first + index as f64 * page.width;
            let is_left = left + page.width / 2.0 < sheet.width / 2.0;
            Panel { page: *own, left, shift: if is_left { creep } else { -creep } }
        });
        panels.collect()
    }

    /// Returns the distances of the folds from the left edge of the outer side, in mm.
    fn folds(&self) -> Vec<f64> {
        let form = self.folding.form;
        let (page, sheet) = (self.pages.page_size(self.paper), self.pages.sheet_size(self.paper));
        match form.panels() {
            2 => vec![sheet.width / 2.0],
            panels => {
                let narrower = if self.runs_leftwards() { 0.0 } else { form.narrower() };
                (1..panels).map(|index| index as f64 * page.width - narrower).collect()
            }
        }
    }

    fn check_leaflet(&self, count: usize) -> Result<()> {
        let FoldedForm::Leaflet(fold) = self.folding.form else { return Ok(()) };
        let most = 2 * self.folding.form.panels();
        if count <= most {
            return Ok(());
        }
        let message = format!("a sheet with `fold = \"{fold}\"` has {most} pages, but this text has {count}");
        let hint =
            "use a smaller font or smaller margins, or print a booklet: replace `fold` with booklet = true";
        Err(codes::BAD_COUNT.error(message).hint(hint).at(self.folding.place))
    }

    fn check_thickness(&self, count: usize, sheets: usize) -> Result<()> {
        if !can_be_stapled(sheets) {
            let most = MAX_SHEETS * PER_SHEET;
            let message = format!("a booklet can have at most {most} pages, but this text has {count}");
            let hint = "use a smaller font or margins, or leave out `booklet`";
            return Err(codes::BAD_COUNT.error(message).hint(hint).at(self.folding.place));
        }
        let size = self.pages.page_size(self.paper);
        let area = self.pages.area(size, self.margin);
        let inner = area.x0.min(size.width - area.x1);
        let creep = sheets.saturating_sub(1) as f64 * self.folding.form.thickness();
        if creep <= inner {
            return Ok(());
        }
        let message = format!(
            "the text of the innermost sheet moves {} mm towards the fold, but the margin there is only {} mm",
            ShortNumber::tenths(creep),
            ShortNumber::tenths(inner)
        );
        let hint = "use larger `margins`, or a smaller `thickness`";
        Err(codes::NO_ROOM.error(message).hint(hint).at(self.folding.place))
    }
}

impl FoldedSide {
    pub fn is_back(&self) -> bool {
        self.side == PieceSide::Back
    }

    /// Draws the pages, and the marks for folding and stapling.
    pub fn draw(&self, flow: &Flow, pages: &Pages, sheet: Size, page: &mut SheetBuilder<'_, '_>) {
        let Size { width, height } = flow.size;
        let top = (sheet.height - height) / 2.0;
        let printable = page.space.printable();
        let foot = printable.y1.min(sheet.height - printable.y0) - top;
        for Panel { page: index, left, shift } in &self.panels {
            let Some(index) = *index else { continue };
            let first = page.drawings.len();
            // A page that moves towards the fold must not cover the page on the other side of the fold.
            let on_page = Vec2::new(left + shift, 0.0);
            let panel = Rect::new(*left, 0.0, left + width, height);
            let shown = panel.intersect(Rect::new(0.0, 0.0, sheet.width, height)) - on_page;
            let place = draw::PagePlace { foot, shown: Some(shown) };
            draw::draw_at(flow, pages, index, place, page);
            let to_sheet = self.turned(sheet) * Affine::translate(Vec2::new(left + shift, top));
            for drawn in page.drawings.iter_mut().skip(first) {
                if let Drawing::Group(group) = drawn {
                    group.transform = to_sheet * group.transform;
                    number_page(group, index);
                    if self.is_back() {
                        rename_inner_ground(group);
                    }
                }
            }
        }
        if self.side == PieceSide::Front {
            let centre = sheet.to_rect().center();
            let pages = Size::new(self.panels.len() as f64 * width - self.form.narrower(), height);
            self.draw_marks(Rect::from_center_size(centre, pages), sheet, page);
        }
    }

    /// Returns the transform from the coordinates of upright pages to those of the printed sheet, on which
    /// the pages may be rotated by 180°.
    fn turned(&self, sheet: Size) -> Affine {
        match self.is_turned {
            true => Affine::new([-1.0, 0.0, 0.0, -1.0, sheet.width, sheet.height]),
            false => Affine::IDENTITY,
        }
    }

    /// Draws short lines at both ends of each fold, the staples on the cover, and marks that show
    /// where to cut.
    fn draw_marks(&self, pages: Rect, sheet: Size, page: &mut SheetBuilder<'_, '_>) {
        let stroke = page.painter.furniture.stroke();
        let inside = page.space.printable().intersect(pages);
        let upright = |x: f64, from: f64, to: f64| {
            Drawing::stroked(open_line(&[Point::new(x, from), Point::new(x, to)]), stroke.clone())
        };
        for x in &self.folds {
            let ends = [(inside.y0, inside.y0 + FOLD_MARK), (inside.y1 - FOLD_MARK, inside.y1)];
            let ends = ends.map(|(from, to)| upright(*x, from, to)).to_vec();
            let fold = Group::piece(Identity::Fold, Affine::IDENTITY, ends);
            page.drawings.push(Drawing::Group(Group { role: Role::PrinterMark, ..fold }));
        }
        let mut marks = Vec::new();
        if self.is_cover {
            let x = sheet.width / 2.0;
            let middles = STAPLES.map(|share| pages.y0 + share * pages.height());
            marks.extend(middles.map(|y| upright(x, y - STAPLE / 2.0, y + STAPLE / 2.0)));
        }
        for line in cut_marks(pages, sheet) {
            marks.push(Drawing::stroked(open_line(&[line.p0, line.p1]), stroke.clone()));
        }
        if !marks.is_empty() {
            page.push_marks(Single::PrinterMarks, Affine::IDENTITY, marks);
        }
    }
}

/// Returns whether a staple can go through `sheets` sheets.
fn can_be_stapled(sheets: usize) -> bool {
    sheets <= MAX_SHEETS
}

/// Returns the indices of the pages on a sheet, first for the front and then for the back. On each side, the
/// left page comes first.
///
/// The outermost sheet is `sheet` 0. An index is `None` if the page is blank because the text is too
/// short.
fn pages_of_sheet(sheet: usize, count: usize) -> [[Option<usize>; 2]; 2] {
    let last = count.div_ceil(PER_SHEET) * PER_SHEET - 1;
    let page = |index: usize| (index < count).then_some(index);
    let (first, last) = (2 * sheet, last - 2 * sheet);
    [[last, first].map(page), [first + 1, last - 1].map(page)]
}

/// Returns cut marks at the corners of `pages`, the area of the pages on one side. An edge has marks only if
/// the sheet is at least [`MIN_CUT_LENGTH`] mm larger than this area: wider for the left and right edges,
/// higher for the top and bottom edges.
fn cut_marks(pages: Rect, sheet: Size) -> Vec<Line> {
    let [length, away] = CUT_MARK;
    let mut lines = Vec::new();
    for (x, out_x) in [(pages.x0, -1.0), (pages.x1, 1.0)] {
        for (y, out_y) in [(pages.y0, -1.0), (pages.y1, 1.0)] {
            if sheet.height - pages.height() >= MIN_CUT_LENGTH {
                let [from, to] = [away, away + length].map(|by| Point::new(x + out_x * by, y));
                lines.push(Line::new(from, to));
            }
            if sheet.width - pages.width() >= MIN_CUT_LENGTH {
                let [from, to] = [away, away + length].map(|by| Point::new(x, y + out_y * by));
                lines.push(Line::new(from, to));
            }
        }
    }
    lines
}

/// Adds the index of the page to the tag of a drawing, so that screen readers read the pages in the order of
/// the text. On the sheets, the pages have another order.
fn number_page(group: &mut Group, index: usize) {
    if let Some(tag) = &group.tag {
        let page = Some(index);
        group.tag = Some(Arc::new(TextTag { page, ..(**tag).clone() }));
    }
}

/// If the group is the ground of a page, changes its identity from `ground` to `inner-ground`. The grounds on
/// the two sides of a sheet must have different identities.
fn rename_inner_ground(group: &mut Group) {
    if let Some(Identity::Of(_, feature @ Feature::Single(Single::Ground))) = &mut group.id {
        *feature = Feature::Single(Single::InnerGround);
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_SHEETS, can_be_stapled, pages_of_sheet};

    #[test]
    fn a_booklet_has_at_most_25_sheets() {
        assert!(can_be_stapled(MAX_SHEETS));
        assert!(!can_be_stapled(MAX_SHEETS + 1));
    }

    #[test]
    fn the_pages_of_a_folded_pile_are_in_order() {
        for count in 1..=100 {
            let sheets = usize::div_ceil(count, 4);
            let sides: Vec<_> = (0..sheets).map(|sheet| pages_of_sheet(sheet, count)).collect();
            // A reader who turns the leaves of a booklet first sees the right halves of the sheets, from the
            // outermost sheet to the innermost. Then the reader sees the left halves, from the innermost
            // sheet to the outermost.
            let halves = sides.iter().map(|[front, back]| [front[1], back[0]]);
            let others = sides.iter().rev().map(|[front, back]| [back[1], front[0]]);
            let read: Vec<_> = halves.chain(others).flatten().collect();
            assert!(read[..count].iter().copied().eq((0..count).map(Some)), "{count}: {read:?}");
            assert!(read[count..].iter().all(Option::is_none), "{count}: {read:?}");
        }
    }
}

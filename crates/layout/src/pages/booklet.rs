//! Arranges the pages of a booklet on sheets that are folded in the middle and stapled.
//!
//! - In: the number of pages, and the paper.
//! - Out: the two pages on each side of each sheet, and marks for folding and stapling.
//! - Not here: the text on the pages.

use std::sync::Arc;

use kurbo::{Affine, Line, Point, Rect, Size, Vec2};

use super::{Flow, draw};
use crate::page::{Page, open_line};
use crate::setup::TOLERANCE;
use hexpress_base::diag::{Result, codes};
use hexpress_base::identity::{Identity, Single};
use hexpress_base::units::Trimmed;
use hexpress_game::PieceSide;
use hexpress_game::pages::{Booklet, Pages};
use hexpress_scene::print::paper::sheet_name;
use hexpress_scene::{Draw, Group, Role, TextTag};

/// The number of pages on a sheet: two on each side.
const PER_SHEET: usize = 4;
/// The largest number of sheets in a booklet. Staples go through about 25 sheets.
const MOST_SHEETS: usize = 25;
/// The length of a mark that shows where to fold, in mm.
const FOLD_MARK: f64 = 4.0;
/// The width of a staple, in mm.
const STAPLE: f64 = 12.0;
/// The distances of the staples from the upper edge, as fractions of the height of a page.
const STAPLES: [f64; 2] = [0.25, 0.75];
/// The difference in size between a sheet and its two pages above which the sheet is cut, in mm.
const LEAST_CUT: f64 = 2.0;
/// The length of a cut mark, and its distance from the page, in mm.
const CUT_MARK: [f64; 2] = [4.0, 1.0];

/// What a side of a sheet shows of a text.
#[derive(Debug, Clone, Copy)]
pub enum PageSheet {
    /// The page with this index.
    Single(usize),
    /// Two pages of a booklet.
    Spread(Spread),
}

/// Two pages of a booklet next to each other.
#[derive(Debug, Clone, Copy)]
pub struct Spread {
    /// The index of the left page; `None` for a blank page.
    left: Option<usize>,
    right: Option<usize>,
    /// By how much the pages move towards the fold, in mm.
    creep: f64,
    /// The side of the sheet. The front has the outer pages.
    side: PieceSide,
    /// Whether staples go in on this side.
    is_cover: bool,
    /// The number of sheets in the booklet.
    pub sheets: usize,
    /// Whether the sheets are cut, because their pages are smaller.
    pub is_cut: bool,
    /// Whether the pages are turned by 180 degrees, because of the edge that the sheet is turned over.
    pub is_turned: bool,
}

/// A booklet, and the paper that it is printed on.
pub struct BookletFit<'a> {
    pub booklet: Booklet,
    pub pages: &'a Pages,
    pub paper: Size,
}

impl BookletFit<'_> {
    /// Checks that two pages fit next to each other on a sheet.
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
            Trimmed::tenths(half.width),
            Trimmed::tenths(half.height)
        );
        Err(codes::NO_ROOM.error(message).hint(hint).at(self.booklet.place))
    }

    /// Returns the sides of each sheet of a booklet with this number of pages. Blank pages are at the
    /// end, because the last words of a text are not a back cover.
    ///
    /// # Errors
    /// The booklet is too thick.
    pub fn sheets(&self, count: usize) -> Result<Vec<Vec<PageSheet>>> {
        let sheets = count.div_ceil(PER_SHEET);
        self.check_thickness(count, sheets)?;
        let (size, sheet) = (self.pages.page_size(self.paper), self.pages.sheet_size(self.paper));
        let is_cut = [sheet.width - 2.0 * size.width, sheet.height - size.height];
        let is_cut = is_cut.into_iter().any(|excess| excess >= LEAST_CUT);
        let sides = (0..sheets).map(|sheet| {
            let [[left, right], inner] = pages_of_sheet(sheet, count);
            let front = Spread {
                left,
                right,
                creep: sheet as f64 * self.booklet.thickness,
                side: PieceSide::Front,
                is_cover: sheet == 0,
                sheets,
                is_cut,
                is_turned: false,
            };
            let [left, right] = inner;
            let back = Spread { left, right, side: PieceSide::Back, is_cover: false, ..front };
            // The other side of a single page is empty.
            let back = Some(back).filter(|_| left.is_some() || right.is_some());
            std::iter::once(front).chain(back).map(PageSheet::Spread).collect()
        });
        Ok(sides.collect())
    }

    fn check_thickness(&self, count: usize, sheets: usize) -> Result<()> {
        if !can_be_stapled(sheets) {
            let most = MOST_SHEETS * PER_SHEET;
            let message = format!("a booklet can have at most {most} pages, and this text has {count}");
            let hint = "use a smaller font or margins, or leave out `booklet`";
            return Err(codes::BAD_COUNT.error(message).hint(hint).at(self.booklet.place));
        }
        let size = self.pages.page_size(self.paper);
        let area = self.pages.area(size);
        let inner = area.x0.min(size.width - area.x1);
        let creep = sheets.saturating_sub(1) as f64 * self.booklet.thickness;
        if creep <= inner {
            return Ok(());
        }
        let message = format!(
            "the text of the innermost sheet would be in the fold: it moves by {} mm, and the margin is {} mm",
            Trimmed::tenths(creep),
            Trimmed::tenths(inner)
        );
        let hint = "use larger `margins`, or a smaller `thickness`";
        Err(codes::NO_ROOM.error(message).hint(hint).at(self.booklet.place))
    }
}

impl Spread {
    pub fn is_back(&self) -> bool {
        self.side == PieceSide::Back
    }

    /// Draws both pages, and the marks for folding and stapling.
    pub fn draw(&self, flow: &Flow, pages: &Pages, sheet: Size, page: &mut Page<'_, '_>) {
        let Size { width, height } = flow.size;
        let whole = Size::new(2.0 * width, height);
        let corner = ((sheet - whole) / 2.0).to_vec2();
        let printable = page.space.printable();
        let foot = printable.y1.min(sheet.height - printable.y0) - corner.y;
        for (index, shift, left) in [(self.left, self.creep, 0.0), (self.right, -self.creep, width)] {
            let Some(index) = index else { continue };
            let first = page.draws.len();
            // A page that moves towards the fold must not cover the other page.
            let shown = Rect::new(0.0, 0.0, width, height) - Vec2::new(shift, 0.0);
            let place = draw::PagePlace { foot, shown: Some(shown) };
            draw::draw_at(flow, pages, index, place, page);
            let to_sheet = self.turned(sheet) * Affine::translate(corner + Vec2::new(left + shift, 0.0));
            for drawn in page.draws.iter_mut().skip(first) {
                if let Draw::Group(group) = drawn {
                    group.transform = to_sheet * group.transform;
                    number_page(group, index);
                }
            }
        }
        if self.side == PieceSide::Front {
            self.draw_marks(Rect::from_origin_size(corner.to_point(), whole), sheet, page);
        }
    }

    /// Returns the transform from the upright sheet to the printed one.
    fn turned(&self, sheet: Size) -> Affine {
        match self.is_turned {
            true => Affine::new([-1.0, 0.0, 0.0, -1.0, sheet.width, sheet.height]),
            false => Affine::IDENTITY,
        }
    }

    /// Draws short lines at both ends of the fold, the staples of the cover, and where to cut.
    fn draw_marks(&self, pages: Rect, sheet: Size, page: &mut Page<'_, '_>) {
        let stroke = page.painter.furniture.stroke();
        let x = sheet.width / 2.0;
        let inside = page.space.printable().intersect(pages);
        let upright = |from: f64, to: f64| {
            Draw::stroked(open_line(&[Point::new(x, from), Point::new(x, to)]), stroke.clone())
        };
        let folds =
            vec![upright(inside.y0, inside.y0 + FOLD_MARK), upright(inside.y1 - FOLD_MARK, inside.y1)];
        let folds = Group::piece(Identity::Fold, Affine::IDENTITY, folds);
        page.draws.push(Draw::Group(Group { role: Role::PrinterMark, ..folds }));
        let mut marks = Vec::new();
        if self.is_cover {
            let middles = STAPLES.map(|share| pages.y0 + share * pages.height());
            marks.extend(middles.map(|y| upright(y - STAPLE / 2.0, y + STAPLE / 2.0)));
        }
        for line in cut_marks(pages, sheet) {
            marks.push(Draw::stroked(open_line(&[line.p0, line.p1]), stroke.clone()));
        }
        if !marks.is_empty() {
            page.push_marks(Single::PrinterMarks, Affine::IDENTITY, marks);
        }
    }
}

/// Returns whether a staple goes through this number of sheets.
fn can_be_stapled(sheets: usize) -> bool {
    sheets <= MOST_SHEETS
}

/// Returns the indices of the left and the right page on the two sides of a sheet. The outermost sheet
/// has the index 0. A page that the text does not fill is `None`.
fn pages_of_sheet(sheet: usize, count: usize) -> [[Option<usize>; 2]; 2] {
    let last = count.div_ceil(PER_SHEET) * PER_SHEET - 1;
    let page = |index: usize| (index < count).then_some(index);
    let (first, last) = (2 * sheet, last - 2 * sheet);
    [[last, first].map(page), [first + 1, last - 1].map(page)]
}

/// Returns the marks at the corners of two pages that are smaller than their sheet.
fn cut_marks(pages: Rect, sheet: Size) -> Vec<Line> {
    let [length, away] = CUT_MARK;
    let mut lines = Vec::new();
    for (x, out_x) in [(pages.x0, -1.0), (pages.x1, 1.0)] {
        for (y, out_y) in [(pages.y0, -1.0), (pages.y1, 1.0)] {
            if sheet.height - pages.height() >= LEAST_CUT {
                let [from, to] = [away, away + length].map(|by| Point::new(x + out_x * by, y));
                lines.push(Line::new(from, to));
            }
            if sheet.width - pages.width() >= LEAST_CUT {
                let [from, to] = [away, away + length].map(|by| Point::new(x, y + out_y * by));
                lines.push(Line::new(from, to));
            }
        }
    }
    lines
}

/// Gives the tag of a drawing the index of its page. Screen readers read the pages in this order,
/// whatever the order of the sheets.
fn number_page(group: &mut Group, index: usize) {
    if let Some(tag) = &group.tag {
        let page = Some(index);
        group.tag = Some(Arc::new(TextTag { page, ..(**tag).clone() }));
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST_SHEETS, can_be_stapled, pages_of_sheet};

    #[test]
    fn a_booklet_has_at_most_25_sheets() {
        assert!(can_be_stapled(MOST_SHEETS));
        assert!(!can_be_stapled(MOST_SHEETS + 1));
    }

    #[test]
    fn the_pages_of_a_folded_pile_are_in_order() {
        for count in 1..=100 {
            let sheets = usize::div_ceil(count, 4);
            let sides: Vec<_> = (0..sheets).map(|sheet| pages_of_sheet(sheet, count)).collect();
            // A reader turns leaves: the right halves from the outermost sheet to the middle, and
            // then the left halves from the middle to the outermost sheet.
            let halves = sides.iter().map(|[front, back]| [front[1], back[0]]);
            let others = sides.iter().rev().map(|[front, back]| [back[1], front[0]]);
            let read: Vec<_> = halves.chain(others).flatten().collect();
            assert!(read[..count].iter().copied().eq((0..count).map(Some)), "{count}: {read:?}");
            assert!(read[count..].iter().all(Option::is_none), "{count}: {read:?}");
        }
    }
}

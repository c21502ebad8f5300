//! Draws copies of a page next to each other on a sheet.
//!
//! - In: a text on its pages, and the grid of copies.
//! - Out: the drawings of a sheet, and marks that show where to cut.
//! - Not here: computing how many copies fit.

use kurbo::{Affine, Point, Rect};

use super::{Flow, draw};
use crate::sheet_builder::{SheetBuilder, open_line};
use hexpress_base::identity::Single;
use hexpress_game::pages::{CopyGrid, Pages};
use hexpress_scene::{Drawing, Group, Role};

/// The length of a mark that shows where to cut, in mm.
const MARK: f64 = 4.0;
/// Marks are drawn next to the copies if the strip of paper there is at least this wide, in mm. Next to a
/// narrower strip, they are drawn on the copies.
const MIN_STRIP_WIDTH: f64 = 2.0;

/// Draws the copies of the page with this index, and the marks between them.
pub fn draw_copies(
    flow: &Flow,
    pages: &Pages,
    index: usize,
    grid: &CopyGrid,
    page: &mut SheetBuilder<'_, '_>,
) {
    let printable = page.space.printable();
    for (number, copy) in grid.copies().enumerate() {
        let first = page.drawings.len();
        let foot = printable.y1.min(copy.y1) - copy.y0;
        let shown = Rect::from_origin_size(Point::ORIGIN, grid.page);
        let place = draw::PagePlace { foot, shown: Some(shown) };
        draw::draw_at(flow, pages, index, place, page);
        let to_sheet = Affine::translate(copy.origin().to_vec2());
        for drawn in page.drawings.iter_mut().skip(first) {
            let Drawing::Group(group) = drawn else { continue };
            group.transform = to_sheet * group.transform;
            // Screen readers read only the first copy.
            if number > 0 {
                *group = Group { role: Role::Decoration, tag: None, ..group.clone() };
            }
        }
    }
    let stroke = page.painter.furniture.stroke();
    let marks = cuts(grid, printable).into_iter();
    let marks: Vec<Drawing> = marks.map(|ends| Drawing::stroked(open_line(&ends), stroke.clone())).collect();
    if !marks.is_empty() {
        page.push_marks(Single::PrinterMarks, Affine::IDENTITY, marks);
    }
}

/// Returns the marks at both ends of each cut. Cuts outside the printable area have no marks.
///
/// If there is enough space next to the copies, the marks are in this space. Otherwise, they are on
/// the copies, at the ends of each cut.
fn cuts(grid: &CopyGrid, printable: Rect) -> Vec<[Point; 2]> {
    let area = grid.area();
    let mut marks = Vec::new();
    for column in 0..=grid.columns {
        let x = area.x0 + column as f64 * grid.page.width;
        if (printable.x0..=printable.x1).contains(&x) {
            let ends = [mark_ends(area.y0, printable.y0, -1.0), mark_ends(area.y1, printable.y1, 1.0)];
            marks.extend(ends.map(|end| end.map(|y| Point::new(x, y))));
        }
    }
    for row in 0..=grid.rows {
        let y = area.y0 + row as f64 * grid.page.height;
        if (printable.y0..=printable.y1).contains(&y) {
            let ends = [mark_ends(area.x0, printable.x0, -1.0), mark_ends(area.x1, printable.x1, 1.0)];
            marks.extend(ends.map(|end| end.map(|x| Point::new(x, y))));
        }
    }
    marks
}

/// Returns the coordinates of the two ends of a mark, measured along its cut.
///
/// The copies end at `edge`, and the printable area ends at `limit`. `outwards` is the direction out of
/// the copies: 1 or -1.
fn mark_ends(edge: f64, limit: f64, outwards: f64) -> [f64; 2] {
    let strip = (limit - edge) * outwards;
    if strip >= MIN_STRIP_WIDTH {
        return [edge + outwards, edge + outwards * strip.min(MARK + 1.0)];
    }
    let end = if strip < 0.0 { limit } else { edge };
    [end, end - outwards * MARK]
}

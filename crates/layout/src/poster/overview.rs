//! Draws the overview on each sheet of a poster: a small picture of all sheets. The current sheet is
//! black.
//!
//! - In: the grid of a poster, and the index of the current sheet.
//! - Out: marks on the page, if there is space for them at an edge.

use kurbo::{Affine, Rect, Shape as _, Size, Vec2};

use super::{Grid, GridPlace};
use crate::draw::painter::{Painter, line_of_text};
use crate::draw::space::{SheetEdge, Space};
use crate::sheet_builder::SheetBuilder;
use hexpress_base::identity::Single;
use hexpress_base::units::Mm;
use hexpress_scene::{Drawing, Ink, Stroke};

/// The lengths that are tried for the shorter side of a sheet in the overview, in mm. The first length
/// that makes the overview fit is used.
const SHORTER_SIDES: [f64; 5] = [5.0, 4.0, 3.0, 2.0, 1.5];
/// A sheet in the overview shows its number if its shorter side is at least this long, in mm.
const MIN_NUMBERED_SIDE: f64 = 3.0;
/// The size of the numbers of sheets, in points.
const NUMBER_PT: f64 = 5.0;
/// The width of the line around each sheet, in mm.
const LINE: f64 = 0.15;

/// The position of an overview on its page.
struct Overview {
    rect: Rect,
    /// The width and height of a sheet in the overview, in mm.
    sheet: Size,
}

/// Draws the overview of `grid` at an edge of the page, with the sheet at `index` in black. Draws
/// nothing if there is no space.
pub fn draw(grid: Grid, index: usize, page: &mut SheetBuilder<'_, '_>) {
    let Some(overview) = claim(grid, &mut page.space) else { return };
    let drawings = (0..grid.count())
        .flat_map(|number| overview.draw_sheet(grid.place(number), number, number == index, &page.painter));
    let content = drawings.collect();
    page.push_marks(Single::PrinterMarks, Affine::IDENTITY, content);
}

/// Reserves the space for the largest overview that fits. The top and bottom edges are tried before the left
/// and right edges. Returns `None` if even the smallest overview does not fit.
fn claim(grid: Grid, space: &mut Space) -> Option<Overview> {
    let aspect = grid.sheet.width / grid.sheet.height;
    SHORTER_SIDES.into_iter().find_map(|shorter| {
        let sheet = if aspect > 1.0 {
            Size::new(shorter * aspect, shorter)
        } else {
            Size::new(shorter, shorter / aspect)
        };
        let (width, height) = (sheet.width * grid.columns as f64, sheet.height * grid.rows as f64);
        let level = space.claim(&[SheetEdge::Top, SheetEdge::Bottom], 1.0, width, height);
        let claimed = level.or_else(|| space.claim(&[SheetEdge::Right, SheetEdge::Left], 0.0, height, width));
        claimed.map(|(rect, _)| Overview { rect, sheet })
    })
}

impl Overview {
    /// Draws one sheet of the overview. The current sheet is black. If there is enough space, also
    /// draws the number of the sheet.
    fn draw_sheet(
        &self,
        GridPlace { column, row }: GridPlace,
        index: usize,
        is_current: bool,
        painter: &Painter<'_, '_>,
    ) -> Vec<Drawing> {
        let Size { width, height } = self.sheet;
        let corner = self.rect.origin() + Vec2::new(width * column as f64, height * row as f64);
        let outline = Rect::from_origin_size(corner, (width, height)).inset(-0.1);
        let dark = &painter.furniture.words_ink;
        let (fill, number_ink) = match is_current {
            true => (Some(dark.clone()), Ink::new("white", [0xFF; 3])),
            false => (None, dark.clone()),
        };
        let stroke = Some(Stroke::solid(LINE, dark.clone()));
        let path = outline.inset(-LINE / 2.0).to_path(0.1);
        let mut drawings = vec![Drawing::Path { path, fill, stroke }];
        if width.min(height) >= MIN_NUMBERED_SIDE
            && let Some(shaped) = painter.shaper.plain(&(index + 1).to_string())
        {
            let size = Mm::from_pt(NUMBER_PT).0;
            let origin = outline.center() - Vec2::new(shaped.advance / 2.0, shaped.ink.center().y) * size;
            drawings.push(line_of_text(&shaped, size, origin, number_ink));
        }
        drawings
    }
}

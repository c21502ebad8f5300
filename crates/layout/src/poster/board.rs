//! Divides boards that are larger than a sheet into posters.
//!
//! - In: a board and the length of its cells' sides.
//! - Out: a drawing of the whole board and the seams that divide it, or only the number of sheets
//!   that the board takes.

use std::sync::Arc;

use kurbo::{Affine, Rect, Size};

use super::obstacles::Obstacles;
use super::possible_seams::SeamFinder;
use super::{Divider, Division, MAX_SHEETS, Poster, PosterSubject};
use crate::board;
use crate::board::fit::{self, BoardFit, SizedBoard, SpaceAroundCells};
use crate::setup::TOLERANCE;
use crate::sheet_builder::SheetBuilder;
use hexpress_base::diag::Result;
use hexpress_base::geometry::grown;
use hexpress_base::identity::{Feature, Identity, Single};
use hexpress_scene::text::Shaper;
use hexpress_scene::{Drawing, leaves};

/// Divides a board over several sheets.
#[derive(Debug, Clone, Copy)]
pub struct BoardDivider<'n, 'a> {
    pub divider: Divider<'n>,
    pub board: &'n SizedBoard<'a>,
    /// The length of a cell's side, in mm.
    pub side: f64,
    /// The size of the sheet for which the board is designed, in mm.
    pub design: Size,
}

/// A whole board, and its place on a sheet that would be large enough for it.
struct WholeBoard {
    fit: BoardFit,
    /// The part of the sheet that is printed on the poster.
    content: Rect,
}

impl<'a> BoardDivider<'_, 'a> {
    /// Places the board on a sheet that would be large enough for the whole board. Returns `None`
    /// if no sheet is large enough.
    fn whole(&self, needs: &SpaceAroundCells) -> Option<WholeBoard> {
        let Self { divider, board, side, design } = *self;
        let margin = needs.margin;
        let fit = fit::board(board, needs, side, design)
            .or_else(|size| fit::board(board, needs, side, grown(size, margin.widest() + TOLERANCE)))
            .ok()?;
        if let Some(content) = fit.area.with_marks() {
            return Some(WholeBoard { fit, content });
        }
        let printable = fit.area.face;
        let bottom = fit.bottom_line.map_or(0.0, |_| fit::BOTTOM_LINE);
        let cells = fit.with_strip();
        let shaper = Shaper::new(divider.fonts);
        let mut page = SheetBuilder::new(divider.game, &shaper, &divider.component.name, printable);
        let Some(drawn) = board::drawn_on_sheet(board, &fit, &mut page) else {
            return Some(WholeBoard { fit, content: cells });
        };
        // The poster includes the empty space around the drawings, up to the edges of the large sheet. But if
        // this space would require more sheets, it is cut off.
        let above_bottom_line = printable.inflate(0.0, -bottom);
        let tight = cells.union(drawn.intersect(above_bottom_line));
        let roomy = cells.union(above_bottom_line);
        let takes_as_many = divider.count(roomy.size()) == divider.count(tight.size());
        Some(WholeBoard { fit, content: if takes_as_many { roomy } else { tight } })
    }

    /// Places the board on a sheet that would be large enough for the whole board.
    ///
    /// # Errors
    /// No sheet is large enough.
    pub fn fit_of_whole(&self, needs: &SpaceAroundCells) -> Result<BoardFit> {
        self.whole(needs).map(|whole| whole.fit).ok_or_else(|| self.divider.too_large(None, None))
    }

    fn fits_one_sheet(&self, needs: &SpaceAroundCells) -> bool {
        fit::board(self.board, needs, self.side, self.divider.paper).is_ok()
    }

    /// Returns the smallest number of sheets that the board can take. Does not search for seams. Returns
    /// `None` if the board cannot be printed.
    fn fewest_sheets(&self, needs: &SpaceAroundCells) -> Option<usize> {
        if self.fits_one_sheet(needs) {
            return Some(1);
        }
        self.divider.count(self.whole(needs)?.content.size())
    }

    /// Returns how many sheets the board takes, or `None` if it cannot be printed.
    ///
    /// The smallest possible number of sheets is computed first. If these sheets have space to spare, this
    /// number is returned: half a cell on each side of the board is enough. If not, seams are searched for,
    /// which takes longer.
    pub fn sheets(&self, needs: &SpaceAroundCells) -> Option<usize> {
        if self.fits_one_sheet(needs) {
            return Some(1);
        }
        let WholeBoard { content, .. } = self.whole(needs)?;
        let least = self.divider.count(content.size()).filter(|least| *least <= MAX_SHEETS)?;
        let looser = grown(content.size(), self.board.grid.across(self.side) / 2.0);
        if self.divider.count(looser) == Some(least) {
            return Some(least);
        }
        Some(self.poster(needs).ok()?.grid.count())
    }

    /// Returns the space that the board needs on its sheets. If the board needs more sheets with the plate of
    /// a theme than without it, leaves out the plate. If the title still requires more sheets, leaves out the
    /// title, too.
    pub fn room(&self, needs: SpaceAroundCells) -> SpaceAroundCells {
        let without_plate = needs.without_plate(self.board);
        let bare = without_plate.without_head(self.board);
        let fewest = self.fewest_sheets(&bare);
        let takes_more =
            |room: &SpaceAroundCells| fewest.is_some_and(|fewest| Some(fewest) < self.fewest_sheets(room));
        let fits = |room: &SpaceAroundCells| room.beyond_trim(self.side).is_none() && !takes_more(room);
        [needs, without_plate].into_iter().find(fits).unwrap_or(bare)
    }

    /// Divides the board into the parts of a poster.
    ///
    /// # Errors
    /// The board takes too many sheets, or seams would have to cross texts.
    pub fn poster(&self, needs: &SpaceAroundCells) -> Result<Poster<'a>> {
        let Self { divider, board, .. } = *self;
        let Some(WholeBoard { fit, content }) = self.whole(needs) else {
            return Err(divider.too_large(None, None));
        };
        divider.allows(content.size())?;
        let shaper = Shaper::new(divider.fonts);
        let cut = fit.area.with_marks();
        let printable = cut.unwrap_or_else(|| divider.margin.inside(fit.sheet));
        let mut page = SheetBuilder::new(divider.game, &shaper, &divider.component.name, printable);
        if cut.is_some() {
            page.painter.furniture = divider.furniture.clone();
        }
        board::draw(board, &fit, &mut page);
        board::area::draw_marks(&fit, &mut page);
        // If the board is cut out, the small print stays on the board. Otherwise, it is moved to
        // the edges of the sheets.
        let credit = if cut.is_some() { None } else { take_credit(&mut page) };
        let drawn = page.finish(fit.sheet);
        let drawings = drawn.as_ref().map_or(&[][..], |sheet| &sheet.drawings);
        let obstacles = Obstacles::on_board(drawings, &fit);
        let Division { grid, across, down } = divider.divide(content.size(), |axis| {
            SeamFinder::new(content, axis, &obstacles).with_cells(board, &fit)
        })?;
        Ok(Poster {
            grid,
            shows: PosterSubject::Board(board.clone(), fit),
            content,
            drawn,
            credit,
            first: 0,
            across,
            down,
        })
    }
}

/// Removes the small print of a board from the drawings of a page, and returns its text. Returns `None` if
/// the board has no small print.
fn take_credit(page: &mut SheetBuilder<'_, '_>) -> Option<Arc<str>> {
    let foot: Option<Identity> = Some(page.painter.identity(Feature::Single(Single::BottomLine)));
    let small_print: Vec<Drawing> = page
        .drawings
        .extract_if(.., |drawing| matches!(drawing, Drawing::Group(group) if group.id == foot))
        .collect();
    leaves(&small_print, Affine::IDENTITY).find_map(|leaf| match leaf.draw {
        Drawing::Text(text) => Some(Arc::clone(&text.string)),
        _ => None,
    })
}

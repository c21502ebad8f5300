//! A board drawn whole, to be cut over sheets.

use std::sync::Arc;

use kurbo::{Rect, Size};

use super::{Divider, Poster, Shows, grid, seam};
use crate::base::identity::{Feature, Single};
use crate::diag::{Diagnostic, Report};
use crate::layout::board;
use crate::layout::board::fit::{self, BoardFit, Room};
use crate::layout::draw::painter::Painter;
use crate::layout::draw::space::Space;
use crate::layout::setup::TOLERANCE;
use crate::model::{Board, Component, Game};
use crate::scene::{Draw, Sheet};
use crate::text::{Fonts, Shaper};

/// The board on a sheet that holds it whole, and what is to be seen of that.
fn whole(board: &Board, needs: &Room, side: f64, design: Size, margin: f64) -> Option<(BoardFit, Rect)> {
    let fit = fit::board(board, needs, side, design).or_else(|size| {
        let room = 2.0 * (margin + TOLERANCE);
        fit::board(board, needs, side, Size::new(size.width + room, size.height + room))
    });
    let fit = fit.ok()?;
    let printable = Rect::from_origin_size((0.0, 0.0), fit.sheet).inset(-margin);
    let bottom = fit.bottom_line.map_or(0.0, |_| fit::BOTTOM_LINE);
    let beside = !board.draw.is_empty() || !board.under.is_empty();
    let all = if beside { fit.cells.union(printable.inflate(0.0, -bottom)) } else { fit.cells };
    Some((fit, all))
}

/// How many sheets of `paper` a board takes whose cells have sides of `side` mm; 1 where it fits on one.
#[must_use]
pub fn sheets(
    board: &Board,
    needs: &Room,
    side: f64,
    design: Size,
    paper: Size,
    margin: f64,
) -> Option<usize> {
    if fit::board(board, needs, side, paper).is_ok() {
        return Some(1);
    }
    let (_, content) = whole(board, needs, side, design, margin)?;
    Some(grid(content.size(), paper, margin)?.count())
}

/// A board that is larger than its sheet.
pub struct WholeBoard<'a, 's> {
    /// The game.
    pub game: &'s Game,
    /// Its fonts.
    pub fonts: &'s Fonts,
    /// The board's component.
    pub component: &'s Component,
    /// The board.
    pub board: &'a Board,
    /// What it needs of a sheet.
    pub needs: &'s Room,
    /// The side of its cells, in mm.
    pub side: f64,
    /// The sheet that it was made for.
    pub design: Size,
}

impl<'a> WholeBoard<'a, '_> {
    /// Cuts the board over sheets.
    ///
    /// # Errors
    /// A board that takes too many sheets, or cannot be cut without cutting words.
    pub fn poster(&self, divider: &Divider<'_>) -> Result<Poster<'a>, Diagnostic> {
        let board = self.board;
        let whole = whole(board, self.needs, self.side, self.design, divider.margin);
        let Some((fit, content)) = whole else { return Err(divider.too_large(Size::ZERO, None)) };
        divider.allows(content.size())?;
        let (drawn, credit) = self.draw(&fit, divider.margin);
        let draws = drawn.as_ref().map_or(&[][..], |sheet| &sheet.draws);
        let obstacles = seam::Obstacles::of_board(draws, fit.side);
        let ground = |axis| seam::Ground::new(content, axis, &obstacles).with_cells(board, &fit);
        let (grid, across, down) = divider.divide(content.size(), ground)?;
        Ok(Poster { grid, shows: Shows::Board(board, fit), content, drawn, credit, across, down })
    }

    /// The board drawn whole without its small print, and that.
    fn draw(&self, fit: &BoardFit, margin: f64) -> (Result<Sheet, Report>, Option<Arc<str>>) {
        let shaper = Shaper::new(self.fonts);
        let component = Arc::clone(&self.component.name);
        let mut painter = Painter::new(self.game, &shaper, Arc::clone(&component));
        let printable = Rect::from_origin_size((0.0, 0.0), fit.sheet).inset(-margin);
        let mut space = Space::new(printable);
        let mut draws = Vec::new();
        board::draw(self.board, fit, printable, &mut painter, &mut space, &mut draws);
        let mut credit = None;
        let foot = Some(painter.identity(Feature::Single(Single::BottomLine)));
        draws.retain(|draw| match draw {
            Draw::Group(group) if group.id == foot => {
                credit = group.draws.iter().find_map(|draw| match draw {
                    Draw::Text(text) => Some(Arc::clone(&text.string)),
                    _ => None,
                });
                false
            }
            _ => true,
        });
        (painter.finish(component, fit.sheet, draws), credit)
    }
}

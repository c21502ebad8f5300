//! Draws whole boards, as pictures in a text.
//!
//! - In: a board, and the paper on which it is printed.
//! - Out: the drawings of the board on its sheet, without the title and the small print.
//! - Not here: the size of the picture in the text (`figures`).

use std::cell::RefCell;
use std::sync::Arc;

use hexpress_base::geometry::grown;
use hexpress_base::sorted_map::SortedMap;
use hexpress_game::{Board, Component, Game};
use hexpress_scene::Drawing;
use hexpress_scene::detached;
use hexpress_scene::text::{FontMap, Shaper};
use kurbo::Rect;

use crate::board::{self, fit};
use crate::draw::bounds::bounds;
use crate::plan::piece_size::{cell_side, sized};
use crate::setup::{Setup, TOLERANCE};
use crate::sheet_builder::SheetBuilder;

/// A drawing of a whole board.
#[derive(Debug, Clone)]
pub struct BoardPicture {
    /// The drawings, in the coordinates of the sheet of the board.
    pub drawings: Vec<Drawing>,
    /// The box of the drawings, in mm.
    pub bounds: Rect,
}

/// The pictures of the boards that a text shows. Each board is drawn only once.
#[derive(Default)]
pub struct BoardPictures(RefCell<SortedMap<String, Option<Arc<BoardPicture>>>>);

impl BoardPictures {
    /// Returns the picture of a board. Returns `None` if the game does not have the board, or if
    /// the board cannot be drawn. The mistakes of the board are reported elsewhere, for the sheet
    /// of the board.
    pub fn get<'a>(
        &self,
        name: &str,
        game: &'a Game,
        shaper: &Shaper<'a>,
        setup: &Setup,
    ) -> Option<Arc<BoardPicture>> {
        let mut pictures = self.0.borrow_mut();
        let drawn = || {
            let component = game.components.iter().find(|component| *component.name == *name)?;
            draw(component, component.board()?, game, shaper, setup).map(Arc::new)
        };
        pictures.entry(name.to_owned()).or_insert_with(drawn).clone()
    }
}

fn draw<'a>(
    component: &Component,
    board: &Board,
    game: &'a Game,
    shaper: &Shaper<'a>,
    setup: &Setup,
) -> Option<BoardPicture> {
    let mut board = board.clone();
    board.bottom_line = None;
    board.head.height = 0.0;
    board.head.draw.clear();
    let board = sized(component, &board, setup);
    let side = cell_side(component, &board, setup).ok()?;
    let room = fit::SpaceAroundCells::new(&board, setup.margin);
    let design = setup.paper.design_sheet(component.class);
    // A board that becomes a poster is drawn here on an imaginary sheet that is large enough for
    // the whole board.
    let large = |needs| fit::board(&board, &room, side, grown(needs, setup.margin.widest() + TOLERANCE));
    let fit = fit::board(&board, &room, side, design).or_else(large).ok()?;
    let mut page = SheetBuilder::new(game, shaper, &component.name, setup.margin.inside(fit.sheet));
    board::draw(&board, &fit, &mut page);
    let drawn = bounds(&page.drawings)?.union(fit.cells).intersect(fit.sheet.to_rect());
    Some(BoardPicture { drawings: detached(&page.drawings, &FontMap::default()), bounds: drawn })
}

//! Lists the boards, pieces and other shapes on the pages, for other programs.
//!
//! - In: the facts.
//! - Out: plain records without references to the facts. Places are in mm from the top-left corner
//!   of the page, with y downwards.
//! - Not here: judging.

use std::sync::Arc;

use kurbo::{Point, Rect};

use crate::facts::lattice::Lattice;
use crate::facts::shape::FoundShape;
use crate::facts::{Facts, FoundSheet};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::identity::Identity;
use hexpress_read::Rgb;
use hexpress_read::find::LooseShape;

/// Everything that was found on the pages.
#[derive(Debug, Clone, Default)]
pub struct PageInventory {
    /// The boards, in the order of the pages.
    pub boards: Vec<BoardShown>,
    /// The fronts and backs of pieces, in the order of the pages.
    pub pieces: Vec<PieceShown>,
    /// The shapes that belong to no board. Only pages by other programs have such shapes.
    pub shapes: Vec<(ShownOn, LooseShape)>,
}

/// The file and the page on which something was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShownOn {
    /// The index of the file, from 0.
    pub file: usize,
    /// The number of the page, from 1.
    pub page: usize,
}

/// A board that was found.
#[derive(Debug, Clone)]
pub struct BoardShown {
    pub on: ShownOn,
    /// The name of the component, taken from the ids of the drawings. `None` if the drawings have no ids.
    pub name: Option<Arc<str>>,
    lattice: Lattice,
    /// The shape of the board; `None` if it is not computed yet.
    named: Option<FoundShape>,
    /// The cells, in drawing order.
    pub cells: Vec<CellShown>,
}

#[derive(Debug, Clone)]
pub struct CellShown {
    /// The address of the cell on the lattice.
    address: CellAddress,
    /// The id of the drawing. `None` if the drawing has no id.
    pub id: Option<Arc<Identity>>,
    /// The middle of the cell, in mm.
    pub centre: Point,
    /// The colour of the cell. `None` if the cell has no fill.
    pub fill: Option<Rgb>,
    /// The text in the cell.
    pub words: String,
}

/// The front or the back of a piece.
#[derive(Debug, Clone)]
pub struct PieceShown {
    pub on: ShownOn,
    /// The id that all drawings of the piece have.
    pub id: Option<Arc<Identity>>,
    /// The box of the cut around the piece, in mm. If there is no cut, the box of the drawings. `None` if
    /// there is neither.
    pub rect: Option<Rect>,
    /// The texts of the piece, separated by line breaks.
    pub words: Arc<str>,
}

impl PageInventory {
    /// Returns everything that was found on all pages.
    pub fn from_facts(facts: &Facts<'_>) -> Self {
        let mut shown = Self::default();
        for sheet in &facts.sheets {
            let on = ShownOn { file: sheet.file, page: sheet.number };
            shown.boards.extend(boards(sheet, on));
            shown.pieces.extend(sheet.pieces().iter().map(|piece| PieceShown {
                on,
                id: piece.id.clone(),
                rect: piece.place(),
                words: Arc::clone(&piece.words),
            }));
            let shapes = sheet.foreign().into_iter().flat_map(|foreign| &foreign.shapes);
            shown.shapes.extend(shapes.map(|shape| (on, *shape)));
        }
        shown
    }
}

fn boards(sheet: &FoundSheet, on: ShownOn) -> impl Iterator<Item = BoardShown> {
    sheet.boards().map(move |board| BoardShown {
        on,
        name: sheet.name.clone(),
        lattice: board.lattice.clone(),
        named: board.named.clone(),
        cells: board
            .cells
            .iter()
            .map(|cell| CellShown {
                address: cell.address,
                id: cell.id.clone(),
                centre: cell.outline.centre,
                fill: cell.fill,
                words: sheet.page.as_ref().map_or_else(String::new, |page| cell.words(page)),
            })
            .collect(),
    })
}

impl BoardShown {
    /// Returns a box around the board, in mm. The box may be a little larger than the board.
    pub fn bounds(&self) -> Rect {
        let centres = self.cells.iter().map(|cell| Rect::from_points(cell.centre, cell.centre));
        let all = centres.reduce(|a, b| a.union(b)).unwrap_or_default();
        all.inflate(self.lattice.side, self.lattice.side)
    }

    /// Returns the shape of the board.
    pub fn shape(&self) -> FoundShape {
        let cells = self.cells.iter().map(|cell| cell.address);
        self.named.clone().unwrap_or_else(|| FoundShape::new(&self.lattice, &cells.collect()))
    }
}

//! What was found on the pages, one by one: boards with their cells, pieces, and other shapes. Programs ask for it.

use std::sync::Arc;

use kurbo::{Point, Rect};

use super::facts::lattice::Lattice;
use super::facts::shape::FoundShape;
use super::facts::{Facts, FoundSheet};
use crate::base::hex::Hex;
use crate::base::identity::Identity;
use crate::find::LooseShape;
use crate::read::Rgb;

/// All that was found.
#[derive(Debug, Clone, Default)]
pub struct Shown {
    /// The boards, page by page.
    pub boards: Vec<BoardShown>,
    /// The pieces, backs among them, page by page.
    pub pieces: Vec<PieceShown>,
    /// On pages that say nothing of themselves: shapes that belong to no board. Each with its file and its page.
    pub shapes: Vec<(OnPage, LooseShape)>,
}

/// The number of a file, from 0, and of its page, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OnPage {
    /// The file.
    pub file: usize,
    /// The page.
    pub page: usize,
}

/// A board that was found.
#[derive(Debug, Clone)]
pub struct BoardShown {
    /// Where.
    pub on: OnPage,
    /// The component that its page says it shows.
    pub name: Option<Arc<str>>,
    /// What it lies on.
    lattice: Lattice,
    /// What it is, where that is known already.
    named: Option<FoundShape>,
    /// Its cells, in drawing order.
    pub cells: Vec<CellShown>,
}

/// A cell of a board.
#[derive(Debug, Clone)]
pub struct CellShown {
    /// Where it lies on its lattice.
    hex: Hex,
    /// What its drawing is called.
    pub id: Option<Arc<Identity>>,
    /// Its middle, in mm.
    pub centre: Point,
    /// The colour inside.
    pub fill: Option<Rgb>,
    /// The words in it.
    pub words: String,
}

/// A side of a piece.
#[derive(Debug, Clone)]
pub struct PieceShown {
    /// Where.
    pub on: OnPage,
    /// What its drawing is called.
    pub id: Option<Arc<Identity>>,
    /// The box round its outline, in mm.
    pub rect: Option<Rect>,
    /// The words on it.
    pub words: Arc<str>,
}

impl Shown {
    /// What is on all pages.
    pub fn of(facts: &Facts<'_>) -> Self {
        let mut shown = Self::default();
        for sheet in &facts.sheets {
            let on = OnPage { file: sheet.file, page: sheet.number };
            shown.boards.extend(boards(sheet, on));
            shown.pieces.extend(sheet.pieces.iter().map(|piece| PieceShown {
                on,
                id: piece.id.clone(),
                rect: piece.place(),
                words: Arc::clone(&piece.words),
            }));
            let shapes = sheet.foreign.iter().flat_map(|foreign| &foreign.shapes);
            shown.shapes.extend(shapes.map(|shape| (on, *shape)));
        }
        shown
    }
}

fn boards(sheet: &FoundSheet, on: OnPage) -> impl Iterator<Item = BoardShown> {
    sheet.boards().map(move |board| BoardShown {
        on,
        name: sheet.name.clone(),
        lattice: board.lattice.clone(),
        named: board.named.clone(),
        cells: board
            .cells
            .iter()
            .map(|cell| CellShown {
                hex: cell.hex,
                id: cell.id.clone(),
                centre: cell.outline.centre,
                fill: cell.fill,
                words: sheet.page.as_ref().map_or_else(String::new, |page| cell.words(page)),
            })
            .collect(),
    })
}

impl BoardShown {
    /// Returns a box around the board, in mm.
    pub fn bounds(&self) -> Rect {
        let centres = self.cells.iter().map(|cell| Rect::from_points(cell.centre, cell.centre));
        let all = centres.reduce(|a, b| a.union(b)).unwrap_or_default();
        all.inflate(self.lattice.side, self.lattice.side)
    }

    /// Returns the shape of the board.
    pub fn shape(&self) -> FoundShape {
        let cells = self.cells.iter().map(|cell| cell.hex);
        self.named.clone().unwrap_or_else(|| FoundShape::of(&self.lattice, &cells.collect()))
    }
}

//! Divides boards and pieces that are larger than a sheet into posters, which are printed in full
//! size on several sheets.
//!
//! - In: a board or a piece that does not fit its sheet.
//! - Out: a [`Poster`], and the drawings of each of its sheets.
//!
//! Not here: boards and pieces that fit on one sheet.
//!
//! The whole picture is drawn first ([`board`], [`piece`]). Seams run across the picture, along the
//! edges of cells and past texts ([`possible_seams`], [`choose_seams`]). Each sheet shows its part
//! of the picture, and a strip beyond its seams ([`part`]). At a seam, the upper or left sheet is
//! cut along the line, and glued onto the strip of the other sheet.

mod between_seams;
mod board;
mod cell_edges;
mod choose_seams;
mod divider;
mod interval_index;
mod join;
mod obstacles;
mod overview;
mod part;
mod piece;
mod possible_seams;
mod seam;
mod sheet_grid;

use std::sync::Arc;

use kurbo::{Point, Rect, Vec2};

use super::board::fit::{BoardFit, SizedBoard};
use super::impose::SheetPacking;
use super::impose::duplex::Axis;
use hexpress_base::diag::{Report, Result};
use hexpress_base::identity::NumberedSide;
use hexpress_base::piece_side::PieceSide;
use hexpress_base::units::ShortNumber;
use hexpress_game::PieceSet;
use hexpress_scene::Sheet;

pub use between_seams::{PartBetweenSeams, between_seams, division};
pub use board::BoardDivider;
pub use divider::Divider;
use divider::{Division, MAX_SHEETS};
pub use part::draw;
pub use piece::piece_posters;
use seam::{Course, Seam, TAB_WIDTH_MM};
pub use sheet_grid::{Grid, GridPlace};

/// The width of the strip of the picture that is printed beyond a seam, in mm. The strip prevents
/// white gaps if a cut is imprecise.
pub const BLEED: f64 = 3.0;

/// A board, or one side of a piece, that is printed on several sheets.
#[derive(Debug)]
pub struct Poster<'a> {
    pub grid: Grid,
    /// The picture that is divided over the sheets.
    pub shows: PosterSubject<'a>,
    /// The part of the sheet in `drawn` that is printed.
    content: Rect,
    /// The whole picture on a sheet that would be large enough for it. The small print of a board
    /// is left out. If an element cannot be drawn, this field contains the errors.
    drawn: Result<Sheet, Report>,
    /// The text of the small print of the board. `None` if there is no small print, or if it stays on the
    /// board.
    pub credit: Option<Arc<str>>,
    /// The index of the first sheet that is printed.
    pub first: usize,
    /// The seams between columns of sheets, from left to right.
    across: Vec<Seam>,
    /// The seams between rows of sheets, from top to bottom.
    down: Vec<Seam>,
}

#[derive(Debug)]
pub enum PosterSubject<'a> {
    /// A board, and its place on a sheet that would be large enough for the whole board.
    Board(SizedBoard<'a>, BoardFit),
    /// One side of a piece.
    Piece {
        deck: &'a PieceSet,
        /// The index of the piece in its deck, counted from 0.
        index: usize,
        side: PieceSide,
        /// The place of the piece on a sheet that is as large as the piece with its bleed.
        packing: SheetPacking,
    },
}

/// The seams on two opposite sides of a sheet. A seam is `None` if the side is an edge of the
/// poster.
#[derive(Debug, Clone, Copy)]
struct SeamPair<'p> {
    before: Option<&'p Seam>,
    after: Option<&'p Seam>,
}

impl Poster<'_> {
    /// Returns the whole picture on a sheet that would be large enough for it.
    ///
    /// # Errors
    /// Some elements cannot be drawn.
    pub fn drawn(&self) -> Result<&Sheet, Report> {
        self.drawn.as_ref().map_err(Clone::clone)
    }

    /// Returns the seams that run along `axis` before and after the sheet at `index`.
    fn seams_around(&self, axis: Axis, index: usize) -> SeamPair<'_> {
        let GridPlace { column, row } = self.grid.place(index);
        let (seams, position) = match axis {
            Axis::Vertical => (&self.across, column),
            Axis::Horizontal => (&self.down, row),
        };
        SeamPair {
            before: position.checked_sub(1).and_then(|previous| seams.get(previous)),
            after: seams.get(position),
        }
    }

    /// Returns whether any seam crosses cells.
    fn goes_through_cells(&self) -> bool {
        self.across.iter().chain(&self.down).any(|seam| seam.course == Course::ThroughCells)
    }

    /// Returns the part of the whole picture that the sheet at `index` shows, including the strips
    /// beyond the seams, in mm.
    pub fn window(&self, index: usize) -> Rect {
        let [x, y] = [Axis::Vertical, Axis::Horizontal].map(|axis| self.seams_around(axis, index));
        let Rect { x0, y0, x1, y1 } = self.content;
        Rect::new(x.start_or(x0), y.start_or(y0), x.end_or(x1), y.end_or(y1))
    }

    /// Returns the vector that moves the whole picture to its position on the sheet at `index`.
    pub fn offset(&self, index: usize) -> Vec2 {
        self.grid.centre - self.window(index).center()
    }

    /// Returns whether a point of the whole picture is between the seams of the sheet at `index`.
    pub fn owns(&self, index: usize, point: Point) -> bool {
        [Axis::Vertical, Axis::Horizontal].into_iter().all(|axis| {
            let SeamPair { before, after } = self.seams_around(axis, index);
            let place = axis.swap_point(point);
            before.is_none_or(|seam| seam.is_before(place)) && after.is_none_or(|seam| !seam.is_before(place))
        })
    }

    /// Returns whether a circle on the whole picture is between the seams of the sheet at `index`.
    /// `radius` is in mm.
    fn owns_circle(&self, index: usize, centre: Point, radius: f64) -> bool {
        [Axis::Vertical, Axis::Horizontal].into_iter().all(|axis| {
            let SeamPair { before, after } = self.seams_around(axis, index);
            let y = axis.swap_point(centre).y;
            before.is_none_or(|seam| seam.extent.to + radius < y)
                && after.is_none_or(|seam| y + radius < seam.extent.from)
        })
    }

    /// Returns the name of the part of the poster on the sheet at `index`, such as `piece 2, sheet
    /// 1 of 4 (row 1, column 1)`.
    pub fn part_name(&self, index: usize) -> String {
        let Grid { columns, rows, .. } = self.grid;
        let GridPlace { column, row } = self.grid.place(index);
        let place = match (columns, rows) {
            (1, _) | (_, 1) => String::new(),
            _ => format!(" (row {}, column {})", row + 1, column + 1),
        };
        let is_only_piece =
            matches!(&self.shows, PosterSubject::Piece { deck, .. } if deck.pieces.len() == 1);
        let side = match self.side() {
            None => String::new(),
            Some(NumberedSide { number, side }) => match (side, number) {
                (PieceSide::Front, 1) if is_only_piece => String::new(),
                (PieceSide::Back, 1) if is_only_piece => "the back, ".to_owned(),
                (PieceSide::Front, _) => format!("piece {number}, "),
                (PieceSide::Back, _) => format!("the back of piece {number}, "),
            },
        };
        format!("{side}sheet {} of {}{place}", index + 1, self.grid.count())
    }

    /// Returns a text that says what users can measure on a printed poster to check its scale.
    pub fn measure(&self) -> String {
        match &self.shows {
            // On a board, users measure a cell, because every sheet shows cells, but not every sheet shows an
            // edge of the board.
            PosterSubject::Board(_, fit) => {
                format!("cells measure {} mm from side to side", fit.grid.measure(fit.side))
            }
            PosterSubject::Piece { packing, .. } => {
                format!(
                    "put together, {} × {} mm",
                    ShortNumber::tenths(packing.piece.width),
                    ShortNumber::tenths(packing.piece.height)
                )
            }
        }
    }

    /// Returns whether the poster shows the back of a piece.
    pub fn is_back(&self) -> bool {
        self.side().is_some_and(|numbered| numbered.side.is_back())
    }

    /// Returns the number of the piece and the side that the poster shows. Returns `None` for a board.
    pub fn side(&self) -> Option<NumberedSide> {
        let PosterSubject::Piece { deck, index, side, .. } = &self.shows else { return None };
        Some(NumberedSide { number: deck.number(*index), side: *side })
    }
}

impl SeamPair<'_> {
    /// Returns the coordinate where the window of a sheet begins. This is where the strip beyond the seam
    /// `before` begins, or `edge`, the edge of the picture, if there is no such seam.
    fn start_or(self, edge: f64) -> f64 {
        self.before.map_or(edge, |seam| seam.extent.from - TAB_WIDTH_MM)
    }

    /// Returns the coordinate where the window of a sheet ends. This is where the strip beyond the seam
    /// `after` ends, or `edge`, the edge of the picture, if there is no such seam.
    fn end_or(self, edge: f64) -> f64 {
        self.after.map_or(edge, |seam| seam.extent.to + TAB_WIDTH_MM)
    }
}

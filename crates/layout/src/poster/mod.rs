//! Posters: a board or a piece that is larger than its sheet keeps its size and is cut over several sheets.
//!
//! It is drawn whole ([`board`], [`piece`]); seams run across it along the edges of cells, past all words ([`seam`],
//! [`best_seams`]); each sheet shows its part ([`part`]) and a little more beyond the seams. At a seam the upper or left
//! sheet is cut along the line and goes over the strip of the other.

mod best_seams;
mod board;
mod part;
mod piece;
mod seam;
mod spans;

use std::sync::Arc;

use kurbo::{Point, Rect, Size, Vec2};

use super::board::fit::BoardFit;
use super::impose::PackFit;
use super::impose::duplex::Axis;
use super::impose::grid::turned;
use super::setup::TOLERANCE;
use crate::base::identity::PieceSide;
use crate::base::units::Trimmed;
use crate::diag::{Diagnostic, Report, Result, codes};
use crate::model::{Board, Component, Deck, Game};
use crate::print::margins::{DEFAULT_MARGIN, Margins};
use crate::print::paper::{PAPERS, Paper, sheet_name};
use crate::scene::Sheet;
use crate::text::Fonts;

pub use board::{poster, room, sheets};
pub use part::draw;
pub use piece::posters;
use seam::{Seam, TAB};

/// How much of that is picture, so that a cut that is a little off shows no white, mm.
pub const BLEED: f64 = 3.0;
/// A component takes no more sheets than this.
pub const MOST: usize = 64;

/// How many sheets a poster takes, and how they lie.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Grid {
    /// Width and height of each sheet in mm, as it lies.
    pub sheet: Size,
    /// The middle of what is printed of each.
    middle: Point,
    /// How many sheets stand side by side.
    pub columns: usize,
    /// How many stand one below the other.
    pub rows: usize,
}

impl Grid {
    /// How many sheets these are.
    pub fn count(&self) -> usize {
        self.columns * self.rows
    }

    /// The column and the row of a sheet, from 0.
    pub fn place(&self, index: usize) -> (usize, usize) {
        (index % self.columns, index / self.columns)
    }
}

/// What lies on several sheets.
#[derive(Debug)]
pub struct Poster<'a> {
    /// How many sheets, and how they lie.
    pub grid: Grid,
    /// What it shows.
    pub shows: Shows<'a>,
    /// What is to be seen of a sheet that would hold it whole.
    content: Rect,
    /// That sheet, or what is wrong with it; a board's small print is left out.
    drawn: Result<Sheet, Report>,
    /// The small print.
    pub credit: Option<Arc<str>>,
    /// Where columns of sheets meet, from the left.
    across: Vec<Seam>,
    /// Where rows of sheets meet, from the top.
    down: Vec<Seam>,
}

/// What a poster shows.
#[derive(Debug)]
pub enum Shows<'a> {
    /// A board, on a sheet that would hold it whole.
    Board(&'a Board, BoardFit),
    /// One side of a piece.
    Piece {
        /// Its deck.
        deck: &'a Deck,
        /// Which of the deck's pieces, from 0.
        index: usize,
        /// Whether it is the back.
        back: bool,
        /// The piece alone, on a sheet as large as it is with its bleed.
        fit: PackFit,
    },
}

/// The seams at two sides of a sheet; none at the edges of the poster.
struct Around<'p> {
    before: Option<&'p Seam>,
    after: Option<&'p Seam>,
}

/// How many sheets with so much room a length takes; none where a sheet has no room beside what overlaps.
fn along(length: f64, room: f64) -> Option<usize> {
    if length <= room + TOLERANCE {
        return Some(1);
    }
    let own = room - 2.0 * TAB;
    (own >= 10.0).then(|| ((length - 2.0 * TAB - TOLERANCE) / own).ceil() as usize)
}

/// The ways in which sheets of this paper hold so large a picture: first the one with the fewest; where both take as
/// many, the one with less to cut.
fn grids(content: Size, paper: Size, margin: Margins) -> Vec<Grid> {
    let ways = [paper, turned(paper)].into_iter().filter_map(|sheet| {
        let room = margin.room(sheet);
        let (columns, rows) = (along(content.width, room.width)?, along(content.height, room.height)?);
        let cut = (columns - 1) as f64 * content.height + (rows - 1) as f64 * content.width;
        Some((columns.saturating_mul(rows), cut, Grid { sheet, middle: margin.middle(sheet), columns, rows }))
    });
    let mut ways: Vec<_> = ways.collect();
    ways.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    ways.into_iter().map(|(.., grid)| grid).collect()
}

/// The fewest sheets of this paper that so large a picture takes.
fn grid(content: Size, paper: Size, margin: Margins) -> Option<Grid> {
    grids(content, paper, margin).into_iter().next()
}

/// Divides something over sheets.
#[derive(Debug, Clone, Copy)]
pub struct Divider<'n> {
    /// The game.
    pub game: &'n Game,
    /// Its fonts.
    pub fonts: &'n Fonts,
    /// The component that is larger than its sheet.
    pub component: &'n Component,
    /// What is divided, for messages.
    pub name: &'n str,
    /// The sheet at hand.
    pub paper: Size,
    /// The strips along the edges that the printer cannot reach.
    pub margin: Margins,
}

/// The sheets of a poster, with the seams between their columns and between their rows.
type Division = (Grid, Vec<Seam>, Vec<Seam>);

impl Divider<'_> {
    /// Whether so large a picture can be a poster.
    ///
    /// # Errors
    /// One that would take too many sheets.
    fn allows(&self, content: Size) -> Result<()> {
        match self.count(content) {
            Some(count) if count <= MOST => Ok(()),
            count => Err(self.too_large(content, count)),
        }
    }

    /// How many sheets so large a picture takes at least; none where a sheet has no room beside what overlaps.
    fn count(&self, content: Size) -> Option<usize> {
        grid(content, self.paper, self.margin).map(|grid| grid.count())
    }

    /// The fewest sheets, with seams that `ground` has in each direction.
    ///
    /// # Errors
    /// What takes too many sheets, or cannot be cut without cutting words.
    fn divide<'g>(&self, content: Size, ground: impl Fn(Axis) -> seam::Ground<'g>) -> Result<Division> {
        let mut best: Option<Division> = None;
        for grid in grids(content, self.paper, self.margin) {
            if best.as_ref().is_some_and(|(best, ..)| best.count() <= grid.count()) {
                continue;
            }
            let seams = |axis, room: f64, parts: usize| {
                let ground = ground(axis);
                // One or two sheets more are better than a word cut in two.
                (parts..parts + 3).find_map(|parts| best_seams::seams(&ground, room, parts))
            };
            let room = self.margin.room(grid.sheet);
            let across = seams(Axis::Upright, room.width, grid.columns);
            let down = seams(Axis::Lying, room.height, grid.rows);
            let (Some(across), Some(down)) = (across, down) else { continue };
            let grid = Grid { columns: across.len() + 1, rows: down.len() + 1, ..grid };
            if best.as_ref().is_none_or(|(best, ..)| grid.count() < best.count()) {
                best = Some((grid, across, down));
            }
        }
        match best {
            None => Err(self.through_words()),
            Some((grid, ..)) if grid.count() > MOST => Err(self.too_large(content, Some(grid.count()))),
            Some(best) => Ok(best),
        }
    }

    fn too_large(&self, size: Size, count: Option<usize>) -> Diagnostic {
        let (name, paper) = (self.name, sheet_name(self.paper));
        if count.is_none() && self.margin.widest() > DEFAULT_MARGIN {
            let message = format!("margins of {} leave too little of {paper} for `{name}`", self.margin);
            let hint = "a margin is the strip that a printer cannot reach, of a few mm: --margin 5mm";
            return codes::NO_ROOM.error(message).hint(hint);
        }
        let message = match count {
            Some(count) => {
                format!("`{name}` would take {count} sheets of {paper}, and {MOST} are the most for a poster")
            }
            None => {
                format!("`{name}` cannot be cut over sheets of {paper}: nothing is left between their strips")
            }
        };
        let takes = |paper: &'static Paper| {
            Some((paper, grid(size, Size::new(paper.size.0, paper.size.1), self.margin)?))
        };
        let enough = PAPERS.iter().filter(|_| size != Size::ZERO).filter_map(takes);
        let enough = enough.filter(|(_, grid)| grid.count() <= MOST);
        let hint = match enough.min_by(|(_, a), (_, b)| a.sheet.area().total_cmp(&b.sheet.area())) {
            Some((paper, grid)) => format!("--paper {} takes {} sheets", paper.name, grid.count()),
            None => "no paper with a name is large enough; make it smaller".to_owned(),
        };
        let measures = format!(": it measures {} x {} mm", Trimmed(size.width), Trimmed(size.height));
        let message = if size == Size::ZERO { message } else { message + &measures };
        codes::POSTER_TOO_LARGE.error(message).hint(hint)
    }

    fn through_words(&self) -> Diagnostic {
        let message = format!(
            "`{}` cannot be cut over sheets of {} without cutting through words",
            self.name,
            sheet_name(self.paper)
        );
        codes::SEAM_THROUGH_WORDS.error(message).hint("larger paper, or shorter lines of words")
    }
}

impl Poster<'_> {
    /// What it shows, drawn whole.
    ///
    /// # Errors
    /// What cannot be drawn.
    pub fn drawn(&self) -> Result<&Sheet, Report> {
        self.drawn.as_ref().map_err(Clone::clone)
    }

    /// The seams before and after sheet `index` that run along `axis`.
    fn around(&self, axis: Axis, index: usize) -> Around<'_> {
        let (column, row) = self.grid.place(index);
        let (seams, at) = match axis {
            Axis::Upright => (&self.across, column),
            Axis::Lying => (&self.down, row),
        };
        Around { before: at.checked_sub(1).and_then(|i| seams.get(i)), after: seams.get(at) }
    }

    /// Whether one of its seams runs through cells.
    fn goes_through_cells(&self) -> bool {
        self.across.iter().chain(&self.down).any(|seam| seam.through_cells)
    }

    /// Everything that sheet `index` shows, on the whole sheet, in mm: its part and what lies beyond its seams.
    pub fn window(&self, index: usize) -> Rect {
        let [x, y] = [Axis::Upright, Axis::Lying].map(|axis| self.around(axis, index));
        let from = |around: &Around<'_>, end: f64| around.before.map_or(end, |seam| seam.lo - TAB);
        let to = |around: &Around<'_>, end: f64| around.after.map_or(end, |seam| seam.hi + TAB);
        let all = self.content;
        Rect::new(from(&x, all.x0), from(&y, all.y0), to(&x, all.x1), to(&y, all.y1))
    }

    /// From the whole sheet to sheet `index`.
    pub fn offset(&self, index: usize) -> Vec2 {
        self.grid.middle - self.window(index).center()
    }

    /// Whether a point of the whole sheet belongs to sheet `index`.
    pub fn owns(&self, index: usize, point: Point) -> bool {
        [Axis::Upright, Axis::Lying].into_iter().all(|axis| {
            let Around { before, after } = self.around(axis, index);
            let point = seam::on_sheet(axis, point);
            before.is_none_or(|seam| seam.is_before(point)) && after.is_none_or(|seam| !seam.is_before(point))
        })
    }

    /// Whether all that lies within so many mm of a point of the whole sheet belongs to sheet `index` alone.
    pub fn owns_round(&self, index: usize, point: Point, reach: f64) -> bool {
        [Axis::Upright, Axis::Lying].into_iter().all(|axis| {
            let Around { before, after } = self.around(axis, index);
            let y = seam::on_sheet(axis, point).y;
            before.is_none_or(|seam| seam.hi + reach < y) && after.is_none_or(|seam| y + reach < seam.lo)
        })
    }

    /// Which part sheet `index` shows, in words.
    pub fn part_name(&self, index: usize) -> String {
        let Grid { columns, rows, .. } = self.grid;
        let (column, row) = self.grid.place(index);
        let place = match (columns, rows) {
            (1, _) | (_, 1) => String::new(),
            _ => format!(" (row {}, column {})", row + 1, column + 1),
        };
        let alone = matches!(&self.shows, Shows::Piece { deck, .. } if deck.pieces.len() == 1);
        let whose = match self.side() {
            None => String::new(),
            Some(PieceSide { number: 1, back: false }) if alone => String::new(),
            Some(PieceSide { number: 1, back: true }) if alone => "the back, ".to_owned(),
            Some(PieceSide { number, back: false }) => format!("piece {number}, "),
            Some(PieceSide { number, back: true }) => format!("the back of piece {number}, "),
        };
        format!("{whose}sheet {} of {}{place}", index + 1, self.grid.count())
    }

    /// How large it is, in words, for whoever measures the print.
    pub fn measure(&self) -> String {
        match &self.shows {
            // A part of a board has no outermost marks; a cell has its size.
            Shows::Board(_, fit) => {
                format!("cells measure {} mm from side to side", fit.grid().measure(fit.side))
            }
            Shows::Piece { fit, .. } => {
                format!("put together, {} x {} mm", Trimmed(fit.piece.width), Trimmed(fit.piece.height))
            }
        }
    }

    /// Whether it is the back of a piece.
    pub fn is_back(&self) -> bool {
        self.side().is_some_and(|side| side.back)
    }

    /// The side of a piece that it shows; none for a board.
    pub fn side(&self) -> Option<PieceSide> {
        let Shows::Piece { deck, index, back, .. } = &self.shows else { return None };
        Some(PieceSide { number: deck.number(*index), back: *back })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fewest_sheets_whichever_way_they_lie() {
        let a4 = Size::new(210.0, 297.0);
        let count = |w: f64, h: f64| {
            let grid = grid(Size::new(w, h), a4, 6.35.into()).unwrap();
            (grid.columns, grid.rows, grid.sheet.width > grid.sheet.height)
        };
        assert_eq!(count(197.3, 284.3), (1, 1, false));
        assert_eq!(count(284.3, 399.3), (1, 3, true));
        // Each sheet has 284.3 mm less its strips, of which there are two in the middle and one at an end.
        assert_eq!(count(197.3, 2.0 * 284.3 - 12.0), (1, 2, false));
        assert_eq!(count(197.3, 2.0 * 284.3 - 11.9), (1, 3, false));
        // Four upright, six lying.
        assert_eq!(count(380.0, 540.0), (2, 2, false));
        assert_eq!(grid(Size::new(100.0, 100.0), Size::new(30.0, 30.0), 6.35.into()), None);
    }
}

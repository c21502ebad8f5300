//! Pieces by themselves, cut out, without a sheet: for shops and simulators, which want a picture of each piece, or of
//! a deck in a grid. No cuts, no rulers; a board keeps its sheet.

use std::ops::Range;

use kurbo::{Affine, Point, Rect, Shape as _, Size};

use crate::base::geometry::grown;
use crate::diag::{Report, codes};
use crate::layout::draw::frame::Frame;
use crate::layout::draw::inking;
use crate::layout::impose::Side;
use crate::layout::page::Page;
use crate::layout::{BoardFit, Content, PackFit, Plan, PosterShows, SheetCache, SheetPlan, board};
use crate::model::{Board, Component, Deck, Outline};
use crate::scene::{Draw, Group, Ink, Sheet};

/// What has a picture of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Each {
    /// A piece.
    Piece,
    /// A piece with its bleed.
    Bled,
    /// So many pieces of a deck as a grid holds.
    Deck,
}

/// The most columns of a grid, and the most rows: what Tabletop Simulator takes.
pub const GRID: (usize, usize) = (10, 7);
/// It takes no fewer of either.
const LEAST: usize = 2;

/// A picture that is no sheet.
#[derive(Debug, Clone)]
pub struct Picture<'a> {
    /// What is on it.
    pub component: &'a Component,
    /// Width and height in mm.
    pub size: Size,
    /// What lies where.
    pub shows: Shows<'a>,
}

/// What a picture shows.
#[derive(Debug, Clone)]
pub enum Shows<'a> {
    /// A whole board on its sheet.
    Board(&'a Board, BoardFit),
    /// Pieces, in rows from the top left; backs as they are seen when each piece is turned over in its place.
    Pieces {
        /// The deck.
        deck: &'a Deck,
        /// How they lie on a sheet, for what its packing leaves of them.
        fit: PackFit,
        /// Which of the deck's pieces.
        range: Range<usize>,
        /// So many in a row, and so many rows.
        grid: (usize, usize),
        /// Whether it is their backs.
        back: bool,
        /// How far each goes on beyond its cut, in mm.
        bleed: f64,
    },
}

impl Picture<'_> {
    /// Width and height in mm of one of its cells, and columns and rows of them.
    pub fn cells(&self) -> (Size, (usize, usize)) {
        match &self.shows {
            Shows::Board(..) => (self.size, (1, 1)),
            Shows::Pieces { fit, grid, bleed, .. } => (grown(fit.piece, *bleed), *grid),
        }
    }

    /// Whether one sees past the pieces.
    pub fn is_see_through(&self) -> bool {
        match &self.shows {
            Shows::Board(..) => false,
            Shows::Pieces { fit, range, grid, .. } => {
                fit.outline != Outline::Rectangle(0.0) || range.len() < grid.0 * grid.1
            }
        }
    }
}

/// Columns and rows for so many pieces: few rows, and no more columns than they need.
fn grid(pieces: usize) -> (usize, usize) {
    let rows = pieces.div_ceil(GRID.0).max(LEAST);
    (pieces.div_ceil(rows).max(LEAST), rows)
}

impl<'a> Plan<'a> {
    /// The pictures of everything that is printed, in the order of the sheets; the back of a piece or of a grid comes
    /// after its front.
    pub fn pictures(&self, each: Each) -> Vec<Picture<'a>> {
        let mut pictures: Vec<Picture<'a>> = Vec::new();
        let mut done: Vec<&Component> = Vec::new();
        for sheet in self.sheets.iter().flat_map(SheetPlan::parts) {
            let component = sheet.component;
            if done.iter().any(|known| std::ptr::eq(*known, component)) {
                continue;
            }
            done.push(component);
            let of_deck = |deck, fit| of_deck(component, deck, fit, each, self.shows_backs(component));
            let of_board =
                |board, fit, size| vec![Picture { component, size, shows: Shows::Board(board, fit) }];
            pictures.extend(match &sheet.content {
                Content::Board(board, fit) => of_board(board, *fit, sheet.size),
                // Nobody has to cut a picture over several sheets.
                Content::Poster(poster, _) => match &poster.shows {
                    PosterShows::Board(board, fit) => of_board(board, *fit, fit.sheet),
                    PosterShows::Piece { deck, fit, .. } => of_deck(deck, fit),
                },
                Content::Blank | Content::ExtraSheet(_) => Vec::new(),
                Content::Fronts(deck, fit, _) | Content::Backs(deck, fit, _) => of_deck(deck, fit),
            });
        }
        pictures
    }

    /// Whether backs of a component are printed: where they are not, none are shown.
    fn shows_backs(&self, component: &Component) -> bool {
        let own = self
            .sheets
            .iter()
            .flat_map(SheetPlan::parts)
            .filter(|sheet| sheet.component.name == component.name);
        own.into_iter().any(|sheet| match &sheet.content {
            Content::Backs(..) => true,
            Content::Fronts(_, fit, _) => fit.duplex.fold,
            Content::Poster(poster, _) => poster.is_back(),
            Content::Board(..) | Content::Blank | Content::ExtraSheet(_) => false,
        })
    }

    /// Draws a picture.
    ///
    /// # Errors
    /// What cannot be drawn: a name that a row does not have, a text that does not fit.
    pub fn picture(
        &self,
        picture: Option<&Picture<'a>>,
        cache: &mut SheetCache<'a>,
    ) -> Result<Sheet, Report> {
        let Some(Picture { component, size, shows }) = picture else {
            return Err(codes::NOTHING.error("there is no such picture").into());
        };
        let SheetCache { shaper, faces, .. } = cache;
        let printable = self.margin.inside(*size);
        let mut page = Page::new(self.game, shaper, &component.name, printable);
        match shows {
            Shows::Board(board, fit) => board::draw(board, fit, &mut page),
            Shows::Pieces { deck, fit, range, grid, back, bleed } => {
                let piece = &grown(fit.piece, *bleed);
                let faces = faces.cache_for(&component.name, deck, Side::from_is_back(*back), fit);
                faces.begin_sheet();
                // A single rectangle is cut by the edge of its picture, to the pixel.
                let is_picture = fit.outline == Outline::Rectangle(0.0) && *grid == (1, 1);
                let outline = (!is_picture).then(|| Frame::piece(fit.outline, *piece).outline());
                for (slot, index) in range.clone().enumerate() {
                    let (column, row) = (slot % grid.0.max(1), slot / grid.0.max(1));
                    let at =
                        Point::new((column as f64 + 0.5) * piece.width, (row as f64 + 0.5) * piece.height);
                    let face = faces.piece(&mut page.painter, index);
                    let Some(content) = face.map(|face| face.draws) else { continue };
                    // The paper of the piece; its edge is that of the clip alone, so it is painted a little further.
                    let paper = Rect::from_center_size(Point::ZERO, *piece).inflate(1.0, 1.0);
                    let paper = Draw::filled(paper.to_path(0.1), Ink::white());
                    // Nameless: pieces that look alike are then alike to the last byte.
                    page.draws.push(Draw::Group(Group {
                        transform: Affine::translate(at.to_vec2()),
                        clip: outline.clone(),
                        ..Group::plain(std::iter::once(paper).chain(content).collect())
                    }));
                }
            }
        }
        if let Some(inking) = self.inking {
            page.draws = inking::printed(inking, page.draws);
        }
        page.finish(*size)
    }
}

fn of_deck<'a>(
    component: &'a Component,
    deck: &'a Deck,
    fit: &PackFit,
    each: Each,
    backs: bool,
) -> Vec<Picture<'a>> {
    let bleed = if each == Each::Bled { deck.bleed } else { 0.0 };
    let mut fit = fit.clone();
    // Who cuts pieces with their bleed rounds the corners too.
    if bleed > 0.0 && matches!(fit.outline, Outline::Rectangle(_)) {
        fit.outline = Outline::Rectangle(0.0);
    }
    let (count, piece) = (deck.pieces.len(), grown(fit.piece, bleed));
    let most = if each == Each::Deck { GRID.0 * GRID.1 } else { 1 };
    let mut pictures = Vec::new();
    for first in (0..count).step_by(most) {
        let range = first..(first + most).min(count);
        let grid = if each == Each::Deck { grid(range.len()) } else { (1, 1) };
        let size = Size::new(piece.width * grid.0 as f64, piece.height * grid.1 as f64);
        for back in [false, true].into_iter().filter(|back| backs || !back) {
            let shows = Shows::Pieces { deck, fit: fit.clone(), range: range.clone(), grid, back, bleed };
            pictures.push(Picture { component, size, shows });
        }
    }
    pictures
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_are_as_small_as_simulators_take_them() {
        assert_eq!(
            [1, 2, 4, 5, 10, 12, 54].map(grid),
            [(2, 2), (2, 2), (2, 2), (3, 2), (5, 2), (6, 2), (9, 6)]
        );
        assert_eq!([70, 69, 61].map(grid), [(10, 7), (10, 7), (9, 7)]);
    }
}

//! Draws pictures of pieces without a sheet, for print shops and simulators.
//!
//! - In: a plan, and what each picture shows: one piece or a whole deck.
//! - Out: pictures of single pieces, or of pieces in a grid. Usually, pieces are cut out along their
//!   outline. A board is drawn on its sheet.
//! - Not here: drawing cut lines or rulers.

use std::ops::Range;

use kurbo::{Affine, BezPath, Point, Rect, Shape as _, Size};

use crate::draw::frame::Frame;
use crate::draw::inking;
use crate::sheet_builder::SheetBuilder;
use crate::{BoardFit, Content, Plan, PosterSubject, SheetCache, SheetPacking, SheetPlan, SizedBoard, board};
use hexpress_base::diag::Report;
use hexpress_base::geometry::grown;
use hexpress_base::identity::{Feature, Single};
use hexpress_game::{Component, Outline, PieceSet, PieceSide};
use hexpress_scene::{Drawing, Group, Ink, Sheet};

/// What a single picture shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureSubject {
    Piece,
    /// One piece with its bleed.
    Bled,
    /// One piece with its bleed on a page of the size that a print shop requires. The picture is
    /// not clipped.
    Canvas,
    /// A grid that contains as many pieces of a deck as fit.
    Deck,
}

/// The maximum numbers of columns and rows in a grid. Tabletop Simulator has these limits.
pub const GRID: (usize, usize) = (10, 7);
/// The smallest allowed number of columns, and the smallest allowed number of rows in a grid. Tabletop
/// Simulator has these limits.
const MIN_COLUMNS_OR_ROWS: usize = 2;

/// A picture of pieces, or of a board.
#[derive(Debug, Clone)]
pub struct Picture<'a> {
    pub component: &'a Component,
    /// The size of the picture, in mm.
    pub size: Size,
    pub shows: PictureContent<'a>,
}

/// The content of a picture.
#[derive(Debug, Clone)]
pub enum PictureContent<'a> {
    /// A whole board on its sheet.
    Board(SizedBoard<'a>, BoardFit),
    /// Pieces in rows, starting at the top left. A back has the same place in the picture of backs as
    /// its front in the picture of fronts.
    Pieces {
        deck: &'a PieceSet,
        /// How the pieces are packed on sheets. The packing determines the outline of the pieces.
        packing: SheetPacking,
        /// The indices of the pieces in the deck.
        range: Range<usize>,
        /// The numbers of columns and rows in the picture.
        grid: (usize, usize),
        side: PieceSide,
        /// The width of the bleed around each piece, in mm.
        bleed: f64,
        /// Whether each piece is cut out along its outline.
        is_cut_out: bool,
    },
}

impl Picture<'_> {
    /// Returns whether the picture shows the backs of pieces.
    pub fn is_back(&self) -> bool {
        matches!(self.shows, PictureContent::Pieces { side: PieceSide::Back, .. })
    }

    /// Returns the size of the space for each piece in the picture, in mm, and the numbers of columns
    /// and rows.
    pub fn cells(&self) -> (Size, (usize, usize)) {
        match &self.shows {
            PictureContent::Board(..) => (self.size, (1, 1)),
            PictureContent::Pieces { grid, is_cut_out: false, .. } => (self.size, *grid),
            PictureContent::Pieces { packing, grid, bleed, .. } => (grown(packing.piece, *bleed), *grid),
        }
    }

    /// Crops the picture of a board to the board itself, with or without its bleed. Does nothing for
    /// other pictures, or if the board is not cut out.
    pub fn cut_out(&mut self, with_bleed: bool) {
        if let PictureContent::Board(_, fit) = &mut self.shows {
            *fit = fit.cut_out(with_bleed);
            self.size = fit.sheet;
        }
    }

    /// Returns whether a part of the picture is transparent.
    pub fn is_see_through(&self) -> bool {
        match &self.shows {
            PictureContent::Board(..) => false,
            PictureContent::Pieces { packing, range, grid, is_cut_out, .. } => {
                (*is_cut_out && packing.outline != Outline::Rectangle(0.0)) || range.len() < grid.0 * grid.1
            }
        }
    }
}

/// Returns the numbers of columns and rows of a grid for this number of pieces. The grid has as few rows as
/// possible, and then as few columns as this number of rows allows.
fn grid(pieces: usize) -> (usize, usize) {
    let rows = pieces.div_ceil(GRID.0).max(MIN_COLUMNS_OR_ROWS);
    (pieces.div_ceil(rows).max(MIN_COLUMNS_OR_ROWS), rows)
}

impl<'a> Plan<'a> {
    /// Returns the pictures of everything that is printed, in the order of the sheets. The fronts of a
    /// deck are followed by its backs.
    pub fn pictures(&self, each: PictureSubject) -> Vec<Picture<'a>> {
        let mut pictures: Vec<Picture<'a>> = Vec::new();
        let mut done: Vec<&Component> = Vec::new();
        for sheet in self.sheets.iter().flat_map(SheetPlan::parts) {
            let component = sheet.component;
            if done.iter().any(|known| std::ptr::eq(*known, component)) {
                continue;
            }
            done.push(component);
            match &sheet.content {
                Content::Board(board, fit) => {
                    let shows = PictureContent::Board(board.clone(), *fit);
                    pictures.push(Picture { component, size: sheet.size, shows });
                }
                // A poster becomes a single picture, which is not divided into sheets.
                Content::Poster(poster, _) => match &poster.shows {
                    PosterSubject::Board(board, fit) => {
                        let shows = PictureContent::Board(board.clone(), *fit);
                        pictures.push(Picture { component, size: fit.sheet, shows });
                    }
                    PosterSubject::Piece { deck, packing, .. } => {
                        pictures.extend(self.deck_pictures(component, deck, packing, each));
                    }
                },
                // A text has no pieces, and therefore no pictures.
                Content::Page(..) | Content::Blank | Content::ExtraSheet(_) => {}
                Content::Fronts(deck, packing, _) | Content::Backs(deck, packing, _) => {
                    pictures.extend(self.deck_pictures(component, deck, packing, each));
                }
            }
        }
        pictures
    }

    fn deck_pictures(
        &self,
        component: &'a Component,
        deck: &'a PieceSet,
        packing: &SheetPacking,
        each: PictureSubject,
    ) -> Vec<Picture<'a>> {
        let sides: &[PieceSide] = match self.shows_backs(component) {
            true => &[PieceSide::Front, PieceSide::Back],
            false => &[PieceSide::Front],
        };
        let bleed = match each {
            PictureSubject::Bled | PictureSubject::Canvas => deck.bleed,
            PictureSubject::Piece | PictureSubject::Deck => 0.0,
        };
        let mut packing = packing.clone();
        // Print shops that get pieces with bleed cut the round corners themselves, so the picture has sharp
        // corners.
        if each == PictureSubject::Bled && bleed > 0.0 && matches!(packing.outline, Outline::Rectangle(_)) {
            packing.outline = Outline::Rectangle(0.0);
        }
        let (count, piece) = (deck.pieces.len(), grown(packing.piece, bleed));
        let most = if each == PictureSubject::Deck { GRID.0 * GRID.1 } else { 1 };
        let mut pictures = Vec::new();
        for first in (0..count).step_by(most) {
            let range = first..(first + most).min(count);
            let grid = if each == PictureSubject::Deck { grid(range.len()) } else { (1, 1) };
            let size = Size::new(piece.width * grid.0 as f64, piece.height * grid.1 as f64);
            for &side in sides {
                let shows = PictureContent::Pieces {
                    deck,
                    packing: packing.clone(),
                    range: range.clone(),
                    grid,
                    side,
                    bleed,
                    is_cut_out: each != PictureSubject::Canvas,
                };
                pictures.push(Picture { component, size, shows });
            }
        }
        pictures
    }

    /// Returns whether the backs of a component are printed.
    fn shows_backs(&self, component: &Component) -> bool {
        self.sheets
            .iter()
            .flat_map(SheetPlan::parts)
            .filter(|sheet| sheet.component.name == component.name)
            .any(|sheet| match &sheet.content {
                Content::Backs(..) => true,
                Content::Fronts(_, packing, _) => packing.duplex.fold,
                Content::Poster(poster, _) => poster.is_back(),
                Content::Board(..) | Content::Page(..) | Content::Blank | Content::ExtraSheet(_) => false,
            })
    }

    /// Draws a picture.
    ///
    /// # Errors
    /// An element cannot be drawn, for example because a text does not fit.
    pub fn picture(&self, picture: &Picture<'a>, cache: &mut SheetCache<'a>) -> Result<Sheet, Report> {
        let Picture { component, size, shows } = picture;
        let SheetCache { shaper, faces, .. } = cache;
        let printable = self.setup.margin.inside(*size);
        let mut page = SheetBuilder::new(self.game, shaper, &component.name, printable);
        match shows {
            PictureContent::Board(board, fit) => board::draw(board, fit, &mut page),
            PictureContent::Pieces { deck, packing, range, grid, side, bleed, is_cut_out } => {
                // A piece that is not cut out is drawn on a canvas, which may be larger than the piece and
                // its bleed.
                let piece = if *is_cut_out { grown(packing.piece, *bleed) } else { *size };
                let faces = faces.cache_for(&component.name, deck, *side, packing);
                faces.begin_sheet();
                // A single rectangular piece fills its picture exactly, so it is not clipped.
                let fills_picture = packing.outline == Outline::Rectangle(0.0) && *grid == (1, 1);
                let clip = (*is_cut_out && !fills_picture).then(|| match &packing.outline {
                    form @ Outline::Path(_) => Frame::piece(form, packing.piece).grown(*bleed).outline(),
                    other => Frame::piece(other, piece).outline(),
                });
                for (slot, index) in range.clone().enumerate() {
                    let (column, row) = (slot % grid.0.max(1), slot / grid.0.max(1));
                    let centre =
                        Point::new((column as f64 + 0.5) * piece.width, (row as f64 + 0.5) * piece.height);
                    let Some(face) = faces.piece(&mut page.painter, index) else { continue };
                    let id = page.painter.identity(Feature::Single(Single::VersionMarks));
                    let mark = face.mark.map(|mark| Drawing::named(id, vec![mark]));
                    let drawings = face.drawings.into_iter().chain(mark).collect();
                    page.drawings.push(cut_out(drawings, piece, centre, clip.clone()));
                }
            }
        }
        if let Some(inking) = self.inking {
            page.drawings = inking::inked(inking, page.painter.shaper, &page.drawings);
        }
        page.finish(*size)
    }
}

/// Returns a group with a piece on white paper, clipped to the outline of the piece. The group has no
/// identity, such as `deck/7`, so that the files of equal pieces contain the same bytes.
fn cut_out(content: Vec<Drawing>, piece: Size, centre: Point, clip: Option<BezPath>) -> Drawing {
    // The white paper is larger than the piece, so that only the clip path determines the edge of the
    // picture.
    let sheet = Rect::from_center_size(Point::ZERO, piece).inflate(1.0, 1.0);
    let paper = Drawing::filled(sheet.to_path(0.1), Ink::white());
    Drawing::Group(Group {
        transform: Affine::translate(centre.to_vec2()),
        clip,
        ..Group::plain(std::iter::once(paper).chain(content).collect())
    })
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

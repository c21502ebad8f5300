//! Computes looks: digests of what pieces and boards look like, to compare two versions of a game.
//!
//! - In: a plan.
//! - Out: a digest for each side of each piece, for each cell of a board, and for each sheet of a
//!   poster. The digests do not depend on bleeds, on printer's marks, or on the places of pieces on
//!   sheets.
//! - Not here: comparing digests, or reporting mistakes in drawings.

use std::collections::HashMap;
use std::sync::Arc;

use kurbo::{Affine, Point, Size};

use crate::board::fit::BoardFit;
use crate::draw::painter::Painter;
use crate::impose::SheetPacking;
use crate::marks::piece_look::{PieceDigests, PieceLooker, outline_look};
use crate::poster::{PartBetweenSeams, between_seams, division};
use crate::{Content, Picture, PictureContent, PictureSubject, Plan, Poster, SheetPlan};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::Report;
use hexpress_base::identity::{Feature, Identity};
use hexpress_base::parallel;
use hexpress_game::{Board, Component, PieceSet};
use hexpress_scene::print::paper::sheet_name;
use hexpress_scene::text::{Fonts, Shaper};
use hexpress_scene::{CellDrawings, Drawing, DrawingDigest, DrawingHasher, Group};

/// The number of pieces that a thread gets at a time. The digests do not depend on this number.
const AT_A_TIME: usize = 32;

/// A component, and the digests of what it looks like.
#[derive(Debug, Clone)]
pub struct ComponentLooks<'a> {
    pub component: &'a Component,
    pub looks: Looks,
}

/// The digests of the pieces of a deck, or of the cells of a board.
#[derive(Debug, Clone)]
pub enum Looks {
    Pieces(PieceLooks),
    Board(BoardLooks),
}

/// The digests of the pieces of a deck.
#[derive(Debug, Clone)]
pub struct PieceLooks {
    /// The size of a piece in mm.
    pub size: Size,
    /// The digest of the outline, the holes and the folds of a piece.
    pub outline: DrawingDigest,
    /// The digests of each piece, in the order of the pieces.
    pub pieces: Vec<PieceDigests>,
}

/// The digests of the cells of a board.
#[derive(Debug, Clone)]
pub struct BoardLooks {
    /// The size of a cell in mm, as text: `20`, or `20 x 30` for rectangles.
    pub across: String,
    /// The digest of each cell, in the order of the cells.
    pub cells: Vec<DrawingDigest>,
    /// For each cell in `cells`, the index of the poster sheet that shows it. The index is 0 if the board is
    /// on one sheet.
    pub homes: Vec<usize>,
    /// The digest of the drawings of the board outside its cells.
    pub rest: DrawingDigest,
    /// The sheets of a poster. `None` for a board on one sheet.
    pub poster: Option<PosterLooks>,
}

/// The digests of the sheets of a poster.
#[derive(Debug, Clone, PartialEq)]
pub struct PosterLooks {
    /// The paper, such as `A4`.
    pub paper: String,
    /// The digest of the places of the seams.
    pub seams: DrawingDigest,
    /// The digest of the drawings between the seams, for each sheet in order.
    pub sheets: Vec<DrawingDigest>,
}

impl<'a> Plan<'a> {
    /// Returns the digests of everything that is printed, in the order of the sheets.
    ///
    /// # Errors
    /// A board cannot be drawn.
    pub fn looks(&self) -> Result<Vec<ComponentLooks<'a>>, Report> {
        let mut all: Vec<ComponentLooks<'a>> = Vec::new();
        for picture in self.pictures(PictureSubject::Piece) {
            let component = picture.component;
            if all.iter().any(|known| std::ptr::eq(known.component, component)) {
                continue;
            }
            let looks = match &picture.shows {
                PictureContent::Board(board, fit) => Looks::Board(self.board_looks(board, fit, &picture)?),
                PictureContent::Pieces { deck, packing, .. } => {
                    Looks::Pieces(self.piece_looks(component, deck, packing))
                }
            };
            all.push(ComponentLooks { component, looks });
        }
        Ok(all)
    }

    fn piece_looks(&self, component: &Component, deck: &'a PieceSet, packing: &SheetPacking) -> PieceLooks {
        let count = deck.pieces.len();
        let looks = parallel::in_order(
            count.div_ceil(AT_A_TIME),
            || (Shaper::new(self.fonts), PieceLooker::new(deck, packing)),
            |(shaper, looker), part| {
                looker.begin_sheet();
                let first = part * AT_A_TIME;
                let look = |index| {
                    // Each piece is drawn by a new painter, because a painter draws only a limited
                    // number of copies of repeated elements.
                    let mut painter = Painter::new(self.game, shaper, Arc::clone(&component.name));
                    looker.look(&mut painter, index)
                };
                (first..(first + AT_A_TIME).min(count)).map(look).collect::<Vec<_>>()
            },
        );
        PieceLooks {
            size: packing.piece,
            outline: outline_look(deck, packing, self.fonts),
            pieces: looks.concat(),
        }
    }

    fn board_looks(
        &self,
        board: &Board,
        fit: &BoardFit,
        picture: &Picture<'a>,
    ) -> Result<BoardLooks, Report> {
        let sheet = self.picture(picture, &mut self.sheet_cache_for(1))?;
        let mut hasher = DrawingHasher::new();
        let mut cells: HashMap<CellAddress, Vec<DrawingDigest>> = HashMap::new();
        let mut rest = Vec::new();
        for drawing in &sheet.drawings {
            match drawing {
                Drawing::Cells(drawn) => add_cells(drawn, self.fonts, &mut hasher, &mut cells),
                Drawing::Group(group) => match cell_of(group) {
                    Some(cell) => {
                        let digest = hasher.digest(
                            std::slice::from_ref(drawing),
                            from_middle(fit.centre(cell)),
                            self.fonts,
                        );
                        cells.entry(cell).or_default().push(digest);
                    }
                    None => rest.push(drawing.clone()),
                },
                other => rest.push(other.clone()),
            }
        }
        let looks = board
            .cells
            .iter()
            .map(|cell| DrawingDigest::of_all(cells.get(&cell.address).into_iter().flatten().copied()));
        let poster = self.poster_of(picture.component);
        let home = |centre| {
            let mut sheets = 0..poster.map_or(0, |poster| poster.grid.count());
            sheets.find(|index| poster.is_some_and(|poster| poster.owns(*index, centre))).unwrap_or(0)
        };
        Ok(BoardLooks {
            across: fit.grid.measure(fit.side),
            cells: looks.collect(),
            homes: board.cells.iter().map(|cell| home(fit.centre(cell.address))).collect(),
            rest: hasher.digest(&rest, from_middle(fit.origin), self.fonts),
            poster: poster
                .map(|poster| self.poster_looks(poster, picture.component, fit.origin))
                .transpose()?,
        })
    }

    /// Returns the poster of a board, or `None` if the board is on one sheet.
    fn poster_of(&self, component: &Component) -> Option<&Poster<'a>> {
        self.sheets.iter().flat_map(SheetPlan::parts).find_map(|part| match &part.content {
            Content::Poster(poster, _) if std::ptr::eq(part.component, component) => Some(&**poster),
            _ => None,
        })
    }

    /// Returns the digests of the sheets of a poster. `origin` is the middle of cell (0, 0) in the picture of
    /// the board.
    fn poster_looks(
        &self,
        poster: &Poster<'a>,
        component: &Component,
        origin: Point,
    ) -> Result<PosterLooks, Report> {
        let whole = poster.drawn()?;
        let sheets = parallel::in_order(
            poster.grid.count(),
            || Shaper::new(self.fonts),
            |shaper, index| {
                let painter = Painter::new(self.game, shaper, Arc::clone(&component.name));
                let PartBetweenSeams { drawings, bounds } =
                    between_seams(poster, index, &whole.drawings, &painter);
                let mut hasher = DrawingHasher::part(bounds - origin.to_vec2());
                hasher.digest(&drawings, from_middle(origin), self.fonts)
            },
        );
        let seams = division(poster, origin);
        Ok(PosterLooks { paper: sheet_name(poster.grid.sheet), seams, sheets })
    }
}

/// Computes a digest of each drawn cell, and adds it to `cells`. Coordinates are measured from the middle of
/// the cell, so the digest does not depend on the place of the cell.
fn add_cells(
    drawn: &CellDrawings,
    fonts: &Fonts,
    hasher: &mut DrawingHasher,
    cells: &mut HashMap<CellAddress, Vec<DrawingDigest>>,
) {
    // If the drawings contain no words, cells with the same `look` index have the same digest. Each
    // digest is then computed only once.
    let mut known: HashMap<u32, DrawingDigest> = HashMap::new();
    let has_words = drawn.words.widest() > 0.0;
    for placed in &drawn.places {
        let mut look = || {
            let group = drawn.group(*placed);
            hasher.digest(&[Drawing::Group(group)], from_middle(drawn.lattice.centre(placed.address)), fonts)
        };
        let digest = if has_words { look() } else { *known.entry(placed.look).or_insert_with(look) };
        cells.entry(placed.address).or_default().push(digest);
    }
}

/// Returns the cell to which a group of drawings belongs. Returns `None` if the group does not
/// belong to a cell.
fn cell_of(group: &Group) -> Option<CellAddress> {
    match &group.id {
        Some(Identity::Of(_, Feature::Cell(cell) | Feature::Name(cell))) => Some(*cell),
        _ => None,
    }
}

fn from_middle(centre: Point) -> Affine {
    Affine::translate(-centre.to_vec2())
}

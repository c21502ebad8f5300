//! Describes the overlay of a sheet: names of pieces and cells, cuts and safe zones. The preview shows
//! the overlay over the sheet.
//!
//! - In: a sheet of a plan.
//! - Out: names and outlines, in mm from the top left corner of the sheet.
//!
//! An overlay is never printed.

use std::sync::Arc;

use kurbo::{Affine, BezPath, Point, Rect, Shape as _, Size, Vec2};

use super::draw::frame::Frame;
use super::marks::net::path_of;
use super::marks::punch::PunchedHole;
use super::poster::Poster;
use super::{BoardFit, Content, Plan, PosterSubject, SheetPacking, SheetPlan, Slot};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::identity::{Feature, Identity};
use hexpress_game::{Board, Outline, PieceSet, PieceSide};

/// The overlay of a sheet. All places are in mm from the top left corner of the sheet.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SheetOverlay {
    /// The names of cells and pieces, such as `e5` and `deck/7`. The point is the middle of the name.
    pub names: Vec<(Point, String)>,
    /// The height of the letters of names, in mm.
    pub letters: f64,
    /// The cut lines of the pieces.
    pub cuts: Vec<BezPath>,
    /// The holes in pieces, and the slits in boxes.
    pub holes: Vec<BezPath>,
    /// The safe zones. The safe zone of a piece is the area that is never cut off, even if a cut is
    /// imprecise. For a board, this list contains the printable area.
    pub safe: Vec<BezPath>,
}

/// The default distance from the trim line to the safe zone, in mm.
///
/// Companies that print cards recommend this distance. For a piece whose shorter side is less than 30 mm, the
/// distance is a tenth of this side.
const SAFE: f64 = 3.0;
/// The height of the letters of names, as a fraction of the width of a cell, or of the shorter side of
/// a piece.
const LETTERS: f64 = 0.08;
/// The smallest and the largest height of the letters of names, in mm.
const LETTERS_MM: [f64; 2] = [1.8, 4.0];

/// A piece of a deck on a sheet.
struct PlacedPiece {
    slot: Slot,
    /// The number of the piece in its name, such as 7 in `deck/7`.
    number: usize,
    side: PieceSide,
}

impl Plan<'_> {
    /// Returns the overlay of the sheet with this index. Returns `None` for an extra sheet, or if
    /// there is no such sheet.
    pub fn overlay(&self, index: usize) -> Option<SheetOverlay> {
        let sheet = self.sheets.get(index)?;
        let mut overlay = self.part_overlay(sheet)?;
        for part in &sheet.other_parts {
            let SheetOverlay { names, cuts, holes, safe, .. } = self.part_overlay(part)?;
            overlay.names.extend(names);
            overlay.cuts.extend(cuts);
            overlay.holes.extend(holes);
            overlay.safe.extend(safe);
        }
        Some(overlay)
    }

    /// Returns the overlay of one part of a sheet: the pieces or the board of one component. Returns
    /// `None` for an extra sheet.
    pub(super) fn part_overlay(&self, sheet: &SheetPlan<'_>) -> Option<SheetOverlay> {
        let name = &sheet.component.name;
        Some(match &sheet.content {
            Content::ExtraSheet(_) => return None,
            Content::Blank | Content::Page(..) => SheetOverlay::default(),
            Content::Board(board, fit) => {
                SheetOverlay::for_board(board, fit, self.setup.margin.inside(sheet.size))
            }
            Content::Poster(poster, part) => SheetOverlay::for_poster(name, poster, *part),
            Content::Fronts(deck, packing, run) | Content::Backs(deck, packing, run) => {
                let side = PieceSide::from_is_back(sheet.is_back());
                let sides = if packing.duplex.fold { &[side, PieceSide::Back][..] } else { &[side] };
                let pieces: Vec<PlacedPiece> = sides
                    .iter()
                    .flat_map(|&side| {
                        packing
                            .component_slots(side)
                            .zip(run.indices())
                            .map(move |(slot, piece)| (slot, piece, side))
                    })
                    .map(|(slot, piece, side)| PlacedPiece { slot, number: deck.number(piece), side })
                    .collect();
                SheetOverlay::for_pieces(name, deck, packing, &pieces)
            }
        })
    }
}

impl SheetOverlay {
    /// Returns the overlay of a board that is on a single sheet. `safe` is the printable area.
    fn for_board(board: &Board, fit: &BoardFit, safe: Rect) -> Self {
        let names = board.cells.iter().enumerate().filter_map(|(index, cell)| {
            // The name is below the middle of the cell, by a third of the cell's height. Even a
            // pointy-top cell is wide enough there for the name.
            let down = board.grid.bounds(cell.address).height() * fit.side / 3.0;
            let centre = fit.centre(cell.address) + Vec2::new(0.0, down);
            Some((centre, cell_name(board, index, cell.address)?))
        });
        Self {
            names: names.collect(),
            letters: letter_height(board.grid.across(fit.side)),
            cuts: fit.area.trim.iter().map(|trim| trim.to_path(0.1)).collect(),
            holes: Vec::new(),
            safe: vec![safe.to_path(0.1)],
        }
    }

    /// Returns the overlay of one sheet of a poster.
    fn for_poster(component: &Arc<str>, poster: &Poster<'_>, part: usize) -> Self {
        let mut overlay = match &poster.shows {
            PosterSubject::Board(board, fit) => Self::for_board(board, fit, poster.window(part)),
            PosterSubject::Piece { deck, index, packing, .. } => {
                let number = deck.number(*index);
                let side = PieceSide::from_is_back(poster.is_back());
                let pieces = packing.slots.iter().map(|slot| PlacedPiece { slot: *slot, number, side });
                Self::for_pieces(component, deck, packing, &pieces.collect::<Vec<_>>())
            }
        };
        overlay.names.retain(|(centre, _)| poster.owns(part, *centre));
        overlay.moved(poster.offset(part))
    }

    /// Returns the overlay of some pieces of a deck.
    fn for_pieces(
        component: &Arc<str>,
        deck: &PieceSet,
        packing: &SheetPacking,
        pieces: &[PlacedPiece],
    ) -> Self {
        let letters = letter_height(packing.piece.width.min(packing.piece.height));
        let frame = Frame::piece(&deck.outline, packing.piece);
        let safe = safe_zone(deck, packing.piece);
        let outlines = [
            [frame.outline(), safe.outline()],
            [frame.of_back().outline(), safe.clone().of_back().outline()],
        ];
        let down = match &deck.outline {
            Outline::Rectangle(_) => safe.size.height / 2.0 - letters,
            Outline::Hexagon(_) | Outline::Regular(_) | Outline::Disc | Outline::Path(_) => {
                safe.size.height / 3.0
            }
        };
        let mut overlay = Self { letters, ..Self::default() };
        for PlacedPiece { slot, number, side } in pieces {
            let id = Identity::Of(Arc::clone(component), Feature::piece(*number, PieceSide::Front));
            overlay.names.push((slot.centre + Vec2::new(0.0, down), id.to_string()));
            let [cut, safe] = &outlines[usize::from(side.is_back())];
            overlay.cuts.push(slot.transform() * cut);
            overlay.safe.push(slot.transform() * safe);
            let holes = PunchedHole::all(deck, packing.piece, *side);
            overlay.holes.extend(holes.iter().map(|hole| hole.in_slot(slot)));
            if let Some(net) = deck.net.as_ref().filter(|_| !side.is_back()) {
                overlay.holes.extend(net.slits.iter().map(|slit| slot.transform() * path_of(*slit)));
            }
        }
        overlay
    }

    /// Moves all places by a vector in mm.
    fn moved(mut self, by: Vec2) -> Self {
        self.names.iter_mut().for_each(|(centre, _)| *centre += by);
        self.cuts
            .iter_mut()
            .chain(&mut self.holes)
            .chain(&mut self.safe)
            .for_each(|path| path.apply_affine(Affine::translate(by)));
        self
    }
}

/// Returns the name of a cell. On a board without names, returns the address of the cell. Returns
/// `None` if the board has names, but not for this cell.
fn cell_name(board: &Board, index: usize, cell: CellAddress) -> Option<String> {
    match &board.names {
        Some(names) => names.get(index).map(|name| name.to_string()),
        None => Some(cell.to_string()),
    }
}

/// Returns the height of the letters of a name, in mm. `across` is the width of the cell, or the
/// shorter side of the piece, in mm.
fn letter_height(across: f64) -> f64 {
    let [least, most] = LETTERS_MM;
    (across * LETTERS).clamp(least, most)
}

/// Returns the safe zone of a piece. Its coordinates are relative to the middle of the piece.
fn safe_zone(deck: &PieceSet, piece: Size) -> Frame {
    let inset = match deck.safe.place {
        Some(_) => deck.safe.mm,
        None => SAFE.min(piece.width.min(piece.height) / 10.0),
    };
    Frame::piece(&deck.outline, piece).grown(-inset)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_neither_too_small_to_read_nor_larger_than_needed() {
        assert_eq!([1.0, 30.0, 500.0].map(letter_height), [1.8, 2.4, 4.0]);
    }
}

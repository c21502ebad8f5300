//! What a draft shows beside the drawings: what each piece is called, where it will be cut, and how far from there
//! its words are safe. None of it is printed.

use std::sync::Arc;

use kurbo::{Affine, BezPath, Point, Rect, Shape as _, Size, Vec2};

use super::draw::frame::Frame;
use super::{BoardFit, Content, PackFit, Plan, PosterShows, SheetPlan, Slot};
use crate::base::hex::Hex;
use crate::base::identity::{Feature, Identity};
use crate::model::{Board, Deck, Outline};

/// The draft of a sheet, in mm from its top left corner.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Draft {
    /// What cells and pieces are called, each at the foot of its own: `e5`, `deck/7`. A point is the middle of a word.
    pub names: Vec<(Point, String)>,
    /// The height of the letters that names are written in, in mm.
    pub letters: f64,
    /// Where pieces will be cut.
    pub cuts: Vec<BezPath>,
    /// What is inside survives a cut that is a little off; on a board, what the printer reaches.
    pub safe: Vec<BezPath>,
}

/// How far inside its outline a piece is safe where its layout does not say, in mm, as card printers have it; less on
/// pieces that are small.
const SAFE: f64 = 3.0;

impl Plan<'_> {
    /// The draft of the `index`-th sheet; none where there is no such sheet.
    pub fn draft(&self, index: usize) -> Option<Draft> {
        let sheet = self.sheets.get(index)?;
        let mut draft = self.draft_of(sheet)?;
        for part in &sheet.beside {
            let Draft { names, cuts, safe, .. } = self.draft_of(part)?;
            draft.names.extend(names);
            draft.cuts.extend(cuts);
            draft.safe.extend(safe);
        }
        Some(draft)
    }

    /// The same of the first component on a sheet alone.
    pub(super) fn draft_of(&self, sheet: &SheetPlan<'_>) -> Option<Draft> {
        let name = &sheet.component.name;
        let printable = self.margin.inside(sheet.size);
        Some(match &sheet.content {
            Content::ExtraSheet(_) => return None,
            Content::Blank => Draft::default(),
            Content::Board(board, fit) => Draft::of_board(board, fit, printable),
            Content::Poster(poster, part) => {
                let mut draft = match &poster.shows {
                    PosterShows::Board(board, fit) => Draft::of_board(board, fit, poster.window(*part)),
                    PosterShows::Piece { deck, index, fit, .. } => {
                        let places = fit.slots.iter().map(|slot| (*slot, deck.number(*index)));
                        Draft::of_pieces(name, deck, fit, &places.collect::<Vec<_>>())
                    }
                };
                draft.names.retain(|(at, _)| poster.owns(*part, *at));
                draft.moved(poster.offset(*part))
            }
            Content::Fronts(deck, fit, range) | Content::Backs(deck, fit, range) => {
                let side = |back: bool| {
                    fit.places(back).zip(range.clone()).map(|(slot, piece)| (slot, deck.number(piece)))
                };
                let mut places: Vec<_> = side(sheet.is_back()).collect();
                if fit.duplex.fold {
                    places.extend(side(true));
                }
                Draft::of_pieces(name, deck, fit, &places)
            }
        })
    }
}

impl Draft {
    /// Of a whole board, of which `seen` is seen.
    fn of_board(board: &Board, fit: &BoardFit, seen: Rect) -> Self {
        // Two thirds of the way down, where a cell that stands on a corner is still wide.
        let down = |hex| Vec2::new(0.0, board.grid().bounds(hex).height() * fit.side / 3.0);
        let foot = |hex| fit.middle(hex) + down(hex);
        let called = |index: usize, hex: Hex| match &board.names {
            Some(names) => names.get(index).map(|name| name.to_string()),
            None => Some(hex.to_string()),
        };
        let cells = board.cells.iter().enumerate();
        let names = cells.filter_map(|(i, cell)| Some((foot(cell.hex), called(i, cell.hex)?)));
        Self {
            names: names.collect(),
            letters: letters(board.grid().across(fit.side)),
            cuts: Vec::new(),
            safe: vec![seen.to_path(0.1)],
        }
    }

    /// Of pieces that lie in these places, each with its number.
    fn of_pieces(component: &Arc<str>, deck: &Deck, fit: &PackFit, places: &[(Slot, usize)]) -> Self {
        let each = |outline: &BezPath| places.iter().map(|(slot, _)| slot.transform() * outline).collect();
        let letters = letters(fit.piece.width.min(fit.piece.height));
        let safe = safe(deck, fit.piece);
        let down = match deck.outline {
            Outline::Rectangle(_) => safe.size.height / 2.0 - letters,
            Outline::Hexagon(_) | Outline::Regular(_) | Outline::Disc => safe.size.height / 3.0,
        };
        let named = |(slot, piece): &(Slot, usize)| {
            let id = Identity::Of(Arc::clone(component), Feature::piece(*piece, false));
            (slot.middle + Vec2::new(0.0, down), id.to_string())
        };
        Self {
            names: places.iter().map(named).collect(),
            letters,
            cuts: each(&Frame::piece(deck.outline, fit.piece).outline()),
            safe: each(&safe.outline()),
        }
    }

    /// All of it, so far away.
    fn moved(mut self, by: Vec2) -> Self {
        self.names.iter_mut().for_each(|(at, _)| *at += by);
        self.cuts.iter_mut().chain(&mut self.safe).for_each(|path| path.apply_affine(Affine::translate(by)));
        self
    }
}

fn letters(across: f64) -> f64 {
    (across * 0.08).clamp(1.8, 4.0)
}

/// The part of a piece that is safe.
fn safe(deck: &Deck, piece: Size) -> Frame {
    let by = match deck.safe.place {
        Some(_) => deck.safe.mm,
        None => SAFE.min(piece.width.min(piece.height) / 10.0),
    };
    Frame::piece(deck.outline, piece).grown(-by)
}

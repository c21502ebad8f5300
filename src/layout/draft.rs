//! What a draft shows beside the drawings: what each piece is called, where it will be cut, and how far from there
//! its words are safe. None of it is printed.

use kurbo::{BezPath, Point, Rect, Shape as _, Size, Vec2};

use super::frame::Frame;
use super::{Content, Plan, Slot};
use crate::hex::SQRT_3;
use crate::model::Outline;

/// The draft of a sheet, in mm from its top left corner.
#[derive(Debug, Clone, PartialEq)]
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

/// How far inside its outline a piece is safe, in mm, as card printers have it; less on pieces that are small.
const SAFE: f64 = 3.0;

impl Plan<'_> {
    /// The draft of the `index`-th sheet; none where there is no such sheet.
    #[must_use]
    pub fn draft(&self, index: usize) -> Option<Draft> {
        let sheet = self.sheets.get(index)?;
        let name = &sheet.component.name;
        Some(match &sheet.content {
            Content::Board(board, fit) => {
                // Two thirds of the way down, where a cell that stands on a corner is still wide.
                let (_, height) = board.orientation.unit_size();
                let down = Vec2::new(0.0, height * fit.side / 3.0);
                let foot = |hex| fit.origin + board.orientation.unit_centre(hex).to_vec2() * fit.side + down;
                let called = |index: usize, hex: crate::hex::Hex| match &board.names {
                    Some(names) => names.get(index).map(|name| name.to_string()),
                    None => Some(format!("{},{}", hex.q, hex.r)),
                };
                let cells = board.cells.iter().enumerate();
                let names = cells.filter_map(|(i, cell)| Some((foot(cell.hex), called(i, cell.hex)?)));
                let printable = Rect::from_origin_size((0.0, 0.0), sheet.size).inset(-self.margin);
                Draft {
                    names: names.collect(),
                    letters: letters(fit.side * SQRT_3),
                    cuts: Vec::new(),
                    safe: vec![printable.to_path(0.1)],
                }
            }
            Content::Fronts(deck, fit, range) | Content::Backs(deck, fit, range) => {
                let back = matches!(sheet.content, Content::Backs(..));
                let slots = fit.slots.iter().zip(range.clone());
                let middles: Vec<_> = slots
                    .map(|(slot, piece)| {
                        let slot = if back { slot.behind(fit.sheet) } else { *slot };
                        (slot, deck.number(piece))
                    })
                    .collect();
                let each =
                    |outline: &BezPath| middles.iter().map(|(slot, _)| slot.transform() * outline).collect();
                let letters = letters(fit.piece.width.min(fit.piece.height));
                let safe = safe(deck.outline, fit.piece);
                let down = match deck.outline {
                    Outline::Rectangle(_) => safe.size.height / 2.0 - letters,
                    Outline::Hexagon(_) | Outline::Disc => safe.size.height / 3.0,
                };
                let named = |(slot, piece): &(Slot, usize)| {
                    (slot.middle + Vec2::new(0.0, down), format!("{name}/{piece}"))
                };
                Draft {
                    names: middles.iter().map(named).collect(),
                    letters,
                    cuts: each(&Frame::piece(deck.outline, fit.piece).outline()),
                    safe: each(&safe.outline()),
                }
            }
        })
    }
}

fn letters(across: f64) -> f64 {
    (across * 0.08).clamp(1.8, 4.0)
}

/// The part of a piece that is safe.
fn safe(outline: Outline, piece: Size) -> Frame {
    let across = piece.width.min(piece.height);
    let by = SAFE.min(across / 10.0);
    match outline {
        Outline::Rectangle(radius) => {
            let size = Size::new(piece.width - 2.0 * by, piece.height - 2.0 * by);
            Frame::rounded(size, (radius - by).max(0.0))
        }
        Outline::Hexagon(orientation) => {
            let side = piece.width / orientation.unit_size().0;
            Frame::hexagon(orientation, side - 2.0 * by / SQRT_3)
        }
        Outline::Disc => Frame::disc(across - 2.0 * by),
    }
}

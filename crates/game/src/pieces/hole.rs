//! Holes that are punched into pieces, and lines along which pieces are folded.

use kurbo::{Line, Point, Size, Vec2};

use hexpress_base::diag::Place;
use hexpress_language::values::fold_line::FoldLine;
use hexpress_language::values::value::{Alignment, Anchor, Pair, Where};

#[derive(Debug, Clone, PartialEq)]
pub struct Hole {
    /// In mm.
    pub diameter: f64,
    pub at: Where,
    /// The distance of the hole from the edges of the piece, in mm.
    pub inset: Pair,
    pub place: Place,
}

impl Hole {
    /// Returns the centres of the hole on the front of a piece, in mm from the middle of the piece.
    ///
    /// A hole at each corner has four centres.
    pub fn middles(&self, piece: Size) -> Vec<Point> {
        let anchored = |alignment: Alignment, whole: f64, inset: f64| {
            alignment.sign() * (whole / 2.0 - inset - self.diameter / 2.0)
        };
        let at = |anchor: Anchor| {
            Point::new(
                anchored(anchor.across, piece.width, self.inset.x),
                anchored(anchor.down, piece.height, self.inset.y),
            )
        };
        let sides = [Alignment::Start, Alignment::End];
        match self.at {
            Where::Anchor(anchor) => vec![at(anchor)],
            Where::Offset(offset) => vec![Vec2::new(offset.x, offset.y).to_point()],
            Where::EachCorner | Where::EachEdge => {
                sides.iter().flat_map(|down| sides.map(|across| at(Anchor::new(across, *down)))).collect()
            }
        }
    }
}

/// Returns the fold line across a piece, in mm from the middle of the piece.
pub fn fold_across(fold: FoldLine, piece: Size) -> Line {
    let half = piece / 2.0;
    match fold.is_level {
        true => {
            let y = fold.at.of(piece.height) - half.height;
            Line::new((-half.width, y), (half.width, y))
        }
        false => {
            let x = fold.at.of(piece.width) - half.width;
            Line::new((x, -half.height), (x, half.height))
        }
    }
}

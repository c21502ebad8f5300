//! Holes that are punched into pieces, and lines along which pieces are folded.

use std::sync::Arc;

use kurbo::{Affine, BezPath, Line, Point, Size};

use super::path_outline::PathOutline;
use hexpress_base::diag::SourceSpan;
use hexpress_base::round_shapes;
use hexpress_language::values::fold_line::FoldLine;
use hexpress_language::values::shares::OfWhole;
use hexpress_language::values::value::{Alignment, Anchor, ElementPlace, Extent, Pair};

/// A hole that is punched into every piece of a deck.
#[derive(Debug, Clone, PartialEq)]
pub struct Hole {
    /// The outline. `None` for a round hole.
    pub form: Option<Arc<PathOutline>>,
    /// The diameter of a round hole, or the width and height of an outline. `None` for an outline
    /// that keeps the size of its path.
    pub size: Option<Extent>,
    pub at: OfWhole<ElementPlace>,
    /// The distance between the hole and the edges of the piece.
    pub inset: OfWhole<Pair>,
    /// Where in the layout file the hole is set.
    pub place: SourceSpan,
}

/// A hole in a piece whose size is known.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedHole {
    /// The middle of the hole, in mm from the middle of the piece.
    pub centre: Point,
    /// The width and height, in mm.
    pub size: Size,
    /// The outline. `None` for a round hole.
    pub form: Option<Arc<PathOutline>>,
}

impl PlacedHole {
    /// Returns the outline of the hole, in mm from the middle of the piece.
    pub fn path(&self) -> BezPath {
        match &self.form {
            Some(form) => Affine::translate(self.centre.to_vec2()) * form.stretched(self.size),
            None => round_shapes::circle(self.centre, self.size.width / 2.0),
        }
    }
}

impl Hole {
    /// Returns the width and height of the hole on a piece of this size, in mm.
    pub fn extent(&self, piece: Size) -> Size {
        match (self.size, &self.form) {
            (None, Some(form)) => form.size(),
            (None, None) => Size::ZERO,
            // If the size is a single number, it is the width. The height then follows from the
            // proportions of the outline.
            (Some(size @ Extent { height: None, .. }), Some(form)) => {
                form.size() * (size.of(piece).width / form.size().width)
            }
            (Some(size), _) => size.of(piece),
        }
    }

    /// Returns the holes on the front of a piece of this size. If the layout sets a hole for each
    /// corner, returns four holes.
    pub fn placed(&self, piece: Size) -> Vec<PlacedHole> {
        let size = self.extent(piece);
        let middles = self.middles(piece, size).into_iter();
        middles.map(|centre| PlacedHole { centre, size, form: self.form.clone() }).collect()
    }

    /// Returns the middle of each hole, in mm from the middle of the piece.
    fn middles(&self, piece: Size, size: Size) -> Vec<Point> {
        let side = piece.min_side();
        let [inset_x, inset_y] = self.inset.lengths_in(side);
        let anchored = |alignment: Alignment, whole: f64, inset: f64, own: f64| {
            alignment.sign() * (whole / 2.0 - inset - own / 2.0)
        };
        let at = |anchor: Anchor| {
            Point::new(
                anchored(anchor.across, piece.width, inset_x, size.width),
                anchored(anchor.down, piece.height, inset_y, size.height),
            )
        };
        let sides = [Alignment::Start, Alignment::End];
        match self.at.value {
            ElementPlace::Anchor(anchor) => vec![at(anchor)],
            ElementPlace::Offset(_) => vec![Point::from(<(f64, f64)>::from(self.at.lengths_in(side)))],
            ElementPlace::EachCorner | ElementPlace::EachEdge => {
                sides.iter().flat_map(|down| sides.map(|across| at(Anchor::new(across, *down)))).collect()
            }
        }
    }
}

/// Returns the line along which a piece is folded, in mm from the middle of the piece.
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

//! Finds pairs of pieces that are close to each other on a page.

use kurbo::Rect;

use crate::facts::PageContext;
use crate::facts::cut::Cut;
use crate::facts::pieces::FoundPiece;

pub(super) struct NearPieces<'page> {
    pub one: &'page FoundPiece,
    pub other: &'page FoundPiece,
    /// The distance between the cuts of the two pieces, in mm. It is negative if the pieces overlap.
    pub gap: f64,
    /// The box around both pieces.
    pub rect: Rect,
}

struct CutPiece<'page> {
    piece: &'page FoundPiece,
    cut: &'page Cut,
    bounds: Rect,
}

/// Returns the pairs of pieces on a page whose bounding boxes are less than `max_distance` mm apart.
pub(super) fn near_pieces<'page>(context: &PageContext<'page>, max_distance: f64) -> Vec<NearPieces<'page>> {
    let pieces = context.sheet.pieces().iter().filter_map(|piece| Some((piece, piece.cut.as_ref()?)));
    let mut by_left: Vec<CutPiece<'_>> =
        pieces.map(|(piece, cut)| CutPiece { piece, cut, bounds: cut.bounds() }).collect();
    by_left.sort_by(|a, b| a.bounds.x0.total_cmp(&b.bounds.x0));
    let mut pairs = Vec::new();
    for (index, one) in by_left.iter().enumerate() {
        let following = &by_left[index + 1..];
        for other in following.iter().take_while(|other| other.bounds.x0 < one.bounds.x1 + max_distance) {
            if other.bounds.y0 < one.bounds.y1 + max_distance
                && one.bounds.y0 < other.bounds.y1 + max_distance
            {
                pairs.push(NearPieces {
                    one: one.piece,
                    other: other.piece,
                    gap: -one.cut.overlap(other.cut),
                    rect: one.bounds.union(other.bounds),
                });
            }
        }
    }
    pairs
}

//! Computes where a flat box, or a part of such a box, is on its sheet. The place follows from the
//! cut that is drawn on the sheet.

use kurbo::{Affine, BezPath, Point};

use crate::facts::cut::Cut;
use hexpress_base::contour::Contour;
use hexpress_base::geometry::{bounds, polygon};
use hexpress_game::{PieceSet, PieceSize};

/// The rotations by 0, 1, 2 and 3 right angles, clockwise as seen on the sheet.
const QUARTERS: [[f64; 6]; 4] = [
    [1.0, 0.0, 0.0, 1.0, 0.0, 0.0],
    [0.0, 1.0, -1.0, 0.0, 0.0, 0.0],
    [-1.0, 0.0, 0.0, -1.0, 0.0, 0.0],
    [0.0, -1.0, 1.0, 0.0, 0.0, 0.0],
];

/// Returns the transform from a piece to the sheet. The coordinates of the piece are measured from its
/// middle. Of the rotations by 0, 1, 2 and 3 right angles, chooses the one that fits the drawn cut best.
pub fn net_place(cut: &Cut, deck: &PieceSet) -> Affine {
    let path: BezPath = cut.path();
    let drawn = Contour::new(&path);
    let middle = Affine::translate(bounds(&path).center().to_vec2());
    let PieceSize::Fixed(size) = deck.size else { return middle };
    let outline = deck.outline.contour(size);
    let places = QUARTERS.map(|quarter| middle * Affine::new(quarter));
    let differs = |place: &Affine| {
        let corners: Vec<Point> = outline.points().iter().map(|point| *place * *point).collect();
        Contour::new(&polygon(&corners)).deviation(&drawn)
    };
    places.into_iter().min_by(|a, b| differs(a).total_cmp(&differs(b))).unwrap_or(middle)
}

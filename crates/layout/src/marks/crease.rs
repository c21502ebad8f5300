//! Draws marks for the lines along which pieces are folded.
//!
//! - In: the folds of a deck, and the slots of its pieces.
//! - Out: short dashed lines outside the pieces, at both ends of each fold.
//! - Not here: the fold of a whole sheet (`fold`).

use kurbo::{BezPath, Line, Point, Rect, Shape as _, Vec2};

use crate::draw::space::Space;
use crate::impose::{SheetPacking, Slot};
use hexpress_base::contour::Contour;
use hexpress_base::identity::Identity;
use hexpress_game::{PieceSet, PieceSide, fold_across};
use hexpress_scene::{Drawing, Group, Role, Stroke};

/// The gap between the bleed of a piece and a mark, in mm.
const GAP: f64 = 0.5;
/// The length of a mark, in mm.
const LENGTH: f64 = 3.0;
/// The space that a mark needs next to a piece, outside the bleed, in mm.
pub const ROOM: f64 = GAP + LENGTH;
/// On each side of a mark's line, a strip of this width is kept free of other marks, in mm.
const FREE_STRIP_MM: f64 = 0.15;

/// Draws the fold marks of the pieces in these slots, outside the bleed. Marks the areas of the fold
/// marks as taken. Returns `None` if there are no fold marks.
///
/// `bleed` is the width of the bleed in mm.
pub fn draw(
    deck: &PieceSet,
    packing: &SheetPacking,
    slots: &[Slot],
    side: PieceSide,
    bleed: f64,
    stroke: &Stroke,
    space: &mut Space,
) -> Option<Drawing> {
    let contour = packing.outline.contour(packing.piece);
    let mirrored = |point: Point| Point::new(if side.is_back() { -point.x } else { point.x }, point.y);
    let ends: Vec<Line> = spans(deck, packing, &contour)
        .flat_map(|Line { p0, p1 }| {
            let along = (p1 - p0).normalize();
            [(p0, -along), (p1, along)].map(|(end, out)| {
                let near = end + out * beyond_bleed(&contour, end, out, bleed + GAP);
                Line::new(mirrored(near), mirrored(near + out * LENGTH))
            })
        })
        .collect();
    let mut path = BezPath::new();
    for slot in slots {
        for end in &ends {
            let (from, to) = (slot.transform() * end.p0, slot.transform() * end.p1);
            path.move_to(from);
            path.line_to(to);
            space.take(Rect::from_points(from, to).inflate(FREE_STRIP_MM, FREE_STRIP_MM));
        }
    }
    let stroke = Stroke { dash: vec![0.6, 0.6], ..stroke.clone() };
    let drawings = vec![Drawing::stroked(path, stroke)];
    let group = Group { role: Role::PrinterMark, id: Some(Identity::Crease), ..Group::plain(drawings) };
    (!ends.is_empty() && !slots.is_empty()).then_some(Drawing::Group(group))
}

/// Returns the folds of the fronts in these slots, in coordinates of the sheet. Each fold runs from edge to
/// edge of its piece.
pub fn lines(deck: &PieceSet, packing: &SheetPacking, slots: impl Iterator<Item = Slot>) -> Vec<BezPath> {
    let contour = packing.outline.contour(packing.piece);
    let of_box = deck.net.iter().flat_map(|net| net.folds.iter().copied());
    let folds: Vec<BezPath> =
        spans(deck, packing, &contour).chain(of_box).map(|line| line.to_path(0.1)).collect();
    slots.flat_map(|slot| folds.iter().map(move |fold| slot.transform() * fold)).collect()
}

/// Returns the folds of a piece. Their coordinates are relative to the middle of the piece.
fn spans<'d>(
    deck: &'d PieceSet,
    packing: &SheetPacking,
    contour: &'d Contour,
) -> impl Iterator<Item = Line> + 'd {
    let piece = packing.piece;
    deck.folds.iter().filter_map(move |fold| contour.span(fold_across(*fold, piece)))
}

/// Returns how far a mark at `end` must move in the direction `out`, in mm. After this movement, it is at
/// least `distance` mm away from the outline.
///
/// For a mark in a dent of the outline, this is more than `distance`, because other parts of the piece are
/// near.
fn beyond_bleed(contour: &Contour, end: Point, out: Vec2, distance: f64) -> f64 {
    /// The distance between two positions that are tried for a mark, in mm.
    const STEP: f64 = 0.25;
    /// The maximum number of positions that are tried. They are enough for a dent that is 100 mm deep.
    const STEPS: u32 = 400;
    let places = (0..STEPS).map(|step| distance + STEP * f64::from(step));
    let is_clear = |along: &f64| contour.depth(end + out * *along) <= -distance + STEP / 2.0;
    places.into_iter().find(is_clear).unwrap_or(distance)
}

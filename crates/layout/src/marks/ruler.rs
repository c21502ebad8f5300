//! Draws rulers along the edges of a sheet. The rulers show whether the sheet is printed at the
//! right scale.
//!
//! - In: the requested furniture (rulers, marks and texts at the edges), and the free space of a page.
//! - Out: two rulers of the same length. If a corner has space for both rulers, they meet there.
//! - Not here: making space for rulers. A sheet without free space has no ruler.

use std::sync::Arc;

use kurbo::{Affine, BezPath, Point, Rect, Vec2};

use crate::draw::bounds::shared;
use crate::draw::painter::Painter;
use crate::draw::space::{NameGap, SheetEdge};
use crate::sheet_builder::{SheetBuilder, centred_words};
use hexpress_base::identity::{Identity, Ruler};
use hexpress_base::sorted_map::SortedMap;
use hexpress_base::units::Mm;
use hexpress_scene::print::furniture::RulerCorner;
use hexpress_scene::{Drawing, Group, Shared};

/// One drawing of a ruler for each direction. All rulers of a file have the same length, so all pages
/// can share these drawings.
pub type Rulers = SortedMap<Direction, Arc<Shared>>;

/// The length of the longest ticks, in mm.
pub const TICKS: f64 = 2.0;
/// The space that is kept free for the label after the last tick, in mm.
const AFTER: f64 = 6.5;
/// The gap between the last tick and the label, in mm.
const LABEL_GAP: f64 = 0.9;
/// The size of the label, in pt.
const LABEL_PT: f64 = 5.0;

/// A corner of the printable area, described by its horizontal and its vertical edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Corner {
    horizontal: SheetEdge,
    vertical: SheetEdge,
}

impl Corner {
    /// Returns all corners. The preferred corner comes first.
    fn all(preferred: RulerCorner) -> Vec<Self> {
        use SheetEdge::{Bottom, Left, Right, Top};
        let named = [
            (RulerCorner::BottomLeft, Self { horizontal: Bottom, vertical: Left }),
            (RulerCorner::BottomRight, Self { horizontal: Bottom, vertical: Right }),
            (RulerCorner::TopLeft, Self { horizontal: Top, vertical: Left }),
            (RulerCorner::TopRight, Self { horizontal: Top, vertical: Right }),
        ];
        let (preferred_corners, others): (Vec<_>, Vec<_>) =
            named.into_iter().partition(|(name, _)| *name == preferred);
        preferred_corners.into_iter().chain(others).map(|(_, corner)| corner).collect()
    }

    /// Returns the directions in which the two rulers run from their zero points. The direction of
    /// the horizontal ruler comes first.
    fn directions(self) -> [Direction; 2] {
        let out =
            [self.horizontal, self.vertical].map(|edge| matches!(edge, SheetEdge::Bottom | SheetEdge::Right));
        let [is_at_bottom, is_at_right] = out;
        [
            Direction { ruler: Ruler::Across, is_reversed: is_at_right, is_out_positive: is_at_bottom },
            Direction { ruler: Ruler::Down, is_reversed: is_at_bottom, is_out_positive: is_at_right },
        ]
    }
}

/// The direction of a ruler, and the side of the ruler on which its ticks are. Ticks point to the edge of the
/// sheet, so that two rulers in the same corner do not touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Direction {
    ruler: Ruler,
    /// True if the ruler runs to the left or upwards.
    is_reversed: bool,
    /// True if the ticks point down (horizontal ruler) or to the right (vertical ruler).
    is_out_positive: bool,
}

impl Direction {
    /// Returns two unit vectors. The first vector points along the ruler. The second vector points in the
    /// direction of its ticks, at a right angle to the ruler.
    fn vectors(self) -> [Vec2; 2] {
        let along = if self.is_reversed { -1.0 } else { 1.0 };
        let out = if self.is_out_positive { 1.0 } else { -1.0 };
        match self.ruler {
            Ruler::Across => [Vec2::new(along, 0.0), Vec2::new(0.0, out)],
            Ruler::Down => [Vec2::new(0.0, along), Vec2::new(out, 0.0)],
        }
    }

    /// Returns the edge of the sheet to which the ticks point.
    fn edge(self) -> SheetEdge {
        match (self.ruler, self.is_out_positive) {
            (Ruler::Across, true) => SheetEdge::Bottom,
            (Ruler::Across, false) => SheetEdge::Top,
            (Ruler::Down, true) => SheetEdge::Right,
            (Ruler::Down, false) => SheetEdge::Left,
        }
    }

    /// Returns the box that a ruler and its label cover. `zero` is the position of the ruler's
    /// zero. `half` is half the width of its lines, in mm.
    fn covers(self, zero: Point, length: f64, half: f64) -> Rect {
        let [along, out] = self.vectors();
        Rect::from_points(zero - (along + out) * half, zero + along * (length + AFTER) + out * TICKS)
    }
}

/// A ruler with its position on the sheet.
#[derive(Debug, Clone, Copy)]
struct PlacedRuler {
    direction: Direction,
    /// The position of the ruler's zero, on the line where the ticks begin.
    zero: Point,
}

/// The rulers of a sheet.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DrawnRulers {
    /// The edges at which the horizontal and the vertical ruler are drawn. `None` if there is no
    /// space for the ruler.
    pub edges: [Option<SheetEdge>; 2],
}

impl DrawnRulers {
    /// Returns whether both rulers have been drawn.
    pub fn are_both(self) -> bool {
        self.edges.iter().all(Option::is_some)
    }
}

/// Draws both rulers if there is space. If possible, they meet in a corner.
pub fn draw(mut rulers: Option<&mut Rulers>, page: &mut SheetBuilder<'_, '_>) -> DrawnRulers {
    let preferred = page.painter.furniture.rulers;
    if preferred == RulerCorner::None {
        return DrawnRulers::default();
    }
    let length = f64::from(page.painter.furniture.length) * 10.0;
    let placed = in_corner(preferred, length, page).unwrap_or_else(|| along_edges(preferred, length, page));
    for ruler in &placed {
        draw_ruler(*ruler, length, rulers.as_deref_mut(), page);
    }
    let edge_of = |ruler| placed.iter().find(|placed| placed.direction.ruler == ruler);
    let edges =
        [Ruler::Across, Ruler::Down].map(|ruler| edge_of(ruler).map(|placed| placed.direction.edge()));
    DrawnRulers { edges }
}

/// Places both rulers in the first corner with enough space for both, and marks their areas as taken.
/// Returns `None` if no corner has enough space.
fn in_corner(
    preferred: RulerCorner,
    length: f64,
    page: &mut SheetBuilder<'_, '_>,
) -> Option<Vec<PlacedRuler>> {
    let (printable, half) = (page.space.printable(), page.painter.furniture.weight / 2.0);
    let places =
        NameGap::ALL.into_iter().flat_map(|gap| Corner::all(preferred).into_iter().map(move |at| (gap, at)));
    for (gap, corner) in places {
        let [across, down] = corner.directions();
        let zero = Point::new(
            if down.is_out_positive { printable.x1 - TICKS } else { printable.x0 + TICKS },
            if across.is_out_positive { printable.y1 - TICKS } else { printable.y0 + TICKS },
        );
        let rects = [across, down].map(|direction| direction.covers(zero, length, half));
        if page.space.claim_all(&rects, gap) {
            return Some(vec![
                PlacedRuler { direction: across, zero },
                PlacedRuler { direction: down, zero },
            ]);
        }
    }
    None
}

/// Places each ruler along the first edge with enough space, and marks its area as taken. The edges at
/// the preferred corner are tried first.
fn along_edges(preferred: RulerCorner, length: f64, page: &mut SheetBuilder<'_, '_>) -> Vec<PlacedRuler> {
    let corners = Corner::all(preferred);
    let Some(first) = corners.first() else { return Vec::new() };
    let opposite = |edge: SheetEdge| match edge {
        SheetEdge::Bottom => SheetEdge::Top,
        SheetEdge::Top => SheetEdge::Bottom,
        SheetEdge::Left => SheetEdge::Right,
        SheetEdge::Right => SheetEdge::Left,
    };
    let [across, down] = first.directions();
    let half = page.painter.furniture.weight / 2.0;
    let (whole, depth) = (length + half + AFTER, TICKS + half);
    let mut placed = Vec::new();
    for (direction, edge) in [(across, first.horizontal), (down, first.vertical)] {
        let far_end = if direction.is_reversed { 1.0 } else { 0.0 };
        let claimed = page.space.claim(&[edge, opposite(edge)], far_end, whole, depth);
        let Some((rect, edge)) = claimed else { continue };
        let is_out_positive = matches!(edge, SheetEdge::Bottom | SheetEdge::Right);
        let direction = Direction { is_out_positive, ..direction };
        let [along, out] = direction.vectors();
        let zero = rect.center() - along * (whole / 2.0 - half) - out * (depth / 2.0 - half);
        placed.push(PlacedRuler { direction, zero });
    }
    placed
}

/// Draws a ruler. All pages that use the same `rulers` share one drawing for each direction.
fn draw_ruler(ruler: PlacedRuler, length: f64, rulers: Option<&mut Rulers>, page: &mut SheetBuilder<'_, '_>) {
    let PlacedRuler { direction, zero } = ruler;
    let drawings = match rulers {
        None => ruler_draws(direction, length, &page.painter),
        Some(rulers) => {
            let shared = rulers.entry(direction).or_insert_with(|| {
                Arc::new(Shared { large: true, ..shared(ruler_draws(direction, length, &page.painter)) })
            });
            vec![Drawing::Use { shared: Arc::clone(shared), transform: Affine::IDENTITY }]
        }
    };
    let transform = Affine::translate(zero.to_vec2());
    page.drawings.push(Drawing::Group(Group::piece(Identity::Ruler(direction.ruler), transform, drawings)));
}

/// Returns the drawings of a ruler and its label. The zero of the ruler is at the origin.
fn ruler_draws(direction: Direction, length: f64, painter: &Painter<'_, '_>) -> Vec<Drawing> {
    let [along, out] = direction.vectors();
    let stroke = painter.furniture.stroke();
    let mut path = BezPath::new();
    for mm in 0..=length as u16 {
        if let Some(height) = tick_height(mm) {
            let foot = (along * f64::from(mm)).to_point();
            path.move_to(foot);
            path.line_to(foot + out * height);
        }
    }
    path.move_to(Point::ORIGIN);
    path.line_to((along * length).to_point());
    let mut drawings = vec![Drawing::stroked(path, stroke)];
    if let Some(shaped) = painter.shaper.plain(&format!("{length} mm")) {
        let size = Mm::from_pt(LABEL_PT).0;
        let centre = along * (length + LABEL_GAP + shaped.advance * size / 2.0) + out * (TICKS / 2.0);
        // The label of the vertical ruler runs from bottom to top.
        let degrees = if direction.ruler == Ruler::Across { 0.0 } else { 270.0 };
        let ink = painter.furniture.words_ink.clone();
        drawings.push(centred_words(&shaped, size, centre.to_point(), degrees, ink));
    }
    drawings
}

/// Returns the length of the tick at the position `mm`, in mm, or `None` if there is no tick. Only
/// the first centimetre has a tick for every millimetre.
fn tick_height(mm: u16) -> Option<f64> {
    match mm {
        n if n.is_multiple_of(10) => Some(2.0),
        n if n.is_multiple_of(5) => Some(1.3),
        n if n < 10 => Some(0.8),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_centimetre_shows_single_millimetres() {
        assert_eq!([0, 9, 10, 11, 15].map(tick_height), [Some(2.0), Some(0.8), Some(2.0), None, Some(1.3)]);
    }

    #[test]
    fn ticks_point_to_the_edges_of_the_sheet() {
        for corner in Corner::all(RulerCorner::TopRight) {
            let [across, down] = corner.directions();
            let ([_, out_across], [_, out_down]) = (across.vectors(), down.vectors());
            assert_eq!(out_across.y > 0.0, corner.horizontal == SheetEdge::Bottom);
            assert_eq!(out_down.x > 0.0, corner.vertical == SheetEdge::Right);
            // Both rulers begin at the corner in which they meet, and run away from it.
            assert!(across.vectors()[0].dot(out_down) < 0.0 && down.vectors()[0].dot(out_across) < 0.0);
        }
        assert_eq!(
            Corner::all(RulerCorner::TopRight)[0],
            Corner { horizontal: SheetEdge::Top, vertical: SheetEdge::Right }
        );
    }
}

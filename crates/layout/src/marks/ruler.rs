//! Draws rulers along the edges of a sheet, which show that it is printed true to size.
//!
//! - In: the edges that a ruler may be on, and the free room of a page.
//! - Out: a ruler of 100 mm, or of the longest whole 10 mm that has room.
//! - Not here: moving anything else: a sheet without room has no ruler.

use std::sync::Arc;

use kurbo::{Affine, BezPath, Point, Vec2};

use crate::draw::angle::turn;
use crate::draw::bounds::shared;
use crate::draw::painter::{Painter, line_of_text};
use crate::draw::space::{NameGap, SheetEdge};
use crate::page::Page;
use hexpress_base::identity::{Identity, Ruler};
use hexpress_base::ordered_map::Map;
use hexpress_base::units::{Mm, Trimmed};
use hexpress_scene::{Draw, Group, Ink, Shared, Stroke};

/// The rulers drawn so far, by their lengths in cm.
pub type Rulers = Map<u8, Arc<Shared>>;

/// The depth of a ruler, in mm.
const DEPTH: f64 = 2.6;
/// The width of its lines, in mm.
const LINE: f64 = 0.12;
/// The room before the first tick for half its width, in mm.
const BEFORE: f64 = 0.2;
/// The room after the last tick for the label, in mm.
const AFTER: f64 = 7.0;
/// The length of the longest ruler, in cm.
const LONGEST: u8 = 10;

/// Draws a ruler along the first of these edges that has room. Returns whether there was room.
pub fn draw(edges: &[SheetEdge], rulers: Option<&mut Rulers>, page: &mut Page<'_, '_>) -> bool {
    // Rulers begin in the corner, so that the middle of the edge is left for text.
    let wish = if edges.contains(&SheetEdge::Left) { 1.0 } else { 0.0 };
    // A shorter ruler is better than one next to a name that could be read as a number of the
    // ruler.
    let choices = NameGap::ALL.into_iter().flat_map(|gap| (1..=LONGEST).rev().map(move |cm| (gap, cm)));
    let claimed = choices.into_iter().find_map(|(gap, cm)| {
        let length = f64::from(cm) * 10.0 + BEFORE + AFTER;
        Some((cm, page.space.claim_at(edges, wish, [length, DEPTH], gap)?))
    });
    let Some((cm, (rect, edge))) = claimed else { return false };
    let (transform, ruler) = match edge {
        SheetEdge::Bottom | SheetEdge::Top => {
            (Affine::translate(Vec2::new(rect.x0 + BEFORE, rect.y0)), Ruler::Across)
        }
        // It is read from the right, with zero at the bottom.
        SheetEdge::Left | SheetEdge::Right => {
            (Affine::translate(Vec2::new(rect.x0, rect.y1 - BEFORE)) * turn(270.0), Ruler::Down)
        }
    };
    let draws = match rulers {
        None => ruler_draws(cm, &page.painter),
        Some(rulers) => {
            let shared = rulers.entry(cm).or_insert_with(|| {
                Arc::new(Shared { large: true, ..shared(ruler_draws(cm, &page.painter)) })
            });
            vec![Draw::Use { shared: Arc::clone(shared), transform: Affine::IDENTITY }]
        }
    };
    page.draws.push(Draw::Group(Group::piece(Identity::Ruler(ruler), transform, draws)));
    true
}

/// Draws a ruler from the origin to the right, with its label.
fn ruler_draws(cm: u8, painter: &Painter<'_, '_>) -> Vec<Draw> {
    let length = f64::from(cm) * 10.0;
    let mut path = BezPath::new();
    for mm in 0..=u16::from(cm) * 10 {
        if let Some(height) = tick_height(mm) {
            path.move_to((f64::from(mm), DEPTH));
            path.line_to((f64::from(mm), DEPTH - height));
        }
    }
    path.move_to((0.0, DEPTH - LINE / 2.0));
    path.line_to((length, DEPTH - LINE / 2.0));
    let mut draws = vec![Draw::stroked(path, Stroke::solid(LINE, Ink::black()))];
    if let Some(shaped) = painter.shaper.plain(&format!("{} mm", Trimmed(length))) {
        let origin = Point::new(length + 0.8, DEPTH - 0.4);
        draws.push(line_of_text(&shaped, Mm::from_pt(5.0).0, origin, Ink::black()));
    }
    draws
}

/// Returns the height of the tick at a millimetre, in mm. Only the first centimetre shows single
/// millimetres.
fn tick_height(mm: u16) -> Option<f64> {
    match mm {
        n if n.is_multiple_of(10) => Some(2.5),
        n if n.is_multiple_of(5) => Some(1.7),
        n if n < 10 => Some(1.1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_centimetre_shows_single_millimetres() {
        assert_eq!([0, 9, 10, 11, 15].map(tick_height), [Some(2.5), Some(1.1), Some(2.5), None, Some(1.7)]);
    }
}

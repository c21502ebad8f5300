//! Finds the strips of bleed along the edges of a face of a flat box. The fill of the face continues on
//! these strips.
//!
//! - In: the area of a face, with and without bleed, and the areas of the other panels.
//! - Out: rectangles that cover the bleed of the face, but no other panel.
//! - Not here: deciding which edges of a face have bleed (`panel.rs`).

use kurbo::Rect;

/// If two panels overlap by this length or less, in mm, they count as only touching each other.
const MAX_TOUCHING_OVERLAP_MM: f64 = 1e-6;

/// Returns the strips of bleed around a face. Each strip extends across the whole face, so that
/// there is no gap between the strip and the face. `panels` contains the areas of the panels that a
/// strip must not cover.
pub fn bleed_strips(face: Rect, with_bleed: Rect, panels: &[Rect]) -> Vec<Rect> {
    let across: Vec<Rect> = panels.iter().map(|panel| transposed(*panel)).collect();
    let beside = strips_beside(face, with_bleed, panels);
    let above_and_below = strips_beside(transposed(face), transposed(with_bleed), &across);
    beside.into_iter().chain(above_and_below.into_iter().map(transposed)).collect()
}

/// Exchanges the x and the y coordinates of a rectangle.
fn transposed(rect: Rect) -> Rect {
    Rect::new(rect.y0, rect.x0, rect.y1, rect.x1)
}

/// Returns the strips of bleed to the left and to the right of a face.
fn strips_beside(face: Rect, all: Rect, panels: &[Rect]) -> Vec<Rect> {
    let left = free_parts(Rect { x1: face.x0, ..all }, panels).into_iter();
    let right = free_parts(Rect { x0: face.x1, ..all }, panels).into_iter();
    left.map(|strip| Rect { x1: face.x1, ..strip })
        .chain(right.map(|strip| Rect { x0: face.x0, ..strip }))
        .collect()
}

/// Returns the parts of an upright strip that no panel covers.
fn free_parts(strip: Rect, panels: &[Rect]) -> Vec<Rect> {
    let mut parts = Vec::new();
    if strip.width() <= MAX_TOUCHING_OVERLAP_MM {
        return parts;
    }
    let reached = panels.iter().map(|panel| panel.intersect(strip));
    let mut taken: Vec<Rect> = reached
        .filter(|common| {
            common.width() > MAX_TOUCHING_OVERLAP_MM && common.height() > MAX_TOUCHING_OVERLAP_MM
        })
        .collect();
    taken.sort_by(|a, b| a.y0.total_cmp(&b.y0));
    let mut from = strip.y0;
    for Rect { y0, y1, .. } in taken.into_iter().chain([Rect { y0: strip.y1, ..strip }]) {
        if y0 > from + MAX_TOUCHING_OVERLAP_MM {
            parts.push(Rect { y0: from, y1: y0, ..strip });
        }
        from = from.max(y1);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strip_leaves_out_what_reaches_into_it() {
        let strip = Rect::new(-3.0, 0.0, 0.0, 10.0);
        let flap = Rect::new(-9.0, 6.0, -0.5, 20.0);
        assert_eq!(free_parts(strip, &[flap]), [Rect::new(-3.0, 0.0, 0.0, 6.0)]);
        assert_eq!(free_parts(strip, &[Rect::new(-9.0, -1.0, -0.5, 11.0)]), []);
        assert_eq!(free_parts(Rect { x1: -3.0, ..strip }, &[]), []);
    }

    #[test]
    fn bleed_is_only_on_the_edges_that_have_it() {
        let face = Rect::new(0.0, 0.0, 10.0, 20.0);
        assert_eq!(bleed_strips(face, face, &[]), []);
        let below = Rect { y1: 23.0, ..face };
        assert_eq!(bleed_strips(face, below, &[]), [below]);
    }
}

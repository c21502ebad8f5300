//! Finds the places where two drawings differ, and draws rings around them.
//!
//! - In: the visible parts of both drawings, in the same coordinates.
//! - Out: rings around the parts that are only in one drawing. Parts that are near each other share a
//!   ring.
//! - Not here: drawing the pictures.

use std::collections::BTreeMap;

use kurbo::{Affine, BezPath, Rect, Shape as _};

use hexpress_base::round_shapes;
use hexpress_scene::{Drawing, DrawingDigest, Ink, Stroke, VisiblePart};

/// The colour of rings. It is dark enough to be visible if it is printed in black and white.
pub const COLOUR: [u8; 3] = [0xE0, 0x00, 0x4D];
/// The gap between a ring and what it surrounds, in mm on the page.
pub const GAP: f64 = 0.8;
/// The width of a ring, in mm on the page.
const WIDTH: f64 = 0.5;
/// The width of the white line that is drawn behind a ring, in mm on the page. It separates the
/// ring from dark drawings.
const HALO: f64 = 1.0;
/// The radius of the corners of a ring, in mm on the page.
const CORNER_RADIUS_MM: f64 = 1.2;
/// The smallest outline that gets a ring on it, in mm on the page. On a smaller outline, the ring would
/// hide what is inside, so the ring is a larger rectangle around the outline.
const MIN_RINGED_OUTLINE_MM: f64 = 4.0;
/// The largest distance between parts that share a ring, in mm on the piece.
const MAX_RING_GAP_MM: f64 = 2.0;
/// The largest number of rings in a picture. If there are more, one ring surrounds all parts.
const MAX_RINGS: usize = 200;
/// If a part covers at least this fraction of the width and the height of its piece, the ring surrounds
/// the whole piece.
const ALMOST_ALL: f64 = 0.85;
/// A piece that covers at least this fraction of its bounding box counts as a rectangle.
const RECTANGLE: f64 = 0.95;

/// A ring, in the coordinates of its picture.
#[derive(Debug, Clone, PartialEq)]
pub enum Ring {
    /// A rectangular ring at a short distance around this box.
    Box(Rect),
    /// A ring that follows this outline. If the outline is small on the page, the ring is a rectangle
    /// around it.
    Along(BezPath),
}

impl Ring {
    /// Returns the ring that marks the rectangle `part` of a piece. `outline` and `bounds` are the
    /// outline of the piece and its bounding box.
    pub fn on_piece(part: Rect, outline: &BezPath, bounds: Rect) -> Self {
        let is_all =
            part.width() >= ALMOST_ALL * bounds.width() && part.height() >= ALMOST_ALL * bounds.height();
        let is_rectangle = outline.area().abs() >= RECTANGLE * bounds.area();
        match (is_all, is_rectangle) {
            (true, true) => Self::Box(bounds),
            (true, false) => Self::Along(outline.clone()),
            (false, _) => Self::Box(part),
        }
    }

    /// Returns the ring as a path on the page. `placed` maps the picture to the page.
    fn path(&self, placed: Affine) -> BezPath {
        match self {
            Self::Box(rect) => {
                round_shapes::rectangle(placed.transform_rect_bbox(*rect).inflate(GAP, GAP), CORNER_RADIUS_MM)
            }
            Self::Along(outline) => {
                let path = placed * outline;
                let bounds = path.bounding_box();
                match bounds.width().max(bounds.height()) < MIN_RINGED_OUTLINE_MM {
                    true => round_shapes::rectangle(bounds.inflate(GAP, GAP), CORNER_RADIUS_MM),
                    false => path,
                }
            }
        }
    }
}

/// Draws rings on a page. `placed` maps the picture to the page.
pub fn drawn(rings: &[Ring], placed: Affine, colour: [u8; 3]) -> Vec<Drawing> {
    let line = |width: f64, rgb: [u8; 3]| Stroke { round: true, ..Stroke::solid(width, Ink::from_rgb(rgb)) };
    let paths: Vec<BezPath> = rings.iter().map(|ring| ring.path(placed)).collect();
    // All white lines come first, so that no white line covers a ring.
    let halos = paths.iter().map(|path| Drawing::stroked(path.clone(), line(HALO, [0xFF; 3])));
    let lines = paths.iter().map(|path| Drawing::stroked(path.clone(), line(WIDTH, colour)));
    halos.chain(lines).collect()
}

/// Returns the boxes of the parts that only one of two drawings has. Joins boxes that are near each
/// other.
///
/// If both drawings have the same parts, returns the boxes of the parts whose drawing order
/// changed.
pub fn differing(old: &[VisiblePart], new: &[VisiblePart]) -> Vec<Rect> {
    let mut counts: BTreeMap<DrawingDigest, i64> = BTreeMap::new();
    old.iter().for_each(|part| *counts.entry(part.digest).or_default() += 1);
    new.iter().for_each(|part| *counts.entry(part.digest).or_default() -= 1);
    let mut boxes = additional(old, 1, &mut counts);
    boxes.extend(additional(new, -1, &mut counts));
    if boxes.is_empty() {
        boxes = reordered(old, new);
    }
    merged(boxes)
}

/// Returns the boxes of the parts that the other drawing lacks.
///
/// For each digest, `counts` has the number of its parts in the old drawing minus those in the new
/// drawing. `sign` is 1 if `parts` are from the old drawing, and -1 if they are from the new drawing.
fn additional(parts: &[VisiblePart], sign: i64, counts: &mut BTreeMap<DrawingDigest, i64>) -> Vec<Rect> {
    let mut found = Vec::new();
    // If this drawing has more parts with a digest than the other drawing, the last of them count as
    // additional.
    for part in parts.iter().rev() {
        let count = counts.entry(part.digest).or_default();
        if *count * sign > 0 {
            *count -= sign;
            found.push(part.bounds);
        }
    }
    found
}

/// Returns the boxes of the parts that are in both drawings, but are drawn in another order.
fn reordered(old: &[VisiblePart], new: &[VisiblePart]) -> Vec<Rect> {
    let is_same = |(old, new): &(&VisiblePart, &VisiblePart)| old.digest == new.digest;
    let start = old.iter().zip(new).take_while(is_same).count();
    let end = old.iter().rev().zip(new.iter().rev()).take_while(is_same).count();
    let between = start..old.len().saturating_sub(end).max(start);
    old.get(between).unwrap_or_default().iter().map(|part| part.bounds).collect()
}

/// Joins boxes that are near each other. No two boxes of the result are near each other.
fn merged(boxes: Vec<Rect>) -> Vec<Rect> {
    let mut rings: Vec<Rect> = Vec::new();
    for mut next in boxes {
        while let Some(near) = rings.iter().position(|ring| is_near(*ring, next)) {
            next = next.union(rings.swap_remove(near));
        }
        rings.push(next);
        if rings.len() > MAX_RINGS {
            let all = rings.drain(..).reduce(|a, b| a.union(b));
            rings.extend(all);
        }
    }
    rings.sort_by(|a, b| a.y0.total_cmp(&b.y0).then(a.x0.total_cmp(&b.x0)));
    rings
}

fn is_near(one: Rect, other: Rect) -> bool {
    let grown = one.inflate(MAX_RING_GAP_MM, MAX_RING_GAP_MM);
    grown.x0 <= other.x1 && other.x0 <= grown.x1 && grown.y0 <= other.y1 && other.y0 <= grown.y1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(text: &str, x: f64) -> VisiblePart {
        let digest = DrawingDigest::of_bytes(text.as_bytes());
        VisiblePart { digest, bounds: Rect::new(x, 0.0, x + 3.0, 3.0) }
    }

    #[test]
    fn only_what_differs_is_ringed() {
        let old = [part("a", 0.0), part("b", 20.0), part("c", 40.0)];
        let new = [part("a", 0.0), part("d", 20.5), part("c", 40.0), part("c", 60.0)];
        let expected = [Rect::new(20.0, 0.0, 23.5, 3.0), Rect::new(60.0, 0.0, 63.0, 3.0)];
        assert_eq!(differing(&old, &new), expected);
        assert!(differing(&old, &old).is_empty());
    }

    #[test]
    fn another_order_is_ringed_too() {
        let old = [part("a", 0.0), part("b", 20.0), part("c", 21.0), part("d", 60.0)];
        let new = [part("a", 0.0), part("c", 21.0), part("b", 20.0), part("d", 60.0)];
        assert_eq!(differing(&old, &new), [Rect::new(20.0, 0.0, 24.0, 3.0)]);
    }

    #[test]
    fn boxes_within_the_distance_share_a_ring() {
        let boxes = |x: f64| vec![Rect::new(0.0, 0.0, 3.0, 3.0), Rect::new(x, 0.0, x + 1.0, 3.0)];
        assert_eq!(merged(boxes(3.0 + MAX_RING_GAP_MM)).len(), 1);
        assert_eq!(merged(boxes(3.0 + MAX_RING_GAP_MM + 0.01)).len(), 2);
        let many = (0..=MAX_RINGS).map(|i| Rect::new(9.0 * i as f64, 0.0, 9.0 * i as f64 + 1.0, 1.0));
        assert_eq!(merged(many.clone().take(MAX_RINGS).collect()).len(), MAX_RINGS);
        assert_eq!(merged(many.collect()).len(), 1);
    }
}

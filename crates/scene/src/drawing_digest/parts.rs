//! Lists the visible parts of drawings, each with its bounding box. To find the differences between two
//! drawings, their lists can be compared.
//!
//! - In: the drawings of a piece or a cell.
//! - Out: a digest and a box for each visible area, line, text and picture.
//! - Not here: comparing the parts of two drawings.

use kurbo::{Affine, Rect, Shape as _, Vec2};

use super::{Collector, DrawingDigest, DrawingHasher, DrawingPart, visible};
use crate::text::Faces;
use crate::{Drawing, Text};

/// A visible area, line, text or picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct VisiblePart {
    /// The digest of the part. It also depends on the clips and effects of the groups around the part.
    pub digest: DrawingDigest,
    /// The bounding box of the visible area, in the coordinates for which the digest is computed.
    pub bounds: Rect,
}

impl DrawingHasher {
    /// Returns the visible parts of drawings, in drawing order. `transform` maps the drawings to
    /// the coordinates for which digests are computed.
    pub fn parts(&mut self, drawings: &[Drawing], transform: Affine, faces: &Faces<'_>) -> Vec<VisiblePart> {
        // The stored parts of shared drawings may have no measured boxes, so all parts are computed again.
        self.shared.clear();
        let mut parts = Vec::new();
        let fonts = faces.fonts();
        Collector { digests: self, fonts, faces: Some(faces) }.collect(drawings, transform, &mut parts);
        let mut around = vec![DrawingDigest::default()];
        let mut found = Vec::new();
        for part in visible(parts, self.window.is_some()) {
            let outer = around.last().copied().unwrap_or_default();
            match part {
                DrawingPart::Open { digest, .. } => {
                    around.push(DrawingDigest::of_all([outer, DrawingDigest(digest)]));
                }
                DrawingPart::Close => {
                    around.pop();
                }
                DrawingPart::Leaf(leaf) => {
                    let window = self.window.map_or(leaf.visible_box, |window| window.bounds);
                    let bounds = leaf.visible_box.intersect(window);
                    let digest = DrawingDigest::of_all([outer, DrawingDigest(leaf.digest)]);
                    let is_seen = bounds.width() > 0.0 || bounds.height() > 0.0;
                    found.extend(is_seen.then_some(VisiblePart { digest, bounds }));
                }
            }
        }
        self.shared.clear();
        found
    }
}

/// Clips the boxes of the visible `parts` to `clip`.
pub(super) fn clip(parts: &mut [DrawingPart], clip: Rect) {
    for part in parts {
        if let DrawingPart::Leaf(leaf) = part {
            leaf.visible_box = leaf.visible_box.intersect(clip);
        }
    }
}

/// Returns the bounding box of everything that a drawing shows. The drawing must not be a group.
pub(super) fn visible_box(drawing: &Drawing, transform: Affine, faces: &Faces<'_>) -> Rect {
    let own_rect = match drawing {
        Drawing::Path { path, stroke, .. } => {
            let half = stroke.as_ref().map_or(0.0, |stroke| stroke.width / 2.0);
            path.bounding_box().inflate(half, half)
        }
        Drawing::EvenOdd { path, .. } => path.bounding_box(),
        Drawing::Text(text) => text_ink(text, faces),
        Drawing::Image { transform: placed, .. } => placed.transform_rect_bbox(Rect::new(0.0, 0.0, 1.0, 1.0)),
        Drawing::Group(_) | Drawing::Cells(_) | Drawing::Use { .. } => Rect::ZERO,
    };
    transform.transform_rect_bbox(own_rect)
}

/// Returns the box of the letters of a text. A text without letters has an empty box.
fn text_ink(text: &Text, faces: &Faces<'_>) -> Rect {
    let mut pen = 0.0;
    let boxes = text.glyphs.iter().filter_map(|glyph| {
        let shift = Vec2::new(pen + glyph.offset.0, -glyph.offset.1);
        pen += glyph.advance;
        Some(faces.ink_bounds(text.font, glyph.id)? + shift)
    });
    let Some(ink) = boxes.reduce(|a, b| a.union(b)) else {
        return Rect::from_origin_size(text.origin, (0.0, 0.0));
    };
    let scale = text.size / 1000.0;
    let Rect { x0, y0, x1, y1 } = ink;
    Rect::new(x0 * scale, y0 * scale, x1 * scale, y1 * scale) + text.origin.to_vec2()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Fonts, Shaper};
    use crate::{Ink, Stroke};
    use kurbo::Point;

    fn parts(drawings: &[Drawing]) -> Vec<VisiblePart> {
        let fonts = Fonts::bundled();
        let outline = Rect::new(-10.0, -10.0, 10.0, 10.0).to_path(0.1);
        DrawingHasher::within(&outline).parts(drawings, Affine::IDENTITY, &Faces::new(&fonts))
    }

    #[test]
    fn the_boxes_are_those_of_what_is_seen() {
        let square = |x: f64| Drawing::filled(Rect::new(x, 0.0, x + 5.0, 5.0).to_path(0.1), Ink::black());
        let clipped = Drawing::clipped(Rect::new(0.0, 0.0, 2.0, 9.0).to_path(0.1), vec![square(-1.0)]);
        let line = Drawing::line(Point::ZERO, Point::new(4.0, 0.0), Stroke::solid(0.5, Ink::black()));
        let bounds: Vec<Rect> = parts(&[square(8.0), clipped, line]).iter().map(|part| part.bounds).collect();
        let expected = [
            Rect::new(8.0, 0.0, 10.0, 5.0),
            Rect::new(0.0, 0.0, 2.0, 5.0),
            Rect::new(-0.25, -0.25, 4.25, 0.25),
        ];
        assert_eq!(bounds, expected);
    }

    #[test]
    fn letters_are_measured() {
        let fonts = Fonts::bundled();
        let shaped = Shaper::new(&fonts).plain("H").unwrap();
        let text = Drawing::Text(Text {
            string: "H".into(),
            font: shaped.font,
            size: 10.0,
            origin: Point::new(1.0, 2.0),
            glyphs: shaped.glyphs.clone(),
            ink: Ink::black(),
            is_leftward: false,
        });
        let found = parts(&[text]);
        let ink = found[0].bounds - kurbo::Vec2::new(1.0, 2.0);
        assert!((ink.x0 - shaped.ink.x0 * 10.0).abs() < 1e-9 && (ink.y0 - shaped.ink.y0 * 10.0).abs() < 1e-9);
    }

    #[test]
    fn the_effect_of_a_group_belongs_to_its_parts() {
        let red = Drawing::filled(Rect::new(0.0, 0.0, 5.0, 5.0).to_path(0.1), Ink::from_rgb([200, 0, 0]));
        let pale = Drawing::with_opacity(0.5, vec![red.clone()]);
        let [full, half] = [red, pale].map(|drawing| parts(&[drawing])[0]);
        assert_eq!(full.bounds, half.bounds);
        assert_ne!(full.digest, half.digest);
    }
}

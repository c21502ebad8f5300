//! Lists the leaves of a scene: all drawings that are not groups, both outside and inside groups.

use std::slice::Iter;

use kurbo::{Affine, Rect};

use super::{Drawing, Role, Text};
#[cfg(test)]
use crate::print::cuts::CutKind;

/// A drawing that is not a group, with the properties that it gets from the groups around it.
#[derive(Debug, Clone, Copy)]
pub struct Leaf<'s> {
    /// The drawing, which is never a [`Drawing::Group`]. A [`Drawing::Cells`] counts as one leaf.
    pub draw: &'s Drawing,
    /// The transform from the coordinates of the drawing to those of the scene.
    pub frame: Affine,
    /// The role of the innermost group around the drawing. Groups with [`Role::Art`] are skipped. If there
    /// are no other groups, the role is [`Role::Art`].
    pub role: Role,
    /// Whether the drawing belongs to a group that replaces a word, such as an icon in a text.
    pub in_actual_text: bool,
}

/// Iterates over the leaves of drawings, in drawing order.
#[derive(Debug, Clone)]
pub struct Leaves<'s> {
    current: Level<'s>,
    /// The groups that contain the current one, from the outermost to the innermost.
    outer: Vec<Level<'s>>,
    opens_shared: bool,
}

/// A group that is being listed: the drawings that are not listed yet, and what they get from the groups
/// around them.
#[derive(Debug, Clone)]
struct Level<'s> {
    drawings: Iter<'s, Drawing>,
    frame: Affine,
    role: Role,
    in_actual_text: bool,
}

/// Returns the leaves of `drawings`. `frame` is the transform from the coordinates of `drawings` to those
/// of the scene. A [`Drawing::Use`] counts as one leaf.
pub fn leaves(drawings: &[Drawing], frame: Affine) -> Leaves<'_> {
    let current = Level { drawings: drawings.iter(), frame, role: Role::Art, in_actual_text: false };
    Leaves { current, outer: Vec::new(), opens_shared: false }
}

impl Leaves<'_> {
    /// Replaces each [`Drawing::Use`] with the leaves of the shared drawing.
    pub fn with_shared(self) -> Self {
        Self { opens_shared: true, ..self }
    }
}

impl<'s> Iterator for Leaves<'s> {
    type Item = Leaf<'s>;

    fn next(&mut self) -> Option<Leaf<'s>> {
        loop {
            let Some(drawing) = self.current.drawings.next() else {
                self.current = self.outer.pop()?;
                continue;
            };
            let Level { frame, role, in_actual_text, .. } = self.current;
            let inner = match drawing {
                Drawing::Group(group) => Level {
                    drawings: group.drawings.iter(),
                    frame: frame * group.transform,
                    role: if group.role == Role::Art { role } else { group.role },
                    in_actual_text: in_actual_text || group.actual_text.is_some(),
                },
                Drawing::Use { shared, transform } if self.opens_shared => Level {
                    drawings: shared.drawings.iter(),
                    frame: frame * *transform,
                    role,
                    in_actual_text,
                },
                drawing => return Some(Leaf { draw: drawing, frame, role, in_actual_text }),
            };
            self.outer.push(std::mem::replace(&mut self.current, inner));
        }
    }
}

impl Leaf<'_> {
    /// Returns a bounding box in the coordinates of the scene. It may be slightly too large.
    fn bounds(&self) -> Rect {
        let in_own_frame = match self.draw {
            Drawing::Path { path, stroke, .. } => {
                let width = stroke.as_ref().map_or(0.0, |stroke| stroke.width);
                path.control_box().inflate(width, width)
            }
            Drawing::EvenOdd { path, .. } => path.control_box(),
            Drawing::Text(text) => text_bounds(text),
            Drawing::Image { transform, .. } => transform.transform_rect_bbox(Rect::new(0.0, 0.0, 1.0, 1.0)),
            Drawing::Use { shared, transform } => transform.transform_rect_bbox(shared.bounds),
            Drawing::Cells(cells) => cells
                .groups()
                .map(|group| bounds(&[Drawing::Group(group)]))
                .reduce(|a, b| a.union(b))
                .unwrap_or_default(),
            Drawing::Group(_) => Rect::ZERO,
        };
        self.frame.transform_rect_bbox(in_own_frame)
    }
}

/// Returns a box that contains a text. It has a margin of two ems, because glyphs may extend beyond their
/// advances.
fn text_bounds(text: &Text) -> Rect {
    let ems: f64 = text.glyphs.iter().map(|glyph| glyph.advance.abs()).sum::<f64>() / 1000.0;
    Rect::from_points(text.origin, text.origin).inflate((ems + 2.0) * text.size, 2.0 * text.size)
}

/// Returns a bounding box of drawings. It may be slightly too large.
pub fn bounds(drawings: &[Drawing]) -> Rect {
    let leaves = leaves(drawings, Affine::IDENTITY).with_shared();
    leaves.map(|leaf| leaf.bounds()).reduce(|a, b| a.union(b)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kurbo::{BezPath, Point, Rect};

    use super::*;
    use crate::{Group, Shared};

    fn line(x: f64) -> Drawing {
        let mut path = BezPath::new();
        path.move_to((x, 0.0));
        Drawing::Path { path, fill: None, stroke: None }
    }

    fn start(leaf: &Leaf<'_>) -> Option<Point> {
        Some(leaf.frame * leaf.draw.path()?.elements().first()?.end_point()?)
    }

    /// Returns the starting point, the role and `in_actual_text` of each leaf. The starting point of a
    /// shared drawing is `None`.
    fn summary(leaves: Leaves<'_>) -> Vec<(Option<Point>, Role, bool)> {
        leaves.map(|leaf| (start(&leaf), leaf.role, leaf.in_actual_text)).collect()
    }

    #[test]
    fn leaves_come_in_drawing_order_with_the_roles_and_frames_of_their_groups() {
        let shared =
            Arc::new(Shared { drawings: vec![line(7.0), line(8.0)], large: false, bounds: Rect::ZERO });
        let used = Drawing::Use { shared, transform: Affine::translate((100.0, 0.0)) };
        let word = Group { actual_text: Some("coin".into()), ..Group::plain(vec![line(2.0)]) };
        let inner = Group {
            transform: Affine::scale(2.0),
            ..Group::plain(vec![line(1.0), Drawing::Group(word), used])
        };
        let cut = Group {
            role: Role::Cut(CutKind::Through),
            transform: Affine::translate((10.0, 0.0)),
            ..Group::plain(vec![Drawing::Group(inner)])
        };
        let drawings = [line(0.0), Drawing::Group(cut), Drawing::Group(Group::plain(Vec::new())), line(5.0)];
        let at = |x: f64| Some(Point::new(1000.0 + x, 0.0));
        let frame = Affine::translate((1000.0, 0.0));
        let (art, cut) = (Role::Art, Role::Cut(CutKind::Through));
        let mut expected = vec![
            (at(0.0), art, false),
            (at(12.0), cut, false),
            (at(14.0), cut, true),
            (None, cut, false),
            (at(5.0), art, false),
        ];
        assert_eq!(summary(leaves(&drawings, frame)), expected);
        expected.splice(3..4, [(at(224.0), cut, false), (at(226.0), cut, false)]);
        assert_eq!(summary(leaves(&drawings, frame).with_shared()), expected);
    }

    #[test]
    fn a_group_inside_an_icon_says_the_word_of_the_icon() {
        let outline = Group::plain(vec![line(1.0)]);
        let icon = Group {
            actual_text: Some("coin".into()),
            ..Group::plain(vec![Drawing::Group(outline), line(2.0)])
        };
        let drawings = [Drawing::Group(icon), line(3.0)];
        let is_inside: Vec<bool> =
            leaves(&drawings, Affine::IDENTITY).map(|leaf| leaf.in_actual_text).collect();
        assert_eq!(is_inside, [true, true, false]);
    }
}

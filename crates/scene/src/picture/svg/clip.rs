//! Converts clip paths and masks.
//!
//! - In: the clip path or the mask of a group.
//! - Out: drawings with a clip or a mask. If the outlines of a clip path cannot be joined to a single
//!   path, the clip path becomes a mask.
//! - Not here: converting the drawings that are clipped.

use kurbo::{Affine, BezPath, Rect, Shape as _};
use usvg::{ClipPath, Group, Node};

use super::tree::{TreeDrawings, fill_rule, to_affine, to_bez_path};
use super::unsupported::Unsupported;
use crate::{Drawing, FillRule, Mask, MaskKind};

/// The outlines of a clip path.
struct Outlines {
    paths: Vec<BezPath>,
    /// The fill rule, if there is only one outline.
    rule: FillRule,
    /// Whether any outline has the even-odd rule.
    has_even_odd: bool,
    /// Whether the outlines cannot be joined to a single path. True if there are texts, masks or nested
    /// clips. Also true if any of several outlines has the even-odd rule.
    is_complex: bool,
}

impl Outlines {
    /// Returns the union of the outlines as one path. All outlines get the same direction. If two outlines
    /// had opposite directions, the part where they overlap would count as outside.
    fn joined(self) -> BezPath {
        let mut paths = self.paths.into_iter();
        if paths.len() == 1 && self.rule == FillRule::EvenOdd {
            return paths.next().unwrap_or_default();
        }
        let mut joined = BezPath::new();
        for path in paths {
            joined.extend(if path.area() < 0.0 { path.reverse_subpaths() } else { path });
        }
        joined
    }
}

impl TreeDrawings<'_> {
    /// Clips drawings. `to_frame` maps the coordinates of the clipped group to those of the whole
    /// drawing.
    pub fn clip(
        &mut self,
        clip: &ClipPath,
        to_frame: Affine,
        drawings: Vec<Drawing>,
    ) -> Result<Vec<Drawing>, Unsupported> {
        let inner = to_frame * to_affine(clip.transform());
        let mut outlines =
            Outlines { paths: Vec::new(), rule: FillRule::NonZero, has_even_odd: false, is_complex: false };
        self.add_outlines(clip.root(), inner, &mut outlines)?;
        let clipped = if outlines.is_complex {
            let shapes = self.collect_separately(|tree| tree.add_group(clip.root(), inner))?;
            masked(MaskKind::Alpha, shapes, None, drawings)
        } else if outlines.paths.is_empty() {
            Vec::new()
        } else {
            let clip_rule = if outlines.paths.len() == 1 { outlines.rule } else { FillRule::NonZero };
            let clip = Some(outlines.joined());
            vec![Drawing::Group(crate::Group { clip, clip_rule, ..crate::Group::plain(drawings) })]
        };
        match clip.clip_path() {
            Some(outer) if !clipped.is_empty() => self.clip(outer, to_frame, clipped),
            _ => Ok(clipped),
        }
    }

    fn add_outlines(
        &mut self,
        group: &Group,
        to_frame: Affine,
        out: &mut Outlines,
    ) -> Result<(), Unsupported> {
        let inner = to_frame * to_affine(group.transform());
        out.is_complex |= group.clip_path().is_some() || group.mask().is_some();
        for node in group.children() {
            match node {
                Node::Group(child) => self.add_outlines(child, inner, out)?,
                Node::Path(path) => {
                    let Some(fill) = path.fill().filter(|_| path.is_visible()) else { continue };
                    let outline = inner * to_bez_path(path);
                    self.count_segments(&outline, None)?;
                    out.rule = fill_rule(fill.rule());
                    out.paths.push(outline);
                    out.has_even_odd |= out.rule == FillRule::EvenOdd;
                    out.is_complex |= out.paths.len() > 1 && out.has_even_odd;
                }
                Node::Text(_) => out.is_complex = true,
                Node::Image(_) => {}
            }
        }
        Ok(())
    }

    /// Applies a mask to drawings.
    pub fn mask(
        &mut self,
        mask: &usvg::Mask,
        to_frame: Affine,
        drawings: Vec<Drawing>,
    ) -> Result<Vec<Drawing>, Unsupported> {
        let mut shapes = self.collect_separately(|tree| tree.add_group(mask.root(), to_frame))?;
        if let Some(inner) = mask.mask() {
            shapes = self.mask(inner, to_frame, shapes)?;
        }
        let rect = mask.rect();
        let [x, y, width, height] = [rect.x(), rect.y(), rect.width(), rect.height()].map(f64::from);
        let visible = to_frame * Rect::new(x, y, x + width, y + height).to_path(0.1);
        let kind = match mask.kind() {
            usvg::MaskType::Luminance => MaskKind::Luminance,
            usvg::MaskType::Alpha => MaskKind::Alpha,
        };
        Ok(masked(kind, shapes, Some(visible), drawings))
    }
}

/// Applies a mask to drawings. The mask consists of the part of `shapes` inside the path `visible`.
/// If `visible` is `None`, the mask consists of all shapes.
fn masked(
    kind: MaskKind,
    shapes: Vec<Drawing>,
    visible: Option<BezPath>,
    drawings: Vec<Drawing>,
) -> Vec<Drawing> {
    if shapes.is_empty() {
        return Vec::new();
    }
    let bounds = crate::bounds(&shapes);
    let (shapes, bounds) = match visible {
        Some(path) if !encloses(&path, bounds) => {
            let within = bounds.intersect(path.bounding_box());
            (vec![Drawing::clipped(path, shapes)], within)
        }
        _ => (shapes, bounds),
    };
    vec![Drawing::masked(Mask { kind, drawings: shapes, bounds }, drawings)]
}

/// Returns whether a rectangle contains a box. Always returns false if the sides of the rectangle are
/// not horizontal and vertical.
fn encloses(rectangle: &BezPath, bounds: Rect) -> bool {
    let around = rectangle.bounding_box();
    let is_upright = (rectangle.area().abs() - around.area()).abs() <= around.area() * 1e-6;
    is_upright && around.union(bounds).area() <= around.area() * 1.000_001
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_upright_rectangle_around_a_box_encloses_it() {
        use kurbo::Shape;
        let bounds = Rect::new(2.0, 2.0, 6.0, 4.0);
        let rectangle = |x0, y0, x1, y1| Rect::new(x0, y0, x1, y1).to_path(0.1);
        assert!(
            encloses(&rectangle(2.0, 2.0, 6.0, 4.0), bounds)
                && encloses(&rectangle(0.0, 0.0, 9.0, 9.0), bounds)
        );
        assert!(
            !encloses(&rectangle(3.0, 2.0, 6.0, 4.0), bounds)
                && !encloses(&rectangle(2.0, 2.0, 6.0, 3.0), bounds)
        );
        let triangle = BezPath::from_svg("M-9 9 L4 -9 L17 9 Z").unwrap();
        assert!(!encloses(&triangle, bounds));
    }
}

//! Converts the tree of an SVG drawing.
//!
//! - In: the groups, paths, texts and pictures of usvg.
//! - Out: drawings in the coordinates of the whole drawing.
//! - Not here: converting paints, clips, texts and pictures (other files of this folder).

use kurbo::{Affine, BezPath, Point, Rect};
use usvg::tiny_skia_path::PathSegment;
use usvg::{Group, Node, PaintOrder, Path, Transform};

use super::super::stroke::{StrokeStyle, most_dashes, outline};
use super::families::Families;
use super::frame::{MAX_OVERHANG_MM, MAX_SEGMENTS, REACHES_TOO_FAR, TOO_MANY_SEGMENTS};
use super::paint::{Area, plain_ink};
use super::pixels::Embedded;
use super::unsupported::Unsupported;
use crate::{Blend, Drawing, FillRule};
use hexpress_base::deflate::Pack;

/// How texts are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lettering {
    /// Texts are drawn as text if this looks exactly as in the file. Otherwise, they are drawn as
    /// outlines.
    Text,
    /// Texts are always drawn as outlines.
    Outlines,
}

/// Collects the drawings of a tree.
pub struct TreeDrawings<'t> {
    pub drawings: Vec<Drawing>,
    /// The total number of path segments, dashes and letters so far.
    pub segment_count: usize,
    /// The total number of pattern tiles so far.
    pub tiles: usize,
    pub lettering: Lettering,
    pub families: &'t Families<'t>,
    pub embedded: &'t Embedded<'t>,
    /// Whether anything in the drawing uses a blend mode.
    pub blends: bool,
    /// The resolution of the parts that are drawn as pixels, in pixels per millimetre of the drawing.
    pub density: f64,
    /// The part of the drawing that is visible.
    pub visible: Rect,
    /// The number of steps that the filters of the drawing may still take.
    pub steps_left: f64,
    /// Whether a part was drawn as pixels.
    pub has_pixels: bool,
    /// If a part of the drawing is drawn as pixels, this function compresses them.
    pub pack: Pack,
}

impl TreeDrawings<'_> {
    /// Calls `add`, and returns the drawings that `add` has added. They are not kept in `self.drawings`.
    /// Their texts become outlines.
    pub fn collect_separately(
        &mut self,
        add: impl FnOnce(&mut Self) -> Result<(), Unsupported>,
    ) -> Result<Vec<Drawing>, Unsupported> {
        let drawn = std::mem::take(&mut self.drawings);
        let lettering = std::mem::replace(&mut self.lettering, Lettering::Outlines);
        let added = add(self);
        self.lettering = lettering;
        let separate = std::mem::replace(&mut self.drawings, drawn);
        added.map(|()| separate)
    }

    /// Adds a group. `outer` maps the coordinates outside the group to those of the whole drawing.
    pub fn add_group(&mut self, group: &Group, outer: Affine) -> Result<(), Unsupported> {
        let inner = outer * to_affine(group.transform());
        let first = self.drawings.len();
        for node in group.children() {
            self.add_node(node, inner)?;
        }
        if self.drawings.len() == first {
            return Ok(());
        }
        let mut drawings = self.drawings.split_off(first);
        if let Some(clip) = group.clip_path() {
            drawings = self.clip(clip, inner, drawings)?;
        }
        if let Some(mask) = group.mask().filter(|_| !drawings.is_empty()) {
            drawings = self.mask(mask, inner, drawings)?;
        }
        // Isolating a group makes a visible difference only if the drawing uses a blend mode.
        let blend = (self.blends && group.should_isolate()).then(|| blend(group)).transpose()?;
        let opacity = f64::from(group.opacity().get());
        if (opacity < 1.0 || blend.is_some()) && !drawings.is_empty() {
            drawings = vec![Drawing::Group(crate::Group { opacity, blend, ..crate::Group::plain(drawings) })];
        }
        self.drawings.append(&mut drawings);
        Ok(())
    }

    /// Adds a node. `inner` maps the coordinates inside its group to those of the whole drawing.
    pub fn add_node(&mut self, node: &Node, inner: Affine) -> Result<(), Unsupported> {
        match node {
            Node::Group(child) if !child.filters().is_empty() => self.add_filtered(node, child, inner),
            Node::Group(child) => self.add_group(child, inner),
            Node::Path(path) => self.add_path(path, inner),
            Node::Image(image) => self.add_image(image, inner),
            Node::Text(text) => self.add_text(text, inner),
        }
    }

    /// Adds a group that has a filter. The group becomes pixels, to which its blend mode is applied.
    fn add_filtered(&mut self, node: &Node, group: &Group, inner: Affine) -> Result<(), Unsupported> {
        let first = self.drawings.len();
        self.add_pixels(node, group, inner)?;
        let drawings = self.drawings.split_off(first);
        let blend = blend(group)?;
        if blend == Blend::Normal || drawings.is_empty() {
            self.drawings.extend(drawings);
        } else {
            self.drawings
                .push(Drawing::Group(crate::Group { blend: Some(blend), ..crate::Group::plain(drawings) }));
        }
        Ok(())
    }

    /// Adds a path with its fill and its line, in the order in which the file paints them.
    pub fn add_path(&mut self, path: &Path, to_frame: Affine) -> Result<(), Unsupported> {
        if !path.is_visible() {
            return Ok(());
        }
        let center = to_bez_path(path);
        let line = path.stroke().map(stroke_style);
        self.count_segments(&center, line.as_ref())?;
        check_reach(&center, line.as_ref(), to_frame)?;
        let fill = self.filled(path, &center, to_frame)?;
        let stroke = match line {
            Some(line) => self.stroked(path, &center, &line, to_frame)?,
            None => None,
        };
        let painted = match path.paint_order() {
            PaintOrder::FillAndStroke => [fill, stroke],
            PaintOrder::StrokeAndFill => [stroke, fill],
        };
        self.drawings.extend(painted.into_iter().flatten());
        Ok(())
    }

    /// Returns the filled area of a path. Returns `None` if the path has no fill.
    fn filled(
        &mut self,
        path: &Path,
        outline: &BezPath,
        to_frame: Affine,
    ) -> Result<Option<Drawing>, Unsupported> {
        let Some(fill) = path.fill() else { return Ok(None) };
        let area = Area { path: to_frame * outline.clone(), rule: fill_rule(fill.rule()) };
        self.painted(&area, fill.paint(), fill.opacity().get(), to_frame)
    }

    /// Returns the line of a path. Returns `None` if the path has no stroke.
    fn stroked(
        &mut self,
        path: &Path,
        center: &BezPath,
        line: &StrokeStyle,
        to_frame: Affine,
    ) -> Result<Option<Drawing>, Unsupported> {
        let Some(stroke) = path.stroke() else { return Ok(None) };
        let opacity = stroke.opacity().get();
        // If a line cannot be drawn as a stroke, for example because of its gradient, it becomes the
        // area that it covers.
        let plain = plain_ink(stroke.paint()).and_then(|ink| line.to_stroke(center, to_frame, &ink));
        if let Some(plain) = plain {
            let drawing = Drawing::stroked(to_frame * center.clone(), plain);
            let opaque = opacity >= 1.0;
            return Ok(Some(if opaque {
                drawing
            } else {
                Drawing::with_opacity(f64::from(opacity), vec![drawing])
            }));
        }
        let area = Area { path: to_frame * outline(center, line), rule: FillRule::NonZero };
        self.painted(&area, stroke.paint(), opacity, to_frame)
    }

    /// Adds the number of a path's segments and the number of its line's dashes to `segment_count`.
    ///
    /// # Errors
    /// `segment_count` exceeds [`MAX_SEGMENTS`].
    pub fn count_segments(
        &mut self,
        outline: &BezPath,
        line: Option<&StrokeStyle>,
    ) -> Result<(), Unsupported> {
        // The cast saturates, so an infinite number of dashes becomes the largest integer.
        let dashes = line.map_or(0.0, |line| most_dashes(outline, &line.dash)) as usize;
        self.add_segments(outline.elements().len().saturating_add(dashes))
    }

    /// Adds `count` segments, dashes or letters to `segment_count`.
    ///
    /// # Errors
    /// `segment_count` exceeds [`MAX_SEGMENTS`].
    pub fn add_segments(&mut self, count: usize) -> Result<(), Unsupported> {
        self.segment_count = self.segment_count.saturating_add(count);
        if self.segment_count > MAX_SEGMENTS { Err(Unsupported::Limit(TOO_MANY_SEGMENTS)) } else { Ok(()) }
    }
}

/// Returns how a group mixes with the drawings under it.
///
/// # Errors
/// PDF does not have the blend mode of the group.
fn blend(group: &Group) -> Result<Blend, Unsupported> {
    use usvg::BlendMode as Mode;
    Ok(match group.blend_mode() {
        Mode::Normal => Blend::Normal,
        Mode::Multiply => Blend::Multiply,
        Mode::Screen => Blend::Screen,
        Mode::Overlay => Blend::Overlay,
        Mode::Darken => Blend::Darken,
        Mode::Lighten => Blend::Lighten,
        Mode::ColorDodge => Blend::ColorDodge,
        Mode::ColorBurn => Blend::ColorBurn,
        Mode::HardLight => Blend::HardLight,
        Mode::SoftLight => Blend::SoftLight,
        Mode::Difference => Blend::Difference,
        Mode::Exclusion => Blend::Exclusion,
        Mode::Hue => Blend::Hue,
        Mode::Saturation => Blend::Saturation,
        Mode::Color => Blend::Color,
        Mode::Luminosity => Blend::Luminosity,
        Mode::PlusLighter => {
            return Err(Unsupported::feature("the blend mode plus-lighter", group.id(), &["plus-lighter"]));
        }
    })
}

/// Returns an error if a path or its line extends more than [`MAX_OVERHANG_MM`] beyond the frame.
pub fn check_reach(
    outline: &BezPath,
    line: Option<&StrokeStyle>,
    to_frame: Affine,
) -> Result<(), Unsupported> {
    let reach = (to_frame * outline.clone()).control_box();
    let scale = to_frame.determinant().abs().sqrt();
    let line_width = line.map_or(0.0, |line| line.style.width * scale);
    let is_near = [reach.x0, reach.y0, reach.x1, reach.y1, line_width]
        .into_iter()
        .all(|length| length.is_finite() && length.abs() <= MAX_OVERHANG_MM);
    if is_near { Ok(()) } else { Err(Unsupported::Limit(REACHES_TOO_FAR)) }
}

pub fn fill_rule(rule: usvg::FillRule) -> FillRule {
    match rule {
        usvg::FillRule::NonZero => FillRule::NonZero,
        usvg::FillRule::EvenOdd => FillRule::EvenOdd,
    }
}

fn stroke_style(stroke: &usvg::Stroke) -> StrokeStyle {
    let dash = stroke.dasharray().unwrap_or_default().iter().map(|length| f64::from(*length)).collect();
    let style = kurbo::Stroke::new(f64::from(stroke.width().get()))
        .with_caps(match stroke.linecap() {
            usvg::LineCap::Butt => kurbo::Cap::Butt,
            usvg::LineCap::Round => kurbo::Cap::Round,
            usvg::LineCap::Square => kurbo::Cap::Square,
        })
        .with_join(match stroke.linejoin() {
            usvg::LineJoin::Miter | usvg::LineJoin::MiterClip => kurbo::Join::Miter,
            usvg::LineJoin::Round => kurbo::Join::Round,
            usvg::LineJoin::Bevel => kurbo::Join::Bevel,
        })
        .with_miter_limit(f64::from(stroke.miterlimit().get()));
    StrokeStyle { style, dash, offset: f64::from(stroke.dashoffset()) }
}

pub fn to_affine(transform: Transform) -> Affine {
    let Transform { sx, ky, kx, sy, tx, ty } = transform;
    Affine::new([sx, ky, kx, sy, tx, ty].map(f64::from))
}

pub fn to_bez_path(path: &Path) -> BezPath {
    let mut out = BezPath::new();
    for segment in path.data().segments() {
        match segment {
            PathSegment::MoveTo(to) => out.move_to(to_point(to)),
            PathSegment::LineTo(to) => out.line_to(to_point(to)),
            PathSegment::QuadTo(control, to) => out.quad_to(to_point(control), to_point(to)),
            PathSegment::CubicTo(a, b, to) => out.curve_to(to_point(a), to_point(b), to_point(to)),
            PathSegment::Close => out.close_path(),
        }
    }
    out
}

fn to_point(point: usvg::tiny_skia_path::Point) -> Point {
    Point::new(f64::from(point.x), f64::from(point.y))
}

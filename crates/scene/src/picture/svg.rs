//! Converts SVG files to drawings: areas and lines with colours, gradients, transparency and clips.
//!
//! - In: the bytes of an SVG file.
//! - Out: a shared drawing in its own frame, and the title of the drawing.
//! - Not here: patterns, text and embedded pixels. They cause errors. Nothing is dropped silently
//!   or turned into pixels.
//!
//! Only this file names usvg.

mod unsupported;
mod weight;

use std::sync::Arc;

use kurbo::{Affine, BezPath, Point, Rect, Shape as _, Size};
use usvg::roxmltree::{Document, Node as Xml, ParsingOptions};
use usvg::tiny_skia_path::PathSegment;
use usvg::{FillRule, Group, ImageHrefResolver, Node, Options, Paint, PaintOrder, Path, Transform, Tree};

use self::unsupported::Unsupported;
use super::pixel_file::{broken, unusable};
use super::stroke::{StrokeStyle, most_dashes, outline};
use crate::{Draw, Ink, Shade, ShadePlacement, Shared};
use hexpress_base::diag::Result;
use hexpress_base::xml::{MOST_ATTRIBUTES, is_crowded};

/// The length of a drawing's longer side in its own frame, in mm.
///
/// It is so large that the rounding of coordinates is not visible.
const LONG_SIDE: f64 = 1000.0;

/// The largest number of path segments and dashes in a drawing.
const MOST_PIECES: usize = 1_000_000;

const TOO_MANY_PIECES: &str = "has more than a million points or dashes";

/// The distance that a drawing may extend beyond its frame, in mm of that frame.
///
/// It is ten thousand times the longer side of the frame.
const FARTHEST: f64 = 10_000.0 * LONG_SIDE;

const TOO_FAR: &str = "extends beyond its frame by more than ten thousand times the size of the frame";

/// The largest number of characters in a title for screen readers.
const LONGEST_TITLE: usize = 500;

/// The smallest radius of a radial gradient, in units of the file.
///
/// A circle with radius 0 would give the gradient a frame without extent.
const SMALLEST_RADIUS: f64 = 1e-6;

/// Returns whether a file looks like XML that contains an SVG drawing.
pub fn looks_like_svg(file: &[u8]) -> bool {
    let text = file.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(file).trim_ascii_start();
    let head = &text[..text.len().min(4096)];
    text.starts_with(b"<") && head.windows(4).any(|window| window == b"<svg" || window == b":svg")
}

/// An SVG file as a drawing.
#[derive(Debug)]
pub struct SvgDrawing {
    pub shared: Shared,
    /// The size of the drawing's frame, which starts at the origin.
    pub size: Size,
    pub title: Option<Arc<str>>,
}

/// Reads a drawing.
///
/// # Errors
/// The file is not valid SVG, exceeds a limit, or uses a feature that drawings do not support.
pub fn read(file: &[u8]) -> Result<SvgDrawing> {
    let text = std::str::from_utf8(file).map_err(|_| broken("it is not UTF-8 text"))?;
    if is_crowded(text) {
        return Err(unusable(format!("has an element with more than {MOST_ATTRIBUTES} attributes")));
    }
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let xml = Document::parse_with_options(text, options).map_err(|error| broken(error.to_string()))?;
    unsupported::check_elements(&xml)?;
    weight::check_styles(&xml)?;
    weight::check_uses(&xml)?;
    let tree = parse_tree(&xml)?;
    let (width, height) = (f64::from(tree.size().width()), f64::from(tree.size().height()));
    let scale = LONG_SIDE / width.max(height);
    let mut tree_draws = TreeDraws { draws: Vec::new(), pieces: 0 };
    tree_draws.add_group(tree.root(), Affine::scale(scale)).map_err(|refused| refused.to_diagnostic(&xml))?;
    if tree_draws.draws.is_empty() {
        return Err(unusable("draws nothing"));
    }
    let size = Size::new(width * scale, height * scale);
    let page = Rect::from_origin_size((0.0, 0.0), size);
    let extent = tree.root().abs_stroke_bounding_box();
    let [x0, y0, x1, y1] = [extent.left(), extent.top(), extent.right(), extent.bottom()].map(f64::from);
    let reach = Rect::new(x0, y0, x1, y1).scale_from_origin(scale);
    let mut draws = tree_draws.draws;
    // A browser also hides everything outside the drawing's frame.
    if page.union(reach).area() > page.area() * 1.000_001 {
        draws = vec![Draw::clipped(page.to_path(0.1), draws)];
    }
    Ok(SvgDrawing { shared: Shared { draws, large: true, bounds: page }, size, title: title(&xml) })
}

/// Returns the title of the whole drawing. Titles of elements are ignored.
fn title(xml: &Document<'_>) -> Option<Arc<str>> {
    let element = xml.root_element().children().find(|node| element_name(*node) == "title")?;
    let text: String = element.descendants().filter(Xml::is_text).filter_map(|node| node.text()).collect();
    let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let title: String = one_line.chars().filter(|c| !c.is_control()).take(LONGEST_TITLE).collect();
    (!title.is_empty()).then(|| title.into())
}

fn element_name<'a>(node: Xml<'a, '_>) -> &'a str {
    node.tag_name().name()
}

/// Resolves styles and `use` elements with usvg. Other files that the drawing names are never
/// opened.
fn parse_tree(xml: &Document<'_>) -> Result<Tree> {
    let no_images =
        ImageHrefResolver { resolve_data: Box::new(|_, _, _| None), resolve_string: Box::new(|_, _| None) };
    let options = Options { image_href_resolver: no_images, ..Options::default() };
    Tree::from_xmltree(xml, &options).map_err(|error| match error {
        usvg::Error::InvalidSize => broken("its width or height is zero"),
        usvg::Error::ElementsLimitReached
        | usvg::Error::ParsingFailed(usvg::roxmltree::Error::NodesLimitReached) => {
            unusable("has too many elements, or elements that are repeated too often or nested too deeply")
        }
        other => broken(other),
    })
}

/// Collects the drawings of a tree.
struct TreeDraws {
    draws: Vec<Draw>,
    /// The number of segments and dashes counted so far.
    pieces: usize,
}

impl TreeDraws {
    /// Adds a group. `outer` maps the surrounding frame to the frame of the drawing.
    fn add_group(&mut self, group: &Group, outer: Affine) -> Result<(), Unsupported> {
        check_effects(group)?;
        let inner = outer * to_affine(group.transform());
        let first = self.draws.len();
        for node in group.children() {
            match node {
                Node::Group(child) => self.add_group(child, inner)?,
                Node::Path(path) => self.add_path(path, inner)?,
                Node::Image(image) => {
                    return Err(Unsupported::feature("a pixel image", image.id(), &["image"]));
                }
                Node::Text(text) => return Err(Unsupported::feature("text", text.id(), &["text"])),
            }
        }
        let mut clip = group.clip_path();
        while let Some(clip_path) = clip {
            let mut outline = BezPath::new();
            let to_frame = inner * to_affine(clip_path.transform());
            self.add_clip_outline(clip_path.root(), to_frame, &mut outline, group.id())?;
            let draws = self.draws.split_off(first);
            self.draws.push(Draw::clipped(outline, draws));
            clip = clip_path.clip_path();
        }
        let opacity = group.opacity().get();
        if opacity < 1.0 && self.draws.len() > first {
            let draws = self.draws.split_off(first);
            self.draws.push(Draw::with_opacity(f64::from(opacity), draws));
        }
        Ok(())
    }

    /// Appends the outline of a clip.
    ///
    /// All parts of the outline run in the same direction. A point that is in several parts
    /// therefore counts as inside.
    fn add_clip_outline(
        &mut self,
        group: &Group,
        to_frame: Affine,
        out: &mut BezPath,
        clipped_id: &str,
    ) -> Result<(), Unsupported> {
        let inner = to_frame * to_affine(group.transform());
        if group.clip_path().is_some() {
            return Err(Unsupported::feature("a clip path inside a clip path", clipped_id, &["clip-path"]));
        }
        for node in group.children() {
            match node {
                Node::Group(child) => self.add_clip_outline(child, inner, out, clipped_id)?,
                Node::Path(path) => {
                    let Some(fill) = path.fill().filter(|_| path.is_visible()) else { continue };
                    if fill.rule() == FillRule::EvenOdd {
                        let rule = "a clip path with the even-odd rule";
                        return Err(Unsupported::feature(rule, path.id(), &["clip-rule"]));
                    }
                    let outline = inner * to_bez_path(path);
                    self.count_pieces(&outline, None)?;
                    out.extend(if outline.area() < 0.0 { outline.reverse_subpaths() } else { outline });
                }
                Node::Image(_) | Node::Text(_) => {
                    let content = "a clip path with text or pixels";
                    return Err(Unsupported::feature(content, clipped_id, &["clip-path"]));
                }
            }
        }
        Ok(())
    }

    /// Adds the fill and the line of a path, in the order in which the file paints them.
    fn add_path(&mut self, path: &Path, to_frame: Affine) -> Result<(), Unsupported> {
        if !path.is_visible() {
            return Ok(());
        }
        let outline = to_bez_path(path);
        let line = path.stroke().map(stroke_style);
        self.count_pieces(&outline, line.as_ref())?;
        check_reach(&outline, line.as_ref(), to_frame)?;
        let fill = filled(path, &outline, to_frame)?;
        let stroke = line.map(|line| stroked(path, &outline, &line, to_frame)).transpose()?.flatten();
        let painted = match path.paint_order() {
            PaintOrder::FillAndStroke => [fill, stroke],
            PaintOrder::StrokeAndFill => [stroke, fill],
        };
        self.draws.extend(painted.into_iter().flatten());
        Ok(())
    }

    /// Counts the segments of a path and the dashes of its line.
    ///
    /// # Errors
    /// The drawing has more than [`MOST_PIECES`].
    fn count_pieces(&mut self, outline: &BezPath, line: Option<&StrokeStyle>) -> Result<(), Unsupported> {
        // The cast saturates: an infinite number of dashes becomes the largest integer.
        let dashes = line.map_or(0.0, |line| most_dashes(outline, &line.dash)) as usize;
        self.pieces = self.pieces.saturating_add(outline.elements().len()).saturating_add(dashes);
        if self.pieces > MOST_PIECES { Err(Unsupported::Limit(TOO_MANY_PIECES)) } else { Ok(()) }
    }
}

/// Returns an error if a group has an effect that drawings do not support.
fn check_effects(group: &Group) -> Result<(), Unsupported> {
    if !group.filters().is_empty() {
        return Err(Unsupported::feature("a filter", group.id(), &["filter"]));
    }
    if group.mask().is_some() {
        return Err(Unsupported::feature("a mask", group.id(), &["mask"]));
    }
    if group.blend_mode() != usvg::BlendMode::Normal {
        return Err(Unsupported::feature("a blend mode", group.id(), &["mix-blend-mode"]));
    }
    Ok(())
}

/// Returns an error if a path or its line extends beyond [`FARTHEST`].
fn check_reach(outline: &BezPath, line: Option<&StrokeStyle>, to_frame: Affine) -> Result<(), Unsupported> {
    let reach = (to_frame * outline.clone()).control_box();
    let scale = to_frame.determinant().abs().sqrt();
    let line_width = line.map_or(0.0, |line| line.style.width * scale);
    let is_near = [reach.x0, reach.y0, reach.x1, reach.y1, line_width]
        .into_iter()
        .all(|length| length.is_finite() && length.abs() <= FARTHEST);
    if is_near { Ok(()) } else { Err(Unsupported::Limit(TOO_FAR)) }
}

/// Returns the filled area of a path. Returns `None` if the path has no fill.
fn filled(path: &Path, outline: &BezPath, to_frame: Affine) -> Result<Option<Draw>, Unsupported> {
    let Some(fill) = path.fill() else { return Ok(None) };
    let painted = Painted::new(fill.paint(), fill.opacity().get(), to_frame, path.id())?;
    let area = to_frame * outline.clone();
    Ok(Some(covering(
        painted.opacity,
        match fill.rule() {
            FillRule::NonZero => Draw::filled(area, painted.ink),
            FillRule::EvenOdd => Draw::EvenOdd { path: area, fill: painted.ink },
        },
    )))
}

/// Returns the line of a path. Returns `None` if the path has no stroke.
fn stroked(
    path: &Path,
    center: &BezPath,
    line: &StrokeStyle,
    to_frame: Affine,
) -> Result<Option<Draw>, Unsupported> {
    let Some(stroke) = path.stroke() else { return Ok(None) };
    let Painted { ink, opacity } = Painted::new(stroke.paint(), stroke.opacity().get(), to_frame, path.id())?;
    // A line with a gradient is replaced by the area that it covers.
    let plain = if ink.shade.is_none() { line.to_stroke(center, to_frame, &ink) } else { None };
    let draw = match plain {
        Some(stroke) => Draw::stroked(to_frame * center.clone(), stroke),
        None => Draw::filled(to_frame * outline(center, line), ink),
    };
    Ok(Some(covering(opacity, draw)))
}

/// Returns a drawing that contains `draw` with the given opacity.
fn covering(opacity: f32, draw: Draw) -> Draw {
    if opacity < 1.0 { Draw::with_opacity(f64::from(opacity), vec![draw]) } else { draw }
}

/// The ink of an area or a line, and its opacity from 0 to 1.
struct Painted {
    ink: Ink,
    opacity: f32,
}

impl Painted {
    /// Converts the paint of an area or a line, with an opacity from 0 to 1.
    ///
    /// # Errors
    /// The paint is a gradient that repeats, or whose stops have different opacities.
    fn new(paint: &Paint, opacity: f32, to_frame: Affine, id: &str) -> Result<Self, Unsupported> {
        match paint {
            Paint::Color(colour) => {
                Ok(Self { ink: Ink::from_rgb([colour.red, colour.green, colour.blue]), opacity })
            }
            Paint::LinearGradient(gradient) => {
                let [x1, y1, x2, y2] =
                    [gradient.x1(), gradient.y1(), gradient.x2(), gradient.y2()].map(f64::from);
                let along = Affine::new([x2 - x1, y2 - y1, y1 - y2, x2 - x1, x1, y1]);
                let placement =
                    ShadePlacement::In(to_frame * to_affine(gradient.transform()) * along, Point::ZERO);
                let shade = Shade { radial: false, stops: stops(gradient), placement };
                Self::from_gradient(gradient, shade, opacity, id)
            }
            Paint::RadialGradient(gradient) => {
                let [cx, cy, fx, fy] =
                    [gradient.cx(), gradient.cy(), gradient.fx(), gradient.fy()].map(f64::from);
                let radius = f64::from(gradient.r().get()).max(SMALLEST_RADIUS);
                let circle = Affine::translate((cx, cy)) * Affine::scale(radius);
                let focus = Point::new((fx - cx) / radius, (fy - cy) / radius);
                let placement =
                    ShadePlacement::In(to_frame * to_affine(gradient.transform()) * circle, focus);
                let shade = Shade { radial: true, stops: stops(gradient), placement };
                Self::from_gradient(gradient, shade, opacity, id)
            }
            Paint::Pattern(_) => Err(Unsupported::feature("a pattern", id, &["url("])),
        }
    }

    /// Converts a gradient. The opacity of its stops applies to the gradient as a whole.
    ///
    /// # Errors
    /// The gradient repeats, or its stops have different opacities.
    fn from_gradient(
        gradient: &usvg::BaseGradient,
        shade: Shade,
        opacity: f32,
        id: &str,
    ) -> Result<Self, Unsupported> {
        if gradient.spread_method() != usvg::SpreadMethod::Pad {
            return Err(Unsupported::feature("a gradient that repeats", id, &["spreadMethod"]));
        }
        let stops = gradient.stops();
        let stop_opacity = stops.first().map_or(1.0, |stop| stop.opacity().get());
        if stops.iter().any(|stop| stop.opacity().get() != stop_opacity) {
            let fading = "a gradient that fades out (stop-opacity)";
            return Err(Unsupported::feature(fading, id, &["stop-opacity"]));
        }
        Ok(Self { ink: shade.into_ink("gradient"), opacity: opacity * stop_opacity })
    }
}

/// Returns the offset and the colour of each stop.
fn stops(gradient: &usvg::BaseGradient) -> Vec<(f64, [u8; 3])> {
    let stops = gradient.stops().iter();
    stops
        .map(|stop| {
            let colour = stop.color();
            (f64::from(stop.offset().get()), [colour.red, colour.green, colour.blue])
        })
        .collect()
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

fn to_affine(transform: Transform) -> Affine {
    let Transform { sx, ky, kx, sy, tx, ty } = transform;
    Affine::new([sx, ky, kx, sy, tx, ty].map(f64::from))
}

fn to_bez_path(path: &Path) -> BezPath {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the error message for a drawing with these elements. It is empty if the drawing is
    /// accepted.
    pub(super) fn message_for(inside: &str) -> String {
        let svg =
            format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\">\n{inside}\n</svg>");
        read(svg.as_bytes()).map_or_else(|e| e.message, |_| String::new())
    }

    #[test]
    fn deep_and_wide_files_are_refused_and_do_no_harm() {
        let deep = format!("{}<rect width=\"1\" height=\"1\"/>{}", "<g>".repeat(5000), "</g>".repeat(5000));
        assert!(!message_for(&deep).is_empty());
        let mut wide = String::from("<defs><rect id=\"u0\" width=\"1\" height=\"1\"/>");
        for i in 1..40 {
            wide += &format!("<g id=\"u{i}\"><use href=\"#u{}\"/><use href=\"#u{}\"/></g>", i - 1, i - 1);
        }
        assert!(message_for(&(wide + "</defs><use href=\"#u39\"/>")).contains("too many"));
    }

    #[test]
    fn a_million_points_and_dashes_are_counted_and_one_more_is_refused() {
        let mut line = BezPath::new();
        line.move_to((0.0, 0.0));
        line.line_to((1.0, 0.0));
        let count = |pieces: usize| TreeDraws { draws: Vec::new(), pieces }.count_pieces(&line, None).is_ok();
        assert!(count(MOST_PIECES - 2));
        assert!(!count(MOST_PIECES - 1));
    }

    #[test]
    fn a_drawing_may_reach_as_far_as_the_limit() {
        let reaches = |x: f64| {
            let mut line = BezPath::new();
            line.move_to((0.0, 0.0));
            line.line_to((x, 0.0));
            check_reach(&line, None, Affine::IDENTITY).is_ok()
        };
        assert!(reaches(FARTHEST) && reaches(-FARTHEST));
        assert!(!reaches(FARTHEST * (1.0 + 1e-9)) && !reaches(-FARTHEST * (1.0 + 1e-9)));
    }

    #[test]
    fn elements_may_be_nested_as_deep_as_the_limit() {
        // The depth includes the root element and the rectangle, in addition to the groups.
        let nested = |depth: usize| {
            let (open, close) = ("<g>".repeat(depth - 2), "</g>".repeat(depth - 2));
            message_for(&format!("{open}<rect width=\"1\" height=\"1\"/>{close}"))
        };
        assert_eq!(nested(200), "");
        assert!(nested(201).contains("more than 200 deep"));
    }

    fn path_message(d: &str) -> String {
        message_for(&format!("<path d=\"{d}\"/>"))
    }

    #[test]
    fn numbers_too_large_for_a_drawing_are_refused() {
        for huge in ["M6 1A.1 .1 0 0 1 63.01e39 1L7 1z", "M1 1A.1 .1 0 0 1 12345678901 1z", "M1 1e+10L2 2z"] {
            assert!(path_message(huge).contains("more than 9 digits"), "{huge}");
        }
        for small in ["M1 1L2.12345678901 2L1 3z", "M1 1e-12L2 2L1 2.5e0z", "M0000000000001 1L5 5L1 5z"] {
            assert_eq!(path_message(small), "", "{small}");
        }
    }
}

//! SVG as drawings: areas and lines in colours, gradients and what is seen through. This is the only file that names
//! usvg.
//!
//! Whatever else a file shows (patterns, words, pictures of pixels, …) would have to be left out or turned into
//! pixels; neither is done, it is told.

mod weight;

use std::sync::Arc;

use kurbo::{Affine, BezPath, Point, Rect, Shape as _, Size};
use usvg::roxmltree::{Document, Node as Xml, ParsingOptions};
use usvg::tiny_skia_path::PathSegment;
use usvg::{FillRule, Group, ImageHrefResolver, Node, Options, Paint, PaintOrder, Path, Transform, Tree};

use super::found::{broken, unusable};
use super::stroke::{StrokeStyle, dashes, outline};
use crate::base::xml::{MOST_ATTRIBUTES, is_crowded};
use crate::diag::{Diagnostic, Result};
use crate::scene::{Draw, Ink, Lies, Shade, Shared};

/// The longer side of a drawing in its own frame, in mm: large, so that rounding in a file does not show.
const LONG_SIDE: f64 = 1000.0;

/// The most pieces of paths that a drawing may have.
const MOST_PIECES: usize = 1_000_000;

const TOO_MANY_PIECES: &str = "has more than a million points or dashes";

/// How far from its frame a drawing may reach, in mm of that frame: ten thousand times its longer side.
const FARTHEST: f64 = 10_000.0 * LONG_SIDE;

/// The most letters of a title that are read aloud.
const LONGEST_TITLE: usize = 500;

/// The deepest that elements may stand in one another.
const DEEPEST: usize = 200;

const TAKEN: &str =
    "areas and lines in colours and gradients are taken; export the rest as PNG, or words as paths";

/// Whether a file looks like XML with an SVG drawing in it.
pub fn looks_like(file: &[u8]) -> bool {
    let file = file.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(file);
    let start = file.trim_ascii_start();
    let head = &start[..start.len().min(4096)];
    start.starts_with(b"<") && head.windows(4).any(|w| w == b"<svg" || w == b":svg")
}

/// A drawing that was read.
#[derive(Debug)]
pub struct Read {
    pub shared: Shared,
    /// The size of its frame, from the origin.
    pub size: Size,
    /// What the file calls it.
    pub title: Option<Arc<str>>,
}

/// The title of a drawing as a whole; none of another element's.
fn title(xml: &Document<'_>) -> Option<Arc<str>> {
    let title = xml.root_element().children().find(|node| name(*node) == "title")?;
    let words: String = title.descendants().filter(Xml::is_text).filter_map(|node| node.text()).collect();
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let words: String = words.chars().filter(|c| !c.is_control()).take(LONGEST_TITLE).collect();
    (!words.is_empty()).then(|| words.into())
}

/// Reads a drawing.
pub fn read(file: &[u8]) -> Result<Read> {
    let text = std::str::from_utf8(file).map_err(|_| broken("it is not UTF-8 text"))?;
    if is_crowded(text) {
        return Err(unusable(format!("has an element with more than {MOST_ATTRIBUTES} attributes")));
    }
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let xml = Document::parse_with_options(text, options).map_err(|e| broken(e.to_string()))?;
    scan(&xml)?;
    let tree = Tree::from_xmltree(&xml, &settings()).map_err(|e| match e {
        usvg::Error::InvalidSize => broken("its width or height is zero"),
        usvg::Error::ElementsLimitReached
        | usvg::Error::ParsingFailed(usvg::roxmltree::Error::NodesLimitReached) => {
            unusable("has too many elements, or uses them too often or too deep")
        }
        other => broken(other),
    })?;
    let (width, height) = (f64::from(tree.size().width()), f64::from(tree.size().height()));
    let scale = LONG_SIDE / width.max(height);
    let mut drawing = TreeDraws { draws: Vec::new(), pieces: 0 };
    drawing.group(tree.root(), Affine::scale(scale)).map_err(|refused| refused.tell(&xml))?;
    let size = Size::new(width * scale, height * scale);
    let page = Rect::from_origin_size((0.0, 0.0), size);
    if drawing.draws.is_empty() {
        return Err(unusable("shows nothing"));
    }
    let reach = tree.root().abs_stroke_bounding_box();
    let [x0, y0, x1, y1] = [reach.left(), reach.top(), reach.right(), reach.bottom()].map(f64::from);
    let reach = Rect::new(x0, y0, x1, y1).scale_from_origin(scale);
    let mut draws = drawing.draws;
    // What reaches beyond the drawing's own frame is not seen in a browser either.
    if page.union(reach).area() > page.area() * 1.000_001 {
        draws = vec![Draw::clipped(page.to_path(0.1), draws)];
    }
    Ok(Read { shared: Shared { draws, large: true, bounds: page }, size, title: title(&xml) })
}

/// No file beside the drawing is opened, whatever it names.
fn settings() -> Options<'static> {
    let nothing =
        ImageHrefResolver { resolve_data: Box::new(|_, _, _| None), resolve_string: Box::new(|_, _| None) };
    Options { image_href_resolver: nothing, ..Options::default() }
}

/// The most digits of a number before its point, and the largest power of ten behind it: an arc becomes the more curves
/// the larger it is.
const MOST_DIGITS: usize = 9;

/// Whether an attribute has a number that is too large for a place or a length.
fn is_huge(text: &str) -> bool {
    let mut numbers = text.split(|c: char| !c.is_ascii_digit() && c != '.');
    let mut powers = text.split(['e', 'E']).skip(1).map(|rest| rest.strip_prefix('+').unwrap_or(rest));
    let is_long = |digits: &str| digits.trim_start_matches('0').len() > MOST_DIGITS;
    let is_large = |rest: &str| {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).and_then(|end| rest.get(..end)).unwrap_or(rest);
        digits.trim_start_matches('0').len() > 1
    };
    numbers.any(|number| number.split('.').next().is_some_and(is_long)) || powers.any(is_large)
}

/// Finds what usvg would leave out without a word, and what it would take too long for.
fn scan(xml: &Document<'_>) -> Result<()> {
    let uses = xml.descendants().any(|node| name(node) == "use");
    for node in xml.descendants().filter(Xml::is_element) {
        // Among its ancestors are the node itself and the document.
        if node.ancestors().nth(DEEPEST + 1).is_some() {
            return Err(unusable(format!("has elements nested more than {DEEPEST} deep")));
        }
        let is_measure = |name: &str| matches!(name, "d" | "r" | "rx" | "ry" | "width" | "height");
        if node.attributes().any(|own| is_measure(own.name()) && is_huge(own.value())) {
            return Err(unusable(format!("has a number of more than {MOST_DIGITS} digits")));
        }
        let what = match name(node) {
            "text" if node.descendants().any(|n| n.text().is_some_and(|t| !t.trim().is_empty())) => "words",
            "image" => "a picture of pixels",
            "foreignObject" if node.parent().is_none_or(|p| name(p) != "switch") => "a foreign object",
            _ => continue,
        };
        let unseen = |n: Xml<'_, '_>| {
            let kept = matches!(name(n), "defs" | "symbol" | "metadata" | "pattern" | "mask");
            let style = n.attribute("style").unwrap_or("").replace(' ', "");
            (kept && !uses) || n.attribute("display") == Some("none") || style.contains("display:none")
        };
        if !node.ancestors().any(unseen) {
            return Err(refusal(xml, Some(node), what));
        }
    }
    weight::check_styles(xml)?;
    weight::check_uses(xml)
}

fn name<'a>(node: Xml<'a, '_>) -> &'a str {
    node.tag_name().name()
}

fn refusal(xml: &Document<'_>, node: Option<Xml<'_, '_>>, what: &str) -> Diagnostic {
    let place = node.map_or_else(String::new, |node| {
        let line = xml.text_pos_at(node.range().start).row;
        let id = node.attribute("id").map_or_else(String::new, |id| format!(" id=\"{id}\""));
        format!("line {line}, <{}{id}>: ", name(node))
    });
    unusable(format!("shows what is not taken from an SVG: {place}{what}")).hint(TAKEN)
}

/// Something in a drawing that is not taken: what, the element's id, and words that name it in a file.
struct Refused {
    what: &'static str,
    id: String,
    words: &'static [&'static str],
}

impl Refused {
    fn new(what: &'static str, id: &str, words: &'static [&'static str]) -> Self {
        Self { what, id: id.to_owned(), words }
    }

    /// With the line of the element that is the likeliest to mean it.
    fn tell(&self, xml: &Document<'_>) -> Diagnostic {
        if self.words.is_empty() {
            return unusable(self.what);
        }
        let says = |node: &Xml<'_, '_>| {
            node.attributes().any(|a| {
                let (key, value) = (a.name(), a.value());
                let named = |word: &&str| {
                    let by_key = key == *word && !matches!(value.trim(), "1" | "none" | "normal" | "100%");
                    by_key || value.contains(word)
                };
                self.words.iter().any(named)
            })
        };
        let elements = || xml.descendants().filter(Xml::is_element);
        let by_id = elements().find(|n| !self.id.is_empty() && n.attribute("id") == Some(&self.id));
        let sheet = |n: &Xml<'_, '_>| {
            let text = n.text().filter(|_| name(*n) == "style").unwrap_or("");
            self.words.iter().any(|word| text.contains(word))
        };
        let found = by_id.or_else(|| elements().find(says)).or_else(|| elements().find(sheet));
        refusal(xml, found, self.what)
    }
}

/// Gathers what a tree draws.
struct TreeDraws {
    draws: Vec<Draw>,
    pieces: usize,
}

impl TreeDraws {
    /// Adds a group whose outer frame lies as `outer` says.
    fn group(&mut self, group: &Group, outer: Affine) -> Result<(), Refused> {
        let id = group.id();
        let refused: [(bool, &str, &[&str]); 3] = [
            (!group.filters().is_empty(), "a filter", &["filter"]),
            (group.mask().is_some(), "a mask", &["mask"]),
            (group.blend_mode() != usvg::BlendMode::Normal, "a blend mode", &["mix-blend-mode"]),
        ];
        if let Some((_, what, words)) = refused.into_iter().find(|(is, ..)| *is) {
            return Err(Refused::new(what, id, words));
        }
        let inner = outer * affine(group.transform());
        let first = self.draws.len();
        for node in group.children() {
            match node {
                Node::Group(group) => self.group(group, inner)?,
                Node::Path(path) => self.path(path, inner)?,
                Node::Image(image) => {
                    return Err(Refused::new("a picture of pixels", image.id(), &["image"]));
                }
                Node::Text(text) => return Err(Refused::new("words", text.id(), &["text"])),
            }
        }
        let mut clip = group.clip_path();
        while let Some(given) = clip {
            let mut path = BezPath::new();
            self.clip_outline(given.root(), inner * affine(given.transform()), &mut path, id)?;
            let draws = self.draws.split_off(first);
            self.draws.push(Draw::clipped(path, draws));
            clip = given.clip_path();
        }
        self.cover(first, group.opacity().get());
        Ok(())
    }

    /// Lets what was drawn since `first` cover in part.
    fn cover(&mut self, first: usize, opacity: f32) {
        if opacity < 1.0 && self.draws.len() > first {
            let draws = self.draws.split_off(first);
            self.draws.push(Draw::covering(f64::from(opacity), draws));
        }
    }

    /// What a clip lets through, as one path: all its parts run the same way, so that where two overlap both count.
    fn clip_outline(
        &mut self,
        group: &Group,
        to_frame: Affine,
        out: &mut BezPath,
        id: &str,
    ) -> Result<(), Refused> {
        let inner = to_frame * affine(group.transform());
        if group.clip_path().is_some() {
            return Err(Refused::new("a clip inside a clip", id, &["clip-path"]));
        }
        for node in group.children() {
            match node {
                Node::Group(group) => self.clip_outline(group, inner, out, id)?,
                Node::Path(path) => {
                    let Some(fill) = path.fill().filter(|_| path.is_visible()) else { continue };
                    if fill.rule() == FillRule::EvenOdd {
                        return Err(Refused::new("a clip by the even-odd rule", path.id(), &["clip-rule"]));
                    }
                    let path = inner * bez(path);
                    self.pieces += path.elements().len();
                    if self.pieces > MOST_PIECES {
                        return Err(Refused::new(TOO_MANY_PIECES, "", &[]));
                    }
                    out.extend(if path.area() < 0.0 { path.reverse_subpaths() } else { path });
                }
                Node::Image(_) | Node::Text(_) => {
                    return Err(Refused::new("a clip by words or pixels", id, &["clip-path"]));
                }
            }
        }
        Ok(())
    }

    fn path(&mut self, path: &Path, to_frame: Affine) -> Result<(), Refused> {
        if !path.is_visible() {
            return Ok(());
        }
        let own = bez(path);
        let stroke = path.stroke().map(|stroke| (stroke, line(stroke)));
        let dashes = stroke.as_ref().map_or(0.0, |(_, line)| dashes(&own, &line.dash));
        self.pieces += own.elements().len();
        // A number beyond all bounds becomes the largest one.
        if self.pieces.saturating_add(dashes as usize) > MOST_PIECES {
            return Err(Refused::new(TOO_MANY_PIECES, "", &[]));
        }
        self.pieces += dashes as usize;
        let reach = (to_frame * own.clone()).control_box();
        let scale = to_frame.determinant().abs().sqrt();
        let wide = stroke.as_ref().map_or(0.0, |(_, line)| line.style.width * scale);
        let near = |v: f64| v.is_finite() && v.abs() <= FARTHEST;
        if ![reach.x0, reach.y0, reach.x1, reach.y1, wide].into_iter().all(near) {
            let what = "reaches more than ten thousand times its own size out of its frame";
            return Err(Refused::new(what, "", &[]));
        }
        let mut parts = Vec::new();
        if let Some(fill) = path.fill() {
            let Painted { ink, opacity } = ink(fill.paint(), fill.opacity().get(), to_frame, path.id())?;
            let path = to_frame * own.clone();
            parts.push(seen(
                opacity,
                match fill.rule() {
                    FillRule::NonZero => Draw::filled(path, ink),
                    FillRule::EvenOdd => Draw::EvenOdd { path, fill: ink },
                },
            ));
        }
        if let Some((stroke, line)) = stroke {
            let Painted { ink, opacity } = ink(stroke.paint(), stroke.opacity().get(), to_frame, path.id())?;
            // A line of several colours is the area that it covers.
            let plain = if ink.shade.is_none() { line.plain(&own, to_frame, &ink) } else { None };
            let drawn = match plain {
                Some(stroke) => Draw::stroked(to_frame * own, stroke),
                None => Draw::filled(to_frame * outline(&own, &line), ink),
            };
            let drawn = seen(opacity, drawn);
            let below = path.paint_order() == PaintOrder::StrokeAndFill;
            parts.insert(if below { 0 } else { parts.len() }, drawn);
        }
        self.draws.extend(parts);
        Ok(())
    }
}

/// What an area or a line is painted with, and how much it covers.
struct Painted {
    ink: Ink,
    opacity: f32,
}

fn seen(opacity: f32, draw: Draw) -> Draw {
    if opacity < 1.0 { Draw::covering(f64::from(opacity), vec![draw]) } else { draw }
}

fn ink(paint: &Paint, opacity: f32, to_frame: Affine, id: &str) -> Result<Painted, Refused> {
    let plain = |ink| Ok(Painted { ink, opacity });
    match paint {
        Paint::Color(colour) => plain(Ink::of([colour.red, colour.green, colour.blue])),
        Paint::LinearGradient(run) => {
            let (from, to) = ((run.x1(), run.y1()), (run.x2(), run.y2()));
            let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(f64::from);
            let along = Affine::new([x2 - x1, y2 - y1, y1 - y2, x2 - x1, x1, y1]);
            shade(run, false, to_frame * affine(run.transform()) * along, Point::ZERO, opacity, id)
        }
        Paint::RadialGradient(run) => {
            let [cx, cy, fx, fy] = [run.cx(), run.cy(), run.fx(), run.fy()].map(f64::from);
            let radius = f64::from(run.r().get()).max(1e-6);
            let circle = Affine::translate((cx, cy)) * Affine::scale(radius);
            let from = Point::new((fx - cx) / radius, (fy - cy) / radius);
            shade(run, true, to_frame * affine(run.transform()) * circle, from, opacity, id)
        }
        Paint::Pattern(_) => Err(Refused::new("a pattern", id, &["url("])),
    }
}

/// A gradient as it lies in the drawing's frame.
fn shade(
    run: &usvg::BaseGradient,
    radial: bool,
    frame: Affine,
    from: Point,
    opacity: f32,
    id: &str,
) -> Result<Painted, Refused> {
    if run.spread_method() != usvg::SpreadMethod::Pad {
        return Err(Refused::new("a gradient that repeats", id, &["spreadMethod"]));
    }
    let stops = run.stops();
    let seen = stops.first().map_or(1.0, |stop| stop.opacity().get());
    if stops.iter().any(|stop| stop.opacity().get() != seen) {
        return Err(Refused::new("a gradient that fades out (stop-opacity)", id, &["stop-opacity"]));
    }
    let stop = |stop: &usvg::Stop| {
        let colour = stop.color();
        (f64::from(stop.offset().get()), [colour.red, colour.green, colour.blue])
    };
    let stops: Vec<_> = stops.iter().map(stop).collect();
    let ink = Shade { radial, stops, lies: Lies::In(frame, from) }.into_ink("gradient");
    Ok(Painted { ink, opacity: opacity * seen })
}

fn line(stroke: &usvg::Stroke) -> StrokeStyle {
    let dash = stroke.dasharray().unwrap_or_default().iter().map(|d| f64::from(*d)).collect();
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

fn affine(t: Transform) -> Affine {
    Affine::new([t.sx, t.ky, t.kx, t.sy, t.tx, t.ty].map(f64::from))
}

fn bez(path: &Path) -> BezPath {
    let point = |p: usvg::tiny_skia_path::Point| (f64::from(p.x), f64::from(p.y));
    let mut out = BezPath::new();
    for segment in path.data().segments() {
        match segment {
            PathSegment::MoveTo(p) => out.move_to(point(p)),
            PathSegment::LineTo(p) => out.line_to(point(p)),
            PathSegment::QuadTo(c, p) => out.quad_to(point(c), point(p)),
            PathSegment::CubicTo(a, b, p) => out.curve_to(point(a), point(b), point(p)),
            PathSegment::Close => out.close_path(),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn told(inside: &str) -> String {
        let svg =
            format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\">\n{inside}\n</svg>");
        read(svg.as_bytes()).map_or_else(|e| e.message, |_| String::new())
    }

    #[test]
    fn deep_and_wide_files_are_refused_and_do_no_harm() {
        let deep = format!("{}<rect width=\"1\" height=\"1\"/>{}", "<g>".repeat(5000), "</g>".repeat(5000));
        assert!(!told(&deep).is_empty());
        let mut wide = String::from("<defs><rect id=\"u0\" width=\"1\" height=\"1\"/>");
        for i in 1..40 {
            wide += &format!("<g id=\"u{i}\"><use href=\"#u{}\"/><use href=\"#u{}\"/></g>", i - 1, i - 1);
        }
        assert!(told(&(wide + "</defs><use href=\"#u39\"/>")).contains("too many"));
    }

    #[test]
    fn numbers_too_large_for_a_drawing_are_refused() {
        let path = |d: &str| told(&format!("<path d=\"{d}\"/>"));
        for huge in ["M6 1A.1 .1 0 0 1 63.01e39 1L7 1z", "M1 1A.1 .1 0 0 1 12345678901 1z", "M1 1e+10L2 2z"] {
            assert!(path(huge).contains("more than 9 digits"), "{huge}");
        }
        for small in ["M1 1L2.12345678901 2L1 3z", "M1 1e-12L2 2L1 2.5e0z", "M0000000000001 1L5 5L1 5z"] {
            assert_eq!(path(small), "", "{small}");
        }
    }
}

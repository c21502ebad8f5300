//! Converts SVG files to drawings: areas, lines, texts and pictures, with transparency, clips, masks
//! and patterns. Only this folder uses usvg.
//!
//! - In: the bytes of an SVG file, and the fonts for its texts.
//! - Out: a shared drawing in its own coordinates, and the title of the drawing. If something cannot be
//!   drawn, the result is an error. Nothing is left out silently.
//! - Not here: opening the files to which the drawing refers.

mod background;
mod clip;
mod families;
mod filter;
mod frame;
mod lighting;
mod paint;
mod parse;
mod pixels;
mod svg_texts;
mod tree;
mod unsupported;
mod weight;

use std::collections::BTreeSet;
use std::sync::Arc;

use kurbo::{Affine, Rect, Shape as _, Size};
use usvg::roxmltree::{Document, Node as Xml};
use usvg::{Group, Node, Options, Tree};

use self::background::background;
use self::families::{Families, UNNAMED};
use self::frame::{LONG_SIDE, element_name};
use self::pixels::Embedded;
use self::tree::TreeDrawings;
use super::PictureSettings;
use super::pixel_file::unusable;
use crate::{Blend, Drawing, Shared};
use hexpress_base::diag::Result;
use hexpress_base::text::one_line;

pub use families::FontNote;
pub use frame::looks_like_svg;
pub use parse::gunzip;
pub use tree::Lettering;

/// The largest length of a title for screen readers, in characters.
const MAX_TITLE_LENGTH: usize = 500;

/// An SVG file as a drawing.
#[derive(Debug)]
pub struct SvgDrawing {
    pub shared: Shared,
    /// The width and height of the drawing. Its upper left corner is the origin.
    pub size: Size,
    /// The title of the drawing. `None` if it has no title.
    pub title: Option<Arc<str>>,
    /// Notes for the author about the fonts of the texts in the drawing.
    pub notes: BTreeSet<FontNote>,
    /// Whether parts of the drawing were converted to pixels, because they have filters.
    pub has_pixels: bool,
}

/// Reads a drawing.
///
/// # Errors
/// The file is not valid SVG, exceeds a limit, or contains something that cannot be drawn.
pub fn read(file: &[u8], reading: PictureSettings<'_>) -> Result<SvgDrawing> {
    let PictureSettings { fonts, lettering, pack, long_side, linked } = reading;
    let text = parse::text(file)?;
    let xml = parse::document(text)?;
    let has_filters = xml.descendants().any(|node| element_name(node) == "filter");
    let embedded = Embedded::new(pack, has_filters, linked);
    let families = Families::new(fonts, has_words(&xml));
    let options = Options {
        image_href_resolver: embedded.resolver(),
        font_resolver: families.resolver(),
        fontdb: families.database(),
        font_family: UNNAMED.to_owned(),
        ..Options::default()
    };
    let tree = parse::tree(&xml, &options)?;
    let tree = match lighting::corrected(text, &xml, &tree, long_side) {
        Some(corrected) => parse::tree(&parse::document(&corrected)?, &options)?,
        None => tree,
    };
    if let Some(error) = embedded.take_wrong() {
        return Err(unsupported::wrong_picture(&xml, error));
    }
    let (width, height) = (f64::from(tree.size().width()), f64::from(tree.size().height()));
    let scale = LONG_SIDE / width.max(height);
    let size = Size::new(width * scale, height * scale);
    let page = Rect::from_origin_size((0.0, 0.0), size);
    let mut tree_drawings = TreeDrawings {
        drawings: background(&xml, page).into_iter().collect(),
        segment_count: 0,
        tiles: 0,
        lettering,
        families: &families,
        embedded: &embedded,
        blends: blends(tree.root()),
        density: f64::from(long_side) / LONG_SIDE,
        visible: page,
        steps_left: filter::MAX_STEPS,
        has_pixels: false,
        pack,
    };
    tree_drawings
        .add_group(tree.root(), Affine::scale(scale))
        .map_err(|refused| refused.to_diagnostic(&xml))?;
    if tree_drawings.drawings.is_empty() {
        return Err(
            unusable("is an empty drawing").hint("export it again, with an artboard that is not empty")
        );
    }
    let TreeDrawings { blends, has_pixels, .. } = tree_drawings;
    let drawings = clipped_to(page, extent(&tree, scale), tree_drawings.drawings);
    // The blend modes inside the picture must not affect the drawings under the picture.
    let drawings = match blends {
        true => {
            vec![Drawing::Group(crate::Group { blend: Some(Blend::Normal), ..crate::Group::plain(drawings) })]
        }
        false => drawings,
    };
    let shared = Shared { drawings, large: true, bounds: page };
    Ok(SvgDrawing { shared, size, title: title(&xml), notes: families.take_notes(), has_pixels })
}

/// Returns the bounding box of everything that a tree draws, including its lines.
fn extent(tree: &Tree, scale: f64) -> Rect {
    let extent = tree.root().abs_stroke_bounding_box();
    let [x0, y0, x1, y1] = [extent.left(), extent.top(), extent.right(), extent.bottom()].map(f64::from);
    Rect::new(x0, y0, x1, y1).scale_from_origin(scale)
}

/// Clips drawings to `page`, the frame of the SVG file, because browsers hide everything outside this frame.
/// `reach` is the bounding box of the drawings. If it is inside the frame, nothing is clipped.
fn clipped_to(page: Rect, reach: Rect, drawings: Vec<Drawing>) -> Vec<Drawing> {
    match page.union(reach).area() > page.area() * 1.000_001 {
        true => vec![Drawing::clipped(page.to_path(0.1), drawings)],
        false => drawings,
    }
}

/// Returns whether a group, or anything that it contains or uses, has a blend mode other than `normal`.
fn blends(group: &Group) -> bool {
    group.blend_mode() != usvg::BlendMode::Normal || group.children().iter().any(node_blends)
}

fn node_blends(node: &Node) -> bool {
    let mut found = match node {
        Node::Group(group) => blends(group),
        Node::Image(image) => match image.kind() {
            usvg::ImageKind::SVG(tree) => blends(tree.root()),
            _ => false,
        },
        Node::Path(_) | Node::Text(_) => false,
    };
    node.subroots(|root| found |= blends(root));
    found
}

/// Returns whether a file may contain text: its own, or the text of a drawing that it uses as a picture.
fn has_words(xml: &Document<'_>) -> bool {
    let mut elements = xml.descendants().filter(Xml::is_element);
    elements.any(|node| matches!(element_name(node), "text" | "image"))
}

/// Returns the title of the whole drawing. Titles of elements are ignored. Returns `None` if the drawing has
/// no title.
fn title(xml: &Document<'_>) -> Option<Arc<str>> {
    let element = xml.root_element().children().find(|node| element_name(*node) == "title")?;
    let text: String = element.descendants().filter(Xml::is_text).filter_map(|node| node.text()).collect();
    let title: String = one_line(&text).chars().filter(|c| !c.is_control()).take(MAX_TITLE_LENGTH).collect();
    (!title.is_empty()).then(|| title.into())
}

#[cfg(test)]
mod tests {
    use kurbo::BezPath;

    use super::frame::{MAX_OVERHANG_MM, MAX_SEGMENTS};
    use super::tree::check_reach;
    use super::*;
    use crate::text::Fonts;

    /// Returns the error message for a drawing that contains the elements `inside`. Returns an empty
    /// text if the drawing has no error.
    pub(super) fn message_for(inside: &str) -> String {
        let svg =
            format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\">\n{inside}\n</svg>");
        read(svg.as_bytes(), PictureSettings::plain(&Fonts::bundled()))
            .map_or_else(|e| e.message, |_| String::new())
    }

    #[test]
    fn deep_and_wide_files_are_refused_and_do_no_harm() {
        let deep = format!("{}<rect width=\"1\" height=\"1\"/>{}", "<g>".repeat(5000), "</g>".repeat(5000));
        assert!(!message_for(&deep).is_empty());
        let mut wide = String::from("<defs><rect id=\"u0\" width=\"1\" height=\"1\"/>");
        for i in 1..40 {
            wide += &format!("<g id=\"u{i}\"><use href=\"#u{}\"/><use href=\"#u{}\"/></g>", i - 1, i - 1);
        }
        assert!(
            message_for(&(wide + "</defs><use href=\"#u39\"/>")).contains("more than a million elements")
        );
    }

    #[test]
    fn a_million_points_and_dashes_are_counted_and_one_more_is_refused() {
        let mut line = BezPath::new();
        line.move_to((0.0, 0.0));
        line.line_to((1.0, 0.0));
        let fonts = Fonts::bundled();
        let PictureSettings { lettering, pack, linked, .. } = PictureSettings::plain(&fonts);
        let (families, embedded) = (Families::new(&fonts, false), Embedded::new(pack, false, linked));
        let count = |segment_count: usize| {
            let mut tree = TreeDrawings {
                drawings: Vec::new(),
                segment_count,
                tiles: 0,
                lettering,
                families: &families,
                embedded: &embedded,
                blends: false,
                density: 1.0,
                visible: Rect::ZERO,
                steps_left: 0.0,
                has_pixels: false,
                pack,
            };
            tree.count_segments(&line, None).is_ok()
        };
        assert!(count(MAX_SEGMENTS - 2));
        assert!(!count(MAX_SEGMENTS - 1));
    }

    #[test]
    fn a_drawing_may_reach_as_far_as_the_limit() {
        let reaches = |x: f64| {
            let mut line = BezPath::new();
            line.move_to((0.0, 0.0));
            line.line_to((x, 0.0));
            check_reach(&line, None, Affine::IDENTITY).is_ok()
        };
        assert!(reaches(MAX_OVERHANG_MM) && reaches(-MAX_OVERHANG_MM));
        assert!(!reaches(MAX_OVERHANG_MM * (1.0 + 1e-9)) && !reaches(-MAX_OVERHANG_MM * (1.0 + 1e-9)));
    }

    #[test]
    fn elements_may_be_nested_as_deep_as_the_limit() {
        // The root element and the rectangle are two more levels, in addition to the groups.
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

//! Reads sheets in SVG files from hexpress or another program.
//!
//! - In: the bytes of an SVG file, which may be compressed with gzip.
//! - Out: a [`Document`] with one page. Like the pages of a PDF, it has flat items in mm.
//! - Not here: the shapes of text in fonts. No font is loaded, so only the characters and the
//!   position of such text are known.
//!
//! The reader evaluates groups, uses, symbols, transforms, view boxes and units. It converts all
//! kinds of shapes to paths. It applies the styles in attributes, in `style` and in simple style
//! sheets. Files from hexpress contain text as outlines with an `aria-label`. The reader never
//! fetches other files.
//!
//! No existing library is suitable. Other libraries need fonts, because they convert text to
//! outlines. They also drop everything that is not needed for a picture: ids, the widths of
//! transformed lines, and which paths were lines.

mod cascade;
mod css;
mod css_transform;
mod doubtful_selector;
mod figure;
mod ignored_properties;
mod letters;
mod painted;
mod patterns;
mod references;
mod shapes;
mod style;
mod text_element;
mod transform;
mod unknown_features;
mod values;
mod walk;

use base64::prelude::{BASE64_STANDARD, Engine};
use kurbo::{Affine, Rect, Shape, Size};
use roxmltree::{Node, ParsingOptions};

pub use painted::Painted;
pub use unknown_features::UnknownFeature;
use walk::{Output, SvgDrawing, read_drawing};

use super::{Attachment, Document, Item, ItemKind, Page, ReadError};
use crate::inflate::{GZIP, ungzipped};
use crate::limits::MAX_ATTACHED;
use hexpress_base::units::MM_PER_INCH;
use hexpress_base::xml::{MAX_ATTRIBUTES, has_too_many_attributes};
use values::PX_PER_INCH;

/// The largest number of elements and texts in a file.
const MAX_NODES: u32 = 4_000_000;
/// The largest width and height of a sheet, in mm: a kilometre.
const MAX_SIDE: f64 = 1e6;
/// The namespace of the elements that contain the record and the layout.
const RECORD_NAMESPACE: &str = "urn:hexpress:record";
/// The size of an SVG file that states no size, in px. CSS 2.1, 10.3.2, gives this size to replaced
/// elements.
const DEFAULT_SIZE: Size = Size::new(300.0, 150.0);
/// The units whose length on paper is fixed.
const PAPER_UNITS: [&str; 7] = ["mm", "cm", "in", "pt", "pc", "Q", "q"];

#[derive(Debug, Clone, Default)]
pub struct Svg {
    /// The contents of the file. The document has one page.
    pub document: Document,
    /// The number of the sheet, counted from 1. The second value is the number of sheets in the
    /// same build.
    pub sheet: Option<(usize, usize)>,
}

/// Returns whether a file begins like an SVG file or like a gzip file.
pub fn is_svg(bytes: &[u8]) -> bool {
    let marks: [&[u8]; 5] = [GZIP, b"<", b"\xEF\xBB\xBF<", b"\xFF\xFE<", b"\xFE\xFF\0<"];
    let start = bytes.trim_ascii_start();
    marks.iter().any(|mark| start.starts_with(mark))
}

/// Reads an SVG file, which may be compressed with gzip (`.svgz`).
///
/// # Errors
/// The bytes are not an SVG file, or the file exceeds a limit of this module.
pub fn svg(file: &[u8]) -> Result<Svg, ReadError> {
    let bytes = ungzipped(file).map_err(|broken| {
        broken.into_read_error(ReadError::Svg("its compressed bytes are damaged".to_owned()))
    })?;
    let text = decode_text(&bytes)?;
    let tree = parse(text)?;
    let root = tree.root_element();
    let frame = Frame::new(root)?;
    let metadata = child(root, "metadata");
    let Attached { attachments, sheet } = metadata.map(attached).transpose()?.unwrap_or_default();
    let SvgDrawing { items, ignored_features, patterns, unknown_features, .. } =
        read_drawing(root, frame.to_page, frame.viewport, Output::Items)?;
    let media = frame.media.or_else(|| extent(&items)).ok_or_else(invalid_size)?;
    let recorded_digests: Vec<String> = metadata
        .and_then(|node| node.attribute(hexpress_language::record::DIGEST))
        .filter(|_| attachments.is_empty())
        .map(str::to_owned)
        .into_iter()
        .collect();
    let drawing = text.split_once("</metadata>").map_or(text, |(_, after)| after);
    let digest = hexpress_language::record::page_digest_of(drawing.as_bytes(), &recorded_digests);
    let images = items.iter().filter(|item| matches!(item.kind, ItemKind::Image { .. })).count();
    let page = Page { number: 1, media, digest, items, patterns, ..Page::default() };
    let document = Document {
        // An SVG file does not state why its layout is missing. A missing layout counts as left out
        // on purpose.
        left_out: attachments.is_empty(),
        title: child(root, "title").and_then(|node| node.text()).map(str::to_owned),
        language: root.attribute("lang").map(str::to_owned),
        producer: root.attribute("data-made-by").map(str::to_owned),
        recorded_digests,
        attachments,
        images,
        in_pixels: frame.in_pixels,
        ignored_features: ignored_features.into_iter().collect(),
        unknown_features,
        pages: vec![page],
        ..Document::default()
    };
    Ok(Svg { document, sheet })
}

/// Returns the areas that an SVG file paints, in drawing order.
///
/// # Errors
/// The same as for [`fn@svg`].
pub fn svg_areas(bytes: &[u8]) -> Result<Vec<Painted>, ReadError> {
    let tree = parse(decode_text(bytes)?)?;
    let Frame { to_page, viewport, .. } = Frame::new(tree.root_element())?;
    Ok(read_drawing(tree.root_element(), to_page, viewport, Output::ItemsAndAreas)?.areas)
}

fn decode_text(bytes: &[u8]) -> Result<&str, ReadError> {
    let text = std::str::from_utf8(bytes)
        .map_err(|_| ReadError::Svg("it is not UTF-8 text; save it as UTF-8".to_owned()))?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

fn parse(text: &str) -> Result<roxmltree::Document<'_>, ReadError> {
    parse_within(MAX_NODES, text)
}

fn parse_within(most: u32, text: &str) -> Result<roxmltree::Document<'_>, ReadError> {
    if has_too_many_attributes(text) {
        return Err(ReadError::Svg(format!("an element has more than {MAX_ATTRIBUTES} attributes")));
    }
    // Older files often have a document type declaration. The parser never fetches the file that the
    // declaration names. It reports an error for entities that would expand without end.
    let options = ParsingOptions { nodes_limit: most, allow_dtd: true, ..ParsingOptions::default() };
    let tree = roxmltree::Document::parse_with_options(text, options).map_err(|error| match error {
        roxmltree::Error::NodesLimitReached => ReadError::Svg(format!("it has more than {most} elements")),
        other => ReadError::Svg(other.to_string()),
    })?;
    match tree.root_element().tag_name().name() {
        "svg" => Ok(tree),
        _ => Err(ReadError::Svg("its outermost element is not <svg>".to_owned())),
    }
}

/// Returns the first child element that has this local name.
fn child<'a, 'i>(parent: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    parent.children().find(|node| node.tag_name().name() == name)
}

/// The parts of `<metadata>` that hexpress writes.
#[derive(Default)]
struct Attached {
    attachments: Vec<Attachment>,
    sheet: Option<(usize, usize)>,
}

/// Reads the record and the layouts in the metadata of a file.
fn attached(metadata: Node<'_, '_>) -> Result<Attached, ReadError> {
    let mut all = Attached::default();
    let mut room = MAX_ATTACHED;
    for node in metadata.children().filter(|node| node.tag_name().namespace() == Some(RECORD_NAMESPACE)) {
        let (name, mime) = match node.tag_name().name() {
            "record" => {
                all.sheet = number(node, "sheet").zip(number(node, "sheets"));
                (hexpress_language::record::RECORD.to_owned(), "application/json")
            }
            "layout" => (node.attribute("name").unwrap_or("layout.toml").to_owned(), "application/toml"),
            _ => continue,
        };
        let content: String = node.children().filter_map(|child| child.text()).collect();
        let bytes = match node.attribute("encoding") {
            Some("base64") => decode_base64(content).ok_or_else(|| ReadError::Attachment(name.clone()))?,
            _ => content.into_bytes(),
        };
        room = room.checked_sub(bytes.len()).ok_or(ReadError::TooMuchAttached)?;
        all.attachments.push(Attachment { name, mime: Some(mime.to_owned()), bytes });
    }
    Ok(all)
}

fn number(node: Node<'_, '_>, key: &str) -> Option<usize> {
    node.attribute(key)?.parse().ok()
}

/// Decodes base 64 (RFC 4648, section 4). Ignores line breaks, which another program may have inserted.
/// Returns `None` if the text is not valid.
fn decode_base64(mut text: String) -> Option<Vec<u8>> {
    text.retain(|c| !c.is_ascii_whitespace());
    BASE64_STANDARD.decode(text).ok()
}

/// The sheet of a file, and the coordinate system of the file.
struct Frame {
    /// The sheet in mm, or `None` if the file has neither a size nor a view box.
    media: Option<Rect>,
    /// The transform from user units of the file to mm.
    to_page: Affine,
    /// The size of the sheet in user units.
    viewport: Size,
    /// True if neither the width nor the height of the file has a unit with a fixed length on paper, such as
    /// mm.
    in_pixels: bool,
}

fn invalid_size() -> ReadError {
    ReadError::Svg("its width, height or viewBox is not a possible size of a sheet".to_owned())
}

impl Frame {
    /// Reads `width`, `height`, `viewBox` and `preserveAspectRatio` of the root element.
    fn new(root: Node<'_, '_>) -> Result<Self, ReadError> {
        let view = root.attribute("viewBox").map(view_box).transpose()?;
        let px_per_mm = PX_PER_INCH / MM_PER_INCH;
        let size = match (side(root, "width")?, side(root, "height")?, view) {
            (Some(w), Some(h), _) => (w, h),
            (Some(w), None, Some([.., vw, vh])) => (w, w * vh / vw),
            (None, Some(h), Some([.., vw, vh])) => (h * vw / vh, h),
            (None, None, Some([.., vw, vh])) => (vw / px_per_mm, vh / px_per_mm),
            (_, _, None) => {
                let to_page = Affine::scale(1.0 / px_per_mm);
                return Ok(Self { media: None, to_page, viewport: DEFAULT_SIZE, in_pixels: true });
            }
        };
        let [x, y, vw, vh] = view.unwrap_or([0.0, 0.0, size.0 * px_per_mm, size.1 * px_per_mm]);
        let are_sides = [size.0, size.1, vw, vh].into_iter().all(is_side);
        if !(are_sides && x.is_finite() && y.is_finite()) {
            return Err(invalid_size());
        }
        Ok(Self {
            media: Some(Rect::new(0.0, 0.0, size.0, size.1)),
            to_page: transform::into_frame([x, y, vw, vh], size, root.attribute("preserveAspectRatio")),
            viewport: Size::new(vw, vh),
            in_pixels: !has_paper_unit(root, "width") && !has_paper_unit(root, "height"),
        })
    }
}

/// Parses a view box: left, top, width and height in user units.
fn view_box(text: &str) -> Result<[f64; 4], ReadError> {
    transform::numbers(text).and_then(|numbers| numbers.try_into().ok()).ok_or_else(invalid_size)
}

fn has_paper_unit(root: Node<'_, '_>, key: &str) -> bool {
    let text = root.attribute(key).unwrap_or_default().trim();
    PAPER_UNITS.iter().any(|unit| text.ends_with(unit))
}

/// Returns the `width` or `height` of the root element in mm. Returns `None` if the value is
/// missing or relative to a window.
fn side(root: Node<'_, '_>, key: &str) -> Result<Option<f64>, ReadError> {
    let Some(text) = root.attribute(key).filter(|text| !text.trim().ends_with('%')) else { return Ok(None) };
    let px = values::length(text, 0.0, 16.0).ok_or_else(invalid_size)?;
    Ok(Some(px / (PX_PER_INCH / MM_PER_INCH)))
}

/// Returns whether this length, in mm, is possible for a side of a sheet.
fn is_side(length: f64) -> bool {
    length > 0.0 && length <= MAX_SIDE
}

/// Returns a sheet for a file that states no size. The sheet extends from the origin to the right
/// and bottom edges of the drawing. Returns `None` if this size is not possible for a sheet.
fn extent(items: &[Item]) -> Option<Rect> {
    let all = items.iter().map(item_bounds).reduce(|a, b| a.union(b))?;
    (is_side(all.x1) && is_side(all.y1)).then(|| Rect::new(0.0, 0.0, all.x1, all.y1))
}

fn item_bounds(item: &Item) -> Rect {
    match &item.kind {
        ItemKind::Path { path, stroke, .. } => {
            let half = stroke.as_ref().map_or(0.0, |stroke| stroke.width / 2.0);
            path.bounding_box().inflate(half, half)
        }
        ItemKind::Text(text) => text.outline,
        ItemKind::Image { corners, .. } => Rect::from_points(corners[0], corners[2]),
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_SIDE, decode_base64, is_side, parse_within, svg};
    use crate::limits::MAX_GROUPS;
    use crate::{ItemKind, ReadError, Rgb};

    #[test]
    fn a_file_may_have_as_many_elements_as_the_limit() {
        // The parser counts the document itself as a node.
        let text = "<svg><g/><g/></svg>";
        assert!(parse_within(4, text).is_ok());
        assert!(
            matches!(parse_within(3, text), Err(ReadError::Svg(why)) if why.contains("more than 3 elements"))
        );
    }

    #[test]
    fn a_sheet_may_be_as_long_as_the_limit() {
        assert!(is_side(MAX_SIDE));
        assert!(!is_side(MAX_SIDE + 0.001) && !is_side(0.0));
    }

    #[test]
    fn groups_may_be_nested_as_deep_as_the_limit() {
        let nested = |depth: usize| {
            let (open, close) = ("<g>".repeat(depth), "</g>".repeat(depth));
            let file = format!(
                "<svg xmlns='http://www.w3.org/2000/svg' width='9mm' height='9mm'>{open}<path d='M0 0h1v1z'/>{close}</svg>"
            );
            svg(file.as_bytes()).map(|read| read.document.pages[0].items.len())
        };
        assert_eq!(nested(MAX_GROUPS).unwrap(), 1);
        let too_deep = ReadError::TooMuchNesting { what: "groups", most: MAX_GROUPS };
        assert_eq!(nested(MAX_GROUPS + 1).err(), Some(too_deep));
    }

    #[test]
    fn declarations_override_one_another_as_css_has_it() {
        let file = "<svg xmlns='http://www.w3.org/2000/svg' width='9mm' height='9mm' viewBox='0 0 9 9'>\
            <style>.a { fill: #00f !important; opacity: 1 } .b { FILL: #0f0; display: inline } g > .c { fill: #f00 }</style>\
            <g opacity='.5'><path class='a' style='fill: #fff' opacity='.5' d='M0 0h1v1z'/></g>\
            <path class='b' fill='#000' display='none' d='M0 0h1v1z'/>\
            <g><path class='c' d='M0 0h1v1z'/><a><path class='c' d='M0 0h1v1z'/></a></g>\
            <path class='b' style='fill: #123' d='M0 0h1v1z'/></svg>";
        let items = svg(file.as_bytes()).unwrap().document.pages.remove(0).items;
        let fills = items.iter().map(|item| match &item.kind {
            ItemKind::Path { fill, .. } => fill.map(|Rgb(rgb)| rgb),
            _ => None,
        });
        let expected =
            [[0x80, 0x80, 0xFF], [0, 0xFF, 0], [0xFF, 0, 0], [0, 0, 0], [0x11, 0x22, 0x33]].map(Some);
        assert_eq!(fills.collect::<Vec<_>>(), expected);
    }

    /// Returns the document of a file from hexpress that contains the SVG elements in `inside`.
    fn drawn(inside: &str) -> super::Document {
        let head = "<svg xmlns='http://www.w3.org/2000/svg' width='20mm' height='20mm' viewBox='0 0 20 20' data-made-by='x'>";
        svg(format!("{head}{inside}</svg>").as_bytes()).unwrap().document
    }

    #[test]
    fn what_changes_the_look_of_a_drawing_is_known() {
        let effect = |inside: &str| match &*drawn(inside).pages.remove(0).items {
            [item] => item.effect,
            items => panic!("{} items in {inside}", items.len()),
        };
        let square = "d='M2 2h9v9h-9z'";
        let plain = effect(&format!("<path {square}/>"));
        for same in [
            format!("<g transform='translate(0 0)'><path {square}/></g>"),
            format!(
                "<g clip-path='url(#c)'><path {square}/></g><clipPath id='c'><path d='M0 0h20v20h-20z'/></clipPath>"
            ),
            format!("<path {square} filter='none' style='mix-blend-mode: normal; mask: none'/>"),
            format!("<path {square} stroke-linecap='round' fill-rule='evenodd'/>"),
        ] {
            assert_eq!(effect(&same), plain, "{same}");
        }
        let mut all = vec![plain];
        for other in [
            format!("<path {square} opacity='.5'/>"),
            format!("<path {square} fill-opacity='.4'/>"),
            format!("<g style='mix-blend-mode:multiply'><path {square}/></g>"),
            format!("<path {square} mask='url(#m)'/><mask id='m'><path d='M0 0h1v1z'/></mask>"),
            format!("<path {square} mask='url(#m)'/><mask id='m'><path d='M0 0h2v2z'/></mask>"),
            format!(
                "<path {square} fill='url(#g)'/><linearGradient id='g'><stop stop-color='red'/></linearGradient>"
            ),
            format!(
                "<path {square} fill='url(#g)'/><linearGradient id='g'><stop stop-color='tan'/></linearGradient>"
            ),
            format!("<g filter='url(#f)'><path {square}/></g>"),
            format!(
                "<path {square} clip-path='url(#c)'/><clipPath id='c'><use href='#t'/></clipPath><defs><path id='t' d='M0 0h20v20z'/></defs>"
            ),
            format!("<path {square}><set attributeName='fill' to='red'/></path>"),
            format!("<path {square} style='transform:rotate(10%)'/>"),
        ] {
            let effect = effect(&other);
            assert!(!all.contains(&effect), "{other}");
            all.push(effect);
        }
    }

    #[test]
    fn what_is_not_followed_is_named() {
        let ignored_features = |inside: &str| drawn(inside).ignored_features;
        let square = "d='M2 2h9v9h-9z'";
        assert!(ignored_features(&format!("<path {square}/>")).is_empty());
        assert_eq!(
            ignored_features(&format!("<path {square} mask='url(#m)' filter='url(#f)'/>")),
            ["filters", "masks"]
        );
        assert_eq!(
            ignored_features(&format!("<path {square} stroke='url(#g)'/>")),
            ["patterns and gradients"]
        );
        assert_eq!(ignored_features("<foreignObject width='2' height='2'/>"), ["foreign objects"]);
        // The group is not drawn, so its mask is not reported.
        assert!(
            ignored_features(&format!("<g display='none'><path {square} mask='url(#m)'/></g>")).is_empty()
        );
    }

    #[test]
    fn pictures_are_known_by_their_bytes() {
        let effect = |address: &str| {
            let image = format!("<image width='4' height='4' href='data:image/png;base64,{address}'/>");
            drawn(&image).pages.remove(0).items.remove(0).effect
        };
        assert_eq!(effect("AAAA\nBBBB"), effect("AAAABBBB"));
        assert_ne!(effect("AAAABBBB"), effect("AAAACCCC"));
    }

    #[test]
    fn letters_are_told_apart_by_their_form_and_place() {
        let letters = |inside: &str, words: &str| {
            let defs = "<defs><path id='a' d='M0 0h500v500z'/><path id='b' d='M0 0h500v400z'/></defs>";
            let run = format!(
                "{defs}<g aria-label='{words}' font-size='1000' transform='translate(2 9)scale(.005)'>{inside}</g>"
            );
            drawn(&run).pages.remove(0).items
        };
        let one = |inside: &str| match &*letters(inside, "aa") {
            [item] => item.effect,
            items => panic!("{} items in {inside}", items.len()),
        };
        let right = one("<use href='#a'/><use x='600' href='#a'/>");
        assert_ne!(right, one("<use href='#a'/><use x='600' href='#b'/>"));
        assert_ne!(right, one("<use href='#a'/><use x='500' href='#a'/>"));
        assert_ne!(right, one("<use href='#a'/>"));
        // A letter with a different style does not belong to the text.
        assert_eq!(letters("<use href='#a'/><use x='600' fill='red' href='#a'/>", "aa").len(), 2);
        assert_eq!(letters("<use href='#a'/><path d='M0 0h9v9z'/>", "aa").len(), 2);
        assert!(letters("<use href='#a' display='none'/>", "a").is_empty());
    }

    #[test]
    fn the_areas_that_are_painted_are_known() {
        let text = "<svg width='20mm' height='20mm' viewBox='0 0 20 20'><path d='M2 2h9v9h-9z' fill='red' stroke='#00f' \
                    stroke-opacity='.5' clip-path='url(#c)'/><clipPath id='c'><path d='M0 0h9v9z'/></clipPath></svg>";
        let areas = super::svg_areas(text.as_bytes()).unwrap();
        let [area, line] = &areas[..] else { panic!("{areas:?}") };
        assert_eq!((area.colour, line.colour), ([255, 0, 0, 255], [0, 0, 255, 128]));
        assert_eq!((area.clips.len(), line.clips.len()), (1, 1));
        assert_eq!(kurbo::Shape::bounding_box(&line.path), kurbo::Rect::new(1.5, 1.5, 11.5, 11.5));
    }

    #[test]
    fn base_64_is_decoded_with_its_line_breaks_and_refused_when_it_is_damaged() {
        assert_eq!(decode_base64("Zm9v\n  YmE=".to_owned()).as_deref(), Some(&b"fooba"[..]));
        for damaged in ["Z-==", "Zg==Zg", "Zg=", "Z"] {
            assert_eq!(decode_base64(damaged.to_owned()), None, "{damaged}");
        }
    }

    #[test]
    fn dashes_grow_with_the_drawing() {
        let line =
            "<path d='M0 0h5' stroke='red' stroke-width='1' stroke-dasharray='2 1' stroke-dashoffset='.5'/>";
        let lengths = |scale: f64| {
            let items = drawn(&format!("<g transform='scale({scale})'>{line}</g>")).pages.remove(0).items;
            let ItemKind::Path { stroke: Some(stroke), .. } = &items[0].kind else { panic!("{items:?}") };
            [stroke.width, stroke.dash[0], stroke.dash[1], stroke.phase]
        };
        let plain = lengths(1.0);
        assert!(lengths(3.0).iter().zip(plain).all(|(large, small)| (large - 3.0 * small).abs() < 1e-9));
        assert!((plain[1] - 2.0).abs() < 1e-9, "{plain:?}");
    }
}

//! Sheets that were written as SVG by this or another program, read into the same flat items as pages of a PDF.
//!
//! Groups, uses, symbols, transforms, view boxes and units are followed, shapes of all kinds become paths, and what is
//! said of them in attributes, in `style` and in simple style sheets is applied. No library is used for this: those
//! that there are turn words into outlines, for which they need fonts, and drop what their picture
//! does not need: ids, widths of lines after a transform, and which path was one. Our own files set words in outlines
//! and say them in `aria-label`; of words that are left to a font, the text and the place are known. Nothing that a
//! file names outside of itself is ever fetched.

mod areas;
mod cascade;
mod css;
mod css_transform;
mod figure;
mod letters;
mod paint;
mod painted;
mod strange;
mod style;
mod transform;
mod veil;
mod walk;
mod words;

use base64::prelude::{BASE64_STANDARD, Engine};
use kurbo::{Affine, Rect, Shape};
use roxmltree::{Node, ParsingOptions};

pub use painted::Painted;
pub use strange::Strange;

use super::{Attachment, Document, Item, ItemKind, Page, ReadError};
use crate::base::units::MM_PER_INCH;
use crate::base::xml::{MOST_ATTRIBUTES, is_crowded};
use crate::read::inflate::{GZIP, ungzipped};
use crate::read::limits::MAX_ATTACHED;
use crate::read::svg::paint::PX_PER_INCH;

/// The most elements and texts that a file may have.
const MAX_NODES: u32 = 4_000_000;
/// The widest and highest sheet, in mm: a kilometre.
const MAX_SIDE: f64 = 1e6;
const XLINK: &str = "http://www.w3.org/1999/xlink";
/// The name space of the record's elements.
const RECORD: &str = "urn:hexpress:record";

/// A sheet read from an SVG file.
#[derive(Debug, Clone, Default)]
pub struct Svg {
    /// What it says of itself, and its one page.
    pub document: Document,
    /// Which of its build's sheets it is, from 1, and how many those are.
    pub sheet: Option<(usize, usize)>,
}

/// Whether the first bytes of a file are those of an SVG, or of one that gzip compressed.
pub fn is_svg(bytes: &[u8]) -> bool {
    let marks: [&[u8]; 5] = [GZIP, b"<", b"\xEF\xBB\xBF<", b"\xFF\xFE<", b"\xFE\xFF\0<"];
    let start = bytes.trim_ascii_start();
    marks.iter().any(|mark| start.starts_with(mark))
}

/// Reads an SVG file, also one that gzip compressed (`.svgz`).
///
/// # Errors
/// If the bytes are no SVG, or one beyond the bounds of this module.
pub fn svg(bytes: &[u8]) -> Result<Svg, ReadError> {
    let damaged = || ReadError::Svg("its compressed bytes are damaged".to_owned());
    let bytes = &ungzipped(bytes).map_err(|broken| broken.or(damaged()))?;
    let text = text_of(bytes)?;
    let tree = tree(text)?;
    let root = tree.root_element();
    let Frame { media, to_page, units, pixels } = frame(root)?;
    let child = |name: &str| root.children().find(|n| n.tag_name().name() == name);
    let metadata = child("metadata");
    let mut attachments = Vec::new();
    let mut sheet = None;
    let mut left = MAX_ATTACHED;
    for node in metadata.iter().flat_map(Node::children).filter(|n| n.tag_name().namespace() == Some(RECORD))
    {
        let (name, mime) = match node.tag_name().name() {
            "record" => {
                let number = |key: &str| node.attribute(key)?.parse::<usize>().ok();
                sheet = number("sheet").zip(number("sheets"));
                (crate::record::RECORD.to_owned(), "application/json")
            }
            "layout" => (node.attribute("name").unwrap_or("layout.toml").to_owned(), "application/toml"),
            _ => continue,
        };
        let content: String = node.children().filter_map(|n| n.text()).collect();
        let bytes = match node.attribute("encoding") {
            Some("base64") => decoded(content).ok_or_else(|| ReadError::Attachment(name.clone()))?,
            _ => content.into_bytes(),
        };
        left = left.checked_sub(bytes.len()).ok_or(ReadError::TooMuchAttached)?;
        attachments.push(Attachment { name, mime: Some(mime.to_owned()), bytes });
    }
    let walk::SvgContents { items, vague, patterns, strange, .. } = walk::drawn(root, to_page, units, false)?;
    let media = media.or_else(|| reach(&items)).ok_or_else(sizeless)?;
    let after = text.split_once("</metadata>").map_or(text, |(_, after)| after);
    let told =
        metadata.and_then(|node| node.attribute(crate::record::DIGEST)).filter(|_| attachments.is_empty());
    let told: Vec<String> = told.map(str::to_owned).into_iter().collect();
    let digest = crate::record::page_digest_of(after.as_bytes(), &told);
    let title = child("title").and_then(|n| n.text());
    let images = items.iter().filter(|item| matches!(item.kind, super::ItemKind::Image { .. })).count();
    let page = Page { number: 1, media, digest, items, patterns, ..Page::default() };
    let document = Document {
        // Nothing in an SVG says why it carries no layout.
        left_out: attachments.is_empty(),
        title: title.map(str::to_owned),
        language: root.attribute("lang").map(str::to_owned),
        producer: root.attribute("data-made-by").map(str::to_owned),
        told_pages: told,
        attachments,
        images,
        in_pixels: pixels,
        vague: vague.into_iter().collect(),
        strange,
        pages: vec![page],
        ..Document::default()
    };
    Ok(Svg { document, sheet })
}

/// The areas that an SVG file paints, in drawing order.
///
/// # Errors
/// As [`fn@svg`].
pub fn svg_areas(bytes: &[u8]) -> Result<Vec<Painted>, ReadError> {
    let tree = tree(text_of(bytes)?)?;
    let Frame { to_page, units, .. } = frame(tree.root_element())?;
    Ok(walk::drawn(tree.root_element(), to_page, units, true)?.areas)
}

fn text_of(bytes: &[u8]) -> Result<&str, ReadError> {
    let text = std::str::from_utf8(bytes)
        .map_err(|_| ReadError::Svg("it is not UTF-8 text; save it as that".to_owned()))?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

fn tree(text: &str) -> Result<roxmltree::Document<'_>, ReadError> {
    // A document type is common in older files. What it names outside is never fetched, and entities that unfold
    // without end are an error.
    if is_crowded(text) {
        return Err(ReadError::Svg(format!("an element has more than {MOST_ATTRIBUTES} attributes")));
    }
    let options = ParsingOptions { nodes_limit: MAX_NODES, allow_dtd: true, ..ParsingOptions::default() };
    let tree = roxmltree::Document::parse_with_options(text, options).map_err(|error| match error {
        roxmltree::Error::NodesLimitReached => {
            ReadError::Svg(format!("it has more than {MAX_NODES} elements"))
        }
        other => ReadError::Svg(other.to_string()),
    })?;
    match tree.root_element().tag_name().name() {
        "svg" => Ok(tree),
        _ => Err(ReadError::Svg("its outermost element is not <svg>".to_owned())),
    }
}

/// The bytes that base 64 stands for (RFC 4648, section 4); an editor may have broken its lines.
fn decoded(mut text: String) -> Option<Vec<u8>> {
    text.retain(|c| !c.is_ascii_whitespace());
    BASE64_STANDARD.decode(text).ok()
}

/// The sheet of a file.
struct Frame {
    /// In mm; none where the file does not say.
    media: Option<Rect>,
    /// From the file's own units to mm.
    to_page: Affine,
    /// Its size in these units.
    units: (f64, f64),
    /// Whether its size is said in no length of paper.
    pixels: bool,
}

/// What is said where that makes no sheet.
fn sizeless() -> ReadError {
    ReadError::Svg("its width, height or viewBox is not the size of a sheet".to_owned())
}

fn frame(root: Node<'_, '_>) -> Result<Frame, ReadError> {
    let four = |text| transform::numbers(text).and_then(|view| <[f64; 4]>::try_from(view).ok());
    let view = root.attribute("viewBox").map(|text| four(text).ok_or_else(sizeless)).transpose()?;
    let px = PX_PER_INCH / MM_PER_INCH;
    let on_paper = |key: &str| {
        let text = root.attribute(key).unwrap_or_default();
        ["mm", "cm", "in", "pt", "pc", "Q", "q"].iter().any(|unit| text.trim().ends_with(unit))
    };
    let pixels = !on_paper("width") && !on_paper("height");
    // Without a unit it is pixels; a share of a window is no size on paper.
    let side = |key: &str| match root.attribute(key).filter(|text| !text.trim().ends_with('%')) {
        Some(text) => paint::length(text, 0.0, 16.0).map(|v| Some(v / px)).ok_or_else(sizeless),
        None => Ok(None),
    };
    let (w, h) = match (side("width")?, side("height")?, view) {
        (Some(w), Some(h), _) => (w, h),
        (Some(w), None, Some([.., vw, vh])) => (w, w * vh / vw),
        (None, Some(h), Some([.., vw, vh])) => (h * vw / vh, h),
        (None, None, Some([.., vw, vh])) => (vw / px, vh / px),
        (_, _, None) => {
            let (to_page, units) = (Affine::scale(1.0 / px), (300.0, 150.0));
            return Ok(Frame { media: None, to_page, units, pixels: true });
        }
    };
    let [x, y, vw, vh] = view.unwrap_or([0.0, 0.0, w * px, h * px]);
    let allowed = |v: f64| v > 0.0 && v < MAX_SIDE;
    if !([w, h, vw, vh].into_iter().all(allowed) && x.is_finite() && y.is_finite()) {
        return Err(sizeless());
    }
    let to_page = transform::into_frame([x, y, vw, vh], (w, h), root.attribute("preserveAspectRatio"));
    Ok(Frame { media: Some(Rect::new(0.0, 0.0, w, h)), to_page, units: (vw, vh), pixels })
}

/// From the origin to the end of all that is drawn: the sheet of a file that does not say how large it is.
fn reach(items: &[Item]) -> Option<Rect> {
    let own = |item: &Item| match &item.kind {
        ItemKind::Path { path, stroke, .. } => {
            let half = stroke.as_ref().map_or(0.0, |stroke| stroke.width / 2.0);
            path.bounding_box().inflate(half, half)
        }
        ItemKind::Text(text) => text.outline,
        ItemKind::Image { corners, .. } => Rect::from_points(corners[0], corners[2]),
    };
    let all = items.iter().map(own).reduce(|a, b| a.union(b))?;
    let rect = Rect::new(0.0, 0.0, all.x1, all.y1);
    (rect.x1 > 0.0 && rect.y1 > 0.0 && rect.x1 < MAX_SIDE && rect.y1 < MAX_SIDE).then_some(rect)
}

#[cfg(test)]
mod tests {
    use super::{decoded, svg};
    use crate::read::{ItemKind, Rgb};

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

    /// What is drawn, within an element of ours.
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
        let vague = |inside: &str| drawn(inside).vague;
        let square = "d='M2 2h9v9h-9z'";
        assert!(vague(&format!("<path {square}/>")).is_empty());
        assert_eq!(vague(&format!("<path {square} mask='url(#m)' filter='url(#f)'/>")), ["filters", "masks"]);
        assert_eq!(vague(&format!("<path {square} stroke='url(#g)'/>")), ["patterns and gradients"]);
        assert_eq!(vague("<foreignObject width='2' height='2'/>"), ["foreign objects"]);
        // Nothing of it is drawn.
        assert!(vague(&format!("<g display='none'><path {square} mask='url(#m)'/></g>")).is_empty());
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
        // A letter that is drawn in a way of its own is no letter of the words.
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
        assert_eq!(decoded("Zm9v\n  YmE=".to_owned()).as_deref(), Some(&b"fooba"[..]));
        for damaged in ["Z-==", "Zg==Zg", "Zg=", "Z"] {
            assert_eq!(decoded(damaged.to_owned()), None, "{damaged}");
        }
    }
}

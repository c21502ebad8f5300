//! Sheets that were written as SVG, read back into the same flat items as pages of a PDF.
//!
//! What is understood is what this program writes: groups, paths, uses of both, pictures, clips, and runs of letters
//! that say their words in `aria-label`. Of other files, drawings that are made of the same are seen, and nothing
//! else.

mod base64;
mod transform;
mod walk;

use kurbo::{Affine, Rect};
use roxmltree::{Node, ParsingOptions};

use super::{Attachment, Document, MAX_ATTACHED, Page, ReadError};
use crate::units::{MM_PER_INCH, UNITS};

/// The most elements and texts that a file may have.
const MAX_NODES: u32 = 4_000_000;
/// The widest and highest sheet, in mm: a kilometre.
const MAX_SIDE: f64 = 1e6;
const XLINK: &str = "http://www.w3.org/1999/xlink";
/// The name space of the record's elements.
const RECORD: &str = "urn:hexpress:record";
/// The pixels of an inch, for files that count in them.
const PX_PER_INCH: f64 = 96.0;

/// A sheet read from an SVG file.
#[derive(Debug, Clone, Default)]
pub struct Svg {
    /// What it says of itself, and its one page.
    pub document: Document,
    /// Which of its build's sheets it is, from 1, and how many those are.
    pub sheet: Option<(usize, usize)>,
}

/// Reads an SVG file.
///
/// # Errors
/// If the bytes are no SVG, or one beyond the bounds of this module.
pub fn svg(bytes: &[u8]) -> Result<Svg, ReadError> {
    let text = std::str::from_utf8(bytes).map_err(|_| ReadError::Svg("it is not UTF-8 text".to_owned()))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let options = ParsingOptions { nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    let tree = roxmltree::Document::parse_with_options(text, options)
        .map_err(|error| ReadError::Svg(error.to_string()))?;
    let root = tree.root_element();
    if root.tag_name().name() != "svg" {
        return Err(ReadError::Svg("its outermost element is not <svg>".to_owned()));
    }
    let (media, to_page) = size(root)?;
    let metadata = root.children().find(|n| n.has_tag_name("metadata") || n.tag_name().name() == "metadata");
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
            Some("base64") => base64::decode(&content).ok_or_else(|| ReadError::Attachment(name.clone()))?,
            _ => content.into_bytes(),
        };
        left = left.checked_sub(bytes.len()).ok_or(ReadError::TooMuchAttached)?;
        attachments.push(Attachment { name, mime: Some(mime.to_owned()), bytes });
    }
    let items = walk::items(root, to_page)?;
    let after = text.split_once("</metadata>").map_or(text, |(_, after)| after);
    let digest = crate::record::page_digest(after.as_bytes());
    let title = root.children().find(|n| n.tag_name().name() == "title").and_then(|n| n.text());
    let images = items.iter().filter(|item| matches!(item.kind, super::Kind::Image { .. })).count();
    let page = Page { number: 1, media, digest, items, ..Page::default() };
    let document = Document {
        title: title.map(str::to_owned),
        language: root.attribute("lang").map(str::to_owned),
        producer: root.attribute("data-made-by").map(str::to_owned),
        attachments,
        images,
        pages: vec![page],
        ..Document::default()
    };
    Ok(Svg { document, sheet })
}

/// The sheet in mm, and the way from the file's own units to it.
fn size(root: Node<'_, '_>) -> Result<(Rect, Affine), ReadError> {
    let view: Option<Vec<f64>> = root
        .attribute("viewBox")
        .map(|text| transform::numbers(text).ok_or(ReadError::Bounds(1)))
        .transpose()?;
    let length = |key: &str, other: f64| match root.attribute(key) {
        Some(text) => mm(text).ok_or(ReadError::Bounds(1)),
        None => Ok(other * MM_PER_INCH / PX_PER_INCH),
    };
    let (x, y, vw, vh) = match view.as_deref() {
        Some([x, y, w, h]) => (*x, *y, *w, *h),
        Some(_) => return Err(ReadError::Bounds(1)),
        None => (0.0, 0.0, f64::NAN, f64::NAN),
    };
    let (w, h) = (length("width", vw)?, length("height", vh)?);
    let allowed = |v: f64| v > 0.0 && v < MAX_SIDE;
    let px = PX_PER_INCH / MM_PER_INCH;
    let (vw, vh) = if view.is_some() { (vw, vh) } else { (w * px, h * px) };
    if !([w, h, vw, vh].into_iter().all(allowed) && x.is_finite() && y.is_finite()) {
        return Err(ReadError::Bounds(1));
    }
    let to_page = Affine::scale_non_uniform(w / vw, h / vh) * Affine::translate((-x, -y));
    Ok((Rect::new(0.0, 0.0, w, h), to_page))
}

/// A length in mm; pixels where there is no unit.
fn mm(text: &str) -> Option<f64> {
    let text = text.trim();
    let (number, unit) = crate::units::split_number(text);
    let value: f64 = number.parse().ok()?;
    match unit.trim() {
        "" | "px" => Some(value * MM_PER_INCH / PX_PER_INCH),
        unit => UNITS.iter().find(|(name, _)| *name == unit).map(|(_, scale)| value * scale),
    }
}

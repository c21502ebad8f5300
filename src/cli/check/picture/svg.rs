//! Draws the faulty pages as an SVG, one below the other, with rings.
//!
//! - In: a verdict, and the files that were judged.
//! - Out: one SVG. Shapes are exact. Text has the correct position and width, but the browser
//!   chooses its font.
//! - Not here: images; grey rectangles replace them.

use kurbo::{BezPath, Rect, Shape as _};

use super::fault_rings::{COLOUR, LINE_WIDTH, Overlay, pages, unreadable};
use super::inset::{self, Inset};
use hexpress_base::diag::Result;
use hexpress_base::xml::escaped;
use hexpress_check::{Verdict, visible_bounds};
use hexpress_read::{Item, ItemKind, Page, Rgb, Text};
use hexpress_write::svg::{data, words};

/// The gap between two pages, in mm.
const PAGE_GAP: f64 = 10.0;

/// The file that was read last, with its pages. It is kept, because the next faulty page is usually in
/// the same file.
struct ReadFile {
    index: usize,
    pages: Vec<Page>,
}

impl ReadFile {
    fn new(index: usize, files: &[Vec<u8>]) -> Result<Self> {
        let bytes = files.get(index).ok_or_else(|| unreadable("the checked file is missing"))?;
        let document = match hexpress_read::is_svg(bytes) {
            true => hexpress_read::svg(bytes).map(|svg| svg.document),
            false => hexpress_read::pdf(bytes),
        };
        Ok(Self { index, pages: document.map_err(|error| unreadable(&error.to_string()))?.pages })
    }
}

/// Draws the faulty pages with their faults.
///
/// # Errors
/// A file cannot be read.
pub fn draw(verdict: &Verdict, files: &[Vec<u8>]) -> Result<Vec<u8>> {
    let mut body = String::new();
    let mut widest = 0.0_f64;
    let mut bottom = 0.0;
    let mut current: Option<ReadFile> = None;
    for faulty in pages(verdict) {
        let file = match current.take() {
            Some(file) if file.index == faulty.key.file => file,
            _ => ReadFile::new(faulty.key.file, files)?,
        };
        if let Some(page) = file.pages.iter().find(|page| page.number == faulty.key.number) {
            let (width, height) = (page.media.width(), page.media.height());
            body.push_str(&format!(
                "<g transform=\"translate(0 {bottom:.3})\">\n\
                 <rect width=\"{width:.3}\" height=\"{height:.3}\" fill=\"#fff\"/>\n"
            ));
            page.items.iter().for_each(|item| push_item(item, &mut body));
            push_overlay(&faulty.overlay(page.media.size()), page, &mut body);
            body.push_str("</g>\n");
            widest = widest.max(width);
            bottom += height + PAGE_GAP;
        }
        current = Some(file);
    }
    let height = (bottom - PAGE_GAP).max(1.0);
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{widest:.3}mm\" height=\"{height:.3}mm\" \
         viewBox=\"0 0 {widest:.3} {height:.3}\">\n<rect width=\"{widest:.3}\" height=\"{height:.3}\" fill=\"#ccc\"/>\n\
         {body}</svg>\n"
    )
    .into_bytes())
}

/// Adds what is drawn on top of a page: rings, numbers and insets.
fn push_overlay(overlay: &Overlay, page: &Page, body: &mut String) {
    push_lines(&overlay.rings, Rgb(COLOUR), LINE_WIDTH, body);
    overlay.plates.iter().for_each(|plate| push_rect(*plate, "#fff", body));
    push_lines(&overlay.numbers, Rgb(COLOUR), LINE_WIDTH, body);
    for inset in &overlay.insets {
        push_inset(inset, page, body);
    }
}

fn push_inset(inset: &Inset, page: &Page, body: &mut String) {
    push_rect(inset.frame, "#fff", body);
    let detail = inset.detail;
    let [a, b, c, d, e, f] = inset.page_to_detail.as_coeffs();
    // A nested `svg` element clips its contents.
    body.push_str(&format!(
        "<svg x=\"{x:.3}\" y=\"{y:.3}\" width=\"{w:.3}\" height=\"{h:.3}\" viewBox=\"{x:.3} {y:.3} {w:.3} {h:.3}\" \
         overflow=\"hidden\">\n<g transform=\"matrix({a:.3} {b:.3} {c:.3} {d:.3} {e:.3} {f:.3})\">\n",
        x = detail.x0,
        y = detail.y0,
        w = detail.width(),
        h = detail.height()
    ));
    let window = inset.window();
    for item in &page.items {
        if visible_bounds(item).is_some_and(|rect| rect.overlaps(window)) {
            push_item(item, body);
        }
    }
    body.push_str("</g>\n</svg>\n");
    push_lines(&inset.arrow, Rgb([0xFF; 3]), inset::HALO_WIDTH, body);
    push_lines(&inset.arrow, Rgb(COLOUR), inset::LINE_WIDTH, body);
    push_lines(&inset.lines, Rgb(COLOUR), inset::LINE_WIDTH, body);
}

fn push_rect(rect: Rect, fill: &str, body: &mut String) {
    let (x, y, w, h) = (rect.x0, rect.y0, rect.width(), rect.height());
    body.push_str(&format!(
        "<rect x=\"{x:.3}\" y=\"{y:.3}\" width=\"{w:.3}\" height=\"{h:.3}\" fill=\"{fill}\"/>\n"
    ));
}

fn push_lines(path: &BezPath, ink: Rgb, width: f64, body: &mut String) {
    if path.elements().is_empty() {
        return;
    }
    let (path, stroke) = (data(path), hex_colour(ink));
    body.push_str(&format!(
        "<path d=\"{path}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{width}\" \
         stroke-linecap=\"round\" stroke-linejoin=\"round\"/>\n"
    ));
}

fn hex_colour(Rgb([r, g, b]): Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// Adds an item of the page: a path, a text, or a grey rectangle instead of an image.
fn push_item(item: &Item, body: &mut String) {
    match &item.kind {
        ItemKind::Path { path, fill, stroke } => {
            let fill = fill.map_or_else(|| "none".to_owned(), hex_colour);
            body.push_str(&format!("<path d=\"{}\" fill=\"{fill}\"", data(&path.to_path(0.0))));
            if let Some(stroke) = stroke {
                let (ink, width) = (hex_colour(stroke.colour), stroke.width);
                body.push_str(&format!(" stroke=\"{ink}\" stroke-width=\"{width:.3}\""));
            }
            body.push_str("/>\n");
        }
        ItemKind::Text(text) => push_text(text, body),
        ItemKind::Image { corners, .. } => {
            let [a, b, c, d] = **corners;
            push_rect(Rect::from_points(a, c).union(Rect::from_points(b, d)), "#ddd", body);
        }
    }
}

fn push_text(text: &Text, body: &mut String) {
    let width = text.corners[0].distance(text.corners[1]);
    // If a file states no size for a text, the height of the box around the text is used.
    let size = if text.size > 0.0 { text.size } else { text.corners[0].distance(text.corners[3]) };
    body.push_str(&format!(
        "<text transform=\"translate({:.3} {:.3})rotate({:.3})\" font-family=\"sans-serif\" \
         font-size=\"{size:.3}\" textLength=\"{width:.3}\" lengthAdjust=\"spacingAndGlyphs\" \
         fill=\"{}\">{}</text>\n",
        text.origin.x,
        text.origin.y,
        text.angle,
        hex_colour(text.colour),
        escaped(&words(&text.string))
    ));
}

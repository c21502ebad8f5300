//! The pages as they were read, with rings on them, one below the other.
//!
//! Shapes are exact; words are set in whatever font the browser has, as wide as they are on the page.

use kurbo::{BezPath, Rect, Shape as _};

use super::inset;
use super::rings::{COLOUR, LINE, Overlay, pages, unreadable};
use crate::check::{Verdict, covers};
use crate::diag::Result;
use crate::read::{self, Item, ItemKind, Page, Rgb};
use crate::write::svg::{data, words};

/// Between two pages, in mm.
const APART: f64 = 10.0;

/// Draws the faults on the pages that have any.
pub fn draw(verdict: &Verdict, files: &[Vec<u8>]) -> Result<Vec<u8>> {
    let mut body = String::new();
    let (mut wide, mut high) = (0.0_f64, 0.0);
    let mut known: Option<(usize, Vec<Page>)> = None;
    for faulty in pages(verdict) {
        let (file, number) = (faulty.file, faulty.page);
        if known.as_ref().is_none_or(|(of, _)| *of != file) {
            let bytes = files.get(file).ok_or_else(|| unreadable("a file is gone"))?;
            let document =
                if read::is_svg(bytes) { read::svg(bytes).map(|svg| svg.document) } else { read::pdf(bytes) };
            known = Some((file, document.map_err(|error| unreadable(&error.to_string()))?.pages));
        }
        let page = known.iter().flat_map(|(_, pages)| pages).find(|page| page.number == number);
        let Some(page) = page else { continue };
        let (width, height) = (page.media.width(), page.media.height());
        body.push_str(&format!(
            "<g transform=\"translate(0 {high:.3})\">\n\
             <rect width=\"{width:.3}\" height=\"{height:.3}\" fill=\"#fff\"/>\n"
        ));
        page.items.iter().for_each(|item| push(item, &mut body));
        over(&faulty.overlay(page.media.size()), page, &mut body);
        body.push_str("</g>\n");
        wide = wide.max(width);
        high += height + APART;
    }
    let high = (high - APART).max(1.0);
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide:.3}mm\" height=\"{high:.3}mm\" \
         viewBox=\"0 0 {wide:.3} {high:.3}\">\n<rect width=\"{wide:.3}\" height=\"{high:.3}\" fill=\"#ccc\"/>\n\
         {body}</svg>\n"
    )
    .into_bytes())
}

/// Rings, numbers and insets.
fn over(overlay: &Overlay, page: &Page, body: &mut String) {
    lines(&overlay.rings, Rgb(COLOUR), LINE, body);
    overlay.plates.iter().for_each(|plate| white(*plate, body));
    lines(&overlay.numbers, Rgb(COLOUR), LINE, body);
    for inset in &overlay.insets {
        white(inset.frame, body);
        let (window, frame) = (inset.window(), inset.picture);
        let [a, b, c, d, e, f] = inset.way.as_coeffs();
        // A picture within a picture cuts off what reaches beyond it.
        body.push_str(&format!(
            "<svg x=\"{x:.3}\" y=\"{y:.3}\" width=\"{w:.3}\" height=\"{h:.3}\" viewBox=\"{x:.3} {y:.3} {w:.3} {h:.3}\" \
             overflow=\"hidden\">\n<g transform=\"matrix({a:.3} {b:.3} {c:.3} {d:.3} {e:.3} {f:.3})\">\n",
            x = frame.x0,
            y = frame.y0,
            w = frame.width(),
            h = frame.height()
        ));
        let is_there = |item: &&Item| covers(item).is_some_and(|rect| rect.overlaps(window));
        page.items.iter().filter(is_there).for_each(|item| push(item, body));
        body.push_str("</g>\n</svg>\n");
        lines(&inset.arrow, Rgb([0xFF; 3]), inset::GROUND, body);
        lines(&inset.arrow, Rgb(COLOUR), inset::LINE, body);
        lines(&inset.lines, Rgb(COLOUR), inset::LINE, body);
    }
}

fn white(rect: Rect, body: &mut String) {
    let (x, y, w, h) = (rect.x0, rect.y0, rect.width(), rect.height());
    body.push_str(&format!(
        "<rect x=\"{x:.3}\" y=\"{y:.3}\" width=\"{w:.3}\" height=\"{h:.3}\" fill=\"#fff\"/>\n"
    ));
}

fn lines(path: &BezPath, ink: Rgb, wide: f64, body: &mut String) {
    if path.elements().is_empty() {
        return;
    }
    let (path, stroke) = (data(path), colour(ink));
    body.push_str(&format!(
        "<path d=\"{path}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{wide}\" \
         stroke-linecap=\"round\" stroke-linejoin=\"round\"/>\n"
    ));
}

fn colour(Rgb([r, g, b]): Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn push(item: &Item, out: &mut String) {
    match &item.kind {
        ItemKind::Path { path, fill, stroke } => {
            let fill = fill.map_or_else(|| "none".to_owned(), colour);
            out.push_str(&format!("<path d=\"{}\" fill=\"{fill}\"", data(&path.to_path(0.0))));
            if let Some(stroke) = stroke {
                let (ink, width) = (colour(stroke.colour), stroke.width);
                out.push_str(&format!(" stroke=\"{ink}\" stroke-width=\"{width:.3}\""));
            }
            out.push_str("/>\n");
        }
        ItemKind::Text(text) => {
            let (from, width) = (text.origin, text.corners[0].distance(text.corners[1]));
            let size = if text.size > 0.0 { text.size } else { text.corners[0].distance(text.corners[3]) };
            out.push_str(&format!(
                "<text transform=\"translate({:.3} {:.3})rotate({:.3})\" font-family=\"sans-serif\" \
                 font-size=\"{size:.3}\" textLength=\"{width:.3}\" lengthAdjust=\"spacingAndGlyphs\" \
                 fill=\"{}\">{}</text>\n",
                from.x,
                from.y,
                text.angle,
                colour(text.colour),
                escaped(&text.string)
            ));
        }
        ItemKind::Image { corners, .. } => {
            let [a, b, c, d] = **corners;
            let all = Rect::from_points(a, c).union(Rect::from_points(b, d));
            let (x, y, w, h) = (all.x0, all.y0, all.width(), all.height());
            out.push_str(&format!(
                "<rect x=\"{x:.3}\" y=\"{y:.3}\" width=\"{w:.3}\" height=\"{h:.3}\" fill=\"#ddd\"/>\n"
            ));
        }
    }
}

fn escaped(text: &str) -> String {
    words(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

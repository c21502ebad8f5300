//! Lays the layout and the faults over a scan.
//!
//! - In: a scan that was judged, and its file.
//! - Out: an SVG that contains the file.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use kurbo::{Point, Rect};

use super::Shown;
use hexpress_base::pixel_size::PixelSize;

/// The gap between a fault and its ring, in mm.
const GAP: f64 = 2.0;

/// Draws the outlines of all pieces, and a numbered ring around each fault. The numbers are the
/// same as in the list of faults.
pub fn draw(shown: &Shown<'_>, file: &[u8], size: PixelSize) -> Vec<u8> {
    let PixelSize { width, height } = size;
    let kind = if file.starts_with(&[0xFF, 0xD8]) { "jpeg" } else { "png" };
    let per_mm = shown.judged.located.map.pixels_per_mm() * shown.resolution.reduced as f64;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n\
         <image width=\"{width}\" height=\"{height}\" style=\"image-orientation:none\" href=\"data:image/{kind};base64,"
    );
    STANDARD.encode_string(file, &mut out);
    out.push_str("\"/>\n");
    out.push_str(&format!("<g fill=\"none\" stroke=\"#0090c0\" stroke-width=\"{:.1}\">\n", per_mm * 0.2));
    for piece in shown.judged.pieces.iter().filter(|piece| piece.is_unit()) {
        out.push_str(&format!("<path d=\"{}\"/>\n", frame(shown, piece.area)));
    }
    out.push_str(&format!(
        "</g>\n<g fill=\"none\" stroke=\"#e0004d\" stroke-width=\"{:.1}\">\n",
        per_mm * 0.5
    ));
    for fault in &shown.judged.faults {
        out.push_str(&format!("<path d=\"{}\"/>\n", frame(shown, fault.area.inflate(GAP, GAP))));
    }
    out.push_str(&format!(
        "</g>\n<g fill=\"#e0004d\" stroke=\"#fff\" stroke-width=\"{:.1}\" paint-order=\"stroke\" font-family=\"sans-serif\" \
         font-size=\"{:.1}\">\n",
        per_mm,
        per_mm * 5.0
    ));
    for (number, fault) in (1..).zip(&shown.judged.faults) {
        let at = pixel(shown, Point::new(fault.area.x1 + GAP + 0.5, fault.area.y0));
        out.push_str(&format!("<text x=\"{:.1}\" y=\"{:.1}\">{number}</text>\n", at.x, at.y));
    }
    out.push_str("</g>\n</svg>\n");
    out.into_bytes()
}

/// Returns the pixel of the file that shows a point of the page.
fn pixel(shown: &Shown<'_>, at: Point) -> Point {
    let judged = shown.judged.located.map.apply(at);
    let read = shown.flattening.map_or(judged, |flattening| flattening.to_photo(judged));
    (read.to_vec2() * shown.resolution.reduced as f64).to_point()
}

/// Returns the outline of an area of the page, on the scan.
fn frame(shown: &Shown<'_>, area: Rect) -> String {
    let corners = [(area.x0, area.y0), (area.x1, area.y0), (area.x1, area.y1), (area.x0, area.y1)];
    let mut path = String::new();
    for (index, corner) in corners.into_iter().enumerate() {
        let at = pixel(shown, corner.into());
        path.push_str(&format!("{}{:.1} {:.1}", if index == 0 { "M" } else { "L" }, at.x, at.y));
    }
    path.push('Z');
    path
}

//! Draws the outlines of the pieces and the faults on top of a scan.
//!
//! - In: a scan that was judged, and its file.
//! - Out: an SVG that contains the scan.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use kurbo::{Point, Rect};

use super::{CardSeen, ScanResult};

/// The gap between a fault and its ring, in mm.
const GAP: f64 = 2.0;

/// Draws the outlines of all pieces, and a numbered ring around each fault. The number at a ring is
/// the number of the fault in the list of faults.
pub fn draw(result: &ScanResult<'_>, file: &[u8]) -> Vec<u8> {
    let kind = if file.starts_with(&[0xFF, 0xD8]) { "jpeg" } else { "png" };
    let mut href = format!("data:image/{kind};base64,");
    STANDARD.encode_string(file, &mut href);
    with_picture(result, &href)
}

/// The shapes that are drawn over a picture, in pixels of the picture.
pub struct Overlay {
    pub width: u32,
    pub height: u32,
    /// The number of pixels of the picture for each mm of the print.
    pub per_mm: f64,
    /// The outlines of the pieces, as SVG paths.
    pub outlines: Vec<String>,
    /// The outline of the bank card that shows the scale of the scan. `None` if the user did not say that
    /// there is a card, or if hexpress found no card.
    pub card: Option<String>,
    /// The rings around the faults as SVG paths, each with the position of its number.
    pub rings: Vec<(String, Point)>,
}

impl Overlay {
    pub fn new(result: &ScanResult<'_>) -> Self {
        let seen = &result.picture;
        let units = seen.judged.named_drawings.iter().filter(|piece| piece.is_piece_or_cell());
        let ring = |area: Rect| {
            (frame(result, area.inflate(GAP, GAP)), pixel(result, Point::new(area.x1 + GAP + 0.5, area.y0)))
        };
        let card = match seen.card {
            CardSeen::Found(card) => Some(closed(card.corners.map(|at| in_file(result, at)))),
            _ => None,
        };
        Self {
            width: seen.size.width,
            height: seen.size.height,
            per_mm: seen.judged.located.map.pixels_per_mm() * seen.resolution.reduced as f64,
            outlines: units.map(|piece| frame(result, piece.area)).collect(),
            card,
            rings: seen.judged.faults.iter().map(|fault| ring(fault.area)).collect(),
        }
    }
}

/// Draws the overlay on top of the picture that has the address `href`.
fn with_picture(result: &ScanResult<'_>, href: &str) -> Vec<u8> {
    let Overlay { width, height, per_mm, outlines, card, rings } = Overlay::new(result);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n\
         <image width=\"{width}\" height=\"{height}\" style=\"image-orientation:none\" href=\"{href}\"/>\n"
    );
    let group = |colour: &str, wide: f64, paths: &mut dyn Iterator<Item = &String>| {
        let paths: String = paths.map(|path| format!("<path d=\"{path}\"/>\n")).collect();
        format!("<g fill=\"none\" stroke=\"{colour}\" stroke-width=\"{:.1}\">\n{paths}</g>\n", per_mm * wide)
    };
    out.push_str(&group("#0090c0", 0.2, &mut outlines.iter()));
    if card.is_some() {
        out.push_str(&group("#00a040", 0.2, &mut card.iter()));
    }
    out.push_str(&group("#e0004d", 0.5, &mut rings.iter().map(|(path, _)| path)));
    out.push_str(&format!(
        "<g fill=\"#e0004d\" stroke=\"#fff\" stroke-width=\"{:.1}\" paint-order=\"stroke\" font-family=\"sans-serif\" \
         font-size=\"{:.1}\">\n",
        per_mm,
        per_mm * 5.0
    ));
    for (number, (_, at)) in (1..).zip(&rings) {
        out.push_str(&format!("<text x=\"{:.1}\" y=\"{:.1}\">{number}</text>\n", at.x, at.y));
    }
    out.push_str("</g>\n</svg>\n");
    out.into_bytes()
}

/// Converts a point of the page to a pixel of the file.
fn pixel(result: &ScanResult<'_>, at: Point) -> Point {
    in_file(result, result.picture.judged.located.map.apply(at))
}

/// Converts a pixel of the judged picture to a pixel of the file. A judged picture may be smaller than
/// its file, and a photo is also flattened.
fn in_file(result: &ScanResult<'_>, judged: Point) -> Point {
    let read = result.picture.flattening.map_or(judged, |flattening| flattening.to_photo(judged));
    (read.to_vec2() * result.picture.resolution.reduced as f64).to_point()
}

/// Returns the outline of a rectangle of the page, as it is seen on the scan.
fn frame(result: &ScanResult<'_>, area: Rect) -> String {
    let corners = [(area.x0, area.y0), (area.x1, area.y0), (area.x1, area.y1), (area.x0, area.y1)];
    closed(corners.map(|corner| pixel(result, corner.into())))
}

fn closed(corners: [Point; 4]) -> String {
    let mut path = String::new();
    for (index, at) in corners.into_iter().enumerate() {
        path.push_str(&format!("{}{:.1} {:.1}", if index == 0 { "M" } else { "L" }, at.x, at.y));
    }
    path.push('Z');
    path
}

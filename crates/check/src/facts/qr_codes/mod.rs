//! Finds the QR codes of a page, and reads them from its pixels.
//!
//! - In: the drawings of a page, and the page as pixels.
//! - Out: the codes, with their texts and measures.
//! - Not here: comparing the texts with the layout.
//!
//! The drawings only tell where a code may be. Its text comes from the pixels, so a code that is
//! covered or damaged later is not read.

mod candidates;
mod sampled;

use std::sync::Arc;

use kurbo::Rect;

use self::candidates::{Candidate, candidates};
use self::sampled::Sampled;
use super::opened::FilePicture;
use hexpress_base::identity::Identity;
use hexpress_read::Page;

/// The number of pixels along the side of a module. The pixel at the middle of a module then never
/// touches another module, unless the code is rotated.
const PIXELS_PER_MODULE: f64 = 3.0;
/// The fewest pixels along the side of a module. With fewer, codes are not read.
const FEWEST_PIXELS: f64 = 2.0;
/// The most pixels of a page that are drawn to read its codes.
const MOST_PIXELS: f64 = 24_000_000.0;
/// The most codes of a page.
const MOST_CODES: usize = 2000;
/// The most characters of a text that a message shows.
const MOST_SHOWN: usize = 80;
/// The width of the quiet zone around a code, in modules (ISO/IEC 18004, 6.3.8).
pub const QUIET: usize = 4;

/// The QR codes of a page.
#[derive(Debug, Clone, Default)]
pub struct PageCodes {
    pub codes: Vec<FoundCode>,
    /// Whether codes were left out, because there are too many, or the page is too large to draw.
    pub are_incomplete: bool,
}

/// A QR code on a page.
#[derive(Debug, Clone)]
pub struct FoundCode {
    /// The box of the code without its quiet zone, in mm.
    pub rect: Rect,
    /// The id of the drawing.
    pub id: Option<Arc<Identity>>,
    pub reading: Reading,
    /// The width of the light zone around the code, in modules: at most [`QUIET`].
    pub quiet: usize,
    /// The difference between the reflectances of light and dark modules, from 0 to 1 (the symbol
    /// contrast of ISO/IEC 15415).
    pub contrast: f64,
}

/// What a reader finds in a code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reading {
    Text(String),
    /// The mirror image of a code with this text. Some programs cannot read it.
    Mirrored(String),
    /// The modules are light on a dark ground. Some programs cannot read it.
    Inverted,
    /// At least one of the squares in its corners is missing or damaged. A reader does not find
    /// such a code.
    WithoutCorners,
    /// More modules are wrong than the code can correct.
    Damaged,
}

impl Reading {
    /// Returns the text of a code that every program can read.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// Returns the text of a code for a message: on one line, and not too long.
pub fn shown(text: &str) -> String {
    let mut shown: String =
        text.chars().take(MOST_SHOWN).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(MOST_SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

/// Returns the codes of a page.
pub fn page_codes(page: &Page, picture: &FilePicture<'_>) -> PageCodes {
    page_codes_within(MOST_CODES, page, picture)
}

fn page_codes_within(most: usize, page: &Page, picture: &FilePicture<'_>) -> PageCodes {
    let mut found = candidates(&page.items);
    let mut are_incomplete = found.len() > most;
    found.truncate(most);
    let areas = found.iter().map(|candidate| candidate.area(QUIET as f64 + 1.0).intersect(page.media));
    let Some(area) = areas.reduce(|all, area| all.union(area)) else { return PageCodes::default() };
    let module = found.iter().map(|candidate| candidate.module).fold(f64::INFINITY, f64::min);
    let scale = (PIXELS_PER_MODULE / module).min((MOST_PIXELS / area.area().max(1e-6)).sqrt());
    found.retain(|candidate| candidate.module * scale >= FEWEST_PIXELS);
    are_incomplete |= module * scale < FEWEST_PIXELS;
    let shades = if found.is_empty() { None } else { picture.shades(page, area, scale) };
    let Some(shades) = shades else { return PageCodes { codes: Vec::new(), are_incomplete: true } };
    let codes = found.into_iter().map(|candidate| {
        let sampled = Sampled::new(&candidate, &shades);
        let Candidate { rect, id, .. } = candidate;
        FoundCode { rect, id, reading: sampled.read(), quiet: sampled.quiet(), contrast: sampled.contrast() }
    });
    PageCodes { codes: codes.collect(), are_incomplete }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexpress_scene::qr_code::{Correction, QrModules};
    use kurbo::Affine;

    /// Returns the path of a code as SVG.
    fn path(text: &str, place: Affine) -> String {
        (place * QrModules::encode(text, Correction::Medium).unwrap().outline()).to_svg()
    }

    /// Returns an SVG file of 100 x 100 mm with these elements.
    fn file(body: &str) -> Vec<u8> {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100mm\" height=\"100mm\" viewBox=\"0 0 100 100\">{body}</svg>"
        )
        .into_bytes()
    }

    fn codes(most: usize, file: &[u8]) -> PageCodes {
        let page = hexpress_read::svg(file).unwrap().document.pages.remove(0);
        page_codes_within(most, &page, &FilePicture::Svg(file))
    }

    fn readings(body: &str) -> Vec<Reading> {
        codes(MOST_CODES, &file(body)).codes.into_iter().map(|code| code.reading).collect()
    }

    fn dark(text: &str, place: Affine) -> String {
        format!("<path d=\"{}\"/>", path(text, place))
    }

    #[test]
    fn a_code_is_read_at_any_angle() {
        let text = "https://example.org/rules";
        for degrees in [0.0, 90.0, 180.0, 270.0, 45.0, 7.5] {
            let place = Affine::translate((50.0, 50.0))
                * Affine::rotate(f64::to_radians(degrees))
                * Affine::scale(0.4);
            assert_eq!(readings(&dark(text, place)), [Reading::Text(text.to_owned())], "{degrees}");
        }
        let mirrored = Affine::translate((50.0, 50.0)) * Affine::scale_non_uniform(-0.4, 0.4);
        assert_eq!(readings(&dark(text, mirrored)), [Reading::Mirrored(text.to_owned())]);
    }

    #[test]
    fn what_is_drawn_over_a_code_counts() {
        let code = dark("https://example.org/rules", Affine::translate((10.0, 10.0)));
        let with = |over: &str| readings(&format!("{code}{over}"));
        let corner = "<rect x=\"9\" y=\"9\" width=\"4\" height=\"4\" fill=\"white\"/>";
        assert_eq!(with(corner), [Reading::WithoutCorners]);
        let middle = "<rect x=\"18\" y=\"18\" width=\"10\" height=\"10\" fill=\"red\"/>";
        assert_eq!(with(middle), [Reading::Damaged]);
        let other = "<rect x=\"8\" y=\"8\" width=\"60\" height=\"60\" fill=\"white\"/>".to_owned()
            + &dark("https://example.org/other", Affine::translate((10.0, 10.0)));
        assert_eq!(with(&other), vec![Reading::Text("https://example.org/other".to_owned()); 2]);
    }

    #[test]
    fn a_light_code_on_a_dark_ground_is_recognised() {
        let path = path("A", Affine::translate((10.0, 10.0)));
        let body = format!("<rect width=\"100\" height=\"100\"/><path fill=\"white\" d=\"{path}\"/>");
        assert_eq!(readings(&body), [Reading::Inverted]);
    }

    #[test]
    fn a_code_may_consist_of_many_drawings() {
        let code = QrModules::encode("A", Correction::Low).unwrap();
        let mut body = String::new();
        for (column, row) in
            (0..code.side()).flat_map(|row| (0..code.side()).map(move |column| (column, row)))
        {
            if code.is_dark(column, row) {
                body.push_str(&format!("<rect x=\"{column}\" y=\"{row}\" width=\"1\" height=\"1\"/>"));
            }
        }
        let moved = format!("<g transform=\"translate(30 30)\">{body}</g>");
        assert_eq!(readings(&moved), [Reading::Text("A".to_owned())]);
    }

    #[test]
    fn the_light_zone_and_the_contrast_are_measured() {
        let code = dark("A", Affine::translate((10.0, 10.0)));
        let measured = |body: &str| {
            let codes = codes(MOST_CODES, &file(body)).codes;
            (codes[0].quiet, (codes[0].contrast * 100.0).round())
        };
        assert_eq!(measured(&code), (4, 100.0));
        assert_eq!(measured(&format!("{code}<rect x=\"33\" width=\"1\" height=\"50\"/>")), (2, 100.0));
        let grey = format!("<rect width=\"100\" height=\"100\" fill=\"#808080\"/>{code}");
        assert_eq!(measured(&grey), (4, 22.0));
    }

    #[test]
    fn a_page_has_at_most_the_codes_of_the_limit() {
        let three: String = [10.0, 40.0, 70.0]
            .iter()
            .map(|x| dark("A", Affine::translate((*x, 10.0)) * Affine::scale(0.5)))
            .collect();
        for (most, count, are_incomplete) in [(3, 3, false), (2, 2, true)] {
            let found = codes(most, &file(&three));
            assert_eq!((found.codes.len(), found.are_incomplete), (count, are_incomplete));
        }
    }

    #[test]
    fn other_right_angled_drawings_are_no_codes() {
        let squares: String = (0..200)
            .map(|n| format!("<rect x=\"{}\" y=\"{}\" width=\"2\" height=\"2\"/>", n % 20 * 4, n / 20 * 4))
            .collect();
        assert_eq!(readings(&squares), []);
    }
}

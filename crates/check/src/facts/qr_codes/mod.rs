//! Finds the QR codes of a page, and reads them from its pixels.
//!
//! - In: the drawings of a page, and the page as pixels.
//! - Out: the codes, with their texts and measures.
//! - Not here: comparing the texts with the layout.
//!
//! The drawings are only used to find the places of codes. The texts are read from the pixels, so a
//! code that is covered or damaged by later drawings cannot be read.

mod candidates;
mod sampled;

use std::sync::Arc;

use kurbo::Rect;

use self::candidates::{Candidate, candidates};
use self::sampled::Sampled;
use super::file_picture::FilePicture;
use hexpress_base::identity::Identity;
use hexpress_read::Page;

/// The number of pixels along the side of a module. With three pixels, the middle one touches no other
/// module, unless the code is rotated.
const PIXELS_PER_MODULE: f64 = 3.0;
/// The smallest number of pixels along the side of a module. If there are fewer, codes are not read.
const MIN_PIXELS: f64 = 2.0;
/// A page is drawn with at most this number of pixels to read its codes.
const MAX_PIXELS: f64 = 24_000_000.0;
/// The largest number of codes on one page.
const MAX_CODES: usize = 2000;
/// The largest number of characters that a message quotes from the text of a code.
const MAX_SHOWN: usize = 80;
/// The width of the quiet zone around a code, in modules (ISO/IEC 18004, 6.3.8).
pub const QUIET_ZONE_MODULES: usize = 4;

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
    pub id: Option<Arc<Identity>>,
    pub reading: CodeResult,
    /// The width of the quiet zone around the code, in modules. At most [`QUIET_ZONE_MODULES`].
    pub quiet: usize,
    /// The difference between the reflectances of light and dark modules, from 0 to 1 (the symbol
    /// contrast of ISO/IEC 15415).
    pub contrast: f64,
}

/// The result of reading a code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CodeResult {
    Text(String),
    /// The mirror image of a code with this text. Some programs cannot read it.
    Mirrored(String),
    /// The modules are light on a dark background. Some programs cannot read such a code.
    Inverted,
    /// At least one of the squares in the corners of the code is missing or damaged, so a scanner does
    /// not find the code.
    WithoutCorners,
    /// More modules are wrong than the code can correct.
    Damaged,
}

impl CodeResult {
    /// Returns the text of the code if every program can read it. Otherwise returns `None`.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// Returns the text of a code for a message. The result is on one line, and long texts are cut off.
pub fn quoted_text(text: &str) -> String {
    let mut shown: String =
        text.chars().take(MAX_SHOWN).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(MAX_SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

pub fn page_codes(page: &Page, picture: &FilePicture<'_>) -> PageCodes {
    page_codes_within(MAX_CODES, page, picture)
}

fn page_codes_within(most: usize, page: &Page, picture: &FilePicture<'_>) -> PageCodes {
    let mut found = candidates(&page.items);
    let mut are_incomplete = found.len() > most;
    found.truncate(most);
    let areas =
        found.iter().map(|candidate| candidate.area(QUIET_ZONE_MODULES as f64 + 1.0).intersect(page.media));
    let Some(area) = areas.reduce(|all, area| all.union(area)) else { return PageCodes::default() };
    let module = found.iter().map(|candidate| candidate.module).fold(f64::INFINITY, f64::min);
    let scale = (PIXELS_PER_MODULE / module).min((MAX_PIXELS / area.area().max(1e-6)).sqrt());
    found.retain(|candidate| candidate.module * scale >= MIN_PIXELS);
    are_incomplete |= module * scale < MIN_PIXELS;
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
mod qr_code_tests;

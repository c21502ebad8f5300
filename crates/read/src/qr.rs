//! Decodes QR codes (ISO/IEC 18004).
//!
//! - In: the dark and the light modules of a code, as they were found on a page.
//! - Out: the text of the code.
//! - Not here: finding codes on a page (`hexpress-check`).
//!
//! Only this file names the library `rqrr`. The library can also search for codes in pictures, but
//! panics on some pictures. So hexpress uses only its decoder.

use rqrr::{Grid, SimpleGrid};

/// The smallest and the largest number of modules along one side of a code.
const POSSIBLE_SIDES: std::ops::RangeInclusive<usize> = 21..=177;
/// The difference between the side lengths of two successive versions of QR codes, in modules.
const SIDE_STEP: usize = 4;

/// A decoded QR code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecodedQr {
    pub text: String,
    /// Whether the modules are the mirror image of a valid code. Some other programs cannot read
    /// such a code.
    pub is_mirrored: bool,
}

/// Returns whether a QR code may have this number of modules along each side.
fn is_qr_side(side: usize) -> bool {
    POSSIBLE_SIDES.contains(&side) && (side - POSSIBLE_SIDES.start()).is_multiple_of(SIDE_STEP)
}

/// Rounds the number of modules along a side to the nearest number that a QR code can have. Returns
/// `None` if no QR code has about this size.
pub fn nearest_qr_side(modules: f64) -> Option<usize> {
    let step = SIDE_STEP as f64;
    let version = ((modules - *POSSIBLE_SIDES.start() as f64) / step).round();
    let is_known = version >= 0.0 && version <= (POSSIBLE_SIDES.end() - POSSIBLE_SIDES.start()) as f64 / step;
    is_known.then(|| POSSIBLE_SIDES.start() + version as usize * SIDE_STEP)
}

/// Decodes a code with `side` modules along each side. `is_dark` is called with a column and a row.
///
/// Returns `None` if the modules have more errors than the code can correct.
pub fn decode_qr(side: usize, is_dark: impl Fn(usize, usize) -> bool) -> Option<DecodedQr> {
    if !is_qr_side(side) {
        return None;
    }
    // The decoder calls the function with the column first, and then the row.
    let modules = SimpleGrid::from_func(side, is_dark);
    let grid = Grid::new(modules);
    let mut bytes = Vec::new();
    let decoded = grid.decode_to(&mut bytes).ok()?;
    // The decoder tries the modules as they are, and then their mirror image. It does not report which of the
    // two it decoded. If its result has a different format from the modules as they are, it decoded the
    // mirror image. The format consists of the level of error correction, the mask and the version.
    let is_mirrored = !grid.get_raw_data().is_ok_and(|(upright, _)| {
        upright.ecc_level == decoded.ecc_level
            && upright.mask == decoded.mask
            && upright.version == decoded.version
    });
    Some(DecodedQr { text: text_of(bytes), is_mirrored })
}

/// Decodes bytes as UTF-8, or as ISO 8859-1 if they are not valid UTF-8. The standard prescribes
/// ISO 8859-1.
fn text_of(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect())
}

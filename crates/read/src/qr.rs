//! Decodes QR codes (ISO/IEC 18004) whose modules are known.
//!
//! - In: the dark and the light modules of a code, as they were found on a page.
//! - Out: the text of the code.
//! - Not here: finding codes on a page (`hexpress-check`).
//!
//! Only this file names the library `rqrr`. Its search for codes in pictures panics on some
//! pictures, so hexpress uses only its decoder.

use rqrr::{Grid, SimpleGrid};

/// The smallest and the largest number of modules along a side.
const SIDES: std::ops::RangeInclusive<usize> = 21..=177;
/// The number of modules by which the sides of two successive versions differ.
const SIDE_STEP: usize = 4;

/// A decoded QR code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecodedQr {
    pub text: String,
    /// Whether the modules are the mirror image of a valid code. Some programs cannot read such a
    /// code.
    pub is_mirrored: bool,
}

/// Returns whether a QR code may have this number of modules along each side.
fn is_qr_side(side: usize) -> bool {
    SIDES.contains(&side) && (side - SIDES.start()).is_multiple_of(SIDE_STEP)
}

/// Rounds a number of modules along a side to the nearest number that a QR code may have. Returns
/// `None` if no code is about as large.
pub fn nearest_qr_side(modules: f64) -> Option<usize> {
    let step = SIDE_STEP as f64;
    let version = ((modules - *SIDES.start() as f64) / step).round();
    let is_known = version >= 0.0 && version <= (SIDES.end() - SIDES.start()) as f64 / step;
    is_known.then(|| SIDES.start() + version as usize * SIDE_STEP)
}

/// Decodes a code with `side` modules along each side. `is_dark` gets a column and a row.
///
/// Returns `None` if the modules have more errors than the code can correct.
pub fn decode_qr(side: usize, is_dark: impl Fn(usize, usize) -> bool) -> Option<DecodedQr> {
    if !is_qr_side(side) {
        return None;
    }
    // The decoder passes the column first, and then the row.
    let modules = SimpleGrid::from_func(side, is_dark);
    let grid = Grid::new(modules);
    let mut bytes = Vec::new();
    let decoded = grid.decode_to(&mut bytes).ok()?;
    // The decoder also tries the mirror image. If it decoded the mirror image, the format differs
    // from the format of the modules as they are.
    let is_mirrored = !grid.get_raw_data().is_ok_and(|(upright, _)| {
        upright.ecc_level == decoded.ecc_level
            && upright.mask == decoded.mask
            && upright.version == decoded.version
    });
    Some(DecodedQr { text: text_of(bytes), is_mirrored })
}

/// Decodes bytes as UTF-8. If they are not valid UTF-8, decodes them as ISO 8859-1, the encoding
/// that the standard prescribes.
fn text_of(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect())
}

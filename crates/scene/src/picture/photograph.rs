//! Reads the pixels of photographs and scans, row by row.
//!
//! - In: the bytes of a PNG or JPEG file.
//! - Out: rows of red, green and blue on a white background, and the resolution that the file
//!   states.
//! - Not here: finding out what the pixels show.
//!
//! Only one copy of the pixels is in memory at a time.

use super::bytes::{u16_be, u32_be};
use super::exif::Orientation;
use super::pixel_file::{broken, unusable};
use super::{encode, jpeg, png};
use crate::PixelSize;
use hexpress_base::diag::Result;
use hexpress_base::stored::Stored;
use hexpress_base::units::MM_PER_INCH;

/// What a file states about its pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Photograph {
    /// The size of the stored pixels, before they are turned upright.
    pub size: PixelSize,
    /// Whether viewers rotate or mirror the stored pixels.
    pub is_turned: bool,
}

/// The usual resolutions of scanners, in dpi.
pub const SCANNED_DPI: [f64; 10] = [72.0, 75.0, 96.0, 100.0, 150.0, 200.0, 240.0, 300.0, 400.0, 600.0];

/// Returns the horizontal and the vertical resolution that the file states, in pixels per inch. Returns
/// `None` if the file states no plausible resolution.
pub fn photograph_dpi(file: &[u8]) -> Option<[f64; 2]> {
    if file.starts_with(png::SIGNATURE) { png_dpi(file) } else { jpeg_dpi(file) }
}

/// Calls `visit` for each row, from top to bottom. The arguments of `visit` are the size of the
/// picture, the number of the row, and the red, green and blue of the pixels.
///
/// # Errors
/// The file is not a PNG or JPEG, is damaged, or exceeds a limit.
pub fn visit_photograph(
    file: &[u8],
    stored: &Stored,
    mut visit: impl FnMut(PixelSize, usize, &[u8]),
) -> Result<Photograph> {
    if file.starts_with(png::SIGNATURE) {
        let (size, orientation) = png::visit_rows(file, visit)?;
        return Ok(Photograph { size, is_turned: orientation != Orientation::default() });
    }
    if !file.starts_with(&[0xFF, 0xD8, 0xFF]) {
        return Err(unusable("is not a PNG or JPEG file").hint("save the scan as PNG or JPEG"));
    }
    let contents = jpeg::read(file, stored)?;
    let size = contents.size;
    let rows = encode::jpeg_rows(file).ok_or_else(|| broken("its pixels cannot be decoded"))?;
    for (row, pixels) in rows.chunks_exact(size.width as usize * 3).enumerate().take(size.height as usize) {
        visit(size, row, pixels);
    }
    Ok(Photograph { size, is_turned: contents.orientation != Orientation::default() })
}

/// Returns the resolution if it is plausible for a scanner or a camera. Returns `None` otherwise.
fn plausible(across: f64, down: f64) -> Option<[f64; 2]> {
    let is_plausible = |dpi: f64| (20.0..=10_000.0).contains(&dpi);
    (is_plausible(across) && is_plausible(down)).then_some([across, down])
}

/// Reads the chunk pHYs: pixels per metre (W3C PNG, 11.3.4.3). Returns the resolution in dpi, or `None` if
/// the file states no plausible resolution.
fn png_dpi(file: &[u8]) -> Option<[f64; 2]> {
    let mut at = png::SIGNATURE.len();
    loop {
        let length = u32_be(file, at)? as usize;
        match file.get(at + 4..at + 8)? {
            b"pHYs" if file.get(at + 16) == Some(&1) => {
                let per_inch = |at| Some(f64::from(u32_be(file, at)?) * MM_PER_INCH / 1000.0);
                return plausible(per_inch(at + 8)?, per_inch(at + 12)?);
            }
            b"IDAT" | b"IEND" => return None,
            _ => at = at.checked_add(length)?.checked_add(12)?,
        }
    }
}

/// Converts pixels per cm into dpi. Files state a rounded or truncated whole number of pixels per cm. For
/// example, for 200 dpi (78.74 pixels per cm), they state 79 or 78. If a usual resolution is less than one
/// pixel per cm away, the result is the nearest usual resolution.
fn dpi_of_centimetres(per_cm: f64) -> f64 {
    const CM_PER_INCH: f64 = MM_PER_INCH / 10.0;
    let distance = |dpi: f64| (dpi / CM_PER_INCH - per_cm).abs();
    let nearest = SCANNED_DPI.into_iter().min_by(|a, b| distance(*a).total_cmp(&distance(*b)));
    nearest.filter(|dpi| distance(*dpi) < 1.0).unwrap_or(per_cm * CM_PER_INCH)
}

/// Reads the JFIF segment, which states pixels per inch or per cm (ITU-T T.871, 10.1). Returns the resolution
/// in dpi, or `None` if the file states no plausible resolution.
fn jpeg_dpi(file: &[u8]) -> Option<[f64; 2]> {
    let mut at = 2;
    while let (Some(0xFF), Some(marker)) = (file.get(at), file.get(at + 1)) {
        let length = usize::from(u16_be(file, at + 2)?);
        let body = at + 4;
        if *marker == 0xE0 && file.get(body..body + 5) == Some(b"JFIF\0") {
            let [across, down] = [u16_be(file, body + 8)?, u16_be(file, body + 10)?].map(f64::from);
            return match file.get(body + 7)? {
                1 => plausible(across, down),
                2 => plausible(dpi_of_centimetres(across), dpi_of_centimetres(down)),
                _ => None,
            };
        }
        if *marker == 0xDA {
            return None;
        }
        at = at.checked_add(2)?.checked_add(length)?;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_pixels_per_cm_mean_a_usual_resolution() {
        let dpi = [78.0, 79.0, 59.0, 118.0, 236.0].map(dpi_of_centimetres);
        assert_eq!(dpi, [200.0, 200.0, 150.0, 300.0, 600.0]);
        assert_eq!(dpi_of_centimetres(100.0), 254.0);
    }

    #[test]
    fn the_resolution_of_a_jpeg_is_in_its_jfif_segment() {
        let file = |unit: u8| {
            let other = [0xFF, 0xD8, 0xFF, 0xE1, 0, 4, 1, 2];
            [&other[..], &[0xFF, 0xE0, 0, 16], b"JFIF\0", &[1, 2, unit, 1, 44, 0, 150, 0, 0, 0xFF, 0xDA]]
                .concat()
        };
        assert_eq!(jpeg_dpi(&file(1)), Some([300.0, 150.0]));
        assert_eq!(jpeg_dpi(&file(0)), None);
        // Without the segment, the pixels follow.
        assert_eq!(jpeg_dpi(&[0xFF, 0xD8, 0xFF, 0xDA, 0, 2, 0, 0]), None);
    }
}

//! Reads WebP files. PDF does not support WebP, so they become PNG.
//!
//! - In: the bytes of a file.
//! - Out: a PNG file with the same pixels, colour profile and orientation.
//! - Not here: animations, which are rejected.

use std::io::Cursor;

use image_webp::WebPDecoder;

use super::encode::{Extras, Rows, png};
use super::pixel_file::{broken, check_bytes, check_size, unusable};
use crate::PixelSize;
use hexpress_base::deflate::Pack;
use hexpress_base::diag::Result;

/// Returns whether a file is a WebP file.
pub fn is_webp(file: &[u8]) -> bool {
    file.starts_with(b"RIFF") && file.get(8..12) == Some(b"WEBP")
}

/// Returns a PNG file with the pixels of a WebP file.
///
/// # Errors
/// The file is damaged, is an animation, or exceeds a limit.
pub fn to_png(file: &[u8], pack: Pack) -> Result<Vec<u8>> {
    let mut decoder = WebPDecoder::new(Cursor::new(file)).map_err(broken)?;
    // Without this limit, a damaged file could make the decoder reserve a huge amount of memory for
    // metadata.
    decoder.set_memory_limit(file.len());
    let (width, height) = decoder.dimensions();
    let size = PixelSize { width, height };
    check_size(size)?;
    if decoder.is_animated() {
        return Err(unusable("is an animation").hint("save one of its frames as PNG, JPEG or WebP"));
    }
    let samples = if decoder.has_alpha() { 4 } else { 3 };
    let length = width as usize * height as usize * samples;
    check_bytes(length)?;
    let mut bytes = vec![0; length];
    decoder.read_image(&mut bytes).map_err(broken)?;
    let profile = decoder.icc_profile().ok().flatten();
    let exif = decoder.exif_metadata().ok().flatten();
    Ok(png(&Rows { size, samples, bytes }, &Extras { profile, exif }, pack))
}

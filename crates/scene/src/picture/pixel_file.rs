//! Describes the contents of PNG and JPEG files.
//!
//! - In: values that the readers of these formats find in a file.
//! - Out: a [`PixelFile`], the limits for such files, and the errors about unusable files.
//! - Not here: reading the formats.

use std::sync::Arc;

use super::exif::Orientation;
use crate::{Alpha, PixelSize, Plane};
use hexpress_base::diag::{Diagnostic, Result, codes};

/// The largest number of pixels in a picture.
///
/// A small file that claims to have more pixels may be an attempt to exhaust the memory.
pub const MAX_PIXELS: u64 = 100_000_000;

/// The largest number of bytes that the uncompressed pixels may take.
///
/// The limit is lower than `MAX_STREAM_BYTES` in the crate `hexpress-read`. The checker can therefore read
/// the pixels from a finished PDF.
const MAX_BYTES: usize = 200 << 20;

/// Returns the error that a file cannot be printed.
///
/// `what` is the end of a sentence. The sentence begins with the name of the file.
pub(super) fn unusable(what: impl Into<String>) -> Diagnostic {
    codes::BAD_PICTURE.error(what)
}

/// Returns the error that a file is damaged. `how` describes the damage.
pub(super) fn broken(how: impl std::fmt::Display) -> Diagnostic {
    let how = how.to_string();
    // Rust's standard library uses this message for a file that ends too early.
    let how = if how.contains("failed to fill whole buffer") { "its end is missing" } else { how.as_str() };
    unusable(format!("is damaged: {how}")).hint("open it in an image editor and save it again")
}

pub(super) fn cut_short() -> Diagnostic {
    broken("its end is missing")
}

/// The contents of a PNG or JPEG file.
pub struct PixelFile {
    /// The size of the stored pixels, before the orientation applies.
    pub size: PixelSize,
    pub colours: Plane,
    /// The opacity of the pixels. `None` if all of them are opaque.
    pub alpha: Option<Alpha>,
    /// The ICC profile for the colours. `None` if the file has none.
    pub profile: Option<Arc<[u8]>>,
    /// How the stored pixels must be rotated or mirrored.
    pub orientation: Orientation,
}

/// Returns an error if a picture has no pixels, or more than [`MAX_PIXELS`].
pub(super) fn check_size(PixelSize { width, height }: PixelSize) -> Result<()> {
    if width == 0 || height == 0 {
        return Err(broken(format!("it has {width} x {height} pixels")));
    }
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        let what = format!("has {width} x {height} pixels; the limit is 100 million pixels");
        return Err(unusable(what).hint("make it smaller: 300 dpi is enough for print"));
    }
    Ok(())
}

/// Returns an error if the uncompressed pixels take more than [`MAX_BYTES`].
pub(super) fn check_bytes(bytes: usize) -> Result<()> {
    if bytes <= MAX_BYTES {
        return Ok(());
    }
    let what = format!("takes {} MiB uncompressed; the limit is {} MiB", bytes >> 20, MAX_BYTES >> 20);
    Err(unusable(what).hint("make it smaller: 300 dpi and 8 bits per colour are enough for print"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_may_have_as_many_pixels_as_the_limit() {
        assert!(check_size(PixelSize { width: 10_000, height: 10_000 }).is_ok());
        assert!(check_size(PixelSize { width: 10_001, height: 10_000 }).is_err());
        assert!(check_size(PixelSize { width: 0, height: 10 }).is_err());
        assert!(check_bytes(MAX_BYTES).is_ok() && check_bytes(MAX_BYTES + 1).is_err());
    }
}

//! What is found in a file of pixels, and why a file cannot be used.

use std::sync::Arc;

use crate::diag::{Diagnostic, Result, codes};
use crate::scene::{Alpha, Plane};

/// The most pixels a picture may have: beyond that a small file can be a trap.
pub const MOST_PIXELS: u64 = 100_000_000;

/// The most bytes that pixels may come to, uncompressed: what is larger is no longer read back from a finished PDF.
const MOST_BYTES: usize = 200 << 20;

/// Why a file cannot be printed as a picture; `what` is the end of a sentence that begins with the file's name.
pub(super) fn unusable(what: impl Into<String>) -> Diagnostic {
    codes::BAD_PICTURE.error(what)
}

/// A file that says one thing and is another.
pub(super) fn broken(how: impl std::fmt::Display) -> Diagnostic {
    unusable(format!("is broken: {how}")).hint("open it in a picture program and save it again")
}

pub(super) fn cut_short() -> Diagnostic {
    broken("its end is missing")
}

/// What the parts of a file of pixels say.
pub struct Found {
    /// Across and down, as stored.
    pub pixels: (u32, u32),
    /// Their colours.
    pub colours: Plane,
    /// How much shows of each.
    pub alpha: Option<Alpha>,
    /// An ICC profile.
    pub profile: Option<Arc<[u8]>>,
    /// As in Exif: 1 upright, 2 to 8 turned or mirrored.
    pub orientation: u16,
}

/// Whether the pixels of a picture may come to so many bytes.
pub fn check_bytes(bytes: usize) -> Result<(), Diagnostic> {
    if bytes <= MOST_BYTES {
        return Ok(());
    }
    let what =
        format!("has pixels that come to {} MB, and {} MB are the most", bytes >> 20, MOST_BYTES >> 20);
    Err(unusable(what)
        .hint("make it smaller: 300 pixels to the inch print well; 8 bits of each colour are enough"))
}

/// Whether a picture may have so many pixels.
pub fn check_size(width: u32, height: u32) -> Result<()> {
    if width == 0 || height == 0 {
        return Err(broken(format!("it has {width} x {height} pixels")));
    }
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        let what = format!("has {width} x {height} pixels, and 100 million are the most");
        return Err(unusable(what).hint("make it smaller: 300 pixels to the inch print well"));
    }
    Ok(())
}

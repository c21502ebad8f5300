//! zlib compression by libdeflate: the same bytes on every machine.

use std::cell::RefCell;
use std::thread::LocalKey;

use libdeflater::{CompressionLvl, Compressor};

/// What counts: bytes or time.
pub type Level = LocalKey<RefCell<Compressor>>;

thread_local! {
    /// The usual level.
    pub static THOROUGH: RefCell<Compressor> = RefCell::new(Compressor::new(CompressionLvl::default()));
    /// The first level that compresses at all (libdeflate's "fastest" is none): a fifth of the memory, half the time.
    pub static QUICK: RefCell<Compressor> =
        RefCell::new(Compressor::new(CompressionLvl::new(1).unwrap_or_default()));
}

/// What is left of so many bytes of noise, in parts of a hundred: more time to search would find nothing.
const NOISE: usize = 40;

/// Compresses at a level.
pub fn deflate(level: &'static Level, bytes: &[u8]) -> Vec<u8> {
    level.with_borrow_mut(|compressor| {
        let mut out = vec![0; compressor.zlib_compress_bound(bytes.len())];
        // The bound is never too small, so this cannot fail.
        let length = compressor.zlib_compress(bytes, &mut out).unwrap_or(0);
        out.truncate(length);
        out.shrink_to_fit();
        out
    })
}

/// Compresses rows of pixels: thoroughly, unless the quick way shows that they are noise, as photographs are.
pub fn deflate_pixels(bytes: &[u8]) -> Vec<u8> {
    let quick = deflate(&QUICK, bytes);
    if quick.len() / NOISE > bytes.len() / 100 { quick } else { deflate(&THOROUGH, bytes) }
}

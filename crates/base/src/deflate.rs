//! Compresses bytes to zlib with libdeflate, which gives the same result on every machine.
//!
//! - In: bytes, and a level.
//! - Out: a zlib stream.
//! - Not here: decompression.

use std::cell::RefCell;
use std::thread::LocalKey;

use libdeflater::{CompressionLvl, Compressor};

/// A compression level. Each thread has its own compressor for each level.
pub type Level = LocalKey<RefCell<Compressor>>;

thread_local! {
    /// The default level of libdeflate.
    pub static THOROUGH: RefCell<Compressor> = RefCell::new(Compressor::new(CompressionLvl::default()));
    /// The lowest level that compresses at all. This level needs a fifth of the memory and half the
    /// time of the default level.
    pub static QUICK: RefCell<Compressor> =
        RefCell::new(Compressor::new(CompressionLvl::new(1).unwrap_or_default()));
    /// The output buffer of a thread. If a new buffer were allocated for every call, a long page
    /// would take 2 % longer.
    static ROOM: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// A level that wraps bytes in a zlib stream without compressing them.
    static PLAIN: RefCell<Compressor> =
        RefCell::new(Compressor::new(CompressionLvl::new(0).unwrap_or_default()));
}

/// If quick compression leaves more than this percentage of the bytes, the pixels count as noise.
/// Thorough compression would not make noise much smaller.
const MIN_NOISE_PERCENT: usize = 40;

/// The largest output buffer that a thread keeps for the next call, in bytes.
const MAX_KEPT_BYTES: usize = 2 << 20;

/// Compresses bytes into a zlib stream.
pub fn deflate(level: &'static Level, bytes: &[u8]) -> Vec<u8> {
    level.with_borrow_mut(|compressor| {
        let bound = compressor.zlib_compress_bound(bytes.len());
        ROOM.with_borrow_mut(|room| {
            let mut large = Vec::new();
            let room = if bound > MAX_KEPT_BYTES { &mut large } else { room };
            if room.len() < bound {
                *room = vec![0; bound];
            }
            // The output buffer is as large as libdeflate asks for, so compression cannot fail.
            let length = compressor.zlib_compress(bytes, room).unwrap_or(0);
            room.get(..length).unwrap_or_default().to_vec()
        })
    })
}

/// A function that compresses rows of pixels.
pub type Pack = fn(&[u8]) -> Vec<u8>;

/// Wraps rows of pixels in a zlib stream without compressing them. Use this function for streams that
/// are read again immediately.
pub fn wrap_pixels(bytes: &[u8]) -> Vec<u8> {
    deflate(&PLAIN, bytes)
}

/// Compresses rows of pixels.
///
/// Tries the quick level first, and keeps the result if the pixels are noise, as in photographs.
/// Otherwise compresses the pixels thoroughly.
pub fn deflate_pixels(bytes: &[u8]) -> Vec<u8> {
    let quick = deflate(&QUICK, bytes);
    if quick.len() / MIN_NOISE_PERCENT > bytes.len() / 100 { quick } else { deflate(&THOROUGH, bytes) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_is_not_searched_for_repeats_and_flat_rows_are() {
        let mut seed = 1_u32;
        let mut random = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 24) as u8
        };
        let noise: Vec<u8> = (0..50_000).map(|_| random()).collect();
        assert_eq!(deflate_pixels(&noise), deflate(&QUICK, &noise));
        let flat: Vec<u8> = (0..50_000).map(|at| (at / 100 % 7) as u8).collect();
        assert_eq!(deflate_pixels(&flat), deflate(&THOROUGH, &flat));
        assert!(deflate_pixels(&[]).len() < 20);
        for bytes in [&noise[..], &flat, &[]] {
            let mut room = vec![0; bytes.len()];
            let length = libdeflater::Decompressor::new().zlib_decompress(&wrap_pixels(bytes), &mut room);
            assert_eq!((length.ok(), &room[..]), (Some(bytes.len()), bytes));
        }
    }
}

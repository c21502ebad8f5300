//! Reproducible random numbers. They come from ChaCha20 with a specified key. The method that brings them
//! below a given bound is also specified.
//!
//! - In: a seed, the name of a component, and a purpose.
//! - Out: random numbers that are less than a given bound.
//! - Not here: what the numbers are used for.

use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

/// A stream of random numbers. Each purpose in each component has its own stream.
///
/// The key is the SHA-256 of a text with four lines: `hexpress deck 1`, the seed in decimal digits,
/// the name of the component, and the purpose. Line feeds separate the lines. The nonce and the
/// counter start at 0 (RFC 8439, section 2.4). The key stream is read as little-endian 64-bit
/// numbers.
///
/// One choice does not affect another, because each purpose has its own stream. For example, the
/// cost of a tile stays the same if the palette changes.
#[derive(Debug)]
pub struct Stream(ChaCha20Rng);

impl Stream {
    /// Returns the stream for a seed, a component and a purpose.
    pub fn new(seed: u64, component: &str, purpose: &str) -> Self {
        let text = format!("hexpress deck 1\n{seed}\n{component}\n{purpose}");
        Self(ChaCha20Rng::from_seed(Sha256::digest(text.as_bytes()).into()))
    }

    /// Returns a random number from 0 to `bound` - 1. All numbers are equally likely. Returns 0 if
    /// `bound` is 0.
    ///
    /// A 64-bit number of the stream is multiplied by `bound`. The upper 64 bits of the product are
    /// the result. If the lower 64 bits are less than 2⁶⁴ mod `bound`, the next number of the
    /// stream is used instead. Source: Lemire, "Fast random integer generation in an interval", ACM
    /// TOMACS 29, 2019.
    pub fn below(&mut self, bound: u64) -> u64 {
        if bound == 0 {
            return 0;
        }
        let unfair = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.0.next_u64()) * u128::from(bound);
            if product as u64 >= unfair {
                return (product >> 64) as u64;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_stream_is_chacha20() {
        // RFC 8439 contains the first bytes for a key, a nonce and a counter of zero (appendix A.1,
        // test vector 1).
        let mut rng = ChaCha20Rng::from_seed([0; 32]);
        let bytes = rng.next_u64().to_le_bytes();
        assert_eq!(bytes, [0x76, 0xb8, 0xe0, 0xad, 0xa0, 0xf1, 0x3d, 0x90]);
    }

    #[test]
    fn bounded_draws_are_uniform() {
        let mut stream = Stream::new(2013, "deck", "tiles");
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[stream.below(7) as usize] += 1;
        }
        assert!(counts.iter().all(|n| n.abs_diff(10_000) < 400), "{counts:?}");
        assert_eq!(stream.below(0), 0);
        assert_eq!(stream.below(1), 0);
    }

    fn first_draw(component: &str, purpose: &str) -> u64 {
        Stream::new(7, component, purpose).below(1_000_000)
    }

    #[test]
    fn streams_differ_by_component_and_purpose() {
        assert_ne!(first_draw("deck", "tiles"), first_draw("deck", "turn"));
        assert_ne!(first_draw("deck", "tiles"), first_draw("start", "tiles"));
        assert_eq!(first_draw("deck", "tiles"), first_draw("deck", "tiles"));
    }
}

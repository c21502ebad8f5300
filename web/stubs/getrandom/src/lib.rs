//! Replaces getrandom. Nothing in the module is random: the numbers of decks come from a seed. Only
//! the encryption of a PDF would need random numbers, and the module never encrypts.

use std::fmt;

/// The error of every request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Error;

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this module has no random numbers")
    }
}

impl std::error::Error for Error {}

/// Always fails, without writing any bytes.
///
/// # Errors
///
/// Every call returns an error.
pub fn fill(_: &mut [u8]) -> Result<(), Error> {
    Err(Error)
}

#[cfg(feature = "sys_rng")]
pub use sys_rng::SysRng;

#[cfg(feature = "sys_rng")]
mod sys_rng {
    use rand_core::{TryCryptoRng, TryRng};

    use super::Error;

    /// A source of random numbers that always fails.
    #[derive(Clone, Copy, Debug, Default)]
    pub struct SysRng;

    impl TryRng for SysRng {
        type Error = Error;

        fn try_next_u32(&mut self) -> Result<u32, Error> {
            Err(Error)
        }

        fn try_next_u64(&mut self) -> Result<u64, Error> {
            Err(Error)
        }

        fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Error> {
            Err(Error)
        }
    }

    impl TryCryptoRng for SysRng {}
}

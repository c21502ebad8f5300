//! A finished file before it is saved. Its large parts may lie on the disk until then.

use std::io::{self, BufWriter, Write};

use xxhash_rust::xxh3::Xxh3;

use crate::base::stored::Stored;
use crate::diag::{Diagnostic, Result, codes};
use crate::record::seal;

/// How much is handed over to the system at once.
const AT_ONCE: usize = 256 << 10;

/// Fewer bytes than these are copied where they are at hand.
pub const SMALL: usize = 64 << 10;

/// All bytes of a file.
#[derive(Debug, Clone, Default)]
pub struct FileBytes {
    /// All but its end.
    parts: Vec<Part>,
    /// How many bytes those are.
    before: usize,
    end: Vec<u8>,
    /// Whether the identifier in its end is a seal that is yet to be set.
    sealed: bool,
}

/// Some bytes, and those behind them.
#[derive(Debug, Clone)]
struct Part {
    own: Vec<u8>,
    lent: Stored,
}

impl From<Vec<u8>> for FileBytes {
    fn from(end: Vec<u8>) -> Self {
        Self { end, ..Self::default() }
    }
}

impl FileBytes {
    /// Where bytes are added.
    pub fn end(&mut self) -> &mut Vec<u8> {
        &mut self.end
    }

    /// Adds bytes that are kept elsewhere.
    pub fn lend(&mut self, lent: Stored) {
        if let Some(bytes) = lent.at_hand().filter(|bytes| bytes.len() < SMALL) {
            self.end.extend_from_slice(bytes);
            return;
        }
        let own = std::mem::take(&mut self.end);
        self.before += own.len() + lent.len();
        self.parts.push(Part { own, lent });
    }

    /// Returns the digest of all bytes so far.
    ///
    /// # Errors
    /// The disk does not give back what was put there.
    pub fn digest(&self) -> Result<u64> {
        let mut hash = Xxh3::new();
        for Part { own, lent } in &self.parts {
            hash.update(own);
            hash.update(&lent.bytes().map_err(|error| lost(&error))?);
        }
        hash.update(&self.end);
        Ok(hash.digest())
    }

    /// That it is to be [sealed](seal).
    pub fn seal(&mut self) {
        self.sealed = true;
    }

    /// Its bytes, where all of them are in memory.
    pub fn held(&self) -> &[u8] {
        &self.end
    }

    /// How many bytes it has.
    pub fn length(&self) -> usize {
        self.before + self.end.len()
    }

    /// Writes all of it.
    ///
    /// # Errors
    /// What the system says.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut out = BufWriter::with_capacity(AT_ONCE.min(self.length()), out);
        let mut hash = Xxh3::new();
        for Part { own, lent } in &self.parts {
            for bytes in [own, &lent.bytes()?[..]] {
                hash.update(bytes);
                out.write_all(bytes)?;
            }
        }
        if self.sealed {
            let mut end = self.end.clone();
            seal::seal(hash, &mut end);
            out.write_all(&end)?;
        } else {
            out.write_all(&self.end)?;
        }
        out.flush()
    }

    /// All of it in memory, each part given up as it is taken over.
    ///
    /// # Errors
    /// The disk does not give back what was put there.
    pub fn in_memory(mut self) -> Result<Vec<u8>> {
        let mut all = Vec::with_capacity(self.length());
        for Part { own, lent } in self.parts.drain(..) {
            all.extend_from_slice(&own);
            all.extend_from_slice(&lent.bytes().map_err(|error| lost(&error))?);
        }
        if all.is_empty() {
            all = self.end;
        } else {
            all.append(&mut self.end);
        }
        if self.sealed {
            seal::seal(Xxh3::new(), &mut all);
        }
        Ok(all)
    }
}

/// That what was put aside cannot be had again.
pub fn lost(error: &io::Error) -> Diagnostic {
    codes::UNREADABLE.error(format!("what is to be printed cannot be read again: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_what_is_in_memory_and_its_seal_fits() {
        let mut file = FileBytes::from(b"%PDF-1.7\n".to_vec());
        // More than stays in memory.
        for n in 0..3 {
            file.lend(Stored::new(vec![n; 3 << 20]));
            file.end().extend_from_slice(b"between");
            file.lend(Stored::new(vec![n; 9]));
        }
        let zeros = "0".repeat(2 * seal::HALF);
        file.end().extend_from_slice(format!("/ID[<{zeros}><{zeros}>]").as_bytes());
        file.seal();
        let mut written = Vec::new();
        file.write(&mut written).unwrap();
        assert_eq!(written.len(), file.length());
        assert!(file.in_memory().unwrap() == written);
        assert!(seal::read(written).is_some_and(|seal| seal.untouched && !seal.unsealed));
    }
}

//! Keeps the bytes of a finished file until it is saved.
//!
//! - In: the parts of the file, in order.
//! - Out: the whole file, in memory or written to a file.
//! - Not here: the contents of the parts.
//!
//! Large parts may be in a temporary file. The seal is a digest of the whole file. It is computed when the
//! file is written.

use std::io::{self, BufWriter, Write};

use xxhash_rust::xxh3::Xxh3;

use hexpress_base::diag::{Diagnostic, Result, codes};
use hexpress_base::stored::Stored;
use hexpress_language::record::seal;

/// The size of the buffer for writing, in bytes.
const BUFFER: usize = 256 << 10;

/// [`FileBytes::push_stored`] copies stored bytes into the file if they are in memory and are fewer than
/// this. Other stored bytes stay where they are until the file is written.
pub const COPY_BELOW_BYTES: usize = 64 << 10;

/// The bytes of a file, in several parts.
#[derive(Debug, Clone, Default)]
pub struct FileBytes {
    /// All bytes of the file, except those in `end`.
    parts: Vec<StoredPart>,
    /// The number of bytes in `parts`.
    parts_length: usize,
    end: Vec<u8>,
    /// Whether the identifier (`/ID`) in `end` must be replaced by the seal, a digest of all bytes of the
    /// file.
    is_sealed: bool,
}

/// A part of the file: first the bytes `own`, then the bytes `stored`. The stored bytes are too many to copy,
/// or they are in a temporary file.
#[derive(Debug, Clone)]
struct StoredPart {
    own: Vec<u8>,
    stored: Stored,
}

impl From<Vec<u8>> for FileBytes {
    fn from(end: Vec<u8>) -> Self {
        Self { end, ..Self::default() }
    }
}

impl FileBytes {
    /// Returns the bytes at the end of the file. The caller may append bytes to them.
    pub fn end(&mut self) -> &mut Vec<u8> {
        &mut self.end
    }

    /// Adds stored bytes to the end of the file. If they are short and in memory, copies them. Otherwise,
    /// keeps only a reference to them.
    pub fn push_stored(&mut self, stored: Stored) {
        if let Some(bytes) = stored.at_hand().filter(|bytes| bytes.len() < COPY_BELOW_BYTES) {
            self.end.extend_from_slice(bytes);
            return;
        }
        let own = std::mem::take(&mut self.end);
        self.parts_length += own.len() + stored.len();
        self.parts.push(StoredPart { own, stored });
    }

    /// Returns the digest of all bytes that have been added.
    ///
    /// # Errors
    /// The stored bytes cannot be read again.
    pub fn digest(&self) -> Result<u64> {
        let mut hash = Xxh3::new();
        for StoredPart { own, stored } in &self.parts {
            hash.update(own);
            hash.update(&stored.bytes().map_err(|error| stored_bytes_error(&error))?);
        }
        hash.update(&self.end);
        Ok(hash.digest())
    }

    /// Marks the file for sealing.
    ///
    /// [`write`](Self::write) and [`in_memory`](Self::in_memory) then replace the identifier (`/ID`) of
    /// the PDF by the [seal] of all bytes.
    pub fn seal(&mut self) {
        self.is_sealed = true;
    }

    /// Returns the bytes of the file. The file must have no stored parts and no seal.
    pub fn held(&self) -> &[u8] {
        &self.end
    }

    pub fn length(&self) -> usize {
        self.parts_length + self.end.len()
    }

    /// Writes all bytes of the file.
    ///
    /// # Errors
    /// The system reports an error.
    pub fn write(&self, file: &mut impl Write) -> io::Result<()> {
        let mut out = BufWriter::with_capacity(BUFFER.min(self.length()), file);
        let mut hash = Xxh3::new();
        for StoredPart { own, stored } in &self.parts {
            for bytes in [own, &stored.bytes()?[..]] {
                hash.update(bytes);
                out.write_all(bytes)?;
            }
        }
        if self.is_sealed {
            let mut end = self.end.clone();
            seal::seal(hash, &mut end);
            out.write_all(&end)?;
        } else {
            out.write_all(&self.end)?;
        }
        out.flush()
    }

    /// Returns all bytes of the file in memory.
    ///
    /// # Errors
    /// The stored bytes cannot be read again.
    pub fn in_memory(mut self) -> Result<Vec<u8>> {
        let mut all = Vec::with_capacity(self.length());
        for StoredPart { own, stored } in self.parts.drain(..) {
            all.extend_from_slice(&own);
            all.extend_from_slice(&stored.bytes().map_err(|error| stored_bytes_error(&error))?);
        }
        if all.is_empty() {
            all = self.end;
        } else {
            all.append(&mut self.end);
        }
        if self.is_sealed {
            seal::seal(Xxh3::new(), &mut all);
        }
        Ok(all)
    }
}

/// Returns the error for stored bytes that cannot be read again.
pub fn stored_bytes_error(error: &io::Error) -> Diagnostic {
    codes::UNREADABLE
        .error(format!("a picture or a temporary file cannot be read again: {error}"))
        .hint("build the layout again")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_written_is_the_one_in_memory_and_its_seal_is_right() {
        let mut file = FileBytes::from(b"%PDF-1.7\n".to_vec());
        // These parts together are longer than `Stored` keeps in memory.
        for n in 0..3 {
            file.push_stored(Stored::new(vec![n; 3 << 20]));
            file.end().extend_from_slice(b"between");
            file.push_stored(Stored::new(vec![n; 9]));
        }
        let zeros = "0".repeat(2 * seal::HALF_BYTES);
        file.end().extend_from_slice(format!("/ID[<{zeros}><{zeros}>]").as_bytes());
        file.seal();
        let mut written = Vec::new();
        file.write(&mut written).unwrap();
        assert_eq!(written.len(), file.length());
        assert!(file.in_memory().unwrap() == written);
        assert!(seal::read(written).is_some_and(|seal| seal.file_matches && !seal.unsealed));
    }
}

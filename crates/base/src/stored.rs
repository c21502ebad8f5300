//! Keeps bytes that are not needed until a file is written, such as finished pages and compressed
//! pictures.
//!
//! - In: bytes, or the path of a user's file.
//! - Out: the same bytes, from memory or from the disk.
//! - Not here: the output files.
//!
//! The first few megabytes stay in memory, and everything else is written to the disk. A document
//! may therefore be larger than the memory.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use xxhash_rust::xxh3::xxh3_64;

/// The approximate number of bytes that stay in memory. All other bytes are written to the disk.
const MAX_BYTES_IN_MEMORY: usize = 4 << 20;
/// The number of bytes that are in memory.
static BYTES_IN_MEMORY: AtomicUsize = AtomicUsize::new(0);

/// Bytes in memory or on the disk. Clones share the same bytes.
#[derive(Debug, Clone)]
pub struct Stored(Arc<Store>);

#[derive(Debug)]
enum Store {
    /// Bytes in memory.
    Held(Arc<[u8]>),
    /// A file of the user that contains the bytes. The length and the hash show whether the file
    /// was changed after it was read.
    Own { path: PathBuf, length: usize, digest: u64 },
    /// The place of the bytes in the temporary file.
    InTempFile(temp_file::Span),
}

impl Stored {
    /// Keeps bytes in memory, or writes them to the disk if too many bytes are already in memory.
    pub fn new(bytes: impl Into<Arc<[u8]>>) -> Self {
        let bytes = bytes.into();
        let span = is_full(bytes.len()).then(|| temp_file::put(&bytes)).flatten();
        Self(Arc::new(span.map_or_else(|| Store::hold(bytes), Store::InTempFile)))
    }

    /// Keeps bytes in memory, even if too many bytes are already in memory. Use this function for
    /// bytes that the caller keeps in memory anyway.
    pub fn held(bytes: &Arc<[u8]>) -> Self {
        Self(Arc::new(Store::hold(Arc::clone(bytes))))
    }

    /// Keeps the bytes of a user's file. If there are already too many bytes in memory, keeps only
    /// the path, and reads the file again when the bytes are needed.
    pub fn of_file(path: PathBuf, bytes: &Arc<[u8]>) -> Self {
        match is_full(bytes.len()) {
            true => Self(Arc::new(Store::Own { path, length: bytes.len(), digest: xxh3_64(bytes) })),
            false => Self::held(bytes),
        }
    }

    pub fn len(&self) -> usize {
        match &*self.0 {
            Store::Held(bytes) => bytes.len(),
            Store::Own { length, .. } => *length,
            Store::InTempFile(span) => span.length,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the bytes if they are in memory. Returns `None` if they are on the disk.
    pub fn at_hand(&self) -> Option<&[u8]> {
        match &*self.0 {
            Store::Held(bytes) => Some(bytes),
            Store::Own { .. } | Store::InTempFile(_) => None,
        }
    }

    /// Returns the bytes.
    ///
    /// # Errors
    /// The disk cannot be read, or the user's file has changed.
    pub fn bytes(&self) -> io::Result<Cow<'_, [u8]>> {
        match &*self.0 {
            Store::Held(bytes) => Ok(Cow::Borrowed(bytes)),
            Store::Own { path, length, digest } => read_unchanged(path, *length, *digest).map(Cow::Owned),
            Store::InTempFile(span) => span.bytes().map(Cow::Owned),
        }
    }
}

/// Reads a file again. Fails if its length or hash has changed.
fn read_unchanged(path: &Path, length: usize, digest: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(length + 1);
    // If the user has replaced the file by a pipe, reading might never end.
    if fs::metadata(path)?.is_file() {
        File::open(path)?.take(length as u64 + 1).read_to_end(&mut bytes)?;
    }
    let is_same = bytes.len() == length && xxh3_64(&bytes) == digest;
    is_same.then_some(bytes).ok_or_else(|| {
        io::Error::other(format!("`{}` was changed during the build; build again", path.display()))
    })
}

impl PartialEq for Stored {
    fn eq(&self, other: &Self) -> bool {
        if Arc::ptr_eq(&self.0, &other.0) {
            return true;
        }
        self.len() == other.len()
            && matches!((self.bytes(), other.bytes()), (Ok(own), Ok(others)) if own == others)
    }
}

/// Returns whether `more` bytes in memory would exceed the limit.
fn is_full(more: usize) -> bool {
    BYTES_IN_MEMORY.load(Ordering::Relaxed).saturating_add(more) > MAX_BYTES_IN_MEMORY
}

impl Store {
    fn hold(bytes: Arc<[u8]>) -> Self {
        BYTES_IN_MEMORY.fetch_add(bytes.len(), Ordering::Relaxed);
        Self::Held(bytes)
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        if let Self::Held(bytes) = self {
            BYTES_IN_MEMORY.fetch_sub(bytes.len(), Ordering::Relaxed);
        }
    }
}

/// The temporary file. It has no name, so it disappears when the process ends, even if the process
/// crashes.
#[cfg(unix)]
mod temp_file {
    use std::fs::{File, remove_file};
    use std::os::unix::fs::{FileExt as _, OpenOptionsExt as _};
    use std::sync::{Mutex, OnceLock, PoisonError};
    use std::{env, io, process};

    static FILE: OnceLock<Option<File>> = OnceLock::new();
    static USED: Mutex<UsedPart> = Mutex::new(UsedPart { end: 0, spans: 0 });

    /// The end of the used part of the file, and the number of spans in the file.
    struct UsedPart {
        end: u64,
        spans: usize,
    }

    /// A range of bytes in the file.
    #[derive(Debug)]
    pub struct Span {
        at: u64,
        pub length: usize,
    }

    /// Writes bytes into the temporary file. Returns `None` if the file cannot be created or
    /// written.
    pub fn put(bytes: &[u8]) -> Option<Span> {
        let file = FILE.get_or_init(open).as_ref()?;
        let span = Span::new(bytes.len());
        file.write_all_at(bytes, span.at).ok().map(|()| span)
    }

    fn open() -> Option<File> {
        // If the system limits the size of files, no temporary file is used, because the system ends a
        // process that exceeds the limit.
        let limit = rustix::process::getrlimit(rustix::process::Resource::Fsize).current;
        let path = env::temp_dir().join(format!(".hexpress-{}.aside", process::id()));
        let mut new = File::options();
        new.read(true).write(true).create_new(true).mode(0o600);
        let file = limit.is_none().then(|| new.open(&path))?.ok()?;
        remove_file(&path).ok().map(|()| file)
    }

    impl Span {
        fn new(length: usize) -> Self {
            let mut used = USED.lock().unwrap_or_else(PoisonError::into_inner);
            let at = used.end;
            (used.end, used.spans) = (at + length as u64, used.spans + 1);
            Self { at, length }
        }

        pub fn bytes(&self) -> io::Result<Vec<u8>> {
            let mut bytes = vec![0; self.length];
            let file = FILE.get().and_then(Option::as_ref).ok_or(io::ErrorKind::NotFound)?;
            file.read_exact_at(&mut bytes, self.at).map(|()| bytes)
        }
    }

    impl Drop for Span {
        fn drop(&mut self) {
            let mut used = USED.lock().unwrap_or_else(PoisonError::into_inner);
            used.spans -= 1;
            if used.spans == 0 {
                used.end = 0;
            }
        }
    }
}

/// A replacement for the temporary file, on systems where an open file must have a name. The
/// replacement never writes anything to the disk.
#[cfg(not(unix))]
mod temp_file {
    /// A range of bytes in the temporary file. No value of this type exists on these systems.
    #[derive(Debug)]
    pub struct Span {
        pub length: usize,
    }

    pub fn put(_: &[u8]) -> Option<Span> {
        None
    }

    impl Span {
        pub fn bytes(&self) -> std::io::Result<Vec<u8>> {
            Err(std::io::ErrorKind::NotFound.into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn large(byte: u8) -> Vec<u8> {
        vec![byte; MAX_BYTES_IN_MEMORY + 1]
    }

    #[test]
    fn bytes_that_do_not_fit_into_memory_are_read_from_the_disk() {
        let all: Vec<Stored> = (0..3).map(|n| Stored::new(large(n))).collect();
        assert!(cfg!(not(unix)) || all.iter().all(|stored| matches!(*stored.0, Store::InTempFile(_))));
        for (n, one) in (0..).zip(&all) {
            assert!(one.len() == MAX_BYTES_IN_MEMORY + 1 && one.bytes().unwrap() == large(n));
        }
        // A user's file is read again, and its length and hash are compared.
        let path = std::env::temp_dir().join(format!("hexpress-stored-{}", std::process::id()));
        fs::write(&path, large(1)).unwrap();
        let own = Stored::of_file(path.clone(), &large(1).into());
        assert!(matches!(*own.0, Store::Own { .. }) && own == all[1] && own != all[2]);
        fs::write(&path, large(2)).unwrap();
        assert!(own.bytes().is_err());
        fs::remove_file(&path).unwrap();
    }
}

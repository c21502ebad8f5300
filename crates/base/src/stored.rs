//! Bytes that nobody looks at before a file is written: pages that are done, pictures that are packed. The first
//! megabytes of them stay in memory, the others lie on the disk, so that a document may be larger than the memory.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use xxhash_rust::xxh3::xxh3_64;

/// So many bytes stay in memory, and a few more.
const IN_MEMORY: usize = 4 << 20;
/// How many bytes are in memory now.
static HELD: AtomicUsize = AtomicUsize::new(0);

/// Bytes in memory or on the disk. Clones are the same bytes.
#[derive(Debug, Clone)]
pub struct Stored(Arc<Store>);

#[derive(Debug)]
enum Store {
    /// In memory.
    Held(Arc<[u8]>),
    /// In a file of the user's, which may be changed meanwhile: then they are gone.
    Own { path: PathBuf, length: usize, digest: u64 },
    /// In the file without a name.
    Aside(aside::Span),
}

impl Stored {
    /// Puts bytes where there is room for them.
    pub fn new(bytes: impl Into<Arc<[u8]>>) -> Self {
        let bytes = bytes.into();
        let aside = is_full(bytes.len()).then(|| aside::put(&bytes)).flatten();
        Self(Arc::new(aside.map_or_else(|| Store::hold(bytes), Store::Aside)))
    }

    /// Bytes that somebody holds anyway.
    pub fn held(bytes: &Arc<[u8]>) -> Self {
        Self(Arc::new(Store::hold(Arc::clone(bytes))))
    }

    /// The bytes of the file at a path, which is not copied.
    pub fn of_file(path: PathBuf, bytes: &Arc<[u8]>) -> Self {
        match is_full(bytes.len()) {
            true => Self(Arc::new(Store::Own { path, length: bytes.len(), digest: xxh3_64(bytes) })),
            false => Self::held(bytes),
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        match &*self.0 {
            Store::Held(bytes) => bytes.len(),
            Store::Own { length, .. } => *length,
            Store::Aside(span) => span.length,
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes, if they are in memory.
    pub fn at_hand(&self) -> Option<&[u8]> {
        match &*self.0 {
            Store::Held(bytes) => Some(bytes),
            Store::Own { .. } | Store::Aside(_) => None,
        }
    }

    /// The bytes.
    ///
    /// # Errors
    /// The disk does not give them back, or a file of the user's was changed.
    pub fn bytes(&self) -> io::Result<Cow<'_, [u8]>> {
        match &*self.0 {
            Store::Held(bytes) => Ok(Cow::Borrowed(bytes)),
            Store::Own { path, length, digest } => again(path, *length, *digest).map(Cow::Owned),
            Store::Aside(span) => span.bytes().map(Cow::Owned),
        }
    }
}

/// The bytes of a file that was read before.
fn again(path: &Path, length: usize, digest: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(length + 1);
    // A pipe that took its place would be waited for.
    if fs::metadata(path)?.is_file() {
        File::open(path)?.take(length as u64 + 1).read_to_end(&mut bytes)?;
    }
    let same = bytes.len() == length && xxh3_64(&bytes) == digest;
    same.then_some(bytes).ok_or_else(|| io::Error::other("a file was changed while it was printed"))
}

impl PartialEq for Stored {
    fn eq(&self, other: &Self) -> bool {
        let same = |a: &Self, b: &Self| a.bytes().ok().zip(b.bytes().ok()).is_some_and(|(a, b)| a == b);
        Arc::ptr_eq(&self.0, &other.0) || (self.len() == other.len() && same(self, other))
    }
}

/// Whether so many bytes more are too many to be held.
fn is_full(more: usize) -> bool {
    HELD.load(Ordering::Relaxed).saturating_add(more) > IN_MEMORY
}

impl Store {
    fn hold(bytes: Arc<[u8]>) -> Self {
        HELD.fetch_add(bytes.len(), Ordering::Relaxed);
        Self::Held(bytes)
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        if let Self::Held(bytes) = self {
            HELD.fetch_sub(bytes.len(), Ordering::Relaxed);
        }
    }
}

/// The file without a name: it is gone with the process, however that ends.
#[cfg(unix)]
mod aside {
    use std::fs::{File, remove_file};
    use std::os::unix::fs::{FileExt as _, OpenOptionsExt as _};
    use std::sync::{Mutex, OnceLock, PoisonError};
    use std::{env, io, process};

    static FILE: OnceLock<Option<File>> = OnceLock::new();
    static USED: Mutex<Used> = Mutex::new(Used { end: 0, spans: 0 });

    /// How far the file is used, and by how many.
    struct Used {
        end: u64,
        spans: usize,
    }

    /// Bytes in the file.
    #[derive(Debug)]
    pub struct Span {
        at: u64,
        pub length: usize,
    }

    /// Writes bytes into the file; none where there is no such file, or the disk is full.
    pub fn put(bytes: &[u8]) -> Option<Span> {
        let file = FILE.get_or_init(open).as_ref()?;
        let span = Span::new(bytes.len());
        file.write_all_at(bytes, span.at).ok().map(|()| span)
    }

    fn open() -> Option<File> {
        // A process that writes beyond its limit is ended by a signal.
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

/// Elsewhere all stays in memory.
#[cfg(not(unix))]
mod aside {
    /// Bytes in a file that there is not.
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

    #[test]
    fn what_is_too_much_for_the_memory_comes_back_from_the_disk() {
        let large = |byte: u8| vec![byte; IN_MEMORY + 1];
        let all: Vec<Stored> = (0..3).map(|n| Stored::new(large(n))).collect();
        let is_aside = |one: &Stored| matches!(*one.0, Store::Aside(_));
        assert!(cfg!(not(unix)) || all.iter().all(is_aside));
        for (n, one) in (0..).zip(&all) {
            assert!(one.len() == IN_MEMORY + 1 && one.bytes().unwrap() == large(n));
        }
        // The user's own files are read again, and seen to be the same.
        let path = std::env::temp_dir().join(format!("hexpress-stored-{}", std::process::id()));
        fs::write(&path, large(1)).unwrap();
        let own = Stored::of_file(path.clone(), &large(1).into());
        assert!(matches!(*own.0, Store::Own { .. }) && own == all[1] && own != all[2]);
        fs::write(&path, large(2)).unwrap();
        assert!(own.bytes().is_err());
        fs::remove_file(&path).unwrap();
    }
}

//! Compresses the operators of a long page in chunks. While one chunk is compressed, the operators
//! of the next one are written.
//!
//! - In: the operators of a page, one chunk at a time.
//! - Out: compressed chunks in order.
//! - Not here: writing operators.

use std::collections::VecDeque;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread::{Builder, JoinHandle};

use super::stream;
use hexpress_base::stored::Stored;

/// A chunk that is being compressed on another thread.
struct Compressing {
    contents: Arc<String>,
    thread: JoinHandle<Stored>,
}

/// The largest number of chunks that are compressed at the same time.
///
/// Compressing a chunk takes longer than writing its operators. With a single thread, the writer would
/// therefore have to wait.
const MAX_THREADS: usize = 2;

/// The chunks of the current page.
#[derive(Default)]
pub struct Chunks {
    done: Vec<Stored>,
    /// The chunks that follow those in `done`, and are still being compressed.
    compressing: VecDeque<Compressing>,
}

impl Chunks {
    /// Adds the operators in `out` as the next chunk of the page, and empties `out`.
    pub fn add(&mut self, out: &mut String) {
        let buffer = if self.compressing.len() < MAX_THREADS { None } else { self.finish_first() };
        let contents = Arc::new(std::mem::replace(out, buffer.unwrap_or_default()));
        let (chunk, before) = (Arc::clone(&contents), self.done.len() + self.compressing.len());
        match Builder::new().spawn(move || stream::chunk(chunk.as_bytes(), before)) {
            Ok(thread) => self.compressing.push_back(Compressing { contents, thread }),
            // If the system cannot start another thread, the chunk is compressed on this thread.
            Err(_) => {
                self.finish_all();
                self.done.push(stream::chunk(contents.as_bytes(), before));
            }
        }
    }

    /// Returns all chunks of the page, and begins a new page.
    pub fn take(&mut self) -> Vec<Stored> {
        self.finish_all();
        std::mem::take(&mut self.done)
    }

    fn finish_all(&mut self) {
        while self.finish_first().is_some() {}
    }

    /// Waits until the oldest unfinished chunk is compressed.
    ///
    /// Returns the emptied buffer of this chunk, so that it can be used again. Returns `None` if no chunk is
    /// being compressed.
    fn finish_first(&mut self) -> Option<String> {
        let Compressing { contents, thread } = self.compressing.pop_front()?;
        self.done.push(thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        let mut buffer = Arc::into_inner(contents).unwrap_or_default();
        buffer.clear();
        Some(buffer)
    }
}

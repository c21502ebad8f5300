//! The pieces of a long page: each is compressed while the next one is written.

use std::collections::VecDeque;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread::{Builder, JoinHandle};

use super::stream;
use crate::base::stored::Stored;

/// A piece that another thread compresses.
struct Underway {
    contents: Arc<String>,
    packed: JoinHandle<Stored>,
}

/// So many pieces are compressed at once: that takes longer than writing them.
const AT_ONCE: usize = 2;

/// The pieces of one page after another.
#[derive(Default)]
pub struct Pieces {
    done: Vec<Stored>,
    /// Those that follow.
    underway: VecDeque<Underway>,
}

impl Pieces {
    /// Takes the next piece of the page out of `out`.
    pub fn add(&mut self, out: &mut String) {
        let room = if self.underway.len() < AT_ONCE { None } else { self.wait() };
        let contents = Arc::new(std::mem::replace(out, room.unwrap_or_default()));
        let (piece, before) = (Arc::clone(&contents), self.done.len() + self.underway.len());
        match Builder::new().spawn(move || stream::piece(piece.as_bytes(), before)) {
            Ok(packed) => self.underway.push_back(Underway { contents, packed }),
            // No more threads can be had.
            Err(_) => {
                self.wait_for_all();
                self.done.push(stream::piece(contents.as_bytes(), before));
            }
        }
    }

    /// All pieces of the page.
    pub fn take(&mut self) -> Vec<Stored> {
        self.wait_for_all();
        std::mem::take(&mut self.done)
    }

    fn wait_for_all(&mut self) {
        while self.wait().is_some() {}
    }

    /// Waits for the first piece that is underway; gives the room that it took.
    fn wait(&mut self) -> Option<String> {
        let Underway { contents, packed } = self.underway.pop_front()?;
        self.done.push(packed.join().unwrap_or_else(|panic| resume_unwind(panic)));
        let mut room = Arc::into_inner(contents).unwrap_or_default();
        room.clear();
        Some(room)
    }
}

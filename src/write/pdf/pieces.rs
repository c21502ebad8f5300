//! The pieces of a long page: each is compressed while the next one is written.

use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::thread::{Builder, JoinHandle};

use super::stream;
use crate::base::stored::Stored;

/// A piece of a page, in the order of the pieces.
struct Piece {
    contents: String,
    /// How many stand before it.
    before: usize,
}

/// A piece that is compressed.
struct Packed {
    stored: Stored,
    /// Room for another one.
    room: String,
}

impl Piece {
    fn packed(self) -> Packed {
        let Self { contents: mut room, before } = self;
        let stored = stream::piece(room.as_bytes(), before);
        room.clear();
        Packed { stored, room }
    }
}

/// A thread that compresses pieces.
struct Packer {
    pieces: SyncSender<Piece>,
    packed: Receiver<Packed>,
    /// None where no more threads can be had.
    thread: Option<JoinHandle<()>>,
}

impl Packer {
    fn start() -> Self {
        let (pieces, next) = sync_channel::<Piece>(1);
        let (done, packed) = channel();
        let pack_all = move || {
            let sent = next.into_iter().map(|piece| done.send(piece.packed()));
            // Nobody waits for them any more where one is not taken.
            let _ = sent.take_while(Result::is_ok).count();
        };
        Self { pieces, packed, thread: Builder::new().spawn(pack_all).ok() }
    }

    /// What the thread has done, once it is done.
    fn wait(&mut self) -> Option<Packed> {
        let packed = self.packed.recv().ok();
        if packed.is_none()
            && let Some(Err(panic)) = self.thread.take().map(JoinHandle::join)
        {
            std::panic::resume_unwind(panic);
        }
        packed
    }
}

/// The pieces of one page after another.
#[derive(Default)]
pub struct Pieces {
    packer: Option<Packer>,
    /// Whether the last piece is being compressed.
    is_underway: bool,
    done: Vec<Stored>,
}

impl Pieces {
    /// Takes the next piece of the page out of `contents`.
    pub fn add(&mut self, contents: &mut String) {
        let room = self.wait();
        let piece = Piece { contents: std::mem::replace(contents, room), before: self.done.len() };
        let packer = self.packer.get_or_insert_with(Packer::start);
        match packer.pieces.send(piece) {
            Ok(()) => self.is_underway = true,
            Err(unsent) => {
                let Packed { stored, room } = unsent.0.packed();
                self.done.push(stored);
                *contents = room;
            }
        }
    }

    /// All pieces of the page.
    pub fn take(&mut self) -> Vec<Stored> {
        self.wait();
        std::mem::take(&mut self.done)
    }

    /// Waits for the last piece; gives room for another one.
    fn wait(&mut self) -> String {
        let is_underway = std::mem::take(&mut self.is_underway);
        let packed = self.packer.as_mut().filter(|_| is_underway).and_then(Packer::wait);
        packed.map_or_else(String::new, |packed| {
            self.done.push(packed.stored);
            packed.room
        })
    }
}

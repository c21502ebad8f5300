//! What a document's file has, and its memory need not hold as objects: a large deck has thousands of them, and a
//! hundred times their bytes.

use std::collections::BTreeMap;
use std::sync::Arc;

use lopdf::{Dictionary, Document, Object, ObjectId};

use super::save;
use super::stream::raw;

/// Objects beside those of a document, under numbers of that.
#[derive(Debug, Default)]
pub struct Aside {
    /// The bytes of streams that somebody keeps anyway, by the numbers of their objects.
    lent: BTreeMap<u32, Arc<[u8]>>,
    /// Objects that are no streams, as they are written, one behind the other.
    written: Vec<u8>,
    /// Where each of them begins, by their numbers in their order.
    starts: Vec<Start>,
}

#[derive(Debug, Clone, Copy)]
struct Start {
    id: u32,
    at: usize,
}

/// One of the objects that are written.
#[derive(Debug, Clone, Copy)]
pub struct Written<'w> {
    /// Its number.
    pub id: u32,
    /// Its bytes.
    pub bytes: &'w [u8],
}

impl Aside {
    /// Adds a stream of bytes as they are.
    pub fn lend(&mut self, document: &mut Document, dictionary: Dictionary, bytes: &Arc<[u8]>) -> ObjectId {
        let mut stream = raw(dictionary, &[]);
        stream.dict.set("Length", bytes.len() as i64);
        let id = document.add_object(stream);
        self.lent.insert(id.0, Arc::clone(bytes));
        id
    }

    /// That so many bytes of objects are to come, or a few more: room that grows leaves holes in the memory.
    pub fn reserve(&mut self, bytes: usize) {
        self.written.reserve(bytes);
    }

    /// Adds an object that is no stream, and that nobody changes any more.
    pub fn write(&mut self, document: &mut Document, object: &Object) -> ObjectId {
        let id = document.new_object_id();
        self.put(id.0, object);
        id
    }

    /// The same, of an object that has a number already, larger than those before.
    pub fn put(&mut self, id: u32, object: &Object) {
        self.starts.push(Start { id, at: self.written.len() });
        save::object(object, &mut self.written);
    }

    /// How many bytes all this takes at most.
    pub fn room(&self) -> usize {
        self.written.len() + self.lent.values().map(|bytes| bytes.len()).sum::<usize>()
    }

    /// The bytes of a stream that are kept here.
    pub fn take(&mut self, id: u32) -> Option<Arc<[u8]>> {
        self.lent.remove(&id)
    }

    /// The objects that are written, by their numbers.
    pub fn written(&self) -> impl Iterator<Item = Written<'_>> {
        let ends = self.starts.iter().skip(1).map(|next| next.at).chain([self.written.len()]);
        self.starts.iter().zip(ends).map(|(start, end)| Written {
            id: start.id,
            bytes: self.written.get(start.at..end).unwrap_or_default(),
        })
    }
}

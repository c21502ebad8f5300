//! Stores objects of a document as bytes, in the form in which they will be in the file.
//!
//! - In: objects and streams with their numbers in the document.
//! - Out: their bytes in the order of the numbers, when the file is saved.
//! - Not here: saving the file.
//!
//! A large deck has thousands of objects. If they were stored as values of `lopdf`, they would take
//! a hundred times as much memory. The bytes may be in a temporary file until the document is
//! saved.

use std::collections::VecDeque;

use lopdf::{Dictionary, Document, Object, ObjectId};

use super::save;
use crate::{COPY_BELOW_BYTES, stored_bytes_error};
use hexpress_base::diag::Result;
use hexpress_base::stored::Stored;

/// The objects of a document that have already been converted to bytes.
#[derive(Debug, Default)]
pub struct WrittenObjects {
    /// The streams, sorted by their numbers.
    streams: VecDeque<WrittenStream>,
    /// Bundles of objects that are not streams, sorted by object number.
    done: Vec<Bundle<Stored>>,
    /// The objects that follow those in `done`.
    last: Bundle<Vec<u8>>,
    /// The number of bytes in `done`.
    done_length: usize,
}

/// A stream whose dictionary has already been converted to bytes.
#[derive(Debug)]
pub struct WrittenStream {
    pub id: u32,
    pub dictionary: Box<[u8]>,
    pub is_compressed: bool,
    pub bytes: Stored,
}

/// If a bundle has more bytes than this, it is stored, and a new bundle begins.
const MAX_BUNDLE_BYTES: usize = 256 << 10;

/// The number of bytes that a stream takes in the file in addition to its contents.
const STREAM_OVERHEAD: usize = 40;

/// A bundle: several objects as bytes, one after the other.
#[derive(Debug, Default)]
struct Bundle<B> {
    bytes: B,
    ends: Vec<ObjectEnd>,
}

/// The place where an object in a bundle ends.
#[derive(Debug, Clone, Copy)]
struct ObjectEnd {
    id: u32,
    /// The index in the bundle after the last byte of the object.
    end: usize,
}

/// An object as bytes. It is not a stream.
#[derive(Debug)]
pub struct WrittenObject {
    pub id: u32,
    pub bytes: Vec<u8>,
}

impl WrittenObjects {
    /// Adds a stream. The bytes of the stream are written unchanged.
    pub fn add_stream(
        &mut self,
        document: &mut Document,
        mut dictionary: Dictionary,
        bytes: &Stored,
    ) -> ObjectId {
        dictionary.set("Length", bytes.len() as i64);
        let id = document.new_object_id();
        let is_compressed = dictionary.has(b"Filter");
        let mut written = Vec::new();
        save::object(&dictionary.into(), &mut written);
        self.push_stream(id.0, written, is_compressed, bytes);
        id
    }

    /// Adds a stream whose dictionary has already been converted to bytes. Its number must be larger than the
    /// number of every object that was added before.
    pub fn add_written_stream(&mut self, id: u32, dictionary: Vec<u8>, bytes: &Stored) {
        // It is not known here whether the bytes are compressed. The stream therefore counts as compressed.
        self.push_stream(id, dictionary, true, bytes);
    }

    fn push_stream(&mut self, id: u32, dictionary: Vec<u8>, is_compressed: bool, bytes: &Stored) {
        let bytes = bytes.clone();
        self.streams.push_back(WrittenStream { id, dictionary: dictionary.into(), is_compressed, bytes });
    }

    /// Adds an object that is not a stream. The object gets a new number.
    pub fn add(&mut self, document: &mut Document, object: &Object) -> ObjectId {
        let id = document.new_object_id();
        self.add_with_id(id.0, object);
        id
    }

    /// Adds an object that is not a stream. Its number must be larger than the number of every object that
    /// was added before.
    pub fn add_with_id(&mut self, id: u32, object: &Object) {
        save::object(object, &mut self.last.bytes);
        self.end_object(id);
    }

    /// Adds an object that is not a stream and has already been converted to bytes. Its number must be larger
    /// than the number of every object that was added before.
    pub fn add_written(&mut self, id: u32, object: &[u8]) {
        self.last.bytes.extend_from_slice(object);
        self.end_object(id);
    }

    fn end_object(&mut self, id: u32) {
        let Bundle { bytes, ends } = &mut self.last;
        ends.push(ObjectEnd { id, end: bytes.len() });
        if bytes.len() > MAX_BUNDLE_BYTES {
            let full = std::mem::take(&mut self.last);
            self.done_length += full.bytes.len();
            self.done.push(Bundle { bytes: Stored::new(full.bytes), ends: full.ends });
        }
    }

    /// Returns the total length of all objects that are not streams, in bytes.
    pub fn objects_length(&self) -> usize {
        self.done_length + self.last.bytes.len()
    }

    /// Returns an estimate of the memory that the streams will take in the finished file, in bytes.
    ///
    /// The bytes of large streams are not copied into the file, so these streams take little memory.
    pub fn streams_length(&self) -> usize {
        self.streams.iter().map(WrittenStream::length_in_memory).sum()
    }

    /// Removes and returns the first stream if its number is less than `id`. Otherwise, returns `None`.
    pub fn next_stream_before(&mut self, id: u32) -> Option<WrittenStream> {
        let is_before = self.streams.front().is_some_and(|first| first.id < id);
        is_before.then(|| self.streams.pop_front()).flatten()
    }

    /// Returns the objects that are not streams, sorted by their numbers.
    pub fn into_objects(self) -> impl Iterator<Item = Result<WrittenObject>> {
        let last = Bundle { bytes: Stored::new(self.last.bytes), ends: self.last.ends };
        self.done.into_iter().chain([last]).flat_map(Bundle::into_objects)
    }
}

impl WrittenStream {
    /// Returns an estimate of the memory that the stream will take in the finished file, in bytes.
    fn length_in_memory(&self) -> usize {
        let copied = self.bytes.at_hand().map_or(0, <[u8]>::len).min(COPY_BELOW_BYTES);
        copied + self.dictionary.len() + STREAM_OVERHEAD
    }
}

impl Bundle<Stored> {
    fn into_objects(self) -> Vec<Result<WrittenObject>> {
        let bytes = match self.bytes.bytes() {
            Ok(bytes) => bytes,
            Err(error) => return vec![Err(stored_bytes_error(&error))],
        };
        let starts = std::iter::once(0).chain(self.ends.iter().map(|object| object.end));
        let objects = starts.zip(&self.ends).map(|(start, &ObjectEnd { id, end })| {
            Ok(WrittenObject { id, bytes: bytes.get(start..end).unwrap_or_default().to_vec() })
        });
        objects.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_takes_more_memory_than_its_bytes() {
        let mut objects = WrittenObjects::default();
        objects.add_written_stream(1, vec![b' '; 10], &Stored::new(vec![0; 100]));
        assert_eq!(objects.streams_length(), 100 + 10 + STREAM_OVERHEAD);
        // A large stream is not copied.
        objects.add_written_stream(2, Vec::new(), &Stored::new(vec![0; COPY_BELOW_BYTES + 1000]));
        assert!(objects.streams_length() < COPY_BELOW_BYTES + 500);
    }
}

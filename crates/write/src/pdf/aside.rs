//! What a document's file has, and its memory need not hold as objects: a large deck has thousands of them, and a
//! hundred times their bytes.

use std::collections::VecDeque;

use lopdf::{Dictionary, Document, Object, ObjectId};

use super::save;
use crate::base::stored::Stored;
use crate::diag::Result;
use crate::write::{SMALL, lost};

/// Objects beside those of a document, under numbers of that.
#[derive(Debug, Default)]
pub struct Aside {
    /// Streams whose bytes are kept elsewhere, in the order of their numbers.
    lent: VecDeque<Lent>,
    /// Objects that are no streams, as they are written, in the order of their numbers: those that are put away.
    done: Vec<Bundle<Stored>>,
    /// Those behind them.
    last: Bundle<Vec<u8>>,
    /// How many bytes those take that are put away.
    put_away: usize,
}

/// A stream whose bytes are kept elsewhere.
#[derive(Debug)]
pub struct Lent {
    /// Its number.
    pub id: u32,
    /// Its dictionary, as it is written.
    pub about: Box<[u8]>,
    /// Whether its bytes are compressed.
    pub packed: bool,
    /// Its bytes.
    pub bytes: Stored,
}

/// So many bytes of objects are put away together.
const TOGETHER: usize = 256 << 10;

/// Objects one behind the other.
#[derive(Debug, Default)]
struct Bundle<B> {
    bytes: B,
    /// Their numbers, and where they end.
    ends: Vec<End>,
}

#[derive(Debug, Clone, Copy)]
struct End {
    id: u32,
    at: usize,
}

/// One of the objects that are written.
#[derive(Debug)]
pub struct Written {
    /// Its number.
    pub id: u32,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl Aside {
    /// Adds a stream of bytes as they are.
    pub fn lend(&mut self, document: &mut Document, mut about: Dictionary, bytes: &Stored) -> ObjectId {
        about.set("Length", bytes.len() as i64);
        let id = document.new_object_id();
        let packed = about.has(b"Filter");
        let mut written = Vec::new();
        save::object(&about.into(), &mut written);
        self.lent.push_back(Lent { id: id.0, about: written.into(), packed, bytes: bytes.clone() });
        id
    }

    /// Adds an object that is no stream, and that nobody changes any more.
    pub fn write(&mut self, document: &mut Document, object: &Object) -> ObjectId {
        let id = document.new_object_id();
        self.put(id.0, object);
        id
    }

    /// The same, of an object that has a number already, larger than those before.
    pub fn put(&mut self, id: u32, object: &Object) {
        let Bundle { bytes, ends } = &mut self.last;
        save::object(object, bytes);
        ends.push(End { id, at: bytes.len() });
        if bytes.len() > TOGETHER {
            let Bundle { bytes, ends } = std::mem::take(&mut self.last);
            self.put_away += bytes.len();
            self.done.push(Bundle { bytes: Stored::new(bytes), ends });
        }
    }

    /// How many bytes the objects take that are written.
    pub fn room(&self) -> usize {
        self.put_away + self.last.bytes.len()
    }

    /// About how many bytes the streams take that are kept elsewhere, but for those that are lent until the end.
    pub fn lent_room(&self) -> usize {
        let small = |lent: &Lent| lent.bytes.at_hand().map_or(0, <[u8]>::len).min(SMALL);
        self.lent.iter().map(|lent| small(lent) + lent.about.len() + 40).sum()
    }

    /// Gives up the first stream that is kept elsewhere, if its number is below this one.
    pub fn lent_before(&mut self, id: u32) -> Option<Lent> {
        let is_before = self.lent.front().is_some_and(|first| first.id < id);
        is_before.then(|| self.lent.pop_front()).flatten()
    }

    /// The objects that are written, by their numbers.
    pub fn written(self) -> impl Iterator<Item = Result<Written>> {
        let last = Bundle { bytes: Stored::new(self.last.bytes), ends: self.last.ends };
        self.done.into_iter().chain([last]).flat_map(Bundle::objects)
    }
}

impl Bundle<Stored> {
    fn objects(self) -> Vec<Result<Written>> {
        let bytes = match self.bytes.bytes() {
            Ok(bytes) => bytes,
            Err(error) => return vec![Err(lost(&error))],
        };
        let starts = [0].into_iter().chain(self.ends.iter().map(|end| end.at));
        let object = |(start, end): (usize, &End)| {
            let bytes = bytes.get(start..end.at).unwrap_or_default().to_vec();
            Ok(Written { id: end.id, bytes })
        };
        starts.zip(&self.ends).map(object).collect()
    }
}

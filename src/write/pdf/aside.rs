//! What a document's file has, and its memory need not hold as objects: a large deck has thousands of them, and a
//! hundred times their bytes.

use std::collections::BTreeMap;

use lopdf::{Dictionary, Document, Object, ObjectId};

use super::save;
use super::stream::raw;
use crate::base::stored::Stored;
use crate::diag::Result;
use crate::write::lost;

/// Objects beside those of a document, under numbers of that.
#[derive(Debug, Default)]
pub struct Aside {
    /// The bytes of streams that somebody keeps anyway, by the numbers of their objects.
    lent: BTreeMap<u32, Stored>,
    /// Objects that are no streams, as they are written, in the order of their numbers: those that are put away.
    done: Vec<Bundle<Stored>>,
    /// Those behind them.
    last: Bundle<Vec<u8>>,
    /// How many bytes those take that are put away.
    put_away: usize,
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
    pub fn lend(&mut self, document: &mut Document, dictionary: Dictionary, bytes: &Stored) -> ObjectId {
        let mut stream = raw(dictionary, &[]);
        stream.dict.set("Length", bytes.len() as i64);
        let id = document.add_object(stream);
        self.lent.insert(id.0, bytes.clone());
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

    /// The bytes of a stream that are kept here.
    pub fn take(&mut self, id: u32) -> Option<Stored> {
        self.lent.remove(&id)
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

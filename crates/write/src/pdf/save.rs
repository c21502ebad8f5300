//! The bytes of a document: its streams one after the other, all other objects packed into streams of objects
//! (ISO 32000-1, 7.5.7), and a stream that says where each is (7.5.8). A page is described in a fifth of the bytes so.

use std::io::Write as _;

use lopdf::{Dictionary, Document, Object, Stream, StringFormat, dictionary};

use super::aside::{Aside, Lent, Written};
use super::stream::{is_short, packed};
use crate::diag::Result;
use crate::record::{BuildId, seal};
use crate::write::FileBytes;

/// So many objects are packed together at most: a viewer unpacks them all to see one.
const TOGETHER: usize = 1000;
/// How a file begins: the version, and a comment that tells other programs that it is no text.
const HEAD: &[u8] = b"%PDF-1.7\n%\xBB\xAD\xC0\xDE\n";
/// What stands behind a stream.
const END: &[u8] = b"\nendstream\nendobj\n";
/// How many bytes each field of a place takes.
const FIELDS: [i64; 3] = [1, 4, 2];

/// Where an object is.
#[derive(Clone, Copy)]
enum ObjectPlace {
    /// Nowhere: its number is free.
    Free,
    /// At this byte of the file.
    At(usize),
    /// In the stream of objects with this number: which of its objects.
    Packed(u32, usize),
}

impl ObjectPlace {
    /// As the table of objects has it.
    fn bytes(self) -> [u8; 7] {
        let short = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
        let (kind, place, more) = match self {
            Self::Free => (0, 0, u16::MAX),
            Self::At(byte) => (1, u32::try_from(byte).unwrap_or(u32::MAX), 0),
            Self::Packed(container, index) => (2, container, short(index)),
        };
        let ([a, b, c, d], [e, f]) = (place.to_be_bytes(), more.to_be_bytes());
        [kind, a, b, c, d, e, f]
    }
}

/// A file while it is written.
struct File {
    out: FileBytes,
    /// The place of each object, by its number.
    places: Vec<ObjectPlace>,
    /// Whether nothing in it is compressed: then to set up a compressor would take a twentieth of the time.
    plain: bool,
}

impl File {
    fn put(&mut self, id: u32, place: ObjectPlace) {
        if let Some(own) = self.places.get_mut(id as usize) {
            *own = place;
        }
    }

    fn stream(&mut self, id: u32, about: &Dictionary, content: &[u8]) {
        dictionary(about, self.begin(id));
        let out = self.out.end();
        [b"stream\n", content, END].into_iter().for_each(|bytes| out.extend_from_slice(bytes));
    }

    /// A stream whose bytes are kept elsewhere.
    fn lent(&mut self, lent: Lent) {
        self.plain &= !lent.packed;
        let out = self.begin(lent.id);
        [&lent.about[..], b"stream\n"].into_iter().for_each(|bytes| out.extend_from_slice(bytes));
        self.out.lend(lent.bytes);
        self.out.end().extend_from_slice(END);
    }

    /// Begins an object; gives where its bytes go.
    fn begin(&mut self, id: u32) -> &mut Vec<u8> {
        self.put(id, ObjectPlace::At(self.out.length()));
        let out = self.out.end();
        // Writing to memory cannot fail.
        let _ = writeln!(out, "{id} 0 obj");
        out
    }

    /// Adds objects that are no streams, as the stream of objects with this number.
    fn objects(&mut self, container: u32, objects: &[Written]) {
        self.places.resize(container as usize + 1, ObjectPlace::Free);
        let (mut head, mut body) = (Vec::new(), Vec::new());
        for (index, Written { id, bytes }) in objects.iter().enumerate() {
            self.put(*id, ObjectPlace::Packed(container, index));
            let _ = write!(head, "{id} {} ", body.len());
            body.extend_from_slice(bytes);
            body.push(b'\n');
        }
        let first = head.len();
        head.append(&mut body);
        let about = dictionary! { "Type" => "ObjStm", "N" => objects.len() as i64, "First" => first as i64 };
        let packed = packed(about, &head, self.plain);
        self.stream(container, &packed.dict, &packed.content);
    }
}

/// All bytes of a document, and of what stands aside. What is written is given up. The identifier's first half is that of
/// the build and of all objects; the second is empty.
///
/// # Errors
/// What was put away cannot be read again.
pub fn bytes(document: Document, mut aside: Aside, build: BuildId) -> Result<FileBytes> {
    let Document { objects, max_id, mut trailer, .. } = document;
    let streams = objects.values().filter_map(|object| object.as_stream().ok());
    let room = streams.map(|stream| stream.content.len() + 100).sum::<usize>() + aside.lent_room();
    let mut file = File {
        out: FileBytes::from(Vec::with_capacity(room + aside.room())),
        places: Vec::new(),
        plain: true,
    };
    file.places.resize(max_id as usize + 1, ObjectPlace::Free);
    file.out.end().extend_from_slice(HEAD);
    let mut few = Aside::default();
    for ((id, _), object) in objects {
        while let Some(lent) = aside.lent_before(id) {
            file.lent(lent);
        }
        match object {
            Object::Stream(Stream { dict, content, .. }) => {
                file.plain &= !dict.has(b"Filter");
                file.stream(id, &dict, &content);
            }
            other => few.put(id, &other),
        }
    }
    while let Some(lent) = aside.lent_before(u32::MAX) {
        file.lent(lent);
    }
    file.plain &= is_short(aside.room() + few.room());
    let mut others = in_order(aside.written(), few.written());
    let mut table = max_id + 1;
    loop {
        let objects: Vec<Written> = others.by_ref().take(TOGETHER).collect::<Result<_>>()?;
        if objects.is_empty() {
            break;
        }
        file.objects(table, &objects);
        table += 1;
    }
    file.places.resize(table as usize + 1, ObjectPlace::Free);
    let start = file.out.length();
    let half = |bytes: [u8; seal::HALF]| Object::String(bytes.to_vec(), StringFormat::Hexadecimal);
    let first = seal::first_half(build, file.out.digest()?);
    trailer.set("ID", vec![half(first), half([0; seal::HALF])]);
    file.put(table, ObjectPlace::At(start));
    let mut about = dictionary! {
        "Type" => "XRef",
        "Size" => i64::from(table) + 1,
        "W" => FIELDS.map(Object::Integer).to_vec(),
    };
    about.extend(&trailer);
    let places: Vec<u8> = file.places.iter().flat_map(|place| place.bytes()).collect();
    let packed = packed(about, &places, file.plain);
    file.stream(table, &packed.dict, &packed.content);
    let _ = write!(file.out.end(), "startxref\n{start}\n%%EOF\n");
    Ok(file.out)
}

/// Objects of both, each in the order of their numbers, in that order.
fn in_order(
    one: impl Iterator<Item = Result<Written>>,
    other: impl Iterator<Item = Result<Written>>,
) -> impl Iterator<Item = Result<Written>> {
    let (mut one, mut other) = (one.peekable(), other.peekable());
    let id = |next: Option<&Result<Written>>| next.map_or(u32::MAX, |next| next.as_ref().map_or(0, |w| w.id));
    std::iter::from_fn(move || if id(other.peek()) < id(one.peek()) { other.next() } else { one.next() })
}

/// Writes an object that is no stream.
pub fn object(object: &Object, out: &mut Vec<u8>) {
    let _ = match object {
        Object::Null => write!(out, "null"),
        Object::Boolean(value) => write!(out, "{value}"),
        Object::Integer(value) => write!(out, "{value}"),
        Object::Real(value) => write!(out, "{value}"),
        Object::Reference((id, generation)) => write!(out, "{id} {generation} R"),
        Object::Name(bytes) => return name(bytes, out),
        Object::String(bytes, format) => return string(bytes, *format, out),
        Object::Array(list) => return array(list, out),
        Object::Dictionary(own) => return dictionary(own, out),
        // A stream is an object of its own.
        Object::Stream(_) => Ok(()),
    };
}

/// An object behind another one: with a blank where nothing else would part them.
fn next(object: &Object, out: &mut Vec<u8>) {
    let parts_itself = matches!(
        object,
        Object::Name(_) | Object::String(..) | Object::Array(_) | Object::Dictionary(_) | Object::Stream(_)
    );
    if !parts_itself {
        out.push(b' ');
    }
    self::object(object, out);
}

fn array(list: &[Object], out: &mut Vec<u8>) {
    out.push(b'[');
    if let Some((first, rest)) = list.split_first() {
        object(first, out);
        rest.iter().for_each(|one| next(one, out));
    }
    out.push(b']');
}

fn dictionary(own: &Dictionary, out: &mut Vec<u8>) {
    out.extend_from_slice(b"<<");
    for (key, value) in own {
        name(key, out);
        next(value, out);
    }
    out.extend_from_slice(b">>");
}

fn name(bytes: &[u8], out: &mut Vec<u8>) {
    out.push(b'/');
    for byte in bytes {
        if byte.is_ascii_graphic() && !b"()<>[]{}/%#".contains(byte) {
            out.push(*byte);
        } else {
            let _ = write!(out, "#{byte:02X}");
        }
    }
}

fn string(bytes: &[u8], format: StringFormat, out: &mut Vec<u8>) {
    match format {
        StringFormat::Literal => {
            out.push(b'(');
            for byte in bytes {
                match byte {
                    b'(' | b')' | b'\\' => out.extend_from_slice(&[b'\\', *byte]),
                    b'\r' => out.extend_from_slice(b"\\r"),
                    _ => out.push(*byte),
                }
            }
            out.push(b')');
        }
        StringFormat::Hexadecimal => {
            out.push(b'<');
            for byte in bytes {
                let _ = write!(out, "{byte:02X}");
            }
            out.push(b'>');
        }
    }
}

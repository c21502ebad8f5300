//! Writes the bytes of a document.
//!
//! - In: objects.
//! - Out: the bytes of a file. The first part contains the streams. Object streams with all other objects
//!   (ISO 32000-1, 7.5.7) and a cross-reference stream (7.5.8) follow.
//! - Not here: creating the objects.
//!
//! In an object stream, objects take only a fifth of the bytes that they take outside.

use std::io::Write as _;

use lopdf::{Dictionary, Document, Object, Stream, StringFormat, dictionary};

use super::stream::{is_short, packed};
use super::written_objects::{WrittenObject, WrittenObjects, WrittenStream};
use crate::FileBytes;
use hexpress_base::diag::Result;
use hexpress_language::record::{BuildId, seal};

/// The version of PDF for files without packed objects.
pub const FLAT_VERSION: &str = "1.4";
/// The largest number of objects in an object stream.
///
/// To read a single object, a viewer must decompress its whole stream.
const MAX_OBJECTS: usize = 1000;
/// The second line of a file: a comment that marks the file as binary.
const BINARY: &[u8] = b"\n%\xBB\xAD\xC0\xDE\n";
/// The end of a stream object.
const END: &[u8] = b"\nendstream\nendobj\n";
/// The widths of the fields of a cross-reference entry, in bytes.
const FIELDS: [i64; 3] = [1, 4, 2];

/// The place of an object in the file: an entry of the cross-reference stream (ISO 32000-1, table
/// 18).
#[derive(Clone, Copy)]
enum ObjectPlace {
    /// No object has this number.
    Free,
    /// The object begins at this byte of the file.
    Offset(usize),
    /// The object is in an object stream.
    Packed {
        /// The number of the object stream.
        container: u32,
        /// The index of the object in the object stream.
        index: usize,
    },
}

impl ObjectPlace {
    /// Returns the bytes of the entry. If a number is too large for its field, writes the largest
    /// number that fits.
    fn bytes(self) -> [u8; 7] {
        let (kind, second, third) = match self {
            Self::Free => (0, 0, u16::MAX),
            Self::Offset(byte) => (1, u32::try_from(byte).unwrap_or(u32::MAX), 0),
            Self::Packed { container, index } => (2, container, u16::try_from(index).unwrap_or(u16::MAX)),
        };
        let ([a, b, c, d], [e, f]) = (second.to_be_bytes(), third.to_be_bytes());
        [kind, a, b, c, d, e, f]
    }
}

/// A file that is being written.
struct File {
    out: FileBytes,
    /// The place of each object. The index is the number of the object.
    places: Vec<ObjectPlace>,
    /// Whether nothing in the file is compressed, as in short files. Preparing a compressor would take 5 % of
    /// the time to make a short file.
    is_plain: bool,
}

impl File {
    /// Stores the place of an object in the file.
    fn note(&mut self, id: u32, place: ObjectPlace) {
        if let Some(entry) = self.places.get_mut(id as usize) {
            *entry = place;
        }
    }

    fn stream(&mut self, id: u32, head: &Dictionary, content: &[u8]) {
        dictionary(head, self.begin(id));
        let out = self.out.end();
        [b"stream\n", content, END].into_iter().for_each(|bytes| out.extend_from_slice(bytes));
    }

    /// Writes a stream whose dictionary has already been converted to bytes.
    fn written_stream(&mut self, stream: WrittenStream) {
        self.is_plain &= !stream.is_compressed;
        let out = self.begin(stream.id);
        [&stream.dictionary[..], b"stream\n"].into_iter().for_each(|bytes| out.extend_from_slice(bytes));
        self.out.push_stored(stream.bytes);
        self.out.end().extend_from_slice(END);
    }

    /// Begins an object. Returns the buffer to which the bytes of the object must be appended.
    fn begin(&mut self, id: u32) -> &mut Vec<u8> {
        self.note(id, ObjectPlace::Offset(self.out.length()));
        let out = self.out.end();
        // The result is ignored, because writing to memory cannot fail.
        let _ = writeln!(out, "{id} 0 obj");
        out
    }

    /// Writes objects as an object stream with the number `container`.
    fn object_stream(&mut self, container: u32, objects: &[WrittenObject]) {
        self.places.resize(container as usize + 1, ObjectPlace::Free);
        let (mut head, mut body) = (Vec::new(), Vec::new());
        for (index, WrittenObject { id, bytes }) in objects.iter().enumerate() {
            self.note(*id, ObjectPlace::Packed { container, index });
            let _ = write!(head, "{id} {} ", body.len());
            body.extend_from_slice(bytes);
            body.push(b'\n');
        }
        let first = head.len();
        head.append(&mut body);
        let keys = dictionary! { "Type" => "ObjStm", "N" => objects.len() as i64, "First" => first as i64 };
        let Stream { dict, content, .. } = packed(keys, &head, self.is_plain);
        self.stream(container, &dict, &content);
    }
}

/// Returns the bytes of a file with a document and the objects that have already been written.
///
/// The first half of the file's identifier is computed from the build and from all objects. The second half
/// consists of zeros, until the seal replaces them.
///
/// # Errors
/// The stored bytes cannot be read again.
pub fn bytes(document: Document, mut written_objects: WrittenObjects, build: BuildId) -> Result<FileBytes> {
    /// The number of bytes that a stream takes in the file in addition to its contents.
    const STREAM_OVERHEAD: usize = 100;
    let Document { objects, max_id, mut trailer, version, .. } = document;
    let streams = objects.values().filter_map(|object| object.as_stream().ok());
    let length = streams.map(|stream| stream.content.len() + STREAM_OVERHEAD).sum::<usize>();
    let capacity = length + written_objects.streams_length() + written_objects.objects_length();
    let mut file =
        File { out: FileBytes::from(Vec::with_capacity(capacity)), places: Vec::new(), is_plain: true };
    file.places.resize(max_id as usize + 1, ObjectPlace::Free);
    [b"%PDF-", version.as_bytes(), BINARY]
        .into_iter()
        .for_each(|part| file.out.end().extend_from_slice(part));
    let mut other_objects = WrittenObjects::default();
    for ((id, _), object) in objects {
        while let Some(stream) = written_objects.next_stream_before(id) {
            file.written_stream(stream);
        }
        match object {
            Object::Stream(Stream { dict, content, .. }) => {
                file.is_plain &= !dict.has(b"Filter");
                file.stream(id, &dict, &content);
            }
            other => other_objects.add_with_id(id, &other),
        }
    }
    while let Some(stream) = written_objects.next_stream_before(u32::MAX) {
        file.written_stream(stream);
    }
    file.is_plain &= is_short(written_objects.objects_length() + other_objects.objects_length());
    let mut packed_objects = merged(written_objects.into_objects(), other_objects.into_objects());
    let mut next_id = max_id + 1;
    // PDF has no packed objects and no cross-reference streams before version 1.5.
    if version == FLAT_VERSION {
        for object in packed_objects {
            let WrittenObject { id, bytes } = object?;
            let out = file.begin(id);
            [&bytes[..], b"\nendobj\n"].into_iter().for_each(|part| out.extend_from_slice(part));
        }
        trailer.set("ID", identifier(build, &file)?);
        file.cross_reference_table(&trailer);
        return Ok(file.out);
    }
    loop {
        let bundle: Vec<WrittenObject> = packed_objects.by_ref().take(MAX_OBJECTS).collect::<Result<_>>()?;
        if bundle.is_empty() {
            break;
        }
        file.object_stream(next_id, &bundle);
        next_id += 1;
    }
    trailer.set("ID", identifier(build, &file)?);
    file.cross_references(next_id, &trailer);
    Ok(file.out)
}

impl File {
    /// Writes the cross-reference stream and the end of the file.
    ///
    /// The cross-reference stream is the object with the largest number.
    fn cross_references(&mut self, id: u32, trailer: &Dictionary) {
        self.places.resize(id as usize + 1, ObjectPlace::Free);
        let start = self.out.length();
        self.note(id, ObjectPlace::Offset(start));
        let mut head = dictionary! {
            "Type" => "XRef",
            "Size" => i64::from(id) + 1,
            "W" => FIELDS.map(Object::Integer).to_vec(),
        };
        head.extend(trailer);
        let entries: Vec<u8> = self.places.iter().flat_map(|place| place.bytes()).collect();
        let Stream { dict, content, .. } = packed(head, &entries, self.is_plain);
        self.stream(id, &dict, &content);
        // The result is ignored, because writing to memory cannot fail.
        let _ = write!(self.out.end(), "startxref\n{start}\n%%EOF\n");
    }

    /// Writes the cross-reference table, the trailer and the end of the file (ISO 32000-1, 7.5.4).
    fn cross_reference_table(&mut self, trailer: &Dictionary) {
        let start = self.out.length();
        let count = self.places.len();
        let out = self.out.end();
        // The result is ignored, because writing to memory cannot fail.
        let _ = writeln!(out, "xref\n0 {count}");
        for (number, place) in self.places.iter().enumerate() {
            // Each entry of the table has 20 bytes.
            let _ = match place {
                ObjectPlace::Offset(offset) => writeln!(out, "{offset:010} 00000 n "),
                _ if number == 0 => writeln!(out, "0000000000 65535 f "),
                _ => writeln!(out, "0000000000 00000 f "),
            };
        }
        let mut all = dictionary! { "Size" => count as i64 };
        all.extend(trailer);
        out.extend_from_slice(b"trailer\n");
        dictionary(&all, out);
        let _ = write!(out, "\nstartxref\n{start}\n%%EOF\n");
    }
}

/// Returns the identifier of a file. All objects must already be in the file. The second half of the
/// identifier consists of zeros.
///
/// # Errors
/// The stored bytes cannot be read again.
fn identifier(build: BuildId, file: &File) -> Result<Vec<Object>> {
    let first_half = seal::first_half(build, file.out.digest()?);
    Ok([first_half, [0; seal::HALF_BYTES]].map(identifier_half).to_vec())
}

fn identifier_half(bytes: [u8; seal::HALF_BYTES]) -> Object {
    Object::String(bytes.to_vec(), StringFormat::Hexadecimal)
}

/// Merges two sequences of objects into one. Both must be sorted by object number.
fn merged(
    one: impl Iterator<Item = Result<WrittenObject>>,
    other: impl Iterator<Item = Result<WrittenObject>>,
) -> impl Iterator<Item = Result<WrittenObject>> {
    let (mut one, mut other) = (one.peekable(), other.peekable());
    std::iter::from_fn(move || match merge_key(other.peek()) < merge_key(one.peek()) {
        true => other.next(),
        false => one.next(),
    })
}

/// Returns the key by which two sequences are merged: the number of the next object in a sequence. Returns 0
/// for an error, so that errors come first. Returns the largest possible number at the end of a sequence.
fn merge_key(next: Option<&Result<WrittenObject>>) -> u32 {
    match next {
        Some(Ok(object)) => object.id,
        Some(Err(_)) => 0,
        None => u32::MAX,
    }
}

/// Writes an object that is not a stream.
pub fn object(object: &Object, out: &mut Vec<u8>) {
    let _ = match object {
        Object::Null => write!(out, "null"),
        Object::Boolean(value) => write!(out, "{value}"),
        Object::Integer(value) => write!(out, "{value}"),
        Object::Real(value) => write!(out, "{value}"),
        Object::Reference((id, generation)) => write!(out, "{id} {generation} R"),
        Object::Name(bytes) => return write_name(bytes, out),
        Object::String(bytes, format) => return string(bytes, *format, out),
        Object::Array(list) => return array(list, out),
        Object::Dictionary(entries) => return dictionary(entries, out),
        // A stream is never inside another object.
        Object::Stream(_) => Ok(()),
    };
}

/// Writes an object that follows another object. A space precedes it if it does not begin with a delimiter.
fn next(object: &Object, out: &mut Vec<u8>) {
    let has_delimiter = matches!(
        object,
        Object::Name(_) | Object::String(..) | Object::Array(_) | Object::Dictionary(_) | Object::Stream(_)
    );
    if !has_delimiter {
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

fn dictionary(entries: &Dictionary, out: &mut Vec<u8>) {
    out.extend_from_slice(b"<<");
    for (key, value) in entries {
        write_name(key, out);
        next(value, out);
    }
    out.extend_from_slice(b">>");
}

/// Writes a name. Characters that are not allowed in names are written as `#` and two hexadecimal
/// digits.
fn write_name(bytes: &[u8], out: &mut Vec<u8>) {
    out.push(b'/');
    for byte in bytes {
        if byte.is_ascii_graphic() && !b"()<>[]{}/%#".contains(byte) {
            out.push(*byte);
        } else {
            let _ = write!(out, "#{byte:02X}");
        }
    }
}

/// Writes a string in parentheses, or as hexadecimal digits.
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

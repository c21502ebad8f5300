//! Splits container files into parts, and joins the parts again.
//!
//! Damage between the two steps reaches compressed data. Lengths, checksums and tables stay
//! correct.

use libdeflater::{CompressionLvl, Compressor, Decompressor};

use super::messages;

/// How a file format stores its parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// The file is one part.
    Flat,
    /// The parts are objects, and the decompressed contents of streams.
    Pdf,
    /// The parts are chunks, and the decompressed pixels.
    Png,
    /// The parts are the files in the archive.
    Zip,
    /// The parts are messages to a language server, and the layouts in these messages.
    Messages,
}

/// A part of a file, with the data that is needed to join it again.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Part {
    /// The name of the part, or other data, depending on the format.
    ///
    /// - ZIP and PNG: the name of the file or chunk.
    /// - PDF: whether the bytes were compressed.
    /// - Messages: the text of the message before and after the layout.
    pub name: Vec<u8>,
    pub bytes: Vec<u8>,
}

impl Form {
    #[must_use]
    pub fn apart(self, file: &[u8]) -> Vec<Part> {
        match self {
            Self::Flat => vec![Part { name: Vec::new(), bytes: file.to_vec() }],
            Self::Pdf => pdf_apart(file),
            Self::Png => png_apart(file),
            Self::Zip => zip_apart(file),
            Self::Messages => messages::apart(file),
        }
    }

    #[must_use]
    pub fn together(self, parts: &[Part]) -> Vec<u8> {
        match self {
            Self::Flat => parts.iter().flat_map(|part| part.bytes.iter().copied()).collect(),
            Self::Pdf => pdf_together(parts),
            Self::Png => png_together(parts),
            Self::Zip => zip_together(parts),
            Self::Messages => messages::together(parts),
        }
    }
}

/// The largest size of a part after decompression, in bytes. The pixels of every seed are smaller.
const MAX_BYTES: usize = 1 << 21;

fn inflated(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut out = vec![0; MAX_BYTES];
    let length = Decompressor::new().zlib_decompress(bytes, &mut out).ok()?;
    out.truncate(length);
    Some(out)
}

fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut deflater = Compressor::new(CompressionLvl::fastest());
    let mut out = vec![0; deflater.zlib_compress_bound(bytes.len())];
    let length = deflater.zlib_compress(bytes, &mut out).unwrap_or(0);
    out.truncate(length);
    out
}

fn find(bytes: &[u8], word: &[u8], from: usize) -> Option<usize> {
    bytes.get(from..)?.windows(word.len()).position(|part| part == word).map(|at| from + at)
}

const COMPRESSED: &[u8] = b"z";
const PLAIN: &[u8] = b"p";

/// Splits a PDF. The bytes between streams and the contents of streams alternate.
fn pdf_apart(file: &[u8]) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut rest = 0;
    let mut from = 0;
    while let Some(at) = find(file, b"stream", from) {
        from = at + 6;
        if file[..at].ends_with(b"end") {
            continue;
        }
        let mut start = from;
        start += usize::from(file.get(start) == Some(&b'\r'));
        start += usize::from(file.get(start) == Some(&b'\n'));
        let Some(word) = find(file, b"endstream", start) else { break };
        // The line break before `endstream` is not part of the stream.
        let line =
            if file[..word].ends_with(b"\r\n") { 2 } else { usize::from(file[..word].ends_with(b"\n")) };
        let end = (word - line).max(start);
        parts.push(Part { name: Vec::new(), bytes: file[rest..start].to_vec() });
        let data = &file[start..end];
        parts.push(match inflated(data) {
            Some(bytes) => Part { name: COMPRESSED.to_vec(), bytes },
            None => Part { name: PLAIN.to_vec(), bytes: data.to_vec() },
        });
        (rest, from) = (end, word + 9);
    }
    parts.push(Part { name: Vec::new(), bytes: file[rest..].to_vec() });
    parts
}

fn pdf_together(parts: &[Part]) -> Vec<u8> {
    let mut file: Vec<u8> = Vec::new();
    let mut object = 0;
    for part in parts {
        if part.name.is_empty() {
            object = file.len();
            file.extend(&part.bytes);
            continue;
        }
        let data = if part.name == COMPRESSED { deflated(&part.bytes) } else { part.bytes.clone() };
        let key = b"/Length";
        let lengths = file[object..].windows(key.len()).rposition(|word| word == key);
        if let Some(at) = lengths.map(|at| object + at + key.len()) {
            let digits = |byte: &u8| byte.is_ascii_digit() || *byte == b' ';
            let to = file[at..].iter().position(|byte| !digits(byte)).map_or(file.len(), |n| at + n);
            // `/Length1` belongs to fonts. `5 0 R` refers to another object, so it is not a length.
            if file.get(at) == Some(&b' ') && file.get(to) != Some(&b'R') {
                file.splice(at..to, format!(" {}", data.len()).into_bytes());
            }
        }
        file.extend(&data);
    }
    with_table(file)
}

/// Replaces the table of objects with a correct one.
///
/// With the old table, most readers would reject the file before they read the damaged objects.
fn with_table(mut file: Vec<u8>) -> Vec<u8> {
    let Some(trailer) = file.windows(7).rposition(|word| word == b"trailer") else { return file };
    let Some(table) = file[..trailer].windows(5).rposition(|word| word == b"\nxref") else { return file };
    let mut places: Vec<Option<usize>> = Vec::new();
    let mut from = 0;
    while let Some(at) = find(&file[..table], b" 0 obj", from) {
        from = at + 6;
        let digits = file[..at].iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let number =
            std::str::from_utf8(&file[at - digits..at]).ok().and_then(|text| text.parse::<usize>().ok());
        if let Some(number) = number.filter(|number| *number < 5000) {
            places.resize(places.len().max(number + 1), None);
            places[number] = Some(at - digits);
        }
    }
    let mut new = format!("\nxref\n0 {}\n", places.len());
    for (number, place) in places.iter().enumerate() {
        new += &match place {
            Some(place) => format!("{place:010} 00000 n \n"),
            None if number == 0 => "0000000000 65535 f \n".to_owned(),
            None => "0000000000 00000 f \n".to_owned(),
        };
    }
    let tail = file.split_off(trailer);
    file.truncate(table);
    file.extend(new.into_bytes());
    let end = tail.windows(9).rposition(|word| word == b"startxref").unwrap_or(tail.len());
    file.extend(&tail[..end]);
    file.extend(format!("startxref\n{}\n%%EOF\n", table + 1).into_bytes());
    file
}

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";
const PIXELS: &[u8] = b"IDAT";

fn png_apart(file: &[u8]) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut rest = file.strip_prefix(PNG).unwrap_or(&[]);
    while let Some((head, body)) = rest.split_at_checked(8) {
        let length = head[..4].iter().fold(0, |n, byte| n << 8 | usize::from(*byte)).min(body.len());
        match parts.last_mut().filter(|part| part.name == PIXELS && head[4..] == *PIXELS) {
            Some(part) => part.bytes.extend(&body[..length]),
            None => parts.push(Part { name: head[4..].to_vec(), bytes: body[..length].to_vec() }),
        }
        rest = body.get(length + 4..).unwrap_or(&[]);
    }
    for part in parts.iter_mut().filter(|part| part.name == PIXELS) {
        if let Some(bytes) = inflated(&part.bytes) {
            part.bytes = bytes;
        }
    }
    parts
}

fn png_together(parts: &[Part]) -> Vec<u8> {
    let mut file = PNG.to_vec();
    for part in parts {
        let bytes = if part.name == PIXELS { deflated(&part.bytes) } else { part.bytes.clone() };
        file.extend((bytes.len() as u32).to_be_bytes());
        let named = [&part.name[..], &bytes].concat();
        file.extend(&named);
        file.extend(libdeflater::crc32(&named).to_be_bytes());
    }
    file
}

fn number(bytes: &[u8], at: usize, length: usize) -> usize {
    let part = bytes.get(at..at + length).unwrap_or(&[]);
    part.iter().rev().fold(0, |n, byte| n << 8 | usize::from(*byte))
}

/// Returns the files of an archive, found by their local headers (APPNOTE 4.3.7).
fn zip_apart(file: &[u8]) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut at = 0;
    while file.get(at..at + 4) == Some(b"PK\x03\x04") {
        let (method, packed) = (number(file, at + 8, 2), number(file, at + 18, 4));
        let (name, extra) = (number(file, at + 26, 2), number(file, at + 28, 2));
        let start = at + 30 + name + extra;
        let Some(data) = file.get(start..start + packed) else { break };
        let bytes = if method == 8 {
            let mut out = vec![0; MAX_BYTES];
            let length = Decompressor::new().deflate_decompress(data, &mut out).unwrap_or(0);
            out.truncate(length);
            out
        } else {
            data.to_vec()
        };
        parts.push(Part { name: file[at + 30..at + 30 + name].to_vec(), bytes });
        at = start + packed;
    }
    parts
}

fn zip_together(parts: &[Part]) -> Vec<u8> {
    let (mut file, mut list) = (Vec::new(), Vec::new());
    for part in parts {
        let size = (part.bytes.len() as u32).to_le_bytes();
        let at = (file.len() as u32).to_le_bytes();
        let name = (part.name.len() as u16).to_le_bytes();
        // Version 2.0, no flags, stored, no time. Then the checksum, both sizes, the length of the
        // name, and no extra field.
        let sum = libdeflater::crc32(&part.bytes).to_le_bytes();
        let about = [&[20, 0, 0, 0, 0, 0, 0, 0, 0, 0][..], &sum, &size, &size, &name, &[0, 0]].concat();
        file.extend([b"PK\x03\x04", &about[..], &part.name, &part.bytes].concat());
        list.extend([b"PK\x01\x02", &[20, 0][..], &about, &[0; 10], &at, &part.name].concat());
    }
    let (count, size) = ((parts.len() as u16).to_le_bytes(), (list.len() as u32).to_le_bytes());
    let at = (file.len() as u32).to_le_bytes();
    file.extend(list);
    file.extend([b"PK\x05\x06", &[0; 4][..], &count, &count, &size, &at, &[0, 0]].concat());
    file
}

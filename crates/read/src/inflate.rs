//! Inflates the streams of a PDF within limits: a few kilobytes can inflate to gigabytes.
//!
//! In: compressed bytes. Out: the uncompressed bytes, or an error if they are damaged or too large. Pictures are
//! decoded elsewhere.

use std::borrow::Cow;
use std::cell::RefCell;

use libdeflater::{DecompressionError, Decompressor};
use memchr::memmem;

use super::ReadError;
use super::hayro::{Filter, Name, Object, Stream};
use crate::limits::{MOST_OF_CONTENTS, MOST_OF_FILE, MOST_OF_STREAM};

/// How much larger than its compressed bytes a stream is taken to be at first.
const USUAL: usize = 8;
/// The least room for what a stream inflates to.
const LEAST: usize = 4096;
/// The most room that is kept for the next stream.
const MOST_KEPT: usize = 1 << 20;

/// A reason why a stream has no bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Broken {
    /// The compressed bytes are damaged.
    Damaged,
    /// There are more bytes than the limit.
    TooLarge,
}

impl Broken {
    /// The error of a stream that is `damaged` in these words.
    pub(super) fn or(self, damaged: ReadError) -> ReadError {
        match self {
            Self::Damaged => damaged,
            Self::TooLarge => ReadError::TooLarge,
        }
    }
}

/// Measures what all streams of a file inflate to, before anything else reads them. It looks at the bytes alone, so it
/// also sees what the table of objects does not name; of a stream that was compressed twice, both are measured.
///
/// # Errors
/// One that is too large, or too many.
pub(super) fn measure(file: &[u8]) -> Result<(), ReadError> {
    within(file, MOST_OF_STREAM, MOST_OF_FILE)
}

fn within(file: &[u8], most_of_stream: usize, mut left: usize) -> Result<(), ReadError> {
    const WORD: &[u8] = b"stream";
    let mut places = memmem::find_iter(file, WORD).peekable();
    while let Some(start) = places.next() {
        let (before, keyword) = file.split_at(start);
        // A stream mostly ends before the next occurrence of the keyword.
        let length = places.peek().map_or(keyword.len(), |next| next - start);
        if before.ends_with(b"end") {
            continue;
        }
        let line_end = keyword.strip_prefix(WORD).unwrap_or(keyword);
        let line_feed = line_end.strip_prefix(b"\r").unwrap_or(line_end);
        let data = line_feed.strip_prefix(b"\n").unwrap_or(line_feed);
        let Some(once) = measured(data, length, most_of_stream, &mut left)? else { continue };
        measured(&once, once.len(), most_of_stream, &mut left)?;
    }
    Ok(())
}

/// Inflates bytes of about `length`, and subtracts their number from `left`. Returns the inflated bytes if they are
/// compressed once more; most streams are only measured. `None` if nothing remains to be measured.
///
/// # Errors
/// If there are too many bytes. Damaged bytes are reported where the stream is used.
fn measured(
    data: &[u8],
    length: usize,
    most_of_stream: usize,
    left: &mut usize,
) -> Result<Option<Vec<u8>>, ReadError> {
    if !begins_as_zlib(data) {
        return Ok(None);
    }
    let most = most_of_stream.min(*left);
    let inflated = unpacked(data, length, most, Decompressor::zlib_decompress, |bytes| {
        (bytes.len(), begins_as_zlib(bytes).then(|| bytes.to_vec()))
    });
    match inflated {
        Ok((size, twice_compressed)) => {
            *left -= size;
            Ok(twice_compressed)
        }
        Err(Broken::TooLarge) => Err(ReadError::TooLarge),
        Err(Broken::Damaged) => Ok(None),
    }
}

/// Returns whether bytes begin like zlib data (RFC 1950, 2.2).
fn begins_as_zlib(data: &[u8]) -> bool {
    match data {
        [method, flags, ..] => method & 0x0f == 8 && (u16::from(*method) << 8 | u16::from(*flags)) % 31 == 0,
        _ => false,
    }
}

/// Inflates to `most` bytes at most. Bytes behind the end of the compressed ones are left alone.
fn inflate(data: &[u8], most: usize) -> Result<Vec<u8>, Broken> {
    unpacked(data, data.len(), most, Decompressor::zlib_decompress, <[u8]>::to_vec)
}

/// How every file begins that gzip compressed, an `.svgz` among them.
pub(super) const GZIP: &[u8] = b"\x1F\x8B";

/// The bytes of a file; what they were before gzip compressed them, where it did.
pub(super) fn ungzipped(bytes: &[u8]) -> Result<Cow<'_, [u8]>, Broken> {
    if !bytes.starts_with(GZIP) {
        return Ok(Cow::Borrowed(bytes));
    }
    unpacked(bytes, bytes.len(), MOST_OF_CONTENTS, Decompressor::gzip_decompress, <[u8]>::to_vec)
        .map(Cow::Owned)
}

/// A function that decompresses into the room it is given, and says how much of it was needed.
type Unpack = fn(&mut Decompressor, &[u8], &mut [u8]) -> Result<usize, DecompressionError>;

/// What each core decompresses with, and the room for what comes of it: a file has thousands of streams.
struct Inflater {
    tables: Decompressor,
    room: Vec<u8>,
}

thread_local! {
    static INFLATER: RefCell<Inflater> =
        RefCell::new(Inflater { tables: Decompressor::new(), room: Vec::new() });
}

/// Decompresses bytes of about this length to `most` bytes at most, and hands these to `take`, which decompresses nothing itself.
fn unpacked<T>(
    data: &[u8],
    length: usize,
    most: usize,
    unpack: Unpack,
    take: impl FnOnce(&[u8]) -> T,
) -> Result<T, Broken> {
    INFLATER.with_borrow_mut(|Inflater { tables, room }| {
        let usual = length.saturating_mul(USUAL).clamp(LEAST.min(most), most).min(MOST_OF_CONTENTS);
        let mut size = usual.max(room.len().min(most));
        let taken = loop {
            if room.len() < size {
                // Nothing of it is to be kept, and there is not to be room for both.
                *room = Vec::new();
                *room = vec![0; size];
            }
            let bytes = room.get_mut(..size).unwrap_or_default();
            match unpack(tables, data, bytes) {
                Ok(length) => break Ok(take(bytes.get(..length).unwrap_or_default())),
                Err(DecompressionError::InsufficientSpace) if size < most => {
                    size = size.saturating_mul(4).min(most)
                }
                Err(DecompressionError::InsufficientSpace) => break Err(Broken::TooLarge),
                Err(DecompressionError::BadData) => break Err(Broken::Damaged),
            }
        };
        if room.len() > MOST_KEPT {
            *room = Vec::new();
        }
        taken
    })
}

/// The uncompressed bytes of a stream, `most` of them at most. The reader below makes what it can of a broken stream,
/// and half a page would be taken for all of it.
pub(super) fn whole<'a>(stream: &Stream<'a>, most: usize) -> Result<Cow<'a, [u8]>, Broken> {
    let dict = stream.dict();
    let named = ["F", "Filter"].iter().find_map(|key| match dict.get::<Object<'_>>(*key) {
        Some(Object::Name(_)) => Some(1),
        Some(Object::Array(all)) => Some(all.iter::<Name<'_>>().count()),
        _ => None,
    });
    // Filters that the reader does not know, it leaves out.
    let filters = stream.filters();
    if named.is_some_and(|named| filters.len() != named) {
        return Err(Broken::Damaged);
    }
    if filters.iter().filter(|filter| expands(filter)).count() > 1 {
        return Err(Broken::TooLarge);
    }
    let raw = stream.raw_data();
    // Programs that compress all they write leave nothing as it is.
    if raw.trim_ascii().is_empty() {
        return Ok(Cow::Borrowed(&[]));
    }
    let parameters = ["DP", "DecodeParms"].iter().any(|key| dict.contains_key(*key));
    let inflated = match filters.as_slice() {
        [Filter::FlateDecode] => Some(inflate(&raw, most)?),
        // Some programs write ASCII only.
        [Filter::Ascii85Decode, Filter::FlateDecode] => Some(inflate(&ascii85(&raw), most)?),
        _ => None,
    };
    let bytes = match inflated.filter(|_| !parameters) {
        Some(bytes) => Cow::Owned(bytes),
        None => stream.decoded_data().map_err(|_| Broken::Damaged)?,
    };
    if bytes.len() > most { Err(Broken::TooLarge) } else { Ok(bytes) }
}

/// Returns whether a filter may return more bytes than it is given.
fn expands(filter: &Filter) -> bool {
    matches!(filter, Filter::FlateDecode | Filter::LzwDecode | Filter::RunLengthDecode)
}

/// Decodes ASCII base-85 (ISO 32000-1, 7.4.3): five letters for four bytes, up to the end mark.
fn ascii85(letters: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(letters.len() / 5 * 4 + 4);
    let (mut group, mut count) = (0_u32, 0_usize);
    let letters = letters.trim_ascii_start();
    for letter in
        letters.strip_prefix(b"<~").unwrap_or(letters).iter().filter(|letter| !letter.is_ascii_whitespace())
    {
        match letter {
            b'z' if count == 0 => bytes.extend([0; 4]),
            b'!'..=b'u' => {
                group = group.wrapping_mul(85).wrapping_add(u32::from(letter - b'!'));
                count += 1;
                if count == 5 {
                    bytes.extend(group.to_be_bytes());
                    (group, count) = (0, 0);
                }
            }
            _ => break,
        }
    }
    if count > 1 {
        let filled = (count..5).fold(group, |group, _| group.wrapping_mul(85).wrapping_add(84));
        bytes.extend(filled.to_be_bytes().iter().take(count - 1));
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deflated(bytes: &[u8]) -> Vec<u8> {
        let mut deflater = libdeflater::Compressor::new(libdeflater::CompressionLvl::best());
        let mut out = vec![0; deflater.zlib_compress_bound(bytes.len())];
        let length = deflater.zlib_compress(bytes, &mut out).unwrap();
        out.truncate(length);
        out
    }

    #[test]
    fn inflates_up_to_the_bound_and_no_further() {
        let zeros = deflated(&vec![0; 1 << 20]);
        assert!(zeros.len() < 2000);
        assert_eq!(inflate(&zeros, 1 << 20).map(|bytes| bytes.len()), Ok(1 << 20));
        assert_eq!(inflate(&zeros, (1 << 20) - 1), Err(Broken::TooLarge));
        assert_eq!(inflate(&zeros[..zeros.len() - 1], 1 << 21), Err(Broken::Damaged));
        // What follows is no part of it.
        assert_eq!(inflate(&[&zeros[..], b"\nendstream"].concat(), 1 << 20).map(|b| b.len()), Ok(1 << 20));
    }

    #[test]
    fn every_stream_of_a_file_is_measured() {
        const MOST: usize = 1 << 20;
        let zeros = deflated(&vec![0; MOST + 1]);
        let stream = |bytes: &[u8]| [b"<<>>stream\r\n", bytes, b"\nendstream endobj "].concat();
        let file = [stream(b"q Q"), stream(&zeros)].concat();
        assert_eq!(within(&file, MOST, 4 * MOST), Err(ReadError::TooLarge));
        assert_eq!(within(&stream(&deflated(&zeros)), MOST, 4 * MOST), Err(ReadError::TooLarge));
        assert_eq!(within(&stream(b"stream x"), MOST, 4 * MOST), Ok(()));
        let some = stream(&deflated(&vec![0; MOST]));
        assert_eq!(within(&some.repeat(4), MOST, 4 * MOST), Ok(()));
        assert_eq!(within(&some.repeat(5), MOST, 4 * MOST), Err(ReadError::TooLarge));
        let one_more = [some.repeat(4), stream(&deflated(b"x"))].concat();
        assert_eq!(within(&one_more, MOST, 4 * MOST), Err(ReadError::TooLarge));
    }
}

//! Inflates the streams of a PDF within limits. Without limits, a few kilobytes could inflate to
//! gigabytes.
//!
//! - In: compressed bytes.
//! - Out: the uncompressed bytes, or an error if they are damaged or too large.
//! - Not here: the pixels of pictures.

use std::borrow::Cow;
use std::cell::RefCell;

use libdeflater::{DecompressionError, Decompressor};
use memchr::memmem;

use super::ReadError;
use super::hayro::{Filter, Name, Object, Stream};
use crate::limits::{MAX_CONTENTS_BYTES, MAX_INFLATED_FILE_BYTES, MAX_STREAM_BYTES};

/// The estimated ratio of a stream's inflated size to its compressed size.
const USUAL_RATIO: usize = 8;
/// The size of the smallest buffer, in bytes.
const MIN_BUFFER_BYTES: usize = 4096;
/// The size of the largest buffer that is reused for the next stream, in bytes.
const MAX_KEPT: usize = 1 << 20;

/// A reason why a stream cannot be inflated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StreamError {
    /// The compressed bytes are damaged.
    Damaged,
    /// The inflated stream exceeds the limit.
    TooLarge,
}

impl StreamError {
    /// Converts the error of a stream to a [`ReadError`]. Returns `damaged` if the stream is damaged.
    pub(super) fn into_read_error(self, damaged: ReadError) -> ReadError {
        match self {
            Self::Damaged => damaged,
            Self::TooLarge => ReadError::TooLarge,
        }
    }
}

/// Checks the inflated sizes of all streams in a file before anything else reads the streams.
///
/// Streams are found by the keyword `stream`. So the check includes streams that are missing from
/// the cross-reference table. If a stream is compressed twice, the results of both steps count.
///
/// # Errors
/// A single stream is too large, or the total size of all streams is too large.
pub(super) fn measure(file: &[u8]) -> Result<(), ReadError> {
    check_streams(file, MAX_STREAM_BYTES, MAX_INFLATED_FILE_BYTES)
}

fn check_streams(file: &[u8], most_of_stream: usize, mut left: usize) -> Result<(), ReadError> {
    const WORD: &[u8] = b"stream";
    let mut places = memmem::find_iter(file, WORD).peekable();
    while let Some(start) = places.next() {
        let (before, keyword) = file.split_at(start);
        // The data of a stream usually ends before the next occurrence of the keyword.
        let length = places.peek().map_or(keyword.len(), |next| next - start);
        if before.ends_with(b"end") {
            continue;
        }
        let line_end = keyword.strip_prefix(WORD).unwrap_or(keyword);
        let line_feed = line_end.strip_prefix(b"\r").unwrap_or(line_end);
        let data = line_feed.strip_prefix(b"\n").unwrap_or(line_feed);
        let Some(once) = measure_stream(data, length, most_of_stream, &mut left)? else { continue };
        measure_stream(&once, once.len(), most_of_stream, &mut left)?;
    }
    Ok(())
}

/// Inflates `data`, and subtracts the inflated size from `left`. `length` is the approximate length
/// of the compressed data.
///
/// If the inflated bytes are themselves compressed, returns them, so that the caller can measure them, too.
///
/// # Errors
/// The inflated size exceeds a limit. Damaged data is not an error here: it is reported where the
/// stream is used.
fn measure_stream(
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
        Err(StreamError::TooLarge) => Err(ReadError::TooLarge),
        Err(StreamError::Damaged) => Ok(None),
    }
}

/// Returns whether bytes begin like zlib data (RFC 1950, 2.2).
fn begins_as_zlib(data: &[u8]) -> bool {
    match data {
        [method, flags, ..] => method & 0x0f == 8 && (u16::from(*method) << 8 | u16::from(*flags)) % 31 == 0,
        _ => false,
    }
}

/// Inflates `data`. Returns an error if there are more than `most` inflated bytes. Ignores bytes
/// after the end of the compressed data.
fn inflate(data: &[u8], most: usize) -> Result<Vec<u8>, StreamError> {
    unpacked(data, data.len(), most, Decompressor::zlib_decompress, <[u8]>::to_vec)
}

/// The first bytes of a file that is compressed with gzip (RFC 1952, 2.3), such as an `.svgz`.
pub(super) const GZIP: &[u8] = b"\x1F\x8B";

/// Inflates the bytes of a file that is compressed with gzip. Returns other bytes unchanged.
pub(super) fn ungzipped(bytes: &[u8]) -> Result<Cow<'_, [u8]>, StreamError> {
    if !bytes.starts_with(GZIP) {
        return Ok(Cow::Borrowed(bytes));
    }
    unpacked(bytes, bytes.len(), MAX_CONTENTS_BYTES, Decompressor::gzip_decompress, <[u8]>::to_vec)
        .map(Cow::Owned)
}

/// A function that decompresses its input into a buffer, and returns the number of decompressed
/// bytes.
type Unpack = fn(&mut Decompressor, &[u8], &mut [u8]) -> Result<usize, DecompressionError>;

/// The decompressor and the buffer of a thread. Both are reused for the next stream, because a file
/// has thousands of streams.
struct Inflater {
    decompressor: Decompressor,
    buffer: Vec<u8>,
}

thread_local! {
    static INFLATER: RefCell<Inflater> =
        RefCell::new(Inflater { decompressor: Decompressor::new(), buffer: Vec::new() });
}

/// Decompresses data of about `length` bytes, and calls `take` with the result. Returns an error if
/// the result has more than `most` bytes. `take` must not decompress anything, because the buffer
/// is in use.
fn unpacked<T>(
    data: &[u8],
    length: usize,
    most: usize,
    unpack: Unpack,
    take: impl FnOnce(&[u8]) -> T,
) -> Result<T, StreamError> {
    INFLATER.with_borrow_mut(|Inflater { decompressor, buffer }| {
        let usual = length
            .saturating_mul(USUAL_RATIO)
            .clamp(MIN_BUFFER_BYTES.min(most), most)
            .min(MAX_CONTENTS_BYTES);
        let mut size = usual.max(buffer.len().min(most));
        let taken = loop {
            if buffer.len() < size {
                // The old buffer is freed first, so that two buffers never exist at the same time.
                *buffer = Vec::new();
                *buffer = vec![0; size];
            }
            let bytes = buffer.get_mut(..size).unwrap_or_default();
            match unpack(decompressor, data, bytes) {
                Ok(length) => break Ok(take(bytes.get(..length).unwrap_or_default())),
                Err(DecompressionError::InsufficientSpace) if size < most => {
                    size = size.saturating_mul(4).min(most)
                }
                Err(DecompressionError::InsufficientSpace) => break Err(StreamError::TooLarge),
                Err(DecompressionError::BadData) => break Err(StreamError::Damaged),
            }
        };
        if buffer.len() > MAX_KEPT {
            *buffer = Vec::new();
        }
        taken
    })
}

/// Returns the uncompressed bytes of a stream. Returns an error if there are more than `most`
/// bytes, or if the stream is damaged. `hayro` would return the intact part of a damaged stream,
/// which could be mistaken for the whole stream.
pub(super) fn decode_stream<'a>(stream: &Stream<'a>, most: usize) -> Result<Cow<'a, [u8]>, StreamError> {
    let dict = stream.dict();
    let named = ["F", "Filter"].iter().find_map(|key| match dict.get::<Object<'_>>(*key) {
        Some(Object::Name(_)) => Some(1),
        Some(Object::Array(all)) => Some(all.iter::<Name<'_>>().count()),
        _ => None,
    });
    // `hayro` leaves out unknown filters. So if the stream names an unknown filter, this list is shorter than
    // the one in the stream.
    let filters = stream.filters();
    if named.is_some_and(|named| filters.len() != named) {
        return Err(StreamError::Damaged);
    }
    if filters.iter().filter(|filter| expands(filter)).count() > 1 {
        return Err(StreamError::TooLarge);
    }
    let raw = stream.raw_data();
    // Some programs write empty data, which is not valid compressed data. It counts as an empty stream.
    if raw.trim_ascii().is_empty() {
        return Ok(Cow::Borrowed(&[]));
    }
    let parameters = ["DP", "DecodeParms"].iter().any(|key| dict.contains_key(*key));
    let inflated = match filters.as_slice() {
        [Filter::FlateDecode] => Some(inflate(&raw, most)?),
        // Some programs encode all compressed data as ASCII text.
        [Filter::Ascii85Decode, Filter::FlateDecode] => Some(inflate(&ascii85(&raw), most)?),
        _ => None,
    };
    let bytes = match inflated.filter(|_| !parameters) {
        Some(bytes) => Cow::Owned(bytes),
        None => stream.decoded_data().map_err(|_| StreamError::Damaged)?,
    };
    if bytes.len() > most { Err(StreamError::TooLarge) } else { Ok(bytes) }
}

/// Returns whether the output of a filter may be larger than its input.
fn expands(filter: &Filter) -> bool {
    matches!(filter, Filter::FlateDecode | Filter::LzwDecode | Filter::RunLengthDecode)
}

/// Decodes ASCII base-85 up to the end mark (ISO 32000-1, 7.4.3). Five characters stand for four
/// bytes.
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
        assert_eq!(inflate(&zeros, (1 << 20) - 1), Err(StreamError::TooLarge));
        assert_eq!(inflate(&zeros[..zeros.len() - 1], 1 << 21), Err(StreamError::Damaged));
        // Bytes after the end of the compressed data do not belong to the stream.
        assert_eq!(inflate(&[&zeros[..], b"\nendstream"].concat(), 1 << 20).map(|b| b.len()), Ok(1 << 20));
    }

    #[test]
    fn every_stream_of_a_file_is_measured() {
        const MAX_BYTES: usize = 1 << 20;
        let zeros = deflated(&vec![0; MAX_BYTES + 1]);
        let stream = |bytes: &[u8]| [b"<<>>stream\r\n", bytes, b"\nendstream endobj "].concat();
        let file = [stream(b"q Q"), stream(&zeros)].concat();
        assert_eq!(check_streams(&file, MAX_BYTES, 4 * MAX_BYTES), Err(ReadError::TooLarge));
        assert_eq!(
            check_streams(&stream(&deflated(&zeros)), MAX_BYTES, 4 * MAX_BYTES),
            Err(ReadError::TooLarge)
        );
        assert_eq!(check_streams(&stream(b"stream x"), MAX_BYTES, 4 * MAX_BYTES), Ok(()));
        let some = stream(&deflated(&vec![0; MAX_BYTES]));
        assert_eq!(check_streams(&some.repeat(4), MAX_BYTES, 4 * MAX_BYTES), Ok(()));
        assert_eq!(check_streams(&some.repeat(5), MAX_BYTES, 4 * MAX_BYTES), Err(ReadError::TooLarge));
        let one_more = [some.repeat(4), stream(&deflated(b"x"))].concat();
        assert_eq!(check_streams(&one_more, MAX_BYTES, 4 * MAX_BYTES), Err(ReadError::TooLarge));
    }
}

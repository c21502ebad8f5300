//! Makes the streams of a PDF. A stream is compressed only if compression saves enough bytes for the time
//! that it takes.
//!
//! - In: bytes.
//! - Out: streams.
//!
//! The limits are the results of measurements. For example, short streams are not compressed,
//! because compressing them would take longer than drawing a page.

use lopdf::{Dictionary, Stream};

use crate::deflate::{Level, QUICK, THOROUGH, deflate};
use hexpress_base::stored::Stored;

/// If a document has a single page of at most this size, in bytes, the page is not compressed.
///
/// Compressing such a page would take longer than drawing it, and would save fewer bytes than the fonts take.
const SHORT_PAGE: usize = 32 * 1024;
/// Streams other than pages, such as fonts and the layout, are compressed if they have at least this size, in
/// bytes.
///
/// Compressing shorter streams would take 10 % of the time of a small document.
const MIN_COMPRESSED_BYTES: usize = 16 * 1024;
/// The largest number of pages of a short document. In a short document, every large page is compressed
/// thoroughly, because this takes little time in total.
const FEW_PAGES: usize = 8;
/// The number of chunks at the beginning of a page that are compressed thoroughly. Later chunks are
/// compressed with the fast method.
const FEW_CHUNKS: usize = 4;
/// Streams up to this size, in bytes, are compressed with the fast method. This makes each of them
/// a few hundred bytes larger.
const MAX_FAST_STREAM_BYTES: usize = 48 * 1024;

/// Returns the contents of a page as a stream. The document has `page_count` pages.
///
/// In a long document, a page is compressed thoroughly only if it repeats itself. For other pages,
/// thorough compression would take three times as long, and save only a sixth of the bytes.
pub fn page(bytes: &[u8], page_count: usize, repeats_itself: bool) -> Stream {
    if page_count == 1 && bytes.len() <= SHORT_PAGE {
        return raw(Dictionary::new(), bytes);
    }
    let level = match (is_short_document(page_count), repeats_itself) {
        (true, _) => level(bytes),
        (false, true) => &THOROUGH,
        (false, false) => &QUICK,
    };
    compressed(Dictionary::new(), bytes, level)
}

/// Compresses a chunk of a long page. `before` is the number of chunks that precede this one on the
/// page.
///
/// Only the first few chunks are compressed thoroughly.
pub fn chunk(bytes: &[u8], before: usize) -> Stored {
    let level = if before < FEW_CHUNKS { level(bytes) } else { &QUICK };
    Stored::new(deflate(level, bytes))
}

/// Returns whether a document with this many pages is short.
pub fn is_short_document(page_count: usize) -> bool {
    page_count <= FEW_PAGES
}

/// Returns a stream. It is compressed unless it is short.
pub fn stream(dictionary: Dictionary, bytes: &[u8]) -> Stream {
    if bytes.len() < MIN_COMPRESSED_BYTES {
        raw(dictionary, bytes)
    } else {
        compressed(dictionary, bytes, level(bytes))
    }
}

/// Returns whether a stream of this length in bytes is too short to be compressed.
pub fn is_short(bytes: usize) -> bool {
    bytes < MIN_COMPRESSED_BYTES
}

/// Returns an object stream or a cross-reference stream, which is compressed unless `is_plain` is true. The
/// fast method is enough, because such streams are very repetitive.
pub fn packed(dictionary: Dictionary, bytes: &[u8], is_plain: bool) -> Stream {
    if is_plain { raw(dictionary, bytes) } else { compressed(dictionary, bytes, &QUICK) }
}

/// Returns a stream that is not compressed.
pub fn raw(dictionary: Dictionary, bytes: &[u8]) -> Stream {
    Stream::new(dictionary, bytes.to_vec()).with_compression(false)
}

/// Returns the compression level for a stream. Streams up to [`MAX_FAST_STREAM_BYTES`] are compressed with
/// the fast method, and longer streams are compressed thoroughly.
fn level(bytes: &[u8]) -> &'static Level {
    if bytes.len() > MAX_FAST_STREAM_BYTES { &THOROUGH } else { &QUICK }
}

fn compressed(mut dictionary: Dictionary, bytes: &[u8], level: &'static Level) -> Stream {
    dictionary.set("Filter", "FlateDecode");
    Stream::new(dictionary, deflate(level, bytes)).with_compression(false)
}

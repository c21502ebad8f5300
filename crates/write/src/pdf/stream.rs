//! Makes streams of a PDF, and compresses them if that is worth the time.
//!
//! - In: bytes.
//! - Out: streams.
//!
//! The limits were found by measuring. Short streams are not compressed, because compressing them takes
//! longer than drawing a page.

use lopdf::{Dictionary, Stream};

use crate::deflate::{Level, QUICK, THOROUGH, deflate};
use hexpress_base::stored::Stored;

/// If a document has only one page, the page is not compressed up to this length in bytes.
/// Compressing it would take longer than drawing it, and would save less than the size of the
/// fonts.
const SHORT_PAGE: usize = 32 * 1024;
/// Other streams, such as fonts and the layout, are not compressed up to this length in bytes.
/// Compressing them would take 10 % of the time of a small document.
const SHORT: usize = 16 * 1024;
/// A document with at most this many pages should be written quickly, even if it has more bytes.
const FEW_PAGES: usize = 8;
/// This many chunks at the beginning of a page are compressed as thoroughly as a short page.
const FEW_CHUNKS: usize = 4;
/// Streams of up to this length in bytes are compressed quickly. This costs a few hundred bytes.
const SMALL: usize = 48 * 1024;

/// Returns the contents of a page, for a document with `page_count` pages. Only a page that repeats
/// itself is compressed thoroughly. Other pages would only become a sixth smaller, but take three
/// times as long.
pub fn page(bytes: &[u8], page_count: usize, repeats_itself: bool) -> Stream {
    if page_count == 1 && bytes.len() <= SHORT_PAGE {
        return raw(Dictionary::new(), bytes);
    }
    let level = match (are_few(page_count), repeats_itself) {
        (true, _) => level(bytes),
        (false, true) => &THOROUGH,
        (false, false) => &QUICK,
    };
    compressed(Dictionary::new(), bytes, level)
}

/// Compresses a chunk of a long page. `before` other chunks come before it. Only the first few
/// chunks are compressed thoroughly.
pub fn chunk(bytes: &[u8], before: usize) -> Stored {
    let level = if before < FEW_CHUNKS { level(bytes) } else { &QUICK };
    Stored::new(deflate(level, bytes))
}

/// Returns whether a document has so few pages that speed is more important than its size.
pub fn are_few(page_count: usize) -> bool {
    page_count <= FEW_PAGES
}

/// Returns a stream. It is compressed unless it is short.
pub fn stream(dictionary: Dictionary, bytes: &[u8]) -> Stream {
    if bytes.len() < SHORT { raw(dictionary, bytes) } else { compressed(dictionary, bytes, level(bytes)) }
}

/// Returns whether a stream of this length in bytes is too short to be compressed.
pub fn is_short(bytes: usize) -> bool {
    bytes < SHORT
}

/// Returns an object stream or a cross-reference stream. Such streams are so repetitive that quick
/// compression is enough.
pub fn packed(dictionary: Dictionary, bytes: &[u8], is_plain: bool) -> Stream {
    if is_plain { raw(dictionary, bytes) } else { compressed(dictionary, bytes, &QUICK) }
}

/// Returns a stream that is not compressed.
pub fn raw(dictionary: Dictionary, bytes: &[u8]) -> Stream {
    Stream::new(dictionary, bytes.to_vec()).with_compression(false)
}

/// Returns the level of compression for a stream that is not especially repetitive.
fn level(bytes: &[u8]) -> &'static Level {
    if bytes.len() > SMALL { &THOROUGH } else { &QUICK }
}

/// Returns a compressed stream.
fn compressed(mut dictionary: Dictionary, bytes: &[u8], level: &'static Level) -> Stream {
    dictionary.set("Filter", "FlateDecode");
    Stream::new(dictionary, deflate(level, bytes)).with_compression(false)
}

//! Makes streams of a PDF, compressed if that is worth its time.
//!
//! - In: bytes.
//! - Out: streams.
//!
//! The limits are measured: short streams are left as they are, because compressing them takes
//! longer than drawing a page.

use lopdf::{Dictionary, Stream};

use crate::deflate::{Level, QUICK, THOROUGH, deflate};
use hexpress_base::stored::Stored;

/// The length in bytes up to which the only page of a document is not compressed. To compress it
/// would take longer than to draw it, and save less than the size of the fonts.
const SHORT_PAGE: usize = 32 * 1024;
/// The length in bytes up to which other streams, such as fonts and the layout, are not compressed.
/// To compress them would take 10 % of the time of a small document.
const SHORT: usize = 16 * 1024;
/// The most pages of a document for which time counts more than bytes.
const FEW_PAGES: usize = 8;
/// The number of chunks of a page that are compressed as thoroughly as a short page.
const FEW_CHUNKS: usize = 4;
/// The length in bytes up to which streams are compressed quickly, at the cost of a few hundred
/// bytes.
const SMALL: usize = 48 * 1024;

/// Returns the contents of a page, in a document of `page_count` pages. Only pages that repeat
/// themselves are compressed thoroughly: others would become a sixth smaller in three times the
/// time.
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

/// Compresses a chunk of a long page, which follows `before` other chunks. All but the first few
/// are compressed quickly.
pub fn chunk(bytes: &[u8], before: usize) -> Stored {
    let level = if before < FEW_CHUNKS { level(bytes) } else { &QUICK };
    Stored::new(deflate(level, bytes))
}

/// Whether a document has so few pages that time counts more than bytes.
pub fn are_few(page_count: usize) -> bool {
    page_count <= FEW_PAGES
}

/// Returns a stream, compressed unless it is short.
pub fn stream(dictionary: Dictionary, bytes: &[u8]) -> Stream {
    if bytes.len() < SHORT { raw(dictionary, bytes) } else { compressed(dictionary, bytes, level(bytes)) }
}

/// Whether a stream of this length in bytes is not compressed.
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

/// Returns the level of compression for a stream of average repetitiveness.
fn level(bytes: &[u8]) -> &'static Level {
    if bytes.len() > SMALL { &THOROUGH } else { &QUICK }
}

/// Returns a compressed stream.
fn compressed(mut dictionary: Dictionary, bytes: &[u8], level: &'static Level) -> Stream {
    dictionary.set("Filter", "FlateDecode");
    Stream::new(dictionary, deflate(level, bytes)).with_compression(false)
}

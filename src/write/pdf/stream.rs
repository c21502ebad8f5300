//! Streams of a PDF: compressed, unless that costs more than it saves.

use lopdf::{Dictionary, Stream};

use crate::write::deflate::{QUICK, THOROUGH, deflate};

/// The only page of a document is left as it is up to this length: compressing it would take longer than drawing it,
/// and save less than the fonts weigh.
const SHORT_PAGE: usize = 32 * 1024;
/// Other streams up to this length (subset fonts, their maps, the layout) are left as they are: compressing them would
/// take a tenth of the time of a small document, and they stand in it once.
const SHORT: usize = 16 * 1024;
/// More pages than this are many: then their bytes count.
const MANY: usize = 8;
/// Streams up to this length are compressed quickly, which costs a few hundred bytes.
const SMALL: usize = 48 * 1024;

/// A page's contents, in a document of so many pages: compressed, unless it is short and alone.
pub fn of_page(bytes: &[u8], pages: usize) -> Stream {
    if pages == 1 && bytes.len() <= SHORT_PAGE {
        return raw(Dictionary::new(), bytes);
    }
    compressed(Dictionary::new(), bytes, !are_few(pages))
}

/// Whether a document of so many pages is one in which time counts, and bytes do not.
pub fn are_few(pages: usize) -> bool {
    pages <= MANY
}

/// A stream of these bytes: compressed, unless they are few.
pub fn stream(dictionary: Dictionary, bytes: &[u8]) -> Stream {
    if bytes.len() < SHORT { raw(dictionary, bytes) } else { compressed(dictionary, bytes, false) }
}

/// A stream of objects or of their places, which repeat themselves and so take next to no time.
pub fn packed(dictionary: Dictionary, bytes: &[u8]) -> Stream {
    compressed(dictionary, bytes, false)
}

/// A stream of these bytes as they are.
pub fn raw(dictionary: Dictionary, bytes: &[u8]) -> Stream {
    Stream::new(dictionary, bytes.to_vec()).with_compression(false)
}

/// A compressed stream; whether pages are `many` decides what counts, bytes or time.
fn compressed(mut dictionary: Dictionary, bytes: &[u8], many: bool) -> Stream {
    dictionary.set("Filter", "FlateDecode");
    let level = if many || bytes.len() > SMALL { &THOROUGH } else { &QUICK };
    Stream::new(dictionary, deflate(level, bytes)).with_compression(false)
}

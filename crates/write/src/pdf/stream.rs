//! Streams of a PDF: compressed, unless that costs more than it saves.

use lopdf::{Dictionary, Stream};

use crate::base::stored::Stored;
use crate::write::deflate::{Level, QUICK, THOROUGH, deflate};

/// The only page of a document is left as it is up to this length: compressing it would take longer than drawing it,
/// and save less than the fonts weigh.
const SHORT_PAGE: usize = 32 * 1024;
/// Other streams up to this length (subset fonts, their maps, the layout) are left as they are: compressing them would
/// take a tenth of the time of a small document, and they stand in it once.
const SHORT: usize = 16 * 1024;
/// More pages than this are many: then their bytes count.
const MANY: usize = 8;
/// So many pieces of a page are few.
const FEW_PIECES: usize = 4;
/// Streams up to this length are compressed quickly, which costs a few hundred bytes.
const SMALL: usize = 48 * 1024;

/// A page's contents, in a document of so many pages: compressed, unless it is short and alone. Much time to search for
/// repeats pays where the page repeats itself: pages of words become a sixth larger without it, in a third of the time.
pub fn of_page(bytes: &[u8], pages: usize, repeats_itself: bool) -> Stream {
    if pages == 1 && bytes.len() <= SHORT_PAGE {
        return raw(Dictionary::new(), bytes);
    }
    let level = match (are_few(pages), repeats_itself) {
        (true, _) => level(bytes),
        (false, true) => &THOROUGH,
        (false, false) => &QUICK,
    };
    compressed(Dictionary::new(), bytes, level)
}

/// A piece of a page that is too long to be kept, which has so many before it: the first few as a whole page is, all
/// others quickly, for there are many such bytes.
pub fn piece(bytes: &[u8], before: usize) -> Stored {
    let level = if before < FEW_PIECES { level(bytes) } else { &QUICK };
    Stored::new(deflate(level, bytes))
}

/// Whether a document of so many pages is one in which time counts, and bytes do not.
pub fn are_few(pages: usize) -> bool {
    pages <= MANY
}

/// A stream of these bytes: compressed, unless they are few.
pub fn stream(dictionary: Dictionary, bytes: &[u8]) -> Stream {
    if bytes.len() < SHORT { raw(dictionary, bytes) } else { compressed(dictionary, bytes, level(bytes)) }
}

/// Whether so many bytes are few.
pub fn is_short(bytes: usize) -> bool {
    bytes < SHORT
}

/// A stream of objects or of their places, as it is or compressed. They repeat themselves, so that little is gained by
/// more time.
pub fn packed(dictionary: Dictionary, bytes: &[u8], plain: bool) -> Stream {
    if plain { raw(dictionary, bytes) } else { compressed(dictionary, bytes, &QUICK) }
}

/// A stream of these bytes as they are.
pub fn raw(dictionary: Dictionary, bytes: &[u8]) -> Stream {
    Stream::new(dictionary, bytes.to_vec()).with_compression(false)
}

/// The level for bytes that stand in a document once.
fn level(bytes: &[u8]) -> &'static Level {
    if bytes.len() > SMALL { &THOROUGH } else { &QUICK }
}

fn compressed(mut dictionary: Dictionary, bytes: &[u8], level: &'static Level) -> Stream {
    dictionary.set("Filter", "FlateDecode");
    Stream::new(dictionary, deflate(level, bytes)).with_compression(false)
}

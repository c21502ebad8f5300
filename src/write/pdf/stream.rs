//! Streams of a PDF: compressed, unless that costs more than it saves.

use lopdf::{Dictionary, Stream, dictionary};

/// The only page of a document is left as it is up to this length: compressing it would take longer than drawing it,
/// and save less than the fonts weigh.
const SHORT_PAGE: usize = 32 * 1024;

/// A page's contents, in a document of so many pages: compressed, unless it is short and alone.
pub fn of_page(bytes: &[u8], pages: usize) -> Stream {
    if pages == 1 && bytes.len() <= SHORT_PAGE {
        return Stream::new(Dictionary::new(), bytes.to_vec()).with_compression(false);
    }
    let compressed = deflate_page(bytes, pages > MANY);
    Stream::new(dictionary! { "Filter" => "FlateDecode" }, compressed).with_compression(false)
}

/// Shorter streams (subset fonts, their maps, the layout) are left as they are: compressing them would take a tenth of
/// the time of a small document, and they stand in it once.
const SHORT: usize = 16 * 1024;

/// A stream of these bytes: compressed, unless they are few.
pub fn stream(mut dictionary: Dictionary, bytes: &[u8]) -> Stream {
    if bytes.len() < SHORT {
        return Stream::new(dictionary, bytes.to_vec()).with_compression(false);
    }
    dictionary.set("Filter", "FlateDecode");
    Stream::new(dictionary, deflate(bytes)).with_compression(false)
}

/// More pages than this are many: then their bytes count.
const MANY: usize = 8;

/// Streams up to this long are compressed at the first level: it needs a fifth of the memory and half the time,
/// which is what a small document costs, and a few hundred bytes more.
const SMALL: usize = 48 * 1024;

/// zlib-compressed, by libdeflate: the same bytes on every machine. Whether pages are `many` decides what
/// counts, bytes or the time to begin.
fn deflate_page(bytes: &[u8], many: bool) -> Vec<u8> {
    if many || bytes.len() > SMALL { deflate_at(&THOROUGH, bytes) } else { deflate_at(&QUICK, bytes) }
}

/// As [`deflate_page`], for what stands in a document once.
fn deflate(bytes: &[u8]) -> Vec<u8> {
    deflate_page(bytes, false)
}

type Level = std::thread::LocalKey<std::cell::RefCell<libdeflater::Compressor>>;

thread_local! {
    static THOROUGH: std::cell::RefCell<libdeflater::Compressor> =
        std::cell::RefCell::new(libdeflater::Compressor::new(libdeflater::CompressionLvl::default()));
    static QUICK: std::cell::RefCell<libdeflater::Compressor> =
        std::cell::RefCell::new(libdeflater::Compressor::new(first_level()));
}

/// The first level that compresses at all: libdeflate's "fastest" is none.
fn first_level() -> libdeflater::CompressionLvl {
    libdeflater::CompressionLvl::new(1).unwrap_or_default()
}

fn deflate_at(level: &'static Level, bytes: &[u8]) -> Vec<u8> {
    level.with_borrow_mut(|compressor| {
        let mut out = vec![0; compressor.zlib_compress_bound(bytes.len())];
        // The bound is never too small, so this cannot fail.
        let length = compressor.zlib_compress(bytes, &mut out).unwrap_or(0);
        out.truncate(length);
        out.shrink_to_fit();
        out
    })
}

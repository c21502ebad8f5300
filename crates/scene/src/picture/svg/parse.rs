//! Parses a file, and checks its limits before usvg resolves its styles.
//!
//! - In: the bytes of a file.
//! - Out: its XML, or the tree of usvg.
//! - Not here: converting the tree to drawings.

use usvg::roxmltree::{Document, ParsingOptions};
use usvg::{ImageHrefResolver, Options, Tree};

use super::super::pixel_file::broken;
use super::unsupported::over_limit;
use super::{unsupported, weight};
use hexpress_base::diag::Result;
use hexpress_base::xml::{MAX_ATTRIBUTES, has_too_many_attributes};

/// Returns the text of a file.
///
/// # Errors
/// The file is not UTF-8, or has an element with too many attributes.
pub fn text(file: &[u8]) -> Result<&str> {
    let text = std::str::from_utf8(file).map_err(|_| broken("it is not UTF-8 text"))?;
    if has_too_many_attributes(text) {
        return Err(over_limit(format!("has an element with more than {MAX_ATTRIBUTES} attributes")));
    }
    Ok(text)
}

/// The largest size of an unpacked drawing, in bytes.
const MAX_UNPACKED_BYTES: usize = 64 << 20;
/// The highest ratio of decompressed to compressed bytes in gzip: 258 bytes in two bits.
const MAX_GZIP_RATIO: usize = 1032;

/// Decompresses a file that is compressed with gzip (SVGZ). Returns `None` for other files.
pub fn gunzip(file: &[u8]) -> Option<Result<Vec<u8>>> {
    if !file.starts_with(&[0x1F, 0x8B]) {
        return None;
    }
    // The last four bytes are the length of the decompressed file (RFC 1952, 2.3.1).
    let length = file.last_chunk().map_or(0, |length| u32::from_le_bytes(*length) as usize);
    let damaged = || broken("it cannot be decompressed");
    if length.div_ceil(MAX_GZIP_RATIO) > file.len() {
        return Some(Err(damaged()));
    }
    if length > MAX_UNPACKED_BYTES {
        return Some(Err(over_limit("is larger than 64 MB uncompressed")));
    }
    let mut out = vec![0; length];
    let unpacked = libdeflater::Decompressor::new().gzip_decompress(file, &mut out);
    Some(unpacked.map(|_| out).map_err(|_| damaged()))
}

/// Parses the XML of a text, and checks its limits.
///
/// # Errors
/// The text is not XML, or exceeds a limit.
pub fn document(text: &str) -> Result<Document<'_>> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let xml = Document::parse_with_options(text, options).map_err(|error| broken(error.to_string()))?;
    unsupported::check_elements(&xml)?;
    weight::check_styles(&xml)?;
    weight::check_uses(&xml)?;
    Ok(xml)
}

/// Lets usvg resolve the styles and `use` elements of a drawing.
///
/// # Errors
/// The drawing has no size, or exceeds a limit.
pub fn tree(xml: &Document<'_>, options: &Options<'_>) -> Result<Tree> {
    Tree::from_xmltree(xml, options).map_err(|error| match error {
        usvg::Error::InvalidSize => broken("its width or height is zero"),
        usvg::Error::ElementsLimitReached
        | usvg::Error::ParsingFailed(usvg::roxmltree::Error::NodesLimitReached) => over_limit(
            "has more than a million elements, counting every `use`, or nests them more than 1024 deep",
        ),
        other => broken(other),
    })
}

/// Parses a drawing that is a picture in another drawing. `pictures` reads the pictures in the parsed
/// drawing.
///
/// # Errors
/// The drawing is not valid SVG, or exceeds a limit.
pub fn nested(file: &[u8], outer: &Options<'_>, pictures: ImageHrefResolver<'_>) -> Result<Tree> {
    let xml_text = text(file)?;
    let xml = document(xml_text)?;
    let fonts = usvg::FontResolver {
        select_font: Box::new(|font, database| (outer.font_resolver.select_font)(font, database)),
        select_fallback: Box::new(|character, used, database| {
            (outer.font_resolver.select_fallback)(character, used, database)
        }),
    };
    let options = Options {
        image_href_resolver: pictures,
        font_resolver: fonts,
        fontdb: outer.fontdb.clone(),
        font_family: outer.font_family.clone(),
        ..Options::default()
    };
    tree(&xml, &options)
}

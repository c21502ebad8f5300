//! Embeds pictures in SVG as data URLs.
//!
//! The URL contains the user's file without Exif data. The orientation in this data is not needed, because
//! the transform of the picture already turns it upright.

use base64::prelude::{BASE64_STANDARD, Engine};
use kurbo::Size;

use crate::file_bytes::stored_bytes_error;
use crate::png::form_picture;
use hexpress_base::diag::Result;
use hexpress_scene::{Image, ImageContent};

/// Returns the data URL of a picture. `size` is the largest size at which the picture is placed, in
/// mm. A page of a PDF is converted to pixels, because programs cannot show a PDF inside an SVG
/// file.
///
/// # Errors
/// The file of the picture cannot be read again.
pub fn data_url(image: &Image, size: Size) -> Result<String> {
    if let ImageContent::Page(form) = &image.content {
        let pixels = form_picture(form, size).unwrap_or_default();
        return Ok(format!("data:image/png;base64,{}", BASE64_STANDARD.encode(pixels)));
    }
    let file = image.file.bytes().map_err(|error| stored_bytes_error(&error))?;
    let bytes = match image.mime {
        "image/jpeg" => without_exif_jpeg(&file),
        "image/png" => without_exif_png(&file),
        _ => None,
    };
    // A file that cannot be divided into its parts is embedded unchanged.
    let coded = BASE64_STANDARD.encode(bytes.as_deref().unwrap_or(&file));
    Ok(format!("data:{};base64,{coded}", image.mime))
}

/// A segment of a JPEG file, or a chunk of a PNG file.
struct FileChunk {
    /// The length in bytes. It includes the header of the segment or chunk.
    length: usize,
    is_exif: bool,
}

/// Returns a copy of a file without its Exif data. The file consists of `head` bytes, followed by segments or
/// chunks. Returns `None` if the file cannot be divided in this way.
///
/// `part` returns the first segment or chunk of the bytes in its argument.
fn without_exif(file: &[u8], head: usize, part: fn(&[u8]) -> Option<FileChunk>) -> Option<Vec<u8>> {
    let (mut out, mut rest) = (file.get(..head)?.to_vec(), file.get(head..)?);
    while !rest.is_empty() {
        let FileChunk { length, is_exif } = part(rest)?;
        let (whole, after) = rest.split_at_checked(length)?;
        if !is_exif {
            out.extend_from_slice(whole);
        }
        rest = after;
    }
    Some(out)
}

/// Returns a copy of a JPEG file without Exif segments (ITU-T T.81, annex B; Exif 2.32, 4.5.4). Returns
/// `None` if the file cannot be divided into segments.
fn without_exif_jpeg(file: &[u8]) -> Option<Vec<u8>> {
    without_exif(file, 2, |rest| {
        let [0xFF, marker, high, low, after @ ..] = rest else { return None };
        // Exif segments come before the first scan, so everything after the start of this scan is copied.
        let length = match *marker {
            0xDA => rest.len(),
            _ => 2 + usize::from(u16::from_be_bytes([*high, *low])),
        };
        Some(FileChunk { length, is_exif: *marker == 0xE1 && after.starts_with(b"Exif\0") })
    })
}

/// Returns a copy of a PNG file without the chunk that contains Exif data (PNG, third edition, 11.3.4.5).
/// Returns `None` if the file cannot be divided into chunks.
fn without_exif_png(file: &[u8]) -> Option<Vec<u8>> {
    without_exif(file, 8, |rest| {
        let length = (u32::from_be_bytes(*rest.first_chunk()?) as usize).checked_add(12)?;
        Some(FileChunk { length, is_exif: rest.get(4..8)? == b"eXIf" })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_exif_data_is_left_out() {
        let start = [0xFF, 0xD8];
        let jfif = [0xFF, 0xE0, 0, 4, 1, 2];
        let exif = [&[0xFF, 0xE1, 0, 10][..], b"Exif\0\0II"].concat();
        let scan = [0xFF, 0xDA, 0, 2, 9, 9, 0xFF, 0xD9];
        let jpeg = [&start[..], &jfif, &exif, &scan].concat();
        assert_eq!(without_exif_jpeg(&jpeg), Some([&start[..], &jfif, &scan].concat()));
        assert_eq!(without_exif_jpeg(&jpeg[..14]), None);
        let chunk =
            |name: &[u8], body: &[u8]| [&(body.len() as u32).to_be_bytes()[..], name, body, b"crc!"].concat();
        let (head, end) = (chunk(b"IHDR", b"head"), chunk(b"IEND", b""));
        let png = [&b"\x89PNG\r\n\x1a\n"[..], &head, &chunk(b"eXIf", b"II*\0"), &end].concat();
        assert_eq!(without_exif_png(&png), Some([&png[..8], &head, &end].concat()));
        assert_eq!(without_exif_png(&png[..20]), None);
    }
}

//! Writes PNG files with metadata.
//!
//! - In: rows of pixels.
//! - Out: the bytes of a file.
//!
//! libdeflate compresses the rows in the same way on every machine, so every machine writes the same files.

use libdeflater::crc32;

use crate::About;
use hexpress_base::deflate::deflate_pixels;
use hexpress_language::record::page_digest;
use hexpress_scene::PixelSize;

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
/// A text chunk with this keyword contains the digest. The digest is computed from all chunks after this
/// chunk.
const DIGEST: &[u8] = b"hexpress-digest\0";

/// The rows of a picture from top to bottom. They are already filtered, as in a PNG file.
#[derive(Debug)]
pub struct Rows {
    size: PixelSize,
    /// Whether the pixels have an alpha channel.
    has_alpha: bool,
    /// The filtered rows. Each row begins with the number of its filter.
    bytes: Vec<u8>,
    /// The last row that was added, before it was filtered. The next row is compared with it.
    previous_row: Vec<u8>,
    /// A buffer in which the next row is prepared.
    row: Vec<u8>,
}

/// The number of the filter `Up`, which stores the difference from the row above (PNG, third
/// edition, 9.2).
const FILTER_UP: u8 = 2;

impl Rows {
    /// Creates a picture that has no rows yet.
    pub fn new(size: PixelSize, has_alpha: bool) -> Self {
        let row_length = size.width as usize * if has_alpha { 4 } else { 3 };
        Self {
            size,
            has_alpha,
            bytes: Vec::with_capacity((row_length + 1) * size.height as usize),
            previous_row: vec![0; row_length],
            row: Vec::with_capacity(row_length),
        }
    }

    /// Adds complete rows of RGBA pixels. The colours of the pixels are multiplied by alpha. If the
    /// picture has no alpha channel, the pixels are drawn on white.
    pub fn push(&mut self, rgba: &[u8]) {
        for row in rgba.chunks_exact((self.size.width as usize * 4).max(1)) {
            self.row.clear();
            for [r, g, b, a] in row.as_chunks().0.iter().copied() {
                if self.has_alpha {
                    self.row.extend_from_slice(&unmultiplied([r, g, b, a]));
                } else {
                    let white = 255 - a;
                    self.row.extend_from_slice(&[
                        r.saturating_add(white),
                        g.saturating_add(white),
                        b.saturating_add(white),
                    ]);
                }
            }
            // On a sheet, most rows are equal to the row above. With this filter, such rows consist of zeros,
            // which compress well.
            self.bytes.push(FILTER_UP);
            self.bytes
                .extend(self.row.iter().zip(&self.previous_row).map(|(now, above)| now.wrapping_sub(*above)));
            std::mem::swap(&mut self.row, &mut self.previous_row);
        }
    }
}

/// Converts a pixel whose colours are multiplied by alpha to a pixel with plain colours.
fn unmultiplied([r, g, b, a]: [u8; 4]) -> [u8; 4] {
    match a {
        0 => [0; 4],
        255 => [r, g, b, a],
        _ => {
            let [r, g, b] =
                [r, g, b].map(|c| ((u32::from(c) * 255 + u32::from(a) / 2) / u32::from(a)).min(255));
            [r as u8, g as u8, b as u8, a]
        }
    }
}

/// Returns a complete file. It states that the picture has a resolution of `dpi`.
pub fn file(rows: &Rows, dpi: u32, about: &About) -> Vec<u8> {
    let mut after = Vec::new();
    // The rendering intent is 0: perceptual.
    chunk(b"sRGB", &[0], &mut after);
    // An inch is 0.0254 m. The addend 127 is half of the divisor, so the quotient is rounded.
    let pixels_per_metre = (u64::from(dpi) * 10_000 + 127) / 254;
    let resolution = u32::try_from(pixels_per_metre).unwrap_or(u32::MAX).to_be_bytes();
    chunk(b"pHYs", &[&resolution[..], &resolution[..], &[1]].concat(), &mut after);
    let texts = [
        ("Title", about.title.as_str()),
        ("Author", &about.author),
        ("Copyright", &about.rights),
        ("Software", concat!("hexpress ", env!("CARGO_PKG_VERSION"))),
    ];
    let language: String = about.language.chars().filter(char::is_ascii_graphic).collect();
    for (name, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
        let shown = text.replace('\0', "");
        let data = [name.as_bytes(), &[0, 0, 0], language.as_bytes(), &[0, 0], shown.as_bytes()].concat();
        chunk(b"iTXt", &data, &mut after);
    }
    chunk(b"IDAT", &deflate_pixels(&rows.bytes), &mut after);
    chunk(b"IEND", &[], &mut after);

    let colour = if rows.has_alpha { 6 } else { 2 };
    let mut header = Vec::from(rows.size.width.to_be_bytes());
    header.extend_from_slice(&rows.size.height.to_be_bytes());
    header.extend_from_slice(&[8, colour, 0, 0, 0]);
    let mut file = Vec::with_capacity(after.len() + 128);
    file.extend_from_slice(SIGNATURE);
    chunk(b"IHDR", &header, &mut file);
    chunk(b"tEXt", &[DIGEST, page_digest(&after).as_bytes()].concat(), &mut file);
    file.extend_from_slice(&after);
    file
}

/// Appends a chunk. It consists of the length, the name and the data, and of a checksum of the name
/// and the data.
fn chunk(name: &[u8; 4], data: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(&u32::try_from(data.len()).unwrap_or(u32::MAX).to_be_bytes());
    let start = out.len();
    out.extend_from_slice(name);
    out.extend_from_slice(data);
    out.extend_from_slice(&crc32(&out[start..]).to_be_bytes());
}

/// Returns whether hexpress wrote a file, and nobody has changed the file afterwards.
pub fn is_untouched(file: &[u8]) -> bool {
    split_digest(file).is_some_and(|(digest, after)| digest == page_digest(after).as_bytes())
}

/// Returns the digest that a file states, and the chunks that follow the digest. Returns `None` if
/// the file states no digest.
fn split_digest(file: &[u8]) -> Option<(&[u8], &[u8])> {
    /// The number of bytes before the digest: the signature, and the header chunk with 13 bytes of
    /// data.
    const HEAD: usize = SIGNATURE.len() + 25;
    /// The size in bytes of the field for the length of a chunk. The field for the checksum has the
    /// same size.
    const WORD: usize = 4;
    if !file.starts_with(SIGNATURE) {
        return None;
    }
    let text = file.get(HEAD + WORD..)?.strip_prefix(b"tEXt")?.strip_prefix(DIGEST)?;
    let (digest, rest) = text.split_at_checked(32)?;
    Some((digest, rest.get(WORD..)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> Vec<u8> {
        let mut rows = Rows::new(PixelSize::new(2, 2), true);
        rows.push(&[255, 0, 0, 255, 0, 0, 0, 0, 0, 64, 0, 128, 255, 255, 255, 255]);
        let about = About { title: "Größe".into(), language: "de".into(), ..About::default() };
        file(&rows, 300, &about)
    }

    #[test]
    fn a_file_knows_whether_it_was_changed() {
        let mut bytes = small();
        assert!(is_untouched(&bytes));
        assert!(
            bytes.windows(4).any(|w| w == 11_811_u32.to_be_bytes()),
            "300 dpi are 11811 pixels to the metre"
        );
        let last = bytes.len() - 20;
        bytes[last] ^= 1;
        assert!(!is_untouched(&bytes));
        assert!(!is_untouched(b""));
        assert!(!is_untouched(&bytes[..40]));
        assert!(!is_untouched(SIGNATURE));
    }

    #[test]
    fn pixels_per_metre_are_rounded() {
        let rows = || {
            let mut rows = Rows::new(PixelSize::new(1, 1), false);
            rows.push(&[255, 255, 255, 255]);
            rows
        };
        // The exact values are: 72 / 0.0254 is 2834.65, 96 / 0.0254 is 3779.53, 254 / 0.0254 is
        // 10000, 100 / 0.0254 is 3937.01.
        for (dpi, per_metre) in [(72, 2835_u32), (96, 3780), (254, 10_000), (100, 3937)] {
            let bytes = file(&rows(), dpi, &About::default());
            let chunk = bytes.windows(4).position(|name| name == b"pHYs").unwrap() + 4;
            assert_eq!(bytes[chunk..chunk + 4], per_metre.to_be_bytes(), "{dpi} dpi across");
            assert_eq!(bytes[chunk + 4..chunk + 8], per_metre.to_be_bytes(), "{dpi} dpi down");
        }
    }

    #[test]
    fn colours_are_divided_by_alpha() {
        assert_eq!(unmultiplied([0, 64, 0, 128]), [0, 128, 0, 128]);
        assert_eq!(unmultiplied([9, 9, 9, 0]), [0; 4]);
        assert_eq!(unmultiplied([1, 2, 3, 255]), [1, 2, 3, 255]);
    }
}

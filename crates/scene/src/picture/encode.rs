//! Writes pixels as a PNG file, and decodes pictures into pixels.
//!
//! - In: rows of bytes, or a picture.
//! - Out: rows become a PNG file, which is then read like the user's own files. A picture becomes the red,
//!   green, blue and alpha of each pixel.
//! - Not here: deciding which pictures become PNG files, such as WebP files and drawings with filters.

use libdeflater::Crc;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::png::{self, SIGNATURE};
use crate::{Alpha, Coding, PixelSize, Pixels, Space};
use hexpress_base::deflate::Pack;

/// The pixels of a picture, row by row. Each sample has 8 bits.
pub struct Rows {
    pub size: PixelSize,
    /// The number of samples per pixel: 3 for red, green and blue, or 4 with alpha.
    pub samples: usize,
    pub bytes: Vec<u8>,
}

/// The optional metadata of a PNG file.
#[derive(Default)]
pub struct Extras {
    pub profile: Option<Vec<u8>>,
    pub exif: Option<Vec<u8>>,
}

/// Returns the signature of a PNG file and its header chunk.
pub fn header(size: PixelSize, samples: usize) -> Vec<u8> {
    let mut out = SIGNATURE.to_vec();
    let kind = if samples == 4 { 6 } else { 2 };
    let fields = [&size.width.to_be_bytes()[..], &size.height.to_be_bytes(), &[8, kind, 0, 0, 0]].concat();
    chunk(&mut out, b"IHDR", &fields);
    out
}

/// Returns a PNG file with these rows. `pack` compresses the rows and the colour profile.
pub fn png(rows: &Rows, extras: &Extras, pack: Pack) -> Vec<u8> {
    let mut out = header(rows.size, rows.samples);
    if let Some(profile) = &extras.profile {
        chunk(&mut out, b"iCCP", &[b"profile\0\0", &pack(profile)[..]].concat());
    }
    if let Some(exif) = &extras.exif {
        chunk(&mut out, b"eXIf", exif);
    }
    let width = rows.size.width as usize * rows.samples;
    let mut filtered = Vec::with_capacity(rows.bytes.len() + rows.size.height as usize);
    for row in rows.bytes.chunks_exact(width.max(1)) {
        filtered.push(0);
        filtered.extend_from_slice(row);
    }
    chunk(&mut out, b"IDAT", &pack(&filtered));
    chunk(&mut out, b"IEND", b"");
    out
}

fn chunk(out: &mut Vec<u8>, name: &[u8; 4], body: &[u8]) {
    out.extend((body.len() as u32).to_be_bytes());
    let mut crc = Crc::new();
    crc.update(name);
    crc.update(body);
    out.extend_from_slice(name);
    out.extend_from_slice(body);
    out.extend(crc.sum().to_be_bytes());
}

/// Returns red, green, blue and alpha of each stored pixel. The colours are multiplied by alpha.
/// Returns `None` if the picture cannot be decoded.
pub fn premultiplied(image: &Pixels) -> Option<Vec<u8>> {
    let mut out = rgba(image)?;
    for pixel in out.chunks_exact_mut(4) {
        let alpha = u32::from(pixel[3]);
        for colour in &mut pixel[..3] {
            *colour = ((u32::from(*colour) * alpha + 127) / 255) as u8;
        }
    }
    Some(out)
}

/// Returns red, green, blue and alpha of each stored pixel. Returns `None` if the picture cannot be decoded.
///
/// The transparent colour of an [`Alpha::Key`] is ignored: all pixels of such a picture count as opaque.
pub fn rgba(image: &Pixels) -> Option<Vec<u8>> {
    let colours = match image.colours.coding {
        Coding::Jpeg => jpeg_colours(image)?,
        Coding::Png => png_colours(image)?,
    };
    let count = image.size.width as usize * image.size.height as usize;
    let opacities = match &image.alpha {
        Some(Alpha::Plane(plane)) => png::samples(plane, image.size)?,
        Some(Alpha::Key(_)) | None => vec![0xFF; count],
    };
    let mut out = Vec::with_capacity(count * 4);
    for (rgb, alpha) in colours.chunks_exact(3).zip(&opacities) {
        out.extend([rgb[0], rgb[1], rgb[2], *alpha]);
    }
    (out.len() == count * 4).then_some(out)
}

/// Returns red, green and blue of each stored pixel, without its alpha. Returns `None` if the picture
/// cannot be decoded.
pub fn rgb_of(image: &Pixels) -> Option<Vec<u8>> {
    let colours = match image.colours.coding {
        Coding::Jpeg => jpeg_colours(image)?,
        Coding::Png => png_colours(image)?,
    };
    let count = image.size.width as usize * image.size.height as usize;
    (colours.len() == count * 3).then_some(colours)
}

/// Returns red, green and blue of each pixel of a PNG file. Returns `None` if its colours are CMYK, or if it
/// is damaged.
fn png_colours(image: &Pixels) -> Option<Vec<u8>> {
    let samples = png::samples(&image.colours, image.size)?;
    Some(match &image.colours.space {
        Space::Rgb => samples,
        Space::Grey => samples.into_iter().flat_map(|grey| [grey; 3]).collect(),
        Space::Palette(table) => samples
            .into_iter()
            .flat_map(|index| {
                let at = usize::from(index) * 3;
                table.get(at..at + 3).and_then(|rgb| rgb.try_into().ok()).unwrap_or([0; 3])
            })
            .collect(),
        Space::Cmyk { .. } => return None,
    })
}

fn jpeg_colours(image: &Pixels) -> Option<Vec<u8>> {
    jpeg_rows(&image.colours.bytes.bytes().ok()?)
}

/// Returns red, green and blue of each pixel of a JPEG. Returns `None` if it cannot be decoded.
pub fn jpeg_rows(file: &[u8]) -> Option<Vec<u8>> {
    let options = DecoderOptions::default().jpeg_set_out_colorspace(ColorSpace::RGB);
    JpegDecoder::new_with_options(ZCursor::new(file), options).decode().ok()
}

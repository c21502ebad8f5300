//! Reads PNG files (W3C PNG, third edition).
//!
//! - In: the bytes of a file.
//! - Out: the samples of the picture. Usually, the compressed bytes are used unchanged, because PDF
//!   compresses rows in the same way. The rows of interlaced files are put in order. Colours and alpha are
//!   separated without loss.
//! - Not here: converting colours, and changing the number of bits per sample.

mod rows;

use std::ops::ControlFlow;
use std::sync::Arc;

use libdeflater::{Crc, DecompressionError, Decompressor};

use self::rows::Shape;
use super::bytes::{icc_profile, u16_be, u32_be};
use super::exif::Orientation;
use super::pixel_file::{PixelFile, broken, check_bytes, check_size, cut_short};
use crate::{Alpha, Coding, PixelSize, Plane, Space};
use hexpress_base::deflate::Pack;
use hexpress_base::diag::{Diagnostic, Result};
use hexpress_base::stored::Stored;

/// The first bytes of every PNG.
pub const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1A\n";

/// The largest size of a decompressed colour profile, in bytes.
const MAX_PROFILE_BYTES: usize = 8 << 20;

/// Reads a file that begins with [`SIGNATURE`].
///
/// `pack` compresses the rows that cannot be used unchanged.
///
/// # Errors
/// The file is damaged, violates the PNG standard, or exceeds a limit.
pub fn read(file: &[u8], pack: Pack) -> Result<PixelFile> {
    let chunks = Chunks::read(file)?;
    let header = Header::read(&chunks)?;
    if chunks.pixels.is_empty() {
        return Err(broken("it has no pixels"));
    }
    let shape = header.shape();
    check_bytes(shape.filtered_len())?;
    let profile = chunks.profile.and_then(|chunk| unpack_profile(chunk, header.profile_samples()));
    let orientation = chunks.exif.map_or_else(Orientation::default, Orientation::from_exif);
    // Even if the compressed bytes of the file are embedded unchanged, the rows are decompressed here. This
    // rejects files with too few or far too many pixels.
    let filtered = filtered_rows(&chunks.pixels, header.is_interlaced, shape)?;
    let packed = if header.is_interlaced { pack(&filtered) } else { chunks.pixels };
    let pixels = Pixels { shape, filtered: &filtered, bits: header.bits, pack };
    let (bytes, alpha) = if header.has_alpha {
        (pixels.pack_colours(), pixels.alpha_channel()?)
    } else {
        let alpha = match chunks.transparency {
            Some(chunk) => pixels.transparency(chunk, &header.space)?,
            None => None,
        };
        (packed, alpha)
    };
    let colours = plane(header.space, header.bits, bytes);
    Ok(PixelFile { size: header.size, colours, alpha, profile, orientation })
}

/// Decompresses the rows of a picture. The rows of an interlaced picture are put in order from top to bottom.
fn filtered_rows(packed: &[u8], is_interlaced: bool, shape: Shape) -> Result<Vec<u8>> {
    if is_interlaced {
        let passes = inflate(packed, rows::interlaced_len(shape))?;
        return rows::deinterlace(&passes, shape).ok_or_else(unknown_filter);
    }
    inflate(packed, shape.filtered_len())
}

/// Calls `visit` for each row. The arguments of `visit` are the size of the picture, the number of
/// the row, and the pixels of the row. The pixels are red, green and blue on a white background,
/// with 8 bits per sample.
///
/// # Errors
/// See [`read`].
pub fn visit_rows(
    file: &[u8],
    mut visit: impl FnMut(PixelSize, usize, &[u8]),
) -> Result<(PixelSize, Orientation)> {
    let chunks = Chunks::read(file)?;
    let header = Header::read(&chunks)?;
    let shape = header.shape();
    check_bytes(shape.filtered_len())?;
    let orientation = chunks.exif.map_or_else(Orientation::default, Orientation::from_exif);
    let filtered = filtered_rows(&chunks.pixels, header.is_interlaced, shape)?;
    drop(chunks.pixels);
    let mut colours = vec![0; shape.width * 3];
    let mut number = 0;
    let shown = rows::visit_bare_rows(&filtered, shape, |row| {
        header.colours(row, shape, &mut colours);
        visit(header.size, number, &colours);
        number += 1;
        ControlFlow::Continue(())
    });
    shown.ok_or_else(unknown_filter)?;
    Ok((header.size, orientation))
}

/// Returns the samples of a plane that is stored as in a PNG file. Each sample is converted to 8 bits, except
/// that indices into a palette keep their values. Returns `None` if the plane is damaged.
pub fn samples(plane: &Plane, size: PixelSize) -> Option<Vec<u8>> {
    let shape = Shape {
        width: size.width as usize,
        height: size.height as usize,
        samples: usize::from(plane.space.samples()),
        bits: usize::from(plane.bits),
    };
    let packed = plane.bytes.bytes().ok()?;
    let bare = rows::unfilter(&inflate(&packed, shape.filtered_len()).ok()?, shape)?;
    let rows = bare.chunks_exact(shape.row_len().max(1));
    let in_row = shape.width * shape.samples;
    let scale = match (&plane.space, shape.bits) {
        (Space::Palette(_), _) | (_, 8 | 16) => 1,
        (_, bits) => 255 / ((1_u16 << bits) - 1),
    };
    Some(match shape.bits {
        16 => rows.flat_map(|row| row.chunks_exact(2).map(|sample| sample[0])).collect(),
        bits => rows
            .flat_map(|row| {
                (0..in_row).map(move |index| (u16::from(rows::sample(row, index, bits)) * scale) as u8)
            })
            .collect(),
    })
}

/// The contents of the chunks that this program uses.
#[derive(Default)]
struct Chunks<'f> {
    header: Option<&'f [u8]>,
    palette: Option<&'f [u8]>,
    transparency: Option<&'f [u8]>,
    profile: Option<&'f [u8]>,
    exif: Option<&'f [u8]>,
    /// The compressed pixels, joined from all chunks with pixels.
    pixels: Vec<u8>,
}

impl<'f> Chunks<'f> {
    /// Reads all chunks and verifies their checksums.
    fn read(file: &'f [u8]) -> Result<Self> {
        let mut chunks = Self::default();
        let mut at = SIGNATURE.len();
        loop {
            let length = u32_be(file, at).ok_or_else(cut_short)? as usize;
            let end = at.checked_add(8).and_then(|body| body.checked_add(length)).ok_or_else(cut_short)?;
            let named_body = file.get(at + 4..end).ok_or_else(cut_short)?;
            let checksum = u32_be(file, end).ok_or_else(cut_short)?;
            let (name, body) = named_body.split_at(4);
            let mut crc = Crc::new();
            crc.update(named_body);
            if crc.sum() != checksum {
                let name = String::from_utf8_lossy(name);
                return Err(broken(format!("the checksum of its chunk {name} is wrong")));
            }
            match name {
                b"IHDR" => chunks.header = Some(body),
                b"PLTE" => chunks.palette = Some(body),
                b"tRNS" => chunks.transparency = Some(body),
                b"iCCP" => chunks.profile = Some(body),
                b"eXIf" => chunks.exif = Some(body),
                b"IDAT" => chunks.pixels.extend_from_slice(body),
                b"IEND" => return Ok(chunks),
                _ => {}
            }
            at = end + 4;
        }
    }
}

/// The size and format of the pixels.
struct Header {
    size: PixelSize,
    /// Bits per sample.
    bits: u8,
    space: Space,
    has_alpha: bool,
    is_interlaced: bool,
}

impl Header {
    /// Reads the chunks IHDR and PLTE, which describe the pixels.
    fn read(chunks: &Chunks<'_>) -> Result<Self> {
        let header = chunks.header.ok_or_else(|| broken("it has no header"))?;
        let (Some(width), Some(height), Some([bits, colour_type, compression, filter, interlace])) =
            (u32_be(header, 0), u32_be(header, 4), header.get(8..13))
        else {
            return Err(broken("its header is too short"));
        };
        let size = PixelSize { width, height };
        check_size(size)?;
        let (space, has_alpha) = match (colour_type, chunks.palette) {
            (0, _) => (Space::Grey, false),
            (2, _) => (Space::Rgb, false),
            (3, Some(palette)) => (Space::Palette(palette.to_vec()), false),
            (3, None) => return Err(broken("it has no palette")),
            (4, _) => (Space::Grey, true),
            (6, _) => (Space::Rgb, true),
            _ => return Err(broken(format!("its colour type {colour_type} is unknown"))),
        };
        let depths: &[u8] = match colour_type {
            0 => &[1, 2, 4, 8, 16],
            3 => &[1, 2, 4, 8],
            _ => &[8, 16],
        };
        if !depths.contains(bits) || *compression != 0 || *filter != 0 || *interlace > 1 {
            return Err(broken("its header has invalid values"));
        }
        if let Space::Palette(palette) = &space
            && (palette.is_empty() || palette.len() > 768 || !palette.len().is_multiple_of(3))
        {
            return Err(broken("its palette does not have 1 to 256 colours"));
        }
        Ok(Self { size, bits: *bits, space, has_alpha, is_interlaced: *interlace == 1 })
    }

    fn shape(&self) -> Shape {
        Shape {
            width: self.size.width as usize,
            height: self.size.height as usize,
            samples: usize::from(self.space.samples()) + usize::from(self.has_alpha),
            bits: usize::from(self.bits),
        }
    }

    /// Writes the red, green and blue of a row to `out`, as they look on a white background. The filter
    /// of the row must already be undone.
    fn colours(&self, row: &[u8], shape: Shape, out: &mut [u8]) {
        let value = |index: usize| match shape.bits {
            16 => row.get(index * 2).copied().unwrap_or(0),
            8 => row.get(index).copied().unwrap_or(0),
            bits => rows::sample(row, index, bits),
        };
        let scale = if shape.bits < 8 { 255 / ((1_u16 << shape.bits) - 1) } else { 1 };
        for (column, pixel) in out.chunks_exact_mut(3).enumerate() {
            let first = column * shape.samples;
            match &self.space {
                Space::Palette(table) => {
                    let at = usize::from(value(first)) * 3;
                    pixel.copy_from_slice(table.get(at..at + 3).unwrap_or(&[0; 3]));
                }
                Space::Rgb => (0..3).for_each(|i| pixel[i] = value(first + i)),
                Space::Grey | Space::Cmyk { .. } => pixel.fill((u16::from(value(first)) * scale) as u8),
            }
            if self.has_alpha {
                let alpha = u16::from(value(first + shape.samples - 1));
                for part in pixel {
                    *part = ((u16::from(*part) * alpha + 127) / 255 + (255 - alpha)) as u8;
                }
            }
        }
    }

    /// Returns the number of colour channels that a colour profile for this picture must have.
    ///
    /// For a picture with a palette, the result is 3, because the colours of the palette are red, green and
    /// blue.
    fn profile_samples(&self) -> u8 {
        if matches!(self.space, Space::Grey) { 1 } else { 3 }
    }
}

/// The decompressed rows of a file.
struct Pixels<'r> {
    shape: Shape,
    /// The rows. The first byte of each row is the number of its filter.
    filtered: &'r [u8],
    /// Bits per sample.
    bits: u8,
    pack: Pack,
}

impl Pixels<'_> {
    /// Returns the rows without their alpha channel, compressed.
    fn pack_colours(&self) -> Vec<u8> {
        (self.pack)(&rows::take_samples(self.filtered, self.shape, 0..self.shape.samples - 1))
    }

    /// Returns the alpha channel, which is the last sample of each pixel. Returns `None` if every
    /// pixel is opaque.
    fn alpha_channel(&self) -> Result<Option<Alpha>> {
        let samples = self.shape.samples;
        let channel = rows::take_samples(self.filtered, self.shape, samples - 1..samples);
        let shape = Shape { samples: 1, ..self.shape };
        // Many programs write an alpha channel even if nothing is transparent.
        let is_opaque = rows::is_full(&channel, shape).ok_or_else(unknown_filter)?;
        Ok((!is_opaque).then(|| Alpha::Plane(plane(Space::Grey, self.bits, (self.pack)(&channel)))))
    }

    /// Reads the tRNS chunk, which contains the opacities of a palette's colours, or one transparent colour.
    ///
    /// Returns `None` if every pixel is opaque.
    fn transparency(&self, chunk: &[u8], space: &Space) -> Result<Option<Alpha>> {
        match space {
            Space::Palette(_) if chunk.iter().any(|opacity| *opacity != 0xFF) => {
                let bare = rows::unfilter(self.filtered, self.shape).ok_or_else(unknown_filter)?;
                let opacities = self.look_up(&bare, chunk);
                let shape = Shape { bits: 8, ..self.shape };
                let packed = (self.pack)(&rows::filter(&opacities, shape));
                Ok(Some(Alpha::Plane(plane(Space::Grey, 8, packed))))
            }
            Space::Grey | Space::Rgb => {
                let key: Option<Vec<u16>> = (0..self.shape.samples).map(|i| u16_be(chunk, i * 2)).collect();
                Ok(key.map(Alpha::Key))
            }
            Space::Palette(_) | Space::Cmyk { .. } => Ok(None),
        }
    }

    /// Returns the opacity of each pixel of a picture with a palette, as one byte.
    ///
    /// `bare` contains rows whose filters are already undone. A colour without an entry in `opacities` is
    /// opaque.
    fn look_up(&self, bare: &[u8], opacities: &[u8]) -> Vec<u8> {
        let Shape { width, bits, .. } = self.shape;
        let rows = bare.chunks_exact(self.shape.row_len().max(1));
        let indices = rows.flat_map(|row| (0..width).map(|column| rows::sample(row, column, bits)));
        indices.map(|index| opacities.get(usize::from(index)).copied().unwrap_or(0xFF)).collect()
    }
}

fn plane(space: Space, bits: u8, bytes: Vec<u8>) -> Plane {
    Plane { coding: Coding::Png, bits, space, bytes: Stored::new(bytes) }
}

fn unknown_filter() -> Diagnostic {
    broken("one of its rows has an unknown filter")
}

/// Decompresses rows. Returns an error unless they have exactly `length` bytes.
fn inflate(packed: &[u8], length: usize) -> Result<Vec<u8>> {
    let mut out = vec![0; length];
    match Decompressor::new().zlib_decompress(packed, &mut out) {
        Ok(written) if written == length => Ok(out),
        Ok(_) => Err(broken("it has fewer pixels than its header says")),
        Err(DecompressionError::InsufficientSpace) => Err(broken("it has more pixels than its header says")),
        Err(_) => Err(broken("its pixels cannot be decompressed")),
    }
}

/// Returns the colour profile in an iCCP chunk. Returns `None` if the profile is damaged, too
/// large, or not meant for pictures with `samples` samples per pixel.
///
/// The chunk contains a name, a zero byte, a compression method, and the compressed profile.
fn unpack_profile(chunk: &[u8], samples: u8) -> Option<Arc<[u8]>> {
    let name_end = chunk.iter().position(|byte| *byte == 0)?;
    let packed = chunk.get(name_end + 2..)?;
    let mut capacity = packed.len().saturating_mul(4).max(4096);
    while capacity <= MAX_PROFILE_BYTES {
        let mut out = vec![0; capacity];
        match Decompressor::new().zlib_decompress(packed, &mut out) {
            Ok(length) => return icc_profile(out.get(..length)?, samples),
            Err(DecompressionError::InsufficientSpace) => capacity *= 4,
            Err(_) => return None,
        }
    }
    None
}

//! PNG files (W3C PNG, third edition). Their pixels are packed as PDF packs them, so they are passed on once they are
//! counted; only where a PDF keeps apart what a PNG keeps together are they taken apart, without loss.

use std::sync::Arc;

use libdeflater::{Crc, DecompressionError, Decompressor};

use super::bytes::{profile, u16_be, u32_be};
use super::exif;
use super::found::{Found, broken, check_bytes, check_size, cut_short};
use super::rows::{self, Shape};
use crate::base::deflate::Pack;
use crate::base::stored::Stored;
use crate::diag::{Diagnostic, Result};
use crate::scene::{Alpha, Coding, Plane, Space};

/// How every PNG begins.
pub const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1A\n";

/// The largest colour profile that is unpacked, in bytes.
const LARGEST_PROFILE: usize = 8 << 20;

/// What the chunks of a file say.
#[derive(Default)]
struct Chunks<'f> {
    header: Option<&'f [u8]>,
    palette: Option<&'f [u8]>,
    transparent: Option<&'f [u8]>,
    profile: Option<&'f [u8]>,
    exif: Option<&'f [u8]>,
    pixels: Vec<u8>,
}

/// Reads a file whose signature was seen; rows that are taken apart are packed so.
pub fn read(file: &[u8], pack: Pack) -> Result<Found> {
    let chunks = chunks(file)?;
    let header = chunks.header.ok_or_else(|| broken("it has no header"))?;
    let (Some(width), Some(height), Some([bits, kind, method, filters, interlace])) =
        (u32_be(header, 0), u32_be(header, 4), header.get(8..13))
    else {
        return Err(broken("its header is too short"));
    };
    check_size(width, height)?;
    let (space, alpha) = match (kind, chunks.palette) {
        (0, _) => (Space::Grey, false),
        (2, _) => (Space::Rgb, false),
        (3, Some(palette)) => (Space::Palette(palette.to_vec()), false),
        (3, None) => return Err(broken("it has no palette")),
        (4, _) => (Space::Grey, true),
        (6, _) => (Space::Rgb, true),
        _ => return Err(broken(format!("it has no kind of pixels called {kind}"))),
    };
    let allowed: &[u8] = match kind {
        0 => &[1, 2, 4, 8, 16],
        3 => &[1, 2, 4, 8],
        _ => &[8, 16],
    };
    if !allowed.contains(bits) || *method != 0 || *filters != 0 || *interlace > 1 {
        return Err(broken("its header says what cannot be"));
    }
    if let Space::Palette(palette) = &space
        && (palette.is_empty() || palette.len() > 768 || !palette.len().is_multiple_of(3))
    {
        return Err(broken("its palette is not of 1 to 256 colours"));
    }
    if chunks.pixels.is_empty() {
        return Err(broken("it has no pixels"));
    }
    let colour_samples = usize::from(space.samples());
    let shape = Shape {
        width: width as usize,
        height: height as usize,
        samples: colour_samples + usize::from(alpha),
        bits: usize::from(*bits),
    };
    check_bytes(shape.filtered())?;
    let profile = chunks.profile.and_then(|chunk| unpack_profile(chunk, if kind & 2 == 0 { 1 } else { 3 }));
    // The rows, filtered, packed and not.
    let (mut packed, mut filtered) = (chunks.pixels, None);
    if *interlace == 1 {
        let passes = inflate(&packed, rows::interlaced(shape))?;
        let rows = rows::deinterlace(&passes, shape).ok_or_else(no_filter)?;
        (packed, filtered) = (pack(&rows), Some(rows));
    }
    // What is passed on is unpacked too: a reader of the PDF would else meet too few pixels, or far too many.
    let filtered = filtered.map_or_else(|| inflate(&packed, shape.filtered()), Ok)?;
    let plane =
        |space, bits, bytes: Vec<u8>| Plane { coding: Coding::Png, bits, space, bytes: Stored::new(bytes) };
    let (bytes, alpha) = if alpha {
        let opaque = rows::take(&filtered, shape, colour_samples..shape.samples);
        let colours = pack(&rows::take(&filtered, shape, 0..colour_samples));
        let one = Shape { samples: 1, ..shape };
        // Many programs write an alpha channel whether or not anything is seen through.
        let needed = !rows::is_full(&opaque, one).ok_or_else(no_filter)?;
        let alpha = needed.then(|| Alpha::Plane(plane(Space::Grey, *bits, pack(&opaque))));
        (colours, alpha)
    } else {
        let alpha = match (chunks.transparent, &space) {
            (Some(opacities), Space::Palette(_)) if opacities.iter().any(|o| *o != 0xFF) => {
                let bare = rows::unfilter(&filtered, shape).ok_or_else(no_filter)?;
                let opaque = look_up(&bare, shape, opacities);
                let one = Shape { bits: 8, ..shape };
                Some(Alpha::Plane(plane(Space::Grey, 8, pack(&rows::filter(&opaque, one)))))
            }
            (Some(key), Space::Grey | Space::Rgb) => {
                let key: Option<Vec<u16>> = (0..colour_samples).map(|i| u16_be(key, i * 2)).collect();
                key.map(Alpha::Key)
            }
            _ => None,
        };
        (packed, alpha)
    };
    let colours = plane(space, *bits, bytes);
    let orientation = chunks.exif.map_or(1, exif::orientation);
    Ok(Found { pixels: (width, height), colours, alpha, profile, orientation })
}

/// Goes through the chunks, and sees whether each is as it was written.
fn chunks(file: &[u8]) -> Result<Chunks<'_>> {
    let mut found = Chunks::default();
    let mut at = SIGNATURE.len();
    loop {
        let length = u32_be(file, at).ok_or_else(cut_short)? as usize;
        let end = at.checked_add(8).and_then(|body| body.checked_add(length)).ok_or_else(cut_short)?;
        let named = file.get(at + 4..end).ok_or_else(cut_short)?;
        let checksum = u32_be(file, end).ok_or_else(cut_short)?;
        let (name, body) = named.split_at(4);
        let mut crc = Crc::new();
        crc.update(named);
        if crc.sum() != checksum {
            let name = String::from_utf8_lossy(name);
            return Err(broken(format!("its part {name} is not as it was written")));
        }
        match name {
            b"IHDR" => found.header = Some(body),
            b"PLTE" => found.palette = Some(body),
            b"tRNS" => found.transparent = Some(body),
            b"iCCP" => found.profile = Some(body),
            b"eXIf" => found.exif = Some(body),
            b"IDAT" => found.pixels.extend_from_slice(body),
            b"IEND" => return Ok(found),
            _ => {}
        }
        at = end + 4;
    }
}

fn no_filter() -> Diagnostic {
    broken("its pixels are filtered by no rule")
}

/// Unpacks what must be so many bytes.
fn inflate(packed: &[u8], length: usize) -> Result<Vec<u8>> {
    let mut out = vec![0; length];
    match Decompressor::new().zlib_decompress(packed, &mut out) {
        Ok(got) if got == length => Ok(out),
        Ok(_) => Err(broken("it has fewer pixels than it says")),
        Err(DecompressionError::InsufficientSpace) => Err(broken("it has more pixels than it says")),
        Err(_) => Err(broken("its pixels cannot be unpacked")),
    }
}

/// How opaque the colours of a palette are, a byte for each pixel; those beyond the list are opaque.
fn look_up(bare: &[u8], shape: Shape, opacities: &[u8]) -> Vec<u8> {
    let opacity = |index: u8| opacities.get(usize::from(index)).copied().unwrap_or(0xFF);
    let rows = bare.chunks_exact(shape.row().max(1));
    rows.flat_map(|row| (0..shape.width).map(|i| opacity(rows::bits(row, i, shape.bits)))).collect()
}

/// The profile in an iCCP chunk: a name, a zero, a method, and the profile, packed.
fn unpack_profile(chunk: &[u8], samples: u8) -> Option<Arc<[u8]>> {
    let name = chunk.iter().position(|b| *b == 0)?;
    let packed = chunk.get(name + 2..)?;
    let mut room = packed.len().saturating_mul(4).max(4096);
    while room <= LARGEST_PROFILE {
        let mut out = vec![0; room];
        match Decompressor::new().zlib_decompress(packed, &mut out) {
            Ok(length) => return profile(out.get(..length)?, samples),
            Err(DecompressionError::InsufficientSpace) => room *= 4,
            Err(_) => return None,
        }
    }
    None
}

//! A user's own pictures: PNG and JPEG, whose bytes are passed on as they are, and SVG, which becomes drawings.
//!
//! What a file is says its contents, never its name.

mod bytes;
mod exif;
mod found;
mod jpeg;
mod png;
mod rows;
mod scan;
pub mod stroke;
mod svg;

use std::sync::Arc;

use kurbo::{Affine, Size};
use sha2::{Digest, Sha256};

pub use found::MOST_PIXELS;
use found::{Found, unusable};

use crate::base::deflate::{Pack, deflate_pixels};
use crate::base::files::kind_of;
use crate::base::stored::Stored;
use crate::diag::Result;
use crate::scene::{Image, Shared};

/// A picture, ready to be placed.
#[derive(Debug, Clone, PartialEq)]
pub enum Picture {
    /// Made of pixels.
    Pixels {
        /// As stored.
        image: Arc<Image>,
        /// From the stored square of side 1 to the one that is seen, y down: a camera may have been held upright.
        upright: Affine,
        /// Pixels across and down, as seen.
        pixels: (u32, u32),
    },
    /// Made of lines and areas.
    Drawing {
        /// In a frame of its own.
        shared: Arc<Shared>,
        /// The size of that frame, from its origin.
        size: Size,
        /// What the file calls it, which is read aloud.
        title: Option<Arc<str>>,
    },
}

impl Picture {
    /// Width and height in units of its own: pixels, or those of its drawing.
    pub fn size(&self) -> Size {
        match self {
            Self::Pixels { pixels: (w, h), .. } => Size::new(f64::from(*w), f64::from(*h)),
            Self::Drawing { size, .. } => *size,
        }
    }

    /// What its file calls it.
    pub fn title(&self) -> Option<&Arc<str>> {
        match self {
            Self::Pixels { .. } => None,
            Self::Drawing { title, .. } => title.as_ref(),
        }
    }
}

/// Reads a picture.
///
/// # Errors
/// Why it cannot be printed, as the end of a sentence that begins with the file's name.
pub fn read(file: &Arc<[u8]>) -> Result<Picture> {
    read_and(file, &Stored::new(Arc::clone(file)), deflate_pixels)
}

/// As [`read`], of a file that is kept, with rows of pixels packed another way where they are not passed on as they are.
///
/// # Errors
/// As of [`read`].
pub fn read_and(file: &[u8], stored: &Stored, pack: Pack) -> Result<Picture> {
    if file.starts_with(png::SIGNATURE) {
        let found = png::read(file, pack)?;
        return Ok(pixels(file, stored, "image/png", found));
    }
    if file.starts_with(&[0xFF, 0xD8, 0xFF]) {
        let found = jpeg::read(file, stored)?;
        return Ok(pixels(file, stored, "image/jpeg", found));
    }
    if svg::looks_like(file) {
        let svg::Read { shared, size, title } = svg::read(file)?;
        return Ok(Picture::Drawing { shared: Arc::new(shared), size, title });
    }
    let kind = kind_of(file);
    let hint = match kind {
        Some(page) if page.starts_with("a web page") => {
            "the page that shows the picture was saved: download the picture itself (PNG, JPEG or SVG)"
        }
        _ => "pictures are PNG, JPEG or SVG files",
    };
    Err(unusable(match kind {
        _ if file.is_empty() => "is empty".to_owned(),
        Some(kind) => format!("is no picture that can be printed: it seems to be {kind}"),
        None => "is no picture".to_owned(),
    })
    .hint(hint))
}

fn pixels(file: &[u8], stored: &Stored, mime: &'static str, found: Found) -> Picture {
    let (width, height) = found.pixels;
    let (upright, lying) = exif::upright(found.orientation);
    let digest = Sha256::digest(file);
    let name: String = digest.iter().take(6).map(|b| format!("{b:02x}")).collect();
    let image = Image {
        name: format!("I{name}"),
        file: stored.clone(),
        mime,
        pixels: found.pixels,
        colours: found.colours,
        alpha: found.alpha,
        profile: found.profile,
    };
    let pixels = if lying { (height, width) } else { (width, height) };
    Picture::Pixels { image: Arc::new(image), upright, pixels }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::deflate::wrap_pixels;

    /// Small files of each kind, changed in a few bytes again and again: whatever comes of it, nothing falls over.
    #[test]
    fn no_file_makes_the_program_fall_over() {
        let svg: &[u8] = b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><style>.a{fill:red}</style>\
            <defs><clipPath id='c'><rect width='5' height='5'/></clipPath><path id='p' d='M0 0h9v9z'/></defs>\
            <g clip-path='url(#c)' transform='rotate(9) scale(2 1)'><use href='#p' class='a'/></g>\
            <path d='M1 1A3 2 9 0 1 5 5Q1 2 3 4T9 9' fill='none' stroke='#123' stroke-width='.5' stroke-dasharray='1 2' \
            stroke-dashoffset='1' stroke-linejoin='bevel' stroke-linecap='square'/></svg>";
        let jpeg: &[u8] = b"\xFF\xD8\xFF\xE1\x00\x22Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0\
            \xFF\xC0\x00\x0B\x08\x00\x04\x00\x06\x01\x01\x11\x00\xFF\xDA\x00\x08\x01\x01\x00\x00\x3F\x00abc\xFF\x00\xFF\xD9";
        assert!(read(&svg.into()).is_ok());
        assert!(matches!(read(&jpeg.into()), Ok(Picture::Pixels { pixels: (4, 6), .. })));
        let mut seed = 1u32;
        let mut random = |below: usize| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as usize % below
        };
        for round in 0..4000 {
            let mut file = if round % 4 == 0 { jpeg.to_vec() } else { svg.to_vec() };
            for _ in 0..=random(4) {
                let at = random(file.len());
                match random(4) {
                    0 => file[at] = random(256) as u8,
                    1 => file[at] = b"0123456789.-e\"'<>/# "[random(20)],
                    2 => drop(file.remove(at)),
                    _ => file.insert(at, b"0123456789.-e"[random(13)]),
                }
            }
            file.truncate(if random(10) == 0 { random(file.len()) } else { file.len() });
            let _ = read(&file.into());
        }
    }

    fn chunk(out: &mut Vec<u8>, name: &[u8], body: &[u8]) {
        let named = [name, body].concat();
        let mut crc = libdeflater::Crc::new();
        crc.update(&named);
        out.extend((body.len() as u32).to_be_bytes());
        out.extend(&named);
        out.extend(crc.sum().to_be_bytes());
    }

    #[test]
    fn pixels_that_are_unpacked_at_once_are_not_compressed() {
        // Each row as the one above it, of 64 pixels that are seen through by half.
        let rows: Vec<u8> = (0..64).flat_map(|_| [&[2][..], &[9, 8, 7, 128].repeat(64)].concat()).collect();
        let mut file = png::SIGNATURE.to_vec();
        let side = 64_u32.to_be_bytes();
        chunk(&mut file, b"IHDR", &[&side[..], &side, &[8, 6, 0, 0, 0]].concat());
        chunk(&mut file, b"IDAT", &deflate_pixels(&rows));
        chunk(&mut file, b"IEND", b"");
        let file: Arc<[u8]> = file.into();
        let planes = |pack: Pack| {
            let Ok(Picture::Pixels { image, .. }) = read_and(&file, &Stored::new(Arc::clone(&file)), pack)
            else {
                panic!("no picture")
            };
            let Some(crate::scene::Alpha::Plane(alpha)) = &image.alpha else { panic!("no alpha") };
            [&image.colours, alpha].map(|plane| plane.bytes.bytes().unwrap().into_owned())
        };
        let (packed, plain) = (planes(deflate_pixels), planes(wrap_pixels));
        for ((packed, plain), samples) in packed.iter().zip(&plain).zip([3, 1]) {
            let unpacked = |bytes: &[u8]| {
                let mut room = vec![0; 64 * (64 * samples + 1)];
                libdeflater::Decompressor::new().zlib_decompress(bytes, &mut room).unwrap();
                room
            };
            assert!(
                packed.len() < 300 && plain.len() > 64 * 64 * samples,
                "{} {}",
                packed.len(),
                plain.len()
            );
            assert_eq!(unpacked(packed), unpacked(plain));
        }
    }

    /// The same for what stands inside the parts of a PNG, whose checksums are set right again.
    #[test]
    fn no_png_makes_the_program_fall_over() {
        let mut packer = libdeflater::Compressor::new(libdeflater::CompressionLvl::default());
        let mut seed = 7u32;
        let mut random = |below: usize| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as usize % below
        };
        let mut good = 0;
        for _ in 0..4000 {
            let (width, height) = (random(20) as u32, random(20) as u32);
            let kind = [0, 2, 3, 4, 6][random(5)];
            let bits = [1, 2, 4, 8, 16][random(5)];
            let header =
                [&width.to_be_bytes()[..], &height.to_be_bytes(), &[bits, kind, 0, 0, random(2) as u8]]
                    .concat();
            // In half of the files the rows are as long as they should be, so that some are taken.
            let samples = [1, 0, 3, 1, 2, 0, 4][usize::from(kind)];
            let row = 1 + (width as usize * samples * usize::from(bits)).div_ceil(8);
            let length = if random(2) == 0 { row * height as usize } else { random(4000) };
            let rows: Vec<u8> = (0..length).map(|_| random(5) as u8).collect();
            let mut packed = vec![0; packer.zlib_compress_bound(rows.len())];
            let length = packer.zlib_compress(&rows, &mut packed).unwrap();
            let mut file = png::SIGNATURE.to_vec();
            chunk(&mut file, b"IHDR", &header);
            chunk(&mut file, b"PLTE", &vec![9; random(5) * 3]);
            chunk(&mut file, b"tRNS", &vec![7; random(7)]);
            chunk(&mut file, b"IDAT", &packed[..length]);
            chunk(&mut file, b"IEND", b"");
            good += usize::from(read(&file.into()).is_ok());
        }
        assert!(good > 100, "{good}");
    }
}

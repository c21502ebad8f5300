//! Reads the user's pictures.
//!
//! - In: the bytes of a file. The format is recognised by the contents of the file, not by its name.
//! - Out: a [`Picture`], or the reason why the file cannot be printed.
//! - Not here: the size and place of a picture on a sheet.
//!
//! PNG and JPEG files can be embedded in a PDF unchanged. SVG files become drawings.

mod bytes;
mod encode;
mod exif;
mod jpeg;
mod photograph;
mod pixel_file;
mod png;
pub mod stroke;
mod svg;
mod webp;

use std::sync::Arc;

use kurbo::{Affine, Size};
use sha2::{Digest, Sha256};

pub use encode::rgb_of;
pub use photograph::{Photograph, SCANNED_DPI, photograph_dpi, visit_photograph};
pub use pixel_file::MAX_PIXELS;
use pixel_file::{PixelFile, unusable};

pub use self::svg::{FontNote, Lettering};
pub use crate::page_form::{Obstacle, PageForm, PdfKey, PdfObject, PdfReference};
use crate::text::Fonts;
use crate::{Image, ImageContent, PixelSize, Pixels, Shared};
use hexpress_base::deflate::{Pack, deflate_pixels};
use hexpress_base::diag::{Diagnostic, Result};
use hexpress_base::files::kind_of;
use hexpress_base::stored::Stored;

/// A picture that can be placed on a sheet.
#[derive(Debug, Clone, PartialEq)]
pub enum Picture {
    Pixels {
        /// The picture as it is stored, before it is turned upright.
        image: Arc<Image>,
        /// The transform from the stored pixels to the upright picture.
        ///
        /// Before and after the transform, the picture is a unit square, with y pointing down.
        upright: Affine,
        /// The size of the upright picture.
        size: PixelSize,
    },
    /// A page of a PDF.
    Page {
        /// The page, which fills the unit square.
        image: Arc<Image>,
        /// The size of the page, in points.
        size: Size,
    },
    /// A picture made of lines and areas.
    Drawing {
        /// The drawing, in its own coordinates.
        shared: Arc<Shared>,
        /// The width and height of the drawing. Its upper left corner is the origin.
        size: Size,
        /// The title that the file contains, for screen readers. `None` if it contains none.
        title: Option<Arc<str>>,
        /// Notes for the author of the picture: its texts use font families or characters for which there is
        /// no font.
        notes: Arc<[FontNote]>,
        /// Whether parts of the drawing have filters and were therefore converted to pixels. The number of
        /// these pixels depends on [`PictureSettings::long_side`].
        has_pixels: bool,
    },
}

impl Picture {
    /// Returns the size of the picture. The unit is a pixel, or a point for a page. For a drawing, it is the
    /// unit of the drawing's own coordinates.
    pub fn size(&self) -> Size {
        match self {
            Self::Pixels { size, .. } => Size::new(f64::from(size.width), f64::from(size.height)),
            Self::Page { size, .. } | Self::Drawing { size, .. } => *size,
        }
    }

    /// Returns the notes for the author of the picture about its fonts.
    pub fn font_notes(&self) -> &[FontNote] {
        match self {
            Self::Pixels { .. } | Self::Page { .. } => &[],
            Self::Drawing { notes, .. } => notes,
        }
    }

    /// Returns the title that the file contains. Returns `None` if it contains none.
    pub fn title(&self) -> Option<&Arc<str>> {
        match self {
            Self::Pixels { .. } | Self::Page { .. } => None,
            Self::Drawing { title, .. } => title.as_ref(),
        }
    }
}

/// A function that reads a file to which a drawing refers. The argument is the name of the file. The result
/// is the contents, or the reason why the file cannot be used.
pub type Linked<'l> = dyn Fn(&str) -> Result<Arc<[u8]>> + Send + Sync + 'l;

/// The settings for reading pictures.
#[derive(Clone, Copy)]
pub struct PictureSettings<'r> {
    /// The fonts for the texts of drawings.
    pub fonts: &'r Fonts,
    /// How texts in drawings are drawn: as text or as outlines.
    pub lettering: Lettering,
    /// The function that compresses rows of pixels. It is needed for files that cannot be embedded unchanged.
    pub pack: Pack,
    /// The resolution of those parts of a drawing that become pixels. It is given as the number of pixels
    /// along the longer side of the whole drawing.
    pub long_side: u32,
    /// The function that reads the files to which a drawing refers.
    pub linked: &'r Linked<'r>,
}

/// The value of [`PictureSettings::long_side`] for a drawing whose printed size is unknown. With this value,
/// a drawing whose longer side is 100 mm has 300 dpi.
pub const LONG_SIDE_PIXELS: u32 = 1181;

impl<'r> PictureSettings<'r> {
    /// Returns settings that do not let drawings refer to other files.
    pub fn plain(fonts: &'r Fonts) -> Self {
        let linked: &Linked<'_> = &|_| Err(unusable("is not there"));
        let (lettering, pack) = (Lettering::Text, deflate_pixels as Pack);
        Self { fonts, lettering, pack, long_side: LONG_SIDE_PIXELS, linked }
    }
}

/// Reads a picture. `stored` contains the same bytes as `file`.
///
/// # Errors
/// The picture cannot be printed. The message is the end of a sentence that begins with the name of
/// the file.
pub fn read(file: &[u8], stored: &Stored, reading: PictureSettings<'_>) -> Result<Picture> {
    if svg::looks_like_svg(file) {
        return drawing(file, reading);
    }
    match svg::gunzip(file) {
        Some(unpacked) => drawing(&unpacked?, reading),
        None => read_pixels(file, stored, reading.pack),
    }
}

fn drawing(file: &[u8], reading: PictureSettings<'_>) -> Result<Picture> {
    let svg::SvgDrawing { shared, size, title, notes, has_pixels } = svg::read(file, reading)?;
    let notes = notes.into_iter().collect();
    Ok(Picture::Drawing { shared: Arc::new(shared), size, title, notes, has_pixels })
}

/// Reads a picture made of pixels.
fn read_pixels(file: &[u8], stored: &Stored, pack: Pack) -> Result<Picture> {
    if file.starts_with(png::SIGNATURE) {
        return Ok(pixels(file, stored, "image/png", png::read(file, pack)?));
    }
    if file.starts_with(&[0xFF, 0xD8, 0xFF]) {
        return Ok(pixels(file, stored, "image/jpeg", jpeg::read(file, stored)?));
    }
    if webp::is_webp(file) {
        let png: Arc<[u8]> = webp::to_png(file, pack)?.into();
        return read_pixels(&png, &Stored::new(Arc::clone(&png)), pack);
    }
    Err(no_picture(file))
}

/// Returns the error for a file with an unknown format.
fn no_picture(file: &[u8]) -> Diagnostic {
    let kind = kind_of(file);
    let what = match kind {
        _ if file.is_empty() => "is empty".to_owned(),
        Some(kind) => format!("is not a PNG, JPEG, WebP, SVG or PDF file: it seems to be {kind}"),
        None => "is not a PNG, JPEG, WebP, SVG or PDF file".to_owned(),
    };
    unusable(what).hint(match kind {
        _ if file.is_empty() => "download the picture again, or export it again",
        Some(page) if page.starts_with("a web page") => {
            "download the picture itself (PNG, JPEG, WebP or SVG), not the page that shows it"
        }
        Some("text in UTF-16") => "if it is an SVG file, save it in UTF-8",
        _ => "save it as PNG, JPEG, WebP, SVG or PDF",
    })
}

fn pixels(file: &[u8], stored: &Stored, mime: &'static str, contents: PixelFile) -> Picture {
    let PixelFile { size: stored_size, colours, alpha, profile, orientation } = contents;
    let hash: String = Sha256::digest(file).iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    let pixels = Pixels { size: stored_size, colours, alpha, profile };
    let image =
        Image { name: format!("I{hash}"), file: stored.clone(), mime, content: ImageContent::Pixels(pixels) };
    let size = if orientation.swaps_sides() { stored_size.rotated() } else { stored_size };
    Picture::Pixels { image: Arc::new(image), upright: orientation.to_affine(), size }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexpress_base::deflate::wrap_pixels;

    fn read_all(file: &Arc<[u8]>, pack: Pack) -> Result<Picture> {
        let fonts = Fonts::bundled();
        let reading = PictureSettings { pack, ..PictureSettings::plain(&fonts) };
        super::read(file, &Stored::new(Arc::clone(file)), reading)
    }

    fn read(file: &Arc<[u8]>) -> Result<Picture> {
        read_all(file, deflate_pixels)
    }

    /// A linear congruential generator.
    struct Random(u32);

    impl Random {
        /// Returns a random number below `end`.
        fn below(&mut self, end: usize) -> usize {
            self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (self.0 >> 8) as usize % end
        }
    }

    /// Checks that reading never panics. The test reads many copies of small files. In each copy, a few bytes
    /// are changed.
    #[test]
    fn no_damaged_file_panics() {
        let svg: &[u8] = b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><style>.a{fill:red}</style>\
            <defs><clipPath id='c'><rect width='5' height='5'/></clipPath><path id='p' d='M0 0h9v9z'/></defs>\
            <g clip-path='url(#c)' transform='rotate(9) scale(2 1)'><use href='#p' class='a'/></g>\
            <path d='M1 1A3 2 9 0 1 5 5Q1 2 3 4T9 9' fill='none' stroke='#123' stroke-width='.5' stroke-dasharray='1 2' \
            stroke-dashoffset='1' stroke-linejoin='bevel' stroke-linecap='square'/></svg>";
        let jpeg: &[u8] = b"\xFF\xD8\xFF\xE1\x00\x22Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0\
            \xFF\xC0\x00\x0B\x08\x00\x04\x00\x06\x01\x01\x11\x00\xFF\xDA\x00\x08\x01\x01\x00\x00\x3F\x00abc\xFF\x00\xFF\xD9";
        assert!(read(&svg.into()).is_ok());
        assert!(matches!(
            read(&jpeg.into()),
            Ok(Picture::Pixels { size: PixelSize { width: 4, height: 6 }, .. })
        ));
        let mut random = Random(1);
        for round in 0..4000 {
            let mut file = if round % 4 == 0 { jpeg.to_vec() } else { svg.to_vec() };
            for _ in 0..=random.below(4) {
                let at = random.below(file.len());
                match random.below(4) {
                    0 => file[at] = random.below(256) as u8,
                    1 => file[at] = b"0123456789.-e\"'<>/# "[random.below(20)],
                    2 => drop(file.remove(at)),
                    _ => file.insert(at, b"0123456789.-e"[random.below(13)]),
                }
            }
            file.truncate(if random.below(10) == 0 { random.below(file.len()) } else { file.len() });
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
        // The picture has 64 rows that store the same bytes. Each row has the filter `Up` (number 2).
        let rows: Vec<u8> = (0..64).flat_map(|_| [&[2][..], &[9, 8, 7, 128].repeat(64)].concat()).collect();
        let mut file = png::SIGNATURE.to_vec();
        let side = 64_u32.to_be_bytes();
        chunk(&mut file, b"IHDR", &[&side[..], &side, &[8, 6, 0, 0, 0]].concat());
        chunk(&mut file, b"IDAT", &deflate_pixels(&rows));
        chunk(&mut file, b"IEND", b"");
        let file: Arc<[u8]> = file.into();
        let planes = |pack: Pack| {
            let Ok(Picture::Pixels { image, .. }) = read_all(&file, pack) else { panic!("no picture") };
            let ImageContent::Pixels(pixels) = &image.content else { panic!("no pixels") };
            let Some(crate::Alpha::Plane(alpha)) = &pixels.alpha else { panic!("no alpha") };
            [&pixels.colours, alpha].map(|plane| plane.bytes.bytes().unwrap().into_owned())
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

    /// Checks that reading never panics. This test changes chunks of PNG files, and corrects their
    /// checksums.
    #[test]
    fn no_damaged_png_panics() {
        let mut packer = libdeflater::Compressor::new(libdeflater::CompressionLvl::default());
        let mut random = Random(7);
        let mut good = 0;
        for _ in 0..4000 {
            let (width, height) = (random.below(20) as u32, random.below(20) as u32);
            let kind = [0, 2, 3, 4, 6][random.below(5)];
            let bits = [1, 2, 4, 8, 16][random.below(5)];
            let header =
                [&width.to_be_bytes()[..], &height.to_be_bytes(), &[bits, kind, 0, 0, random.below(2) as u8]]
                    .concat();
            // Half of the files get exactly as many bytes as their rows need. If all lengths were random,
            // almost all files would be rejected at once.
            let samples = [1, 0, 3, 1, 2, 0, 4][usize::from(kind)];
            let row = 1 + (width as usize * samples * usize::from(bits)).div_ceil(8);
            let length = if random.below(2) == 0 { row * height as usize } else { random.below(4000) };
            let rows: Vec<u8> = (0..length).map(|_| random.below(5) as u8).collect();
            let mut packed = vec![0; packer.zlib_compress_bound(rows.len())];
            let length = packer.zlib_compress(&rows, &mut packed).unwrap();
            let mut file = png::SIGNATURE.to_vec();
            chunk(&mut file, b"IHDR", &header);
            chunk(&mut file, b"PLTE", &vec![9; random.below(5) * 3]);
            chunk(&mut file, b"tRNS", &vec![7; random.below(7)]);
            chunk(&mut file, b"IDAT", &packed[..length]);
            chunk(&mut file, b"IEND", b"");
            good += usize::from(read(&file.into()).is_ok());
        }
        assert!(good > 100, "{good}");
    }
}

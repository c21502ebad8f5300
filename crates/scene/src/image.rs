//! Defines pictures from the user's files: rows of pixels, or a page of a PDF. They are stored in a form that
//! output files can embed without changes.

use std::sync::Arc;

use crate::page_form::PageForm;
use hexpress_base::pixel_size::PixelSize;
use hexpress_base::stored::Stored;

/// A picture that fills the unit square. If the format of an output file allows it, the output file
/// contains the bytes of the user's file unchanged.
#[derive(Debug, Clone, PartialEq)]
pub struct Image {
    /// A name that is derived from the contents of the file. Equal files have equal names.
    pub name: String,
    /// The user's file.
    pub file: Stored,
    /// The media type: `image/png`, `image/jpeg` or `application/pdf`.
    pub mime: &'static str,
    pub content: ImageContent,
}

/// The content of a picture: pixels, or a page of a PDF.
#[derive(Debug, Clone, PartialEq)]
pub enum ImageContent {
    /// Rows of pixels.
    Pixels(Pixels),
    /// A page of a PDF file, which fills the unit square. The upper edge of the page is at y = 0, like
    /// the first row of pixels.
    Page(Arc<PageForm>),
}

/// Rows of pixels with their colours.
#[derive(Debug, Clone, PartialEq)]
pub struct Pixels {
    /// The size of the stored pixels. If the file stores the picture rotated by 90 degrees, this width is the
    /// height of the upright picture.
    pub size: PixelSize,
    pub colours: Plane,
    /// The opacity of the pixels, or `None` if all pixels are opaque.
    pub alpha: Option<Alpha>,
    /// The ICC profile of the colours, or `None` if the file has none.
    pub profile: Option<Arc<[u8]>>,
}

impl Image {
    /// Returns the pixels of the picture, or `None` if it is a page.
    pub fn pixels(&self) -> Option<&Pixels> {
        match &self.content {
            ImageContent::Pixels(pixels) => Some(pixels),
            ImageContent::Page(_) => None,
        }
    }

    /// Returns whether parts of the picture may be translucent. An [`Alpha::Key`] does not count, because it
    /// makes pixels either transparent or opaque.
    pub fn has_transparency(&self) -> bool {
        match &self.content {
            ImageContent::Pixels(pixels) => matches!(pixels.alpha, Some(Alpha::Plane(_))),
            ImageContent::Page(form) => form.has_transparency,
        }
    }
}

/// Either the colours of all pixels or their opacities, as compressed rows of samples.
#[derive(Debug, Clone, PartialEq)]
pub struct Plane {
    pub coding: Coding,
    /// The number of bits per sample: 1, 2, 4, 8 or 16.
    pub bits: u8,
    pub space: Space,
    /// The compressed rows.
    pub bytes: Stored,
}

/// The format in which rows of samples are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coding {
    Jpeg,
    /// The data of a PNG file: rows that are compressed with zlib. The first byte of each row is the
    /// number of its filter.
    Png,
}

/// The meaning of the samples of a pixel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Space {
    /// One sample per pixel: the lightness.
    Grey,
    Rgb,
    Cmyk {
        /// Whether the largest value means no ink. Otherwise, it means the most ink.
        inverted: bool,
    },
    /// One sample per pixel: an index into this table. Each colour in the table consists of a red,
    /// a green and a blue byte.
    Palette(Vec<u8>),
}

impl Space {
    /// Returns the number of samples per pixel.
    pub fn samples(&self) -> u8 {
        match self {
            Self::Grey | Self::Palette(_) => 1,
            Self::Rgb => 3,
            Self::Cmyk { .. } => 4,
        }
    }
}

/// Which pixels of a picture are transparent.
#[derive(Debug, Clone, PartialEq)]
pub enum Alpha {
    /// One grey sample per pixel. The largest value means opaque.
    Plane(Plane),
    /// A colour, as the values of its samples. All pixels of this colour are transparent.
    Key(Vec<u16>),
}

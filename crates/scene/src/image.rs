//! Holds pictures that writers embed unchanged: pixels as they are stored in files, and pages of
//! PDFs.

use std::sync::Arc;

use crate::page_form::PageForm;
use hexpress_base::pixel_size::PixelSize;
use hexpress_base::stored::Stored;

/// A picture that fills the unit square. Writers embed the bytes of the user's file if the output
/// format allows this.
#[derive(Debug, Clone, PartialEq)]
pub struct Image {
    /// A name that is derived from the contents of the file. Equal files have equal names.
    pub name: String,
    /// The user's file.
    pub file: Stored,
    /// `image/png`, `image/jpeg` or `application/pdf`.
    pub mime: &'static str,
    /// What the picture shows.
    pub content: ImageContent,
}

/// What a picture shows.
#[derive(Debug, Clone, PartialEq)]
pub enum ImageContent {
    /// Rows of pixels.
    Pixels(Pixels),
    /// A page of a PDF. The form fills the unit square. The upper edge of the page is where the
    /// first row of pixels would be.
    Page(Arc<PageForm>),
}

/// Rows of pixels with their colours.
#[derive(Debug, Clone, PartialEq)]
pub struct Pixels {
    /// The size of the stored pixels. If the file stores the picture rotated, width and height may
    /// be swapped compared with the upright picture.
    pub size: PixelSize,
    pub colours: Plane,
    /// The opacity of the pixels, or `None` if all pixels are opaque.
    pub alpha: Option<Alpha>,
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

    /// Returns whether some pixels may be partly transparent.
    pub fn is_sheer(&self) -> bool {
        match &self.content {
            ImageContent::Pixels(pixels) => matches!(pixels.alpha, Some(Alpha::Plane(_))),
            ImageContent::Page(form) => form.is_sheer,
        }
    }
}

/// Rows of samples.
#[derive(Debug, Clone, PartialEq)]
pub struct Plane {
    pub coding: Coding,
    /// The number of bits per sample: 1, 2, 4, 8 or 16.
    pub bits: u8,
    pub space: Space,
    /// The compressed rows.
    pub bytes: Stored,
}

/// The compression of rows of samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coding {
    Jpeg,
    /// The data of a PNG file: compressed with zlib, with the number of a filter in front of each
    /// row.
    Png,
}

/// The meaning of the samples of a pixel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Space {
    /// One sample per pixel: the lightness.
    Grey,
    Rgb,
    Cmyk {
        /// Whether the largest value of a sample means no ink.
        inverted: bool,
    },
    /// One sample per pixel: the index of a colour in this table of red, green and blue bytes.
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
    /// The samples of a colour. All pixels of this colour are transparent.
    Key(Vec<u16>),
}

//! Computes digests of pictures.
//!
//! - In: a picture of a PDF.
//! - Out: a digest of the pixels, or of the compressed bytes.
//! - Not here: comparing pictures.

use std::collections::HashMap;

use crate::digest;
use crate::hayro::{Array, CacheKey, Image, ImageData, LumaData, Stream};
use crate::hidden_effects;

/// A picture with more pixels than this is not decoded. Its digest is computed from its compressed bytes.
const MAX_PIXELS: u64 = 1 << 22;

/// A cache of the digests of pictures.
#[derive(Default)]
pub(super) struct Pixels {
    known: HashMap<u128, u64>,
}

impl Pixels {
    /// Returns a digest of the pixels of a picture. The digest does not depend on how the picture
    /// is compressed.
    pub(super) fn digest(&mut self, image: &Image<'_, '_>) -> u64 {
        let key = match image {
            Image::Stencil(stencil) => stencil.cache_key(),
            Image::Raster(raster) => raster.cache_key(),
        };
        *self.known.entry(key).or_insert_with(|| pixel_digest(image).unwrap_or_else(|| written(image)))
    }
}

/// Returns a digest of the pixels of a picture. Returns `None` if the picture is too large or
/// cannot be decoded.
fn pixel_digest(image: &Image<'_, '_>) -> Option<u64> {
    if u64::from(image.width()) * u64::from(image.height()) > MAX_PIXELS {
        return None;
    }
    let bytes = xxhash_rust::xxh3::xxh3_64;
    let mut all = None;
    match image {
        Image::Stencil(stencil) => stencil.with_stencil(|luma, _| all = Some(bytes(&luma.data)), None),
        Image::Raster(raster) => raster.with_rgba(
            |data, alpha| {
                let colours = match &data {
                    ImageData::Rgb(rgb) => bytes(&rgb.data),
                    ImageData::Luma(luma) => bytes(&luma.data),
                };
                let alpha = alpha.map_or(0, |LumaData { data, .. }| bytes(&data));
                all = Some(digest::of_numbers(&[colours, alpha]));
            },
            None,
        ),
    }
    all
}

/// Returns whether a picture has an alternate picture that is printed in its place.
pub(super) fn has_alternate(image: &Image<'_, '_>) -> bool {
    match image {
        Image::Stencil(stencil) => hidden_effects::has_alternate(stencil.stream().dict()),
        Image::Raster(raster) => hidden_effects::has_alternate(raster.stream().dict()),
    }
}

/// Returns a digest of a picture's compressed bytes and its `Decode` array. If the picture has a
/// mask, the digest includes the bytes of the mask.
pub(super) fn written(image: &Image<'_, '_>) -> u64 {
    let stream = match image {
        Image::Stencil(stencil) => stencil.stream(),
        Image::Raster(raster) => raster.stream(),
    };
    let mask = stream.dict().get::<Stream<'_>>("SMask").map_or(0, |mask| raw_digest(&mask));
    let decode_array = stream.dict().get::<Array<'_>>("Decode");
    let decode = decode_array.iter().flat_map(|all| all.iter::<f64>()).map(f64::to_bits);
    digest::of_numbers(&[raw_digest(stream), mask].into_iter().chain(decode).collect::<Vec<_>>())
}

/// Returns a digest of the raw bytes of a stream, as they are in the file.
fn raw_digest(stream: &Stream<'_>) -> u64 {
    xxhash_rust::xxh3::xxh3_64(&stream.raw_data())
}

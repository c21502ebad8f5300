//! What a picture shows, as a digest.

use std::collections::HashMap;

use crate::read::glyphs::digest;
use crate::read::hayro::{Array, CacheKey, Image, ImageData, LumaData, Stream};
use crate::read::hidden_effects;

/// The most pixels of a picture that are decoded, on each core at a time; of a larger one, its bytes as they are written.
const MOST: u64 = 1 << 22;

/// The digests of the pictures met so far.
#[derive(Default)]
pub(super) struct Pixels {
    known: HashMap<u128, u64>,
}

impl Pixels {
    /// A digest of what is drawn: the same however the picture was compressed.
    pub(super) fn of(&mut self, image: &Image<'_, '_>) -> u64 {
        let key = match image {
            Image::Stencil(stencil) => stencil.cache_key(),
            Image::Raster(raster) => raster.cache_key(),
        };
        *self.known.entry(key).or_insert_with(|| shown(image).unwrap_or_else(|| written(image)))
    }
}

/// A digest of the pixels; none of a picture that is too large or cannot be decoded.
fn shown(image: &Image<'_, '_>) -> Option<u64> {
    if u64::from(image.width()) * u64::from(image.height()) > MOST {
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
                all = Some(digest(&[colours, alpha]));
            },
            None,
        ),
    }
    all
}

/// Whether another picture is printed instead of this one.
pub(super) fn has_alternate(image: &Image<'_, '_>) -> bool {
    match image {
        Image::Stencil(stencil) => hidden_effects::has_alternate(stencil.stream().dict()),
        Image::Raster(raster) => hidden_effects::has_alternate(raster.stream().dict()),
    }
}

/// A digest of a picture's stream and of what its numbers stand for; that of its mask too, where it has one.
pub(super) fn written(image: &Image<'_, '_>) -> u64 {
    let stream = match image {
        Image::Stencil(stencil) => stencil.stream(),
        Image::Raster(raster) => raster.stream(),
    };
    let data = |stream: &Stream<'_>| xxhash_rust::xxh3::xxh3_64(&stream.raw_data());
    let mask = stream.dict().get::<Stream<'_>>("SMask").map_or(0, |mask| data(&mask));
    let decode = stream.dict().get::<Array<'_>>("Decode");
    let decode = decode.iter().flat_map(|all| all.iter::<f64>()).map(f64::to_bits);
    digest(&[data(stream), mask].into_iter().chain(decode).collect::<Vec<_>>())
}

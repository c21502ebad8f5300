//! Reduces pictures that consist of pixels to their size on a canvas.
//!
//! - In: the images of a PDF and their transforms.
//! - Out: textures that have no more pixels than the canvas shows.
//! - Not here: enlarging pictures, which the canvas does.

use std::collections::HashMap;
use std::rc::Rc;

use kurbo::{Affine, Vec2};

use super::canvas::{Texture, texture};
use super::masks::times;
use crate::hayro::{CacheKey, ImageData, LumaData, RasterImage, x_y_advances};
use hexpress_base::pixel_size::PixelSize;

/// The largest total size in bytes of the pictures in the cache.
const MAX_BYTES: usize = 64 << 20;

/// A cache of scaled pictures. The key consists of the image and the size.
#[derive(Default)]
pub struct Pictures {
    cached: HashMap<(u128, PixelSize), Option<Picture>>,
    /// The total size of the pictures in the cache, in bytes.
    weight: usize,
}

/// A texture, and whether the canvas interpolates between its pixels.
#[derive(Clone)]
pub struct Picture {
    pub texture: Rc<Texture>,
    pub smooth: bool,
}

impl Pictures {
    /// Returns an image. If it has more pixels than the canvas shows, it is reduced. Returns `None` if the
    /// image cannot be read. `to_canvas` maps the pixels of the image to the canvas.
    pub fn get(&mut self, image: &RasterImage<'_>, to_canvas: Affine) -> Option<Picture> {
        let shown = size_on_canvas(PixelSize::new(image.width(), image.height()), to_canvas);
        let key = (image.cache_key(), shown);
        if let Some(known) = self.cached.get(&key) {
            return known.clone();
        }
        let mut made = None;
        image.with_rgba(|data, alpha| made = picture(data, alpha, shown), Some((shown.width, shown.height)));
        let weight = made.as_ref().map_or(0, |picture| picture.texture.data().len());
        self.weight += weight;
        if self.weight > MAX_BYTES {
            self.cached.clear();
            self.weight = weight;
        }
        self.cached.insert(key, made.clone());
        made
    }
}

/// Returns the width and height that a picture covers on the canvas, in pixels.
pub fn size_on_canvas(size: PixelSize, to_canvas: Affine) -> PixelSize {
    let (x, y) = x_y_advances(&to_canvas);
    PixelSize::new(shown_length(size.width, x), shown_length(size.height, y))
}

fn shown_length(pixels: u32, advance: Vec2) -> u32 {
    (f64::from(pixels) * advance.length()).ceil().clamp(1.0, 32_767.0) as u32
}

/// Returns a picture. If it has more pixels than the canvas shows, it is reduced. Returns `None` if samples
/// are missing.
fn picture(data: ImageData, alpha: Option<LumaData>, shown: PixelSize) -> Option<Picture> {
    let colour_size = PixelSize::new(data.width(), data.height());
    let smooth = data.interpolate();
    // The sizes of the colours and the alpha may differ. Both are first scaled to the larger size.
    let finest = alpha
        .as_ref()
        .map_or(colour_size, |alpha| colour_size.max(PixelSize::new(alpha.width, alpha.height)));
    let size = finest.min(shown);
    let colours = match data {
        ImageData::Rgb(rgb) => Plane::<3>::new(rgb.data, colour_size)?,
        ImageData::Luma(luma) => {
            Plane::<3>::new(luma.data.iter().flat_map(|grey| [*grey; 3]).collect(), colour_size)?
        }
    };
    let Some(alpha) = alpha else {
        let resized = colours.resized(size);
        let rgba: Vec<_> = resized.pixels().iter().map(|[r, g, b]| [*r, *g, *b, 255]).collect();
        return Some(Picture { texture: texture(rgba.into_flattened(), size)?, smooth });
    };
    let alpha = Plane::<1>::new(alpha.data, PixelSize::new(alpha.width, alpha.height))?;
    // Reducing a picture mixes the colours of neighbouring pixels. Colours are first multiplied by
    // alpha, so that the colours of transparent pixels do not affect the result.
    let (mut multiplied, alpha) = (colours.resized(finest), alpha.resized(finest));
    for (pixel, [alpha]) in multiplied.pixels_mut().iter_mut().zip(alpha.pixels()) {
        *pixel = pixel.map(|colour| times(colour, *alpha));
    }
    let (colours, alpha) = (multiplied.resized(size), alpha.resized(size));
    let together = colours.pixels().iter().zip(alpha.pixels());
    let pixels: Vec<_> = together.map(|([r, g, b], [a])| [*r.min(a), *g.min(a), *b.min(a), *a]).collect();
    Some(Picture { texture: texture(pixels.into_flattened(), size)?, smooth })
}

/// Returns a picture in a single colour. The stencil becomes the alpha of the picture. Returns `None` if
/// samples are missing.
pub fn stencil(stencil: LumaData, [r, g, b, a]: [u8; 4], shown: PixelSize) -> Option<Picture> {
    let stencil_size = PixelSize::new(stencil.width, stencil.height);
    let size = stencil_size.min(shown);
    let plane = Plane::<1>::new(stencil.data, stencil_size)?.resized(size);
    let alphas = plane.pixels().iter().map(|[shown]| times(a, *shown));
    let rgba = alphas.flat_map(|alpha| [times(r, alpha), times(g, alpha), times(b, alpha), alpha]).collect();
    Some(Picture { texture: texture(rgba, size)?, smooth: stencil.interpolate })
}

/// A grid of pixels, stored row by row. Each pixel has `N` samples.
struct Plane<const N: usize> {
    samples: Vec<u8>,
    size: PixelSize,
}

impl<const N: usize> Plane<N> {
    /// Creates a plane. Returns `None` if there are too few samples.
    fn new(mut samples: Vec<u8>, size: PixelSize) -> Option<Self> {
        let wanted = size.width as usize * size.height as usize * N;
        samples.truncate(wanted);
        (samples.len() == wanted && wanted > 0).then_some(Self { samples, size })
    }

    fn pixels(&self) -> &[[u8; N]] {
        self.samples.as_chunks().0
    }

    fn pixels_mut(&mut self) -> &mut [[u8; N]] {
        self.samples.as_chunks_mut().0
    }

    /// Scales the plane to another size. A pixel of a smaller plane is a weighted mean of several
    /// pixels. A larger plane repeats pixels.
    fn resized(self, size: PixelSize) -> Self {
        let narrow = if size.width == self.size.width { self } else { self.narrowed(size.width) };
        if size.height == narrow.size.height { narrow } else { narrow.lowered(size.height) }
    }

    fn narrowed(&self, width: u32) -> Self {
        let taps = taps(self.size.width, width);
        let mut samples = Vec::with_capacity(width as usize * self.size.height as usize * N);
        for row in self.pixels().chunks_exact(self.size.width as usize) {
            for tap in &taps {
                let mut sum = [ROUNDING_START; N];
                for (pixel, weight) in row.iter().skip(tap.first).zip(&tap.weights) {
                    for (sum, sample) in sum.iter_mut().zip(pixel) {
                        *sum = add_weighted(*sum, *sample, *weight);
                    }
                }
                samples.extend(sum.map(sample));
            }
        }
        Self { samples, size: PixelSize { width, ..self.size } }
    }

    fn lowered(&self, height: u32) -> Self {
        let taps = taps(self.size.height, height);
        let across = self.size.width as usize * N;
        let mut samples = Vec::with_capacity(across * height as usize);
        let mut sums = vec![ROUNDING_START; across];
        for tap in &taps {
            sums.fill(ROUNDING_START);
            let rows = self.samples.chunks_exact(across).skip(tap.first);
            for (row, weight) in rows.zip(&tap.weights) {
                for (sum, sample) in sums.iter_mut().zip(row) {
                    *sum = add_weighted(*sum, *sample, *weight);
                }
            }
            samples.extend(sums.iter().copied().map(sample));
        }
        Self { samples, size: PixelSize { height, ..self.size } }
    }
}

/// The sum of all weights for one pixel.
const WEIGHT_SUM: u32 = 1 << 16;
/// The initial value of a weighted sum. With this initial value, the result is rounded to the
/// nearest whole number.
const ROUNDING_START: u32 = WEIGHT_SUM / 2;

/// Adds a weighted sample to a sum. The sum cannot overflow, because the weights add up to [`WEIGHT_SUM`].
/// Overflow checks are avoided, because they would double the running time.
fn add_weighted(sum: u32, sample: u8, weight: u32) -> u32 {
    sum.wrapping_add(u32::from(sample).wrapping_mul(weight))
}

fn sample(sum: u32) -> u8 {
    u8::try_from(sum / WEIGHT_SUM).unwrap_or(u8::MAX)
}

/// The pixels of a row or column that contribute to one pixel of the scaled row or column, with their
/// weights.
struct Tap {
    first: usize,
    weights: Vec<u32>,
}

/// Returns one tap for each pixel of a row or column that is scaled from `from` to `to` pixels.
fn taps(from: u32, to: u32) -> Vec<Tap> {
    let ratio = f64::from(from) / f64::from(to);
    let last = f64::from(from) - 1.0;
    (0..to).map(|pixel| tap(pixel, ratio, last)).collect()
}

/// Returns the tap for one new pixel. `ratio` is the number of old pixels per new pixel. `last` is
/// the index of the last old pixel.
fn tap(pixel: u32, ratio: f64, last: f64) -> Tap {
    let reach = ratio.max(1.0);
    // The distance from the centre of the first old pixel to the centre of the new pixel, in old
    // pixels.
    let centre = (f64::from(pixel) + 0.5) * ratio - 0.5;
    let (first, end) = ((centre - reach).ceil().max(0.0), (centre + reach).floor().min(last));
    if ratio <= 1.0 || end < first {
        return Tap { first: centre.round().clamp(0.0, last) as usize, weights: vec![WEIGHT_SUM] };
    }
    let distances = (first as u32..=end as u32).map(|old| ((f64::from(old) - centre) / reach).abs().min(1.0));
    let shares: Vec<f64> = distances.map(hermite).collect();
    Tap { first: first as usize, weights: weights(&shares) }
}

/// Returns the weight at a distance of `t` new pixels: the Hermite window `2t³ - 3t² + 1`.
fn hermite(t: f64) -> f64 {
    (2.0 * t - 3.0) * t * t + 1.0
}

/// Returns integer weights that are proportional to `shares` and add up to exactly [`WEIGHT_SUM`]. The sum
/// is exact because the running sum is rounded, and not each share.
fn weights(shares: &[f64]) -> Vec<u32> {
    let total: f64 = shares.iter().sum();
    let (mut sum, mut given) = (0.0, 0);
    let mut weights = Vec::with_capacity(shares.len());
    for share in shares {
        sum += share;
        let rounded = (sum / total * f64::from(WEIGHT_SUM)).round() as u32;
        weights.push(rounded - given);
        given = rounded;
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_of_a_pixel_are_one_together() {
        for (from, to) in [(1000, 7), (7, 7), (100, 99), (3, 2), (2, 1), (65_000, 1)] {
            let taps = taps(from, to);
            assert_eq!(taps.len(), to as usize);
            for tap in &taps {
                assert_eq!(tap.weights.iter().sum::<u32>(), WEIGHT_SUM, "{from} to {to}");
                assert!(tap.first + tap.weights.len() <= from as usize);
            }
        }
    }

    #[test]
    fn a_flat_picture_stays_flat_and_an_edge_stays_in_its_place() {
        let flat =
            Plane::<1>::new(vec![200; 9 * 9], PixelSize::new(9, 9)).unwrap().resized(PixelSize::new(4, 2));
        assert_eq!(flat.samples, [200; 8]);
        let half: Vec<u8> = (0..100).map(|x| if x < 50 { 0 } else { 255 }).collect();
        let half =
            Plane::<1>::new(half, PixelSize::new(100, 1)).unwrap().resized(PixelSize::new(10, 1)).samples;
        assert_eq!((half[3], half[6]), (0, 255));
        assert!(half[4] < 128 && half[5] > 127 && half[4] + half[5] == 255, "{half:?}");
    }

    #[test]
    fn a_picture_without_enough_samples_is_none() {
        assert!(Plane::<3>::new(vec![0; 11], PixelSize::new(2, 2)).is_none());
        assert!(Plane::<3>::new(Vec::new(), PixelSize::new(0, 2)).is_none());
    }
}

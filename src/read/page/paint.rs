//! How drawings look: colours, lines, and what else changes their look, as numbers that can be compared.

use kurbo::Affine;

use crate::read::glyphs::digest;
use crate::read::hayro::{BlendMode, CacheKey, Paint, SoftMask, StrokeProps};
use crate::read::{Rgb, Stroke};

/// Units of the device in a millimetre.
pub(super) const UNITS_PER_MM: f64 = 1000.0;

/// From the device's units to millimetres, behind `transform`.
pub(super) fn to_mm(transform: Affine) -> Affine {
    Affine::scale(UNITS_PER_MM.recip()) * transform
}

/// Two effects together.
pub(super) fn both(outer: u64, own: u64) -> u64 {
    match (outer, own) {
        (0, one) | (one, 0) => one,
        (outer, own) => digest(&[outer, own]),
    }
}

/// What transparency, a blend mode and a mask do to the look of a drawing.
pub(super) fn blended(opacity: f32, mode: BlendMode, mask: Option<&SoftMask<'_>>) -> u64 {
    if opacity >= 1.0 && mode == BlendMode::Normal && mask.is_none() {
        return 0;
    }
    let mask = mask.map_or(0, |mask| fold(mask.cache_key()));
    digest(&[u64::from(opacity.to_bits()), mode as u64, mask])
}

/// What its paint does to the look of a drawing, beside its colour.
pub(super) fn painted(paint: &Paint<'_>) -> u64 {
    match paint {
        Paint::Color(colour) => match colour.to_rgba().to_rgba8() {
            [.., 255] => 0,
            [.., alpha] => blended(f32::from(alpha) / 255.0, BlendMode::Normal, None),
        },
        Paint::Pattern(_) => fold(paint.cache_key()),
    }
}

fn fold(key: u128) -> u64 {
    (key ^ (key >> 64)) as u64
}

/// The colour of a paint; `None` if nothing of it can be seen.
pub(super) fn colour(paint: &Paint<'_>) -> Option<Rgb> {
    match paint {
        Paint::Color(colour) => {
            let [r, g, b, alpha] = colour.to_rgba().to_rgba8();
            (alpha > 0).then_some(Rgb([r, g, b]))
        }
        Paint::Pattern(_) => Some(Rgb::PATTERN),
    }
}

/// The stroke on paper. Where a transform stretches one way more than the other, the width is that of the mean.
pub(super) fn stroke(props: &StrokeProps, transform: Affine, colour: Rgb) -> Stroke {
    let scale = transform.determinant().abs().sqrt();
    Stroke {
        width: f64::from(props.line_width) * scale,
        colour,
        dash: props.dash_array.iter().map(|&d| f64::from(d) * scale).collect(),
        phase: f64::from(props.dash_offset) * scale,
    }
}

/// Whether a line is one unit of the device wide, as one is that stands for a fill without an area.
pub(super) fn is_thinnest(stroke: &Stroke) -> bool {
    stroke.width <= 1.01 * UNITS_PER_MM.recip()
}

//! Reads the paints and strokes of a PDF: their colours, widths and looks.
//!
//! - In: the paint, the blend mode and the stroke of a drawing.
//! - Out: colours, gradients and strokes in mm, and digests of everything else that affects the
//!   look.
//! - Not here: the looks of outlines and letters (`path_look`).

use kurbo::{Affine, Point, Rect, Shape as _, Vec2};

use crate::digest;
use crate::hayro::{BlendMode, CacheKey, Paint, ShadingPattern, ShadingType, SoftMask, StrokeProps};
use crate::item::Look;
use crate::item::gradient::SAMPLED_PLACES;
use crate::{DrawStyle, Gradient, Rgb, Stroke};
use hexpress_scene::print::press::Press;

/// The number of device units in a millimetre.
pub(crate) const UNITS_PER_MM: f64 = 1000.0;

/// Converts a transform whose results are in device units into a transform whose results are in mm.
pub(super) fn to_mm(transform: Affine) -> Affine {
    Affine::scale(UNITS_PER_MM.recip()) * transform
}

/// Returns the look that transparency, a blend mode and a mask give to a drawing.
pub(super) fn blended(opacity: f32, mode: BlendMode, mask: Option<&SoftMask<'_>>) -> Look {
    if opacity >= 1.0 && mode == BlendMode::Normal && mask.is_none() {
        return Look::default();
    }
    let effect = if mask.is_some() { Some("a mask") } else { blend_name(mode) };
    let mask = mask.map_or(0, |mask| fold(mask.cache_key()));
    let digest = digest::of_numbers(&[u64::from(opacity.to_bits()), mode as u64, mask]);
    Look { digest, draw_style: DrawStyle::with(effect) }
}

/// Returns the name of a blend mode (ISO 32000-1, tables 136 and 137). Returns `None` for the
/// normal mode.
fn blend_name(mode: BlendMode) -> Option<&'static str> {
    Some(match mode {
        BlendMode::Normal => return None,
        BlendMode::Multiply => "the blend mode multiply",
        BlendMode::Screen => "the blend mode screen",
        BlendMode::Overlay => "the blend mode overlay",
        BlendMode::Darken => "the blend mode darken",
        BlendMode::Lighten => "the blend mode lighten",
        BlendMode::ColorDodge => "the blend mode color dodge",
        BlendMode::ColorBurn => "the blend mode color burn",
        BlendMode::HardLight => "the blend mode hard light",
        BlendMode::SoftLight => "the blend mode soft light",
        BlendMode::Difference => "the blend mode difference",
        BlendMode::Exclusion => "the blend mode exclusion",
        BlendMode::Hue => "the blend mode hue",
        BlendMode::Saturation => "the blend mode saturation",
        BlendMode::Color => "the blend mode color",
        BlendMode::Luminosity => "the blend mode luminosity",
    })
}

/// Returns the look that a paint gives to a drawing. The colour is not part of the look.
pub(super) fn paint_look(paint: &Paint<'_>) -> Look {
    match paint {
        Paint::Color(colour) => match colour.to_rgba().to_rgba8() {
            [.., 255] => Look::default(),
            [.., alpha] => blended(f32::from(alpha) / 255.0, BlendMode::Normal, None),
        },
        Paint::Pattern(_) => Look::from_digest(fold(paint.cache_key())),
    }
}

/// Returns the gradient of a linear or radial shading, in mm. `area` is the painted area. If the clip of the
/// shading does not contain the whole area, the gradient includes this clip. Returns `None` for other
/// shadings.
pub(super) fn gradient(shading: &ShadingPattern, area: Rect, press: Option<&Press>) -> Option<Gradient> {
    let ShadingType::RadialAxial { coords, domain: [start, end], function, axial, extend } =
        &*shading.shading.shading_type
    else {
        return None;
    };
    let mut colours = Vec::new();
    for place in 0..SAMPLED_PLACES {
        let input = start + (end - start) * f32::from(place) / f32::from(SAMPLED_PLACES - 1);
        let mut channels = vec![0.0; function.num_outputs()];
        function.eval(&[input], &mut channels)?;
        let [r, g, b, _] = shading.shading.color_space.to_rgba(&channels, 1.0).to_rgba8();
        colours.push(printed_colour(&channels, press).unwrap_or(Rgb([r, g, b])));
    }
    let to_mm = to_mm(shading.matrix);
    let [x0, y0, x1, y1, r0, r1] = match (axial, coords.map(f64::from)) {
        (true, [x0, y0, x1, y1, ..]) => [x0, y0, x1, y1, 0.0, 0.0],
        (false, [x0, y0, r0, x1, y1, r1]) => [x0, y0, x1, y1, r0, r1],
    };
    let (from, to) = (Point::new(x0, y0), Point::new(x1, y1));
    // The matrix may rotate and stretch the gradient. So each end is stored with two points next to it,
    // which are transformed in the same way.
    let aside = if *axial { [(to - from).turn_90(); 2] } else { [Vec2::new(r0, 0.0), Vec2::new(r1, 0.0)] };
    let ends = [from, to].into_iter().zip(aside);
    let corners = ends.flat_map(|(end, aside)| [end, end + aside, end + aside.turn_90()]);
    let own_rect = shading.shading.clip_path.as_ref().map(|path| (to_mm * path.clone()).bounding_box());
    let within = own_rect.filter(|own_rect| !own_rect.inflate(0.02, 0.02).contains_rect(area));
    let points = corners.map(|point| to_mm * point).collect();
    Some(Gradient { is_linear: *axial, extends: *extend, points, within, colours })
}

/// Shortens a cache key of `hayro` to a digest.
fn fold(key: u128) -> u64 {
    (key ^ (key >> 64)) as u64
}

/// Returns the colour on paper if `press` prints these shares of cyan, magenta, yellow and black. Returns
/// `None` if `press` is `None`, or if there are not four channels.
fn printed_colour(channels: &[f32], press: Option<&Press>) -> Option<Rgb> {
    let inks: [f32; 4] = channels.try_into().ok()?;
    Some(Rgb(press?.shown(inks.map(|share| (share.clamp(0.0, 1.0) * 100.0).round() as u8))))
}

/// Returns the colour of a paint, or `None` if the paint is transparent.
pub(super) fn colour(paint: &Paint<'_>, press: Option<&Press>) -> Option<Rgb> {
    match paint {
        Paint::Color(colour) => {
            let [r, g, b, alpha] = colour.to_rgba().to_rgba8();
            (alpha > 0).then(|| printed_colour(colour.components(), press).unwrap_or(Rgb([r, g, b])))
        }
        Paint::Pattern(_) => Some(Rgb::PATTERN),
    }
}

/// Returns the colour of a paint in a file without a known press. Returns `None` if the paint is
/// transparent.
pub(crate) fn paint_colour(paint: &Paint<'_>) -> Option<Rgb> {
    colour(paint, None)
}

/// Returns the opacity of a paint, from 0 to 1.
pub(super) fn opacity(paint: &Paint<'_>) -> f64 {
    match paint {
        Paint::Color(colour) => f64::from(colour.to_rgba().to_rgba8()[3]) / 255.0,
        Paint::Pattern(_) => 1.0,
    }
}

/// Returns a stroke in mm. If the transform scales by two different factors, the stroke is scaled by their
/// geometric mean.
pub(super) fn stroke(props: &StrokeProps, transform: Affine, colour: Rgb) -> Stroke {
    let scale = transform.determinant().abs().sqrt();
    Stroke {
        width: f64::from(props.line_width) * scale,
        colour,
        dash: props.dash_array.iter().map(|&d| f64::from(d) * scale).collect(),
        phase: f64::from(props.dash_offset) * scale,
    }
}

/// Returns whether a stroke is one device unit wide. `hayro` draws such a stroke for a fill without
/// an area.
pub(super) fn is_thinnest(stroke: &Stroke) -> bool {
    stroke.width <= 1.01 * UNITS_PER_MM.recip()
}

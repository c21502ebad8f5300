//! How drawings look: colours, lines, and what else changes their look, as numbers that can be compared.

use kurbo::{Affine, Point, Rect, Shape as _, Vec2};

use crate::glyphs::digest;
use crate::hayro::{BlendMode, CacheKey, Paint, ShadingPattern, ShadingType, SoftMask, StrokeProps};
use crate::run::{PLACES, Run};
use crate::{DrawStyle, Rgb, Stroke};

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

/// What changes the look of a drawing beside its colour.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Look {
    /// Tells it from others; 0 for the usual one.
    pub digest: u64,
    /// What of it can be said.
    pub draw_style: DrawStyle,
}

impl Look {
    /// One of which nothing can be said.
    pub(super) fn of(digest: u64) -> Self {
        Self { digest, draw_style: DrawStyle::default() }
    }

    /// Adds the look of what is drawn inside.
    pub(super) fn and(self, own: Self) -> Self {
        Self { digest: both(self.digest, own.digest), draw_style: self.draw_style.and(own.draw_style) }
    }
}

/// What transparency, a blend mode and a mask do to the look of a drawing.
pub(super) fn blended(opacity: f32, mode: BlendMode, mask: Option<&SoftMask<'_>>) -> Look {
    if opacity >= 1.0 && mode == BlendMode::Normal && mask.is_none() {
        return Look::default();
    }
    let effect = if mask.is_some() { Some("a mask") } else { blend_name(mode) };
    let mask = mask.map_or(0, |mask| fold(mask.cache_key()));
    let digest = digest(&[u64::from(opacity.to_bits()), mode as u64, mask]);
    Look { digest, draw_style: DrawStyle::with(effect) }
}

/// A blend mode in words (ISO 32000-1, tables 136 and 137); none for the usual one.
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

/// What its paint does to the look of a drawing, beside its colour.
pub(super) fn painted(paint: &Paint<'_>) -> Look {
    match paint {
        Paint::Color(colour) => match colour.to_rgba().to_rgba8() {
            [.., 255] => Look::default(),
            [.., alpha] => blended(f32::from(alpha) / 255.0, BlendMode::Normal, None),
        },
        Paint::Pattern(_) => Look::of(fold(paint.cache_key())),
    }
}

/// How colours run over an area, in mm. A box that the shading has of its own is kept where it does not hold the area.
pub(super) fn run(shading: &ShadingPattern, area: Rect) -> Option<Run> {
    let ShadingType::RadialAxial { coords, domain: [start, end], function, axial, extend } =
        &*shading.shading.shading_type
    else {
        return None;
    };
    let mut colours = Vec::new();
    for look in 0..PLACES {
        let at = start + (end - start) * f32::from(look) / f32::from(PLACES - 1);
        let mut parts = vec![0.0; function.num_outputs()];
        function.eval(&[at], &mut parts)?;
        let [r, g, b, _] = shading.shading.color_space.to_rgba(&parts, 1.0).to_rgba8();
        colours.push(Rgb([r, g, b]));
    }
    let to_mm = to_mm(shading.matrix);
    let [x0, y0, x1, y1, r0, r1] = match (axial, coords.map(f64::from)) {
        (true, [x0, y0, x1, y1, ..]) => [x0, y0, x1, y1, 0.0, 0.0],
        (false, [x0, y0, r0, x1, y1, r1]) => [x0, y0, x1, y1, r0, r1],
    };
    let (from, to) = (Point::new(x0, y0), Point::new(x1, y1));
    // A frame may be turned and stretched: beside the ends, what lies aside of them.
    let aside = if *axial { [(to - from).turn_90(); 2] } else { [Vec2::new(r0, 0.0), Vec2::new(r1, 0.0)] };
    let ends = [from, to].into_iter().zip(aside);
    let corners = ends.flat_map(|(end, aside)| [end, end + aside, end + aside.turn_90()]);
    let own = shading.shading.clip_path.as_ref().map(|path| (to_mm * path.clone()).bounding_box());
    let within = own.filter(|own| !own.inflate(0.02, 0.02).contains_rect(area));
    let points = corners.map(|point| to_mm * point).collect();
    Some(Run { is_straight: *axial, goes_on: *extend, points, within, colours })
}

fn fold(key: u128) -> u64 {
    (key ^ (key >> 64)) as u64
}

/// Returns the colour of a paint; `None` if it is transparent.
pub(super) fn colour(paint: &Paint<'_>) -> Option<Rgb> {
    match paint {
        Paint::Color(colour) => {
            let [r, g, b, alpha] = colour.to_rgba().to_rgba8();
            (alpha > 0).then_some(Rgb([r, g, b]))
        }
        Paint::Pattern(_) => Some(Rgb::PATTERN),
    }
}

/// Returns the opacity of a paint, from 0 to 1.
pub(super) fn opacity(paint: &Paint<'_>) -> f64 {
    match paint {
        Paint::Color(colour) => f64::from(colour.to_rgba().to_rgba8()[3]) / 255.0,
        Paint::Pattern(_) => 1.0,
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

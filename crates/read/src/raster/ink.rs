//! Converts paints to inks. A paint is a colour, a gradient or a tiling pattern. A tiling pattern repeats a
//! drawing, which is called its cell. The step is the fixed distance from one copy of the cell to the next. A
//! tile is the part of the pattern that repeats: one step wide and one step high.
//!
//! - In: a paint of a PDF.
//! - Out: an ink: a colour or a texture.
//! - Not here: filling areas (`canvas`).

use kurbo::{Affine, Rect};

use super::canvas::{Canvas, Ink, PlacedTexture, texture, whole_pixels};
use super::painter::{Caches, Painter};
use crate::hayro::{Paint, Pattern, ShadingPattern, TilingPattern, x_y_advances};
use hexpress_base::pixel_size::PixelSize;

/// The largest number of pixels in a tile. [`MAX_COPIES`] is the largest number of copies of a
/// cell in a tile. Patterns that exceed one of the limits are left out. No sheet needs such
/// patterns.
const MAX_PIXELS: f64 = 33_554_432.0;
const MAX_COPIES: f64 = 10_000.0;

/// What a paint is used for: to fill or to stroke. A pattern may have different colours for the two
/// uses.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum PaintUse {
    Fill,
    Stroke,
}

/// Returns the ink of a paint that fills `area` of a canvas. Returns `None` if the paint draws nothing in
/// this area.
pub fn ink(paint: &Paint<'_>, area: Rect, caches: &Caches, paint_use: PaintUse) -> Option<Ink> {
    match paint {
        Paint::Color(colour) => {
            let rgba = colour.to_rgba().to_rgba8();
            (rgba[3] > 0).then_some(Ink::Colour(rgba))
        }
        Paint::Pattern(pattern) => Some(Ink::Texture(match &**pattern {
            Pattern::Shading(shading) => sampled(shading, whole_pixels(area))?,
            Pattern::Tiling(tiling) => tiled(tiling, area, caches, paint_use)?,
        })),
    }
}

/// Returns a gradient as a texture with a sample for each pixel of `area`.
fn sampled(shading: &ShadingPattern, area: Rect) -> Option<PlacedTexture> {
    let mut rgba = Vec::with_capacity((area.area() * 4.0) as usize);
    let (width, height, place) = shading.encode().sample_texture(area, 1.0, |[r, g, b, a]| {
        rgba.extend([r * a, g * a, b * a, a].map(|part| (part.clamp(0.0, 1.0) * 255.0 + 0.5) as u8));
    });
    let clip = shading.shading.clip_path.clone();
    Some(PlacedTexture { clip, ..PlacedTexture::new(texture(rgba, PixelSize::new(width, height))?, place) })
}

/// Returns a tile as a texture. The tile is drawn once, and the texture is repeated. If less than one tile is
/// visible, returns only the part that is visible. Returns `None` if the pattern exceeds a limit, or if the
/// canvas cannot be created.
fn tiled(
    tiling: &TilingPattern<'_>,
    area: Rect,
    caches: &Caches,
    paint_use: PaintUse,
) -> Option<PlacedTexture> {
    let visible = tiling.matrix.inverse().transform_rect_bbox(area);
    let (x, y) = x_y_advances(&tiling.matrix);
    let (x_step, y_step) = (f64::from(tiling.x_step.abs()), f64::from(tiling.y_step.abs()));
    // A canvas can repeat a texture along both axes, but not along only one.
    let repeat = visible.width() >= x_step || visible.height() >= y_step;
    let cell = tiling.bbox;
    let [visible_x, visible_y] =
        [[visible.x0, visible.x1], [visible.y0, visible.y1]].map(|visible| (!repeat).then_some(visible));
    let x = PatternAxis::new(x.length(), x_step, [cell.x0, cell.x1], visible_x);
    let y = PatternAxis::new(y.length(), y_step, [cell.y0, cell.y1], visible_y);
    let pixels = x.pixels * y.pixels;
    let copies = (x.until - x.from + 1.0) * (y.until - y.from + 1.0);
    if !(1.0..=MAX_PIXELS).contains(&pixels) || !(1.0..=MAX_COPIES).contains(&copies) {
        return None;
    }
    let to_texture = Affine::scale_non_uniform(x.scale, y.scale) * Affine::translate((-x.start, -y.start));
    let canvas = Canvas::new(
        PixelSize::new(x.pixels as u32, y.pixels as u32),
        Rect::new(0.0, 0.0, x.pixels, y.pixels),
    )?;
    let mut painter = Painter::for_tile(canvas, caches);
    for row in 0..=(y.until - y.from) as u32 {
        for column in 0..=(x.until - x.from) as u32 {
            let moved = ((x.from + f64::from(column)) * x_step, (y.from + f64::from(row)) * y_step);
            tiling.interpret(
                &mut painter,
                to_texture * Affine::translate(moved),
                paint_use == PaintUse::Stroke,
            );
        }
    }
    Some(PlacedTexture {
        repeat,
        // A repeated tile is smoothed, because its size is rarely a whole number of pixels.
        smooth: repeat,
        opacity: tiling.opacity,
        ..PlacedTexture::new(painter.finish().into_texture(), tiling.matrix * to_texture.inverse())
    })
}

/// The part of a pattern that is drawn, as measured along one axis. Lengths are in the units of the
/// pattern.
struct PatternAxis {
    /// The coordinate at which the texture starts.
    start: f64,
    /// The number of pixels per unit, chosen so that a step is a whole number of pixels.
    scale: f64,
    pixels: f64,
    /// The index of the first drawn copy of the cell. The copy with the index 0 is at the position that
    /// the pattern states, and the copy with the index 1 is one step farther.
    from: f64,
    /// The index of the last drawn copy of the cell.
    until: f64,
}

impl PatternAxis {
    /// Returns the `visible` part of a pattern, or one step if `visible` is `None`.
    ///
    /// The pattern repeats `cell` at a distance of `step`. `zoom` is the number of pixels per unit.
    fn new(zoom: f64, step: f64, cell: [f64; 2], visible: Option<[f64; 2]>) -> Self {
        let scale = (step * zoom).round().max(1.0) / step;
        let Some(visible) = visible else {
            // If the cell is longer than a step, each copy overlaps the next one. So copies that begin
            // outside the texture may reach into it.
            let from = ((cell[0] - cell[1]) / step).floor() + 1.0;
            let pixels = (step * scale).round();
            return Self { start: cell[0], scale, pixels, from: from.min(0.0), until: 0.0 };
        };
        let start = cell[0] + ((visible[0] - cell[0]) * scale).floor() / scale;
        Self {
            start,
            scale,
            pixels: ((visible[1] - start) * scale).ceil().max(1.0),
            from: ((visible[0] - cell[1]) / step).ceil(),
            until: ((visible[1] - cell[0]) / step).floor(),
        }
    }
}

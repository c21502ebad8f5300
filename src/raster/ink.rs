//! What areas are painted with: colours, shadings and tiles.

use kurbo::{Affine, BezPath, Rect};

use super::canvas::{Canvas, Laid, Source, Texture, whole_pixels};
use super::painter::{Painter, Shapes};
use crate::read::hayro::{Paint, Pattern, ShadingPattern, TilingPattern, x_y_advances};

/// A tile of more pixels is left out, and so is one that is made of more copies of its cell: no sheet has such a
/// pattern.
const MOST_PIXELS: f64 = 33_554_432.0;
const MOST_COPIES: f64 = 10_000.0;

/// A paint that is ready for some part of a canvas.
pub enum Ink {
    /// Red, green, blue and alpha, colours not multiplied.
    Colour([u8; 4]),
    /// Pixels.
    Texture(Sheet),
}

/// Pixels that lie on a canvas.
pub struct Sheet {
    texture: Texture,
    place: Affine,
    repeat: bool,
    opacity: f32,
    /// Nothing is painted outside, on the canvas.
    clip: Option<BezPath>,
}

impl Ink {
    /// A paint for what is inside `area`. None if nothing of it can be seen.
    pub fn new(paint: &Paint<'_>, area: Rect, shapes: &Shapes, is_stroke: bool) -> Option<Self> {
        match paint {
            Paint::Color(colour) => {
                let rgba = colour.to_rgba().to_rgba8();
                (rgba[3] > 0).then_some(Self::Colour(rgba))
            }
            Paint::Pattern(pattern) => Some(Self::Texture(match &**pattern {
                Pattern::Shading(shading) => sampled(shading, whole_pixels(area))?,
                Pattern::Tiling(tiling) => tiled(tiling, area, shapes, is_stroke)?,
            })),
        }
    }

    /// What a canvas is filled with.
    pub fn source(&self) -> Source<'_> {
        match self {
            Self::Colour(rgba) => Source::Colour(*rgba),
            Self::Texture(Sheet { texture, place, repeat, opacity, .. }) => Source::Texture(Laid {
                texture,
                place: *place,
                repeat: *repeat,
                // Tiles are seldom as many pixels as they are large.
                smooth: *repeat,
                opacity: *opacity,
            }),
        }
    }

    /// Nothing is painted outside of it.
    pub fn clip(&self) -> Option<&BezPath> {
        match self {
            Self::Colour(_) => None,
            Self::Texture(sheet) => sheet.clip.as_ref(),
        }
    }
}

/// A shading, a sample for each pixel of `area`.
fn sampled(shading: &ShadingPattern, area: Rect) -> Option<Sheet> {
    let mut rgba = Vec::with_capacity((area.area() * 4.0) as usize);
    let (width, height, place) = shading.encode().sample_texture(area, 1.0, |[r, g, b, a]| {
        let byte = |part: f32| (part.clamp(0.0, 1.0) * 255.0 + 0.5) as u8;
        rgba.extend([byte(r * a), byte(g * a), byte(b * a), byte(a)]);
    });
    let texture = Texture::new(rgba, (width, height))?;
    Some(Sheet { texture, place, repeat: false, opacity: 1.0, clip: shading.shading.clip_path.clone() })
}

/// A tile, drawn once and repeated; or as much of it as is seen, where that is less than a tile.
fn tiled(tiling: &TilingPattern<'_>, area: Rect, shapes: &Shapes, is_stroke: bool) -> Option<Sheet> {
    let inside = tiling.matrix.inverse().transform_rect_bbox(area);
    let (x, y) = x_y_advances(&tiling.matrix);
    let cell = tiling.bbox;
    let along = |scale: f64, cell: (f64, f64), step: f32, seen: (f64, f64)| {
        Along::new(scale, cell, f64::from(step.abs()), seen)
    };
    let x = along(x.length(), (cell.x0, cell.x1), tiling.x_step, (inside.x0, inside.x1));
    let y = along(y.length(), (cell.y0, cell.y1), tiling.y_step, (inside.y0, inside.y1));
    // Both have to come again if one does: a canvas repeats a texture both ways or none.
    let repeat = x.fills || y.fills;
    let (x, y) = (x.laid(repeat), y.laid(repeat));
    let pixels = x.pixels * y.pixels;
    let copies = (x.until - x.from + 1.0) * (y.until - y.from + 1.0);
    if !(1.0..=MOST_PIXELS).contains(&pixels) || !(1.0..=MOST_COPIES).contains(&copies) {
        return None;
    }
    let size = (x.pixels as u32, y.pixels as u32);
    let to_texture = Affine::scale_non_uniform(x.scale, y.scale) * Affine::translate((-x.start, -y.start));
    let canvas = Canvas::new(size, Rect::new(0.0, 0.0, x.pixels, y.pixels))?;
    let mut painter = Painter::within(canvas, shapes);
    for row in 0..=(y.until - y.from) as u32 {
        for column in 0..=(x.until - x.from) as u32 {
            let moved = ((x.from + f64::from(column)) * x.step, (y.from + f64::from(row)) * y.step);
            tiling.interpret(&mut painter, to_texture * Affine::translate(moved), is_stroke);
        }
    }
    Some(Sheet {
        texture: painter.finish().into_texture(),
        place: tiling.matrix * to_texture.inverse(),
        repeat,
        opacity: tiling.opacity,
        clip: None,
    })
}

/// A pattern along one of its directions, in its own units.
struct Along {
    /// Whole pixels of a step, over its length.
    scale: f64,
    cell: (f64, f64),
    step: f64,
    seen: (f64, f64),
    /// Whether a whole step or more is seen.
    fills: bool,
}

/// What is drawn of a pattern along one of its directions.
struct AlongTexture {
    /// Where the texture begins.
    start: f64,
    scale: f64,
    pixels: f64,
    step: f64,
    /// The first copy of the cell that is drawn, and the last.
    from: f64,
    until: f64,
}

impl Along {
    fn new(scale: f64, cell: (f64, f64), step: f64, seen: (f64, f64)) -> Self {
        let scale = (step * scale).round().max(1.0) / step;
        Self { scale, cell, step, seen, fills: seen.1 - seen.0 >= step }
    }

    fn laid(self, repeat: bool) -> AlongTexture {
        let Self { scale, cell, step, seen, .. } = self;
        if repeat {
            // Cells that are longer than a step reach into the next.
            let from = ((cell.0 - cell.1) / step).floor() + 1.0;
            let pixels = (step * scale).round();
            return AlongTexture { start: cell.0, scale, pixels, step, from: from.min(0.0), until: 0.0 };
        }
        let start = cell.0 + ((seen.0 - cell.0) * scale).floor() / scale;
        AlongTexture {
            start,
            scale,
            pixels: ((seen.1 - start) * scale).ceil().max(1.0),
            step,
            from: ((seen.0 - cell.1) / step).ceil(),
            until: ((seen.1 - cell.0) / step).floor(),
        }
    }
}

//! Fills areas on a canvas, through clips and masks.
//!
//! - In: paths in canvas pixels, and their paints.
//! - Out: pixels.
//! - Not here: strokes and text, which other files convert to paths. No other file uses the
//!   rasterizer, `tiny-skia`.
//!
//! The rasterizer computes with `f32` and with fixed-point numbers. It is built without vector
//! instructions, because some of them round differently on different processors.

use std::rc::Rc;

use kurbo::{Affine, BezPath, PathEl, Point, Rect, Shape};
use tiny_skia::{FilterQuality, IntSize, MaskType, PathBuilder, Pattern, SpreadMode, Transform};
/// `Mask` contains the opacity of each pixel on a canvas, from 0 to 255. `Texture` is a picture that
/// paints an area: red, green, blue and alpha of each pixel. The colours are multiplied by alpha.
pub use tiny_skia::{Mask, Pixmap as Texture};

use super::clips::Clips;
use crate::hayro::{BlendMode, FillRule};
use hexpress_base::pixel_size::PixelSize;

/// Returns a texture with these pixels. Returns `None` if there are no pixels, or if a pixel does
/// not have four bytes.
pub fn texture(rgba: Vec<u8>, size: PixelSize) -> Option<Rc<Texture>> {
    Texture::from_vec(rgba, IntSize::from_wh(size.width, size.height)?).map(Rc::new)
}

/// The paint of an area.
pub enum Ink {
    /// Red, green, blue and alpha. The first three components are not multiplied by alpha.
    Colour([u8; 4]),
    Texture(PlacedTexture),
}

pub struct PlacedTexture {
    pub texture: Rc<Texture>,
    /// The transform from texture pixels to canvas pixels.
    pub place: Affine,
    /// True if the texture is repeated. Otherwise, the outermost pixels of the texture continue
    /// outside it.
    pub repeat: bool,
    /// True if the canvas interpolates between pixels of the texture.
    pub smooth: bool,
    /// The opacity of the texture, from 0 to 1.
    pub opacity: f32,
    /// A clip on the canvas. The texture is not painted outside the clip.
    pub clip: Option<BezPath>,
}

impl PlacedTexture {
    /// Returns an opaque texture that is not repeated and not smoothed.
    pub fn new(texture: Rc<Texture>, place: Affine) -> Self {
        Self { texture, place, repeat: false, smooth: false, opacity: 1.0, clip: None }
    }
}

#[derive(Clone, Copy)]
pub struct FillStyle<'m> {
    /// The rule that decides which points are inside a path.
    pub rule: FillRule,
    /// The mode that mixes the colours with the colours below them.
    pub blend: BlendMode,
    /// A mask that applies in addition to the open clips. `None` if there is no such mask.
    pub mask: Option<&'m Mask>,
    /// True if edges are not anti-aliased.
    pub sharp: bool,
}

/// A grid of pixels on which areas are drawn.
pub struct Canvas {
    pixels: Texture,
    /// The part of the canvas that is visible.
    bounds: Rect,
    /// The box around everything that has been drawn. `None` if nothing has been drawn.
    drawn: Option<Rect>,
    clips: Clips,
    /// Empty pixel buffers of canvases that were merged into this one. They are reused, because allocating
    /// new memory is slow.
    spare_textures: Vec<Texture>,
}

impl FillStyle<'_> {
    /// Returns a style with the nonzero rule, and with this blend mode and mask.
    pub fn blended(blend: BlendMode, mask: Option<&Mask>) -> FillStyle<'_> {
        FillStyle { rule: FillRule::NonZero, blend, mask, sharp: false }
    }
}

impl Canvas {
    /// Returns an empty canvas of which only the part `bounds` is visible. Returns `None` if the canvas has
    /// no pixels, or too many.
    pub fn new(size: PixelSize, bounds: Rect) -> Option<Self> {
        let all = Rect::new(0.0, 0.0, f64::from(size.width), f64::from(size.height));
        let bounds = bounds.intersect(all);
        let pixels = Texture::new(size.width, size.height)?;
        Some(Self::of_empty(pixels, bounds))
    }

    fn of_empty(pixels: Texture, bounds: Rect) -> Self {
        let clips = Clips::new(PixelSize::new(pixels.width(), pixels.height()), bounds);
        Self { pixels, bounds, drawn: None, clips, spare_textures: Vec::new() }
    }

    pub fn size(&self) -> PixelSize {
        PixelSize::new(self.pixels.width(), self.pixels.height())
    }

    /// Returns red, green, blue and alpha of every pixel, row by row. The colours are multiplied by
    /// alpha.
    pub fn rgba(&self) -> &[u8] {
        self.pixels.data()
    }

    /// Writes to all pixels of an empty canvas. Many drawings read pixels before they write them, and
    /// reading memory that was never written takes twice as long.
    pub fn prepare(&mut self) {
        self.pixels.data_mut().fill(0);
    }

    /// Fills the canvas with one colour.
    pub fn cover(&mut self, [r, g, b, a]: [u8; 4]) {
        self.pixels.fill(tiny_skia::Color::from_rgba8(r, g, b, a));
        self.drawn = Some(self.bounds);
    }

    /// Returns the canvas as a texture that can paint areas.
    pub fn into_texture(self) -> Rc<Texture> {
        Rc::new(self.pixels)
    }

    /// Returns an empty canvas of the same size. Only the part that is visible on this canvas is visible on
    /// the new one. Returns `None` if the new canvas cannot be created.
    pub fn another(&mut self) -> Option<Self> {
        let visible = self.visible();
        match self.spare_textures.pop() {
            Some(pixels) => Some(Self::of_empty(pixels, visible)),
            None => Self::new(self.size(), visible),
        }
    }

    /// Returns the opacity of each pixel as a mask.
    pub fn alpha(&self) -> Mask {
        Mask::from_pixmap(self.pixels.as_ref(), MaskType::Alpha)
    }

    /// Returns the luminosity of each pixel as a mask, for a canvas on a black background (ISO
    /// 32000-1, 11.3.5.3).
    pub fn luminosity(&self) -> Option<Mask> {
        let values = self.rgba().as_chunks().0.iter().map(luminosity).collect();
        Mask::from_vec(values, IntSize::from_wh(self.pixels.width(), self.pixels.height())?)
    }

    /// Returns the box outside which nothing is visible.
    pub fn visible(&self) -> Rect {
        self.clips.visible()
    }

    /// Returns whether anything in a box may be visible. This is possible even if the box is
    /// thinner than a pixel.
    pub fn is_visible(&self, area: Rect) -> bool {
        let visible = self.visible();
        !is_empty(visible) && !is_empty(area.inflate(1.0, 1.0).intersect(visible))
    }

    /// Opens a clip: hides everything outside `path` until [`Self::unclip`] is called.
    pub fn clip(&mut self, path: &BezPath, rule: FillRule) {
        self.clips.open(path, rule);
    }

    /// Closes the innermost clip.
    pub fn unclip(&mut self) {
        self.clips.close();
    }

    /// Fills the inside of `path`.
    pub fn fill(&mut self, path: &BezPath, ink: &Ink, style: FillStyle<'_>) {
        if !self.is_visible(path.control_box()) {
            return;
        }
        let path = self.clips.clip_to_convex(path);
        let Some(outline) = to_path(&path) else { return };
        let area = path.control_box();
        let reach = area.inflate(1.0, 1.0);
        self.drawn = Some(self.drawn.map_or(reach, |drawn| drawn.union(reach)));
        let product = style.mask.and_then(|mask| self.clips.product(mask, area));
        let paint = tiny_skia::Paint {
            shader: shader(ink),
            blend_mode: blend(style.blend),
            anti_alias: !style.sharp,
            // In some blend modes, but not in the normal mode, mixing with 16 bits overflows.
            force_hq_pipeline: style.blend != BlendMode::Normal,
            ..tiny_skia::Paint::default()
        };
        let mask = product.as_ref().or(style.mask).or_else(|| self.clips.mask());
        self.pixels.fill_path(&outline, &paint, fill_rule(style.rule), Transform::identity(), mask);
        if let Some(mask) = product {
            self.clips.recycle_mask(mask, area);
        }
    }

    /// Draws another canvas of the same size on top of this one.
    pub fn draw_canvas(&mut self, mut above: Self, opacity: f32, style: FillStyle<'_>) {
        self.spare_textures.append(&mut above.spare_textures);
        let Some(drawn) = above.drawn else { return self.spare_textures.push(above.pixels) };
        // Most groups are small. So only the part of `above` that has drawings on it is merged.
        let area = whole_pixels(above.bounds.intersect(drawn)).to_path(0.1);
        let pixels = Rc::new(above.pixels);
        let placed = PlacedTexture { opacity, ..PlacedTexture::new(Rc::clone(&pixels), Affine::IDENTITY) };
        self.fill(&area, &Ink::Texture(placed), style);
        if let Some(mut pixels) = Rc::into_inner(pixels) {
            clear(&mut pixels, drawn);
            self.spare_textures.push(pixels);
        }
    }
}

/// Makes every pixel that a box touches transparent.
fn clear(pixels: &mut Texture, area: Rect) {
    let [width, height] = [pixels.width(), pixels.height()];
    let all = Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
    let touched = whole_pixels(area).intersect(all);
    let [left, top, right, bottom] =
        [touched.x0, touched.y0, touched.x1, touched.y1].map(|pixel| pixel as usize);
    for row in pixels.data_mut().chunks_exact_mut(width as usize * 4).take(bottom).skip(top) {
        row[left * 4..right * 4].fill(0);
    }
}

/// Returns the luminosity of a pixel, from 0 to 255. The weights of the channels are 0.30, 0.59 and
/// 0.11, in 256ths (ISO 32000-1, 11.3.5.3).
fn luminosity([r, g, b, _]: &[u8; 4]) -> u8 {
    let sum = u32::from(*r) * 77 + u32::from(*g) * 151 + u32::from(*b) * 28 + 128;
    u8::try_from(sum >> 8).unwrap_or(u8::MAX)
}

/// Makes the inside of a path opaque.
pub(super) fn fill_mask(mask: &mut Mask, path: &BezPath, rule: FillRule) {
    if let Some(path) = to_path(path) {
        mask.fill_path(&path, fill_rule(rule), true, Transform::identity());
    }
}

/// Returns whether the rasterizer can paint a path.
pub(super) fn is_paintable(path: &BezPath) -> bool {
    to_path(path).is_some()
}

/// Returns the smallest box of whole pixels around another box.
pub fn whole_pixels(area: Rect) -> Rect {
    Rect::new(area.x0.floor(), area.y0.floor(), area.x1.ceil(), area.y1.ceil())
}

pub(super) fn is_empty(area: Rect) -> bool {
    // Unlike a comparison with `<=`, this condition is also true if a coordinate is NaN.
    !(area.width() > 0.0 && area.height() > 0.0)
}

/// Converts a path to the format of the rasterizer. Returns `None` if the path is empty, or has a
/// coordinate that is not finite.
fn to_path(path: &BezPath) -> Option<tiny_skia::Path> {
    let mut builder = PathBuilder::with_capacity(path.elements().len(), path.elements().len() * 2);
    for element in path.elements() {
        let (x, y) = as_f32(element.end_point().unwrap_or_default());
        match *element {
            PathEl::MoveTo(_) => builder.move_to(x, y),
            PathEl::LineTo(_) => builder.line_to(x, y),
            PathEl::QuadTo(p, _) => builder.quad_to(p.x as f32, p.y as f32, x, y),
            PathEl::CurveTo(p, q, _) => {
                let ((x1, y1), (x2, y2)) = (as_f32(p), as_f32(q));
                builder.cubic_to(x1, y1, x2, y2, x, y);
            }
            PathEl::ClosePath => builder.close(),
        }
    }
    builder.finish()
}

/// Converts a point to the precision of the rasterizer.
fn as_f32(point: Point) -> (f32, f32) {
    (point.x as f32, point.y as f32)
}

fn shader(ink: &Ink) -> tiny_skia::Shader<'_> {
    match ink {
        Ink::Colour([r, g, b, a]) => {
            tiny_skia::Shader::SolidColor(tiny_skia::Color::from_rgba8(*r, *g, *b, *a))
        }
        Ink::Texture(placed) => {
            let spread = if placed.repeat { SpreadMode::Repeat } else { SpreadMode::Pad };
            let quality = if placed.smooth { FilterQuality::Bilinear } else { FilterQuality::Nearest };
            let [a, b, c, d, e, f] = placed.place.as_coeffs().map(|n| n as f32);
            let place = Transform::from_row(a, b, c, d, e, f);
            Pattern::new((*placed.texture).as_ref(), spread, quality, placed.opacity, place)
        }
    }
}

fn fill_rule(rule: FillRule) -> tiny_skia::FillRule {
    match rule {
        FillRule::NonZero => tiny_skia::FillRule::Winding,
        FillRule::EvenOdd => tiny_skia::FillRule::EvenOdd,
    }
}

fn blend(mode: BlendMode) -> tiny_skia::BlendMode {
    use tiny_skia::BlendMode as Mode;
    match mode {
        BlendMode::Normal => Mode::SourceOver,
        BlendMode::Multiply => Mode::Multiply,
        BlendMode::Screen => Mode::Screen,
        BlendMode::Overlay => Mode::Overlay,
        BlendMode::Darken => Mode::Darken,
        BlendMode::Lighten => Mode::Lighten,
        BlendMode::ColorDodge => Mode::ColorDodge,
        BlendMode::ColorBurn => Mode::ColorBurn,
        BlendMode::HardLight => Mode::HardLight,
        BlendMode::SoftLight => Mode::SoftLight,
        BlendMode::Difference => Mode::Difference,
        BlendMode::Exclusion => Mode::Exclusion,
        BlendMode::Hue => Mode::Hue,
        BlendMode::Saturation => Mode::Saturation,
        BlendMode::Color => Mode::Color,
        BlendMode::Luminosity => Mode::Luminosity,
    }
}

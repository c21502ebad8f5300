//! The one file that names the maker of pixels, `tiny-skia`: areas filled on a canvas, through clips and masks.
//!
//! Everything here is in pixels of the canvas, x to the right and y down. Areas come as `f64` paths that are already
//! where they belong; only the rasterizer works in `f32` and in fixed point. It is built without its own vector
//! instructions, for some of them round otherwise on another processor.

use kurbo::{Affine, BezPath, PathEl, Point, Rect, Shape};
use tiny_skia::{FilterQuality, IntSize, PathBuilder, Pattern, Pixmap, SpreadMode, Transform};

use crate::read::hayro::{BlendMode, FillRule};

/// Pixels that are painted with: red, green, blue and alpha, colours multiplied by alpha.
pub struct Texture {
    pixels: Pixmap,
}

impl Texture {
    /// None if there are not four bytes for each pixel, or no pixel at all.
    pub fn new(rgba: Vec<u8>, (width, height): (u32, u32)) -> Option<Self> {
        Some(Self { pixels: Pixmap::from_vec(rgba, IntSize::from_wh(width, height)?)? })
    }

    /// How many bytes it keeps.
    pub fn weight(&self) -> usize {
        self.pixels.data().len()
    }
}

/// What an area is filled with.
pub enum Source<'t> {
    /// Red, green, blue and alpha, colours not multiplied.
    Colour([u8; 4]),
    /// Pixels.
    Texture(Laid<'t>),
}

/// A texture on a canvas.
pub struct Laid<'t> {
    /// The pixels.
    pub texture: &'t Texture,
    /// From pixels of the texture to those of the canvas.
    pub place: Affine,
    /// Whether it is repeated without end; else its outermost pixels are.
    pub repeat: bool,
    /// Whether pixels are blended with their neighbours where they are not the size of the canvas's.
    pub smooth: bool,
    /// From 0 to 1.
    pub opacity: f32,
}

/// How much of each pixel of a canvas is shown, from 0 to 255.
pub struct Mask {
    shown: tiny_skia::Mask,
}

impl Mask {
    /// A number for each pixel, row by row.
    pub fn values_mut(&mut self) -> &mut [u8] {
        self.shown.data_mut()
    }
}

/// How an area is filled.
#[derive(Clone, Copy)]
pub struct Manner {
    /// Which parts of a path are inside.
    pub rule: FillRule,
    /// How colours mix with those below.
    pub blend: BlendMode,
}

impl Manner {
    /// Inside is what a path goes around, and what is filled covers what is below.
    pub const PLAIN: Self = Self { rule: FillRule::NonZero, blend: BlendMode::Normal };
}

/// An open clip.
struct Clip {
    /// Nothing outside is shown; empty where nothing is shown at all.
    bounds: Rect,
    /// How much is shown inside; none as long as all of it is, and nobody has drawn over the edges of `bounds`.
    mask: Option<Mask>,
    /// The mask shows nothing outside.
    masked: Rect,
}

/// Pixels to draw on.
pub struct Canvas {
    pixels: Pixmap,
    /// What can be seen of the canvas at all.
    bounds: Rect,
    clips: Vec<Clip>,
    /// Masks that show nothing, for clips to come: a large one costs more to get than to clear.
    spare: Vec<Mask>,
}

impl Canvas {
    /// A canvas on which nothing is drawn, of which `bounds` are wanted. None if it has no pixels, or too many.
    pub fn new((width, height): (u32, u32), bounds: Rect) -> Option<Self> {
        let all = Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
        Some(Self {
            pixels: Pixmap::new(width, height)?,
            bounds: bounds.intersect(all),
            clips: Vec::new(),
            spare: Vec::new(),
        })
    }

    /// How many pixels across and down.
    pub fn size(&self) -> (u32, u32) {
        (self.pixels.width(), self.pixels.height())
    }

    /// Red, green, blue and alpha of every pixel, row by row, colours multiplied by alpha.
    pub fn rgba(&self) -> &[u8] {
        self.pixels.data()
    }

    /// Covers everything with one colour.
    pub fn cover(&mut self, [r, g, b, a]: [u8; 4]) {
        self.pixels.fill(tiny_skia::Color::from_rgba8(r, g, b, a));
    }

    /// What is drawn, to paint with.
    pub fn into_texture(self) -> Texture {
        Texture { pixels: self.pixels }
    }

    /// How opaque each pixel is.
    pub fn alpha(&self) -> Option<Mask> {
        self.mask_of(|[.., a]| a)
    }

    /// How light each pixel is, over black: the luminosity of ISO 32000-1, 11.3.5.3, in parts of 256.
    pub fn luminosity(&self) -> Option<Mask> {
        self.mask_of(|[r, g, b, _]| {
            let light = u32::from(r) * 77 + u32::from(g) * 151 + u32::from(b) * 28 + 128;
            u8::try_from(light >> 8).unwrap_or(u8::MAX)
        })
    }

    fn mask_of(&self, value: fn([u8; 4]) -> u8) -> Option<Mask> {
        let values = self.rgba().as_chunks().0.iter().map(|pixel| value(*pixel)).collect();
        let size = IntSize::from_wh(self.pixels.width(), self.pixels.height())?;
        Some(Mask { shown: tiny_skia::Mask::from_vec(values, size)? })
    }

    /// The box outside of which nothing is shown.
    pub fn visible(&self) -> Rect {
        self.clips.last().map_or(self.bounds, |clip| clip.bounds)
    }

    /// Whether anything in a box can be seen. What is thinner than a pixel can be.
    pub fn sees(&self, area: Rect) -> bool {
        let visible = self.visible();
        !is_empty(visible) && !is_empty(area.inflate(1.0, 1.0).intersect(visible))
    }

    /// Shows only what is inside `path` too, until [`Self::unclip`].
    pub fn clip(&mut self, path: &BezPath, rule: FillRule) {
        let area = path.bounding_box();
        let outer = self.visible();
        let bounds = area.intersect(outer);
        let outer_has_mask = self.clips.last().is_some_and(|clip| clip.mask.is_some());
        if is_empty(bounds) || (!outer_has_mask && is_rectangle(path)) {
            self.clips.push(Clip { bounds, mask: None, masked: bounds });
            return;
        }
        self.mask_edges(area);
        let mask = self.blank_mask().map(|mut mask| {
            fill_mask(&mut mask, path, rule);
            if let Some(outer) = self.clips.last().and_then(|clip| clip.mask.as_ref()) {
                let rows = self.rows(area);
                multiply(&mut mask, outer, rows);
            }
            mask
        });
        // A path that cannot be painted shows nothing.
        let bounds = if mask.is_some() { bounds } else { Rect::ZERO };
        self.clips.push(Clip { bounds, mask, masked: area });
    }

    /// Takes the last clip away.
    pub fn unclip(&mut self) {
        if let Some(Clip { mask: Some(mut mask), masked, .. }) = self.clips.pop() {
            clear(&mut mask, self.rows(masked));
            self.spare.push(mask);
        }
    }

    /// Fills what is inside `path`, as far as a mask over the clips shows it.
    pub fn fill(&mut self, path: &BezPath, source: &Source<'_>, manner: Manner, over: Option<&Mask>) {
        let area = path.control_box();
        if !self.sees(area) {
            return;
        }
        let Some(path) = to_path(path) else { return };
        self.mask_edges(area);
        let both = over.and_then(|over| self.both(over, area));
        let mask = both.as_ref().or(over).or_else(|| self.clips.last().and_then(|clip| clip.mask.as_ref()));
        let paint = tiny_skia::Paint {
            shader: shader(source),
            blend_mode: blend(manner.blend),
            anti_alias: true,
            // In 16 bits, some of the others reckon with numbers that do not fit.
            force_hq_pipeline: manner.blend != BlendMode::Normal,
            ..tiny_skia::Paint::default()
        };
        let mask = mask.map(|mask| &mask.shown);
        self.pixels.fill_path(&path, &paint, fill_rule(manner.rule), Transform::identity(), mask);
        if let Some(mut mask) = both {
            clear(&mut mask, self.rows(area));
            self.spare.push(mask);
        }
    }

    /// Puts what was drawn on another canvas of the same size over this one.
    pub fn put(&mut self, above: Self, opacity: f32, blend: BlendMode, over: Option<&Mask>) {
        let area = above.bounds;
        let texture = above.into_texture();
        let place = Affine::IDENTITY;
        let laid = Laid { texture: &texture, place, repeat: false, smooth: false, opacity };
        let manner = Manner { blend, ..Manner::PLAIN };
        self.fill(&whole_pixels(area).to_path(0.1), &Source::Texture(laid), manner, over);
    }

    /// What a mask and the clips show of an area; none if there are no clips to heed.
    fn both(&mut self, over: &Mask, area: Rect) -> Option<Mask> {
        self.clips.last()?.mask.as_ref()?;
        let mut mask = self.blank_mask()?;
        let rows = self.rows(area);
        let clip = self.clips.last()?.mask.as_ref()?;
        copy(&mut mask, clip, rows);
        multiply(&mut mask, over, rows);
        Some(mask)
    }

    /// Makes a mask of the clip at hand if `area` goes over its edges and it has none.
    fn mask_edges(&mut self, area: Rect) {
        let Some(Clip { bounds, mask: None, .. }) = self.clips.last() else { return };
        let bounds = *bounds;
        if is_empty(bounds) || bounds.contains_rect(area) || bounds.contains_rect(self.bounds) {
            return;
        }
        let mask = self.blank_mask().map(|mut mask| {
            fill_mask(&mut mask, &bounds.to_path(0.1), FillRule::NonZero);
            mask
        });
        if let Some(clip) = self.clips.last_mut() {
            clip.mask = mask;
        }
    }

    fn blank_mask(&mut self) -> Option<Mask> {
        let (width, height) = self.size();
        match self.spare.pop() {
            Some(mask) => Some(mask),
            None => Some(Mask { shown: tiny_skia::Mask::new(width, height)? }),
        }
    }

    /// The pixels that an area touches.
    fn rows(&self, area: Rect) -> Pixels {
        let (width, height) = self.size();
        let area = area.inflate(1.0, 1.0);
        // Negative numbers become 0.
        let within = |x: f64, most: u32| (x as u32).min(most) as usize;
        Pixels {
            left: within(area.x0.floor(), width),
            right: within(area.x1.ceil(), width),
            top: within(area.y0.floor(), height),
            bottom: within(area.y1.ceil(), height),
            width: width as usize,
        }
    }
}

/// Some columns of some rows of a canvas.
#[derive(Clone, Copy)]
struct Pixels {
    left: usize,
    right: usize,
    top: usize,
    bottom: usize,
    width: usize,
}

impl Pixels {
    /// Where each row begins and ends among all pixels.
    fn ranges(self) -> impl Iterator<Item = std::ops::Range<usize>> {
        (self.top..self.bottom).map(move |y| y * self.width + self.left..y * self.width + self.right)
    }
}

fn multiply(mask: &mut Mask, by: &Mask, pixels: Pixels) {
    for range in pixels.ranges() {
        let from = by.shown.data().get(range.clone()).unwrap_or(&[]);
        let to = mask.shown.data_mut().get_mut(range).unwrap_or(&mut []);
        for (to, from) in to.iter_mut().zip(from) {
            // Rounded; 255 times 255 is 255.
            let product = u32::from(*to) * u32::from(*from) + 128;
            *to = u8::try_from((product + (product >> 8)) >> 8).unwrap_or(u8::MAX);
        }
    }
}

fn copy(mask: &mut Mask, from: &Mask, pixels: Pixels) {
    for range in pixels.ranges() {
        let from = from.shown.data().get(range.clone()).unwrap_or(&[]);
        let to = mask.shown.data_mut().get_mut(range).unwrap_or(&mut []);
        for (to, from) in to.iter_mut().zip(from) {
            *to = *from;
        }
    }
}

fn clear(mask: &mut Mask, pixels: Pixels) {
    for range in pixels.ranges() {
        mask.shown.data_mut().get_mut(range).unwrap_or(&mut []).fill(0);
    }
}

fn fill_mask(mask: &mut Mask, path: &BezPath, rule: FillRule) {
    if let Some(path) = to_path(path) {
        mask.shown.fill_path(&path, fill_rule(rule), true, Transform::identity());
    }
}

/// The smallest box of whole pixels around another.
pub fn whole_pixels(area: Rect) -> Rect {
    Rect::new(area.x0.floor(), area.y0.floor(), area.x1.ceil(), area.y1.ceil())
}

fn is_empty(area: Rect) -> bool {
    // Not a number is nowhere.
    !(area.width() > 0.0 && area.height() > 0.0)
}

/// Whether a path is one upright rectangle.
fn is_rectangle(path: &BezPath) -> bool {
    let mut corners: Vec<Point> = Vec::with_capacity(5);
    for element in path.elements() {
        match *element {
            PathEl::MoveTo(to) if corners.is_empty() => corners.push(to),
            PathEl::LineTo(to) if corners.len() < 5 => corners.push(to),
            PathEl::ClosePath => {}
            _ => return false,
        }
    }
    if corners.len() == 5 && corners.first() == corners.last() {
        corners.pop();
    }
    let [a, b, c, d] = corners[..] else { return false };
    (a.x == b.x && b.y == c.y && c.x == d.x && d.y == a.y)
        || (a.y == b.y && b.x == c.x && c.y == d.y && d.x == a.x)
}

/// None if there is nothing in it, or a number that is none.
fn to_path(path: &BezPath) -> Option<tiny_skia::Path> {
    let mut made = PathBuilder::with_capacity(path.elements().len(), path.elements().len() * 2);
    let to = |p: Point| (p.x as f32, p.y as f32);
    for element in path.elements() {
        match *element {
            PathEl::MoveTo(p) => {
                let (x, y) = to(p);
                made.move_to(x, y);
            }
            PathEl::LineTo(p) => {
                let (x, y) = to(p);
                made.line_to(x, y);
            }
            PathEl::QuadTo(p, q) => {
                let ((x1, y1), (x, y)) = (to(p), to(q));
                made.quad_to(x1, y1, x, y);
            }
            PathEl::CurveTo(p, q, r) => {
                let ((x1, y1), (x2, y2), (x, y)) = (to(p), to(q), to(r));
                made.cubic_to(x1, y1, x2, y2, x, y);
            }
            PathEl::ClosePath => made.close(),
        }
    }
    made.finish()
}

fn shader<'t>(source: &Source<'t>) -> tiny_skia::Shader<'t> {
    match source {
        Source::Colour([r, g, b, a]) => {
            tiny_skia::Shader::SolidColor(tiny_skia::Color::from_rgba8(*r, *g, *b, *a))
        }
        Source::Texture(laid) => {
            let spread = if laid.repeat { SpreadMode::Repeat } else { SpreadMode::Pad };
            let quality = if laid.smooth { FilterQuality::Bilinear } else { FilterQuality::Nearest };
            let [a, b, c, d, e, f] = laid.place.as_coeffs().map(|n| n as f32);
            let place = Transform::from_row(a, b, c, d, e, f);
            Pattern::new(laid.texture.pixels.as_ref(), spread, quality, laid.opacity, place)
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
    match mode {
        BlendMode::Normal => tiny_skia::BlendMode::SourceOver,
        BlendMode::Multiply => tiny_skia::BlendMode::Multiply,
        BlendMode::Screen => tiny_skia::BlendMode::Screen,
        BlendMode::Overlay => tiny_skia::BlendMode::Overlay,
        BlendMode::Darken => tiny_skia::BlendMode::Darken,
        BlendMode::Lighten => tiny_skia::BlendMode::Lighten,
        BlendMode::ColorDodge => tiny_skia::BlendMode::ColorDodge,
        BlendMode::ColorBurn => tiny_skia::BlendMode::ColorBurn,
        BlendMode::HardLight => tiny_skia::BlendMode::HardLight,
        BlendMode::SoftLight => tiny_skia::BlendMode::SoftLight,
        BlendMode::Difference => tiny_skia::BlendMode::Difference,
        BlendMode::Exclusion => tiny_skia::BlendMode::Exclusion,
        BlendMode::Hue => tiny_skia::BlendMode::Hue,
        BlendMode::Saturation => tiny_skia::BlendMode::Saturation,
        BlendMode::Color => tiny_skia::BlendMode::Color,
        BlendMode::Luminosity => tiny_skia::BlendMode::Luminosity,
    }
}

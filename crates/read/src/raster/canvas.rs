//! The one file that names the maker of pixels, `tiny-skia`: areas filled on a canvas, through clips and masks.
//!
//! Everything here is in pixels of the canvas, x to the right and y down. Areas come as `f64` paths that are already
//! where they belong; only the rasterizer works in `f32` and in fixed point. It is built without its own vector
//! instructions, for some of them round otherwise on another processor.

use std::ops::Range;
use std::rc::Rc;

use kurbo::{Affine, BezPath, PathEl, Point, Rect, Shape};
use tiny_skia::{FilterQuality, IntSize, MaskType, PathBuilder, Pattern, SpreadMode, Transform};
/// How much of each pixel of a canvas is shown, from 0 to 255; and pixels that are painted with: red, green, blue and
/// alpha, colours multiplied by alpha.
pub use tiny_skia::{Mask, Pixmap as Texture};

use crate::read::hayro::{BlendMode, FillRule};

/// A texture. None if there are not four bytes for each pixel, or no pixel at all.
pub fn texture(rgba: Vec<u8>, (width, height): (u32, u32)) -> Option<Rc<Texture>> {
    Texture::from_vec(rgba, IntSize::from_wh(width, height)?).map(Rc::new)
}

/// What an area is filled with.
pub enum Ink {
    /// Red, green, blue and alpha, colours not multiplied.
    Colour([u8; 4]),
    /// Pixels.
    Texture(Laid),
}

/// A texture on a canvas.
pub struct Laid {
    /// The pixels.
    pub texture: Rc<Texture>,
    /// From pixels of the texture to those of the canvas.
    pub place: Affine,
    /// Whether it is repeated without end; else its outermost pixels are.
    pub repeat: bool,
    /// Whether pixels are blended with their neighbours where they are not the size of the canvas's.
    pub smooth: bool,
    /// From 0 to 1.
    pub opacity: f32,
    /// Nothing is painted outside, on the canvas.
    pub clip: Option<BezPath>,
}

impl Laid {
    /// A texture that is opaque, seen once, its pixels not blended.
    pub fn new(texture: Rc<Texture>, place: Affine) -> Self {
        Self { texture, place, repeat: false, smooth: false, opacity: 1.0, clip: None }
    }
}

/// How an area is filled.
#[derive(Clone, Copy)]
pub struct Manner<'m> {
    /// Which parts of a path are inside.
    pub rule: FillRule,
    /// How colours mix with those below.
    pub blend: BlendMode,
    /// What is shown, besides what clips show.
    pub mask: Option<&'m Mask>,
    /// Whether each pixel is inside or outside, without shades at the edge.
    pub sharp: bool,
}

/// An open clip.
struct Clip {
    /// Nothing outside is shown; empty where nothing is shown at all.
    bounds: Rect,
    /// How much is shown inside; none as long as all of it is, and nothing was drawn over the edges of `bounds`.
    mask: Option<Mask>,
    /// The mask shows nothing outside.
    masked: Rect,
}

/// Pixels to draw on.
pub struct Canvas {
    pixels: Texture,
    /// What can be seen of the canvas at all.
    bounds: Rect,
    /// Nothing was drawn outside.
    drawn: Option<Rect>,
    clips: Vec<Clip>,
    /// Empty masks to be reused: a large one costs more to allocate than to clear.
    spare: Vec<Mask>,
}

impl Canvas {
    /// A canvas on which nothing is drawn, of which `bounds` are wanted. None if it has no pixels, or too many.
    pub fn new((width, height): (u32, u32), bounds: Rect) -> Option<Self> {
        let all = Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
        Some(Self {
            pixels: Texture::new(width, height)?,
            bounds: bounds.intersect(all),
            drawn: None,
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
        self.drawn = Some(self.bounds);
    }

    /// What is drawn, to paint with.
    pub fn into_texture(self) -> Rc<Texture> {
        Rc::new(self.pixels)
    }

    /// An empty canvas of the same size, of which as much is wanted as is visible here.
    pub fn another(&self) -> Option<Self> {
        Self::new(self.size(), self.visible())
    }

    /// How opaque each pixel is.
    pub fn alpha(&self) -> Mask {
        Mask::from_pixmap(self.pixels.as_ref(), MaskType::Alpha)
    }

    /// How light each pixel is, over black: the luminosity of ISO 32000-1, 11.3.5.3, in parts of 256.
    pub fn luminosity(&self) -> Option<Mask> {
        let light = |[r, g, b, _]: &[u8; 4]| {
            let light = u32::from(*r) * 77 + u32::from(*g) * 151 + u32::from(*b) * 28 + 128;
            u8::try_from(light >> 8).unwrap_or(u8::MAX)
        };
        let values = self.rgba().as_chunks().0.iter().map(light).collect();
        Mask::from_vec(values, IntSize::from_wh(self.pixels.width(), self.pixels.height())?)
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
                combine(&mut mask, outer, self.rows(area), times);
            }
            mask
        });
        // A path that cannot be painted shows nothing.
        let bounds = if mask.is_some() { bounds } else { Rect::ZERO };
        self.clips.push(Clip { bounds, mask, masked: area });
    }

    /// Takes the last clip away.
    pub fn unclip(&mut self) {
        if let Some(Clip { mask: Some(mask), masked, .. }) = self.clips.pop() {
            self.spare(mask, masked);
        }
    }

    /// Clears a mask that shows nothing outside of `area`, for a clip to come.
    fn spare(&mut self, mut mask: Mask, area: Rect) {
        for row in self.rows(area) {
            mask.data_mut().get_mut(row).unwrap_or_default().fill(0);
        }
        self.spare.push(mask);
    }

    /// Fills what is inside `path`.
    pub fn fill(&mut self, path: &BezPath, ink: &Ink, manner: Manner<'_>) {
        let area = path.control_box();
        if !self.sees(area) {
            return;
        }
        let Some(path) = to_path(path) else { return };
        let reach = area.inflate(1.0, 1.0);
        self.drawn = Some(self.drawn.map_or(reach, |drawn| drawn.union(reach)));
        self.mask_edges(area);
        let both = manner.mask.and_then(|mask| self.with_clips(mask, area));
        let clips = self.clips.last().and_then(|clip| clip.mask.as_ref());
        let paint = tiny_skia::Paint {
            shader: shader(ink),
            blend_mode: blend(manner.blend),
            anti_alias: !manner.sharp,
            // In 16 bits, some of the other modes overflow.
            force_hq_pipeline: manner.blend != BlendMode::Normal,
            ..tiny_skia::Paint::default()
        };
        let mask = both.as_ref().or(manner.mask).or(clips);
        self.pixels.fill_path(&path, &paint, fill_rule(manner.rule), Transform::identity(), mask);
        if let Some(mask) = both {
            self.spare(mask, area);
        }
    }

    /// Puts what was drawn on another canvas of the same size over this one.
    pub fn put(&mut self, above: Self, opacity: f32, manner: Manner<'_>) {
        // A group is mostly small: not all of a page is gone through for each.
        let Some(drawn) = above.drawn else { return };
        let area = whole_pixels(above.bounds.intersect(drawn)).to_path(0.1);
        let laid = Laid { opacity, ..Laid::new(above.into_texture(), Affine::IDENTITY) };
        self.fill(&area, &Ink::Texture(laid), manner);
    }

    /// What a mask and the clips show of an area; none if there are no clips to heed.
    fn with_clips(&mut self, mask: &Mask, area: Rect) -> Option<Mask> {
        self.clips.last()?.mask.as_ref()?;
        let mut both = self.blank_mask()?;
        let clip = self.clips.last()?.mask.as_ref()?;
        combine(&mut both, clip, self.rows(area), |_, clip| clip);
        combine(&mut both, mask, self.rows(area), times);
        Some(both)
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
        self.spare.pop().or_else(|| Mask::new(width, height))
    }

    /// Where the pixels that an area touches begin and end among all pixels, row by row.
    fn rows(&self, area: Rect) -> impl Iterator<Item = Range<usize>> + use<> {
        let (width, height) = self.size();
        let area = whole_pixels(area.inflate(1.0, 1.0));
        // Negative numbers become 0.
        let within = |x: f64, most: u32| (x as u32).min(most) as usize;
        let (left, right) = (within(area.x0, width), within(area.x1, width));
        let rows = within(area.y0, height)..within(area.y1, height);
        rows.map(move |y| y * width as usize).map(move |row| row + left..row + right)
    }
}

/// Makes each pixel of a mask `new` of what it is and of the one in another mask.
fn combine(mask: &mut Mask, by: &Mask, rows: impl Iterator<Item = Range<usize>>, new: fn(u8, u8) -> u8) {
    for row in rows {
        let by = by.data().get(row.clone()).unwrap_or_default();
        let pixels = mask.data_mut().get_mut(row).unwrap_or_default();
        pixels.iter_mut().zip(by).for_each(|(pixel, by)| *pixel = new(*pixel, *by));
    }
}

/// The product of two parts of 255, rounded.
pub fn times(a: u8, b: u8) -> u8 {
    let product = u32::from(a) * u32::from(b) + 128;
    u8::try_from((product + (product >> 8)) >> 8).unwrap_or(u8::MAX)
}

fn fill_mask(mask: &mut Mask, path: &BezPath, rule: FillRule) {
    if let Some(path) = to_path(path) {
        mask.fill_path(&path, fill_rule(rule), true, Transform::identity());
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
    let xy = |p: Point| (p.x as f32, p.y as f32);
    for element in path.elements() {
        let (x, y) = xy(element.end_point().unwrap_or_default());
        match *element {
            PathEl::MoveTo(_) => made.move_to(x, y),
            PathEl::LineTo(_) => made.line_to(x, y),
            PathEl::QuadTo(p, _) => made.quad_to(p.x as f32, p.y as f32, x, y),
            PathEl::CurveTo(p, q, _) => {
                let ((x1, y1), (x2, y2)) = (xy(p), xy(q));
                made.cubic_to(x1, y1, x2, y2, x, y);
            }
            PathEl::ClosePath => made.close(),
        }
    }
    made.finish()
}

fn shader(ink: &Ink) -> tiny_skia::Shader<'_> {
    match ink {
        Ink::Colour([r, g, b, a]) => {
            tiny_skia::Shader::SolidColor(tiny_skia::Color::from_rgba8(*r, *g, *b, *a))
        }
        Ink::Texture(laid) => {
            let spread = if laid.repeat { SpreadMode::Repeat } else { SpreadMode::Pad };
            let quality = if laid.smooth { FilterQuality::Bilinear } else { FilterQuality::Nearest };
            let [a, b, c, d, e, f] = laid.place.as_coeffs().map(|n| n as f32);
            let place = Transform::from_row(a, b, c, d, e, f);
            Pattern::new((*laid.texture).as_ref(), spread, quality, laid.opacity, place)
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

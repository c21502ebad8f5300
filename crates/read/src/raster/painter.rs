//! Draws the paths, letters and pictures of a page as areas on a canvas.
//!
//! - In: the calls of the interpreter, as a [`Device`].
//! - Out: a canvas.
//! - Not here: pixels (`canvas`), paints (`ink`), and the outlines of strokes (`stroke`).

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use kurbo::{Affine, BezPath, Rect, Shape};

use super::canvas::{Canvas, FillStyle, Ink, Mask, PlacedTexture, whole_pixels};
use super::ink::{PaintUse, ink};
use super::reduced_pictures::{self, Picture, Pictures};
use super::stroke::CanvasStroke;
use crate::hayro::{
    BlendMode, CacheKey, ClipPath, Device, DrawMode, DrawProps, FillRule, Glyph, GlyphRun, Image,
    ImageDrawProps, MaskType, OutlineGlyph, Paint, SoftMask, StencilImage, StrokeProps,
};
use hexpress_base::pixel_size::PixelSize;

/// The largest number of nested groups that have their own canvas. Groups at deeper levels are
/// drawn directly.
const MAX_GROUPS: usize = 8;
/// The largest number of soft masks that the cache stores.
const MAX_MASKS: usize = 8;
/// The smallest drawn width of a line, in pixels. Lines inside tiles, and inside letters that are
/// drawings, may be thinner.
const MIN_LINE_PIXELS: f64 = 1.0;
/// The smallest drawn width of a line along the outline of a letter, in pixels.
const MIN_LETTER_LINE_PIXELS: f64 = 0.25;

/// Caches that do not depend on the size of the canvas.
#[derive(Default)]
pub struct Caches {
    letters: RefCell<HashMap<u128, Rc<BezPath>>>,
    pictures: RefCell<Pictures>,
}

impl Caches {
    /// Returns the outline of a letter, in thousandths of an em.
    fn letter(&self, glyph: &OutlineGlyph) -> Rc<BezPath> {
        let key = glyph.identifier().cache_key();
        Rc::clone(self.letters.borrow_mut().entry(key).or_insert_with(|| Rc::new(glyph.outline())))
    }
}

pub struct Painter<'s> {
    canvas: Canvas,
    caches: &'s Caches,
    /// The open groups. If a group has no canvas of its own, but is drawn directly, its entry is
    /// `None`.
    groups: Vec<Option<Group>>,
    masks: HashMap<u128, Rc<Mask>>,
    /// True if lines may be thinner than [`MIN_LINE_PIXELS`]. This is so inside tiles, and inside letters
    /// that are drawings (Type 3).
    allows_thin_lines: bool,
}

/// An open group, which is drawn on its own canvas until it is closed.
struct Group {
    below: Canvas,
    opacity: f32,
    blend: BlendMode,
    mask: Option<Rc<Mask>>,
}

impl<'s> Painter<'s> {
    /// Creates a painter that draws on `canvas`.
    pub fn new(canvas: Canvas, caches: &'s Caches) -> Self {
        Self { canvas, caches, groups: Vec::new(), masks: HashMap::new(), allows_thin_lines: false }
    }

    /// Creates a painter for a tile of a pattern. Lines in a tile may have any width.
    pub fn for_tile(canvas: Canvas, caches: &'s Caches) -> Self {
        Self { allows_thin_lines: true, ..Self::new(canvas, caches) }
    }

    /// Closes all groups, and returns the canvas.
    pub fn finish(mut self) -> Canvas {
        while !self.groups.is_empty() {
            self.end_group();
        }
        self.canvas
    }

    fn end_group(&mut self) {
        let Some(Some(Group { below, opacity, blend, mask })) = self.groups.pop() else { return };
        let above = std::mem::replace(&mut self.canvas, below);
        self.canvas.draw_canvas(above, opacity, FillStyle::blended(blend, mask.as_deref()));
    }

    fn line(&self, props: &StrokeProps, to_canvas: Affine, thinnest: f64) -> CanvasStroke {
        CanvasStroke::new(props, to_canvas, if self.allows_thin_lines { 0.0 } else { thinnest })
    }

    /// Fills areas. Their outlines are in pixels of the canvas.
    fn fill(&mut self, areas: &[BezPath], rule: FillRule, props: &DrawProps<'_>, paint_use: PaintUse) {
        let all = areas.iter().map(BezPath::control_box).reduce(|all, one| all.union(one));
        let Some(all) = all.filter(|all| self.canvas.is_visible(*all)) else { return };
        let visible = all.inflate(1.0, 1.0).intersect(self.canvas.visible());
        let Some(ink) = ink(&props.paint, visible, self.caches, paint_use) else { return };
        let mask = props.soft_mask.as_ref().and_then(|mask| self.mask(mask));
        let clip =
            if let Ink::Texture(PlacedTexture { clip: Some(clip), .. }) = &ink { Some(clip) } else { None };
        if let Some(clip) = clip {
            self.canvas.clip(clip, FillRule::NonZero);
        }
        for area in areas {
            let style = FillStyle { rule, ..FillStyle::blended(props.blend_mode, mask.as_deref()) };
            self.canvas.fill(area, &ink, style);
        }
        if clip.is_some() {
            self.canvas.unclip();
        }
    }

    /// Returns the opacity that a soft mask gives to each pixel. Returns `None` if the mask cannot be
    /// drawn. The mask then hides nothing.
    fn mask(&mut self, mask: &SoftMask<'_>) -> Option<Rc<Mask>> {
        let key = mask.cache_key();
        if let Some(known) = self.masks.get(&key) {
            return Some(Rc::clone(known));
        }
        let size = self.canvas.size();
        let all = Rect::new(0.0, 0.0, f64::from(size.width), f64::from(size.height));
        let mut empty = Canvas::new(size, all)?;
        let is_luminosity = mask.mask_type() == MaskType::Luminosity;
        let background = mask.background_color().to_rgba().to_rgba8();
        if is_luminosity && background != [0, 0, 0, 255] {
            empty.cover(background);
        }
        let mut painter = Painter::new(empty, self.caches);
        mask.interpret(&mut painter);
        let drawn = painter.finish();
        let mut values = if is_luminosity { drawn.luminosity()? } else { drawn.alpha() };
        if let Some(transfer) = mask.transfer_function() {
            transfer.apply_to(values.data_mut());
        }
        if self.masks.len() >= MAX_MASKS {
            self.masks.clear();
        }
        let made = Rc::new(values);
        self.masks.insert(key, Rc::clone(&made));
        Some(made)
    }

    /// Draws a picture. `square` maps the unit square of the picture to the canvas.
    fn picture(&mut self, picture: Picture, square: Affine, blend: BlendMode, mask: Option<&Mask>) {
        let size = (f64::from(picture.texture.width()), f64::from(picture.texture.height()));
        let place = square * Affine::scale_non_uniform(size.0.recip(), size.1.recip());
        let pixels = PlacedTexture { smooth: picture.smooth, ..PlacedTexture::new(picture.texture, place) };
        self.canvas.fill(&covered(square), &Ink::Texture(pixels), FillStyle::blended(blend, mask));
    }

    /// Draws a stencil: a picture with one bit per pixel. The bit says whether the paint is drawn
    /// at this pixel.
    fn stencil<'a>(&mut self, stencil: &StencilImage<'a, '_>, square: Affine, props: &ImageDrawProps<'a>) {
        let shown = reduced_pictures::size_on_canvas(
            PixelSize::new(stencil.width(), stencil.height()),
            props.transform,
        );
        let mut read = None;
        stencil.with_stencil(
            |luma, paint: &Paint<'a>| read = Some((luma, paint.clone())),
            Some((shown.width, shown.height)),
        );
        let Some((luma, paint)) = read else { return };
        let area = covered(square);
        let visible = area.control_box().intersect(self.canvas.visible());
        let Some(ink) = ink(&paint, visible, self.caches, PaintUse::Fill) else { return };
        let rgba = if let Ink::Colour(rgba) = ink { rgba } else { [255; 4] };
        let Some(picture) = reduced_pictures::stencil(luma, rgba, shown) else { return };
        let blend = props.blend_mode;
        if let Ink::Colour(_) = ink {
            return self.picture(picture, square, blend, None);
        }
        let Some(canvas) = self.canvas.another() else { return };
        let mut painter = Painter::new(canvas, self.caches);
        painter.picture(picture, square, BlendMode::Normal, None);
        let mask = painter.finish().alpha();
        self.canvas.fill(&area, &ink, FillStyle::blended(blend, Some(&mask)));
    }
}

/// Returns the area of a picture. `square` maps the unit square of the picture to the canvas.
///
/// An upright picture covers every pixel that it touches (ISO 32000-1, 10.6.5). So there is no gap
/// between neighbouring parts of a picture.
fn covered(square: Affine) -> BezPath {
    /// An area touches a pixel only if it overlaps the pixel by at least this, in pixels.
    const MIN_TOUCHING_OVERLAP: f64 = 1.0 / 256.0;
    let [a, b, c, d, ..] = square.as_coeffs();
    if (b == 0.0 && c == 0.0) || (a == 0.0 && d == 0.0) {
        let area = square.transform_rect_bbox(Rect::new(0.0, 0.0, 1.0, 1.0));
        let touched = whole_pixels(area.inset(-MIN_TOUCHING_OVERLAP));
        let all = touched.union(whole_pixels(Rect::from_center_size(area.center(), (0.5, 0.5))));
        return if touched.width() > 0.0 && touched.height() > 0.0 { touched } else { all }.to_path(0.1);
    }
    square * Rect::new(0.0, 0.0, 1.0, 1.0).to_path(0.1)
}

fn filled_by(mode: &DrawMode) -> Option<FillRule> {
    if let DrawMode::Fill(rule) | DrawMode::FillAndStroke(rule, _) = mode { Some(*rule) } else { None }
}

fn stroked_by(mode: &DrawMode) -> Option<&StrokeProps> {
    if let DrawMode::Stroke(stroke) | DrawMode::FillAndStroke(_, stroke) = mode { Some(stroke) } else { None }
}

impl<'a> Device<'a> for Painter<'_> {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, mode: &DrawMode) {
        if let Some(rule) = filled_by(mode) {
            self.fill(&[props.transform * path], rule, &props, PaintUse::Fill);
        }
        if let Some(stroke) = stroked_by(mode) {
            let line = self.line(stroke, props.transform, MIN_LINE_PIXELS);
            if self.canvas.is_visible(line.area(path)) {
                self.fill(&[line.outline(path)], FillRule::NonZero, &props, PaintUse::Stroke);
            }
        }
    }

    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, mode: &DrawMode) {
        if matches!(mode, DrawMode::Invisible) {
            return;
        }
        let line = stroked_by(mode).map(|stroke| self.line(stroke, props.transform, MIN_LETTER_LINE_PIXELS));
        let (mut filled, mut stroked) = (Vec::new(), Vec::new());
        for glyph in run.glyphs() {
            match &**glyph {
                Glyph::Outline(outline) => {
                    let letter = self.caches.letter(outline);
                    if filled_by(mode).is_some() {
                        filled.push(props.transform * glyph.transform() * &*letter);
                    }
                    if let Some(line) = &line {
                        stroked.push(line.outline(&(glyph.transform() * &*letter)));
                    }
                }
                Glyph::Type3(drawn) => {
                    let outer = std::mem::replace(&mut self.allows_thin_lines, true);
                    drawn.interpret(self, props.transform, glyph.transform(), &props.paint);
                    self.allows_thin_lines = outer;
                }
            }
        }
        self.fill(&filled, FillRule::NonZero, &props, PaintUse::Fill);
        self.fill(&stroked, FillRule::NonZero, &props, PaintUse::Stroke);
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        let of = (f64::from(image.width()), f64::from(image.height()));
        let area = props.transform.transform_rect_bbox(Rect::new(0.0, 0.0, of.0, of.1));
        if !self.canvas.is_visible(area) {
            return;
        }
        let square = props.transform * Affine::scale_non_uniform(of.0, of.1);
        match image {
            Image::Stencil(stencil) => self.stencil(&stencil, square, &props),
            Image::Raster(image) => {
                let made = self.caches.pictures.borrow_mut().get(&image, props.transform);
                let Some(made) = made else { return };
                let mask = props.soft_mask.as_ref().and_then(|mask| self.mask(mask));
                self.picture(made, square, props.blend_mode, mask.as_deref());
            }
        }
    }

    fn push_clip_path(&mut self, clip: &ClipPath) {
        self.canvas.clip(&clip.path, clip.fill);
    }

    fn pop_clip(&mut self) {
        self.canvas.unclip();
    }

    fn push_transparency_group(&mut self, opacity: f32, mask: Option<SoftMask<'a>>, blend: BlendMode) {
        // `hayro` opens a group for every picture. If a group is opaque and has no effects, it can
        // be drawn directly. Only isolated and knockout groups would look different, but `hayro`
        // does not report these properties.
        let is_plain = opacity >= 1.0 && mask.is_none() && blend == BlendMode::Normal;
        let is_deep = self.groups.iter().flatten().count() >= MAX_GROUPS;
        let canvas = if is_plain || is_deep { None } else { self.canvas.another() };
        let group = canvas.map(|canvas| {
            let mask = mask.as_ref().and_then(|mask| self.mask(mask));
            let below = std::mem::replace(&mut self.canvas, canvas);
            Group { below, opacity, blend, mask }
        });
        self.groups.push(group);
    }

    fn pop_transparency_group(&mut self) {
        self.end_group();
    }
}

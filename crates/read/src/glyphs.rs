//! Runs of glyphs, measured.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use kurbo::{Affine, BezPath, PathEl, Point, Rect, Shape, Vec2};
use rustc_hash::FxBuildHasher;

use super::hayro::{
    BfString, BlendMode, CacheKey, ClipPath, Device, DrawMode, DrawProps, Glyph, GlyphIdentifier, GlyphRun,
    Image, ImageDrawProps, Paint, SoftMask, Type3Glyph,
};
use super::item::{Balance, degrees, placed_bounds};
use super::{Rgb, Text};

/// Units in which glyphs are drawn to one em.
const UNITS_PER_EM: f64 = 1000.0;
/// The share of an em taken as the height above the baseline, without outlines.
const ASCENT: f64 = 0.8;
/// The share of an em taken as the depth below the baseline, without outlines.
const DESCENT: f64 = -0.2;

/// Glyphs that stand farther apart than this share of an em are different words, not one line.
const GAP: f64 = 1.0;
/// The share of an em that is taken for a space where there is none.
pub(super) const SPACE: f64 = 0.2;

/// So many glyphs of a run tell how large its font is drawn.
const SAMPLE: usize = 64;

/// How high most letters stand above the baseline, as a share of an em.
const USUAL: f64 = 0.6;

/// How high a letter stands above the baseline, as a share of an em; none for signs that differ from font to font.
fn height(letter: char) -> Option<f64> {
    match letter {
        'A'..='Z' | '0'..='9' | 'b' | 'd' | 'f' | 'h' | 'k' | 'l' => Some(0.7),
        'a' | 'c' | 'e' | 'm' | 'n' | 'o' | 'r' | 's' | 'u'..='x' | 'z' => Some(0.48),
        _ => None,
    }
}

/// What a glyph that is a drawing of its own draws.
#[derive(Default)]
struct Drawing {
    path: BezPath,
}

impl<'a> Device<'a> for Drawing {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, _: &DrawMode) {
        self.path.extend((props.transform * path).elements().iter().copied());
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        let frame = Rect::new(0.0, 0.0, f64::from(image.width()), f64::from(image.height()));
        self.path.extend((props.transform * frame.to_path(0.1)).elements().iter().copied());
    }

    fn draw_glyph_run(&mut self, _: &GlyphRun<'_, 'a>, _: DrawProps<'a>, _: &DrawMode) {}

    fn push_clip_path(&mut self, _: &ClipPath) {}

    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {}

    fn pop_clip(&mut self) {}

    fn pop_transparency_group(&mut self) {}
}

/// Glyphs on one line.
pub(super) struct Measured {
    /// What they say, and where.
    pub text: Text,
    /// A digest of their outlines.
    pub outlines: u64,
}

/// The outlines of glyphs met so far.
#[derive(Default)]
pub(super) struct Glyphs {
    shapes: HashMap<GlyphIdentifier, Rc<Outline>, FxBuildHasher>,
    /// Glyphs that are drawings of their own (Type 3), by their keys.
    drawn: HashMap<u128, Rc<Outline>>,
    names: Vec<Arc<str>>,
}

struct Outline {
    path: BezPath,
    /// The exact bounding box in units; `None` if the glyph has no outline.
    bounds: Option<Rect>,
    font: Arc<str>,
    /// Tells it from other outlines.
    digest: u64,
}

/// A digest of numbers.
pub(super) fn digest(numbers: &[u64]) -> u64 {
    let bytes = numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<_>>();
    xxhash_rust::xxh3::xxh3_64(&bytes)
}

/// A digest of an outline whose points are `step` apart at least: what is less is the way numbers were written.
pub(super) fn outline_digest(path: &BezPath, step: f64) -> u64 {
    let mut bytes: Vec<u8> = Vec::with_capacity(path.elements().len() * 24);
    for element in path.elements() {
        let (kind, points): (u64, &[Point]) = match element {
            PathEl::MoveTo(p) => (0, &[*p]),
            PathEl::LineTo(p) => (1, &[*p]),
            PathEl::QuadTo(p, q) => (2, &[*p, *q]),
            PathEl::CurveTo(p, q, r) => (3, &[*p, *q, *r]),
            PathEl::ClosePath => (4, &[]),
        };
        bytes.extend(kind.to_le_bytes());
        for value in points.iter().flat_map(|p| [p.x, p.y]) {
            bytes.extend(((value / step).round() as i64).to_le_bytes());
        }
    }
    xxhash_rust::xxh3::xxh3_64(&bytes)
}

impl Glyphs {
    /// Measures a run drawn with `transform`, which leads to millimetres: one text, or several where glyphs stand far
    /// from each other. Empty if the glyphs have no size.
    pub(super) fn texts<'a>(
        &mut self,
        run: &GlyphRun<'_, 'a>,
        transform: Affine,
        paint: &Paint<'a>,
        colour: Rgb,
    ) -> Vec<Measured> {
        let (mut texts, mut start) = (Vec::new(), 0);
        while let Some((measured, count)) = self.text(run, start, transform, paint, colour) {
            texts.push(measured);
            start += count;
        }
        texts
    }

    /// Measures a run from its glyph `start` up to a gap; and how many glyphs these are.
    fn text<'a>(
        &mut self,
        run: &GlyphRun<'_, 'a>,
        start: usize,
        transform: Affine,
        paint: &Paint<'a>,
        colour: Rgb,
    ) -> Option<(Measured, usize)> {
        // A sum, so that a line of words is the same in one run and in several.
        let (mut outlines, mut balance, mut glyphs) = (0_u64, Balance::default(), 0);
        let first = transform * run.glyphs().get(start)?.transform();
        let [a, b, ..] = first.as_coeffs();
        let unit = Vec2::new(a, b);
        let length = unit.hypot();
        let nominal_size = first.determinant().abs() / length * UNITS_PER_EM;
        if !(nominal_size.is_finite() && nominal_size > 0.0) {
            return None;
        }
        let origin = first.translation().to_point();
        let along = unit / length;
        // Down the page is positive, so this is a quarter turn to the left.
        let up = Vec2::new(along.y, -along.x);
        let size = nominal_size * self.drawn_size(run, start, paint);
        let mut string = String::new();
        let mut end = 0.0;
        let mut outline: Option<Rect> = None;
        let mut heights: Option<(f64, f64)> = None;
        let mut font: Option<Arc<str>> = None;
        let mut count = 0;
        for glyph in run.glyphs().iter().skip(start) {
            let placed = transform * glyph.transform();
            let gap = (placed.translation().to_point() - origin).dot(along) - end;
            if count > 0 && gap.abs() > GAP * size {
                break;
            }
            // A move of the pen that is as wide as a space is one.
            if count > 0 && gap > SPACE * size && !string.ends_with(char::is_whitespace) {
                string.push(' ');
            }
            count += 1;
            match glyph.as_unicode() {
                Some(BfString::Char(c)) => string.push(c),
                Some(BfString::String(s)) => string.push_str(&s),
                None => string.push(char::REPLACEMENT_CHARACTER),
            }
            let advance = match &**glyph {
                Glyph::Outline(g) => g.advance_width(),
                Glyph::Type3(g) => g.advance_width(),
            };
            let after = placed * Point::new(f64::from(advance.unwrap_or(0.0)), 0.0);
            end = (after - origin).dot(along);
            let shape = match &**glyph {
                Glyph::Outline(source) => {
                    let letter = self.shape(source.identifier(), || {
                        (source.outline(), source.font_data().and_then(|d| d.postscript_name))
                    });
                    font.get_or_insert_with(|| Arc::clone(&letter.font));
                    letter
                }
                Glyph::Type3(source) => self.drawn(source, paint),
            };
            let Some(bounds) = shape.bounds else { continue };
            outlines = outlines.wrapping_add(shape.digest);
            glyphs += 1;
            balance.add(Balance::of(shape.digest, placed.translation() - origin.to_vec2()), Vec2::ZERO);
            for y in [bounds.y0, bounds.y1] {
                let height = (placed * Point::new(bounds.x0, y) - origin).dot(up);
                let (low, high) = heights.unwrap_or((height, height));
                heights = Some((low.min(height), high.max(height)));
            }
            let box_ = placed_bounds(&shape.path, bounds, placed);
            outline = Some(outline.map_or(box_, |o| o.union(box_)));
        }
        let (low, high) = heights.unwrap_or((DESCENT * size, ASCENT * size));
        let corners = [(0.0, low), (end, low), (end, high), (0.0, high)]
            .map(|(right, above)| origin + along * right + up * above);
        let [c0, c1, c2, c3] = corners;
        let text = Text {
            string,
            font: font.unwrap_or_else(|| Arc::from("")),
            size,
            angle: degrees(along),
            origin,
            corners,
            colour,
            outline: outline.unwrap_or_else(|| Rect::from_points(c0, c2).union(Rect::from_points(c1, c3))),
            invisible: false,
            balance,
            glyphs,
        };
        Some((Measured { text, outlines }, count))
    }

    /// What the em that is said of a run from its glyph `start` on has to be multiplied with. A font whose glyphs are
    /// drawings may draw them in any size; its letters tell how large it is. 1 for all other fonts.
    fn drawn_size<'a>(&mut self, run: &GlyphRun<'_, 'a>, start: usize, paint: &Paint<'a>) -> f64 {
        let (mut sizes, mut signs) = (Vec::new(), Vec::new());
        for glyph in run.glyphs().iter().skip(start).take(SAMPLE) {
            let Glyph::Type3(source) = &**glyph else { return 1.0 };
            let share = match glyph.as_unicode() {
                Some(BfString::Char(letter)) => height(letter),
                Some(BfString::String(_)) => None,
                // Letters that the file does not explain are as high as letters are.
                None => Some(USUAL),
            };
            let Some(bounds) = self.drawn(source, paint).bounds else { continue };
            // Some programs draw letters upside down, and turn the frame.
            let high = bounds.y1.max(-bounds.y0) / UNITS_PER_EM;
            match share {
                Some(share) => sizes.push(high / share),
                // Signs differ, but none is ten times as large as a letter, or a tenth.
                None if !(0.1..=10.0).contains(&(high / USUAL)) => signs.push(high / USUAL),
                None => {}
            }
        }
        if sizes.is_empty() {
            sizes = signs;
        }
        sizes.sort_by(f64::total_cmp);
        match sizes.get(sizes.len() / 2) {
            // Letters of usual fonts are a little higher and lower than those of others.
            Some(size) if *size > 0.0 && !(0.6..=1.6).contains(size) => *size,
            _ => 1.0,
        }
    }

    /// What a glyph draws that is a drawing of its own, in thousandths of the em that is said.
    fn drawn<'a>(&mut self, glyph: &Type3Glyph<'a>, paint: &Paint<'a>) -> Rc<Outline> {
        let key = glyph.cache_key();
        if let Some(known) = self.drawn.get(&key) {
            return Rc::clone(known);
        }
        let mut drawing = Drawing::default();
        glyph.interpret(&mut drawing, Affine::IDENTITY, Affine::IDENTITY, paint);
        let path = drawing.path;
        let has_elements = !path.elements().is_empty();
        let bounds = has_elements.then(|| path.bounding_box()).filter(|bounds| bounds.is_finite());
        let shape = Rc::new(Outline { digest: outline_digest(&path, 1.0), path, bounds, font: "".into() });
        self.drawn.insert(key, Rc::clone(&shape));
        shape
    }

    fn shape(
        &mut self,
        key: GlyphIdentifier,
        draw: impl FnOnce() -> (BezPath, Option<String>),
    ) -> Rc<Outline> {
        if let Some(known) = self.shapes.get(&key) {
            return Rc::clone(known);
        }
        let (path, name) = draw();
        let bounds = (!path.elements().is_empty()).then(|| path.bounding_box());
        let name = name.unwrap_or_default();
        // A file has few fonts, and many items share the name of each.
        let font = match self.names.iter().find(|known| ***known == *name) {
            Some(known) => Arc::clone(known),
            None => {
                let new: Arc<str> = name.into();
                self.names.push(Arc::clone(&new));
                new
            }
        };
        let digest = outline_digest(&path, 1.0);
        let shape = Rc::new(Outline { path, bounds, font, digest });
        self.shapes.insert(key, Rc::clone(&shape));
        shape
    }
}

//! Reads text from the glyphs that a PDF draws.
//!
//! - In: runs of glyphs, each with its position and its outline.
//! - Out: texts with their sizes and boxes in mm.
//! - Not here: joining consecutive texts (`page::joined`).

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use kurbo::{Affine, BezPath, Point, Rect, Shape, Vec2};
use rustc_hash::FxBuildHasher;

use super::hayro::{
    BfString, BlendMode, CacheKey, ClipPath, Device, DrawMode, DrawProps, Glyph, GlyphIdentifier, GlyphRun,
    Image, ImageDrawProps, Paint, SoftMask, Type3Glyph,
};
use super::item::{Balance, degrees, placed_bounds};
use super::{Rgb, Text};
use crate::digest;
use hexpress_base::mirrored::mirrored;

/// The number of glyph units per em.
const UNITS_PER_EM: f64 = 1000.0;
/// The height above the baseline that is assumed for text without outlines, in ems.
const ASCENT: f64 = 0.8;
/// The depth below the baseline that is assumed for text without outlines, in ems.
const DESCENT: f64 = -0.2;

/// The largest gap between two glyphs of the same text, in ems.
const MAX_GAP: f64 = 1.0;
/// A gap between two glyphs counts as a space if it is wider than this, in ems.
pub(super) const SPACE: f64 = 0.2;

/// The maximum number of glyphs to measure in a run, in order to find out how large a Type 3 font is drawn.
const MEASURED_GLYPHS: usize = 64;

/// The usual height of letters above the baseline, in ems.
const USUAL_HEIGHT: f64 = 0.6;

/// Returns the height of a letter above the baseline, in ems. Returns `None` if the height depends
/// on the font.
fn usual_height(letter: char) -> Option<f64> {
    match letter {
        'A'..='Z' | '0'..='9' | 'b' | 'd' | 'f' | 'h' | 'k' | 'l' => Some(0.7),
        'a' | 'c' | 'e' | 'm' | 'n' | 'o' | 'r' | 's' | 'u'..='x' | 'z' => Some(0.48),
        _ => None,
    }
}

/// Collects the drawings of a glyph in a Type 3 font.
#[derive(Default)]
struct DrawnGlyph {
    path: BezPath,
}

impl<'a> Device<'a> for DrawnGlyph {
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

/// The text of one line of glyphs, with its measurements.
pub(super) struct Measured {
    pub text: Text,
    /// A digest of the glyphs' outlines.
    pub outlines: u64,
}

/// The shapes of the glyphs in a file. They are stored once, because most pages draw the same
/// glyphs.
#[derive(Default)]
pub(super) struct Glyphs {
    outlines: HashMap<GlyphIdentifier, Rc<GlyphShape>, FxBuildHasher>,
    /// The shapes of the glyphs in Type 3 fonts, which are drawings. The key is the cache key that
    /// the library `hayro` gives to the glyph.
    drawings: HashMap<u128, Rc<GlyphShape>>,
    font_names: Vec<Arc<str>>,
}

/// The shape of a glyph, in thousandths of an em.
struct GlyphShape {
    path: BezPath,
    /// The exact bounding box, or `None` if the path is empty.
    bounds: Option<Rect>,
    font: Arc<str>,
    digest: u64,
}

/// A line of glyphs that is being read.
struct GlyphLine {
    origin: Point,
    /// The unit vector in the direction of the text.
    along: Vec2,
    /// The unit vector from the baseline to the tops of letters.
    up: Vec2,
    /// The size of an em, in mm.
    size: f64,
    string: String,
    /// The distance from `origin` to the end of the last glyph's advance, in mm.
    end: f64,
    font: Option<Arc<str>>,
    /// The lowest and the highest point of the outlines, measured upwards from the baseline, in mm. `None`
    /// until a glyph with an outline is added.
    heights: Option<(f64, f64)>,
    /// The bounding box of the outlines, in mm. `None` until a glyph with an outline is added.
    bounds: Option<Rect>,
    /// The sum of the digests of the outlines. The sum does not depend on how a program splits the text into
    /// runs.
    outlines: u64,
    balance: Balance,
    /// The number of glyphs that have an outline.
    outlined: usize,
    count: usize,
}

impl GlyphLine {
    fn new(origin: Point, along: Vec2, size: f64) -> Self {
        Self {
            origin,
            along,
            // `y` grows downwards, so this vector is `along` rotated by 90 degrees to the left, as
            // seen on the page.
            up: Vec2::new(along.y, -along.x),
            size,
            string: String::new(),
            end: 0.0,
            font: None,
            heights: None,
            bounds: None,
            outlines: 0,
            balance: Balance::default(),
            outlined: 0,
            count: 0,
        }
    }

    /// Returns the gap between the end of the line and the origin of a glyph, in mm.
    fn gap_to(&self, glyph: Affine) -> f64 {
        (glyph.translation().to_point() - self.origin).dot(self.along) - self.end
    }

    /// Returns whether a glyph at this place belongs to the line.
    fn continues_at(&self, glyph: Affine) -> bool {
        let gap = self.gap_to(glyph).abs();
        self.count == 0 || gap <= MAX_GAP * self.size || gap.is_nan()
    }

    /// Adds the characters and the advance of a glyph. If the gap before the glyph is as wide as a
    /// space, first adds a space.
    fn add_characters(&mut self, glyph: &Glyph<'_>, placed: Affine) {
        let needs_space = self.count > 0 && !self.string.ends_with(char::is_whitespace);
        if needs_space && self.gap_to(placed) > SPACE * self.size {
            self.string.push(' ');
        }
        self.count += 1;
        match glyph.as_unicode() {
            Some(BfString::Char(c)) => self.string.push(c),
            Some(BfString::String(s)) => self.string.push_str(&s),
            None => self.string.push(char::REPLACEMENT_CHARACTER),
        }
        let advance = match glyph {
            Glyph::Outline(glyph) => glyph.advance_width(),
            Glyph::Type3(glyph) => glyph.advance_width(),
        };
        let after = placed * Point::new(f64::from(advance.unwrap_or(0.0)), 0.0);
        self.end = (after - self.origin).dot(self.along);
    }

    /// Adds the outline of a glyph, if the glyph has one.
    fn add_shape(&mut self, shape: &GlyphShape, placed: Affine) {
        let Some(bounds) = shape.bounds else { return };
        self.outlines = self.outlines.wrapping_add(shape.digest);
        self.outlined += 1;
        let from_origin = placed.translation() - self.origin.to_vec2();
        self.balance.add(Balance::new(shape.digest, from_origin), Vec2::ZERO);
        for y in [bounds.y0, bounds.y1] {
            let height = (placed * Point::new(bounds.x0, y) - self.origin).dot(self.up);
            let (low, high) = self.heights.unwrap_or((height, height));
            self.heights = Some((low.min(height), high.max(height)));
        }
        let placed = placed_bounds(&shape.path, bounds, placed);
        self.bounds = Some(self.bounds.map_or(placed, |all| all.union(placed)));
    }

    /// Puts the characters of right-to-left text into reading order. `end` is the index of the first glyph
    /// after the line, counted from the start of `run`.
    ///
    /// In such text, the glyph of a bracket shows the mirror image of its character. So each bracket is also
    /// replaced by its mirror image.
    fn reverse(&mut self, run: &GlyphRun<'_, '_>, end: usize) {
        let own = run.glyphs().get(end.saturating_sub(self.count)..end).unwrap_or_default();
        self.string.clear();
        for glyph in own.iter().rev() {
            match glyph.as_unicode() {
                Some(BfString::Char(c)) => self.string.push(mirrored(c)),
                Some(BfString::String(s)) => self.string.push_str(&s),
                None => self.string.push(char::REPLACEMENT_CHARACTER),
            }
        }
    }

    fn measured(self, colour: Rgb) -> Measured {
        let (low, high) = self.heights.unwrap_or((DESCENT * self.size, ASCENT * self.size));
        let corners = [(0.0, low), (self.end, low), (self.end, high), (0.0, high)]
            .map(|(right, above)| self.origin + self.along * right + self.up * above);
        let [c0, c1, c2, c3] = corners;
        let text = Text {
            string: self.string,
            font: self.font.unwrap_or_default(),
            size: self.size,
            angle: degrees(self.along),
            origin: self.origin,
            corners,
            colour,
            outline: self
                .bounds
                .unwrap_or_else(|| Rect::from_points(c0, c2).union(Rect::from_points(c1, c3))),
            invisible: false,
            balance: self.balance,
            glyphs: self.outlined,
        };
        Measured { text, outlines: self.outlines }
    }
}

impl Glyphs {
    /// Converts a run of glyphs to texts, and measures them. `to_page` transforms the run to mm. Returns
    /// several texts if glyphs are far apart, and none if the glyphs have no size. If `is_leftward` is true,
    /// the glyphs run from right to left, and are in the reverse of reading order.
    pub(super) fn texts<'a>(
        &mut self,
        run: &GlyphRun<'_, 'a>,
        to_page: Affine,
        paint: &Paint<'a>,
        colour: Rgb,
        is_leftward: bool,
    ) -> Vec<Measured> {
        let (mut texts, mut next) = (Vec::new(), 0);
        while let Some(mut line) = self.first_glyph(run, next, to_page, paint) {
            for glyph in run.glyphs().iter().skip(next) {
                let placed = to_page * glyph.transform();
                if !line.continues_at(placed) {
                    break;
                }
                line.add_characters(glyph, placed);
                let shape = self.shape_of(glyph, paint, &mut line.font);
                line.add_shape(&shape, placed);
            }
            next += line.count;
            if is_leftward {
                line.reverse(run, next);
            }
            texts.push(line.measured(colour));
        }
        texts
    }

    /// Begins a line of text at the glyph with this index. The line does not contain this glyph yet.
    /// Returns `None` if the glyph does not exist or has no size.
    fn first_glyph<'a>(
        &mut self,
        run: &GlyphRun<'_, 'a>,
        index: usize,
        to_page: Affine,
        paint: &Paint<'a>,
    ) -> Option<GlyphLine> {
        let first = to_page * run.glyphs().get(index)?.transform();
        let [a, b, ..] = first.as_coeffs();
        let unit = Vec2::new(a, b);
        let length = unit.hypot();
        let nominal_size = first.determinant().abs() / length * UNITS_PER_EM;
        if !(nominal_size.is_finite() && nominal_size > 0.0) {
            return None;
        }
        let size = nominal_size * self.drawn_size(run, index, paint);
        Some(GlyphLine::new(first.translation().to_point(), unit / length, size))
    }

    /// Returns the shape of a glyph. If `font` is still empty, stores the name of the glyph's font
    /// in `font`.
    fn shape_of<'a>(
        &mut self,
        glyph: &Glyph<'a>,
        paint: &Paint<'a>,
        font: &mut Option<Arc<str>>,
    ) -> Rc<GlyphShape> {
        match glyph {
            Glyph::Outline(source) => {
                let shape = self.outline(source.identifier(), || {
                    (source.outline(), source.font_data().and_then(|data| data.postscript_name))
                });
                font.get_or_insert_with(|| Arc::clone(&shape.font));
                shape
            }
            Glyph::Type3(source) => self.drawing(source, paint),
        }
    }

    /// Returns how large the glyphs of a run are drawn, as a multiple of the nominal size. Measures
    /// the glyphs from the index `start` on.
    ///
    /// Type 3 fonts may draw glyphs in any size, so their letters are measured. For all other
    /// fonts, the result is 1.
    fn drawn_size<'a>(&mut self, run: &GlyphRun<'_, 'a>, start: usize, paint: &Paint<'a>) -> f64 {
        let (mut letter_sizes, mut other_sizes) = (Vec::new(), Vec::new());
        for glyph in run.glyphs().iter().skip(start).take(MEASURED_GLYPHS) {
            let Glyph::Type3(source) = &**glyph else { return 1.0 };
            let share = match glyph.as_unicode() {
                Some(BfString::Char(letter)) => usual_height(letter),
                Some(BfString::String(_)) => None,
                // A glyph with an unknown character is usually a letter.
                None => Some(USUAL_HEIGHT),
            };
            let Some(bounds) = self.drawing(source, paint).bounds else { continue };
            // Some programs draw glyphs upside down in a mirrored coordinate system.
            let high = bounds.y1.max(-bounds.y0) / UNITS_PER_EM;
            match share {
                Some(share) => letter_sizes.push(high / share),
                // Most characters other than letters are between a tenth and ten times as high as a letter.
                // Only a height outside this range shows that the font is drawn in an unusual size.
                None if !(0.1..=10.0).contains(&(high / USUAL_HEIGHT)) => {
                    other_sizes.push(high / USUAL_HEIGHT)
                }
                None => {}
            }
        }
        let mut sizes = if letter_sizes.is_empty() { other_sizes } else { letter_sizes };
        sizes.sort_by(f64::total_cmp);
        match sizes.get(sizes.len() / 2) {
            // The heights of letters differ slightly between fonts, so a measured size close to 1
            // counts as 1.
            Some(size) if *size > 0.0 && !(0.6..=1.6).contains(size) => *size,
            _ => 1.0,
        }
    }

    /// Returns the shape of a glyph in a Type 3 font. Such a glyph is a drawing.
    fn drawing<'a>(&mut self, glyph: &Type3Glyph<'a>, paint: &Paint<'a>) -> Rc<GlyphShape> {
        let key = glyph.cache_key();
        if let Some(known) = self.drawings.get(&key) {
            return Rc::clone(known);
        }
        let mut drawing = DrawnGlyph::default();
        glyph.interpret(&mut drawing, Affine::IDENTITY, Affine::IDENTITY, paint);
        let path = drawing.path;
        let has_elements = !path.elements().is_empty();
        let bounds = has_elements.then(|| path.bounding_box()).filter(|bounds| bounds.is_finite());
        let shape =
            Rc::new(GlyphShape { digest: digest::of_outline(&path, 1.0), path, bounds, font: "".into() });
        self.drawings.insert(key, Rc::clone(&shape));
        shape
    }

    /// Returns the shape of a glyph with an outline. `draw` returns the outline and the name of the
    /// font.
    fn outline(
        &mut self,
        key: GlyphIdentifier,
        draw: impl FnOnce() -> (BezPath, Option<String>),
    ) -> Rc<GlyphShape> {
        if let Some(known) = self.outlines.get(&key) {
            return Rc::clone(known);
        }
        let (path, name) = draw();
        let bounds = (!path.elements().is_empty()).then(|| path.bounding_box());
        let name = name.unwrap_or_default();
        // The name of a font is stored once, because a file has few fonts and many items.
        let font = match self.font_names.iter().find(|known| ***known == *name) {
            Some(known) => Arc::clone(known),
            None => {
                let new: Arc<str> = name.into();
                self.font_names.push(Arc::clone(&new));
                new
            }
        };
        let digest = digest::of_outline(&path, 1.0);
        let shape = Rc::new(GlyphShape { path, bounds, font, digest });
        self.outlines.insert(key, Rc::clone(&shape));
        shape
    }
}

//! Replaces the colours of a sheet, so that the sheet can be printed with less ink or only in
//! black.
//!
//! - In: the finished drawings of a sheet, and the inking that the user chose.
//! - Out: the same drawings with other inks.
//! - Not here: changing shapes or places.
//!
//! Colours are replaced only after the whole sheet is drawn, because the ink of a text depends on
//! the area behind the text.

use std::collections::VecDeque;
use std::sync::Arc;

use kurbo::{
    Affine, BezPath, ParamCurve as _, ParamCurveArclen as _, PathSeg, Point, Rect, Shape as _, Vec2,
};
use rustc_hash::FxHashMap;

use super::pattern;
use hexpress_base::box_index::BoxIndex;
use hexpress_base::sorted_map::SortedMap;
use hexpress_scene::print::ink::{
    Contrast, LARGE_AREA_MM2, MIN_MEAN_WIDTH_MM, OF_FIGURES, OF_LINES, OF_WORDS, Rgb,
};
use hexpress_scene::print::setup::Inking;
use hexpress_scene::text::Shaper;
use hexpress_scene::{
    CellDrawings, CellRow, Drawing, Group, Ink, Look, Pattern, PatternPart, Role, Shared, Stroke, Text,
};

const PAPER: Rgb = [0xFF; 3];
/// How many of the most recent halos are kept. The halo behind a text is one of them. The number is this
/// large because each run of letters has its own halo, and one element may have many runs.
const MAX_KEPT_HALOS: usize = 32;

/// The largest luminance at which a pale line is still visible on white paper.
const MAX_LINE_LUMINANCE: f64 = 0.4;
/// The luminance at and above which a halo or a line counts as light.
const LIGHT: f64 = 0.5;
/// A ground with a pattern, such as a board's background, counts as large if it covers at least this area, in
/// mm². A square of this area is about 7 cm wide.
///
/// In low-ink printing, the pattern of a large ground is printed as pale as other large areas. Words and
/// cells over the pattern are then easier to see. In black print, the pattern stays dark, because pale lines
/// would become rows of dots.
const LARGE_GROUND: f64 = 5_000.0;
/// A light line on a close pattern, whose rows are close together, stays light if it is at least this wide,
/// in mm. The line interrupts the pattern, so readers see it even if it has the colour of the paper.
const GAP: f64 = 1.0;
/// An icon counts as a large area only if it fills at least this area, in mm². This is the area of a square
/// with sides of 2 cm.
const LARGE_ICON: f64 = 400.0;
/// In a close pattern, the distance between rows is at most this length, in nm (nanometres).
const CLOSE_ROWS_NM: u32 = 4_000_000;
/// The width of the white halo that words get on a pattern, as a fraction of their font size.
const HALO_WIDTH: f64 = 0.12;
/// The smallest and the largest width of the white halo that words get on a pattern, in mm.
const HALO_RANGE: [f64; 2] = [0.3, 0.9];

/// Returns drawings with the inks that are used for printing.
///
/// Words on a pattern get a white halo, because the pattern is printed with more contrast than in the
/// layout.
pub fn inked(inking: Inking, shaper: &Shaper<'_>, drawings: &[Drawing]) -> Vec<Drawing> {
    Inker::new(inking, shaper).drawings(drawings, Affine::IDENTITY, None)
}

/// A ground, which is the area or the paper behind a drawing. It has two colours: the one in the layout, and
/// the one that is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct GroundColour {
    layout: Rgb,
    printed: Rgb,
    texture: Texture,
}

/// Whether a ground has a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Texture {
    Plain,
    Pattern,
    /// A pattern with rows that are close together. A light line over this pattern is visible as a gap.
    ClosePattern,
}

impl Texture {
    fn from_fill(fill: &Ink) -> Self {
        match &fill.pattern {
            None => Self::Plain,
            Some(pattern) if pattern.down <= CLOSE_ROWS_NM => Self::ClosePattern,
            Some(_) => Self::Pattern,
        }
    }
}

impl GroundColour {
    const PAPER: Self = Self { layout: PAPER, printed: PAPER, texture: Texture::Plain };
}

/// An area that may be behind later drawings. Its coordinates are those of the sheet.
struct Area {
    bounds: Rect,
    /// The outline. `None` if the area fills its bounding box.
    outline: Option<BezPath>,
    /// The colour, or `None` for a picture made of pixels.
    ground: Option<GroundColour>,
}

/// A halo around text. It counts as the ground of the text, which must be legible on it.
struct Halo {
    bounds: Rect,
    ground: GroundColour,
}

/// The properties on which the printed version of a shared drawing depends.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct SharedKey {
    /// The address of the shared drawing in memory.
    address: usize,
    /// The ground behind each part of the shared drawing.
    grounds: Vec<Option<GroundColour>>,
    /// The factor by which the area of the drawing is scaled on the sheet, in millionths. The factor matters
    /// because large and small areas get different inks.
    scale: i64,
}

/// The properties on which the printed version of a look depends. A look is a drawing that many cells
/// share.
#[derive(PartialEq, Eq, Hash)]
struct PrintedLook {
    look: u32,
    grounds: Vec<Option<GroundColour>>,
}

/// Replaces the inks of drawings, in the order in which they are drawn.
struct Inker<'s, 'f> {
    inking: Inking,
    shaper: &'s Shaper<'f>,
    /// The areas that are already drawn.
    drawn_areas: Vec<Area>,
    index: BoxIndex,
    /// For each drawing of the current group that is already processed, the ground behind it.
    grounds: Vec<Option<GroundColour>>,
    /// The shared drawings that are already processed, with their printed inks.
    inked_shared: SortedMap<SharedKey, Arc<Shared>>,
    halos: VecDeque<Halo>,
    /// Whether the current pattern covers a large ground.
    is_on_large_ground: bool,
    /// Whether the current drawing is part of an icon.
    is_in_icon: bool,
    /// The patterns that the inker has drawn. They stay in memory, so that no other drawing gets one of their
    /// addresses: `inked_shared` identifies shared drawings by their addresses.
    patterns: Vec<Vec<Drawing>>,
}

impl<'s, 'f> Inker<'s, 'f> {
    fn new(inking: Inking, shaper: &'s Shaper<'f>) -> Self {
        Self {
            inking,
            shaper,
            drawn_areas: Vec::new(),
            index: BoxIndex::default(),
            grounds: Vec::new(),
            inked_shared: SortedMap::new(),
            halos: VecDeque::new(),
            is_on_large_ground: false,
            is_in_icon: false,
            patterns: Vec::new(),
        }
    }

    fn drawings(&mut self, drawings: &[Drawing], frame: Affine, clip: Option<Rect>) -> Vec<Drawing> {
        drawings.iter().map(|drawing| self.draw(drawing, frame, clip)).collect()
    }

    /// Returns a drawing with its printed inks. `frame` is the transform from the drawing to the
    /// sheet, and `clip` is the part of the sheet that is visible.
    fn draw(&mut self, item: &Drawing, frame: Affine, clip: Option<Rect>) -> Drawing {
        match item {
            Drawing::Path { path, fill: Some(fill), stroke: Some(rim) } if rim.round && rim.ink == *fill => {
                self.halo(path, fill, rim, frame, clip)
            }
            Drawing::Path { path, fill: Some(fill), stroke } if pattern::has_hidden_pattern(fill) => {
                let parts = pattern::with_motifs(path.clone(), fill, stroke.clone());
                self.is_on_large_ground = (frame * path.clone()).area().abs() >= LARGE_GROUND;
                let printed = self.drawings(&parts, frame, clip);
                self.is_on_large_ground = false;
                self.patterns.push(parts);
                Drawing::Group(Group::plain(printed))
            }
            Drawing::Path { path, fill, stroke } => {
                let stroke = stroke.as_ref().map(|stroke| self.stroke(stroke, path, frame));
                let fill = fill.as_ref().map(|fill| self.fill(fill, path, frame, clip));
                Drawing::Path { path: path.clone(), fill, stroke }
            }
            Drawing::EvenOdd { path, fill } => {
                Drawing::EvenOdd { path: path.clone(), fill: self.fill(fill, path, frame, clip) }
            }
            Drawing::Text(text) => self.text(text, frame),
            Drawing::Image { transform, .. } => {
                let bounds = (frame * *transform).transform_rect_bbox(Rect::new(0.0, 0.0, 1.0, 1.0));
                self.drawn_areas.push(Area { bounds: clipped(bounds, clip), outline: None, ground: None });
                item.clone()
            }
            Drawing::Cells(cells) => Drawing::Cells(self.cells(cells, frame, clip)),
            // Printer's marks are small, and already black or grey.
            Drawing::Group(group) if matches!(group.role, Role::Cut(_) | Role::PrinterMark) => item.clone(),
            Drawing::Group(group) => {
                let inner = frame * group.transform;
                let own_rect = group.clip.as_ref().map(|path| inner.transform_rect_bbox(path.bounding_box()));
                let inner_clip = own_rect.map(|own_rect| clipped(own_rect, clip)).or(clip);
                let was_in_icon = self.is_in_icon;
                self.is_in_icon |= group.is_icon;
                let drawings = self.drawings(&group.drawings, inner, inner_clip);
                self.is_in_icon = was_in_icon;
                Drawing::Group(Group { drawings, ..group.clone() })
            }
            Drawing::Use { shared, transform } => {
                Drawing::Use { shared: self.shared(shared, frame * *transform, clip), transform: *transform }
            }
        }
    }

    /// Returns a halo with the printed ink of its fill and its line. A light halo stays light even
    /// if the ground becomes equally light, so that words on the halo are legible.
    fn halo(
        &mut self,
        path: &BezPath,
        fill: &Ink,
        line: &Stroke,
        frame: Affine,
        clip: Option<Rect>,
    ) -> Drawing {
        let ink = if hexpress_scene::luminance(fill.rgb) >= LIGHT {
            let ink = self.area_ink(fill);
            self.cover(frame * path.clone(), clip, fill, &ink);
            ink
        } else {
            self.fill(fill, path, frame, clip)
        };
        let bounds = frame.transform_rect_bbox(path.control_box());
        let ground = GroundColour { layout: fill.rgb, printed: ink.rgb, texture: Texture::Plain };
        self.halos.push_back(Halo { bounds, ground });
        if self.halos.len() > MAX_KEPT_HALOS {
            self.halos.pop_front();
        }
        let stroke = Some(Stroke { ink: ink.clone(), ..line.clone() });
        Drawing::Path { path: path.clone(), fill: Some(ink), stroke }
    }

    /// Returns words with their printed ink. Words on a pattern get a halo behind them.
    fn text(&mut self, text: &Text, frame: Affine) -> Drawing {
        let ground = self.text_ground(text, frame);
        self.grounds.push(ground);
        let ink = match ground {
            Some(ground) => self.mark_on(&text.ink, ground, OF_WORDS),
            None => recoloured(&text.ink, self.inking.mark(text.ink.rgb)),
        };
        let words = Drawing::Text(Text { ink, ..text.clone() });
        let Some(ground) = ground.filter(|ground| ground.texture != Texture::Plain) else { return words };
        let path = self.shaper.outlines(text.font, text.size, text.origin, &text.glyphs);
        // A text of spaces has no outline.
        if path.elements().is_empty() {
            return words;
        }
        let halo = Ink::from_rgb(ground.printed);
        let width = (text.size * HALO_WIDTH).clamp(HALO_RANGE[0], HALO_RANGE[1]);
        let stroke = Stroke { round: true, ..Stroke::solid(2.0 * width, halo.clone()) };
        let behind = Drawing::Path { path, fill: Some(halo), stroke: Some(stroke) };
        Drawing::Group(Group::plain(vec![behind, words]))
    }

    /// Returns the ground that is directly behind words, or `None` if the words are on a picture.
    fn text_ground(&mut self, text: &Text, frame: Affine) -> Option<GroundColour> {
        let advance: f64 = text.glyphs.iter().map(|glyph| glyph.advance).sum();
        let end = text.origin + Vec2::new(advance / 1000.0 * text.size, 0.0);
        let centre = text.origin + Vec2::new(advance / 2000.0 * text.size, -0.35 * text.size);
        match self.halo_at([frame * text.origin, frame * end]) {
            Some(ground) => Some(ground),
            None => self.ground_at(frame * centre),
        }
    }

    /// Returns the cells of a board with their printed inks. If two cells have the same look and
    /// the same grounds behind them, the cells also share a look in the result.
    fn cells(&mut self, cells: &CellDrawings, frame: Affine, clip: Option<Rect>) -> CellDrawings {
        let mut looks: Vec<Look> = Vec::new();
        let mut numbers: FxHashMap<PrintedLook, u32> = FxHashMap::default();
        let mut places = Vec::with_capacity(cells.places.len());
        for placed in &cells.places {
            let group = cells.group(*placed);
            let (drawings, grounds) = self.draws_with_grounds(&group.drawings, frame * group.transform, clip);
            let number = *numbers.entry(PrintedLook { look: placed.look, grounds }).or_insert_with(|| {
                let shift = cells.looks.get(placed.look as usize).map_or(Vec2::ZERO, |look| look.shift);
                looks.push(Look { shift, drawings });
                looks.len() as u32 - 1
            });
            places.push(CellRow { look: number, ..*placed });
        }
        CellDrawings {
            component: Arc::clone(&cells.component),
            subject: cells.subject,
            lattice: cells.lattice,
            looks: looks.into(),
            words: Arc::clone(&cells.words),
            places,
        }
    }

    /// Returns a shared drawing with its printed inks. The result is reused at every place that has
    /// the same grounds and the same scale.
    fn shared(&mut self, shared: &Arc<Shared>, frame: Affine, clip: Option<Rect>) -> Arc<Shared> {
        let (drawings, grounds) = self.draws_with_grounds(&shared.drawings, frame, clip);
        self.grounds.extend(&grounds);
        let scale = (frame.determinant() * 1e6).round() as i64;
        let key = SharedKey { address: Arc::as_ptr(shared) as usize, grounds, scale };
        let printed = self
            .inked_shared
            .entry(key)
            .or_insert_with(|| Arc::new(Shared { drawings, large: shared.large, bounds: shared.bounds }));
        Arc::clone(printed)
    }

    /// Returns drawings with their printed inks, and the grounds behind the drawings.
    fn draws_with_grounds(
        &mut self,
        drawings: &[Drawing],
        frame: Affine,
        clip: Option<Rect>,
    ) -> (Vec<Drawing>, Vec<Option<GroundColour>>) {
        let before = std::mem::take(&mut self.grounds);
        let printed = self.drawings(drawings, frame, clip);
        (printed, std::mem::replace(&mut self.grounds, before))
    }

    /// Returns the printed ink of a filled path. The path becomes a ground for later drawings.
    fn fill(&mut self, fill: &Ink, path: &BezPath, frame: Affine, clip: Option<Rect>) -> Ink {
        let outline = frame * path.clone();
        let bounds = outline.bounding_box();
        let least = if self.is_in_icon { LARGE_ICON } else { LARGE_AREA_MM2 };
        let ink = if let Some(ink) = self.pattern_ink(fill) {
            // The lines of a pattern are not a ground for other drawings.
            if fill.pattern.as_ref().is_some_and(|pattern| pattern.part == PatternPart::Lines) {
                return ink;
            }
            ink
        } else if is_large(&outline, least) || fill.shade.is_some() {
            self.area_ink(fill)
        } else {
            // The areas below a small figure often meet exactly at its middle. At this point, rounding would
            // decide which area is found. The ground is therefore looked up slightly away from the middle.
            let beside = bounds.size().to_vec2();
            self.mark(fill, bounds.center() + Vec2::new(0.023 * beside.x, 0.014 * beside.y), OF_FIGURES)
        };
        self.cover(outline, clip, fill, &ink);
        ink
    }

    /// Makes a filled area a ground for later drawings. `outline` is in the coordinates of the sheet.
    fn cover(&mut self, outline: BezPath, clip: Option<Rect>, fill: &Ink, ink: &Ink) {
        let bounds = clipped(outline.bounding_box(), clip);
        let ground = GroundColour { layout: fill.rgb, printed: ink.rgb, texture: Texture::from_fill(fill) };
        self.drawn_areas.push(Area { bounds, outline: Some(outline), ground: Some(ground) });
    }

    /// Returns the printed ink of a large area. If the ink has a gradient, all of its colours are
    /// replaced.
    fn area_ink(&self, fill: &Ink) -> Ink {
        match &fill.shade {
            None => recoloured(fill, self.inking.area(fill.rgb)),
            Some(shade) => shade.map(|rgb| self.inking.area(rgb)).into_ink(&fill.name),
        }
    }

    fn stroke(&mut self, stroke: &Stroke, path: &BezPath, frame: Affine) -> Stroke {
        let scale = libm::sqrt(frame.determinant().abs());
        let width = stroke.width * scale;
        let ink = if let Some(ink) = self.pattern_ink(&stroke.ink) {
            ink
        } else if width >= MIN_MEAN_WIDTH_MM && width * (length(path) * scale) >= LARGE_AREA_MM2 {
            recoloured(&stroke.ink, self.inking.area(stroke.ink.rgb))
        } else {
            // The ground is looked up slightly inside the path, because at a point exactly on the path the
            // lookup could find the area outside.
            let on = path.segments().next().map_or(Point::ZERO, |segment: PathSeg| segment.eval(0.5));
            let inside = on.lerp(path.bounding_box().center(), 0.03);
            let ground = self.ground_at(frame * inside);
            self.grounds.push(ground);
            let is_gap = width >= GAP && hexpress_scene::luminance(stroke.ink.rgb) >= LIGHT;
            match ground {
                Some(ground) if is_gap && ground.texture == Texture::ClosePattern => {
                    self.area_ink(&stroke.ink)
                }
                ground => self.mark_over(&stroke.ink, ground, OF_LINES),
            }
        };
        Stroke { ink, ..stroke.clone() }
    }

    /// Returns the printed ink of a part of a pattern, or `None` if `ink` is not the ink of a part.
    ///
    /// The ground of the pattern becomes white, because the lines of the pattern are enough to recognise the
    /// area.
    fn pattern_ink(&self, ink: &Ink) -> Option<Ink> {
        let pattern = ink.pattern.as_ref()?;
        Some(match pattern.part {
            PatternPart::Lines => self.pale_lines(ink, pattern).unwrap_or_else(|| {
                recoloured(ink, self.inking.mark_on(ink.rgb, pattern.other_ink.rgb, PAPER, OF_LINES))
            }),
            _ => Ink::from_rgb(PAPER),
        })
    }

    /// If the lines of a pattern may be as pale as large areas, returns the ink in which they are printed.
    /// This is possible only in low-ink printing, and only if the ground is large or the lines differ from it
    /// in colour. Light lines on a dark ground are printed in a pale version of the ground's colour, because
    /// the ground itself becomes white.
    ///
    /// Returns `None` if the lines must keep their contrast, for example because pale lines would not be
    /// visible on paper. `pattern.other_ink` is the ink of the ground.
    fn pale_lines(&self, lines: &Ink, pattern: &Pattern) -> Option<Ink> {
        let may_be_pale =
            self.inking == Inking::Low && (self.is_on_large_ground || lines.rgb != pattern.other_ink.rgb);
        let is_inverted =
            hexpress_scene::luminance(lines.rgb) > hexpress_scene::luminance(pattern.other_ink.rgb);
        let pale = match is_inverted {
            true => recoloured(lines, self.inking.area(pattern.other_ink.rgb)),
            false => self.area_ink(lines),
        };
        (may_be_pale && hexpress_scene::luminance(pale.rgb) <= MAX_LINE_LUMINANCE).then_some(pale)
    }

    /// Returns the ground of a text that has a halo, or `None` if the text has no halo. `ends` are
    /// the ends of the text's baseline.
    fn halo_at(&self, ends: [Point; 2]) -> Option<GroundColour> {
        // Round letters and accents extend slightly beyond both ends of the baseline.
        let halo = self
            .halos
            .iter()
            .rev()
            .find(|halo| ends.iter().all(|end| halo.bounds.inflate(1.0, 1.0).contains(*end)))?;
        Some(halo.ground)
    }

    /// Returns the printed ink of a text, a line, an icon or a small figure. `keeps` says how much contrast
    /// the ink needs with the ground at the point `at`.
    fn mark(&mut self, ink: &Ink, at: Point, keeps: Contrast) -> Ink {
        let ground = self.ground_at(at);
        self.grounds.push(ground);
        self.mark_over(ink, ground, keeps)
    }

    /// Returns the printed ink of a mark, such as a text or a line. `ground` is `None` if the mark is
    /// on a picture made of pixels.
    fn mark_over(&self, ink: &Ink, ground: Option<GroundColour>, keeps: Contrast) -> Ink {
        match ground {
            Some(ground) => self.mark_on(ink, ground, keeps),
            None => recoloured(ink, self.inking.mark(ink.rgb)),
        }
    }

    /// Returns the topmost ground at a point of the sheet, or `None` if a picture is there.
    fn ground_at(&mut self, at: Point) -> Option<GroundColour> {
        let drawn_areas = &self.drawn_areas;
        let covers =
            |i: usize| drawn_areas[i].outline.as_ref().is_none_or(|outline| outline.winding(at) != 0);
        let topmost = self.index.topmost(0..drawn_areas.len(), at, |i| Some(drawn_areas[i].bounds), covers);
        topmost.map_or(Some(GroundColour::PAPER), |i| drawn_areas[i].ground)
    }

    /// Returns the printed ink of a mark on a ground. A mark that has the same colour as its ground
    /// stays invisible.
    fn mark_on(&self, ink: &Ink, ground: GroundColour, keeps: Contrast) -> Ink {
        if ink.rgb == ground.layout {
            return recoloured(ink, ground.printed);
        }
        recoloured(ink, self.inking.mark_on(ink.rgb, ground.layout, ground.printed, keeps))
    }
}

/// Returns whether a filled path has at least the area `least`, in mm², and is not a thin strip.
fn is_large(outline: &BezPath, least: f64) -> bool {
    let area = outline.area().abs();
    // Twice the area of a strip divided by its perimeter is about the width of the strip, because the
    // perimeter is about twice the length.
    area >= least && 2.0 * area >= MIN_MEAN_WIDTH_MM * length(outline)
}

fn length(path: &BezPath) -> f64 {
    path.segments().map(|segment| segment.arclen(0.1)).sum()
}

/// Returns an ink with the colour `rgb`. If this is the colour of `ink`, the ink keeps its name.
fn recoloured(ink: &Ink, rgb: Rgb) -> Ink {
    if ink.rgb == rgb { ink.clone() } else { Ink::from_rgb(rgb) }
}

fn clipped(bounds: Rect, clip: Option<Rect>) -> Rect {
    clip.map_or(bounds, |clip| bounds.intersect(clip))
}

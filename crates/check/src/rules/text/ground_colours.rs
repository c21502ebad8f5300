//! Finds the colours behind a text: fills, gradients, wide lines, patterns and paper.
//!
//! - In: the drawings of a page in drawing order, and points inside texts of the page.
//! - Out: every colour that may be visible behind the text at such a point.
//! - Not here: the colours of pictures, masks and blend modes, which are unknown.

use kurbo::{Line, ParamCurve as _, ParamCurveNearest as _, PathEl, Point, Rect};

use crate::facts::piece_look::Ruling;
use crate::facts::{PageContext, visible_bounds};
use hexpress_base::box_index::BoxIndex;
use hexpress_base::geometry::winding;
use hexpress_base::identity::{Feature, Identity, Single};
use hexpress_read::{Item, ItemKind, Outline, Rgb, Stroke};

/// A line counts as background for text only if it is at least this wide, in mm.
pub const MIN_GROUND_LINE: f64 = 0.5;
/// A line counts as background for a text only if its width is at least this fraction of the height of
/// the text.
const MIN_GROUND_LINE_SHARE: f64 = 0.5;
/// The smallest number of lines or dots in a row of a pattern.
const MIN_PARTS_OF_ROW: usize = 2;
/// Two rows of a pattern may differ in size by at most this, in mm. Each row is shifted horizontally or
/// vertically from the one before, and may be out of place by as much.
const ROW_TOLERANCE: f64 = 0.005;
/// If more transparent drawings than this are on top of each other, the colours behind the text count as
/// unknown.
const MAX_LAYERS: usize = 20;
/// For transparent drawings on top of each other, at most this number of visible colours are computed.
const MAX_COLOURS: usize = 500;

/// Finds the colours behind the texts of a page.
pub struct Grounds<'page> {
    context: &'page PageContext<'page>,
    drawings: BoxIndex,
    /// The drawings that belong to patterns; `None` for a page without patterns.
    patterns: Option<BoxIndex>,
    /// The index of the topmost drawing behind the text, at the point that was looked up last.
    last_topmost: Option<usize>,
    /// The index of the first drawing of the piece that the last looked-up text belongs to. 0 if the
    /// page shows no pieces.
    piece_start: usize,
    /// The index of the last looked-up text among all drawings of the page.
    last_text: usize,
    paper: Rgb,
}

/// The colours that a transparent drawing may have at a point, and its opacity from 0 to 1.
struct Layer {
    colours: Vec<Rgb>,
    opacity: f64,
}

impl<'page> Grounds<'page> {
    /// Prepares looking up the colours behind the texts of a page. `paper` is the colour of the paper.
    pub fn new(context: &'page PageContext<'page>, paper: Rgb) -> Self {
        let items = &context.page.items;
        let has_patterns = (0..items.len()).any(|index| pattern_colour(items, index).is_some());
        Self {
            context,
            drawings: BoxIndex::default(),
            patterns: has_patterns.then(BoxIndex::default),
            last_topmost: None,
            piece_start: 0,
            last_text: 0,
            paper,
        }
    }

    /// Returns the colour of a pattern behind the text `index` at a point. Returns `None` if no pattern
    /// is there, or if the topmost background covers the pattern.
    ///
    /// The caller must call [`Self::colours_below`] for the same point first.
    pub fn pattern_colour_below(&mut self, index: usize, point: Point) -> Option<Rgb> {
        let items = &self.context.page.items;
        let row = self.patterns.as_mut()?.topmost(
            0..index,
            point,
            |row| pattern_bounds(items, row),
            |row| !is_cut_off(&items[row], point),
        )?;
        pattern_colour(items, row).filter(|_| self.last_topmost.is_none_or(|ground| ground < row))
    }

    /// Returns the colours that may be visible behind a text at a point; `None` if they are unknown.
    ///
    /// `index` is the index of the text, and `height` is its height in mm. Texts must be looked up in
    /// drawing order.
    pub fn colours_below(&mut self, index: usize, point: Point, height: f64) -> Option<Vec<Rgb>> {
        self.find_piece_start(index);
        let items = &self.context.page.items;
        // `layers` contains the transparent drawings at the point. The topmost one comes first.
        let mut layers: Vec<Layer> = Vec::new();
        let mut before = index;
        loop {
            let topmost = self.topmost(before, point, height);
            if before == index {
                self.last_topmost = topmost;
            }
            let Some(drawing) = topmost else { return Some(colours_through(layers, vec![self.paper])) };
            let colours = colours_of(&items[drawing], point, height)?;
            let opacity = items[drawing].opacity;
            if opacity >= 1.0 {
                return Some(colours_through(layers, colours));
            }
            layers.push(Layer { colours, opacity });
            if layers.len() > MAX_LAYERS {
                return None;
            }
            before = drawing;
        }
    }

    /// Finds the first drawing of the piece to which a text belongs.
    ///
    /// Pieces do not overlap, so only drawings of the same piece can be behind the text. On a page by
    /// another program, no id identifies a piece, so all earlier drawings are searched.
    fn find_piece_start(&mut self, index: usize) {
        if self.context.found.is_some() || self.context.sheet.is_foreign() {
            return;
        }
        let items = &self.context.page.items;
        let feature = items[index].id.as_deref().and_then(Identity::feature);
        if feature == Some(&Feature::Single(Single::VersionMarks)) {
            // The version marks of all pieces have the same id, so it is unknown which piece a mark is
            // on. Any earlier drawing may be behind it.
            self.piece_start = 0;
            self.last_text = index;
            return;
        }
        let start = (self.last_text.max(1)..=index).rev().find(|i| items[i - 1].id != items[index].id);
        self.piece_start = start.unwrap_or(self.piece_start);
        self.last_text = index;
    }

    /// Returns the topmost drawing at a point. Considers only drawings that are drawn before the one
    /// with the index `before`. Returns `None` if no drawing is there.
    fn topmost(&mut self, before: usize, point: Point, height: f64) -> Option<usize> {
        let items = &self.context.page.items;
        self.drawings.topmost(
            self.piece_start..before,
            point,
            |index| ground_bounds(&items[index]),
            |index| covers_point(&items[index], point, height),
        )
    }
}

/// Returns the bounds of a drawing that can be the background of a text; `None` for other drawings.
fn ground_bounds(item: &Item) -> Option<Rect> {
    match &item.kind {
        ItemKind::Path { fill: Some(_), .. } | ItemKind::Image { .. } => visible_bounds(item),
        ItemKind::Path { stroke: Some(line), .. } if line.width >= MIN_GROUND_LINE => visible_bounds(item),
        _ => None,
    }
}

fn covers_point(item: &Item, point: Point, height: f64) -> bool {
    if is_cut_off(item, point) {
        return false;
    }
    match &item.kind {
        ItemKind::Path { path, fill, stroke } => {
            wide_line_at(path, stroke.as_deref(), point, height).is_some()
                || (fill.is_some() && winding(path, point) != 0)
        }
        _ => true,
    }
}

/// Returns whether a clip path hides a drawing at a point.
fn is_cut_off(item: &Item, point: Point) -> bool {
    item.clip_outlines.iter().flat_map(|outlines| outlines.iter()).any(|outline| winding(outline, point) == 0)
}

/// Returns the colours that a drawing may have at a point. For a gradient, these are all of its
/// colours.
///
/// Returns `None` for pictures, for fills that cannot be read, and for drawings with a mask or a blend
/// mode.
fn colours_of(item: &Item, point: Point, height: f64) -> Option<Vec<Rgb>> {
    if item.draw_style.effect.is_some() {
        return None;
    }
    let ItemKind::Path { path, fill, stroke } = &item.kind else { return None };
    match (wide_line_at(path, stroke.as_deref(), point, height), &item.shades) {
        (Some(line), _) => Some(vec![line]),
        (None, Some(shades)) => (!shades.is_empty()).then(|| shades.to_vec()),
        (None, None) => Some(vec![(*fill)?]),
    }
}

/// Returns the colours that are visible through transparent layers on an opaque background. Returns at
/// most [`MAX_COLOURS`] of them.
fn colours_through(layers: Vec<Layer>, ground: Vec<Rgb>) -> Vec<Rgb> {
    layers.into_iter().rev().fold(ground, |below, layer| {
        let pairs = below.iter().flat_map(|below| layer.colours.iter().map(move |above| (above, below)));
        pairs.map(|(above, below)| mixed(*above, *below, layer.opacity)).take(MAX_COLOURS).collect()
    })
}

/// Returns the visible colour if `above` is drawn on top of `below`. `opacity` is the opacity of
/// `above`, from 0 to 1.
pub fn mixed(Rgb(above): Rgb, Rgb(below): Rgb, opacity: f64) -> Rgb {
    Rgb([0, 1, 2].map(|channel| {
        let mean = f64::from(above[channel]) * opacity + f64::from(below[channel]) * (1.0 - opacity);
        mean.round() as u8
    }))
}

/// Returns the bounds of a drawing that is part of a pattern; `None` for other drawings.
fn pattern_bounds(items: &[Item], index: usize) -> Option<Rect> {
    pattern_colour(items, index).and_then(|_| visible_bounds(&items[index]))
}

/// Returns the colour of a drawing that is part of a pattern; `None` for other drawings.
///
/// A part of a pattern is clipped and consists of several lines or dots. It is either a group of
/// straight lines, or a row that comes directly before or after an equal row.
fn pattern_colour(items: &[Item], index: usize) -> Option<Rgb> {
    let item = &items[index];
    item.clip?;
    let row = PatternRow::from_item(item)?;
    if Ruling::from_item(item).is_some() {
        return Some(row.colour);
    }
    let adjacent = [index.checked_sub(1), Some(index + 1)].into_iter().flatten();
    let mut neighbours = adjacent.filter_map(|index| items.get(index));
    neighbours
        .any(|next| is_next_row(item, next) && PatternRow::from_item(next).as_ref() == Some(&row))
        .then_some(row.colour)
}

/// Returns whether two drawings may be neighbouring rows of a pattern. They must have the same size,
/// clip and id, and the shift from one to the other must be horizontal or vertical.
fn is_next_row(item: &Item, next: &Item) -> bool {
    let (Some(own_rect), Some(other)) = (item.painted_bounds, next.painted_bounds) else { return false };
    let shift = other.origin() - own_rect.origin();
    let is_along_axis = shift.x.abs().min(shift.y.abs()) < ROW_TOLERANCE && shift.hypot() > ROW_TOLERANCE;
    let is_same_size = (own_rect.size() - other.size()).to_vec2().hypot() < ROW_TOLERANCE;
    is_along_axis && is_same_size && next.clip == item.clip && next.id == item.id
}

/// A drawing that consists of several lines or dots in one colour.
#[derive(PartialEq)]
struct PatternRow {
    colour: Rgb,
    elements: usize,
}

impl PatternRow {
    fn from_item(item: &Item) -> Option<Self> {
        let ItemKind::Path { path, fill, stroke } = &item.kind else { return None };
        let colour = stroke.as_ref().map(|line| line.colour).or(*fill)?;
        (path.parts() >= MIN_PARTS_OF_ROW).then(|| Self { colour, elements: path.kinds().len() })
    }
}

/// Returns the colour of a solid line at a point. Returns `None` if there is no line, or if the line is
/// too thin to be a background for text.
///
/// `height` is the height of the text in mm. If a line is thin compared with this height, it only
/// crosses the text, and is not its background.
fn wide_line_at(path: &Outline, stroke: Option<&Stroke>, point: Point, height: f64) -> Option<Rgb> {
    let min_width = MIN_GROUND_LINE.max(MIN_GROUND_LINE_SHARE * height);
    let line = stroke.filter(|line| line.width >= min_width && line.dash.is_empty())?;
    let open_ends = open_ends(path);
    let (mut last, mut is_on) = (Point::ORIGIN, false);
    kurbo::flatten(path.elements(), 0.02, |element| {
        if let (PathEl::LineTo(end), false) = (element, is_on) {
            let part = Line::new(last, end);
            let nearest = part.nearest(point, 1e-3);
            let foot = part.eval(nearest.t);
            // Lines end without a cap, so a point beyond an end is not on the line.
            is_on = nearest.distance_sq <= (line.width / 2.0).powi(2)
                && !open_ends.iter().any(|end| end.distance(foot) < 1e-6);
        }
        last = element.end_point().unwrap_or(last);
    });
    is_on.then_some(line.colour)
}

/// Returns the first and the last point of an open path.
fn open_ends(path: &Outline) -> Vec<Point> {
    if path.closes() {
        return Vec::new();
    }
    let first = path.segments().next().map(|segment| segment.start());
    let last = path.segments().last().map(|segment| segment.end());
    first.into_iter().chain(last).collect()
}

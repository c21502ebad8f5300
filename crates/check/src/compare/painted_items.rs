//! Splits the drawings of a page into visible items: surfaces, lines, texts and pictures.
//!
//! - In: the drawings of a page.
//! - Out: items in drawing order, each with its place, form, colour and effects.
//! - Not here: comparing items; `same_items` does that.

use std::sync::Arc;

use kurbo::{Affine, BezPath, PathEl, Point, Rect, Shape};

use crate::facts::item::without_spaces;
use crate::facts::visible_bounds;
use hexpress_base::geometry::{corners, winding};
use hexpress_base::identity::Identity;
use hexpress_read::{
    BY_LAYER, BY_PRINTER, BY_VIEWER, DrawStyle, Gradient, Item, ItemKind, Page, Rgb, Stroke, Text,
};

/// Two places or sizes count as equal if they differ by at most this, in mm. Ghostscript's pdfwrite puts
/// every point on a grid of 1/720 inch, which is 0.035 mm.
pub const SAME_PLACE_MM: f64 = 0.04;
/// A gap between two texts counts as a space if it is wider than this, as a fraction of the size of the
/// texts.
const MIN_SPACE_WIDTH: f64 = 0.2;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PaintedKind {
    /// A filled surface.
    Surface,
    Line,
    /// A text on one line.
    Words,
    /// A picture made of pixels.
    Picture,
}

/// A surface, a line, a text or a picture on a page.
#[derive(Debug, Clone)]
pub struct PaintedItem {
    /// The drawing that the item belongs to. `None` if the drawing has no name.
    pub id: Option<Arc<Identity>>,
    /// The bounding box of the visible part of the item, in mm.
    pub rect: Rect,
    /// A digest of everything that affects the look of the item, except its colour. See
    /// [`Item::effect`].
    pub effect: u64,
    /// The part of the look that messages can describe, such as the shape of the ends of a line.
    pub draw_style: DrawStyle,
    /// The outlines of the clips that cut the item; see [`Item::clip_outlines`].
    pub clip_outlines: Option<Arc<[BezPath]>>,
    /// The opacity, from 0 to 1.
    pub opacity: f64,
    /// Whether the item has a gradient. Only the pixels show where each colour of the gradient is.
    pub is_shaded: bool,
    /// The gradient. `None` if the item has none, or if hexpress did not write the PDF.
    pub gradient: Option<Arc<Gradient>>,
    /// Whether the item is filled with a pattern. The colour of a pattern is not known.
    pub is_patterned: bool,
    /// Why the item looks different from viewer to viewer, so that comparing pixels is useless. `None`
    /// for most items.
    pub by_viewer: Option<ByViewer>,
    pub form: PaintedForm,
}

/// A reason why an item looks different from viewer to viewer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ByViewer {
    /// An annotation that each viewer draws in its own way.
    OwnWay,
    /// An annotation on a hidden layer. Some programs print such annotations.
    LayerOff,
    /// A drawing that some programs do not print, or do not print as they show it on the screen.
    Printed,
}

/// The form and the colour of an item.
#[derive(Debug, Clone)]
pub enum PaintedForm {
    Surface(BezPath, Rgb),
    /// A line along an outline.
    Line(BezPath, Stroke),
    /// A text on one line.
    Words(Text),
    /// The corners of a picture made of pixels, in mm.
    Picture([Point; 4]),
}

/// The conditions for joining successive texts into one item. They are needed because programs may
/// write a line of text in one piece or in several.
#[derive(Debug, Clone, Copy)]
pub struct TextJoining {
    /// The widest gap between two texts that are joined, as a fraction of the size of the texts.
    widest_gap: f64,
    /// Whether only texts of the same drawing are joined.
    needs_same_id: bool,
}

impl TextJoining {
    /// The conditions for pages on which drawings have names.
    const NAMED: Self = Self { widest_gap: 0.35, needs_same_id: true };
    /// The conditions for pages on which drawings have no names. Another program wrote such a page, and
    /// may have joined texts that are farther apart.
    ///
    /// The second entry is tried only if the first one results in different numbers of texts on the two
    /// pages. Rounding may have moved a gap across the limit of the first entry.
    const UNNAMED: [Self; 2] =
        [Self { widest_gap: 1.2, needs_same_id: false }, Self { widest_gap: 1.5, needs_same_id: false }];
}

/// The items of a page that was found, and the items of the expected page.
pub struct ItemsOfBoth {
    pub found: Vec<PaintedItem>,
    pub made: Vec<PaintedItem>,
    /// The conditions by which texts were joined.
    pub joining: TextJoining,
}

impl ItemsOfBoth {
    /// Returns the visible items in a part of two pages, in drawing order.
    pub fn new(found: &Page, made: &Page, shown: Rect) -> Self {
        if found.items.iter().any(|item| item.id.is_some()) {
            return Self::joined(found, made, shown, TextJoining::NAMED);
        }
        let [near, far] = TextJoining::UNNAMED;
        let first = Self::joined(found, made, shown, near);
        if first.has_equal_counts() {
            return first;
        }
        let second = Self::joined(found, made, shown, far);
        if second.has_equal_counts() { second } else { first }
    }

    fn joined(found: &Page, made: &Page, shown: Rect, joining: TextJoining) -> Self {
        Self {
            found: painted_items(found, shown, joining),
            made: painted_items(made, shown, joining),
            joining,
        }
    }

    /// Returns whether both pages have the same number of texts.
    fn has_equal_counts(&self) -> bool {
        let [found, made] = [&self.found, &self.made]
            .map(|items| items.iter().filter(|item| item.kind() == PaintedKind::Words).count());
        found == made
    }
}

/// Returns the visible items in a part of a page, in drawing order. A surface and the line around
/// it are two items.
pub fn painted_items(page: &Page, shown: Rect, joining: TextJoining) -> Vec<PaintedItem> {
    let mut all: Vec<PaintedItem> = Vec::new();
    for painted in page.items.iter().flat_map(|item| items_of_drawing(item, shown)) {
        let joined = all.last_mut().is_some_and(|last| last.join(&painted, joining));
        if !joined {
            all.push(painted);
        }
    }
    all
}

/// Returns the visible items of a drawing in a part of its page.
fn items_of_drawing(item: &Item, shown: Rect) -> Vec<PaintedItem> {
    match &item.kind {
        // Some programs write all drawings of one colour as one outline. Each part of an outline
        // therefore becomes an item of its own.
        ItemKind::Path { path, fill, stroke } => {
            let subpaths: Vec<BezPath> = path.subpaths().map(Iterator::collect).collect();
            let surfaces = fill.iter().flat_map(|fill| {
                subpaths.iter().filter_map(|subpath| surface(item, subpath.clone(), *fill, shown))
            });
            let lines = stroke.iter().flat_map(|stroke| {
                subpaths.iter().filter_map(|subpath| line_item(item, subpath.clone(), stroke, shown))
            });
            surfaces.chain(lines).collect()
        }
        ItemKind::Text(text) if text.invisible || text.string.trim().is_empty() => Vec::new(),
        ItemKind::Text(text) => {
            PaintedItem::new(item, PaintedForm::Words(Text::clone(text)), visible_bounds(item), shown)
                .into_iter()
                .collect()
        }
        ItemKind::Image { corners, .. } => {
            PaintedItem::new(item, PaintedForm::Picture(**corners), visible_bounds(item), shown)
                .into_iter()
                .collect()
        }
    }
}

/// Returns a filled part of a drawing as an item. Returns `None` if the part is not visible.
fn surface(item: &Item, mut path: BezPath, fill: Rgb, shown: Rect) -> Option<PaintedItem> {
    // A filled path counts as closed, even without a closing element.
    if path.elements().last() != Some(&PathEl::ClosePath) {
        path.close_path();
    }
    let kind = ItemKind::Path { path: path.clone().into(), fill: Some(fill), stroke: None };
    PaintedItem::new(item, PaintedForm::Surface(path, fill), visible_bounds(&item_part(item, kind)), shown)
}

/// Returns a line in a drawing as an item. Returns `None` if the line is not visible.
fn line_item(item: &Item, path: BezPath, stroke: &Arc<Stroke>, shown: Rect) -> Option<PaintedItem> {
    let kind = ItemKind::Path { path: path.clone().into(), fill: None, stroke: Some(stroke.clone()) };
    PaintedItem::new(
        item,
        PaintedForm::Line(path, Stroke::clone(stroke)),
        visible_bounds(&item_part(item, kind)),
        shown,
    )
}

/// Returns one part of a drawing as an item.
fn item_part(item: &Item, kind: ItemKind) -> Item {
    Item { painted_bounds: kind.painted_bounds(), kind, ..item.clone() }
}

/// Returns whether a part of the box `rect` is in `shown`. A box without height or without width may be
/// visible, such as the box of a line that has no width.
fn is_visible(rect: Rect, shown: Rect) -> bool {
    let part = rect.intersect(shown);
    part.width() >= 0.0
        && part.height() >= 0.0
        && part.width() + part.height() > 0.0
        && rect.x1 > shown.x0
        && rect.x0 < shown.x1
        && rect.y1 > shown.y0
        && rect.y0 < shown.y1
}

impl ByViewer {
    /// Returns why an item looks different from viewer to viewer, according to the tag that
    /// `hexpress_read` gave to the item. Returns `None` if the tag has another meaning.
    fn from_tag(tag: &str) -> Option<Self> {
        match tag {
            BY_VIEWER => Some(Self::OwnWay),
            BY_LAYER => Some(Self::LayerOff),
            BY_PRINTER => Some(Self::Printed),
            _ => None,
        }
    }
}

impl PaintedItem {
    /// Returns an item of the drawing `item`, with the bounding box `rect`. Returns `None` if the item
    /// is not visible.
    fn new(item: &Item, form: PaintedForm, rect: Option<Rect>, shown: Rect) -> Option<Self> {
        let rect = rect.filter(|rect| is_visible(*rect, shown))?;
        let shades = item.shades.as_ref().filter(|_| matches!(form, PaintedForm::Surface(..)));
        let is_patterned = shades.is_some_and(|shades| shades.is_empty());
        let is_shaded = shades.is_some() && !is_patterned;
        Some(Self {
            id: item.id.clone(),
            rect: rect.intersect(shown),
            effect: item.effect,
            draw_style: item.draw_style,
            clip_outlines: item.clip_outlines.clone(),
            opacity: item.opacity,
            is_shaded,
            gradient: item.gradient.clone().filter(|_| is_shaded),
            is_patterned,
            by_viewer: item.tag.as_deref().and_then(ByViewer::from_tag),
            form,
        })
    }

    /// Returns the first point of the item. Returns `None` if its path is empty.
    pub fn first_point(&self) -> Option<Point> {
        match &self.form {
            PaintedForm::Surface(path, _) | PaintedForm::Line(path, _) => {
                path.elements().first().and_then(PathEl::end_point)
            }
            PaintedForm::Words(text) => Some(text.origin),
            PaintedForm::Picture(corners) => Some(corners[0]),
        }
    }

    /// Adds the text `next` to this text if `next` begins where this text ends, on the same line.
    /// Returns whether `next` was added.
    fn join(&mut self, next: &Self, joining: TextJoining) -> bool {
        let (PaintedForm::Words(text), PaintedForm::Words(more)) = (&mut self.form, &next.form) else {
            return false;
        };
        let [start, end, ..] = text.corners;
        let own = end - start;
        let gap = more.origin.distance(text.origin + own);
        let is_next = (!joining.needs_same_id || self.id == next.id)
            && text.colour == more.colour
            && (text.size - more.size).abs() <= 0.01 * text.size
            && (text.angle - more.angle).abs() < 0.1
            && gap <= joining.widest_gap * text.size;
        if !is_next {
            return false;
        }
        if gap > MIN_SPACE_WIDTH * text.size && !text.string.ends_with(char::is_whitespace) {
            text.string.push(' ');
        }
        text.string.push_str(&more.string);
        text.balance.add(more.balance, more.origin - text.origin);
        text.glyphs += more.glyphs;
        let width = (more.origin - text.origin) + (more.corners[1] - more.corners[0]);
        text.corners[1] = start + width;
        text.corners[2] = text.corners[3] + width;
        text.outline = text.outline.union(more.outline);
        self.rect = self.rect.union(next.rect);
        self.effect = self.effect.wrapping_add(next.effect);
        self.draw_style = next.draw_style;
        true
    }

    /// Rotates the item together with its page, by a multiple of 90 degrees.
    pub fn turn(&mut self, turn: Affine) {
        self.rect = turn.transform_rect_bbox(self.rect);
        self.gradient = self.gradient.as_ref().map(|gradient| Arc::new(gradient.turned(turn)));
        match &mut self.form {
            PaintedForm::Surface(path, _) | PaintedForm::Line(path, _) => path.apply_affine(turn),
            PaintedForm::Words(text) => {
                let [a, b, ..] = turn.as_coeffs();
                let rotation = turn.then_translate(-turn.translation());
                text.balance.centre = (rotation * text.balance.centre.to_point()).to_vec2();
                text.angle += libm::atan2(b, a).to_degrees();
                text.origin = turn * text.origin;
                text.corners = text.corners.map(|corner| turn * corner);
                text.outline = turn.transform_rect_bbox(text.outline);
            }
            PaintedForm::Picture(corners) => *corners = corners.map(|corner| turn * corner),
        }
    }

    /// Returns the fraction of its box that the item covers, from 0 to 1. The result may be too large.
    pub fn share(&self) -> f64 {
        match &self.form {
            PaintedForm::Line(path, stroke) => {
                let area = path.perimeter(0.1) * stroke.width.max(0.05);
                (area / self.rect.area().max(1e-6)).min(1.0)
            }
            _ => 1.0,
        }
    }

    /// Returns the colour of the item. Returns `None` for a picture.
    pub fn colour(&self) -> Option<Rgb> {
        match &self.form {
            PaintedForm::Surface(_, colour) => Some(*colour),
            PaintedForm::Line(_, line) => Some(line.colour),
            PaintedForm::Words(text) => Some(text.colour),
            PaintedForm::Picture(..) => None,
        }
    }

    /// Returns the characters of a text without spaces, because some files have gaps instead of spaces.
    /// Returns `None` for an item that is not a text.
    pub fn words(&self) -> Option<String> {
        match &self.form {
            PaintedForm::Words(text) => Some(without_spaces(&text.string)),
            _ => None,
        }
    }

    /// Returns whether the item hides everything under it.
    pub fn is_opaque(&self) -> bool {
        self.opacity >= 1.0
    }

    pub fn kind(&self) -> PaintedKind {
        match self.form {
            PaintedForm::Surface(..) => PaintedKind::Surface,
            PaintedForm::Line(..) => PaintedKind::Line,
            PaintedForm::Words(_) => PaintedKind::Words,
            PaintedForm::Picture(..) => PaintedKind::Picture,
        }
    }

    /// Returns the point of the item that is compared to find out how the item was moved.
    pub fn anchor(&self) -> Point {
        match &self.form {
            PaintedForm::Words(text) => text.origin,
            _ => self.rect.origin(),
        }
    }

    /// Returns whether the clips of the item leave a place visible. To be safe, the place is enlarged to
    /// three times its size, and must then be inside every clip.
    pub fn is_visible_at(&self, place: Rect) -> bool {
        let about = corners(place.inflate(place.width(), place.height()));
        let mut outlines = self.clip_outlines.iter().flat_map(|outlines| outlines.iter());
        outlines.all(|outline| about.iter().all(|corner| winding(outline, *corner) != 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number of texts after two texts of 8 mm, with this gap between them, are joined.
    fn count_texts(gap: f64, joining: TextJoining) -> usize {
        let page = |texts: &str| {
            let file = format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"99mm\" height=\"99mm\" \
                 viewBox=\"0 0 99 99\">{texts}</svg>"
            );
            hexpress_read::svg(file.as_bytes()).unwrap().document.pages.remove(0)
        };
        let text = |x: f64| format!("<text x=\"{x}\" y=\"30\" font-size=\"8\">Wood</text>");
        let shown = Rect::new(0.0, 0.0, 99.0, 99.0);
        let first = painted_items(&page(&text(10.0)), shown, joining).remove(0);
        let PaintedForm::Words(words) = first.form else { panic!("no text") };
        let both = format!("{}{}", text(10.0), text(words.corners[1].x + gap));
        painted_items(&page(&both), shown, joining).len()
    }

    #[test]
    fn texts_are_joined_up_to_the_widest_gap() {
        // The widest gap is 0.35 times the size of the texts: 2.8 mm.
        assert_eq!([0.0, 2.7, 2.9].map(|gap| count_texts(gap, TextJoining::NAMED)), [1, 1, 2]);
    }
}

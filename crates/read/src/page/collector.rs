//! Collects the drawings of a page as items.
//!
//! - In: the paths, glyphs and pictures that `hayro` draws on a [`Device`].
//! - Out: items in mm, in drawing order.
//! - Not here: the looks of paths and paints (`path_look`, `paint`).
//!
//! A unit of the device is a micrometre. `hayro` leaves out everything that is too small to be
//! visible at this scale. Details of this size can be neither printed nor cut.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use kurbo::{Affine, BezPath, Point, Rect, Shape, Vec2};

use super::annotations::{Annotations, ByViewer};
use super::enclosures::{Enclosure, Enclosures};
use super::open_marked_content::{Mark, OpenMarkedContent};
use super::paint::{
    UNITS_PER_MM, blended, colour, gradient, is_thinnest, opacity, paint_look, stroke, to_mm,
};
use super::picture_digest::{self, Pixels};
use super::placeholders::{PlaceholderPlace, Placeholders};
use super::{joined, path_look};
use crate::digest;
use crate::foreign::ForeignState;
use crate::glyphs::{Glyphs, Measured};
use crate::hayro::{
    BlendMode, ClipPath, Device, Dict, DrawMode, DrawProps, GlyphRun, Image, ImageDrawProps, Paint, Pattern,
    SoftMask,
};
use crate::item::{Look, is_upright, quarters};
use crate::tiles::Tiling;
use crate::{BY_PRINTER, DrawStyle, Item, ItemKind, Letters, Outline, ReadError, Rgb, Stroke, Text};
use hexpress_base::geometry::polygon;
use hexpress_base::pixel_size::PixelSize;
use hexpress_scene::print::press::Press;

/// The default width of an annotation's border, in mm: one point.
const DEFAULT_BORDER_MM: f64 = 0.35;

/// A gradient belongs to an area only if its clip hardly extends beyond the area: by less than this in width,
/// and by less than this in height, in mm.
const MAX_CLIP_EXCESS_MM: f64 = 0.02;

/// Collects the items of the pages, page by page.
#[derive(Default)]
pub(super) struct Collector {
    pub(super) items: Vec<Item>,
    marks: OpenMarkedContent,
    /// The value of [`OpenMarkedContent::changes`] when the last item was added. If the value is still the
    /// same, a stroke of the same shape becomes a part of this item. `None` if the item can get no stroke: it
    /// is neither a fill nor a text, or it already has a stroke.
    changes_at_item_without_stroke: Option<u64>,
    enclosures: Enclosures,
    /// The number of items that the file may still have. All threads share this count.
    items_left: Arc<AtomicUsize>,
    /// The error for the limit that was exceeded. The error is reported at the end of the page, because a
    /// device cannot stop the interpreter. `None` if the page is within all limits.
    exceeded: Option<fn(usize) -> ReadError>,
    glyphs: Glyphs,
    pictures: Pixels,
    /// Additional state for files made by other programs: patterns, transparency, and the shapes
    /// that clips cut out.
    pub(super) foreign: Option<ForeignState>,
    /// The printing press for which the colours are made.
    press: Option<&'static Press>,
    pub(super) placeholders: Placeholders,
    /// True if a pattern or a mask was used. Drawings with them are not cached, because the position of a
    /// pattern or mask depends on the page.
    used_pattern_or_mask: bool,
}

/// The drawings of a page.
pub(super) struct Collected {
    pub items: Vec<Item>,
    /// The number of fills with a pattern that hexpress did not read.
    pub unread_patterns: usize,
}

impl Collector {
    /// Returns a collector for files with at most `items_left` items.
    pub(super) fn new(
        items_left: &Arc<AtomicUsize>,
        foreign: Option<ForeignState>,
        press: Option<&'static Press>,
    ) -> Self {
        Self { items_left: Arc::clone(items_left), foreign, press, ..Self::default() }
    }

    /// Takes the placeholders that were found on a page, and the items of the page. A placeholder stands
    /// for repeated drawings (`placeholders`).
    pub(super) fn take_with_placeholders(&mut self) -> (Placeholders, Vec<Item>) {
        self.close_all();
        (std::mem::take(&mut self.placeholders), std::mem::take(&mut self.items))
    }

    /// Returns whether a pattern or a mask was used since the last call of this function.
    pub(super) fn take_used_pattern_or_mask(&mut self) -> bool {
        std::mem::take(&mut self.used_pattern_or_mask)
    }

    /// Takes the drawings of a page, and prepares for the next page. `page` is the number of the
    /// page.
    ///
    /// # Errors
    /// The page exceeds a limit.
    pub(super) fn finish(&mut self, page: usize) -> Result<Collected, ReadError> {
        self.close_all();
        self.marks.finish();
        self.changes_at_item_without_stroke = None;
        let unread_patterns = self.foreign.as_mut().map_or(0, ForeignState::finish);
        if let Some(error) = self.exceeded {
            return Err(error(page));
        }
        let mut items = std::mem::take(&mut self.items);
        if self.foreign.is_some() {
            items = joined::join_texts(items);
        }
        // Bounding boxes are measured at the end of the page, because a stroke may have been added
        // to a fill.
        items.iter_mut().for_each(|item| {
            item.painted_bounds = item.painted_bounds.or_else(|| item.kind.painted_bounds())
        });
        Ok(Collected { items, unread_patterns })
    }

    fn close_all(&mut self) {
        self.marks.close_all();
        self.enclosures.close_all();
    }

    /// Removes the items of annotations that are not printed. `from` is the index of the first item
    /// that an annotation draws.
    pub(super) fn retain_printed(&mut self, from: usize, annotations: &Annotations<'_>) {
        let mut drawn = self.items.split_off(from);
        drawn.retain(|item| item.kind.outline_bounds().is_none_or(|rect| annotations.prints(rect)));
        self.items.append(&mut drawn);
    }

    /// Draws a box for each annotation that viewers draw in different ways.
    pub(super) fn draw_annotations(&mut self, annotations: &Annotations<'_>) {
        for ByViewer { rect, tag } in &annotations.by_viewers {
            self.begin_annotations(tag);
            let stroke =
                Stroke { width: DEFAULT_BORDER_MM, colour: Rgb([0; 3]), dash: Vec::new(), phase: 0.0 };
            let path = rect.to_path(0.1).into();
            let kind = ItemKind::Path { path, fill: None, stroke: Some(stroke.into()) };
            self.push(Affine::IDENTITY, Look::default(), kind);
        }
    }

    /// Prepares for the items of annotations. These items get the tag `tag`.
    pub(super) fn begin_annotations(&mut self, tag: &str) {
        self.enclosures.close_all();
        self.marks.open_annotations(tag);
    }

    /// Returns the look that the paint, the blend mode and the mask give to a drawing.
    fn look_of(&mut self, props: &DrawProps<'_>) -> Look {
        self.used_pattern_or_mask |= props.soft_mask.is_some() || matches!(props.paint, Paint::Pattern(_));
        blended(1.0, props.blend_mode, props.soft_mask.as_ref()).and(paint_look(&props.paint))
    }

    /// Counts an item and its dashes. Returns whether the file stays within its limit of items.
    pub(super) fn take_from_item_limit(&mut self, kind: &ItemKind) -> bool {
        // Each dash counts as an item, because drawing a dash takes as long as drawing an item.
        let count = kind.dashes().saturating_add(1);
        let is_within = self
            .items_left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(count))
            .is_ok();
        if !is_within {
            self.exceeded = Some(|_| ReadError::TooManyItems);
        }
        is_within
    }

    /// Adds the gradient of a shading to the last item, if this item is the area of the shading. In
    /// files made by hexpress, the area is first filled with the mean colour of the gradient. Returns
    /// whether the gradient was added.
    fn add_gradient(&mut self, paint: &Paint<'_>) -> bool {
        let Paint::Pattern(pattern) = paint else { return false };
        let (None, Pattern::Shading(shading)) = (&self.foreign, &**pattern) else { return false };
        let Some(clip) = self.enclosures.clip() else { return false };
        let Some(item) = self.items.last_mut() else { return false };
        let ItemKind::Path { path, fill: Some(_), .. } = &item.kind else { return false };
        let area = path.bounding_box();
        let Some(own_gradient) = gradient(shading, area, self.press) else { return false };
        // On a page of a poster, an area with a gradient may be completely outside the part that the page
        // shows. The clip of the area is then empty.
        let outer = if clip.is_zero_area() { area } else { clip.union(area) };
        let is_its_area = outer.width() - area.width() < MAX_CLIP_EXCESS_MM
            && outer.height() - area.height() < MAX_CLIP_EXCESS_MM;
        if is_its_area {
            item.shades = Some(own_gradient.shades().into());
            item.gradient = Some(own_gradient.into());
        }
        is_its_area
    }

    /// Stores the colours of a pattern in the last item, which the pattern fills. Stores an empty
    /// list if the colours are unknown.
    fn add_pattern_colours(&mut self, pattern: &Pattern<'_>) {
        let gradient = match pattern {
            Pattern::Shading(shading) => gradient(shading, Rect::ZERO, self.press),
            Pattern::Tiling(_) => None,
        };
        // A tiling pattern comes from another program, because hexpress never writes one.
        let is_unknown = self.foreign.is_some() || matches!(pattern, Pattern::Tiling(_));
        if let (true, Some(item)) = (is_unknown, self.items.last_mut()) {
            item.shades = Some(gradient.map_or_else(Arc::default, |gradient| gradient.shades().into()));
        }
    }

    fn push(&mut self, frame: Affine, look: Look, kind: ItemKind) {
        self.push_with_opacity(frame, 1.0, look, kind);
    }

    fn push_with_opacity(&mut self, frame: Affine, own_opacity: f64, own_look: Look, kind: ItemKind) {
        let turn = quarters(frame);
        let kind = kind.clamped();
        if !self.take_from_item_limit(&kind) {
            return;
        }
        let Mark { id, tag, copy, is_by_printer, .. } = self.marks.innermost();
        let Enclosure { clip, clip_outlines, look, opacity } = self.enclosures.current();
        // A drawing that may be printed differently must not count as equal to an ordinary drawing. So
        // the digest covers `is_by_printer`.
        let by_printer = Look::from_digest(u64::from(is_by_printer));
        let Look { digest: effect, draw_style } = look.and(own_look.and(by_printer));
        self.items.push(Item {
            id,
            tag: if is_by_printer { Some(BY_PRINTER.into()) } else { tag },
            copy,
            clip,
            clip_outlines,
            turn,
            effect,
            draw_style,
            opacity: own_opacity * opacity,
            shades: None,
            gradient: None,
            painted_bounds: None,
            kind,
        });
    }

    /// Returns the colour of a paint, or `None` if the paint is transparent. In files made by other
    /// programs, a translucent colour is mixed with white.
    fn colour(&self, paint: &Paint<'_>) -> Option<Rgb> {
        let colour = colour(paint, self.press)?;
        let Some(foreign) = &self.foreign else { return Some(colour) };
        Some(foreign.on_white(colour, opacity(paint)))
    }

    /// Draws the tiles of the pattern that fills an area, if another program made the file. Counts
    /// patterns that cannot be drawn.
    fn draw_pattern<'a>(&mut self, pattern: &Pattern<'a>, area: &BezPath) {
        let (Some(foreign), Pattern::Tiling(pattern)) = (&mut self.foreign, pattern) else { return };
        let bounds = area.bounding_box();
        let visible = self.enclosures.clip().map_or(bounds, |clip| clip.intersect(bounds));
        let mut tile = Self { items_left: Arc::clone(&self.items_left), ..Self::default() };
        // Tiles are drawn only if the area is a rectangle. In other areas, a pattern is usually a
        // hatching.
        let filled = is_upright(area).then(|| {
            pattern.interpret(&mut tile, pattern.matrix, false)?;
            let step = Vec2::new(f64::from(pattern.x_step), f64::from(pattern.y_step));
            let tiling = Tiling { to_page: to_mm(pattern.matrix), tile: pattern.bbox, step };
            tiling.fill(&tile.items, visible)
        });
        match filled.flatten().filter(|_| tile.exceeded.is_none()) {
            Some(items) => {
                for Item { effect: digest, draw_style, kind, .. } in items {
                    self.push(Affine::IDENTITY, Look { digest, draw_style }, kind);
                }
            }
            None => foreign.skip_pattern(),
        }
    }

    /// Returns a digest of a picture. If another program made the file, this is a digest of the
    /// compressed bytes, because decoding the pixels takes longer.
    fn pixels_of(&mut self, image: &Image<'_, '_>) -> u64 {
        match self.foreign {
            Some(_) => picture_digest::written(image),
            None => self.pictures.digest(image),
        }
    }

    /// Returns the last item, so that a stroke can be added to it. Returns `None` if no stroke may
    /// be added. Only the first call returns the item, because an item gets at most one stroke.
    fn take_awaiting_stroke(&mut self) -> Option<&mut Item> {
        if self.changes_at_item_without_stroke.take() == Some(self.marks.changes()) {
            self.items.last_mut()
        } else {
            None
        }
    }

    /// Adds a stroke to the last item if this item is the fill of the same path. Returns whether the
    /// stroke was added. The interpreter draws the operator "fill and stroke" as a fill and then a
    /// stroke.
    fn add_stroke(&mut self, path: &Outline, stroke: &Arc<Stroke>, look: Look) -> bool {
        if let Some(item) = self.take_awaiting_stroke()
            && let ItemKind::Path { path: filled, stroke: free, .. } = &mut item.kind
            && *filled == *path
            && free.as_deref().is_none_or(is_thinnest)
        {
            *free = Some(Arc::clone(stroke));
            item.effect = digest::combined(item.effect, look.digest);
            item.draw_style = item.draw_style.and(look.draw_style);
            return true;
        }
        false
    }

    /// Adds the stroke of letters to the last item if this item is the fill of the same letters.
    /// Returns whether the stroke was added.
    fn add_rim(&mut self, text: &Text, look: Look) -> bool {
        if let Some(item) = self.take_awaiting_stroke()
            && let ItemKind::Text(filled) = &item.kind
            && filled.origin == text.origin
            && filled.string == text.string
        {
            item.effect = digest::combined(item.effect, look.digest);
            let rimmed = DrawStyle { letters: Letters::Rimmed, ..look.draw_style };
            item.draw_style = item.draw_style.and(rimmed);
            return true;
        }
        false
    }

    /// Stores the position of the open placeholder. `frame` is the coordinate system of the placeholder,
    /// which is the transform of the placeholder's rectangle.
    fn meet_placeholder(&mut self, frame: Affine) {
        let Mark { id, tag, copy, .. } = self.marks.innermost();
        let Enclosure { clip, look, .. } = self.enclosures.current();
        let place =
            PlaceholderPlace { before: self.items.len(), id, tag, copy, clip, ..PlaceholderPlace::default() };
        self.placeholders.close_at_rectangle(place, frame, look.digest);
    }
}

impl<'a> Device<'a> for Collector {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, mode: &DrawMode) {
        let transform = to_mm(props.transform);
        if self.placeholders.is_open {
            return self.meet_placeholder(transform);
        }
        if self.add_gradient(&props.paint) {
            return;
        }
        let Some(colour) = self.colour(&props.paint) else { return };
        let placed = transform * path;
        let look = self.look_of(&props).and(path_look::of_path(mode, &placed));
        let foreign_state = self.foreign.as_ref().filter(|_| matches!(mode, DrawMode::Fill(_)));
        let path: Outline =
            foreign_state.and_then(|foreign| foreign.outline_if_covered(&placed)).unwrap_or(placed).into();
        let (fill, line) = match mode {
            DrawMode::Fill(_) => (Some(colour), None),
            DrawMode::Stroke(line) => (None, Some(line)),
            DrawMode::FillAndStroke(_, line) => (Some(colour), Some(line)),
            DrawMode::Invisible => {
                self.changes_at_item_without_stroke = None;
                return;
            }
        };
        let stroke = line.map(|line| Arc::new(stroke(line, transform, colour)));
        if let (None, Some(stroke)) = (fill, &stroke)
            && self.add_stroke(&path, stroke, look)
        {
            return;
        }
        // `hayro` draws a fill without an area as the thinnest line, so such a line counts as a fill.
        let is_fill = matches!(mode, DrawMode::Fill(_)) || stroke.as_deref().is_some_and(is_thinnest);
        let pattern = match &props.paint {
            Paint::Pattern(pattern) if fill.is_some() => Some((pattern, path.clone())),
            _ => None,
        };
        let kind = ItemKind::Path { path, fill, stroke };
        self.push_with_opacity(transform, opacity(&props.paint), look, kind);
        self.changes_at_item_without_stroke = is_fill.then_some(self.marks.changes());
        if let Some((pattern, area)) = pattern {
            self.add_pattern_colours(pattern);
            self.draw_pattern(pattern, &area.to_path(0.0));
        }
    }

    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, mode: &DrawMode) {
        let Some(colour) = self.colour(&props.paint) else { return };
        let frame = to_mm(props.transform);
        let look = self.look_of(&props).and(path_look::of_letters(mode, frame, colour));
        for Measured { mut text, outlines } in
            self.glyphs.texts(run, frame, &props.paint, colour, self.marks.is_leftward())
        {
            text.invisible = matches!(mode, DrawMode::Invisible);
            if matches!(mode, DrawMode::Stroke(_)) && self.add_rim(&text, look) {
                continue;
            }
            let whole_look = look.and(Look::from_digest(outlines));
            self.push_with_opacity(frame, opacity(&props.paint), whole_look, ItemKind::Text(text.into()));
            self.changes_at_item_without_stroke = Some(self.marks.changes());
        }
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        self.used_pattern_or_mask |= props.soft_mask.is_some();
        let pixels = PixelSize::new(image.width(), image.height());
        let (w, h) = (f64::from(pixels.width), f64::from(pixels.height));
        let transform = to_mm(props.transform);
        let corners = [(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)].map(|(x, y)| transform * Point::new(x, y));
        let shown = Look::from_digest(self.pixels_of(&image));
        let look = blended(1.0, props.blend_mode, props.soft_mask.as_ref()).and(shown);
        if let Some(path) =
            self.foreign.as_ref().and_then(|foreign| foreign.outline_if_covered(&polygon(&corners)))
        {
            let (path, fill) = (path.into(), Some(Rgb::PATTERN));
            self.push(transform, look, ItemKind::Path { path, fill, stroke: None });
        }
        let is_by_printer = picture_digest::has_alternate(&image);
        if is_by_printer {
            self.marks.open_by_printer();
        }
        self.push(transform, look, ItemKind::Image { corners: corners.into(), pixels });
        if is_by_printer {
            self.marks.close_own();
        }
        self.changes_at_item_without_stroke = None;
    }

    fn begin_marked_content(&mut self, tag: &[u8], properties: Option<&Dict<'_>>) {
        if !self.marks.has_room() {
            self.exceeded = Some(ReadError::TooDeep);
        } else if self.placeholders.open(tag) {
            self.marks.open_same();
        } else {
            self.marks.open(tag, properties);
        }
    }

    fn end_marked_content(&mut self) {
        self.placeholders.interrupt();
        self.marks.close();
    }

    fn push_clip_path(&mut self, clip: &ClipPath) {
        self.placeholders.interrupt();
        let outline = Affine::scale(UNITS_PER_MM.recip()) * &clip.path;
        let bounds = clip.path.bounding_box().scale_from_origin(UNITS_PER_MM.recip());
        if let Some(foreign) = &mut self.foreign {
            foreign.open_clip(&outline);
        }
        if is_upright(&clip.path) {
            self.enclosures.open_rect(bounds);
        } else {
            self.enclosures.open_outline(outline, bounds);
        }
    }

    fn push_clip_rect(&mut self, rect: &Rect) {
        self.placeholders.interrupt();
        let bounds = rect.scale_from_origin(UNITS_PER_MM.recip());
        self.enclosures.open_rect(bounds);
        if let Some(foreign) = &mut self.foreign {
            foreign.open_clip(&bounds.to_path(0.01));
        }
    }

    fn pop_clip(&mut self) {
        self.enclosures.close();
        if let Some(foreign) = &mut self.foreign {
            foreign.close_clip();
        }
    }

    fn push_transparency_group(&mut self, opacity: f32, mask: Option<SoftMask<'a>>, mode: BlendMode) {
        self.used_pattern_or_mask |= mask.is_some();
        let look = blended(opacity, mode, mask.as_ref());
        self.enclosures.open_group(f64::from(opacity), look);
        if let Some(foreign) = &mut self.foreign {
            foreign.open_group(f64::from(opacity));
        }
    }

    fn pop_transparency_group(&mut self) {
        self.enclosures.close();
        if let Some(foreign) = &mut self.foreign {
            foreign.close_group();
        }
    }
}

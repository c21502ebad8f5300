//! What a page draws, as items.
//!
//! `hayro` calls a [`Device`] for every path, run of glyphs and picture. It is told that one unit of the device is a
//! micrometre: what it decides about "nothing to see" it then decides on that scale, far below what can be cut.
//! [`Collector`] brings everything back to millimetres.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use kurbo::{Affine, BezPath, Point, Rect, Shape, Vec2};

use super::annotations::{Annotations, ByViewer};
use super::paint::{
    Look, UNITS_PER_MM, blended, both, colour, is_thinnest, opacity, painted, run, stroke, to_mm,
};
use super::pixels::{self, Pixels};
use super::repeats::{SignPlace, Signs};
use super::{joined, path_look};
use crate::foreign::Foreign;
use crate::glyphs::{Glyphs, Measured};
use crate::hayro::{
    BlendMode, ClipPath, Device, Dict, DrawMode, DrawProps, GlyphRun, Image, ImageDrawProps, Paint, Pattern,
    PdfString, SoftMask,
};
use crate::hidden_effects;
use crate::item::is_upright;
use crate::limits::MAX_MARKS;
use crate::tiles::Tiling;
use crate::{BY_PRINTER, DrawStyle, Item, ItemKind, Letters, Outline, ReadError, Rgb, Stroke};
use hexpress_base::geometry::polygon;
use hexpress_base::identity::Identity;
use hexpress_base::pixel_size::PixelSize;

/// How wide the border of an annotation is taken for that says nothing of it, in mm: a point.
const BORDER: f64 = 0.35;

/// What a piece of marked content says of the drawings in it.
#[derive(Default, Clone)]
struct Mark {
    id: Option<Arc<Identity>>,
    tag: Option<Arc<str>>,
    /// Whether what is in it may be printed in another way than it is shown.
    by_printer: bool,
}

/// Collects the items of one page after another.
#[derive(Default)]
pub(super) struct Collector {
    pub(super) items: Vec<Item>,
    marks: Vec<Mark>,
    /// The box that all open clips leave, in mm, for each of them.
    clips: Vec<Rect>,
    /// For each of them, the outlines of it and of those round it; see [`Item::cuts`].
    cuts: Vec<Option<Arc<[BezPath]>>>,
    /// What the open clips and groups do to a drawing's look, for each of them; see [`Item::effect`].
    looks: Vec<Look>,
    /// How much the open groups cover of what is below.
    opacities: Vec<f64>,
    /// How many marks were open beyond the bound; they are counted, not kept.
    excess: usize,
    /// Counts the beginnings and ends of marks: what is drawn at different counts is never one item.
    scope: u64,
    /// The scope in which the last item was drawn, as long as a stroke may still be added to it.
    fresh: Option<u64>,
    /// How many more items the file may have; other cores draw on the same number.
    left: Arc<AtomicUsize>,
    /// A bound that was overstepped, by the number of the page; the device cannot stop the reader of the page.
    fault: Option<fn(usize) -> ReadError>,
    glyphs: Glyphs,
    pictures: Pixels,
    tags: HashMap<Vec<u8>, Arc<str>>,
    /// The component that the last mark named.
    component: Option<Arc<str>>,
    /// What the reader of a file of another program does beside: shapes that clips cut out, patterns, transparency.
    pub(super) foreign: Option<Foreign>,
    /// What stands for drawings that are read by themselves.
    pub(super) signs: Signs,
    /// Whether a pattern or a mask was used, which lie where they do on the page.
    rooted: bool,
}

impl Collector {
    /// Collects so many more items at most; what foreign files need too, for one of these.
    pub(super) fn new(left: &Arc<AtomicUsize>, foreign: Option<Foreign>) -> Self {
        Self { left: Arc::clone(left), foreign, ..Self::default() }
    }

    /// Hands over what was drawn of a page with signs, and makes ready for the same page.
    pub(super) fn take_signed(&mut self) -> (Signs, Vec<Item>) {
        self.marks.clear();
        self.clips.clear();
        self.cuts.clear();
        self.looks.clear();
        self.opacities.clear();
        (std::mem::take(&mut self.signs), std::mem::take(&mut self.items))
    }

    /// Whether a pattern or a mask was used since this was asked last.
    pub(super) fn take_rooted(&mut self) -> bool {
        std::mem::take(&mut self.rooted)
    }

    /// What its paint and what blends it do to the look of a drawing, beside its colour.
    fn look(&mut self, props: &DrawProps<'_>) -> Look {
        self.rooted |= props.soft_mask.is_some() || matches!(props.paint, Paint::Pattern(_));
        blended(1.0, props.blend_mode, props.soft_mask.as_ref()).and(painted(&props.paint))
    }

    /// Hands over the items of a page, and how many patterns were not read, and makes ready for the next.
    pub(super) fn finish(&mut self, page: usize) -> Result<(Vec<Item>, usize), ReadError> {
        self.marks.clear();
        self.clips.clear();
        self.cuts.clear();
        self.looks.clear();
        self.opacities.clear();
        self.excess = 0;
        self.fresh = None;
        let patterns = self.foreign.as_mut().map_or(0, Foreign::finish);
        match self.fault {
            Some(fault) => Err(fault(page)),
            None => {
                let mut items = std::mem::take(&mut self.items);
                if self.foreign.is_some() {
                    items = joined::join_texts(items);
                }
                // Not before: a line may have been added to a fill.
                items.iter_mut().for_each(|item| item.whole = item.whole.or_else(|| item.kind.whole()));
                Ok((items, patterns))
            }
        }
    }

    /// Removes items of annotations that are not printed. `from` is the index of the first item of annotations.
    pub(super) fn retain_printed(&mut self, from: usize, annotations: &Annotations<'_>) {
        let mut drawn = self.items.split_off(from);
        drawn.retain(|item| item.kind.bounds().is_none_or(|rect| annotations.prints(rect)));
        self.items.append(&mut drawn);
    }

    /// Draws a box for each annotation that viewers differ in.
    pub(super) fn draw_annotations(&mut self, annotations: &Annotations<'_>) {
        for ByViewer { rect, tag } in &annotations.by_viewers {
            self.begin_annotations(tag);
            let stroke = Stroke { width: BORDER, colour: Rgb([0; 3]), dash: Vec::new(), phase: 0.0 };
            let path = rect.to_path(0.1).into();
            let kind = ItemKind::Path { path, fill: None, stroke: Some(stroke.into()) };
            self.push(Affine::IDENTITY, Look::default(), kind);
        }
    }

    /// Begins the items of annotations, with this tag.
    pub(super) fn begin_annotations(&mut self, tag: &str) {
        self.marks.clear();
        self.marks.push(Mark { tag: Some(tag.into()), ..Mark::default() });
        self.clips.clear();
        self.cuts.clear();
        self.looks.clear();
        self.opacities.clear();
        self.scope += 1;
    }

    /// Opens a clip or a group. `own` is added to the look of everything that is drawn in it.
    fn open_look(&mut self, own: Look) {
        self.looks.push(self.outer_look().and(own));
    }

    /// Returns the look that all open clips and groups have together.
    fn outer_look(&self) -> Look {
        self.looks.last().copied().unwrap_or_default()
    }

    /// Counts a drawing and its dashes. Returns whether the file may have that many.
    pub(super) fn counts(&mut self, kind: &ItemKind) -> bool {
        // A program that draws the page draws each dash.
        let count = kind.dashes().saturating_add(1);
        let is_within = self
            .left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(count))
            .is_ok();
        if !is_within {
            self.fault = Some(|_| ReadError::TooManyItems);
        }
        is_within
    }

    /// Notes that the area that was just filled is one that colours run over; whether it is.
    fn shade(&mut self, props: &DrawProps<'_>) -> bool {
        let Paint::Pattern(pattern) = &props.paint else { return false };
        let (None, Pattern::Shading(shading)) = (&self.foreign, &**pattern) else { return false };
        let Some(clip) = self.clips.last().copied() else { return false };
        let Some(Item { kind: ItemKind::Path { path, fill: Some(_), .. }, shades, run, .. }) =
            self.items.last_mut()
        else {
            return false;
        };
        let area = path.bounding_box();
        let Some(own) = self::run(shading, area) else { return false };
        let outer = clip.union(area);
        let is_its_area = outer.width() - area.width() < 0.02 && outer.height() - area.height() < 0.02;
        if is_its_area {
            *shades = Some(own.shades().into());
            *run = Some(own.into());
        }
        is_its_area
    }

    /// Notes which colours the area may have that was just filled; an empty list where they are not known.
    fn colours_of(&mut self, pattern: &Pattern<'_>) {
        let run = match pattern {
            Pattern::Shading(shading) => run(shading, Rect::ZERO),
            Pattern::Tiling(_) => None,
        };
        // A layout of ours draws no tiles.
        let is_unknown = self.foreign.is_some() || matches!(pattern, Pattern::Tiling(_));
        if let (true, Some(item)) = (is_unknown, self.items.last_mut()) {
            item.shades = Some(run.map_or_else(Arc::default, |run| run.shades().into()));
        }
    }

    fn push(&mut self, frame: Affine, look: Look, kind: ItemKind) {
        self.push_with_opacity(frame, 1.0, look, kind);
    }

    fn push_with_opacity(&mut self, frame: Affine, opacity: f64, look: Look, kind: ItemKind) {
        let turn = crate::item::quarters(frame);
        let kind = kind.clamped();
        if !self.counts(&kind) {
            return;
        }
        let Mark { id, tag, by_printer } = self.marks.last().cloned().unwrap_or_default();
        let tag = if by_printer { Some(BY_PRINTER.into()) } else { tag };
        let (clip, cuts) = (self.clips.last().copied(), self.cuts.last().cloned().flatten());
        // What is printed in another way is never the same as what is printed as it is shown.
        let look = if by_printer { look.and(Look::of(1)) } else { look };
        let Look { digest: effect, draw_style } = self.outer_look().and(look);
        self.items.push(Item {
            id,
            tag,
            clip,
            cuts,
            turn,
            effect,
            draw_style,
            opacity: opacity * self.opacities.iter().product::<f64>(),
            shades: None,
            run: None,
            whole: None,
            kind,
        });
    }

    /// The colour of a paint, in a file of another program as it is seen on white; `None` if nothing of it can be seen.
    fn colour(&self, paint: &Paint<'_>) -> Option<Rgb> {
        let colour = colour(paint)?;
        let Some(foreign) = &self.foreign else { return Some(colour) };
        Some(foreign.on_white(colour, opacity(paint)))
    }

    /// Draws the tiles of a pattern that an area is filled with. One that is not drawn is counted.
    fn pattern<'a>(&mut self, pattern: &Pattern<'a>, area: &BezPath) {
        let (Some(foreign), Pattern::Tiling(pattern)) = (&mut self.foreign, pattern) else { return };
        let bounds = area.bounding_box();
        let seen = self.clips.last().map_or(bounds, |clip| clip.intersect(bounds));
        let mut tile = Self { left: Arc::clone(&self.left), ..Self::default() };
        // What only gives a shape its look, as a hatching does, is no drawing of its own.
        let filled = is_upright(area).then(|| {
            pattern.interpret(&mut tile, pattern.matrix, false)?;
            let step = Vec2::new(f64::from(pattern.x_step), f64::from(pattern.y_step));
            let tiling = Tiling { to_page: to_mm(pattern.matrix), tile: pattern.bbox, step };
            tiling.fill(&tile.items, seen)
        });
        match filled.flatten().filter(|_| tile.fault.is_none()) {
            Some(items) => {
                for Item { effect: digest, draw_style, kind, .. } in items {
                    self.push(Affine::IDENTITY, Look { digest, draw_style }, kind);
                }
            }
            None => foreign.skip_pattern(),
        }
    }

    /// A digest of a picture. Only pages of ours are compared with others, which is worth the time to decode it.
    fn pixels_of(&mut self, image: &Image<'_, '_>) -> u64 {
        match self.foreign {
            Some(_) => pixels::written(image),
            None => self.pictures.of(image),
        }
    }

    /// The item just drawn in the same marked content, if there is one.
    fn last_mut(&mut self) -> Option<&mut Item> {
        if self.fresh.take() == Some(self.scope) { self.items.last_mut() } else { None }
    }
}

impl<'a> Device<'a> for Collector {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, mode: &DrawMode) {
        let transform = to_mm(props.transform);
        if self.signs.open {
            let Mark { id, tag, .. } = self.marks.last().cloned().unwrap_or_default();
            let (clip, effect) = (self.clips.last().copied(), self.outer_look().digest);
            let place = SignPlace { before: self.items.len(), id, tag, clip, ..SignPlace::default() };
            return self.signs.take(place, transform, effect);
        }
        if self.shade(&props) {
            return;
        }
        let Some(colour) = self.colour(&props.paint) else { return };
        let opacity = opacity(&props.paint);
        let placed = transform * path;
        let look = self.look(&props).and(path_look::of_path(mode, &placed));
        let cut = self.foreign.as_ref().filter(|_| matches!(mode, DrawMode::Fill(_)));
        let path: Outline = cut.and_then(|foreign| foreign.cut(&placed)).unwrap_or(placed).into();
        let fill = matches!(mode, DrawMode::Fill(_) | DrawMode::FillAndStroke(..)).then_some(colour);
        let stroke = match mode {
            DrawMode::Stroke(line) | DrawMode::FillAndStroke(_, line) => {
                Some(Arc::new(stroke(line, transform, colour)))
            }
            DrawMode::Fill(_) | DrawMode::Invisible => None,
        };
        match mode {
            DrawMode::Invisible => return self.fresh = None,
            // "Fill and stroke" arrives as a fill and a stroke of the same path.
            DrawMode::Stroke(_) => {
                if let Some(Item {
                    kind: ItemKind::Path { path: filled, stroke: free, .. },
                    effect: own,
                    draw_style,
                    ..
                }) = self.last_mut()
                    && *filled == path
                    && free.as_deref().is_none_or(is_thinnest)
                {
                    *own = both(*own, look.digest);
                    *draw_style = draw_style.and(look.draw_style);
                    return *free = stroke;
                }
            }
            _ => {}
        }
        // A fill without an area arrives as the thinnest line.
        let is_fill = matches!(mode, DrawMode::Fill(_)) || stroke.as_deref().is_some_and(is_thinnest);
        let pattern = match &props.paint {
            Paint::Pattern(pattern) if fill.is_some() => Some((pattern, path.clone())),
            _ => None,
        };
        self.push_with_opacity(transform, opacity, look, ItemKind::Path { path, fill, stroke });
        self.fresh = is_fill.then_some(self.scope);
        if let Some((pattern, area)) = pattern {
            self.colours_of(pattern);
            self.pattern(pattern, &area.to_path(0.0));
        }
    }

    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, mode: &DrawMode) {
        let Some(colour) = self.colour(&props.paint) else { return };
        let invisible = matches!(mode, DrawMode::Invisible);
        let frame = to_mm(props.transform);
        let look = self.look(&props).and(path_look::of_letters(mode, frame, colour));
        for Measured { mut text, outlines } in self.glyphs.texts(run, frame, &props.paint, colour) {
            text.invisible = invisible;
            // Text that is filled and stroked arrives twice; the fill speaks for both.
            if matches!(mode, DrawMode::Stroke(_))
                && let Some(Item { kind: ItemKind::Text(filled), effect: own, draw_style, .. }) =
                    self.last_mut()
                && filled.origin == text.origin
                && filled.string == text.string
            {
                *own = both(*own, look.digest);
                *draw_style = draw_style.and(DrawStyle { letters: Letters::Rimmed, ..look.draw_style });
                continue;
            }
            self.push_with_opacity(
                frame,
                opacity(&props.paint),
                look.and(Look::of(outlines)),
                ItemKind::Text(text.into()),
            );
            self.fresh = Some(self.scope);
        }
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        self.rooted |= props.soft_mask.is_some();
        let pixels = PixelSize::new(image.width(), image.height());
        let (w, h) = (f64::from(pixels.width), f64::from(pixels.height));
        let transform = to_mm(props.transform);
        let corners = [(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)].map(|(x, y)| transform * Point::new(x, y));
        let shown = Look::of(self.pixels_of(&image));
        let look = blended(1.0, props.blend_mode, props.soft_mask.as_ref()).and(shown);
        if let Some(path) = self.foreign.as_ref().and_then(|foreign| foreign.cut(&polygon(&corners))) {
            let (path, fill) = (path.into(), Some(Rgb::PATTERN));
            self.push(transform, look, ItemKind::Path { path, fill, stroke: None });
        }
        let by_printer = pixels::has_alternate(&image);
        self.marks.extend(
            by_printer.then(|| Mark { by_printer, ..self.marks.last().cloned().unwrap_or_default() }),
        );
        self.push(transform, look, ItemKind::Image { corners: corners.into(), pixels });
        self.marks.truncate(self.marks.len() - usize::from(by_printer));
        self.fresh = None;
    }

    fn begin_marked_content(&mut self, tag: &[u8], properties: Option<&Dict<'_>>) {
        self.scope += 1;
        if self.marks.len() >= MAX_MARKS {
            self.excess += 1;
            self.fault = Some(ReadError::TooDeep);
            return;
        }
        if self.signs.begins(tag) {
            return self.marks.push(self.marks.last().cloned().unwrap_or_default());
        }
        let tag = match self.tags.get(tag) {
            Some(known) => Arc::clone(known),
            None => {
                let text: Arc<str> = String::from_utf8_lossy(tag).into();
                self.tags.insert(tag.to_vec(), Arc::clone(&text));
                text
            }
        };
        let id = match properties.and_then(|p| p.get::<PdfString<'_>>("Id")) {
            Some(id) => {
                let address = crate::text_string::decode(&id);
                Some(Arc::new(Identity::read(&address, &mut self.component)))
            }
            None => self.marks.last().and_then(|outer| outer.id.clone()),
        };
        let is_outer = self.marks.last().is_some_and(|outer| outer.by_printer);
        let by_printer = is_outer || properties.is_some_and(hidden_effects::is_by_printer);
        self.marks.push(Mark { id, tag: Some(tag), by_printer });
    }

    fn end_marked_content(&mut self) {
        self.scope += 1;
        self.signs.interrupt();
        match self.excess.checked_sub(1) {
            Some(excess) => self.excess = excess,
            None => drop(self.marks.pop()),
        }
    }

    fn push_clip_path(&mut self, clip: &ClipPath) {
        self.push_clip_rect(&clip.path.bounding_box());
        // A rectangle is its box.
        self.looks.pop();
        let is_cut = !is_upright(&clip.path);
        self.open_look(Look::of(u64::from(is_cut)));
        if let Some(cuts) = self.cuts.last_mut().filter(|_| is_cut) {
            let own = Affine::scale(UNITS_PER_MM.recip()) * &clip.path;
            *cuts = Some(cuts.iter().flat_map(|outer| outer.iter().cloned()).chain([own]).collect());
        }
        if let Some(foreign) = &mut self.foreign {
            foreign.close_clip();
            foreign.open_clip(&(Affine::scale(UNITS_PER_MM.recip()) * &clip.path));
        }
    }

    fn push_clip_rect(&mut self, rect: &Rect) {
        self.signs.interrupt();
        let rect = rect.scale_from_origin(UNITS_PER_MM.recip());
        self.clips.push(self.clips.last().map_or(rect, |outer| outer.intersect(rect)));
        self.cuts.push(self.cuts.last().cloned().flatten());
        self.open_look(Look::default());
        if let Some(foreign) = &mut self.foreign {
            foreign.open_clip(&rect.to_path(0.01));
        }
    }

    fn pop_clip(&mut self) {
        self.clips.pop();
        self.cuts.pop();
        self.looks.pop();
        if let Some(foreign) = &mut self.foreign {
            foreign.close_clip();
        }
    }

    fn push_transparency_group(&mut self, opacity: f32, mask: Option<SoftMask<'a>>, mode: BlendMode) {
        self.rooted |= mask.is_some();
        self.open_look(blended(opacity, mode, mask.as_ref()));
        self.opacities.push(f64::from(opacity));
        if let Some(foreign) = &mut self.foreign {
            foreign.open_group(f64::from(opacity));
        }
    }

    fn pop_transparency_group(&mut self) {
        self.looks.pop();
        self.opacities.pop();
        if let Some(foreign) = &mut self.foreign {
            foreign.close_group();
        }
    }
}

//! Caches drawings that repeat on the pages of a file.
//!
//! - In: the contents of pages that hexpress wrote. A deck draws the same frames, texts and icons on
//!   every piece.
//! - Out: the contents with placeholders in place of repeated drawings. After these contents have
//!   been read, also the items of the page.
//! - Not here: splitting contents into drawings (`blocks`), and finding placeholders (`placeholders`).
//!
//! A repeated drawing is read once for each coordinate system in which it occurs. To do so, the origin of the
//! coordinate system is moved to the corner of the page. The resulting items are then moved to each
//! placeholder. The result is correct if the page determines only the position of the drawing, and nothing
//! else about it. Three conditions ensure this:
//!
//! - The drawing gives the same items if it is read in two graphics states that differ in every setting
//!   that a drawing can inherit.
//! - The drawing has the same resources each time, and these contain no patterns. No mask and no graphics
//!   state dictionary affects the drawing.
//! - The interpreter found every placeholder in order. This fails if a placeholder was added inside a
//!   string.
//!
//! If a condition fails, the drawing is uncacheable, and the page is read again without placeholders.

use std::collections::HashMap;
use std::rc::Rc;

use kurbo::{Affine, Rect};

use super::blocks::{Block, blocks, rare_pen_settings};
use super::collector::Collector;
use super::paint::UNITS_PER_MM;
use super::placeholders::{PLACEHOLDER_TAG, PageWithPlaceholders, PlaceholderPlace, Placeholders};
use crate::hayro::{Context, InterpreterCache, InterpreterSettings, Resources, TypedIter, XRef, interpret};
use crate::{Item, ItemKind, digest};

/// The number of times that a drawing must occur before it is read separately. For a drawing that
/// occurs only once, this would take longer than reading it on the page.
const MIN_REPEATS: u32 = 2;
/// The maximum number of bytes of drawings that are kept for a file on each thread.
const MAX_BYTES: usize = 8 << 20;
/// The maximum number of coordinate systems that are kept for each drawing.
const MAX_FRAMES: usize = 64;
/// If a page has more fonts than this, its drawings are not read separately. Otherwise, a drawing
/// with text would be read too often, because it is read again with each font.
const MAX_FONTS: usize = 8;
/// The number of pages that may be read a second time before placeholders are disabled.
const MAX_FAILURES: usize = 8;
/// Operators that change common settings of the graphics state: the colours, the line width and the text
/// position. A drawing is read with and without these operators. If its items differ, the drawing depends on
/// the page.
const OTHER_STATE: &[u8] = b".3 .6 .9 rg .9 .2 .1 RG 7 w BT 5 9 Td ET ";
/// Operators for settings that only a few pages change. Each entry has a flag of [`rare_pen_settings`].
const RARE_STATES: [(u8, &[u8]); 2] = [
    (rare_pen_settings::ENDS, b"1 J 1 j 3 M "),
    (rare_pen_settings::DASHES, b"[5 3] 1 d 1.5 Tc 2.5 Tw 70 Tz 3 TL 2 Tr 4 Ts "),
];

/// The state of a repeated drawing in the cache.
enum Memo {
    /// The drawing has not been read separately, but has occurred this many times.
    Occurrences(u32),
    /// The drawing must be read together with its page. Its items depend on the page, or it occurs in too
    /// many coordinate systems.
    Uncacheable,
    /// The items of the drawing, for each coordinate system in which it was read. The origin of these
    /// coordinate systems is the corner of the page.
    Items(Vec<(Affine, Rc<[Item]>)>),
}

/// The properties that a drawing may inherit from its page.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Inherited {
    /// The number that [`Repeats::resources`] assigns to the resources. `None` if the drawing names no
    /// resources.
    resources: Option<usize>,
    /// The settings of the graphics state that may have been changed, as flags of [`rare_pen_settings`].
    rare_settings: u8,
}

/// A drawing that may repeat.
struct Repeat {
    bytes: Box<[u8]>,
    inherited: Inherited,
    memo: Memo,
}

/// A cache of the drawings on the pages of a file.
#[derive(Default)]
pub(super) struct Repeats {
    all: Vec<Repeat>,
    /// The index of each drawing in `all`. The key is a digest of the drawing's bytes and of the
    /// properties that it inherits.
    by_digest: HashMap<u64, usize>,
    /// The number of each set of resources. The key is the source text of the resources.
    resources: HashMap<Vec<u8>, usize>,
    /// The number of bytes in all stored drawings together.
    bytes: usize,
    /// The number of pages that had to be read a second time, without placeholders.
    failures: usize,
}

/// What is needed to read the repeated drawings of a page separately from the page.
pub(super) struct RepeatReader<'r, 'a> {
    pub cache: &'r InterpreterCache<'a>,
    pub xref: &'a XRef,
    pub settings: &'r InterpreterSettings,
    pub resources: &'r Resources<'a>,
    /// The media box after the correction of the page, in mm.
    pub media: Rect,
    pub collector: &'r mut Collector,
}

impl Repeats {
    /// Replaces the repeated drawings of a page by placeholders. Returns `None` if nothing repeats.
    pub(super) fn with_placeholders(
        &mut self,
        resources: &Resources<'_>,
        contents: &[u8],
    ) -> Option<PageWithPlaceholders> {
        if !resources.patterns.is_empty()
            || !resources.color_spaces.is_empty()
            || memchr::memmem::find(contents, PLACEHOLDER_TAG).is_some()
            || self.failures > MAX_FAILURES
        {
            return None;
        }
        let resources = self.resources_index(resources);
        let mut page = PageWithPlaceholders::new(contents.len());
        let mut copied = 0;
        for group in blocks(contents) {
            let mut left = group;
            left.reverse();
            while let Some(block) = left.pop() {
                if self.add_drawings(&block, contents, resources, &mut page.drawings) {
                    page.contents.extend(contents.get(copied..block.range.start)?);
                    page.add_placeholder();
                    copied = block.range.end;
                } else {
                    left.extend(block.inner.into_iter().rev());
                }
            }
        }
        page.contents.extend(contents.get(copied..)?);
        // A drawn external object may contain the tag of a placeholder, so such a page is read
        // without placeholders.
        let has_objects = memchr::memmem::find(&page.contents, b"Do").is_some();
        (!has_objects && !page.placeholders.is_empty()).then_some(page)
    }

    /// Returns the number that [`Repeats::resources`] assigns to the resources of a page.
    fn resources_index(&mut self, resources: &Resources<'_>) -> usize {
        let Resources { fonts, x_objects, properties, ext_g_states, shadings, .. } = resources;
        let used = [fonts, x_objects, properties, ext_g_states, shadings];
        let source = used.map(|dict| dict.data()).join(&b' ');
        let next = self.resources.len();
        *self.resources.entry(source).or_insert(next)
    }

    /// Counts the drawings of a block. Returns whether a placeholder can replace the block. If it
    /// can, adds the indices of the drawings to `indices`.
    fn add_drawings(
        &mut self,
        block: &Block,
        contents: &[u8],
        resources: usize,
        indices: &mut Vec<usize>,
    ) -> bool {
        let first = indices.len();
        let mut can_be_replaced = block.rare_settings & rare_pen_settings::DICTIONARY == 0;
        let ranges = block.drawings.iter().filter_map(|range| contents.get(range.clone()));
        for drawing in ranges.map(<[u8]>::trim_ascii).filter(|drawing| !drawing.is_empty()) {
            let names_resources = memchr::memchr(b'/', drawing).is_some();
            let resources = names_resources.then_some(resources);
            match self.count_drawing(drawing, Inherited { resources, rare_settings: block.rare_settings }) {
                Some(index) => indices.push(index),
                None => can_be_replaced = false,
            }
        }
        // This decision comes after all drawings of the block are counted, because a drawing may
        // occur several times in the block.
        let met = indices.get(first..).unwrap_or_default();
        can_be_replaced &= !met.is_empty() && met.iter().all(|index| self.is_repeated(*index));
        if !can_be_replaced {
            indices.truncate(first);
        }
        can_be_replaced
    }

    /// Counts a drawing, and returns its index in the cache. Returns `None` if the cache is full.
    fn count_drawing(&mut self, bytes: &[u8], inherited: Inherited) -> Option<usize> {
        let set = inherited.resources.map_or(0, |index| index as u64 + 1);
        let seed = set << 8 | u64::from(inherited.rare_settings);
        let digest = xxhash_rust::xxh3::xxh3_64_with_seed(bytes, seed);
        if let Some(&index) = self.by_digest.get(&digest) {
            let known = self.all.get_mut(index)?;
            if *known.bytes != *bytes || known.inherited != inherited {
                return None;
            }
            if let Memo::Occurrences(times) = &mut known.memo {
                *times += 1;
            }
            return Some(index);
        }
        self.bytes += bytes.len();
        if self.bytes > MAX_BYTES {
            return None;
        }
        let index = self.all.len();
        self.by_digest.insert(digest, index);
        self.all.push(Repeat { bytes: bytes.into(), inherited, memo: Memo::Occurrences(1) });
        Some(index)
    }

    /// Returns whether a drawing has occurred often enough to be read separately.
    fn is_repeated(&self, index: usize) -> bool {
        match self.all.get(index).map(|repeat| &repeat.memo) {
            Some(Memo::Occurrences(times)) => *times >= MIN_REPEATS,
            Some(Memo::Items(_)) => true,
            Some(Memo::Uncacheable) | None => false,
        }
    }

    /// Puts the items of repeated drawings in place of the placeholders of a page, and returns all
    /// items of the page. Returns `None` if the page must be read again without placeholders.
    pub(super) fn expand(
        &mut self,
        page: &PageWithPlaceholders,
        met: &Placeholders,
        items: Vec<Item>,
        reader: &mut RepeatReader<'_, '_>,
    ) -> Option<Vec<Item>> {
        let expanded = self.expanded(page, met, items, reader);
        self.failures += usize::from(expanded.is_none());
        expanded
    }

    fn expanded(
        &mut self,
        page: &PageWithPlaceholders,
        met: &Placeholders,
        items: Vec<Item>,
        reader: &mut RepeatReader<'_, '_>,
    ) -> Option<Vec<Item>> {
        if !met.are_complete() {
            page.drawings.iter().for_each(|index| self.mark_uncacheable(*index));
            return None;
        }
        // If a drawing is uncacheable, its page is read again. The loop still tries the other drawings of the
        // page, so that `items_of` marks all uncacheable ones at once. Otherwise, each of them could cause
        // another page to be read again.
        let (mut count, mut are_cacheable) = (items.len(), true);
        for (place, drawings) in met.places.iter().zip(page.drawings()) {
            for index in drawings {
                let drawn = self.items_of(*index, *met.frames.get(place.frame)?, reader);
                count += drawn.as_ref().map_or(0, |items| items.len());
                are_cacheable &= drawn.is_some();
            }
        }
        if !are_cacheable {
            return None;
        }
        let mut all: Vec<Item> = Vec::with_capacity(count);
        let (mut items, mut taken) = (items.into_iter(), 0);
        for (place, drawings) in met.places.iter().zip(page.drawings()) {
            all.extend(items.by_ref().take(place.before - taken));
            taken = place.before;
            for index in drawings {
                for item in self.items_of(*index, *met.frames.get(place.frame)?, reader)?.iter() {
                    if !reader.collector.take_from_item_limit(&item.kind) {
                        return None;
                    }
                    place.add(item, reader.media, &mut all)?;
                }
            }
        }
        all.extend(items);
        Some(all)
    }

    fn mark_uncacheable(&mut self, index: usize) {
        if let Some(repeat) = self.all.get_mut(index) {
            repeat.memo = Memo::Uncacheable;
        }
    }

    /// Returns the items of a drawing in the coordinate system `frame`. The origin of this
    /// coordinate system is the corner of the page. Returns `None` if the drawing is uncacheable.
    fn items_of(
        &mut self,
        index: usize,
        frame: Affine,
        reader: &mut RepeatReader<'_, '_>,
    ) -> Option<Rc<[Item]>> {
        let Repeat { bytes, inherited, memo } = self.all.get_mut(index)?;
        let read = match memo {
            Memo::Uncacheable => None,
            Memo::Occurrences(_) => reader.read_independent(bytes, inherited.rare_settings, frame),
            Memo::Items(known) => {
                if let Some((_, items)) = known.iter().find(|(known, _)| *known == frame) {
                    return Some(Rc::clone(items));
                }
                reader.read(&[bytes], frame).filter(|_| known.len() < MAX_FRAMES)
            }
        };
        let Some(items) = read.map(Rc::<[Item]>::from) else {
            *memo = Memo::Uncacheable;
            return None;
        };
        match memo {
            Memo::Items(known) => known.push((frame, Rc::clone(&items))),
            Memo::Occurrences(_) | Memo::Uncacheable => *memo = Memo::Items(vec![(frame, Rc::clone(&items))]),
        }
        Some(items)
    }
}

impl RepeatReader<'_, '_> {
    /// Returns the items of a drawing. Returns `None` if the items depend on the current graphics
    /// state. `rare_settings` has flags for the unusual settings that the page may have changed.
    fn read_independent(&mut self, bytes: &[u8], rare_settings: u8, frame: Affine) -> Option<Vec<Item>> {
        let fonts: Vec<_> = self.resources.fonts.keys().take(MAX_FONTS + 1).collect();
        if fonts.len() > MAX_FONTS || !fonts.iter().all(|name| name.iter().all(u8::is_ascii_alphanumeric)) {
            return None;
        }
        let items = self.read(&[bytes], frame)?;
        // A drawing that shows text may inherit any font of the page.
        let may_show_text = bytes.contains(&b'T') || memchr::memmem::find(bytes, b"Do").is_some();
        let font_choices =
            fonts.iter().filter(|_| may_show_text).map(|name| [b"/", name.as_ref(), b" 5 Tf "].concat());
        let [ends, dashes] =
            RARE_STATES.map(|(flag, state)| if rare_settings & flag != 0 { state } else { b"" });
        let mut is_same = |font: &[u8]| {
            self.read(&[OTHER_STATE, ends, dashes, font, bytes], frame).as_ref() == Some(&items)
        };
        let is_independent = is_same(b"") && font_choices.into_iter().all(|font| is_same(&font));
        is_independent.then_some(items)
    }

    /// Returns the items that some contents draw. Returns `None` if the contents use a pattern or a
    /// mask, because the position of a pattern or mask depends on the page.
    fn read(&mut self, contents: &[&[u8]], frame: Affine) -> Option<Vec<Item>> {
        let to_device = Affine::scale(UNITS_PER_MM) * frame;
        let everywhere = Rect::new(-1e9, -1e9, 1e9, 1e9);
        let mut context = Context::new(to_device, everywhere, self.cache, self.xref, self.settings.clone());
        interpret(TypedIter::new(&contents.concat()), self.resources, &mut context, self.collector);
        let depends_on_page = self.collector.take_used_pattern_or_mask();
        let collected = self.collector.finish(0).ok()?;
        (!depends_on_page).then_some(collected.items)
    }
}

impl PlaceholderPlace {
    /// Adds an item of a repeated drawing, moved to this placeholder. Returns `None` if the item has a
    /// clip that contains the whole page. If the page is read without placeholders, the interpreter leaves
    /// out such a clip, so the items would differ.
    fn add(&self, item: &Item, media: Rect, all: &mut Vec<Item>) -> Option<()> {
        let mut item = item.moved(self.translation);
        if item.clip.is_some_and(|clip| clip.contains_rect(media)) {
            return None;
        }
        item.id = item.id.or_else(|| self.id.clone());
        item.tag = item.tag.or_else(|| self.tag.clone());
        item.copy = item.copy.or_else(|| self.copy.clone());
        let joined = item.clip.zip(self.clip).map(|(own_rect, outer)| outer.intersect(own_rect));
        item.clip = joined.or(item.clip).or(self.clip);
        match all.last_mut().filter(|last| is_stroke_of(&item, last)) {
            Some(last) => add_stroke(last, &item),
            None => all.push(item),
        }
        Some(())
    }
}

/// Returns whether an item is the stroke of the path that the previous item fills. Such a pair
/// counts as one item.
fn is_stroke_of(item: &Item, last: &Item) -> bool {
    let ItemKind::Path { path, fill: None, stroke: Some(_) } = &item.kind else { return false };
    let ItemKind::Path { path: filled, fill: Some(_), stroke: None } = &last.kind else { return false };
    (filled, &last.id, &last.tag) == (path, &item.id, &item.tag)
}

/// Adds the stroke of `item` to the fill of the same path.
fn add_stroke(fill: &mut Item, item: &Item) {
    if let (ItemKind::Path { stroke, .. }, ItemKind::Path { stroke: own_stroke, .. }) =
        (&mut fill.kind, &item.kind)
    {
        stroke.clone_from(own_stroke);
    }
    fill.effect = digest::combined(fill.effect, item.effect);
    fill.draw_style = fill.draw_style.and(item.draw_style);
    fill.painted_bounds = fill.kind.painted_bounds();
}

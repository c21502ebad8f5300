//! What the pages of a file of ours draw again and again, read once.
//!
//! A deck draws the same bands, words and ornaments on a thousand pieces, and the reader takes them apart each time, and
//! inflates each form each time that it is drawn. So where the same comes of it, a page is read with a sign in the place of
//! such drawings, and what they draw, read by themselves, is put where their sign stood.
//!
//! The same comes of it where nothing on the page changes a drawing but where it lies: what it draws is the same from two
//! states of the pen that have nothing in common, its resources are the same, and no graphics state, pattern or mask has a
//! part in it. Each sign has to be met, one after the other, which finds out signs that were set into strings. A page on
//! which any of that is otherwise is read as it is.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use kurbo::{Affine, Rect, Vec2};

use super::blocks::{Block, blocks, odd};
use super::collector::Collector;
use super::paint::{UNITS_PER_MM, both};
use crate::hayro::{Context, InterpreterCache, InterpreterSettings, Resources, TypedIter, XRef, interpret};
use crate::{Item, ItemKind};
use hexpress_base::identity::Identity;

/// What the tag of a sign begins with; its number follows.
const SIGN: &[u8] = b"HexpressSign";
/// What is drawn so often is read by itself, which takes longer than to read it where it is drawn.
const OFTEN: u32 = 2;
/// The most bytes of drawings that are known of a file, on each core.
const MOST_BYTES: usize = 8 << 20;
/// The most frames that a drawing is known in.
const MOST_FRAMES: usize = 64;
/// The most fonts of a page.
const MOST_FONTS: usize = 8;
/// After so many pages that had to be read twice, it is not tried any more.
const MOST_VAIN: usize = 8;
/// A pen in another state than it has at first, in all that a drawing could take over.
const OTHER: &[u8] = b".3 .6 .9 rg .9 .2 .1 RG 7 w BT 5 9 Td ET ";
/// And in what few pages change.
const ODD: [(u8, &[u8]); 2] =
    [(odd::ENDS, b"1 J 1 j 3 M "), (odd::DASHES, b"[5 3] 1 d 1.5 Tc 2.5 Tw 70 Tz 3 TL 2 Tr 4 Ts ")];

/// What is known of a drawing.
enum Known {
    /// How often it was met.
    Met(u32),
    /// It has to be read where it is drawn.
    Bound,
    /// What it draws, for each frame without its place.
    Read(Vec<(Affine, Rc<[Item]>)>),
}

/// What a drawing may take over from its page: the number of the resources, 0 where it names none, and in which ways the
/// pen may be an odd one.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Setting {
    resources: usize,
    odd: u8,
}

/// A drawing that stands by itself.
struct Part {
    bytes: Box<[u8]>,
    setting: Setting,
    known: Known,
}

/// What was met on the pages of a file so far.
#[derive(Default)]
pub(super) struct Repeats {
    parts: Vec<Part>,
    /// The parts by a digest of their bytes and settings.
    by_digest: HashMap<u64, usize>,
    /// The sets of resources by how they are written.
    resources: HashMap<Vec<u8>, usize>,
    bytes: usize,
    /// How many pages had to be read once more.
    vain: usize,
}

/// A page with signs in it.
pub(super) struct Signed {
    pub contents: Vec<u8>,
    /// The parts that all signs stand for, and where those of each end.
    parts: Vec<usize>,
    ends: Vec<usize>,
}

impl Signed {
    /// The parts that each sign stands for.
    fn signs(&self) -> impl Iterator<Item = &[usize]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).filter_map(|(start, end)| self.parts.get(start..*end))
    }
}

/// Where a sign was met: before which item, and what its drawings take over from there.
#[derive(Default)]
pub(super) struct SignPlace {
    pub before: usize,
    /// How far the frame is moved, and the number of the same frame that is not.
    pub at: Vec2,
    pub frame: usize,
    pub id: Option<Arc<Identity>>,
    pub tag: Option<Arc<str>>,
    pub clip: Option<Rect>,
}

/// The signs that are met on a page.
#[derive(Default)]
pub(super) struct Signs {
    /// How many were set.
    set: usize,
    places: Vec<SignPlace>,
    /// The frames of places, none of them moved.
    frames: Vec<Affine>,
    /// Whether one is open.
    pub open: bool,
    /// Whether they are not met as they were set.
    odd: bool,
}

impl Signs {
    /// The signs of a page, none of them met.
    pub(super) fn of(signed: &Signed) -> Self {
        Self { set: signed.ends.len(), ..Self::default() }
    }

    /// Whether a tag is that of a sign, which is now open.
    pub(super) fn begins(&mut self, tag: &[u8]) -> bool {
        let Some(number) = tag.strip_prefix(SIGN).filter(|_| self.set > 0) else { return false };
        let next = self.places.len().to_string();
        self.odd |= self.open || number != next.as_bytes();
        self.open = true;
        true
    }

    /// Takes what is drawn in the open sign, in a frame and with an effect, for what it stands for.
    pub(super) fn take(&mut self, place: SignPlace, frame: Affine, effect: u64) {
        self.odd |= effect != 0;
        self.open = false;
        let (at, at_corner) = (frame.translation(), frame.with_translation(Vec2::ZERO));
        // Those that come again do so soon.
        let near = self.frames.len().saturating_sub(MOST_FRAMES);
        let known = self.frames.iter().skip(near).position(|known| *known == at_corner);
        let frame = known.map_or(self.frames.len(), |known| near + known);
        if known.is_none() {
            self.frames.push(at_corner);
        }
        self.places.push(SignPlace { at, frame, ..place });
    }

    /// What else is met while a sign is open makes the page odd.
    pub(super) fn interrupt(&mut self) {
        self.odd |= self.open;
        self.open = false;
    }
}

/// What drawings are read with.
pub(super) struct Reader<'r, 'a> {
    pub cache: &'r InterpreterCache<'a>,
    pub xref: &'a XRef,
    pub settings: &'r InterpreterSettings,
    pub resources: &'r Resources<'a>,
    /// The page.
    pub media: Rect,
    /// What collects the drawings.
    pub draft: &'r mut Collector,
}

impl Repeats {
    /// A page with signs; none where nothing on it is known to repeat.
    pub(super) fn sign(&mut self, resources: &Resources<'_>, contents: &[u8]) -> Option<Signed> {
        if !resources.patterns.is_empty()
            || !resources.color_spaces.is_empty()
            || memchr::memmem::find(contents, SIGN).is_some()
            || self.vain > MOST_VAIN
        {
            return None;
        }
        let Resources { fonts, x_objects, properties, ext_g_states, shadings, .. } = resources;
        let used = [fonts, x_objects, properties, ext_g_states, shadings];
        let written = used.map(|dict| dict.data()).join(&b' ');
        let next = self.resources.len() + 1;
        let own = *self.resources.entry(written).or_insert(next);
        let mut signed =
            Signed { contents: Vec::with_capacity(contents.len()), parts: Vec::new(), ends: Vec::new() };
        let mut from = 0;
        let (mut blocks, mut left) = (blocks(contents), Vec::new());
        while let Some(Block { at, parts, odd, inner }) = left.pop().or_else(|| {
            left.extend(blocks.next()?.into_iter().rev());
            left.pop()
        }) {
            let before = signed.parts.len();
            let drawings = parts.into_iter().filter_map(|part| contents.get(part)).map(<[u8]>::trim_ascii);
            for drawing in drawings.filter(|drawing| !drawing.is_empty()) {
                signed.parts.push(self.met(drawing, Setting { resources: own, odd }));
            }
            let numbers = signed.parts.get(before..).unwrap_or_default();
            if numbers.is_empty()
                || odd & odd::STATE != 0
                || !numbers.iter().all(|part| self.is_repeated(*part))
            {
                signed.parts.truncate(before);
                left.extend(inner.into_iter().rev());
                continue;
            }
            signed.contents.extend(contents.get(from..at.start)?);
            signed.contents.extend(b" /");
            signed.contents.extend(SIGN);
            signed.contents.extend(signed.ends.len().to_string().as_bytes());
            signed.contents.extend(b" BMC 0 0 1 1 re f EMC ");
            signed.ends.push(signed.parts.len());
            from = at.end;
        }
        signed.contents.extend(contents.get(from..)?);
        // What an object draws may be called as signs are.
        let is_all = memchr::memmem::find(&signed.contents, b"Do").is_none();
        (is_all && !signed.ends.is_empty()).then_some(signed)
    }

    /// The number of a drawing that is met; beyond all numbers where there are too many.
    fn met(&mut self, bytes: &[u8], mut setting: Setting) -> usize {
        if memchr::memchr(b'/', bytes).is_none() {
            setting.resources = 0;
        }
        let seed = (setting.resources as u64) << 8 | u64::from(setting.odd);
        let digest = xxhash_rust::xxh3::xxh3_64_with_seed(bytes, seed);
        if let Some(&number) = self.by_digest.get(&digest) {
            let part =
                self.parts.get_mut(number).filter(|part| *part.bytes == *bytes && part.setting == setting);
            let Some(part) = part else { return usize::MAX };
            if let Known::Met(times) = &mut part.known {
                *times += 1;
            }
            return number;
        }
        self.bytes += bytes.len();
        if self.bytes > MOST_BYTES {
            return usize::MAX;
        }
        self.by_digest.insert(digest, self.parts.len());
        self.parts.push(Part { bytes: bytes.into(), setting, known: Known::Met(1) });
        self.parts.len() - 1
    }

    /// Puts what the signs stand for among the items of their page; none where the page has to be read as it is.
    pub(super) fn put(
        &mut self,
        signed: &Signed,
        signs: Signs,
        items: Vec<Item>,
        reader: &mut Reader<'_, '_>,
    ) -> Option<Vec<Item>> {
        let all = self.all(signed, signs, items, reader);
        self.vain += usize::from(all.is_none());
        all
    }

    /// Returns whether a drawing was met often enough to be read only once.
    fn is_repeated(&self, part: usize) -> bool {
        match self.parts.get(part).map(|part| &part.known) {
            Some(Known::Met(times)) => *times >= OFTEN,
            Some(Known::Read(_)) => true,
            Some(Known::Bound) | None => false,
        }
    }

    fn all(
        &mut self,
        signed: &Signed,
        signs: Signs,
        items: Vec<Item>,
        reader: &mut Reader<'_, '_>,
    ) -> Option<Vec<Item>> {
        let Signs { places, frames, open, odd, .. } = signs;
        if odd || open || places.len() != signed.ends.len() {
            signed.parts.iter().for_each(|part| self.bind(*part));
            return None;
        }
        // Every drawing is read before any is placed, so that one that cannot be repeated is found first.
        let (mut count, mut is_known) = (items.len(), true);
        for (place, parts) in places.iter().zip(signed.signs()) {
            for part in parts {
                let drawn = self.read(*part, *frames.get(place.frame)?, reader);
                count += drawn.as_ref().map_or(0, |items| items.len());
                is_known &= drawn.is_some();
            }
        }
        if !is_known {
            return None;
        }
        let mut all: Vec<Item> = Vec::with_capacity(count);
        let (mut items, mut taken) = (items.into_iter(), 0);
        for (place, parts) in places.iter().zip(signed.signs()) {
            all.extend(items.by_ref().take(place.before - taken));
            taken = place.before;
            for part in parts {
                for item in self.read(*part, *frames.get(place.frame)?, reader)?.iter() {
                    if !reader.draft.counts(&item.kind) {
                        return None;
                    }
                    place.put(item, reader.media, &mut all)?;
                }
            }
        }
        all.extend(items);
        Some(all)
    }

    fn bind(&mut self, part: usize) {
        if let Some(part) = self.parts.get_mut(part) {
            part.known = Known::Bound;
        }
    }

    /// What a drawing draws in a frame at the corner of the page; none where that depends on more.
    fn read(&mut self, number: usize, frame: Affine, reader: &mut Reader<'_, '_>) -> Option<Rc<[Item]>> {
        let part = self.parts.get_mut(number)?;
        let read = match &mut part.known {
            Known::Bound => return None,
            Known::Met(_) => {
                reader.read_free(&part.bytes, part.setting.odd, frame).map(|items| vec![(frame, items)])
            }
            Known::Read(known) => {
                if let Some((_, items)) = known.iter().find(|(known, _)| *known == frame) {
                    return Some(Rc::clone(items));
                }
                let items = reader.read(&[&part.bytes], frame).filter(|_| known.len() < MOST_FRAMES);
                let mut known = std::mem::take(known);
                items.map(|items| known.push((frame, items.into()))).map(|()| known)
            }
        };
        let latest = read.as_ref().and_then(|known| known.last()).map(|(_, items)| Rc::clone(items));
        part.known = read.map_or(Known::Bound, Known::Read);
        latest
    }
}

impl Reader<'_, '_> {
    /// What a drawing draws in a frame that is not moved, if that does not depend on the pen.
    fn read_free(&mut self, bytes: &[u8], odd: u8, frame: Affine) -> Option<Rc<[Item]>> {
        let fonts: Vec<_> = self.resources.fonts.keys().take(MOST_FONTS + 1).collect();
        if fonts.len() > MOST_FONTS || !fonts.iter().all(|name| name.iter().all(u8::is_ascii_alphanumeric)) {
            return None;
        }
        let items = self.read(&[bytes], frame)?;
        // Words may be written with any font of the page.
        let writes = bytes.contains(&b'T') || memchr::memmem::find(bytes, b"Do").is_some();
        let choices = fonts.iter().filter(|_| writes).map(|name| [b"/", name.as_ref(), b" 5 Tf "].concat());
        let [ends, dashes] = ODD.map(|(way, pen)| if odd & way != 0 { pen } else { b"" });
        let mut same =
            |font: &[u8]| self.read(&[OTHER, ends, dashes, font, bytes], frame).as_ref() == Some(&items);
        (same(b"") && choices.into_iter().all(|font| same(&font))).then(|| items.into())
    }

    /// What is drawn in a frame that is not moved; none where a pattern or a mask has a part in it.
    fn read(&mut self, contents: &[&[u8]], frame: Affine) -> Option<Vec<Item>> {
        let frame = Affine::scale(UNITS_PER_MM) * frame;
        let everywhere = Rect::new(-1e9, -1e9, 1e9, 1e9);
        let mut context = Context::new(frame, everywhere, self.cache, self.xref, self.settings.clone());
        interpret(TypedIter::new(&contents.concat()), self.resources, &mut context, self.draft);
        let is_rooted = self.draft.take_rooted();
        let (items, _) = self.draft.finish(0).ok()?;
        (!is_rooted).then_some(items)
    }
}

impl SignPlace {
    /// Puts a drawing where its sign was met; none where its clip goes round the page, which is left out if it is read there.
    fn put(&self, item: &Item, media: Rect, all: &mut Vec<Item>) -> Option<()> {
        let mut item = item.moved(self.at);
        if item.clip.is_some_and(|clip| clip.contains_rect(media)) {
            return None;
        }
        item.id = item.id.or_else(|| self.id.clone());
        item.tag = item.tag.or_else(|| self.tag.clone());
        let joined = item.clip.zip(self.clip).map(|(own, outer)| outer.intersect(own));
        item.clip = joined.or(item.clip).or(self.clip);
        // A line along what was just filled is no drawing of its own.
        if let ItemKind::Path { path, fill: None, stroke: Some(line) } = &item.kind
            && let Some(last) = all.last()
            && let ItemKind::Path { path: filled, fill: Some(_), stroke: None } = &last.kind
            && (filled, &last.id, &last.tag) == (path, &item.id, &item.tag)
        {
            let (line, effect, draw_style) = (line.clone(), item.effect, item.draw_style);
            if let Some(last) = all.last_mut()
                && let ItemKind::Path { stroke, .. } = &mut last.kind
            {
                *stroke = Some(line);
                last.effect = both(last.effect, effect);
                last.draw_style = last.draw_style.and(draw_style);
                last.whole = last.kind.whole();
            }
            return Some(());
        }
        all.push(item);
        Some(())
    }
}

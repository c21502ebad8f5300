//! Represents placeholders. A placeholder is marked content that stands for repeated drawings in the
//! contents of a page.
//!
//! - In: the tags of marked content while a page is read.
//! - Out: the position of each placeholder among the items of the page.
//! - Not here: which drawings the placeholders stand for (`repeats`).

use std::ops::Range;
use std::sync::Arc;

use kurbo::{Affine, Rect, Vec2};

use hexpress_base::identity::Identity;

/// The beginning of a placeholder's tag. The rest of the tag is the number of the placeholder.
pub(super) const PLACEHOLDER_TAG: &[u8] = b"HexpressPlaceholder";
/// A new coordinate system is compared with at most this number of recent ones.
const RECENT_FRAMES: usize = 64;

/// The contents of a page with placeholders in place of repeated drawings.
pub(super) struct PageWithPlaceholders {
    pub contents: Vec<u8>,
    /// The indices of the replaced drawings, in the order of their placeholders.
    pub drawings: Vec<usize>,
    /// For each placeholder, the range in `drawings` that the placeholder replaces.
    pub placeholders: Vec<Range<usize>>,
}

impl PageWithPlaceholders {
    /// Returns an empty page with a capacity of `capacity` bytes.
    pub fn new(capacity: usize) -> Self {
        Self { contents: Vec::with_capacity(capacity), drawings: Vec::new(), placeholders: Vec::new() }
    }

    /// Adds a placeholder for all drawings that were added after the last placeholder.
    pub fn add_placeholder(&mut self) {
        self.contents.extend(b" /");
        self.contents.extend(PLACEHOLDER_TAG);
        self.contents.extend(self.placeholders.len().to_string().as_bytes());
        // The interpreter calls the device only if something is drawn. So a rectangle is drawn
        // inside the mark.
        self.contents.extend(b" BMC 0 0 1 1 re f EMC ");
        let start = self.placeholders.last().map_or(0, |last| last.end);
        self.placeholders.push(start..self.drawings.len());
    }

    /// Returns the drawings that each placeholder replaces.
    pub fn drawings(&self) -> impl Iterator<Item = &[usize]> {
        self.placeholders.iter().filter_map(|range| self.drawings.get(range.clone()))
    }
}

/// The position of a placeholder, and the properties that its drawings inherit at this position.
#[derive(Default)]
pub(super) struct PlaceholderPlace {
    /// The number of items before the placeholder.
    pub before: usize,
    /// The translation that is part of the placeholder's coordinate system.
    pub translation: Vec2,
    /// The index in [`Placeholders::frames`] of the placeholder's coordinate system without the
    /// translation.
    pub frame: usize,
    pub id: Option<Arc<Identity>>,
    pub tag: Option<Arc<str>>,
    pub copy: Option<Arc<str>>,
    pub clip: Option<Rect>,
}

/// The placeholders found on a page.
#[derive(Default)]
pub(super) struct Placeholders {
    /// The number of placeholders in the contents.
    expected: usize,
    pub places: Vec<PlaceholderPlace>,
    /// The coordinate systems of the placeholders, without their translations.
    pub frames: Vec<Affine>,
    /// True if the last mark that was opened is a placeholder, and its rectangle has not been
    /// drawn.
    pub is_open: bool,
    /// True if a placeholder was changed: its number or its contents are wrong, or an effect changes its
    /// look.
    is_broken: bool,
}

impl Placeholders {
    /// Returns the initial state for reading a page with placeholders.
    pub fn from_page(page: &PageWithPlaceholders) -> Self {
        Self { expected: page.placeholders.len(), ..Self::default() }
    }

    /// Opens a placeholder if `tag` is the tag of a placeholder. Returns whether a placeholder was
    /// opened.
    pub fn open(&mut self, tag: &[u8]) -> bool {
        let Some(number) = tag.strip_prefix(PLACEHOLDER_TAG).filter(|_| self.expected > 0) else {
            return false;
        };
        let next = self.places.len().to_string();
        self.is_broken |= self.is_open || number != next.as_bytes();
        self.is_open = true;
        true
    }

    /// Closes the open placeholder when its rectangle is drawn. `effect` is the digest of the look
    /// that the clips and groups around the rectangle give to it.
    pub fn close_at_rectangle(&mut self, place: PlaceholderPlace, frame: Affine, effect: u64) {
        self.is_broken |= effect != 0;
        self.is_open = false;
        let (translation, linear) = (frame.translation(), frame.with_translation(Vec2::ZERO));
        // Placeholders with equal coordinate systems are usually close to each other, so only recent
        // coordinate systems are compared.
        let first_recent = self.frames.len().saturating_sub(RECENT_FRAMES);
        let known = self.frames.iter().skip(first_recent).position(|known| *known == linear);
        let index = known.map_or(self.frames.len(), |position| first_recent + position);
        if known.is_none() {
            self.frames.push(linear);
        }
        self.places.push(PlaceholderPlace { translation, frame: index, ..place });
    }

    /// Records that the open placeholder contains something other than its rectangle.
    pub fn interrupt(&mut self) {
        self.is_broken |= self.is_open;
        self.is_open = false;
    }

    /// Returns whether every placeholder was found exactly once, in order.
    pub fn are_complete(&self) -> bool {
        !self.is_broken && !self.is_open && self.places.len() == self.expected
    }
}

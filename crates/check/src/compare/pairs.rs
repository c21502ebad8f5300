//! Pairs the items of a page with the items that the layout makes.
//!
//! - In: the items of both pages.
//! - Out: the differences: items without a partner, and pairs that are not equal.
//! - Not here: comparing pixels, which shows whether a difference is visible. Messages about
//!   differences are in `report`.

use std::collections::HashMap;
use std::sync::Arc;

use kurbo::{Rect, Vec2};

use super::page_pixels::{INVISIBLE_DIFFERENCE, PixelDifferences, TOLERATED_EDGE_DIFFERENCE};
use super::painted_items::{PaintedForm, PaintedItem, PaintedKind, SAME_PLACE_MM};
use super::same_items::{
    SAME_SHADE, has_exactly_same_place, has_same_colour, has_same_effects, has_same_form, has_same_place,
    has_same_visible_outline, is_same_apart_from_effects,
};
use super::same_outline::is_part_of;
use hexpress_base::geometry::square_at;
use hexpress_base::identity::Identity;
use hexpress_read::Rgb;

/// The side of a square in the index of items, in mm.
const INDEX_SQUARE_MM: f64 = 1.0;
/// The largest distance between an item and its partner, in mm.
const MAX_PARTNER_DISTANCE_MM: f64 = 30.0;
/// The items without a partner are compared with each other only if there are few. The product of their
/// numbers on both pages must be at most the square of this. Otherwise, each of them is reported as
/// missing or added.
const MAX_COMPARED_ITEMS: usize = 2_000;

/// A difference between two pages.
#[derive(Debug)]
pub struct Difference<'m> {
    /// The item that was found. `None` if the item is missing.
    pub found: Option<&'m PaintedItem>,
    /// The item that the layout makes. `None` if the item was added.
    pub made: Option<&'m PaintedItem>,
    pub kind: DifferenceKind,
    /// Whether the difference may be invisible because an item is drawn twice, or because letters are
    /// drawn as outlines.
    pub is_rewritten: bool,
    /// Whether the difference may be invisible because a line is drawn in another way: as a surface, in
    /// parts, or in place of a surface.
    pub is_expanded: bool,
}

impl<'m> Difference<'m> {
    fn new(found: Option<&'m PaintedItem>, made: Option<&'m PaintedItem>, kind: DifferenceKind) -> Self {
        Self { found, made, kind, is_rewritten: false, is_expanded: false }
    }
}

/// How two items differ.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum DifferenceKind {
    /// Only one of the pages has the item.
    Unpaired,
    /// The item was moved by this vector, in mm.
    Moved(Vec2),
    Colour {
        actual: Rgb,
        expected: Rgb,
    },
    /// The texts differ.
    Words,
    /// The lines have different widths, given in mm.
    Width {
        actual: f64,
        expected: f64,
    },
    /// The form, the size or the way of drawing differs.
    Form,
}

/// The differences between two pages.
#[derive(Debug, Default)]
pub struct PageDifferences<'m> {
    /// The differences, in the order of the page that the layout makes.
    pub differences: Vec<Difference<'m>>,
    /// The items whose differences are invisible.
    pub invisible: Vec<&'m PaintedItem>,
    /// Whether every item that both pages have is exactly in place.
    pub is_exact: bool,
    /// Whether equal items may look different, because they are drawn in another order or have
    /// gradients. In this case, the pixels are compared.
    is_open: bool,
}

/// The properties that two equal items always have in common: their kind, and the drawing to which
/// they belong if that drawing is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct ItemKey<'m> {
    id: Option<&'m Arc<Identity>>,
    kind: PaintedKind,
}

/// The items of a page, indexed by drawing, kind and place.
struct ItemIndex<'m> {
    items: &'m [PaintedItem],
    /// For each kind of item and each square of the page, the items whose middle is in this square.
    by_place: HashMap<(ItemKey<'m>, [i64; 2]), Vec<usize>>,
    /// Whether items are compared only if they belong to the same drawing. False if another program
    /// removed the names of drawings.
    named: bool,
}

impl<'m> ItemIndex<'m> {
    fn new(items: &'m [PaintedItem], named: bool) -> Self {
        let mut index = Self { items, by_place: HashMap::new(), named };
        for (at, item) in items.iter().enumerate() {
            let square = square_at(item.rect.center(), INDEX_SQUARE_MM);
            index.by_place.entry((index.key(item), square)).or_default().push(at);
        }
        index
    }

    fn key(&self, item: &'m PaintedItem) -> ItemKey<'m> {
        ItemKey { id: item.id.as_ref().filter(|_| self.named), kind: item.kind() }
    }

    /// Returns the indices of the items that look the same as `item` and are in the same place.
    fn same_as(&self, item: &'m PaintedItem) -> impl Iterator<Item = usize> {
        self.same_apart_from_effects(item).filter(|&at| has_same_effects(&self.items[at], item))
    }

    /// Returns the indices of the items with the same form, colour and place as `item`. Their blending,
    /// clips and shades may differ from those of `item`.
    fn same_apart_from_effects(&self, item: &'m PaintedItem) -> impl Iterator<Item = usize> {
        let key = self.key(item);
        let [x, y] = square_at(item.rect.center(), INDEX_SQUARE_MM);
        // An item near the edge of a square may have its partner in a neighbouring square. So the
        // square and its eight neighbours are searched.
        let squares = [0, -1, 1].into_iter().flat_map(move |dx| [0, -1, 1].map(|dy| [x + dx, y + dy]));
        let near = squares.filter_map(move |square| self.by_place.get(&(key, square)));
        near.flatten().copied().filter(move |&index| {
            let candidate = &self.items[index];
            is_same_apart_from_effects(candidate, item)
                || !self.named
                    && has_same_colour(candidate, item)
                    && has_same_visible_outline(candidate, item)
        })
    }
}

impl<'m> PageDifferences<'m> {
    /// Pairs the items of two pages. Both items of a pair belong to the same drawing, unless
    /// another program dropped the names of drawings.
    pub fn new(found: &'m [PaintedItem], made: &'m [PaintedItem]) -> Self {
        let named = found.iter().any(|item| item.id.is_some());
        let places = ItemIndex::new(found, named);
        let mut free = vec![true; found.len()];
        let (mut lacking, mut differences) = (Vec::new(), Vec::new());
        let mut last = 0;
        let (mut is_open, mut is_exact, mut is_shaded) = (false, true, false);
        for item in made {
            let Some(index) = places.same_as(item).filter(|&index| free[index]).min() else {
                lacking.push(item);
                continue;
            };
            free[index] = false;
            is_open |= index < last || item.is_shaded && item.gradient.is_none();
            is_shaded |= item.is_shaded;
            is_exact &= has_exactly_same_place(&found[index], item);
            last = index;
        }
        // A gradient is compared only at some points, so the pixels between these points are also
        // compared. If another program wrote the page, these pixels are not compared, because the
        // pixels of small letters on the gradient then differ.
        is_open |= is_shaded && named;
        // If a program rounds points to a grid, the digest of the effects of an item changes. But the
        // item may look the same, so the pixels decide.
        lacking.retain(|item| {
            let Some(index) = places.same_apart_from_effects(item).filter(|&index| free[index]).min() else {
                return true;
            };
            free[index] = false;
            differences.push(Difference::new(found.get(index), Some(item), DifferenceKind::Form));
            false
        });
        let mut left: Vec<&PaintedItem> =
            found.iter().zip(&free).filter(|(_, free)| **free).map(|(item, _)| item).collect();
        let few = lacking.len() * left.len() <= MAX_COMPARED_ITEMS * MAX_COMPARED_ITEMS;
        for made in lacking {
            let partner = if few { partner(made, &left, named) } else { None };
            let found = partner.map(|index| left.remove(index));
            let kind = found.map_or(DifferenceKind::Unpaired, |found| DifferenceKind::between(found, made));
            differences.push(Difference::new(found, Some(made), kind));
        }
        let twins = ItemIndex::new(made, named);
        differences.extend(left.into_iter().map(|found| {
            let is_rewritten = twins.same_as(found).next().is_some();
            Difference { is_rewritten, ..Difference::new(Some(found), None, DifferenceKind::Unpaired) }
        }));
        note_outlined_words(&mut differences);
        note_expanded_lines(&mut differences);
        Self { differences, invisible: Vec::new(), is_exact, is_open }
    }

    /// Returns true if the items prove that the pages look the same. Pixels then need not be compared.
    pub fn is_empty(&self) -> bool {
        self.differences.is_empty() && !self.is_open
    }

    /// Drops the differences that are invisible in the pixels. Keeps differences of items that each
    /// viewer draws in its own way, because pixels prove nothing about them.
    pub fn retain_visible(&mut self, pixel_differences: &PixelDifferences) {
        let (kept, dropped): (Vec<_>, Vec<_>) = std::mem::take(&mut self.differences)
            .into_iter()
            .partition(|difference| difference.is_visible(pixel_differences));
        self.differences = kept;
        // A surface that is drawn a second time may hide other items, so its pixels still have to be
        // compared.
        let invisible = dropped.iter().filter(|one| !one.is_surface_twice());
        self.invisible = invisible.flat_map(|one| one.found.into_iter().chain(one.made)).collect();
    }

    /// Adds a surface whose gradient differs.
    pub fn add_shaded(&mut self, found: Option<&'m PaintedItem>, made: Option<&'m PaintedItem>) {
        self.differences.push(Difference::new(found, made, DifferenceKind::Form));
    }

    /// Returns the items of all differences.
    pub fn items(&self) -> impl Iterator<Item = &'m PaintedItem> {
        self.differences.iter().flat_map(|one| one.found.into_iter().chain(one.made))
    }

    /// Returns the part of a page that has to be compared as pixels, in mm.
    pub fn part(&self, page: Rect) -> Rect {
        let all = self.rects().reduce(|a, b| a.union(b));
        all.filter(|_| !self.is_open).map_or(page, |all| all.inflate(1.0, 1.0).intersect(page))
    }

    /// Returns the boxes of all differences, in mm.
    pub fn rects(&self) -> impl Iterator<Item = Rect> + '_ {
        self.differences.iter().flat_map(Difference::rects)
    }
}

impl<'m> Difference<'m> {
    /// Returns the boxes of the item that was found and of the item that the layout makes, in mm.
    pub fn rects(&self) -> impl Iterator<Item = Rect> + use<'m> {
        self.found.into_iter().chain(self.made).map(|item| item.rect)
    }

    /// Returns the item that the layout makes, or the item that was found if the layout makes none.
    fn item(&self) -> Option<&'m PaintedItem> {
        self.made.or(self.found)
    }

    /// Returns whether the difference is visible in the pixels. Always returns true for an item that each
    /// viewer draws in its own way.
    fn is_visible(&self, pixel_differences: &PixelDifferences) -> bool {
        // If each viewer draws an item in its own way, the pixels of one viewer prove nothing.
        self.found.is_some_and(|item| item.by_viewer.is_some())
            || self.rects().any(|rect| self.is_visible_in(pixel_differences, rect))
    }

    fn is_visible_in(&self, pixel_differences: &PixelDifferences, rect: Rect) -> bool {
        let Some(item) = self.item() else { return false };
        match self.kind {
            // A changed colour changes whole pixels, so even a small difference of shades counts.
            DifferenceKind::Colour { .. } => pixel_differences.differs(rect, SAME_SHADE),
            DifferenceKind::Unpaired | DifferenceKind::Form if self.is_expanded => {
                pixel_differences.differs_in_letters(rect)
                    || pixel_differences.differs_inside(rect, SAME_SHADE)
            }
            // Other programs draw letters differently, and move letters and clips to a grid. So small
            // differences do not count.
            DifferenceKind::Form if item.kind() == PaintedKind::Words => {
                pixel_differences.differs_in_letters(rect)
            }
            // Another program may write letters with other characters. If their outlines are the same,
            // the pixels decide.
            DifferenceKind::Words if self.has_same_letters() => pixel_differences.differs_in_letters(rect),
            DifferenceKind::Unpaired if self.is_rewritten && item.is_opaque() => {
                pixel_differences.differs_in_letters(rect)
            }
            // If the ends of a line have another shape, the line is longer or shorter by less than a
            // pixel. So no square of 3 x 3 pixels differs. Therefore, single pixels count if they differ
            // clearly.
            DifferenceKind::Form if self.is_in_place() && item.kind() == PaintedKind::Line => {
                pixel_differences.differs(rect, TOLERATED_EDGE_DIFFERENCE)
            }
            DifferenceKind::Form if self.is_in_place() => {
                pixel_differences.differs_beyond_shift(rect, INVISIBLE_DIFFERENCE)
                    || pixel_differences.differs_inside(rect, SAME_SHADE)
            }
            // Another program may leave out what clips hide, so compare only the visible part.
            DifferenceKind::Unpaired if item.clip_outlines.is_some() => {
                pixel_differences.differs_where(rect, INVISIBLE_DIFFERENCE, |place| item.is_visible_at(place))
                    || pixel_differences
                        .differs_inside_where(rect, SAME_SHADE, |place| item.is_visible_at(place))
            }
            _ if item.kind() == PaintedKind::Picture => pixel_differences.differs(rect, INVISIBLE_DIFFERENCE),
            _ => {
                pixel_differences.differs(rect, INVISIBLE_DIFFERENCE)
                    || pixel_differences.differs_inside(rect, SAME_SHADE)
            }
        }
    }

    /// Returns whether the difference is a surface that is drawn a second time.
    fn is_surface_twice(&self) -> bool {
        self.is_rewritten && self.is_added_surface()
    }

    /// Returns whether the difference is a surface that the layout does not draw.
    fn is_added_surface(&self) -> bool {
        self.made.is_none() && self.found.is_some_and(|item| item.kind() == PaintedKind::Surface)
    }

    /// Returns whether a text is missing: the layout makes it, but the page in the file does not have it.
    fn is_missing_word(&self) -> bool {
        self.found.is_none() && self.made.is_some_and(|item| item.kind() == PaintedKind::Words)
    }

    /// Returns whether both items have the same outline in the same place.
    fn is_in_place(&self) -> bool {
        self.found
            .zip(self.made)
            .is_some_and(|(found, made)| has_same_place(found, made) && has_same_form(found, made))
    }

    /// Returns whether the letters of both items have the same outlines in the same places.
    fn has_same_letters(&self) -> bool {
        self.found.zip(self.made).is_some_and(|(found, made)| {
            let (PaintedForm::Words(a), PaintedForm::Words(b)) = (&found.form, &made.form) else {
                return false;
            };
            has_same_effects(found, made)
                && has_same_place(found, made)
                && (a.balance.centre - b.balance.centre).hypot() <= SAME_PLACE_MM / 2.0
        })
    }

    /// Returns the drawing that the item is a part of. Returns `None` if this drawing has no name.
    pub fn id(&self) -> Option<&'m Arc<Identity>> {
        self.made.and_then(|item| item.id.as_ref()).or_else(|| self.found?.id.as_ref())
    }
}

/// Finds missing texts at places where the page has additional surfaces of the same colour. These
/// surfaces may be the letters, drawn as outlines. The missing texts and the additional surfaces are
/// therefore marked as [`Difference::is_rewritten`].
fn note_outlined_words(all: &mut [Difference<'_>]) {
    let (mut words, others): (Vec<_>, Vec<_>) = all.iter_mut().partition(|one| one.is_missing_word());
    let mut surfaces: Vec<_> = others.into_iter().filter(|one| one.is_added_surface()).collect();
    if words.len() * surfaces.len() > MAX_COMPARED_ITEMS * MAX_COMPARED_ITEMS {
        return;
    }
    for surface in &mut surfaces {
        for word in &mut words {
            let (Some(made), Some(found)) = (word.made, surface.found) else { continue };
            if made.rect.inflate(SAME_PLACE_MM, SAME_PLACE_MM).contains_rect(found.rect)
                && has_same_colour(made, found)
            {
                (word.is_rewritten, surface.is_rewritten) = (true, true);
            }
        }
    }
}

struct MarkOfDifference<'m> {
    /// The index of the difference.
    difference: usize,
    item: &'m PaintedItem,
    /// Whether the item is on the page that was found.
    is_found: bool,
}

/// Finds lines that are drawn as surfaces or in parts, and surfaces that are drawn as lines. These
/// items may look the same as the items that the layout makes, so the differences are marked as
/// [`Difference::is_expanded`].
fn note_expanded_lines(all: &mut [Difference<'_>]) {
    let mut sides = Vec::new();
    for (difference, one) in all.iter().enumerate() {
        if matches!(one.kind, DifferenceKind::Unpaired | DifferenceKind::Form) {
            sides.extend(one.found.map(|item| MarkOfDifference { difference, item, is_found: true }));
            sides.extend(one.made.map(|item| MarkOfDifference { difference, item, is_found: false }));
        }
    }
    sides.retain(|side| [PaintedKind::Surface, PaintedKind::Line].contains(&side.item.kind()));
    let lines: Vec<&MarkOfDifference<'_>> =
        sides.iter().filter(|side| side.item.kind() == PaintedKind::Line).collect();
    if lines.len() * sides.len() > MAX_COMPARED_ITEMS * MAX_COMPARED_ITEMS {
        return;
    }
    let mut expanded = Vec::new();
    for one in &sides {
        // The two items of one difference are not compared. They differ in the ends or the dashes of a
        // line, and neither of them is a part of the other.
        let others =
            lines.iter().filter(|line| line.is_found != one.is_found && line.difference != one.difference);
        for line in others {
            if line.item.rect.inflate(SAME_PLACE_MM, SAME_PLACE_MM).contains_rect(one.item.rect)
                && is_part_of(one.item, line.item)
            {
                expanded.extend([one.difference, line.difference]);
            }
        }
    }
    for index in expanded {
        all[index].is_expanded = true;
    }
}

/// Returns the index of the item in `left` that is the most similar to `made`. Considers only items
/// near `made`. Returns `None` if there are none.
fn partner(made: &PaintedItem, left: &[&PaintedItem], named: bool) -> Option<usize> {
    let max_distance = MAX_PARTNER_DISTANCE_MM.min(2.0 + made.rect.width().max(made.rect.height()));
    let words = made.words();
    let costs = left.iter().enumerate().filter_map(|(index, item)| {
        let is_candidate = item.kind() == made.kind() && (!named || item.id.is_none() || item.id == made.id);
        let distance = item.rect.center().distance(made.rect.center());
        if !is_candidate || distance > max_distance {
            return None;
        }
        let (a, b) = (item.rect.size(), made.rect.size());
        let size = (a.width - b.width).abs() + (a.height - b.height).abs();
        // A different colour or text counts as much as a distance of 1 mm.
        let other =
            f64::from(u8::from(!has_same_colour(item, made))) + f64::from(u8::from(item.words() != words));
        Some((index, distance + size + other))
    });
    costs.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(index, _)| index)
}

impl DifferenceKind {
    /// Returns the first property in which two items differ.
    fn between(found: &PaintedItem, made: &PaintedItem) -> Self {
        /// The smallest difference between line widths that counts, in mm.
        const MIN_WIDTH_DIFFERENCE_MM: f64 = 0.005;
        if found.words() != made.words() {
            return Self::Words;
        }
        if let (false, Some(actual), Some(expected)) =
            (has_same_colour(found, made), found.colour(), made.colour())
        {
            return Self::Colour { actual, expected };
        }
        if let (PaintedForm::Line(_, actual), PaintedForm::Line(_, expected)) = (&found.form, &made.form)
            && (actual.width - expected.width).abs() > MIN_WIDTH_DIFFERENCE_MM
        {
            return Self::Width { actual: actual.width, expected: expected.width };
        }
        if has_same_form(found, made) && !has_same_place(found, made) {
            return Self::Moved(found.anchor() - made.anchor());
        }
        Self::Form
    }
}

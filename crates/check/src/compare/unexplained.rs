//! Finds pixels that differ although no reported difference explains them.
//!
//! - In: both pages as pixels, their items, and the items that are reported.
//! - Out: groups of the remaining pixels, each with the topmost item at these pixels on each page.
//! - Not here: how an item differs.

use kurbo::{BezPath, Cap, Join, Rect, Shape as _, Stroke, StrokeOpts};

use super::page_pixels::{MIN_PIXELS, PixelDifferences};
use super::painted_items::{PaintedForm, PaintedItem};
use super::same_items::is_same_mark;
use hexpress_base::identity::Identity;
use hexpress_read::raster::{Numbered, Topmost};

/// A reported item explains the differing pixels within this distance, in mm.
const EXPLAINED_DISTANCE_MM: f64 = 0.5;
/// A tolerated item explains the differing pixels within this distance, in mm.
const TOLERATED_REACH: f64 = 0.2;

/// A small group of pixels counts as the edge of a larger group under two conditions. The larger group
/// has at least this many times as many pixels as the small one, and its box contains the small one.
const EDGE_SHARE: usize = 50;
/// The largest number of groups of pixels that are compared with each other. If there are more, the
/// smallest ones are dropped.
const MAX_GROUPS: usize = 2_000;
/// The largest distance by which an outline may extend beyond its visible part, in mm. Drawing a larger
/// outline would be slow, so the box of its visible part is drawn instead.
const MAX_HIDDEN_EXTENT_MM: f64 = 2_000.0;

/// The number that identifies the areas of tolerated items.
const TOLERATED_AREA: u32 = 1;
/// The number that identifies the areas of reported items.
const EXPLAINED_AREA: u32 = 2;

/// The items of two pages.
#[derive(Clone, Copy)]
pub struct BothItems<'m> {
    pub found: &'m [PaintedItem],
    pub made: &'m [PaintedItem],
}

/// The items that explain differences between the pixels of a page.
#[derive(Default)]
pub struct ExplainedItems<'m> {
    /// The items that are reported.
    pub explained: Vec<&'m PaintedItem>,
    /// The items whose differences are invisible.
    pub tolerated: Vec<&'m PaintedItem>,
    /// Whether every item that both pages have is exactly in place. This can be true only if no other
    /// program has rewritten the page.
    pub is_exact: bool,
}

/// A group of pixels with the same topmost item on each page.
#[derive(Debug, Clone, Copy)]
pub struct PixelGroup<'m> {
    /// A box around the pixels, in mm.
    pub rect: Rect,
    pub count: usize,
    /// The topmost item on the page that was found. `None` if no item is there.
    pub found: Option<&'m PaintedItem>,
    /// The topmost item on the page that the layout makes. `None` if no item is there.
    pub made: Option<&'m PaintedItem>,
}

impl PixelGroup<'_> {
    /// Returns whether the topmost item is the same on both pages.
    pub fn is_same(&self) -> bool {
        self.found.zip(self.made).is_some_and(|(found, made)| is_same_mark(found, made))
    }

    /// Returns whether the topmost item is the same on both pages and has a gradient.
    pub fn is_same_shaded(&self) -> bool {
        self.is_same() && self.made.is_some_and(|item| item.is_shaded)
    }

    /// Returns the id of the drawing that is visible, and the id of the drawing that should be visible.
    fn ids(&self) -> [Option<&Identity>; 2] {
        [self.found, self.made].map(|item| item.and_then(|item| item.id.as_deref()))
    }

    /// Returns whether the group consists of a few pixels along the edge of a much larger group.
    /// `larger` is sorted by size, the largest group first.
    fn is_edge_of_any(&self, larger: &[Self]) -> bool {
        larger.iter().take_while(|other| other.count / EDGE_SHARE >= self.count).any(|other| {
            other.rect.inflate(EXPLAINED_DISTANCE_MM, EXPLAINED_DISTANCE_MM).contains_rect(self.rect)
        })
    }
}

impl<'m> BothItems<'m> {
    /// Returns an empty group for pixels with these topmost items.
    fn group(self, tops: Tops) -> PixelGroup<'m> {
        PixelGroup {
            rect: Rect::ZERO,
            count: 0,
            found: tops.found.and_then(|index| self.found.get(index)),
            made: tops.made.and_then(|index| self.made.get(index)),
        }
    }
}

/// Returns the differing pixels that no reported difference explains. The pixels are grouped by the
/// topmost items. The largest group comes first.
pub fn unexplained<'m>(
    pixel_differences: &PixelDifferences,
    items: BothItems<'m>,
    known: &ExplainedItems<'_>,
) -> Vec<PixelGroup<'m>> {
    if !pixel_differences.differs_at_all() {
        return Vec::new();
    }
    let tolerated = known.tolerated.iter().flat_map(|item| areas(item, TOLERATED_REACH, TOLERATED_AREA));
    let explained =
        known.explained.iter().flat_map(|item| areas(item, EXPLAINED_DISTANCE_MM, EXPLAINED_AREA));
    let Some(levels) = pixel_differences.topmost(tolerated.chain(explained)) else { return Vec::new() };
    let pixels = pixel_differences.unexplained(
        |pixel| levels.get(pixel).is_some_and(|level| level < EXPLAINED_AREA),
        |pixel| known.is_exact && levels.get(pixel) == Some(0),
    );
    if pixels.all.len() < MIN_PIXELS {
        return Vec::new();
    }
    let layers = Layers::new(pixel_differences, items, pixels.part);
    let mut owned: Vec<(Tops, usize)> =
        pixels.all.iter().map(|&pixel| (layers.tops(pixel, items), pixel)).collect();
    owned.sort_unstable();
    let groups = owned.chunk_by(|a, b| a.0 == b.0).map(|group| {
        let rect = group.iter().map(|(_, pixel)| pixel_differences.pixel(*pixel)).reduce(|a, b| a.union(b));
        let tops = group.first().map_or_else(Tops::default, |first| first.0);
        PixelGroup { rect: rect.unwrap_or_default(), count: group.len(), ..items.group(tops) }
    });
    merged_by_drawing(groups.collect())
}

/// Merges groups with the same visible drawings. A merged group keeps the items of its largest part.
/// Drops groups of only a few pixels, and groups along the edge of a much larger group.
fn merged_by_drawing(mut groups: Vec<PixelGroup<'_>>) -> Vec<PixelGroup<'_>> {
    groups.sort_by_key(|group| std::cmp::Reverse(group.count));
    groups.truncate(MAX_GROUPS);
    let mut merged: Vec<PixelGroup<'_>> = Vec::new();
    for group in groups {
        let is_mergeable = !group.is_same_shaded();
        match merged.iter_mut().find(|known| is_mergeable && known.ids() == group.ids()) {
            Some(known) => {
                known.rect = known.rect.union(group.rect);
                known.count += group.count;
            }
            None => merged.push(group),
        }
    }
    merged.sort_by_key(|group| std::cmp::Reverse(group.count));
    // If two drawings share an edge, the pixels of this edge are divided between the groups of both
    // drawings. The edge of one drawing may then look like a group of its own.
    let larger = merged.clone();
    merged.retain(|group| group.count >= MIN_PIXELS && !group.is_edge_of_any(&larger));
    merged
}

/// The topmost item at a pixel on each page, as an index into the items of the page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Tops {
    found: Option<usize>,
    made: Option<usize>,
}

/// For each pixel, the topmost opaque item, and the topmost item of any opacity.
struct Layers {
    opaque: Option<Owners>,
    all: Option<Owners>,
}

impl Layers {
    fn new(pixel_differences: &PixelDifferences, items: BothItems<'_>, part: Rect) -> Self {
        Self {
            opaque: Owners::new(pixel_differences, items, part, |item| item.opacity >= 1.0),
            all: Owners::new(pixel_differences, items, part, |_| true),
        }
    }

    /// Returns the topmost opaque items if they differ between the pages. Otherwise, returns the
    /// topmost items of any opacity. An opaque item explains more than a transparent item on top of it.
    fn tops(&self, pixel: usize, items: BothItems<'_>) -> Tops {
        let (Some(opaque), Some(all)) = (&self.opaque, &self.all) else { return Tops::default() };
        let tops = opaque.tops(pixel);
        let is_explained = tops != Tops::default() && !items.group(tops).is_same();
        if is_explained { tops } else { all.tops(pixel) }
    }
}

/// For each page, the number of the topmost item at each pixel, counted from 1.
struct Owners {
    found: Topmost,
    made: Topmost,
}

impl Owners {
    /// Draws those items of both pages that satisfy `is_wanted`. Returns `None` if `part` is too
    /// large.
    fn new(
        pixel_differences: &PixelDifferences,
        items: BothItems<'_>,
        part: Rect,
        is_wanted: impl Fn(&PaintedItem) -> bool,
    ) -> Option<Self> {
        Some(Self {
            found: topmost_items(pixel_differences, items.found, part, &is_wanted)?,
            made: topmost_items(pixel_differences, items.made, part, &is_wanted)?,
        })
    }

    fn tops(&self, pixel: usize) -> Tops {
        Tops { found: index_at(&self.found, pixel), made: index_at(&self.made, pixel) }
    }
}

fn topmost_items(
    pixel_differences: &PixelDifferences,
    items: &[PaintedItem],
    part: Rect,
    is_wanted: impl Fn(&PaintedItem) -> bool,
) -> Option<Topmost> {
    let wanted = items.iter().zip(1..).filter(|(item, _)| is_wanted(item) && item.rect.overlaps(part));
    pixel_differences.topmost(wanted.flat_map(|(item, number)| areas(item, 0.0, number)))
}

/// Returns the index of the topmost item at a pixel. Returns `None` if no item is there.
fn index_at(topmost: &Topmost, pixel: usize) -> Option<usize> {
    usize::try_from(topmost.get(pixel).unwrap_or(0)).ok()?.checked_sub(1)
}

/// Returns the areas that an item covers, enlarged by `margin` mm.
fn areas(item: &PaintedItem, margin: f64, number: u32) -> impl Iterator<Item = Numbered> + use<> {
    // The bounding box of a line does not include its ends.
    let ends = if let PaintedForm::Line(_, stroke) = &item.form { stroke.width / 2.0 } else { 0.0 };
    let within = item.rect.inflate(margin + ends, margin + ends);
    let (path, edge) = match &item.form {
        PaintedForm::Surface(path, _) | PaintedForm::Line(path, _) if reaches_far(path, within) => {
            (within.to_path(0.1), None)
        }
        PaintedForm::Surface(path, _) => {
            (path.clone(), (margin > 0.0).then(|| stroked(path, 2.0 * margin, Join::Round)))
        }
        // The line may have sharp corners, so the enlarged line gets sharp corners too.
        PaintedForm::Line(path, stroke) => (stroked(path, stroke.width + 2.0 * margin, Join::Miter), None),
        PaintedForm::Words(_) => (within.to_path(0.1), None),
        PaintedForm::Picture([a, b, c, d]) => {
            let mut path = BezPath::new();
            path.move_to(*a);
            [b, c, d].into_iter().for_each(|corner| path.line_to(*corner));
            path.close_path();
            (path, (margin > 0.0).then(|| within.to_path(0.1)))
        }
    };
    [Some(path), edge].into_iter().flatten().map(move |path| Numbered { path, within, number })
}

/// Returns whether an outline extends so far beyond its visible part that drawing it would be slow.
fn reaches_far(path: &BezPath, visible: Rect) -> bool {
    !visible.inflate(MAX_HIDDEN_EXTENT_MM, MAX_HIDDEN_EXTENT_MM).contains_rect(path.control_box())
}

/// Returns the area of a line along an outline. `width` is the width of the line, in mm.
fn stroked(path: &BezPath, width: f64, join: Join) -> BezPath {
    /// The largest distance between the computed edge and the exact one, in mm.
    const MAX_EDGE_ERROR_MM: f64 = 0.02;
    /// The width of a pixel, in mm. A thinner line might miss all pixels.
    const MIN_LINE_WIDTH_MM: f64 = 0.15;
    let style = Stroke::new(width.max(MIN_LINE_WIDTH_MM)).with_caps(Cap::Square).with_join(join);
    kurbo::stroke(path, &style, &StrokeOpts::default(), MAX_EDGE_ERROR_MM)
}

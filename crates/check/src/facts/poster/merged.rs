//! Merges the drawings of the sheets of a poster.
//!
//! - In: the drawings of the sheets.
//! - Out: each drawing of the whole poster once. If two sheets show the same drawing, also the distance
//!   between the two versions.
//! - Not here: the places of the sheets.

use std::collections::BTreeSet;
use std::sync::Arc;

use kurbo::{ParamCurve, Point, Rect, Vec2};

use super::{PlacedSheet, SeamDifference};
use crate::facts::item::is_halo;
use hexpress_base::identity::Identity;
use hexpress_base::sorted_map::SortedMap;
use hexpress_read::{Item, ItemKind, Outline};

/// Beyond its seams, a sheet also shows drawings that belong to the neighbouring sheets. At most this
/// number of these are kept for each sheet. Real boards have far fewer.
const MAX_DRAWINGS_BEYOND_SEAM: usize = 4_000;
/// At most this number of pairs are kept. A pair is a drawing beyond a seam, and a text or halo that
/// overlaps this drawing.
const MAX_TEXTS: usize = 1 << 20;
/// At most this number of halos of texts are compared for each id. Real boards have far fewer.
const MAX_HALOS: usize = 1_000;
/// Two halos count as the same drawing if their corresponding points are at most this far apart, in mm.
const SAME_HALO_MM: f64 = 2.0;
/// The largest rounding error in the box of a clip, in mm.
const ROUNDING: f64 = 0.01;

/// The drawings of all sheets, each once.
#[derive(Default)]
pub struct Merged {
    /// The drawings, in the coordinates of the whole poster. All drawings of the first sheet come
    /// first, then those of the second sheet, and so on.
    items: Vec<Item>,
    /// For each drawing, whether it has a clip other than the clip at the seams.
    has_own_clip: Vec<bool>,
    /// For each sheet, the indices of its drawings, in drawing order.
    drawn: SortedMap<usize, Vec<usize>>,
    /// For each id, the sheets that show it. Each sheet has the indices of the drawings with this id,
    /// in drawing order.
    known: SortedMap<Arc<Identity>, Vec<(usize, Vec<usize>)>>,
    /// For each id, the indices of the halos of its texts.
    halos: SortedMap<Arc<Identity>, Vec<usize>>,
    /// For each sheet, the drawings that it shows beyond its seams. Each drawing is stored as its id and
    /// its box in the coordinates of the whole poster.
    beyond: SortedMap<usize, Vec<(Arc<Identity>, Rect)>>,
    /// Pairs of a drawing beyond a seam and a text or halo that overlaps it. A pair consists of the id
    /// of the drawing, and the index of the text or halo.
    texts_beyond: Vec<(Arc<Identity>, usize)>,
}

/// A drawing of one sheet, in the coordinates of the whole poster.
pub struct PlacedDrawing {
    pub sheet: usize,
    pub item: Item,
    /// Whether the drawing has a clip other than the clip at the seams.
    pub has_own_clip: bool,
    /// The offset from the sheet to the whole poster, in mm.
    pub shift: Vec2,
}

/// A drawing that a sheet shows beyond its seam. It belongs to the neighbouring sheet.
pub struct OverlapDrawing {
    /// The index of the sheet that shows the drawing beyond its seam.
    pub sheet: usize,
    /// The id that the drawing has on the neighbouring sheet.
    pub owner: Arc<Identity>,
    pub item: Item,
}

impl Merged {
    /// Adds a drawing of a sheet. If another sheet has the same drawing, adds only the difference
    /// between the two.
    pub fn add(&mut self, drawing: PlacedDrawing, differences: &mut Vec<SeamDifference>) {
        let PlacedDrawing { sheet, item, has_own_clip, shift } = drawing;
        let known = match &item.id {
            Some(id) if is_halo(&item) => self.known_halo(id, &item),
            // A text is on only one sheet, so it is not compared.
            Some(id) if !matches!(item.kind, ItemKind::Text(_)) => self.known_drawing(id, sheet),
            _ => None,
        };
        if let (Some(known), Some(id)) = (known, item.id.clone()) {
            let distance = distance(&self.items[known], &item);
            differences.push(SeamDifference { sheet, rect: bounds(&item) - shift, id, distance });
        }
        let number = known.unwrap_or(self.items.len());
        let covered = match &item.kind {
            ItemKind::Text(text) => Some(text.outline),
            _ => is_halo(&item).then(|| bounds(&item)),
        };
        if let Some(covered) = covered {
            let beyond = self.beyond.get(&sheet).into_iter().flatten();
            let below = beyond.filter(|(_, rect)| rect.overlaps(covered));
            let most = MAX_TEXTS.saturating_sub(self.texts_beyond.len());
            self.texts_beyond.extend(below.take(most).map(|(id, _)| (Arc::clone(id), number)));
        }
        self.drawn.entry(sheet).or_default().push(number);
        match self.items.get_mut(number) {
            // Each of the two sheets clips the drawing at the seam, and shows a different part. The
            // parts are joined.
            Some(known) => known.clip = known.clip.zip(item.clip).map(|(a, b)| a.union(b)),
            None => {
                self.items.push(item);
                self.has_own_clip.push(has_own_clip);
            }
        }
    }

    /// Counts a drawing with this id on a sheet. Returns the index of the same drawing on another
    /// sheet. Returns `None` if no other sheet has it.
    ///
    /// Drawings with the same id are matched by their order. For example, the second one on a sheet is
    /// the same drawing as the second one on another sheet.
    fn known_drawing(&mut self, id: &Arc<Identity>, sheet: usize) -> Option<usize> {
        let sheets = self.known.entry(Arc::clone(id)).or_default();
        if sheets.last().is_none_or(|(last, _)| *last != sheet) {
            sheets.push((sheet, Vec::new()));
        }
        let nth = sheets.last().map_or(0, |(_, own)| own.len());
        let mut others = sheets.iter().filter(|(other, _)| *other != sheet);
        let known = others.find_map(|(_, items)| items.get(nth)).copied();
        let number = known.unwrap_or(self.items.len());
        sheets.last_mut().into_iter().for_each(|(_, own)| own.push(number));
        known
    }

    /// Returns the index of the same halo, if another sheet has already drawn it. Otherwise, stores the
    /// halo and returns `None`.
    ///
    /// Other drawings with the same id are matched by their order: the first one on a sheet with the
    /// first one on another sheet. Halos are instead matched by their places. A sheet that does not
    /// show a text may lack its halo, which would change the order.
    fn known_halo(&mut self, id: &Arc<Identity>, halo: &Item) -> Option<usize> {
        let halos = self.halos.entry(Arc::clone(id)).or_default();
        let known = halos.iter().copied().find(|known| distance(&self.items[*known], halo) < SAME_HALO_MM);
        if known.is_none() && halos.len() < MAX_HALOS {
            halos.push(self.items.len());
        }
        known
    }

    /// Adds a drawing that `sheet` shows beyond its seam. `owner` is the id that the drawing has on the
    /// neighbouring sheet.
    pub fn add_beyond(&mut self, sheet: usize, owner: &Arc<Identity>, item: &Item) {
        let all = self.beyond.entry(sheet).or_default();
        if all.len() < MAX_DRAWINGS_BEYOND_SEAM {
            all.push((Arc::clone(owner), bounds(item)));
        }
    }

    /// Returns the drawings of a board, without the clips at seams. A part of a drawing may be on no
    /// sheet; another rule reports this.
    pub fn into_board(self) -> Vec<Item> {
        let order = self.order();
        let items = self.items.into_iter().zip(self.has_own_clip);
        let whole = items.map(|(item, has_own_clip)| if has_own_clip { item } else { without_clip(item) });
        ordered(whole.collect(), &order)
    }

    /// Returns the indices of the drawings in an order that agrees with the drawing order of every
    /// sheet. The order is found by topological sorting.
    fn order(&self) -> Vec<usize> {
        let mut before = vec![0_usize; self.items.len()];
        let mut after: Vec<Vec<usize>> = vec![Vec::new(); self.items.len()];
        let pairs = self.drawn.values().flat_map(|drawn| drawn.windows(2)).map(|pair| (pair[0], pair[1]));
        // A text may overlap a drawing beyond a seam. It must then come after all drawings with the id
        // of this drawing.
        let texts = self.texts_beyond.iter().filter_map(|(id, text)| {
            let (_, drawings) = self.known.get(id)?.first()?;
            Some((*drawings.last()?, *text))
        });
        for (earlier, later) in pairs.chain(texts) {
            after[earlier].push(later);
            before[later] += 1;
        }
        let mut free: BTreeSet<usize> = (0..before.len()).filter(|i| before[*i] == 0).collect();
        let mut order = Vec::with_capacity(before.len());
        while let Some(next) = free.pop_first() {
            order.push(next);
            for &later in &after[next] {
                before[later] -= 1;
                if before[later] == 0 {
                    free.insert(later);
                }
            }
        }
        // The drawing orders of two sheets may contradict each other. In this case, these sheets also
        // have drawings in different places, which another rule reports.
        if order.len() < before.len() { (0..before.len()).collect() } else { order }
    }

    /// Returns the drawings of a piece, without the clips at seams. Drawings keep their own clips.
    ///
    /// If a part of a drawing is on no sheet, the drawing also keeps the clip at the seam.
    pub fn into_piece(self) -> Vec<Item> {
        let order = self.order();
        let mut items = self.items;
        for (item, has_own_clip) in items.iter_mut().zip(self.has_own_clip) {
            // Another rule reports texts that are cut off, so their clips are not needed.
            if matches!(item.kind, ItemKind::Text(_)) {
                item.clip = None;
            }
            let all = bounds(item);
            item.clip = item.clip.filter(|clip| {
                let roomy = clip.inflate(ROUNDING, ROUNDING);
                has_own_clip || roomy.union(all) != roomy
            });
        }
        ordered(items, &order)
    }

    /// Compares each drawing beyond a seam with the same drawing on the neighbouring sheet, and adds
    /// their difference.
    pub fn compare(
        &self,
        beyond: Vec<OverlapDrawing>,
        sheets: &[PlacedSheet],
        differences: &mut Vec<SeamDifference>,
    ) {
        let mut counts: SortedMap<(usize, Arc<Identity>), usize> = SortedMap::new();
        for OverlapDrawing { sheet, owner, item } in beyond {
            let number = counts.entry((sheet, Arc::clone(&owner))).or_default();
            let known = self.known.get(&owner).and_then(|sheets| sheets.first()?.1.get(*number));
            *number += 1;
            let distance = known.map(|known| distance(&self.items[*known], &item));
            let shift = sheets.iter().find(|placed| placed.index == sheet).and_then(|placed| placed.shift);
            // The drawing belongs to a cell of the neighbouring sheet. If that sheet does not have the
            // drawing, another rule reports that the cell is missing.
            if let (Some(distance), Some(shift)) = (distance, shift) {
                differences.push(SeamDifference { sheet, rect: bounds(&item) - shift, id: owner, distance });
            }
        }
    }
}

/// Returns an item without its clip. The caller makes sure that this is only the clip at the seams.
fn without_clip(item: Item) -> Item {
    let is_plain = item.opacity >= 1.0 && item.shades.is_none();
    let effect = if is_plain { 0 } else { item.effect };
    Item { clip: None, clip_outlines: None, effect, ..item }
}

fn ordered(items: Vec<Item>, order: &[usize]) -> Vec<Item> {
    let mut left: Vec<Option<Item>> = items.into_iter().map(Some).collect();
    order.iter().filter_map(|number| left.get_mut(*number)?.take()).collect()
}

/// Returns the largest distance between corresponding points of two drawings, in mm. The distance is
/// infinite if the drawings have different kinds or different numbers of points.
fn distance(a: &Item, b: &Item) -> f64 {
    match (&a.kind, &b.kind) {
        (ItemKind::Path { path: a, .. }, ItemKind::Path { path: b, .. }) => {
            largest_distance(&points(a), &points(b))
        }
        (ItemKind::Image { corners: a, .. }, ItemKind::Image { corners: b, .. }) => {
            largest_distance(&**a, &**b)
        }
        _ => f64::INFINITY,
    }
}

/// Returns the ends and the middle of every segment of a path.
fn points(path: &Outline) -> Vec<Point> {
    path.segments().flat_map(|segment| [segment.start(), segment.eval(0.5), segment.end()]).collect()
}

fn largest_distance(a: &[Point], b: &[Point]) -> f64 {
    let most = a.iter().zip(b).map(|(p, q)| p.distance(*q)).fold(0.0, f64::max);
    if a.len() == b.len() { most } else { f64::INFINITY }
}

fn bounds(item: &Item) -> Rect {
    item.painted_bounds.unwrap_or_default()
}

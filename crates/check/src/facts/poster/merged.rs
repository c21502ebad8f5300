//! The drawings of all parts of a poster in the frame of the whole, each once.

use crate::base::map::Map;
use std::collections::BTreeSet;
use std::sync::Arc;

use kurbo::{ParamCurve, Point, Rect, Vec2};

use crate::base::identity::Identity;
use crate::read::{Item, ItemKind, Outline};

/// So many drawings beyond the seams of a sheet are known, and so many times words upon them: boards have far fewer.
const MANY: usize = 4_000;
const MOST: usize = 1 << 20;

/// The drawings of all parts, each once.
#[derive(Default)]
pub struct Merged {
    /// In drawing order, sheet by sheet, in the frame of the whole.
    items: Vec<Item>,
    /// Of each of them, whether it is clipped by itself, and not by seams alone.
    clipped: Vec<bool>,
    /// Of each sheet, its drawings as it draws them.
    drawn: Map<usize, Vec<usize>>,
    /// By their ids: the sheets that show any, each with those it shows in drawing order.
    known: Map<Arc<Identity>, Vec<(usize, Vec<usize>)>>,
    /// Of each sheet, the drawings of which it shows what lies beyond a seam, and where, in the frame of the whole.
    beyond: Map<usize, Vec<(Arc<Identity>, Rect)>>,
    /// Words that a sheet shows upon such a drawing.
    words_beyond: Vec<(Arc<Identity>, usize)>,
}

impl Merged {
    /// Adds a drawing, unless another sheet has it too. `clipped` says whether more than seams clip it.
    pub fn add(
        &mut self,
        sheet: usize,
        (item, clipped): (Item, bool),
        apart: &mut Vec<(usize, Rect, Arc<Identity>, f64)>,
        shift: Vec2,
    ) {
        let mut at = self.items.len();
        // Words are on one sheet alone.
        if let (Some(id), false) = (item.id.clone(), matches!(item.kind, ItemKind::Text(_))) {
            let sheets = self.known.entry(Arc::clone(&id)).or_default();
            if sheets.last().is_none_or(|(last, _)| *last != sheet) {
                sheets.push((sheet, Vec::new()));
            }
            // What is the n-th on this sheet is the n-th on the others.
            let number = sheets.last().map_or(0, |(_, own)| own.len());
            let others = sheets.iter().filter(|(other, _)| *other != sheet);
            let earlier = others.filter_map(|(_, items)| items.get(number)).next().copied();
            at = earlier.unwrap_or(at);
            sheets.last_mut().into_iter().for_each(|(_, own)| own.push(at));
            if let Some(known) = earlier {
                let off = distance(&self.items[known], &item);
                apart.push((sheet, bounds(&item) - shift, id, off));
            }
        }
        if let ItemKind::Text(text) = &item.kind {
            let below = self.beyond.get(&sheet).into_iter().flatten();
            let below = below.filter(|(_, rect)| rect.overlaps(text.outline));
            let below = below.take(MOST.saturating_sub(self.words_beyond.len()));
            self.words_beyond.extend(below.map(|(id, _)| (Arc::clone(id), at)));
        }
        self.drawn.entry(sheet).or_default().push(at);
        match self.items.get_mut(at) {
            // What one sheet does not show of it is on the other.
            Some(known) => known.clip = known.clip.zip(item.clip).map(|(a, b)| a.union(b)),
            None => {
                self.items.push(item);
                self.clipped.push(clipped);
            }
        }
    }

    /// Notes that a sheet shows a drawing of another one beyond a seam.
    pub fn add_beyond(&mut self, sheet: usize, owner: &Arc<Identity>, item: &Item) {
        let all = self.beyond.entry(sheet).or_default();
        if all.len() < MANY {
            all.push((Arc::clone(owner), bounds(item)));
        }
    }

    /// All of them as they are drawn, clipped where they are by themselves; that something is on no sheet is reported by a
    /// rule of its own.
    pub fn whole(self) -> Vec<Item> {
        let order = self.order();
        let own = |(item, clipped): (Item, bool)| {
            // What is cut off by seams alone looks in the whole as if nothing had been done to it.
            let is_plain = !clipped && item.cover >= 1.0 && item.shades.is_none();
            let effect = if is_plain { 0 } else { item.effect };
            let cuts = item.cuts.clone().filter(|_| clipped);
            Item { clip: item.clip.filter(|_| clipped), cuts, effect, ..item }
        };
        ordered(self.items.into_iter().zip(self.clipped).map(own).collect(), &order)
    }

    /// The drawings in an order that each sheet draws those in that it shows: what lies on top on a sheet does so in the
    /// whole.
    fn order(&self) -> Vec<usize> {
        let mut before = vec![0_usize; self.items.len()];
        let mut after: Vec<Vec<usize>> = vec![Vec::new(); self.items.len()];
        // Behind the last of a drawing is behind all of it.
        let own = |(id, at): &(Arc<Identity>, usize)| Some((*self.known.get(id)?.first()?.1.last()?, *at));
        let pairs = self.drawn.values().flat_map(|drawn| drawn.windows(2)).map(|pair| (pair[0], pair[1]));
        for (earlier, later) in pairs.chain(self.words_beyond.iter().filter_map(own)) {
            after[earlier].push(later);
            before[later] += 1;
        }
        let free = (0..before.len()).filter(|i| before[*i] == 0);
        let mut free: BTreeSet<usize> = free.collect();
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
        // Sheets that contradict each other are reported by what lies apart on them.
        if order.len() < before.len() { (0..before.len()).collect() } else { order }
    }

    /// All of them, clipped as the whole is: by themselves, and where no sheet shows what lies beyond.
    pub fn clipped(self) -> Vec<Item> {
        let order = self.order();
        let mut items = self.items;
        for (item, clipped) in items.iter_mut().zip(self.clipped) {
            // Words that are cut off are reported by a rule of their own.
            if matches!(item.kind, ItemKind::Text(_)) {
                item.clip = None;
            }
            let all = bounds(item);
            let hides = |clip: &Rect| clip.inflate(SEEN, SEEN).union(all) != clip.inflate(SEEN, SEEN);
            item.clip = item.clip.filter(|clip| clipped || hides(clip));
        }
        ordered(items, &order)
    }

    /// Holds what is drawn beyond seams against the drawings that it is of.
    pub fn compare(
        &self,
        beyond: Vec<(usize, Arc<Identity>, Item)>,
        sheets: &[(usize, Option<Vec2>)],
        apart: &mut Vec<(usize, Rect, Arc<Identity>, f64)>,
    ) {
        let mut counts: Map<(usize, Arc<Identity>), usize> = Map::new();
        for (sheet, owner, item) in beyond {
            let number = counts.entry((sheet, Arc::clone(&owner))).or_default();
            let known = self.known.get(&owner).and_then(|sheets| sheets.first()?.1.get(*number));
            *number += 1;
            let off = known.map(|known| distance(&self.items[*known], &item));
            let shift = sheets.iter().find(|(index, _)| *index == sheet).and_then(|(_, shift)| *shift);
            // A cell that is missing altogether is reported by another rule.
            if let (Some(off), Some(shift)) = (off, shift) {
                apart.push((sheet, bounds(&item) - shift, owner, off));
            }
        }
    }
}

/// The items in this order.
fn ordered(items: Vec<Item>, order: &[usize]) -> Vec<Item> {
    let mut items: Vec<Option<Item>> = items.into_iter().map(Some).collect();
    order.iter().filter_map(|at| items.get_mut(*at)?.take()).collect()
}

/// How far two drawings of the same thing lie apart, in mm.
fn distance(a: &Item, b: &Item) -> f64 {
    let far = |p: &[Point], q: &[Point]| {
        let most = p.iter().zip(q).map(|(p, q)| p.distance(*q)).fold(0.0, f64::max);
        if p.len() == q.len() { most } else { f64::INFINITY }
    };
    match (&a.kind, &b.kind) {
        (ItemKind::Path { path: a, .. }, ItemKind::Path { path: b, .. }) => {
            let points = |path: &Outline| -> Vec<Point> {
                path.segments().flat_map(|s| [s.start(), s.eval(0.5), s.end()]).collect()
            };
            far(&points(a), &points(b))
        }
        (ItemKind::Image { corners: a, .. }, ItemKind::Image { corners: b, .. }) => far(&**a, &**b),
        _ => f64::INFINITY,
    }
}

fn bounds(item: &Item) -> Rect {
    item.whole.unwrap_or_default()
}

/// Room that rounding may take, in mm.
const SEEN: f64 = 0.01;

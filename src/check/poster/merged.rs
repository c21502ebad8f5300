//! The drawings of all parts of a poster in the frame of the whole, each once.

use std::collections::BTreeMap;
use std::sync::Arc;

use kurbo::{Affine, ParamCurve, Point, Rect, Vec2};

use crate::check::evidence::covers;
use crate::read::{Item, Kind};

/// The drawings of all parts, each once.
#[derive(Default)]
pub struct Merged {
    /// In drawing order, sheet by sheet, in the frame of the whole board.
    items: Vec<Item>,
    /// By their id and their number among those of the same id on a sheet.
    known: BTreeMap<(Arc<str>, usize), (usize, usize)>,
}

impl Merged {
    /// Adds a drawing, unless another sheet has it too.
    pub fn add(
        &mut self,
        sheet: usize,
        item: Item,
        apart: &mut Vec<(usize, Rect, String, f64)>,
        shift: Vec2,
    ) {
        // Words are on one sheet alone.
        if let (Some(id), false) = (item.id.clone(), matches!(item.kind, Kind::Text(_))) {
            let own = |(_, of): &&(usize, usize)| *of == sheet;
            let number = self.of(&id).filter(|(_, entry)| own(entry)).count();
            let earlier = self.of(&id).filter(|(_, entry)| !own(entry)).map(|(_, entry)| *entry).nth(number);
            if let Some((known, _)) = earlier {
                let off = distance(&self.items[known], &item);
                apart.push((sheet, bounds(&item) - shift, id.to_string(), off));
                // What one sheet does not show of it is on the other.
                let known_clip = &mut self.items[known].clip;
                *known_clip = known_clip.zip(item.clip).map(|(a, b)| a.union(b));
                self.seen_on(&id, sheet, known);
                return;
            }
            self.seen_on(&id, sheet, self.items.len());
        }
        self.items.push(item);
    }

    /// All of them as they are drawn; that something is on no sheet is told by a rule of its own.
    #[must_use]
    pub fn whole(self) -> Vec<Item> {
        self.items.into_iter().map(|item| Item { clip: None, ..item }).collect()
    }

    /// All of them; a clip is kept where it takes away something that no sheet shows.
    #[must_use]
    pub fn clipped(self) -> Vec<Item> {
        let mut items = self.items;
        for item in &mut items {
            // Words that are cut off are told by a rule of their own.
            if matches!(item.kind, Kind::Text(_)) {
                item.clip = None;
            }
            let all = bounds(item);
            item.clip =
                item.clip.filter(|clip| clip.inflate(SEEN, SEEN).union(all) != clip.inflate(SEEN, SEEN));
        }
        items
    }

    fn of(&self, id: &Arc<str>) -> impl Iterator<Item = (&(Arc<str>, usize), &(usize, usize))> {
        self.known.range((Arc::clone(id), 0)..=(Arc::clone(id), usize::MAX))
    }

    fn seen_on(&mut self, id: &Arc<str>, sheet: usize, item: usize) {
        let number = self.of(id).count();
        self.known.insert((Arc::clone(id), number), (item, sheet));
    }

    /// Holds what is drawn beyond seams against the drawings that it is of.
    pub fn compare(
        &self,
        beyond: Vec<(usize, String, Item)>,
        sheets: &[(usize, Option<Vec2>)],
        apart: &mut Vec<(usize, Rect, String, f64)>,
    ) {
        let mut counts: BTreeMap<(usize, String), usize> = BTreeMap::new();
        for (sheet, owner, item) in beyond {
            let number = counts.entry((sheet, owner.clone())).or_default();
            let key = (Arc::from(owner.as_str()), *number);
            *number += 1;
            let off = self.known.get(&key).map(|(known, _)| distance(&self.items[*known], &item));
            let shift = sheets.iter().find(|(index, _)| *index == sheet).and_then(|(_, shift)| *shift);
            // A cell that is missing altogether is told by another rule.
            if let (Some(off), Some(shift)) = (off, shift) {
                apart.push((sheet, bounds(&item) - shift, owner, off));
            }
        }
    }
}

/// How far two drawings of the same thing lie apart, in mm.
fn distance(a: &Item, b: &Item) -> f64 {
    let far = |p: &[Point], q: &[Point]| {
        let most = p.iter().zip(q).map(|(p, q)| p.distance(*q)).fold(0.0, f64::max);
        if p.len() == q.len() { most } else { f64::INFINITY }
    };
    match (&a.kind, &b.kind) {
        (Kind::Path { path: a, .. }, Kind::Path { path: b, .. }) => {
            let points = |path: &kurbo::BezPath| -> Vec<Point> {
                path.segments().flat_map(|s| [s.start(), s.eval(0.5), s.end()]).collect()
            };
            far(&points(a), &points(b))
        }
        (Kind::Image { corners: a, .. }, Kind::Image { corners: b, .. }) => far(a, b),
        _ => f64::INFINITY,
    }
}

fn bounds(item: &Item) -> Rect {
    covers(&Item { clip: None, ..item.clone() }).unwrap_or_default()
}

/// Room that rounding may take, in mm.
const SEEN: f64 = 0.01;

/// A drawing in the frame of the whole.
pub fn moved(mut item: Item, by: Vec2) -> Item {
    match &mut item.kind {
        Kind::Path { path, .. } => path.apply_affine(Affine::translate(by)),
        Kind::Text(text) => {
            text.origin += by;
            text.corners = text.corners.map(|p| p + by);
            text.outline = text.outline + by;
        }
        Kind::Image { corners, .. } => *corners = corners.map(|p| p + by),
    }
    item.clip = item.clip.map(|clip| clip + by);
    item
}

//! Pages with pieces of several components: what each of these has there for itself.

use crate::base::map::Map;
use std::sync::Arc;

use kurbo::{Point, Rect, Shape as _};

use super::cut::is_cut;
use super::item::covers;
use crate::base::identity::Identity;
use crate::read::{Item, ItemKind, Page};

/// A page as one of its components sees it.
pub struct View {
    /// The component.
    pub name: Arc<str>,
    /// Its pieces, what shows where they are cut, and what belongs to no piece.
    pub page: Page,
    /// The places of these drawings among all of the page.
    pub items: Vec<usize>,
}

/// More components than these are not told apart on one page.
const MOST: usize = 100;
/// So many pieces are looked at to see whether a cut goes round one of them.
const LOOKED_AT: usize = 2000;

/// What each component has on a page; none where there is one alone.
pub fn views(page: &Page) -> Vec<View> {
    let mut names: Vec<&Arc<str>> = Vec::new();
    for (name, _) in page.items.iter().filter_map(piece_of) {
        if !names.contains(&name) && names.len() <= MOST {
            names.push(name);
        }
    }
    if !(2..=MOST).contains(&names.len()) {
        return Vec::new();
    }
    let mut middles = Middles { names, ..Middles::default() };
    page.items.iter().for_each(|item| middles.add(item));
    let sorted = middles.sorted();
    let view = |(name, middles): (&Arc<str>, Vec<Point>)| {
        let is_own = |item: &Item| match piece_of(item) {
            Some((of, _)) => of == name,
            None => !is_cut(item) || goes_round(item, &middles),
        };
        let own = page.items.iter().enumerate().filter(|(_, item)| is_own(item));
        let (items, drawn): (Vec<usize>, Vec<Item>) = own.map(|(i, item)| (i, item.clone())).unzip();
        let empty = Page { items: Vec::new(), digest: page.digest.clone(), ..*page };
        View { name: Arc::clone(name), page: Page { items: drawn, ..empty }, items }
    };
    sorted.into_iter().map(view).collect()
}

/// Whose piece an item belongs to, and to which.
fn piece_of(item: &Item) -> Option<(&Arc<str>, &Arc<Identity>)> {
    let id = item.id.as_ref().filter(|id| id.piece().is_some())?;
    Some((id.component()?, id))
}

/// The pieces of each component, in the order they are drawn.
#[derive(Default)]
struct Middles<'p> {
    names: Vec<&'p Arc<str>>,
    boxes: Map<&'p Arc<str>, Map<&'p Arc<Identity>, Option<Rect>>>,
}

impl<'p> Middles<'p> {
    fn add(&mut self, item: &'p Item) {
        let Some((name, id)) = piece_of(item) else { return };
        let known = self.boxes.entry(name).or_default().entry(id).or_default();
        *known = known.iter().copied().chain(covers(item)).reduce(|a, b| a.union(b));
    }

    /// The middles of each component's pieces, from left to right.
    fn sorted(&self) -> Vec<(&'p Arc<str>, Vec<Point>)> {
        let of = |name: &&'p Arc<str>| {
            let boxes = self.boxes.get(*name).into_iter().flat_map(Map::values).flatten();
            let mut middles: Vec<Point> = boxes.map(Rect::center).collect();
            middles.sort_by(|a, b| a.x.total_cmp(&b.x));
            (*name, middles)
        };
        self.names.iter().map(of).collect()
    }
}

/// Whether what shows a cut goes round one of these points, which are sorted from left to right: an outline does, or the
/// box of marks that lie together.
pub fn goes_round(item: &Item, points: &[Point]) -> bool {
    let ItemKind::Path { path, .. } = &item.kind else { return false };
    let bounds = path.bounding_box();
    let closed = path.closes();
    let first = points.partition_point(|point| point.x < bounds.x0);
    let near = points[first..].iter().take_while(|point| point.x <= bounds.x1).take(LOOKED_AT);
    let mut inside = near.filter(|point| point.y >= bounds.y0 && point.y <= bounds.y1);
    inside.any(|point| !closed || path.winding(*point) != 0)
}

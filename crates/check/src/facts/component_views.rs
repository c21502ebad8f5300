//! Splits a page that shows several components into one view for each component.
//!
//! - In: a page.
//! - Out: a page for each component. It contains only the drawings of this component and the cuts
//!   around its pieces.

use std::sync::Arc;

use kurbo::{Point, Rect, Shape as _};

use super::cut::{is_closed_cut, is_cut};
use super::item::{is_furniture, visible_bounds};
use hexpress_base::identity::{Feature, Identity, Single};
use hexpress_base::sorted_map::SortedMap;
use hexpress_read::{Item, ItemKind, Page};

/// The part of a page that belongs to one component.
pub struct ComponentView {
    pub name: Arc<str>,
    /// The drawings of the component, the cuts around its pieces, and the drawings that belong to no
    /// component.
    pub page: Page,
    /// For each drawing of `page`, its index on the page with all components.
    pub items: Vec<usize>,
}

/// The largest number of components that the checker distinguishes on a page.
const MAX_COMPONENTS: usize = 100;
/// The largest number of pieces that the checker compares with one cut.
const MAX_PIECES_PER_CUT: usize = 2000;

/// Returns the view of each component of a page. Returns an empty list if the page has only one
/// component.
pub fn views(page: &Page) -> Vec<ComponentView> {
    let mut names: Vec<&Arc<str>> = Vec::new();
    for (name, _) in page.items.iter().filter_map(piece_of) {
        if !names.contains(&name) && names.len() <= MAX_COMPONENTS {
            names.push(name);
        }
    }
    // A page has at most one board, which is drawn first.
    let board =
        page.items.iter().find_map(board_of).filter(|name| !names.is_empty() && !names.contains(name));
    if let Some(board) = board {
        names.insert(0, board);
    }
    if !(2..=MAX_COMPONENTS).contains(&names.len()) {
        return Vec::new();
    }
    let mut middles = Middles { names, ..Middles::default() };
    page.items.iter().for_each(|item| middles.add(item));
    middles.names.iter().map(|name| view(page, name, board, &middles.sorted(name))).collect()
}

/// Returns the view of a component. `board` is the name of the page's board. `middles` are the
/// middles of the component's pieces, from left to right.
fn view(page: &Page, name: &Arc<str>, board: Option<&Arc<str>>, middles: &[Point]) -> ComponentView {
    let own_items = page.items.iter().enumerate().filter(|(_, item)| {
        let component = item.id.as_deref().and_then(Identity::component);
        match piece_of(item) {
            Some((component, _)) => component == name,
            None if component.is_some() && component == board && !is_furniture(item) => board == Some(name),
            // The crop marks of a board cannot be distinguished from those of the pieces, so the board
            // gets all crop marks.
            None if board == Some(name) => !is_closed_cut(item),
            None => !is_cut(item) || goes_round(item, middles),
        }
    });
    let (items, drawn): (Vec<usize>, Vec<Item>) = own_items.map(|(i, item)| (i, item.clone())).unzip();
    ComponentView {
        name: Arc::clone(name),
        page: Page { items: drawn, digest: page.digest.clone(), links: page.links.clone(), ..*page },
        items,
    }
}

/// Returns the component of an item if the item draws a cell or the lines between points. Otherwise
/// returns `None`.
fn board_of(item: &Item) -> Option<&Arc<str>> {
    let id = item.id.as_deref()?;
    let is_board = matches!(id.feature()?, Feature::Cell(_) | Feature::Single(Single::Lines));
    id.component().filter(|_| is_board)
}

/// Returns the component and the piece that an item belongs to. Returns `None` if the item belongs to no
/// piece.
fn piece_of(item: &Item) -> Option<(&Arc<str>, &Arc<Identity>)> {
    let id = item.id.as_ref().filter(|id| id.piece().is_some())?;
    Some((id.component()?, id))
}

/// Collects the boxes of the pieces of each component. The middles of the pieces are computed from these
/// boxes.
#[derive(Default)]
struct Middles<'p> {
    /// The components, in the order in which they are drawn.
    names: Vec<&'p Arc<str>>,
    boxes: SortedMap<&'p Arc<str>, SortedMap<&'p Arc<Identity>, Option<Rect>>>,
}

impl<'p> Middles<'p> {
    /// Adds a drawing to the box of its piece.
    fn add(&mut self, item: &'p Item) {
        let Some((name, id)) = piece_of(item) else { return };
        let known = self.boxes.entry(name).or_default().entry(id).or_default();
        *known = known.iter().copied().chain(visible_bounds(item)).reduce(|a, b| a.union(b));
    }

    /// Returns the middles of the pieces of a component, from left to right.
    fn sorted(&self, name: &Arc<str>) -> Vec<Point> {
        let boxes = self.boxes.get(name).into_iter().flat_map(SortedMap::values).flatten();
        let mut middles: Vec<Point> = boxes.map(Rect::center).collect();
        middles.sort_by(|a, b| a.x.total_cmp(&b.x));
        middles
    }
}

/// Returns whether a cut goes around one of the points, which are sorted from left to right. A cut that
/// is not closed, such as several marks in one item, counts as going around all points in its bounding
/// box.
pub fn goes_round(item: &Item, points: &[Point]) -> bool {
    let ItemKind::Path { path, .. } = &item.kind else { return false };
    let bounds = path.bounding_box();
    let is_closed = path.closes();
    let first = points.partition_point(|point| point.x < bounds.x0);
    let near = points[first..].iter().take_while(|point| point.x <= bounds.x1).take(MAX_PIECES_PER_CUT);
    let mut inside = near.filter(|point| point.y >= bounds.y0 && point.y <= bounds.y1);
    inside.any(|point| !is_closed || path.winding(*point) != 0)
}

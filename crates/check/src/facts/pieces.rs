//! Pieces as they are drawn: where each is cut, and what is drawn in it.

use std::sync::Arc;

use kurbo::{Point, Rect, Shape, Size};

use super::cut::{self, Cut, crop_marks, is_closed_cut, is_cut};
use super::item::{covers, fold_line};
use super::look;
use super::marked;
use crate::base::geometry::bounds;
use crate::base::identity::Identity;
use crate::base::map::Map;
use crate::find;
use crate::model::{Deck, DieSheet, Outline, PieceSize};
use crate::print::setup::Backs;
use crate::read::{Item, ItemKind, Page};

/// A piece found on a page.
#[derive(Debug, Clone, Default)]
pub struct FoundPiece {
    /// What its drawing says that it is: `movement/7`, `movement/7/back`; none for an outline without a drawing.
    pub id: Option<Arc<Identity>>,
    /// Its number in its deck.
    pub number: Option<usize>,
    /// Whether it is a back.
    pub back: bool,
    /// Where it is cut; none where no cut goes round its drawing.
    pub cut: Option<Cut>,
    /// What its drawings cover, in mm.
    pub covers: Option<Rect>,
    /// The places of its drawings in the items of its page, as long as that is looked at.
    pub items: Box<[usize]>,
    /// How many of its drawings are turned by so many right angles clockwise, from 0 to 3; pictures are not counted.
    pub turns: [u32; 4],
    /// Its words in drawing order, one after the other.
    pub words: Arc<str>,
    /// What is drawn on it, but for its colours.
    pub shapes: look::Shapes,
    /// Its colours in drawing order.
    pub colours: Arc<[crate::read::Rgb]>,
    /// For hexagons and squares: what is seen at each edge, clockwise from the top one.
    pub edges: Vec<look::Edge>,
}

impl FoundPiece {
    /// What it is called.
    pub fn name(&self) -> String {
        self.name_or("an empty outline")
    }

    /// Where it is: within its cut, or else what its drawings cover.
    pub fn place(&self) -> Option<Rect> {
        self.cut.as_ref().map(Cut::bounds).or(self.covers)
    }

    /// What it is called, or `otherwise` where it has no identity.
    pub fn name_or(&self, otherwise: &str) -> String {
        self.id.as_ref().map_or_else(|| otherwise.to_owned(), ToString::to_string)
    }
}

/// Where a page's pieces are cut: outlines, what marks at corners show, what those at the ends of cuts part, or what
/// covers a whole piece of `deck`.
fn all_cuts(page: &Page, deck: Option<&Deck>) -> Vec<Cut> {
    let items: Vec<Item> = page.items.iter().filter(|item| is_cut(item)).cloned().collect();
    let only = Page { items, ..Page::default() };
    let sorts = match deck.map(|deck| deck.outline) {
        Some(outline @ Outline::Regular(_)) => vec![outline.edges()],
        Some(_) => vec![6],
        None => vec![6, 3, 8],
    };
    let mut cuts: Vec<Cut> = find::polygons_of(&only, &sorts).into_iter().map(Cut::Polygon).collect();
    cuts.extend(find::discs(&only).into_iter().map(Cut::Disc));
    if cuts.is_empty() {
        for item in &only.items {
            let ItemKind::Path { path, .. } = &item.kind else { continue };
            if path.closes() {
                let rect = bounds(path);
                let missing = (rect.area() - path.area().abs()).max(0.0);
                // Four corners each leave a square without a quarter of a disc.
                let radius = (missing / (4.0 - std::f64::consts::PI)).sqrt();
                cuts.push(Cut::Box(rect, if radius < 0.05 { 0.0 } else { radius }));
            }
        }
    }
    if !cuts.is_empty() {
        return cuts;
    }
    if only.items.is_empty() {
        return deck.map_or_else(Vec::new, |deck| marked::of_covers(page, deck));
    }
    // Crop marks do not show how round corners are.
    let round = match deck.map(|deck| deck.outline) {
        Some(Outline::Rectangle(round)) => round,
        _ => 0.0,
    };
    cuts = marked::of_corners(&only, round);
    if cuts.is_empty() {
        cuts = marked::of_ends(&only, fold_line(page));
    }
    if cuts.is_empty() {
        let marks = crop_marks(page);
        let (xs, ys) = (cut::cuts(&marks, true), cut::cuts(&marks, false));
        let boxes = ys.windows(2).flat_map(|y| xs.windows(2).map(|x| Rect::new(x[0], y[0], x[1], y[1])));
        cuts = boxes.map(|rect| Cut::Box(rect, round)).collect();
    }
    cuts
}

/// Whether sheets of a size are turned over about a vertical line.
pub fn turns_upright(way: Backs, size: Size) -> bool {
    let is_portrait = size.height >= size.width;
    is_portrait == (way == Backs::FlipLong)
}

/// Returns the cuts of pre-cut sheets. They are not drawn; the layout has their places.
fn in_places(page: &Page, deck: &Deck, blank: &DieSheet, way: Backs) -> Vec<Cut> {
    let PieceSize::Fixed(size) = deck.size else { return Vec::new() };
    let back = page.items.iter().any(|item| item.id.as_deref().is_some_and(Identity::is_back));
    let Size { width, height } = page.media.size();
    let places = blank.places().map(|place| place.center());
    // Backs are behind their fronts.
    let upright = turns_upright(way, page.media.size());
    let centres = places.map(|centre| match (back, upright) {
        (false, _) => centre,
        (true, true) => Point::new(width - centre.x, centre.y),
        (true, false) => Point::new(centre.x, height - centre.y),
    });
    centres.map(|centre| Cut::undrawn(deck.outline, Rect::from_center_size(centre, size))).collect()
}

/// The drawings of a piece.
struct DrawnPiece {
    id: Arc<Identity>,
    /// The indexes of the drawings, in drawing order.
    items: Vec<usize>,
    /// The index of the cut around the piece.
    cut: Option<usize>,
}

/// Returns the drawings of the pieces of a page that follow one another, without cuts.
fn runs(page: &Page) -> Vec<DrawnPiece> {
    let mut runs: Vec<DrawnPiece> = Vec::new();
    for (index, item) in page.items.iter().enumerate() {
        let Some(id) = item.id.as_ref().filter(|id| id.piece().is_some()) else { continue };
        match runs.last_mut() {
            Some(last) if last.id == *id && last.items.last().is_some_and(|i| i + 1 == index) => {
                last.items.push(index);
            }
            _ => runs.push(DrawnPiece { id: Arc::clone(id), items: vec![index], cut: None }),
        }
    }
    runs
}

/// Returns the drawings of each piece of a page, with its cut. A piece that is drawn at two places is there twice.
fn drawn_pieces(page: &Page, cuts: &[Cut]) -> Vec<DrawnPiece> {
    let mut taken = vec![false; cuts.len()];
    let mut found: Vec<DrawnPiece> = Vec::new();
    let mut known: Map<Arc<Identity>, Vec<usize>> = Map::new();
    for run in runs(page) {
        let covered = run.items.iter().filter_map(|&i| covers(&page.items[i])).reduce(|a, b| a.union(b));
        let middle = covered.map(|rect| rect.center());
        let earlier = known.entry(Arc::clone(&run.id)).or_default();
        // Parts of one piece are in one outline.
        let same = earlier
            .iter()
            .copied()
            .find(|&n| middle.is_none() || found[n].cut.is_none_or(|cut| is_around(&cuts[cut], middle)));
        if let Some(n) = same {
            found[n].items.extend(run.items);
            continue;
        }
        // Outlines usually come in the order of the pieces.
        let in_order = std::iter::once(found.len()).filter(|cut| *cut < cuts.len());
        let cut = in_order.chain(0..cuts.len()).find(|&cut| !taken[cut] && is_around(&cuts[cut], middle));
        if let Some(cut) = cut {
            taken[cut] = true;
        }
        earlier.push(found.len());
        found.push(DrawnPiece { cut, ..run });
    }
    found
}

/// Whether a cut goes around a point.
fn is_around(cut: &Cut, point: Option<Point>) -> bool {
    point.is_some_and(|point| cut.depth(point) > 0.0)
}

/// Returns the pieces on a page. `deck` has the number of their edges; `way` is how sheets are turned over.
pub fn of(page: &Page, deck: Option<&Deck>, way: Backs) -> Vec<FoundPiece> {
    let places = deck.and_then(|deck| Some((deck, deck.die_sheet.as_deref()?)));
    let cuts = places.map_or_else(|| all_cuts(page, deck), |(deck, blank)| in_places(page, deck, blank, way));
    let has_only_marks = !page.items.iter().any(is_closed_cut);
    let mut taken = vec![false; cuts.len()];
    let mut found = Vec::new();
    for DrawnPiece { id, items: own, cut: cut_index } in drawn_pieces(page, &cuts) {
        if let Some(index) = cut_index {
            taken[index] = true;
        }
        let cut = cut_index.map(|index| cuts[index].clone());
        let look::Look { words, shapes, colours, edges } =
            look::look_of_piece(page, &own, cut.as_ref(), deck);
        found.push(FoundPiece {
            number: id.piece(),
            back: id.is_back(),
            // Patterns along edges are turned with these.
            turns: turns(
                own.iter()
                    .map(|&i| &page.items[i])
                    .filter(|item| cut.as_ref().is_none_or(|cut| !look::is_texture(item, cut.centre()))),
            ),
            cut,
            covers: own.iter().filter_map(|&i| covers(&page.items[i])).reduce(|a, b| a.union(b)),
            words,
            shapes,
            colours,
            edges,
            items: own.into(),
            id: Some(id),
        });
    }
    // An outline around nothing is a piece too. A box between crop marks may be empty.
    if !has_only_marks && places.is_none() {
        let empty = cuts.into_iter().zip(taken).filter(|(_, taken)| !taken);
        found.extend(empty.map(|(cut, _)| FoundPiece { cut: Some(cut), ..FoundPiece::default() }));
    }
    found
}

/// Returns how many drawings are turned by no, one, two and three right angles.
fn turns<'i>(items: impl Iterator<Item = &'i Item>) -> [u32; 4] {
    let mut turns = [0; 4];
    for item in items {
        let turn = match &item.kind {
            ItemKind::Text(text) => {
                let quarters = text.angle / 90.0;
                let whole = quarters.round();
                ((quarters - whole).abs() < 1e-3).then_some(whole as usize)
            }
            ItemKind::Path { .. } => item.turn.map(usize::from),
            ItemKind::Image { .. } => None,
        };
        if let Some(turn) = turn {
            turns[turn % 4] += 1;
        }
    }
    turns
}

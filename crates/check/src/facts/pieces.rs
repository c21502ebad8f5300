//! Finds the pieces of a page.
//!
//! - In: a page, and the deck that it should show, if that is known.
//! - Out: pieces with their cuts, texts, colours and edges.
//! - Not here: comparing the pieces with the layout.

use std::collections::BTreeSet;
use std::sync::Arc;

use kurbo::{BezPath, Point, Rect, Shape, Size};

use super::cut::{self, Axis, Cut, PathCut, crop_marks, is_closed_cut, is_cut};
use super::cut_marks;
use super::item::{fold_lines, visible_bounds};
use super::piece_look;
use hexpress_base::geometry::bounds;
use hexpress_base::identity::Identity;
use hexpress_base::piece_side::PieceSide;
use hexpress_base::sorted_map::SortedMap;
use hexpress_game::{DieSheet, Element, Outline, PieceSet, PieceSize};
use hexpress_read::find;
use hexpress_read::{Item, ItemKind, Page};
use hexpress_scene::print::setup::Backs;

/// A piece found on a page.
#[derive(Debug, Clone, Default)]
pub struct FoundPiece {
    /// The id of the drawings, such as `movement/7` or `movement/7/back`. `None` for an outline without
    /// drawings.
    pub id: Option<Arc<Identity>>,
    /// The number of the piece in its deck, from 1. `None` if the drawings have no id.
    pub number: Option<usize>,
    /// The side that is drawn. For an outline without drawings, it is the front.
    pub side: PieceSide,
    /// The cut around the piece. `None` if the page shows no cut.
    pub cut: Option<Cut>,
    /// The box of the drawings, in mm. `None` if there are no drawings.
    pub drawn_bounds: Option<Rect>,
    /// The indices of the drawings among the items of the page.
    pub items: Box<[usize]>,
    /// A repeated element draws several copies. These are the names of the copies on the piece, such as
    /// `track/17`. If an element has no name, its copies are left out.
    pub copies: Box<[Arc<str>]>,
    /// How many drawings are rotated clockwise by 0, by 1, by 2 and by 3 right angles. Pictures are not
    /// counted.
    pub turns: [u32; 4],
    /// The texts in drawing order, one per line.
    pub words: Arc<str>,
    /// The texts at the edges, one per line.
    pub edge_words: Box<str>,
    /// The shapes of the drawings, without their colours.
    pub shapes: piece_look::Shapes,
    /// The colours of the drawings, in drawing order.
    pub colours: Arc<[hexpress_read::Rgb]>,
    /// The look of each edge, clockwise from the top edge. Empty for pieces without straight edges.
    pub edges: Vec<piece_look::Edge>,
}

impl FoundPiece {
    /// Returns the name of the piece for messages.
    pub fn name(&self) -> String {
        self.name_or("an empty outline")
    }

    /// Returns the box of the cut, in mm. If there is no cut, returns the box of the drawings. Returns `None`
    /// if there is neither a cut nor a drawing.
    pub fn place(&self) -> Option<Rect> {
        self.cut.as_ref().map(Cut::bounds).or(self.drawn_bounds)
    }

    /// Returns the name of the piece for messages. Returns `otherwise` if its drawings have no id.
    pub fn name_or(&self, otherwise: &str) -> String {
        self.id.as_ref().map_or_else(|| otherwise.to_owned(), ToString::to_string)
    }
}

/// Returns the elements on one side of the pieces of a deck.
pub fn elements_of(deck: &PieceSet, side: PieceSide) -> &[Element] {
    match side {
        PieceSide::Front => &deck.face,
        PieceSide::Back => &deck.back,
    }
}

/// Returns the cuts of the pieces of a page.
///
/// A page may show cuts in several ways. If a page shows cuts in more than one way, the first way
/// in this list is used:
///
/// 1. outlines
/// 2. marks at corners
/// 3. marks at the ends of cuts
/// 4. crop marks
/// 5. drawings that cover a whole piece of `deck`
fn all_cuts(page: &Page, deck: Option<&PieceSet>) -> Vec<Cut> {
    let items: Vec<Item> = page.items.iter().filter(|item| is_cut(item)).cloned().collect();
    let only = Page { items, ..Page::default() };
    if deck.is_some_and(|deck| matches!(deck.outline, Outline::Path(_))) {
        let forms = forms(&only);
        if !forms.is_empty() {
            return forms;
        }
    }
    let sorts = match deck.map(|deck| &deck.outline) {
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
                // At each of its four corners, a rounded rectangle lacks a small area: a square minus a
                // quarter of a disc. The radius follows from this area.
                let radius = (missing / (4.0 - std::f64::consts::PI)).sqrt();
                let corner_radius = if radius < 0.05 { 0.0 } else { radius };
                cuts.push(Cut::Box { rect, corner_radius });
            }
        }
    }
    if !cuts.is_empty() {
        return cuts;
    }
    if only.items.is_empty() {
        return deck.map_or_else(Vec::new, |deck| cut_marks::of_covers(page, deck));
    }
    // Crop marks do not show whether corners are round, so the radius is taken from the layout.
    let round = match deck.map(|deck| &deck.outline) {
        Some(Outline::Rectangle(round)) => *round,
        _ => 0.0,
    };
    cuts = cut_marks::of_corners(&only, round);
    if cuts.is_empty() {
        cuts = cut_marks::of_ends(&only, fold_lines(page).first().copied());
    }
    if cuts.is_empty() {
        let marks = crop_marks(page);
        let [xs, ys] = [Axis::Vertical, Axis::Horizontal].map(|axis| cut::cut_positions(&marks, axis));
        let boxes = ys.windows(2).flat_map(|y| xs.windows(2).map(|x| Rect::new(x[0], y[0], x[1], y[1])));
        cuts = boxes.map(|rect| Cut::Box { rect, corner_radius: round }).collect();
    }
    cuts
}

/// Returns the cuts that are closed outlines of any form.
fn forms(cuts: &Page) -> Vec<Cut> {
    let paths = cuts.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Path { path, .. } if path.closes() => Some(path),
        _ => None,
    });
    let outlines = paths.flat_map(|path| path.subpaths()).map(|part| part.collect::<BezPath>());
    outlines.map(|outline| Cut::Path(Arc::new(PathCut::new(outline)))).collect()
}

/// Returns whether sheets of this size are turned over around a vertical line, like the pages of a book.
pub fn turns_upright(backs: Backs, size: Size) -> bool {
    let is_portrait = size.height >= size.width;
    is_portrait == (backs == Backs::FlipLong)
}

/// Returns the cuts of a pre-cut sheet. The page has no lines for these cuts, so their positions are
/// taken from the layout.
fn in_places(page: &Page, deck: &PieceSet, blank: &DieSheet, backs: Backs) -> Vec<Cut> {
    let PieceSize::Fixed(size) = deck.size else { return Vec::new() };
    let is_back = page.items.iter().any(|item| item.id.as_deref().is_some_and(Identity::is_back));
    let Size { width, height } = page.media.size();
    let places = blank.places().map(|place| place.center());
    // A back is behind its front, so the positions of backs are mirrored.
    let stays_upright = turns_upright(backs, page.media.size());
    let centres = places.map(|centre| match (is_back, stays_upright) {
        (false, _) => centre,
        (true, true) => Point::new(width - centre.x, centre.y),
        (true, false) => Point::new(centre.x, height - centre.y),
    });
    centres.map(|centre| Cut::undrawn(&deck.outline, Rect::from_center_size(centre, size), is_back)).collect()
}

/// The drawings of a piece.
struct DrawnPiece {
    id: Arc<Identity>,
    /// The indices of the drawings, in drawing order.
    items: Vec<usize>,
    /// The index of the cut around the piece. `None` if no cut was found.
    cut: Option<usize>,
}

/// Returns the drawings of each piece of a page, without the cuts.
///
/// If the drawings of a piece do not follow each other directly, returns the piece several times.
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

/// Returns the drawings and the cut of each piece of a page.
///
/// If a piece is drawn in two places, returns it twice.
fn drawn_pieces(page: &Page, cuts: &[Cut]) -> Vec<DrawnPiece> {
    let mut taken = vec![false; cuts.len()];
    let mut found: Vec<DrawnPiece> = Vec::new();
    let mut known: SortedMap<Arc<Identity>, Vec<usize>> = SortedMap::new();
    for run in runs(page) {
        let covered =
            run.items.iter().filter_map(|&i| visible_bounds(&page.items[i])).reduce(|a, b| a.union(b));
        let centre = covered.map(|rect| rect.center());
        let earlier = known.entry(Arc::clone(&run.id)).or_default();
        // An earlier piece may have the same id. If the drawings are inside its cut, they belong to this
        // piece.
        let same = earlier
            .iter()
            .copied()
            .find(|&n| centre.is_none() || found[n].cut.is_none_or(|cut| is_around(&cuts[cut], centre)));
        if let Some(n) = same {
            found[n].items.extend(run.items);
            continue;
        }
        // Cuts usually have the same order as the pieces, so the cut with the same index is tried
        // first.
        let in_order = std::iter::once(found.len()).filter(|cut| *cut < cuts.len());
        let cut = in_order.chain(0..cuts.len()).find(|&cut| !taken[cut] && is_around(&cuts[cut], centre));
        if let Some(cut) = cut {
            taken[cut] = true;
        }
        earlier.push(found.len());
        found.push(DrawnPiece { cut, ..run });
    }
    found
}

fn is_around(cut: &Cut, point: Option<Point>) -> bool {
    point.is_some_and(|point| cut.depth(point) > 0.0)
}

/// Returns the pieces on a page. `deck` is the deck that the page should show, if it is known.
pub fn found_pieces(page: &Page, deck: Option<&PieceSet>, backs: Backs) -> Vec<FoundPiece> {
    let places = deck.and_then(|deck| Some((deck, deck.die_sheet.as_deref()?)));
    let cuts =
        places.map_or_else(|| all_cuts(page, deck), |(deck, blank)| in_places(page, deck, blank, backs));
    let has_only_marks = !page.items.iter().any(is_closed_cut);
    let mut taken = vec![false; cuts.len()];
    let mut found = Vec::new();
    for DrawnPiece { id, items: own, cut: cut_index } in drawn_pieces(page, &cuts) {
        if let Some(index) = cut_index {
            taken[index] = true;
        }
        let cut = cut_index.map(|index| cuts[index].clone());
        let piece_look::PieceLook { words, edge_words, shapes, colours, edges } =
            piece_look::look_of_piece(page, &own, cut.as_ref(), deck);
        found.push(FoundPiece {
            number: id.piece(),
            side: PieceSide::from_is_back(id.is_back()),
            // Patterns along edges are rotated with their edges, so they do not show the rotation of
            // the piece.
            turns: turns(
                own.iter().map(|&i| &page.items[i]).filter(|item| {
                    cut.as_ref().is_none_or(|cut| !piece_look::is_texture(item, cut.centre()))
                }),
            ),
            cut,
            drawn_bounds: own
                .iter()
                .filter_map(|&i| visible_bounds(&page.items[i]))
                .reduce(|a, b| a.union(b)),
            words,
            edge_words,
            shapes,
            colours,
            edges,
            copies: copies_of(own.iter().map(|&i| &page.items[i])).into(),
            items: own.into(),
            id: Some(id),
        });
    }
    // A closed outline without drawings is a piece, too. But between crop marks, a box without drawings
    // may be empty paper, so it does not count.
    if !has_only_marks && places.is_none() {
        let empty = cuts.into_iter().zip(taken).filter(|(_, taken)| !taken);
        found.extend(empty.map(|(cut, _)| FoundPiece { cut: Some(cut), ..FoundPiece::default() }));
    }
    found
}

/// The drawings may be copies of repeated elements. Returns the names of these copies, each name once.
fn copies_of<'i>(items: impl Iterator<Item = &'i Item>) -> Vec<Arc<str>> {
    let copies: BTreeSet<&Arc<str>> = items.filter_map(|item| item.copy.as_ref()).collect();
    copies.into_iter().cloned().collect()
}

/// Returns how many drawings are rotated by 0, by 1, by 2 and by 3 right angles.
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

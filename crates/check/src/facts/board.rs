//! A board as it is drawn: its cells, where they lie on their lattice, and what lies in each.

use crate::base::map::Map;
use std::collections::BTreeSet;
use std::sync::Arc;

use kurbo::{Point, Rect, Shape as _, Vec2};
use rustc_hash::FxHashMap;

use super::item::{cell_of, covers, is_deep, is_furniture};
use super::lattice::{Lattice, grid_told};
use super::shape::FoundShape;
use crate::base::cell_index::CellIndex;
use crate::base::hex::Hex;
use crate::base::identity::{Feature, Identity, Single};
use crate::base::point_index::PointIndex;
use crate::base::tiling::{Grid, Tiling};
use crate::find::{self, Figure, Polygon};
use crate::read::{Item, ItemKind, Outline, Page, Rgb};

/// By how much of a cell's area what is drawn in it is larger at least, which is not only measured in another way.
const SHARE: f64 = 1e-3;
/// How far apart corners may lie that are the same ones, drawn again, in mm.
const EXACTLY: f64 = 0.06;

/// A board found on a page.
#[derive(Debug, Clone)]
pub struct FoundBoard {
    /// What its cells lie on.
    pub lattice: Lattice,
    /// Its cells, in drawing order.
    pub cells: Vec<FoundCell>,
    /// What a drawing that says nothing of itself turns out to be.
    pub named: Option<FoundShape>,
}

/// A cell found on a page.
#[derive(Debug, Clone)]
pub struct FoundCell {
    /// Its outline as drawn.
    pub outline: Polygon,
    /// Where it lies, by the lattice alone, counted as the layout does.
    pub hex: Hex,
    /// Which cell its drawing says that it is.
    pub told: Option<Hex>,
    /// The id of its drawing.
    pub id: Option<Arc<Identity>>,
    /// What it is called where no layout says so: by its words if no other cell has them, else by its row.
    pub name: Option<Arc<str>>,
    /// The colour inside.
    pub fill: Option<Rgb>,
    /// The colour and the width of its line.
    pub line: Option<(Rgb, f64)>,
    /// Whether its outline is drawn again, exactly upon itself and in the same colours.
    pub again: bool,
    /// The places in the page's items of what lies in it, its outline left out: words, marks, icons.
    pub items: Vec<usize>,
}

impl FoundBoard {
    /// The board on a page, whose cells are to be these, if that is known; none where there are no cells.
    pub fn of(page: &Page, grid: Option<Grid>) -> Option<Self> {
        let mut hexagons = find::polygons_of(page, &sorts_of_cells(page));
        hexagons.retain(|polygon| !page.items.get(polygon.item).is_some_and(is_round_board));
        let mut hexagons = without_figures(page, hexagons);
        let rectangles = grid.or_else(|| grid_of(page, &hexagons)).filter(|grid| grid.size(1.0).is_some());
        let lattice = match rectangles {
            Some(grid) => {
                let figure = figure(grid);
                hexagons = hexagons.iter().filter_map(|polygon| polygon.as_figure(&figure)).collect();
                Lattice::of_rectangles(&hexagons, grid)?
            }
            None => Lattice::of(&hexagons)?,
        };
        let mut board = Self::bare(page, hexagons, lattice);
        board.fill(page, false);
        Some(board)
    }

    /// The board of these hexagons, found on a page that says nothing of itself.
    pub fn on(page: &Page, hexagons: Vec<Polygon>, lattice: Lattice) -> Self {
        let mut board = Self::bare(page, hexagons, lattice);
        board.fill(page, true);
        board.fill_together(page);
        board.call(page);
        board
    }

    pub(super) fn bare(page: &Page, hexagons: Vec<Polygon>, mut lattice: Lattice) -> Self {
        let mut cells: Vec<FoundCell> = Vec::with_capacity(hexagons.len());
        for (outline, address) in hexagons.into_iter().zip(&lattice.addresses) {
            let Some(address) = *address else { continue };
            let item = page.items.get(outline.item);
            cells.push(FoundCell {
                hex: address,
                told: item.and_then(cell_of),
                id: item.and_then(|item| item.id.clone()),
                name: None,
                fill: None,
                line: None,
                again: false,
                items: Vec::new(),
                outline,
            });
        }
        let shift = shift(&cells);
        cells.iter_mut().for_each(|cell| cell.hex = cell.hex + shift);
        lattice.renumber(shift);
        Self { lattice, cells, named: None }
    }

    /// Gives cells names: their words where no other cell has them, else their place in rows or columns.
    fn call(&mut self, page: &Page) {
        let words: Vec<String> = self.cells.iter().map(|cell| cell.words(page)).collect();
        let mut uses: Map<&str, usize> = Map::new();
        words.iter().for_each(|words| *uses.entry(words).or_default() += 1);
        let line = if self.lattice.tiling == Tiling::FlatTop { "column" } else { "row" };
        let rows = self.rows();
        for (cell, words) in self.cells.iter_mut().zip(&words) {
            let own = !words.is_empty() && words.chars().count() <= 24 && uses[words.as_str()] == 1;
            let name = match rows.get(&cell.hex) {
                _ if own => format!("the cell \"{words}\""),
                Some((n, place)) => format!("cell {place} of {line} {n}"),
                None => "a cell".to_owned(),
            };
            cell.name = Some(name.into());
        }
    }

    /// Puts what lies on the page into the cells.
    /// Where lines may be shared between cells, those along the lattice are outlines too.
    pub(super) fn fill(&mut self, page: &Page, shared: bool) {
        let side = self.lattice.side;
        let reach = (2.0 * side).max(0.1);
        let index = PointIndex::of(self.cells.iter().map(|cell| cell.outline.centre).enumerate(), reach);
        for (number, item) in page.items.iter().enumerate() {
            // Rulers, cuts and lines of text are no part of the game. Other programs call other things so.
            if !shared && is_furniture(item) {
                continue;
            }
            let Some(rect) = covers(item) else { continue };
            let middle = rect.center();
            if !(middle.x.abs() < 1e7 && middle.y.abs() < 1e7) {
                continue;
            }
            let Some(cell) = cell_at(&index, reach, middle, cell_of(item), &self.cells) else { continue };
            if let ItemKind::Path { path, fill, stroke } = &item.kind
                && (is_outline(path, &self.cells[cell], side)
                    || shared && self.cells[cell].is_drawn_by(number, path))
            {
                let cell = &mut self.cells[cell];
                let line = stroke.as_ref().map(|stroke| (stroke.colour, stroke.width));
                let exact =
                    path.kinds().len() >= cell.outline.sharp_corners() && path_is_on(path, &cell.outline);
                cell.again |= exact && fill.is_some() && cell.fill == *fill && cell.line == line;
                if let Some(fill) = fill {
                    cell.fill = Some(*fill);
                }
                if let Some(stroke) = stroke {
                    cell.line = Some((stroke.colour, stroke.width));
                }
                continue;
            }
            if shared && self.lattice.is_along(item, 0.08 * side) {
                if let ItemKind::Path { stroke: Some(stroke), .. } = &item.kind {
                    self.cells[cell].line.get_or_insert((stroke.colour, stroke.width));
                }
                continue;
            }
            let cell = &mut self.cells[cell];
            // What is wider than a cell belongs to the board.
            let words = shared && matches!(&item.kind, ItemKind::Text(text) if text.size < 1.2 * side);
            if rect.width().max(rect.height()) < 1.05 * self.lattice.longest() || words {
                cell.items.push(number);
            }
        }
    }

    /// Gives cells that one path draws together what that path shows: it was found in one of them.
    fn fill_together(&mut self, page: &Page) {
        let mut corners: FxHashMap<usize, usize> = FxHashMap::default();
        for cell in &self.cells {
            *corners.entry(cell.outline.item).or_default() += cell.outline.sharp_corners();
        }
        for cell in &mut self.cells {
            let drawn = cell.outline.item;
            let Some(ItemKind::Path { path, fill, stroke }) = page.items.get(drawn).map(|item| &item.kind)
            else {
                continue;
            };
            let all = corners.get(&drawn).copied().unwrap_or_default();
            // A ground shows in all cells that nothing else is drawn in.
            let around = path.bounding_box();
            if fill.is_some() && path.kinds().len() <= 6 && around.area() > 2.0 * cell.bounds().area() {
                cell.fill = cell.fill.or(*fill);
            }
            // Lines that cells share are no outlines: they have fewer corners.
            if all > cell.outline.sharp_corners() && path.kinds().len() >= all {
                cell.fill = cell.fill.or(*fill);
                cell.line = cell.line.or(stroke.as_ref().map(|stroke| (stroke.colour, stroke.width)));
            }
        }
    }

    /// Its cells by where they lie; of several at one place, the first.
    pub fn places(&self) -> CellIndex {
        CellIndex::numbered(self.cells.iter().enumerate().rev().map(|(i, cell)| (i, cell.hex)))
    }

    /// Everything that its cells cover.
    pub fn bounds(&self) -> Rect {
        let corners = self.cells.iter().flat_map(|c| c.outline.corners.iter().copied());
        let rect = corners.map(|p| Rect::from_points(p, p)).reduce(|a, b| a.union(b));
        rect.unwrap_or_default()
    }

    /// Addresses in rows as they are read: for each cell, which row and which place in it, from 1.
    pub fn rows(&self) -> Map<Hex, (usize, usize)> {
        let pointy = self.lattice.tiling != Tiling::FlatTop;
        let cells: BTreeSet<Hex> = self.cells.iter().map(|cell| cell.hex).collect();
        let mut lines: Map<i32, Vec<Hex>> = Map::new();
        for hex in cells {
            lines.entry(if pointy { hex.r } else { hex.q }).or_default().push(hex);
        }
        let mut places = Map::new();
        for (line, mut cells) in (1..).zip(lines.into_values()) {
            cells.sort_by_key(|hex| if pointy { hex.q } else { hex.r });
            places.extend((1..).zip(cells).map(|(n, hex)| (hex, (line, n))));
        }
        places
    }

    /// What shape its cells make.
    pub fn shape_name(&self) -> FoundShape {
        FoundShape::of(&self.lattice, &self.cells.iter().map(|cell| cell.hex).collect())
    }

    /// Where the middle of a cell should lie.
    pub fn place(&self, cell: &FoundCell) -> Point {
        self.lattice.centre(cell.hex)
    }

    /// How far the middle of a cell lies from where it should, in mm.
    pub fn off(&self, cell: &FoundCell) -> f64 {
        self.place(cell).distance(cell.outline.centre)
    }
}

impl FoundCell {
    /// Whether a drawing makes its outline, or a part of it: corners may be rounded, and triangles make a hexagon.
    fn is_drawn_by(&self, number: usize, path: &Outline) -> bool {
        let corners = &self.outline.corners;
        let near = |p: Point| {
            let far = corners.iter().map(|c| c.distance(p)).fold(p.distance(self.outline.centre), f64::min);
            far <= 0.05 * self.outline.side()
        };
        number == self.outline.item || ((4..=5).contains(&path.kinds().len()) && path.ends().all(near))
    }

    /// The box round it.
    pub fn bounds(&self) -> Rect {
        crate::base::hex::bounds(&self.outline.corners)
    }

    /// What is drawn in it as in a cell of its kind, in drawing order: its name, what stands on its edges and corners,
    /// and what is drawn over the board is left out.
    pub fn own<'p>(&self, page: &'p Page) -> impl Iterator<Item = &'p Item> + Clone {
        self.items.iter().filter_map(|&i| page.items.get(i)).filter(|item| cell_of(item).is_some())
    }

    /// Whether a drawing is cut along its outline or along that of the cell that it says, as patterns are: of a clip its
    /// box is known, and where its middle lies means nothing.
    pub fn cuts(&self, item: &Item) -> bool {
        let is_others = cell_of(item) != self.told;
        item.clip.is_some_and(|clip| is_others || self.bounds().inflate(0.1, 0.1).contains_rect(clip))
    }

    /// The words in it, in drawing order.
    pub fn words(&self, page: &Page) -> String {
        let texts = self.items.iter().filter_map(|&i| match &page.items[i].kind {
            ItemKind::Text(text) if !text.invisible => Some(text.string.trim()),
            _ => None,
        });
        texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// Which cell it should be: the one that its drawing names, else the one where it lies.
    pub fn meant(&self) -> Hex {
        self.told.unwrap_or(self.hex)
    }
}

impl Lattice {
    /// From a corner of a cell to the opposite one, in mm.
    fn longest(&self) -> f64 {
        let usual = self.tiling.unit_long() * self.side;
        self.grid().size(self.side).map_or(usual, |size| size.to_vec2().hypot())
    }

    /// Whether a drawing is a line from corner to corner of the lattice.
    fn is_along(&self, item: &Item, reach: f64) -> bool {
        let ItemKind::Path { path, fill, .. } = &item.kind else { return false };
        let at_corner = |p: Point| {
            let corners = self.corners(self.nearest(p));
            corners.iter().any(|c| c.distance(p) <= reach)
        };
        // One line has no inside, whatever is said of it.
        let count = path.kinds().len();
        (fill.is_none() || count == 2) && (2..=400).contains(&count) && path.ends().all(at_corner)
    }
}

/// Whether an item is drawn round the cells of a board and not as one: a band along a side, an outline, a rim.
fn is_round_board(item: &Item) -> bool {
    let feature = item.id.as_deref().and_then(Identity::feature);
    matches!(feature, Some(Feature::Side(_) | Feature::Single(Single::SidesOutline | Single::Rim)))
}

/// Returns the grid on which the rectangles of a page lie whose drawings say which cells they are.
fn grid_of(page: &Page, polygons: &[Polygon]) -> Option<Grid> {
    let told = |polygon: &Polygon| page.items.get(polygon.item).and_then(cell_of);
    let cells: Vec<_> = polygons.iter().filter_map(|polygon| Some((told(polygon)?, polygon))).collect();
    grid_told(&cells)
}

/// Polygons without those that are smaller than another one of their cell: figures in it, and signs of its pattern.
fn without_figures(page: &Page, mut polygons: Vec<Polygon>) -> Vec<Polygon> {
    let told = |polygon: &Polygon| page.items.get(polygon.item).and_then(cell_of);
    let mut largest: FxHashMap<Hex, f64> = FxHashMap::default();
    for polygon in &polygons {
        if let Some(cell) = told(polygon) {
            let known = largest.entry(cell).or_default();
            *known = known.max(polygon.side());
        }
    }
    polygons.retain(|polygon| {
        let cell = told(polygon).and_then(|cell| largest.get(&cell));
        cell.is_none_or(|largest| polygon.side() > *largest - EXACTLY)
    });
    polygons
}

/// How many sides the outlines of cells have, of each polygon of their tiling most: what is largest of all that is drawn of
/// a cell.
pub fn sorts_of_cells(page: &Page) -> Vec<usize> {
    let mut largest: FxHashMap<Hex, (f64, usize)> = FxHashMap::default();
    for item in &page.items {
        if let (Some(cell), ItemKind::Path { path, .. }) = (cell_of(item), &item.kind) {
            // Of a pattern, what its cell cuts off is no part of the cell.
            let box_ = path.control_box();
            let area = item.clip.map_or(box_, |clip| clip.intersect(box_)).area();
            // A move, lines, and the line that closes it.
            let lines = path.kinds().len().saturating_sub(2) + 1;
            let known = largest.entry(cell).or_default();
            if area * (1.0 - SHARE) > known.0 + EXACTLY {
                *known = (area, lines);
            }
        }
    }
    let mut votes: Map<u8, Map<usize, usize>> = Map::new();
    for (hex, (_, lines)) in &largest {
        *votes.entry(hex.k).or_default().entry(*lines).or_default() += 1;
    }
    // Few cells may show less than their outline.
    let most = |votes: &Map<usize, usize>| {
        let all: usize = votes.values().sum();
        [3, 4, 8, 12].into_iter().find(|lines| votes.get(lines).is_some_and(|n| 2 * n > all)).unwrap_or(6)
    };
    let mut sorts: Vec<usize> = votes.values().map(most).collect();
    if sorts.is_empty() {
        sorts.push(6);
    }
    sorts.sort_unstable();
    sorts.dedup();
    sorts
}

/// What rectangles of a grid are to be alike.
pub fn figure(grid: Grid) -> Arc<Figure> {
    let first = Hex::new(0, 0);
    let corners: Vec<Vec2> = grid.corners(first).collect();
    let sharp: Vec<Vec2> = grid.sharp_corners(first).collect();
    let straight = corners.iter().map(|corner| !sharp.contains(corner)).collect();
    Arc::new(Figure { corners, straight })
}

/// Whether a path goes through the corners of an outline, and nowhere else.
fn path_is_on(path: &Outline, outline: &Polygon) -> bool {
    let near = |p: Point| outline.corners.iter().any(|c| c.distance(p) <= EXACTLY);
    path.ends().all(near)
}

/// Whether a path goes along the outline of a cell: to its corners, and to more than two of them.
fn is_outline(path: &Outline, cell: &FoundCell, side: f64) -> bool {
    let corners = &cell.outline.corners;
    let near = |p: Point| corners.iter().position(|c| c.distance(p) <= 0.05 * side);
    let count = cell.outline.sharp_corners();
    if !(count..=count + 3).contains(&path.kinds().len()) {
        return false;
    }
    let met = path.ends().try_fold(0_u64, |met, end| Some(met | 1 << near(end)?.min(63)));
    met.is_some_and(|met| met.count_ones() > 2)
}

/// From addresses on the lattice to those that the drawings' ids say: what most of them agree on.
fn shift(cells: &[FoundCell]) -> Hex {
    let mut votes: Map<Hex, usize> = Map::new();
    for cell in cells {
        if let Some(told) = cell.told {
            *votes.entry(told - cell.hex).or_default() += 1;
        }
    }
    let most = votes.into_iter().max_by_key(|(_, votes)| *votes);
    most.map_or(Hex::new(0, 0), |(shift, _)| shift)
}

/// The cell that the middle of a drawing lies in; where that is on the line between cells, or cells lie upon each other,
/// the one that the drawing says, else that whose middle is nearest. `reach` is how far a corner may be from a middle.
fn cell_at(
    index: &PointIndex<2>,
    reach: f64,
    point: Point,
    said: Option<Hex>,
    cells: &[FoundCell],
) -> Option<usize> {
    const ON_LINE: f64 = 0.05;
    let far = |i: usize| cells[i].outline.centre.distance_squared(point);
    let other = |i: usize| said.is_none() || cells[i].told != said;
    let least = |i: usize| if other(i) { 0.0 } else { -ON_LINE };
    index
        .within(point, reach)
        .filter(|&i| is_deep(point, &cells[i].outline.corners, least(i)))
        .min_by(|&a, &b| other(a).cmp(&other(b)).then(far(a).total_cmp(&far(b))).then(a.cmp(&b)))
}

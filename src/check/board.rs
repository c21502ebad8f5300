//! A board as it is drawn: its cells, where they lie on their lattice, and what lies in each.

use std::collections::BTreeMap;
use std::sync::Arc;

use kurbo::{Point, Rect};

use super::evidence::{cell_of, covers, depth, is_furniture};
use super::lattice::Lattice;
use crate::find::{self, Hexagon};
use crate::hex::Hex;
use crate::read::{Kind, Page, Rgb};

/// A board found on a page.
#[derive(Debug, Clone)]
pub struct FoundBoard {
    /// What its cells lie on.
    pub lattice: Lattice,
    /// From an address on the lattice to the layout's own: most cells agree on it.
    pub shift: Hex,
    /// Its cells, in drawing order.
    pub cells: Vec<FoundCell>,
}

/// A cell found on a page.
#[derive(Debug, Clone)]
pub struct FoundCell {
    /// Its outline as drawn.
    pub outline: Hexagon,
    /// Where it lies, by the lattice alone, counted as the layout does.
    pub hex: Hex,
    /// Which cell its drawing says that it is.
    pub told: Option<Hex>,
    /// The id of its drawing.
    pub id: Option<Arc<str>>,
    /// The colour inside.
    pub fill: Option<Rgb>,
    /// The colour and the width of its line.
    pub line: Option<(Rgb, f64)>,
    /// The places in the page's items of what lies in it, its outline left out: words, marks, icons.
    pub items: Vec<usize>,
}

impl FoundBoard {
    /// The board on a page; none where there are no hexagons.
    #[must_use]
    pub fn of(page: &Page) -> Option<Self> {
        let hexagons = find::hexagons(page);
        let lattice = Lattice::of(&hexagons)?;
        let mut cells: Vec<FoundCell> = Vec::new();
        for (outline, address) in hexagons.into_iter().zip(&lattice.addresses) {
            let Some(address) = *address else { continue };
            let item = &page.items[outline.item];
            cells.push(FoundCell {
                hex: address,
                told: cell_of(item),
                id: item.id.clone(),
                fill: None,
                line: None,
                items: Vec::new(),
                outline,
            });
        }
        let shift = shift(&cells);
        for cell in &mut cells {
            cell.hex = Hex::new(cell.hex.q + shift.q, cell.hex.r + shift.r);
        }
        let mut board = Self { lattice, shift, cells };
        board.fill(page);
        Some(board)
    }

    /// Puts what lies on the page into the cells.
    fn fill(&mut self, page: &Page) {
        let side = self.lattice.side;
        let grid = Buckets::new(&self.cells, side);
        for (index, item) in page.items.iter().enumerate() {
            // Rulers, cuts and lines of text are no part of the game.
            if is_furniture(item) {
                continue;
            }
            let Some(rect) = covers(item) else { continue };
            let middle = rect.center();
            let Some(cell) = grid.at(middle, &self.cells) else { continue };
            let cell = &mut self.cells[cell];
            if let Kind::Path { path, fill, stroke } = &item.kind
                && is_outline(path, cell, side)
            {
                if let Some(fill) = fill {
                    cell.fill = Some(*fill);
                }
                if let Some(stroke) = stroke {
                    cell.line = Some((stroke.colour, stroke.width));
                }
                continue;
            }
            // What is wider than a cell belongs to the board.
            if rect.width().max(rect.height()) < 2.1 * side {
                cell.items.push(index);
            }
        }
    }

    /// The cell at an address of the layout's.
    #[must_use]
    pub fn at(&self, hex: Hex) -> Option<&FoundCell> {
        self.cells.iter().find(|cell| cell.hex == hex)
    }

    /// Everything that its cells cover.
    #[must_use]
    pub fn bounds(&self) -> Rect {
        let corners = self.cells.iter().flat_map(|c| c.outline.corners);
        let rect = corners.map(|p| Rect::from_points(p, p)).reduce(|a, b| a.union(b));
        rect.unwrap_or_default()
    }
}

impl FoundCell {
    /// The box round it.
    #[must_use]
    pub fn bounds(&self) -> Rect {
        let [first, rest @ ..] = self.outline.corners;
        rest.iter().fold(Rect::from_points(first, first), |rect, p| rect.union_pt(*p))
    }

    /// Which cell it should be: the one that its drawing names, else the one where it lies.
    #[must_use]
    pub fn meant(&self) -> Hex {
        self.told.unwrap_or(self.hex)
    }
}

/// Whether a path goes along the outline of a cell.
fn is_outline(path: &kurbo::BezPath, cell: &FoundCell, side: f64) -> bool {
    let near = |p: Point| cell.outline.corners.iter().any(|c| c.distance(p) <= 0.05 * side);
    let mut ends = path.elements().iter().filter_map(kurbo::PathEl::end_point);
    path.elements().len() <= 9 && path.elements().len() >= 6 && ends.all(near)
}

/// From addresses on the lattice to those that the drawings' ids say: what most of them agree on.
fn shift(cells: &[FoundCell]) -> Hex {
    let mut votes: BTreeMap<Hex, usize> = BTreeMap::new();
    for cell in cells {
        if let Some(told) = cell.told {
            *votes.entry(Hex::new(told.q - cell.hex.q, told.r - cell.hex.r)).or_default() += 1;
        }
    }
    let most = votes.into_iter().max_by_key(|(_, votes)| *votes);
    most.map_or(Hex::new(0, 0), |(shift, _)| shift)
}

/// Cells by the square that their middle lies in.
struct Buckets {
    step: f64,
    squares: BTreeMap<(i64, i64), Vec<usize>>,
}

impl Buckets {
    fn new(cells: &[FoundCell], side: f64) -> Self {
        let mut buckets = Self { step: (2.0 * side).max(0.1), squares: BTreeMap::new() };
        for (index, cell) in cells.iter().enumerate() {
            buckets.squares.entry(buckets.square(cell.outline.centre)).or_default().push(index);
        }
        buckets
    }

    fn square(&self, point: Point) -> (i64, i64) {
        ((point.x / self.step).floor() as i64, (point.y / self.step).floor() as i64)
    }

    /// The first cell that a point lies in.
    fn at(&self, point: Point, cells: &[FoundCell]) -> Option<usize> {
        let (x, y) = self.square(point);
        let squares = (x - 1..=x + 1).flat_map(|x| (y - 1..=y + 1).map(move |y| (x, y)));
        let near = squares.filter_map(|square| self.squares.get(&square)).flatten().copied();
        near.filter(|&i| depth(point, &cells[i].outline.corners) >= 0.0).min()
    }
}

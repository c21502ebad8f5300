//! Finds the cells of a board that is drawn on a page.
//!
//! - In: a page of hexpress, or the cells on a page of another program, as polygons.
//! - Out: the cells, with their addresses and what is drawn in each.
//! - Not here: judging the cells.

mod fill;
mod outlines;

use std::collections::BTreeSet;
use std::sync::Arc;

use kurbo::{Point, Rect};

use super::item::cell_of;
use super::lattice::Lattice;
use super::shape::FoundShape;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::cell_index::CellIndex;
use hexpress_base::identity::Identity;
use hexpress_base::sorted_map::SortedMap;
use hexpress_base::tiling::{Grid, Tiling};
use hexpress_read::find::Polygon;
use hexpress_read::{Item, ItemKind, Page, Rgb};

pub(super) use fill::WrittenBy;
pub use outlines::{reference_shape, side_counts_of_cells};

/// The largest distance between the corners of two drawings of the same cell, in mm.
const SAME_OUTLINE_MM: f64 = 0.06;
/// The longest name of a cell, in characters. Longer texts cannot be names.
const MAX_NAME_LENGTH: usize = 24;

#[derive(Debug, Clone)]
pub struct FoundBoard {
    pub lattice: Lattice,
    /// The cells, in drawing order.
    pub cells: Vec<FoundCell>,
    /// The shape of the board, if another program drew it.
    pub named: Option<FoundShape>,
}

#[derive(Debug, Clone)]
pub struct FoundCell {
    /// The outline as drawn on the page.
    pub outline: Polygon,
    /// The address of the cell according to its position on the lattice. Coordinates are counted as in
    /// the layout.
    pub address: CellAddress,
    /// The address in the id of the cell's drawing. `None` if this id contains no address.
    pub id_hex: Option<CellAddress>,
    /// The id of the cell's drawing. `None` if the drawing has no id.
    pub id: Option<Arc<Identity>>,
    /// The name of the cell on a page without ids. If no other cell has the same text, the name is the text
    /// in the cell. Otherwise, it is the row and the position in the row. `None` on pages of hexpress.
    pub name: Option<Arc<str>>,
    /// The colour inside the cell. `None` if the cell has no fill.
    pub fill: Option<Rgb>,
    /// The colour of the line around the cell, and the width of the line in mm. `None` if the cell has no
    /// such line.
    pub line: Option<(Rgb, f64)>,
    /// Whether the outline is drawn a second time at the same place and in the same colours.
    pub is_drawn_twice: bool,
    /// The indices of the page's items that are in the cell, without its outline.
    pub items: Vec<usize>,
}

/// The position of a cell in reading order. Both numbers count from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowPlace {
    /// The number of the row, or of the column on a flat-top board.
    pub row: i32,
    /// The position in that row or column.
    pub place: i32,
}

impl FoundBoard {
    /// Returns the board on a page of hexpress. Returns `None` if the page has no cells. `grid` is the
    /// expected grid of the cells, if it is known.
    pub fn new(page: &Page, grid: Option<Grid>) -> Option<Self> {
        let polygons = outlines::cells(page);
        let grid = grid.or_else(|| outlines::grid_by_ids(page, &polygons));
        let (cells, lattice) = match grid.filter(|grid| grid.size(1.0).is_some()) {
            Some(grid) => {
                let reference = reference_shape(grid);
                let rectangles: Vec<Polygon> =
                    polygons.iter().filter_map(|polygon| polygon.with_reference(&reference)).collect();
                let lattice = Lattice::of_rectangles(&rectangles, grid)?;
                (rectangles, lattice)
            }
            None => Lattice::from_polygons(&polygons).map(|lattice| (polygons, lattice))?,
        };
        let mut board = Self::empty(page, cells, lattice);
        board.fill(page, WrittenBy::Ours);
        Some(board)
    }

    /// Returns the board with these polygons as cells, on a page without ids.
    pub fn of_foreign_cells(page: &Page, polygons: Vec<Polygon>, lattice: Lattice) -> Self {
        let mut board = Self::empty(page, polygons, lattice);
        board.fill(page, WrittenBy::Foreign);
        board.fill_together(page);
        board.name_cells(page);
        board
    }

    /// Returns the board with these polygons as cells. The cells do not contain any drawings yet.
    pub(super) fn empty(page: &Page, polygons: Vec<Polygon>, mut lattice: Lattice) -> Self {
        let mut cells: Vec<FoundCell> = Vec::with_capacity(polygons.len());
        for (outline, address) in polygons.into_iter().zip(&lattice.addresses) {
            let Some(address) = *address else { continue };
            let item = page.items.get(outline.item);
            cells.push(FoundCell {
                address,
                id_hex: item.and_then(cell_of),
                id: item.and_then(|item| item.id.clone()),
                name: None,
                fill: None,
                line: None,
                is_drawn_twice: false,
                items: Vec::new(),
                outline,
            });
        }
        let shift = usual_shift(&cells);
        cells.iter_mut().for_each(|cell| cell.address = cell.address + shift);
        lattice.renumber(shift);
        Self { lattice, cells, named: None }
    }

    /// Gives every cell a name. The name is the text of the cell. If other cells have the same text,
    /// the name is the row and the position in the row.
    fn name_cells(&mut self, page: &Page) {
        let texts: Vec<String> = self.cells.iter().map(|cell| cell.words(page)).collect();
        let mut uses: SortedMap<&str, usize> = SortedMap::new();
        texts.iter().for_each(|text| *uses.entry(text).or_default() += 1);
        let line = if self.lattice.grid.tiling == Tiling::FlatTop { "column" } else { "row" };
        let rows = self.rows();
        for (cell, text) in self.cells.iter_mut().zip(&texts) {
            let is_name =
                !text.is_empty() && text.chars().count() <= MAX_NAME_LENGTH && uses[text.as_str()] == 1;
            let name = match rows.get(&cell.address) {
                _ if is_name => format!("the cell \"{text}\""),
                Some(RowPlace { row, place }) => format!("cell {place} of {line} {row}"),
                None => "a cell".to_owned(),
            };
            cell.name = Some(name.into());
        }
    }

    /// Returns the indices of the cells by address. If several cells have the same address, returns
    /// the index of the first.
    pub fn index_by_address(&self) -> CellIndex {
        CellIndex::numbered(self.cells.iter().enumerate().rev().map(|(i, cell)| (i, cell.address)))
    }

    /// Returns the bounding box of all cells, in mm.
    pub fn bounds(&self) -> Rect {
        let corners = self.cells.iter().flat_map(|cell| cell.outline.corners.iter().copied());
        let rect = corners.map(|p| Rect::from_points(p, p)).reduce(|a, b| a.union(b));
        rect.unwrap_or_default()
    }

    /// Returns the row of each address, and its position in the row.
    pub fn rows(&self) -> SortedMap<CellAddress, RowPlace> {
        let is_columns = self.lattice.grid.tiling == Tiling::FlatTop;
        let cells: BTreeSet<CellAddress> = self.cells.iter().map(|cell| cell.address).collect();
        let mut rows: SortedMap<i32, Vec<CellAddress>> = SortedMap::new();
        for address in cells {
            rows.entry(if is_columns { address.q } else { address.r }).or_default().push(address);
        }
        let mut places = SortedMap::new();
        for (row, mut row_cells) in (1..).zip(rows.into_values()) {
            row_cells.sort_by_key(|address| if is_columns { address.r } else { address.q });
            places.extend((1..).zip(row_cells).map(|(place, address)| (address, RowPlace { row, place })));
        }
        places
    }

    /// Returns the shape that the cells form.
    pub fn shape_name(&self) -> FoundShape {
        FoundShape::new(&self.lattice, &self.cells.iter().map(|cell| cell.address).collect())
    }

    /// Returns where the centre of a cell should be, in mm.
    pub fn place(&self, cell: &FoundCell) -> Point {
        self.lattice.centre(cell.address)
    }

    /// Returns how far the centre of a cell is from its place on the lattice, in mm.
    pub fn offset_of(&self, cell: &FoundCell) -> f64 {
        self.place(cell).distance(cell.outline.centre)
    }
}

impl FoundCell {
    /// Returns the bounding box of the cell, in mm.
    pub fn bounds(&self) -> Rect {
        hexpress_base::geometry::bounds_of_points(&self.outline.corners)
    }

    /// Returns the drawings that belong to the cell itself, such as its label and its marks, in drawing
    /// order.
    ///
    /// Leaves out the name of the cell, drawings on its edges and corners, and drawings on top of
    /// the whole board.
    pub fn kind_items<'p>(&self, page: &'p Page) -> impl Iterator<Item = &'p Item> + Clone {
        self.items.iter().filter_map(|&i| page.items.get(i)).filter(|item| cell_of(item).is_some())
    }

    /// Returns whether an item, such as a pattern, is clipped to the outline of a cell. This may be this
    /// cell, or another one whose address is in the id of the item.
    ///
    /// Only the box of the clip is known, and its centre may be outside the cell. So the centre does not
    /// show which cell the item belongs to.
    pub fn is_clipped_to_cell(&self, item: &Item) -> bool {
        let is_others = cell_of(item) != self.id_hex;
        item.clip.is_some_and(|clip| is_others || self.bounds().inflate(0.1, 0.1).contains_rect(clip))
    }

    /// Returns the texts in the cell, in drawing order, separated by spaces.
    pub fn words(&self, page: &Page) -> String {
        let texts = self.items.iter().filter_map(|&i| match &page.items[i].kind {
            ItemKind::Text(text) if !text.invisible => Some(text.string.trim()),
            _ => None,
        });
        texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// Returns the address in the id of the cell's drawing. If there is no id, returns the address
    /// according to the position of the cell.
    pub fn intended_address(&self) -> CellAddress {
        self.id_hex.unwrap_or(self.address)
    }
}

/// Compares the address of each cell on the lattice with the address in the id of its drawing. Returns
/// the most frequent difference between the two.
fn usual_shift(cells: &[FoundCell]) -> CellAddress {
    let mut votes: SortedMap<CellAddress, usize> = SortedMap::new();
    for cell in cells {
        if let Some(drawn_address) = cell.id_hex {
            *votes.entry(drawn_address - cell.address).or_default() += 1;
        }
    }
    let most = votes.into_iter().max_by_key(|(_, votes)| *votes);
    most.map_or(CellAddress::new(0, 0), |(shift, _)| shift)
}

//! Finds the boards for which the layout has rules. They are printed on sheets of their own, or as small
//! pictures on cards.
//!
//! - In: the facts, and the rules of the layout (its `must` tables).
//! - Out: a [`BoardView`] of each board. The rules use it to read cells and to report faults. Also notes
//!   about boards that are not on these pages.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::sync::Arc;

use super::seen_names::{Picture, SeenNames};
use crate::facts::board::{FoundBoard, FoundCell};
use crate::facts::{Expected, Facts, FoundSheet};
use crate::fault::{Fault, Findings};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::SourceSpan;
use hexpress_base::sorted_map::SortedMap;
use hexpress_base::tiling::Tiling;
use hexpress_game::constraints::{BoardConstraints, BoardIs, CountRule};
use hexpress_game::{Board, Body, Component, cell_called};
use hexpress_read::{Item, Page};

/// A board with rules, and the sheet that shows it.
pub struct BoardView<'e> {
    pub name: &'e str,
    pub component: &'e Component,
    /// The board as the layout describes it.
    pub board: &'e Board,
    pub sheet: &'e FoundSheet,
    /// The page with the drawings of the sheet.
    pub page: &'e Page,
    /// The board as it was found on the sheet.
    pub found: &'e FoundBoard,
    /// The index of each cell in the list of found cells, by its address.
    pub cells: SortedMap<CellAddress, usize>,
    expected: Expected<'e>,
    seen_names: OnceCell<SeenNames>,
}

impl<'e> BoardView<'e> {
    /// Returns, for each cell, the names of its kind and its marks. They are recognised from the drawing
    /// when this function is first called. A cell has no names if later drawings hide it.
    pub fn seen_names(&self) -> &SeenNames {
        self.seen_names.get_or_init(|| {
            let picture = if self.component.print == 0 { Picture::Small } else { Picture::Whole };
            let names = SeenNames::find(self.board, self.page, self.found, self.expected, picture);
            names.without(self.found, &self.sheet.hidden.cells)
        })
    }

    /// Returns whether the colour `expected` in the layout may look like the colour `found` on paper.
    pub fn may_print(&self, expected: [u8; 3], found: [u8; 3]) -> bool {
        self.expected.may_print(expected, found)
    }

    pub fn tiling(&self) -> Tiling {
        self.found.lattice.grid.tiling
    }

    /// Returns the addresses of all cells, in order.
    pub fn addresses(&self) -> Vec<CellAddress> {
        self.cells.keys().copied().collect()
    }

    /// Returns the cell at an address. Returns `None` if no cell was found there.
    pub fn cell(&self, address: CellAddress) -> Option<&'e FoundCell> {
        self.found.cells.get(*self.cells.get(&address)?)
    }

    /// Returns whether the kind or one of the marks of a cell has one of these names.
    pub fn has_name(&self, cell: CellAddress, names: &[Arc<str>]) -> bool {
        let seen_names = self.seen_names();
        self.cells.get(&cell).is_some_and(|&i| names.iter().any(|name| seen_names.names[i].contains(name)))
    }

    pub fn all_with_name(&self, names: &[Arc<str>]) -> Vec<CellAddress> {
        self.cells.keys().copied().filter(|address| self.has_name(*address, names)).collect()
    }

    /// Returns how many copies of a repeated element are drawn.
    ///
    /// A copy that is on several sheets of a poster is counted only once.
    pub fn copies(&self, have: &CountRule) -> usize {
        let is_own = |item: &&Item| {
            item.id.as_ref().and_then(|id| id.component()).is_some_and(|own| **own == *self.name)
        };
        let named =
            self.page.items.iter().filter(is_own).filter_map(|item| Some((&item.id, item.copy.as_ref()?)));
        let copies: BTreeSet<_> = named.filter(|(_, copy)| have.is_of(copy)).collect();
        copies.len()
    }

    /// `names` are names of kinds and marks. Checks whether their cells can be distinguished from other
    /// cells on paper. If they cannot, HX514 warns about these names.
    pub fn is_clear(&self, names: &[Arc<str>]) -> bool {
        !names.iter().any(|name| self.seen_names().unclear.contains_key(name))
    }

    /// Returns the name of a cell for messages. If the layout gives the cell no name, its kind and
    /// address are used.
    pub fn name_of(&self, cell: CellAddress) -> String {
        let index = self.board.cell_at(cell);
        match index.and_then(|i| self.board.name(i)) {
            Some(name) => cell_called(Some(name), None, cell),
            None => cell_called(None, self.seen_kind(cell), cell),
        }
    }

    /// Returns the kind of a cell as recognised from its look. The layout may give the cell another
    /// kind. Returns `None` if the kind was not recognised.
    fn seen_kind(&self, cell: CellAddress) -> Option<&str> {
        self.seen_names().kinds.get(*self.cells.get(&cell)?)?.as_deref()
    }

    fn place_of(&self, cell: CellAddress) -> Option<SourceSpan> {
        self.board.cell_at(cell).map(|index| self.board.cells[index].place)
    }

    /// Reports a fault of the whole board. `place` is the related place in the layout, usually that of
    /// the rule that the board breaks.
    pub fn fault<'f>(
        &self,
        findings: &'f mut Findings,
        place: SourceSpan,
        message: impl Into<String>,
    ) -> &'f mut Fault {
        let rect = self.found.bounds();
        findings.fault(message).at(self.sheet.file, self.sheet.number, Some(rect)).in_layout(Some(place))
    }

    pub fn cell_fault<'f>(
        &self,
        findings: &'f mut Findings,
        address: CellAddress,
        message: impl Into<String>,
    ) -> &'f mut Fault {
        let (file, page) = (self.sheet.file, self.sheet.number);
        let cell = self.cell(address);
        let rect = cell.map_or_else(|| self.found.bounds(), FoundCell::bounds);
        let id = cell.and_then(|cell| cell.id.as_ref());
        findings.fault(message).at(file, page, Some(rect)).about(id).in_layout(self.place_of(address))
    }
}

/// Calls `demand` with the rules of each board. Returns the boards for which it returns a value, each
/// with this value.
///
/// If a board is not on the pages, adds a note about it to `findings`.
pub fn views<'e, T: Copy>(
    facts: &'e Facts<'_>,
    findings: &mut Findings,
    demand: impl Fn(&'e BoardConstraints) -> Option<T>,
) -> Vec<(BoardView<'e>, T)> {
    let Some(expected) = facts.expected else { return Vec::new() };
    let mut views = Vec::new();
    for (name, must) in &expected.game.constraints.boards {
        let Some(demand) = demand(must) else { continue };
        let Some((index, component)) = expected.component(name) else { continue };
        let Body::Board(board) = &component.body else { continue };
        let places = found_boards(facts, index);
        if places.is_empty() {
            findings.not_judged(format!("rules of `{name}`: the board is not on these pages"));
        }
        for FoundOn { sheet, page, found } in places {
            let cells = found.cells.iter().enumerate().map(|(i, cell)| (cell.address, i)).collect();
            let seen_names = OnceCell::new();
            let view = BoardView { name, component, board, sheet, page, found, cells, expected, seen_names };
            views.push((view, demand));
        }
    }
    views
}

/// A board that was found, and its sheet.
struct FoundOn<'e> {
    sheet: &'e FoundSheet,
    page: &'e Page,
    found: &'e FoundBoard,
}

impl<'e> FoundOn<'e> {
    /// Returns a board with its sheet. Returns `None` if the page of the sheet was not kept.
    fn new(sheet: &'e FoundSheet, found: &'e FoundBoard) -> Option<Self> {
        Some(Self { sheet, page: sheet.page.as_ref()?, found })
    }
}

/// Returns the boards that were found on the sheets of a component. If there are no such boards,
/// returns the first small picture of the board on a card.
fn found_boards<'e>(facts: &'e Facts<'_>, component: usize) -> Vec<FoundOn<'e>> {
    let own = facts.sheets_of(component).filter_map(|sheet| FoundOn::new(sheet, sheet.board()?));
    let found: Vec<FoundOn<'e>> = own.collect();
    if !found.is_empty() {
        return found;
    }
    let mut small =
        facts.views().flat_map(|sheet| sheet.small_boards().iter().map(move |small| (sheet, small)));
    let first = small.find(|(_, small)| small.component == component);
    first.and_then(|(sheet, small)| FoundOn::new(sheet, &small.board)).into_iter().collect()
}

/// Returns the place in the layout where a property of a board is demanded, such as `connected`. Returns
/// `None` if the layout does not demand the property.
pub fn property_place(must: &BoardConstraints, property: BoardIs) -> Option<SourceSpan> {
    must.be.iter().find(|be| be.value == property).map(|be| be.place)
}

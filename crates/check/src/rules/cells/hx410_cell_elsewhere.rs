//! HX410: cells that are in another place than the address in their id says.

use super::layout_cells::is_in_layout;
use crate::facts::PageContext;
use crate::facts::board::FoundBoard;
use crate::facts::closest_drawing::AddressMap;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::codes;
use hexpress_base::sorted_map::SortedMap;

pub const RULE: Rule = Rule {
    title: "every cell is at the position that its name in the file states",
    why: "The drawing of a cell records its address. If two drawings are swapped, tools find each cell in \
        the place of the other.",
    right: "the drawing board/cell:0,3 is three cells below board/cell:0,0",
    wrong: "the drawings of two cells are swapped",
    ..Rule::error(codes::CELL_ELSEWHERE, RuleFunction::Whole(cell_elsewhere))
};

fn cell_elsewhere(context: &PageContext<'_>, findings: &mut Findings) {
    let Some(board) = context.found else { return };
    if let Some(how) = moved_as_one(board) {
        let wrong = board
            .cells
            .iter()
            .filter(|cell| cell.id_hex.is_some_and(|named_address| named_address != cell.address))
            .count();
        let moved = format!(
            "the board is {how}: {wrong} cells are in the places of other cells, according \
            to their names in the file"
        );
        context.fault_of(findings, board.bounds(), None, moved).deviation(board.lattice.side);
        return;
    }
    // Another rule reports cells that are not in the layout.
    for cell in board.cells.iter().filter(|cell| is_in_layout(context, cell.address) != Some(false)) {
        if let Some(named_address) = cell.id_hex.filter(|named_address| *named_address != cell.address) {
            let message = format!("is at {}, but its name in the file says {named_address}", cell.address);
            context.cell(findings, cell, &message).deviation(board.lattice.side);
        }
    }
}

/// Returns `turned` or `mirrored` if the whole board seems to be rotated or mirrored. Otherwise returns
/// `None`. One rotation or reflection, followed by one shift, must move at least nine tenths of the
/// cells to the addresses in their ids.
fn moved_as_one(board: &FoundBoard) -> Option<&'static str> {
    /// The smallest number of wrong cells. Fewer cells may match a rotation or reflection by chance.
    const MIN_WRONG_CELLS: usize = 4;
    let named_cells: Vec<(CellAddress, CellAddress)> =
        board.cells.iter().filter_map(|cell| Some((cell.address, cell.id_hex?))).collect();
    if named_cells.iter().filter(|(address, named_address)| address != named_address).count()
        < MIN_WRONG_CELLS
    {
        return None;
    }
    let tiling = board.lattice.grid.tiling;
    for motion in 1..tiling.motions().len() {
        let is_mirrored = tiling.motions()[motion].mirrored;
        let map = AddressMap { tiling, motion, shift: CellAddress::new(0, 0) };
        let mut shifts: SortedMap<CellAddress, usize> = SortedMap::new();
        named_cells.iter().for_each(|(address, named_address)| {
            *shifts.entry(*named_address - map.to_drawing(*address)).or_default() += 1
        });
        if shifts.values().any(|count| *count >= MIN_WRONG_CELLS && count * 10 >= named_cells.len() * 9) {
            return Some(if is_mirrored { "mirrored" } else { "turned" });
        }
    }
    None
}

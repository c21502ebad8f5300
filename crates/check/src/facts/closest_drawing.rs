//! Matches the boards of a layout with drawings of other programs.
//!
//! - In: the boards of a layout, and the boards in the drawings.
//! - Out: for each board of the layout, the most similar drawing, and how it is rotated, mirrored and
//!   shifted.
//! - Not here: reporting differences.

use std::collections::BTreeSet;

use super::board::{FoundBoard, FoundCell};
use super::item::without_spaces;
use super::shape::shifts;
use super::sheet::FoundSheet;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::sorted_map::SortedMap;
use hexpress_base::tiling::Tiling;
use hexpress_game::{Board, Component, Game};

/// Two boards count as the same board if they have many cells in common: at least this fraction of the
/// cells of the larger board.
pub(super) const MIN_COMMON_CELLS: f64 = 0.75;
/// At most this number of drawings are compared with one board.
const MAX_COMPARED_DRAWINGS: usize = 50;

/// The layout to compare drawings with.
#[derive(Clone, Copy)]
pub struct ReferenceLayout<'a> {
    pub game: &'a Game,
    /// The name of the layout as the user typed it.
    pub shown: &'a str,
}

/// A map from the addresses of cells in a layout to their addresses in a drawing. It consists of a
/// motion of the tiling and then a shift.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AddressMap {
    pub tiling: Tiling,
    /// The index of the motion in [`Tiling::motions`]. The motion is a rotation, or a reflection
    /// followed by a rotation.
    pub motion: usize,
    /// The shift after the motion.
    pub shift: CellAddress,
}

impl AddressMap {
    /// Applies only the motion, and not the shift, to the address of a cell in the layout.
    fn turned(self, cell: CellAddress) -> CellAddress {
        self.tiling.motions().get(self.motion).map_or(cell, |motion| motion.image(cell))
    }

    /// Returns whether the drawing is a mirror image of the layout.
    pub fn is_mirrored(self) -> bool {
        self.motion >= self.tiling.turns()
    }

    /// Returns the clockwise rotation of the motion. The unit is the smallest rotation that maps the
    /// tiling to itself. If the motion has a reflection, the rotation comes after it.
    pub fn turns(self) -> usize {
        self.motion % self.tiling.turns().max(1)
    }

    /// Converts the address of a cell in the layout to its address in the drawing.
    pub fn to_drawing(self, cell: CellAddress) -> CellAddress {
        self.turned(cell) + self.shift
    }

    /// Converts the address of a cell in the drawing to its address in the layout.
    pub fn to_layout(self, cell: CellAddress) -> CellAddress {
        let turned = cell - self.shift;
        self.tiling.motions().get(self.motion).map_or(turned, |motion| motion.preimage(turned))
    }
}

/// What a cell looks like from a distance, without details.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct DistantLook {
    fill: Option<[u8; 3]>,
    /// The text of the cell without spaces. Empty if no other cell has the same text.
    words: String,
}

/// Returns what each cell of a board looks like, by address.
pub fn looks(sheet: &FoundSheet, found: &FoundBoard) -> SortedMap<CellAddress, DistantLook> {
    let words: Vec<String> = found.cells.iter().map(|cell| cell_text(sheet, cell)).collect();
    let mut uses: SortedMap<&str, usize> = SortedMap::new();
    words.iter().for_each(|words| *uses.entry(words).or_default() += 1);
    let looks = found.cells.iter().zip(&words).map(|(cell, words)| {
        let shared = if uses[words.as_str()] > 1 { words.clone() } else { String::new() };
        (cell.address, DistantLook { fill: cell.fill.map(|fill| fill.0), words: shared })
    });
    looks.collect()
}

/// Returns the text of a cell without spaces.
fn cell_text(sheet: &FoundSheet, cell: &FoundCell) -> String {
    sheet.page.as_ref().map_or_else(String::new, |page| without_spaces(&cell.words(page)))
}

/// Places a board over a drawing by `map`, and returns how well the kinds of its cells match the drawing.
///
/// Adds up two numbers: the cells that look like most cells of their kind, and the cells that show the
/// label of their kind.
fn agreement(
    board: &Board,
    labels: &[String],
    looks: &SortedMap<CellAddress, DistantLook>,
    map: AddressMap,
) -> usize {
    let labelled = board.cells.iter().filter(|cell| {
        let look = looks.get(&map.to_drawing(cell.address));
        look.is_some_and(|look| !look.words.is_empty() && labels.get(cell.kind) == Some(&look.words))
    });
    let alike = votes(board, looks, map).into_values().filter_map(|looks| looks.into_values().max());
    labelled.count() + alike.sum::<usize>()
}

/// A board of the layout, placed over a drawing.
#[derive(Clone, Copy)]
struct Overlay {
    /// The number of cells of the layout that are on a cell of the drawing.
    count: usize,
    /// How well the kinds of cells match the drawing. See [`agreement`].
    agreed: usize,
    map: AddressMap,
}

impl Overlay {
    /// Returns the numbers by which overlays are compared. Larger numbers are better.
    fn score(self) -> [usize; 2] {
        [self.count, self.agreed]
    }
}

/// Places a board over a drawing so that as many cells as possible match.
///
/// Returns `None` if the cells of the board and those of the drawing have different numbers of edges. Also
/// returns `None` if the board consists of points at given places.
fn best_overlay(board: &Board, sheet: &FoundSheet, found: &FoundBoard) -> Option<Overlay> {
    if board.grid.is_free() {
        return None;
    }
    let tiling = found.lattice.grid.tiling;
    let (found_edges, asked_edges) = (tiling.all_edges(), board.grid.tiling.all_edges());
    if found_edges != asked_edges || found_edges.is_none() && tiling != board.grid.tiling {
        return None;
    }
    let cells: BTreeSet<CellAddress> = found.cells.iter().map(|cell| cell.address).collect();
    let looks = looks(sheet, found);
    let labels: Vec<String> = board
        .kinds
        .iter()
        .map(|kind| kind.words().map_or_else(String::new, |words| without_spaces(&words)))
        .collect();
    let mut best: Option<Overlay> = None;
    for motion in tiling.motions_in_order() {
        let turned = AddressMap { tiling, motion, shift: CellAddress::new(0, 0) };
        let laid: Vec<CellAddress> = board.cells.iter().map(|cell| turned.turned(cell.address)).collect();
        for shift in shifts(laid.iter().copied(), &cells) {
            let map = AddressMap { shift, ..turned };
            let count = laid.iter().filter(|address| cells.contains(&(**address + shift))).count();
            if best.is_some_and(|best| count < best.count) {
                continue;
            }
            let overlay = Overlay { count, agreed: agreement(board, &labels, &looks, map), map };
            if best.is_none_or(|best| overlay.score() > best.score()) {
                best = Some(overlay);
            }
        }
    }
    best
}

/// Returns each board of a game, together with the component that contains it.
pub fn boards(game: &Game) -> impl Iterator<Item = (&Component, &Board)> {
    game.components.iter().filter_map(|component| Some((component, component.board()?)))
}

/// Returns whether a drawing has the same cells as a board, and whether cells of different kinds
/// look different in the drawing.
pub fn is_board(board: &Board, sheet: &FoundSheet, found: &FoundBoard) -> bool {
    if found.cells.len() != board.cells.len() {
        return false;
    }
    let Some(Overlay { count, agreed, map }) = best_overlay(board, sheet, found) else { return false };
    let looks = looks(sheet, found);
    let usual = usual(board, &looks, map);
    let different: BTreeSet<&DistantLook> = usual.values().copied().collect();
    count == board.cells.len() && agreed * 10 >= count * 9 && different.len() * 4 >= usual.len() * 3
}

/// Returns the most frequent look of the cells of each kind.
pub fn usual<'l>(
    board: &Board,
    looks: &'l SortedMap<CellAddress, DistantLook>,
    map: AddressMap,
) -> SortedMap<usize, &'l DistantLook> {
    let votes = votes(board, looks, map).into_iter();
    let most = votes.filter_map(|(kind, looks)| {
        let (look, _) = looks.into_iter().max_by_key(|(_, count)| *count)?;
        Some((kind, look))
    });
    most.collect()
}

/// For each kind of cell, counts how many cells have each look.
fn votes<'l>(
    board: &Board,
    looks: &'l SortedMap<CellAddress, DistantLook>,
    map: AddressMap,
) -> SortedMap<usize, SortedMap<&'l DistantLook, usize>> {
    let mut votes: SortedMap<usize, SortedMap<&DistantLook, usize>> = SortedMap::new();
    for cell in &board.cells {
        if let Some(look) = looks.get(&map.to_drawing(cell.address)) {
            *votes.entry(cell.kind).or_default().entry(look).or_default() += 1;
        }
    }
    votes
}

/// Returns whether a board consists of points and lines. The checker finds such a board by its lines,
/// because other drawings under the lines may look like cells.
pub fn is_lines(board: &Board) -> bool {
    board.points.as_ref().is_some_and(|points| points.line.width > 0.0 && !points.links.is_empty())
}

/// The drawing that comes closest to a board.
#[derive(Debug, Clone, Copy)]
pub struct Closest {
    /// The index of the sheet with the drawing.
    pub sheet: usize,
    /// The index of the board on the sheet.
    pub board: usize,
    /// The map from the addresses of the layout to the addresses of the drawing.
    pub map: AddressMap,
}

/// Returns the most similar drawing for each board of the layout. An entry is `None` if no drawing is
/// similar enough. A drawing is used for only one board.
pub fn closest(sheets: &[FoundSheet], game: &Game) -> Vec<Option<Closest>> {
    let mut taken: BTreeSet<(usize, usize)> = BTreeSet::new();
    boards(game)
        .map(|(_, board)| {
            if is_lines(board) {
                return None;
            }
            let sheets = sheets.iter().enumerate();
            let all = sheets.flat_map(|(i, sheet)| {
                sheet.boards().enumerate().map(move |(k, found)| ((i, k), sheet, found))
            });
            let free = all.filter(|(place, ..)| !taken.contains(place));
            let fits = free.take(MAX_COMPARED_DRAWINGS).filter_map(|(place, sheet, found)| {
                let overlay = best_overlay(board, sheet, found)?;
                let most = found.cells.len().max(board.cells.len());
                (overlay.count as f64 >= MIN_COMMON_CELLS * most as f64).then_some((place, overlay))
            });
            let (place, overlay) = fits.max_by_key(|(_, overlay)| overlay.score())?;
            taken.insert(place);
            Some(Closest { sheet: place.0, board: place.1, map: overlay.map })
        })
        .collect()
}

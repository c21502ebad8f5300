//! Which of the boards of a layout each drawing comes closest to, and how it lies to it: turned, mirrored and moved.

use crate::base::map::Map;
use std::collections::BTreeSet;

use super::board::{FoundBoard, FoundCell};
use super::item::squeezed;
use super::shape::shifts;
use super::sheet::FoundSheet;
use crate::base::hex::Hex;
use crate::base::tiling::Tiling;
use crate::model::{Board, Cell, Component, Game, Kind};

/// How many cells of the larger of two boards the other must have as well, for both to be one board.
pub(super) const ALIKE: f64 = 0.75;

/// What drawings are held against.
#[derive(Clone, Copy)]
pub struct Against<'a> {
    /// The game.
    pub game: &'a Game,
    /// As the user named it.
    pub shown: &'a str,
}

/// From addresses of a layout to those of a drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Way {
    /// What the cells are.
    pub tiling: Tiling,
    /// Turned, and perhaps in a mirror first: the number of one of [`Tiling::motions`].
    pub motion: usize,
    /// Then moved.
    pub shift: Hex,
}

impl Way {
    fn turned(self, hex: Hex) -> Hex {
        self.tiling.motions().get(self.motion).map_or(hex, |motion| motion.there(hex))
    }

    /// Whether it is seen in a mirror.
    pub fn is_mirrored(self) -> bool {
        self.motion >= self.tiling.turns()
    }

    /// How often it is turned clockwise by the least turn that puts the tiling upon itself, after the mirror.
    pub fn turns(self) -> usize {
        self.motion % self.tiling.turns().max(1)
    }

    /// Where a cell of the layout is in the drawing.
    pub fn there(self, hex: Hex) -> Hex {
        self.turned(hex) + self.shift
    }

    /// Which cell of the layout a place of the drawing would be.
    pub fn back(self, hex: Hex) -> Hex {
        let turned = hex - self.shift;
        self.tiling.motions().get(self.motion).map_or(turned, |motion| motion.back(turned))
    }
}

/// What a cell looks like from afar: its colour, and its words, without spaces, if others have them too.
pub type Look = (Option<[u8; 3]>, String);

/// What cells look like, by their addresses.
pub fn looks(sheet: &FoundSheet, found: &FoundBoard) -> Map<Hex, Look> {
    let words =
        |cell: &FoundCell| sheet.page.as_ref().map_or_else(String::new, |page| squeezed(&cell.words(page)));
    let all: Vec<(Hex, Option<[u8; 3]>, String)> =
        found.cells.iter().map(|cell| (cell.hex, cell.fill.map(|fill| fill.0), words(cell))).collect();
    let mut uses: Map<&str, usize> = Map::new();
    all.iter().for_each(|(.., words)| *uses.entry(words).or_default() += 1);
    let shared = |words: &String| if uses[words.as_str()] > 1 { words.clone() } else { String::new() };
    all.iter().map(|(hex, fill, words)| (*hex, (*fill, shared(words)))).collect()
}

/// How well a drawing agrees with a board's kinds, laid over it in one way: for each kind, how many of its cells look
/// as most of them do; and once more for each cell that says its own label.
fn agreement(board: &Board, labels: &[String], looks: &Map<Hex, Look>, way: Way) -> usize {
    let says = |cell: &&Cell| {
        let look = looks.get(&way.there(cell.hex));
        look.is_some_and(|look| !look.1.is_empty() && labels.get(cell.kind) == Some(&look.1))
    };
    let alike = votes(board, looks, way).into_values().filter_map(|looks| looks.into_values().max());
    board.cells.iter().filter(says).count() + alike.sum::<usize>()
}

/// The way of laying a board over a drawing in which most cells agree, and how many do.
fn laid(board: &Board, sheet: &FoundSheet, found: &FoundBoard) -> Option<(usize, usize, Way)> {
    let cells: BTreeSet<Hex> = found.cells.iter().map(|cell| cell.hex).collect();
    let looks = looks(sheet, found);
    let words = |kind: &Kind| kind.words().map_or_else(String::new, |words| squeezed(&words));
    let labels: Vec<String> = board.kinds.iter().map(words).collect();
    let mut best: Option<(usize, usize, Way)> = None;
    let tiling = found.lattice.tiling;
    let (all, one) = (tiling.all_edges(), board.tiling.all_edges());
    if all != one || all.is_none() && tiling != board.tiling {
        return None;
    }
    for motion in tiling.motions_in_order() {
        let turned = Way { tiling, motion, shift: Hex::new(0, 0) };
        let laid: Vec<Hex> = board.cells.iter().map(|cell| turned.turned(cell.hex)).collect();
        for shift in shifts(laid.iter().copied(), &cells) {
            let way = Way { shift, ..turned };
            let there = |hex: &&Hex| cells.contains(&(**hex + shift));
            let count = laid.iter().filter(there).count();
            if best.is_some_and(|(most, ..)| count < most) {
                continue;
            }
            let agreed = agreement(board, &labels, &looks, way);
            if best.is_none_or(|(most, also, _)| (count, agreed) > (most, also)) {
                best = Some((count, agreed, way));
            }
        }
    }
    best
}

/// The boards of a game.
pub fn boards(game: &Game) -> impl Iterator<Item = (&Component, &Board)> {
    game.components.iter().filter_map(|component| Some((component, component.board()?)))
}

/// Whether a drawing has the same cells as a board, and its kinds look as different as they are there.
pub fn is_board(board: &Board, sheet: &FoundSheet, found: &FoundBoard) -> bool {
    if found.cells.len() != board.cells.len() {
        return false;
    }
    let Some((count, agreed, way)) = laid(board, sheet, found) else { return false };
    let looks = looks(sheet, found);
    let usual = usual(board, &looks, way);
    let different: BTreeSet<&Look> = usual.values().copied().collect();
    count == board.cells.len() && agreed * 10 >= count * 9 && different.len() * 4 >= usual.len() * 3
}

/// What most cells of each kind look like.
pub fn usual<'l>(board: &Board, looks: &'l Map<Hex, Look>, way: Way) -> Map<usize, &'l Look> {
    let most = |looks: Map<&'l Look, usize>| looks.into_iter().max_by_key(|(_, count)| *count);
    let votes = votes(board, looks, way).into_iter();
    votes.filter_map(|(kind, looks)| Some((kind, most(looks)?.0))).collect()
}

/// How many cells of each kind have each look.
fn votes<'l>(board: &Board, looks: &'l Map<Hex, Look>, way: Way) -> Map<usize, Map<&'l Look, usize>> {
    let mut of: Map<usize, Map<&Look, usize>> = Map::new();
    for cell in &board.cells {
        if let Some(look) = looks.get(&way.there(cell.hex)) {
            *of.entry(cell.kind).or_default().entry(look).or_default() += 1;
        }
    }
    of
}

/// Whether a board is lines between points, whatever is drawn beneath these.
pub fn is_lines(board: &Board) -> bool {
    board.points.as_ref().is_some_and(|points| points.line.width > 0.0 && !points.links.is_empty())
}

/// The drawing that comes closest to a board.
#[derive(Debug, Clone, Copy)]
pub struct Closest {
    /// The number of its sheet.
    pub sheet: usize,
    /// Which of the boards on that.
    pub board: usize,
    /// From addresses of the layout to its own.
    pub way: Way,
}

/// For each board of the layout the drawing that comes closest.
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
            let fits = free.take(50).filter_map(|(place, sheet, found)| {
                let (count, agreed, way) = laid(board, sheet, found)?;
                let most = found.cells.len().max(board.cells.len());
                let fits = count as f64 >= ALIKE * most as f64;
                fits.then_some((count, agreed, place, way))
            });
            let (.., place, way) = fits.max_by_key(|(count, agreed, ..)| (*count, *agreed))?;
            taken.insert(place);
            Some(Closest { sheet: place.0, board: place.1, way })
        })
        .collect()
}

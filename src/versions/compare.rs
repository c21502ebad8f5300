//! Compares what the pieces and cells of two versions of a game show.
//!
//! - In: two editions.
//! - Out: for each component, the pieces or cells that were added, removed or changed.
//! - Not here: describing the differences (`change_report`), or deciding what to print (`exchange`).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use kurbo::Size;

use super::game_version::{
    BoardVersion, CellVersion, ComponentVersion, DeckVersion, Parts, Piece, PieceForm, PieceRow,
};
use super::match_rows::{MatchedBy, MatchedRows, RowPair, match_rows};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::units::count_with_noun;
use hexpress_scene::DrawingDigest;

/// The differences between two versions.
#[derive(Debug, Clone)]
pub struct Difference {
    /// The changes of all components. The components of the new version come first, in their order.
    /// Components that are only in the old version follow.
    pub components: Vec<ComponentChange>,
}

/// The differences between two versions of a component.
#[derive(Debug, Clone)]
pub struct ComponentChange {
    pub name: Arc<str>,
    /// How many times the component is printed in the new version. 0 if the new version lacks the
    /// component.
    pub print: u32,
    pub change: Change,
}

/// The differences between pieces, or between two versions of a board.
#[derive(Debug, Clone)]
pub enum Change {
    Deck(DeckChange),
    Board(BoardChange),
}

/// The differences between the pieces of a component.
#[derive(Debug, Clone)]
pub struct DeckChange {
    /// The reason why all pieces differ. `None` if only some pieces differ.
    pub whole: Option<WholeReason>,
    pub matched_by: MatchedBy,
    /// The rows that differ.
    pub rows: Vec<PieceChange>,
    /// Whether there are pieces with different backs in the same version, old or new.
    pub backs_vary: bool,
    /// The number of pieces that are the same in both versions.
    pub same: usize,
    /// The number of pieces in the new version.
    pub count: usize,
}

/// The reason why a component differs as a whole.
#[derive(Debug, Clone, PartialEq)]
pub enum WholeReason {
    /// The old version has no such component.
    New,
    /// The new version has no such component.
    Gone,
    /// The size of the pieces or cells differs. The sizes are texts, such as `30 mm`.
    Size { old: String, new: String },
    /// The outline, the holes or the folds differ.
    Outline,
    /// In each version, all pieces share a back, but the two backs differ.
    Back,
}

/// The differences between two versions of a row.
#[derive(Debug, Clone)]
pub struct PieceChange {
    /// The row in the old version. `None` if the row was added.
    pub old: Option<Arc<PieceRow>>,
    /// The row in the new version. `None` if the row was removed.
    pub new: Option<Arc<PieceRow>>,
    /// The numbers of the copies that only the old version has. The user takes them out of the game.
    pub take_out: Vec<u32>,
    /// The numbers of the copies that only the new version has. The user puts them into the game.
    pub put_in: Vec<u32>,
    /// The number of copies in the old version, and in the new version.
    pub copies: [usize; 2],
    /// An old and a new piece that show the difference as an example. If only the number of copies
    /// differs, one of them is `None`.
    pub samples: [Option<PrintedPiece>; 2],
    /// The fields that differ.
    pub fields: Vec<FieldChange>,
    /// Whether the fronts differ.
    pub front: bool,
    /// Whether the backs differ.
    pub back: bool,
}

/// A piece, and the print that it is from. A folder may contain several prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PrintedPiece {
    /// The index of the print in its folder.
    pub print_index: usize,
    pub number: u32,
}

/// A field with different values in the two versions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldChange {
    pub name: Arc<str>,
    /// The old value. Empty if the old row had no value.
    pub old: String,
    /// The new value. Empty if the new row has no value.
    pub new: String,
}

/// The differences between the cells of a board.
#[derive(Debug, Clone)]
pub struct BoardChange {
    /// The reason why all cells differ. `None` if only some cells differ.
    pub whole: Option<WholeReason>,
    /// The names of the cells that only the new version has.
    pub added: Vec<String>,
    /// The names of the cells that only the old version has.
    pub removed: Vec<String>,
    /// The names of the cells that both versions have, but that differ.
    pub changed: Vec<String>,
    /// The index of the print that contains the old board, and that of the print with the new board.
    pub prints: [usize; 2],
    /// Whether anything outside of the cells differs, such as the title.
    pub rest: bool,
    /// The number of cells that are the same.
    pub same: usize,
    /// The names of the cells that moved to another place of the board. They are also in `changed`.
    pub moved: Vec<String>,
    /// The numbers of the changed cells. Numbers start at 1, in the order of the cells in the new
    /// version.
    pub numbers: BTreeSet<u32>,
    pub sheets: SheetChange,
}

/// The changes of the sheets of a board.
#[derive(Debug, Clone)]
pub struct SheetChange {
    /// The number of sheets that the board has in the new version.
    pub sheet_count: usize,
    /// The numbers of the sheets that differ, counted from 1.
    pub differing: Vec<usize>,
    /// The reason why all sheets must be printed, such as another number of sheets. `None` if each new
    /// sheet can replace the old sheet with the same number.
    pub why_all_sheets: Option<String>,
}

impl Difference {
    /// Returns whether nothing differs.
    pub fn is_empty(&self) -> bool {
        self.components.iter().all(|component| component.change.is_empty())
    }
}

impl Change {
    /// Returns whether nothing differs.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Deck(deck) => deck.rows.is_empty(),
            Self::Board(board) => board.is_empty(),
        }
    }
}

impl BoardChange {
    fn is_empty(&self) -> bool {
        self.whole.is_none()
            && !self.rest
            && [&self.added, &self.removed, &self.changed].into_iter().all(Vec::is_empty)
    }
}

/// Compares two versions. Components with the same name are compared with each other.
pub fn compare(old: &[ComponentVersion], new: &[ComponentVersion]) -> Difference {
    let mut components = Vec::new();
    for part in new {
        let before = old.iter().find(|old| old.name == part.name);
        let change = match (before.map(|old| &old.contents), &part.contents) {
            (Some(Parts::Deck(old)), Parts::Deck(new)) => vec![Change::Deck(decks(old, new))],
            (Some(Parts::Board(old)), Parts::Board(new)) => vec![Change::Board(boards(old, new))],
            (Some(old), new) => vec![only(old, WholeReason::Gone), only(new, WholeReason::New)],
            (None, new) => vec![only(new, WholeReason::New)],
        };
        let named = |change| ComponentChange { name: Arc::clone(&part.name), print: part.print, change };
        components.extend(change.into_iter().map(named));
    }
    let gone = old.iter().filter(|old| new.iter().all(|new| new.name != old.name));
    components.extend(gone.map(|old| ComponentChange {
        name: Arc::clone(&old.name),
        print: 0,
        change: only(&old.contents, WholeReason::Gone),
    }));
    Difference { components }
}

/// Returns the change of a component that is only in one version. `reason` says in which version.
fn only(contents: &Parts, reason: WholeReason) -> Change {
    let is_new = reason == WholeReason::New;
    match contents {
        Parts::Deck(deck) => {
            let none = DeckVersion { key: deck.key.clone(), pieces: Vec::new() };
            let change = if is_new { decks(&none, deck) } else { decks(deck, &none) };
            Change::Deck(DeckChange { whole: Some(reason), ..change })
        }
        Parts::Board(board) => {
            let none = BoardVersion { cells: Vec::new(), ..board.clone() };
            let change = if is_new { boards(&none, board) } else { boards(board, &none) };
            Change::Board(BoardChange { whole: Some(reason), ..change })
        }
    }
}

fn decks(old: &DeckVersion, new: &DeckVersion) -> DeckChange {
    let MatchedRows { by, pairs } = match_rows(old, new);
    let all: Vec<PieceChange> = pairs.into_iter().map(|pair| row_change(&pair)).collect();
    let whole = whole_reason(old, new);
    let rows: Vec<PieceChange> = all.into_iter().filter(|row| !row.is_empty()).collect();
    let put_in: usize = rows.iter().map(|row| row.put_in.len()).sum();
    let count = new.pieces.len();
    let backs_vary = [old, new].into_iter().any(|deck| {
        deck.pieces.first().is_some_and(|first| deck.pieces.iter().any(|piece| piece.back != first.back))
    });
    DeckChange { whole, matched_by: by, same: count - put_in.min(count), count, rows, backs_vary }
}

/// Returns the reason why all pieces differ. Returns `None` if no single reason applies to all pieces.
fn whole_reason(old: &DeckVersion, new: &DeckVersion) -> Option<WholeReason> {
    let (before, after) = (common(old, |piece| &*piece.form)?, common(new, |piece| &*piece.form)?);
    if before.size != after.size {
        return Some(WholeReason::Size { old: size_text(before), new: size_text(after) });
    }
    if before.outline != after.outline {
        return Some(WholeReason::Outline);
    }
    let (before, after) = (common(old, |piece| &piece.back)?, common(new, |piece| &piece.back)?);
    (before != after).then_some(WholeReason::Back)
}

/// Returns a property of the pieces, if it is the same for all of them.
fn common<'e, T: PartialEq>(deck: &'e DeckVersion, property: impl Fn(&'e Piece) -> &'e T) -> Option<&'e T> {
    let first = property(deck.pieces.first()?);
    deck.pieces.iter().all(|piece| property(piece) == first).then_some(first)
}

fn size_text(form: &PieceForm) -> String {
    use hexpress_base::units::ShortNumber;
    let Size { width, height } = form.size;
    format!("{} x {} mm", ShortNumber::hundredths(width), ShortNumber::hundredths(height))
}

/// Compares the copies of a row in both versions. Copies that look the same need not be exchanged.
fn row_change(pair: &RowPair<'_>) -> PieceChange {
    let pieces = |row: &Option<super::match_rows::RowPieces<'_>>| {
        row.as_ref().map_or_else(Vec::new, |row| row.pieces.iter().map(|piece| (*piece).clone()).collect())
    };
    let (old, new): (Vec<Piece>, Vec<Piece>) = (pieces(&pair.old), pieces(&pair.new));
    let mut staying: BTreeMap<DrawingDigest, Vec<usize>> = BTreeMap::new();
    for (index, piece) in old.iter().enumerate().rev() {
        staying.entry(piece.digest()).or_default().push(index);
    }
    let mut stays = vec![false; old.len()];
    let mut put_in = Vec::new();
    for piece in &new {
        match staying.get_mut(&piece.digest()).and_then(Vec::pop) {
            Some(index) => stays[index] = true,
            None => put_in.push(piece),
        }
    }
    let take_out: Vec<&Piece> =
        old.iter().zip(&stays).filter(|(_, stays)| !**stays).map(|(p, _)| p).collect();
    let differ = |side: fn(&Piece) -> DrawingDigest| {
        take_out.iter().zip(&put_in).any(|(old, new)| side(old) != side(new))
    };
    let (front, back) = (differ(|piece| piece.front), differ(|piece| piece.back));
    let sample = |pieces: &[&Piece]| {
        pieces.first().map(|piece| PrintedPiece { print_index: piece.print_index, number: piece.number })
    };
    let numbers = |pieces: &[&Piece]| pieces.iter().map(|piece| piece.number).collect();
    let row = |row: &Option<super::match_rows::RowPieces<'_>>| row.as_ref().map(|row| Arc::clone(&row.row));
    let (old_row, new_row) = (row(&pair.old), row(&pair.new));
    let fields = match (&old_row, &new_row) {
        (Some(old), Some(new)) => field_changes(old, new),
        _ => Vec::new(),
    };
    PieceChange {
        old: old_row,
        new: new_row,
        take_out: numbers(&take_out),
        put_in: numbers(&put_in),
        copies: [old.len(), new.len()],
        samples: [sample(&take_out), sample(&put_in)],
        fields,
        front,
        back,
    }
}

/// Returns the fields that differ between two versions of a row. A renamed column does not count as a
/// difference.
fn field_changes(old: &PieceRow, new: &PieceRow) -> Vec<FieldChange> {
    let only_in = |row: &PieceRow, other: &PieceRow| -> Vec<Arc<str>> {
        row.columns.iter().filter(|name| !other.columns.contains(name)).cloned().collect()
    };
    let (mut lost, added) = (only_in(old, new), only_in(new, old));
    let mut changes = Vec::new();
    let mut add = |name: &Arc<str>| {
        let [before, after] = [old, new].map(|row| row.field(name).unwrap_or_default());
        if before != after {
            changes.push(FieldChange { name: Arc::clone(name), old: before, new: after });
        }
    };
    for name in new.columns.iter() {
        let renamed =
            added.contains(name).then(|| lost.iter().position(|was| old.field(was) == new.field(name)));
        match renamed.flatten() {
            Some(was) => {
                lost.remove(was);
            }
            None => add(name),
        }
    }
    lost.iter().for_each(add);
    changes
}

impl PieceChange {
    fn is_empty(&self) -> bool {
        self.take_out.is_empty() && self.put_in.is_empty()
    }

    /// Returns the name of the piece as users see it.
    pub fn name(&self) -> String {
        self.new.as_ref().or(self.old.as_ref()).map_or_else(String::new, |row| row.name())
    }

    /// Returns whether the user replaces copies by copies that look different.
    pub fn shows_other(&self) -> bool {
        !self.take_out.is_empty() && !self.put_in.is_empty()
    }
}

/// Returns the places and the looks of all cells, grouped by their names. Adds `shift` to all places.
fn cells_by_name(cells: &[CellVersion], shift: Shift) -> BTreeMap<&str, Vec<PlacedLook>> {
    let mut known: BTreeMap<&str, Vec<PlacedLook>> = BTreeMap::new();
    for CellVersion { name, place, look, .. } in cells {
        let place = CellAddress { q: place.q + shift.q, r: place.r + shift.r, ..*place };
        known.entry(name).or_default().push(PlacedLook { place, look: *look });
    }
    known
}

/// The place of a cell, and what the cell shows.
#[derive(Debug, Clone, Copy, PartialEq)]
struct PlacedLook {
    place: CellAddress,
    look: DrawingDigest,
}

/// By how much the addresses of most cells changed. For example, if a row is added before the first
/// row, the addresses of all cells change by one row.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Shift {
    q: i32,
    r: i32,
}

impl Shift {
    /// Returns the most frequent difference between the addresses of an old cell and the new cell with
    /// the same name.
    fn between(old: &[CellVersion], new: &[CellVersion]) -> Self {
        let before = cells_by_name(old, Self::default());
        let mut counts: BTreeMap<Self, usize> = BTreeMap::new();
        for cell in new {
            let Some([first, ..]) = before.get(cell.name.as_str()).map(Vec::as_slice) else { continue };
            let shift = Self { q: cell.place.q - first.place.q, r: cell.place.r - first.place.r };
            *counts.entry(shift).or_default() += 1;
        }
        let most = counts.into_iter().max_by_key(|(shift, count)| (*count, *shift == Self::default()));
        most.map(|(shift, _)| shift).unwrap_or_default()
    }
}

fn boards(old: &BoardVersion, new: &BoardVersion) -> BoardChange {
    let before = cells_by_name(&old.cells, Shift::between(&old.cells, &new.cells));
    let after = cells_by_name(&new.cells, Shift::default());
    let (mut added, mut changed, mut moved, mut same) = (Vec::new(), Vec::new(), Vec::new(), 0);
    let mut known: BTreeSet<&str> = BTreeSet::new();
    for CellVersion { name, .. } in &new.cells {
        // All cells with the same name are compared when the first of them is reached, so the others
        // are skipped.
        if !known.insert(name) {
            continue;
        }
        let (Some(was), Some(is)) = (before.get(name.as_str()), after.get(name.as_str())) else {
            added.push(name.clone());
            continue;
        };
        if was == is {
            same += is.len();
            continue;
        }
        changed.push(name.clone());
        let places = |cells: &[PlacedLook]| cells.iter().map(|cell| cell.place).collect::<Vec<_>>();
        if places(was) != places(is) {
            moved.push(name.clone());
        }
    }
    let removed = old.cells.iter().filter(|cell| !after.contains_key(cell.name.as_str()));
    let removed: Vec<String> = removed.map(|cell| cell.name.clone()).collect();
    let whole = (old.across != new.across && !old.cells.is_empty() && !new.cells.is_empty())
        .then(|| WholeReason::Size { old: format!("{} mm", old.across), new: format!("{} mm", new.across) });
    let rest = old.rest != new.rest;
    let numbered = (1..).zip(&new.cells).filter(|(_, cell)| changed.contains(&cell.name));
    let numbers = numbered.map(|(number, _)| number).collect();
    let is_same = !rest && [&added, &removed, &changed].into_iter().all(Vec::is_empty);
    let sheets = sheet_change(old, new, is_same);
    BoardChange {
        whole,
        added,
        removed,
        changed,
        rest,
        same,
        moved,
        numbers,
        sheets,
        prints: [old.print_index, new.print_index],
    }
}

/// Compares the sheets of two versions of a board. `is_same` says whether the whole board is the same
/// in both versions.
fn sheet_change(old: &BoardVersion, new: &BoardVersion, is_same: bool) -> SheetChange {
    let sheet_count = new.sheet_count();
    let only_sheet = if is_same { Vec::new() } else { vec![1] };
    let (Some(before), Some(after)) = (&old.poster, &new.poster) else {
        let why_all_sheets =
            (old.sheet_count() != sheet_count).then(|| sheets_text(sheet_count, old.sheet_count()));
        let differing = if why_all_sheets.is_some() { (1..=sheet_count).collect() } else { only_sheet };
        return SheetChange { sheet_count, differing, why_all_sheets };
    };
    let why_all_sheets = if before.paper != after.paper {
        Some(format!("its sheets are {} instead of {}", after.paper, before.paper))
    } else if before.sheets.len() != sheet_count {
        Some(sheets_text(sheet_count, before.sheets.len()))
    } else {
        (before.seams != after.seams).then(|| "its seams are at other places".to_owned())
    };
    let pairs = before.sheets.iter().zip(&after.sheets);
    let differing = match &why_all_sheets {
        Some(_) => (1..=sheet_count).collect(),
        None => (1..).zip(pairs).filter(|(_, (old, new))| old != new).map(|(number, _)| number).collect(),
    };
    SheetChange { sheet_count, differing, why_all_sheets }
}

fn sheets_text(new: usize, old: usize) -> String {
    format!("it takes {} instead of {old}", count_with_noun(new, "sheet"))
}

impl SheetChange {
    /// Returns the numbers of the sheets that must be printed. Returns `None` if the board has only one
    /// sheet, or if all sheets must be printed.
    pub fn numbers(&self) -> Option<&[usize]> {
        (self.why_all_sheets.is_none() && self.sheet_count > 1).then_some(&self.differing)
    }
}

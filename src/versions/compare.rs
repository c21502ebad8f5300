//! Compares two versions of a game by what they show.
//!
//! - In: two editions.
//! - Out: for each component, the pieces or cells that were added, removed or changed.
//! - Not here: the words for people (`words`), and what must be printed (`exchange`).

use std::collections::BTreeMap;
use std::sync::Arc;

use kurbo::Size;

use super::edition::{BoardEdition, CellEdition, DeckEdition, EditionPart, Form, Parts, Piece, PieceRow};
use super::match_rows::{MatchedBy, MatchedRows, RowPair, match_rows};
use hexpress_scene::DrawingDigest;

/// The differences between two versions.
#[derive(Debug, Clone)]
pub struct Difference {
    /// All components of both versions: those of the new version in its order, then those that it
    /// no longer has.
    pub components: Vec<ComponentChange>,
}

/// The differences of a component.
#[derive(Debug, Clone)]
pub struct ComponentChange {
    pub name: Arc<str>,
    /// How many times its sheets are printed in the new version.
    pub print: u32,
    pub change: Change,
}

/// The differences of pieces, or of a board.
#[derive(Debug, Clone)]
pub enum Change {
    Deck(DeckChange),
    Board(BoardChange),
}

/// The differences between the pieces of a component.
#[derive(Debug, Clone)]
pub struct DeckChange {
    /// Why all pieces differ.
    pub whole: Option<WholeReason>,
    pub matched_by: MatchedBy,
    /// The rows that differ.
    pub rows: Vec<PieceChange>,
    /// The number of pieces of the new version that the old version has, too.
    pub same: usize,
    /// The number of pieces in the new version.
    pub count: usize,
}

/// Why all of a component differs.
#[derive(Debug, Clone, PartialEq)]
pub enum WholeReason {
    /// The old version has no such component.
    New,
    /// The new version has no such component.
    Gone,
    /// Another size, as text.
    Size { old: String, new: String },
    /// Another outline, other holes or other folds.
    Outline,
    /// In each version, all pieces have the same back, but the backs of the two versions differ.
    Back,
}

/// The differences between two versions of a row.
#[derive(Debug, Clone)]
pub struct PieceChange {
    pub old: Option<Arc<PieceRow>>,
    pub new: Option<Arc<PieceRow>>,
    /// The piece numbers of the copies that only the old version has.
    pub take_out: Vec<u32>,
    /// The piece numbers of the copies that only the new version has.
    pub put_in: Vec<u32>,
    /// How many copies the old and the new version have.
    pub copies: [usize; 2],
    /// The fields that differ.
    pub fields: Vec<FieldChange>,
    /// Whether the fronts differ.
    pub front: bool,
    /// Whether the backs differ.
    pub back: bool,
}

/// A field with another value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldChange {
    pub name: Arc<str>,
    /// The old value; empty if there was none.
    pub old: String,
    /// The new value; empty if there is none.
    pub new: String,
}

/// The differences between the cells of a board.
#[derive(Debug, Clone)]
pub struct BoardChange {
    /// Why all cells differ.
    pub whole: Option<WholeReason>,
    pub added: Vec<String>,
    pub removed: Vec<String>,
    pub changed: Vec<String>,
    /// Whether the board shows something else outside of its cells.
    pub rest: bool,
    /// The number of cells that are the same.
    pub same: usize,
    /// The numbers of the sheets of a poster that differ, from 1. `None` if the board is not a
    /// poster, or is divided differently.
    pub sheets: Option<Vec<usize>>,
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

/// Compares two versions, component by component.
pub fn compare(old: &[EditionPart], new: &[EditionPart]) -> Difference {
    let mut components = Vec::new();
    for part in new {
        let before = old.iter().find(|old| old.name == part.name);
        let change = match (before.map(|old| &old.parts), &part.parts) {
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
        change: only(&old.parts, WholeReason::Gone),
    }));
    Difference { components }
}

/// Returns the change of a component that only one version has.
fn only(parts: &Parts, reason: WholeReason) -> Change {
    let is_new = reason == WholeReason::New;
    match parts {
        Parts::Deck(deck) => {
            let none = DeckEdition { key: deck.key.clone(), pieces: Vec::new() };
            let change = if is_new { decks(&none, deck) } else { decks(deck, &none) };
            Change::Deck(DeckChange { whole: Some(reason), ..change })
        }
        Parts::Board(board) => {
            let none = BoardEdition { cells: Vec::new(), sheets: Vec::new(), ..board.clone() };
            let change = if is_new { boards(&none, board) } else { boards(board, &none) };
            Change::Board(BoardChange { whole: Some(reason), ..change })
        }
    }
}

fn decks(old: &DeckEdition, new: &DeckEdition) -> DeckChange {
    let MatchedRows { by, pairs } = match_rows(old, new);
    let all: Vec<PieceChange> = pairs.into_iter().map(|pair| row_change(&pair)).collect();
    let whole = whole_reason(old, new);
    let rows: Vec<PieceChange> = all.into_iter().filter(|row| !row.is_empty()).collect();
    let put_in: usize = rows.iter().map(|row| row.put_in.len()).sum();
    let count = new.pieces.len();
    DeckChange { whole, matched_by: by, same: count - put_in.min(count), count, rows }
}

/// Returns why all pieces differ.
fn whole_reason(old: &DeckEdition, new: &DeckEdition) -> Option<WholeReason> {
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

/// Returns a property that all pieces have in common.
fn common<'e, T: PartialEq>(deck: &'e DeckEdition, property: impl Fn(&'e Piece) -> &'e T) -> Option<&'e T> {
    let first = property(deck.pieces.first()?);
    deck.pieces.iter().all(|piece| property(piece) == first).then_some(first)
}

fn size_text(form: &Form) -> String {
    use hexpress_base::units::Trimmed;
    let Size { width, height } = form.size;
    format!("{} x {} mm", Trimmed::hundredths(width), Trimmed::hundredths(height))
}

/// Compares the copies of a row. Copies that look the same are kept.
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
        fields,
        front,
        back,
    }
}

/// Returns the fields that differ between two versions of a row. A renamed column with the same
/// value is no difference.
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

    /// Returns the name of the piece for people.
    pub fn name(&self) -> String {
        self.new.as_ref().or(self.old.as_ref()).map_or_else(String::new, |row| row.name())
    }

    /// Returns whether some copies exist in both versions, but look different.
    pub fn shows_other(&self) -> bool {
        !self.take_out.is_empty() && !self.put_in.is_empty()
    }
}

/// Returns the looks of all cells with the same name, by this name.
fn looks_by_name(cells: &[CellEdition]) -> BTreeMap<String, Vec<DrawingDigest>> {
    let mut known: BTreeMap<String, Vec<DrawingDigest>> = BTreeMap::new();
    for cell in cells {
        known.entry(cell.name.clone()).or_default().push(cell.look);
    }
    known
}

fn boards(old: &BoardEdition, new: &BoardEdition) -> BoardChange {
    let (before, after) = (looks_by_name(&old.cells), looks_by_name(&new.cells));
    let (mut added, mut changed, mut same) = (Vec::new(), Vec::new(), 0);
    let mut known: Option<&str> = None;
    for cell in &new.cells {
        // Cells with the same name are compared together.
        if known.replace(&cell.name) == Some(&cell.name) {
            continue;
        }
        match before.get(&cell.name) {
            None => added.push(cell.name.clone()),
            Some(looks) if Some(looks) == after.get(&cell.name) => same += looks.len(),
            Some(_) => changed.push(cell.name.clone()),
        }
    }
    let removed = old.cells.iter().filter(|cell| !after.contains_key(&cell.name));
    let whole = (old.across != new.across && !old.cells.is_empty() && !new.cells.is_empty())
        .then(|| WholeReason::Size { old: format!("{} mm", old.across), new: format!("{} mm", new.across) });
    let is_divided_alike = !new.sheets.is_empty() && old.sheets.len() == new.sheets.len();
    let sheets = is_divided_alike.then(|| {
        let pairs = old.sheets.iter().zip(&new.sheets);
        (1..).zip(pairs).filter(|(_, (old, new))| old != new).map(|(number, _)| number).collect()
    });
    BoardChange {
        whole,
        added,
        removed: removed.map(|cell| cell.name.clone()).collect(),
        changed,
        rest: old.rest != new.rest,
        same,
        sheets,
    }
}

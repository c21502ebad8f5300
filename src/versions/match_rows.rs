//! Finds pairs of rows: a row of the old version, and the row of the new version that belongs to it.
//!
//! - In: the pieces of both versions.
//! - Out: pairs of rows, and how they were matched.
//! - Not here: what differs between the rows of a pair.
//!
//! Rows are matched in these steps:
//!
//! - Rows with the same value in the key column belong together. The layout sets this column, or it is
//!   guessed.
//! - Rows that still have no partner belong together if they look the same.
//! - If there is no key column, all other rows are matched in their order.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::game_version::{DeckVersion, Piece, PieceRow};
use super::guess_key::{KeyColumns, by_value, guess_key};
use hexpress_scene::DrawingDigest;

/// The property by which rows were matched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MatchedBy {
    /// The key that the layout sets.
    Key(Arc<str>),
    /// A guessed key. The column may have a different name in each version.
    Guess { old: Arc<str>, new: Arc<str> },
    /// The look of the rows. Rows without a partner of the same look were matched in their order.
    Look,
}

/// A row, and the pieces that are made from it.
#[derive(Debug, Clone)]
pub struct RowPieces<'e> {
    pub row: Arc<PieceRow>,
    pub pieces: Vec<&'e Piece>,
}

/// An old row and the new row that belongs to it. One of the two is `None` if a row has no partner.
#[derive(Debug, Clone)]
pub struct RowPair<'e> {
    pub old: Option<RowPieces<'e>>,
    pub new: Option<RowPieces<'e>>,
}

/// The matched rows of two versions.
pub struct MatchedRows<'e> {
    pub by: MatchedBy,
    /// The pairs, in the order of the new rows. After them come old rows without a partner.
    pub pairs: Vec<RowPair<'e>>,
}

/// Groups pieces by their rows. The rows are in the order of their first pieces.
fn rows_of(deck: &DeckVersion) -> Vec<RowPieces<'_>> {
    let mut rows: Vec<RowPieces<'_>> = Vec::new();
    let mut known: BTreeMap<usize, usize> = BTreeMap::new();
    for piece in &deck.pieces {
        let at = *known.entry(Arc::as_ptr(&piece.row).addr()).or_insert_with(|| {
            rows.push(RowPieces { row: Arc::clone(&piece.row), pieces: Vec::new() });
            rows.len() - 1
        });
        rows[at].pieces.push(piece);
    }
    rows
}

/// Matches the rows of two versions of a component.
pub fn match_rows<'e>(old: &'e DeckVersion, new: &'e DeckVersion) -> MatchedRows<'e> {
    let (mut old_rows, new_rows) = (rows_of(old), rows_of(new));
    let plain = |rows: &[RowPieces<'_>]| rows.iter().map(|row| Arc::clone(&row.row)).collect::<Vec<_>>();
    let (old_plain, new_plain) = (plain(&old_rows), plain(&new_rows));
    let by = match &new.key {
        Some(key) => MatchedBy::Key(Arc::clone(key)),
        None => match guess_key(&old_plain, &new_plain) {
            Some(KeyColumns { old, new }) => MatchedBy::Guess { old, new },
            None => MatchedBy::Look,
        },
    };
    let mut partners = Partners::new(old_rows.len(), new_rows.len());
    let columns = match &by {
        // If the old layout has a key, its own key is used for the old rows. If not, the new key is
        // used for them, too.
        MatchedBy::Key(key) => Some((old.key.as_ref().unwrap_or(key), key)),
        MatchedBy::Guess { old, new } => Some((old, new)),
        MatchedBy::Look => None,
    };
    if let Some((old_column, new_column)) = columns {
        partners.join(&by_value(&old_plain, old_column), &by_value(&new_plain, new_column));
    }
    partners.join(&by_look(&old_rows), &by_look(&new_rows));
    if by == MatchedBy::Look {
        partners.join_in_order();
    }
    let mut taken: Vec<Option<RowPieces<'e>>> = old_rows.drain(..).map(Some).collect();
    let mut pairs: Vec<RowPair<'e>> = Vec::with_capacity(new_rows.len());
    for (index, row) in new_rows.into_iter().enumerate() {
        let old = partners.of_new[index].and_then(|partner| taken[partner].take());
        pairs.push(RowPair { old, new: Some(row) });
    }
    pairs.extend(taken.into_iter().flatten().map(|old| RowPair { old: Some(old), new: None }));
    MatchedRows { by, pairs }
}

/// Returns the indices of the rows for each look. The look of a row is that of its first piece.
fn by_look(rows: &[RowPieces<'_>]) -> BTreeMap<DrawingDigest, Vec<usize>> {
    let mut found: BTreeMap<DrawingDigest, Vec<usize>> = BTreeMap::new();
    for (index, row) in rows.iter().enumerate() {
        if let Some(piece) = row.pieces.first() {
            found.entry(piece.digest()).or_default().push(index);
        }
    }
    found
}

/// The index of each row's partner in the other version. `None` if a row has no partner yet.
struct Partners {
    of_old: Vec<Option<usize>>,
    of_new: Vec<Option<usize>>,
}

impl Partners {
    fn new(old: usize, new: usize) -> Self {
        Self { of_old: vec![None; old], of_new: vec![None; new] }
    }

    /// Pairs old and new rows that have the same value, and no partner yet. If several rows have the
    /// same value, pairs them in their order.
    fn join<K: Ord>(&mut self, old: &BTreeMap<K, Vec<usize>>, new: &BTreeMap<K, Vec<usize>>) {
        for (value, new_rows) in new {
            let free_old = old.get(value).into_iter().flatten().filter(|row| self.of_old[**row].is_none());
            let free_new = new_rows.iter().filter(|row| self.of_new[**row].is_none());
            let pairs: Vec<(usize, usize)> = free_old.copied().zip(free_new.copied()).collect();
            for (old, new) in pairs {
                self.of_old[old] = Some(new);
                self.of_new[new] = Some(old);
            }
        }
    }

    fn join_in_order(&mut self) {
        let free = |partners: &[Option<usize>]| -> Vec<usize> {
            (0..partners.len()).filter(|row| partners[*row].is_none()).collect()
        };
        for (old, new) in free(&self.of_old).into_iter().zip(free(&self.of_new)) {
            self.of_old[old] = Some(new);
            self.of_new[new] = Some(old);
        }
    }
}

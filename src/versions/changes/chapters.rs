//! Arranges the differences between two versions for people: what changed, what is new, and what was
//! removed.
//!
//! - In: differences.
//! - Out: chapters with entries. An entry has a text, and says which pictures to draw.
//! - Not here: drawing the pictures, and arranging pages.

use std::sync::Arc;

use super::Comparison;
use crate::versions::change_report::{changes, counted_cells, numbered_runs, reason_text};
use crate::versions::compare::{
    BoardChange, Change, ComponentChange, DeckChange, PieceChange, PrintedPiece, WholeReason,
};
use hexpress_base::diag::{Diagnostic, codes};
use hexpress_base::units::count_with_noun;
use hexpress_game::PieceSide;

/// The largest number of entries that the PDF or the web page shows. Further entries are only counted.
pub const MAX_ENTRIES: usize = 1000;

/// What happened to pieces or to a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChangeKind {
    Changed,
    Added,
    Removed,
}

impl ChangeKind {
    pub const ALL: [Self; 3] = [Self::Changed, Self::Added, Self::Removed];

    pub fn word(self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::Added => "added",
            Self::Removed => "removed",
        }
    }

    pub fn title(self) -> &'static str {
        match self {
            Self::Changed => "Changed",
            Self::Added => "Added",
            Self::Removed => "Removed",
        }
    }
}

/// All entries of one component with one kind of change, e.g. the added pieces of a deck.
#[derive(Debug, Clone)]
pub struct Chapter<'d> {
    pub kind: ChangeKind,
    pub component: Arc<str>,
    pub entries: Vec<Entry<'d>>,
    /// A text about the whole component: what changed, or for a new or removed component, the number of
    /// its pieces. `None` if only some pieces differ.
    pub whole: Option<String>,
}

/// An entry of a chapter. It is about one board, or about the pieces of one row.
#[derive(Debug, Clone)]
pub struct Entry<'d> {
    /// The numbers of the pieces, such as `7, 12-13`. Empty for a board, and for an entry about all
    /// pieces.
    pub numbers: String,
    pub name: String,
    /// The texts that say what differs.
    pub changes: Vec<String>,
    pub views: Vec<View<'d>>,
    /// The names of the cells that differ.
    pub cells: Vec<CellList<'d>>,
}

/// Cells with the same kind of change.
#[derive(Debug, Clone, Copy)]
pub struct CellList<'d> {
    pub kind: ChangeKind,
    pub names: &'d [String],
}

/// What a picture of an entry shows.
#[derive(Debug, Clone)]
pub enum View<'d> {
    /// A side of a piece, in the old and in the new version. `None` for a version without the piece.
    Piece { side: PieceSide, samples: [Option<PrintedPiece>; 2] },
    /// A board. `is_old` and `is_new` say whether the old and the new version are shown.
    Board { change: &'d BoardChange, is_old: bool, is_new: bool },
}

impl View<'_> {
    /// Returns whether the view shows the back of a piece.
    pub fn is_back(&self) -> bool {
        matches!(self, Self::Piece { side: PieceSide::Back, .. })
    }
}

/// The numbers of rows and boards with each kind of change, in the order of [`ChangeKind::ALL`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts([usize; 3]);

impl Counts {
    pub fn of(self, kind: ChangeKind) -> usize {
        self.0[kind as usize]
    }

    /// Returns the counts that are not 0: `3 added, 7 changed`.
    pub fn text(self) -> String {
        let counted = [ChangeKind::Added, ChangeKind::Removed, ChangeKind::Changed]
            .map(|kind| (self.of(kind), kind.word()));
        let texts =
            counted.iter().filter(|(count, _)| *count > 0).map(|(count, word)| format!("{count} {word}"));
        texts.collect::<Vec<_>>().join(", ")
    }
}

/// Counts the rows and boards that differ.
pub fn counts(comparison: &Comparison<'_>) -> Counts {
    let mut counts = Counts::default();
    let changes = comparison.difference.components.iter().map(|component| &component.change);
    for change in changes.filter(|change| !change.is_empty()) {
        match change {
            Change::Deck(deck) => {
                deck.rows.iter().for_each(|row| counts.0[kind_of(row) as usize] += 1);
            }
            Change::Board(board) => counts.0[board_kind(board) as usize] += 1,
        }
    }
    counts
}

/// Returns the chapters in the order in which they are shown.
pub fn chapters<'d>(comparison: &Comparison<'d>) -> Vec<Chapter<'d>> {
    let components = &comparison.difference.components;
    let of_kind = |kind| components.iter().filter_map(move |component| chapter(component, kind));
    ChangeKind::ALL.into_iter().flat_map(of_kind).collect()
}

/// Returns a warning that a file does not show all differences. Returns `None` if `left_out` is 0.
pub fn not_all(left_out: usize, what: &str) -> Option<Diagnostic> {
    let hint = "for all differences, run `hexpress diff` with --json";
    let message =
        format!("{} {} left out: {what}", count_with_noun(left_out, "difference"), is_or_are(left_out));
    (left_out > 0).then(|| codes::MANY_SHEETS.warning(message).hint(hint))
}

pub fn is_or_are(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

/// Returns the warning about rows that no chapter shows, because there are too many. Returns `None` if
/// `left_out` is 0.
pub fn too_many(left_out: usize) -> Option<Diagnostic> {
    not_all(left_out, &format!("at most {MAX_ENTRIES} rows are shown"))
}

/// Keeps only the first `most` entries, counted through all chapters. Also returns how many entries
/// were removed.
pub fn limited(mut chapters: Vec<Chapter<'_>>, most: usize) -> (Vec<Chapter<'_>>, usize) {
    let all: usize = chapters.iter().map(|chapter| chapter.entries.len()).sum();
    let mut left = most;
    for chapter in &mut chapters {
        chapter.entries.truncate(left);
        left -= chapter.entries.len();
    }
    chapters.retain(|chapter| !chapter.entries.is_empty());
    (chapters, all.saturating_sub(most))
}

fn chapter(component: &ComponentChange, kind: ChangeKind) -> Option<Chapter<'_>> {
    if component.change.is_empty() {
        return None;
    }
    let (entries, whole) = match &component.change {
        Change::Deck(deck) => deck_entries(deck, kind),
        Change::Board(board) if board_kind(board) == kind => {
            (vec![board_entry(&component.name, board)], None)
        }
        Change::Board(_) => return None,
    };
    let component = Arc::clone(&component.name);
    (!entries.is_empty()).then_some(Chapter { kind, component, entries, whole })
}

fn kind_of(row: &PieceChange) -> ChangeKind {
    match (&row.old, &row.new) {
        (None, _) => ChangeKind::Added,
        (_, None) => ChangeKind::Removed,
        _ => ChangeKind::Changed,
    }
}

fn board_kind(board: &BoardChange) -> ChangeKind {
    match &board.whole {
        Some(WholeReason::New) => ChangeKind::Added,
        Some(WholeReason::Gone) => ChangeKind::Removed,
        _ => ChangeKind::Changed,
    }
}

fn deck_entries(deck: &DeckChange, kind: ChangeKind) -> (Vec<Entry<'_>>, Option<String>) {
    let rows: Vec<&PieceChange> = deck.rows.iter().filter(|row| kind_of(row) == kind).collect();
    let backs_vary = deck.backs_vary;
    if kind != ChangeKind::Changed {
        let is_whole = matches!(deck.whole, Some(WholeReason::New | WholeReason::Gone));
        let whole = is_whole.then(|| count_with_noun(rows.iter().map(|row| count_of(row)).sum(), "piece"));
        return (rows.into_iter().map(|row| one_sided(row, kind, backs_vary)).collect(), whole);
    }
    let Some(common) = CommonChange::new(deck, &rows) else {
        return (rows.into_iter().map(two_sided).collect(), None);
    };
    // All pieces have the same change, so one entry shows it. A row gets its own entry only if it also
    // differs in another way.
    let own = rows.iter().filter(|row| common.is_exceeded_by(row)).map(|row| common.without(two_sided(row)));
    let entries = std::iter::once(common.entry(deck)).chain(own).collect();
    (entries, Some(common.text))
}

/// Returns the number of pieces of a row that was added or removed.
fn count_of(row: &PieceChange) -> usize {
    row.copies.into_iter().max().unwrap_or_default()
}

/// A change that all pieces of a component share.
struct CommonChange<'d> {
    text: String,
    /// A row with this change, as an example. The pictures show its pieces.
    sample: &'d PieceChange,
    /// The side of the pieces that the pictures show.
    side: PieceSide,
    /// Whether the change affects both sides of the pieces, such as a change of their size.
    is_of_both_sides: bool,
}

impl<'d> CommonChange<'d> {
    /// If every piece differs, and at least this number of rows differ only in their look, one entry
    /// describes the change of all pieces. Otherwise, each row gets its own entry.
    const MIN_ROWS: usize = 3;

    fn new(deck: &DeckChange, rows: &[&'d PieceChange]) -> Option<Self> {
        let of_look = rows.iter().filter(|row| row.fields.is_empty() && row.shows_other());
        let sample = of_look.clone().next().or(rows.first()).copied()?;
        if let Some(text) = deck.whole.as_ref().and_then(reason_text) {
            let is_back = deck.whole == Some(WholeReason::Back);
            let side = PieceSide::from_is_back(is_back);
            return Some(Self { text, sample, side, is_of_both_sides: !is_back });
        }
        let is_common = deck.same == 0 && of_look.count() >= Self::MIN_ROWS;
        let is_back = sample.back && !sample.front;
        is_common.then(|| Self {
            text: format!("the look of its {} changed", if is_back { "back" } else { "front" }),
            sample,
            side: PieceSide::from_is_back(is_back),
            is_of_both_sides: false,
        })
    }

    fn entry(&self, deck: &DeckChange) -> Entry<'d> {
        Entry {
            numbers: String::new(),
            name: format!("All {}", count_with_noun(deck.count, "piece")),
            changes: vec![self.text.clone()],
            views: vec![View::Piece { side: self.side, samples: self.sample.samples }],
            cells: Vec::new(),
        }
    }

    /// Removes the view of the back from an entry, if the common change already covers the back.
    fn without(&self, mut entry: Entry<'d>) -> Entry<'d> {
        if (self.side.is_back() || self.is_of_both_sides) && entry.views.len() > 1 {
            entry.views.retain(|view| !view.is_back());
        }
        entry
    }

    /// Returns whether a row has another difference in addition to the common change.
    fn is_exceeded_by(&self, row: &PieceChange) -> bool {
        let is_other_side = if self.side.is_back() { row.front } else { row.back };
        let is_on_other_side = is_other_side && !self.is_of_both_sides;
        !row.fields.is_empty() || row.copies[0] != row.copies[1] || is_on_other_side
    }
}

fn two_sided(row: &PieceChange) -> Entry<'_> {
    let numbers = if row.put_in.is_empty() { &row.take_out } else { &row.put_in };
    let mut sides: Vec<PieceSide> = Vec::new();
    sides.extend((row.front || !row.back).then_some(PieceSide::Front));
    sides.extend(row.back.then_some(PieceSide::Back));
    Entry { changes: changes(row), ..entry(row, numbers, &sides) }
}

fn one_sided(row: &PieceChange, kind: ChangeKind, backs_vary: bool) -> Entry<'_> {
    let numbers = if kind == ChangeKind::Added { &row.put_in } else { &row.take_out };
    let sides = if backs_vary { &PieceSide::BOTH[..] } else { &PieceSide::BOTH[..1] };
    let copies = (count_of(row) > 1).then(|| format!("{} copies", count_of(row)));
    Entry { changes: copies.into_iter().collect(), ..entry(row, numbers, sides) }
}

fn entry<'d>(row: &PieceChange, numbers: &[u32], sides: &[PieceSide]) -> Entry<'d> {
    let view = |side: &PieceSide| View::Piece { side: *side, samples: row.samples };
    Entry {
        numbers: numbered_runs(numbers.iter().copied()),
        name: row.name(),
        changes: Vec::new(),
        views: sides.iter().map(view).collect(),
        cells: Vec::new(),
    }
}

fn board_entry<'d>(name: &str, board: &'d BoardChange) -> Entry<'d> {
    let kind = board_kind(board);
    let text = match &board.whole {
        Some(WholeReason::New) => count_with_noun(board.added.len(), "cell"),
        Some(WholeReason::Gone) => count_with_noun(board.removed.len(), "cell"),
        Some(WholeReason::Size { old, new }) => format!("the size of its cells changed from {old} to {new}"),
        _ => counted_cells(board),
    };
    let lists = [
        (ChangeKind::Added, &board.added),
        (ChangeKind::Removed, &board.removed),
        (ChangeKind::Changed, &board.changed),
    ];
    let lists = lists.into_iter().filter(|(_, names)| board.whole.is_none() && !names.is_empty());
    Entry {
        numbers: String::new(),
        name: name.to_owned(),
        changes: vec![text],
        views: vec![View::Board {
            change: board,
            is_old: kind != ChangeKind::Added,
            is_new: kind != ChangeKind::Removed,
        }],
        cells: lists.map(|(kind, names)| CellList { kind, names }).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chapter(kind: ChangeKind, entries: usize) -> Chapter<'static> {
        let entry = Entry {
            numbers: String::new(),
            name: String::new(),
            changes: Vec::new(),
            views: Vec::new(),
            cells: Vec::new(),
        };
        Chapter { kind, component: "deck".into(), entries: vec![entry; entries], whole: None }
    }

    #[test]
    fn chapters_have_at_most_the_entries_of_the_limit() {
        let counts = |entries: [usize; 2]| {
            let [changed, added] = entries;
            let all = vec![chapter(ChangeKind::Changed, changed), chapter(ChangeKind::Added, added)];
            let (chapters, left_out) = limited(all, MAX_ENTRIES);
            (chapters.iter().map(|chapter| chapter.entries.len()).collect::<Vec<_>>(), left_out)
        };
        assert_eq!(counts([MAX_ENTRIES - 1, 1]), (vec![MAX_ENTRIES - 1, 1], 0));
        assert_eq!(counts([MAX_ENTRIES - 1, 2]), (vec![MAX_ENTRIES - 1, 1], 1));
        assert_eq!(counts([MAX_ENTRIES, 2]), (vec![MAX_ENTRIES], 2));
    }
}

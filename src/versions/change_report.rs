//! Describes the differences between two versions, for people and for programs.
//!
//! - In: the differences between two versions.
//! - Out: a table as text, or JSON.
//! - Not here: HTML and PDF; see `changes`.

use std::sync::Arc;

use serde_json::{Value, json};

use super::compare::{
    BoardChange, Change, ComponentChange, DeckChange, Difference, FieldChange, PieceChange, WholeReason,
};
use super::game_version::{GameVersion, Parts, Piece, shortened};
use super::match_rows::MatchedBy;
use crate::make::number_runs;
use hexpress_base::text::one_line;
use hexpress_base::units::count_with_noun;

/// The largest number of rows of a component that a table lists.
const MAX_ROWS: usize = 200;
/// The largest number of cells whose names are listed in a line.
const MAX_CELLS: usize = 24;
/// The largest number of rows whose names are listed. If there are more rows, only the numbers of their
/// pieces are listed.
const MAX_NAMED: usize = 60;

impl Difference {
    /// Returns the differences as a table for people.
    pub fn table(&self) -> String {
        self.components.iter().map(table_of).collect()
    }

    /// Returns the pieces and cells that differ as text, such as `deck 7, 12-13; board d4`.
    pub fn places(&self) -> String {
        let differing = self.components.iter().filter(|component| !component.change.is_empty());
        differing.map(places_of).collect::<Vec<_>>().join("; ")
    }

    /// Returns the differences as JSON.
    pub fn to_json(&self) -> Value {
        self.components.iter().map(json_of).collect()
    }
}

/// Returns the pieces of a version as JSON, with the digests of their looks. Copies of a row that look
/// the same are one item of the list.
pub fn looks_json(version: &GameVersion) -> Value {
    let decks = version.parts.iter().filter_map(|part| match &part.contents {
        Parts::Deck(deck) => Some((part, deck)),
        Parts::Board(_) => None,
    });
    let pieces = decks.flat_map(|(part, deck)| {
        let alike = |a: &Piece, b: &Piece| Arc::ptr_eq(&a.row, &b.row) && a.digest() == b.digest();
        deck.pieces.chunk_by(alike).map(|copies| {
            let first = &copies[0];
            let numbers: Vec<u32> = copies.iter().map(|piece| piece.number).collect();
            json!({
                "component": &*part.name,
                "numbers": numbers,
                "name": first.row.name(),
                "mark": first.digest().short(),
                "digest": first.digest().to_string(),
            })
        })
    });
    pieces.collect()
}

/// Returns why a whole component must be printed. Returns `None` if the component is not in the new
/// version.
pub fn reason_text(reason: &WholeReason) -> Option<String> {
    match reason {
        WholeReason::New => Some("it is new".to_owned()),
        WholeReason::Gone => None,
        WholeReason::Size { old, new } => Some(format!("its size changed from {old} to {new}")),
        WholeReason::Outline => Some("its outline changed".to_owned()),
        WholeReason::Back => Some("its back changed".to_owned()),
    }
}

fn places_of(component: &ComponentChange) -> String {
    let places = match &component.change {
        Change::Deck(DeckChange { whole: Some(_), .. })
        | Change::Board(BoardChange { whole: Some(_), .. }) => String::new(),
        Change::Deck(deck) => {
            let numbers = deck.rows.iter().flat_map(|row| row.put_in.iter().chain(&row.take_out));
            numbered_runs(numbers.copied())
        }
        Change::Board(board) => listed(&[&board.added[..], &board.removed, &board.changed].concat()),
    };
    format!("{} {places}", component.name).trim_end().to_owned()
}

fn table_of(component: &ComponentChange) -> String {
    let name = &component.name;
    match &component.change {
        Change::Deck(deck) => deck_table(name, deck),
        Change::Board(board) => board_table(name, board),
    }
}

fn deck_table(name: &str, deck: &DeckChange) -> String {
    let summary = match &deck.whole {
        Some(WholeReason::New) => format!("new, with {}", count_with_noun(deck.count, "piece")),
        Some(WholeReason::Gone) => "removed".to_owned(),
        Some(reason) => {
            let pieces = match deck.count {
                1 => "the piece differs".to_owned(),
                count => format!("all {count} pieces differ"),
            };
            format!("{pieces}: {}", reason_text(reason).unwrap_or_default().replacen("its ", "the ", 1))
        }
        None => deck_summary(deck),
    };
    let mut text = format!("{name}: {summary}\n");
    let is_whole_component = matches!(deck.whole, Some(WholeReason::New | WholeReason::Gone));
    let listed: Vec<&PieceChange> = deck
        .rows
        .iter()
        // If there is one reason why all pieces differ, only rows that also differ in another way are
        // listed.
        .filter(|row| {
            !is_whole_component && (deck.whole.is_none() || !row.fields.is_empty() || is_one_sided(row))
        })
        .collect();
    for row in listed.iter().take(MAX_ROWS) {
        text.push_str(&row_line(row));
    }
    if listed.len() > MAX_ROWS {
        text.push_str(&format!("  and {} more\n", count_with_noun(listed.len() - MAX_ROWS, "row")));
    }
    text
}

fn is_one_sided(row: &PieceChange) -> bool {
    row.old.is_none() || row.new.is_none()
}

fn deck_summary(deck: &DeckChange) -> String {
    if deck.rows.is_empty() {
        return format!("{}, all the same", count_with_noun(deck.count, "piece"));
    }
    let count = |which: fn(&PieceChange) -> bool| deck.rows.iter().filter(|row| which(row)).count();
    let parts = [
        (count(|row| row.old.is_none()), "added"),
        (count(|row| row.new.is_none()), "removed"),
        (count(|row| !is_one_sided(row)), "changed"),
    ];
    let parts = parts.into_iter().filter(|(count, _)| *count > 0);
    let parts: Vec<String> = parts.map(|(count, what)| format!("{count} {what}")).collect();
    let same = count_with_noun(deck.same, "piece");
    format!("{}; {same} the same; {}", parts.join(", "), matched_by(&deck.matched_by))
}

/// Returns how the rows were matched, as the last part of a summary.
fn matched_by(by: &MatchedBy) -> String {
    match by {
        MatchedBy::Key(key) => format!("matched by `{key}`"),
        MatchedBy::Guess { old, new } if old == new => format!("matched by `{new}`, a guess"),
        MatchedBy::Guess { old, new } => format!("matched by `{old}` and `{new}`, a guess"),
        MatchedBy::Look => "matched by what they show".to_owned(),
    }
}

fn row_line(row: &PieceChange) -> String {
    let (sign, numbers, what) = match (&row.old, &row.new) {
        (None, _) => ("+", &row.put_in, copies_text(row.copies[1])),
        (_, None) => ("-", &row.take_out, copies_text(row.copies[0])),
        _ => ("~", if row.put_in.is_empty() { &row.take_out } else { &row.put_in }, changes_text(row)),
    };
    let numbers = numbered_runs(numbers.iter().copied());
    let what = if what.is_empty() { String::new() } else { format!(": {what}") };
    format!("  {sign} {numbers:<8} {}{what}\n", row.name())
}

fn copies_text(copies: usize) -> String {
    if copies == 1 { String::new() } else { format!("{copies} copies") }
}

/// Returns what differs in a row of both versions, as one text.
pub fn changes_text(row: &PieceChange) -> String {
    changes(row).join("; ")
}

/// Returns what differs in a row of both versions, as a list of texts.
pub fn changes(row: &PieceChange) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let [before, after] = row.copies;
    if row.shows_other() {
        parts.extend(row.fields.iter().map(field_text));
        if parts.is_empty() {
            parts.push(look_text(row).to_owned());
        }
    }
    if before != after {
        parts.push(format!("{} → {after}", several_copies(before)));
    }
    parts
}

fn several_copies(count: usize) -> String {
    if count == 1 { "1 copy".to_owned() } else { format!("{count} copies") }
}

fn look_text(row: &PieceChange) -> &'static str {
    match (row.front, row.back) {
        (true, false) => "the look of its front",
        (false, true) => "the look of its back",
        _ => "its look",
    }
}

fn field_text(field: &FieldChange) -> String {
    let [old, new] = from_difference([&field.old, &field.new]);
    let shown = |value: &str| if value.trim().is_empty() { "nothing".to_owned() } else { shortened(value) };
    format!("{} {} → {}", field.name, shown(&old), shown(&new))
}

/// The number of characters shown before the first difference of two long values. These characters are
/// equal in both values.
const EQUAL_CHARACTERS_SHOWN: usize = 12;

/// Returns two values without line breaks.
///
/// Long values are later shortened at their end, which would hide a difference near the end. Therefore
/// their beginning is replaced by `…`, so that they begin shortly before the difference.
fn from_difference(values: [&str; 2]) -> [String; 2] {
    let [old, new] = values.map(one_line);
    let same = old.char_indices().zip(new.chars()).take_while(|((_, old), new)| old == new);
    let same: Vec<usize> = same.map(|((at, _), _)| at).collect();
    let latest = same
        .len()
        .checked_sub(EQUAL_CHARACTERS_SHOWN)
        .and_then(|index| same.get(index))
        .copied()
        .unwrap_or(0);
    let is_long = [&old, &new].iter().any(|value| shortened(value) != **value);
    match old[..latest].rfind(' ').filter(|_| is_long) {
        None => [old, new],
        Some(space) => [old, new].map(|value| format!("…{}", &value[space + 1..])),
    }
}

fn board_table(name: &str, board: &BoardChange) -> String {
    let summary = match &board.whole {
        Some(WholeReason::New) => format!("new, with {}", count_with_noun(board.added.len(), "cell")),
        Some(WholeReason::Gone) => "removed".to_owned(),
        Some(WholeReason::Size { old, new }) => format!("the size of its cells changed from {old} to {new}"),
        _ => counted_cells(board),
    };
    let mut text = format!("{name}: {summary}\n");
    if board.whole.is_none() {
        for (sign, cells) in [("+", &board.added), ("-", &board.removed), ("~", &board.changed)] {
            if !cells.is_empty() {
                text.push_str(&format!("  {sign} {}\n", listed(cells)));
            }
        }
        if board.rest {
            text.push_str("  ~ what is drawn outside of its cells\n");
        }
    }
    text
}

fn listed(cells: &[String]) -> String {
    let shown = cells.iter().take(MAX_CELLS).cloned().collect::<Vec<_>>().join(", ");
    match cells.len().checked_sub(MAX_CELLS) {
        None | Some(0) => shown,
        Some(more) => format!("{shown} and {more} more"),
    }
}

/// Returns how many cells of a board were added, removed and changed, as text.
pub fn counted_cells(board: &BoardChange) -> String {
    let parts = [(&board.added, "added"), (&board.removed, "removed"), (&board.changed, "changed")];
    let parts = parts.into_iter().filter(|(cells, _)| !cells.is_empty());
    let mut parts: Vec<String> =
        parts.map(|(cells, what)| format!("{} {what}", count_with_noun(cells.len(), "cell"))).collect();
    if board.rest {
        parts.push("the rest changed".to_owned());
    }
    if parts.is_empty() {
        format!("{}, all the same", count_with_noun(board.same, "cell"))
    } else {
        parts.join(", ")
    }
}

/// Returns numbers as text, such as `7, 12-13`.
pub fn numbered_runs(numbers: impl Iterator<Item = u32>) -> String {
    number_runs(&numbers.collect(), ", ")
}

/// Returns pieces with their numbers and names, such as `7 (Ann), 12-13 (Bob)`.
pub fn numbered<'r>(rows: impl Iterator<Item = (&'r [u32], String)>) -> String {
    let rows: Vec<(&[u32], String)> = rows.filter(|(numbers, _)| !numbers.is_empty()).collect();
    if rows.len() > MAX_NAMED {
        return numbered_runs(rows.iter().flat_map(|(numbers, _)| numbers.iter().copied()));
    }
    let mut rows = rows;
    rows.sort_by_key(|(numbers, _)| numbers.first().copied());
    let texts = rows.iter().map(|(numbers, name)| {
        let numbers = numbered_runs(numbers.iter().copied());
        if name.is_empty() { numbers } else { format!("{numbers} ({name})") }
    });
    texts.collect::<Vec<_>>().join(", ")
}

fn json_of(component: &ComponentChange) -> Value {
    let name = &*component.name;
    match &component.change {
        Change::Deck(deck) => {
            let rows: Vec<Value> = deck.rows.iter().map(row_json).collect();
            json!({
                "component": name,
                "all": deck.whole.as_ref().and_then(reason_text),
                "matched-by": matched_by(&deck.matched_by),
                "same": deck.same,
                "rows": rows,
            })
        }
        Change::Board(board) => json!({
            "component": name,
            "all": board.whole.as_ref().and_then(reason_text),
            "same": board.same,
            "added": board.added,
            "removed": board.removed,
            "changed": board.changed,
            "rest": board.rest,
            "sheets": board.sheets.numbers(),
        }),
    }
}

fn row_json(row: &PieceChange) -> Value {
    let fields: Vec<Value> = row
        .fields
        .iter()
        .map(|field| json!({ "field": &*field.name, "old": field.old, "new": field.new }))
        .collect();
    let what = match (&row.old, &row.new) {
        (None, _) => "added",
        (_, None) => "removed",
        _ => "changed",
    };
    json!({
        "what": what,
        "name": row.name(),
        "old-numbers": row.take_out,
        "new-numbers": row.put_in,
        "old-copies": row.copies[0],
        "new-copies": row.copies[1],
        "fields": fields,
        "front": row.front,
        "back": row.back,
    })
}

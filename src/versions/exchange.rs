//! Decides what to print after a change: which pieces to take out of a game, and which to put in.
//!
//! - In: the pieces that the user has from earlier prints, and a new version.
//! - Out: the pieces to print, in the form of `--pieces`, and the exchange in words.
//! - Not here: printing.

use std::sync::Arc;

use serde_json::{Value, json};

use super::compare::{BoardChange, Change, ComponentChange, DeckChange, Difference, PieceChange};
use super::words::{counted_cells, numbered, reason_text};
use crate::make::ticket::TextAndJson;
use hexpress_base::units::several;
use hexpress_language::record::Options;

/// What to print, and what to exchange.
#[derive(Debug, Clone)]
pub struct Exchange {
    /// The pieces to print, in the form of `--pieces`. Empty if nothing must be printed.
    pub pieces: Vec<String>,
    /// The names of the components that must be printed completely, with the reasons.
    pub whole: Vec<(Arc<str>, String)>,
    difference: Difference,
    /// The name of the old version, for people.
    since: String,
}

/// Decides what to print.
///
/// `before` and `after` are the options of both builds. If the earlier pieces were printed with
/// options that change their look, all pieces are printed again.
pub fn exchange(difference: Difference, since: &str, before: Option<&Options>, after: &Options) -> Exchange {
    let other_print = before.and_then(|before| printed_differently(before, after));
    let (mut pieces, mut whole) = (Vec::new(), Vec::new());
    for component in difference.components.iter().filter(|component| component.print > 0) {
        let name = &component.name;
        let reason = other_print.clone().or_else(|| whole_reason(&component.change));
        if let Some(reason) = reason {
            pieces.push(format!("{name}:all"));
            whole.push((Arc::clone(name), reason));
            continue;
        }
        match &component.change {
            Change::Deck(deck) => {
                let mut numbers: Vec<u32> = deck.rows.iter().flat_map(|row| row.put_in.clone()).collect();
                numbers.sort_unstable();
                if !numbers.is_empty() {
                    let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
                    pieces.push(format!("{name}:{}", numbers.join(",")));
                }
            }
            Change::Board(_) if !component.change.is_empty() => pieces.push(format!("{name}:all")),
            Change::Board(_) => {}
        }
    }
    Exchange { pieces, whole, difference, since: since.to_owned() }
}

/// Returns the reason why pieces with equal drawings look different on paper.
fn printed_differently(before: &Options, after: &Options) -> Option<String> {
    use hexpress_scene::print::setup::{Backs, Inking};
    let ink = |options: &Options| options.print_setup.ink.unwrap_or(Inking::Full);
    if ink(before) != ink(after) {
        return Some(format!("it was printed with --ink {}", ink(before).word()));
    }
    let has_backs = |options: &Options| options.print_setup.backs != Some(Backs::None);
    (!has_backs(before) && has_backs(after)).then(|| "it was printed without backs".to_owned())
}

/// Returns the reason why a whole component must be printed. Returns `None` if only some of its
/// pieces must be printed.
fn whole_reason(change: &Change) -> Option<String> {
    let whole = match change {
        Change::Deck(DeckChange { whole, .. }) | Change::Board(BoardChange { whole, .. }) => whole,
    };
    whole.as_ref().and_then(reason_text)
}

impl Exchange {
    /// Returns whether nothing must be printed or taken out.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty() && self.difference.is_empty()
    }

    /// Returns the exchange in words and as JSON.
    pub fn describe(&self) -> TextAndJson {
        if self.is_empty() {
            let text = format!("  Nothing to exchange since {}: all pieces look the same.\n", self.since);
            return TextAndJson { text, value: json!({ "version": self.since, "components": [] }) };
        }
        let mut text = format!("  What to exchange since {}:\n", self.since);
        let mut values = Vec::new();
        for component in &self.difference.components {
            let reason = self.whole.iter().find(|(name, _)| *name == component.name).map(|(_, why)| why);
            if reason.is_none() && component.change.is_empty() {
                continue;
            }
            text.push_str(&format!("    {}: {}\n", component.name, in_words(component, reason)));
            values.push(to_json(component, reason));
        }
        TextAndJson { text, value: json!({ "version": self.since, "components": values }) }
    }
}

/// Returns what to do with a component.
fn in_words(component: &ComponentChange, reason: Option<&String>) -> String {
    let is_gone = component.print == 0;
    let text = match (&component.change, reason) {
        (_, Some(reason)) => format!("print all of it, because {reason}."),
        (Change::Deck(_) | Change::Board(_), None) if is_gone => "take all of it out.".to_owned(),
        (Change::Deck(deck), None) => {
            let [out, into] = exchanged(deck);
            match (out.is_empty(), into.is_empty()) {
                (false, false) => format!("take out {out}; put in {into}."),
                (false, true) => format!("take out {out}."),
                (true, _) => format!("put in {into}."),
            }
        }
        (Change::Board(board), None) => format!("replace the board: {}.", board_in_words(board)),
    };
    match component.print {
        0 | 1 => text,
        times => format!("{text} Print its sheets {} (`print = {times}`).", several(times as usize, "time")),
    }
}

fn board_in_words(board: &BoardChange) -> String {
    let mut text = counted_cells(board);
    match board.sheets.as_deref() {
        Some([]) | None => {}
        Some([one]) => text.push_str(&format!("; only sheet {one} of the poster differs")),
        Some(sheets) => {
            let numbers: Vec<String> = sheets.iter().map(usize::to_string).collect();
            text.push_str(&format!("; only sheets {} of the poster differ", numbers.join(", ")));
        }
    }
    text
}

/// Returns the pieces to take out, and those to put in, by number and name.
fn exchanged(deck: &DeckChange) -> [String; 2] {
    let out = numbered(deck.rows.iter().map(|row| (row.take_out.as_slice(), old_name(row))));
    let into = numbered(deck.rows.iter().map(|row| (row.put_in.as_slice(), row.name())));
    [out, into]
}

fn old_name(row: &PieceChange) -> String {
    row.old.as_ref().map_or_else(String::new, |row| row.name())
}

fn to_json(component: &ComponentChange, reason: Option<&String>) -> Value {
    let mut value = json!({ "component": &*component.name, "all": reason.is_some(), "because": reason });
    match &component.change {
        Change::Deck(deck) => {
            let listed = |numbers: &[u32], name: String| -> Vec<Value> {
                numbers.iter().map(|number| json!({ "number": number, "name": name })).collect()
            };
            let out = deck.rows.iter().flat_map(|row| listed(&row.take_out, old_name(row)));
            value["take-out"] = out.collect();
            value["put-in"] = deck.rows.iter().flat_map(|row| listed(&row.put_in, row.name())).collect();
        }
        Change::Board(board) => {
            value["cells"] = json!([&board.added[..], &board.removed, &board.changed].concat());
            value["sheets"] = json!(board.sheets);
        }
    }
    value
}

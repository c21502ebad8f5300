//! Decides which pieces to print after a change, which pieces to take out of the game, and which to put
//! in.
//!
//! - In: the pieces that the user has from earlier prints, and a new version.
//! - Out: the pieces to print, as values of `--pieces`, and a description of the exchange.
//! - Not here: printing.

use std::sync::Arc;

use serde_json::{Value, json};

use super::change_report::{counted_cells, numbered, reason_text};
use super::compare::{
    BoardChange, Change, ComponentChange, DeckChange, Difference, PieceChange, WholeReason,
};
use crate::make::choice_of_cells;
use crate::make::ticket::TextAndJson;
use hexpress_base::diag::{Result, codes};
use hexpress_base::units::count_with_noun;
use hexpress_language::record::Options;

/// The text on the ticket for a board that changed outside of its cells.
const CANNOT_MEND: &str =
    "Stickers cannot mend what changed outside of its cells, such as its title or lines.";

/// What to print, and which pieces to exchange.
#[derive(Debug, Clone)]
pub struct Exchange {
    /// The pieces to print, as values of `--pieces`. Empty if nothing must be printed.
    pub pieces: Vec<String>,
    /// The components that must be printed completely, each with the reason.
    pub whole: Vec<(Arc<str>, String)>,
    difference: Difference,
    /// The name of the old version, as users see it.
    since: String,
    repair: BoardRepair,
    /// The names of the components that are pages of text. Such pages are not compared.
    texts: Vec<Arc<str>>,
}

/// Returns a line that names the pages of text, which are not compared. Returns `None` if there are no
/// such pages.
pub fn not_compared<'n>(texts: impl Iterator<Item = &'n str>) -> Option<String> {
    let names: Vec<&str> = texts.collect();
    (!names.is_empty()).then(|| format!("Pages of text are not compared: {}.", names.join(", ")))
}

/// What is printed to repair a board that changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardRepair {
    /// The sheets that changed.
    Sheets,
    /// Stickers for the cells that changed.
    Patches,
}

/// Decides what to print.
///
/// `before` and `after` are the options of the earlier and the new build. If these make the same
/// drawing look different on paper, e.g. because of the ink, all pieces are printed again.
///
/// # Errors
/// Stickers cannot bring a board up to date.
pub fn exchange(
    difference: Difference,
    since: &str,
    before: Option<&Options>,
    after: &Options,
    repair: BoardRepair,
    texts: Vec<Arc<str>>,
) -> Result<Exchange> {
    let other_print = before.and_then(|before| printed_differently(before, after));
    let (mut pieces, mut whole) = (Vec::new(), Vec::new());
    for component in difference.components.iter().filter(|component| component.print > 0) {
        let name = &component.name;
        let reason = other_print.clone().or_else(|| whole_reason(&component.change));
        if let (Change::Board(board), BoardRepair::Patches) = (&component.change, repair)
            && board.whole != Some(WholeReason::New)
        {
            check_patches(name, board, reason.as_deref())?;
            if !board.numbers.is_empty() {
                pieces.push(choice_of_cells(name, &board.numbers));
            }
            continue;
        }
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
            Change::Board(board) if !component.change.is_empty() => {
                if let Some(reason) = &board.sheets.why_all_sheets {
                    pieces.push(format!("{name}:all"));
                    whole.push((Arc::clone(name), reason.clone()));
                } else if board.sheets.differing.len() == board.sheets.sheet_count {
                    pieces.push(format!("{name}:all"));
                } else if !board.sheets.differing.is_empty() {
                    pieces.push(format!("{name}:{}", listed(&board.sheets.differing, ",")));
                }
            }
            Change::Board(_) => {}
        }
    }
    Ok(Exchange { pieces, whole, difference, since: since.to_owned(), repair, texts })
}

/// Checks that stickers can bring a board up to date.
///
/// # Errors
/// - The size of the cells changed.
/// - Cells were added, removed or moved.
/// - The earlier print looks different because of `reason`, which stickers cannot change.
fn check_patches(name: &str, board: &BoardChange, reason: Option<&str>) -> Result<()> {
    let cells = [
        (&board.added, "the layout adds"),
        (&board.removed, "the layout removes"),
        (&board.moved, "the layout moves"),
    ];
    let mut cells = cells.into_iter().filter_map(|(cells, what)| {
        let first = cells.first()?;
        Some(match cells.len() {
            1 => format!("{what} the cell {first}"),
            more => format!("{what} {more} cells, such as {first}"),
        })
    });
    let Some(why) = reason.map(str::to_owned).or_else(|| cells.next()) else { return Ok(()) };
    let message = format!("--patches cannot mend `{name}`: {why}");
    let hint = "delete --patches: the sheets that changed are printed again";
    Err(codes::BAD_OPTION.error(message).hint(hint))
}

/// Returns the reason why the options `before` and `after` make the same drawing look different on
/// paper. Returns `None` if it looks the same.
fn printed_differently(before: &Options, after: &Options) -> Option<String> {
    use hexpress_scene::print::setup::{Backs, Inking};
    let ink = |options: &Options| options.print_setup.ink.unwrap_or(Inking::Full);
    if ink(before) != ink(after) {
        return Some(format!("it was printed with --ink {}", ink(before).word()));
    }
    let has_backs = |options: &Options| options.print_setup.backs != Some(Backs::None);
    (!has_backs(before) && has_backs(after)).then(|| "it was printed without backs".to_owned())
}

/// Returns the reason why a component must be printed completely. Returns `None` if this is not
/// necessary.
fn whole_reason(change: &Change) -> Option<String> {
    let whole = match change {
        Change::Deck(DeckChange { whole, .. }) | Change::Board(BoardChange { whole, .. }) => whole,
    };
    whole.as_ref().and_then(reason_text)
}

impl Exchange {
    /// Returns whether there is nothing to print and nothing to take out.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty() && self.difference.is_empty()
    }

    /// Returns the exchange as text and as JSON.
    pub fn describe(&self) -> TextAndJson {
        if self.is_empty() {
            let text = format!("  Nothing to exchange since {}: all pieces look the same.\n", self.since);
            let text = self.with_texts(text);
            return TextAndJson { text, value: json!({ "version": self.since, "components": [] }) };
        }
        let mut text = format!("  What to exchange since {}:\n", self.since);
        let mut values = Vec::new();
        for component in &self.difference.components {
            let reason = self.whole.iter().find(|(name, _)| *name == component.name).map(|(_, why)| why);
            if reason.is_none() && component.change.is_empty() {
                continue;
            }
            let words = in_words(component, reason, self.repair);
            text.push_str(&format!("    {}: {words}\n", component.name));
            values.push(to_json(component, reason, self.repair));
        }
        let text = self.with_texts(text);
        TextAndJson { text, value: json!({ "version": self.since, "components": values }) }
    }

    /// Adds the line about pages of text, if the game has such pages.
    fn with_texts(&self, mut text: String) -> String {
        let line = not_compared(self.texts.iter().map(|name| &**name));
        text.extend(line.map(|line| format!("  {line}\n")));
        text
    }
}

/// Returns a text that says what the user does with a component.
fn in_words(component: &ComponentChange, reason: Option<&String>, repair: BoardRepair) -> String {
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
        (Change::Board(board), None) if repair == BoardRepair::Patches => patches_in_words(board),
        (Change::Board(board), None) => board_in_words(board),
    };
    match component.print {
        0 | 1 => text,
        times => format!(
            "{text} Print its sheets {} (`print = {times}`).",
            count_with_noun(times as usize, "time")
        ),
    }
}

/// Returns a text that says which sheets of a board to print, and what changed on the board.
fn board_in_words(board: &BoardChange) -> String {
    let (what, of) = (counted_cells(board), board.sheets.sheet_count);
    match board.sheets.differing.as_slice() {
        [] => format!("print nothing, because no sheet of the poster shows the difference: {what}."),
        all if all.len() == of => format!("replace the board: {what}."),
        [one] => format!("print sheet {one} of {of}, and replace it: {what}."),
        [others @ .., last] => {
            let others = listed(others, ", ");
            format!("print sheets {others} and {last} of {of}, and replace them: {what}.")
        }
    }
}

/// Returns a text that says which sticker belongs on which cell, and which changes of the board
/// stickers cannot make.
fn patches_in_words(board: &BoardChange) -> String {
    let cells = (1..).zip(&board.changed).map(|(number, cell)| format!("{number} on {cell}"));
    let stick = format!("stick {}", cells.collect::<Vec<_>>().join(", "));
    match (board.changed.is_empty(), board.rest) {
        (false, false) => format!("{stick}."),
        (false, true) => format!("{stick}. {CANNOT_MEND}"),
        (true, _) => CANNOT_MEND.to_owned(),
    }
}

fn listed(numbers: &[usize], separator: &str) -> String {
    numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(separator)
}

/// Returns the pieces to take out and the pieces to put in, as texts with numbers and names.
fn exchanged(deck: &DeckChange) -> [String; 2] {
    let out = numbered(deck.rows.iter().map(|row| (row.take_out.as_slice(), old_name(row))));
    let into = numbered(deck.rows.iter().map(|row| (row.put_in.as_slice(), row.name())));
    [out, into]
}

fn old_name(row: &PieceChange) -> String {
    row.old.as_ref().map_or_else(String::new, |row| row.name())
}

fn to_json(component: &ComponentChange, reason: Option<&String>, repair: BoardRepair) -> Value {
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
            match repair {
                BoardRepair::Sheets => value["sheets"] = json!(board.sheets.numbers()),
                BoardRepair::Patches => value["patches"] = json!(board.changed),
            }
            value["rest"] = json!(board.rest);
        }
    }
    value
}

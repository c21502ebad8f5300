//! Finds entries of `[board.at]` that have no effect, because later entries override all their values.
//!
//! Also finds entries of `[board.at]` whose `kind` is a kind of `[board.key]`. Their cells do not show
//! the drawing of this kind.
//!
//! - In: the entries of `[board.at]`, each with its cells.
//! - Out: records of which values are used, and warnings about kinds whose drawing is not shown.
//! - Not here: the warnings about overridden entries (`unused.rs`).

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::context::Resolver;
use crate::uses::Override;
use hexpress_base::diag::{SourceSpan, codes};
use hexpress_language::tables::element::Sign;
use hexpress_language::tables::layout::Board;

/// The keys that have only one value per cell. If two entries set such a key for the same cell, the later
/// entry is used.
const SINGLE_VALUE_KEYS: [&str; 4] = ["fill", "line", "label", "kind"];

/// A key of a cell, such as the `fill` of `a1`. Several entries of `[board.at]` may set it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct CellValue {
    /// The index of the key in [`SINGLE_VALUE_KEYS`].
    key: usize,
    cell: usize,
}

/// A value that an entry of `[board.at]` sets (`line` is the index of the entry), and the first cell that
/// gets this value.
#[derive(Debug, Clone, Copy)]
struct LineValue {
    line: usize,
    /// The index of the key in [`SINGLE_VALUE_KEYS`].
    key: usize,
    first_cell: usize,
}

/// The values that the entries of `[board.at]` set for cells.
#[derive(Debug, Default)]
pub struct LineValues {
    /// For each key of each cell, the index of the last entry that sets it.
    last_lines: HashMap<CellValue, usize>,
    /// All values that the entries of `[board.at]` set, in the order of the layout.
    values: Vec<LineValue>,
}

impl LineValues {
    /// Records that an entry sets the values of a cell. `line` is the index of the entry in `[board.at]`.
    /// Entries must be recorded in their order.
    pub fn note(&mut self, line: usize, entry: &Sign, cell: usize) {
        for key in (0..SINGLE_VALUE_KEYS.len()).filter(|key| span_of(entry, *key).is_some()) {
            self.last_lines.insert(CellValue { key, cell }, line);
            let mut latest = self.values.iter().rev().take(SINGLE_VALUE_KEYS.len());
            if !latest.any(|value| (value.line, value.key) == (line, key)) {
                self.values.push(LineValue { line, key, first_cell: cell });
            }
        }
    }

    /// Records, for each value of each entry, whether at least one cell shows the value. The warnings are
    /// made later (`unused.rs`).
    pub fn note_uses(&self, b: &Board, resolver: &mut Resolver<'_>) {
        let shown: HashSet<(usize, usize)> =
            self.last_lines.iter().map(|(value, line)| (*line, value.key)).collect();
        let entries: Vec<_> = b.at.iter().collect();
        for &LineValue { line, key, first_cell } in &self.values {
            let Some((address, entry)) = entries.get(line) else { continue };
            let last_line = self.last_lines.get(&CellValue { key, cell: first_cell });
            let Some((later, _)) = last_line.and_then(|last| entries.get(*last)) else { continue };
            let Some(span) = span_of(entry, key) else { continue };
            let name = SINGLE_VALUE_KEYS.get(key).copied().unwrap_or_default();
            let message =
                format!("no cell shows this `{name}`: the later line `{}` replaces it", later.value);
            let place = SourceSpan::new(resolver.file, span);
            let is_shown = shown.contains(&(line, key)) || resolver.is_of_theme(entry);
            let value_override =
                Override { by: resolver.place(*later), key: name, line: address.value.clone() };
            resolver.uses.overrides.insert(place, value_override);
            resolver.uses.note_sign(place, &message, ORDER_HINT, is_shown);
        }
    }
}

const ORDER_HINT: &str = "put the line for many cells first, and the line for fewer cells below it: later lines in [board.at] replace earlier ones";

/// Returns the byte range in the file for the value of a key. `key` is an index in
/// [`SINGLE_VALUE_KEYS`]. Returns `None` if the entry does not have this key.
fn span_of(entry: &Sign, key: usize) -> Option<Range<usize>> {
    match key {
        0 => entry.fill.as_ref().map(|at| at.span.clone()),
        1 => entry.line.as_ref().map(|at| at.span.clone()),
        2 => entry.label.as_ref().map(|at| at.span.clone()),
        _ => entry.kind.as_ref().map(|at| at.span.clone()),
    }
}

/// Warns about a `kind` in `[board.at]` that has no visible effect. `marks` contains the names of the
/// marks in `[board.key]`. There are two cases:
///
/// - The name is the name of a mark, not of a kind.
/// - `[board.key]` has a drawing for this kind. The drawing is shown only on cells that have the
///   kind on the map or in a data file. It is not shown on cells that have the kind in
///   `[board.at]`.
pub fn kinds_without_drawing(b: &Board, marks: &[&str], resolver: &mut Resolver<'_>) {
    for (_, entry) in b.at.iter().filter(|(_, entry)| has_only_kind(entry)) {
        let Some(kind) = &entry.kind else { continue };
        let is_of_cell = b.cell.iter().any(|cell| names_kind(cell, &kind.value));
        let is_mark = marks.contains(&kind.value.as_str());
        let drawn = b.key.iter().find(|(_, sign)| is_drawn(sign) && names_kind(sign, &kind.value));
        let (message, hint) = match drawn {
            Some((sign, _)) => (
                format!(
                    "`kind = \"{}\"` only names these cells; it does not give them the drawing from \
                    [board.key]",
                    kind.value
                ),
                match b.map {
                    Some(_) => format!("write `{}` on the map, or copy its drawing to this line", sign.value),
                    None => "copy the drawing from [board.key] to this line: [board.key] applies only to a \
                        `map` and to `data`"
                        .to_owned(),
                },
            ),
            None if is_mark && !is_of_cell => (
                format!("`{}` is a mark of [board.key], not a kind of cell", kind.value),
                format!("write mark = \"{}\"", kind.value),
            ),
            None => continue,
        };
        resolver.warnings.push(codes::IDLE_KEY.warning(message).at(resolver.place(kind)).hint(hint));
    }
}

/// Returns whether a sign of `[board.key]` stands for a kind and has a drawing.
fn is_drawn(sign: &Sign) -> bool {
    sign.mark.is_none() && (sign.fill.is_some() || sign.line.is_some() || sign.element().draws_something())
}

/// Returns whether a sign is of the kind called `kind`.
fn names_kind(sign: &Sign, kind: &str) -> bool {
    sign.kind.as_ref().is_some_and(|name| name.value == kind)
}

/// Returns whether an entry has a kind but no other key.
fn has_only_kind(entry: &Sign) -> bool {
    let element = entry.element();
    let drawn = element.draws_something() || element.fill.is_some() || element.line.is_some();
    !(drawn || entry.label.is_some() || entry.mark.is_some() || entry.has_draw())
}

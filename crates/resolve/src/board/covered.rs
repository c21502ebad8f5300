//! Lines of `[board.at]` that a later line overrides in all their cells, and kinds that are named there and not drawn.

use std::collections::HashMap;

use crate::diag::{Place, codes};
use crate::resolve::context::Compiler;
use crate::resolve::uses::Covering;
use crate::spec::tables::element::Sign;
use crate::spec::tables::layout::Board;
use crate::spec::values::place::At;

/// What a cell has once, so that a later line replaces it.
const ONCE: [&str; 4] = ["fill", "line", "label", "kind"];

/// The last line of `[board.at]` for each cell.
#[derive(Debug, Default)]
pub struct Covered {
    /// By the key of `ONCE` and the cell.
    last: HashMap<(usize, usize), usize>,
    /// The lines with cells: their number, the key, and the first cell.
    said: Vec<(usize, usize, usize)>,
}

impl Covered {
    /// Notes that the line with this number is about a cell.
    pub fn note(&mut self, line: usize, entry: &Sign, cell: usize) {
        for key in (0..ONCE.len()).filter(|key| place_of(entry, *key).is_some()) {
            self.last.insert((key, cell), line);
            if !self.said.iter().rev().take(ONCE.len()).any(|(l, k, _)| (*l, *k) == (line, key)) {
                self.said.push((line, key, cell));
            }
        }
    }

    /// Notes which lines have no effect on any cell.
    pub fn tell(&self, b: &Board, compiler: &mut Compiler<'_>) {
        let left: std::collections::HashSet<(usize, usize)> =
            self.last.iter().map(|((key, _), line)| (*line, *key)).collect();
        let entries: Vec<_> = b.at.iter().collect();
        for &(line, key, cell) in &self.said {
            let Some((_, entry)) = entries.get(line) else { continue };
            let by = self.last.get(&(key, cell)).and_then(|by| entries.get(*by));
            let (Some(span), Some((by, _))) = (place_of(entry, key), by) else { continue };
            let name = ONCE.get(key).copied().unwrap_or_default();
            let message = format!("no cell shows this `{name}`: `{}` further down comes on top", by.value);
            let place = Place::new(compiler.file, span);
            let shown = left.contains(&(line, key)) || compiler.is_of_theme(entry);
            let line = entries.get(line).map_or_else(String::new, |(at, _)| at.value.clone());
            let by = compiler.place(*by);
            compiler.uses.covered.insert(place, Covering { by, key: name, line });
            compiler.uses.sign(place, &message, LATER, shown);
        }
    }
}

const LATER: &str = "a later line of [board.at] comes on top: put the line with more cells above the others";

/// Where an entry says what a cell has once.
fn place_of(entry: &Sign, key: usize) -> Option<std::ops::Range<usize>> {
    match key {
        0 => entry.fill.as_ref().map(|at| at.span.clone()),
        1 => entry.line.as_ref().map(|at| at.span.clone()),
        2 => entry.label.as_ref().map(|at| at.span.clone()),
        _ => entry.kind.as_ref().map(|at| at.span.clone()),
    }
}

/// Warns of a `kind` that gives cells the name of a mark, or of a kind with a drawing that they do not get.
/// `marks` are the names of the marks of its key.
pub fn kinds_in_name(b: &Board, marks: &[&str], compiler: &mut Compiler<'_>) {
    for (_, entry) in b.at.iter().filter(|(_, entry)| says_kind_alone(entry)) {
        let Some(kind) = &entry.kind else { continue };
        let of_key = |(_, sign): &(&At<String>, &At<Sign>)| {
            let drawn = sign.fill.is_some() || sign.line.is_some() || sign.element().draws_something();
            drawn && sign.mark.is_none() && sign.kind.as_ref().is_some_and(|name| name.value == kind.value)
        };
        let named = b.cell.iter().any(|cell| cell.kind.as_ref().is_some_and(|n| n.value == kind.value));
        let is_mark = marks.contains(&kind.value.as_str());
        let (message, hint) = match b.key.iter().find(of_key) {
            Some((sign, _)) => {
                let hint = match b.map {
                    Some(_) => format!("put `{}` on the map, or say here what is drawn", sign.value),
                    None => "say here what is drawn: { kind = …, fill = \"tan\" }; [board.key] is for a `map` and for `data`"
                        .to_owned(),
                };
                (
                    format!(
                        "`kind = \"{}\"` names these cells, and draws nothing of [board.key]",
                        kind.value
                    ),
                    hint,
                )
            }
            None if is_mark && !named => (
                format!("`{}` is a mark of [board.key], and no kind of cell", kind.value),
                format!("mark = \"{}\"", kind.value),
            ),
            None => continue,
        };
        compiler.warnings.push(codes::IDLE_KEY.warning(message).at(compiler.place(kind)).hint(hint));
    }
}

/// Whether an entry only names the kind of its cells.
fn says_kind_alone(entry: &Sign) -> bool {
    let element = entry.element();
    let drawn = element.draws_something() || element.fill.is_some() || element.line.is_some();
    !(drawn || entry.label.is_some() || entry.mark.is_some() || !entry.draw.is_empty())
}

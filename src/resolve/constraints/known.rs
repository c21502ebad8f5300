//! What rules may name.

use std::ops::Range;
use std::sync::Arc;

use crate::diag::{Code, Diagnostic, FileId, Place, Report, codes, near};
use crate::model::Names;
use crate::spec::tables::layout::Layout;
use crate::spec::values::count::{Count, Term};
use crate::spec::values::place::At;

/// The names of a game's components, and where to tell of one that there is not.
pub struct Known<'a> {
    file: FileId,
    /// The game's own colours and directions.
    pub names: &'a Names,
    boards: Vec<String>,
    pieces: Vec<String>,
    report: &'a mut Report,
}

impl<'a> Known<'a> {
    pub fn new(layout: &Layout, file: FileId, names: &'a Names, report: &'a mut Report) -> Self {
        let name = |given: &Option<At<String>>, default: &str| {
            given.as_ref().map_or_else(|| default.to_owned(), |name| name.value.clone())
        };
        let families = [
            ("cards", &layout.cards),
            ("notes", &layout.notes),
            ("tiles", &layout.tiles),
            ("counters", &layout.counters),
        ];
        let pieces = families.iter().flat_map(|(default, list)| list.iter().map(|p| name(&p.name, default)));
        Self {
            file,
            names,
            boards: layout.board.iter().map(|b| name(&b.name, "board")).collect(),
            pieces: pieces.collect(),
            report,
        }
    }

    /// The place of some bytes.
    pub fn place(&self, span: &Range<usize>) -> Place {
        Place::new(self.file, span.clone())
    }

    /// Something is wrong there.
    pub fn wrong(&mut self, code: Code, span: &Range<usize>, message: String, hint: Option<String>) {
        self.report.push(Diagnostic::error(code, message).at(self.place(span)).maybe_hint(hint));
    }

    /// A component of pieces.
    pub fn pieces(&mut self, at: &At<String>) -> Option<Arc<str>> {
        let all = self.pieces.clone();
        self.one_of(at, &all, "component of pieces")
    }

    fn one_of(&mut self, at: &At<String>, all: &[String], what: &str) -> Option<Arc<str>> {
        if all.contains(&at.value) {
            return Some(at.value.as_str().into());
        }
        let hint = hint(&at.value, all.iter().map(String::as_str));
        self.wrong(codes::UNKNOWN_NAME, &at.span, format!("no {what} is called `{}`", at.value), hint);
        None
    }

    /// The names in a text, parted by spaces, each one of `all`.
    pub fn each(&mut self, at: &At<String>, all: &[&str], what: &str) -> Vec<Arc<str>> {
        let mut found: Vec<Arc<str>> = Vec::new();
        for word in at.value.split([' ', ',']).filter(|word| !word.is_empty() && *word != "or") {
            if all.contains(&word) {
                found.push(word.into());
            } else {
                let hint = hint(word, all.iter().copied());
                self.wrong(codes::UNKNOWN_NAME, &at.span, format!("{what} is called `{word}`"), hint);
            }
        }
        if at.value.trim().is_empty() {
            let hint = hint("", all.iter().copied());
            self.wrong(codes::BAD_VALUE, &at.span, "a name is missing here".to_owned(), hint);
        }
        found
    }

    /// A count whose boards there are.
    pub fn count(&mut self, at: &At<Count>) -> Count {
        for (_, term) in &at.value.0 {
            let Term::Cells(board) = term else { continue };
            let all = self.boards.clone();
            self.one_of(&at.with(board.clone()), &all, "board");
        }
        at.value.clone()
    }

    /// The directions in a text, parted by commas.
    pub fn directions(&mut self, at: &At<String>) -> Vec<Arc<str>> {
        let names = self.names;
        let mut found = Vec::new();
        for word in at.value.split(',').map(str::trim) {
            if let Some(direction) = names.directions.iter().find(|d| *d.name == *word) {
                found.push(Arc::clone(&direction.name));
            } else {
                let hint = hint(word, names.directions.iter().map(|d| &*d.name));
                let hint = hint.or_else(|| Some("name the ways in [directions]".to_owned()));
                let message = format!("no direction is called `{word}`");
                self.wrong(codes::UNKNOWN_DIRECTION, &at.span, message, hint);
            }
        }
        found
    }
}

/// The nearest name, or those there are.
fn hint<'n>(typed: &str, all: impl Iterator<Item = &'n str>) -> Option<String> {
    let names: Vec<&str> = all.collect();
    (!names.is_empty()).then(|| near::among(typed, &names, "there are:"))
}

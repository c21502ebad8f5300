//! What rules may name.

use std::sync::Arc;

use crate::diag::{codes, near};
use crate::resolve::context::Compiler;
use crate::resolve::pieces::families;
use crate::spec::values::count::{Count, Term};
use crate::spec::values::place::At;

impl Compiler<'_> {
    /// A component of pieces.
    pub fn pieces_called(&mut self, at: &At<String>) -> Option<Arc<str>> {
        let families = families(self.layout);
        let all = families.iter().flat_map(|family| family.given.iter().map(|given| family.name_of(given)));
        self.one_of(at, &all.collect::<Vec<_>>(), "component of pieces")
    }

    fn one_of(&mut self, at: &At<String>, all: &[&str], what: &str) -> Option<Arc<str>> {
        if all.contains(&at.value.as_str()) {
            return Some(at.value.as_str().into());
        }
        self.unknown(at, format!("no {what} is called `{}`", at.value), hint(&at.value, all));
        None
    }

    fn unknown(&mut self, at: &At<String>, message: String, hint: Option<String>) {
        self.wrong(codes::UNKNOWN_NAME.error(message).maybe_hint(hint), at);
    }

    /// The names in a text, parted by spaces, each one of `all`.
    pub fn each_of(&mut self, at: &At<String>, all: &[&str], what: &str) -> Vec<Arc<str>> {
        let mut found: Vec<Arc<str>> = Vec::new();
        for word in at.value.split([' ', ',']).filter(|word| !word.is_empty() && *word != "or") {
            if all.contains(&word) {
                found.push(word.into());
            } else {
                self.unknown(at, format!("{what} is called `{word}`"), hint(word, all));
            }
        }
        if at.value.trim().is_empty() {
            let wrong = codes::BAD_VALUE.error("a name is missing here");
            self.wrong(wrong.maybe_hint(hint("", all)), at);
        }
        found
    }

    /// A count whose boards there are.
    pub fn count(&mut self, at: &At<Count>) -> Count {
        for (_, term) in &at.value.0 {
            let Term::Cells(board) = term else { continue };
            let all = self.boards.clone();
            self.one_of(
                &at.with(board.clone()),
                &all.iter().map(String::as_str).collect::<Vec<_>>(),
                "board",
            );
        }
        at.value.clone()
    }

    /// The directions in a text, parted by commas.
    pub fn directions(&mut self, at: &At<String>) -> Vec<Arc<str>> {
        let mut found = Vec::new();
        for word in at.value.split(',').map(str::trim) {
            if let Some(direction) = self.names.directions.iter().find(|d| *d.name == *word) {
                found.push(Arc::clone(&direction.name));
            } else {
                let names: Vec<&str> = self.names.directions.iter().map(|d| &*d.name).collect();
                let hint = hint(word, &names).unwrap_or_else(|| "name the ways in [directions]".to_owned());
                self.hinted(codes::UNKNOWN_DIRECTION, at, format!("no direction is called `{word}`"), hint);
            }
        }
        found
    }
}

/// The nearest name, or those there are.
fn hint(typed: &str, all: &[&str]) -> Option<String> {
    (!all.is_empty()).then(|| near::among(typed, all, "there are:"))
}

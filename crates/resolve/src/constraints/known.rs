//! Looks up the names in the rules of a layout: components, kinds, marks, fields and directions.
//!
//! - In: a text of the layout.
//! - Out: the names in the text. For an unknown name, an error that lists the known names.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::context::Resolver;
use crate::pieces::families;
use hexpress_base::diag::{Hint, codes, near};
use hexpress_language::values::count::{CountCondition, Term};
use hexpress_language::values::spanned::Spanned;

impl Resolver<'_> {
    /// Returns the name of a component with pieces. Reports an unknown name. Returns `None` after an
    /// error.
    pub fn pieces_called(&mut self, at: &Spanned<String>) -> Option<Arc<str>> {
        let families = families(self.layout);
        let all = families.iter().flat_map(|family| family.tables.iter().map(|table| family.name_of(table)));
        let wrong = format!("no cards, tiles or other pieces have the name `{}`", at.value);
        self.one_of(at, &all.collect::<Vec<_>>(), wrong)
    }

    /// Returns a name if it is in `all`. Reports any other name with the message `wrong`.
    fn one_of(&mut self, at: &Spanned<String>, all: &[&str], wrong: String) -> Option<Arc<str>> {
        if all.contains(&at.value.as_str()) {
            return Some(at.value.as_str().into());
        }
        let unknown = codes::UNKNOWN_NAME.error(wrong);
        self.add_error(unknown.maybe_hint(known_names(&at.value, all)), at).none()
    }

    /// Returns the names in a text. They are separated by spaces, commas or the word `or`. Reports
    /// names that are not in `all`. `what` is the first part of the message, such as `unknown kind`.
    pub fn each_of(&mut self, at: &Spanned<String>, all: &[&str], what: &str) -> Vec<Arc<str>> {
        let mut found: Vec<Arc<str>> = Vec::new();
        for word in at.value.split([' ', ',']).filter(|word| !word.is_empty() && *word != "or") {
            if all.contains(&word) {
                found.push(word.into());
            } else {
                let unknown = codes::UNKNOWN_NAME.error(format!("{what} `{word}`"));
                self.add_error(unknown.maybe_hint(known_names(word, all)), at);
            }
        }
        if at.value.trim().is_empty() {
            let diagnostic = codes::BAD_VALUE.error("expected a name, found nothing");
            self.add_error(diagnostic.maybe_hint(known_names("", all)), at);
        }
        found
    }

    /// If `key` is one of the names in `copies`, returns this name. Otherwise returns `None`. `copies`
    /// contains the names that `repeat` gives to copies of elements, and `others` the names of kinds,
    /// marks and values. A name in both is ambiguous, so it is reported. `meaning` says what this name
    /// means in `others`, such as "a kind on this board".
    pub fn copies_called(
        &mut self,
        key: &Spanned<String>,
        copies: &BTreeSet<&str>,
        others: &[&str],
        meaning: impl FnOnce(&str) -> String,
    ) -> Option<Arc<str>> {
        let name = key.value.trim();
        if !copies.contains(name) {
            return None;
        }
        if others.contains(&name) {
            let message = format!("`{name}` is the `name` of a `repeat`, but also {}", meaning(name));
            let hint = "rename the copies: change `name` in `repeat`";
            self.error_with_hint(codes::BAD_VALUE, key, message, hint);
        }
        Some(name.into())
    }

    /// Reports a key of `have` that contains a name of copies together with other names, such as
    /// `track forest`. Returns `true` if it reports the key. A name that is also in `others` does not
    /// count as a name of copies.
    pub fn mixes_copies(&mut self, key: &Spanned<String>, copies: &BTreeSet<&str>, others: &[&str]) -> bool {
        let mut names = key.value.split([' ', ',']);
        let copied = names.find(|name| copies.contains(*name) && !others.contains(name));
        let Some(name) = copied.filter(|name| key.value.trim() != *name) else { return false };
        let message = format!("`{name}` is the `name` of a `repeat`, so it must be counted separately");
        let hint = format!("write a separate entry for the copies, such as {name} = 3");
        self.error_with_hint(codes::BAD_VALUE, key, message, hint);
        true
    }

    /// Returns a condition on a number, such as `<= cells of map`. Reports a board in the condition that
    /// does not exist.
    pub fn count(&mut self, at: &Spanned<CountCondition>) -> CountCondition {
        for (_, term) in &at.value.0 {
            let Term::Cells(board) = term else { continue };
            let all = self.boards.clone();
            let names: Vec<&str> = all.iter().map(String::as_str).collect();
            self.one_of(&at.with(board.clone()), &names, format!("unknown board `{board}`"));
        }
        at.value.clone()
    }

    /// Returns the directions in a text. They are separated by commas. Reports unknown directions.
    pub fn directions(&mut self, at: &Spanned<String>) -> Vec<Arc<str>> {
        let mut found = Vec::new();
        for word in at.value.split(',').map(str::trim) {
            if let Some(direction) = self.names.directions.iter().find(|d| *d.name == *word) {
                found.push(Arc::clone(&direction.name));
            } else {
                let names: Vec<&str> = self.names.directions.iter().map(|d| &*d.name).collect();
                let hint = known_names(word, &names)
                    .unwrap_or_else(|| "define it in [directions], as in North = \"up\"".into());
                let message = format!("unknown direction `{word}`");
                self.error_with_hint(codes::UNKNOWN_DIRECTION, at, message, hint);
            }
        }
        found
    }
}

/// Returns the names that are allowed in a key of `have`. A key with a single name may use all names. A
/// key with several names may use only `others`, because names of copies cannot be combined with other
/// names.
pub fn or_copies<'n>(key: &Spanned<String>, others: &'n [&'n str], all: &'n [&'n str]) -> &'n [&'n str] {
    if key.value.trim().contains(char::is_whitespace) { others } else { all }
}

/// Returns a hint with the name in `all` that is most similar to `typed`, or with all names.
/// Returns `None` if `all` is empty.
fn known_names(typed: &str, all: &[&str]) -> Option<Hint> {
    (!all.is_empty()).then(|| near::among(typed, all, "choose one of:"))
}

//! Values of an element that are fixed, or computed from each row.

use crate::base::units::Mm;
use crate::diag::{Place, Result, codes};
use crate::model::PerRow;
use crate::model::names::Names;
use crate::model::numbers::length;
use crate::model::template::Template;
use crate::resolve::context::Compiler;
use crate::spec::values::per_row::{self, Numeral};
use crate::spec::values::place::At;
use crate::spec::values::value::Pair;

/// A value of an element as the layout has it.
type Given<T> = At<per_row::PerRow<T>>;

/// Whether a template prints the field `edges` and nothing more.
fn is_of_all_edges(source: &str) -> bool {
    let inside = source.trim().strip_prefix("{{").and_then(|rest| rest.strip_suffix("}}"));
    inside.is_some_and(|inside| inside.trim() == "edges")
}

impl Compiler<'_> {
    /// A value whose formula is compiled, or whose fixed form is read; `None` after a mistake.
    pub(super) fn value<T, S>(
        &mut self,
        given: &Given<S>,
        fixed: impl FnOnce(&S, &Names) -> Result<T>,
    ) -> Option<PerRow<T>> {
        match &given.value {
            per_row::PerRow::Fixed(value) => {
                self.ok_or_report(fixed(value, &self.names), given).map(PerRow::Fixed)
            }
            per_row::PerRow::Each(source) => self.one_word(source, self.place(given)).map(PerRow::Each),
        }
    }

    /// Compiles the template of a value that cannot be the words of all edges.
    pub(super) fn one_word(&mut self, source: &str, place: Place) -> Option<Template> {
        if is_of_all_edges(source) {
            let message = "`edges` has the words of all edges, and this takes one word";
            let hint = "write {{ edge }}, the word of the edge at hand, in an element at = \"each edge\"";
            return self.hinted(codes::BAD_TEMPLATE, place, message, hint).none();
        }
        self.template(source, place)
    }

    /// Two lengths across and down, in mm; `usual` if none are given.
    pub(super) fn pair(&mut self, given: Option<&Given<Pair>>, usual: Pair) -> PerRow<Pair> {
        let read = given.and_then(|pair| self.value(pair, |pair, _| Ok(*pair)));
        read.unwrap_or(PerRow::Fixed(usual))
    }

    /// Returns a length above 0 in mm, or `usual` without the key. `name` is the key, for errors.
    pub(super) fn length(&mut self, given: Option<&Given<Mm>>, usual: f64, name: &str) -> PerRow<f64> {
        let read = given.and_then(|mm| self.value(mm, |mm, _| length(*mm, name)));
        read.unwrap_or(PerRow::Fixed(usual))
    }

    /// A number, as a number of the file or in quotes, which `read` reads.
    pub(super) fn number<N: Copy, T>(
        &mut self,
        given: Option<&Given<Numeral<N>>>,
        read: fn(&str) -> Result<N>,
        check: impl FnOnce(N) -> Result<T>,
    ) -> Option<PerRow<T>> {
        self.value(given?, |numeral, _| match numeral {
            Numeral::Number(number) => check(*number),
            Numeral::Quoted(text) => check(read(text)?),
        })
    }
}

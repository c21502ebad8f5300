//! Compiles the values of an element. A value is fixed, or is computed for each row.
//!
//! - In: a value of the layout.
//! - Out: a [`PerRow`], in which a fixed value is already checked.
//! - Not here: checking computed values, which happens when a piece is drawn.

use crate::context::Resolver;
use hexpress_base::diag::{Result, SourceSpan, codes};
use hexpress_base::units::Mm;
use hexpress_game::PerRow;
use hexpress_game::names::Names;
use hexpress_game::numbers::length;
use hexpress_language::values::per_row::{self, Numeral, Percentages};
use hexpress_language::values::spanned::Spanned;
use hexpress_language::values::value::Pair;
use hexpress_template::Template;

/// A value of an element, as the user typed it.
type TypedValue<T> = Spanned<per_row::PerRow<T>>;

/// Returns whether a template consists only of the field `edges`.
fn is_all_edges(source: &str) -> bool {
    let inside = source.trim().strip_prefix("{{").and_then(|rest| rest.strip_suffix("}}"));
    inside.is_some_and(|inside| inside.trim() == "edges")
}

impl Resolver<'_> {
    /// Compiles a value, which is either a template or fixed. `fixed` checks and converts a fixed value.
    /// Returns `None` after an error.
    pub(super) fn value<T, S>(
        &mut self,
        typed: &TypedValue<S>,
        fixed: impl FnOnce(&S, &Names) -> Result<T>,
    ) -> Option<PerRow<T>> {
        match &typed.value {
            per_row::PerRow::Fixed(value) => {
                self.ok_or_report(fixed(value, &self.names), typed).map(PerRow::Fixed)
            }
            per_row::PerRow::Percentages(percentages) => {
                let nominal = self.ok_or_report(fixed(&percentages.nominal, &self.names), typed)?;
                let template = self.template(&percentages.template, self.place(typed))?;
                Some(PerRow::Percentages(Box::new(Percentages { nominal, template })))
            }
            per_row::PerRow::Template(source) => {
                self.single_value(source, self.place(typed)).map(PerRow::Template)
            }
        }
    }

    /// Compiles the template of a single value. Reports the template `{{ edges }}`, because the field
    /// `edges` contains the values of all edges. Returns `None` after an error.
    pub(super) fn single_value(&mut self, source: &str, place: SourceSpan) -> Option<Template> {
        if is_all_edges(source) {
            let message = "`edges` has the values of all edges, but one value is needed here";
            let hint = "write {{ edge }}, the value of one edge, in an element with at = \"each edge\"";
            return self.error_with_hint(codes::BAD_TEMPLATE, place, message, hint).none();
        }
        self.template(source, place)
    }

    /// Returns a horizontal and a vertical length, in mm. If the key is missing, returns `default`.
    pub(super) fn pair(&mut self, value: Option<&TypedValue<Pair>>, default: Pair) -> PerRow<Pair> {
        let read = value.and_then(|pair| self.value(pair, |pair, _| Ok(*pair)));
        read.unwrap_or(PerRow::Fixed(default))
    }

    /// Returns a length in mm that is greater than 0. If the key is missing, returns `default`.
    /// `name` is the name of the length in messages.
    pub(super) fn length(&mut self, value: Option<&TypedValue<Mm>>, default: f64, name: &str) -> PerRow<f64> {
        let read = value.and_then(|mm| self.value(mm, |mm, _| length(*mm, name)));
        read.unwrap_or(PerRow::Fixed(default))
    }

    /// Compiles a number and validates it with `check`. `read` parses a number in quotes. Returns
    /// `None` if the key is missing, or after an error.
    pub(super) fn number<N: Copy, T>(
        &mut self,
        value: Option<&TypedValue<Numeral<N>>>,
        read: fn(&str) -> Result<N>,
        check: impl FnOnce(N) -> Result<T>,
    ) -> Option<PerRow<T>> {
        self.value(value?, |numeral, _| match numeral {
            Numeral::Number(number) => check(*number),
            Numeral::Quoted(text) => check(read(text)?),
        })
    }
}

//! Compiles repetitions of elements.
//!
//! - In: the keys `repeat`, `by` and `step` of an element.
//! - Out: a [`Repeat`], or an error for each mistake.

use std::sync::Arc;

use crate::context::Resolver;
use hexpress_base::diag::{SourceSpan, codes};
use hexpress_base::units::counted;
use hexpress_game::element::Element;
use hexpress_game::numbers::degrees;
use hexpress_game::path;
use hexpress_game::repeat::{Copies, Repeat, check_count, copy_numbers, items};
use hexpress_language::tables::element::Element as ElementTable;
use hexpress_language::tables::repeat::{CopyCount, Repeat as RepeatTable, Repetition};
use hexpress_language::values::per_row::{Numeral, PerRow, is_template};
use hexpress_language::values::spanned::Spanned;
use hexpress_language::values::value::{Grid, Pair};
use hexpress_template::Template;

/// The keys that can determine the number of copies, for messages.
const SOURCES: &str = "`count`, `grid`, `over` or `along`";

impl Resolver<'_> {
    /// Returns how an element is repeated. Returns `None` if it is drawn only once, or after an
    /// error.
    pub(super) fn repeat(&mut self, element: &ElementTable) -> Option<Repeat> {
        let Some(given) = element.repeat.as_deref() else {
            self.report_step_without_copies(element);
            return None;
        };
        let short;
        let repetition = match &given.value {
            RepeatTable::Table(table) => &**table,
            RepeatTable::Count(count) => {
                short = Repetition { count: Some(given.with(count.clone())), ..Repetition::default() };
                &short
            }
        };
        let place = self.place(given);
        let turned = self.is_turned_along(repetition);
        let copies = self.copies(repetition, turned, place)?;
        let step = element.step.as_deref();
        let by = self.only_one(
            [step.and_then(|step| step.by.as_ref()), element.by.as_deref(), repetition.by.as_ref()],
            "by",
        );
        let turn =
            self.only_one([step.and_then(|step| step.turn.as_ref()), repetition.turn.as_ref()], "turn");
        let turn = turn.filter(|_| !turned);
        if matches!(copies, Copies::Along { .. }) {
            self.report_useless_step("by", by);
            self.report_useless_step("turn", turn);
        }
        let turn = self.number(turn, degrees, |turn| match turn.is_finite() {
            true => Ok(turn),
            false => Err(codes::BAD_VALUE.error("an angle must be a finite number of degrees")),
        });
        let repeat = Repeat {
            name: repetition.name.as_ref().and_then(|name| self.copy_name(name)),
            copies,
            by: self.pair(by, Pair::default()),
            turn: turn.unwrap_or_default(),
            skip: repetition.skip.iter().map(|skipped| skipped.value).collect(),
        };
        self.report_skipped(&repeat, repetition);
        Some(repeat)
    }

    /// Returns the name of the copies. Reports a name that cannot be written in rules of `must`.
    /// Returns `None` after an error.
    fn copy_name(&mut self, value: &Spanned<String>) -> Option<Arc<str>> {
        let is_name = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
        if !value.value.is_empty() && value.value.chars().all(is_name) && value.value != "or" {
            return Some(value.value.as_str().into());
        }
        let message = match value.value.as_str() {
            "" => "the name of the copies is empty".to_owned(),
            "or" => "`or` cannot be the name of the copies: in rules, it separates names".to_owned(),
            name => {
                format!("`{name}` cannot be the name of the copies: use only letters, digits and hyphens")
            }
        };
        let hint = "for example, write name = \"track\"";
        self.error_with_hint(codes::BAD_VALUE, value, message, hint).none()
    }

    /// Reports `by` and `step` if the element is not repeated.
    fn report_step_without_copies(&mut self, e: &ElementTable) {
        let by = e.by.as_ref().map(|by| ("by", by.span.clone()));
        let step = e.step.as_ref().map(|step| ("step", step.span.clone()));
        for (key, span) in by.into_iter().chain(step) {
            let message = format!("`{key}` has no effect without `repeat`");
            let hint = "add the number of copies, such as repeat = 3";
            self.error_with_hint(codes::IDLE_KEY, self.key_place(&span), message, hint);
        }
    }

    /// Returns the value of `key`. Several tables may contain this key, and `given` has its value in each
    /// of them. Returns `None` if no table contains the key. Reports a key that two tables contain.
    fn only_one<'e, T>(
        &mut self,
        given: impl IntoIterator<Item = Option<&'e Spanned<T>>>,
        key: &str,
    ) -> Option<&'e Spanned<T>> {
        let mut all = given.into_iter().flatten();
        let first = all.next();
        if let Some(second) = all.next() {
            let message = format!("`{key}` is given twice for the copies of this element");
            self.error_with_hint(codes::BAD_ELEMENT, second, message, "delete one of them");
        }
        first
    }

    /// Returns whether each copy is rotated to the direction of the path. Reports `turn = "along"`
    /// if the copies are not along a path.
    fn is_turned_along(&mut self, repetition: &Repetition) -> bool {
        let Some(turn) = &repetition.turn else { return false };
        let PerRow::Fixed(Numeral::Quoted(text)) = &turn.value else { return false };
        if text.trim() != "along" {
            return false;
        }
        if repetition.along.is_none() {
            let message = "`turn = \"along\"` rotates copies along a path, but `repeat` has no path";
            let hint = "add a path to `repeat`: along = \"M -40 0 H 40\"";
            self.error_with_hint(codes::MISSING_KEY, turn, message, hint);
        }
        true
    }

    /// Returns what determines the copies: a count, a grid, a list of items, or a path with a count.
    /// Reports a repetition without any of these, or with several of them. Returns `None` after an
    /// error.
    fn copies(&mut self, table: &Repetition, turned: bool, place: SourceSpan) -> Option<Copies> {
        let Repetition { count, grid, over, along, .. } = table;
        match (count, grid, over, along) {
            (Some(count), None, None, None) => self.copy_count(count).map(Copies::Numbered),
            (None, Some(grid), None, None) => self.copy_grid(grid),
            (None, None, Some(over), None) => self.copy_items(over).map(Copies::Items),
            (Some(count), None, None, Some(path)) => {
                let count = self.copy_count(count)?;
                Some(Copies::Along { path: self.path(path, path::curve), count, turned })
            }
            (None, None, None, Some(path)) => {
                let message = "copies along a path need `count`";
                self.error_with_hint(codes::MISSING_KEY, path, message, "add count = 12").none()
            }
            (None, None, None, None) => {
                let message = format!("`repeat` needs one of {SOURCES}");
                self.error_with_hint(codes::MISSING_KEY, place, message, "add count = 6 to `repeat`").none()
            }
            _ => {
                let message = "`repeat` can have only one of `count`, `grid`, `over` and `along`";
                let hint = "keep only one of these keys, or `along` together with `count`";
                self.error_with_hint(codes::BAD_ELEMENT, place, message, hint).none()
            }
        }
    }

    fn copy_count(&mut self, value: &Spanned<CopyCount>) -> Option<Template> {
        let CopyCount(text) = &value.value;
        if !is_template(text) {
            let numbers = self.ok_or_report(copy_numbers(text), value)?;
            if numbers.is_empty() {
                let hint = "delete the element, or write a number of copies: repeat = 6";
                return self
                    .error_with_hint(codes::BAD_COUNT, value, "`repeat = 0` draws nothing", hint)
                    .none();
            }
        }
        self.template(text, self.place(value))
    }

    fn copy_grid(&mut self, value: &Spanned<Grid>) -> Option<Copies> {
        let count = u64::from(value.columns) * u64::from(value.rows);
        self.ok_or_report(check_count(count), value)?;
        Some(Copies::Grid(value.value))
    }

    fn copy_items(&mut self, value: &Spanned<String>) -> Option<Template> {
        if !is_template(value) {
            let count = items(value).count();
            if count == 0 {
                let hint = "write the items: over = \"sun moon star\"";
                let message = "`over` has no items, so nothing is drawn";
                return self.error_with_hint(codes::BAD_COUNT, value, message, hint).none();
            }
            self.ok_or_report(check_count(count as u64), value)?;
        }
        self.template(value, self.place(value))
    }

    /// Reports copies of which only one is visible, because all look the same and are in the same place.
    /// `element` is the compiled element without its repetition.
    pub(super) fn report_copies_on_each_other(
        &mut self,
        element: &Element,
        repeat: &Repeat,
        place: SourceSpan,
    ) {
        let is_along = matches!(repeat.copies, Copies::Along { .. });
        let differs = element.needs().iter().any(|need| repeat.fields().contains(need));
        if !is_along && !differs && repeat.by == Pair::default() && repeat.turn == 0.0 {
            let message = "all copies look the same and are in the same place";
            let hint = "add a distance, such as by = \"8 0mm\", or a rotation, such as step = { turn = 60 }";
            self.error_with_hint(codes::MISSING_KEY, place, message, hint);
        }
    }

    /// Reports a key such as `by`, which has no effect because the path places the copies.
    fn report_useless_step<T>(&mut self, key: &str, value: Option<&Spanned<T>>) {
        let Some(value) = value else { return };
        let message = format!("`{key}` has no effect, because the path places the copies");
        let hint = match key {
            "turn" => "delete `turn`; to turn the copies with the path, write turn = \"along\" in `repeat`"
                .to_owned(),
            _ => format!("delete `{key}`"),
        };
        self.error_with_hint(codes::IDLE_KEY, value, message, hint);
    }

    /// Reports `skip` if it contains a number that no copy has, or if it leaves out all copies.
    fn report_skipped(&mut self, repeat: &Repeat, table: &Repetition) {
        let count = match &repeat.copies {
            Copies::Grid(grid) => grid.columns * grid.rows,
            Copies::Numbered(template) | Copies::Along { count: template, .. } => {
                let numbers = copy_numbers(template.source()).ok();
                numbers.map_or(u32::MAX, |numbers| u32::try_from(numbers.count()).unwrap_or(u32::MAX))
            }
            Copies::Items(_) => u32::MAX,
        };
        for skipped in table.skip.iter().filter(|skipped| !(1..=count).contains(&skipped.value)) {
            let message = match skipped.value {
                0 => "`skip` names copy 0, but copies are numbered from 1".to_owned(),
                number => {
                    let copies = counted(count as usize, "copy", "copies");
                    format!("`skip` names copy {number}, but this element has only {copies}")
                }
            };
            let hint = if count == u32::MAX {
                "number the copies from 1".to_owned()
            } else {
                format!("write a number from 1 to {count}")
            };
            self.error_with_hint(codes::BAD_COUNT, skipped, message, hint);
        }
        if (1..=count).all(|number| repeat.skip.contains(&number))
            && let Some(first) = table.skip.first()
        {
            let message = "`skip` leaves out all copies";
            self.error_with_hint(codes::BAD_COUNT, first, message, "delete some of the numbers");
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::LayoutInput;
    use hexpress_base::diag::Sources;
    use hexpress_base::files::Files;
    use hexpress_scene::text::Fonts;

    /// Returns the messages about an element that is drawn six times, without the copies in `skip`.
    fn messages(skip: &str) -> Vec<String> {
        let mut sources = Sources::default();
        let text = format!(
            "[[cards]]\nsize = \"60 x 80mm\"\nrows = [{{ name = \"Ann\" }}]\nface = [{{ star = \"5mm\", \
             fill = \"black\", repeat = {{ grid = \"3 x 2\", skip = [{skip}] }}, by = \"8 8mm\" }}]\n"
        );
        let file = sources.add("a.toml", text);
        let layout = hexpress_language::read(file, &sources).unwrap();
        let (fonts, files) = (Fonts::bundled(), Files::default());
        let input =
            LayoutInput { id: "a", layout: &layout, file, sources: &sources, fonts: &fonts, files: &files };
        let (_, report) = crate::resolve_partial(input);
        report.into_items().into_iter().map(|found| found.message).collect()
    }

    #[test]
    fn only_copies_that_exist_can_be_left_out_and_not_all_of_them() {
        assert_eq!(messages("1, 3, 4, 5, 6"), [""; 0]);
        assert_eq!(messages("0"), ["`skip` names copy 0, but copies are numbered from 1"]);
        assert_eq!(messages("7"), ["`skip` names copy 7, but this element has only 6 copies"]);
        assert_eq!(messages("1, 2, 3, 4, 5, 6"), ["`skip` leaves out all copies"]);
    }
}

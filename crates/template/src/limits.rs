//! Limits the memory and the time that a template may use.
//!
//! - In: templates, and the values that filters get.
//! - Out: errors for templates that exceed a limit, and whether a template needs a process with a
//!   memory limit.
//! - Not here: counting the steps of a template, which minijinja does.
//!
//! This module counts the bytes that a template writes, including parts that are captured in a
//! variable. If the result of a filter may be larger than its input, the size of the result is
//! computed before the filter runs. The module does not count the results of the operators `~` and
//! `*`, or values that contain another value many times. Such results are large only if a template
//! contains statements (`{% … %}`) or `*`, and [`may_need_much_memory`] finds these templates.

use std::cell::Cell;
use std::fmt::{self, Write as _};
use std::io;

use crate::fault::Fault;
use minijinja::value::{Rest, ValueKind};
use minijinja::{Environment, Error, ErrorKind, Output, State, Value, escape_formatter, filters, functions};

/// The largest number of minijinja steps that a template may take.
///
/// Without this limit, nested loops could run for hours.
pub const MAX_STEPS: u64 = 200_000;
/// The largest length of the text of a single template, in bytes.
pub const MAX_BYTES: usize = 1 << 20;
/// The largest total length of all texts of a layout, in bytes.
pub const MAX_TOTAL_BYTES: u64 = 256 << 20;
/// The largest number of bytes that a template may write. Parts that are captured in a variable are
/// counted, too.
const MAX_EMITTED_BYTES: usize = 16 << 20;
/// The largest total size of the values of all fields in a template, in bytes.
///
/// This size is estimated as the length of the source times the length of the longest value.
const MAX_VALUE_BYTES: usize = 64 << 20;
/// The largest length of a condition, in bytes. An expression in a template may be longer, but then
/// the template needs a process with a memory limit.
const MAX_CONDITION_BYTES: usize = 4096;
/// The largest number of items in a `range`, and of columns in a `batch` or `slice`.
const MAX_ITEMS: usize = 10_000;

/// Returns the error for a filter or function whose result would be too large.
fn too_much(what: &str) -> Error {
    let message = format!("`{what}` would make more than {} MiB or {MAX_ITEMS} items", MAX_BYTES >> 20);
    Fault::new(message).into_error()
}

/// Returns whether a layout has templates that may need much more memory than their source.
///
/// Such templates contain a statement, a multiplication or a very long expression. The whole layout is
/// searched as the user typed it, including comments. A TOML escape counts as a brace if it may stand for
/// one.
pub fn may_need_much_memory(layout: &str) -> bool {
    if layout.contains("{%") || hides_braces(layout) {
        return true;
    }
    layout
        .match_indices("{{")
        .any(|(at, _)| !is_short_without_product(layout.get(at + 2..).unwrap_or_default()))
}

/// Returns whether a text has an escape that may stand for a brace. Also returns `true` for a `\` at the
/// end of a line: it joins two lines, so braces on both lines may become `{{`.
fn hides_braces(layout: &str) -> bool {
    let mut rest = layout.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'\\'
            && rest
                .next()
                .is_some_and(|next| matches!(next, b'u' | b'U' | b'x' | b'\n' | b'\r' | b' ' | b'\t'))
        {
            return true;
        }
    }
    false
}

/// Returns whether an expression is short and contains no multiplication.
///
/// `expression` starts after `{{`. The expression ends at the next `}}`, and more text may follow.
fn is_short_without_product(expression: &str) -> bool {
    let mut quote = None;
    let mut before = b' ';
    for byte in expression.bytes().take(MAX_CONDITION_BYTES) {
        match (quote, byte) {
            // An escape may stand for any character, such as `*`.
            (_, b'\\') => return false,
            (Some(open), _) if byte == open => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'*') => return false,
            (None, b'}') if before == b'}' => return true,
            (None, _) => {}
        }
        before = byte;
    }
    false
}

/// Returns the reason why a condition is rejected. Returns `None` if the condition is allowed.
///
/// A condition must not be too long. It may multiply numbers, but not texts or lists.
pub fn refused(condition: &str) -> Option<String> {
    if condition.len() > MAX_CONDITION_BYTES {
        return Some(format!("a condition can have at most {MAX_CONDITION_BYTES} bytes"));
    }
    let multiplies = condition.contains('*');
    let more = condition.contains(['"', '\'', '[', '|']) || calls(condition);
    (multiplies && more).then(|| {
        "a condition with `*` can contain only numbers and fields, not texts, lists, filters or functions"
            .to_owned()
    })
}

/// Returns whether an expression calls a function: a `(` follows a name that is not an operator.
fn calls(expression: &str) -> bool {
    expression.match_indices('(').any(|(at, _)| {
        let before = expression.get(..at).unwrap_or_default().trim_end();
        let word = before.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
        !word.is_empty() && !matches!(word, "and" | "or" | "not" | "in" | "is" | "if" | "else")
    })
}

/// Returns whether the values of the fields in a template may be too large in total.
///
/// `longest` is the length of the longest of these values, in bytes.
pub fn values_may_be_too_large(source: &str, longest: usize) -> bool {
    source.len().saturating_mul(longest) > MAX_VALUE_BYTES
}

/// The text that a template writes. It has at most [`MAX_BYTES`] bytes.
#[derive(Default)]
pub struct BoundedText(Vec<u8>);

impl BoundedText {
    /// Returns the text. It is empty if the bytes are not UTF-8.
    pub fn into_string(self) -> String {
        String::from_utf8(self.0).unwrap_or_default()
    }
}

impl io::Write for BoundedText {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > MAX_BYTES {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

thread_local! {
    /// The number of bytes that the current template may still write.
    static BYTES_LEFT: Cell<usize> = const { Cell::new(MAX_EMITTED_BYTES) };
    /// Whether the current template has written a number with a fraction.
    static FRACTION: Cell<bool> = const { Cell::new(false) };
    /// Whether the current template is a condition.
    static IS_CONDITION: Cell<bool> = const { Cell::new(false) };
}

/// Resets the counters for the next template on this thread.
pub fn reset_counters(is_condition: bool) {
    BYTES_LEFT.set(MAX_EMITTED_BYTES);
    FRACTION.set(false);
    IS_CONDITION.set(is_condition);
}

/// Returns whether the current template on this thread is a condition, such as the value of `where`.
pub fn is_condition() -> bool {
    IS_CONDITION.get()
}

/// Returns whether the last template on this thread wrote a number with a fraction.
///
/// Such a number has a decimal point, even if the layout uses a decimal comma.
pub fn emitted_fraction() -> bool {
    FRACTION.get()
}

/// Counts bytes that the current template writes. Returns whether their total is within the limit.
fn emit(bytes: usize) -> bool {
    let left = BYTES_LEFT.get().checked_sub(bytes);
    BYTES_LEFT.set(left.unwrap_or(0));
    left.is_some()
}

/// A writer that only counts bytes. It fails if there are more than [`MAX_BYTES`].
struct ByteCounter(usize);

impl fmt::Write for ByteCounter {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.len();
        if self.0 > MAX_BYTES { Err(fmt::Error) } else { Ok(()) }
    }
}

/// Returns the length of the text of a value, in bytes.
///
/// Returns `None` if the text is too long.
fn written_length(value: &Value) -> Option<usize> {
    if let Some(text) = value.as_str() {
        return Some(text.len()).filter(|length| *length <= MAX_BYTES);
    }
    let mut counted = ByteCounter(0);
    write!(counted, "{value}").ok().map(|()| counted.0)
}

/// Writes a value for a template, and counts the written bytes.
fn formatter(out: &mut Output<'_>, state: &State<'_, '_>, value: &Value) -> Result<(), Error> {
    if value.kind() == ValueKind::Number && !value.is_integer() {
        FRACTION.set(true);
    }
    match written_length(value) {
        Some(bytes) if emit(bytes) => escape_formatter(out, state, value),
        _ => Err(Error::new(ErrorKind::WriteFailure, "too long")),
    }
}

/// A filter whose result may be much longer than its arguments.
struct GrowingFilter {
    name: &'static str,
    filter: fn() -> Value,
    /// Returns the size of the filter's result for these arguments, in bytes or items.
    ///
    /// Returns `None` if the result is too large.
    size: fn(&[Value]) -> Option<usize>,
}

/// All filters whose results may be much longer than their arguments. The results of other filters
/// are at most a few times as long as their arguments.
const GROWING_FILTERS: [GrowingFilter; 6] = [
    GrowingFilter { name: "join", filter: || Value::from_function(filters::join), size: joined_size },
    GrowingFilter { name: "replace", filter: || Value::from_function(filters::replace), size: replaced_size },
    GrowingFilter { name: "indent", filter: || Value::from_function(filters::indent), size: indented_size },
    GrowingFilter { name: "format", filter: || Value::from_function(filters::format), size: formatted_size },
    GrowingFilter { name: "batch", filter: || Value::from_function(filters::batch), size: batch_size },
    GrowingFilter { name: "slice", filter: || Value::from_function(filters::slice), size: batch_size },
];

/// Adds the formatter that counts bytes. Also adds `range` and the filters of `GROWING_FILTERS`, with
/// limits.
pub fn add(environment: &mut Environment<'_>) {
    environment.set_formatter(formatter);
    for GrowingFilter { name, filter, size } in GROWING_FILTERS {
        let function = filter();
        environment.add_filter(name, move |state: &State<'_, '_>, arguments: Rest<Value>| {
            match size(&arguments) {
                Some(size) if size <= MAX_BYTES => function.call(state, &arguments),
                _ => Err(too_much(name)),
            }
        });
    }
    let range = Value::from_function(functions::range);
    environment.add_function("range", move |state: &State<'_, '_>, arguments: Rest<Value>| {
        let numbers = range.call(state, &arguments)?;
        if numbers.len().is_none_or(|length| length > MAX_ITEMS) {
            Err(too_much("range"))
        } else {
            Ok(numbers)
        }
    });
}

fn joined_size(arguments: &[Value]) -> Option<usize> {
    let separator = arguments.get(1).map_or(Some(0), written_length)?;
    let mut all = 0_usize;
    // If the value is not a list, the filter itself reports this.
    for item in arguments.first()?.try_iter().into_iter().flatten() {
        all += separator + 1 + written_length(&item)?;
        if all > MAX_BYTES {
            return None;
        }
    }
    Some(all)
}

fn replaced_size(arguments: &[Value]) -> Option<usize> {
    let (Some(text), Some(from), Some(to)) = (arguments.first(), arguments.get(1), arguments.get(2)) else {
        return Some(0);
    };
    let found = text.to_string().matches(&from.to_string()).count();
    written_length(text)?.checked_add(found.checked_mul(written_length(to)?)?)
}

fn indented_size(given: &[Value]) -> Option<usize> {
    let text = given.first()?;
    // The width is the first argument, or the keyword argument `width`.
    let mut arguments = given.iter().skip(1);
    let width = arguments
        .find_map(|value| value.as_usize().or_else(|| value.get_attr("width").ok()?.as_usize()))
        .unwrap_or(0);
    let lines = 1 + text.as_str().map_or(0, |text| text.matches('\n').count());
    written_length(text)?.checked_add(lines.checked_mul(width)?)
}

/// Returns an upper bound for the size of the result of the filter `format`. Returns `None` if the size
/// Every directive counts as if it had the largest width in the format. For example, both directives of
/// `%5d %20d` count as 20 wide. A `*` in the format takes its width from a value. So if the format has a
/// `*`, the largest value also counts as a width.
fn formatted_size(arguments: &[Value]) -> Option<usize> {
    let (form, values) = arguments.split_first()?;
    let text = form.as_str().unwrap_or_default();
    let runs = text.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty());
    let widest = runs.map(|run| run.parse::<usize>().ok()).try_fold(0, |most, run| Some(run?.max(most)))?;
    let mut starred = 0;
    if text.contains('*') {
        let numbers = values.iter().filter_map(Value::as_i64);
        let widths = numbers.map(|number| usize::try_from(number.unsigned_abs()).unwrap_or(usize::MAX));
        starred = widths.max().unwrap_or(0);
    }
    let longest = values.iter().map(written_length).try_fold(0, |most, length| Some(length?.max(most)))?;
    // Space for the digits of a number: without an exponent, it can have about three hundred.
    let each = widest.max(starred).checked_add(longest)?.checked_add(400)?;
    text.matches('%').count().checked_mul(each)?.checked_add(text.len())
}

fn batch_size(arguments: &[Value]) -> Option<usize> {
    let length = arguments.first()?.len().unwrap_or(0);
    let parts = arguments.get(1).and_then(Value::as_usize).unwrap_or(1);
    (parts <= MAX_ITEMS && length <= MAX_ITEMS * 10).then_some(parts.max(length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_statements_products_and_long_expressions_may_need_much_memory() {
        for small in [
            "face = [{ text = \"**bold** 2 * 3\" }]",
            "text = \"{{ name }} **{{ cost + 1 }}** {{ a ~ b | upper }}\"",
            "text = '{{ \"*\" }} {{ edges[0] == \"red\" }}'",
            "text = \"{{ name | replace('a', 'b') }}\"",
        ] {
            assert!(!may_need_much_memory(small), "{small}");
        }
        for large in [
            "text = \"{% if a %}b{% endif %}\"",
            "text = \"{{ cost * 2 }}\"",
            "text = '{{ \"}}\" * 3 }}'",
            "text = '''{{ '}}' * 3 }}'''",
            // The quotation mark in the comment does not start a string.
            "# {{ '\ntext = \"{{ cost * 2 }}\" # '",
            "text = \"{{ \\\"}}\\\" * 3 }}\"",
            "text = \"\\u007b% if a %}\"",
            "text = \"\"\"{\\\n% if a %}\"\"\"",
            "text = \"\\x7b{ a * 3 }}\"",
            "text = \"{{ name\"",
        ] {
            assert!(may_need_much_memory(large), "{large}");
        }
        assert!(may_need_much_memory(&format!("{{{{ a{} }}}}", " + a".repeat(2000))));
    }

    #[test]
    fn conditions_multiply_only_numbers() {
        for allowed in
            ["cost * 2 > 10", "(a + b) * 2 == c and (d or e)", "kind in [\"a\", \"b\"]", "name | length > 3"]
        {
            assert_eq!(refused(allowed), None, "{allowed}");
        }
        for other in ["'x' * 1000000000", "[0] * n", "range(9) * n", "(name | upper) * n"] {
            assert!(refused(other).is_some(), "{other}");
        }
        assert!(refused(&"a + ".repeat(2000)).is_some());
    }

    #[test]
    fn growing_filters_stop_before_they_grow() {
        let mut environment = Environment::new();
        add(&mut environment);
        let made = |source: &str| environment.render_str(source, ());
        for (source, text) in [
            ("{{ ['a', 1, 'b']|join(', ') }}", "a, 1, b"),
            ("{{ 'abc'|join('-') }}", "a-b-c"),
            ("{{ 'a-b'|replace('-', '+') }}", "a+b"),
            ("{{ 'a\nb'|indent(2) }}", "a\n  b"),
            ("{{ 'a\nb'|indent(width=2, first=true) }}", "  a\n  b"),
            ("{{ '%03d %s'|format(7, 'x') }}", "007 x"),
            ("{{ [1, 2, 3]|batch(2)|length }}", "2"),
            ("{{ range(3)|join }}", "012"),
            ("{{ range(10000)|length }}", "10000"),
            ("{{ [1]|batch(10000)|length }}", "1"),
            ("{{ [1]|slice(10000)|length }}", "10000"),
        ] {
            assert_eq!(made(source).ok().as_deref(), Some(text), "{source}");
        }
        for source in [
            "{{ range(10000)|join('abcdefghij' * 1000) }}",
            "{{ ('x' * 2000)|replace('x', 'y' * 2000) }}",
            "{{ ('x' * 2000)|replace('', 'y' * 2000) }}",
            "{{ 'x'|indent(3000000000) }}",
            "{{ ('x\n' * 2000)|indent(2000) }}",
            "{{ 'x'|indent(width=3000000000) }}",
            "{{ '%999999999d'|format(1) }}",
            "{{ '%*d'|format(999999999, 1) }}",
            "{{ '%.999999999f'|format(1.5) }}",
            "{{ [1]|batch(1000000000, 'x') }}",
            "{{ [1]|slice(1000000000) }}",
            "{{ ['a']|map('replace', 'a', 'b' * 2000000)|join }}",
            "{{ range(10001) }}",
            "{{ [1]|batch(10001) }}",
            "{{ [1]|slice(10001) }}",
        ] {
            reset_counters(false);
            let wrong = made(source).map(|text| text.len());
            assert!(wrong.is_err(), "{source} made {wrong:?}");
        }
        // Text that is captured in a variable is also counted.
        reset_counters(false);
        let doubled =
            "{% set a = 'x' * 1000 %}".to_owned() + &"{% set a %}{{ a }}{{ a }}{% endset %}".repeat(30);
        assert!(made(&doubled).is_err());
    }
}

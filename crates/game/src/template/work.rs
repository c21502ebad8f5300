//! How much work a template may make: its bytes, its steps, and which templates need a process with bounds.
//!
//! minijinja counts steps. Bytes are counted here: those of a text, those that are captured, and those that growing
//! filters would make, before they make them. What is left are the operators `~` and `*` and values that hold each
//! other many times; only statements (`{% … %}`) and `*` can use them again and again, and [`computes`] finds these.

use std::cell::Cell;
use std::fmt::{self, Write as _};
use std::io;

use minijinja::value::{Rest, ValueKind};
use minijinja::{Environment, Error, ErrorKind, Output, State, Value, escape_formatter, filters, functions};

/// The most bytes of one text.
pub const MOST_BYTES: usize = 1 << 20;
/// The most bytes of all texts of a layout.
pub const MOST_IN_ALL: u64 = 256 << 20;
/// The most bytes that a template may emit, captured parts included.
const MOST_EMITTED: usize = 16 << 20;
/// The most bytes that the values of one template may come to, each counted as often as it may be named.
const MOST_WEIGHT: usize = 64 << 20;
/// The longest expression that is worked out without a process with bounds, in bytes.
const LONGEST: usize = 4096;
/// The most numbers of a `range`, columns of a `batch` or a `slice`, and characters of a number that `format` pads.
const MOST_ITEMS: usize = 10_000;

/// What is said of work that is too much.
fn too_much(what: &str) -> Error {
    let message = format!("`{what}` would make more than {} MiB or {MOST_ITEMS} parts", MOST_BYTES >> 20);
    Error::new(ErrorKind::InvalidOperation, message)
}

/// Whether a layout has templates that compute: with statements, or with an expression that multiplies or is very
/// long. Nothing else in a template can take much more memory than what it is written with.
///
/// The text is looked through as it is typed, so what stands in comments counts too, and so does everything where an
/// escape of TOML may hide a brace.
pub fn computes(layout: &str) -> bool {
    if layout.contains("{%") || hides_braces(layout) {
        return true;
    }
    layout.match_indices("{{").any(|(at, _)| !is_calm(layout.get(at + 2..).unwrap_or_default()))
}

/// Whether there is an escape that may stand for a brace, or joins two lines.
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

/// Whether the expression that begins here and ends with `}}` neither multiplies nor is very long.
fn is_calm(expression: &str) -> bool {
    let mut quote = None;
    let mut before = b' ';
    for byte in expression.bytes().take(LONGEST) {
        match (quote, byte) {
            // What an escape stands for is not known here.
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

/// What keeps a condition from being worked out. It has no statements; numbers may be multiplied, and nothing else.
pub fn refused(condition: &str) -> Option<String> {
    if condition.len() > LONGEST {
        return Some(format!("a condition has at most {LONGEST} bytes"));
    }
    let multiplies = condition.contains('*');
    let more = condition.contains(['"', '\'', '[', '|']) || calls(condition);
    (multiplies && more).then(|| {
        "in a condition `*` multiplies numbers: it has no texts, lists, filters or functions beside it"
            .to_owned()
    })
}

/// Whether a name is followed by `(`.
fn calls(expression: &str) -> bool {
    expression.match_indices('(').any(|(at, _)| {
        let before = expression.get(..at).unwrap_or_default().trim_end();
        let word = before.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
        !word.is_empty() && !matches!(word, "and" | "or" | "not" | "in" | "is" | "if" | "else")
    })
}

/// Whether the values of a template may come to too many bytes, `longest` being the length of the longest text.
pub fn is_too_heavy(source: &str, longest: usize) -> bool {
    source.len().saturating_mul(longest) > MOST_WEIGHT
}

/// A text in the making, of [`MOST_BYTES`] at most.
#[derive(Default)]
pub struct Bounded(Vec<u8>);

impl Bounded {
    /// The text.
    pub fn text(self) -> String {
        String::from_utf8(self.0).unwrap_or_default()
    }
}

impl io::Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > MOST_BYTES {
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
    /// How many bytes the template that is worked out may still emit.
    static LEFT: Cell<usize> = const { Cell::new(MOST_EMITTED) };
    /// Whether the template that is worked out has emitted a number with a fraction.
    static FRACTION: Cell<bool> = const { Cell::new(false) };
}

/// A template begins.
pub fn begin() {
    LEFT.set(MOST_EMITTED);
    FRACTION.set(false);
}

/// Whether the template that was worked out last emitted a number with a fraction, which has a point in every language.
pub fn emitted_fraction() -> bool {
    FRACTION.get()
}

/// Takes from what may still be emitted.
fn emit(bytes: usize) -> bool {
    let left = LEFT.get().checked_sub(bytes);
    LEFT.set(left.unwrap_or(0));
    left.is_some()
}

/// Counts the bytes of a value that is written, and stops where there are too many.
struct Counted(usize);

impl fmt::Write for Counted {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.len();
        if self.0 > MOST_BYTES { Err(fmt::Error) } else { Ok(()) }
    }
}

/// The length of a value as it is written; none where that is too long.
fn written(value: &Value) -> Option<usize> {
    if let Some(text) = value.as_str() {
        return Some(text.len()).filter(|length| *length <= MOST_BYTES);
    }
    let mut counted = Counted(0);
    write!(counted, "{value}").ok().map(|()| counted.0)
}

fn formatter(out: &mut Output<'_>, state: &State<'_, '_>, value: &Value) -> Result<(), Error> {
    if value.kind() == ValueKind::Number && !value.is_integer() {
        FRACTION.set(true);
    }
    match written(value) {
        Some(bytes) if emit(bytes) => escape_formatter(out, state, value),
        _ => Err(Error::new(ErrorKind::WriteFailure, "too long")),
    }
}

/// A filter that may make much of little.
struct Growing {
    name: &'static str,
    /// The filter of minijinja.
    filter: fn() -> Value,
    /// How many bytes, or values, it makes of its arguments; none where that is too many to be counted.
    makes: fn(&[Value]) -> Option<usize>,
}

/// All of them: the others make no more than a few times what they are given.
const GROWING: [Growing; 6] = [
    Growing { name: "join", filter: || Value::from_function(filters::join), makes: joined },
    Growing { name: "replace", filter: || Value::from_function(filters::replace), makes: replaced },
    Growing { name: "indent", filter: || Value::from_function(filters::indent), makes: indented },
    Growing { name: "format", filter: || Value::from_function(filters::format), makes: formatted },
    Growing { name: "batch", filter: || Value::from_function(filters::batch), makes: parted },
    Growing { name: "slice", filter: || Value::from_function(filters::slice), makes: parted },
];

/// Teaches the language to count: what it emits, and what growing filters make.
pub fn bound(environment: &mut Environment<'_>) {
    environment.set_formatter(formatter);
    for Growing { name, filter, makes } in GROWING {
        let filter = filter();
        environment.add_filter(name, move |state: &State<'_, '_>, given: Rest<Value>| match makes(&given) {
            Some(bytes) if bytes <= MOST_BYTES => filter.call(state, &given),
            _ => Err(too_much(name)),
        });
    }
    let range = Value::from_function(functions::range);
    environment.add_function("range", move |state: &State<'_, '_>, given: Rest<Value>| {
        let numbers = range.call(state, &given)?;
        if numbers.len().is_none_or(|length| length > MOST_ITEMS) {
            Err(too_much("range"))
        } else {
            Ok(numbers)
        }
    });
}

fn joined(given: &[Value]) -> Option<usize> {
    let apart = given.get(1).map_or(Some(0), written)?;
    let mut all = 0_usize;
    // Of what cannot be gone through, the filter itself says so.
    for item in given.first()?.try_iter().into_iter().flatten() {
        all += apart + 1 + written(&item)?;
        if all > MOST_BYTES {
            return None;
        }
    }
    Some(all)
}

fn replaced(given: &[Value]) -> Option<usize> {
    let (Some(text), Some(from), Some(to)) = (given.first(), given.get(1), given.get(2)) else {
        return Some(0);
    };
    let found = text.to_string().matches(&from.to_string()).count();
    written(text)?.checked_add(found.checked_mul(written(to)?)?)
}

fn indented(given: &[Value]) -> Option<usize> {
    let text = given.first()?;
    let width = |value: &Value| value.as_usize().or_else(|| value.get_attr("width").ok()?.as_usize());
    let width = given.iter().skip(1).find_map(width).unwrap_or(0);
    let lines = 1 + text.as_str().map_or(0, |text| text.matches('\n').count());
    written(text)?.checked_add(lines.checked_mul(width)?)
}

/// Each directive makes its value as wide as it says, or as a value says for it.
fn formatted(given: &[Value]) -> Option<usize> {
    let (text, values) = given.split_first()?;
    let text = text.as_str().unwrap_or_default();
    let runs = text.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty());
    let widest = runs.map(|run| run.parse::<usize>().ok()).try_fold(0, |most, run| Some(run?.max(most)))?;
    let number =
        |value: &Value| value.as_i64().map(|n| usize::try_from(n.unsigned_abs()).unwrap_or(usize::MAX));
    let starred = if text.contains('*') { values.iter().filter_map(number).max().unwrap_or(0) } else { 0 };
    let longest = values.iter().map(written).try_fold(0, |most, length| Some(length?.max(most)))?;
    // A number in full may have three hundred digits.
    let each = widest.max(starred).checked_add(longest)?.checked_add(400)?;
    text.matches('%').count().checked_mul(each)?.checked_add(text.len())
}

fn parted(given: &[Value]) -> Option<usize> {
    let length = given.first()?.len().unwrap_or(0);
    let parts = given.get(1).and_then(Value::as_usize).unwrap_or(1);
    (parts <= MOST_ITEMS && length <= MOST_ITEMS * 10).then_some(parts.max(length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_and_multiplications_compute_and_nothing_else() {
        for calm in [
            "face = [{ text = \"**bold** 2 * 3\" }]",
            "text = \"{{ name }} **{{ cost + 1 }}** {{ a ~ b | upper }}\"",
            "text = '{{ \"*\" }} {{ edges[0] == \"red\" }}'",
            "text = \"{{ name | replace('a', 'b') }}\"",
        ] {
            assert!(!computes(calm), "{calm}");
        }
        for computing in [
            "text = \"{% if a %}b{% endif %}\"",
            "text = \"{{ cost * 2 }}\"",
            "text = '{{ \"}}\" * 3 }}'",
            "text = '''{{ '}}' * 3 }}'''",
            // A quotation mark in a remark opens nothing.
            "# {{ '\ntext = \"{{ cost * 2 }}\" # '",
            "text = \"{{ \\\"}}\\\" * 3 }}\"",
            "text = \"\\u007b% if a %}\"",
            "text = \"\"\"{\\\n% if a %}\"\"\"",
            "text = \"\\x7b{ a * 3 }}\"",
            "text = \"{{ name\"",
        ] {
            assert!(computes(computing), "{computing}");
        }
        assert!(computes(&format!("{{{{ a{} }}}}", " + a".repeat(2000))));
    }

    #[test]
    fn conditions_multiply_numbers_alone() {
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
        bound(&mut environment);
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
        ] {
            begin();
            let wrong = made(source).map(|text| text.len());
            assert!(wrong.is_err(), "{source} made {wrong:?}");
        }
        // What is captured counts too.
        begin();
        let doubled =
            "{% set a = 'x' * 1000 %}".to_owned() + &"{% set a %}{{ a }}{{ a }}{% endset %}".repeat(30);
        assert!(made(&doubled).is_err());
    }
}

//! What comparisons, sums and the like mean for fields: numbers compare with numbers, whatever way they are written, and
//! text is no number. [`super::rewrite`] puts these filters in the place of the operators.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use minijinja::value::{DynObject, Kwargs, Object, ObjectRepr, Rest, ValueKind};
use minijinja::{Environment, Error, ErrorKind, Value};

use super::advice;
use crate::spec::values::scalar::Scalar;
use crate::spec::values::spelling::Spelling;

/// What parts a message from its hint, and that from the text that it is about.
pub(super) const PART: char = '\u{1F}';

/// A field whose text means a number, or yes or no: printed as it is written, and reckoned with as what it means.
#[derive(Debug)]
pub(super) struct Written {
    text: Arc<str>,
    value: Value,
}

impl Object for Written {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Plain
    }

    fn is_true(self: &Arc<Self>) -> bool {
        self.value.is_true()
    }

    fn custom_cmp(self: &Arc<Self>, other: &DynObject) -> Option<Ordering> {
        other.downcast_ref::<Self>().map(|other| self.value.cmp(&other.value))
    }

    fn render(self: &Arc<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A field as the expression language takes it.
pub(super) fn to_value(scalar: &Scalar, spelling: Spelling) -> Value {
    match scalar {
        Scalar::Text(text) => match spelling.value(text) {
            Some(value) => Value::from_object(Written { text: Arc::clone(text), value: bare(&value) }),
            None => Value::from(Arc::clone(text)),
        },
        // Printed as the layout types it.
        Scalar::Flag(flag) => {
            Value::from_object(Written { text: flag.to_string().into(), value: Value::from(*flag) })
        }
        other => bare(other),
    }
}

/// A value of the expression language.
fn bare(scalar: &Scalar) -> Value {
    match scalar {
        Scalar::Text(text) => Value::from(Arc::clone(text)),
        Scalar::Whole(n) => Value::from(*n),
        Scalar::Number(x) => Value::from(*x),
        Scalar::Flag(flag) => Value::from(*flag),
    }
}

/// What a field means; any other value as it is.
pub(super) fn meant(value: &Value) -> Value {
    value.downcast_object_ref::<Written>().map_or_else(|| value.clone(), |written| written.value.clone())
}

/// A field as it is printed; any other value as it is.
fn printed(value: &Value) -> Value {
    let written = value.downcast_object_ref::<Written>();
    written.map_or_else(|| value.clone(), |written| Value::from(Arc::clone(&written.text)))
}

/// The numbers of a list as fields are, so that both compare; any other value as it is.
fn comparable(value: &Value) -> Value {
    let written = |value: Value| match value.kind() {
        ValueKind::Number => Value::from_object(Written { text: value.to_string().into(), value }),
        _ => value,
    };
    each(value, written)
}

/// What the fields of a list mean; any other value as it is.
fn all_meant(value: &Value) -> Value {
    each(value, |value| meant(&value))
}

fn each(list: &Value, change: impl Fn(Value) -> Value) -> Value {
    match list.kind() {
        ValueKind::Seq => list.try_iter().map_or_else(|_| list.clone(), |items| items.map(change).collect()),
        _ => list.clone(),
    }
}

/// Whether a value is an empty field.
pub(super) fn is_empty(value: &Value) -> bool {
    value.as_str().is_some_and(|text| text.trim().is_empty())
}

/// Whether two values are equal where nothing says that numbers are meant: as what they mean, or as they are printed.
fn alike(a: &Value, b: &Value) -> bool {
    if is_empty(a) || is_empty(b) {
        return is_empty(a) && is_empty(b);
    }
    let as_printed = a.as_str().is_some() || b.as_str().is_some();
    if as_printed {
        return a.to_string() == b.to_string();
    }
    let (a, b) = (meant(a), meant(b));
    a.kind() == b.kind() && a == b
}

/// Compares two values; `name` is the field that the first one is, where it is one.
fn compare(
    op: &str,
    (a, name): (&Value, &str),
    (b, other): (&Value, &str),
    spelling: Spelling,
) -> Result<bool, Error> {
    if a.is_undefined() || b.is_undefined() {
        return Err(ErrorKind::UndefinedError.into());
    }
    match op {
        "in" => return contains(a, b),
        "not in" => return contains(a, b).map(|found| !found),
        "same" => return Ok(alike(a, b)),
        "other" => return Ok(!alike(a, b)),
        _ => {}
    }
    let equal = matches!(op, "==" | "!=");
    if is_empty(a) || is_empty(b) {
        return Ok(match op {
            "==" => is_empty(a) && is_empty(b),
            "!=" => !(is_empty(a) && is_empty(b)),
            // What is empty is neither more nor less than anything.
            _ => false,
        });
    }
    let (x, y) = (meant(a), meant(b));
    let mixed = |one: ValueKind, two: ValueKind| [(one, two), (two, one)].contains(&(x.kind(), y.kind()));
    if mixed(ValueKind::String, ValueKind::Number) || mixed(ValueKind::Bool, ValueKind::Number) {
        let odd = if x.kind() == ValueKind::Number { (b, other, a) } else { (a, name, b) };
        return Err(unfit(op, "compares it with the number", (odd.0, odd.1), Some(odd.2), spelling));
    }
    if mixed(ValueKind::String, ValueKind::Bool) && !equal {
        let odd = if x.kind() == ValueKind::Bool { (b, other, a) } else { (a, name, b) };
        return Err(unfit(op, "compares it with", (odd.0, odd.1), Some(odd.2), spelling));
    }
    let ordering = x.cmp(&y);
    Ok(match op {
        "==" => x == y,
        "!=" => x != y,
        "<" => ordering.is_lt(),
        "<=" => ordering.is_le(),
        ">" => ordering.is_gt(),
        _ => ordering.is_ge(),
    })
}

/// Whether a list has a value, or a text a part.
fn contains(item: &Value, container: &Value) -> Result<bool, Error> {
    let text = printed(container);
    if let Some(text) = text.as_str() {
        return Ok(text.contains(&*item.to_string()));
    }
    Ok(container.try_iter()?.any(|value| alike(item, &value)))
}

/// A value that an operator cannot use; `name` is the field that it is.
fn unfit(
    op: &str,
    does: &str,
    (value, name): (&Value, &str),
    with: Option<&Value>,
    spelling: Spelling,
) -> Error {
    let what = match meant(value).kind() {
        ValueKind::Bool => "means yes or no",
        _ => "is text",
    };
    let said = match name {
        "" => format!("`{value}` {what}"),
        name if what == "is text" => format!("`{name}` is the text `{value}`"),
        name => format!("`{name}` is `{value}`, which {what}"),
    };
    let with = with.map_or_else(String::new, |with| format!(" {with}"));
    let text = value.to_string();
    let own = if name.is_empty() { "cost" } else { name };
    let is_number = value.as_str().is_some() && spelling.number(&text).is_some();
    let hint = if what != "is text" {
        format!("`{own}` without a number asks whether it is yes; ask first whether `{own} is number`")
    } else if is_number && name.is_empty() {
        format!("a number has no quotes: {text}; what a filter gives becomes one with `| number`")
    } else if text.starts_with('0') && text.bytes().all(|b| b.is_ascii_digit()) {
        format!("zeros in front make it a name: compare it with '{text}', or say {own} | number")
    } else if is_number {
        format!("make a number of it: {own} | number")
    } else if let Some(decimal) = spelling.other_decimal(&text) {
        format!("fractions in this text have a {decimal}: [game] decimal = \"{decimal}\"")
    } else if let Some(hint) =
        advice::number_with_more(&text, own, spelling).filter(|_| !name.is_empty() && what == "is text")
    {
        hint
    } else if op == "+" {
        let first = if name.is_empty() { "first ~ ' ' ~ last" } else { own };
        let more = if name.is_empty() { "" } else { " ~ …" };
        format!("`~` joins texts: {{{{ {first}{more} }}}}")
    } else {
        format!("leave the field empty where it has no number, or ask first whether `{own} is number`")
    };
    let message = format!("{said}, and `{op}` {does}{with}{PART}{hint}{PART}{text}");
    Error::new(ErrorKind::InvalidOperation, message)
}

/// A value that an operator reckons with.
fn operand(value: &Value, op: &str, name: &str, spelling: Spelling) -> Result<Value, Error> {
    if value.is_undefined() {
        return Err(ErrorKind::UndefinedError.into());
    }
    if is_empty(value) && !value.to_string().is_empty() && name.is_empty() && op == "+" {
        return Err(unfit(op, "takes numbers", (value, name), None, spelling));
    }
    if is_empty(value) {
        let own = if name.is_empty() { "a value" } else { name };
        let message = format!(
            "`{own}` is empty here, and `{op}` takes numbers{PART}what else counts: {own} | default(0)"
        );
        return Err(Error::new(ErrorKind::InvalidOperation, message));
    }
    let number = meant(value);
    let is_written = value.as_object().is_some();
    match number.kind() {
        ValueKind::String => Err(unfit(op, "takes numbers", (value, name), None, spelling)),
        ValueKind::Bool if is_written => Err(unfit(op, "takes numbers", (value, name), None, spelling)),
        _ => Ok(number),
    }
}

/// What was reckoned, as a spreadsheet shows it: to fifteen digits, and whole where it is.
fn result(value: Value, op: &str) -> Result<Value, Error> {
    if value.kind() != ValueKind::Number || value.is_integer() {
        return Ok(value);
    }
    let number = f64::try_from(value.clone()).ok();
    if number.is_some_and(|number| !number.is_finite()) {
        let message = format!(
            "`{op}` has no result here: a divisor is 0, or a number is too large{PART}say what counts instead: a / b if b else 0"
        );
        return Err(Error::new(ErrorKind::InvalidOperation, message));
    }
    let rounded = number.and_then(|number| format!("{number:.14e}").parse::<f64>().ok());
    Ok(rounded.map_or(value, |number| bare(&Scalar::from_number(number))))
}

/// The number that a value is, or a text, also one with zeros in front.
fn number(value: &Value, spelling: Spelling) -> Result<Value, Error> {
    let known = meant(value);
    let Some(text) = value.as_str().map(str::trim) else {
        return match known.kind() {
            ValueKind::Bool => Ok(Value::from(i64::from(known.is_true()))),
            ValueKind::Number => Ok(known),
            ValueKind::Undefined => Err(ErrorKind::UndefinedError.into()),
            _ => Err(Error::new(ErrorKind::InvalidOperation, format!("`{value}` is no number"))),
        };
    };
    let (minus, digits) = text.strip_prefix('-').map_or(("", text), |digits| ("-", digits));
    let rest = digits.trim_start_matches('0');
    let zero = if rest.starts_with(|c: char| c.is_ascii_digit()) { "" } else { "0" };
    let read = spelling.number(text).or_else(|| spelling.number(&format!("{minus}{zero}{rest}")));
    let other = || text.parse::<f64>().ok().filter(|number| number.is_finite()).map(Scalar::from_number);
    let read = read.or_else(other).filter(|_| digits.contains(|c: char| c.is_ascii_digit()));
    read.map(|read| bare(&read)).ok_or_else(|| {
        let hint = if text.is_empty() { "what else counts: cost | default(0) | number" } else { "" };
        Error::new(ErrorKind::InvalidOperation, format!("`{text}` is no number{PART}{hint}{PART}{text}"))
    })
}

/// A part of a text or of a list, as Python counts it.
fn slice(value: &Value, range: &[Value]) -> Result<Value, Error> {
    if value.is_undefined() {
        return Err(ErrorKind::UndefinedError.into());
    }
    let bound = |at: usize| match range.get(at).map(meant) {
        Some(bound) if !bound.is_none() => i64::try_from(bound).map(Some),
        _ => Ok(None),
    };
    let (start, stop, step) = (bound(0)?, bound(1)?, bound(2)?.unwrap_or(1));
    if step == 0 {
        return Err(Error::new(ErrorKind::InvalidOperation, "a part cannot have steps of 0"));
    }
    let text = if value.try_iter().is_err() { Value::from(value.to_string()) } else { value.clone() };
    if let Some(text) = text.as_str() {
        let signs: Vec<char> = text.chars().collect();
        return Ok(Value::from(
            indices(signs.len(), start, stop, step).map(|at| signs[at]).collect::<String>(),
        ));
    }
    let items: Vec<Value> = value.try_iter()?.collect();
    Ok(indices(items.len(), start, stop, step).filter_map(|at| items.get(at).cloned()).collect())
}

/// The indices of a part of so many.
fn indices(length: usize, start: Option<i64>, stop: Option<i64>, step: i64) -> impl Iterator<Item = usize> {
    let length = i64::try_from(length).unwrap_or(i64::MAX);
    let (least, most) = if step > 0 { (0, length) } else { (-1, length - 1) };
    let within = |at: i64| if at < 0 { at.saturating_add(length).max(least) } else { at.min(most) };
    let first = start.map_or(if step > 0 { least } else { most }, within);
    let end = stop.map_or(if step > 0 { most } else { least }, within);
    std::iter::successors(Some(first), move |at| at.checked_add(step))
        .take_while(move |at| if step > 0 { *at < end } else { *at > end })
        .filter_map(|at| usize::try_from(at).ok())
}

/// The names that tests of minijinja have for comparisons.
const TESTS: [(&str, &[&str]); 6] = [
    ("==", &["eq", "equalto", "=="]),
    ("!=", &["ne", "!="]),
    ("<", &["lt", "lessthan", "<"]),
    ("<=", &["le", "<="]),
    (">", &["gt", "greaterthan", ">"]),
    (">=", &["ge", ">="]),
];

/// Teaches the language what fields mean.
pub(super) fn add(environment: &mut Environment<'_>, spelling: Spelling) {
    environment.add_filter("__compare", move |first: &Value, rest: Rest<Value>| {
        // Its name, and then an operator, a value and its name, again and again.
        let text = |at: usize| rest.get(at).and_then(Value::as_str).unwrap_or_default();
        let (mut before, mut name) = (first, text(0));
        for at in (1..rest.len()).step_by(3) {
            let (Some(value), other) = (rest.get(at + 1), text(at + 2)) else { break };
            if !compare(text(at), (before, name), (value, other), spelling)? {
                return Ok(false);
            }
            (before, name) = (value, other);
        }
        Ok::<_, Error>(true)
    });
    environment.add_filter("__operand", move |value: &Value, op: &str, name: &str| {
        operand(value, op, name, spelling)
    });
    environment.add_filter("__result", |value: Value, op: &str| result(value, op));
    environment.add_filter("__text", |value: &Value| printed(value));
    environment.add_filter("__meant", |value: &Value| meant(value));
    environment.add_filter("__comparable", |value: &Value| comparable(value));
    environment.add_filter("__all_meant", |value: &Value| all_meant(value));
    environment.add_filter("__slice", |value: &Value, range: Rest<Value>| slice(value, &range));
    environment.add_filter("__holds", |value: &Value| match value.is_undefined() {
        // A single unknown name would otherwise be `false`.
        true => Err(Error::from(ErrorKind::UndefinedError)),
        false => Ok(if value.is_true() { "1" } else { "" }),
    });
    environment.add_filter("number", move |value: &Value, _: Kwargs| number(value, spelling));
    for (op, names) in TESTS {
        for name in names {
            environment.add_test(*name, move |a: &Value, b: &Value| compare(op, (a, ""), (b, ""), spelling));
        }
    }
    environment.add_test("in", |a: &Value, b: &Value| contains(a, b));
}

//! Implements operators on fields. Numbers are compared by value and not by their spelling. A text that
//! is not a number is never treated as a number.
//!
//! - In: the values of fields, and the constants in a template.
//! - Out: the filters that [`crate::rewrite`] uses in place of operators.
//! - Not here: the spelling of numbers.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use minijinja::value::{DynObject, Kwargs, Object, ObjectRepr, Rest, ValueKind};
use minijinja::{Environment, Error, ErrorKind, Value};

use crate::advice;
use crate::fault::{Fault, has_leading_zeros};
use crate::limits;
use hexpress_language::values::parse_field::Spelling;
use hexpress_language::values::scalar::{Scalar, TableField};

/// A field whose text stands for a number or a boolean.
///
/// Templates print the text. They compute and compare with the number or the boolean, which is called
/// the meaning of the field.
#[derive(Debug)]
pub(crate) struct SpelledValue {
    text: Arc<str>,
    value: Value,
}

impl Object for SpelledValue {
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

/// Converts a field to a value of minijinja.
pub(crate) fn to_value(scalar: &Scalar, spelling: Spelling) -> Value {
    match scalar {
        Scalar::Text(text) => match spelling.value(text) {
            Some(value) => {
                Value::from_object(SpelledValue { text: Arc::clone(text), value: plain_value(&value) })
            }
            None => Value::from(Arc::clone(text)),
        },
        Scalar::Flag(flag) => {
            Value::from_object(SpelledValue { text: flag.to_string().into(), value: Value::from(*flag) })
        }
        Scalar::Table(fields) => Value::from_object(FieldTable { fields: Arc::clone(fields), spelling }),
        other => plain_value(other),
    }
}

/// A field whose value is a table. The layout defines such a field with `set`.
///
/// If a template looks up an entry of the table, the key is converted to text first.
#[derive(Debug)]
struct FieldTable {
    fields: Arc<[TableField]>,
    spelling: Spelling,
}

impl Object for FieldTable {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let name = key.to_string();
        let found = self.fields.iter().find(|field| *field.name == *name)?;
        Some(to_value(&found.value, self.spelling))
    }
}

/// Converts a field to a plain number, boolean or text of minijinja. Such a number is printed in the
/// spelling of minijinja, and not in the spelling of the field.
fn plain_value(scalar: &Scalar) -> Value {
    match scalar {
        Scalar::Text(text) => Value::from(Arc::clone(text)),
        Scalar::Whole(n) => Value::from(*n),
        Scalar::Number(x) => Value::from(*x),
        Scalar::Flag(flag) => Value::from(*flag),
        Scalar::Table(_) => Value::from(scalar.to_string()),
    }
}

/// Returns the meaning of a field, see [`SpelledValue`]. Other values are returned unchanged.
pub(crate) fn typed_value(value: &Value) -> Value {
    let spelled = value.downcast_object_ref::<SpelledValue>();
    spelled.map_or_else(|| value.clone(), |spelled| spelled.value.clone())
}

/// Returns the text of a field as it was typed. Other values are returned unchanged.
fn printed(value: &Value) -> Value {
    let spelled = value.downcast_object_ref::<SpelledValue>();
    spelled.map_or_else(|| value.clone(), |spelled| Value::from(Arc::clone(&spelled.text)))
}

/// Converts the numbers in a list to [`SpelledValue`]s, so that they can be compared with fields.
///
/// Other items, and values that are not lists, are returned unchanged.
fn comparable(value: &Value) -> Value {
    map_list(value, |item| match item.kind() {
        ValueKind::Number => Value::from_object(SpelledValue { text: item.to_string().into(), value: item }),
        _ => item,
    })
}

/// Replaces the fields in a list by their meanings. Other items are returned unchanged.
fn all_typed_values(value: &Value) -> Value {
    map_list(value, |item| typed_value(&item))
}

fn map_list(list: &Value, change: impl Fn(Value) -> Value) -> Value {
    match list.kind() {
        ValueKind::Seq => list.try_iter().map_or_else(|_| list.clone(), |items| items.map(change).collect()),
        _ => list.clone(),
    }
}

pub(crate) fn is_empty(value: &Value) -> bool {
    value.as_str().is_some_and(|text| text.trim().is_empty())
}

/// Returns whether two values are equal. If one of the values is only text, the texts are compared.
/// Otherwise, the meanings are compared.
///
/// This function is not used for `==` and `!=` if one side is a constant number, or computes a number,
/// as in `cost + 1 == 3`.
fn values_equal(a: &Value, b: &Value) -> bool {
    if is_empty(a) || is_empty(b) {
        return is_empty(a) && is_empty(b);
    }
    if a.as_str().is_some() || b.as_str().is_some() {
        return a.to_string() == b.to_string();
    }
    let [x, y] = [a, b].map(typed_value);
    x.kind() == y.kind() && x == y
}

/// An operand: its value, and the name of the field that it comes from. The name is empty if the operand
/// is not a field.
#[derive(Clone, Copy)]
struct Operand<'v> {
    value: &'v Value,
    field: &'v str,
}

/// Compares two values with the operator `op`.
///
/// `op` is an operator such as `<` or `in`. In rewritten templates, `same` replaces `==`, and `other`
/// replaces `!=`. But `==` and `!=` are kept if one side is a number or computes a number, and in chains
/// such as `1 < cost == 3`.
fn compare(op: &str, left: Operand<'_>, right: Operand<'_>, spelling: Spelling) -> Result<bool, Error> {
    let (a, b) = (left.value, right.value);
    if a.is_undefined() || b.is_undefined() {
        return Err(ErrorKind::UndefinedError.into());
    }
    match op {
        "in" => return contains(a, b),
        "not in" => return contains(a, b).map(|found| !found),
        "same" => return Ok(values_equal(a, b)),
        "other" => return Ok(!values_equal(a, b)),
        _ => {}
    }
    if is_empty(a) || is_empty(b) {
        let are_both_empty = is_empty(a) && is_empty(b);
        return Ok(match op {
            "==" => are_both_empty,
            "!=" => !are_both_empty,
            // An empty field is neither less nor greater than another value.
            _ => false,
        });
    }
    let (x, y) = (typed_value(a), typed_value(b));
    let is_equality = matches!(op, "==" | "!=");
    match (x.kind(), y.kind()) {
        (ValueKind::Number, ValueKind::String | ValueKind::Bool) => {
            return Err(wrong_operand(op, "compares it with the number", right, Some(a), spelling));
        }
        (ValueKind::String | ValueKind::Bool, ValueKind::Number) => {
            return Err(wrong_operand(op, "compares it with the number", left, Some(b), spelling));
        }
        (ValueKind::Bool, ValueKind::String) if !is_equality => {
            return Err(wrong_operand(op, "compares it with", right, Some(a), spelling));
        }
        (ValueKind::String, ValueKind::Bool) if !is_equality => {
            return Err(wrong_operand(op, "compares it with", left, Some(b), spelling));
        }
        _ => {}
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

/// Compares a chain of values, as in `1 < cost < 9`.
///
/// `rest` starts with the name of the field that the first value comes from. Then it has three items for
/// each comparison: the operator, the next value, and the name of the field that this value comes from.
fn compare_chain(first: &Value, rest: &[Value], spelling: Spelling) -> Result<bool, Error> {
    let mut left = Operand { value: first, field: text_at(rest, 0) };
    for at in (1..rest.len()).step_by(3) {
        let Some(value) = rest.get(at + 1) else { break };
        let right = Operand { value, field: text_at(rest, at + 2) };
        if !compare(text_at(rest, at), left, right, spelling)? {
            return Ok(false);
        }
        left = right;
    }
    Ok(true)
}

fn text_at(values: &[Value], index: usize) -> &str {
    values.get(index).and_then(Value::as_str).unwrap_or_default()
}

/// Returns whether a list contains an item, or a text contains another text.
fn contains(item: &Value, container: &Value) -> Result<bool, Error> {
    if let Some(text) = printed(container).as_str() {
        return Ok(text.contains(&*item.to_string()));
    }
    Ok(container.try_iter()?.any(|value| values_equal(item, &value)))
}

/// Returns the error for an operator that cannot use the value of `operand`.
///
/// `does` and `with` are the end of the message. For example, `compares it with the number` and `3` give
/// ``…, but `<` compares it with the number 3``.
fn wrong_operand(
    op: &str,
    does: &str,
    operand: Operand<'_>,
    with: Option<&Value>,
    spelling: Spelling,
) -> Error {
    let Operand { value, field } = operand;
    let is_flag = typed_value(value).kind() == ValueKind::Bool;
    let subject = match field {
        "" if is_flag => format!("`{value}` is a yes or no value"),
        "" => format!("`{value}` is text"),
        field if is_flag => format!("`{field}` is `{value}`, a yes or no value"),
        field => format!("`{field}` is the text `{value}`"),
    };
    let object = with.map_or_else(String::new, |with| format!(" {with}"));
    let text = value.to_string();
    let hint = unfit_hint(op, operand, &text, spelling);
    Fault::new(format!("{subject}, but `{op}` {does}{object}")).hint(hint).operand(text).into_error()
}

fn unfit_hint(op: &str, Operand { value, field }: Operand<'_>, text: &str, spelling: Spelling) -> String {
    let example = if field.is_empty() { "cost" } else { field };
    let is_number = value.as_str().is_some() && spelling.number(text).is_some();
    if typed_value(value).kind() == ValueKind::Bool {
        return format!(
            "to test for yes, write only `{example}`; to skip values that are not numbers, add `{example} is number`"
        );
    }
    if is_number && field.is_empty() {
        return format!(
            "write the number without quotes: {text}; if a filter returns it, add `| number` after the filter"
        );
    }
    if has_leading_zeros(text) {
        return format!(
            "to compare numbers, write {example} | number; to compare texts, write the text with its zeros and in \
            quotes, such as '007'"
        );
    }
    if is_number {
        return format!("convert it to a number: {example} | number");
    }
    if let Some(decimal) = spelling.other_decimal(text) {
        return format!(
            "set decimal = \"{decimal}\" in [game]: the decimal sign in this text is a {decimal}"
        );
    }
    let is_comparison = ["<", "<=", ">", ">=", "==", "!="].contains(&op);
    // An operator such as `+` is only a part of the expression in braces. In the hint, `…` stands for
    // the rest of this expression.
    let printed = if is_comparison { example } else { "…" };
    let hint = advice::number_with_more(text, printed, spelling).filter(|_| !field.is_empty());
    match hint {
        Some(hint) => hint,
        None if op == "+" && field.is_empty() => {
            "to join texts, use `~`: {{ first ~ ' ' ~ last }}".to_owned()
        }
        None if op == "+" => format!("to join texts, use `~`: {{{{ {field} ~ … }}}}"),
        None if is_comparison => {
            format!(
                "leave the field empty in rows without a number, or begin the condition with `{example} is number and`"
            )
        }
        None if limits::is_condition() => {
            format!("write a number in every row, or begin the condition with `{example} is number and`")
        }
        None => format!(
            "write a number in every row; to print nothing in other rows, write {{{{ … if {example} is number else '' }}}}"
        ),
    }
}

/// Returns the number that a value stands for, as an operand of `op`. Returns an error if the value is
/// not a number.
fn number_operand(value: &Value, op: &str, field: &str, spelling: Spelling) -> Result<Value, Error> {
    if value.is_undefined() {
        return Err(ErrorKind::UndefinedError.into());
    }
    let operand = Operand { value, field };
    if is_empty(value) && !value.to_string().is_empty() && field.is_empty() && op == "+" {
        return Err(wrong_operand(op, "takes numbers", operand, None, spelling));
    }
    if is_empty(value) {
        let subject = if field.is_empty() { "a value".to_owned() } else { format!("`{field}`") };
        let example = if field.is_empty() { "cost" } else { field };
        let fault = Fault::new(format!("{subject} is empty here, but `{op}` takes numbers"));
        return Err(fault
            .hint(format!("to use 0 for an empty field, write {example} | default(0)"))
            .into_error());
    }
    let number = typed_value(value);
    let is_field = value.as_object().is_some();
    match number.kind() {
        ValueKind::String => Err(wrong_operand(op, "takes numbers", operand, None, spelling)),
        ValueKind::Bool if is_field => Err(wrong_operand(op, "takes numbers", operand, None, spelling)),
        _ => Ok(number),
    }
}

/// Rounds the result of an operator to 15 significant digits, as spreadsheets do.
fn rounded_result(value: Value, op: &str) -> Result<Value, Error> {
    if value.kind() != ValueKind::Number || value.is_integer() {
        return Ok(value);
    }
    let number = f64::try_from(value.clone()).ok();
    if number.is_some_and(|number| !number.is_finite()) {
        let message = format!("`{op}` has no result here: a divisor is 0, or a number is too large");
        return Err(Fault::new(message).hint("write a value for this case: a / b if b else 0").into_error());
    }
    let rounded = number.and_then(|number| format!("{number:.14e}").parse::<f64>().ok());
    Ok(rounded.map_or(value, |rounded| plain_value(&Scalar::from_number(rounded))))
}

/// Implements the filter `number`, which returns the number that a value stands for.
///
/// Leading zeros are allowed.
fn number(value: &Value, spelling: Spelling) -> Result<Value, Error> {
    let known = typed_value(value);
    let Some(text) = value.as_str().map(str::trim) else {
        return match known.kind() {
            ValueKind::Bool => Ok(Value::from(i64::from(known.is_true()))),
            ValueKind::Number => Ok(known),
            ValueKind::Undefined => Err(ErrorKind::UndefinedError.into()),
            _ => Err(Fault::new(format!("expected a number, found `{value}`")).into_error()),
        };
    };
    parse_number(text, spelling).map(|number| plain_value(&number)).ok_or_else(|| {
        let (found, hint) = match text {
            "" => ("nothing".to_owned(), "to use 0 for an empty field, write cost | default(0) | number"),
            text => (format!("`{text}`"), ""),
        };
        Fault::new(format!("expected a number, found {found}")).hint(hint).operand(text).into_error()
    })
}

/// Parses a number in the given spelling, or in the spelling of Rust, such as `1e3`. Leading zeros are
/// ignored. Returns `None` for any other text.
fn parse_number(text: &str, spelling: Spelling) -> Option<Scalar> {
    let (minus, digits) = text.strip_prefix('-').map_or(("", text), |digits| ("-", digits));
    if !digits.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let rest = digits.trim_start_matches('0');
    let zero = if rest.starts_with(|c: char| c.is_ascii_digit()) { "" } else { "0" };
    spelling
        .number(text)
        .or_else(|| spelling.number(&format!("{minus}{zero}{rest}")))
        .or_else(|| text.parse::<f64>().ok().filter(|number| number.is_finite()).map(Scalar::from_number))
}

/// The bounds of a slice of a text or list. Negative bounds count from the end, as in Python.
struct SliceBounds {
    start: Option<i64>,
    stop: Option<i64>,
    step: i64,
}

impl SliceBounds {
    fn read(range: &[Value]) -> Result<Self, Error> {
        let [start, stop, step] = [0, 1, 2].map(|at| match range.get(at).map(typed_value) {
            Some(bound) if !bound.is_none() => i64::try_from(bound).map(Some),
            _ => Ok(None),
        });
        Ok(Self { start: start?, stop: stop?, step: step?.unwrap_or(1) })
    }

    /// Returns the indices of the items that the slice selects from a list of this length.
    fn indices(&self, length: usize) -> impl Iterator<Item = usize> + use<> {
        let length = i64::try_from(length).unwrap_or(i64::MAX);
        let step = self.step;
        let (least, most) = if step > 0 { (0, length) } else { (-1, length - 1) };
        let (usual_start, usual_stop) = if step > 0 { (least, most) } else { (most, least) };
        let [start, stop] =
            [(self.start, usual_start), (self.stop, usual_stop)].map(|(bound, usual)| match bound {
                None => usual,
                Some(bound) if bound < 0 => bound.saturating_add(length).max(least),
                Some(bound) => bound.min(most),
            });
        std::iter::successors(Some(start), move |index| index.checked_add(step))
            .take_while(move |index| if step > 0 { *index < stop } else { *index > stop })
            .filter_map(|index| usize::try_from(index).ok())
    }
}

/// Returns a slice of a text or list.
fn slice(value: &Value, range: &[Value]) -> Result<Value, Error> {
    if value.is_undefined() {
        return Err(ErrorKind::UndefinedError.into());
    }
    let bounds = SliceBounds::read(range)?;
    if bounds.step == 0 {
        return Err(Fault::new("the step of a slice cannot be 0").into_error());
    }
    let text = match value.as_str() {
        Some(text) => Some(text.to_owned()),
        None if value.try_iter().is_err() => Some(value.to_string()),
        None => None,
    };
    if let Some(text) = text {
        let letters: Vec<char> = text.chars().collect();
        return Ok(Value::from(
            bounds.indices(letters.len()).map(|index| letters[index]).collect::<String>(),
        ));
    }
    let items: Vec<Value> = value.try_iter()?.collect();
    Ok(bounds.indices(items.len()).filter_map(|index| items.get(index).cloned()).collect())
}

/// The comparison operators, each with the names of the equivalent tests of minijinja.
const COMPARISON_TESTS: [(&str, &[&str]); 6] = [
    ("==", &["eq", "equalto", "=="]),
    ("!=", &["ne", "!="]),
    ("<", &["lt", "lessthan", "<"]),
    ("<=", &["le", "<="]),
    (">", &["gt", "greaterthan", ">"]),
    (">=", &["ge", ">="]),
];

/// Adds the filters and tests that rewritten templates use in place of operators.
pub(crate) fn add(environment: &mut Environment<'_>, spelling: Spelling) {
    environment.add_filter("__compare", move |first: &Value, rest: Rest<Value>| {
        compare_chain(first, &rest, spelling)
    });
    environment.add_filter("__operand", move |value: &Value, op: &str, field: &str| {
        number_operand(value, op, field, spelling)
    });
    environment.add_filter("__result", |value: Value, op: &str| rounded_result(value, op));
    environment.add_filter("__text", |value: &Value| printed(value));
    environment.add_filter("__meant", |value: &Value| typed_value(value));
    environment.add_filter("__comparable", |value: &Value| comparable(value));
    environment.add_filter("__all_meant", |value: &Value| all_typed_values(value));
    environment.add_filter("__slice", |value: &Value, range: Rest<Value>| slice(value, &range));
    environment.add_filter("__holds", |value: &Value| match value.is_undefined() {
        // A condition may consist only of a name. minijinja would treat an unknown name as `false`, but
        // here it is an error.
        true => Err(Error::from(ErrorKind::UndefinedError)),
        false => Ok(if value.is_true() { "1" } else { "" }),
    });
    environment.add_filter("number", move |value: &Value, _: Kwargs| number(value, spelling));
    for (op, names) in COMPARISON_TESTS {
        for name in names {
            environment.add_test(*name, move |a: &Value, b: &Value| {
                let [left, right] = [a, b].map(|value| Operand { value, field: "" });
                compare(op, left, right, spelling)
            });
        }
    }
    environment.add_test("in", |a: &Value, b: &Value| contains(a, b));
}

//! Creates hints for templates and fields that are written in the syntax of another language.
//!
//! - In: a template, or the text of a field.
//! - Out: a hint with the correct form.
//! - Not here: deciding whether the template is wrong.

use minijinja::ErrorKind;

use hexpress_language::values::parse_field::Spelling;

/// The two kinds of text that contain expressions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Syntax {
    /// A text with expressions in braces.
    Template,
    /// A single expression without braces.
    Condition,
}

/// Characters that have a meaning in other programming languages, but not in templates. Each
/// character has a hint.
const FOREIGN_SIGNS: [(char, &str); 9] = [
    ('&', "to join texts, use `~`: {{ name ~ ' ' ~ kind }}"),
    ('$', "write the field without `$`: {{ cost }}"),
    ('@', "write the field without `@`: {{ cost }}"),
    ('#', "write the field without `#`: {{ cost }}"),
    ('?', "write the choice as words: {{ 'dear' if cost > 3 else 'cheap' }}"),
    (';', "delete it"),
    ('^', "write a power with two asterisks: {{ cost ** 2 }}"),
    ('\\', "use single quotes inside quotes: {{ 'dear' if cost > 3 else 'cheap' }}"),
    ('`', "put text in single quotes: 'dear'"),
];

/// Returns a hint for a field that contains a number and other characters, such as `4 gold`, `4+`
/// or `=3+1`.
///
/// `printed` is the expression that prints the field. Returns `None` if the field contains no number, or
/// more than one.
pub(crate) fn number_with_more(typed: &str, printed: &str, spelling: Spelling) -> Option<String> {
    let text = typed.trim();
    if let Some(formula) = text.strip_prefix('=') {
        let result = sum(formula).map_or_else(|| "its result".to_owned(), |result| result.to_string());
        return Some(format!("write {result} in the field: formulas are not computed"));
    }
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let from_digit = text.get(start..)?;
    let length = from_digit.find(|c: char| !c.is_ascii_digit() && !".,".contains(c));
    let digits = from_digit.get(..length.unwrap_or(from_digit.len()))?.trim_end_matches(['.', ',']);
    let (before, after) = (text.get(..start)?, text.get(start + digits.len()..)?);
    let is_negative = before.ends_with(['-', '\u{2212}']) && before.chars().count() == 1;
    let (minus, unit_before) = if is_negative { ("-", "") } else { ("", before) };
    spelling.number(digits).filter(|_| is_unit(unit_before) && is_unit(after))?;
    Some(format!(
        "write only {minus}{digits} in the field, and the rest in the text that prints it, outside the braces: \
            \"{unit_before}{{{{ {printed} }}}}{after}\""
    ))
}

/// The largest number of letters in a unit. A longer text is probably a sentence.
const MAX_UNIT_LENGTH: usize = 16;

fn is_unit(text: &str) -> bool {
    text.chars().count() <= MAX_UNIT_LENGTH && !text.contains(|c: char| c.is_ascii_digit())
}

/// Returns the result of a formula with two whole numbers, such as `3+1`.
///
/// The operator is `+`, `-` or `*`. Returns `None` for any other text.
fn sum(formula: &str) -> Option<i64> {
    let sign = formula.find(['+', '-', '*']).filter(|sign| *sign > 0)?;
    let a: i64 = formula.get(..sign)?.trim().parse().ok()?;
    let b: i64 = formula.get(sign + 1..)?.trim().parse().ok()?;
    match formula.get(sign..=sign)? {
        "+" => a.checked_add(b),
        "-" => a.checked_sub(b),
        _ => a.checked_mul(b),
    }
}

/// Returns the first character that has no meaning in the expression language. If there is a hint for
/// this character, also returns the hint. Returns `None` if all characters have a meaning.
pub(crate) fn strange_sign(source: &str, syntax: Syntax) -> Option<(char, Option<&'static str>)> {
    let is_condition = syntax == Syntax::Condition;
    let mut inside = is_condition;
    let mut quote = None;
    let mut before = ' ';
    let mut is_behind_value = false;
    for character in source.chars() {
        match (character, quote) {
            ('{' | '%', _) if before == '{' => inside = true,
            ('}', None) if "}%".contains(before) => inside = is_condition,
            (_, Some(open)) if character == open => quote = None,
            (_, Some(_)) => {}
            ('"' | '\'', None) if inside => quote = Some(character),
            _ if inside
                && !character.is_alphanumeric()
                && !character.is_whitespace()
                && !KNOWN_PUNCTUATION.contains(character) =>
            {
                let instead =
                    FOREIGN_SIGNS.iter().find(|(sign, _)| *sign == character).map(|(_, instead)| *instead);
                let is_prefix = FOREIGN_PREFIXES.contains(&character);
                return Some((
                    character,
                    if is_prefix && is_behind_value { Some(NO_OPERATOR) } else { instead },
                ));
            }
            _ => {}
        }
        if !character.is_whitespace() {
            is_behind_value = character.is_alphanumeric() || "_)]\"'".contains(character);
        }
        before = character;
    }
    None
}

/// Characters that precede names in other programming languages, such as `$` in `$cost`.
const FOREIGN_PREFIXES: [char; 3] = ['$', '@', '#'];

/// The hint for a character of [`FOREIGN_PREFIXES`] that follows a value, as in `cost $ 3`.
const NO_OPERATOR: &str = "write an operator between two values, such as `and`, `or`, `==` or `~`";

/// The punctuation characters that have a meaning in the expression language.
const KNOWN_PUNCTUATION: &str = "_+-*/%~|.,()[]{}<>=!:";

/// A filter that needs arguments, with texts for the error if the user leaves out the arguments.
pub(crate) struct FilterUse {
    pub(crate) name: &'static str,
    /// The part of the message that describes the arguments.
    pub(crate) arguments: &'static str,
    pub(crate) hint: &'static str,
}

/// Filters that users often type without their arguments.
const FILTER_USES: [FilterUse; 2] = [
    FilterUse {
        name: "plural",
        arguments: "a field with a number",
        hint: "write plural(FIELD), with the name of the field that contains the number",
    },
    FilterUse { name: "replace", arguments: "two texts", hint: "write replace('OLD', 'NEW')" },
];

/// Returns the first filter that a template uses without its arguments. Returns `None` if all filters
/// have their arguments.
pub(crate) fn without_arguments(source: &str) -> Option<FilterUse> {
    FILTER_USES.into_iter().find(|filter| {
        let uses = source.split('|').skip(1).filter_map(|rest| rest.trim_start().strip_prefix(filter.name));
        uses.map(str::trim_start).any(|rest| {
            !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')
                && (!rest.starts_with('(') || rest[1..].trim_start().starts_with(')'))
        })
    })
}

/// A field and a part that a template takes from it: `owner` and `icon` in `owner.icon`, or `name` and
/// `upper` in `name.upper()`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FieldPart<'t> {
    pub(crate) field: &'t str,
    pub(crate) part: &'t str,
}

/// Returns the first of these fields from which a template takes a part, and this part: for
/// `name.upper()`, `name` and `upper`. Returns `None` if the template takes no part from any of them.
pub(crate) fn part_of_field<'t>(source: &'t str, fields: &[&'t str]) -> Option<FieldPart<'t>> {
    fields.iter().find_map(|field| {
        source.match_indices(&format!("{field}.")).find_map(|(at, found)| {
            let is_whole_name = !source[..at].ends_with(is_name_char);
            let rest = &source[at + found.len()..];
            let end = rest.find(|c: char| !is_name_char(c)).unwrap_or(rest.len());
            (is_whole_name && end > 0).then(|| FieldPart { field, part: &rest[..end] })
        })
    })
}

fn is_name_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns whether a minijinja error of this kind may mean that a value lacks a part, as a text lacks
/// `upper` in `name.upper()`.
pub(crate) fn may_be_missing_part(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::UndefinedError | ErrorKind::UnknownMethod | ErrorKind::InvalidOperation)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strange(source: &str) -> Option<char> {
        strange_sign(source, Syntax::Template).map(|(sign, _)| sign)
    }

    #[test]
    fn signs_of_other_languages() {
        assert_eq!(strange("A & B {{ name }}"), None);
        assert_eq!(strange("A & B {{ name & kind }}"), Some('&'));
        assert_eq!(strange("{{ 'a & b' ~ $cost }}"), Some('$'));
        assert_eq!(strange("{% if cost ? 1 %}"), Some('?'));
        let between = strange_sign("kind == 'a' @ cost", Syntax::Condition);
        assert_eq!(between, Some(('@', Some(NO_OPERATOR))));
        assert_eq!(
            strange_sign("cost > 1 & kind == 'a&b'", Syntax::Condition).map(|(sign, _)| sign),
            Some('&')
        );
    }

    #[test]
    fn units_have_at_most_sixteen_letters() {
        let hint = |text: &str| number_with_more(text, "cost", Spelling::default());
        assert!(hint(&format!("4{}", "x".repeat(MAX_UNIT_LENGTH))).is_some());
        assert!(hint(&format!("4{}", "x".repeat(MAX_UNIT_LENGTH + 1))).is_none());
    }

    #[test]
    fn filters_without_their_arguments_and_parts_of_fields() {
        for (source, name) in [
            ("{{ sign | plural }}", Some("plural")),
            ("{{ sign | plural() }}", Some("plural")),
            ("{{ sign | plural(value) | upper }}", None),
        ] {
            assert_eq!(without_arguments(source).map(|filter| filter.name), name, "{source}");
        }
        let part = FieldPart { field: "owner", part: "icon" };
        assert_eq!(part_of_field("{{ owner.icon }}", &["owner"]), Some(part));
        assert_eq!(part_of_field("{{ coowner.icon }} {{ owner }}.", &["owner"]), None);
    }
}

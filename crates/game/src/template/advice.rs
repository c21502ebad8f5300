//! What to write instead of a template that another language would understand.

use minijinja::ErrorKind;

use crate::spec::values::spelling::Spelling;

/// Signs of other languages that mean nothing in a template, and what is written here.
const SIGNS: [(char, &str); 9] = [
    ('&', "`~` joins texts: {{ name ~ ' ' ~ kind }}"),
    ('$', "a field stands without a sign: {{ cost }}"),
    ('@', "a field stands without a sign: {{ cost }}"),
    ('#', "a field stands without a sign: {{ cost }}"),
    ('?', "a choice has words: {{ 'dear' if cost > 3 else 'cheap' }}"),
    (';', "leave it out"),
    ('^', "a power has two stars: {{ cost ** 2 }}"),
    ('\\', "quotes within quotes are single ones: {{ 'dear' if cost > 3 else 'cheap' }}"),
    ('`', "a text stands in single quotes: 'dear'"),
];

/// Returns what to write for a field that has a number and something more, such as `4 gold`, `4+` or `=3+1`; none if
/// it has no number, or several.
pub(super) fn number_with_more(text: &str, field: &str, spelling: Spelling) -> Option<String> {
    let text = text.trim();
    if let Some(formula) = text.strip_prefix('=') {
        let result = sum(formula).map_or_else(|| "its result".to_owned(), |result| result.to_string());
        return Some(format!("write {result} in the field: a formula is not worked out here"));
    }
    let is_part = |c: char| c.is_ascii_digit() || ".,".contains(c);
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let end = text.get(start..)?.find(|c: char| !is_part(c)).map_or(text.len(), |length| start + length);
    let digits = text.get(start..end)?.trim_end_matches(['.', ',']);
    let end = start + digits.len();
    let (before, after) = (text.get(..start)?, text.get(end..)?);
    let minus = before.ends_with(['-', '\u{2212}']) && before.chars().count() == 1;
    let before = if minus { "" } else { before };
    let is_name =
        |part: &str| part.chars().count() > LONGEST_UNIT || part.contains(|c: char| c.is_ascii_digit());
    spelling.number(digits).filter(|_| !is_name(before) && !is_name(after))?;
    let minus = if minus { "-" } else { "" };
    Some(format!(
        "write {minus}{digits} in the field, and the rest where it is printed: \"{before}{{{{ {field} }}}}{after}\""
    ))
}

/// The longest unit of a number, in letters: more is a sentence.
const LONGEST_UNIT: usize = 16;

/// The result of whole numbers that are added, subtracted or multiplied, as in `3+1`.
fn sum(formula: &str) -> Option<i64> {
    let number = |text: &str| text.trim().parse::<i64>().ok();
    let at = formula.find(['+', '-', '*']).filter(|at| *at > 0)?;
    let (a, b) = (number(formula.get(..at)?)?, number(formula.get(at + 1..)?)?);
    match formula.get(at..=at)? {
        "+" => a.checked_add(b),
        "-" => a.checked_sub(b),
        _ => a.checked_mul(b),
    }
}

/// The first sign that means nothing in a template, and what to write instead; `whole` where all of it is one expression.
pub(super) fn strange_sign(source: &str, whole: bool) -> Option<(char, Option<&'static str>)> {
    let mut inside = whole;
    let mut quote = None;
    let mut before = ' ';
    for c in source.chars() {
        match (c, quote) {
            ('{' | '%', _) if before == '{' => inside = true,
            ('}', None) if "}%".contains(before) => inside = whole,
            (_, Some(open)) if c == open => quote = None,
            (_, Some(_)) => {}
            ('"' | '\'', None) if inside => quote = Some(c),
            _ if inside && !c.is_alphanumeric() && !c.is_whitespace() && !KNOWN.contains(c) => {
                let instead = SIGNS.iter().find(|(sign, _)| *sign == c);
                return Some((c, instead.map(|(_, instead)| *instead)));
            }
            _ => {}
        }
        before = c;
    }
    None
}

/// All signs that the language has.
const KNOWN: &str = "_+-*/%~|.,()[]{}<>=!:";

/// What a filter needs that stands without its brackets.
const NEEDS: [(&str, &str, &str); 2] = [
    ("plural", "the number", "write plural(FIELD), with the name of the field that counts"),
    ("replace", "two texts", "write replace('OLD', 'NEW')"),
];

/// A filter of a template that lacks its values: which one, what it needs, and how it is written.
pub(super) fn without_values(source: &str) -> Option<(&'static str, &'static str, &'static str)> {
    NEEDS.into_iter().find(|(name, ..)| {
        source.split('|').skip(1).any(|behind| {
            let rest = behind.trim_start().strip_prefix(name).map(str::trim_start);
            rest.is_some_and(|rest| {
                !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')
                    && (!rest.starts_with('(') || rest[1..].trim_start().starts_with(')'))
            })
        })
    })
}

/// A part that a template asks of a field, `owner.icon` or `name.upper()`: the field and the part.
pub(super) fn part_of<'t>(source: &'t str, needs: &[&'t str]) -> Option<(&'t str, &'t str)> {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    needs.iter().find_map(|name| {
        source.match_indices(&format!("{name}.")).find_map(|(at, found)| {
            let begins = !source[..at].ends_with(is_letter);
            let rest = &source[at + found.len()..];
            let end = rest.find(|c: char| !is_letter(c)).unwrap_or(rest.len());
            (begins && end > 0).then(|| (*name, &rest[..end]))
        })
    })
}

/// Whether an error says that a value has no such part.
pub(super) fn is_of_a_part(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::UndefinedError | ErrorKind::UnknownMethod | ErrorKind::InvalidOperation)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_other_languages() {
        let found = |source| strange_sign(source, false).map(|(sign, _)| sign);
        assert_eq!(found("A & B {{ name }}"), None);
        assert_eq!(found("A & B {{ name & kind }}"), Some('&'));
        assert_eq!(found("{{ 'a & b' ~ $cost }}"), Some('$'));
        assert_eq!(found("{% if cost ? 1 %}"), Some('?'));
        assert_eq!(strange_sign("cost > 1 & kind == 'a&b'", true).map(|(sign, _)| sign), Some('&'));
    }

    #[test]
    fn filters_without_their_values_and_parts_of_fields() {
        let filter = |source| without_values(source).map(|(name, ..)| name);
        assert_eq!(filter("{{ sign | plural }}"), Some("plural"));
        assert_eq!(filter("{{ sign | plural() }}"), Some("plural"));
        assert_eq!(filter("{{ sign | plural(value) | upper }}"), None);
        assert_eq!(part_of("{{ owner.icon }}", &["owner"]), Some(("owner", "icon")));
        assert_eq!(part_of("{{ coowner.icon }} {{ owner }}.", &["owner"]), None);
    }
}

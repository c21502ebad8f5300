//! What to write instead of a template that another language would understand.

use minijinja::ErrorKind;

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
    ("plural", "the number", "{{ unit | plural(count) }}, with the name of the field that counts"),
    ("replace", "two texts", "{{ name | replace('old', 'new') }}"),
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

//! Corrects conditions that use the syntax of other languages, or characters of word processors.
//!
//! - In: a condition that cannot be parsed.
//! - Out: the same condition in the syntax of templates.
//! - Not here: checking that the corrected condition can be parsed.

use hexpress_base::text::one_line;

/// Characters that other programming languages and word processors use, and their replacements in
/// templates.
const FOREIGN_SIGNS: [(&str, &str); 30] = [
    ("\u{A0}", " "),
    ("‘", "'"),
    ("’", "'"),
    ("‚", "'"),
    ("“", "'"),
    ("”", "'"),
    ("„", "'"),
    ("«", "'"),
    ("»", "'"),
    ("≥", ">="),
    ("≤", "<="),
    ("≠", "!="),
    ("=>", ">="),
    ("=<", "<="),
    ("−", "-"),
    ("–", "-"),
    ("&&", " and "),
    ("&", " and "),
    ("||", " or "),
    ("===", "=="),
    ("!==", "!="),
    ("<>", "!="),
    (" AND ", " and "),
    (" is not empty", " != ''"),
    (" is empty", " == ''"),
    (" is not ", " != "),
    (" is ", " == "),
    (" OR ", " or "),
    ("NOT ", "not "),
    ("`", "'"),
];

/// A corrected condition, and the reason for the correction.
#[derive(Debug, PartialEq)]
pub(crate) struct Correction {
    pub(crate) source: String,
    pub(crate) fault: String,
    /// The first percentage of the condition, such as `20%`, and its value, such as 0.2.
    percentage: Option<(String, f64)>,
}

impl Correction {
    pub(crate) fn hint(&self) -> String {
        let right = format!("write \"{}\"", self.source.replace('"', "'"));
        match &self.percentage {
            Some((typed, value)) => {
                format!("{right}: hexpress reads {typed} in a file as the number {value}")
            }
            None => right,
        }
    }
}

/// Corrects a condition: removes braces, and replaces curly quotes, and signs and words of other
/// languages.
///
/// Returns `None` if the condition does not change.
pub(crate) fn corrected(source: &str) -> Option<Correction> {
    let has_braces = source.contains("{{") || source.contains("{%");
    let has_curly = source.contains(['‘', '’', '“', '”', '„', '«', '»']);
    let mut replaced = source.replace("{{", " ").replace("}}", " ");
    for (foreign, sign) in FOREIGN_SIGNS {
        replaced = replaced.replace(foreign, sign);
    }
    let corrected = replace_words(&replace_signs(&replace_amounts(&replaced)));
    let fault = match (has_braces, has_curly) {
        (true, _) => "a condition must be written without braces".to_owned(),
        (false, true) => "text in a condition needs straight quotes".to_owned(),
        (false, false) => match first_replaced(source, &corrected) {
            Some(word) => format!("cannot read `{word}` in this condition"),
            None => "unknown sign or word in a condition".to_owned(),
        },
    };
    let percentage = first_percentage(source);
    (corrected != source.trim()).then_some(Correction { source: corrected, fault, percentage })
}

/// Returns the first word that is a percentage, and its value. Returns `None` if no word is a
/// percentage.
fn first_percentage(source: &str) -> Option<(String, f64)> {
    source.split_whitespace().find_map(|word| {
        let number: f64 = word.strip_suffix('%')?.parse().ok()?;
        Some((word.to_owned(), number / 100.0))
    })
}

/// Returns the first word of a condition that is missing in the corrected condition. Returns `None` if no
/// word is missing.
fn first_replaced<'s>(source: &'s str, corrected: &str) -> Option<&'s str> {
    source.split_whitespace().find(|word| corrected.split_whitespace().all(|other| other != *word))
}

/// Replaces `=` by `==`, `!` by `not`, and commas by `and`. Texts in quotes and commas in brackets
/// are not changed.
fn replace_signs(source: &str) -> String {
    let mut right = String::with_capacity(source.len());
    let (mut before, mut depth, mut quote) = (' ', 0, None);
    let mut rest = source.chars().peekable();
    while let Some(character) = rest.next() {
        match (character, quote) {
            (_, Some(open)) => {
                quote = quote.filter(|_| character != open);
                right.push(character);
            }
            ('\'' | '"', None) => {
                quote = Some(character);
                right.push(character);
            }
            ('=', None) if !"=!<>".contains(before) && rest.peek() != Some(&'=') => right.push_str("=="),
            ('!', None) if rest.peek() != Some(&'=') => right.push_str("not "),
            (',' | ';', None) if depth == 0 => right.push_str(" and "),
            _ => {
                depth += i32::from("([".contains(character)) - i32::from(")]".contains(character));
                right.push(character);
            }
        }
        before = character;
    }
    one_line(&right)
}

/// Removes currency signs from numbers, and replaces percentages such as `50%` by fractions such as
/// `0.5`.
fn replace_amounts(source: &str) -> String {
    let mut right = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, from) = rest.split_at(at);
        let end = from.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(from.len());
        let (number, behind) = from.split_at(end);
        right.push_str(before.trim_end_matches(['£', '$', '€']));
        match (behind.strip_prefix('%'), number.parse::<f64>()) {
            (Some(after), Ok(value))
                if !after.trim_start().starts_with(|c: char| c.is_alphanumeric() || c == '(') =>
            {
                right.push_str(&(value / 100.0).to_string());
                rest = after;
            }
            _ => {
                right.push_str(number);
                rest = behind.trim_start_matches(['£', '€']);
            }
        }
    }
    right + rest
}

/// Replaces operators that are words in other languages.
///
/// Examples are `kind contains 'sh'`, `cost between 1 and 3`, `name like 'A%'`.
fn replace_words(source: &str) -> String {
    let parts: Vec<&str> = source.split(' ').collect();
    let lower_case = source.to_lowercase();
    let lower: Vec<&str> = lower_case.split(' ').collect();
    let mut right: Vec<String> = Vec::new();
    let mut at = 0;
    while at < parts.len() {
        let (text, used) = match lower.get(at + 1..).unwrap_or_default() {
            ["contains" | "includes" | "has", _, ..] => (format!("{} in {}", parts[at + 2], parts[at]), 3),
            ["between", _, "and", _, ..] => {
                (format!("{} <= {} <= {}", parts[at + 2], parts[at], parts[at + 4]), 5)
            }
            ["startswith" | "starts_with", _, ..] => {
                (format!("{} is startingwith({})", parts[at], parts[at + 2]), 3)
            }
            ["endswith" | "ends_with", _, ..] => {
                (format!("{} is endingwith({})", parts[at], parts[at + 2]), 3)
            }
            ["like", pattern, ..] => match like(parts[at], parts[at + 2]).filter(|_| pattern.contains('%')) {
                Some(text) => (text, 3),
                None => (parts[at].to_owned(), 1),
            },
            _ => (parts[at].to_owned(), 1),
        };
        right.push(text);
        at += used;
    }
    right.join(" ")
}

/// Returns the condition that means the same as `name like 'A%'`. `pattern` is the text after `like`.
/// Returns `None` if `pattern` is not in quotes.
fn like(name: &str, pattern: &str) -> Option<String> {
    let inside = pattern.strip_prefix('\'')?.strip_suffix('\'')?;
    let word = inside.trim_matches('%');
    Some(match (inside.starts_with('%'), inside.ends_with('%')) {
        (true, true) => format!("'{word}' in {name}"),
        (true, false) => format!("{name} is endingwith('{word}')"),
        (false, _) => format!("{name} is startingwith('{word}')"),
    })
}

#[cfg(test)]
mod tests {
    use super::corrected;

    #[test]
    fn conditions_of_other_languages() {
        for (theirs, ours) in [
            ("{{ cost > 2 }}", "cost > 2"),
            ("cost = 2 && !rare", "cost == 2 and not rare"),
            ("kind == ‘ship’", "kind == 'ship'"),
            ("kind == “a, b”", "kind == 'a, b'"),
            ("cost ≥ 2", "cost >= 2"),
            ("cost => 2", "cost >= 2"),
            ("cost > 2, kind == 'a'", "cost > 2 and kind == 'a'"),
            ("kind in ['a', 'b'] && x", "kind in ['a', 'b'] and x"),
            ("cost > £2", "cost > 2"),
            ("chance > 20%", "chance > 0.2"),
            ("kind contains 'sh'", "'sh' in kind"),
            ("cost between 1 and 3 AND rare", "1 <= cost <= 3 and rare"),
            ("name like 'A%'", "name is startingwith('A')"),
            ("kind is not empty || x", "kind != '' or x"),
        ] {
            assert_eq!(
                corrected(theirs).map(|correction| correction.source).as_deref(),
                Some(ours),
                "{theirs}"
            );
        }
        for right in ["cost % 2 == 0", "kind == 'a, b'", "cost > 2 and not rare"] {
            assert_eq!(corrected(right), None, "{right}");
        }
    }
}

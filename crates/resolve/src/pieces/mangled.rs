//! Warns about values that are not printed as the user typed them, because a spreadsheet or TOML
//! changed them. For example, a spreadsheet changes `1-2` to `02-Jan`.
//!
//! - In: the elements and values of a component.
//! - Out: warnings.

use std::collections::BTreeSet;

use super::field_values::values;
use crate::context::Resolver;
use hexpress_base::diag::{Diagnostic, MistakeLimit, codes};
use hexpress_game::element::{Element, Shape};
use hexpress_language::tables::layout::Pieces;
use hexpress_language::values::scalar::Scalar;

/// Warns about printed values that a spreadsheet has changed, such as `1.2E+15` or `02-Jan`. Also warns
/// about numbers in the layout that are printed with other digits than the user typed, such as `2.50`.
pub fn check(p: &Pieces, faces: [&[Element]; 2], resolver: &mut Resolver<'_>) {
    let mut printed: BTreeSet<&str> = BTreeSet::new();
    for element in faces.into_iter().flat_map(Element::with_parts) {
        let Shape::Text(template, _) = &element.shape else { continue };
        let source: String = template.source().split_whitespace().collect();
        // A filter may change how a value is printed, so fields with a filter are not checked.
        printed.extend(template.needs().filter(|name| source.contains(&format!("{{{{{name}}}}}"))));
    }
    let table = p.data.as_ref().and_then(|data| data.value.table.as_ref());
    let mut limit = MistakeLimit::default();
    for name in printed {
        let values = values(p, name, resolver);
        let filled = values.iter().filter(|(value, _)| !value.to_string().trim().is_empty()).count();
        let has_words = values
            .iter()
            .any(|(value, _)| !is_flag(value) && is_text(value, |text| text.contains(char::is_alphabetic)));
        let dates = values.iter().filter(|(value, _)| is_text(value, is_day)).count();
        for (value, place) in &values {
            let found = match value {
                Scalar::Number(_) | Scalar::Whole(_) => {
                    let typed = resolver.text.get(place.start as usize..place.end as usize);
                    typed
                        .filter(|_| place.file == resolver.file)
                        .and_then(|typed| other_digits(name, value, typed))
                }
                Scalar::Text(text) if table.is_some_and(|table| table.is_shown_by_system(*place)) => {
                    Some(date_of_system(text))
                }
                Scalar::Text(text) if is_short_date(text) => Some(date_warning(text)),
                Scalar::Text(text) if dates < filled && is_day(text) => Some(date_warning(text)),
                Scalar::Text(text) if is_long_number(text) => Some(lost_digits(text)),
                value if is_flag(value) && has_words => Some(flag_among_texts(value)),
                _ => None,
            };
            let Some(warning) = found else { continue };
            if limit.count() {
                resolver.warnings.push(warning.at(*place));
            }
        }
    }
}

/// Returns whether a value is a text that `predicate` accepts.
fn is_text(value: &Scalar, predicate: impl Fn(&str) -> bool) -> bool {
    matches!(value, Scalar::Text(text) if predicate(text))
}

/// Returns whether a value is true or false. Also accepts the words that spreadsheets write for these
/// values in English, German and French.
fn is_flag(value: &Scalar) -> bool {
    match value {
        Scalar::Flag(_) => true,
        Scalar::Text(text) => matches!(text.trim(), "TRUE" | "FALSE" | "WAHR" | "FALSCH" | "VRAI" | "FAUX"),
        _ => false,
    }
}

/// Returns a warning if a number is printed with other digits than the user typed.
fn other_digits(name: &str, value: &Scalar, typed: &str) -> Option<Diagnostic> {
    let printed = value.to_string();
    let is_number = typed.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
    let message = format!("`{typed}` is read as a number, and printed as {printed}");
    (is_number && typed != printed).then(|| {
        let hint = format!("to print it as you typed it, write it in quotes: {name} = \"{typed}\"");
        codes::BAD_DATA.warning(message).hint(hint)
    })
}

/// The abbreviated names of months in spreadsheets, in English, German, French, Spanish and
/// Italian.
const MONTHS: &str = "jan feb mar apr may jun jul aug sep sept oct nov dec \
    mär mrz mai okt dez janv févr mars avr juin juil août déc ene abr ago dic gen mag giu lug set ott";

/// Returns whether a word is an abbreviated name of a month.
fn is_month(word: &str) -> bool {
    let word = word.trim_end_matches('.').to_lowercase();
    MONTHS.split_whitespace().any(|month| month == word)
}

/// Returns whether a word consists of one to `most` digits.
fn is_digits(word: &str, most: usize) -> bool {
    (1..=most).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns whether a text is a date without a year, such as `02-Jan`, `2. Jan` or `Jan-05`. A
/// spreadsheet writes such a date if the user types `1-2`.
fn is_short_date(text: &str) -> bool {
    let text = text.trim();
    let Some((one, other)) = text.split_once('-').or_else(|| text.split_once(". ")) else { return false };
    (is_digits(one, 2) && is_month(other)) || (is_month(one) && is_digits(other, 2) && text.contains('-'))
}

/// Returns whether a text is a date such as `2024-02-01`, `2/1/2024` or `01.02.2024`. A time of day
/// may follow.
fn is_day(text: &str) -> bool {
    let day = text.trim().split([' ', 'T']).next().unwrap_or_default();
    let parts: Vec<&str> = day.split(['-', '/', '.']).collect();
    parts.len() == 3
        && parts.iter().all(|part| is_digits(part, 4))
        && parts.iter().filter(|part| part.len() == 4).count() == 1
}

/// Returns whether a text is a number with an exponent, such as `1.23E+15`.
fn is_long_number(text: &str) -> bool {
    let Some((digits, power)) = text.trim().split_once("E+") else { return false };
    let digits = digits.trim_start_matches('-');
    is_digits(power, 3)
        && digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.chars().all(|c| c.is_ascii_digit() || c == '.' || c == ',')
}

fn date_warning(text: &str) -> Diagnostic {
    let message = format!(
        "`{}` looks like a date: a spreadsheet turns text such as 1-2 or 1/2 into dates",
        text.trim()
    );
    let hint = "set the format of the column to Text in the spreadsheet and type the text again, or type it with an en dash: 1–2";
    codes::BAD_DATA.warning(message).hint(hint)
}

fn date_of_system(text: &str) -> Diagnostic {
    let message = format!(
        "this date is printed as {text}, but its spreadsheet may show it otherwise: its format depends on the computer"
    );
    let hint = "in the spreadsheet, give the column a fixed format, such as yyyy-mm-dd";
    codes::BAD_DATA.warning(message).hint(hint)
}

fn lost_digits(text: &str) -> Diagnostic {
    let message = format!("`{}` has lost digits: a spreadsheet shortened a long number", text.trim());
    let hint = "set the format of the column to Text in the spreadsheet, then type the number again";
    codes::BAD_DATA.warning(message).hint(hint)
}

fn flag_among_texts(value: &Scalar) -> Diagnostic {
    let message =
        format!("a spreadsheet may have turned a word into `{value}`: other rows have words in this column");
    let hint = "if you typed it as a word, set the format of the column to Text in the spreadsheet, then type the word again";
    codes::BAD_DATA.warning(message).hint(hint)
}

#[cfg(test)]
mod tests {
    use super::{is_day, is_long_number, is_short_date};

    #[test]
    fn what_spreadsheets_make_of_other_things() {
        for text in ["02-Jan", "2-jan", "02. Jan", "Jan-05", "04-Mär", "01-févr."] {
            assert!(is_short_date(text), "{text}");
        }
        for text in ["1-2", "2 January", "Jan", "02-Janus", "May-be", "Feb - 2", "3-4 players"] {
            assert!(!is_short_date(text), "{text}");
        }
        assert!(is_day("2024-02-01 00:00:00") && is_day("2/1/2024") && is_day("01.02.2024"));
        assert!(!is_day("1-2-3") && !is_day("1.2.3") && !is_day("2024"));
        assert!(is_long_number("1.23E+15") && is_long_number("4,00638E+12"));
        assert!(!is_long_number("E+5") && !is_long_number("1E5") && !is_long_number("ME+2"));
    }
}

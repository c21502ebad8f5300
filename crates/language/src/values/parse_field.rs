//! Parses the text of a field as a spreadsheet does: as a number, as a word for yes or no, or as text.
//!
//! - In: the text of a cell and the language of the game.
//! - Out: a number, a Boolean for a word such as `yes`, or `None` for any other text.
//! - Not here: formatting numbers, or changing the text that is printed.

use super::scalar::Scalar;

/// How a game writes numbers, and which words mean yes and no.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Spelling {
    /// Whether the decimal separator is a comma instead of a point.
    pub decimal_comma: bool,
    /// The words for yes and no in the language of the game. The English words are also accepted.
    local_flags: &'static [(&'static str, bool)],
}

/// The tags of the languages with a decimal comma.
const COMMA_LANGUAGES: &str = "be bg ca cs da de el es et eu fi fr gl hr hu is it lt lv mk nb nl nn no pl pt ro ru sk sl sr sv tr uk vi";

/// The countries that use a decimal point, although other countries with the same language use a
/// decimal comma.
const POINT_COUNTRIES: [&str; 6] = ["de-ch", "de-li", "it-ch", "es-mx", "es-us", "es-pr"];

/// The words for yes and no that are accepted in every language. The value `true` stands for yes.
const FLAGS: [(&str, bool); 11] = [
    ("yes", true),
    ("no", false),
    ("y", true),
    ("n", false),
    ("true", true),
    ("false", false),
    ("x", true),
    ("✓", true),
    ("✔", true),
    ("✗", false),
    ("✘", false),
];

/// The words for yes and no in other languages, by language tag.
const LOCAL_FLAGS: [(&str, &[(&str, bool)]); 4] = [
    ("de", &[("ja", true), ("nein", false), ("wahr", true), ("falsch", false)]),
    ("es", &[("sí", true), ("si", true), ("verdadero", true), ("falso", false)]),
    ("fr", &[("oui", true), ("non", false), ("vrai", true), ("faux", false)]),
    ("it", &[("sì", true), ("si", true), ("vero", true), ("falso", false)]),
];

/// Currency signs that may be before or after a number.
const CURRENCY_SIGNS: &str = "$£€¥₹₩₽₺₴₪₫฿₿¢¤";

/// Characters that may separate thousands. The comma and the point may also separate thousands, unless
/// they are the decimal separator.
const THOUSANDS_SIGNS: &str = "'’ \u{A0}\u{202F}\u{2009}";

/// The maximum length of a number, in bytes. A longer text is not read as a number.
const MAX_NUMBER_LENGTH: usize = 48;

/// The largest number of digits of a number. Spreadsheets keep no more digits, so a text with more
/// digits is probably a name.
const MAX_DIGITS: usize = 15;

/// The largest length of a word for yes or no, in bytes.
const MAX_FLAG_LENGTH: usize = 12;

/// The largest length of a word in [`REFUSALS`], in bytes.
const MAX_REFUSAL_LENGTH: usize = 12;

/// The texts that spreadsheets show in place of a value that they cannot compute.
const SHEET_ERRORS: &str = "#REF! #N/A #NA #DIV/0! #VALUE! #NAME? #NUM! #NULL! #ERROR! #SPILL! #CALC! #FIELD! #GETTING_DATA \
    #BEZUG! #NV #WERT! #ZAHL! #VALEUR! #NOM? #NOMBRE! #NOMBRE? #¡REF! #¡DIV/0! #¡VALOR! #RIF! #VALORE! #NOME?";

/// Words that usually mean no or nothing, but that hexpress reads as text.
const REFUSALS: &str =
    "- – — -- none off n/a na nil null nope never nan undefined keine keiner kein aucun ninguno nessuno";

/// Returns true if a text is what a spreadsheet shows for an error, such as `#REF!` or `Err:502`.
pub fn is_sheet_error(text: &str) -> bool {
    let trimmed = text.trim();
    let libre_office_code = trimmed.strip_prefix("Err:");
    trimmed.starts_with('#') && SHEET_ERRORS.split(' ').any(|error| error == trimmed)
        || libre_office_code.is_some_and(|code| code.len() == 3 && is_digits(code))
}

/// Returns true for the letters `y` and `n`. These letters mean yes and no, unless the column also
/// contains other letters, such as `E` for east.
pub fn is_letter(text: &str) -> bool {
    matches!(text.trim(), "y" | "Y" | "n" | "N")
}

/// Returns true if a column contains `y` or `n`, and also contains other letters.
///
/// In such a column, `y` and `n` do not mean yes and no. They may be directions, as in `N`, `E`, `S`
/// and `W`.
pub fn has_letters<'v>(values: impl Iterator<Item = &'v Scalar> + Clone) -> bool {
    let texts = values.filter_map(|value| match value {
        Scalar::Text(text) => Some(text.trim()),
        _ => None,
    });
    texts.clone().any(is_letter) && texts.clone().any(is_other_letter)
}

/// Returns true for a text of one or two letters that does not mean yes or no.
fn is_other_letter(text: &str) -> bool {
    (1..=2).contains(&text.chars().count())
        && text.chars().all(char::is_alphabetic)
        && !is_letter(text)
        && Spelling::default().flag(text).is_none()
}

/// Returns true for a text that usually means no or nothing, but that hexpress reads as text.
pub fn is_refusal(text: &str) -> bool {
    let trimmed = text.trim();
    !trimmed.is_empty()
        && trimmed.len() <= MAX_REFUSAL_LENGTH
        && REFUSALS.split(' ').any(|word| word == trimmed.to_lowercase())
}

impl Spelling {
    /// Returns the spelling of the language with this tag, such as `en` or `de-CH`.
    pub fn of_language(tag: &str) -> Self {
        let lower = tag.to_lowercase().replace('_', "-");
        let language = lower.split('-').next().unwrap_or_default();
        let local_flags =
            LOCAL_FLAGS.iter().find(|(name, _)| *name == language).map_or(&[][..], |(_, flags)| flags);
        let decimal_comma = COMMA_LANGUAGES.split(' ').any(|name| name == language)
            && !POINT_COUNTRIES.contains(&lower.as_str());
        Self { decimal_comma, local_flags }
    }

    /// Parses a text as a number, or as a word for yes or no. Returns `None` for any other text.
    pub fn value(&self, text: &str) -> Option<Scalar> {
        let trimmed = text.trim();
        if trimmed.is_empty() || trimmed.len() > MAX_NUMBER_LENGTH {
            return None;
        }
        self.number(trimmed).or_else(|| self.flag(trimmed).map(Scalar::Flag))
    }

    /// Parses a word for yes or no. Returns `None` for any other word.
    fn flag(&self, word: &str) -> Option<bool> {
        if word.len() > MAX_FLAG_LENGTH {
            return None;
        }
        let lower = word.to_lowercase();
        FLAGS.iter().chain(self.local_flags).find(|(known, _)| *known == lower).map(|(_, flag)| *flag)
    }

    /// Parses a number such as `1.50`, `1,000`, `£1` or `12 %`. Returns `None` for any other text.
    pub fn number(&self, text: &str) -> Option<Scalar> {
        let trimmed = text.trim();
        if trimmed.len() > MAX_NUMBER_LENGTH || !trimmed.bytes().any(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let (outer_sign, unsigned) = split_sign(trimmed);
        let after_currency = unsigned.strip_prefix(is_currency);
        let (inner_sign, amount) = split_sign(after_currency.map_or(unsigned, str::trim_start));
        if outer_sign.is_some() && inner_sign.is_some() {
            return None;
        }
        let unit =
            amount.chars().next_back().filter(|c| after_currency.is_none() && (*c == '%' || is_currency(*c)));
        let bare = unit.and_then(|unit| amount.strip_suffix(unit)).map_or(amount, str::trim_end);
        let Digits { whole, fraction } = self.digits(bare)?;
        if whole.len() + fraction.len() > MAX_DIGITS {
            return None;
        }
        let minus = if outer_sign.or(inner_sign) == Some(Sign::Minus) { "-" } else { "" };
        if unit == Some('%') {
            let percent: f64 = format!("{minus}{whole}.{fraction}0").parse().ok()?;
            return Some(Scalar::from_number(percent / 100.0));
        }
        if fraction.bytes().all(|byte| byte == b'0') {
            return format!("{minus}{whole}").parse().ok().map(Scalar::Whole);
        }
        format!("{minus}{whole}.{fraction}").parse().ok().map(Scalar::Number)
    }

    /// Returns the name of the other decimal separator, `comma` or `point`, if the text is a number
    /// only with that separator. Otherwise returns `None`.
    pub fn other_decimal(&self, text: &str) -> Option<&'static str> {
        let other = Self { decimal_comma: !self.decimal_comma, ..*self };
        let name = if other.decimal_comma { "comma" } else { "point" };
        (self.number(text).is_none() && other.number(text).is_some()).then_some(name)
    }

    /// Splits a number without sign and unit into the digits before and after its decimal separator.
    /// Returns `None` if the text is not such a number.
    fn digits(&self, text: &str) -> Option<Digits> {
        let (separator, other) = if self.decimal_comma { (',', '.') } else { ('.', ',') };
        let (integer, fraction) = split_fraction(text, separator);
        if let Some(whole) = integer_digits(integer, other) {
            let has_fraction = integer.len() < text.len();
            return (!has_fraction || is_digits(fraction))
                .then(|| Digits { whole, fraction: fraction.to_owned() });
        }
        // In a game with a decimal comma, a point may also be the decimal separator, as in `1.5`. In
        // `1.500`, the point separates thousands.
        let (before, after) = split_fraction(text, other);
        let is_clear = self.decimal_comma && (after.len() != 3 || before == "0") && is_digits(after);
        integer_digits(before, ' ')
            .filter(|_| is_clear)
            .map(|whole| Digits { whole, fraction: after.to_owned() })
    }
}

/// The digits of a number.
struct Digits {
    /// The digits before the decimal separator. There is at least one digit.
    whole: String,
    /// The digits after the decimal separator. The text may be empty.
    fraction: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Plus,
    Minus,
}

/// Splits a text into its sign, if it has one, and the rest.
fn split_sign(text: &str) -> (Option<Sign>, &str) {
    let Some(rest) = text.strip_prefix(['-', '−', '–', '‒', '－', '+']) else { return (None, text) };
    let sign = if text.starts_with('+') { Sign::Plus } else { Sign::Minus };
    (Some(sign), rest.trim_start())
}

/// Splits a number at the last `separator`. Without a separator, the second part is empty.
fn split_fraction(text: &str, separator: char) -> (&str, &str) {
    text.rsplit_once(separator).unwrap_or((text, ""))
}

fn is_currency(sign: char) -> bool {
    CURRENCY_SIGNS.contains(sign)
}

/// Returns whether a text consists of one or more digits.
pub(crate) fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the digits of a whole number. In `text`, thousands may be separated by `separator` or by one
/// of [`THOUSANDS_SIGNS`].
///
/// Returns `None` for a text with leading zeros, such as `007`, because it is a name and not a number.
/// Returns `0` for an empty text, such as the one before the point of `.5`.
fn integer_digits(text: &str, separator: char) -> Option<String> {
    if text.is_empty() {
        return Some("0".to_owned());
    }
    let Some(sign) = text.chars().find(|c| *c == separator || THOUSANDS_SIGNS.contains(*c)) else {
        return (is_digits(text) && (text.len() == 1 || !text.starts_with('0'))).then(|| text.to_owned());
    };
    let mut groups = text.split(sign);
    let first =
        groups.next().filter(|first| is_digits(first) && first.len() <= 3 && !first.starts_with('0'))?;
    let mut digits = first.to_owned();
    for group in groups {
        if group.len() != 3 || !is_digits(group) {
            return None;
        }
        digits.push_str(group);
    }
    Some(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_spreadsheets_write_them() {
        let [point, comma] = [Spelling::of_language("en"), Spelling::of_language("de")];
        for (text, number) in [
            ("7", 7.0),
            ("1.50", 1.5),
            ("-3", -3.0),
            ("−3", -3.0),
            ("–3", -3.0),
            ("+3", 3.0),
            (".5", 0.5),
            ("0.125", 0.125),
            ("1,000", 1000.0),
            ("1,234,567.89", 1_234_567.89),
            ("1 000", 1000.0),
            ("1'000", 1000.0),
            ("£1", 1.0),
            ("-£1.20", -1.2),
            ("$ -5", -5.0),
            ("5 €", 5.0),
            ("12 %", 0.12),
            ("100%", 1.0),
            (" 3 ", 3.0),
        ] {
            let read = point.number(text).map(|value| value.to_string().parse::<f64>().unwrap());
            assert_eq!(read, Some(number), "{text}");
        }
        for (text, number) in [
            ("3,5", 3.5),
            ("1.000", 1000.0),
            ("1.234,5", 1234.5),
            ("1.5", 1.5),
            ("0.125", 0.125),
            ("1 000,5", 1000.5),
        ] {
            let read = comma.number(text).map(|value| value.to_string().parse::<f64>().unwrap());
            assert_eq!(read, Some(number), "{text}");
        }
        for text in [
            "",
            "-",
            ".",
            "%",
            "£",
            "007",
            "00",
            "0101",
            "1e5",
            "3 coins",
            "1.2.3",
            "12:30",
            "1/2",
            "3,5",
            "1,00",
            "0,125",
            "1,0000",
            "1 2",
            "--3",
            "-£-3",
            "£5%",
            "£5€",
            "2d6",
            "1234567890123456",
            "①",
            "１",
        ] {
            assert_eq!(point.number(text), None, "{text}");
        }
        for text in ["3,", "1.000.0", "1,2,3", "0.125,5"] {
            assert_eq!(comma.number(text), None, "{text}");
        }
        assert_eq!(point.number("1.00"), Some(Scalar::Whole(1)));
        assert_eq!(point.number("999999999999999"), Some(Scalar::Whole(999_999_999_999_999)));
    }

    #[test]
    fn words_for_yes_and_no() {
        for (text, yes) in
            [("yes", true), ("No", false), ("x", true), ("TRUE", true), ("FALSE", false), ("✗", false)]
        {
            assert_eq!(Spelling::of_language("en").value(text), Some(Scalar::Flag(yes)), "{text}");
        }
        assert_eq!(Spelling::of_language("de-AT").value("Nein"), Some(Scalar::Flag(false)));
        for (language, text) in [("en", "nein"), ("en", "-"), ("en", "maybe"), ("fr", "nein"), ("en", "")] {
            assert_eq!(Spelling::of_language(language).value(text), None, "{text}");
        }
    }

    fn column_has_letters(texts: &[&str]) -> bool {
        let values: Vec<Scalar> = texts.iter().map(|text| Scalar::Text((*text).into())).collect();
        has_letters(values.iter())
    }

    fn has_decimal_comma(language: &str) -> bool {
        Spelling::of_language(language).decimal_comma
    }

    #[test]
    fn letters_of_a_column_with_other_letters_say_neither_yes_nor_no() {
        assert!(
            column_has_letters(&["N", "E", "S", "W"])
                && column_has_letters(&["", "n", "nw"])
                && column_has_letters(&["y", "z"])
        );
        for texts in
            [&["y", "n", ""][..], &["N", "x"], &["Y", "no"], &["E", "S"], &["n", "maybe"], &["n", "?"]]
        {
            assert!(!column_has_letters(texts), "{texts:?}");
        }
    }

    #[test]
    fn words_that_mean_no_and_are_text() {
        for text in ["-", " None", "n/a", "—", "off"] {
            assert!(is_refusal(text), "{text}");
        }
        for text in ["", "no", "not", "on", "sea"] {
            assert!(!is_refusal(text), "{text}");
        }
    }

    #[test]
    fn errors_of_spreadsheets() {
        for text in ["#REF!", "#N/A", "#DIV/0!", " #NAME? ", "#WERT!", "Err:502"] {
            assert!(is_sheet_error(text), "{text}");
        }
        for text in ["#", "#1", "#FF0000", "#REF! is wrong", "Err:or", "NA", ""] {
            assert!(!is_sheet_error(text), "{text}");
        }
    }

    #[test]
    fn the_language_decides_the_decimal_separator() {
        assert!(
            has_decimal_comma("de")
                && has_decimal_comma("fr-FR")
                && has_decimal_comma("pt_BR")
                && has_decimal_comma("de-AT")
        );
        assert!(
            !has_decimal_comma("en")
                && !has_decimal_comma("de-CH")
                && !has_decimal_comma("ja")
                && !has_decimal_comma("")
        );
    }
}

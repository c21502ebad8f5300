//! What a text in a field means: a number, yes or no, or no more than its letters, as a spreadsheet takes it.

use super::scalar::Scalar;

/// How a game writes its numbers, and yes and no.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Spelling {
    /// Whether a comma parts whole numbers from fractions.
    pub decimal_comma: bool,
    /// Words for yes and for no of the game's language, beside those of English.
    own: &'static [(&'static str, bool)],
}

/// The languages in which a comma parts whole numbers from fractions.
const COMMA: &str = "be bg ca cs da de el es et eu fi fr gl hr hu is it lt lv mk nb nl nn no pl pt ro ru sk sl sr sv tr uk vi";

/// Where their speakers write a point all the same.
const POINT: [&str; 6] = ["de-ch", "de-li", "it-ch", "es-mx", "es-us", "es-pr"];

/// What spreadsheets and people write for yes and for no.
const WORDS: [(&str, bool); 11] = [
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

/// The same in the languages of sheets.
const OWN: [(&str, &[(&str, bool)]); 4] = [
    ("de", &[("ja", true), ("nein", false), ("wahr", true), ("falsch", false)]),
    ("es", &[("sí", true), ("si", true), ("verdadero", true), ("falso", false)]),
    ("fr", &[("oui", true), ("non", false), ("vrai", true), ("faux", false)]),
    ("it", &[("sì", true), ("si", true), ("vero", true), ("falso", false)]),
];

/// Signs of money that may stand before or behind a number.
const MONEY: &str = "$£€¥₹₩₽₺₴₪₫฿₿¢¤";

/// What may part the thousands of a number, beside the sign that does not part its fraction.
const THOUSANDS: &str = "'’ \u{A0}\u{202F}\u{2009}";

/// The most bytes of a text that is a number.
const LONGEST: usize = 48;

/// The most digits of a number: a spreadsheet keeps no more, and what is longer is a name made of digits.
const MOST_DIGITS: usize = 15;

/// What spreadsheets show in place of a value that they cannot work out.
const ERRORS: &str = "#REF! #N/A #NA #DIV/0! #VALUE! #NAME? #NUM! #NULL! #ERROR! #SPILL! #CALC! #FIELD! #GETTING_DATA \
    #BEZUG! #NV #WERT! #ZAHL! #VALEUR! #NOM? #NOMBRE! #NOMBRE? #¡REF! #¡DIV/0! #¡VALOR! #RIF! #VALORE! #NOME?";

/// Whether a text is what a spreadsheet shows for an error.
pub fn is_sheet_error(text: &str) -> bool {
    let text = text.trim();
    let of_libre_office = text.strip_prefix("Err:");
    text.starts_with('#') && ERRORS.split(' ').any(|error| error == text)
        || of_libre_office.is_some_and(|code| code.len() == 3 && code.bytes().all(|b| b.is_ascii_digit()))
}

/// Whether a text is a letter that may say yes or no, or may be one of several letters: `N` for north.
pub fn is_letter(text: &str) -> bool {
    matches!(text.trim(), "y" | "Y" | "n" | "N")
}

/// Whether the letters `y` and `n` in a column are letters like others in it, as in a column of the ways `N`, `E`, `S` and
/// `W`.
pub fn has_letters<'v>(values: impl Iterator<Item = &'v Scalar> + Clone) -> bool {
    let texts = values.filter_map(|value| match value {
        Scalar::Text(text) => Some(text.trim()),
        _ => None,
    });
    let is_other = |text: &str| {
        let letters = text.chars().count();
        (1..=2).contains(&letters)
            && text.chars().all(char::is_alphabetic)
            && !is_letter(text)
            && Spelling::default().flag(text).is_none()
    };
    texts.clone().any(is_letter) && texts.clone().any(is_other)
}

/// What people write for no, or for nothing, that counts as text.
const REFUSALS: &str =
    "- – — -- none off n/a na nil null nope never nan undefined keine keiner kein aucun ninguno nessuno";

/// Whether a text means no, or that there is nothing, to most people, though it counts as text.
pub fn is_refusal(text: &str) -> bool {
    const LONGEST: usize = 12;
    let text = text.trim();
    !text.is_empty() && text.len() <= LONGEST && REFUSALS.split(' ').any(|word| word == text.to_lowercase())
}

impl Spelling {
    /// That of a language, as in `en` or `de-CH`.
    pub fn of(language: &str) -> Self {
        let language = language.to_lowercase().replace('_', "-");
        let first = language.split('-').next().unwrap_or_default();
        let own = OWN.iter().find(|(name, _)| *name == first).map_or(&[][..], |(_, words)| words);
        let decimal_comma = COMMA.split(' ').any(|name| name == first) && !POINT.contains(&language.as_str());
        Self { decimal_comma, own }
    }

    /// The number, or the yes or no, that a text is; none for any other text.
    pub fn value(&self, text: &str) -> Option<Scalar> {
        let text = text.trim();
        if text.is_empty() || text.len() > LONGEST {
            return None;
        }
        self.number(text).or_else(|| self.flag(text).map(Scalar::Flag))
    }

    /// Whether a word says yes or no.
    fn flag(&self, text: &str) -> Option<bool> {
        // Longer words are neither.
        if text.len() > 12 {
            return None;
        }
        let text = text.to_lowercase();
        WORDS.iter().chain(self.own).find(|(word, _)| *word == text).map(|(_, flag)| *flag)
    }

    /// The number that a text is: `1.50`, `1,000`, `£1` or `12 %`.
    pub fn number(&self, text: &str) -> Option<Scalar> {
        let text = text.trim();
        if text.len() > LONGEST || !text.bytes().any(|b| b.is_ascii_digit()) {
            return None;
        }
        let (before, text) = signed(text);
        let money = text.strip_prefix(is_money);
        let (after, text) = signed(money.map_or(text, str::trim_start));
        if before.is_some() && after.is_some() {
            return None;
        }
        let unit = text.chars().next_back().filter(|c| money.is_none() && (*c == '%' || is_money(*c)));
        let text = unit.and_then(|unit| text.strip_suffix(unit)).map_or(text, str::trim_end);
        let (whole, fraction) = self.parts(text)?;
        if whole.len() + fraction.len() > MOST_DIGITS {
            return None;
        }
        let minus = before.or(after).filter(|minus| *minus).map_or("", |_| "-");
        if unit == Some('%') {
            let number: f64 = format!("{minus}{whole}.{fraction}0").parse().ok()?;
            return Some(Scalar::of_number(number / 100.0));
        }
        if fraction.bytes().all(|b| b == b'0') {
            return format!("{minus}{whole}").parse().ok().map(Scalar::Whole);
        }
        format!("{minus}{whole}.{fraction}").parse().ok().map(Scalar::Number)
    }

    /// The decimal sign that would make a number of a text: `comma` or `point`; `None` if the text is a number already, or
    /// is none with either.
    pub fn other_decimal(&self, text: &str) -> Option<&'static str> {
        let other = Self { decimal_comma: !self.decimal_comma, ..*self };
        (self.number(text).is_none() && other.number(text).is_some()).then_some(if other.decimal_comma {
            "comma"
        } else {
            "point"
        })
    }

    /// The digits of a number before and behind the sign of its fraction.
    fn parts(&self, text: &str) -> Option<(String, String)> {
        let (sign, other) = if self.decimal_comma { (',', '.') } else { ('.', ',') };
        let fraction_at = |sign: char| text.rsplit_once(sign).map_or((text, ""), |parts| parts);
        let (whole, fraction) = fraction_at(sign);
        if let Some(digits) = thousands(whole, other) {
            return (whole.len() == text.len() || is_digits(fraction)).then(|| (digits, fraction.to_owned()));
        }
        // What cannot part thousands is a fraction, where it could not be taken for anything else.
        let (whole, fraction) = fraction_at(other);
        let clear = self.decimal_comma && (fraction.len() != 3 || whole == "0") && is_digits(fraction);
        thousands(whole, ' ').filter(|_| clear).map(|digits| (digits, fraction.to_owned()))
    }
}

/// Whether a number begins with a sign, and whether that is a minus; what follows it.
fn signed(text: &str) -> (Option<bool>, &str) {
    match text.strip_prefix(['-', '−', '–', '‒', '－', '+']) {
        Some(rest) => (Some(!text.starts_with('+')), rest.trim_start()),
        None => (None, text),
    }
}

fn is_money(sign: char) -> bool {
    MONEY.contains(sign)
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// The digits of a whole number, whose thousands may be parted by `group` or by one of [`THOUSANDS`]. A number with
/// zeros in front, such as `007`, is a name. Before a fraction nothing may stand: `.5`.
fn thousands(text: &str, group: char) -> Option<String> {
    if text.is_empty() {
        return Some("0".to_owned());
    }
    let parts_thousands = |c: char| c == group || THOUSANDS.contains(c);
    let Some(sign) = text.chars().find(|c| parts_thousands(*c)) else {
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
        let [point, comma] = [Spelling::of("en"), Spelling::of("de")];
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
        let flag = |language: &str, text: &str| Spelling::of(language).value(text);
        for (text, yes) in
            [("yes", true), ("No", false), ("x", true), ("TRUE", true), ("FALSE", false), ("✗", false)]
        {
            assert_eq!(flag("en", text), Some(Scalar::Flag(yes)), "{text}");
        }
        assert_eq!(flag("de-AT", "Nein"), Some(Scalar::Flag(false)));
        for (language, text) in [("en", "nein"), ("en", "-"), ("en", "maybe"), ("fr", "nein"), ("en", "")] {
            assert_eq!(flag(language, text), None, "{text}");
        }
    }

    #[test]
    fn letters_of_a_column_with_other_letters_say_neither_yes_nor_no() {
        let has = |texts: &[&str]| {
            let values: Vec<Scalar> = texts.iter().map(|text| Scalar::Text((*text).into())).collect();
            has_letters(values.iter())
        };
        assert!(has(&["N", "E", "S", "W"]) && has(&["", "n", "nw"]) && has(&["y", "z"]));
        for texts in
            [&["y", "n", ""][..], &["N", "x"], &["Y", "no"], &["E", "S"], &["n", "maybe"], &["n", "?"]]
        {
            assert!(!has(texts), "{texts:?}");
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
    fn a_comma_parts_fractions_by_the_language() {
        let comma = |language: &str| Spelling::of(language).decimal_comma;
        assert!(comma("de") && comma("fr-FR") && comma("pt_BR") && comma("de-AT"));
        assert!(!comma("en") && !comma("de-CH") && !comma("ja") && !comma(""));
    }
}

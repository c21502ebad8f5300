//! Suggests the usual spelling for texts with unusual digits, hyphens, quotes or fractions, and for
//! numbers in words.
//!
//! - In: the value of a key, if it cannot be parsed.
//! - Out: other ways to write the same text, the most likely one first.
//! - Not here: checking which of these texts can be parsed.

use hexpress_base::text::one_line;

/// The words and signs that may be next to a number of copies, as in `3 copies` or `x3`.
const UNITS: [&str; 9] = ["", "x", "×", "copies", "copy", "pcs", "pieces", "cards", "times"];

/// Numbers as words. The index of each word is the number that the word means.
const NUMBER_WORDS: [&str; 13] = [
    "none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
];

/// The denominators of a fraction of an inch. A `/` before any other number separates a width and a
/// height.
const DENOMINATORS: [u16; 6] = [2, 3, 4, 8, 16, 32];

/// Returns other ways to write a text such as a length or a size, the most likely one first. `text`
/// itself is not among them.
pub fn candidates(text: &str) -> Vec<String> {
    let plain = plain(text);
    let decimal = without_fractions(&plain);
    let spaced = with_spaces(&plain);
    let mut found = Vec::new();
    for candidate in [
        plain.clone(),
        with_points_for_pixels(&plain),
        decimal.clone(),
        decimal.replace(" - ", " x "),
        spaced.clone(),
        with_usual_spelling(&spaced),
        spaced.to_lowercase(),
        decimal.replace('-', " x "),
        if spaced.contains(|c: char| c.is_ascii_digit()) { spaced.clone() } else { spaced.replace('-', " ") },
        if spaced.contains(" x ") { spaced.clone() } else { spaced.replace(' ', " x ") },
    ] {
        if candidate != text && !found.contains(&candidate) {
            found.push(candidate);
        }
    }
    found
}

/// Replaces the punctuation between the parts of a text by spaces. If a comma is between two digits,
/// all commas are kept, because they are probably decimal commas.
fn with_spaces(text: &str) -> String {
    let parted = match has_decimal_comma(text) {
        true => text.replace([';', '|', '/'], " "),
        false => text.replace([',', ';', '|', '/'], " "),
    };
    one_line(&parted)
}

/// Replaces American spellings, and CSS names such as `small-caps`, by the words of the layout language.
fn with_usual_spelling(text: &str) -> String {
    text.replace("center", "centre")
        .replace("small-caps", "small-capitals")
        .replace("smallcaps", "small-capitals")
        .replace("oldstyle", "old-style")
}

/// Returns true if a comma is between two digits.
fn has_decimal_comma(text: &str) -> bool {
    text.as_bytes()
        .windows(3)
        .any(|three| three[1] == b',' && three[0].is_ascii_digit() && three[2].is_ascii_digit())
}

/// Converts pixels to points, and removes keywords of CSS. As in CSS, 1 px is 0.75 pt.
///
/// A width and a height in pixels are not converted, because they do not say how large something is on
/// paper.
fn with_points_for_pixels(text: &str) -> String {
    if text.contains(" x ") {
        return text.to_owned();
    }
    let words: Vec<String> = text
        .split_whitespace()
        .filter(|word| !["solid", "!important"].contains(word))
        .map(|word| match word.strip_suffix("px").and_then(|number| number.parse::<f64>().ok()) {
            Some(pixels) => format!("{}pt", pixels * 0.75),
            None => word.to_owned(),
        })
        .collect();
    words.join(" ")
}

/// Replaces unusual hyphens, digits and signs by those of a keyboard, and removes invisible
/// characters.
pub fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '–' | '—' | '−' | '‒' | '‐' | '‑' | '－' => plain.push('-'),
            '０'..='９' => plain.extend(char::from_u32(u32::from(c) - u32::from('０') + u32::from('0'))),
            '×' | '✕' | '✖' => plain.push('x'),
            '．' => plain.push('.'),
            '％' => plain.push('%'),
            '＃' => plain.push('#'),
            '½' => plain.push_str(" 1/2"),
            '¼' => plain.push_str(" 1/4"),
            '¾' => plain.push_str(" 3/4"),
            '″' | '”' | '“' => plain.push_str("in"),
            '\u{200B}' | '\u{200E}' | '\u{2060}' | '\u{FEFF}' | '\u{AD}' => {}
            c if c.is_whitespace() => plain.push(' '),
            c => plain.push(c),
        }
    }
    plain.trim().to_owned()
}

/// Replaces fractions by decimals: `2 1/2in` becomes `2.5in`.
fn without_fractions(text: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let Some(Fraction { value, unit }) = Fraction::parse(word) else {
            words.push(word.to_owned());
            continue;
        };
        let whole = words.last().and_then(|last| last.parse::<u32>().ok());
        if whole.is_some() {
            words.pop();
        }
        words.push(format!("{}{unit}", f64::from(whole.unwrap_or(0)) + value));
    }
    words.join(" ")
}

/// A fraction such as `1/2in`.
struct Fraction<'t> {
    value: f64,
    /// The unit after the fraction. It may be empty.
    unit: &'t str,
}

impl<'t> Fraction<'t> {
    fn parse(word: &'t str) -> Option<Self> {
        let (before, after) = word.split_once(['/', '⁄'])?;
        let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        let (digits, unit) = after.split_at(end);
        let (numerator, denominator): (u16, u16) = (before.parse().ok()?, digits.parse().ok()?);
        let is_fraction =
            DENOMINATORS.contains(&denominator) && unit.chars().all(|c| c.is_ascii_alphabetic() || c == '"');
        is_fraction.then(|| Self { value: f64::from(numerator) / f64::from(denominator), unit })
    }
}

/// Returns the whole number that a text such as `x3`, `3 copies`, `two` or `３` probably means. Returns
/// `None` for any other text.
pub fn whole_number(text: &str) -> Option<u32> {
    let plain = plain(text).to_lowercase();
    if let Some(number) = NUMBER_WORDS.iter().position(|word| *word == plain) {
        return u32::try_from(number).ok();
    }
    let digits = plain.trim_matches(|c: char| !c.is_ascii_digit());
    let rest = plain.replace(digits, "");
    digits.parse().ok().filter(|_| UNITS.contains(&rest.trim()))
}

#[cfg(test)]
mod tests {
    use super::{candidates, whole_number};

    #[test]
    fn texts_from_web_pages_and_word_processors() {
        for (text, meant) in [
            ("0 –5mm", "0 -5mm"),
            ("６３ x ８８mm", "63 x 88mm"),
            ("2 1/2 x 3 1/2in", "2.5 x 3.5in"),
            ("½in", "0.5in"),
            ("63 – 88mm", "63 x 88mm"),
            ("63mm\u{200B}", "63mm"),
            ("2.5″", "2.5in"),
        ] {
            assert!(candidates(text).iter().any(|one| one == meant), "{text}: {:?}", candidates(text));
        }
        assert!(candidates("63 x 88mm").is_empty());
    }

    #[test]
    fn numbers_as_people_write_them() {
        for (text, number) in [
            ("x3", Some(3)),
            ("3x", Some(3)),
            ("two", Some(2)),
            ("３", Some(3)),
            ("4 copies", Some(4)),
            ("2.5", None),
            ("a", None),
        ] {
            assert_eq!(whole_number(text), number, "{text}");
        }
    }
}

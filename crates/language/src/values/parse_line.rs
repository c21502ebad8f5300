//! Parses lines, colours and fonts: `"0.5mm black"`, `"#CFE8CF"`, `"display bold 12pt"`.
//!
//! - In: the text of one value.
//! - Out: a [`Line`], [`ColourName`] or [`Font`], or an error that suggests the likely text.
//! - Not here: looking up colours or font families.

use std::str::FromStr;

use super::bad;
use super::value::{ColourName, Font, Line};
use hexpress_base::diag::synonyms::{Typed, synonym};
use hexpress_base::diag::{Diagnostic, Result};
use hexpress_base::units::{LengthError, Mm, is_unit};

/// The largest width of a line, in mm.
const MAX_LINE_WIDTH: f64 = 100.0;

/// The largest font size, in mm.
const MAX_FONT_SIZE_MM: f64 = 1000.0;

/// The words in a font that set its weight or its slope.
const WEIGHTS: [&str; 3] = ["bold", "italic", "regular"];

/// The built-in font families.
const FAMILIES: [&str; 5] = ["sans", "serif", "condensed", "display", "saga"];

impl FromStr for Line {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        if text.trim() == "none" {
            return Ok(Self { width: 0.0, colour: "black".to_owned(), dashed: false });
        }
        let mut words = text.split_whitespace();
        let typed_width = words.next().ok_or_else(|| bad(LINE_WANTED))?;
        let Mm(width) = typed_width.parse().map_err(|error| line_mistake(text, error))?;
        // The colour may consist of several words: `navy 30% lighter`.
        let (dashed, colour): (Vec<_>, Vec<_>) = words.partition(|word| *word == "dashed");
        if !(width > 0.0 && width <= MAX_LINE_WIDTH) {
            let diagnostic = bad("the width of a line must be greater than 0 and at most 100 mm");
            return Err(if width == 0.0 {
                diagnostic.hint("write \"none\" for no line")
            } else {
                diagnostic
            });
        }
        let colour = if colour.is_empty() { "black".to_owned() } else { colour.join(" ") };
        Ok(Self { width, colour, dashed: !dashed.is_empty() })
    }
}

/// The message for a line that does not begin with its width.
const LINE_WANTED: &str = "expected the width and colour of a line, such as \"0.5mm black\"";

/// Returns the error for a line that does not begin with a length.
fn line_mistake(text: &str, error: LengthError) -> Diagnostic {
    let diagnostic = match error {
        LengthError::NoNumber => bad(LINE_WANTED),
        LengthError::NoUnit(number) => {
            separated_unit(text, &number).unwrap_or_else(|| LengthError::NoUnit(number).into())
        }
        other => other.into(),
    };
    match text.trim().rsplit_once(' ') {
        Some((colour, last)) if last.parse::<Mm>().is_ok() => {
            diagnostic.hint(format!("write \"{last} {}\"", colour.trim()))
        }
        _ => match line_hint(text) {
            Some(hint) => diagnostic.hint(hint),
            None => diagnostic,
        },
    }
}

/// Returns a correction for a line with commas, for a line without a width, or for a width without a
/// unit. Returns `None` if no correction is known.
fn line_hint(text: &str) -> Option<String> {
    // Any white space separates words, as it does in `Line::from_str`.
    let typed = text.split(|c: char| c.is_whitespace() || [',', ';'].contains(&c));
    let joined = with_joined_units(typed.filter(|word| !word.is_empty() && *word != "solid"));
    let words: Vec<&str> = joined.iter().map(String::as_str).collect();
    let width_index = words.iter().position(|word| line_width(word).is_some());
    let rest: Vec<&str> = words
        .iter()
        .enumerate()
        .filter(|(index, _)| Some(*index) != width_index)
        .map(|(_, word)| *word)
        .collect();
    // A word that begins with a digit is probably a misspelt width, so there is no correction.
    if width_index.is_none() && rest.iter().any(|word| word.starts_with(|c: char| c.is_ascii_digit())) {
        return None;
    }
    let width = width_index.and_then(|index| line_width(words[index])).unwrap_or_else(|| "0.3mm".to_owned());
    let line = format!("{width} {}", rest.join(" "));
    let right = line.trim_end();
    right.parse::<Line>().is_ok().then(|| format!("write \"{right}\""))
}

/// Joins each number with the unit after it: `0.5 mm black` becomes `0.5mm` and `black`.
fn with_joined_units<'w>(words: impl Iterator<Item = &'w str>) -> Vec<String> {
    let mut joined: Vec<String> = Vec::new();
    for word in words {
        match joined.last_mut() {
            Some(number) if number.parse::<f64>().is_ok() && ["mm", "cm", "in", "pt"].contains(&word) => {
                number.push_str(word);
            }
            _ => joined.push(word.to_owned()),
        }
    }
    joined
}

/// Returns a word that is a length, with `mm` if the length has no unit. Returns `None` for any other
/// word.
fn line_width(word: &str) -> Option<String> {
    match word.parse::<Mm>() {
        Ok(_) => Some(word.to_owned()),
        Err(LengthError::NoUnit(number)) => Some(format!("{number}mm")),
        Err(_) => None,
    }
}

impl FromStr for ColourName {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        match text.trim() {
            "" => Err(bad("a colour is missing")),
            name => Ok(Self(name.to_owned())),
        }
    }
}

impl FromStr for Font {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        let mut font = Self { family: None, bold: false, italic: false, size: 0.0 };
        let mut size = None;
        for word in text.split_whitespace() {
            match word {
                "bold" => font.bold = true,
                "italic" => font.italic = true,
                "regular" => {}
                _ if word.parse::<u16>().is_ok()
                    && let Some(hint) = synonym(Typed::Font, word) =>
                {
                    let message = format!("hexpress has no weight `{word}`, only regular and bold");
                    return Err(bad(message).hint(hint));
                }
                _ if word.starts_with(|c: char| c.is_ascii_digit() || c == '.' || c == '-') => {
                    size = Some(word.parse::<Mm>().map_err(|error| font_size_mistake(text, error))?);
                }
                _ if WEIGHTS.contains(&word.to_lowercase().as_str()) => {
                    let right: Vec<_> = text.split_whitespace().map(with_small_letters).collect();
                    let hint = format!("write \"{}\"", right.join(" "));
                    return Err(bad("the weight or style must be in lower case").hint(hint));
                }
                family if font.family.is_none() => font.family = Some(family.to_owned()),
                other => {
                    let family = font.family.unwrap_or_default();
                    let message =
                        format!("expected `bold`, `italic` or a size after `{family}`, found `{other}`");
                    let usual = "write a family, a weight and a size, such as \"display bold 12pt\"";
                    return Err(
                        bad(message).hint(synonym(Typed::Font, other).unwrap_or_else(|| usual.into()))
                    );
                }
            }
        }
        font.size = size.ok_or_else(|| without_size(text))?.0;
        if !(font.size > 0.0 && font.size <= MAX_FONT_SIZE_MM) {
            return Err(bad("the size of a font must be greater than 0 and at most 1000 mm"));
        }
        Ok(font)
    }
}

/// Returns the error for a font size that is not a length. `text` is the whole text of the font.
fn font_size_mistake(text: &str, error: LengthError) -> Diagnostic {
    match error {
        LengthError::NoUnit(number) => separated_unit(text, &number).unwrap_or_else(|| {
            bad("this size has no unit").hint(format!("write \"{number}pt\", or use mm, cm or in"))
        }),
        other => other.into(),
    }
}

/// Returns the error for a number that white space separates from its unit, as in `0.5 mm`. `text` is
/// the whole value. Returns `None` if no unit follows the number.
fn separated_unit(text: &str, number: &str) -> Option<Diagnostic> {
    let mut words = text.split_whitespace().skip_while(|word| *word != number);
    let unit = words.nth(1).filter(|word| is_unit(word))?;
    let separator = if text.contains('\t') { "tab" } else { "space" };
    let message = format!("a {separator} separates `{number}` from its unit");
    Some(bad(message).hint(format!("write \"{number}{unit}\"")))
}

/// Returns the error for a font without a size.
fn without_size(text: &str) -> Diagnostic {
    let right = format!("{} 9pt", text.trim().trim_end_matches('%').trim_end());
    bad("this font has no size").hint(format!("write \"{}\"", right.trim_start()))
}

/// Converts a weight, a slope or a built-in family to lower case. Returns any other word unchanged.
fn with_small_letters(word: &str) -> String {
    let small = word.to_lowercase();
    let is_known = WEIGHTS.iter().chain(&FAMILIES).any(|known| *known == small);
    if is_known { small } else { word.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_at_most_100_mm_wide() {
        assert_eq!("100mm".parse::<Line>().map(|line| line.width), Ok(100.0));
        assert!("100.1mm".parse::<Line>().is_err());
        assert!("0mm".parse::<Line>().is_err());
    }

    #[test]
    fn a_hint_shows_the_line_or_the_font_that_is_meant() {
        for (typed, meant) in [
            ("black 0.5mm", "write \"0.5mm black\""),
            ("0.5 black", "write \"0.5mm black\""),
            ("solid red", "write \"0.3mm red\""),
        ] {
            assert_eq!(typed.parse::<Line>().unwrap_err().hint.as_deref(), Some(meant), "{typed}");
        }
        for (typed, meant) in [
            ("", "write \"9pt\""),
            ("display", "write \"display 9pt\""),
            ("Sans BOLD 9pt", "write \"sans bold 9pt\""),
        ] {
            assert_eq!(typed.parse::<Font>().unwrap_err().hint.as_deref(), Some(meant), "{typed}");
        }
    }
}

//! Parses lengths, sizes, offsets and grids: `"90%"`, `"41 x 63mm"`, `"3 8mm"`, `"6 x 3"`.
//!
//! - In: the text of one value.
//! - Out: a [`Measure`], [`Across`], [`Extent`], [`Pair`] or [`Grid`], or an error that suggests
//!   the likely text.
//! - Not here: looking up boards, or checking that a size fits a sheet.

use std::borrow::Cow;
use std::str::FromStr;

use super::bad;
use super::value::{Across, Extent, Grid, Measure, Pair, SIZES};
use hexpress_base::diag::{Diagnostic, Hint, Result, near};
use hexpress_base::units::{Mm, is_unit, split_number};

/// The signs between a width and a height.
const TIMES: [char; 2] = ['x', '×'];

/// The largest width or height without a unit for which a hint also proposes inches and centimetres.
/// Larger numbers are probably millimetres.
const MAX_SIDE_IN_INCHES: f64 = 12.0;

/// The largest number of columns, and of rows, in a grid.
const MAX_GRID_COLUMNS: u32 = 1000;

/// A number and the unit after it, such as `63` and `mm`. Both are texts, and may be empty.
struct Quantity<'t> {
    number: &'t str,
    unit: &'t str,
}

impl<'t> Quantity<'t> {
    fn split(text: &'t str) -> Self {
        let (number, unit) = split_number(text);
        Self { number, unit }
    }

    /// Returns true for a number with a known unit, or without a unit.
    fn is_known(&self) -> bool {
        is_number(self.number) && (self.unit.is_empty() || is_unit(self.unit))
    }
}

impl FromStr for Measure {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        let Some(number) = text.trim().strip_suffix('%') else {
            return Ok(Self::Mm(text.parse::<Mm>()?.0));
        };
        let share: f64 = number
            .trim()
            .parse()
            .map_err(|_| bad(format!("`{text}` is not a percentage such as \"90%\"")))?;
        share.is_finite().then_some(Self::Percent(share)).ok_or_else(|| bad("a percentage must be finite"))
    }
}

impl FromStr for Across {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        let Some((typed_share, typed_board)) = text.split_once(" of ") else {
            if let Some(number) = text.trim().strip_suffix('%').filter(|number| is_number(number.trim())) {
                let hint = format!("write \"{number}% of board\", with the name of your board");
                return Err(bad("a percentage must name the board whose cells it refers to").hint(hint));
            }
            return Ok(Self::Mm(text.parse::<Mm>()?.0));
        };
        let (share, board) = (typed_share.trim(), typed_board.trim());
        if Quantity::split(share).unit.is_empty() && !share.is_empty() {
            let hint = format!("write \"{share}% of {board}\"");
            return Err(bad("expected a percentage of the width of a board's cells").hint(hint));
        }
        match share.parse()? {
            Measure::Percent(percent) if percent > 0.0 => Ok(Self::Share(percent, board.to_owned())),
            Measure::Percent(_) => Err(bad("the percentage must be greater than 0 %")),
            Measure::Mm(_) => {
                Err(bad("expected a percentage of the width of a board's cells, such as \"80% of board\""))
            }
        }
    }
}

impl FromStr for Extent {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        let name = text.trim();
        if is_name(name) {
            let size = near::entry(name, &SIZES, "unknown size")?;
            return Ok(Self { width: Measure::Mm(size.width), height: Some(Measure::Mm(size.height)) });
        }
        if let Some(diagnostic) = extent_mistake(text) {
            return Err(diagnostic);
        }
        let Some((width, height)) = text.split_once(TIMES) else {
            return Ok(Self { width: text.parse()?, height: None });
        };
        // A width without a unit has the unit of the height. The height is parsed first, so that a
        // wrong unit is reported for the height.
        let height_value = height.trim().parse()?;
        Ok(Self { width: borrow_unit(width.trim(), height.trim()).parse()?, height: Some(height_value) })
    }
}

/// Returns true for a word that can only be the name of a size, such as `poker` or `id-1`.
fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
}

/// Returns the error for a size that is written in a common, but wrong, way. Returns `None` for any
/// other text.
fn extent_mistake(text: &str) -> Option<Diagnostic> {
    if let Some(size) = text.split_whitespace().find(|word| SIZES.iter().any(|(size, _)| size == word)) {
        return Some(bad("expected only the name of a size").hint(Hint::did_you_mean(text, size)));
    }
    if let Some(right) = without_units(text) {
        let bare = right.trim_end_matches("mm");
        let is_small =
            bare.split(" x ").all(|side| side.parse().is_ok_and(|side: f64| side <= MAX_SIDE_IN_INCHES));
        let hint = match is_small {
            true => format!("write \"{bare}in\", \"{bare}cm\" or \"{right}\""),
            false => format!("write \"{right}\""),
        };
        return Some(bad("these lengths have no unit").hint(hint));
    }
    let is_right = text.contains(TIMES) && !text.contains(['"', 'M', 'C', 'I', 'P']);
    if !is_right && let Some(right) = with_an_x(text) {
        let problem = match (text.contains('"'), text.contains(TIMES)) {
            (true, _) => "expected `in` for inches, found `\"`",
            (false, true) => "units must be in lower case",
            (false, false) => "expected a lower-case `x` between width and height",
        };
        return Some(bad(problem).hint(format!("write \"{right}\"")));
    }
    three_lengths(text)
}

/// Returns the error for a size of three lengths, such as `63 x 88 x 0.3mm`.
fn three_lengths(text: &str) -> Option<Diagnostic> {
    let lengths: Vec<&str> = text.split(TIMES).map(str::trim).collect();
    let [width, height, thickness] = lengths[..] else { return None };
    if !lengths.iter().all(|length| starts_with_digit(length)) {
        return None;
    }
    let Quantity { number, unit } = Quantity::split(height);
    let known_unit = [unit, Quantity::split(thickness).unit].into_iter().find(|unit| !unit.is_empty());
    let hint = format!("write \"{width} x {number}{}\"", known_unit.unwrap_or("mm"));
    Some(bad("expected a width and a height").hint(hint))
}

impl FromStr for Pair {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        // In a pair such as `5mm 0`, the zero needs no unit.
        if let Some((x, "0")) = text.trim().rsplit_once(char::is_whitespace)
            && let Ok(Mm(x)) = x.parse()
        {
            return Ok(Self { x, y: 0.0 });
        }
        if let Some(right) = two_numbers(text) {
            let message =
                "expected two lengths, across and down, with a space between them and a unit at the end";
            return Err(bad(message).hint(format!("write \"{right}\"")));
        }
        match lengths(text).as_slice() {
            [] => Self::square(""),
            [length] => Self::square(length),
            [x, y] => Ok(Self { x: borrow_unit(x, y).parse::<Mm>()?.0, y: y.parse::<Mm>()?.0 }),
            _ => Err(bad("expected two lengths, across and down, such as \"3 8mm\"")),
        }
    }
}

impl Pair {
    /// Parses one length that is used for both directions.
    fn square(text: &str) -> Result<Self> {
        let Mm(length) = text.parse()?;
        Ok(Self { x: length, y: length })
    }
}

/// Splits a text into lengths. A unit belongs to the number before it: `3 8 mm` is split into `3`
/// and `8mm`.
fn lengths(text: &str) -> Vec<String> {
    let mut lengths: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lengths.last_mut() {
            Some(number) if is_unit(word) && is_number(number) => number.push_str(word),
            _ => lengths.push(word.to_owned()),
        }
    }
    lengths
}

fn is_number(text: &str) -> bool {
    text.parse::<f64>().is_ok()
}

fn is_length(text: &str) -> bool {
    text.parse::<Mm>().is_ok()
}

fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

/// Returns the correction `3 8mm` for `"3,8"`, `"3, 8mm"` and `"3 8"`. Returns `None` if the text is
/// already correct, or is not two lengths.
fn two_numbers(text: &str) -> Option<String> {
    const SIGNS: [char; 6] = [',', ';', '|', 'x', '×', '/'];
    let mut parts = text.split(|c: char| c == ' ' || SIGNS.contains(&c)).filter(|part| !part.is_empty());
    let (first, second) = (Quantity::split(parts.next()?), Quantity::split(parts.next()?));
    let are_two = parts.next().is_none() && first.is_known() && second.is_known();
    if !are_two || (!text.contains(SIGNS) && !second.unit.is_empty()) {
        return None;
    }
    let unit = [second.unit, first.unit, "mm"].into_iter().find(|unit| !unit.is_empty())?;
    let first_unit = if first.unit == unit { "" } else { first.unit };
    Some(format!("{}{first_unit} {}{unit}", first.number, second.number))
}

/// Returns the correction `63 x 88mm` for `63 x 88`. Returns `None` if one of the lengths has a unit.
fn without_units(text: &str) -> Option<String> {
    let (width, height) = text.split_once(TIMES)?;
    let (width, height) = (width.trim(), height.trim());
    (is_number(width) && is_number(height)).then(|| format!("{width} x {height}mm"))
}

/// Returns the correction `63 x 88mm` for `63*88mm`, `63 by 88mm` and `63X88mm`. Returns `None` unless
/// the text consists of two lengths and a separator.
fn with_an_x(text: &str) -> Option<String> {
    const SIGNS: [&str; 9] = ["*", " by ", "x", "/", ",", ";", "|", ":", " and "];
    let lower = text.to_lowercase();
    let inches = lower.replace('"', "in");
    let (before, after) = SIGNS.iter().find_map(|sign| inches.split_once(sign))?;
    let (width, height) = (before.trim(), after.trim());
    // A fraction of an inch, such as `1/8in`, is a single length.
    let is_denominator = ["2", "4", "8", "16"].contains(&Quantity::split(height).number);
    if lower.contains(['/', '⁄']) && is_denominator {
        return None;
    }
    (is_length(height) && is_length(&borrow_unit(width, height))).then(|| format!("{width} x {height}"))
}

/// Returns a number with the unit of another length. For example, `41` becomes `41mm` if the other
/// length is `63mm`.
fn borrow_unit<'t>(number: &'t str, other: &str) -> Cow<'t, str> {
    match Quantity::split(number).unit.trim().is_empty() && !number.is_empty() {
        true => Cow::Owned(format!("{number}{}", Quantity::split(other).unit.trim())),
        false => Cow::Borrowed(number),
    }
}

impl FromStr for Grid {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        let (columns, rows) = text.split_once(TIMES).ok_or_else(|| grid_mistake(text))?;
        let grid = Self { columns: grid_side(columns, text)?, rows: grid_side(rows, text)? };
        if [grid.columns, grid.rows].iter().all(|side| (1..=MAX_GRID_COLUMNS).contains(side)) {
            return Ok(grid);
        }
        let [columns, rows] = [grid.columns, grid.rows].map(|side| side.clamp(1, MAX_GRID_COLUMNS));
        let diagnostic = bad("a grid must have 1 to 1000 columns and 1 to 1000 rows");
        Err(diagnostic.hint(format!("write \"{columns} x {rows}\"")))
    }
}

/// Parses the columns or the rows of a grid. `grid` is the whole text, for the error message.
fn grid_side(side: &str, grid: &str) -> Result<u32> {
    side.trim().parse().map_err(|_| grid_mistake(grid))
}

/// Returns the error for a text that is not a grid. If the text contains two numbers, the hint suggests
/// a grid of these numbers.
fn grid_mistake(text: &str) -> Diagnostic {
    let numbers: Vec<&str> =
        text.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty()).collect();
    let diagnostic = bad("expected columns x rows, such as \"6 x 3\"");
    match numbers[..] {
        [columns, rows] => diagnostic.hint(format!("write \"{columns} x {rows}\"")),
        _ => diagnostic,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hint<T: FromStr<Err = Diagnostic>>(text: &str) -> Option<String> {
        text.parse::<T>().err().and_then(|diagnostic| diagnostic.hint)
    }

    #[test]
    fn a_hint_shows_the_size_that_is_meant() {
        for (typed, meant) in [
            ("63 x 88", "write \"63 x 88mm\""),
            ("2.5 x 3.5", "write \"2.5 x 3.5in\", \"2.5 x 3.5cm\" or \"2.5 x 3.5mm\""),
            ("12 x 12", "write \"12 x 12in\", \"12 x 12cm\" or \"12 x 12mm\""),
            ("12 x 12.1", "write \"12 x 12.1mm\""),
            ("63*88mm", "write \"63 x 88mm\""),
            ("63 by 88mm", "write \"63 x 88mm\""),
            ("63 x 88 x 0.3mm", "write \"63 x 88mm\""),
            ("poker card", "did you mean `poker`?"),
        ] {
            assert_eq!(hint::<Extent>(typed).as_deref(), Some(meant), "{typed}");
        }
    }

    #[test]
    fn a_grid_has_at_most_1000_columns_and_rows() {
        assert_eq!("1000 x 1".parse(), Ok(Grid { columns: 1000, rows: 1 }));
        assert_eq!(hint::<Grid>("1001 x 0").as_deref(), Some("write \"1000 x 1\""));
        assert_eq!(hint::<Grid>("6 by 3").as_deref(), Some("write \"6 x 3\""));
    }
}

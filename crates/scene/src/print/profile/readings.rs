//! Lists the readings: the numbers that a person reads from a calibration sheet.
//!
//! - In: the marks of the sheet, and what the person types.
//! - Out: questions, each with the correct answer and the bounds of accepted answers. Also the
//!   numbers that the person typed.
//! - Not here: computing the errors of the printer from the readings.
//!
//! Each reading is identified by a letter.

use super::Marks;
use super::marks::{ARM, EDGE_MARKS};

pub const COUNT: usize = 19;

/// A group of readings that are taken in the same way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadingGroup {
    /// Lengths on the front, measured with a ruler.
    Front,
    /// The diagonals of the front, which are optional.
    Diagonals,
    /// Positions where marks of the back meet marks of the front. To see them, the person holds the sheet up
    /// to the light.
    Light,
    /// The widths of the strips along the edges that the printer cannot print.
    Unprintable,
}

impl ReadingGroup {
    /// All groups, in the order of the questions.
    pub const ALL: [Self; 4] = [Self::Front, Self::Diagonals, Self::Light, Self::Unprintable];

    /// Returns an instruction for taking these readings.
    pub fn what(self) -> &'static str {
        match self {
            Self::Front => "On the front, with a ruler, to half a millimetre",
            Self::Diagonals => "The diagonals, from middle to middle; leave them out if in doubt",
            Self::Light => {
                "Front towards you, against the light: where a slanted line of the back meets a scale"
            }
            Self::Unprintable => {
                "The least number whose line is whole at this edge; of front and back the larger one"
            }
        }
    }
}

/// A question about a number on the sheet, and the answers that are accepted.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// The letter of the reading. I and O are not used, because they look like digits.
    pub letter: char,
    pub group: ReadingGroup,
    /// An instruction that says between which marks to measure.
    pub what: &'static str,
    /// The correct reading, in mm.
    pub right: f64,
    /// The smallest and the largest accepted reading, in mm.
    pub bounds: (f64, f64),
}

impl Reading {
    /// Returns the question about a length.
    ///
    /// The bounds accept larger errors than a profile can correct. These errors are reported later, with
    /// their cause.
    fn length(letter: char, group: ReadingGroup, what: &'static str, right: f64) -> Self {
        Self { letter, group, what, right, bounds: (right * 0.65, right * 1.35) }
    }

    /// Returns the question about a distance from the edge of the paper.
    fn from_edge(letter: char, what: &'static str, right: f64) -> Self {
        let bounds = ((right - 60.0).max(0.0), right + 60.0);
        Self { letter, group: ReadingGroup::Front, what, right, bounds }
    }

    /// Returns the question about the position where a slanted line meets its scale.
    fn against_light(letter: char, what: &'static str) -> Self {
        Self { letter, group: ReadingGroup::Light, what, right: 0.0, bounds: (-ARM, ARM) }
    }

    /// Returns the question about the scale at an edge of the paper.
    fn unprintable(letter: char, what: &'static str) -> Self {
        let bounds = (EDGE_MARKS.first, EDGE_MARKS.last);
        Self { letter, group: ReadingGroup::Unprintable, what, right: 6.0, bounds }
    }
}

/// Returns all questions about a sheet, in alphabetical order of their letters.
pub fn readings(marks: &Marks) -> [Reading; COUNT] {
    let first = marks.crosses[0];
    let (front, diagonals) = (ReadingGroup::Front, ReadingGroup::Diagonals);
    [
        Reading::length(
            'A',
            front,
            "from the outer end A of cross 1 to the outer end A of cross 2",
            marks.across(),
        ),
        Reading::length(
            'B',
            front,
            "from the upper end B of cross 1 to the lower end B of cross 3",
            marks.down(),
        ),
        Reading::from_edge('C', "from the left edge of the paper to the middle of cross 1", first.x),
        Reading::from_edge('D', "from the upper edge of the paper to the middle of cross 1", first.y),
        Reading::from_edge('E', "from the upper edge of the paper to the middle of cross 2", first.y),
        Reading::length(
            'F',
            diagonals,
            "from the middle of cross 1 to the middle of cross 4",
            marks.diagonal(),
        ),
        Reading::length(
            'G',
            diagonals,
            "from the middle of cross 2 to the middle of cross 3",
            marks.diagonal(),
        ),
        Reading::against_light('H', "cross 1, lying scale"),
        Reading::against_light('J', "cross 1, upright scale"),
        Reading::against_light('K', "cross 2, lying scale"),
        Reading::against_light('L', "cross 2, upright scale"),
        Reading::against_light('M', "cross 3, lying scale"),
        Reading::against_light('N', "cross 3, upright scale"),
        Reading::against_light('P', "cross 4, lying scale"),
        Reading::against_light('Q', "cross 4, upright scale"),
        Reading::unprintable('R', "left edge"),
        Reading::unprintable('S', "upper edge"),
        Reading::unprintable('T', "right edge"),
        Reading::unprintable('U', "lower edge"),
    ]
}

/// Parses a number of mm that the user typed, such as `199.5`, `199,5` or `199.5 mm`. Returns `None` for
/// other texts.
pub fn number(typed: &str) -> Option<f64> {
    let trimmed = typed.trim();
    let with_point = trimmed.strip_suffix("mm").unwrap_or(trimmed).trim_end().replace(',', ".");
    let signed = with_point.strip_prefix('+').unwrap_or(&with_point);
    let digits = signed.strip_prefix(['-', '−']).unwrap_or(signed);
    // `parse` would also accept `inf` and `1e9`, which nobody reads from a ruler.
    if digits.is_empty() || !digits.chars().all(|c| c.is_ascii_digit() || c == '.') {
        return None;
    }
    let number: f64 = digits.parse().ok()?;
    Some(if digits.len() < signed.len() { -number } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_with_commas_units_and_signs() {
        for (typed, read) in
            [("199.5", 199.5), (" 199,5 mm", 199.5), ("-6", -6.0), ("+.5", 0.5), ("−2", -2.0)]
        {
            assert_eq!(number(typed), Some(read), "{typed}");
        }
        for typed in ["", "x", "1e9", "inf", "1.2.3", "-", "--1", "."] {
            assert_eq!(number(typed), None, "{typed}");
        }
    }
}

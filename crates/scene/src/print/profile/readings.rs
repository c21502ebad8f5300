//! What a person reads off a calibration sheet: each reading has a letter.

use super::Marks;

/// How many there are.
pub const COUNT: usize = 19;

/// What is read together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// With a ruler, on the front.
    Front,
    /// The same for experts.
    Diagonals,
    /// Against the light.
    Light,
    /// How near to the edges the printer prints.
    Reach,
}

impl Group {
    /// All, in the order they are asked in.
    pub const ALL: [Self; 4] = [Self::Front, Self::Diagonals, Self::Light, Self::Reach];

    /// What to do, in a few words.
    pub fn what(self) -> &'static str {
        match self {
            Self::Front => "On the front, with a ruler, to half a millimetre",
            Self::Diagonals => "The diagonals, from middle to middle; leave them out if in doubt",
            Self::Light => {
                "Front towards you, against the light: where a slanted line of the back meets a scale"
            }
            Self::Reach => {
                "The least number whose line is whole at this edge; of front and back the larger one"
            }
        }
    }
}

/// One reading.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// Its letter; I and O are left out, which look like digits.
    pub letter: char,
    /// What it belongs to.
    pub group: Group,
    /// What to measure.
    pub what: &'static str,
    /// What it is if the printer makes no mistake, in mm.
    pub right: f64,
    /// The least and the most that can be, in mm.
    pub bounds: (f64, f64),
}

/// All readings of a sheet, in the order of their letters.
pub fn readings(marks: &Marks) -> [Reading; COUNT] {
    let first = marks.crosses[0];
    let length = |letter, group, what, right: f64| {
        // A little more than a profile may correct, so that its own bounds are told with what follows from them.
        Reading { letter, group, what, right, bounds: (right * 0.65, right * 1.35) }
    };
    let edge = |letter, what, right: f64| {
        let bounds = ((right - 60.0).max(0.0), right + 60.0);
        Reading { letter, group: Group::Front, what, right, bounds }
    };
    let light = |letter, what| Reading {
        letter,
        group: Group::Light,
        what,
        right: 0.0,
        bounds: (-super::marks::ARM, super::marks::ARM),
    };
    let reach = |letter, what| {
        let (first, last, _) = super::marks::EDGE_MARKS;
        Reading { letter, group: Group::Reach, what, right: 6.0, bounds: (first, last) }
    };
    let (front, diagonals) = (Group::Front, Group::Diagonals);
    [
        length('A', front, "from the outer end A of cross 1 to the outer end A of cross 2", marks.across()),
        length('B', front, "from the upper end B of cross 1 to the lower end B of cross 3", marks.down()),
        edge('C', "from the left edge of the paper to the middle of cross 1", first.x),
        edge('D', "from the upper edge of the paper to the middle of cross 1", first.y),
        edge('E', "from the upper edge of the paper to the middle of cross 2", first.y),
        length('F', diagonals, "from the middle of cross 1 to the middle of cross 4", marks.diagonal()),
        length('G', diagonals, "from the middle of cross 2 to the middle of cross 3", marks.diagonal()),
        light('H', "cross 1, lying scale"),
        light('J', "cross 1, upright scale"),
        light('K', "cross 2, lying scale"),
        light('L', "cross 2, upright scale"),
        light('M', "cross 3, lying scale"),
        light('N', "cross 3, upright scale"),
        light('P', "cross 4, lying scale"),
        light('Q', "cross 4, upright scale"),
        reach('R', "left edge"),
        reach('S', "upper edge"),
        reach('T', "right edge"),
        reach('U', "lower edge"),
    ]
}

/// The number that somebody typed, in mm: `199.5`, `199,5`, `199.5 mm`.
pub fn number(typed: &str) -> Option<f64> {
    let typed = typed.trim();
    let typed = typed.strip_suffix("mm").unwrap_or(typed).trim_end().replace(',', ".");
    let typed = typed.strip_prefix('+').unwrap_or(&typed);
    let digits = typed.strip_prefix(['-', '−']).unwrap_or(typed);
    // No `inf`, no `1e9`: nobody reads such a thing off a ruler.
    if digits.is_empty() || !digits.chars().all(|c| c.is_ascii_digit() || c == '.') {
        return None;
    }
    let number: f64 = digits.parse().ok()?;
    Some(if digits.len() < typed.len() { -number } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_people_type_them() {
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

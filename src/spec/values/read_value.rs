//! The little languages inside the strings, read: each says in one sentence what it wants instead.

use std::borrow::Cow;
use std::str::FromStr;

use super::value::{
    ALIGNS, ANCHORS, Across, Align, ColourName, Extent, Font, For, Grid, HEADINGS, Heading, Line, Measure,
    Pair, SIZES, Where,
};
use crate::base::units::{LengthError, Mm, split_number};

impl FromStr for Measure {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(number) = text.trim().strip_suffix('%') {
            let share: f64 =
                number.trim().parse().map_err(|_| format!("`{text}` is not a share such as \"90%\""))?;
            return if share.is_finite() {
                Ok(Self::Percent(share))
            } else {
                Err("a share must be finite".into())
            };
        }
        text.parse::<Mm>().map(|mm| Self::Mm(mm.0)).map_err(|e| e.to_string())
    }
}

impl FromStr for Across {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some((share, board)) = text.split_once(" of ") else {
            return text.parse::<Mm>().map(|mm| Self::Mm(mm.0)).map_err(|e| e.to_string());
        };
        if split_number(share.trim()).1.is_empty() && !share.trim().is_empty() {
            let (share, board) = (share.trim(), board.trim());
            return Err(format!("a share of a board's cells is a percentage: write \"{share}% of {board}\""));
        }
        match share.parse()? {
            Measure::Percent(share) if share > 0.0 => Ok(Self::Share(share, board.trim().to_owned())),
            _ => Err("a share of a board's cells is a percentage, such as \"80% of board\"".to_owned()),
        }
    }
}

impl FromStr for Extent {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let word = |c: char| c.is_ascii_alphanumeric() || c == '-';
        if text.trim().starts_with(|c: char| c.is_ascii_alphabetic()) && text.trim().chars().all(word) {
            let named = SIZES.iter().find(|(name, _, _)| *name == text.trim());
            let (_, width, height) = named.ok_or_else(|| {
                let names = SIZES.iter().map(|(name, _, _)| *name);
                match crate::diag::near::nearest(text.trim(), names.clone()) {
                    Some(near) => format!("no size is called `{text}`: did you mean `{near}`?"),
                    None => format!("no size is called `{text}`: {}", names.collect::<Vec<_>>().join(", ")),
                }
            })?;
            return Ok(Self { width: Measure::Mm(*width), height: Some(Measure::Mm(*height)) });
        }
        let Some((width, height)) = text.split_once([' ', 'x', '×']).and(text.split_once(['x', '×']))
        else {
            return Ok(Self { width: text.parse()?, height: None });
        };
        let height = height.trim();
        let height_value: Measure = height.parse()?;
        let width = borrow_unit(width.trim(), height);
        Ok(Self { width: width.parse()?, height: Some(height_value) })
    }
}

impl FromStr for Pair {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(right) = two_numbers(text) {
            return Err(format!(
                "two lengths, across and down, and a unit are meant here: write \"{right}\""
            ));
        }
        let mut parts = text.split_whitespace();
        let (first, second, rest) = (parts.next().unwrap_or(""), parts.next(), parts.next());
        let mm = |t: &str| t.parse::<Mm>().map(|m| m.0).map_err(|e| e.to_string());
        match (second, rest) {
            (None, _) => mm(first).map(|v| Self { x: v, y: v }),
            // "3 mm" is one length with a space before its unit.
            (Some(unit), None) if crate::base::units::UNITS.iter().any(|(u, _)| *u == unit) => {
                mm(text).map(|v| Self { x: v, y: v })
            }
            (Some(second), None) => Ok(Self { x: mm(&borrow_unit(first, second))?, y: mm(second)? }),
            _ => Err("two lengths are meant here, across and down, such as \"3 8mm\"".to_owned()),
        }
    }
}

/// `"3,8"`, `"3, 8mm"` and `"3 8"` as they should be written: `3 8mm`. None where two lengths are written well, or
/// something else is.
fn two_numbers(text: &str) -> Option<String> {
    let (comma, mut parts) = (text.contains(','), text.split([',', ' ']).filter(|part| !part.is_empty()));
    let (first, second) = (split_number(parts.next()?), split_number(parts.next()?));
    let number = |text: &str| text.parse::<f64>().is_ok();
    let unit =
        |text: &str| text.is_empty() || crate::base::units::UNITS.iter().any(|(unit, _)| *unit == text);
    let two =
        parts.next().is_none() && number(first.0) && number(second.0) && unit(first.1) && unit(second.1);
    if !two || (!comma && !second.1.is_empty()) {
        return None;
    }
    let unit = [second.1, first.1, "mm"].into_iter().find(|unit| !unit.is_empty())?;
    let first_unit = if first.1 == unit { "" } else { first.1 };
    Some(format!("{}{first_unit} {}{unit}", first.0, second.0))
}

/// `41` before `63mm` is `41mm`.
fn borrow_unit<'a>(number: &'a str, other: &str) -> Cow<'a, str> {
    if split_number(number).1.trim().is_empty() && !number.is_empty() {
        Cow::Owned(format!("{number}{}", split_number(other).1.trim()))
    } else {
        Cow::Borrowed(number)
    }
}

impl FromStr for Line {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.trim() == "none" {
            return Ok(Self { width: 0.0, colour: "black".to_owned(), dashed: false });
        }
        let mut words = text.split_whitespace();
        let width = words.next().ok_or("a line is a width and a colour, such as \"0.5mm black\"")?;
        let width: Mm = width
            .parse()
            .map_err(|e| format!("a line is a width and a colour, such as \"0.5mm black\"; {e}"))?;
        let mut line = Self { width: width.0, colour: "black".to_owned(), dashed: false };
        // A colour may be of several words, as a shade is: `navy 30% lighter`.
        let (dashed, colour): (Vec<_>, Vec<_>) = words.partition(|word| *word == "dashed");
        line.dashed = !dashed.is_empty();
        if !colour.is_empty() {
            line.colour = colour.join(" ");
        }
        if line.width > 0.0 && line.width <= 100.0 {
            Ok(line)
        } else {
            Err("a line's width lies above 0 and up to 100mm".to_owned())
        }
    }
}

impl FromStr for ColourName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.trim().is_empty() {
            Err("a colour is missing".to_owned())
        } else {
            Ok(Self(text.trim().to_owned()))
        }
    }
}

impl FromStr for Font {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut font = Self { family: None, bold: false, italic: false, size: 0.0 };
        let mut size = None;
        for word in text.split_whitespace() {
            match word {
                "bold" => font.bold = true,
                "italic" => font.italic = true,
                "regular" => {}
                _ if word.starts_with(|c: char| c.is_ascii_digit() || c == '.' || c == '-') => {
                    let mm: Mm = word.parse().map_err(|e| match e {
                        LengthError::NoUnit(n) => {
                            format!("this size has no unit: write \"{n}pt\", or use mm, cm or in")
                        }
                        other => other.to_string(),
                    })?;
                    size = Some(mm.0);
                }
                family if font.family.is_none() => font.family = Some(family.to_owned()),
                other => {
                    return Err(format!(
                        "`{other}` is neither a weight nor a size: a font is a family, a weight and a size, such as \"display bold 12pt\""
                    ));
                }
            }
        }
        font.size = size.ok_or("a font needs a size, such as \"bold 9pt\"")?;
        if font.size > 0.0 && font.size <= 1000.0 {
            Ok(font)
        } else {
            Err("a font's size lies above 0 and up to 1000mm".to_owned())
        }
    }
}

impl FromStr for Align {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut align = Self::default();
        for word in text.split_whitespace() {
            let Some((_, one)) = ALIGNS.iter().find(|(name, _)| *name == word) else {
                let near = crate::diag::near::nearest(word, ALIGNS.iter().map(|(name, _)| *name));
                return Err(match (word, near) {
                    ("justified" | "justify" | "block", _) => {
                        "lines are not stretched: left, centre or right".to_owned()
                    }
                    ("center", _) => "`center` is spelt `centre` here".to_owned(),
                    (_, Some(near)) => format!("`{word}` is no side: did you mean `{near}`?"),
                    _ => format!("`{word}` is no side: left, centre or right, and top, middle or bottom"),
                });
            };
            if (align.across.is_some() && one.across.is_some())
                || (align.down.is_some() && one.down.is_some())
            {
                return Err(
                    "one word says how lines stand across, one how they stand down: \"left top\"".to_owned()
                );
            }
            align.across = align.across.or(one.across);
            align.down = align.down.or(one.down);
        }
        if align == Self::default() {
            Err("a side is missing, such as \"left top\"".to_owned())
        } else {
            Ok(align)
        }
    }
}

impl FromStr for Grid {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "a grid is columns x rows, such as \"6 x 3\"".to_owned();
        let (columns, rows) = text.split_once(['x', '×']).ok_or_else(wrong)?;
        let number = |t: &str| t.trim().parse::<u32>().map_err(|_| wrong());
        let grid = Self { columns: number(columns)?, rows: number(rows)? };
        let fits = |n: u32| (1..=1000).contains(&n);
        if fits(grid.columns) && fits(grid.rows) {
            Ok(grid)
        } else {
            Err("a grid has between 1 and 1000 columns, and as many rows".to_owned())
        }
    }
}

impl FromStr for Where {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        match text {
            "each corner" => return Ok(Self::EachCorner),
            "each edge" => return Ok(Self::EachEdge),
            _ => {}
        }
        if let Some((_, anchor)) = ANCHORS.iter().find(|(name, _)| *name == text) {
            return Ok(Self::Anchor(*anchor));
        }
        if text.starts_with(|c: char| c.is_ascii_digit() || "-+.".contains(c)) {
            return text.parse().map(Self::Offset);
        }
        let names = ANCHORS.iter().map(|(name, _)| *name).chain(["each corner", "each edge"]);
        let near = place_of(text).or_else(|| crate::diag::near::nearest(text, names));
        Err(match (text, near) {
            ("center", _) => "`center` is spelt `centre` here".to_owned(),
            (_, Some(near)) => format!("no place is called `{text}`: did you mean `{near}`?"),
            _ => format!(
                "no place is called `{text}`: top-left, top, top-right, left, centre, right, bottom-left, bottom, bottom-right, \"each corner\", \"each edge\", or an offset from the centre such as \"12 8mm\""
            ),
        })
    }
}

/// The place that other programs call `center top`, `left-bottom` or `middle`.
fn place_of(text: &str) -> Option<&'static str> {
    let side = |word: &&str| ["top", "bottom", "left", "right"].contains(word);
    let (sides, others): (Vec<&str>, Vec<&str>) = text.split([' ', '-', '_']).partition(side);
    if others.iter().any(|word| !["center", "centre", "middle"].contains(word)) {
        return None;
    }
    let named = |name: &&str| match sides.as_slice() {
        [] => *name == "centre",
        sides => name.split('-').count() == sides.len() && name.split('-').all(|side| sides.contains(&side)),
    };
    ANCHORS.iter().map(|(name, _)| *name).find(named)
}

impl FromStr for For {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.trim() {
            "each seat" => Ok(Self::EachSeat),
            other => Err(format!("`{other}` is not known here: write \"each seat\", or leave it out")),
        }
    }
}

impl FromStr for Heading {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if let Some((_, flat_top, pointy_top)) = HEADINGS.iter().find(|(name, _, _)| *name == text) {
            return Ok(Self { flat_top: *flat_top, pointy_top: *pointy_top });
        }
        if let Ok(degrees) = text.parse::<f64>()
            && degrees.is_finite()
        {
            return Ok(Self { flat_top: degrees, pointy_top: degrees });
        }
        let names = HEADINGS.iter().map(|(name, _, _)| *name);
        Err(match crate::diag::near::nearest(text, names) {
            Some(near) => format!("`{text}` is no way on a sheet: did you mean `{near}`?"),
            None => format!(
                "`{text}` is no way on a sheet: up, upper-right, right, lower-right, down, lower-left, left, upper-left, or degrees clockwise from up"
            ),
        })
    }
}

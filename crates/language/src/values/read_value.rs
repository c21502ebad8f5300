//! The little languages inside the strings, read: each error says in one sentence what is wanted instead.

use std::borrow::Cow;
use std::str::FromStr;

use super::bad;
use super::value::{
    ALIGNS, ANCHORS, Across, Align, ColourName, Extent, Font, For, Grid, HEADINGS, Heading, Line, Measure,
    Pair, SIZES, Where,
};
use crate::base::units::{LengthError, Mm, UNITS, split_number};
use crate::diag::synonyms::{Typed, synonym};
use crate::diag::{Diagnostic, Result, near};

impl FromStr for Measure {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        let Some(number) = text.trim().strip_suffix('%') else {
            return Ok(Self::Mm(text.parse::<Mm>()?.0));
        };
        let share = number.trim().parse::<f64>();
        let share = share.map_err(|_| bad(format!("`{text}` is not a share such as \"90%\"")))?;
        share.is_finite().then_some(Self::Percent(share)).ok_or_else(|| bad("a share must be finite"))
    }
}

impl FromStr for Across {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        let Some((share, board)) = text.split_once(" of ") else {
            if let Some(number) = text.trim().strip_suffix('%').filter(|n| n.trim().parse::<f64>().is_ok()) {
                let hint = format!(
                    "write \"{number}% of board\", with the name of the [[board]] in place of `board`"
                );
                return Err(bad("a share is one of a board's cells").hint(hint));
            }
            return Ok(Self::Mm(text.parse::<Mm>()?.0));
        };
        let (share, board) = (share.trim(), board.trim());
        if split_number(share).1.is_empty() && !share.is_empty() {
            let hint = format!("write \"{share}% of {board}\"");
            return Err(bad("a share of a board's cells is a percentage").hint(hint));
        }
        match share.parse()? {
            Measure::Percent(share) if share > 0.0 => Ok(Self::Share(share, board.to_owned())),
            _ => Err(bad("a share of a board's cells is a percentage, such as \"80% of board\"")),
        }
    }
}

impl FromStr for Extent {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        let name = text.trim();
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '-';
        if name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(is_word) {
            let size = near::entry(name, &SIZES, "no size is called")?;
            return Ok(Self { width: Measure::Mm(size.width), height: Some(Measure::Mm(size.height)) });
        }
        let sized = |word: &&str| SIZES.iter().any(|(size, _)| size == word);
        if let Some(size) = text.split_whitespace().find(sized) {
            return Err(bad("a size by name is one word").hint(format!("did you mean `{size}`?")));
        }
        if let Some(right) = without_units(text) {
            // A card of 2.5 x 3.5 is one in inches.
            let bare = right.trim_end_matches("mm");
            let is_small = bare.split(" x ").all(|side| side.parse::<f64>().is_ok_and(|side| side <= 12.0));
            let hint = match is_small {
                true => format!("write \"{bare}in\", \"{bare}cm\" or \"{right}\""),
                false => format!("write \"{right}\""),
            };
            return Err(bad("these lengths have no unit").hint(hint));
        }
        let is_right = text.contains(['x', '×']) && !text.contains(['"', 'M', 'C', 'I', 'P']);
        if !is_right && let Some(right) = with_an_x(text) {
            return Err(bad("width and height have an x between them").hint(format!("write \"{right}\"")));
        }
        if let [width, height, thick] = text.split(['x', '×']).map(str::trim).collect::<Vec<_>>()[..]
            && [width, height, thick].iter().all(|part| part.starts_with(|c: char| c.is_ascii_digit()))
        {
            let number = split_number(height);
            let unit = [number.1, split_number(thick).1].into_iter().find(|unit| !unit.is_empty());
            let hint = format!("write \"{width} x {}{}\"", number.0, unit.unwrap_or("mm"));
            return Err(bad("a size is a width and a height").hint(hint));
        }
        let Some((width, height)) = text.split_once([' ', 'x', '×']).and(text.split_once(['x', '×']))
        else {
            return Ok(Self { width: text.parse()?, height: None });
        };
        let height = height.trim();
        let height_value = height.parse()?;
        Ok(Self { width: borrow_unit(width.trim(), height).parse()?, height: Some(height_value) })
    }
}

impl FromStr for Pair {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        if let Some(right) = two_numbers(text) {
            let message = "two lengths, across and down, and a unit are meant here";
            return Err(bad(message).hint(format!("write \"{right}\"")));
        }
        let mm = |text: &str| text.parse::<Mm>().map(|mm| mm.0);
        let words: Vec<&str> = text.split_whitespace().collect();
        let both = |v| Self { x: v, y: v };
        match words.as_slice() {
            [] => Ok(both(mm("")?)),
            [one] => Ok(both(mm(one)?)),
            // "3 mm" is one length with a space before its unit.
            [_, unit] if is_unit(unit) => Ok(both(mm(text)?)),
            [x, y] => Ok(Self { x: mm(&borrow_unit(x, y))?, y: mm(y)? }),
            _ => Err(bad("two lengths are meant here, across and down, such as \"3 8mm\"")),
        }
    }
}

fn is_unit(text: &str) -> bool {
    UNITS.iter().any(|(unit, _)| *unit == text)
}

/// `"3,8"`, `"3, 8mm"` and `"3 8"` as they should be written: `3 8mm`. None where two lengths are written well, or
/// something else is.
fn two_numbers(text: &str) -> Option<String> {
    const SIGNS: [char; 6] = [',', ';', '|', 'x', '×', '/'];
    let comma = text.contains(SIGNS);
    let mut parts = text.split(|c: char| c == ' ' || SIGNS.contains(&c)).filter(|part| !part.is_empty());
    let (first, second) = (split_number(parts.next()?), split_number(parts.next()?));
    let number = |text: &str| text.parse::<f64>().is_ok();
    let unit = |text: &str| text.is_empty() || is_unit(text);
    let two =
        parts.next().is_none() && number(first.0) && number(second.0) && unit(first.1) && unit(second.1);
    if !two || (!comma && !second.1.is_empty()) {
        return None;
    }
    let unit = [second.1, first.1, "mm"].into_iter().find(|unit| !unit.is_empty())?;
    let first_unit = if first.1 == unit { "" } else { first.1 };
    Some(format!("{}{first_unit} {}{unit}", first.0, second.0))
}

/// `63 x 88` in millimetres; none if one of them has a unit.
fn without_units(text: &str) -> Option<String> {
    let (width, height) = text.split_once(['x', '×'])?;
    let is_number = |text: &str| text.trim().parse::<f64>().is_ok();
    (is_number(width) && is_number(height)).then(|| format!("{} x {}mm", width.trim(), height.trim()))
}

/// `63*88mm`, `63 by 88mm` and `63X88mm` with an x between width and height; none if two lengths do not stand so.
fn with_an_x(text: &str) -> Option<String> {
    let text = text.to_lowercase();
    let right = text.replace('"', "in");
    let signs = ["*", " by ", "x", "/", ",", ";", "|", ":", " and "];
    let (width, height) = signs.iter().find_map(|sign| right.split_once(sign))?;
    let (width, height) = (width.trim(), height.trim());
    // A fraction of an inch is one length.
    let is_part = |below: &str| ["2", "4", "8", "16"].contains(&split_number(below).0);
    if text.contains(['/', '⁄']) && is_part(height) {
        return None;
    }
    let is_length = |text: &str| text.parse::<Mm>().is_ok();
    (is_length(height) && is_length(&borrow_unit(width, height))).then(|| format!("{width} x {height}"))
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
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        const WANTED: &str = "a line is a width and a colour, such as \"0.5mm black\"";
        if text.trim() == "none" {
            return Ok(Self { width: 0.0, colour: "black".to_owned(), dashed: false });
        }
        let mut words = text.split_whitespace();
        let width = words.next().ok_or_else(|| bad(WANTED))?;
        let width = width.parse::<Mm>().map_err(|error| {
            let wrong = bad(format!("{WANTED}; {error}"));
            match text.trim().rsplit_once(' ') {
                Some((colour, last)) if last.parse::<Mm>().is_ok() => {
                    wrong.hint(format!("write \"{last} {}\"", colour.trim()))
                }
                _ => wrong.maybe_hint(line_meant(text).or(Diagnostic::from(error).hint)),
            }
        })?;
        let width = width.0;
        // A colour may be of several words, as a shade is: `navy 30% lighter`.
        let (dashed, colour): (Vec<_>, Vec<_>) = words.partition(|word| *word == "dashed");
        if !(width > 0.0 && width <= 100.0) {
            let wrong = bad("a line's width lies above 0 and up to 100mm");
            return Err(if width == 0.0 { wrong.hint("write \"none\" for no line") } else { wrong });
        }
        let colour = if colour.is_empty() { "black".to_owned() } else { colour.join(" ") };
        Ok(Self { width, colour, dashed: !dashed.is_empty() })
    }
}

/// What to write for a line whose width has no unit or is missing, or that has commas.
fn line_meant(text: &str) -> Option<String> {
    let words: Vec<&str> =
        text.split([' ', ',', ';']).filter(|word| !word.is_empty() && *word != "solid").collect();
    let width = |word: &&str| match word.parse::<Mm>() {
        Ok(_) => Some((*word).to_owned()),
        Err(LengthError::NoUnit(number)) => Some(format!("{number}mm")),
        Err(_) => None,
    };
    let at = words.iter().position(|word| width(word).is_some());
    let rest: Vec<&str> =
        words.iter().enumerate().filter(|(n, _)| Some(*n) != at).map(|(_, word)| *word).collect();
    // A word that begins as a number is a width that is none.
    if at.is_none() && rest.iter().any(|word| word.starts_with(|c: char| c.is_ascii_digit())) {
        return None;
    }
    let width = at.and_then(|at| width(&words[at])).unwrap_or_else(|| "0.3mm".to_owned());
    let right = format!("{width} {}", rest.join(" "));
    let right = right.trim_end();
    right.parse::<Line>().is_ok().then(|| format!("write \"{right}\""))
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
                    return Err(bad(format!("`{word}` is no weight")).hint(hint));
                }
                _ if word.starts_with(|c: char| c.is_ascii_digit() || c == '.' || c == '-') => {
                    size = Some(word.parse::<Mm>().map_err(|error| match error {
                        LengthError::NoUnit(n) => {
                            bad(format!("this size has no unit: write \"{n}pt\", or use mm, cm or in"))
                        }
                        other => other.into(),
                    })?);
                }
                _ if WEIGHTS.contains(&word.to_lowercase().as_str()) => {
                    let right: Vec<_> = text.split_whitespace().map(small_weight).collect();
                    let hint = format!("write \"{}\"", right.join(" "));
                    return Err(bad("weights are written in small letters").hint(hint));
                }
                family if font.family.is_none() => font.family = Some(family.to_owned()),
                other => {
                    let message = format!("`{other}` is neither a weight nor a size");
                    let hint = synonym(Typed::Font, other);
                    let usual = "a font is a family, a weight and a size, such as \"display bold 12pt\"";
                    return Err(bad(message).hint(hint.unwrap_or(usual)));
                }
            }
        }
        font.size = size
            .ok_or_else(|| {
                let hint = format!("write \"{} 9pt\"", text.trim());
                bad("a font needs a size").hint(if text.trim().is_empty() {
                    "write \"9pt\"".to_owned()
                } else {
                    hint
                })
            })?
            .0;
        if !(font.size > 0.0 && font.size <= 1000.0) {
            return Err(bad("a font's size lies above 0 and up to 1000mm"));
        }
        Ok(font)
    }
}

/// The words of weights and slopes.
const WEIGHTS: [&str; 3] = ["bold", "italic", "regular"];

fn small_weight(word: &str) -> String {
    const FAMILIES: [&str; 5] = ["sans", "serif", "condensed", "display", "saga"];
    let small = word.to_lowercase();
    let is_known = WEIGHTS.iter().chain(&FAMILIES).any(|known| *known == small);
    if is_known { small } else { word.to_owned() }
}

impl FromStr for Align {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        let mut align = Self::default();
        for word in text.split_whitespace() {
            let one = match word {
                "justified" | "justify" | "block" => {
                    return Err(bad("lines are not stretched").hint("left, centre or right"));
                }
                "center" => return Err(bad(CENTER)),
                _ => near::entry(word, &ALIGNS, "no side is called")?,
            };
            if align.across.and(one.across).is_some() || align.down.and(one.down).is_some() {
                let message = "one word says how lines stand across, one how they stand down: \"left top\"";
                return Err(bad(message));
            }
            align = Self { across: align.across.or(one.across), down: align.down.or(one.down) };
        }
        if align == Self::default() {
            return Err(bad("a side is missing, such as \"left top\""));
        }
        Ok(align)
    }
}

/// Said of American spelling.
const CENTER: &str = "`center` is spelt `centre` here";

impl FromStr for Grid {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        let numbers: Vec<&str> =
            text.split(|c: char| !c.is_ascii_digit()).filter(|n| !n.is_empty()).collect();
        let wrong = || {
            let wrong = bad("a grid is columns x rows, such as \"6 x 3\"");
            match numbers[..] {
                [columns, rows] => wrong.hint(format!("write \"{columns} x {rows}\"")),
                _ => wrong,
            }
        };
        let (columns, rows) = text.split_once(['x', '×']).ok_or_else(wrong)?;
        let number = |t: &str| t.trim().parse::<u32>().map_err(|_| wrong());
        let grid = Self { columns: number(columns)?, rows: number(rows)? };
        if [grid.columns, grid.rows].iter().all(|n| (1..=1000).contains(n)) {
            Ok(grid)
        } else {
            let near = [grid.columns, grid.rows].map(|n| n.clamp(1, 1000));
            let wrong = bad("a grid has between 1 and 1000 columns, and as many rows");
            Err(wrong.hint(format!("write \"{} x {}\"", near[0], near[1])))
        }
    }
}

impl FromStr for Where {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        match text.trim() {
            "each corner" => Ok(Self::EachCorner),
            "each edge" => Ok(Self::EachEdge),
            "center" => Err(bad(CENTER)),
            text if text.starts_with(|c: char| c.is_ascii_digit() || "-+.".contains(c)) => {
                text.parse().map(Self::Offset)
            }
            text => match ANCHORS.iter().find(|(name, _)| *name == text) {
                Some((_, anchor)) => Ok(Self::Anchor(*anchor)),
                None => Err(bad(format!("no place is called `{text}`")).hint(meant(text))),
            },
        }
    }
}

/// Which place may be meant by a name that none has.
fn meant(text: &str) -> String {
    let names: Vec<&str> =
        ANCHORS.iter().map(|(name, _)| *name).chain(["each corner", "each edge"]).collect();
    let several: Vec<&str> = text.split([',', ';', '|', '/', '+']).map(str::trim).collect();
    let several: Vec<&str> = several.iter().map(|one| place_of(one).unwrap_or(one)).collect();
    if several.len() > 1 && several.iter().all(|one| names.contains(one)) {
        let list: Vec<String> = several.iter().map(|one| format!("\"{one}\"")).collect();
        return format!("several places are a list: at = [{}]", list.join(", "));
    }
    let typed = place_of(text).unwrap_or(text);
    // `top 5mm`: a place, and how far inside it is.
    if let Some((place, inset)) = text.split_once(' ')
        && names.contains(&place)
        && inset.parse::<Pair>().is_ok()
    {
        return format!("write at = \"{place}\", inset = \"{inset}\"");
    }
    let letters = text.trim_end_matches(|c: char| c.is_ascii_digit());
    if (1..=2).contains(&letters.len())
        && (1..=2).contains(&(text.len() - letters.len()))
        && letters.chars().all(|c| c.is_ascii_alphabetic())
    {
        return format!("what stands on a cell is a line below [board.at]: \"{text}\" = {{ … }}");
    }
    near::hint(typed, names.iter().copied(), || {
        format!("{}, or an offset from the centre such as \"12 8mm\"", names.join(", "))
    })
}

/// The place that other programs call `center top`, `left-bottom` or `middle`.
fn place_of(text: &str) -> Option<&'static str> {
    let side = |word: &&str| ["top", "bottom", "left", "right"].contains(word);
    let same = |word| match word {
        "upper" | "up" | "north" => "top",
        "lower" | "down" | "south" => "bottom",
        "west" => "left",
        "east" => "right",
        other => other,
    };
    let (sides, others): (Vec<&str>, Vec<&str>) = text.split([' ', '-', '_']).map(same).partition(side);
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
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        match text.trim() {
            "each seat" => Ok(Self::EachSeat),
            other => {
                Err(bad(format!("`{other}` is not known here")).hint("write \"each seat\", or leave it out"))
            }
        }
    }
}

impl FromStr for Heading {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        let text = text.trim();
        match text.parse::<f64>() {
            Ok(degrees) if degrees.is_finite() => Ok(Self { flat_top: degrees, pointy_top: degrees }),
            _ => near::entry(text, &HEADINGS, "no way on a sheet is called"),
        }
    }
}

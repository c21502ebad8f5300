//! Gives cells their names.
//!
//! - In: the cells of a board, and a [`Naming`].
//! - Out: a name for each cell, or the reason why the board cannot have such names.
//! - Not here: addresses, in which the names are used.
//!
//! A [`Scheme`] gives every cell a first and a second number. A [`Naming`] says how these two
//! numbers are written: as letters or digits, from which first number, with how many digits, and in
//! what form. A *hexhex* is a board in the shape of a hexagon whose cells are hexagons.
//!
//! | scheme | first | second | where it makes sense |
//! |---|---|---|---|
//! | `hex` | slanted line (pointy-top) or column (flat-top) | row (pointy-top) or slanted line (flat-top) | any board; for a rhombus, a1 is an acute corner on the left with neighbours b1 and a2 |
//! | `lines` | slanted line | slanted line in the other direction | any board; on a hexhex of n cells a side, a name exists if letter and number differ by less than n |
//! | `glinski` | file | rank, bent at the middle file | flat-top boards with an odd number of columns |
//! | `18xx` | row (pointy-top) or column (flat-top), a letter | half steps along this row or column | any board |
//! | `offset` | column | row | any board; rows (pointy-top) or columns (flat-top) zigzag |
//! | `doubled` | half steps to the right | half steps downwards | any board |
//! | `axial` | q | r | any board; q and r are the coordinates in its shape or map |
//! | `ring` | steps from the centre cell | clockwise from the top | boards with one cell in their middle |
//! | `numbers` | running number | the same | any board |
//! | `chess`, `go` | column | row, from the bottom | any board |
//! | `ccrr` | column | row, both as numbers of two digits | any board |
//! | `draughts` | running number of the dark squares | the same | boards of squares |
//! | `snake` | running number; every other row runs in the opposite direction | the same | any board |

mod count;
mod error;
mod hexagon_lines;
mod index;
mod list;
mod rings;
mod unique_names;

use std::collections::hash_map::Entry;
use std::str::FromStr;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

pub use count::{NumberStyle, Signs};
use error::NamingResult;
pub use error::{Cornerless, NamingError};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::{Diagnostic, Result, near};
use hexpress_base::tiling::Tiling;
use hexpress_base::word_enum::word_enum;
use index::Numbering;
pub use list::CellNames;
use unique_names::are_provably_unique;

/// A scheme by which cells are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    /// Letters for columns, and numbers for rows. On a pointy-top board, the columns are slanted.
    /// On a flat-top board, the rows are slanted.
    Hex,
    /// Two sets of slanted lines. From a corner of a hexhex to the opposite corner, both numbers grow.
    Lines,
    /// Files, and ranks that change their direction at the middle file.
    Glinski,
    /// Letters for lines, and numbers for half steps along a line, as on railway maps. The numbers of
    /// neighbours in a line differ by two.
    Railway,
    /// Columns and rows of hexagons. Every other column or row is shifted by half a cell.
    Offset,
    /// Columns and rows that are counted in half cells. Both are written as numbers.
    Doubled,
    /// The axial coordinates, which may be negative.
    Axial,
    /// The number of the ring, and the position of the cell in the ring. The number of the ring is the
    /// number of steps from the centre cell.
    Ring,
    /// Running numbers, row by row from the top, and from left to right in each row.
    Numbers,
    /// Letters for columns, from left to right. Numbers for rows, from the bottom upwards.
    Chess,
    /// Like `Chess`, but with capitals and without the letter I.
    Go,
    /// The column and the row, both as numbers of two digits.
    Ccrr,
    /// Running numbers of the dark squares. The square at the bottom left is dark. Light squares
    /// have no names.
    Draughts,
    /// Running numbers, row by row from the bottom. Every other row runs in the opposite direction.
    Snake,
}

/// The names that layouts use for schemes. Some schemes have several names.
pub const SCHEMES: [(&str, Scheme); 17] = [
    ("hex", Scheme::Hex),
    ("lines", Scheme::Lines),
    ("havannah", Scheme::Lines),
    ("hexdame", Scheme::Lines),
    ("glinski", Scheme::Glinski),
    ("18xx", Scheme::Railway),
    ("railway", Scheme::Railway),
    ("offset", Scheme::Offset),
    ("doubled", Scheme::Doubled),
    ("axial", Scheme::Axial),
    ("ring", Scheme::Ring),
    ("numbers", Scheme::Numbers),
    ("chess", Scheme::Chess),
    ("go", Scheme::Go),
    ("ccrr", Scheme::Ccrr),
    ("draughts", Scheme::Draughts),
    ("snake", Scheme::Snake),
];

word_enum! {
    /// The corner of the board at which counting begins.
    Corner:
    /// Columns are counted from the left, and rows from the top.
    TopLeft = "top-left",
    /// Columns are counted from the right, and rows from the top.
    TopRight = "top-right",
    /// Columns are counted from the left, and rows from the bottom, as on a chessboard.
    BottomLeft = "bottom-left",
    /// Columns are counted from the right, and rows from the bottom.
    BottomRight = "bottom-right",
    /// The top corner of a flat-top hexhex. Only the scheme `lines` can count from this corner.
    Top = "top",
    /// The bottom corner of a flat-top hexhex. Only the scheme `lines` can count from this corner.
    Bottom = "bottom",
    /// The left corner of a pointy-top hexhex. Only the scheme `lines` can count from this corner.
    Left = "left",
    /// The right corner of a pointy-top hexhex. Only the scheme `lines` can count from this corner.
    Right = "right",
}

/// How the cells of a board are named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Naming {
    /// The scheme by which cells are counted.
    pub scheme: Scheme,
    /// How the first number is written.
    pub first: NumberStyle,
    /// How the second number is written.
    pub second: NumberStyle,
    /// The form of a name. `{column}`, `{file}`, `{letter}` or `{ring}` stands for the first number.
    /// `{row}`, `{rank}`, `{number}` or `{index}` stands for the second number. All other text, such as
    /// a prefix or a separator, is copied.
    pub form: String,
    /// The corner at which counting begins. `None` for the usual corner of the scheme.
    pub from: Option<Corner>,
}

impl Naming {
    /// Returns the default naming of a scheme.
    pub fn default_for(scheme: Scheme) -> Self {
        let (first, second, form) = match scheme {
            Scheme::Hex | Scheme::Lines | Scheme::Offset | Scheme::Chess => {
                (NumberStyle::lower(), NumberStyle::numbers(), "{column}{row}")
            }
            Scheme::Glinski => (NumberStyle::lower().without("j"), NumberStyle::numbers(), "{file}{rank}"),
            Scheme::Railway => (NumberStyle::upper(), NumberStyle::numbers(), "{letter}{number}"),
            Scheme::Doubled => (NumberStyle::numbers(), NumberStyle::numbers(), "{column},{row}"),
            Scheme::Axial => {
                (NumberStyle::numbers().starting(0), NumberStyle::numbers().starting(0), "{column},{row}")
            }
            // Rings are counted from the centre cell, which is ring 0.
            Scheme::Ring => (NumberStyle::numbers().starting(0), NumberStyle::numbers(), "{ring}.{index}"),
            Scheme::Go => (NumberStyle::upper().without("i"), NumberStyle::numbers(), "{column}{row}"),
            Scheme::Ccrr => (NumberStyle::padded(2), NumberStyle::padded(2), "{column}{row}"),
            Scheme::Numbers | Scheme::Draughts | Scheme::Snake => {
                (NumberStyle::numbers(), NumberStyle::numbers(), "{number}")
            }
        };
        Self { scheme, first, second, form: form.to_owned(), from: None }
    }
}

impl FromStr for Naming {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        text.parse().map(Self::default_for)
    }
}

impl FromStr for Scheme {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        near::entry(text.trim(), &SCHEMES, "unknown naming scheme")
    }
}

impl FromStr for Corner {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        let all: Vec<_> = Self::ALL.iter().map(|one| (one.word(), *one)).collect();
        near::entry(text.trim(), &all, "unknown corner")
    }
}

/// Returns the names of cells, in the order of the cells.
///
/// # Errors
/// The scheme is not possible on this board, the form is wrong, there are too few letters, or two
/// cells would have the same name.
pub fn names(cells: &[CellAddress], tiling: Tiling, naming: &Naming) -> NamingResult<CellNames> {
    let form = NameForm::read(&naming.form)?;
    // Ring 0 consists only of the centre cell, so its name needs no second number.
    let centre_form = NameForm::read("{ring}")?;
    let numbers = Numbering { cells, tiling, corner: naming.from }.numbers(naming.scheme)?;
    let mut names = CellNames::default();
    let (mut firsts, mut seconds) = (WrittenNumbers::new(&naming.first), WrittenNumbers::new(&naming.second));
    for cell in &numbers {
        names.write(|out| -> NamingResult<()> {
            match cell {
                None => {}
                Some(cell) if naming.scheme == Scheme::Ring && cell.first == 0 => {
                    centre_form.write(firsts.text(0)?, "", out);
                }
                Some(cell) => form.write(firsts.text(cell.first)?, seconds.text(cell.second)?, out),
            }
            Ok(())
        })?;
    }
    if !are_provably_unique(&form, [&firsts, &seconds], &numbers, naming.scheme) {
        check_unique(&names)?;
    }
    Ok(names)
}

fn check_unique(names: &CellNames) -> NamingResult<()> {
    let mut known = FxHashMap::with_capacity_and_hasher(names.len(), FxBuildHasher);
    for (name, number) in names.iter().zip(1_u32..).filter(|(name, _)| !name.is_empty()) {
        if let Some(other) = known.insert(name, number) {
            return Err(NamingError::SharedName { name: name.to_owned(), cells: [other, number] });
        }
    }
    Ok(())
}

/// Splits a name into its two parts, e.g. `e5` into `e` and `5`, or `5-3` into `5` and `3`.
///
/// Returns `None` if the name has only one part.
pub fn split_name(name: &str) -> Option<(&str, &str)> {
    let first_class = CharClass::from_character(name.chars().next()?);
    let end = name.find(|c| CharClass::from_character(c) != first_class)?;
    let (first, rest) = name.split_at(end);
    let second = rest.trim_start_matches(|c: char| !c.is_alphanumeric());
    (first_class != CharClass::Other && !second.is_empty()).then_some((first, second))
}

#[derive(PartialEq, Eq)]
enum CharClass {
    Letter,
    Digit,
    Other,
}

impl CharClass {
    fn from_character(c: char) -> Self {
        match c {
            c if c.is_alphabetic() => Self::Letter,
            c if c.is_numeric() => Self::Digit,
            _ => Self::Other,
        }
    }
}

/// The texts of the numbers that were already written. Many cells have the same row or column, so
/// each text is written once and then copied.
struct WrittenNumbers<'c> {
    count: &'c NumberStyle,
    known: FxHashMap<i64, String>,
}

impl<'c> WrittenNumbers<'c> {
    fn new(count: &'c NumberStyle) -> Self {
        Self { count, known: FxHashMap::default() }
    }

    /// Returns whether all texts are different.
    fn all_differ(&self) -> bool {
        let texts: FxHashSet<&str> = self.known.values().map(String::as_str).collect();
        texts.len() == self.known.len()
    }

    fn text(&mut self, number: i64) -> NamingResult<&str> {
        Ok(match self.known.entry(number) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert(self.count.write(number)?),
        })
    }
}

/// Splits a name at its first digit.
fn split_at_digit(name: &str) -> (&str, &str) {
    name.split_at(name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len()))
}

/// A key that sorts names in natural order: `a2` before `a10`, and `z1` before `aa1`.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct NaturalKey<'a> {
    letter_count: usize,
    letters: &'a str,
    number: u64,
    /// The whole name. It decides only if all other fields are equal, for example for `a1` and `a01`.
    name: &'a str,
}

impl<'a> NaturalKey<'a> {
    fn from_name(name: &'a str) -> Self {
        let (letters, digits) = split_at_digit(name);
        let number = digits.parse().unwrap_or(0);
        Self { letter_count: letters.chars().count(), letters, number, name }
    }
}

/// Returns the first and the last name in natural order, in which `a2` precedes `a10`. Returns `None`
/// if all names are empty.
pub fn extent<'a>(names: &[&'a str]) -> Option<(&'a str, &'a str)> {
    let named = names.iter().copied().filter(|name| !name.is_empty());
    let first = named.clone().min_by_key(|name| NaturalKey::from_name(name));
    first.zip(named.max_by_key(|name| NaturalKey::from_name(name)))
}

/// Splits a name into letters and a number. Returns `None` if the letters or the number are
/// missing.
fn column_and_row(name: &str) -> Option<(&str, u64)> {
    let (column, row) = split_at_digit(name);
    Some((column, row.parse().ok()?)).filter(|(column, _)| !column.is_empty())
}

/// Describes the names of a board as a range, e.g. `a1 to i9`. Returns `None` if there are no names.
///
/// If the first name is not in the lowest row, or the last name not in the highest row, the text names
/// two ranges: `columns a to i and rows 1 to 9`.
fn extent_in_words(names: &[&str]) -> Option<String> {
    let (first, last) = extent(names)?;
    let rows: Option<Vec<u64>> = names.iter().map(|name| Some(column_and_row(name)?.1)).collect();
    let row_range = rows.and_then(|rows| rows.iter().copied().min().zip(rows.iter().copied().max()));
    if let (Some((left, lowest)), Some((right, highest)), Some((bottom, top))) =
        (column_and_row(first), column_and_row(last), row_range)
        && (lowest, highest) != (bottom, top)
        && left != right
    {
        return Some(format!("columns {left} to {right} and rows {bottom} to {top}"));
    }
    Some(format!("{first} to {last}"))
}

/// Describes the names of a board, for a message about the unknown name `word`.
///
/// For `a9`, the text may be ``the names with `a` are a4 to a7``. If `column_in_words` finds no
/// such text, the text is `the board has a1 to i9`. Returns `None` if the board has no names.
pub fn names_in_words(word: &str, names: &[&str]) -> Option<String> {
    let extent = extent_in_words(names)?;
    Some(column_in_words(word, names).unwrap_or_else(|| format!("the board has {extent}")))
}

/// Describes the names that have the same letters as `word`.
///
/// Returns `None` if there are no such names, or if rows are missing between them. Also returns
/// `None` if the number in `word` is smaller than all numbers of the board, or larger than all of
/// them.
fn column_in_words(word: &str, names: &[&str]) -> Option<String> {
    let (column, row) = column_and_row(word)?;
    let rows: Vec<u64> = names.iter().filter_map(|name| Some(column_and_row(name)?.1)).collect();
    let is_within = (*rows.iter().min()?..=*rows.iter().max()?).contains(&row);
    let in_column = |name: &str| column_and_row(name).is_some_and(|(letters, _)| letters == column);
    let alike: Vec<&str> = names.iter().copied().filter(|name| in_column(name)).collect();
    let (first, last) = extent(&alike)?;
    let steps = column_and_row(last)?.1 - column_and_row(first)?.1;
    match alike.len() as u64 {
        1 if is_within => Some(format!("the only name with `{column}` is {first}")),
        count if is_within && steps + 1 == count => {
            Some(format!("the names with `{column}` are {first} to {last}"))
        }
        _ => None,
    }
}

/// The form of a name, split into its parts.
struct NameForm<'a> {
    parts: Vec<FormPart<'a>>,
}

enum FormPart<'a> {
    First,
    Second,
    /// A text that is copied into each name.
    Text(&'a str),
}

/// The words in braces that stand for the first number of a name, as in `{column}{row}`.
pub const FIRST: [&str; 4] = ["column", "file", "letter", "ring"];
/// The words in braces that stand for the second number of a name, as in `{column}{row}`.
pub const SECOND: [&str; 4] = ["row", "rank", "number", "index"];

impl<'a> NameForm<'a> {
    fn read(text: &'a str) -> NamingResult<Self> {
        if let Some(c) = text.chars().find(|&c| c.is_whitespace() || c == '|') {
            return Err(NamingError::SeparatorInForm(c));
        }
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some((before, opened)) = rest.split_once('{') {
            let Some((word, after)) = opened.split_once('}') else {
                return Err(NamingError::UnclosedForm(text.to_owned()));
            };
            parts.push(FormPart::Text(before));
            parts.push(match word {
                _ if FIRST.contains(&word) => FormPart::First,
                _ if SECOND.contains(&word) => FormPart::Second,
                _ => return Err(NamingError::UnknownPart(word.to_owned())),
            });
            rest = after;
        }
        parts.push(FormPart::Text(rest));
        Ok(Self { parts })
    }

    fn write(&self, first: &str, second: &str, out: &mut String) {
        out.extend(self.parts.iter().map(|part| match part {
            FormPart::First => first,
            FormPart::Second => second,
            FormPart::Text(text) => text,
        }));
    }
}

#[cfg(test)]
mod naming_tests;

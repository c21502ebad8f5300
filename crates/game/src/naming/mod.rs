//! What cells are called.
//!
//! A convention ([`Scheme`]) gives every cell two numbers, a first and a second; a [`Naming`] says how they are
//! written: as letters or figures, from where, padded, and in what form.
//!
//! | scheme | first | second | where it makes sense |
//! |---|---|---|---|
//! | `hex` | line across the rows | row (pointy-top); line down the columns (flat-top: column, line) | any board; made for the rhombus, where a1 is an acute corner on the left with neighbours b1 and a2 |
//! | `lines` | skew line | the other skew line | any board; on a hexhex of n cells a side, a name exists if letter and number differ by less than n |
//! | `glinski` | file | rank, bent at the middle file | flat-top boards with an odd number of columns |
//! | `18xx` | row (pointy-top) or column (flat-top), a letter | half steps along it | any board |
//! | `offset` | column | row | any board; rows (pointy-top) or columns (flat-top) zigzag |
//! | `doubled` | half steps across | half steps down | any board |
//! | `axial` | q | r | any board, as its shape or map counts |
//! | `ring` | steps from the centre cell | clockwise from the top | boards with one cell in their middle |
//! | `numbers` | running number | the same | any board |
//! | `chess`, `go` | column | row, from the bottom | any board |
//! | `ccrr` | column | row, both as numbers of two digits | any board |
//! | `draughts` | running number of the dark squares | the same | boards of squares |
//! | `snake` | running number, to and fro | the same | any board |

mod count;
mod differ;
mod index;
mod list;

use std::collections::hash_map::Entry;
use std::str::FromStr;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::base::hex::Hex;
use crate::base::tiling::Tiling;
use crate::base::words::words;
use crate::diag::{Diagnostic, Result, near};
use crate::spec::values::bad;
pub use count::{Count, Signs};
use differ::has_one_for_each;
use index::indices;
pub use list::CellNames;

/// How cells are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    /// Letters along, numbers down, as on boards for Hex.
    Hex,
    /// Two families of skew lines whose numbers both grow from one corner of a hexhex to the opposite one, as
    /// in Havannah and Hexdame.
    Lines,
    /// Files, and ranks that bend at the middle file, as in Gliński's chess.
    Glinski,
    /// Letters for lines, every half step a number, as on railway maps: neighbours in a line are two apart.
    Railway,
    /// Columns and rows; every other one is shoved by half a cell.
    Offset,
    /// Columns and rows counted in half cells, both as numbers.
    Doubled,
    /// The coordinates themselves, negative ones too.
    Axial,
    /// How far from the centre cell, and which cell of that ring.
    Ring,
    /// Running numbers in the order of reading.
    Numbers,
    /// Letters from left to right, numbers from the bottom up.
    Chess,
    /// The same in capitals, without I.
    Go,
    /// Column and row as numbers.
    Ccrr,
    /// Running numbers of the squares that have the colour of the bottom left one; the others have no name.
    Draughts,
    /// Running numbers along the rows, to and fro, from the bottom.
    Snake,
}

/// The names of the schemes; several games may share one.
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

words! {
    /// From which corner of the board the names are counted.
    Corner:
    /// The usual one on a sheet.
    TopLeft = "top-left",
    /// Mirrored.
    TopRight = "top-right",
    /// As on a chessboard.
    BottomLeft = "bottom-left",
    /// Turned half round.
    BottomRight = "bottom-right",
    /// The top corner of a flat-top hexhex (`lines` only).
    Top = "top",
    /// The bottom corner of a flat-top hexhex (`lines` only).
    Bottom = "bottom",
    /// The left corner of a pointy-top hexhex (`lines` only).
    Left = "left",
    /// The right corner of a pointy-top hexhex (`lines` only).
    Right = "right",
}

/// A way to name the cells of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Naming {
    /// How cells are counted.
    pub scheme: Scheme,
    /// How the first number is written.
    pub first: Count,
    /// How the second number is written.
    pub second: Count,
    /// What a name is made of: `{column}`, `{file}`, `{letter}` or `{ring}` is the first number; `{row}`,
    /// `{rank}`, `{number}` or `{index}` the second. All else is copied: prefixes and separators.
    pub form: String,
    /// Where counting begins; the scheme's own corner if none.
    pub from: Option<Corner>,
}

impl Naming {
    /// A scheme as it is usually written.
    pub fn of(scheme: Scheme) -> Self {
        let (first, second, form) = match scheme {
            Scheme::Hex | Scheme::Lines | Scheme::Offset | Scheme::Chess => {
                (Count::lower(), Count::numbers(), "{column}{row}")
            }
            Scheme::Glinski => (Count::lower().without("j"), Count::numbers(), "{file}{rank}"),
            Scheme::Railway => (Count::upper(), Count::numbers(), "{letter}{number}"),
            Scheme::Doubled => (Count::numbers(), Count::numbers(), "{column},{row}"),
            Scheme::Axial => (Count::numbers().starting(0), Count::numbers().starting(0), "{column},{row}"),
            // Rings count from the centre, which is ring 0.
            Scheme::Ring => (Count::numbers().starting(0), Count::numbers(), "{ring}.{index}"),
            Scheme::Go => (Count::upper().without("i"), Count::numbers(), "{column}{row}"),
            Scheme::Ccrr => (Count::padded(2), Count::padded(2), "{column}{row}"),
            Scheme::Numbers | Scheme::Draughts | Scheme::Snake => {
                (Count::numbers(), Count::numbers(), "{number}")
            }
        };
        Self { scheme, first, second, form: form.to_owned(), from: None }
    }
}

impl FromStr for Naming {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        text.parse().map(Self::of)
    }
}

impl FromStr for Scheme {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        near::entry(text.trim(), &SCHEMES, "no way to name cells is called")
    }
}

impl FromStr for Corner {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        let all: Vec<_> = Self::ALL.iter().map(|one| (one.word(), *one)).collect();
        near::entry(text.trim(), &all, "no corner is called")
    }
}

/// The names of cells, in the order of the cells.
///
/// # Errors
/// When the scheme does not suit the board, a form is wrong, letters run out, or two cells would share a name.
pub fn names(cells: &[Hex], tiling: Tiling, naming: &Naming) -> Result<CellNames> {
    let form = Form::read(&naming.form)?;
    // One cell alone needs no second number.
    let alone = Form::read("{ring}")?;
    let pairs = indices(cells, tiling, naming.scheme, naming.from)?;
    let mut names = CellNames::default();
    // Each number is written once: rows and columns are few.
    let (mut firsts, mut seconds) = (Written::new(&naming.first), Written::new(&naming.second));
    for &(first, second) in &pairs {
        names.write(|out| -> Result<()> {
            if first < 0 && naming.scheme == Scheme::Draughts {
                // Nobody moves there.
                return Ok(());
            }
            if naming.scheme == Scheme::Ring && first == 0 {
                alone.write(firsts.of(0)?, "", out);
            } else {
                form.write(firsts.of(first)?, seconds.of(second)?, out);
            }
            Ok(())
        })?;
    }
    if has_one_for_each(&form, [&firsts, &seconds], &pairs, naming.scheme) {
        return Ok(names);
    }
    let mut taken = FxHashMap::with_capacity_and_hasher(names.len(), FxBuildHasher);
    for (name, own) in names.iter().zip(1_u32..).filter(|(name, _)| !name.is_empty()) {
        if let Some(other) = taken.insert(name, own) {
            return Err(bad(format!("cells {other} and {own} would both be called `{name}`"))
                .hint("the form of a name must use both numbers"));
        }
    }
    drop(taken);
    Ok(names)
}

/// The two parts of a name: `e5` is `e` and `5`; `5-3` is `5` and `3`. None where it has one alone.
pub fn parts(name: &str) -> Option<(&str, &str)> {
    let kind = |c: char| (c.is_alphabetic(), c.is_numeric());
    let first_kind = kind(name.chars().next()?);
    let cut = name.find(|c| kind(c) != first_kind)?;
    let (first, rest) = name.split_at(cut);
    let second = rest.trim_start_matches(|c: char| !c.is_alphanumeric());
    (first_kind != (false, false) && !second.is_empty()).then_some((first, second))
}

/// Numbers as they are written in names.
struct Written<'c> {
    count: &'c Count,
    known: FxHashMap<i64, String>,
}

impl<'c> Written<'c> {
    fn new(count: &'c Count) -> Self {
        Self { count, known: FxHashMap::default() }
    }

    /// Whether no two numbers are written alike.
    fn all_differ(&self) -> bool {
        let texts: FxHashSet<&str> = self.known.values().map(String::as_str).collect();
        texts.len() == self.known.len()
    }

    fn of(&mut self, number: i64) -> Result<&str> {
        Ok(match self.known.entry(number) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert(self.count.write(number)?),
        })
    }
}

/// The first and the last of some names, as people sort them: a2 before a10, z1 before aa1.
pub fn extent<'a>(names: &[&'a str]) -> Option<(&'a str, &'a str)> {
    let key = |name: &&str| {
        let letters = name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len());
        let number: u64 = name[letters..].parse().unwrap_or(0);
        (name[..letters].chars().count(), name[..letters].to_owned(), number, (*name).to_owned())
    };
    let all = || names.iter().copied().filter(|name| !name.is_empty());
    all().min_by_key(key).zip(all().max_by_key(key))
}

/// What names a board has, in words: `a1 to i9`; where neither corner of such a range is a cell, its columns and rows.
pub fn extent_in_words(names: &[&str]) -> Option<String> {
    let (first, last) = extent(names)?;
    let split = |name: &str| -> Option<(String, u64)> {
        let at = name.find(|c: char| c.is_ascii_digit()).filter(|at| *at > 0)?;
        Some((name[..at].to_owned(), name[at..].parse().ok()?))
    };
    let parts: Option<Vec<(String, u64)>> = names.iter().map(|name| split(name)).collect();
    let rows = parts.map(|parts| parts.into_iter().map(|(_, row)| row).collect::<Vec<_>>());
    let ends = split(first).zip(split(last));
    let spread = rows.and_then(|rows| rows.iter().min().copied().zip(rows.iter().max().copied()));
    if let (Some(((left, lowest), (right, highest))), Some((bottom, top))) = (ends, spread)
        && (lowest, highest) != (bottom, top)
        && left != right
    {
        return Some(format!("{left} to {right}, with rows from {bottom} to {top}"));
    }
    Some(format!("{first} to {last}"))
}

/// The form of a name, taken apart.
struct Form<'a>(Vec<Piece<'a>>);

enum Piece<'a> {
    First,
    Second,
    Words(&'a str),
}

const FIRST: [&str; 4] = ["column", "file", "letter", "ring"];
const SECOND: [&str; 4] = ["row", "rank", "number", "index"];

impl<'a> Form<'a> {
    fn read(text: &'a str) -> Result<Self> {
        if let Some(c) = text.chars().find(|&c| c.is_whitespace() || c == '|') {
            return Err(bad(format!("`{c}` cannot stand in the name of a cell"))
                .hint("in an address it separates names from each other"));
        }
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let Some((word, after)) = after.split_once('}') else {
                return Err(bad(format!("a `{{` of \"{text}\" is not closed")));
            };
            pieces.push(Piece::Words(before));
            pieces.push(match word {
                _ if FIRST.contains(&word) => Piece::First,
                _ if SECOND.contains(&word) => Piece::Second,
                _ => {
                    let near = near::nearest(word, FIRST.into_iter().chain(SECOND));
                    let hint = near.map(|near| format!("did you mean {{{near}}}?"));
                    return Err(bad(format!("`{{{word}}}` is no part of a cell's name"))
                        .hint(hint.unwrap_or_else(|| "write {column} and {row}".to_owned())));
                }
            });
            rest = after;
        }
        pieces.push(Piece::Words(rest));
        Ok(Self(pieces))
    }

    fn write(&self, first: &str, second: &str, out: &mut String) {
        out.extend(self.0.iter().map(|piece| match piece {
            Piece::First => first,
            Piece::Second => second,
            Piece::Words(words) => words,
        }));
    }
}

#[cfg(test)]
mod tests;

//! Writes the numbers in the names of cells: `a..`, `A..`, `1..`, `01..`, or a list of letters.
//!
//! - In: how the layout counts, such as `01..`, and indices. The first index is 0.
//! - Out: the text for each index.
//! - Not here: computing the indices of a cell.

use std::str::FromStr;

use super::error::{NamingError, NamingResult};
use hexpress_base::diag::{Diagnostic, Result};
use hexpress_language::values::bad;

/// How the number of a column or row is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberStyle {
    pub signs: Signs,
    /// The number that is written for index 0. It is ignored if numbers are written as letters.
    pub start: i64,
    /// The smallest number of digits. Shorter numbers get leading zeros.
    pub digits: usize,
}

/// The characters with which numbers are written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Signs {
    /// The digits 0 to 9.
    Numbers,
    /// The letters to count with. After the last letter, pairs of letters are used, as in a … z,
    /// aa, ab.
    Alphabet(Vec<char>),
    /// The letters to count with. A number after the last letter is an error.
    List(Vec<char>),
}

impl NumberStyle {
    /// Returns the style with small letters (`a..`): a, b … z, aa, ab and so on.
    pub fn lower() -> Self {
        Self { signs: Signs::Alphabet(('a'..='z').collect()), start: 0, digits: 0 }
    }

    /// Returns the style with capitals (`A..`): A, B … Z, AA, AB and so on.
    pub fn upper() -> Self {
        Self { signs: Signs::Alphabet(('A'..='Z').collect()), start: 0, digits: 0 }
    }

    /// Returns the style with digits (`1..`): 1, 2, 3 and so on.
    pub const fn numbers() -> Self {
        Self::padded(0)
    }

    /// Returns the style with digits from 1 and leading zeros. Each number has at least `digits`
    /// digits.
    pub const fn padded(digits: usize) -> Self {
        Self { signs: Signs::Numbers, start: 1, digits }
    }

    /// Removes the letters in `letters`. Both their small letters and their capitals are removed.
    pub fn without(mut self, letters: &str) -> Self {
        if let Signs::Alphabet(signs) | Signs::List(signs) = &mut self.signs {
            signs.retain(|c| !letters.chars().any(|letter| letter.eq_ignore_ascii_case(c)));
        }
        self
    }

    /// Sets the number that is written for index 0.
    pub const fn starting(mut self, start: i64) -> Self {
        self.start = start;
        self
    }

    /// Returns the text for an index. Indices begin at 0.
    ///
    /// # Errors
    /// There are not enough letters for this index.
    pub fn write(&self, index: i64) -> NamingResult<String> {
        match &self.signs {
            Signs::Numbers => {
                let number = index + self.start;
                let sign = if number < 0 { "-" } else { "" };
                Ok(format!("{sign}{:0width$}", number.unsigned_abs(), width = self.digits))
            }
            Signs::List(list) => {
                let place = letter_index(index)?;
                let sign = list.get(place).map(char::to_string);
                sign.ok_or_else(|| NamingError::TooFewLetters(list.iter().collect()))
            }
            Signs::Alphabet(alphabet) => {
                if alphabet.is_empty() {
                    return Err(NamingError::NoLetters);
                }
                let mut rest = letter_index(index)? + 1;
                let mut letters = Vec::new();
                while rest > 0 {
                    letters.push(alphabet[(rest - 1) % alphabet.len()]);
                    rest = (rest - 1) / alphabet.len();
                }
                Ok(letters.into_iter().rev().collect())
            }
        }
    }
}

/// The largest number of digits in a counting style such as `0001..`.
///
/// No board needs more than ten digits. The sum of a ten-digit number and an index fits into an `i64`.
const MAX_DIGITS: usize = 10;

fn letter_index(index: i64) -> NamingResult<usize> {
    usize::try_from(index).map_err(|_| NamingError::NegativeLetter(index))
}

fn unknown_count(text: &str) -> Diagnostic {
    bad(format!("unknown counting style `{text}`")).hint(
        "write \"letter\", \"number\", \"a..\", \"A..\", \"1..\", \"01..\", or all letters in order, such as \"abcdefghikl\"",
    )
}

impl FromStr for NumberStyle {
    type Err = Diagnostic;

    fn from_str(typed: &str) -> Result<Self> {
        let text = typed.trim();
        match text {
            "number" => return Ok(Self::numbers()),
            "letter" => return Ok(Self::lower()),
            _ => {}
        }
        if let Some(first) = text.strip_suffix("..") {
            return match first.trim_end() {
                "a" => Ok(Self::lower()),
                "A" => Ok(Self::upper()),
                digits
                    if (1..=MAX_DIGITS).contains(&digits.len())
                        && digits.chars().all(|c| c.is_ascii_digit()) =>
                {
                    let start: i64 = digits.parse().map_err(|_| unknown_count(text))?;
                    let is_padded = digits.len() > 1 && digits.starts_with('0');
                    Ok(Self {
                        signs: Signs::Numbers,
                        start,
                        digits: if is_padded { digits.len() } else { 0 },
                    })
                }
                _ => Err(unknown_count(text)),
            };
        }
        let list: Vec<char> = text.chars().collect();
        if list.is_empty() || !list.iter().all(|c| c.is_alphabetic()) {
            return Err(unknown_count(text));
        }
        if let Some((i, c)) = list.iter().enumerate().find(|(i, c)| list[..*i].contains(c)) {
            return Err(bad(format!("`{c}` is in \"{text}\" twice, the second time at position {}", i + 1)));
        }
        Ok(Self { signs: Signs::List(list), start: 0, digits: 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signs(count: &NumberStyle, numbers: &[i64]) -> Vec<String> {
        numbers.iter().map(|&number| count.write(number).unwrap()).collect()
    }

    #[test]
    fn letters_go_on_after_z() {
        let letters = NumberStyle::lower();
        assert_eq!(
            signs(&letters, &[0, 8, 25, 26, 27, 51, 52, 701, 702]),
            ["a", "i", "z", "aa", "ab", "az", "ba", "zz", "aaa"]
        );
        assert_eq!(
            signs(&NumberStyle::upper().without("io"), &[7, 8, 12, 13, 23, 24]),
            ["H", "J", "N", "P", "Z", "AA"]
        );
        assert_eq!(signs(&"01..".parse().unwrap(), &[0, 8, 9, 99]), ["01", "09", "10", "100"]);
        assert_eq!(signs(&NumberStyle::numbers().starting(0), &[-3, 0, 4]), ["-3", "0", "4"]);
        assert_eq!(signs(&"5..".parse().unwrap(), &[0, 1]), ["5", "6"]);
        assert!(letters.write(-1).is_err());
    }

    #[test]
    fn lists_end() {
        let files: NumberStyle = "abcdefghikl".parse().unwrap();
        assert_eq!(files.write(9).unwrap(), "k");
        assert_eq!(files.write(11), Err(NamingError::TooFewLetters("abcdefghikl".to_owned())));
        assert!(NumberStyle::lower().without("abcdefghijklmnopqrstuvwxyz").write(0).is_err());
        assert!("abca".parse::<NumberStyle>().unwrap_err().to_string().contains("twice"));
        for wrong in ["", "..", "b..", "1", "a..9", "99999999999.."] {
            assert!(
                wrong.parse::<NumberStyle>().unwrap_err().to_string().contains("unknown counting style"),
                "{wrong}"
            );
        }
    }
}

//! How a number becomes a part of a cell's name: `a..`, `A..`, `1..`, `01..`, or letters one by one.

use std::str::FromStr;

use crate::diag::{Diagnostic, Result};
use crate::spec::values::bad;

/// How numbers are written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count {
    /// Letters or figures.
    pub signs: Signs,
    /// The number of the first figure; letters begin with the first letter.
    pub start: i64,
    /// At least so many digits, with noughts before.
    pub digits: usize,
}

/// What numbers are written with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Signs {
    /// Figures.
    Numbers,
    /// Letters in this order; after the last one come pairs: a … z, aa, ab.
    Alphabet(Vec<char>),
    /// These letters, and no more of them.
    List(Vec<char>),
}

impl Count {
    /// `a..`: a, b … z, aa, ab.
    pub fn lower() -> Self {
        Self { signs: Signs::Alphabet(('a'..='z').collect()), start: 0, digits: 0 }
    }

    /// `A..`: A, B … Z, AA, AB.
    pub fn upper() -> Self {
        Self { signs: Signs::Alphabet(('A'..='Z').collect()), start: 0, digits: 0 }
    }

    /// `1..`: 1, 2, 3.
    pub const fn numbers() -> Self {
        Self::padded(0)
    }

    /// `1`, `2`, `3` … with so many digits at least.
    pub const fn padded(digits: usize) -> Self {
        Self { signs: Signs::Numbers, start: 1, digits }
    }

    /// Leaves letters out, in whichever case they are given.
    pub fn without(mut self, letters: &str) -> Self {
        if let Signs::Alphabet(signs) | Signs::List(signs) = &mut self.signs {
            signs.retain(|c| !letters.chars().any(|letter| letter.eq_ignore_ascii_case(c)));
        }
        self
    }

    /// Begins with another figure.
    pub const fn starting(mut self, start: i64) -> Self {
        self.start = start;
        self
    }

    /// The `index`th sign, counted from nought.
    ///
    /// # Errors
    /// When there is no letter for it.
    pub fn write(&self, index: i64) -> Result<String> {
        let no_letter = || bad(format!("there is no letter for {index}: only figures count below nought"));
        match &self.signs {
            Signs::Numbers => {
                let number = index + self.start;
                let sign = if number < 0 { "-" } else { "" };
                Ok(format!("{sign}{:0width$}", number.unsigned_abs(), width = self.digits))
            }
            Signs::List(list) => {
                let index = usize::try_from(index).map_err(|_| no_letter())?;
                list.get(index).map(char::to_string).ok_or_else(|| {
                    let letters: String = list.iter().collect();
                    bad(format!("\"{letters}\" has {} letters, and the board needs more", list.len()))
                })
            }
            Signs::Alphabet(alphabet) => {
                if alphabet.is_empty() {
                    return Err(bad("no letter is left to name cells with"));
                }
                let mut rest = usize::try_from(index).map_err(|_| no_letter())? + 1;
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

impl FromStr for Count {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        let text = text.trim();
        let wrong = || {
            bad(format!("`{text}` does not say how to count")).hint(
                "\"letter\", \"number\", \"a..\", \"A..\", \"1..\", \"01..\", or the letters one by one, such as \"abcdefghikl\"",
            )
        };
        match text {
            "number" => return Ok(Self::numbers()),
            "letter" => return Ok(Self::lower()),
            _ => {}
        }
        if let Some(first) = text.strip_suffix("..") {
            return match first.trim_end() {
                "a" => Ok(Self::lower()),
                "A" => Ok(Self::upper()),
                figures if !figures.is_empty() && figures.chars().all(|c| c.is_ascii_digit()) => {
                    let start: i64 = figures.parse().map_err(|_| wrong())?;
                    let padded = figures.len() > 1 && figures.starts_with('0');
                    // Ten digits are more than any board needs; a start near the end of i64 would overflow.
                    if figures.len() > 10 {
                        return Err(wrong());
                    }
                    Ok(Self { signs: Signs::Numbers, start, digits: if padded { figures.len() } else { 0 } })
                }
                _ => Err(wrong()),
            };
        }
        let list: Vec<char> = text.chars().collect();
        if list.is_empty() || !list.iter().all(|c| c.is_alphabetic()) {
            return Err(wrong());
        }
        if let Some((i, c)) = list.iter().enumerate().find(|(i, c)| list[..*i].contains(c)) {
            return Err(bad(format!(
                "`{c}` is the letter of two lines of \"{text}\", the last time as number {}",
                i + 1
            )));
        }
        Ok(Self { signs: Signs::List(list), start: 0, digits: 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_go_on_after_z() {
        let signs = |count: &Count, at: &[i64]| -> Vec<String> {
            at.iter().map(|&i| count.write(i).unwrap()).collect()
        };
        let letters = Count::lower();
        assert_eq!(
            signs(&letters, &[0, 8, 25, 26, 27, 51, 52, 701, 702]),
            ["a", "i", "z", "aa", "ab", "az", "ba", "zz", "aaa"]
        );
        assert_eq!(
            signs(&Count::upper().without("io"), &[7, 8, 12, 13, 23, 24]),
            ["H", "J", "N", "P", "Z", "AA"]
        );
        assert_eq!(signs(&"01..".parse().unwrap(), &[0, 8, 9, 99]), ["01", "09", "10", "100"]);
        assert_eq!(signs(&Count::numbers().starting(0), &[-3, 0, 4]), ["-3", "0", "4"]);
        assert_eq!(signs(&"5..".parse().unwrap(), &[0, 1]), ["5", "6"]);
        assert!(letters.write(-1).is_err());
    }

    #[test]
    fn lists_end() {
        let files: Count = "abcdefghikl".parse().unwrap();
        assert_eq!(files.write(9).unwrap(), "k");
        assert_eq!(
            files.write(11).unwrap_err().to_string(),
            "\"abcdefghikl\" has 11 letters, and the board needs more"
        );
        assert!(Count::lower().without("abcdefghijklmnopqrstuvwxyz").write(0).is_err());
        assert!("abca".parse::<Count>().unwrap_err().to_string().contains("two lines"));
        for wrong in ["", "..", "b..", "1", "a..9", "99999999999.."] {
            assert!(wrong.parse::<Count>().unwrap_err().to_string().contains("how to count"), "{wrong}");
        }
    }
}

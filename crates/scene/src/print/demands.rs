//! Describes what a print shop requires of a PDF.
//!
//! - In: words such as `ink=240`.
//! - Out: [`Demands`].
//! - Not here: checking a file.

use super::setup::Standard;
use hexpress_base::diag::{Result, codes, near};

/// The limits that a print shop can set for the sum of all inks at one point, in percent.
const POSSIBLE_INK: std::ops::RangeInclusive<u32> = 100..=400;
/// The limits that a print shop can set for the resolution of pictures, in pixels per inch.
const POSSIBLE_DPI: std::ops::RangeInclusive<u32> = 36..=2400;
/// The largest length of a spot colour's name, in bytes. This is a limit of PDF.
const MAX_NAME_LENGTH: usize = 127;

/// What a print shop requires of a PDF. A field that is `None` or `false` requires nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Demands {
    /// The standard that the file must conform to.
    pub standard: Option<Standard>,
    /// The largest allowed sum of the four inks at one point, in percent.
    pub ink: Option<u32>,
    /// Whether small dark letters must have at most two inks.
    pub black_text: bool,
    /// The lowest allowed resolution of pictures, in pixels per inch.
    pub dpi: Option<u32>,
    /// The name of the spot colour that cut lines must have.
    pub cut_plate: Option<String>,
}

/// A demand that a print shop can make in addition to a standard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Demand {
    Ink,
    BlackText,
    Dpi,
    CutPlate,
}

/// The words for the demands, as users type them.
const WORDS: [(&str, Demand); 4] = [
    ("ink", Demand::Ink),
    ("black-text", Demand::BlackText),
    ("dpi", Demand::Dpi),
    ("cut-plate", Demand::CutPlate),
];

impl Demands {
    /// Returns whether the print shop makes this demand.
    pub fn has(&self, demand: Demand) -> bool {
        match demand {
            Demand::Ink => self.ink.is_some(),
            Demand::BlackText => self.black_text,
            Demand::Dpi => self.dpi.is_some(),
            Demand::CutPlate => self.cut_plate.is_some(),
        }
    }

    /// Returns whether the print shop makes no demands.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Adds a demand, such as `ink=240` or `black-text`.
    ///
    /// # Errors
    /// The word is unknown, or its value is not possible.
    pub fn add(&mut self, typed: &str) -> Result<()> {
        let (word, value) = typed.split_once('=').unwrap_or((typed, ""));
        let (word, value) = (word.trim().to_ascii_lowercase(), value.trim());
        let Some((_, demand)) = WORDS.iter().find(|(known, _)| *known == word) else {
            let words = WORDS.map(|(word, _)| word);
            let hint = near::among(&word, &words, "choose among:");
            return Err(codes::BAD_OPTION
                .error(format!("--require `{typed}`: unknown demand `{word}`"))
                .hint(hint));
        };
        let number = value.trim_end_matches('%').trim().parse::<u32>().ok();
        let wrong = |what: &str, hint: &str| {
            Err(codes::BAD_OPTION.error(format!("--require `{typed}`: {what}")).hint(hint))
        };
        match demand {
            Demand::Ink => match number.filter(|ink| POSSIBLE_INK.contains(ink)) {
                Some(ink) => self.ink = Some(ink),
                None => {
                    return wrong(
                        "`ink` must be from 100 to 400 %: it limits the sum of all inks in a spot",
                        "write the limit of your print shop, such as --require ink=240",
                    );
                }
            },
            Demand::Dpi => match number.filter(|dpi| POSSIBLE_DPI.contains(dpi)) {
                Some(dpi) => self.dpi = Some(dpi),
                None => {
                    return wrong("the resolution must be from 36 to 2400 dpi", "write --require dpi=300");
                }
            },
            Demand::BlackText if value.is_empty() => self.black_text = true,
            Demand::BlackText => return wrong("`black-text` takes no value", "write --require black-text"),
            Demand::CutPlate if (1..=MAX_NAME_LENGTH).contains(&value.len()) => {
                self.cut_plate = Some(value.to_owned());
            }
            Demand::CutPlate => {
                let what = match value.is_empty() {
                    true => "the name of the spot colour is missing",
                    false => "the name of a spot colour can have at most 127 bytes",
                };
                return wrong(what, "write --require cut-plate=CutContour");
            }
        }
        Ok(())
    }
}

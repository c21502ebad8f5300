//! The print setup, which belongs to whoever prints and not to the game: the cutter, which way the printer turns sheets
//! over, and how much ink it uses.

use std::str::FromStr;

use crate::base::words::words;
use crate::diag::{Diagnostic, Result, codes, near};

/// Choices beside paper and margin; the default suits most printers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PrintSetup {
    /// What pieces are cut with; each outline has its own way where nothing is said.
    pub cut: Option<Cutter>,
    /// How backs get behind their fronts.
    pub backs: Option<Backs>,
    /// How much colour is printed; all of it where nothing is said.
    pub ink: Option<Inking>,
    /// What shows where to cut, where the layout leaves it open and the pieces can have it.
    pub marks: Option<Marking>,
    /// Whether pages at the end say where to cut, and in which order.
    pub cut_plan: bool,
    /// Whether a single sheet is printed, to try the printer with.
    pub test_sheet: bool,
}

impl PrintSetup {
    /// What it says, and where it says nothing what `other` does.
    pub fn over(self, other: Self) -> Self {
        Self {
            cut: self.cut.or(other.cut),
            backs: self.backs.or(other.backs),
            ink: self.ink.or(other.ink),
            marks: self.marks.or(other.marks),
            cut_plan: self.cut_plan || other.cut_plan,
            test_sheet: self.test_sheet || other.test_sheet,
        }
    }

    /// How backs get behind their fronts; sheets are turned over their longer edge where nobody says.
    pub fn way(&self) -> Backs {
        self.backs.unwrap_or(Backs::FlipLong)
    }
}

/// A set of words of the command line, and what they are words for.
macro_rules! typed_words {
    ($what:literal; $(#[$about:meta])* $name:ident: $($variants:tt)+) => {
        words! { $(#[$about])* $name: $($variants)+ }

        impl FromStr for $name {
            type Err = Diagnostic;

            fn from_str(text: &str) -> Result<Self> {
                let typed = text.trim().to_ascii_lowercase();
                Self::named(&typed).ok_or_else(|| {
                    let words: Vec<_> = Self::ALL.iter().map(|one| one.word()).collect();
                    let hint = near::among(&typed, &words, "there are");
                    codes::BAD_VALUE.error(format!("no {} is called so", $what)).hint(hint)
                })
            }
        }
    };
}

typed_words! {
    "way to cut";
    /// What pieces are cut with.
    Cutter:
    /// A guillotine or a trimmer: every cut runs straight through the sheet, or through a strip of it.
    Guillotine = "guillotine",
    /// A knife and a steel ruler: cuts are straight and may end anywhere.
    Knife = "knife",
    /// Scissors: pieces stand apart, with bold outlines.
    Scissors = "scissors",
    /// A machine that follows any line.
    Plotter = "plotter",
}

typed_words! {
    "way to turn sheets over";
    /// How backs get behind their fronts.
    Backs:
    /// On the next page, for sheets that are turned over their longer edge, as the pages of a book are.
    FlipLong = "flip-long",
    /// On the next page, for sheets that are turned over their shorter edge, as those of a calendar are.
    FlipShort = "flip-short",
    /// Beside the fronts on the same side, for a sheet that is folded and glued.
    Fold = "fold",
    /// Not at all.
    None = "none",
}

typed_words! {
    "ink";
    /// How much colour is printed.
    Inking:
    /// All colours as the layout has them.
    Full = "full",
    /// Large areas pale, so that little ink is used.
    Low = "low",
    /// Black and greys alone.
    Black = "black",
}

typed_words! {
    "kind of marks";
    /// What shows where to cut.
    Marking:
    /// Short marks beside all pieces, at both ends of every cut.
    Edge = "edge",
    /// Short marks at the corners of each piece.
    Corner = "corner",
    /// A line round each piece.
    Outline = "outline",
    /// Every cut as a line through the sheet.
    Line = "line",
    /// Nothing.
    None = "none",
}

impl Inking {
    /// What sheets say of it.
    pub fn words(self) -> &'static str {
        match self {
            Self::Full => "in full colour",
            Self::Low => "drawn with little ink",
            Self::Black => "drawn in black and greys",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_back() {
        assert_eq!("Flip-Short".parse(), Ok(Backs::FlipShort));
        assert_eq!("plotter".parse(), Ok(Cutter::Plotter));
        let wrong = "flip-lng".parse::<Backs>().unwrap_err();
        assert_eq!(wrong.to_string(), "no way to turn sheets over is called so; did you mean `flip-long`?");
        let none = "crayon".parse::<Inking>().unwrap_err();
        assert_eq!(none.to_string(), "no ink is called so; there are full, low, black");
    }
}

//! The print setup, which belongs to whoever prints and not to the game: the cutter, which way the printer turns sheets
//! over, and how much ink it uses.

use std::fmt;
use std::str::FromStr;

use crate::diag::{Diagnostic, codes, near};

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
    /// How backs get behind their fronts; sheets are turned over their longer edge where nobody says.
    #[must_use]
    pub fn way(&self) -> Backs {
        self.backs.unwrap_or(Backs::FlipLong)
    }
}

/// A set of words of the command line.
macro_rules! words {
    ($(#[doc = $doc:literal])+ $name:ident, $what:literal: $($(#[doc = $of:literal])+ $variant:ident = $word:literal,)+) => {
        $(#[doc = $doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[doc = $of])+ $variant,)+
        }

        impl $name {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The word that is typed.
            #[must_use]
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.word())
            }
        }

        impl FromStr for $name {
            type Err = Diagnostic;

            fn from_str(text: &str) -> Result<Self, Diagnostic> {
                let words = || Self::ALL.iter().map(|one| one.word());
                let typed = text.trim().to_ascii_lowercase();
                let found = Self::ALL.iter().copied().find(|one| one.word() == typed);
                found.ok_or_else(|| {
                    let hint = near::among(&typed, &words().collect::<Vec<_>>(), "there are");
                    Diagnostic::error(codes::BAD_VALUE, format!("no {} is called so", $what)).hint(hint)
                })
            }
        }
    };
}

words! {
    /// What pieces are cut with.
    Cutter, "way to cut":
    /// A guillotine or a trimmer: every cut runs straight through the sheet, or through a strip of it.
    Guillotine = "guillotine",
    /// A knife and a steel ruler: cuts are straight and may end anywhere.
    Knife = "knife",
    /// Scissors: pieces stand apart, with bold outlines.
    Scissors = "scissors",
    /// A machine that follows any line.
    Plotter = "plotter",
}

words! {
    /// How backs get behind their fronts.
    Backs, "way to turn sheets over":
    /// On the next page, for sheets that are turned over their longer edge, as the pages of a book are.
    FlipLong = "flip-long",
    /// On the next page, for sheets that are turned over their shorter edge, as those of a calendar are.
    FlipShort = "flip-short",
    /// Beside the fronts on the same side, for a sheet that is folded and glued.
    Fold = "fold",
    /// Not at all.
    None = "none",
}

words! {
    /// How much colour is printed.
    Inking, "ink":
    /// All colours as the layout has them.
    Full = "full",
    /// Large areas pale, so that little ink is used.
    Low = "low",
    /// Black and greys alone.
    Black = "black",
}

words! {
    /// What shows where to cut.
    Marking, "kind of marks":
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
    #[must_use]
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

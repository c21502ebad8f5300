//! Defines the print setup: the cutting tool, the way in which backs are printed, cut marks, and
//! the amount of ink.
//!
//! - In: texts from the command line or from a profile.
//! - Out: a value of an enum for each choice.
//! - Not here: paper and margins, and the choices that the layout makes.

use std::str::FromStr;

use super::press::Press;
use hexpress_base::diag::{Diagnostic, Result, codes, near};
use hexpress_base::word_enum::word_enum;

/// The choices that the user makes in addition to paper and margins. The default values suit most printers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PrintSetup {
    /// The cutting tool. If `None`, pieces are arranged as for a knife.
    pub cut: Option<Cutter>,
    /// How backs are printed. [`Self::backs_or_default`] returns the default if this is `None`.
    pub backs: Option<Backs>,
    /// How much ink is used. `None` means that all colours are printed as in the layout.
    pub ink: Option<Inking>,
    /// The cut marks that the user chooses, or `None`. They apply only if the layout sets no cut marks, and
    /// if the pieces allow these marks.
    pub marks: Option<Marking>,
    /// Whether the file ends with pages that list the cuts in working order.
    pub cut_plan: bool,
    /// Whether only one sheet is printed, to test the printer.
    pub test_sheet: bool,
    /// The order of pieces on sheets. [`Self::order_or_default`] returns the default if this is
    /// `None`.
    pub order: Option<Order>,
    /// The standard that PDFs conform to. If `None`, their colours are for a screen.
    pub standard: Option<Standard>,
    /// The press, if the user has a profile that describes it. If `None`, the bundled profile is used.
    pub press: Option<&'static Press>,
}

impl PrintSetup {
    /// Returns these choices. Choices that are `None` get the value that they have in `other`.
    pub fn over(self, other: Self) -> Self {
        Self {
            cut: self.cut.or(other.cut),
            backs: self.backs.or(other.backs),
            ink: self.ink.or(other.ink),
            marks: self.marks.or(other.marks),
            cut_plan: self.cut_plan || other.cut_plan,
            test_sheet: self.test_sheet || other.test_sheet,
            order: self.order.or(other.order),
            standard: self.standard.or(other.standard),
            press: self.press.or(other.press),
        }
    }

    /// Returns the press that PDFs are made for: the press of the user's profile, or the press of the bundled
    /// profile.
    ///
    /// Returns `None` if no standard for print shops is chosen, or if the bundled profile cannot be
    /// read.
    pub fn press_of_standard(&self) -> Option<&'static Press> {
        self.standard.and_then(|_| self.press.or_else(Press::coated))
    }

    /// Returns how backs are printed. By default, sheets are turned over their long edge.
    pub fn backs_or_default(&self) -> Backs {
        self.backs.unwrap_or(Backs::FlipLong)
    }

    /// Returns the order of pieces on sheets. By default, each sheet has consecutive pieces.
    pub fn order_or_default(&self) -> Order {
        self.order.unwrap_or(Order::Sheets)
    }
}

/// Declares an enum, and the word that users type on the command line for each of its values.
///
/// `$what` is the name of the choice in messages, such as `cutting tool`.
macro_rules! typed_words {
    ($what:literal; $(#[$about:meta])* $name:ident: $($variants:tt)+) => {
        word_enum! { $(#[$about])* $name: $($variants)+ }

        impl FromStr for $name {
            type Err = Diagnostic;

            fn from_str(text: &str) -> Result<Self> {
                let typed = text.trim().to_ascii_lowercase();
                Self::named(&typed).ok_or_else(|| {
                    let words: Vec<_> = Self::ALL.iter().map(|choice| choice.word()).collect();
                    let hint = near::among(&typed, &words, "choose one of:");
                    codes::BAD_VALUE.error(format!("unknown {} `{typed}`", $what)).hint(hint)
                })
            }
        }
    };
}

typed_words! {
    "cutting tool";
    /// A cutting tool.
    Cutter:
    /// A guillotine or a trimmer. Every cut is straight, from edge to edge of the sheet or of a strip that
    /// was cut from the sheet.
    Guillotine = "guillotine",
    /// A knife and a steel ruler. Cuts are straight and may end anywhere.
    Knife = "knife",
    /// Scissors. Pieces have bold outlines, and there are gutters between the pieces.
    Scissors = "scissors",
    /// A machine that follows any line.
    Plotter = "plotter",
    /// A Silhouette machine that finds the sheet by a square and two Ls.
    Silhouette = "silhouette",
    /// A Silhouette machine that finds the sheet by four Ls.
    SilhouetteFour = "silhouette-four",
    /// A machine that is controlled by its own program. This program has printed the cutting job to
    /// a PDF.
    Captured = "captured",
}

impl Cutter {
    /// Returns whether the tool is a machine that follows any line.
    pub fn follows_outlines(self) -> bool {
        matches!(self, Self::Plotter | Self::Silhouette | Self::SilhouetteFour | Self::Captured)
    }

    /// Returns whether the tool is a machine that cuts all sheets of a component with the same job. If so,
    /// the pieces must be at the same places on all these sheets.
    pub fn repeats_a_job(self) -> bool {
        matches!(self, Self::Silhouette | Self::SilhouetteFour | Self::Captured)
    }
}

typed_words! {
    "kind of backs";
    /// How backs are printed.
    Backs:
    /// Backs are printed on the next page. The sheet is turned over its long edge, like a page of a
    /// book.
    FlipLong = "flip-long",
    /// Backs are printed on the next page. The sheet is turned over its short edge, like a page of
    /// a wall calendar.
    FlipShort = "flip-short",
    /// Backs are printed next to the fronts, on the same side. The sheet is folded and glued.
    Fold = "fold",
    None = "none",
}

typed_words! {
    "amount of ink";
    /// How much ink is used.
    Inking:
    /// All colours are printed as in the layout.
    Full = "full",
    /// Large areas are pale, to save ink.
    Low = "low",
    /// Everything is printed in black and greys.
    Black = "black",
}

typed_words! {
    "kind of marks";
    /// The marks that show where to cut.
    Marking:
    /// Short marks outside all pieces, at both ends of every cut.
    Edge = "edge",
    /// Short marks at the corners of each piece.
    Corner = "corner",
    /// A line around each piece.
    Outline = "outline",
    /// A line through the sheet for every cut.
    Line = "line",
    None = "none",
}

typed_words! {
    "order of pieces";
    /// The order of pieces on sheets.
    Order:
    /// Each sheet has consecutive pieces.
    Sheets = "sheets",
    /// Consecutive pieces are at the same place on consecutive sheets. When the pile of sheets is cut, each
    /// place gives a stack of pieces. These stacks are then put on top of one another.
    Stack = "stack",
}

typed_words! {
    "standard";
    /// A standard for the PDFs that print shops take.
    Standard:
    /// PDF/X-4 (ISO 15930-7): the colours are inks of a printing press.
    PdfX4 = "pdfx-4",
    /// PDF/X-1a:2003 (ISO 15930-4): only inks, and nothing transparent.
    PdfX1a = "pdfx-1a",
}

impl Standard {
    /// Returns the name of the standard, as PDFs state it.
    pub fn name(self) -> &'static str {
        match self {
            Self::PdfX4 => "PDF/X-4",
            Self::PdfX1a => "PDF/X-1a:2003",
        }
    }

    /// Returns the number of the ISO standard.
    pub fn iso(self) -> &'static str {
        match self {
            Self::PdfX4 => "ISO 15930-7:2010",
            Self::PdfX1a => "ISO 15930-4:2003",
        }
    }

    /// Returns whether files may contain other files, such as their layout.
    pub fn allows_attachments(self) -> bool {
        self == Self::PdfX4
    }

    /// Returns whether the standard allows drawings that are not opaque.
    pub fn allows_transparency(self) -> bool {
        self == Self::PdfX4
    }
}

impl Inking {
    /// Returns the words with which the notes on a sheet describe this amount of ink.
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
    fn words_are_read_in_any_case_and_mistyped_ones_get_a_hint() {
        assert_eq!("Flip-Short".parse(), Ok(Backs::FlipShort));
        assert_eq!("plotter".parse(), Ok(Cutter::Plotter));
        let diagnostic = "flip-lng".parse::<Backs>().unwrap_err();
        assert_eq!(diagnostic.to_string(), "unknown kind of backs `flip-lng`; did you mean `flip-long`?");
        let none = "crayon".parse::<Inking>().unwrap_err();
        assert_eq!(none.to_string(), "unknown amount of ink `crayon`; choose one of: full, low, black");
    }
}

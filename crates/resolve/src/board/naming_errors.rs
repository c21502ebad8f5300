//! Messages for names that the cells of a board cannot have.
//!
//! - In: the reason, from `hexpress-game`.
//! - Out: a diagnostic with a hint.

use hexpress_base::diag::{Diagnostic, near};
use hexpress_game::naming::{Cornerless, FIRST, NamingError, SECOND};
use hexpress_language::values::bad;

/// Returns the diagnostic for names that cells cannot have.
pub fn diagnostic(error: &NamingError) -> Diagnostic {
    match error {
        NamingError::NeedsFlatTop => bad("glinski names need upright files: the cells must be flat-top"),
        NamingError::NoMiddleFile { files } => {
            bad(format!("glinski ranks bend at the middle file, and a board of {files} files has none"))
        }
        NamingError::NeedsHexagons => bad("these names count along the lines of hexagons"),
        NamingError::NeedsAxes => bad("axial names need hexagons or squares").hint("names = \"numbers\""),
        NamingError::NeedsSquares => {
            bad("draughts names are those of dark squares: the cells must be squares")
        }
        NamingError::NoColumnsAndRows(tiling) => {
            bad(format!("{tiling} cells lie in no columns and rows that could be counted"))
                .hint("names = \"numbers\"")
        }
        NamingError::NoCentreCell => bad("ring names need one cell in the middle, and this board has none"),
        NamingError::NoCorner(Cornerless::Axial) => {
            bad("axial names are the coordinates themselves: they begin at no corner")
        }
        NamingError::NoCorner(Cornerless::Ring) => {
            bad("ring names begin at the centre and at the top: they begin at no corner")
        }
        NamingError::NotRectangleCorner => {
            bad("these names begin at top-left, top-right, bottom-left or bottom-right")
        }
        NamingError::NotFlatTopCorner => {
            bad("a board of flat-top cells has its corners at top and bottom, not left and right")
        }
        NamingError::NotPointyTopCorner => {
            bad("a board of pointy-top cells has its corners left and right, not at top and bottom")
        }
        NamingError::SharedName { name, cells: [one, other] } => {
            bad(format!("cells {one} and {other} would both be called `{name}`"))
                .hint("the form of a name must use both numbers")
        }
        NamingError::SeparatorInForm(sign) => bad(format!("`{sign}` cannot stand in the name of a cell"))
            .hint("in an address it separates names from each other"),
        NamingError::UnclosedForm(form) => bad(format!("a `{{` of \"{form}\" is not closed")),
        NamingError::UnknownPart(part) => {
            let near = near::nearest(part, FIRST.into_iter().chain(SECOND));
            let hint = near.map(|near| format!("did you mean {{{near}}}?"));
            bad(format!("`{{{part}}}` is no part of a cell's name"))
                .hint(hint.unwrap_or_else(|| "write {column} and {row}".to_owned()))
        }
        NamingError::TooFewLetters(letters) => {
            let count = letters.chars().count();
            bad(format!("\"{letters}\" has {count} letters, and the board needs more"))
        }
        NamingError::NoLetters => bad("no letter is left to name cells with"),
        NamingError::NegativeLetter(number) => {
            bad(format!("there is no letter for {number}: only figures count below nought"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_part_of_a_name_has_a_hint() {
        let unknown = |part: &str| diagnostic(&NamingError::UnknownPart(part.to_owned())).to_string();
        assert_eq!(unknown("colum"), "`{colum}` is no part of a cell's name; did you mean {column}?");
        assert_eq!(unknown("x"), "`{x}` is no part of a cell's name; write {column} and {row}");
    }
}

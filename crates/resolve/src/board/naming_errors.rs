//! Explains why the cells of a board cannot have certain names.
//!
//! - In: the reason, as an error of `hexpress-game`.
//! - Out: a diagnostic with a hint.

use hexpress_base::diag::{Diagnostic, near};
use hexpress_base::units::count_with_noun;
use hexpress_game::naming::{Cornerless, FIRST, NamingError, SECOND};
use hexpress_language::values::bad;

pub fn diagnostic(error: &NamingError) -> Diagnostic {
    match error {
        NamingError::NeedsFlatTop => {
            bad("\"glinski\" names need vertical columns, so the cells must be flat-top")
        }
        NamingError::NoMiddleFile { files } => bad(format!(
            "\"glinski\" rows bend at the middle column, but a board with {files} columns has no middle column"
        )),
        NamingError::NeedsHexagons => {
            bad("these names count along lines of hexagons, but the cells are not hexagons")
        }
        NamingError::NeedsAxes => {
            bad("\"axial\" names need hexagons or squares").hint("write names = \"numbers\"")
        }
        NamingError::NeedsSquares => {
            bad("\"draughts\" names count the dark squares, but the cells are not squares")
        }
        NamingError::NoColumnsAndRows(tiling) => {
            bad(format!("{tiling} cells are not in columns and rows that can be counted"))
                .hint("write names = \"numbers\"")
        }
        NamingError::NoCentreCell => bad("ring names need one cell in the middle, but this board has none"),
        NamingError::NoCorner(Cornerless::Axial) => {
            bad("`from` has no effect on \"axial\" names, which are coordinates").hint("delete `from`")
        }
        NamingError::NoCorner(Cornerless::Ring) => {
            bad("`from` has no effect on \"ring\" names, which begin at the centre and at the top")
                .hint("delete `from`")
        }
        NamingError::NotRectangleCorner => {
            bad("with these names, `from` must be top-left, top-right, bottom-left or bottom-right")
        }
        NamingError::NotFlatTopCorner => {
            bad("`from` cannot be left or right: a board of flat-top cells has no such corners")
                .hint("write from = \"top\" or from = \"bottom\"")
        }
        NamingError::NotPointyTopCorner => {
            bad("`from` cannot be top or bottom: a board of pointy-top cells has no such corners")
                .hint("write from = \"left\" or from = \"right\"")
        }
        NamingError::SharedName { name, .. } => bad(format!("two cells would have the same name, `{name}`"))
            .hint("use both the column and the row in the names: as = \"{column}{row}\""),
        NamingError::SeparatorInForm(sign) => bad(format!("the name of a cell cannot contain `{sign}`"))
            .hint("write another character: in an address, this one separates names"),
        NamingError::UnclosedForm(form) => bad(format!("\"{form}\" has a `{{` without a `}}`")),
        NamingError::UnknownPart(part) => {
            let near = near::nearest(part, FIRST.into_iter().chain(SECOND));
            let hint = near.map(|near| format!("did you mean {{{near}}}?"));
            bad(format!("unknown part `{{{part}}}` of a cell's name"))
                .hint(hint.unwrap_or_else(|| "for example, write as = \"{column}{row}\"".to_owned()))
        }
        NamingError::TooFewLetters(letters) => {
            let count = count_with_noun(letters.chars().count(), "letter");
            bad(format!("\"{letters}\" has {count}, but the board needs more"))
        }
        NamingError::NoLetters => bad("all letters are skipped, so none remains for the names of cells"),
        NamingError::NegativeLetter(number) => {
            bad(format!("there is no letter for {number}: only digits can count below 0"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_part_of_a_name_has_a_hint() {
        let unknown = |part: &str| diagnostic(&NamingError::UnknownPart(part.to_owned())).to_string();
        assert_eq!(unknown("colum"), "unknown part `{colum}` of a cell's name; did you mean {column}?");
        assert_eq!(
            unknown("x"),
            "unknown part `{x}` of a cell's name; for example, write as = \"{column}{row}\""
        );
    }
}

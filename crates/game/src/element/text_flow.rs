//! How a text fills its box: hyphenation, columns and a large first letter.

use hexpress_scene::text::Direction;
use hexpress_scene::text::hyphens::Hyphens;

/// How a text in a box is broken into lines and columns.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct TextFlow {
    /// The rules for hyphens. `None` if words are not hyphenated.
    pub hyphens: Option<Hyphens>,
    /// Whether punctuation at the start or end of a line may extend into the margin.
    pub hangs: bool,
    /// The columns. `None` if there is only one column.
    pub columns: Option<TextColumns>,
    /// The height of the first letter, in lines. `None` if it is as large as the other letters.
    pub drop_capital: Option<u32>,
    /// Whether icons are as high as the letters around them.
    pub fits_icons: bool,
    /// The direction of the text. If it is `None`, the first letter of the text decides.
    pub direction: Option<Direction>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextColumns {
    pub count: u32,
    /// The distance between columns, in mm.
    pub gutter: f64,
}

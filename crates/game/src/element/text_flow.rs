//! The flow of a text in its box: hyphenation, columns and a large first letter.

use hexpress_scene::text::Direction;
use hexpress_scene::text::hyphens::Hyphens;

/// The settings for breaking a text in a box into lines and columns.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct TextFlow {
    /// The rules for hyphens. `None` if words are not hyphenated.
    pub hyphens: Option<Hyphens>,
    /// Whether punctuation at the start or end of a line may extend into the margin.
    pub hangs: bool,
    /// The columns. `None` if there is only one column.
    pub columns: Option<TextColumns>,
    /// The height of a large first letter, in lines. `None` if the first letter is as large as the
    /// others.
    pub drop_capital: Option<u32>,
    /// Whether icons are scaled to the height of the letters around them.
    pub fits_icons: bool,
    /// The direction of the text. If it is `None`, the first letter of the text determines the
    /// direction.
    pub direction: Option<Direction>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextColumns {
    pub count: u32,
    /// The distance between columns, in mm.
    pub gutter: f64,
}

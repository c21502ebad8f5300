//! How a text fills its box: hyphens, columns, the first letter.

use hexpress_scene::text::hyphens::Hyphens;

/// How a text in a box is broken into lines and columns.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct TextFlow {
    /// The patterns for hyphens; `None` if words are not hyphenated.
    pub hyphens: Option<Hyphens>,
    /// Whether punctuation hangs over straight sides.
    pub hangs: bool,
    /// The columns; `None` for one.
    pub columns: Option<TextColumns>,
    /// The height of the first letter in lines; `None` for that of the others.
    pub drop_capital: Option<u32>,
    /// Whether icons are as high as the letters around them.
    pub fits_icons: bool,
}

/// The columns of a text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextColumns {
    pub count: u32,
    /// The distance between columns, in mm.
    pub gutter: f64,
}

//! Texts that are shaped, but not placed yet.

use std::sync::Arc;

use hexpress_game::Icon;
use hexpress_scene::Ink;
use hexpress_scene::text::Shaped;
use hexpress_scene::text::wrap::Paragraph;

/// A text that is shaped, but not placed yet.
#[derive(Debug)]
pub enum SetWords {
    /// One line of one style.
    Line(Arc<Shaped>),
    /// Several lines or styles, or a text in a box.
    Block(Box<Block>),
}

/// A text of several lines or styles, with the measures of its font.
#[derive(Debug)]
pub struct Block {
    /// The text, with the signs for styles.
    pub string: String,
    /// The measured runs.
    pub paragraph: Paragraph,
    /// The icon of each run, `None` for text.
    pub icons: Vec<Option<InlineIcon>>,
    /// A shaped space that is drawn at each icon, so that text copied from the PDF has a gap there.
    pub space: Option<Arc<Shaped>>,
    /// The height of capitals, in ems.
    pub cap: f64,
    /// How far letters reach above the baseline, in ems.
    pub above: f64,
    /// How far letters reach below the baseline, in ems.
    pub below: f64,
    /// The distance of baselines, in ems.
    pub pitch: f64,
    /// The large first letter; `None` if the text has none.
    pub drop_capital: Option<DropCapital>,
}

/// A first letter that is several lines high.
#[derive(Debug)]
pub struct DropCapital {
    pub shaped: Arc<Shaped>,
    /// The size of the letter, as a multiple of the size of the text.
    pub scale: f64,
    /// The number of lines next to it.
    pub lines: u32,
    /// How far the lines next to the letter are indented, in ems of the text.
    pub indent: f64,
    /// Whether the rest of a word follows the letter.
    pub begins_word: bool,
}

/// An icon in a text.
#[derive(Debug)]
pub struct InlineIcon {
    /// The name, as typed.
    pub name: String,
    /// The icon, in a box from -0.5 to 0.5.
    pub icon: Icon,
    /// The ink of the icon; `None` if it has the ink of the text.
    pub ink: Option<Ink>,
    /// The side of the icon's box, in ems.
    pub scale: f64,
    /// The height of the middle of the icon above the baseline, in ems.
    pub middle: f64,
    /// The left end of the icon, in ems from the middle of its box.
    pub left: f64,
}

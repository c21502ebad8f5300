//! Shaped texts whose places on the piece are not known yet.

use std::sync::Arc;

use hexpress_game::Icon;
use hexpress_scene::Ink;
use hexpress_scene::text::Shaped;
use hexpress_scene::text::wrap::Paragraph;

/// A text that is shaped, but not yet placed.
#[derive(Debug)]
pub enum ShapedText {
    /// A single line in one style.
    Line(Arc<Shaped>),
    /// A text in a box, or a text with several lines or styles.
    Block(Box<Block>),
}

/// A text with several lines or styles, and the measures of its font.
#[derive(Debug)]
pub struct Block {
    /// The text, including the markup for styles.
    pub string: String,
    /// The runs of the text and the icons. Their widths are measured, so that the text can be
    /// broken into lines.
    pub paragraph: Paragraph,
    /// The icon of each run in `paragraph`. `None` if the run is text.
    pub icons: Vec<Option<InlineIcon>>,
    /// A shaped space. It is drawn at each icon, so that text that is copied from the PDF has a space
    /// there. `None` if the text has no icons, or if the font has no space.
    pub space: Option<Arc<Shaped>>,
    /// The height of capitals, in ems.
    pub cap: f64,
    /// The height of letters above the baseline, in ems.
    pub above: f64,
    /// The depth of letters below the baseline, in ems.
    pub below: f64,
    /// The distance between baselines, in ems.
    pub pitch: f64,
    pub drop_capital: Option<DropCapital>,
}

/// A first letter that is several lines high.
#[derive(Debug)]
pub struct DropCapital {
    pub shaped: Arc<Shaped>,
    /// The size of the letter, as a multiple of the size of the text.
    pub scale: f64,
    /// The height of the letter, in lines. It is also the number of lines next to the letter.
    pub lines: u32,
    /// The indent of the lines next to the letter, in ems of the text.
    pub indent: f64,
    /// Whether the letter is the start of a longer word.
    pub begins_word: bool,
}

/// An icon in a text.
#[derive(Debug)]
pub struct InlineIcon {
    /// The name as the user typed it.
    pub name: String,
    /// The icon, drawn in a box whose coordinates run from -0.5 to 0.5.
    pub icon: Icon,
    /// The ink of the icon. `None` means the ink of the text.
    pub ink: Option<Ink>,
    /// The side of the icon's box, in ems.
    pub scale: f64,
    /// The height of the middle of the icon above the baseline, in ems.
    pub middle: f64,
    /// The distance from the middle of the icon's box to the left edge of the drawing, in ems. It is
    /// negative if this edge is to the left of the middle.
    pub left: f64,
}

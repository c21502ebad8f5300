//! Texts that are shaped and not placed yet.

use std::sync::Arc;

use crate::model::Icon;
use crate::scene::Ink;
use crate::text::Shaped;
use crate::text::wrap::Paragraph;

/// Words that are shaped, and not placed yet.
#[derive(Debug)]
pub enum SetWords {
    /// One line of one style.
    Line(Arc<Shaped>),
    /// More than that, or words in a box.
    Block(Box<Block>),
}

/// A text, measured, and what its face says.
#[derive(Debug)]
pub struct Block {
    /// The text, with the signs for styles.
    pub string: String,
    /// Its words.
    pub paragraph: Paragraph,
    /// The icon of each run, `None` for text.
    pub icons: Vec<Option<InlineIcon>>,
    /// A space, drawn at each icon, so that text extracted from the file has a gap there.
    pub space: Option<Arc<Shaped>>,
    /// The height of capitals, in ems.
    pub cap: f64,
    /// How far letters reach above the baseline, in ems.
    pub above: f64,
    /// How far letters reach below the baseline, in ems.
    pub below: f64,
    /// From one baseline to the next, in ems.
    pub pitch: f64,
}

/// An icon in a line, and its colour if it has one of its own.
#[derive(Debug)]
pub struct InlineIcon {
    /// As typed.
    pub name: String,
    /// In a box from -0.5 to 0.5.
    pub icon: Icon,
    /// Its own colour; that of the words if none.
    pub ink: Option<Ink>,
    /// How large its box is, in ems.
    pub scale: f64,
    /// The icon's own left, in ems.
    pub left: f64,
}

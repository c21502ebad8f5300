//! Collects the words of a page of text.
//!
//! - In: the drawings of a page.
//! - Out: the printed words of each block, with their boxes.
//! - Not here: comparing the words with the layout.

use kurbo::Rect;

use super::texts;
use hexpress_base::identity::Feature;
use hexpress_read::Page;

/// The words on a page of text, in the order in which they are drawn.
#[derive(Debug, Clone, Default)]
pub struct TextSheet {
    pub words: Vec<FoundWords>,
}

/// Printed words of a block.
#[derive(Debug, Clone)]
pub struct FoundWords {
    /// The number of the block, from 1.
    pub block: usize,
    pub string: String,
    /// The box of the letters, in mm.
    pub rect: Rect,
}

impl TextSheet {
    /// Returns the words on a page.
    pub fn find(page: &Page) -> Self {
        let words = texts(page).filter_map(|(_, item, text)| match item.id.as_deref()?.feature()? {
            Feature::Text(block) => {
                Some(FoundWords { block: *block, string: text.string.to_string(), rect: text.outline })
            }
            _ => None,
        });
        Self { words: words.collect() }
    }
}

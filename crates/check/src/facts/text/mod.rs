//! Finds the words on pages of text.
//!
//! - In: a page with its drawings.
//! - Out: the words of each block of the text, and the number of the page.
//! - Not here: comparing the words with the layout.

pub(crate) mod folded;

use kurbo::{Point, Rect};

use super::texts;
use hexpress_base::identity::{Feature, Identity, Single};
use hexpress_read::{Item, Page};

/// The words on a page of text, in the order in which they are drawn.
#[derive(Debug, Clone, Default)]
pub struct TextSheet {
    pub words: Vec<FoundWords>,
    /// The texts outside the blocks. One of them may be the number of the page.
    pub numbers: Vec<FoundNumber>,
}

/// A text that belongs to no block, such as the number of the page.
#[derive(Debug, Clone)]
pub struct FoundNumber {
    pub string: String,
    /// The box of the letters, in mm.
    pub rect: Rect,
    /// The middle between the beginning and the end of the text.
    pub middle: Point,
}

/// Words of a block, as they are printed.
#[derive(Debug, Clone)]
pub struct FoundWords {
    /// The number of the block, from 1.
    pub block: usize,
    pub string: String,
    /// The box of the letters, in mm.
    pub rect: Rect,
}

/// Returns whether an item is drawn below the text of a page.
pub fn is_ground(item: &Item) -> bool {
    let feature = item.id.as_deref().and_then(Identity::feature);
    matches!(feature, Some(Feature::Single(Single::Ground | Single::InnerGround)))
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
        let ground = texts(page).filter(|(_, item, _)| is_ground(item));
        let numbers = ground.map(|(_, _, text)| FoundNumber {
            string: text.string.to_string(),
            rect: text.outline,
            middle: text.corners[0].midpoint(text.corners[1]),
        });
        Self { words: words.collect(), numbers: numbers.collect() }
    }
}

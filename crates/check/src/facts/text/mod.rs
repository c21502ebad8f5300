//! Finds the words on pages of text.
//!
//! - In: a page with its drawings.
//! - Out: the words of each block of the text, and the number of the page.
//! - Not here: comparing the words with the layout.

pub(crate) mod folded;

use kurbo::{Point, Rect};

use super::texts;
use hexpress_base::identity::{Feature, Identity, Single};
use hexpress_read::{Item, Page, PageLink};

/// The words on a page of text, in the order in which they are drawn.
#[derive(Debug, Clone, Default)]
pub struct TextSheet {
    pub words: Vec<FoundWords>,
    /// The texts that belong to no block. One of them may be the page number.
    pub numbers: Vec<FoundNumber>,
    /// The links of the page. Only a PDF has links.
    pub links: Vec<PageLink>,
}

/// A text that belongs to no block, such as the page number.
#[derive(Debug, Clone)]
pub struct FoundNumber {
    pub string: String,
    /// The box of the letters, in mm.
    pub rect: Rect,
    /// The middle between the beginning and the end of the text.
    pub centre: Point,
}

/// Words of a block, as they are printed.
#[derive(Debug, Clone)]
pub struct FoundWords {
    /// The number of the block, from 1.
    pub block: usize,
    pub string: String,
    /// The box of the letters, in mm.
    pub rect: Rect,
    /// Whether a clip cuts off a part of the words.
    pub is_cut_off: bool,
    /// Whether the words belong to a link.
    pub is_link: bool,
}

/// Letters may extend beyond their clip by at most this, in mm. If they extend farther, the words count
/// as cut off.
const BEYOND_CLIP: f64 = 0.6;

fn is_cut_off(item: &Item, outline: Rect) -> bool {
    let visible = item.clip.map(|clip| clip.inflate(BEYOND_CLIP, BEYOND_CLIP).intersect(outline));
    visible.is_some_and(|visible| visible.area() < outline.area())
}

/// Returns whether an item belongs to the background of a page of text.
pub fn is_ground(item: &Item) -> bool {
    let feature = item.id.as_deref().and_then(Identity::feature);
    matches!(feature, Some(Feature::Single(Single::Ground | Single::InnerGround)))
}

impl TextSheet {
    /// Returns the words on a page.
    pub fn find(page: &Page) -> Self {
        let words = texts(page).filter_map(|(_, item, text)| {
            let feature = item.id.as_deref()?.feature()?;
            let (Feature::Text(block) | Feature::Link(block)) = feature else { return None };
            Some(FoundWords {
                block: *block,
                string: text.string.to_string(),
                rect: text.outline,
                is_cut_off: is_cut_off(item, text.outline),
                is_link: matches!(feature, Feature::Link(_)),
            })
        });
        let ground = texts(page).filter(|(_, item, _)| is_ground(item));
        let numbers = ground.map(|(_, _, text)| FoundNumber {
            string: text.string.to_string(),
            rect: text.outline,
            centre: text.corners[0].midpoint(text.corners[1]),
        });
        Self { words: words.collect(), numbers: numbers.collect(), links: page.links.clone() }
    }
}

/// Returns a text without spaces and hyphens.
pub fn letters(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '-' | '\u{ad}' | '\u{200b}')).collect()
}

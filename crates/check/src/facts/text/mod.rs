//! Finds the words on pages of text.
//!
//! - In: a page with its drawings.
//! - Out: the words of each block of the text, and the number of the page.
//! - Not here: comparing the words with the layout.

pub(crate) mod folded;

use kurbo::{Point, Rect};

use super::texts;
use hexpress_base::identity::{Feature, Identity, Single};
use hexpress_read::{Item, ItemKind, Page};

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
    /// Why a part of the words cannot be read. `None` if all of them are visible.
    pub hidden: Option<Hidden>,
}

/// Why a part of a text cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hidden {
    /// A clip cuts a part off.
    CutOff,
    /// A later drawing covers most of the text.
    Covered,
}

/// How far letters may extend beyond their clip, in mm.
const BEYOND_CLIP: f64 = 0.6;
/// A text counts as covered if a drawing covers at least this fraction of its box.
const MOST_COVERED: f64 = 0.3;
/// The largest number of drawings on a page that are examined as possible covers. More would take too
/// long.
const MOST_COVERS: usize = 500;

/// The drawings on a page that may cover texts before them.
struct Covers(Vec<(usize, Rect)>);

impl Covers {
    fn find(page: &Page) -> Self {
        let areas = page.items.iter().enumerate().filter_map(|(index, item)| {
            let is_area = match &item.kind {
                ItemKind::Path { fill, .. } => fill.is_some() && item.opacity >= 1.0,
                ItemKind::Image { .. } => true,
                ItemKind::Text(_) => false,
            };
            let whole = item.whole.filter(|_| is_area && item.effect == 0)?;
            Some((index, item.clip.map_or(whole, |clip| whole.intersect(clip))))
        });
        Self(areas.take(MOST_COVERS).collect())
    }

    /// Returns why a part of the text with this index cannot be read.
    fn hidden(&self, index: usize, item: &Item, outline: Rect) -> Option<Hidden> {
        let visible = item.clip.map(|clip| clip.inflate(BEYOND_CLIP, BEYOND_CLIP).intersect(outline));
        if visible.is_some_and(|visible| visible.area() < outline.area()) {
            return Some(Hidden::CutOff);
        }
        let mut later = self.0.iter().filter(|(cover, _)| *cover > index).map(|(_, area)| area);
        let is_covered = later.any(|area| area.intersect(outline).area() > MOST_COVERED * outline.area());
        is_covered.then_some(Hidden::Covered)
    }
}

/// Returns whether an item is drawn below the text of a page.
pub fn is_ground(item: &Item) -> bool {
    let feature = item.id.as_deref().and_then(Identity::feature);
    matches!(feature, Some(Feature::Single(Single::Ground | Single::InnerGround)))
}

impl TextSheet {
    /// Returns the words on a page.
    pub fn find(page: &Page) -> Self {
        let covers = Covers::find(page);
        let words = texts(page).filter_map(|(index, item, text)| match item.id.as_deref()?.feature()? {
            Feature::Text(block) => Some(FoundWords {
                block: *block,
                string: text.string.to_string(),
                rect: text.outline,
                hidden: covers.hidden(index, item, text.outline),
            }),
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

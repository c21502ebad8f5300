//! Lists the words of a text, in the order in which they are printed.
//!
//! - In: blocks.
//! - Out: their words without markup, for the checker and for screen readers.

use super::{Block, BlockKind, Pages};
use crate::game::Game;
use crate::pages::counted;
use hexpress_scene::text::inline::Inline;

/// Returns the texts that a component of pages prints, in reading order. The table of contents and
/// the numbers of pages are not included.
pub fn heard_words(pages: &Pages, game: &Game) -> Vec<String> {
    let mut texts = Vec::new();
    of_blocks(&pages.blocks, game, &mut texts);
    texts
}

fn of_blocks(blocks: &[Block], game: &Game, texts: &mut Vec<String>) {
    for block in blocks {
        match &block.kind {
            BlockKind::Heading(_, words) | BlockKind::Paragraph(words) => texts.push(plain_words(words)),
            BlockKind::List(list) => {
                for (number, item) in (list.first.unwrap_or(1)..).zip(&list.items) {
                    texts.extend(list.first.map(|_| format!("{number}.")));
                    of_blocks(item, game, texts);
                }
            }
            BlockKind::Quote(inner) => of_blocks(inner, game, texts),
            BlockKind::Code(lines) => texts.extend(lines.iter().cloned()),
            BlockKind::Table(table) => {
                let rows = std::iter::once(&table.head).chain(&table.rows);
                texts.extend(rows.flatten().map(|cell| plain_words(cell)));
            }
            BlockKind::Components => {
                let lines = counted(game).into_iter().map(|part| format!("{} {}", part.count, part.name));
                texts.extend(lines);
            }
            BlockKind::Rule | BlockKind::Figure(_) | BlockKind::Contents => {}
        }
    }
}

/// Returns the words of a run without styles. Icons are left out.
pub fn plain_words(inlines: &[Inline]) -> String {
    let words = inlines.iter().filter_map(|inline| match inline {
        Inline::Words { string, .. } => Some(string.as_str()),
        Inline::Icon(_) => None,
    });
    words.collect()
}

//! Lists the words of a text, in the order in which they are printed.
//!
//! - In: blocks.
//! - Out: the words without markup. The checker and screen readers use them.

use super::{Block, BlockKind};
use crate::game::Game;
use crate::pages::counted;
use hexpress_scene::text::inline::Inline;

/// Returns the texts that a block prints, in reading order. The table of contents, page numbers,
/// icons and figures are left out.
pub fn printed_words(block: &Block, game: &Game) -> Vec<String> {
    let mut texts = Vec::new();
    of_block(block, game, &mut texts);
    texts
}

fn of_block(block: &Block, game: &Game, texts: &mut Vec<String>) {
    match &block.kind {
        BlockKind::Heading(_, words) | BlockKind::Paragraph(words) => texts.push(plain_words(words)),
        BlockKind::List(list) => {
            for (number, item) in (list.first.unwrap_or(1)..).zip(&list.items) {
                texts.extend(list.first.map(|_| format!("{number}.")));
                item.iter().for_each(|block| of_block(block, game, texts));
            }
        }
        BlockKind::Quote(inner) => inner.iter().for_each(|block| of_block(block, game, texts)),
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

/// Returns the words in a run of text, without styles and without icons.
pub fn plain_words(inlines: &[Inline]) -> String {
    let words = inlines.iter().filter_map(|inline| match inline {
        Inline::Words { string, .. } => Some(string.as_str()),
        Inline::Icon(_) => None,
    });
    words.collect()
}

//! Lists the words that a text prints, in reading order.
//!
//! - In: blocks.
//! - Out: the words without markup, for the checker and for screen readers.

use std::borrow::Cow;

use super::{Block, BlockKind, Prose, headings};
use crate::game::Game;
use crate::pages::counted;
use hexpress_scene::LinkTarget;
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
            let lines = counted(game).into_iter().map(|part| format!("{} {}", part.count, part.words()));
            texts.extend(lines);
        }
        BlockKind::Rule | BlockKind::Figure(_) | BlockKind::Contents => {}
    }
}

/// A printed link: its words without markup, and its target.
#[derive(Debug, Clone, PartialEq)]
pub struct PrintedLink {
    pub words: String,
    pub to: LinkTarget,
}

/// Returns the links of a block, in reading order. `blocks` are all blocks of the text.
pub fn printed_links(block: &Block, blocks: &[Block]) -> Vec<PrintedLink> {
    let mut links = Vec::new();
    links_of(block, blocks, &mut links);
    links
}

fn links_of(block: &Block, blocks: &[Block], links: &mut Vec<PrintedLink>) {
    let mut add = |words: &Prose| {
        links.extend(words.links.iter().map(|link| PrintedLink {
            words: plain_words(words.get(link.inlines.clone()).unwrap_or_default()),
            to: link.to.clone(),
        }));
    };
    match &block.kind {
        BlockKind::Heading(_, words) | BlockKind::Paragraph(words) => add(words),
        BlockKind::Table(table) => std::iter::once(&table.head).chain(&table.rows).flatten().for_each(add),
        BlockKind::List(list) => {
            list.items.iter().flatten().for_each(|block| links_of(block, blocks, links));
        }
        BlockKind::Quote(inner) => inner.iter().for_each(|block| links_of(block, blocks, links)),
        BlockKind::Contents => {
            let listed = (1..).zip(headings(blocks)).filter(|(_, heading)| heading.is_listed());
            links.extend(listed.map(|(number, heading)| PrintedLink {
                words: plain_words(heading.words),
                to: LinkTarget::Heading(number),
            }));
        }
        BlockKind::Code(_) | BlockKind::Rule | BlockKind::Figure(_) | BlockKind::Components => {}
    }
}

/// Returns the words of a text as messages quote them: with icons, such as `:coin:`, and without the
/// styles of the words.
pub fn quoted_words(inlines: &[Inline]) -> String {
    let words = inlines.iter().map(|inline| match inline {
        Inline::Words { string, .. } => Cow::Borrowed(string.as_str()),
        Inline::Icon(name) => Cow::Owned(format!(":{name}:")),
    });
    words.collect()
}

/// Returns the words of a text, without icons and without the styles of the words.
pub fn plain_words(inlines: &[Inline]) -> String {
    let words = inlines.iter().filter_map(|inline| match inline {
        Inline::Words { string, .. } => Some(string.as_str()),
        Inline::Icon(_) => None,
    });
    words.collect()
}

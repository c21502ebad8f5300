//! Checks the figures of pages: pictures, boards and pieces.
//!
//! - In: the components of a layout.
//! - Out: mistakes, with their places in the Markdown.

use crate::context::Resolver;
use hexpress_base::diag::{Diagnostic, Result, codes, near};
use hexpress_base::units::count_with_noun;
use hexpress_game::Component;
use hexpress_game::pages::{Block, BlockKind, FigureSubject};

/// Reports pictures that cannot be read, and boards and pieces that the game does not have.
pub fn check_figures(components: &[&Component], resolver: &mut Resolver<'_>) {
    // A board or a component may be missing because it has errors. So unknown names are reported only for
    // a layout without errors.
    let is_complete = !resolver.report.has_errors();
    for pages in components.iter().filter_map(|component| component.pages()) {
        for block in figures(&pages.blocks) {
            let BlockKind::Figure(figure) = &block.kind else { continue };
            let checked = match &figure.shows {
                FigureSubject::File(name) => resolver.pictures.get(name).map(|_| ()),
                _ if !is_complete => Ok(()),
                FigureSubject::Board(name) => check_board(name, components),
                FigureSubject::Piece { component, index } => check_piece(component, *index, components),
            };
            if let Err(diagnostic) = checked {
                resolver.report.push(diagnostic.at(block.place));
            }
        }
    }
}

/// Returns all figures in blocks, including those in nested blocks.
fn figures(blocks: &[Block]) -> Vec<&Block> {
    let mut found = Vec::new();
    for block in blocks {
        match &block.kind {
            BlockKind::Figure(_) => found.push(block),
            BlockKind::List(list) => found.extend(list.items.iter().flat_map(|item| figures(item))),
            BlockKind::Quote(inner) => found.extend(figures(inner)),
            _ => {}
        }
    }
    found
}

fn check_board(name: &str, components: &[&Component]) -> Result<()> {
    let boards: Vec<&Component> = components.iter().filter(|c| c.board().is_some()).copied().collect();
    find_component(name, &format!("board `{name}`"), &boards).map(|_| ())
}

fn check_piece(name: &str, index: usize, components: &[&Component]) -> Result<()> {
    let decks: Vec<&Component> = components.iter().filter(|c| c.deck().is_some()).copied().collect();
    let wanted = format!("component `{name}` with pieces");
    let count = find_component(name, &wanted, &decks)?.deck().map_or(0, |deck| deck.pieces.len());
    if index < count {
        return Ok(());
    }
    let message =
        format!("`{name}` has {}, so there is no piece {}", count_with_noun(count, "piece"), index + 1);
    let hint = match count {
        1 => "write the number 1".to_owned(),
        _ => format!("write a number from 1 to {count}"),
    };
    Err(codes::BAD_COUNT.error(message).hint(hint))
}

/// Returns the component with the name `name`. If it is missing, the message is `this layout has no`,
/// followed by `wanted`, such as ``board `map` ``.
fn find_component<'c>(name: &str, wanted: &str, components: &[&'c Component]) -> Result<&'c Component> {
    let found = components.iter().find(|component| *component.name == *name).copied();
    found.ok_or_else(|| no_component(name, wanted, components))
}

fn no_component(name: &str, wanted: &str, components: &[&Component]) -> Diagnostic {
    let message = format!("this layout has no {wanted}");
    let diagnostic = codes::UNKNOWN_NAME.error(message);
    let names: Vec<&str> = components.iter().map(|component| &*component.name).collect();
    if names.is_empty() { diagnostic } else { diagnostic.hint(near::among(name, &names, "choose one of:")) }
}

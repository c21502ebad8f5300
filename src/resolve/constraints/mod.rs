//! What must hold of boards, pieces and the game as a whole, every name looked up.

mod board;
mod known;
mod pieces;

use std::sync::Arc;

use crate::diag::{FileId, Place, Report};
use crate::model::{Body, Component, Constraints, Names};
use crate::spec::tables::layout::Layout;
use known::Known;

/// The rules of a layout. Those of components with mistakes are left out.
pub fn constraints(
    layout: &Layout,
    file: FileId,
    components: &[Component],
    names: &Names,
    report: &mut Report,
) -> Constraints {
    let mut must = Constraints::default();
    let pieces = [&layout.cards, &layout.notes, &layout.tiles, &layout.counters];
    let any = layout.must.is_some()
        || layout.board.iter().any(|b| b.must.is_some())
        || pieces.iter().any(|list| list.iter().any(|p| p.must.is_some()));
    if !any {
        return must;
    }
    let mut known = Known::new(layout, file, names, report);
    let find = |span: &std::ops::Range<usize>| {
        let place = Place::new(file, span.clone());
        components.iter().find(|component| component.place == place)
    };
    for given in &layout.board {
        let Some(rules) = &given.must else { continue };
        if let Some(component) = find(&given.span)
            && let Body::Board(board) = &component.body
        {
            must.boards
                .push((Arc::clone(&component.name), board::rules(rules, component, board, &mut known)));
        }
    }
    for given in pieces.into_iter().flatten() {
        let Some(rules) = &given.must else { continue };
        if let Some(component) = find(&given.span)
            && let Body::Deck(deck) = &component.body
        {
            must.pieces
                .push((Arc::clone(&component.name), pieces::rules(rules, component, deck, &mut known)));
        }
    }
    if let Some(rules) = &layout.must {
        let all = &rules.same_back_and_size;
        let place = all.first().map_or(rules.span.clone(), |at| at.span.clone());
        let same = all.iter().filter_map(|at| known.pieces(at)).collect();
        must.same = Some((same, known.place(&place)));
    }
    must
}

//! What must hold of boards, pieces and the game as a whole, every name looked up.

mod board;
mod known;
mod pieces;

use std::sync::Arc;

use super::context::Compiler;
use super::pieces::families;
use crate::model::{Body, Component, Constraints, Stated};
use crate::spec::values::place::At;

/// The rules of a layout. Those of components with mistakes are left out.
pub fn constraints(components: &[Component], compiler: &mut Compiler<'_>) -> Constraints {
    let mut must = Constraints::default();
    let layout = compiler.layout;
    for given in &layout.board {
        if let (Some(rules), Some(component)) = (&given.must, find(components, given, compiler))
            && let Body::Board(board) = &component.body
        {
            let rules = board::rules(rules, component, board, compiler);
            must.boards.push((Arc::clone(&component.name), rules));
        }
    }
    for given in families(layout).iter().flat_map(|family| family.given) {
        if let (Some(rules), Some(component)) = (&given.must, find(components, given, compiler))
            && let Body::Deck(deck) = &component.body
        {
            let rules = pieces::rules(rules, component, deck, compiler);
            must.pieces.push((Arc::clone(&component.name), rules));
        }
    }
    if let Some(rules) = &layout.must {
        let all = &rules.same_back_and_size;
        let place = all.first().map_or(compiler.place(rules), |at| compiler.place(at));
        let same = all.iter().filter_map(|at| compiler.pieces_called(at)).collect();
        must.same = Some(Stated { what: same, place });
    }
    must
}

/// The component of a table of the layout.
fn find<'c, T>(components: &'c [Component], given: &At<T>, compiler: &Compiler<'_>) -> Option<&'c Component> {
    let place = compiler.place(given);
    components.iter().find(|component| component.place == place)
}

//! Compiles the rules of `must` for boards, for pieces and for the whole game.
//!
//! The checker tests these rules later.
//!
//! - In: the tables `must` of a layout, and its compiled components.
//! - Out: [`Constraints`], in which every name is known.
//! - Not here: testing the rules.

mod board;
mod known;
mod pieces;

use std::sync::Arc;

use crate::context::Resolver;
use crate::pieces::families;
use hexpress_game::{Body, Component, Constraints, Located};
use hexpress_language::values::spanned::Spanned;

/// Compiles the rules of a layout. Leaves out the rules of components with errors.
pub fn constraints(components: &[Component], resolver: &mut Resolver<'_>) -> Constraints {
    let mut must = Constraints::default();
    let layout = resolver.layout;
    for table in &layout.board {
        if let (Some(rules), Some(component)) = (&table.must, component_of(components, table, resolver))
            && let Body::Board(board) = &component.body
        {
            let compiled = board::rules(rules, component, board, resolver);
            must.boards.push((Arc::clone(&component.name), compiled));
        }
    }
    for table in families(layout).iter().flat_map(|family| family.tables) {
        if let (Some(rules), Some(component)) = (&table.must, component_of(components, table, resolver))
            && let Body::Pieces(deck) = &component.body
        {
            must.pieces.push((Arc::clone(&component.name), pieces::rules(rules, component, deck, resolver)));
        }
    }
    if let Some(rules) = &layout.must {
        let all = &rules.same_back_and_size;
        let place = all.first().map_or(resolver.place(rules), |at| resolver.place(at));
        let same = all.iter().filter_map(|at| resolver.pieces_called(at)).collect();
        must.same = Some(Located { value: same, place });
    }
    must
}

/// Returns the compiled component for a table of the layout. Returns `None` if the component was not
/// compiled, because it has errors.
fn component_of<'c, T>(
    components: &'c [Component],
    value: &Spanned<T>,
    resolver: &Resolver<'_>,
) -> Option<&'c Component> {
    let place = resolver.place(value);
    components.iter().find(|component| component.place == place)
}

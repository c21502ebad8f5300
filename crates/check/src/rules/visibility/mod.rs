//! Lists the rules about drawings that cannot be seen, or cannot be told apart without colours.

use crate::rule::Rule;

pub(crate) mod cell_look;
mod fronts_by_component;
mod hx432_figure_unseen;
pub(crate) mod hx491_kinds_alike;
mod hx492_sides_alike;
mod hx493_edges_alike;
mod hx494_pieces_alike;
mod hx607_drawn_over;
mod similar_colours;

/// The rules in this folder, sorted by code.
pub const RULES: &[Rule] = &[
    hx432_figure_unseen::RULE,
    hx491_kinds_alike::RULE,
    hx492_sides_alike::RULE,
    hx493_edges_alike::RULE,
    hx494_pieces_alike::RULE,
    hx607_drawn_over::RULE,
];

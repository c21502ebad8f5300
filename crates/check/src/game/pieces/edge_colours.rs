//! Finds the colours of the edges of a piece.
//!
//! - In: the edges of a piece as they are found.
//! - Out: their colours, those of paths included.

use std::collections::BTreeSet;

use crate::facts::piece_look::Edge;

/// Returns the colours of edges, and of the lines that end there.
pub(super) fn edge_colours(edges: &[Edge]) -> BTreeSet<[u8; 3]> {
    edges
        .iter()
        .flat_map(|edge| edge.colour.iter().chain(edge.paths.values()))
        .map(|colour| colour.0)
        .collect()
}

//! Finds the colours at the edges of a piece.
//!
//! - In: the edges of a piece that was found.
//! - Out: the colours of the edges, and the colours of the lines that end at the edges.

use std::collections::BTreeSet;

use crate::facts::piece_look::Edge;

/// Returns the colours of edges, and of the lines that end at these edges.
pub(super) fn edge_colours(edges: &[Edge]) -> BTreeSet<[u8; 3]> {
    edges
        .iter()
        .flat_map(|edge| edge.colour.iter().chain(edge.paths.values()))
        .map(|colour| colour.0)
        .collect()
}

//! Finds the colours at the edges of a piece.
//!
//! - In: the edges of a piece, as found on a page.
//! - Out: the colours of the edges, and the colours of the lines that end at them.

use std::collections::BTreeSet;

use crate::facts::piece_look::Edge;

/// Returns the colours of edges, and the colours of the lines that end at these edges.
pub(super) fn edge_colours(edges: &[Edge]) -> BTreeSet<[u8; 3]> {
    edges
        .iter()
        .flat_map(|edge| edge.colour.iter().chain(edge.paths.values()))
        .map(|colour| colour.0)
        .collect()
}

//! The edges of pieces: which colours they have, and which pieces have the same ones when they are turned.

use crate::base::map::Map;
use crate::base::units::several;
use std::collections::BTreeSet;

use super::view::{Fronts, decks, is};
use crate::check::color_vision;
use crate::check::facts::Facts;
use crate::check::facts::look::Edge;
use crate::check::fault::Findings;
use crate::model::Stated;
use crate::read::Rgb;

/// Pieces with the same edges, as places in the list of all. Pieces without edges are left out.
pub fn alike(fronts: &Fronts<'_>, flipped: bool) -> Vec<Vec<usize>> {
    let mut kinds: Vec<Edge> = Vec::new();
    let mut groups: Map<Vec<usize>, Vec<usize>> = Map::new();
    for (index, (_, piece)) in fronts.all.iter().enumerate() {
        let count = piece.edges.len();
        let edges = piece.edges.iter().map(|edge| number(edge, &mut kinds)).collect();
        let mut best = least(edges);
        if flipped {
            let mirrored = piece.edges.iter().rev().map(|edge| number(&edge.mirrored(count), &mut kinds));
            best = best.min(least(mirrored.collect()));
        }
        if count > 0 {
            groups.entry(best).or_default().push(index);
        }
    }
    groups.into_values().collect()
}

/// The number of what is seen at an edge, among all that is.
fn number(edge: &Edge, kinds: &mut Vec<Edge>) -> usize {
    kinds.iter().position(|other| edge.same(other)).unwrap_or_else(|| {
        kinds.push(edge.clone());
        kinds.len() - 1
    })
}

/// Of all the ways to turn a piece, that whose list of edges comes first.
fn least(mut edges: Vec<usize>) -> Vec<usize> {
    let mut best = edges.clone();
    for _ in 0..edges.len() {
        edges.rotate_left(1);
        if edges < best {
            best.clone_from(&edges);
        }
    }
    best
}

/// The colours of a piece's edges, and of the lines that end there.
fn colours(edges: &[Edge]) -> BTreeSet<[u8; 3]> {
    edges
        .iter()
        .flat_map(|edge| edge.colour.iter().chain(edge.ways.values()))
        .map(|colour| colour.0)
        .collect()
}

/// Each piece has so many colours.
pub fn each(facts: &Facts<'_>, out: &mut Findings) {
    for (fronts, count) in decks(facts, out, |must| must.colours.as_ref()) {
        for &(sheet, piece) in &fronts.all {
            let n = colours(&piece.edges).len();
            if is(facts, count, n, out) == Some(false) {
                let id = piece.name_or("a piece");
                let colours = several(n, "colour");
                let message = format!("{id} has {colours} at its edges, and must have {count}");
                fronts.fault(out, (sheet, piece), message).line(Some(fronts.line(piece, "edges")));
            }
        }
    }
}

/// All pieces have so many colours together, and each of these is on so many pieces.
pub fn on(facts: &Facts<'_>, out: &mut Findings) {
    for (fronts, must) in decks(facts, out, |must| must.in_all.as_ref().or(must.on.as_ref()).map(|_| must)) {
        let mut on: Map<[u8; 3], usize> = Map::new();
        for (_, piece) in &fronts.all {
            for colour in colours(&piece.edges) {
                *on.entry(colour).or_default() += 1;
            }
        }
        let component = &fronts.component.name;
        if let Some(Stated { value: count, place }) = &must.in_all
            && is(facts, count, on.len(), out) == Some(false)
        {
            let n = on.len();
            let message =
                format!("the edges of `{component}` have {n} colours in all, and must have {count}");
            fronts.fault_of_all(out, message).line(Some(*place));
        }
        let Some(Stated { value: count, place }) = &must.on else { continue };
        for (colour, n) in on {
            if is(facts, count, n, out) == Some(false) {
                let named = facts.expected.and_then(|expected| {
                    expected.game.names.colours.iter().find(|ink| expected.may_print(ink.rgb, colour))
                });
                let name = named.map_or_else(|| color_vision::hex(Rgb(colour)), |ink| ink.name.to_string());
                let pieces = several(n, "piece");
                let message = format!("{name} is on {pieces} of `{component}`, and must be on {count}");
                fronts.fault_of_all(out, message).line(Some(*place));
            }
        }
    }
}

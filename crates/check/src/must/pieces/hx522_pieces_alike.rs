//! HX522: pieces that must be different but are the same.

use super::super::piece_fronts::{Fronts, decks};
use super::super::piece_sorts::same_looks;
use crate::facts::Facts;
use crate::facts::piece_look::Edge;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_base::sorted_map::SortedMap;
use hexpress_game::constraints::Alike;

pub(super) const RULE: Rule = Rule {
    title: "pieces that must differ are different",
    why: "A tile can be placed in any rotation, so two tiles that are equal after a rotation are the same \
        tile twice. The checker compares the edges: their colours, their icons, and the lines that connect \
        two of them.",
    right: "no-two-alike = \"when turned\", and red red blue next to red blue blue",
    wrong: "no-two-alike = \"when turned\", and red blue blue next to blue red blue",
    ..Rule::error(codes::MUST_DIFFER, RuleFunction::All(pieces_alike))
};

/// Reports pieces that are the same as another piece. The layout says whether pieces are also compared
/// after they are rotated or flipped.
fn pieces_alike(facts: &Facts<'_>, findings: &mut Findings) {
    for (fronts, alike) in decks(facts, findings, |must| must.no_two_alike) {
        let is_bare = fronts.all.iter().all(|(_, piece)| piece.edges.iter().all(Edge::is_bare));
        if is_bare && alike != Alike::AsDrawn {
            let component = &fronts.component.name;
            findings.not_judged(format!(
                "whether pieces of `{component}` are alike: nothing is visible at their edges"
            ));
            continue;
        }
        let (groups, how) = match alike {
            Alike::AsDrawn => (same_looks(&fronts), ""),
            Alike::Turned => (same_edges(&fronts, SidesUp::Front), " when it is rotated"),
            Alike::Flipped => (same_edges(&fronts, SidesUp::Both), " when it is rotated or flipped"),
        };
        for group in groups {
            let Some((first, others)) = group.split_first() else { continue };
            for other in others {
                let (a, b) = (fronts.all[*first], fronts.all[*other]);
                let [name, known] = [b, a].map(|(_, piece)| piece.name_or("a piece"));
                let message = format!("{name} is the same as {known}{how}");
                fronts.fault(findings, b, message).in_layout(Some(fronts.place(b.1, "edges")));
            }
        }
    }
}

/// The sides that may face up when the edges of two pieces are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SidesUp {
    Front,
    Both,
}

/// Groups pieces whose edges become the same when the pieces are rotated. With [`SidesUp::Both`], the pieces
/// may also be flipped.
///
/// Each group is a list of indices into the fronts. Pieces without edges are left out.
fn same_edges(fronts: &Fronts<'_>, sides: SidesUp) -> Vec<Vec<usize>> {
    let mut known: Vec<Edge> = Vec::new();
    let mut groups: SortedMap<Vec<usize>, Vec<usize>> = SortedMap::new();
    for (index, (_, piece)) in fronts.all.iter().enumerate() {
        let count = piece.edges.len();
        let edges = piece.edges.iter().map(|edge| edge_number(edge, &mut known)).collect();
        let mut first = first_rotation(edges);
        if sides == SidesUp::Both {
            let mirrored =
                piece.edges.iter().rev().map(|edge| edge_number(&edge.mirrored(count), &mut known));
            first = first.min(first_rotation(mirrored.collect()));
        }
        if count > 0 {
            groups.entry(first).or_default().push(index);
        }
    }
    groups.into_values().collect()
}

/// Returns the index of an edge in `known`. If the edge is not in `known`, adds it first.
fn edge_number(edge: &Edge, known: &mut Vec<Edge>) -> usize {
    known.iter().position(|other| edge.looks_same_as(other)).unwrap_or_else(|| {
        known.push(edge.clone());
        known.len() - 1
    })
}

/// Rotates a list of edges so that it comes first in lexical order. If a piece can be rotated to match
/// another piece, the result is the same for both.
fn first_rotation(mut edges: Vec<usize>) -> Vec<usize> {
    let mut first = edges.clone();
    for _ in 0..edges.len() {
        edges.rotate_left(1);
        if edges < first {
            first.clone_from(&edges);
        }
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_rotation_is_the_same_for_all_rotations() {
        assert_eq!(first_rotation(vec![2, 0, 1]), [0, 1, 2]);
        assert_eq!(first_rotation(vec![1, 2, 0]), [0, 1, 2]);
        assert_eq!(first_rotation(vec![0, 2, 1]), [0, 2, 1]);
        assert_eq!(first_rotation(Vec::new()), Vec::<usize>::new());
    }
}

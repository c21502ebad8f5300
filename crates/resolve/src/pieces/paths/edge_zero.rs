//! Finds paths for which the user seems to have counted edges from 0. The program counts them from 1,
//! and 0 means the centre of the piece.
//!
//! - In: the elements of a face, and the values in the rows.
//! - Out: notes. They are not warnings, because the paths may be intended.

use super::{EdgePair, edge_pairs, path_templates, render};
use crate::context::Resolver;
use crate::pieces::field_values::RowWithSet;
use hexpress_base::diag::codes;
use hexpress_game::element::Element;
use hexpress_game::values::Values;
use hexpress_language::tables::layout::Pieces;

/// The largest number of rows that are checked.
const MAX_ROWS: usize = 1_000;

/// Adds a note if some paths lead to the centre (0), but none to the last edge. The user has probably
/// given the first edge the number 0.
pub fn check(p: &Pieces, face: &[Element], edges: usize, values: &Values, resolver: &mut Resolver<'_>) {
    for (element, template) in path_templates(face) {
        let rows = (0..values.len().min(MAX_ROWS)).map(|row| RowWithSet { values, row, pieces: p });
        let paths: Vec<Vec<EdgePair>> = rows
            .map(|row_with_set| edge_pairs(&render(template, &row_with_set, resolver)).collect())
            .collect();
        if are_counted_from_zero(&paths, edges) {
            let message = format!(
                "no path leads to edge {edges}, but some lead to 0, which is the middle of the piece"
            );
            let hint = format!("number the edges from 1 to {edges}, clockwise from the top");
            resolver.warnings.push(codes::BAD_VALUE.note(message).at(element.place).hint(hint));
        }
    }
}

/// Returns whether the paths of several pieces seem to use 0 for the first edge. This is assumed if two
/// conditions are true:
///
/// - No path leads to the last edge.
/// - Every piece with a path to 0 has only one such path, and at least one other path.
fn are_counted_from_zero(pieces: &[Vec<EdgePair>], edges: usize) -> bool {
    let is_last = |pair: &EdgePair| usize::try_from(pair.to).is_ok_and(|to| to >= edges);
    let to_middle = |paths: &Vec<EdgePair>| paths.iter().filter(|pair| pair.from == 0).count();
    let with_paths = pieces.iter().filter(|paths| !paths.is_empty()).count();
    with_paths > 1
        && !pieces.iter().flatten().any(is_last)
        && pieces.iter().any(|paths| to_middle(paths) == 1)
        && pieces.iter().all(|paths| match to_middle(paths) {
            0 => true,
            1 => paths.len() > 1,
            _ => false,
        })
}

#[cfg(test)]
mod tests {
    use super::{are_counted_from_zero, edge_pairs};

    #[test]
    fn edges_from_zero_differ_from_paths_to_the_middle() {
        for (pieces, expected) in [
            (["0-3, 1-5", "0-2, 3-5"], true),
            (["0-3, 1-5", "1-2, 3-4"], true),
            (["0-3, 1-6", "0-2, 3-5"], false),
            (["0-1, 0-3", "0-2, 0-4"], false),
            (["0-1", "0-2"], false),
            (["1-2, 3-4", "1-3, 2-5"], false),
            (["0-3, 1-5", ""], false),
        ] {
            let pieces = pieces.map(|text| edge_pairs(text).collect());
            assert_eq!(are_counted_from_zero(&pieces, 6), expected, "{pieces:?}");
        }
    }
}

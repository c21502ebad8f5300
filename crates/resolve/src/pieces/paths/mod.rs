//! Warns about paths that are probably wrong.
//!
//! A path leads from an edge of a piece to another edge, or to its centre.
//!
//! - In: the elements of a face, and the values in the rows.
//! - Out: warnings and notes.
//! - Not here: invalid texts of paths, which are reported when the paths are drawn.

mod edge_zero;
mod stops;

use super::field_values::RowWithSet;
use crate::context::Resolver;
use hexpress_game::element::{Element, Shape};
use hexpress_game::pieces::ValuePlaces;
use hexpress_game::values::Values;
use hexpress_language::tables::layout::Pieces;
use hexpress_template::Template;

/// Warns about elements that are placed on paths that their piece does not have. Adds notes about paths
/// for which the user seems to have counted edges from 0.
pub fn check(
    p: &Pieces,
    face: &[Element],
    edges: usize,
    (values, places): (&Values, &ValuePlaces),
    resolver: &mut Resolver<'_>,
) {
    stops::check(p, face, edges, (values, places), resolver);
    edge_zero::check(p, face, edges, values, resolver);
}

/// Returns the elements that draw paths, each with the template of its paths.
fn path_templates(face: &[Element]) -> impl Iterator<Item = (&Element, &Template)> {
    face.iter().filter_map(|element| match &element.shape {
        Shape::Paths { list, .. } => Some((element, list)),
        _ => None,
    })
}

/// Evaluates a template. Returns an empty text after an error, because the error is reported when the
/// path is drawn.
fn render(template: &Template, row_with_set: &RowWithSet<'_>, resolver: &Resolver<'_>) -> String {
    resolver.engine.render(template, row_with_set).unwrap_or_default()
}

/// The two edges that a path joins. `from` is the smaller number. The number 0 stands for the centre of
/// the piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct EdgePair {
    from: u32,
    to: u32,
}

impl EdgePair {
    /// Returns whether a piece with `edges` edges has both of these edges. Edges are counted from 1.
    fn is_on_piece(self, edges: usize) -> bool {
        usize::try_from(self.to).is_ok_and(|edge| edge <= edges)
    }
}

/// Parses the pairs of edges in a text such as `1-4 red, 5-0 tan`.
fn edge_pairs(text: &str) -> impl Iterator<Item = EdgePair> {
    text.split(',').filter_map(|path| {
        let (from, to) = path.split_whitespace().next()?.split_once('-')?;
        let (from, to): (u32, u32) = (from.parse().ok()?, to.parse().ok()?);
        Some(EdgePair { from: from.min(to), to: from.max(to) })
    })
}

#[cfg(test)]
mod tests {
    use super::{EdgePair, edge_pairs};

    #[test]
    fn the_smaller_edge_comes_first() {
        let pairs: Vec<EdgePair> = edge_pairs("1-4 red, 5-0 tan, blue, 2-x").collect();
        assert_eq!(pairs, [EdgePair { from: 1, to: 4 }, EdgePair { from: 0, to: 5 }]);
    }
}

//! Warns about elements whose key `on` names a path that their piece does not have.
//!
//! - Not here: edges that do not exist, which are reported when the element is drawn.

use super::{EdgePair, edge_pairs, path_templates, render};
use crate::context::Resolver;
use crate::pieces::field_values::RowWithSet;
use hexpress_base::diag::{MistakeLimit, codes};
use hexpress_game::element::Element;
use hexpress_game::pieces::ValuePlaces;
use hexpress_game::values::Values;
use hexpress_language::tables::layout::Pieces;
use hexpress_template::Template;

/// Warns about rows in which `on` contains a path such as `1-4`, but the piece has no path between these
/// two edges. Rows without paths are not checked.
pub fn check(
    table: &Pieces,
    face: &[Element],
    edges: usize,
    (values, places): (&Values, &ValuePlaces),
    resolver: &mut Resolver<'_>,
) {
    let paths: Vec<&Template> = path_templates(face).map(|(_, template)| template).collect();
    if paths.is_empty() {
        return;
    }
    let mut limit = MistakeLimit::default();
    for element in face {
        let Some(on) = &element.on else { continue };
        for row in 0..values.len() {
            let row_with_set = RowWithSet { values, row, pieces: table };
            let drawn: Vec<String> = paths.iter().map(|path| render(path, &row_with_set, resolver)).collect();
            let known: Vec<EdgePair> = drawn.iter().flat_map(|text| edge_pairs(text)).collect();
            if known.is_empty() {
                continue;
            }
            let stops = render(on, &row_with_set, resolver);
            let missing = edge_pairs(&stops).find(|pair| pair.is_on_piece(edges) && !known.contains(pair));
            if let Some(EdgePair { from, to }) = missing
                && limit.count()
            {
                let value = on.needs().find_map(|name| places.value(row, values.position(name)?));
                let message = format!("this piece has no path {from}-{to}");
                let hint = format!("choose one of its paths: {}", drawn.join(", "));
                let warning = codes::IDLE_KEY.warning(message).at(value.unwrap_or(element.place));
                resolver.warnings.push(warning.hint(hint));
            }
        }
    }
}

//! Elements with `on` a path that their piece does not have.
//!
//! The elements of a face and the values of the rows go in; warnings come out. An edge that a piece does not have is reported
//! where it is drawn.

use super::rows::Asked;
use crate::diag::{MistakeLimit, codes};
use crate::model::element::{Element, Shape};
use crate::model::pieces::WordPlaces;
use crate::model::template::Template;
use crate::model::values::Values;
use crate::resolve::context::Compiler;
use crate::spec::tables::layout::Pieces;

/// Warns of rows whose `on` names two edges that no path of the piece joins. Rows without a path are not checked.
pub fn check(
    p: &Pieces,
    face: &[Element],
    edges: usize,
    (values, places): (&Values, &WordPlaces),
    compiler: &mut Compiler<'_>,
) {
    let paths: Vec<&Template> = face
        .iter()
        .filter_map(|element| match &element.shape {
            Shape::Paths(template, _) => Some(template),
            _ => None,
        })
        .collect();
    if paths.is_empty() {
        return;
    }
    let mut limit = MistakeLimit::default();
    for element in face {
        let Some(on) = &element.on else { continue };
        for row in 0..values.len() {
            let asked = Asked { values, row, set: &p.set };
            let drawn: Vec<String> = paths.iter().map(|path| render(path, &asked, compiler)).collect();
            let known: Vec<EdgePair> = drawn.iter().flat_map(|text| edge_pairs(text)).collect();
            if known.is_empty() {
                continue;
            }
            let stops = render(on, &asked, compiler);
            let missing = edge_pairs(&stops).find(|pair| pair.is_on_piece(edges) && !known.contains(pair));
            if let Some(EdgePair { from, to }) = missing
                && limit.count()
            {
                let value = on.needs().find_map(|name| places.value(row, values.position(name)?));
                let message = format!("no path of this piece runs along {from}-{to}");
                let hint =
                    format!("its paths are \"{}\": `on` says where along one of them", drawn.join(", "));
                let warning = codes::IDLE_KEY.warning(message).at(value.unwrap_or(element.place));
                compiler.warnings.push(warning.hint(hint));
            }
        }
    }
}

/// Returns the text of a template. A template that fails is empty here and reported where it is drawn.
fn render(template: &Template, asked: &Asked<'_>, compiler: &Compiler<'_>) -> String {
    compiler.engine.render(template, asked).unwrap_or_default()
}

/// Two edges of a piece, by their numbers, of which `from` is the smaller one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct EdgePair {
    from: u32,
    to: u32,
}

impl EdgePair {
    /// Whether a piece with this number of edges has both edges. They are counted from 1.
    fn is_on_piece(self, edges: usize) -> bool {
        usize::try_from(self.to).is_ok_and(|edge| edge <= edges)
    }
}

/// Parses the edges in a text such as `1-4 red, 5-0 tan`.
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

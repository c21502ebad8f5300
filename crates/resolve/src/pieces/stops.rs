//! Elements that stand `on` a path that their piece does not have.

use super::rows::Asked;
use crate::diag::{Few, codes};
use crate::model::element::{Element, Shape};
use crate::model::pieces::WordPlaces;
use crate::model::values::Values;
use crate::resolve::context::Compiler;
use crate::spec::tables::layout::Pieces;

/// Warns of rows whose `on` names a way between edges along which no path of the piece runs. Rows without a path are left
/// alone; an edge that a piece does not have is reported where it is drawn.
pub fn check(
    p: &Pieces,
    face: &[Element],
    edges: usize,
    (values, places): (&Values, &WordPlaces),
    compiler: &mut Compiler<'_>,
) {
    let paths = || {
        face.iter().filter_map(|element| match &element.shape {
            Shape::Paths(template, _) => Some(template),
            _ => None,
        })
    };
    if paths().next().is_none() {
        return;
    }
    let mut few = Few::default();
    for element in face {
        let Some(on) = &element.on else { continue };
        for row in 0..values.len() {
            let asked = Asked { values, row, set: &p.set };
            // What cannot be worked out is reported where it is drawn.
            let text = |template| compiler.engine.render(template, &asked).unwrap_or_default();
            let own: Vec<String> = paths().map(text).collect();
            let on_ways = text(on);
            let known: Vec<(u32, u32)> = own.iter().flat_map(|own| ways(own)).collect();
            let exists = |way: &(u32, u32)| usize::try_from(way.1).is_ok_and(|edge| edge <= edges);
            let missing = ways(&on_ways).filter(exists).find(|way| !known.contains(way));
            let Some((from, to)) = missing.filter(|_| !known.is_empty()) else { continue };
            if few.more() {
                let named = on.needs().find_map(|name| places.value(row, values.position(name)?));
                let message = format!("no path of this piece runs along {from}-{to}");
                let hint = format!("its paths are \"{}\": `on` says where along one of them", own.join(", "));
                let warning = codes::IDLE_KEY.warning(message).at(named.unwrap_or(element.place));
                compiler.warnings.push(warning.hint(hint));
            }
        }
    }
}

/// The ways that a text names, `1-4 red, 5-0 tan`: their edges, the smaller one first.
fn ways(text: &str) -> impl Iterator<Item = (u32, u32)> {
    text.split(',').filter_map(|way| {
        let (from, to) = way.split_whitespace().next()?.split_once('-')?;
        let (from, to): (u32, u32) = (from.parse().ok()?, to.parse().ok()?);
        Some((from.min(to), from.max(to)))
    })
}

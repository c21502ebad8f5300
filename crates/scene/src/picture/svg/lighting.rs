//! Corrects the relief of lighting filters, so that it does not depend on the resolution.
//!
//! - In: the text of a file, and the tree that usvg makes of it.
//! - Out: if the drawing uses a lighting filter, the text of the file with corrected heights of the relief.
//! - Not here: drawing filters.
//!
//! resvg compares the heights of neighbouring pixels. With more pixels per unit of the file, the relief would
//! therefore become flatter, although browsers show the same relief at every size.

use std::collections::BTreeMap;
use std::ops::Range;

use usvg::filter::Kind;
use usvg::roxmltree::{Document, Node as Xml};
use usvg::{Group, Node, Tree};

use super::frame::element_name;
use super::tree::to_affine;

/// Returns the text of a drawing with corrected lighting filters. The heights are corrected for a
/// drawing whose longer side has `long_side` pixels. Returns `None` if the drawing has no lighting
/// filter.
pub fn corrected(text: &str, xml: &Document<'_>, tree: &Tree, long_side: u32) -> Option<String> {
    let longer = f64::from(tree.size().width().max(tree.size().height()));
    let pixels_per_unit = lit_scale(tree.root())? * f64::from(long_side) / longer;
    let lit = xml.descendants().filter(|node| {
        node.is_element() && matches!(element_name(*node), "feDiffuseLighting" | "feSpecularLighting")
    });
    // If a file uses an XML entity twice, its elements are in the tree twice, but in the text once. The map
    // therefore keeps only one correction for each place in the text.
    let heights: BTreeMap<usize, (Range<usize>, String)> = lit
        .filter_map(|node| height(node, text, pixels_per_unit))
        .map(|(range, height)| (range.start, (range, height)))
        .collect();
    let mut out = text.to_owned();
    for (range, height) in heights.into_values().rev() {
        out.replace_range(range, &height);
    }
    Some(out)
}

/// Returns the scale of the first group with a lighting filter: the length of one unit of the group, in units
/// of the file. Returns `None` if there is no such group.
fn lit_scale(group: &Group) -> Option<f64> {
    let mut steps = group.filters().iter().flat_map(|filter| filter.primitives());
    if steps.any(|step| matches!(step.kind(), Kind::DiffuseLighting(_) | Kind::SpecularLighting(_))) {
        let scale = to_affine(group.abs_transform()).determinant().abs().sqrt();
        return (scale.is_finite() && scale > 0.0).then_some(scale);
    }
    group.children().iter().find_map(|node| {
        let mut found = match node {
            Node::Group(child) => lit_scale(child),
            Node::Path(_) | Node::Image(_) | Node::Text(_) => None,
        };
        node.subroots(|root| found = found.or_else(|| lit_scale(root)));
        found
    })
}

/// Returns the corrected height of a filter's relief, and the range of the text that it replaces. The height
/// is multiplied by `factor`, the number of pixels per unit of the filter. Returns `None` if the height
/// cannot be read.
fn height(node: Xml<'_, '_>, text: &str, factor: f64) -> Option<(Range<usize>, String)> {
    let Some(attribute) = node.attribute_node("surfaceScale") else {
        // Without the attribute, the height is 1. In this case, the attribute is inserted after the name of
        // the element.
        let start = node.range().start;
        let name = text.get(start..)?.find(|c: char| c.is_whitespace() || matches!(c, '/' | '>'))?;
        return Some((start + name..start + name, format!(" surfaceScale=\"{factor:.4}\"")));
    };
    let height: f64 = attribute.value().trim().parse().ok()?;
    let range = attribute.range();
    let quote = text.get(range.clone())?.find(['"', '\''])?;
    let end = range.end.checked_sub(1).filter(|end| text.is_char_boundary(*end))?;
    Some((range.start + quote + 1..end, format!("{:.4}", height * factor)))
}

#[cfg(test)]
mod tests {
    use usvg::Options;

    use super::super::parse;
    use super::*;

    fn with_filter(inside: &str) -> Option<String> {
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"50\" height=\"10\"><filter id=\"f\">{inside}</filter>\
             <g transform=\"scale(2)\"><rect width=\"9\" height=\"9\" filter=\"url(#f)\"/></g></svg>"
        );
        let xml = parse::document(&text).unwrap();
        let tree = parse::tree(&xml, &Options::default()).unwrap();
        corrected(&text, &xml, &tree, 200)
    }

    #[test]
    fn heights_grow_with_the_pixels_of_a_unit() {
        let light = "<feDistantLight/></feDiffuseLighting>";
        let typed = with_filter(&format!("<feDiffuseLighting  surfaceScale = '-1.5' >{light}")).unwrap();
        assert!(typed.contains("<feDiffuseLighting  surfaceScale = '-12.0000' ><feDistant"), "{typed}");
        let left_out = with_filter(&format!("<feDiffuseLighting>{light}")).unwrap();
        assert!(left_out.contains("<feDiffuseLighting surfaceScale=\"8.0000\"><feDistant"), "{left_out}");
        assert_eq!(with_filter("<feFlood/>"), None);
    }
}

//! Writes SVG files for cutting plotters.
//!
//! A file contains only the lines to cut, in the coordinates of the sheet, and nothing to print.

use super::document;
use super::path::{data, length};
use crate::About;
use hexpress_scene::print::cuts::Cuts;

/// The style of all lines, except for their colour.
///
/// Cut lines are red, because most plotters cut red lines. Registration marks are blue.
const STYLE: &str = "fill=\"none\" stroke-width=\".1\"";

/// Returns an SVG file with the cut lines of a sheet.
pub fn cuts(cuts: &Cuts, about: &About) -> String {
    let size = cuts.sheet;
    let mut body = format!(
        "<g id=\"registration\" class=\"registration\" {STYLE} stroke=\"#00f\">\n\
         <rect id=\"sheet\" width=\"{}\" height=\"{}\"/>\n",
        length(size.width),
        length(size.height)
    );
    if !cuts.marks.is_empty() {
        body.push_str(&format!("<path id=\"marks\" d=\"{}\"/>\n", data(&cuts.marks)));
    }
    body.push_str(&format!("</g>\n<g id=\"cut\" class=\"cut\" {STYLE} stroke=\"#f00\">\n"));
    for line in &cuts.lines {
        body.push_str(&format!("<path d=\"{}\"/>\n", data(line)));
    }
    body.push_str("</g>");
    document::file(size, &body, about, None)
}

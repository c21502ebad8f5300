//! Writes SVG files for cutting plotters.
//!
//! A file contains only the lines along which the plotter cuts, and nothing that is printed. The
//! coordinates are those of the sheet.

use super::document;
use super::path::{data, length};
use crate::About;
use hexpress_scene::print::capture::SETUP_COLOUR;
use hexpress_scene::print::cuts::{CutKind, Cuts};
use kurbo::{Affine, BezPath, Rect};

/// The style of all lines, without their colour.
///
/// The colour of a line determines what a plotter does along it: most plotters cut red lines. Registration
/// marks are blue.
const STYLE: &str = "fill=\"none\" stroke-width=\".1\"";

/// Returns the colour of the lines of a kind.
fn colour(kind: CutKind) -> &'static str {
    match kind {
        CutKind::Fold => "#0ff",
        CutKind::Perforation => "#0f0",
        CutKind::Kiss => "#f0f",
        CutKind::Through => "#f00",
    }
}

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
    body.push_str("</g>");
    for kind in cuts.kinds() {
        let (id, colour) = (kind.word(), colour(kind));
        body.push_str(&format!("\n<g id=\"{id}\" class=\"{id}\" {STYLE} stroke=\"{colour}\">\n"));
        for line in cuts.of(kind) {
            body.push_str(&format!("<path d=\"{}\"/>\n", data(line)));
        }
        body.push_str("</g>");
    }
    document::file(size, &body, about, None)
}

/// Returns an SVG file with filled shapes, for the program of a cutting machine. `area` is the part
/// of the sheet that the file shows, in mm.
pub fn setup(shapes: &[BezPath], area: Rect, about: &About) -> String {
    let [r, g, b] = SETUP_COLOUR;
    let mut body = format!("<g id=\"shapes\" fill=\"#{r:02x}{g:02x}{b:02x}\" stroke=\"none\">\n");
    let to_area = Affine::translate(-area.origin().to_vec2());
    for shape in shapes {
        body.push_str(&format!("<path d=\"{}\"/>\n", data(&(to_area * shape))));
    }
    body.push_str("</g>");
    document::file(area.size(), &body, about, None)
}

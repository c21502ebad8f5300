//! `marks` of a component: the crop marks or lines that show where to cut.
//!
//! The key, the outline and the packing of pieces go in; the marks come out, or an error if such pieces cannot have them.

use crate::diag::codes;
use crate::model::Stated;
use crate::model::pieces::{Outline, Pack};
use crate::print::setup::Marking;
use crate::resolve::context::Compiler;
use crate::spec::tables::layout::Pieces;

/// Returns the marks of a component with their place, or `None` without the key and after an error.
pub fn marks(p: &Pieces, outline: Outline, compiler: &mut Compiler<'_>) -> Option<Stated<Marking>> {
    let at = p.marks.as_ref()?;
    let place = compiler.place(at);
    let marks = Marking::from(at.value);
    let hexagons = matches!(outline, Outline::Hexagon(_));
    let pack = p.pack.as_ref().map(|pack| pack.value).filter(|_| hexagons);
    let (message, hint) = match (marks, outline, pack) {
        (Marking::Corner, Outline::Disc, _) => ("discs have no corners", "marks = \"outline\" or \"none\""),
        (Marking::Edge | Marking::Line, Outline::Disc, _) => {
            ("no straight cut parts discs", "marks = \"outline\" or \"none\"")
        }
        (Marking::Corner | Marking::Edge | Marking::Line, Outline::Regular(_), _) => {
            ("triangles and octagons have an outline alone", "marks = \"outline\" or \"none\"")
        }
        (Marking::Edge | Marking::Line, _, Some(Pack::Close | Pack::Apart)) => (
            "no straight cut parts hexagons in a honeycomb",
            "pack = \"straight\", or marks = \"corner\", \"outline\" or \"none\"",
        ),
        (Marking::Edge, _, Some(Pack::Strips)) => (
            "of hexagons in strips, most cuts end with their strip, and not at the edge of the sheet",
            "pack = \"straight\", or marks = \"line\", \"corner\", \"outline\" or \"none\"",
        ),
        _ => return Some(Stated { what: marks, place }),
    };
    compiler.hinted(codes::BAD_PACK, place, message, hint).none()
}

//! Compiles the keys for arranging and cutting pieces. They say how pieces are arranged on a sheet
//! (`pack`), which marks show where to cut (`marks`), and how a machine cuts (`cut`, `cut-around`).
//!
//! - In: the keys and the outline of pieces.
//! - Out: the packing, the marks and the cuts, or errors if the outline does not allow them.

use crate::context::Resolver;
use hexpress_base::diag::codes;
use hexpress_base::units::ShortNumber;
use hexpress_game::Located;
use hexpress_game::pieces::{Outline, Pack};
use hexpress_language::tables::layout::Pieces;
use hexpress_scene::print::cuts::CutKind;
use hexpress_scene::print::setup::Marking;

/// The allowed distances between the pieces and a cut around all of them, in mm.
const CUT_DISTANCES_MM: std::ops::RangeInclusive<f64> = 1.0..=50.0;

/// Returns the marks of a component with their place. Returns `None` if the key `marks` is missing,
/// or after an error.
pub fn marks(p: &Pieces, outline: &Outline, resolver: &mut Resolver<'_>) -> Option<Located<Marking>> {
    let at = p.marks.as_ref()?;
    let place = resolver.place(at);
    let marks = Marking::from(at.value);
    let hexagons = matches!(outline, Outline::Hexagon(_));
    let pack = p.pack.as_ref().map(|pack| pack.value).filter(|_| hexagons);
    let (message, hint) = match (marks, outline, pack) {
        (Marking::Corner, Outline::Disc, _) => {
            ("discs have no corners for `corner` marks", "write marks = \"outline\" or \"none\"")
        }
        (Marking::Edge | Marking::Line, Outline::Disc, _) => (
            "`edge` and `line` marks are for straight cuts, which cannot separate discs",
            "write marks = \"outline\" or \"none\"",
        ),
        (Marking::Corner | Marking::Edge | Marking::Line, Outline::Regular(_), _) => (
            "triangles and octagons cannot have edge, corner or line marks",
            "write marks = \"outline\" or \"none\"",
        ),
        (Marking::Corner | Marking::Edge | Marking::Line, Outline::Path(_), _) => (
            "pieces with an `outline` cannot have edge, corner or line marks",
            "write marks = \"outline\" or \"none\"",
        ),
        (Marking::Edge | Marking::Line, _, Some(Pack::Close | Pack::Apart)) => (
            "`edge` and `line` marks are for straight cuts, which cannot separate hexagons in a honeycomb",
            "write pack = \"straight\", or marks = \"corner\", \"outline\" or \"none\"",
        ),
        (Marking::Edge, _, Some(Pack::Strips)) => (
            "`edge` marks do not suit hexagons in strips: most of their cuts do not reach the edge of the sheet",
            "write pack = \"straight\", or marks = \"line\", \"corner\", \"outline\" or \"none\"",
        ),
        _ => return Some(Located { value: marks, place }),
    };
    resolver.error_with_hint(codes::BAD_PACK, place, message, hint).none()
}

/// Returns the packing of pieces. Returns `None` if the key `pack` is missing. Reports a packing
/// that is not possible for the outline.
pub fn pack(p: &Pieces, outline: &Outline, resolver: &mut Resolver<'_>) -> Option<Pack> {
    let at = p.pack.as_ref()?;
    let (message, hint) = match (outline, at.value) {
        (Outline::Disc, Pack::Straight | Pack::Strips) => (
            "`straight` and `strips` need straight cuts, which cannot separate discs",
            "write pack = \"close\" or \"apart\"",
        ),
        (Outline::Regular(tiling), Pack::Straight | Pack::Strips) if tiling.is_triangles() => (
            "`straight` and `strips` need straight cuts, which cannot separate triangles: they point up and \
                down in turn",
            "write pack = \"close\" or \"apart\"",
        ),
        (Outline::Regular(_), Pack::Straight | Pack::Strips) => (
            "`straight` and `strips` need straight cuts, which cannot separate octagons: there are gaps \
                between them",
            "write pack = \"close\" or \"apart\"",
        ),
        (Outline::Path(_), Pack::Straight | Pack::Strips) => (
            "`straight` and `strips` need straight cuts, which cannot separate pieces with an `outline`",
            "write pack = \"close\" or \"apart\"",
        ),
        (Outline::Rectangle(_), Pack::Strips) => (
            "`strips` does not apply to rectangles, whose cuts are always straight",
            "write pack = \"straight\"",
        ),
        _ => return Some(at.value),
    };
    resolver.error_with_hint(codes::BAD_PACK, at, message, hint).none()
}

/// Returns how a machine cuts out the pieces.
pub fn cut(p: &Pieces) -> CutKind {
    p.cut.as_ref().map_or(CutKind::Through, |at| at.value.into())
}

/// Returns the distance between the pieces of a sheet and the cut around all of them, in mm. Reports a
/// distance that is out of range. Returns `None` if the key `cut-around` is missing, or after an error.
pub fn cut_around(p: &Pieces, resolver: &mut Resolver<'_>) -> Option<f64> {
    let at = p.cut_around.as_ref()?;
    if CUT_DISTANCES_MM.contains(&at.value.0) {
        return Some(at.value.0);
    }
    let (least, most) = (ShortNumber(*CUT_DISTANCES_MM.start()), ShortNumber(*CUT_DISTANCES_MM.end()));
    let message = format!("`cut-around` must be {least} to {most} mm");
    resolver.error_with_hint(codes::BAD_SIZE, at, message, "write cut-around = \"3mm\"").none()
}

//! Draws the QR code of a sheet at its edge.
//!
//! - In: the text of the code, and the free space of a page.
//! - Out: a code with a quiet zone around it, or a warning that the sheet has no space for it.
//! - Not here: QR codes on pieces (`elements`).

use kurbo::{Affine, Point};

use super::ruler::DrawnRulers;
use crate::draw::space::{Gap, SheetEdge};
use crate::plan::PageInFile;
use crate::sheet_builder::SheetBuilder;
use hexpress_base::diag::codes;
use hexpress_base::identity::{Feature, Single};
use hexpress_base::units::ShortNumber;
use hexpress_game::SheetNumber;
use hexpress_game::element::QUIET;
use hexpress_scene::{Drawing, Group, Ink};

/// The side lengths of a module that are tried, in mm. The preferred length comes first. The last
/// length is the length of four dots at 300 dpi.
const MODULES: [f64; 3] = [0.5, 0.42, 0.34];
const EDGES: [SheetEdge; 4] = [SheetEdge::Bottom, SheetEdge::Top, SheetEdge::Right, SheetEdge::Left];

/// Draws the code in the first free strip along an edge, as far from the rulers as possible.
pub fn draw(file: &PageInFile, rulers: DrawnRulers, page: &mut SheetBuilder<'_, '_>) {
    let game = page.painter.game;
    let Some(code) = &game.sheet_code else { return };
    let modules = match game.sheet_code_modules(SheetNumber { sheet: file.page, sheets: file.pages }) {
        Some(Ok(modules)) => modules,
        Some(Err(diagnostic)) => return page.painter.add_finding(diagnostic.at(code.place)),
        None => return,
    };
    page.space.set_gap(Gap::Clear);
    let [_, down] = rulers.edges;
    let preferred = if down == Some(SheetEdge::Right) { 0.0 } else { 1.0 };
    let across = (modules.side() + 2 * QUIET as usize) as f64;
    for module in MODULES {
        let side = across * module;
        let Some((rect, _)) = page.space.claim(&EDGES, preferred, side, side) else { continue };
        let quiet = f64::from(QUIET) * module;
        let corner = Point::new(rect.x0 + quiet, rect.y0 + quiet);
        let outline = Affine::translate(corner.to_vec2()) * Affine::scale(module) * modules.outline();
        let id = page.painter.identity(Feature::Single(Single::SheetCode));
        let drawn = vec![Drawing::filled(outline, Ink::black())];
        page.drawings.push(Drawing::Group(Group::piece(id, Affine::IDENTITY, drawn)));
        return;
    }
    let least = ShortNumber((across * MODULES[MODULES.len() - 1] * 10.0).ceil() / 10.0);
    let message = format!("a sheet has no room for its QR code, which needs {least} x {least} mm at an edge");
    let hint = "shorten the text in `qr`, use larger paper, or print fewer pieces on a sheet";
    page.painter.add_finding(codes::NO_ROOM.warning(message).hint(hint).at(code.place));
}

//! Draws the names of cells: in the cells, along the border, or outside the board once for each line.
//!
//! - Goes in: a board, its place on the sheet, and where its layout wants the names.
//! - Comes out: drawings on the page; what has no room is reported.
//! - Does not: make the names; the game has them.

use super::cell_names::{self, NamedCells};
use super::fit::BoardFit;
use super::outside_names;
use crate::layout::page::Page;
use crate::model::{Board, ShowNames};
use crate::scene::{Ink, luminance};

/// Draws the names of a board's cells where its layout wants them.
pub fn draw(board: &Board, fit: &BoardFit, page: &mut Page<'_, '_>) {
    let Some(names) = &board.names else { return };
    let drawn = match board.name_style.show {
        ShowNames::None => Ok(()),
        ShowNames::Inside => cell_names::draw(board, fit, names, NamedCells::All, page),
        ShowNames::Edge => cell_names::draw(board, fit, names, NamedCells::AlongTheEdge, page),
        ShowNames::Outside => outside_names::draw(board, fit, names, page),
    };
    if let Err(wrong) = drawn {
        let place = wrong.place.unwrap_or(board.name_style.place);
        page.painter.wrong(wrong.at(place));
    }
}

/// Returns the ink of names on paper.
pub fn ink() -> Ink {
    Ink::new("#444444", [0x44; 3])
}

/// Returns the ink of names on cells with this fill: the usual grey if its contrast is sufficient, else black or white.
pub fn ink_on(fill: Option<&Ink>) -> Ink {
    // The contrast of WCAG 2, with 0.0578 as the luminance of the grey: (l + 0.05) / (0.0578 + 0.05) is at least 4.5.
    const LIGHT: f64 = 0.4352;
    match fill {
        Some(fill) if luminance(fill.rgb) >= LIGHT => ink(),
        Some(fill) if fill.is_light() => Ink::black(),
        Some(_) => Ink::white(),
        None => ink(),
    }
}

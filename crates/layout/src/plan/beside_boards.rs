//! Moves pieces to the free space on the sheets of boards, so that the pieces need no sheet of their
//! own.
//!
//! - In: the sheets of a game.
//! - Out: fewer sheets. The pieces of a sheet move only together: all of them must fit on one free strip
//!   along an edge of a board's sheet.
//!
//! The module `impose::choose_packing::blocks` places the pieces on a strip.

use kurbo::Rect;

use super::{Content, SheetPlan, Sheets};
use crate::board;
use crate::board::fit::{BOTTOM_LINE, BoardFit};
use crate::draw::bounds::bounds;
use crate::impose::{self, PieceLot, SheetPacking, Strip, StripEdge};
use crate::setup::Setup;
use crate::sheet_builder::SheetBuilder;
use hexpress_base::identity::{Feature, Identity, Single};
use hexpress_game::{Board, Component, Game, Sharing};
use hexpress_scene::Drawing;
use hexpress_scene::print::setup::Backs;
use hexpress_scene::text::{Fonts, Shaper};

/// The distance between a board and the cut that separates the board from the pieces, in mm.
const FROM_BOARD: f64 = 4.0;

/// The maximum number of sheets of pieces that are tried for one sheet of a board. Those with a small total
/// area of pieces are tried first, so later ones are unlikely to fit.
const MAX_TRIED_SHEETS: usize = 30;

/// Moves the pieces of as many sheets as possible to the sheets of boards. Sheets with a small total area of
/// pieces are tried first.
pub fn move_pieces(sheets: &mut Sheets<'_>, game: &Game, fonts: &Fonts, setup: &Setup) {
    let mut index = 0;
    while index < sheets.sheets.len() {
        if !matches!(sheets.sheets[index].content, Content::Board(..)) {
            index += 1;
            continue;
        }
        let mut small: Vec<usize> = (0..sheets.sheets.len())
            .filter(|other| may_share(&sheets.sheets[index], &sheets.sheets[*other], setup))
            .collect();
        small.sort_by(|a, b| area(&sheets.sheets[*a]).total_cmp(&area(&sheets.sheets[*b])));
        let mut moved = Vec::new();
        if !small.is_empty() {
            let strips = free_strips(&sheets.sheets[index], game, fonts, setup);
            for other in small.into_iter().take(MAX_TRIED_SHEETS) {
                let fits = on_strip(&sheets.sheets, index, other, &strips, setup);
                if let Some(with_pieces) = fits {
                    sheets.sheets[index] = with_pieces;
                    moved.push(other);
                }
            }
        }
        sheets.sheets_saved += moved.len();
        index = index + 1 - moved.iter().filter(|other| **other <= index).count();
        let all = std::mem::take(&mut sheets.sheets).into_iter().enumerate();
        sheets.sheets = all.filter(|(number, _)| !moved.contains(number)).map(|(_, sheet)| sheet).collect();
    }
}

/// Returns whether the pieces on the sheet `pieces` may move to the sheet of `board`.
fn may_share(board: &SheetPlan<'_>, pieces: &SheetPlan<'_>, setup: &Setup) -> bool {
    matches!(board.content, Content::Board(..))
        && matches!(pieces.content, Content::Fronts(..))
        && pieces.parts().all(|part| may_share_part(board.component, part, setup))
}

fn may_share_part(board: &Component, part: &SheetPlan<'_>, setup: &Setup) -> bool {
    let Content::Fronts(deck, ..) = &part.content else { return false };
    let component = part.component;
    let stock_allows = match component.share {
        Sharing::Nothing => false,
        Sharing::SameStock => component.stock.is_some() && component.stock == board.stock,
        Sharing::AnyBoard => true,
    };
    let has_backs = !deck.back.is_empty() && setup.print_setup.backs_or_default() != Backs::None;
    stock_allows && component.print == board.print && deck.die_sheet.is_none() && !has_backs
}

/// Returns the total area of the boxes of all pieces on a sheet, in mm².
fn area(sheet: &SheetPlan<'_>) -> f64 {
    sheet.parts().filter_map(pieces_of).map(|(packing, count)| packing.piece.area() * count as f64).sum()
}

/// Returns the arrangement and the number of the pieces in a part of a sheet. Returns `None` for a board.
fn pieces_of<'s>(part: &'s SheetPlan<'_>) -> Option<(&'s SheetPacking, usize)> {
    match &part.content {
        Content::Fronts(_, packing, run) => Some((packing, run.count())),
        _ => None,
    }
}

/// Adds the pieces of the sheet `other` to the sheet of a board, and returns the new sheet. Returns
/// `None` if the pieces fit on no free strip of the board's sheet.
fn on_strip<'a>(
    sheets: &[SheetPlan<'a>],
    board: usize,
    other: usize,
    strips: &[Strip],
    setup: &Setup,
) -> Option<SheetPlan<'a>> {
    let (board, other) = (sheets.get(board)?, sheets.get(other)?);
    let blocks: Vec<Vec<&SheetPlan<'a>>> = [board, other]
        .iter()
        .flat_map(|sheet| sheet.blocks())
        .filter(|block| pieces_of(block[0]).is_some())
        .collect();
    let lots: Vec<PieceLot<'a>> = blocks
        .iter()
        .filter_map(|block| match &block[0].content {
            Content::Fronts(deck, packing, _) => {
                let count = block.iter().filter_map(|part| pieces_of(part)).map(|(_, count)| count).sum();
                Some(PieceLot { deck, piece: packing.piece, count })
            }
            _ => None,
        })
        .collect();
    let Content::Board(drawn, board_fit) = &board.content else { return None };
    let placed = strips.iter().find_map(|strip| impose::pack_on_strip(&lots, board.size, strip, setup))?;
    let mut parts = Vec::new();
    for (block, packing) in blocks.into_iter().zip(placed.packings) {
        let mut taken = 0;
        for part in block {
            let Content::Fronts(deck, _, run) = &part.content else { continue };
            let content =
                Content::Fronts(deck, SheetPacking { foreign_slots: taken, ..packing.clone() }, *run);
            taken += run.count();
            parts.push(SheetPlan::new(part.component, board.size, content));
        }
    }
    Some(SheetPlan {
        other_parts: parts,
        block_cuts: placed.block_cuts.into(),
        ..SheetPlan::new(board.component, board.size, Content::Board(drawn.clone(), *board_fit))
    })
}

/// Returns the free strips along the edges of a board's sheet, in the order in which they are
/// tried. The strip at the top comes last, because titles are usually there.
fn free_strips(sheet: &SheetPlan<'_>, game: &Game, fonts: &Fonts, setup: &Setup) -> Vec<Strip> {
    let Content::Board(board, fit) = &sheet.content else { return Vec::new() };
    let printable = setup.margin.inside(fit.sheet);
    let taken =
        drawn_area(board, fit, sheet.component, printable, game, fonts).inflate(FROM_BOARD, FROM_BOARD);
    let whole = fit.sheet.to_rect();
    let small_print = if fit.bottom_line.is_some() { BOTTOM_LINE } else { 0.0 };
    let free = Rect { y1: printable.y1 - small_print, ..printable };
    let strips = [
        (StripEdge::Bottom, Rect { y0: taken.y1, ..whole }),
        (StripEdge::Right, Rect { x0: taken.x1, ..whole }),
        (StripEdge::Left, Rect { x1: taken.x0, ..whole }),
        (StripEdge::Top, Rect { y1: taken.y0, ..whole }),
    ];
    strips
        .into_iter()
        .filter(|(_, sheet)| sheet.width() > 0.0 && sheet.height() > 0.0)
        .map(|(edge, sheet)| Strip { sheet, area: sheet.intersect(free), edge })
        .filter(|strip| strip.area.width() > 0.0 && strip.area.height() > 0.0)
        .collect()
}

/// Returns the bounding box of everything on a board except the small print at the bottom.
fn drawn_area(
    board: &Board,
    fit: &BoardFit,
    component: &Component,
    printable: Rect,
    game: &Game,
    fonts: &Fonts,
) -> Rect {
    let shaper = Shaper::new(fonts);
    let mut page = SheetBuilder::new(game, &shaper, &component.name, printable);
    board::draw(board, fit, &mut page);
    let small_print: Option<Identity> = Some(page.painter.identity(Feature::Single(Single::BottomLine)));
    page.drawings.retain(|drawing| !matches!(drawing, Drawing::Group(group) if group.id == small_print));
    let overhang = board::overhang(&page.drawings);
    if let Some(cut) = fit.area.with_marks() {
        return cut;
    }
    let drawn = bounds(&page.drawings).map_or(fit.cells, |drawn| drawn.inflate(overhang, overhang));
    drawn.union(fit.cells)
}

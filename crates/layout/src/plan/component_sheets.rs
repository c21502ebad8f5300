//! Plans the sheets of each component.
//!
//! - In: a game.
//! - Out: one sheet for each board, and as few sheets as possible for pieces. Everything that is larger
//!   than a sheet becomes a poster.
//!
//! The modules `shared_sheets` and `beside_boards` decide which components share sheets.

use std::ops::Range;
use std::sync::Arc;

use kurbo::Size;

use super::piece_size::{cell_side, piece_size, sized};
use super::{Content, SheetPlan, Sheets, beside_boards, extra_sheets, machine_cut, no_fit, shared_sheets};
use crate::board::fit;
use crate::impose::{self, SheetPacking};
use crate::pages::{Flow, FlowInput, FoldedFit, PageSheet};
use crate::piece_run::PieceRun;
use crate::poster::{BoardDivider, Divider, Poster, piece_posters};
use crate::setup::Setup;
use hexpress_base::diag::{Report, Result, codes};
use hexpress_base::units::{count_with_noun, width_and_height};
use hexpress_game::pages::{CopyGrid, Pages};
use hexpress_game::{Board, Body, Component, Game, PieceSet, PieceSide};
use hexpress_scene::print::paper::sheet_name;
use hexpress_scene::print::setup::{Backs, Order};
use hexpress_scene::text::Fonts;

/// The smallest width and height of the area inside the margins of a sheet, in mm.
const MIN_AREA_SIDE: f64 = 10.0;

/// Returns the sheets of all components that fit, and the extra sheets. If a component does not
/// fit, reports the reason.
pub fn all_sheets<'a>(game: &'a Game, fonts: &Fonts, setup: &Setup, report: &mut Report) -> Sheets<'a> {
    if setup.print_setup.test_sheet {
        let sheets = extra_sheets::test_sheet(game, setup, report).into_iter().collect();
        return Sheets { sheets, sheets_saved: 0 };
    }
    let mut lists = Vec::new();
    let printed = game.components.iter().filter(|component| component.is_among(&setup.only));
    for component in printed.filter(|component| component.print > 0) {
        match component_sheets(game, fonts, component, setup) {
            Ok(sheets) => lists.push(sheets),
            Err(diagnostic) => {
                let place = diagnostic.place.unwrap_or(component.place);
                report.push(diagnostic.at(place));
            }
        }
    }
    let mut sheets = match setup.print_setup.order_or_default() {
        // Usually, components may share sheets, and pieces may move to other places. If a cutting machine
        // repeats one job for all sheets of a component, neither is possible: the pieces must be at the same
        // places on all these sheets.
        Order::Sheets if !setup.repeats_a_job() => {
            let mut sheets = shared_sheets::share(lists, setup);
            beside_boards::move_pieces(&mut sheets, game, fonts, setup);
            centre_pieces(&mut sheets.sheets, setup);
            sheets
        }
        // With [`Order::Stack`], all sheets are cut together as a pile, so the pieces must be at
        // the same places on all sheets.
        Order::Sheets | Order::Stack => {
            Sheets { sheets: lists.into_iter().flatten().collect(), sheets_saved: 0 }
        }
    };
    if setup.print_setup.cut_plan {
        extra_sheets::add_cut_plans(&mut sheets.sheets, setup);
    }
    sheets
}

/// Moves the pieces to the middle on each sheet that is not full.
fn centre_pieces(sheets: &mut [SheetPlan<'_>], setup: &Setup) {
    for sheet in sheets {
        let (Content::Fronts(deck, packing, _) | Content::Backs(deck, packing, _)) = &sheet.content else {
            continue;
        };
        let count = sheet.parts().filter_map(|part| part.content.count()).sum();
        if deck.die_sheet.is_some() || !packing.uses_whole_sheet() || count >= packing.slots.len() {
            continue;
        }
        let centred = packing.for_last_sheet(count, deck, setup);
        sheet.content.set_packing(&centred);
        sheet.other_parts.iter_mut().for_each(|part| part.content.set_packing(&centred));
    }
}

fn component_sheets<'a>(
    game: &Game,
    fonts: &Fonts,
    component: &'a Component,
    setup: &Setup,
) -> Result<Vec<SheetPlan<'a>>> {
    let paper = setup.paper.sheet(component.class);
    if setup.margin.room(paper).min_side() < MIN_AREA_SIDE {
        let message = format!("margins of {} leave no room on {}", setup.margin, sheet_name(paper));
        let hint = "use larger paper or smaller margins: 6.35 mm is enough for most printers";
        return Err(codes::NO_ROOM.error(message).hint(hint));
    }
    let name = &*component.name;
    let furniture = &setup.furniture(game);
    let divider = Divider { game, fonts, component, name, paper, margin: setup.margin, furniture };
    match &component.body {
        Body::Board(board) => board_sheets(component, board, divider, setup),
        Body::Pieces(deck) => deck_sheets(component, deck, divider, setup),
        Body::Pages(pages) => text_sheets(component, pages, divider, setup),
    }
}

/// Returns a sheet for each printed page of a text.
///
/// # Errors
/// The pages are too large for the paper, a booklet is too thick, or the user asks for a missing sheet of the
/// text.
fn text_sheets<'a>(
    component: &'a Component,
    pages: &'a Pages,
    divider: Divider<'_>,
    setup: &Setup,
) -> Result<Vec<SheetPlan<'a>>> {
    let Divider { game, fonts, paper, .. } = divider;
    let folded = pages.folding.map(|folding| FoldedFit { folding, pages, paper, margin: setup.margin });
    if let Some(fit) = &folded {
        fit.check_size()?;
    }
    let flow = Arc::new(Flow::new(FlowInput { game, fonts, pages, setup, paper }));
    // A text with a mistake may have no page. At least one page is planned, because mistakes are
    // reported when a page is drawn.
    let count = flow.pages.max(1);
    let sheets: Vec<Vec<PageSheet>> = match &folded {
        Some(fit) => fit.sheets(count)?,
        None => {
            let grid = pages.copy_grid(paper);
            grid.iter().try_for_each(|grid| check_copies(grid, pages, paper))?;
            let sheet = |index| grid.map_or(PageSheet::Single(index), |grid| PageSheet::Copies(index, grid));
            (0..count).map(|index| vec![sheet(index)]).collect()
        }
    };
    check_chosen(component, sheets.len())?;
    let size = pages.sheet_size(paper);
    let sides = chosen(component, sheets.len()).into_iter().filter_map(|index| sheets.get(index)).flatten();
    let planned = sides
        .map(|side| SheetPlan::new(component, size, Content::Page(Arc::clone(&flow), pages, side.clone())));
    Ok(planned.collect())
}

/// Checks that a copy of a page fits on a sheet.
///
/// # Errors
/// The page is too large.
fn check_copies(grid: &CopyGrid, pages: &Pages, paper: Size) -> Result<()> {
    if grid.count() > 0 {
        return Ok(());
    }
    let message = format!("a page of {} does not fit on {}", sheet_name(grid.page), sheet_name(paper));
    let hint = "use a smaller `size`, larger paper, or leave out `copies`";
    Err(codes::NO_ROOM.error(message).hint(hint).at(pages.place))
}

/// Returns which sheets of a component are printed, as indices.
fn chosen(component: &Component, count: usize) -> Vec<usize> {
    match component.sheets.as_slice() {
        [] => (0..count).collect(),
        chosen => chosen.iter().map(|number| (*number as usize).saturating_sub(1)).collect(),
    }
}

fn board_sheets<'a>(
    component: &'a Component,
    board: &'a Board,
    divider: Divider<'_>,
    setup: &Setup,
) -> Result<Vec<SheetPlan<'a>>> {
    let board = &sized(component, board, setup);
    let side = cell_side(component, board, setup)?;
    let design = setup.paper.design_sheet(component.class);
    let is_for_shop = board.cut.is_some_and(|cut| cut.page.is_for_shop());
    let divider = if is_for_shop { Divider { paper: design, ..divider } } else { divider };
    let board_divider = BoardDivider { divider, board, side, design };
    let needs = board_divider.room(fit::SpaceAroundCells::new(board, setup.margin));
    check_trim(component, board, &needs, side)?;
    if is_for_shop {
        let fit = board_divider.fit_of_whole(&needs)?;
        return Ok(vec![SheetPlan::new(component, fit.sheet, Content::Board(board.clone(), fit))]);
    }
    match fit::board(board, &needs, side, divider.paper) {
        Ok(fit) => {
            check_chosen(component, 1)?;
            Ok(vec![SheetPlan::new(component, fit.sheet, Content::Board(board.clone(), fit))])
        }
        Err(_) => {
            let poster = board_divider.poster(&needs)?;
            check_chosen(component, poster.grid.count())?;
            Ok(poster_sheets(component, poster).collect())
        }
    }
}

/// Checks that the cells of a board, with everything around them, fit the trim size of the board.
///
/// # Errors
/// They are larger than the trim size.
fn check_trim(component: &Component, board: &Board, needs: &fit::SpaceAroundCells, side: f64) -> Result<()> {
    let (Some((needed, offered)), Some(cut)) = (needs.beyond_trim(side), board.cut) else { return Ok(()) };
    let message = format!(
        "the cells of `{}` and everything around them need {} mm, but `trim` leaves {} mm",
        component.name,
        width_and_height(needed),
        width_and_height(offered)
    );
    let hint = "make `trim` larger or the cells smaller; with fit = \"largest\", the cells fill the trim";
    Err(codes::NO_ROOM.error(message).at(cut.place).hint(hint))
}

/// Checks that a board or a text has all sheets that the user asks for with `--pieces`.
///
/// # Errors
/// The board or text has fewer sheets.
fn check_chosen(component: &Component, count: usize) -> Result<()> {
    match component.sheets.last() {
        Some(last) if *last as usize > count => {
            let message = format!(
                "--pieces: `{}` takes {}, so there is no sheet {last}",
                component.name,
                count_with_noun(count, "sheet")
            );
            Err(codes::BAD_OPTION.error(message))
        }
        _ => Ok(()),
    }
}

fn deck_sheets<'a>(
    component: &'a Component,
    deck: &'a PieceSet,
    divider: Divider<'_>,
    setup: &Setup,
) -> Result<Vec<SheetPlan<'a>>> {
    let piece = piece_size(divider.game, deck, setup)?;
    if let Some(sheets) = machine_cut::sheets(component, deck, piece, setup)? {
        return Ok(sheets);
    }
    match packing_for(deck.pieces.len(), deck, piece, divider.paper, setup)? {
        Some(packing) => Ok(piece_sheets(component, deck, &packing, setup)),
        None => deck_posters(component, deck, piece, divider, setup),
    }
}

/// Returns how `count` pieces of a deck are packed on a paper. Returns `None` if no piece fits.
///
/// # Errors
/// The layout sets a die-cut sheet that does not suit the pieces.
pub fn packing_for(
    count: usize,
    deck: &PieceSet,
    piece: Size,
    paper: Size,
    setup: &Setup,
) -> Result<Option<SheetPacking>> {
    match &deck.die_sheet {
        Some(die_sheet) => impose::pack_on_die_sheet(deck, die_sheet, piece, paper, setup).map(Some),
        None => Ok(impose::best_packing_for(count, deck, piece, paper, setup)),
    }
}

/// Returns the sheets for the pieces of a component. If backs are printed on the other side of the
/// paper, each sheet of fronts is followed by the sheet of the corresponding backs.
pub(super) fn piece_sheets<'a>(
    component: &'a Component,
    deck: &'a PieceSet,
    packing: &SheetPacking,
    setup: &Setup,
) -> Vec<SheetPlan<'a>> {
    let flips = matches!(setup.print_setup.backs_or_default(), Backs::FlipLong | Backs::FlipShort);
    let sides = if deck.back.is_empty() || !flips { &[PieceSide::Front][..] } else { &PieceSide::BOTH };
    let (packing, runs) = match setup.print_setup.order_or_default() {
        Order::Stack if deck.die_sheet.is_none() => stacked(deck, packing, setup),
        // Die-cut sheets are not cut, so they need no piles.
        Order::Sheets | Order::Stack => {
            let ranges = ranges(deck.pieces.len(), packing.slots.len());
            (packing.clone(), ranges.map(PieceRun::consecutive).collect::<Vec<_>>())
        }
    };
    let sheets = runs.into_iter().flat_map(|run| {
        let packing = &packing;
        sides.iter().map(move |side| {
            SheetPlan::new(component, packing.sheet, Content::pieces(*side, deck, packing.clone(), run))
        })
    });
    sheets.collect()
}

/// Returns the arrangement of the pieces, which is the same on all sheets of a pile. Also returns the pieces
/// of each sheet: consecutive pieces are in the same slot, on consecutive sheets.
fn stacked(deck: &PieceSet, packing: &SheetPacking, setup: &Setup) -> (SheetPacking, Vec<PieceRun>) {
    let count = deck.pieces.len();
    let sheets = count.div_ceil(packing.slots.len());
    let most = count.div_ceil(sheets.max(1));
    let is_movable = packing.uses_whole_sheet() && most < packing.slots.len();
    let packing = if is_movable { packing.for_last_sheet(most, deck, setup) } else { packing.clone() };
    (packing, (0..sheets).map(|sheet| PieceRun::every(sheets, sheet, count)).collect())
}

/// Returns the range of piece indices for each sheet.
fn ranges(count: usize, per_sheet: usize) -> impl Iterator<Item = Range<usize>> {
    (0..count).step_by(per_sheet).map(move |first| first..(first + per_sheet).min(count))
}

/// Returns posters for pieces that do not fit on a sheet.
///
/// # Errors
/// The pieces cannot be divided, or need no poster, because they would fit on a sheet with another setup.
fn deck_posters<'a>(
    component: &'a Component,
    deck: &'a PieceSet,
    piece: Size,
    divider: Divider<'_>,
    setup: &Setup,
) -> Result<Vec<SheetPlan<'a>>> {
    no_fit::check_without_marks(component, deck, piece, setup)?;
    no_fit::check_without_fold(component, deck, piece, setup)?;
    no_fit::check_without_back(component, deck, piece, setup)?;
    let has_backs = !deck.back.is_empty() && setup.print_setup.backs_or_default() != Backs::None;
    let sides = if has_backs { &PieceSide::BOTH[..] } else { &[PieceSide::Front] };
    let warning = no_fit::poster_warning(component, deck, piece, setup);
    let posters = piece_posters(&divider, deck, piece, sides, warning)?;
    Ok(posters.into_iter().flat_map(|poster| poster_sheets(component, poster)).collect())
}

/// Returns the printed sheets of a poster. With `--pieces`, users may choose to print only some of its
/// sheets.
fn poster_sheets<'a>(
    component: &'a Component,
    mut poster: Poster<'a>,
) -> impl Iterator<Item = SheetPlan<'a>> {
    let printed = chosen(component, poster.grid.count());
    poster.first = printed.first().copied().unwrap_or(0);
    let poster = Arc::new(poster);
    printed.into_iter().map(move |index| {
        SheetPlan::new(component, poster.grid.sheet, Content::Poster(Arc::clone(&poster), index))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_sheet_has_the_pieces_that_are_left() {
        assert_eq!(ranges(7, 3).collect::<Vec<_>>(), [0..3, 3..6, 6..7]);
        assert_eq!(ranges(6, 3).collect::<Vec<_>>(), [0..3, 3..6]);
        assert_eq!(ranges(0, 3).count(), 0);
    }
}

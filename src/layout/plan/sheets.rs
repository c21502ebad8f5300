//! Which sheets the components of a game take: boards one each, pieces as many as lie on one, and posters what is larger
//! than a sheet.

use std::sync::Arc;

use kurbo::Size;

use super::{fit, no_fit};
use crate::base::hex::across_from_side;
use crate::base::units::Trimmed;
use crate::diag::{Diagnostic, Report, codes};
use crate::layout::{Content, Poster, Setup, SheetPlan, TOLERANCE, extra, impose, poster};
use crate::model::{BAD_PIECE, Board, Body, Component, Deck, Game, PieceSize, share_of};
use crate::print::paper::sheet_name;
use crate::print::setup::Backs;
use crate::text::Fonts;

/// The sheets of all components that fit; in the report, why others do not.
pub fn all<'a>(game: &'a Game, fonts: &Fonts, setup: &Setup, report: &mut Report) -> Vec<SheetPlan<'a>> {
    if setup.house.test_sheet {
        return extra::test_sheet(game, setup, report).into_iter().collect();
    }
    let mut sheets = Vec::new();
    let printed = |c: &&Component| c.is_among(&setup.only);
    for component in game.components.iter().filter(printed).filter(|c| c.print > 0) {
        match component_sheets(game, fonts, component, setup) {
            Ok(more) => sheets.extend(more),
            Err(diagnostic) => {
                let place = diagnostic.place.unwrap_or(component.place);
                report.push(diagnostic.at(place));
            }
        }
    }
    if setup.house.cut_plan {
        extra::add_cut_plans(&mut sheets, setup);
    }
    sheets
}

/// Width and height of a deck's pieces, in mm. A share of a fitted board is one of the cells that the board has
/// on its design sheet, whether or not the board is printed now.
pub fn piece_size(game: &Game, deck: &Deck, setup: &Setup) -> Result<Size, Diagnostic> {
    let (percent, name, place) = match &deck.size {
        PieceSize::Fixed(size) => return Ok(*size),
        PieceSize::Share(share) => (share.percent, &share.board, share.place),
    };
    let side = game.components.iter().find_map(|component| match &component.body {
        Body::Board(board) if component.name == *name => {
            Some(cell_side(component, board, &fit::Room::of(board, setup.margin), setup))
        }
        _ => None,
    });
    // Names of boards were looked up when the layout was read.
    let across = side.transpose()?.map_or(0.0, across_from_side);
    let size = deck.outline.across(share_of(percent, across));
    if !PieceSize::allows(size) {
        return Err(Diagnostic::error(codes::BAD_SIZE, BAD_PIECE).at(place));
    }
    match deck.safe.fits(size) {
        Ok(()) => Ok(size),
        Err(message) => Err(Diagnostic::error(codes::BAD_SIZE, message).at(deck.safe.place.unwrap_or(place))),
    }
}

/// The side of a board's cells on its design sheet, in mm.
pub fn cell_side(
    component: &Component,
    board: &Board,
    room: &fit::Room,
    setup: &Setup,
) -> Result<f64, Diagnostic> {
    let design = setup.paper.design_sheet(component.class);
    let side = fit::cell_side(board, room, design);
    if across_from_side(side) + TOLERANCE >= 1.0 {
        return Ok(side);
    }
    let message = format!(
        "on {}, the cells of `{}` would measure less than 1 mm across",
        sheet_name(design),
        component.name
    );
    let hint = "fewer cells, or less beside them: names, bands along the sides, margins";
    Err(Diagnostic::error(codes::NO_ROOM, message).at(component.place).hint(hint))
}

fn component_sheets<'a>(
    game: &Game,
    fonts: &Fonts,
    component: &'a Component,
    setup: &Setup,
) -> Result<Vec<SheetPlan<'a>>, Diagnostic> {
    let paper = setup.paper.sheet(component.class);
    let room = |sheet: Size| Size::new(sheet.width - 2.0 * setup.margin, sheet.height - 2.0 * setup.margin);
    if room(paper).width < 10.0 || room(paper).height < 10.0 {
        let message =
            format!("margins of {} mm leave no room on {}", Trimmed(setup.margin), sheet_name(paper));
        return Err(Diagnostic::error(codes::NO_ROOM, message));
    }
    let divider = poster::Divider { name: &component.name, paper, margin: setup.margin };
    match &component.body {
        Body::Board(board) => {
            let needs = fit::Room::of(board, setup.margin);
            let side = cell_side(component, board, &needs, setup)?;
            let Ok(fit) = fit::board(board, &needs, side, paper) else {
                let design = setup.paper.design_sheet(component.class);
                let needs = &needs;
                let whole = poster::WholeBoard { game, fonts, component, board, needs, side, design };
                return Ok(parts(component, vec![whole.poster(&divider)?]));
            };
            let size = fit.sheet;
            Ok(vec![SheetPlan { component, size, number: (1, 1), content: Content::Board(board, fit) }])
        }
        Body::Deck(deck) => {
            let piece = piece_size(game, deck, setup)?;
            let fit = match &deck.die_sheet {
                Some(blank) => Some(impose::in_places(deck, blank, piece, paper, setup)?),
                None => impose::fit(deck, piece, paper, setup),
            };
            let Some(fit) = fit else {
                no_fit::beside_marks(component, deck, piece, setup)?;
                no_fit::beside_a_fold(component, deck, piece, setup)?;
                let backs = !deck.back.is_empty() && setup.house.way() != Backs::None;
                let warning = no_fit::warning(component, deck, piece, setup);
                let whole = poster::WholePieces { game, fonts, component, deck, piece, backs, warning };
                return Ok(parts(component, whole.posters(&divider)?));
            };
            let per_sheet = fit.slots.len();
            let flips = matches!(setup.house.way(), Backs::FlipLong | Backs::FlipShort);
            let sides = if deck.back.is_empty() || !flips { 1 } else { 2 };
            let count = deck.pieces.len().div_ceil(per_sheet) * sides;
            let sheets = (0..count).map(|i| {
                let first = i / sides * per_sheet;
                let range = first..(first + per_sheet).min(deck.pieces.len());
                let size = fit.sheet;
                let content = match i % sides {
                    0 => Content::Fronts(deck, fit.clone(), range),
                    _ => Content::Backs(deck, fit.clone(), range),
                };
                SheetPlan { component, size, number: (i + 1, count), content }
            });
            Ok(sheets.collect())
        }
    }
}

/// The sheets of posters, one after the other.
fn parts<'a>(component: &'a Component, posters: Vec<Poster<'a>>) -> Vec<SheetPlan<'a>> {
    let count = posters.iter().map(|poster| poster.grid.count()).sum();
    let posters = posters.into_iter().map(Arc::new);
    let parts = posters.flat_map(|poster| (0..poster.grid.count()).map(move |i| (Arc::clone(&poster), i)));
    let sheet = |(number, (poster, index)): (usize, (Arc<Poster<'a>>, usize))| SheetPlan {
        component,
        size: poster.grid.sheet,
        number: (number, count),
        content: Content::Poster(poster, index),
    };
    (1..).zip(parts).map(sheet).collect()
}

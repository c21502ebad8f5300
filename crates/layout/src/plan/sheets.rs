//! Which sheets the components of a game take: boards one each, pieces as many as lie on one, and posters what is larger
//! than a sheet.

use std::sync::Arc;

use super::piece_size::{cell_side, piece_size};
use super::{Content, SheetPlan, Sheets, extra_sheets, no_fit, share};
use crate::diag::{Report, Result, codes};
use crate::layout::board::fit;
use crate::layout::impose;
use crate::layout::poster::{self, Poster};
use crate::layout::setup::Setup;
use crate::model::{Body, Component, Game};
use crate::print::paper::sheet_name;
use crate::print::setup::Backs;
use crate::text::Fonts;

/// The sheets of all components that fit; in the report, why others do not.
pub fn all<'a>(game: &'a Game, fonts: &Fonts, setup: &Setup, report: &mut Report) -> Sheets<'a> {
    if setup.print_setup.test_sheet {
        let sheets = extra_sheets::test_sheet(game, setup, report).into_iter().collect();
        return Sheets { sheets, saved: 0 };
    }
    let mut sheets = Vec::new();
    let printed = |c: &&Component| c.is_among(&setup.only);
    for component in game.components.iter().filter(printed).filter(|c| c.print > 0) {
        match component_sheets(game, fonts, component, setup) {
            Ok(more) => sheets.push(more),
            Err(diagnostic) => {
                let place = diagnostic.place.unwrap_or(component.place);
                report.push(diagnostic.at(place));
            }
        }
    }
    let mut sheets = share::share(sheets, setup);
    if setup.print_setup.cut_plan {
        extra_sheets::add_cut_plans(&mut sheets.sheets, setup);
    }
    sheets
}

fn component_sheets<'a>(
    game: &Game,
    fonts: &Fonts,
    component: &'a Component,
    setup: &Setup,
) -> Result<Vec<SheetPlan<'a>>> {
    let paper = setup.paper.sheet(component.class);
    if setup.margin.room(paper).min_side() < 10.0 {
        let message = format!("margins of {} leave no room on {}", setup.margin, sheet_name(paper));
        let hint = "use larger paper, or smaller margins: most printers need 6.35 mm at most";
        return Err(codes::NO_ROOM.error(message).hint(hint));
    }
    let name = &*component.name;
    let divider = poster::Divider { game, fonts, component, name, paper, margin: setup.margin };
    match &component.body {
        Body::Board(board) => {
            let side = cell_side(component, board, setup)?;
            let design = setup.paper.design_sheet(component.class);
            let needs = poster::room(&divider, board, fit::Room::of(board, setup.margin), side, design);
            let Ok(fit) = fit::board(board, &needs, side, paper) else {
                let poster = poster::poster(&divider, board, &needs, side, design)?;
                return Ok(parts(component, poster).collect());
            };
            Ok(vec![SheetPlan::of(component, fit.sheet, Content::Board(board, fit))])
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
                no_fit::before_its_back(component, deck, piece, setup)?;
                let backs = !deck.back.is_empty() && setup.print_setup.way() != Backs::None;
                let warning = no_fit::warning(component, deck, piece, setup);
                let posters = poster::posters(&divider, deck, piece, backs, warning)?;
                return Ok(posters.into_iter().flat_map(|poster| parts(component, poster)).collect());
            };
            let per_sheet = fit.slots.len();
            let flips = matches!(setup.print_setup.way(), Backs::FlipLong | Backs::FlipShort);
            let sides = if deck.back.is_empty() || !flips { 1 } else { 2 };
            let count = deck.pieces.len().div_ceil(per_sheet) * sides;
            let sheets = (0..count).map(|i| {
                let first = i / sides * per_sheet;
                let range = first..(first + per_sheet).min(deck.pieces.len());
                let content = match i % sides {
                    0 => Content::Fronts(deck, fit.clone(), range),
                    _ => Content::Backs(deck, fit.clone(), range),
                };
                SheetPlan::of(component, fit.sheet, content)
            });
            Ok(sheets.collect())
        }
    }
}

/// The sheets of a poster.
fn parts<'a>(component: &'a Component, poster: Poster<'a>) -> impl Iterator<Item = SheetPlan<'a>> {
    let poster = Arc::new(poster);
    (0..poster.grid.count()).map(move |index| {
        let (size, content) = (poster.grid.sheet, Content::Poster(Arc::clone(&poster), index));
        SheetPlan::of(component, size, content)
    })
}

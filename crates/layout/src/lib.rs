//! Which piece is on which sheet, and each sheet as drawings.
//!
//! - Goes in: a `hexpress_game::Game`, and paper.
//! - Comes out: a [`Plan`], and any one of its sheets as drawings of `hexpress-scene`.
//! - Does not: write files or read layouts.
//!
//! [`plan()`] is pure arithmetic; afterwards "page m of n" is known, and [`Plan::sheet`] draws any one sheet by
//! itself, on any core.

use crate as layout;
use hexpress_base as base;
use hexpress_base::diag;
use hexpress_game as model;
use hexpress_language as spec;
use hexpress_scene as scene;
use hexpress_scene::{picture, print, text};
use hexpress_settle as settle;

mod board;
pub mod draw;
pub mod elements;
pub mod extra;
mod impose;
pub mod marks;
mod overlay;
mod page;
pub mod plan;
mod poster;
mod setup;
mod sheet;
mod small;

use crate::diag::{Report, codes};
use crate::layout::plan::{no_fit, piece_size, sheets};
use crate::model::{Board, Body, Component, Game};
use crate::print::paper::{PaperChoice, SheetClass};
use crate::text::Fonts;

pub use crate::print::margins::DEFAULT_MARGIN;
pub use board::fit::BoardFit;
pub use extra::ExtraSheet;
pub use extra::piece_pictures::{Each, Picture, Shows};
pub use impose::cuts::Cuts;
pub use impose::duplex::Duplex;
pub use impose::{CutLine, Marks, OneMore, PackFit, Packing, Slot};
pub use overlay::Draft;
pub use plan::pages::{Job, Sides};
pub use plan::{Content, FileLine, Plan, SheetPlan};
pub use poster::{Poster, Shows as PosterShows};
pub use setup::{Setup, TOLERANCE};
pub use sheet::SheetCache;

/// Works out every sheet.
///
/// # Errors
/// Components that do not fit their sheets, and everything that is wrong on the sheets that there are.
pub fn plan<'a>(game: &'a Game, fonts: &'a Fonts, setup: &Setup) -> Result<Plan<'a>, Report> {
    let mut report = Report::default();
    for name in &setup.only {
        if !game.components.iter().any(|c| c.name.as_ref() == name) {
            report.push(game.has_no(name));
        }
    }
    let (plan, unfit) = attempt(game, fonts, setup);
    report.extend(unfit);
    if plan.sheets.is_empty() && !report.has_errors() {
        let none = game.components.iter().find(|component| component.print == 0);
        report.push(match none {
            Some(Component { name, place, .. }) => {
                let message = format!("`print = 0` on `{name}` leaves nothing to print");
                codes::NOTHING.error(message).hint("leave it out: each sheet is printed once then").at(*place)
            }
            None => codes::NOTHING.error(format!("`{}` prints no sheet", game.id)),
        });
    }
    if report.has_errors() {
        report.extend(plan.check());
        return Err(report);
    }
    Ok(plan)
}

/// Works out the sheets of what fits: of a game that may lack components, because something else is wrong with them.
/// What does not fit is in the report.
pub fn attempt<'a>(game: &'a Game, fonts: &'a Fonts, setup: &Setup) -> (Plan<'a>, Report) {
    let mut report = Report::default();
    let sheets = sheets::all(game, fonts, setup, &mut report);
    (Plan::of(game, fonts, setup, sheets), report)
}

/// Every packing that comes into question for the pieces of a sheet, the one that was taken first. None for a board,
/// and for a sheet that is cut already.
pub fn tried(sheet: &SheetPlan<'_>, setup: &Setup) -> Vec<PackFit> {
    match &sheet.content {
        Content::Fronts(deck, fit, _) | Content::Backs(deck, fit, _) if deck.die_sheet.is_none() => {
            impose::tried(deck, fit.piece, setup.paper.sheet(sheet.component.class), setup)
        }
        _ => Vec::new(),
    }
}

/// How the pieces of a poster could be printed whole: what to type, in words. None for a board, and where no paper with
/// a name is large enough.
pub fn whole(sheet: &SheetPlan<'_>, setup: &Setup) -> Option<String> {
    let Content::Poster(poster, _) = &sheet.content else { return None };
    let PosterShows::Piece { deck, fit, .. } = &poster.shows else { return None };
    no_fit::whole(sheet.component, deck, fit.sheet, setup)
}

/// How many boards ask for large sheets, and how many sheets of `paper` they take if nothing larger is at hand; none
/// where one of them cannot be printed so.
pub fn boards_on(plan: &Plan<'_>, setup: &Setup, paper: &PaperChoice) -> Option<(usize, usize)> {
    let setup = Setup { paper: paper.clone(), ..setup.clone() };
    let (mut boards, mut sheets) = (0, 0);
    for component in plan.game.components.iter().filter(|c| c.is_among(&setup.only) && c.print > 0) {
        let (Body::Board(board), SheetClass::Large) = (&component.body, component.class) else { continue };
        boards += 1;
        sheets += board_sheets(plan.game, plan.fonts, component, board, &setup)?;
    }
    Some((boards, sheets))
}

/// How many sheets a board takes; `None` if it cannot be printed.
pub fn board_sheets(
    game: &Game,
    fonts: &Fonts,
    component: &Component,
    board: &Board,
    setup: &Setup,
) -> Option<usize> {
    let margin = setup.margin;
    let needs = board::fit::Room::of(board, margin);
    let side = piece_size::cell_side(component, board, setup).ok()?;
    let (design, paper) = (setup.paper.design_sheet(component.class), setup.paper.sheet(component.class));
    let divider = poster::Divider { game, fonts, component, name: &component.name, paper, margin };
    let needs = poster::room(&divider, board, needs, side, design);
    poster::sheets(&divider, board, &needs, side, design)
}

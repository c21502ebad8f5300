//! Plans which piece is on which sheet, and draws each sheet.
//!
//! - In: a [`Game`], and a [`Setup`] with papers and printer.
//! - Out: a [`Plan`], and the drawings of each of its sheets (in the types of `hexpress-scene`).
//! - Not here: reading layouts, or writing files.
//!
//! [`plan()`] only decides which piece is on which sheet. After that, the number of pages is known.
//! Any thread can then draw any sheet with [`Plan::sheet`].
//!
//! # Example
//!
//! `game` has a deck of 54 poker cards, of which nine fit on a sheet of A4:
//!
//! ```
//! # use hexpress_base::diag::Sources;
//! # use hexpress_base::files::Files;
//! # use hexpress_resolve::LayoutInput;
//! # use hexpress_scene::text::Fonts;
//! use hexpress_layout::Setup;
//! use hexpress_scene::print::paper::PaperChoice;
//!
//! # let text = "[[cards]]\nsize = 'poker'\ncopies = 54\nface = [{ fill = 'gold' }]\n";
//! # let mut sources = Sources::default();
//! # let file = sources.add("friends.toml", text);
//! # let layout = &hexpress_language::read(file, &sources).unwrap();
//! # let (fonts, files) = (&Fonts::bundled(), &Files::default());
//! # let sources = &sources;
//! # let input = LayoutInput { id: "friends", layout, file, sources, fonts, files };
//! # let game = hexpress_resolve::game(input).unwrap();
//! let setup = Setup::new(PaperChoice::parse("a4").unwrap());
//! let plan = hexpress_layout::plan(&game, fonts, &setup).unwrap();
//! assert_eq!(plan.sheets.len(), 6);
//! ```

mod board;
mod box_parts;
pub mod draw;
pub mod elements;
pub mod extra;
mod fill_last_sheet;
mod impose;
mod looks;
pub mod marks;
mod overlay;
mod pages;
mod patches;
mod piece_run;
pub mod plan;
mod poster;
mod setup;
mod sheet;
mod sheet_builder;
mod sheet_selection;
mod small_pieces;

use crate::plan::{no_fit, piece_size};
use crate::poster::{BoardDivider, Divider};
use hexpress_base::diag::{Report, codes};
use hexpress_game::{Board, Body, Component, Game};
use hexpress_scene::print::paper::{PaperChoice, SheetClass};
use hexpress_scene::text::Fonts;

pub use board::area::BoardArea;
pub use board::fit::{BoardFit, SizedBoard};
pub use box_parts::divide_boxes;
pub use draw::inking::inked;
pub use extra::ExtraSheet;
pub use extra::piece_pictures::{Picture, PictureContent, PictureSubject};
pub use fill_last_sheet::fill;
pub use hexpress_scene::print::margins::DEFAULT_MARGIN;
pub use impose::duplex::Duplex;
pub use impose::{CutLine, Marks, OneMore, PackingPattern, SheetPacking, Slot};
pub use looks::{BoardLooks, ComponentLooks, Looks, PieceLooks, PosterLooks};
pub use marks::piece_look::PieceDigests;
pub use overlay::SheetOverlay;
pub use pages::PageSheet;
pub use patches::patches;
pub use piece_run::PieceRun;
pub use plan::no_fit::hint_to_print_box_whole;
pub use plan::{Content, PageInFile, Plan, SheetPlan};
pub use poster::{Poster, PosterSubject};
pub use setup::{Setup, TOLERANCE};
pub use sheet::SheetCache;

/// Plans every sheet of a game.
///
/// # Errors
/// A component does not fit on its sheet, the setup asks for an unknown component, or nothing is left to
/// print. All sheets that can be planned are still drawn, so that the report also contains their errors.
pub fn plan<'a>(game: &'a Game, fonts: &'a Fonts, setup: &Setup) -> Result<Plan<'a>, Report> {
    let mut report = Report::default();
    for name in &setup.only {
        if !game.components.iter().any(|component| component.is_called(name)) {
            report.push(game.unknown_component(name));
        }
    }
    let (plan, unfit) = plan_partial(game, fonts, setup);
    report.extend(unfit);
    if plan.sheets.is_empty() && !report.has_errors() {
        let unprinted = game.components.iter().find(|component| component.print == 0);
        report.push(match unprinted {
            Some(Component { name, place, .. }) => {
                let message = format!("`print = 0` on `{name}` leaves nothing to print");
                codes::NOTHING
                    .error(message)
                    .hint("delete `print`: without it, each sheet is printed once")
                    .at(*place)
            }
            None => codes::NOTHING.error(format!("`{}` has no sheet to print", game.id)),
        });
    }
    if report.has_errors() {
        report.extend(plan.check());
        return Err(report);
    }
    Ok(plan)
}

/// Plans the sheets of all components that fit, and reports components that do not fit. Callers may
/// leave components out of `game`, for example components with values that could not be read.
pub fn plan_partial<'a>(game: &'a Game, fonts: &'a Fonts, setup: &Setup) -> (Plan<'a>, Report) {
    let mut report = Report::default();
    let sheets = plan::all_sheets(game, fonts, setup, &mut report);
    (Plan::new(game, fonts, setup, sheets), report)
}

/// Returns every possible packing of the pieces on a sheet, with the chosen packing first. The list is
/// empty for boards, posters and die-cut sheets.
pub fn candidate_packings(sheet: &SheetPlan<'_>, setup: &Setup) -> Vec<SheetPacking> {
    match &sheet.content {
        Content::Fronts(deck, packing, _) | Content::Backs(deck, packing, _) if deck.die_sheet.is_none() => {
            let paper = setup.paper.sheet(sheet.component.class);
            let all = setup.for_pieces();
            let mut packings: Vec<SheetPacking> = all
                .iter()
                .flat_map(|setup| impose::candidate_packings(deck, packing.piece, paper, setup))
                .collect();
            // If a machine cuts the pieces, the list contains packings for several margins. The chosen
            // packing is then not always the first one, so it is moved to the front.
            if all.len() > 1 {
                packings.sort_by_key(|candidate| {
                    (candidate.slots != packing.slots, usize::MAX - candidate.slots.len())
                });
            }
            packings
        }
        _ => Vec::new(),
    }
}

/// Returns the command-line option that makes each piece of a poster fit on one sheet. Returns `None`
/// for posters of boards, and if no known paper is large enough.
pub fn hint_to_print_whole(sheet: &SheetPlan<'_>, setup: &Setup) -> Option<String> {
    let Content::Poster(poster, _) = &sheet.content else { return None };
    let PosterSubject::Piece { deck, packing, .. } = &poster.shows else { return None };
    no_fit::hint_to_print_whole(sheet.component, deck, packing.sheet, setup)
}

/// The number of boards with `sheet = "large"`, and the number of sheets that they would take on
/// another paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LargeBoards {
    pub boards: usize,
    /// The number of sheets that all of these boards take together.
    pub sheets: usize,
}

/// Counts the boards with `sheet = "large"`, and the sheets that they would take on `paper`.
/// Returns `None` if one of the boards cannot be printed on `paper`.
pub fn large_boards_on(plan: &Plan<'_>, setup: &Setup, paper: &PaperChoice) -> Option<LargeBoards> {
    let on_paper = Setup { paper: paper.clone(), ..setup.clone() };
    let mut large = LargeBoards { boards: 0, sheets: 0 };
    for component in &plan.game.components {
        let (Body::Board(board), SheetClass::Large) = (&component.body, component.class) else { continue };
        if component.print > 0 && component.is_among(&setup.only) {
            large.boards += 1;
            large.sheets += board_sheets(plan.game, plan.fonts, component, board, &on_paper)?;
        }
    }
    Some(large)
}

/// Returns how many sheets a board takes, or `None` if it cannot be printed.
pub fn board_sheets(
    game: &Game,
    fonts: &Fonts,
    component: &Component,
    board: &Board,
    setup: &Setup,
) -> Option<usize> {
    let paper = setup.paper.sheet(component.class);
    let furniture = &setup.furniture(game);
    let name = &*component.name;
    let divider = Divider { game, fonts, component, name, paper, margin: setup.margin, furniture };
    let board = &piece_size::sized(component, board, setup);
    let board_divider = BoardDivider {
        divider,
        board,
        side: piece_size::cell_side(component, board, setup).ok()?,
        design: setup.paper.design_sheet(component.class),
    };
    let needs = board_divider.room(board::fit::SpaceAroundCells::new(board, setup.margin));
    board_divider.sheets(&needs)
}

//! Explains why the requested pieces do not fit on their sheet.
//!
//! - In: a deck and the size of its pieces.
//! - Out: findings that propose another setup or a larger paper.
//!
//! The module `impose` packs pieces.

use std::cmp::Ordering;

use kurbo::Size;

use crate::box_parts;
use crate::impose::duplex::{self, Axis, Duplex};
use crate::impose::grid::transposed;
use crate::impose::{self, SheetPacking};
use crate::marks::crop::ROOM;
use crate::setup::{Setup, TOLERANCE};
use hexpress_base::diag::{Diagnostic, Result, codes};
use hexpress_base::geometry::grown;
use hexpress_base::units::ShortNumber;
use hexpress_game::{Component, Located, PieceSet, PieceSide};
use hexpress_scene::print::margins::Margins;
use hexpress_scene::print::paper::{PAPERS, Paper, SheetClass, sheet_name};
use hexpress_scene::print::setup::PrintSetup;

/// Margins that many printers need, in mm. The widest margin comes first.
const SMALLER_MARGINS: [f64; 3] = [5.0, 4.0, 3.0];

/// Returns an error if a piece does not fit on its sheet, but would fit without the marks around it.
///
/// # Errors
/// The piece would fit if the layout asked for marks that need no space.
pub fn check_without_marks(component: &Component, deck: &PieceSet, piece: Size, setup: &Setup) -> Result<()> {
    let Some(Located { place, .. }) = deck.marks else { return Ok(()) };
    let paper = setup.paper.sheet(component.class);
    if impose::packing_without_marks(deck, piece, paper, setup).is_none() {
        return Ok(());
    }
    let message = format!(
        "{} and needs {} mm on each side for marks, but {} has room for {} inside its margins",
        measures(component, piece),
        ShortNumber(ROOM),
        sheet_name(paper),
        in_mm(room(deck, setup, setup.margin, paper))
    );
    let hint = "write marks = \"outline\", which needs no room";
    Err(codes::DOES_NOT_FIT.error(message).at(place).hint(hint))
}

/// Returns an error if a piece does not fit on its sheet, but would fit if the sheet were not folded.
///
/// # Errors
/// The piece fits on the whole sheet, but not on the half for fronts.
pub fn check_without_fold(component: &Component, deck: &PieceSet, piece: Size, setup: &Setup) -> Result<()> {
    let without_fold =
        Setup { print_setup: PrintSetup { backs: None, ..setup.print_setup }, ..setup.clone() };
    let paper = setup.paper.sheet(component.class);
    let backs = setup.print_setup.backs_or_default();
    if !duplex::folds(deck, backs) || impose::best_packing(deck, piece, paper, &without_fold).is_none() {
        return Ok(());
    }
    let axis = if paper.width > paper.height { Axis::Vertical } else { Axis::Horizontal };
    let bleed = duplex::widest_bleed(deck, backs);
    let room = duplex::room(deck, backs, setup.margin.grown(bleed), paper, axis);
    let half = duplex::half(axis, paper, room, duplex::FOLD_ROOM + bleed, PieceSide::Front).size();
    let message = format!(
        "{}, but half of {} has room for {} next to a fold",
        measures(component, piece),
        sheet_name(paper),
        in_mm(half)
    );
    let hint = "add --backs flip-long to print backs on the other side of the sheet, or use larger paper";
    Err(codes::NO_ROOM_TO_FOLD.error(message).hint(hint))
}

/// Checks that a piece that fits on its sheet still fits with its back.
///
/// # Errors
/// The piece fits without its back, but the back would extend into the margins.
pub fn check_without_back(component: &Component, deck: &PieceSet, piece: Size, setup: &Setup) -> Result<()> {
    let needs = size_with_bleed(deck, piece, setup);
    let paper = setup.paper.sheet(component.class);
    let with_back = room(deck, setup, setup.margin, paper);
    if fits(needs, with_back) || !fits(needs, setup.margin.room(paper)) {
        return Ok(());
    }
    let message = format!(
        "{}, but {} has room for only {}: backs are mirrored, so the larger of two opposite margins counts on both sides",
        measures(component, piece),
        sheet_name(paper),
        in_mm(with_back)
    );
    let hint = "use larger paper or a smaller margin, or add --backs none to leave out backs";
    Err(codes::DOES_NOT_FIT.error(message).hint(hint))
}

/// Returns the beginning of a message. It states the component and the size of its pieces.
fn measures(component: &Component, piece: Size) -> String {
    format!("a piece of `{}` is {}", component.name, in_mm(piece))
}

fn in_mm(size: Size) -> String {
    format!("{} x {} mm", ShortNumber(size.width), ShortNumber(size.height))
}

/// Returns the size of a piece with its bleed, in mm.
fn size_with_bleed(deck: &PieceSet, piece: Size, setup: &Setup) -> Size {
    SheetPacking::single(deck, piece, duplex::widest_bleed(deck, setup.print_setup.backs_or_default())).sheet
}

/// Returns the size of the area that the pieces of a deck may cover on a sheet with the margins
/// `margin`, in mm.
fn room(deck: &PieceSet, setup: &Setup, margin: Margins, sheet: Size) -> Size {
    let backs = setup.print_setup.backs_or_default();
    duplex::room(deck, backs, margin, sheet, Duplex::flip(backs, sheet).axis).size()
}

/// Returns whether a piece fits into `room`, upright or rotated by 90°. `needs` is the size of the
/// piece with its bleed.
fn fits(needs: Size, room: Size) -> bool {
    let with_tolerance = grown(room, TOLERANCE / 2.0);
    [needs, transposed(needs)]
        .iter()
        .any(|size| size.width <= with_tolerance.width && size.height <= with_tolerance.height)
}

/// The sizes of the areas that a piece may fill on a sheet, one for each setup in [`Setup::for_pieces`]. It
/// is enough if a piece fits into one of these areas.
#[derive(Debug, Clone)]
pub struct PieceRoom(Vec<Size>);

impl PieceRoom {
    pub fn new(component: &Component, deck: &PieceSet, setup: &Setup) -> Self {
        Self::on(setup.paper.sheet(component.class), deck, setup)
    }

    /// Returns the space on a sheet of the size `paper`.
    pub fn on(paper: Size, deck: &PieceSet, setup: &Setup) -> Self {
        Self(setup.for_pieces().iter().map(|setup| room(deck, setup, setup.margin, paper)).collect())
    }

    /// Returns whether a piece fits, upright or rotated by 90°. `needs` is the size of the piece with
    /// its bleed.
    pub fn holds(&self, needs: Size) -> bool {
        self.0.iter().any(|room| fits(needs, *room))
    }
}

/// Returns how many pieces fit on a sheet.
fn count_on(deck: &PieceSet, piece: Size, sheet: Size, setup: &Setup) -> usize {
    impose::best_packing(deck, piece, sheet, setup).map_or(0, |packing| packing.slots.len())
}

/// Returns a warning if a sheet has too little space for the `grid` of a component. Returns `None` if the
/// grid fits on the chosen paper, or on the paper for which the layout is designed. Also returns `None` if
/// one sheet has enough space for all pieces.
pub fn grid_warning(
    component: &Component,
    deck: &PieceSet,
    piece: Size,
    setup: &Setup,
) -> Option<Diagnostic> {
    let grid = deck.grid.filter(|_| deck.die_sheet.is_none())?;
    let wanted = (grid.columns as usize).saturating_mul(grid.rows as usize);
    let paper = setup.paper.sheet(component.class);
    // The reason may be the cutting tool or the marks in the print setup. In this case, the layout has
    // no mistake.
    let plain = Setup { print_setup: PrintSetup::default(), ..setup.clone() };
    let holds = count_on(deck, piece, paper, setup).max(count_on(deck, piece, paper, &plain));
    let design = setup.paper.design_sheet(component.class);
    if holds == 0 || deck.pieces.len() <= holds || holds.max(count_on(deck, piece, design, setup)) >= wanted {
        return None;
    }
    let message = format!(
        "`grid` asks for {} x {} pieces on a sheet, but {} has room for {holds}",
        grid.columns,
        grid.rows,
        sheet_name(paper)
    );
    let large = setup.paper.design_sheet(SheetClass::Large);
    let margins = SMALLER_MARGINS.map(|most| setup.margin.at_most(most));
    let margin = margins
        .into_iter()
        .find(|margin| count_on(deck, piece, paper, &Setup { margin: *margin, ..setup.clone() }) >= wanted);
    let hint = match margin {
        Some(margin) => {
            format!("use smaller margins, if your printer allows them: {}", margin.option())
        }
        None if component.class == SheetClass::Small && count_on(deck, piece, large, setup) >= wanted => {
            format!("write sheet = \"large\" to print them on {}", sheet_name(large))
        }
        None => "delete `grid` to print as many as fit, or make the pieces smaller".to_owned(),
    };
    Some(codes::DOES_NOT_FIT.warning(message).hint(hint))
}

/// Returns a warning if pieces become posters because they are larger than the sheet for which they are
/// designed. Returns `None` if only the chosen paper is too small. A box that becomes a poster always causes
/// a warning.
pub fn poster_warning(
    component: &Component,
    deck: &PieceSet,
    piece: Size,
    setup: &Setup,
) -> Option<Diagnostic> {
    if deck.net.is_some() {
        return Some(undivided_box(component, deck, piece, setup));
    }
    let needs = size_with_bleed(deck, piece, setup);
    let design = setup.paper.design_sheet(component.class);
    let design_room = room(deck, setup, setup.margin, design);
    if fits(needs, design_room) {
        return None;
    }
    let message = format!(
        "{}, but {} has room for {}, so each piece becomes a poster of several sheets",
        measures(component, piece),
        sheet_name(design),
        in_mm(design_room)
    );
    let warning = codes::DOES_NOT_FIT.warning(message);
    if let (Some(meant), Some(place)) = (&deck.meant_in_mm, deck.size_place) {
        return Some(warning.at(place).hint(format!("if you mean millimetres, write size = {meant}")));
    }
    let large = setup.paper.design_sheet(SheetClass::Large);
    if component.class == SheetClass::Small && fits(needs, room(deck, setup, setup.margin, large)) {
        let hint = format!("write sheet = \"large\" to print it on one sheet of {}", sheet_name(large));
        return Some(warning.hint(hint));
    }
    let hint = hint_to_print_whole(component, deck, needs, setup);
    Some(hint.into_iter().fold(warning, Diagnostic::hint))
}

/// Returns the warning for a box that cannot be divided along its folds, because a panel is larger than
/// the sheet.
fn undivided_box(component: &Component, deck: &PieceSet, piece: Size, setup: &Setup) -> Diagnostic {
    let paper = setup.paper.sheet(component.class);
    let room_on = |paper: Size| PieceRoom::on(paper, deck, setup);
    let name = &component.name;
    let space = in_mm(room(deck, setup, setup.margin, paper));
    let paper_name = sheet_name(paper);
    let message = match box_parts::larger_panel(deck, piece, &room_on(paper)) {
        Some(panel) => format!(
            "a panel of `{name}` is {} with its bleed, but {paper_name} has room for {space}, so the box becomes a \
             poster with seams across its panels",
            in_mm(panel)
        ),
        None => format!(
            "`{name}` is {}, and its parts between folds do not fit on {paper_name} ({space}), so the box becomes a \
             poster with seams across its panels",
            in_mm(piece)
        ),
    };
    let warning = codes::DOES_NOT_FIT.warning(message);
    let papers = PAPERS.iter().filter(|paper| {
        let room = room_on(size_of(paper));
        room.holds(size_with_bleed(deck, piece, setup)) || box_parts::is_divisible(deck, piece, &room)
    });
    match papers.min_by(|a, b| compare_papers(a, b, setup)) {
        Some(best) => {
            let option = paper_option(best, component, setup);
            let on = sheet_name(size_of(best));
            warning.hint(format!("to print the box on {on} without these seams, add --paper {option}"))
        }
        None => warning.hint("use a smaller box: no known paper is large enough for its largest panel"),
    }
}

/// Returns the command-line option that makes a box fit on one sheet, without being divided into parts.
/// Returns `None` if the component is not a part of a box, or if no known paper is large enough.
pub fn hint_to_print_box_whole(component: &Component, setup: &Setup) -> Option<String> {
    let (deck, part) = (component.deck()?, component.box_part()?);
    hint_to_print_whole(component, deck, grown(part.whole.size, deck.bleed), setup)
}

/// Returns a command-line option that makes a whole piece fit on one sheet. If smaller margins are
/// enough, the option sets these margins. Otherwise, it chooses another paper. Returns `None` if no
/// known paper is large enough.
///
/// `needs` is the size of a piece with its bleed.
pub fn hint_to_print_whole(
    component: &Component,
    deck: &PieceSet,
    needs: Size,
    setup: &Setup,
) -> Option<String> {
    let paper = setup.paper.sheet(component.class);
    let smaller = SMALLER_MARGINS.map(|most| setup.margin.at_most(most)).into_iter();
    let mut enough = smaller.filter(|margin| *margin != setup.margin);
    if let Some(margin) = enough.find(|margin| fits(needs, room(deck, setup, *margin, paper))) {
        return Some(format!("write {} to print it whole", margin.option()));
    }
    let papers = PAPERS.iter().filter(|paper| fits(needs, room(deck, setup, setup.margin, size_of(paper))));
    let best = papers.min_by(|a, b| compare_papers(a, b, setup))?;
    let choice = paper_option(best, component, setup);
    let name = sheet_name(size_of(best));
    let mut hint = format!("to print it on one sheet of {name}, add --paper {choice}");
    if choice.contains('+') {
        hint.push_str(&format!(
            " ({name} for large sheets, {} for small ones)",
            sheet_name(setup.paper.small)
        ));
    }
    Some(hint)
}

/// Compares papers for sorting. Papers of the same family as the paper of `setup` come first. Within a
/// family, smaller papers come first.
fn compare_papers(a: &Paper, b: &Paper, setup: &Setup) -> Ordering {
    let is_foreign = |paper: &Paper| paper.family != setup.paper.family;
    let by_family = is_foreign(a).cmp(&is_foreign(b));
    by_family.then(size_of(a).area().total_cmp(&size_of(b).area()))
}

fn size_of(paper: &Paper) -> Size {
    Size::new(paper.size.0, paper.size.1)
}

/// Returns the value of `--paper` that prints `component` on the paper `best`. For a large component, the
/// value also contains the user's paper for small components, which does not change.
fn paper_option(best: &Paper, component: &Component, setup: &Setup) -> String {
    let small = setup.paper.small;
    let other = PAPERS.iter().find(|paper| size_of(paper) == small && paper.size != best.size);
    match (component.class, other.map(|paper| paper.name)) {
        (SheetClass::Large, Some("a4")) if best.name == "a3" => "iso".to_owned(),
        (SheetClass::Large, Some("letter")) if best.name == "tabloid" => "us".to_owned(),
        (SheetClass::Large, Some(other)) => format!("{}+{other}", best.name),
        _ => best.name.to_owned(),
    }
}

//! Pieces that do not fit their sheet, and which paper would hold them.

use std::cmp::Ordering;

use kurbo::Size;

use crate::base::geometry::grown;
use crate::base::units::Trimmed;
use crate::diag::{Diagnostic, Result, codes};
use crate::layout::impose::duplex::{self, Duplex};
use crate::layout::impose::grid::turned;
use crate::layout::impose::{self, PackFit};
use crate::layout::marks::crop::ROOM;
use crate::layout::setup::{Setup, TOLERANCE};
use crate::model::{Component, Deck, Stated};
use crate::print::margins::Margins;
use crate::print::paper::{PAPERS, Paper, SheetClass, sheet_name};
use crate::print::setup::PrintSetup;

/// Whether a piece that does not fit would not do so either if its layout did not ask for marks that take room.
///
/// # Errors
/// One that would.
pub fn beside_marks(component: &Component, deck: &Deck, piece: Size, setup: &Setup) -> Result<()> {
    let Some(Stated { place, .. }) = deck.marks else { return Ok(()) };
    let paper = setup.paper.sheet(component.class);
    if impose::unmarked(deck, piece, paper, setup).is_none() {
        return Ok(());
    }
    let (measures, paper, room) = (measures(component, piece), sheet_name(paper), Trimmed(ROOM));
    let message =
        format!("{measures}, and beside it on {paper} there is no room for marks, which takes {room} mm");
    let hint = "marks = \"outline\" takes none";
    Err(codes::DOES_NOT_FIT.error(message).at(place).hint(hint))
}

/// How large a piece is, in words.
fn measures(component: &Component, piece: Size) -> String {
    format!("a piece of `{}` measures {}", component.name, in_mm(piece))
}

fn in_mm(size: Size) -> String {
    format!("{} x {} mm", Trimmed(size.width), Trimmed(size.height))
}

/// Whether a piece can be printed beside its back, or not whole anyway.
///
/// # Errors
/// One that fits its sheet, but not beside its back.
pub fn beside_a_fold(component: &Component, deck: &Deck, piece: Size, setup: &Setup) -> Result<()> {
    let flips = Setup { print_setup: PrintSetup { backs: None, ..setup.print_setup }, ..setup.clone() };
    let paper = setup.paper.sheet(component.class);
    if !duplex::folds(deck, setup.print_setup.way()) || impose::fit(deck, piece, paper, &flips).is_none() {
        return Ok(());
    }
    let long = if paper.width > paper.height { duplex::Axis::Upright } else { duplex::Axis::Lying };
    let bleed = duplex::widest_bleed(deck, setup.print_setup.way());
    let whole = duplex::room(deck, setup.print_setup.way(), setup.margin.grown(bleed), paper, long);
    let half = duplex::half(long, paper, whole, duplex::FOLD_ROOM + bleed, false).size();
    let (measures, paper, room) = (measures(component, piece), sheet_name(paper), in_mm(half));
    let message = format!("{measures}, and half of {paper} has room for {room} beside a fold");
    let hint =
        "--backs flip-long prints backs on the other side of the sheet; larger paper has room for both";
    Err(codes::NO_ROOM_TO_FOLD.error(message).hint(hint))
}

/// What the pieces of a deck may cover of a sheet with these margins.
fn room(deck: &Deck, setup: &Setup, margin: Margins, sheet: Size) -> Size {
    let way = setup.print_setup.way();
    duplex::room(deck, way, margin, sheet, Duplex::flip(way, sheet).axis).size()
}

/// Whether a piece that measures `needs`, with its bleed, fits into so much room, upright or lying.
fn fits(needs: Size, room: Size) -> bool {
    let room = grown(room, TOLERANCE / 2.0);
    let fits = |needs: Size| needs.width <= room.width && needs.height <= room.height;
    fits(needs) || fits(turned(needs))
}

/// Whether a piece can be printed with its back behind it, or not whole anyway.
///
/// # Errors
/// One that fits its sheet, but not where its back would keep the margins too.
pub fn before_its_back(component: &Component, deck: &Deck, piece: Size, setup: &Setup) -> Result<()> {
    let needs = PackFit::alone(deck, piece, duplex::widest_bleed(deck, setup.print_setup.way())).sheet;
    let paper = setup.paper.sheet(component.class);
    let both = room(deck, setup, setup.margin, paper);
    if fits(needs, both) || !fits(needs, setup.margin.room(paper)) {
        return Ok(());
    }
    let (measures, paper, room) = (measures(component, piece), sheet_name(paper), in_mm(both));
    let message = format!("{measures}, and {paper} has room for {room} where its back keeps the margins too");
    let hint = "larger paper has room for both; --backs none leaves backs out";
    Err(codes::DOES_NOT_FIT.error(message).hint(hint))
}

/// What is to be said of a `grid` that no sheet of its class holds, neither of the paper at hand nor of the one that it is
/// made for.
pub fn grid(component: &Component, deck: &Deck, piece: Size, setup: &Setup) -> Option<Diagnostic> {
    let wish = deck.grid.filter(|_| deck.die_sheet.is_none())?;
    let wanted = (wish.columns as usize).saturating_mul(wish.rows as usize);
    let holds =
        |sheet: Size, setup: &Setup| impose::fit(deck, piece, sheet, setup).map_or(0, |fit| fit.slots.len());
    let [own, design] = [setup.paper.sheet(component.class), setup.paper.design_sheet(component.class)];
    let here = holds(own, setup);
    // What holds fewer for the sake of a cutting tool, or of marks, is no slip of the layout.
    let plain = Setup { print_setup: PrintSetup::default(), ..setup.clone() };
    let here = here.max(holds(own, &plain));
    if here == 0 || here.max(holds(design, setup)) >= wanted || deck.pieces.len() <= here {
        return None;
    }
    let (columns, rows, paper) = (wish.columns, wish.rows, sheet_name(own));
    let message =
        format!("`grid` asks for {columns} x {rows} pieces on a sheet, and {paper} holds {here} of them");
    let large = setup.paper.design_sheet(SheetClass::Large);
    let wider = |most: &f64| Setup { margin: setup.margin.at_most(*most), ..setup.clone() };
    let margin = MARGINS.into_iter().find(|most| holds(own, &wider(most)) >= wanted);
    let hint = match margin {
        Some(most) => format!(
            "smaller margins hold all, if your printer keeps them: {}",
            setup.margin.at_most(most).option()
        ),
        None if component.class == SheetClass::Small && holds(large, setup) >= wanted => {
            format!("sheet = \"large\" holds them, on {}", sheet_name(large))
        }
        None => "leave `grid` out for as many as fit, or make the pieces smaller".to_owned(),
    };
    Some(codes::DOES_NOT_FIT.warning(message).hint(hint))
}

/// What is to be said of pieces that are larger than the sheet they are made for: perhaps nobody wants a poster of each.
/// None where only the paper at hand is smaller than that.
pub fn warning(component: &Component, deck: &Deck, piece: Size, setup: &Setup) -> Option<Diagnostic> {
    let needs = PackFit::alone(deck, piece, duplex::widest_bleed(deck, setup.print_setup.way())).sheet;
    let design = setup.paper.design_sheet(component.class);
    let room_on = |sheet| room(deck, setup, setup.margin, sheet);
    if fits(needs, room_on(design)) {
        return None;
    }
    let (measures, paper) = (measures(component, piece), sheet_name(design));
    let room = in_mm(room_on(design));
    let message = format!("{measures}, and {paper} has room for {room}: each becomes a poster");
    let warning = codes::DOES_NOT_FIT.warning(message);
    if let (Some(meant), Some(place)) = (&deck.meant_in_mm, deck.size_place) {
        return Some(warning.at(place).hint(format!("did you mean millimetres? Write size = {meant}")));
    }
    let large = setup.paper.design_sheet(SheetClass::Large);
    if component.class == SheetClass::Small && fits(needs, room_on(large)) {
        return Some(warning.hint(format!("sheet = \"large\" prints it whole, on {}", sheet_name(large))));
    }
    let whole = whole(component, deck, needs, setup);
    Some(whole.into_iter().fold(warning, Diagnostic::hint))
}

/// How a component of pieces that measure `needs`, with their bleed, could be printed whole: what to type, in words.
/// None where no paper with a name is large enough.
pub fn whole(component: &Component, deck: &Deck, needs: Size, setup: &Setup) -> Option<String> {
    let own = setup.paper.sheet(component.class);
    let less = |margin: &Margins| *margin != setup.margin && fits(needs, room(deck, setup, *margin, own));
    if let Some(margin) = MARGINS.into_iter().map(|most| setup.margin.at_most(most)).find(less) {
        return Some(format!("{} leaves room for it whole", margin.option()));
    }
    let size = |paper: &Paper| Size::new(paper.size.0, paper.size.1);
    let papers = PAPERS.iter().filter(|paper| fits(needs, room(deck, setup, setup.margin, size(paper))));
    // A paper of the other family only where none of this one will do.
    let cost = |paper: &Paper| (paper.family != setup.paper.family, size(paper).area());
    let best = papers.min_by(|a, b| cost(a).partial_cmp(&cost(b)).unwrap_or(Ordering::Equal))?;
    Some(format!("{} holds it whole: --paper {}", sheet_name(size(best)), with(best, component, setup)))
}

/// Margins that many printers keep, in mm.
const MARGINS: [f64; 3] = [5.0, 4.0, 3.0];

/// What to type so that `component` gets the paper `best` and small components keep theirs.
fn with(best: &Paper, component: &Component, setup: &Setup) -> String {
    let small = setup.paper.small;
    let other = PAPERS.iter().find(|p| Size::new(p.size.0, p.size.1) == small && p.size != best.size);
    match (component.class, other.map(|p| p.name)) {
        (SheetClass::Large, Some("a4")) if best.name == "a3" => "iso".to_owned(),
        (SheetClass::Large, Some("letter")) if best.name == "tabloid" => "us".to_owned(),
        (SheetClass::Large, Some(other)) => format!("{}+{other}", best.name),
        _ => best.name.to_owned(),
    }
}

//! Why a component does not fit its sheet, and which paper would do.

use std::cmp::Ordering;

use kurbo::Size;

use super::marks::ROOM;
use super::{Setup, TOLERANCE, behind, pack};
use crate::diag::{Diagnostic, codes};
use crate::house::House;
use crate::model::{Component, Deck};
use crate::paper::{PAPERS, Paper, SheetClass, sheet_name};
use crate::units::Trimmed;

/// Why not even one piece fits: it does, but not beside its back; or it does not.
pub fn no_fit(component: &Component, deck: &Deck, piece: Size, room: Size, setup: &Setup) -> Diagnostic {
    if let Some((_, place)) = deck.marks
        && pack::unmarked(deck, piece, setup.paper.sheet(component.class), setup).is_some()
    {
        let message = format!(
            "a piece of `{}` measures {} x {} mm, and beside it on {} there is no room for marks, which takes {} mm",
            component.name,
            Trimmed(piece.width),
            Trimmed(piece.height),
            sheet_name(setup.paper.sheet(component.class)),
            Trimmed(ROOM),
        );
        let hint = "marks = \"outline\" takes none";
        return Diagnostic::error(codes::DOES_NOT_FIT, message).at(place).hint(hint);
    }
    let flips = Setup { house: House { backs: None, ..setup.house }, ..setup.clone() };
    let paper = setup.paper.sheet(component.class);
    let folds = behind::folds(deck, setup.house.way());
    if !folds || pack::fit(deck, piece, paper, &flips).is_none() {
        return does_not_fit(component, piece, room, setup);
    }
    let long = if paper.width > paper.height { behind::Axis::Upright } else { behind::Axis::Lying };
    let bleed = behind::widest_bleed(deck, setup.house.way());
    let whole = paper.to_rect().inset(-setup.margin - bleed);
    let half = behind::half(long, paper, whole, bleed).size();
    let message = format!(
        "a piece of `{}` measures {} x {} mm, and half of {} has room for {} x {} mm beside a fold",
        component.name,
        Trimmed(piece.width),
        Trimmed(piece.height),
        sheet_name(paper),
        Trimmed(half.width),
        Trimmed(half.height),
    );
    let hint =
        "--backs flip-long prints backs on the other side of the sheet; larger paper has room for both";
    Diagnostic::error(codes::NO_ROOM_TO_FOLD, message).hint(hint)
}

fn does_not_fit(component: &Component, needs: Size, room: Size, setup: &Setup) -> Diagnostic {
    let paper = setup.paper.sheet(component.class);
    let message = format!(
        "a piece of `{}` measures {} x {} mm, and {} has room for {} x {} mm",
        component.name,
        Trimmed(needs.width),
        Trimmed(needs.height),
        sheet_name(paper),
        Trimmed(room.width),
        Trimmed(room.height),
    );
    let diagnostic = Diagnostic::error(codes::DOES_NOT_FIT, message);
    let border = (paper.width - room.width, paper.height - room.height);
    let fits = |w: f64, h: f64| {
        let room = (w - border.0, h - border.1);
        let upright = needs.width <= room.0 + TOLERANCE && needs.height <= room.1 + TOLERANCE;
        let turned = needs.height <= room.0 + TOLERANCE && needs.width <= room.1 + TOLERANCE;
        upright || turned
    };
    let papers = PAPERS.iter().filter(|p| fits(p.size.0, p.size.1));
    // A paper of the other family only where none of this one will do.
    let cost = |p: &Paper| (p.family != setup.paper.family, p.size.0 * p.size.1);
    match papers.min_by(|a, b| cost(a).partial_cmp(&cost(b)).unwrap_or(Ordering::Equal)) {
        Some(best) => {
            let size = Size::new(best.size.0, best.size.1);
            let name = sheet_name(size);
            diagnostic.hint(format!("{name} would do: --paper {}", with(best, component, setup)))
        }
        None => diagnostic.hint("no paper with a name is large enough; make it smaller"),
    }
}

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

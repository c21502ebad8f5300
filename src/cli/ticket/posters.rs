//! What a ticket says of posters: those that are printed, and those that boards would be on smaller paper.

use crate::base::units::{capital, several};
use crate::layout::{Content, LargeBoards, Plan, Poster, Setup, SheetPlan, hint_to_print_whole};
use crate::print::paper::SheetClass;

/// What is larger than its sheet, and what to do with its parts.
pub fn told(plan: &Plan<'_>, setup: &Setup) -> String {
    let mut text = String::new();
    let mut last: Option<&str> = None;
    for sheet in &plan.sheets {
        let (Content::Poster(_, 0), name) = (&sheet.content, &*sheet.component.name) else { continue };
        if last.replace(name) == Some(name) {
            continue;
        }
        let own = plan.sheets.iter().filter(|other| other.component.name == sheet.component.name);
        let all = own.filter_map(|sheet| match &sheet.content {
            Content::Poster(poster, 0) => Some(poster.as_ref()),
            _ => None,
        });
        let (backs, fronts): (Vec<_>, Vec<_>) = all.partition(|poster| poster.is_back());
        let each = if fronts.len() > 1 { ": each is a poster of" } else { " is a poster of" };
        text.push_str(&format!(
            "  {}{each} {}: cut along the seams, glue or tape them as the sheets say.\n",
            capital(name),
            taken(&fronts),
        ));
        if !backs.is_empty() {
            let what = if backs.len() > 1 { "Each back is another," } else { "Its back is another," };
            let taken = taken(&backs);
            text.push_str(&format!("    {what} of {taken}: put both together, then glue back to back.\n"));
        }
        if let Some(whole) = hint_to_print_whole(sheet, setup) {
            text.push_str(&format!("    {whole}.\n"));
        }
    }
    text
}

/// How many sheets each of these takes: `2 sheets, 2 across and 1 down`, or `2 to 3 sheets`.
fn taken(posters: &[&Poster<'_>]) -> String {
    let counts = || posters.iter().map(|poster| poster.grid.count());
    let (least, most) = (counts().min().unwrap_or(0), counts().max().unwrap_or(0));
    match posters {
        [one, rest @ ..] if rest.iter().all(|other| other.grid == one.grid) => {
            let grid = one.grid;
            format!("{}, {} across and {} down", several(grid.count(), "sheet"), grid.columns, grid.rows)
        }
        _ if least == most => several(most, "sheet"),
        _ => format!("{least} to {most} sheets"),
    }
}

/// What boards on large sheets take if nothing but small ones is at hand.
#[derive(Debug)]
pub struct Smaller {
    /// The paper of the small sheets.
    pub paper: String,
    /// How many boards lie on large ones.
    pub boards: usize,
    /// How many of the small ones they would take.
    pub sheets: usize,
}

/// What the boards of a plan take without large sheets; none where there are none, or it cannot be.
pub fn without_large(plan: &Plan<'_>, setup: &Setup) -> Option<Smaller> {
    let large =
        |s: &SheetPlan<'_>| s.component.class == SheetClass::Large && matches!(s.content, Content::Board(..));
    if setup.paper.large == setup.paper.small || !plan.sheets.iter().any(large) {
        return None;
    }
    let paper = setup.paper.smaller()?;
    let LargeBoards { boards, sheets } = crate::layout::large_boards_on(plan, setup, &paper)?;
    Some(Smaller { paper: paper.name, boards, sheets })
}

//! What a ticket says of posters: those that are printed, and those that boards would be on smaller paper.

use super::{capital, counted};
use crate::layout::{Content, Plan, Poster, Setup, SheetPlan, whole};
use crate::paper::SheetClass;

/// What is larger than its sheet, and what to do with its parts.
#[must_use]
pub fn told(plan: &Plan<'_>, setup: &Setup) -> String {
    let mut text = String::new();
    let mut last: Option<&str> = None;
    for sheet in &plan.sheets {
        let (Content::Poster(poster, 0), name) = (&sheet.content, &*sheet.component.name) else { continue };
        if last.replace(name) == Some(name) {
            continue;
        }
        let name = capital(name);
        let lies = |poster: &Poster<'_>| {
            let grid = poster.grid;
            format!("{}, {} across and {} down", counted(grid.count(), "sheet"), grid.columns, grid.rows)
        };
        let own = plan.sheets.iter().filter(|other| other.component.name == sheet.component.name);
        let all: Vec<&Poster<'_>> = own
            .filter_map(|sheet| match &sheet.content {
                Content::Poster(poster, 0) => Some(poster.as_ref()),
                _ => None,
            })
            .collect();
        let counts = || all.iter().map(|poster| poster.grid.count());
        let (least, most) = (counts().min().unwrap_or(0), counts().max().unwrap_or(0));
        let alike = all.iter().all(|other| other.grid == poster.grid);
        let seams = "cut along the seams, glue or tape them as the sheets say";
        text.push_str(&match all.len() {
            1 => format!("  {name} is a poster of {}: {seams}.\n", lies(poster)),
            _ if alike => format!("  {name}: each is a poster of {}: {seams}.\n", lies(poster)),
            _ => format!("  {name}: each is a poster of {least} to {most} sheets: {seams}.\n"),
        });
        if all.iter().any(|poster| poster.is_back()) {
            text.push_str("    Backs are posters too: put both together, then glue back to back.\n");
        }
        if let Some(whole) = whole(sheet, setup) {
            text.push_str(&format!("    {whole}.\n"));
        }
    }
    text
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
#[must_use]
pub fn without_large(plan: &Plan<'_>, setup: &Setup) -> Option<Smaller> {
    let large =
        |s: &SheetPlan<'_>| s.component.class == SheetClass::Large && matches!(s.content, Content::Board(..));
    if setup.paper.large == setup.paper.small || !plan.sheets.iter().any(large) {
        return None;
    }
    let paper = setup.paper.smaller()?;
    let (boards, sheets) = crate::layout::boards_on(plan.game(), setup, &paper)?;
    Some(Smaller { paper: paper.name, boards, sheets })
}

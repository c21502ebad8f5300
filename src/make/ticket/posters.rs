//! Describes the posters that are printed. A poster is a board that is spread over several sheets. Also
//! computes how many sheets of smaller paper large boards would need.

use hexpress_base::units::{capital, count_with_noun};
use hexpress_layout::{Content, LargeBoards, Plan, Poster, Setup, hint_to_print_whole};
use hexpress_scene::print::paper::SheetClass;

/// Returns instructions for joining the sheets of a poster, or for printing the poster on one large
/// sheet.
pub fn instructions(plan: &Plan<'_>, setup: &Setup) -> String {
    let mut text = String::new();
    let mut last: Option<&str> = None;
    for sheet in &plan.sheets {
        let (Content::Poster(..), name) = (&sheet.content, &*sheet.component.name) else { continue };
        if last.replace(name) == Some(name) {
            continue;
        }
        let (backs, fronts): (Vec<_>, Vec<_>) = posters_of(name, plan).partition(|poster| poster.is_back());
        let each = if fronts.len() > 1 { ": each is a poster of" } else { " is a poster of" };
        text.push_str(&format!(
            "  {}{each} {}: cut along the seams, glue or tape them as the sheets show.\n",
            capital(name),
            sheets_taken(&fronts),
        ));
        if !backs.is_empty() {
            let what =
                if backs.len() > 1 { "Each back is another poster" } else { "The back is another poster" };
            let sheets = sheets_taken(&backs);
            text.push_str(&format!(
                "    {what} of {sheets}: assemble both posters, then glue them back to back.\n"
            ));
        }
        if let Some(hint) = hint_to_print_whole(sheet, setup) {
            text.push_str(&format!("    {}.\n", capital(&hint)));
        }
    }
    text
}

/// Returns the posters of a component. Each poster is returned once, although several sheets show it.
fn posters_of<'p, 'a>(component: &'p str, plan: &'p Plan<'a>) -> impl Iterator<Item = &'p Poster<'a>> {
    let sheets = plan.sheets.iter().filter(move |sheet| &*sheet.component.name == component);
    sheets.filter_map(|sheet| match &sheet.content {
        Content::Poster(poster, part) if *part == poster.first => Some(poster.as_ref()),
        _ => None,
    })
}

/// Returns the number of sheets that each poster needs, as text.
///
/// Examples are `2 sheets, 2 across and 1 down` and `2 to 3 sheets`.
fn sheets_taken(posters: &[&Poster<'_>]) -> String {
    let least = posters.iter().map(|poster| poster.grid.count()).min().unwrap_or(0);
    let most = posters.iter().map(|poster| poster.grid.count()).max().unwrap_or(0);
    match posters {
        [first, rest @ ..] if rest.iter().all(|other| other.grid == first.grid) => {
            let grid = first.grid;
            format!(
                "{}, {} across and {} down",
                count_with_noun(grid.count(), "sheet"),
                grid.columns,
                grid.rows
            )
        }
        _ if least == most => count_with_noun(most, "sheet"),
        _ => format!("{least} to {most} sheets"),
    }
}

/// The number of sheets of smaller paper that large boards would need.
#[derive(Debug)]
pub struct Smaller {
    /// The name of the smaller paper.
    pub paper: String,
    /// The number of boards that are printed on large sheets.
    pub boards: usize,
    /// The number of sheets of the smaller paper that these boards would need.
    pub sheets: usize,
}

/// Returns how many sheets the large boards of a plan would need on smaller paper.
///
/// Returns `None` if there is no large board or no smaller paper.
pub fn on_smaller_paper(plan: &Plan<'_>, setup: &Setup) -> Option<Smaller> {
    let has_large_boards = plan.sheets.iter().any(|sheet| {
        sheet.component.class == SheetClass::Large && matches!(sheet.content, Content::Board(..))
    });
    if setup.paper.large == setup.paper.small || !has_large_boards {
        return None;
    }
    let paper = setup.paper.smaller()?;
    let LargeBoards { boards, sheets } = hexpress_layout::large_boards_on(plan, setup, &paper)?;
    Some(Smaller { paper: paper.name, boards, sheets })
}

//! Compares the numbers of cells, pieces, copies or colours on paper with the numbers that the layout
//! demands.

use crate::facts::{Facts, FoundSheet};
use crate::fault::Findings;
use hexpress_base::units::counted;
use hexpress_game::constraints::{Bound, CountCondition, CountRule, Term};

/// Checks whether the number `n` is within all bounds that the layout sets.
///
/// If a bound cannot be computed, adds a note to `findings` and returns `None`.
pub fn count_holds(
    facts: &Facts<'_>,
    count: &CountCondition,
    n: usize,
    findings: &mut Findings,
) -> Option<bool> {
    let mut holds = true;
    for (bound, term) in &count.0 {
        let wanted = match term {
            Term::Number(number) => *number as usize,
            Term::Seats => facts.expected?.game.seats as usize,
            Term::Cells(board) => {
                let Some(cells) = cell_count(facts, board) else {
                    let why = "the board is not on these pages";
                    findings.not_judged(format!("rules that count the cells of `{board}`: {why}"));
                    return None;
                };
                cells
            }
        };
        holds &= match bound {
            Bound::Exactly => n == wanted,
            Bound::AtLeast => n >= wanted,
            Bound::AtMost => n <= wanted,
            Bound::More => n > wanted,
            Bound::Fewer => n < wanted,
        };
    }
    Some(holds)
}

/// Returns a number of copies in words: 20 copies of `track`.
pub fn counted_copies(n: usize, have: &CountRule) -> String {
    format!("{} of `{}`", counted(n, "copy", "copies"), have.names.join("` or `"))
}

/// Returns the number of cells of a board as found; `None` if these pages do not show the board.
fn cell_count(facts: &Facts<'_>, board: &str) -> Option<usize> {
    let (index, _) = facts.expected?.component(board)?;
    Some(facts.sheets_of(index).find_map(FoundSheet::board)?.cells.len())
}

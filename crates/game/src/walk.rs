//! Finds the cells of a walk on a board, such as `d4 up 2, upper-right 1`.
//!
//! - In: the text of a walk, a board, and the directions of the game.
//! - Out: the first cell of the walk, and the last cell of each leg.
//! - Not here: drawing the walk on a picture of the board (`hexpress-layout`).

use crate::Board;
use crate::cells::meeting_at;
use crate::names::Names;
use crate::naming::names_in_words;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::{Diagnostic, Hint, Result, codes, near};

/// The largest number of steps in a leg of a walk.
pub const MAX_STEPS: u32 = 1000;

/// The largest number of legs in a walk.
pub const MAX_LEGS: usize = 100;

/// The largest angle between a step and the direction of its leg, in degrees.
///
/// Steps need not match the direction exactly, because `upper-right` has another angle on hexagons than
/// on squares.
const MAX_STEP_ANGLE_DEGREES: f64 = 20.0;

/// A leg of a walk: a number of steps in the same direction.
struct Leg<'t> {
    direction: &'t str,
    steps: u32,
}

/// Returns the first cell of a walk, and then the last cell of each leg.
///
/// # Errors
/// The text is not a walk, names an unknown cell or direction, or leads off the board.
pub fn walk_cells(text: &str, board: &Board, names: &Names) -> Result<Vec<CellAddress>> {
    let (start, rest) = text.trim().split_once(char::is_whitespace).ok_or_else(|| not_a_walk(text))?;
    let mut cells = vec![start_cell(start, board)?];
    let legs = legs(rest).map_err(|diagnostic| diagnostic.unwrap_or_else(|| not_a_walk(text)))?;
    for leg in legs {
        cells.push(leg.end(cells[cells.len() - 1], board, names)?);
    }
    Ok(cells)
}

/// Parses the legs of a walk, such as `up 2, upper-right 1`.
///
/// Returns `Err(None)` if the text is not a list of legs. The caller then returns an error about the
/// whole walk.
fn legs(text: &str) -> Result<Vec<Leg<'_>>, Option<Diagnostic>> {
    let count = text.split(',').count();
    if count > MAX_LEGS {
        let message =
            format!("a `walk` has at most {MAX_LEGS} legs such as `up 2`, but this one has {count}");
        return Err(Some(codes::BAD_COUNT.error(message)));
    }
    text.split(',').map(Leg::read).collect()
}

fn not_a_walk(text: &str) -> Diagnostic {
    let diagnostic =
        codes::BAD_VALUE.error(format!("expected a cell, a direction and a number of steps, found `{text}`"));
    diagnostic.hint(
        "for example, write walk = \"a1 up 2\"; separate two directions with a comma: \
        walk = \"a1 up 1, upper-right 1\"",
    )
}

fn start_cell(name: &str, board: &Board) -> Result<CellAddress> {
    let Some(names) = &board.names else {
        let diagnostic = codes::UNKNOWN_PLACE
            .error(format!("unknown cell `{name}`: the cells of the board have no names"));
        return Err(diagnostic.hint("add names = \"lines\" to the board"));
    };
    let index = names.iter().position(|known| known == name);
    let cell = index.filter(|_| !name.is_empty()).and_then(|index| board.cells.get(index));
    cell.map(|cell| cell.address).ok_or_else(|| {
        let hint = near::nearest(name, names.iter()).map(|near| Hint::did_you_mean(name, near));
        let known: Vec<&str> = names.iter().filter(|name| !name.is_empty()).collect();
        let known = names_in_words(name, &known).map_or_else(String::new, |names| format!(": {names}"));
        codes::UNKNOWN_PLACE.error(format!("unknown cell `{name}`{known}")).maybe_hint(hint)
    })
}

impl<'t> Leg<'t> {
    /// Parses one leg, such as `up 2`, `upper-right` or `North East 3`.
    ///
    /// Returns `Err(None)` if the text is not a leg. The caller then returns an error about the whole
    /// walk.
    fn read(text: &'t str) -> Result<Self, Option<Diagnostic>> {
        let text = text.trim();
        let (direction, count) = match text.rsplit_once(char::is_whitespace) {
            Some((direction, count)) if count.starts_with(|c: char| c.is_ascii_digit() || c == '-') => {
                (direction.trim(), count)
            }
            _ => (text, "1"),
        };
        if direction.is_empty() || direction.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(None);
        }
        let steps = count.parse().ok().filter(|steps| (1..=MAX_STEPS).contains(steps));
        let steps = steps.ok_or_else(|| {
            let message = format!("a direction in a `walk` needs 1 to {MAX_STEPS} steps, found `{count}`");
            codes::BAD_COUNT.error(message)
        })?;
        Ok(Self { direction, steps })
    }

    /// Returns the last cell of a leg that begins at `from`.
    fn end(&self, from: CellAddress, board: &Board, names: &Names) -> Result<CellAddress> {
        let degrees = names.direction(self.direction)?;
        let mut cell = from;
        for step in 1..=self.steps {
            let Some(next) = neighbour_towards(board, cell, degrees) else {
                let message =
                    format!("{} has no neighbour in the direction `{}`", called(board, cell), self.direction);
                let diagnostic = codes::BAD_VALUE.error(message);
                return Err(diagnostic.hint(
                    "write a direction that leads to a neighbour, such as upper-right: neighbours share \
                    an edge; squares are also neighbours if they share a corner",
                ));
            };
            if board.cell_at(next).is_none() {
                let (direction, steps) = (self.direction, self.steps);
                let message = format!(
                    "`{direction} {steps}` from {} leaves the board at step {step}",
                    called(board, from)
                );
                let hint = match step {
                    1 => "start at another cell, or write another direction".to_owned(),
                    _ => format!("write `{direction} {}`, or fewer steps", step - 1),
                };
                return Err(codes::BAD_VALUE.error(message).hint(hint));
            }
            cell = next;
        }
        Ok(cell)
    }
}

/// Returns the name of a cell for messages.
fn called(board: &Board, address: CellAddress) -> String {
    let name = board.cell_at(address).and_then(|index| board.name(index));
    name.map_or_else(|| format!("the cell {address}"), |name| format!("`{name}`"))
}

/// Returns the neighbour of a cell in the direction `degrees`, counted clockwise from straight up. The
/// two cells share an edge or a corner. The neighbour may be outside of the board. Returns `None` if
/// there is no neighbour in this direction.
fn neighbour_towards(board: &Board, cell: CellAddress, degrees: f64) -> Option<CellAddress> {
    let tiling = board.grid.tiling;
    let from = tiling.unit_centre(cell);
    let is_ahead = |other: &CellAddress| {
        let step = tiling.unit_centre(*other) - from;
        let angle = libm::atan2(step.x, -step.y).to_degrees();
        let off = (angle - degrees).rem_euclid(360.0);
        off.min(360.0 - off) <= MAX_STEP_ANGLE_DEGREES
    };
    let over_edge = tiling.neighbours(cell).find(is_ahead);
    over_edge.or_else(|| {
        let corners = 0..tiling.edges(cell);
        corners
            .flat_map(|corner| meeting_at(tiling, cell, corner))
            .filter(|other| *other != cell)
            .find(is_ahead)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_leg_has_at_most_the_steps_of_the_limit() {
        let steps = |n: u32| Leg::read(&format!("North East {n}")).map(|leg| leg.steps).ok();
        assert_eq!([0, 1, MAX_STEPS, MAX_STEPS + 1].map(steps), [None, Some(1), Some(MAX_STEPS), None]);
        assert_eq!(
            Leg::read("upper-right").map(|leg| (leg.direction, leg.steps)).ok(),
            Some(("upper-right", 1))
        );
    }

    #[test]
    fn a_way_has_at_most_the_legs_of_the_limit() {
        let count = |n: usize| legs(&vec!["up 1"; n].join(", ")).map(|legs| legs.len()).ok();
        assert_eq!([MAX_LEGS, MAX_LEGS + 1].map(count), [Some(MAX_LEGS), None]);
    }
}

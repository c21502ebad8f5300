//! Compiles the points that `[board.points]` places on a grid, such as `a1 = "0 6"`.
//!
//! - In: the table of named points. Each point has two whole numbers: steps to the right and down.
//! - Out: the points with their names.
//! - Not here: points that are placed in mm (`free_points.rs`).

use std::collections::HashSet;

use super::free_points::NamedPoint;
use crate::context::Resolver;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::codes;
use hexpress_language::tables::layout::{Board, PlayOn};

/// Returns whether a board consists of points and not of cells.
pub fn is_on_points(b: &Board) -> bool {
    b.play_on.as_deref() == Some(&PlayOn::Points) || !b.points.0.is_empty() || b.along.is_some()
}

/// The largest number of steps between the origin and a point of `[board.points]`, along each axis.
const MAX_STEPS: i32 = 1000;

/// Returns the points of `[board.points]`. The layout gives each point as two whole numbers: steps
/// to the right and steps down.
pub fn named_points(b: &Board, resolver: &mut Resolver<'_>) -> Vec<NamedPoint> {
    let mut known = HashSet::new();
    let mut points = Vec::new();
    for (name, at) in b.points.iter() {
        let mut steps = at.split_whitespace().map(|n| n.parse::<i32>().ok().filter(|n| n.abs() <= MAX_STEPS));
        let (Some(Some(across)), Some(Some(down)), None) = (steps.next(), steps.next(), steps.next()) else {
            let message = format!(
                "expected two whole numbers up to {MAX_STEPS} (steps to the right, steps down), found `{}`",
                at.value
            );
            resolver.error_with_hint(codes::BAD_VALUE, at, message, steps_hint(&name.value, at));
            continue;
        };
        let address = CellAddress::new(across, down);
        if known.insert(address) {
            points.push(NamedPoint { address, name: name.value.clone() });
        } else {
            resolver.error(codes::SAME_NAME, at, format!("another point is already at {across} {down}"));
        }
    }
    points
}

/// Returns a hint for a text that is not the position of a point.
fn steps_hint(name: &str, typed: &str) -> String {
    let numbers = typed.split(|c: char| !c.is_ascii_digit() && !"-.".contains(c));
    let steps: Vec<&str> = numbers
        .filter(|number| number.parse::<f64>().is_ok_and(|n| n.abs() <= f64::from(MAX_STEPS)))
        .collect();
    match steps[..] {
        [across, down] if !typed.contains('.') && !typed.contains("mm") => {
            format!("write {name} = \"{across} {down}\"")
        }
        [..] if typed.contains('.') => {
            "write whole numbers; if you need shorter steps, make `across` smaller".to_owned()
        }
        [..] if typed.contains("mm") => {
            "write the steps without a unit; `across` sets the length of a step".to_owned()
        }
        _ => "write two whole numbers, for example \"0 6\"".to_owned(),
    }
}

//! HX509: boards that can be filled so that both players win, or so that neither player wins.
//!
//! A board passes if it meets three conditions:
//!
//! - It is a disc: its cells are connected and have no hole.
//! - It has four sides in two alternating colours.
//! - Three cells meet at each inner corner.
//!
//! Then every filling of the cells with two colours connects exactly one pair of opposite sides. The
//! reason is the line that separates the two colours. It starts at a point where two sides of the board
//! meet, and can end only at another such point. The cells along one side of this line then connect two
//! opposite sides of the board.
//!
//! A board may have a waist, which is a place where it is only one cell wide. Such a board is also a
//! disc: the player who has the cell at the waist connects the two parts.

use super::super::board_view::{BoardView, property_place, views};
use super::border::{border, side_colours};
use crate::colour_vision;
use crate::facts::Facts;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::codes;
use hexpress_base::tiling::Tiling;
use hexpress_game::cells;
use hexpress_game::constraints::BoardIs;
use hexpress_read::Rgb;

pub(super) const RULE: Rule = Rule {
    title: "a board that must always have one winner has four alternating sides and no hole",
    why: "If three cells meet at every corner, and the four sides alternate between two colours, exactly \
        one player's sides are connected when the board is full. A hole, a corner of four cells, or sides \
        in another order break this.",
    right: "be = [\"every filling has exactly one winner\"], and a rhombus with sides white, black, white, black",
    wrong: "the same rule, and sides white, white, black, black",
    ..Rule::error(codes::MUST_WIN, RuleFunction::All(winner_not_unique))
};

/// Reports boards that can be filled so that both players connect their sides, or so that neither
/// player does.
fn winner_not_unique(facts: &Facts<'_>, findings: &mut Findings) {
    for (view, place) in views(facts, findings, |must| property_place(must, BoardIs::OneWinner)) {
        if let Some(Obstacle { why, hint }) = obstacle(&view) {
            let message = format!("a full `{}` does not always have exactly one winner: {why}", view.name);
            let fault = view.fault(findings, place, message);
            if let Some(hint) = hint {
                fault.hint(hint);
            }
        }
    }
}

/// A reason why a board may have two winners or no winner.
struct Obstacle {
    why: String,
    hint: Option<&'static str>,
}

/// Returns the first reason why a filled board may have no winner or two winners; `None` if there
/// is no such reason.
fn obstacle(view: &BoardView<'_>) -> Option<Obstacle> {
    if let Some(why) = reason_not_disc(view.tiling(), &view.addresses()) {
        return Some(Obstacle { why: why.to_owned(), hint: None });
    }
    // Four squares may meet at a corner, with one colour on each diagonal. Then neither colour is
    // connected at this corner.
    if let Some(&address) = view.addresses().iter().find(|address| meets_many(view, **address)) {
        return Some(Obstacle {
            why: format!("four cells meet at a corner of {}", view.name_of(address)),
            hint: Some(
                "use cells that meet three to a corner, such as hexagons: such a board always has one \
                winner",
            ),
        });
    }
    let colours = side_colours(&border(view)?);
    if matches!(colours[..], [Some(a), Some(b), Some(c), Some(d)] if a == c && b == d && a != b) {
        return None;
    }
    let names: Vec<String> = colours.iter().map(|colour| side_name(view, *colour)).collect();
    Some(Obstacle {
        why: format!("clockwise, its sides are {}", names.join(", ")),
        hint: Some("use four sides in two alternating colours, without gaps"),
    })
}

/// Returns whether more than three cells of the board meet at a corner of this cell.
fn meets_many(view: &BoardView<'_>, address: CellAddress) -> bool {
    let tiling = view.tiling();
    (0..tiling.edges(address)).any(|corner| {
        let meeting = cells::meeting_at(tiling, address, corner);
        meeting.into_iter().filter(|cell| view.cells.contains_key(cell)).count() > 3
    })
}

/// Returns the reason why cells do not form a disc; `None` if they form a disc.
fn reason_not_disc(tiling: Tiling, addresses: &[CellAddress]) -> Option<&'static str> {
    if addresses.is_empty() || cells::components(tiling, addresses).len() > 1 {
        Some("its cells are not connected")
    } else if !cells::holes(tiling, addresses).is_empty() {
        Some("it has a hole")
    } else if cells::border_loops(tiling, addresses).len() != 1 {
        Some("its border has several parts")
    } else {
        None
    }
}

/// Returns the name of a side's colour in the layout. If the layout has no such colour, returns its
/// hexadecimal form.
fn side_name(view: &BoardView<'_>, colour: Option<Rgb>) -> String {
    let Some(colour) = colour else { return "no side".to_owned() };
    let side = view.board.sides.iter().find(|side| view.may_print(side.ink.rgb, colour.0));
    side.map_or_else(|| colour_vision::hex_code(colour), |side| side.ink.name.to_string())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Returns whether the cells in `fill` connect the cells in `from` with the cells in `to`.
    fn joins(fill: &BTreeSet<CellAddress>, from: &[CellAddress], to: &[CellAddress]) -> bool {
        let mut open: Vec<CellAddress> =
            from.iter().copied().filter(|address| fill.contains(address)).collect();
        let mut reached: BTreeSet<CellAddress> = open.iter().copied().collect();
        while let Some(address) = open.pop() {
            if to.contains(&address) {
                return true;
            }
            for next in (0..6).map(|edge| address.neighbour(edge)) {
                if fill.contains(&next) && reached.insert(next) {
                    open.push(next);
                }
            }
        }
        false
    }

    /// Returns whether every filling has exactly one winner if the board has these four sides.
    fn always_one(addresses: &[CellAddress], sides: &[Vec<CellAddress>; 4]) -> bool {
        (0..1_u32 << addresses.len()).all(|bits| {
            let (mut white, mut black) = (BTreeSet::new(), BTreeSet::new());
            for (i, address) in addresses.iter().enumerate() {
                if bits >> i & 1 == 1 {
                    white.insert(*address)
                } else {
                    black.insert(*address)
                };
            }
            joins(&white, &sides[0], &sides[2]) != joins(&black, &sides[1], &sides[3])
        })
    }

    /// Splits the border into four lists of cells, clockwise. The last cell of each list is also the
    /// first cell of the next list.
    fn quarters(addresses: &[CellAddress]) -> [Vec<CellAddress>; 4] {
        let mut round: Vec<CellAddress> =
            cells::border_loops(Tiling::FlatTop, addresses)[0].iter().map(|(address, _)| *address).collect();
        round.dedup();
        let n = round.len();
        let side = |k: usize| (k * n / 4..=(k + 1) * n / 4).map(|i| round[i % n]).collect();
        [side(0), side(1), side(2), side(3)]
    }

    #[test]
    fn discs_have_one_winner_and_every_filling_was_tried() {
        let rhombus = |w: i32, h: i32| {
            (0..w).flat_map(|q| (0..h).map(move |r| CellAddress::new(q, r))).collect::<Vec<_>>()
        };
        let around: Vec<CellAddress> = (0..6)
            .map(|edge| CellAddress::new(0, 0).neighbour(edge))
            .chain([CellAddress::new(0, 0)])
            .collect();
        for disc in [rhombus(3, 3), rhombus(2, 4), rhombus(4, 3), around.clone()] {
            assert_eq!(reason_not_disc(Tiling::FlatTop, &disc), None);
            assert!(always_one(&disc, &quarters(&disc)));
        }
        let ring = &around[..6];
        assert!(reason_not_disc(Tiling::FlatTop, ring).unwrap().contains("hole"));
        assert!(!always_one(ring, &quarters(ring)));
        assert_eq!(
            reason_not_disc(Tiling::FlatTop, &[CellAddress::new(0, 0), CellAddress::new(5, 5)]),
            Some("its cells are not connected")
        );
        // These boards have a waist that is one or several cells long.
        for thin in [
            &[(0, 0), (0, 1), (1, 0), (2, 0), (3, 0), (3, -1)][..],
            &[(0, 0), (1, 0), (2, 0), (3, 0)],
            &[(0, 0), (1, 0), (1, 1), (-1, 0), (0, -1), (1, -2), (2, -1)],
            &[(0, 0), (1, 0), (0, 1), (-1, 1), (-2, 1), (-1, 2), (-2, 2)],
        ] {
            let thin: Vec<CellAddress> = thin.iter().map(|&(q, r)| CellAddress::new(q, r)).collect();
            assert_eq!(reason_not_disc(Tiling::FlatTop, &thin), None);
            assert!(always_one(&thin, &quarters(&thin)), "{thin:?}");
        }
    }
}

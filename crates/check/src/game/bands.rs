//! The sides of a board: bands of colour along its border, and whether one of two players must win between them.

use super::view::{View, place, views};
use crate::base::geometry::winding;
use crate::base::hex::Hex;
use crate::base::tiling::Tiling;
use crate::base::units::counted;
use crate::check::color_vision;
use crate::check::facts::{Facts, covers, is_furniture};
use crate::check::fault::Findings;
use crate::model::cells;
use crate::model::constraints::BoardIs;
use crate::read::{ItemKind, Rgb};

/// A half of an edge of the border, and the colour beside it.
struct Half {
    hex: Hex,
    colour: Option<Rgb>,
}

/// The border of a board, clockwise, if it is in one piece.
fn border(view: &View<'_>) -> Option<Vec<Half>> {
    let hexes = view.hexes();
    let mut loops = cells::border_loops(view.tiling(), &hexes);
    let (Some(edges), true) = (loops.pop(), loops.is_empty()) else { return None };
    let lattice = &view.found.lattice;
    // Close enough to the edge that no neighbour's band is met where the border bends.
    let out = (view.board.sides_width / 2.0).min(0.2 * lattice.side);
    let bands: Vec<_> = view
        .page
        .items
        .iter()
        .filter(|item| !is_furniture(item))
        .filter_map(|item| {
            let ItemKind::Path { path, fill: Some(fill), .. } = &item.kind else { return None };
            Some((path, *fill, covers(item)?))
        })
        .collect();
    let mut halves = Vec::with_capacity(2 * edges.len());
    for (hex, edge) in edges {
        let Some(cell) = view.cell(hex) else { continue };
        let corners: Vec<_> = lattice.grid().corners(hex).collect();
        let corner = |k: usize| cell.outline.centre + corners[k % corners.len()] * lattice.side;
        let (from, to) = (corner(edge), corner(edge + 1));
        for along in [0.25, 0.75] {
            let point = from.lerp(to, along) + lattice.tiling.edge_normal(hex, edge) * out;
            let mut over = bands
                .iter()
                .rev()
                .filter(|(path, _, rect)| rect.contains(point) && winding(path, point) != 0);
            halves.push(Half { hex, colour: over.next().map(|(_, fill, _)| *fill) });
        }
    }
    Some(halves)
}

/// The colour of each side, clockwise; the first and the last are not the same side.
fn runs(halves: &[Half]) -> Vec<Option<Rgb>> {
    let mut runs: Vec<Option<Rgb>> = halves.iter().map(|half| half.colour).collect();
    runs.dedup();
    if runs.len() > 1 && runs.first() == runs.last() {
        runs.remove(0);
    }
    runs
}

/// Sides go round without a gap, each in one piece.
pub fn in_turn(facts: &Facts<'_>, out: &mut Findings) {
    for (view, place) in views(facts, out, |must| must.sides) {
        let Some(halves) = border(&view) else {
            let message = format!("the border of `{}` is in several pieces, so its sides are too", view.name);
            view.fault(out, place, message);
            continue;
        };
        if let Some(half) = halves.iter().find(|half| half.colour.is_none()) {
            let message =
                format!("{} lies at the border, and no side goes along all of it", view.name_of(half.hex));
            view.cell_fault(out, half.hex, message);
            continue;
        }
        let (found, said) = (runs(&halves).len(), view.board.sides.len());
        if found != said {
            let sides = counted(found, "side is", "sides are");
            let name = view.name;
            let message = format!("{sides} seen along the border of `{name}`, and the layout has {said}");
            view.fault(out, place, message).hint("sides of one colour that touch are one side");
        }
    }
}

/// However the cells are filled with two colours, exactly one of them connects its sides. This holds of a board that
/// is a disc, in one piece and without a hole, with four sides, two of each colour in turn: three cells meet at each
/// corner inside, so the line between the colours that begins where two sides meet ends where two others do. A board
/// that hangs together by a single cell is a disc too: whoever has that cell has the way through it.
pub fn one_winner(facts: &Facts<'_>, out: &mut Findings) {
    for (view, place) in views(facts, out, |must| place(must, BoardIs::OneWinner)) {
        let wrong = |why: String| format!("`{}` may be filled without exactly one winner: {why}", view.name);
        if let Some(why) = no_disc(view.tiling(), &view.hexes()) {
            view.fault(out, place, wrong(why.to_owned()));
            continue;
        }
        // Where four squares meet, neither colour need go on.
        if let Some(&hex) = view.hexes().iter().find(|hex| meets_many(&view, **hex)) {
            let why = format!("four cells meet at a corner of {}", view.name_of(hex));
            view.fault(out, place, wrong(why))
                .hint("boards on which three cells meet all over have one winner");
            continue;
        }
        let Some(halves) = border(&view) else { continue };
        let colours = runs(&halves);
        if !matches!(colours[..], [Some(a), Some(b), Some(c), Some(d)] if a == c && b == d && a != b) {
            let names: Vec<String> = colours.iter().map(|colour| name(&view, *colour)).collect();
            view.fault(out, place, wrong(format!("clockwise, its sides are {}", names.join(", "))))
                .hint("four sides, of two colours in turn, leave no gap");
        }
    }
}

/// Whether more than three cells of the board meet at a corner of a cell.
fn meets_many(view: &View<'_>, hex: Hex) -> bool {
    let tiling = view.tiling();
    let meeting = |corner| cells::meeting_at(tiling, hex, corner);
    (0..tiling.edges(hex))
        .any(|corner| meeting(corner).into_iter().filter(|hex| view.cells.contains_key(hex)).count() > 3)
}

/// Why cells are no disc; none if they are one.
fn no_disc(tiling: Tiling, hexes: &[Hex]) -> Option<&'static str> {
    if hexes.is_empty() || cells::components(tiling, hexes).len() > 1 {
        Some("its cells do not hang together")
    } else if !cells::holes(tiling, hexes).is_empty() {
        Some("it has a hole")
    } else if cells::border_loops(tiling, hexes).len() != 1 {
        Some("its border is in several pieces")
    } else {
        None
    }
}

/// What the layout calls a colour.
fn name(view: &View<'_>, colour: Option<Rgb>) -> String {
    let Some(colour) = colour else { return "no side".to_owned() };
    let side = view.board.sides.iter().find(|side| view.may_print(side.ink.rgb, colour.0));
    side.map_or_else(|| color_vision::hex(colour), |side| side.ink.name.to_string())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Whether cells of `fill` join two sets.
    fn joins(fill: &BTreeSet<Hex>, from: &[Hex], to: &[Hex]) -> bool {
        let mut open: Vec<Hex> = from.iter().copied().filter(|hex| fill.contains(hex)).collect();
        let mut seen: BTreeSet<Hex> = open.iter().copied().collect();
        while let Some(hex) = open.pop() {
            if to.contains(&hex) {
                return true;
            }
            for next in (0..6).map(|edge| hex.neighbour(edge)) {
                if fill.contains(&next) && seen.insert(next) {
                    open.push(next);
                }
            }
        }
        false
    }

    /// Whether every filling has one winner, where the border is cut into four sides at these cells.
    fn always_one(hexes: &[Hex], sides: &[Vec<Hex>; 4]) -> bool {
        (0..1_u32 << hexes.len()).all(|bits| {
            let (mut white, mut black) = (BTreeSet::new(), BTreeSet::new());
            for (i, hex) in hexes.iter().enumerate() {
                if bits >> i & 1 == 1 {
                    white.insert(*hex)
                } else {
                    black.insert(*hex)
                };
            }
            joins(&white, &sides[0], &sides[2]) != joins(&black, &sides[1], &sides[3])
        })
    }

    /// The border's cells, clockwise, cut into four runs that share their ends.
    fn quarters(hexes: &[Hex]) -> [Vec<Hex>; 4] {
        let mut round: Vec<Hex> =
            cells::border_loops(Tiling::FlatTop, hexes)[0].iter().map(|(hex, _)| *hex).collect();
        round.dedup();
        let n = round.len();
        let side = |k: usize| (k * n / 4..=(k + 1) * n / 4).map(|i| round[i % n]).collect();
        [side(0), side(1), side(2), side(3)]
    }

    #[test]
    fn discs_have_one_winner_and_every_filling_was_tried() {
        let rhombus =
            |w: i32, h: i32| (0..w).flat_map(|q| (0..h).map(move |r| Hex::new(q, r))).collect::<Vec<_>>();
        let around: Vec<Hex> =
            (0..6).map(|edge| Hex::new(0, 0).neighbour(edge)).chain([Hex::new(0, 0)]).collect();
        for disc in [rhombus(3, 3), rhombus(2, 4), rhombus(4, 3), around.clone()] {
            assert_eq!(no_disc(Tiling::FlatTop, &disc), None);
            assert!(always_one(&disc, &quarters(&disc)));
        }
        let ring = &around[..6];
        assert!(no_disc(Tiling::FlatTop, ring).unwrap().contains("hole"));
        assert!(!always_one(ring, &quarters(ring)));
        assert_eq!(
            no_disc(Tiling::FlatTop, &[Hex::new(0, 0), Hex::new(5, 5)]),
            Some("its cells do not hang together")
        );
        // Boards that hang together by a single cell, or by several.
        for thin in [
            &[(0, 0), (0, 1), (1, 0), (2, 0), (3, 0), (3, -1)][..],
            &[(0, 0), (1, 0), (2, 0), (3, 0)],
            &[(0, 0), (1, 0), (1, 1), (-1, 0), (0, -1), (1, -2), (2, -1)],
            &[(0, 0), (1, 0), (0, 1), (-1, 1), (-2, 1), (-1, 2), (-2, 2)],
        ] {
            let thin: Vec<Hex> = thin.iter().map(|&(q, r)| Hex::new(q, r)).collect();
            assert_eq!(no_disc(Tiling::FlatTop, &thin), None);
            assert!(always_one(&thin, &quarters(&thin)), "{thin:?}");
        }
    }
}

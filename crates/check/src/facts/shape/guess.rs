//! Which shapes cells may be, by how far they reach and how many they are.

use std::collections::BTreeSet;

use super::{OF, span};
use crate::base::hex::Hex;
use crate::base::tiling::Tiling;
use crate::model::shape::{Lean, Offset, Shape};

/// A shape and the two ways in which it may stand.
pub(super) type Guess = (Shape, Lean, Offset);

/// The shapes that so many cells of these extents may be.
fn guesses(cells: &BTreeSet<Hex>, tiling: Tiling) -> Vec<Guess> {
    let pointy = tiling.has_rows_in_turn();
    let n = cells.len();
    let (q, r, s) = (
        span(cells.iter().map(|c| c.q)).2,
        span(cells.iter().map(|c| c.r)).2,
        span(cells.iter().map(|c| c.s())).2,
    );
    let mut all: Vec<Guess> = Vec::new();
    let mut add = |shape: Shape, lean: Lean, offset: Offset| {
        let off = shape.count().abs_diff(n as u64);
        if off <= (n / OF).max(2) as u64 && !all.contains(&(shape, lean, offset)) {
            all.push((shape, lean, offset));
        }
    };
    let (left, right) = (Lean::Left, Lean::Right);
    let (second, first) = (Offset::Second, Offset::First);
    if !tiling.lies_as_hexagons() {
        for (columns, rows) in [(q, r), (q.saturating_sub(1), r), (q, r.saturating_sub(1))] {
            add(Shape::Rectangle { columns, rows }, left, second);
        }
        for wide in [q.min(r), q.max(r)] {
            add(Shape::Diamond(wide / 2 + 1), left, second);
            // Of a cross with arms of so many cells the width follows from how many cells there are.
            let all = (1..wide).filter(|arm| (wide - arm) % 2 == 0);
            all.for_each(|arm| add(Shape::Cross { wide: arm, long: (wide - arm) / 2 }, left, second));
        }
        return all.into_iter().filter(|(shape, ..)| shape.count() > 0).collect();
    }
    // One cell sticking out makes one of the extents too large, and only one.
    let mut spans = [q, r, s];
    spans.sort_unstable();
    for span in spans {
        add(Shape::Hexhex(span / 2 + 1), left, second);
    }
    for (columns, rows) in [(q, r), (q.saturating_sub(1), r), (q, r.saturating_sub(1))] {
        if columns > 0 && rows > 0 {
            add(Shape::Parallelogram { columns, rows }, left, second);
        }
    }
    let leaning = if pointy { (s, r) } else { (q, s) };
    for (less, fewer) in [(0, 0), (1, 0), (0, 1)] {
        let (columns, rows) = (leaning.0.saturating_sub(less), leaning.1.saturating_sub(fewer));
        if columns > 0 && rows > 0 {
            add(Shape::Parallelogram { columns, rows }, right, second);
        }
    }
    let lines = if pointy { r } else { q };
    for lines in [lines, lines.saturating_sub(1)] {
        if lines == 0 {
            continue;
        }
        let long = ((n as f64 / f64::from(lines)).round() as u32).max(1);
        let (columns, rows) = if pointy { (long, lines) } else { (lines, long) };
        add(Shape::Rectangle { columns, rows }, left, second);
        add(Shape::Rectangle { columns, rows }, left, first);
    }
    for side in [spans[0], spans[1], spans[2]] {
        add(Shape::Triangle(side), left, second);
        if side > 4 {
            add(Shape::Star((side - 1) / 4), left, second);
        }
    }
    all
}

/// The shapes that cells may be which are no hexagons and no squares alone: by their corners, or by the cells of the first
/// sort.
pub(super) fn guesses_of(cells: &BTreeSet<Hex>, tiling: Tiling) -> Vec<Guess> {
    let suits = |(shape, ..): &Guess| shape.suits(tiling);
    if tiling.polygons() == 1 {
        return guesses(cells, tiling);
    }
    if !tiling.is_triangles() {
        let firsts: BTreeSet<Hex> = cells.iter().copied().filter(|hex| hex.k == 0).collect();
        return guesses(&firsts, tiling.like()).into_iter().filter(suits).collect();
    }
    // Corners of a triangle are the places of the steps to which it lies: the tip, and two beside the other side.
    let (q, r) = match tiling {
        Tiling::TrianglesSideways => (Hex::new(1, -1), Hex::new(1, 0)),
        _ => (Hex::new(-1, 1), Hex::new(0, 1)),
    };
    let other = if tiling == Tiling::TrianglesSideways { Hex::new(0, 1) } else { Hex::new(1, 0) };
    let corners = cells.iter().flat_map(|hex| {
        let tip = Hex { k: 0, ..*hex };
        if hex.k == 0 { [tip, tip + q, tip + r] } else { [tip, tip + other, tip + r] }
    });
    let corners: BTreeSet<Hex> = corners.collect();
    let fewer = |(shape, lean, offset): Guess| (shape.with_one_fewer(), lean, offset);
    let mut all: Vec<Guess> = guesses(&corners, tiling.like()).into_iter().map(fewer).filter(suits).collect();
    all.retain(|(shape, ..)| !matches!(shape, Shape::Rectangle { .. }));
    let places = || cells.iter().map(|hex| tiling.row_of_triangles(*hex));
    let (columns, rows) = (span(places().map(|p| p.0)).2, span(places().map(|p| p.1)).2);
    all.push((Shape::Rectangle { columns, rows }, Lean::Left, Offset::Second));
    all
}

//! Straight lines of cells, and rings round a cell, on tilings of every sort.

use std::collections::{HashMap, HashSet};

use crate::base::hex::Hex;
use crate::base::tiling::Tiling;
use crate::model::cells::meeting_at;

/// How far beside a line the middle of a cell on it may lie, in sides: rounding alone.
const ON_LINE: f64 = 1e-6;

/// The cells of a straight line from one to another, in order, both included; none where they are on no line. Of a grid of
/// hexagons or squares also places where the board has no cell.
pub fn straight(tiling: Tiling, cells: &[Hex], from: Hex, to: Hex) -> Option<Vec<Hex>> {
    if tiling.is_triangles() {
        return in_strip(tiling, cells, from, to);
    }
    if tiling.polygons() > 1 {
        return through_middles(tiling, cells, from, to);
    }
    let (q, r) = (to.q - from.q, to.r - from.r);
    let steps = q.abs().max(r.abs());
    let at = |k: i32| Hex::new(from.q + k * q.signum(), from.r + k * r.signum());
    tiling.is_straight(to - from).then(|| (0..=steps).map(at).collect())
}

/// Between which of the lines of a grid of triangles a cell lies, three ways: cells of a strip have that number in common.
pub fn strips(tiling: Tiling, hex: Hex) -> [i32; 3] {
    let (q, r) = if tiling == Tiling::TrianglesSideways { (hex.r, hex.q) } else { (hex.q, hex.r) };
    [r, q + i32::from(hex.k), q + r]
}

fn in_strip(tiling: Tiling, cells: &[Hex], from: Hex, to: Hex) -> Option<Vec<Hex>> {
    let (a, b) = (strips(tiling, from), strips(tiling, to));
    let axis = (0..3).find(|&axis| a[axis] == b[axis])?;
    let way = tiling.unit_centre(to) - tiling.unit_centre(from);
    let along = |hex: &Hex| (tiling.unit_centre(*hex) - tiling.unit_centre(from)).dot(way);
    let between =
        |hex: &&Hex| strips(tiling, **hex)[axis] == a[axis] && (0.0..=along(&to)).contains(&along(hex));
    let mut line: Vec<Hex> = cells.iter().filter(between).copied().collect();
    line.sort_by(|a, b| along(a).total_cmp(&along(b)));
    Some(line)
}

/// Cells whose middles lie on the line, each of which touches the next one.
fn through_middles(tiling: Tiling, cells: &[Hex], from: Hex, to: Hex) -> Option<Vec<Hex>> {
    let (start, end) = (tiling.unit_centre(from), tiling.unit_centre(to));
    let length = start.distance(end).max(ON_LINE);
    let way = (end - start) / length;
    let along = |hex: &Hex| (tiling.unit_centre(*hex) - start).dot(way);
    let is_on = |hex: &&Hex| {
        let to = tiling.unit_centre(**hex) - start;
        way.cross(to).abs() < ON_LINE && (-ON_LINE..=length + ON_LINE).contains(&way.dot(to))
    };
    let mut line: Vec<Hex> = cells.iter().filter(is_on).copied().collect();
    line.sort_by(|a, b| along(a).total_cmp(&along(b)));
    line.windows(2).all(|pair| around(tiling, pair[0]).contains(&pair[1])).then_some(line)
}

/// The cells that have an edge or a corner in common with one.
fn around(tiling: Tiling, hex: Hex) -> Vec<Hex> {
    (0..tiling.edges(hex)).flat_map(|corner| meeting_at(tiling, hex, corner)).filter(|h| *h != hex).collect()
}

/// How many steps each of some cells is from one of them, over edges and corners; hexagons have no corners alone in common.
pub fn steps(tiling: Tiling, cells: &[Hex], centre: Hex) -> HashMap<Hex, u32> {
    if tiling.polygons() == 1 {
        return cells.iter().map(|hex| (*hex, tiling.distance(*hex, centre))).collect();
    }
    // A way may lead over places beside the board, but not far from it.
    let bounds = cells.iter().fold([centre.q, centre.q, centre.r, centre.r], |[a, b, c, d], hex| {
        [a.min(hex.q), b.max(hex.q), c.min(hex.r), d.max(hex.r)]
    });
    let near = |hex: &Hex| {
        (bounds[0] - 1..=bounds[1] + 1).contains(&hex.q) && (bounds[2] - 1..=bounds[3] + 1).contains(&hex.r)
    };
    let mut known = HashMap::from([(centre, 0)]);
    let mut open = vec![centre];
    let mut count = 0;
    while !open.is_empty() {
        count += 1;
        let next: HashSet<Hex> = open.iter().flat_map(|hex| around(tiling, *hex)).filter(near).collect();
        open = next.into_iter().filter(|hex| !known.contains_key(hex)).collect();
        known.extend(open.iter().map(|hex| (*hex, count)));
    }
    known
}

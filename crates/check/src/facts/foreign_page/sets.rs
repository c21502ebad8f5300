//! Which polygons of a page are boards: those of one size that lie beside each other.

use std::collections::BTreeSet;

use crate::base::point_index::PointIndex;
use crate::check::facts::lattice::Lattice;
use crate::check::facts::shape::FoundShape;
use crate::find::{Polygon, adjacency};

/// How much the sizes of two cells of one board may differ, as a share.
const ALIKE: f64 = 0.05;
/// How far from regular a cell may be, as a share of its side.
const CROOKED: f64 = 0.2;
/// How much farther apart or closer than usual neighbours may lie, as a share.
const APART: f64 = 0.15;
/// How many times as far apart as edge to edge the cells of a board may lie: beyond that they are pieces.
const GAP: f64 = 1.6;
/// From how many times as far apart as edge to edge on cells have room between them.
const NARROW: f64 = 1.05;
/// The fewest cells that make a board.
pub(super) const FEWEST: usize = 3;
/// The most single cells that are looked for near a board.
const MOST_SINGLE: usize = 2000;
/// Cells lie side by side. Hexagons that cover their place so many times over are no cells.
const HEAP: f64 = 6.0;

/// Whether hexagons lie upon each other in heaps.
fn is_heap(hexagons: &[Polygon], run: &[usize]) -> bool {
    let area: f64 = run.iter().map(|&i| hexagons[i].regular_area()).sum();
    let all = run.iter().map(|&i| crate::base::hex::bounds(&hexagons[i].corners)).reduce(|a, b| a.union(b));
    run.len() > 1000 && all.is_some_and(|all| area > HEAP * all.area())
}

/// Sets of hexagons of one size that lie next to each other, each a board or a part of one.
pub(super) fn sets(hexagons: &[Polygon]) -> Vec<Vec<usize>> {
    let even = |i: &usize| {
        let side = hexagons[*i].side();
        side > 0.5 && hexagons[*i].irregularity() <= CROOKED * side
    };
    let mut order: Vec<usize> = (0..hexagons.len()).filter(even).collect();
    order.sort_by(|&a, &b| hexagons[b].side().total_cmp(&hexagons[a].side()));
    let mut sets = Vec::new();
    for run in order.chunk_by(|&a, &b| hexagons[a].side() <= hexagons[b].side() * (1.0 + ALIKE)) {
        if is_heap(hexagons, run) {
            continue;
        }
        // Cells that lie a little apart hang together only at the distance that they have.
        if hexagons[run[0]].corners.len() == 6 && spread(hexagons, run).is_some_and(|spread| spread > NARROW)
        {
            let boards = with_gaps(hexagons, run);
            if boards.iter().map(Vec::len).sum::<usize>() == run.len() {
                sets.extend(boards);
                continue;
            }
        }
        let parts = parts(hexagons, run, 1.0);
        let (large, small): (Vec<_>, Vec<_>) = parts.into_iter().partition(|part| part.len() >= FEWEST);
        let left: Vec<usize> = small.iter().flatten().copied().collect();
        match joined(hexagons, large, small) {
            // Squares with room between them are cards or tiles.
            boards if boards.is_empty() && hexagons[run[0]].corners.len() == 6 => {
                sets.extend(with_gaps(hexagons, &left));
            }
            boards => sets.extend(boards),
        }
    }
    // Two that lie edge to edge are a board where there is nothing larger.
    if sets.is_empty() && hexagons.first().is_some_and(|first| first.corners.len() == 6) {
        let runs = order.chunk_by(|&a, &b| hexagons[a].side() <= hexagons[b].side() * (1.0 + ALIKE));
        let pairs = runs.filter(|run| run.len() == 2).flat_map(|run| parts(hexagons, run, 1.0));
        sets.extend(pairs.filter(|part| part.len() == 2));
    }
    sets
}

/// Sets of polygons of several sorts with sides of one length that lie edge to edge.
pub(super) fn mixed(polygons: &[Polygon]) -> Vec<Vec<usize>> {
    /// How far apart corners may lie that are one, as a share of a side.
    const MEET: f64 = 0.2;
    let even = |i: &usize| {
        let side = polygons[*i].side();
        side > 0.5 && polygons[*i].irregularity() <= CROOKED * side
    };
    let mut order: Vec<usize> = (0..polygons.len()).filter(even).collect();
    order.sort_by(|&a, &b| polygons[b].side().total_cmp(&polygons[a].side()));
    let sorts = |set: &[usize]| set.iter().map(|&i| polygons[i].corners.len()).collect::<BTreeSet<_>>().len();
    let mut sets = Vec::new();
    for run in order.chunk_by(|&a, &b| polygons[a].side() <= polygons[b].side() * (1.0 + ALIKE)) {
        if run.len() < FEWEST || sorts(run) < 2 || is_heap(polygons, run) {
            continue;
        }
        let own: Vec<Polygon> = run.iter().map(|&i| polygons[i].clone()).collect();
        let mut beside: Vec<Vec<usize>> = vec![Vec::new(); run.len()];
        for pair in adjacency(&own, MEET * polygons[run[0]].side()) {
            beside[pair.a].push(pair.b);
            beside[pair.b].push(pair.a);
        }
        let mut seen = vec![false; run.len()];
        for start in 0..run.len() {
            let mut part = if std::mem::replace(&mut seen[start], true) { Vec::new() } else { vec![start] };
            let mut at = 0;
            while let Some(&from) = part.get(at) {
                at += 1;
                part.extend(beside[from].iter().filter(|next| !std::mem::replace(&mut seen[**next], true)));
            }
            let mut set: Vec<usize> = part.into_iter().map(|i| run[i]).collect();
            if set.len() >= FEWEST && sorts(&set) > 1 {
                set.sort_unstable();
                sets.push(set);
            }
        }
    }
    sets
}

/// Boards of cells with wide gaps between them. Pieces may lie like this too, but not round each other as cells do.
fn with_gaps(hexagons: &[Polygon], run: &[usize]) -> Vec<Vec<usize>> {
    let Some(spread) = spread(hexagons, run) else { return Vec::new() };
    let is_round = |part: &Vec<usize>| {
        let own: BTreeSet<usize> = part.iter().copied().collect();
        let grid =
            PointIndex::of(part.iter().map(|&i| (i, hexagons[i].centre)), reach(hexagons, part, spread));
        let beside = |&i: &usize| {
            let near = grid.within(hexagons[i].centre, reach(hexagons, &[i], spread)).take(64);
            near.filter(|j| own.contains(j) && beside(&hexagons[i], &hexagons[*j], spread)).count()
        };
        // In one row each has two neighbours; on a lattice most have three and more.
        part.len() >= 7 && part.iter().map(beside).sum::<usize>() * 10 >= part.len() * 26
    };
    let mut parts = parts(hexagons, run, spread);
    parts.retain(is_round);
    parts
}

/// How far apart neighbours lie, as so many times edge to edge; none where they lie too far apart for a board.
fn spread(hexagons: &[Polygon], run: &[usize]) -> Option<f64> {
    let widest = reach(hexagons, run, GAP);
    let grid = PointIndex::of(run.iter().map(|&i| (i, hexagons[i].centre)), widest);
    let nearest = |&i: &usize| {
        let near = grid.within(hexagons[i].centre, widest).filter(|&j| j != i).take(64);
        let far = near.map(|j| hexagons[i].centre.distance(hexagons[j].centre)).fold(f64::INFINITY, f64::min);
        far / hexagons[i].step()
    };
    let mut spreads: Vec<f64> = run.iter().map(nearest).filter(|far| *far > 1.0).collect();
    spreads.sort_by(f64::total_cmp);
    spreads.get(spreads.len() / 2).copied().filter(|spread| *spread <= GAP)
}

/// How far the neighbours of these hexagons may lie from them, if they lie so many times edge to edge apart.
fn reach(hexagons: &[Polygon], run: &[usize], spread: f64) -> f64 {
    run.iter().map(|&i| hexagons[i].step()).fold(0.0, f64::max) * spread * (1.0 + APART)
}

/// Whether a hexagon lies where a neighbour of another would: across one of its edges, near enough. `spread` is how many
/// times as far apart as edge to edge neighbours lie.
fn beside(a: &Polygon, b: &Polygon, spread: f64) -> bool {
    let way = b.centre - a.centre;
    let usual = f64::midpoint(a.step(), b.step()) * spread;
    let far = way.hypot() / usual;
    if !(1.0 - APART..=1.0 + APART).contains(&far) {
        return false;
    }
    // Across an edge, and not over a corner.
    let period = a.period();
    let angle = libm::atan2(way.y, way.x).to_degrees() - a.turn_degrees() + 90.0;
    let off = (angle + period / 2.0).rem_euclid(period) - period / 2.0;
    off.abs() <= 12.0
}

/// Hexagons that hang together.
fn parts(hexagons: &[Polygon], run: &[usize], spread: f64) -> Vec<Vec<usize>> {
    let reach = reach(hexagons, run, spread);
    let grid = PointIndex::of(run.iter().map(|&i| (i, hexagons[i].centre)), reach);
    let mut seen: BTreeSet<usize> = BTreeSet::new();
    let mut parts = Vec::new();
    for &start in run {
        if !seen.insert(start) {
            continue;
        }
        let mut part = vec![start];
        let mut at = 0;
        while let Some(&from) = part.get(at) {
            at += 1;
            // Heaps are no boards, and are not worth the time.
            for other in grid.within(hexagons[from].centre, reach).take(64) {
                if !seen.contains(&other) && near(&hexagons[from], &hexagons[other], spread) {
                    seen.insert(other);
                    part.push(other);
                }
            }
        }
        part.sort_unstable();
        parts.push(part);
    }
    parts
}

/// Beside each other, or almost one upon the other: what was meant to be one cell and was drawn twice.
fn near(a: &Polygon, b: &Polygon, spread: f64) -> bool {
    beside(a, b, spread) || beside(b, a, spread) || a.centre.distance(b.centre) < 0.3 * a.side()
}

/// Parts that lie on one lattice are one board, with gaps in it; unless they are boards by themselves.
fn joined(hexagons: &[Polygon], mut large: Vec<Vec<usize>>, small: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    let mut boards: Vec<(Vec<usize>, Option<Lattice>, bool)> = Vec::new();
    let lattice = |part: &[usize]| {
        let own: Vec<Polygon> = part.iter().map(|&i| hexagons[i].clone()).collect();
        Lattice::of(&own)
    };
    let shape = |part: &[usize], lattice: Option<&Lattice>| {
        let (Some(lattice), true) = (lattice, part.len() >= 6) else { return false };
        FoundShape::is_shape(&lattice.addresses.iter().flatten().copied().collect(), lattice.tiling)
    };
    large.sort_by_key(|part| std::cmp::Reverse(part.len()));
    let on = |part: &[usize], lattice: &Lattice| {
        part.iter().all(|&i| {
            let h = &hexagons[i];
            h.centre.distance(lattice.centre(lattice.nearest(h.centre))) <= 0.08 * lattice.side
        })
    };
    for part in large {
        let own = lattice(&part);
        let whole = shape(&part, own.as_ref());
        let home = boards.iter_mut().take(64).find(|(_, lattice, is_whole)| {
            !(whole && *is_whole) && lattice.as_ref().is_some_and(|lattice| on(&part, lattice))
        });
        match home {
            Some((board, ..)) => board.extend(part),
            None => boards.push((part, own, whole)),
        }
    }
    for part in small.into_iter().take(MOST_SINGLE) {
        // A cell or two by themselves belong to the board on whose lattice they lie, if that is near.
        let home = boards.iter_mut().take(64).find(|(board, lattice, _)| {
            let Some(lattice) = lattice else { return false };
            if !on(&part, lattice) {
                return false;
            }
            let centre = hexagons[part[0]].centre;
            board.iter().take(20_000).any(|&i| hexagons[i].centre.distance(centre) <= 4.0 * lattice.across())
        });
        if let Some((board, ..)) = home {
            board.extend(part);
        }
    }
    boards.iter_mut().for_each(|(board, ..)| board.sort_unstable());
    boards.into_iter().map(|(board, ..)| board).collect()
}

//! Cells of several sorts, and triangles: which tiling they are, and which of its cells each one is.
//!
//! One cell is taken for a cell of a tiling that has as many sides, in each of the ways it may be turned, and from there
//! one walks from neighbour to neighbour. The way in which most cells are where they should be is the right one.

use std::collections::{BTreeSet, VecDeque};

use kurbo::{Point, Vec2};

use super::{Fit, heading, nearest, turned};
use crate::base::hex::Hex;
use crate::base::point_index::PointIndex;
use crate::base::tiling::Tiling;
use crate::find::Polygon;

/// How far from where a neighbour should be it is still found, as a share of the way to it.
const REACH: f64 = 0.35;
/// How many cells one begins with, so that a wrong one among them does not matter.
const SEEDS: usize = 3;
/// How many of the ways to begin are followed to the end.
const FOLLOWED: usize = 4;

/// Cells with their addresses.
pub(super) struct Placed {
    pub(super) tiling: Tiling,
    /// By how many degrees the tiling is turned clockwise: up to half of a turn that changes nothing.
    pub(super) turned: f64,
    /// In the order of all polygons.
    pub(super) addresses: Vec<Option<Hex>>,
}

/// Whether polygons are triangles, or of several sorts.
pub(super) fn are_several(polygons: &[Polygon], cells: &[usize]) -> bool {
    let sorts = sorts(polygons, cells);
    sorts.len() > 1 || sorts.contains(&3)
}

fn sorts(polygons: &[Polygon], cells: &[usize]) -> BTreeSet<usize> {
    cells.iter().map(|&i| polygons[i].corners.len()).collect()
}

/// A way to begin: this polygon is that cell, and the tiling is turned by so many degrees.
#[derive(Clone, Copy)]
struct Start {
    tiling: Tiling,
    seed: usize,
    hex: Hex,
    turned: f64,
}

/// What is known of all cells.
struct Cells<'p> {
    polygons: &'p [Polygon],
    all: &'p [usize],
    index: PointIndex<2>,
    side: f64,
}

/// The tiling on which most of these cells have a place; none where there is none.
pub(super) fn placed(polygons: &[Polygon], all: &[usize], side: f64) -> Option<Placed> {
    let index = PointIndex::of(all.iter().map(|&i| (i, polygons[i].centre)), side);
    let cells = Cells { polygons, all, index, side };
    let there = sorts(polygons, all);
    let count = all.len().max(1) as f64;
    let middle = all.iter().map(|&i| polygons[i].centre.to_vec2() / count).sum::<Vec2>().to_point();
    // The cells of the most sides in the middle of the board.
    let mut seeds = all.to_vec();
    let far = |i: usize| polygons[i].centre.distance(middle);
    let first = |a: &usize, b: &usize| {
        let sides = |i: usize| std::cmp::Reverse(polygons[i].corners.len());
        sides(*a).cmp(&sides(*b)).then(far(*a).total_cmp(&far(*b))).then(a.cmp(b))
    };
    if seeds.len() > SEEDS {
        seeds.select_nth_unstable_by(SEEDS, first);
    }
    seeds.truncate(SEEDS);
    seeds.sort_by(first);
    let mut starts: Vec<(usize, Start)> = Vec::new();
    for tiling in Tiling::ALL.iter().copied().filter(|tiling| tiling.polygons() > 1) {
        let hexes = (0..tiling.polygons()).map(|k| Hex { k, ..Hex::new(0, 0) });
        if !hexes.clone().all(|hex| there.contains(&tiling.edges(hex))) {
            continue;
        }
        for &seed in &seeds {
            let own = &polygons[seed];
            for hex in hexes.clone().filter(|hex| tiling.edges(*hex) == own.corners.len()) {
                for turn in 0..own.corners.len() {
                    let turned = own.turn_degrees() - tiling.degrees(hex) + own.period() * turn as f64;
                    let start = Start { tiling, seed, hex, turned };
                    starts.push((cells.around(start), start));
                }
            }
        }
    }
    starts.sort_by_key(|(found, _)| std::cmp::Reverse(*found));
    let most = starts.first()?.0;
    // All that begin as well: of a tiling that may be turned, several do.
    let mut best: Option<(usize, Placed)> = None;
    let mut known: Vec<(Tiling, i64)> = Vec::new();
    let mut walked: Vec<(usize, Tiling, u8, i64)> = Vec::new();
    for (_, start) in starts.into_iter().filter(|(found, _)| 2 * found >= most) {
        let (turned, times) = start.least_turn();
        let key = (start.tiling, (turned * 10.0).round() as i64);
        if !known.contains(&key) {
            known.push(key);
        }
        // A turn that changes nothing leads the same way.
        let hex = (0..times).fold(start.hex, |hex, _| start.tiling.turned(hex));
        let way = (start.seed, start.tiling, hex.k, (turned * 1e3).round() as i64);
        let is_better = |count: usize| {
            let less = |best: &Placed| turned.abs() < best.turned.abs() - 0.01;
            best.as_ref().is_none_or(|(most, best)| count > *most || count == *most && less(best))
        };
        // Nowhere more cells have a place than all.
        if !walked.contains(&way) && is_better(all.len()) {
            walked.push(way);
            let placed = cells.walk(start);
            let count = placed.addresses.iter().flatten().count();
            if is_better(count) {
                best = Some((count, placed));
            }
        }
        if known.len() >= FOLLOWED {
            break;
        }
    }
    best.map(|(_, placed)| placed)
}

impl Start {
    /// By how many degrees the tiling is turned beside turns that change nothing, and how many of these there are.
    fn least_turn(self) -> (f64, usize) {
        let count = self.tiling.turns();
        let period = 360.0 / count as f64;
        let whole = (self.turned / period).round();
        (self.turned - whole * period, (whole as i64).rem_euclid(count as i64) as usize)
    }
}

impl Cells<'_> {
    /// Where the neighbour over an edge should be, and which cell that is.
    fn beyond(&self, start: Start, from: Point, hex: Hex, edge: usize) -> (Point, f64, Hex) {
        let tiling = start.tiling;
        let next = tiling.neighbour(hex, edge);
        let far = (tiling.apothem(hex) + tiling.apothem(next)) * self.side;
        let way = turned(tiling.edge_normal(hex, edge), heading(start.turned)) * far;
        (from + way, far * REACH, next)
    }

    fn at(&self, (at, reach, hex): (Point, f64, Hex), tiling: Tiling) -> impl Iterator<Item = usize> {
        let sides = tiling.edges(hex);
        self.index.within(at, reach).filter(move |&i| self.polygons[i].corners.len() == sides)
    }

    /// How many neighbours of the first cell are where they should be, and theirs.
    fn around(&self, start: Start) -> usize {
        let mut found = 0;
        let mut open = vec![(start.seed, start.hex)];
        for _ in 0..2 {
            let mut next = Vec::new();
            for (from, hex) in open {
                for edge in 0..start.tiling.edges(hex) {
                    let there = self.beyond(start, self.polygons[from].centre, hex, edge);
                    if let Some(other) = self.at(there, start.tiling).next() {
                        found += 1;
                        next.push((other, there.2));
                    }
                }
            }
            open = next;
        }
        found
    }

    fn walk(&self, start: Start) -> Placed {
        let Start { tiling, seed, hex, .. } = start;
        let mut addresses = vec![None; self.polygons.len()];
        let mut known = self.follow(start, seed, hex, &mut addresses);
        let mut fit = Fit::new(tiling.grid(), self.side);
        for &other in self.all {
            if addresses[other].is_none() {
                let fit = fit.grown(known, self.polygons, self.all, &addresses);
                // A part that touches no other is numbered from where the first one's lattice has it.
                let hex = nearest(tiling, fit, self.polygons[other].centre);
                let near = super::at(fit, tiling, hex).distance(self.polygons[other].centre);
                if tiling.edges(hex) == self.polygons[other].corners.len() && near < REACH * self.side {
                    known += self.follow(start, other, hex, &mut addresses);
                }
            }
        }
        let (turned, times) = start.least_turn();
        for address in addresses.iter_mut().flatten() {
            *address = (0..times).fold(*address, |hex, _| tiling.turned(hex));
        }
        Placed { tiling, turned, addresses }
    }

    /// Gives addresses to all cells that hang together with one. Gives how many these are.
    fn follow(&self, start: Start, seed: usize, hex: Hex, addresses: &mut [Option<Hex>]) -> usize {
        let mut count = 1;
        addresses[seed] = Some(hex);
        let mut queue = VecDeque::from([(seed, hex)]);
        while let Some((from, hex)) = queue.pop_front() {
            let centre = self.polygons[from].centre;
            let own = (centre, start.tiling.apothem(hex) * self.side * REACH, hex);
            let beyond = (0..start.tiling.edges(hex)).map(|edge| self.beyond(start, centre, hex, edge));
            for there in [own].into_iter().chain(beyond) {
                for other in self.at(there, start.tiling) {
                    if addresses[other].is_none() {
                        addresses[other] = Some(there.2);
                        queue.push_back((other, there.2));
                        count += 1;
                    }
                }
            }
        }
        count
    }
}

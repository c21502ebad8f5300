//! What a set of cells is called: a shape that has a name, if need be turned; a shape that lacks a cell or has one too
//! many; or so many cells in so many parts, with so many holes.

mod guess;

use crate::base::map::Map;
use std::collections::{BTreeSet, VecDeque};

use guess::guesses_of;
use kurbo::Size;

use super::lattice::Lattice;
use crate::base::hex::Hex;
use crate::base::tiling::Tiling;
use crate::base::units::Trimmed;
use crate::check::TOLERANCE;
use crate::check::fault::counted;
use crate::model::shape::{Lean, Offset, Shape};

/// Of so many cells, one may be missing, or too many, for a shape still to be meant.
const OF: usize = 20;
/// Fewer cells than these are what they are: one too few makes another shape.
const FEW: usize = 10;
/// Of these and more, two.
const MANY: usize = 30;
/// The most squares of the plane that are searched for holes.
const MOST_PLACES: i64 = 4_000_000;

/// What a drawn board is.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundShape {
    /// The shape that comes closest; none if none is near.
    pub shape: Option<Known>,
    /// Lines of cells that are longer and shorter in turn; none for a shape that the layout language knows.
    pub in_turn: Option<InTurn>,
    /// What its cells are, and which way they stand.
    pub tiling: Tiling,
    /// By how many degrees the board is turned, clockwise as seen, from -180 up to 180.
    pub turned: f64,
    /// From flat to flat of most cells, in mm.
    pub across: f64,
    /// Width and height of cells that are rectangles, in mm.
    pub size: Option<Size>,
    /// How much room is left between neighbours, in mm; 0 where they lie edge to edge.
    pub gap: f64,
    /// How many cells there are, each place counted once.
    pub cells: usize,
    /// In how many parts they are.
    pub parts: usize,
    /// How many holes there are between them.
    pub holes: usize,
}

/// Rows or columns of which every second one is a cell shorter and pushed in, as on most maps of wargames.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InTurn {
    /// How many rows or columns there are.
    pub lines: usize,
    /// The cells of the first.
    pub first: usize,
    /// The cells of the second.
    pub second: usize,
}

/// A shape that has a name.
#[derive(Debug, Clone, PartialEq)]
pub struct Known {
    /// Which.
    pub shape: Shape,
    /// The side that a rhombus or a parallelogram leans to.
    pub lean: Lean,
    /// Which rows or columns of a rectangle are pushed in.
    pub offset: Offset,
    /// How often it is turned clockwise by the least turn that leaves the tiling the same: a sixth of a whole one.
    pub sixths: usize,
    /// The cells that are missing, by their addresses on the lattice.
    pub missing: Vec<Hex>,
    /// The cells that are too many.
    pub extra: Vec<Hex>,
    /// Whether they are left out, or added, evenly all round, so that it must be meant.
    pub meant: bool,
}

impl FoundShape {
    /// What these cells of a lattice are.
    pub fn of(lattice: &Lattice, cells: &BTreeSet<Hex>) -> Self {
        let mut shape = known(cells, lattice.tiling);
        let exact = shape.as_ref().is_some_and(Known::is_exact);
        let in_turn = if exact { None } else { in_turn(cells, lattice.tiling) };
        if in_turn.is_some() {
            shape = None;
        }
        let sixths = shape.as_ref().map_or(0, |known| known.sixths);
        // All cells together know better than the middle one, unless each is turned where it lies.
        let together = (lattice.bearing - lattice.turned).abs() < 1.0;
        let turned = if together { lattice.bearing } else { lattice.turned }
            + 360.0 / lattice.tiling.turns() as f64 * sixths as f64;
        let side = if (lattice.pitch - lattice.side).abs() < 0.03 { lattice.pitch } else { lattice.side };
        let (parts, holes) = (parts(lattice.tiling, cells), holes(lattice.tiling, cells));
        let gap = lattice.gap();
        Self {
            shape,
            in_turn,
            tiling: lattice.tiling,
            turned: within_half_a_turn(turned),
            across: lattice.grid().across(side),
            size: lattice.grid().size(side),
            gap: if gap >= TOLERANCE { gap } else { 0.0 },
            cells: cells.len(),
            parts,
            holes,
        }
    }

    /// Whether these cells are a shape that has a name, without any missing or too many.
    pub fn is_shape(cells: &BTreeSet<Hex>, tiling: Tiling) -> bool {
        known(cells, tiling).is_some_and(|known| known.is_exact()) || in_turn(cells, tiling).is_some()
    }

    /// The name of its shape: `hexhex 5`, `9 rows of 8 and 7 in turn`.
    pub fn shape_text(&self) -> Option<String> {
        let lines = if self.tiling == Tiling::FlatTop { "columns" } else { "rows" };
        let in_turn =
            |InTurn { lines: n, first, second }| format!("{n} {lines} of {first} and {second} in turn");
        self.shape.as_ref().map(Known::shape_text).or(self.in_turn.map(in_turn))
    }

    /// The cells and their shape: `61 cells: hexhex 5`, `54 cells in 2 parts, 1 hole`.
    pub fn shape_words(&self) -> String {
        let all = counted(self.cells, "cell", "cells");
        let Some(known) = &self.shape else {
            if let Some(shape) = self.shape_text() {
                return format!("{all}: {shape}");
            }
            let mut words = format!("{all} in {}", counted(self.parts, "part", "parts"));
            if self.holes > 0 {
                words.push_str(&format!(", {}", counted(self.holes, "hole", "holes")));
            }
            return words;
        };
        let mut words = format!("{all}: {}", known.shape_text());
        let lines = if self.tiling == Tiling::FlatTop { "columns" } else { "rows" };
        match known.shape {
            Shape::Rectangle { .. } if known.offset == Offset::First && self.tiling.lies_as_hexagons() => {
                words.push_str(&format!(" with the first, third … {lines} pushed in"));
            }
            Shape::Parallelogram { .. } if known.leans() => {
                let side = if known.lean == Lean::Left { "left" } else { "right" };
                words.push_str(&format!(" that leans {side}"));
            }
            _ => {}
        }
        let cells = |n: usize| if n == 1 { "one cell".to_owned() } else { format!("{n} cells") };
        match (known.missing.len(), known.extra.len()) {
            (0, 0) => {}
            (n, 0) => words.push_str(&format!(" without {}", cells(n))),
            (0, n) => words.push_str(&format!(" and {} more", cells(n))),
            (n, m) => words.push_str(&format!(" without {} and with {} more", cells(n), cells(m))),
        }
        words
    }

    /// All of it: `61 cells: hexhex 5, pointy-top, 28.00 mm across flats, turned 17.0°`.
    pub fn words(&self) -> String {
        let (shape, stands) = (self.shape_words(), self.tiling.word());
        let mut words = match self.size {
            Some(Size { width, height }) => format!("{shape}, {stands}, {width:.2} x {height:.2} mm"),
            None => format!("{shape}, {stands}, {:.2} mm across flats", self.across),
        };
        if self.gap > 0.0 {
            let gap = Trimmed((self.gap * 100.0).round() / 100.0);
            words.push_str(&format!(", {gap} mm between cells"));
        }
        if self.turned.abs() >= 0.05 {
            words.push_str(&format!(", turned {:.1}°", self.turned));
        }
        words
    }
}

impl Known {
    /// As a layout says it: `hexhex 5`.
    pub fn shape_text(&self) -> String {
        match self.shape {
            Shape::Hexhex(n) => format!("hexhex {n}"),
            Shape::Parallelogram { columns, rows } if columns == rows => {
                format!("rhombus {columns} x {rows}")
            }
            Shape::Parallelogram { columns, rows } => format!("parallelogram {columns} x {rows}"),
            Shape::Rectangle { columns, rows } => format!("rectangle {columns} x {rows}"),
            Shape::Triangle(n) => format!("triangle {n}"),
            Shape::Star(n) => format!("star {n}"),
            Shape::Diamond(n) => format!("diamond {n}"),
            Shape::Morris(n) => format!("morris {n}"),
            Shape::Cross { wide, long } => format!("cross {wide} x {long}"),
        }
    }

    /// Whether no cell is missing or too many.
    pub fn is_exact(&self) -> bool {
        self.missing.is_empty() && self.extra.is_empty()
    }

    /// Whether it is more than one line of cells, which leans to neither side.
    pub fn leans(&self) -> bool {
        matches!(self.shape, Shape::Parallelogram { columns, rows } if columns > 1 && rows > 1)
    }
}

/// The same turn, in degrees from -180 to 180; half a turn is 180, whichever way it was made.
pub fn within_half_a_turn(degrees: f64) -> f64 {
    /// What messages round to nothing.
    const NONE: f64 = 0.05;
    let turned = 180.0 - (180.0 - degrees).rem_euclid(360.0);
    if turned < NONE - 180.0 { turned + 360.0 } else { turned }
}

/// The rows or columns of cells, where every second one is a cell shorter and lies in the gaps of those beside it.
fn in_turn(cells: &BTreeSet<Hex>, tiling: Tiling) -> Option<InTurn> {
    let mut lines: Map<i32, Vec<i32>> = Map::new();
    if !tiling.lies_as_hexagons() {
        return None;
    }
    for hex in cells {
        // Half a cell along its line is 1.
        let (line, along) = match tiling {
            Tiling::PointyTop | Tiling::Brick => (hex.r, hex.q.checked_mul(2)?.checked_add(hex.r)?),
            _ => (hex.q, hex.r.checked_mul(2)?.checked_add(hex.q)?),
        };
        lines.entry(line).or_default().push(along);
    }
    let (least, _, all) = span(lines.keys().copied());
    if lines.len() < 3 || lines.len() != all as usize {
        return None;
    }
    let of = |line: i32| lines.get(&(least + line)).map(|line| span(line.iter().copied()));
    let (first, second) = (of(0)?, of(1)?);
    let pushed_in = (second.0 == first.0 + 1 && second.1 == first.1 - 1)
        || (second.0 == first.0 - 1 && second.1 == first.1 + 1);
    let repeats = lines.iter().all(|(line, own)| {
        let like = if (line - least) % 2 == 0 { first } else { second };
        // Two steps lead from cell to cell, and none is left out.
        span(own.iter().copied()) == like && own.len() as u32 == like.2 / 2 + 1
    });
    let cells = |line: (i32, i32, u32)| (line.2 / 2 + 1) as usize;
    (pushed_in && repeats).then(|| InTurn { lines: lines.len(), first: cells(first), second: cells(second) })
}

/// The least and the greatest of some numbers, and how many whole numbers that is.
fn span(values: impl Iterator<Item = i32>) -> (i32, i32, u32) {
    let (low, high) = values.fold((i32::MAX, i32::MIN), |(l, h), v| (l.min(v), h.max(v)));
    (low, high, if low > high { 0 } else { high.abs_diff(low).saturating_add(1) })
}

/// The shape that these cells are, or almost are.
fn known(cells: &BTreeSet<Hex>, tiling: Tiling) -> Option<Known> {
    if cells.len() < 2 || cells.len() > crate::model::shape::MOST_CELLS as usize {
        return None;
    }
    let allowed = match cells.len() {
        n if n < FEW => 0,
        n if n < MANY => 1,
        n => (n / OF).max(2),
    };
    let mut best: Option<Known> = None;
    let turns = tiling.turns();
    // Upright first. What is made of squares looks the same upside down.
    for sixths in tiling.motions_in_order().filter(|turn| *turn < turns && (turns != 4 || *turn < 2)) {
        // The shape was turned clockwise; turned on to the whole turn, it stands upright.
        let turn = |hex: Hex, times: usize| (0..times).fold(hex, |hex, _| tiling.turned(hex));
        let upright: BTreeSet<Hex> = cells.iter().map(|hex| turn(*hex, (turns - sixths) % turns)).collect();
        for (shape, lean, offset) in guesses_of(&upright, tiling) {
            let of_shape = shape.cells(tiling, lean, offset);
            let least = best.as_ref().map_or(allowed + 1, |b| b.missing.len() + b.extra.len());
            let Some(Laid { missing, extra, shift }) = compared(&upright, &of_shape, least) else { continue };
            let meant = tiling.polygons() == 1 && is_even(&of_shape, shift, &missing, &extra);
            let back = |cells: Vec<Hex>| cells.into_iter().map(|hex| turn(hex, sixths)).collect();
            let known =
                Known { shape, lean, offset, sixths, missing: back(missing), extra: back(extra), meant };
            if least == 0 || (known.missing.is_empty() && known.extra.is_empty()) {
                return Some(known);
            }
            best = Some(known);
        }
    }
    best
}

/// A shape that was laid over cells.
struct Laid {
    missing: Vec<Hex>,
    extra: Vec<Hex>,
    shift: Hex,
}

/// What is missing from a shape and what is too many, where that is fewer cells than `least`: the shape is laid over
/// the cells by its ends.
fn compared(cells: &BTreeSet<Hex>, shape: &[Hex], least: usize) -> Option<Laid> {
    let mut best: Option<Laid> = None;
    for shift in shifts(shape.iter().copied(), cells) {
        let least = best.as_ref().map_or(least, |laid| laid.missing.len() + laid.extra.len());
        let there = |hex: &Hex| *hex + shift;
        let missing: Vec<Hex> =
            shape.iter().map(there).filter(|hex| !cells.contains(hex)).take(least).collect();
        // As many as are in both are in neither the one nor the other list.
        let too_many = cells.len() + missing.len() - shape.len().min(cells.len() + missing.len());
        if missing.len() + too_many >= least {
            continue;
        }
        let laid: BTreeSet<Hex> = shape.iter().map(there).collect();
        let extra = cells.iter().filter(|hex| !laid.contains(hex)).copied().collect();
        best = Some(Laid { missing, extra, shift });
    }
    best
}

/// The least and the greatest coordinates of cells along the three axes; none of no cells.
fn ends(cells: impl Iterator<Item = Hex>) -> Option<[(i32, i32); 3]> {
    let each = cells.map(|hex| [hex.q, hex.r, hex.s()].map(|v| (v, v)));
    each.reduce(|all, one| std::array::from_fn(|i| (all[i].0.min(one[i].0), all[i].1.max(one[i].1))))
}

/// The ways of moving one set of cells onto another in which some of their ends meet.
pub fn shifts(laid: impl Iterator<Item = Hex>, cells: &BTreeSet<Hex>) -> BTreeSet<Hex> {
    let mut shifts = BTreeSet::new();
    let Some((own, other)) = ends(cells.iter().copied()).zip(ends(laid)) else { return shifts };
    let by = |axis: usize| [own[axis].0 - other[axis].0, own[axis].1 - other[axis].1];
    let (by_q, by_r, by_s) = (by(0), by(1), by(2));
    for (a, b) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        shifts.insert(Hex::new(by_q[a], by_r[b]));
        shifts.insert(Hex::new(by_q[a], -by_q[a] - by_s[b]));
        shifts.insert(Hex::new(-by_r[a] - by_s[b], by_r[a]));
    }
    shifts
}

/// Whether what is missing and what is too many lies evenly about the middle of a shape, so that half a turn or a third
/// of one changes nothing: such gaps are deliberate.
fn is_even(shape: &[Hex], shift: Hex, missing: &[Hex], extra: &[Hex]) -> bool {
    let differ: BTreeSet<Hex> = missing.iter().chain(extra).copied().collect();
    // In parts of the number of cells, so that everything stays whole.
    let n = shape.len() as i64;
    let sum = |axis: fn(&Hex) -> i32| shape.iter().map(|hex| i64::from(axis(hex))).sum::<i64>();
    let middle = (sum(|h| h.q) + n * i64::from(shift.q), sum(|h| h.r) + n * i64::from(shift.r));
    let stays = |turn: fn(i64, i64) -> (i64, i64)| {
        differ.iter().all(|hex| {
            let (q, r) = turn(n * i64::from(hex.q) - middle.0, n * i64::from(hex.r) - middle.1);
            let (q, r) = (q + middle.0, r + middle.1);
            let whole = |v: i64| (v % n == 0).then(|| i32::try_from(v / n).ok()).flatten();
            whole(q).zip(whole(r)).is_some_and(|(q, r)| differ.contains(&Hex::new(q, r)))
        })
    };
    stays(|q, r| (-q, -r)) || stays(|q, r| (r, -q - r))
}

/// How many parts cells are in.
fn parts(tiling: Tiling, cells: &BTreeSet<Hex>) -> usize {
    let mut left = cells.clone();
    let mut parts = 0;
    while let Some(start) = left.pop_first() {
        parts += 1;
        let mut queue = vec![start];
        while let Some(hex) = queue.pop() {
            queue.extend(tiling.neighbours(hex).filter(|next| left.remove(next)));
        }
    }
    parts
}

/// How many places without a cell are closed in by cells, those that hang together counted once.
fn holes(tiling: Tiling, cells: &BTreeSet<Hex>) -> usize {
    let (q0, q1, wide) = span(cells.iter().map(|c| c.q));
    let (r0, r1, high) = span(cells.iter().map(|c| c.r));
    if (i64::from(wide) + 2) * (i64::from(high) + 2) > MOST_PLACES {
        return 0;
    }
    // Some cells touch others two steps away.
    let beyond = if tiling.polygons() == 1 { 1 } else { 2 };
    let mut seen: BTreeSet<Hex> = BTreeSet::new();
    let flood = |start: Hex, seen: &mut BTreeSet<Hex>| {
        let mut queue = VecDeque::from([start]);
        seen.insert(start);
        while let Some(hex) = queue.pop_front() {
            for next in tiling.neighbours(hex) {
                let inside = (q0 - beyond..=q1 + beyond).contains(&next.q)
                    && (r0 - beyond..=r1 + beyond).contains(&next.r);
                if inside && !cells.contains(&next) && seen.insert(next) {
                    queue.push_back(next);
                }
            }
        }
    };
    // All round the board is no hole.
    flood(Hex::new(q0 - beyond, r0 - beyond), &mut seen);
    let mut holes = 0;
    let places = (q0..=q1).flat_map(|q| (r0..=r1).map(move |r| Hex::new(q, r)));
    for place in places {
        for hex in (0..tiling.polygons()).map(|k| Hex { k, ..place }) {
            if !cells.contains(&hex) && !seen.contains(&hex) {
                holes += 1;
                flood(hex, &mut seen);
            }
        }
    }
    holes
}

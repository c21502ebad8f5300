//! Which seams a poster gets: whole words first, then whole cells, then parts that are alike in size.

use super::seam::{Ground, Seam, TAB};
use crate::layout::setup::TOLERANCE;

/// A seam through cells costs more than any that is out of the way.
const THROUGH_CELLS: f64 = 1e6;
/// So does one through a drawing, but less.
const THROUGH_DRAWING: f64 = 1e5;

/// The seams that divide a picture into so many parts, each of which fits into `room` mm; none where there are no
/// such seams.
pub fn seams(ground: &Ground<'_>, room: f64, parts: usize) -> Option<Vec<Seam>> {
    if parts == 1 {
        return (ground.content.height() <= room + TOLERANCE).then(Vec::new);
    }
    let (from, to) = (ground.content.y0, ground.content.y1);
    // How far so many parts reach.
    let far = |k: usize| room - TAB + (k - 1) as f64 * (room - 2.0 * TAB);
    // Beyond these the parts on one side of a seam would not reach.
    let slack = TOLERANCE * parts as f64;
    let within: Vec<[f64; 2]> =
        (1..parts).map(|k| [to - far(parts - k) - slack, from + far(k) + slack]).collect();
    let mut all = ground.along_cells(&within);
    if let Some(seams) = best(ground, &mut all, room, parts) {
        return Some(seams);
    }
    let full = (1..parts).flat_map(|k| [from + far(k), to - far(k)]);
    all.extend(ground.through_cells(full));
    best(ground, &mut all, room, parts)
}

/// The cheapest of these.
fn best(ground: &Ground<'_>, all: &mut [Seam], room: f64, parts: usize) -> Option<Vec<Seam>> {
    all.sort_by(|a, b| a.lo.total_cmp(&b.lo).then(a.hi.total_cmp(&b.hi)));
    let (from, to) = (ground.content.y0, ground.content.y1);
    let own: Vec<f64> = all
        .iter()
        .map(|seam| {
            let cells = if seam.through_cells { THROUGH_CELLS } else { 0.0 };
            cells + THROUGH_DRAWING * ground.crossed(seam) as f64
        })
        .collect();
    // What it costs to have the k-th seam here, and which seam was before it.
    let mut costs: Vec<Vec<Option<(f64, usize)>>> = Vec::new();
    for k in 1..parts {
        let ideal = from + (to - from) * k as f64 / parts as f64;
        let row = all.iter().zip(&own).map(|(seam, own)| {
            let middle = f64::midpoint(seam.lo, seam.hi) - ideal;
            let cost = own + middle * middle;
            match costs.last() {
                None => (seam.lo > from && seam.hi + TAB - from <= room + TOLERANCE).then_some((cost, 0)),
                Some(before) => {
                    let fits = |other: &Seam| {
                        seam.lo > other.hi && seam.hi + TAB - (other.lo - TAB) <= room + TOLERANCE
                    };
                    let ways = all.iter().zip(before).enumerate().filter(|(_, (other, _))| fits(other));
                    let ways = ways.filter_map(|(i, (_, before))| Some(((*before)?.0 + cost, i)));
                    ways.min_by(|a, b| a.0.total_cmp(&b.0))
                }
            }
        });
        let row = row.collect();
        costs.push(row);
    }
    let last = costs.last()?.iter().zip(all.iter()).enumerate();
    let last = last.filter(|(_, (_, seam))| seam.hi < to && to - (seam.lo - TAB) <= room + TOLERANCE);
    let last = last.filter_map(|(i, (cost, _))| Some(((*cost)?.0, i)));
    let (_, mut index) = last.min_by(|a, b| a.0.total_cmp(&b.0))?;
    let mut seams = Vec::new();
    for row in costs.iter().rev() {
        seams.push(all.get(index)?.clone());
        index = (*row.get(index)?)?.1;
    }
    seams.reverse();
    Some(seams)
}

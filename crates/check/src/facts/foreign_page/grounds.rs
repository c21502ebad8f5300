//! Cells that are not drawn: the room between squares that lie corner to corner on a coloured ground, as on many chess
//! boards. The input is the closed squares of a page; the output is the cells that its grounds show between them.

use std::collections::BTreeSet;

use kurbo::{Point, Rect, Shape as _, Vec2};

use super::is_near;
use crate::base::map::Map;
use crate::base::point_index::PointIndex;
use crate::find::Polygon;
use crate::read::{ItemKind, Page};

/// The fewest squares that make a board with their ground.
const FEWEST: usize = 8;
/// The most cells of such a board.
const MOST: i64 = 10_000;
/// How much the sides of two squares may differ, as a share.
const ALIKE: f64 = 0.02;
/// How far from its place a square may lie, as a share of its side.
const OFF: f64 = 0.1;
/// How far apart squares may lie that touch at their corners, as a share of their side.
const GAP: f64 = 0.05;
/// The share of the squares that may lie side by side: a row may be drawn whole.
const FEW: f64 = 0.25;
/// How many cells a ground covers at least.
const WIDE: f64 = 4.0;

/// The place of a cell: its column and its row.
type Address = [i64; 2];

/// Returns the cells between the squares of a page, each with the size of a square and the item of the ground that is seen
/// there.
pub(super) fn between(page: &Page, squares: &[Polygon]) -> Vec<Polygon> {
    found(page, squares).unwrap_or_default()
}

fn found(page: &Page, squares: &[Polygon]) -> Option<Vec<Polygon>> {
    let filled = |own: &&Polygon| {
        matches!(page.items.get(own.item).map(|item| &item.kind), Some(ItemKind::Path { fill: Some(_), .. }))
    };
    let own = usual(squares.iter().filter(filled).collect())?;
    let (first, side) = (own.first()?.centre, own.first()?.side());
    let pitch = pitch(&own, side)?;
    let address = |own: &&Polygon| {
        let way = (own.centre - first) / pitch;
        let is_there = (way.x - way.x.round()).hypot(way.y - way.y.round()) <= OFF;
        is_there.then_some([way.x.round() as i64, way.y.round() as i64])
    };
    let taken: BTreeSet<Address> = own.iter().map(address).collect::<Option<_>>()?;
    let is_odd = |[q, r]: &Address| (q + r).rem_euclid(2) != 0;
    let odd = taken.iter().filter(|at| is_odd(at)).count();
    let fewer = odd.min(taken.len() - odd);
    // Where many lie beside each other, what is between them may be no cell.
    if fewer as f64 > FEW * taken.len() as f64 {
        return None;
    }
    let is_between = |at: &Address| is_odd(at) == (fewer == odd) && !taken.contains(at);
    let (columns, rows) = (span(taken.iter().map(|at| at[0]))?, span(taken.iter().map(|at| at[1]))?);
    if (columns.1 - columns.0 + 1).saturating_mul(rows.1 - rows.0 + 1) > MOST {
        return None;
    }
    let grounds = grounds(page, pitch);
    let cell = |[q, r]: Address| {
        let middle = first + Vec2::new(q as f64, r as f64) * pitch;
        let rect = Rect::from_center_size(middle, (side, side));
        let core = rect.inset(-OFF * side);
        let (_, item) = grounds.iter().rev().find(|(ground, _)| ground.contains_rect(core))?;
        let corners = [(rect.x0, rect.y0), (rect.x1, rect.y0), (rect.x1, rect.y1), (rect.x0, rect.y1)];
        Some(Polygon::new(corners.map(Point::from).to_vec(), *item))
    };
    let places = (columns.0..=columns.1).flat_map(|q| (rows.0..=rows.1).map(move |r| [q, r]));
    Some(places.filter(is_between).filter_map(cell).collect())
}

/// Returns the upright squares of the size that most have, each once; `None` if there are too few.
fn usual(squares: Vec<&Polygon>) -> Option<Vec<&Polygon>> {
    let is_upright = |own: &&Polygon| {
        let side = own.side();
        own.irregularity() <= ALIKE * side && own.turned_from(0.0).abs() < 1.0 && is_near(own.centre)
    };
    let upright: Vec<&Polygon> = squares.into_iter().filter(is_upright).collect();
    let mut votes: Map<i64, usize> = Map::new();
    upright.iter().for_each(|own| *votes.entry((own.side() * 10.0).round() as i64).or_default() += 1);
    let (most, _) = votes.into_iter().max_by_key(|(_, count)| *count)?;
    let side = most as f64 / 10.0;
    let mut kept: Vec<&Polygon> = Vec::new();
    let mut index = PointIndex::<2>::new(side);
    for own in upright.into_iter().filter(|own| (own.side() - side).abs() <= ALIKE * side + 0.1) {
        if index.within(own.centre, OFF * side).next().is_none() {
            index.insert([own.centre.x, own.centre.y], kept.len());
            kept.push(own);
        }
    }
    (kept.len() >= FEWEST).then_some(kept)
}

/// Returns the way from a cell to the next one, in mm, if most squares have a neighbour across a corner.
fn pitch(squares: &[&Polygon], side: f64) -> Option<f64> {
    let far = side * 1.5;
    let index = PointIndex::of(squares.iter().map(|own| own.centre).enumerate(), far);
    let nearest = |(number, own): (usize, &&Polygon)| {
        let others = index.within(own.centre, far).filter(|other| *other != number);
        others.map(|other| own.centre.distance(squares[other].centre)).min_by(f64::total_cmp)
    };
    let mut ways: Vec<f64> = squares.iter().enumerate().filter_map(nearest).collect();
    ways.sort_by(f64::total_cmp);
    let pitch = ways.get(ways.len() / 2)? / std::f64::consts::SQRT_2;
    (ways.len() * 2 > squares.len() && (pitch / side - 1.0).abs() <= GAP).then_some(pitch)
}

/// The smallest and the largest of some numbers.
fn span(all: impl Iterator<Item = i64> + Clone) -> Option<(i64, i64)> {
    Some((all.clone().min()?, all.max()?))
}

/// Returns the rectangles of one colour that cover several cells, in drawing order, each with its item.
fn grounds(page: &Page, pitch: f64) -> Vec<(Rect, usize)> {
    let ground = |(number, item): (usize, &crate::read::Item)| {
        let ItemKind::Path { path, fill: Some(_), .. } = &item.kind else { return None };
        let rect = path.bounding_box();
        let is_rectangle = path.kinds().len() <= 6 && path.area().abs() >= 0.99 * rect.area();
        (is_rectangle && rect.area() >= WIDE * pitch * pitch).then_some((rect, number))
    };
    page.items.iter().enumerate().filter_map(ground).collect()
}

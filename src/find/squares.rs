//! A board of squares on a page that says nothing of itself: equal squares that lie edge to edge.

use crate::base::map::Map;
use std::collections::BTreeSet;

use super::{Rectangle, rectangles};
use crate::read::Page;

/// How much the sides of squares may differ, and how far from its place one may lie, in mm.
const EXACT: f64 = 0.1;
/// The smallest square that is a cell, in mm.
const SMALL: f64 = 3.0;
/// The fewest squares that make a board.
const FEWEST: usize = 4;

/// Equal squares in rows and columns, upright and edge to edge.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Squares {
    /// How many there are.
    pub count: usize,
    /// How many there are from left to right, at most.
    pub columns: usize,
    /// How many there are from top to bottom, at most.
    pub rows: usize,
    /// Their side, in mm.
    pub side: f64,
}

impl Squares {
    /// Those of a page that cover most of it; none where most do not lie beside another.
    pub fn on(page: &Page) -> Option<Self> {
        let mut sizes: Map<i64, Vec<Rectangle>> = Map::new();
        for square in rectangles(page) {
            let far = square.centre.x.abs().max(square.centre.y.abs()) > 1e6;
            let upright = square.turn.abs() < 0.1 && (square.width - square.height).abs() <= EXACT;
            if upright && !far && square.width >= SMALL {
                sizes.entry((square.width / EXACT).round() as i64).or_default().push(square);
            }
        }
        let area = |squares: &Vec<Rectangle>| squares.iter().map(|s| s.width * s.height).sum::<f64>();
        let most = sizes.into_values().max_by(|a, b| area(a).total_cmp(&area(b)))?;
        Self::of(&most)
    }

    fn of(squares: &[Rectangle]) -> Option<Self> {
        let first = squares.first()?;
        let side = first.width;
        let mut places: BTreeSet<(i64, i64)> = BTreeSet::new();
        for square in squares {
            let way = (square.centre - first.centre) / side;
            let (column, row) = (way.x.round(), way.y.round());
            if (way.x - column).abs().max((way.y - row).abs()) * side > EXACT {
                return None;
            }
            places.insert((column as i64, row as i64));
        }
        let beside = |(x, y): &(i64, i64)| {
            let neighbours = [(x + 1, *y), (x - 1, *y), (*x, y + 1), (*x, y - 1)];
            neighbours.iter().any(|other| places.contains(other))
        };
        let columns: BTreeSet<i64> = places.iter().map(|(x, _)| *x).collect();
        let rows: BTreeSet<i64> = places.iter().map(|(_, y)| *y).collect();
        let is_board =
            places.len() >= FEWEST && columns.len() > 1 && rows.len() > 1 && places.iter().all(beside);
        is_board.then_some(Self { count: places.len(), columns: columns.len(), rows: rows.len(), side })
    }

    /// In words: `64 squares of 20 mm edge to edge, 8 x 8`.
    pub fn words(&self) -> String {
        let Self { count, columns, rows, side } = self;
        let side = crate::base::units::Trimmed((side * 10.0).round() / 10.0);
        format!("{count} squares of {side} mm edge to edge, {columns} x {rows}")
    }
}

//! Finds cells that are not drawn: the gaps between squares that touch at their corners on a coloured
//! ground, as on many chess boards.
//!
//! - In: the closed squares of a page.
//! - Out: the cells between them on a ground.

use std::collections::BTreeSet;

use kurbo::{Point, Rect, Shape as _, Vec2};

use super::fill;
use super::polygons::is_near;
use hexpress_base::ordered_map::Map;
use hexpress_base::point_index::PointIndex;
use hexpress_read::find::Polygon;
use hexpress_read::{Item, ItemKind, Page};

/// The minimum number of squares that form a board together with their background.
const FEWEST: usize = 8;
/// The most cells of such a board.
const MOST: i64 = 10_000;
/// The sides of two squares may differ by at most this share.
const ALIKE: f64 = 0.02;
/// How far a square may be from its place, as a share of its side.
const OFF: f64 = 0.1;
/// The greatest distance between squares that touch at their corners, as a share of their side.
const GAP: f64 = 0.05;
/// At most this share of the squares may touch along their sides. Some may, because a row may be
/// drawn whole.
const FEW: f64 = 0.25;
/// The minimum area of a background, in cells.
const WIDE: f64 = 4.0;

/// Returns the cells between the squares of a page. Each has the size of a square and the index of
/// the item of its ground.
type Address = [i64; 2];

/// Returns the cells between the squares of a page, each with the size of a square and the item of
/// its background.
pub(super) fn cells_between(page: &Page, squares: &[Polygon]) -> Vec<Polygon> {
    let filled = squares.iter().filter(|square| fill(page, square).is_some()).collect();
    let board = squares_of_usual_size(filled).and_then(|squares| Checkerboard::of(&squares));
    board.map(|board| board.empty_cells(page)).unwrap_or_default()
}

/// Squares on every second cell of a grid.
struct Checkerboard {
    /// The centre of the cell [0, 0], in mm.
    origin: Point,
    /// The side of a square, in mm.
    side: f64,
    /// The distance from a cell to the next one, in mm.
    pitch: f64,
    /// Whether the cells without a square are those whose column and row have an odd sum.
    taken: BTreeSet<Address>,
    /// Whether a cell is empty if its column and row add up to an odd number.
    empty_is_odd: bool,
}

impl Checkerboard {
    /// Returns the checkerboard of these squares; `None` if they do not form one.
    fn of(squares: &[&Polygon]) -> Option<Self> {
        let first = squares.first()?;
        let (origin, side) = (first.centre, first.side());
        let pitch = pitch(squares, side)?;
        let addresses = squares.iter().map(|square| {
            let steps = (square.centre - origin) / pitch;
            let off = (steps.x - steps.x.round()).hypot(steps.y - steps.y.round());
            (off <= OFF).then_some([steps.x.round() as i64, steps.y.round() as i64])
        });
        let taken: BTreeSet<Address> = addresses.collect::<Option<_>>()?;
        let odd = taken.iter().filter(|address| is_odd(address)).count();
        let fewer = odd.min(taken.len() - odd);
        // If many squares touch along their sides, the gaps between them are probably not cells.
        let is_checkered = fewer as f64 <= FEW * taken.len() as f64;
        is_checkered.then_some(Self { origin, side, pitch, taken, empty_is_odd: fewer == odd })
    }

    /// Returns the cells that are not drawn but have a background; empty on a board that is too
    /// large.
    fn empty_cells(&self, page: &Page) -> Vec<Polygon> {
        let [columns, rows] = [0, 1].map(|axis| {
            let numbers = self.taken.iter().map(|address| address[axis]);
            numbers.clone().min().zip(numbers.max())
        });
        let (Some((left, right)), Some((top, bottom))) = (columns, rows) else { return Vec::new() };
        if (right - left + 1).saturating_mul(bottom - top + 1) > MOST {
            return Vec::new();
        }
        let grounds = Ground::all(page, WIDE * self.pitch * self.pitch);
        let places = (left..=right).flat_map(|q| (top..=bottom).map(move |r| [q, r]));
        places.filter(|at| self.is_empty(at)).filter_map(|at| self.cell_on_ground(at, &grounds)).collect()
    }

    fn is_empty(&self, address: &Address) -> bool {
        is_odd(address) == self.empty_is_odd && !self.taken.contains(address)
    }

    /// Returns the cell of an address as a polygon of the topmost ground below it.
    fn cell_on_ground(&self, [q, r]: Address, grounds: &[Ground]) -> Option<Polygon> {
        let middle = self.origin + Vec2::new(q as f64, r as f64) * self.pitch;
        let rect = Rect::from_center_size(middle, (self.side, self.side));
        let core = rect.inset(-OFF * self.side);
        let ground = grounds.iter().rev().find(|ground| ground.rect.contains_rect(core))?;
        let corners = [(rect.x0, rect.y0), (rect.x1, rect.y0), (rect.x1, rect.y1), (rect.x0, rect.y1)];
        Some(Polygon::new(corners.map(Point::from).to_vec(), ground.item))
    }
}

fn is_odd([q, r]: &Address) -> bool {
    (q + r).rem_euclid(2) != 0
}

/// Returns the upright squares of the most frequent size, each once. Returns `None` if there are
/// too few.
fn squares_of_usual_size(squares: Vec<&Polygon>) -> Option<Vec<&Polygon>> {
    let upright: Vec<&Polygon> = squares.into_iter().filter(|square| is_upright(square)).collect();
    let mut votes: Map<i64, usize> = Map::new();
    upright.iter().for_each(|own| *votes.entry((own.side() * 10.0).round() as i64).or_default() += 1);
    let (tenths, _) = votes.into_iter().max_by_key(|(_, count)| *count)?;
    let side = tenths as f64 / 10.0;
    let mut kept: Vec<&Polygon> = Vec::new();
    let mut index = PointIndex::<2>::new(side);
    for square in upright.into_iter().filter(|own| (own.side() - side).abs() <= ALIKE * side + 0.1) {
        if index.within(square.centre, OFF * side).next().is_none() {
            index.insert([square.centre.x, square.centre.y], kept.len());
            kept.push(square);
        }
    }
    (kept.len() >= FEWEST).then_some(kept)
}

fn is_upright(square: &Polygon) -> bool {
    square.irregularity() <= ALIKE * square.side()
        && square.turned_from(0.0).abs() < 1.0
        && is_near(square.centre)
}

/// Returns the distance from a cell to the next one, in mm. Returns `None` unless most squares
/// touch another one at a corner.
fn pitch(squares: &[&Polygon], side: f64) -> Option<f64> {
    let reach = side * 1.5;
    let index = PointIndex::of(squares.iter().map(|own| own.centre).enumerate(), reach);
    let nearest = squares.iter().enumerate().filter_map(|(number, own)| {
        let others = index.within(own.centre, reach).filter(|other| *other != number);
        others.map(|other| own.centre.distance(squares[other].centre)).min_by(f64::total_cmp)
    });
    let mut diagonals: Vec<f64> = nearest.collect();
    diagonals.sort_by(f64::total_cmp);
    let pitch = diagonals.get(diagonals.len() / 2)? / std::f64::consts::SQRT_2;
    (diagonals.len() * 2 > squares.len() && (pitch / side - 1.0).abs() <= GAP).then_some(pitch)
}

/// A rectangle of one colour that covers several cells.
struct Ground {
    rect: Rect,
    /// The number of its item.
    item: usize,
}

impl Ground {
    /// Returns the grounds of a page in drawing order. `least` is their least area in mm².
    fn all(page: &Page, least: f64) -> Vec<Self> {
        let items = page.items.iter().enumerate();
        items.filter_map(|(number, item)| Self::of(number, item, least)).collect()
    }

    fn of(number: usize, item: &Item, least: f64) -> Option<Self> {
        let ItemKind::Path { path, fill: Some(_), .. } = &item.kind else { return None };
        let rect = path.bounding_box();
        let is_rectangle = path.kinds().len() <= 6 && path.area().abs() >= 0.99 * rect.area();
        (is_rectangle && rect.area() >= least).then_some(Self { rect, item: number })
    }
}

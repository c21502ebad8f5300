//! Finds the cells of checkerboards that are not drawn. Such a cell is a gap between squares that touch
//! at their corners, and shows the background. Many chess boards have such cells.
//!
//! - In: the closed squares of a page.
//! - Out: the cells between the squares.

use std::collections::BTreeSet;

use kurbo::{Point, Rect, Shape as _, Vec2};

use super::fill;
use super::polygons::is_near;
use hexpress_base::point_index::PointIndex;
use hexpress_base::sorted_map::SortedMap;
use hexpress_read::find::Polygon;
use hexpress_read::{Item, ItemKind, Page};

/// The smallest number of squares on a checkerboard.
const MIN_SQUARES: usize = 8;
/// The largest number of cells on a checkerboard.
const MAX_CELLS: i64 = 10_000;
/// Two squares count as equally large if their sides differ by at most this fraction.
const SAME_SIDE: f64 = 0.02;
/// The largest distance between a square and its place on the grid, as a fraction of the square's
/// side.
const MAX_PLACE_DISTANCE: f64 = 0.1;
/// Two squares count as touching at a corner if they have at most this gap or overlap, as a fraction of
/// a side.
const MAX_CORNER_GAP: f64 = 0.05;
/// On a checkerboard, squares are drawn only on cells of one colour. At most this fraction of them may
/// be on cells of the other colour, because a row may be drawn as a whole.
const MAX_MISPLACED_SQUARES: f64 = 0.25;
/// The smallest area of a background, as a multiple of the area of a cell.
const MIN_BACKGROUND_AREA: f64 = 4.0;

/// The column and the row of a cell.
type Address = [i64; 2];

/// Returns the cells between the squares of a page. A cell has the size of a square, and refers to the
/// item that draws the background of the board.
pub(super) fn cells_between(page: &Page, squares: &[Polygon]) -> Vec<Polygon> {
    let filled = squares.iter().filter(|square| fill(page, square).is_some()).collect();
    let board = squares_of_usual_size(filled).and_then(|squares| Checkerboard::from_squares(&squares));
    board.map(|board| board.empty_cells(page)).unwrap_or_default()
}

/// Squares on every second cell of a grid.
struct Checkerboard {
    /// The centre of the cell [0, 0], in mm.
    origin: Point,
    /// The side of a square, in mm.
    side: f64,
    /// The distance between the middles of adjacent cells, in mm.
    pitch: f64,
    /// The cells on which a square is drawn.
    with_squares: BTreeSet<Address>,
    /// Whether the cells without a square are those where column + row is odd. If false, the sum is even.
    empty_is_odd: bool,
}

impl Checkerboard {
    /// Returns the checkerboard of these squares. Returns `None` if the squares do not form a
    /// checkerboard.
    fn from_squares(squares: &[&Polygon]) -> Option<Self> {
        let first = squares.first()?;
        let (origin, side) = (first.centre, first.side());
        let pitch = pitch(squares, side)?;
        let addresses = squares.iter().map(|square| {
            let steps = (square.centre - origin) / pitch;
            let off = (steps.x - steps.x.round()).hypot(steps.y - steps.y.round());
            (off <= MAX_PLACE_DISTANCE).then_some([steps.x.round() as i64, steps.y.round() as i64])
        });
        let with_squares: BTreeSet<Address> = addresses.collect::<Option<_>>()?;
        let odd = with_squares.iter().filter(|address| is_odd(address)).count();
        let fewer = odd.min(with_squares.len() - odd);
        // If many squares are on cells of the other colour, the gaps between the squares are probably
        // not cells.
        let is_checkered = fewer as f64 <= MAX_MISPLACED_SQUARES * with_squares.len() as f64;
        is_checkered.then_some(Self { origin, side, pitch, with_squares, empty_is_odd: fewer == odd })
    }

    /// Returns the cells that show a background but no square. Returns an empty list if the board is
    /// too large.
    fn empty_cells(&self, page: &Page) -> Vec<Polygon> {
        let [columns, rows] = [0, 1].map(|axis| {
            let numbers = self.with_squares.iter().map(|address| address[axis]);
            numbers.clone().min().zip(numbers.max())
        });
        let (Some((left, right)), Some((top, bottom))) = (columns, rows) else { return Vec::new() };
        if (right - left + 1).saturating_mul(bottom - top + 1) > MAX_CELLS {
            return Vec::new();
        }
        let grounds = Ground::all(page, MIN_BACKGROUND_AREA * self.pitch * self.pitch);
        let places = (left..=right).flat_map(|q| (top..=bottom).map(move |r| [q, r]));
        places.filter(|at| self.is_empty(at)).filter_map(|at| self.cell_on_ground(at, &grounds)).collect()
    }

    fn is_empty(&self, address: &Address) -> bool {
        is_odd(address) == self.empty_is_odd && !self.with_squares.contains(address)
    }

    /// Returns the polygon of a cell. Its item is the topmost background under the cell. Returns `None`
    /// if the cell has no background.
    fn cell_on_ground(&self, [q, r]: Address, grounds: &[Ground]) -> Option<Polygon> {
        let centre = self.origin + Vec2::new(q as f64, r as f64) * self.pitch;
        let rect = Rect::from_center_size(centre, (self.side, self.side));
        let core = rect.inset(-MAX_PLACE_DISTANCE * self.side);
        let ground = grounds.iter().rev().find(|ground| ground.rect.contains_rect(core))?;
        let corners = [(rect.x0, rect.y0), (rect.x1, rect.y0), (rect.x1, rect.y1), (rect.x0, rect.y1)];
        Some(Polygon::new(corners.map(Point::from).to_vec(), ground.item))
    }
}

fn is_odd([q, r]: &Address) -> bool {
    (q + r).rem_euclid(2) != 0
}

/// Returns the upright squares of the most frequent size, without duplicates. Returns `None` if there
/// are fewer than [`MIN_SQUARES`].
fn squares_of_usual_size(squares: Vec<&Polygon>) -> Option<Vec<&Polygon>> {
    let upright: Vec<&Polygon> = squares.into_iter().filter(|square| is_upright(square)).collect();
    let mut votes: SortedMap<i64, usize> = SortedMap::new();
    upright
        .iter()
        .for_each(|own_polygon| *votes.entry((own_polygon.side() * 10.0).round() as i64).or_default() += 1);
    let (tenths, _) = votes.into_iter().max_by_key(|(_, count)| *count)?;
    let side = tenths as f64 / 10.0;
    let mut kept: Vec<&Polygon> = Vec::new();
    let mut index = PointIndex::<2>::new(side);
    for square in
        upright.into_iter().filter(|own_polygon| (own_polygon.side() - side).abs() <= SAME_SIDE * side + 0.1)
    {
        if index.within(square.centre, MAX_PLACE_DISTANCE * side).next().is_none() {
            index.insert([square.centre.x, square.centre.y], kept.len());
            kept.push(square);
        }
    }
    (kept.len() >= MIN_SQUARES).then_some(kept)
}

fn is_upright(square: &Polygon) -> bool {
    square.irregularity() <= SAME_SIDE * square.side()
        && square.turned_from(0.0).abs() < 1.0
        && is_near(square.centre)
}

/// Returns the distance between adjacent cells, in mm. Returns `None` unless most squares touch
/// another square at a corner.
fn pitch(squares: &[&Polygon], side: f64) -> Option<f64> {
    let search_radius = side * 1.5;
    let index = PointIndex::from_points(
        squares.iter().map(|own_polygon| own_polygon.centre).enumerate(),
        search_radius,
    );
    let nearest = squares.iter().enumerate().filter_map(|(number, own_polygon)| {
        let others = index.within(own_polygon.centre, search_radius).filter(|other| *other != number);
        others.map(|other| own_polygon.centre.distance(squares[other].centre)).min_by(f64::total_cmp)
    });
    let mut diagonals: Vec<f64> = nearest.collect();
    diagonals.sort_by(f64::total_cmp);
    let pitch = diagonals.get(diagonals.len() / 2)? / std::f64::consts::SQRT_2;
    (diagonals.len() * 2 > squares.len() && (pitch / side - 1.0).abs() <= MAX_CORNER_GAP).then_some(pitch)
}

/// A background: a rectangle of one colour that covers several cells.
struct Ground {
    rect: Rect,
    /// The index of the rectangle's item.
    item: usize,
}

impl Ground {
    /// Returns the backgrounds of a page in drawing order. `least` is the smallest area of a
    /// background, in mm².
    fn all(page: &Page, least: f64) -> Vec<Self> {
        let items = page.items.iter().enumerate();
        items.filter_map(|(number, item)| Self::new(number, item, least)).collect()
    }

    fn new(number: usize, item: &Item, least: f64) -> Option<Self> {
        let ItemKind::Path { path, fill: Some(_), .. } = &item.kind else { return None };
        let rect = path.bounding_box();
        let is_rectangle = path.kinds().len() <= 6 && path.area().abs() >= 0.99 * rect.area();
        (is_rectangle && rect.area() >= least).then_some(Self { rect, item: number })
    }
}

//! Writes the layout of a board that another program drew as long lines that cross each other.
//!
//! - In: the squares between the lines, and the page with the lines.
//! - Out: the `[[board]]` table of a board that is played on points.
//! - Not here: other boards, see `infer`.

use std::collections::{BTreeMap, BTreeSet};

use kurbo::{PathSeg, Point, Vec2};

use super::page_descriptions::points_between;
use super::toml_values::{fits_small_sheet, number, quoted};
use crate::colour_vision::hex_code;
use crate::facts::FoundSheet;
use crate::facts::board::FoundBoard;
use hexpress_base::cell_address::CellAddress;
use hexpress_read::find::discs;
use hexpress_read::{ItemKind, Rgb};

/// The largest distance between a point and a disc on it, as a fraction of the distance between two
/// points.
const MAX_DISC_DISTANCE: f64 = 0.1;
/// The columns of a board are named with single letters, so a board has at most this number of columns.
const MAX_LETTER_COLUMNS: u32 = 26;

/// Returns the layout of a board whose squares are only gaps between lines. The points of the board are
/// where the lines meet.
///
/// Returns `None` for other boards. Also returns `None` if squares are filled, if the board is rotated,
/// or if it has more than [`MAX_LETTER_COLUMNS`] columns.
pub(super) fn learned(sheet: &FoundSheet, board: &FoundBoard, name: &str) -> Option<String> {
    let [columns, rows] = points_between(sheet, board)?;
    let is_filled = board.cells.iter().any(|cell| cell.fill.is_some());
    if is_filled || columns > MAX_LETTER_COLUMNS || board.lattice.turned.abs() > 0.05 {
        return None;
    }
    // The printed board has a margin of half the distance between two points.
    let rect = board.bounds().inflate(board.lattice.pitch / 2.0, board.lattice.pitch / 2.0);
    let size = if fits_small_sheet(rect.size()) { "small" } else { "large" };
    let line = board.cells.iter().find_map(|cell| cell.line);
    let (ink, width) = line.unwrap_or((Rgb([0; 3]), 0.3));
    let mut text = format!(
        "\n# {}\n[[board]]\nname = {}\nsheet = {}\nplay-on = \"points\"\nacross = \"{}mm\"\nshape = \"rectangle {columns} x {rows}\"\n\
         names = \"chess\"\nlines = {}\n",
        board.named.as_ref()?.words(),
        quoted(name),
        quoted(size),
        number(board.lattice.pitch),
        quoted(&format!("{}mm {}", number(width.max(0.05)), hex_code(ink)))
    );
    let grid = PointGrid::new(board, [columns, rows]);
    if let Some(line) = grid.diagonals(sheet) {
        text.push_str(&line);
    }
    for (disc, names) in discs_on_points(sheet, &grid) {
        let diameter = number(disc.size as f64 / 100.0);
        let disc = format!("disc = \"{diameter}mm\", colour = {}", quoted(&hex_code(Rgb(disc.ink))));
        if !text.contains("[board.at]") {
            text.push_str("\n[board.at]\n");
        }
        text.push_str(&format!("{} = {{ {disc} }}\n", quoted(&names.join(" "))));
    }
    Some(text)
}

/// The points of a board, in columns and rows.
struct PointGrid {
    /// The point at the top left, in mm.
    first: Point,
    /// The vectors from a point to the next point in its row, and to the next point in its column, in
    /// mm.
    basis: [Vec2; 2],
    columns: u32,
    rows: u32,
}

impl PointGrid {
    fn new(board: &FoundBoard, [columns, rows]: [u32; 2]) -> Self {
        let [u, v] = board.lattice.basis;
        let addresses = board.cells.iter().map(|cell| cell.address);
        let (column, row) =
            (addresses.clone().map(|address| address.q).min(), addresses.map(|address| address.r).min());
        let corner = CellAddress::new(column.unwrap_or(0), row.unwrap_or(0));
        Self { first: board.lattice.centre(corner) - (u + v) / 2.0, basis: [u, v], columns, rows }
    }

    /// Returns the column and the row of the point at a position; `None` if no point is there.
    fn at(&self, place: Point) -> Option<[i32; 2]> {
        let (offset, [u, v]) = (place - self.first, self.basis);
        let at = [offset.cross(v) / u.cross(v), u.cross(offset) / u.cross(v)];
        let [x, y] = at.map(f64::round);
        let near = (at[0] - x).abs() <= MAX_DISC_DISTANCE && (at[1] - y).abs() <= MAX_DISC_DISTANCE;
        let inside = (0.0..f64::from(self.columns)).contains(&x) && (0.0..f64::from(self.rows)).contains(&y);
        (near && inside).then_some([x as i32, y as i32])
    }

    /// Returns the name that a point gets from `names = "chess"`, e.g. `a1`.
    fn name(&self, [x, y]: [i32; 2]) -> String {
        format!("{}{}", char::from(b'a' + x as u8), i64::from(self.rows) - i64::from(y))
    }

    /// Returns the line of the layout that describes the diagonals between points. Returns `None` if
    /// the drawing has no diagonals.
    fn diagonals(&self, sheet: &FoundSheet) -> Option<String> {
        let DrawnDiagonals { steps, runs } = self.drawn_diagonals(sheet)?;
        if steps.is_empty() {
            return None;
        }
        let [columns, rows] = [self.columns, self.rows].map(|n| n as i32);
        let squares = (0..columns - 1).flat_map(|x| (0..rows - 1).map(move |y| [x, y]));
        if steps == squares.clone().map(Diagonal::alternate).collect() {
            return Some("diagonals = \"alternate\"\n".to_owned());
        }
        if steps == squares.flat_map(Diagonal::both).collect() {
            return Some("diagonals = \"all\"\n".to_owned());
        }
        let level = (0..rows).map(|y| self.run([0, y], [columns - 1, y]));
        let upright = (0..columns).map(|x| self.run([x, 0], [x, rows - 1]));
        let links: Vec<String> = level.chain(upright).chain(runs).map(|run| quoted(&run)).collect();
        Some(format!("links = [{}]\n", links.join(", ")))
    }

    /// Describes a straight line by the names of its first and its last point, e.g. `a1 c3`.
    fn run(&self, from: [i32; 2], to: [i32; 2]) -> String {
        format!("{} {}", self.name(from), self.name(to))
    }

    /// Finds the diagonal lines between points of the grid. Returns `None` if the page was not kept.
    fn drawn_diagonals(&self, sheet: &FoundSheet) -> Option<DrawnDiagonals> {
        let mut steps: BTreeSet<Diagonal> = BTreeSet::new();
        let mut runs: Vec<String> = Vec::new();
        for item in &sheet.page.as_ref()?.items {
            let ItemKind::Path { path, stroke: Some(_), .. } = &item.kind else { continue };
            for segment in path.segments() {
                let PathSeg::Line(line) = segment else { continue };
                let (Some(a), Some(b)) = (self.at(line.p0), self.at(line.p1)) else { continue };
                let (from, to) = (a.min(b), a.max(b));
                let (long, down) = (to[0] - from[0], to[1] - from[1]);
                if long == 0 || long != down.abs() {
                    continue;
                }
                let before = steps.len();
                for step in 0..long {
                    let [start, end] = [step, step + 1].map(|n| [from[0] + n, from[1] + n * down.signum()]);
                    steps.insert(Diagonal { from: start, to: end });
                }
                if steps.len() > before {
                    runs.push(self.run(from, to));
                }
            }
        }
        Some(DrawnDiagonals { steps, runs })
    }
}

struct DrawnDiagonals {
    /// The squares whose diagonals the drawn lines cover, each as its diagonal.
    steps: BTreeSet<Diagonal>,
    /// The lines in the drawing. Each line is written as the names of its two ends.
    runs: Vec<String>,
}

/// The diagonal of a single square, from one corner to the opposite corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Diagonal {
    from: [i32; 2],
    to: [i32; 2],
}

impl Diagonal {
    /// Returns the diagonal that falls from the top left corner of a square to the bottom right corner.
    /// `[x, y]` is the top left corner.
    fn down([x, y]: [i32; 2]) -> Self {
        Self { from: [x, y], to: [x + 1, y + 1] }
    }

    /// Returns the diagonal that rises from the bottom left corner of a square to the top right corner.
    /// `[x, y]` is the top left corner.
    fn up([x, y]: [i32; 2]) -> Self {
        Self { from: [x, y + 1], to: [x + 1, y] }
    }

    /// Returns the diagonal of the square at `[x, y]`, for a board on which neighbouring squares
    /// alternately have a falling and a rising diagonal.
    ///
    /// On such a board, eight lines meet at every second point. The first of these points is at the top left.
    fn alternate([x, y]: [i32; 2]) -> Self {
        if (x + y) % 2 == 0 { Self::down([x, y]) } else { Self::up([x, y]) }
    }

    fn both(square: [i32; 2]) -> [Self; 2] {
        [Self::down(square), Self::up(square)]
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct DiscLook {
    /// The diameter, in hundredths of a mm.
    size: i64,
    ink: [u8; 3],
}

/// Finds the points on which discs are drawn. The result contains the names of these points, grouped by
/// the size and colour of the disc.
fn discs_on_points(sheet: &FoundSheet, grid: &PointGrid) -> BTreeMap<DiscLook, Vec<String>> {
    let mut stars: BTreeMap<DiscLook, Vec<String>> = BTreeMap::new();
    let Some(page) = &sheet.page else { return stars };
    for disc in discs(page) {
        let Some(ItemKind::Path { fill: Some(Rgb(ink)), .. }) =
            page.items.get(disc.item).map(|item| &item.kind)
        else {
            continue;
        };
        if let Some(at) = grid.at(disc.centre) {
            let size = (disc.radius * 200.0).round() as i64;
            let names = stars.entry(DiscLook { size, ink: *ink }).or_default();
            let name = grid.name(at);
            // The same disc may be drawn twice.
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    stars
}

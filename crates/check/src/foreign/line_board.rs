//! Boards that other programs drew as long lines that cross: what is learnt of them is a board of points.

use std::collections::{BTreeMap, BTreeSet};

use kurbo::{PathSeg, Point, Vec2};

use super::drawn::points_between;
use super::infer::{fits_small_sheet, number, quoted};
use crate::base::hex::Hex;
use crate::check::color_vision::hex;
use crate::check::facts::FoundSheet;
use crate::check::facts::board::FoundBoard;
use crate::find::discs;
use crate::read::{ItemKind, Rgb};

/// How far beside a point the middle of a disc on it may lie, as a share of the way to the next.
const ON: f64 = 0.1;
/// The most columns of points whose names are one letter.
const LETTERS: u32 = 26;

/// The layout of squares that are room between lines alone, as points where these meet; none of other boards.
pub(super) fn learned(sheet: &FoundSheet, board: &FoundBoard, name: &str) -> Option<String> {
    let [columns, rows] = points_between(sheet, board)?;
    let is_filled = board.cells.iter().any(|cell| cell.fill.is_some());
    if is_filled || columns > LETTERS || board.lattice.turned.abs() > 0.05 {
        return None;
    }
    // Points have room round them, half of the way to the next.
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
        quoted(&format!("{}mm {}", number(width.max(0.05)), hex(ink)))
    );
    let grid = PointGrid::new(board, [columns, rows]);
    if let Some(line) = grid.diagonals(sheet) {
        text.push_str(&line);
    }
    for ((size, ink), names) in stars(sheet, &grid) {
        let disc =
            format!("disc = \"{}mm\", colour = {}", number(size as f64 / 100.0), quoted(&hex(Rgb(ink))));
        if !text.contains("[board.at]") {
            text.push_str("\n[board.at]\n");
        }
        text.push_str(&format!("{} = {{ {disc} }}\n", quoted(&names.join(" "))));
    }
    Some(text)
}

/// The points of such a board in columns and rows, from the top left one.
struct PointGrid {
    first: Point,
    basis: [Vec2; 2],
    columns: u32,
    rows: u32,
}

impl PointGrid {
    fn new(board: &FoundBoard, [columns, rows]: [u32; 2]) -> Self {
        let least = |of: fn(&Hex) -> i32| board.cells.iter().map(|cell| of(&cell.hex)).min().unwrap_or(0);
        let [u, v] = board.lattice.basis;
        let corner = Hex::new(least(|hex| hex.q), least(|hex| hex.r));
        Self { first: board.lattice.centre(corner) - (u + v) / 2.0, basis: [u, v], columns, rows }
    }

    /// The column and the row of the point at a place; none where there is no point.
    fn at(&self, place: Point) -> Option<[i32; 2]> {
        let (way, [u, v]) = (place - self.first, self.basis);
        let at = [way.cross(v) / u.cross(v), u.cross(way) / u.cross(v)];
        let [x, y] = at.map(f64::round);
        let near = (at[0] - x).abs() <= ON && (at[1] - y).abs() <= ON;
        let inside = (0.0..f64::from(self.columns)).contains(&x) && (0.0..f64::from(self.rows)).contains(&y);
        (near && inside).then_some([x as i32, y as i32])
    }

    /// As `names = "chess"` calls it.
    fn name(&self, [x, y]: [i32; 2]) -> String {
        format!("{}{}", char::from(b'a' + x as u8), i64::from(self.rows) - i64::from(y))
    }

    /// The diagonals between points, as a line of the layout; none where there are none.
    fn diagonals(&self, sheet: &FoundSheet) -> Option<String> {
        let mut drawn: BTreeSet<Diagonal> = BTreeSet::new();
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
                let before = drawn.len();
                let step = |n: i32| [from[0] + n, from[1] + n * down.signum()];
                drawn.extend((0..long).map(|n| Diagonal { from: step(n), to: step(n + 1) }));
                if drawn.len() > before {
                    runs.push(format!("{} {}", self.name(from), self.name(to)));
                }
            }
        }
        if drawn.is_empty() {
            return None;
        }
        let [columns, rows] = [self.columns, self.rows].map(|n| n as i32);
        // From the first point on, every second one is where eight lines meet.
        let alternate = |[x, y]: [i32; 2]| match (x + y) % 2 {
            0 => Diagonal { from: [x, y], to: [x + 1, y + 1] },
            _ => Diagonal { from: [x, y + 1], to: [x + 1, y] },
        };
        let both = |[x, y]: [i32; 2]| {
            [Diagonal { from: [x, y], to: [x + 1, y + 1] }, Diagonal { from: [x, y + 1], to: [x + 1, y] }]
        };
        let squares = || (0..columns - 1).flat_map(|x| (0..rows - 1).map(move |y| [x, y]));
        if drawn == squares().map(alternate).collect() {
            return Some("diagonals = \"alternate\"\n".to_owned());
        }
        if drawn == squares().flat_map(both).collect() {
            return Some("diagonals = \"all\"\n".to_owned());
        }
        let ends = |from: [i32; 2], to: [i32; 2]| format!("{} {}", self.name(from), self.name(to));
        let level = (0..rows).map(|y| ends([0, y], [columns - 1, y]));
        let upright = (0..columns).map(|x| ends([x, 0], [x, rows - 1]));
        let links: Vec<String> = level.chain(upright).chain(runs).map(|run| quoted(&run)).collect();
        Some(format!("links = [{}]\n", links.join(", ")))
    }
}

/// A line from a point to the next one over a diagonal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Diagonal {
    from: [i32; 2],
    to: [i32; 2],
}

/// The discs on points: by their size in hundredths of a mm and their colour, the names of the points.
fn stars(sheet: &FoundSheet, grid: &PointGrid) -> BTreeMap<(i64, [u8; 3]), Vec<String>> {
    let mut stars: BTreeMap<(i64, [u8; 3]), Vec<String>> = BTreeMap::new();
    let Some(page) = &sheet.page else { return stars };
    for disc in discs(page) {
        let Some(ItemKind::Path { fill: Some(Rgb(ink)), .. }) =
            page.items.get(disc.item).map(|item| &item.kind)
        else {
            continue;
        };
        if let Some(at) = grid.at(disc.centre) {
            let size = (disc.radius * 200.0).round() as i64;
            let names = stars.entry((size, *ink)).or_default();
            let name = grid.name(at);
            // A disc that is drawn twice is one.
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    stars
}

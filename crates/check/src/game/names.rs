//! Checks the names of cells as they are printed: in the cells, or outside the board at the ends of its lines.
//!
//! In go the boards as they are found. Out come faults of names that are missing or printed twice. Whether names can be read
//! is judged by the rules for labels.

use kurbo::Point;

use super::view::{View, views};
use crate::base::hex::Hex;
use crate::base::identity::{Feature, Identity, Single};
use crate::base::map::Map;
use crate::base::tiling::Tiling;
use crate::check::facts::board::FoundCell;
use crate::check::facts::{Facts, cell_of, covers, is_furniture, squeezed};
use crate::check::fault::Findings;
use crate::diag::Place;
use crate::model::ShowNames;
use crate::model::naming::split_name;
use crate::read::{Item, ItemKind};

/// The largest distance between a name and the axis of its line, in sides of a cell.
const BESIDE: f64 = 0.25;
/// The largest distance between a name and the middle of the last cell of its line, in sides of a cell.
const BEYOND: f64 = 4.0;
/// The most characters of the name of a line.
const LONGEST: usize = 4;

/// Checks that every cell has a name, and that no two have the same.
pub fn unique(facts: &Facts<'_>, out: &mut Findings) {
    for (view, place) in views(facts, out, |must| must.names) {
        let names = match view.board.name_style.show {
            ShowNames::Inside => inside(&view),
            ShowNames::Outside if !view.board.has_plain_lines() => {
                beside(&view, place, out);
                continue;
            }
            ShowNames::Outside => match outside(&view) {
                Ok(names) => names,
                Err(message) => {
                    view.fault(out, place, message);
                    continue;
                }
            },
            ShowNames::Edge | ShowNames::None => {
                out.not_judged(format!("names of `{}`: not every cell's is printed", view.name));
                continue;
            }
        };
        let mut known: Map<&str, Hex> = Map::new();
        for (&hex, name) in &names {
            if name.is_empty() {
                view.cell_fault(out, hex, format!("no name is printed for {}", view.name_of(hex)));
            } else if let Some(other) = known.insert(name, hex) {
                let other = view.cell(other).map_or_else(String::new, |cell| {
                    let at = cell.outline.centre;
                    format!(", as for the cell at {:.1} x {:.1} mm", at.x, at.y)
                });
                let message = format!("the name {name} is printed for {}{other}", view.name_of(hex));
                view.cell_fault(out, hex, message);
            }
        }
    }
}

/// Returns the texts that are printed in each cell, without the label of its kind.
fn inside(view: &View<'_>) -> Map<Hex, String> {
    let labels: Vec<String> =
        view.board.kinds.iter().filter_map(|kind| Some(squeezed(&kind.words()?))).collect();
    view.found.cells.iter().map(|cell| (cell.hex, printed_name(view, cell, &labels))).collect()
}

fn printed_name(view: &View<'_>, cell: &FoundCell, labels: &[String]) -> String {
    let items = cell.items.iter().filter_map(|&i| view.page.items.get(i));
    // A label of several lines or styles is several texts.
    let texts = items.filter(|item| cell_of(item).is_none()).filter_map(|item| match &item.kind {
        ItemKind::Text(text) => Some(squeezed(&text.string)),
        _ => None,
    });
    let mut names: Vec<String> = texts.filter(|text| !labels.contains(text)).collect();
    names.dedup();
    names.join(" ")
}

/// A line of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Line {
    /// The edge over which the line goes, or the opposite one.
    axis: usize,
    /// The coordinate that all cells of the line have in common.
    coordinate: i32,
}

impl Line {
    /// The line through a cell.
    fn through(tiling: Tiling, axis: usize, hex: Hex) -> Self {
        let coordinate = match (axis, tiling.lies_as_hexagons()) {
            (0, _) => hex.q,
            (1, true) => hex.s(),
            _ => hex.r,
        };
        Self { axis, coordinate }
    }
}

/// Returns the names of the lines through each cell, from the texts outside the board.
///
/// # Errors
/// The message about a line with two names.
fn outside(view: &View<'_>) -> Result<Map<Hex, String>, String> {
    let mut lines: Map<Line, String> = Map::new();
    for item in &view.page.items {
        let ItemKind::Text(text) = &item.kind else { continue };
        let name = text.string.trim();
        if is_furniture(item) || is_head(item) || name.chars().count() > LONGEST {
            continue;
        }
        let Some(line) = covers(item).and_then(|rect| line_at(view, rect.center())) else { continue };
        if let Some(other) = lines.insert(line, name.to_owned()).filter(|other| other != name) {
            return Err(format!("one line of `{}` is called {other} and {name}", view.name));
        }
    }
    let mut axes: Vec<usize> = lines.keys().map(|line| line.axis).collect();
    axes.dedup();
    let tiling = view.found.lattice.tiling;
    let names = view.cells.keys().map(|&hex| {
        let parts: Option<Vec<&str>> = axes
            .iter()
            .map(|&axis| lines.get(&Line::through(tiling, axis, hex)).map(String::as_str))
            .collect();
        let parts = parts.filter(|parts| parts.len() > 1).unwrap_or_default();
        (hex, parts.join("·"))
    });
    Ok(names.collect())
}

/// Whether a drawing is the title above a board, which is as short as a name in some games.
fn is_head(item: &Item) -> bool {
    item.id.as_deref().and_then(Identity::feature) == Some(&Feature::Single(Single::Head))
}

/// Returns the line that ends at a place outside the board.
fn line_at(view: &View<'_>, place: Point) -> Option<Line> {
    let lattice = &view.found.lattice;
    let (side, tiling) = (lattice.side, lattice.tiling);
    let mut least = f64::INFINITY;
    let mut best = None;
    for cell in &view.found.cells {
        let offset = place - cell.outline.centre;
        let inside = 0.92 * lattice.grid().apothem_along(cell.hex, offset) * side;
        let longest = lattice.wide.max(1.0) * side;
        if offset.hypot() > BEYOND * longest || offset.hypot() < inside {
            continue;
        }
        let count = tiling.edges(cell.hex);
        for edge in (0..count).filter(|edge| !view.cells.contains_key(&tiling.neighbour(cell.hex, *edge))) {
            let out = tiling.edge_normal(cell.hex, edge);
            let (along, beside) = (offset.dot(out), offset.cross(out).abs());
            let score = along + 4.0 * beside;
            if along > 0.0 && beside < BESIDE * side && score < least {
                least = score;
                best = Some(Line::through(tiling, edge % (count / 2).max(1), cell.hex));
            }
        }
    }
    best
}

/// The part of a name that names a line, and whether it is the first or the second part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum LineName<'n> {
    First(&'n str),
    Second(&'n str),
}

impl<'n> LineName<'n> {
    fn text(self) -> &'n str {
        match self {
            Self::First(name) | Self::Second(name) => name,
        }
    }
}

/// Checks the names outside a board whose lines are not straight. The name of a line is level with one of its cells, or
/// above or below one; the name of a single cell is nearest to this cell.
fn beside(view: &View<'_>, place: Place, out: &mut Findings) {
    let side = view.found.lattice.side;
    let mut printed: Map<&str, Vec<Point>> = Map::new();
    for item in &view.page.items {
        let ItemKind::Text(text) = &item.kind else { continue };
        if let Some(rect) = covers(item).filter(|_| !is_head(item) && !is_furniture(item)) {
            printed.entry(text.string.trim()).or_default().push(rect.center());
        }
    }
    let mut lines: Map<LineName<'_>, Vec<Point>> = Map::new();
    for (cell, name) in view.board.cells.iter().zip(view.board.names.iter().flat_map(|names| names.iter())) {
        let Some(found) = view.cell(cell.hex).filter(|_| !name.is_empty()) else { continue };
        let Some((first, second)) = split_name(name) else {
            let places = printed.get(name).map_or(&[][..], Vec::as_slice);
            if !places.iter().any(|place| nearest_cell(view, *place) == Some(found.hex)) {
                let message = format!("no name is printed beside {}", view.name_of(cell.hex));
                view.cell_fault(out, cell.hex, message);
            }
            continue;
        };
        for line in [LineName::First(first), LineName::Second(second)] {
            lines.entry(line).or_default().push(found.outline.centre);
        }
    }
    for (line, cells) in &lines {
        let name = line.text();
        let places = printed.get(name).map_or(&[][..], Vec::as_slice);
        if !places.iter().any(|place| cells.iter().any(|cell| is_level(*place, *cell, BESIDE * side))) {
            let message = format!("`{}`: no name is printed beside the board for its line {name}", view.name);
            view.fault(out, place, message);
        }
    }
}

fn nearest_cell(view: &View<'_>, place: Point) -> Option<Hex> {
    let distances = view.found.cells.iter().map(|cell| (cell.hex, cell.outline.centre.distance(place)));
    distances.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(hex, _)| hex)
}

/// Whether two points are in one row or one column, up to `reach` mm.
fn is_level(a: Point, b: Point, reach: f64) -> bool {
    (a - b).x.abs().min((a - b).y.abs()) < reach
}

//! HX506: cells whose printed names are missing or not unique.
//!
//! - In: the boards that were found, and the texts in their cells or at the ends of their lines.
//! - Out: faults for names that are missing or printed twice.
//! - Not here: judging whether names are legible; the rules for labels do that.

use kurbo::Point;

use super::super::board_view::{BoardView, views};
use crate::facts::board::FoundCell;
use crate::facts::{Facts, cell_of, is_furniture, visible_bounds, without_spaces};
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::{SourceSpan, codes};
use hexpress_base::identity::{Feature, Identity, Single};
use hexpress_base::sorted_map::SortedMap;
use hexpress_base::tiling::Tiling;
use hexpress_game::ShowNames;
use hexpress_game::naming::split_name;
use hexpress_read::{Item, ItemKind};

/// The name of a line of cells may be at most this far from the axis of the line. The unit is a cell's
/// side length. A line is a row, a column or a slanted line.
const MAX_AXIS_DISTANCE: f64 = 0.25;
/// The name of a line of cells is printed next to its last cell. It may be at most this far from the
/// middle of that cell. The unit is a cell's side length.
const MAX_NAME_DISTANCE: f64 = 4.0;
/// The largest number of characters in the name of a line of cells.
const MAX_LINE_NAME_LENGTH: usize = 4;

pub(super) const RULE: Rule = Rule {
    title: "names that must be unique are unique, and every cell has one",
    why: "A written move names a cell, so each name must mean exactly one cell.",
    right: "names = \"unique\", and letters and numbers next to the board, one for each line",
    wrong: "names = \"unique\", and the letter c next to two lines",
    ..Rule::error(codes::MUST_NAMES, RuleFunction::All(names_not_unique))
};

/// Reports cells without a printed name, and names that two cells have.
fn names_not_unique(facts: &Facts<'_>, findings: &mut Findings) {
    for (view, place) in views(facts, findings, |must| must.names) {
        let names = match view.board.name_style.show {
            ShowNames::Inside => names_inside(&view),
            ShowNames::Outside if !view.board.has_plain_lines() => {
                report_bent_lines(&view, place, findings);
                continue;
            }
            ShowNames::Outside => match names_outside(&view) {
                Ok(names) => names,
                Err(message) => {
                    view.fault(findings, place, message);
                    continue;
                }
            },
            ShowNames::Edge | ShowNames::None => {
                findings.not_judged(format!("names of `{}`: not every cell has a printed name", view.name));
                continue;
            }
        };
        let mut known: SortedMap<&str, CellAddress> = SortedMap::new();
        for (&address, name) in &names {
            if name.is_empty() {
                view.cell_fault(
                    findings,
                    address,
                    format!("no name is printed for {}", view.name_of(address)),
                );
            } else if let Some(other) = known.insert(name, address) {
                let other = view.cell(other).map_or_else(String::new, |cell| {
                    let at = cell.outline.centre;
                    format!(", and also for the cell at x = {:.1} mm, y = {:.1} mm", at.x, at.y)
                });
                let message = format!("the name {name} is printed for {}{other}", view.name_of(address));
                view.cell_fault(findings, address, message);
            }
        }
    }
}

/// Returns, for each cell, the texts that are printed in it, without the label of its kind.
fn names_inside(view: &BoardView<'_>) -> SortedMap<CellAddress, String> {
    let labels: Vec<String> =
        view.board.kinds.iter().filter_map(|kind| Some(without_spaces(&kind.words()?))).collect();
    view.found.cells.iter().map(|cell| (cell.address, printed_name(view, cell, &labels))).collect()
}

/// Returns the texts of a cell without the labels of kinds. The texts are separated by spaces.
fn printed_name(view: &BoardView<'_>, cell: &FoundCell, labels: &[String]) -> String {
    let items = cell.items.iter().filter_map(|&i| view.page.items.get(i));
    // A name may consist of several texts, for example if it has several lines.
    let texts = items.filter(|item| cell_of(item).is_none()).filter_map(|item| match &item.kind {
        ItemKind::Text(text) => Some(without_spaces(&text.string)),
        _ => None,
    });
    let mut names: Vec<String> = texts.filter(|text| !labels.contains(text)).collect();
    names.dedup();
    names.join(" ")
}

/// A straight line of cells: a row, a column or a slanted line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct CellLine {
    /// The index of an edge. In each of its cells, the line crosses this edge and the opposite edge.
    axis: usize,
    /// The coordinate that is the same for all cells of the line.
    coordinate: i32,
}

impl CellLine {
    /// Returns the line that runs through a cell along an axis.
    fn through(tiling: Tiling, axis: usize, cell: CellAddress) -> Self {
        let coordinate = match (axis, tiling.has_hexagon_neighbours()) {
            (0, _) => cell.q,
            (1, true) => cell.s(),
            _ => cell.r,
        };
        Self { axis, coordinate }
    }
}

/// Composes the name of each cell from the names of its lines. These are texts outside the board, such
/// as the letters and numbers next to a chessboard. Lines must be named along at least two axes. If one
/// of the lines through a cell along these axes has no name, the name of the cell is empty.
///
/// # Errors
/// A line has two names. The error is the message for the user.
fn names_outside(view: &BoardView<'_>) -> Result<SortedMap<CellAddress, String>, String> {
    let mut lines: SortedMap<CellLine, String> = SortedMap::new();
    for item in &view.page.items {
        let ItemKind::Text(text) = &item.kind else { continue };
        let name = text.string.trim();
        if is_furniture(item) || is_title(item) || name.chars().count() > MAX_LINE_NAME_LENGTH {
            continue;
        }
        let Some(line) = visible_bounds(item).and_then(|rect| line_at(view, rect.center())) else { continue };
        if let Some(other) = lines.insert(line, name.to_owned()).filter(|other| other != name) {
            return Err(format!("one line of `{}` has two names, {other} and {name}", view.name));
        }
    }
    let mut axes: Vec<usize> = lines.keys().map(|line| line.axis).collect();
    axes.dedup();
    let tiling = view.found.lattice.grid.tiling;
    let names = view.cells.keys().map(|&address| {
        let through = axes.iter().map(|&axis| lines.get(&CellLine::through(tiling, axis, address)));
        let parts: Option<Vec<&str>> = through.map(|name| name.map(String::as_str)).collect();
        (address, parts.filter(|parts| parts.len() > 1).unwrap_or_default().join("·"))
    });
    Ok(names.collect())
}

/// Returns whether a drawing is the title above a board.
///
/// A title may be as short as the name of a cell, so titles must not count as names.
fn is_title(item: &Item) -> bool {
    item.id.as_deref().and_then(Identity::feature) == Some(&Feature::Single(Single::Head))
}

/// Returns the line of cells that ends near `place`, a position outside the board. Returns `None` if no line
/// ends there.
fn line_at(view: &BoardView<'_>, place: Point) -> Option<CellLine> {
    let lattice = &view.found.lattice;
    let (side, tiling) = (lattice.side, lattice.grid.tiling);
    let mut least = f64::INFINITY;
    let mut best = None;
    for cell in &view.found.cells {
        let offset = place - cell.outline.centre;
        let inside = 0.92 * lattice.grid.apothem_along(cell.address, offset) * side;
        let longest = lattice.grid.width_factor.max(1.0) * side;
        if offset.hypot() > MAX_NAME_DISTANCE * longest || offset.hypot() < inside {
            continue;
        }
        let count = tiling.edges(cell.address);
        for edge in (0..count).filter(|edge| !view.cells.contains_key(&tiling.neighbour(cell.address, *edge)))
        {
            let out = tiling.edge_normal(cell.address, edge);
            // A deviation to the side counts four times as much as the distance from the cell.
            let (along, beside) = (offset.dot(out), offset.cross(out).abs());
            let score = along + 4.0 * beside;
            if along > 0.0 && beside < MAX_AXIS_DISTANCE * side && score < least {
                least = score;
                best = Some(CellLine::through(tiling, edge % (count / 2).max(1), cell.address));
            }
        }
    }
    best
}

/// The name of a line of cells, which is a part of the names of its cells. For example, the cell `a1` is
/// on the lines `a` (first part) and `1` (second part).
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

/// Reports lines and cells whose names are not printed. This function is for boards on which lines of
/// cells are bent.
///
/// The name of a line must be level with one of its cells, or directly above or below one of them. The
/// name of a single cell must be closer to this cell than to any other cell.
fn report_bent_lines(view: &BoardView<'_>, place: SourceSpan, findings: &mut Findings) {
    let max_distance = MAX_AXIS_DISTANCE * view.found.lattice.side;
    let printed = printed_texts(view);
    let mut lines: SortedMap<LineName<'_>, Vec<Point>> = SortedMap::new();
    for (cell, name) in view.board.cells.iter().zip(view.board.names.iter().flat_map(|names| names.iter())) {
        let Some(found) = view.cell(cell.address).filter(|_| !name.is_empty()) else { continue };
        if let Some((first, second)) = split_name(name) {
            for line in [LineName::First(first), LineName::Second(second)] {
                lines.entry(line).or_default().push(found.outline.centre);
            }
        } else if !middles(&printed, name)
            .iter()
            .any(|centre| nearest_cell(view, *centre) == Some(found.address))
        {
            let message = format!("no name is printed next to {}", view.name_of(cell.address));
            view.cell_fault(findings, cell.address, message);
        }
    }
    for (line, cells) in &lines {
        let name = line.text();
        let mut pairs =
            middles(&printed, name).iter().flat_map(|centre| cells.iter().map(move |cell| (*centre, *cell)));
        if !pairs.any(|(centre, cell)| is_level(centre, cell, max_distance)) {
            let what = format!("no name is printed next to the board `{}` for its line {name}", view.name);
            view.fault(findings, place, what);
        }
    }
}

/// Returns all texts on a page. For each text, the result contains the middles of all places where it
/// is printed. Titles and texts that belong to the sheet are left out.
fn printed_texts<'v>(view: &'v BoardView<'_>) -> SortedMap<&'v str, Vec<Point>> {
    let mut printed: SortedMap<&str, Vec<Point>> = SortedMap::new();
    for item in &view.page.items {
        let ItemKind::Text(text) = &item.kind else { continue };
        if let Some(rect) = visible_bounds(item).filter(|_| !is_title(item) && !is_furniture(item)) {
            printed.entry(text.string.trim()).or_default().push(rect.center());
        }
    }
    printed
}

/// Returns the middles of all places where the text `name` is printed.
fn middles<'p>(printed: &'p SortedMap<&str, Vec<Point>>, name: &str) -> &'p [Point] {
    printed.get(name).map_or(&[], Vec::as_slice)
}

/// Returns the cell whose middle is nearest to a point. Returns `None` if the board has no cells.
fn nearest_cell(view: &BoardView<'_>, place: Point) -> Option<CellAddress> {
    let distances = view.found.cells.iter().map(|cell| (cell.address, cell.outline.centre.distance(place)));
    distances.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(address, _)| address)
}

/// Returns whether two points are level with each other, or one above the other. A deviation of less
/// than `max_distance` mm is allowed.
fn is_level(a: Point, b: Point, max_distance: f64) -> bool {
    (a - b).x.abs().min((a - b).y.abs()) < max_distance
}

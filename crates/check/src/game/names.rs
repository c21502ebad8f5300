//! The names of cells as they are printed: in the cells, or beside the board at the ends of its lines.

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
use crate::model::naming::parts;
use crate::read::ItemKind;

/// How far a name may stand beside the axis of its line, in sides of a cell.
const BESIDE: f64 = 0.25;
/// How far from the middle of the last cell of a line its name may stand, in sides of a cell.
const BEYOND: f64 = 4.0;

/// Every cell has a name, and no two have the same.
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

/// What is printed in each cell, its kind's word left out.
fn inside(view: &View<'_>) -> Map<Hex, String> {
    let labels: Vec<String> =
        view.board.kinds.iter().filter_map(|kind| Some(squeezed(&kind.words()?))).collect();
    let name = |cell: &FoundCell| {
        let items = cell.items.iter().filter_map(|&i| view.page.items.get(i));
        // A label of several lines or styles is of several texts.
        let texts = items.filter(|item| cell_of(item).is_none()).filter_map(|item| match &item.kind {
            ItemKind::Text(text) => Some(squeezed(&text.string)),
            _ => None,
        });
        let mut own: Vec<String> = texts.filter(|text| !labels.contains(text)).collect();
        own.dedup();
        own.join(" ")
    };
    view.found.cells.iter().map(|cell| (cell.hex, name(cell))).collect()
}

/// The names of the lines through each cell, from the words beside the board.
fn outside(view: &View<'_>) -> Result<Map<Hex, String>, String> {
    let lattice = &view.found.lattice;
    let side = lattice.side;
    let mut lines: Map<(usize, i32), String> = Map::new();
    for item in &view.page.items {
        let ItemKind::Text(text) = &item.kind else { continue };
        // A title above the board is as short as that for some games.
        let is_head = item.id.as_deref().and_then(Identity::feature) == Some(&Feature::Single(Single::Head));
        let is_short = text.string.trim().chars().count() <= 4;
        if is_furniture(item) || is_head || !is_short {
            continue;
        }
        let Some(rect) = covers(item) else { continue };
        let at = rect.center();
        let mut best: Option<(f64, usize, Hex)> = None;
        for cell in &view.found.cells {
            let way = at - cell.outline.centre;
            let inside = 0.92 * lattice.grid().apothem_along(cell.hex, way) * side;
            let longest = lattice.wide.max(1.0) * side;
            if way.hypot() > BEYOND * longest || way.hypot() < inside {
                continue;
            }
            let tiling = lattice.tiling;
            let count = tiling.edges(cell.hex);
            for edge in (0..count).filter(|edge| !view.cells.contains_key(&tiling.neighbour(cell.hex, *edge)))
            {
                let out = tiling.edge_normal(cell.hex, edge);
                let (along, beside) = (way.dot(out), way.cross(out).abs());
                let score = along + 4.0 * beside;
                let fits = along > 0.0 && beside < BESIDE * side;
                if fits && best.is_none_or(|(least, ..)| score < least) {
                    best = Some((score, edge % (count / 2).max(1), cell.hex));
                }
            }
        }
        let Some((_, axis, hex)) = best else { continue };
        let line = (axis, along(lattice.tiling, axis, hex));
        let name = text.string.trim().to_owned();
        if let Some(other) = lines.insert(line, name.clone()).filter(|other| *other != name) {
            return Err(format!("one line of `{}` is called {other} and {name}", view.name));
        }
    }
    let mut axes: Vec<usize> = lines.keys().map(|(axis, _)| *axis).collect();
    axes.dedup();
    let named = |hex: Hex| -> String {
        let parts: Option<Vec<&str>> = axes
            .iter()
            .map(|&axis| lines.get(&(axis, along(lattice.tiling, axis, hex))).map(String::as_str))
            .collect();
        parts.filter(|parts| parts.len() > 1).map_or_else(String::new, |parts| parts.join("·"))
    };
    Ok(view.cells.keys().map(|hex| (*hex, named(*hex))).collect())
}

/// The same where lines do not lie as those of hexagons and squares: each name that the layout gives stands beside the board,
/// level with a cell of its line or above or below one; that of a single cell nearest to this cell.
fn beside(view: &View<'_>, place: Place, out: &mut Findings) {
    let side = view.found.lattice.side;
    let mut printed: Map<&str, Vec<Point>> = Map::new();
    for item in &view.page.items {
        let ItemKind::Text(text) = &item.kind else { continue };
        let is_head = item.id.as_deref().and_then(Identity::feature) == Some(&Feature::Single(Single::Head));
        if let Some(rect) = covers(item).filter(|_| !is_head && !is_furniture(item)) {
            printed.entry(text.string.trim()).or_default().push(rect.center());
        }
    }
    let mut lines: Map<(u8, &str), Vec<Point>> = Map::new();
    for (cell, name) in view.board.cells.iter().zip(view.board.names.iter().flat_map(|names| names.iter())) {
        let Some(found) = view.cell(cell.hex).filter(|_| !name.is_empty()) else { continue };
        let Some((first, second)) = parts(name) else {
            let nearest = |at: &Point| {
                let far = |cell: &&FoundCell| cell.outline.centre.distance(*at);
                let nearest = view.found.cells.iter().min_by(|a, b| far(a).total_cmp(&far(b)));
                nearest.is_some_and(|cell| cell.hex == found.hex)
            };
            if !printed.get(name).is_some_and(|all| all.iter().any(nearest)) {
                let message = format!("no name is printed beside {}", view.name_of(cell.hex));
                view.cell_fault(out, cell.hex, message);
            }
            continue;
        };
        for line in [(0, first), (1, second)] {
            lines.entry(line).or_default().push(found.outline.centre);
        }
    }
    for ((_, name), cells) in &lines {
        let is_level = |at: Point, cell: Point| (at - cell).x.abs().min((at - cell).y.abs()) < BESIDE * side;
        let is_at = |at: &Point| cells.iter().any(|cell| is_level(*at, *cell));
        if !printed.get(name).is_some_and(|all| all.iter().any(is_at)) {
            let message = format!("`{}`: no name is printed beside the board for its line {name}", view.name);
            view.fault(out, place, message);
        }
    }
}

/// What all cells of a line have in common, where lines go over the edge `axis` and the one opposite.
fn along(tiling: Tiling, axis: usize, hex: Hex) -> i32 {
    match (axis, tiling.lies_as_hexagons()) {
        (0, _) => hex.q,
        (1, true) => hex.s(),
        _ => hex.r,
    }
}

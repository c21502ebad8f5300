//! Compiles the lines between the points of a board.
//!
//! - In: the cells of a draft, and the keys `lines`, `diagonals` and `links`.
//! - Out: links between points, and arcs.

pub mod free_points;
pub mod hidden_lines;
pub mod named_points;
mod point_links;

use std::collections::{BTreeMap, BTreeSet};

use super::cells::{BoardDraft, addressed};
use crate::context::Resolver;
use free_points::{ONLY_FREE, arrow_length, is_free};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::cell_index::CellIndex;
use hexpress_base::diag::codes;
use hexpress_base::text::first_names;
use hexpress_base::tiling::Tiling;
use hexpress_game::shape::BoardShape;
use hexpress_game::{PointArc, Points, address};
use hexpress_language::tables::layout::{Board, Diagonals};
use hexpress_language::values::spanned::{NameOr, Spanned};
use hexpress_scene::{Ink, Stroke};
use named_points::is_on_points;
use point_links::{Joined, named_links};

/// The default width of lines between points, in mm.
const DEFAULT_LINES: f64 = 0.3;

/// Returns the lines of a board of points. Returns `None` if the board consists of cells.
pub fn points(draft: &BoardDraft<'_>, resolver: &mut Resolver<'_>) -> Option<Points> {
    let board = draft.table;
    if !is_on_points(board) {
        idle_on_cells(draft, resolver);
        return None;
    }
    if draft.free.is_none() {
        check_filled_icons(board, resolver);
    }
    let line = match &board.lines {
        Some(line) => resolver.board_stroke(line)?,
        None => Stroke::solid(DEFAULT_LINES, Ink::black()),
    };
    let place = board
        .lines
        .as_ref()
        .map(|at| resolver.place(at))
        .or(board.links.as_ref().map(|at| resolver.place(at)));
    let Joined { links, arcs, directed } = match &board.links {
        Some(_) => named_links(draft, resolver),
        None if is_free(board) => Joined::default(),
        None => Joined { links: neighbour_links(draft, resolver), ..Joined::default() },
    };
    if board.links.is_some() && !is_free(board) && !resolver.report.has_errors() {
        warn_of_unjoined(draft, &links, &arcs, resolver);
    }
    let arrow_length = arrow_length(board, resolver);
    let arrows = directed.into_iter().filter(|_| arrow_length > 0.0).collect();
    let (links, arcs) = (links.into_iter().collect(), arcs.into_iter().collect());
    Some(Points { line, links, arcs, arrows, arrow_length, place })
}

/// Reports keys for lines between points if the board consists of cells.
fn idle_on_cells(draft: &BoardDraft<'_>, resolver: &mut Resolver<'_>) {
    const ON_POINTS: &str = "add play-on = \"points\"";
    let board = draft.table;
    let cell_line = board.lines.as_ref().map(|at| {
        let typed = resolver.text.get(at.span.clone()).unwrap_or("\"0.3mm black\"");
        format!(
            "for the line around each cell, write line = {typed}; for `lines` that join points, {ON_POINTS}"
        )
    });
    let road = format!(
        "to join cells, write a road in [board.at]: \"{}\" = {{ road = \"2mm brown\" }}; for `links` that join \
            points, {ON_POINTS}",
        road_for_links(draft).as_deref().unwrap_or("a1 .. a5")
    );
    let idle = [
        board.lines.as_ref().map(|at| (resolver.place(at), "lines", cell_line.unwrap_or_default())),
        board.diagonals.as_ref().map(|at| (resolver.place(at), "diagonals", ON_POINTS.to_owned())),
        board.links.as_ref().map(|at| (resolver.place(at), "links", road)),
        board.arrows.as_ref().map(|at| (resolver.place(at), "arrows", ONLY_FREE.to_owned())),
    ];
    for (place, key, hint) in idle.into_iter().flatten() {
        let message = format!("`{key}` has no effect on a board of cells");
        resolver.error_with_hint(codes::IDLE_KEY, place, message, hint);
    }
}

/// Returns the address of a road that joins the first two cells in `links`, such as `a1 .. a3`. Returns
/// `None` if the two cells are not on a straight line of the board.
fn road_for_links(draft: &BoardDraft<'_>) -> Option<String> {
    let addresses = draft.addresses();
    let board = addressed(draft.tiling, &addresses, &draft.names);
    let run = draft.table.links.as_ref()?.texts().into_iter().next()?;
    let cells: Vec<&str> = run.split_whitespace().filter(|name| board.has(name)).take(2).collect();
    let road = cells.join(" .. ");
    let spots = address::spots(&road, &board, &|cell| draft.kind_name(cell)).ok()?;
    (spots.len() > 1).then_some(road)
}

/// Returns a link from each point to each of its neighbours. With the key `diagonals`, diagonal
/// neighbours also count as neighbours. On a morris board, returns the lines of the board.
fn neighbour_links(draft: &BoardDraft<'_>, resolver: &mut Resolver<'_>) -> BTreeSet<[usize; 2]> {
    let addresses = draft.addresses();
    let index = CellIndex::from_cells(&addresses);
    let diagonals = draft.table.diagonals.as_ref();
    if let Some(at) = diagonals.filter(|_| draft.tiling != Tiling::Square) {
        resolver.error(codes::BAD_VALUE, at, "`diagonals` applies only to boards of squares");
        return BTreeSet::new();
    }
    if let Some((BoardShape::Morris(rings), ..)) = draft.shape {
        let links = BoardShape::morris_links(rings, diagonals.is_some());
        return links.into_iter().filter_map(|(a, b)| link(&index, a, b)).collect();
    }
    let sides = addresses
        .iter()
        .flat_map(|&address| draft.tiling.neighbours(address).map(move |next| (address, next)));
    let slanted = addresses
        .iter()
        .filter(|address| has_diagonals(**address, &addresses, diagonals.map(|at| at.value)))
        .flat_map(|&address| {
            [(1, 1), (1, -1), (-1, 1), (-1, -1)].map(|(q, r)| (address, address + CellAddress::new(q, r)))
        });
    sides.chain(slanted).filter_map(|(a, b)| link(&index, a, b)).collect()
}

/// Returns whether a point is joined to its diagonal neighbours. With `alternate`, this is true for
/// every second point, beginning with the first point of the board.
fn has_diagonals(cell: CellAddress, addresses: &[CellAddress], diagonals: Option<Diagonals>) -> bool {
    match diagonals {
        Some(Diagonals::All) => true,
        Some(Diagonals::Alternate) => {
            addresses.first().is_some_and(|first| (cell.q - first.q + cell.r - first.r) % 2 == 0)
        }
        None => false,
    }
}

/// Returns the indices of two points, the smaller one first. Returns `None` if one of the points is not
/// on the board.
fn link(index: &CellIndex, a: CellAddress, b: CellAddress) -> Option<[usize; 2]> {
    let (a, b) = (index.get(a)?, index.get(b)?);
    Some([a.min(b), a.max(b)])
}

/// Reports an icon with a `fill` but no `colour` on a point. Such a `fill` colours the square around
/// the point, but the user probably wants to colour the icon.
fn check_filled_icons(b: &Board, resolver: &mut Resolver<'_>) {
    for (_, entry) in b.at.iter().chain(b.key.iter()) {
        let element = entry.element();
        if let (Some(_), Some(fill), None) = (&element.icon, &element.fill, &element.colour) {
            let typed = resolver.text.get(fill.span.clone()).unwrap_or("\"red\"");
            let message = "this `fill` colours the square around the point, not the icon";
            let hint = format!("to colour the icon, write colour = {typed}");
            resolver.error_with_hint(codes::BAD_ELEMENT, fill, message, hint);
        }
    }
}

/// Warns about points at which no link and no arc ends. Does nothing if the board has roads or leaps.
fn warn_of_unjoined(
    draft: &BoardDraft<'_>,
    links: &BTreeSet<[usize; 2]>,
    arcs: &BTreeSet<PointArc>,
    resolver: &mut Resolver<'_>,
) {
    let has_roads = draft.table.at.iter().any(|(_, entry)| entry.road.is_some() || entry.leap.is_some());
    let Some(value) = draft.table.links.as_ref().filter(|_| !links.is_empty() && !has_roads) else { return };
    let joined: BTreeSet<usize> =
        links.iter().flatten().copied().chain(arcs.iter().flat_map(|bow| [bow.from, bow.to])).collect();
    let unjoined: Vec<&str> = draft
        .names
        .iter()
        .flat_map(|names| names.iter().enumerate())
        .filter(|(point, _)| !joined.contains(point))
        .map(|(_, name)| name)
        .collect();
    if let Some(first) = unjoined.first() {
        let message = match unjoined.len() {
            1 => format!("the point `{first}` is not joined to any other point"),
            n => format!("{n} points are not joined to any other point: {}", first_names(&unjoined, 10)),
        };
        let other = draft.names.iter().flat_map(|names| names.iter()).find(|name| !unjoined.contains(name));
        let hint = match draft.table.points.0.is_empty() {
            true => with_neighbours(draft, value),
            false => format!("add an entry that contains this point: \"{} {first}\"", other.unwrap_or("a1")),
        };
        resolver.warnings.push(codes::IDLE_KEY.warning(message).at(resolver.place(value)).hint(hint));
    }
}

/// Returns a hint about points that are not in `links`. On squares, it shows how to write all lines
/// between neighbours in `links`, with one run for each row and one for each column.
fn with_neighbours(draft: &BoardDraft<'_>, value: &Spanned<NameOr<Vec<Spanned<String>>>>) -> String {
    const MAX_RUNS: usize = 40;
    let instead = "`links` replaces the lines between neighbours";
    let Some(names) = draft.names.as_ref().filter(|_| draft.tiling == Tiling::Square) else {
        return format!("{instead}: delete it, or add an entry for each of these points");
    };
    let mut lines: BTreeMap<(bool, i32), Vec<(i32, &str)>> = BTreeMap::new();
    for (address, name) in draft.addresses().iter().zip(names.iter()) {
        lines.entry((false, address.r)).or_default().push((address.q, name));
        lines.entry((true, address.q)).or_default().push((address.r, name));
    }
    let ends = lines.values_mut().filter_map(|line| {
        line.sort_unstable();
        Some(format!("\"{} {}\"", line.first()?.1, line.last()?.1)).filter(|_| line.len() > 1)
    });
    let typed = value.texts().into_iter().map(|run| format!("\"{}\"", run.value));
    let runs: Vec<String> = ends.chain(typed).collect();
    match runs.len() <= MAX_RUNS {
        true => format!(
            "`links` replaces the lines between neighbours: to keep them, delete `links`, or write links = [{}]",
            runs.join(", ")
        ),
        false => {
            format!("{instead}: delete it, or add an entry for each row and column of these points")
        }
    }
}

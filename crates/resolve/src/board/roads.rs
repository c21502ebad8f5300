//! Compiles the keys `road` (such as `road = "2mm brown"`) and `leap` of `[board.at]`.
//!
//! - In: the entries of `[board.at]`.
//! - Out: roads.
//! - Not here: drawing the roads.
//!
//! A road is a line through the centres of the cells in an address, in the order of the address. Where
//! two successive cells do not touch, a road has a gap. A `leap` joins them too.

use super::cells::{BoardDraft, addressed};
use super::points::named_points::is_on_points;
use crate::context::Resolver;
use hexpress_base::diag::codes;
use hexpress_game::address::{self, AddressedBoard, BoardPlace};
use hexpress_game::{EdgeOrCorner, Road, Stop};
use hexpress_language::values::spanned::Spanned;

impl BoardDraft<'_> {
    /// Returns the roads of `[board.at]`, in the order of the layout.
    pub fn roads(&self, resolver: &mut Resolver<'_>) -> Vec<Road> {
        if self.table.at.0.is_empty() {
            return Vec::new();
        }
        let addresses = self.addresses();
        let board = addressed(self.tiling, &addresses, &self.names)
            .in_order(self.free.is_some())
            .of_points(is_on_points(self.table));
        let mut roads = Vec::new();
        for (key, entry) in self.table.at.iter() {
            for (value, kind) in [(&entry.road, RoadKind::Road), (&entry.leap, RoadKind::Leap)] {
                let Some(line) = value.as_ref().and_then(|line| resolver.cell_line(line)) else { continue };
                let spots = self.spots_in_order(key, &board, resolver);
                let place = resolver.place(entry);
                let runs = runs(&board, &spots, kind);
                if runs.is_empty() && !spots.is_empty() {
                    no_road(key, kind, spots.len(), resolver);
                }
                if kind == RoadKind::Road && !runs.is_empty() {
                    self.check_gaps(key, &board, &spots, resolver);
                }
                roads.extend(runs.into_iter().map(|stops| Road { line: line.clone(), stops, place }));
            }
        }
        roads
    }

    /// Warns about a road with a gap of exactly one cell, such as `a1 a3` without `a2`. If more cells
    /// are missing, the user probably wants two roads.
    fn check_gaps(
        &self,
        key: &Spanned<String>,
        board: &AddressedBoard<'_>,
        spots: &[BoardPlace],
        resolver: &mut Resolver<'_>,
    ) {
        for pair in spots.windows(2) {
            let [BoardPlace::Cell(one), BoardPlace::Cell(next)] = *pair else { continue };
            if board.touch(pair[0], pair[1]) || !self.leaves_one_out(board, one, next, spots) {
                continue;
            }
            let [one, next] = [one, next].map(|cell| board.name(cell));
            let message = format!("this road has a gap between `{one}` and `{next}`, which do not touch");
            let hint = format!(
                "write `{one} .. {next}` for the cell between them, or `leap` instead of `road` for a straight line"
            );
            resolver.warnings.push(codes::BAD_VALUE.warning(message).at(resolver.place(key)).hint(hint));
        }
    }

    /// Returns whether exactly one cell is missing between two successive cells of a road. The
    /// missing cell must be on a straight line between them, and must not be elsewhere on the road.
    fn leaves_one_out(
        &self,
        board: &AddressedBoard<'_>,
        one: usize,
        next: usize,
        spots: &[BoardPlace],
    ) -> bool {
        let (Some(from), Some(to)) = (board.cells.get(one), board.cells.get(next)) else { return false };
        let line = address::straight_lines::straight(self.tiling, board.cells, *from, *to);
        line.is_some_and(|line| {
            line.len() == 3
                && !spots.iter().any(
                    |spot| matches!(spot, BoardPlace::Cell(cell) if board.cells.get(*cell) == line.get(1)),
                )
        })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RoadKind {
    /// The key `road`. Successive places that do not touch are not joined.
    Road,
    /// The key `leap`. All successive places are joined, even if they do not touch.
    Leap,
}

/// Reports a `road` or `leap` that draws no line: its address has only one place, or no place of a road
/// touches the next one. `count` is the number of places.
fn no_road(key: &Spanned<String>, kind: RoadKind, count: usize, resolver: &mut Resolver<'_>) {
    let (message, hint) = match (kind, count) {
        (RoadKind::Leap, _) => (
            "a `leap` needs two cells, but this address names only one",
            "for example, write \"a1 b5\" = { leap = \"1mm brown\" }",
        ),
        (RoadKind::Road, 2..) => (
            "a `road` joins cells that touch, but no cell here touches the next one",
            "name every cell on the road, as in \"a1 .. a5\"; to join cells that do not touch, use `leap`",
        ),
        (RoadKind::Road, _) => (
            "a `road` joins cells that touch, but no cell here touches the next one",
            "for example, write \"a1 .. a5 b6 b6|out\" = { road = \"2mm brown\" }",
        ),
    };
    resolver.error_with_hint(codes::BAD_VALUE, key, message, hint);
}

/// Splits the places of a road into runs. The line of a run has no gap. A run ends at a place that does
/// not touch the next place, but a leap is always a single run. Runs of only one place are left out.
fn runs(board: &AddressedBoard<'_>, spots: &[BoardPlace], kind: RoadKind) -> Vec<Vec<Stop>> {
    let mut distinct = spots.to_vec();
    distinct.dedup();
    let runs = distinct.chunk_by(|a, b| kind == RoadKind::Leap || board.touch(*a, *b));
    runs.filter(|run| run.len() > 1).map(|run| run.iter().map(|spot| stop(board, *spot)).collect()).collect()
}

/// Returns the stop of a road at a cell, an edge or a corner.
fn stop(board: &AddressedBoard<'_>, spot: BoardPlace) -> Stop {
    match spot {
        BoardPlace::Cell(cell) => Stop { address: board.cells[cell], spot: None },
        BoardPlace::Edge { cell, edge } => {
            Stop { address: board.cells[cell], spot: Some(EdgeOrCorner::Edge(edge)) }
        }
        BoardPlace::Corner { cell, corner } => {
            Stop { address: board.cells[cell], spot: Some(EdgeOrCorner::Corner(corner)) }
        }
    }
}

//! `road = "2mm brown"` at an address: a line from middle to middle of the cells that it names, in its order, as far as
//! these touch; `leap` whether they touch or not.

use super::cells::{Draft, addressed};
use crate::diag::codes;
use crate::model::address::{self, AddressedBoard, Spot};
use crate::model::{DetailSpot, Road, Stop};
use crate::resolve::context::Compiler;
use crate::spec::values::place::At;

impl Draft<'_> {
    /// The roads of `[board.at]`, in its order.
    pub fn roads(&self, compiler: &mut Compiler<'_>) -> Vec<Road> {
        if self.b.at.0.is_empty() {
            return Vec::new();
        }
        let hexes = self.hexes();
        let board = addressed(self.tiling, &hexes, &self.names);
        let mut roads = Vec::new();
        for (key, entry) in self.b.at.iter() {
            for (given, is_leap) in [(&entry.road, false), (&entry.leap, true)] {
                let Some(line) = given.as_ref().and_then(|line| compiler.stroke(line)) else { continue };
                let spots = self.in_order(key, &board, compiler);
                let place = compiler.place(entry);
                let all = runs(&board, &spots, is_leap);
                if all.is_empty() && !spots.is_empty() {
                    let message = match is_leap {
                        true => "a leap leads from a cell to another, and here is one",
                        false => "a road leads from a cell to the next, and here no two touch in turn",
                    };
                    let hint = match (is_leap, spots.len()) {
                        (true, _) => "\"a1 b5\" = { leap = \"1mm brown\" }",
                        (false, 2..) => {
                            "name every cell on the way, as in \"a1 .. a5\"; a `leap` joins cells that do not touch"
                        }
                        (false, _) => "\"a1 .. a5 b6 b6|out\" = { road = \"2mm brown\" }",
                    };
                    compiler.hinted(codes::BAD_VALUE, key, message, hint);
                }
                if !is_leap && !all.is_empty() {
                    self.gap(key, &board, &spots, compiler);
                }
                roads.extend(all.into_iter().map(|stops| Road { line: line.clone(), stops, place }));
            }
        }
        roads
    }

    /// Warns of a road that leaves one cell out: the cells before and behind the gap have a neighbour in common on the
    /// straight line between them. Where the next cell is farther away, another road begins.
    fn gap(&self, key: &At<String>, board: &AddressedBoard<'_>, spots: &[Spot], compiler: &mut Compiler<'_>) {
        let cells = spots.windows(2).filter_map(|pair| match *pair {
            [Spot::Cell(one), Spot::Cell(next)] if !address::touch(board, pair[0], pair[1]) => {
                Some([one, next])
            }
            _ => None,
        });
        let hexes = |pair: [usize; 2]| Some([*board.cells.get(pair[0])?, *board.cells.get(pair[1])?]);
        let left_out = |pair: &[usize; 2]| {
            let line =
                hexes(*pair).and_then(|[a, b]| address::lines::straight(self.tiling, board.cells, a, b));
            // A cell of the gap that the address names elsewhere is not left out.
            line.is_some_and(|line| {
                line.len() == 3
                    && !spots
                        .iter()
                        .any(|spot| matches!(spot, Spot::Cell(cell) if board.cells.get(*cell) == line.get(1)))
            })
        };
        for [one, next] in cells.filter(left_out) {
            let [one, next] = [one, next].map(|cell| board.name(cell));
            let message = format!("this road has a gap from `{one}` to `{next}`, which do not touch");
            let hint = format!("write `{one} .. {next}` for the cell between them, or use `leap`");
            compiler.warnings.push(codes::BAD_VALUE.warning(message).at(compiler.place(key)).hint(hint));
        }
    }
}

/// Places that touch in turn, as long as they do, or all of them; one by itself is no road.
fn runs(board: &AddressedBoard<'_>, spots: &[Spot], is_leap: bool) -> Vec<Vec<Stop>> {
    let stop = |spot: &Spot| match *spot {
        Spot::Cell(cell) => Stop { hex: board.cells[cell], spot: None },
        Spot::Edge { cell, edge } => Stop { hex: board.cells[cell], spot: Some(DetailSpot::Edge(edge)) },
        Spot::Corner { cell, corner } => {
            Stop { hex: board.cells[cell], spot: Some(DetailSpot::Corner(corner)) }
        }
    };
    let mut spots = spots.to_vec();
    spots.dedup();
    let runs = spots.chunk_by(|a, b| is_leap || address::touch(board, *a, *b));
    runs.filter(|run| run.len() > 1).map(|run| run.iter().map(stop).collect()).collect()
}

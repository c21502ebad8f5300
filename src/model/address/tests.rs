//! Addresses, and what is said of those that name no place.

use crate::base::hex::Orientation;
use crate::model::address::*;
use crate::model::naming::{Naming, names};
use crate::model::shape::{Lean, Offset, Shape};

struct Table {
    cells: Vec<Hex>,
    names: Vec<String>,
    kinds: Vec<&'static str>,
}

impl Table {
    fn new(shape: &str, orientation: Orientation, naming: &str) -> Self {
        let shape: Shape = shape.parse().unwrap();
        let naming: Naming = naming.parse().unwrap();
        let cells = shape.cells(orientation, Lean::Left, Offset::Second);
        let names = names(&cells, orientation, &naming).unwrap();
        let kinds = cells.iter().map(|hex| if hex.q == 0 { "buy" } else { "sell" }).collect();
        Self { cells, names, kinds }
    }

    fn hexhex() -> Self {
        Self::new("hexhex 5", Orientation::FlatTop, "lines")
    }

    fn read(&self, address: &str) -> Result<Vec<Spot>, Wrong> {
        let named = AddressedBoard::new(&self.cells, self.names.iter().map(String::as_str));
        spots(address, &named, &|cell| self.kinds[cell])
    }

    fn spots(&self, address: &str) -> Vec<Spot> {
        self.read(address).unwrap()
    }

    /// The names of the cells that an address means.
    fn cells(&self, address: &str) -> Vec<&str> {
        let name = |spot| match spot {
            Spot::Cell(cell) => self.names[cell].as_str(),
            other => panic!("{other:?} is no cell"),
        };
        self.spots(address).into_iter().map(name).collect()
    }

    fn cell(&self, name: &str) -> usize {
        self.names.iter().position(|n| n == name).unwrap()
    }

    /// The message, and the words it is about.
    fn wrong<'a>(&self, address: &'a str) -> (String, &'a str) {
        let wrong = self.read(address).unwrap_err();
        (wrong.message, &address[wrong.span])
    }
}

#[test]
fn cells_runs_rings_kinds_and_the_border() {
    let board = Table::hexhex();
    assert_eq!(board.cells("e5"), ["e5"]);
    assert_eq!(board.cells("e5 e7"), ["e5", "e7"]);
    assert_eq!(board.cells(" e7,e5 , e7 "), ["e7", "e5"], "each once");
    assert_eq!(board.cells("a1 .. a5"), ["a1", "a2", "a3", "a4", "a5"]);
    assert_eq!(board.cells("c3..a1, e5"), ["c3", "b2", "a1", "e5"]);
    assert_eq!(board.cells("a1 .. a1"), ["a1"]);
    let mut ring = board.cells("ring 1 of e5");
    ring.sort_unstable();
    assert_eq!(ring, ["d4", "d5", "e4", "e6", "f5", "f6"]);
    assert_eq!(board.cells("ring 2 of e5").len(), 12);
    assert_eq!(board.cells("ring 0 of e5"), ["e5"]);
    assert_eq!(board.cells("all").len(), 61);
    assert_eq!(board.cells("border").len(), 24);
    assert_eq!(board.cells("kind buy").len(), 9);
    assert_eq!(board.cells("kind buy kind sell").len(), 61);
    assert_eq!(board.cells("kind buy border").len(), 9 + 24 - 2);
}

#[test]
fn edges_and_corners_lie_where_their_cells_meet() {
    for orientation in [Orientation::FlatTop, Orientation::PointyTop] {
        let board = Table::new("hexhex 5", orientation, "lines");
        let centre = |name: &str| orientation.unit_centre(board.cells[board.cell(name)]);
        let corners = orientation.unit_corners();
        for other in board.cells("ring 1 of e5") {
            let address = format!("e5|{other}");
            let [Spot::Edge { cell, edge }] = board.spots(&address)[..] else { panic!("{address}") };
            assert_eq!(cell, board.cell("e5"));
            let middle = centre("e5") + (corners[edge] + corners[(edge + 1) % 6]) / 2.0;
            assert!((middle - centre("e5").midpoint(centre(other))).hypot() < 1e-12, "{address}");
            assert_eq!(board.spots(&format!("{address}, {other}|e5")).len(), 1, "one edge by two names");
        }
        for [a, b, c] in [["e5", "e6", "f6"], ["f6", "e5", "e6"], ["e5", "f6", "f5"], ["e5", "d4", "d5"]] {
            let address = format!("{a}|{b} | {c}");
            let [Spot::Corner { cell, corner }] = board.spots(&address)[..] else { panic!("{address}") };
            assert_eq!(cell, board.cell(a));
            let at = centre(a) + corners[corner];
            let sum = centre(a).to_vec2() + centre(b).to_vec2() + centre(c).to_vec2();
            assert!((at.to_vec2() - sum / 3.0).hypot() < 1e-12, "{address}");
        }
        assert_eq!(board.spots("e5|e6|f6 f6|e6|e5").len(), 1, "one corner by two names");
    }
}

#[test]
fn railway_maps_and_names_with_signs_in_them() {
    let map = Table::new("rectangle 6 x 6", Orientation::PointyTop, "18xx");
    assert_eq!(map.cells("B4 .. B8"), ["B4", "B6", "B8"]);
    let borders = map.spots("C5|D6, D6|C7");
    assert!(matches!(borders[..], [Spot::Edge { .. }, Spot::Edge { .. }]));
    let axial = Table::new("hexhex 3", Orientation::PointyTop, "axial");
    assert_eq!(axial.cells("0,-1, 1,0"), ["0,-1", "1,0"]);
    assert_eq!(axial.cells("0,-1 .. 0,1"), ["0,-1", "0,0", "0,1"]);
    assert_eq!(axial.spots("0,-1|0,0").len(), 1);
    let ring = Table::new("hexhex 3", Orientation::PointyTop, "ring");
    assert_eq!(ring.cells("2.1..2.3"), ["2.1", "2.2", "2.3"]);
    let numbers = Table::new("hexhex 3", Orientation::PointyTop, "numbers");
    assert_eq!(numbers.cells("ring 0 of 10, 3"), ["10", "3"]);
}

#[test]
fn runs_pass_over_holes_and_borders_run_round_them() {
    let mut board = Table::hexhex();
    let hole = board.cell("e5");
    board.cells.remove(hole);
    board.names.remove(hole);
    board.kinds.remove(hole);
    assert_eq!(board.cells("e4 .. e7"), ["e4", "e6", "e7"]);
    assert_eq!(board.cells("border").len(), 24 + 6);
}

#[test]
fn mistakes_are_answered() {
    let board = Table::hexhex();
    let said = |address: &'static str, message: &str, about: &str| {
        assert_eq!(board.wrong(address), (message.to_owned(), about), "{address}");
    };
    said("", "an address is missing: name a cell, a run such as \"a1 .. a5\", \"border\" or \"all\"", "");
    said("e5, z9", "no cell is called `z9`: did you mean `i9`? The board has a1 to i9", "z9");
    said("E5", "no cell is called `E5`: did you mean `e5`? The board has a1 to i9", "E5");
    said("quarter", "no cell is called `quarter`: the board has a1 to i9", "quarter");
    said("bordr", "no cell is called `bordr`: did you mean `border`? The board has a1 to i9", "bordr");
    said("e5 a1 .. c2", "`a1` and `c2` are not on one straight line of cells", "a1 .. c2");
    said("e5|e7", "`e5` and `e7` are not neighbours: no edge lies between them", "e5|e7");
    said("e5|e5", "an edge lies between two cells, and `e5` stands on both sides of this one", "e5|e5");
    said("a1 e5|e6|e7", "`e5`, `e6` and `e7` do not meet in one corner", "e5|e6|e7");
    said("e5|e6|e5", "`e5`, `e6` and `e5` do not meet in one corner", "e5|e6|e5");
    said("e5|e6|f6|f5", "an edge has two cells and a corner three; here are more", "e5|e6|f6|f5");
    said("kind bui", "no cell is of a kind `bui`: did you mean `buy`?", "bui");
    said("kind water", "no cell is of a kind `water`: those on the board are: buy, sell", "water");
    said("kind", "which kind? Those on the board are: buy, sell", "kind");
    said("ring two of e5", "a ring is so many steps from a cell, such as \"ring 2 of e5\"", "ring two of e5");
    said("ring 2", "a ring is so many steps from a cell, such as \"ring 2 of e5\"", "ring 2");
    said("e5 ring 9 of a1", "no cell is 9 steps from `a1`", "ring 9 of a1");
    said("a1 ..", "a cell is missing after `..`", "..");
    said("| a1", "a cell is missing before `|`", "|");
    let bare = |cells: &[Hex]| spots("e5", &AddressedBoard::new(cells, []), &|_| "").unwrap_err();
    assert!(bare(&[Hex::new(0, 0)]).message.contains("no names yet"));
    assert_eq!(bare(&[]).message, "no cell is called `e5`: the board has no cells");
}

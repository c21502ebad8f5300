//! Tests addresses, and the messages for addresses that do not name a place.

use crate::address::*;
use crate::naming::{Naming, names};
use crate::shape::{BoardShape, Lean, Offset};
use hexpress_base::tiling::Tiling;

struct TestBoard {
    tiling: Tiling,
    cells: Vec<CellAddress>,
    names: Vec<String>,
    kinds: Vec<&'static str>,
}

impl TestBoard {
    fn new(shape: &str, tiling: Tiling, naming: &str) -> Self {
        let shape: BoardShape = shape.parse().unwrap();
        let naming: Naming = naming.parse().unwrap();
        let cells = shape.cells(tiling, Lean::Left, Offset::Second);
        let names = names(&cells, tiling, &naming).unwrap().iter().map(str::to_owned).collect();
        let kinds = cells.iter().map(|address| if address.q == 0 { "buy" } else { "sell" }).collect();
        Self { tiling, cells, names, kinds }
    }

    fn hexhex() -> Self {
        Self::new("hexhex 5", Tiling::FlatTop, "lines")
    }

    fn read(&self, address: &str) -> Result<Vec<BoardPlace>, AddressError> {
        let named = AddressedBoard::new(self.tiling, &self.cells, self.names.iter().map(String::as_str));
        spots(address, &named, &|cell| self.kinds[cell])
    }

    fn spots(&self, address: &str) -> Vec<BoardPlace> {
        self.read(address).unwrap()
    }

    /// Returns the names of the cells that an address names.
    fn cells(&self, address: &str) -> Vec<&str> {
        let name = |spot| match spot {
            BoardPlace::Cell(cell) => self.names[cell].as_str(),
            other => panic!("{other:?} is no cell"),
        };
        self.spots(address).into_iter().map(name).collect()
    }

    fn cell(&self, name: &str) -> usize {
        self.names.iter().position(|n| n == name).unwrap()
    }

    /// Returns the message for a wrong address, and the part of the address that the message marks.
    fn wrong<'a>(&self, address: &'a str) -> (String, &'a str) {
        let error = self.read(address).unwrap_err();
        (error.message, &address[error.span])
    }
}

#[test]
fn cells_are_named_by_runs_rings_kinds_and_the_border() {
    let board = TestBoard::hexhex();
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
fn edges_and_corners_are_where_their_cells_meet() {
    for tiling in [Tiling::FlatTop, Tiling::PointyTop] {
        let board = TestBoard::new("hexhex 5", tiling, "lines");
        let centre = |name: &str| tiling.unit_centre(board.cells[board.cell(name)]);
        let corners = tiling.unit_corners(CellAddress::new(0, 0));
        for other in board.cells("ring 1 of e5") {
            let address = format!("e5|{other}");
            let [BoardPlace::Edge { cell, edge }] = board.spots(&address)[..] else { panic!("{address}") };
            assert_eq!(cell, board.cell("e5"));
            let mid = centre("e5") + (corners[edge] + corners[(edge + 1) % 6]) / 2.0;
            assert!((mid - centre("e5").midpoint(centre(other))).hypot() < 1e-12, "{address}");
            assert_eq!(board.spots(&format!("{address}, {other}|e5")).len(), 1, "one edge by two names");
        }
        for [a, b, c] in [["e5", "e6", "f6"], ["f6", "e5", "e6"], ["e5", "f6", "f5"], ["e5", "d4", "d5"]] {
            let address = format!("{a}|{b} | {c}");
            let [BoardPlace::Corner { cell, corner }] = board.spots(&address)[..] else {
                panic!("{address}")
            };
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
    let map = TestBoard::new("rectangle 6 x 6", Tiling::PointyTop, "18xx");
    assert_eq!(map.cells("B4 .. B8"), ["B4", "B6", "B8"]);
    let borders = map.spots("C5|D6, D6|C7");
    assert!(matches!(borders[..], [BoardPlace::Edge { .. }, BoardPlace::Edge { .. }]));
    let axial = TestBoard::new("hexhex 3", Tiling::PointyTop, "axial");
    assert_eq!(axial.cells("0,-1, 1,0"), ["0,-1", "1,0"]);
    assert_eq!(axial.cells("0,-1 .. 0,1"), ["0,-1", "0,0", "0,1"]);
    assert_eq!(axial.spots("0,-1|0,0").len(), 1);
    let ring = TestBoard::new("hexhex 3", Tiling::PointyTop, "ring");
    assert_eq!(ring.cells("2.1..2.3"), ["2.1", "2.2", "2.3"]);
    let numbers = TestBoard::new("hexhex 3", Tiling::PointyTop, "numbers");
    assert_eq!(numbers.cells("ring 0 of 10, 3"), ["10", "3"]);
}

#[test]
fn runs_skip_holes_and_borders_surround_them() {
    let mut board = TestBoard::hexhex();
    let hole = board.cell("e5");
    board.cells.remove(hole);
    board.names.remove(hole);
    board.kinds.remove(hole);
    assert_eq!(board.cells("e4 .. e7"), ["e4", "e6", "e7"]);
    assert_eq!(board.cells("border").len(), 24 + 6);
}

#[test]
fn unknown_places_are_errors_with_hints() {
    let board = TestBoard::hexhex();
    let said = |address: &'static str, message: &str, about: &str| {
        assert_eq!(board.wrong(address), (message.to_owned(), about), "{address}");
    };
    said("", "expected an address, found nothing", "");
    said("e5, z9", "unknown cell `z9`: the board has a1 to i9", "z9");
    said("quarter", "unknown cell `quarter`: the board has a1 to i9", "quarter");
    said("e5 a1 .. c2", "`a1` and `c2` are not on one straight line of cells", "a1 .. c2");
    said("e5|e7", "`e5` and `e7` are not neighbours: there is no edge between them", "e5|e7");
    said("e5|e5", "an edge is between two cells, but this one has `e5` on both sides", "e5|e5");
    said("a1 e5|e6|e7", "`e5`, `e6` and `e7` do not meet at one corner", "e5|e6|e7");
    said("e5|e6|e5", "`e5`, `e6` and `e5` do not meet at one corner", "e5|e6|e5");
    said(
        "e5|e6|f6|f5",
        "an edge is between two cells and a corner between three, but this address names more",
        "e5|e6|f6|f5",
    );
    said("kind water", "no cell has the kind `water`", "water");
    said("kind", "expected a kind after `kind`; the board has: buy, sell", "kind");
    said("ring 2 e5", "expected `ring 2 of e5`", "ring 2 e5");
    said(
        "ring two of e5",
        "expected a number after `ring` and a cell after `of`, such as \"ring 2 of e5\"",
        "ring two of e5",
    );
    said(
        "ring 2",
        "expected a number after `ring` and a cell after `of`, such as \"ring 2 of e5\"",
        "ring 2",
    );
    said("e5 ring 9 of a1", "no cell is 9 steps from `a1`", "ring 9 of a1");
    said("a1 ..", "expected a cell after `..`", "..");
    said("| a1", "expected a cell before `|`", "|");
    for (address, hint) in [
        ("E5", "did you mean `e5`?"),
        ("5e", "did you mean `e5`?"),
        ("bordr", "did you mean `border`?"),
        ("kind bui", "did you mean `buy`?"),
        ("kind water", "choose one of: buy, sell"),
        ("a1 to e5", "write a run of cells with two dots: \"a1 .. e1\""),
    ] {
        assert_eq!(board.read(address).unwrap_err().hint.as_deref(), Some(hint), "{address}");
    }
    let bare = |cells: &[CellAddress]| {
        spots("e5", &AddressedBoard::new(Tiling::FlatTop, cells, []), &|_| "").unwrap_err()
    };
    assert!(bare(&[CellAddress::new(0, 0)]).message.contains("the cells of the board have no names"));
    assert_eq!(bare(&[]).message, "unknown cell `e5`: the board has no cells");
}

#[test]
fn squares_touch_over_edges_and_corners() {
    let board = TestBoard::new("rectangle 8 x 8", Tiling::Square, "chess");
    assert_eq!(board.cells("a1 .. d4"), ["a1", "b2", "c3", "d4"]);
    assert_eq!(board.cells("e4 .. e6"), ["e4", "e5", "e6"]);
    assert!(board.read("a1 .. b3").unwrap_err().message.contains("not on one straight line"));
    assert_eq!(board.cells("ring 1 of e4").len(), 8);
    assert_eq!(board.cells("ring 2 of e4").len(), 16);
    assert_eq!(board.cells("border").len(), 28);
    assert!(matches!(board.spots("e4|e5")[..], [BoardPlace::Edge { edge: 0, .. }]));
    // Each part of this address names the same corner: by two cells that share only this corner, by
    // three cells, and by four cells.
    assert!(matches!(
        board.spots("e4|f5 f4|e5 e4|f5|f4 e4|e5|f5|f4")[..],
        [BoardPlace::Corner { corner: 1, .. }]
    ));
    assert!(board.read("e4|e6").unwrap_err().message.contains("not neighbours"));
    assert!(board.read("e4|e5|e6").unwrap_err().message.contains("do not meet"));
}

/// An edge with a cell on only one side also has an address. The edges of a cell are counted clockwise
/// from the top.
#[test]
fn border_edges_have_addresses() {
    let board = TestBoard::new("rectangle 8 x 8", Tiling::Square, "chess");
    let edges = |address: &str| -> Vec<usize> {
        let edge = |spot| match spot {
            BoardPlace::Edge { edge, .. } => edge,
            other => panic!("{other:?}"),
        };
        board.spots(address).into_iter().map(edge).collect()
    };
    assert_eq!(edges("a1|out"), [2, 3]);
    assert_eq!((edges("a1|out2"), edges("h8|out1"), edges("d8|out")), (vec![3], vec![0], vec![0]));
    assert!(board.read("d4|out").unwrap_err().message.contains("no edge on the border"));
    assert!(board.read("a1|out3").unwrap_err().message.contains("`a1|out1` to `a1|out2`"));
    let hexagons = TestBoard::new("hexhex 2", Tiling::PointyTop, "lines");
    // No edge of these cells faces up, so counting begins at the upper right.
    assert!(
        matches!(hexagons.spots("a1|out1")[..], [BoardPlace::Edge { edge: 3, .. }]),
        "{:?}",
        hexagons.spots("a1|out")
    );
    assert_eq!(hexagons.spots("a1|out").len(), 3);
}

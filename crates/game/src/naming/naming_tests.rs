//! Checks that the names of cells are the same as on published boards.

use std::collections::HashMap;

use crate::naming::*;
use crate::shape::{BoardShape, Lean, Offset};
use Tiling::{FlatTop, PointyTop};

struct NamedBoard {
    tiling: Tiling,
    at: HashMap<String, CellAddress>,
    list: Vec<String>,
}

fn listed(cells: &[CellAddress], tiling: Tiling, naming: &Naming) -> Vec<String> {
    names(cells, tiling, naming).unwrap().iter().map(str::to_owned).collect()
}

impl NamedBoard {
    fn with(shape: &str, tiling: Tiling, lean: Lean, naming: &Naming) -> Self {
        let shape: BoardShape = shape.parse().unwrap();
        let cells = shape.cells(tiling, lean, Offset::Second);
        let list = listed(&cells, tiling, naming);
        assert_eq!(list.len(), cells.len());
        Self { tiling, at: list.iter().cloned().zip(cells).collect(), list }
    }

    fn new(shape: &str, tiling: Tiling, naming: &str) -> Self {
        Self::with(shape, tiling, Lean::Left, &naming.parse().unwrap())
    }

    fn has(&self, names: &str) {
        for name in names.split_whitespace() {
            assert!(self.at.contains_key(name), "{name}");
        }
    }

    fn lacks(&self, names: &str) {
        for name in names.split_whitespace() {
            assert!(!self.at.contains_key(name), "{name}");
        }
    }

    /// Returns the names of the neighbours of a cell, sorted.
    fn neighbours(&self, name: &str) -> Vec<&str> {
        let cell = self.at[name];
        let near = self.at.iter().filter(|(_, address)| address.distance(cell) == 1);
        let mut found: Vec<&str> = near.map(|(name, _)| name.as_str()).collect();
        found.sort_unstable();
        found
    }

    /// Returns the direction from one cell to another. The first number is 1 for right and -1 for left.
    /// The second is 1 for above and -1 for below.
    fn direction(&self, from: &str, to: &str) -> (i32, i32) {
        let (a, b) = (self.tiling.unit_centre(self.at[from]), self.tiling.unit_centre(self.at[to]));
        (sign(b.x - a.x), sign(a.y - b.y))
    }
}

fn sign(n: f64) -> i32 {
    if n.abs() < 1e-9 { 0 } else { n.signum() as i32 }
}

#[test]
fn hex_eleven_begins_in_an_acute_corner() {
    for tiling in [FlatTop, PointyTop] {
        for lean in [Lean::Left, Lean::Right] {
            let board = NamedBoard::with("rhombus 11 x 11", tiling, lean, &"hex".parse().unwrap());
            board.has("a1 a11 k1 k11 i1 f6");
            board.lacks("l1 a12 a0");
            assert_eq!(board.neighbours("a1"), ["a2", "b1"], "{tiling:?} {lean:?}");
            assert_eq!(board.neighbours("k11"), ["j11", "k10"]);
            assert_eq!(board.neighbours("k1"), ["j1", "j2", "k2"]);
            assert_eq!(board.neighbours("f6"), ["e6", "e7", "f5", "f7", "g5", "g6"]);
            assert_eq!(board.direction("a1", "b1").0, 1, "letters go right");
        }
        let board = NamedBoard::new("rhombus 11 x 11", tiling, "hex");
        assert_eq!(board.direction("a1", "a2").1, -1, "numbers go down");
        let big = NamedBoard::new("parallelogram 30 x 2", tiling, "hex");
        big.has("z1 aa1 ab2 ad2");
    }
}

#[test]
fn hex_may_begin_in_another_corner() {
    let mut naming = Naming::default_for(Scheme::Hex);
    naming.from = Some(Corner::BottomRight);
    let board = NamedBoard::with("rhombus 5 x 5", PointyTop, Lean::Left, &naming);
    assert_eq!(board.neighbours("a1"), ["a2", "b1"]);
    assert_eq!((board.direction("a1", "b1"), board.direction("a1", "a2").1), ((-1, 0), 1));
    naming.from = Some(Corner::Top);
    let named = names(&[CellAddress::new(0, 0)], PointyTop, &naming);
    assert_eq!(named, Err(NamingError::NotRectangleCorner));
}

#[test]
fn glinski_files_and_start() {
    let board = NamedBoard::new("hexhex 6", FlatTop, "glinski");
    let lengths = [6, 7, 8, 9, 10, 11, 10, 9, 8, 7, 6];
    for (file, length) in "abcdefghikl".chars().zip(lengths) {
        for rank in 1..=length {
            board.has(&format!("{file}{rank}"));
        }
        board.lacks(&format!("{file}0 {file}{}", length + 1));
        assert_eq!(board.direction(&format!("{file}1"), &format!("{file}2")), (0, 1), "files go up");
    }
    assert_eq!(board.at["f6"], CellAddress::new(0, 0));
    let (white, black) = (
        "g1 e1 c1 i1 f1 f2 f3 d1 h1 b1 c2 d3 e4 f5 g4 h3 i2 k1",
        "g10 e10 c8 i8 f11 f10 f9 d9 h9 b7 c7 d7 e7 f7 g7 h7 i7 k7",
    );
    assert_eq!(white.split(' ').count() + black.split(' ').count(), 36);
    board.has(&format!("{white} {black}"));
    // The starting positions of the two players are mirror images. Both lists contain the pieces in the
    // same order.
    for (w, b) in white.split(' ').zip(black.split(' ')) {
        let (w, b) = (FlatTop.unit_centre(board.at[w]), FlatTop.unit_centre(board.at[b]));
        assert!((w.x - b.x).abs() < 1e-9 && (w.y + b.y).abs() < 1e-9);
    }
    assert_eq!(board.neighbours("f1"), ["e1", "f2", "g1"]);
    assert_eq!(board.neighbours("f6"), ["e5", "e6", "f5", "f7", "g5", "g6"]);
    // The scheme `lines` names the same cells by their positions along two slanted directions. File and
    // rank are computed from these positions.
    let skew = NamedBoard::new("hexhex 6", FlatTop, "lines");
    for (name, address) in &skew.at {
        let letter = i64::from(name.as_bytes()[0] - b'a') + 1;
        let number: i64 = name[1..].parse().unwrap();
        let file = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "k", "l"][(5 + letter - number) as usize];
        assert_eq!(board.at[&format!("{file}{}", letter.min(number))], *address, "{name}");
    }
}

#[test]
fn glinski_needs_an_odd_number_of_upright_files() {
    let naming = Naming::default_for(Scheme::Glinski);
    assert_eq!(names(&[CellAddress::new(0, 0)], PointyTop, &naming), Err(NamingError::NeedsFlatTop));
    let two = [CellAddress::new(0, 0), CellAddress::new(1, 0)];
    assert_eq!(names(&two, FlatTop, &naming), Err(NamingError::NoMiddleFile { files: 2 }));
    let mut turned = naming;
    turned.from = Some(Corner::TopRight);
    let board = NamedBoard::with("hexhex 6", FlatTop, Lean::Left, &turned);
    assert_eq!(board.neighbours("f1"), ["e1", "f2", "g1"]);
    assert_eq!((board.direction("a1", "b1").0, board.direction("a1", "a2")), (-1, (0, -1)));
    assert_eq!(board.at["f6"], CellAddress::new(0, 0));
}

#[test]
fn skew_lines_of_two_hexhexes() {
    for tiling in [FlatTop, PointyTop] {
        for (shape, n, centre, end) in [("hexhex 4", 4, "d4", "g7"), ("hexhex 5", 5, "e5", "i9")] {
            let board = NamedBoard::new(shape, tiling, "lines");
            board.has("a2 b3 b4 b5 c3 c4 d4 d6 d7 e5 e6 f7");
            board.has(end);
            assert_eq!(board.at[centre], CellAddress::new(0, 0));
            for letter in 1..=2 * n - 1_i32 {
                for number in 1..=2 * n - 1 {
                    let name = format!("{}{number}", char::from(b'a' + (letter - 1) as u8));
                    assert_eq!(board.at.contains_key(&name), (letter - number).abs() < n, "{name}");
                }
            }
            assert_eq!(board.neighbours("a1"), ["a2", "b1", "b2"]);
            // All cells with the same letter are on a straight line, and so are all cells with the
            // same number.
            for (name, address) in &board.at {
                let line = name.starts_with('e') || name.ends_with('5');
                if line && n == 5 {
                    let e5 = CellAddress::new(0, 0);
                    assert!(address.q == e5.q || address.r == e5.r || address.s() == e5.s(), "{name}");
                }
            }
        }
        let board = NamedBoard::new("hexhex 10", tiling, "havannah");
        board.has("a1 a10 j1 j10 s19 s10 j19");
        board.lacks("a11 k1 s9");
    }
    let flat = NamedBoard::new("hexhex 5", FlatTop, "lines");
    assert_eq!(
        (flat.direction("a1", "i9"), flat.direction("a1", "e1"), flat.direction("a1", "a5")),
        ((0, 1), (1, 1), (-1, 1))
    );
    let pointy = NamedBoard::new("hexhex 5", PointyTop, "lines");
    assert_eq!(
        (pointy.direction("a1", "e1"), pointy.direction("a1", "a5"), pointy.direction("a1", "i9")),
        ((1, 0), (-1, 1), (1, 1))
    );
}

#[test]
fn skew_lines_from_every_corner() {
    let mut naming = Naming::default_for(Scheme::Lines);
    let both = "top-left top-right bottom-left bottom-right";
    for (tiling, words) in
        [(FlatTop, "top bottom"), (PointyTop, "left right"), (FlatTop, both), (PointyTop, both)]
    {
        for word in words.split(' ') {
            naming.from = Some(word.parse().unwrap());
            let board = NamedBoard::with("hexhex 3", tiling, Lean::Left, &naming);
            let away = |from: &str, to: &str| i32::from(word.contains(from)) - i32::from(word.contains(to));
            let way = (away("left", "right"), away("bottom", "top"));
            assert_eq!(
                (board.direction("a1", "e5"), board.neighbours("a1")),
                (way, vec!["a2", "b1", "b2"]),
                "{word}"
            );
        }
    }
    naming.from = Some(Corner::Left);
    assert_eq!(names(&[], FlatTop, &naming), Err(NamingError::NotFlatTopCorner));
    naming.from = Some(Corner::Top);
    assert_eq!(names(&[], PointyTop, &naming), Err(NamingError::NotPointyTopCorner));
}

#[test]
fn railway_maps_count_half_steps() {
    let pointy = NamedBoard::new("rectangle 4 x 4", PointyTop, "18xx");
    pointy.has("A1 A3 A7 B2 B8 C1 D2 D8");
    pointy.lacks("A2 B1");
    assert_eq!(pointy.neighbours("B4"), ["A3", "A5", "B2", "B6", "C3", "C5"]);
    let flat = NamedBoard::new("rectangle 4 x 4", FlatTop, "18xx");
    assert_eq!(flat.neighbours("B4"), ["A3", "A5", "B2", "B6", "C3", "C5"]);
    assert_eq!((flat.direction("A1", "A3"), pointy.direction("A1", "A3")), ((0, -1), (1, 0)));
}

#[test]
fn offset_doubled_axial_and_numbers() {
    for tiling in [FlatTop, PointyTop] {
        let offset = NamedBoard::new("rectangle 3 x 4", tiling, "offset");
        let mut sorted = offset.list.clone();
        sorted.sort();
        assert_eq!(sorted, ["a1", "a2", "a3", "a4", "b1", "b2", "b3", "b4", "c1", "c2", "c3", "c4"]);
        let doubled = NamedBoard::new("hexhex 2", tiling, "doubled");
        assert_eq!(doubled.at.len(), 7);
        let axial = NamedBoard::new("hexhex 2", tiling, "axial");
        assert_eq!((axial.at["0,0"], axial.at["-1,1"]), (CellAddress::new(0, 0), CellAddress::new(-1, 1)));
        let mut naming = Naming::default_for(Scheme::Numbers);
        let plain = NamedBoard::with("hexhex 3", tiling, Lean::Left, &naming);
        assert_eq!(plain.list, (1..=19).map(|n| n.to_string()).collect::<Vec<_>>());
        naming.from = Some(Corner::BottomRight);
        let turned = NamedBoard::with("hexhex 3", tiling, Lean::Left, &naming);
        assert_eq!(turned.list, (1..=19).rev().map(|n| n.to_string()).collect::<Vec<_>>());
    }
    let doubled = NamedBoard::new("hexhex 2", PointyTop, "doubled");
    assert_eq!(doubled.list, ["2,1", "4,1", "1,2", "3,2", "5,2", "2,3", "4,3"]);
    let war = Naming {
        first: "01..".parse().unwrap(),
        second: "01..".parse().unwrap(),
        form: "M-{column}{row}".to_owned(),
        ..Naming::default_for(Scheme::Offset)
    };
    let map = NamedBoard::with("rectangle 12 x 10", FlatTop, Lean::Left, &war);
    map.has("M-0101 M-1210 M-0510");
    assert_eq!(map.neighbours("M-0202"), ["M-0102", "M-0103", "M-0201", "M-0203", "M-0302", "M-0303"]);
}

#[test]
fn rings_go_clockwise_from_the_top() {
    for (tiling, way) in [(FlatTop, (0, 1)), (PointyTop, (1, 1))] {
        let board = NamedBoard::new("hexhex 3", tiling, "ring");
        assert_eq!(board.at["0"], CellAddress::new(0, 0));
        board.has("1.1 1.6 2.1 2.12");
        board.lacks("0.1 1.7 2.13");
        assert_eq!(board.direction("0", "2.1"), way);
        for (ring, count) in [(1, 6), (2, 12)] {
            for i in 1..=count {
                let (a, b) = (format!("{ring}.{i}"), format!("{ring}.{}", i % count + 1));
                assert_eq!(board.at[&a].distance(board.at[&b]), 1, "{a} {b}");
                let (p, q) = (tiling.unit_centre(board.at[&a]), tiling.unit_centre(board.at[&b]));
                assert!(p.to_vec2().cross(q.to_vec2()) > 0.0, "clockwise on a sheet whose y goes down");
            }
        }
    }
    let two = [CellAddress::new(0, 0), CellAddress::new(1, 0)];
    let named = names(&two, FlatTop, &Naming::default_for(Scheme::Ring));
    assert_eq!(named, Err(NamingError::NoCentreCell));
}

#[test]
fn ragged_boards_have_unique_names_in_every_scheme() {
    let shape: BoardShape = "star 3".parse().unwrap();
    for tiling in [FlatTop, PointyTop] {
        let mut cells = shape.cells(tiling, Lean::Left, Offset::Second);
        cells.retain(|address| {
            ![CellAddress::new(1, 1), CellAddress::new(-2, 0), CellAddress::new(0, 3)].contains(address)
        });
        cells.reverse();
        for (word, scheme) in SCHEMES {
            let made = names(&cells, tiling, &Naming::default_for(scheme));
            if scheme == Scheme::Draughts || (scheme == Scheme::Glinski && tiling == PointyTop) {
                assert!(made.is_err());
            } else {
                assert_eq!(made.unwrap().len(), cells.len(), "{word}");
            }
            assert_eq!(names(&[], FlatTop, &Naming::default_for(scheme)), Ok(CellNames::default()), "{word}");
        }
    }
}

#[test]
fn names_that_do_not_suit_a_board_are_errors() {
    assert_eq!(
        "havanna".parse::<Naming>().unwrap_err().to_string(),
        "unknown naming scheme `havanna`; did you mean `havannah`?"
    );
    assert_eq!(
        "botom-left".parse::<Corner>().unwrap_err().to_string(),
        "unknown corner `botom-left`; did you mean `bottom-left`?"
    );
    let error_of = |form: &str| {
        let naming = Naming { form: form.to_owned(), ..Naming::default_for(Scheme::Hex) };
        names(&[CellAddress::new(0, 0), CellAddress::new(0, 1)], FlatTop, &naming).unwrap_err()
    };
    assert_eq!(error_of("{column}"), NamingError::SharedName { name: "a".to_owned(), cells: [1, 2] });
    assert_eq!(error_of("{colum}{row}"), NamingError::UnknownPart("colum".to_owned()));
    assert_eq!(error_of("{column"), NamingError::UnclosedForm("{column".to_owned()));
    assert_eq!(error_of("{column} {row}"), NamingError::SeparatorInForm(' '));
}

/// Checks the names at the corners of boards for chess, go and draughts. Also checks a board on
/// which every other row runs in the opposite direction.
#[test]
fn squares_have_the_names_of_their_boards() {
    let called = |shape: &str, naming: &str| {
        let shape: BoardShape = shape.parse().unwrap();
        let cells = shape.cells(Tiling::Square, Lean::Left, Offset::Second);
        listed(&cells, Tiling::Square, &naming.parse().unwrap())
    };
    let ends = |names: &[String]| [0, 7, 56, 63].map(|i| names[i].clone());
    assert_eq!(ends(&called("rectangle 8 x 8", "chess")), ["a8", "h8", "a1", "h1"]);
    let go = called("rectangle 19 x 19", "go");
    assert_eq!((go[0].as_str(), go[360].as_str(), go[8].as_str()), ("A19", "T1", "J19"));
    assert_eq!(ends(&called("rectangle 8 x 8", "snake")), ["64", "57", "1", "8"]);
    assert_eq!(ends(&called("rectangle 8 x 8", "ccrr")), ["0101", "0801", "0108", "0808"]);
    let draughts = called("rectangle 8 x 8", "draughts");
    assert_eq!((&*draughts[0], &*draughts[1], &*draughts[56], &*draughts[62]), ("", "1", "29", "32"));
    let large = called("rectangle 10 x 10", "draughts");
    assert_eq!(
        (&*large[1], &*large[90], large.iter().filter(|name| name.is_empty()).count()),
        ("1", "46", 50)
    );
    let ring = called("rectangle 5 x 5", "ring");
    assert_eq!((&*ring[12], &*ring[7], &*ring[2], &*ring[3]), ("0", "1.1", "2.1", "2.2"));
    let of_hexagons = |naming: &str| {
        naming.parse::<Naming>().map(|naming| names(&[CellAddress::new(0, 0)], FlatTop, &naming))
    };
    assert!(of_hexagons("draughts").unwrap().is_err() && of_hexagons("ccrr").unwrap().is_ok());
}

/// In tilings whose cells have several shapes, a step to the next ring crosses an edge or a corner.
/// An octagon has four octagons and four squares around it.
#[test]
fn rings_of_cells_of_several_sorts() {
    let cells = "diamond 2".parse::<BoardShape>().unwrap().cells(Tiling::T488, Lean::Left, Offset::Second);
    let ring = listed(&cells, Tiling::T488, &"ring".parse().unwrap());
    assert_eq!(ring.len(), cells.len());
    assert_eq!(ring.iter().filter(|name| **name == "0").count(), 1);
    assert_eq!(ring.iter().filter(|name| name.starts_with("1.")).count(), cells.len() - 1);
    let unique: std::collections::HashSet<_> = ring.iter().collect();
    assert_eq!(unique.len(), ring.len());
}

#[test]
fn names_have_two_parts() {
    assert_eq!(split_name("e5"), Some(("e", "5")));
    assert_eq!(split_name("aa12"), Some(("aa", "12")));
    assert_eq!(split_name("5-3"), Some(("5", "3")));
    assert_eq!(split_name("17"), None);
}

#[test]
fn names_are_described_with_the_column_of_an_unknown_name() {
    let names = ["a4", "a5", "b3", "b5", "c1"];
    let said = |word: &str| names_in_words(word, &names).unwrap();
    assert_eq!(said("a1"), "the names with `a` are a4 to a5");
    assert_eq!(said("c5"), "the only name with `c` is c1");
    for word in ["a9", "b4", "d1", "zz"] {
        assert_eq!(said(word), "the board has columns a to c and rows 1 to 5", "{word}");
    }
}

//! Compares shapes of hexagons with formulas and with drawn pictures, for both tilings of hexagons.

use crate::cells::{adjacencies, border_edges, border_loops, components, holes, unique_edges, vertices};
use crate::shape::*;

const BOTH: [Tiling; 2] = [Tiling::FlatTop, Tiling::PointyTop];
const EVERY: [(Lean, Offset); 2] = [(Lean::Left, Offset::Second), (Lean::Right, Offset::First)];

fn shape(text: &str) -> BoardShape {
    text.parse().unwrap()
}

/// Checks the numbers of cells, adjacencies, edges, corners and border edges of a shape, with every
/// tiling, lean and offset.
fn assert_counts(text: &str, cells: usize, adjacent: usize) {
    for tiling in BOTH {
        for (lean, offset) in EVERY {
            let what = format!("{text} {tiling:?} {lean:?} {offset:?}");
            let found = shape(text).cells(tiling, lean, offset);
            assert_eq!(found.len(), cells, "{what}");
            assert_eq!(shape(text).count(), cells as u64, "{what}");
            assert_eq!(adjacencies(tiling, &found), adjacent, "{what}");
            assert_eq!(unique_edges(tiling, &found, adjacent), 6 * cells - adjacent, "{what}");
            assert_eq!(border_edges(tiling, &found).len(), 6 * cells - 2 * adjacent, "{what}");
            // This is Euler's formula for a connected board without holes.
            assert_eq!(vertices(tiling, &found), 6 * cells - adjacent - cells + 1, "{what}");
            assert_eq!((components(tiling, &found).len(), holes(tiling, &found).len()), (1, 0), "{what}");
            let loops = border_loops(tiling, &found);
            assert_eq!((loops.len(), loops[0].len()), (1, 6 * cells - 2 * adjacent), "{what}");
        }
    }
}

#[test]
fn counts_follow_the_formulas() {
    for n in 1..=11_usize {
        assert_counts(&format!("hexhex {n}"), 3 * n * (n - 1) + 1, 9 * n * n + 6 - 15 * n);
        assert_counts(&format!("rhombus {n} x {n}"), n * n, 3 * n * n + 1 - 4 * n);
        assert_counts(&format!("triangle {n}"), n * (n + 1) / 2, 3 * n * (n - 1) / 2);
        // `star n` consists of a hexhex with n + 1 cells on a side, and of six triangles with n
        // cells on a side. Each triangle touches n + 1 cells of the hexhex, along 2n edges.
        let (k, points) = (n + 1, 6 * (3 * n * (n - 1) / 2 + 2 * n));
        assert_counts(&format!("star {n}"), 6 * n * (n + 1) + 1, 9 * k * k + 6 - 15 * k + points);
        for m in 1..=6_usize {
            let adjacent = 3 * n * m + 1 - 2 * n - 2 * m;
            assert_counts(&format!("parallelogram {n} x {m}"), n * m, adjacent);
        }
    }
}

#[test]
fn the_offset_does_not_change_the_counts_of_a_rectangle() {
    for (columns, rows) in [(1_usize, 1_usize), (8, 10), (3, 2), (5, 1), (7, 7)] {
        for tiling in BOTH {
            // The board consists of `lines` lines, each with `along` cells. Two cells may be adjacent
            // within a line, or across two lines.
            let (along, lines) = match tiling {
                Tiling::PointyTop => (columns, rows),
                _ => (rows, columns),
            };
            let adjacent = lines * (along - 1) + (lines - 1) * (2 * along - 1);
            for offset in [Offset::Second, Offset::First] {
                let text = format!("rectangle {columns} x {rows}");
                let cells = shape(&text).cells(tiling, Lean::Left, offset);
                assert_eq!((cells.len(), adjacencies(tiling, &cells)), (columns * rows, adjacent), "{text}");
                assert_eq!(
                    vertices(tiling, &cells),
                    unique_edges(tiling, &cells, adjacent) - cells.len() + 1,
                    "{text}"
                );
            }
        }
    }
}

#[test]
fn published_boards_have_their_published_numbers() {
    for (text, cells, adjacent, edges, corners, longest) in
        [("rhombus 11 x 11", 121, 320, 406, 286, 86), ("hexhex 10", 271, 756, 870, 600, 114)]
    {
        for tiling in BOTH {
            let found = shape(text).cells(tiling, Lean::Right, Offset::Second);
            assert_eq!((found.len(), adjacencies(tiling, &found)), (cells, adjacent), "{text}");
            assert_eq!(
                (unique_edges(tiling, &found, adjacent), vertices(tiling, &found)),
                (edges, corners),
                "{text}"
            );
            assert_eq!(border_edges(tiling, &found).len(), longest, "{text}");
        }
    }
    assert_eq!((shape("hexhex 6").count(), shape("star 4").count(), shape("star 2").count()), (91, 121, 37));
}

/// Draws each cell as a letter at its position on paper. Two neighbouring cells of a row are two
/// characters apart.
fn picture(text: &str, tiling: Tiling, lean: Lean, offset: Offset) -> String {
    let (width, height) = match tiling {
        Tiling::PointyTop => (hexpress_base::tiling::hex::SQRT_3 / 2.0, 1.5),
        _ => (1.5, hexpress_base::tiling::hex::SQRT_3 / 2.0),
    };
    let cells = shape(text).cells(tiling, lean, offset);
    // The tested code sorts cells by whole numbers. The picture is made from the middles of the cells
    // instead, as an independent check.
    let centres: Vec<(i32, i32)> = cells
        .iter()
        .map(|&address| tiling.unit_centre(address))
        .map(|c| ((c.x / width).round() as i32, (c.y / height).round() as i32))
        .collect();
    let left = centres.iter().map(|c| c.0).min().unwrap();
    let (top, bottom) = (centres[0].1, centres[centres.len() - 1].1);
    let lines = (top..=bottom).map(|y| {
        let mut line = String::new();
        for (x, _) in centres.iter().filter(|c| c.1 == y) {
            while line.len() < (x - left) as usize {
                line.push(' ');
            }
            line.push('o');
        }
        line
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn shapes_look_like_themselves_with_pointy_cells() {
    let look = |text, lean, offset| picture(text, Tiling::PointyTop, lean, offset);
    assert_eq!(look("rhombus 3", Lean::Left, Offset::Second), "o o o\n o o o\n  o o o");
    assert_eq!(look("rhombus 3", Lean::Right, Offset::Second), "  o o o\n o o o\no o o");
    assert_eq!(look("parallelogram 4 x 2", Lean::Right, Offset::Second), " o o o o\no o o o");
    assert_eq!(look("rectangle 3 x 3", Lean::Left, Offset::Second), "o o o\n o o o\no o o");
    assert_eq!(look("rectangle 3 x 2", Lean::Left, Offset::First), " o o o\no o o");
    assert_eq!(look("triangle 3", Lean::Left, Offset::Second), "  o\n o o\no o o");
    assert_eq!(look("hexhex 2", Lean::Left, Offset::Second), " o o\no o o\n o o");
    assert_eq!(look("star 1", Lean::Left, Offset::Second), "   o\no o o o\n o o o\no o o o\n   o");
}

#[test]
fn shapes_look_like_themselves_with_flat_cells() {
    let look = |text, lean, offset| picture(text, Tiling::FlatTop, lean, offset);
    assert_eq!(look("rhombus 3", Lean::Left, Offset::Second), "o\n o\no o\n o\no o\n o\n  o");
    assert_eq!(look("rhombus 3", Lean::Right, Offset::Second), "  o\n o\no o\n o\no o\n o\no");
    assert_eq!(look("parallelogram 2 x 3", Lean::Right, Offset::Second), " o\no\n o\no\n o\no");
    assert_eq!(look("rectangle 3 x 2", Lean::Left, Offset::Second), "o o\n o\no o\n o");
    assert_eq!(look("rectangle 3 x 2", Lean::Left, Offset::First), " o\no o\n o\no o");
    assert_eq!(look("triangle 3", Lean::Left, Offset::Second), "  o\n o\no o\n o\n  o");
    assert_eq!(look("hexhex 2", Lean::Left, Offset::Second), " o\no o\n o\no o\n o");
    assert_eq!(look("star 1", Lean::Left, Offset::Second), " o o\n  o\n o o\no o o\n o o\n  o\n o o");
}

#[test]
fn unknown_shapes_are_errors_with_corrections() {
    let error_of = |text: &str| text.parse::<BoardShape>().unwrap_err().to_string();
    assert_eq!(error_of("hexhec 5"), "unknown shape `hexhec`; did you mean `hexhex`?");
    assert!(error_of("").starts_with("unknown shape ``; choose one of: hexhex, rhombus"));
    assert_eq!(
        error_of("hexhex"),
        "a hexhex needs a number of cells per side; for example, write \"hexhex 5\""
    );
    assert_eq!(
        error_of("hexhex 0"),
        "a hexhex of 0 cells per side has no cells; for example, write \"hexhex 5\""
    );
    assert_eq!(error_of("rectangle 8 x"), "a rectangle needs a number of rows; write \"rectangle 8 x 8\"");
    assert_eq!(
        error_of("rectangle 8"),
        "a rectangle needs two numbers: columns x rows; write \"rectangle 8 x 8\""
    );
    assert_eq!(
        error_of("star four"),
        "expected a number of cells in the side of a point, found `four`; for example, write \"star 4\""
    );
    assert_eq!(error_of("hexhex 578"), "\"hexhex 578\" has 1000519 cells; at most 1000000 are possible");
    assert!("hexhex 289".parse::<BoardShape>().is_ok());
    assert!("rectangle 1000 x 1000".parse::<BoardShape>().is_ok());
    assert!(error_of("rectangle 101 x 9901").contains("has 1000001 cells"));
    assert!(error_of("hexhex 4294967295").contains("at most"));
    assert!(error_of("star 4294967295").contains("at most"));
    assert!(error_of("rhombus 4294967295 x 4294967295").contains("at most"));
    assert_eq!(shape("rhombus 11x11"), shape("rhombus 11 × 11"));
    assert_eq!(shape("rhombus 11"), BoardShape::Parallelogram { columns: 11, rows: 11 });
}

#[test]
fn squares_count_by_the_formulas() {
    let check = |text: &str, cells: usize, adjacent: usize| {
        let found = shape(text).cells(Tiling::Square, Lean::Left, Offset::Second);
        assert_eq!((found.len(), shape(text).count()), (cells, cells as u64), "{text}");
        assert_eq!(adjacencies(Tiling::Square, &found), adjacent, "{text}");
        assert_eq!(unique_edges(Tiling::Square, &found, adjacent), 4 * cells - adjacent, "{text}");
        assert_eq!(vertices(Tiling::Square, &found), 3 * cells - adjacent + 1, "{text}");
        let loops = border_loops(Tiling::Square, &found);
        assert_eq!((loops.len(), loops[0].len()), (1, 4 * cells - 2 * adjacent), "{text}");
        assert_eq!((components(Tiling::Square, &found).len(), holes(Tiling::Square, &found).len()), (1, 0));
    };
    for n in 1..=9_usize {
        check(&format!("diamond {n}"), 2 * n * (n - 1) + 1, 4 * (n - 1) * (n - 1));
        for m in 1..=7_usize {
            check(&format!("rectangle {n} x {m}"), n * m, n * (m - 1) + m * (n - 1));
            let arms = 4 * (m * (n - 1) + m * n);
            check(&format!("cross {n} x {m}"), n * (n + 4 * m), 2 * n * (n - 1) + arms);
        }
    }
    assert!(shape("diamond 4").suits(Tiling::Square) && !shape("diamond 4").suits(Tiling::FlatTop));
    assert!(shape("rectangle 2 x 2").suits(Tiling::Square) && !shape("hexhex 2").suits(Tiling::Square));
    assert!("cross 3".parse::<BoardShape>().is_err() && "cross 0 x 2".parse::<BoardShape>().is_err());
}

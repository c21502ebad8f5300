//! Tests of boards of points. The tests read the lines back from the finished file, and run the
//! checker.

use hexpress::read::{ItemKind, Page};
use kurbo::{Line, PathSeg, Point};

use crate::support::measure::{TOLERANCE_MM, id};
use crate::support::run::Run;

fn board(keys: &str) -> String {
    format!(
        "[[board]]\nsheet = \"small\"\nplay-on = \"points\"\nacross = \"20mm\"\nlines = \"0.4mm black\"\n{keys}\n"
    )
}

fn lines(layout: &str) -> Vec<Line> {
    let args = ["build", "x.toml", "--no-check"];
    let ran = Run::new().file("x.toml", layout).args(args).any_stderr().run();
    let page: Page = ran.pdf("output/x-iso.pdf").pages.remove(0);
    let own_items = page.items.iter().filter(|item| id(item).ends_with("/lines"));
    let segments = own_items.flat_map(|item| match &item.kind {
        ItemKind::Path { path, .. } => path.segments().collect::<Vec<_>>(),
        _ => Vec::new(),
    });
    segments
        .map(|segment| if let PathSeg::Line(line) = segment { line } else { panic!("{segment:?}") })
        .collect()
}

/// Counts how many points have each number of lines.
///
/// Returns pairs, sorted by the first number. For example, `(4, 49)` means that 49 points have 4
/// lines.
fn degrees(lines: &[Line]) -> Vec<(usize, usize)> {
    let mut points: Vec<(Point, usize)> = Vec::new();
    for end in lines.iter().flat_map(|line| [line.p0, line.p1]) {
        match points.iter_mut().find(|(at, _)| at.distance(end) <= 4.0 * TOLERANCE_MM) {
            Some((_, count)) => *count += 1,
            None => points.push((end, 1)),
        }
    }
    let mut all: Vec<(usize, usize)> = Vec::new();
    for degree in 1..9 {
        let count = points.iter().filter(|(_, n)| *n == degree).count();
        all.extend((count > 0).then_some((degree, count)));
    }
    all
}

#[test]
fn lines_join_neighbours() {
    // Known boards: alquerque has 56 lines. Nine men's morris has 32 lines, and 40 with its
    // diagonals. A six-pointed star has 121 points.
    for (keys, count, expected) in [
        ("shape = \"rectangle 9 x 9\"", 144, &[(2, 4), (3, 28), (4, 49)][..]),
        ("shape = \"rectangle 5 x 5\"\ndiagonals = \"alternate\"", 56, &[(3, 12), (4, 4), (5, 4), (8, 5)]),
        ("shape = \"rectangle 3 x 3\"\ndiagonals = \"all\"", 20, &[(3, 4), (5, 4), (8, 1)]),
        ("shape = \"morris 3\"", 32, &[(2, 12), (3, 8), (4, 4)]),
        ("shape = \"morris 3\"\ndiagonals = \"all\"", 40, &[(3, 16), (4, 8)]),
        ("shape = \"cross 3 x 2\"", 52, &[(2, 8), (3, 12), (4, 13)]),
        (
            "shape = \"star 4\"\ncells = \"pointy-top\"\nacross = \"10mm\"",
            312,
            &[(2, 6), (4, 36), (5, 6), (6, 73)],
        ),
        ("shape = \"triangle 4\"\ncells = \"pointy-top\"", 18, &[(2, 3), (4, 6), (6, 1)]),
        (
            "links = [\"a b c a\", \"a d\"]\n[board.points]\na = \"0 0\"\nb = \"3 0\"\nc = \"0 4\"\nd = \"-2 -2\"",
            4,
            &[(1, 1), (2, 2), (3, 1)],
        ),
    ] {
        let twice = keys.contains("across = ");
        let layout = if twice { board(keys).replacen("across = \"20mm\"\n", "", 1) } else { board(keys) };
        let lines = lines(&layout);
        assert_eq!(lines.len(), count, "{keys}");
        assert_eq!(degrees(&lines), expected, "{keys}");
        let output = Run::new().file("x.toml", &layout).args(["check", "x.toml"]).any_stderr().run();
        assert!(output.stdout.contains("clean"), "{keys}: {}{}", output.stdout, output.stderr);
    }
}

#[test]
fn points_have_names_marks_and_rules() {
    let layout = board(
        "shape = \"rectangle 7 x 7\"\ncell = { fill = \"burlywood\" }\nnames = \"go\"\nshow-names = \"outside\"\n[board.at]\n\"D4\" = { kind = \"star\", disc = \"3mm\" }\n\
         \"A1 .. G1\" = { kind = \"home\", disc = \"5mm\", colour = \"navy\" }\n[board.must]\nbe = \"connected\"\nhave = { cells = 49, star = 1, home = 7 }\nnames = \"unique\"\nlines = 7",
    );
    for ink in ["full", "low", "black"] {
        let output = Run::new()
            .file("x.toml", &layout)
            .checked()
            .args(["build", "x.toml", "--ink", ink])
            .any_stderr()
            .run();
        assert!(!output.stderr.contains("error"), "{ink}: {}", output.stderr);
    }
    let parted = board(
        "links = [\"a b\", \"c d\"]\n[board.points]\na = \"0 0\"\nb = \"1 0\"\nc = \"0 2\"\nd = \"1 2\"\n[board.must]\nbe = \"connected\"",
    );
    let output = Run::new().file("x.toml", &parted).args(["check", "x.toml"]).status(1).any_stderr().run();
    assert!(output.stderr.contains("must be connected"), "{}", output.stderr);
}

#[test]
fn mistakes_are_told() {
    for (keys, reported) in [
        ("shape = \"rectangle 3 x 3\"\nnames = \"chess\"\nlinks = [\"a1 d9\"]", "unknown point `d9`"),
        ("shape = \"rectangle 3 x 3\"\nnames = \"chess\"\nlinks = [\"a1\"]", "must name at least two points"),
        (
            "shape = \"hexhex 3\"\ncells = \"flat-top\"\ndiagonals = \"all\"",
            "applies only to boards of squares",
        ),
        ("[board.points]\na = \"1\"", "expected two whole numbers up to 1000"),
        ("[board.points]\na = \"1 1\"\nb = \"1 1\"", "another point is already at 1 1"),
    ] {
        let output =
            Run::new().file("x.toml", board(keys)).args(["check", "x.toml"]).status(2).any_stderr().run();
        assert!(output.stderr.contains(reported), "{keys}: {}", output.stderr);
    }
    let idle = "[[board]]\ncells = \"square\"\nfit = \"largest\"\nshape = \"morris 3\"\n";
    let output = Run::new().file("x.toml", idle).args(["check", "x.toml"]).status(2).any_stderr().run();
    assert!(output.stderr.contains("a morris board is made of points"), "{}", output.stderr);
}

/// The checker recognizes a board that another program drew as lines, with or without diagonals,
/// and counts its points.
#[test]
fn lines_by_other_programs_are_found() {
    let drawing = |edit: fn(usize, &mut [f64; 4])| {
        let mut lines: Vec<[f64; 4]> = Vec::new();
        for k in 0..5 {
            let at = 30.0 + 30.0 * f64::from(k);
            lines.push([at, 30.0, at, 150.0]);
            lines.push([30.0, at, 150.0, at]);
        }
        lines.extend([[30.0, 30.0, 150.0, 150.0], [30.0, 150.0, 150.0, 30.0], [90.0, 30.0, 150.0, 90.0]]);
        lines.extend([[30.0, 90.0, 90.0, 150.0], [90.0, 30.0, 30.0, 90.0], [150.0, 90.0, 90.0, 150.0]]);
        lines.iter_mut().enumerate().for_each(|(number, line)| edit(number, line));
        let drawn = lines.iter().map(|[a, b, c, d]| format!("<path d=\"M {a} {b} L {c} {d}\"/>\n"));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"210mm\" height=\"297mm\" viewBox=\"0 0 210 297\">\
             <g stroke=\"black\" stroke-width=\".4\" fill=\"none\">{}</g></svg>",
            drawn.collect::<String>()
        )
    };
    let checked = |svg: &str| {
        let output = Run::new().file("x.svg", svg).args(["check", "x.svg"]).any_stderr().any_status().run();
        format!("{}{}", output.stdout, output.stderr)
    };
    let output = checked(&drawing(|_, _| {}));
    assert!(output.contains("16 cells: rectangle 4 x 4, square, 30.00 mm"), "{output}");
    assert!(
        output.contains("its lines meet in a grid of 5 x 5 points") && !output.contains("error"),
        "{output}"
    );
    let wrong: [fn(usize, &mut [f64; 4]); 3] = [
        |number, line| {
            if number == 4 {
                line[0] += 0.8;
                line[2] += 0.8
            }
        },
        |number, line| {
            if number == 5 {
                line[1] += 0.7;
                line[3] += 0.7
            }
        },
        |number, line| {
            if number == 2 {
                line[0] += 1.0
            }
        },
    ];
    for edit in wrong {
        let output = checked(&drawing(edit));
        assert!(output.contains("error"), "{output}");
    }
}

/// The checker writes a layout for a drawing of lines (`--write-layout`). Its board has a point
/// wherever lines meet. Discs on the points are in the layout too.
#[test]
fn boards_of_lines_are_learnt_as_points() {
    let lines = (0..9).map(|k| {
        let at = 30 + 15 * k;
        format!("<path d=\"M {at} 30 V 150\"/><path d=\"M 30 {at} H 150\"/>")
    });
    let stars = [(60, 60), (120, 60), (90, 90), (60, 120), (120, 120)]
        .map(|(x, y)| format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"1.2\" fill=\"black\" stroke=\"none\"/>"));
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"210mm\" height=\"297mm\" viewBox=\"0 0 210 297\">\
         <g stroke=\"black\" stroke-width=\".4\" fill=\"none\">{}{}</g></svg>",
        lines.collect::<String>(),
        stars.concat()
    );
    let run = Run::new().file("x.svg", &svg).args(["check", "x.svg", "--write-layout", "y.toml"]);
    let ran = run.any_stderr().any_status().run();
    let learnt = String::from_utf8(ran.bytes("y.toml")).unwrap();
    assert!(learnt.contains("play-on = \"points\"") && learnt.contains("rectangle 9 x 9"), "{learnt}");
    assert!(learnt.contains("c3") && learnt.contains("disc = \"2.4mm\""), "{learnt}");
    let output = Run::new().file("y.toml", &learnt).args(["check", "y.toml"]).any_stderr().any_status().run();
    assert!(output.stdout.contains("clean"), "{learnt}{}{}", output.stdout, output.stderr);
}

/// The layout that `--write-layout` writes also has the diagonals of the board: all of them, alternate
/// ones as in alquerque, or only a few.
#[test]
fn diagonals_of_boards_of_lines_are_learnt() {
    let grid = |n: i32| {
        let lines = (0..n).map(move |k| {
            let (at, end) = (30 + 30 * k, 30 * n);
            format!("<path d=\"M {at} 30 V {end}\"/><path d=\"M 30 {at} H {end}\"/>")
        });
        lines.collect::<String>()
    };
    let lines = |all: &[[i32; 4]]| {
        let lines = all.iter().map(|[a, b, c, d]| format!("<path d=\"M {a} {b} L {c} {d}\"/>"));
        lines.collect::<String>()
    };
    let alquerque = lines(&[
        [30, 30, 150, 150],
        [30, 150, 150, 30],
        [90, 30, 150, 90],
        [30, 90, 90, 150],
        [90, 30, 30, 90],
        [150, 90, 90, 150],
    ]);
    // Draws both diagonals of every square.
    let both = (1..=4).flat_map(|x| (1..=4).map(move |y| [x * 30, y * 30]));
    let both = both.flat_map(|[x, y]| [[x, y, x + 30, y + 30], [x, y + 30, x + 30, y]]).collect::<Vec<_>>();
    for (drawn, says, count) in [
        (grid(5) + &lines(&both), "diagonals = \"all\"", 72),
        (grid(5) + &alquerque, "diagonals = \"alternate\"", 56),
        (grid(4) + &lines(&[[30, 120, 90, 60], [60, 30, 90, 60]]), "\"a1 c3\", \"b4 c3\"]", 27),
    ] {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"210mm\" height=\"297mm\" viewBox=\"0 0 210 297\">\
             <g stroke=\"black\" stroke-width=\".4\" fill=\"none\">{drawn}</g></svg>"
        );
        let run = Run::new().file("x.svg", &svg).args(["check", "x.svg", "--write-layout", "y.toml"]);
        let ran = run.any_stderr().any_status().run();
        let learnt = String::from_utf8(ran.bytes("y.toml")).unwrap();
        assert!(learnt.contains(says), "{learnt}");
        assert_eq!(self::lines(&learnt).len(), count, "{learnt}");
        let output =
            Run::new().file("y.toml", &learnt).args(["check", "y.toml"]).any_stderr().any_status().run();
        assert!(output.stdout.contains("clean"), "{learnt}{}{}", output.stdout, output.stderr);
    }
}

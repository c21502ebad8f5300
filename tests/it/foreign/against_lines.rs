//! Tests of boards that are drawn by hand as plain lines and compared with a layout.

use std::fs;
use std::path::PathBuf;

use super::svg::file;
use crate::support::run::Run;

type At = (f64, f64);

/// A straight line from one point to another, and the number of equal links along it. Coordinates
/// are in steps of the board.
#[derive(Clone, Copy)]
struct Line(At, At, usize);

#[derive(Debug, Clone, Copy)]
enum Manner {
    /// Each straight line is drawn as one path.
    Long,
    /// Each link is drawn as a separate path.
    Single,
    /// Each straight line is drawn as one path. The board is rotated by a quarter turn and 5 %
    /// larger.
    Turned,
}
use Manner::{Long, Single, Turned};

/// A layout of `layouts/gallery`, and its lines in coordinates from the top left point.
struct Board {
    layout: &'static str,
    lines: Vec<Line>,
    step: f64,
}

fn lines(all: &[(At, At, usize)]) -> Vec<Line> {
    all.iter().map(|(from, to, parts)| Line(*from, *to, *parts)).collect()
}

fn grid(columns: usize, rows: usize) -> Vec<Line> {
    let (right, down) = ((columns - 1) as f64, (rows - 1) as f64);
    let level = (0..rows).map(|y| Line((0.0, y as f64), (right, y as f64), columns - 1));
    level.chain((0..columns).map(|x| Line((x as f64, 0.0), (x as f64, down), rows - 1))).collect()
}

fn go() -> Board {
    Board { layout: "go-9", lines: grid(9, 9), step: 18.4 }
}

fn alquerque() -> Board {
    let slanted = [
        ((0., 0.), (4., 4.), 4),
        ((0., 4.), (4., 0.), 4),
        ((2., 0.), (4., 2.), 2),
        ((4., 2.), (2., 4.), 2),
        ((2., 4.), (0., 2.), 2),
        ((0., 2.), (2., 0.), 2),
    ];
    Board { layout: "alquerque", lines: [grid(5, 5), lines(&slanted)].concat(), step: 30.0 }
}

fn morris() -> Board {
    let mut all = Vec::new();
    for (a, b) in [(0., 6.), (1., 5.), (2., 4.)] {
        all.extend([((a, a), (b, a), 2), ((b, a), (b, b), 2), ((b, b), (a, b), 2), ((a, b), (a, a), 2)]);
    }
    all.extend([
        ((3., 0.), (3., 2.), 2),
        ((3., 4.), (3., 6.), 2),
        ((0., 3.), (2., 3.), 2),
        ((4., 3.), (6., 3.), 2),
    ]);
    Board { layout: "nine-mens-morris", lines: lines(&all), step: 26.0 }
}

fn cross() -> Board {
    let mut all = Vec::new();
    for (at, from, to, parts) in [
        (0., 2., 4., 2),
        (1., 2., 4., 2),
        (2., 0., 6., 6),
        (3., 0., 6., 6),
        (4., 0., 6., 6),
        (5., 2., 4., 2),
        (6., 2., 4., 2),
    ] {
        all.extend([((from, at), (to, at), parts), ((at, from), (at, to), parts)]);
    }
    all.extend([
        ((2., 0.), (6., 4.), 4),
        ((4., 0.), (0., 4.), 4),
        ((0., 2.), (4., 6.), 4),
        ((6., 2.), (2., 6.), 4),
        ((2., 2.), (4., 4.), 2),
        ((4., 2.), (2., 4.), 2),
    ]);
    Board { layout: "fox-and-geese", lines: lines(&all), step: 22.0 }
}

fn fanorona() -> Board {
    let slanted = (0..3).flat_map(|n| {
        let x = f64::from(2 * n);
        [Line((x, 0.0), (x + 4.0, 4.0), 4), Line((x, 4.0), (x + 4.0, 0.0), 4)]
    });
    let corners =
        [((0., 2.), (2., 0.), 2), ((0., 2.), (2., 4.), 2), ((6., 0.), (8., 2.), 2), ((6., 4.), (8., 2.), 2)];
    let all = [grid(9, 5), slanted.collect(), lines(&corners)].concat();
    Board { layout: "fanorona", lines: all, step: 32.0 }
}

impl Board {
    fn svg(&self, manner: Manner) -> String {
        self.svg_and(manner, "")
    }

    /// Draws the board as an SVG file, with `more` added to the page.
    fn svg_and(&self, manner: Manner, more: &str) -> String {
        let at = |(x, y): At| match manner {
            Turned => (180.0 - 1.05 * self.step * y, 40.0 + 1.05 * self.step * x),
            _ => (25.0 + self.step * x, 40.0 + self.step * y),
        };
        let mut body = String::new();
        for Line(from, to, parts) in &self.lines {
            let parts = if matches!(manner, Single) { *parts } else { 1 };
            let part = |n: usize| {
                let t = n as f64 / parts as f64;
                at((from.0 + (to.0 - from.0) * t, from.1 + (to.1 - from.1) * t))
            };
            for n in 0..parts {
                let ((x1, y1), (x2, y2)) = (part(n), part(n + 1));
                body += &format!("<line x1=\"{x1:.3}\" y1=\"{y1:.3}\" x2=\"{x2:.3}\" y2=\"{y2:.3}\"/>\n");
            }
        }
        file(&(body + more))
    }

    fn judged_against(&self, manner: Manner) -> Comparison {
        judged_against(&self.svg(manner), &gallery(self.layout))
    }
}

fn gallery(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("layouts/gallery/{name}.toml"));
    fs::read_to_string(path).unwrap()
}

/// What the checker reports about a drawing that is compared with a layout.
struct Comparison {
    /// The faults found by the comparison, sorted.
    faults: Vec<String>,
    /// The location of the first fault: left, top, width and height in mm.
    place: [f64; 4],
    found: Vec<String>,
}

#[track_caller]
fn judged_against(drawing: &str, layout: &str) -> Comparison {
    let ran = Run::new()
        .file("mine.svg", drawing)
        .file("game.toml", layout)
        .args(["check", "mine.svg", "--against", "game.toml", "--json"])
        .any_stderr()
        .any_status()
        .run();
    let result = ran.json()["results"][0].clone();
    let word = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let all = result["faults"].as_array().unwrap().iter();
    let own: Vec<_> = all.filter(|fault| word(&fault["code"]).starts_with("HX61")).collect();
    let place = |key: &str| own.first().map_or(0.0, |fault| fault["at-mm"][key].as_f64().unwrap_or(0.0));
    let mut faults: Vec<String> =
        own.iter().map(|fault| word(&fault["code"]) + " " + &word(&fault["message"])).collect();
    faults.sort();
    Comparison {
        faults,
        place: ["x", "y", "width", "height"].map(place),
        found: result["found"].as_array().unwrap().iter().map(word).collect(),
    }
}

/// Returns the messages about missing lines.
fn lacks(names: &[&str]) -> Vec<String> {
    messages_for(names, |name| {
        format!("HX611 the layout has the line from {name}, which is missing from the drawing")
    })
}

/// Returns the messages about lines that are not in the layout.
fn extra(names: &[&str]) -> Vec<String> {
    messages_for(names, |name| {
        format!("HX612 the drawing has the line from {name}, which is not in the layout")
    })
}

fn messages_for(names: &[&str], how: impl Fn(&str) -> String) -> Vec<String> {
    let mut all: Vec<String> = names.iter().map(|name| how(name)).collect();
    all.sort();
    all
}

const UPRIGHT: &str = "page 1: compared with `board` of game.toml: upright";

#[test]
fn boards_of_lines_are_known_however_they_are_drawn() {
    for board in [go(), alquerque(), morris(), cross(), fanorona()] {
        for manner in [Long, Single, Turned] {
            let Comparison { faults, found, .. } = board.judged_against(manner);
            let what = format!("{} {manner:?}", board.layout);
            // Only two layouts set the sizes of their boards.
            let sizes = match board.layout {
                "go-9" => Some(("19.32", "18.4")),
                "fanorona" => Some(("33.60", "32")),
                _ => None,
            };
            let wrong = sizes.filter(|_| matches!(manner, Turned)).map(|(drawn, set)| {
                format!(
                    "HX614 the points are spaced as for an `across` of {drawn} mm; the layout says {set} mm"
                )
            });
            assert_eq!(faults, Vec::from_iter(wrong), "{what}");
            // All other boards look the same after a quarter turn, so the checker reports them as upright.
            let turned = board.layout == "fanorona" && matches!(manner, Turned);
            let way = if turned { "rotated by 90.0°" } else { "upright" };
            assert_eq!(found.last().unwrap(), &UPRIGHT.replace("upright", way), "{what}");
            assert!(!found.iter().any(|line| line.contains("no board")), "{what}: {found:?}");
        }
    }
}

#[test]
fn a_missing_line_is_reported_link_by_link() {
    let all: [(Board, usize, &[&str]); 4] = [
        (
            go(),
            4,
            &["A5 to B5", "B5 to C5", "C5 to D5", "D5 to E5", "E5 to F5", "F5 to G5", "G5 to H5", "H5 to J5"],
        ),
        (alquerque(), 12, &["c5 to d4", "d4 to e3"]),
        (morris(), 13, &["d3 to d2", "d2 to d1"]),
        (cross(), 18, &["c5 to d4", "d4 to e3"]),
    ];
    for (mut board, line, names) in all {
        board.lines.remove(line);
        for manner in [Long, Single] {
            let Comparison { faults, found, .. } = board.judged_against(manner);
            assert_eq!(faults, lacks(names), "{} {manner:?}", board.layout);
            assert_eq!(found.last().unwrap(), UPRIGHT);
        }
    }
    // The checker reads the rotated board as if it were upright, so the message gives another name to the
    // removed line. But the reported location is the place of the line in the drawing.
    let mut board = go();
    board.lines.remove(4);
    let faults = board.judged_against(Turned).faults;
    assert_eq!(faults.first(), lacks(&["E2 to E1"]).first());
    // Eight links are missing, and the size of the board differs from the layout.
    assert_eq!(faults.len(), 9);
}

#[test]
fn a_link_that_is_missing_has_its_place() {
    let mut board = cross();
    // Removes the third link of the horizontal line through the centre.
    let line = board.lines.iter().position(|line| line.0 == (0.0, 3.0)).unwrap();
    board.lines[line] = Line((0.0, 3.0), (2.0, 3.0), 2);
    board.lines.push(Line((3.0, 3.0), (6.0, 3.0), 3));
    let Comparison { faults, place, .. } = board.judged_against(Single);
    assert_eq!(faults, lacks(&["c4 to d4"]));
    let [x, y, width, height] = place;
    let holds = |x2: f64, y2: f64| (x..=x + width).contains(&x2) && (y..=y + height).contains(&y2);
    assert!(holds(25.0 + 2.5 * 22.0, 40.0 + 3.0 * 22.0), "{place:?}");
    assert!(width < 26.0 && height < 4.0, "{place:?}");
}

#[test]
fn an_extra_line_is_reported_link_by_link() {
    let all: [(Board, Line, &[&str]); 4] = [
        (go(), Line((1.0, 1.0), (3.0, 3.0), 2), &["B8 to C7", "C7 to D6"]),
        (alquerque(), Line((0.0, 1.0), (1.0, 0.0), 1), &["b5 to a4"]),
        (morris(), Line((0.0, 0.0), (2.0, 2.0), 2), &["a7 to b6", "b6 to c5"]),
        (cross(), Line((2.0, 1.0), (3.0, 0.0), 1), &["d7 to c6"]),
    ];
    for (mut board, line, names) in all {
        board.lines.push(line);
        for manner in [Long, Single] {
            assert_eq!(board.judged_against(manner).faults, extra(names), "{} {manner:?}", board.layout);
        }
    }
}

#[test]
fn a_line_beside_its_place_is_missing_there() {
    let moved = |mut board: Board, line: usize, by: f64| {
        let Line(from, to, _) = &mut board.lines[line];
        (from.1, to.1) = (from.1 + by, to.1 + by);
        board.judged_against(Long)
    };
    // Moving an outer line outwards changes the bounding box of the board. The other lines must
    // still match.
    assert_eq!(moved(alquerque(), 0, -0.3).faults, lacks(&["a5 to b5", "b5 to c5", "c5 to d5", "d5 to e5"]));
    assert_eq!(moved(morris(), 4, 0.1).faults, lacks(&["b6 to d6", "d6 to f6"]));
    assert_eq!(moved(cross(), 0, 0.1).faults, lacks(&["c7 to d7", "d7 to e7"]));
    assert_eq!(moved(go(), 0, -0.4).faults.len(), 8);
    // The line is half a millimetre out of place, as in a drawing made by hand.
    assert_eq!(moved(go(), 3, 0.03).faults, [""; 0]);
    // One line is half a millimetre too long, so it is the longest line. The checker must not conclude from
    // it that the whole board is larger.
    let mut board = morris();
    board.lines[0].0.0 -= 0.02;
    assert_eq!(board.judged_against(Long).faults, [""; 0]);
}

#[test]
fn frames_and_other_strokes_lie_beside_a_board() {
    let frame = "<rect x=\"8\" y=\"20\" width=\"196\" height=\"270\" rx=\"4\"/><rect x=\"12\" y=\"24\" width=\"188\" height=\"260\"/>\
                 <path d=\"M 20 230 H 190 M 20 240 H 170 L 180 250\"/><circle cx=\"30\" cy=\"270\" r=\"8\"/>";
    for board in [go(), alquerque(), morris(), cross()] {
        let Comparison { faults, found, .. } =
            judged_against(&board.svg_and(Long, frame), &gallery(board.layout));
        assert_eq!(faults, [""; 0], "{}", board.layout);
        assert_eq!(found.last().unwrap(), UPRIGHT);
    }
}

#[test]
fn a_part_of_a_board_is_another_board() {
    let none = |board: &Board, layout: &str| judged_against(&board.svg(Long), layout).faults;
    let no = |of: &str| {
        [format!(
            "HX616 no drawing matches the board `board` of the layout, which has {of} lines between points"
        )]
    };
    assert_eq!(none(&morris(), &gallery("go-9")), no("144"));
    assert_eq!(none(&go(), &gallery("nine-mens-morris")), no("32"));
    assert_eq!(none(&go(), &gallery("alquerque")), no("56"));
    // A layout must not match if its board is only a part of the drawn board. The first layout has
    // as many rows as the drawing, but fewer columns. The second layout has every fourth of the
    // nine drawn lines, and the third layout has nine of the nineteen drawn lines.
    let wide = fanorona();
    assert_eq!(judged_against(&wide.svg(Long), &gallery("fanorona")).faults, [""; 0]);
    assert_eq!(none(&wide, &gallery("alquerque")), no("56"));
    assert_eq!(none(&go(), &points("shape = \"rectangle 3 x 3\"")), no("12"));
    let nineteen = Board { layout: "go", lines: grid(19, 19), step: 9.0 };
    assert_eq!(none(&nineteen, &gallery("go-9")), no("144"));
    assert_eq!(judged_against(&nineteen.svg(Single), &gallery("go")).faults, [""; 0]);
}

fn points(keys: &str) -> String {
    format!("[[board]]\nsheet = \"small\"\nplay-on = \"points\"\nacross = \"20mm\"\n{keys}\n")
}

/// A kite without rotational or mirror symmetry.
const KITE: &str = "links = [\"a b c d a\", \"a c\", \"b e\"]\n[board.points]\na = \"0 0\"\nb = \"2 0\"\nc = \"3 3\"\nd = \"0 2\"\ne = \"4 -1\"";

/// Draws the kite with each point moved by `at`.
fn kite(at: impl Fn(f64, f64) -> At) -> String {
    let places = [(0.0, 0.0), (2.0, 0.0), (3.0, 3.0), (0.0, 2.0), (4.0, -1.0)];
    let line = |[from, to]: [usize; 2]| {
        let [(x1, y1), (x2, y2)] = [places[from], places[to]].map(|(x, y)| at(x, y));
        format!("<line x1=\"{x1:.4}\" y1=\"{y1:.4}\" x2=\"{x2:.4}\" y2=\"{y2:.4}\"/>")
    };
    file(&[[0, 1], [1, 2], [2, 3], [3, 0], [0, 2], [1, 4]].map(line).concat())
}

#[test]
fn rotations_and_reflections_are_reported() {
    let turn = |degrees: f64, mirror: f64| {
        let (sin, cos) = libm::sincos(degrees.to_radians());
        kite(move |x, y| {
            let (x, y) = (20.0 * x * mirror, 20.0 * y);
            (100.0 + x * cos - y * sin, 120.0 + x * sin + y * cos)
        })
    };
    let Comparison { faults, found, .. } = judged_against(&turn(0.0, 1.0), &points(KITE));
    assert_eq!((faults, found), (Vec::new(), vec![UPRIGHT.to_owned()]));
    let ran = Run::new().file("mine.svg", turn(0.0, 1.0)).file("game.toml", points(KITE));
    let ran = ran.args(["check", "mine.svg", "--against", "game.toml"]).any_stderr().run();
    assert!(ran.stdout.ends_with("mine.svg: 6 lines, worst deviation 0.0000 mm: clean\n"), "{}", ran.stdout);
    for (degrees, output) in [(90.0, "rotated by 90.0°"), (-137.0, "rotated by -137.0°")] {
        let Comparison { faults, found, .. } = judged_against(&turn(degrees, 1.0), &points(KITE));
        assert_eq!((faults, found), (Vec::new(), vec![UPRIGHT.replace("upright", output)]));
    }
    let Comparison { faults, found, .. } = judged_against(&turn(30.0, -1.0), &points(KITE));
    assert_eq!(faults, ["HX615 the drawing is a mirror image of `board`"]);
    assert_eq!(found, [UPRIGHT.replace("upright", "mirrored")]);
}

#[test]
fn arcs_are_compared_with_curves() {
    let mut body = String::new();
    for Line((x1, y1), (x2, y2), _) in grid(6, 6) {
        let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(|v| 60.0 + 18.4 * v);
        body += &format!("<path d=\"M {x1} {y1} L {x2} {y2}\"/>");
    }
    // Each corner has two arcs around it: one arc joins the first horizontal line with the first vertical
    // line, and the other arc joins the second lines.
    for (x, y) in [(0.0, 0.0), (5.0, 0.0), (0.0, 5.0), (5.0, 5.0)] {
        for radius in [1.0, 2.0] {
            let inner = |v: f64| if v == 0.0 { radius } else { 5.0 - radius };
            let sweep = i32::from((x == 0.0) != (y == 0.0));
            let [x1, y1, x2, y2] = [inner(x), y, x, inner(y)].map(|v| 60.0 + 18.4 * v);
            let r = 18.4 * radius;
            body += &format!("<path d=\"M {x1} {y1} A {r} {r} 0 1 {sweep} {x2} {y2}\"/>");
        }
    }
    assert_eq!(judged_against(&file(&body), &gallery("surakarta")).faults, [""; 0]);
    let last = body.rfind("<path").unwrap();
    let Comparison { faults, .. } = judged_against(&file(&body[..last]), &gallery("surakarta"));
    assert_eq!(faults, ["HX611 the layout has the arc from f3 to d1, which is missing from the drawing"]);
}

#[test]
fn own_boards_of_lines_can_be_compared_with_their_layouts() {
    let celled = points("shape = \"rectangle 6 x 6\"\ncell = { fill = \"white\", line = \"0.3mm grey\" }");
    for layout in [gallery("surakarta"), gallery("xiangqi"), gallery("go-9"), celled] {
        let ran = Run::new()
            .file("game.toml", &layout)
            .args(["build", "game.toml", "--one-file"])
            .any_stderr()
            .run();
        let pdf = ran.bytes("output/game-iso.pdf");
        let ran = Run::new()
            .file("mine.pdf", &pdf)
            .file("game.toml", &layout)
            .args(["check", "mine.pdf", "--against", "game.toml", "--quiet"])
            .any_stderr()
            .run();
        assert_eq!(ran.stdout, "", "{layout}");
    }
}

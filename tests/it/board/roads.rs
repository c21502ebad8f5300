//! Tests of lines from the centre of one cell to another, of paths to the centre of a tile, and of
//! arcs between points. The tests measure and check the finished file.

use hexpress::find::{discs, polygons};
use hexpress::read::{ItemKind, Page};
use kurbo::{ParamCurve as _, PathSeg, Point};

use crate::support::measure::{TOLERANCE_MM, id};
use crate::support::run::Run;

const ROADS: &str = "[[board]]\nsheet = \"small\"\ncells = \"flat-top\"\nacross = \"24mm\"\nshape = \"hexhex 3\"\nnames = \"lines\"\n\
    cell = { fill = \"ivory\" }\n[board.at]\n\"a1 .. a3 b4 b4|out1\" = { road = \"2mm sienna\" }\n\
    \"b2 c2 d3\" = { kind = \"wet\", fill = \"steelblue\", road = \"3mm navy\" }\n\"c1 e5\" = { leap = \"1mm firebrick dashed\" }\n";

fn built(layout: &str) -> Page {
    let ran = Run::new().file("x.toml", layout).args(["build", "x.toml"]).any_stderr().run();
    ran.pdf("output/x-iso.pdf").pages.remove(0)
}

/// Returns the points of each line whose id contains `name`.
fn road_points(page: &Page, name: &str) -> Vec<Vec<Point>> {
    let own_items = page.items.iter().filter(|item| id(item).contains(name));
    let paths = own_items.filter_map(|item| match &item.kind {
        ItemKind::Path { path, stroke: Some(_), .. } => Some(path),
        _ => None,
    });
    paths.map(|path| path.ends().collect()).collect()
}

#[test]
fn roads_lead_from_middle_to_middle() {
    let page = built(ROADS);
    let middles: Vec<Point> = polygons(&page, 6).iter().map(|cell| cell.centre).collect();
    let roads = road_points(&page, "road:");
    assert_eq!(roads.iter().map(Vec::len).collect::<Vec<_>>(), [5, 3, 2]);
    let is_middle = |p: &Point| middles.iter().any(|centre| centre.distance(*p) <= TOLERANCE_MM);
    // The first road ends in the middle of an edge. All other points are centres of cells.
    assert!(roads[0][..4].iter().chain(&roads[1]).chain(&roads[2]).all(is_middle));
    assert!((roads[0][3].distance(roads[0][4]) - 12.0).abs() <= TOLERANCE_MM, "{:?}", roads[0]);
    assert!(roads[0][..4].windows(2).all(|pair| (pair[0].distance(pair[1]) - 24.0).abs() <= TOLERANCE_MM));
    // The third road jumps over cells.
    assert!(roads[2][0].distance(roads[2][1]) > 60.0);
}

#[test]
fn boards_with_roads_are_judged_well() {
    for ink in ["full", "low", "black"] {
        let args = ["build", "x.toml", "--ink", ink];
        let output = Run::new().checked().file("x.toml", ROADS).args(args).any_stderr().run();
        assert!(
            !output.stdout.contains("error") && !output.stderr.contains("error"),
            "{ink}: {}{}",
            output.stdout,
            output.stderr
        );
    }
    let output = Run::new()
        .checked()
        .file("x.toml", ROADS)
        .args(["build", "x.toml", "--format", "svg"])
        .any_stderr()
        .run();
    assert!(!output.stderr.contains("error"), "{}", output.stderr);
}

/// If a card shows a board in miniature, roads are drawn above the fills of cells and below the lines of
/// cells.
#[test]
fn small_boards_show_roads() {
    let layout = format!(
        "{}\n[[cards]]\nsize = \"mini\"\nrows = [{{}}]\nface = [{{ board = \"land\", size = \"34 x 34mm\" }}]\n",
        ROADS.replace("[[board]]", "[[board]]\nname = \"land\"\nprint = 0")
    );
    let page = built(&layout);
    let places = |item: &hexpress::read::Item, width: std::ops::Range<f64>| match &item.kind {
        ItemKind::Path { path, stroke: Some(stroke), fill: None } if width.contains(&stroke.width) => {
            Some(path.ends().count())
        }
        _ => None,
    };
    let roads: Vec<usize> = page.items.iter().filter_map(|item| places(item, 0.26..2.0)).collect();
    assert_eq!(roads, [5, 3, 2], "as many places on each as on the board");
    let last = page.items.iter().rposition(|item| places(item, 0.26..2.0).is_some()).unwrap();
    let is_line = |item: &hexpress::read::Item| places(item, 0.2..0.26).is_some();
    assert_eq!(page.items[last..].iter().filter(|item| is_line(item)).count(), 19);
    let output = Run::new().file("x.toml", &layout).args(["check", "x.toml"]).any_status().any_stderr().run();
    assert!(output.stdout.contains("clean"), "{}{}", output.stdout, output.stderr);
}

#[test]
fn wrong_roads_are_reported() {
    let wrongs = [
        ("\"a1 c3\" = { road = \"2mm red\" }", "no cell here touches the next one"),
        ("\"a1\" = { leap = \"2mm red\" }", "names only one"),
        ("\"a1 zz\" = { road = \"2mm red\" }", "unknown cell `zz`"),
    ];
    for (line, words) in wrongs {
        let layout = format!("{}[board.at]\n{line}\n", ROADS.split("[board.at]").next().unwrap());
        let output = Run::new().file("x.toml", layout).args(["build", "x.toml"]).status(2).any_stderr().run();
        assert!(output.stderr.contains(words), "{line}: {}", output.stderr);
    }
}

#[test]
fn ways_on_tiles_end_in_the_middle() {
    let tiles = "[[tiles]]\ncells = \"pointy-top\"\nacross = \"40mm\"\n\
        rows = [{ paths = \"1-0 dimgrey, 0-3 dimgrey, 4-0 dimgrey\" }]\nface = [{ fill = \"ivory\" }, { path = \"{{ paths }}\", width = \"3mm\", line = \"0.5mm white\" }]\n";
    let page = built(tiles);
    let centre = polygons(&page, 6).first().unwrap().centre;
    let roads = road_points(&page, "tiles");
    let to_middle = roads.iter().filter(|road| road.len() == 2 && road[1].distance(centre) <= TOLERANCE_MM);
    let lengths: Vec<f64> = to_middle.map(|road| road[0].distance(road[1])).collect();
    assert_eq!(lengths.len(), 6, "three ways, and what parts them from others");
    assert!(lengths.iter().all(|length| (length - 20.0).abs() <= TOLERANCE_MM), "{lengths:?}");
    let output = Run::new().file("x.toml", tiles).args(["check", "x.toml"]).any_status().any_stderr().run();
    assert!(!output.stderr.contains("error"), "{}{}", output.stdout, output.stderr);
    let wrong = tiles.replace("0-3", "0-0");
    let output = Run::new().file("x.toml", wrong).args(["build", "x.toml"]).status(2).any_stderr().run();
    assert!(output.stderr.contains("begins and ends in the middle"), "{}", output.stderr);
}

/// The position of a disc on a path is a fraction of the path's length. This holds for straight
/// paths, arcs, and paths to the centre.
#[test]
fn stops_stand_on_the_ways_of_tiles() {
    let tile = |on: &str| {
        let tiles = format!(
            "[[tiles]]\ncells = \"flat-top\"\nacross = \"40mm\"\nrows = [{{ stop = \"{on}\" }}]\n\
             face = [{{ fill = \"ivory\" }}, {{ path = \"1-4 tan, 1-3 tan, 2-0 tan\" }}, {{ disc = \"5mm\", on = \"{{{{ stop }}}}\", fill = \"navy\" }}]\n"
        );
        Run::new().file("x.toml", tiles).args(["build", "x.toml"]).any_status().any_stderr().run()
    };
    // The centre of the arc from edge 1 to edge 3 is 40 mm away from the centre of the tile, in the
    // direction of edge 2. The radius of the arc is tan 60° times 20 mm.
    let in_arc = 40.0 - 20.0 * 3.0_f64.sqrt();
    let right = 3.0_f64.sqrt() / 2.0;
    for (on, places) in [
        ("1-4 25%", vec![(0.0, -10.0)]),
        ("4-1 25%, 1-4", vec![(0.0, 10.0), (0.0, 0.0)]),
        ("1-3", vec![(in_arc * right, -in_arc / 2.0)]),
        ("1-4 12.5%, 0-3 0%", vec![(0.0, -15.0), (0.0, 0.0)]),
        ("2-0 75%, 0-2 75%", vec![(5.0 * right, -2.5), (15.0 * right, -7.5)]),
    ] {
        let page = tile(on).pdf("output/x-iso.pdf").pages.remove(0);
        let centre = polygons(&page, 6).first().unwrap().centre;
        let discs: Vec<Point> = discs(&page).iter().map(|disc| disc.centre).collect();
        for (x, y) in places {
            let at = centre + kurbo::Vec2::new(x, y);
            assert!(discs.iter().any(|disc| disc.distance(at) < 0.01), "{on}: {discs:?} and {centre}");
        }
    }
    for (on, words) in [
        ("1-4 red", "from 0% to 100%, found `1-4 red`"),
        ("1-4 120%", "from 0% to 100%, found `1-4 120%`"),
        ("1-9 20%", "there is no edge 9"),
        ("middle", "expected a path from edge to edge"),
    ] {
        let output = tile(on).stderr;
        assert!(output.contains(words) && output.contains("x.toml"), "{on}: {output}");
    }
}

const LOOPS: &str = "[[board]]\nsheet = \"small\"\nplay-on = \"points\"\nacross = \"20mm\"\nshape = \"rectangle 4 x 4\"\n\
    names = \"chess\"\nlinks = [\"a1 d1 d4 a4 a1\", \"a2 d2\", \"b1 b4\", \"b1 (a1) a2\", \"a3 (a4) b4\"]\n\
    [board.at]\n\"all\" = { disc = \"4mm\", colour = \"black\" }\n[board.must]\nbe = \"connected\"\n";

#[test]
fn arcs_go_clockwise_round_their_middle() {
    let page = built(LOOPS);
    let lines = page.items.iter().find(|item| id(item).ends_with("lines")).unwrap();
    let ItemKind::Path { path, .. } = &lines.kind else { panic!("no path") };
    let bounds = polygons(&page, 4);
    assert!(bounds.is_empty(), "points have no outlines");
    let straight: Vec<Point> = path
        .segments()
        .filter_map(|s| if let PathSeg::Line(line) = s { Some([line.p0, line.p1]) } else { None })
        .flatten()
        .collect();
    let (left, bottom) = straight.iter().fold((f64::MAX, 0.0_f64), |(x, y), p| (x.min(p.x), y.max(p.y)));
    let first = Point::new(left, bottom);
    let curves: Vec<kurbo::CubicBez> = path
        .segments()
        .filter_map(|s| if let PathSeg::Cubic(curve) = s { Some(curve) } else { None })
        .collect();
    let own_curves: Vec<_> = curves.iter().filter(|curve| curve.p0.distance(first) < 21.0).collect();
    for curve in &own_curves {
        for t in [0.0, 0.3, 0.5, 0.8, 1.0] {
            assert!((curve.eval(t).distance(first) - 20.0).abs() < 0.01, "{curve:?}");
        }
    }
    // The arc from b1 to a2 is three quarters of a circle, outside the board.
    assert!(own_curves[0].p0.distance(first + kurbo::Vec2::new(20.0, 0.0)) <= TOLERANCE_MM);
    assert!(own_curves.last().unwrap().p3.distance(first - kurbo::Vec2::new(0.0, 20.0)) <= TOLERANCE_MM);
    assert!(own_curves.iter().any(|curve| curve.p3.x < left - 10.0 || curve.p3.y > bottom + 10.0));
    let output = Run::new().file("x.toml", LOOPS).args(["check", "x.toml"]).any_status().any_stderr().run();
    assert!(output.stdout.contains("clean"), "{}{}", output.stdout, output.stderr);
}

#[test]
fn impossible_arcs_are_reported() {
    let wrongs = [
        ("b1 (a1) a3", "`a1`, the centre of this arc, must be equally far from its ends, `b1` and `a3`"),
        ("(a1) b1 a2", "must name at least two points"),
        ("b1 (zz) a2", "unknown point `zz`"),
    ];
    for (run, words) in wrongs {
        let layout = LOOPS.replace("b1 (a1) a2", run);
        let output = Run::new().file("x.toml", layout).args(["build", "x.toml"]).status(2).any_stderr().run();
        assert!(output.stderr.contains(words), "{run}: {}", output.stderr);
    }
}

//! Tests of the cut lines for a plotter. The tests compare them with the PDF that prints the
//! pieces.

use hexpress::read::{ItemKind, Page};
use kurbo::{BezPath, ParamCurve, ParamCurveNearest, PathSeg, Point, Shape};

use crate::support::measure::id;
use crate::support::run::Run;

/// The largest distance between a cut of the plotter and the printed line, in mm.
const TOLERANCE_MM: f64 = 0.002;

/// The cuts and the marks of a file, in mm.
struct Cuts {
    size: (f64, f64),
    lines: Vec<PathSeg>,
    paths: usize,
    marks: Vec<PathSeg>,
}

fn cuts(file: &[u8]) -> Cuts {
    let text = std::str::from_utf8(file).unwrap();
    let xml = roxmltree::Document::parse(text).unwrap();
    let root = xml.root_element();
    let mm = |name: &str| root.attribute(name).unwrap().strip_suffix("mm").unwrap().parse::<f64>().unwrap();
    let size = (mm("width"), mm("height"));
    assert_eq!(root.attribute("viewBox").unwrap(), format!("0 0 {} {}", size.0, size.1));
    let of = |group: &str| {
        let group = xml.descendants().find(|n| n.attribute("id") == Some(group)).unwrap();
        assert!(group.attribute("transform").is_none());
        let paths = group.descendants().filter_map(|n| n.attribute("d"));
        paths.map(|d| BezPath::from_svg(d).unwrap()).collect::<Vec<_>>()
    };
    let segments = |paths: &[BezPath]| paths.iter().flat_map(|p| p.segments()).collect::<Vec<_>>();
    let lines = of("cut");
    Cuts { size, paths: lines.len(), lines: segments(&lines), marks: segments(&of("registration")) }
}

/// Builds a layout as PDF and as cut file. Returns the first page of the PDF, and the cuts for this page.
fn both(layout: &str) -> (Page, Cuts) {
    let ran = Run::new().file("x.toml", layout).args(["build", "x.toml"]).run();
    let page = ran.pdf("output/x-iso.pdf").pages.remove(0);
    let ran = Run::new().file("x.toml", layout).args(["build", "x.toml", "--format", "cut-svg"]).run();
    let name = ran.folder.files().into_iter().find(|name| name.ends_with(".cut.svg")).unwrap();
    let cuts = cuts(&ran.bytes(&name));
    assert!(
        (page.media.width() - cuts.size.0).abs() < TOLERANCE_MM
            && (page.media.height() - cuts.size.1).abs() < TOLERANCE_MM
    );
    (page, cuts)
}

/// Returns what the PDF draws as cuts: outlines or marks.
fn printed(page: &Page) -> Vec<PathSeg> {
    let cut = page.items.iter().filter(|item| id(item) == "cut");
    let paths = cut.filter_map(|item| match &item.kind {
        ItemKind::Path { path, .. } => Some(path.segments().collect::<Vec<_>>()),
        _ => None,
    });
    paths.flatten().collect()
}

fn away(point: Point, from: &[PathSeg]) -> f64 {
    from.iter().map(|segment| segment.nearest(point, 1e-6).distance_sq.sqrt()).fold(f64::MAX, f64::min)
}

/// Checks that every point of `lines` is on one of the lines in `others`.
#[track_caller]
fn lie_on(lines: &[PathSeg], others: &[PathSeg]) {
    assert!(!lines.is_empty());
    for segment in lines {
        for step in 0..=10 {
            let point = segment.eval(f64::from(step) / 10.0);
            let away = away(point, others);
            assert!(away < TOLERANCE_MM, "{point} is {away} mm off");
        }
    }
}

fn length(lines: &[PathSeg]) -> f64 {
    lines.iter().map(|segment| kurbo::ParamCurveArclen::arclen(segment, 1e-6)).sum()
}

#[test]
fn hexagons_are_cut_where_they_are_printed_and_shared_edges_once() {
    let tiles = "[[tiles]]\nname = \"t\"\nacross = \"40mm\"\ncells = \"flat-top\"\ncopies = 7\nface = [{ fill = \"tan\" }]\n";
    let (page, cuts) = both(tiles);
    let printed = printed(&page);
    lie_on(&printed, &cuts.lines);
    lie_on(&cuts.lines, &printed);
    // No edge is cut twice, so the total length of the cuts equals that of all different printed edges.
    let middles = printed.iter().map(|edge| edge.eval(0.5));
    let mut different: Vec<Point> = Vec::new();
    for centre in middles {
        if different.iter().all(|other| other.distance(centre) > 0.1) {
            different.push(centre);
        }
    }
    assert!(different.len() < 7 * 6, "nothing is shared");
    let side = 40.0 / 3.0_f64.sqrt();
    assert!((length(&cuts.lines) - different.len() as f64 * side).abs() < 0.02);
    // The plotter lifts the knife less often than there are pieces.
    assert!(cuts.paths < 7, "{} paths", cuts.paths);
}

#[test]
fn discs_and_rounded_cards_are_exact_curves() {
    let discs = "[[counters]]\nname = \"c\"\nacross = \"22mm\"\ncopies = 5\nface = [{ fill = \"tan\" }]\n";
    let (page, cuts) = both(discs);
    lie_on(&printed(&page), &cuts.lines);
    assert_eq!(cuts.paths, 5);
    assert!((length(&cuts.lines) - 5.0 * 22.0 * std::f64::consts::PI).abs() < 0.01);
    let centre =
        cuts.lines[..8].iter().map(|s| s.start()).fold(Point::ZERO, |sum, p| sum + p.to_vec2() / 8.0);
    for segment in &cuts.lines[..8] {
        for step in 0..=10 {
            let radius = segment.eval(f64::from(step) / 10.0).distance(centre);
            assert!((radius - 11.0).abs() < TOLERANCE_MM, "{radius}");
        }
    }
    let cards = "[[cards]]\nname = \"a\"\nsize = \"63 x 88mm\"\nround = \"3mm\"\ncopies = 4\nface = [{ fill = \"tan\" }]\n";
    let (page, cuts) = both(cards);
    // The cut file contains only the outlines. It leaves out the printed marks next to them, which are for
    // straight cuts.
    lie_on(&cuts.lines, &printed(&page));
    // Rounded cards do not share their sides, so each card is cut separately.
    assert_eq!(cuts.paths, 4);
}

#[test]
fn cards_that_lie_edge_to_edge_are_a_grid_of_lines() {
    let cards = "[[cards]]\nname = \"a\"\nsize = \"63 x 88mm\"\ncopies = 5\nface = [{ fill = \"tan\", line = \"0.2mm\" }]\n";
    let (page, cuts) = both(cards);
    let faces: Vec<_> = page.items.iter().filter(|item| id(item).starts_with("a/")).collect();
    assert!(faces.len() >= 5);
    let mut edges = Vec::new();
    for piece in 1..=5 {
        let own_items = faces.iter().filter(|item| id(item) == format!("a/{piece}"));
        let outline = own_items.filter_map(|item| match &item.kind {
            ItemKind::Path { path, fill: Some(_), .. } => Some(item.clip.unwrap_or(path.bounding_box())),
            _ => None,
        });
        let card = outline.reduce(|a, b| a.union(b)).unwrap();
        // The background of a card may extend slightly beyond its edge.
        let card = kurbo::Rect::from_center_size(card.center(), (63.0, 88.0));
        edges.extend(card.to_path(0.1).segments());
    }
    lie_on(&edges, &cuts.lines);
    lie_on(&cuts.lines, &edges);
    // There are two rows of two cards, and one card below. The cards have 3 x 2 + 1 horizontal
    // edges of 63 mm and 2 x 3 + 2 vertical edges of 88 mm.
    let all = 63.0 * 7.0 + 88.0 * 8.0;
    assert!((length(&cuts.lines) - all).abs() < 0.01, "{}", length(&cuts.lines));
    // The file contains the printed marks, and none of them is a cut.
    let marks = printed(&page);
    lie_on(&marks, &cuts.marks);
    lie_on(&cuts.marks, &marks);
    assert!(cuts.marks.iter().all(|mark| away(mark.eval(0.5), &cuts.lines) > 0.5));
    // Each mark is in line with a cut.
    for mark in &marks {
        let (a, b) = (mark.start(), mark.end());
        let longer = kurbo::Line::new(a + (a - b) * 100.0, b + (b - a) * 100.0);
        let in_line = cuts.lines.iter().any(|cut| {
            PathSeg::Line(longer).nearest(cut.start(), 1e-9).distance_sq < TOLERANCE_MM * TOLERANCE_MM
                && PathSeg::Line(longer).nearest(cut.end(), 1e-9).distance_sq < TOLERANCE_MM * TOLERANCE_MM
        });
        assert!(in_line, "{a} {b}");
    }
}

#[test]
fn one_file_for_each_sheet_that_is_cut() {
    let layout = format!(
        "[[board]]\nsheet = \"small\"\ncells = \"flat-top\"\nacross = \"20mm\"\nshape = \"hexhex 1\"\n{}",
        crate::formats::png::CARDS.replace("[game]\ntitle = \"Größe\"\nauthor = \"Ann\"\n", "")
    );
    let ran = Run::new().file("x.toml", &layout).args(["build", "x.toml", "--format", "cut-svg"]).run();
    // Page 1 is the board, which is not cut, and page 2 is its empty back. Page 4 contains backs,
    // which are cut together with their fronts.
    assert_eq!(ran.folder.files(), ["output/x-iso/03-deck.cut.svg", "x.toml"]);
    let line = "    03-deck.cut.svg              2 pieces, 0.34 m of cuts; cuts page 3 of x-iso.pdf\n";
    assert!(ran.stdout.contains(line), "{}", ran.stdout);
    // A build of SVG sheets does not delete cut files, and a build of cut files does not delete
    // sheets.
    let again = Run::new()
        .file("x.toml", &layout)
        .file("output/x-iso/03-deck.cut.svg", ran.bytes("output/x-iso/03-deck.cut.svg"))
        .file("output/x-iso/09-deck.cut.svg", ran.bytes("output/x-iso/03-deck.cut.svg"))
        .args(["build", "x.toml", "--format", "svg"])
        .run();
    assert!(again.folder.files().contains(&"output/x-iso/09-deck.cut.svg".to_owned()));
}

//! Tests of DXF files with cut lines. A small reader of DXF compares their lines with the finished PDF.

use kurbo::{ParamCurve as _, ParamCurveNearest as _, PathSeg, Point};

use crate::support::measure::{id, paths};
use crate::support::run::Run;

/// How far a cut may be from the same line of the PDF, in mm.
const MAX_DISTANCE_MM: f64 = 0.005;

/// Pieces of any outline with a hole and a fold, cards with round corners, and large discs.
const ALL: &str = r##"
[[tiles]]
name = "flags"
outline = "M 0 0 H 40 L 30 15 L 36 30 H 12 A 12 12 0 0 1 0 18 Z"
copies = 5
holes = [{ size = "4mm", at = "-12 -6mm" }]
fold = ["across 10mm"]
face = [{ fill = "#C8102E" }]
[[cards]]
name = "cards"
size = "63 x 88mm"
round = "3mm"
copies = 4
face = [{ fill = "tan" }]
[[counters]]
name = "discs"
shape = "disc"
across = "70mm"
copies = 2
face = [{ fill = "tan" }]
"##;

#[derive(Debug)]
struct Line {
    layer: String,
    is_closed: bool,
    /// The corners. Each has the bulge of the arc to the next corner, which is 0 for a straight line.
    corners: Vec<(Point, f64)>,
}

/// Reads a DXF file: the layers that it declares, and its polylines.
fn read(text: &str) -> (Vec<String>, Vec<Line>) {
    let rows: Vec<&str> = text.lines().collect();
    assert!(rows.len().is_multiple_of(2), "codes and values come in pairs");
    let groups: Vec<(u32, &str)> =
        rows.chunks(2).map(|pair| (pair[0].trim().parse().unwrap(), pair[1])).collect();
    assert_eq!(groups[0].0, 999);
    assert_eq!(groups.last(), Some(&(0, "EOF")));
    let has =
        |name: &str, value: &str| groups.windows(2).any(|pair| pair[0] == (9, name) && pair[1].1 == value);
    assert!(has("$ACADVER", "AC1009") && has("$INSUNITS", "4") && has("$MEASUREMENT", "1"));
    let (mut layers, mut lines, mut kind) = (Vec::new(), Vec::<Line>::new(), "");
    for &(code, value) in &groups {
        let number = || value.parse::<f64>().unwrap();
        match (code, kind) {
            (0, _) => {
                kind = value;
                match kind {
                    "POLYLINE" => {
                        lines.push(Line { layer: String::new(), is_closed: false, corners: Vec::new() });
                    }
                    "VERTEX" => lines.last_mut().unwrap().corners.push((Point::new(f64::NAN, f64::NAN), 0.0)),
                    _ => {}
                }
            }
            (2, "LAYER") => layers.push(value.to_owned()),
            (8, "POLYLINE") => lines.last_mut().unwrap().layer = value.to_owned(),
            (70, "POLYLINE") => lines.last_mut().unwrap().is_closed = value == "1",
            (10, "VERTEX") => lines.last_mut().unwrap().corners.last_mut().unwrap().0.x = number(),
            (20, "VERTEX") => lines.last_mut().unwrap().corners.last_mut().unwrap().0.y = number(),
            (42, "VERTEX") => lines.last_mut().unwrap().corners.last_mut().unwrap().1 = number(),
            _ => {}
        }
    }
    (layers, lines)
}

impl Line {
    /// Returns points along the line, at most 0.5 mm apart.
    fn points(&self) -> Vec<Point> {
        let next = self.corners.iter().skip(1).chain(self.is_closed.then(|| &self.corners[0]));
        self.corners.iter().zip(next).flat_map(|((from, bulge), (to, _))| arc(*from, *to, *bulge)).collect()
    }
}

/// Returns points of an arc. Its bulge is the tangent of a quarter of the angle of the arc.
fn arc(from: Point, to: Point, bulge: f64) -> Vec<Point> {
    let angle = 4.0 * libm::atan(bulge);
    let steps = (from.distance(to) * 3.0).ceil().max(4.0);
    let at = |step: f64| {
        if bulge == 0.0 {
            return from.lerp(to, step / steps);
        }
        let chord = to - from;
        let height = chord.hypot() / 2.0 / libm::tan(angle / 2.0);
        let left = kurbo::Vec2::new(-chord.y, chord.x) / chord.hypot();
        let centre = from.midpoint(to) + left * height;
        let (sin, cos) = libm::sincos(angle * step / steps);
        let out = from - centre;
        centre + kurbo::Vec2::new(out.x * cos - out.y * sin, out.x * sin + out.y * cos)
    };
    (0..=steps as u32).map(|step| at(f64::from(step))).collect()
}

fn away(point: Point, from: &[PathSeg]) -> f64 {
    from.iter().map(|segment| segment.nearest(point, 1e-6).distance_sq.sqrt()).fold(f64::MAX, f64::min)
}

#[test]
fn every_line_of_a_dxf_is_where_the_pdf_prints_it() {
    let build = |more: &[&str]| {
        let args =
            ["build", "x.toml", "--paper", "a4", "--cut", "plotter"].into_iter().chain(more.iter().copied());
        Run::new().file("x.toml", ALL).args(args).any_stderr().run()
    };
    let pdf = build(&["--no-check"]).pdf("output/x-a4.pdf");
    let ran = build(&["--format", "cut-dxf"]);
    assert!(ran.stdout.contains("after you open a file, SHEET must measure 297 x 210 mm"), "{}", ran.stdout);
    let mut names: Vec<String> = ran.folder.files();
    names.retain(|name| name.ends_with(".cut.dxf"));
    let (mut holes, mut outlines, mut folds) = (0, 0, 0);
    for name in &names {
        let page: usize = name.split_once("x-a4/").unwrap().1[..2].parse().unwrap();
        let page = &pdf.pages[page - 1];
        let height = page.media.height();
        let (layers, lines) = read(&String::from_utf8(ran.bytes(name)).unwrap());
        let has_folds = lines.iter().any(|line| line.layer == "FOLD");
        assert_eq!(layers, if has_folds { &["SHEET", "FOLD", "CUT"][..] } else { &["SHEET", "CUT"] });
        let segments = |wanted: &str| -> Vec<PathSeg> {
            let wanted = paths(page).filter(|(item, _)| id(item) == wanted);
            wanted.flat_map(|(_, path)| path.segments()).collect()
        };
        let printed: Vec<PathSeg> = segments("cut").into_iter().chain(segments("hole")).collect();
        let creases = segments("crease");
        let mut cut = Vec::new();
        for line in &lines {
            assert!(line.corners.iter().all(|(at, bulge)| at.is_finite() && bulge.abs() <= 1.0), "{line:?}");
            let points: Vec<Point> = line.points().iter().map(|p| Point::new(p.x, height - p.y)).collect();
            let ends = line.corners.windows(2).map(|pair| pair[0].0.distance(pair[1].0));
            assert!(ends.fold(f64::MAX, f64::min) > 0.01, "no two corners are the same: {line:?}");
            match line.layer.as_str() {
                "SHEET" => {
                    let corners: Vec<Point> = line.corners.iter().map(|(at, _)| *at).collect();
                    let expected = [(0.0, height), (page.media.width(), height), (page.media.width(), 0.0)];
                    assert!(line.is_closed && corners.len() == 4);
                    for corner in expected.map(Point::from) {
                        assert!(
                            corners.iter().any(|at| at.distance(corner) < MAX_DISTANCE_MM),
                            "{corners:?}"
                        );
                    }
                }
                "FOLD" => {
                    folds += 1;
                    // The marks of a fold are on the same line as the fold, outside the piece.
                    let fold = kurbo::Line::new(points[0], *points.last().unwrap());
                    let marks = creases.iter().filter(|mark| {
                        [mark.start(), mark.end()].iter().all(|end| {
                            let along = (fold.p1 - fold.p0).normalize();
                            along.cross(*end - fold.p0).abs() < MAX_DISTANCE_MM
                        })
                    });
                    assert!(marks.count() >= 2, "{line:?}");
                }
                "CUT" => {
                    let worst = points.iter().map(|point| away(*point, &printed)).fold(0.0, f64::max);
                    assert!(worst <= MAX_DISTANCE_MM, "{name}: {worst} mm, {line:?}");
                    assert!(line.is_closed);
                    if line.corners.len() == 8 && line.corners.iter().all(|(_, bulge)| *bulge != 0.0) {
                        holes += 1;
                    } else {
                        outlines += 1;
                    }
                    cut.extend(line.points().windows(2).map(|pair| {
                        let [a, b] = [pair[0], pair[1]].map(|p| Point::new(p.x, height - p.y));
                        PathSeg::Line(kurbo::Line::new(a, b))
                    }));
                }
                other => panic!("{other}"),
            }
        }
        // The DXF file has every outline that the PDF prints.
        let closed =
            paths(page).filter(|(item, path)| ["cut", "hole"].contains(&&*id(item)) && path.closes());
        for segment in closed.flat_map(|(_, path)| path.segments()) {
            for t in [0.0, 0.3, 0.5, 0.9] {
                let point = segment.eval(t);
                assert!(away(point, &cut) <= 0.02, "{name}: {point:?}");
            }
        }
    }
    // The discs and the holes of the flags are circles.
    assert_eq!((holes, outlines, folds), (7, 9, 5), "{names:?}");
}

#[test]
fn a_folded_sheet_is_cut_at_half_its_size() {
    let layout =
        "[[cards]]\nsize = \"63 x 88mm\"\nface = [{ fill = \"tan\" }]\nback = [{ fill = \"navy\" }]\n";
    let args = ["build", "x.toml", "--paper", "a4", "--backs", "fold", "--format", "cut-dxf", "--json"];
    let ran = Run::new().file("x.toml", layout).args(args).run();
    let value: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    let name = ran.folder.files().into_iter().find(|name| name.ends_with(".cut.dxf")).unwrap();
    let (_, lines) = read(&String::from_utf8(ran.bytes(&name)).unwrap());
    let size = lines[0]
        .corners
        .iter()
        .fold(Point::ZERO, |far, (at, _)| Point::new(far.x.max(at.x), far.y.max(at.y)));
    assert!((size.x * size.y - 210.0 * 297.0 / 2.0).abs() < 1.0, "{size:?}");
    assert!(value.to_string().contains("\"sheet-mm\""), "{value}");
}

#[test]
fn files_of_an_earlier_build_are_replaced_unless_they_were_changed() {
    let layout = "[[cards]]\nsize = \"63 x 88mm\"\nface = [{ fill = \"tan\" }]\n";
    let args = ["build", "x.toml", "--paper", "a4", "--format", "cut-dxf"];
    let ran = Run::new().file("x.toml", layout).args(args).run();
    let made = ran.bytes("output/x-a4/01-cards.cut.dxf");
    let changed = String::from_utf8(made.clone()).unwrap().replace("CUT", "cut");
    let again = Run::new()
        .file("x.toml", layout)
        .file("output/x-a4/07-cards.cut.dxf", &made)
        .file("output/x-a4/08-cards.cut.dxf", changed)
        .args(args)
        .any_stderr()
        .run();
    let left: Vec<String> = again.folder.files().into_iter().filter(|name| name.contains("cards")).collect();
    assert_eq!(left, ["output/x-a4/01-cards.cut.dxf", "output/x-a4/08-cards.cut.dxf"]);
}

/// Stickers, cards to tear out, and a piece that is cut through and folded.
const KINDS: &str = r##"
[game]
share = false
[[counters]]
name = "stickers"
shape = "disc"
across = "25mm"
copies = 6
cut = "kiss"
cut-around = "4mm"
holes = [{ size = "4mm", at = "0 0mm" }]
face = [{ fill = "tan" }]
[[cards]]
name = "coupons"
size = "63 x 88mm"
copies = 4
cut = "perforate"
face = [{ fill = "tan" }]
[[cards]]
name = "tents"
size = "40 x 60mm"
fold = ["across 30mm"]
face = [{ fill = "tan" }]
"##;

#[test]
fn kiss_cuts_and_perforations_have_layers_and_colours() {
    let build = |more: &[&str]| {
        let args =
            ["build", "x.toml", "--paper", "a4", "--cut", "plotter"].into_iter().chain(more.iter().copied());
        Run::new().file("x.toml", KINDS).args(args).any_stderr().run()
    };
    let (dxf, svg) = (build(&["--format", "cut-dxf"]), build(&["--format", "cut-svg"]));
    let expected: [(&str, &[&str], &[usize], &[&str]); 3] = [
        ("01-stickers", &["SHEET", "KISS", "CUT"], &[1, 12, 1], &["kiss", "cut"]),
        ("02-coupons", &["SHEET", "PERF"], &[1, 2], &["perforation"]),
        ("03-tents", &["SHEET", "FOLD", "CUT"], &[1, 1, 1], &["fold", "cut"]),
    ];
    for (name, layers, counts, groups) in expected {
        let text = String::from_utf8(dxf.bytes(&format!("output/x-a4/{name}.cut.dxf"))).unwrap();
        let (found, lines) = read(&text);
        assert_eq!(found, layers, "{name}");
        for (layer, count) in layers.iter().zip(counts) {
            let own = lines.iter().filter(|line| line.layer == *layer).count();
            assert!(if *layer == "PERF" { own >= *count } else { own == *count }, "{name} {layer}: {own}");
        }
        for (layer, colour) in [("SHEET", 8), ("FOLD", 5), ("PERF", 3), ("KISS", 6), ("CUT", 1)] {
            let declared = format!("  2\n{layer}\n 70\n0\n 62\n{colour}\n");
            assert_eq!(text.contains(&declared), layers.contains(&layer), "{name} {layer}");
        }
        let file = String::from_utf8(svg.bytes(&format!("output/x-a4/{name}.cut.svg"))).unwrap();
        let xml = roxmltree::Document::parse(&file).unwrap();
        let ids: Vec<_> = xml
            .descendants()
            .filter(|node| node.has_tag_name("g"))
            .filter_map(|node| node.attribute("id"))
            .collect();
        assert_eq!(ids[1..], *groups, "{name}");
    }
    // The cut around the stickers is 4 mm away from them.
    let (_, lines) = read(&String::from_utf8(dxf.bytes("output/x-a4/01-stickers.cut.dxf")).unwrap());
    let bounds = |layer: &str| {
        let own = lines.iter().filter(|line| line.layer == layer).flat_map(Line::points);
        own.map(|at| kurbo::Rect::from_points(at, at)).reduce(|a, b| a.union(b)).unwrap()
    };
    let (stickers, around) = (bounds("KISS"), bounds("CUT"));
    for by in
        [stickers.x0 - around.x0, stickers.y0 - around.y0, around.x1 - stickers.x1, around.y1 - stickers.y1]
    {
        assert!((by - 4.0).abs() < MAX_DISTANCE_MM, "{by}");
    }
    assert!(dxf.stdout.contains("The layer KISS is cut only through the upper layer"), "{}", dxf.stdout);
}

#[test]
fn a_pdf_has_layers_and_spot_colours_for_the_kinds() {
    let build = |more: &[&str]| {
        let args =
            ["build", "x.toml", "--paper", "a4", "--cut", "plotter"].into_iter().chain(more.iter().copied());
        let ran = Run::new().file("x.toml", KINDS).args(args).any_stderr().run();
        lopdf::Document::load_mem(&ran.bytes("output/x-a4.pdf")).unwrap()
    };
    let names = |pdf: &lopdf::Document| -> Vec<String> {
        let layers = pdf.objects.values().filter_map(|object| object.as_dict().ok());
        let layers = layers.filter(|dict| {
            dict.get(b"Type").is_ok_and(|kind| kind.as_name().is_ok_and(|name| name == b"OCG"))
        });
        layers.map(|dict| lopdf::decode_text_string(dict.get(b"Name").unwrap()).unwrap()).collect()
    };
    let plain = names(&build(&[]));
    for layer in ["Cut", "Kiss cut", "Perforation"] {
        assert!(plain.iter().any(|name| name == layer), "{layer}: {plain:?}");
    }
    let press = build(&["--standard", "pdfx-4"]);
    let all = format!("{:?}", press.objects);
    for spot in ["CutContour", "KissCut", "Perforation"] {
        assert!(all.contains(spot), "{spot}");
    }
}

/// Returns a printer profile that sets the overcut and the blade offset of a knife.
fn knife(overcut: &str, offset: &str) -> String {
    format!("name = \"P\"\novercut = \"{overcut}\"\nblade-offset = \"{offset}\"\n")
}

#[test]
fn the_knife_of_a_profile_changes_only_files_of_cuts() {
    let layout = "[[cards]]\nname = \"deck\"\nsize = \"63 x 88mm\"\nround = \"3mm\"\nbleed = \"2mm\"\nface = [{ fill = \"tan\" }]\n";
    let build = |profile: &str, more: &[&str]| {
        let args = ["build", "x.toml", "--paper", "a4", "--printer", "p.toml"]
            .into_iter()
            .chain(more.iter().copied());
        Run::new().file("x.toml", layout).file("p.toml", profile).args(args).run()
    };
    let cut = |overcut: &str, offset: &str| {
        let ran = build(&knife(overcut, offset), &["--format", "cut-dxf"]);
        let (_, lines) = read(&String::from_utf8(ran.bytes("output/x-a4/01-deck.cut.dxf")).unwrap());
        lines.into_iter().find(|line| line.layer == "CUT").unwrap()
    };
    let length = |line: &Line| line.points().windows(2).map(|pair| pair[0].distance(pair[1])).sum::<f64>();
    let (plain, longer, ahead) = (cut("0mm", "0mm"), cut("1.2mm", "0mm"), cut("0mm", "0.9mm"));
    assert!(plain.is_closed && !longer.is_closed && !ahead.is_closed);
    assert!((length(&longer) - length(&plain) - 1.2).abs() < 0.01, "{} {}", length(&longer), length(&plain));
    // Along straight lines, the axis of the knife runs on the outline, 0.9 mm ahead of the tip. At a round
    // corner, the axis runs on a circle with the radius √(3² + 0.9²) mm. The tip follows a polygon with
    // angles of about 2°, so the axis swings by 0.9 mm times the sine of 1°.
    let outline: Vec<PathSeg> =
        plain.points().windows(2).map(|pair| PathSeg::Line(kurbo::Line::new(pair[0], pair[1]))).collect();
    let out = libm::sqrt(3.0 * 3.0 + 0.9 * 0.9) - 3.0;
    let worst = ahead.points().iter().map(|point| away(*point, &outline)).fold(0.0, f64::max);
    assert!((worst - out).abs() < 0.02, "{worst} {out}");
    assert!((ahead.points()[0].distance(plain.points()[0]) - 0.9).abs() < MAX_DISTANCE_MM);
    let pages = |profile: &str| format!("{:?}", build(profile, &[]).pdf("output/x-a4.pdf").pages);
    assert_eq!(pages(&knife("1mm", "0.9mm")), pages("name = \"P\"\n"));
    let wrong = Run::new().file("x.toml", layout).file("p.toml", knife("6mm", "-1mm"));
    let output = wrong.args(["build", "x.toml", "--printer", "p.toml"]).any_stderr().status(2).run().stderr;
    assert!(output.contains("`overcut` must be from 0 to 5 mm, not 6 mm"), "{output}");
    assert!(output.contains("`blade-offset` must be from 0 to 2 mm, not -1 mm"), "{output}");
}

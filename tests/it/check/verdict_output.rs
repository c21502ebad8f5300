//! Tests of how verdicts are shown: as a text in which several faults with one cause are one finding, as
//! pictures, and as JSON with every fault.

use hexpress::check::Verdict;
use hexpress::read::{Item, ItemKind};
use kurbo::{PathEl, Point, Rect, Shape};
use serde_json::{Value, json};

use super::wrongs::board::THING;
use crate::support::run::{Ran, Run};

const PAGE: &str = include_str!("../../../docs/check.md");
/// The colour of the rings that mark faults.
const RED: [u8; 3] = [0xE0, 0, 0x4D];

/// Returns a board of 37 hexagons, as another program might draw it.
///
/// For each hexagon, `cell` returns how far its centre is moved to the right, in mm, and the elements inside
/// the hexagon.
fn board(cell: impl Fn(usize, &str) -> (f64, String)) -> String {
    let mut drawn = String::new();
    let all = (-3_i32..=3).flat_map(|r| (-3_i32..=3).map(move |q| (q, r)));
    for (number, (q, r)) in all.filter(|(q, r)| (q + r).abs() <= 3).enumerate() {
        let wide = 3.0_f64.sqrt() * 10.0;
        let (right, words) = cell(number, "x");
        let (x, y) =
            (105.0 + wide * (f64::from(q) + f64::from(r) / 2.0) + right, 120.0 + 15.0 * f64::from(r));
        let corners = [(0.0, -10.0), (0.5, -5.0), (0.5, 5.0), (0.0, 10.0), (-0.5, 5.0), (-0.5, -5.0)];
        let corners = corners.map(|(a, b)| format!("{:.4},{:.4}", x + a * wide, y + b)).join(" ");
        drawn.push_str(&format!(
            "<polygon points='{corners}' fill='#cfe8cf' stroke='#333' stroke-width='0.3'/>"
        ));
        drawn.push_str(&words.replace("$", &format!("x='{:.3}' y='{y:.3}'", x - 5.0)));
    }
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='210mm' height='297mm' viewBox='0 0 210 297'>{drawn}\
         <rect x='20' y='230' width='20' height='20' fill='#eee' stroke='#000' stroke-width='0.3'/>\
         <circle cx='80' cy='240' r='9' fill='#eee' stroke='#000' stroke-width='0.3'/></svg>"
    )
}

fn tiny(words: &str) -> String {
    format!("<text $ font-size='1.2'>{words}</text>")
}

fn check(svg: &str, more: &[&str]) -> Ran {
    let run = Run::new().file("their.svg", svg).args(["check", "their.svg"]).args(more.iter().copied());
    run.any_stderr().status(1).run()
}

/// Returns the rectangles of an SVG that are filled with white, except its pages.
fn plates(svg: &str) -> Vec<Rect> {
    let tree = roxmltree::Document::parse(svg).unwrap();
    let number = |node: &roxmltree::Node<'_, '_>, key| node.attribute(key).unwrap().parse::<f64>().unwrap();
    let rects = tree.descendants().filter(|node| node.has_tag_name("rect") && node.attribute("x").is_some());
    let white = rects.filter(|node| node.attribute("fill") == Some("#fff"));
    let rect = |node: roxmltree::Node<'_, '_>| {
        let at = Point::new(number(&node, "x"), number(&node, "y"));
        Rect::from_origin_size(at, (number(&node, "width"), number(&node, "height")))
    };
    white.map(rect).collect()
}

#[test]
fn numbers_and_insets_of_a_picture_lie_apart() {
    // Cell 18 has three faults at one place, cells 20 and 30 are displaced, and all other cells have a
    // word that is too small.
    let svg = board(|number, _| match number {
        18 => (0.0, format!("{}<text $ font-size='1.3' fill='#ccd'>over</text>", tiny("under"))),
        20 => (0.3, String::new()),
        30 => (0.6, String::new()),
        n => (0.0, tiny(["port", "hill", "wood"][n % 3])),
    });
    let picture = String::from_utf8(check(&svg, &["--picture", "faults.svg"]).bytes("faults.svg")).unwrap();
    let plates = plates(&picture);
    assert!(plates.len() > 35, "{} numbers", plates.len());
    for (index, one) in plates.iter().enumerate() {
        assert!(Rect::new(0.0, 0.0, 210.0, 297.0).contains_rect(*one), "{one:?}");
        let over = plates[..index].iter().find(|other| one.overlaps(**other));
        assert!(over.is_none(), "{one:?} lies on {over:?}");
    }
}

fn is_red(item: &&Item) -> bool {
    matches!(&item.kind, ItemKind::Path { stroke: Some(stroke), .. } if stroke.colour.0 == RED)
}

/// Returns a PDF of one page, as another program might write it. One cell of its board is 0.3 mm
/// too far to the right.
fn their_pdf(page: &str) -> Vec<u8> {
    let svg = board(|number, _| (if number == 20 { 0.3 } else { 0.0 }, String::new()));
    let tree = roxmltree::Document::parse(&svg).unwrap();
    let mut content = "2.834646 0 0 -2.834646 0 841.89 cm 0.3 w .8 .9 .8 rg\n".to_owned();
    for cell in tree.descendants().filter_map(|node| node.attribute("points")) {
        for (corner, sign) in cell.split(' ').zip("mlllll".chars()) {
            content.push_str(&format!("{} {sign} ", corner.replace(',', " ")));
        }
        content.push_str("h B\n");
    }
    let mut file = lopdf::Document::with_version("1.4");
    let content = file.add_object(lopdf::Stream::new(lopdf::dictionary! {}, content.into_bytes()));
    let all = file.new_object_id();
    let mut one = lopdf::dictionary! { "Type" => "Page", "Parent" => all, "Contents" => content };
    let sides = page.split(' ').map(|side| lopdf::Object::Real(side.parse().unwrap()));
    one.set("MediaBox", sides.collect::<Vec<_>>());
    let one = file.add_object(one);
    let pages = lopdf::dictionary! { "Type" => "Pages", "Kids" => vec![one.into()], "Count" => 1 };
    file.objects.insert(all, pages.into());
    let root = file.add_object(lopdf::dictionary! { "Type" => "Catalog", "Pages" => all });
    file.trailer.set("Root", root);
    let mut bytes = Vec::new();
    file.save_to(&mut bytes).unwrap();
    bytes
}

fn ringed(page: &str, turn: Option<i64>, kind: &str) -> Ran {
    let mut bytes = their_pdf(page);
    if let Some(turn) = turn {
        let mut file = lopdf::Document::load_mem(&bytes).unwrap();
        let id = *file.get_pages().get(&1).unwrap();
        file.get_dictionary_mut(id).unwrap().set("Rotate", turn);
        bytes.clear();
        file.save_to(&mut bytes).unwrap();
    }
    let run = Run::new().file("their.pdf", bytes).args(["check", "their.pdf", "--picture", kind]);
    run.any_stderr().status(1).run()
}

#[test]
fn a_small_shift_is_shown_twenty_times_as_large() {
    for turn in [None, Some(90), Some(180), Some(270)] {
        let page = ringed("0 0 595.276 841.89", turn, "faults.pdf").pdf("faults.pdf").pages.remove(0);
        // The page's own lines of 0.3 mm are 6 mm wide in the inset.
        let large = page.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Path { stroke: Some(stroke), .. } if (stroke.width - 6.0).abs() < 0.01 => item.clip,
            _ => None,
        });
        let window = large.reduce(|a, b| a.union(b)).unwrap();
        assert!((window.width() - 28.0).abs() < 0.01 && (window.height() - 28.0).abs() < 0.01, "{window:?}");
        let mut lines = page.items.iter().filter(is_red).filter_map(|item| match &item.kind {
            ItemKind::Path { path, .. } => Some(path.elements()),
            _ => None,
        });
        // The arrow is 0.3 mm long on the page. It points in the direction in which the cell was
        // moved, as the reader sees the page.
        let way = match turn {
            Some(90) => (0.0, 6.0),
            Some(180) => (-6.0, 0.0),
            Some(270) => (0.0, -6.0),
            _ => (6.0, 0.0),
        };
        let is_arrow = |pair: &[PathEl]| match pair {
            [PathEl::MoveTo(a), PathEl::LineTo(b)] => {
                ((b.x - a.x) - way.0).hypot((b.y - a.y) - way.1) < 0.05 && window.contains(a.midpoint(*b))
            }
            _ => false,
        };
        assert!(lines.any(|path| path.collect::<Vec<_>>().windows(2).any(is_arrow)), "{turn:?}");
    }
    let picture = ringed("0 0 595.276 841.89", None, "faults.png").bytes("faults.png");
    let picture = crate::formats::png::decoded(&picture);
    assert!(picture.pixels().any(|pixel| pixel == [RED[0], RED[1], RED[2], 255]), "no ring");
}

#[test]
fn a_fault_of_a_page_is_a_frame_along_its_edge() {
    let page = ringed("0 0 600 800", None, "faults.pdf").pdf("faults.pdf").pages.remove(0);
    let size = page.media.size();
    let frame = page.media.inset(-2.0);
    let boxes: Vec<Rect> = page
        .items
        .iter()
        .filter(is_red)
        .filter_map(|item| match &item.kind {
            ItemKind::Path { path, .. } => Some(path.bounding_box()),
            _ => None,
        })
        .collect();
    assert!(boxes.iter().any(|rect| (rect.x0 - frame.x0).abs() < 0.01 && (rect.y1 - frame.y1).abs() < 0.01));
    let all = size.to_rect();
    assert!(boxes.iter().all(|rect| all.contains_rect(*rect)), "{boxes:?} in {size:?}");
}

#[test]
fn one_cause_is_one_fault_for_people() {
    let layout = "[[board]]\ncells = \"flat-top\"\nacross = \"20mm\"\nshape = \"hexhex 3\"\n\
                  cell = { label = \"Harbour\" }\n[board.labels]\nfont = \"4pt\"\n";
    let run = || Run::new().file("mine.toml", layout).args(["check", "mine.toml"]).any_stderr().status(1);
    let ran = run().run();
    assert!(ran.stderr.contains("the minimum is 5 pt (19 cells have this fault)\n"), "{}", ran.stderr);
    assert_eq!(ran.stderr.matches("HX424").count(), 1, "{}", ran.stderr);
    assert!(ran.stdout.ends_with(": 1 error\n"), "{}", ran.stdout);
    // The JSON output lists each fault separately.
    let reported = run().args(["--json"]).run().json();
    assert_eq!(reported["results"][0]["faults"].as_array().unwrap().len(), 19);
}

fn of_code(verdict: &Verdict, code: &str) -> Vec<usize> {
    let causes = verdict.causes();
    causes.iter().filter(|c| c.first.code.to_string() == code).map(|c| c.faults().count()).collect()
}

#[test]
fn a_kind_that_is_recoloured_is_one_fault() {
    let verdict = THING.judge(&THING.edit(1, |text| text.replace(".812 .91 .812 rg", "1 .91 .812 rg")));
    let counts = of_code(&verdict, "HX427");
    assert!(counts.len() == 1 && counts[0] > 5, "{counts:?}");
}

#[test]
fn many_faults_of_one_rule_on_a_page_are_summed_up() {
    let ran = check(&board(|number, _| (0.0, tiny(&format!("word{number}")))), &[]);
    assert!(
        ran.stderr.contains("pt; the minimum is 5 pt (36 more faults with the code HX424 on this page)"),
        "{}",
        ran.stderr
    );
    assert_eq!(ran.stderr.matches("error[HX424]").count(), 1, "{}", ran.stderr);
}

#[test]
fn a_board_that_is_turned_or_mirrored_is_reported_in_one_sentence() {
    let layout = "[game]\nembed = false\n[[board]]\nsheet = \"small\"\ncells = \"pointy-top\"\nacross = \"20mm\"\n\
                  shape = \"hexhex 3\"\n";
    let made = Run::new().file("mine.toml", layout).args(["build", "mine.toml", "--format", "svg"]).run();
    let svg = String::from_utf8(made.bytes("output/mine-iso/01-board.svg")).unwrap();
    let (head, rest) = svg.split_at(svg.find("<svg").unwrap());
    let (open, drawn) = rest.split_at(rest.find('>').unwrap() + 1);
    let drawn = drawn.trim_end().strip_suffix("</svg>").unwrap();
    for (way, output) in [
        ("translate(210 0) scale(-1 1)", "mirrored"),
        ("rotate(180 105 148.5)", "turned"),
        ("rotate(60 105 148.5)", "turned"),
    ] {
        let svg = format!("{head}{open}<g transform=\"{way}\">{drawn}</g></svg>");
        let output = format!(
            "the board is {output}: 18 cells are in the places of other cells, according to their names in the file"
        );
        let ran = check(&svg, &[]);
        assert_eq!(ran.stderr.matches("error[HX410]").count(), 1, "{}", ran.stderr);
        assert!(
            ran.stderr.contains(&output)
                || output.contains("mirrored") && ran.stderr.contains("the board is mirrored: "),
            "{}",
            ran.stderr
        );
    }
}

/// Collects every number in a JSON value. The name of a number consists of the keys on the way to it, such as
/// `.a.b`.
fn numbers(value: &Value, name: &str, out: &mut Vec<(String, f64)>) {
    match value {
        Value::Number(number) => out.push((name.to_owned(), number.as_f64().unwrap())),
        Value::Array(all) => all.iter().for_each(|one| numbers(one, name, out)),
        Value::Object(all) => all.iter().for_each(|(key, one)| numbers(one, &format!("{name}.{key}"), out)),
        _ => {}
    }
}

#[test]
fn programs_get_all_that_was_found_in_round_numbers() {
    let svg = board(|number, _| (if number == 20 { 0.3 } else { 0.0 }, tiny(&format!("word{number}"))));
    let reported = check(&svg, &["--json"]).json();
    let reported = &reported["results"][0];
    let board = &reported["boards"][0];
    assert_eq!(board["cells-found"].as_array().unwrap().len(), 37);
    let first = &board["cells-found"][0];
    assert_eq!(first["colour"], "#CFE8CF");
    assert_eq!(first["words"], "word0");
    assert_eq!(first["at-mm"], json!({ "x": 79.0192, "y": 75.0 }));
    let shapes = &reported["shapes-found"];
    let square = json!({ "x": 20.0, "y": 230.0, "width": 20.0, "height": 20.0 });
    let is = |what: &str| shapes.as_array().unwrap().iter().find(|shape| shape["shape"] == what).unwrap();
    assert_eq!(is("square")["at-mm"], square);
    assert_eq!(is("disc")["at-mm"]["width"], 18.0);
    let moved = reported["faults"].as_array().unwrap().iter().find(|fault| fault["code"] == "HX404").unwrap();
    assert!((moved["shift-mm"]["x"].as_f64().unwrap() - 0.3).abs() < 0.01, "{moved}");
    let mut all = Vec::new();
    numbers(reported, "", &mut all);
    assert!(all.len() > 200);
    for (name, number) in &all {
        assert_eq!((number * 1e4).round() / 1e4, *number, "{name}");
    }
    let worst = reported["worst-deviation-mm"].as_f64().unwrap();
    let by = all.iter().filter(|(name, _)| name == ".faults.by-mm").map(|(_, by)| *by).fold(0.0, f64::max);
    assert!(by > 0.29 && worst >= by, "{worst} and {by}");
}

/// Returns the first code block in this language after the text `after` of the page.
fn block<'p>(after: &str, language: &str) -> &'p str {
    let rest = PAGE.split_once(after).unwrap().1;
    rest.split_once(&format!("```{language}\n")).unwrap().1.split_once("```").unwrap().0
}

#[test]
fn the_example_of_the_page_is_what_programs_get() {
    let layout = block("A layout with a board of seven cells", "toml");
    let written = block("A layout with a board of seven cells", "json");
    let run = Run::new().file("mine.toml", layout).args(["check", "mine.toml", "--json"]);
    let mut reported = run.status(1).run().json()["results"][0].clone();
    // The JSON on the page lists only one of the seven cells.
    reported["boards"][0]["cells-found"].as_array_mut().unwrap().truncate(1);
    if std::env::var_os("UPDATE").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/check.md");
        std::fs::write(path, PAGE.replace(written, &format!("{reported:#}\n"))).unwrap();
        return;
    }
    let written: Value = serde_json::from_str(written).unwrap();
    // The list of rules is not compared, because every new rule makes it longer.
    reported["rules"] = written["rules"].clone();
    assert_eq!(written, reported, "{reported:#}");
}

#[test]
fn faults_point_at_the_element_that_was_drawn() {
    let layout = "[[board]]\nsheet = \"small\"\ncells = \"flat-top\"\nacross = \"30mm\"\nmap = '''\nA\n    B\nA\n'''\n[board.key]\n\
                  A = { fill = \"white\", draw = [\n  { text = \"one\", font = \"9pt\" },\n  { text = \"two\", font = \"9pt\", shift = \"1mm 1mm\" },\n] }\n\
                  B = { fill = \"black\", draw = [\n  { text = \"black\", font = \"9pt\" },\n] }\n\
                  [[cards]]\nname = \"cards\"\nsize = \"63 x 88mm\"\nrows = [{ word = \"Fish\" }, { word = \"Meat\" }]\nface = [\n\
                  { text = \"{{ word }}\", font = \"12pt\", at = \"top\", inset = \"9mm\" },\n\
                  { text = \"small {{ word }}\", font = \"4pt\", at = \"bottom\", inset = \"9mm\" },\n\
                  { text = \"pale\", font = \"9pt\", colour = \"#CCCCCC\" },\n]\n";
    let run = Run::new().file("mine.toml", layout).args(["check", "mine.toml", "--json"]);
    let reported = run.any_stderr().status(1).run().json();
    let faults = reported["results"][0]["faults"].as_array().unwrap();
    let lines = |code: &str| -> Vec<(u64, String)> {
        let own = faults.iter().filter(|fault| fault["code"] == code);
        let output_of =
            |fault: &Value| fault["message"].as_str().unwrap().split('"').nth(1).unwrap().to_owned();
        let mut all: Vec<_> = own.map(|f| (f["layout"]["line"].as_u64().unwrap(), output_of(f))).collect();
        all.dedup();
        all
    };
    let line = |words: &str| layout.lines().position(|line| line.contains(words)).unwrap() as u64 + 1;
    let met = lines("HX422");
    assert!(met.iter().all(|(at, output_of)| *at == line(&format!("text = \"{output_of}\""))), "{met:?}");
    assert!(!met.is_empty());
    assert_eq!(
        lines("HX424"),
        [(line("small {{"), "small Fish".into()), (line("small {{"), "small Meat".into())]
    );
    let mut pale = lines("HX425");
    pale.sort();
    assert_eq!(pale, [(line("text = \"black\""), "black".into()), (line("text = \"pale\""), "pale".into())]);
    // If a cell does not look like its kind, the report points at the line of the kind.
    let verdict = THING.judge(&THING.edit(1, |text| text.replacen(".812 .91 .812 rg", "1 .91 .812 rg", 1)));
    let fault = verdict.faults.iter().find(|fault| fault.code.to_string() == "HX427").unwrap();
    let at = THING.line(fault).unwrap();
    let source = crate::support::plain_games::text("hexagonal-thing");
    assert!(source.lines().nth(at - 1).unwrap().contains("fill"), "line {at}");
}

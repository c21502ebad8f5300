//! Tests of sheets as SVG. The tests read them with a strict XML reader, and compare them with the
//! PDF.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use hexpress::read::{Document, ItemKind, Page, Rgb, Stroke};
use hexpress::record::Record;
use kurbo::{Affine, BezPath, PathEl, Point, Rect, Shape};
use roxmltree::Node;

use crate::drawing::images::{JPEG, png, rows};
use crate::games::HEXAGONAL_THING;
use crate::support::measure::{TOLERANCE_MM, corners, id, same_length, texts};
use crate::support::plain_games::GAMES;
use crate::support::run::{Ran, Run};

const XLINK: &str = "http://www.w3.org/1999/xlink";
const RECORD: &str = "urn:hexpress:record";
const DUBLIN_CORE: &str = "http://purl.org/dc/elements/1.1/";

/// All games in their plain layouts, as SVG and as PDF, for both families of paper.
static BUILT: LazyLock<Vec<(&str, Ran, Ran)>> = LazyLock::new(|| {
    ["iso", "us"]
        .map(|paper| (paper, built(paper, &["--format", "svg"]), built(paper, &["--one-file"])))
        .into()
});

fn built(paper: &str, more: &[&str]) -> Ran {
    let games = GAMES.iter().fold(Run::new(), |run, (id, text)| run.file(&format!("{id}.toml"), text));
    let files =
        "auction-hexes.toml hex-nut.toml hexagonal-thing.toml hexemergo.toml inphexion.toml".split(' ');
    games.args(["build", "--paper", paper].into_iter().chain(files).chain(more.iter().copied())).run()
}

fn files(ran: &Ran) -> impl Iterator<Item = String> {
    ran.folder.files().into_iter().filter(|name| name.starts_with("output/"))
}

/// Calls `look` with every SVG sheet and the page of the PDF that shows the same sheet.
fn sheets(mut look: impl FnMut(&str, &str, &Page, &Document)) {
    for (paper, svg, pdf) in BUILT.iter() {
        let mut files = files(svg);
        for (id, _) in GAMES {
            let document = pdf.pdf(&format!("output/{id}-{paper}.pdf"));
            for (number, page) in (1..).zip(&document.pages) {
                let name = files.next().expect("a file for each page");
                let begins = format!("output/{id}-{paper}/{number:02}-");
                assert!(name.starts_with(&begins), "{name} instead of {begins}…");
                look(&name, &text(svg, &name), page, &document);
            }
        }
        assert_eq!(files.next(), None);
    }
}

fn text(ran: &Ran, name: &str) -> String {
    String::from_utf8(ran.bytes(name)).unwrap()
}

/// A visible path in mm from the top left corner, and the piece that contains it.
#[derive(Debug)]
struct Seen {
    piece: Option<String>,
    path: BezPath,
    fill: Option<Rgb>,
    stroke: Option<Stroke>,
}

/// Reads an SVG file, and follows its transforms and `use` elements. `Eye` reads letters as text,
/// not as paths.
struct Eye<'a> {
    named: BTreeMap<&'a str, Node<'a, 'a>>,
    seen: Vec<Seen>,
}

fn see(xml: &str) -> Vec<Seen> {
    let document = roxmltree::Document::parse(xml).unwrap();
    let named = document.descendants().filter_map(|n| Some((n.attribute("id")?, n))).collect();
    let mut eye = Eye { named, seen: Vec::new() };
    for child in document.root_element().children().filter(|c| c.tag_name().name() != "defs") {
        eye.look(child, Affine::IDENTITY, None);
    }
    eye.seen
}

impl<'a> Eye<'a> {
    fn look(&mut self, node: Node<'a, 'a>, outer: Affine, piece: Option<&str>) {
        let frame = outer * node.attribute("transform").map_or(Affine::IDENTITY, affine);
        let piece = node.attribute("data-piece").or(piece);
        if node.has_attribute("aria-label") {
            return;
        }
        match node.tag_name().name() {
            "path" => {
                let path = frame * BezPath::from_svg(node.attribute("d").unwrap()).unwrap();
                let lengths = |text: &str| text.split(' ').map(|n| n.parse().unwrap()).collect();
                let stroke = node.attribute("stroke").map(|stroke| Stroke {
                    width: node.attribute("stroke-width").unwrap().parse().unwrap(),
                    colour: colour(stroke).unwrap(),
                    dash: node.attribute("stroke-dasharray").map(lengths).unwrap_or_default(),
                    phase: node.attribute("stroke-dashoffset").map_or(0.0, |v| v.parse().unwrap()),
                });
                let fill = colour(node.attribute("fill").unwrap());
                self.seen.push(Seen { piece: piece.map(str::to_owned), path, fill, stroke });
            }
            "use" => {
                let target = node.attribute((XLINK, "href")).unwrap().strip_prefix('#').unwrap();
                self.look(self.named[target], frame, piece);
            }
            "g" => node.children().for_each(|child| self.look(child, frame, piece)),
            _ => {}
        }
    }
}

/// Parses `#rgb`, `#rrggbb` or `none`.
fn colour(text: &str) -> Option<Rgb> {
    let digits = text.strip_prefix('#')?;
    let wide: String = match digits.len() {
        3 => digits.chars().flat_map(|c| [c, c]).collect(),
        _ => digits.to_owned(),
    };
    let channel = |i: usize| u8::from_str_radix(&wide[i..i + 2], 16).unwrap();
    Some(Rgb([channel(0), channel(2), channel(4)]))
}

fn affine(text: &str) -> Affine {
    let mut all = Affine::IDENTITY;
    for part in text.split_terminator(')') {
        let (name, numbers) = part.trim().split_once('(').unwrap();
        let n: Vec<f64> = numbers.split_whitespace().map(|n| n.parse().unwrap()).collect();
        all *= match (name, n.as_slice()) {
            ("translate", [x, y]) => Affine::translate((*x, *y)),
            ("scale", [s]) => Affine::scale(*s),
            ("matrix", [a, b, c, d, e, f]) => Affine::new([*a, *b, *c, *d, *e, *f]),
            _ => panic!("{text}"),
        };
    }
    all
}

/// Returns all points of a path, including the control points of its curves.
fn points(path: &impl Shape) -> Vec<Point> {
    let each = path.path_elements(0.0).flat_map(|element| match element {
        PathEl::MoveTo(p) | PathEl::LineTo(p) => vec![p],
        PathEl::QuadTo(a, b) => vec![a, b],
        PathEl::CurveTo(a, b, c) => vec![a, b, c],
        PathEl::ClosePath => vec![],
    });
    each.collect()
}

#[test]
fn every_path_lies_where_the_pdf_has_it() {
    let mut cells = 0;
    sheets(|name, xml, page, _| {
        let seen = see(xml);
        let printed: Vec<_> = page
            .items
            .iter()
            .filter_map(|item| match &item.kind {
                ItemKind::Path { path, fill, stroke } => {
                    Some((item.id.as_ref().map(ToString::to_string), path, fill, stroke))
                }
                _ => None,
            })
            .collect();
        assert_eq!(seen.len(), printed.len(), "{name}");
        for (seen, (id, path, fill, stroke)) in seen.iter().zip(printed) {
            let own = seen.piece.as_deref();
            // The group of a ruler is inside the group of the furniture, so the ruler has two
            // names. Both files use the inner name.
            assert_eq!(own, id.as_deref(), "{name}");
            cells += usize::from(own.is_some_and(|id| id.contains("/cell:")));
            assert_eq!(seen.fill, *fill, "{name}: {own:?}");
            assert_eq!(seen.stroke.is_some(), stroke.is_some(), "{name}: {own:?}");
            if let (Some(ours), Some(theirs)) = (&seen.stroke, stroke) {
                assert_eq!(
                    (ours.colour, ours.dash.len()),
                    (theirs.colour, theirs.dash.len()),
                    "{name}: {own:?}"
                );
                same_length(ours.width, theirs.width, "the width of a line");
                same_length(ours.phase, theirs.phase, "where its dashes begin");
                ours.dash.iter().zip(&theirs.dash).for_each(|(a, b)| same_length(*a, *b, "a dash"));
            }
            let (ours, theirs) = (points(&seen.path), points(path));
            assert_eq!(ours.len(), theirs.len(), "{name}: {own:?}");
            let off = |(a, b): (&Point, &Point)| (a.x - b.x).abs().max((a.y - b.y).abs());
            let mut furthest = ours.iter().zip(&theirs).map(off).fold(0.0, f64::max);
            if ours.len() == 4 {
                // The reader of the PDF may start a rectangle at another corner.
                let nearest = |a| theirs.iter().map(|b| off((a, b))).fold(f64::INFINITY, f64::min);
                furthest = ours.iter().map(nearest).fold(0.0, f64::max);
            }
            assert!(
                furthest <= TOLERANCE_MM,
                "{name}: {own:?} is {furthest} mm off: {ours:?} and {theirs:?}"
            );
        }
    });
    assert!(cells > 500, "{cells}");
}

#[test]
fn every_word_of_the_pdf_is_a_label() {
    sheets(|name, xml, page, _| {
        // The text for the printer contains the name of the file. The names of the two files differ, so this
        // text is not compared.
        let mut words: Vec<_> = letters(xml).into_iter().filter(|l| !l.furniture).map(|l| l.words).collect();
        let printed = texts(page).filter(|(item, _)| !id(item).ends_with("/furniture"));
        let mut printed: Vec<_> = printed.map(|(_, text)| text.string.clone()).collect();
        words.sort();
        printed.sort();
        assert_eq!(words, printed, "{name}");
    });
}

#[test]
fn letters_stand_where_the_pdf_has_them() {
    sheets(|name, xml, page, _| {
        let letters = letters(xml);
        for (item, text) in texts(page).filter(|(item, _)| !id(item).ends_with("/furniture")) {
            let same: Vec<_> = letters.iter().filter(|l| l.words == text.string).map(|l| l.rect).collect();
            // The PDF positions letters in whole thousandths of an em.
            let near = |(a, b): (Point, Point)| a.distance(b) < text.size / 500.0;
            let here = |rect: &Rect| corners(*rect).into_iter().zip(corners(text.outline)).all(near);
            let what = (id(item), &text.string, text.outline);
            assert!(same.iter().any(here), "{name}: {what:?} is not at {same:?}");
        }
    });
}

/// A run of text, and the bounding box of its outlines.
struct Letters {
    words: String,
    rect: Rect,
    /// Whether the text is for the person who prints the sheet. The labels of rulers do not count.
    furniture: bool,
}

fn letters(xml: &str) -> Vec<Letters> {
    let document = roxmltree::Document::parse(xml).unwrap();
    let named: BTreeMap<_, _> =
        document.descendants().filter_map(|n| Some((n.attribute("id")?, n))).collect();
    let mut found = Vec::new();
    let drawn = document.root_element().children().filter(|c| c.tag_name().name() != "defs");
    let mut rest: Vec<_> = drawn.map(|c| (c, Affine::IDENTITY, "")).collect();
    while let Some((node, outer, piece)) = rest.pop() {
        let frame = outer * node.attribute("transform").map_or(Affine::IDENTITY, affine);
        let piece = node.attribute("data-piece").unwrap_or(piece);
        let target = |n: &Node<'_, '_>| named[n.attribute((XLINK, "href")).unwrap().trim_start_matches('#')];
        if let Some(words) = node.attribute("aria-label") {
            let glyphs = node.children().filter(Node::is_element).map(|used| {
                let at = |axis| used.attribute(axis).map_or(0.0, |v| v.parse().unwrap());
                let outline = BezPath::from_svg(target(&used).attribute("d").unwrap()).unwrap();
                (frame * Affine::translate((at("x"), at("y"))) * outline).bounding_box()
            });
            let rect = glyphs.reduce(|a, b| a.union(b)).unwrap();
            found.push(Letters { words: words.to_owned(), rect, furniture: piece.ends_with("/furniture") });
        } else if node.tag_name().name() == "use" {
            rest.push((target(&node), frame, piece));
        } else {
            rest.extend(node.children().map(|child| (child, frame, piece)));
        }
    }
    found
}

#[test]
fn files_have_the_size_of_their_paper() {
    sheets(|name, xml, page, _| {
        let document = roxmltree::Document::parse(xml).unwrap();
        let root = document.root_element();
        let mm = |side| root.attribute(side).unwrap().strip_suffix("mm").unwrap().parse::<f64>().unwrap();
        let (width, height) = (mm("width"), mm("height"));
        same_length(width, page.media.width(), name);
        same_length(height, page.media.height(), name);
        assert_eq!(root.attribute("viewBox"), Some(format!("0 0 {width} {height}").as_str()));
    });
}

#[test]
fn every_id_is_a_name_and_stands_once() {
    sheets(|name, xml, page, _| {
        let document = roxmltree::Document::parse(xml).unwrap();
        let mut ids = BTreeSet::new();
        let mut pieces = BTreeSet::new();
        for node in document.descendants() {
            let Some(id) = node.attribute("id") else { continue };
            assert!(ids.insert(id), "{name}: {id} stands twice");
            let good = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
            assert!(id.chars().all(good) && !id.starts_with(|c: char| c.is_ascii_digit()), "{id}");
            pieces.extend(node.attribute("data-piece"));
        }
        let printed: BTreeSet<_> =
            page.items.iter().filter_map(|item| Some(item.id.as_ref()?.to_string())).collect();
        let pieces: BTreeSet<_> = pieces.into_iter().map(str::to_owned).collect();
        assert!(printed.is_subset(&pieces), "{name}: {printed:?} and {pieces:?}");
        for piece in pieces {
            let id = piece.replace(['/', ':'], ".").replace(',', "_");
            assert!(ids.contains(id.as_str()), "{name}: {piece} has no id {id}");
        }
        for node in document.descendants() {
            let Some(target) = node.attribute((XLINK, "href")) else { continue };
            assert!(ids.contains(target.trim_start_matches('#')), "{name}: {target} is not there");
        }
    });
}

#[test]
fn a_sheet_has_nothing_that_is_not_followed() {
    sheets(|name, xml, _, _| {
        assert_eq!(hexpress::read::svg(xml.as_bytes()).unwrap().document.unknown_features, [], "{name}");
    });
}

#[test]
fn what_is_to_be_cut_and_what_is_for_the_printer_is_told_apart() {
    sheets(|name, xml, _, _| {
        let document = roxmltree::Document::parse(xml).unwrap();
        let class = |class| document.descendants().filter(|n| n.attribute("class") == Some(class)).count();
        assert!(class("piece") > 0 && class("furniture") > 0, "{name}");
        let cut = document.descendants().find(|n| n.attribute("data-piece") == Some("cut"));
        assert!(cut.is_none_or(|cut| cut.attribute("class") == Some("cut")), "{name}");
    });
}

#[test]
fn files_say_what_they_are_and_carry_their_layout() {
    sheets(|name, xml, page, document| {
        let parsed = roxmltree::Document::parse(xml).unwrap();
        let output_of = |space: &str, tag: &str| {
            let node = parsed.descendants().find(|n| n.has_tag_name((space, tag)));
            node.unwrap_or_else(|| panic!("{name} has no {tag}")).text().unwrap_or("").to_owned()
        };
        let game = document.title.clone().unwrap();
        assert!(output_of(DUBLIN_CORE, "title").starts_with(&format!("{game}: ")), "{name}");
        if let Some(author) = &document.author {
            assert_eq!(&output_of(DUBLIN_CORE, "creator"), author);
        }
        assert_eq!(parsed.root_element().attribute("lang"), document.language.as_deref());
        let record = Record::from_json(&output_of(RECORD, "record")).expect("a record");
        let (_, after) = xml.split_once("</metadata>").unwrap();
        assert_eq!(record.pages, [hexpress::record::page_digest(after.as_bytes())]);
        let layout =
            document.attachments.iter().find(|a| a.name == record.layout.as_ref().unwrap().as_str()).unwrap();
        assert!(output_of(RECORD, "layout").as_bytes() == layout.bytes, "{name}");
        let sheet = parsed.descendants().find(|n| n.has_tag_name((RECORD, "record"))).unwrap();
        assert_eq!(sheet.attribute("sheet"), Some(page.number.to_string().as_str()));
        assert_eq!(sheet.attribute("sheets"), Some(document.pages.len().to_string().as_str()));
    });
}

#[test]
fn the_same_bytes_come_of_it_twice() {
    let (_, first, _) = &BUILT[0];
    let second = built("iso", &["--format", "svg"]);
    assert_eq!(first.folder.files(), second.folder.files());
    for name in second.folder.files() {
        assert!(first.bytes(&name) == second.bytes(&name), "{name} differs from build to build");
    }
}

// ------------------------------------------------------------------ what a layout can set

const MARKED: &str = r#"
[game]
title = "Fish & <Chips> \"hot\""
language = "de"

[[cards]]
name = "deck"
size = "41 x 63mm"
round = "3mm"
rows = [{ name = "Ann & <Bob>" }, { name = "Zoë" }]
face = [
  { fill = "gold" },
  { text = "{{ name }}", font = "9pt" },
  { box = "20 x 10mm", at = "top", inset = "5mm", line = "0.5mm dashed black" },
]
back = [{ fill = "navy" }]
"#;

#[test]
fn marks_of_xml_in_words_stay_words() {
    let ran = Run::new().file("x.toml", MARKED).args(["build", "x.toml", "--format", "svg"]).run();
    assert_eq!(ran.folder.files(), ["output/x-iso/01-deck.svg", "output/x-iso/02-deck-back.svg", "x.toml"]);
    let xml = text(&ran, "output/x-iso/01-deck.svg");
    let words = |xml: &str| letters(xml).into_iter().map(|l| l.words).collect::<Vec<_>>();
    for name in ["Ann & <Bob>", "Zoë"] {
        assert!(words(&xml).contains(&name.to_owned()), "{:?}", words(&xml));
    }
    let document = roxmltree::Document::parse(&xml).unwrap();
    let title = document.descendants().find(|n| n.has_tag_name("title")).unwrap();
    assert_eq!(title.text(), Some("Fish & <Chips> \"hot\": deck, sheet 1 of 2"));
    assert_eq!(document.root_element().attribute("lang"), Some("de"));
    // Faces with round corners have a clip. Dashes and mitred lines are the same as in the PDF.
    assert!(document.descendants().any(|n| n.attribute("stroke-dasharray").is_some()));
    assert_eq!(document.root_element().attribute("stroke-miterlimit"), Some("10"));
    let backs = words(&text(&ran, "output/x-iso/02-deck-back.svg"));
    assert!(
        backs.iter().any(|words| words.contains("die Rückseiten von Seite 1: über die lange Kante wenden")),
        "{backs:?}"
    );
}

#[test]
fn a_layout_with_windows_lines_travels_to_the_last_byte() {
    let layout = MARKED.replace('\n', "\r\n");
    let ran = Run::new().file("x.toml", &layout).args(["build", "x.toml", "--format", "svg"]).run();
    let xml = text(&ran, "output/x-iso/01-deck.svg");
    let document = roxmltree::Document::parse(&xml).unwrap();
    let node = document.descendants().find(|n| n.has_tag_name((RECORD, "layout"))).unwrap();
    assert_eq!(node.attribute("encoding"), Some("base64"));
    assert_eq!(decoded(node.text().unwrap()), layout.as_bytes());
}

fn decoded(text: &str) -> Vec<u8> {
    let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bits = 0u32;
    let mut out = Vec::new();
    for (i, c) in text.trim_end_matches('=').chars().enumerate() {
        bits = bits << 6 | digits.find(c).unwrap() as u32;
        if i % 4 > 0 {
            out.push((bits >> (6 - i % 4 * 2)) as u8);
        }
    }
    out
}

#[test]
fn a_layout_that_is_not_to_be_embedded_is_left_out() {
    let private = MARKED.replace("language", "embed = false\nlanguage");
    let ran = Run::new().file("x.toml", private).args(["build", "x.toml", "--format", "svg"]).run();
    assert!(!ran.stdout.contains("travels"));
    let xml = text(&ran, "output/x-iso/01-deck.svg");
    assert!(!xml.contains("hx:") && !xml.contains("embed"));
}

const PICTURED: &str = r#"
[[cards]]
size = "60 x 50mm"
face = [
  { image = "a.jpg", size = "30 x 20mm", turn = 90, at = "left" },
  { image = "b.png", size = "10mm", at = "right" },
]
"#;

#[test]
fn pictures_travel_as_they_are_and_lie_where_the_pdf_has_them() {
    let png = png((2, 2), 8, 0, &[], &rows((2, 2), |x, y| vec![(x * 90 + y * 60) as u8]));
    let build = |format| {
        let run = Run::new().file("x.toml", PICTURED).file("a.jpg", JPEG).file("b.png", &png);
        run.args(["build", "x.toml", "--format", format]).any_stderr().run()
    };
    let (svg, pdf) = (text(&build("svg"), "output/x-iso/01-cards.svg"), build("pdf").pdf("output/x-iso.pdf"));
    let document = roxmltree::Document::parse(&svg).unwrap();
    let named: BTreeMap<_, _> =
        document.descendants().filter_map(|n| Some((n.attribute("id")?, n))).collect();
    let images: Vec<_> = document.descendants().filter(|n| n.has_tag_name("image")).collect();
    let judged: Vec<_> = images.iter().map(|n| n.attribute((XLINK, "href")).unwrap()).collect();
    for (mime, bytes) in [("image/jpeg", JPEG), ("image/png", &png)] {
        let start = format!("data:{mime};base64,");
        let ours = judged.iter().find_map(|judged| judged.strip_prefix(&start)).expect(mime);
        assert!(decoded(ours) == bytes, "{mime}");
    }
    let mut places = Vec::new();
    let mut rest: Vec<_> = document.root_element().children().map(|c| (c, Affine::IDENTITY)).collect();
    while let Some((node, outer)) = rest.pop() {
        let frame = outer * node.attribute("transform").map_or(Affine::IDENTITY, affine);
        match node.tag_name().name() {
            "defs" => {}
            "use" => {
                rest.push((named[node.attribute((XLINK, "href")).unwrap().trim_start_matches('#')], frame));
            }
            "image" => {
                assert_eq!((node.attribute("width"), node.attribute("height")), (Some("1"), Some("1")));
                assert_eq!(node.attribute("preserveAspectRatio"), Some("none"));
                places.push([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|p| frame * Point::from(p)));
            }
            _ => rest.extend(node.children().map(|child| (child, frame))),
        }
    }
    let printed: Vec<_> = pdf.pages[0]
        .items
        .iter()
        .filter_map(
            |item| if let ItemKind::Image { corners, .. } = &item.kind { Some(**corners) } else { None },
        )
        .collect();
    assert_eq!((places.len(), printed.len()), (2, 2));
    for place in &places {
        let near =
            |corners: &&[Point; 4]| corners.iter().zip(place).all(|(a, b)| a.distance(*b) <= TOLERANCE_MM);
        assert!(printed.iter().any(|corners| near(&corners)), "{places:?} and {printed:?}");
    }
}

#[test]
fn what_is_worth_a_look_is_told_with_svg_too() {
    let output_of = |format| {
        let run = Run::new().file("x.toml", PICTURED).file("a.jpg", JPEG).file("b.png", JPEG);
        run.args(["build", "x.toml", "--format", format, "--json"]).run().json()["diagnostics"].clone()
    };
    let reported = output_of("svg");
    assert!(
        reported.as_array().is_some_and(|reported| reported.iter().any(|d| d["severity"] == "warning")),
        "{reported}"
    );
    assert_eq!(reported, output_of("pdf"));
}

// ------------------------------------------------------------------ the folder

#[test]
fn the_ticket_names_the_files() {
    let ran =
        Run::new().args(["build", HEXAGONAL_THING, "--format", "svg", "--only", "movement,pounds"]).run();
    let names = ["01-movement.svg", "02-pounds.svg"].map(|n| format!("output/hexagonal-thing-iso/{n}"));
    assert_eq!(ran.folder.files(), names);
    let size: usize = names.iter().map(|name| ran.bytes(name).len()).sum::<usize>().div_ceil(1000);
    let expected = format!(
        "\
Hexagonal Thing
  output/hexagonal-thing-iso   2 sheets, {size} KB
    sheet 1    movement       A4, white card: print once; 18 pieces of 41 x 63 mm, 11 cuts a sheet
               01-movement.svg
    sheet 2    pounds         A4, white or pale blue paper: print 5 times; 10 pieces of 85 x 50 mm, 9 cuts a sheet
               02-pounds.svg
"
    );
    assert!(ran.stdout.starts_with(&expected), "{}", ran.stdout);
}

#[test]
fn json_names_every_file() {
    let ran = Run::new().file("x.toml", MARKED).args(["build", "x.toml", "--format", "svg", "--json"]).run();
    let json = ran.json();
    let files = json["results"][0]["files"].as_array().unwrap();
    for (file, name) in files.iter().zip(["01-deck.svg", "02-deck-back.svg"]) {
        let path = format!("output/x-iso/{name}");
        assert_eq!(file["path"], path.as_str());
        assert_eq!((&file["bytes"], &file["pages"]), (&ran.bytes(&path).len().into(), &1.into()));
        assert_eq!(file["sheets"][0]["sides"], 2);
    }
    assert_eq!(files.len(), 2);
}

#[test]
fn a_few_pieces_have_a_folder_of_their_own() {
    let options = ["build", "x.toml", "--format", "svg", "--pieces", "deck:2"];
    let ran = Run::new().file("x.toml", MARKED).args(options).run();
    let names = ["output/x-iso.pieces/01-deck.svg", "output/x-iso.pieces/02-deck-back.svg", "x.toml"];
    assert_eq!(ran.folder.files(), names);
    assert!(ran.stdout.contains("  output/x-iso.pieces   2 Bogen, "), "{}", ran.stdout);
    let xml = text(&ran, names[0]);
    assert!(xml.contains("data-piece=\"deck/2\"") && !xml.contains("data-piece=\"deck/1\""));
}

#[test]
fn sheets_of_an_earlier_build_go_but_not_those_that_were_changed() {
    let ours = text(&BUILT[0].1, "output/hexagonal-thing-iso/02-movement.svg");
    let changed = ours.replace("#262626", "#ff0000");
    assert_ne!(ours, changed);
    let ran = Run::new()
        .file("x.toml", MARKED)
        .file("output/x-iso/03-gone.svg", &ours)
        .file("output/x-iso/04-changed.svg", &changed)
        .file("output/x-iso/05-foreign.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>")
        .file("output/x-iso/1-notes.svg", &ours)
        .file("output/x-iso/06-notes.txt", "mine")
        .args(["build", "x.toml", "--format", "svg"])
        .stderr(
            "warning[HX015]: output/x-iso/04-changed.svg is not from this build, and is kept because it was changed
 |
 = help: move it to another folder

warning[HX015]: output/x-iso/05-foreign.svg is not from this build, and is kept because it was changed
 |
 = help: move it to another folder",
        )
        .run();
    let left = [
        "01-deck.svg",
        "02-deck-back.svg",
        "04-changed.svg",
        "05-foreign.svg",
        "06-notes.txt",
        "1-notes.svg",
    ];
    let mut left: Vec<_> = left.iter().map(|name| format!("output/x-iso/{name}")).collect();
    left.push("x.toml".to_owned());
    assert_eq!(ran.folder.files(), left);
}

#[test]
fn split_and_svg_do_not_go_together() {
    Run::new()
        .args(["build", HEXAGONAL_THING, "--split", "--format", "svg"])
        .stdout("")
        .stderr(
            "error[HX013]: --split cannot be used with --format svg: each sheet becomes a separate SVG file
 |
 = help: delete --split",
        )
        .status(2)
        .no_files()
        .run();
}

#[test]
fn a_file_in_the_way_leaves_nothing_behind() {
    Run::new()
        .file("x.toml", MARKED)
        .file("output/x-iso", "a file where the folder should be")
        .args(["build", "x.toml", "--format", "svg"])
        .stdout("")
        .stderr(
            "error[HX009]: output/x-iso/01-deck.svg cannot be written: a part of this path is a file, not a folder
 |
 = help: choose another folder with --output DIR",
        )
        .status(2)
        .no_files()
        .run();
}

#[test]
fn a_mistake_on_the_last_sheet_makes_no_file() {
    let wrong = MARKED.replace("Zoë", "日本");
    let run = Run::new().file("x.toml", wrong).args(["build", "x.toml", "--format", "svg"]);
    run.stdout("").any_stderr().status(2).no_files().run();
}

//! Tests of boxes that are larger than a sheet. The tests read the parts from the finished file, join them at
//! their strips for glue, and fold the box.

use hexpress::read::Page;
use kurbo::{Line, Point, Rect, Vec2};

use super::folded_box::{self, FlatBox, SAME_POINT_MM, area, areas, contains_any, corners, lines};
use crate::check::bench::{Made, make};
use crate::support::measure::{covers, texts};
use crate::support::run::Run;

/// Boxes that are larger than A3: their keys, the size of the inside, and how many sides are open.
const LARGE_BOXES: [(&str, [f64; 3], usize); 5] = [
    ("kind = \"tuck\"", [200.0, 300.0, 60.0], 0),
    ("kind = \"tuck\"", [150.0, 250.0, 100.0], 0),
    ("kind = \"sleeve\"", [250.0, 300.0, 40.0], 2),
    ("kind = \"die\"", [150.0, 150.0, 150.0], 0),
    ("kind = \"die\"", [220.0, 220.0, 220.0], 0),
];
/// A tray that is larger than A3.
const TRAY: (&str, [f64; 3], usize) = ("kind = \"tray-and-lid\"", [220.0, 290.0, 80.0], 1);

fn layout(keys: &str, [w, h, d]: [f64; 3]) -> String {
    format!(
        "[game]\nshare = false\n[[box]]\n{keys}\ninside = \"{w} x {h} x {d}mm\"\nground = [{{ fill = \"#1F3F5F\" }}]\n\
         front = [{{ fill = \"#A04020\" }}, {{ text = \"FRONT\", font = \"20pt\" }}]\n"
    )
}

/// An edge at which a part is glued to another part.
struct Edge {
    /// The letter of this part, and the letter of the part that it is glued to.
    letters: [String; 2],
    /// The centre of the label, which is on the strip for glue or next to the edge.
    label_centre: Point,
    has_strip: bool,
}

/// A part of a box, with its place in the whole box.
struct Part {
    letter: String,
    flat: FlatBox,
    outline: Vec<Point>,
    glue: Vec<Point>,
    edges: Vec<Edge>,
    /// The position of this part in the box, or `None` until the part is joined to another one.
    at: Option<Vec2>,
}

/// Reads the labels of a page, such as `B: glue under A` and `A: over the strip of B`.
fn edges(page: &Page) -> Vec<Edge> {
    let labels = texts(page).filter_map(|(item, text)| {
        let string = text.string.trim();
        let (own, rest) = string.split_once(": ")?;
        let (other, has_strip) = match rest.strip_prefix("glue under ") {
            Some(other) => (other, true),
            None => (rest.strip_prefix("over the strip of ")?, false),
        };
        let letters = [own.to_owned(), other.to_owned()];
        Some(Edge { letters, label_centre: covers(item).center(), has_strip })
    });
    labels.collect()
}

impl Part {
    fn read(page: &Page) -> Self {
        let flat = FlatBox::read(page, 0);
        let outline = corners(&lines(page, "cut")[0]);
        let glue = areas(page).iter().map(Rect::center).collect();
        let edges = edges(page);
        // A part can be without labels: a label outside the part is left out if there is no space.
        let letter = edges.first().map_or_else(String::new, |edge| edge.letters[0].clone());
        Self { letter, flat, outline, glue, edges, at: None }
    }

    /// Returns the fold or the cut edge that is nearest to a label.
    fn line_at(&self, edge: &Edge) -> Line {
        let next = self.outline.iter().cycle().skip(1);
        let sides = self.outline.iter().zip(next).map(|(a, b)| Line::new(*a, *b));
        let candidates: Vec<Line> = if edge.has_strip {
            self.flat.folds.clone()
        } else {
            sides.filter(|side| side.p0.distance(side.p1) > 10.0).collect()
        };
        let distance = |line: &Line| line.midpoint().distance(edge.label_centre);
        candidates.into_iter().min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap()
    }
}

/// Puts the parts together at their strips.
fn assembled(mut parts: Vec<Part>) -> Vec<Part> {
    parts[0].at = Some(Vec2::ZERO);
    while parts.iter().any(|part| part.at.is_none()) {
        let mut joined = None;
        for part in parts.iter().filter(|part| part.at.is_some()) {
            for edge in &part.edges {
                let other = parts.iter().find(|other| other.letter == edge.letters[1]).unwrap();
                let back = other.edges.iter().find(|back| back.letters[1] == part.letter);
                let back =
                    back.unwrap_or_else(|| panic!("part {} has no label for {}", other.letter, part.letter));
                assert_ne!(edge.has_strip, back.has_strip, "one of two parts has the strip");
                let [own_line, line] = [part.line_at(edge), other.line_at(back)];
                let [length, strip] = if edge.has_strip { [line, own_line] } else { [own_line, line] }
                    .map(|line| line.p0.distance(line.p1));
                assert!(
                    (length - strip - 0.5).abs() < SAME_POINT_MM,
                    "{length} mm, and a strip of {strip} mm"
                );
                let to_other = own_line.midpoint() - line.midpoint() + part.at.unwrap();
                match other.at {
                    None => joined = Some((other.letter.clone(), to_other)),
                    Some(at) => assert!((at - to_other).hypot() < 0.002, "{at:?} {to_other:?}"),
                }
            }
        }
        let (letter, at) = joined.expect("a part is not joined to the others");
        parts.iter_mut().find(|part| part.letter == letter).unwrap().at = Some(at);
    }
    parts
}

/// Returns the whole flat box, and for each of its panels whether the panel is glued. Checks that each strip
/// is below a single panel, and that strips do not overlap.
fn whole(parts: &[Part]) -> (FlatBox, Vec<bool>) {
    let (mut panels, mut folds, mut is_glued) = (Vec::new(), Vec::new(), Vec::new());
    let mut strips: Vec<(String, Vec<Point>)> = Vec::new();
    for part in parts {
        let at = part.at.unwrap();
        let label_centres: Vec<Point> =
            part.edges.iter().filter(|edge| edge.has_strip).map(|edge| edge.label_centre).collect();
        for panel in &part.flat.panels {
            let moved: Vec<Point> = panel.iter().map(|point| *point + at).collect();
            if contains_any(panel, &label_centres) {
                strips.push((part.letter.clone(), moved.clone()));
            }
            panels.push(moved);
            is_glued.push(contains_any(panel, &part.glue));
        }
        folds.extend(part.flat.folds.iter().map(|fold| *fold + at));
    }
    for (index, (letter, strip)) in strips.iter().enumerate() {
        let holders = parts.iter().filter(|part| part.letter != *letter).flat_map(|part| {
            let at = part.at.unwrap();
            part.flat.panels.iter().filter(move |panel| {
                strip.iter().all(|point| {
                    let point = *point - at;
                    contains_any(panel, &[point]) || folded_box::on_edge(panel, point)
                })
            })
        });
        assert_eq!(holders.count(), 1, "the strip {strip:?} of {letter} is below one panel");
        for (_, other) in &strips[index + 1..] {
            let overlap = contains_any(strip, &inner(other)) || contains_any(other, &inner(strip));
            assert!(!overlap, "two strips overlap: {strip:?} {other:?}");
        }
    }
    (FlatBox { panels, folds }, is_glued)
}

/// Returns the corners of a panel, moved a little towards its middle.
fn inner(panel: &[Point]) -> Vec<Point> {
    let centre = folded_box::centre(panel).to_point();
    panel.iter().map(|corner| corner.lerp(centre, 0.01)).collect()
}

/// Returns the parts of the box with this name.
fn parts_of(made: &Made, name: &str) -> Vec<Part> {
    let pages = hexpress::read::pdf(&made.pdf).unwrap().pages;
    let prefix = format!("{name}-");
    let own =
        made.ready.game.components.iter().enumerate().filter(|(_, component)| {
            component.name.strip_prefix(&prefix).is_some_and(|rest| rest.len() == 1)
        });
    own.map(|(index, _)| Part::read(&pages[index])).collect()
}

#[test]
fn parts_close_when_they_are_glued_and_folded() {
    assert!(close(&LARGE_BOXES) >= 6, "few boxes have all labels");
}

#[test]
fn parts_of_a_tray_close_when_they_are_glued_and_folded() {
    assert!(close(&[TRAY]) > 0);
}

/// Builds boxes on two papers, and folds each box whose parts have all labels. Returns the number of folded
/// boxes.
fn close(boxes: &[(&str, [f64; 3], usize)]) -> usize {
    let mut judged = 0;
    for paper in ["iso", "us"] {
        for &(keys, inside, open) in boxes {
            let made = make("x", &layout(keys, inside), paper);
            let names: Vec<&str> = if keys.contains("tray") { vec!["box-tray"] } else { vec!["box"] };
            for name in names {
                let parts = parts_of(&made, name);
                assert!(parts.len() > 1, "{keys} {inside:?} on {paper}");
                // Every joint between two parts has two labels, and every part except the first one adds a
                // joint. If there are fewer labels, the box cannot be put together.
                let labels: usize = parts.iter().map(|part| part.edges.len()).sum();
                if labels < 2 * (parts.len() - 1) {
                    continue;
                }
                judged += 1;
                let parts = assembled(parts);
                let (flat, is_glued) = whole(&parts);
                folded_box::closes(keys, &flat, &is_glued, inside, open);
            }
        }
    }
    judged
}

/// The parts have the same area as the flat box on a larger sheet.
#[test]
fn no_panel_is_missing_or_there_twice() {
    for kind in ["tuck", "hook", "sleeve", "screen", "standee", "die"] {
        let inside = if kind == "die" { [160.0; 3] } else { [240.0, 290.0, 70.0] };
        let text = layout(&format!("kind = \"{kind}\""), inside);
        let small = assembled(parts_of(&make("x", &text, "iso"), "box"));
        let large = hexpress::read::pdf(&make("x", &text, "a0+a4").pdf).unwrap().pages.remove(0);
        let strips: f64 = small
            .iter()
            .flat_map(|part| {
                let strips = part.edges.iter().filter(|edge| edge.has_strip);
                strips.map(|edge| {
                    let panel =
                        part.flat.panels.iter().find(|panel| contains_any(panel, &[edge.label_centre]));
                    area(panel.unwrap())
                })
            })
            .sum();
        let parts: f64 = small.iter().map(|part| area(&part.outline)).sum();
        let expected = area(&corners(&lines(&large, "cut")[0]));
        assert!((parts - strips - expected).abs() < 1.0, "{kind}: {parts} - {strips} instead of {expected}");
        let folds: usize = small.iter().map(|part| part.flat.folds.len()).sum();
        assert_eq!(folds, lines(&large, "crease").len(), "{kind}");
    }
}

#[test]
fn every_kind_is_clean_in_parts() {
    for (kind, inside) in [
        ("tuck", "200 x 300 x 60mm"),
        ("hook", "180 x 250 x 60mm"),
        ("tray-and-lid", "240 x 290 x 90mm"),
        ("sleeve", "250 x 300 x 40mm"),
        ("screen", "260 x 200 x 150mm"),
        ("standee", "150 x 240 x 60mm"),
        ("die", "150mm"),
    ] {
        let text = format!(
            "[[box]]\nkind = \"{kind}\"\ninside = \"{inside}\"\nground = [{{ fill = \"navy\" }}]\n\
             front = [{{ fill = \"#C8102E\" }}, {{ text = \"Front\", font = \"bold 30pt\" }}]\nalt = \"a box\"\n"
        );
        for args in [
            &["--paper", "iso"][..],
            &["--paper", "us", "--ink", "black"],
            &["--paper", "a3", "--ink", "low", "--cut", "plotter"],
        ] {
            let mut all = vec!["build", "x.toml"];
            all.extend(args);
            let ran = Run::new().file("x.toml", &text).args(all).checked().run();
            assert!(ran.stdout.contains("clean"), "{kind} {args:?}: {}", ran.stdout);
            assert!(
                ran.stdout.contains("Glue the strips in this order: "),
                "{kind} {args:?}: {}",
                ran.stdout
            );
        }
    }
}

#[test]
fn a_box_in_parts_is_chosen_by_the_name_of_the_box() {
    let text = layout("", [200.0, 300.0, 60.0]);
    let build = |more: &[&str]| {
        let args = ["build", "x.toml", "--paper", "iso"].into_iter().chain(more.iter().copied());
        Run::new().file("x.toml", &text).args(args.collect::<Vec<_>>()).checked().run().stdout
    };
    let all = build(&[]);
    assert_eq!(build(&["--only", "box"]), all);
    assert!(build(&["--only", "box-a"]).contains("part A of "));
}

/// The artwork of a face continues on the strip for glue, so that no white gap is visible.
#[test]
fn artwork_continues_under_a_seam() {
    let made = make("x", &layout("kind = \"sleeve\"", [250.0, 300.0, 40.0]), "iso");
    let pages = hexpress::read::pdf(&made.pdf).unwrap().pages;
    let mut strips = 0;
    for page in &pages {
        let part = Part::read(page);
        for edge in part.edges.iter().filter(|edge| edge.has_strip) {
            let fold = part.line_at(edge);
            let white = areas(page).into_iter().find(|white| white.contains(edge.label_centre)).unwrap();
            let distances =
                [white.x0 - fold.p0.x, white.x1 - fold.p0.x, white.y0 - fold.p0.y, white.y1 - fold.p0.y];
            let is_upright = (fold.p0.x - fold.p1.x).abs() < SAME_POINT_MM;
            let gap = if is_upright {
                distances[0].abs().min(distances[1].abs())
            } else {
                distances[2].abs().min(distances[3].abs())
            };
            assert!((gap - 2.0).abs() < 0.05, "{gap} mm");
            strips += 1;
        }
    }
    assert!(strips > 0);
}

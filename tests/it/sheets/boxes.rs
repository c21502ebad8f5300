//! Tests of boxes. They read the flat box from the finished file, fold it in three dimensions, and
//! measure what closes.

use hexpress::read::{ItemKind, Page};
use kurbo::{BezPath, Line, PathEl, Point, Rect, Shape as _, Vec2};

use crate::check::bench::{each, make, moved};
use crate::support::measure::{id, paths};
use crate::support::run::Run;

/// The largest distance between two edges that count as closed, in mm.
const CLOSED: f64 = 0.002;
/// The distance within which two points of the flat box are the same, in mm.
const SAME: f64 = 0.01;
/// The grey of cut lines.
const GREY: [u8; 3] = [0x99; 3];

fn layout(keys: &str) -> String {
    format!("[[box]]\n{keys}\nground = [{{ fill = \"#1F3F5F\" }}]\n")
}

/// The grey lines with this id. Leaves out the white rims below them.
fn lines(page: &Page, name: &str) -> Vec<BezPath> {
    let grey = paths(page).filter(|(item, _)| {
        id(item) == name
            && matches!(&item.kind, ItemKind::Path { stroke: Some(stroke), .. } if stroke.colour.0 == GREY)
    });
    grey.map(|(_, path)| path.elements().collect()).collect()
}

fn straight(path: &BezPath) -> Line {
    let ends: Vec<Point> = path.elements().iter().filter_map(PathEl::end_point).collect();
    Line::new(ends[0], ends[ends.len() - 1])
}

/// Returns the corners of an outline. Curves become many corners.
fn corners(outline: &BezPath) -> Vec<Point> {
    let mut points = Vec::new();
    kurbo::flatten(outline, 0.0005, |element| match element {
        PathEl::MoveTo(point) | PathEl::LineTo(point) => points.push(point),
        _ => {}
    });
    points.dedup_by(|a, b| a.distance(*b) < 1e-6);
    if points.len() > 1 && points[0].distance(points[points.len() - 1]) < 1e-6 {
        points.pop();
    }
    points
}

/// A flat box: its panels, and the folds that join two of them.
struct FlatBox {
    panels: Vec<Vec<Point>>,
    folds: Vec<Line>,
}

impl FlatBox {
    /// Finds the panels of the box with this number on a page.
    fn read(page: &Page, number: usize) -> Self {
        let outline = corners(&lines(page, "cut")[number]);
        let near = |line: &Line| contains_any(&outline, &[line.midpoint()]);
        let slits: Vec<Line> = lines(page, "slit").iter().map(straight).collect();
        let folds: Vec<Line> = lines(page, "crease").iter().map(straight).filter(near).collect();
        let mut panels = vec![outline.clone()];
        for fold in &folds {
            // A fold with slits ends at the slits, and the slits end at the outline.
            let longer = |end: Point| {
                let slit = slits.iter().find(|slit| slit.p0.distance(end).min(slit.p1.distance(end)) < SAME);
                slit.map_or(end, |slit| if slit.p0.distance(end) < SAME { slit.p1 } else { slit.p0 })
            };
            let chord = Line::new(longer(fold.p0), longer(fold.p1));
            let index = panels.iter().position(|panel| split(panel, chord).is_some());
            let index = index.unwrap_or_else(|| panic!("the fold {chord:?} does not divide a panel"));
            let [a, b] = split(&panels[index], chord).unwrap();
            panels[index] = a;
            panels.push(b);
        }
        Self { panels, folds }
    }

    /// Folds all panels by a right angle, away from the printed side. The largest panel stays flat.
    fn folded(&self) -> Vec<Vec<[f64; 3]>> {
        let mut poses: Vec<Option<Pose>> = vec![None; self.panels.len()];
        let largest =
            (0..self.panels.len()).max_by(|a, b| area(&self.panels[*a]).total_cmp(&area(&self.panels[*b])));
        poses[largest.unwrap()] = Some(Pose::FLAT);
        while poses.iter().any(Option::is_none) {
            let before = poses.clone();
            for fold in &self.folds {
                let beside: Vec<usize> = (0..self.panels.len())
                    .filter(|index| on_edge(&self.panels[*index], fold.midpoint()))
                    .collect();
                let [a, b] = beside[..] else { panic!("{fold:?} is between {beside:?}") };
                for (parent, child) in [(a, b), (b, a)] {
                    if let (Some(pose), None) = (poses[parent], poses[child]) {
                        poses[child] = Some(pose.then_folded(*fold, &self.panels[child]));
                    }
                }
            }
            assert!(
                poses.iter().zip(&before).any(|(now, then)| now.is_some() != then.is_some()),
                "a loose panel"
            );
        }
        let placed = self.panels.iter().zip(poses);
        placed.map(|(panel, pose)| panel.iter().map(|point| pose.unwrap().of(*point)).collect()).collect()
    }
}

/// Where a panel is in space: the images of the origin and of the axes.
#[derive(Clone, Copy)]
struct Pose {
    origin: [f64; 3],
    axes: [[f64; 3]; 3],
}

impl Pose {
    const FLAT: Self = Self { origin: [0.0; 3], axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] };

    fn of(&self, point: Point) -> [f64; 3] {
        self.moved([point.x, point.y, 0.0])
    }

    fn moved(&self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        std::array::from_fn(|i| {
            self.origin[i] + self.axes[0][i] * x + self.axes[1][i] * y + self.axes[2][i] * z
        })
    }

    /// Returns the place of a panel that is folded back by a right angle along `fold`.
    fn then_folded(&self, fold: Line, panel: &[Point]) -> Self {
        let along = (fold.p1 - fold.p0).normalize();
        let normal = Vec2::new(-along.y, along.x);
        let middle = panel.iter().fold(Vec2::ZERO, |sum, p| sum + p.to_vec2()) / panel.len() as f64;
        let out = if (middle - fold.p0.to_vec2()).dot(normal) > 0.0 { normal } else { -normal };
        // The rotation takes `out` to -z, and z to `out`. Lines along the fold stay.
        let turned = |v: [f64; 3]| {
            let flat = Vec2::new(v[0], v[1]);
            let (t, s) = (flat.dot(along), flat.dot(out));
            let on_sheet = along * t + out * v[2];
            [on_sheet.x, on_sheet.y, -s]
        };
        let corner = [fold.p0.x, fold.p0.y, 0.0];
        let back = turned(corner);
        let shift = std::array::from_fn(|i| corner[i] - back[i]);
        let linear = |v: [f64; 3]| -> [f64; 3] {
            std::array::from_fn(|i| self.axes[0][i] * v[0] + self.axes[1][i] * v[1] + self.axes[2][i] * v[2])
        };
        Self { origin: self.moved(shift), axes: Self::FLAT.axes.map(|axis| linear(turned(axis))) }
    }
}

fn area(panel: &[Point]) -> f64 {
    let next = panel.iter().cycle().skip(1);
    panel.iter().zip(next).map(|(a, b)| a.x * b.y - b.x * a.y).sum::<f64>().abs() / 2.0
}

fn distance_to(from: Point, to: Point, point: Point) -> f64 {
    let along = to - from;
    let at = ((point - from).dot(along) / along.hypot2()).clamp(0.0, 1.0);
    from.lerp(to, at).distance(point)
}

fn on_edge(panel: &[Point], point: Point) -> bool {
    (0..panel.len()).any(|i| distance_to(panel[i], panel[(i + 1) % panel.len()], point) < SAME)
}

/// Divides a panel along a line whose ends are on its edge.
fn split(panel: &[Point], chord: Line) -> Option<[Vec<Point>; 2]> {
    let mut with_ends = Vec::new();
    for (i, from) in panel.iter().enumerate() {
        with_ends.push(*from);
        let to = panel[(i + 1) % panel.len()];
        let mut inside: Vec<Point> = [chord.p0, chord.p1]
            .into_iter()
            .filter(|end| distance_to(*from, to, *end) < SAME)
            .filter(|end| end.distance(*from) >= SAME && end.distance(to) >= SAME)
            .collect();
        inside.sort_by(|a, b| a.distance(*from).total_cmp(&b.distance(*from)));
        with_ends.extend(inside);
    }
    let at = |end: Point| with_ends.iter().position(|point| point.distance(end) < SAME);
    let (a, b) = (at(chord.p0)?, at(chord.p1)?);
    let (first, last) = (a.min(b), a.max(b));
    let one = with_ends[first..=last].to_vec();
    let other = [&with_ends[last..], &with_ends[..=first]].concat();
    (area(&one) > 0.1 && area(&other) > 0.1).then_some([one, other])
}

/// Returns the boxes of the white areas for glue.
fn areas(page: &Page) -> Vec<Rect> {
    let glue = paths(page).filter(|(item, _)| id(item) == "glue");
    let white = glue.filter(
        |(item, _)| matches!(&item.kind, ItemKind::Path { fill: Some(fill), .. } if fill.0 == [0xFF; 3]),
    );
    white.map(|(_, path)| path.bounding_box()).collect()
}

fn contains_any(panel: &[Point], points: &[Point]) -> bool {
    let mut path = BezPath::new();
    path.move_to(panel[0]);
    panel[1..].iter().for_each(|point| path.line_to(*point));
    path.close_path();
    points.iter().any(|point| path.winding(*point) != 0)
}

/// The smallest and the largest coordinate of some points in each direction.
fn bounds(points: impl IntoIterator<Item = [f64; 3]>) -> [[f64; 2]; 3] {
    points.into_iter().fold([[f64::INFINITY, f64::NEG_INFINITY]; 3], |bounds, point| {
        std::array::from_fn(|i| [bounds[i][0].min(point[i]), bounds[i][1].max(point[i])])
    })
}

/// Folds a box, and checks that `open` of its six sides stay open and all others close.
fn closes(keys: &str, number: usize, inside: [f64; 3], open: usize) {
    let made = make("x", &layout(keys), "a3");
    let page = hexpress::read::pdf(&made.pdf).unwrap().pages.remove(0);
    let flat = FlatBox::read(&page, number);
    let glue: Vec<Point> = areas(&page).iter().map(Rect::center).collect();
    let is_glued: Vec<bool> = flat.panels.iter().map(|panel| contains_any(panel, &glue)).collect();
    let panels = flat.folded();
    let whole = bounds(panels.iter().flatten().copied());
    let mut sizes = whole.map(|[from, to]| to - from);
    let mut expected = inside;
    sizes.sort_by(f64::total_cmp);
    expected.sort_by(f64::total_cmp);
    for (size, expected) in sizes.iter().zip(expected) {
        assert!((size - expected).abs() <= CLOSED, "{keys}: {sizes:?} instead of {expected:?}");
    }
    let mut closed = 0;
    for axis in 0..3 {
        for side in 0..2 {
            let plane = whole[axis][side];
            let is_in_plane =
                |panel: &&Vec<[f64; 3]>| panel.iter().all(|p| (p[axis] - plane).abs() <= CLOSED);
            // A glue flap is below other flaps of its side.
            let free = panels.iter().zip(&is_glued).filter(|(_, glued)| !**glued).map(|(panel, _)| panel);
            let on_side: Vec<[[f64; 2]; 3]> =
                free.filter(is_in_plane).map(|panel| bounds(panel.iter().copied())).collect();
            let is_whole = |panel: &&[[f64; 2]; 3]| {
                (0..3).all(|i| i == axis || (0..2).all(|end| (panel[i][end] - whole[i][end]).abs() <= CLOSED))
            };
            closed += usize::from(on_side.iter().any(|panel| is_whole(&panel)));
            // Other flaps of one side lie next to each other.
            let flaps: Vec<_> = on_side.iter().filter(|panel| !is_whole(panel)).collect();
            for (index, a) in flaps.iter().enumerate() {
                for b in &flaps[index + 1..] {
                    let overlap = (0..3)
                        .filter(|i| *i != axis)
                        .all(|i| a[i][1].min(b[i][1]) - a[i][0].max(b[i][0]) > CLOSED);
                    assert!(!overlap, "{keys}: two flaps collide: {a:?} {b:?}");
                }
            }
        }
    }
    assert_eq!(closed, 6 - open, "{keys}");
    for panel in &panels {
        let flat = (0..3).any(|axis| {
            (0..2).any(|side| panel.iter().all(|p| (p[axis] - whole[axis][side]).abs() <= CLOSED))
        });
        assert!(flat, "{keys}: a panel is not on a side of the box: {panel:?}");
    }
}

#[test]
fn boxes_close_when_they_are_folded() {
    for inside in [[66.0, 91.4, 19.2], [60.0, 40.0, 12.0], [91.0, 66.0, 45.0], [30.0, 30.0, 30.0]] {
        let [w, h, d] = inside;
        let size = format!("inside = \"{w} x {h} x {d}mm\"");
        closes(&size, 0, inside, 0);
        closes(&format!("kind = \"sleeve\"\n{size}"), 0, inside, 2);
    }
    closes("kind = \"die\"\ninside = \"16mm\"", 0, [16.0; 3], 0);
    let tray = "kind = \"tray-and-lid\"\ninside = \"60 x 90 x 30mm\"";
    closes(tray, 0, [60.0, 90.0, 30.0], 1);
    closes(tray, 1, [61.5, 91.5, 12.0], 1);
}

/// The template `PokerTuckBox54` of The Game Crafter (300 pixels per inch): its panels are 780
/// pixels wide, its sides 229 pixels, and its safe zones are 36.5 pixels lower than the panels.
#[test]
fn a_tuck_box_for_54_poker_cards_agrees_with_a_printed_one() {
    const TEMPLATE: f64 = 0.5;
    let text = format!(
        "[[cards]]\nsize = \"poker\"\ncopies = 54\nface = [{{ fill = \"#C8102E\" }}]\n{}",
        layout("holds = [\"cards\"]\nsheet = \"large\"")
    );
    let made = make("x", &text, "iso");
    let pages = hexpress::read::pdf(&made.pdf).unwrap().pages;
    let page = pages.iter().find(|page| !lines(page, "crease").is_empty()).unwrap();
    let mut across: Vec<f64> = lines(page, "crease")
        .iter()
        .map(straight)
        .filter(|line| (line.p0.x - line.p1.x).abs() < SAME && line.p0.distance(line.p1) > 60.0)
        .map(|line| line.p0.x)
        .collect();
    across.sort_by(f64::total_cmp);
    let panels: Vec<f64> = across.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let [back, side, front] = panels[..] else { panic!("{panels:?}") };
    for (is, template) in [(back, 780.0), (front, 780.0), (side, 229.0)] {
        assert!((is - template / 300.0 * 25.4).abs() <= TEMPLATE, "{is} mm, {template} pixels");
    }
    let outline = &lines(page, "cut")[0];
    let folds: Vec<Line> = lines(page, "crease").iter().map(straight).collect();
    let tall = folds.iter().map(|line| (line.p0.y - line.p1.y).abs()).fold(0.0, f64::max);
    assert!((tall - 3.6 * 25.4).abs() <= TEMPLATE, "{tall}");
    assert!(outline.bounding_box().width() > 180.0);
}

#[test]
fn the_checker_finds_folds_slits_and_glue_that_were_moved() {
    let made = make("x", &layout("inside = \"66 x 91 x 20mm\""), "a4");
    assert!(made.judge(&made.pdf).faults.is_empty(), "{:?}", made.judge(&made.pdf).faults);
    for name in ["crease", "slit", "glue"] {
        for by in [0.3, 30.0] {
            let pdf = made.edit(1, |text| each(text, name, |drawing| moved(drawing, by, 0.0)));
            let verdict = made.judge(&pdf);
            assert!(
                verdict.faults.iter().any(|fault| fault.code.to_string() == "HX455"),
                "{name} by {by}: {:?}",
                verdict.faults
            );
        }
    }
}

#[test]
fn every_kind_is_clean_on_every_paper_and_in_every_ink() {
    for (kind, inside) in [
        ("tuck", "66 x 91 x 20mm"),
        ("hook", "40 x 60 x 15mm"),
        ("tray-and-lid", "50 x 70 x 20mm"),
        ("sleeve", "66 x 91 x 20mm"),
        ("screen", "120 x 140 x 60mm"),
        ("standee", "40 x 60 x 15mm"),
        ("die", "18mm"),
    ] {
        let text =
            layout(&format!("kind = \"{kind}\"\ninside = \"{inside}\"\nfront = [{{ fill = \"#C8102E\" }}]"));
        for args in [
            &["--paper", "iso"][..],
            &["--paper", "us", "--ink", "black"],
            &["--paper", "a3", "--ink", "low"],
        ] {
            let mut all = vec!["build", "x.toml"];
            all.extend(args);
            let ran = Run::new().file("x.toml", &text).args(all).checked().run();
            assert!(ran.stdout.contains("clean"), "{kind} {args:?}: {}", ran.stdout);
        }
    }
}

#[test]
fn a_box_that_is_larger_than_a_sheet_becomes_a_poster() {
    let text = layout("inside = \"250 x 300 x 60mm\"");
    let ran = Run::new().file("x.toml", &text).args(["build", "x.toml", "--paper", "a4"]).any_stderr().run();
    assert!(ran.stderr.contains("HX301"), "{}", ran.stderr);
    assert!(ran.stdout.contains("poster"), "{}", ran.stdout);
}

#[test]
fn a_box_takes_the_larger_sheet_only_if_it_does_not_fit_on_the_smaller_one() {
    // The flat sleeve is as wide as two panels, three sides less the play of the glue flap.
    let width = |panel: f64| 2.0 * panel + 3.0 * 20.0 - 0.5;
    for (panel, sheet) in [(97.25, "A4"), (97.3, "A3")] {
        let text = layout(&format!("kind = \"sleeve\"\ninside = \"{panel} x 190 x 20mm\""));
        let ran =
            Run::new().file("x.toml", &text).args(["build", "x.toml", "--paper", "iso"]).checked().run();
        assert!(ran.stdout.contains(&format!("page of {sheet}")), "{} mm: {}", width(panel), ran.stdout);
    }
}

#[test]
fn the_ticket_says_the_size_of_the_inside() {
    let text = format!(
        "[[cards]]\nsize = \"60 x 90mm\"\ncopies = 10\nface = [{{ fill = \"#C8102E\" }}]\n{}",
        layout("holds = [\"cards\"]\nsleeved = true\nplay = \"1mm\"")
    );
    let ran = Run::new().file("x.toml", &text).args(["build", "x.toml", "--paper", "a4"]).any_stderr().run();
    // Ten cards of 0.6 mm in sleeves that are 3 mm larger; a stack is 8 % thicker than its cards.
    assert!(ran.stdout.contains("64 x 94 x 6.48 mm inside"), "{}", ran.stdout);
}

#[test]
fn glue_flaps_are_white() {
    let made = make("x", &layout("inside = \"66 x 91 x 20mm\""), "a4");
    let page = hexpress::read::pdf(&made.pdf).unwrap().pages.remove(0);
    let white = areas(&page);
    assert_eq!(white.len(), 2);
    assert!(white.iter().all(|rect| rect.width().min(rect.height()) > 9.0), "{white:?}");
}

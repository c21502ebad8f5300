//! Tests of small boards on cards, of marks at the two ends of a hexagon element, and of elements at edges
//! and in other positions.

use std::collections::BTreeMap;

use hexpress::read::{ItemKind, Page, Rgb};
use kurbo::{Point, Rect, Shape};

use crate::support::measure::{count, id, paths, texts};
use crate::support::run::Run;

/// Builds a layout and returns its first page.
#[track_caller]
fn page(layout: &str) -> Page {
    let ran = Run::new().file("x.toml", layout).args(["build", "x.toml"]).any_stderr().run();
    ran.pdf("output/x-iso.pdf").pages.remove(0)
}

/// Builds a board of two cells and a card that shows the board 40 mm wide. The second cell has this
/// mark. Returns the page of the card.
fn small(mark: &str) -> Page {
    page(&format!(
        "[[board]]\ncells = \"flat-top\"\nacross = \"45mm\"\nprint = 0\nmap = \"\"\"\nA   \n    A*\n\"\"\"\n[board.key]\n\
         A = {{ fill = \"white\" }}\n\"*\" = {{ mark = \"start\", {mark} }}\n\
         [[cards]]\nsize = \"63 x 88mm\"\nface = [{{ board = \"board\", size = \"40 x 40mm\" }}]\n"
    ))
}

/// Returns everything on the card except white cells: bounding box, fill, and line width.
fn marks(page: &Page) -> Vec<(Rect, Option<Rgb>, Option<f64>)> {
    let own_outlines = paths(page).filter(|(item, _)| id(item) == "cards/1");
    let all = own_outlines.filter_map(|(item, path)| {
        let ItemKind::Path { fill, stroke, .. } = &item.kind else { unreachable!() };
        let cell = fill.is_some_and(|fill| fill.0 == [255; 3]) && stroke.is_some();
        (!cell).then(|| (path.bounding_box(), *fill, stroke.as_ref().map(|stroke| stroke.width)))
    });
    all.collect()
}

/// Returns the only mark on the card.
#[track_caller]
fn mark(keys: &str) -> (Rect, Option<Rgb>, Option<f64>) {
    let all = marks(&small(keys));
    assert_eq!(all.len(), 1, "{keys}: {all:?}");
    all[0]
}

#[test]
fn a_mark_in_small_has_the_colours_that_it_has_on_its_board() {
    const RED: Option<Rgb> = Some(Rgb([255, 0, 0]));
    for keys in ["disc = \"8mm\", colour = \"red\"", "disc = \"8mm\", fill = \"red\""] {
        let (_, fill, line) = mark(keys);
        assert_eq!((fill, line), (RED, None), "{keys}");
    }
    assert_eq!(mark("star = \"8mm\"").1, Some(Rgb([0; 3])));
    let (_, fill, line) = mark("disc = \"8mm\", line = \"1mm red\"");
    assert_eq!(fill, None);
    assert!(line.is_some_and(|width| (width - 0.3).abs() < 1e-3), "{line:?}");
}

#[test]
fn marks_of_all_sorts_are_drawn_in_small_and_equally_large() {
    let (disc, ..) = mark("disc = \"8mm\"");
    for keys in [
        "icon = \"star\", size = \"10mm\"",
        "polygon = \"0 -8, 8 8, -8 8\"",
        "polygon = \"0 -8, 8 8, -8 8\", fill = \"red\"",
        "curve = \"M -5 0 C -5 -5 5 -5 5 0 Z\", fill = \"red\"",
        "box = \"8mm\"",
        "fill = \"red\"",
        "icon = \"star\", size = \"10mm\", at = \"top\"",
    ] {
        let (drawn, fill, line) = mark(keys);
        assert!(fill.is_some() || line.is_some_and(|width| width < 0.31), "{keys}: {line:?}");
        let (long, usual) = (drawn.width().max(drawn.height()), disc.width());
        assert!((0.8..1.02).contains(&(long / usual)), "{keys}: {long} mm beside {usual} mm");
        let off = drawn.center().distance(disc.center());
        assert!(off < 0.15 * usual, "{keys}: {off} mm from the middle of its cell");
    }
    // A small board on a card shows no texts.
    let page = small("text = \"Start\", font = \"20pt\"");
    assert!(marks(&page).is_empty());
    assert_eq!(count(&page, "Start"), 0);
}

#[test]
fn a_mark_in_small_is_turned_as_it_is_on_its_board() {
    let upright = mark("box = \"8 x 4mm\"").0;
    let turned = mark("box = \"8 x 4mm\", turn = 90").0;
    assert!(upright.width() > 1.9 * upright.height() && turned.height() > 1.9 * turned.width());
    let upright = mark("icon = \"house\", size = \"8mm\"").0;
    let turned = mark("icon = \"house\", size = \"8mm\", turn = 90").0;
    assert!(
        (upright.width() - turned.height()).abs() < 0.01 && (upright.height() - turned.width()).abs() < 0.01
    );
}

#[test]
fn marks_of_all_sorts_stand_at_the_ends_of_a_hexagon() {
    for keys in ["disc = \"8mm\", colour = \"red\"", "icon = \"star\", colour = \"red\", size = \"9mm\""] {
        let layout = format!(
            "[directions]\nN = \"up\"\nS = \"down\"\n[[board]]\ncells = \"flat-top\"\nacross = \"45mm\"\nprint = 0\n\
             map = \"\"\"\nA*\n\"\"\"\n[board.key]\nA = {{ fill = \"white\" }}\n\"*\" = {{ mark = \"start\", {keys} }}\n\
             [[cards]]\nsize = \"63 x 88mm\"\nface = [{{ hexagon = \"40mm\", fill = \"silver\", marks = {{ N = \"start\", S = \"start\" }} }}]\n"
        );
        let page = page(&layout);
        let red: Vec<Rect> = marks(&page)
            .into_iter()
            .filter(|(_, fill, _)| *fill == Some(Rgb([255, 0, 0])))
            .map(|(rect, ..)| rect)
            .collect();
        let [north, south] = &red[..] else { panic!("{keys}: {red:?}") };
        assert!(
            (north.center().x - south.center().x).abs() < 0.3 && south.center().y - north.center().y > 30.0
        );
        assert!((4.0..=5.3).contains(&north.width()), "{keys}: {north:?}");
    }
}

/// An element at each edge and in the centre is drawn once in each position, and only if its
/// condition holds.
#[test]
fn what_stands_at_each_edge_and_elsewhere_stands_there_once() {
    let page = page(
        "[[tiles]]\ncells = \"flat-top\"\nacross = \"40mm\"\nrows = [{ sign = \"q\", few = false }, { sign = \"w\", few = true }]\n\
         face = [{ text = \"{{ sign }}\", at = [\"each edge\", \"centre\"], inset = \"0 3mm\", font = \"12pt\", when = \"not few\" },\n\
                 { disc = \"3mm\", at = [\"centre\", \"each edge\"], fill = \"red\", inset = \"0 9mm\" }]\n",
    );
    assert_eq!((count(&page, "q"), count(&page, "w")), (7, 0));
    let mut middles: BTreeMap<String, Vec<Point>> = BTreeMap::new();
    for (item, path) in paths(&page) {
        let ItemKind::Path { fill: Some(Rgb([255, 0, 0])), .. } = &item.kind else { continue };
        middles.entry(id(item).to_owned()).or_default().push(path.bounding_box().center());
    }
    for (who, all) in middles {
        assert_eq!(all.len(), 7, "{who}");
        let apart = |a: &Point| all.iter().filter(|b| a.distance(**b) < 1.0).count();
        assert!(all.iter().all(|a| apart(a) == 1), "{who}: {all:?}");
    }
    assert!(texts(&page).count() > 7);
}

/// The line of a `walk` goes from the centre of its first cell to the centre of its last cell. The line has a
/// dot at its start.
#[test]
fn a_way_leads_from_middle_to_middle() {
    let layout = "[directions]\nEast = \"right\"\n[[board]]\nsheet = \"small\"\ncells = \"square\"\nacross = \"20mm\"\n\
        shape = \"rectangle 5 x 5\"\nnames = \"chess\"\nprint = 0\n[[cards]]\nsize = \"63 x 88mm\"\n\
        face = [{ board = \"board\", walk = \"a1 up 3, East 2\", line = \"1mm red\", size = \"50 x 50mm\" }]\n";
    let ran = Run::new().checked().file("x.toml", layout).args(["build", "x.toml"]).any_stderr().run();
    assert!(ran.stdout.contains(": clean"), "{}", ran.stdout);
    let page = ran.pdf("output/x-iso.pdf").pages.remove(0);
    let red = Some([0xFF, 0, 0]);
    let (mut route, mut filled) = (Vec::new(), Vec::new());
    for (item, path) in paths(&page) {
        let ItemKind::Path { fill, stroke, .. } = &item.kind else { unreachable!() };
        if stroke.as_ref().map(|stroke| stroke.colour.0) == red {
            route = path.ends().collect::<Vec<Point>>();
        } else if fill.map(|fill| fill.0) == red {
            filled.push(path.bounding_box());
        }
    }
    // The board is 50 mm wide including its line, so a cell is slightly less than 10 mm wide.
    let cell = route[0].distance(route[1]) / 3.0;
    assert!((9.9..=10.0).contains(&cell), "{cell}");
    assert!((route[1].x - route[0].x).abs() < 0.01 && (route[2].y - route[1].y).abs() < 0.01, "{route:?}");
    let [head, dot] = &filled[..] else { panic!("{filled:?}") };
    assert!((head.x1 - route[1].x - 2.0 * cell).abs() < 0.01, "{head:?}");
    assert!(dot.center().distance(route[0]) < 0.01 && (dot.width() - 2.6).abs() < 0.01, "{dot:?}");
}

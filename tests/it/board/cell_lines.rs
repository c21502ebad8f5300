//! Tests that neighbouring cells hide neither a cell's lines nor its contents. The tests look at
//! points of a finished page.

use hexpress::find::Polygon;
use hexpress::read::{Item, ItemKind, Page, Rgb};
use kurbo::{ParamCurveNearest as _, Point, Shape as _};

use crate::board::addresses::{BLUE, BOTH, GOLD, RED, board, cells, named, rgb};
use crate::support::measure::id;
use crate::support::run::Run;

/// Returns the colour that is visible at a point: the colour of the item that is drawn last at this
/// point. Names of cells are ignored.
fn visible_colour(page: &Page, point: Point) -> Option<Rgb> {
    page.items.iter().rev().filter(|item| !id(item).contains("/name:")).find_map(|item| ink(item, point))
}

fn ink(item: &Item, point: Point) -> Option<Rgb> {
    let ItemKind::Path { path, fill, stroke } = &item.kind else { return None };
    let near = |half: f64| path.segments().any(|s| s.nearest(point, 1e-6).distance_sq <= half * half);
    let lined = stroke.as_ref().filter(|stroke| near(stroke.width / 2.0)).map(|stroke| stroke.colour);
    lined.or(fill.filter(|_| path.winding(point) != 0))
}

/// Returns points along every edge of a hexagon, `away` mm inside the edge and `away` mm outside.
///
/// Points near a corner are left out, because other lines meet there.
fn beside_edges(hexagon: &Polygon, away: f64) -> Vec<Point> {
    let corners = &hexagon.corners;
    let edge = |k: usize| {
        let (a, b) = (corners[k], corners[(k + 1) % 6]);
        [0.2, 0.5, 0.8].map(|t| a.lerp(b, t))
    };
    let both = |p: Point| {
        let out = (p - hexagon.centre) / (p - hexagon.centre).hypot();
        [p - out * away, p + out * away]
    };
    (0..6).flat_map(edge).flat_map(both).collect()
}

/// Returns how much of the 2 mm line around a cell is visible in this colour, from 0 to 1.
fn share(page: &Page, cell: &Polygon, colour: u32) -> f64 {
    let points = [0.3, 0.7].map(|away| beside_edges(cell, away)).concat();
    let own = points.iter().filter(|p| visible_colour(page, **p) == rgb(colour)).count();
    own as f64 / points.len() as f64
}

fn is_whole(page: &Page, cell: &str, colour: u32) {
    let share = share(page, &cells(page)[cell].hexagon, colour);
    assert!(share == 1.0, "{cell}: {share} of its line is seen");
}

#[test]
fn a_line_of_its_own_is_whole_among_cells_of_any_kind() {
    for orientation in BOTH {
        for (what, keys) in [
            ("plain", ""),
            ("filled", "cell = { fill = \"gold\" }\n"),
            ("wider lines", "line = \"2.4mm black\"\n"),
            ("filled by an element", "cell = { draw = [{ fill = \"gold\" }] }\n"),
            ("bands", "cell = { edge-band = \"gold\", at = \"each edge\" }\n"),
        ] {
            let page = named(orientation, &format!("{keys}[board.at]\n\"c3\" = {{ line = \"2mm red\" }}\n"));
            let share = share(&page, &cells(&page)["c3"].hexagon, RED);
            assert!(share == 1.0, "{orientation}, {what}: {share}");
        }
    }
}

#[test]
fn a_line_is_whole_at_a_hole_and_at_the_rim() {
    for orientation in BOTH {
        let page = named(
            orientation,
            "line = \"2.4mm black\"\nwithout = \"c3\"\ncell = { fill = \"gold\" }\n[board.at]\n\"b2 a1\" = { line = \"2mm red\", fill = \"blue\" }\n",
        );
        for cell in ["b2", "a1"] {
            let share = share(&page, &cells(&page)[cell].hexagon, RED);
            // The two cells share an edge, which is red for both.
            assert!(share == 1.0, "{orientation}, {cell}: {share}");
        }
    }
}

/// If two entries of `[board.at]` give lines to neighbouring cells, the common edge of the two
/// cells gets the line of the later entry. The order of the cells in the map or on the sheet has no
/// effect.
#[test]
fn where_two_lines_meet_that_of_the_later_entry_is_whole() {
    for orientation in BOTH {
        for (first, later) in [("c3", "c4"), ("c4", "c3"), ("c3", "b2"), ("b2", "c3")] {
            let keys = format!(
                "[board.at]\n\"{first}\" = {{ line = \"2mm red\" }}\n\"{later}\" = {{ line = \"2mm blue\" }}\n"
            );
            let page = named(orientation, &keys);
            is_whole(&page, later, BLUE);
            let red = share(&page, &cells(&page)[first].hexagon, RED);
            assert!(
                (red - 5.0 / 6.0).abs() < 1e-9,
                "{orientation}, {first}: all but one edge, and not {red}"
            );
        }
        let map = if orientation == "flat-top" { "A\n    B\n" } else { "A   B\n" };
        for (a, b) in [("red", "blue"), ("blue", "red")] {
            let page = board(
                orientation,
                &format!(
                    "map = '''\n{map}'''\n[board.key]\nB = {{ line = \"2mm {b}\" }}\nA = {{ line = \"2mm {a}\" }}\n"
                ),
            );
            let hexagons = hexpress::find::polygons(&page, 6);
            let own_polygon = hexagons.iter().find(|h| id(&page.items[h.item]) == "board/cell:0,0").unwrap();
            let colour = if a == "red" { RED } else { BLUE };
            assert!(share(&page, own_polygon, colour) == 1.0, "{orientation}: A stands after B in the key");
        }
    }
}

#[test]
fn drawings_of_cells_lie_over_all_lines() {
    for orientation in BOTH {
        let page = named(
            orientation,
            "[board.at]\n\"c3\" = { path = \"1-4\", colour = \"blue\", width = \"6mm\" }\n\"ring 1 of c3\" = { line = \"2mm red\" }\n",
        );
        let cells = cells(&page);
        let c3 = &cells["c3"].hexagon;
        let road = page.items.iter().find_map(|item| match &item.kind {
            ItemKind::Path { path, stroke: Some(stroke), .. } if Some(stroke.colour) == rgb(BLUE) => {
                Some(path.clone())
            }
            _ => None,
        });
        let points: Vec<Point> = road
            .unwrap()
            .segments()
            .flat_map(|s| {
                use kurbo::ParamCurve as _;
                [0.01, 0.04, 0.5, 0.96, 0.99].map(|t| s.eval(t))
            })
            .collect();
        assert!(points.iter().any(|p| p.distance(c3.centre) > 9.0));
        assert!(points.iter().all(|p| visible_colour(&page, *p) == rgb(BLUE)), "{orientation}");
    }
}

/// An element that fills its cell also covers the elements that the layout lists before it.
#[test]
fn what_covers_a_cell_lies_under_the_lines_only_if_it_comes_first() {
    for orientation in BOTH {
        let page = named(
            orientation,
            "[board.at]\n\"c3\" = { draw = [{ fill = \"blue\" }, { disc = \"9mm\", fill = \"gold\" }] }\n\
             \"c5\" = { draw = [{ disc = \"9mm\", fill = \"gold\" }, { fill = \"blue\" }] }\n",
        );
        let cells = cells(&page);
        let centre = |name: &str| visible_colour(&page, cells[name].hexagon.centre);
        assert_eq!((centre("c3"), centre("c5")), (rgb(GOLD), rgb(BLUE)), "{orientation}");
        let edge = |name: &str| visible_colour(&page, beside_edges(&cells[name].hexagon, 0.05)[0]);
        assert_eq!((edge("c3"), edge("c5")), (rgb(0), rgb(BLUE)), "{orientation}");
    }
}

#[test]
fn a_line_is_whole_on_a_poster_and_in_a_small_picture() {
    let keys = "cells = \"flat-top\"\nacross = \"60mm\"\nshape = \"hexhex 3\"\nnames = \"lines\"\n\
        cell = { fill = \"gold\" }\n[board.at]\n\"b2\" = { line = \"2mm red\", fill = \"gold\" }\n";
    let layout = format!(
        "[[board]]\nsheet = \"small\"\n{keys}[[cards]]\nsize = \"120 x 120mm\"\nface = [{{ board = \"board\", size = \"100 x 100mm\" }}]\n"
    );
    let args = ["build", "x.toml", "--paper", "a4"];
    let ran = Run::new().file("x.toml", &layout).args(args).any_stderr().run();
    let pages = ran.pdf("output/x-a4.pdf").pages;
    let red = |item: &&Item| matches!(&item.kind, ItemKind::Path { stroke: Some(s), .. } if Some(s.colour) == rgb(RED));
    let (mut sheets, mut card) = (0, 0);
    for page in &pages {
        for item in page.items.iter().filter(red) {
            let ItemKind::Path { path, stroke: Some(stroke), .. } = &item.kind else { unreachable!() };
            let corners: Vec<Point> = path.ends().take(6).collect();
            let centre =
                (corners.iter().fold(kurbo::Vec2::ZERO, |sum, p| sum + p.to_vec2()) / 6.0).to_point();
            let hexagon = Polygon { corners, centre, ..hexpress::find::polygons(page, 6)[0].clone() };
            let points = beside_edges(&hexagon, stroke.width * 0.4);
            let clip = item.clip.unwrap_or(page.media);
            let whole =
                points.iter().filter(|p| clip.contains(**p)).all(|p| visible_colour(page, *p) == rgb(RED));
            assert!(whole, "{}", id(item));
            if id(item).starts_with("board/cell:") { sheets += 1 } else { card += 1 }
        }
    }
    assert!(sheets >= 1 && card == 1, "{sheets} {card}");
}

/// `fill` colours the cell, and `colour` colours the shape in the cell. An element in `draw` has
/// its own `fill`. Shapes are black by default.
#[test]
fn a_cell_and_its_figure_have_the_colours_that_are_said() {
    for (keys, cell, disc) in [
        ("disc = \"4mm\"", None, 0),
        ("disc = \"4mm\", colour = \"red\"", None, RED),
        ("draw = [{ disc = \"4mm\", fill = \"red\" }]", None, RED),
        ("fill = \"red\", disc = \"4mm\", colour = \"blue\"", rgb(RED), BLUE),
        ("fill = \"red\", draw = [{ disc = \"4mm\" }]", rgb(RED), 0),
        ("fill = \"red\", icon = \"circle\"", rgb(RED), 0),
    ] {
        let page = named("flat-top", &format!("[board.at]\n\"c3\" = {{ {keys} }}\n"));
        let centre = cells(&page)["c3"].hexagon.centre;
        let beside = Point::new(centre.x + 5.0, centre.y);
        assert_eq!(
            (visible_colour(&page, beside), visible_colour(&page, centre)),
            (cell, rgb(disc)),
            "{keys}"
        );
    }
}

//! Tests of lines along the edges of cells, and of the order in which the parts of a board are
//! drawn. The tests measure the finished file.

use std::sync::Arc;

use hexpress::find::polygons;
use hexpress::read::{ItemKind, Outline, Page, Stroke};
use kurbo::{ParamCurve, PathSeg, Point};

use crate::board::addresses::{BLUE, BOTH, GOLD, RED, cells, named, rgb};
use crate::support::measure::{TOLERANCE_MM, id, paths, same_length, texts};

/// Returns the length of a cell's side. The cells of these boards measure 20 mm across.
fn side() -> f64 {
    20.0 / 3.0_f64.sqrt()
}

/// Returns the lines of this colour along edges.
fn lines(page: &Page, ink: u32) -> Vec<(Outline, Arc<Stroke>)> {
    let own = paths(page).filter_map(|(item, path)| {
        id(item).strip_prefix("board/edge-line:")?;
        let ItemKind::Path { stroke: Some(stroke), fill: None, .. } = &item.kind else { panic!("{item:?}") };
        (Some(stroke.colour) == rgb(ink)).then(|| (path.clone(), stroke.clone()))
    });
    own.collect()
}

/// Returns where each dash of a path begins and ends along the path, in mm.
///
/// A dash that crosses the end of the path counts as two.
fn dashes(path: &Outline, stroke: &Stroke) -> Vec<(f64, f64)> {
    let length: f64 = path.segments().map(|s| s.start().distance(s.end())).sum();
    let [dash, gap] = stroke.dash[..] else { panic!("{stroke:?} is not dashed") };
    let mut dashes = Vec::new();
    let mut from = -stroke.phase;
    while from < length - TOLERANCE_MM {
        if from + dash > TOLERANCE_MM {
            dashes.push((from.max(0.0), (from + dash).min(length)));
        }
        from += dash + gap;
    }
    dashes
}

/// Every edge has the same number of dashes, all equally long. The pattern is the same from both
/// ends.
#[test]
fn a_dashed_edge_is_even_and_the_same_from_both_ends() {
    for orientation in BOTH {
        for (width, periods) in [("0.5mm", 3), ("1mm", 2), ("3mm", 2)] {
            let page =
                named(orientation, &format!("[board.at]\n\"c3|c4\" = {{ line = \"{width} red dashed\" }}"));
            let all = lines(&page, RED);
            let [(path, stroke)] = &all[..] else { panic!("{} lines", all.len()) };
            let found = dashes(path, stroke);
            let what = format!("{orientation} {width}");
            assert_eq!(found.len(), periods + 1, "{what}");
            let half = found[0].1 - found[0].0;
            same_length(found[0].0, 0.0, &what);
            for (i, (from, to)) in found.iter().enumerate() {
                let (other_from, other_to) = found[found.len() - 1 - i];
                same_length(side() - to, other_from, &what);
                same_length(side() - from, other_to, &what);
                let expected = if i == 0 || i == periods { half } else { half * 2.0 };
                same_length(to - from, expected, &what);
            }
            same_length((stroke.dash[0] + stroke.dash[1]) * periods as f64, side(), &what);
        }
    }
}

/// If one address selects several edges, they are joined into the longest possible lines. If a dash is at a
/// corner of a line, the middle of the dash is exactly at the corner.
#[test]
fn dashed_edges_that_meet_are_one_line() {
    for orientation in BOTH {
        let page = named(
            orientation,
            "[board.at]\n\"c3|c4 b3|c4 b4|c4\" = { line = \"1mm red dashed\" }\n\
             \"d3|d4 c3|d4 c3|d3\" = { line = \"1mm blue dashed\" }",
        );
        let red = lines(&page, RED);
        let [(path, stroke)] = &red[..] else { panic!("{orientation}: {} red lines", red.len()) };
        assert_eq!(path.segments().count(), 3, "{orientation}");
        for (from, to) in dashes(path, stroke) {
            let corner = [1.0, 2.0].map(|k| k * side()).into_iter().find(|k| *k > from && *k < to);
            if let Some(corner) = corner {
                same_length(corner - from, to - corner, "a dash goes as far on both sides of a corner");
            }
        }
        // Three edges meet at one corner. One line passes through this corner, and another line
        // ends at it.
        let blue = lines(&page, BLUE);
        let mut edges: Vec<_> = blue.iter().map(|(path, _)| path.segments().count()).collect();
        edges.sort_unstable();
        assert_eq!(edges, [1, 2], "{orientation}");
    }
}

/// A dashed line around a cell starts in a gap between two dashes, not at a corner. So the dash at every
/// corner is whole, and its two halves are joined.
#[test]
fn a_dashed_ring_is_closed() {
    for orientation in BOTH {
        let page = named(
            orientation,
            "[board.at]\n\"c3|c4 c3|d4 c3|d3 c3|c2 c3|b2 c3|b3\" = { line = \"1mm red dashed\" }",
        );
        let red = lines(&page, RED);
        let [(path, stroke)] = &red[..] else { panic!("{orientation}: {} lines", red.len()) };
        let found = dashes(path, stroke);
        let length = 6.0 * side();
        assert_eq!(found.len(), 12, "{orientation}");
        let around = path.segments().map(|s| s.start().distance(s.end())).sum();
        same_length(around, length, "the way round the cell");
        same_length(found[0].0, length - found[11].1, "the gap that it begins in");
        let centre = cells(&page)["c3"].hexagon.centre;
        for segment in path.segments() {
            let PathSeg::Line(line) = segment else { panic!("a bent edge") };
            let along = line.p1 - line.p0;
            let off = ((centre - line.p0).cross(along) / along.hypot()).abs();
            same_length(off, 10.0, "an edge of c3");
        }
    }
}

/// Both neighbours draw the edge between them, so their dashes must coincide.
#[test]
fn dashed_lines_of_cells_meet() {
    for orientation in BOTH {
        let page = named(orientation, "line = \"0.5mm red dashed\"");
        let outlines: Vec<(Vec<Point>, Arc<Stroke>)> = polygons(&page, 6)
            .iter()
            .filter_map(|hexagon| match &page.items[hexagon.item].kind {
                ItemKind::Path { stroke: Some(stroke), .. } => {
                    Some((hexagon.corners.to_vec(), stroke.clone()))
                }
                _ => None,
            })
            .collect();
        assert_eq!(outlines.len(), 19, "{orientation}");
        for (corners, stroke) in &outlines {
            same_length(corners[0].distance(corners[1]), side(), "a side");
            let [dash, gap] = stroke.dash[..] else { panic!("{stroke:?}") };
            let periods = side() / (dash + gap);
            assert!((periods - periods.round()).abs() < 1e-3, "{orientation}: {periods} dashes on a side");
            same_length(stroke.phase, dash / 2.0, "half a dash at each corner");
        }
    }
}

#[test]
fn solid_edges_that_meet_are_one_line_too() {
    let page = named("flat-top", "[board.at]\n\"c3|c4 b3|c4 d2|d3\" = { line = \"1mm red\" }");
    let mut edges: Vec<_> = lines(&page, RED).iter().map(|(path, _)| path.segments().count()).collect();
    edges.sort_unstable();
    assert_eq!(edges, [1, 2]);
}

/// Returns the indices of the items that `holds` accepts. Items with higher indices are drawn later.
fn places(page: &Page, holds: impl Fn(&ItemKind, &str) -> bool) -> Vec<usize> {
    (0..page.items.len()).filter(|&i| holds(&page.items[i].kind, &id(&page.items[i]))).collect()
}

fn filled_with(kind: &ItemKind, ink: u32) -> bool {
    matches!(kind, ItemKind::Path { fill, .. } if *fill == rgb(ink))
}

#[test]
fn marks_lie_over_what_their_cells_draw_and_labels_over_marks() {
    for orientation in BOTH {
        let page = named(
            orientation,
            "[board.key]\n\"*\" = { mark = \"start\", disc = \"6mm\", fill = \"red\" }\n\
             [board.at]\n\"c3\" = { mark = \"start\", label = \"Fort\", icon = \"house\", size = \"9mm\", \
             colour = \"blue\", draw = [{ disc = \"8mm\", fill = \"gold\" }] }",
        );
        let one = |ink: u32| {
            let found = places(&page, |kind, id| filled_with(kind, ink) && id.contains("/cell:"));
            assert_eq!(found.len(), 1, "{orientation}");
            found[0]
        };
        let (mark, icon, drawn) = (one(RED), one(BLUE), one(GOLD));
        let label = places(&page, |kind, _| matches!(kind, ItemKind::Text(text) if text.string == "Fort"))[0];
        assert!(icon < drawn && drawn < mark && mark < label, "{orientation}: {icon} {drawn} {mark} {label}");
    }
}

/// Edge lines are drawn first, then the labels on edges, and then the names of cells. A line therefore
/// never crosses text.
#[test]
fn words_lie_over_the_lines_of_edges() {
    for orientation in BOTH {
        let page = named(
            orientation,
            "[board.at]\n\"c3|c4\" = { line = \"3mm red\", label = \"40\" }\n\"c3|d4\" = { line = \"3mm red\" }",
        );
        let last_line = *places(&page, |_, id| id.starts_with("board/edge-line:")).last().unwrap();
        let plate = places(&page, |kind, _| matches!(kind, ItemKind::Text(text) if text.string == "40"))[0];
        let first_name = places(&page, |_, id| id.starts_with("board/name:"))[0];
        assert!(last_line < plate && plate < first_name, "{orientation}: {last_line} {plate} {first_name}");
    }
}

#[test]
fn a_mark_stands_on_an_edge_and_on_a_corner() {
    for orientation in BOTH {
        let page = named(
            orientation,
            "[board.key]\n\"*\" = { mark = \"gate\", disc = \"4mm\", fill = \"red\" }\n\
             [board.at]\n\"c3|c4\" = { mark = \"gate\" }\n\"c3|d3|d4\" = { mark = \"gate\" }",
        );
        let cells = cells(&page);
        let centre = |name: &str| cells[name].hexagon.centre;
        let found: Vec<Point> = hexpress::find::discs(&page).iter().map(|disc| disc.centre).collect();
        let edge = centre("c3").midpoint(centre("c4"));
        let corner =
            ((centre("c3").to_vec2() + centre("d3").to_vec2() + centre("d4").to_vec2()) / 3.0).to_point();
        assert_eq!(found.len(), 2);
        assert!(found[0].distance(edge) <= TOLERANCE_MM, "{orientation}: {:?} instead of {edge:?}", found[0]);
        assert!(
            found[1].distance(corner) <= TOLERANCE_MM,
            "{orientation}: {:?} instead of {corner:?}",
            found[1]
        );
        assert_eq!(texts(&page).filter(|(item, _)| id(item).starts_with("board/name:")).count(), 19);
    }
}

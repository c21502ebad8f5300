//! Tests of areas with a pattern: lines on a background colour that continue from cell to cell.

use std::collections::BTreeSet;

use hexpress::read::{Item, ItemKind, Outline, Page};
use hexpress::scene::MOTIFS;
use kurbo::Shape;

use crate::support::measure::id;
use crate::support::run::Run;

const BOARD: &str = "[[board]]\nname = \"b\"\nsheet = \"small\"\ncells = \"flat-top\"\nacross = \"20mm\"\nnames = \"lines\"\n";

/// Builds and checks a layout with this ink. Returns the output and the page.
#[track_caller]
fn built(layout: &str, ink: &str) -> (String, Page) {
    let args = ["build", "x.toml", "--ink", ink];
    let ran = Run::new().file("x.toml", layout).args(args).any_stderr().checked().run();
    let page = ran.pdf("output/x-iso.pdf").pages.remove(0);
    (ran.stderr.clone() + &ran.stdout, page)
}

/// Builds a board of 19 cells from `cell` and `[board.at]`, and checks that it is clean. Returns
/// its page.
#[track_caller]
fn page(cell: &str, at: &str, ink: &str) -> Page {
    let layout = format!("{BOARD}shape = \"hexhex 3\"\ncell = {{ {cell} }}\n[board.at]\n{at}\n");
    let (output, page) = built(&layout, ink);
    assert!(output.ends_with(": clean\n"), "{output}");
    page
}

/// Returns the items of a page that draw the lines of patterns in cells, each with its path.
fn rows(page: &Page) -> Vec<(&Item, &Outline)> {
    let own_items = page.items.iter().filter(|item| item.clip.is_some() && id(item).starts_with("b/cell"));
    let lines = own_items.filter_map(|item| match &item.kind {
        ItemKind::Path { path, fill: None, stroke: Some(_) } => Some((item, path)),
        _ => None,
    });
    lines.collect()
}

/// Returns the number of cells with a pattern.
fn patterned(page: &Page) -> usize {
    rows(page).iter().map(|(item, _)| id(item)).collect::<BTreeSet<_>>().len()
}

#[test]
fn every_pattern_is_clean_in_every_ink_and_format() {
    let rows = MOTIFS.iter().map(|m| format!("{{ name = \"{0}\", look = \"#DDE5B0 {0}\" }}, ", m.name));
    let layout = format!(
        "[[cards]]\nsize = \"41 x 63mm\"\nbleed = \"3mm\"\nrows = [{}]\nface = [{{ fill = \"{{{{ look }}}}\" }}, \
         {{ disc = \"20mm\", fill = \"white {{{{ name }}}} 3mm\", line = \"0.3mm black\" }}]\n",
        rows.collect::<String>()
    );
    for options in [["--ink", "full"], ["--ink", "low"], ["--ink", "black"], ["--format", "svg"]] {
        let args = ["build", "x.toml"].into_iter().chain(options);
        let ran = Run::new().file("x.toml", &layout).args(args).checked().any_stderr().run();
        assert!(ran.stdout.ends_with(": clean\n"), "{options:?}: {}{}", ran.stdout, ran.stderr);
    }
}

#[test]
fn cells_of_all_sorts_may_have_patterns() {
    for cells in ["square", "triangles", "triangles-sideways", "4.8.8", "3.6.3.6", "3.12.12", "4.6.12"] {
        for pattern in ["hatch", "forest"] {
            let layout = format!(
                "[[board]]\nsheet = \"small\"\ncells = \"{cells}\"\nside = \"12mm\"\nshape = \"rectangle 3 x 3\"\n\
                 cell = {{ fill = \"ivory {pattern}\" }}\n"
            );
            let (output, _) = built(&layout, "full");
            assert!(output.ends_with(": clean\n"), "{cells} {pattern}: {output}");
        }
    }
}

#[test]
fn straight_seams_of_posters_may_run_through_patterns() {
    let layout = "[[board]]\ncells = \"pointy-top\"\nacross = \"38mm\"\nshape = \"rectangle 9 x 7\"\n\
                  cell = { fill = \"ivory forest\" }\nrim = \"3mm sienna\"\n";
    Run::new().file("x.toml", layout).args(["build", "x.toml", "--paper", "a4"]).any_stderr().checked().run();
}

/// Neighbouring cells of 20 mm are 17.3 mm apart across and 10 mm apart down. The first distance has space
/// for four waves of 4.33 mm, and the second one for nine rows of 1.1 mm.
#[test]
fn lines_run_on_over_the_edges_of_cells() {
    let page = page("fill = \"#CFE0F3 waves 4.4mm\"", "", "full");
    assert_eq!(patterned(&page), 19);
    let side = 20.0 / 3_f64.sqrt();
    let (across, down) = (1.5 * side / 4.0, 10.0 / 9.0);
    let off = |length: f64, step: f64| (length / step - (length / step).round()).abs() * step;
    let start = |path: &Outline| path.ends().next().unwrap();
    let first = start(rows(&page)[0].1);
    for (item, path) in rows(&page) {
        let by = start(path) - first;
        assert!(off(by.x, across) < 0.002 && off(by.y, down) < 0.002, "{}: {by:?}", id(item));
    }
}

/// The two colours look the same in grey.
#[test]
fn what_colours_say_in_full_patterns_say_in_grey() {
    let output_of = |wood: &str, meadow: &str| {
        let layout = format!(
            "{BOARD}shape = \"hexhex 3\"\ncell = {{ fill = \"white\" }}\n[board.at]\n\
             \"c3\" = {{ kind = \"wood\", fill = \"#9CB86A{wood}\" }}\n\
             \"c2\" = {{ kind = \"meadow\", fill = \"#D8A08A{meadow}\" }}\n"
        );
        let args = ["build", "x.toml", "--ink", "black"];
        let status = i32::from(wood == meadow);
        let ran = Run::new().file("x.toml", layout).args(args).any_stderr().checked().status(status).run();
        ran.stderr + &ran.stdout
    };
    assert!(output_of("", "").contains("differ only in colour"), "{}", output_of("", ""));
    assert!(output_of(" forest", " hills").ends_with(": clean\n"), "{}", output_of(" forest", " hills"));
    assert!(
        output_of(" forest", " forest").contains("differ only in colour"),
        "{}",
        output_of(" forest", " forest")
    );
}

#[test]
fn little_ink_keeps_the_lines_and_drops_the_ground() {
    let at = "\"c3\" = { fill = \"navy waves white\" }";
    let grounds = |page: &Page| -> Vec<[u8; 3]> {
        let of = |item: &Item| match &item.kind {
            ItemKind::Path { path, fill: Some(fill), .. } if path.area().abs() > 100.0 => Some(fill.0),
            _ => None,
        };
        let cell = rows(page)[0].0.id.clone();
        page.items.iter().filter(|item| item.id == cell).filter_map(of).collect()
    };
    let lines = |page: &Page| match &rows(page)[0].0.kind {
        ItemKind::Path { stroke: Some(stroke), .. } => stroke.colour.0,
        _ => panic!("a line"),
    };
    let full = page("fill = \"white\"", at, "full");
    assert_eq!((grounds(&full), lines(&full)), (vec![[0, 0, 0x80]], [255; 3]));
    for ink in ["low", "black"] {
        let page = page("fill = \"white\"", at, ink);
        assert_eq!(grounds(&page), [[255; 3]], "{ink}");
        // With little ink, the lines have the pale colour that the ground would have without a pattern.
        let colour = if ink == "low" { [131, 109, 169] } else { [160; 3] };
        assert_eq!(lines(&page), colour, "{ink}");
    }
}

#[test]
fn a_page_of_patterns_costs_less_than_three_times_a_plain_one() {
    let size = |fill: &str| {
        let layout = format!("{BOARD}shape = \"hexhex 4\"\ncell = {{ fill = \"{fill}\" }}\n");
        let ran = Run::new().file("x.toml", layout).args(["build", "x.toml"]).run();
        ran.bytes("output/x-iso.pdf").len()
    };
    let plain = size("#DDE5B0");
    for name in ["waves", "stipple", "fields", "contour"] {
        let patterned = size(&format!("#DDE5B0 {name}"));
        assert!(patterned < 3 * plain, "{name}: {patterned} bytes against {plain}");
    }
}

#[test]
fn words_over_lines_are_told_where_they_are_like_them() {
    let output_of = |lines: &str, status: i32| {
        let cell = format!("cell = {{ fill = \"white hatch {lines}\", label = \"Buy\" }}");
        let layout = format!("{BOARD}shape = \"hexhex 2\"\n{cell}\n");
        let args = ["check", "x.toml"];
        let ran = Run::new().file("x.toml", layout).args(args).any_stderr().status(status).run();
        ran.stdout + &ran.stderr
    };
    let black = output_of("black", 1);
    let reported =
        "\"Buy\", #000000 over lines of #000000, has a contrast of 1.0 to them; the minimum is 2.5";
    assert!(black.contains(reported), "{black}");
    assert!(output_of("silver", 0).contains(": clean\n"), "{}", output_of("silver", 0));
}

#[test]
fn a_pattern_is_named_behind_a_colour_and_may_be_a_colour_s_own() {
    let count = |colours: &str, fill: &str| {
        let layout = format!("{colours}{BOARD}shape = \"hexhex 2\"\ncell = {{ fill = \"{fill}\" }}\n");
        let ran = Run::new().file("x.toml", layout).args(["build", "x.toml"]).run();
        patterned(&ran.pdf("output/x-iso.pdf").pages[0])
    };
    for (colours, fill, cells) in [
        ("", "skyblue 20% lighter waves navy 5mm 0.3mm", 7),
        ("", "waves", 7),
        ("[colours]\nsea = \"skyblue waves\"\n", "sea", 7),
        ("[colours]\nsea = { fill = \"skyblue waves\", icon = \"waves\" }\n", "sea 20% darker", 0),
        // A colour that the layout defines takes precedence over a pattern with the same name.
        ("[colours]\nstone = \"silver\"\n", "stone", 0),
        ("[colours]\nstone = \"silver\"\n", "stone hatch 3mm", 7),
        ("[colours]\nstone = \"silver\"\n", "white hatch stone", 7),
    ] {
        assert_eq!(count(colours, fill), cells, "{colours}{fill}");
    }
}

/// The seams between sheets split some cells. On the sheet that shows the whole cell, the pattern
/// of the cell must distinguish it from the other cells.
#[test]
fn patterns_tell_cells_apart_on_posters_too() {
    let layout = format!(
        "{}shape = \"hexhex 3\"\ncell = {{ fill = \"#CFE0F3 waves\" }}\n[board.at]\n\
         \"c3\" = {{ fill = \"#D6D6D6 stone\" }}\n\"ring 1 of c3\" = {{ fill = \"#D2DCE8 hills\" }}\n",
        BOARD.replace("20mm", "34mm")
    );
    let args = ["build", "x.toml", "--paper", "a5"];
    let ran = Run::new().file("x.toml", layout).args(args).any_stderr().checked().run();
    assert!(ran.stdout.contains("is a poster"), "{}", ran.stdout);
    assert!(ran.stdout.ends_with(": clean\n"), "{}{}", ran.stdout, ran.stderr);
}

//! Tests of numbers that elements compute for each piece: positions, rotations and depths.

use hexpress::read::{ItemKind, Page};

use crate::support::measure::id;
use crate::support::run::Run;

/// Pairs of equal elements. The first element of a pair computes its numbers from the fields of
/// [`ROW`], and the second one contains the numbers themselves.
const NUMBERS: &[[&str; 2]] = &[
    ["star = \"8mm\", fill = \"navy\", turn = \"{{ n * 3 }}\"", "star = \"8mm\", fill = \"navy\", turn = 36"],
    ["disc = \"4mm\", at = \"{{ n }} -{{ n }}mm\"", "disc = \"4mm\", at = \"12 -12mm\""],
    [
        "star = \"5mm\", at = [\"top\", \"{{ way }}\"], inset = \"{{ n / 4 }}mm\"",
        "star = \"5mm\", at = [\"top\", \"left\"], inset = \"3mm\"",
    ],
    [
        "text = \"w\", font = \"9pt\", shift = \"{{ n }} 3mm\"",
        "text = \"w\", font = \"9pt\", shift = \"12 3mm\"",
    ],
    [
        "from = \"-{{ n }} 0mm\", to = \"{{ n }} 4mm\", line = \"0.4mm red\"",
        "from = \"-12 0mm\", to = \"12 4mm\", line = \"0.4mm red\"",
    ],
    ["curve = \"M 0 0 L {{ n }} 0 L {{ n }} 5 Z\"", "curve = \"M 0 0 L 12 0 L 12 5 Z\""],
    ["polygon = \"{{ points }}\", fill = \"teal\"", "polygon = \"0 -5, 5 4, -5 4\", fill = \"teal\""],
    ["frame = \"cut\", depth = \"{{ n / 2 }}mm\"", "frame = \"cut\", depth = \"6mm\""],
    ["box = \"20 x 14mm\", round = \"{{ n / 4 }}mm\"", "box = \"20 x 14mm\", round = \"3mm\""],
    ["path = \"1-3 red\", width = \"{{ n / 3 }}mm\"", "path = \"1-3 red\", width = \"4mm\""],
    [
        "edge-band = \"teal\", at = \"each edge\", depth = \"{{ n / 4 }}mm\", inset = \"{{ n / 12 }}mm\"",
        "edge-band = \"teal\", at = \"each edge\", depth = \"3mm\", inset = \"1mm\"",
    ],
    [
        "icon = \"star\", at = \"each edge\", turn = \"{{ n * 5 }}\"",
        "icon = \"star\", at = \"each edge\", turn = 60",
    ],
    [
        "guilloche = \"border\", size = \"100%\", line = \"0.2mm red\", depth = \"{{ n / 2 }}mm\", strands = \"{{ n / 4 }}\"",
        "guilloche = \"border\", size = \"100%\", line = \"0.2mm red\", depth = \"6mm\", strands = 3",
    ],
    [
        "guilloche = \"rosette\", size = \"30mm\", line = \"0.2mm red\", eye = \"{{ n }}mm\", petals = \"{{ n }}\"",
        "guilloche = \"rosette\", size = \"30mm\", line = \"0.2mm red\", eye = \"12mm\", petals = 12",
    ],
];

const ROW: &str = "{ n = 12, way = \"left\", points = \"0 -5, 5 4, -5 4\" }";

/// Returns what is drawn on the first card.
fn drawn(page: &Page) -> Vec<ItemKind> {
    page.items.iter().filter(|item| id(item) == "cards/1").map(|item| item.kind.clone()).collect()
}

fn card(which: usize, rows: &str) -> String {
    let face: String = NUMBERS
        .iter()
        .map(|both| format!("{{ {} }},\n", both[which].replace("/ 4 }}\"", "// 4 }}\"")))
        .collect();
    format!("[[cards]]\nsize = \"63 x 88mm\"\nrows = [{rows}]\nface = [\n{face}]\n")
}

#[test]
fn a_number_that_is_worked_out_is_drawn_as_one_that_is_typed() {
    let built = |which: usize| {
        let ran =
            Run::new().file("x.toml", card(which, ROW)).args(["build", "x.toml", "--no-check"]).any_stderr();
        drawn(&ran.run().pdf("output/x-iso.pdf").pages.remove(0))
    };
    let [worked, typed] = [built(0), built(1)];
    assert!(typed.len() > NUMBERS.len(), "{typed:?}");
    for (at, (one, other)) in worked.iter().zip(&typed).enumerate() {
        assert_eq!(one, other, "drawing {at}");
    }
    assert_eq!(worked.len(), typed.len());
}

/// The rows decide which cards of a deck are upside down. The checker uses the same rows, and finds
/// no fault.
#[test]
fn each_piece_has_its_own_turn_and_place() {
    let layout = "[[cards]]\nsize = \"40 x 40mm\"\nrows = [{ way = 0, x = -9 }, { way = 180, x = 9 }, { way = 180, x = 7 }]\n\
                  face = [{ text = \"Way\", font = \"12pt\", turn = \"{{ way }}\", at = \"{{ x }} 4mm\" }]\n\
                  back = [{ fill = \"ivory\" }]\n";
    let ran = Run::new().file("x.toml", layout).args(["build", "x.toml"]).checked().any_stderr().run();
    assert!(ran.stdout.ends_with(": clean\n"), "{}{}", ran.stdout, ran.stderr);
    let page = ran.pdf("output/x-iso.pdf").pages.remove(0);
    let words = page.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Text(text) if text.string == "Way" => {
            Some((text.angle.abs().round(), text.outline.center()))
        }
        _ => None,
    });
    let words: Vec<_> = words.collect();
    assert_eq!(words.iter().map(|(angle, _)| *angle).collect::<Vec<_>>(), [0.0, 180.0, 180.0]);
    let x: Vec<f64> = words.iter().map(|(_, centre)| centre.x).collect();
    // Two cards are side by side, and the third is below the first.
    assert!((x[1] - x[0] - 58.0).abs() < 0.3 && (x[2] - x[0] - 16.0).abs() < 0.3, "{x:?}");
}

/// An element in a cell can use the fields of the cell's row.
#[test]
fn cells_of_a_spreadsheet_turn_what_they_show() {
    let layout = "[[board]]\nsheet = \"small\"\ncells = \"flat-top\"\nacross = \"30mm\"\nshape = \"hexhex 2\"\nnames = \"lines\"\n\
                  data = \"m.csv\"\n[board.key]\nw = { kind = \"wind\", draw = [{ polygon = \"0 -9, 3 0, -3 0\", fill = \"navy\", turn = \"{{ way }}\" }] }\n";
    let data = "cell,kind,way\na1,wind,0\na2,wind,90\n";
    let ran = Run::new().file("x.toml", layout).file("m.csv", data).args(["build", "x.toml"]).checked();
    let ran = ran.any_stderr().run();
    let page = ran.pdf("output/x-iso.pdf").pages.remove(0);
    let sizes = page.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Path { path, fill: Some(_), stroke: None } => {
            let size = kurbo::Shape::bounding_box(path).size();
            (id(item).starts_with("board/cell") && size.width.min(size.height) < 7.0)
                .then(|| [size.width.round(), size.height.round()])
        }
        _ => None,
    });
    // Cells are in reading order, so a2 comes first.
    assert_eq!(sizes.collect::<Vec<_>>(), [[9.0, 6.0], [6.0, 9.0]]);
}

const TILES: &str = "[[tiles]]\ncells = \"flat-top\"\nacross = \"40mm\"\n\
                     rows = [{ edges = \"a b a b a b\" }, { edges = \"b b a a b b\" }]\n";

/// Builds tiles with two colours that are the same in grey, and returns the output.
///
/// `a` and `b` are appended to the two colours.
fn tiles(a: &str, b: &str, ink: &str) -> String {
    let layout = format!(
        "[colours]\na = \"#9CB86A{a}\"\nb = \"#D8A08A{b}\"\n{TILES}\
         face = [{{ edge-band = \"{{{{ edge }}}}\", at = \"each edge\", depth = \"6mm\", inset = \"1mm\" }}]\n"
    );
    let ran = Run::new().file("x.toml", layout).args(["build", "x.toml", "--ink", ink]).checked();
    let ran = ran.any_stderr().any_status().run();
    format!("{}{}", ran.stderr, ran.stdout)
}

#[test]
fn patterns_tell_edges_apart_without_colour() {
    for ink in ["full", "low", "black"] {
        assert!(tiles("", "", ink).contains("no icons distinguish them"), "{ink}: {}", tiles("", "", ink));
        let output = tiles(" waves 3mm", " hatch 3mm", ink);
        assert!(output.ends_with(": clean\n"), "{ink}: {output}");
    }
    assert!(tiles(" hatch", " hatch", "full").contains("no icons distinguish them"));
}

/// If a tile is rotated, the patterns on its edges have another direction on the sheet. The checker must
/// nevertheless recognize the edges as the same.
#[test]
fn bands_with_patterns_are_the_same_on_every_edge() {
    let layout = format!(
        "[colours]\na = \"#9CB86A hatch 3mm\"\nb = \"#D8A08A waves 3mm\"\n{}\
         face = [{{ edge-band = \"{{{{ edge }}}}\", at = \"each edge\", depth = \"6mm\", inset = \"1mm\" }}]\n\
         [tiles.must]\nno-two-alike = \"when turned\"\n",
        TILES.replace("b b a a b b", "b a b a b a")
    );
    let ran =
        Run::new().file("x.toml", layout).args(["build", "x.toml"]).checked().any_stderr().any_status().run();
    let output = format!("{}{}", ran.stderr, ran.stdout);
    assert!(output.contains("HX522"), "{output}");
    let page = ran.pdf("output/x-iso.pdf").pages.remove(0);
    let rows = page.items.iter().filter(|item| item.clip.is_some() && id(item) == "tiles/1").count();
    assert!(rows >= 6, "{rows} rows of patterns");
}

#[test]
fn a_band_lies_inside_its_edge() {
    let ran = Run::new()
        .file("x.toml", format!("[colours]\na = \"navy\"\nb = \"gold\"\n{TILES}face = [{{ edge-band = \"{{{{ edge }}}}\", at = \"each edge\", depth = \"4mm\", inset = \"2mm\" }}]\n"))
        .args(["build", "x.toml"])
        .checked()
        .any_stderr()
        .run();
    let page = ran.pdf("output/x-iso.pdf").pages.remove(0);
    let bands = page.items.iter().filter(|item| id(item) == "tiles/1");
    let all = bands.filter_map(|item| item.painted_bounds).reduce(|a, b| a.union(b)).unwrap();
    // The tile measures 40 mm across flats. Its bands begin 2 mm inside each edge, so 36 mm remain.
    assert!((all.height() - 36.0).abs() < 0.01, "{all:?}");
}

#[test]
fn labels_and_names_have_a_halo() {
    for (show, count) in [("inside", 7), ("outside", 6)] {
        let layout = format!(
            "[[board]]\nsheet = \"small\"\ncells = \"flat-top\"\nacross = \"30mm\"\nshape = \"hexhex 2\"\nnames = \"lines\"\n\
             show-names = \"{show}\"\nnames-halo = \"0.4mm white\"\ncell = {{ fill = \"#20304A waves white 4mm\" }}\n\
             [board.at]\n\"b2\" = {{ kind = \"sea\", label = \"Deep\" }}\n\
             [board.labels]\ncolour = \"black\"\nhalo = \"0.6mm white\"\n"
        );
        for ink in ["full", "low", "black"] {
            let args = ["build", "x.toml", "--ink", ink];
            let ran = Run::new().file("x.toml", &layout).args(args).checked().any_stderr().any_status().run();
            assert!(ran.stdout.ends_with(": clean\n"), "{show} {ink}: {}{}", ran.stdout, ran.stderr);
            let page = ran.pdf("output/x-iso.pdf").pages.remove(0);
            let wide = |mm: f64| {
                let halo = |kind: &ItemKind| matches!(kind, ItemKind::Path { stroke: Some(line), .. } if (line.width - 2.0 * mm).abs() < 0.01);
                page.items.iter().filter(|item| halo(&item.kind)).count()
            };
            assert_eq!((wide(0.4), wide(0.6)), (count, 1), "{show} {ink}");
        }
    }
}

//! Tests of the fields of cells, edges and corners: names, kinds, positions, `set` and files. The
//! tests measure the finished file.

use std::collections::BTreeMap;

use hexpress::read::{ItemKind, Page};

use crate::support::measure::{count, id, texts};
use crate::support::run::Run;

/// Builds a layout, and returns its only page. The checker must find no fault.
#[track_caller]
fn clean(layout: &str, data: &str) -> Page {
    let run = Run::new().checked().file("x.toml", layout).file("map.csv", data);
    let ran = run.args(["build", "x.toml"]).any_stderr().run();
    assert!(ran.stdout.contains(": clean"), "{}{}", ran.stdout, ran.stderr);
    ran.pdf("output/x-iso.pdf").pages.remove(0)
}

/// Returns the texts of each cell, keyed by the id of the drawing.
fn words(page: &Page) -> BTreeMap<String, Vec<String>> {
    let mut words: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (item, text) in texts(page) {
        words.entry(id(item)).or_default().push(text.string.clone());
    }
    words
}

const SQUARES: &str = "[[board]]\nsheet = \"small\"\ncells = \"square\"\nacross = \"20mm\"\nshape = \"rectangle 3 x 2\"\nnames = \"chess\"\n";

#[test]
fn every_cell_prints_its_own_name_and_position() {
    let page = clean(
        &format!(
            "{SQUARES}cell = {{ draw = [{{ text = \"{{{{ name }}}}: {{{{ column }}}}, {{{{ row }}}}\", font = \"9pt\" }}] }}\n"
        ),
        "",
    );
    let words = words(&page);
    for (cell, text) in [("0,0", "a2: 1, 1"), ("2,0", "c2: 3, 1"), ("1,1", "b1: 2, 2")] {
        assert_eq!(words[&format!("board/cell:{cell}")], [text], "{words:?}");
    }
}

#[test]
fn a_fill_is_computed_for_each_cell() {
    let page = clean(
        &format!("{SQUARES}cell = {{ fill = \"{{{{ 'wheat' if (column + row) % 2 else 'tan' }}}}\" }}\n"),
        "",
    );
    let fills = |rgb: [u8; 3]| {
        let filled =
            |kind: &ItemKind| matches!(kind, ItemKind::Path { fill: Some(fill), .. } if fill.0 == rgb);
        page.items.iter().filter(|item| id(item).contains("cell:") && filled(&item.kind)).count()
    };
    assert_eq!([fills([0xF5, 0xDE, 0xB3]), fills([0xD2, 0xB4, 0x8C])], [3, 3]);
}

/// A cell shows the drawings of its kind, and also the drawings of the board's key `cell`. A field in
/// `[board.at]` takes precedence over the same field of the kind.
#[test]
fn kinds_have_fields_and_looks_and_what_cell_draws() {
    let page = clean(
        "[look]\nseal = [{ text = \"+{{ income }}\", font = \"bold 10pt\" }]\n[[board]]\nsheet = \"small\"\ncells = \"square\"\n\
         across = \"22mm\"\nnames = \"chess\"\ncell = { draw = [{ text = \"{{ kind }}\", at = \"top\", inset = \"2mm\", font = \"7pt\" }] }\n\
         map = '''\nh h s\ns h s\n'''\n[board.key]\nh = { kind = \"hill\", fill = \"tan\", draw = \"seal\", set = { income = 3 } }\n\
         s = { kind = \"sea\", fill = \"lightblue\", label = \"{{ kind | upper }}\" }\n[board.at]\na2 = { set = { income = 7 } }\n",
        "",
    );
    assert_eq!(["+3", "+7", "hill", "sea", "SEA"].map(|words| count(&page, words)), [2, 1, 3, 3, 3]);
}

#[test]
fn a_file_has_edges_and_corners() {
    let layout = format!(
        "{SQUARES}data = \"map.csv\"\n[board.key]\nf = {{ kind = \"field\", fill = \"palegreen\" }}\n\
         r = {{ kind = \"river\", line = \"2mm steelblue\" }}\nb = {{ kind = \"bridge\", line = \"2mm sienna\", label = \"{{{{ toll }}}} {{{{ name }}}}\" }}\n"
    );
    let data = "cell,edge,kind,toll\na1,,field,\n,a1|a2 b1|b2,river,\n,c1|c2,bridge,4\n";
    let page = clean(&layout, data);
    assert_eq!(count(&page, "4 c2|c1") + count(&page, "4 c1|c2"), 1);
    let lines = page.items.iter().filter(|item| id(item).contains("edge-line") || id(item).contains("edge:"));
    let lengths: Vec<f64> = lines.map(|item| item.painted_bounds.unwrap().width().round()).collect();
    // The two edges of the river form one line, about 40 mm long.
    assert!(lengths.iter().any(|length| (40.0..=42.0).contains(length)), "{lengths:?}");
}

/// Doubled coordinates in a file can name hexagons, and also the edges between two hexagons.
#[test]
fn a_file_has_cells_and_edges_in_doubled_coordinates() {
    let key = "[board.key]\nf = { kind = \"field\", fill = \"palegreen\" }\nr = { kind = \"river\", line = \"2mm steelblue\" }\n";
    let board = |cells: &str, more: &str| {
        format!(
            "[[board]]\nsheet = \"small\"\ncells = \"{cells}\"\nacross = \"20mm\"\n{more}names = \"doubled\"\nshow-names = \"inside\"\ndata = \"map.csv\"\n{key}"
        )
    };
    let green = |page: &Page| -> Vec<String> {
        let filled = |kind: &ItemKind| matches!(kind, ItemKind::Path { fill: Some(fill), .. } if fill.0 == [0x98, 0xFB, 0x98]);
        page.items.iter().filter(|item| filled(&item.kind)).map(id).collect()
    };
    let river = |page: &Page| page.items.iter().any(|item| id(item).contains("edge-line"));
    let name_in = |page: &Page, cell: &str| {
        texts(page).find(|(item, _)| id(item) == cell.replace("cell:", "name:")).unwrap().1.string.clone()
    };
    // The file identifies each cell by two numbers. `names = "doubled"` prints the same numbers as the name
    // of the cell.
    for (cells, cell, edge) in
        [("pointy-top", "3,2", "4,2"), ("flat-top", "2,3", "2,4"), ("pointy-top", "3,2", "3.5,2.5")]
    {
        let data = format!("doubled-column,doubled-row,kind\n{cell},field\n{edge},river\n");
        let page = clean(&board(cells, "shape = \"rectangle 4 x 4\"\noffset = \"first\"\n"), &data);
        let [only] = &green(&page)[..] else { panic!("{cells}: {:?}", green(&page)) };
        assert_eq!(name_in(&page, only), cell, "{cells}");
        assert!(river(&page), "{cells} {edge}");
    }
    // If the layout sets no shape, the board has exactly the cells that the file lists. Their coordinates
    // need not begin at 0.
    for (cells, data) in [
        ("pointy-top", "doubled-column,doubled-row,kind\n7,3,field\n9,3,\n8,4,\n8,3,river\n"),
        ("flat-top", "doubled-column,doubled-row,kind\n3,7,field\n3,9,\n4,8,\n3,8,river\n"),
    ] {
        let page = clean(&board(cells, ""), data);
        assert_eq!(texts(&page).filter(|(item, _)| id(item).contains("name:")).count(), 3, "{cells}");
        assert_eq!(green(&page).len(), 1, "{cells}");
        assert!(river(&page), "{cells}");
    }
}

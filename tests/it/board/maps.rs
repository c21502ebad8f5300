//! Tests of boards whose cells come from a file.

use crate::support::run::Run;

const LAYOUT: &str = r#"
[[board]]
sheet      = "small"
cells      = "pointy-top"
across     = "18mm"
data       = "map.csv"
names      = "offset"
show-names = "inside"
[board.key]
s   = { kind = "sea", fill = "lightblue" }
h   = { kind = "hill", fill = "tan" }
"*" = { mark = "tower", disc = "4mm", fill = "navy" }
[board.must]
have = { cells = 6, sea = 3, hill = 3, tower = 2 }
be   = "connected"
"#;

const MAP: &str = "column,row,kind,label,mark,notes\n1,1,sea,,,deep\n2,1,sea,,,\n1,2,s,Bay,,\n2,2,hill,,tower,\n3,2,hill,Top,,\n2,3,h,,tower,\n";

fn checked(layout: &str, map: &str) -> (String, bool) {
    let run = Run::new().file("x.toml", layout).file("map.csv", map).args(["check", "x.toml"]);
    let output = run.any_stderr().any_status().run();
    (format!("{}{}", output.stdout, output.stderr), output.stdout.contains("clean"))
}

#[test]
fn a_file_says_what_cells_are_and_where() {
    let (output, is_clean) = checked(LAYOUT, MAP);
    assert!(is_clean, "{output}");
    // A board can have both a shape and a file. Each row of the file then describes one cell of the shape. A
    // cell without a row gets its look from the key `cell`.
    let shape = LAYOUT
        .replace("data ", "shape = \"rectangle 4 x 3\"\ncell = { fill = \"white\" }\ndata ")
        .replace("cells = 6", "cells = 12");
    let named = "cell,kind,mark\na1,sea,\nb1,sea,\na2,s,\nb2,hill,tower\nc2,hill,tower\nb3,h,\n";
    let (output, is_clean) = checked(&shape, named);
    assert!(is_clean, "{output}");
    let triangles =
        LAYOUT.replace("pointy-top", "triangles").replace("across     = \"18mm\"", "side = \"30mm\"");
    let (output, is_clean) = checked(&triangles, &MAP.replace("1,1,sea", "3,1,sea"));
    assert!(is_clean, "{output}");
}

#[test]
fn mistakes_are_reported_at_their_rows() {
    for (map, reported, line) in [
        (MAP.replace("2,1,sea", "2,1,see"), "unknown kind `see`", "did you mean `sea`"),
        (MAP.replace("h,,tower", "h,,towre"), "unknown mark `towre`", "did you mean `tower`"),
        (MAP.replace("2,1,sea", "1,1,sea"), "column 1, row 1 is in the file twice", "map.csv:3"),
        (
            MAP.replace("2,1,sea", "x,1,sea"),
            "expected the number of a column, from 1, found `x`",
            "map.csv:3",
        ),
        (MAP.replace("column,row", "x,y"), "the file needs a column `cell`", "map.csv:1"),
    ] {
        let (output, _) = checked(LAYOUT, &map);
        assert!(output.contains(reported) && output.contains(line), "{output}");
    }
    let shape = LAYOUT.replace("data ", "shape = \"rectangle 4 x 3\"\ndata ");
    let (output, _) = checked(&shape, "cell,kind\nz9,sea\n");
    assert!(output.contains("unknown cell `z9`") && output.contains("map.csv:2"), "{output}");
}

/// A template in a kind of cell, such as `{{ income * 2 }}`, can use the other columns of the file
/// as fields. An unknown field is an error.
#[test]
fn columns_are_words_for_templates() {
    let layout = LAYOUT.replace(
        "h   = { kind = \"hill\", fill = \"tan\" }",
        "h   = { kind = \"hill\", fill = \"tan\", draw = [{ text = \"{{ income * 2 }}\", at = \"top\", inset = \"2mm\", font = \"9pt\" }] }",
    );
    let map = "column,row,kind,label,mark,income\n1,1,sea,,,\n2,1,sea,,,\n1,2,s,Bay,,\n2,2,hill,,tower,4\n3,2,hill,,,3\n2,3,h,,tower,7\n";
    let (output, is_clean) = checked(&layout, map);
    assert!(is_clean, "{output}");
    let run = Run::new().file("x.toml", &layout).file("map.csv", map).args(["build", "x.toml"]).any_stderr();
    let page = run.run().pdf("output/x-iso.pdf").pages.remove(0);
    let words: Vec<String> =
        crate::support::measure::texts(&page).map(|(_, text)| text.string.clone()).collect();
    assert!(["8", "6", "14"].iter().all(|word| words.iter().any(|own| own == word)), "{words:?}");
    let (output, _) = checked(&layout.replace("income * 2", "incom"), map);
    assert!(output.contains("unknown field `incom` for this cell") && output.contains("income"), "{output}");
}

/// A label of a kind of cell can also use the other columns of the file. A field that no row has is
/// an error.
#[test]
fn columns_are_words_for_labels() {
    let layout = LAYOUT.replace(
        "kind = \"hill\", fill = \"tan\"",
        "kind = \"hill\", fill = \"tan\", label = \"{{ name }} {{ income }}\"",
    );
    let layout = layout.replace("fill = \"navy\"", "fill = \"white\"");
    let map = "column,row,kind,label,mark,name,income\n1,1,sea,,,,\n2,1,sea,,,,\n1,2,s,Bay,,,\n2,2,hill,,tower,Rigi,4\n3,2,hill,,,Pilatus,3\n2,3,h,Top,tower,Titlis,7\n";
    let (output, is_clean) = checked(&layout, map);
    assert!(is_clean, "{output}");
    let run = Run::new().file("x.toml", &layout).file("map.csv", map).args(["build", "x.toml"]).any_stderr();
    let page = run.run().pdf("output/x-iso.pdf").pages.remove(0);
    let words: Vec<String> =
        crate::support::measure::texts(&page).map(|(_, text)| text.string.clone()).collect();
    let says = |word: &str| words.iter().any(|own| own == word);
    assert!(says("Rigi 4") && says("Pilatus 3") && says("Top") && !says("Titlis 7"), "{words:?}");
    let (output, _) = checked(&layout.replace("{{ name }}", "{{ nam }}"), map);
    assert!(output.contains("unknown field `nam` for this cell") && output.contains("x.toml"), "{output}");
    let (output, _) = checked(
        &LAYOUT.replace("fill = \"tan\"", "fill = \"tan\", label = \"{{ income }}\""),
        "column,row,kind\n2,2,h\n",
    );
    assert!(output.contains("unknown field `income`"), "{output}");
}

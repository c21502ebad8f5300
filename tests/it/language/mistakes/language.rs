//! Tests of a board with too many cells, and of a layout with more mistakes than anyone makes.

use super::mistake;
use crate::support::run::{Folder, program};

#[test]
fn a_map_of_too_many_cells() {
    let row = |number: usize| format!("{}{}\n", ["", "  "][number % 2], "a   ".repeat(200).trim_end());
    let rows: String = (0..5000).map(row).collect();
    let key = "[board.key]\na = {}\nb = {}\n";
    mistake(
        &format!("[[board]]\ncells = \"pointy-top\"\nacross = \"5mm\"\nmap = '''\n{rows}b\n'''\n{key}"),
        r#"
error[HX005]: the board has 1000001 cells; at most 1000000 are possible
    --> x.toml:5005:1
     |
5005 | b
     | ^
"#,
    );
}

#[test]
fn a_hundred_mistakes_hide_no_others() {
    let elements: String = (0..100)
        .map(|n| format!("{{ text = \"{{{{ nam }}}}\", font = \"9pt\", colour = {n} }},\n"))
        .collect();
    let layout = format!("[[cards]]\nsize = \"mini\"\nrows = [{{ name = \"a\" }}]\nface = [{elements}]\n");
    let folder = Folder::new();
    std::fs::write(folder.path().join("x.toml"), layout).unwrap();
    let reported = program(&["build", "x.toml", "--json"], folder.path()).stdout;
    assert_eq!(reported.matches("\"HX004\"").count(), 100, "{reported}");
    assert_eq!(reported.matches("unknown field `nam`").count(), 100, "{reported}");
    let output = program(&["build", "x.toml"], folder.path()).stderr;
    assert_eq!(output.matches("unknown field `nam`").count(), 1, "{output}");
    assert!(output.contains("… and 99 more like this at x.toml:5, 6, 7, 8, 9, 10, 11, 12 …"), "{output}");
}

//! A board that is too large to be written down.

use super::mistake;

#[test]
fn a_map_of_too_many_cells() {
    let row = |number: usize| format!("{}{}\n", ["", "  "][number % 2], "a   ".repeat(200).trim_end());
    let rows: String = (0..5000).map(row).collect();
    let key = "[board.key]\na = {}\nb = {}\n";
    mistake(
        &format!("[[board]]\ncells = \"pointy-top\"\nacross = \"5mm\"\nmap = '''\n{rows}b\n'''\n{key}"),
        r#"
error[HX005]: the board has 1000001 cells, and a board has at most 1000000
    --> x.toml:5005:1
     |
5005 | b
     | ^
"#,
    );
}

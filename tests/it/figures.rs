//! Figures in the documents that a program can count: they are written by these tests.

use crate::run::Run;

const BENCH: &str = include_str!("../../benches/w1.toml");
const TRUST: &str = include_str!("../../docs/trust.md");
const HEAD: &str = "| file | pages | bytes |\n|---|---|---|\n";

/// How large the finished files are, in whole kilobytes: the last digits change with every word of a layout.
#[test]
fn the_page_lists_the_sizes_of_files() {
    let ran = Run::new()
        .file("w1.toml", BENCH)
        .args(["build", "hexagonal-thing", "auction-hexes", "hex-nut", "w1.toml", "--no-check"])
        .any_stderr()
        .run();
    let mut table = String::new();
    for name in
        ["hexagonal-thing-iso-a4", "hexagonal-thing-iso-a3", "auction-hexes-iso", "hex-nut-iso", "w1-iso"]
    {
        let bytes = ran.bytes(&format!("output/{name}.pdf"));
        let pages = lopdf::Document::load_mem(&bytes).unwrap().get_pages().len();
        table.push_str(&format!("| `{name}.pdf` | {pages} | {},000 |\n", (bytes.len() + 500) / 1000));
    }
    let (before, rest) = TRUST.split_once(HEAD).unwrap();
    let end = rest.find("\n\n").map_or(rest.len(), |at| at + 1);
    let (written, after) = rest.split_at(end);
    if written != table && std::env::var_os("UPDATE").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/trust.md");
        std::fs::write(path, format!("{before}{HEAD}{table}{after}")).unwrap();
        return;
    }
    assert!(written == table, "docs/trust.md should list\n{table}");
}

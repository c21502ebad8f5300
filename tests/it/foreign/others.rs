//! Drawings in the manner of other kinds of programs: patterns, clips, transforms of style sheets, triangles, rounded
//! corners, words as curves, fonts of drawings.
//!
//! Each lies in `tests/foreign/others`, beside a file of what is told of it. After a change that is meant, write these
//! files anew with `TELL=write`, and read what changed.

use std::fs;

use super::path;
use crate::run::Run;

const DRAWINGS: [&str; 14] = [
    "clips.pdf",
    "clips.svg",
    "combined.svg",
    "css.svg",
    "curves.svg",
    "gaps.svg",
    "hatched.svg",
    "pattern.svg",
    "rounded.svg",
    "tiling.pdf",
    "triangles.svg",
    "type3-nameless.pdf",
    "type3.pdf",
    "white-words.svg",
];

#[test]
fn each_is_told_as_what_it_is() {
    let write = std::env::var_os("TELL").is_some_and(|word| word == "write");
    for name in DRAWINGS {
        let bytes = fs::read(path("others").join(name)).unwrap();
        let run = || Run::new().file(name, &bytes).args(["check", name]).any_stderr();
        let ran = run().any_status().run();
        let told = format!("{}{}", ran.stderr, ran.stdout);
        let beside = path("others").join(name).with_extension("").with_extension(match name.ends_with("pdf") {
            true => "pdf.txt",
            false => "svg.txt",
        });
        if write {
            fs::write(&beside, &told).unwrap();
        }
        let expected = fs::read_to_string(&beside).unwrap_or_default();
        assert_eq!(told, expected, "{name}");
    }
}

/// The layout that is written of each builds, is clean, and shows the same cells in the same colours.
#[test]
fn each_becomes_a_layout_that_is_clean() {
    for name in DRAWINGS {
        let bytes = fs::read(path("others").join(name)).unwrap();
        let ran = Run::new()
            .file(name, &bytes)
            .args(["check", name, "--write-layout", "mine.toml", "--quiet"])
            .any_stderr()
            .any_status()
            .run();
        let layout = String::from_utf8(ran.bytes("mine.toml")).unwrap();
        let both = layout.contains("line = \"none\"") && layout.contains("fill = \"none\"");
        assert!(!both, "{name}: {layout}");
        Run::new().file("mine.toml", &layout).args(["check", "mine.toml", "--quiet"]).any_stderr().run();
    }
}

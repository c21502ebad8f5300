//! Generates the lists of bundled layouts, so that the source code does not have to name any game.

#![allow(clippy::expect_used, reason = "a build that cannot list the layouts must stop")]

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
    bundled_layouts("layouts", "bundled.rs");
    bundled_layouts("layouts/gallery", "gallery.rs");
    println!("cargo:rerun-if-changed=build.rs");
}

/// Writes the list of the layouts in a folder. A text with the name of a layout, such as `chess.md`
/// for `chess.toml`, belongs to it.
fn bundled_layouts(of: &str, list_file: &str) {
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets this");
    let folder = Path::new(&root).join(of);
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut names: Vec<String> = fs::read_dir(&folder)
        .expect("the folder is part of the project")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".toml"))
        .collect();
    names.sort();
    let mut list = String::from("&[\n");
    for name in names {
        let path = folder.join(&name);
        let id = name.trim_end_matches(".toml");
        let text_name = format!("{id}.md");
        let text_path = folder.join(&text_name);
        let mut beside = String::new();
        if text_path.exists() {
            write!(beside, "({text_name:?}, include_str!({text_path:?}))").expect("a string");
        }
        writeln!(
            list,
            "    Bundled {{ id: {id:?}, file: {name:?}, text: include_str!({path:?}), beside: &[{beside}] }},"
        )
        .expect("a string");
    }
    list.push_str("]\n");
    let out = env::var("OUT_DIR").expect("cargo sets this");
    fs::write(Path::new(&out).join(list_file), list).expect("cargo's own folder can be written to");
}

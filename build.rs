//! Writes the list of bundled layouts, so that no game's name stands in the source, and has the linker make the program
//! smaller where it can.

#![allow(clippy::expect_used, reason = "a build that cannot list the layouts must stop")]

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

fn main() {
    bundled_layouts("layouts", "bundled.rs");
    bundled_layouts("layouts/gallery", "gallery.rs");
    println!("cargo:rerun-if-changed=build.rs");
    if env::var("PROFILE").is_ok_and(|profile| profile == "release") && folds() {
        println!("cargo:rustc-link-arg-bins={FOLD}");
    }
}

/// Functions that came out the same stand in the program once: 0.6 MB less.
const FOLD: &str = "-Wl,--icf=all";

/// Whether the linker knows how; it is asked, by linking a program that does nothing.
fn folds() -> bool {
    let said = |name: &str| env::var(name).ok();
    let attempt = || {
        let folder = said("OUT_DIR")?;
        let source = Path::new(&folder).join("nothing.rs");
        fs::write(&source, "fn main() {}").ok()?;
        let mut rustc = Command::new(said("RUSTC")?);
        rustc.arg(source).arg("--out-dir").arg(&folder).arg("--target").arg(said("TARGET")?);
        rustc.args(said("RUSTC_LINKER").map(|linker| format!("-Clinker={linker}")));
        let flags = said("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
        rustc.args(flags.split('\x1f').filter(|flag| !flag.is_empty())).arg(format!("-Clink-arg={FOLD}"));
        Some(rustc.output().ok()?.status.success())
    };
    attempt().unwrap_or(false)
}

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
        writeln!(list, "    Bundled {{ id: {id:?}, file: {name:?}, text: include_str!({path:?}) }},")
            .expect("a string");
    }
    list.push_str("]\n");
    let out = env::var("OUT_DIR").expect("cargo sets this");
    fs::write(Path::new(&out).join(list_file), list).expect("cargo's own folder can be written to");
}

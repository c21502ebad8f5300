//! Shortens the JSON Schema of layouts (`src/schemas/layout.json`), which is built into the program.

#![allow(clippy::expect_used, reason = "a build that cannot read the schema must stop")]

use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    schema("src/schemas/layout.json");
}

/// Writes the schema in the file `of` without white space, which makes up half of its bytes.
fn schema(of: &str) {
    println!("cargo:rerun-if-changed={of}");
    let text = fs::read_to_string(of).expect("the schema is part of the project");
    let (mut is_text, mut is_escaped) = (false, false);
    let is_kept = |letter: &char| {
        is_text ^= *letter == '"' && !is_escaped;
        is_escaped = *letter == '\\' && !is_escaped;
        is_text || !letter.is_ascii_whitespace()
    };
    let short: String = text.chars().filter(is_kept).collect();
    let out = env::var("OUT_DIR").expect("cargo sets this");
    fs::write(Path::new(&out).join("layout.json"), short).expect("cargo's own folder can be written to");
}

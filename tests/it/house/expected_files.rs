//! Tests that `.ci/bless` runs every test that can write its expected file.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const BLESS: &str = include_str!("../../../.ci/bless");

/// Returns the text of each Rust file of the crates and of the tests, except this file.
fn rust_files() -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders: Vec<PathBuf> = ["crates", "src", "tests"].map(|folder| root.join(folder)).into();
    let mut files = BTreeMap::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let name = path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
                files.insert(name, fs::read_to_string(&path).unwrap());
            }
        }
    }
    files.retain(|name, _| !name.ends_with("house/expected_files.rs"));
    files
}

#[test]
fn each_test_that_reads_update_is_run_by_bless() {
    let files = rust_files();
    let code =
        |text: &str| text.lines().any(|line| line.contains("UPDATE") && !line.trim().starts_with("//"));
    let readers: BTreeSet<&str> =
        files.iter().filter(|(_, text)| code(text)).map(|(name, _)| name.as_str()).collect();
    let runs: Vec<&str> = BLESS.lines().filter_map(|line| line.trim().strip_prefix("bless ")).collect();
    let listed: BTreeSet<&str> = runs.iter().filter_map(|run| run.split(' ').next()).collect();
    assert_eq!(readers, listed, "files that read UPDATE, and those that .ci/bless names");
    for name in runs.iter().filter_map(|run| run.split(' ').next_back()) {
        let defined = files.values().any(|text| text.contains(&format!("fn {name}")));
        assert!(defined, ".ci/bless runs `{name}`, but no test has this name");
    }
}

//! Tests of the dependencies of the program: which crates are compiled in, under which licence, and
//! how they are linked.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::support::run::PROGRAM;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// A crate that is compiled into the program.
struct Crate {
    name: String,
    version: String,
    licence: String,
    home: String,
}

/// Returns all third-party crates in the program on any system, by name and version.
///
/// Build dependencies and procedural macros do not count. A fresh machine has only the crates for
/// its own system, so cargo downloads the others.
fn crates() -> Vec<Crate> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let about: Value = serde_json::from_slice(&output.stdout).unwrap();
    let by_id = |list: &'_ Value| -> BTreeMap<String, Value> {
        let all = list.as_array().unwrap().iter();
        all.map(|one| (one["id"].as_str().unwrap().to_owned(), one.clone())).collect()
    };
    let (packages, nodes) = (by_id(&about["packages"]), by_id(&about["resolve"]["nodes"]));
    let own = about["resolve"]["root"].as_str().unwrap().to_owned();
    let (mut found, mut open) = (BTreeSet::new(), vec![own.clone()]);
    while let Some(id) = open.pop() {
        let is_macro = |id: &str| packages[id]["targets"][0]["kind"][0] == "proc-macro";
        if is_macro(&id) || !found.insert(id.clone()) {
            continue;
        }
        for dependency in nodes[&id]["deps"].as_array().unwrap() {
            // Leaves out dependencies that only builds and tests use.
            if dependency["dep_kinds"].as_array().unwrap().iter().any(|kind| kind["kind"].is_null()) {
                open.push(dependency["pkg"].as_str().unwrap().to_owned());
            }
        }
    }
    found.remove(&own);
    let text = |package: &Value, key: &str| package[key].as_str().unwrap_or_default().to_owned();
    let mut crates: Vec<_> = found
        .iter()
        .map(|id| &packages[id])
        .filter(|package| !package["source"].is_null())
        .map(|package| Crate {
            name: text(package, "name"),
            version: text(package, "version"),
            licence: text(package, "license").replace('/', " OR "),
            home: text(package, "repository"),
        })
        .collect();
    crates.sort_by(|one, other| (&one.name, &one.version).cmp(&(&other.name, &other.version)));
    crates
}

#[test]
fn the_notice_names_all_that_is_compiled_in() {
    let mut text = "hexpress holds code of these crates and these fonts, each under the licence that is named. Their authors
and the texts of their licences are in their sources. `UPDATE=1 cargo test --test it supply` writes this list.

Fonts, all under the SIL Open Font License 1.1, see crates/scene/fonts: Source Sans 3 (Adobe) and Cinzel (The Cinzel
Project Authors), unchanged; Alegreya (The Alegreya Project Authors), Barlow Condensed (The Barlow Project Authors) and
Grenze (The Grenze Project Authors), Latin letters alone. The characters of the icons of shogi and xiangqi, and
of the river in layouts/gallery/xiangqi.toml, are outlines of Yuji Syuku (The Yuji Project Authors), under the same
licence, see crates/game/icons.

Colour profile: FOGRA39L, public characterisation data of Fogra (Kai-Uwe Behrmann, zlib licence), as an ICC profile made by
Argyll CMS, see crates/scene/src/print/press.

"
    .to_owned();
    for Crate { name, version, licence, home } in crates() {
        text.push_str(&format!("{name} {version}: {licence}\n    {home}\n"));
    }
    let path = root().join("NOTICE");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &text).unwrap();
    }
    assert!(
        fs::read_to_string(&path).unwrap_or_default() == text,
        "NOTICE is not of today: UPDATE=1 writes it"
    );
}

#[test]
fn every_licence_is_allowed() {
    let deny = fs::read_to_string(root().join("deny.toml")).unwrap();
    let allowed: BTreeSet<&str> = deny.split('"').filter(|word| !word.contains(['\n', '='])).collect();
    // A licence expression may join parts with OR and AND. At least one part of an OR must be
    // allowed, and all parts of an AND must be allowed.
    let is_allowed = |licence: &str| {
        let all = licence.split(" AND ").map(|part| part.trim_matches(['(', ')']));
        all.into_iter()
            .all(|part| part.split(" OR ").any(|one| allowed.contains(one.trim_matches(['(', ')']))))
    };
    for Crate { name, licence, .. } in crates() {
        assert!(!licence.is_empty() && is_allowed(&licence), "{name}: {licence}");
    }
    assert!(
        !is_allowed("GPL-3.0-only")
            && !is_allowed("MIT AND GPL-3.0-only")
            && is_allowed("MIT OR GPL-3.0-only")
    );
}

#[test]
fn what_is_installed_is_what_was_tested() {
    for page in ["README.md", "docs/commands.md", "docs/first-game.md", ".ci/run"] {
        let text = fs::read_to_string(root().join(page)).unwrap();
        for line in text.lines().filter(|line| line.contains("cargo install")) {
            assert!(line.contains("--locked"), "{page}: {line}");
        }
    }
    let run = fs::read_to_string(root().join(".ci/run")).unwrap();
    let cargo =
        run.lines().filter(|line| line.contains("must cargo test") || line.contains("must cargo clippy"));
    cargo.for_each(|line| assert!(line.contains("--locked"), ".ci/run: {line}"));
}

#[test]
fn sums_that_overflow_are_seen_in_a_release_too() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let release = manifest.split("[profile.release]").nth(1).unwrap().split("\n[").next().unwrap();
    assert!(release.contains("overflow-checks = true"));
}

/// If the program is position-independent, the system loads it at a different address on each
/// start.
#[cfg(target_os = "linux")]
#[test]
fn the_program_is_position_independent() {
    // In an ELF file, the type follows the 16 bytes of identification. Type 3 (ET_DYN) can be
    // loaded at any address.
    let bytes = fs::read(PROGRAM).unwrap();
    assert_eq!((&bytes[..4], bytes[16]), (&b"\x7fELF"[..], 3));
    let script = fs::read_to_string(root().join("build.rs")).unwrap();
    assert!(!script.contains("-no-pie"), "a release would lie at one place");
}

#[test]
fn fuzzing_is_no_part_of_the_program() {
    let manifest = fs::read_to_string(root().join("fuzz/Cargo.toml")).unwrap();
    assert!(manifest.contains("[workspace]"));
    // The fuzz crate must have the same targets as the driver.
    let mut files: Vec<String> = fs::read_dir(root().join("fuzz/fuzz_targets"))
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    files.sort();
    let mut names: Vec<_> =
        crate::hostile::fuzz_findings::fuzz::targets::TARGETS.iter().map(|target| target.name).collect();
    names.sort();
    assert_eq!(files, names);
    assert!(names.iter().all(|name| manifest.contains(&format!("name = \"{name}\""))));
}

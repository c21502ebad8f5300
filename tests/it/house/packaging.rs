//! Tests of the files for packages: they state the current version, and every file they name
//! exists.

use std::fs;
use std::path::Path;
#[cfg(unix)]
use std::process::Command;

use memchr::memmem;

use crate::support::programs::leave_out;
use crate::support::run::{Folder, PROGRAM, program};

const VERSION: &str = env!("CARGO_PKG_VERSION");

fn read(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(root.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn packages_are_of_this_version() {
    for name in ["packaging/npm/package.json", "editors/vscode/package.json"] {
        let package: serde_json::Value = serde_json::from_str(&read(name)).unwrap();
        assert_eq!(package["version"], VERSION, "{name}");
        assert_eq!(package["name"], "hexpress", "{name}");
    }
    let npm: serde_json::Value = serde_json::from_str(&read("packaging/npm/package.json")).unwrap();
    // The script `web/build` makes these files.
    let made = ["program.js", "hexpress.wasm", "fonts", "licences.txt"];
    let files = npm["files"].as_array().unwrap().iter().map(|file| file.as_str().unwrap());
    for file in files.filter(|file| !made.contains(file)) {
        read(&format!("packaging/npm/{file}"));
    }
    for name in ["dist-workspace.toml", "pyproject.toml", "book.toml"] {
        let _: toml::Value = toml::from_str(&read(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

#[test]
fn scripts_that_packages_name_are_there() {
    for (file, named) in [
        (
            "action.yml",
            [
                "packaging/action.sh",
                "packaging/names.sh",
                "packaging/install.sh",
                "packaging/changes.sh",
                "packaging/comment.sh",
            ]
            .as_slice(),
        ),
        ("packaging/action.sh", &["annotate.py", "lines.sh"]),
        (".github/workflows/release.yml", &["packaging/build.sh", "packaging/Dockerfile"]),
        ("book.toml", &["docs/book.py"]),
        (
            "editors/vscode/package.json",
            &["extension.js", "./language-configuration.json", "./syntaxes/hexpress.tmLanguage.json"],
        ),
    ] {
        let text = read(file);
        for name in named {
            assert!(text.contains(name), "{file} does not name {name}");
            let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
            let beside = format!("{folder}/{}", name.trim_start_matches("./"));
            let root = Path::new(env!("CARGO_MANIFEST_DIR"));
            assert!(root.join(name).exists() || root.join(beside).exists(), "{file}: {name}");
        }
    }
    // Files that the source includes must be in the package of the crate.
    let manifest: toml::Value = toml::from_str(&read("Cargo.toml")).unwrap();
    let kept: Vec<&str> =
        manifest["package"]["include"].as_array().unwrap().iter().filter_map(toml::Value::as_str).collect();
    for source in crate::house::tidy::sources() {
        let own = source.text.split("#[cfg(test)]").next().unwrap_or_default();
        for path in own.split("include_str!(\"").skip(1).chain(own.split("include_bytes!(\"").skip(1)) {
            let path = path.split('"').next().unwrap();
            let up = path.matches("../").count();
            let folder: Vec<&str> = source.file.split('/').collect();
            let depth = folder.len() - 1;
            assert!(up <= depth, "{}: {path}", source.file);
            let whole = format!("{}/{}", folder[..depth - up].join("/"), path.trim_start_matches("../"));
            let is_kept = match source.own_crate() {
                "" => kept.iter().any(|one| format!("/{}", whole.trim_start_matches('/')).starts_with(one)),
                name => whole.starts_with(&format!("crates/{name}/")),
            };
            assert!(is_kept, "{}: {path}", source.file);
        }
    }
}

/// Checks what `dist plan` requires for a release.
#[test]
fn a_release_has_what_its_installers_ask_for() {
    let manifest: toml::Value = toml::from_str(&read("Cargo.toml")).unwrap();
    let (package, shared) = (&manifest["package"], &manifest["workspace"]["package"]);
    assert_eq!(
        manifest["profile"]["dist"]["inherits"].as_str(),
        Some("release"),
        "`dist` builds with this profile"
    );
    assert_eq!(
        package["metadata"]["dist"]["dist"].as_bool(),
        Some(true),
        "a crate that is not published is left out"
    );
    let installer = read("wix/main.wxs");
    let wix = &package["metadata"]["wix"];
    for key in ["upgrade-guid", "path-guid"] {
        assert!(installer.contains(&format!("='{}'", wix[key].as_str().unwrap())), "{key}");
    }
    assert!(wix["license"].as_bool() == Some(false) && wix["eula"].as_bool() == Some(false));
    for (name, value) in [
        ("Manufacturer", shared["authors"][0].as_str().unwrap()),
        ("Description", package["description"].as_str().unwrap()),
        ("Value", shared["homepage"].as_str().unwrap()),
    ] {
        assert!(
            installer.contains(&format!("{name}='{value}'")),
            "run `dist generate`: {name} is not {value}"
        );
    }
    let release = read(".github/workflows/release.yml");
    let plan: toml::Value = toml::from_str(&read("dist-workspace.toml")).unwrap();
    let version = plan["dist"]["cargo-dist-version"].as_str().unwrap();
    assert!(release.contains(&format!("DIST_VERSION: {version}\n")), "{version}");
    for target in plan["dist"]["targets"].as_array().unwrap() {
        let target = target.as_str().unwrap();
        assert!(release.contains(&format!("target: {target}")), "there is no wheel for {target}");
        assert!(read("packaging/wheel.py").contains(&format!("\"{target}\"")), "{target}");
    }
}

/// A wheel needs a program that runs with every C library.
#[test]
#[cfg(unix)]
fn a_wheel_is_made_of_a_static_program() {
    let has_python = Command::new("python3").args(["-c", "import tomllib"]).output();
    if !has_python.is_ok_and(|program_output| program_output.status.success()) {
        leave_out("python3", "version 3.11 or later is not installed");
        return;
    }
    let folder = Folder::new();
    // Returns a 64-bit ELF file with one segment. A segment of type 1 is loaded into memory. A segment of
    // type 3 contains the path of a loader.
    let program = |segment: u8| {
        let mut bytes = vec![0; 64 + 56];
        bytes[..6].copy_from_slice(b"\x7fELF\x02\x01");
        (bytes[32], bytes[54], bytes[56], bytes[64]) = (64, 56, 1, segment);
        bytes
    };
    let wheel = |bytes: &[u8]| {
        fs::write(folder.path().join("program"), bytes).unwrap();
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("packaging/wheel.py");
        let typed = ["program", "x86_64-unknown-linux-musl", "."];
        Command::new("python3").arg(script).args(typed).current_dir(folder.path()).output().unwrap()
    };
    assert!(wheel(&program(1)).status.success());
    let name = "hexpress-{}-py3-none-manylinux2014_x86_64.manylinux_2_17_x86_64.musllinux_1_1_x86_64.whl";
    let name = name.replace("{}", VERSION);
    assert!(folder.all().contains(&name), "{:?}", folder.all());
    let first = fs::read(folder.path().join(&name)).unwrap();
    for part in ["hexpress/__main__.py", ".data/scripts/hexpress", "dist-info/licenses/NOTICE"] {
        assert!(memmem::find(&first, part.as_bytes()).is_some(), "{part}");
    }
    assert!(wheel(&program(1)).status.success());
    assert_eq!(fs::read(folder.path().join(&name)).unwrap(), first, "the same program gives the same wheel");
    for other in [program(3), b"#!/bin/sh".to_vec()] {
        let program_output = wheel(&other);
        assert!(
            !program_output.status.success()
                && String::from_utf8_lossy(&program_output.stderr).contains("not static")
        );
    }
}

#[test]
fn a_repository_has_its_workflow_and_builds() {
    let folder = Folder::new();
    let output = program(&["new", "cold-harbour", "--github"], folder.path());
    assert_eq!(output.status, 0, "{}", output.stderr);
    let game = folder.path().join("cold-harbour");
    let workflow = fs::read_to_string(game.join(".github/workflows/game.yml")).unwrap();
    assert!(workflow.contains("name: cold-harbour") && !workflow.contains("STEM"), "{workflow}");
    assert!(fs::read_to_string(game.join("README.md")).unwrap().starts_with("# Cold Harbour"));
    // Every command of the workflow must work in this folder, exactly as written.
    for line in workflow.lines().filter_map(|line| line.trim().strip_prefix("- run: hexpress ")) {
        let typed: Vec<&str> = line.split(' ').collect();
        let output = program(&typed, &game);
        assert_eq!(output.status, 0, "{line}: {}{}", output.stdout, output.stderr);
    }
    let without = program(&["new", "plain"], folder.path());
    assert!(without.status == 0 && !folder.path().join("plain/README.md").exists());
}

/// The first bytes and the name of the colour profile `CoatedFOGRA39.icc`. printpdf contains this
/// profile by Adobe, whose licence is not free.
const PROFILE_OF_ADOBE: [&[u8]; 2] =
    [b"\0\x09\xFC\x10ADBE\x02\x10\0\0prtrCMYKLab ", b"Coated FOGRA39 (ISO 12647-2:2004)"];

#[test]
fn the_program_has_no_colour_profile_of_adobe_in_it() {
    let program = fs::read(PROGRAM).unwrap();
    let has = |bytes: &[u8]| memmem::find(&program, bytes).is_some();
    assert!(has(b"mntrRGB XYZ "), "the program has its own profile in it, uncompressed");
    for part in PROFILE_OF_ADOBE {
        assert!(!has(part), "{:?} is linked: who calls `to_lopdf_document` or `save`?", part.escape_ascii());
    }
}

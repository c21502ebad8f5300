//! The house rules of the source, kept by a test.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use hexpress::bundled::GAMES;

/// A source file: its path below `src`, and its text.
pub struct Source {
    pub path: String,
    pub text: String,
}

impl Source {
    /// Its lines without those that are comments only.
    fn code(&self) -> impl Iterator<Item = &str> {
        self.text.lines().filter(|line| !line.trim_start().starts_with("//"))
    }

    fn says(&self, words: &str) -> bool {
        self.code().any(|line| line.contains(words))
    }

    /// Whether it lies in the room `room`: `read` is `read.rs` and everything in `read/`.
    fn is_in(&self, room: &str) -> bool {
        self.path == format!("{room}.rs") || self.path.starts_with(&format!("{room}/"))
    }
}

pub fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut sources = Vec::new();
    let mut folders: Vec<PathBuf> = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let name = path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
                sources.push(Source { path: name, text: fs::read_to_string(&path).unwrap() });
            }
        }
    }
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(sources.len() > 40);
    sources
}

#[test]
fn no_game_has_a_name_in_the_source() {
    for source in sources() {
        let text = source.text.to_lowercase();
        for game in GAMES {
            for name in [game.id.to_owned(), game.id.replace('-', " "), game.id.replace('-', "_")] {
                assert!(!text.contains(&name), "src/{} names `{name}`: games are data", source.path);
            }
        }
    }
}

#[test]
fn files_are_short_enough_to_read() {
    for source in sources() {
        let lines = source.text.lines().count();
        assert!(lines <= 500, "src/{} has {lines} lines; split it by what it does", source.path);
    }
}

#[test]
fn folders_are_small_enough_to_survey() {
    let mut files: BTreeMap<String, usize> = BTreeMap::new();
    for source in sources() {
        let folder = source.path.rsplit_once('/').map_or(String::new(), |(folder, _)| folder.to_owned());
        *files.entry(folder).or_default() += 1;
    }
    for (folder, count) in files {
        assert!(count <= 20, "src/{folder} has {count} files side by side; part it by what they do");
    }
}

#[test]
fn young_libraries_are_named_in_one_file_each() {
    for (library, homes) in [
        ("printpdf::", &["write/pdf/"] as &[&str]),
        ("hayro_interpret::", &["read/hayro.rs"]),
        ("tiny_skia::", &["raster/canvas.rs"]),
        ("usvg::", &["picture/svg.rs"]),
        ("annotate_snippets::", &["diag/render.rs"]),
        ("minijinja::", &["model/template"]),
        ("harfrust::", &["text/"]),
        ("skrifa::", &["text/"]),
        ("use svg::", &["write/svg/"]),
        ("use roxmltree::", &["read/svg/", "spec/data/"]),
        ("use simplecss::", &["read/svg/css.rs"]),
        ("use svgtypes::", &["read/svg/"]),
        ("rawzip::", &["spec/data/package.rs", "write/zip.rs"]),
        ("toml_edit::", &["editor/"]),
        ("clap_mangen::", &["cli/shell.rs"]),
    ] {
        for source in sources().iter().filter(|source| source.says(library)) {
            let at_home = homes.iter().any(|home| source.path.starts_with(home));
            assert!(at_home, "src/{} names {library} beside {homes:?}", source.path);
        }
    }
}

#[test]
fn serde_stays_where_files_are_read_into_types() {
    for source in sources().iter().filter(|source| !source.is_in("spec") && !source.is_in("record")) {
        for line in source.code() {
            let words = line.replace("serde_json", "");
            assert!(!words.contains("serde") && !words.contains("schemars"), "src/{}: {line}", source.path);
        }
    }
}

/// The rooms, from the ground up: each leans on those before it alone.
const ROOMS: [&str; 25] = [
    "base", "diag", "bundled", "tiles", "text", "scene", "print", "picture", "files", "spec", "record",
    "model", "resolve", "read", "raster", "find", "check", "layout", "write", "build", "api", "page",
    "preview", "editor", "cli",
];

/// The rooms that a source uses, but for its tests: these may write what they read.
fn rooms_of(source: &Source) -> Vec<String> {
    let text = source.text.split("#[cfg(test)]").next().unwrap_or("");
    let code: String = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let mut rooms = Vec::new();
    for rest in code.split("crate::").skip(1) {
        // `crate::text::Shaper`, or `crate::{press, write::file}`.
        let (list, open) = rest.strip_prefix('{').map_or((rest, 0), |list| (list, 1));
        let (mut deep, mut word, mut first) = (open, String::new(), true);
        for c in list.chars() {
            match c {
                'a'..='z' | '_' if first => word.push(c),
                '{' => (deep, first) = (deep + 1, false),
                '}' if deep > open => deep -= 1,
                ',' if deep == open && open == 1 => {
                    rooms.push(std::mem::take(&mut word));
                    first = true;
                }
                ' ' if open == 1 => {}
                _ if open == 0 || c == '}' => break,
                _ => first = false,
            }
        }
        rooms.push(word);
    }
    rooms.retain(|room| ROOMS.contains(&room.as_str()));
    rooms
}

#[test]
fn the_rooms_lean_on_each_other_one_way() {
    let example =
        "use crate::{build, write::{self, file}, read};\nuse crate::text::{FontId, scene};\ncrate::cli;";
    let example = Source { path: String::new(), text: example.to_owned() };
    assert_eq!(rooms_of(&example), ["build", "write", "read", "text", "cli"]);
    // What judges a finished file must not know how it was meant to come about.
    let blind: [(&[&str], &[&str]); 2] = [
        (&["read", "raster", "find"], &["model", "layout", "write", "build", "check", "cli"]),
        (&["check"], &["resolve", "layout", "write", "build", "scene", "cli"]),
    ];
    for source in sources() {
        let room = source.path.split(['/', '.']).next().unwrap_or_default();
        if ["main", "lib"].contains(&room)
            || source.path.ends_with("tests.rs")
            || source.path.contains("/tests/")
        {
            continue;
        }
        let place = ROOMS.iter().position(|one| *one == room);
        let place =
            place.unwrap_or_else(|| panic!("the room of src/{} has no place among the others", source.path));
        for other in rooms_of(&source) {
            let below = ROOMS[..=place].contains(&other.as_str());
            let seen =
                blind.iter().any(|(own, others)| own.contains(&room) && others.contains(&other.as_str()));
            assert!(below && !seen, "src/{} uses crate::{other}", source.path);
        }
    }
}

#[test]
fn the_model_knows_no_table_of_a_layout() {
    for source in sources().iter().filter(|source| source.is_in("model")) {
        // `Figure` is a plain value, which stands beside the keys that its table is made of.
        for line in source.code().filter(|line| !line.contains("spec::tables::element::Figure")) {
            for words in ["spec::tables", "Layout"] {
                assert!(
                    !line.contains(words),
                    "src/{} names {words}: src/resolve reads layouts",
                    source.path
                );
            }
        }
    }
    for source in sources().iter().filter(|source| source.is_in("spec/values") || source.is_in("spec/data")) {
        assert!(!source.says("tables::"), "src/{} names a table: values and rows know none", source.path);
    }
}

#[test]
fn identities_are_written_and_read_in_one_file() {
    // What stands before a value: `cell:3,-1`, `draw:1`.
    let keys = ["seam", "cell", "name", "line", "side", "edge-line", "detail", "under", "draw"];
    let mut signs: Vec<String> =
        keys.iter().flat_map(|key| [format!("\"{key}:"), format!("{key}:\""), format!("{key}:{{")]).collect();
    // What stands after a `/`, or alone.
    let words =
        ["back", "beyond", "furniture", "empty", "bottom-line", "sides-outline", "page", "sheet", "piece"];
    signs.extend(words.iter().map(|word| format!("/{word}\"")));
    let others =
        ["\"cut/", "\"ruler-", "cut-plan/", "test-sheet/", "calibration/", "== \"cut\"", "== \"fold\""];
    signs.extend(others.map(str::to_owned));
    // Taking one apart; paths have more than one `/`.
    signs.extend(["split_once('/')", "split('/')", "contains('/')", "contains(&b'/')"].map(str::to_owned));
    for source in sources().iter().filter(|source| source.path != "base/identity.rs") {
        if source.path.ends_with("tests.rs")
            || ["spec/read/walk.rs", "files/plain_name.rs"].contains(&source.path.as_str())
        {
            continue;
        }
        let own = source.text.split("#[cfg(test)]").next().unwrap_or("").lines();
        for line in own.filter(|line| !line.trim_start().starts_with("//")) {
            let sign = signs.iter().find(|sign| line.contains(sign.as_str()));
            assert!(
                sign.is_none(),
                "src/{}: {sign:?} in {line}: identities are read by src/base/identity.rs",
                source.path
            );
        }
    }
}

#[test]
fn nothing_is_left_for_later() {
    for source in sources() {
        for word in ["todo!(", "unimplemented!(", "dbg!(", "TODO", "FIXME", "XXX"] {
            assert!(!source.text.contains(word), "src/{} has a {word}", source.path);
        }
    }
}

#[test]
fn one_file_names_the_outputs_of_the_process() {
    for source in sources().iter().filter(|source| !source.is_in("cli/io/streams")) {
        for word in ["println!(", "print!(", "io::stdout(", "io::stderr("] {
            assert!(!source.says(word), "src/{} prints", source.path);
        }
    }
}

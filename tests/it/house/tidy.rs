//! Tests of the rules for source code.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use hexpress::bundled::GAMES;

pub struct Source {
    /// The path in the project, such as `crates/check/src/judge.rs` or `src/cli/mod.rs`.
    pub file: String,
    /// The path without the folders that all files of a crate share, such as `check/judge.rs` or
    /// `cli/mod.rs`.
    pub path: String,
    pub text: String,
}

impl Source {
    /// Returns the lines of the file, except lines that contain only a comment.
    fn code(&self) -> impl Iterator<Item = &str> {
        self.text.lines().filter(|line| !line.trim_start().starts_with("//"))
    }

    fn says(&self, words: &str) -> bool {
        self.code().any(|line| line.contains(words))
    }

    /// Returns whether the file belongs to a module. The module `read` consists of `read.rs` and
    /// everything in `read/`.
    fn is_in(&self, room: &str) -> bool {
        self.path == format!("{room}.rs") || self.path.starts_with(&format!("{room}/"))
    }

    /// Returns the name of the crate, taken from its folder. Returns an empty string for the
    /// program and its library.
    pub fn own_crate(&self) -> &str {
        self.file.strip_prefix("crates/").and_then(|rest| rest.split('/').next()).unwrap_or_default()
    }

    pub fn path_in_crate(&self) -> &str {
        self.path.strip_prefix(self.own_crate()).map_or(&self.path, |path| path.trim_start_matches('/'))
    }
}

/// Returns the file for a short path, which begins with a crate or a folder of `src`.
///
/// For example, `check/judge.rs` stands for `crates/check/src/judge.rs`.
pub fn file_of(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (first, rest) = path.split_once('/').unwrap_or((path, ""));
    match root.join("crates").join(first).exists() {
        true => format!("crates/{first}/src/{rest}"),
        false => format!("src/{path}"),
    }
}

pub fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates = fs::read_dir(root.join("crates")).unwrap();
    let mut folders: Vec<PathBuf> = crates.map(|folder| folder.unwrap().path().join("src")).collect();
    folders.push(root.join("src"));
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let file = path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
                let short = match file.strip_prefix("crates/") {
                    Some(rest) => rest.replacen("/src/", "/", 1),
                    None => file.trim_start_matches("src/").to_owned(),
                };
                sources.push(Source { file, path: short, text: fs::read_to_string(&path).unwrap() });
            }
        }
    }
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(sources.len() > 400);
    sources
}

#[test]
fn no_game_has_a_name_in_the_source() {
    for source in sources() {
        let text = source.text.to_lowercase();
        for game in GAMES {
            for name in [game.id.to_owned(), game.id.replace('-', " "), game.id.replace('-', "_")] {
                assert!(!text.contains(&name), "{} names `{name}`: games are data", source.file);
            }
        }
    }
}

#[test]
fn files_are_short_enough_to_read() {
    for source in sources() {
        let lines = source.text.lines().count();
        assert!(lines <= 500, "{} has {lines} lines; split it by what it does", source.file);
    }
}

#[test]
fn folders_are_small_enough_to_survey() {
    let mut files: BTreeMap<String, usize> = BTreeMap::new();
    for source in sources() {
        let folder = source.file.rsplit_once('/').map_or(String::new(), |(folder, _)| folder.to_owned());
        *files.entry(folder).or_default() += 1;
    }
    for (folder, count) in files {
        assert!(count <= 20, "{folder} has {count} files side by side; part it by what they do");
    }
}

#[test]
fn young_libraries_are_named_in_one_file_each() {
    for (library, homes) in [
        ("printpdf::", &["write/pdf/"] as &[&str]),
        ("moxcms::", &["scene/print/press/"]),
        (
            "use lopdf::",
            &[
                "write/pdf/",
                "cli/check/picture/pdf.rs",
                "read/tests/",
                "read/raster/raster_tests.rs",
                "read/page_form/page_form_tests.rs",
            ],
        ),
        ("hayro_interpret::", &["read/hayro.rs"]),
        ("tiny_skia::", &["read/raster/canvas.rs", "scene/picture/svg/filter.rs"]),
        ("usvg::", &["scene/picture/svg"]),
        ("resvg::", &["scene/picture/svg/filter.rs"]),
        ("fontdb::", &["scene/picture/svg/families.rs"]),
        ("image_webp::", &["scene/picture/webp.rs"]),
        ("zune_jpeg::", &["scene/picture/encode.rs"]),
        ("annotate_snippets::", &["base/diag/render.rs"]),
        ("minijinja::", &["template"]),
        ("harfrust::", &["scene/text/"]),
        ("skrifa::", &["scene/text/"]),
        ("use svg::", &["write/svg/"]),
        ("use roxmltree::", &["read/svg/", "read/press/xmp.rs", "language/data/"]),
        ("use simplecss::", &["read/svg/css.rs"]),
        ("use svgtypes::", &["read/svg/", "scene/picture/svg/background.rs"]),
        ("rawzip::", &["language/data/package.rs", "write/zip.rs"]),
        ("toml_edit::", &["editor/"]),
        ("clap_mangen::", &["cli/manual.rs"]),
    ] {
        for source in sources().iter().filter(|source| source.says(library)) {
            let at_home = homes.iter().any(|home| source.path.starts_with(home));
            assert!(at_home, "{} names {library} beside {homes:?}", source.file);
        }
    }
}

#[test]
fn serde_stays_where_files_are_read_into_types() {
    for source in sources().iter().filter(|source| !source.is_in("language")) {
        for line in source.code() {
            let words = line.replace("serde_json", "");
            assert!(!words.contains("serde") && !words.contains("schemars"), "{}: {line}", source.file);
        }
    }
}

/// The top-level modules of each crate that has several such modules. The order matters: each
/// module may use only the modules before it.
///
/// The compiler enforces the order of the crates. `""` stands for code outside these modules.
const ROOMS: &[(&str, &[&str])] = &[
    ("base", &["", "diag", "files"]),
    ("scene", &["text", "", "print", "picture"]),
    ("language", &["", "record"]),
    (
        "template",
        &[
            "row",
            "colours",
            "fault",
            "advice",
            "limits",
            "operators",
            "compiled",
            "english",
            "edges",
            "environment",
            "mistakes",
            "plain",
            "foreign",
            "rewrite",
            "engine",
            "comparisons",
        ],
    ),
    (
        "game",
        &[
            "names",
            "default_colours",
            "path",
            "numbers",
            "per_row",
            "style",
            "element",
            "cells",
            "shape",
            "sides",
            "constraints",
            "naming",
            "address",
            "board",
            "alt_text",
            "icons",
            "pictures",
            "values",
            "random_tiles",
            "sheet",
            "pieces",
            "game",
        ],
    ),
    (
        "resolve",
        &[
            "unused_columns",
            "uses",
            "context",
            "fonts",
            "comparisons",
            "empty_comparisons",
            "unmet_conditions",
            "elements",
            "random",
            "pieces",
            "board",
            "constraints",
            "unused",
            "covered_elements",
            "undeclared_colours",
            "allow",
            "game",
        ],
    ),
    ("read", &["", "raster", "find"]),
    (
        "check",
        &[
            "",
            "colour_vision",
            "fault",
            "cut_file",
            "facts",
            "hints",
            "rule",
            "rules",
            "must",
            "foreign",
            "standards",
            "compare",
            "registry",
            "shown",
            "cause",
            "verdict",
            "judge",
        ],
    ),
    ("write", &["", "number", "file_bytes", "interrupt", "file", "zip", "png", "svg", "stale", "pdf"]),
    (
        "",
        &["bundled", "from_table", "make", "scans", "versions", "api", "editor", "web_api", "preview", "cli"],
    ),
];

/// Returns the names after `crate::` in a source file. Leaves out tests, because they can use more modules: a
/// test of a reader can also use a writer to make its files.
fn named_by(source: &Source) -> Vec<String> {
    let text = source.text.split("#[cfg(test)]").next().unwrap_or("");
    let code: String = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let mut names = Vec::new();
    for rest in code.split("crate::").skip(1) {
        // From `crate::text::Shaper`, this takes `text`. From `crate::{press, write::file}`, it
        // takes `press` and `write`.
        let (list, open) = rest.strip_prefix('{').map_or((rest, 0), |list| (list, 1));
        let (mut deep, mut word, mut first) = (open, String::new(), true);
        for c in list.chars() {
            match c {
                'a'..='z' | '_' if first => word.push(c),
                '{' => (deep, first) = (deep + 1, false),
                '}' if deep > open => deep -= 1,
                ',' if deep == open && open == 1 => {
                    names.push(std::mem::take(&mut word));
                    first = true;
                }
                ' ' if open == 1 => {}
                _ if open == 0 || c == '}' => break,
                _ => first = false,
            }
        }
        names.push(word);
    }
    names
}

fn is_test(source: &Source) -> bool {
    source.path.ends_with("tests.rs") || source.path.contains("/tests/")
}

#[test]
fn rooms_of_a_crate_depend_in_one_direction() {
    let text =
        "use crate::{build, write::{self, file}, read};\nuse crate::text::{FontId, scene};\ncrate::cli;";
    let example = Source { file: String::new(), path: String::new(), text: text.to_owned() };
    assert_eq!(named_by(&example), ["build", "write", "read", "text", "cli"]);
    for source in sources().iter().filter(|source| !is_test(source)) {
        let Some((_, rooms)) = ROOMS.iter().find(|(own, _)| *own == source.own_crate()) else { continue };
        let place_of = |name: &str| rooms.iter().position(|room| *room == name);
        let first = source.path_in_crate().split(['/', '.']).next().unwrap_or_default();
        let Some(place) = place_of(first).or_else(|| place_of("")) else { continue };
        for name in named_by(source) {
            let above = place_of(&name).filter(|other| *other > place);
            assert!(above.is_none(), "{} uses crate::{name}", source.file);
        }
    }
}

#[test]
fn each_crate_has_one_name() {
    for source in sources() {
        for line in source.code().map(str::trim_start) {
            let renames = (line.starts_with("use crate as ") || line.starts_with("use hexpress_"))
                && line.contains(" as ");
            let is_whole = line.split(" as ").next().is_some_and(|used| !used.contains("::"));
            assert!(!(renames && is_whole), "{} gives a crate another name: {line}", source.file);
        }
    }
}

/// Code that judges a finished file must not know how hexpress draws it. So the crates `check` and `read` may
/// use only a few modules of `scene`.
#[test]
fn readers_and_the_checker_do_not_use_drawing_code() {
    for (own, seen) in [
        ("check", &["print", "text"][..]),
        ("read", &["picture", "print::press", "print::capture", "print::cuts"]),
    ] {
        for source in sources().iter().filter(|source| source.own_crate() == own && !is_test(source)) {
            for line in source.code() {
                for path in line.split("hexpress_scene::").skip(1) {
                    let is_seen = seen.iter().any(|room| path.starts_with(room));
                    assert!(is_seen, "{}: {line}", source.file);
                }
            }
        }
    }
}

/// The crate `settle` computes the texts of all rows, so the crate `layout` must not compute texts.
#[test]
fn only_rooms_below_the_layout_compute_texts() {
    for source in sources().iter().filter(|source| source.own_crate() == "layout" && !is_test(source)) {
        for words in ["engine.", "Resolve", "row.value("] {
            let computes = source.says(words);
            assert!(!computes, "{} says `{words}`: crates/settle computes what a row says", source.file);
        }
    }
}

#[test]
fn the_game_knows_no_table_of_a_layout() {
    for source in sources().iter().filter(|source| source.is_in("game")) {
        // `Figure` is allowed. It is a plain value, although it is defined next to the keys of a table.
        for line in source.code().filter(|line| !line.contains("hexpress_language::tables::element::Figure"))
        {
            for words in ["language::tables", "Layout"] {
                assert!(!line.contains(words), "{} names {words}: crates/resolve reads layouts", source.file);
            }
        }
    }
    let inside = |source: &&Source| source.is_in("language/values") || source.is_in("language/data");
    for source in sources().iter().filter(inside) {
        assert!(!source.says("tables::"), "{} names a table: values and rows know none", source.file);
    }
}

#[test]
fn identities_are_written_and_read_in_one_file() {
    // Each of these words is followed by a value in ids, such as `cell` in `cell:3,-1`.
    let keys = ["seam", "cell", "name", "line", "side", "edge-line", "detail", "under", "draw"];
    let mut signs: Vec<String> =
        keys.iter().flat_map(|key| [format!("\"{key}:"), format!("{key}:\""), format!("{key}:{{")]).collect();
    // Each of these words follows a `/` in ids. The words in `others` begin an id, or are the whole id.
    let words =
        ["back", "beyond", "furniture", "empty", "bottom-line", "sides-outline", "page", "sheet", "piece"];
    signs.extend(words.iter().map(|word| format!("/{word}\"")));
    let others =
        ["\"cut/", "\"ruler-", "cut-plan/", "test-sheet/", "calibration/", "== \"cut\"", "== \"fold\""];
    signs.extend(others.map(str::to_owned));
    // These signs find code that splits an id. Code that splits a file path looks different, because a path
    // may contain more than one `/`.
    signs.extend(["split_once('/')", "split('/')", "contains('/')", "contains(&b'/')"].map(str::to_owned));
    for source in sources().iter().filter(|source| source.path != "base/identity.rs") {
        if source.path.ends_with("tests.rs")
            || ["language/read/walk.rs", "base/files/plain_name.rs"].contains(&source.path.as_str())
        {
            continue;
        }
        let own = source.text.split("#[cfg(test)]").next().unwrap_or("").lines();
        for line in own.filter(|line| !line.trim_start().starts_with("//")) {
            let sign = signs.iter().find(|sign| line.contains(sign.as_str()));
            assert!(
                sign.is_none(),
                "{}: {sign:?} in {line}: identities are read by crates/base/src/identity.rs",
                source.file
            );
        }
    }
}

/// A constant whose name is only an adjective or a preposition does not say what it counts or limits:
/// `MOST` could be `MAX_MARKS`, and `NEAR` could be `MAX_DISTANCE_MM`.
#[test]
fn constants_say_what_they_limit() {
    let bare = "\
        ALIKE ALONG APART AROUND ASIDE AWAY BELOW BESIDE BETWEEN BEYOND CLOSE CLOSEST CROPPED DEEP \
        DEEPEST FAINT FAR FARTHEST FEW FEWEST FURTHER HIGHEST INSIDE LARGE LARGEST LEAST LIMIT LONG \
        LONGEST LOWEST MANY MORE MOST NARROW NARROWEST NEAR NEAREST NEARLY NEXT_TO OFF ONCE OVER SAME \
        SHORT SHORTER SHORTEST SLACK SMALL SMALLEST SURE TALLEST THIN TIGHT TOO_FAR TOO_MANY TOO_WIDE \
        USUAL WIDE WIDER WIDEST WITHIN";
    let bare: Vec<&str> = bare.split_whitespace().collect();
    let name_of = |line: &str| -> Option<String> {
        let (before, rest) = line.split_once("const ").or_else(|| line.split_once("static "))?;
        let is_item = before.trim().is_empty() || before.trim().starts_with("pub");
        is_item.then(|| rest.split(':').next().unwrap_or_default().trim().to_owned())
    };
    for line in ["const MOST: usize = 4;", "    pub(super) const MOST: usize = 4;", "static MOST: u8 = 0;"] {
        assert_eq!(name_of(line).as_deref(), Some("MOST"), "{line}");
    }
    assert_eq!(name_of("fn first<const MOST: usize>() {"), None);
    for source in sources() {
        for name in source.code().filter_map(name_of) {
            assert!(!bare.contains(&&*name), "{}: `{name}` does not say what it limits", source.file);
        }
    }
}

#[test]
fn no_comment_postpones_work() {
    for source in sources() {
        for word in ["todo!(", "unimplemented!(", "dbg!(", "TODO", "FIXME", "XXX"] {
            assert!(!source.text.contains(word), "{} has a {word}", source.file);
        }
    }
}

#[test]
fn one_file_names_the_outputs_of_the_process() {
    for source in sources().iter().filter(|source| !source.is_in("cli/io/streams")) {
        for word in ["println!(", "print!(", "io::stdout(", "io::stderr("] {
            assert!(!source.says(word), "{} prints", source.file);
        }
    }
}

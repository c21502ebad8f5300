//! Tests of `hexpress fmt`: a formatted layout prints the same as before, and formatting it again
//! changes nothing.

use std::fs;
use std::path::{Path, PathBuf};

use hexpress::editor::format;

use crate::support::run::{Folder, Reader, Run, program, program_for};

/// Returns every layout of the project that is a file.
fn layouts() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["layouts", "layouts/starts", "docs/cookbook", "docs/pictures", "benches"];
    let mut found = Vec::new();
    for folder in folders {
        let entries = fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().path());
        found.extend(entries.filter(|path| path.extension().is_some_and(|end| end == "toml")));
    }
    found.sort();
    assert!(found.len() > 35);
    found
}

/// Returns the examples in the reference.
fn examples() -> Vec<(String, String)> {
    let page = crate::documents::book::reference();
    let blocks = page.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks.enumerate().map(|(index, text)| (format!("example {index}"), text.to_owned())).collect()
}

/// Collects the keys of tables such as `[board.at]`, where each key is a name that the game
/// chooses. The keys stay in their order, because the order affects what is printed.
fn own_order(value: &toml::Value, path: &str, found: &mut Vec<String>) {
    match value {
        toml::Value::Table(table) => {
            let own = ["at", "key", "colours", "rows", "each", "directions", "numbers", "look"];
            let is_own = path.rsplit('.').next().is_some_and(|last| own.contains(&last));
            let keys: Vec<&str> = table.iter().map(|(key, _)| key.as_str()).collect();
            if is_own {
                found.push(format!("{path}: {keys:?}"));
            }
            let mut sorted = keys;
            sorted.sort_unstable();
            for key in sorted {
                own_order(&table[key], &format!("{path}.{key}"), found);
            }
        }
        toml::Value::Array(list) => list.iter().for_each(|item| own_order(item, path, found)),
        _ => {}
    }
}

#[test]
fn twice_is_once_and_says_the_same() {
    let files =
        layouts().into_iter().map(|path| (path.display().to_string(), fs::read_to_string(path).unwrap()));
    for (name, text) in files.chain(examples()) {
        let once = format(&text).unwrap();
        assert_eq!(format(&once).unwrap(), once, "{name}");
        let (before, after): (toml::Value, toml::Value) = (
            toml::from_str(&text).unwrap(),
            toml::from_str(&once).unwrap_or_else(|e| panic!("{name}: {e}\n{once}")),
        );
        assert_eq!(before, after, "{name}");
        let (mut one, mut other) = (Vec::new(), Vec::new());
        own_order(&before, "", &mut one);
        own_order(&after, "", &mut other);
        assert_eq!(one, other, "{name}");
        // No comment is lost: both texts have the same number of `#`.
        let remarks = |text: &str| {
            let mut all: Vec<String> = text.split('#').map(|part| part.trim().to_owned()).collect();
            all.sort_unstable();
            all.len()
        };
        assert_eq!(remarks(&text), remarks(&once), "{name}");
        assert!(once.lines().all(|line| line == line.trim_end() || !line.starts_with(['[', '#'])), "{name}");
    }
}

#[test]
fn every_layout_of_the_project_has_the_usual_format() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let more = ["layouts/gallery", "crates/language/themes"].into_iter().flat_map(|folder| {
        let entries = fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().path());
        entries.filter(|path| path.extension().is_some_and(|end| end == "toml"))
    });
    for path in layouts().into_iter().chain(more) {
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(format(&text).unwrap(), text, "{}: run `hexpress fmt`", path.display());
    }
}

#[test]
fn a_new_layout_has_the_usual_format() {
    for like in ["game", "deck", "hexhex", "cards", "notes", "tiles", "counters", "morris", "map"] {
        let folder = Folder::new();
        let made = program(&["new", "my-game", "--like", like], folder.path());
        assert_eq!(made.status, 0, "{}", made.stderr);
        let checked = program(&["fmt", "--check", "my-game/my-game.toml"], folder.path());
        assert_eq!(checked.status, 0, "{like}: {}", checked.stdout);
    }
}

#[test]
fn line_ends_stay() {
    let unix = "# a\n\n[game]\ntitle=\"T\"\nsay = \"\"\"a\nb\"\"\"\n";
    let windows = unix.replace('\n', "\r\n");
    let once = format(&windows).unwrap();
    assert_eq!(once, format(unix).unwrap().replace('\n', "\r\n"));
    assert_eq!(format(&once).unwrap(), once);
    let marked = format!("\u{feff}{unix}");
    assert_eq!(format(&marked).unwrap(), format!("\u{feff}{}", format(unix).unwrap()));
}

#[test]
fn blank_lines_below_the_first_remark_are_one_at_once() {
    let table = "[game]\ntitle = \"T\"\n";
    for blank in ["", "\n", "    \n", "\n\n\n", " \n\t\n\n", "\r\n \r\n"] {
        let once = format(&format!("# a\n{blank}{table}")).unwrap();
        assert_eq!(once, format!("# a\n\n{table}"), "{blank:?}");
        assert_eq!(format(&once).unwrap(), once, "{blank:?}");
    }
}

/// Returns what the sheets of a layout show. Leaves out the attached layout.
fn drawn(text: &str, beside: &Path) -> Vec<String> {
    let folder = Folder::new();
    for entry in fs::read_dir(beside).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            fs::copy(&path, folder.path().join(path.file_name().unwrap())).unwrap();
        }
    }
    fs::write(folder.path().join("game.toml"), text).unwrap();
    let args = ["build", "game.toml", "--format", "svg", "--no-check"];
    let output = program(&args, folder.path());
    assert_eq!(output.status, 0, "{}", output.stderr);
    let sheets = folder.files().into_iter().filter(|file| file.ends_with(".svg"));
    let read = sheets.map(|file| fs::read_to_string(folder.path().join(file)).unwrap());
    read.map(|svg| {
        let (head, rest) = svg.split_once("<metadata").unwrap();
        format!("{head}{}", rest.split_once("</metadata>").unwrap().1)
    })
    .collect()
}

#[test]
fn the_usual_form_prints_the_same() {
    for path in layouts() {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let few =
            ["hexagonal-thing", "hex-nut", "valley", "counters", "meadows", "connect", "harbour", "money"];
        let text = fs::read_to_string(&path).unwrap();
        if !few.contains(&name.trim_end_matches(".toml")) || text.contains("TITLE") {
            continue;
        }
        let folder = path.parent().unwrap();
        let sheets = drawn(&text, folder);
        assert!(!sheets.is_empty() && sheets == drawn(&format(&text).unwrap(), folder), "{name}");
    }
}

const UNTIDY: &str = r#"# A game. This remark is the file's own.

[[cards]]
face=[{text="{{ name }}",font="12pt",at="top"}, # the name
{fill="gold"} # the ground
]
# how large
size="poker"   # a remark
rows = [{b=1,a=2}]


[colours]
zinc="silver"
gold="tan"
[game]
# what it is called
title="Three"
"#;

const TIDY: &str = r#"# A game. This remark is the file's own.

[game]
# what it is called
title = "Three"

[colours]
zinc = "silver"
gold = "tan"

[[cards]]
# how large
size = "poker"   # a remark
rows = [{ b = 1, a = 2 }]
face = [{ text = "{{ name }}", font = "12pt", at = "top" },  # the name
  { fill = "gold" },  # the ground
]
"#;

#[test]
fn order_spaces_and_remarks() {
    assert_eq!(format(UNTIDY).unwrap(), TIDY);
    assert_eq!(format("").unwrap(), "");
    assert_eq!(format("# a\n").unwrap(), "# a\n");
}

#[test]
fn the_command_writes_says_and_reads_standard_input() {
    let folder = Folder::new();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("one.toml"), UNTIDY).unwrap();
    fs::write(at("two.toml"), TIDY).unwrap();
    let output = program(&["fmt", "--check"], folder.path());
    assert_eq!((output.status, output.stdout.as_str()), (1, "one.toml would change\n"));
    assert_eq!(fs::read_to_string(at("one.toml")).unwrap(), UNTIDY);
    let output = program(&["fmt"], folder.path());
    assert_eq!((output.status, output.stdout.as_str()), (0, "one.toml is formatted\n"));
    assert_eq!(fs::read_to_string(at("one.toml")).unwrap(), TIDY);
    let output = program_for(&Reader { answers: UNTIDY, ..Reader::default() }, &["fmt", "-"], folder.path());
    assert_eq!((output.status, output.stdout.as_str()), (0, TIDY));
    // A file with a mistake stays unchanged.
    fs::write(at("three.toml"), "[game\n").unwrap();
    let output = program(&["fmt", "three.toml"], folder.path());
    assert!(output.status == 2 && output.stderr.contains("three.toml:1"), "{}", output.stderr);
    let empty = Folder::new();
    assert_eq!(program(&["fmt"], empty.path()).status, 2);
}

#[test]
fn completions_and_manual() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = Run::new().args(["completions", shell]).run();
        assert!(output.stdout.contains("calibrate") && output.stdout.contains("--paper"), "{shell}");
    }
    let folder = Folder::new();
    let output = program(&["man", "--output", "pages"], folder.path());
    assert_eq!(output.status, 0, "{}", output.stderr);
    let pages = folder.all();
    assert!(pages.len() > 12 && pages.contains(&"pages/hexpress-build.1".to_owned()), "{pages:?}");
    let page = fs::read_to_string(folder.path().join("pages/hexpress-build.1")).unwrap();
    assert!(page.contains(".TH hexpress-build 1") && page.contains("\\-\\-paper"), "{page}");
}

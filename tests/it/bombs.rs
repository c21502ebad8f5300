//! Small files that would make much of little: each ends by itself, within 10 seconds of a processor and 500 MB, in a
//! verdict or in one message. A debug program is given more seconds, and larger bombs are measured by
//! `tests/bombs/measure.py`.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::Command;

use fuzzed::forms::{Form, Part};

use crate::findings::fuzz as fuzzed;
use crate::run::{Folder, PROGRAM};
use crate::workbook;

/// Seconds of a processor.
const SECONDS: u64 = if cfg!(debug_assertions) { 60 } else { 10 };
/// Kilobytes of data.
const KILOBYTES: u64 = 500_000_000 / 1024;

/// Runs a command in a folder of these files: its status, and what it said.
#[track_caller]
fn bounded(files: &[(&str, Vec<u8>)], typed: &str) -> (Option<i32>, String) {
    let folder = Folder::new();
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    let line = format!("ulimit -t {SECONDS}; ulimit -d {KILOBYTES}; exec \"$HEXPRESS\" {typed}");
    let output = Command::new("sh")
        .args(["-c", &line])
        .env("HEXPRESS", PROGRAM)
        .current_dir(folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    for word in ["panicked", "memory allocation", "overflow"] {
        assert!(!said.contains(word), "{typed}: {said}");
    }
    (output.status.code(), said)
}

/// One message with a code and these words, status 2.
#[track_caller]
fn refused(files: &[(&str, Vec<u8>)], code: &str, words: &str) {
    let (status, said) = bounded(files, "build g.toml");
    assert_eq!((status, said.matches("error[").count()), (Some(2), 1), "{said}");
    assert!(said.contains(code) && said.contains(words), "{said}");
}

fn rows(name: &str, word: &str) -> Vec<u8> {
    let face = format!("face = [{{ text = \"{{{{ {word} }}}}\", font = \"9pt\" }}]");
    format!("[[cards]]\nsize = \"poker\"\ndata = \"{name}\"\n{face}\n").into_bytes()
}

#[test]
fn tables_that_unfold() {
    let objects: Vec<String> = (0..30_000).map(|n| format!("{{\"k{n}\":1}}")).collect();
    let json = format!("[{}]", objects.join(","));
    refused(
        &[("g.toml", rows("a.json", "k1")), ("a.json", json.into_bytes())],
        "HX121",
        "more than 2000000 cells",
    );
    let csv = format!("word\n{}", "a\n".repeat(100_001));
    refused(
        &[("g.toml", rows("a.csv", "word")), ("a.csv", csv.into_bytes())],
        "HX111",
        "more than 100000 pieces",
    );
    let long = "x".repeat(200_000);
    let book = workbook::workbook(&[("Cards", &[&["word"], &[&long]])]);
    refused(
        &[("g.toml", rows("a.xlsx", "word")), ("a.xlsx", book)],
        "HX121",
        "cell A2 has more than 32,767 characters",
    );
    let texts = "<si><t>x</t></si>".repeat(100_000);
    let row = "<x:row><x:c t=\"inlineStr\"><x:is><x:t>word</x:t></x:is></x:c></x:row><x:row><x:c t=\"s\"><x:v>9</x:v></x:c></x:row>";
    let files = [("g.toml", rows("a.xlsx", "word")), ("a.xlsx", workbook::sharing(row, &texts, ""))];
    assert_eq!(bounded(&files, "build g.toml --no-check").0, Some(0));
}

#[test]
fn layouts_that_unfold() {
    let headings: String = (0..1000).map(|n| format!("[x{n}]\n")).collect();
    let (status, said) = bounded(&[("g.toml", headings.into_bytes())], "build g.toml");
    assert!(status == Some(2) && said.contains("no key is called `x0`"), "{said}");
    let name = format!("[[cards]]\nname = \"{}\"\nsize = \"poker\"\n", "n".repeat(100_000));
    refused(&[("g.toml", name.into_bytes())], "HX005", "with 100000 characters");
    let chain = (1..300).map(|n| format!("[[cards]]\nname = \"c{n}\"\nlike = \"c{}\"\n", n - 1));
    let chain = format!("[[cards]]\nname = \"c0\"\nsize = \"poker\"\n{}", chain.collect::<String>());
    assert_eq!(bounded(&[("g.toml", chain.into_bytes())], "build g.toml --no-check").0, Some(0));
    let far = "[[cards]]\nsize = \"poker\"\nface = [{ image = \"/dev/zero\" }]\n";
    refused(&[("g.toml", far.into())], "HX205", "the root of this machine");
}

fn picture(name: &str) -> Vec<u8> {
    format!("[[cards]]\nsize = \"poker\"\nface = [{{ image = \"{name}\", size = \"40 x 40mm\" }}]\n")
        .into_bytes()
}

const SVG: &str =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"99mm\" height=\"99mm\" viewBox=\"0 0 99 99\">";

#[test]
fn pictures_that_unfold() {
    // 10,000 x 10,000 pixels of four times 16 bits.
    let header = [0, 0, 0x27, 0x10, 0, 0, 0x27, 0x10, 16, 6, 0, 0, 0];
    let part = |name: &[u8], bytes: &[u8]| Part { name: name.to_vec(), bytes: bytes.to_vec() };
    let png = Form::Png.together(&[part(b"IHDR", &header), part(b"IDAT", &[0; 1000]), part(b"IEND", &[])]);
    refused(&[("g.toml", picture("a.png")), ("a.png", png)], "HX206", "pixels that come to 762 MB");
    let rules: String = (0..5000).map(|n| format!(".a{n}{{fill:red}}")).collect();
    let paths: String = (0..5000).map(|n| format!("<path class=\"a{n}\" d=\"M0 0h1v1z\"/>")).collect();
    let css = format!("{SVG}<style>{rules}</style>{paths}</svg>").into_bytes();
    refused(&[("g.toml", picture("a.svg")), ("a.svg", css)], "HX206", "too many rules of style sheets");
    let uses =
        (1..10).map(|n| format!("<g id=\"u{n}\">{}</g>", format!("<use href=\"#u{}\"/>", n - 1).repeat(10)));
    let uses = format!(
        "{SVG}<defs><path id=\"u0\" d=\"M0 0h1v1z\"/>{}</defs><use href=\"#u9\"/></svg>",
        uses.collect::<String>()
    );
    refused(&[("g.toml", picture("a.svg")), ("a.svg", uses.into_bytes())], "HX206", "too many elements");
}

/// The files of `tests/bombs` within the same bounds.
#[test]
fn the_corpus_keeps_the_bounds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bombs");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    for (command, name, status) in [
        ("build", "tpl-double.toml", 2),
        ("build", "tpl-fmt.toml", 2),
        ("build", "tpl-indent.toml", 2),
        ("build", "tpl-join.toml", 2),
        ("build", "tpl-replace.toml", 2),
        ("build", "svg-dash/g.toml", 2),
        ("build", "svg-far/g.toml", 2),
        ("check", "content-2GB.pdf", 2),
        ("check", "dash-picture.pdf", 2),
        ("check", "rec-tpl-double.pdf", 2),
        ("check", "check-oom.svg", 1),
    ] {
        let (ended, said) = bounded(&[], &format!("{command} '{}'", path(name)));
        assert_eq!(ended, Some(status), "{name}: {said}");
    }
}

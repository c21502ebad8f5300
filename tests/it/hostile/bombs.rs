//! Tests of small files that could make hexpress use much time or memory.
//!
//! Each run ends with a verdict or one message, within 10 seconds of processor time and 500 MB. A
//! debug build may take longer. `tests/bombs/measure.py` measures larger files.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::Command;

use fuzzed::forms::{Form, Part};
use serde_json::json;

use crate::hostile::fuzz_findings::fuzz as fuzzed;
use crate::support::run::{Folder, PROGRAM};
use crate::support::workbook;

/// The limit of processor time, in seconds.
pub const SECONDS: u64 = if cfg!(debug_assertions) { 60 } else { 10 };
/// The limit of memory for data, in KiB.
pub const KILOBYTES: u64 = 500_000_000 / 1024;

/// Runs a command in a folder with these files, within the limits. Returns the status and the
/// output.
#[track_caller]
pub fn bounded(files: &[(&str, Vec<u8>)], typed: &str) -> (Option<i32>, String) {
    within(SECONDS, files, typed)
}

/// Does the same as [`bounded`] with another limit of processor time.
#[track_caller]
fn within(seconds: u64, files: &[(&str, Vec<u8>)], typed: &str) -> (Option<i32>, String) {
    let folder = Folder::new();
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    let line = format!("ulimit -t {seconds}; ulimit -d {KILOBYTES}; exec \"$HEXPRESS\" {typed}");
    let output = Command::new("sh")
        .args(["-c", &line])
        .env("HEXPRESS", PROGRAM)
        .current_dir(folder.path())
        .output()
        .unwrap();
    let program_output = String::from_utf8_lossy(&output.stderr).into_owned();
    for word in ["panicked", "memory allocation", "overflow"] {
        assert!(!program_output.contains(word), "{typed}: {program_output}");
    }
    (output.status.code(), program_output)
}

/// Checks that a build prints one message with this code and these words, and ends with status 2.
#[track_caller]
pub fn refused(files: &[(&str, Vec<u8>)], code: &str, words: &str) {
    let (status, output) = bounded(files, "build g.toml");
    assert_eq!((status, output.matches("error[").count()), (Some(2), 1), "{output}");
    assert!(output.contains(code) && output.contains(words), "{output}");
}

fn rows(name: &str, word: &str) -> Vec<u8> {
    let face = format!("face = [{{ text = \"{{{{ {word} }}}}\", font = \"9pt\" }}]");
    format!("[[cards]]\nsize = \"poker\"\ndata = \"{name}\"\n{face}\n").into_bytes()
}

#[test]
fn tables_that_unfold() {
    let objects: Vec<String> = (0..1500).map(|n| format!("{{\"k{n}\":1}}")).collect();
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
    let (status, output) = bounded(&[("g.toml", headings.into_bytes())], "build g.toml");
    assert!(status == Some(2) && output.contains("unknown table [x0]"), "{output}");
    let name = format!("[[cards]]\nname = \"{}\"\nsize = \"poker\"\n", "n".repeat(100_000));
    refused(&[("g.toml", name.into_bytes())], "HX005", "has 100000 characters");
    let chain = (1..300).map(|n| format!("[[cards]]\nname = \"c{n}\"\nlike = \"c{}\"\n", n - 1));
    let chain = format!("[[cards]]\nname = \"c0\"\nsize = \"poker\"\n{}", chain.collect::<String>());
    assert_eq!(bounded(&[("g.toml", chain.into_bytes())], "build g.toml --no-check").0, Some(0));
    let far = "[[cards]]\nsize = \"poker\"\nface = [{ image = \"/dev/zero\" }]\n";
    refused(&[("g.toml", far.into())], "HX205", "the path leads out of the layout's folder");
}

fn picture(name: &str) -> Vec<u8> {
    format!("[[cards]]\nsize = \"poker\"\nface = [{{ image = \"{name}\", size = \"40 x 40mm\" }}]\n")
        .into_bytes()
}

const SVG: &str =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"99mm\" height=\"99mm\" viewBox=\"0 0 99 99\">";

#[test]
fn pictures_that_unfold() {
    // 10,000 x 10,000 pixels of four channels with 16 bits each.
    let header = [0, 0, 0x27, 0x10, 0, 0, 0x27, 0x10, 16, 6, 0, 0, 0];
    let part = |name: &[u8], bytes: &[u8]| Part { name: name.to_vec(), bytes: bytes.to_vec() };
    let png = Form::Png.together(&[part(b"IHDR", &header), part(b"IDAT", &[0; 1000]), part(b"IEND", &[])]);
    refused(&[("g.toml", picture("a.png")), ("a.png", png)], "HX206", "takes 762 MiB uncompressed");
    let rules: String = (0..5000).map(|n| format!(".a{n}{{fill:red}}")).collect();
    let paths: String = (0..5000).map(|n| format!("<path class=\"a{n}\" d=\"M0 0h1v1z\"/>")).collect();
    let css = format!("{SVG}<style>{rules}</style>{paths}</svg>").into_bytes();
    refused(&[("g.toml", picture("a.svg")), ("a.svg", css)], "HX206", "too many steps to match");
    let uses =
        (1..10).map(|n| format!("<g id=\"u{n}\">{}</g>", format!("<use href=\"#u{}\"/>", n - 1).repeat(10)));
    let uses = format!(
        "{SVG}<defs><path id=\"u0\" d=\"M0 0h1v1z\"/>{}</defs><use href=\"#u9\"/></svg>",
        uses.collect::<String>()
    );
    refused(&[("g.toml", picture("a.svg")), ("a.svg", uses.into_bytes())], "HX206", "a million points");
}

/// Runs the files of `tests/bombs` within the same limits.
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
        let (ended, output) = bounded(&[], &format!("{command} '{}'", path(name)));
        assert_eq!(ended, Some(status), "{name}: {output}");
    }
}

/// Returns a PDF of one page that draws a form `times` times. The form only moves the pen and draws
/// nothing, so no other limit stops it.
fn pdf_of_moves(times: usize) -> Vec<u8> {
    let moves = "0 0 m 9 9 l n\n".repeat(4_000);
    let contents = "/F Do\n".repeat(times);
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 4 0 R /Resources << /XObject << /F 5 0 R >> >> >>"
            .to_owned(),
        format!("<< /Length {} >>\nstream\n{contents}\nendstream", contents.len() + 1),
        format!(
            "<< /Type /XObject /Subtype /Form /BBox [0 0 99 99] /Length {} >>\nstream\n{moves}\nendstream",
            moves.len() + 1
        ),
    ];
    let mut pdf = String::from("%PDF-1.7\n");
    let mut places = Vec::new();
    for (object, number) in objects.iter().zip(1..) {
        places.push(pdf.len());
        pdf.push_str(&format!("{number} 0 obj\n{object}\nendobj\n"));
    }
    let table = pdf.len();
    pdf.push_str("xref\n0 6\n0000000000 65535 f \n");
    places.iter().for_each(|place| pdf.push_str(&format!("{place:010} 00000 n \n")));
    pdf.push_str(&format!("trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n"));
    pdf.into_bytes()
}

#[test]
fn what_takes_too_long_is_told_by_the_time_of_the_processor() {
    let (status, output) = within(4, &[("a.pdf", pdf_of_moves(18_000))], "check a.pdf");
    assert_eq!((status, output.matches("error[HX016]").count()), (Some(2), 1), "{output}");
    assert!(output.contains("10 seconds of processor time, plus 1 second for every 20 sheets"), "{output}");
    let (_, output) = within(4, &[("a.pdf", pdf_of_moves(10))], "check a.pdf");
    assert!(!output.contains("HX016"), "{output}");
}

/// The folders of `tests/bombs` with a font.
pub const FONTS: [&str; 3] = ["cff-subrs", "glyph-doubles", "glyph-itself"];

/// Folders of `tests/bombs`, each with the code and words of the expected message.
pub const LAYOUTS: [(&str, &str, &str); 6] = [
    ("png-idat", "HX206", "it has more pixels than its header says"),
    ("png-short", "HX206", "it has fewer pixels than its header says"),
    ("svg-clip", "HX206", "more than a million points"),
    ("svg-css", "HX206", "too many steps to match"),
    ("theme-bomb", "HX108", "takes numbers"),
    ("xlsx-shared-string", "HX121", "has more than 64 MiB of text"),
];

pub fn bomb(name: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bombs").join(name);
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries.map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())).collect()
}

pub fn borrowed(files: &[(String, Vec<u8>)]) -> Vec<(&str, Vec<u8>)> {
    files.iter().map(|(name, bytes)| (name.as_str(), bytes.clone())).collect()
}

/// Returns the messages that an editor shows for `g.toml` next to these files.
#[track_caller]
fn in_an_editor(files: &[(&str, Vec<u8>)]) -> String {
    let folder = Folder::new();
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    let layout = folder.path().join("g.toml");
    let text = fs::read_to_string(&layout).unwrap();
    let document = json!({ "uri": format!("file://{}", layout.display()), "text": text });
    let place = json!({ "line": 1, "character": 0 });
    let messages: String = [
        json!({ "method": "textDocument/didOpen", "params": { "textDocument": document } }),
        json!({ "id": 1, "method": "textDocument/completion", "params": { "textDocument": document, "position": place } }),
        json!({ "id": 2, "method": "shutdown" }),
        json!({ "method": "exit" }),
    ]
    .iter()
    .map(|message| format!("Content-Length: {}\r\n\r\n{message}", message.to_string().len()))
    .collect();
    fs::write(folder.path().join("messages"), messages).unwrap();
    let line = format!("ulimit -t {SECONDS}; ulimit -d {KILOBYTES}; exec \"$HEXPRESS\" lsp < messages");
    let mut command = Command::new("sh");
    let output =
        command.args(["-c", &line]).env("HEXPRESS", PROGRAM).current_dir(folder.path()).output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
    String::from_utf8(output.stdout).unwrap()
}

/// Checks that every command prints the same message, and that the language server continues to
/// run.
#[track_caller]
fn refused_everywhere(files: &[(&str, Vec<u8>)], code: &str, words: &str) {
    for command in ["build", "check"] {
        let (status, output) = bounded(files, &format!("{command} g.toml"));
        assert_eq!((status, output.matches("error[").count()), (Some(2), 1), "{command}: {output}");
        assert!(output.contains(code) && output.contains(words), "{command}: {output}");
    }
    let reported = in_an_editor(files);
    assert!(reported.contains(code) && reported.contains(words), "{reported}");
    assert!(reported.ends_with("\"id\":2,\"result\":null}") || reported.contains("\"id\":2"), "{reported}");
}

#[test]
fn layouts_that_name_bombs_are_refused_everywhere() {
    for (name, code, words) in LAYOUTS {
        let files = bomb(name);
        refused_everywhere(&borrowed(&files), code, words);
    }
    // An editor does not read the outlines of letters.
    for name in FONTS {
        refused(&borrowed(&bomb(name)), "HX204", "is broken or endless");
    }
    let record = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bombs/record-margin.pdf");
    let files = [("a.pdf", fs::read(record).unwrap())];
    let (status, output) = bounded(&files, "build a.pdf --no-check");
    assert!(status == Some(2) && output.contains("HX017"), "{output}");
}

const CARDS: &str = "[game]\ntitle = \"T\"\n[[cards]]\nsize = \"poker\"\n";

pub fn cards(lines: &str) -> Vec<u8> {
    format!("{CARDS}{lines}\n").into_bytes()
}

fn list(count: usize, item: impl Fn(usize) -> String) -> String {
    format!("[{}]", (0..count).map(item).collect::<Vec<_>>().join(","))
}

#[test]
fn long_layouts_that_unfold_are_refused_everywhere() {
    let keys = format!("rows = {}", list(5000, |n| format!("{{ a{n} = 1 }}")));
    refused_everywhere(&[("g.toml", cards(&keys))], "HX111", "more than 2000000 cells");
    let text = |_| "{ text = \"x\", font = \"9pt\" }".to_owned();
    let texts = format!("rows = {}\nface = {}", list(9000, |n| format!("{{ a = {n} }}")), list(500, text));
    refused_everywhere(&[("g.toml", cards(&texts))], "HX111", "more than 2000000 elements");
    let like = |n| format!("[[cards]]\nname = \"c{n}\"\nlike = \"c{}\"\n", n - 1);
    let chain =
        format!("name = \"c0\"\nface = {}\n{}", list(2000, text), (1..2000).map(like).collect::<String>());
    refused_everywhere(&[("g.toml", cards(&chain))], "HX010", "more than 200000 values");
}

/// The limit on characters ends the run, not the limit on time.
#[test]
fn long_texts_on_many_pieces_are_counted() {
    let rows = list(2000, |n| format!("{{ a = {n} }}"));
    let face = format!(
        "[{{ text = \"{{{{ a }}}}{}\", font = \"0.2pt\", shrink = \"0.1pt\" }}]",
        "w ".repeat(45_000)
    );
    let files = [("g.toml", cards(&format!("rows = {rows}\nface = {face}")))];
    for command in ["build", "check"] {
        let (status, output) = bounded(&files, &format!("{command} g.toml"));
        assert_eq!(status, Some(2), "{command}: {output}");
        assert!(
            output.contains("add up to more than 3000000 characters") && !output.contains("HX016"),
            "{command}: {output}"
        );
    }
}

#[test]
fn mistakes_without_end_are_counted() {
    let many = |lines: String| {
        let files = [("g.toml", format!("[game]\n{lines}").into_bytes())];
        for command in ["build", "check", "build --json"] {
            let (status, output) = bounded(&files, &format!("{command} g.toml"));
            assert_eq!(status, Some(2), "{command}: {output}");
            assert!(
                command.ends_with("json") || output.contains("more mistakes are not listed"),
                "{command}: {output}"
            );
        }
        assert!(in_an_editor(&files).contains("HX024"));
    };
    many((0..5_000).map(|n| format!("a{n} = 1\n")).collect());
    many("[[cards]]\n".repeat(5_000));
    let long = |start: char, n: usize| format!("{start}{n:099}");
    let colours: String = (0..5000).map(|n| format!("{} = \"red\"\n", long('a', n))).collect();
    let fills = list(300, |n| format!("{{ fill = \"{}\" }}", long('b', n)));
    let wrong = format!("[colours]\n{colours}[[cards]]\nsize = \"poker\"\nface = {fills}\n");
    let (status, output) = bounded(&[("g.toml", wrong.into_bytes())], "check g.toml");
    assert_eq!((status, output.matches("error[HX105]").count()), (Some(2), 300), "{output}");
}

#[test]
fn an_address_that_is_no_path_does_not_end_the_server_of_an_editor() {
    let text = json!({ "uri": "file://%C3%A9:/x.toml", "text": "[game]" });
    let message = json!({ "method": "textDocument/didOpen", "params": { "textDocument": text } }).to_string();
    let input = format!("Content-Length: {}\r\n\r\n{message}", message.len());
    let (_, output) = bounded(&[("in", input.into_bytes())], "lsp < in");
    assert_eq!(output, "");
}

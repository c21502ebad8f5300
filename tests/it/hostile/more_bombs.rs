//! Tests of small files that could make hexpress use much time or memory: tables, XML files, JPEGs,
//! colours and maps. The module `bombs` tests other such files.
//!
//! The preview is tested with files of `tests/bombs`. The last test ends builds early, and makes sure
//! that no hidden folders are left.

#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::hostile::bombs::{FONTS, KILOBYTES, LAYOUTS, SECONDS, bomb, borrowed, bounded, cards, refused};
use crate::support::run::{Folder, PROGRAM};
use crate::support::workbook;

/// Returns what the page of the preview shows for `g.toml`, which is next to these files.
#[track_caller]
fn in_a_preview(files: &[(&str, Vec<u8>)]) -> String {
    let folder = Folder::new();
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    let line =
        format!("ulimit -t {SECONDS}; ulimit -d {KILOBYTES}; exec \"$HEXPRESS\" preview --no-open g.toml");
    let mut command = Command::new("sh");
    command.args(["-c", &line]).env("HEXPRESS", PROGRAM).current_dir(folder.path());
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    let (_, port) = first.trim().trim_end_matches('/').rsplit_once(':').expect(&first);
    let ask = || {
        let mut connection = TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
        connection.set_read_timeout(Some(Duration::from_secs(180))).unwrap();
        write!(connection, "GET /sheets HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n").unwrap();
        let mut answer = String::new();
        connection.read_to_string(&mut answer).unwrap();
        answer
    };
    // The preview must still answer a second request.
    let [one, again] = [ask(), ask()];
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(one, again);
    one
}

#[test]
fn a_preview_tells_of_bombs_and_goes_on() {
    let letters = FONTS.map(|name| (name, "HX204", "is broken or endless"));
    for (name, code, words) in LAYOUTS.into_iter().chain(letters) {
        let reported = in_a_preview(&borrowed(&bomb(name)));
        assert!(reported.contains(code) && reported.contains(words), "{name}: {reported}");
    }
}

fn table(name: &str) -> Vec<u8> {
    cards(&format!("data = \"{name}\"\nface = [{{ text = \"{{{{ a }}}}\", font = \"9pt\" }}]"))
}

#[test]
fn tables_of_one_long_line() {
    let cell = format!("a\n{}\n", "x".repeat(63 << 20)).into_bytes();
    refused(&[("g.toml", table("a.csv")), ("a.csv", cell)], "HX121", "32,767 characters");
    let columns = ",".repeat(63 << 20).into_bytes();
    refused(&[("g.toml", table("a.csv")), ("a.csv", columns)], "HX121", "more than 10000 columns");
    let keys = format!("[{{{}\"a\":1}}]", "\"a\":1,".repeat(3_000_000)).into_bytes();
    refused(&[("g.toml", table("a.json")), ("a.json", keys)], "HX121", "more than 10000 columns");
    let object = format!("{{{}\"a\":1}}", "\"a\":1,".repeat(5000));
    let twice = format!("[{}{{\"a\":1}}]", format!("{object},").repeat(40)).into_bytes();
    let (status, output) = bounded(&[("g.toml", table("a.json")), ("a.json", twice)], "build g.toml");
    assert!(status == Some(2) && output.contains("the key `a` is repeated in this object"), "{output}");
    let items = format!("[{}1]", "1,".repeat(20 << 20)).into_bytes();
    refused(&[("g.toml", table("a.json")), ("a.json", items)], "HX121", "more than 2000000 cells");
}

#[test]
fn elements_with_very_many_attributes() {
    let attributes: String = (0..200_000).map(|n| format!(" a{n}=''")).collect();
    let book = workbook::raw(&format!("<sheetData><row{attributes}/></sheetData>"));
    refused(&[("g.toml", table("a.xlsx")), ("a.xlsx", book)], "HX121", "more than 1000 attributes");
    let svg = |start: &str, rest: &str| {
        let frame = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\">";
        format!("{start}{frame}{rest}</svg>").into_bytes()
    };
    let entity = format!("<!-- <svg --><!DOCTYPE svg [<!ENTITY e \"<path{attributes}/>\">]>");
    for picture in [svg("", &format!("<path{attributes}/>")), svg(&entity, "&e;")] {
        let layout = cards("face = [{ image = \"a.svg\", size = \"9 x 9mm\" }]");
        refused(&[("g.toml", layout), ("a.svg", picture.clone())], "HX206", "more than 1000 attributes");
        let (status, output) = bounded(&[("a.svg", picture)], "check a.svg");
        assert!(status == Some(2) && output.contains("more than 1000 attributes"), "{output}");
    }
}

/// Returns a JPEG whose header states `side` x `side` pixels and this number of inks.
fn jpeg(side: u16, inks: u8) -> Vec<u8> {
    let [high, low] = side.to_be_bytes();
    let mut file = vec![0xff, 0xd8, 0xff, 0xc0, 0, 8 + 3 * inks, 8, high, low, high, low, inks];
    file.extend((1..=inks).flat_map(|ink| [ink, 0x11, 0]));
    file.extend(b"\xff\xda\0\x08\x01\x01\0\0\x3f\0\0\xff\xd9");
    file
}

#[test]
fn jpegs_that_would_be_large() {
    for (side, inks, words) in
        [(9_999, 3, "takes 286 MiB uncompressed"), (9_000, 4, "takes 308 MiB uncompressed")]
    {
        for format in ["", " --format png"] {
            let layout = cards("face = [{ image = \"a.jpg\", size = \"40 x 40mm\" }]");
            let files = [("g.toml", layout), ("a.jpg", jpeg(side, inks))];
            let (status, output) = bounded(&files, &format!("build g.toml{format}"));
            assert!(status == Some(2) && output.contains("HX206") && output.contains(words), "{output}");
        }
    }
}

#[test]
fn colours_in_a_chain_and_large_maps_end_soon() {
    let chain: String = (1..9000).map(|n| format!("c{n} = \"c{} 1% lighter\"\n", n - 1)).collect();
    let face = "[[cards]]\nsize = \"poker\"\nface = [{ fill = \"c8999\" }]\n";
    let layout = format!("[colours]\nc0 = \"red\"\n{chain}{face}");
    let (status, output) = bounded(&[("g.toml", layout.into_bytes())], "build g.toml --no-check");
    assert_eq!(status, Some(0), "{output}");
    let line = "a ".repeat(999);
    let map = format!("{}{line}b\n", format!("{line}a\n").repeat(999));
    let layout = format!(
        "[[board]]\ncells = \"square\"\nsheet = \"large\"\nsize = \"1 x 1mm\"\nmap = '''\n{map}'''\n[board.key]\na = {{ fill = \"red\" }}\n"
    );
    refused(&[("g.toml", layout.into_bytes())], "HX101", "does not define the character `b`");
}

/// Returns whether a folder contains, at any depth, the hidden folder of a run that saves.
fn has_hidden(folder: &Path) -> bool {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.into_iter().any(|entry| {
        entry.file_name().to_string_lossy().starts_with(".hexpress-")
            || entry.path().is_dir() && has_hidden(&entry.path())
    })
}

/// The test kills a build while the child process of the build saves files.
#[test]
fn a_build_that_is_ended_leaves_no_hidden_folder() {
    let rows: Vec<String> = (0..300).map(|n| format!("{{ a = {n} }}")).collect();
    let face = "face = [{ text = \"{{ a * 1 }}\", font = \"9pt\" }]";
    let lines = format!("rows = [{}]\n{face}", rows.join(","));
    let mut seen = 0;
    for signal in ["TERM", "INT", "KILL"].into_iter().cycle().take(6) {
        let folder = Folder::new();
        fs::write(folder.path().join("g.toml"), cards(&lines)).unwrap();
        let mut command = Command::new(PROGRAM);
        let typed = ["build", "g.toml", "--format", "svg", "--no-check", "--quiet"];
        let mut child = command.args(typed).current_dir(folder.path()).stderr(Stdio::null()).spawn().unwrap();
        while !has_hidden(folder.path()) && child.try_wait().unwrap().is_none() {}
        seen += usize::from(has_hidden(folder.path()));
        let number = child.id().to_string();
        Command::new("kill").args([&format!("-{signal}"), &number]).stderr(Stdio::null()).status().unwrap();
        child.wait().unwrap();
        let began = Instant::now();
        while has_hidden(folder.path()) {
            assert!(began.elapsed() < Duration::from_secs(20), "{signal}: {:?}", folder.all());
            std::thread::sleep(Duration::from_millis(20));
        }
    }
    assert!(seen > 0);
}

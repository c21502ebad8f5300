//! Tests of what holds for every correct layout.
//!
//! The built files are well-formed and small. The layout in the PDF builds the same PDF again. The
//! bytes are the same wherever and however the layout is built.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use super::layout::Layout;
use super::{PRINTER, built, photo};
use crate::support::programs::leave_out;
use crate::support::run::{Folder, PROGRAM};

/// The largest size of a file in bytes, and the bytes that each page may add. The user's own files
/// are not counted.
const MAX_FILE_BYTES: usize = 150_000;
const SMALL_PAGE: usize = 40_000;

/// The contents of files, by name.
type Files = BTreeMap<String, Vec<u8>>;

/// Returns all files in a folder and its subfolders, by relative path.
fn files_in(folder: &Path) -> Files {
    let mut files = Files::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(inside) = folders.pop() {
        for entry in std::fs::read_dir(inside).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false => {
                    let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
                    files.insert(name, std::fs::read(path).unwrap());
                }
            }
        }
    }
    files
}

/// Builds a layout in another process: on one core, in another locale and time zone, and in a
/// folder with another name.
fn elsewhere(layout: &Layout) -> Files {
    let outer = Folder::new();
    let folder = outer.path().join("Spiele für 日本 'n' more");
    for (name, bytes) in layout.files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).chain([
        ("x.toml", layout.text.as_bytes()),
        ("art/photo.png", &photo()),
        ("printer.toml", PRINTER.as_bytes()),
    ]) {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
    let one_core =
        Command::new("taskset").args(["-c", "0", "true"]).output().is_ok_and(|o| o.status.success());
    let mut command = if one_core { Command::new("taskset") } else { Command::new(PROGRAM) };
    if one_core {
        command.args(["-c", "0", PROGRAM]);
    }
    command.args(["build", "x.toml", "--no-check", "--quiet"]).args(&layout.options).current_dir(&folder);
    let places = [("LC_ALL", "tr_TR.UTF-8"), ("LANG", "de_DE"), ("TZ", "Pacific/Kiritimati"), ("HOME", "/")];
    let done = command.envs(places).env("SOURCE_DATE_EPOCH", "12345").output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    files_in(&folder.join("output"))
}

/// Returns the total size in bytes of the layout's own files that are attached to a PDF, such as data and
/// fonts.
fn carried(pdf: &[u8], layout: &Layout) -> usize {
    let document = lopdf::Document::load_mem(pdf).unwrap();
    let streams = document.objects.values().filter_map(|object| object.as_stream().ok());
    let own = streams.filter(|stream| {
        let bytes = stream.decompressed_content().unwrap_or_else(|_| stream.content.clone());
        stream.dict.has_type(b"EmbeddedFile") && layout.files.iter().any(|(_, own)| *own == bytes)
    });
    own.map(|stream| stream.content.len()).sum()
}

/// Returns what is wrong with one layout, or `None` if the build refuses it.
fn broken(layout: &Layout) -> Option<Vec<String>> {
    let folder = Folder::new();
    built(layout, &folder).ok()?;
    let mut reported = Vec::new();
    let here = files_in(&folder.path().join("output"));
    if elsewhere(layout) != here {
        reported.push("other bytes elsewhere".to_owned());
    }
    let pdfs: Vec<_> = here.iter().filter(|(name, _)| name.ends_with(".pdf")).collect();
    for (name, bytes) in &pdfs {
        let pages = hexpress::read::pdf(bytes).unwrap().pages.len();
        let own = carried(bytes, layout);
        if bytes.len() > MAX_FILE_BYTES + pages * SMALL_PAGE + own {
            reported.push(format!("{name}: {} bytes for {pages} pages, {own} of own files", bytes.len()));
        }
        let checked =
            Command::new("qpdf").args(["--check", name]).current_dir(folder.path().join("output")).output();
        match checked {
            Ok(checked) if checked.status.success() => {}
            Ok(checked) => reported.push(format!("{name}: {}", String::from_utf8_lossy(&checked.stdout))),
            Err(_) => leave_out("qpdf", "it is not installed"),
        }
    }
    // From a PDF that carries its layout, hexpress can build all files of the same build again. With --split,
    // it can build only this PDF again.
    let count = if layout.options.iter().any(|option| option == "--split") { 1 } else { pdfs.len() };
    if let Some((name, _)) = pdfs.first().filter(|_| !layout.text.contains("embed = false")) {
        let args = ["build", &format!("output/{name}"), "--output", "again", "--no-check", "--quiet"];
        let (status, _, program_output) = super::program(&args, &folder);
        let again = folder.path().join("again");
        let again = if again.is_dir() { files_in(&again) } else { Files::new() };
        let missing = pdfs.iter().take(count).filter(|(name, bytes)| again.get(*name) != Some(bytes));
        reported.extend(
            missing.map(|(name, _)| format!("{name} is not built again: {status}, {program_output}")),
        );
    }
    Some(reported)
}

#[track_caller]
fn assert_properties_hold(seeds: std::ops::Range<u64>) {
    let mut wrong = Vec::new();
    let mut looked_at = 0;
    for seed in seeds.clone() {
        let layout = Layout::random(seed);
        let Some(reported) = broken(&layout) else { continue };
        looked_at += 1;
        if !reported.is_empty() {
            wrong.push(format!("seed {seed}: {}: {}", layout.options.join(" "), reported.join("; ")));
        }
    }
    println!("{looked_at} layouts of {}", seeds.end - seeds.start);
    assert!(wrong.is_empty(), "{} of {looked_at}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(looked_at * 2 > seeds.end - seeds.start);
}

#[test]
fn right_layouts_are_the_same_everywhere_and_build_themselves_again() {
    assert_properties_hold(3000..3006);
}

#[test]
#[ignore = "for whoever looks for more; FROM=100 TO=400"]
fn more_right_layouts_are_the_same_everywhere() {
    let number = |key: &str, or: u64| std::env::var(key).map_or(or, |text| text.parse().unwrap());
    assert_properties_hold(number("FROM", 0)..number("TO", 200));
}

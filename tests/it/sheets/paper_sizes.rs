//! Tests of builds that make a file for each size of paper: the names of the files, what each file
//! says about the others, and which older files are removed.

use hexpress::record::{RECORD, Record};

use crate::support::measure::count;
use crate::support::run::{Ran, Run};

/// A small deck, a large board, a small deck with backs, and a large landscape mat.
const MIXED: &str = r#"
[[cards]]
name = "first"
size = "63 x 88mm"
face = [{ text = "First", font = "20pt" }]

[[board]]
name   = "map"
cells  = "flat-top"
across = "40mm"
shape  = "hexhex 3"

[[cards]]
name   = "second"
size   = "63 x 88mm"
copies = 12
face   = [{ text = "Second", font = "20pt" }]
back   = [{ fill = "navy" }]

[[cards]]
name  = "mat"
sheet = "large"
size  = "390 x 200mm"
face  = [{ text = "Mat", font = "20pt" }]
"#;

const LARGE_FILE: &str = "output/x-iso-a3.pdf";
const SMALL_FILE: &str = "output/x-iso-a4.pdf";
const BOTH: &str = "output/x-iso.pdf";

fn run(more: &[&str]) -> Run {
    Run::new().file("x.toml", MIXED).args(["build", "x.toml"]).args(more.iter().copied())
}

fn built(more: &[&str]) -> Ran {
    run(more).run()
}

fn record(ran: &Ran, name: &str) -> Record {
    let document = ran.pdf(name);
    let file = document.attachments.iter().find(|a| a.name == RECORD).expect("a record");
    Record::from_json(std::str::from_utf8(&file.bytes).unwrap()).expect("a record that can be read")
}

#[test]
fn each_size_of_paper_has_a_file() {
    for (paper, words) in [
        ("iso", vec!["a3", "a4"]),
        ("us", vec!["letter", "tabloid"]),
        ("both", vec!["large", "small"]),
        ("a3+letter", vec!["a3", "letter"]),
        ("a3-plus+210x297mm", vec!["a3-plus", "a4"]),
        ("430x310mm+200x290mm", vec!["200x290mm", "310x430mm"]),
    ] {
        let ran = built(&["--paper", paper, "--output", "out"]);
        let names: Vec<_> = words.iter().map(|word| format!("out/x-{paper}-{word}.pdf")).collect();
        assert_eq!(ran.folder.all(), [&names[..], &[format!("out/x-{paper}.txt"), "x.toml".into()]].concat());
        for name in &names {
            let document = ran.pdf(name);
            let sides = |page: &hexpress::read::Page| {
                let (w, h) = (page.media.width(), page.media.height());
                (w.min(h).round(), w.max(h).round())
            };
            let first = sides(&document.pages[0]);
            assert!(document.pages.iter().all(|page| sides(page) == first), "{name}");
        }
    }
    // Portrait and landscape sheets of the same paper count as one size.
    let large = built(&[]).pdf(LARGE_FILE);
    let lie: Vec<_> = large.pages.iter().map(|page| page.media.width() > page.media.height()).collect();
    assert_eq!(lie, [false, true]);
    // If all printed sheets have one size, there is one file.
    assert_eq!(built(&["--paper", "a3"]).folder.files(), ["output/x-a3.pdf", "x.toml"]);
    assert_eq!(built(&["--only", "first,second"]).folder.files(), [BOTH, "x.toml"]);
    let few = ["output/x-iso-a3.pieces.pdf", "output/x-iso-a4.pieces.pdf"];
    assert_eq!(
        built(&["--pieces", "second:3", "--pieces", "mat:1"]).folder.files(),
        [few[0], few[1], "x.toml"]
    );
}

#[test]
fn sheets_keep_their_order_and_their_sides() {
    let ran = built(&[]);
    let (large, small) = (ran.pdf(LARGE_FILE), ran.pdf(SMALL_FILE));
    // The file for the small paper has the cards from before and after the board. The first cards
    // have an empty back, and the two sheets after them have printed backs.
    assert_eq!((small.pages.len(), small.duplex.as_deref()), (6, Some("DuplexFlipLongEdge")));
    assert_eq!([0, 2, 4].map(|page| count(&small.pages[page], "First")), [1, 0, 0]);
    assert_eq!([0, 2, 4].map(|page| count(&small.pages[page], "Second")), [0, 9, 3]);
    assert_eq!((large.pages.len(), large.duplex.as_deref()), (2, Some("Simplex")));
    assert_eq!(count(&large.pages[1], "Mat"), 1);
    for (name, document) in [("x-iso-a3.pdf", &large), ("x-iso-a4.pdf", &small)] {
        for page in &document.pages {
            let line = format!("{name} · page {} of {}", page.number, document.pages.len());
            assert!(
                crate::support::measure::texts(page).any(|(_, text)| text.string.contains(&line)),
                "{line}"
            );
        }
    }
    // A cut plan is in the same file as its sheets, and names the pages of this file.
    let planned = built(&["--cut-plan"]);
    let page = planned.pdf(LARGE_FILE).pages.pop().unwrap();
    assert_eq!(count(&page, "Cutting page 2: mat"), 1);
    let page = planned.pdf(SMALL_FILE).pages.pop().unwrap();
    assert_eq!(count(&page, "Cutting page 5: second"), 1);
    let cuts = built(&["--format", "cut-svg"]);
    assert!(cuts.stdout.contains("cuts page 2 of x-iso-a3.pdf"), "{}", cuts.stdout);
    assert!(cuts.stdout.contains("cuts page 5 of x-iso-a4.pdf"), "{}", cuts.stdout);
}

#[test]
fn each_file_builds_all_of_them_again() {
    let ran = built(&["--margin", "8mm"]);
    let part = record(&ran, SMALL_FILE).part.unwrap();
    assert_eq!((part.sheet.as_str(), &part.of[..]), ("a4", &["a4".to_owned(), "a3".to_owned()][..]));
    assert_eq!(part.components, ["first", "second"]);
    assert_eq!(record(&ran, SMALL_FILE).options, record(&ran, LARGE_FILE).options);
    for given in [&[LARGE_FILE][..], &[SMALL_FILE], &[LARGE_FILE, SMALL_FILE]] {
        let mut again = Run::new().args(["build", "--output", "again"]);
        for (name, file) in ["a.pdf", "b.pdf"].into_iter().zip(given) {
            again = again.file(name, ran.bytes(file)).args([name]);
        }
        let again = again.run();
        for name in [LARGE_FILE, SMALL_FILE] {
            assert!(again.bytes(&name.replace("output", "again")) == ran.bytes(name), "{name} of {given:?}");
        }
    }
    let whole = built(&["--one-file"]);
    assert!(record(&whole, BOTH).options.one_file && record(&whole, BOTH).part.is_none());
    let again = Run::new().file("x.pdf", whole.bytes(BOTH)).args(["build", "x.pdf"]).run();
    assert_eq!(again.folder.files(), [BOTH, "x.pdf"]);
    assert!(again.bytes(BOTH) == whole.bytes(BOTH));
}

#[test]
fn files_are_judged_together_or_each_by_itself() {
    let ran = built(&[]);
    let check = |names: &[&str]| {
        let run = names.iter().fold(Run::new(), |run, name| run.file(name, ran.bytes(name)));
        run.args(["check"]).args(names.iter().copied()).any_stderr()
    };
    let output = check(&[LARGE_FILE, SMALL_FILE]).run().stdout;
    assert!(
        output.contains("19 cells, 42 adjacencies, 14 pieces, worst") && output.ends_with(": clean\n"),
        "{output}"
    );
    let output = check(&[SMALL_FILE]).run().stdout;
    assert!(output.contains(": 13 pieces, 1 of 2 files, worst") && output.ends_with(": clean\n"), "{output}");
    let output = check(&[LARGE_FILE]).run().stdout;
    assert!(output.contains("1 piece, 1 of 2 files, worst") && output.ends_with(": clean\n"), "{output}");
    let json = check(&[SMALL_FILE]).args(["--json"]).run().json();
    assert_eq!(json["results"][0]["files-of-the-build"], 2);
    // If pages are missing in one file, the checker reports them for this file.
    let mut file = lopdf::Document::load_mem(&ran.bytes(SMALL_FILE)).unwrap();
    file.delete_pages(&[5, 6]);
    let mut torn = Vec::new();
    file.save_to(&mut torn).unwrap();
    let ran_torn = Run::new().file("torn.pdf", &torn).args(["check", "torn.pdf", "--json"]).status(1).run();
    let faults = ran_torn.json()["results"][0]["faults"].to_string();
    assert!(faults.contains("4 of 6 pages are in the file") && !faults.contains("map"), "{faults}");
    // `build` judges all files of the build together.
    let ran = run(&[]).checked().run();
    assert!(ran.stdout.contains("checked: 19 cells, 42 adjacencies, 14 pieces, worst"), "{}", ran.stdout);
}

#[test]
fn one_file_says_how_to_print_it() {
    let ran = built(&["--one-file"]);
    assert_eq!(ran.folder.files(), [BOTH, "x.toml"]);
    // The board is last, so its sheet has no page for the back.
    assert_eq!(ran.pdf(BOTH).pages.len(), 9);
    let output =
        "  This file has sheets of different sizes, and a print queue may shrink them all: print it with
  lp -o print-scaling=none, or build without --one-file, which makes a file for each size.\n";
    assert!(ran.stdout.contains(output), "{}", ran.stdout);
    assert!(!built(&[]).stdout.contains("different sizes"));
    assert!(!built(&["--one-file", "--paper", "a3"]).stdout.contains("different sizes"));
    let json = built(&["--json"]).json();
    let papers: Vec<_> =
        json["results"][0]["files"].as_array().unwrap().iter().map(|f| &f["paper"]).collect();
    assert_eq!(papers, ["A4", "A3"]);
    assert!(built(&["--one-file", "--json"]).json()["results"][0]["files"][0]["paper"].is_null());
    for (more, output) in [
        (
            ["--split"].as_slice(),
            "--one-file and --split cannot be used together\n |\n = help: delete --one-file: --split makes a file for each stack",
        ),
        (
            &["--format", "svg"],
            "--one-file cannot be used with --format svg: each sheet becomes a separate SVG file\n |\n = help: delete --one-file",
        ),
    ] {
        let run = run(&["--one-file"]).args(more.iter().copied()).status(2).no_files();
        run.stderr(&format!("error[HX013]: {output}")).run();
    }
}

#[test]
fn replaced_files_are_removed() {
    let (parts, whole) = (built(&[]), built(&["--one-file"]));
    let with = |names: &[(&str, Vec<u8>)], more: &[&str]| {
        names.iter().fold(run(more), |run, (name, bytes)| run.file(name, bytes))
    };
    let old = [(BOTH, whole.bytes(BOTH))];
    assert_eq!(with(&old, &[]).run().folder.files(), [LARGE_FILE, SMALL_FILE, "x.toml"]);
    let old = [(LARGE_FILE, parts.bytes(LARGE_FILE)), (SMALL_FILE, parts.bytes(SMALL_FILE))];
    assert_eq!(with(&old, &["--one-file"]).run().folder.files(), [BOTH, "x.toml"]);
    // The build keeps files that were built with other options, come from someone else, or have
    // another name.
    let other = built(&["--one-file", "--only", "map"]);
    for (name, bytes) in [
        (BOTH, other.bytes(BOTH)),
        (BOTH, built(&["--one-file", "--margin", "9mm"]).bytes(BOTH)),
        (BOTH, b"%PDF-1.4 of somebody".to_vec()),
        ("output/x-iso-b4.pdf", whole.bytes(BOTH)),
        ("output/x-iso-a4 (1).pdf", whole.bytes(BOTH)),
    ] {
        let files = with(&[(name, bytes)], &[]).run().folder.files();
        assert!(files.contains(&name.to_owned()), "{name} of {files:?}");
    }
    // The build keeps a file that the user has changed, and prints a warning.
    let mut changed = whole.bytes(BOTH);
    changed.extend(b"\n% a note\n");
    let output = "warning[HX015]: output/x-iso.pdf is not from this build, and is kept because it was changed
 |
 = help: move it to another folder";
    assert_eq!(with(&[(BOTH, changed)], &[]).stderr(output).run().folder.files().len(), 4);
    // A file that an older version of hexpress wrote does not show whether it was changed since.
    let mut older = whole.bytes(BOTH);
    let at = older.windows(5).rposition(|window| window == b"/ID[<").unwrap() + 5;
    older.copy_within(at..at + 32, at + 34);
    older.extend(b"\n% /Producer(hexpress 0.0.1)\n");
    let output =
        "warning[HX015]: output/x-iso.pdf is from an earlier version of hexpress, and other files replace it
 |
 = help: delete it: a print queue may shrink sheets of different sizes that are in one file";
    assert_eq!(with(&[(BOTH, older)], &[]).stderr(output).run().folder.files().len(), 4);
    // The build never removes a file that is named on the command line.
    let given =
        Run::new().file(SMALL_FILE, parts.bytes(SMALL_FILE)).args(["build", SMALL_FILE, "--one-file"]);
    assert_eq!(given.run().folder.files(), [SMALL_FILE, BOTH]);
}

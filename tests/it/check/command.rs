//! Tests of `hexpress check`, of `hexpress rules`, and of the check at the end of `build`, as users run
//! them.

use hexpress::check;

use crate::support::run::{Ran, Run};

const PAGE: &str = include_str!("../../../docs/check.md");

/// A board on which every label is too small.
const SMALL_LABELS: &str = "[[board]]\ncells = \"flat-top\"\nacross = \"20mm\"\nshape = \"hexhex 1\"\n\
                     cell = { label = \"Harbour\" }\n[board.labels]\nfont = \"4pt\"\n";
const SMALL_SAID: &str = "error[HX424]: page 1 at (148.6, 105) mm: \"Harbour\" is 4.0 pt; the minimum is 5 pt
 --> mine.toml:6:8
  |
6 | cell = { label = \"Harbour\" }
  |        ^^^^^^^^^^^^^^^^^^^^^";

fn built(args: &[&str]) -> Ran {
    Run::new().args(["build"]).args(args.iter().copied()).any_stderr().run()
}

/// Starts a run in a folder that has the files of an earlier run.
fn with(ran: &Ran) -> Run {
    ran.folder.files().iter().fold(Run::new(), |run, name| run.file(name, ran.bytes(name)))
}

#[test]
fn every_bundled_game_is_clean_on_both_papers() {
    for paper in ["iso", "us"] {
        let games = hexpress::bundled::GAMES.iter().map(|game| game.id);
        let ran = Run::new().args(["check", "--paper", paper, "--deny", "warnings"]).args(games).run();
        assert_eq!(ran.stdout.lines().filter(|line| line.ends_with(": clean")).count(), 5, "{}", ran.stdout);
        // Reading SVG takes long, and the sheets of both papers are similar. SVG is therefore tested for
        // one paper only.
        let formats: &[&str] = if paper == "us" { &["pdf", "svg"] } else { &["pdf"] };
        for format in formats {
            let made = built(&["--all", "--paper", paper, "--format", format, "--no-check"]);
            let names = made.folder.files();
            let mut folders: Vec<_> = names.iter().map(|name| name.rsplit_once('/').unwrap().0).collect();
            folders.dedup();
            let ran = with(&made).args(["check", "--deny", "warnings"]).args(folders).run();
            let clean = ran.stdout.lines().filter(|line| line.ends_with(": clean")).count();
            assert_eq!(clean, 5, "{paper} {format}: {}", ran.stdout);
            assert!(!ran.stdout.contains("not judged: rules of"), "{}", ran.stdout);
        }
    }
}

#[test]
fn what_is_proved_stands_in_one_line() {
    Run::new()
        .args(["check", "hexagonal-thing"])
        .stdout("hexagonal-thing.toml (bundled): 37 cells, 90 adjacencies, 38 pieces, worst deviation 0.0005 mm: clean")
        .no_files()
        .run();
    Run::new().args(["check", "hexagonal-thing", "--quiet"]).stdout("").run();
}

#[test]
fn a_fault_has_its_place_on_paper_and_in_the_layout() {
    let small = SMALL_LABELS.replace("[[board]]\n", "[[board]]\nsheet = \"small\"\n");
    Run::new()
        .file("mine.toml", &small)
        .args(["check", "mine.toml"])
        .stderr(SMALL_SAID)
        .stdout("mine.toml: 1 cell, worst deviation 0.3528 mm: 1 error")
        .status(1)
        .run();
}

#[test]
fn build_ends_with_the_verdict() {
    let ran = Run::new().args(["build", "inphexion"]).checked().run();
    assert!(
        ran.stdout.contains("\n  checked: 49 cells, 120 adjacencies, 52 pieces, worst deviation 0.000"),
        "{}",
        ran.stdout
    );
    let ran = Run::new()
        .file("mine.toml", SMALL_LABELS)
        .args(["build", "mine.toml"])
        .checked()
        .any_stderr()
        .status(1)
        .run();
    assert!(ran.stdout.ends_with(": 1 error\n"), "{}", ran.stdout);
    assert!(ran.bytes("output/mine-iso.pdf").starts_with(b"%PDF"), "the file is written all the same");
    let ran = Run::new()
        .file("mine.toml", SMALL_LABELS)
        .args(["build", "mine.toml", "--json"])
        .checked()
        .status(1)
        .run();
    let value = ran.json();
    assert_eq!(value["status"], 1);
    assert_eq!(value["results"][0]["check"]["faults"][0]["code"], "HX424");
    let ran = Run::new().file("mine.toml", SMALL_LABELS).args(["build", "mine.toml", "--no-check"]).run();
    assert!(!ran.stdout.contains("checked"));
}

#[test]
fn programs_read_the_same() {
    let value = Run::new()
        .file("mine.toml", SMALL_LABELS)
        .args(["check", "mine.toml", "--json"])
        .status(1)
        .run()
        .json();
    let result = &value["results"][0];
    assert_eq!((result["clean"].as_bool(), result["cells"].as_u64()), (Some(false), Some(1)));
    let fault = &result["faults"][0];
    assert_eq!((fault["code"].as_str(), fault["severity"].as_str()), (Some("HX424"), Some("error")));
    assert_eq!((fault["page"].as_u64(), fault["layout"]["line"].as_u64()), (Some(1), Some(5)));
    assert_eq!(fault["piece"], "board/cell:0,0");
    for key in result.as_object().unwrap().keys().chain(fault.as_object().unwrap().keys()) {
        assert!(PAGE.contains(&format!("`{key}`")), "docs/check.md does not explain `{key}`");
    }
}

#[test]
fn a_rule_may_be_broken_with_a_reason() {
    let allowed =
        format!("[game]\nallow = [{{ code = \"HX424\", because = \"it is a map\" }}]\n{SMALL_LABELS}");
    let ran = Run::new().file("mine.toml", &allowed).args(["check", "mine.toml"]).run();
    assert!(ran.stdout.contains("allowed: HX424, 1 time: it is a map\n"), "{}", ran.stdout);
    assert!(ran.stdout.ends_with(": clean, 1 allowed\n"), "{}", ran.stdout);
    for (allow, output) in [
        ("{ code = \"HX424\" }", "an entry of `allow` needs `because`, the reason"),
        ("{ because = \"x\" }", "an entry of `allow` needs its `code`"),
        ("{ code = \"HX999\", because = \"x\" }", "unknown rule code `HX999`"),
        (
            "{ code = \"HX101\", because = \"x\" }",
            "HX101 is not a rule of the checker, so it cannot be allowed",
        ),
    ] {
        let text = format!("[game]\nallow = [{allow}]\n{SMALL_LABELS}");
        let ran = Run::new().file("mine.toml", &text).args(["check", "mine.toml", "--json"]).status(2).run();
        assert_eq!(ran.json()["diagnostics"][0]["message"], output);
    }
}

#[test]
fn warnings_are_errors_where_they_are_denied() {
    // Two colours that look the same on a grey printer.
    let text = "[[board]]\ncells = \"flat-top\"\nacross = \"20mm\"\nmap = '''\nA\n    B\n'''\n[board.key]\n\
                A = { kind = \"a\", fill = \"#99DDFF\" }\nB = { kind = \"b\", fill = \"#FFC4C4\" }\n";
    let run = || Run::new().file("mine.toml", text).args(["check", "mine.toml"]).any_stderr();
    assert!(run().run().stdout.ends_with(": clean, 1 warning\n"));
    run().args(["--deny", "warnings"]).status(1).run();
}

#[test]
fn parts_that_were_left_out_are_no_faults() {
    let made = built(&["hexagonal-thing", "--split"]);
    let ran = with(&made).args(["check", "output/hexagonal-thing-iso-board.pdf"]).run();
    assert!(ran.stdout.contains("37 cells"), "{}", ran.stdout);
    let ran = with(&made).args(["check", "output"]).run();
    assert!(
        ran.stdout.ends_with("37 cells, 90 adjacencies, 38 pieces, worst deviation 0.0005 mm: clean\n"),
        "{}",
        ran.stdout
    );
    let few = built(&["hexagonal-thing", "--pieces", "movement:3,7"]);
    let ran = with(&few).args(["check", "output/hexagonal-thing-iso.pieces.pdf"]).run();
    assert!(ran.stdout.contains(": 2 pieces, "), "{}", ran.stdout);
    let discs = built(&["inphexion", "--only", "discs"]);
    let ran = with(&discs).args(["check", "output/inphexion-iso.pdf"]).run();
    assert!(
        ran.stdout.starts_with(
            "not judged: whether `discs` fits the cells of `board`: the board is not on these pages\n"
        ),
        "{}",
        ran.stdout
    );
    let sheets = built(&["hexagonal-thing", "--format", "svg"]);
    let ran = with(&sheets).args(["check", "output/hexagonal-thing-iso/02-movement.svg"]).run();
    assert!(ran.stdout.contains("not judged: whether all pieces are there"), "{}", ran.stdout);
}

#[test]
fn a_file_of_another_program_is_judged_as_far_as_it_can_be() {
    // The pages of rules are left out, because the checker would report the small text in their
    // pictures.
    let own = built(&["hexagonal-thing", "--paper", "a3", "--only", "board,movement,pounds,dollars"]);
    let mut file = lopdf::Document::load_mem(&own.bytes("output/hexagonal-thing-a3.pdf")).unwrap();
    file.catalog_mut().unwrap().remove(b"Names");
    file.catalog_mut().unwrap().remove(b"AF");
    file.catalog_mut().unwrap().remove(b"ViewerPreferences");
    // If hexpress were still named as the producer, the checker would report that the attached
    // record is missing.
    let info = file.trailer.get(b"Info").unwrap().as_reference().unwrap();
    file.get_dictionary_mut(info).unwrap().set("Producer", lopdf::Object::string_literal("another program"));
    let mut theirs = Vec::new();
    file.save_to(&mut theirs).unwrap();
    let ran = Run::new().file("theirs.pdf", &theirs).args(["check", "theirs.pdf"]).any_stderr().run();
    assert!(ran.stdout.contains("not judged: theirs.pdf was not written by hexpress"), "{}", ran.stdout);
    assert!(ran.stdout.contains("found: page 1: 37 cells: hexhex 4, flat-top"), "{}", ran.stdout);
    assert!(ran.stdout.contains("print it at \"actual size\""), "{}", ran.stdout);
    // On the cards, a disc covers a cell of the small board. Only the layout shows that this is
    // intended, so the checker must not report it here.
    assert!(ran.stdout.contains(": clean"), "{}{}", ran.stderr, ran.stdout);
}

#[test]
fn unreadable_files_are_reported_once_with_status_2() {
    let run = |name: &str, bytes: &[u8]| Run::new().file(name, bytes).args(["check", name]).status(2);
    run("torn.pdf", &crate::games::ISO.0[..3000])
        .stderr("error[HX001]: torn.pdf: the end of this PDF is missing or damaged")
        .run();
    run("torn.svg", b"<svg width=\"10mm\"").any_stderr().run();
    for name in ["text.pdf", "text.svg"] {
        run(name, b"neither of them")
            .stderr(&format!(
                "error[HX001]: {name}: this is neither a PDF nor an SVG: a PDF begins with %PDF-, an SVG with <"
            ))
            .run();
    }
    run("text.txt", b"hello")
        .stderr("error[HX007]: text.txt is neither a layout (.toml) nor a finished file (.pdf, .svg)")
        .run();
    Run::new()
        .args(["check", "nothing.pdf"])
        .stderr("error[HX001]: nothing.pdf cannot be read: the file does not exist")
        .status(2)
        .run();
    Run::new()
        .args(["check", "hexagonal-thing", "--tolerance", "0mm"])
        .stderr("error[HX013]: --tolerance must be greater than 0 and at most 10 mm, not 0 mm")
        .status(2)
        .run();
}

/// The file has `use` elements that refer to groups of other `use` elements. Each level draws a
/// hundred times as much as the level before.
#[test]
fn a_file_that_unfolds_without_end_ends_in_one_message() {
    let mut text = "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
                    width=\"10mm\" height=\"10mm\" viewBox=\"0 0 10 10\"><defs><path id=\"a0\" d=\"M0 0h1v1z\"/>"
        .to_owned();
    for level in 1..8 {
        let uses = format!("<use xlink:href=\"#a{}\"/>", level - 1).repeat(100);
        text.push_str(&format!("<g id=\"a{level}\">{uses}</g>"));
    }
    text.push_str("</defs><use xlink:href=\"#a7\"/></svg>");
    let ran = Run::new().file("bomb.svg", &text).args(["check", "bomb.svg", "--json"]).status(2).run();
    let json = ran.json();
    let reported = json["diagnostics"].as_array().unwrap();
    assert_eq!((reported.len(), &reported[0]["code"]), (1, &"HX016".into()), "{reported:?}");
}

#[test]
#[cfg(unix)]
fn a_file_that_takes_all_memory_ends_in_one_message() {
    // The file draws a path with twenty thousand sides a million times. Without a limit, this would take half
    // a terabyte.
    let path = format!("M0 0{}", "h1v1h-1z".repeat(5000));
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"10mm\" \
         height=\"10mm\" viewBox=\"0 0 10 10\"><defs><path id=\"a0\" d=\"{path}\"/>"
    );
    for level in 1..4 {
        let uses = format!("<use xlink:href=\"#a{}\"/>", level - 1).repeat(100);
        text.push_str(&format!("<g id=\"a{level}\">{uses}</g>"));
    }
    text.push_str("</defs><use xlink:href=\"#a3\"/></svg>");
    let ran = Run::new().file("bomb.svg", &text).args(["check", "bomb.svg", "--json"]).status(2).run();
    let json = ran.json();
    let reported = json["diagnostics"].as_array().unwrap();
    assert_eq!(reported.len(), 1, "{reported:?}");
    let message = reported[0]["message"].as_str().unwrap();
    // On a busy machine, the time limit may be reached before the memory limit.
    let why = ["takes more than 500 MB of memory", "takes more than 10 seconds of processor time"];
    assert!(why.iter().any(|why| message.contains(why)), "{message}");
}

#[test]
fn faults_are_ringed_in_a_picture() {
    let run =
        || Run::new().file("mine.toml", SMALL_LABELS).args(["check", "mine.toml"]).any_stderr().status(1);
    let ran = run().args(["--picture", "faults.svg"]).run();
    let svg = String::from_utf8(ran.bytes("faults.svg")).unwrap();
    assert!(roxmltree::Document::parse(&svg).is_ok());
    assert!(svg.contains(">Harbour</text>") && svg.contains("stroke=\"#e0004d\""));
    let ran = run().args(["--picture", "faults.pdf"]).run();
    let pdf = ran.pdf("faults.pdf");
    assert_eq!(pdf.pages.len(), 1);
    let ring = |item: &hexpress::read::Item| match &item.kind {
        hexpress::read::ItemKind::Path { stroke: Some(stroke), .. } => stroke.colour.0 == [0xE0, 0, 0x4D],
        _ => false,
    };
    assert!(pdf.pages[0].items.iter().any(ring));
    // The PNG shows the same page, which is A3, at 150 dpi.
    let picture =
        crate::formats::png::decoded(&run().args(["--picture", "faults.png"]).run().bytes("faults.png"));
    assert_eq!((picture.wide, picture.high, picture.dpi), (2480, 1754, 150));
    assert!(picture.pixels().any(|pixel| pixel == [0xE0, 0, 0x4D, 255]), "no ring");
    Run::new()
        .args(["check", "hexagonal-thing", "--picture", "faults.gif"])
        .stderr(
            "error[HX013]: faults.gif: the name of the picture must end with .svg, .pdf or .png
 |
 = help: for a file that browsers show, write --picture faults.svg",
        )
        .status(2)
        .no_files()
        .run();
}

/// A PNG can be drawn only from a PDF, because the text of an SVG needs a browser.
#[test]
fn a_picture_of_pixels_is_drawn_of_a_pdf() {
    let made =
        Run::new().file("mine.toml", SMALL_LABELS).args(["build", "mine.toml", "--format", "svg"]).run();
    let svg = made.bytes("output/mine-iso/01-board.svg");
    let run =
        Run::new().file("mine.svg", svg).args(["check", "mine.svg", "--picture", "faults.png", "--json"]);
    let reported = run.any_stderr().status(2).no_files().run().json();
    let reported = &reported["diagnostics"][0];
    assert_eq!(reported["message"], "the picture cannot be drawn: a .png can show only the faults of a PDF");
    assert_eq!(reported["hint"], "write --picture faults.svg");
}

#[test]
fn pixels_are_not_judged() {
    let output = "error[HX007]: mine.png is made of pixels, which cannot be checked
 |
 = help: check the PDF of the same sheets, or the layout; for a scan of a print (.png, .jpg), name the file that was \
         printed: --against FILE.pdf";
    let run = Run::new().file("mine.png", "anything").args(["check", "mine.png"]);
    run.stdout("").stderr(output).status(2).no_files().run();
    let output = "error[HX007]: mine.cut.svg contains only cut lines, so the checker needs the print that they belong to
 |
 = help: add the PDF or the layout of the print: --against FILE.pdf";
    let run = Run::new().file("mine.cut.svg", "anything").args(["check", "mine.cut.svg"]);
    run.stdout("").stderr(output).status(2).no_files().run();
    // If a folder contains sheets, its pictures and its files with cut lines are skipped.
    let sheet = Run::new().args(["build", "hexagonal-thing", "--format", "svg", "--only", "board"]).run();
    let sheet = sheet.bytes("output/hexagonal-thing-iso/01-board.svg");
    let run =
        Run::new().file("a/01-board.svg", sheet).file("a/01-board.cut.svg", "").file("a/01-board.png", "");
    let output = run.args(["check", "a"]).run().stdout;
    assert!(output.contains("a/01-board.svg: 37 cells"), "{output}");
}

#[test]
fn every_rule_is_explained() {
    let ran = Run::new().args(["rules"]).run();
    for (code, _) in hexpress::diag::codes::ALL {
        assert!(ran.stdout.contains(&code.to_string()));
    }
    for rule in check::rules() {
        let ran = Run::new().args(["rules", &rule.code.to_string()]).run();
        for part in [rule.title, rule.why, rule.right, rule.wrong] {
            assert!(ran.stdout.contains(part), "{}", ran.stdout);
        }
    }
    Run::new()
        .args(["rules", "HX999"])
        .stderr("error[HX112]: unknown code `HX999`\n |\n = help: run `hexpress rules` for all codes")
        .status(2)
        .run();
}

#[test]
fn the_page_lists_every_rule() {
    let mut table = String::new();
    for rule in check::rules() {
        table.push_str(&format!("| {} | {} |\n", rule.code, rule.title));
    }
    let head = "| code | what holds |\n|---|---|\n";
    let (before, written) = PAGE.split_once(head).unwrap();
    if written != table && std::env::var_os("UPDATE").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/check.md");
        std::fs::write(path, format!("{before}{head}{table}")).unwrap();
        return;
    }
    assert!(written == table, "docs/check.md should end with\n{table}");
}

#[test]
fn rules_are_listed_in_the_order_of_their_codes() {
    let codes: Vec<_> = check::rules().map(|rule| rule.code).collect();
    assert!(codes.is_sorted());
    // If a code has a rule, the rule contains the meaning of the code, and the text in `ALL` is empty. For
    // all other codes, `ALL` contains the meaning.
    for (code, meaning) in hexpress::diag::codes::ALL {
        assert_eq!(meaning.is_empty(), codes.contains(code), "{code}");
    }
}

//! Tests of the command line: the messages, as text or as JSON, and the exit status. Mistakes in layouts are
//! tested in `language/mistakes.rs`.

use std::process::{Command, Stdio};

use hexpress::bundled::GAMES;
use serde_json::Value;

use crate::games::HEXAGONAL_THING;
use crate::support::run::{Folder, PROGRAM, Reader, Run, program, program_for};

const CARD: &str = "[[cards]]\nsize = \"41 x 63mm\"\n";

#[test]
fn without_arguments_the_first_commands_are_shown() {
    let ran = Run::new().no_files().run();
    assert!(ran.stdout.starts_with("hexpress prints board games"));
    assert!(ran.stdout.contains("\n  hexpress build --all  "));
}

#[test]
fn help_and_version_are_results() {
    let ran = Run::new().args(["build", "--help"]).no_files().run();
    for option in [
        "--paper", "--output", "--format", "--dpi", "--each", "--only", "--split", "--margin", "--quiet",
        "--json",
    ] {
        assert!(ran.stdout.contains(option), "{option}");
    }
    Run::new().args(["--version"]).stdout(concat!("hexpress ", env!("CARGO_PKG_VERSION"))).run();
}

#[test]
fn preview_says_what_it_takes() {
    let ran = Run::new().args(["preview", "--help"]).no_files().run();
    for option in ["--paper", "--port", "--no-open"] {
        assert!(ran.stdout.contains(option), "{option}");
    }
}

#[test]
fn an_unknown_format_is_reported_with_all_formats() {
    let output = "error[HX013]: --format must be `pdf`, `svg`, `png`, `cut-svg`, `cut-dxf` or `cut-setup`, not `sgv`\n |\n = help: did you mean `svg`?";
    Run::new().args(["build", "--format", "sgv"]).stdout("").stderr(output).status(2).no_files().run();
}

#[test]
fn list_names_every_game_and_what_it_prints() {
    let ran = Run::new().args(["list"]).no_files().run();
    let lines: Vec<_> = ran.stdout.lines().collect();
    assert_eq!(lines.len(), GAMES.len());
    let line = lines.iter().find(|line| line.starts_with(HEXAGONAL_THING)).unwrap();
    assert_eq!(
        *line,
        "hexagonal-thing    Hexagonal Thing      board (37 hexagons), movement (18 pieces), pounds (50 pieces), dollars (50 pieces), rules (text)"
    );
}

#[test]
fn papers_lists_all_that_paper_knows() {
    let ran = Run::new().args(["papers"]).no_files().run();
    for name in ["iso", "us", "a3", "a4", "a5", "letter", "tabloid", "legal", "super-b", "210x297mm"] {
        assert!(ran.stdout.contains(name), "{name}");
    }
}

#[test]
fn the_ticket_says_what_to_print() {
    let ran = Run::new().args(["build", HEXAGONAL_THING]).run();
    let [large, small] = ["a3", "a4"]
        .map(|size| ran.bytes(&format!("output/hexagonal-thing-iso-{size}.pdf")).len().div_ceil(1000));
    let expected = format!(
        "\
Hexagonal Thing
  output/hexagonal-thing-iso-a3.pdf   1 page of A3, {large} KB
    page 1     board          A3, white paper: print once; 37 hexagons, 41.28 mm across
  output/hexagonal-thing-iso-a4.pdf   4 pages of A4, {small} KB
    page 1     movement       A4, white card: print once; 18 pieces of 41 x 63 mm, 11 cuts a sheet
    page 2     pounds         A4, white or pale blue paper: print 5 times; 10 pieces of 85 x 50 mm, 9 cuts a sheet
    page 3     dollars        A4, pale green paper: print 5 times; 10 pieces of 85 x 50 mm, 9 cuts a sheet
    page 4     rules          A4, white paper: print once; 1 page of text
  Print at 100 %, one-sided, not \"fit to page\"; then hold a ruler against the printed ruler.
    Adobe Reader: \"Actual size\". A browser: \"100 %\" or \"Custom scale 100\". macOS Preview: \"Scale: 100 %\".
    Command line: lp -o print-scaling=none.
  Board needs A3: go to a copy shop if your printer does not take this size.
  No printer for A3? Build with --paper a4: 3 sheets, and glue or tape.
  You also need: 1 white counter, 1 black counter, 7 Things of one colour (houses, coins).
  The layout is inside each PDF, so that all can be built again (embed = false leaves it out).

"
    );
    assert_eq!(ran.stdout, expected);
}

#[test]
fn json_is_json_for_every_command() {
    let games = Run::new().args(["list", "--json"]).run().json();
    assert_eq!(games["results"].as_array().map(Vec::len), Some(GAMES.len()));
    let papers = Run::new().args(["--json", "papers"]).run().json();
    let a4 = papers["results"].as_array().unwrap().iter().find(|p| p["name"] == "a4").unwrap();
    assert!(papers["results"].as_array().unwrap().iter().all(|paper| paper["name"].is_string()));
    assert_eq!((a4["width-mm"].as_f64(), a4["height-mm"].as_f64()), (Some(210.0), Some(297.0)));
    assert!(Run::new().args(["--json"]).run().json()["results"][0]["usage"].is_string());
    let built = Run::new().file("x.toml", CARD).args(["build", "x.toml", "--json"]).run();
    let json = built.json();
    assert_eq!((&json["status"], &json["diagnostics"]), (&Value::from(0), &Value::Array(Vec::new())));
    let file = &json["results"][0]["files"][0];
    assert_eq!(file["path"], "output/x-iso.pdf");
    assert_eq!(file["bytes"], built.bytes("output/x-iso.pdf").len());
    assert_eq!(file["sheets"][0]["sheet"], "A4");
}

#[test]
fn json_tells_mistakes_too() {
    let wrong = CARD.replace("41 x 63mm", "41 x 63");
    let json = Run::new()
        .file("x.toml", wrong)
        .args(["build", "x.toml", "--json"])
        .status(2)
        .no_files()
        .run()
        .json();
    assert_eq!(json["status"], 2);
    let mistake = &json["diagnostics"][0];
    assert_eq!((&mistake["code"], &mistake["severity"]), (&Value::from("HX005"), &Value::from("error")));
    assert_eq!(
        (&mistake["file"], &mistake["line"], &mistake["column"]),
        (&"x.toml".into(), &2.into(), &8.into())
    );
    assert!(mistake["also"].is_null());
}

#[test]
fn json_tells_the_element_that_asks_for_a_wrong_word() {
    let wrong =
        "[[cards]]\nsize = \"41 x 63mm\"\nrows = [{ c = \"grren\" }]\nface = [{ fill = \"{{ c }}\" }]\n";
    let run = Run::new().file("x.toml", wrong).args(["build", "x.toml", "--json"]);
    let json = run.status(2).no_files().run().json();
    let mistake = &json["diagnostics"][0];
    assert_eq!((&mistake["line"], &mistake["column"]), (&3.into(), &15.into()));
    let also = &mistake["also"];
    assert_eq!((&also["file"], &also["line"], &also["column"]), (&"x.toml".into(), &4.into(), &9.into()));
    assert_eq!(also["what"], "used here");
}

#[test]
fn quiet_says_nothing_but_mistakes() {
    let ran = Run::new().file("x.toml", CARD).args(["build", "x.toml", "--quiet"]).stdout("").run();
    assert_eq!(ran.folder.files(), ["output/x-iso.pdf", "x.toml"]);
    let ran =
        Run::new().args(["build", "nothing-like-it", "-q"]).any_stderr().status(2).stdout("").no_files();
    ran.run();
}

#[test]
fn split_gives_a_file_for_each_stack() {
    let ran =
        Run::new().args(["build", HEXAGONAL_THING, "--split", "--paper", "us", "--output", "a/b"]).run();
    let names = ["board", "dollars", "movement", "pounds", "rules"]
        .map(|c| format!("a/b/hexagonal-thing-us-{c}.pdf"));
    assert_eq!(ran.folder.files(), names);
    for name in names {
        assert_eq!(ran.pdf(&name).pages.len(), 1);
    }
}

#[test]
fn only_prints_what_it_names() {
    let ran = Run::new().args(["build", HEXAGONAL_THING, "--only", "movement,dollars"]).run();
    let document = ran.pdf("output/hexagonal-thing-iso.pdf");
    assert_eq!(document.pages.len(), 2);
    assert_eq!(crate::support::measure::count(&document.pages[0], "3W"), 2);
    assert_eq!(crate::support::measure::count(&document.pages[1], "ONE HUNDRED DOLLARS"), 1);
}

#[test]
fn a_folder_of_layouts_builds_each() {
    let ran = Run::new().file("games/a.toml", CARD).file("games/b.toml", CARD).args(["build", "games"]).run();
    assert_eq!(ran.folder.files(), ["games/a.toml", "games/b.toml", "output/a-iso.pdf", "output/b-iso.pdf"]);
}

#[test]
fn one_good_game_is_built_beside_a_bad_one() {
    let run =
        Run::new().file("a.toml", CARD).file("b.toml", "[[cards]]\n").args(["build", "a.toml", "b.toml"]);
    let ran = run.any_stderr().status(2).run();
    assert_eq!(ran.folder.files(), ["a.toml", "b.toml", "output/a-iso.pdf"]);
}

#[test]
fn a_layout_may_begin_with_a_byte_order_mark_and_have_windows_lines() {
    let text = format!("\u{feff}{}", CARD.replace('\n', "\r\n"));
    Run::new().file("x.toml", text).args(["build", "x.toml"]).run();
}

/// Editors on Windows end lines with two bytes. Maps, tables, themes and profiles with such line ends must
/// give the same pages.
#[test]
fn lines_of_windows_make_the_same_pages() {
    const LAYOUT: &str = "[game]\ntitle = \"x\"\ntheme = \"own.toml\"\n\n[[board]]\nname = \"field\"\ncells = \"flat-top\"\n\
        across = \"20mm\"\nmap = \"\"\"\n    A\nB       B\n    A\n\"\"\"\n[board.key]\nA = { kind = \"sea\", label = \"Sea\", fill = \"teal\" }\n\
        B = { kind = \"land\", fill = \"tan\" }\n\n[[cards]]\nname = \"deck\"\ndata = \"a.csv\"\n\
        face = [{ text = \"\"\"{{ name }}\n{{ say }}\"\"\", size = \"40 x 40mm\", font = \"9pt\" }]\n";
    let pages = |ends: &str| {
        let file = |text: &str| text.replace('\n', ends);
        let run = Run::new()
            .file("x.toml", file(LAYOUT))
            .file("own.toml", file("[cards]\nsize = \"mini\"\nback = [{ fill = \"navy\" }]\n"))
            .file("a.csv", file("name,say\nAnn,\"one\ntwo\"\nBob,three\n"))
            .file("p.toml", file("name = \"mine\"\n[front]\nscale = \"99.2 x 100.3%\"\n"));
        let ran = run
            .args(["build", "x.toml", "--one-file", "--printer", "p.toml"])
            .any_stderr()
            .any_status()
            .run();
        ran.pdf("output/x-iso.pdf").pages.into_iter().map(|page| page.digest).collect::<Vec<_>>()
    };
    assert_eq!(pages("\n"), pages("\r\n"));
}

/// If a template has a loop, the layout is built in a separate process with limits of time and
/// memory. The messages must have the same text and colours as without the loop.
#[test]
fn mistakes_are_coloured_on_a_terminal_that_has_colours() {
    for text in ["{{ nam }}", "{% for i in range(2) %}{{ nam }}{% endfor %}"] {
        let folder = Folder::new();
        let layout = format!("{CARD}face = [{{ text = \"{text}\", font = \"9pt\" }}]\n");
        std::fs::write(folder.path().join("x.toml"), layout).unwrap();
        for (terminal, no_colour, coloured) in
            [(true, false, true), (true, true, false), (false, false, false)]
        {
            let reader = Reader { terminal, no_colour, ..Reader::default() };
            let output = program_for(&reader, &["build", "x.toml"], folder.path());
            assert_eq!(output.status, 2);
            assert!(output.stderr.contains("HX108"), "{}", output.stderr);
            assert_eq!(output.stderr.contains('\u{1b}'), coloured, "{reader:?}: {}", output.stderr);
        }
    }
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    for args in [vec![], vec!["list"], vec!["papers"], vec!["papers", "--json"], vec!["--help"]] {
        let folder = Folder::new();
        let mut child = Command::new(PROGRAM)
            .args(&args)
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]), "{args:?}");
    }
}

#[test]
fn help_is_a_command_too() {
    let folder = Folder::new();
    let [asked, option] = [["help", "build"], ["build", "--help"]].map(|args| program(&args, folder.path()));
    assert_eq!((asked.status, &asked.stdout), (0, &option.stdout));
    assert!(asked.stdout.contains("--allow <FOLDER>"), "{}", asked.stdout);
}

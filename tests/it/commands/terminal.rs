//! Tests that text from a file cannot control the terminal on which it is shown.

use crate::support::run::{Folder, Reader, Run, Said, program, program_for};

/// Characters that control terminals, or that change the order of the text after them. The
/// characters are written as escapes for TOML and JSON.
const HOSTILE: &str = "\\u001b[2J\\u009b31m\\u202eabc\\u2066\\u0007\\u007f";
/// The same characters without escapes.
const RAW: &str = "\u{1b}[2J\u{9b}31m\u{202e}abc\u{2066}\u{7}\u{7f}";

fn steers(text: &str) -> bool {
    let bidi = |c: char| matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    text.contains(|c: char| c.is_control() && c != '\n' || bidi(c))
}

#[track_caller]
fn calm(output: &Said, what: &str) {
    assert!(
        !steers(&output.stdout) && !steers(&output.stderr),
        "{what}:\n{:?}\n{:?}",
        output.stdout,
        output.stderr
    );
}

fn layout() -> String {
    format!(
        "[game]\ntitle = \"T{HOSTILE}\"\nauthor = \"A{HOSTILE}\"\nseed = 1\n[[cards]]\nsize = \"poker\"\n\
         stock = \"S{HOSTILE}\"\nface = [{{ text = \"x\", font = \"9pt\" }}]\n[[tiles]]\nname = \"tiles\"\n\
         cells = \"flat-top\"\nacross = \"40mm\"\n[tiles.deck]\nedges = [\"red\", \"blue\"]\ncount = 3\n"
    )
}

#[cfg(unix)]
#[test]
fn the_name_of_a_file_is_one_line() {
    let name = "a.pdf: 37 cells: clean\nb.svg";
    let theirs = include_str!("../../foreign/hand-tiny.svg");
    let ran = Run::new().file(name, theirs).args(["check", name]).any_status().any_stderr().run();
    let verdicts: Vec<&str> = ran.stdout.lines().filter(|line| line.ends_with("clean")).collect();
    assert!(matches!(verdicts[..], [one] if one.contains("b.svg: 19 cells")), "{}", ran.stdout);
    assert!(ran.stdout.contains("clean\u{FFFD}b.svg: "), "{}", ran.stdout);
    let output = "error[HX018]: hexpress cannot name files after a.pdf: clean\u{FFFD}b.toml: it contains a control character
 |
 = help: rename the file";
    Run::new()
        .file("a.pdf: clean\nb.toml", "[[cards]]")
        .args(["build", "a.pdf: clean\nb.toml"])
        .stderr(output)
        .status(2)
        .run();
}

#[test]
fn a_layout_steers_no_terminal() {
    let wrong = [
        format!("[[cards]]\nsize = \"poker\"\nface = [{{ fill = \"{HOSTILE}\" }}]\n"),
        format!("[[cards]]\nsize = \"{HOSTILE}\"\n"),
        format!("[[cards]]\nsize = \"poker\"\n\"{HOSTILE}\" = 1\n"),
        format!("[[cards]] # {RAW}\nsize = 63\n"),
        format!("[[cards]]\nsize = \"poker\"\ndata = \"{HOSTILE}.csv\"\n"),
        format!(
            "[[cards]]\nsize = \"poker\"\nface = [{{ text = \"{{{{ {HOSTILE} }}}}\", font = \"9pt\" }}]\n"
        ),
        "[[cards]]\nsize = \"poker\"\ndata = \"d.csv\"\nface = [{ fill = \"{{ word }}\" }]\n".to_owned(),
    ];
    let folder = Folder::new();
    std::fs::write(folder.path().join("d.csv"), format!("word\n{RAW}\n")).unwrap();
    for text in &wrong {
        std::fs::write(folder.path().join("g.toml"), text).unwrap();
        for more in [&[][..], &["--json"]] {
            let args: Vec<&str> = ["build", "g.toml"].iter().chain(more).copied().collect();
            let output = program(&args, folder.path());
            assert_eq!(output.status, 2, "{text}");
            calm(&output, text);
        }
        // The colours come from the program itself.
        let terminal = Reader { terminal: true, ..Reader::default() };
        let output = program_for(&terminal, &["build", "g.toml"], folder.path());
        assert!(
            output.stderr.contains('\u{1b}') && !output.stderr.contains("[2J\u{9b}"),
            "{:?}",
            output.stderr
        );
        assert!(!output.stderr.contains(['\u{9b}', '\u{202e}', '\u{7}']), "{:?}", output.stderr);
    }
}

#[test]
fn results_tickets_and_json_steer_no_terminal() {
    let folder = Folder::new();
    std::fs::write(folder.path().join("g.toml"), layout()).unwrap();
    let profile = format!("name = \"Old\\nInkjet {HOSTILE}\"\n[front]\nscale = \"100.1 x 100%\"\n");
    std::fs::write(folder.path().join("p.toml"), profile).unwrap();
    for typed in [
        "build g.toml --printer p.toml",
        "build g.toml --explain --no-check",
        "build g.toml --json --printer p.toml",
        "check g.toml --printer p.toml",
        "check g.toml --json",
        "deck g.toml",
        "deck g.toml --format csv",
        "deck g.toml --format json",
        "check output/g-iso.pdf",
    ] {
        let args: Vec<&str> = typed.split(' ').collect();
        let output = program(&args, folder.path());
        assert!(output.status < 2, "{typed}: {}", output.stderr);
        calm(&output, typed);
        if typed.contains("json") {
            let value: serde_json::Value = serde_json::from_str(&output.stdout).unwrap();
            let title = &value["results"][0]["title"];
            assert!(title.is_null() || title == &format!("T{RAW}"), "{title}");
        }
    }
    let ticket = std::fs::read_to_string(folder.path().join("output/g-iso.txt")).unwrap();
    assert!(!steers(&ticket), "{ticket:?}");
    // The output stays one line, whatever the name of the printer contains.
    let output = program(&["check", "g.toml", "--printer", "p.toml"], folder.path()).stdout;
    assert!(output.contains("as Old Inkjet [2J 31m"), "{output}");
}

#[test]
fn a_profile_is_written_so_that_it_can_be_read() {
    let args = ["calibrate", "--profile", "p.toml", "--readings", "A=190", "--name", "Old\nInkjet\t\"2\" \\"];
    let made = Run::new().args(args).any_stderr().run();
    let text = String::from_utf8(made.bytes("p.toml")).unwrap();
    assert!(text.contains("\"Old Inkjet \\\"2\\\" \\\\\""), "{text}");
    Run::new().file("p.toml", &text).args(["build", "hex-nut", "--printer", "p.toml"]).run();
}

#[test]
fn a_dumb_terminal_has_no_colours() {
    let folder = Folder::new();
    let reader = Reader { terminal: true, dumb: true, ..Reader::default() };
    let output = program_for(&reader, &["build", "nope"], folder.path());
    assert!(output.status == 2 && !output.stderr.contains('\u{1b}'), "{:?}", output.stderr);
}

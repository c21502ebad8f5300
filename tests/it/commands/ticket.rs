//! Tests of the ticket, which `build` prints at its end: the files, their sheets, and how to print them. The
//! ticket must have correct counts, in the singular and in the plural, and no characters that control a
//! terminal.

use crate::support::run::Run;

/// Returns those lines of the ticket that describe sheets.
fn rows(layout: &str) -> Vec<String> {
    let ran = Run::new().file("x.toml", layout).args(["build", "x.toml"]).run();
    ran.stdout.lines().filter(|line| line.starts_with("    page")).map(str::to_owned).collect()
}

#[test]
fn one_cell_is_one_hexagon() {
    let board =
        "[[board]]\nsheet = \"small\"\ncells = \"flat-top\"\nacross = \"20mm\"\nshape = \"hexhex 1\"\n";
    assert_eq!(rows(board), ["    page 1     board          A4: print once; 1 hexagon, 20 mm across"]);
}

#[test]
fn points_are_points() {
    let board = "[[board]]\nsheet = \"small\"\ncells = \"square\"\nacross = \"20mm\"\nshape = \"rectangle 3 x 3\"\nplay-on = \"points\"\n";
    assert_eq!(rows(board), ["    page 1     board          A4: print once; 9 points, 20 mm across"]);
}

#[test]
fn an_empty_back_stands_with_its_sheet() {
    let face = "face = [{ fill = \"tan\" }]\n";
    let cards = format!("[[cards]]\nsize = \"mini\"\n{face}back = [{{ fill = \"navy\" }}]\n");
    let others = format!(
        "[[counters]]\nacross = \"20mm\"\ncopies = 90\n{face}\
         [[tiles]]\ncells = \"flat-top\"\nacross = \"20mm\"\n{face}"
    );
    let before = rows(&format!("{others}{cards}"));
    assert_eq!(before.len(), 2, "{before:?}");
    assert!(before[0].starts_with("    pages 1-2  counters, tiles"), "{before:?}");
    assert!(before[0].contains("other side left empty: print once; 90 discs"), "{before:?}");
    // Nothing follows the last sheet, so no empty page is needed for its back.
    let last = rows(&format!("{cards}{others}"));
    assert_eq!(last.len(), 2, "{last:?}");
    assert!(last[1].starts_with("    page 3     counters, tiles A4: print once; 90 discs"), "{last:?}");
}

/// The number of cuts depends on the pieces on the fullest sheet, not on how many would fit.
#[test]
fn cuts_are_those_of_the_pieces_that_are_there() {
    let squares = |copies: usize| {
        let layout = format!(
            "[[counters]]\nshape = \"square\"\nacross = \"15mm\"\ncopies = {copies}\nface = [{{ fill = \"tan\" }}]\n"
        );
        rows(&layout)
    };
    let output_of = |pieces: &str, cuts: usize| {
        [format!("    page 1     counters       A4: print once; {pieces} of 15 x 15 mm, {cuts} cuts a sheet")]
    };
    assert_eq!(squares(1), output_of("1 piece", 4));
    // A row has five pieces, and the last row is not full.
    assert_eq!(squares(13), output_of("13 pieces", 10));
    assert_eq!(squares(15), output_of("15 pieces", 10));
}

#[test]
fn a_list_counts_one_thing_as_one() {
    let ran = Run::new().args(["list"]).run();
    let line = ran.stdout.lines().find(|line| line.starts_with("hex-nut")).unwrap();
    assert_eq!(
        line,
        "hex-nut            Hex Nut              pieces (20 hexagons), set-up (1 piece), rules (text)"
    );
}

#[test]
fn nothing_in_a_title_steers_the_terminal() {
    let layout = "[game]\ntitle = \"Red\\u001B[31m\\nalert\"\n[[cards]]\nsize = \"poker\"\nface = [{ fill = \"red\" }]\n";
    let ran = Run::new().file("x.toml", layout).args(["build", "x.toml"]).run();
    assert_eq!(ran.stdout.lines().next(), Some("Red\u{FFFD}[31m alert"));
}

#[test]
fn an_empty_title_is_none() {
    let layout = "[game]\ntitle = \" \"\n[[cards]]\nsize = \"poker\"\nface = [{ fill = \"red\" }]\n";
    let ran = Run::new().file("x.toml", layout).args(["build", "x.toml"]).run();
    assert_eq!(ran.stdout.lines().next(), Some("x"));
}

/// If the text of the key `bottom-line` contains line breaks, it is nevertheless printed as one line.
#[test]
fn a_bottom_line_of_several_lines_is_one() {
    let layout = "[[board]]\nsheet = \"small\"\ncells = \"flat-top\"\nacross = \"20mm\"\nshape = \"hexhex 2\"\n\
        bottom-line = '''\nby A\nand B\n'''\n";
    let ran = Run::new().file("x.toml", layout).args(["build", "x.toml"]).run();
    let page = ran.pdf("output/x-iso.pdf").pages.remove(0);
    let lines: Vec<_> = crate::support::measure::texts(&page).map(|(_, text)| text.string.clone()).collect();
    assert!(lines.contains(&"by A and B".to_owned()), "{lines:?}");
}

/// If a list cannot be written to standard output, the command must fail.
#[cfg(target_os = "linux")]
#[test]
fn lost_output_is_reported() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    for arguments in [&["list"][..], &["list", "--json"], &["schema"]] {
        let mut command = std::process::Command::new(crate::support::run::PROGRAM);
        let output = command.args(arguments).stdout(full.try_clone().unwrap()).output().unwrap();
        let program_output = String::from_utf8(output.stderr).unwrap();
        assert!(
            program_output.starts_with("error[HX009]: the output cannot be written: "),
            "{program_output}"
        );
        assert_eq!(output.status.code(), Some(2));
    }
}

/// The ticket is also saved next to the built files, so that it can be sent with them. Its file
/// names are relative to its own folder. The result of the checker, which `build` prints after the
/// ticket, is not in this file.
#[test]
fn the_ticket_is_a_file_too() {
    let layout = "[game]\ntitle = \"Ann\\u001B[2J\"\n[[cards]]\nname = \"a\"\nsize = \"20 x 30mm\"\nface = [{ fill = \"tan\" }]\n";
    let run = |more: &[&str]| {
        let args = ["build", "x.toml"].into_iter().chain(more.iter().copied());
        Run::new().file("x.toml", layout).args(args).checked().run()
    };
    let ran = run(&[]);
    assert_eq!(ran.folder.all(), ["output/x-iso.pdf", "output/x-iso.txt", "x.toml"]);
    let ticket = String::from_utf8(ran.bytes("output/x-iso.txt")).unwrap();
    let output = ran.stdout.split("\n\n  checked: ").next().unwrap();
    assert_eq!(ticket, format!("{}\n", output.replace("output/", "")));
    assert!(ticket.contains("\n  x-iso.pdf   1 page of A4, ") && !ticket.contains('\u{1b}'));
    assert_eq!(run(&["--pieces", "a:1"]).folder.all()[1], "output/x-iso.pieces.txt");
    assert_eq!(run(&["--format", "svg"]).folder.all()[0], "output/x-iso.txt");
    let json = run(&["--json"]).json();
    assert_eq!(json["results"][0]["ticket"], "output/x-iso.txt");
}

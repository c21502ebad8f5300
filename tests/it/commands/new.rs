//! Tests of `hexpress new`, which copies a layout to start from, such as `game` or `deck`. Every such
//! start builds without changes, and existing files stay as they are.

use std::process::Command;

use hexpress::bundled::GAMES;
use serde_json::json;

use crate::support::measure::{id, texts};
use crate::support::run::{Folder, PROGRAM, Run, Said, program};

/// Every start, its number of pages, and the number of hexagons on the first page.
const STARTS: [(&str, usize, usize); 16] = [
    ("game", 5, 37),
    ("hexhex", 2, 61),
    ("rhombus", 2, 121),
    ("parallelogram", 1, 35),
    ("rectangle", 2, 72),
    ("triangle", 1, 36),
    ("star", 1, 73),
    ("diamond", 2, 41),
    ("cross", 2, 33),
    ("morris", 2, 24),
    ("map", 1, 19),
    ("cards", 2, 0),
    ("deck", 2, 0),
    ("notes", 1, 0),
    ("tiles", 1, 12),
    ("counters", 1, 0),
];

/// Runs the program in an existing folder. Returns the status, standard output and standard error.
fn in_folder(folder: &Folder, args: &[&str]) -> (i32, String, String) {
    let Said { status, stdout, stderr } = program(args, folder.path());
    (status, stdout, stderr)
}

#[test]
fn every_start_builds_clean_as_it_is_written() {
    for (start, pages, hexagons_of_first) in STARTS {
        let made = Run::new().args(["new", "My Game", "--like", start]).run();
        let beside = if start == "deck" { vec!["My Game/cards.csv"] } else { Vec::new() };
        let given: Vec<_> = beside.into_iter().chain(["My Game/my-game.toml"]).collect();
        assert_eq!(made.folder.files(), given, "{start}");
        for paper in ["iso", "us"] {
            let built = in_folder(&made.folder, &["build", "My Game/my-game.toml", "--paper", paper]);
            assert_eq!((built.0, built.2.as_str()), (0, ""), "{start} on {paper}");
            assert!(built.1.starts_with("My Game\n"), "{start}: {}", built.1);
            let document = made.pdf(&format!("output/my-game-{paper}.pdf"));
            assert_eq!(document.title.as_deref(), Some("My Game"));
            // The copied layout names no author until the user types one.
            assert_eq!(document.author.as_deref().unwrap_or_default(), "");
            let small = if paper == "iso" { [210.0, 297.0] } else { [215.9, 279.4] };
            for page in &document.pages {
                let mut sides = [page.media.width(), page.media.height()];
                sides.sort_by(f64::total_cmp);
                let same = sides.iter().zip(small).all(|(a, b)| (a - b).abs() < 0.01);
                assert!(same, "{start}: a beginner's page should be small, not {sides:?}");
                assert!(!texts(page).any(|(_, text)| text.string.contains("TITLE")), "{start}");
            }
            // On A4, the stones of these starts fit below their boards, which saves a page.
            let saved = usize::from(paper == "iso" && ["diamond", "cross", "morris"].contains(&start));
            assert_eq!(document.pages.len(), pages - saved, "{start} on {paper}");
            let first = &document.pages[0];
            let mut cells: Vec<_> = first.items.iter().map(id).filter(|id| of_a_hexagon(id)).collect();
            cells.sort_unstable();
            cells.dedup();
            assert_eq!(cells.len(), hexagons_of_first, "{start} on {paper}");
        }
    }
}

/// The themes that the first lines of each start list.
const THEMES: [&str; 6] = ["parchment", "slate", "linen", "ink", "midnight", "plain"];

#[test]
fn every_start_is_clean_in_every_theme() {
    for (start, ..) in STARTS {
        let made = Run::new().args(["new", "My Game", "--like", start]).run();
        let layout = "My Game/my-game.toml";
        let file = made.folder.path().join(layout);
        let written = std::fs::read_to_string(&file).unwrap();
        let own = THEMES.iter().find_map(|name| {
            let own = format!("theme  = \"{name}\"");
            written.contains(&own).then_some(own)
        });
        let own = own.unwrap_or_else(|| panic!("{start} has a theme"));
        for theme in THEMES {
            std::fs::write(&file, written.replace(&own, &format!("theme  = \"{theme}\""))).unwrap();
            let checked = in_folder(&made.folder, &["check", layout, "--deny", "warnings"]);
            assert_eq!((checked.0, checked.2.as_str()), (0, ""), "{start} in {theme}");
        }
    }
}

fn of_a_hexagon(id: &str) -> bool {
    id.contains("/cell:") || id.strip_prefix("tiles/").is_some_and(|n| n.parse::<u32>().is_ok())
}

#[test]
fn help_names_every_start() {
    let help = Run::new().args(["new", "--help"]).run().stdout;
    let words: Vec<_> = help.split(|c: char| !c.is_alphanumeric()).collect();
    for (start, ..) in STARTS {
        assert!(words.contains(&start), "{start}");
    }
}

#[test]
fn printed_commands_can_be_typed() {
    let made = Run::new().args(["new", "my-game", "--like", "deck"]).run();
    assert_eq!(
        made.stdout,
        "my-game/my-game.toml is a layout to start from: cards from a spreadsheet.
my-game/cards.csv is in the same folder: open it in a spreadsheet.

  cd my-game
  hexpress preview  shows it in the browser, redrawn whenever you save it
  hexpress build    makes the PDF to print

Then change the layout in any text editor.
"
    );
    assert_eq!(program(&["build"], &made.folder.path().join("my-game")).status, 0);
    assert!(made.folder.files().contains(&"my-game/output/my-game-iso.pdf".to_owned()));
    // If the layout is in the current folder, the user does not have to change folders. So the printed next
    // step is only `hexpress preview`.
    let here = Run::new().args(["new", "."]).run();
    assert!(here.stdout.contains("\n\n  hexpress preview  shows"), "{}", here.stdout);
}

#[cfg(unix)]
#[test]
fn a_name_with_spaces_and_signs_is_quoted_for_the_shell() {
    for name in ["River Crossing", "10 $ & more", "it's \"so\"", "-dashing"] {
        let made = Run::new().args(["new", "--json", "--", name]).run();
        let next: Vec<String> = serde_json::from_value(made.json()["results"][0]["next"].clone()).unwrap();
        let program_output = format!("{} && {}", next[0], next[2]);
        let typed = program_output.replacen("hexpress", PROGRAM, 1);
        let shell = Command::new("sh").args(["-c", &typed]).current_dir(made.folder.path()).output().unwrap();
        assert!(shell.status.success(), "{program_output}: {}", String::from_utf8_lossy(&shell.stderr));
    }
}

#[test]
fn json_and_quiet() {
    let made = Run::new().args(["new", "a/River Crossing", "--json"]).run();
    let file = "a/River Crossing/river-crossing.toml";
    assert_eq!(
        made.json()["results"],
        json!([{
            "game": "river-crossing",
            "like": "game",
            "files": [file],
            "next": ["cd \"a/River Crossing\"", "hexpress preview", "hexpress build"],
        }])
    );
    let text = String::from_utf8(made.bytes(file)).unwrap();
    assert!(text.contains("title  = \"River Crossing\""), "{text}");
    let quiet = Run::new().args(["new", "x", "--quiet"]).stdout("").run();
    assert_eq!(quiet.folder.files(), ["x/x.toml"]);
}

#[test]
fn a_copy_of_a_game_is_the_game_letter_by_letter() {
    for game in GAMES {
        let made = Run::new().args(["new", "mine", "--like", game.id]).run();
        assert!(made.stdout.contains("belongs to its author"), "{}", made.stdout);
        assert_eq!(String::from_utf8(made.bytes("mine/mine.toml")).unwrap(), game.text);
    }
}

#[test]
fn a_title_may_have_any_letters() {
    for (name, written) in [("Über uns", true), ("日本 😀", false), ("שלום", false), ("A \"b\" c", true)]
    {
        let made = Run::new().args(["new", name]).run();
        let file = made.folder.files().into_iter().next().unwrap();
        let (status, out, err) = in_folder(&made.folder, &["build", &file, "--quiet"]);
        assert_eq!((status, out.as_str()), (0, ""));
        // The only report is a warning about letters that the fonts lack.
        assert_eq!(written, err.is_empty(), "{err}");
        assert!(written || (err.starts_with("warning[HX342]") && !err.contains("error[")), "{err}");
        let pdf = made.folder.files().into_iter().find(|file| file.ends_with(".pdf")).unwrap();
        assert_eq!(made.pdf(&pdf).title.as_deref(), Some(name));
    }
}

#[test]
fn an_empty_folder_is_taken_and_hidden_files_stay() {
    let made = Run::new().file(".hidden", "mine").args(["new", "."]).run();
    let files = made.folder.files();
    assert_eq!((files.len(), files[0].as_str()), (2, ".hidden"));
    assert_eq!(made.bytes(".hidden"), b"mine");
}

/// Checks that a run is refused with this message, and changes nothing.
#[track_caller]
fn refused(run: Run, output: &str) {
    run.stdout("").stderr(output).status(2).no_files().run();
}

#[test]
fn a_folder_that_is_not_empty() {
    refused(
        Run::new().file("mine/z.txt", "z").file("mine/a.txt", "a").args(["new", "mine"]),
        "error[HX009]: the folder mine is not empty: it contains a.txt
 |
 = help: choose a folder that does not exist yet",
    );
}

#[test]
fn a_file_in_the_way() {
    refused(
        Run::new().file("mine", "z").args(["new", "mine"]),
        "error[HX009]: mine is a file, not a folder
 |
 = help: choose a folder that does not exist yet",
    );
    refused(
        Run::new().file("mine", "z").args(["new", "mine/deep"]),
        "error[HX009]: mine/deep cannot be written: a part of this path is a file, not a folder
 |
 = help: choose another folder, on a disk that you can write to",
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_place_where_nothing_can_be_written() {
    // Nobody can create a folder in /proc, not even the owner of /proc.
    let ran = Run::new().args(["new", "/proc/mine"]).any_stderr().status(2).no_files().stdout("").run();
    drop(ran);
    let ran = Run::new().args(["new", "/proc/mine", "--json"]).status(2).no_files().run();
    let output = ran.json();
    assert_eq!(output["diagnostics"][0]["code"], "HX009");
    let message = output["diagnostics"][0]["message"].as_str().unwrap();
    assert!(message.starts_with("/proc/mine/mine.toml cannot be written: "), "{message}");
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_nothing() {
    let folder = Folder::new();
    // The shell forbids the program to write even one byte to a file. It also ignores the signal
    // that would otherwise end the program.
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" new mine --like deck";
    let output =
        Command::new("sh").args(["-c", script, PROGRAM]).current_dir(folder.path()).output().unwrap();
    assert_eq!(
        String::from_utf8(output.stderr).unwrap().trim(),
        "error[HX009]: mine/mine.toml cannot be written: the file is too large for this disk
 |
 = help: choose another folder, on a disk that you can write to"
    );
    assert_eq!(output.status.code(), Some(2));
    assert!(folder.files().is_empty() && !folder.path().join("mine").exists());
}

#[test]
fn something_unknown_to_begin_from() {
    for (like, hint) in [
        ("hexhx", "did you mean `hexhex`?"),
        ("hexhex 5", "write `--like hexhex`, then set the size in the file"),
        ("hex-nutt", "did you mean `hex-nut`?"),
        (
            "zeppelin",
            "choose one of: game, hexhex, rhombus, parallelogram, rectangle, triangle, star, diamond, cross, morris, map, cards, deck, notes, \
             tiles, counters; or a game from `hexpress list`",
        ),
    ] {
        let expected = format!("error[HX007]: unknown start layout or game `{like}`\n |\n = help: {hint}");
        refused(Run::new().args(["new", "mine", "--like", like]), &expected);
    }
}

#[test]
fn names_that_no_file_can_have() {
    for (name, output) in [
        (
            "???",
            "`???` has no letters or digits, so it cannot name a file\n |\n = help: use letters and digits: `hexpress new river-crossing`",
        ),
        (
            "/",
            "`/` cannot be the name of a game\n |\n = help: use letters and digits: `hexpress new river-crossing`",
        ),
        (
            "con",
            "Windows does not allow a file named `con`\n |\n = help: choose another name: `hexpress new con-game`",
        ),
        (
            "mine.toml",
            "`mine.toml` is the name of a file, but `new` makes a folder\n |\n = help: write `hexpress new mine`",
        ),
        (
            &"x".repeat(61),
            "the name has 61 characters; the limit is 60\n |\n = help: choose a short name, and write the whole title into the layout",
        ),
    ] {
        refused(Run::new().args(["new", name]), &format!("error[HX013]: {output}"));
    }
}

const HERBS: &str = "Name;Cost;Season;Art;Anzahl;What it does\n\
    Thyme;2;Summer;thyme.svg;2;Draw two cards, then put one of them back.\n\
    Sage;3;Summer;art/sage.svg;1;Look at the hand of another player.\n\
    Mint;1;Spring;thyme.svg;3;Move a card to another bed.\n";
const DRAWING: &str =
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><circle cx='4' cy='4' r='3'/></svg>";

#[test]
fn a_table_becomes_cards() {
    let run = Run::new().file("herbs.csv", HERBS).file("thyme.svg", DRAWING).file("art/sage.svg", DRAWING);
    let made = run.file("unused.svg", DRAWING).args(["new", "Herb Garden", "--data", "herbs.csv"]).run();
    let folder: Vec<String> =
        made.folder.files().into_iter().filter(|name| name.starts_with("Herb Garden/")).collect();
    assert_eq!(
        folder,
        ["art/sage.svg", "herb-garden.toml", "herbs.csv", "thyme.svg"]
            .map(|name| format!("Herb Garden/{name}"))
    );
    assert_eq!(made.bytes("Herb Garden/herbs.csv"), HERBS.as_bytes());
    let built = in_folder(&made.folder, &["build", "Herb Garden/herb-garden.toml"]);
    assert_eq!((built.0, built.2.as_str()), (0, ""), "{}", built.1);
    let document = made.pdf("output/herb-garden-iso.pdf");
    assert_eq!(document.title.as_deref(), Some("Herb Garden"));
    let printed: Vec<String> =
        document.pages.iter().flat_map(texts).map(|(_, text)| text.string.clone()).collect();
    for (name, copies) in [("Thyme", 2), ("Sage", 1), ("Mint", 3)] {
        assert_eq!(printed.iter().filter(|text| *text == name).count(), copies, "{name}: {printed:?}");
    }
    let formatted = in_folder(&made.folder, &["fmt", "--check", "Herb Garden/herb-garden.toml"]);
    assert_eq!(formatted.0, 0, "{}", formatted.1);
}

#[test]
fn cards_of_a_table_are_clean_in_every_theme() {
    let groups = "Name,Kind,Cost\nA,one,1\nB,two,2\nC,three,3\nD,four,4\nE,five,5\nF,six,6\nG,one,7\n";
    let made = Run::new().file("t.csv", groups).args(["new", "mine", "--data", "t.csv"]).run();
    let file = made.folder.path().join("mine/mine.toml");
    let layout = std::fs::read_to_string(&file).unwrap();
    for theme in THEMES {
        std::fs::write(&file, layout.replace("\"linen\"", &format!("\"{theme}\""))).unwrap();
        let checked = in_folder(&made.folder, &["check", "mine/mine.toml"]);
        assert_eq!((checked.0, checked.2.as_str()), (0, ""), "{theme}: {}", checked.1);
    }
}

#[test]
fn a_picture_that_is_missing_is_reported() {
    let made = Run::new().file("t.csv", "Name,Art\nA,a.png\n").args(["new", "mine", "--data", "t.csv"]).run();
    assert!(
        made.stdout.contains(
            "The table names pictures that are not next to it: a.png. Copy them into the folder.\n"
        ),
        "{}",
        made.stdout
    );
    let built = in_folder(&made.folder, &["check", "mine/mine.toml"]);
    assert_eq!(built.0, 0, "{}", built.1);
}

#[test]
fn a_table_that_makes_no_cards() {
    for (name, table, output) in [
        (
            "no.csv",
            "Name,Cost\n",
            "error[HX103]: `no.csv` has no row below its header, so nothing is printed",
        ),
        (
            "t.txt",
            "Name\nA\n",
            "error[HX121]: `t.txt` is not a CSV, TSV, XLSX or JSON file: it ends with .txt\n |\n = help: save it as .csv (UTF-8), .tsv, .xlsx or .json",
        ),
    ] {
        let ran = Run::new().file(name, table).args(["new", "mine", "--data", name]);
        let made = ran.stdout("").stderr(output).status(2).run();
        assert_eq!(made.folder.files(), [name]);
    }
    refused(
        Run::new().args(["new", "mine", "--data", "none.csv"]),
        "error[HX001]: none.csv cannot be read: the file does not exist\n |\n = help: write the path of a table that exists: hexpress new my-game --data cards.csv",
    );
}

#[test]
fn a_table_needs_no_start() {
    let ran =
        Run::new().file("t.csv", "Name\nA\n").args(["new", "mine", "--data", "t.csv", "--like", "deck"]);
    let output =
        "error[HX013]: --data and --like cannot be used together\n |\n = help: delete --data or --like";
    let made = ran.stderr(output).status(2).stdout("").run();
    assert_eq!(made.folder.files(), ["t.csv"]);
}

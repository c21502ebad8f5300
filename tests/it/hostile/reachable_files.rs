//! Tests of the files that a layout can refer to, and of the files that the program reads.
#![cfg(unix)]

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::support::run::{Folder, PROGRAM, Ran, Run};

const ROWS: &str = "word\none\n";
const ICON: &str =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"><path d=\"M1 1h7v7h-7z\"/></svg>";

/// Creates a folder `game` with a layout that contains `line`, and next to it a folder `other` with
/// a file of each type.
///
/// Links in `game` lead to `other` and to files in `game`.
fn beside(line: &str) -> Run {
    let run = Run::new()
        .file("game/g.toml", layout(line))
        .file("game/own.csv", ROWS)
        .file("other/s.csv", ROWS)
        .file("other/s.svg", ICON)
        .file("other/s.otf", std::fs::read("tests/fonts/cjk.otf").unwrap());
    let game = run.path().join("game");
    for name in ["s.csv", "s.svg", "s.otf"] {
        symlink(Path::new("../other").join(name), game.join(format!("linked-{name}"))).unwrap();
    }
    symlink("../other", game.join("folder")).unwrap();
    symlink("own.csv", game.join("within.csv")).unwrap();
    symlink("/dev/zero", game.join("zero.csv")).unwrap();
    pipe(&game.join("pipe.csv"));
    run
}

fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

fn layout(line: &str) -> String {
    let (text, line) = match line.strip_prefix("data") {
        Some(_) => ("{{ word }}", line),
        None => ("x", line),
    };
    format!("[[cards]]\nsize = \"poker\"\nface = [{{ text = \"{text}\", font = \"9pt\" }}]\n{line}\n")
}

#[track_caller]
fn refused(line: &str, words: &str) {
    for command in ["build", "check"] {
        let ran: Ran = beside(line).args([command, "game/g.toml"]).any_stderr().status(2).run();
        assert!(ran.stderr.contains(words), "{command}, {line}:\n{}", ran.stderr);
        assert!(!ran.folder.all().iter().any(|file| file.ends_with(".pdf")));
    }
}

#[test]
fn a_link_out_of_the_layout_s_folder_is_refused() {
    let out = "it is a link that leads out of the layout's folder";
    for line in [
        "data = \"linked-s.csv\"",
        "data = \"folder/s.csv\"",
        "data = \"zero.csv\"",
        "[fonts]\nmine = { regular = \"linked-s.otf\" }",
        "back = [{ image = \"linked-s.svg\" }]",
        "back = [{ image = \"folder/s.svg\" }]",
    ] {
        refused(line, out);
    }
    refused("back = [{ icon = \"s\" }]\n[icons]\nfolder = \"folder\"", "there is no folder `folder`");
    refused("back = [{ icon = \"s\" }]\n[icons]\nfolder = \"../other\"", "there is no folder `../other`");
    refused("data = \"../other/s.csv\"", "`.` and `..` lead out of the layout's folder");
    refused("data = \"/tmp/s.csv\"", "the path leads out of the layout's folder");
    refused("data = \"pipe.csv\"", "it is a pipe or a device");
    // A name that is almost right must not reveal the names of files elsewhere.
    let ran = beside("data = \"../other/t.csv\"").args(["build", "game/g.toml"]).any_stderr().status(2).run();
    assert!(!ran.stderr.contains("s.csv") && ran.stderr.contains("--allow FOLDER"), "{}", ran.stderr);
}

#[test]
fn a_link_within_the_layout_s_folder_is_followed() {
    beside("data = \"within.csv\"").args(["build", "game/g.toml"]).run();
}

#[test]
fn what_lies_in_an_allowed_folder_is_reached_and_travels() {
    let layout = "data = \"s.csv\"\nback = [{ image = \"linked-s.svg\" }]";
    let ran = beside(layout).args(["build", "game/g.toml", "--allow", "other"]).run();
    let pdf = ran.bytes("output/g-iso.pdf");
    // The PDF contains all files, so it builds again without the two folders.
    let again = Run::new().file("g.pdf", &pdf).args(["build", "g.pdf"]).run();
    assert!(again.bytes("output/g-iso.pdf") == pdf);
    beside(layout).args(["check", "game/g.toml", "--allow", "other"]).run();
    let refused = beside(layout).args(["check", "game/g.toml", "--allow", "game"]).any_stderr().status(2);
    refused.run();
}

/// Runs the program in another process, which must end.
fn process(folder: &Folder, args: &[&OsStr]) -> Output {
    let mut command = Command::new(PROGRAM);
    command.args(args).current_dir(folder.path());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let began = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if began.elapsed() > Duration::from_secs(50) {
            child.kill().unwrap();
            panic!("{args:?} does not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().unwrap()
}

#[test]
fn pipes_and_devices_are_refused_wherever_a_file_is_read() {
    let folder = Folder::new();
    for name in ["g.toml", "g.pdf", "g.svg"] {
        pipe(&folder.path().join(name));
    }
    for typed in [
        "build g.toml",
        "check g.toml",
        "deck g.toml",
        "preview g.toml --no-open",
        "build g.pdf",
        "check g.pdf",
        "check g.svg",
        "check g.svg --against g.toml",
        "build hex-nut --printer g.toml",
        "check hex-nut --printer /dev/zero",
        "preview hex-nut --no-open --printer g.toml",
    ] {
        let args: Vec<&OsStr> = typed.split(' ').map(OsStr::new).collect();
        let output = process(&folder, &args);
        let program_output = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{typed}: {program_output}");
        assert!(program_output.contains("it is a pipe or a device"), "{typed}: {program_output}");
    }
}

/// Linux allows any bytes in a file name.
#[cfg(target_os = "linux")]
#[test]
fn names_that_are_not_utf8_are_names() {
    let folder = Folder::new();
    let within = folder.path().join(OsStr::from_bytes(b"f\xff"));
    std::fs::create_dir(&within).unwrap();
    std::fs::write(within.join(OsStr::from_bytes(b"g\xff.toml")), layout("data = \"own.csv\"")).unwrap();
    std::fs::write(within.join("own.csv"), ROWS).unwrap();
    let run = |args: &[&[u8]]| {
        let args: Vec<&OsStr> = args.iter().map(|arg| OsStr::from_bytes(arg)).collect();
        let output = process(&folder, &args);
        let program_output = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}: {program_output}");
        String::from_utf8(output.stdout).unwrap()
    };
    run(&[b"build", b"f\xff/g\xff.toml", b"--output", b"o\xff"]);
    // The output has the name of the layout. Bytes that are not UTF-8 are replaced.
    let pdf = folder.path().join(OsStr::from_bytes(b"o\xff")).join("g\u{FFFD}-iso.pdf");
    assert!(pdf.is_file());
    // The name of the folder stands for the layout in it.
    run(&[b"build", b"f\xff"]);
    assert!(run(&[b"check", b"f\xff/g\xff.toml"]).contains("clean"));
    let finished = [b"o\xff/".as_slice(), "g\u{FFFD}-iso.pdf".as_bytes()].concat();
    assert!(run(&[b"check", &finished, b"--against", b"f\xff"]).contains("clean"));
    run(&[b"build", &finished, b"--output", b"again"]);
    assert_eq!(
        std::fs::read(&pdf).unwrap(),
        std::fs::read(folder.path().join("again/g\u{FFFD}-iso.pdf")).unwrap()
    );
}

/// Builds a card with a drawing. The drawing contains another drawing, which refers to the picture
/// `name`.
fn drawing_in_drawing(name: &str) -> Run {
    const SVG: &str = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>";
    let inner = format!("{SVG}<image href='{name}' width='9' height='9'/></svg>");
    let encoded = inner.replace('<', "%3C").replace('>', "%3E").replace('\'', "%22");
    let outer = format!("{SVG}<image href='data:image/svg+xml,{encoded}' width='9' height='9'/></svg>");
    Run::new()
        .file(
            "game/g.toml",
            "[[cards]]\nsize = \"poker\"\nface = [{ image = \"outer.svg\", size = \"9mm\" }]\n",
        )
        .file("game/outer.svg", outer)
        .file("game/own.svg", ICON)
        .file("other/s.svg", ICON)
        .args(["build", "game/g.toml", "--no-check"])
}

#[test]
fn a_drawing_in_a_drawing_reaches_only_the_layout_s_folder() {
    drawing_in_drawing("own.svg").run();
    let run = drawing_in_drawing("own.svg");
    let absolute = run.path().join("other/s.svg").to_string_lossy().into_owned();
    for name in ["../other/s.svg", &absolute] {
        let ran = drawing_in_drawing(name).any_stderr().status(2).run();
        let words = format!("`outer.svg` contains a drawing that refers to another picture, but `{name}`");
        assert!(ran.stderr.contains(&words), "{}", ran.stderr);
    }
}

#[test]
fn drawings_that_contain_themselves_are_refused() {
    let ran = drawing_in_drawing("outer.svg").any_stderr().status(2).run();
    assert!(ran.stderr.contains("contains drawings that are nested more than 4 deep"), "{}", ran.stderr);
}

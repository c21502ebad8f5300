//! Tests of failures outside the program: full disks, killed runs, threads that cannot start,
//! closed streams, and files that are unreadable or vanish.
//!
//! `strace` makes system calls fail. Without `strace`, a test reports that it was skipped.

#![cfg(target_os = "linux")]

use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs};

use crate::games::ISO;
use crate::support::programs::leave_out;
use crate::support::run::{Folder, PROGRAM, Ran, Run};

/// Returns a command that makes the system calls in `calls` fail in the way that `how` describes.
///
/// Returns `None` if `strace` does not run here.
pub fn injected(calls: &str, how: &str, command: &[&str], folder: &Path) -> Option<Command> {
    let can = Command::new("strace").args(["-f", "-o", "/dev/null", "true"]).output();
    if !can.is_ok_and(|output| output.status.success()) {
        leave_out("strace", "it does not run");
        return None;
    }
    let mut strace = Command::new("strace");
    strace.args(["-f", "-qqq", "-o", "/dev/null", "-e"]).arg(format!("trace={calls}"));
    strace.arg("-e").arg(format!("inject={calls}:{how}")).args(command).current_dir(folder);
    Some(strace)
}

/// The PDF and the ticket that a run saves.
const SAVED: [&str; 2] = ["output/a.pdf", "output/a.txt"];

fn write(folder: &Path, what: &str) -> Result<(), String> {
    let files = SAVED.map(|name| (folder.join(name), what.repeat(5000)));
    hexpress::write::save(&files).map_err(|(path, error)| format!("{}: {error}", path.display()))
}

/// Saves two files in a folder. The tests below run this function in a separate process under
/// `strace`.
#[test]
#[ignore = "it is started by the tests below"]
fn saver() {
    if let Some(folder) = env::var_os("HEXPRESS_SAVE") {
        // Exits at once, because the output of the test program could fail too.
        std::process::exit(i32::from(write(Path::new(&folder), "new").is_err()));
    }
}

/// How a save ended, and what is in the folder afterwards.
struct Saved {
    well: bool,
    /// Whether a signal ended the process.
    killed: bool,
    /// The names of all files in the folder.
    files: Vec<String>,
    /// Whether each of the two files has the new contents.
    is_new: [bool; 2],
    folder: Folder,
}

/// Saves over existing files while one system call fails. Returns `None` without `strace`.
fn saved(calls: &str, how: &str) -> Option<Saved> {
    let folder = Folder::new();
    write(folder.path(), "old").unwrap();
    let program = env::current_exe().unwrap();
    let saver = [program.to_str().unwrap(), "--ignored", "--exact", "hostile::failing_systems::saver"];
    let mut command = injected(calls, how, &saver, folder.path())?;
    let output = command.env("HEXPRESS_SAVE", folder.path()).output().unwrap();
    let is_new = SAVED.map(|name| {
        let text = fs::read_to_string(folder.path().join(name)).unwrap();
        assert!(text == "old".repeat(5000) || text == "new".repeat(5000), "{calls} {how}: half of {name}");
        text.starts_with("new")
    });
    let killed = output.status.signal().is_some() || output.status.code() == Some(137);
    Some(Saved { well: output.status.success(), killed, files: folder.all(), is_new, folder })
}

/// The system calls of a save.
const CALLS: [&str; 10] =
    ["openat", "mkdir", "flock", "write", "fsync", "linkat", "rename", "unlink", "rmdir", "getdents64"];

#[test]
fn a_run_that_is_killed_leaves_whole_files_and_nothing_for_ever() {
    for call in CALLS {
        for number in 1.. {
            let Some(saved) = saved(call, &format!("signal=KILL:when={number}")) else { return };
            if !saved.killed {
                assert!(number > 1, "no {call} was killed");
                assert!(saved.well && saved.is_new == [true; 2], "{call} {number}");
                assert_eq!(saved.files, SAVED, "{call} {number}");
                break;
            }
            write(saved.folder.path(), "new").unwrap();
            assert_eq!(saved.folder.all(), SAVED, "after {call} {number}");
        }
    }
}

#[test]
fn a_call_that_fails_leaves_all_files_of_one_run() {
    for (call, error) in [
        ("openat", "ENOSPC"),
        ("mkdir", "ENOSPC"),
        ("flock", "ENOLCK"),
        ("write", "ENOSPC"),
        ("fsync", "EIO"),
        ("linkat", "EPERM"),
        ("rename", "EACCES"),
    ] {
        // The first calls belong to the start of the test program. If one of them fails, no file is
        // saved.
        let mut failed = 0;
        for number in 1.. {
            let Some(saved) = saved(call, &format!("error={error}:when={number}")) else { return };
            assert_eq!(saved.is_new, [saved.well; 2], "{call} {number}");
            assert_eq!(saved.files, SAVED, "{call} {number}");
            failed += usize::from(!saved.well);
            // Some failed calls do not stop a save, such as those for a lock, a link or the listing of a
            // folder. So a successful save ends the loop only after 5 calls, or after 31 calls of `openat`,
            // because the test program opens files too.
            if saved.well && number > if call == "openat" { 30 } else { 4 } {
                break;
            }
        }
        assert!(failed > 0 || ["flock", "linkat"].contains(&call), "no {call} failed");
    }
}

/// hexpress builds this layout without a child process. Saving the files takes some time.
const MANY_SHEETS: &str = "[[cards]]\nsize = \"mini\"\ncopies = 400\nface = [{ fill = \"gold\" }]\n";

/// Sends Ctrl-C or a termination signal at several moments of a save. Afterwards all files are old
/// or all are new, and no hidden file is left.
#[test]
fn a_run_that_is_asked_to_end_leaves_nothing_half_done() {
    use rustix::process::{Pid, Signal, kill_process};
    let whole = {
        let run =
            Run::new().file("g.toml", MANY_SHEETS).args(["build", "g.toml", "--format", "svg", "--no-check"]);
        run.any_stderr().run().folder.all()
    };
    let (mut rounds, mut stopped) = (0, 0);
    // On a busy machine, this thread may wake after the save has ended. In this case, the test does
    // more rounds.
    for number in (0..240_u32).map(|round| round % 24) {
        if rounds >= 24 && stopped > 0 {
            break;
        }
        rounds += 1;
        let folder = Folder::new();
        fs::write(folder.path().join("g.toml"), MANY_SHEETS).unwrap();
        let output = folder.path().join("output");
        let before = folder.all();
        let mut build = Command::new(PROGRAM);
        build.args(["build", "g.toml", "--no-check", "--format", "svg"]).current_dir(folder.path());
        let mut child =
            build.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // The program creates the folder when the save begins.
        while !output.exists() && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_micros(50));
        }
        std::thread::sleep(Duration::from_micros(700) * number);
        let signal = if number % 3 == 0 { Signal::TERM } else { Signal::INT };
        // The process may already have ended.
        let _ = kill_process(Pid::from_raw(child.id().try_into().unwrap()).unwrap(), signal);
        let status = child.wait().unwrap();
        assert!(status.success() || status.signal() == Some(signal.as_raw()), "{number}: {status}");
        let after = folder.all();
        assert!(after == before || after == whole, "{number}: {after:?}");
        let hidden = fs::read_dir(&output).into_iter().flatten();
        let hidden =
            hidden.filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().starts_with('.'));
        assert_eq!(hidden.count(), 0, "{number}");
        stopped += usize::from(after == before);
    }
    assert!(stopped > 0, "every run had saved its files before it was asked to end");
}

const CARDS: &str = "[[cards]]\nsize = \"poker\"\ndata = \"a.csv\"\nface = [{ image = \"a.svg\", size = \"9 x 9mm\" }, \
                     { text = \"{{ word }}\", font = \"mine 9pt\" }]\n[fonts]\nmine = \"a.ttf\"\n";
const PICTURE: &str =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><path d=\"M1 1H8V8Z\"/></svg>";

/// Returns a run whose layout uses one file of each kind: a table, a picture and a font.
fn with_files() -> Run {
    let font = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fonts/cjk.ttf")).unwrap();
    let csv = "word\n\u{65e5}\n";
    Run::new().file("g.toml", CARDS).file("a.csv", csv).file("a.svg", PICTURE).file("a.ttf", font)
}

#[test]
fn files_that_cannot_be_read_or_vanish_are_reported() {
    let ran: Ran = with_files().file("p.toml", "name = \"p\"\n").args(["build", "g.toml"]).any_stderr().run();
    let folder = ran.folder;
    let pdf = folder.path().join("output/g-iso.pdf");
    fs::rename(pdf, folder.path().join("s.pdf")).unwrap();
    fs::remove_dir_all(folder.path().join("output")).unwrap();
    let before = folder.all();
    for (name, command) in [
        ("g.toml", "build g.toml"),
        ("a.csv", "build g.toml"),
        ("a.svg", "build g.toml"),
        ("a.ttf", "build g.toml"),
        ("p.toml", "build g.toml --printer p.toml"),
        ("s.pdf", "build s.pdf"),
        ("s.pdf", "check s.pdf"),
    ] {
        let path = folder.path().join(name);
        // Access is denied, the disk is faulty, or the file vanishes between the check and the
        // read.
        for (call, error) in [("openat", "EACCES"), ("read", "EIO"), ("openat", "ENOENT")] {
            let mut typed = vec![PROGRAM];
            typed.extend(command.split(' '));
            let Some(mut strace) = injected(call, &format!("error={error}"), &typed, folder.path()) else {
                return;
            };
            // Only calls for this file fail, whichever of its two names is used.
            strace = with_paths(strace, &[&path, Path::new(name)]);
            let output = strace.output().unwrap();
            let program_output = String::from_utf8(output.stderr).unwrap();
            assert_eq!(
                (output.status.code(), program_output.matches("error[").count()),
                (Some(2), 1),
                "{name} {error}: {program_output}"
            );
            assert!(program_output.contains(name), "{name} {error}: {program_output}");
            assert_eq!(folder.all(), before, "{name} {error}");
        }
    }
}

/// Returns the `strace` command, changed so that only system calls for these paths fail.
fn with_paths(strace: Command, paths: &[&Path]) -> Command {
    let mut command = Command::new("strace");
    let folder = strace.get_current_dir().map(Path::to_owned).unwrap_or_default();
    for path in paths {
        command.arg("-P").arg(path);
    }
    command.args(strace.get_args()).current_dir(folder);
    command
}

#[test]
fn where_no_thread_can_be_had_one_does_the_work() {
    let folder = Folder::new();
    let path = folder.path().join("s.pdf");
    fs::write(&path, &ISO.0).unwrap();
    let with = Run::new().args(["build", "hex-nut"]).run();
    for command in
        [&["build", "hex-nut", "--no-check"][..], &["check", "s.pdf"], &["build", "s.pdf", "--no-check"]]
    {
        let typed: Vec<_> = [PROGRAM].iter().chain(command).copied().collect();
        let Some(mut strace) = injected("clone,clone3,fork,vfork", "error=EAGAIN", &typed, folder.path())
        else {
            return;
        };
        let output = strace.output().unwrap();
        let program_output = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{command:?}: {program_output}");
        assert!(!program_output.contains("panicked"), "{program_output}");
    }
    let name = "output/hex-nut-iso.pdf";
    assert!(fs::read(folder.path().join(name)).unwrap() == with.bytes(name));
}

/// Returns the answer of the preview to a request with these header lines.
fn asked(port: &str, path: &str, lines: &str) -> String {
    let mut connection = TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
    connection.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    write!(connection, "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{lines}\r\n").unwrap();
    let mut answer = String::new();
    connection.read_to_string(&mut answer).unwrap();
    answer
}

/// A preview that ends with the test.
struct RunningPreview {
    process: std::process::Child,
    port: String,
}

impl RunningPreview {
    fn start(mut command: Command) -> Self {
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut output = String::new();
        let mut out = process.stdout.take().unwrap();
        let mut byte = [0];
        while !output.contains("/\n") && matches!(out.read(&mut byte), Ok(1)) {
            output.push(char::from(byte[0]));
        }
        let port = output.split("127.0.0.1:").nth(1).and_then(|rest| rest.split('/').next()).unwrap_or("");
        assert!(!port.is_empty(), "{output}");
        Self { process, port: port.to_owned() }
    }
}

impl Drop for RunningPreview {
    fn drop(&mut self) {
        // Kills the children of `strace` first, because they would outlive it.
        let id = self.process.id();
        let children = fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap_or_default();
        for child in children.split_whitespace() {
            let _ = Command::new("kill").args(["-KILL", child]).status();
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn a_preview_without_threads_answers_one_after_the_other() {
    let folder = Folder::new();
    fs::write(folder.path().join("g.toml"), "[[cards]]\nsize = \"poker\"\n").unwrap();
    let typed = [PROGRAM, "preview", "g.toml", "--no-open"];
    let Some(strace) = injected("clone,clone3", "error=EAGAIN", &typed, folder.path()) else { return };
    let shown = RunningPreview::start(strace);
    assert!(asked(&shown.port, "/", "").starts_with("HTTP/1.1 200 OK"));
    let state = asked(&shown.port, "/sheets", "");
    assert!(state.contains("\"sheets\":[{"), "{state}");
    // The test has no file watcher, so every request makes the preview look at the file.
    fs::write(folder.path().join("g.toml"), "[[cards]]\nsize = \"pokre\"\n").unwrap();
    let state = asked(&shown.port, "/sheets", "");
    assert!(state.contains("pokre"), "{state}");
}

#[test]
fn a_layout_that_becomes_a_pipe_does_not_stop_the_preview() {
    let folder = Folder::new();
    let path = folder.path().join("g.toml");
    fs::write(&path, "[[cards]]\nsize = \"poker\"\n").unwrap();
    let mut command = Command::new(PROGRAM);
    command.args(["preview", "g.toml", "--no-open"]).current_dir(folder.path());
    let shown = RunningPreview::start(command);
    assert!(asked(&shown.port, "/sheets", "").contains("\"mistakes\":[]"));
    fs::remove_file(&path).unwrap();
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    let began = Instant::now();
    while !asked(&shown.port, "/sheets", "").contains("a pipe or a device") {
        assert!(began.elapsed() < Duration::from_secs(20), "nothing is told of the pipe");
        std::thread::sleep(Duration::from_millis(50));
    }
    fs::remove_file(&path).unwrap();
    fs::write(&path, "[[cards]]\nsize = \"poker\"\n").unwrap();
    while !asked(&shown.port, "/sheets", "").contains("\"mistakes\":[]") {
        assert!(began.elapsed() < Duration::from_secs(40), "it does not see the layout again");
        std::thread::sleep(Duration::from_millis(50));
    }
    // The preview rejects requests from other sites. It accepts requests from its own page, and
    // addresses that the user types.
    for (site, status) in [("cross-site", 403), ("same-site", 403), ("same-origin", 200), ("none", 200)] {
        let answer = asked(&shown.port, "/papers", &format!("Sec-Fetch-Site: {site}\r\n"));
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{site}: {answer}");
    }
}

#[test]
fn what_is_no_plain_file_is_refused_at_once() {
    let folder = Folder::new();
    for name in ["p.toml", "p.pdf", "p.svg"] {
        assert!(Command::new("mkfifo").arg(folder.path().join(name)).status().unwrap().success());
    }
    for typed in [
        "build p.toml",
        "build p.pdf",
        "check p.toml",
        "check p.pdf",
        "check p.svg",
        "deck p.toml",
        "build hex-nut --printer p.toml",
    ] {
        let output = crate::support::run::program(&typed.split(' ').collect::<Vec<_>>(), folder.path());
        assert_eq!(output.status, 2, "{typed}: {}", output.stderr);
        assert!(output.stderr.contains("a pipe or a device"), "{typed}: {}", output.stderr);
    }
}

/// Runs a line in the shell. Returns the status and the output.
fn shell(line: &str, folder: &Path) -> (Option<i32>, String) {
    let mut command = Command::new("sh");
    let output = command.args(["-c", line]).env("HEXPRESS", PROGRAM).current_dir(folder).output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn lost_output_is_no_success() {
    let folder = Folder::new();
    fs::write(folder.path().join("s.pdf"), &ISO.0).unwrap();
    for command in ["check s.pdf", "check s.pdf --json", "check hex-nut", "build s.pdf --no-check", "list"]
        .into_iter()
        .chain(["--help", "--version", "build --help"])
    {
        let (status, output) = shell(&format!("\"$HEXPRESS\" {command} > /dev/full"), folder.path());
        assert_eq!(
            (status, output.contains("the output cannot be written")),
            (Some(2), true),
            "{command}: {output}"
        );
        // A reader that closes the stream early is not an error.
        let (status, output) = shell(&format!("\"$HEXPRESS\" {command} >&- 2>&- <&-"), folder.path());
        assert_eq!(status, Some(0), "{command}: {output}");
        let (_, output) = shell(&format!("\"$HEXPRESS\" {command} | true"), folder.path());
        assert_eq!(output, "", "{command}");
    }
}

#[test]
fn two_builds_at_once_leave_the_files_of_one() {
    let layout = "[[tiles]]\nname = \"t\"\ncells = \"flat-top\"\nacross = \"30mm\"\n[tiles.deck]\nedges = [\"red\", \"blue\", \"gold\"]\ncount = 7\n";
    let folder = Folder::new();
    fs::write(folder.path().join("g.toml"), layout).unwrap();
    let read = |folder: &Path| {
        ["output/g-a4.pdf", "output/g-a4.txt"].map(|name| fs::read(folder.join(name)).unwrap())
    };
    let build = |seed: &str| {
        let mut command = Command::new(PROGRAM);
        command.args(["build", "g.toml", "--paper", "a4", "--no-check", "--quiet", "--seed", seed]);
        command.current_dir(folder.path()).spawn().unwrap()
    };
    let alone = ["1", "2"].map(|seed| {
        assert!(build(seed).wait().unwrap().success());
        read(folder.path())
    });
    assert!(alone[0] != alone[1]);
    for _ in 0..3 {
        for mut run in ["1", "2"].map(build) {
            assert!(run.wait().unwrap().success());
        }
        assert!(alone.contains(&read(folder.path())), "a mixture");
        assert_eq!(folder.all(), ["g.toml", "output/g-a4.pdf", "output/g-a4.txt"]);
    }
}

#[test]
fn a_picture_never_takes_the_place_of_what_is_judged() {
    let small = "[[cards]]\nsize = \"poker\"\nface = [{ text = \"tiny\", font = \"4pt\" }]\n";
    let ran = Run::new().file("g.toml", small).args(["build", "g.toml"]).any_stderr().run();
    let pdf = ran.bytes("output/g-iso.pdf");
    let named = format!("{small}back = [{{ image = \"a.svg\", size = \"9 x 9mm\" }}]\n");
    for (what, picture) in [("s.pdf", "s.pdf"), ("s.pdf", "./link.pdf"), ("g.toml", "a.svg")] {
        let run = Run::new().file("s.pdf", &pdf).file("g.toml", &named).file("a.svg", PICTURE);
        let run = run.file("link.pdf", "");
        let ran = run.args(["check", what, "--picture", picture]).any_stderr();
        let ran = link(ran).status(2).run();
        assert!(ran.stderr.contains("HX621") && ran.stderr.contains("is not overwritten"), "{}", ran.stderr);
        assert!(ran.bytes("s.pdf") == pdf && ran.bytes("a.svg") == PICTURE.as_bytes());
    }
}

/// Makes `link.pdf` a symbolic link to `s.pdf`.
fn link(run: Run) -> Run {
    let folder: PathBuf = run.path().to_owned();
    fs::remove_file(folder.join("link.pdf")).unwrap();
    std::os::unix::fs::symlink("s.pdf", folder.join("link.pdf")).unwrap();
    run
}

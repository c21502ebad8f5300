//! Tests of `docs/mistakes.md`. The tests type every row of its table, and hexpress must print the
//! message on the page.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::support::run::{Folder, PROGRAM, Said, program};

const PAGE: &str = include_str!("../../../docs/mistakes.md");

struct Row<'a> {
    what: &'a str,
    typed: &'a str,
    says: &'a str,
}

fn rows() -> Vec<Row<'static>> {
    let lines = PAGE.lines().filter(|line| line.starts_with("| ") && line.as_bytes()[2].is_ascii_digit());
    let rows = lines.map(|line| {
        let cells: Vec<_> = line.split(" | ").collect();
        let [what, typed, says, mends] = cells.as_slice() else { panic!("four cells: {line}") };
        assert!(mends.len() > 4, "{line}");
        let (_, what) = what.split_once(". ").unwrap();
        Row { what, typed, says }
    });
    rows.collect()
}

/// Returns the first block in this language.
fn block(language: &str) -> &'static str {
    let (_, rest) = PAGE.split_once(&format!("```{language}\n")).unwrap();
    rest.split_once("```").unwrap().0
}

/// Replaces one line of a text, and keeps its indentation.
fn replaced(text: &str, number: usize, new: &str) -> String {
    let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
    let old = &lines[number - 1];
    lines[number - 1] = format!("{}{new}", &old[..old.len() - old.trim_start().len()]);
    lines.join("\n") + "\n"
}

/// Writes the files of the example with the mistake typed in. Returns the folder and the command to
/// run.
fn prepare(typed: &str) -> (Folder, String) {
    let folder = Folder::new();
    let (mut layout, mut table) = (block("toml").to_owned(), block("csv").as_bytes().to_vec());
    let mut command = "build harbours.toml".to_owned();
    let code = typed.trim_matches('`');
    let line =
        |text: &str| text.split_once(": ").and_then(|(n, new)| Some((n.parse().ok()?, new.to_owned())));
    if let Some((number, new)) = line(code) {
        layout = replaced(&layout, number, &new);
    } else if let Some((number, new)) = code.strip_prefix("cards.csv ").and_then(line) {
        table = replaced(block("csv"), number, &new).into_bytes();
    } else if typed.contains("Windows-1252") {
        // In Windows-1252, Å is the byte 0xC5. All other letters in the table are ASCII.
        table = block("csv").replace('Å', "@").into_bytes();
        table.iter_mut().filter(|byte| **byte == b'@').for_each(|byte| *byte = 0xC5);
    } else {
        let typed = code.strip_prefix("hexpress ").unwrap_or_else(|| panic!("`{typed}` is not known"));
        command = typed.to_owned();
    }
    fs::create_dir(folder.path().join("old")).unwrap();
    for home in ["", "old/"] {
        fs::write(folder.path().join(format!("{home}cards.csv")), &table).unwrap();
    }
    fs::write(folder.path().join("harbours.toml"), layout).unwrap();
    fs::write(folder.path().join("old/harbours.toml"), block("toml")).unwrap();
    (folder, command)
}

fn shell(folder: &Folder, script: &str) -> Output {
    let mut command = Command::new("sh");
    command.args(["-c", script]).env("HEXPRESS", PROGRAM).current_dir(folder.path());
    command.output().unwrap()
}

/// Runs the command of a row. Returns `None` if this system cannot provide the conditions for the
/// row.
fn run(row: &Row<'_>, folder: &Folder, command: &str) -> Option<Said> {
    if command.ends_with("--output locked") {
        // The user root can write everywhere. So if the tests run as root, the script runs hexpress as the
        // user nobody.
        let script = format!(
            "mkdir locked; chmod 555 locked
             if [ \"$(id -u)\" != 0 ]; then exec \"$HEXPRESS\" {command}; fi
             setpriv --reuid=65534 --regid=65534 --clear-groups \"$HEXPRESS\" --version || exit 77
             exec setpriv --reuid=65534 --regid=65534 --clear-groups \"$HEXPRESS\" {command}"
        );
        return possible(row, shell(folder, &script));
    }
    if command.ends_with("--output full") {
        let script = format!(
            "mkdir full; unshare -rm sh -c '
             mount -t tmpfs -o size=4k none full || exit 77
             \"$HEXPRESS\" {command}; status=$?
             ls -A full >&2; exit $status'"
        );
        return possible(row, shell(folder, &script));
    }
    Some(typed(command, folder))
}

/// Returns what the program says if a user types this command.
fn typed(command: &str, folder: &Folder) -> Said {
    program(&command.split(' ').collect::<Vec<_>>(), folder.path())
}

/// Returns what the program said, or `None` if the operating system could not run it.
fn possible(row: &Row<'_>, output: Output) -> Option<Said> {
    let reported = String::from_utf8_lossy(&output.stderr).starts_with("error[HX");
    if !reported && cfg!(unix) && output.status.code() != Some(0) {
        println!("left out: {}: {}", row.what, String::from_utf8_lossy(&output.stderr));
        return None;
    }
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let (stdout, stderr) = (text(output.stdout), text(output.stderr));
    Some(Said { status: output.status.code().unwrap_or(-1), stdout, stderr })
}

#[test]
fn the_layout_is_right_before_something_is_mistyped() {
    let (folder, command) = prepare("`hexpress build harbours.toml`");
    let output = typed(&command, &folder);
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
}

#[test]
fn the_message_that_is_explained_is_what_is_said() {
    let (folder, command) = prepare("`12: { box = \"57 x 82mm\", line = \"1mm see\" },`");
    assert_eq!(typed(&command, &folder).stderr.trim(), block("text").trim());
}

#[test]
fn every_row_says_what_the_page_says() {
    let rows = rows();
    assert_eq!(rows.len(), 20);
    for row in rows.iter().filter(|row| !row.what.starts_with("ended")) {
        let (folder, command) = prepare(row.typed);
        let before = folder.all();
        let Some(ran) = run(row, &folder, &command) else { continue };
        let output = ran.stderr;
        let mut parts = row.says.split("<br>").peekable();
        let first = parts.next().unwrap().strip_prefix("**").unwrap();
        let (code, message) = first.split_once("** ").unwrap();
        let place = parts.next_if(|part| part.starts_with('`') && part.contains(':'));
        let hint = parts.next().map(|hint| hint.trim_matches('*'));
        let lines: Vec<_> = output.trim().lines().map(str::trim).collect();
        assert_eq!(lines[0], format!("error[{code}]: {message}"), "{}", row.what);
        let reported =
            lines.iter().filter(|line| line.starts_with("error[") || line.starts_with("warning[")).count();
        assert_eq!(reported, 1, "{} has one message:\n{output}", row.what);
        let arrow = place.map(|place| format!("--> {}", place.trim_matches('`')));
        assert_eq!(
            arrow.as_deref(),
            lines.get(1).copied().filter(|line| line.starts_with("-->")),
            "{}",
            row.what
        );
        let help = lines.iter().find_map(|line| line.strip_prefix("= help: "));
        assert_eq!(hint, help, "{}", row.what);
        assert_eq!(ran.status, 2, "{}", row.what);
        assert!(ran.stdout.is_empty() || row.what.contains("locked"), "{}", row.what);
        assert_eq!(folder.all(), before, "{} left something behind", row.what);
    }
}

/// A killed program cannot report anything, but it must not leave an incomplete PDF under the final
/// name.
#[cfg(target_os = "linux")]
#[test]
fn what_is_ended_while_writing_leaves_no_half_a_pdf() {
    let row = rows().into_iter().find(|row| row.what.starts_with("ended")).unwrap();
    assert!(row.says.contains("The PDF is complete, the old one or the new one, or there is none"));
    let (folder, _) = prepare("`hexpress build harbours.toml`");
    let typed = [crate::support::run::PROGRAM, "build", "harbours.toml"];
    let killed = || crate::hostile::failing_systems::injected("fsync", "signal=KILL", &typed, folder.path());
    let whole = |folder: &Folder| fs::read(folder.path().join("output/harbours-iso.pdf"));
    let Some(mut command) = killed() else { return };
    assert!(!command.status().unwrap().success(), "it should have been killed");
    assert!(folder.all().iter().any(|file| file.contains(".part/")), "nothing was being written");
    assert!(whole(&folder).is_err());
    assert!(shell(&folder, "exec \"$HEXPRESS\" build harbours.toml").status.success());
    let before = whole(&folder).unwrap();
    assert!(hexpress::read::pdf(&before).is_ok());
    let ended = killed().map(|mut command| command.status().unwrap());
    assert!(ended.is_some_and(|status| !status.success()));
    assert_eq!(whole(&folder).unwrap(), before);
}

#[test]
fn every_link_leads_somewhere() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    for target in PAGE.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        let (file, heading) = target.split_once('#').unwrap_or((target, ""));
        let bytes = fs::read(docs.join(file)).unwrap_or_else(|e| panic!("{target}: {e}"));
        // The link can lead to a picture, which is not UTF-8 and has no headings.
        let text = String::from_utf8(bytes).unwrap_or_default();
        let slug = |line: &str| {
            let words = line.trim_start_matches('#').trim().to_lowercase();
            words
                .chars()
                .filter(|c| c.is_alphanumeric() || "- ".contains(*c))
                .collect::<String>()
                .replace(' ', "-")
        };
        let there = text.lines().filter(|line| line.starts_with('#')).any(|line| slug(line) == heading);
        assert!(heading.is_empty() || there, "{target}");
    }
}

//! Tests of the progress of a long build on a terminal. The program `script` provides the terminal.

#![cfg(target_os = "linux")]

use std::process::{Command, Stdio};

use crate::support::programs::leave_out;
use crate::support::run::{Folder, PROGRAM};

/// A number of cards that takes more than half a second.
const MANY_CARDS: usize = 40_000;

/// Returns what a terminal shows for a layout with this number of cards. Returns `None` if `script`
/// is not installed.
fn terminal_output(cards: usize, args: &str, environment: &[(&str, &str)]) -> Option<String> {
    let folder = Folder::new();
    let layout = format!(
        "[[cards]]\nsize = \"41 x 63mm\"\nrows = [{{ copies = {cards} }}]\nface = [{{ text = \"{{{{ number | words }}}}\", \
         size = \"38 x 12mm\", font = \"7pt\" }}]\n"
    );
    std::fs::write(folder.path().join("x.toml"), layout).unwrap();
    let mut command = Command::new("script");
    command.args(["-qefc", &format!("'{PROGRAM}' build x.toml --many {args}"), "/dev/null"]);
    command.current_dir(folder.path()).env_remove("NO_COLOR").env("TERM", "xterm");
    command.envs(environment.iter().copied()).stdin(Stdio::null());
    let output = match command.output() {
        Ok(output) => output,
        Err(_) => {
            leave_out("script", "it is not installed");
            return None;
        }
    };
    let program_output = String::from_utf8(output.stdout).unwrap();
    assert!(
        output.status.success() && folder.files().contains(&"output/x-iso.pdf".to_owned()),
        "{program_output}"
    );
    Some(program_output)
}

#[test]
fn a_long_build_says_how_far_it_is_and_takes_the_line_away() {
    let Some(output) = terminal_output(MANY_CARDS, "--no-check", &[("NO_COLOR", "1")]) else { return };
    let lines: Vec<_> = output.split('\r').filter(|line| line.starts_with("drawing sheet ")).collect();
    let number = |line: &str| -> usize { line.split_whitespace().nth(2).unwrap().parse().unwrap() };
    let sheets: usize = lines.last().expect(&output).rsplit(' ').next().unwrap().parse().unwrap();
    assert!(lines.windows(2).all(|two| number(two[0]) < number(two[1])), "{lines:?}");
    assert_eq!(number(lines[lines.len() - 1]), sheets);
    assert!(lines.len() < 1000 && lines.iter().all(|line| line.len() == lines[0].len()), "{lines:?}");
    assert!(!output.contains('\u{1b}'), "no colour, and nothing that steers: {output:?}");
    // Spaces overwrite the line of progress before the ticket begins. The ticket is the summary that
    // `build` prints at its end.
    let after = output.rsplit("drawing sheet").next().unwrap();
    let gone = format!("\r{:width$}\r", "", width = lines[0].len());
    let (_, ticket) = after.split_once(&gone).expect(after);
    assert!(ticket.contains("output/x-iso.pdf"), "{ticket}");
}

/// The checker reads every sheet back. This takes about as long as drawing, so its progress is shown too.
#[test]
fn a_long_check_says_how_far_it_is_too() {
    let Some(output) = terminal_output(MANY_CARDS / 2, "", &[("NO_COLOR", "1")]) else { return };
    let lines: Vec<_> = output.split('\r').filter(|line| line.starts_with("checking sheet ")).collect();
    let last = lines.last().expect(&output);
    let words: Vec<_> = last.split_whitespace().collect();
    assert_eq!(words[2], words[4], "{lines:?}");
    // The line is cleared before the ticket begins.
    let gone = format!("\r{:width$}\r", "", width = last.len());
    let after = output.rsplit("checking sheet").next().unwrap();
    let (_, ticket) = after.split_once(&gone).expect(after);
    assert!(ticket.contains("output/x-iso.pdf") && ticket.contains("checked: "), "{ticket}");
}

#[test]
fn progress_can_be_switched_off() {
    for (cards, args, environment) in [
        (MANY_CARDS / 2, "--no-check --quiet", ("A", "a")),
        (MANY_CARDS / 2, "--no-check --json", ("A", "a")),
        (MANY_CARDS / 2, "--no-check", ("TERM", "dumb")),
        (20, "", ("A", "a")),
    ] {
        let Some(output) = terminal_output(cards, args, &[environment]) else { return };
        assert!(!output.contains("drawing"), "{args}: {output}");
    }
}

//! Tests that a build takes no more instructions than the recorded counts, so that no change makes
//! it slower unnoticed.
//!
//! On one core, valgrind counts the same number on every run. The number changes only with the
//! compiler or with the way the processor copies memory. So the counts are recorded with the name
//! of the compiler, and the test is skipped with another compiler.
//!
//! The counted program is the one under test. It is optimised only at level 1, so the counts depend
//! more on the source than on the optimiser.

use std::fs;
use std::process::{Command, Stdio};

use crate::support::programs::leave_out;
use crate::support::run::{Folder, PROGRAM};

const COUNTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/house/instructions.txt");
/// A build may take up to this multiple of the recorded count.
const MAX_INCREASE: f64 = 1.05;

/// A layout of cards with wrapped texts, each different.
const CARDS: &str = r#"
[game]
title = "Cards"
language = "en"

[[cards]]
name = "cards"
sheet = "small"
size = "63 x 88mm"
data = "cards.csv"
face = [
  { text = "{{ name }}", at = "0 -35mm", font = "bold 11pt" },
  { text = "{{ text }}", at = "0 0mm", size = "52 x 50mm", font = "10pt" },
]
"#;

/// Returns a table with this number of cards.
fn table(cards: usize) -> String {
    const WORDS: [&str; 13] = [
        "draw", "two", "cards", "from", "the", "deck", "and", "discard", "one", "that", "shows", "a",
        "castle",
    ];
    let text =
        |card: usize| (0..25).map(|at| WORDS[(at * (card + 3) + card) % 13]).collect::<Vec<_>>().join(" ");
    let rows = (0..cards).map(|card| format!("Card {card},\"{}\"\n", text(card)));
    format!("name,text\n{}", rows.collect::<String>())
}

fn output_of(program: &str, arguments: &[&str]) -> Option<String> {
    let mut command = Command::new(program);
    // A process with the option `--bounded` ends when its input closes. `wait_with_output` would close the
    // input too early, so the input is taken from the child first.
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().ok()?;
    let input = child.stdin.take();
    let output = child.wait_with_output().ok()?;
    drop(input);
    let text = if output.stdout.is_empty() { output.stderr } else { output.stdout };
    // The status is 1 if the checker finds faults.
    matches!(output.status.code(), Some(0 | 1)).then(|| String::from_utf8_lossy(&text).into_owned())
}

/// Returns the number of instructions that a build takes on one core, or `None` if they cannot be
/// counted.
fn counted(arguments: &[&str]) -> Option<u64> {
    let valgrind = ["-c", "0", "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", PROGRAM];
    let text = output_of("taskset", &[&valgrind[..], arguments, &["--quiet"]].concat())?;
    let count = text.lines().find_map(|line| line.split_once("refs:"))?.1;
    count.trim().replace(',', "").parse().ok()
}

#[test]
fn builds_take_no_more_instructions_than_before() {
    let Some(compiler) = output_of("rustc", &["--version"]) else {
        return leave_out("rustc", "it does not run");
    };
    let known = fs::read_to_string(COUNTS).unwrap();
    let update = std::env::var_os("UPDATE").is_some();
    if !update && known.lines().next() != Some(compiler.trim()) {
        return println!("left out: the counts are those of another compiler than {}", compiler.trim());
    }
    let folder = Folder::new();
    let output = folder.path().to_string_lossy().into_owned();
    let cards = folder.path().join("cards.toml").to_string_lossy().into_owned();
    fs::write(&cards, CARDS).unwrap();
    fs::write(folder.path().join("cards.csv"), table(60)).unwrap();
    let bench = |name: &str| format!("{}/benches/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let builds: [(&str, String, &[&str]); 7] = [
        ("w1", bench("w1"), &["build", "--no-check"]),
        ("w2", bench("w2"), &["build", "--no-check", "--count", "60"]),
        ("w3", bench("w3"), &["build", "--no-check", "--count", "300"]),
        ("w4", bench("w4"), &["build", "--no-check"]),
        // A child process builds layouts that name files. `--bounded` runs this child process
        // directly.
        ("cards", cards, &["--bounded", "build", "--no-check"]),
        ("checked-w1", bench("w1"), &["build"]),
        ("checked-w2", bench("w2"), &["build", "--count", "60"]),
    ];
    let mut counts = format!("{}\n", compiler.trim());
    let mut slower = Vec::new();
    for (name, layout, options) in builds {
        let arguments = [options, &[layout.as_str(), "--output", &output]].concat();
        let Some(count) = counted(&arguments) else {
            return leave_out("valgrind", "it does not run with taskset");
        };
        counts.push_str(&format!("{name} {count}\n"));
        let before = known.lines().find_map(|line| line.strip_prefix(name)?.trim().parse::<u64>().ok());
        if before.is_none_or(|before| count as f64 > before as f64 * MAX_INCREASE) {
            slower.push(format!("{name}: {count} instructions, and {before:?} are written down"));
        }
    }
    if update {
        return fs::write(COUNTS, counts).unwrap();
    }
    assert!(
        slower.is_empty(),
        "{slower:#?}\nif it has to be so, say why, and UPDATE=1 writes the counts anew"
    );
}

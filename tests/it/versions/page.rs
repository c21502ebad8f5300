//! Tests that `docs/versions.md` works as written: its files, its commands, and their output.

use std::fs;

use crate::support::run::{Folder, program};

const PAGE: &str = include_str!("../../../docs/versions.md");

#[test]
fn the_page_about_versions_works_as_written() {
    let folder = Folder::new();
    let (mut last_stdout, mut layouts, mut commands, mut outputs) = (String::new(), 0, 0, 0);
    for block in PAGE.split("\n```").skip(1).step_by(2) {
        let (language, text) = block.split_once('\n').unwrap();
        match language {
            "toml" => {
                layouts += 1;
                let name = if layouts == 1 { "harbour.toml" } else { "marked.toml" };
                fs::write(folder.path().join(name), text).unwrap();
            }
            "csv" => fs::write(folder.path().join("cards.csv"), format!("{text}\n")).unwrap(),
            "sh" => {
                for line in text.lines() {
                    commands += 1;
                    let typed: Vec<&str> = line.split_whitespace().skip(1).collect();
                    let run = program(&typed, folder.path());
                    assert!(run.status < 2 && run.stderr.is_empty(), "`{line}` said:\n{}", run.stderr);
                    last_stdout = run.stdout;
                }
            }
            "text" => {
                outputs += 1;
                assert!(last_stdout.contains(text), "expected\n{text}\nfound\n{last_stdout}");
            }
            other => panic!("an example in {other}"),
        }
    }
    assert_eq!([layouts, commands, outputs], [2, 5, 2]);
    let marked = program(&["build", "marked.toml"], folder.path());
    assert_eq!((marked.status, marked.stderr.as_str()), (0, ""));
}

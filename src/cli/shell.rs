//! `hexpress completions` and `hexpress man`: scripts for shells and manual pages, from the
//! definition of the arguments.

use std::path::PathBuf;

use clap::{Command, CommandFactory};
use clap_mangen::Man as Page;
use serde_json::{Value, json};

use super::args::{Args, Completions, Man};
use super::io::file_errors::unwritable;
use super::io::{Output, Workplace};
use hexpress_base::diag::Report;

/// Prints the script that completes commands and options in a shell.
pub fn completions(wanted: &Completions, output: &mut Output) {
    let mut script = Vec::new();
    clap_complete::generate(wanted.shell, &mut Args::command(), "hexpress", &mut script);
    let text = String::from_utf8_lossy(&script);
    output.result(&text, json!({ "shell": wanted.shell.to_string(), "script": text }));
}

/// Writes a manual page for the program, and one for each command.
///
/// # Errors
/// A page cannot be written.
pub fn man(man: &Man, place: &Workplace, output: &mut Output) -> Result<(), Report> {
    let mut program = Args::command();
    program.build();
    let pages: Vec<&Command> = [&program].into_iter().chain(program.get_subcommands()).collect();
    let mut files: Vec<(PathBuf, Vec<u8>)> = Vec::with_capacity(pages.len());
    for page in pages.into_iter().filter(|page| page.get_name() != "help") {
        // The name of a page is the command with `-` for spaces: `hexpress-build`.
        let name = page.get_display_name().unwrap_or(page.get_name());
        let path = man.output.join(format!("{name}.1"));
        let mut text = Vec::new();
        Page::new(page.clone()).render(&mut text).map_err(|error| unwritable(&path, &error))?;
        files.push((path, text));
    }
    place.save(&files)?;
    let paths: Vec<Value> = files.iter().map(|(path, _)| path.display().to_string().into()).collect();
    let text = format!(
        "{} pages of the manual are in {}: man -l {}\n",
        files.len(),
        man.output.display(),
        files[0].0.display()
    );
    output.result(&text, json!({ "files": paths }));
    Ok(())
}

//! `hexpress man`: writes manual pages from the definition of the arguments and the table of
//! examples.

use std::fmt::Write as _;
use std::io;
use std::path::PathBuf;

use clap::{Arg, Command, CommandFactory};
use clap_mangen::Man as Page;
use serde_json::{Value, json};

use super::args::{Args, Man};
use super::io::file_errors::unwritable;
use super::io::{Output, RunContext};
use super::man_examples::EXAMPLES;
use hexpress_base::diag::Report;

/// Writes a manual page for the program, and one for each command.
///
/// # Errors
/// A page cannot be written.
pub fn man(man: &Man, run_context: &RunContext, output: &mut Output) -> Result<(), Report> {
    let mut program = Args::command();
    program.build();
    let pages: Vec<&Command> = [&program].into_iter().chain(program.get_subcommands()).collect();
    let mut files: Vec<(PathBuf, Vec<u8>)> = Vec::with_capacity(pages.len());
    for page in pages.into_iter().filter(|page| page.get_name() != "help") {
        // A page has the name of its command, with `-` for spaces: `hexpress-build`.
        let name = page.get_display_name().unwrap_or(page.get_name());
        let path = man.output.join(format!("{name}.1"));
        let text = page_text(page).map_err(|error| unwritable(&path, &error))?;
        files.push((path, text));
    }
    run_context.save(&files)?;
    let paths: Vec<Value> = files.iter().map(|(path, _)| path.display().to_string().into()).collect();
    let text = format!(
        "{} manual pages are in the folder {}; to read the first one, type: man -l {}\n",
        files.len(),
        man.output.display(),
        files[0].0.display()
    );
    output.result(&text, json!({ "files": paths }));
    Ok(())
}

/// Returns the manual page of a command in roff, the format that `man` reads.
fn page_text(command: &Command) -> io::Result<Vec<u8>> {
    let page = Page::new(command.clone());
    let mut text = Vec::new();
    page.render_title(&mut text)?;
    page.render_name_section(&mut text)?;
    text.extend(synopsis(command).into_bytes());
    page.render_description_section(&mut text)?;
    page.render_options_section(&mut text)?;
    if command.get_subcommands().next().is_some() {
        page.render_subcommands_section(&mut text)?;
    }
    text.extend(examples(command.get_name()).into_bytes());
    if command.get_version().is_some() {
        page.render_version_section(&mut text)?;
    }
    Ok(text)
}

/// Returns the synopsis of a command. Each option is shown with the name of its value.
fn synopsis(command: &Command) -> String {
    let name = command.get_bin_name().unwrap_or(command.get_name());
    let mut words = vec![format!("\\fB{}\\fR", escaped(name))];
    let shown = || command.get_arguments().filter(|arg| !arg.is_hide_set());
    words.extend(shown().filter(|arg| !arg.is_positional()).map(option));
    words.extend(shown().filter(|arg| arg.is_positional()).map(positional));
    if command.get_subcommands().next().is_some() {
        words.push("[\\fICOMMAND\\fR]".to_owned());
    }
    format!(".SH SYNOPSIS\n{}\n", words.join("\n"))
}

/// Returns an option in the form of the synopsis: `[--paper PAPER]`.
fn option(arg: &Arg) -> String {
    let short = arg.get_short().map(|short| format!("\\fB\\-{short}\\fR|")).unwrap_or_default();
    let long = arg.get_long().map(|long| format!("\\fB\\-\\-{}\\fR", escaped(long))).unwrap_or_default();
    let value = if arg.get_action().takes_values() { format!(" {}", value_name(arg)) } else { String::new() };
    format!("[{short}{long}{value}]")
}

/// Returns a positional argument in the form of the synopsis: `[GAME]...`.
fn positional(arg: &Arg) -> String {
    let many = if arg.get_num_args().is_some_and(|count| count.max_values() > 1) { "..." } else { "" };
    let value = value_name(arg);
    if arg.is_required_set() { format!("{value}{many}") } else { format!("[{value}]{many}") }
}

/// Returns the possible values of an argument, or the name of its value in italics.
fn value_name(arg: &Arg) -> String {
    let values = arg.get_possible_values();
    if !values.is_empty() && values.len() < 7 {
        let words: Vec<_> = values.iter().map(|value| escaped(value.get_name())).collect();
        return words.join("|");
    }
    let names = arg.get_value_names().unwrap_or_default().join(" ");
    format!("\\fI{}\\fR", escaped(&names))
}

/// Returns the examples of a command. If the command has no examples, the text is empty.
fn examples(command: &str) -> String {
    let mut text = String::new();
    for (_, typed, does) in EXAMPLES.iter().filter(|(of, ..)| *of == command) {
        if text.is_empty() {
            text.push_str(".SH EXAMPLES\n");
        }
        let _ = writeln!(text, ".TP\n\\fB{}\\fR\n{}", escaped(typed), escaped(does));
    }
    text
}

/// Escapes a text, so that `man` shows it unchanged.
fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-");
    // A line that begins with `.` or `'` would be a roff command.
    if text.starts_with(['.', '\'']) { format!("\\&{text}") } else { text }
}

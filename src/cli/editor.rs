//! `hexpress fmt` and `hexpress lsp`: format layouts, and serve editors.
//!
//! - In: files or standard input.
//! - Out: formatted files, or the messages of a language server.

use std::path::{Path, PathBuf};

use serde_json::json;

use super::args::Fmt;
use super::io::{Output, RunContext, Status};
use super::limited_process::{self, Answer, Work};
use super::{folder, needs_limits, read_input};
use crate::editor::{self, LimitedProcess};
use hexpress_base::diag::{Report, codes};
use hexpress_base::files::MAX_LAYOUT_BYTES;
use hexpress_language::tables::profile;

/// Formats layouts. With `--check`, only lists the layouts that would change.
///
/// # Errors
/// A file cannot be read, or is not valid TOML. The file stays unchanged.
pub fn fmt(fmt: &Fmt, run_context: &RunContext, output: &mut Output) -> Result<(), Report> {
    if fmt.is_typed() {
        let text = layout_text(output.all_input())?;
        let formatted = formatted("-", &text, output)?;
        output.result(&formatted, json!({ "text": formatted }));
        return Ok(());
    }
    let mut report = Report::default();
    let mut changed: Vec<(PathBuf, String)> = Vec::new();
    for file in files(fmt, run_context)? {
        let Some(layout) = report.ok_or_report(read_input::layout(&file, run_context)) else { continue };
        if let Some(foreign) = foreign_key(&layout.text) {
            let message = format!(
                "{} is not a layout, a theme or the profile of a printer: none of these has a key `{foreign}`",
                layout.display_name
            );
            let hint = "leave out this file: `hexpress fmt` formats only files of hexpress";
            report.push(codes::UNKNOWN_GAME.error(message).hint(hint));
            continue;
        }
        match formatted(&layout.display_name, &layout.text, output) {
            Ok(text) if text != layout.text => changed.push((file, text)),
            Ok(_) => {}
            Err(mistakes) => report.extend(mistakes),
        }
        limited_process::allow_another();
    }
    let names: Vec<String> = changed.iter().map(|(file, _)| file.display().to_string()).collect();
    if fmt.check && !changed.is_empty() {
        output.raise_status(Status::Faults);
    } else {
        run_context.save(&changed)?;
    }
    let verb = if fmt.check { "would change" } else { "is formatted" };
    let text: String = names.iter().map(|name| format!("{name} {verb}\n")).collect();
    output.result(&text, json!({ "changed": names }));
    if report.is_empty() { Ok(()) } else { Err(report) }
}

/// Returns the layout from standard input as text.
///
/// # Errors
/// The layout is too long, or is not UTF-8.
fn layout_text(bytes: Vec<u8>) -> Result<String, Report> {
    if bytes.len() as u64 > MAX_LAYOUT_BYTES {
        let what = format!("standard input has more than {} MiB", MAX_LAYOUT_BYTES >> 20);
        return Err(codes::UNREADABLE.error(what).into());
    }
    String::from_utf8(bytes).map_err(|_| codes::UNREADABLE.error("standard input is not UTF-8 text").into())
}

/// Returns the layouts that the arguments name, or the layouts in the current folder.
///
/// # Errors
/// A folder has no layout, or an argument names a table of data.
fn files(fmt: &Fmt, run_context: &RunContext) -> Result<Vec<PathBuf>, Report> {
    if fmt.files.is_empty() {
        let here = folder::here(run_context);
        return if here.is_empty() { Err(folder::needs("fmt", "FILE.toml").into()) } else { Ok(here) };
    }
    let mut files = Vec::new();
    for named in &fmt.files {
        if let Some(hint) = read_input::rows(named, run_context) {
            let message = format!("{} is not a layout (.toml)", named.display());
            return Err(codes::UNKNOWN_GAME.error(message).hint(hint).into());
        }
        match folder::layouts(named, run_context) {
            Ok(layouts) => files.extend(layouts),
            Err(_) => files.push(named.clone()),
        }
    }
    Ok(files)
}

/// If a TOML file belongs to another program, returns its first key that hexpress does not know.
/// Returns `None` for layouts (even with mistakes), themes and profiles of printers.
fn foreign_key(text: &str) -> Option<String> {
    if editor::is_layout(text) {
        return None;
    }
    // A file that is not valid TOML is reported when it is formatted.
    let tables: toml::Table = text.parse().ok()?;
    let of_layouts = &hexpress_language::schema()["properties"];
    tables.into_iter().map(|(key, _)| key).find(|key| of_layouts.get(key).is_none() && !profile::has_key(key))
}

/// Formats the text of a layout.
///
/// # Errors
/// The text is not valid TOML. The report has all mistakes of the text.
fn formatted(name: &str, text: &str, output: &mut Output) -> Result<String, Report> {
    editor::format(text).map_err(|error| {
        let file = output.sources.add(name, text);
        let mistakes = hexpress_language::read_partial(file, &output.sources).report;
        match mistakes.is_empty() {
            true => codes::SYNTAX.error(error.message().trim().to_owned()).into(),
            false => mistakes,
        }
    })
}

/// Serves an editor until the editor ends the session.
pub fn lsp(run_context: &RunContext, output: &mut Output) {
    // Layouts that need limits are read by a separate process. If the system cannot start such a
    // process, the server reads the layout itself. Therefore the server also limits its own memory.
    if run_context.process_ends_with_run {
        limited_process::limit_memory();
    }
    let allowed = run_context.allowed.iter().map(|folder| run_context.at(folder)).collect();
    let apart = run_context
        .program
        .is_some()
        .then(|| LimitedProcess { needs: needs_limits::layout, ask: asker(run_context) });
    if !output.serve(|input, send| editor::Server::new(allowed, apart).run(input, send)) {
        output.raise_status(Status::Faults);
    }
}

/// Returns a function that starts a language server in a new process with limits, and sends a request
/// to it.
fn asker(run_context: &RunContext) -> Box<editor::Ask> {
    let run_context = run_context.clone();
    Box::new(move |path, messages| {
        let file = path.and_then(Path::file_name).map_or(Path::new("the layout"), Path::new);
        match limited_process::answer(vec!["lsp".into()], Some(messages), &Work::on_text(file), &run_context)?
        {
            Answer::Result(sent) => Ok(sent),
            Answer::Mistakes(_) => Ok(Vec::new()),
        }
    })
}

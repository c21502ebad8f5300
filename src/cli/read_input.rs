//! Reads the input of a build: bundled games, layouts, folders of layouts, and PDFs that contain
//! their layout.
//!
//! - In: the paths that the user typed.
//! - Out: an [`Input`] for every layout, or an error.
//! - Not here: reading the layouts as TOML.

use std::path::{Path, PathBuf};

use super::folder;
use super::io::RunContext;
use super::io::file_errors::unreadable;
use crate::bundled::{GAMES, find};
use crate::make::{self, Input};
use hexpress_base::diag::near;
use hexpress_base::diag::synonyms::{Typed, synonym};
use hexpress_base::diag::{Diagnostic, Report, Result, Sources, codes};
use hexpress_base::files::{MAX_FINISHED_FILE_BYTES, MAX_LAYOUT_BYTES, read_plain};
use hexpress_base::identity::CHANGES;
use hexpress_base::text::first_names;
use hexpress_base::units::Mm;
use hexpress_read::build_data::{BuildData, check_record_of, find_build_data};

/// Returns all bundled games as inputs.
pub fn bundled() -> Vec<Input> {
    GAMES.iter().filter_map(|game| Input::bundled(game).ok()).collect()
}

/// Reads everything that the arguments of `build` name.
///
/// Without arguments, reads the layouts in the current folder.
pub fn collect(
    arguments: &[PathBuf],
    with_bleed: bool,
    run_context: &RunContext,
    report: &mut Report,
) -> Vec<Input> {
    let mut inputs: Vec<Input> = Vec::new();
    if arguments.is_empty() {
        let here = folder::here(run_context);
        if here.is_empty() {
            report.push(folder::needs("build", "GAME"));
        }
        inputs = layouts(&here, run_context, report);
    }
    let (lengths, named): (Vec<&PathBuf>, Vec<&PathBuf>) =
        arguments.iter().partition(|path| is_length(path, run_context));
    if !lengths.is_empty() {
        let lengths: Vec<String> = lengths.iter().map(|length| length.display().to_string()).collect();
        report.push(stray_lengths(&lengths, with_bleed));
    }
    for argument in named {
        let found = one(argument, run_context, report);
        inputs.extend(report.ok_or_report(found).into_iter().flatten());
    }
    keep_one_of_each_build(&mut inputs);
    report_same_output(&inputs, report);
    inputs
}

/// Returns the error for lengths that were typed where games are expected.
///
/// There are two causes. Either the option before the lengths takes no value, or it takes several
/// lengths, and the user typed no quotes around them.
fn stray_lengths(lengths: &[String], with_bleed: bool) -> Diagnostic {
    let first = &lengths[0];
    if with_bleed {
        return codes::BAD_OPTION.error(format!("--bleed takes no value, found `{first}`")).hint(format!(
            "write --bleed without a value, and set `bleed` in the layout: bleed = \"{first}\""
        ));
    }
    let message = format!("`{first}` is not a game: several lengths after an option need quotes");
    codes::UNKNOWN_GAME.error(message).hint(format!(
        "put the lengths in quotes; the order of margins is top, right, bottom, left: --margin \"{}\"",
        four_sides(lengths)
    ))
}

/// Reports layouts whose finished files would have the same names.
fn report_same_output(inputs: &[Input], report: &mut Report) {
    for (index, Input { id, display_name, .. }) in inputs.iter().enumerate() {
        let Some(other) = inputs[..index].iter().find(|other| other.id == *id) else { continue };
        let (message, hint) = if other.display_name == *display_name {
            (format!("{display_name} is repeated"), "name each game only once")
        } else {
            let message =
                format!("{} and {display_name} would both be written to {id}-….pdf", other.display_name);
            (message, "build them separately, into two folders, with --output")
        };
        report.push(codes::SAME_OUTPUT.error(message).hint(hint));
    }
}

/// Returns whether an argument is a length, such as `3mm`, and no file has this name.
pub fn is_length(argument: &Path, run_context: &RunContext) -> bool {
    argument.to_str().is_some_and(|text| text.parse::<Mm>().is_ok()) && !run_context.at(argument).exists()
}

/// Returns four lengths as an example for `--margin`, such as `5mm 7mm 5mm 7mm`.
///
/// The user typed several lengths without quotes, so each is a separate argument. `rest` contains all
/// of them except the first. The first is not known here, so the example begins with `5mm`.
fn four_sides(rest: &[String]) -> String {
    match rest {
        [one] => format!("5mm {one} 5mm {one}"),
        [one, other] => format!("5mm {one} {other} {one}"),
        all => format!("5mm {}", all.join(" ")),
    }
}

/// If several PDFs are from the same build, keeps only the first of them. Every PDF contains the whole
/// layout, so one PDF is enough to make all sheets again.
fn keep_one_of_each_build(inputs: &mut Vec<Input>) {
    let mut kept: Vec<Input> = Vec::new();
    for input in inputs.drain(..) {
        if !kept.iter().any(|other| are_same_build(other, &input)) {
            kept.push(input);
        }
    }
    *inputs = kept;
}

/// Returns whether two PDFs contain the same layout and were built with the same options.
fn are_same_build(other: &Input, input: &Input) -> bool {
    input.options.is_some()
        && other.display_name != input.display_name
        && (&other.id, &other.text, &other.options) == (&input.id, &input.text, &input.options)
        && other.files.files_read() == input.files.files_read()
}

/// Reads what one argument names: one layout, or all layouts in a folder.
///
/// # Errors
/// The game is unknown, or the file cannot be read.
pub fn one(path: &Path, run_context: &RunContext, report: &mut Report) -> Result<Vec<Input>> {
    if let Some(game) = find(path) {
        return Ok(vec![Input::bundled(game)?]);
    }
    if run_context.at(path).is_dir() {
        let found = folder::layouts(path, run_context).map_err(|error| unreadable(path, &error))?;
        return if found.is_empty() {
            Err(folder::empty(path))
        } else {
            Ok(layouts(&found, run_context, report))
        };
    }
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        Some("toml") => Ok(vec![layout(path, run_context)?]),
        Some("pdf") => Ok(vec![pdf(path, run_context)?]),
        _ => Err(unknown(path, run_context)),
    }
}

/// Returns the error for an argument that is not a game. The hint suggests what the user may have
/// meant.
fn unknown(path: &Path, run_context: &RunContext) -> Diagnostic {
    let argument = &path.display().to_string();
    if run_context.at(path).exists() {
        let message = format!("{argument} is not a layout (.toml) or a PDF");
        return codes::UNKNOWN_GAME.error(message).maybe_hint(rows(path, run_context));
    }
    let with_extension = path.with_added_extension("toml");
    let other_extension = path.with_extension("toml");
    let hint = if argument.starts_with(['–', '—', '−']) {
        let option = argument.trim_start_matches(['–', '—', '−', '-']);
        format!("write the option with two hyphens: --{option}")
    } else if run_context.at(&with_extension).is_file() {
        format!("did you mean `{}`?", with_extension.display())
    } else if other_extension != path && run_context.at(&other_extension).is_file() {
        format!("did you mean `{}`?", other_extension.display())
    } else {
        let names = crate::bundled::all().map(|game| game.id);
        near::hint(argument, names, || {
            synonym(Typed::Option, argument).map_or_else(|| folder::NO_LAYOUT.to_owned(), |hint| hint.words)
        })
        .words
    };
    codes::UNKNOWN_GAME.error(format!("unknown game `{argument}`")).hint(hint)
}

/// Returns a hint for a table of data, such as a `.csv` file. The hint names the layout that uses the
/// table, or says how a layout can use it. Returns `None` for other files.
pub fn rows(path: &Path, run_context: &RunContext) -> Option<String> {
    let extension = path.extension()?.to_str()?.to_lowercase();
    if !["csv", "tsv", "xlsx", "json"].contains(&extension.as_str()) {
        return None;
    }
    let name = path.file_name()?.to_str()?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let layouts = folder::layouts(folder, run_context).unwrap_or_default();
    Some(match layouts.iter().find(|layout| mentions(layout, name, run_context)) {
        Some(layout) => format!("name the layout that uses this file: {}", layout.display()),
        None => {
            // In layouts, `/` separates folders on every system.
            let named = path.to_string_lossy().replace('\\', "/");
            format!("use this file in a layout: data = \"{named}\"")
        }
    })
}

/// Returns whether the text of a layout contains the name of a file.
fn mentions(layout: &Path, name: &str, run_context: &RunContext) -> bool {
    let text = read_plain(&run_context.at(layout), MAX_LAYOUT_BYTES).unwrap_or_default();
    String::from_utf8_lossy(&text).contains(name)
}

/// Reads layouts, and reports those that cannot be read.
pub fn layouts(files: &[PathBuf], run_context: &RunContext, report: &mut Report) -> Vec<Input> {
    files.iter().filter_map(|file| report.ok_or_report(layout(file, run_context))).collect()
}

/// Reads a layout.
///
/// # Errors
/// The file does not exist, cannot be read, or is the profile of a printer.
pub fn layout(path: &Path, run_context: &RunContext) -> Result<Input> {
    let bytes = read_plain(&run_context.at(path), MAX_LAYOUT_BYTES).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => missing(path, run_context, &error),
        _ => unreadable(path, &error),
    })?;
    if is_profile(&bytes) {
        let message = format!("{} is the profile of a printer, not a layout", path.display());
        let hint = format!("name a layout, and add --printer {}", path.display());
        return Err(codes::UNKNOWN_GAME.error(message).hint(hint));
    }
    Input::layout(path, &bytes, run_context.files_for(path))
}

/// Returns whether the bytes are a valid profile of a printer.
fn is_profile(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    // A valid profile corrects at least one side, so it has one of these headers. Other files are not
    // parsed, which saves time.
    if !text.lines().any(|line| ["[front]", "[back]"].contains(&line.trim())) {
        return false;
    }
    let mut sources = Sources::default();
    let id = sources.add("", text);
    hexpress_language::tables::profile::read(id, &sources).is_ok()
}

/// Reads the layout in a PDF.
///
/// # Errors
/// The file is not a PDF, or contains no layout.
fn pdf(path: &Path, run_context: &RunContext) -> Result<Input> {
    let bytes = run_context.read(path, MAX_FINISHED_FILE_BYTES)?;
    let document = hexpress_read::pdf_structure(&bytes)
        .map_err(|e| codes::UNREADABLE.error(format!("{} cannot be read as a PDF: {e}", path.display())))?;
    let display_name = path.display().to_string();
    let whole = match find_build_data(&document).map_err(|lost| make::lost(&display_name, &lost))? {
        BuildData::Record(record) if record.game.as_str() == CHANGES => {
            return Err(make::no_print(&display_name));
        }
        BuildData::Nothing | BuildData::LeftOut | BuildData::Record(_) => {
            return Err(no_layout(&display_name));
        }
        BuildData::RecordAndFiles(whole) => whole,
    };
    check_record_of(&whole.record, &document).map_err(|lost| make::lost(&display_name, &lost))?;
    Input::from_record(*whole, &display_name).ok_or_else(|| no_layout(&display_name))
}

fn no_layout(display_name: &str) -> Diagnostic {
    let message = format!("{display_name} does not contain its layout");
    codes::NO_RECORD.error(message).hint("build from the layout itself, the .toml file")
}

/// Returns the error for a layout file that does not exist.
///
/// The hint names a layout with a similar name in the same folder, or all layouts in that folder.
fn missing(path: &Path, run_context: &RunContext, error: &std::io::Error) -> Diagnostic {
    let folder = path.parent().filter(|parent| *parent != Path::new("")).unwrap_or(Path::new("."));
    let layouts = folder::layouts(folder, run_context).unwrap_or_default();
    let names: Vec<String> = layouts.iter().map(|layout| layout.display().to_string()).collect();
    let display_name = path.display().to_string();
    let diagnostic = unreadable(path, error);
    match near::nearest(&display_name, names.iter().map(String::as_str)) {
        Some(near) => diagnostic.hint(format!("did you mean `{near}`?")),
        None => match &names[..] {
            [] => diagnostic,
            [only] => diagnostic.hint(format!("name the layout in this folder: {only}")),
            _ => diagnostic.hint(format!("choose one of: {}", first_names(&names, folder::MAX_LISTED))),
        },
    }
}

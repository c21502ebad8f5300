//! What to build: bundled games, files, folders of files, and PDFs that carry their layout.

use std::path::{Path, PathBuf};

use super::folder;
use super::io::Workplace;
use super::io::file_errors::unreadable;
use crate::base::units::Mm;
use crate::build::{self, Input};
use crate::bundled::{GAMES, find};
use crate::diag::near;
use crate::diag::synonyms::{Typed, synonym};
use crate::diag::{Diagnostic, Report, Result, Sources, codes};
use crate::files::{LARGEST_FINISHED, LARGEST_LAYOUT, read_plain};
use crate::read::carried::{Carried, carried, is_of};

/// All bundled games.
pub fn bundled() -> Vec<Input> {
    GAMES.iter().filter_map(|game| Input::bundled(game).ok()).collect()
}

/// Everything that the arguments of `build` name; for none the layouts of the folder at hand.
pub fn collect(
    arguments: &[PathBuf],
    with_bleed: bool,
    place: &Workplace,
    report: &mut Report,
) -> Vec<Input> {
    let mut inputs: Vec<Input> = Vec::new();
    if arguments.is_empty() {
        let here = folder::here(place);
        if here.is_empty() {
            report.push(folder::needs("build", "GAME"));
        }
        inputs = layouts(&here, place, report);
    }
    let (lengths, named): (Vec<&PathBuf>, Vec<&PathBuf>) =
        arguments.iter().partition(|path| is_length(path, place));
    if let Some(length) = lengths.first() {
        let (message, code) = match with_bleed {
            true => (format!("--bleed takes no value, and {} is given", length.display()), codes::BAD_OPTION),
            false => (format!("`{}` is a length and not a game", length.display()), codes::UNKNOWN_GAME),
        };
        let all: Vec<String> = lengths.iter().map(|length| length.display().to_string()).collect();
        let hint = match with_bleed {
            true => {
                format!("`bleed` in the layout says how far colours go: bleed = \"{}\"", length.display())
            }
            false => format!(
                "lengths of one option stand in quotes, margins by top, right, bottom and left: --margin \"{}\"",
                four(&all)
            ),
        };
        report.push(code.error(message).hint(hint));
    }
    for argument in named {
        let more = one(argument, place, report);
        inputs.extend(report.keep(more).into_iter().flatten());
    }
    one_of_each_build(&mut inputs);
    for (i, Input { id, shown, .. }) in inputs.iter().enumerate() {
        let Some(other) = inputs[..i].iter().find(|other| other.id == *id) else { continue };
        let (message, hint) = if other.shown == *shown {
            (format!("{shown} is named twice"), "once is enough")
        } else {
            let message = format!("{} and {shown} would both be written to {id}-….pdf", other.shown);
            (message, "build them one after the other into two folders, with --output")
        };
        report.push(codes::SAME_OUTPUT.error(message).hint(hint));
    }
    inputs
}

/// Whether an argument is a length, and no game.
pub fn is_length(argument: &Path, place: &Workplace) -> bool {
    argument.to_str().is_some_and(|text| text.parse::<Mm>().is_ok()) && !place.at(argument).exists()
}

/// The lengths of four sides, of which these were parted from the first one.
fn four(rest: &[String]) -> String {
    match rest {
        [one] => format!("5mm {one} 5mm {one}"),
        [one, other] => format!("5mm {one} {other} {one}"),
        all => format!("5mm {}", all.join(" ")),
    }
}

/// Several PDFs of one build, for sheets of different sizes, all build the same again: once is enough.
fn one_of_each_build(inputs: &mut Vec<Input>) {
    let mut kept: Vec<Input> = Vec::new();
    for input in inputs.drain(..) {
        let again = |other: &Input| {
            input.options.is_some()
                && other.shown != input.shown
                && (&other.id, &other.text, &other.options) == (&input.id, &input.text, &input.options)
                && other.files.read() == input.files.read()
        };
        if !kept.iter().any(again) {
            kept.push(input);
        }
    }
    *inputs = kept;
}

pub fn one(path: &Path, place: &Workplace, report: &mut Report) -> Result<Vec<Input>> {
    if let Some(game) = find(path) {
        return Ok(vec![Input::bundled(game)?]);
    }
    if place.at(path).is_dir() {
        let found = folder::layouts(path, place).map_err(|e| unreadable(path, &e))?;
        return if found.is_empty() { Err(folder::empty(path)) } else { Ok(layouts(&found, place, report)) };
    }
    let extension = path.extension().map(|e| e.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        Some("toml") => Ok(vec![layout(path, place)?]),
        Some("pdf") => Ok(vec![pdf(path, place)?]),
        _ => Err(unknown(path, place)),
    }
}

fn unknown(path: &Path, place: &Workplace) -> Diagnostic {
    let argument = &path.display().to_string();
    if place.at(path).exists() {
        let message = format!("{argument} is neither a layout (.toml) nor a PDF");
        let wrong = codes::UNKNOWN_GAME.error(message);
        return wrong.maybe_hint(rows(path, place));
    }
    let names = crate::bundled::all().map(|game| game.id);
    let file = path.with_added_extension("toml");
    let stem = path.with_extension("toml");
    let hint = match place.at(&file).is_file() {
        _ if argument.starts_with(['–', '—', '−']) => {
            let option = argument.trim_start_matches(['–', '—', '−', '-']);
            format!("an option has two hyphens before its name: --{option}")
        }
        false if stem != path && place.at(&stem).is_file() => format!("did you mean `{}`?", stem.display()),
        true => format!("did you mean `{}`?", file.display()),
        false => near::hint(argument, names, || {
            synonym(Typed::Option, argument).map_or_else(|| folder::NO_LAYOUT.to_owned(), str::to_owned)
        }),
    };
    codes::UNKNOWN_GAME.error(format!("no game is called `{argument}`")).hint(hint)
}

/// What to do with a table that was given for a layout; none for any other file.
pub fn rows(path: &Path, place: &Workplace) -> Option<String> {
    let end = path.extension()?.to_str()?.to_lowercase();
    let is_data = ["csv", "tsv", "xlsx", "json"].contains(&end.as_str());
    if !is_data {
        return None;
    }
    // The layout that takes its rows from the file is what is meant.
    let name = path.file_name()?.to_str()?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let layouts = folder::layouts(folder, place).unwrap_or_default();
    let takes_it = |layout: &&PathBuf| {
        let text = read_plain(&place.at(layout), LARGEST_LAYOUT).unwrap_or_default();
        String::from_utf8_lossy(&text).contains(name)
    };
    Some(match layouts.iter().find(takes_it) {
        Some(layout) => format!("name the layout that takes its rows from this file: {}", layout.display()),
        None => {
            // Layouts have `/` between folders on every system.
            let named = path.to_string_lossy().replace('\\', "/");
            format!("a layout takes its rows from such a file: data = \"{named}\"")
        }
    })
}

/// Reads layouts; what cannot be read is told.
pub fn layouts(files: &[PathBuf], place: &Workplace, report: &mut Report) -> Vec<Input> {
    files.iter().filter_map(|file| report.keep(layout(file, place))).collect()
}

/// Reads a layout.
///
/// # Errors
/// Why it cannot be read.
pub fn layout(path: &Path, place: &Workplace) -> Result<Input> {
    let bytes = read_plain(&place.at(path), LARGEST_LAYOUT).map_err(|e| match e.kind() {
        std::io::ErrorKind::NotFound => absent(path, place, &e),
        _ => unreadable(path, &e),
    })?;
    if is_profile(&bytes) {
        let message = format!("{} is the profile of a printer, and not a layout", path.display());
        let hint = format!("name the layout, and the profile behind --printer: --printer {}", path.display());
        return Err(codes::UNKNOWN_GAME.error(message).hint(hint));
    }
    Input::layout(path, &bytes, place.beside(path))
}

/// Whether a file is the profile of a printer without mistakes.
fn is_profile(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    // Of its sides, at least one is corrected.
    if !text.lines().any(|line| ["[front]", "[back]"].contains(&line.trim())) {
        return false;
    }
    let mut sources = Sources::default();
    let id = sources.add("", text);
    crate::spec::tables::profile::read(id, &sources).is_ok()
}

fn pdf(path: &Path, place: &Workplace) -> Result<Input> {
    let bytes = place.read(path, LARGEST_FINISHED)?;
    let document = crate::read::pdf_structure(&bytes)
        .map_err(|e| codes::UNREADABLE.error(format!("{} cannot be read as a PDF: {e}", path.display())))?;
    let shown = path.display().to_string();
    let no_record = |what: &str| {
        codes::NO_RECORD.error(format!("{shown} {what}")).hint("build from the layout itself, the .toml file")
    };
    let whole = match carried(&document).map_err(|lost| build::lost(&shown, &lost))? {
        Carried::Nothing | Carried::LeftOut => return Err(no_record("carries no layout")),
        Carried::Record(_) => return Err(no_record("carries a record but no layout")),
        Carried::Whole(whole) => whole,
    };
    is_of(&whole.record, &document).map_err(|lost| build::lost(&shown, &lost))?;
    Input::from_record(*whole, &shown).ok_or_else(|| no_record("carries a record but no layout"))
}

/// A layout that is not there, and the one beside it that may be meant.
fn absent(path: &Path, place: &Workplace, error: &std::io::Error) -> Diagnostic {
    let folder = path.parent().filter(|parent| *parent != Path::new("")).unwrap_or(Path::new("."));
    let there = folder::layouts(folder, place).unwrap_or_default();
    let there: Vec<String> = there.iter().map(|layout| layout.display().to_string()).collect();
    let shown = path.display().to_string();
    let wrong = unreadable(path, error);
    match (near::nearest(&shown, there.iter().map(String::as_str)), there.as_slice()) {
        (Some(near), _) => wrong.hint(format!("did you mean `{near}`?")),
        (None, []) => wrong,
        (None, several) => wrong.hint(format!("there are: {}", folder::listed(several))),
    }
}

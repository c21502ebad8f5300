//! What to build: bundled games, files, folders of files, and PDFs that carry their layout.

use std::fs;
use std::path::Path;

use crate::build::Input;
use crate::bundled::{GAMES, find};
use crate::diag::near;
use crate::diag::{Diagnostic, Report, codes};
use crate::files::{Files, PlainName};
use crate::read::carried::{Carried, Lost, Whole, carried, is_of};
use crate::record::{RECORD, RecordError};

/// Everything that the arguments name; all bundled games for none.
pub fn collect(arguments: &[String], report: &mut Report) -> Vec<Input> {
    if arguments.is_empty() {
        return GAMES.iter().filter_map(|game| bundled(game).ok()).collect();
    }
    let mut inputs: Vec<Input> = Vec::new();
    for argument in arguments {
        match one(argument, report) {
            Ok(more) => inputs.extend(more),
            Err(diagnostic) => report.push(diagnostic),
        }
    }
    for (i, input) in inputs.iter().enumerate() {
        if let Some(other) = inputs[..i].iter().find(|other| other.id == input.id) {
            let (message, hint) = if other.shown == input.shown {
                (format!("{} is named twice", input.shown), "once is enough")
            } else {
                (
                    format!(
                        "{} and {} would both be written to {}-….pdf",
                        other.shown, input.shown, input.id
                    ),
                    "build them one after the other into two folders, with --output",
                )
            };
            report.push(Diagnostic::error(codes::SAME_OUTPUT, message).hint(hint));
        }
    }
    inputs
}

fn bundled(game: &crate::bundled::Bundled) -> Result<Input, Diagnostic> {
    let shown = format!("{} (bundled)", game.file);
    Ok(Input {
        id: plain(game.id, &shown)?,
        file: plain(game.file, &shown)?,
        shown,
        text: game.text.to_owned(),
        files: Files::default(),
        options: None,
    })
}

/// A name that the files of a build are called after.
fn plain(name: &str, shown: &str) -> Result<PlainName, Diagnostic> {
    name.parse().map_err(|why| {
        let message = format!("{shown}: no files can be called after it: {why}");
        Diagnostic::error(codes::UNSAFE_NAME, message).hint("give the file another name")
    })
}

pub fn one(argument: &str, report: &mut Report) -> Result<Vec<Input>, Diagnostic> {
    if let Some(game) = find(argument) {
        return Ok(vec![bundled(game)?]);
    }
    let path = Path::new(argument);
    if path.is_dir() {
        return folder(path, report);
    }
    let extension = path.extension().map(|e| e.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        Some("toml") => Ok(vec![layout(path)?]),
        Some("pdf") => Ok(vec![pdf(path)?]),
        _ => Err(unknown(argument, path)),
    }
}

pub fn unknown(argument: &str, path: &Path) -> Diagnostic {
    if path.exists() {
        let message = format!("{argument} is neither a layout (.toml) nor a PDF");
        return Diagnostic::error(codes::UNKNOWN_GAME, message);
    }
    let names = GAMES.iter().map(|game| game.id);
    let hint = near::hint(argument, names, || {
        "`hexpress list` lists the bundled games; a layout of your own ends in .toml".to_owned()
    });
    Diagnostic::error(codes::UNKNOWN_GAME, format!("no game is called `{argument}`")).hint(hint)
}

fn folder(path: &Path, report: &mut Report) -> Result<Vec<Input>, Diagnostic> {
    let entries = fs::read_dir(path).map_err(|e| unreadable(path, &e))?;
    let mut files: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|file| file.extension().is_some_and(|e| e == "toml"))
        .collect();
    files.sort();
    if files.is_empty() {
        let message = format!("the folder {} holds no .toml file", path.display());
        return Err(Diagnostic::error(codes::NOTHING, message));
    }
    let mut inputs = Vec::new();
    for file in files {
        match layout(&file) {
            Ok(input) => inputs.push(input),
            Err(diagnostic) => report.push(diagnostic),
        }
    }
    Ok(inputs)
}

fn layout(path: &Path) -> Result<Input, Diagnostic> {
    let bytes = fs::read(path).map_err(|e| unreadable(path, &e))?;
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").map_or(bytes.as_slice(), |rest| rest);
    let text = std::str::from_utf8(bytes).map_err(|e| {
        let line = bytes[..e.valid_up_to()].iter().filter(|b| **b == b'\n').count() + 1;
        let message = format!("{} is not UTF-8 text: see line {line}", path.display());
        Diagnostic::error(codes::UNREADABLE, message).hint("save it as UTF-8 in your editor")
    })?;
    let name = |os: Option<&std::ffi::OsStr>| {
        plain(&os.unwrap_or_default().to_string_lossy(), &path.display().to_string())
    };
    Ok(Input {
        id: name(path.file_stem())?,
        file: name(path.file_name())?,
        shown: path.display().to_string(),
        text: text.to_owned(),
        files: Files::beside(path, RECORD),
        options: None,
    })
}

fn pdf(path: &Path) -> Result<Input, Diagnostic> {
    let bytes = fs::read(path).map_err(|e| unreadable(path, &e))?;
    let document = crate::read::pdf_structure(&bytes).map_err(|e| {
        Diagnostic::error(codes::UNREADABLE, format!("{} cannot be read as a PDF: {e}", path.display()))
    })?;
    let shown = path.display().to_string();
    let no_record = |what: &str| {
        Diagnostic::error(codes::NO_RECORD, format!("{shown} {what}"))
            .hint("build from the layout itself, the .toml file")
    };
    let whole = match carried(&document).map_err(|lost| self::lost(&shown, &lost))? {
        Carried::Nothing | Carried::LeftOut => return Err(no_record("carries no layout")),
        Carried::Record(_) => return Err(no_record("carries a record but no layout")),
        Carried::Whole(whole) => whole,
    };
    let Whole { record, layout, files } = *whole;
    is_of(&record, &document).map_err(|lost| self::lost(&shown, &lost))?;
    let file = record.layout.ok_or_else(|| no_record("carries a record but no layout"))?;
    Ok(Input {
        id: record.game,
        shown: format!("{file} in {shown}"),
        file,
        text: layout,
        files: Files::attached(files, RECORD),
        options: Some(record.options),
    })
}

/// That a finished file of ours lacks something that it should carry.
pub fn lost(shown: &str, lost: &Lost) -> Diagnostic {
    let code = match lost {
        Lost::Damaged(RecordError::Name(..)) => codes::UNSAFE_NAME,
        _ => codes::DAMAGED_RECORD,
    };
    Diagnostic::error(code, format!("{shown}: {lost}")).hint("build it again from its layout, the .toml file")
}

pub fn unreadable(path: &Path, error: &std::io::Error) -> Diagnostic {
    let what = match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        std::io::ErrorKind::PermissionDenied => "you may not read it".to_owned(),
        _ => error.to_string(),
    };
    Diagnostic::error(codes::UNREADABLE, format!("{} cannot be read: {what}", path.display()))
}

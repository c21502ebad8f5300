//! `hexpress which`: finds the version that a printed piece is from.

use std::path::PathBuf;

use serde_json::json;

use super::git;
use super::named_version::{NamedLayouts, described, read};
use super::version_args::Which;
use crate::cli::folder;
use crate::cli::io::{Output, RunContext, Status};
use crate::versions::{Parts, numbered_runs};
use hexpress_base::diag::{Report, codes};
use hexpress_scene::DrawingDigest;
use hexpress_scene::text::Fonts;

/// Finds the pieces that have the mark that the user typed.
///
/// # Errors
/// The text is not a mark, or a version cannot be read.
pub fn run(args: &Which, run_context: &RunContext, output: &mut Output) -> Result<(), Report> {
    let mark = args.mark.trim().to_ascii_uppercase();
    if !DrawingDigest::is_short(&mark) {
        let unused = mark.chars().find(|sign| !DrawingDigest::SIGNS.contains(*sign));
        let why = match unused.filter(|_| mark.chars().count() == 4) {
            Some(sign) => format!("marks never contain `{sign}`"),
            None => "a mark has four characters".to_owned(),
        };
        let message = format!("`{}` is not the mark of a piece: {why}", args.mark);
        let hint = format!(
            "type the four characters that are printed on the piece, such as 3F7K; marks contain only {}",
            DrawingDigest::SIGNS
        );
        return Err(codes::BAD_OPTION.error(message).hint(hint).into());
    }
    let files = if args.files.is_empty() { folder::here(run_context) } else { args.files.clone() };
    if files.is_empty() {
        return Err(folder::needs("which", "FILE").into());
    }
    let fonts = Fonts::bundled();
    let mut found = false;
    for file in &versions(&files, args.git, run_context)? {
        let named = match NamedLayouts::find(file, run_context) {
            Ok(named) => named,
            Err(_) if args.git => continue,
            Err(report) => return Err(report),
        };
        let version = match read(&named, None, &fonts, &mut output.sources) {
            Ok(version) => version,
            // Old revisions of a layout often have mistakes, so with `--git`, versions that cannot be
            // read are skipped.
            Err(_) if args.git => continue,
            Err(report) => return Err(report),
        };
        for part in &version.parts {
            let Parts::Deck(deck) = &part.contents else { continue };
            let marked = deck.pieces.iter().filter(|piece| piece.digest().short() == mark);
            let pieces: Vec<_> = marked.collect();
            let Some(first) = pieces.first() else { continue };
            found = true;
            let numbers = numbered_runs(pieces.iter().map(|piece| piece.number));
            let (name, file) = (first.row.name(), described(&version.display_name, &version.version));
            let called = if name.is_empty() { String::new() } else { format!(" ({name})") };
            let text = format!("{mark}: {} {numbers}{called} in {file}\n", part.name);
            let numbers: Vec<u32> = pieces.iter().map(|piece| piece.number).collect();
            let value = json!({
                "mark": mark, "component": &*part.name, "numbers": numbers, "name": name,
                "file": version.display_name, "version": version.version,
            });
            output.result(&text, value);
        }
    }
    if !found {
        output.result(&format!("{mark}: no piece of these versions has this mark\n"), json!(null));
        output.raise_status(Status::Faults);
        if args.git && git::is_shallow(run_context) {
            let message = "this clone has only the latest revisions, so earlier ones were not searched";
            let note = codes::UNREADABLE.note(message).hint("get all of them: git fetch --unshallow");
            output.report(&note.into());
        }
    }
    Ok(())
}

/// Returns the versions to search: the files, and their revisions in git if `with_history` is true.
fn versions(files: &[PathBuf], with_history: bool, run_context: &RunContext) -> Result<Vec<PathBuf>, Report> {
    let mut versions = files.to_vec();
    if with_history {
        for file in files {
            let one = folder::single(Some(file), "which", run_context)?;
            versions.extend(git::revisions(&one, run_context)?);
        }
    }
    Ok(versions)
}

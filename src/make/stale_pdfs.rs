//! Finds PDFs of an earlier build that are obsolete. The new PDFs replace them, but do not overwrite
//! them, because the file names differ.
//!
//! For example, the earlier build made one file with sheets of two sizes, and the new build makes two
//! files.
//!
//! - In: a folder, and the names of the new files.
//! - Out: the paths of these PDFs in three groups: unchanged PDFs, changed PDFs, and PDFs of older
//!   versions of hexpress.
//! - Not here: removing a file, or reading it as a PDF.

use std::fs;
use std::path::{Path, PathBuf};

use super::suffix;
use hexpress_language::record::Options;
use hexpress_language::record::seal::{self, Seal};
use hexpress_scene::print::paper::is_sheet_word;
use hexpress_write::Stale;

/// A text by which the PDFs of older versions of hexpress are recognized. These PDFs have no seal, which
/// is a digest that shows whether a PDF was changed.
const PRODUCER: &[u8] = b"/Producer(hexpress ";

/// Finds PDFs in a folder that are obsolete, because the new files `written` replace them.
///
/// An obsolete PDF has a name such as `GAME-PAPER.pdf` or `GAME-PAPER-SHEET.pdf`. It was built from the
/// same game with the same options, or by an older version of hexpress.
pub fn stale_pdfs(folder: &Path, stem: &str, game: &str, options: &Options, written: &[&Path]) -> Stale {
    let mut stale = Stale::default();
    if options.split {
        return stale;
    }
    let build = options.build_id(game);
    let suffix = suffix(options);
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()))
        .filter(|entry| is_named(&entry.file_name(), stem, suffix))
        .map(|entry| entry.path())
        .filter(|path| !written.contains(&path.as_path()))
        .collect();
    paths.sort();
    for path in paths {
        let Ok(bytes) = fs::read(&path) else { continue };
        let has_producer = bytes.windows(PRODUCER.len()).any(|window| window == PRODUCER);
        match seal::read(bytes) {
            Some(Seal { unsealed: true, .. }) if has_producer => stale.older.push(path),
            Some(Seal { file_matches: true, build: sealed, .. }) if sealed == build => stale.ours.push(path),
            Some(Seal { build: sealed, .. }) if sealed == build => stale.kept.push(path),
            _ => {}
        }
    }
    stale
}

/// Returns whether a file has the name of a PDF of this build, such as `GAME-PAPER.pdf` or
/// `GAME-PAPER-a4.pdf`.
fn is_named(name: &std::ffi::OsStr, stem: &str, suffix: &str) -> bool {
    let Some(rest) = name.to_str().and_then(|name| name.strip_prefix(stem)) else { return false };
    let Some(sheet) = rest.strip_suffix(".pdf").and_then(|rest| rest.strip_suffix(suffix)) else {
        return false;
    };
    sheet.is_empty() || sheet.strip_prefix('-').is_some_and(is_sheet_word)
}

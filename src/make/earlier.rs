//! PDFs of an earlier build of the same, under names that this one does not write: where sheets of two sizes went into
//! one file, and now have one each.

use std::fs;
use std::path::{Path, PathBuf};

use super::some;
use crate::print::paper::is_sheet_word;
use crate::record::Options;
use crate::record::seal::{self, Seal};
use crate::write::Stale;

/// What files of ours say in plain bytes that they were made by, from the time when they were not sealed.
const PRODUCER: &[u8] = b"/Producer(hexpress ";

/// Looks in a folder for PDFs that `written` takes the place of: `GAME-PAPER.pdf` and `GAME-PAPER-SHEET.pdf` of the same
/// game, asked for alike. They are not read as PDFs.
pub fn earlier(folder: &Path, stem: &str, game: &str, options: &Options, written: &[&Path]) -> Stale {
    let mut stale = Stale::default();
    if options.split {
        return stale;
    }
    let build = options.build_id(game);
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let is_file = |entry: &fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_file());
    let named = entries.filter(|entry| is_file(entry) && is_named(&entry.file_name(), stem, some(options)));
    let mut paths: Vec<PathBuf> = named.map(|entry| entry.path()).collect();
    paths.retain(|path| !written.contains(&path.as_path()));
    paths.sort();
    for path in paths {
        let Ok(bytes) = fs::read(&path) else { continue };
        let ours = bytes.windows(PRODUCER.len()).any(|window| window == PRODUCER);
        match seal::read(bytes) {
            Some(Seal { unsealed: true, .. }) if ours => stale.older.push(path),
            Some(Seal { untouched: true, build: of, .. }) if of == build => stale.ours.push(path),
            Some(Seal { build: of, .. }) if of == build => stale.kept.push(path),
            _ => {}
        }
    }
    stale
}

/// Whether a file is called as a PDF with these sheets: `GAME-PAPER.pdf` or `GAME-PAPER-a4.pdf`.
fn is_named(name: &std::ffi::OsStr, stem: &str, some: &str) -> bool {
    let Some(rest) = name.to_str().and_then(|name| name.strip_prefix(stem)) else { return false };
    let Some(sheet) = rest.strip_suffix(".pdf").and_then(|rest| rest.strip_suffix(some)) else {
        return false;
    };
    sheet.is_empty() || sheet.strip_prefix('-').is_some_and(is_sheet_word)
}

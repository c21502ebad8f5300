//! Sheets of an earlier build that lie in the folder of this one.

use std::fs;
use std::path::{Path, PathBuf};

use super::is_untouched;

/// Files in `folder` that look like our sheets (`07-name.svg`) and were not just written.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Stale {
    /// Exactly as we wrote them: nobody loses anything with them.
    pub ours: Vec<PathBuf>,
    /// Changed by hand since, or not ours.
    pub kept: Vec<PathBuf>,
}

/// Looks for sheets that `written` does not name; the lists are sorted.
#[must_use]
pub fn stale(folder: &Path, written: &[&Path]) -> Stale {
    let mut stale = Stale::default();
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).filter(|path| is_sheet(path)).collect();
    paths.sort();
    for path in paths {
        if written.iter().any(|other| other.file_name() == path.file_name()) {
            continue;
        }
        match fs::read(&path) {
            Ok(bytes) if is_untouched(&bytes) => stale.ours.push(path),
            _ => stale.kept.push(path),
        }
    }
    stale
}

/// Two digits or more, `-`, a name, `.svg`.
fn is_sheet(path: &Path) -> bool {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return false };
    let digits = name.bytes().take_while(u8::is_ascii_digit).count();
    digits >= 2 && name[digits..].starts_with('-') && name.ends_with(".svg")
}

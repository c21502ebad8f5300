//! Finds the layouts in a folder.
//!
//! - In: the path of a folder.
//! - Out: the paths of its layouts, or an error that says what to type.
//! - Not here: reading layouts, except to distinguish them from other TOML files.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::io::RunContext;
use super::io::file_errors::unreadable;
use crate::bundled;
use hexpress_base::diag::{Diagnostic, Result, codes};
use hexpress_base::text::first_names;

/// Only this number of bytes at the start of a file is searched for a table that identifies a layout.
const MAX_SEARCHED_BYTES: u64 = 4 << 20;

/// The largest number of names that a message lists.
pub const MAX_LISTED: usize = 8;

/// The headers of tables that identify a layout. A layout has at least one of them, or sets `game`
/// without a header.
const TABLES: [&str; 6] = ["[game]", "[[board]]", "[[cards]]", "[[notes]]", "[[tiles]]", "[[counters]]"];

/// A hint for a folder without a layout.
pub const NO_LAYOUT: &str = "run `hexpress list` for the bundled games, or name your own .toml file";

/// Returns the layouts in a folder, sorted by name.
///
/// A `.toml` file is a layout if it contains a table such as `[[cards]]`, even if it has mistakes.
/// Other files, such as the profile of a printer, are left out.
///
/// # Errors
/// The folder cannot be read.
pub fn layouts(folder: &Path, run_context: &RunContext) -> io::Result<Vec<PathBuf>> {
    let mut layouts = Vec::new();
    for entry in fs::read_dir(run_context.at(folder))? {
        let path = entry?.path();
        let is_toml = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("toml"));
        // A file that cannot be read counts as a layout, so that the error is reported when it is
        // built.
        if is_toml && is_layout(&path).unwrap_or(true) {
            let shown = run_context.as_typed(&path);
            layouts.push(shown.strip_prefix(".").unwrap_or(shown).to_owned());
        }
    }
    layouts.sort();
    Ok(layouts)
}

/// Returns the layouts in the current folder.
pub fn here(run_context: &RunContext) -> Vec<PathBuf> {
    layouts(Path::new("."), run_context).unwrap_or_default()
}

/// Returns the layout that an argument names. The argument may be a layout, or a folder that
/// contains exactly one.
///
/// Without an argument, returns the layout in the current folder.
///
/// # Errors
/// The folder has no layout, or several.
pub fn single(argument: Option<&Path>, command: &str, run_context: &RunContext) -> Result<PathBuf> {
    let (folder, shown) = match argument {
        Some(named) if bundled::find(named).is_some() || !run_context.at(named).is_dir() => {
            return Ok(named.to_owned());
        }
        Some(named) => (named, named.display().to_string()),
        None => (Path::new("."), "this folder".to_owned()),
    };
    let layouts = layouts(folder, run_context).map_err(|error| unreadable(folder, &error))?;
    match layouts.as_slice() {
        [layout] => Ok(layout.clone()),
        [] if argument.is_none() => Err(needs(command, "GAME")),
        [] => Err(empty(folder)),
        several => {
            let message =
                format!("{shown} contains {} layouts, but `{command}` takes only one", several.len());
            let names: Vec<String> = several.iter().map(|path| path.display().to_string()).collect();
            let hint = format!("name one of them: {}", first_names(&names, MAX_LISTED));
            Err(codes::BAD_OPTION.error(message).hint(hint))
        }
    }
}

/// Returns the error for a command that was typed without an argument, in a folder without a
/// layout.
pub fn needs(command: &str, what: &str) -> Diagnostic {
    let named = if what == "GAME" { "the name of a game" } else { "the name of a file" };
    let message = format!("`hexpress {command}` needs {named}: this folder contains no layout");
    let hint = match command {
        "build" => {
            "run `hexpress build --all` for the bundled games, or `hexpress new my-game` for a game of your own"
        }
        _ => NO_LAYOUT,
    };
    codes::BAD_OPTION.error(message).hint(hint)
}

/// Returns the error for a folder without a layout.
pub fn empty(folder: &Path) -> Diagnostic {
    let message = format!("the folder {} contains no layout", folder.display());
    codes::NOTHING.error(message).hint("add a .toml file with [game], [[board]], [[cards]] or other pieces")
}

/// Returns whether a file is a layout: it has one of [`TABLES`], or sets `game` (e.g. `game.title = …`)
/// before its first table.
///
/// Folders, pipes and devices are not layouts.
fn is_layout(path: &Path) -> io::Result<bool> {
    if !fs::metadata(path)?.is_file() {
        return Ok(false);
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_SEARCHED_BYTES).read_to_end(&mut bytes)?;
    // If the zero bytes are removed, ASCII text in UTF-16 becomes ASCII. A layout in UTF-16 is
    // therefore found here. The error about its encoding is reported later, when the layout is read.
    bytes.retain(|byte| *byte != 0);
    let text = String::from_utf8_lossy(&bytes);
    let mut is_before_tables = true;
    for indented in text.lines() {
        let line = indented.trim_start_matches(['\u{feff}', '\u{fffd}', ' ', '\t']);
        if is_table(line) || (is_before_tables && is_game_key(line)) {
            return Ok(true);
        }
        is_before_tables &= !line.starts_with('[');
    }
    Ok(false)
}

/// Returns whether a line sets `game` or a key of `game`.
fn is_game_key(line: &str) -> bool {
    line.strip_prefix("game").is_some_and(|rest| rest.trim_start().starts_with(['=', '.']))
}

/// Returns whether a line is the header of one of [`TABLES`].
///
/// TOML allows spaces inside the brackets, and a comment after them.
fn is_table(line: &str) -> bool {
    let Some(end) = line.rfind(']').filter(|_| line.starts_with('[')) else { return false };
    let header: String = line[..=end].chars().filter(|c| !c.is_whitespace()).collect();
    TABLES.iter().any(|table| header.starts_with(table))
}

#[cfg(test)]
mod tests {
    use super::is_table;

    #[test]
    fn tables_of_layouts_are_told_from_others() {
        for line in ["[game]", "[[board]]", "[ game ] # [x]", "[[ cards ]]", "[[notes]]\t"] {
            assert!(is_table(line), "{line}");
        }
        for line in ["[package]", "[games]", "[[board.draw]]", "[board]", "# [game]", "game", "[game", ""] {
            assert!(!is_table(line), "{line}");
        }
    }
}

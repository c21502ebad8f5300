//! The layouts of a folder.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::io::Workplace;
use super::io::file_errors::unreadable;
use crate::bundled;
use crate::diag::{Diagnostic, Result, codes};

/// The most bytes of a file that are searched for a table of a layout.
const MOST: u64 = 4 << 20;

/// The most layouts that a message lists.
const LISTED: usize = 8;

/// The tables of which every layout has one.
const TABLES: [&str; 6] = ["[game]", "[[board]]", "[[cards]]", "[[notes]]", "[[tiles]]", "[[counters]]"];

/// What to type where nothing is named and there is no layout.
pub const NO_LAYOUT: &str = "`hexpress list` lists the bundled games; a layout of your own ends in .toml";

/// The layouts in a folder, sorted by name: its `.toml` files that have a table of a layout, mistakes or not. Others,
/// such as the profile of a printer, are left out.
///
/// # Errors
/// The folder cannot be read.
pub fn layouts(folder: &Path, place: &Workplace) -> io::Result<Vec<PathBuf>> {
    let mut layouts = Vec::new();
    for entry in fs::read_dir(place.at(folder))? {
        let path = entry?.path();
        let is_toml = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("toml"));
        // A file that cannot be read is told where its text is wanted.
        if is_toml && is_layout(&path).unwrap_or(true) {
            let shown = place.shown(&path);
            layouts.push(shown.strip_prefix(".").unwrap_or(shown).to_owned());
        }
    }
    layouts.sort();
    Ok(layouts)
}

/// The layouts in the folder that the program stands in.
pub fn here(place: &Workplace) -> Vec<PathBuf> {
    layouts(Path::new("."), place).unwrap_or_default()
}

/// The one layout that is meant by an argument, which may name the folder that holds it, or by none in such a folder.
///
/// # Errors
/// No layout, or several.
pub fn single(argument: Option<&Path>, command: &str, place: &Workplace) -> Result<PathBuf> {
    let (folder, shown) = match argument {
        Some(named) if bundled::find(named).is_some() || !place.at(named).is_dir() => {
            return Ok(named.to_owned());
        }
        Some(named) => (named, named.display().to_string()),
        None => (Path::new("."), "this folder".to_owned()),
    };
    let layouts = layouts(folder, place).map_err(|error| unreadable(folder, &error))?;
    match layouts.as_slice() {
        [one] => Ok(one.clone()),
        [] if argument.is_none() => Err(needs(command, "GAME")),
        [] => Err(empty(folder)),
        several => {
            let message = format!("{shown} holds {} layouts, and `{command}` takes one", several.len());
            let names: Vec<String> = several.iter().map(|path| path.display().to_string()).collect();
            let hint = format!("name one of them: {}", listed(&names));
            Err(codes::BAD_OPTION.error(message).hint(hint))
        }
    }
}

/// The first of some names, for a message.
pub fn listed(names: &[String]) -> String {
    let more = if names.len() > LISTED { ", …" } else { "" };
    format!("{}{more}", names[..names.len().min(LISTED)].join(", "))
}

/// A command was given no name, in a folder without a layout.
pub fn needs(command: &str, what: &str) -> Diagnostic {
    let message = format!("`hexpress {command}` needs {what}: this folder holds no layout");
    let hint = match command {
        "build" => {
            "`hexpress build --all` prints the bundled games, `hexpress new my-game` begins one of your own"
        }
        _ => NO_LAYOUT,
    };
    codes::BAD_OPTION.error(message).hint(hint)
}

/// A folder was named that holds no layout.
pub fn empty(folder: &Path) -> Diagnostic {
    let message = format!("the folder {} holds no layout", folder.display());
    codes::NOTHING
        .error(message)
        .hint("a layout is a .toml file with a [game], a [[board]], [[cards]] or other pieces")
}

/// Whether a file has one of [`TABLES`]. Folders, pipes and the like are no layouts.
fn is_layout(path: &Path) -> io::Result<bool> {
    if !fs::metadata(path)?.is_file() {
        return Ok(false);
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST).read_to_end(&mut bytes)?;
    // A layout that was saved as UTF-16 is one all the same, and its encoding is told when it is read.
    bytes.retain(|byte| *byte != 0);
    let text = String::from_utf8_lossy(&bytes);
    let mut top = true;
    Ok(text.lines().any(|line| {
        let line = line.trim_start_matches(['\u{feff}', '\u{fffd}', ' ', '\t']);
        let rest = line.strip_prefix("game").filter(|_| top);
        top &= !line.starts_with('[');
        rest.is_some_and(|rest| rest.trim_start().starts_with(['=', '.'])) || is_table(line)
    }))
}

/// Whether a line begins one of [`TABLES`]; TOML allows blanks within the brackets, and a remark behind them.
fn is_table(line: &str) -> bool {
    let Some(end) = line.rfind(']').filter(|_| line.starts_with('[')) else { return false };
    let header: String = line[..=end].chars().filter(|c| !c.is_whitespace()).collect();
    TABLES.iter().any(|table| header.starts_with(table))
}

#[cfg(test)]
mod tests {
    use super::is_table;

    #[test]
    fn tables_of_layouts() {
        for line in ["[game]", "[[board]]", "[ game ] # [x]", "[[ cards ]]", "[[notes]]\t"] {
            assert!(is_table(line), "{line}");
        }
        for line in ["[package]", "[games]", "[[board.draw]]", "[board]", "# [game]", "game", "[game", ""] {
            assert!(!is_table(line), "{line}");
        }
    }
}

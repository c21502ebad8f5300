//! Distinguishes layouts from other TOML files.
//!
//! - In: the text of a file, and its path.
//! - Out: whether the server handles the file.

use std::fs;
use std::path::Path;

use super::schema::Node;
use hexpress_language::COMPONENTS;

/// In a file with this extension, keys are suggested even if the file is empty.
const EXTENSION: &str = ".hexpress.toml";

/// The largest number of files in the folder of a new file that are searched for a layout. If one of
/// them is a layout, the new file will probably be one too.
const MOST_NEIGHBOURS: usize = 100;
/// The largest size of a file that is read for this search, in bytes.
const LARGEST_NEIGHBOUR: u64 = 1 << 20;

/// Returns whether a TOML file is a layout, with or without mistakes. This is the case if
///
/// - it has a list of components, such as `[[cards]]`, or
/// - it has a table of a component or of the game, such as `[board]` or `[game]`, and all of its tables
///   have names that a layout can have. Configuration files of other programs may also have a `[game]`.
pub fn is_layout(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}');
    let root = Node::root();
    let mut has_table = false;
    let mut are_known = true;
    for line in text.lines() {
        let Some(header) = line.trim_start().strip_prefix('[') else { continue };
        let list = header.strip_prefix('[');
        let name = list.unwrap_or(header).split([']', '.']).next().unwrap_or_default().trim();
        let is_component = COMPONENTS.contains(&name);
        if is_component && list.is_some() {
            return true;
        }
        has_table |= is_component || name == "game";
        are_known &= root.rank(name).is_some();
    }
    has_table && are_known
}

/// Returns whether a file that is not a layout may become one. This is the case if
///
/// - its name ends with `.hexpress.toml`, or
/// - it is nearly empty, and another file in its folder is a layout.
pub fn may_become_layout(text: &str, path: Option<&Path>) -> bool {
    let Some(path) = path else { return false };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if name.ends_with(EXTENSION) {
        return true;
    }
    is_begun(text) && is_beside_layout(path)
}

/// Returns whether a text consists of comments and at most one line that may be incomplete.
fn is_begun(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let first = lines.next().unwrap_or_default();
    lines.next().is_none() && !first.contains(['=', ']'])
}

fn is_beside_layout(path: &Path) -> bool {
    let Some(entries) = path.parent().and_then(|folder| fs::read_dir(folder).ok()) else { return false };
    let files = entries.filter_map(Result::ok).map(|entry| entry.path());
    let tables = files.filter(|file| file != path && file.extension().is_some_and(|end| end == "toml"));
    tables.take(MOST_NEIGHBOURS).any(|file| {
        let is_small =
            fs::metadata(&file).is_ok_and(|found| found.is_file() && found.len() < LARGEST_NEIGHBOUR);
        is_small && fs::read_to_string(&file).is_ok_and(|text| is_layout(&text))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_are_told_by_their_tables() {
        for text in ["[game]\n", "a = 1\n[[cards]]", "[board.key]", "  [[ tiles ]]"] {
            assert!(is_layout(text), "{text}");
        }
        // Arrays over several lines may have lines that begin with a bracket.
        assert!(is_layout("[game]\ntitle = 'x'\n[[board]]\nnames = [\n  [1],\n]\n"));
        for text in [
            "",
            "[package]\nname = \"x\"\n",
            "[games]",
            "# [game]",
            "game = 1",
            "[server]\nport = 1\n[notes]\n",
            "[game]\nname = 'x'\n[display]\nwidth = 1\n",
        ] {
            assert!(!is_layout(text), "{text}");
        }
    }

    #[test]
    fn a_new_file_is_one_that_has_no_table() {
        for (text, is_new) in [("", true), ("# a\n\n[bo", true), ("[package]\n", false), ("a = 1", false)] {
            assert_eq!(is_begun(text), is_new, "{text}");
        }
        let named = Path::new("/nowhere/a.hexpress.toml");
        assert!(may_become_layout("[package]", Some(named)) && !may_become_layout("", None));
    }
}

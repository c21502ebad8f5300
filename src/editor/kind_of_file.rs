//! Distinguishes layouts from other TOML files.
//!
//! - In: the text of a file, and its path.
//! - Out: whether the server handles the file.

use std::fs;
use std::path::Path;

use super::schema::Node;
use hexpress_base::diag::near;
use hexpress_language::COMPONENTS;

/// In a file with this extension, keys are suggested even if the file is empty.
const EXTENSION: &str = ".hexpress.toml";

/// The largest number of other files that are examined in the folder of a new file. If one of them is a
/// layout, the new file will probably become a layout, too.
const MAX_NEIGHBOURS: usize = 100;
/// The largest size of a file that is read for this search, in bytes.
const MAX_NEIGHBOUR_BYTES: u64 = 1 << 20;

/// Returns whether a TOML file is a layout, with or without mistakes. It is a layout if
///
/// - it has a list of components, such as `[[cards]]`, or
/// - it has a table of a component or of the game, such as `[board]` or `[game]`, and the names of all
///   its tables are similar to names that a layout can have. The names are compared because files of
///   other programs may also have a `[game]`.
pub fn is_layout(text: &str) -> bool {
    let keys: Vec<&str> = Node::root().keys().map(|key| key.word).collect();
    let mut has_table = false;
    let mut are_similar = true;
    for Header { name, is_list } in text.trim_start_matches('\u{feff}').lines().filter_map(header) {
        let is_component = COMPONENTS.contains(&name);
        if is_component && is_list {
            return true;
        }
        has_table |= is_component || name == "game";
        are_similar &= near::nearest(name, keys.iter().copied()).is_some();
    }
    has_table && are_similar
}

/// The header of a table or of a list of tables.
struct Header<'t> {
    /// The first part of the name, e.g. `board` for `[board.key]`.
    name: &'t str,
    is_list: bool,
}

/// Reads a line as a header. Returns `None` for other lines, such as `[1, 2],` or `[1]` in an array.
fn header(line: &str) -> Option<Header<'_>> {
    let inside = line.trim_start().strip_prefix('[')?;
    let list = inside.strip_prefix('[');
    let content = list.unwrap_or(inside);
    // The closing bracket may not be typed yet.
    let (name, rest) = content.split_once(']').unwrap_or((content, ""));
    let after = rest.trim_start_matches(']').trim_start();
    let name = name.split('.').next().unwrap_or_default().trim();
    let is_name = name.starts_with(char::is_alphabetic)
        && name.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_');
    let is_header = is_name && (after.is_empty() || after.starts_with('#'));
    is_header.then_some(Header { name, is_list: list.is_some() })
}

/// Returns whether a file that is not a layout may become a layout. It may if
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
    tables.take(MAX_NEIGHBOURS).any(|file| {
        let is_small =
            fs::metadata(&file).is_ok_and(|found| found.is_file() && found.len() < MAX_NEIGHBOUR_BYTES);
        is_small && fs::read_to_string(&file).is_ok_and(|text| is_layout(&text))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_are_told_by_their_tables() {
        for text in [
            "[game]\n",
            "a = 1\n[[cards]]",
            "[board.key]",
            "  [[ tiles ]]",
            "[game]\n[[card]]",
            "[game]\n[colors]",
            "[game",
            // A line of an array is not a header.
            "[board]\nnames = [\n  [1],\n  [1]\n  [\"a\", \"b\"],\n]",
        ] {
            assert!(is_layout(text), "{text}");
        }
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

//! Writes the parts of a layout that describe the cells of a board: the line around cells, the kinds of
//! cells, the map and the texts.
//!
//! - In: the contents of a board, sorted by kind.
//! - Out: the text of a layout.
//! - Not here: sorting the contents; the parent module does that.

use std::collections::BTreeMap;

use super::{BoardContents, KIND_CHARACTERS, KindLook, Single};
use crate::colour_vision::hex_code;
use crate::facts::board::FoundBoard;
use crate::foreign::toml_values::{number, quoted};
use hexpress_base::tiling::Tiling;
use hexpress_read::Rgb;

/// Returns the key `line`, which sets the line around cells. Its value is the line of most cells.
///
/// If `is_bare` is true, some cells have no fill. The value is then never `none`, because cells with
/// neither a fill nor a line would be invisible.
pub(super) fn line_key(board: &FoundBoard, is_bare: bool) -> String {
    let mut votes: BTreeMap<Option<([u8; 3], i64)>, usize> = BTreeMap::new();
    for cell in &board.cells {
        let look = cell.line.map(|(Rgb(rgb), width)| (rgb, (width * 1000.0).round() as i64));
        *votes.entry(look).or_default() += 1;
    }
    if is_bare && votes.len() > 1 {
        votes.remove(&None);
    }
    let most = votes.into_iter().max_by_key(|(_, count)| *count).and_then(|(line, _)| line);
    let line = most.map_or_else(
        || if is_bare { "0.3mm black".to_owned() } else { "none".to_owned() },
        |(rgb, width)| format!("{}mm {}", number(width.max(50) as f64 / 1000.0), hex_code(Rgb(rgb))),
    );
    format!("line = {}\n", quoted(&line))
}

/// Returns the keys that set the fill and the text of a kind. If `always` is true, a missing fill is
/// written as `none`. Returns `None` if no key is needed.
pub(super) fn cell_keys(contents: &BoardContents, look: &KindLook, always: bool) -> Option<String> {
    let mut keys = Vec::new();
    match look.fill {
        Some(rgb) => keys.push(format!("fill = {}", quoted(&hex_code(Rgb(rgb))))),
        None if always => keys.push("fill = \"none\"".to_owned()),
        None => {}
    }
    if !look.words.is_empty() {
        keys.push(contents.label(&look.words, look.ink));
    }
    (!keys.is_empty()).then(|| keys.join(", "))
}

/// Writes the map of a board, and the table that says what each character of the map means.
pub(super) fn write_map(contents: &BoardContents, tiling: Tiling, text: &mut String) {
    let signs: Vec<char> = KIND_CHARACTERS.chars().collect();

    let mut lines: BTreeMap<i64, BTreeMap<i64, char>> = BTreeMap::new();
    for (address, look) in &contents.cells {
        let (q, r) = (i64::from(address.q), i64::from(address.r));
        // In the map, neighbouring cells of a row are two columns apart. Hexagons are four columns
        // apart, so that the cells of shifted rows fit between them.
        let (line, column) = match tiling {
            Tiling::PointyTop | Tiling::Brick => (r, 4 * q + 2 * r),
            Tiling::FlatTop => (2 * r + q, 4 * q),
            Tiling::Triangles | Tiling::TrianglesSideways => {
                let (across, down) = tiling.row_of_triangles(*address);
                (i64::from(down), 2 * i64::from(across))
            }
            _ => (r, 2 * q),
        };
        // If there are more kinds than characters, the rarest kinds share the last character. The table
        // `[board.at]` then gives each of their cells its own look.
        lines.entry(line).or_default().insert(column, signs[contents.kind(look).min(signs.len() - 1)]);
    }
    let mut left = lines.values().filter_map(|line| line.keys().next()).min().copied().unwrap_or(0);
    if tiling.is_triangles() {
        // The position of a triangle in the map decides whether it points up or down. The first column
        // is therefore chosen so that all triangles point in the right direction.
        let top = lines.keys().next().copied().unwrap_or(0);
        left -= if (left / 2 - top).rem_euclid(2) == 0 { 0 } else { 2 };
    }
    let first = lines.keys().next().copied().unwrap_or(0);
    let last = lines.keys().last().copied().unwrap_or(0);
    text.push_str("map = '''\n");
    for line in first..=last {
        let mut drawn = String::new();
        for (column, sign) in lines.get(&line).into_iter().flatten() {
            let blanks = (column - left) as usize - drawn.len();
            drawn.push_str(&format!("{:blanks$}{sign}", ""));
        }
        text.push_str(&drawn);
        text.push('\n');
    }
    text.push_str("'''\n\n[board.key]\n");
    for (look, sign) in contents.kinds.iter().zip(&signs) {
        let keys = cell_keys(contents, look, true).unwrap_or_default();
        text.push_str(&format!("{sign} = {{ {keys} }}\n"));
    }
}

/// Writes the table `[board.at]`. It contains the cells with a text of their own, and the cells of
/// kinds that share a character.
pub(super) fn write_single_cells(contents: &BoardContents, is_mixed: bool, text: &mut String) {
    let mut head = "\n[board.at]\n";
    for look in contents.kinds.iter().skip(1).filter(|_| is_mixed) {
        let own = contents.cells.iter().enumerate().filter(|(_, (_, other))| other == look);
        let names: Vec<String> = own.map(|(index, _)| contents.cell_name(index)).collect();
        let keys = cell_keys(contents, look, true).unwrap_or_default();
        text.push_str(&format!("{head}{} = {{ {keys} }}\n", quoted(&names.join(" "))));
        head = "";
    }
    for (index, (address, look)) in contents.cells.iter().enumerate() {
        let name = contents.cell_name(index);
        let single = contents.single.get(address);
        let keys = if contents.kind(look) >= KIND_CHARACTERS.len() && !is_mixed {
            // The rarest kinds share the last character of [`KIND_CHARACTERS`] in the map. `[board.key]` gives
            // this character the look of only one of these kinds. For the cells of the others, the keys
            // written here replace that look.
            let label = match single {
                Some(Single { words, ink }) => contents.label(words, *ink),
                None => contents.label(&look.words, look.ink),
            };
            let bare = KindLook { words: String::new(), ..look.clone() };
            cell_keys(contents, &bare, true).map(|fill| format!("{fill}, {label}"))
        } else {
            single.map(|Single { words, ink }| contents.label(words, *ink))
        };
        if let Some(keys) = keys {
            text.push_str(&format!("{head}{} = {{ {keys} }}\n", quoted(&name)));
            head = "";
        }
    }
}

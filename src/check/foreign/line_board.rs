//! Boards that other programs drew as long lines that cross: what is learnt of them is a board of points.

use std::collections::BTreeMap;

use super::drawn::points_between;
use super::infer::{SMALL, number, quoted};
use crate::base::hex::Hex;
use crate::check::color_vision::hex;
use crate::check::facts::Sheet;
use crate::check::facts::board::FoundBoard;
use crate::find::discs;
use crate::read::{Kind, Rgb};

/// How far beside a point the middle of a disc on it may lie, as a share of the way to the next.
const ON: f64 = 0.1;
/// The most columns of points whose names are one letter.
const LETTERS: u32 = 26;

/// The layout of squares that are room between lines alone, as points where these meet; none of other boards.
pub(super) fn learned(sheet: &Sheet, board: &FoundBoard, name: &str) -> Option<String> {
    let [columns, rows] = points_between(sheet, board)?;
    let is_bare = |board: &FoundBoard| board.cells.iter().all(|cell| cell.fill.is_none());
    if !is_bare(board) || columns > LETTERS || board.lattice.turned.abs() > 0.05 {
        return None;
    }
    // Points have room round them, half of the way to the next.
    let rect = board.bounds().inflate(board.lattice.pitch / 2.0, board.lattice.pitch / 2.0);
    let (w, h) = (rect.width(), rect.height());
    let size = if w.min(h) <= SMALL.0 && w.max(h) <= SMALL.1 { "small" } else { "large" };
    let line = board.cells.iter().find_map(|cell| cell.line);
    let (ink, width) = line.unwrap_or((Rgb([0; 3]), 0.3));
    let mut text = format!(
        "\n# {}\n[[board]]\nname = {}\nsheet = {}\nplay-on = \"points\"\nacross = \"{}mm\"\nshape = \"rectangle {columns} x {rows}\"\n\
         names = \"chess\"\nlines = {}\n",
        board.named.as_ref()?.words(),
        quoted(name),
        quoted(size),
        number(board.lattice.pitch),
        quoted(&format!("{}mm {}", number(width.max(0.05)), hex(ink)))
    );
    for ((size, ink), names) in stars(sheet, board, [columns, rows]) {
        let disc =
            format!("disc = \"{}mm\", colour = {}", number(size as f64 / 100.0), quoted(&hex(Rgb(ink))));
        if !text.contains("[board.at]") {
            text.push_str("\n[board.at]\n");
        }
        text.push_str(&format!("{} = {{ {disc} }}\n", quoted(&names.join(" "))));
    }
    Some(text)
}

/// The discs on points: by their size in hundredths of a mm and their colour, the names of the points.
fn stars(
    sheet: &Sheet,
    board: &FoundBoard,
    [columns, rows]: [u32; 2],
) -> BTreeMap<(i64, [u8; 3]), Vec<String>> {
    let mut stars: BTreeMap<(i64, [u8; 3]), Vec<String>> = BTreeMap::new();
    let Some(page) = &sheet.page else { return stars };
    let least = |of: fn(&Hex) -> i32| board.cells.iter().map(|cell| of(&cell.hex)).min().unwrap_or(0);
    let [u, v] = board.lattice.basis;
    let first = board.lattice.centre(Hex::new(least(|hex| hex.q), least(|hex| hex.r))) - (u + v) / 2.0;
    for disc in discs(page) {
        let way = disc.centre - first;
        let at = [way.cross(v) / u.cross(v), u.cross(way) / u.cross(v)];
        let [x, y] = at.map(f64::round);
        let near = (at[0] - x).abs() <= ON && (at[1] - y).abs() <= ON;
        let inside = (0.0..f64::from(columns)).contains(&x) && (0.0..f64::from(rows)).contains(&y);
        let Some(Kind::Path { fill: Some(Rgb(ink)), .. }) = page.items.get(disc.item).map(|item| &item.kind)
        else {
            continue;
        };
        if near && inside {
            let letter = char::from(b'a' + x as u8);
            let size = (disc.radius * 200.0).round() as i64;
            let names = stars.entry((size, *ink)).or_default();
            let name = format!("{letter}{}", rows - y as u32);
            // A disc that is drawn twice is one.
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    stars
}

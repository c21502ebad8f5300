//! Recognises the names of cells in a drawing, and finds the scheme, the spelling and the position
//! of these names.
//!
//! - In: the texts in cells.
//! - Out: the keys for names in a layout, and the texts that are not names.

use std::collections::{BTreeMap, BTreeSet};

use kurbo::{Rect, Size, Vec2};

use super::{Letters, SAME_PLACE, median, most_frequent};
use crate::color_vision::{contrast, hex_code};
use crate::facts::FoundSheet;
use crate::facts::board::{FoundBoard, FoundCell};
use crate::foreign::toml_values::{number, quoted};
use hexpress_base::hex::CellAddress;
use hexpress_base::tiling::Tiling;
use hexpress_game::naming::{self, CellNames, Count, Naming};
use hexpress_read::{ItemKind, Rgb};

/// The naming schemes that a drawing may use.
const NAMINGS: [&str; 14] = [
    "hex", "lines", "glinski", "18xx", "offset", "doubled", "axial", "ring", "numbers", "chess", "go",
    "draughts", "snake", "ccrr",
];
/// The corners where numbering may start. The first one is the default.
const CORNERS: [&str; 5] = ["", "top-left", "top-right", "bottom-left", "bottom-right"];
/// What may separate the two parts of a name, such as the `-` in `1-4`.
const BETWEEN: [&str; 7] = ["", "-", ",", ".", ":", "/", "_"];
/// The gap between a name and the edges of its cell, in ems.
const GAP: f64 = 0.35;
/// In the font of the layout, a name may be wider than in the drawing, by up to this factor.
const WIDER: f64 = 1.2;
/// If a label and a name are one line of text in the drawing, the label gets a line of its own. It
/// is moved down by this distance, in ems.
const BELOW: f64 = 1.3;
/// A colour is replaced with the default colour if none of its channels exceeds this, out of 255.
const DARK: u8 = 70;
/// If fewer cells than this have texts, names are not searched.
const LEAST: usize = 3;

/// A text that may be the name of its cell.
#[derive(Debug, Clone)]
pub(super) struct CellText {
    pub(super) string: String,
    /// The font size, in mm.
    pub(super) size: f64,
    pub(super) ink: [u8; 3],
    /// The offset of the middle of the text from the middle of the cell, in mm, on the upright
    /// board.
    pub(super) at: Vec2,
    /// The size of the text's box, in mm.
    room: Size,
}

/// Returns the texts in a cell, in drawing order.
pub(super) fn words(
    sheet: &FoundSheet,
    board: &FoundBoard,
    cell: &FoundCell,
    letters: &mut Letters<'_>,
) -> Vec<CellText> {
    let Some(page) = &sheet.page else { return Vec::new() };
    let (sin, cos) = libm::sincos(-board.lattice.turned.to_radians());
    let mut all = Vec::new();
    for item in cell.items.iter().filter_map(|&i| page.items.get(i)) {
        let ItemKind::Text(text) = &item.kind else { continue };
        let string = letters.printed(text.string.trim());
        if text.invisible || string.is_empty() {
            continue;
        }
        let [a, b, c, _] = text.corners;
        let offset = a.midpoint(c) - cell.outline.centre;
        let at = Vec2::new(offset.x * cos - offset.y * sin, offset.x * sin + offset.y * cos);
        let room = Size::new(a.distance(b), b.distance(c));
        all.push(CellText { string, size: text.size, ink: text.colour.0, at, room });
    }
    all
}

/// The names that the cells of a board show.
pub(super) struct Names {
    /// The value of `names` in the layout.
    pub(super) naming: String,
    /// Whether only cells at the edge of the board show their names.
    is_edge: bool,
    /// The name of each cell, in reading order.
    pub(super) all: CellNames,
    /// The texts that are names, at most one per cell.
    drawn: Vec<CellText>,
}

/// The texts of a cell, divided into its name and the others.
struct Parted {
    name: CellText,
    rest: Vec<CellText>,
}

/// Divides the texts of a cell into its name and the others.
///
/// The name is a whole text, or the first or the last word of a text.
fn parted(said: &[CellText], is_name: impl Fn(&str) -> bool) -> Option<Parted> {
    for (i, words) in said.iter().enumerate() {
        let mut rest = said.to_vec();
        if is_name(&words.string) {
            return Some(Parted { name: rest.remove(i), rest });
        }
        let string = words.string.as_str();
        for (name, left) in
            [string.split_once(' '), string.rsplit_once(' ').map(|(a, b)| (b, a))].into_iter().flatten()
        {
            if is_name(name) {
                rest[i].string = left.to_owned();
                // The name and the label cannot both be centred on the same line.
                rest[i].at.y += BELOW * words.size;
                return Some(Parted { name: CellText { string: name.to_owned(), ..words.clone() }, rest });
            }
        }
    }
    None
}

/// Returns the letters and digits of a name, in lower case and without leading zeros.
///
/// The result is the same for all spellings of a name: for example, `a1` for `A-01`.
fn plain(name: &str) -> String {
    let mut plain = String::with_capacity(name.len());
    let mut is_in_number = false;
    for letter in name.chars() {
        let is_zero_before = letter == '0' && !is_in_number;
        is_in_number = letter.is_ascii_digit() && !is_zero_before;
        if letter.is_alphanumeric() && !is_zero_before {
            plain.extend(letter.to_lowercase());
        }
    }
    plain
}

/// Finds the names that most cells of the board show, and removes these names from the texts of the
/// cells.
pub(super) fn taken(
    hexes: &[CellAddress],
    texts: &mut BTreeMap<CellAddress, Vec<CellText>>,
    tiling: Tiling,
) -> Option<Names> {
    let labelled: BTreeSet<CellAddress> =
        hexes.iter().copied().filter(|hex| !texts_of(texts, *hex).is_empty()).collect();
    let count = labelled.len();
    if count < LEAST {
        return None;
    }
    let edges = hexpress_game::cells::border_edges(tiling, hexes);
    let border: BTreeSet<CellAddress> = edges.into_iter().map(|(hex, _)| hex).collect();
    let is_edge = labelled == border && border.len() < hexes.len();
    // Names are first compared without their spelling, because this comparison is fast.
    let candidates: Vec<Vec<String>> =
        hexes.iter().map(|hex| name_candidates(texts_of(texts, *hex))).collect();
    for like in NAMINGS {
        for from in CORNERS {
            let Ok(mut naming) = like.parse::<Naming>() else { continue };
            naming.from = from.parse().ok();
            let Ok(names) = naming::names(hexes, tiling, &naming) else { continue };
            let shown = names.iter().filter(|name| !name.is_empty()).count();
            let is_most = is_edge || count * 10 >= shown * 8;
            if !is_most || !candidates.iter().zip(names.iter()).all(|(all, name)| may_show(all, name)) {
                continue;
            }
            for Written { naming, keys } in written(&naming) {
                let Ok(all) = naming::names(hexes, tiling, &naming) else { continue };
                let Some(parted) = all_parted(hexes, &all, texts) else { continue };
                let mut drawn = Vec::with_capacity(parted.len());
                for (hex, Parted { name, rest }) in parted {
                    drawn.push(name);
                    texts.insert(hex, rest);
                }
                return Some(Names { naming: toml(like, from, &keys), is_edge, all, drawn });
            }
        }
    }
    None
}

fn texts_of(texts: &BTreeMap<CellAddress, Vec<CellText>>, cell: CellAddress) -> &[CellText] {
    texts.get(&cell).map_or(&[], Vec::as_slice)
}

/// Returns whether a cell with these texts may show `name`. The texts are compared without their
/// spelling.
///
/// A cell without texts may have any name.
fn may_show(candidates: &[String], name: &str) -> bool {
    let plain = plain(name);
    candidates.is_empty() || plain.is_empty() || candidates.contains(&plain)
}

/// Divides the texts of all cells into names and others. Returns `None` if a cell with texts does
/// not show its name.
fn all_parted(
    hexes: &[CellAddress],
    names: &CellNames,
    texts: &BTreeMap<CellAddress, Vec<CellText>>,
) -> Option<Vec<(CellAddress, Parted)>> {
    let cells = hexes.iter().zip(names.iter()).map(|(hex, name)| (*hex, texts_of(texts, *hex), name));
    cells
        .filter(|(_, texts, name)| !texts.is_empty() && !name.is_empty())
        .map(|(hex, texts, name)| Some((hex, parted(texts, |text| text == name)?)))
        .collect()
}

/// Returns the texts in a cell, and their first and last words, as [`plain`] spells them.
fn name_candidates(texts: &[CellText]) -> Vec<String> {
    let mut candidates = Vec::new();
    for CellText { string, .. } in texts {
        candidates.push(plain(string));
        candidates.extend(string.split(' ').next().map(plain));
        candidates.extend(string.rsplit(' ').next().map(plain));
    }
    candidates
}

/// One spelling of names, with the keys that set it in a layout.
struct Written {
    naming: Naming,
    keys: Vec<String>,
}

/// Returns the possible spellings of a naming scheme: with or without capitals, leading zeros and a
/// separator.
fn written(naming: &Naming) -> Vec<Written> {
    let mut all = Vec::new();
    let swapped = match (naming.first == Count::lower(), naming.first == Count::upper()) {
        (true, _) => Some((Count::upper(), "A..")),
        (_, true) => Some((Count::lower(), "a..")),
        _ if naming.first == Count::lower().without("j") => Some((Count::upper().without("j"), "A..")),
        _ if naming.first == Count::upper().without("i") => Some((Count::lower().without("i"), "a..")),
        _ => None,
    };
    for column in [None, swapped] {
        for digits in [naming.second.digits, 2, 3] {
            for between in BETWEEN {
                let (mut naming, mut keys) = (naming.clone(), Vec::new());
                if let Some((count, sign)) = &column {
                    let skipped = if *count == Count::upper().without("j") {
                        Some("j")
                    } else if *count == Count::lower().without("i") {
                        Some("i")
                    } else {
                        None
                    };
                    naming.first = count.clone();
                    keys.push(format!("column = {}", quoted(sign)));
                    keys.extend(skipped.map(|letter| format!("skip = {}", quoted(letter))));
                }
                if digits != naming.second.digits {
                    (naming.first.digits, naming.second.digits) = (digits, digits);
                    keys.push(format!("digits = {digits}"));
                }
                if let (false, Some((first, second))) = (between.is_empty(), parts(&naming.form)) {
                    naming.form = format!("{first}{between}{second}");
                    keys.push(format!("as = {}", quoted(&naming.form)));
                }
                all.push(Written { naming, keys });
            }
        }
    }
    all
}

/// Splits the format of a name, such as `{column}-{row}`, into its two parts.
fn parts(form: &str) -> Option<(&str, &str)> {
    let end = form.find('}')? + 1;
    let start = end + form[end..].find('{')?;
    Some((&form[..end], &form[start..]))
}

/// Returns the value of the key `names` as TOML.
fn toml(like: &str, from: &str, keys: &[String]) -> String {
    if from.is_empty() && keys.is_empty() {
        return quoted(like);
    }
    let mut all = vec![format!("like = {}", quoted(like))];
    if !from.is_empty() {
        all.push(format!("from = {}", quoted(from)));
    }
    all.extend(keys.iter().cloned());
    format!("{{ {} }}", all.join(", "))
}

impl Names {
    /// Returns the keys for the names of cells and their position. `side` is the side of a cell in
    /// mm.
    pub(super) fn keys(&self, tiling: Tiling, side: f64) -> String {
        let show = if self.is_edge { "edge" } else { "inside" };
        let at = quoted(&self.place(tiling, side));
        let mut keys = format!("names = {}\nshow-names = \"{show}\"\nnames-at = {at}\n", self.naming);
        if let Some(size) = median(self.drawn.iter().map(|words| words.size)) {
            keys.push_str(&format!("names-font = \"{}mm\"\n", number((size * 100.0).round() / 100.0)));
        }
        let most = most_frequent(self.drawn.iter().map(|words| words.ink)).unwrap_or([0; 3]);
        if most.iter().any(|part| *part > DARK) {
            keys.push_str(&format!("names-colour = {}\n", quoted(&hex_code(Rgb(most)))));
        }
        keys
    }

    /// Returns where names are in their cells: at the centre, or at an offset from it.
    ///
    /// If names at this offset might not fit in another font, returns the nearest of nine
    /// positions.
    fn place(&self, tiling: Tiling, side: f64) -> String {
        let at = Vec2::new(
            median(self.drawn.iter().map(|words| words.at.x)).unwrap_or(0.0),
            median(self.drawn.iter().map(|words| words.at.y)).unwrap_or(0.0),
        );
        if at.hypot() < SAME_PLACE * side {
            return "centre".to_owned();
        }
        if self.has_room(at, tiling, side) {
            return place(at);
        }
        let bounds: Rect = tiling.unit_bounds(CellAddress::new(0, 0));
        let (row, column) = (third(at.y, bounds.height() * side), third(at.x, bounds.width() * side));
        let places = [
            ["top-left", "top", "top-right"],
            ["left", "centre", "right"],
            ["bottom-left", "bottom", "bottom-right"],
        ];
        places[row][column].to_owned()
    }

    /// Returns whether all names fit into their cells at an offset from the middle.
    ///
    /// Allows for another font, in which names may be wider.
    fn has_room(&self, at: Vec2, tiling: Tiling, side: f64) -> bool {
        let sizes = self.drawn.iter().map(|words| words.room);
        let width = WIDER * sizes.clone().map(|room| room.width).fold(0.0, f64::max);
        let height = WIDER * sizes.map(|room| room.height).fold(0.0, f64::max);
        let gap = GAP * self.drawn.iter().map(|words| words.size).fold(0.0, f64::max);
        let zero = CellAddress::new(0, 0);
        (0..tiling.edges(zero)).all(|edge| {
            let normal = tiling.edge_normal(zero, edge);
            let half = (normal.x.abs() * width + normal.y.abs() * height) / 2.0;
            normal.dot(at) + half + gap <= side * tiling.apothem(zero)
        })
    }
}

/// Returns 0 for a position before the middle quarter of a length, 1 in this quarter, and 2 after
/// it.
///
/// `value` is the distance of the position from the middle of the length.
fn third(value: f64, length: f64) -> usize {
    usize::from(value > -length / 8.0) + usize::from(value > length / 8.0)
}

/// Formats an offset from the middle of a cell so that it can be written in a layout, such as `3
/// -1.5mm`.
pub(super) fn place(at: Vec2) -> String {
    // Adding zero replaces -0 with 0.
    let [x, y] = [at.x, at.y].map(|value| number((value * 100.0).round() / 100.0 + 0.0));
    format!("{x} {y}mm")
}

/// Returns a colour in which a text is visible on a cell.
///
/// If the text has no contrast with the cell, a drawing between them is left out of the layout. In
/// that case, the result is black or white.
pub(super) fn seen_on(ink: [u8; 3], fill: Option<[u8; 3]>) -> [u8; 3] {
    /// A text counts as invisible if its contrast with the cell is below this.
    const UNSEEN: f64 = 1.5;
    let ground = Rgb(fill.unwrap_or([255; 3]));
    if contrast(Rgb(ink), ground) >= UNSEEN {
        return ink;
    }
    let (black, white) = ([0; 3], [255; 3]);
    if contrast(Rgb(black), ground) >= contrast(Rgb(white), ground) { black } else { white }
}

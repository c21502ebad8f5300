//! Recognises the names of cells in a drawing, and finds their scheme, spelling and position.
//!
//! - In: the texts in cells.
//! - Out: the keys for names in a layout, and the texts that are not names.

use std::collections::{BTreeMap, BTreeSet};

use kurbo::{Rect, Size, Vec2};

use super::{PrintableText, SAME_PLACE, most_frequent};
use crate::colour_vision::{contrast, hex_code};
use crate::facts::FoundSheet;
use crate::facts::board::{FoundBoard, FoundCell};
use crate::foreign::toml_values::{number, quoted};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::geometry::median_of;
use hexpress_base::tiling::Tiling;
use hexpress_base::units::to_hundredths;
use hexpress_game::naming::{self, CellNames, Naming, NumberStyle};
use hexpress_read::{ItemKind, Rgb};

/// The naming schemes that a drawing may use.
const NAMING_SCHEMES: [&str; 14] = [
    "hex", "lines", "glinski", "18xx", "offset", "doubled", "axial", "ring", "numbers", "chess", "go",
    "draughts", "snake", "ccrr",
];
/// The corners where numbering may start. The empty string stands for the default corner of a scheme.
const CORNERS: [&str; 5] = ["", "top-left", "top-right", "bottom-left", "bottom-right"];
/// The separators between the two parts of a name, such as the `-` in `1-4`.
const SEPARATORS: [&str; 7] = ["", "-", ",", ".", ":", "/", "_"];
/// A name is at least this far from the edges of its cell, in ems.
const MIN_NAME_GAP_EMS: f64 = 0.35;
/// The layout uses another font than the drawing. Names may be larger in it, by at most this factor.
const MAX_NAME_SCALE: f64 = 1.2;
/// In the drawing, a label and a name may be on the same line. In the layout, they are separate texts
/// and would overlap, so the label is moved down by this distance, in ems.
const LABEL_DROP_EMS: f64 = 1.3;
/// A colour counts as black if all its channels are at most this, out of 255. Names in such a colour get
/// the default colour.
const MAX_BLACK_CHANNEL: u8 = 70;
/// Names are searched only if at least this number of cells have texts.
const MIN_NAMED_CELLS: usize = 3;

/// A text that may be the name of its cell.
#[derive(Debug, Clone)]
pub(super) struct CellText {
    pub(super) string: String,
    /// The font size, in mm.
    pub(super) size: f64,
    pub(super) ink: [u8; 3],
    /// The offset from the middle of the cell to the middle of the text, in mm. It is measured as if
    /// the board were not rotated.
    pub(super) at: Vec2,
    /// The size of the text's box, in mm.
    room: Size,
}

/// Returns the visible texts in a cell, in drawing order.
pub(super) fn words(
    sheet: &FoundSheet,
    board: &FoundBoard,
    cell: &FoundCell,
    letters: &mut PrintableText<'_>,
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
    /// The value of the key `names` in the layout.
    pub(super) naming: String,
    /// Whether only cells at the edge of the board show their names.
    is_edge: bool,
    /// The name of each cell, in reading order.
    pub(super) all: CellNames,
    /// The texts that are names, at most one per cell.
    drawn: Vec<CellText>,
}

/// The texts of a cell: its name, and the other texts.
struct Parted {
    name: CellText,
    rest: Vec<CellText>,
}

/// Separates the name of a cell from its other texts. Returns `None` if no text contains the name.
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
                // The rest of the text is a label. It is moved down, because the layout would otherwise
                // print it on top of the name.
                rest[i].at.y += LABEL_DROP_EMS * words.size;
                return Some(Parted { name: CellText { string: name.to_owned(), ..words.clone() }, rest });
            }
        }
    }
    None
}

/// Returns the letters and digits of a name, in lower case and without leading zeros.
///
/// The result is the same for all spellings of a name. For example, it is `a1` for `A-01` and for `a1`.
fn without_spelling(name: &str) -> String {
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

/// Finds a naming scheme that fits all texts in cells. Removes the names from these texts. Returns
/// `None` if no scheme fits, or if too few cells have texts.
pub(super) fn take_out_names(
    addresses: &[CellAddress],
    texts: &mut BTreeMap<CellAddress, Vec<CellText>>,
    tiling: Tiling,
) -> Option<Names> {
    let labelled: BTreeSet<CellAddress> =
        addresses.iter().copied().filter(|address| !texts_of(texts, *address).is_empty()).collect();
    let count = labelled.len();
    if count < MIN_NAMED_CELLS {
        return None;
    }
    let edges = hexpress_game::cells::border_edges(tiling, addresses);
    let border: BTreeSet<CellAddress> = edges.into_iter().map(|(address, _)| address).collect();
    let is_edge = labelled == border && border.len() < addresses.len();
    // To save time, schemes are first compared without regard to spelling. Spellings are tried only for
    // a scheme that fits.
    let candidates: Vec<Vec<String>> =
        addresses.iter().map(|address| name_candidates(texts_of(texts, *address))).collect();
    for like in NAMING_SCHEMES {
        for from in CORNERS {
            let Ok(mut naming) = like.parse::<Naming>() else { continue };
            naming.from = from.parse().ok();
            let Ok(names) = naming::names(addresses, tiling, &naming) else { continue };
            let shown = names.iter().filter(|name| !name.is_empty()).count();
            let is_most = is_edge || count * 10 >= shown * 8;
            if !is_most || !candidates.iter().zip(names.iter()).all(|(all, name)| may_show(all, name)) {
                continue;
            }
            for Written { naming, keys } in written(&naming) {
                let Ok(all) = naming::names(addresses, tiling, &naming) else { continue };
                let Some(parted) = all_parted(addresses, &all, texts) else { continue };
                let mut drawn = Vec::with_capacity(parted.len());
                for (address, Parted { name, rest }) in parted {
                    drawn.push(name);
                    texts.insert(address, rest);
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

/// Returns whether a cell may show `name`. `candidates` is the result of [`name_candidates`] for this
/// cell. Spelling is ignored: `A-01` counts as `a1`.
///
/// A cell without texts fits every name.
fn may_show(candidates: &[String], name: &str) -> bool {
    let plain = without_spelling(name);
    candidates.is_empty() || plain.is_empty() || candidates.contains(&plain)
}

/// Separates the names of all cells from their other texts. Returns `None` if a cell has texts but does
/// not show its name.
fn all_parted(
    addresses: &[CellAddress],
    names: &CellNames,
    texts: &BTreeMap<CellAddress, Vec<CellText>>,
) -> Option<Vec<(CellAddress, Parted)>> {
    let cells =
        addresses.iter().zip(names.iter()).map(|(address, name)| (*address, texts_of(texts, *address), name));
    cells
        .filter(|(_, texts, name)| !texts.is_empty() && !name.is_empty())
        .map(|(address, texts, name)| Some((address, parted(texts, |text| text == name)?)))
        .collect()
}

/// Returns everything in a cell that may be its name: each whole text, and the first and the last word
/// of each text. The results are simplified by [`without_spelling`].
fn name_candidates(texts: &[CellText]) -> Vec<String> {
    let mut candidates = Vec::new();
    for CellText { string, .. } in texts {
        candidates.push(without_spelling(string));
        candidates.extend(string.split(' ').next().map(without_spelling));
        candidates.extend(string.rsplit(' ').next().map(without_spelling));
    }
    candidates
}

/// One spelling of names, and the keys that choose it in a layout.
struct Written {
    naming: Naming,
    keys: Vec<String>,
}

/// Returns the possible spellings of a naming scheme. They differ in capitals, leading zeros and
/// separators.
fn written(naming: &Naming) -> Vec<Written> {
    let mut all = Vec::new();
    let swapped = match (naming.first == NumberStyle::lower(), naming.first == NumberStyle::upper()) {
        (true, _) => Some((NumberStyle::upper(), "A..")),
        (_, true) => Some((NumberStyle::lower(), "a..")),
        _ if naming.first == NumberStyle::lower().without("j") => {
            Some((NumberStyle::upper().without("j"), "A.."))
        }
        _ if naming.first == NumberStyle::upper().without("i") => {
            Some((NumberStyle::lower().without("i"), "a.."))
        }
        _ => None,
    };
    for column in [None, swapped] {
        for digits in [naming.second.digits, 2, 3] {
            for between in SEPARATORS {
                let (mut naming, mut keys) = (naming.clone(), Vec::new());
                if let Some((count, sign)) = &column {
                    let skipped = if *count == NumberStyle::upper().without("j") {
                        Some("j")
                    } else if *count == NumberStyle::lower().without("i") {
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
                if let (false, Some((first, second))) = (between.is_empty(), split_format(&naming.form)) {
                    naming.form = format!("{first}{between}{second}");
                    keys.push(format!("as = {}", quoted(&naming.form)));
                }
                all.push(Written { naming, keys });
            }
        }
    }
    all
}

/// Splits the format of a name into its two parts. For example, `{column}-{row}` is split into `{column}` and
/// `{row}`. Returns `None` if the format has fewer than two parts.
fn split_format(form: &str) -> Option<(&str, &str)> {
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
    /// Returns the keys that set the names of cells, their position, font size and colour. `side` is
    /// the side of a cell in mm.
    pub(super) fn keys(&self, tiling: Tiling, side: f64) -> String {
        let show = if self.is_edge { "edge" } else { "inside" };
        let at = quoted(&self.place(tiling, side));
        let mut keys = format!("names = {}\nshow-names = \"{show}\"\nnames-at = {at}\n", self.naming);
        if let Some(size) = median_of(self.drawn.iter().map(|words| words.size)) {
            keys.push_str(&format!("names-font = \"{}mm\"\n", number(to_hundredths(size))));
        }
        let most = most_frequent(self.drawn.iter().map(|words| words.ink)).unwrap_or([0; 3]);
        if most.iter().any(|part| *part > MAX_BLACK_CHANNEL) {
            keys.push_str(&format!("names-colour = {}\n", quoted(&hex_code(Rgb(most)))));
        }
        keys
    }

    /// Returns the position of names in their cells: the centre, or an offset from it.
    ///
    /// The layout uses another font, in which names may be larger. If they might not fit at the offset,
    /// returns the nearest of nine positions instead, e.g. `top-left`.
    fn place(&self, tiling: Tiling, side: f64) -> String {
        let at = Vec2::new(
            median_of(self.drawn.iter().map(|words| words.at.x)).unwrap_or(0.0),
            median_of(self.drawn.iter().map(|words| words.at.y)).unwrap_or(0.0),
        );
        if at.hypot() < SAME_PLACE * side {
            return "centre".to_owned();
        }
        if self.has_room(at, tiling, side) {
            return place(at);
        }
        let bounds: Rect = tiling.unit_bounds(CellAddress::new(0, 0));
        let (row, column) =
            (part_of_length(at.y, bounds.height() * side), part_of_length(at.x, bounds.width() * side));
        let places = [
            ["top-left", "top", "top-right"],
            ["left", "centre", "right"],
            ["bottom-left", "bottom", "bottom-right"],
        ];
        places[row][column].to_owned()
    }

    /// Returns whether all names fit into their cells at the offset `at` from the middle. Allows for the
    /// font of the layout, in which names may be larger than in the drawing.
    fn has_room(&self, at: Vec2, tiling: Tiling, side: f64) -> bool {
        let sizes = self.drawn.iter().map(|words| words.room);
        let width = MAX_NAME_SCALE * sizes.clone().map(|room| room.width).fold(0.0, f64::max);
        let height = MAX_NAME_SCALE * sizes.map(|room| room.height).fold(0.0, f64::max);
        let gap = MIN_NAME_GAP_EMS * self.drawn.iter().map(|words| words.size).fold(0.0, f64::max);
        let zero = CellAddress::new(0, 0);
        (0..tiling.edges(zero)).all(|edge| {
            let normal = tiling.edge_normal(zero, edge);
            let half = (normal.x.abs() * width + normal.y.abs() * height) / 2.0;
            normal.dot(at) + half + gap <= side * tiling.apothem(zero)
        })
    }
}

/// Returns 0, 1 or 2 for a position before, in or after the middle quarter of a length.
///
/// `value` is the offset of the position from the middle of the length. It may be negative.
fn part_of_length(value: f64, length: f64) -> usize {
    usize::from(value > -length / 8.0) + usize::from(value > length / 8.0)
}

/// Formats an offset from the middle of a cell for a layout, e.g. `3 -1.5mm`.
pub(super) fn place(at: Vec2) -> String {
    // Adding zero replaces -0 with 0.
    let [x, y] = [at.x, at.y].map(|value| number(to_hundredths(value) + 0.0));
    format!("{x} {y}mm")
}

/// Returns the colour in which the layout prints a text on a cell. Usually, this is `ink`, the colour of
/// the text in the drawing.
///
/// If the text would be invisible on the fill of its cell, returns black or white. In the drawing, such
/// a text is visible because another drawing is between the text and the fill. The layout leaves this
/// drawing out.
pub(super) fn seen_on(ink: [u8; 3], fill: Option<[u8; 3]>) -> [u8; 3] {
    /// A text counts as invisible if its contrast with the fill of its cell is below this.
    const MIN_VISIBLE_CONTRAST: f64 = 1.5;
    let ground = Rgb(fill.unwrap_or([255; 3]));
    if contrast(Rgb(ink), ground) >= MIN_VISIBLE_CONTRAST {
        return ink;
    }
    let (black, white) = ([0; 3], [255; 3]);
    if contrast(Rgb(black), ground) >= contrast(Rgb(white), ground) { black } else { white }
}

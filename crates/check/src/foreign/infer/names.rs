//! The names that the cells of a drawing show: by which way of counting, how they are written, and where they stand.

use std::collections::{BTreeMap, BTreeSet};

use kurbo::{Rect, Size, Vec2};

use super::{Letters, SAME_PLACE, median, number, quoted};
use crate::base::hex::Hex;
use crate::base::tiling::Tiling;
use crate::check::color_vision::{contrast, hex};
use crate::check::facts::FoundSheet;
use crate::check::facts::board::{FoundBoard, FoundCell};
use crate::model::naming::{self, CellNames, Count, Naming};
use crate::read::{ItemKind, Rgb};

/// The words for names of cells that a drawing may have used.
const NAMINGS: [&str; 14] = [
    "hex", "lines", "glinski", "18xx", "offset", "doubled", "axial", "ring", "numbers", "chess", "go",
    "draughts", "snake", "ccrr",
];
/// The corners that counting may begin in; the usual one first.
const CORNERS: [&str; 5] = ["", "top-left", "top-right", "bottom-left", "bottom-right"];
/// What may stand between the two parts of a name.
const BETWEEN: [&str; 7] = ["", "-", ",", ".", ":", "/", "_"];
/// Between a name and the lines of its cell, in ems, and how much wider than drawn it may become in another font.
const GAP: f64 = 0.35;
const WIDER: f64 = 1.2;
/// How far below a name the label stands that was one line with it, in ems.
const BELOW: f64 = 1.3;
/// The most of red, green and blue, of 255, in the colour of names that is not said.
const DARK: u8 = 70;

/// Words in a cell.
#[derive(Debug, Clone)]
pub(super) struct Words {
    pub(super) string: String,
    /// Their em, in mm.
    pub(super) size: f64,
    pub(super) ink: [u8; 3],
    /// From the middle of the cell to theirs, on a board that stands upright, in mm.
    pub(super) at: Vec2,
    room: Size,
}

/// The words in a cell, in drawing order.
pub(super) fn words(
    sheet: &FoundSheet,
    board: &FoundBoard,
    cell: &FoundCell,
    letters: &mut Letters<'_>,
) -> Vec<Words> {
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
        let way = a.midpoint(c) - cell.outline.centre;
        let at = Vec2::new(way.x * cos - way.y * sin, way.x * sin + way.y * cos);
        let room = Size::new(a.distance(b), b.distance(c));
        all.push(Words { string, size: text.size, ink: text.colour.0, at, room });
    }
    all
}

/// The names that cells show.
pub(super) struct Names {
    /// What `names` says.
    pub(super) naming: String,
    /// Whether only the cells along the edge show them.
    is_edge: bool,
    /// The name of each cell, in the order of reading.
    pub(super) all: CellNames,
    /// The words that are names, one to a cell at most.
    drawn: Vec<Words>,
}

/// Words without the name of their cell.
struct Parted {
    name: Words,
    rest: Vec<Words>,
}

/// Takes a name away from the words of its cell: it is one of them, or the first or the last word of one.
fn parted(said: &[Words], is_name: impl Fn(&str) -> bool) -> Option<Parted> {
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
                // The two cannot stand on one line about the same middle.
                rest[i].at.y += BELOW * words.size;
                return Some(Parted { name: Words { string: name.to_owned(), ..words.clone() }, rest });
            }
        }
    }
    None
}

/// A name as its letters and figures alone, so that the ways to write it are one.
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

/// The names that most cells show, taken away from their words.
pub(super) fn taken(hexes: &[Hex], said: &mut BTreeMap<Hex, Vec<Words>>, tiling: Tiling) -> Option<Names> {
    let is_said = |hex: &Hex| said.get(hex).is_some_and(|words| !words.is_empty());
    let count = hexes.iter().filter(|hex| is_said(hex)).count();
    if count < 3 {
        return None;
    }
    let border = crate::model::cells::border_edges(tiling, hexes);
    let border: BTreeSet<Hex> = border.into_iter().map(|(hex, _)| hex).collect();
    let is_edge = hexes.iter().all(|hex| is_said(hex) == border.contains(hex)) && border.len() < hexes.len();
    let own = |hex: &Hex| said.get(hex).map_or(&[][..], Vec::as_slice);
    // What each cell might say as its name, so that names can be compared quickly.
    let plains: Vec<Vec<String>> = hexes.iter().map(|hex| tokens(own(hex))).collect();
    for like in NAMINGS {
        for from in CORNERS {
            let Ok(mut naming) = like.parse::<Naming>() else { continue };
            naming.from = from.parse().ok();
            let Ok(names) = naming::names(hexes, tiling, &naming) else { continue };
            let says = |(said, name): (&Vec<String>, &str)| {
                said.is_empty() || plain(name).is_empty() || said.contains(&plain(name))
            };
            let shown = names.iter().filter(|name| !name.is_empty()).count();
            let is_most = is_edge || count * 10 >= shown * 8;
            if !is_most || !plains.iter().zip(names.iter()).all(says) {
                continue;
            }
            for Written { naming, keys } in written(&naming) {
                let Ok(all) = naming::names(hexes, tiling, &naming) else { continue };
                let each = hexes
                    .iter()
                    .zip(all.iter())
                    .filter(|(hex, name)| !own(hex).is_empty() && !name.is_empty());
                let each: Option<Vec<(Hex, Parted)>> =
                    each.map(|(hex, name)| Some((*hex, parted(own(hex), |said| said == name)?))).collect();
                let Some(each) = each else { continue };
                let mut drawn = Vec::with_capacity(each.len());
                for (hex, Parted { name, rest }) in each {
                    drawn.push(name);
                    said.insert(hex, rest);
                }
                return Some(Names { naming: toml(like, from, &keys), is_edge, all, drawn });
            }
        }
    }
    None
}

/// What a cell might say as its name.
fn tokens(said: &[Words]) -> Vec<String> {
    let of = |words: &Words| {
        let string = words.string.as_str();
        [Some(string), string.split(' ').next(), string.rsplit(' ').next()]
            .into_iter()
            .flatten()
            .map(plain)
            .collect::<Vec<_>>()
    };
    said.iter().flat_map(of).collect()
}

/// A way to write names, and the keys that say so.
struct Written {
    naming: Naming,
    keys: Vec<String>,
}

/// The ways in which names of one naming may be written: in capitals, with noughts before their figures, and with
/// something between their parts.
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

/// The two parts of a form.
fn parts(form: &str) -> Option<(&str, &str)> {
    let end = form.find('}')? + 1;
    let start = end + form[end..].find('{')?;
    Some((&form[..end], &form[start..]))
}

fn toml(like: &str, from: &str, keys: &[String]) -> String {
    if from.is_empty() && keys.is_empty() {
        return quoted(like);
    }
    let from = (!from.is_empty()).then(|| format!("from = {}", quoted(from)));
    let all: Vec<String> =
        [format!("like = {}", quoted(like))].into_iter().chain(from).chain(keys.iter().cloned()).collect();
    format!("{{ {} }}", all.join(", "))
}

impl Names {
    /// The keys of a board that say how its cells are called, and where the names stand; `side` is that of a cell, in mm.
    pub(super) fn keys(&self, tiling: Tiling, side: f64) -> String {
        let show = if self.is_edge { "edge" } else { "inside" };
        let at = quoted(&self.place(tiling, side));
        let mut keys = format!("names = {}\nshow-names = \"{show}\"\nnames-at = {at}\n", self.naming);
        if let Some(size) = median(self.drawn.iter().map(|words| words.size)) {
            keys.push_str(&format!("names-font = \"{}mm\"\n", number((size * 100.0).round() / 100.0)));
        }
        let mut inks: BTreeMap<[u8; 3], usize> = BTreeMap::new();
        self.drawn.iter().for_each(|words| *inks.entry(words.ink).or_default() += 1);
        let most = inks.into_iter().max_by_key(|(_, count)| *count).map_or([0; 3], |(ink, _)| ink);
        if most.iter().any(|part| *part > DARK) {
            keys.push_str(&format!("names-colour = {}\n", quoted(&hex(Rgb(most)))));
        }
        keys
    }

    /// Where most names stand in their cells: the middle, so far from it, or where there is no room for that, the nearest
    /// of the nine places.
    fn place(&self, tiling: Tiling, side: f64) -> String {
        let middle = |of: fn(Vec2) -> f64| median(self.drawn.iter().map(|words| of(words.at))).unwrap_or(0.0);
        let at = Vec2::new(middle(|at| at.x), middle(|at| at.y));
        if at.hypot() < SAME_PLACE * side {
            return "centre".to_owned();
        }
        let widest = |of: fn(&Words) -> f64| self.drawn.iter().map(of).fold(0.0, f64::max);
        let room =
            Size::new(WIDER * widest(|words| words.room.width), WIDER * widest(|words| words.room.height));
        let gap = GAP * widest(|words| words.size);
        let zero = Hex::new(0, 0);
        let fits = |edge: usize| {
            let normal = tiling.edge_normal(zero, edge);
            let half = (normal.x.abs() * room.width + normal.y.abs() * room.height) / 2.0;
            normal.dot(at) + half + gap <= side * tiling.apothem(zero)
        };
        if (0..tiling.edges(zero)).all(fits) {
            return place(at);
        }
        let bounds: Rect = tiling.unit_bounds(zero);
        let third = |value: f64, all: f64| {
            usize::from(value > -all * side / 8.0) + usize::from(value > all * side / 8.0)
        };
        let (row, column) = (third(at.y, bounds.height()), third(at.x, bounds.width()));
        let places = [
            ["top-left", "top", "top-right"],
            ["left", "centre", "right"],
            ["bottom-left", "bottom", "bottom-right"],
        ];
        places[row][column].to_owned()
    }
}

/// So far from the middle, in words of a layout.
pub(super) fn place(at: Vec2) -> String {
    // Nothing is nothing in both directions.
    let part = |value: f64| number((value * 100.0).round() / 100.0 + 0.0);
    format!("{} {}mm", part(at.x), part(at.y))
}

/// The colour of words on a cell. Words that cannot be seen on it stood on something that is left out: they are black or white.
pub(super) fn seen_on(ink: [u8; 3], fill: Option<[u8; 3]>) -> [u8; 3] {
    /// A contrast that nobody sees.
    const UNSEEN: f64 = 1.5;
    let ground = Rgb(fill.unwrap_or([255; 3]));
    if contrast(Rgb(ink), ground) >= UNSEEN {
        return ink;
    }
    let (black, white) = ([0; 3], [255; 3]);
    if contrast(Rgb(black), ground) >= contrast(Rgb(white), ground) { black } else { white }
}

//! From a drawing to a layout that builds its boards again: the way from a board that somebody drew to a game.

use std::collections::BTreeMap;

use kurbo::Rect;

use crate::base::hex::{Hex, Orientation, SQRT_3};
use crate::check::color_vision::hex;
use crate::check::facts::board::FoundBoard;
use crate::check::facts::shape::Known;
use crate::check::facts::{Facts, Sheet};
use crate::model::naming::{self, Naming};
use crate::model::shape::{Lean, Offset};
use crate::read::{Kind, Rgb};
use crate::text::inline::{Inline, read};

/// The signs of kinds of cells, in the order they are given out.
const SIGNS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
/// The words for names of cells that a drawing may have used.
const NAMINGS: [&str; 9] =
    ["hex", "lines", "glinski", "18xx", "offset", "doubled", "axial", "ring", "numbers"];
/// What remains of an A4 sheet between its margins and its rulers, in mm: the narrower side first.
const SMALL: (f64, f64) = (190.0, 275.0);

/// The layout of all boards of a drawing; none where there are none. `title` is what the game is called.
#[must_use]
pub fn layout(facts: &Facts<'_>, title: &str) -> Option<String> {
    let boards: Vec<(&Sheet, &FoundBoard)> =
        facts.sheets.iter().flat_map(|sheet| sheet.boards().map(move |board| (sheet, board))).collect();
    if boards.is_empty() {
        return None;
    }
    let mut text = format!("[game]\ntitle = {}\n", quoted(title));
    for (number, (sheet, board)) in (1..).zip(boards) {
        let name = if number == 1 { "board".to_owned() } else { format!("board-{number}") };
        write(sheet, board, &name, &mut text);
    }
    Some(text)
}

/// A string of TOML.
fn quoted(text: &str) -> String {
    // JSON and TOML write a text without other control characters in the same way.
    serde_json::Value::from(text.replace(|c: char| c.is_control() && c != '\n', " ")).to_string()
}

/// Words on the board are text: nothing is to be worked out in them, and stars and colons are no signs.
fn literal(text: &str) -> String {
    let plain = text.replace("{{", "{ {").replace("{%", "{ %").replace("{#", "{ #");
    let words = [Inline::Words { string: plain.clone(), bold: false, italic: false }];
    if read(&plain, |_| true) == words {
        return quoted(&plain);
    }
    quoted(&plain.replace('*', "\\*").replace(':', "\\:"))
}

/// A number with as many digits as it has, at most five: hundredths of a micrometre.
fn number(value: f64) -> String {
    // What is as good as round was round: what is measured is a ten-thousandth off.
    let round = (value * 1000.0).round() / 1000.0;
    let text = format!("{:.5}", if (value - round).abs() < 1e-4 { round } else { value });
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// What a kind of cells looks like: its colour and its words.
type Look = (Option<[u8; 3]>, String);

/// What a board shows, sorted.
struct Seen {
    /// Cells in the order of reading, each with its look.
    cells: Vec<(Hex, Look)>,
    /// The looks, the most frequent first.
    kinds: Vec<Look>,
    /// The place of each among these.
    places: BTreeMap<Look, usize>,
    /// What single cells say, where that is no name.
    single: BTreeMap<Hex, String>,
    /// The word for the names that the cells show, and these in the order of `cells`.
    naming: Option<(String, Vec<String>)>,
    /// The size of most words, in mm.
    words: Option<f64>,
}

impl Seen {
    /// The place of a look among all of them.
    fn kind(&self, look: &Look) -> usize {
        self.places.get(look).copied().unwrap_or(0)
    }
}

fn seen(sheet: &Sheet, board: &FoundBoard) -> Seen {
    let orientation = board.lattice.orientation;
    let mut of: BTreeMap<Hex, Look> = BTreeMap::new();
    for cell in &board.cells {
        let words = sheet.page.as_ref().map_or_else(String::new, |page| cell.words(page));
        of.entry(cell.hex).or_insert((cell.fill.map(|Rgb(rgb)| rgb), words));
    }
    let mut hexes: Vec<Hex> = of.keys().copied().collect();
    crate::model::cells::sort_for_reading(&mut hexes, orientation);
    let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
    of.values().for_each(|(_, words)| *uses.entry(words).or_default() += 1);
    let naming = naming_of(&hexes, &of, orientation);
    // Words of one cell alone are a name, or belong to the place; with many such cells they are no kinds.
    let is_lone = |words: &str| !words.is_empty() && uses[words] == 1;
    let lone = of.values().filter(|(_, words)| is_lone(words)).count();
    let mut single = BTreeMap::new();
    let mut cells = Vec::with_capacity(hexes.len());
    for hex in hexes {
        let Some((fill, words)) = of.get(&hex) else { continue };
        let mut words = words.clone();
        if naming.is_some() {
            words.clear();
        } else if is_lone(&words) && lone > 12 {
            single.insert(hex, std::mem::take(&mut words));
        }
        cells.push((hex, (*fill, words)));
    }
    let mut counts: BTreeMap<&Look, usize> = BTreeMap::new();
    cells.iter().for_each(|(_, look)| *counts.entry(look).or_default() += 1);
    let mut kinds: Vec<(&Look, usize)> = counts.into_iter().collect();
    kinds.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let kinds: Vec<Look> = kinds.into_iter().map(|(look, _)| look.clone()).collect();
    let places = kinds.iter().cloned().zip(0..).collect();
    Seen { cells, kinds, places, single, naming, words: size_of_words(sheet, board) }
}

/// The middle size of the words on a board.
fn size_of_words(sheet: &Sheet, board: &FoundBoard) -> Option<f64> {
    let page = sheet.page.as_ref()?;
    let items = board.cells.iter().flat_map(|cell| &cell.items);
    let mut sizes: Vec<f64> = items
        .filter_map(|&i| match &page.items[i].kind {
            Kind::Text(text) if text.size > 0.0 => Some(text.size),
            _ => None,
        })
        .collect();
    sizes.sort_by(f64::total_cmp);
    sizes.get(sizes.len() / 2).copied()
}

/// The naming whose names the cells show, where most show one.
fn naming_of(
    hexes: &[Hex],
    of: &BTreeMap<Hex, Look>,
    orientation: Orientation,
) -> Option<(String, Vec<String>)> {
    let said = |hex: &Hex| of.get(hex).map(|(_, words)| words.to_lowercase()).unwrap_or_default();
    let said: Vec<String> = hexes.iter().map(said).collect();
    let count = said.iter().filter(|words| !words.is_empty()).count();
    if count < 3 || count * 10 < hexes.len() * 8 {
        return None;
    }
    for like in NAMINGS {
        for from in ["", "top-left", "top-right", "bottom-left", "bottom-right"] {
            let Ok(mut naming) = like.parse::<Naming>() else { continue };
            if !from.is_empty() {
                naming.from = from.parse().ok();
            }
            let Ok(names) = naming::names(hexes, orientation, &naming) else { continue };
            let same = |(said, name): (&String, &String)| said.is_empty() || *said == name.to_lowercase();
            if said.iter().zip(&names).all(same) {
                let naming = match from {
                    "" => quoted(like),
                    from => format!("{{ like = {}, from = {} }}", quoted(like), quoted(from)),
                };
                return Some((naming, names));
            }
        }
    }
    None
}

fn write(sheet: &Sheet, board: &FoundBoard, name: &str, text: &mut String) {
    let named = board.named.clone().unwrap_or_else(|| board.shape_name());
    let lattice = &board.lattice;
    let seen = seen(sheet, board);
    let stands = match lattice.orientation {
        Orientation::FlatTop => "flat-top",
        Orientation::PointyTop => "pointy-top",
    };
    // Cells that lie edge to edge are as large as their distance says, which all of them together know best.
    let side =
        if (lattice.pitch - lattice.side).abs() < 0.02 * lattice.side { lattice.pitch } else { lattice.side };
    let (w, h) = upright_size(&seen.cells, lattice.orientation, side);
    let small = w.min(h) <= SMALL.0 && w.max(h) <= SMALL.1;
    text.push_str(&format!(
        "\n# {}\n[[board]]\nname = {}\nsheet = {}\ncells = \"{stands}\"\nacross = \"{}mm\"\n",
        named.words(),
        quoted(name),
        quoted(if small { "small" } else { "large" }),
        number(side * SQRT_3)
    ));
    text.push_str(&line(board));
    if let Some((naming, _)) = &seen.naming {
        text.push_str(&format!("names = {naming}\nshow-names = \"inside\"\nnames-at = \"centre\"\n"));
        if let Some(size) = seen.words {
            text.push_str(&format!("names-font = \"{}mm\"\n", number((size * 100.0).round() / 100.0)));
        }
    } else if !seen.single.is_empty() || seen.kinds.len() > SIGNS.len() {
        text.push_str("names = \"numbers\"\n");
    }
    let whole = |known: &&Known| known.missing.is_empty() && known.extra.is_empty() && known.sixths == 0;
    match named.shape.as_ref().filter(whole) {
        Some(known) if seen.kinds.len() == 1 => {
            text.push_str(&format!("shape = {}\n", quoted(&known.shape_text())));
            if known.leans() && known.lean == Lean::Right {
                text.push_str("lean = \"right\"\n");
            }
            if known.offset == Offset::First {
                text.push_str("offset = \"first\"\n");
            }
            if let Some((fill, label)) = seen.kinds.first()
                && let Some(keys) = keys(*fill, label, false)
            {
                text.push_str(&format!("cell = {{ {keys} }}\n"));
            }
        }
        _ => map(&seen, lattice.orientation, text),
    }
    at(&seen, text);
    if seen.kinds.iter().any(|(_, label)| !label.is_empty()) || !seen.single.is_empty() {
        let size = seen.words.unwrap_or(3.2).max(1.8);
        text.push_str(&format!(
            "\n[board.labels]\nfont = \"{}mm\"\nshrink = \"1.77mm\"\n",
            number((size * 100.0).round() / 100.0)
        ));
    }
}

/// The line round the cells.
fn line(board: &FoundBoard) -> String {
    let mut votes: BTreeMap<Option<([u8; 3], i64)>, usize> = BTreeMap::new();
    for cell in &board.cells {
        let line = cell.line.map(|(Rgb(rgb), width)| (rgb, (width * 1000.0).round() as i64));
        *votes.entry(line).or_default() += 1;
    }
    let most = votes.into_iter().max_by_key(|(_, count)| *count).and_then(|(line, _)| line);
    let line = most.map_or_else(
        || "none".to_owned(),
        |(rgb, width)| format!("{}mm {}", number(width.max(50) as f64 / 1000.0), hex(Rgb(rgb))),
    );
    format!("line = {}\n", quoted(&line))
}

/// The keys of a kind; none where there is nothing to say.
fn keys(fill: Option<[u8; 3]>, label: &str, always: bool) -> Option<String> {
    let mut keys = Vec::new();
    match fill {
        Some(rgb) => keys.push(format!("fill = {}", quoted(&hex(Rgb(rgb))))),
        None if always => keys.push("fill = \"none\"".to_owned()),
        None => {}
    }
    if !label.is_empty() {
        keys.push(format!("label = {}", literal(label)));
    }
    (!keys.is_empty()).then(|| keys.join(", "))
}

/// The picture of the board, and what its signs mean.
fn map(seen: &Seen, orientation: Orientation, text: &mut String) {
    let signs: Vec<char> = SIGNS.chars().collect();
    // The rarest have no sign of their own left: they take the last one, and [board.at] says what they are.
    let sign = |look: &Look| signs[seen.kind(look).min(signs.len() - 1)];
    let mut lines: BTreeMap<i64, BTreeMap<i64, char>> = BTreeMap::new();
    for (hex, look) in &seen.cells {
        let (q, r) = (i64::from(hex.q), i64::from(hex.r));
        let (line, column) = match orientation {
            Orientation::PointyTop => (r, 4 * q + 2 * r),
            Orientation::FlatTop => (2 * r + q, 4 * q),
        };
        lines.entry(line).or_default().insert(column, sign(look));
    }
    let left = lines.values().filter_map(|line| line.keys().next()).min().copied().unwrap_or(0);
    let (first, last) =
        (lines.keys().next().copied().unwrap_or(0), lines.keys().last().copied().unwrap_or(0));
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
    for (look, sign) in seen.kinds.iter().zip(&signs) {
        let keys = keys(look.0, &look.1, true).unwrap_or_default();
        text.push_str(&format!("{sign} = {{ {keys} }}\n"));
    }
}

/// What single cells say, and what those are for whose look there was no sign left.
fn at(seen: &Seen, text: &mut String) {
    let mut head = "\n[board.at]\n";
    for (index, (hex, look)) in seen.cells.iter().enumerate() {
        let name = match &seen.naming {
            Some((_, names)) => names.get(index).cloned().unwrap_or_default(),
            None => (index + 1).to_string(),
        };
        let words = seen.single.get(hex);
        let keys = if seen.kind(look) >= SIGNS.len() {
            // What the last sign says of its cells is not to remain.
            let label = format!("label = {}", literal(words.unwrap_or(&look.1)));
            keys(look.0, "", true).map(|fill| format!("{fill}, {label}"))
        } else {
            words.map(|words| format!("label = {}", literal(words)))
        };
        if let Some(keys) = keys {
            text.push_str(&format!("{head}{} = {{ {keys} }}\n", quoted(&name)));
            head = "";
        }
    }
}

/// How wide and how high a board is when it stands upright, in mm.
fn upright_size(cells: &[(Hex, Look)], orientation: Orientation, side: f64) -> (f64, f64) {
    let centres = cells.iter().map(|(hex, _)| orientation.unit_centre(*hex));
    let centres = centres.map(|c| Rect::from_points(c, c)).reduce(|a, b| a.union(b)).unwrap_or_default();
    let (w, h) = orientation.unit_size();
    ((centres.width() + w) * side, (centres.height() + h) * side)
}

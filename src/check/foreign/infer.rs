//! From a drawing to a layout that builds its boards again: the way from a board that somebody drew to a game.

use std::collections::{BTreeMap, BTreeSet};

use kurbo::Rect;

use crate::base::hex::Hex;
use crate::base::tiling::{Grid, Tiling};
use crate::check::color_vision::{APART, Differences, hex};
use crate::check::facts::board::{FoundBoard, FoundCell};
use crate::check::facts::shape::Known;
use crate::check::facts::{Facts, Sheet};
use crate::check::rules::colours::is_written_over;
use crate::diag::codes;
use crate::model::naming::{self, Naming};
use crate::model::shape::{Lean, Offset};
use crate::read::{Kind, Page, Rgb};
use crate::text::inline::{Inline, read};
use crate::text::{Fonts, NoGlyph, Shaper};

/// The signs of kinds of cells, in the order they are given out.
const SIGNS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
/// The words for names of cells that a drawing may have used.
const NAMINGS: [&str; 14] = [
    "hex", "lines", "glinski", "18xx", "offset", "doubled", "axial", "ring", "numbers", "chess", "go",
    "draughts", "snake", "ccrr",
];
/// The smallest size of labels.
const SMALLEST: &str = "1.77mm";
/// The most of red, green and blue that is taken for black, of 255.
const DARK: u8 = 70;
/// What remains of an A4 sheet between its margins and its rulers, in mm: the narrower side first.
pub(super) const SMALL: (f64, f64) = (190.0, 275.0);

/// A layout that was written of a drawing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Learned {
    /// The layout.
    pub text: String,
    /// The characters of the drawing that it leaves out, because no font has them.
    pub left_out: BTreeSet<char>,
}

/// What a layout is written with.
#[derive(Clone, Copy)]
pub struct Learn<'a> {
    /// What the game is called.
    pub title: &'a str,
    /// The fonts that it is printed with.
    pub fonts: &'a Fonts,
}

/// The layout of all boards of a drawing; none where there are none.
#[must_use]
pub fn layout(facts: &Facts<'_>, learn: Learn<'_>) -> Option<Learned> {
    let boards: Vec<(&Sheet, &FoundBoard)> =
        facts.sheets.iter().flat_map(|sheet| sheet.boards().map(move |board| (sheet, board))).collect();
    let boards: Vec<_> = boards.into_iter().filter(|(_, board)| has_map(board)).collect();
    if boards.is_empty() {
        return None;
    }
    let mut signs = Letters { shaper: Shaper::new(learn.fonts), left_out: BTreeSet::new() };
    let title = signs.printed(learn.title);
    let mut text = String::new();
    let mut is_poorer = false;
    for (number, (sheet, board)) in (1..).zip(boards) {
        let name = if number == 1 { "board".to_owned() } else { format!("board-{number}") };
        if let Some(points) = super::line_board::learned(sheet, board, &name) {
            text.push_str(&points);
            continue;
        }
        let seen = seen(sheet, board, &mut signs);
        is_poorer |= seen.is_poorer(sheet, board);
        write(board, &name, &seen, &mut text);
    }
    let mut head = format!("[game]\ntitle = {}\n", quoted(&title));
    if is_poorer {
        let because = "marks that tell the cells apart in the drawing are left out here";
        head.push_str(&format!(
            "allow = [{{ code = \"{}\", because = \"{because}\" }}]\n",
            codes::KINDS_ALIKE
        ));
    }
    Some(Learned { text: head + &text, left_out: signs.left_out })
}

/// The most cells from one side of a board to the other, for which a map is drawn with letters.
const WIDEST: i64 = 1000;

/// Whether a board can be drawn with letters: its cells may lie as far apart as a file likes.
fn has_map(board: &FoundBoard) -> bool {
    let spread = |of: fn(&Hex) -> i32| {
        let all = board.cells.iter().map(|cell| i64::from(of(&cell.hex)));
        all.clone().max().unwrap_or(0) - all.min().unwrap_or(0)
    };
    spread(|hex| hex.q) <= WIDEST && spread(|hex| hex.r) <= WIDEST
}

/// What can be printed of words.
struct Letters<'f> {
    shaper: Shaper<'f>,
    left_out: BTreeSet<char>,
}

impl Letters<'_> {
    /// The words without the characters that the font does not have.
    fn printed(&mut self, words: &str) -> String {
        let Some(font) = self.shaper.default_font() else { return words.to_owned() };
        // What the file does not explain is no character.
        let words = words.replace(char::REPLACEMENT_CHARACTER, "");
        let mut left = words.clone();
        while let Err(NoGlyph(missing)) = self.shaper.shape(font, &left) {
            left.retain(|letter| letter != missing);
            self.left_out.insert(missing);
        }
        if left.len() == words.len() { left } else { left.split_whitespace().collect::<Vec<_>>().join(" ") }
    }
}

/// A string of TOML.
pub(super) fn quoted(text: &str) -> String {
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
pub(super) fn number(value: f64) -> String {
    // What is as good as round was round: what is measured is a ten-thousandth off.
    let round = (value * 1000.0).round() / 1000.0;
    let text = format!("{:.5}", if (value - round).abs() < 1e-4 { round } else { value });
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// What a kind of cells looks like.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Look {
    fill: Option<[u8; 3]>,
    words: String,
    /// The colour of the words; none where there are no words.
    ink: Option<[u8; 3]>,
}

/// What a board shows, sorted.
struct Seen {
    /// Cells in the order of reading, each with its look.
    cells: Vec<(Hex, Look)>,
    /// The looks, the most frequent first.
    kinds: Vec<Look>,
    /// The place of each among these.
    places: BTreeMap<Look, usize>,
    /// What single cells say, where that is no name.
    single: BTreeMap<Hex, Single>,
    /// The colour of most words.
    ink: [u8; 3],
    /// The word for the names that the cells show, and these in the order of `cells`.
    naming: Option<(String, Vec<String>)>,
    /// The size of most words, in mm.
    size: Option<f64>,
}

/// What a single cell says.
struct Single {
    words: String,
    ink: Option<[u8; 3]>,
}

impl Seen {
    /// Whether drawings that are left out may tell cells apart whose colours look alike.
    fn is_poorer(&self, sheet: &Sheet, board: &FoundBoard) -> bool {
        let Some(page) = &sheet.page else { return false };
        let is_drawing = |&i: &usize| match &page.items[i].kind {
            Kind::Path { .. } | Kind::Image { .. } => true,
            // Letters that the file does not explain.
            Kind::Text(text) => text.string.contains(char::REPLACEMENT_CHARACTER),
        };
        // Words that were turned into curves all together belong to no cell.
        let is_beside = is_written_over(page, board);
        if !is_beside && !board.cells.iter().any(|cell| cell.items.iter().any(is_drawing)) {
            return false;
        }
        let mut known = Differences::default();
        let kinds = &self.kinds[..self.kinds.len().min(SIGNS.len())];
        let colour = |look: &Look| Rgb(look.fill.unwrap_or([255; 3]));
        kinds.iter().enumerate().any(|(n, one)| {
            let mut before = kinds[..n].iter().filter(|other| other.words == one.words);
            before.any(|other| known.apart(colour(one), colour(other)).0 < APART)
        })
    }

    /// The keys for words: a label, or where these have another colour than most, a text of their own.
    fn label(&self, words: &str, ink: Option<[u8; 3]>) -> String {
        match ink.filter(|ink| *ink != self.ink) {
            None => format!("label = {}", literal(words)),
            Some(ink) => {
                let (font, colour) = (self.font(), quoted(&hex(Rgb(ink))));
                format!("text = {}, {font}, shrink = \"{SMALLEST}\", colour = {colour}", literal(words))
            }
        }
    }

    /// The font of labels.
    fn font(&self) -> String {
        let size = self.size.unwrap_or(3.2).max(1.8);
        format!("font = \"{}mm\"", number((size * 100.0).round() / 100.0))
    }

    /// The place of a look among all of them.
    fn kind(&self, look: &Look) -> usize {
        self.places.get(look).copied().unwrap_or(0)
    }
}

fn seen(sheet: &Sheet, board: &FoundBoard, letters: &mut Letters<'_>) -> Seen {
    let tiling = board.lattice.tiling;
    let mut of: BTreeMap<Hex, Look> = BTreeMap::new();
    for cell in &board.cells {
        let words = sheet.page.as_ref().map_or_else(String::new, |page| cell.words(page));
        let words = letters.printed(&words);
        let ink = sheet.page.as_ref().filter(|_| !words.is_empty()).and_then(|page| ink(page, cell));
        of.entry(cell.hex).or_insert(Look { fill: cell.fill.map(|Rgb(rgb)| rgb), words, ink });
    }
    let mut hexes: Vec<Hex> = of.keys().copied().collect();
    crate::model::cells::sort_for_reading(&mut hexes, tiling);
    let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
    of.values().for_each(|look| *uses.entry(&look.words).or_default() += 1);
    let mut inks: BTreeMap<[u8; 3], usize> = BTreeMap::new();
    of.values().filter_map(|look| look.ink).for_each(|ink| *inks.entry(ink).or_default() += 1);
    let is_dark = inks.keys().flatten().all(|part| *part <= DARK);
    let most = inks.into_iter().max_by_key(|(_, count)| *count).map_or([0; 3], |(ink, _)| ink);
    // Names are printed in black.
    let naming = naming_of(&hexes, &of, tiling).filter(|_| is_dark);
    // Words of one cell alone are a name, or belong to the place; with many such cells they are no kinds.
    let is_lone = |words: &str| !words.is_empty() && uses[words] == 1;
    let lone = of.values().filter(|look| is_lone(&look.words)).count();
    let mut single = BTreeMap::new();
    let mut cells = Vec::with_capacity(hexes.len());
    for hex in hexes {
        let Some(look) = of.get(&hex) else { continue };
        let mut look = look.clone();
        if naming.is_some() {
            look.words.clear();
        } else if is_lone(&look.words) && lone > 12 {
            single.insert(hex, Single { words: std::mem::take(&mut look.words), ink: look.ink });
        }
        if look.words.is_empty() {
            look.ink = None;
        }
        cells.push((hex, look));
    }
    let mut counts: BTreeMap<&Look, usize> = BTreeMap::new();
    cells.iter().for_each(|(_, look)| *counts.entry(look).or_default() += 1);
    let mut kinds: Vec<(&Look, usize)> = counts.into_iter().collect();
    kinds.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let kinds: Vec<Look> = kinds.into_iter().map(|(look, _)| look.clone()).collect();
    let places = kinds.iter().cloned().zip(0..).collect();
    Seen { cells, kinds, places, single, ink: most, naming, size: size_of_words(sheet, board) }
}

/// The colour of the first words in a cell.
fn ink(page: &Page, cell: &FoundCell) -> Option<[u8; 3]> {
    cell.items.iter().find_map(|&i| match &page.items.get(i)?.kind {
        Kind::Text(text) if !text.invisible && !text.string.trim().is_empty() => Some(text.colour.0),
        _ => None,
    })
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
fn naming_of(hexes: &[Hex], of: &BTreeMap<Hex, Look>, tiling: Tiling) -> Option<(String, Vec<String>)> {
    let said = |hex: &Hex| of.get(hex).map(|look| look.words.to_lowercase()).unwrap_or_default();
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
            let Ok(names) = naming::names(hexes, tiling, &naming) else { continue };
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

fn write(board: &FoundBoard, name: &str, seen: &Seen, text: &mut String) {
    let named = board.named.clone().unwrap_or_else(|| board.shape_name());
    let lattice = &board.lattice;
    let stands = lattice.tiling.word();
    // No map shows cells of several sorts.
    let is_mixed = lattice.tiling.all_edges().is_none();
    // Cells that lie edge to edge are as large as their distance says, which all of them together know best.
    let side =
        if (lattice.pitch - lattice.side).abs() < 0.02 * lattice.side { lattice.pitch } else { lattice.side };
    let (key, measure) = match lattice.grid().size(side) {
        Some(size) => ("size", format!("{} x {}", number(size.width), number(size.height))),
        None => ("across", number(lattice.tiling.across_from_side(side))),
    };
    let (w, h) = upright_size(&seen.cells, lattice.grid(), side);
    let small = w.min(h) <= SMALL.0 && w.max(h) <= SMALL.1;
    text.push_str(&format!(
        "\n# {}\n[[board]]\nname = {}\nsheet = {}\ncells = \"{stands}\"\n{} = \"{}mm\"\n",
        named.words(),
        quoted(name),
        quoted(if small { "small" } else { "large" }),
        key,
        measure
    ));
    let is_bare = seen.cells.iter().any(|(_, look)| look.fill.is_none());
    text.push_str(&line(board, is_bare));
    if let Some((naming, _)) = &seen.naming {
        text.push_str(&format!("names = {naming}\nshow-names = \"inside\"\nnames-at = \"centre\"\n"));
        if let Some(size) = seen.size {
            text.push_str(&format!("names-font = \"{}mm\"\n", number((size * 100.0).round() / 100.0)));
        }
    } else if !seen.single.is_empty() || seen.kinds.len() > SIGNS.len() || is_mixed && seen.kinds.len() > 1 {
        text.push_str("names = \"numbers\"\n");
    }
    let whole = |known: &&Known| known.missing.is_empty() && known.extra.is_empty() && known.sixths == 0;
    match named.shape.as_ref().filter(whole) {
        Some(known) if seen.kinds.len() == 1 || is_mixed => {
            text.push_str(&format!("shape = {}\n", quoted(&known.shape_text())));
            if known.leans() && known.lean == Lean::Right {
                text.push_str("lean = \"right\"\n");
            }
            if known.offset == Offset::First {
                text.push_str("offset = \"first\"\n");
            }
            if let Some(keys) = seen.kinds.first().and_then(|look| keys(seen, look, false)) {
                text.push_str(&format!("cell = {{ {keys} }}\n"));
            }
        }
        _ if is_mixed => {
            let cells: Vec<String> = seen.cells.iter().map(|(hex, _)| hex.to_string()).collect();
            text.push_str(&format!("add = {}\n", quoted(&cells.join(" "))));
            if let Some(keys) = seen.kinds.first().and_then(|look| keys(seen, look, false)) {
                text.push_str(&format!("cell = {{ {keys} }}\n"));
            }
        }
        _ => map(seen, lattice.tiling, text),
    }
    at(seen, is_mixed, text);
    if seen.kinds.iter().any(|look| !look.words.is_empty()) || !seen.single.is_empty() {
        text.push_str(&format!("\n[board.labels]\n{}\nshrink = \"{SMALLEST}\"\n", seen.font()));
        if seen.ink != [0; 3] {
            text.push_str(&format!("colour = {}\n", quoted(&hex(Rgb(seen.ink)))));
        }
    }
}

/// The line round the cells; where cells have no colour, there is one.
fn line(board: &FoundBoard, is_bare: bool) -> String {
    let mut votes: BTreeMap<Option<([u8; 3], i64)>, usize> = BTreeMap::new();
    for cell in &board.cells {
        let line = cell.line.map(|(Rgb(rgb), width)| (rgb, (width * 1000.0).round() as i64));
        *votes.entry(line).or_default() += 1;
    }
    if is_bare && votes.len() > 1 {
        votes.remove(&None);
    }
    let most = votes.into_iter().max_by_key(|(_, count)| *count).and_then(|(line, _)| line);
    let line = most.map_or_else(
        || if is_bare { "0.3mm black".to_owned() } else { "none".to_owned() },
        |(rgb, width)| format!("{}mm {}", number(width.max(50) as f64 / 1000.0), hex(Rgb(rgb))),
    );
    format!("line = {}\n", quoted(&line))
}

/// The keys of a kind; none where there is nothing to say.
fn keys(seen: &Seen, look: &Look, always: bool) -> Option<String> {
    let mut keys = Vec::new();
    match look.fill {
        Some(rgb) => keys.push(format!("fill = {}", quoted(&hex(Rgb(rgb))))),
        None if always => keys.push("fill = \"none\"".to_owned()),
        None => {}
    }
    if !look.words.is_empty() {
        keys.push(seen.label(&look.words, look.ink));
    }
    (!keys.is_empty()).then(|| keys.join(", "))
}

/// The picture of the board, and what its signs mean.
fn map(seen: &Seen, tiling: Tiling, text: &mut String) {
    let signs: Vec<char> = SIGNS.chars().collect();
    // The rarest have no sign of their own left: they take the last one, and [board.at] says what they are.
    let sign = |look: &Look| signs[seen.kind(look).min(signs.len() - 1)];
    let mut lines: BTreeMap<i64, BTreeMap<i64, char>> = BTreeMap::new();
    for (hex, look) in &seen.cells {
        let (q, r) = (i64::from(hex.q), i64::from(hex.r));
        let (line, column) = match tiling {
            Tiling::PointyTop | Tiling::Brick => (r, 4 * q + 2 * r),
            Tiling::FlatTop => (2 * r + q, 4 * q),
            Tiling::Triangles | Tiling::TrianglesSideways => {
                let (across, down) = tiling.row_of_triangles(*hex);
                (i64::from(down), 2 * i64::from(across))
            }
            _ => (r, 2 * q),
        };
        lines.entry(line).or_default().insert(column, sign(look));
    }
    let mut left = lines.values().filter_map(|line| line.keys().next()).min().copied().unwrap_or(0);
    if tiling.is_triangles() {
        // Which way a triangle points follows from where it stands.
        let top = lines.keys().next().copied().unwrap_or(0);
        left -= if (left / 2 - top).rem_euclid(2) == 0 { 0 } else { 2 };
    }
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
        let keys = keys(seen, look, true).unwrap_or_default();
        text.push_str(&format!("{sign} = {{ {keys} }}\n"));
    }
}

/// What single cells say, and what those are for whose look there was no sign left.
fn at(seen: &Seen, is_mixed: bool, text: &mut String) {
    let mut head = "\n[board.at]\n";
    let name = |index: usize| match &seen.naming {
        Some((_, names)) => names.get(index).cloned().unwrap_or_default(),
        None => (index + 1).to_string(),
    };
    for look in seen.kinds.iter().skip(1).filter(|_| is_mixed) {
        let own = seen.cells.iter().enumerate().filter(|(_, (_, other))| other == look);
        let names: Vec<String> = own.map(|(index, _)| name(index)).collect();
        let keys = keys(seen, look, true).unwrap_or_default();
        text.push_str(&format!("{head}{} = {{ {keys} }}\n", quoted(&names.join(" "))));
        head = "";
    }
    for (index, (hex, look)) in seen.cells.iter().enumerate() {
        let name = name(index);
        let single = seen.single.get(hex);
        let keys = if seen.kind(look) >= SIGNS.len() && !is_mixed {
            // What the last sign says of its cells is not to remain.
            let label = match single {
                Some(Single { words, ink }) => seen.label(words, *ink),
                None => seen.label(&look.words, look.ink),
            };
            let bare = Look { words: String::new(), ..look.clone() };
            keys(seen, &bare, true).map(|fill| format!("{fill}, {label}"))
        } else {
            single.map(|Single { words, ink }| seen.label(words, *ink))
        };
        if let Some(keys) = keys {
            text.push_str(&format!("{head}{} = {{ {keys} }}\n", quoted(&name)));
            head = "";
        }
    }
}

/// How wide and how high a board is when it stands upright, in mm.
fn upright_size(cells: &[(Hex, Look)], grid: Grid, side: f64) -> (f64, f64) {
    let covers = |hex| grid.bounds(hex) + grid.middle(hex).to_vec2();
    let all = cells.iter().map(|(hex, _)| covers(*hex)).reduce(|a: Rect, b| a.union(b)).unwrap_or_default();
    (all.width() * side, all.height() * side)
}

//! From a drawing to a layout that builds its boards again: the way from a board that somebody drew to a game.

mod names;

use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry};

use kurbo::{Rect, Vec2};

use crate::base::hex::Hex;
use crate::base::tiling::{Grid, Tiling};
use crate::check::color_vision::{APART, Differences, hex};
use crate::check::facts::board::FoundBoard;
use crate::check::facts::points::is_lines;
use crate::check::facts::shape::Known;
use crate::check::facts::{Facts, FoundSheet};
use crate::check::rules::visibility::hx491_kinds_alike::{MAX_KINDS, is_written_over};
use crate::diag::codes;
use crate::model::shape::{Lean, Offset};
use crate::read::{ItemKind, Rgb};
use crate::text::inline::{Inline, read};
use crate::text::{Fonts, NoGlyph, Shaper, Style};
use names::{Names, Words};

/// The signs of kinds of cells, in the order they are given out.
const SIGNS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
/// The smallest size of labels.
const SMALLEST: &str = "1.77mm";
/// What remains of an A4 sheet between its margins and its rulers, in mm: the narrower side first.
pub(super) const SMALL: (f64, f64) = (190.0, 275.0);
/// How far from the middle of a cell words may stand that stand in it, as a share of its side.
const SAME_PLACE: f64 = 0.08;

/// A layout that was written of a drawing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Learned {
    /// The layout.
    pub text: String,
    /// The characters of the drawing that it leaves out, because no font has them.
    pub left_out: BTreeSet<char>,
    /// The pages whose boards of points it leaves out: the lines between these are not read back.
    pub without_points: BTreeSet<usize>,
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
pub fn layout(facts: &Facts<'_>, learn: Learn<'_>) -> Option<Learned> {
    let boards: Vec<(&FoundSheet, &FoundBoard)> =
        facts.sheets.iter().flat_map(|sheet| sheet.boards().map(move |board| (sheet, board))).collect();
    let (on_points, boards): (Vec<_>, Vec<_>) =
        boards.into_iter().filter(|(_, board)| has_map(board)).partition(|(sheet, _)| shows_lines(sheet));
    if boards.is_empty() {
        return None;
    }
    let mut signs = Letters { shaper: Shaper::new(learn.fonts), left_out: BTreeSet::new() };
    let title = signs.printed(learn.title);
    let mut text = String::new();
    let (mut is_poorer, mut is_scale) = (false, false);
    for (number, (sheet, board)) in (1..).zip(boards) {
        let name = if number == 1 { "board".to_owned() } else { format!("board-{number}") };
        if let Some(points) = super::line_board::learned(sheet, board, &name) {
            text.push_str(&points);
            continue;
        }
        let seen = seen(sheet, board, &mut signs);
        is_poorer |= seen.is_poorer(sheet, board);
        is_scale |= seen.is_scale();
        write(board, &name, &seen, &mut text);
    }
    let mut head = format!("[game]\ntitle = {}\n", quoted(&title));
    if is_poorer || is_scale {
        let because = match is_scale {
            true => "so many colours show a quantity, and are no kinds of cells",
            false => "marks that tell the cells apart in the drawing are left out here",
        };
        head.push_str(&format!(
            "allow = [{{ code = \"{}\", because = \"{because}\" }}]\n",
            codes::KINDS_ALIKE
        ));
    }
    let without_points = on_points.iter().map(|(sheet, _)| sheet.number).collect();
    Some(Learned { text: head + &text, left_out: signs.left_out, without_points })
}

/// Whether a page of ours shows lines between points.
fn shows_lines(sheet: &FoundSheet) -> bool {
    sheet.page.as_ref().is_some_and(|page| page.items.iter().any(is_lines))
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
        while let Err(missing) = self.shaper.shape(font, &left).map_err(NoGlyph::character) {
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
    let words = [Inline::Words { string: plain.clone(), style: Style::REGULAR }];
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
    /// The names that the cells show, in the order of `cells`.
    names: Option<Names>,
    /// Where labels stand beside names: so far from the middle of their cells, in mm.
    labels_at: Option<Vec2>,
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
    fn is_poorer(&self, sheet: &FoundSheet, board: &FoundBoard) -> bool {
        let Some(page) = &sheet.page else { return false };
        let is_drawing = |&i: &usize| match &page.items[i].kind {
            ItemKind::Path { .. } | ItemKind::Image { .. } => true,
            // Letters that the file does not explain.
            ItemKind::Text(text) => text.string.contains(char::REPLACEMENT_CHARACTER),
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

    /// Whether the cells have so many colours that these are no kinds.
    fn is_scale(&self) -> bool {
        let fills: BTreeSet<_> = self.cells.iter().map(|(_, look)| look.fill).collect();
        fills.len() > MAX_KINDS
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

fn seen(sheet: &FoundSheet, board: &FoundBoard, letters: &mut Letters<'_>) -> Seen {
    let tiling = board.lattice.tiling;
    let (mut fills, mut said) = (BTreeMap::new(), BTreeMap::new());
    for cell in &board.cells {
        if let Entry::Vacant(free) = fills.entry(cell.hex) {
            free.insert(cell.fill.map(|Rgb(rgb)| rgb));
            said.insert(cell.hex, names::words(sheet, board, cell, letters));
        }
    }
    let mut hexes: Vec<Hex> = fills.keys().copied().collect();
    crate::model::cells::sort_for_reading(&mut hexes, tiling);
    let names = names::taken(&hexes, &mut said, tiling);
    let labels_at = names.as_ref().and_then(|_| labels_at(&said, board.lattice.side));
    let look = |(hex, fill): (&Hex, &Option<[u8; 3]>)| {
        let own: &[Words] = said.get(hex).map_or(&[], Vec::as_slice);
        let words = own.iter().map(|words| words.string.as_str()).collect::<Vec<_>>().join(" ");
        let ink = own.first().map(|words| names::seen_on(words.ink, *fill));
        (*hex, Look { fill: *fill, words, ink })
    };
    let of: BTreeMap<Hex, Look> = fills.iter().map(look).collect();
    let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
    of.values().for_each(|look| *uses.entry(&look.words).or_default() += 1);
    let mut inks: BTreeMap<[u8; 3], usize> = BTreeMap::new();
    of.values().filter_map(|look| look.ink).for_each(|ink| *inks.entry(ink).or_default() += 1);
    let most = inks.into_iter().max_by_key(|(_, count)| *count).map_or([0; 3], |(ink, _)| ink);
    // Words of one cell alone are a name, or belong to the place; with many such cells they are no kinds.
    let is_lone = |words: &str| !words.is_empty() && uses[words] == 1;
    let lone = of.values().filter(|look| is_lone(&look.words)).count();
    let mut single = BTreeMap::new();
    let mut cells = Vec::with_capacity(hexes.len());
    for hex in hexes {
        let Some(look) = of.get(&hex) else { continue };
        let mut look = look.clone();
        if is_lone(&look.words) && lone > 12 {
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
    let size = median(said.values().flatten().map(|words| words.size).filter(|size| *size > 0.0));
    Seen { cells, kinds, places, single, ink: most, names, labels_at, size }
}

/// Where labels stand that stand beside names: the middle of all that most cells say.
fn labels_at(said: &BTreeMap<Hex, Vec<Words>>, side: f64) -> Option<Vec2> {
    let middle = |words: &Vec<Words>| {
        let sum = words.iter().map(|words| words.at).fold(Vec2::ZERO, |sum, at| sum + at);
        (!words.is_empty()).then(|| sum / words.len() as f64)
    };
    let all: Vec<Vec2> = said.values().filter_map(middle).collect();
    let at = Vec2::new(median(all.iter().map(|at| at.x))?, median(all.iter().map(|at| at.y))?);
    (at.hypot() > SAME_PLACE * side).then_some(at)
}

/// The one in the middle.
fn median(values: impl Iterator<Item = f64>) -> Option<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
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
    if let Some(names) = &seen.names {
        text.push_str(&names.keys(lattice.tiling, side));
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
        if let Some(at) = seen.labels_at {
            text.push_str(&format!("at = {}\n", quoted(&names::place(at))));
        }
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
    for (look, sign) in seen.kinds.iter().zip(&signs) {
        let keys = keys(seen, look, true).unwrap_or_default();
        text.push_str(&format!("{sign} = {{ {keys} }}\n"));
    }
}

/// What single cells say, and what those are for whose look there was no sign left.
fn at(seen: &Seen, is_mixed: bool, text: &mut String) {
    let mut head = "\n[board.at]\n";
    let name = |index: usize| match &seen.names {
        Some(names) => names.all.get(index).unwrap_or_default().to_owned(),
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

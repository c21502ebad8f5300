//! Writes a layout that has the same boards as a drawing.
//!
//! - In: the boards that were found in a drawing.
//! - Out: the text of a layout.
//! - Not here: drawings in cells, and anything outside the boards.

mod keys;
mod names;

use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry};

use kurbo::{Rect, Size, Vec2};

use super::toml_values::{fits_small_sheet, number, quoted};
use crate::colour_vision::{Differences, MIN_DIFFERENCE, hex_code};
use crate::facts::board::FoundBoard;
use crate::facts::points::is_lines;
use crate::facts::shape::FoundShape;
use crate::facts::{Facts, FoundSheet};
use crate::hints::drawn_kinds::{MAX_KINDS, is_written_over};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::codes;
use hexpress_base::geometry::median_of;
use hexpress_base::text::one_line;
use hexpress_base::tiling::{Grid, Tiling};
use hexpress_base::units::to_hundredths;
use hexpress_game::shape::{Lean, Offset};
use hexpress_read::{Item, ItemKind, Rgb};
use hexpress_scene::text::inline::{Inline, read};
use hexpress_scene::text::{Fonts, NoGlyph, Shaper, Style};
use keys::{cell_keys, line_key, write_map, write_single_cells};
use names::{CellText, Names};

/// The characters that stand for kinds of cells in a map, in the order in which they are used.
const KIND_CHARACTERS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
/// The value of `shrink`: a label may be shrunk to this font size, but not further. It is 5 points, the
/// smallest size that the checker accepts.
const MIN_FONT_SIZE: &str = "1.77mm";
/// A text counts as centred if its distance from the middle of its cell is less than this, as a fraction
/// of the cell's side.
const SAME_PLACE: f64 = 0.08;
/// The largest width and height of a board that gets a map, in cells.
const MAX_MAP_CELLS: i64 = 1000;
/// Some cells have a text that no other cell has. If there are at most this number of such cells, their
/// texts are labels of kinds. If there are more, each of these cells gets its own text.
const MAX_UNIQUE_TEXTS: usize = 12;

/// A layout that was inferred from a drawing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Learned {
    /// The text of the layout.
    pub text: String,
    /// The characters of the drawing that are left out of the layout, because no font has them.
    pub left_out: BTreeSet<char>,
    /// The numbers of the pages with boards that consist of points and lines. These boards are missing
    /// from the layout, because their lines cannot be converted.
    pub without_points: BTreeSet<usize>,
}

/// Options for writing a layout.
#[derive(Clone, Copy)]
pub struct Learn<'a> {
    /// The title of the game.
    pub title: &'a str,
    /// The fonts that hexpress uses when it prints the game.
    pub fonts: &'a Fonts,
}

/// Returns a layout of all boards in a drawing; `None` if the drawing has no board.
pub fn layout(facts: &Facts<'_>, learn: Learn<'_>) -> Option<Learned> {
    let boards: Vec<(&FoundSheet, &FoundBoard)> =
        facts.sheets.iter().flat_map(|sheet| sheet.boards().map(move |board| (sheet, board))).collect();
    let (on_points, boards): (Vec<_>, Vec<_>) =
        boards.into_iter().filter(|(_, board)| has_map(board)).partition(|(sheet, _)| shows_lines(sheet));
    if boards.is_empty() {
        return None;
    }
    let mut letters = PrintableText { shaper: Shaper::new(learn.fonts), left_out: BTreeSet::new() };
    let title = letters.printed(learn.title);
    let mut text = String::new();
    let (mut is_poorer, mut is_scale) = (false, false);
    for (number, (sheet, board)) in (1..).zip(boards) {
        let name = if number == 1 { "board".to_owned() } else { format!("board-{number}") };
        if let Some(points) = super::line_board::learned(sheet, board, &name) {
            text.push_str(&points);
            continue;
        }
        let contents = board_contents(sheet, board, &mut letters);
        is_poorer |= contents.is_poorer(sheet, board);
        is_scale |= contents.is_scale();
        write(board, &name, &contents, &mut text);
    }
    let mut head = format!("[game]\ntitle = {}\n", quoted(&title));
    if is_poorer || is_scale {
        let because = match is_scale {
            true => "the number of colours suggests a scale, not kinds of cells",
            false => "marks that distinguish these cells in the drawing are left out here",
        };
        head.push_str(&format!(
            "allow = [{{ code = \"{}\", because = \"{because}\" }}]\n",
            codes::KINDS_ALIKE
        ));
    }
    let without_points = on_points.iter().map(|(sheet, _)| sheet.number).collect();
    Some(Learned { text: head + &text, left_out: letters.left_out, without_points })
}

/// Returns whether a page has lines between the points of a board, drawn by hexpress.
fn shows_lines(sheet: &FoundSheet) -> bool {
    sheet.page.as_ref().is_some_and(|page| page.items.iter().any(is_lines))
}

/// Returns whether a board is small enough for a map. In some files, a few cells are at such large
/// distances that the map would be too large.
fn has_map(board: &FoundBoard) -> bool {
    let addresses = board.cells.iter().map(|cell| cell.address);
    spread(addresses.clone().map(|address| address.q)) <= MAX_MAP_CELLS
        && spread(addresses.map(|address| address.r)) <= MAX_MAP_CELLS
}

/// Returns the difference between the greatest and the least number.
fn spread(values: impl Iterator<Item = i32> + Clone) -> i64 {
    let values = values.map(i64::from);
    values.clone().max().unwrap_or(0) - values.min().unwrap_or(0)
}

/// Removes from texts the characters that no font has, and records these characters.
struct PrintableText<'f> {
    shaper: Shaper<'f>,
    left_out: BTreeSet<char>,
}

impl PrintableText<'_> {
    /// Returns a text without the characters that no font has.
    fn printed(&mut self, words: &str) -> String {
        let Some(font) = self.shaper.default_font() else { return words.to_owned() };
        // A replacement character stands for a letter of the file that cannot be identified.
        let known = words.replace(char::REPLACEMENT_CHARACTER, "");
        let mut left = known.clone();
        while let Err(missing) = self.shaper.shape(font, &left).map_err(NoGlyph::character) {
            left.retain(|letter| letter != missing);
            self.left_out.insert(missing);
        }
        if left.len() == known.len() { left } else { one_line(&left) }
    }
}

/// Returns a TOML string for the layout that prints exactly this text.
///
/// In the string, expressions such as `{{ }}` are disabled, and stars and colons are escaped.
fn literal(text: &str) -> String {
    let plain = text.replace("{{", "{ {").replace("{%", "{ %").replace("{#", "{ #");
    let words = [Inline::Words { string: plain.clone(), style: Style::REGULAR }];
    if read(&plain, |_| true) == words {
        return quoted(&plain);
    }
    quoted(&plain.replace('*', "\\*").replace(':', "\\:"))
}

/// The look of a cell. All cells with the same look form a kind.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct KindLook {
    fill: Option<[u8; 3]>,
    words: String,
    /// The colour of the text; `None` if the cell has no text.
    ink: Option<[u8; 3]>,
}

/// The contents of a board, sorted by kind.
struct BoardContents {
    /// The cells and their looks, in reading order.
    cells: Vec<(CellAddress, KindLook)>,
    /// The different looks. The most frequent look comes first.
    kinds: Vec<KindLook>,
    /// For each look, its index in `kinds`.
    places: BTreeMap<KindLook, usize>,
    /// The texts that occur in only one cell and are not names.
    single: BTreeMap<CellAddress, Single>,
    /// The colour of most texts.
    ink: [u8; 3],
    /// The names in the cells, in the order of `cells`. `None` if the cells show no names.
    names: Option<Names>,
    /// The offset of labels from the middle of their cells, in mm. `None` if labels are centred, or if
    /// cells have no names.
    labels_at: Option<Vec2>,
    /// The font size of most texts, in mm. `None` if there are no texts.
    size: Option<f64>,
}

/// A cell's text that no other cell has.
struct Single {
    words: String,
    ink: Option<[u8; 3]>,
}

impl BoardContents {
    /// The layout leaves out the drawings in cells. Checks whether kinds of cells may therefore look
    /// alike in the layout, although they look different in the drawing.
    fn is_poorer(&self, sheet: &FoundSheet, board: &FoundBoard) -> bool {
        let Some(page) = &sheet.page else { return false };
        let mut items = board.cells.iter().flat_map(|cell| &cell.items).map(|&index| &page.items[index]);
        // If a program converted all texts to one outline, this outline belongs to no cell. So it is
        // searched for separately.
        if !is_written_over(page, board) && !items.any(is_left_out) {
            return false;
        }
        let mut known = Differences::default();
        let kinds = &self.kinds[..self.kinds.len().min(KIND_CHARACTERS.len())];
        kinds.iter().enumerate().any(|(index, look)| {
            let mut before = kinds[..index].iter().filter(|other| other.words == look.words);
            before.any(|other| known.least_difference(look.colour(), other.colour()).0 < MIN_DIFFERENCE)
        })
    }

    /// Returns whether the board has so many colours that they cannot mean kinds of cells. They are then
    /// values on a scale, such as heights.
    fn is_scale(&self) -> bool {
        let fills: BTreeSet<_> = self.cells.iter().map(|(_, look)| look.fill).collect();
        fills.len() > MAX_KINDS
    }

    /// Returns the keys that give a kind its text. If the text has the same colour as most texts, the
    /// text is a label. Otherwise, it is a separate element.
    fn label(&self, words: &str, ink: Option<[u8; 3]>) -> String {
        match ink.filter(|ink| *ink != self.ink) {
            None => format!("label = {}", literal(words)),
            Some(ink) => {
                let (font, colour) = (self.font(), quoted(&hex_code(Rgb(ink))));
                format!("text = {}, {font}, shrink = \"{MIN_FONT_SIZE}\", colour = {colour}", literal(words))
            }
        }
    }

    fn font(&self) -> String {
        let size = self.size.unwrap_or(3.2).max(1.8);
        format!("font = \"{}mm\"", number(to_hundredths(size)))
    }

    /// Returns the name that is printed in a cell. If no names are printed, returns the number of the
    /// cell in reading order.
    fn cell_name(&self, index: usize) -> String {
        match &self.names {
            Some(names) => names.all.get(index).unwrap_or_default().to_owned(),
            None => (index + 1).to_string(),
        }
    }

    fn kind(&self, look: &KindLook) -> usize {
        self.places.get(look).copied().unwrap_or(0)
    }
}

impl KindLook {
    /// Returns the look of a cell with a fill and texts.
    fn new(fill: Option<[u8; 3]>, texts: &[CellText]) -> Self {
        let words = texts.iter().map(|words| words.string.as_str()).collect::<Vec<_>>().join(" ");
        let ink = texts.first().map(|words| names::seen_on(words.ink, fill));
        Self { fill, words, ink }
    }

    /// Returns the colour of the cell as printed on white paper.
    fn colour(&self) -> Rgb {
        Rgb(self.fill.unwrap_or([255; 3]))
    }
}

/// Returns whether the layout leaves out this drawing in a cell.
fn is_left_out(item: &Item) -> bool {
    match &item.kind {
        ItemKind::Path { .. } | ItemKind::Image { .. } => true,
        // A replacement character stands for a letter of the file that cannot be identified.
        ItemKind::Text(text) => text.string.contains(char::REPLACEMENT_CHARACTER),
    }
}

fn board_contents(sheet: &FoundSheet, board: &FoundBoard, letters: &mut PrintableText<'_>) -> BoardContents {
    let tiling = board.lattice.grid.tiling;
    let (mut fills, mut texts) = (BTreeMap::new(), BTreeMap::new());
    for cell in &board.cells {
        if let Entry::Vacant(free) = fills.entry(cell.address) {
            free.insert(cell.fill.map(|Rgb(rgb)| rgb));
            texts.insert(cell.address, names::words(sheet, board, cell, letters));
        }
    }
    let mut addresses: Vec<CellAddress> = fills.keys().copied().collect();
    hexpress_game::cells::sort_for_reading(&mut addresses, tiling);
    let names = names::take_out_names(&addresses, &mut texts, tiling);
    let labels_at = names.as_ref().and_then(|_| labels_at(&texts, board.lattice.side));
    let looks: BTreeMap<CellAddress, KindLook> = fills
        .iter()
        .map(|(address, fill)| {
            (*address, KindLook::new(*fill, texts.get(address).map_or(&[], Vec::as_slice)))
        })
        .collect();
    let ink = most_frequent(looks.values().filter_map(|look| look.ink)).unwrap_or([0; 3]);
    let single = single_texts(&looks);
    let mut cells = Vec::with_capacity(addresses.len());
    for address in addresses {
        let Some(look) = looks.get(&address) else { continue };
        let mut look = look.clone();
        if single.contains_key(&address) {
            look.words.clear();
        }
        if look.words.is_empty() {
            look.ink = None;
        }
        cells.push((address, look));
    }
    let mut counts: BTreeMap<&KindLook, usize> = BTreeMap::new();
    cells.iter().for_each(|(_, look)| *counts.entry(look).or_default() += 1);
    let mut counted: Vec<(&KindLook, usize)> = counts.into_iter().collect();
    counted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let kinds: Vec<KindLook> = counted.into_iter().map(|(look, _)| look.clone()).collect();
    let places = kinds.iter().cloned().zip(0..).collect();
    let size = median_of(texts.values().flatten().map(|words| words.size).filter(|size| *size > 0.0));
    BoardContents { cells, kinds, places, single, ink, names, labels_at, size }
}

/// Returns the texts that occur in only one cell, such as names.
///
/// If only a few cells have such texts, the texts are labels of kinds, and the result is empty.
fn single_texts(looks: &BTreeMap<CellAddress, KindLook>) -> BTreeMap<CellAddress, Single> {
    let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
    looks.values().for_each(|look| *uses.entry(&look.words).or_default() += 1);
    let mut single = BTreeMap::new();
    for (address, KindLook { words, ink, .. }) in looks {
        if !words.is_empty() && uses.get(words.as_str()) == Some(&1) {
            single.insert(*address, Single { words: words.clone(), ink: *ink });
        }
    }
    if single.len() > MAX_UNIQUE_TEXTS { single } else { BTreeMap::new() }
}

/// Returns the most frequent colour. If several colours are equally frequent, returns the one with the
/// largest value. Returns `None` if there are no colours.
fn most_frequent(colours: impl Iterator<Item = [u8; 3]>) -> Option<[u8; 3]> {
    let mut counts: BTreeMap<[u8; 3], usize> = BTreeMap::new();
    colours.for_each(|colour| *counts.entry(colour).or_default() += 1);
    counts.into_iter().max_by_key(|(_, count)| *count).map(|(colour, _)| colour)
}

/// Returns the offset of labels from the middle of their cells, in mm. It is the median of all offsets.
///
/// Returns `None` if labels are about centred, or if no cell has a text.
fn labels_at(texts: &BTreeMap<CellAddress, Vec<CellText>>, side: f64) -> Option<Vec2> {
    let middles = texts.values().filter(|words| !words.is_empty()).map(|words| {
        let sum = words.iter().map(|words| words.at).fold(Vec2::ZERO, |sum, at| sum + at);
        sum / words.len() as f64
    });
    let all: Vec<Vec2> = middles.collect();
    let at = Vec2::new(median_of(all.iter().map(|at| at.x))?, median_of(all.iter().map(|at| at.y))?);
    (at.hypot() > SAME_PLACE * side).then_some(at)
}

fn write(board: &FoundBoard, name: &str, contents: &BoardContents, text: &mut String) {
    let named = board.named.clone().unwrap_or_else(|| board.shape_name());
    let lattice = &board.lattice;
    let stands = lattice.grid.tiling.word();
    // If all cells have the same form, the board can be written as a map.
    let is_mixed = lattice.grid.tiling.all_edges().is_none();
    // If cells touch, their size is computed from the distance between their centres, because this
    // distance is more exact.
    let side =
        if (lattice.pitch - lattice.side).abs() < 0.02 * lattice.side { lattice.pitch } else { lattice.side };
    let (key, measure) = match lattice.grid.size(side) {
        Some(size) => ("size", format!("{} x {}", number(size.width), number(size.height))),
        None => ("across", number(lattice.grid.tiling.across_from_side(side))),
    };
    let small = fits_small_sheet(upright_size(&contents.cells, lattice.grid, side));
    text.push_str(&format!(
        "\n# {}\n[[board]]\nname = {}\nsheet = {}\ncells = \"{stands}\"\n{} = \"{}mm\"\n",
        named.words(),
        quoted(name),
        quoted(if small { "small" } else { "large" }),
        key,
        measure
    ));
    let is_bare = contents.cells.iter().any(|(_, look)| look.fill.is_none());
    text.push_str(&line_key(board, is_bare));
    if let Some(names) = &contents.names {
        text.push_str(&names.keys(lattice.grid.tiling, side));
    } else if !contents.single.is_empty()
        || contents.kinds.len() > KIND_CHARACTERS.len()
        || is_mixed && contents.kinds.len() > 1
    {
        text.push_str("names = \"numbers\"\n");
    }
    write_cells(&named, lattice.grid.tiling, contents, text);
    write_single_cells(contents, is_mixed, text);
    write_labels(contents, text);
}

/// Writes the cells of a board as a named shape, a list or a map.
fn write_cells(named: &FoundShape, tiling: Tiling, contents: &BoardContents, text: &mut String) {
    let is_mixed = tiling.all_edges().is_none();
    let cell_table =
        || Some(format!("cell = {{ {} }}\n", cell_keys(contents, contents.kinds.first()?, false)?));
    let exact_shape = named
        .shape
        .as_ref()
        .filter(|known| known.missing.is_empty() && known.extra.is_empty() && known.turns == 0);
    match exact_shape {
        Some(known) if contents.kinds.len() == 1 || is_mixed => {
            text.push_str(&format!("shape = {}\n", quoted(&known.shape_text())));
            if known.leans() && known.lean == Lean::Right {
                text.push_str("lean = \"right\"\n");
            }
            if known.offset == Offset::First {
                text.push_str("offset = \"first\"\n");
            }
            text.extend(cell_table());
        }
        _ if is_mixed => {
            let cells: Vec<String> = contents.cells.iter().map(|(address, _)| address.to_string()).collect();
            text.push_str(&format!("add = {}\n", quoted(&cells.join(" "))));
            text.extend(cell_table());
        }
        _ => write_map(contents, tiling, text),
    }
}

/// Writes the table `[board.labels]`, if any cell has a text.
fn write_labels(contents: &BoardContents, text: &mut String) {
    if contents.kinds.iter().any(|look| !look.words.is_empty()) || !contents.single.is_empty() {
        text.push_str(&format!("\n[board.labels]\n{}\nshrink = \"{MIN_FONT_SIZE}\"\n", contents.font()));
        if let Some(at) = contents.labels_at {
            text.push_str(&format!("at = {}\n", quoted(&names::place(at))));
        }
        if contents.ink != [0; 3] {
            text.push_str(&format!("colour = {}\n", quoted(&hex_code(Rgb(contents.ink)))));
        }
    }
}

/// Returns the size that the board would have without its rotation, in mm.
fn upright_size(cells: &[(CellAddress, KindLook)], grid: Grid, side: f64) -> Size {
    let boxes = cells.iter().map(|(address, _)| grid.bounds(*address) + grid.centre(*address).to_vec2());
    let all: Rect = boxes.reduce(|a, b| a.union(b)).unwrap_or_default();
    Size::new(all.width() * side, all.height() * side)
}

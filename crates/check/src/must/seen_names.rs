//! Recognises the kind and the marks of each cell of a board from the drawings in the cell.
//!
//! - In: the cells of a board with their drawings, and the kinds and marks in the layout.
//! - Out: the names of the kind and marks of each cell. Also the names that cannot be distinguished on
//!   paper.
//! - Not here: reporting faults.
//!
//! A kind is recognised by its colour and label. A mark is recognised by its colours and form.
//!
//! Several drawings may have the colours of a mark. The checker then compares the cells that contain
//! each drawing with the cells that have the mark in the layout. It chooses the drawing that agrees
//! best. The mark is therefore recognised even if it is missing from a cell, or drawn in a wrong cell.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use kurbo::Rect;

use crate::facts::board::{FoundBoard, FoundCell};
use crate::facts::{Expected, area, visible_bounds, without_spaces};
use hexpress_base::cell_address::CellAddress;
use hexpress_game::{Board, CellKind, Element, PerRow};
use hexpress_read::{Item, ItemKind, Page, Rgb};

/// The kinds and marks of the cells on a board, as recognised from the drawings.
#[derive(Debug, Clone, Default)]
pub struct SeenNames {
    /// For each found cell, the names of its kind and of its marks.
    pub names: Vec<BTreeSet<Arc<str>>>,
    /// For each found cell, the name of its kind; `None` if the kind was not recognised.
    pub kinds: Vec<Option<Arc<str>>>,
    /// The names of the kinds and marks that cannot be distinguished on paper, each with the reason.
    pub unclear: BTreeMap<Arc<str>, String>,
}

/// A drawing that several cells may contain.
struct RepeatedDrawing {
    appearance: Appearance,
    /// The box of the drawing in mm, relative to the middle of the cell.
    rect: Rect,
    /// The area of the drawing, in mm².
    area: f64,
    /// The indices of the cells that contain the drawing.
    cells: BTreeSet<usize>,
}

/// The properties that are the same for all copies of a drawing.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Appearance {
    /// The number of segments of the outline.
    segments: usize,
    /// The text, or the size of the picture in pixels.
    words: Option<String>,
    fill: Option<Rgb>,
    line: Option<Rgb>,
}

impl Appearance {
    fn from_item(item: &Item) -> Self {
        match &item.kind {
            ItemKind::Path { path, fill, stroke } => Self {
                segments: path.kinds().len(),
                words: None,
                fill: *fill,
                line: stroke.as_ref().map(|stroke| stroke.colour),
            },
            ItemKind::Text(text) => {
                Self { words: Some(text.string.clone()), fill: Some(text.colour), ..Self::default() }
            }
            ItemKind::Image { pixels, .. } => {
                Self { words: Some(format!("({}, {})", pixels.width, pixels.height)), ..Self::default() }
            }
        }
    }
}

impl RepeatedDrawing {
    fn new(item: &Item, cell: &FoundCell) -> Option<Self> {
        let rect = visible_bounds(item)? - cell.outline.centre.to_vec2();
        let area = match &item.kind {
            ItemKind::Path { path, .. } => area(path),
            ItemKind::Text(_) | ItemKind::Image { .. } => 0.0,
        };
        Some(Self { appearance: Appearance::from_item(item), rect, area, cells: BTreeSet::new() })
    }

    /// Returns whether two drawings of the same appearance have the same place and size in their
    /// cells, and are therefore copies of each other.
    fn has_place_of(&self, other: &Self) -> bool {
        /// The largest distance between corresponding sides of the boxes of two copies, in mm.
        const SAME_BOX_MM: f64 = 0.3;
        let (a, b) = (self.rect, other.rect);
        [a.x0 - b.x0, a.y0 - b.y0, a.x1 - b.x1, a.y1 - b.y1].iter().all(|far| far.abs() <= SAME_BOX_MM)
            && (self.area - other.area).abs() <= 0.05 * self.area.max(other.area).max(1.0)
    }

    /// Compares the cells with this drawing with the cells that have a mark in the layout. Returns how
    /// well the two sets agree, from 0 to 1.
    ///
    /// The result is the number of cells with both the drawing and the mark, divided by the number of
    /// cells with either of them. `is_marked` says for each cell whether it has the mark in the layout.
    fn agreement(&self, is_marked: &[bool]) -> f64 {
        let both = self.cells.iter().filter(|cell| is_marked[**cell]).count();
        let either = self.cells.len() + is_marked.iter().filter(|is_marked| **is_marked).count() - both;
        both as f64 / either.max(1) as f64
    }

    /// Returns whether the drawing may show an element of the layout, by comparing their colours.
    ///
    /// Colours of the element that depend on the row are ignored.
    fn may_be(&self, element: &Element, on_paper: Expected<'_>) -> bool {
        let Appearance { words, fill: drawn_fill, line: drawn_line, .. } = &self.appearance;
        let has_words =
            matches!(element.shape, hexpress_game::Shape::Text(..) | hexpress_game::Shape::Image(_));
        if words.is_some() && !has_words {
            return false;
        }
        let fill = match (&element.fill, &element.colour) {
            (Some(PerRow::Fixed(Some(ink))), _) | (None, Some(PerRow::Fixed(ink))) => Some(ink),
            _ => None,
        };
        let line = match &element.line {
            Some(PerRow::Fixed(line)) => Some(line.ink.rgb),
            _ => None,
        };
        drawn_fill
            .zip(fill)
            .is_none_or(|(Rgb(drawn), expected)| on_paper.appearance().may_fill(expected, drawn))
            && drawn_line.zip(line).is_none_or(|(Rgb(drawn), expected)| on_paper.may_print(expected, drawn))
    }
}

impl SeenNames {
    /// Recognises the kinds and marks of the cells on a board.
    pub fn find(
        board: &Board,
        page: &Page,
        found: &FoundBoard,
        on_paper: Expected<'_>,
        picture: Picture,
    ) -> Self {
        let layout = LayoutCells::new(board, found, on_paper, picture);
        let drawings = drawings(page, found);
        let words: Vec<String> = found.cells.iter().map(|cell| letters(page, cell)).collect();
        let mut names = Self {
            names: vec![BTreeSet::new(); found.cells.len()],
            kinds: vec![None; found.cells.len()],
            unclear: BTreeMap::new(),
        };
        let taken = names.marks(&layout, &drawings);
        let mut others: Vec<Vec<usize>> = vec![Vec::new(); found.cells.len()];
        for (number, drawing) in drawings.iter().enumerate() {
            if drawing.appearance.words.is_none() && !taken.contains(&number) {
                drawing.cells.iter().for_each(|cell| others[*cell].push(number));
            }
        }
        let mut groups: BTreeMap<CellLookKey<'_>, Vec<usize>> = BTreeMap::new();
        for (index, cell) in found.cells.iter().enumerate() {
            let group = CellLookKey { fill: cell.fill, words: &words[index], drawings: &others[index] };
            groups.entry(group).or_default().push(index);
        }
        for (group, cells) in &groups {
            names.note_kind(group, cells, &layout);
        }
        names
    }

    /// Removes the kinds and marks of those cells that later drawings hide.
    pub fn without(mut self, found: &FoundBoard, hidden: &BTreeSet<CellAddress>) -> Self {
        for (index, cell) in found.cells.iter().enumerate() {
            if hidden.contains(&cell.intended_address()) {
                self.names[index].clear();
                self.kinds[index] = None;
            }
        }
        self
    }

    /// Finds the drawing that shows each mark. Records which cells have the mark, and returns the
    /// indices of the drawings.
    fn marks(&mut self, layout: &LayoutCells<'_>, drawings: &[RepeatedDrawing]) -> BTreeSet<usize> {
        let &LayoutCells { board, on_paper, .. } = layout;
        let mut taken: BTreeMap<usize, Arc<str>> = BTreeMap::new();
        let mut open = Vec::new();
        for (index, mark) in board.marks.iter().enumerate() {
            let is_marked = layout.has_mark(index);
            let candidates = (0..drawings.len()).filter(|i| drawings[*i].may_be(&mark.element, on_paper));
            let scores = candidates.map(|i| (drawings[i].agreement(&is_marked), i));
            let best = scores
                .filter(|(score, _)| *score > 0.0)
                .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
            match best {
                Some((_, drawing)) => self.mark(drawing, &mark.name, drawings, &mut taken),
                None => open.push(mark),
            }
        }
        // For these marks, no drawing is on any of the cells that have the mark in the layout. For
        // example, the layout may put the mark on no cell. Such marks are recognised only by their
        // colours.
        for mark in open {
            let element = &mark.element;
            if element.fill.is_none() && element.line.is_none() && element.colour.is_none() {
                continue;
            }
            let first = drawings.iter().enumerate().position(|(i, drawing)| {
                !taken.contains_key(&i)
                    && drawing.appearance.words.is_none()
                    && drawing.may_be(element, on_paper)
            });
            if let Some(drawing) = first {
                self.mark(drawing, &mark.name, drawings, &mut taken);
            }
        }
        taken.into_keys().collect()
    }

    /// Records that a drawing shows the mark `name`, and that the cells with this drawing have the
    /// mark.
    fn mark(
        &mut self,
        drawing: usize,
        name: &Arc<str>,
        drawings: &[RepeatedDrawing],
        taken: &mut BTreeMap<usize, Arc<str>>,
    ) {
        if let Some(other) = taken.get(&drawing).filter(|other| *other != name) {
            let why = format!("the marks `{other}` and `{name}` look the same on paper");
            self.unclear.insert(Arc::clone(other), why.clone());
            self.unclear.insert(Arc::clone(name), why);
        }
        taken.insert(drawing, Arc::clone(name));
        for &cell in &drawings[drawing].cells {
            self.names[cell].insert(Arc::clone(name));
        }
    }

    /// Decides which kind the cells of a group have. All of these cells have the same look.
    ///
    /// If several kinds have this look, the group gets one of them: the kind that most of its cells have
    /// in the layout.
    fn note_kind(&mut self, group: &CellLookKey<'_>, cells: &[usize], layout: &LayoutCells<'_>) {
        let board = layout.board;
        let mut candidates: Vec<&CellKind> = board.kinds.iter().collect();
        candidates.retain(|kind| group.may_be(kind, layout));
        // A kind without a label would also fit cells with any label. So if the cells have a label, only
        // the kind with this label is kept.
        let longest = candidates.iter().map(|kind| label(kind).len()).max().unwrap_or(0);
        candidates.retain(|kind| label(kind).len() == longest || layout.picture == Picture::Small);
        let mut votes: BTreeMap<&Arc<str>, usize> = candidates.iter().map(|kind| (&kind.name, 0)).collect();
        for cell in cells.iter().filter_map(|&i| layout.indexes[i]) {
            let name = board.kinds.get(board.cells[cell].kind).map(|kind| &kind.name);
            if let Some(votes) = name.and_then(|name| votes.get_mut(name)) {
                *votes += 1;
            }
        }
        if votes.len() > 1 {
            votes.retain(|_, votes| *votes > 0);
        }
        if let [first, second, ..] = votes.keys().collect::<Vec<_>>()[..] {
            let why = format!("the kinds `{first}` and `{second}` look the same on paper");
            self.unclear.extend(votes.keys().map(|name| (Arc::clone(name), why.clone())));
        }
        let Some((name, _)) = votes.into_iter().max_by_key(|(_, votes)| *votes) else { return };
        for &index in cells {
            self.kinds[index] = Some(Arc::clone(name));
            self.names[index].insert(Arc::clone(name));
        }
    }
}

/// How a board is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Picture {
    /// The board is on its own sheet, with all contents of its cells.
    Whole,
    /// The board is a small picture on a card, without texts and drawings in its cells.
    Small,
}

/// Says for each found cell which cell of the layout it is.
struct LayoutCells<'e> {
    board: &'e Board,
    /// For each found cell, the index of its cell in the layout; `None` if the layout has no such cell.
    indexes: Vec<Option<usize>>,
    on_paper: Expected<'e>,
    picture: Picture,
}

impl<'e> LayoutCells<'e> {
    fn new(board: &'e Board, found: &FoundBoard, on_paper: Expected<'e>, picture: Picture) -> Self {
        let by_hex: BTreeMap<CellAddress, usize> =
            board.cells.iter().enumerate().map(|(i, c)| (c.address, i)).collect();
        let indexes = found.cells.iter().map(|cell| by_hex.get(&cell.intended_address()).copied()).collect();
        Self { board, indexes, on_paper, picture }
    }

    /// Returns, for each found cell, whether its cell in the layout has the mark.
    fn has_mark(&self, mark: usize) -> Vec<bool> {
        let cells = self.indexes.iter();
        cells.map(|cell| cell.is_some_and(|cell| self.board.cells[cell].marks.contains(&mark))).collect()
    }
}

/// The look of a cell. Cells with the same look form a group, and all of them have the same kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct CellLookKey<'d> {
    fill: Option<Rgb>,
    /// The texts in a cell, without spaces.
    words: &'d str,
    /// The indices of the drawings in a cell, without marks and texts.
    drawings: &'d [usize],
}

impl CellLookKey<'_> {
    /// Returns whether cells with this look may be cells of a kind.
    fn may_be(&self, kind: &CellKind, layout: &LayoutCells<'_>) -> bool {
        let is_empty = self.drawings.is_empty() && self.words.is_empty();
        let has_contents = (kind.draws.is_empty() || !is_empty) && self.words.contains(&label(kind));
        is_filled_as(kind, self.fill, layout.on_paper) && (has_contents || layout.picture == Picture::Small)
    }
}

/// Returns the different drawings in the cells of a board, each with the indices of the cells that
/// contain it.
fn drawings(page: &Page, found: &FoundBoard) -> Vec<RepeatedDrawing> {
    let mut drawings: Vec<RepeatedDrawing> = Vec::new();
    let mut by_appearance: BTreeMap<Appearance, Vec<usize>> = BTreeMap::new();
    for (index, cell) in found.cells.iter().enumerate() {
        for drawing in cell.kind_items(page).filter_map(|item| RepeatedDrawing::new(item, cell)) {
            let alike = by_appearance.entry(drawing.appearance.clone()).or_default();
            match alike.iter().find(|known| drawings[**known].has_place_of(&drawing)) {
                Some(known) => drop(drawings[*known].cells.insert(index)),
                None => {
                    alike.push(drawings.len());
                    drawings.push(RepeatedDrawing { cells: BTreeSet::from([index]), ..drawing });
                }
            }
        }
    }
    drawings
}

/// Returns all texts of a cell as one string without spaces.
fn letters(page: &Page, cell: &FoundCell) -> String {
    let mut letters = String::new();
    for item in cell.kind_items(page) {
        if let ItemKind::Text(text) = &item.kind {
            letters.extend(text.string.chars().filter(|c| !c.is_whitespace()));
        }
    }
    letters
}

/// Returns the label of a kind without spaces.
fn label(kind: &CellKind) -> String {
    kind.words().map_or_else(String::new, |words| without_spaces(&words))
}

/// Returns whether cells of a kind may have this fill. A white fill counts as no fill.
fn is_filled_as(kind: &CellKind, fill: Option<Rgb>, on_paper: Expected<'_>) -> bool {
    match (&kind.fill, fill) {
        (Some(ink), Some(Rgb(fill))) => on_paper.appearance().may_fill(ink, fill),
        (None, fill) => fill.is_none_or(|Rgb(fill)| fill == [0xFF; 3]),
        (Some(ink), None) => ink.rgb == [0xFF; 3],
    }
}

//! What is seen in the cells of a board: of which kind each is, and which marks it bears.
//!
//! A kind is told by the colour of its cells and the word in them, a mark by its colours and by what it looks like.
//! Which of several drawings in these colours is the mark, the cells say in which the layout has it: so a drawing
//! that is missing, or stands in a cell too many, is seen; two things that look the same are said to be so.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use kurbo::Rect;

use crate::base::hex::Hex;
use crate::check::facts::board::{FoundBoard, FoundCell};
use crate::check::facts::{Expected, area, covers, squeezed};
use crate::model::{Board, Element, Kind, PerRow};
use crate::read::{Item, ItemKind, Page, Rgb};

/// What is seen in the cells of a board.
#[derive(Debug, Clone, Default)]
pub struct Seen {
    /// For each found cell, the names of its kind and of its marks.
    pub bears: Vec<BTreeSet<Arc<str>>>,
    /// For each found cell, the name of its kind.
    pub kinds: Vec<Option<Arc<str>>>,
    /// Names that cannot be told on paper, and why.
    pub unclear: BTreeMap<Arc<str>, String>,
}

/// A drawing, wherever it stands.
struct Drawing {
    words: Option<String>,
    points: usize,
    fill: Option<Rgb>,
    line: Option<Rgb>,
    /// From the middle of its cell, in mm.
    rect: Rect,
    area: f64,
    /// The found cells it stands in.
    cells: BTreeSet<usize>,
}

/// What of a drawing is the same wherever it stands: points, words, colours.
type What = (usize, Option<String>, Option<[u8; 3]>, Option<[u8; 3]>);

impl Drawing {
    fn of(item: &Item, cell: &FoundCell) -> Option<Self> {
        let rect = covers(item)? - cell.outline.centre.to_vec2();
        let bare =
            Self { words: None, points: 0, fill: None, line: None, rect, area: 0.0, cells: BTreeSet::new() };
        Some(match &item.kind {
            ItemKind::Path { path, fill, stroke } => {
                let line = stroke.as_ref().map(|stroke| stroke.colour);
                Self { points: path.kinds().len(), fill: *fill, line, area: area(path), ..bare }
            }
            ItemKind::Text(text) => {
                Self { words: Some(text.string.clone()), fill: Some(text.colour), ..bare }
            }
            ItemKind::Image { pixels, .. } => Self { words: Some(format!("{pixels:?}")), ..bare },
        })
    }

    fn what(&self) -> What {
        let bytes = |colour: Option<Rgb>| colour.map(|Rgb(bytes)| bytes);
        (self.points, self.words.clone(), bytes(self.fill), bytes(self.line))
    }

    /// Whether two drawings that are the same by [`Drawing::what`] have the same place and size.
    fn same(&self, other: &Self) -> bool {
        let near = |a: f64, b: f64| (a - b).abs() <= 0.3;
        let (a, b) = (self.rect, other.rect);
        [(a.x0, b.x0), (a.y0, b.y0), (a.x1, b.x1), (a.y1, b.y1)].iter().all(|(a, b)| near(*a, *b))
            && (self.area - other.area).abs() <= 0.05 * self.area.max(other.area).max(1.0)
    }

    /// Whether it may be this element: drawn in its colours, as far as these are the same everywhere.
    fn may_be(&self, element: &Element, on_paper: Expected<'_>) -> bool {
        let worded = matches!(element.shape, crate::model::Shape::Text(..) | crate::model::Shape::Image(_));
        if self.words.is_some() && !worded {
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
        self.fill.zip(fill).is_none_or(|(drawn, said)| on_paper.inking().may_fill(said, drawn.0))
            && self.line.zip(line).is_none_or(|(drawn, said)| on_paper.may_print(said, drawn.0))
    }
}

impl Seen {
    /// Looks at the cells of a board.
    pub fn of(board: &Board, page: &Page, found: &FoundBoard, on_paper: Expected<'_>) -> Self {
        let layout: BTreeMap<Hex, usize> = board.cells.iter().enumerate().map(|(i, c)| (c.hex, i)).collect();
        let said: Vec<Option<usize>> = found.cells.iter().map(|c| layout.get(&c.meant()).copied()).collect();
        let mut drawings: Vec<Drawing> = Vec::new();
        // Of those that may be the same, the numbers.
        let mut known: BTreeMap<What, Vec<usize>> = BTreeMap::new();
        let mut words: Vec<String> = Vec::with_capacity(found.cells.len());
        for (index, cell) in found.cells.iter().enumerate() {
            let mut own = String::new();
            for item in cell.own(page) {
                if let ItemKind::Text(text) = &item.kind {
                    own.extend(text.string.chars().filter(|c| !c.is_whitespace()));
                }
                let Some(drawing) = Drawing::of(item, cell) else { continue };
                let known = known.entry(drawing.what()).or_default();
                match known.iter().find(|i| drawings[**i].same(&drawing)) {
                    Some(known) => drop(drawings[*known].cells.insert(index)),
                    None => {
                        known.push(drawings.len());
                        drawings.push(Drawing { cells: BTreeSet::from([index]), ..drawing });
                    }
                }
            }
            words.push(own);
        }
        let mut seen = Self {
            bears: vec![BTreeSet::new(); found.cells.len()],
            kinds: vec![None; found.cells.len()],
            unclear: BTreeMap::new(),
        };
        let taken = seen.marks(board, &said, &drawings, on_paper);
        let mut others: Vec<Vec<usize>> = vec![Vec::new(); found.cells.len()];
        for (number, drawing) in drawings.iter().enumerate() {
            if drawing.words.is_none() && !taken.contains(&number) {
                drawing.cells.iter().for_each(|cell| others[*cell].push(number));
            }
        }
        seen.tell_kinds((board, found), &said, &words, &others, on_paper);
        seen
    }

    /// Leaves out the cells that later drawings hide.
    pub fn without(mut self, found: &FoundBoard, hidden: &BTreeSet<Hex>) -> Self {
        for (index, cell) in found.cells.iter().enumerate() {
            if hidden.contains(&cell.meant()) {
                self.bears[index].clear();
                self.kinds[index] = None;
            }
        }
        self
    }

    /// Which drawing is which mark. Gives the drawings that are marks.
    fn marks(
        &mut self,
        board: &Board,
        said: &[Option<usize>],
        drawings: &[Drawing],
        on_paper: Expected<'_>,
    ) -> BTreeSet<usize> {
        let mut taken: BTreeMap<usize, Arc<str>> = BTreeMap::new();
        let mut open = Vec::new();
        for (index, mark) in board.marks.iter().enumerate() {
            let bears = |i: &usize| said[*i].is_some_and(|cell| board.cells[cell].marks.contains(&index));
            let wanted = (0..said.len()).filter(bears).count();
            let score = |drawing: &Drawing| {
                let both = drawing.cells.iter().filter(|i| bears(i)).count();
                both as f64 / (drawing.cells.len() + wanted - both).max(1) as f64
            };
            let may = (0..drawings.len()).filter(|i| drawings[*i].may_be(&mark.element, on_paper));
            let best = may.map(|i| (score(&drawings[i]), i)).filter(|(score, _)| *score > 0.0);
            let best = best.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
            match best {
                Some((_, drawing)) => self.mark(drawing, &mark.name, drawings, &mut taken),
                None => open.push(mark),
            }
        }
        // A mark that stands in other cells than the layout says is told by its colours alone.
        for mark in open {
            let element = &mark.element;
            if element.fill.is_none() && element.line.is_none() && element.colour.is_none() {
                continue;
            }
            let may = |i: &usize| {
                let drawing = &drawings[*i];
                !taken.contains_key(i) && drawing.words.is_none() && drawing.may_be(element, on_paper)
            };
            if let Some(drawing) = (0..drawings.len()).find(may) {
                self.mark(drawing, &mark.name, drawings, &mut taken);
            }
        }
        taken.into_keys().collect()
    }

    fn mark(
        &mut self,
        drawing: usize,
        name: &Arc<str>,
        drawings: &[Drawing],
        taken: &mut BTreeMap<usize, Arc<str>>,
    ) {
        if let Some(other) = taken.get(&drawing).filter(|other| *other != name) {
            let why = format!("the marks {other} and {name} look the same on paper");
            self.unclear.insert(Arc::clone(other), why.clone());
            self.unclear.insert(Arc::clone(name), why);
        }
        taken.insert(drawing, Arc::clone(name));
        for &cell in &drawings[drawing].cells {
            self.bears[cell].insert(Arc::clone(name));
        }
    }

    /// Of which kind each cell is. `drawn` are, for each cell, the drawings in it that are no marks.
    fn tell_kinds(
        &mut self,
        (board, found): (&Board, &FoundBoard),
        said: &[Option<usize>],
        words: &[String],
        drawn: &[Vec<usize>],
        on_paper: Expected<'_>,
    ) {
        // Cells by their colour, their words, and what is drawn in them.
        let mut groups: BTreeMap<(Option<[u8; 3]>, &str, &[usize]), Vec<usize>> = BTreeMap::new();
        for (index, cell) in found.cells.iter().enumerate() {
            let look = (cell.fill.map(|fill| fill.0), words[index].as_str(), drawn[index].as_slice());
            groups.entry(look).or_default().push(index);
        }
        for ((fill, words, drawn), cells) in groups {
            let label = |kind: &Kind| kind.words().map_or_else(String::new, |words| squeezed(&words));
            let may = |kind: &&Kind| {
                let same = match (&kind.fill, fill) {
                    (Some(ink), Some(fill)) => on_paper.inking().may_fill(ink, fill),
                    (None, fill) => fill.is_none_or(|fill| fill == [0xFF; 3]),
                    (Some(ink), None) => ink.rgb == [0xFF; 3],
                };
                let shows = !drawn.is_empty() || !words.is_empty();
                same && (kind.draws.is_empty() || shows) && words.contains(&label(kind))
            };
            let may: Vec<&Kind> = board.kinds.iter().filter(may).collect();
            let longest = may.iter().map(|kind| label(kind).len()).max().unwrap_or(0);
            // What says a word is the kind that says it.
            let may: Vec<&Kind> = may.into_iter().filter(|kind| label(kind).len() == longest).collect();
            let mut votes: BTreeMap<&Arc<str>, usize> = may.iter().map(|kind| (&kind.name, 0)).collect();
            for cell in cells.iter().filter_map(|&i| said[i]) {
                let name = board.kinds.get(board.cells[cell].kind).map(|kind| &kind.name);
                if let Some(votes) = name.and_then(|name| votes.get_mut(name)) {
                    *votes += 1;
                }
            }
            if votes.len() > 1 {
                votes.retain(|_, votes| *votes > 0);
            }
            if let [first, second, ..] = votes.keys().collect::<Vec<_>>()[..] {
                let why = format!("the kinds {first} and {second} look the same on paper");
                self.unclear.extend(votes.keys().map(|name| (Arc::clone(name), why.clone())));
            }
            let Some((name, _)) = votes.into_iter().max_by_key(|(_, votes)| *votes) else { continue };
            for index in cells {
                self.kinds[index] = Some(Arc::clone(name));
                self.bears[index].insert(Arc::clone(name));
            }
        }
    }
}

//! Kinds of cells: from the signs of the map, the addresses of `[board.at]`, and data.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::cells::{Draft, addressed};
use super::covered::Covered;
use super::map;
use super::signs::{Signs, letter_of_kind, only_char, sign_char};
use crate::base::hex::Hex;
use crate::diag::near::{self, nearest};
use crate::diag::{Place, codes};
use crate::model::address;
use crate::model::board::LabelFrom;
use crate::model::element::Element;
use crate::model::template::NoRow;
use crate::model::{Cell, CellWords, Detail, DetailSpot, Kind, Mark};
use crate::resolve::context::Compiler;
use crate::resolve::elements::keys::{self, Spot};
use crate::scene::{Ink, Stroke};
use crate::spec::tables::element::Sign;
use crate::spec::tables::layout::Board;
use crate::spec::values::per_row::PerRow;
use crate::spec::values::place::At;

/// A mark of a board's key.
pub struct KeyMark {
    /// Its place in the key.
    at: usize,
    sign: char,
    pub mark: Arc<Mark>,
}

impl KeyMark {
    /// The sign of the mark on a map.
    pub fn sign(&self) -> char {
        self.sign
    }
}

/// The marks of all boards, compiled; each board with whether its own are without mistakes. Boards and pieces may ask for
/// them by name, and so may a mark that shows others: those that do so are compiled when all others are known.
pub fn marks(boards: &[At<Board>], compiler: &mut Compiler<'_>) -> Vec<(Vec<KeyMark>, bool)> {
    let mut all: Vec<(Vec<KeyMark>, bool)> = boards.iter().map(|_| (Vec::new(), true)).collect();
    for shows_marks in [false, true] {
        for (board, (marks, well)) in boards.iter().zip(&mut all) {
            let (own, own_well) = compiler.track_errors(|compiler| marks_of(board, shows_marks, compiler));
            marks.extend(own);
            marks.sort_by_key(|mark| mark.at);
            *well &= own_well;
        }
        compiler.marks = all.iter().flat_map(|(marks, _)| marks).map(|key| Arc::clone(&key.mark)).collect();
    }
    all
}

/// The marks of a board that show other marks, or those that do not.
fn marks_of(board: &Board, shows_marks: bool, compiler: &mut Compiler<'_>) -> Vec<KeyMark> {
    let mut marks = Vec::new();
    for (at, (sign, entry)) in board.key.iter().enumerate() {
        let Some(name) = &entry.mark else { continue };
        if entry.marks.iter().next().is_some() != shows_marks {
            continue;
        }
        if let Some(kind) = &entry.kind {
            let message = "`kind` does nothing beside `mark`: a sign of the key is one or the other";
            let hint = "leave one out; a cell with a mark has two signs on the map, as in `m*`";
            compiler.hinted(codes::IDLE_KEY, compiler.key_place(&kind.span), message, hint);
        }
        let Some(sign) = sign_char(sign, compiler) else { continue };
        let element = entry.with(entry.element());
        let element = compiler.without_errors(|compiler| compiler.element(&element)).flatten();
        // A mark that is drawn wrongly is known all the same, so that its uses are not mistakes as well.
        let element = element.unwrap_or_else(|| Element::nothing(compiler.place(entry)));
        marks.push(KeyMark { at, sign, mark: Arc::new(Mark { name: name.value.as_str().into(), element }) });
    }
    marks
}

/// The kinds of a board: those of its key, and those that `[board.at]` derives from them.
pub struct Kinds {
    /// All kinds.
    pub kinds: Vec<Kind>,
    pub(super) letters: HashMap<char, usize>,
    pub(super) signs: HashMap<char, usize>,
    /// Signs of several characters, which are mistakes: where the map has them is no other one.
    long: Vec<String>,
    /// The blanks from the sign of a cell to the next one in its row.
    between: &'static str,
    ground: Option<usize>,
    /// Kinds with a label of their own, by the kind they come from.
    labelled: HashMap<(usize, Arc<str>), usize>,
    /// What cells are that nothing else is said of.
    plain: Kind,
}

impl Kinds {
    /// The kinds of a board's key.
    pub fn new(b: &Board, marks: &[KeyMark], between: &'static str, compiler: &mut Compiler<'_>) -> Self {
        let has_data = b.data.is_some();
        let mut kinds = Vec::new();
        let mut letters = HashMap::new();
        let mut taken: Vec<char> = b.key.names().filter_map(only_char).collect();
        for (sign, entry) in b.key.iter().filter(|(_, entry)| entry.mark.is_none()) {
            let letter = match has_data && b.map.is_none() {
                true => letter_of_kind(sign, entry, &mut taken, compiler),
                false => sign_char(sign, compiler),
            };
            // The rows of a table name kinds: one with a wrong sign is known all the same.
            if letter.is_none() && (b.map.is_some() || !has_data) {
                continue;
            }
            letters.extend(letter.map(|c| (c, kinds.len())));
            let base = Kind::plain(&sign.value, compiler.place(entry));
            kinds.push(Change::of(entry, has_data, compiler).on(&base));
        }
        let plain = Kind::plain(crate::model::board::PLAIN, Place::new(compiler.file, 0..0));
        let plain = match &b.cell {
            Some(cell) => Change::of(cell, has_data, compiler).on(&plain),
            None => plain,
        };
        let signs = marks.iter().enumerate().map(|(i, mark)| (mark.sign, i)).collect();
        let long = b.key.names().filter(|sign| sign.chars().count() > 1).map(str::to_owned).collect();
        Self { kinds, letters, signs, long, between, ground: None, labelled: HashMap::new(), plain }
    }

    /// The kind of cells that nothing else is said of.
    pub fn ground(&mut self) -> usize {
        let kinds = &mut self.kinds;
        *self.ground.get_or_insert_with(|| {
            kinds.push(self.plain.clone());
            kinds.len() - 1
        })
    }

    /// The kind with this name, or with this sign.
    pub fn called(&self, name: &str) -> Option<usize> {
        let mut sign = name.chars();
        let letter =
            sign.next().filter(|_| sign.next().is_none()).and_then(|c| self.letters.get(&c).copied());
        self.kinds.iter().position(|kind| &*kind.name == name).or(letter)
    }

    /// A kind with another label.
    pub fn labelled(&mut self, base: usize, label: &Arc<str>) -> usize {
        let (kinds, key) = (&mut self.kinds, (base, Arc::clone(label)));
        *self.labelled.entry(key).or_insert_with(|| {
            let kind = kinds.get(base).cloned().map(|kind| Kind {
                label: Arc::clone(label),
                label_from: None,
                ..kind
            });
            kinds.extend(kind);
            kinds.len() - 1
        })
    }

    /// Returns the kind of a cell that a data file describes.
    pub fn with_words(&mut self, base: usize, words: CellWords) -> usize {
        let kind = self.kinds.get(base).cloned();
        self.kinds.extend(kind.map(|kind| Kind { words: Some(Arc::new(words)), ..kind }));
        self.kinds.len() - 1
    }

    /// Works out the labels of cells that take words from their rows of data.
    pub fn work_out_labels(&mut self, cells: &[Cell], compiler: &mut Compiler<'_>) {
        let used: HashSet<usize> = cells.iter().map(|cell| cell.kind).collect();
        for (_, kind) in self.kinds.iter_mut().enumerate().filter(|(index, _)| used.contains(index)) {
            let Some(from) = kind.label_from.take() else { continue };
            match compiler.engine.render(&from.template, kind.row()) {
                Ok(label) => kind.label = label.into(),
                Err(wrong) => drop(compiler.wrong(wrong, from.place)),
            }
        }
    }

    fn signs_of_key(&self) -> Signs<'_> {
        Signs { letters: &self.letters, marks: &self.signs, kinds: &self.kinds, between: self.between }
    }

    /// Returns a cell as the map draws it. Where its sign is wrong, which is reported, the cell is there all the same.
    pub fn cell(&mut self, drawn: &map::MapCell, compiler: &mut Compiler<'_>) -> Cell {
        let place = Place::new(compiler.file, drawn.span.clone());
        let mut kind = None;
        let mut marks = Vec::new();
        for (i, c) in drawn.sign.chars().enumerate() {
            match (self.letters.get(&c), self.signs.get(&c)) {
                (Some(k), _) if i == 0 => kind = Some(*k),
                (_, Some(m)) if i > 0 => marks.push(*m),
                // One of the signs that are reported as too long may be meant.
                _ if i == 0 && !self.long.is_empty() => break,
                _ => {
                    compiler.wrong(self.signs_of_key().unknown(&drawn.sign, i), place);
                    break;
                }
            }
        }
        let kind = kind.unwrap_or_else(|| self.ground());
        Cell { hex: drawn.hex, kind, marks, place }
    }
}

/// The changes of a sign to a kind of cell.
struct Change {
    name: Option<Arc<str>>,
    label: Option<Label>,
    fill: Setting<Ink>,
    line: Setting<Stroke>,
    draws: Vec<Element>,
    place: Place,
}

/// The label of the cells of a sign.
enum Label {
    Words(Arc<str>),
    /// Each cell has others, from its row of data.
    From(Arc<LabelFrom>),
}

/// The fill or the line that a sign gives to a cell.
enum Setting<T> {
    /// The sign has no such key, so the cell keeps its value.
    Unchanged,
    /// The value of the key, or `None` for `none` and after an error.
    Changed(Option<T>),
}

impl<T: Clone> Setting<T> {
    fn on(&self, base: &Option<T>) -> Option<T> {
        match self {
            Self::Unchanged => base.clone(),
            Self::Changed(value) => value.clone(),
        }
    }
}

impl Change {
    fn of(entry: &At<Sign>, has_data: bool, compiler: &mut Compiler<'_>) -> Self {
        let fill = entry.fill.as_ref().map_or(Setting::Unchanged, |fill| {
            Setting::Changed(fixed(fill, compiler).and_then(|fill| compiler.fill(&fill)))
        });
        let line = entry.line.as_ref().map_or(Setting::Unchanged, |line| {
            Setting::Changed(fixed(line, compiler).and_then(|line| compiler.stroke(&line)))
        });
        Self {
            name: entry.kind.as_ref().map(|name| name.value.as_str().into()),
            label: entry.label.as_ref().map(|label| Label::of(label, has_data, compiler)),
            fill,
            line,
            draws: drawings(entry, Spot::Cell, compiler),
            place: compiler.place(entry),
        }
    }

    /// Returns a kind with the changes of a sign.
    fn on(&self, base: &Kind) -> Kind {
        let (label, label_from) = match &self.label {
            None => (base.label.clone(), base.label_from.clone()),
            Some(Label::Words(words)) => (words.clone(), None),
            Some(Label::From(from)) => ("".into(), Some(from.clone())),
        };
        Kind {
            name: self.name.as_ref().unwrap_or(&base.name).clone(),
            label,
            label_from,
            fill: self.fill.on(&base.fill),
            line: self.line.on(&base.line),
            draws: base.draws.iter().chain(&self.draws).cloned().collect(),
            words: base.words.clone(),
            place: self.place,
        }
    }
}

impl Label {
    fn of(label: &At<String>, has_data: bool, compiler: &mut Compiler<'_>) -> Self {
        if !has_data || !label.value.contains('{') {
            return Self::Words(worked_out(label, compiler));
        }
        let place = compiler.place(label);
        match compiler.template(&label.value, place) {
            Some(template) => Self::From(Arc::new(LabelFrom { template, place })),
            None => Self::Words("".into()),
        }
    }
}

/// Returns the text of a label of a board without data, where templates have the same value in all cells.
fn worked_out(label: &At<String>, compiler: &mut Compiler<'_>) -> Arc<str> {
    if !label.value.contains('{') {
        return label.value.as_str().into();
    }
    let place = compiler.place(label);
    let Some(template) = compiler.template(&label.value, place) else { return "".into() };
    match compiler.engine.render(&template, &NoRow) {
        Ok(text) => text.into(),
        Err(wrong) => {
            compiler.wrong(wrong, place);
            "".into()
        }
    }
}

/// Returns the elements of a sign, without the keys that its cell, edge or corner takes.
fn drawings(entry: &At<Sign>, spot: Spot, compiler: &mut Compiler<'_>) -> Vec<Element> {
    let mut own = entry.element();
    let mut draws = Vec::new();
    if own.draws_something() || own.to.is_some() {
        if spot == Spot::Cell {
            keys::check_cell(&own, compiler);
            if entry.label.is_some() {
                keys::check_labelled(&mut own, compiler);
            }
            own.fill = None;
        }
        if spot != Spot::Corner {
            own.line = None;
        }
        draws.extend(compiler.element(&entry.with(own)));
    } else {
        keys::check_sign(&own, spot, entry.label.is_some(), compiler);
    }
    draws.extend(entry.draw.iter().filter_map(|e| compiler.element(e)));
    draws
}

/// A value that is the same for all cells.
fn fixed<T: Clone>(given: &At<PerRow<T>>, compiler: &mut Compiler<'_>) -> Option<At<T>> {
    match &given.value {
        PerRow::Fixed(value) => Some(given.with(value.clone())),
        PerRow::Each(_) => {
            let message = "cells have no row of data to work this out from";
            compiler.error(codes::BAD_TEMPLATE, given, message).none()
        }
    }
}

impl Draft<'_> {
    /// `[board.at]`: what some places are. Cells change; edges and corners get drawings of their own.
    pub fn at_addresses(&mut self, compiler: &mut Compiler<'_>) -> Vec<Detail> {
        let mut details = Vec::new();
        if self.b.at.0.is_empty() {
            return details;
        }
        let hexes = self.hexes();
        let names = self.names.clone();
        let board = addressed(self.tiling, &hexes, &names);
        let mut covered = Covered::default();
        let entries = self.b.at.iter().enumerate().filter(|(_, (_, entry))| !is_road_alone(entry));
        for (line, (key, entry)) in entries {
            // Compiled once, however many places the address names.
            let (mut change, mut on_edge, mut on_corner, mut mark) = (None, None, None, None);
            let mut known: HashMap<usize, usize> = HashMap::new();
            for spot in self.spots(key, &board, compiler) {
                let (cell, spot, here) = match spot {
                    address::Spot::Cell(index) => {
                        let mark = *mark.get_or_insert_with(|| self.mark_at(entry, compiler));
                        covered.note(line, entry, index);
                        let Some(cell) = self.cells.get_mut(index) else { continue };
                        let list = &mut self.kinds.kinds;
                        cell.kind = *known.entry(cell.kind).or_insert_with_key(|&base| {
                            let Some(kind) = list.get(base) else { return base };
                            let change = change
                                .get_or_insert_with(|| Change::of(entry, self.b.data.is_some(), compiler));
                            list.push(change.on(kind));
                            list.len() - 1
                        });
                        cell.marks.extend(mark);
                        continue;
                    }
                    address::Spot::Edge { cell, edge } => (cell, DetailSpot::Edge(edge), &mut on_edge),
                    address::Spot::Corner { cell, corner } => {
                        (cell, DetailSpot::Corner(corner), &mut on_corner)
                    }
                };
                let Some(hex) = self.cells.get(cell).map(|c| c.hex) else { continue };
                let here = here.get_or_insert_with(|| {
                    let mut detail = self.detail(entry, hex, spot, compiler)?;
                    let mark = mark.get_or_insert_with(|| self.mark_at(entry, compiler));
                    detail
                        .draws
                        .extend(mark.and_then(|mark| Some(self.marks.get(mark)?.mark.element.clone())));
                    Some(detail)
                });
                details.extend(here.as_ref().map(|detail| Detail { hex, spot, ..detail.clone() }));
            }
        }
        covered.note_uses(self.b, compiler);
        details
    }

    /// Returns the look of an edge or a corner without its mark, or `None` after an error.
    fn detail(
        &self,
        entry: &At<Sign>,
        hex: Hex,
        spot: DetailSpot,
        compiler: &mut Compiler<'_>,
    ) -> Option<Detail> {
        let (what, takes, line, on) = match spot {
            DetailSpot::Edge(_) => {
                let takes = "an edge takes a line, a label, a mark, or a drawing such as disc = \"5mm\"";
                ("an edge", takes, entry.line.as_ref(), Spot::Edge)
            }
            DetailSpot::Corner(_) => {
                let takes = "a corner takes a label, a mark, or a drawing such as disc = \"5mm\"";
                ("a corner", takes, None, Spot::Corner)
            }
        };
        if let Some(kind) = &entry.kind {
            let near = nearest(kind, self.marks.iter().map(|key| &*key.mark.name));
            let hint =
                near.map_or_else(|| takes.to_owned(), |near| format!("did you mean mark = \"{near}\"?"));
            let message = format!("{what} is of no kind: only cells are");
            return compiler.hinted(codes::BAD_VALUE, kind, message, hint).none();
        }
        let draws = entry.element().draws_something() || !entry.draw.is_empty();
        if !(draws || line.is_some() || entry.mark.is_some() || entry.label.is_some()) {
            let message = format!("this draws nothing on {what}");
            return compiler.hinted(codes::BAD_ELEMENT, entry, message, takes).none();
        }
        let line = line.and_then(|line| fixed(line, compiler).and_then(|line| compiler.stroke(&line)));
        let label = entry.label.as_ref().map_or_else(|| "".into(), |label| worked_out(label, compiler));
        let draws = drawings(entry, on, compiler);
        Some(Detail { hex, spot, line, label, draws, place: compiler.place(entry) })
    }

    /// The mark that an entry of `[board.at]` names, as an index in the board's marks.
    fn mark_at(&self, entry: &Sign, compiler: &mut Compiler<'_>) -> Option<usize> {
        let mark = entry.mark.as_ref()?;
        let names: Vec<&str> = self.marks.iter().map(|key| &*key.mark.name).collect();
        let found = names.iter().position(|name| *name == mark.value);
        // A mark of the key that has a mistake of its own is not unknown.
        let mut known = self.b.key.iter().filter_map(|(_, sign)| sign.mark.as_ref());
        if found.is_none() && !known.any(|known| known.value == mark.value) {
            let hint = if names.is_empty() {
                format!("add it to [board.key]: \"*\" = {{ mark = \"{}\", disc = \"5mm\" }}", mark.value)
            } else {
                near::among(&mark.value, &names, "[board.key] has:")
            };
            let message = format!("no mark of this board is called `{}`", mark.value);
            compiler.hinted(codes::UNKNOWN_NAME, mark, message, hint);
        }
        found
    }
}

/// Whether an entry has a road and no other key.
fn is_road_alone(entry: &At<Sign>) -> bool {
    let said =
        entry.kind.is_some() || entry.mark.is_some() || entry.label.is_some() || !entry.draw.is_empty();
    let element = entry.element();
    let drawn =
        element.draws_something() || element.to.is_some() || element.fill.is_some() || element.line.is_some();
    (entry.road.is_some() || entry.leap.is_some()) && !said && !drawn
}

#[cfg(test)]
mod tests {
    use crate::diag::Sources;
    use crate::model::{Body, Shape};
    use crate::text::Fonts;

    /// A cell takes fill and line for itself, an edge the line, a corner neither.
    #[test]
    fn fill_and_line_belong_to_the_drawing_that_takes_them() {
        let mut sources = Sources::default();
        let text = "[[board]]\ncells = \"flat-top\"\nacross = \"20mm\"\nshape = \"hexhex 2\"\nnames = \"lines\"\n\
            [board.at]\n\"b2\" = { icon = \"star\", fill = \"red\", line = \"1mm blue\" }\n\
            \"a1|b2\" = { disc = \"5mm\", fill = \"red\", line = \"1mm blue\" }\n\
            \"a1|b2|a2\" = { disc = \"5mm\", fill = \"red\", line = \"1mm blue\" }\n\
            \"c3\" = { edge-band = \"red\", at = \"each edge\" }\n";
        let file = sources.add("a.toml", text);
        let layout = crate::spec::read(file, &sources).unwrap();
        let game = crate::resolve::game(
            "a",
            &layout,
            file,
            &sources,
            &Fonts::bundled(),
            &crate::files::Files::default(),
        )
        .unwrap();
        let Body::Board(board) = &game.components[0].body else { unreachable!() };
        let [edge, corner] = &board.details[..] else { unreachable!() };
        assert!(edge.line.is_some() && edge.draws[0].fill.is_some() && edge.draws[0].line.is_none());
        assert!(corner.line.is_none() && corner.draws[0].fill.is_some() && corner.draws[0].line.is_some());
        let drawn: Vec<_> = board.kinds.iter().filter(|k| !k.draws.is_empty()).collect();
        assert!(drawn[0].fill.is_some() && drawn[0].line.is_some() && drawn[0].draws[0].fill.is_none());
        assert!(matches!(drawn[1].draws[0].shape, Shape::EdgeBand(..)));
    }
}

//! Which cells there are: from a map or a shape, with some added and some left out; and what they are called.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use super::kinds::{KeyMark, Kinds};
use super::map::{self, KeySigns, MapText};
use super::points::{is_on_points, placed};
use crate::base::hex::Hex;
use crate::base::tiling::Tiling;
use crate::diag::{Diagnostic, Place, Result, codes};
use crate::model::address::{self, AddressedBoard, Spot, Wrong};
use crate::model::board::Cell;
use crate::model::naming::{self, CellNames, Naming};
use crate::model::shape::{self, Lean, Offset, SHAPES, Shape};
use crate::resolve::context::Compiler;
use crate::spec::tables::layout::{Board, Names};
use crate::spec::values::place::{At, NameOr};

/// A board in the making.
pub struct Draft<'b> {
    /// The table of the layout.
    pub b: &'b Board,
    pub tiling: Tiling,
    /// The marks of its key.
    pub marks: Vec<KeyMark>,
    pub kinds: Kinds,
    /// In the order of the map, or of reading.
    pub cells: Vec<Cell>,
    /// The shape of the board, with `lean` and `offset`. `None` for a map.
    pub shape: Option<(Shape, Lean, Offset)>,
    /// The names of the cells, if the layout has `names`.
    pub names: Option<Arc<CellNames>>,
    /// The names of the cells that `without` leaves out.
    left_out: BTreeSet<String>,
    /// Whether an error in the cells or their names is reported, so that unknown addresses follow from it.
    astray: bool,
}

impl<'b> Draft<'b> {
    /// Lays the cells of a board and names them.
    pub fn new(
        given: &'b At<Board>,
        tiling: Tiling,
        marks: Vec<KeyMark>,
        compiler: &mut Compiler<'_>,
    ) -> Self {
        let (b, place) = (&given.value, compiler.place(given));
        let kinds = Kinds::new(b, &marks, map::between(tiling), compiler);
        let (cells, shape, names, astray) = (Vec::new(), None, None, false);
        let left_out = BTreeSet::new();
        let mut draft = Self { b, tiling, marks, kinds, cells, shape, names, left_out, astray };
        match (&b.map, &b.shape) {
            (Some(map), None) => {
                let text = MapText::new(map, map.span.clone(), compiler.text);
                let letters: String = draft.kinds.letters.keys().collect();
                let marks: String = draft.marks.iter().map(KeyMark::sign).collect();
                let key = KeySigns { letters: &letters, marks: &marks };
                let (drawn, well) = compiler
                    .track_errors(|compiler| map::read(&text, tiling, key, compiler.file, &mut compiler.report));
                // Cells that are missing by a mistake on the map are not missed once more.
                draft.astray = !well;
                draft.cells = drawn.iter().map(|drawn| draft.kinds.cell(drawn, compiler)).collect();
                if !is_on_points(b) {
                    map::loose(tiling, &draft.hexes(), compiler.place(map), compiler);
                }
            }
            (None, Some(shape)) => draft.lay_shape(shape, compiler),
            (Some(map), Some(_)) => {
                let message = "`map` and `shape` both say where the cells are: leave one out";
                compiler.error(codes::BAD_VALUE, map, message);
            }
            (None, None) if !b.points.0.is_empty() => draft.place_points(compiler),
            (None, None) if b.data.is_some() => b.data.iter().for_each(|data| draft.lay_data(data, compiler)),
            (None, None) if b.add.is_some() => {}
            (None, None) => {
                let hint = match b.play_on {
                    Some(_) => "shape = \"rectangle 9 x 9\", or a table [board.points] with their places",
                    None => "map = '''…''', or shape = \"hexhex 5\"",
                };
                compiler.hinted(codes::MISSING_KEY, place, "a board needs a map or a shape", hint);
            }
        }
        if let Some(add) = &b.add {
            draft.add(add, compiler);
        }
        if b.points.0.is_empty() {
            draft.names = draft.name_cells(compiler);
            draft.astray |= b.names.is_some() && draft.names.is_none();
        }
        draft.astray |= draft.cells.is_empty() && compiler.report.has_errors();
        if let Some(data) = &b.data {
            draft.apply_data(data, compiler);
        }
        if let Some(without) = &b.without {
            draft.leave_out(without, compiler);
            draft.names = draft.name_cells(compiler);
        }
        if let Some(beyond) = draft.cells.get(shape::MOST_CELLS as usize) {
            let (count, most) = (draft.cells.len(), shape::MOST_CELLS);
            let message = format!("the board has {count} cells, and a board has at most {most}");
            compiler.error(codes::BAD_VALUE, beyond.place, message);
        }
        draft
    }

    /// Returns the coordinates of the cells.
    pub fn hexes(&self) -> Vec<Hex> {
        self.cells.iter().map(|c| c.hex).collect()
    }

    /// The points of `[board.points]`, which have the names of its keys.
    fn place_points(&mut self, compiler: &mut Compiler<'_>) {
        let b = self.b;
        let all = placed(b, compiler);
        let kind = self.kinds.ground();
        let place = compiler.place(&b.points.0[0].1);
        self.astray = all.len() < b.points.0.len();
        self.cells = all.iter().map(|(hex, _)| Cell { hex: *hex, kind, marks: Vec::new(), place }).collect();
        self.names = Some(Arc::new(all.into_iter().map(|(_, name)| name).collect()));
        if let Some(names) = &b.names {
            compiler.error(codes::IDLE_KEY, names, "the points of [board.points] have the names of its keys");
        }
        if let Some(without) = &b.without {
            compiler.error(codes::IDLE_KEY, without, "leave the point out of [board.points]");
        }
    }

    fn lay_shape(&mut self, given: &At<String>, compiler: &mut Compiler<'_>) {
        let Some(shape) = compiler.ok_or_report(given.parse::<Shape>(), given) else { return };
        if matches!(shape, Shape::Morris(_)) && !is_on_points(self.b) {
            let hint = "play-on = \"points\"";
            compiler.hinted(codes::BAD_VALUE, given, "a morris is made of points", hint);
        }
        if !shape.suits(self.tiling) {
            let tiling = self.tiling;
            let fitting = SHAPES
                .iter()
                .filter(|(_, example)| example.parse::<Shape>().is_ok_and(|shape| shape.suits(tiling)));
            let examples: Vec<&str> = fitting.map(|(_, example)| *example).collect();
            let message = format!("{} cells make no such shape", tiling.word());
            let others = ["square", "flat-top", "pointy-top", "triangles"];
            let made_of =
                others.into_iter().find(|word| Tiling::named(word).is_some_and(|other| shape.suits(other)));
            let cells = made_of.filter(|_| self.b.cells.as_ref().is_some_and(|at| !compiler.is_of_theme(at)));
            let cells =
                cells.map_or_else(String::new, |word| format!("this shape is made of cells = \"{word}\"; "));
            let hint = format!("{cells}{} cells make: {}", tiling.word(), examples.join(", "));
            compiler.hinted(codes::BAD_VALUE, given, message, hint);
            return;
        }
        let lean = self.b.lean.as_deref().copied().unwrap_or_default();
        let offset = self.b.offset.as_deref().copied().unwrap_or_default();
        let (kind, place) = (self.kinds.ground(), compiler.place(given));
        let hexes = shape.cells(self.tiling, lean, offset);
        self.cells = hexes.into_iter().map(|hex| Cell { hex, kind, marks: Vec::new(), place }).collect();
        self.shape = Some((shape, lean, offset));
    }

    /// `add = "2,-3 3,-3"`: cells by axial coordinates.
    fn add(&mut self, add: &At<String>, compiler: &mut Compiler<'_>) {
        let mut there: HashSet<Hex> = self.cells.iter().map(|cell| cell.hex).collect();
        let near = -1000..=1000;
        if let Some(right) = in_pairs(add) {
            let message = "the two numbers of a cell have a comma between them, and cells a blank";
            compiler.hinted(codes::BAD_VALUE, add, message, format!("write add = \"{right}\""));
            return;
        }
        for word in add.split_whitespace() {
            let hex = axial(word).filter(|hex| near.contains(&hex.q) && near.contains(&hex.r));
            let Some(hex) = hex.filter(|hex| hex.k < self.tiling.polygons()) else {
                let message = format!("`{word}` is no cell by its axial coordinates");
                let hint =
                    "as in add = \"2,-3 3,-3\"; show-names = \"inside\" with names = \"axial\" shows them";
                compiler.hinted(codes::BAD_VALUE, add, message, hint);
                continue;
            };
            if there.insert(hex) {
                let (kind, place) = (self.kinds.ground(), compiler.place(add));
                self.cells.push(Cell { hex, kind, marks: Vec::new(), place });
            } else {
                compiler.error(codes::SAME_NAME, add, format!("the cell {word} is there already"));
            }
        }
    }

    /// `without = "a1 ring 1 of e5"`: cells by the names they have before any is left out.
    fn leave_out(&mut self, without: &At<String>, compiler: &mut Compiler<'_>) {
        let hexes = self.hexes();
        let mut out = BTreeSet::new();
        let mut other = None;
        for spot in self.spots(without, &addressed(self.tiling, &hexes, &self.names), compiler) {
            match spot {
                Spot::Cell(index) => drop(out.insert(index)),
                Spot::Edge { .. } => other = Some("an edge"),
                Spot::Corner { .. } => other = Some("a corner"),
            }
        }
        if let Some(other) = other {
            let message = format!("only cells can be left out, and this names {other}");
            compiler.error(codes::BAD_VALUE, without, message);
        }
        if out.is_empty() {
            return;
        }
        let names = self.names.iter().flat_map(|names| names.iter()).enumerate();
        self.left_out =
            names.filter(|(index, _)| out.contains(index)).map(|(_, name)| name.to_owned()).collect();
        let mut index = 0..;
        self.cells.retain(|_| index.next().is_none_or(|index| !out.contains(&index)));
        if self.cells.is_empty() {
            compiler.error(codes::NOTHING, without, "this leaves no cell");
        }
    }

    /// The places that an address names; a mistake is reported at its place in the address.
    pub fn spots(
        &self,
        at: &At<String>,
        board: &AddressedBoard<'_>,
        compiler: &mut Compiler<'_>,
    ) -> Vec<Spot> {
        self.named(at, board, compiler, address::spots)
    }

    /// The same in the order of the address, with what it names twice.
    pub fn in_order(
        &self,
        at: &At<String>,
        board: &AddressedBoard<'_>,
        compiler: &mut Compiler<'_>,
    ) -> Vec<Spot> {
        self.named(at, board, compiler, address::in_order)
    }

    fn named<'s>(
        &'s self,
        at: &At<String>,
        board: &AddressedBoard<'_>,
        compiler: &mut Compiler<'_>,
        read: fn(&str, &AddressedBoard<'_>, &dyn Fn(usize) -> &'s str) -> Result<Vec<Spot>, Wrong>,
    ) -> Vec<Spot> {
        let kind_of = |cell: usize| -> &'s str {
            self.cells
                .get(cell)
                .and_then(|cell| self.kinds.kinds.get(cell.kind))
                .map_or("", |kind| &kind.name)
        };
        read(at, board, &kind_of).unwrap_or_else(|wrong| {
            // The span of the address includes its quotes.
            let start = at.span.start + usize::from(at.span.len() == at.len() + 2);
            let inside = at.span.len() >= at.len();
            let part = start + wrong.span.start..start + wrong.span.end;
            let place = Place::new(compiler.file, if inside { part } else { at.span.clone() });
            let word = at.value.get(wrong.span.clone()).unwrap_or_default();
            if let Some(without) = self.b.without.as_ref().filter(|_| self.left_out.contains(word)) {
                // Reported at `without`, so that several addresses of this cell are one error.
                let message = format!("`{word}` is left out here, and an address names it");
                let hint = format!("take `{word}` out of `without`, or out of every address that names it");
                let wrong = codes::UNKNOWN_PLACE.error(message).hint(hint).also(place, "named here");
                compiler.wrong(wrong, without);
            } else if !self.astray {
                let error = codes::UNKNOWN_PLACE.error(wrong.message).maybe_hint(wrong.hint);
                compiler.wrong(self.explained(error, at.value.get(wrong.span), board), place);
            }
            Vec::new()
        })
    }

    /// Adds the probable cause and a hint to the error for an unknown name of a cell.
    fn explained(&self, wrong: Diagnostic, word: Option<&str>, board: &AddressedBoard<'_>) -> Diagnostic {
        let word = word.filter(|_| wrong.message.starts_with("no cell is called")).unwrap_or_default();
        let ends_in_number = word.ends_with(|c: char| c.is_ascii_digit());
        if !ends_in_number || wrong.message.contains("did you mean") || wrong.message.contains(": write ") {
            return wrong;
        }
        let wrong = wrong.cause("a cell off the board", word);
        if let Some((columns, rows)) = self.swapped(word, board) {
            return wrong.hint(format!(
                "columns come first: with shape = \"rectangle {rows} x {columns}\" the board has `{word}`"
            ));
        }
        if wrong.hint.is_some() {
            return wrong;
        }
        match self.b.without.is_some() && word.chars().all(|c| c.is_ascii_digit()) {
            true => wrong.hint(
                "`without` leaves cells out before they are counted: the cells after them have lower numbers",
            ),
            false => wrong,
        }
    }

    /// Returns the columns and rows of a rectangle that would have this cell if they were swapped.
    fn swapped(&self, word: &str, board: &AddressedBoard<'_>) -> Option<(u32, u32)> {
        let (columns, rows) = self.b.shape.as_ref()?.strip_prefix("rectangle ")?.split_once('x')?;
        let (columns, rows) = (columns.trim().parse().ok()?, rows.trim().parse().ok()?);
        let turned = format!("rectangle {rows} x {columns}").parse::<Shape>().ok()?;
        let (_, lean, offset) = self.shape.as_ref()?;
        let naming = naming_of(self.b.names.as_ref()?).ok()?;
        let cells = turned.cells(self.tiling, *lean, *offset);
        let names = naming::names(&cells, self.tiling, &naming).ok()?;
        let names: HashSet<&str> = names.iter().collect();
        // A board with a name in use that the other one lacks is the right way round.
        let links = self.b.links.iter().flat_map(|links| links.value.iter().map(|run| run.value.as_str()));
        let used = self.b.at.iter().map(|(key, _)| key.value.as_str()).chain(links);
        let mut used_names =
            used.flat_map(|address| address.split(|c: char| c.is_whitespace() || "|,().".contains(c)));
        (columns != rows
            && names.contains(word)
            && used_names.all(|name| !board.has(name) || names.contains(name)))
        .then_some((columns, rows))
    }

    fn name_cells(&self, compiler: &mut Compiler<'_>) -> Option<Arc<CellNames>> {
        let given = self.b.names.as_ref()?;
        let naming = compiler.ok_or_report(naming_of(given), given)?;
        let names = compiler.ok_or_report(naming::names(&self.hexes(), self.tiling, &naming), given)?;
        Some(Arc::new(names))
    }
}

/// `2,-3`, or `2,-3,1` for a cell that is not the first of its parallelogram.
fn axial(word: &str) -> Option<Hex> {
    let mut numbers = word.split(',');
    let (q, r) = (numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?);
    let k = numbers.next().map_or(Some(0), |k| k.parse().ok())?;
    numbers.next().is_none().then_some(Hex { q, r, k })
}

/// Cells for addresses: where they lie, and what they are called.
pub fn addressed<'a>(
    tiling: Tiling,
    hexes: &'a [Hex],
    names: &'a Option<Arc<CellNames>>,
) -> AddressedBoard<'a> {
    AddressedBoard::new(tiling, hexes, names.iter().flat_map(|names| names.iter()))
}

fn naming_of(given: &NameOr<Names>) -> Result<Naming> {
    let names = match given {
        NameOr::Name(name) => return name.parse(),
        NameOr::Full(names) => names,
    };
    let like = names.like.as_ref().map_or("lines", |l| l.value.as_str());
    let mut naming: Naming = like.parse()?;
    if let Some(from) = &names.from {
        naming.from = Some(from.value.parse()?);
    }
    if let Some(form) = &names.as_ {
        naming.form.clone_from(&form.value);
    }
    if let Some(column) = &names.column {
        naming.first = column.value.parse()?;
    }
    if let Some(row) = &names.row {
        naming.second = row.value.parse()?;
    }
    if let Some(digits) = &names.digits {
        let digits = usize::try_from(digits.value).unwrap_or(usize::MAX);
        if !(1..=9).contains(&digits) {
            return Err(codes::BAD_VALUE.error("`digits` lies between 1 and 9"));
        }
        (naming.first.digits, naming.second.digits) = (digits, digits);
    }
    if let Some(skip) = &names.skip {
        naming.first = naming.first.clone().without(&skip.value);
        naming.second = naming.second.clone().without(&skip.value);
    }
    Ok(naming)
}

/// `1 1, 2 2` with commas inside the pairs and blanks between them; none for what is written so, or is no pairs.
fn in_pairs(add: &str) -> Option<String> {
    if add.split_whitespace().all(|word| axial(word).is_some()) {
        return None;
    }
    let numbers: Option<Vec<i32>> = add
        .split(|c: char| c.is_whitespace() || ",;|()".contains(c))
        .filter(|number| !number.is_empty())
        .map(|number| number.parse().ok())
        .collect();
    let numbers = numbers.filter(|numbers| numbers.len() >= 2 && numbers.len() % 2 == 0)?;
    let pairs: Vec<String> = numbers.chunks(2).map(|pair| format!("{},{}", pair[0], pair[1])).collect();
    Some(pairs.join(" "))
}

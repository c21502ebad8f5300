//! Compiles the cells of a board and their names.
//!
//! - In: a `[[board]]`. Its cells come from a map, a shape, a data file or named points. The keys
//!   `add` and `without` may add and remove cells.
//! - Out: a [`BoardDraft`], which the other modules of this folder complete.

use std::collections::{BTreeSet, HashSet};
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use super::cell_kinds::Kinds;
use super::key_marks::KeyMark;
use super::map::{self, KeySigns, MapText};
use super::naming_errors;
use super::points::free_points::{FreeCells, FreePoints, NamedPoint, check_count, free_points, is_free};
use super::points::named_points::{is_on_points, named_points};
use crate::context::Resolver;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::{Diagnostic, Result, SourceSpan, codes};
use hexpress_base::tiling::Tiling;
use hexpress_game::address::{self, AddressError, AddressErrorKind, AddressedBoard, BoardPlace};
use hexpress_game::board::Cell;
use hexpress_game::naming::{self, CellNames, Naming};
use hexpress_game::shape::{self, BoardShape, Lean, Offset, SHAPES};
use hexpress_language::tables::layout::{Board, GivenNames};
use hexpress_language::values::spanned::Spanned;

pub struct BoardDraft<'b> {
    pub table: &'b Board,
    pub tiling: Tiling,
    pub marks: Vec<KeyMark>,
    pub kinds: Kinds,
    /// The cells in the order of the map, the shape or the data file.
    pub cells: Vec<Cell>,
    /// The shape of the board, its `lean` and its `offset`. `None` for a board without a shape.
    pub shape: Option<(BoardShape, Lean, Offset)>,
    /// The cells around free points (points in mm or along a curve). `None` for any other board.
    pub free: Option<FreeCells>,
    /// The names of the cells. `None` if the cells have no names.
    pub names: Option<Arc<CellNames>>,
    /// The indices in `marks` of the marks that a data file puts on edges and corners.
    pub edge_marks: BTreeSet<usize>,
    /// The names of the cells that the key `without` removes.
    left_out: BTreeSet<String>,
    /// Whether an error has left out cells or names. If so, an unknown name in an address may be a
    /// consequence of that error.
    is_incomplete: bool,
}

impl<'b> BoardDraft<'b> {
    /// Creates the cells of a board and names them.
    pub fn new(
        table: &'b Spanned<Board>,
        tiling: Tiling,
        marks: Vec<KeyMark>,
        resolver: &mut Resolver<'_>,
    ) -> Self {
        let (board, place) = (&table.value, resolver.place(table));
        let kinds = Kinds::new(board, &marks, map::cell_gap(tiling), resolver);
        let mut draft = Self {
            table: board,
            tiling,
            marks,
            kinds,
            cells: Vec::new(),
            shape: None,
            free: None,
            names: None,
            edge_marks: BTreeSet::new(),
            left_out: BTreeSet::new(),
            is_incomplete: false,
        };
        check_count(board, resolver);
        draft.make_cells(place, resolver);
        if let Some(add) = board.add.as_ref().filter(|_| !is_free(board)) {
            draft.add(add, resolver);
        }
        if board.points.0.is_empty() && !is_free(board) {
            draft.names = draft.name_cells(resolver);
            draft.is_incomplete |= board.names.is_some() && draft.names.is_none();
        }
        draft.is_incomplete |= draft.cells.is_empty() && resolver.report.has_errors();
        if let Some(data) = &board.data {
            draft.apply_data(data, resolver);
        }
        if let Some(without) = board.without.as_ref().filter(|_| !is_free(board)) {
            draft.leave_out(without, resolver);
            draft.names = draft.name_cells(resolver);
        }
        if let Some(beyond) = draft.cells.get(shape::MAX_CELLS as usize) {
            let (count, most) = (draft.cells.len(), shape::MAX_CELLS);
            let message = format!("the board has {count} cells; at most {most} are possible");
            resolver.error(codes::BAD_VALUE, beyond.place, message);
        }
        draft
    }

    /// Creates the cells from the key that defines them: `map`, `shape`, `points` or `data`.
    /// Reports a board that has none of these keys, or several.
    fn make_cells(&mut self, place: SourceSpan, resolver: &mut Resolver<'_>) {
        let b = self.table;
        match (&b.map, &b.shape) {
            _ if is_free(b) => self.place_free_points(resolver),
            (Some(map), None) => self.read_map(map, resolver),
            (None, Some(shape)) => self.lay_shape(shape, resolver),
            (Some(map), Some(_)) => {
                let message = "`map` and `shape` both set the places of the cells";
                resolver.error_with_hint(codes::BAD_VALUE, map, message, "delete one of them");
            }
            (None, None) if !b.points.0.is_empty() => self.place_points(resolver),
            (None, None) if b.data.is_some() => b.data.iter().for_each(|data| self.lay_data(data, resolver)),
            (None, None) if b.add.is_some() => {}
            (None, None) => {
                let hint = match b.play_on {
                    Some(_) => {
                        "add shape = \"rectangle 9 x 9\", or a table [board.points] with the places of the points"
                    }
                    None => "add map = '''…''', or shape = \"hexhex 5\"",
                };
                let message = "this board has no `map` and no `shape`";
                resolver.error_with_hint(codes::MISSING_KEY, place, message, hint);
            }
        }
    }

    fn read_map(&mut self, map: &Spanned<String>, resolver: &mut Resolver<'_>) {
        let text = MapText::new(map, map.span.clone(), resolver.text);
        let kind_signs: String = self.kinds.kind_signs.keys().collect();
        let marks: String = self.marks.iter().map(KeyMark::sign).collect();
        let key = KeySigns { kind_signs: &kind_signs, marks: &marks };
        let (drawn, is_valid) = resolver
            .track_errors(|resolver| map::read(&text, self.tiling, key, resolver.file, &mut resolver.report));
        self.is_incomplete = !is_valid;
        self.cells = drawn.iter().map(|drawn| self.kinds.cell(drawn, resolver)).collect();
        if !is_on_points(self.table) {
            map::check_spacing(self.tiling, &self.addresses(), resolver.place(map), resolver);
        }
    }

    pub fn addresses(&self) -> Vec<CellAddress> {
        self.cells.iter().map(|c| c.address).collect()
    }

    /// Creates the points of `[board.points]`. The keys of that table are the names of the points.
    fn place_points(&mut self, resolver: &mut Resolver<'_>) {
        let b = self.table;
        let points = named_points(b, resolver);
        let place = resolver.place(&b.points.0[0].1);
        self.is_incomplete = points.len() < b.points.0.len();
        self.set_points(points, place);
        if let Some(names) = &b.names {
            let message = "`names` has no effect: the keys of [board.points] already name the points";
            resolver.error_with_hint(codes::IDLE_KEY, names, message, "delete `names`");
        }
        if let Some(without) = &b.without {
            let message = "`without` has no effect on a board with [board.points]";
            let hint = "delete `without`, and delete the points from [board.points]";
            resolver.error_with_hint(codes::IDLE_KEY, without, message, hint);
        }
    }

    /// Creates the points that are placed in mm or along a curve.
    fn place_free_points(&mut self, resolver: &mut Resolver<'_>) {
        let found = free_points(self.table, resolver);
        self.is_incomplete = found.is_none();
        if let Some(FreePoints { points, cells, place }) = found {
            self.free = Some(cells);
            self.set_points(points, place);
        }
    }

    /// Creates a cell for each point, with the name of the point.
    fn set_points(&mut self, points: Vec<NamedPoint>, place: SourceSpan) {
        let kind = self.kinds.plain_kind_index();
        let cell = |point: &NamedPoint| Cell { address: point.address, kind, marks: Vec::new(), place };
        self.cells = points.iter().map(cell).collect();
        self.names = Some(Arc::new(points.into_iter().map(|point| point.name).collect()));
    }

    /// Creates the cells of `shape`. Reports a shape that cells of this tiling cannot form.
    fn lay_shape(&mut self, value: &Spanned<String>, resolver: &mut Resolver<'_>) {
        let Some(shape) = resolver.ok_or_report(value.parse::<BoardShape>(), value) else { return };
        if matches!(shape, BoardShape::Morris(_)) && !is_on_points(self.table) {
            let message = "a morris board is made of points, not of cells";
            resolver.error_with_hint(codes::BAD_VALUE, value, message, "add play-on = \"points\"");
        }
        if !shape.suits(self.tiling) {
            let message =
                format!("`{}` is not possible with cells = \"{}\"", value.value, self.tiling.word());
            resolver.error_with_hint(codes::BAD_VALUE, value, message, self.other_shapes(shape, resolver));
            return;
        }
        let lean = self.table.lean.as_deref().copied().unwrap_or_default();
        let offset = self.table.offset.as_deref().copied().unwrap_or_default();
        let (kind, place) = (self.kinds.plain_kind_index(), resolver.place(value));
        let cell = |address| Cell { address, kind, marks: Vec::new(), place };
        self.cells = shape.cells(self.tiling, lean, offset).into_iter().map(cell).collect();
        self.shape = Some((shape, lean, offset));
    }

    /// Returns a hint for a shape that does not suit the tiling. The hint proposes shapes that suit the
    /// tiling. If the layout sets `cells`, the hint also proposes a value of `cells` that suits the
    /// shape.
    fn other_shapes(&self, shape: BoardShape, resolver: &Resolver<'_>) -> String {
        const COMMON_CELLS: [&str; 4] = ["square", "flat-top", "pointy-top", "triangles"];
        let fitting = SHAPES
            .iter()
            .filter(|(_, example)| example.parse::<BoardShape>().is_ok_and(|other| other.suits(self.tiling)));
        let examples: Vec<&str> = fitting.map(|(_, example)| *example).collect();
        let mut common = COMMON_CELLS.into_iter();
        let made_of = common.find(|word| Tiling::named(word).is_some_and(|other| shape.suits(other)));
        let is_own = self.table.cells.as_ref().is_some_and(|at| !resolver.is_of_theme(at));
        let right_cells = made_of
            .filter(|_| is_own)
            .map_or_else(String::new, |word| format!("write cells = \"{word}\", or "));
        format!(
            "{right_cells}choose a shape that suits cells = \"{}\": {}",
            self.tiling.word(),
            examples.join(", ")
        )
    }

    /// Adds the cells that `add` lists by axial coordinates: `add = "2,-3 3,-3"`.
    fn add(&mut self, add: &Spanned<String>, resolver: &mut Resolver<'_>) {
        const ALLOWED_COORDINATES: RangeInclusive<i32> = -1000..=1000;
        if let Some(right) = in_pairs(add) {
            let separators = "expected a comma between the two numbers of a cell, and a space between cells";
            resolver.error_with_hint(codes::BAD_VALUE, add, separators, format!("write add = \"{right}\""));
            return;
        }
        let mut known: HashSet<CellAddress> = self.cells.iter().map(|cell| cell.address).collect();
        for word in add.split_whitespace() {
            let cell = axial(word)
                .filter(|at| ALLOWED_COORDINATES.contains(&at.q) && ALLOWED_COORDINATES.contains(&at.r));
            let Some(address) = cell.filter(|address| address.polygon < self.tiling.polygons()) else {
                let message = format!(
                    "expected the axial coordinates of a cell, from {} to {}, found `{word}`",
                    ALLOWED_COORDINATES.start(),
                    ALLOWED_COORDINATES.end()
                );
                let hint = "for example, write add = \"2,-3 3,-3\"; to see the coordinates, set show-names = \"inside\" and names = \"axial\"";
                resolver.error_with_hint(codes::BAD_VALUE, add, message, hint);
                continue;
            };
            if known.insert(address) {
                let (kind, place) = (self.kinds.plain_kind_index(), resolver.place(add));
                self.cells.push(Cell { address, kind, marks: Vec::new(), place });
            } else {
                resolver.error(codes::SAME_NAME, add, format!("the board already has the cell {word}"));
            }
        }
    }

    /// Removes the cells that `without` names: `without = "a1 ring 1 of e5"`. `without` must use
    /// the names that the cells have before any cell is removed.
    fn leave_out(&mut self, without: &Spanned<String>, resolver: &mut Resolver<'_>) {
        let addresses = self.addresses();
        let mut indices = BTreeSet::new();
        let mut other = None;
        let board = addressed(self.tiling, &addresses, &self.names).of_points(is_on_points(self.table));
        for spot in self.spots(without, &board, resolver) {
            match spot {
                BoardPlace::Cell(index) => drop(indices.insert(index)),
                BoardPlace::Edge { .. } => other = Some("an edge"),
                BoardPlace::Corner { .. } => other = Some("a corner"),
            }
        }
        if let Some(other) = other {
            let message = format!("`without` takes only cells, but this address names {other}");
            resolver.error(codes::BAD_VALUE, without, message);
        }
        if indices.is_empty() {
            return;
        }
        let names = self.names.iter().flat_map(|names| names.iter()).enumerate();
        self.left_out =
            names.filter(|(index, _)| indices.contains(index)).map(|(_, name)| name.to_owned()).collect();
        let mut index = 0..;
        self.cells.retain(|_| index.next().is_none_or(|index| !indices.contains(&index)));
        if self.cells.is_empty() {
            resolver.error(codes::NOTHING, without, "`without` removes every cell of the board");
        }
    }

    /// Returns the cells, edges and corners that an address names, each only once. Reports each
    /// error at the part of the address that is wrong.
    pub fn spots(
        &self,
        address: &Spanned<String>,
        board: &AddressedBoard<'_>,
        resolver: &mut Resolver<'_>,
    ) -> Vec<BoardPlace> {
        self.read_address(address, board, resolver, address::spots)
    }

    /// Returns the same as [`Self::spots`], except that a cell may occur several times, as in
    /// `a1 b1 a1`.
    pub fn spots_in_order(
        &self,
        address: &Spanned<String>,
        board: &AddressedBoard<'_>,
        resolver: &mut Resolver<'_>,
    ) -> Vec<BoardPlace> {
        self.read_address(address, board, resolver, address::repeated_spots)
    }

    /// Reads an address with `by`, one of the two readers in the module `address`. If the address
    /// has an error, reports the error and returns no cells.
    fn read_address<'s>(
        &'s self,
        address: &Spanned<String>,
        board: &AddressedBoard<'_>,
        resolver: &mut Resolver<'_>,
        by: fn(&str, &AddressedBoard<'_>, &dyn Fn(usize) -> &'s str) -> Result<Vec<BoardPlace>, AddressError>,
    ) -> Vec<BoardPlace> {
        by(address, board, &|cell| self.kind_name(cell)).unwrap_or_else(|error| {
            self.report_address(address, error, board, resolver);
            Vec::new()
        })
    }

    /// Returns the name of a cell's kind.
    pub fn kind_name(&self, cell: usize) -> &str {
        let kind = self.cells.get(cell).and_then(|cell| self.kinds.kinds.get(cell.kind));
        kind.map_or("", |kind| &kind.name)
    }

    /// Reports an error in an address. If an earlier error has left out cells, reports nothing, because
    /// that error may be the cause.
    fn report_address(
        &self,
        address: &Spanned<String>,
        mistake: AddressError,
        board: &AddressedBoard<'_>,
        resolver: &mut Resolver<'_>,
    ) {
        let place = SourceSpan::new(resolver.file, span_in_address(address, &mistake.span));
        let word = address.value.get(mistake.span.clone()).unwrap_or_default();
        if let Some(without) = self.table.without.as_ref().filter(|_| self.left_out.contains(word)) {
            // The mistake is in the key `without`, and not in each address that contains the cell. So it
            // is reported once, at this key.
            let message = format!("`without` removes the cell `{word}`, but an address names it");
            let hint = format!(
                "to keep the cell, delete `{word}` from `without`; to remove it, delete every address that names it"
            );
            let left_out = codes::UNKNOWN_PLACE.error(message).hint(hint);
            resolver.add_error(left_out.related_place(place, "named here"), without);
        } else if !self.is_incomplete {
            let error = codes::UNKNOWN_PLACE.error(mistake.message).maybe_hint(mistake.hint);
            resolver.add_error(self.explained(error, word, mistake.kind, board), place);
        }
    }

    /// Adds the probable cause and a hint to the error for an unknown cell name.
    fn explained(
        &self,
        diagnostic: Diagnostic,
        word: &str,
        kind: AddressErrorKind,
        board: &AddressedBoard<'_>,
    ) -> Diagnostic {
        let AddressErrorKind::UnknownCell { has_replacement } = kind else { return diagnostic };
        let lower = word.to_lowercase();
        if lower != word && board.has(&lower) {
            return diagnostic.cause("cells in capitals", word);
        }
        let ends_in_number = word.ends_with(|c: char| c.is_ascii_digit());
        if !ends_in_number || has_replacement {
            return diagnostic;
        }
        let off_board = diagnostic.cause("a cell off the board", word);
        if let Some(shape) = self.swapped_rectangle(word, board) {
            return off_board.hint(format!(
                "swap the two numbers of the shape, so that the board has `{word}`: shape = \"{shape}\""
            ));
        }
        let is_number = word.chars().all(|c| c.is_ascii_digit());
        if off_board.hint.is_some() || self.table.without.is_none() || !is_number {
            return off_board;
        }
        off_board.hint(
            "count the cells again: `without` removes cells before they are counted, so later cells have lower numbers",
        )
    }

    /// Returns a shape `rectangle` with columns and rows swapped: `rectangle 3 x 5` for `rectangle 5x3`.
    /// The cell `word` does not exist on the board. Returns `None` if it does not exist on the swapped
    /// board either. Also returns `None` if the swapped board lacks another cell that the layout uses.
    fn swapped_rectangle(&self, word: &str, board: &AddressedBoard<'_>) -> Option<String> {
        let (across, down) = self.table.shape.as_ref()?.strip_prefix("rectangle ")?.split_once('x')?;
        let (columns, rows): (u32, u32) = (across.trim().parse().ok()?, down.trim().parse().ok()?);
        let swapped = format!("rectangle {rows} x {columns}");
        let shape = swapped.parse::<BoardShape>().ok()?;
        let (_, lean, offset) = self.shape.as_ref()?;
        let naming = naming_of(self.table.names.as_ref()?).ok()?;
        let cells = shape.cells(self.tiling, *lean, *offset);
        let cell_names = naming::names(&cells, self.tiling, &naming).ok()?;
        let names: HashSet<&str> = cell_names.iter().collect();
        let runs: Vec<_> = self.table.links.iter().flat_map(Spanned::texts).collect();
        let links = runs.iter().map(|run| run.value.as_str());
        let used = self.table.at.iter().map(|(key, _)| key.value.as_str()).chain(links);
        let mut used_names =
            used.flat_map(|address| address.split(|c: char| c.is_whitespace() || "|,().".contains(c)));
        (columns != rows
            && names.contains(word)
            && used_names.all(|name| !board.has(name) || names.contains(name)))
        .then_some(swapped)
    }

    /// Names the cells. Returns `None` if the board has no `names`, or after an error.
    fn name_cells(&self, resolver: &mut Resolver<'_>) -> Option<Arc<CellNames>> {
        let given = self.table.names.as_ref()?;
        let naming = resolver.ok_or_report(naming_of(given), given)?;
        let named = naming::names(&self.addresses(), self.tiling, &naming);
        let names = resolver.ok_or_report(named.map_err(|error| naming_errors::diagnostic(&error)), given)?;
        Some(Arc::new(names))
    }
}

/// Returns the byte range that a part of an address has in the file. If the file does not contain the
/// address unchanged, returns the byte range of the whole value.
fn span_in_address(address: &Spanned<String>, part: &Range<usize>) -> Range<usize> {
    if address.span.len() < address.len() {
        return address.span.clone();
    }
    let quote = usize::from(address.span.len() == address.len() + 2);
    let start = address.span.start + quote;
    start + part.start..start + part.end
}

/// Parses a cell such as `2,-3`. If several cells share the first two coordinates, a third number
/// selects one of them, as in `2,-3,1`. Returns `None` for any other text.
fn axial(word: &str) -> Option<CellAddress> {
    let mut numbers = word.split(',');
    let (q, r) = (numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?);
    let k = numbers.next().map_or(Some(0), |k| k.parse().ok())?;
    numbers.next().is_none().then_some(CellAddress { q, r, polygon: k })
}

/// Combines cells and their names into an [`AddressedBoard`], which is needed to read addresses.
pub fn addressed<'a>(
    tiling: Tiling,
    addresses: &'a [CellAddress],
    names: &'a Option<Arc<CellNames>>,
) -> AddressedBoard<'a> {
    AddressedBoard::new(tiling, addresses, names.iter().flat_map(|names| names.iter()))
}

/// Returns the rule for the names of cells, from `names = "lines"` or a table with `like`.
fn naming_of(given: &GivenNames) -> Result<Naming> {
    let names = match given {
        GivenNames::Text(name) => return name.parse(),
        GivenNames::List(_) => {
            let error = codes::BAD_VALUE.error("only points at given places take a list of names");
            return Err(error.hint("write the name of a scheme: names = \"chess\""));
        }
        GivenNames::Scheme(names) => names,
    };
    let mut naming: Naming = names.like.as_ref().map_or("lines", |like| &like.value).parse()?;
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
            return Err(codes::BAD_VALUE.error("`digits` must be 1 to 9"));
        }
        (naming.first.digits, naming.second.digits) = (digits, digits);
    }
    if let Some(skip) = &names.skip {
        naming.first = naming.first.clone().without(&skip.value);
        naming.second = naming.second.clone().without(&skip.value);
    }
    Ok(naming)
}

/// Rewrites a text such as `1 1, 2 2` in the correct form `1,1 2,2`. Returns `None` if the text is
/// already correct, or does not consist of pairs of numbers.
fn in_pairs(add: &str) -> Option<String> {
    if add.split_whitespace().all(|word| axial(word).is_some()) {
        return None;
    }
    let parsed: Option<Vec<i32>> = add
        .split(|c: char| c.is_whitespace() || ",;|()".contains(c))
        .filter(|number| !number.is_empty())
        .map(|number| number.parse().ok())
        .collect();
    let numbers = parsed.filter(|numbers| numbers.len() >= 2 && numbers.len() % 2 == 0)?;
    let pairs: Vec<String> = numbers.chunks(2).map(|pair| format!("{},{}", pair[0], pair[1])).collect();
    Some(pairs.join(" "))
}

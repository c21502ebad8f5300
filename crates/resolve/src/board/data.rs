//! Reads `data = "map.csv"` of a board.
//!
//! Each row of the file describes a cell. It contains the name of the cell, or its column and row.
//! It may also contain a kind, a label and marks.
//!
//! - In: the table in the file.
//! - Out: cells in the draft of the board, with their kinds, labels and marks. A column that is not
//!   in [`COLUMNS`] becomes a field that the templates of cells can use.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::cells::BoardDraft;
use super::fields::cell_fields;
use super::fields::doubled::{DOUBLED, DoubledPlaces, TypedPosition};
use crate::comparisons::{self, column_cells, folded};
use crate::context::Resolver;
use crate::unused_columns::{UnusedColumn, is_noted};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::cell_index::CellIndex;
use hexpress_base::diag::{Diagnostic, Hint, SourceSpan, codes, near};
use hexpress_base::tiling::Tiling;
use hexpress_game::address::BoardPlace;
use hexpress_game::board::{Cell, CellField, CellFields};
use hexpress_game::element::Element;
use hexpress_game::naming::extent;
use hexpress_game::shape::{BoardShape, MAX_CELLS, Offset};
use hexpress_language::data::{Data, Table};
use hexpress_language::values::parse_field::has_letters;
use hexpress_language::values::spanned::Spanned;

/// The columns that have a predefined meaning.
const COLUMNS: [&str; 9] = ["cell", "column", "row", "kind", "label", "mark", "edge", DOUBLED[0], DOUBLED[1]];

/// The rows of a file, and the positions of the [`COLUMNS`] in the file.
pub struct CellRows<'t> {
    pub table: &'t Table,
    /// For each of the [`COLUMNS`], its index in the file. `None` if the file lacks this column.
    columns: [Option<usize>; COLUMNS.len()],
    /// The names of the columns whose values are letters, such as `n`, `e`, `s` and `w`. In these
    /// columns, `y` and `n` do not mean yes and no.
    letters: Arc<[Arc<str>]>,
}

impl<'t> CellRows<'t> {
    fn from_table(table: &'t Table) -> Self {
        let columns = COLUMNS.map(|name| table.columns.iter().position(|column| **column == *name));
        let letters =
            table.columns.iter().enumerate().filter(|(index, _)| {
                has_letters((0..table.len()).filter_map(|row| table.row(row).get(*index)))
            });
        Self { table, columns, letters: letters.map(|(_, name)| Arc::clone(name)).collect() }
    }

    /// Returns the rows of a file. Returns `None` if the file was not read, or has no columns for edges
    /// or corners.
    pub fn with_edges(data: &'t Spanned<Data>) -> Option<Self> {
        let table = data.value.table.as_ref()?;
        Some(Self::from_table(table)).filter(|rows| rows.has_edges() || rows.has_doubled())
    }

    /// Returns whether the file has the columns of doubled coordinates.
    pub fn has_doubled(&self) -> bool {
        self.columns[7].is_some() && self.columns[8].is_some()
    }

    fn has_edges(&self) -> bool {
        self.columns[6].is_some()
    }

    /// Returns whether a row describes an edge or a corner.
    fn is_of_edge(&self, row: usize) -> bool {
        self.text(row, "edge").is_some()
    }

    /// Returns the fields of a row: the values of `cell`, `column`, `row`, and of all columns
    /// without a predefined meaning.
    pub fn fields(&self, row: usize) -> CellFields {
        let place = Some(self.table.row_place(row));
        let columns = self.table.columns.iter().zip(self.table.row(row));
        let shown = columns.filter(|(name, _)| !COLUMNS[3..].contains(&&***name));
        let fields =
            shown.map(|(name, value)| CellField { name: Arc::clone(name), value: value.clone(), place });
        CellFields {
            fields: fields.collect(),
            is_edge_or_corner: self.is_of_edge(row),
            letters: Arc::clone(&self.letters),
        }
    }

    /// Returns the names of the marks in a row.
    pub fn marks(&self, row: usize) -> Vec<(String, SourceSpan)> {
        let Some((marks, place)) = self.text(row, "mark") else { return Vec::new() };
        let names = marks.split(|c: char| c.is_whitespace() || c == ',').filter(|name| !name.is_empty());
        names.map(|name| (name.to_owned(), place)).collect()
    }

    /// Returns whether the file has columns that are not in [`COLUMNS`].
    fn has_fields(&self) -> bool {
        self.table.columns.iter().any(|name| !COLUMNS.contains(&&**name))
    }

    fn has_column_and_row(&self) -> bool {
        let [_, column, row, ..] = self.columns;
        column.is_some() && row.is_some()
    }

    /// Returns the text of a row in one of the [`COLUMNS`], and the place of this text. Returns
    /// `None` if there is no text.
    pub fn text(&self, row: usize, name: &str) -> Option<(String, SourceSpan)> {
        let column = self.columns[COLUMNS.iter().position(|known| *known == name)?]?;
        let text = self.table.row(row).get(column)?.to_string().trim().to_owned();
        (!text.is_empty()).then(|| (text, self.table.cell_place(row, column)))
    }

    /// Returns the number in the column `column` or `row`, counted from 1. Returns `None` after an error.
    fn number(&self, row: usize, name: &str, resolver: &mut Resolver<'_>) -> Option<u32> {
        let Some((text, place)) = self.text(row, name) else {
            let message = format!("{} has no number in the column `{name}`", self.table.row_name(row));
            return resolver.error(codes::BAD_DATA, self.table.row_place(row), message).none();
        };
        let number = text.parse().ok().filter(|n| (1..=MAX_CELLS as u32).contains(n));
        if number.is_none() {
            let no_number = format!("expected the number of a {name}, from 1, found `{text}`");
            let letter = text.chars().next().filter(|c| text.len() == 1 && c.is_ascii_alphabetic());
            let hint = letter.map(|c| {
                format!(
                    "write {} instead of `{c}`: columns and rows are numbered from 1",
                    c.to_ascii_uppercase() as u32 - 64
                )
            });
            resolver.add_error(codes::BAD_DATA.error(no_number).maybe_hint(hint), place);
        }
        number
    }

    /// Returns the column and row of a cell, counted from 0. Reports a missing or invalid number.
    fn column_and_row(&self, row: usize, resolver: &mut Resolver<'_>) -> Option<(i32, i32)> {
        let column = self.number(row, "column", resolver);
        let line = self.number(row, "row", resolver);
        Some((column? as i32 - 1, line? as i32 - 1))
    }
}

/// Names that authors often use for the column `cell`.
const CELL_NAMES: &str = "cells hex hexes square tile coord coords coordinate coordinates position pos location place space field \
    id number name address hex_id hex_number feld zelle koordinate case casella casilla";

/// Names that authors often use for the columns `column` and `row`.
const COLUMN_AND_ROW: [(&str, &str); 4] = [("x", "y"), ("col", "row"), ("q", "r"), ("spalte", "zeile")];

/// Names that authors often use for other columns in [`COLUMNS`].
const USUAL_NAMES: [(&str, &str); 3] = [
    (
        "kind",
        "kinds terrain terrains type types typ terrain_type hex_type cell_type colour colour_name color biome land \
         landscape class category tile sort fill art gelände geländetyp farbe terreno tipo colore couleur",
    ),
    (
        "label",
        "labels name names title text caption word words city town place_name beschriftung nombre nom nome",
    ),
    (
        "mark",
        "marks marker markers symbol symbols icon icons sign signs feature features token start zeichen",
    ),
];

impl BoardDraft<'_> {
    /// Records the columns that are not used. If the board shows nothing from the file, warns about the
    /// file as a whole instead of its columns.
    pub fn doubtful_columns(&self, data: &Spanned<Data>, resolver: &mut Resolver<'_>) {
        let Some(table) = &data.value.table else { return };
        let kinds = &self.kinds.kinds;
        let conditions = comparisons::of_elements(kinds.iter().flat_map(|kind| kind.draws.iter()));
        comparisons::check(&conditions, |name, _| column_cells(table, name).collect(), resolver);
        let mut used: BTreeSet<&str> = kinds.iter().flat_map(|kind| kind.computed.needs()).collect();
        used.extend(kinds.iter().flat_map(|kind| kind.draws.iter()).flat_map(Element::needs));
        let set = kinds.iter().flat_map(|kind| &kind.computed.set).map(|value| &*value.field.name);
        let known: BTreeSet<&str> = set.chain(cell_fields::PREDEFINED_FIELDS).collect();
        used.retain(|need| has_column(table, need) || !known.contains(need));
        if used.iter().any(|need| !has_column(table, need)) {
            // The missing column is reported as an error at the element that uses it.
            return;
        }
        let mut unused = Vec::new();
        for (index, column) in table.columns.iter().enumerate() {
            if used.contains(&**column) || COLUMNS.contains(&&**column) {
                resolver.unused_columns.used.insert((table.header_place(), Arc::clone(column)));
            } else if let Some(column) = unused_column(table, index) {
                unused.push(column);
            }
        }
        let has_slip = unused.iter().any(|column| column.is_error);
        let is_shown =
            COLUMNS[3..].iter().any(|name| has_column(table, name)) || !used.is_empty() || has_slip;
        if !is_shown && (self.table.map.is_some() || self.table.shape.is_some()) {
            let warning = codes::IDLE_KEY.warning("the board prints nothing from this file");
            let hint = "rename a column to `kind`, `label` or `mark`; or print a column in every cell: cell = { label = \"{{ COLUMN }}\" }";
            resolver.warnings.push(warning.at(resolver.place(data)).hint(hint));
        } else {
            resolver.unused_columns.candidates.extend(unused);
        }
    }

    /// Returns the rows of a file. Reports a file without columns that identify cells.
    fn rows<'t>(&self, data: &'t Spanned<Data>, resolver: &mut Resolver<'_>) -> Option<CellRows<'t>> {
        let table = resolver.table(data)?;
        let rows = CellRows::from_table(table);
        if rows.has_doubled() && !self.tiling.is_hexagons() {
            let message = "`doubled-column` and `doubled-row` are for hexagons";
            let hint = "for these cells, use the columns `column` and `row`, or `cell`";
            return resolver.error_with_hint(codes::BAD_DATA, table.header_place(), message, hint).none();
        }
        let has_places = rows.has_column_and_row() || rows.has_edges() || rows.has_doubled();
        if rows.columns[0].is_none() && !has_places {
            return no_cells(table, resolver);
        }
        Some(rows)
    }

    /// Adds the cells that a file describes by their column and row, or by their doubled coordinates.
    pub fn lay_data(&mut self, data: &Spanned<Data>, resolver: &mut Resolver<'_>) {
        let Some(rows) = self.rows(data, resolver) else { return };
        if rows.has_doubled() {
            self.lay_doubled(&rows, resolver);
            return;
        }
        if !rows.has_column_and_row() {
            let hint = "add the columns `column` and `row` to the file, or a `shape` whose cells have the names in the file";
            let place = rows.table.header_place();
            resolver.error_with_hint(
                codes::MISSING_KEY,
                place,
                "the file does not say where the cells of the \
                board are",
                hint,
            );
            return;
        }
        if self.tiling.all_edges().is_none() {
            let message = format!("cells of `{}` are not in columns and rows", self.tiling.word());
            let hint = "add a `shape`, and name its cells in a column `cell` of the file";
            resolver.error_with_hint(codes::BAD_VALUE, data, message, hint);
            return;
        }
        let offset = self.table.offset.as_deref().copied().unwrap_or_default();
        let kind = self.kinds.plain_kind_index();
        let mut known: HashMap<CellAddress, SourceSpan> = HashMap::new();
        for index in 0..rows.table.len().min(MAX_CELLS as usize + 1) {
            let row_place = rows.table.row_place(index);
            if rows.is_of_edge(index) {
                continue;
            }
            let Some((column, row)) = rows.column_and_row(index, resolver) else { continue };
            let address = BoardShape::in_rectangle(self.tiling, offset, (column, row));
            if known.insert(address, row_place).is_some() {
                let message = format!("column {}, row {} is in the file twice", column + 1, row + 1);
                resolver.error(codes::SAME_NAME, row_place, message);
                continue;
            }
            self.cells.push(Cell { address, kind, marks: Vec::new(), place: row_place });
        }
    }

    /// Adds the hexagons that a file lists by doubled coordinates. A row whose position is between
    /// two hexagons describes an edge, and adds nothing.
    fn lay_doubled(&mut self, rows: &CellRows<'_>, resolver: &mut Resolver<'_>) {
        let kind = self.kinds.plain_kind_index();
        let first = self.first_position(rows);
        let mut known: HashMap<CellAddress, SourceSpan> = HashMap::new();
        for index in 0..rows.table.len().min(MAX_CELLS as usize + 1) {
            // Invalid numbers are reported later, when the rows are applied.
            let Some(Ok(position)) = TypedPosition::of(rows, index) else { continue };
            let Some(address) = position.cell(self.tiling, first.as_ref()) else { continue };
            let place = rows.table.row_place(index);
            match known.insert(address, place) {
                None => self.cells.push(Cell { address, kind, marks: Vec::new(), place }),
                Some(_) => {
                    resolver.error(codes::SAME_NAME, place, "this cell is in the file twice");
                }
            }
        }
    }

    /// If the cells come from a file with doubled coordinates, returns the position of the first cell in
    /// the file. Otherwise returns `None`.
    pub fn first_position(&self, rows: &CellRows<'_>) -> Option<TypedPosition> {
        let b = self.table;
        let has_own = b.map.is_some() || b.shape.is_some() || b.along.is_some() || !b.points.0.is_empty();
        if has_own || !rows.has_doubled() {
            return None;
        }
        let mut positions = (0..rows.table.len()).filter_map(|row| TypedPosition::of(rows, row)?.ok());
        positions.find(|position| position.cell(self.tiling, None).is_some())
    }

    /// Gives cells the kinds, labels, marks and fields that a file lists.
    pub fn apply_data(&mut self, data: &Spanned<Data>, resolver: &mut Resolver<'_>) {
        let Some(rows) = self.rows(data, resolver) else { return };
        let names = self.names.iter().flat_map(|names| names.iter());
        let finder = CellFinder {
            by_name: names.enumerate().map(|(index, name)| (name.to_string(), index)).collect(),
            by_hex: CellIndex::new(self.cells.iter().map(|cell| cell.address)),
            tiling: self.tiling,
            offset: self.table.offset.as_deref().copied().unwrap_or_default(),
        };
        // If the file defines which cells exist, cells that occur twice have already been reported.
        let are_laid = self.table.map.is_none()
            && self.table.shape.is_none()
            && self.table.points.0.is_empty()
            && self.table.along.is_none();
        let doubled = DoubledPlaces::new(self, &rows);
        let mut listed: HashMap<usize, SourceSpan> = HashMap::new();
        for row in 0..rows.table.len() {
            if rows.is_of_edge(row) {
                continue;
            }
            let found = match doubled.as_ref().and_then(|places| places.spot(&rows, row)) {
                Some(Ok(BoardPlace::Cell(cell))) => Some(cell),
                // The row describes an edge or a corner, not a cell.
                Some(Ok(_)) => None,
                Some(Err(diagnostic)) => {
                    resolver.report.push(diagnostic);
                    None
                }
                None => finder.find(&rows, row, resolver),
            };
            let Some(index) = found else { continue };
            let place = rows.table.row_place(row);
            if let Some(first) = listed.insert(index, place)
                && !are_laid
            {
                let named = rows.text(row, "cell").map(|(name, _)| format!("the cell `{name}`"));
                let message =
                    format!("{} is in the file twice", named.unwrap_or_else(|| "this cell".to_owned()));
                let error = codes::SAME_NAME.error(message).related_place(first, "here first");
                resolver.add_error(error.at(place), place);
            }
            self.apply_row(index, row, &rows, resolver);
        }
    }

    /// Applies the kind, label, marks and fields in a row to one cell.
    fn apply_row(&mut self, index: usize, row: usize, rows: &CellRows<'_>, resolver: &mut Resolver<'_>) {
        if let Some((name, place)) = rows.text(row, "kind") {
            let Some(kind) = self.kinds.find(&name) else {
                resolver.add_error(self.unknown_kind(&name), place);
                return;
            };
            self.cells[index].kind = kind;
        }
        if let Some((label, _)) = rows.text(row, "label") {
            let base = self.cells[index].kind;
            self.cells[index].kind = self.kinds.labelled(base, &label.into());
        }
        for (name, place) in rows.marks(row) {
            match self.marks.iter().position(|key| *key.mark.name == *name) {
                Some(mark) => self.cells[index].marks.push(mark),
                None => drop(resolver.add_error(self.unknown_mark(&name), place)),
            }
        }
        let place = rows.table.row_place(row);
        if rows.has_fields() {
            let fields = rows.fields(row);
            self.cells[index].kind = self.kinds.with_fields(self.cells[index].kind, fields);
        }
        self.cells[index].place = place;
    }

    /// Returns the error for a kind that does not exist.
    fn unknown_kind(&self, name: &str) -> Diagnostic {
        let known: Vec<String> = self.kinds.kinds.iter().map(|kind| kind.name.to_string()).collect();
        let hint = if self.marks.iter().any(|key| *key.mark.name == *name) {
            format!("`{name}` is a mark: write it in the column `mark`").into()
        } else {
            let sign = name.chars().next().unwrap_or('a');
            near::hint(name, known.iter().map(String::as_str), || {
                format!("add it to [board.key]: \"{sign}\" = {{ kind = \"{name}\", fill = \"tan\" }}")
            })
        };
        codes::UNKNOWN_SIGN.error(format!("unknown kind `{name}`")).hint(hint)
    }

    /// Returns the error for a mark that does not exist.
    pub fn unknown_mark(&self, name: &str) -> Diagnostic {
        let known: Vec<&str> = self.marks.iter().map(|key| &*key.mark.name).collect();
        let hint = match self.marks.iter().find(|key| name.chars().eq([key.sign()])) {
            Some(key) => {
                format!("write `{0}`: on a map, `{name}` is the character for `{0}`", key.mark.name).into()
            }
            None if known.is_empty() => {
                format!("add it to [board.key]: \"*\" = {{ mark = \"{name}\", disc = \"5mm\" }}").into()
            }
            None => near::among(name, &known, "choose one of:"),
        };
        codes::UNKNOWN_SIGN.error(format!("unknown mark `{name}`")).hint(hint)
    }
}

/// Finds the cell that a row of a file describes.
struct CellFinder {
    by_name: HashMap<String, usize>,
    by_hex: CellIndex,
    tiling: Tiling,
    offset: Offset,
}

impl CellFinder {
    /// Returns the index of the cell that a row describes. Returns `None` if the board has no such
    /// cell. Reports an unknown name, but not a column and a row that are outside the board.
    fn find(&self, rows: &CellRows<'_>, row: usize, resolver: &mut Resolver<'_>) -> Option<usize> {
        if let Some((name, place)) = rows.text(row, "cell") {
            let found = self.by_name.get(&name).copied();
            if found.is_none() {
                resolver.add_error(self.unknown_name(name), place);
            }
            return found;
        }
        let [_, column, ..] = rows.columns;
        if column.is_none() || self.tiling.all_edges().is_none() {
            let message = format!("{} does not name a cell", rows.table.row_name(row));
            return resolver.error(codes::BAD_DATA, rows.table.row_place(row), message).none();
        }
        let place = rows.column_and_row(row, resolver)?;
        self.by_hex.get(BoardShape::in_rectangle(self.tiling, self.offset, place))
    }

    fn unknown_name(&self, name: String) -> Diagnostic {
        let mut names: Vec<&str> = self.by_name.keys().map(String::as_str).collect();
        names.sort_unstable();
        let alike = names.iter().find(|known| folded(known) == folded(&name));
        let hint = match (alike, extent(&names)) {
            (Some(alike), _) => Hint::did_you_mean(&name, alike),
            (None, Some((first, last))) => format!(
                "the names of the cells go from {first} to {last}; to print them on the board, add \
                    show-names = \"inside\""
            )
            .into(),
            (None, None) => "add names = \"offset\" to name the cells".into(),
        };
        let cause = if alike.is_some() { "spelt otherwise" } else { "a cell off the board" };
        codes::UNKNOWN_PLACE.error(format!("unknown cell `{name}`")).hint(hint).cause(cause, name)
    }
}

fn has_column(table: &Table, name: &str) -> bool {
    table.columns.iter().any(|column| **column == *name)
}

/// Returns a possible warning about a column that is not used. Returns `None` if the column
/// is empty, or if its name is usual for notes of the author, such as `remarks`.
fn unused_column(table: &Table, index: usize) -> Option<UnusedColumn> {
    let column = table.columns.get(index)?;
    let slip = USUAL_NAMES.into_iter().find(|(intended, words)| {
        !has_column(table, intended)
            && (words.split_whitespace().any(|word| word == &**column) || near::is_slip(column, intended))
    });
    let (intended, hint) = match slip {
        Some((intended, _)) => (
            Some(intended),
            format!(
                "did you mean `{intended}`? Rename the column; or print it in each cell: \
                cell = {{ label = \"{{{{ {column} }}}}\" }}"
            ),
        ),
        None if !is_noted(column) && table.has_values(index) => {
            (None, format!("to print it, write {{{{ {column} }}}} in a text or a `label` of the cells"))
        }
        None => return None,
    };
    Some(UnusedColumn {
        rows: table.header_place(),
        column: Arc::clone(column),
        intended,
        place: table.column_place(index),
        hint,
        is_error: intended.is_some(),
    })
}

/// Reports a file without columns that identify cells.
fn no_cells<T>(table: &Table, resolver: &mut Resolver<'_>) -> Option<T> {
    let message = "the file needs a column `cell` with the names of cells, or the columns `column` and `row`";
    let similar = table.columns.iter().position(|column| CELL_NAMES.split(' ').any(|name| *name == **column));
    let pair = COLUMN_AND_ROW
        .into_iter()
        .find(|(across, down)| has_column(table, across) && has_column(table, down));
    let hint = match (pair, similar.and_then(|index| table.columns.get(index))) {
        (Some((across, down)), _) => Some(
            format!("rename `{across}` to `column` and `{down}` to `row`; both are counted from 1").into(),
        ),
        (None, Some(name)) => {
            Some(Hint::replacing(format!("did you mean `cell`? Rename the column `{name}`"), name, "cell"))
        }
        (None, None) => None,
    };
    let place = similar.map_or(table.header_place(), |index| table.column_place(index));
    resolver.add_error(codes::BAD_DATA.error(message).maybe_hint(hint), place).none()
}

//! `data = "map.csv"`: what cells are, row by row: a cell by its name, or by its column and row, with a kind, a label and marks.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::cells::Draft;
use crate::base::cell_index::CellIndex;
use crate::base::hex::Hex;
use crate::diag::near;
use crate::diag::{Place, codes};
use crate::model::board::{Cell, CellWords};
use crate::model::element::Element;
use crate::model::naming::extent;
use crate::model::shape::{MOST_CELLS, Shape};
use crate::resolve::comparisons::{self, folded};
use crate::resolve::context::Compiler;
use crate::resolve::doubts::{Doubt, is_noted};
use crate::spec::data::{Data, Table};
use crate::spec::values::place::At;
use crate::spec::values::scalar::Scalar;
use crate::spec::values::spelling::has_letters;

/// The columns of such a file; others are words for the templates of its cells.
const COLUMNS: [&str; 6] = ["cell", "column", "row", "kind", "label", "mark"];

/// A file with the numbers of its columns.
struct Rows<'t> {
    table: &'t Table,
    columns: [Option<usize>; 6],
    letters: Arc<[Arc<str>]>,
}

impl Rows<'_> {
    /// Whether it has columns of the game's own.
    fn has_words(&self) -> bool {
        self.table.columns.iter().any(|name| !COLUMNS.contains(&&**name))
    }

    /// What a row says in a column, and where; none where it says nothing.
    fn said(&self, row: usize, name: &str) -> Option<(String, Place)> {
        let column = self.columns[COLUMNS.iter().position(|own| *own == name)?]?;
        let value = self.table.row(row).get(column)?;
        let text = value.to_string();
        let said = text.trim();
        (!said.is_empty()).then(|| (said.to_owned(), self.table.cell_place(row, column)))
    }

    fn number(&self, row: usize, name: &str, compiler: &mut Compiler<'_>) -> Option<u32> {
        let Some((text, place)) = self.said(row, name) else {
            let message = format!("{} lacks the number of its {name}", self.table.row_name(row));
            return compiler.error(codes::BAD_DATA, self.table.row_place(row), message).none();
        };
        let number = text.parse().ok().filter(|n| (1..=MOST_CELLS as u32).contains(n));
        if number.is_none() {
            let message = format!("`{text}` is no number of a {name}: they begin at 1");
            let letter = text.chars().next().filter(|c| text.len() == 1 && c.is_ascii_alphabetic());
            let hint =
                letter.map(|c| format!("letters are counted too: {}", c.to_ascii_uppercase() as u32 - 64));
            compiler.wrong(codes::BAD_DATA.error(message).maybe_hint(hint), place);
        }
        number
    }
}

/// What a column of this name says, and where.
fn of_column<'t>(table: &'t Table, name: &str) -> Vec<(&'t Scalar, Place)> {
    let column = table.columns.iter().position(|own| **own == *name);
    let cell = |row| Some((table.row(row).get(column?)?, table.cell_place(row, column?)));
    (0..table.len()).filter_map(cell).collect()
}

/// What people call the column with the names of cells.
const CELLS: &str = "cells hex hexes square tile coord coords coordinate coordinates position pos location place space field \
    id number name address hex_id hex_number feld zelle koordinate case casella casilla";

/// What people call the numbers of columns and rows.
const ACROSS: [(&str, &str); 4] = [("x", "y"), ("col", "row"), ("q", "r"), ("spalte", "zeile")];

/// What people call the columns that mean something, where there is none of that name.
const MEANT: [(&str, &str); 3] = [
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

impl Draft<'_> {
    /// Looks for columns that nothing asks for and that may be meant for one that means something.
    pub fn doubtful_columns(&self, data: &At<Data>, compiler: &mut Compiler<'_>) {
        let Some(table) = &data.value.table else { return };
        let kinds = &self.kinds.kinds;
        let conditions = comparisons::of_elements(kinds.iter().flat_map(|kind| &kind.draws));
        comparisons::check(&conditions, |name, _| of_column(table, name), compiler);
        let labels = kinds.iter().filter_map(|kind| kind.label_from.as_ref());
        let mut asked: BTreeSet<&str> = labels.flat_map(|label| label.template.needs()).collect();
        asked.extend(kinds.iter().flat_map(|kind| &kind.draws).flat_map(Element::needs));
        let is_there = |name: &str| table.columns.iter().any(|column| **column == *name);
        if asked.iter().any(|need| !is_there(need)) {
            // Reported where it is asked for.
            return;
        }
        let mut doubted = false;
        for (index, column) in table.columns.iter().enumerate() {
            let name = &**column;
            let place = table.column_place(index);
            if asked.contains(name) || COLUMNS.contains(&name) {
                compiler.doubts.asked.insert((table.header_place(), Arc::clone(column)));
                continue;
            }
            let means = |words: &str| words.split_whitespace().any(|word| word == name);
            let is_meant = |(meant, words): &(&str, &str)| {
                !is_there(meant) && (means(words) || near::is_slip(name, meant))
            };
            if let Some((meant, _)) = MEANT.into_iter().find(is_meant) {
                let hint = format!(
                    "did you mean `{meant}`? Name the column so, or print it in its cells: {{{{ {name} }}}}"
                );
                compiler.doubts.doubted.push(Doubt {
                    rows: table.header_place(),
                    column: Arc::clone(column),
                    meant: Some(meant),
                    place,
                    hint,
                    sure: true,
                });
                doubted = true;
            } else if !is_noted(name) && table.says(index) {
                let hint = format!("{{{{ {name} }}}} in a text or a `label` of its cells prints it");
                compiler.doubts.doubted.push(Doubt {
                    rows: table.header_place(),
                    column: Arc::clone(column),
                    meant: None,
                    place,
                    hint,
                    sure: false,
                });
            }
        }
        let shows = COLUMNS[3..].iter().any(|name| is_there(name)) || !asked.is_empty() || doubted;
        if !shows && (self.b.map.is_some() || self.b.shape.is_some()) {
            let warning = codes::IDLE_KEY.warning("the board shows nothing of this file");
            let hint =
                "a column `kind`, `label` or `mark` says what its cells are; others are words: {{ name }}";
            compiler.warnings.push(warning.at(compiler.place(data)).hint(hint));
        }
    }

    fn rows<'t>(&self, data: &'t At<Data>, compiler: &mut Compiler<'_>) -> Option<Rows<'t>> {
        let Some(table) = &data.value.table else {
            let message = format!("`{}` has not been read", data.value.name);
            return compiler.error(codes::UNREADABLE, data, message).none();
        };
        let columns = COLUMNS.map(|name| table.columns.iter().position(|own| &**own == name));
        let [cell, column, row, ..] = columns;
        if cell.is_none() && (column.is_none() || row.is_none()) {
            let message =
                "a map has a column `cell` with the names of cells, or the columns `column` and `row`";
            let meant = table.columns.iter().position(|own| CELLS.split(' ').any(|name| *name == **own));
            let hint = meant.and_then(|at| table.columns.get(at));
            let hint = hint.map(|name| format!("did you mean `cell`? The column `{name}` may be called so"));
            let has = |name: &str| table.columns.iter().any(|own| **own == *name);
            let pair = ACROSS.into_iter().find(|(across, down)| has(across) && has(down));
            let hint = pair.map_or(hint, |(across, down)| {
                Some(format!("call `{across}` `column` and `{down}` `row`; both are counted from 1"))
            });
            let place = meant.map_or(table.header_place(), |at| table.column_place(at));
            return compiler.wrong(codes::BAD_DATA.error(message).maybe_hint(hint), place).none();
        }
        let column = |at: usize| (0..table.len()).filter_map(move |row| table.row(row).get(at));
        let has_letters = |(at, _): &(usize, &Arc<str>)| has_letters(column(*at));
        let letters = table.columns.iter().enumerate().filter(has_letters).map(|(_, name)| Arc::clone(name));
        Some(Rows { table, columns, letters: letters.collect() })
    }

    /// Lays the cells that a file lists by column and row, as they lie in a rectangle.
    pub fn lay_data(&mut self, data: &At<Data>, compiler: &mut Compiler<'_>) {
        let Some(rows) = self.rows(data, compiler) else { return };
        if rows.columns[1].is_none() || rows.columns[2].is_none() {
            let hint =
                "the columns `column` and `row`, or a `shape` whose cells have the names that the file says";
            let message = "where the cells lie is not said";
            compiler.hinted(codes::MISSING_KEY, rows.table.header_place(), message, hint);
            return;
        }
        if self.tiling.all_edges().is_none() {
            compiler.error(
                codes::BAD_VALUE,
                data,
                "cells of several sorts lie in no columns: give a `shape`",
            );
            return;
        }
        let offset = self.b.offset.as_deref().copied().unwrap_or_default();
        let kind = self.kinds.ground();
        let mut known: HashMap<Hex, Place> = HashMap::new();
        for row in 0..rows.table.len().min(MOST_CELLS as usize + 1) {
            let place = rows.table.row_place(row);
            let column = rows.number(row, "column", compiler);
            let (Some(column), Some(line)) = (column, rows.number(row, "row", compiler)) else { continue };
            let hex = Shape::in_rectangle(self.tiling, offset, (column as i32 - 1, line as i32 - 1));
            if known.insert(hex, place).is_some() {
                let message = format!("column {column}, row {line} is listed twice");
                compiler.error(codes::SAME_NAME, place, message);
                continue;
            }
            self.cells.push(Cell { hex, kind, marks: Vec::new(), place });
        }
    }

    /// Gives cells the kind, the label and the marks that a file says of them.
    pub fn apply_data(&mut self, data: &At<Data>, compiler: &mut Compiler<'_>) {
        let Some(rows) = self.rows(data, compiler) else { return };
        let by_name: HashMap<String, usize> = self
            .names
            .iter()
            .flat_map(|names| names.iter())
            .enumerate()
            .map(|(i, name)| (name.to_string(), i))
            .collect();
        let offset = self.b.offset.as_deref().copied().unwrap_or_default();
        let by_hex = CellIndex::new(self.cells.iter().map(|cell| cell.hex));
        // Where each cell is listed; the cells of a board that has no others have been looked at.
        let mut listed: HashMap<usize, Place> = HashMap::new();
        let are_laid = self.b.map.is_none() && self.b.shape.is_none() && self.b.points.0.is_empty();
        for row in 0..rows.table.len() {
            let index = match rows.said(row, "cell") {
                Some((name, place)) => {
                    let found = by_name.get(&name).copied();
                    if found.is_none() {
                        let mut names: Vec<&str> = by_name.keys().map(String::as_str).collect();
                        names.sort_unstable();
                        let alike = names.iter().find(|own| folded(own) == folded(&name));
                        let hint = match (alike, extent(&names)) {
                            (Some(alike), _) => format!("did you mean `{alike}`?"),
                            (None, Some((first, last))) => {
                                format!(
                                    "the board has {first} to {last}; show-names = \"inside\" prints them"
                                )
                            }
                            _ => "names = \"offset\" names the cells".to_owned(),
                        };
                        let message = format!("no cell is called `{name}`");
                        let cause = if alike.is_some() { "spelt otherwise" } else { "a cell off the board" };
                        let wrong = codes::UNKNOWN_PLACE.error(message).hint(hint);
                        compiler.wrong(wrong.cause(cause, name), place);
                    }
                    found
                }
                None if rows.columns[1].is_some() && self.tiling.all_edges().is_some() => {
                    let column = rows.number(row, "column", compiler);
                    let line = rows.number(row, "row", compiler);
                    let place = column.zip(line).map(|(c, r)| (c as i32 - 1, r as i32 - 1));
                    place.and_then(|at| by_hex.get(Shape::in_rectangle(self.tiling, offset, at)))
                }
                None => {
                    let message = format!("{} names no cell", rows.table.row_name(row));
                    compiler.error(codes::BAD_DATA, rows.table.row_place(row), message);
                    None
                }
            };
            let place = rows.table.row_place(row);
            if let Some(first) = index.and_then(|index| listed.insert(index, place))
                && !are_laid
            {
                let named = rows.said(row, "cell").map(|(name, _)| format!("the cell `{name}`"));
                let message = format!("{} is listed twice", named.unwrap_or_else(|| "this cell".to_owned()));
                compiler.wrong(codes::SAME_NAME.error(message).also(first, "here first").at(place), place);
            }
            if let Some(index) = index {
                self.apply_row(index, row, &rows, compiler);
            }
        }
    }

    fn apply_row(&mut self, index: usize, row: usize, rows: &Rows<'_>, compiler: &mut Compiler<'_>) {
        if let Some((name, place)) = rows.said(row, "kind") {
            let Some(kind) = self.kinds.called(&name) else {
                let known: Vec<String> = self.kinds.kinds.iter().map(|kind| kind.name.to_string()).collect();
                let is_mark = self.marks.iter().any(|key| *key.mark.name == *name);
                let hint = if is_mark {
                    format!("`{name}` is a mark: it belongs to the column `mark`")
                } else {
                    near::hint(&name, known.iter().map(String::as_str), || {
                        "[board.key] says what kinds there are".to_owned()
                    })
                };
                compiler.hinted(codes::UNKNOWN_SIGN, place, format!("no kind is called `{name}`"), hint);
                return;
            };
            self.cells[index].kind = kind;
        }
        if let Some((label, _)) = rows.said(row, "label") {
            let base = self.cells[index].kind;
            let label: Arc<str> = label.into();
            self.cells[index].kind = self.kinds.labelled(base, &label);
        }
        if let Some((marks, place)) = rows.said(row, "mark") {
            for name in marks.split(|c: char| c.is_whitespace() || c == ',').filter(|name| !name.is_empty()) {
                let Some(mark) = self.marks.iter().position(|key| &*key.mark.name == name) else {
                    let known: Vec<&str> = self.marks.iter().map(|key| &*key.mark.name).collect();
                    let signed = self.marks.iter().find(|key| name.chars().eq([key.sign()]));
                    let hint = match signed {
                        Some(key) => {
                            format!("`{name}` is its sign on a map: write its name, `{}`", key.mark.name)
                        }
                        None if known.is_empty() => "[board.key] says what marks there are".to_owned(),
                        None => near::among(name, &known, "[board.key] has:"),
                    };
                    compiler.hinted(codes::UNKNOWN_SIGN, place, format!("no mark is called `{name}`"), hint);
                    continue;
                };
                self.cells[index].marks.push(mark);
            }
        }
        let place = rows.table.row_place(row);
        let columns = rows.table.columns.iter().zip(rows.table.row(row));
        let words = columns.filter(|(name, _)| !COLUMNS[3..].contains(&&***name));
        let words: Vec<_> = words.map(|(name, value)| (Arc::clone(name), value.clone())).collect();
        if rows.has_words() {
            self.cells[index].kind = self.kinds.with_words(
                self.cells[index].kind,
                CellWords { words, letters: Arc::clone(&rows.letters), place },
            );
        }
        self.cells[index].place = place;
    }
}

//! Holds the state while a layout is compiled: its file, names, fonts and pictures, and the report.
//!
//! - In: a layout, with its fonts and pictures.
//! - Out: values for the other modules of this crate, and a report of the errors and warnings that
//!   these modules find.
//! - Not here: compiling values, except colours, lines and fonts.

use crate::unused_columns::UnusedColumns;
use crate::uses::Uses;
use hexpress_base::diag::{Code, Diagnostic, FileId, Hint, Report, Reported, Result, SourceSpan, codes};
use hexpress_base::sorted_map::SortedMap;
use hexpress_base::tiling::Tiling;
use hexpress_base::tiling::hex::Orientation;
use hexpress_game::cell_lines::CellLine;
use hexpress_game::names::stroke;
use hexpress_game::typesetting::find_font;
use hexpress_game::{CellSize, DieSheet, Mark, Names, Outline, Pictures};
use hexpress_language::data::{Data, Table};
use hexpress_language::tables::layout::{Cells, Layout};
use hexpress_language::values::shares::OfWhole;
use hexpress_language::values::spanned::Spanned;
use hexpress_language::values::value::{ColourName, Font, Line};
use hexpress_scene::text::{DEFAULT_FAMILY, FontId, Fonts};
use hexpress_scene::{Ink, Stroke};
use hexpress_template::Engine;
use std::ops::Range;
use std::sync::Arc;

/// Stores everything that is needed while one layout is compiled.
pub struct Resolver<'a> {
    pub layout: &'a Layout,
    pub file: FileId,
    /// The text of the layout's file.
    pub text: &'a str,
    pub fonts: &'a Fonts,
    /// The colours and directions of the layout.
    pub names: Names,
    /// The engine that compiles and evaluates templates and conditions.
    pub engine: Engine,
    /// The picture files and icons in the folder of the layout.
    pub pictures: Pictures,
    /// The marks of all boards.
    pub marks: Vec<Arc<Mark>>,
    /// The names of all boards.
    pub boards: Vec<String>,
    /// The cell size of each board that has no errors.
    pub cell_sizes: SortedMap<String, CellSize>,
    /// The `[[sheet]]` tables that have no errors.
    pub die_sheets: Vec<Arc<DieSheet>>,
    /// The names of all `[[sheet]]` tables.
    pub die_sheet_names: Vec<String>,
    pub seed: u64,
    /// The number of seats at the table, at least 1.
    pub seats: u32,
    /// Columns and fields that nothing uses.
    pub unused_columns: UnusedColumns,
    /// Records which names of the layout are used.
    pub uses: Uses,
    /// The number of elements in which the current element is nested.
    pub depth: usize,
    /// The names of the `[look]` tables in which the current element is nested.
    pub open_looks: Vec<String>,
    pub warnings: Vec<Diagnostic>,
    /// The number of all pieces that are compiled so far.
    pub pieces: usize,
    /// The number of elements on the faces and backs of all pieces that are compiled so far.
    pub elements: usize,
    /// The errors. The warnings are in `warnings`, and are added to this report only after all
    /// components have been compiled.
    pub report: Report,
}

/// A value that has a place in the layout's file.
pub trait HasSpan {
    /// Returns the place of the value. `file` is the file of the layout.
    fn place(&self, file: FileId) -> SourceSpan;
}

impl<T> HasSpan for &Spanned<T> {
    fn place(&self, file: FileId) -> SourceSpan {
        SourceSpan::new(file, self.span.clone())
    }
}

impl HasSpan for SourceSpan {
    fn place(&self, _: FileId) -> SourceSpan {
        *self
    }
}

impl Resolver<'_> {
    pub fn place(&self, at: impl HasSpan) -> SourceSpan {
        at.place(self.file)
    }

    /// Returns whether all uses of names and columns are known. If a part of the layout has errors, the
    /// names and columns that this part uses are unknown.
    pub fn knows_all_uses(&self) -> bool {
        !self.layout.is_partial && !self.report.has_errors()
    }

    pub fn add_error(&mut self, diagnostic: Diagnostic, at: impl HasSpan) -> Reported {
        self.report.add_error(diagnostic.at(at.place(self.file)))
    }

    /// Returns the rows of a data file. Reports a file that has not been read. Returns `None` after an
    /// error.
    pub fn table<'t>(&mut self, data: &'t Spanned<Data>) -> Option<&'t Arc<Table>> {
        let table = data.value.table.as_ref();
        table.or_else(|| {
            let message = format!("`{}` has not been read", data.value.name);
            self.error(codes::UNREADABLE, data, message).none()
        })
    }

    pub fn error(&mut self, code: Code, at: impl HasSpan, message: impl Into<String>) -> Reported {
        self.add_error(code.error(message), at)
    }

    pub fn error_with_hint(
        &mut self,
        code: Code,
        at: impl HasSpan,
        message: impl Into<String>,
        hint: impl Into<Hint>,
    ) -> Reported {
        self.add_error(code.error(message).hint(hint), at)
    }

    /// Returns the byte range in the file where the theme is named. Returns `None` for a layout without
    /// a theme.
    fn theme_span(&self) -> Option<&Range<usize>> {
        let theme = self.layout.game.as_ref()?.theme.as_ref()?;
        Some(&theme.span)
    }

    /// Returns the place where the layout names its theme. Mistakes in values from the theme are also
    /// reported at this place. Returns `None` for a layout without a theme.
    pub fn theme_place(&self) -> Option<SourceSpan> {
        self.theme_span().map(|span| SourceSpan::new(self.file, span.clone()))
    }

    /// Returns whether a value comes from the theme.
    pub fn is_of_theme<T>(&self, at: &Spanned<T>) -> bool {
        self.is_theme_span(&at.span)
    }

    /// Returns whether the value with this byte range comes from the theme. All values from the theme
    /// have the byte range of the text that names the theme.
    pub fn is_theme_span(&self, span: &Range<usize>) -> bool {
        self.theme_span() == Some(span)
    }

    /// Returns the value of `result`. If it is an error, reports it and returns `None`.
    pub fn ok_or_report<T>(&mut self, result: Result<T>, at: impl HasSpan) -> Option<T> {
        result.map_err(|diagnostic| self.add_error(diagnostic, at)).ok()
    }

    /// Runs `step`. Returns its result, and `true` if it reported no errors.
    pub fn track_errors<T>(&mut self, step: impl FnOnce(&mut Self) -> T) -> (T, bool) {
        let (found, findings) = Report::track_findings(self, |resolver| &mut resolver.report, step);
        (found, findings.is_empty())
    }

    /// Runs `step`. Returns its result, or `None` if it reported errors.
    pub fn without_errors<T>(&mut self, step: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let (result, is_valid) = self.track_errors(step);
        is_valid.then_some(result)
    }

    pub fn ink(&mut self, name: &Spanned<ColourName>) -> Option<Ink> {
        self.ok_or_report(self.names.colour(&name.value.0), name)
    }

    /// Returns the ink of an area: a colour that may have a pattern. Returns `None` after an error.
    pub fn area(&mut self, name: &Spanned<ColourName>) -> Option<Ink> {
        self.ok_or_report(self.names.area(&name.value.0), name)
    }

    /// Returns the ink of a fill. Returns `None` if the fill is `none` or has an error.
    pub fn fill(&mut self, name: &Spanned<ColourName>) -> Option<Ink> {
        self.ok_or_report(self.names.fill(&name.value.0), name).flatten()
    }

    pub fn stroke(&mut self, line: &Spanned<Line>) -> Option<Stroke> {
        self.ok_or_report(stroke(&line.value, &self.names), line)
    }

    /// Returns the stroke of a line on a board. If its width is a percentage of a cell, the width is
    /// computed for a cell of `NOMINAL_CELL` mm, because the real size of cells is not known yet.
    /// Returns `None` after an error.
    pub fn board_stroke(&mut self, line: &Spanned<OfWhole<Line>>) -> Option<Stroke> {
        self.ok_or_report(stroke(&line.value, &self.names), line)
    }

    /// Returns the line of cells, edges or roads. Its width may be a percentage of a cell. Returns
    /// `None` after an error.
    pub fn cell_line(&mut self, line: &Spanned<OfWhole<Line>>) -> Option<CellLine> {
        Some(CellLine::new(self.board_stroke(line)?, line.percents[0]))
    }

    /// Returns the tiling of a board. Reports a board without `cells`.
    pub fn tiling(&mut self, cells: &Option<Spanned<Cells>>, place: SourceSpan) -> Tiling {
        match cells.as_deref() {
            Some(cells) => tiling_of(*cells),
            None => {
                let hint = "write cells = \"flat-top\" (a side at the top), \"pointy-top\" (a corner at the top), \"square\", \"triangles\" or \"4.8.8\"";
                let message = "missing `cells`: the shape of the cells of this board";
                self.error_with_hint(codes::MISSING_KEY, place, message, hint);
                Tiling::FlatTop
            }
        }
    }

    /// Returns the orientation of hexagons. Reports cells that are not hexagons. If the layout
    /// gives no orientation, reports the message `needs`.
    pub fn orientation(
        &mut self,
        cells: &Option<Spanned<Cells>>,
        place: SourceSpan,
        needs: &str,
    ) -> Orientation {
        let hint = "write cells = \"flat-top\" (a side at the top) or \"pointy-top\" (a corner at the top)";
        match cells.as_deref() {
            Some(Cells::PointyTop) => return Orientation::PointyTop,
            Some(Cells::FlatTop) => return Orientation::FlatTop,
            Some(other) => {
                let message = format!(
                    "the pieces are hexagons: `cells` must be \"flat-top\" or \"pointy-top\", not `{}`",
                    tiling_of(*other)
                );
                let at = cells.as_ref().map_or(place, |at| self.place(at));
                self.error_with_hint(codes::BAD_VALUE, at, message, hint);
            }
            None => drop(self.error_with_hint(codes::MISSING_KEY, place, needs, hint)),
        }
        Orientation::FlatTop
    }

    pub fn font(&mut self, font: &Font, place: SourceSpan) -> Option<FontId> {
        let family = font.family.as_deref().unwrap_or(DEFAULT_FAMILY);
        self.uses.fonts.insert(family.to_owned());
        self.ok_or_report(find_font(font, self.fonts), place)
    }
}

/// Returns the tiling for a value of `cells`.
fn tiling_of(cells: Cells) -> Tiling {
    Tiling::named(cells.word()).unwrap_or(Tiling::FlatTop)
}

/// The properties of a component that a random deck needs.
#[derive(Debug, Clone, Copy)]
pub struct DeckProperties<'a> {
    /// The name of the component. The random numbers of a component depend on its name, so two
    /// components have different random numbers.
    pub name: &'a str,
    pub outline: &'a Outline,
    /// Whether all edges of a piece are equally long. False only for rectangles that are not square.
    pub is_square: bool,
    /// Whether an element uses the field `edges` or `paths`. Each of these fields contains the
    /// colours of all edges in one text.
    pub asks_for_all_edges: bool,
}

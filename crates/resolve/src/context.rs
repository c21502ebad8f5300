//! Holds the state of the compilation of one layout: its file, the names, fonts and pictures of the
//! game, and the report.
//!
//! Every module of this crate reads from it and adds errors and warnings to it. Nothing is compiled
//! here except colours, lines and fonts.

use crate::doubts::Doubts;
use crate::uses::Uses;
use hexpress_base::diag::{Code, Diagnostic, FileId, Hint, Place, Report, Reported, Result, codes};
use hexpress_base::hex::Orientation;
use hexpress_base::ordered_map::Map;
use hexpress_base::tiling::Tiling;
use hexpress_game::cell_lines::CellLine;
use hexpress_game::names::stroke;
use hexpress_game::typesetting::find_font;
use hexpress_game::{CellSize, DieSheet, Mark, Names, Outline, Pictures};
use hexpress_language::tables::layout::{Cells, Layout};
use hexpress_language::values::place::At;
use hexpress_language::values::shares::OfWhole;
use hexpress_language::values::value::{ColourName, Font, Line};
use hexpress_scene::text::{DEFAULT_FAMILY, FontId, Fonts};
use hexpress_scene::{Ink, Stroke};
use hexpress_template::Engine;
use std::ops::Range;
use std::sync::Arc;

/// The compilation of one layout.
pub struct Compiler<'a> {
    pub layout: &'a Layout,
    /// The file of the layout.
    pub file: FileId,
    /// The text of the file.
    pub text: &'a str,
    pub fonts: &'a Fonts,
    /// The colours and directions of the layout.
    pub names: Names,
    /// Compiles and evaluates templates and conditions.
    pub engine: Engine,
    /// The picture files and icons of the folder of the layout.
    pub pictures: Pictures,
    /// The marks of all boards, by name.
    pub marks: Vec<Arc<Mark>>,
    /// The names of all boards.
    pub boards: Vec<String>,
    /// The size of the cells of every board without errors.
    pub cell_sizes: Map<String, CellSize>,
    /// The cut sheets without errors.
    pub die_sheets: Vec<Arc<DieSheet>>,
    /// The names of all cut sheets.
    pub die_sheet_names: Vec<String>,
    /// The seed of random decks.
    pub seed: u64,
    /// The number of seats at the table, from 1.
    pub seats: u32,
    /// Columns and fields that nothing uses.
    pub doubts: Doubts,
    /// The names of the layout that are used.
    pub uses: Uses,
    /// How many elements surround the element that is being compiled.
    pub depth: usize,
    /// The looks that surround the element that is being compiled.
    pub open_looks: Vec<String>,
    pub warnings: Vec<Diagnostic>,
    /// The number of pieces of the components that are compiled so far.
    pub pieces: usize,
    /// The number of elements on the faces and backs of these pieces.
    pub elements: usize,
    /// The errors so far. It has no warnings until all components are compiled.
    pub report: Report,
}

/// A value with a place in the file of the layout.
pub trait Located {
    /// Returns the place of the value, given the file of the layout.
    fn place(&self, file: FileId) -> Place;
}

impl<T> Located for &At<T> {
    fn place(&self, file: FileId) -> Place {
        Place::new(file, self.span.clone())
    }
}

impl Located for Place {
    fn place(&self, _: FileId) -> Place {
        *self
    }
}

impl Compiler<'_> {
    /// Returns the place of a value in the file.
    pub fn place(&self, at: impl Located) -> Place {
        at.place(self.file)
    }

    /// Returns true if everything that can use a name or a column was read without errors. Only
    /// then is it known which names are unused.
    pub fn knows_all_uses(&self) -> bool {
        !self.layout.unread && !self.report.has_errors()
    }

    /// Adds an error to the report, at a place.
    pub fn add_error(&mut self, wrong: Diagnostic, at: impl Located) -> Reported {
        self.report.add_error(wrong.at(at.place(self.file)))
    }

    /// Reports an error without a hint.
    pub fn error(&mut self, code: Code, at: impl Located, message: impl Into<String>) -> Reported {
        self.add_error(code.error(message), at)
    }

    /// Reports an error with a hint.
    pub fn error_with_hint(
        &mut self,
        code: Code,
        at: impl Located,
        message: impl Into<String>,
        hint: impl Into<Hint>,
    ) -> Reported {
        self.add_error(code.error(message).hint(hint), at)
    }

    /// Returns the bytes of the name of the theme in the file.
    fn theme_span(&self) -> Option<&Range<usize>> {
        let theme = self.layout.game.as_ref()?.theme.as_ref()?;
        Some(&theme.span)
    }

    /// Returns the place where the theme is named. It is also the place of every value that the
    /// theme provides.
    pub fn theme_place(&self) -> Option<Place> {
        self.theme_span().map(|span| Place::new(self.file, span.clone()))
    }

    /// Returns whether the theme provides a value.
    pub fn is_of_theme<T>(&self, at: &At<T>) -> bool {
        self.is_theme_span(&at.span)
    }

    /// Returns whether the theme provides the value at a span of the file.
    pub fn is_theme_span(&self, span: &Range<usize>) -> bool {
        self.theme_span() == Some(span)
    }

    /// Returns a value, or reports the error and returns `None`.
    pub fn ok_or_report<T>(&mut self, result: Result<T>, at: impl Located) -> Option<T> {
        result.map_err(|wrong| self.add_error(wrong, at)).ok()
    }

    /// Returns the result of a step, and whether the step reported no errors.
    pub fn track_errors<T>(&mut self, step: impl FnOnce(&mut Self) -> T) -> (T, bool) {
        Report::track_findings(self, |compiler| &mut compiler.report, step)
    }

    /// Returns the result of a step, or `None` if the step reported errors.
    pub fn without_errors<T>(&mut self, step: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let (result, is_valid) = self.track_errors(step);
        is_valid.then_some(result)
    }

    /// Returns the ink of a colour.
    pub fn ink(&mut self, name: &At<ColourName>) -> Option<Ink> {
        self.ok_or_report(self.names.colour(&name.value.0), name)
    }

    /// Returns the ink of a fill, or `None` for the fill `none` and after an error.
    pub fn fill(&mut self, name: &At<ColourName>) -> Option<Ink> {
        self.ok_or_report(self.names.fill(&name.value.0), name).flatten()
    }

    /// Returns the stroke of a line.
    pub fn stroke(&mut self, line: &At<Line>) -> Option<Stroke> {
        self.ok_or_report(stroke(&line.value, &self.names), line)
    }

    /// Returns the stroke of a line of a board, for cells of the nominal size.
    pub fn board_stroke(&mut self, line: &At<OfWhole<Line>>) -> Option<Stroke> {
        self.ok_or_report(stroke(&line.value, &self.names), line)
    }

    /// Returns the line of cells, edges or roads.
    pub fn cell_line(&mut self, line: &At<OfWhole<Line>>) -> Option<CellLine> {
        Some(CellLine::new(self.board_stroke(line)?, line.percents[0]))
    }

    /// Returns the tiling of a board. Reports a board without `cells`.
    pub fn tiling(&mut self, cells: &Option<At<Cells>>, place: Place) -> Tiling {
        match cells.as_deref() {
            Some(cells) => tiling_of(*cells),
            None => {
                let hint = "write cells = \"flat-top\" (a side at the top), \"pointy-top\" (a corner at the top), \"square\", \"triangles\" or \"4.8.8\"";
                self.error_with_hint(
                    codes::MISSING_KEY,
                    place,
                    "missing `cells`: the shape of the cells of this board",
                    hint,
                );
                Tiling::FlatTop
            }
        }
    }

    /// Returns the orientation of hexagons. Reports a missing one with the message `needs`, and
    /// cells that are not hexagons.
    pub fn orientation(&mut self, cells: &Option<At<Cells>>, place: Place, needs: &str) -> Orientation {
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

    /// Finds the face of a font.
    pub fn font(&mut self, font: &Font, place: Place) -> Option<FontId> {
        let family = font.family.as_deref().unwrap_or(DEFAULT_FAMILY);
        self.uses.fonts.insert(family.to_owned());
        self.ok_or_report(find_font(font, self.fonts), place)
    }
}

/// Returns the tiling of a value of `cells`.
fn tiling_of(cells: Cells) -> Tiling {
    Tiling::named(cells.word()).unwrap_or(Tiling::FlatTop)
}

/// The component of a random deck.
#[derive(Debug, Clone, Copy)]
pub struct DeckContext<'a> {
    /// The name of the component, which selects its random streams.
    pub name: &'a str,
    pub outline: &'a Outline,
    /// Whether pieces are as high as they are wide. `true` for all outlines but rectangles.
    pub is_square: bool,
    /// Whether an element uses the fields `edges` or `paths`, which have the colours of all
    /// edges in one text.
    pub asks_for_all_edges: bool,
}

//! The state of the compilation of one layout: its file, the names, fonts and pictures of the game, and the report.
//!
//! Every module of this crate reads from it and adds errors and warnings to it. Nothing is compiled here except colours, lines and
//! fonts.

use super::doubts::Doubts;
use super::uses::Uses;
use crate::base::hex::Orientation;
use crate::base::map::Map;
use crate::base::tiling::Tiling;
use crate::diag::synonyms::{Typed, synonym};
use crate::diag::{Code, Diagnostic, FileId, Place, Report, Reported, Result, codes, near};
use crate::model::names::stroke;
use crate::model::{CellSize, DieSheet, Engine, Mark, Names, Outline, Pictures};
use crate::scene::{Ink, Stroke};
use crate::spec::tables::layout::{Cells, Layout};
use crate::spec::values::place::At;
use crate::spec::values::value::{ColourName, Font, Line};
use crate::text::{DEFAULT_FAMILY, FontId, Fonts, Style};
use std::sync::Arc;

/// The compilation of one layout.
pub struct Compiler<'a> {
    pub layout: &'a Layout,
    /// The file of the layout.
    pub file: FileId,
    /// The text of the file.
    pub text: &'a str,
    pub fonts: &'a Fonts,
    /// Colours and directions.
    pub names: Names,
    /// The expression language.
    pub engine: Engine,
    /// Pictures and icons.
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
    /// The number of seats.
    pub seats: u32,
    /// Columns and fields that nothing asks for.
    pub doubts: Doubts,
    /// The names of the layout that are used.
    pub uses: Uses,
    pub warnings: Vec<Diagnostic>,
    /// The number of pieces of the components that are compiled.
    pub pieces: usize,
    /// The number of elements of their faces and backs.
    pub elements: usize,
    /// Errors.
    pub report: Report,
}

/// A value with a place in the file of the layout.
pub trait PieceContext {
    fn place(&self, file: FileId) -> Place;
}

impl<T> PieceContext for &At<T> {
    fn place(&self, file: FileId) -> Place {
        Place::new(file, self.span.clone())
    }
}

impl PieceContext for Place {
    fn place(&self, _: FileId) -> Place {
        *self
    }
}

impl Compiler<'_> {
    /// Returns the place of a value in the file.
    pub fn place(&self, at: impl PieceContext) -> Place {
        at.place(self.file)
    }

    /// Whether everything that can use a name or a column is read without errors, so that unused ones are known.
    pub fn knows_all_uses(&self) -> bool {
        !self.layout.unread && !self.report.has_errors()
    }

    /// Reports an error.
    pub fn wrong(&mut self, wrong: Diagnostic, at: impl PieceContext) -> Reported {
        self.report.wrong(wrong.at(at.place(self.file)))
    }

    /// Reports an error without a hint.
    pub fn error(&mut self, code: Code, at: impl PieceContext, message: impl Into<String>) -> Reported {
        self.wrong(code.error(message), at)
    }

    /// Reports an error with a hint.
    pub fn hinted(
        &mut self,
        code: Code,
        at: impl PieceContext,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> Reported {
        self.wrong(code.error(message).hint(hint), at)
    }

    /// Whether a value is from the theme: such values have the place where the theme is named.
    pub fn is_of_theme<T>(&self, at: &At<T>) -> bool {
        let theme = self.layout.game.as_ref().and_then(|about| about.theme.as_ref());
        theme.is_some_and(|theme| theme.span == at.span)
    }

    /// Returns a value, or reports the error and returns `None`.
    pub fn found<T>(&mut self, found: Result<T>, at: impl PieceContext) -> Option<T> {
        found.map_err(|wrong| self.wrong(wrong, at)).ok()
    }

    /// Returns the result of a part of the work, and whether it reported no errors.
    pub fn apart<T>(&mut self, part: impl FnOnce(&mut Self) -> T) -> (T, bool) {
        Report::apart(self, |all| &mut all.report, part)
    }

    /// Returns the result of a part of the work, or `None` if it reported errors.
    pub fn whole<T>(&mut self, part: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let (found, well) = self.apart(part);
        well.then_some(found)
    }

    /// Returns the ink of a colour.
    pub fn ink(&mut self, name: &At<ColourName>) -> Option<Ink> {
        self.found(self.names.colour(&name.value.0), name)
    }

    /// Returns the ink of a fill, or `None` for the fill `none` and after an error.
    pub fn fill(&mut self, name: &At<ColourName>) -> Option<Ink> {
        self.found(self.names.fill(&name.value.0), name).flatten()
    }

    /// Returns the stroke of a line.
    pub fn stroke(&mut self, line: &At<Line>) -> Option<Stroke> {
        self.found(stroke(&line.value, &self.names), line)
    }

    /// Returns the tiling of a board. Reports a board without `cells`.
    pub fn tiling(&mut self, cells: &Option<At<Cells>>, place: Place) -> Tiling {
        match cells.as_deref() {
            Some(cells) => tiling_of(*cells),
            None => {
                let hint = "cells = \"flat-top\" (a side at the top), \"pointy-top\" (a corner at the top), \"square\", \"triangles\" or \"4.8.8\"";
                self.hinted(codes::MISSING_KEY, place, "a board must say what its cells are", hint);
                Tiling::FlatTop
            }
        }
    }

    /// Which way hexagons stand, which must be said.
    pub fn orientation(&mut self, cells: &Option<At<Cells>>, place: Place, needs: &str) -> Orientation {
        let hint = "cells = \"flat-top\" (a side at the top) or \"pointy-top\" (a corner at the top)";
        match cells.as_deref() {
            Some(Cells::PointyTop) => return Orientation::PointyTop,
            Some(Cells::FlatTop) => return Orientation::FlatTop,
            Some(other) => {
                let message =
                    format!("hexagons stand one way or the other, and `{}` is no way", tiling_of(*other));
                let at = cells.as_ref().map_or(place, |at| self.place(at));
                self.hinted(codes::BAD_VALUE, at, message, hint);
            }
            None => drop(self.hinted(codes::MISSING_KEY, place, needs, hint)),
        }
        Orientation::FlatTop
    }

    /// Finds the face of a font.
    pub fn font(&mut self, font: &Font, place: Place) -> Option<FontId> {
        let family = font.family.as_deref().unwrap_or(DEFAULT_FAMILY);
        self.uses.fonts.insert(family.to_owned());
        let style = Style { bold: font.bold, italic: font.italic };
        let found = self.fonts.find(family, style);
        if found.is_none() {
            let styles = self.fonts.styles(family);
            let (message, hint) = if styles.is_empty() {
                let families = self.fonts.families();
                let hint = synonym(Typed::Font, family)
                    .map_or_else(|| near::among(family, &families, "there are:"), str::to_owned);
                (format!("no font family is called `{family}`"), hint)
            } else {
                (
                    format!("the family `{family}` has no {}", style.name()),
                    format!("it has: {}", styles.join(", ")),
                )
            };
            self.hinted(codes::UNKNOWN_FONT, place, message, hint);
        }
        found
    }
}

/// What cells of this word are.
fn tiling_of(cells: Cells) -> Tiling {
    Tiling::named(cells.word()).unwrap_or(Tiling::FlatTop)
}

/// What a random deck has to know of its component.
#[derive(Debug, Clone, Copy)]
pub struct DeckContext<'a> {
    /// The component's name.
    pub name: &'a str,
    /// The outline of its pieces.
    pub outline: Outline,
    /// Whether they are as high as they are wide.
    pub square: bool,
    /// Whether a face asks for all edges, or paths, of a tile in one text.
    pub in_one: bool,
}

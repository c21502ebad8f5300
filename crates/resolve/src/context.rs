//! What every pass over a layout has at hand: the file, the game's names, fonts and pictures, and the report.

use crate::base::map::Map;
use std::sync::Arc;

use super::doubts::Doubts;
use super::uses::Uses;
use crate::base::hex::Orientation;
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

/// What a pass over a layout reads, and what it adds to.
pub struct Compiler<'a> {
    /// The layout.
    pub layout: &'a Layout,
    /// Its file.
    pub file: FileId,
    /// Its text.
    pub text: &'a str,
    /// What fonts there are.
    pub fonts: &'a Fonts,
    /// Colours and directions.
    pub names: Names,
    /// The expression language.
    pub engine: Engine,
    /// The game's pictures and icons.
    pub pictures: Pictures,
    /// The marks of the game's boards, by name.
    pub marks: Vec<Arc<Mark>>,
    /// The names of the game's boards.
    pub boards: Vec<String>,
    /// How large their cells are, but for those of boards with mistakes.
    pub cell_sizes: Map<String, CellSize>,
    /// The die sheets without mistakes.
    pub die_sheets: Vec<Arc<DieSheet>>,
    /// The names of all that the layout has.
    pub die_sheet_names: Vec<String>,
    /// What random decks are drawn from: the game's seed, or the one that was asked for.
    pub seed: u64,
    /// How many seats there are.
    pub seats: u32,
    /// Columns of files that may be meant for `copies`.
    pub doubts: Doubts,
    /// What of the layout's names is asked for.
    pub uses: Uses,
    /// What there is to look at, though it is no mistake.
    pub warnings: Vec<Diagnostic>,
    /// How many pieces the components so far have.
    pub pieces: usize,
    /// How many elements their faces and backs have.
    pub elements: usize,
    /// Mistakes so far.
    pub report: Report,
}

/// What stands somewhere in the layout's file.
pub trait Stands {
    /// Its place.
    fn place(&self, file: FileId) -> Place;
}

impl<T> Stands for &At<T> {
    fn place(&self, file: FileId) -> Place {
        Place::new(file, self.span.clone())
    }
}

impl Stands for Place {
    fn place(&self, _: FileId) -> Place {
        *self
    }
}

impl Compiler<'_> {
    /// The place of something in the file.
    pub fn place(&self, at: impl Stands) -> Place {
        at.place(self.file)
    }

    /// Whether all that could use a name or a column was read without a mistake: only then is it known that nothing does.
    pub fn knows_all_uses(&self) -> bool {
        !self.layout.unread && !self.report.has_errors()
    }

    /// Adds a mistake.
    pub fn wrong(&mut self, wrong: Diagnostic, at: impl Stands) -> Reported {
        self.report.wrong(wrong.at(at.place(self.file)))
    }

    /// Adds a mistake without a hint.
    pub fn error(&mut self, code: Code, at: impl Stands, message: impl Into<String>) -> Reported {
        self.wrong(code.error(message), at)
    }

    /// Adds a mistake, with a word on what would be right.
    pub fn hinted(
        &mut self,
        code: Code,
        at: impl Stands,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> Reported {
        self.wrong(code.error(message).hint(hint), at)
    }

    /// Whether something is said by the theme: it stands where the theme is named.
    pub fn is_of_theme<T>(&self, at: &At<T>) -> bool {
        let theme = self.layout.game.as_ref().and_then(|about| about.theme.as_ref());
        theme.is_some_and(|theme| theme.span == at.span)
    }

    /// What was found; none where it is a mistake, which is added.
    pub fn found<T>(&mut self, found: Result<T>, at: impl Stands) -> Option<T> {
        found.map_err(|wrong| self.wrong(wrong, at)).ok()
    }

    /// What a part of the work comes to, and whether nothing was reported of it.
    pub fn apart<T>(&mut self, part: impl FnOnce(&mut Self) -> T) -> (T, bool) {
        Report::apart(self, |all| &mut all.report, part)
    }

    /// What a part of the work comes to; none where anything was reported of it.
    pub fn whole<T>(&mut self, part: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let (found, well) = self.apart(part);
        well.then_some(found)
    }

    /// Looks a fixed colour up.
    pub fn ink(&mut self, name: &At<ColourName>) -> Option<Ink> {
        self.found(self.names.colour(&name.value.0), name)
    }

    /// Looks the colour of a fixed fill up; none for `none` as well.
    pub fn fill(&mut self, name: &At<ColourName>) -> Option<Ink> {
        self.found(self.names.fill(&name.value.0), name).flatten()
    }

    /// Looks a fixed line's colour up.
    pub fn stroke(&mut self, line: &At<Line>) -> Option<Stroke> {
        self.found(stroke(&line.value, &self.names), line)
    }

    /// What the cells of a board are, which must be said.
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

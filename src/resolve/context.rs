//! What every pass over a layout has at hand: the file, the game's names, fonts and pictures, and the report.

use std::sync::Arc;

use super::doubts::Doubts;
use crate::diag::{Diagnostic, FileId, Place, Report, codes, near};
use crate::model::names::stroke;
use crate::model::{DieSheet, Engine, Mark, Names, Outline, Pictures};
use crate::scene::{Ink, Stroke};
use crate::spec;
use crate::spec::tables::layout::Asked;
use crate::spec::values::place::{At, Named};
use crate::spec::values::value::{ColourName, Font, Line};
use crate::text::{DEFAULT_FAMILY, FontId, Fonts, Style};

/// What a pass over a layout reads, and what it adds to.
pub struct Compiler<'a> {
    /// The layout's file.
    pub file: FileId,
    /// Its text.
    pub text: &'a str,
    /// Where its keys stand.
    pub keys: &'a spec::Keys,
    /// Colours and directions.
    pub names: &'a Names,
    /// The expression language.
    pub engine: &'a Engine,
    /// What fonts there are.
    pub fonts: &'a Fonts,
    /// The game's pictures and icons.
    pub pictures: &'a Pictures,
    /// The marks of the game's boards, by name.
    pub marks: Vec<Arc<Mark>>,
    /// The names of the marks of the board at hand, in its order.
    pub marks_of: Vec<String>,
    /// The names of the game's boards.
    pub boards: Vec<String>,
    /// The sheets that are cut already and right.
    pub die_sheets: Vec<Arc<DieSheet>>,
    /// The names of all that the layout has.
    pub die_sheet_names: Vec<String>,
    /// The layout's named faces.
    pub looks: &'a Named<At<Vec<At<spec::tables::element::Element>>>>,
    /// The layout's named places.
    pub places: &'a Named<At<spec::tables::layout::Place>>,
    /// What random decks are drawn with.
    pub chance: Chance<'a>,
    /// Columns of files that may be meant for `copies`.
    pub doubts: Doubts,
    /// What there is to look at, though it is no mistake.
    pub warnings: Vec<Diagnostic>,
    /// How many pieces the components so far have.
    pub pieces: usize,
    /// Mistakes so far.
    pub report: &'a mut Report,
}

impl Compiler<'_> {
    /// The place of something in the file.
    pub fn place<T>(&self, at: &At<T>) -> Place {
        Place::new(self.file, at.span.clone())
    }

    /// Adds a mistake.
    pub fn wrong(&mut self, wrong: Diagnostic, place: Place) {
        self.report.push(wrong.at(place));
    }

    /// What a part of the work comes to, and whether nothing was reported of it.
    pub fn apart<T>(&mut self, part: impl FnOnce(&mut Self) -> T) -> (T, bool) {
        let before = std::mem::take(self.report);
        let found = part(self);
        let own = std::mem::replace(self.report, before);
        let well = own.is_empty();
        self.report.extend(own);
        (found, well)
    }

    /// What a part of the work comes to; none where anything was reported of it.
    pub fn whole<T>(&mut self, part: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let (found, well) = self.apart(part);
        well.then_some(found)
    }

    /// Looks a fixed colour up.
    pub fn ink(&mut self, name: &At<ColourName>) -> Option<Ink> {
        let place = self.place(name);
        self.names.colour(&name.value.0).map_err(|wrong| self.wrong(wrong, place)).ok()
    }

    /// Looks the colour of a fixed fill up; none for `none` as well.
    pub fn fill(&mut self, name: &At<ColourName>) -> Option<Ink> {
        let place = self.place(name);
        self.names.fill(&name.value.0).map_err(|wrong| self.wrong(wrong, place)).ok().flatten()
    }

    /// Looks a fixed line's colour up.
    pub fn stroke(&mut self, line: &At<Line>) -> Option<Stroke> {
        let place = self.place(line);
        stroke(&line.value, self.names).map_err(|wrong| self.wrong(wrong, place)).ok()
    }

    /// Finds the face of a font.
    pub fn font(&mut self, font: &Font, place: Place) -> Option<FontId> {
        let family = font.family.as_deref().unwrap_or(DEFAULT_FAMILY);
        let found = self.fonts.find(family, font.bold, font.italic);
        if found.is_none() {
            let styles = self.fonts.styles(family);
            let (message, hint) = if styles.is_empty() {
                let families = self.fonts.families();
                let hint = near::among(family, &families, "there are:");
                (format!("no font family is called `{family}`"), hint)
            } else {
                let style = Style::name(font.bold, font.italic);
                (format!("the family `{family}` has no {style}"), format!("it has: {}", styles.join(", ")))
            };
            self.wrong(Diagnostic::error(codes::UNKNOWN_FONT, message).hint(hint), place);
        }
        found
    }
}

/// What all decks of a game are drawn with.
#[derive(Debug)]
pub struct Chance<'a> {
    /// The game's seed, or the one that was asked for.
    pub seed: u64,
    /// How many seats there are.
    pub seats: u32,
    /// What the command line asks for.
    pub asked: &'a Asked,
}

/// What a random deck has to know of its component.
#[derive(Debug, Clone, Copy)]
pub struct Kind<'a> {
    /// The component's name.
    pub name: &'a str,
    /// The outline of its pieces.
    pub outline: Outline,
    /// Whether they are as high as they are wide.
    pub square: bool,
    /// Whether a face asks for all edges, or paths, of a tile in one text.
    pub in_one: bool,
}

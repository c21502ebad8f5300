//! Writes a layout of cards for a table.
//!
//! - In: a table in the folder, and the names of the pictures there.
//! - Out: a whole layout, or only its `[[cards]]` table, in the form of `hexpress fmt`.
//! - Not here: saving files, or changing a layout.

mod columns;
mod face;

use std::path::Path;

use hexpress_base::diag::{Diagnostic, Report, SourceSpan, Sources};
use hexpress_base::files::Files;
use hexpress_base::units::capital;
use hexpress_language::data::{self, Table};

use columns::Columns;

/// A table, and the files next to it.
pub struct TableDeck<'a> {
    /// The name of the table in the folder, such as `herbs.csv`.
    pub table: &'a str,
    /// The files in the folder of the table.
    pub files: &'a Files,
    /// The names of the pictures in this folder.
    pub pictures: &'a [String],
}

/// The set of colours that the cards use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Palette {
    /// The colours that every theme has.
    Theme,
    /// Colours for a layout without a theme.
    Own,
}

impl TableDeck<'_> {
    /// Returns a whole layout with this title.
    ///
    /// # Errors
    /// The table cannot be read, or has no rows.
    pub fn layout(&self, title: &str, sources: &mut Sources) -> Result<String, Report> {
        let table = self.read(sources)?;
        let columns = Columns::of_table(&table, self.pictures);
        Ok(face::layout(title, self.table, &columns))
    }

    /// Returns a `[[cards]]` table that can be added to a layout. `name` is the name of the
    /// component.
    ///
    /// # Errors
    /// The table cannot be read, or has no rows.
    pub fn component(&self, name: &str, palette: Palette, sources: &mut Sources) -> Result<String, Report> {
        let table = self.read(sources)?;
        let columns = Columns::of_table(&table, self.pictures);
        Ok(face::component(Some(name), self.table, &columns, palette))
    }

    /// Returns the pictures that cells of the table name, in the order of the table. The files need
    /// not exist.
    ///
    /// # Errors
    /// The table cannot be read, or has no rows.
    pub fn named_pictures(&self, sources: &mut Sources) -> Result<Vec<String>, Report> {
        let table = self.read(sources)?;
        let mut names: Vec<String> = Vec::new();
        for value in (0..table.len()).flat_map(|row| table.row(row)) {
            let name = value.to_string();
            if is_picture(&name) && !names.contains(&name) {
                names.push(name);
            }
        }
        Ok(names)
    }

    fn read(&self, sources: &mut Sources) -> Result<Table, Report> {
        // No layout names the table yet. Mistakes in the table can therefore be reported only at a
        // place in the table, not in a layout.
        let nowhere = sources.add(self.table, "");
        let mut report = Report::default();
        let table =
            data::read(self.table, "en", SourceSpan::new(nowhere, 0..0), sources, self.files, &mut report);
        table.filter(|_| !report.has_errors()).ok_or_else(|| {
            let mut placed = Report::default();
            for mistake in report.into_items() {
                let place = mistake.place.filter(|place| place.file != nowhere);
                placed.push(Diagnostic { place, ..mistake });
            }
            placed
        })
    }
}

/// The extensions of pictures that a card can show.
const PICTURES: [&str; 5] = ["png", "jpg", "jpeg", "webp", "svg"];

/// Returns whether a text is the name of a picture. Only the extension is examined.
pub fn is_picture(name: &str) -> bool {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    ending.is_some_and(|ending| PICTURES.contains(&ending.as_str()))
}

/// Returns a title that is made from the file name of a table. For example, `my-herbs.csv` becomes `My
/// Herbs`.
pub fn title_of(table: &str) -> String {
    let stem = Path::new(table).file_stem().unwrap_or_default().to_string_lossy();
    let words = stem.split(|c: char| c.is_whitespace() || c.is_control() || c == '-' || c == '_');
    let title = words.filter(|word| !word.is_empty()).map(capital).collect::<Vec<_>>().join(" ");
    if title.is_empty() { "Cards".to_owned() } else { title }
}

/// Returns the file name of a table without its extension. Only letters, digits and `-` are kept.
pub fn stem_of(table: &str) -> String {
    let title = title_of(table).to_lowercase();
    let words = title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let stem = words.collect::<Vec<_>>().join("-");
    if stem.is_empty() { "cards".to_owned() } else { stem }
}

#[cfg(test)]
mod from_table_tests;

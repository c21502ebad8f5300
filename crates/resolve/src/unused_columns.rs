//! Collects the columns and fields that a component does not use, because this may be a mistake.
//!
//! They are reported only after all components are compiled, because another component may use a
//! column of the same data file.

use std::collections::BTreeSet;
use std::sync::Arc;

use hexpress_base::diag::{Diagnostic, Hint, SourceSpan, Sources, codes};
use hexpress_language::data::column_name;

/// The doubts of all components, and the columns that components use.
#[derive(Debug, Default)]
pub struct UnusedColumns {
    /// The columns that a component does not use. Those that another component uses are not reported.
    pub candidates: Vec<UnusedColumn>,
    /// The columns that components use. Each entry consists of the place of the rows (see
    /// [`UnusedColumn::rows`]) and the name of the column.
    pub used: BTreeSet<(SourceSpan, Arc<str>)>,
    /// Fields that occur in texts in the syntax of another program, such as `{ name }`. There are other
    /// warnings about these texts, so the fields are not also reported as unused.
    pub in_foreign_syntax: BTreeSet<String>,
}

/// A column of a file, or a field of rows, that a component does not use.
#[derive(Debug)]
pub struct UnusedColumn {
    /// The place that identifies the rows: the place of the header in the data file, or of the key `rows`
    /// or `each`.
    pub rows: SourceSpan,
    pub column: Arc<str>,
    /// The predefined column that the user may have meant, such as `copies`. `None` if no such column
    /// has a similar name.
    pub intended: Option<&'static str>,
    /// The place of the column's name.
    pub place: SourceSpan,
    pub hint: String,
    /// Whether the name of the column is probably a typing mistake for a predefined column. Such a
    /// column is reported as an error, and not as a warning.
    pub is_error: bool,
}

impl UnusedColumns {
    /// Returns an error or a warning for every column that no component uses. If the layout has
    /// errors, leaves out the warnings. `sources` contains the data files.
    pub fn diagnostics(self, has_errors: bool, sources: &Sources) -> impl Iterator<Item = Diagnostic> {
        let Self { candidates, used, .. } = self;
        let mut reported = BTreeSet::new();
        let open = candidates.into_iter().filter(move |column| {
            (column.is_error || !has_errors) && !used.contains(&(column.rows, Arc::clone(&column.column)))
        });
        open.filter(move |column| reported.insert(column.place)).map(|column| column.into_diagnostic(sources))
    }
}

impl UnusedColumn {
    fn into_diagnostic(self, sources: &Sources) -> Diagnostic {
        let Self { column, intended, place, hint, is_error, .. } = self;
        // The message shows the name of the column as the file has it, for example `# in deck` for the
        // field `in_deck`. In a list of JSON objects, `place` is the place of a value. So the message
        // shows the name of the field.
        let header = sources.text_at(place).map(|header| header.trim().trim_matches('"'));
        let typed = header.filter(|header| column_name(header) == *column).unwrap_or(&column);
        let message = match intended {
            Some(_) => format!("nothing uses the column `{typed}`"),
            None => format!("nothing uses `{typed}`, so it is not printed"),
        };
        let diagnostic = match is_error {
            true => codes::UNKNOWN_KEY.error(message),
            false => codes::UNKNOWN_KEY.warning(message),
        };
        // The hint may propose several solutions. The automatic correction only replaces the name,
        // because this is the most likely solution.
        diagnostic.at(place).hint(match intended.filter(|_| hint.starts_with("did you mean")) {
            Some(intended) => Hint::replacing(hint, typed, intended),
            None => hint.into(),
        })
    }
}

/// Common names for columns with notes of the author. Such columns are not meant to be printed.
const NOTE_COLUMNS: [&str; 3] = [
    "note notes remark remarks comment comments todo id ids key ref index status source sources author designer draft",
    "notiz notizen bemerkung bemerkungen kommentar kommentare anmerkung anmerkungen quelle",
    "nota notas comentario comentarios commentaire commentaires remarque remarques commento",
];

/// Returns whether a column or field is only a note of the author, and not meant to be printed.
pub fn is_noted(name: &str) -> bool {
    name.starts_with('_') || NOTE_COLUMNS.iter().any(|names| names.split(' ').any(|own| own == name))
}

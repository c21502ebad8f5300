//! Collects doubts. A doubt is a column or a field that a component does not use, and that may be a
//! mistake.
//!
//! Another component may use a column of the same data file, so doubts are reported only after all
//! components are compiled.

use std::collections::BTreeSet;
use std::sync::Arc;

use hexpress_base::diag::{Diagnostic, Hint, Place, codes};

/// The doubts of all components, and the columns that at least one component uses.
#[derive(Debug, Default)]
pub struct Doubts {
    pub doubted: Vec<Doubt>,
    /// The columns that components use. Each pair contains a place and the name of a column. It is
    /// the place of the header in the data file, or the place of the key `rows`.
    pub asked: BTreeSet<(Place, Arc<str>)>,
    /// The fields that texts name in the syntax of another program. Another warning is about each
    /// of these texts.
    pub written: BTreeSet<String>,
}

/// A column of a file, or a field of rows, that a component does not use.
#[derive(Debug)]
pub struct Doubt {
    /// The place of the header in the data file, or of the key `rows`.
    pub rows: Place,
    pub column: Arc<str>,
    /// The missing column that the user may have meant.
    pub meant: Option<&'static str>,
    /// The place of the column's name.
    pub place: Place,
    pub hint: String,
    /// Whether this is an error and not a warning, because the name of the column is probably a
    /// typing mistake for the name of a predefined column.
    pub is_error: bool,
}

impl Doubts {
    /// Returns an error or a warning for every column that no component uses. If the layout has
    /// errors, leaves out the warnings.
    pub fn diagnostics(self, has_errors: bool) -> impl Iterator<Item = Diagnostic> {
        let Self { doubted, asked, .. } = self;
        let mut reported = BTreeSet::new();
        let open = doubted.into_iter().filter(move |doubt| {
            (doubt.is_error || !has_errors) && !asked.contains(&(doubt.rows, Arc::clone(&doubt.column)))
        });
        open.filter(move |doubt| reported.insert(doubt.place)).map(Doubt::into_diagnostic)
    }
}

impl Doubt {
    fn into_diagnostic(self) -> Diagnostic {
        let Self { column, meant, place, hint, is_error, .. } = self;
        let message = match meant {
            Some(_) => format!("nothing uses the column `{column}`"),
            None => format!("nothing uses `{column}`, so it is not printed"),
        };
        let diagnostic = match is_error {
            true => codes::UNKNOWN_KEY.error(message),
            false => codes::UNKNOWN_KEY.warning(message),
        };
        // The hint may propose several solutions. The automatic correction only replaces the name,
        // because this is the most likely solution.
        diagnostic.at(place).hint(match meant.filter(|_| hint.starts_with("did you mean")) {
            Some(meant) => Hint::to_put(hint, &column, meant),
            None => hint.into(),
        })
    }
}

/// Common names of columns that are only for the author of a table.
const NOTED: [&str; 3] = [
    "note notes remark remarks comment comments todo id ids key ref index status source sources author designer draft",
    "notiz notizen bemerkung bemerkungen kommentar kommentare anmerkung anmerkungen quelle",
    "nota notas comentario comentarios commentaire commentaires remarque remarques commento",
];

/// Returns whether a column or field is only for the author of a table. Such a column is not
/// printed.
pub fn is_noted(name: &str) -> bool {
    name.starts_with('_') || NOTED.iter().any(|names| names.split(' ').any(|own| own == name))
}

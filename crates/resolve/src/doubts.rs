//! Collects columns and fields that nothing in one component uses. They are reported only after all
//! components are compiled, because several components may read the same data file.

use std::collections::BTreeSet;
use std::sync::Arc;

use hexpress_base::diag::{Diagnostic, Hint, Place, codes};

/// The doubts of all components, and the columns that resolve them.
#[derive(Debug, Default)]
pub struct Doubts {
    pub doubted: Vec<Doubt>,
    /// Columns that a component uses, with the place of the header of the file or of the rows.
    pub asked: BTreeSet<(Place, Arc<str>)>,
    /// Fields whose name is in a text as other programs write it, which is reported there.
    pub written: BTreeSet<String>,
}

/// A column of a file, or a field of rows, that nothing in one component uses.
#[derive(Debug)]
pub struct Doubt {
    /// The place of the header of the file, or of the rows.
    pub rows: Place,
    pub column: Arc<str>,
    /// The missing column that this column may have been meant as.
    pub meant: Option<&'static str>,
    /// The place of the name of the column.
    pub place: Place,
    pub hint: String,
    /// Whether the column is reported as an error, because it is probably a misspelt column with a
    /// meaning of its own.
    pub is_error: bool,
}

impl Doubts {
    /// Returns an error or a warning for every column that no component uses. If the layout has
    /// errors, warnings are left out.
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
    /// Returns the error or the warning of a doubt.
    fn into_diagnostic(self) -> Diagnostic {
        let Self { column, meant, place, hint, is_error, .. } = self;
        let message = match meant {
            Some(meant) => {
                format!("no element uses the column `{column}`, and there is no column `{meant}`")
            }
            None => format!("nothing uses `{column}`, so it is not printed"),
        };
        let diagnostic = match is_error {
            true => codes::UNKNOWN_KEY.error(message),
            false => codes::UNKNOWN_KEY.warning(message),
        };
        // The hint may have more ways than another name, but that is the nearest.
        diagnostic.at(place).hint(match meant.filter(|_| hint.starts_with("did you mean")) {
            Some(meant) => Hint::to_put(hint, &column, meant),
            None => hint.into(),
        })
    }
}

/// Usual names of columns for the author of a table.
const NOTED: [&str; 3] = [
    "note notes remark remarks comment comments todo id ids key ref index status source sources author designer draft",
    "notiz notizen bemerkung bemerkungen kommentar kommentare anmerkung anmerkungen quelle",
    "nota notas comentario comentarios commentaire commentaires remarque remarques commento",
];

/// Returns whether a column or a field is for the author of a table, and not meant to be printed.
pub fn is_noted(name: &str) -> bool {
    name.starts_with('_') || NOTED.iter().any(|names| names.split(' ').any(|own| own == name))
}

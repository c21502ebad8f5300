//! Columns of files that seem to be meant for one that the program knows.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::diag::{Diagnostic, Place, codes};

/// Columns of files that seem to be meant for another one, such as `copies`, and what is asked of such files: one file may serve several
/// components, and what one of them prints is no slip in another.
#[derive(Debug, Default)]
pub struct Doubts {
    pub doubted: Vec<Doubt>,
    /// By the place of the header of the file, or of the rows.
    pub asked: BTreeSet<(Place, Arc<str>)>,
    /// Fields that a text names as other programs do, which is reported there.
    pub written: BTreeSet<String>,
}

/// A column of a file, or a field of rows, that nothing in one component asks for.
#[derive(Debug)]
pub struct Doubt {
    /// The header of the file, or the rows: several components may have them.
    pub rows: Place,
    /// The column.
    pub column: Arc<str>,
    /// The column that may be meant, and is not there; none where nothing says which.
    pub meant: Option<&'static str>,
    /// Its name in the file.
    pub place: Place,
    /// What may be meant.
    pub hint: String,
    /// Whether it is a mistake, and no more than worth a look.
    pub sure: bool,
}

impl Doubts {
    /// What there is to tell once all components are known; where there are mistakes, only what is one.
    pub fn tell(self, are_mistakes: bool) -> impl Iterator<Item = Diagnostic> {
        let Self { doubted, asked, .. } = self;
        let is_used = move |doubt: &Doubt| asked.contains(&(doubt.rows, Arc::clone(&doubt.column)));
        let mut told = BTreeSet::new();
        doubted.into_iter().filter(move |doubt| (doubt.sure || !are_mistakes) && !is_used(doubt)).filter_map(
            move |doubt| {
                let Doubt { column, meant, place, hint, sure, .. } = doubt;
                let message = match meant {
                    Some(meant) => {
                        format!("no element asks for the column `{column}`, and there is no column `{meant}`")
                    }
                    None => format!("nothing asks for `{column}`, so it is printed nowhere"),
                };
                let wrong = match sure {
                    true => codes::UNKNOWN_KEY.error(message),
                    false => codes::UNKNOWN_KEY.warning(message),
                };
                told.insert(place).then(|| wrong.at(place).hint(hint))
            },
        )
    }
}

/// Names of columns and fields that are there for the author of a table.
const NOTED: [&str; 3] = [
    "note notes remark remarks comment comments todo id ids key ref index status source sources author designer draft",
    "notiz notizen bemerkung bemerkungen kommentar kommentare anmerkung anmerkungen quelle",
    "nota notas comentario comentarios commentaire commentaires remarque remarques commento",
];

/// Whether a column or a field is there for the author of a table, and is not meant to be printed.
pub fn is_noted(name: &str) -> bool {
    name.starts_with('_') || NOTED.iter().any(|names| names.split(' ').any(|own| own == name))
}

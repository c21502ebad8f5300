//! Columns of files that seem to be meant for one that the program knows.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::diag::{Diagnostic, FileId, Place, codes};

/// Columns of files that seem to be meant for another one, such as `copies`, and what is asked of such files: one file may serve several
/// components, and what one of them prints is no slip in another.
#[derive(Debug, Default)]
pub struct Doubts {
    pub doubted: Vec<Doubt>,
    pub asked: BTreeSet<(FileId, Arc<str>)>,
}

/// A column of a file that nothing in one component asks for.
#[derive(Debug)]
pub struct Doubt {
    /// The column.
    pub column: Arc<str>,
    /// The column that may be meant, and is not there.
    pub meant: &'static str,
    /// Its name in the file.
    pub place: Place,
    /// What may be meant.
    pub hint: String,
    /// Whether it is a mistake, and no more than worth a look.
    pub sure: bool,
}

impl Doubts {
    /// What there is to tell once all components are known.
    pub fn tell(self) -> impl Iterator<Item = Diagnostic> {
        let Self { doubted, asked } = self;
        doubted.into_iter().filter_map(move |Doubt { column, meant, place, hint, sure }| {
            let used = asked.contains(&(place.file, Arc::clone(&column)));
            let message =
                format!("no element asks for the column `{column}`, and there is no column `{meant}`");
            let wrong = match sure {
                true => codes::UNKNOWN_KEY.error(message),
                false => codes::UNKNOWN_KEY.warning(message),
            };
            (!used).then(|| wrong.at(place).hint(hint))
        })
    }
}

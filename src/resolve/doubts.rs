//! Columns of files that seem to be meant for `copies`.

use std::sync::Arc;

use crate::diag::{Diagnostic, FileId, Place, codes};

/// Columns of files that seem to be meant for `copies`, and what is asked of such files: one file may serve several
/// components, and what one of them prints is no slip in another.
#[derive(Debug, Default)]
pub struct Doubts {
    pub doubted: Vec<Doubt>,
    pub asked: Vec<(FileId, Arc<str>)>,
}

/// A column of a file that nothing in one component asks for.
#[derive(Debug)]
pub struct Doubt {
    /// The column.
    pub column: Arc<str>,
    /// Its name in the file.
    pub place: Place,
    /// What may be meant.
    pub hint: String,
}

impl Doubts {
    /// What there is to tell once all components are known.
    pub fn tell(self) -> impl Iterator<Item = Diagnostic> {
        let Self { doubted, asked } = self;
        doubted.into_iter().filter_map(move |Doubt { column, place, hint }| {
            let used = asked.iter().any(|(file, name)| *file == place.file && *name == column);
            let message =
                format!("no element asks for the column `{column}`, and there is no column `copies`");
            (!used).then(|| codes::UNKNOWN_KEY.error(message).at(place).hint(hint))
        })
    }
}

//! The names of files of the user that travel in a PDF.

use crate::diag::{Report, codes};
use crate::files::PlainPath;

/// The name of a file that travels. What a layout names was checked when it was read.
pub(super) fn plain(name: &str) -> Result<PlainPath, Report> {
    name.parse().map_err(|why| {
        codes::NO_FILE.error(format!("the file `{name}` cannot travel in a PDF: {why}")).into()
    })
}

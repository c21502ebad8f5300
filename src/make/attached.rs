//! Files of the user that travel in a PDF: their names and types. Their bytes are not looked at.

use crate::diag::{Report, codes};
use crate::files::PlainPath;

/// The name of a file that travels. What a layout names was checked when it was read.
pub(super) fn plain(name: &str) -> Result<PlainPath, Report> {
    name.parse().map_err(|why| {
        codes::NO_FILE.error(format!("the file `{name}` cannot travel in a PDF: {why}")).into()
    })
}

/// The type of a file, by how its name ends.
pub(super) fn mime(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase()).as_deref() {
        Some("csv") => "text/csv",
        Some("tsv") => "text/tab-separated-values",
        Some("json") => "application/json",
        Some("xlsx") => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        Some("png") => "image/png",
        Some("jpg" | "jpeg") => "image/jpeg",
        Some("svg") => "image/svg+xml",
        Some("ttf") => "font/ttf",
        Some("otf") => "font/otf",
        _ => "application/octet-stream",
    }
}

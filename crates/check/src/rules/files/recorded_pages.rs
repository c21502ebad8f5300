//! Returns the page digests that were recorded when a file was written.

use crate::facts::File;

/// The hint for a file that was changed.
pub(super) const BUILD_AGAIN_HINT: &str = "build the file again from its layout";

/// Returns the page digests that were recorded when the file was written.
///
/// Returns `None` if the digests are not needed. This is so if the file was compared with a new build of
/// its layout, or if it has no record and was not changed.
pub(super) fn recorded_digests(file: &File) -> Option<&[String]> {
    match &file.record {
        Some(record) => (!file.is_compared).then_some(&record.pages),
        None => file.is_changed.then_some(&file.document.recorded_digests),
    }
}

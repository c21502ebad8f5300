//! Writes ZIP files. They contain no dates, so equal contents give equal bytes.

use std::io::Write;

use rawzip::ZipArchiveWriter;

/// Returns a ZIP file that contains `files` at their paths. Returns `None` if the files are too
/// large for ZIP.
///
/// The files are not compressed, because PDFs and pictures would not become smaller.
pub fn zip(files: &[(String, Vec<u8>)]) -> Option<Vec<u8>> {
    let mut archive = ZipArchiveWriter::new(Vec::new());
    for (path, bytes) in files {
        let (mut entry, config) = archive.new_file(path).start().ok()?;
        let mut writer = config.wrap(&mut entry);
        writer.write_all(bytes).ok()?;
        let (_, descriptor) = writer.finish().ok()?;
        entry.finish(descriptor).ok()?;
    }
    archive.finish().ok()
}

//! Several files in one ZIP file, without dates: the same files give the same bytes.

use std::io::Write;

use rawzip::ZipArchiveWriter;

/// The files, each with its path, as they are: PDFs and pictures do not become smaller. None where they do not fit.
pub fn zip(files: &[(String, Vec<u8>)]) -> Option<Vec<u8>> {
    let mut archive = ZipArchiveWriter::new(Vec::new());
    for (path, bytes) in files {
        let (mut entry, config) = archive.new_file(path).start().ok()?;
        let mut writer = config.wrap(&mut entry);
        writer.write_all(bytes).ok()?;
        let (_, about) = writer.finish().ok()?;
        entry.finish(about).ok()?;
    }
    archive.finish().ok()
}

//! A file is complete or absent: written beside its place, then renamed.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes `bytes` to `path`, making the folders it needs.
///
/// # Errors
/// What the system says; nothing is left behind, and a file that was there before is untouched.
pub fn save(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent()
        && !folder.as_os_str().is_empty()
    {
        fs::create_dir_all(folder)?;
    }
    let beside = beside(path);
    let written = write_all(&beside, bytes).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // The first error is the one to tell.
        let _ = fs::remove_file(&beside);
    }
    written
}

fn write_all(path: &Path, bytes: &[u8]) -> io::Result<()> {
    File::create(path)?.write_all(bytes)
}

/// A hidden name in the same folder, so that renaming cannot cross file systems.
fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}.part", std::process::id()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_all_or_nothing() {
        let folder = std::env::temp_dir().join(format!("hexpress-save-{}", std::process::id()));
        let path = folder.join("deep").join("a.pdf");
        save(&path, b"one").unwrap();
        save(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.join("deep")).unwrap().count(), 1);
        // A folder in the file's place: the rename fails, and nothing is left behind.
        let blocked = folder.join("blocked.pdf");
        fs::create_dir_all(blocked.join("inside")).unwrap();
        assert!(save(&blocked, b"three").is_err());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
        fs::remove_dir_all(&folder).unwrap();
    }
}

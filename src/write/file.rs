//! A file is complete or absent: written beside its place, then renamed.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// No run takes so long to write a file.
const LEFT_BEHIND: Duration = Duration::from_secs(600);

/// Writes each of `files` to its path, making the folders they need. None takes its place before all are written, so
/// that a disk that fills up leaves no new file among old ones.
///
/// # Errors
/// The path that could not be written, and what the system says; nothing is left behind, and a file that was there
/// before is untouched.
pub fn save<B: AsRef<[u8]>>(files: &[(PathBuf, B)]) -> Result<(), (&Path, io::Error)> {
    let mut made = Vec::new();
    let mut parts = Vec::with_capacity(files.len());
    let saved = files.iter().try_for_each(|(path, bytes)| {
        let written = make_folder(path, &mut made).and_then(|()| {
            let (part, mut file) = beside(path)?;
            parts.push(part);
            file.write_all(bytes.as_ref())
        });
        written.map_err(|error| (path.as_path(), error))
    });
    let saved = saved.and_then(|()| {
        let mut renamed = files
            .iter()
            .zip(&parts)
            .map(|((path, _), part)| fs::rename(part, path).map_err(|error| (path.as_path(), error)));
        renamed.find(Result::is_err).unwrap_or(Ok(()))
    });
    if saved.is_err() {
        // The first error is the one to tell.
        for part in &parts {
            let _ = fs::remove_file(part);
        }
        // Only a folder that is empty can be removed like this.
        for folder in made.iter().rev() {
            let _ = fs::remove_dir(folder);
        }
    }
    saved
}

/// Makes the folder of `path`, and notes in `made` which had to be made, the outer ones first.
fn make_folder(path: &Path, made: &mut Vec<PathBuf>) -> io::Result<()> {
    let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) else { return Ok(()) };
    if folder.is_dir() {
        return Ok(());
    }
    let missing = folder.ancestors().take_while(|f| !f.as_os_str().is_empty() && !f.exists());
    let mut missing: Vec<_> = missing.map(Path::to_path_buf).collect();
    missing.reverse();
    made.extend(missing);
    fs::create_dir_all(folder)
}

/// A new file under a hidden name in the same folder, so that renaming cannot cross file systems. A run that was
/// killed leaves its own behind: one that nobody has written to for a while is taken over, beside a younger one, which
/// may belong to a run of this moment, goes one with the number of this process.
fn beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let part = path.with_file_name(format!(".{name}.part"));
    match File::create_new(&part) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        made => return made.map(|file| (part, file)),
    }
    let old = |modified: SystemTime| modified.elapsed().is_ok_and(|age| age > LEFT_BEHIND);
    if fs::symlink_metadata(&part).is_ok_and(|m| m.is_file() && m.modified().is_ok_and(old)) {
        fs::remove_file(&part)?;
        return File::create_new(&part).map(|file| (part, file));
    }
    let part = path.with_file_name(format!(".{name}.{}.part", std::process::id()));
    File::create(&part).map(|file| (part, file))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> =
            entries.map(|e| e.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn writes_all_or_nothing() {
        let folder = std::env::temp_dir().join(format!("hexpress-save-{}", std::process::id()));
        let path = folder.join("deep").join("a.pdf");
        save(&[(path.clone(), b"one")]).unwrap();
        save(&[(path.clone(), b"two")]).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(names(&folder.join("deep")), ["a.pdf"]);
        // A file where a folder should be: the file written before it is not put in its place either.
        let files =
            [(path.clone(), b"six"), (folder.join("new/deep/b.pdf"), b"six"), (path.join("c.pdf"), b"six")];
        assert_eq!(save(&files).unwrap_err().0, path.join("c.pdf"));
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(names(&folder), ["deep"]);
        // A folder in the file's place: the rename fails, and nothing is left behind.
        let blocked = folder.join("blocked.pdf");
        fs::create_dir_all(blocked.join("inside")).unwrap();
        assert!(save(&[(blocked, b"three")]).is_err());
        assert_eq!(names(&folder), ["blocked.pdf", "deep"]);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn takes_over_what_a_killed_run_left_behind() {
        let folder = std::env::temp_dir().join(format!("hexpress-left-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (path, part) = (folder.join("a.pdf"), folder.join(".a.pdf.part"));
        // A young one may belong to another run: it stays.
        fs::write(&part, b"half").unwrap();
        save(&[(path.clone(), b"whole")]).unwrap();
        assert_eq!(names(&folder), [".a.pdf.part", "a.pdf"]);
        assert_eq!(fs::read(&part).unwrap(), b"half");
        // An old one goes.
        let hour = SystemTime::now() - Duration::from_secs(3600);
        File::options().write(true).open(&part).unwrap().set_modified(hour).unwrap();
        save(&[(path.clone(), b"again")]).unwrap();
        assert_eq!(names(&folder), ["a.pdf"]);
        assert_eq!(fs::read(&path).unwrap(), b"again");
        fs::remove_dir_all(&folder).unwrap();
    }
}

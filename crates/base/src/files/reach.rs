//! Limits layouts to the folders that they may use, and reads untrusted files safely.
//!
//! - In: a layout's folder, the folders that the user allows, and the name of a file.
//! - Out: the contents of the file, or why it cannot be read.
//! - Not here: files in memory.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Component, Path, PathBuf};

use super::{FileError, MAX_FILE_BYTES, PlainPath};
use crate::diag::near::nearest;

/// Reads a plain file of at most `most` bytes.
///
/// Pipes and devices are rejected before they are opened. Reading some of them would never end, or
/// would have side effects.
///
/// # Errors
/// The file cannot be read, is not a plain file, or is larger than `most`.
pub fn read_plain(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let metadata = fs::metadata(path)?;
    let length = metadata.len();
    check_plain_file(&metadata)?;
    let file = File::open(path)?;
    // Another file may have replaced this file between the first check and the opening.
    check_plain_file(&file.metadata()?)?;
    let mut bytes = Vec::new();
    if length <= most {
        // One additional byte is reserved. The reader can then notice the end of the file without
        // allocating more memory.
        bytes.reserve_exact(length as usize + 1);
        file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    }
    if length.max(bytes.len() as u64) > most {
        let message = format!("it is larger than {} MiB", most >> 20);
        return Err(io::Error::new(ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

/// Returns an error for anything but a plain file.
fn check_plain_file(metadata: &fs::Metadata) -> io::Result<()> {
    if metadata.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    if !metadata.is_file() {
        return Err(io::Error::other("it is a pipe or a device, not a file"));
    }
    Ok(())
}

/// The layout's folder, and the other folders that the user allows. Links cannot lead out of these
/// folders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ReachableFolders {
    layout_folder: PathBuf,
    allowed: Vec<PathBuf>,
}

impl ReachableFolders {
    pub(super) fn new(own_folder: PathBuf, allowed: &[PathBuf]) -> Self {
        Self { layout_folder: own_folder, allowed: allowed.to_vec() }
    }

    /// Returns the path of a file. If several folders contain the file, the layout's folder comes
    /// first, and then the allowed folders in their order. If no folder contains the file, returns
    /// its path in the layout's folder.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        let own_folder = self.layout_folder.join(name);
        if fs::symlink_metadata(&own_folder).is_ok() {
            return own_folder;
        }
        let mut others = self.allowed.iter().map(|folder| folder.join(name));
        others.find(|path| fs::symlink_metadata(path).is_ok()).unwrap_or(own_folder)
    }

    /// Returns the path of a file after all links are followed. Returns `None` if this path is
    /// outside of all folders.
    fn resolved(&self, name: &str) -> io::Result<Option<PathBuf>> {
        let path = self.path(name).canonicalize()?;
        let own_folder =
            if self.layout_folder.as_os_str().is_empty() { Path::new(".") } else { &self.layout_folder };
        let mut folders = std::iter::once(own_folder).chain(self.allowed.iter().map(PathBuf::as_path));
        let is_inside =
            folders.any(|folder| folder.canonicalize().is_ok_and(|folder| path.starts_with(folder)));
        Ok(is_inside.then_some(path))
    }

    pub(super) fn read(&self, name: &str) -> Result<Vec<u8>, FileError> {
        let relative = Path::new(name);
        if relative.components().any(|c| matches!(c, Component::RootDir | Component::Prefix(_))) {
            return Err(FileError::Absolute);
        }
        if let Err(why) = name.parse::<PlainPath>() {
            // The user may have typed `\` between the parts of the path, as on Windows.
            let slashes = typed(name).replace('\\', "/");
            let is_usable = slashes != name && slashes.parse::<PlainPath>().is_ok();
            return Err(match is_usable && self.path(&slashes).exists() {
                true => FileError::Absent(Some(slashes)),
                false => FileError::NotPlain(why),
            });
        }
        let path = match self.resolved(name) {
            Ok(Some(path)) => path,
            Ok(None) => return Err(FileError::Outside),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Err(FileError::Absent(self.neighbour(relative)));
            }
            Err(error) => return Err(unreadable(&error)),
        };
        read_plain(&path, MAX_FILE_BYTES).map_err(|error| match error.kind() {
            ErrorKind::IsADirectory => FileError::Folder,
            ErrorKind::FileTooLarge => FileError::TooLarge,
            _ => unreadable(&error),
        })
    }

    /// Returns the sorted names of the files in a folder. Returns `None` if the folder does not
    /// exist, or is outside of all allowed folders.
    pub(super) fn list(&self, folder: &str) -> Option<Vec<String>> {
        folder.parse::<PlainPath>().ok()?;
        names_in(&self.resolved(folder).ok()??)
    }

    /// Returns the path of the file with the most similar name in the same folder. The path is written
    /// as in a layout. Returns `None` if no name is similar.
    fn neighbour(&self, name: &Path) -> Option<String> {
        let folder = name.parent()?.to_str()?;
        let names = match folder {
            "" => names_in(if self.layout_folder.as_os_str().is_empty() {
                Path::new(".")
            } else {
                &self.layout_folder
            }),
            folder => self.list(folder),
        }?;
        let near = nearest(name.file_name()?.to_str()?, names.iter().map(String::as_str))?;
        Some(name.with_file_name(near).to_string_lossy().replace('\\', "/"))
    }
}

/// Returns a name as the user typed it: control characters become escapes again. For example, in
/// `art\back.png`, TOML reads `\b` as a backspace.
pub fn typed(name: &str) -> String {
    let escapes =
        [('\u{8}', "\\b"), ('\t', "\\t"), ('\n', "\\n"), ('\u{c}', "\\f"), ('\r', "\\r"), ('\u{1b}', "\\e")];
    escapes.into_iter().fold(name.to_owned(), |name, (sign, typed)| name.replace(sign, typed))
}

fn unreadable(error: &io::Error) -> FileError {
    FileError::Unreadable(match error.kind() {
        ErrorKind::PermissionDenied => "you have no permission to read it".to_owned(),
        _ => error.to_string(),
    })
}

/// Returns the sorted names of the files in a folder. Names that are not UTF-8 are left out, because no
/// layout can contain them. Returns `None` if the folder cannot be read.
fn names_in(folder: &Path) -> Option<Vec<String>> {
    let entries = fs::read_dir(folder).ok()?;
    let mut names: Vec<String> =
        entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    names.sort();
    Some(names)
}

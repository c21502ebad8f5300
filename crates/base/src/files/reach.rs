//! Where the files of a layout may lie, and how any file is read whose contents somebody else may have chosen.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Component, Path, PathBuf};

use super::{LARGEST, NoFile, PlainPath};
use crate::diag::near::nearest;

/// What a plain file holds, of at most so many bytes. Pipes and devices are refused before they are opened: some never
/// end, and some do things when they are read.
///
/// # Errors
/// What the system says; that it is no plain file, or larger.
pub fn read_plain(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let is_plain = |about: fs::Metadata| match about {
        about if about.is_dir() => Err(ErrorKind::IsADirectory.into()),
        about if about.is_file() => Ok(()),
        _ => Err(io::Error::other("it is a pipe or a device, and no plain file")),
    };
    let about = fs::metadata(path)?;
    let length = about.len();
    is_plain(about)?;
    let file = File::open(path)?;
    is_plain(file.metadata()?)?;
    // A file may grow while it is read.
    let mut bytes = Vec::new();
    if length <= most {
        // One more than it has now shows that it does not grow.
        bytes.reserve_exact(length as usize + 1);
        file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    }
    if length.max(bytes.len() as u64) > most {
        let message = format!("it is larger than {} MiB", most >> 20);
        return Err(io::Error::new(ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

/// The folders that a layout may take files from: its own, and those that whoever builds it allows. What lies in them
/// or below is reached, and nothing else, wherever links lead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Reach {
    own: PathBuf,
    allowed: Vec<PathBuf>,
}

impl Reach {
    pub(super) fn new(own: PathBuf, allowed: &[PathBuf]) -> Self {
        Self { own, allowed: allowed.to_vec() }
    }

    /// Where the file of this name lies: in the first folder that has it, the layout's own before all others.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        let own = self.own.join(name);
        if fs::symlink_metadata(&own).is_ok() {
            return own;
        }
        let mut others = self.allowed.iter().map(|folder| folder.join(name));
        others.find(|path| fs::symlink_metadata(path).is_ok()).unwrap_or(own)
    }

    /// The same without links; it has to lie in one of the folders.
    fn resolved(&self, name: &str) -> io::Result<Option<PathBuf>> {
        let path = self.path(name).canonicalize()?;
        let own = if self.own.as_os_str().is_empty() { Path::new(".") } else { &self.own };
        let mut folders = std::iter::once(own).chain(self.allowed.iter().map(PathBuf::as_path));
        let is_in = |folder: &Path| folder.canonicalize().is_ok_and(|folder| path.starts_with(folder));
        Ok(folders.any(is_in).then_some(path))
    }

    pub(super) fn read(&self, name: &str) -> Result<Vec<u8>, NoFile> {
        let relative = Path::new(name);
        if relative.components().any(|c| matches!(c, Component::RootDir | Component::Prefix(_))) {
            return Err(NoFile::Absolute);
        }
        if let Err(why) = name.parse::<PlainPath>() {
            // As one program writes paths, and no other.
            let slashes = typed(name).replace('\\', "/");
            let meant = slashes != name && slashes.parse::<PlainPath>().is_ok();
            return Err(match meant && self.path(&slashes).exists() {
                true => NoFile::Absent(Some(slashes)),
                false => NoFile::NotPlain(why),
            });
        }
        let path = match self.resolved(name) {
            Ok(Some(path)) => path,
            Ok(None) => return Err(NoFile::Outside),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Err(NoFile::Absent(self.neighbour(relative)));
            }
            Err(error) => return Err(unreadable(&error)),
        };
        read_plain(&path, LARGEST).map_err(|error| match error.kind() {
            ErrorKind::IsADirectory => NoFile::Folder,
            ErrorKind::FileTooLarge => NoFile::TooLarge,
            _ => unreadable(&error),
        })
    }

    /// The names of the files in a folder, sorted; none where no such folder is reached.
    pub(super) fn list(&self, folder: &str) -> Option<Vec<String>> {
        folder.parse::<PlainPath>().ok()?;
        names_in(&self.resolved(folder).ok()??)
    }

    /// The file in the same folder whose name is nearest, written as the layout would write it.
    fn neighbour(&self, name: &Path) -> Option<String> {
        let folder = name.parent()?.to_str()?;
        let names = match folder {
            "" => names_in(if self.own.as_os_str().is_empty() { Path::new(".") } else { &self.own }),
            folder => self.list(folder),
        }?;
        let near = nearest(name.file_name()?.to_str()?, names.iter().map(String::as_str))?;
        Some(name.with_file_name(near).to_string_lossy().replace('\\', "/"))
    }
}

/// A name with each control character as it was typed between quotes: `art\back.png` is read with a backspace in it.
pub fn typed(name: &str) -> String {
    let escapes =
        [('\u{8}', "\\b"), ('\t', "\\t"), ('\n', "\\n"), ('\u{c}', "\\f"), ('\r', "\\r"), ('\u{1b}', "\\e")];
    escapes.into_iter().fold(name.to_owned(), |name, (sign, typed)| name.replace(sign, typed))
}

fn unreadable(error: &io::Error) -> NoFile {
    NoFile::Unreadable(match error.kind() {
        ErrorKind::PermissionDenied => "you may not read it".to_owned(),
        _ => error.to_string(),
    })
}

/// The names of the files in a folder, sorted. A layout is UTF-8, and cannot name a file whose name is not.
fn names_in(folder: &Path) -> Option<Vec<String>> {
    let entries = fs::read_dir(folder).ok()?;
    let mut names: Vec<String> =
        entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    names.sort();
    Some(names)
}

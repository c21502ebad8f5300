//! Reads the files that a layout names: data, pictures and fonts.
//!
//! - In: the folder of a layout, files in memory, or the attachments of a PDF that is built again.
//! - Out: the contents of the file that has a given name. Each file is read once and is then kept,
//!   because it is also attached to the new PDF.
//! - Not here: the formats of files.

mod kind;
pub mod plain_name;
mod reach;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

pub use kind::kind_of;
pub use plain_name::{NotPlain, PlainName, PlainPath};
use reach::ReachableFolders;
pub use reach::read_plain;
pub use reach::typed;

use crate::diag::Hint;
use crate::diag::near::nearest;
use crate::stored::Stored;

/// The size of the largest file that a layout may name, in bytes. The size is limited because these
/// files are attached to the PDF.
pub const MAX_FILE_BYTES: u64 = 64 << 20;
/// The size of the largest layout or printer profile, in bytes.
pub const MAX_LAYOUT_BYTES: u64 = 16 << 20;
/// The size of the largest finished file that hexpress reads, such as a PDF, in bytes.
pub const MAX_FINISHED_FILE_BYTES: u64 = 512 << 20;

/// The folders that contain a layout's files, and the files that were already read. Clones share the
/// folders and the files that were read.
#[derive(Debug, Clone, Default)]
pub struct Files(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    home: FileSource,
    /// Names that no file may have. The PDF uses these names for its own attachments: the layout
    /// and the record of the build.
    reserved_names: Vec<String>,
    read: Mutex<BTreeMap<String, Stored>>,
    /// The names of requested files that could not be read, for example because they do not exist.
    missed: Mutex<BTreeSet<String>>,
}

/// Where the files of a layout are.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
enum FileSource {
    /// There are no files, because the layout is part of the program.
    #[default]
    Nowhere,
    /// Files on the disk, in the layout's folder and in other folders that the user allows.
    Folders(ReachableFolders),
    /// Files in memory. They are the attachments of a PDF, or the files of a folder that the user
    /// opened on the web page. If `all_travel` is true, all these files are attached to the next
    /// PDF.
    Memory { files: BTreeMap<String, Arc<[u8]>>, all_travel: bool },
}

/// The reason why a file cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileError {
    /// No file has this name. If a file in the folder has a similar name, the value is that similar
    /// name.
    Absent(Option<String>),
    /// The path is absolute, so it would not exist on other machines.
    Absolute,
    /// The layout is part of the program and has no folder.
    NoFolder,
    /// The path names a folder.
    Folder,
    /// The PDF uses this name for another attachment.
    Taken,
    /// The path leads out of the layout's folder, or some systems do not allow it.
    NotPlain(NotPlain),
    /// A link leads out of the folders that the layout may use.
    Outside,
    /// The file is larger than [`MAX_FILE_BYTES`].
    TooLarge,
    /// The system cannot read the file. Contains its error message.
    Unreadable(String),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Absent(_) => f.write_str("the file does not exist"),
            Self::Absolute => f.write_str("the path leads out of the layout's folder"),
            Self::NoFolder => f.write_str("a bundled layout has no files next to it"),
            Self::Folder => f.write_str("it is a folder"),
            Self::Taken => f.write_str("this name is reserved for a file that hexpress adds to the PDF"),
            Self::NotPlain(NotPlain::Dots) => f.write_str("`.` and `..` lead out of the layout's folder"),
            Self::Outside => f.write_str("it is a link that leads out of the layout's folder"),
            Self::NotPlain(NotPlain::Separator(':')) => {
                f.write_str("the path must be in the layout's folder, and cannot contain `:`")
            }
            Self::NotPlain(why) => write!(f, "a file in a PDF cannot have this name: {why}"),
            Self::TooLarge => write!(f, "it is larger than {} MiB", MAX_FILE_BYTES >> 20),
            Self::Unreadable(what) => f.write_str(what),
        }
    }
}

/// The hint for a file that is outside of the layout's folder.
const ALLOW_HINT: &str = "copy the file into the layout's folder, or allow its folder with --allow FOLDER; in both \
    cases write its path from that folder: \"picture.png\"";

impl FileError {
    /// Returns what the user can do about a file that cannot be read. Returns `None` if no advice is
    /// known.
    pub fn hint(&self, name: &str) -> Option<Hint> {
        if let Self::Absent(Some(near)) = self {
            return Some(Hint::did_you_mean(name, near));
        }
        self.advice(name).map(Hint::from)
    }

    /// Returns what the user can do if no other file has nearly the same name. Returns `None` if the
    /// file is too large, or if the system cannot read it.
    fn advice(&self, name: &str) -> Option<String> {
        let last_part = name.rsplit(['/', '\\']).find(|part| !part.is_empty()).unwrap_or("picture.png");
        // A web address may end with a query or a fragment. These are not part of the name of a
        // file.
        let last = last_part.split(['?', '#']).next().unwrap_or(last_part);
        Some(match self {
            Self::NotPlain(_) if name.contains("://") && !name.starts_with("file:") => {
                format!(
                    "save it in the layout's folder and write \"{last}\": hexpress reads nothing from the web"
                )
            }
            Self::Absent(None) if name.starts_with('~') => {
                format!("copy it into the layout's folder and write \"{last}\"")
            }
            Self::Absolute | Self::NotPlain(NotPlain::Separator(':')) if last != name => format!(
                "copy the file into the layout's folder and write \"{last}\", or allow its folder with \
                    --allow FOLDER"
            ),
            Self::Absent(_) if Path::new(name).components().count() > 1 => {
                format!("save the file as `{name}` in the folder of the layout, or correct this path")
            }
            Self::Absent(_) => format!(
                "put the file in the folder of the layout, or write its path from there: \"folder/{last}\""
            ),
            Self::Absolute | Self::Outside | Self::NotPlain(NotPlain::Dots) => ALLOW_HINT.to_owned(),
            Self::NoFolder => "save the layout in a folder of your own first".to_owned(),
            Self::Taken => "rename the file that you want to use, and write its new name here".to_owned(),
            Self::NotPlain(NotPlain::Separator('\\') | NotPlain::Control) => {
                "separate folders with `/`: \"art/picture.png\"".to_owned()
            }
            Self::NotPlain(_) => {
                "use a file in the layout's folder or a subfolder, such as \"art/picture.png\", because the \
                    PDF includes the file"
                    .to_owned()
            }
            Self::Folder => {
                format!("write the path of a file in this folder: \"{}/…\"", name.trim_end_matches('/'))
            }
            Self::TooLarge | Self::Unreadable(_) => return None,
        })
    }
}

impl Files {
    /// Returns the files in the folder of a layout and in the allowed folders. `record` is the name
    /// that the record of the build has in the PDF. No file may have this name.
    pub fn in_folder_of(layout: &Path, allowed: &[PathBuf], record: &str) -> Self {
        let reach = ReachableFolders::new(layout.parent().map(Path::to_owned).unwrap_or_default(), allowed);
        let layout = layout.file_name().map(|name| name.to_string_lossy().into_owned());
        let taken = layout.into_iter().chain([record.to_owned()]).collect();
        Self(Arc::new(Inner { home: FileSource::Folders(reach), reserved_names: taken, ..Inner::default() }))
    }

    /// Returns the attachments of a PDF, except the record of its build. `record` is the name of this
    /// record.
    pub fn attached(files: BTreeMap<PlainPath, Arc<[u8]>>, record: &str) -> Self {
        Self::memory(files, true, vec![record.to_owned()])
    }

    /// Returns the files of a folder in memory. `layout` is the name of the layout in this folder.
    /// `record` is the name of the record of the build. No other file may have one of these two
    /// names.
    pub fn in_memory(layout: &str, files: BTreeMap<PlainPath, Arc<[u8]>>, record: &str) -> Self {
        Self::memory(files, false, vec![layout.to_owned(), record.to_owned()])
    }

    fn memory(files: BTreeMap<PlainPath, Arc<[u8]>>, all_travel: bool, taken: Vec<String>) -> Self {
        let files = files.into_iter().map(|(name, bytes)| (name.to_string(), bytes)).collect();
        Self(Arc::new(Inner {
            home: FileSource::Memory { files, all_travel },
            reserved_names: taken,
            ..Inner::default()
        }))
    }

    /// Reads a file. Its name is a path that starts from the layout's folder, with `/` between the
    /// parts.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn get(&self, name: &str) -> Result<Arc<[u8]>, FileError> {
        self.get_and(name, |_, bytes| Stored::held(bytes))
    }

    /// Reads a file for a caller that does not keep its bytes. If many bytes are already in memory,
    /// `Files` does not keep the bytes of the file either. The file is then read again when the PDF
    /// is written.
    ///
    /// # Errors
    /// See [`get`](Self::get).
    pub fn get_uncached(&self, name: &str) -> Result<Arc<[u8]>, FileError> {
        self.get_and(name, Stored::of_file)
    }

    fn get_and(&self, name: &str, keep: fn(PathBuf, &Arc<[u8]>) -> Stored) -> Result<Arc<[u8]>, FileError> {
        if self.0.reserved_names.iter().any(|taken| taken == name) {
            return Err(FileError::Taken);
        }
        if let Some(known) = self.stored(name) {
            let bytes = known.bytes().map_err(|error| FileError::Unreadable(error.to_string()))?;
            return Ok(bytes.into());
        }
        let (bytes, stored) = match &self.0.home {
            FileSource::Nowhere => return Err(FileError::NoFolder),
            FileSource::Memory { files, .. } => {
                let Some(bytes) = files.get(name) else {
                    self.record_missing(name);
                    let near = nearest(name, files.keys().map(String::as_str)).map(str::to_owned);
                    return Err(self.without_taken(FileError::Absent(near)));
                };
                (Arc::clone(bytes), Stored::held(bytes))
            }
            FileSource::Folders(reach) => {
                let read = reach.read(name).inspect_err(|_| self.record_missing(name));
                let bytes: Arc<[u8]> = read.map_err(|why| self.without_taken(why))?.into();
                let stored = keep(reach.path(name), &bytes);
                (bytes, stored)
            }
        };
        self.0.read.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), stored);
        Ok(bytes)
    }

    /// Removes the suggested name from an error if the PDF uses this name for another attachment.
    fn without_taken(&self, why: FileError) -> FileError {
        match why {
            FileError::Absent(Some(near)) if self.0.reserved_names.contains(&near) => FileError::Absent(None),
            why => why,
        }
    }

    /// Returns a file that was already read. Returns `None` if it was not read.
    pub fn stored(&self, name: &str) -> Option<Stored> {
        self.0.read.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    /// Records that the layout names a file that could not be read.
    fn record_missing(&self, name: &str) {
        self.0.missed.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned());
    }

    /// Returns whether at least one requested file could not be read.
    pub fn has_missing(&self) -> bool {
        !self.0.missed.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    /// Returns the path and the length of every requested file on the disk. The length, in bytes, is
    /// `None` if the file could not be read. A preview watches these paths for changes.
    pub fn paths(&self) -> Vec<(PathBuf, Option<u64>)> {
        let FileSource::Folders(reach) = &self.0.home else { return Vec::new() };
        let missed = self.0.missed.lock().unwrap_or_else(PoisonError::into_inner);
        let files = self.files_read();
        let read = files.iter().map(|(name, bytes)| (name, Some(bytes.len() as u64)));
        let all = read.chain(missed.iter().map(|name| (name, None)));
        all.map(|(name, length)| (reach.path(name), length)).collect()
    }

    /// Returns the sorted names of the files in a folder. Returns `None` if the folder is not on the
    /// disk, or if the layout is part of the program. If the files are in memory, returns an empty list
    /// for an unknown folder.
    ///
    /// A PDF contains only the files that its layout uses, so its attachments may lack other files of
    /// the folder.
    pub fn list(&self, folder: &str) -> Option<Vec<String>> {
        match &self.0.home {
            FileSource::Nowhere => None,
            FileSource::Memory { files, .. } => {
                let names = files.keys().filter_map(|name| name.strip_prefix(folder)?.strip_prefix('/'));
                Some(names.map(str::to_owned).collect())
            }
            FileSource::Folders(reach) => reach.list(folder),
        }
    }

    /// Returns every file that was read, by its name. If the files are attachments of a PDF, returns
    /// all attachments, even if only some sheets are printed again.
    pub fn files_read(&self) -> BTreeMap<String, Stored> {
        match &self.0.home {
            FileSource::Memory { files, all_travel: true } => {
                files.iter().map(|(name, bytes)| (name.clone(), Stored::held(bytes))).collect()
            }
            _ => self.0.read.lock().unwrap_or_else(PoisonError::into_inner).clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_the_largest_size_is_read_and_one_byte_more_is_not() {
        let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"));
        let bytes = std::fs::read(path).unwrap();
        let size = bytes.len() as u64;
        assert_eq!(read_plain(path, size).unwrap(), bytes);
        assert_eq!(read_plain(path, size - 1).unwrap_err().kind(), std::io::ErrorKind::FileTooLarge);
    }

    #[test]
    fn files_are_read_from_the_folder_of_the_layout_and_kept() {
        let files = Files::in_folder_of(
            Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")),
            &[],
            "hexpress.json",
        );
        assert!(files.get("src/lib.rs").is_ok_and(|bytes| bytes.starts_with(b"//! ")));
        assert_eq!(files.get("src"), Err(FileError::Folder));
        assert_eq!(files.get("/etc/passwd"), Err(FileError::Absolute));
        assert_eq!(files.get("Cargo.toml"), Err(FileError::Taken));
        assert_eq!(files.get("hexpress.json"), Err(FileError::Taken));
        assert!(files.list("src/diag").is_some_and(|names| names.contains(&"near.rs".to_owned())));
        assert_eq!(files.list("src/nowhere"), None);
        assert_eq!(files.get("src/lbi.rs"), Err(FileError::Absent(Some("src/lib.rs".to_owned()))));
        assert_eq!(files.get("nowhere/at-all.png"), Err(FileError::Absent(None)));
        let looked_at = files.paths();
        assert!(looked_at.iter().any(|(path, length)| path.ends_with("src/lib.rs") && length.is_some()));
        assert!(
            looked_at.iter().any(|(path, length)| path.ends_with("nowhere/at-all.png") && length.is_none())
        );
        let read = files.files_read();
        assert_eq!(read.keys().collect::<Vec<_>>(), ["src/lib.rs"]);
        assert_eq!(
            Files::in_folder_of(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src/lib.rs")), &[], "")
                .get("../Cargo.toml"),
            Err(FileError::NotPlain(NotPlain::Dots))
        );
        let read = read
            .into_iter()
            .map(|(name, file)| (name.parse().unwrap(), file.bytes().unwrap().into()))
            .collect();
        let again = Files::attached(read, "hexpress.json");
        assert!(again.get("src/lib.rs").is_ok());
        for name in ["Cargo.toml", "hexpress.json"] {
            assert_eq!(files.get(name), Err(FileError::Taken));
        }
        assert_eq!(again.get("hexpress.json"), Err(FileError::Taken));
        assert_eq!(again.get("src/li.rs"), Err(FileError::Absent(Some("src/lib.rs".to_owned()))));
        assert_eq!(Files::default().get("a.png"), Err(FileError::NoFolder));
    }
}

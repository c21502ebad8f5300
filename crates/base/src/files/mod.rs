//! The files that a layout names: data, pictures, fonts. They lie beside the layout, or travel inside a PDF
//! that is built again; each is read once, and remembered, since it travels inside the new PDF as well.

mod kind;
pub mod plain_name;
mod reach;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

pub use kind::kind_of;
pub use plain_name::{NotPlain, PlainName, PlainPath};
use reach::Reach;
pub use reach::read_plain;
pub use reach::typed;

use crate::base::stored::Stored;
use crate::diag::near::nearest;

/// The largest file that a layout may name, in bytes: everything named travels inside the PDF.
pub const LARGEST: u64 = 64 << 20;
/// The largest layout, and the largest profile of a printer, in bytes.
pub const LARGEST_LAYOUT: u64 = 16 << 20;
/// The largest finished file that is read, in bytes.
pub const LARGEST_FINISHED: u64 = 512 << 20;

/// Where a layout's files are, and those that it has named so far. Clones are the same files.
#[derive(Debug, Clone, Default)]
pub struct Files(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    home: Home,
    /// The names of what the PDF carries of its own: the layout, and the record of the build.
    taken: Vec<String>,
    read: Mutex<BTreeMap<String, Stored>>,
    /// What was asked for and not found.
    missed: Mutex<BTreeSet<String>>,
}

/// Where files come from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
enum Home {
    /// Nowhere: a layout that is part of the program stands alone.
    #[default]
    Nowhere,
    /// The folder that the layout lies in, and others that are allowed.
    Folders(Reach),
    /// Memory: a PDF of ours, all of whose files go into the next one, or a folder that a page has.
    Memory { files: BTreeMap<String, Arc<[u8]>>, all_travel: bool },
}

/// Why a file cannot be had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoFile {
    /// There is none of this name; the nearest name in its folder, if one is near.
    Absent(Option<String>),
    /// A path from the root of one machine, which no other machine has.
    Absolute,
    /// The layout has no folder: it is part of the program.
    NoFolder,
    /// A folder, not a file.
    Folder,
    /// A name that the PDF gives to an attachment of its own.
    Taken,
    /// A path that leads out of the layout's folder, or that some systems cannot have.
    NotPlain(NotPlain),
    /// A link that leads out of all folders that the layout may take files from.
    Outside,
    /// Larger than [`LARGEST`].
    TooLarge,
    /// What the system says.
    Unreadable(String),
}

impl fmt::Display for NoFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Absent(_) => f.write_str("there is no such file"),
            Self::Absolute => f.write_str("the path begins at the root of this machine"),
            Self::NoFolder => f.write_str("a bundled layout has no files beside it"),
            Self::Folder => f.write_str("it is a folder"),
            Self::Taken => f.write_str("the PDF carries something of its own by this name"),
            Self::NotPlain(NotPlain::Dots) => f.write_str("`.` and `..` lead out of the layout's folder"),
            Self::Outside => f.write_str("it is a link that leads out of the layout's folder"),
            Self::NotPlain(NotPlain::Separator(':')) => {
                f.write_str("it is no name of a file below the layout's folder: it contains `:`")
            }
            Self::NotPlain(why) => write!(f, "no file in a PDF can be called so: {why}"),
            Self::TooLarge => write!(f, "it is larger than {} MiB", LARGEST >> 20),
            Self::Unreadable(what) => f.write_str(what),
        }
    }
}

/// How a layout gets at a file elsewhere.
const ALLOW: &str = "copy it into the layout's folder; or allow the folder that it lies in, --allow FOLDER, and name it \
    as seen from there: \"picture.png\"";

impl NoFile {
    /// What would mend it.
    pub fn hint(&self, name: &str) -> Option<String> {
        let last = name.rsplit(['/', '\\']).find(|part| !part.is_empty()).unwrap_or("picture.png");
        // What stands behind the name on the web.
        let last = last.split(['?', '#']).next().unwrap_or(last);
        Some(match self {
            Self::NotPlain(_) if name.contains("://") && !name.starts_with("file:") => {
                format!("nothing is taken from the web: save it in the layout's folder, and write \"{last}\"")
            }
            Self::Absent(None) if name.starts_with('~') => {
                format!("copy it into the layout's folder and write \"{last}\"")
            }
            Self::Absolute | Self::NotPlain(NotPlain::Separator(':')) if last != name => format!(
                "copy it into the layout's folder and write \"{last}\"; or allow the folder that it lies in: --allow FOLDER"
            ),
            Self::Absent(Some(near)) => format!("did you mean `{near}`?"),
            Self::Absent(None) => {
                "the path is taken from the folder of the layout: \"art/picture.png\"".to_owned()
            }
            Self::Absolute | Self::Outside | Self::NotPlain(NotPlain::Dots) => ALLOW.to_owned(),
            Self::NoFolder => "write the layout to a folder of your own first".to_owned(),
            Self::Taken => "give the file another name".to_owned(),
            Self::NotPlain(NotPlain::Separator('\\') | NotPlain::Control) => {
                "folders are separated by `/`: \"art/picture.png\"".to_owned()
            }
            Self::NotPlain(_) => {
                "it travels inside the PDF: a file in the layout's folder or below, as in \"art/picture.png\""
                    .to_owned()
            }
            Self::Folder | Self::TooLarge | Self::Unreadable(_) => return None,
        })
    }
}

impl Files {
    /// The files in the folder of a layout, then in those that are allowed beside it. None can be called `record`, as
    /// the PDF calls the record of the build.
    pub fn beside(layout: &Path, allowed: &[PathBuf], record: &str) -> Self {
        let reach = Reach::new(layout.parent().map(Path::to_owned).unwrap_or_default(), allowed);
        let layout = layout.file_name().map(|name| name.to_string_lossy().into_owned());
        let taken = layout.into_iter().chain([record.to_owned()]).collect();
        Self(Arc::new(Inner { home: Home::Folders(reach), taken, ..Inner::default() }))
    }

    /// The files that came with a PDF of ours, beside what that calls `record`.
    pub fn attached(files: BTreeMap<PlainPath, Arc<[u8]>>, record: &str) -> Self {
        Self::memory(files, true, vec![record.to_owned()])
    }

    /// The files of a folder in memory that a layout lies in. None can be called `record`, as the PDF calls the record of
    /// the build.
    pub fn in_memory(layout: &str, files: BTreeMap<PlainPath, Arc<[u8]>>, record: &str) -> Self {
        Self::memory(files, false, vec![layout.to_owned(), record.to_owned()])
    }

    fn memory(files: BTreeMap<PlainPath, Arc<[u8]>>, all_travel: bool, taken: Vec<String>) -> Self {
        let files = files.into_iter().map(|(name, bytes)| (name.to_string(), bytes)).collect();
        Self(Arc::new(Inner { home: Home::Memory { files, all_travel }, taken, ..Inner::default() }))
    }

    /// The contents of the file of this name: a path from the layout's folder, with `/` between its parts.
    ///
    /// # Errors
    /// Why it cannot be had.
    pub fn get(&self, name: &str) -> Result<Arc<[u8]>, NoFile> {
        self.get_and(name, |_, bytes| Stored::held(bytes))
    }

    /// As [`get`](Self::get), of a file that nobody holds: it may be read again when it is written.
    ///
    /// # Errors
    /// Why it cannot be had.
    pub fn look_at(&self, name: &str) -> Result<Arc<[u8]>, NoFile> {
        self.get_and(name, Stored::of_file)
    }

    fn get_and(&self, name: &str, keep: fn(PathBuf, &Arc<[u8]>) -> Stored) -> Result<Arc<[u8]>, NoFile> {
        if self.0.taken.iter().any(|taken| taken == name) {
            return Err(NoFile::Taken);
        }
        // What the PDF has of its own is no name that may be meant.
        let without_taken = |why| match why {
            NoFile::Absent(Some(near)) if self.0.taken.contains(&near) => NoFile::Absent(None),
            why => why,
        };
        if let Some(known) = self.stored(name) {
            let bytes = known.bytes().map_err(|error| NoFile::Unreadable(error.to_string()))?;
            return Ok(bytes.into());
        }
        let (bytes, stored) = match &self.0.home {
            Home::Nowhere => return Err(NoFile::NoFolder),
            Home::Memory { files, .. } => {
                let names = files.keys().map(String::as_str);
                let absent = || NoFile::Absent(nearest(name, names).map(str::to_owned));
                let bytes = files.get(name).ok_or_else(absent).inspect_err(|_| self.miss(name));
                let bytes = bytes.map_err(without_taken)?;
                (Arc::clone(bytes), Stored::held(bytes))
            }
            Home::Folders(reach) => {
                let bytes = reach.read(name).inspect_err(|_| self.miss(name)).map_err(without_taken)?;
                let bytes: Arc<[u8]> = bytes.into();
                let stored = keep(reach.path(name), &bytes);
                (bytes, stored)
            }
        };
        self.0.read.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), stored);
        Ok(bytes)
    }

    /// The same, of a file that was read before.
    pub fn stored(&self, name: &str) -> Option<Stored> {
        self.0.read.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    fn miss(&self, name: &str) {
        self.0.missed.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned());
    }

    /// Whether a file was asked for that could not be had.
    pub fn are_missed(&self) -> bool {
        !self.0.missed.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    /// Where every file lies that was asked for, and how long it was; none for one that could not be had. It is what
    /// has to be looked at again.
    pub fn paths(&self) -> Vec<(PathBuf, Option<u64>)> {
        let Home::Folders(reach) = &self.0.home else { return Vec::new() };
        let missed = self.0.missed.lock().unwrap_or_else(PoisonError::into_inner);
        let read = self.read();
        let read = read.iter().map(|(name, bytes)| (name, Some(bytes.len() as u64)));
        let all = read.chain(missed.iter().map(|name| (name, None)));
        all.map(|(name, length)| (reach.path(name), length)).collect()
    }

    /// The names of the files in a folder that a layout names, sorted; none where there is no such folder. What
    /// a PDF carries of a folder is only what was used of it.
    pub fn list(&self, folder: &str) -> Option<Vec<String>> {
        match &self.0.home {
            Home::Nowhere => None,
            Home::Memory { files, .. } => {
                let inside = |name: &String| Some(name.strip_prefix(folder)?.strip_prefix('/')?.to_owned());
                Some(files.keys().filter_map(inside).collect())
            }
            Home::Folders(reach) => reach.list(folder),
        }
    }

    /// Every file that was asked for and found, by name; all that came with a PDF go into the next one, whichever
    /// of its sheets are printed again.
    pub fn read(&self) -> BTreeMap<String, Stored> {
        match &self.0.home {
            Home::Memory { files, all_travel: true } => {
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
    fn reads_from_the_layout_s_folder_and_remembers() {
        let files = Files::beside(
            Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")),
            &[],
            "hexpress.json",
        );
        assert!(
            files.get("src/lib.rs").is_ok_and(|bytes| bytes.starts_with(b"//! What every other crate uses"))
        );
        assert_eq!(files.get("src"), Err(NoFile::Folder));
        assert_eq!(files.get("/etc/passwd"), Err(NoFile::Absolute));
        assert_eq!(files.get("Cargo.toml"), Err(NoFile::Taken));
        assert_eq!(files.get("hexpress.json"), Err(NoFile::Taken));
        assert!(files.list("src/diag").is_some_and(|names| names.contains(&"near.rs".to_owned())));
        assert_eq!(files.list("src/nowhere"), None);
        assert_eq!(files.get("src/lbi.rs"), Err(NoFile::Absent(Some("src/lib.rs".to_owned()))));
        assert_eq!(files.get("nowhere/at-all.png"), Err(NoFile::Absent(None)));
        let looked_at = files.paths();
        assert!(looked_at.iter().any(|(path, length)| path.ends_with("src/lib.rs") && length.is_some()));
        assert!(
            looked_at.iter().any(|(path, length)| path.ends_with("nowhere/at-all.png") && length.is_none())
        );
        let read = files.read();
        assert_eq!(read.keys().collect::<Vec<_>>(), ["src/lib.rs"]);
        assert_eq!(
            Files::beside(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src/lib.rs")), &[], "")
                .get("../Cargo.toml"),
            Err(NoFile::NotPlain(NotPlain::Dots))
        );
        let read = read
            .into_iter()
            .map(|(name, file)| (name.parse().unwrap(), file.bytes().unwrap().into()))
            .collect();
        let again = Files::attached(read, "hexpress.json");
        assert!(again.get("src/lib.rs").is_ok());
        for name in ["Cargo.toml", "hexpress.json"] {
            assert_eq!(files.get(name), Err(NoFile::Taken));
        }
        assert_eq!(again.get("hexpress.json"), Err(NoFile::Taken));
        assert_eq!(again.get("src/li.rs"), Err(NoFile::Absent(Some("src/lib.rs".to_owned()))));
        assert_eq!(Files::default().get("a.png"), Err(NoFile::NoFolder));
    }
}

//! The current folder of a run, and access to the files that the user names.
//!
//! - In: paths as the user typed them.
//! - Out: paths for the system, and contents of files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::file_errors::{unreadable, unwritable};
use hexpress_base::diag::{Report, Result, codes};
use hexpress_base::files::{Files, read_plain};
use hexpress_language::record::RECORD;
use hexpress_write::Contents;

/// The folder from which relative paths start, and what the process may do.
#[derive(Debug, Clone, Default)]
pub struct RunContext {
    /// The folder that relative paths start from. If it is empty, they start from the working
    /// directory of the process.
    pub folder: PathBuf,
    /// The path of the `hexpress` program. `None` if this process must not start another process.
    pub program: Option<PathBuf>,
    /// The folders from which layouts may use files in addition to their own folder. The paths are as
    /// the user typed them.
    pub allowed: Vec<PathBuf>,
    /// Whether the process ends when this run of the command line ends. If not, the run must not limit
    /// the time and memory of the process. For example, tests run the command line several times in one
    /// process.
    pub process_ends_with_run: bool,
}

impl RunContext {
    /// Returns the full path for a path that the user typed.
    pub fn at(&self, typed: impl AsRef<Path>) -> PathBuf {
        self.folder.join(typed)
    }

    /// Returns a path as the user would type it. If the path is inside `folder`, the result is relative
    /// to `folder`.
    pub fn as_typed<'p>(&self, path: &'p Path) -> &'p Path {
        path.strip_prefix(&self.folder).unwrap_or(path)
    }

    /// Reads a file of at most `most` bytes.
    ///
    /// # Errors
    /// The file cannot be read, or is larger than `most` bytes.
    pub fn read(&self, typed: &Path, most: u64) -> Result<Vec<u8>> {
        read_plain(&self.at(typed), most).map_err(|error| unreadable(typed, &error))
    }

    /// Checks that a path can be the output folder.
    ///
    /// # Errors
    /// The path has the extension of a file, and is not an existing folder.
    pub fn check_output_folder(&self, typed: &Path) -> Result<()> {
        let is_file = typed.extension().and_then(|extension| extension.to_str()).is_some_and(|extension| {
            ["pdf", "svg", "png", "zip", "toml"].iter().any(|known| extension.eq_ignore_ascii_case(known))
        });
        if !is_file || self.at(typed).is_dir() {
            return Ok(());
        }
        let folder = typed.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
        let message = format!("--output must be a folder, but {} is the name of a file", typed.display());
        let hint = format!(
            "write only the folder, because hexpress chooses the names of the files: --output {}",
            folder.display()
        );
        Err(codes::BAD_OPTION.error(message).hint(hint))
    }

    /// Checks that all folders in `allowed` exist.
    ///
    /// # Errors
    /// A folder does not exist. The report has an error for every such folder.
    pub fn check_allowed_folders(&self) -> Result<(), Report> {
        let mut report = Report::default();
        for folder in self.allowed.iter().filter(|folder| !self.at(folder).is_dir()) {
            let message = format!("--allow `{}`: the folder does not exist", folder.display());
            let hint = "write the path of a folder that exists: layouts may then use its files too";
            report.push(codes::BAD_OPTION.error(message).hint(hint));
        }
        if report.is_empty() { Ok(()) } else { Err(report) }
    }

    /// Returns a [`Files`], which reads the files that a layout may use. `layout` is the path of
    /// the layout as the user typed it.
    pub fn files_for(&self, layout: &Path) -> Files {
        let allowed: Vec<PathBuf> = self.allowed.iter().map(|folder| self.at(folder)).collect();
        Files::in_folder_of(&self.at(layout), &allowed, RECORD)
    }

    /// Saves all files or none; see [`hexpress_write::save`]. Each path is as the user typed it.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn save<C>(&self, files: &[(PathBuf, C)]) -> Result<()>
    where
        for<'c> &'c C: Contents,
    {
        let placed: Vec<_> = files.iter().map(|(path, contents)| (self.at(path), contents)).collect();
        hexpress_write::save(&placed).map_err(|(path, error)| unwritable(self.as_typed(path), &error))
    }

    /// Returns a command that runs another process of `hexpress` in this folder. Returns `None` if
    /// no process can be started.
    pub fn process(&self) -> Option<Command> {
        let mut process = Command::new(self.program.as_ref()?);
        if !self.folder.as_os_str().is_empty() {
            process.current_dir(&self.folder);
        }
        Some(process)
    }
}

/// Returns whether two paths refer to the same file.
pub fn same_file(one: &Path, other: &Path) -> bool {
    let [one, other] = [one, other].map(|path| fs::canonicalize(path).ok());
    one.is_some() && one == other
}

/// Returns whether the name of a file ends with one of these extensions, in upper or lower case.
pub fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    path.extension().is_some_and(|found| extensions.iter().any(|known| found.eq_ignore_ascii_case(known)))
}

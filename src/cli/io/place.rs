//! Where a run happens.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::file_errors::{unreadable, unwritable};
use crate::diag::{Report, Result, codes};
use crate::files::{Files, read_plain};
use crate::record::RECORD;
use crate::write::{self, Contents};

/// The folder that relative paths begin in, and the process that runs.
#[derive(Debug, Clone, Default)]
pub struct Workplace {
    /// The folder; empty for the working directory of the process.
    pub folder: PathBuf,
    /// The program file of `hexpress`; none where no other process can be started.
    pub program: Option<PathBuf>,
    /// The folders that layouts may take files from, beside their own, as they were typed.
    pub allowed: Vec<PathBuf>,
    /// Whether the process ends with the run, so that it may lower its own bounds.
    pub ends: bool,
}

impl Workplace {
    /// Where a path lies that was typed.
    pub fn at(&self, typed: impl AsRef<Path>) -> PathBuf {
        self.folder.join(typed)
    }

    /// A path below the folder as it can be typed.
    pub fn shown<'p>(&self, path: &'p Path) -> &'p Path {
        path.strip_prefix(&self.folder).unwrap_or(path)
    }

    /// What the file holds that was typed, of at most so many bytes.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn read(&self, typed: &Path, most: u64) -> Result<Vec<u8>> {
        read_plain(&self.at(typed), most).map_err(|error| unreadable(typed, &error))
    }

    /// Checks that a path can be the folder of files that are written.
    ///
    /// # Errors
    /// The path is named as a file is, and there is no folder of this name.
    pub fn is_for_files(&self, typed: &Path) -> Result<()> {
        let end = typed.extension().and_then(|end| end.to_str()).map(str::to_ascii_lowercase);
        let is_file = end.is_some_and(|end| ["pdf", "svg", "png", "zip", "toml"].contains(&end.as_str()));
        if !is_file || self.at(typed).is_dir() {
            return Ok(());
        }
        let folder = typed.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
        let message =
            format!("--output {}: this is the name of a file, and --output is a folder", typed.display());
        let hint =
            format!("write --output {}; files are named after the layout and the paper", folder.display());
        Err(codes::BAD_OPTION.error(message).hint(hint))
    }

    /// Checks that layouts may take files from the folders that were typed.
    ///
    /// # Errors
    /// The folders that are not there.
    pub fn has_allowed(&self) -> Result<(), Report> {
        let mut report = Report::default();
        for folder in self.allowed.iter().filter(|folder| !self.at(folder).is_dir()) {
            let message = format!("--allow {}: there is no such folder", folder.display());
            let hint = "it is a folder that the layout may take files from in addition to its own";
            report.push(codes::BAD_OPTION.error(message).hint(hint));
        }
        if report.is_empty() { Ok(()) } else { Err(report) }
    }

    /// The files that the layout names which was typed.
    pub fn beside(&self, layout: &Path) -> Files {
        let allowed: Vec<PathBuf> = self.allowed.iter().map(|folder| self.at(folder)).collect();
        Files::beside(&self.at(layout), &allowed, RECORD)
    }

    /// Saves files under paths that were typed, as [`write::save`] does.
    ///
    /// # Errors
    /// The path that could not be written, as it was typed, and why.
    pub fn save<C>(&self, files: &[(PathBuf, C)]) -> Result<()>
    where
        for<'c> &'c C: Contents,
    {
        let files: Vec<_> = files.iter().map(|(path, contents)| (self.at(path), contents)).collect();
        write::save(&files).map_err(|(path, error)| unwritable(self.shown(path), &error))
    }

    /// A process of the program in this folder.
    pub fn process(&self) -> Option<Command> {
        let mut process = Command::new(self.program.as_ref()?);
        if !self.folder.as_os_str().is_empty() {
            process.current_dir(&self.folder);
        }
        Some(process)
    }
}

/// Whether two paths lead to one file.
pub fn same_file(one: &Path, other: &Path) -> bool {
    let [one, other] = [one, other].map(|path| fs::canonicalize(path).ok());
    one.is_some() && one == other
}

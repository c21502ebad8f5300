//! Opens finished files, and groups them by build.
//!
//! - In: paths of PDF and SVG files.
//! - Out: groups of files. Each group is judged as a whole, because the components of a game may be in
//!   different files of one build.
//! - Not here: judging the files.

use std::path::{Path, PathBuf};

use crate::cli::io::Output;
use crate::cli::{RunContext, limited_process};
use crate::make::{self, Group};
use hexpress_base::diag::{Result, escape_name};
use hexpress_base::files::MAX_FINISHED_FILE_BYTES;
use hexpress_base::sorted_map::SortedMap;
use hexpress_check::{Format, Opened};
use hexpress_language::record::Options;

/// Finished files of one build, with their paths as the user typed them.
pub struct NamedGroup {
    pub group: Group,
    pub paths: Vec<PathBuf>,
}

/// The values that identify a build. They are taken from the record in a finished file, which states
/// the options of the build. All files of one build have the same values.
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
struct BuildKey {
    is_pdf: bool,
    layout: String,
    /// The digest of the layout together with the files that the layout names. `None` if the record
    /// has no such digest.
    layout_and_files: Option<String>,
    options: String,
}

impl BuildKey {
    /// Returns the build of a file, or `None` if the file has no record.
    fn new(file: &Opened) -> Option<Self> {
        let (record, whole) = file.record.as_ref().zip(file.record_and_files.as_ref())?;
        // The files of one build may contain different components, so `only` and `split` may differ.
        // All other options must be the same.
        let shared = Options { only: Vec::new(), split: false, ..record.options.clone() };
        Some(Self {
            is_pdf: file.format == Format::Pdf,
            layout: whole.layout.clone(),
            layout_and_files: record.layout_and_files.clone(),
            options: format!("{shared:?}"),
        })
    }
}

/// Opens files, and groups the files of each build. Reports files that cannot be opened.
pub fn groups(paths: &[PathBuf], run_context: &RunContext, output: &mut Output) -> Vec<NamedGroup> {
    let mut groups: Vec<NamedGroup> = Vec::new();
    let mut known: SortedMap<BuildKey, usize> = SortedMap::new();
    for path in paths {
        let file = match open(path, run_context) {
            Ok(file) => file,
            Err(error) => {
                output.report_failure(error);
                continue;
            }
        };
        let key = BuildKey::new(&file);
        match key.as_ref().and_then(|key| known.get(key)) {
            Some(&index) => {
                groups[index].group.push(file);
                groups[index].paths.push(path.clone());
            }
            None => {
                known.extend(key.map(|key| (key, groups.len())));
                groups.push(NamedGroup { group: Group::new(file), paths: vec![path.clone()] });
            }
        }
    }
    groups
}

fn open(path: &Path, run_context: &RunContext) -> Result<Opened> {
    let bytes = run_context.read(path, MAX_FINISHED_FILE_BYTES)?;
    limited_process::allow_another();
    limited_process::allow_bytes(bytes.len());
    let file = make::open(&escape_name(&path.display().to_string()), &bytes)?;
    limited_process::allow_pages(file.page_count(), bytes.len());
    Ok(file)
}

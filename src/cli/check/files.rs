//! Finished files: opened, and put together by their records.

use crate::base::map::Map;
use std::path::{Path, PathBuf};

use crate::build::{self, Group};
use crate::check::{Format, Opened};
use crate::cli::io::Output;
use crate::cli::{Workplace, bounded};
use crate::diag::{Result, seen_name};
use crate::files::LARGEST_FINISHED;
use crate::record::Options;

/// Files of one record, and where they lie.
pub struct NamedGroup {
    pub group: Group,
    /// As they were typed.
    pub paths: Vec<PathBuf>,
}

/// Opens files, and puts those of one record together: what one leaves out may be in another.
pub fn groups(paths: &[PathBuf], place: &Workplace, output: &mut Output) -> Vec<NamedGroup> {
    let mut groups: Vec<NamedGroup> = Vec::new();
    let mut known: Map<(bool, String, String), usize> = Map::new();
    for path in paths {
        let opened = match open(path, place) {
            Ok(opened) => opened,
            Err(wrong) => {
                output.wrong(wrong);
                continue;
            }
        };
        let key = opened.record.as_ref().zip(opened.whole.as_ref()).map(|(record, whole)| {
            // Which components are in it is all that files of one build may differ by.
            let same = Options { only: Vec::new(), split: false, ..record.options.clone() };
            (opened.format == Format::Pdf, whole.layout.clone(), format!("{same:?}"))
        });
        let at = key.as_ref().and_then(|key| known.get(key));
        match at {
            Some(&at) => {
                groups[at].group.push(opened);
                groups[at].paths.push(path.clone());
            }
            None => {
                known.extend(key.map(|key| (key, groups.len())));
                groups.push(NamedGroup { group: Group::of(opened), paths: vec![path.clone()] });
            }
        }
    }
    groups
}

/// Opens a file.
fn open(path: &Path, place: &Workplace) -> Result<Opened> {
    let bytes = place.read(path, LARGEST_FINISHED)?;
    bounded::allow_another();
    bounded::allow_bytes(bytes.len());
    let opened = build::open(&seen_name(&path.display().to_string()), &bytes)?;
    bounded::allow_pages(opened.page_count(), bytes.len());
    Ok(opened)
}

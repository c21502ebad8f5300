//! Finds the data that hexpress needs to build a finished PDF or SVG again: the record, the layout and the
//! files that the layout uses. The record contains the options of the build and the digests of the pages.
//!
//! - In: a [`Document`] with its attachments.
//! - Out: the record and the layout, or the data that is missing.
//! - Not here: building the file again.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::Document;
use hexpress_base::files::PlainPath;
use hexpress_language::record::{RECORD, Record, RecordError, attachments_digest};

/// The data in a finished file that hexpress needs to build the file again.
#[derive(Debug, Clone)]
pub enum BuildData {
    /// Nothing, because another program wrote the file.
    Nothing,
    /// Nothing, because the user asked hexpress to omit the layout.
    LeftOut,
    /// Only a record, because the file is a calibration sheet, which has no layout.
    Record(Box<Record>),
    /// The record and all files that the record names.
    RecordAndFiles(Box<RecordAndFiles>),
}

/// A record and all files that the record names.
#[derive(Debug, Clone)]
pub struct RecordAndFiles {
    pub record: Record,
    /// The TOML text of the layout.
    pub layout: String,
    /// The contents of the files that the layout names.
    pub files: BTreeMap<PlainPath, Arc<[u8]>>,
}

/// Data that is missing or unusable in a file that hexpress made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BuildDataError {
    /// The record is missing. A file without a record must state that the user left out the layout, but this
    /// file does not.
    Record,
    /// The record cannot be used.
    Damaged(RecordError),
    /// The layout with this name is missing.
    Layout(String),
    /// The layout with this name is not UTF-8 text.
    LayoutNotUtf8(String),
    /// The file with this name is missing. The layout uses it.
    File(String),
    /// The layout, or a file that it uses, was changed after the build. In both cases, the value is the name
    /// of the layout.
    LayoutChanged(String),
    /// No page of the file has its digest in the record. The record belongs to another file, or another
    /// program saved the file again. The value is the number of pages.
    Pages(usize),
}

const AS_RECORDED: &str =
    "its record: the record belongs to another file, or another program saved the file again";

impl fmt::Display for BuildDataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Record => {
                write!(f, "hexpress wrote it, but its record ({RECORD}) is missing")
            }
            Self::Damaged(why) => write!(f, "the record inside it is damaged: {why}"),
            Self::Layout(name) => write!(f, "its record names the layout {name}, which is missing"),
            Self::LayoutNotUtf8(name) => {
                write!(f, "the layout {name} inside it is damaged: it is not UTF-8 text")
            }
            Self::File(name) => write!(f, "its record names the file {name}, which is missing"),
            Self::LayoutChanged(name) => {
                write!(
                    f,
                    "the layout {name} inside it, or a file of that layout, was changed after the build"
                )
            }
            Self::Pages(1) => write!(f, "its page does not match {AS_RECORDED}"),
            Self::Pages(pages) => write!(f, "none of its {pages} pages matches {AS_RECORDED}"),
        }
    }
}

impl std::error::Error for BuildDataError {}

/// Returns the data in a finished file that hexpress needs to build the file again.
///
/// # Errors
/// Some data is missing or damaged in a file that hexpress made.
pub fn find_build_data(document: &Document) -> Result<BuildData, BuildDataError> {
    let attached =
        |name: &str| document.attachments.iter().find(|a| a.name == name).map(|a| a.bytes.as_slice());
    let Some(json) = attached(RECORD) else {
        return match (document.left_out, document.is_ours()) {
            (true, _) => Ok(BuildData::LeftOut),
            (false, true) => Err(BuildDataError::Record),
            (false, false) => Ok(BuildData::Nothing),
        };
    };
    let text = std::str::from_utf8(json).map_err(|_| BuildDataError::Damaged(RecordError::Unreadable))?;
    let mut record = Record::from_json(text).map_err(BuildDataError::Damaged)?;
    // The record does not contain the user's colour profile, so the profile is read from the PDF.
    record.options.print_setup.press = document.press.filter(|press| !press.is_registered());
    let Some(name) = &record.layout else { return Ok(BuildData::Record(Box::new(record))) };
    let layout_bytes = attached(name.as_str()).ok_or_else(|| BuildDataError::Layout(name.to_string()))?;
    let layout = std::str::from_utf8(layout_bytes)
        .map_err(|_| BuildDataError::LayoutNotUtf8(name.to_string()))?
        .to_owned();
    let mut files: BTreeMap<PlainPath, Arc<[u8]>> = BTreeMap::new();
    for file in &record.files {
        let bytes = attached(file.as_str()).ok_or_else(|| BuildDataError::File(file.to_string()))?;
        files.insert(file.clone(), Arc::from(bytes));
    }
    if record
        .layout_and_files
        .as_ref()
        .is_some_and(|recorded| *recorded != attachments_digest(&layout, &files))
    {
        return Err(BuildDataError::LayoutChanged(name.to_string()));
    }
    Ok(BuildData::RecordAndFiles(Box::new(RecordAndFiles { record, layout, files })))
}

/// Checks that a record belongs to a document: at least one page of the document must have its digest in the
/// record. One page is enough, because a modified file usually keeps most of its pages.
///
/// # Errors
/// No page of the document has its digest in the record.
pub fn check_record_of(record: &Record, document: &Document) -> Result<(), BuildDataError> {
    let pages = &document.pages;
    let found = pages.is_empty() || pages.iter().any(|page| record.pages.contains(&page.digest));
    if found { Ok(()) } else { Err(BuildDataError::Pages(pages.len())) }
}

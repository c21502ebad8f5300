//! What a finished file of ours carries to be built again: its record, its layout, and the files that this names.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::Document;
use hexpress_base::files::PlainPath;
use hexpress_language::record::{RECORD, Record, RecordError, travels_digest};

/// What a file carries.
#[derive(Debug, Clone)]
pub enum Carried {
    /// Nothing: another program made it.
    Nothing,
    /// Nothing on purpose: it is one of ours, and says that its layout was left out.
    LeftOut,
    /// A record alone: a calibration sheet is made of no layout.
    Record(Box<Record>),
    /// Everything.
    Whole(Box<Whole>),
}

/// A record, and all that it names.
#[derive(Debug, Clone)]
pub struct Whole {
    /// The record.
    pub record: Record,
    /// The layout.
    pub layout: String,
    /// The files that the layout names.
    pub files: BTreeMap<PlainPath, Arc<[u8]>>,
}

/// What a file of ours should carry and does not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lost {
    /// There is no record, and nothing says that it was left out.
    Record,
    /// The record cannot be used.
    Damaged(RecordError),
    /// The layout of this name is not there.
    Layout(String),
    /// The layout of this name is no text.
    NoText(String),
    /// A file of this name that the layout names is not there.
    File(String),
    /// The layout or one of its files is not the one that the record was written for.
    Other(String),
    /// None of so many pages is one that the record names.
    Pages(usize),
}

const AS_RECORDED: &str =
    "as its record says: the record is of another file, or another program wrote the file anew";

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Record => {
                write!(f, "hexpress made it, and the record that it carried ({RECORD}) is missing")
            }
            Self::Damaged(why) => write!(f, "the record that it carries is damaged: {why}"),
            Self::Layout(name) => write!(f, "its record names the layout {name}, which is missing"),
            Self::NoText(name) => {
                write!(f, "the layout {name} that it carries is damaged: it is not UTF-8 text")
            }
            Self::File(name) => write!(f, "its record names the file {name}, which is missing"),
            Self::Other(name) => {
                write!(
                    f,
                    "the layout {name} or a file beside it is not the one that its record was written for"
                )
            }
            Self::Pages(1) => write!(f, "its page is not {AS_RECORDED}"),
            Self::Pages(pages) => write!(f, "none of its {pages} pages is {AS_RECORDED}"),
        }
    }
}

impl std::error::Error for Lost {}

/// What a file carries.
///
/// # Errors
/// What is missing or damaged in a file of ours.
pub fn carried(document: &Document) -> Result<Carried, Lost> {
    let attached =
        |name: &str| document.attachments.iter().find(|a| a.name == name).map(|a| a.bytes.as_slice());
    let Some(json) = attached(RECORD) else {
        return match (document.left_out, document.is_ours()) {
            (true, _) => Ok(Carried::LeftOut),
            (false, true) => Err(Lost::Record),
            (false, false) => Ok(Carried::Nothing),
        };
    };
    let json = std::str::from_utf8(json).map_err(|_| Lost::Damaged(RecordError::Unreadable))?;
    let record = Record::from_json(json).map_err(Lost::Damaged)?;
    let Some(name) = &record.layout else { return Ok(Carried::Record(Box::new(record))) };
    let layout = attached(name.as_str()).ok_or_else(|| Lost::Layout(name.to_string()))?;
    let layout = std::str::from_utf8(layout).map_err(|_| Lost::NoText(name.to_string()))?.to_owned();
    let mut files: BTreeMap<PlainPath, Arc<[u8]>> = BTreeMap::new();
    for file in &record.files {
        let bytes = attached(file.as_str()).ok_or_else(|| Lost::File(file.to_string()))?;
        files.insert(file.clone(), Arc::from(bytes));
    }
    if record.travels.as_ref().is_some_and(|told| *told != travels_digest(&layout, &files)) {
        return Err(Lost::Other(name.to_string()));
    }
    Ok(Carried::Whole(Box::new(Whole { record, layout, files })))
}

/// Whether the record is of these pages: of a file in which some were changed, others are still as they were.
///
/// # Errors
/// A record that names none of them.
pub fn is_of(record: &Record, document: &Document) -> Result<(), Lost> {
    let pages = &document.pages;
    let found = pages.is_empty() || pages.iter().any(|page| record.pages.contains(&page.digest));
    if found { Ok(()) } else { Err(Lost::Pages(pages.len())) }
}

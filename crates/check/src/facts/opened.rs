//! Finished files, opened: what they say of themselves, and their pages yet to be looked at.

use std::sync::Arc;

use kurbo::{Affine, Size};

use super::sheet::{File, Format};
use crate::read::carried::{Carried, Lost, Whole, carried};
use crate::read::{Document, Named, Open, Page, ReadError, is_svg};
use crate::record::{Options, Record, seal};

/// A finished file whose pages have yet to be looked at.
pub struct Opened {
    /// As the user knows it.
    pub name: String,
    /// How it is written.
    pub format: Format,
    /// The record of a file of ours.
    pub record: Option<Record>,
    /// The layout that it was made from, and the files that this names; none where these did not travel along.
    pub whole: Option<Whole>,
    /// What a file of ours lacks.
    pub lost: Option<Lost>,
    /// What a file without a record was asked for, as far as a printer goes that it is corrected for.
    pub asked: Option<Box<Options>>,
    /// The bytes of a file with a record that has no seal, or one that was broken: somebody may have changed it.
    pub unsealed: Option<Arc<[u8]>>,
    /// Whether it is one of ours without its layout, and was changed since it was made.
    is_changed: bool,
    source: Source,
}

/// What is said of a printer; none where it cannot be read.
fn read_asked(text: &str) -> Option<Box<Options>> {
    serde_json::from_str(text).ok()
}

enum Source {
    Pdf(Box<Open>),
    Svg(Box<crate::read::Svg>),
}

impl Opened {
    /// Opens a PDF or an SVG: what it is, its first bytes tell.
    ///
    /// # Errors
    /// A file that is neither, or cannot be read.
    pub fn new(name: &str, bytes: &[u8]) -> Result<Self, ReadError> {
        let (source, format) = if is_svg(bytes) {
            (Source::Svg(Box::new(crate::read::svg(bytes)?)), Format::Svg)
        } else {
            let neither = |wrong| if wrong == ReadError::NotPdf { ReadError::Neither } else { wrong };
            (Source::Pdf(Box::new(Open::new(bytes).map_err(neither)?)), Format::Pdf)
        };
        let name = name.to_owned();
        let (record, whole, lost, asked, unsealed) = (None, None, None, None, None);
        let mut opened =
            Self { name, format, record, whole, lost, asked, unsealed, is_changed: false, source };
        match carried(opened.document()) {
            Ok(Carried::Nothing) => {}
            Ok(Carried::LeftOut) => opened.asked = opened.document().printer.as_deref().and_then(read_asked),
            Ok(Carried::Record(record)) => opened.record = Some(*record),
            Ok(Carried::Whole(whole)) => {
                opened.record = Some(whole.record.clone());
                opened.whole = Some(*whole);
            }
            Err(lost) => opened.lost = Some(lost),
        }
        let told_pages = &opened.document().told_pages;
        let seals_objects = match &opened.record {
            Some(record) => record.digest_in_id,
            None => !told_pages.is_empty(),
        };
        let seal = || seal::read(bytes.to_vec());
        let is_whole = |seal: seal::Seal| seal.untouched && (seal.objects || !seals_objects);
        if opened.record.is_some() {
            if !seal().is_some_and(is_whole) {
                opened.unsealed = Some(bytes.into());
            }
        } else if opened.document().left_out && opened.document().is_ours() {
            opened.is_changed = match format {
                Format::Pdf => {
                    !seal().is_some_and(|seal| is_whole(seal) || (seal.unsealed && !seals_objects))
                }
                Format::Svg => {
                    opened.document().pages.iter().zip(told_pages).any(|(page, told)| page.digest != *told)
                }
            };
        }
        Ok(opened)
    }

    /// The same file, written as these bytes; none if they cannot be read.
    pub(crate) fn rewritten(&self, bytes: Vec<u8>) -> Option<Self> {
        let again = Self::new(&self.name, &bytes).ok()?;
        Some(Self { unsealed: Some(bytes.into()), ..again })
    }

    /// Reads what is read aloud of its pages.
    pub(crate) fn hear(&mut self) {
        if let Source::Pdf(open) = &mut self.source {
            open.hear();
        }
    }

    /// Which sheet of a build it is, from 1, where each has a file of its own.
    pub fn sheet(&self) -> Option<usize> {
        match &self.source {
            Source::Pdf(_) => None,
            Source::Svg(svg) => svg.sheet.map(|(sheet, _)| sheet),
        }
    }

    /// Returns the number of its pages.
    pub fn page_count(&self) -> usize {
        match &self.source {
            Source::Pdf(open) => open.page_count(),
            Source::Svg(svg) => svg.document.pages.len(),
        }
    }

    /// What it says of itself, but for the pages of a PDF.
    pub(crate) fn document(&self) -> &Document {
        match &self.source {
            Source::Pdf(open) => &open.document,
            Source::Svg(svg) => &svg.document,
        }
    }

    /// Looks at its pages, on all cores; what `look` makes of them comes back in their order. The pages of a PDF are
    /// seen as `seen` says of their size and the names of their drawings.
    pub(crate) fn pages<T: Send>(
        self,
        seen: &(dyn Fn(Size, &Named<'_>) -> Affine + Sync),
        look: impl Fn(Page) -> T + Sync,
    ) -> Result<(File, Vec<T>), (String, ReadError)> {
        let Self { name, format, record, is_changed, source, .. } = self;
        let (document, sheet, looked) = match source {
            Source::Pdf(open) => {
                let (looked, unread_fonts) =
                    open.pages(Some(seen), look).map_err(|error| (name.clone(), error))?;
                let Open { mut document, .. } = *open;
                document.unread_fonts = unread_fonts;
                (document, None, looked)
            }
            Source::Svg(svg) => {
                let crate::read::Svg { mut document, sheet } = *svg;
                let pages = std::mem::take(&mut document.pages);
                (document, sheet, pages.into_iter().map(look).collect())
            }
        };
        Ok((File { name, format, document, record, sheet, is_changed, is_compared: false }, looked))
    }
}

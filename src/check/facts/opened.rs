//! Finished files, opened: what they say of themselves, and their pages yet to be looked at.

use kurbo::{Affine, Size};

use super::{File, Format};
use crate::read::{Document, Open, Page, ReadError};
use crate::record::{RECORD, Record};

/// A finished file whose pages have yet to be looked at.
pub struct Opened {
    /// As the user knows it.
    pub name: String,
    /// How it is written.
    pub format: Format,
    /// The record of a file of ours.
    pub record: Option<Record>,
    source: Source,
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
        let start = bytes.trim_ascii_start();
        let marks: [&[u8]; 4] = [b"<", b"\xEF\xBB\xBF<", b"\xFF\xFE<", b"\xFE\xFF\0<"];
        let (source, format) = if marks.iter().any(|mark| start.starts_with(mark)) {
            (Source::Svg(Box::new(crate::read::svg(bytes)?)), Format::Svg)
        } else {
            (Source::Pdf(Box::new(Open::new(bytes)?)), Format::Pdf)
        };
        let mut opened = Self { name: name.to_owned(), format, record: None, source };
        opened.record = opened.attached(RECORD).and_then(|json| Record::from_json(&json));
        Ok(opened)
    }

    fn document(&self) -> &Document {
        match &self.source {
            Source::Pdf(open) => &open.document,
            Source::Svg(svg) => &svg.document,
        }
    }

    /// The layout that it was made from; none where that did not travel along.
    #[must_use]
    pub fn layout(&self) -> Option<String> {
        self.attached(&self.record.as_ref()?.layout)
    }

    /// The other files that its layout names, with their bytes.
    #[must_use]
    pub fn files(&self) -> Vec<(&str, &[u8])> {
        let Some(record) = &self.record else { return Vec::new() };
        let all = self.document().attachments.iter().filter(|a| record.files.contains(&a.name));
        all.map(|a| (a.name.as_str(), a.bytes.as_slice())).collect()
    }

    fn attached(&self, name: &str) -> Option<String> {
        let file = self.document().attachments.iter().find(|a| a.name == name)?;
        String::from_utf8(file.bytes.clone()).ok()
    }

    /// Looks at its pages, on all cores; what `look` makes of them comes back in their order. The pages of a PDF are
    /// seen as `seen` says of their size and contents.
    pub(crate) fn pages<T: Send>(
        self,
        seen: &(dyn Fn(Size, &[u8]) -> Affine + Sync),
        look: impl Fn(Page) -> T + Sync,
    ) -> Result<(File, Vec<T>), (String, ReadError)> {
        let Self { name, format, record, source } = self;
        let (document, sheet, looked) = match source {
            Source::Pdf(open) => {
                let (looked, unread_fonts) =
                    open.pages_seen(true, seen, look).map_err(|error| (name.clone(), error))?;
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
        Ok((File { name, format, document, record, sheet }, looked))
    }
}

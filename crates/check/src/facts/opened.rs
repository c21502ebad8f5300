//! Opens finished files.
//!
//! - In: the bytes of a PDF or an SVG.
//! - Out: the format, the record, the layout, and whether the file was changed. The pages are read
//!   later.
//! - Not here: checking the file.
//!
//! A *seal* is the identifier of a PDF. It contains digests of the bytes and of the objects of the
//! PDF, and so shows whether the PDF was changed.

use std::sync::{Arc, OnceLock};

use kurbo::{Affine, Size};

use super::file_picture::FilePicture;
use super::sheet::{File, Format, SheetOfBuild};
use hexpress_game::SheetNumber;
use hexpress_language::record::{Options, Record, seal};
use hexpress_read::build_data::{BuildData, BuildDataError, RecordAndFiles, find_build_data};
use hexpress_read::{Document, DrawingNames, OpenFile, Page, ReadError, is_svg};

/// A finished file whose pages are not read yet.
pub struct Opened {
    /// The name of the file as the user typed it.
    pub name: String,
    pub format: Format,
    /// The record. `None` if the file has none, or if its record is incomplete.
    pub record: Option<Record>,
    /// The layout, and the files that it uses. `None` if the finished file does not contain them.
    pub record_and_files: Option<RecordAndFiles>,
    /// If the record is incomplete, the part that is missing or damaged.
    pub build_data_error: Option<BuildDataError>,
    /// The build options, if the file has no record, but contains these options because it corrects the
    /// errors of a printer. `None` for other files.
    pub printer_options: Option<Box<Options>>,
    /// The bytes of the file, if it has a record and no seal proves that it is unchanged. `None` for
    /// other files.
    pub unsealed: Option<Arc<[u8]>>,
    /// True if hexpress wrote the file without embedding the layout, and the file was changed later.
    is_changed: bool,
    source: OpenedSource,
}

/// Reads the build options from a file that corrects the errors of a printer. Returns `None` if `text`
/// is not valid.
fn read_printer_options(text: &str) -> Option<Box<Options>> {
    serde_json::from_str(text).ok()
}

/// Reads an SVG, and drops its drawings, which take much more memory than the bytes of the file.
fn without_drawings(bytes: &[u8]) -> Result<hexpress_read::Svg, ReadError> {
    let mut svg = hexpress_read::svg(bytes)?;
    for page in &mut svg.document.pages {
        (page.items, page.patterns) = Default::default();
    }
    Ok(svg)
}

/// The contents of the file.
enum OpenedSource {
    Pdf(Box<OpenFile>),
    /// A sheet without its drawings, and the bytes of its file.
    Svg(Box<hexpress_read::Svg>, Arc<[u8]>),
}

impl Opened {
    /// Opens a PDF or an SVG. The format is recognized by the first bytes.
    ///
    /// # Errors
    /// The file has neither format, or cannot be read.
    pub fn new(name: &str, bytes: &[u8]) -> Result<Self, ReadError> {
        let (source, format) = if is_svg(bytes) {
            (OpenedSource::Svg(Box::new(without_drawings(bytes)?), bytes.into()), Format::Svg)
        } else {
            let open = OpenFile::new(bytes).map_err(|error| match error {
                ReadError::NotPdf => ReadError::Neither,
                other => other,
            })?;
            (OpenedSource::Pdf(Box::new(open)), Format::Pdf)
        };
        let name = name.to_owned();
        let (record, record_and_files, build_data_error, printer_options, unsealed) =
            (None, None, None, None, None);
        let mut opened = Self {
            name,
            format,
            record,
            record_and_files,
            build_data_error,
            printer_options,
            unsealed,
            is_changed: false,
            source,
        };
        match find_build_data(opened.document()) {
            Ok(BuildData::Nothing) => {}
            Ok(BuildData::LeftOut) => {
                opened.printer_options = opened.document().printer.as_deref().and_then(read_printer_options)
            }
            Ok(BuildData::Record(record)) => opened.record = Some(*record),
            Ok(BuildData::RecordAndFiles(record_and_files)) => {
                opened.record = Some(record_and_files.record.clone());
                opened.record_and_files = Some(*record_and_files);
            }
            Err(build_data_error) => opened.build_data_error = Some(build_data_error),
        }
        if opened.record.is_some() {
            let is_intact = seal::read(bytes.to_vec()).is_some_and(|seal| opened.is_intact(&seal));
            opened.unsealed = (!is_intact).then(|| bytes.into());
        } else if opened.document().left_out && opened.document().is_ours() {
            opened.is_changed = opened.is_changed_without_record(bytes);
        }
        Ok(opened)
    }

    /// Returns whether the seal must cover the objects of the PDF, and not only its bytes.
    fn seals_objects(&self) -> bool {
        match &self.record {
            Some(record) => record.digest_in_id,
            None => !self.document().recorded_digests.is_empty(),
        }
    }

    /// Returns whether a seal proves that the file is unchanged.
    fn is_intact(&self, seal: &seal::Seal) -> bool {
        seal.file_matches && (seal.objects_match || !self.seals_objects())
    }

    /// hexpress wrote this file without embedding the layout. Returns whether it was changed later.
    fn is_changed_without_record(&self, bytes: &[u8]) -> bool {
        let document = self.document();
        match self.format {
            Format::Pdf => !seal::read(bytes.to_vec())
                .is_some_and(|seal| self.is_intact(&seal) || (seal.unsealed && !self.seals_objects())),
            Format::Svg => document
                .pages
                .iter()
                .zip(&document.recorded_digests)
                .any(|(page, recorded)| page.digest != *recorded),
        }
    }

    /// Returns this file with `bytes` as its contents. Returns `None` if `bytes` cannot be read.
    pub(crate) fn rewritten(&self, bytes: Vec<u8>) -> Option<Self> {
        let again = Self::new(&self.name, &bytes).ok()?;
        Some(Self { unsealed: Some(bytes.into()), ..again })
    }

    /// Reads the texts for screen readers on all pages.
    pub(crate) fn read_spoken_texts(&mut self) {
        if let OpenedSource::Pdf(open) = &mut self.source {
            open.read_spoken_text();
        }
    }

    /// Returns the number of the sheet that an SVG file of a build shows, from 1. Returns `None` for a
    /// PDF, which contains all sheets.
    pub fn sheet(&self) -> Option<usize> {
        match &self.source {
            OpenedSource::Pdf(_) => None,
            OpenedSource::Svg(svg, _) => svg.sheet.map(|(sheet, _)| sheet),
        }
    }

    /// Returns the number of the first sheet in the file, and how many sheets the build has. An SVG file
    /// contains only one of these sheets.
    pub(crate) fn first_sheet(&self) -> SheetNumber {
        match &self.source {
            OpenedSource::Svg(svg, _) => {
                let (sheet, sheets) = svg.sheet.unwrap_or((1, 1));
                SheetNumber { sheet, sheets }
            }
            OpenedSource::Pdf(open) => SheetNumber { sheet: 1, sheets: open.page_count() },
        }
    }

    pub fn page_count(&self) -> usize {
        match &self.source {
            OpenedSource::Pdf(open) => open.page_count(),
            OpenedSource::Svg(svg, _) => svg.document.pages.len(),
        }
    }

    /// Returns the document. For a PDF, the result contains no pages.
    pub(crate) fn document(&self) -> &Document {
        match &self.source {
            OpenedSource::Pdf(open) => &open.document,
            OpenedSource::Svg(svg, _) => &svg.document,
        }
    }

    /// Reads all pages, and calls `look` with each page and the file as a picture. Returns the results
    /// of `look` in page order. The pages of a PDF are read in parallel.
    ///
    /// `correction` returns the transform from a page of a PDF to the printed sheet. Its arguments are the
    /// size of the page and the names of the page's drawings.
    ///
    /// # Errors
    /// A file cannot be read. The error contains the name of the file and the reason.
    pub(crate) fn pages<T: Send>(
        self,
        correction: &(dyn Fn(Size, &DrawingNames<'_>) -> Affine + Sync),
        look: impl Fn(Page, &FilePicture<'_>) -> T + Sync,
    ) -> Result<(File, Vec<T>), (String, ReadError)> {
        let Self { name, format, record, is_changed, source, .. } = self;
        let (document, sheet, looked) = match source {
            OpenedSource::Pdf(open) => {
                let picture = FilePicture::Pdf(&open, OnceLock::new());
                let looked = open.pages(Some(correction), |page| look(page, &picture));
                let read = looked.map_err(|error| (name.clone(), error))?;
                let OpenFile { mut document, .. } = *open;
                document.unread_fonts = read.unread_fonts;
                (document, None, read.pages)
            }
            OpenedSource::Svg(svg, bytes) => {
                let picture = FilePicture::Svg(&bytes);
                let sheet = svg.sheet;
                // The drawings were dropped when the file was opened, because a folder may have many
                // files. The file is therefore read again.
                drop(svg);
                let mut document =
                    hexpress_read::svg(&bytes).map_err(|error| (name.clone(), error))?.document;
                let pages = std::mem::take(&mut document.pages);
                let sheet = sheet.map(|(number, count)| SheetOfBuild { number, count });
                (document, sheet, pages.into_iter().map(|page| look(page, &picture)).collect())
            }
        };
        Ok((File { name, format, document, record, sheet, is_changed, is_compared: false }, looked))
    }
}

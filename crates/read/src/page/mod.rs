//! Reads the pages of a PDF, with their items: the texts, paths and pictures that a page shows.
//!
//! - In: the bytes of a PDF.
//! - Out: a [`Document`], and its pages one by one, on all cores.
//! - Not here: reading the boxes of a page, and decompressing the operators that draw its items
//!   (`structure`).

mod annotations;
mod blocks;
mod collector;
mod drawing_names;
mod enclosures;
mod joined;
mod links;
mod open_marked_content;
mod paint;
mod path_look;
mod picture_digest;
mod placeholders;
mod repeats;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use kurbo::{Affine, Rect, Size};

use crate::foreign::ForeignState;
use crate::hayro::{
    Array, Context, InterpreterCache, InterpreterSettings, InterpreterWarning, Pdf, PdfData, PdfPage,
    RenderContent, TypedIter, UntypedIter, interpret, interpret_page,
};
use crate::limits::{MAX_ITEMS, MAX_PAGES};
use crate::weight::Weights;
use crate::{ANNOTATION, Document, Item, Page, ReadError, read_aloud, structure};
use annotations::Annotations;
use collector::{Collected, Collector};
pub use drawing_names::DrawingNames;
pub(crate) use paint::{UNITS_PER_MM, paint_colour};
use placeholders::Placeholders;
use repeats::{RepeatReader, Repeats};

/// A function that returns the correction of a page: the transform from the page's drawings to their places
/// on the printed sheet. The correction is the identity, unless the file corrects the errors of a printer.
/// The arguments are the size of the page in mm, and the names of the drawings on the page.
pub type Correction<'s> = dyn Fn(Size, &DrawingNames<'_>) -> Affine + Sync + 's;

/// An open file. The pages are not read yet.
pub struct OpenFile {
    pdf: Pdf,
    /// The contents of the file except its pages.
    pub document: Document,
}

/// The results of reading all pages of a file.
pub struct ReadPages<T> {
    /// The result of the caller's function for each page, in page order.
    pub pages: Vec<T>,
    /// The number of times that a page selected a font that could not be loaded. Only pages with text
    /// count.
    pub unread_fonts: usize,
}

impl OpenFile {
    /// Opens a file.
    ///
    /// # Errors
    /// The bytes are not a complete PDF, or exceed the limits.
    pub fn new(bytes: &[u8]) -> Result<Self, ReadError> {
        let (pdf, document) = structure::open(bytes)?;
        let pages = pdf.pages().len();
        if pages > MAX_PAGES { Err(ReadError::TooManyPages(pages)) } else { Ok(Self { pdf, document }) }
    }

    /// Returns the bytes of the file.
    pub(crate) fn data(&self) -> &PdfData {
        self.pdf.data()
    }

    /// Returns the number of pages, including damaged ones.
    pub fn page_count(&self) -> usize {
        self.pdf.pages().len()
    }

    /// Reads the text that a screen reader reads aloud on each page.
    pub fn read_spoken_text(&mut self) {
        self.document.spoken_text = read_aloud::spoken_text(&self.pdf);
    }

    /// Reads all pages on all cores, and calls `visit` with each page. If `correction` is `None`, reads only
    /// the boxes and the digests of the pages, and not what they show.
    ///
    /// # Errors
    /// At least one page cannot be read. Returns the error of the first such page.
    pub fn pages<T: Send>(
        &self,
        correction: Option<&Correction<'_>>,
        visit: impl Fn(Page) -> T + Sync,
    ) -> Result<ReadPages<T>, ReadError> {
        self.pages_within(MAX_ITEMS, correction, visit)
    }

    /// Reads all pages like [`Self::pages`], but with a limit of `items` items in the file.
    pub(super) fn pages_within<T: Send>(
        &self,
        items: usize,
        correction: Option<&Correction<'_>>,
        visit: impl Fn(Page) -> T + Sync,
    ) -> Result<ReadPages<T>, ReadError> {
        let sources = self.pdf.pages();
        let shared = Shared::default();
        shared.items_left.store(items, Ordering::Relaxed);
        let read = hexpress_base::parallel::in_order(
            sources.len(),
            || PageReader::new(self, &shared),
            |reader, index| {
                let source = sources.get(index).ok_or(ReadError::Damaged)?;
                reader.read(source, index + 1, correction).map(&visit)
            },
        );
        let pages = read.into_iter().collect::<Result<Vec<_>, _>>()?;
        Ok(ReadPages { pages, unread_fonts: shared.unread_fonts.load(Ordering::Relaxed) })
    }
}

/// Counters for a whole file, which all threads share.
#[derive(Default)]
struct Shared {
    /// The number of times that a page selected a font that could not be loaded. Only pages with text
    /// count.
    unread_fonts: Arc<AtomicUsize>,
    /// The number of items that the file may still have.
    items_left: Arc<AtomicUsize>,
    /// The number of bytes in all form XObjects that were drawn. A form counts each time it is drawn.
    weight: Arc<AtomicU64>,
}

/// Reads pages one after another, on one thread.
struct PageReader<'f> {
    pdf: &'f Pdf,
    /// See [`Shared::unread_fonts`].
    unread_fonts: Arc<AtomicUsize>,
    /// The number of times that a font could not be loaded, on all pages that this reader has read. Pages
    /// without text count too.
    font_warnings: Arc<AtomicUsize>,
    settings: InterpreterSettings,
    cache: InterpreterCache<'f>,
    weights: Weights,
    /// The digests of the original pages, as the file records them.
    recorded_digests: &'f [String],
    collector: Collector,
    /// Collects the items of repeated drawings, which are read separately from their pages.
    repeat_collector: Collector,
    repeats: Repeats,
}

/// A page that is being read.
struct PageSource<'f, 'c> {
    pdf_page: &'f PdfPage<'f>,
    number: usize,
    contents: &'c [u8],
    /// The transform from the units of the page to mm.
    to_page: Affine,
    /// The transform from the units of the page to device units.
    to_device: Affine,
    /// The media box, in device units.
    bounds: Rect,
}

impl<'f> PageReader<'f> {
    fn new(open: &'f OpenFile, shared: &Shared) -> Self {
        let font_warnings = Arc::<AtomicUsize>::default();
        let counter = Arc::clone(&font_warnings);
        let settings = InterpreterSettings {
            warning_sink: Arc::new(move |warning| {
                if matches!(warning, InterpreterWarning::UnsupportedFont) {
                    counter.fetch_add(1, Ordering::Relaxed);
                }
            }),
            ..InterpreterSettings::default()
        };
        let press = open.document.press;
        let foreign = (!is_ours(&open.document)).then(ForeignState::default);
        Self {
            pdf: &open.pdf,
            unread_fonts: Arc::clone(&shared.unread_fonts),
            font_warnings,
            settings,
            cache: InterpreterCache::new(),
            weights: Weights::new(&shared.weight),
            recorded_digests: &open.document.recorded_digests,
            collector: Collector::new(&shared.items_left, foreign, press),
            repeat_collector: Collector::new(&shared.items_left, None, press),
            repeats: Repeats::default(),
        }
    }

    /// Reads a page. If `correction` is `None`, reads only its boxes and its digest, and not what it shows.
    fn read(
        &mut self,
        pdf_page: &'f PdfPage<'f>,
        number: usize,
        correction: Option<&Correction<'_>>,
    ) -> Result<Page, ReadError> {
        let (mut page, to_page) = structure::page(pdf_page, number)?;
        let contents = structure::contents(pdf_page, number)?;
        page.digest = hexpress_language::record::page_digest_of(&contents, self.recorded_digests);
        let Some(correction) = correction else { return Ok(page) };
        let resources = pdf_page.resources();
        self.weights.page(number, resources, &contents)?;
        page.to_printed_sheet =
            correction(page.media.size(), &DrawingNames { contents: &contents, resources });
        let mm_to_device = Affine::scale(UNITS_PER_MM) * page.to_printed_sheet;
        let source = PageSource {
            pdf_page,
            number,
            contents: &contents,
            to_page,
            to_device: mm_to_device * to_page,
            bounds: mm_to_device.transform_rect_bbox(page.media),
        };
        let warnings_before = self.font_warnings.load(Ordering::Relaxed);
        page.links = links::links(self.pdf, pdf_page, page.to_printed_sheet * to_page);
        let media = page.to_printed_sheet.transform_rect_bbox(page.media);
        match self.with_repeats(&source, media) {
            Some(items) => self.collector.items = items,
            None => self.draw(&source, &contents, self.settings.clone()),
        }
        self.draw_annotations(&source)?;
        Collected { items: page.items, unread_patterns: page.patterns } = self.collector.finish(number)?;
        let warnings = self.font_warnings.load(Ordering::Relaxed) - warnings_before;
        // Some programs select a font even on pages without text. Such pages do not count.
        if warnings > 0 && shows_text(pdf_page, &contents) {
            self.unread_fonts.fetch_add(warnings, Ordering::Relaxed);
        }
        Ok(page)
    }

    /// Passes the drawings in some contents of a page to the collector.
    fn draw(&mut self, source: &PageSource<'f, '_>, contents: &[u8], settings: InterpreterSettings) {
        let PageSource { pdf_page, to_device, bounds, .. } = *source;
        let mut context = Context::new(to_device, bounds, &self.cache, self.pdf.xref(), settings);
        interpret(TypedIter::new(contents), pdf_page.resources(), &mut context, &mut self.collector);
    }

    /// Returns the items of a page. Each repeated drawing is read only once. Returns `None` if nothing
    /// repeats, or if the items would then differ from those of a page that is read as a whole. `media` is
    /// the media box after the correction of the page, in mm.
    fn with_repeats(&mut self, source: &PageSource<'f, '_>, media: Rect) -> Option<Vec<Item>> {
        if self.collector.foreign.is_some() {
            return None;
        }
        let resources = source.pdf_page.resources();
        let page = self.repeats.with_placeholders(resources, source.contents)?;
        self.collector.placeholders = Placeholders::from_page(&page);
        self.draw(source, &page.contents, self.settings.clone());
        let (placeholders, items) = self.collector.take_with_placeholders();
        let mut reader = RepeatReader {
            cache: &self.cache,
            xref: self.pdf.xref(),
            settings: &self.settings,
            resources,
            media,
            collector: &mut self.repeat_collector,
        };
        self.repeats.expand(&page, &placeholders, items, &mut reader)
    }

    /// Passes the printed annotations of a page to the collector.
    fn draw_annotations(&mut self, source: &PageSource<'f, '_>) -> Result<(), ReadError> {
        let PageSource { pdf_page, number, to_page, to_device, bounds, .. } = *source;
        let annotations = Annotations::new(pdf_page, to_page);
        if !annotations.appearances.is_empty() {
            for appearance in &annotations.appearances {
                self.weights.annotation(number, pdf_page.resources(), appearance)?;
            }
            let render_content = RenderContent::ANNOTATIONS;
            let settings = InterpreterSettings { render_content, ..self.settings.clone() };
            let first = self.collector.items.len();
            self.collector.begin_annotations(ANNOTATION);
            let mut context = Context::new(to_device, bounds, &self.cache, self.pdf.xref(), settings);
            interpret_page(pdf_page, &mut context, &mut self.collector);
            self.collector.retain_printed(first, &annotations);
        }
        self.collector.draw_annotations(&annotations);
        Ok(())
    }
}

/// Returns whether the contents, forms, patterns or annotations of a page may show text.
fn shows_text(page: &PdfPage<'_>, contents: &[u8]) -> bool {
    let mut operators = UntypedIter::new(contents);
    while let Some(instruction) = operators.next() {
        let operator: &[u8] = instruction.operator.as_ref();
        if [b"Tj".as_slice(), b"TJ", b"'", b"\""].contains(&operator) {
            return true;
        }
    }
    let has_annotations = page.raw().get::<Array<'_>>("Annots").is_some();
    has_annotations || !page.resources().x_objects.is_empty() || !page.resources().patterns.is_empty()
}

/// Reads a file and its pages. If `correction` is `None`, reads only the boxes and the digests of the pages,
/// and not what they show.
pub(super) fn read(bytes: &[u8], correction: Option<&Correction<'_>>) -> Result<Document, ReadError> {
    let open = OpenFile::new(bytes)?;
    let ReadPages { pages, unread_fonts } = open.pages(correction, |page| page)?;
    Ok(Document { pages, unread_fonts, ..open.document })
}

/// Returns whether hexpress made a file, even if another program has rewritten it.
fn is_ours(document: &Document) -> bool {
    document.is_ours()
        || document.attachments.iter().any(|attached| attached.name == hexpress_language::record::RECORD)
}

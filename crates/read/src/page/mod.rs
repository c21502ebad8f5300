//! The pages of a PDF, each as items.

mod annotations;
mod blocks;
mod collector;
mod joined;
mod named;
mod paint;
mod path_look;
mod pixels;
mod repeats;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use kurbo::{Affine, Size};

use crate::foreign::Foreign;
use crate::hayro::{
    Array, Context, InterpreterCache, InterpreterSettings, InterpreterWarning, Pdf, PdfPage, RenderContent,
    TypedIter, UntypedIter, interpret, interpret_page,
};
use crate::limits::{MAX_ITEMS, MAX_PAGES};
use crate::weight::Weights;
use crate::{ANNOTATION, Document, Page, ReadError, structure};
use annotations::Annotations;
use collector::Collector;
pub use named::Named;
use paint::UNITS_PER_MM;
use repeats::{Reader, Repeats, Signs};

/// How the drawings of a page are moved, by its size and their names.
pub type Seen<'s> = dyn Fn(Size, &Named<'_>) -> Affine + Sync + 's;

/// A file that is open: what it says of itself, and its pages yet to be looked at.
pub struct Open {
    pdf: Pdf,
    /// All but the pages.
    pub document: Document,
}

impl Open {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// If the bytes are no complete PDF, or one beyond the bounds of this module.
    pub fn new(bytes: &[u8]) -> Result<Self, ReadError> {
        let (pdf, document) = structure::open(bytes)?;
        let pages = pdf.pages().len();
        if pages > MAX_PAGES { Err(ReadError::TooManyPages(pages)) } else { Ok(Self { pdf, document }) }
    }

    /// Returns the number of pages, which may be damaged.
    pub fn page_count(&self) -> usize {
        self.pdf.pages().len()
    }

    /// Reads what is read aloud of each page, which few ask for.
    pub fn hear(&mut self) {
        self.document.heard = super::read_aloud::heard(&self.pdf);
    }

    /// Reads every page and hands it to `look`, on all cores; what that makes of the pages comes back in their order.
    /// Drawings are read if `seen` says how those of a page are moved, by its size and their names. Beside the pages, how
    /// often a font was chosen that could not be loaded.
    ///
    /// # Errors
    ///
    /// The first page that cannot be read.
    pub fn pages<T: Send>(
        &self,
        seen: Option<&Seen<'_>>,
        look: impl Fn(Page) -> T + Sync,
    ) -> Result<(Vec<T>, usize), ReadError> {
        self.pages_within(MAX_ITEMS, seen, look)
    }

    /// Returns what [`Self::pages`] does, for a file with at most `items` items.
    pub(super) fn pages_within<T: Send>(
        &self,
        items: usize,
        seen: Option<&Seen<'_>>,
        look: impl Fn(Page) -> T + Sync,
    ) -> Result<(Vec<T>, usize), ReadError> {
        let pages = self.pdf.pages();
        let shared = Shared::default();
        shared.left.store(items, Ordering::Relaxed);
        let read = hexpress_base::parallel::in_order(
            pages.len(),
            || PageReader::new(self, &shared),
            |reader, index| {
                let source = pages.get(index).ok_or(ReadError::Damaged)?;
                reader.page(source, index + 1, seen).map(&look)
            },
        );
        let looked = read.into_iter().collect::<Result<Vec<_>, _>>()?;
        Ok((looked, shared.unread.load(Ordering::Relaxed)))
    }
}

/// What all cores count together while they read a file.
#[derive(Default)]
struct Shared {
    /// How often a font was chosen that could not be loaded.
    unread: Arc<AtomicUsize>,
    /// How many more items the file may have.
    left: Arc<AtomicUsize>,
    /// The bytes of all forms, as often as they are drawn.
    weight: Arc<AtomicU64>,
}

/// Reads one page after another, on one core.
struct PageReader<'f> {
    pdf: &'f Pdf,
    /// How often a font that cannot be loaded was chosen on all pages that show words.
    unread: Arc<AtomicUsize>,
    /// The same of every page that it has read.
    chosen: Arc<AtomicUsize>,
    settings: InterpreterSettings,
    cache: InterpreterCache<'f>,
    weights: Weights,
    /// The digests of the pages that the file says it was made with.
    told: &'f [String],
    collector: Collector,
    /// Collects what is read by itself.
    draft: Collector,
    repeats: Repeats,
}

impl<'f> PageReader<'f> {
    fn new(open: &'f Open, shared: &Shared) -> Self {
        let chosen = Arc::<AtomicUsize>::default();
        let counter = Arc::clone(&chosen);
        let settings = InterpreterSettings {
            warning_sink: Arc::new(move |warning| {
                if matches!(warning, InterpreterWarning::UnsupportedFont) {
                    counter.fetch_add(1, Ordering::Relaxed);
                }
            }),
            ..InterpreterSettings::default()
        };
        let foreign = (!is_ours(&open.document)).then(Foreign::default);
        Self {
            pdf: &open.pdf,
            unread: Arc::clone(&shared.unread),
            chosen,
            settings,
            cache: InterpreterCache::new(),
            weights: Weights::new(&shared.weight),
            told: &open.document.told_pages,
            collector: Collector::new(&shared.left, foreign),
            draft: Collector::new(&shared.left, None),
            repeats: Repeats::default(),
        }
    }

    /// A page; with what it draws if `seen` says how that is moved.
    fn page(
        &mut self,
        source: &'f PdfPage<'f>,
        number: usize,
        seen: Option<&Seen<'_>>,
    ) -> Result<Page, ReadError> {
        let before = self.chosen.load(Ordering::Relaxed);
        let page = self.drawn(source, number, seen)?;
        let chosen = self.chosen.load(Ordering::Relaxed) - before;
        // Some programs choose a font on every page, and set no word in it.
        if chosen > 0 && shows_words(source, &structure::contents(source, number)?) {
            self.unread.fetch_add(chosen, Ordering::Relaxed);
        }
        Ok(page)
    }

    fn drawn(
        &mut self,
        source: &'f PdfPage<'f>,
        number: usize,
        seen: Option<&Seen<'_>>,
    ) -> Result<Page, ReadError> {
        let (mut page, to_page) = structure::page(source, number)?;
        let contents = structure::contents(source, number)?;
        page.digest = hexpress_language::record::page_digest_of(&contents, self.told);
        let Some(seen) = seen else { return Ok(page) };
        self.weights.page(number, source.resources(), &contents)?;
        page.seen = seen(page.media.size(), &Named { contents: &contents, resources: source.resources() });
        let to_device = Affine::scale(UNITS_PER_MM) * page.seen;
        let (start, bounds) = (to_device * to_page, to_device.transform_rect_bbox(page.media));
        let xref = self.pdf.xref();
        let signed = match &self.collector.foreign {
            Some(_) => None,
            None => self.repeats.sign(source.resources(), &contents),
        };
        let is_drawn = signed.is_some_and(|signed| {
            self.collector.signs = Signs::of(&signed);
            let mut context = Context::new(start, bounds, &self.cache, xref, self.settings.clone());
            interpret(
                TypedIter::new(&signed.contents),
                source.resources(),
                &mut context,
                &mut self.collector,
            );
            let (signs, items) = self.collector.take_signed();
            let mut reader = Reader {
                cache: &self.cache,
                xref,
                settings: &self.settings,
                resources: source.resources(),
                media: page.seen.transform_rect_bbox(page.media),
                draft: &mut self.draft,
            };
            let put = self.repeats.put(&signed, signs, items, &mut reader);
            put.map(|items| self.collector.items = items).is_some()
        });
        if !is_drawn {
            let mut whole_context = Context::new(start, bounds, &self.cache, xref, self.settings.clone());
            interpret(TypedIter::new(&contents), source.resources(), &mut whole_context, &mut self.collector);
        }
        let annotations = Annotations::new(source, to_page);
        if !annotations.appearances.is_empty() {
            for appearance in &annotations.appearances {
                self.weights.annotation(number, source.resources(), appearance)?;
            }
            let render_content = RenderContent::ANNOTATIONS;
            let settings = InterpreterSettings { render_content, ..self.settings.clone() };
            let before = self.collector.items.len();
            self.collector.begin_annotations(ANNOTATION);
            let mut annotation_context = Context::new(start, bounds, &self.cache, xref, settings);
            interpret_page(source, &mut annotation_context, &mut self.collector);
            self.collector.retain_printed(before, &annotations);
        }
        self.collector.draw_annotations(&annotations);
        (page.items, page.patterns) = self.collector.finish(number)?;
        Ok(page)
    }
}

/// Whether a page may show words: its contents do, or it has forms or annotations, which may.
fn shows_words(page: &PdfPage<'_>, contents: &[u8]) -> bool {
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

/// Reads a file; its drawings only if `draw`.
pub(super) fn read(bytes: &[u8], draw: bool) -> Result<Document, ReadError> {
    let open = Open::new(bytes)?;
    let unmoved: &Seen<'_> = &|_, _| Affine::IDENTITY;
    let (pages, unread_fonts) = open.pages(draw.then_some(unmoved), |page| page)?;
    Ok(Document { pages, unread_fonts, ..open.document })
}

/// Whether a file is one of ours, though another program may have passed it on.
fn is_ours(document: &Document) -> bool {
    document.is_ours()
        || document.attachments.iter().any(|attached| attached.name == hexpress_language::record::RECORD)
}

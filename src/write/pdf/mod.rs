//! Sheets as a PDF. Pages are laid out, written and compressed side by side, and put together in order.

mod content;
mod finish;
mod font;
mod image;
mod number;
mod seal;
mod shell;
mod stream;

use std::collections::BTreeMap;

pub use content::{ContentWriter, Form, Images, Needs, Used};
pub use finish::Attachment;
use kurbo::{Affine, Size};
use lopdf::Dictionary;
pub use seal::{Seal, read as seal};
pub use shell::About;

use crate::diag::{Diagnostic, Report, codes};
use crate::layout::{Job, Picture, Plan, SheetCache, Sides};
use crate::record::{BuildId, LEFT_OUT, page_digest};
use crate::scene::Sheet;
use crate::text::{Faces, Fonts};

/// Pages and what they need, ready to be bound.
#[derive(Debug)]
pub struct Pages {
    pages: Vec<finish::Page>,
    job: Job,
    /// The digest of each page's contents, uncompressed.
    pub digests: Vec<String>,
    /// What is drawn, but should be looked at.
    pub warnings: Report,
    used: Used,
    forms: BTreeMap<String, Form>,
    images: Images,
}

/// What one core hands over for one page.
struct Finished {
    page: finish::Page,
    digest: String,
    warnings: Vec<Diagnostic>,
}

/// Lays out and writes the sheets `sheets` of a plan.
///
/// # Errors
/// Everything on these sheets that cannot be drawn.
pub fn pages<'a>(plan: &Plan<'a>, sheets: std::ops::Range<usize>, fonts: &Fonts) -> Result<Pages, Report> {
    let first = sheets.start;
    let job = plan.job(sheets.clone());
    let draw = |i: usize, cache: &mut SheetCache<'a>| {
        let sheet = plan.sheet(first + i, cache)?;
        Ok((sheet, plan.correction(first + i)))
    };
    worked(plan, sheets.len(), job, fonts, draw)
}

/// As [`pages`], of pictures that are no sheets.
///
/// # Errors
/// Everything on them that cannot be drawn.
pub fn pictures<'a>(plan: &Plan<'a>, pictures: &[Picture<'a>], fonts: &Fonts) -> Result<Pages, Report> {
    let job = Job { sides: Sides::One, copies: None };
    worked(plan, pictures.len(), job, fonts, |i, cache| Ok((plan.picture(pictures.get(i), cache)?, None)))
}

/// Draws and writes so many pages, each moved as it says.
fn worked<'a>(
    plan: &Plan<'a>,
    pages: usize,
    job: Job,
    fonts: &Fonts,
    draw: impl Fn(usize, &mut SheetCache<'a>) -> Result<(Sheet, Option<Affine>), Report> + Sync,
) -> Result<Pages, Report> {
    // A file is the same whether or not others are made beside it.
    let state = || (plan.sheet_cache_for(pages), ContentWriter::new(fonts));
    let work = |(cache, writer): &mut (SheetCache<'a>, ContentWriter<'_>), i| {
        let (sheet, correction) = draw(i, cache)?;
        let content = writer.page(&sheet, correction);
        Ok(Finished {
            digest: page_digest(content),
            page: finish::Page { size: sheet.size, contents: stream::of_page(content, pages) },
            warnings: sheet.warnings,
        })
    };
    let (finished, needs) =
        crate::base::parallel::gathering(pages, state, work, |(_, writer)| writer.into_needs());
    let mut report = Report::default();
    let mut pages = Pages::none(job);
    for page in finished {
        match page {
            Ok(page) => pages.add(page),
            Err(mistakes) => report.extend(mistakes),
        }
    }
    needs.into_iter().for_each(|needs| pages.need(needs));
    if report.has_errors() { Err(report) } else { Ok(pages) }
}

/// Writes sheets that belong to no game.
#[must_use]
pub fn drawn(sheets: &[Sheet], job: Job, fonts: &Fonts) -> Pages {
    let mut writer = ContentWriter::new(fonts);
    let mut pages = Pages::none(job);
    for sheet in sheets {
        let content = writer.page(sheet, None);
        pages.add(Finished {
            digest: page_digest(content),
            page: finish::Page { size: sheet.size, contents: stream::of_page(content, sheets.len()) },
            warnings: Vec::new(),
        });
    }
    pages.need(writer.into_needs());
    pages
}

impl Pages {
    fn none(job: Job) -> Self {
        Self {
            pages: Vec::new(),
            job,
            digests: Vec::new(),
            warnings: Report::default(),
            used: Used::new(),
            forms: BTreeMap::new(),
            images: Images::new(),
        }
    }

    fn add(&mut self, finished: Finished) {
        self.pages.push(finished.page);
        self.digests.push(finished.digest);
        finished.warnings.into_iter().for_each(|warning| self.warnings.push(warning));
    }

    fn need(&mut self, needs: Needs) {
        for (font, glyphs) in needs.used {
            let all = self.used.entry(font).or_default();
            for (glyph, string) in glyphs {
                // Which string wins must not depend on the order of pages: the least does.
                let entry = all.entry(glyph).or_insert_with(|| string.clone());
                if !string.is_empty() && (entry.is_empty() || string < *entry) {
                    *entry = string;
                }
            }
        }
        self.forms.extend(needs.forms);
        self.images.extend(needs.images);
    }
}

/// Binds pages into a document.
///
/// # Errors
/// A font that cannot be embedded.
pub fn bind(
    plan: &Plan<'_>,
    pages: Pages,
    fonts: &Fonts,
    build: BuildId,
    attachments: &[Attachment],
) -> Result<Vec<u8>, Report> {
    let game = plan.game();
    let about =
        About { title: game.title.clone(), author: game.author.clone(), subject: game.rights.clone() };
    bind_as(&about, &game.language, build, pages, fonts, attachments)
}

/// The same for pages that belong to no game.
///
/// # Errors
/// A font that cannot be embedded.
pub fn bind_as(
    about: &About,
    language: &str,
    build: BuildId,
    pages: Pages,
    fonts: &Fonts,
    attachments: &[Attachment],
) -> Result<Vec<u8>, Report> {
    let mut document = shell::document(about, pages.pages.first().map_or(Size::ZERO, |page| page.size));
    let widths = Faces::new(fonts);
    let mut font_dictionary = Dictionary::new();
    for (id, used) in &pages.used {
        let Some(face) = fonts.get(*id) else { continue };
        let added = font::add(&mut document, face, *id, used, &widths);
        let object = added.map_err(|what| Report::from(Diagnostic::error(codes::BAD_FONT, what)))?;
        font_dictionary.set(format!("F{}", id.0), object);
    }
    let mut forms = Dictionary::new();
    for (name, image) in &pages.images {
        forms.set(name.clone(), image::add(&mut document, image));
    }
    let images = forms.clone();
    for form in pages.forms.values() {
        let object = document.add_object(finish::form(form, &font_dictionary, &images));
        forms.set(form.name.clone(), object);
    }
    let count = pages.pages.len();
    finish::pages(&mut document, pages.pages, font_dictionary, forms);
    finish::print_settings(&mut document, language, pages.job, count);
    finish::attach(&mut document, attachments);
    let left_out = if attachments.is_empty() { "left out" } else { "" };
    let information = [
        ("Title", about.title.as_str()),
        ("Author", &about.author),
        ("Subject", &about.subject),
        ("Creator", "hexpress"),
        ("Producer", concat!("hexpress ", env!("CARGO_PKG_VERSION"))),
        (LEFT_OUT, left_out),
    ];
    finish::bytes(document, &information, build, &pages.digests)
        .map_err(|what| Diagnostic::error(codes::UNWRITABLE, what).into())
}

//! Sheets as a PDF. Pages are laid out, written and compressed side by side, and put together in order.

mod archive;
mod aside;
mod content;
mod finish;
mod font;
mod icc;
mod image;
mod many;
mod needs;
mod operators;
mod pieces;
mod save;
mod shade;
mod shell;
mod spoken;
mod stream;
mod structure;
mod tags;
mod words;

use aside::Aside;
pub use content::{ContentWriter, Written};
pub use finish::Attachment;
use finish::Resources;
use lopdf::{Dictionary, Document, Object, Stream, dictionary};
pub use needs::{Form, Needs, Used};

use super::{About, FileBytes};
use crate::base::stored::Stored;
use crate::diag::{Diagnostic, Report, codes};
use crate::model::Game;
use crate::print::job::Job;
use crate::record::{BuildId, LEFT_OUT, PAGES, PRINTER};
use crate::scene::{Image, Sheet, Sheets};
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
    needs: Needs,
}

/// A picture that archives do not take.
#[derive(Debug)]
pub struct Hindrance<'p> {
    /// The picture.
    pub image: &'p Image,
    /// Why: the end of a sentence about it.
    pub why: &'static str,
}

/// What one core hands over for one page.
struct Finished {
    page: finish::Page,
    digest: String,
    warnings: Vec<Diagnostic>,
}

impl Finished {
    /// Writes one of `pages` pages.
    fn new(sheet: Sheet, writer: &mut ContentWriter<'_>, pages: usize) -> Self {
        let Written { mut pieces, contents, digest, figures, has_heading, repeats_itself, is_sheer } =
            writer.page(&sheet);
        let packed = if pieces.is_empty() {
            let Stream { dict, content, .. } = stream::of_page(contents, pages, repeats_itself);
            pieces.push(Stored::new(content));
            dict.has(b"Filter")
        } else {
            pieces.push(stream::piece(contents, pieces.len()));
            true
        };
        let (size, title) = (sheet.size, sheet.title);
        let page = finish::Page { size, packed, contents: pieces, title, figures, has_heading, is_sheer };
        Self { digest, page, warnings: sheet.warnings }
    }
}

/// Writes sheets, on all cores. `game` is what the names that are read aloud come from.
///
/// # Errors
/// Every mistake on every sheet.
pub fn pages<S: Sheets + ?Sized>(
    sheets: &S,
    job: Job,
    fonts: &Fonts,
    game: Option<&Game>,
) -> Result<Pages, Report> {
    let count = sheets.count();
    let state = || (sheets.cache(), ContentWriter::new(fonts, stream::are_few(count), game));
    let work = |(cache, writer): &mut (S::Cache, ContentWriter<'_>), index| {
        let sheet = sheets.sheet(index, cache)?;
        Ok(Finished::new(sheet, writer, count))
    };
    let (finished, needs) =
        crate::base::parallel::gathering(count, state, work, |(_, writer)| writer.into_needs());
    let mut report = Report::default();
    let mut pages = Pages::none(job);
    for page in finished {
        match page {
            Ok(page) => pages.add(page),
            Err(mistakes) => report.extend(mistakes),
        }
    }
    needs.into_iter().for_each(|needs| pages.needs.join(needs));
    if report.has_errors() { Err(report) } else { Ok(pages) }
}

impl Pages {
    fn none(job: Job) -> Self {
        let needs = Needs::default();
        Self { pages: Vec::new(), job, digests: Vec::new(), warnings: Report::default(), needs }
    }

    /// The pictures that keep the file from being one for archives, and why: the end of a sentence about the picture.
    pub fn hindrances(&self) -> impl Iterator<Item = Hindrance<'_>> {
        let images = self.needs.images.values();
        images.filter_map(|image| Some(Hindrance { image, why: archive::hindrance(image)? }))
    }

    fn add(&mut self, finished: Finished) {
        self.pages.push(finished.page);
        self.digests.push(finished.digest);
        finished.warnings.into_iter().for_each(|warning| self.warnings.push(warning));
    }
}

/// Binds pages into a document.
///
/// # Errors
/// A font that cannot be embedded, a file that cannot be read again.
pub fn bind(
    about: &About,
    build: BuildId,
    pages: Pages,
    fonts: &Fonts,
    attachments: &[Attachment],
) -> Result<FileBytes, Report> {
    let mut document = shell::document();
    let mut aside = Aside::default();
    let faces = Faces::new(fonts);
    let mut font_dictionary = Dictionary::new();
    for (id, used) in &pages.needs.used {
        let Some(face) = fonts.get(*id) else { continue };
        let added = font::add(&mut document, face, faces.style(*id), used);
        let object = added.map_err(|what| Report::from(Diagnostic::error(codes::BAD_FONT, what)))?;
        font_dictionary.set(format!("F{}", id.0), object);
    }
    let level = if pages.needs.is_legible() { archive::Level::Accessible } else { archive::Level::Basic };
    let level = pages.hindrances().next().is_none().then_some(level);
    let resources = resources(&mut document, &mut aside, &pages.needs, font_dictionary);
    let mut spoken = finish::pages(&mut document, &mut aside, pages.pages, resources);
    structure::add(&mut document, &mut aside, &about.title, &mut spoken)?;
    finish::print_settings(&mut document, &about.language, pages.job, spoken.len());
    finish::attach(&mut document, &mut aside, attachments)?;
    archive::describe(&mut document, about, level);
    let (left_out, digests) = match attachments {
        [] => ("left out", pages.digests.join(" ")),
        _ => ("", String::new()),
    };
    let information = [
        ("Title", about.title.as_str()),
        ("Author", &about.author),
        ("Subject", &about.rights),
        ("Creator", "hexpress"),
        ("Producer", concat!("hexpress ", env!("CARGO_PKG_VERSION"))),
        (LEFT_OUT, left_out),
        (PAGES, &digests),
        (PRINTER, &about.printer),
    ];
    Ok(finish::bytes(document, aside, &information, build)?)
}

/// Adds what pages draw with. Pages have it in common, and so have drawings that stand in the file once: they may call one
/// another.
fn resources(document: &mut Document, aside: &mut Aside, needs: &Needs, fonts: Dictionary) -> Resources {
    let all = document.new_object_id();
    let covers: Dictionary =
        needs.covers.iter().map(|share| (shade::cover_name(*share), shade::cover(*share).into())).collect();
    let is_sheer = !covers.is_empty() || needs.images.values().any(|image| image.is_sheer());
    let solid = if is_sheer { document.new_object_id() } else { all };
    let resources = Resources { all, solid };
    // Each by its name, and whether it lets something show through.
    let mut objects: Vec<(Vec<u8>, Object, bool)> = Vec::new();
    for (name, image) in &needs.images {
        let object = image::add(document, aside, image).into();
        objects.push((name.clone().into(), object, image.is_sheer()));
    }
    let shades: Vec<(String, Object)> = needs
        .shades
        .iter()
        .map(|(name, shade)| (name.clone(), document.add_object(shade::dictionary(shade)).into()))
        .collect();
    let shades: Dictionary = shades.into_iter().collect();
    for (name, form) in &needs.forms {
        let object = document.add_object(finish::form(form, resources.of(form.is_sheer)));
        objects.push((name.clone().into(), object.into(), form.is_sheer));
    }
    let layers = structure::layers(document, &needs.layers);
    // The most comes last: without anything sheer, both are one object.
    for (id, with_sheer) in [(solid, false), (all, is_sheer)] {
        let objects = objects.iter().filter(|(_, _, sheer)| with_sheer || !sheer);
        let objects: Dictionary = objects.map(|(name, object, _)| (name.clone(), object.clone())).collect();
        let mut lent =
            dictionary! { "Font" => fonts.clone(), "XObject" => objects, "Properties" => layers.clone() };
        let covers = if with_sheer { covers.clone() } else { Dictionary::new() };
        for (kind, of_kind) in [("Shading", shades.clone()), ("ExtGState", covers)] {
            if !of_kind.is_empty() {
                lent.set(kind, of_kind);
            }
        }
        document.objects.insert(id, lent.into());
    }
    resources
}

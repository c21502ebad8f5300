//! Writes sheets as PDF files.
//!
//! - In: sheets, one at a time.
//! - Out: the bytes of a file. They do not depend on the number of cores.
//! - Not here: saving the file.
//!
//! [`pages`] draws, writes and compresses the pages on all cores. [`bind`] combines them into a
//! file with fonts, metadata, tags and attachments.

mod archive;
mod cells;
mod chunks;
mod colours;
mod content;
mod empty_document;
mod finish;
mod font;
mod glyphs;
mod icc;
mod image;
mod needs;
mod operators;
mod save;
mod state;
mod stream;
mod structure;
mod tags;
mod written_objects;

use archive::ClaimedStandards;
use colours::{Colours, shade};
pub use content::{ContentWriter, Written};
pub use finish::Attachment;
use finish::Resources;
use lopdf::{Dictionary, Document, Object, Stream, dictionary};
pub use needs::{Form, FormKind, Needs, UsedGlyphs};
pub use tags::FigureScope;
use written_objects::WrittenObjects;

use crate::{About, FileBytes};
use hexpress_base::diag::{Diagnostic, Report, codes};
use hexpress_base::stored::Stored;
use hexpress_game::Game;
use hexpress_language::record::{BuildId, LEFT_OUT, PAGES, PRINTER};
use hexpress_scene::picture::Obstacle;
use hexpress_scene::print::job::Job;
use hexpress_scene::print::press::Press;
use hexpress_scene::print::setup::Standard;
use hexpress_scene::text::{Faces, Fonts};
use hexpress_scene::{Alpha, Image, ImageContent, Sheet, Sheets};
use image::page_form::CopiedObjects;
use kurbo::Size;

/// The finished pages of a document, and everything that they need.
#[derive(Debug)]
pub struct Pages {
    pages: Vec<finish::Page>,
    job: Job,
    colours: Colours,
    /// The digest of each page's contents, before these are compressed.
    pub digests: Vec<String>,
    /// The warnings of all sheets.
    pub warnings: Report,
    needs: Needs,
}

/// A picture that prevents the file from being PDF/A-3.
#[derive(Debug)]
pub struct Hindrance<'p> {
    /// The picture, which may be on several pages.
    pub image: &'p Image,
    pub obstacle: Obstacle,
}

/// A finished page, with its digest and warnings.
struct FinishedPage {
    page: finish::Page,
    digest: String,
    warnings: Vec<Diagnostic>,
}

impl FinishedPage {
    /// Writes the page of a sheet. `page_count` is the number of pages in the document.
    fn new(sheet: Sheet, writer: &mut ContentWriter<'_>, page_count: usize) -> Self {
        let Written { chunks, contents, digest, figures, has_heading, repeats_itself, has_transparency } =
            writer.page(&sheet);
        let mut streams = chunks;
        let is_compressed = if streams.is_empty() {
            let Stream { dict, content, .. } = stream::page(contents, page_count, repeats_itself);
            streams.push(Stored::new(content));
            dict.has(b"Filter")
        } else {
            streams.push(stream::chunk(contents, streams.len()));
            true
        };
        let page = finish::Page {
            size: sheet.size,
            trim: None,
            is_compressed,
            contents: streams,
            title: sheet.title,
            figures,
            has_heading,
            has_transparency,
        };
        Self { digest, page, warnings: sheet.warnings }
    }
}

/// Writes a page for each sheet, on all cores. `game` is the game whose names and values screen
/// readers read.
///
/// # Errors
/// Some sheets have errors. The report contains the errors of all sheets.
pub fn pages<S: Sheets + ?Sized>(
    sheets: &S,
    job: Job,
    fonts: &Fonts,
    game: Option<&Game>,
) -> Result<Pages, Report> {
    let count = sheets.count();
    let colours = colours(job)?;
    let figures = if stream::is_short_document(count) { FigureScope::Piece } else { FigureScope::Component };
    let (finished, needs) = hexpress_base::parallel::in_order_and_gather(
        count,
        || (sheets.cache(), ContentWriter::new(fonts, figures, game).in_colours(colours)),
        |(cache, writer), index| {
            let sheet = sheets.sheet(index, cache)?;
            Ok(FinishedPage::new(sheet, writer, count))
        },
        |(_, writer)| writer.into_needs(),
    );
    let mut report = Report::default();
    let mut pages = Pages::new(job, colours);
    for page in finished {
        match page {
            Ok(page) => pages.add(page),
            Err(errors) => report.extend(errors),
        }
    }
    needs.into_iter().for_each(|needs| pages.needs.join(needs));
    if report.has_errors() { Err(report) } else { Ok(pages) }
}

impl Pages {
    fn new(job: Job, colours: Colours) -> Self {
        Self {
            pages: Vec::new(),
            job,
            colours,
            digests: Vec::new(),
            warnings: Report::default(),
            needs: Needs::default(),
        }
    }

    /// Returns the pictures that prevent the file from being PDF/A-3.
    pub fn hindrances(&self) -> impl Iterator<Item = Hindrance<'_>> {
        let images = self.needs.images.values();
        let colours = &self.colours;
        images
            .filter_map(move |image| Some(Hindrance { image, obstacle: archive::hindrance(image, colours)? }))
    }

    /// Returns the pictures whose colours cannot be converted to the inks of the press. These are the pages
    /// of other PDFs. Returns no pictures if the file is not for a press.
    pub fn not_converted(&self) -> impl Iterator<Item = &Image> {
        let is_for_press = self.colours.is_for_press();
        let images = self.needs.images.values().map(AsRef::as_ref);
        images.filter(move |image| is_for_press && matches!(image.content, ImageContent::Page(_)))
    }

    /// Returns the pictures that have transparent pixels. Returns no pictures if the standard allows
    /// transparency.
    pub fn sheer_pictures(&self) -> impl Iterator<Item = &Image> {
        let has_only_inks = self.colours.has_only_inks();
        let images = self.needs.images.values().map(AsRef::as_ref);
        images.filter(move |image| {
            let has_key = image.pixels().is_some_and(|pixels| matches!(pixels.alpha, Some(Alpha::Key(_))));
            has_only_inks && (image.has_transparency() || has_key)
        })
    }

    /// Returns the titles of the pages that contain anything translucent. A title is the name of a component.
    ///
    /// Returns no titles if the standard allows transparency, or if only pictures are translucent.
    pub fn sheer_pages(&self) -> impl Iterator<Item = &str> {
        let has_only_inks = self.colours.has_only_inks() && !self.needs.states.is_empty();
        let pages = self.pages.iter().filter(move |page| has_only_inks && page.has_transparency);
        pages.map(|page| &*page.title)
    }

    /// Returns the pictures that are pages of other PDFs and contain text with unknown characters.
    /// Pictures that [`Self::hindrances`] returns are left out.
    pub fn illegible(&self) -> impl Iterator<Item = &Image> {
        let images = self.needs.images.values().map(AsRef::as_ref);
        images.filter(|image| matches!(&image.content, ImageContent::Page(form) if !form.is_legible && form.obstacles.is_empty()))
    }

    /// Sets the size, in mm, to which all pages are cut. Each piece is in the middle of its page, and its
    /// bleed fills the page.
    pub fn trim(&mut self, size: Size) {
        for page in &mut self.pages {
            page.trim = Some(size);
        }
    }

    /// Keeps only the pages for whose indices `kept` returns true.
    pub fn keep(&mut self, kept: impl Fn(usize) -> bool) {
        let mut index = 0..;
        self.pages.retain(|_| index.next().is_some_and(&kept));
        let mut index = 0..;
        self.digests.retain(|_| index.next().is_some_and(&kept));
    }

    fn add(&mut self, finished: FinishedPage) {
        self.pages.push(finished.page);
        self.digests.push(finished.digest);
        finished.warnings.into_iter().for_each(|warning| self.warnings.push(warning));
    }
}

/// Combines pages into a file, and embeds `attachments`.
///
/// # Errors
/// A font cannot be embedded, or stored bytes cannot be read again.
pub fn bind(
    about: &About,
    build: BuildId,
    pages: Pages,
    fonts: &Fonts,
    attachments: &[Attachment],
) -> Result<FileBytes, Report> {
    let mut document = empty_document::new();
    let mut written_objects = WrittenObjects::default();
    let faces = Faces::new(fonts);
    let mut font_dictionary = Dictionary::new();
    for (id, used) in &pages.needs.used {
        let Some(face) = fonts.get(*id) else { continue };
        let added = font::add(&mut document, face, faces.style(*id), used);
        let object = added.map_err(|what| Report::from(Diagnostic::error(codes::BAD_FONT, what)))?;
        font_dictionary.set(format!("F{}", id.0), object);
    }
    let forms_are_legible = pages.needs.forms_are_legible();
    let archive = match pages.hindrances().next() {
        Some(_) => None,
        None if pages.colours.has_only_inks() => None,
        None if pages.needs.is_legible() && forms_are_legible => Some(archive::Level::Accessible),
        None => Some(archive::Level::Basic),
    };
    let standard = pages.job.standard;
    let is_universal = forms_are_legible && !pages.colours.has_only_inks();
    let press = pages.colours.press();
    let claims = ClaimedStandards { archive, is_universal, standard, press };
    let resources = resources(&mut document, &mut written_objects, &pages, font_dictionary);
    let mut tagged =
        finish::pages(&mut document, &mut written_objects, pages.pages, resources, &pages.colours);
    structure::add(&mut document, &mut written_objects, &about.title, &mut tagged)?;
    finish::print_settings(&mut document, &about.language, pages.job, tagged.len());
    finish::attach(&mut document, &mut written_objects, attachments)?;
    archive::describe(&mut document, about, build, claims);
    let (left_out, digests) = match attachments {
        [] => ("left out", pages.digests.join(" ")),
        _ => ("", String::new()),
    };
    let mut information = vec![
        ("Title", about.title.as_str()),
        ("Author", &about.author),
        ("Subject", &about.rights),
        ("Creator", "hexpress"),
        ("Producer", concat!("hexpress ", env!("CARGO_PKG_VERSION"))),
        (LEFT_OUT, left_out),
        (PAGES, &digests),
        (PRINTER, &about.printer),
    ];
    if let Some(standard) = standard {
        document.version = archive::version(standard).to_owned();
        information.extend(archive::INFORMATION);
        if standard == Standard::PdfX1a {
            information.push((archive::STATEMENT, standard.name()));
        }
    }
    Ok(finish::bytes(document, written_objects, &information, build)?)
}

/// Returns the colours for the standard of a job.
///
/// # Errors
/// The bundled colour profile cannot be read.
fn colours(job: Job) -> Result<Colours, Report> {
    match job.standard {
        None => Ok(Colours::default()),
        Some(standard) => match job.press.or_else(Press::coated) {
            Some(press) => Ok(Colours::of_press(press, standard)),
            None => Err(codes::UNREADABLE.error("the bundled colour profile cannot be read").into()),
        },
    }
}

/// A picture or a form in the file.
struct DrawnObject {
    name: Vec<u8>,
    object: Object,
    /// Whether the picture or form contains anything that is not opaque.
    has_transparency: bool,
}

/// Adds to a document all resources that pages and forms use. A form may use other forms.
fn resources(
    document: &mut Document,
    written_objects: &mut WrittenObjects,
    pages: &Pages,
    fonts: Dictionary,
) -> Resources {
    let Pages { needs, colours, .. } = pages;
    let all = document.new_object_id();
    let has_transparency =
        !needs.states.is_empty() || needs.images.values().any(|image| image.has_transparency());
    let solid = if has_transparency { document.new_object_id() } else { all };
    let resources = Resources { all, solid };
    let mut drawn: Vec<DrawnObject> = Vec::new();
    let mut copied = CopiedObjects::default();
    let usual = image::UsualProfile::new(document, needs, colours);
    for (name, image) in &needs.images {
        let object = match &image.content {
            ImageContent::Pixels(pixels) => image::add(document, written_objects, pixels, usual, colours),
            ImageContent::Page(form) => copied.add(document, written_objects, form),
        }
        .into();
        drawn.push(DrawnObject {
            name: name.clone().into(),
            object,
            has_transparency: image.has_transparency(),
        });
    }
    let mut shades = Dictionary::new();
    for (name, shade) in &needs.shades {
        shades.set(name.as_str(), document.add_object(shade::dictionary(shade, colours)));
    }
    for (name, form) in &needs.forms {
        let id = document.add_object(finish::form(form, resources.of(form.has_transparency), colours));
        drawn.push(DrawnObject {
            name: name.clone().into(),
            object: id.into(),
            has_transparency: form.has_transparency,
        });
    }
    let form = |name: &str| {
        let found = drawn.iter().find(|drawn| drawn.name == name.as_bytes())?;
        found.object.as_reference().ok()
    };
    let states: Dictionary =
        needs.states.iter().map(|state| (state.name(), state.dictionary(form).into())).collect();
    let layers = match colours.has_only_inks() {
        true => Dictionary::new(),
        false => structure::layers(document, &needs.layers),
    };
    let (mut own_states, mut spaces) = (Dictionary::new(), Dictionary::new());
    colours.add_resources(needs.layers.iter(), &mut own_states, &mut spaces);
    // If everything is opaque, `solid` and `all` are the same object. The second round of the loop then
    // writes the same dictionary again.
    for (id, with_transparent) in [(solid, false), (all, has_transparency)] {
        let objects = drawn.iter().filter(|drawn| with_transparent || !drawn.has_transparency);
        let by_name: Dictionary = objects.map(|drawn| (drawn.name.clone(), drawn.object.clone())).collect();
        let mut dictionary = dictionary! {
            "Font" => fonts.clone(),
            "XObject" => by_name,
        };
        if !colours.has_only_inks() {
            dictionary.set("Properties", layers.clone());
        }
        if !shades.is_empty() {
            dictionary.set("Shading", shades.clone());
        }
        let mut all_states = own_states.clone();
        if with_transparent {
            all_states.extend(&states);
        }
        for (key, entries) in [("ExtGState", all_states), ("ColorSpace", spaces.clone())] {
            if !entries.is_empty() {
                dictionary.set(key, entries);
            }
        }
        document.objects.insert(id, dictionary.into());
    }
    resources
}

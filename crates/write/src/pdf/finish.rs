//! The last steps on a document: contents, resources, boxes, print settings, attachments, identifier.

use std::sync::Arc;

use kurbo::Size;
use lopdf::{Dictionary, Document, Object, ObjectId, dictionary, text_string};
use printpdf::{Pt, Rect};

use super::aside::Aside;
use super::needs::Form;
use super::save;
use super::stream::stream;
use super::structure::Spoken;
use super::tags::Told;
use crate::base::stored::Stored;
use crate::base::units::Mm;
use crate::diag::Result;
use crate::print::job::{Job, Sides};
use crate::record::BuildId;
use crate::write::{FileBytes, lost};

/// A page, ready to be put in.
#[derive(Debug)]
pub struct Page {
    /// Width and height in mm.
    pub size: Size,
    /// Whether its contents are compressed.
    pub packed: bool,
    /// Its contents, in one piece or several.
    pub contents: Vec<Stored>,
    /// What is on it.
    pub title: Arc<str>,
    /// Its figures.
    pub figures: Vec<Told>,
    /// Whether its mark 0 is a heading.
    pub has_heading: bool,
    /// Whether something on it lets show through what is below.
    pub is_sheer: bool,
}

/// What pages draw with. Printing presses turn every page into pixels whose resources let something show through, whether
/// or not it is drawn there: so there are two dictionaries, and most pages have the one without.
#[derive(Debug, Clone, Copy)]
pub struct Resources {
    /// All of them.
    pub all: ObjectId,
    /// Those that cover all that is below them.
    pub solid: ObjectId,
}

impl Resources {
    /// The object for drawings that let something show through, or not.
    pub fn of(self, is_sheer: bool) -> ObjectId {
        if is_sheer { self.all } else { self.solid }
    }
}

/// A file that travels inside the document.
#[derive(Debug, Clone, PartialEq)]
pub struct Attachment {
    /// Its name.
    pub name: String,
    /// What it is, for people.
    pub description: String,
    /// Its type: `application/json`.
    pub mime: String,
    /// Its bytes.
    pub bytes: Stored,
}

/// Puts pages with their contents into a document that has none.
pub fn pages(
    document: &mut Document,
    aside: &mut Aside,
    pages: Vec<Page>,
    resources: Resources,
) -> Vec<Spoken> {
    let root = document.catalog().and_then(|catalog| catalog.get(b"Pages")).and_then(Object::as_reference);
    let Ok(root) = root else { return Vec::new() };
    let mut spoken = Vec::with_capacity(pages.len());
    for (index, page) in pages.into_iter().enumerate() {
        let Page { size, packed, contents, title, figures, has_heading, is_sheer } = page;
        let boxed = page_box(size);
        let about = if packed {
            dictionary! { "Filter" => "FlateDecode" }
        } else {
            Dictionary::new()
        };
        let mut pieces = contents.iter().map(|piece| aside.lend(document, about.clone(), piece));
        let contents = match (pieces.next(), contents.len()) {
            (Some(only), 1) => only.into(),
            (first, _) => Object::Array(first.into_iter().chain(pieces).map(Object::from).collect()),
        };
        let page = dictionary! {
            "Type" => "Page",
            "Parent" => root,
            "MediaBox" => boxed.clone(),
            "TrimBox" => boxed,
            "Resources" => resources.of(is_sheer),
            "Contents" => contents,
            "StructParents" => index as i64,
        };
        let page = aside.write(document, &page.into());
        spoken.push(Spoken { page, title, figures, has_heading });
    }
    if let Ok(tree) = document.get_object_mut(root).and_then(Object::as_dict_mut) {
        tree.set("Count", spoken.len() as i64);
        tree.set("Kids", spoken.iter().map(|spoken| spoken.page.into()).collect::<Vec<Object>>());
    }
    spoken
}

/// The box of a page of this size in mm, from its lower left corner.
fn page_box(size: Size) -> Object {
    // printpdf's own way from mm to points rounds: US Letter would be 612.00006 points wide.
    let points = |mm: f64| Pt(Mm(mm).to_pt() as f32);
    Rect::from_wh(points(size.width), points(size.height)).to_array().into()
}

/// A number as PDF writes it: whole where it is whole.
pub fn real(value: f64) -> Object {
    if value.fract() == 0.0 { Object::Integer(value as i64) } else { Object::Real(value as f32) }
}

/// A drawing that stands in the file once.
pub fn form(form: &Form, resources: ObjectId) -> Object {
    let bounds = form.bounds.iter().map(|v| Object::Real(*v as f32)).collect();
    let mut dictionary = dictionary! {
        "Type" => "XObject",
        "Subtype" => "Form",
        "BBox" => Object::Array(bounds),
        "Resources" => resources,
    };
    if form.together {
        dictionary.set("Group", dictionary! { "S" => "Transparency", "Type" => "Group" });
    }
    Object::Stream(stream(dictionary, form.content.as_bytes()))
}

/// What viewers and printers should do: print at true size, choose the tray by the page, and print on as many sides
/// and as often as all pages ask for.
pub fn print_settings(document: &mut Document, language: &str, job: Job, pages: usize) {
    let Ok(catalog) = document.catalog_mut() else { return };
    catalog.set("Lang", Object::string_literal(language));
    let mut wishes = dictionary! {
        "PrintScaling" => "None",
        "PickTrayByPDFSize" => true,
        "DisplayDocTitle" => true,
    };
    match job.sides {
        Sides::TwoLong => wishes.set("Duplex", "DuplexFlipLongEdge"),
        Sides::TwoShort => wishes.set("Duplex", "DuplexFlipShortEdge"),
        // Some printers use both sides by default.
        Sides::One if pages > 1 => wishes.set("Duplex", "Simplex"),
        Sides::One => {}
    }
    // PDF 32000-1, table 150: other numbers are ignored.
    if let Some(copies) = job.copies.filter(|copies| (2..=5).contains(copies)) {
        wishes.set("NumCopies", i64::from(copies));
    }
    catalog.set("ViewerPreferences", wishes);
}

/// Adds files to the document.
///
/// # Errors
/// One of them cannot be read again.
pub fn attach(document: &mut Document, aside: &mut Aside, attachments: &[Attachment]) -> Result<()> {
    let mut names = Vec::new();
    // A name tree is sorted by its keys.
    let mut sorted: Vec<_> = attachments.iter().collect();
    sorted.sort_by(|a, b| a.name.cmp(&b.name));
    for attachment in sorted {
        let about = dictionary! {
            "Type" => "EmbeddedFile",
            "Subtype" => Object::Name(attachment.mime.clone().into_bytes()),
            "Params" => dictionary! { "Size" => attachment.bytes.len() as i64 },
        };
        let file = match attachment.mime.as_str() {
            // Packed already.
            "image/png" | "image/jpeg" => aside.lend(document, about, &attachment.bytes),
            _ => {
                let bytes = attachment.bytes.bytes().map_err(|error| lost(&error))?;
                document.add_object(stream(about, &bytes))
            }
        };
        let name = text_string(&attachment.name);
        let spec = document.add_object(dictionary! {
            "Type" => "Filespec",
            "F" => name.clone(),
            "UF" => name.clone(),
            "Desc" => text_string(&attachment.description),
            "AFRelationship" => "Source",
            "EF" => dictionary! { "F" => file, "UF" => file },
        });
        names.push(name);
        names.push(Object::Reference(spec));
    }
    if names.is_empty() {
        return Ok(());
    }
    if let Ok(catalog) = document.catalog_mut() {
        let files = names.iter().filter(|object| object.as_reference().is_ok());
        catalog.set("AF", files.cloned().collect::<Vec<_>>());
        catalog.set("Names", dictionary! { "EmbeddedFiles" => dictionary! { "Names" => names } });
    }
    Ok(())
}

/// The information dictionary without a clock; then all bytes, sealed.
///
/// # Errors
/// What was put away cannot be read again.
pub fn bytes(
    mut document: Document,
    aside: Aside,
    information: &[(&str, &str)],
    build: BuildId,
) -> Result<FileBytes> {
    let mut info = Dictionary::new();
    for (key, value) in information.iter().filter(|(_, value)| !value.is_empty()) {
        info.set(*key, text_string(value));
    }
    if let Ok(old) = document.trailer.get(b"Info").and_then(Object::as_reference) {
        document.objects.insert(old, Object::Dictionary(info));
    }
    let mut out = save::bytes(document, aside, build)?;
    out.seal();
    Ok(out)
}

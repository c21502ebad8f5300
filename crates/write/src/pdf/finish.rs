//! Finishes a document and returns its bytes.
//!
//! - In: finished pages and an empty document.
//! - Out: the bytes of a file. They include the pages with their contents and boxes, the forms,
//!   print settings, attachments and the identifier.
//! - Not here: the structure for screen readers, which the module `structure` creates.

use std::sync::Arc;

use kurbo::Size;
use lopdf::{Dictionary, Document, Object, ObjectId, dictionary, text_string};
use printpdf::{Pt, Rect};

use super::colours::Colours;
use super::needs::{Form, FormKind};
use super::save;
use super::stream::stream;
use super::structure::TaggedPage;
use super::tags::TaggedFigure;
use super::written_objects::WrittenObjects;
use crate::{FileBytes, stored_bytes_error};
use hexpress_base::diag::Result;
use hexpress_base::stored::Stored;
use hexpress_base::units::Mm;
use hexpress_language::record::BuildId;
use hexpress_scene::LinkRole;
use hexpress_scene::print::job::{Job, Sides};

/// A finished page.
#[derive(Debug)]
pub struct Page {
    /// The width and the height of the page, in mm.
    pub size: Size,
    /// The size, in mm, to which the page is cut. The cut piece is in the middle of the page. `None` if the
    /// page is not cut.
    pub trim: Option<Size>,
    pub is_compressed: bool,
    /// The operators of the page, in one or more streams.
    pub contents: Vec<Stored>,
    /// The name of the component on the page, for labels and bookmarks.
    pub title: Arc<str>,
    pub figures: Vec<TaggedFigure>,
    /// Whether the page has a heading. If so, the heading is the marked-content sequence with the
    /// number 0.
    pub has_heading: bool,
    /// Whether the page contains anything that is not opaque.
    pub has_transparency: bool,
}

/// The resource dictionaries of pages and forms.
///
/// If the dictionary of a page contains a resource that is not opaque, a printing press rasterizes the page.
/// It does so even if the page does not use this resource. Opaque pages therefore have their own dictionary.
#[derive(Debug, Clone, Copy)]
pub struct Resources {
    /// The dictionary with all resources.
    pub all: ObjectId,
    /// The dictionary with only the opaque resources.
    pub solid: ObjectId,
}

impl Resources {
    /// Returns the dictionary for a page or a form. `has_transparency` says whether the page or form
    /// contains anything that is not opaque.
    pub fn of(self, has_transparency: bool) -> ObjectId {
        if has_transparency { self.all } else { self.solid }
    }
}

/// The key in the document information that states whether the file is trapped. In a trapped file, areas
/// overlap a little, so that misaligned printing plates leave no gaps. The value is a PDF name, not a string.
pub const TRAPPED: &str = "Trapped";

/// A file that is embedded in the document.
#[derive(Debug, Clone, PartialEq)]
pub struct Attachment {
    /// The name of the file. Attachments are sorted by this name.
    pub name: String,
    /// A description of the file, for the user.
    pub description: String,
    /// The media type of the file, such as `application/json`.
    pub mime: String,
    pub bytes: Stored,
}

/// Adds pages with their contents to a document without pages. For each page, returns what the structure tree
/// needs to know about it.
pub fn pages(
    document: &mut Document,
    written_objects: &mut WrittenObjects,
    pages: Vec<Page>,
    resources: Resources,
    colours: &Colours,
) -> Vec<TaggedPage> {
    let root = document.catalog().and_then(|catalog| catalog.get(b"Pages")).and_then(Object::as_reference);
    let Ok(root) = root else { return Vec::new() };
    let mut tagged = Vec::with_capacity(pages.len());
    for (index, page) in pages.into_iter().enumerate() {
        let Page { size, trim, is_compressed, contents, title, figures, has_heading, has_transparency } =
            page;
        let page_box = page_box(size);
        let head = if is_compressed {
            dictionary! { "Filter" => "FlateDecode" }
        } else {
            Dictionary::new()
        };
        let mut streams =
            contents.iter().map(|bytes| written_objects.add_stream(document, head.clone(), bytes));
        let content = match (streams.next(), contents.len()) {
            (Some(only), 1) => only.into(),
            (first, _) => Object::Array(first.into_iter().chain(streams).map(Object::from).collect()),
        };
        let mut dictionary = dictionary! {
            "Type" => "Page",
            "Parent" => root,
            "MediaBox" => page_box.clone(),
            "TrimBox" => trim.map_or_else(|| page_box.clone(), |trim| trim_box(size, trim)),
            "Resources" => resources.of(has_transparency),
            "Contents" => content,
            "StructParents" => index as i64,
        };
        let links = if colours.is_for_press() { Vec::new() } else { link_ids(document, &figures) };
        if !links.is_empty() {
            let annotations: Vec<Object> = links.iter().map(|link| Object::Reference(*link)).collect();
            dictionary.set("Annots", annotations);
            // PDF/UA requires that the tab key follows the order of the structure (ISO 14289-1,
            // 7.18.3).
            dictionary.set("Tabs", "S");
        }
        if trim.is_some() || colours.is_for_press() {
            dictionary.set("BleedBox", page_box);
        }
        if colours.is_for_press() && has_transparency {
            let space = colours.blending_space();
            dictionary.set("Group", dictionary! { "S" => "Transparency", "Type" => "Group", "CS" => space });
        }
        let page = written_objects.add(document, &dictionary.into());
        tagged.push(TaggedPage { page, title, figures, links, has_heading });
    }
    if let Ok(tree) = document.get_object_mut(root).and_then(Object::as_dict_mut) {
        tree.set("Count", tagged.len() as i64);
        tree.set("Kids", tagged.iter().map(|tagged| tagged.page.into()).collect::<Vec<Object>>());
    }
    tagged
}

/// Reserves an object number for each link of a page, and returns the numbers.
///
/// Files for a printing press get no links, because their standards forbid annotations inside the bleed
/// (ISO 15930-7, 6.17).
fn link_ids(document: &mut Document, figures: &[TaggedFigure]) -> Vec<ObjectId> {
    let spots = figures.iter().filter_map(TaggedFigure::spot);
    let links = spots.filter(|(spot, _)| matches!(spot.role, LinkRole::Link(_)));
    links.map(|_| document.new_object_id()).collect()
}

/// Returns the box of a page whose size is in mm. The origin is the lower left corner.
fn page_box(size: Size) -> Object {
    Rect::from_wh(points(size.width), points(size.height)).to_array().into()
}

/// Returns the box of a cut piece in the middle of its page. Both sizes are in mm.
fn trim_box(page: Size, trim: Size) -> Object {
    let (x, y) = ((page.width - trim.width) / 2.0, (page.height - trim.height) / 2.0);
    let corners = [x, y, x + trim.width, y + trim.height];
    Object::Array(corners.map(|mm| real(f64::from(points(mm).0))).to_vec())
}

/// Converts mm to points.
///
/// The conversion in printpdf rounds too early: a page of US Letter would be 612.00006 points wide.
fn points(mm: f64) -> Pt {
    Pt(Mm(mm).to_pt() as f32)
}

/// Returns a number as an object. A whole number becomes an integer.
pub fn real(value: f64) -> Object {
    if value.fract() == 0.0 { Object::Integer(value as i64) } else { Object::Real(value as f32) }
}

/// Returns the PDF object for a form.
pub fn form(form: &Form, resources: ObjectId, colours: &Colours) -> Object {
    let bounds = form.bounds.iter().map(|v| Object::Real(*v as f32)).collect();
    let mut dictionary = dictionary! {
        "Type" => "XObject",
        "Subtype" => "Form",
        "BBox" => Object::Array(bounds),
        "Resources" => resources,
    };
    if form.kind != FormKind::Opaque {
        dictionary.set("Group", transparency_group(form.kind, colours));
    }
    Object::Stream(stream(dictionary, form.content.as_bytes()))
}

/// Returns the transparency group of a form. If the form is a mask, its colours are mixed in the
/// blending space.
fn transparency_group(kind: FormKind, colours: &Colours) -> Dictionary {
    let mut group = dictionary! { "S" => "Transparency", "Type" => "Group" };
    if kind != FormKind::Translucent {
        group.set("I", true);
    }
    if kind == FormKind::Mask {
        group.set("CS", colours.blending_space());
    }
    group
}

/// Adds settings for viewers and printers. With these settings, pages are printed at their true size. The
/// printer takes the paper from the tray that has paper of this size. Also sets the number of copies, and
/// whether both sides are printed.
pub fn print_settings(document: &mut Document, language: &str, job: Job, page_count: usize) {
    let Ok(catalog) = document.catalog_mut() else { return };
    catalog.set("Lang", Object::string_literal(language));
    let mut preferences = dictionary! {
        "PrintScaling" => "None",
        "PickTrayByPDFSize" => true,
        "DisplayDocTitle" => true,
    };
    match job.sides {
        Sides::TwoLong => preferences.set("Duplex", "DuplexFlipLongEdge"),
        Sides::TwoShort => preferences.set("Duplex", "DuplexFlipShortEdge"),
        // Without this entry, some printers print on both sides.
        Sides::One if page_count > 1 => preferences.set("Duplex", "Simplex"),
        Sides::One => {}
    }
    // Viewers ignore the number of copies if it is less than 2 or greater than 5 (PDF 32000-1, table 150).
    if let Some(copies) = job.copies.filter(|copies| (2..=5).contains(copies)) {
        preferences.set("NumCopies", i64::from(copies));
    }
    catalog.set("ViewerPreferences", preferences);
}

/// Embeds files in the document.
///
/// # Errors
/// The bytes of a file cannot be read again.
pub fn attach(
    document: &mut Document,
    written_objects: &mut WrittenObjects,
    attachments: &[Attachment],
) -> Result<()> {
    let mut names = Vec::new();
    // The keys of a name tree must be sorted.
    let mut sorted: Vec<_> = attachments.iter().collect();
    sorted.sort_by(|a, b| a.name.cmp(&b.name));
    for attachment in sorted {
        let head = dictionary! {
            "Type" => "EmbeddedFile",
            "Subtype" => Object::Name(attachment.mime.clone().into_bytes()),
            "Params" => dictionary! { "Size" => attachment.bytes.len() as i64 },
        };
        let file = match attachment.mime.as_str() {
            // These files are not compressed again, because pictures are already compressed.
            "image/png" | "image/jpeg" => written_objects.add_stream(document, head, &attachment.bytes),
            _ => {
                let bytes = attachment.bytes.bytes().map_err(|error| stored_bytes_error(&error))?;
                document.add_object(stream(head, &bytes))
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

/// Sets the information dictionary. Returns the bytes of the file. They get their seal later, when they are
/// written to the file.
///
/// # Errors
/// The stored bytes cannot be read again.
pub fn bytes(
    mut document: Document,
    written_objects: WrittenObjects,
    information: &[(&str, &str)],
    build: BuildId,
) -> Result<FileBytes> {
    let mut info = Dictionary::new();
    for (key, value) in information.iter().filter(|(_, value)| !value.is_empty()) {
        let is_name = *key == TRAPPED;
        info.set(*key, if is_name { Object::from(*value) } else { text_string(value) });
    }
    if let Ok(id) = document.trailer.get(b"Info").and_then(Object::as_reference) {
        document.objects.insert(id, Object::Dictionary(info));
    }
    let mut out = save::bytes(document, written_objects, build)?;
    out.seal();
    Ok(out)
}

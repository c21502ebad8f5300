//! Reads a page of any PDF as a drawing that can be placed on a sheet.
//!
//! - In: the bytes of a PDF, and the number of a page.
//! - Out: a [`PageForm`]: the objects that draw the page, with their fonts, pictures and colour
//!   spaces.
//! - Not here: what the page shows, and where it is placed.
//!
//! Objects are copied only if they are needed for drawing (`keys`). Scripts, actions, annotations,
//! hidden layers and files are left out.

mod copy;
mod copy_findings;
mod keys;
mod picture_streams;
mod rewrite_contents;
mod single_page_pdf;
mod visible;
mod written_values;

#[cfg(test)]
mod page_form_tests;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use kurbo::{Affine, Rect, Size};
use memchr::memmem;

use crate::hayro::{Array, Dict, Pdf, PdfPage, Stream};
use crate::inflate::decode_stream;
use crate::limits::MAX_CONTENTS_BYTES;
use crate::structure::{self, page_box};
use crate::weight::Weights;
use crate::{ReadError, page};
use copy::{Copier, InheritedResources};
use copy_findings::CopyFindings;
use hexpress_base::units::PT_PER_MM;
use hexpress_scene::picture::{Obstacle, PageForm, PdfKey};
use keys::ObjectKind;
pub use single_page_pdf::single_page_pdf;
use visible::HiddenLayers;
use written_values::Text;

/// The smallest width and height of a page, in points. A smaller page shows nothing.
const MIN_PAGE_PT: f64 = 0.01;

/// A reason why a page cannot be drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PageFormError {
    /// The file or the page cannot be read.
    Unreadable(ReadError),
    /// The file has no page with the requested number.
    NoPage {
        /// The number of pages in the file.
        pages: usize,
    },
    /// The page has no width or height.
    Empty,
}

impl From<ReadError> for PageFormError {
    fn from(error: ReadError) -> Self {
        Self::Unreadable(error)
    }
}

impl fmt::Display for PageFormError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => write!(f, "{error}"),
            Self::NoPage { pages: 1 } => write!(f, "it has only one page"),
            Self::NoPage { pages } => write!(f, "it has only {pages} pages"),
            Self::Empty => write!(f, "the page has no width or height"),
        }
    }
}

/// An open PDF whose pages become drawings.
pub struct PageForms {
    pdf: Pdf,
    layers: HiddenLayers,
    name: Arc<str>,
    /// Whether the file states that it is PDF/A or PDF/X. Both standards have rules for fonts.
    states_standard: bool,
}

impl fmt::Debug for PageForms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PageForms").field("name", &self.name).finish_non_exhaustive()
    }
}

impl PageForms {
    /// Opens a file. `name` identifies the contents of the file, for example by a hash. Files with different
    /// contents must have different names.
    ///
    /// # Errors
    /// The bytes are not a complete PDF, are encrypted, or exceed the limits.
    pub fn open(bytes: &[u8], name: Arc<str>) -> Result<Self, ReadError> {
        // Some encrypted files open with an empty password, but their bytes must not be copied.
        if structure::is_encrypted(bytes) {
            return Err(ReadError::Encrypted);
        }
        let (pdf, _) = structure::open(bytes)?;
        let catalogue = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id()).ok_or(ReadError::Damaged)?;
        let layers = HiddenLayers::new(&catalogue);
        let states_standard = states_standard(&catalogue);
        drop(catalogue);
        Ok(Self { pdf, layers, name, states_standard })
    }

    /// Returns the page with this number, counted from 1.
    ///
    /// # Errors
    /// There is no such page, or it cannot be read within the limits.
    pub fn page(&self, number: usize) -> Result<PageForm, PageFormError> {
        let pages = self.pdf.pages();
        let missing = PageFormError::NoPage { pages: pages.len() };
        let source = number.checked_sub(1).and_then(|index| pages.get(index)).ok_or(missing)?;
        let contents = structure::contents(source, number)?;
        Weights::new(&Arc::new(AtomicU64::new(0))).page(number, source.resources(), &contents)?;
        let place = PagePlace::new(source, number)?;
        let index = u32::try_from(number).unwrap_or(u32::MAX);
        let mut copier = Copier::new(&self.pdf, &self.layers, number);
        let inherited = InheritedResources { resources: source.resources(), number: index | 1 << 31 };
        let key = PdfKey([index, 0, ObjectKind::Page as u32, 0, 0]);
        copier.page(key, place.head(), &contents, inherited)?;
        if copier.findings.has_transparency {
            copier.isolate(source.raw(), inherited)?;
        }
        if has_printed_annotations(source.raw()) {
            copier.findings.left_out.insert("annotations");
        }
        let Copier { objects, findings, .. } = copier;
        let form = PageForm {
            file: Arc::clone(&self.name),
            size: place.size,
            objects,
            has_transparency: findings.has_transparency,
            is_legible: !findings.has_fonts || self.states_standard && !findings.has_illegible_text,
            obstacles: obstacles(&findings, self.states_standard),
            missing_fonts: findings.missing_fonts.into_iter().collect(),
            left_out: findings.left_out.into_iter().collect(),
        };
        // The checker must be able to read a finished file that contains this page. So the page is read
        // here, to find out whether that is possible.
        let own_file = single_page_pdf(&form).ok_or(ReadError::Damaged)?;
        page::read(&own_file, Some(&|_, _| Affine::IDENTITY))?;
        Ok(form)
    }
}

/// The visible box of a page, and its size and rotation.
struct PagePlace {
    /// The visible box, in units of the page.
    visible: Rect,
    /// The transform from units of the page to points. It also rotates the page so that it is upright.
    upright: Affine,
    /// The size of the upright page, in points.
    size: Size,
}

impl PagePlace {
    fn new(source: &PdfPage<'_>, number: usize) -> Result<Self, PageFormError> {
        let (read, to_page) = structure::page(source, number)?;
        let own_boxes = ["TrimBox", "ArtBox"].iter().find_map(|key| page_box(source.raw(), key));
        let all = to_page.inverse().transform_rect_bbox(read.crop.unwrap_or(read.media));
        let media = to_page.inverse().transform_rect_bbox(read.media);
        let visible = own_boxes.unwrap_or(all).intersect(media);
        if !(visible.width() > MIN_PAGE_PT && visible.height() > MIN_PAGE_PT) {
            return Err(PageFormError::Empty);
        }
        let in_mm = to_page.transform_rect_bbox(visible);
        let flip =
            Affine::new([PT_PER_MM, 0.0, 0.0, -PT_PER_MM, -in_mm.x0 * PT_PER_MM, in_mm.y1 * PT_PER_MM]);
        Ok(Self { visible, upright: flip * to_page, size: in_mm.size() * PT_PER_MM })
    }

    /// Returns the beginning of the form's dictionary: the type, the box and the matrix of the
    /// form.
    fn head(&self) -> Text {
        let mut text = Text::default();
        text.raw("<</Type/XObject/Subtype/Form/BBox[");
        let Rect { x0, y0, x1, y1 } = self.visible;
        [x0, y0, x1, y1].into_iter().for_each(|number| text.number(number));
        text.raw("]/Matrix[");
        self.upright.as_coeffs().into_iter().for_each(|number| text.number(number));
        text.raw("]");
        text
    }
}

/// Returns the reasons why a file that contains the page cannot be PDF/A.
fn obstacles(findings: &CopyFindings, states_standard: bool) -> Vec<Obstacle> {
    let mut obstacles = Vec::new();
    if findings.has_cmyk {
        let why = "has colours in CMYK without a colour profile".to_owned();
        obstacles.push(Obstacle { why, hint: "for PDF/A-3, export the page in RGB" });
    }
    if findings.has_bad_profile {
        let why = "has a colour profile that PDF/A does not allow".to_owned();
        obstacles.push(Obstacle { why, hint: "for PDF/A-3, export the page in sRGB" });
    }
    if findings.has_unknown_inks {
        let why = "mixes spot colours without describing each of them".to_owned();
        obstacles.push(Obstacle { why, hint: "for PDF/A-3, export the page in RGB" });
    }
    if findings.has_jpeg_2000 {
        let why = "has a picture in JPEG 2000, of which PDF/A allows only some".to_owned();
        let hint = "for PDF/A-3, export the page with JPEG or ZIP compression";
        obstacles.push(Obstacle { why, hint });
    }
    if let Some(font) = findings.missing_fonts.first() {
        let why = format!("does not contain its font {font}");
        obstacles.push(Obstacle { why, hint: "for PDF/A-3, export the page with all fonts embedded" });
    } else if findings.has_fonts && !states_standard {
        let why = "has fonts of its own, and does not state that it is PDF/A or PDF/X".to_owned();
        let hint = "for PDF/A-3, export the page as PDF/A or PDF/X, or with its text as outlines";
        obstacles.push(Obstacle { why, hint });
    }
    obstacles
}

/// Returns whether a file states that it is PDF/A or PDF/X.
fn states_standard(catalogue: &Dict<'_>) -> bool {
    const STATEMENTS: [&[u8]; 3] = [b"pdfaid:part", b"pdfxid:GTS_PDFXVersion", b"pdfx:GTS_PDFXVersion"];
    let Some(metadata) = catalogue.get::<Stream<'_>>("Metadata") else { return false };
    let Ok(metadata) = decode_stream(&metadata, MAX_CONTENTS_BYTES) else { return false };
    STATEMENTS.iter().any(|statement| memmem::find(&metadata, statement).is_some())
}

/// Returns whether a page has annotations that have an appearance and are printed.
fn has_printed_annotations(page: &Dict<'_>) -> bool {
    const PRINTED: i32 = 1 << 2;
    const HIDDEN: i32 = 1 << 1;
    let annotations = page.get::<Array<'_>>("Annots");
    annotations.iter().flat_map(|all| all.iter::<Dict<'_>>()).any(|annotation| {
        let flags = annotation.get::<i32>("F").unwrap_or(0);
        annotation.contains_key("AP") && flags & PRINTED != 0 && flags & HIDDEN == 0
    })
}

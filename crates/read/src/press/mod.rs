//! Reads the parts of a PDF that matter to a print shop: what the file states about itself, its boxes,
//! colours and inks, and features that standards forbid.
//!
//! - In: the bytes of a PDF, made by any program.
//! - Out: a [`PreflightFile`].
//! - Not here: deciding what a standard allows, which the checker does.
//!
//! Reads only objects that can be reached from the catalogue or from a page.

mod drawn;
mod objects;
mod page_contents;
mod spaces;
mod state;
mod statements;
mod xmp;

use std::collections::{BTreeMap, BTreeSet};

use kurbo::Rect;

use crate::hayro::{Dict, Pdf};
use crate::{ReadError, structure};
pub use spaces::{Family, SpotColour};
pub use statements::{Information, OutputIntent, Profile};
pub use xmp::Metadata;

/// The parts of a PDF that matter to a print shop.
#[derive(Debug, Clone, Default)]
pub struct PreflightFile {
    /// The major and the minor version of PDF.
    pub version: (u8, u8),
    /// Whether several objects of the file are packed into one stream, as PDF 1.5 allows.
    pub is_packed: bool,
    /// Whether the trailer contains an identifier with two parts.
    pub has_id: bool,
    pub information: Information,
    /// The XMP metadata. `None` if there are none, or if they cannot be read.
    pub metadata: Option<Metadata>,
    pub intents: Vec<OutputIntent>,
    /// Whether files are attached.
    pub has_attachments: bool,
    pub pages: Vec<PressPage>,
    /// Every feature that a standard may forbid, with the places where it was found. A feature has at most
    /// one place on each page.
    pub features: BTreeMap<FileFeature, Vec<PressPlace>>,
    /// The spot colours that the pages use.
    pub spots: BTreeSet<SpotColour>,
    /// For each page, the drawing that needs the most ink. Pages without inks have no entry.
    pub most_ink: Vec<Inked>,
    /// Letters that are printed in a dark mixture of several inks.
    pub rich_letters: Vec<RichLetters>,
    pub pictures: Vec<PlacedPicture>,
    /// Names of parts that hexpress did not read, such as the inks of compressed pictures.
    pub not_read: BTreeSet<&'static str>,
}

/// The boxes and the annotations of a page, in mm from its top-left corner.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PressPage {
    pub media: Rect,
    pub crop: Option<Rect>,
    pub bleed: Option<Rect>,
    pub trim: Option<Rect>,
    pub art: Option<Rect>,
    pub annotations: Vec<Annotation>,
}

/// An annotation of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Annotation {
    /// The type of the annotation, such as `Link`.
    pub kind: String,
    /// The box of the annotation, in mm.
    pub rect: Rect,
}

/// A place in a file. If there is no page number, the place is unknown.
#[derive(Debug, Clone, PartialEq)]
pub struct PressPlace {
    /// The number of the page, counted from 1. `None` if the place is unknown.
    pub page: Option<usize>,
    /// The box around the place, in mm. `None` if the place is a whole page, or is unknown.
    pub rect: Option<Rect>,
}

/// A feature of a file that a standard may forbid.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum FileFeature {
    /// A colour space of this family is used. The second value says what it is used for.
    Colour(Family, ColourUse),
    /// A transparency group mixes its colours in a colour space of this family.
    Group(Family),
    /// A drawing is translucent, or is mixed with other drawings. The value is the reason.
    Transparency(&'static str),
    /// A blend mode that PDF does not define.
    BlendMode(String),
    /// A CMYK colour with a profile overprints, and overprint mode 1 is set.
    OverprintWithProfile,
    /// A function changes the shares of the inks. The value is the key of the function.
    Transfer(&'static str),
    PostScript,
    /// A picture has an alternate picture, which may be printed in its place.
    Alternate,
    /// A picture stands for a larger picture in another file (Open Prepress Interface).
    Opi,
    /// Some data are in another file. The value says which data.
    External(&'static str),
    /// A stream is compressed with this filter.
    Filter(&'static str),
    /// An operator that PDF does not define.
    Operator(String),
    /// A rendering intent that PDF does not define.
    Rendering(String),
    Script,
    /// An action of this type. Scripts are not included.
    Action(String),
    Xfa,
    /// A picture has 16 bits per channel.
    SixteenBits,
    /// The file has layers.
    Layers,
    /// The file asks viewers to switch its layers automatically.
    AutomaticLayers,
    /// Viewers are asked to show or print only a certain box of each page. The values are the key
    /// and the name of the box.
    ViewBox(&'static str, String),
    /// The file is a presentation: its pages may have steps or alternative forms.
    Slides,
    /// Visible text in a font that is not embedded. The value is the name of the font.
    Font(String),
    /// Lines are drawn in a spot colour with this name. The second value says whether they
    /// overprint.
    SpotLines(String, bool),
}

/// What a colour is used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ColourUse {
    Drawing,
    Picture,
    Gradient,
    /// The colour replaces a spot colour on devices that lack the ink of the spot colour.
    ForSpot,
}

/// The shares of cyan, magenta, yellow and black, from 0 to 1.
pub type Shares = [f64; 4];

/// The inks of a drawing, and its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Inked {
    pub shares: Shares,
    pub place: PressPlace,
}

/// Letters whose colour is mixed from several inks.
#[derive(Debug, Clone, PartialEq)]
pub struct RichLetters {
    pub shares: Shares,
    /// The size of the letters on paper, in points.
    pub size: f64,
    pub place: PressPlace,
}

/// A picture on a page.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedPicture {
    /// The lower of the horizontal and the vertical resolution, in pixels per inch.
    pub dpi: f64,
    pub place: PressPlace,
}

/// Returns whether a file is encrypted. A file that opens with an empty password counts as
/// encrypted, too.
pub fn is_encrypted(bytes: &[u8]) -> bool {
    structure::is_encrypted(bytes)
}

impl PreflightFile {
    /// Reads the parts of a file that matter to a print shop.
    ///
    /// # Errors
    /// The bytes are not a complete PDF, or exceed the limits of the reader.
    pub fn read(bytes: &[u8]) -> Result<Self, ReadError> {
        let (pdf, document) = structure::open(bytes)?;
        let trailer = structure::trailer(bytes).ok_or(ReadError::Incomplete)?;
        let catalogue: Dict<'_> = pdf.xref().get(pdf.xref().root_id()).ok_or(ReadError::Damaged)?;
        let mut file = Self {
            version: statements::version(bytes, &catalogue),
            is_packed: structure::is_packed(bytes),
            has_id: statements::has_id(&trailer, &pdf),
            information: Information::read(&trailer, &pdf),
            metadata: Metadata::of_catalogue(&catalogue),
            intents: OutputIntent::all(&catalogue),
            has_attachments: !document.attachments.is_empty(),
            ..Self::default()
        };
        objects::read(&pdf, &mut file)?;
        file.read_pages(&pdf)?;
        Ok(file)
    }

    /// Returns the output intent for PDF/X. Returns `None` if there are several, because then none
    /// of them is valid.
    pub fn intent(&self) -> Option<&OutputIntent> {
        let mut all = self.intents.iter().filter(|intent| intent.standard == "GTS_PDFX");
        all.next().filter(|_| all.next().is_none())
    }

    fn read_pages(&mut self, pdf: &Pdf) -> Result<(), ReadError> {
        let pages = pdf.pages();
        if pages.len() > crate::limits::MAX_PAGES {
            return Err(ReadError::TooManyPages(pages.len()));
        }
        let mut work = page_contents::Work::default();
        for (number, page) in (1..).zip(pages.iter()) {
            page_contents::page(pdf, page, number, &mut work, self)?;
        }
        Ok(())
    }

    /// Records a feature and its place, but at most one place on each page.
    fn notice(&mut self, what: FileFeature, place: PressPlace) {
        let places = self.features.entry(what).or_default();
        if places.last().is_none_or(|last| last.page != place.page) {
            places.push(place);
        }
    }
}

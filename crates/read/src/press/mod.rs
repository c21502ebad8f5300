//! Reads the parts of a PDF that matter to a print shop: its statements, boxes, colours, inks and
//! forbidden features.
//!
//! - In: the bytes of a PDF, made by any program.
//! - Out: a [`PressFile`].
//! - Not here: deciding what a standard allows, which the checker does.
//!
//! Only objects that the catalogue or a page leads to are read.

mod contents;
mod drawn;
mod objects;
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

/// A PDF, as a print shop looks at it.
#[derive(Debug, Clone, Default)]
pub struct PressFile {
    /// The major and the minor version of PDF.
    pub version: (u8, u8),
    /// Whether the objects of the file are packed into streams, as PDF 1.5 allows.
    pub is_packed: bool,
    /// Whether the trailer has an identifier of two parts.
    pub has_id: bool,
    pub information: Information,
    /// The XMP metadata. `None` if the file has none that can be read.
    pub metadata: Option<Metadata>,
    pub intents: Vec<OutputIntent>,
    /// Whether files are attached.
    pub has_attachments: bool,
    pub pages: Vec<PressPage>,
    /// Everything that a standard may forbid. Each feature is listed once for each page.
    pub noticed: BTreeMap<Noticed, Vec<PressPlace>>,
    /// The spot colours that the pages use.
    pub spots: BTreeSet<SpotColour>,
    /// The drawing with the most ink on each page.
    pub most_ink: Vec<Inked>,
    /// Letters in dark colours that are mixed from several inks.
    pub rich_letters: Vec<RichLetters>,
    pub pictures: Vec<PlacedPicture>,
    /// What was not read, such as the inks of compressed pictures.
    pub not_read: BTreeSet<&'static str>,
}

/// The boxes of a page, in mm from its top-left corner.
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
    /// The type, such as `Link`.
    pub kind: String,
    /// The box in mm.
    pub rect: Rect,
}

/// A place in a file. Without a page, the place is unknown.
#[derive(Debug, Clone, PartialEq)]
pub struct PressPlace {
    /// The number of the page, from 1.
    pub page: Option<usize>,
    /// The box in mm.
    pub rect: Option<Rect>,
}

/// A feature of a file that a standard may forbid.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Noticed {
    /// A colour in this colour space, used for a drawing.
    Colour(Family, Used),
    /// A transparency group that mixes colours in this colour space.
    Group(Family),
    /// A drawing that is not opaque, for this reason.
    Transparency(&'static str),
    /// An unknown blend mode.
    BlendMode(String),
    /// A colour in CMYK with a profile overprints in mode 1.
    OverprintWithProfile,
    /// A function that changes the shares of inks.
    Transfer(&'static str),
    PostScript,
    Alternate,
    Opi,
    /// Data in another file.
    External(&'static str),
    /// Compression with this filter.
    Filter(&'static str),
    /// An operator that PDF does not have.
    Operator(String),
    /// An unknown rendering intent.
    Rendering(String),
    Script,
    /// An action other than a script, with its type.
    Action(String),
    Xfa,
    /// A picture with 16 bits per channel.
    SixteenBits,
    /// The file has layers.
    Layers,
    /// Layers are switched automatically.
    AutomaticLayers,
    /// The viewer shows or prints only this box.
    ViewBox(&'static str, String),
    Slides,
    /// Visible text in a font that is not embedded.
    Font(String),
    /// Lines in a spot colour, and whether they overprint.
    SpotLines(String, bool),
}

/// What a colour is used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Used {
    Drawing,
    Picture,
    Gradient,
    /// The colour replaces a spot colour on devices that lack the ink of the spot colour.
    ForSpot,
}

/// The shares of cyan, magenta, yellow and black, from 0 to 1.
pub type Shares = [f64; 4];

/// A drawing, and its inks.
#[derive(Debug, Clone, PartialEq)]
pub struct Inked {
    pub shares: Shares,
    pub place: PressPlace,
}

/// Letters that are mixed from several inks.
#[derive(Debug, Clone, PartialEq)]
pub struct RichLetters {
    pub shares: Shares,
    /// The size on paper, in points.
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

/// Returns whether a file is encrypted, even with an empty password.
pub fn is_encrypted(bytes: &[u8]) -> bool {
    structure::is_encrypted(bytes)
}

impl PressFile {
    /// Reads a file.
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

    /// Returns the output intent for PDF/X. A file with several of them has no valid one.
    pub fn intent(&self) -> Option<&OutputIntent> {
        let mut all = self.intents.iter().filter(|intent| intent.standard == "GTS_PDFX");
        all.next().filter(|_| all.next().is_none())
    }

    fn read_pages(&mut self, pdf: &Pdf) -> Result<(), ReadError> {
        let pages = pdf.pages();
        if pages.len() > crate::limits::MAX_PAGES {
            return Err(ReadError::TooManyPages(pages.len()));
        }
        let mut work = contents::Work::default();
        for (number, page) in (1..).zip(pages.iter()) {
            contents::page(pdf, page, number, &mut work, self)?;
        }
        Ok(())
    }

    /// Records a feature, once for each page.
    fn notice(&mut self, what: Noticed, place: PressPlace) {
        let places = self.noticed.entry(what).or_default();
        if places.last().is_none_or(|last| last.page != place.page) {
            places.push(place);
        }
    }
}

//! What a sheet shows, in millimetres, y down, with the fonts, pictures, paper and inks that it
//! needs.
//!
//! - In: strings and fonts; PNG, JPEG and SVG files; names of paper and printers.
//! - Out: [`Draw`]s with shaped text and pictures.
//! - Not here: points, PDF, and the rules of any game.
//!
//! # Example
//!
//! The small sheet of a pair of papers, and the width of a word in the default font:
//!
//! ```
//! use hexpress_scene::print::paper::{PaperChoice, SheetClass};
//! use hexpress_scene::text::{Fonts, Shaper};
//!
//! let paper = PaperChoice::parse("a3+a4").unwrap();
//! assert_eq!(paper.sheet(SheetClass::Small).width, 210.0);
//!
//! let fonts = Fonts::bundled();
//! let shaper = Shaper::new(&fonts);
//! let font = shaper.default_font().unwrap();
//! let ems = |text: &str| shaper.shape(font, text).unwrap().advance;
//! // Kerning moves the V below the arm of the A.
//! assert!(ems("AV") < ems("A") + ems("V"));
//! ```

mod cell_drawings;
mod colour;
mod image;
mod leaves;
mod page_form;
mod pattern;
pub mod picture;
pub mod print;
mod shade;
mod sheets;
pub mod text;

use std::sync::Arc;

use kurbo::{Affine, BezPath, Line, Point, Rect, Shape as _, Size};

use crate::text::{FontId, Glyph};
use hexpress_base::diag::Diagnostic;
use hexpress_base::identity::Identity;

pub use cell_drawings::{CellDrawings, CellSubject, Lattice, Look, Placed, Words};
pub use colour::{Ink, Stroke, luminance};
pub use hexpress_base::pixel_size::PixelSize;
pub use image::{Alpha, Coding, Image, ImageContent, Pixels, Plane, Space};
pub use leaves::{Leaf, Leaves, bounds, leaves};
pub use pattern::{MOTIFS, Motif, Pattern, PatternPart};
pub use shade::{Shade, ShadePlacement};
pub use sheets::{Sheets, no_sheet};

/// A run of text on one baseline.
#[derive(Debug, Clone, PartialEq)]
pub struct Text {
    /// The characters.
    pub string: Arc<str>,
    /// The face.
    pub font: FontId,
    /// The em, in mm.
    pub size: f64,
    /// The start of the baseline, in mm.
    pub origin: Point,
    /// The glyphs of the shaped string.
    pub glyphs: Arc<[Glyph]>,
    /// The colour.
    pub ink: Ink,
}

/// A drawing that is used many times, in its own frame. Uses of the same `Arc` show the same
/// drawing, so writers may keep its bytes.
#[derive(Debug, Clone, PartialEq)]
pub struct Shared {
    /// The contents.
    pub draws: Vec<Draw>,
    /// Whether writers write the drawing into a file only once, and refer to it at each use.
    pub large: bool,
    /// A bounding box of the contents.
    pub bounds: Rect,
}

/// One drawing on a sheet, which may contain others.
#[derive(Debug, Clone, PartialEq)]
pub enum Draw {
    /// A path that is filled, stroked or both.
    Path {
        /// The outline, in mm.
        path: BezPath,
        /// The colour inside, by the non-zero rule.
        fill: Option<Ink>,
        /// The line along the path, over the fill.
        stroke: Option<Stroke>,
    },
    /// A path that is filled by the even-odd rule.
    EvenOdd {
        /// The outline, in mm.
        path: BezPath,
        /// The colour inside.
        fill: Ink,
    },
    /// A run of text.
    Text(Text),
    /// A picture made of pixels, or a page of a PDF.
    Image {
        /// The picture.
        image: Arc<Image>,
        /// The transform to this frame, from the unit square that the picture fills. y points down.
        transform: Affine,
    },
    /// Drawings that are transformed, clipped or named together.
    Group(Group),
    /// Drawings that are repeated at many cells.
    Cells(CellDrawings),
    /// A shared drawing at a place.
    Use {
        /// The shared drawing.
        shared: Arc<Shared>,
        /// The transform from the frame of the shared drawing to this one.
        transform: Affine,
    },
}

impl Draw {
    /// Returns a filled path.
    pub fn filled(path: BezPath, ink: Ink) -> Self {
        Self::Path { path, fill: Some(ink), stroke: None }
    }

    /// Returns a line along a path.
    pub fn stroked(path: BezPath, stroke: Stroke) -> Self {
        Self::Path { path, fill: None, stroke: Some(stroke) }
    }

    /// Returns a straight line.
    pub fn line(from: Point, to: Point, stroke: Stroke) -> Self {
        Self::stroked(Line::new(from, to).to_path(0.1), stroke)
    }

    /// Transforms drawings together.
    pub fn moved(transform: Affine, draws: Vec<Self>) -> Self {
        Self::Group(Group { transform, ..Group::plain(draws) })
    }

    /// Hides the parts of drawings that are outside a path.
    pub fn clipped(clip: BezPath, draws: Vec<Self>) -> Self {
        Self::Group(Group { clip: Some(clip), ..Group::plain(draws) })
    }

    /// Applies an opacity from 0 to 1 to drawings as a whole.
    pub fn with_opacity(opacity: f64, draws: Vec<Self>) -> Self {
        Self::Group(Group { opacity, ..Group::plain(draws) })
    }

    /// Gives drawings an identity.
    pub fn named(id: Identity, draws: Vec<Self>) -> Self {
        Self::Group(Group::piece(id, Affine::IDENTITY, draws))
    }

    /// Returns the path, if the drawing is a path.
    pub fn path(&self) -> Option<&BezPath> {
        match self {
            Self::Path { path, .. } | Self::EvenOdd { path, .. } => Some(path),
            Self::Text(_) | Self::Image { .. } | Self::Group(_) | Self::Cells(_) | Self::Use { .. } => None,
        }
    }
}

/// Drawings that belong together.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// The identity of what the group draws.
    pub id: Option<Identity>,
    /// The purpose of the group.
    pub role: Role,
    /// The word that the group replaces. An icon in a text has such a word: `coin`.
    pub actual_text: Option<Arc<str>>,
    /// The text that screen readers read in place of the texts inside. If it is empty, they read
    /// nothing.
    pub alt: Option<Arc<str>>,
    /// If the group is a copy of a repeated element: its name, such as `track/17`.
    pub copy: Option<Arc<str>>,
    /// Whether the group is an icon whose author must be named on the sheet.
    pub credited: bool,
    /// The transform from the group's frame to the outer one.
    pub transform: Affine,
    /// The clip: nothing outside this path is drawn. It is in the group's frame.
    pub clip: Option<BezPath>,
    /// The opacity of the group as a whole, from 0 to 1.
    pub opacity: f64,
    /// The contents, in drawing order.
    pub draws: Vec<Draw>,
}

impl Group {
    /// Returns a group that changes nothing about its drawings.
    pub fn plain(draws: Vec<Draw>) -> Self {
        Self {
            id: None,
            role: Role::Art,
            actual_text: None,
            alt: None,
            copy: None,
            credited: false,
            transform: Affine::IDENTITY,
            clip: None,
            opacity: 1.0,
            draws,
        }
    }

    /// Returns the group for a copy of a repeated element. `called` is the name of the copy.
    pub fn copy(called: String, draws: Vec<Draw>) -> Self {
        Self { copy: Some(called.into()), ..Self::plain(draws) }
    }

    /// Returns the group of the piece `id`.
    pub fn piece(id: Identity, transform: Affine, draws: Vec<Draw>) -> Self {
        Self { id: Some(id), transform, ..Self::plain(draws) }
    }
}

/// The purpose of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// The drawings of the game itself.
    Art,
    /// Crop marks and cut lines.
    Cut,
    /// Rulers, and notes for the printer.
    PrinterMark,
    /// The note for the printer that names the page. Screen readers announce it as the heading of
    /// the page.
    Heading,
}

/// One printed side.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet {
    /// The component on the sheet.
    pub component: Arc<str>,
    /// The title for bookmarks and screen readers: `movement`, `movement back`.
    pub title: Arc<str>,
    /// The trimmed size in mm.
    pub size: Size,
    /// The contents, in drawing order.
    pub draws: Vec<Draw>,
    /// Findings about drawings that may be wrong.
    pub warnings: Vec<Diagnostic>,
    /// The transform that corrects the errors of a printer, in mm, with y pointing down. A PDF
    /// applies it to the whole page, so that the page is printed at the right size and place.
    pub correction: Option<Affine>,
}

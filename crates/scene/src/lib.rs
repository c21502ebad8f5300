//! Describes what a sheet shows: shaped text, paths and pictures, with the fonts, paper and inks
//! that they need.
//!
//! Lengths are in millimetres, and y points down.
//!
//! - In: strings and fonts; PNG, JPEG and SVG files; names of paper and printers.
//! - Out: [`Drawing`]s with shaped text and pictures.
//! - Not here: points as a unit, the PDF format, and the rules of any game.
//!
//! # Example
//!
//! Find the smaller sheet of the paper choice `a3+a4`, and measure words in the default font:
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
//! // Kerning moves the V closer to the A.
//! assert!(ems("AV") < ems("A") + ems("V"));
//! ```

mod cell_drawings;
mod colour;
mod cut_kind;
mod detached;
mod drawing_digest;
mod effects;
mod image;
mod leaves;
mod page_form;
mod pattern;
pub mod picture;
pub mod print;
pub mod qr_code;
mod shade;
mod sheets;
pub mod text;
mod text_tag;

use std::sync::Arc;

use kurbo::{Affine, BezPath, Line, Point, Rect, Shape as _, Size};

use crate::text::{FontId, Glyph};
use hexpress_base::diag::Diagnostic;
use hexpress_base::identity::Identity;

pub use cell_drawings::{CellDrawings, CellRow, CellSubject, Lattice, Look, WordTable};
pub use colour::{Ink, Stroke, luminance};
pub use cut_kind::CutKind;
pub use detached::detached;
pub use drawing_digest::{DrawingDigest, DrawingHasher, VisiblePart};
pub use effects::{Blend, FillRule, Mask, MaskKind};
pub use hexpress_base::pixel_size::PixelSize;
pub use image::{Alpha, Coding, Image, ImageContent, Pixels, Plane, Space};
pub use leaves::{Leaf, Leaves, bounds, leaves};
pub use pattern::{MOTIFS, Motif, Pattern, PatternPart};
pub use shade::{Shade, ShadePlacement};
pub use sheets::{Sheets, no_sheet};
pub use text::LinkTarget;
pub use text_tag::{LinkRole, LinkSpot, TagStep, TextElement, TextTag};

/// A run of text on one baseline.
#[derive(Debug, Clone, PartialEq)]
pub struct Text {
    pub string: Arc<str>,
    /// The font face.
    pub font: FontId,
    /// The font size (one em), in mm.
    pub size: f64,
    /// The start of the baseline, in mm.
    pub origin: Point,
    /// The glyphs of the shaped text.
    pub glyphs: Arc<[Glyph]>,
    pub ink: Ink,
    /// Whether the text runs from right to left. If so, the first glyph is the last one to be read.
    pub is_leftward: bool,
}

/// A drawing that is used several times, in its own coordinates. All uses have the same `Arc`, so the bytes
/// of the drawing in a file are computed only once.
#[derive(Debug, Clone, PartialEq)]
pub struct Shared {
    pub drawings: Vec<Drawing>,
    /// Whether a PDF contains the drawing only once, as a form. If false, each use has a copy of the
    /// drawing.
    pub large: bool,
    /// A bounding box of the drawings.
    pub bounds: Rect,
}

/// A drawing on a sheet. It may contain other drawings.
#[derive(Debug, Clone, PartialEq)]
pub enum Drawing {
    /// A path that is filled, stroked or both.
    Path {
        /// The outline, in mm.
        path: BezPath,
        /// The colour of the area, filled by the non-zero rule. `None` if the area is not filled.
        fill: Option<Ink>,
        /// The stroke along the path, drawn over the fill. `None` if there is no stroke.
        stroke: Option<Stroke>,
    },
    /// A path that is filled by the even-odd rule.
    EvenOdd {
        /// The outline, in mm.
        path: BezPath,
        fill: Ink,
    },
    Text(Text),
    /// A picture made of pixels, or a page of a PDF.
    Image {
        image: Arc<Image>,
        /// The picture fills the unit square, with y pointing down. This transform maps the unit square to
        /// the coordinates of the drawing.
        transform: Affine,
    },
    /// Drawings that have a common transform, clip or identity.
    Group(Group),
    /// Drawings that are repeated on many cells.
    Cells(CellDrawings),
    /// A shared drawing, drawn at one place.
    Use {
        shared: Arc<Shared>,
        /// The transform from the coordinates of the shared drawing to those of this drawing.
        transform: Affine,
    },
}

impl Drawing {
    pub fn filled(path: BezPath, ink: Ink) -> Self {
        Self::Path { path, fill: Some(ink), stroke: None }
    }

    pub fn stroked(path: BezPath, stroke: Stroke) -> Self {
        Self::Path { path, fill: None, stroke: Some(stroke) }
    }

    pub fn line(from: Point, to: Point, stroke: Stroke) -> Self {
        Self::stroked(Line::new(from, to).to_path(0.1), stroke)
    }

    /// Groups drawings and applies a transform to the group.
    pub fn moved(transform: Affine, drawings: Vec<Self>) -> Self {
        Self::Group(Group { transform, ..Group::plain(drawings) })
    }

    /// Groups drawings and hides everything outside a path.
    pub fn clipped(clip: BezPath, drawings: Vec<Self>) -> Self {
        Self::Group(Group { clip: Some(clip), ..Group::plain(drawings) })
    }

    /// Groups drawings and applies an opacity from 0 to 1 to the group.
    pub fn with_opacity(opacity: f64, drawings: Vec<Self>) -> Self {
        Self::Group(Group { opacity, ..Group::plain(drawings) })
    }

    /// Groups drawings and applies a mask to the group.
    pub fn masked(mask: Mask, drawings: Vec<Self>) -> Self {
        Self::Group(Group { mask: Some(Arc::new(mask)), ..Group::plain(drawings) })
    }

    /// Gives drawings an identity.
    pub fn named(id: Identity, drawings: Vec<Self>) -> Self {
        Self::Group(Group::piece(id, Affine::IDENTITY, drawings))
    }

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
    /// The identity of the piece, cell or other part of the game that the group draws, or `None`.
    pub id: Option<Identity>,
    pub role: Role,
    /// The word that the group replaces in a text, or `None`. For example, an icon of a coin may replace the
    /// word `coin`.
    pub actual_text: Option<Arc<str>>,
    /// The text that screen readers read instead of the texts in the group. Screen readers skip the group if
    /// this text is empty. If it is `None`, they read the texts in the group.
    pub alt: Option<Arc<str>>,
    /// If the group belongs to a longer text: the element of this text that contains the group, such as an
    /// item of a list.
    pub tag: Option<Arc<TextTag>>,
    /// If the group is a copy of a repeated element: the name of the copy, such as `track/17`.
    pub copy: Option<Arc<str>>,
    /// Whether the group is an icon: a drawing in one colour. If the user prints with less ink, only very
    /// large areas of icons become paler.
    pub is_icon: bool,
    /// Whether the group is an icon whose author must be credited on the sheet.
    pub credited: bool,
    /// The transform from the coordinates inside the group to those of the drawings around it.
    pub transform: Affine,
    /// The clip, in coordinates inside the group. Nothing outside this path is drawn. `None` if there is no
    /// clip.
    pub clip: Option<BezPath>,
    /// The rule that decides which points are inside the clip.
    pub clip_rule: FillRule,
    /// The opacity of the group as a whole, from 0 to 1.
    pub opacity: f64,
    /// How the group as a whole mixes with the drawings under it. If this is `Some`, the drawings
    /// inside the group mix only with each other.
    pub blend: Option<Blend>,
    /// The mask of the group as a whole, in coordinates inside the group. `None` for no mask.
    pub mask: Option<Arc<Mask>>,
    /// The contents, in drawing order.
    pub drawings: Vec<Drawing>,
}

impl Group {
    /// Returns a group without any effect: its contents are drawn unchanged.
    pub fn plain(drawings: Vec<Drawing>) -> Self {
        Self {
            id: None,
            role: Role::Art,
            actual_text: None,
            alt: None,
            tag: None,
            copy: None,
            is_icon: false,
            credited: false,
            transform: Affine::IDENTITY,
            clip: None,
            clip_rule: FillRule::NonZero,
            opacity: 1.0,
            blend: None,
            mask: None,
            drawings,
        }
    }

    /// Returns whether the drawings of the group are first drawn together, and the result is then mixed with
    /// the drawings under it. For example, the drawings of a translucent group do not show through each
    /// other.
    pub fn is_composed(&self) -> bool {
        self.opacity < 1.0 || self.blend.is_some() || self.mask.is_some()
    }

    /// Returns a group that contains one copy of a repeated element. `called` is the name of the
    /// copy.
    pub fn copy(called: String, drawings: Vec<Drawing>) -> Self {
        Self { copy: Some(called.into()), ..Self::plain(drawings) }
    }

    /// Returns a group with the drawings of a piece, a cell or another part of the game. `id` is
    /// the identity of this part.
    pub fn piece(id: Identity, transform: Affine, drawings: Vec<Drawing>) -> Self {
        Self { id: Some(id), transform, ..Self::plain(drawings) }
    }
}

/// The purpose of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Drawings that belong to the game.
    Art,
    /// Drawings that screen readers skip, such as the number of a page of text.
    Decoration,
    /// Crop marks and cut lines.
    Cut(CutKind),
    /// Rulers, and notes for the printer.
    PrinterMark,
    /// The printed line with the name of the page. Screen readers announce it as the heading of the page.
    Heading,
}

/// One printed side of a sheet of paper.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet {
    /// The name of the component on the sheet.
    pub component: Arc<str>,
    /// The title for bookmarks and screen readers, such as `movement` or `movement back`.
    pub title: Arc<str>,
    /// The size of the whole sheet, in mm.
    pub size: Size,
    /// The drawings on the sheet, in drawing order.
    pub drawings: Vec<Drawing>,
    /// Warnings about possible mistakes in the drawings.
    pub warnings: Vec<Diagnostic>,
    /// The transform that corrects the errors of a printer. Lengths are in mm, and y points down. In a PDF,
    /// the transform applies to the whole page. Everything is then printed at the right place in its true
    /// size. `None` if no error is corrected.
    pub correction: Option<Affine>,
}

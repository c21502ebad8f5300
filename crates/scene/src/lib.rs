//! What a sheet shows, in millimetres, y down, with the fonts, pictures, paper and inks that it needs.
//!
//! - Goes in: strings and fonts, PNG, JPEG and SVG files, names of paper and printers.
//! - Comes out: [`Draw`]s that hold shaped text and decoded pictures.
//! - Does not: know points, PDF, or any game.

use crate as scene;
use hexpress_base as base;
use hexpress_base::diag;

mod leaves;
mod many;
mod pattern;
pub mod picture;
pub mod print;
mod shade;
mod sheets;
pub mod text;

use std::sync::Arc;

use kurbo::{Affine, BezPath, Line, Point, Rect, Shape as _, Size};

use crate::base::identity::Identity;
use crate::base::stored::Stored;
use crate::diag::Diagnostic;
use crate::text::{FontId, Glyph};

pub use leaves::{Leaf, Leaves, bounds, leaves};
pub use many::{Lattice, Look, Many, OfCell, Placed, Words};
pub use pattern::{MOTIFS, Motif, Part, Pattern};
pub use shade::{Lies, Shade};
pub use sheets::{Sheets, no_sheet};

/// A colour on paper. The name lets a writer map it to a spot or process colour.
#[derive(Debug, Clone, PartialEq)]
pub struct Ink {
    /// The layout's own name for it, or the value itself as `#rrggbb`.
    pub name: Arc<str>,
    /// sRGB.
    pub rgb: [u8; 3],
    /// The colours that an area runs through where it is filled with more than one; `rgb` is their mean.
    pub shade: Option<Arc<Shade>>,
    /// What is drawn over an area of it.
    pub pattern: Option<Arc<Pattern>>,
}

impl Ink {
    /// An ink called `name`.
    pub fn new(name: &str, rgb: [u8; 3]) -> Self {
        Self { name: name.into(), rgb, shade: None, pattern: None }
    }

    /// An ink named by its colour, `#rrggbb`.
    pub fn of([r, g, b]: [u8; 3]) -> Self {
        Self::new(&format!("#{r:02x}{g:02x}{b:02x}"), [r, g, b])
    }

    /// Black.
    pub fn black() -> Self {
        Self::new("black", [0; 3])
    }

    /// White.
    pub fn white() -> Self {
        Self::new("white", [0xFF; 3])
    }

    /// Whether black is read more easily on it than white, by the contrast ratios of WCAG 2.
    pub fn reads_black(&self) -> bool {
        // Where both contrast alike: (1 + 0.05) / (l + 0.05) = (l + 0.05) / 0.05.
        const MIDDLE: f64 = 0.179_128_784_747_792;
        luminance(self.rgb) > MIDDLE
    }
}

/// How light a colour in sRGB is, from 0 to 1: the relative luminance of WCAG 2.
pub fn luminance(rgb: [u8; 3]) -> f64 {
    let linear = |channel: u8| {
        let encoded = f64::from(channel) / 255.0;
        if encoded <= 0.040_45 { encoded / 12.92 } else { libm::pow((encoded + 0.055) / 1.055, 2.4) }
    };
    let [red, green, blue] = rgb.map(linear);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// A line along a path.
#[derive(Debug, Clone, PartialEq)]
pub struct Stroke {
    /// Width in mm; a line of no width is not drawn.
    pub width: f64,
    /// Its colour.
    pub ink: Ink,
    /// Lengths of dashes and gaps in mm; empty for a solid line.
    pub dash: Vec<f64>,
    /// How far into its dashes the line begins, in mm.
    pub phase: f64,
    /// Whether ends and corners are round; else ends are cut and corners mitred.
    pub round: bool,
}

impl Stroke {
    /// A solid line with mitred corners.
    pub fn solid(width: f64, ink: Ink) -> Self {
        Self { width, ink, dash: Vec::new(), phase: 0.0, round: false }
    }

    /// The same line for a path of straight stretches that are all `length` mm long: a whole number of dashes on
    /// each, and half a dash at both of its ends, so that dashes are even and go round corners.
    pub fn with_dashes_for(&self, length: f64) -> Self {
        let [dash, gap] = self.dash[..] else { return self.clone() };
        let period = length / (length / (dash + gap)).round().max(2.0);
        let dash = period * dash / (dash + gap);
        Self { dash: vec![dash, period - dash], phase: dash / 2.0, ..self.clone() }
    }
}

/// A run of text on one baseline.
#[derive(Debug, Clone, PartialEq)]
pub struct Text {
    /// The characters.
    pub string: Arc<str>,
    /// Which face.
    pub font: FontId,
    /// The em, in mm.
    pub size: f64,
    /// Start of the baseline, in mm.
    pub origin: Point,
    /// The shaped string.
    pub glyphs: Arc<[Glyph]>,
    /// Its colour.
    pub ink: Ink,
}

/// A drawing that is used many times, in its own frame. Writers may keep its bytes: two uses of one `Arc`
/// are the same drawing.
#[derive(Debug, Clone, PartialEq)]
pub struct Shared {
    /// What it shows.
    pub draws: Vec<Draw>,
    /// Whether it is large enough to stand in the file once rather than at each use.
    pub large: bool,
    /// Everything it shows lies in here.
    pub bounds: Rect,
}

/// A picture made of pixels, as its maker's file has it: a writer passes the bytes on.
#[derive(Debug, Clone, PartialEq)]
pub struct Image {
    /// Made from the file's contents: one picture, one name.
    pub name: String,
    /// The whole file.
    pub file: Stored,
    /// `image/png` or `image/jpeg`.
    pub mime: &'static str,
    /// Pixels across and down, as stored.
    pub pixels: (u32, u32),
    /// Its colours.
    pub colours: Plane,
    /// Which pixels are seen through.
    pub alpha: Option<Alpha>,
    /// The ICC profile that the colours are meant by.
    pub profile: Option<Arc<[u8]>>,
}

impl Image {
    /// Whether some of its pixels let show through what is below in part.
    pub fn is_sheer(&self) -> bool {
        matches!(self.alpha, Some(Alpha::Plane(_)))
    }
}

/// Rows of samples.
#[derive(Debug, Clone, PartialEq)]
pub struct Plane {
    /// What the bytes are.
    pub coding: Coding,
    /// Bits of a sample: 1, 2, 4, 8 or 16.
    pub bits: u8,
    /// What the samples of a pixel mean.
    pub space: Space,
    /// The bytes.
    pub bytes: Stored,
}

/// How rows of samples are put into bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coding {
    /// A JPEG file.
    Jpeg,
    /// zlib, each row led by one of the filters of PNG.
    Png,
}

/// What the samples of a pixel mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Space {
    /// One: how light it is.
    Grey,
    /// Red, green and blue.
    Rgb,
    /// Four inks; `inverted` where the largest number is no ink.
    Cmyk {
        /// Whether the largest number is no ink.
        inverted: bool,
    },
    /// One: a number in this table of reds, greens and blues.
    Palette(Vec<u8>),
}

impl Space {
    /// How many samples a pixel has.
    pub fn samples(&self) -> u8 {
        match self {
            Self::Grey | Self::Palette(_) => 1,
            Self::Rgb => 3,
            Self::Cmyk { .. } => 4,
        }
    }
}

/// Which pixels of a picture are seen through.
#[derive(Debug, Clone, PartialEq)]
pub enum Alpha {
    /// A grey plane of the same size: the largest number is opaque.
    Plane(Plane),
    /// All pixels of exactly this colour.
    Key(Vec<u16>),
}

/// One thing on a sheet.
#[derive(Debug, Clone, PartialEq)]
pub enum Draw {
    /// A path, filled, stroked or both.
    Path {
        /// In mm.
        path: BezPath,
        /// Inside, by the non-zero rule.
        fill: Option<Ink>,
        /// Along the path, over the fill.
        stroke: Option<Stroke>,
    },
    /// A path whose inside is told by the even-odd rule.
    EvenOdd {
        /// In mm.
        path: BezPath,
        /// The colour inside.
        fill: Ink,
    },
    /// Text.
    Text(Text),
    /// A picture made of pixels.
    Image {
        /// Which.
        image: Arc<Image>,
        /// From the square of side 1 that its pixels fill, y down, to this frame.
        transform: Affine,
    },
    /// Several drawings moved, turned or named together.
    Group(Group),
    /// Drawings that stand at many cells.
    Many(Many),
    /// A shared drawing, at a place.
    Use {
        /// What.
        shared: Arc<Shared>,
        /// From its frame to this one.
        transform: Affine,
    },
}

impl Draw {
    /// A path, filled.
    pub fn filled(path: BezPath, ink: Ink) -> Self {
        Self::Path { path, fill: Some(ink), stroke: None }
    }

    /// A line along a path.
    pub fn stroked(path: BezPath, stroke: Stroke) -> Self {
        Self::Path { path, fill: None, stroke: Some(stroke) }
    }

    /// A straight line.
    pub fn line(from: Point, to: Point, stroke: Stroke) -> Self {
        Self::stroked(Line::new(from, to).to_path(0.1), stroke)
    }

    /// Drawings, moved together.
    pub fn moved(transform: Affine, draws: Vec<Self>) -> Self {
        Self::Group(Group { transform, ..Group::plain(draws) })
    }

    /// Drawings of which nothing is seen outside a path.
    pub fn clipped(clip: BezPath, draws: Vec<Self>) -> Self {
        Self::Group(Group { clip: Some(clip), ..Group::plain(draws) })
    }

    /// Drawings through which what is below is seen: so much of them covers it, all of them together.
    pub fn covering(cover: f64, draws: Vec<Self>) -> Self {
        Self::Group(Group { cover, ..Group::plain(draws) })
    }

    /// The drawings that bear an identity.
    pub fn named(id: Identity, draws: Vec<Self>) -> Self {
        Self::Group(Group::piece(id, Affine::IDENTITY, draws))
    }

    /// Its path, if it is one.
    pub fn path(&self) -> Option<&BezPath> {
        match self {
            Self::Path { path, .. } | Self::EvenOdd { path, .. } => Some(path),
            Self::Text(_) | Self::Image { .. } | Self::Group(_) | Self::Many(_) | Self::Use { .. } => None,
        }
    }
}

/// Drawings that belong together.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// Whose drawing it is.
    pub id: Option<Identity>,
    /// What it is for.
    pub role: Role,
    /// What it says, where it stands in the place of a word: `coin`.
    pub says: Option<Arc<str>>,
    /// What is read aloud of it, in place of the words in it; nothing if it is empty.
    pub alt: Option<Arc<str>>,
    /// Whether it is an icon of a pack whose author the sheet names.
    pub credited: bool,
    /// From the group's frame to the outer one.
    pub transform: Affine,
    /// Nothing is drawn outside this path, which lies in the group's frame.
    pub clip: Option<BezPath>,
    /// How much of it covers what is below, all of it together: 1 for all.
    pub cover: f64,
    /// In drawing order.
    pub draws: Vec<Draw>,
}

impl Group {
    /// A group that neither moves nor names.
    pub fn plain(draws: Vec<Draw>) -> Self {
        Self {
            id: None,
            role: Role::Art,
            says: None,
            alt: None,
            credited: false,
            transform: Affine::IDENTITY,
            clip: None,
            cover: 1.0,
            draws,
        }
    }

    /// The drawing of the piece `id`, moved by `transform`.
    pub fn piece(id: Identity, transform: Affine, draws: Vec<Draw>) -> Self {
        Self { id: Some(id), transform, ..Self::plain(draws) }
    }
}

/// What a group is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// The game itself.
    Art,
    /// Where to cut.
    Cut,
    /// Rulers, and lines of text for whoever prints.
    PrinterMark,
    /// The line of text for whoever prints that says which page it is: a reader hears the page's heading there.
    Heading,
}

/// One printed side.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet {
    /// The component that is on it.
    pub component: Arc<str>,
    /// What is on it, for bookmarks and whoever hears it read: `movement`, `movement back`.
    pub title: Arc<str>,
    /// Width and height in mm: the TrimBox.
    pub size: Size,
    /// In drawing order.
    pub draws: Vec<Draw>,
    /// What is drawn, but should be looked at.
    pub warnings: Vec<Diagnostic>,
    /// The map in mm, y down, that a PDF applies to the whole page, so that a printer which is known to distort or shift
    /// pages prints this one true to size.
    pub correction: Option<Affine>,
}

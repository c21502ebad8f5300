//! Pages of text: what they contain, and how they look.
//!
//! - In: nothing. `hexpress-resolve` makes these types.
//! - Out: a tree of blocks. Each block has its place in a file.
//! - Not here: breaking lines, columns and pages.

mod contents;
mod copies;
mod folding;
mod words;

use std::sync::Arc;

use kurbo::{Rect, Size};

use crate::element::{Element, TextFormat};
use hexpress_base::diag::Place;
use hexpress_scene::print::margins::Margins;
use hexpress_scene::text::inline::Inline;
use hexpress_scene::{Ink, Stroke};

pub use contents::{CountedComponent, counted};
pub use copies::CopyGrid;
pub use folding::{FoldedForm, Folding};
pub use words::{plain_words, printed_words};

/// A component that consists of text.
#[derive(Debug)]
pub struct Pages {
    pub blocks: Vec<Block>,
    /// The size in mm of a page, or of the sheet of a leaflet. `None` if it depends on the paper.
    pub size: Option<Size>,
    /// How the sheets are folded. `None` for single pages.
    pub folding: Option<Folding>,
    /// Whether copies of a page fill its sheet.
    pub fills_sheet: bool,
    /// The margins; `None` for margins that suit the paper.
    pub margins: Option<Margins>,
    pub columns: u32,
    /// The distance between two columns, in mm.
    pub gutter: f64,
    pub justify: bool,
    pub style: PageStyle,
    /// The elements that are drawn below the text of every page.
    pub ground: Vec<Element>,
    pub place: Place,
}

/// The appearance of pages.
#[derive(Debug)]
pub struct PageStyle {
    pub text: TextFormat,
    /// The headings of levels 1 to 6.
    pub headings: [TextFormat; 6],
    /// The text of tables, code and page numbers.
    pub small: TextFormat,
    /// The header cells of tables.
    pub table_head: TextFormat,
    pub ink: Ink,
    pub heading_ink: Ink,
    /// The line below titles, and the lines in tables.
    pub line: Stroke,
    /// The fill of header cells, of quotes and of code.
    pub shade: Option<Ink>,
}

/// A block of a text.
#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    pub kind: BlockKind,
    pub place: Place,
}

#[derive(Debug, Clone, PartialEq)]
pub enum BlockKind {
    /// A heading with its level, from 1 to 6.
    Heading(usize, Vec<Inline>),
    Paragraph(Vec<Inline>),
    List(List),
    Quote(Vec<Block>),
    /// The lines of a block of code.
    Code(Vec<String>),
    /// A line across the column.
    Rule,
    Table(Table),
    Figure(Figure),
    /// A list of the components of the game, each with its number of pieces.
    Components,
    /// The table of contents.
    Contents,
}

#[derive(Debug, Clone, PartialEq)]
pub struct List {
    /// The number of the first item. `None` if the items have bullets.
    pub first: Option<u64>,
    pub items: Vec<Vec<Block>>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    pub columns: Vec<CellAlignment>,
    pub head: Vec<Vec<Inline>>,
    pub rows: Vec<Vec<Vec<Inline>>>,
}

/// The alignment of the cells of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellAlignment {
    Left,
    Middle,
    Right,
}

/// A picture between paragraphs.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    pub shows: FigureSubject,
    /// `None` for the usual width.
    pub width: Option<FigureWidth>,
    /// The text that screen readers read.
    pub alt: Arc<str>,
}

/// The width of a figure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FigureWidth {
    /// In mm.
    Mm(f64),
    /// As a fraction of the width of the column.
    Share(f64),
}

#[derive(Debug, Clone, PartialEq)]
pub enum FigureSubject {
    /// A picture file.
    File(String),
    /// A board of the game.
    Board(String),
    /// A piece of a component. The piece is given by its index.
    Piece { component: String, index: usize },
}

/// The margins of pages for which the layout sets no `margins`, as a fraction of the width of a
/// page.
const DEFAULT_MARGIN: f64 = 0.085;
impl Pages {
    /// Returns the area inside the margins of a page of this size. `printer` are the margins that the
    /// printer needs on a sheet.
    pub fn area(&self, size: Size, printer: Margins) -> Rect {
        let default = (size.width * DEFAULT_MARGIN).max(printer.widest());
        self.margins.unwrap_or_else(|| Margins::from(default)).inside(size)
    }

    /// Returns the headings that are not in lists or quotes, each with its level.
    pub fn headings(&self) -> Vec<(usize, &[Inline])> {
        let headings = self.blocks.iter().filter_map(|block| match &block.kind {
            BlockKind::Heading(level, words) => Some((*level, words.as_slice())),
            _ => None,
        });
        headings.collect()
    }

    /// Returns whether the text has a table of contents.
    pub fn has_contents(&self) -> bool {
        self.blocks.iter().any(|block| block.kind == BlockKind::Contents)
    }
}

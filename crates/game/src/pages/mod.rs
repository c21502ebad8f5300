//! Pages of text: what they contain, and how they look.
//!
//! - In: the texts and styles that `hexpress-resolve` compiles from a layout.
//! - Out: a tree of blocks. Each block has its place in a file.
//! - Not here: breaking lines, columns and pages.

mod component_list;
mod copies;
mod folding;
mod printed_words;

use std::ops::{Deref, Range};
use std::sync::Arc;

use kurbo::{Rect, Size};

use crate::element::{Element, TextFormat};
use hexpress_base::diag::SourceSpan;
use hexpress_scene::print::margins::Margins;
use hexpress_scene::text::Direction;
use hexpress_scene::text::inline::Inline;
use hexpress_scene::{Ink, LinkTarget, Stroke};

pub use component_list::{CountedComponent, CountedGroup, counted};
pub use copies::CopyGrid;
pub use folding::{FoldedForm, Folding};
pub use printed_words::{PrintedLink, plain_words, printed_links, printed_words, quoted_words};

/// A component that consists of text.
#[derive(Debug)]
pub struct Pages {
    pub blocks: Vec<Block>,
    /// The size of a page in mm. For a leaflet, this is the size of its sheet. `None` if the size
    /// depends on the paper.
    pub size: Option<Size>,
    /// How the sheets are folded. `None` for single pages.
    pub folding: Option<Folding>,
    /// Whether each sheet is filled with copies of one page.
    pub fills_sheet: bool,
    /// The margins. If `None`, they depend on the size of a page and on the margins of the printer.
    pub margins: Option<Margins>,
    pub columns: u32,
    /// Whether a title at the beginning of the text spans all columns.
    pub spans_columns: bool,
    /// The distance between two columns, in mm.
    pub gutter: f64,
    pub justify: bool,
    /// The direction of the text, of its columns and of its tables.
    pub direction: Direction,
    pub style: PageStyle,
    /// The elements that are drawn behind the text of every page.
    pub ground: Vec<Element>,
    pub place: SourceSpan,
}

/// The appearance of pages.
#[derive(Debug)]
pub struct PageStyle {
    pub text: TextFormat,
    /// The headings of levels 1 to 6.
    pub headings: [TextFormat; 6],
    /// The text in tables, in code and in page numbers.
    pub small: TextFormat,
    /// The text in the header cells of tables.
    pub table_head: TextFormat,
    pub ink: Ink,
    pub heading_ink: Ink,
    /// The line below titles, and the lines in tables.
    pub line: Stroke,
    /// The fill of header cells, of quotes and of code. `None` for no fill.
    pub shade: Option<Ink>,
}

/// Words with styles, icons and links.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Prose {
    pub inlines: Vec<Inline>,
    /// The links, in the order of reading.
    pub links: Vec<Link>,
}

impl Deref for Prose {
    type Target = [Inline];

    fn deref(&self) -> &[Inline] {
        &self.inlines
    }
}

/// A link in a text.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    pub to: LinkTarget,
    /// The indices of the inlines (words and icons) that the link consists of.
    pub inlines: Range<usize>,
    pub place: SourceSpan,
}

impl Prose {
    /// Returns the index of the link to which an inline belongs. Returns `None` if it belongs to no
    /// link.
    pub fn link_of(&self, inline: usize) -> Option<usize> {
        self.links.iter().position(|link| link.inlines.contains(&inline))
    }
}

#[derive(Debug, Clone, Copy)]
pub struct Heading<'p> {
    /// The level, from 1 to 6.
    pub level: usize,
    pub words: &'p Prose,
    /// Whether the heading is inside a list or a quote.
    pub is_inner: bool,
}

impl Heading<'_> {
    /// Returns whether the table of contents lists the heading.
    pub fn is_listed(&self) -> bool {
        self.level <= LAST_LISTED && !self.is_inner
    }
}

/// The deepest level of headings that a table of contents lists.
const LAST_LISTED: usize = 3;

/// Returns all headings, including those of blocks inside other blocks. Links refer to a heading by its
/// position in this list, counted from 1.
pub fn headings(blocks: &[Block]) -> Vec<Heading<'_>> {
    fn collect<'p>(blocks: &'p [Block], is_inner: bool, found: &mut Vec<Heading<'p>>) {
        for block in blocks {
            match &block.kind {
                BlockKind::Heading(level, words) => found.push(Heading { level: *level, words, is_inner }),
                BlockKind::List(list) => list.items.iter().for_each(|item| collect(item, true, found)),
                BlockKind::Quote(inner) => collect(inner, true, found),
                _ => {}
            }
        }
    }
    let mut found = Vec::new();
    collect(blocks, false, &mut found);
    found
}

#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    pub kind: BlockKind,
    pub place: SourceSpan,
}

#[derive(Debug, Clone, PartialEq)]
pub enum BlockKind {
    /// A heading with its level, from 1 to 6.
    Heading(usize, Prose),
    Paragraph(Prose),
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
    pub head: Vec<Prose>,
    pub rows: Vec<Vec<Prose>>,
}

/// The alignment of the cells of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellAlignment {
    /// On the left in a text that runs from left to right, and on the right in any other text.
    Start,
    Left,
    Middle,
    Right,
}

/// A picture between paragraphs.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    pub shows: FigureSubject,
    /// The width. If `None`, the figure has its usual width.
    pub width: Option<FigureWidth>,
    /// The text that screen readers read.
    pub alt: Arc<str>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FigureWidth {
    /// The width in mm.
    Mm(f64),
    /// The width as a fraction of the width of the column.
    Share(f64),
}

#[derive(Debug, Clone, PartialEq)]
pub enum FigureSubject {
    /// A picture file.
    File(String),
    /// A board of the game.
    Board(String),
    /// A piece of a component. `index` is the index of the piece.
    Piece { component: String, index: usize },
}

/// The margins if the layout sets no `margins`, as a fraction of the width of a page.
const DEFAULT_MARGIN: f64 = 0.085;
impl Pages {
    /// Returns the area inside the margins of a page of this size. `printer` contains the margins
    /// that the printer needs on a sheet.
    pub fn area(&self, size: Size, printer: Margins) -> Rect {
        let default = (size.width * DEFAULT_MARGIN).max(printer.widest());
        self.margins.unwrap_or_else(|| Margins::from(default)).inside(size)
    }

    /// Returns the title that spans all columns, and the blocks after it. Returns `None` if the text
    /// has no such title.
    pub fn title_across(&self) -> Option<(&Block, &[Block])> {
        let (first, rest) = self.blocks.split_first()?;
        let is_title = matches!(first.kind, BlockKind::Heading(1, _));
        (self.spans_columns && is_title).then_some((first, rest))
    }

    /// Returns whether the text has a table of contents.
    pub fn has_contents(&self) -> bool {
        self.blocks.iter().any(|block| block.kind == BlockKind::Contents)
    }
}

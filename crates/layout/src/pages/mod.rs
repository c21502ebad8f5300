//! Typesets pages of text.
//!
//! - In: the blocks of a text, and the paper.
//! - Out: a [`Flow`]: lines, tables and figures in their places on pages.
//! - Not here: parsing Markdown, and shaping letters.

mod atom;
mod board_picture;
mod copies;
mod draw;
mod figures;
mod fill;
mod folded;
mod line_tags;
mod lists;
mod tables;
mod text_lines;
mod typeset;

use kurbo::{Rect, Size};

use crate::setup::Setup;
use board_picture::BoardPictures;
use fill::{Column, ColumnRoom, PlacedAtom};
use hexpress_base::diag::{Diagnostic, codes};
use hexpress_game::Game;
use hexpress_game::pages::Pages;
use hexpress_scene::print::paper::sheet_name;
use hexpress_scene::text::{Direction, Fonts, Shaper};
use hexpress_settle::Settler;
use typeset::Typesetter;

pub use copies::draw_copies;
pub use draw::draw;
pub use folded::{FoldedFit, FoldedSide, PageSheet};

/// A text on its pages.
#[derive(Debug)]
pub struct Flow {
    /// The size of a page, in mm.
    pub size: Size,
    /// The area inside the margins.
    area: Rect,
    /// The title of the first page, if it extends across all columns. Otherwise empty.
    title: Vec<PlacedAtom>,
    /// The distance from the upper margin of the first page to its columns, in mm.
    title_height: f64,
    columns: Vec<Column>,
    /// The left edge of each column of a page, in mm.
    lefts: Vec<f64>,
    pub pages: usize,
    /// The mistakes that were found in the text.
    findings: Vec<Diagnostic>,
}

/// The inputs for typesetting a text.
#[derive(Clone, Copy)]
pub struct FlowInput<'s> {
    pub game: &'s Game,
    pub fonts: &'s Fonts,
    pub pages: &'s Pages,
    pub setup: &'s Setup,
    /// The size of the paper. Pages have this size if the layout sets no page size.
    pub paper: Size,
}

/// The smallest width of a column, in mm.
const MIN_COLUMN_WIDTH: f64 = 15.0;
/// The smallest height of a column, in mm.
const MIN_COLUMN_HEIGHT: f64 = 20.0;

impl Flow {
    /// Typesets a text.
    pub fn new(input: FlowInput<'_>) -> Self {
        let FlowInput { game, fonts, pages, paper, .. } = input;
        let size = pages.page_size(paper);
        let area = pages.area(size, input.setup.margin);
        let count = f64::from(pages.columns);
        let width = (area.width() - (count - 1.0) * pages.gutter) / count;
        let mut lefts: Vec<f64> =
            (0..pages.columns).map(|n| area.x0 + f64::from(n) * (width + pages.gutter)).collect();
        if pages.direction == Direction::RightToLeft {
            lefts.reverse();
        }
        let (title, columns, findings) = (Vec::new(), Vec::new(), Vec::new());
        let mut flow = Self { size, area, title, title_height: 0.0, columns, lefts, pages: 0, findings };
        if width < MIN_COLUMN_WIDTH || area.height() < MIN_COLUMN_HEIGHT {
            let message = format!("the margins and columns leave no room for text on {}", sheet_name(size));
            let hint = "use smaller `margins`, fewer `columns`, or a larger `size`";
            flow.findings.push(codes::NO_ROOM.error(message).hint(hint).at(pages.place));
            return flow;
        }
        let shaper = Shaper::new(fonts);
        let settler = Settler { game, shaper: &shaper };
        let room = Size::new(width, area.height());
        let boards = BoardPictures::default();
        flow.set(input, settler, room, &[], &boards);
        let numbers = flow.heading_pages();
        if pages.has_contents() && !numbers.is_empty() {
            // The text is typeset again, because the page numbers of the headings are known only after the
            // first time. Page breaks do not change, because every number takes the same space.
            flow.set(input, settler, room, &numbers, &boards);
        }
        flow
    }

    /// Typesets the text. `numbers` contains the page number of each heading, for the table of
    /// contents.
    fn set(
        &mut self,
        input: FlowInput<'_>,
        settler: Settler<'_, '_>,
        room: Size,
        numbers: &[usize],
        boards: &BoardPictures,
    ) {
        let mut setter = Typesetter::new(settler, input, room, numbers, boards);
        let blocks = match input.pages.title_across() {
            Some((title, rest)) => {
                let (atoms, gap) = setter.title_across(title, self.area.width());
                self.title = fill::stacked(atoms);
                self.title_height = self.title.last().map_or(0.0, |last| last.top + last.atom.height + gap);
                rest
            }
            None => &input.pages.blocks[..],
        };
        setter.blocks(blocks);
        let (atoms, mut report) = setter.finish();
        let column = ColumnRoom { height: room.height, title: self.title_height, per_page: self.lefts.len() };
        if !column.has_room() {
            let message = "the title leaves no room for text on the first page";
            let diagnostic =
                codes::NO_ROOM.error(message).hint("use a smaller `title-font`, or a larger `size`");
            report.push(diagnostic.at(input.pages.place));
        }
        self.columns = fill::columns(atoms, column, &mut report);
        self.pages = self.columns.len().div_ceil(self.lefts.len()).max(usize::from(!self.title.is_empty()));
        self.findings = report.into_items();
    }

    /// Returns the page number of each heading.
    fn heading_pages(&self) -> Vec<usize> {
        let mut numbers: Vec<usize> =
            self.title.iter().filter(|placed| placed.atom.heading.is_some()).map(|_| 1).collect();
        for (index, column) in self.columns.iter().enumerate() {
            let headings = column.placed.iter().filter(|placed| placed.atom.heading.is_some());
            numbers.extend(headings.map(|_| index / self.lefts.len() + 1));
        }
        numbers
    }
}

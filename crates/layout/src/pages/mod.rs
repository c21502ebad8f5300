//! Sets pages of text.
//!
//! - In: the blocks of a text, and the paper.
//! - Out: a [`Flow`]: lines, tables and figures in their places on pages.
//! - Not here: parsing Markdown, and shaping letters.

mod atom;
mod copies;
mod draw;
mod figures;
mod fill;
mod folded;
mod lines;
mod lists;
mod set;
mod tables;

use kurbo::{Rect, Size};

use crate::setup::Setup;
use fill::Column;
use hexpress_base::diag::{Diagnostic, codes};
use hexpress_game::Game;
use hexpress_game::pages::Pages;
use hexpress_scene::print::paper::sheet_name;
use hexpress_scene::text::{Fonts, Shaper};
use hexpress_settle::Settler;
use set::Setter;

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
    columns: Vec<Column>,
    /// The left edge of each column of a page, in mm.
    lefts: Vec<f64>,
    pub pages: usize,
    /// The mistakes that were found in the text.
    findings: Vec<Diagnostic>,
}

/// The inputs for setting a text.
#[derive(Clone, Copy)]
pub struct FlowInput<'s> {
    pub game: &'s Game,
    pub fonts: &'s Fonts,
    pub pages: &'s Pages,
    pub setup: &'s Setup,
    /// The paper for pages whose size the layout does not set.
    pub paper: Size,
}

/// The smallest width of a column, in mm.
const LEAST_COLUMN: f64 = 15.0;
/// The smallest height of a column, in mm.
const LEAST_HEIGHT: f64 = 20.0;

impl Flow {
    /// Sets a text.
    pub fn new(input: FlowInput<'_>) -> Self {
        let FlowInput { game, fonts, pages, paper, .. } = input;
        let size = pages.page_size(paper);
        let area = pages.area(size, input.setup.margin);
        let count = f64::from(pages.columns);
        let width = (area.width() - (count - 1.0) * pages.gutter) / count;
        let lefts = (0..pages.columns).map(|n| area.x0 + f64::from(n) * (width + pages.gutter)).collect();
        let mut flow = Self { size, area, columns: Vec::new(), lefts, pages: 0, findings: Vec::new() };
        if width < LEAST_COLUMN || area.height() < LEAST_HEIGHT {
            let message = format!("the margins and columns leave no room for text on {}", sheet_name(size));
            let hint = "use smaller `margins`, fewer `columns`, or a larger `size`";
            flow.findings.push(codes::NO_ROOM.error(message).hint(hint).at(pages.place));
            return flow;
        }
        let shaper = Shaper::new(fonts);
        let settler = Settler { game, shaper: &shaper };
        let room = Size::new(width, area.height());
        flow.set(input, settler, room, &[]);
        let numbers = flow.heading_pages();
        if pages.has_contents() && !numbers.is_empty() {
            // The text is set a second time with the page numbers. Every number takes the same
            // space, so the pages stay the same.
            flow.set(input, settler, room, &numbers);
        }
        flow
    }

    /// Sets the text. For the table of contents, `numbers` contains the page number of each
    /// heading.
    fn set(&mut self, input: FlowInput<'_>, settler: Settler<'_, '_>, room: Size, numbers: &[usize]) {
        let mut setter = Setter::new(settler, input, room, numbers);
        setter.blocks(&input.pages.blocks);
        let (atoms, mut report) = setter.finish();
        self.columns = fill::columns(atoms, room.height, self.lefts.len(), &mut report);
        self.pages = self.columns.len().div_ceil(self.lefts.len());
        self.findings = report.into_items();
    }

    /// Returns the page number of each heading.
    fn heading_pages(&self) -> Vec<usize> {
        let mut numbers = Vec::new();
        for (index, column) in self.columns.iter().enumerate() {
            let headings = column.placed.iter().filter(|placed| placed.atom.is_heading);
            numbers.extend(headings.map(|_| index / self.lefts.len() + 1));
        }
        numbers
    }
}

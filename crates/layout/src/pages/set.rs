//! Sets the blocks of a text.
//!
//! - In: blocks, and the size of a column.
//! - Out: atoms in reading order.
//! - Not here: lists (`lists`), tables (`tables`), figures (`figures`) and columns (`fill`).

use std::sync::Arc;

use super::FlowInput;
use super::atom::{Atom, Part, Strip};
use super::lines::SetLines;
use crate::setup::Setup;
use hexpress_base::diag::{Place, Report, codes};
use hexpress_base::units::{PT_PER_MM, Trimmed};
use hexpress_game::TextFormat;
use hexpress_game::pages::{Block, BlockKind, PageStyle, Pages, plain_words};
use hexpress_scene::text::Style;
use hexpress_scene::text::inline::Inline;
use hexpress_scene::{Draw, Ink, TagStep, TextElement, TextTag};
use hexpress_settle::Settler;
use hexpress_settle::words::beginning;
use kurbo::{Point, Size};

/// The distance between paragraphs, in ems of the text.
const GAP: f64 = 0.55;
/// The distance between the items of a list, in ems.
pub const ITEM_GAP: f64 = 0.25;
/// The distance above the headings of the levels 1 to 6, in ems of the text.
const ABOVE_HEADING: [f64; 6] = [2.2, 1.7, 1.25, 1.1, 1.1, 1.1];
/// The distance below a heading, in ems of the text.
const BELOW_HEADING: f64 = 0.4;
/// The distance from a title to the rule below it, in ems of the text.
const LINE_BELOW: f64 = 0.35;
/// The distance above and below a horizontal rule, in ems of the text.
const AROUND_RULE: f64 = 1.0;
/// The indent of a quote or of code, in ems of the text.
const INSET: f64 = 0.9;
/// The width of the bar next to a quote, in ems of the text.
const BAR: f64 = 0.22;
/// How far a shaded area extends above and below its text, in ems of the text.
const PAD: f64 = 0.45;
/// Differences up to this count as rounding errors, in mm.
const EXACT: f64 = 1e-6;

/// Sets the blocks of a text one after the other.
pub struct Setter<'s, 'a> {
    pub settler: Settler<'s, 'a>,
    pub pages: &'s Pages,
    pub setup: &'s Setup,
    /// The size of a column, in mm.
    pub room: Size,
    /// The page number of each heading. They are known when the text is set for the second time.
    numbers: &'s [usize],
    pub atoms: Vec<Atom>,
    pub report: Report,
    /// The number of the current block, from 1.
    pub block: usize,
    pub place: Place,
    /// The elements of the text that contain the current block, from the outermost to the
    /// innermost.
    pub path: Vec<TagStep>,
    next_tag: u32,
    /// The left edge of the text, in mm.
    pub left: f64,
    /// The right edge of the text, in mm.
    pub right: f64,
    /// The distance from the current atom to the next one, in mm.
    pub gap: f64,
    /// The number or the bullet that the next line gets.
    pub label: Option<Part>,
    /// The level that the last heading has in the tree of tags.
    level: usize,
}

impl<'s, 'a> Setter<'s, 'a> {
    pub fn new(settler: Settler<'s, 'a>, input: FlowInput<'s>, room: Size, numbers: &'s [usize]) -> Self {
        let FlowInput { pages, setup, .. } = input;
        Self {
            settler,
            pages,
            setup,
            room,
            numbers,
            atoms: Vec::new(),
            report: Report::default(),
            block: 0,
            place: pages.place,
            path: Vec::new(),
            next_tag: 1,
            left: 0.0,
            right: room.width,
            gap: 0.0,
            label: None,
            level: 0,
        }
    }

    pub fn finish(self) -> (Vec<Atom>, Report) {
        (self.atoms, self.report)
    }

    pub fn style(&self) -> &'s PageStyle {
        &self.pages.style
    }

    /// Returns the size of an em of the text, in mm.
    pub fn em(&self) -> f64 {
        self.style().text.size
    }

    /// Sets the blocks of a text, and numbers them.
    pub fn blocks(&mut self, blocks: &[Block]) {
        for (index, block) in blocks.iter().enumerate() {
            self.block = index + 1;
            self.one(block);
        }
    }

    /// Sets the blocks inside another block.
    pub fn inner(&mut self, blocks: &[Block]) {
        blocks.iter().for_each(|block| self.one(block));
    }

    fn one(&mut self, block: &Block) {
        self.place = block.place;
        match &block.kind {
            BlockKind::Heading(level, words) => self.heading(*level, words),
            BlockKind::Paragraph(words) => self.paragraph(words),
            BlockKind::List(list) => self.list(list),
            BlockKind::Quote(inner) => self.quote(inner),
            BlockKind::Code(lines) => self.code(lines),
            BlockKind::Rule => self.rule(),
            BlockKind::Table(table) => self.table(table),
            BlockKind::Figure(figure) => self.figure(figure),
            BlockKind::Components => self.components(),
            BlockKind::Contents => self.contents(),
        }
    }

    /// Returns a new element of the tree of tags.
    pub fn step(&mut self, element: TextElement) -> TagStep {
        let number = self.next_tag;
        self.next_tag += 1;
        TagStep { element, number }
    }

    /// Returns the tag of a new element inside the elements in `path`.
    pub fn tag(&mut self, element: TextElement) -> Arc<TextTag> {
        let step = self.step(element);
        self.tag_of(&[step])
    }

    /// Returns the tag of the elements `steps` inside the elements in `path`.
    pub fn tag_of(&self, steps: &[TagStep]) -> Arc<TextTag> {
        Arc::new(TextTag { steps: [&self.path, steps].concat(), alt: None, page: None })
    }

    /// Makes sure that the distance to the next atom is at least `ems` times the size of the text.
    pub fn need_gap(&mut self, ems: f64) {
        self.gap = self.gap.max(ems * self.em());
    }

    /// Adds an atom at the distance `gap` from the previous atom. If a number or bullet is waiting,
    /// the atom gets it.
    pub fn push(&mut self, atom: Atom) {
        let above = std::mem::take(&mut self.gap);
        let mut parts: Vec<Part> = self.label.take().into_iter().collect();
        parts.extend(atom.parts);
        self.atoms.push(Atom { above, parts, place: Some(self.place), ..atom });
    }

    fn part(&self, tag: Arc<TextTag>, draws: Vec<Draw>) -> Part {
        Part { tag: Some(tag), block: self.block, draws, figure: None }
    }

    /// Returns drawings that screen readers skip.
    pub fn decoration(&self, draws: Vec<Draw>) -> Part {
        Part { tag: None, block: self.block, draws, figure: None }
    }

    /// Breaks words into lines. Reports words that the font cannot show, and words that are too
    /// wide.
    pub fn broken(
        &mut self,
        words: &[Inline],
        format: &TextFormat,
        width: f64,
        justify: bool,
    ) -> Option<SetLines> {
        let string = plain_words(words);
        let block = match self.settler.block(format, words, &string) {
            Ok(block) => block,
            Err(wrong) => {
                self.report.push(wrong.at(self.place));
                return None;
            }
        };
        let lines = SetLines::new(block, format, width, justify);
        let excess = lines.width() - width;
        if excess > EXACT {
            let [excess, points] = [(excess * 10.0).ceil() / 10.0, format.size * PT_PER_MM].map(Trimmed);
            let message = format!(
                "a word in \"{}\" is {excess} mm wider than its column at {points} pt",
                beginning(&string)
            );
            let hint =
                "use a smaller font or fewer columns, or put a soft hyphen (U+00AD) where the word may break";
            self.report.push(codes::TEXT_TOO_LARGE.error(message).hint(hint).at(self.place));
        }
        Some(lines)
    }

    /// Adds a text as atoms, one for each line. Returns the index of the first atom.
    pub fn lines(&mut self, words: &[Inline], format: &TextFormat, ink: &Ink, element: TextElement) -> usize {
        let first = self.atoms.len();
        let justify = self.pages.justify && element == TextElement::Paragraph;
        let Some(lines) = self.broken(words, format, self.right - self.left, justify) else { return first };
        let tag = self.tag(element);
        let count = lines.lines.len();
        for index in 0..count {
            let draws = lines.draw(index, Point::new(self.left, 0.0), ink);
            let parts = vec![self.part(Arc::clone(&tag), draws)];
            // No column may end after the first line or before the last line of a paragraph.
            let keeps_next = index + 1 < count && (index == 0 || index + 2 == count);
            self.push(Atom { height: lines.pitch(), keeps_next, parts, ..Atom::default() });
        }
        first
    }

    fn paragraph(&mut self, words: &[Inline]) {
        let style = self.style();
        let is_in_list = self.path.iter().any(|step| step.element == TextElement::Item);
        let gap = if is_in_list { ITEM_GAP } else { GAP };
        self.need_gap(gap);
        self.lines(words, &style.text, &style.ink, TextElement::Paragraph);
        self.need_gap(gap);
    }

    fn heading(&mut self, level: usize, words: &[Inline]) {
        let style = self.style();
        let index = level.clamp(1, 6) - 1;
        self.need_gap(ABOVE_HEADING[index]);
        // In a PDF for screen readers, headings must not skip a level (PDF/UA, 7.4.2).
        self.level = level.min(self.level + 1);
        let element = TextElement::heading(self.level);
        let first = self.lines(words, &style.headings[index], &style.heading_ink, element);
        self.atoms[first..].iter_mut().for_each(|atom| atom.keeps_next = true);
        if let Some(atom) = self.atoms.get_mut(first) {
            atom.is_heading = true;
        }
        if level == 1 {
            let (left, right, em) = (self.left, self.right, self.em());
            let block = self.block;
            if let Some(last) = self.atoms[first..].last_mut() {
                let y = last.height + LINE_BELOW * em;
                let line = Draw::line(Point::new(left, y), Point::new(right, y), style.line.clone());
                last.parts.push(Part { tag: None, block, draws: vec![line], figure: None });
                last.height = y + style.line.width / 2.0;
            }
        }
        self.need_gap(if level == 1 { GAP + BELOW_HEADING } else { BELOW_HEADING });
    }

    fn rule(&mut self) {
        let style = self.style();
        self.need_gap(AROUND_RULE);
        let y = style.line.width / 2.0;
        let line = Draw::line(Point::new(self.left, y), Point::new(self.right, y), style.line.clone());
        let parts = vec![self.decoration(vec![line])];
        self.push(Atom { height: style.line.width, parts, ..Atom::default() });
        self.need_gap(AROUND_RULE);
    }

    fn quote(&mut self, inner: &[Block]) {
        let step = self.step(TextElement::Quote);
        self.path.push(step);
        let first = self.begin_shade();
        self.inner(inner);
        self.path.pop();
        self.end_shade(first, true);
    }

    fn code(&mut self, lines: &[String]) {
        let style = self.style();
        let first = self.begin_shade();
        let string = lines.join("\n");
        let words = [Inline::Words { string, style: Style::REGULAR }];
        self.lines(&words, &style.small, &style.ink, TextElement::Paragraph);
        self.end_shade(first, false);
    }

    /// Begins a shaded area. Returns the index of its first atom.
    fn begin_shade(&mut self) -> usize {
        self.need_gap(GAP + PAD);
        let inset = INSET * self.em();
        self.left += inset;
        self.right -= inset;
        self.atoms.len()
    }

    /// Ends a shaded area whose first atom has the index `first`. Adds its fill and, if `has_bar`,
    /// a bar on its left.
    fn end_shade(&mut self, first: usize, has_bar: bool) {
        let (inset, em, style) = (INSET * self.em(), self.em(), self.style());
        self.left -= inset;
        self.right += inset;
        let count = self.atoms.len() - first;
        for (index, atom) in self.atoms[first..].iter_mut().enumerate() {
            let over = (index == 0).then_some(PAD * em);
            let under = if index + 1 == count { PAD * em } else { 0.0 };
            let strip = |left, right, ink: &Ink| Strip { left, right, ink: ink.clone(), over, under };
            let shade = style.shade.as_ref().map(|ink| strip(self.left, self.right, ink));
            let bar = has_bar.then(|| strip(self.left, self.left + BAR * em, &style.line.ink));
            // This area comes first in the list, so that the areas of inner quotes are drawn over
            // it.
            atom.strips.splice(0..0, shade.into_iter().chain(bar));
        }
        self.gap = 0.0;
        self.need_gap(GAP + PAD);
    }

    /// Adds the table of contents. It lists headings of the levels 1 to 3 that are not in lists or
    /// quotes.
    fn contents(&mut self) {
        let style = self.style();
        let step = self.step(TextElement::Contents);
        self.path.push(step);
        self.need_gap(GAP);
        let headings = self.pages.headings();
        for (index, (level, words)) in headings.iter().enumerate().filter(|(_, (level, _))| *level <= 3) {
            let item = self.step(TextElement::ContentsItem);
            self.path.push(item);
            self.contents_line(*level, words, self.numbers.get(index).copied(), style);
            self.path.pop();
        }
        self.path.pop();
        self.need_gap(GAP);
    }

    fn contents_line(&mut self, level: usize, words: &[Inline], page: Option<usize>, style: &PageStyle) {
        let em = self.em();
        let (left, right) = (self.left, self.right);
        self.left += (level - 1) as f64 * em;
        self.right -= 2.5 * em;
        self.need_gap(if level <= 1 { GAP } else { ITEM_GAP / 2.0 });
        let first = self.lines(words, &style.text, &style.ink, TextElement::Paragraph);
        (self.left, self.right) = (left, right);
        let number = page.map_or_else(String::new, |page| page.to_string());
        let number = [Inline::Words { string: number, style: Style::REGULAR }];
        if page.is_none() || self.atoms.len() == first {
            return;
        }
        let Some(lines) = self.broken(&number, &style.text, 2.5 * em, false) else { return };
        let at = Point::new(right - lines.width(), 0.0);
        let tag = self.atoms.last().and_then(|atom| atom.parts.last()?.tag.clone());
        let part = Part { tag, block: self.block, draws: lines.draw(0, at, &style.ink), figure: None };
        if let Some(last) = self.atoms.last_mut() {
            last.parts.push(part);
        }
    }
}
